// Transforms of real numbers as real numbers, as scipy.fftpack packs them.
#include "cuprum/creation.h"
#include "cuprum/scipy/fft.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "numpy/fft/steps.h"

namespace cuprum::scipy::fft {

using namespace cuprum::fft;

namespace {

/// Real numbers in pairs along the axis, seen as complex ones: a[..., 1 + 2k] + i a[..., 2 + 2k], as two views.
struct Pairs {
    ndarray real, imaginary;
};
Pairs pairs(const ndarray& a, int axis) {
    const auto from = [&](std::int64_t start) {
        Shape shape(a.shape());
        Strides strides(a.strides());
        shape[axis] = std::max<std::int64_t>(0, (a.shape()[axis] - start + 1) / 2);
        const std::int64_t offset = shape[axis] > 0 ? start * strides[axis] : 0;
        strides[axis] *= 2;
        return a.with_layout(std::move(shape), std::move(strides), offset);
    };
    return {from(1), from(2)};
}

void check_real(const ndarray& x) {
    if (is_complex(x.dtype()))
        throw TypeError(std::string("1st argument must be real sequence, not ") + info(x.dtype()).name);
}

}  // namespace

ndarray rfft_packed(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis) {
    const kernel::Placement here(x);
    check_real(x);
    const ndarray y = rfft(x, n, axis);
    const int along = normalize_axis(axis, x.ndim());
    const std::int64_t length = n ? *n : x.shape()[along];
    Shape shape(y.shape());
    shape[along] = length;
    const ndarray result = empty_in_order(y, shape, real_dtype(y.dtype()));
    copy_to(slice(y, along, 0, 1).real(), slice(result, along, 0, 1));
    const Pairs target = pairs(result, along);
    copy_to(slice(y, along, 1, y.shape()[along]).real(), target.real);
    copy_to(slice(y, along, 1, 1 + target.imaginary.shape()[along]).imag(), target.imaginary);
    return result;
}

ndarray irfft_packed(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis) {
    const kernel::Placement here(x);
    check_real(x);
    const int along = normalize_axis(axis, x.ndim());
    const Steps step = make_steps(x, n ? std::optional<Dims>(Dims{*n}) : std::nullopt, along);
    const std::int64_t length = step.lengths[0];
    const DType real = real_part_dtype(x.dtype());
    Shape shape(x.shape());
    shape[along] = length;
    const ndarray given = cut(x, shape);
    shape[along] = length / 2 + 1;
    const ndarray y = zeros(shape, complex_of(real));
    if (given.shape()[along] > 0) copy_to(slice(given, along, 0, 1), slice(y, along, 0, 1).real());
    const Pairs source = pairs(given, along);
    copy_to(source.real, slice(y, along, 1, 1 + source.real.shape()[along]).real());
    copy_to(source.imaginary, slice(y, along, 1, 1 + source.imaginary.shape()[along]).imag());
    return irfft(y, length, along);
}

}  // namespace cuprum::scipy::fft
