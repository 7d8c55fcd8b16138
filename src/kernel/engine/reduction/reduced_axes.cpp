#include "kernel/engine/reduction/reduced_axes.h"

#include <algorithm>
#include <array>

#include "kernel/engine/array/allocation.h"
#include "kernel/engine/deferral.h"

namespace cuprum::kernel {

std::uint64_t reduced_axes(const ndarray& a, const Axes& axis) {
    const int ndim = a.ndim();
    if (!axis) return ndim == 64 ? ~0ull : (1ull << ndim) - 1;
    std::uint64_t bits = 0;
    for (std::int64_t wanted : *axis) {
        const int i = normalize_axis(wanted, std::max(ndim, 1));
        if (bits >> i & 1u) throw ValueError("duplicate value in 'axis': the axes are " + to_string(*axis));
        bits |= 1ull << i;
    }
    return ndim == 0 ? 0 : bits;
}

ndarray new_result(const ndarray& a, std::uint64_t reduced, DType dtype, bool keep_order, Deferral* deferral) {
    Shape shape;
    Strides source;
    for (int i = 0; i < a.ndim(); ++i)
        if (!(reduced >> i & 1u)) {
            shape.push_back(a.shape()[i]);
            source.push_back(std::abs(a.strides()[i]));
        }
    ndarray made = deferral ? deferral->new_pending(shape, dtype, 'C') : new_array(shape, dtype);
    if (!keep_order || a.is_c_contiguous() || shape.size() < 2 || made.size() == 0) return made;
    std::array<int, max_ndim> order;
    const int ndim = shape.size();
    for (int i = 0; i < ndim; ++i) {
        order[i] = i;
        for (int j = i; j > 0 && source[order[j]] > source[order[j - 1]] && source[order[j - 1]] != 0; --j)
            std::swap(order[j], order[j - 1]);
    }
    Strides strides(ndim);
    std::int64_t step = itemsize(dtype);
    for (int i = ndim - 1; i >= 0; --i) {
        strides[order[i]] = step;
        step *= shape[order[i]];
    }
    return made.with_layout(shape, std::move(strides));
}

ndarray with_reduced_axes(const ndarray& kept, std::uint64_t reduced, int ndim) {
    Shape shape;
    Strides strides;
    for (int i = 0, k = 0; i < ndim; ++i) {
        const bool is_reduced = reduced >> i & 1u;
        shape.push_back(is_reduced ? 1 : kept.shape()[k]);
        strides.push_back(is_reduced ? kept.itemsize() : kept.strides()[k]);
        if (!is_reduced) ++k;
    }
    return kept.with_layout(std::move(shape), std::move(strides));
}

ndarray given_result(const ndarray& a, std::uint64_t reduced, const ndarray& out, bool keepdims, const char* name) {
    Shape expected, shape;
    Strides strides;
    for (int i = 0; i < a.ndim(); ++i) {
        const bool is_reduced = reduced >> i & 1u;
        if (!is_reduced || keepdims) expected.push_back(is_reduced ? 1 : a.shape()[i]);
        if (!is_reduced && expected.size() <= out.ndim()) {
            shape.push_back(a.shape()[i]);
            strides.push_back(out.strides()[expected.size() - 1]);
        }
    }
    if (out.shape() != expected)
        throw ValueError("output parameter for reduction operation " + std::string(name) +
                         " has the wrong shape: found " + to_string(out.shape()) + " but expected " +
                         to_string(expected));
    return out.with_layout(std::move(shape), std::move(strides));
}

std::int64_t reduced_length(const ndarray& a, std::uint64_t reduced) {
    std::int64_t length = 1;
    for (int i = 0; i < a.ndim(); ++i)
        if (reduced >> i & 1u) length *= a.shape()[i];
    return length;
}

}  // namespace cuprum::kernel
