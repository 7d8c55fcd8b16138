// Filters that are made of correlations along the axes: Gaussians, differences, second differences.
#include <algorithm>
#include <cmath>

#include "core/checked_numbers.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "scipy/ndimage/linear.h"
#include "scipy/ndimage/window.h"

namespace cuprum::scipy::ndimage {
namespace {

constexpr std::int64_t most_radius = std::int64_t{1} << 40;

/// A Gaussian's weights, or those of its derivative of an order, in the order of a correlation. A derivative is the
/// Gaussian times a polynomial: with p' = -x / sigma^2 it obeys q -> q' + p' q.
std::vector<double> gaussian_weights(double sigma, std::int64_t order, std::int64_t radius) {
    if (order < 0) throw ValueError("order must be non-negative, found " + std::to_string(order));
    if (radius < 0) throw ValueError("Radius must be a nonnegative integer, found " + std::to_string(radius));
    if (radius > most_radius || order > most_radius)
        throw ValueError("a Gaussian's radius and order must be at most 2**40, found " + std::to_string(radius) +
                         " and " + std::to_string(order));
    const double variance = sigma * sigma;
    const auto count = static_cast<std::size_t>(2 * radius + 1);
    std::vector<double> weights(count);
    double total = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const double x = static_cast<double>(static_cast<std::int64_t>(k) - radius);
        weights[k] = std::exp(-0.5 / variance * x * x);
        total += weights[k];
    }
    std::vector<double> polynomial(static_cast<std::size_t>(order) + 1);
    polynomial[0] = 1;
    for (std::int64_t step = 0; step < order; ++step) {
        std::vector<double> next(polynomial.size());
        for (std::size_t i = 0; i < polynomial.size(); ++i) {
            if (i > 0) next[i - 1] += static_cast<double>(i) * polynomial[i];
            if (i + 1 < polynomial.size()) next[i + 1] -= polynomial[i] / variance;
        }
        polynomial = next;
    }
    for (std::size_t k = 0; k < count; ++k) {
        const double x = static_cast<double>(static_cast<std::int64_t>(k) - radius);
        double factor = 0;
        for (std::size_t i = polynomial.size(); i-- > 0;) factor = factor * x + polynomial[i];
        weights[k] *= factor / total;
    }
    std::reverse(weights.begin(), weights.end());
    return weights;
}

struct GaussianAxis {
    int axis;
    double sigma;
    std::int64_t order;
    NdMode mode;
    Radius radius;

    LinePass pass(double truncate) const {
        const std::int64_t reach = radius.value_or(saturated(truncate * sigma + 0.5));
        return {axis, gaussian_weights(sigma, order, reach), mode, 0};
    }
};

constexpr double no_sigma = 1e-15;  // as SciPy has it

std::vector<NdMode> modes_of(const Modes& modes, int count) {
    std::vector<NdMode> result;
    for (const std::string& mode : modes.expanded(count)) result.push_back(mode_of(mode));
    return result;
}

/// Gaussians of all orders, which have a sigma for each of the axes.
ndarray gaussian(const ndarray& input, const std::vector<GaussianAxis>& axes, const Scalar& cval, double truncate,
                 Target& target) {
    std::vector<LinePass> passes;
    for (const GaussianAxis& axis : axes)
        if (axis.sigma > no_sigma) passes.push_back(axis.pass(truncate));
    return correlate_lines(input, passes, cval, target);
}

/// Whether all axes have one mode, so that a window of several axes may be taken at once.
bool is_one_mode(const std::vector<NdMode>& modes) {
    return std::all_of(modes.begin(), modes.end(), [&](NdMode m) { return m == modes[0]; });
}

ndarray differences(const ndarray& input, std::int64_t axis, const Output& output, const Modes& mode,
                    const Scalar& cval, double middle) {
    const int along = normalize_axis(axis, input.ndim());
    Target target(input, output);
    const std::vector<NdMode> modes = modes_of(mode, input.ndim());
    const DType dtype = input.dtype();
    if ((dtype == DType::float32 || dtype == DType::float64) && target.dtype() == dtype && input.size() > 0 &&
        (input.ndim() == 2 || input.ndim() == 3) && is_one_mode(modes) &&
        (modes[0] != nd_constant || cval.to_complex() == 0.0)) {
        // All axes at once: memory is read and written once. Along lines a value outside of the image is also that of
        // what lies outside of differences, which is the same for 0 alone.
        std::vector<double> weights{1};
        for (int d = 0; d < input.ndim(); ++d) {
            std::vector<double> next;
            for (const double w : weights)
                for (const double v : {d == along ? -1.0 : 1.0, d == along ? 0.0 : middle, 1.0}) next.push_back(w * v);
            weights = next;
        }
        return correlate(input, array_from_host(weights.data(), DType::float64, Shape(input.ndim(), 3)), output,
                         mode.values()[0], cval, 0, {});
    }
    std::vector<LinePass> passes{{along, {-1, 0, 1}, modes[static_cast<std::size_t>(along)], 0}};
    for (int d = 0; d < input.ndim(); ++d)
        if (d != along) passes.push_back({d, {1, middle, 1}, modes[static_cast<std::size_t>(d)], 0});
    return correlate_lines(input, passes, cval, target);
}

/// The sum over axes of what `term(axis number, its mode)` gives, or the root of the sum of their squares.
template <class Term>
ndarray combined(const ndarray& input, const Output& output, const Modes& mode, const Dims& along, bool magnitude,
                 Term term) {
    Target target(input, output);
    if (along.empty()) return target.done(input);
    const std::vector<NdMode> modes = modes_of(mode, along.size());
    std::optional<ndarray> total;
    for (int k = 0; k < along.size(); ++k) {
        ndarray part = term(k, modes[static_cast<std::size_t>(k)], target.dtype());
        if (magnitude) part = multiply(part, part);
        total = total ? add(*total, part) : part;
    }
    if (magnitude) total = sqrt(*total);
    return target.done(*total);
}

}  // namespace

ndarray gaussian_filter1d(const ndarray& input, double sigma, std::int64_t axis, std::int64_t order,
                          const Output& output, std::string_view mode, const Scalar& cval, double truncate,
                          Radius radius) {
    const kernel::Placement here(input, output);
    const int along = normalize_axis(axis, input.ndim());
    const LinePass pass = GaussianAxis{along, sigma, order, mode_of(mode), radius}.pass(truncate);
    Target target(input, output);
    return correlate_lines(input, {pass}, cval, target);
}

ndarray gaussian_filter(const ndarray& input, const Numbers& sigma, const Integers& order, const Output& output,
                        const Modes& mode, const Scalar& cval, double truncate, const Radii& radius, const Axes& axes) {
    const kernel::Placement here(input, output);
    Target target(input, output);
    const Dims along = checked_axes(axes, input.ndim());
    const int count = along.size();
    const std::vector<std::int64_t> orders = order.expanded(count);
    const std::vector<double> sigmas = sigma.expanded(count);
    const std::vector<NdMode> modes = modes_of(mode, count);
    std::vector<GaussianAxis> parts;
    for (int k = 0; k < count; ++k) {
        const auto i = static_cast<std::size_t>(k);
        Radius reach;
        if (radius) reach = radius->expanded(count)[i];
        parts.push_back({static_cast<int>(along[k]), sigmas[i], orders[i], modes[i], reach});
    }
    return gaussian(input, parts, cval, truncate, target);
}

ndarray prewitt(const ndarray& input, std::int64_t axis, const Output& output, const Modes& mode, const Scalar& cval) {
    const kernel::Placement here(input, output);
    return differences(input, axis, output, mode, cval, 1);
}

ndarray sobel(const ndarray& input, std::int64_t axis, const Output& output, const Modes& mode, const Scalar& cval) {
    const kernel::Placement here(input, output);
    return differences(input, axis, output, mode, cval, 2);
}

ndarray laplace(const ndarray& input, const Output& output, const Modes& mode, const Scalar& cval, const Axes& axes) {
    const kernel::Placement here(input, output);
    const Dims along = checked_axes(axes, input.ndim());
    if (!along.empty() && !is_complex(input.dtype()) && input.size() > 0) {
        const std::vector<NdMode> modes = modes_of(mode, along.size());
        // Along lines each axis' sum is cut to the output's integers, or to true and false.
        const DType written = Target(input, output).dtype();
        const bool has_fractions =
            is_inexact(input.dtype()) || (modes[0] == nd_constant && cval.to_double() != std::trunc(cval.to_double()));
        const bool is_cut = along.size() > 1 && !is_inexact(written) && (has_fractions || written == DType::bool_);
        if (is_one_mode(modes) && !is_cut) {
            // A cross of neighbours, all axes at once.
            Target target(input, output);
            if (is_complex(target.dtype())) throw Error("the Laplace operator of reals is real: give a real output");
            Footprint cross{Shape(input.ndim(), 1), Dims(input.ndim()), {}};
            for (const std::int64_t d : along) {
                cross.box[static_cast<int>(d)] = 3;
                cross.before[static_cast<int>(d)] = 1;
            }
            std::vector<double> weights;
            const std::int64_t cells = element_count(cross.box);
            for (std::int64_t cell = 0; cell < cells; ++cell) {
                std::int64_t rest = cell;
                int away = 0;
                for (int d = input.ndim() - 1; d >= 0; --d) {
                    if (cross.box[d] == 3) away += rest % 3 != 1;
                    rest /= cross.box[d];
                }
                if (away > 1) continue;
                cross.cells.push_back(cell);
                weights.push_back(away ? 1 : -2.0 * along.size());
            }
            return weighted_window(input, cross, weights, modes[0], cval, target);
        }
    }
    return combined(input, output, mode, along, false, [&](int k, NdMode outside, DType dtype) {
        Target part(input, dtype);
        return correlate_lines(input, {{static_cast<int>(along[k]), {1, -2, 1}, outside, 0}}, cval, part);
    });
}

ndarray gaussian_laplace(const ndarray& input, const Numbers& sigma, const Output& output, const Modes& mode,
                         const Scalar& cval, const Axes& axes, double truncate, const Radii& radius) {
    const kernel::Placement here(input, output);
    const Dims along = checked_axes(axes, input.ndim());
    const std::vector<double> sigmas = sigma.expanded(along.size());
    return combined(input, output, mode, along, false, [&](int k, NdMode outside, DType dtype) {
        std::vector<GaussianAxis> parts;
        for (int d = 0; d < along.size(); ++d) {
            Radius reach;
            if (radius) reach = radius->expanded(along.size())[static_cast<std::size_t>(d)];
            parts.push_back(
                {static_cast<int>(along[d]), sigmas[static_cast<std::size_t>(d)], d == k ? 2 : 0, outside, reach});
        }
        Target part(input, dtype);
        return gaussian(input, parts, cval, truncate, part);
    });
}

ndarray gaussian_gradient_magnitude(const ndarray& input, const Numbers& sigma, const Output& output, const Modes& mode,
                                    const Scalar& cval, const Axes& axes, double truncate, const Radii& radius) {
    const kernel::Placement placement(input, output);
    const Dims along = checked_axes(axes, input.ndim());
    // SciPy blurs along all of the array's axes here, whichever are named.
    const std::vector<double> sigmas = sigma.expanded(input.ndim());
    return combined(input, output, mode, along, true, [&](int k, NdMode outside, DType dtype) {
        std::vector<GaussianAxis> parts;
        for (int d = 0; d < input.ndim(); ++d) {
            Radius reach;
            if (radius) reach = radius->expanded(input.ndim())[static_cast<std::size_t>(d)];
            parts.push_back({d, sigmas[static_cast<std::size_t>(d)], d == along[k] ? 1 : 0, outside, reach});
        }
        Target part(input, dtype);
        return gaussian(input, parts, cval, truncate, part);
    });
}

}  // namespace cuprum::scipy::ndimage
