// Sums of radial functions around scattered points.
#include <algorithm>
#include <array>

#include "core/warnings.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate_grids.h"
#include "cuprum/sorting.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

struct KernelName {
    const char* name;
    bool scale_invariant;
    int least_degree;
};
// In the order of RadialKernel.
constexpr std::array<KernelName, 8> kernels{{{"linear", true, 0},
                                             {"thin_plate_spline", true, 1},
                                             {"cubic", true, 1},
                                             {"quintic", true, 2},
                                             {"multiquadric", false, 0},
                                             {"inverse_multiquadric", false, -1},
                                             {"inverse_quadratic", false, -1},
                                             {"gaussian", false, -1}}};
constexpr std::int64_t most_system_elements = std::int64_t{1} << 25;  // of the equations of neighbourhoods at a time

int kernel_of(std::string_view name) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    for (std::size_t k = 0; k < kernels.size(); ++k)
        if (lower == kernels[k].name) return static_cast<int>(k);
    std::string names;
    for (const KernelName& kernel : kernels) names += (names.empty() ? "'" : ", '") + std::string(kernel.name) + "'";
    throw ValueError("`kernel` must be one of " + names + ", found '" + std::string(name) + "'.");
}

/// The powers of all monomials up to a degree, by rising degree; those of one degree as combinations of variables.
void add_monomials(int dimensions, int left, int first, std::vector<std::int32_t>& powers,
                   std::vector<std::int32_t>& all) {
    if (left == 0) {
        all.insert(all.end(), powers.begin(), powers.end());
        return;
    }
    for (int variable = first; variable < dimensions; ++variable) {
        ++powers[static_cast<std::size_t>(variable)];
        add_monomials(dimensions, left - 1, variable, powers, all);
        --powers[static_cast<std::size_t>(variable)];
    }
}

ndarray monomial_powers(int dimensions, int degree) {
    std::vector<std::int32_t> all, powers(static_cast<std::size_t>(dimensions));
    for (int d = 0; d <= degree; ++d) add_monomials(dimensions, d, 0, powers, all);
    const std::int64_t count = dimensions ? static_cast<std::int64_t>(all.size()) / dimensions : 0;
    return array_from_host(all.data(), DType::int32, {count, dimensions});
}

/// What the equations of one set of points, or of many neighbourhoods, give.
struct Solved {
    ndarray shift, scale, coeffs;
};

[[noreturn]] void throw_singular(std::int64_t monomials) {
    throw LinAlgError(
        "Singular matrix. Points that are equal, or that do not determine the polynomial, make it so: it has " +
        std::to_string(monomials) + " monomials.");
}

/// Refuses equations with two equal points of which neither is smoothed: rounding hides that their matrix is singular,
/// and the values would be of the order of 1e16.
void check_distinct(const RBFInterpolator& of, const ndarray* neighbours) {
    const std::int64_t n = of.y.shape()[0];
    if (n < 2 || of.y.shape()[1] == 0) return;
    const Unique found = unique(of.y, {.inverse = true, .axis = 0});
    if (found.values.shape()[0] == n) return;
    const ndarray places = arange(n), group = where(equal(of.smoothing, 0), found.inverse.reshape({n}), add(places, n));
    const ndarray rows = sort(neighbours ? group.at({Index(*neighbours)}) : group.reshape({1, n}), -1);
    const std::int64_t count = rows.shape()[1];
    if (any(equal(slice(rows, 1, 1, count), slice(rows, 1, 0, count - 1))).item().to_bool())
        throw_singular(of.monomials.shape()[0]);
}

Solved solve(const RBFInterpolator& of, const ndarray* neighbours) {
    const std::int64_t count = neighbours ? neighbours->shape()[1] : of.y.shape()[0],
                       systems = neighbours ? neighbours->shape()[0] : 1, dimensions = of.y.shape()[1],
                       monomials = of.monomials.shape()[0], size = count + monomials, columns = of.d.shape()[1];
    Solved solved{kernel::new_array({systems, dimensions}, DType::float64),
                  kernel::new_array({systems, dimensions}, DType::float64), ndarray()};
    const ndarray matrix = kernel::new_array({systems, size, size}, DType::float64),
                  right = zeros({systems, size, columns});
    kernel::DataAccess data;
    RadialSystemArgs args{};
    args.points = data.read<double>(of.y);
    args.neighbours = data.read<long long>(neighbours);
    args.smoothing = data.read<double>(of.smoothing);
    args.shift = data.write<double>(solved.shift);
    args.scale = data.write<double>(solved.scale);
    args.powers = data.read<int>(of.monomials);
    args.out = data.write<double>(matrix);
    args.count = count;
    args.epsilon = of.epsilon;
    args.kernel = of.kernel_number;
    args.dimensions = static_cast<int>(dimensions);
    args.monomials = static_cast<int>(monomials);
    args.items = systems * dimensions;
    run_items(data, {"radial.h", "radial_extent", "RadialSystemArgs", 4}, args);
    args.items = matrix.size();
    run_items(data, {"radial.h", "radial_element", "RadialSystemArgs"}, args);
    const ndarray given = neighbours ? of.d.at({Index(*neighbours)}) : of.d.reshape({1, count, columns});
    copyto(slice(right, 1, 0, count), given);
    if (size == 0 || columns == 0) {
        solved.coeffs = right;
        return solved;
    }
    check_distinct(of, neighbours);
    try {
        solved.coeffs = contiguous(cuprum::linalg::solve(matrix, right), DType::float64);
    } catch (const LinAlgError&) {
        throw_singular(monomials);
    }
    return solved;
}

ndarray evaluate(const RBFInterpolator& of, const ndarray& places, const Solved& solved, const ndarray* neighbours) {
    const std::int64_t columns = of.d.shape()[1];
    const ndarray out = kernel::new_array({places.shape()[0], columns}, DType::float64);
    if (out.size() == 0) return out;
    kernel::DataAccess data;
    RadialArgs args{};
    args.places = data.read<double>(places);
    args.centers = data.read<double>(of.y);
    args.neighbours = data.read<long long>(neighbours);
    args.shift = data.read<double>(solved.shift);
    args.scale = data.read<double>(solved.scale);
    args.powers = data.read<int>(of.monomials);
    args.coefficients = data.read(solved.coeffs);
    args.out = data.write(out);
    args.items = out.size();
    args.count = neighbours ? neighbours->shape()[1] : of.y.shape()[0];
    args.columns = columns;
    args.epsilon = of.epsilon;
    args.kernel = of.kernel_number;
    args.dimensions = static_cast<int>(of.y.shape()[1]);
    args.monomials = static_cast<int>(of.monomials.shape()[0]);
    run_items(data, {"radial.h", "radial_value", "RadialArgs", 4}, args);
    return out;
}

}  // namespace

int RBFInterpolator::least_degree(std::string_view name) {
    return kernels[static_cast<std::size_t>(kernel_of(name))].least_degree;
}

RBFInterpolator::RBFInterpolator(const ndarray& points, const ndarray& values, const RadialOptions& options) {
    const kernel::Placement here(points, values);
    if (points.ndim() != 2) throw ValueError("`y` must be a 2-dimensional array.");
    y = contiguous_places(points);
    const std::int64_t n = y.shape()[0];
    const auto dimensions = static_cast<int>(y.shape()[1]);
    if (values.ndim() == 0 || values.shape()[0] != n)
        throw ValueError("Expected the first axis of `d` to have length " + std::to_string(n) + ".");
    d_dtype = computing_dtype(values.dtype());
    d_shape = axes_from(values, 1);
    const ndarray flat = contiguous(values, d_dtype);
    const std::int64_t columns = columns_from(flat, 1) * (is_complex(d_dtype) ? 2 : 1);
    d = (is_complex(d_dtype) && flat.ndim() == 1 ? flat.reshape({n, 1}) : flat)
            .view(DType::float64)
            .reshape({n, columns});
    if (!options.smoothing || options.smoothing->ndim() == 0) {
        smoothing = full({n}, options.smoothing ? options.smoothing->item() : Scalar(0.0), DType::float64);
    } else {
        if (options.smoothing->shape() != Shape{n})
            throw ValueError("Expected `smoothing` to be a scalar or have shape (" + std::to_string(n) + ",).");
        smoothing = contiguous_places(*options.smoothing);
    }
    kernel_number = kernel_of(options.kernel);
    const KernelName& named = kernels[static_cast<std::size_t>(kernel_number)];
    kernel = named.name;
    if (!options.epsilon && !named.scale_invariant)
        throw ValueError(
            "`epsilon` must be specified if `kernel` is not one of 'linear', 'thin_plate_spline', 'cubic', "
            "'quintic'.");
    epsilon = options.epsilon.value_or(1.0);
    degree = options.degree.value_or(std::max(named.least_degree, 0));
    if (degree > -1 && degree < named.least_degree)
        warn("`degree` should not be below " + std::to_string(named.least_degree) + " except -1 when `kernel` is '" +
             kernel +
             "'. The interpolant may not be uniquely solvable, and the smoothing parameter may have an unintuitive "
             "effect.");
    if (degree < -1) throw ValueError("`degree` must be at least -1.");
    if (options.neighbors) neighbors = std::min(*options.neighbors, n);
    monomials = monomial_powers(dimensions, degree);
    if (monomials.shape()[0] > neighbors.value_or(n))
        throw ValueError("At least " + std::to_string(monomials.shape()[0]) +
                         " data points are required when `degree` is " + std::to_string(degree) +
                         " and the number of dimensions is " + std::to_string(dimensions) + ".");
    if (neighbors) {
        if (*neighbors < 1) throw ValueError("`neighbors` must be at least 1, found " + std::to_string(*neighbors));
        tree = std::make_shared<spatial::KDTree>(y);
        return;
    }
    const Solved solved = solve(*this, nullptr);
    shift = solved.shift.reshape({dimensions});
    scale = solved.scale.reshape({dimensions});
    coeffs = solved.coeffs.reshape({n + monomials.shape()[0], columns});
}

ndarray RBFInterpolator::powers() const { return monomials.astype(DType::int64); }

ndarray RBFInterpolator::operator()(const ndarray& places) const {
    const kernel::Placement here(places, y);
    if (places.ndim() != 2) throw ValueError("`x` must be a 2-dimensional array.");
    if (places.shape()[1] != y.shape()[1])
        throw ValueError("Expected the second axis of `x` to have length " + std::to_string(y.shape()[1]) + ".");
    const ndarray at = contiguous_places(places);
    const std::int64_t m = at.shape()[0];
    ndarray out;
    if (!neighbors) {
        out = evaluate(*this, at, {shift, scale, coeffs}, nullptr);
    } else {
        const std::int64_t size = *neighbors + monomials.shape()[0],
                           each = std::max<std::int64_t>(1, most_system_elements / (size * size));
        out = kernel::new_array({m, d.shape()[1]}, DType::float64);
        for (std::int64_t start = 0; start < m; start += each) {
            const std::int64_t stop = std::min(m, start + each);
            const ndarray some = slice(at, 0, start, stop), near = sort(tree->query(some, *neighbors).indices);
            copyto(slice(out, 0, start, stop), evaluate(*this, some, solve(*this, &near), &near));
        }
    }
    return out.view(d_dtype).reshape(joined({m}, d_shape));
}

}  // namespace cuprum::scipy::interpolate
