// Splines' coefficients. SciPy runs a recursion along each line, forwards and backwards. Its response to a single
// element decays like a power of the largest pole, so that it is a filter of few weights beyond which float64 sees
// nothing; lines are extended as the recursion's starting values assume. So all elements are computed at once: on a GPU
// by recursions over parts of lines, which begin so much earlier, else by the filter.
#include "scipy/ndimage/spline.h"

#include <cmath>

#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "scipy/ndimage/passes.h"

namespace cuprum::scipy::ndimage {
namespace {

/// The poles of the recursion that lie in the unit circle.
std::vector<double> poles(int order) {
    switch (order) {
        case 2: return {std::sqrt(8.0) - 3};
        case 3: return {std::sqrt(3.0) - 2};
        case 4:
            return {std::sqrt(664 - std::sqrt(438976.0)) + std::sqrt(304.0) - 19,
                    std::sqrt(664 + std::sqrt(438976.0)) - std::sqrt(304.0) - 19};
        default:
            return {std::sqrt(67.5 - std::sqrt(4436.25)) + std::sqrt(26.25) - 6.5,
                    std::sqrt(67.5 + std::sqrt(4436.25)) - std::sqrt(26.25) - 6.5};
    }
}

NdMode spline_mode(NdMode mode) {
    switch (mode) {
        case nd_reflect:
        case nd_nearest: return nd_reflect;
        case nd_grid_wrap: return nd_wrap;
        default: return nd_mirror;
    }
}

}  // namespace

void check_order(std::int64_t order, std::int64_t least) {
    if (order < least || order > 5)
        throw Error("spline order not supported: " + std::to_string(order) + "; it may be from " +
                    std::to_string(least) + " to 5");
}

namespace {

/// How far the response to a pole reaches, beyond which nothing is left of it.
int reach_of(double pole) {
    constexpr double nothing = 1e-18;
    return static_cast<int>(std::ceil(std::log(nothing) / std::log(std::abs(pole))));
}

}  // namespace

std::vector<double> spline_weights(int order) {
    std::vector<double> weights{1};
    for (const double pole : poles(order)) {
        const int reach = reach_of(pole);
        std::vector<double> next(weights.size() + static_cast<std::size_t>(2 * reach));
        for (std::size_t i = 0; i < weights.size(); ++i)
            for (int k = -reach; k <= reach; ++k)
                next[i + static_cast<std::size_t>(k + reach)] +=
                    weights[i] * (1 - pole) / (1 + pole) * std::pow(pole, std::abs(k));
        weights = next;
    }
    return weights;
}

ndarray spline_line(const ndarray& input, int order, int axis, std::string_view mode, DType dtype, const ndarray* out) {
    const std::vector<double> all = poles(order);
    if (has_pass(input, dtype, axis, 2 * reach_of(all.front()) + 1)) {
        const NdMode outside = spline_mode(mode_of(mode, false));
        const ndarray result = out ? *out : empty(input.shape(), dtype);
        ndarray from = input;
        for (std::size_t k = 0; k < all.size(); ++k) {
            const ndarray to = k + 1 == all.size() ? result : empty(input.shape(), DType::float64);
            spline_pass(from, axis, outside, all[k], reach_of(all[k]), to);
            from = to;
        }
        return result;
    }
    return correlate_line(input, {axis, spline_weights(order), spline_mode(mode_of(mode, false)), 0}, 0.0, dtype, out);
}

ndarray spline_filter1d(const ndarray& input, std::int64_t order, std::int64_t axis, const Output& output,
                        std::string_view mode) {
    const kernel::Placement here(input, output);
    check_order(order);
    const bool complex = is_complex(input.dtype());
    check_dtype(input.dtype());
    Target target(input, output.array || output.dtype ? output : Output(DType::float64), nullptr, complex);
    const int along = normalize_axis(axis, input.ndim());
    if (order < 2) return target.done(input);
    const NdMode checked = mode_of(mode, false);
    static_cast<void>(checked);
    if (input.size() == 0) return target.done();
    // The correlation engine computes with complex numbers, too.
    return target.done(spline_line(input, static_cast<int>(order), along, mode, target.dtype(), &target.data()));
}

ndarray spline_filter(const ndarray& input, std::int64_t order, const Output& output, std::string_view mode) {
    const kernel::Placement here(input, output);
    check_order(order, 2);
    check_dtype(input.dtype());
    Target target(input, output.array || output.dtype ? output : Output(DType::float64), nullptr,
                  is_complex(input.dtype()));
    if (input.size() == 0) return target.done();
    ndarray result = input;
    for (int d = 0; d < input.ndim(); ++d)
        result = spline_line(result, static_cast<int>(order), d, mode, target.dtype(),
                             d + 1 == input.ndim() ? &target.data() : nullptr);
    return target.done(result);
}

}  // namespace cuprum::scipy::ndimage
