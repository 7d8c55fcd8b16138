// An iteration space over several operands, made as small as it can be: axes of length one dropped, axes ordered by the
// strides of the first operand, all-negative axes flipped, neighbours that are evenly spaced in every operand
// merged.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

template <int MaxOperands>
struct LoopNest {
    int ndim = 0;
    int operands = MaxOperands;  ///< Those that are filled in.
    std::int64_t size = 1;
    std::array<std::int64_t, max_ndim> shape;                             // outermost first
    std::array<std::array<std::int64_t, max_ndim>, MaxOperands> strides;  // bytes, by operand
    std::array<std::int64_t, MaxOperands> offset{};                       // bytes to add to each operand's address

    LoopNest() = default;
    LoopNest(const LoopNest& other) { *this = other; }
    /// Copies the axes and operands that are there: all of them are kilobytes.
    LoopNest& operator=(const LoopNest& other) {
        ndim = other.ndim;
        operands = other.operands;
        size = other.size;
        std::copy_n(other.shape.begin(), ndim, shape.begin());
        for (int k = 0; k < operands; ++k) {
            std::copy_n(other.strides[k].begin(), ndim, strides[k].begin());
            offset[k] = other.offset[k];
        }
        return *this;
    }
};

/// Fills `nest` for operands that broadcast to `shape`. A null operand is a value: it has stride 0 everywhere.
/// With `reorder` false the axes keep their order (C order of `shape`), as index-carrying walks need.
template <int M>
void collapse(LoopNest<M>& nest, std::span<const ndarray* const> operands, const Shape& shape, bool reorder = true) {
    const int count = nest.operands = static_cast<int>(operands.size());
    auto stride_of = [&](int k, int axis) -> std::int64_t {
        const ndarray* a = operands[static_cast<std::size_t>(k)];
        if (!a) return 0;
        int i = axis - (shape.size() - a->ndim());
        return i < 0 || a->shape()[i] == 1 ? 0 : a->strides()[i];
    };
    // Axes longer than one, outermost first by the strides of the first operand that tells two axes apart.
    std::array<int, max_ndim> axes;
    int ndim = 0;
    nest.size = 1;
    for (int axis = 0; axis < shape.size(); ++axis) {
        nest.size *= shape[axis];
        if (shape[axis] != 1) axes[static_cast<std::size_t>(ndim++)] = axis;
    }
    auto inside = [&](int a, int b) {  // whether axis a belongs inside of axis b
        for (int k = 0; k < count; ++k) {
            std::int64_t sa = std::abs(stride_of(k, a)), sb = std::abs(stride_of(k, b));
            if (sa != sb && sa != 0 && sb != 0) return sa < sb;
        }
        return false;
    };
    if (reorder)
        for (int i = 1; i < ndim; ++i)
            for (int j = i; j > 0 && inside(axes[j - 1], axes[j]); --j) std::swap(axes[j - 1], axes[j]);
    nest.ndim = 0;
    for (int i = 0; i < ndim; ++i) {
        std::int64_t length = shape[axes[i]];
        std::array<std::int64_t, M> stride;
        bool negative = false, positive = false;
        for (int k = 0; k < count; ++k) {
            stride[k] = stride_of(k, axes[i]);
            negative |= stride[k] < 0;
            positive |= stride[k] > 0;
        }
        if (reorder && negative && !positive)
            for (int k = 0; k < count; ++k) {
                nest.offset[k] += stride[k] * (length - 1);
                stride[k] = -stride[k];
            }
        bool merges = nest.ndim > 0;
        for (int k = 0; merges && k < count; ++k) merges = nest.strides[k][nest.ndim - 1] == stride[k] * length;
        int at = merges ? nest.ndim - 1 : nest.ndim++;
        nest.shape[at] = merges ? nest.shape[at] * length : length;
        for (int k = 0; k < count; ++k) nest.strides[k][at] = stride[k];
    }
}

}  // namespace cuprum::kernel
