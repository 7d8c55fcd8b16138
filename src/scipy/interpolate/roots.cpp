// Roots of piecewise polynomials, and places where they have another value.
#include <limits>

#include "cuprum/scipy/interpolate.h"
#include "kernel/engine/placement.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {

PolynomialRoots PPoly::solve(double y, const RootOptions& options) const {
    const kernel::Placement here(c);
    if (is_complex(c.dtype())) throw ValueError("Root finding is only for real-valued polynomials");
    const std::int64_t order = c.shape()[0], intervals = c.shape()[1], columns = columns_from(c, 2);
    if (order > spline_degree + 1)
        throw ValueError("Roots are found of polynomials of degree " + std::to_string(spline_degree) +
                         " at most, not " + std::to_string(order - 1));
    PolynomialRoots result{std::vector<std::vector<double>>(static_cast<std::size_t>(columns)), axes_from(c, 2)};
    if (columns == 0) return result;
    const std::int64_t items = intervals * columns;
    const ndarray coefficients = contiguous(c, DType::float64), breaks = contiguous_places(x),
                  roots = kernel::new_array({items, order}, DType::float64),
                  counts = kernel::new_array({items}, DType::int32), jumps = kernel::new_array({items}, DType::int32);
    kernel::DataAccess data;
    RootArgs args{};
    args.coefficients = data.read<double>(coefficients);
    args.breaks = data.read<double>(breaks);
    args.roots = data.write<double>(roots);
    args.counts = data.write<int>(counts);
    args.jumps = data.write<int>(jumps);
    args.items = items;
    args.intervals = intervals;
    args.columns = columns;
    args.value = y;
    args.order = static_cast<int>(order);
    args.extrapolate = options.extrapolate.value_or(extrapolate) != Extrapolate::no;
    run_items(data, {"roots.h", "piecewise_roots", "RootArgs", 16}, args);
    // Lists of unknown lengths are the host's.
    const std::vector<double> found = roots.to_vector<double>(), places = breaks.to_vector<double>();
    const std::vector<std::int32_t> found_counts = counts.to_vector<std::int32_t>(),
                                    crossed = jumps.to_vector<std::int32_t>();
    for (std::int64_t column = 0; column < columns; ++column) {
        std::vector<double>& list = result.columns[static_cast<std::size_t>(column)];
        for (std::int64_t k = 0; k < intervals; ++k) {
            const auto item = static_cast<std::size_t>(column * intervals + k);
            const double begin = places[static_cast<std::size_t>(k)];
            if (options.discontinuity && crossed[item] && (list.empty() || list.back() != begin)) list.push_back(begin);
            if (found_counts[item] < 0) {
                list.push_back(begin);
                list.push_back(std::numeric_limits<double>::quiet_NaN());
            }
            for (std::int32_t j = 0; j < found_counts[item]; ++j) {
                const double root = found[item * static_cast<std::size_t>(order) + static_cast<std::size_t>(j)];
                if (list.empty() || list.back() != root) list.push_back(root);
            }
        }
    }
    return result;
}

}  // namespace cuprum::scipy::interpolate
