#include "numpy/sort_order.h"

#include <utility>
#include <vector>

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/sorting.h"
#include "cuprum/structured.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/structured.h"
#include "numpy/axes.h"

namespace cuprum {
namespace {

// The numbers by which elements are sorted, the first the most important. Each is an array of `count` numbers; the
// array has `count` elements along its first axis, those of subarrays behind it.
void add_keys(const ndarray& a, std::vector<ndarray>& keys) {
    if (is_structured(a.dtype())) {
        for (const Field& field : fields(a.dtype())) add_keys(field_view(a, field), keys);
        return;
    }
    ndarray numbers;
    if (is_number(a.dtype())) {
        numbers = readable_numbers(a);
    } else if (kind(a.dtype()) == 'V') {
        Shape shape(a.shape());
        shape.push_back(a.itemsize());
        numbers = a.copy().reshape({-1}).view(DType::uint8).reshape(shape);
    } else {
        // NaT is the smallest number: without a sign, and one less, it is the largest.
        const ndarray times = readable_numbers(a.view(DType::int64));
        numbers = subtract(times.copy().view(DType::uint64), Scalar(1)).view(DType::int64);
    }
    const std::int64_t count = a.shape()[0];
    const ndarray table = numbers.reshape({count, count ? numbers.size() / count : 0});
    for (std::int64_t k = 0; k < table.shape()[1]; ++k) keys.push_back(place_of(table, 1, k));
}

// Whether a key changes between neighbours; NaN beside NaN is no change.
ndarray changes(const ndarray& sorted) {
    const ndarray before = sorted(Slice{0, -1}), after = sorted(Slice{1});
    const ndarray differs = not_equal(before, after);
    if (!is_inexact(sorted.dtype())) return differs;
    return bitwise_and(differs, bitwise_or(equal(before, before), equal(after, after)));
}

}  // namespace

ndarray order_numbers(const ndarray& a) {
    const std::int64_t count = a.size();
    if (count == 0) return zeros(a.shape(), DType::int64);
    std::vector<ndarray> keys;
    add_keys(a.reshape({-1}), keys);
    if (keys.empty()) return zeros(a.shape(), DType::int64);
    if (keys.size() == 1) return keys[0].reshape(a.shape());
    std::vector<ndarray> last_first(keys.rbegin(), keys.rend());
    const ndarray order = lexsort(ArrayList(last_first), 0);
    ndarray starts = zeros({count}, DType::bool_);
    const ndarray inner = starts(Slice{1});
    if (count > 1)
        for (const ndarray& key : keys) bitwise_or(inner, changes(take(key, order, 0)), {.out = {&inner}});
    const ndarray numbers = empty({count}, DType::int64);
    const Index places[] = {order};
    numbers.assign(places, add.accumulate(starts, 0, DType::int64));
    return numbers.reshape(a.shape());
}

std::pair<ndarray, ndarray> common_order_numbers(const ndarray& a, const ndarray& b) {
    const ndarray numbers = order_numbers(concatenate({a, b}, std::nullopt));
    return {numbers(Slice{0, a.size()}).reshape(a.shape()), numbers(Slice{a.size()}).reshape(b.shape())};
}

}  // namespace cuprum
