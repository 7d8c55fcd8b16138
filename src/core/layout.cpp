#include "core/layout.h"

namespace cuprum {

std::pair<std::int64_t, std::int64_t> byte_range(const ndarray& a) {
    std::int64_t low = a.offset(), high = a.offset();
    if (a.size() == 0) return {low, low};
    for (int i = 0; i < a.ndim(); ++i) {
        std::int64_t reach = (a.shape()[i] - 1) * a.strides()[i];
        (reach < 0 ? low : high) += reach;
    }
    return {low, high + a.itemsize()};
}

bool may_share_memory(const ndarray& a, const ndarray& b) {
    if (a.buffer().get() != b.buffer().get() || !a.buffer()) return false;
    auto [a_low, a_high] = byte_range(a);
    auto [b_low, b_high] = byte_range(b);
    return a_low < b_high && b_low < a_high;
}

bool same_elements(const ndarray& a, const ndarray& b) {
    return a.buffer().get() == b.buffer().get() && a.offset() == b.offset() && a.itemsize() == b.itemsize() &&
           a.shape() == b.shape() && a.strides() == b.strides();
}

}  // namespace cuprum
