// Filters of Fourier transforms: products with the transforms of a Gaussian, a box, an ellipsoid, a shift.
#include <cmath>
#include <complex>
#include <numbers>

#include "cuprum/logic.h"
#include "cuprum/scipy/special.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/ndimage/support.h"

namespace cuprum::scipy::ndimage {
namespace {

/// The frequencies of one axis, in parts of its length; of a transform of reals only those from 0 on.
struct Frequencies {
    std::vector<double> numbers;
    double length;
};

std::vector<Frequencies> frequencies(const Shape& shape, std::int64_t n, int axis) {
    std::vector<Frequencies> result;
    for (int d = 0; d < shape.size(); ++d) {
        const bool half = n >= 0 && d == axis;
        Frequencies on_axis{{}, static_cast<double>(half ? n : shape[d])};
        for (std::int64_t k = 0; k < shape[d]; ++k)
            on_axis.numbers.push_back(static_cast<double>(half || k < (shape[d] + 1) / 2 ? k : k - shape[d]));
        result.push_back(on_axis);
    }
    return result;
}

/// A line of numbers along one axis, which broadcasts.
template <class T>
ndarray line(const std::vector<T>& values, int axis, int ndim) {
    Shape shape(ndim, 1);
    shape[axis] = static_cast<std::int64_t>(values.size());
    return array_from_host(values.data(), dtype_of<T>, shape);
}

DType result_dtype(const ndarray& input, const Output& output, bool complex_only) {
    const DType in = input.dtype();
    if (output.array) return output.array->dtype();
    const bool keeps = is_complex(in) || (!complex_only && in == DType::float32);
    const DType dtype = output.dtype.value_or(keeps ? in : complex_only ? DType::complex128 : DType::float64);
    const bool fits = is_complex(dtype) || (!complex_only && (dtype == DType::float32 || dtype == DType::float64));
    if (!fits) throw Error(std::string("output type not supported: ") + info(dtype).name);
    return dtype;
}

/// The product of the input and of what `factors(axis)` gives for each axis.
template <class Factors>
ndarray filtered(const ndarray& input, std::int64_t n, std::int64_t axis, const Output& output, bool complex_only,
                 Factors factors) {
    check_dtype(input.dtype());
    const int along = normalize_axis(axis, input.ndim());
    const DType dtype = result_dtype(input, output, complex_only);
    Target target(input, output.array ? output : Output(dtype));
    if (input.size() == 0) return target.done();
    ndarray result = input;
    const std::vector<Frequencies> all = frequencies(input.shape(), n, along);
    for (int d = 0; d < input.ndim(); ++d)
        result = multiply(result, factors(d, all[static_cast<std::size_t>(d)], input.ndim()));
    return target.done(is_complex(result.dtype()) && !is_complex(target.dtype()) ? result.real() : result);
}

}  // namespace

ndarray fourier_gaussian(const ndarray& input, const Numbers& sigma, std::int64_t n, std::int64_t axis,
                         const Output& output) {
    const kernel::Placement here(input, output);
    const std::vector<double> sigmas = sigma.expanded(input.ndim());
    return filtered(input, n, axis, output, false, [&](int d, const Frequencies& f, int ndim) {
        const double width = std::numbers::pi * sigmas[static_cast<std::size_t>(d)] / f.length;
        std::vector<double> values;
        for (const double k : f.numbers) {
            const double exponent = -2 * width * width * k * k;
            values.push_back(exponent < -50 ? 0 : std::exp(exponent));
        }
        return line(values, d, ndim);
    });
}

ndarray fourier_uniform(const ndarray& input, const Numbers& size, std::int64_t n, std::int64_t axis,
                        const Output& output) {
    const kernel::Placement here(input, output);
    const std::vector<double> sizes = size.expanded(input.ndim());
    return filtered(input, n, axis, output, false, [&](int d, const Frequencies& f, int ndim) {
        std::vector<double> values;
        for (const double k : f.numbers) {
            const double x = std::numbers::pi * sizes[static_cast<std::size_t>(d)] / f.length * k;
            values.push_back(x != 0 ? std::sin(x) / x : 1);
        }
        return line(values, d, ndim);
    });
}

ndarray fourier_shift(const ndarray& input, const Numbers& shift, std::int64_t n, std::int64_t axis,
                      const Output& output) {
    const kernel::Placement here(input, output);
    const std::vector<double> shifts = shift.expanded(input.ndim());
    return filtered(input, n, axis, output, true, [&](int d, const Frequencies& f, int ndim) {
        std::vector<std::complex<double>> values;
        for (const double k : f.numbers)
            values.push_back(
                std::polar(1.0, -2 * std::numbers::pi * shifts[static_cast<std::size_t>(d)] / f.length * k));
        return line(values, d, ndim);
    });
}

ndarray fourier_ellipsoid(const ndarray& input, const Numbers& size, std::int64_t n, std::int64_t axis,
                          const Output& output) {
    const kernel::Placement here(input, output);
    const int ndim = input.ndim();
    if (ndim > 3) throw NotSupportedError("Only 1d, 2d and 3d inputs are supported");
    check_dtype(input.dtype());
    const DType dtype = result_dtype(input, output, false);
    Target target(input, output.array ? output : Output(dtype));
    if (input.size() == 0) return target.done();
    const int along = normalize_axis(axis, ndim);
    const std::vector<double> sizes = size.expanded(ndim);
    const std::vector<Frequencies> all = frequencies(input.shape(), n, along);
    std::optional<ndarray> squares;
    for (int d = 0; d < ndim; ++d) {
        const Frequencies& f = all[static_cast<std::size_t>(d)];
        std::vector<double> values;
        for (const double k : f.numbers) {
            const double x = std::numbers::pi * sizes[static_cast<std::size_t>(d)] / f.length * k;
            values.push_back(x * x);
        }
        const ndarray on_axis = line(values, d, ndim);
        squares = squares ? add(*squares, on_axis) : on_axis;
    }
    // The transform of an interval, a disc, a ball of radius 1.
    const ndarray r = sqrt(*squares), none = equal(r, 0.0), x = where(none, 1.0, r);
    const ndarray factor =
        ndim == 1   ? divide(sin(x), x)
        : ndim == 2 ? divide(multiply(special::j1(x), 2.0), x)
                    : divide(multiply(subtract(sin(x), multiply(x, cos(x))), 3.0), multiply(multiply(x, x), x));
    const ndarray result = multiply(input, where(none, 1.0, factor));
    return target.done(is_complex(result.dtype()) && !is_complex(target.dtype()) ? result.real() : result);
}

}  // namespace cuprum::scipy::ndimage
