// Norms of vectors and matrices.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/reduction/vector_norm.h"
#include "numpy/linalg/matrices.h"
#include "numpy/multiply.h"

namespace cuprum::linalg {

NormOrder::NormOrder(const char* name) {
    const std::string_view text = name;
    if (text == "fro" || text == "f") kind = Kind::frobenius;
    else if (text == "nuc") kind = Kind::nuclear;
    else throw ValueError("Invalid norm order '" + std::string(text) + "': a norm's name is 'fro' or 'nuc'");
}

namespace {

using kernel::Norm;

/// The axes put back with length one.
ndarray with_axes(const ndarray& a, const ndarray& x, std::uint64_t reduced, bool keepdims) {
    if (!keepdims) return a;
    Shape shape(x.shape());
    for (int d = 0; d < x.ndim(); ++d)
        if (reduced >> d & 1u) shape[d] = 1;
    return a.reshape(shape);
}

std::uint64_t bits_of(const Dims& axes) {
    std::uint64_t bits = 0;
    for (std::int64_t axis : axes) bits |= 1ull << axis;
    return bits;
}

ndarray vectors_norm(Norm norm, const ndarray& x, std::uint64_t reduced, bool keepdims, double p = 0) {
    Shape shape;
    std::int64_t length = 1;
    for (int d = 0; d < x.ndim(); ++d)
        if (reduced >> d & 1u) length *= x.shape()[d];
        else shape.push_back(x.shape()[d]);
    // Absolute values of complex numbers call functions, and powers have an operand of their own: these do not wait.
    kernel::Deferral* deferral = is_complex(x.dtype()) || norm == Norm::power ? nullptr : kernel::deferral();
    if (deferral && !deferral->may_reduce(x)) deferral = nullptr;
    const DType dtype = real_dtype(inexact_dtype(x.dtype()));
    const ndarray result = deferral ? deferral->new_pending(shape, dtype, 'C') : empty(shape, dtype);
    if (length == 0) {
        if (norm == Norm::smallest)
            throw ValueError("zero-size array to reduction operation minimum which has no identity");
        result.fill(norm == Norm::power && p < 0 ? HUGE_VAL : 0.0);
    } else {
        kernel::norm(norm, x, reduced, p, result);
    }
    return with_axes(result, x, reduced, keepdims);
}

/// The length of all elements as one vector. Large ones are squared and summed by the library where it is faster at it
/// than a kernel.
ndarray length_of_all(const ndarray& x, std::uint64_t all, bool keepdims) {
    constexpr std::int64_t large = 1 << 16;
    if (x.size() >= large && x.is_contiguous() && !is_complex(x.dtype())) {
        const ndarray flat = x.with_layout({x.size()}, Strides{x.itemsize()}), result = empty({}, x.dtype());
        if (multiply_vectors(flat, flat, result)) return with_axes(sqrt(result, {.out = {&result}}), x, all, keepdims);
    }
    return vectors_norm(Norm::euclidean, x, all, keepdims);
}

ndarray vectors_norm(const ndarray& x, std::uint64_t reduced, const NormOrder& ord, bool keepdims) {
    if (ord.kind == NormOrder::Kind::usual) return vectors_norm(Norm::euclidean, x, reduced, keepdims);
    if (ord.kind != NormOrder::Kind::number)
        throw ValueError(std::string("Invalid norm order '") + (ord.kind == NormOrder::Kind::nuclear ? "nuc" : "fro") +
                         "' for vectors");
    if (std::isinf(ord.number))
        return vectors_norm(ord.number > 0 ? Norm::largest : Norm::smallest, x, reduced, keepdims);
    if (ord.number == 0) return vectors_norm(Norm::count, x, reduced, keepdims);
    if (ord.number == 1) return vectors_norm(Norm::sum, x, reduced, keepdims);
    if (ord.number == 2) return vectors_norm(Norm::euclidean, x, reduced, keepdims);
    return vectors_norm(Norm::power, x, reduced, keepdims, ord.number);
}

ndarray matrices_norm(const ndarray& x, int row_axis, int column_axis, const NormOrder& ord, bool keepdims) {
    if (row_axis == column_axis) throw ValueError("Duplicate axes given.");
    const std::uint64_t both = 1ull << row_axis | 1ull << column_axis;
    if (ord.kind == NormOrder::Kind::usual || ord.kind == NormOrder::Kind::frobenius)
        return vectors_norm(Norm::euclidean, x, both, keepdims);
    const double p = std::abs(ord.number);
    if (ord.kind == NormOrder::Kind::nuclear || p == 2) {
        const ndarray s = svdvals(moveaxis(x, Dims{row_axis, column_axis}, Dims{-2, -1}));
        const ReduceOptions last{.axis = -1};
        if (s.shape(-1) == 0 && ord.number != -2) return with_axes(sum(s, last), x, both, keepdims);
        return with_axes(ord.kind == NormOrder::Kind::nuclear ? sum(s, last)
                         : ord.number > 0                     ? max(s, last)
                                                              : min(s, last),
                         x, both, keepdims);
    }
    if (p != 1 && !std::isinf(p)) throw ValueError("Invalid norm order for matrices.");
    const int summed = p == 1 ? row_axis : column_axis, compared = p == 1 ? column_axis : row_axis;
    const ndarray sums = vectors_norm(Norm::sum, x, 1ull << summed, true);
    const ndarray result = vectors_norm(ord.number > 0 ? Norm::largest : Norm::smallest, sums, 1ull << compared, true);
    return keepdims ? result : result.squeeze(Dims{row_axis, column_axis});
}

}  // namespace

ndarray norm(const ndarray& x, const NormOrder& ord, const Axes& axis, bool keepdims) {
    const kernel::Placement here(x);
    const int ndim = x.ndim();
    if (!axis) {
        // All elements are one vector, unless there is a matrix and an order for it.
        const std::uint64_t all = ndim == 64 ? ~0ull : (1ull << ndim) - 1;
        const bool is_usual = ord.kind == NormOrder::Kind::usual ||
                              (ord.kind == NormOrder::Kind::frobenius && ndim == 2) ||
                              (ord.kind == NormOrder::Kind::number && ord.number == 2 && ndim == 1);
        if (is_usual) return length_of_all(x, all, keepdims);
        if (ndim == 1) return vectors_norm(x, all, ord, keepdims);
        if (ndim == 2) return matrices_norm(x, 0, 1, ord, keepdims);
        throw ValueError("Improper number of dimensions to norm.");
    }
    if (axis->size() == 1) return vectors_norm(x, 1ull << normalize_axis((*axis)[0], ndim), ord, keepdims);
    if (axis->size() == 2)
        return matrices_norm(x, normalize_axis((*axis)[0], ndim), normalize_axis((*axis)[1], ndim), ord, keepdims);
    throw ValueError("Improper number of dimensions to norm.");
}

ndarray vector_norm(const ndarray& x, const Axes& axis, bool keepdims, const NormOrder& ord) {
    const kernel::Placement here(x);
    const std::uint64_t reduced = axis             ? bits_of(normalize_axes(*axis, x.ndim()))
                                  : x.ndim() == 64 ? ~0ull
                                                   : (1ull << x.ndim()) - 1;
    return vectors_norm(x, reduced, ord, keepdims);
}

ndarray matrix_norm(const ndarray& x, bool keepdims, const NormOrder& ord) {
    const kernel::Placement here(x);
    return matrices_norm(x, normalize_axis(-2, x.ndim()), normalize_axis(-1, x.ndim()), ord, keepdims);
}

}  // namespace cuprum::linalg
