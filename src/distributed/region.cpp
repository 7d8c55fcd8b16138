#include "distributed/region.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "cuprum/error.h"

namespace cuprum::distributed {
namespace {

/// x with a * x congruent to 1 modulo m, for coprime a and m.
std::int64_t inverse(std::int64_t a, std::int64_t m) {
    std::int64_t old_rest = a % m, rest = m, old_x = 1, x = 0;
    while (rest) {
        const std::int64_t quotient = old_rest / rest;
        std::tie(old_rest, rest) = std::pair(rest, old_rest - quotient * rest);
        std::tie(old_x, x) = std::pair(x, old_x - quotient * x);
    }
    return ((old_x % m) + m) % m;
}

}  // namespace

std::int64_t count_along(const Shape& shape, const Axes& axes) {
    if (!axes) return element_count(shape);
    std::int64_t count = 1;
    for (const std::int64_t axis : normalize_axes(*axes, shape.size())) count *= shape[static_cast<int>(axis)];
    return count;
}

Range normalized(const Range& range) {
    const std::int64_t size = range.size();
    if (!size) return {range.start, range.start, 1};
    if (size == 1) return {range.start, range.start + 1, 1};
    return {range.start, range.start + (size - 1) * range.step + 1, range.step};
}

// Places i with i = a.start modulo a.step and i = b.start modulo b.step: one residue modulo the least common multiple,
// if the starts agree modulo the greatest common divisor.
std::optional<Range> common(const Range& a, const Range& b) {
    const std::int64_t divisor = std::gcd(a.step, b.step);
    const std::int64_t distance = b.start - a.start;
    if (!a.size() || !b.size() || distance % divisor) return {};
    const std::int64_t other = b.step / divisor, step = a.step * other;
    std::int64_t start = a.start;
    if (other > 1) {
        const std::int64_t wanted = ((distance / divisor) % other + other) % other;
        const auto turns =
            static_cast<std::int64_t>(static_cast<__int128>(wanted) * inverse(a.step / divisor, other) % other);
        start += a.step * turns;
    }
    const std::int64_t lowest = std::max(a.start, b.start);
    start += start < lowest ? (lowest - start + step - 1) / step * step : -((start - lowest) / step * step);
    const Range found = normalized({start, std::min(a.stop, b.stop), step});
    if (!found.size()) return {};
    return found;
}

std::optional<Region> common(const Region& a, const Region& b) {
    Region found;
    for (std::size_t axis = 0; axis < a.size(); ++axis) {
        const auto range = common(a[axis], b[axis]);
        if (!range) return {};
        found.push_back(*range);
    }
    return found;
}

Region region_in(const Region& part, const Region& whole) {
    Region found;
    for (std::size_t axis = 0; axis < part.size(); ++axis) {
        const Range &inner = part[axis], &outer = whole[axis];
        const std::int64_t start = (inner.start - outer.start) / outer.step;
        const std::int64_t step = std::max<std::int64_t>(inner.step / outer.step, 1);
        found.push_back(normalized({start, start + inner.size() * step, step}));
    }
    return found;
}

std::vector<Index> place_in(const Region& part, const Region& whole) {
    std::vector<Index> index;
    for (const Range& range : region_in(part, whole)) index.push_back(Slice{range.start, range.stop, range.step});
    return index;
}

Region whole_of(const Shape& shape) {
    Region region;
    for (int axis = 0; axis < shape.size(); ++axis) region.push_back({0, shape[axis], 1});
    return region;
}

Shape shape_of(const Region& region) {
    Shape shape;
    for (const Range& range : region) shape.push_back(range.size());
    return shape;
}

Region region_of(const RegionIndex& index, const Shape& shape) {
    if (index.size() > static_cast<std::size_t>(shape.size()))
        throw IndexError("too many indices: the array has " + std::to_string(shape.size()) + " dimensions, and " +
                         std::to_string(index.size()) + " were indexed");
    Region region = whole_of(shape);
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
        const std::int64_t length = shape[static_cast<int>(axis)];
        if (const auto* place = std::get_if<std::int64_t>(&index[axis])) {
            const std::int64_t at = *place < 0 ? *place + length : *place;
            if (at < 0 || at >= length)
                throw IndexError("index " + std::to_string(*place) + " is out of bounds for axis " +
                                 std::to_string(axis) + " with size " + std::to_string(length));
            region[axis] = {at, at + 1, 1};
            continue;
        }
        const Slice& slice = std::get<Slice>(index[axis]);
        const std::int64_t step = slice.step.value_or(1);
        if (step <= 0)
            throw ValueError("the slice of axis " + std::to_string(axis) + " has step " + std::to_string(step) +
                             "; boxes of a divided array need positive steps");
        const auto bound = [&](std::optional<std::int64_t> given, std::int64_t otherwise) {
            if (!given) return otherwise;
            return std::clamp<std::int64_t>(*given < 0 ? *given + length : *given, 0, length);
        };
        region[axis] = normalized({bound(slice.start, 0), bound(slice.stop, length), step});
    }
    return region;
}

}  // namespace cuprum::distributed
