// Polynomials with the lowest power first.
#include <cmath>

#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/polynomial.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "numpy/polynomial/coefficients.h"

namespace cuprum::polynomial {
namespace {

/// With an axis of length one for each of the points' axes.
ndarray before_points(const ndarray& a, int axes) {
    Shape shape(a.shape());
    for (int d = 0; d < axes; ++d) shape.push_back(1);
    return a.reshape(shape);
}

}  // namespace

ndarray polyvander(const ndarray& x, std::int64_t deg) {
    const kernel::Placement here(x);
    if (deg < 0) throw ValueError("deg must be non-negative, found " + std::to_string(deg));
    const ndarray given = at_least_1d(x), points = is_inexact(given.dtype()) ? given : given.astype(DType::float64);
    // As in NumPy the first column is NaN where a point is not finite.
    static const ElementwiseKernel kernel("T x, int64 power", "T y",
                                          "T product = power == 0 ? T(x * T(0) + T(1)) : x;\n"
                                          "for (long long k = 1; k < power; ++k) product = T(product * x);\n"
                                          "y = product;",
                                          "cuprum_polyvander");
    // In memory the powers come first, as in NumPy.
    Shape each(points.ndim() + 1, 1);
    each[0] = length_sum(deg, 1);
    return moveaxis(kernel(points, arange(each[0]).reshape(each)), 0, -1);
}

ndarray polycompanion(const ndarray& c) {
    const kernel::Placement here(c);
    const ndarray coefficients = as_series({c})[0];
    const std::int64_t n = coefficients.size() - 1;
    if (n < 1) throw ValueError("Series must have maximum degree of at least 1.");
    const ndarray matrix = eye(n, n, -1, coefficients.dtype());
    const ndarray column = true_divide(slice(coefficients, 0, 0, n), place_of(coefficients, 0, n));
    const ndarray last = place_of(matrix, 1, n - 1);
    subtract(last, column, {.out = {&last}});
    return matrix;
}

ndarray polyval(const Operand& x, const ndarray& c, bool tensor) {
    const kernel::Placement here(x, c);
    ndarray coefficients = at_least_1d(c);
    if (!is_inexact(coefficients.dtype())) coefficients = coefficients.astype(DType::float64);
    if (coefficients.shape()[0] == 0) throw ValueError("polyval takes one coefficient at least, found none");
    const DType dtype = result_type({x, coefficients});
    const ndarray points = x.is_array() ? x.array().astype(dtype, 'K', Casting::unsafe, false) : full({}, x, dtype);
    const std::int64_t count = coefficients.shape()[0], polynomials = coefficients.size() / count;
    // Which polynomial: its coefficients are as far apart as there are polynomials.
    Shape others(coefficients.shape());
    others.erase(0);
    ndarray which = arange(polynomials).reshape(others);
    if (tensor) which = before_points(which, points.ndim());
    return horner(coefficients.astype(dtype, 'C', Casting::unsafe, false), points, which, (count - 1) * polynomials,
                  -polynomials, count);
}

ndarray polyvalfromroots(const Operand& x, const ndarray& r, bool tensor) {
    const kernel::Placement here(x, r);
    ndarray zeros_of = at_least_1d(r);
    if (!is_inexact(zeros_of.dtype())) zeros_of = zeros_of.astype(DType::float64);
    const int axes = x.is_array() ? x.array().ndim() : 0;
    if (tensor) zeros_of = before_points(zeros_of, axes);
    else if (axes >= zeros_of.ndim())
        throw ValueError("x.ndim must be < r.ndim when tensor == False, found " + std::to_string(axes) + " and " +
                         std::to_string(zeros_of.ndim()));
    return prod(subtract(x, zeros_of), {.axis = 0});
}

std::vector<ndarray> as_series(ArrayList alist, bool trim) {
    const kernel::Placement here(alist);
    std::vector<ndarray> series;
    for (const ndarray& a : alist) {
        const ndarray vector = at_least_1d(a);
        if (vector.size() == 0) throw ValueError("Coefficient array is empty");
        if (vector.ndim() != 1) throw ValueError("Coefficient array is not 1-d; its shape is " + to_string(a.shape()));
        if (vector.dtype() == DType::bool_)
            throw ValueError("Coefficient arrays have no common type: there is none for bool");
        series.push_back(trim ? trimseq(vector) : vector);
    }
    if (series.empty()) return series;
    const DType dtype = common_type(series);
    for (ndarray& vector : series) vector = vector.astype(dtype, 'C');
    return series;
}

ndarray trimseq(const ndarray& seq) {
    if (seq.ndim() == 0) throw TypeError("trimseq takes coefficients one behind another, found one number");
    if (seq.shape()[0] == 0) return seq;
    if (seq.size() != seq.shape()[0])
        throw ValueError("trimseq looks at one number behind another, found the shape " + to_string(seq.shape()));
    const auto values = on_host(seq);
    std::int64_t length = seq.shape()[0];
    while (length > 1 && values[static_cast<std::size_t>(length) - 1] == 0.0) --length;
    return slice(seq, 0, 0, length);
}

ndarray trimcoef(const ndarray& c, double tol) {
    const kernel::Placement here(c);
    if (tol < 0) throw ValueError("tol must be non-negative, found " + std::to_string(tol));
    const ndarray coefficients = as_series({c})[0];
    const auto values = on_host(coefficients);
    std::int64_t length = coefficients.size();
    while (length > 0 && !(std::abs(values[static_cast<std::size_t>(length) - 1]) > tol)) --length;
    return length ? slice(coefficients, 0, 0, length).copy() : multiply(slice(coefficients, 0, 0, 1), 0);
}

}  // namespace cuprum::polynomial
