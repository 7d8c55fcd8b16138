// Watersheds by the image foresting transform. Which marker an element gets where several have the same right to it
// depends on the order in which elements leave the queues: those of objects come first and last in, first out, those of
// the background behind them and first in, first out. That order is the definition, so that elements are taken one
// after the other, on the host; whatever the device is, the labels are SciPy's.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "cuprum/transfer.h"
#include "cuprum/types.h"
#include "kernel/engine/placement.h"
#include "scipy/ndimage/connected_components.h"

namespace cuprum::scipy::ndimage {
namespace {

/// Elements that wait, by what it costs to reach them. A queue's end is remembered when it runs empty, and an element
/// alone in its queue stays there when it moves to a cheaper one: it is looked at twice then, which changes nothing.
template <class Place>
class Queues {
public:
    static constexpr Place none = -1;

    Queues(std::size_t costs, std::size_t elements)
        : first_(costs, none), last_(costs, none), next_(elements, none), before_(elements, none) {}

    void put(std::size_t cost, Place element, bool at_end) {
        Place &first = first_[cost], &last = last_[cost];
        next(element) = at_end ? none : first;
        before(element) = at_end ? last : none;
        if (at_end) {
            if (last != none) next(last) = element;
            last = element;
            if (first == none) first = element;
        } else {
            if (first != none) before(first) = element;
            first = element;
            if (last == none) last = element;
        }
    }
    void take_out(std::size_t cost, Place element) {
        const Place behind = next(element), ahead = before(element);
        if (behind == none && ahead == none) return;
        if (first_[cost] == element) first_[cost] = behind;
        if (last_[cost] == element) last_[cost] = ahead;
        if (ahead != none) next(ahead) = behind;
        if (behind != none) before(behind) = ahead;
    }
    /// The first element of a queue, `none` if it is empty.
    Place take(std::size_t cost) {
        const Place element = first_[cost];
        if (element == none) return none;
        first_[cost] = next(element);
        if (first_[cost] != none) before(first_[cost]) = none;
        next(element) = before(element) = none;
        return element;
    }

private:
    Place& next(Place element) { return next_[static_cast<std::size_t>(element)]; }
    Place& before(Place element) { return before_[static_cast<std::size_t>(element)]; }

    std::vector<Place> first_, last_, next_, before_;
};

/// `labels` are the markers at the start. A step is a distance in the flattened array.
template <class Place>
void flood(const std::vector<std::uint16_t>& image, std::vector<std::int64_t>& labels,
           const std::vector<std::int64_t>& steps) {
    const auto size = static_cast<std::int64_t>(image.size());
    const std::size_t highest = *std::max_element(image.begin(), image.end());
    Queues<Place> queues(highest + 2, image.size());
    constexpr std::uint32_t done = 1u << 31;
    std::vector<std::uint32_t> costs(image.size());
    for (std::size_t i = 0; i < image.size(); ++i) {
        costs[i] = labels[i] ? 0 : static_cast<std::uint32_t>(highest + 1);
        if (labels[i]) queues.put(0, static_cast<Place>(i), labels[i] < 0);
    }
    for (std::size_t cost = 0; cost <= highest; ++cost) {
        for (Place found = queues.take(cost); found != Queues<Place>::none; found = queues.take(cost)) {
            const auto from = static_cast<std::size_t>(found);
            costs[from] |= done;
            const std::uint32_t reached = costs[from] & ~done;
            for (const std::int64_t step : steps) {
                const std::int64_t place = static_cast<std::int64_t>(found) + step;
                if (place < 0 || place >= size) continue;
                const auto to = static_cast<std::size_t>(place);
                if (costs[to] & done) continue;
                const auto climb = static_cast<std::uint32_t>(std::abs(image[to] - image[from]));
                const std::uint32_t through = std::max(reached, climb);
                if (through >= costs[to]) continue;
                queues.take_out(costs[to], static_cast<Place>(place));
                costs[to] = through;
                labels[to] = labels[from];
                queues.put(through, static_cast<Place>(place), labels[to] < 0);
            }
        }
    }
}

}  // namespace

ndarray watershed_ift(const ndarray& input, const ndarray& markers, const OptionalArray& structure,
                      const Output& output) {
    const kernel::Placement here(input, markers, structure, output);
    if (input.dtype() != DType::uint8 && input.dtype() != DType::uint16)
        throw TypeError(std::string("only 8 and 16 unsigned inputs are supported, found ") + info(input.dtype()).name);
    std::vector<char> marks = structure_marks(input.ndim(), 1);
    if (structure) {
        if (structure->ndim() != input.ndim()) throw Error("structure and input must have equal rank");
        for (const std::int64_t n : structure->shape())
            if (n != 3) throw Error("structure dimensions must be equal to 3");
        marks = host_bools(*structure);
    }
    if (markers.shape() != input.shape()) throw Error("input and markers must have equal shape");
    if (kind(markers.dtype()) != 'i')
        throw Error(std::string("marker should be of integer type, found ") + info(markers.dtype()).name);
    if (output.array && kind(output.array->dtype()) != 'i')
        throw Error(std::string("output should be of integer type, found ") + info(output.array->dtype()).name);
    Target target(input, output.array ? output : Output(markers.dtype()));
    if (input.size() == 0) return target.done();
    std::vector<std::int64_t> steps;
    for (std::size_t cell = 0; cell < marks.size(); ++cell) {
        if (!marks[cell] || cell == marks.size() / 2) continue;
        std::int64_t step = 0, stride = 1;
        std::size_t rest = cell;
        for (int d = input.ndim() - 1; d >= 0; --d, rest /= 3) {
            step += (static_cast<std::int64_t>(rest % 3) - 1) * stride;
            stride *= input.shape()[d];
        }
        steps.push_back(step);
    }
    const std::vector<std::uint16_t> image = contiguous(input, DType::uint16).to_vector<std::uint16_t>();
    std::vector<std::int64_t> labels = contiguous(markers, DType::int64).to_vector<std::int64_t>();
    if (input.size() < std::numeric_limits<std::int32_t>::max()) flood<std::int32_t>(image, labels, steps);
    else flood<std::int64_t>(image, labels, steps);
    return target.done(array_from_host(labels.data(), DType::int64, input.shape()));
}

}  // namespace cuprum::scipy::ndimage
