// Exponentials of matrices and their products, and the estimate of a norm that these need.
#include <map>
#include <span>
#include <utility>

#include "core/checked_numbers.h"
#include "core/warnings.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/random.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/krylov.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

using Numbers = std::vector<std::int64_t>;

std::vector<double> host(const ndarray& a) { return as(a, DType::float64).to_vector<double>(); }

/// Of numbers' lengths one, zero having that of one.
ndarray signs(const ndarray& y) {
    static const ElementwiseKernel real("T y", "T s", "s = y < T(0) ? T(-1) : T(1)", "cuprum_norm_signs");
    static const ElementwiseKernel complex("T y", "T s", "s = y == T(0) ? T(1) : y / T(abs(y))", "cuprum_norm_phases");
    return is_complex(y.dtype()) ? complex(y) : real(y);
}

/// For each column of x, whether it is parallel to one of y's, where all numbers have the length one.
std::vector<bool> parallel(const ndarray& x, const ndarray& y, bool among_themselves) {
    const std::int64_t n = x.shape()[0], columns = x.shape()[1], others = y.shape()[1];
    const std::vector<double> products = host(absolute(cuprum::matmul(is_complex(x.dtype()) ? conj(x).T() : x.T(), y)));
    std::vector<bool> found(at(columns));
    for (std::int64_t i = 0; i < columns; ++i)
        for (std::int64_t j = 0; j < (among_themselves ? i : others); ++j)
            if (products[at(i * others + j)] >= static_cast<double>(n) * (1 - 1e-6)) found[at(i)] = true;
    return found;
}

ndarray random_signs(random::RandomState& seeded, std::int64_t n, DType dtype) {
    return as(signs(seeded.random_sample(Shape{n}) - Scalar(0.5)), dtype);
}

/// Columns that are parallel to others are drawn anew, some times.
void resample(random::RandomState& seeded, const ndarray& x, const ndarray* before) {
    for (int round = 0; round < 5; ++round) {
        std::vector<bool> bad = parallel(x, x, true);
        if (before) {
            const std::vector<bool> old = parallel(x, *before, false);
            for (std::size_t i = 0; i < bad.size(); ++i) bad[i] = bad[i] || old[i];
        }
        bool any = false;
        for (std::size_t i = 0; i < bad.size(); ++i) {
            if (!bad[i]) continue;
            any = true;
            copyto(x.at({Slice{}, static_cast<std::int64_t>(i)}), random_signs(seeded, x.shape()[0], x.dtype()),
                   Casting::unsafe);
        }
        if (!any) return;
    }
}

ndarray unit_vectors(const Numbers& positions, std::int64_t n, DType dtype) {
    const ndarray made = zeros({n, static_cast<std::int64_t>(positions.size())}, dtype);
    for (std::size_t j = 0; j < positions.size(); ++j) made.at({positions[j], static_cast<std::int64_t>(j)}).fill(1);
    return made;
}

/// Places by falling numbers.
Numbers falling(const std::vector<double>& values) {
    Numbers order(values.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
    std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return values[at(i)] > values[at(j)]; });
    return order;
}

}  // namespace

OneNorm onenormest(const LinearOperator& A, std::int64_t t, std::int64_t itmax, bool compute_v, bool compute_w) {
    if (A.rows() != A.columns()) throw ValueError("expected the operator to act like a square matrix");
    const DType dtype = floating_dtype(A.dtype());
    const LinearOperator a = A.astype(dtype);
    OneNorm found = onenormest(Apply(a), Apply(a.adjoint()), a.rows(), dtype, t, itmax);
    if (!compute_v) found.vector.reset();
    if (!compute_w) found.image.reset();
    return found;
}

OneNorm onenormest(const Apply& a, const Apply& adjoint, std::int64_t n, DType dtype, std::int64_t t,
                   std::int64_t itmax) {
    if (t < 1) throw ValueError("at least one column is required");
    if (n == 0) throw ValueError("a matrix without columns has no norm");
    if (t >= n) {
        const ndarray whole = a(cuprum::eye(n, std::nullopt, 0, dtype));
        const std::vector<double> sums = host(cuprum::sum(absolute(whole), {.axis = Dims{0}}));
        const auto best = std::max_element(sums.begin(), sums.end()) - sums.begin();
        return {sums[at(best)], unit_vectors({best}, n, dtype).reshape({-1}), whole.at({Slice{}, best}).copy()};
    }
    if (itmax < 2) throw ValueError("at least two iterations are required");
    random::RandomState seeded(0);
    ndarray x = ones({n, t}, dtype);
    for (std::int64_t j = 1; j < t; ++j) copyto(x.at({Slice{}, j}), random_signs(seeded, n, dtype), Casting::unsafe);
    if (t > 1) resample(seeded, x, nullptr);
    x = x * Scalar(1.0 / static_cast<double>(n));
    OneNorm found;
    Numbers positions, history;
    std::int64_t best_position = 0;
    ndarray s;
    for (std::int64_t step = 1;; ++step) {
        const ndarray y = a(as(x, dtype));
        const std::vector<double> sums = host(cuprum::sum(absolute(y), {.axis = Dims{0}}));
        const auto best = std::max_element(sums.begin(), sums.end()) - sums.begin();
        const double estimate = sums[at(best)];
        if (estimate > found.norm || step == 2) {
            if (step >= 2) best_position = positions[at(best)];
            found.image = y.at({Slice{}, best}).copy();
        }
        if (step >= 2 && estimate <= found.norm) break;
        found.norm = estimate;
        const ndarray before = s;
        if (step > itmax) break;
        s = signs(as(y, dtype));
        if (step > 1) {
            const std::vector<bool> old = parallel(s, before, false);
            if (std::all_of(old.begin(), old.end(), [](bool is) { return is; })) break;
        }
        if (t > 1) resample(seeded, s, step > 1 ? &before : nullptr);
        const std::vector<double> heights = host(cuprum::max(absolute(adjoint(s)), {.axis = Dims{1}}));
        Numbers order = falling(heights);
        if (step >= 2 && heights[at(order[0])] <= heights[at(best_position)]) break;
        const auto seen = [&](std::int64_t position) {
            return std::find(history.begin(), history.end(), position) != history.end();
        };
        order.resize(std::min(order.size(), at(t) + history.size()));
        if (t > 1) {
            if (std::all_of(order.begin(), order.begin() + t, seen)) break;
            std::stable_partition(order.begin(), order.end(), [&](auto position) { return !seen(position); });
        }
        positions.assign(order.begin(), order.begin() + t);
        x = unit_vectors(positions, n, dtype);
        for (const std::int64_t position : positions)
            if (!seen(position)) history.push_back(position);
    }
    found.vector = unit_vectors({best_position}, n, dtype).reshape({-1});
    return found;
}

namespace {

/// The largest norm of a matrix under which m terms of the series are exact to double precision (Higham, Functions of
/// Matrices, table A.3; Al-Mohy and Higham, 2011, table 3.1).
const std::map<std::int64_t, double> terms{
    {1, 2.29e-16}, {2, 2.58e-8},  {3, 1.39e-5},  {4, 3.40e-4},  {5, 2.40e-3},  {6, 9.07e-3},  {7, 2.38e-2},
    {8, 5.00e-2},  {9, 8.96e-2},  {10, 1.44e-1}, {11, 2.14e-1}, {12, 3.00e-1}, {13, 4.00e-1}, {14, 5.14e-1},
    {15, 6.41e-1}, {16, 7.81e-1}, {17, 9.31e-1}, {18, 1.09},    {19, 1.26},    {20, 1.44},    {21, 1.62},
    {22, 1.82},    {23, 2.01},    {24, 2.22},    {25, 2.43},    {26, 2.64},    {27, 2.86},    {28, 3.08},
    {29, 3.31},    {30, 3.54},    {35, 4.7},     {40, 6.0},     {45, 7.2},     {50, 8.5},     {55, 9.9}};
constexpr std::int64_t most_steps = std::int64_t{1} << 32;
constexpr std::int64_t most_terms = 55, highest_power = 8, columns_of_estimates = 2;

/// Terms of the series, and into how many steps the time is divided.
struct Division {
    std::int64_t terms = 0, steps = 1;
};

/// The cheapest division for t A (Al-Mohy and Higham, 2011, code fragment 3.1).
Division divide(const Exponent& a, double t, std::int64_t columns, DType dtype) {
    const double norm = std::abs(t) * a.norm;
    if (norm == 0) return {};
    Division best{0, 0};
    const auto consider = [&](std::int64_t m, double steps) {
        const double cost = static_cast<double>(m) * steps;
        if (best.terms == 0 || cost < static_cast<double>(best.terms) * static_cast<double>(best.steps))
            best = {m, saturated(steps)};
    };
    const double bound = 2.0 * columns_of_estimates * highest_power * (highest_power + 3) * terms.at(most_terms) /
                         static_cast<double>(columns * most_terms);
    if (norm <= bound) {
        for (const auto& [m, theta] : terms) consider(m, std::ceil(norm / theta));
    } else {
        // Roots of the norms of powers.
        std::vector<double> roots(highest_power + 2);
        for (std::int64_t p = 2; p <= highest_power + 1; ++p) {
            const auto repeated = [p](const Apply& product) -> Apply {
                return [p, &product](const ndarray& v) {
                    ndarray w = v;
                    for (std::int64_t k = 0; k < p; ++k) w = product(w);
                    return w;
                };
            };
            const OneNorm found =
                onenormest(repeated(a.product), repeated(a.adjoint), a.n, dtype, columns_of_estimates, 5);
            roots[at(p)] = std::abs(t) * std::pow(found.norm, 1.0 / static_cast<double>(p));
        }
        for (std::int64_t p = 2; p <= highest_power; ++p)
            for (const auto& [m, theta] : terms)
                if (m >= p * (p - 1) - 1) consider(m, std::ceil(std::max(roots[at(p)], roots[at(p + 1)]) / theta));
    }
    // Of a norm that is infinite or NaN nothing is left but NaN, which one step gives.
    if (!std::isfinite(norm)) return {best.terms, 1};
    if (best.steps > most_steps)
        throw ValueError("expm_multiply: the norm of the matrix times the interval is too large; it would take " +
                         std::to_string(best.steps) + " steps");
    return {best.terms, std::max<std::int64_t>(best.steps, 1)};
}

double infinity_norm(const ndarray& b) {
    if (b.size() == 0) return 0;
    const ndarray sizes = absolute(b);
    return number(cuprum::max(b.ndim() == 2 ? cuprum::sum(sizes, {.axis = Dims{1}}) : sizes));
}

ndarray times_number(const ndarray& b, Number factor) {
    return as(is_complex(b.dtype()) ? b * Scalar(factor).weak() : b * Scalar(factor.real()), b.dtype());
}

/// exp(t A) B by the series, in chunks of the time; the host looks at the terms' sizes now and then.
ndarray propagate(const Exponent& a, const ndarray& b, double t, const Division& division) {
    constexpr double tolerance = 1.1102230246251565e-16;
    const std::int64_t between_checks = b.size() < 4096 ? 1 : 4;
    const Number step = std::exp(t * a.shift / static_cast<double>(division.steps));
    ndarray sum = b;
    for (std::int64_t step_number = 0; step_number < division.steps; ++step_number) {
        ndarray term = sum;
        double before = infinity_norm(term);
        for (std::int64_t j = 0; j < division.terms; ++j) {
            const double factor = t / (static_cast<double>(division.steps) * static_cast<double>(j + 1));
            term = times_number(as(a.product(term), b.dtype()), factor);
            sum = sum + term;
            if ((j + 1) % between_checks != 0) continue;
            const double size = infinity_norm(term);
            if (before + size <= tolerance * infinity_norm(sum)) break;
            before = size;
        }
        sum = times_number(sum, step);
    }
    return sum;
}

}  // namespace

ndarray expm_multiply(const Exponent& a, const ndarray& b, std::span<const double> times, DType dtype) {
    const kernel::Placement here(b);
    const ndarray start = as(b, dtype);
    Shape shape{static_cast<std::int64_t>(times.size())};
    for (const std::int64_t length : b.shape()) shape.push_back(length);
    const ndarray made = new_array(shape, dtype);
    const std::int64_t columns = b.ndim() == 2 ? std::max<std::int64_t>(1, b.shape()[1]) : 1;
    ndarray now = start;
    double time = 0, divided_for = 0;
    Division division;
    for (std::size_t k = 0; k < times.size(); ++k) {
        const double step = times[k] - time;
        // Steps of one length are divided alike.
        if (k == 0 || std::abs(step - divided_for) > 1e-9 * std::abs(step)) {
            division = divide(a, step, columns, dtype);
            divided_for = step;
        }
        if (step != 0 && b.size()) now = propagate(a, now, step, division);
        time = times[k];
        copyto(made.at({static_cast<std::int64_t>(k)}), now, Casting::unsafe);
    }
    return made;
}

Exponent exponent_of(const sparse_matrix& a) {
    const kernel::Placement here(a);
    const std::int64_t n = a.rows();
    if (n != a.columns()) throw ValueError("expected A to be like a square matrix");
    Exponent made;
    made.n = n;
    const DType dtype = inexact_dtype(a.dtype());
    const sparse_matrix rows = to_format(a, Format::csr).astype(dtype, false);
    made.shift = n ? cuprum::sum(sparse::diagonal(rows)).item().to_complex() / static_cast<double>(n) : Number(0);
    const ndarray by = numbers({made.shift}, dtype);
    const sparse_matrix unit = to_format(sparse::eye(n, std::optional<std::int64_t>(), 0, dtype), Format::csr);
    const sparse_matrix shifted = binary(rows, unit.with_data(as(unit.data() * by, dtype)), Binary::subtract),
                        transposed = to_format(shifted.transpose(), Format::csr),
                        adjoint = is_complex(dtype) ? transposed.with_data(conj(transposed.data())) : transposed;
    made.norm = n ? number(norm(shifted, 1)) : 0;
    made.product = [shifted](const ndarray& v) { return matmul(shifted, v); };
    made.adjoint = [adjoint](const ndarray& v) { return matmul(adjoint, v); };
    return made;
}

namespace {

/// The numbers for which the exponential is wanted; none for one alone.
std::vector<double> times_of(const ExpmMultiplyOptions& options) {
    if (!options.start && !options.stop && !options.num && !options.endpoint) return {};
    if (!options.start || !options.stop) throw TypeError("an interval has a start and a stop");
    const std::int64_t num = options.num.value_or(50);
    if (num < 2) throw ValueError("at least two time points are required");
    const bool closed = options.endpoint.value_or(true);
    const double step = (*options.stop - *options.start) / static_cast<double>(closed ? num - 1 : num);
    std::vector<double> times;
    for (std::int64_t k = 0; k < num; ++k) times.push_back(*options.start + static_cast<double>(k) * step);
    if (closed) times.back() = *options.stop;
    return times;
}

/// The operator less the mean of its diagonal, which the trace tells.
Exponent exponent_of_operator(const LinearOperator& a, const std::optional<Number>& trace) {
    if (a.sparse() || a.dense()) {
        const sparse_matrix stored = a.sparse() ? *a.sparse() : from_dense(*a.dense(), Format::csr);
        return exponent_of(stored.astype(floating_dtype(stored.dtype()), false));
    }
    if (!trace)
        warn("the trace of an operator is not known: pass traceA where it is, so that fewer products are needed");
    Exponent made;
    made.n = a.rows();
    made.shift = trace.value_or(0) / static_cast<double>(a.rows());
    const Scalar by = made.shift.imag() == 0 ? Scalar(made.shift.real()) : Scalar(made.shift);
    const LinearOperator shifted = a - by * IdentityOperator(a.rows(), a.dtype());
    made.norm = onenormest(shifted).norm;
    made.product = shifted;
    made.adjoint = shifted.adjoint();
    return made;
}

}  // namespace

ndarray expm_multiply(const LinearOperator& A, const ndarray& B, const ExpmMultiplyOptions& options) {
    const kernel::Placement here(A, B);
    if (A.rows() != A.columns()) throw ValueError("expected A to be like a square matrix");
    if (B.ndim() != 1 && B.ndim() != 2) throw ValueError("expected B to be like a matrix or a vector");
    if (A.columns() != B.shape()[0])
        throw ValueError("shapes of matrices A " + cuprum::to_string(A.shape()) + " and B " +
                         cuprum::to_string(B.shape()) + " are incompatible");
    const std::vector<double> times = times_of(options);
    DType dtype = floating_dtype(promote_types(A.dtype(), B.dtype()));
    if (!times.empty()) dtype = promote_types(dtype, DType::float64);
    const double once[] = {1.0};
    const ndarray made = expm_multiply(exponent_of_operator(A, options.traceA), B,
                                       times.empty() ? std::span<const double>(once) : std::span(times), dtype);
    return times.empty() ? made.at({0}) : made;
}

sparse_matrix expm(const sparse_matrix& a) {
    const kernel::Placement here(a);
    if (a.rows() != a.columns()) throw ValueError("expected a square matrix");
    const Format format = a.format() == Format::csr ? Format::csr : Format::csc;
    return from_dense(scipy::linalg::expm(toarray(a.astype(inexact_dtype(a.dtype()), false))), format);
}

}  // namespace cuprum::scipy::sparse::linalg
