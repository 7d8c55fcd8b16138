// From arrays and axes to the layouts that a library transforms.
#pragma once

#include <span>

#include "cuprum/fft.h"
#include "cuprum/types.h"
#include "runtime/fourier.h"

namespace cuprum::fft {

/// What is done to the lines along some axes.
struct Lines {
    runtime::FourierKind kind = runtime::FourierKind::complex;
    bool forward = true;
    double factor = 1;
    bool orthogonal = false;
};

/// Transforms `in` into `out`, of the dtypes and lengths that go with the kind, along axes of which each is there once.
/// Where numbers are real on one side, the last of the axes is the one along which the other side has half of them. The
/// arrays have no memory in common, or are the same complex elements.
void transform(const Lines& lines, const ndarray& in, const ndarray& out, std::span<const int> axes);

/// The current device's library, or the one that a test has put in its place.
runtime::Fourier& library();
/// Null ends it. For tests, with one thread.
void use_library(runtime::Fourier* library);

/// The dtype in which the transform of an array is computed, as that of its real numbers.
inline DType real_part_dtype(DType dtype) {
    if (!is_number(dtype)) throw_no_number(dtype);
    return dtype == DType::float32 || dtype == DType::complex64 || dtype == DType::float16 || dtype == DType::bfloat16
               ? DType::float32
               : DType::float64;
}
constexpr DType complex_of(DType real) { return real == DType::float32 ? DType::complex64 : DType::complex128; }

/// A new array of this shape with the axes in the order in which they lie in `a`.
ndarray empty_in_order(const ndarray& a, const Shape& shape, DType dtype);

/// A new array for a transform: likewise, but a single axis of complex numbers is the innermost where the library takes
/// it only there.
ndarray empty_for(const ndarray& a, const Shape& shape, DType dtype, std::span<const int> axes);

/// Copies `a`, whose axes are no longer than those of `target`, to its beginning, and fills the rest with zeros.
void copy_padded(const ndarray& a, const ndarray& target);

/// The first elements of each axis: as many as `shape` says, or all where it has more.
ndarray cut(const ndarray& a, const Shape& shape);

/// Sets the second half of `a`'s last given axis, the transform of real numbers along the axes, from the first half.
void complete(const ndarray& a, std::span<const int> axes);

/// Whether a transform can write to `out` while it reads `a`.
bool apart(const ndarray& a, const ndarray& out);

}  // namespace cuprum::fft
