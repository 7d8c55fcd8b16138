// Correlation and convolution, along one axis and with weights of any shape. `kernel::correlate` sums up products of
// one dtype: float32 where the image and the result have it, which costs an image's result a few units of its last
// place, float64 for all other reals.
#include "scipy/ndimage/linear.h"

#include <algorithm>
#include <utility>

#include "cuprum/transfer.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/correlate.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/ndimage/passes.h"

namespace cuprum::scipy::ndimage {
namespace {

kernel::Correlation boundary_of(NdMode mode, const Scalar& cval) {
    kernel::Correlation how;
    switch (mode) {
        case nd_nearest: how.boundary = boundary_nearest; break;
        case nd_wrap: how.boundary = boundary_wrap; break;
        case nd_mirror: how.boundary = boundary_mirror; break;
        case nd_constant: how.boundary = boundary_constant; break;
        default: how.boundary = boundary_symmetric;
    }
    how.fill = cval;
    return how;
}

/// The dtype of the products' sum.
DType sum_dtype(DType input, DType out, bool complex_weights = false) {
    const DType both = promote_types(input, out);
    if (is_complex(both) || complex_weights)
        return real_dtype(both) == DType::float32 && is_inexact(input) ? DType::complex64 : DType::complex128;
    return input == DType::float32 && out == DType::float32 ? DType::float32 : DType::float64;
}

/// The sums in `dtype`, brought to `out_dtype`.
ndarray summed(const ndarray& input, const ndarray& weights, const kernel::Correlation& how, DType dtype,
               DType out_dtype, const ndarray* out) {
    const ndarray in = contiguous(input, dtype);
    const bool direct = out && out->dtype() == dtype;
    const ndarray result = direct ? *out : empty(in.shape(), dtype);
    kernel::correlate(in, weights, result, how);
    if (direct) return *out;
    if (out) {
        copy_to(contiguous(result, out_dtype), *out);
        return *out;
    }
    return contiguous(result, out_dtype);
}

/// What rounding takes from the weights' sum is given to the largest of them, so that an even image stays as bright.
void round_to_single(std::vector<double>& weights) {
    double lost = 0;
    for (double& weight : weights) {
        const double exact = std::exchange(weight, static_cast<float>(weight));
        lost += exact - weight;
    }
    double& largest = *std::max_element(weights.begin(), weights.end());
    largest = static_cast<float>(largest + lost);
}

void check_complex_fill(const ndarray& input, const ndarray& weights, const Scalar& cval) {
    if (is_complex(input.dtype()) || !is_complex(cval.dtype())) return;
    const char* message = "Cannot provide a complex-valued cval when the input is real.";
    if (is_complex(weights.dtype())) throw ValueError(message);
    throw TypeError(message);
}

ndarray correlated(const ndarray& input, const ndarray& given, const Output& output, std::string_view mode,
                   const Scalar& cval, const Integers& origin, const Axes& axes, bool convolution) {
    const bool complex_weights = is_complex(given.dtype());
    check_dtype(input.dtype());
    Target target(input, output, nullptr, complex_weights || is_complex(input.dtype()));
    check_dtype(target.dtype());
    const Dims along = checked_axes(axes, input.ndim());
    if (given.ndim() != along.size())
        throw Error("weights.ndim (" + std::to_string(given.ndim()) + ") must match len(axes) (" +
                    std::to_string(along.size()) + ")");
    const std::vector<std::int64_t> origins = origin.expanded(along.size());
    const NdMode outside = mode_of(mode);
    check_complex_fill(input, given, cval);
    ndarray weights = given;
    if (complex_weights && !convolution) weights = conj(weights);
    Shape shape(input.ndim(), 1);
    kernel::Correlation how = boundary_of(outside, cval);
    how.before = Dims(input.ndim());
    // The weights' axes stand in the order of the array's; origins are in that of `axes`.
    Dims sorted = along;
    std::sort(sorted.begin(), sorted.end());
    for (int k = 0; k < sorted.size(); ++k) {
        const int d = static_cast<int>(sorted[k]);
        const auto named = std::find(along.begin(), along.end(), sorted[k]) - along.begin();
        std::int64_t shifted = origins[static_cast<std::size_t>(along.size() < input.ndim() ? named : k)];
        const std::int64_t n = given.shape()[k];
        if (convolution) {
            weights = reversed(weights, k);
            shifted = -shifted - (n % 2 == 0);
        }
        if (shifted < -(n / 2) || shifted > (n - 1) / 2)
            throw ValueError(
                "Invalid origin; origin must satisfy -(weights.shape[k] // 2) <= origin[k] <= "
                "(weights.shape[k]-1) // 2");
        shape[d] = n;
        how.before[d] = n / 2 + shifted;
    }
    const DType dtype = sum_dtype(input.dtype(), target.dtype(), complex_weights);
    weights = contiguous(weights, dtype).reshape(shape);
    if (input.size() == 0) return target.done();
    if (input.ndim() == 0) return target.done(multiply(input.astype(dtype), weights));
    return target.done(summed(input, weights, how, dtype, target.dtype(), &target.data()));
}

ndarray correlated1d(const ndarray& input, const ndarray& given, std::int64_t axis, const Output& output,
                     std::string_view mode, const Scalar& cval, std::int64_t origin, bool convolution) {
    check_complex_fill(input, given, cval);
    if (given.ndim() != 1 || given.size() < 1) throw Error("no filter weights given: they are a line of one at least");
    const int along = normalize_axis(axis, input.ndim());
    const std::int64_t n = given.size();
    const std::int64_t shifted = convolution ? -origin - (n % 2 == 0) : origin;
    if (shifted < -(n / 2) || shifted > (n - 1) / 2)
        throw ValueError("Invalid origin; origin must satisfy -(len(weights) // 2) <= origin <= (len(weights)-1) // 2");
    return correlated(input, given, output, mode, cval, origin, Axes(along), convolution);
}

}  // namespace

ndarray correlate_line(const ndarray& input, const LinePass& given, const Scalar& cval, DType out_dtype,
                       const ndarray* out) {
    check_dtype(input.dtype());
    check_dtype(out_dtype);
    LinePass pass = given;
    if (real_dtype(sum_dtype(input.dtype(), out_dtype)) == DType::float32) round_to_single(pass.weights);
    // On an H200 a pass takes half the time in volumes, and a fifth longer in images.
    if (input.ndim() > 2 && has_pass(input, out_dtype, pass.axis, static_cast<std::int64_t>(pass.weights.size()))) {
        const ndarray result = out ? *out : empty(input.shape(), out_dtype);
        correlate_pass(input, pass, real_part(cval).to_double(), result);
        return result;
    }
    const DType dtype = sum_dtype(input.dtype(), out_dtype);
    const auto taps = static_cast<std::int64_t>(pass.weights.size());
    kernel::Correlation how = boundary_of(pass.mode, is_complex(dtype) ? cval : real_part(cval));
    const Lines lines(input.shape(), pass.axis);
    // Three axes at most, the filtered one last or before a last one of all that lie inside of it.
    const bool last = lines.inner == 1;
    const Shape as_lines = last ? Shape{lines.outer, lines.n} : Shape{lines.outer, lines.n, lines.inner};
    how.before = Dims(as_lines.size());
    how.before[1] = taps / 2 + pass.origin;
    Shape weights_shape(as_lines.size(), 1);
    weights_shape[1] = taps;
    const ndarray weights = real_dtype(dtype) == DType::float32
                                ? array_from_host(std::vector<float>(pass.weights.begin(), pass.weights.end()).data(),
                                                  DType::float32, weights_shape)
                                : array_from_host(pass.weights.data(), DType::float64, weights_shape);
    const ndarray in = contiguous(input, dtype).reshape(as_lines);
    std::optional<ndarray> target;
    if (out) target = out->reshape(as_lines);
    return summed(in, contiguous(weights, dtype), how, dtype, out_dtype, target ? &*target : nullptr)
        .reshape(input.shape());
}

ndarray correlate_lines(const ndarray& input, const std::vector<LinePass>& passes, const Scalar& cval, Target& target) {
    check_dtype(input.dtype());
    check_dtype(target.dtype());
    if (input.size() == 0) return target.done();
    if (passes.empty()) return target.done(input);
    ndarray result = input;
    for (std::size_t k = 0; k < passes.size(); ++k)
        result =
            correlate_line(result, passes[k], cval, target.dtype(), k + 1 == passes.size() ? &target.data() : nullptr);
    return target.done(result);
}

ndarray correlate1d(const ndarray& input, const ndarray& weights, std::int64_t axis, const Output& output,
                    std::string_view mode, const Scalar& cval, std::int64_t origin) {
    const kernel::Placement here(input, weights, output);
    return correlated1d(input, weights, axis, output, mode, cval, origin, false);
}

ndarray convolve1d(const ndarray& input, const ndarray& weights, std::int64_t axis, const Output& output,
                   std::string_view mode, const Scalar& cval, std::int64_t origin) {
    const kernel::Placement here(input, weights, output);
    return correlated1d(input, weights, axis, output, mode, cval, origin, true);
}

ndarray correlate(const ndarray& input, const ndarray& weights, const Output& output, std::string_view mode,
                  const Scalar& cval, const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, weights, output);
    return correlated(input, weights, output, mode, cval, origin, axes, false);
}

ndarray convolve(const ndarray& input, const ndarray& weights, const Output& output, std::string_view mode,
                 const Scalar& cval, const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, weights, output);
    return correlated(input, weights, output, mode, cval, origin, axes, true);
}

}  // namespace cuprum::scipy::ndimage
