// The Savitzky-Golay filter: local polynomials by least squares.
#include <cmath>
#include <vector>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/transfer.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/correlate.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/recursive.h"

namespace cuprum::scipy::signal {
namespace {

/// Of a polynomial of a degree, fitted to values at 0, 1, ..., length - 1, the derivative at a place is the sum of
/// these weights times the values. Polynomials that are orthogonal at those points keep the fit well conditioned.
std::vector<double> fit_weights(std::int64_t length, std::int64_t degree, std::int64_t deriv, double delta,
                                double place) {
    const std::size_t n = static_cast<std::size_t>(length);
    std::vector<double> weights(n);
    if (deriv > degree) return weights;
    const long double middle = 0.5L * (static_cast<long double>(length) - 1), scale = length > 1 ? middle : 1;
    const auto x = [&](std::size_t i) { return (static_cast<long double>(i) - middle) / scale; };
    const long double at = (place - middle) / scale;
    // p[k+1] = (x - alpha) p[k] - beta p[k-1], and so for all derivatives at the place.
    const std::size_t orders = static_cast<std::size_t>(deriv) + 1;
    std::vector<long double> now(n, 1), before(n, 0), next(n), own(orders, 0), own_before(orders, 0), own_next(orders);
    own[0] = 1;
    long double norm_before = 1;
    for (std::int64_t k = 0; k <= degree; ++k) {
        long double norm = 0, moment = 0;
        for (std::size_t i = 0; i < n; ++i) {
            norm += now[i] * now[i];
            moment += x(i) * now[i] * now[i];
        }
        for (std::size_t i = 0; i < n; ++i) weights[i] += static_cast<double>(own[orders - 1] * now[i] / norm);
        const long double alpha = moment / norm, beta = k > 0 ? norm / norm_before : 0;
        for (std::size_t i = 0; i < n; ++i) next[i] = (x(i) - alpha) * now[i] - beta * before[i];
        for (std::size_t d = 0; d < orders; ++d)
            own_next[d] =
                (at - alpha) * own[d] + (d ? static_cast<long double>(d) * own[d - 1] : 0) - beta * own_before[d];
        before.swap(now);
        now.swap(next);
        own_before = own;
        own.swap(own_next);
        norm_before = norm;
    }
    const double unit = std::pow(static_cast<double>(scale) * delta, static_cast<double>(deriv));
    for (double& weight : weights) weight /= unit;
    return weights;
}

void check_order(std::int64_t window_length, std::int64_t polyorder, std::int64_t deriv) {
    if (deriv < 0) throw ValueError("deriv must be 0 or more, found " + std::to_string(deriv));
    if (polyorder >= window_length)
        throw ValueError("polyorder must be less than window_length; found " + std::to_string(polyorder) + " and " +
                         std::to_string(window_length));
}

}  // namespace

ndarray savgol_coeffs(std::int64_t window_length, std::int64_t polyorder, std::int64_t deriv, double delta,
                      std::optional<double> pos, std::string_view use) {
    check_order(window_length, polyorder, deriv);
    const double place = pos.value_or(window_length % 2 ? static_cast<double>(window_length / 2)
                                                        : static_cast<double>(window_length / 2) - 0.5);
    if (!(place >= 0 && place < static_cast<double>(window_length)))
        throw ValueError("pos must be nonnegative and less than window_length.");
    if (use != "conv" && use != "dot")
        throw ValueError("`use` must be 'conv' or 'dot', found '" + std::string(use) + "'");
    std::vector<double> weights = fit_weights(window_length, polyorder, deriv, delta, place);
    if (use == "conv") weights = {weights.rbegin(), weights.rend()};
    return from_host(weights, {window_length});
}

ndarray savgol_filter(const ndarray& x, std::int64_t window_length, std::int64_t polyorder, std::int64_t deriv,
                      double delta, std::int64_t axis, std::string_view mode, double cval) {
    const kernel::Placement here(x);
    kernel::Correlation how;
    if (mode == "mirror") how.boundary = boundary_mirror;
    else if (mode == "nearest") how.boundary = boundary_nearest;
    else if (mode == "wrap") how.boundary = boundary_wrap;
    else if (mode == "constant" || mode == "interp") {
        how.boundary = boundary_constant;
        how.fill = cval;
    } else
        throw ValueError("mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp', found '" +
                         std::string(mode) + "'");
    check_order(window_length, polyorder, deriv);
    const int along = checked_axis(x, axis);
    const DType dtype = x.dtype() == DType::float32 ? x.dtype() : DType::float64;
    const std::int64_t n = x.shape()[along], half = window_length / 2;
    if (mode == "interp" && window_length > n)
        throw ValueError("If mode is 'interp', window_length must be less than or equal to the size of x, which is " +
                         std::to_string(n));
    const double middle = window_length % 2 ? static_cast<double>(half) : static_cast<double>(half) - 0.5;
    const std::vector<double> taps = fit_weights(window_length, polyorder, deriv, delta, middle);
    Shape shape(x.ndim(), 1);
    shape[along] = window_length;
    Dims before(x.ndim());
    // A window of even length is centred upon the element behind its middle.
    before[along] = (window_length - 1) / 2;
    how.before = before;
    const ndarray in = x.astype(dtype, 'K', Casting::unsafe, false), out = kernel::new_array(x.shape(), dtype);
    kernel::correlate(in, from_host(taps, {window_length}, dtype).reshape(shape), out, how);
    if (mode != "interp" || half == 0 || out.size() == 0) return out;

    // The first and the last results are values of the polynomials of the first and the last window.
    const DType wide = DType::float64;
    for (const bool right : {false, true}) {
        std::vector<double> matrix(static_cast<std::size_t>(window_length * half));
        for (std::int64_t k = 0; k < half; ++k) {
            const double place = static_cast<double>(right ? window_length - half + k : k);
            const std::vector<double> weights = fit_weights(window_length, polyorder, deriv, delta, place);
            for (std::int64_t j = 0; j < window_length; ++j)
                matrix[static_cast<std::size_t>(j * half + k)] = weights[static_cast<std::size_t>(j)];
        }
        const ndarray ends =
            lines_of(slice(in, along, right ? n - window_length : 0, right ? n : window_length), along).astype(wide);
        const ndarray values = matmul(ends, from_host(matrix, {window_length, half}, wide));
        const ndarray target = slice(out, along, right ? n - half : 0, right ? n : half);
        Shape moved(x.shape());
        moved.erase(along);
        moved.push_back(half);
        copy_to(moveaxis(values.reshape(moved), -1, along), target);
    }
    return out;
}

}  // namespace cuprum::scipy::signal
