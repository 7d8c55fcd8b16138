// Legendre functions and spherical harmonics with derivatives, and all of them up to a degree and an order.
#include <algorithm>
#include <complex>
#include <cstdlib>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/special_legendre.h"
#include "kernel/engine/placement.h"
#include "operands.h"

namespace cuprum::scipy::special {
namespace {

void check_derivatives(std::int64_t diff_n) {
    if (diff_n < 0) throw ValueError("diff_n must be a non-negative integer, not " + std::to_string(diff_n));
    if (diff_n > 2)
        throw ValueError("diff_n is currently only implemented for orders 0, 1, and 2, not " + std::to_string(diff_n));
}

/// The value and `diff_n` derivatives, along a new first axis.
template <class Term>
ndarray with_derivatives(std::int64_t diff_n, Term term) {
    check_derivatives(diff_n);
    std::vector<ndarray> parts;
    for (std::int64_t order = 0; order <= diff_n; ++order) parts.push_back(term(Scalar(order)));
    return stack(parts, 0);
}

/// 0, 1, ..., n, or 0, ..., m, -m, ..., -1, along the axis before `trailing` others.
ndarray degrees(std::int64_t n, std::size_t trailing) {
    if (n < 0) throw ValueError("n must be a non-negative integer, not " + std::to_string(n));
    Shape shape(trailing + 1, 1);
    shape[0] = n + 1;
    return arange(n + 1).reshape(shape);
}
ndarray orders(std::int64_t m, std::size_t trailing) {
    if (m < 0) throw ValueError("m must be a non-negative integer, not " + std::to_string(m));
    Shape shape(trailing + 1, 1);
    shape[0] = 2 * m + 1;
    return concatenate({arange(m + 1), arange(-m, std::int64_t(0))}).reshape(shape);
}

std::size_t dimensions(const ndarray& a) { return static_cast<std::size_t>(a.ndim()); }

}  // namespace

ndarray legendre_p(const Operand& n, const Operand& z, std::int64_t diff_n) {
    const kernel::Placement here(n, z);
    return with_derivatives(diff_n, [&](const Scalar& order) { return legendre_term(n, in_double(z), order); });
}

// Of all degrees at once there is a result of single precision, as in SciPy.
ndarray legendre_p_all(std::int64_t n, const ndarray& z, std::int64_t diff_n) {
    const kernel::Placement here(z);
    const ndarray degree = degrees(n, dimensions(z));
    return with_derivatives(diff_n, [&](const Scalar& order) { return legendre_term(degree, z, order); });
}

ndarray assoc_legendre_p(const Operand& n, const Operand& m, const Operand& z, const Operand& branch_cut, bool norm,
                         std::int64_t diff_n) {
    const kernel::Placement here(n, m, z, branch_cut);
    return with_derivatives(diff_n, [&](const Scalar& order) {
        return assoc_legendre_term(n, m, in_double(z), branch_cut, order, Scalar(std::int64_t(norm)));
    });
}

ndarray assoc_legendre_p_all(std::int64_t n, std::int64_t m, const ndarray& z, const Operand& branch_cut, bool norm,
                             std::int64_t diff_n) {
    const kernel::Placement here(z, branch_cut);
    return assoc_legendre_p(degrees(n, dimensions(z) + 1), orders(m, dimensions(z)), z, branch_cut, norm, diff_n);
}

ndarray sph_legendre_p(const Operand& n, const Operand& m, const Operand& theta, std::int64_t diff_n) {
    const kernel::Placement here(n, m, theta);
    return with_derivatives(diff_n,
                            [&](const Scalar& order) { return sph_legendre_term(n, m, in_double(theta), order); });
}

ndarray sph_legendre_p_all(std::int64_t n, std::int64_t m, const ndarray& theta, std::int64_t diff_n) {
    const kernel::Placement here(theta);
    const ndarray degree = degrees(n, dimensions(theta) + 1), order = orders(std::abs(m), dimensions(theta));
    return with_derivatives(
        diff_n, [&](const Scalar& derivative) { return sph_legendre_term(degree, order, theta, derivative); });
}

namespace {

std::vector<ndarray> harmonics(const Operand& n, const Operand& m, const Operand& theta, const Operand& phi,
                               std::int64_t diff_n) {
    check_derivatives(diff_n);
    std::vector<ndarray> result{spherical_harmonic(n, m, theta, phi)};
    if (diff_n == 0) return result;
    // Of the two factors one depends on theta alone, and the other is exp(i m phi).
    const DType dtype = result[0].dtype();
    const ndarray order = multiply(m, Scalar(std::complex<double>(0, 1))), wave = exp(multiply(order, phi));
    const auto term = [&](std::int64_t by_theta, int by_phi) {
        ndarray value = multiply(sph_legendre_term(n, m, theta, Scalar(by_theta)), wave);
        for (int i = 0; i < by_phi; ++i) value = multiply(value, order);
        return value.astype(dtype, 'K', Casting::unsafe, false);
    };
    result.push_back(stack({term(1, 0), term(0, 1)}, -1));
    if (diff_n == 1) return result;
    const ndarray mixed = term(1, 1);
    result.push_back(stack({stack({term(2, 0), mixed}, -1), stack({mixed, term(0, 2)}, -1)}, -2));
    return result;
}

}  // namespace

std::vector<ndarray> sph_harm_y(const Operand& n, const Operand& m, const Operand& theta, const Operand& phi,
                                std::int64_t diff_n) {
    const kernel::Placement here(n, m, theta, phi);
    return harmonics(n, m, in_double(theta), in_double(phi), diff_n);
}
ndarray sph_harm_y(const Operand& n, const Operand& m, const Operand& theta, const Operand& phi) {
    const kernel::Placement here(n, m, theta, phi);
    return sph_harm_y(n, m, theta, phi, 0)[0];
}

std::vector<ndarray> sph_harm_y_all(std::int64_t n, std::int64_t m, const ndarray& theta, const ndarray& phi,
                                    std::int64_t diff_n) {
    const kernel::Placement here(theta, phi);
    const std::size_t trailing = std::max(dimensions(theta), dimensions(phi));
    return harmonics(degrees(n, trailing + 1), orders(std::abs(m), trailing), theta, phi, diff_n);
}

LegendreTable lqn(std::int64_t n, const ndarray& x) {
    const kernel::Placement here(x);
    const ndarray z = in_double(x), degree = degrees(n, dimensions(z));
    return {legendre_q_term(degree, Scalar(0), z, Scalar(0)), legendre_q_term(degree, Scalar(0), z, Scalar(1))};
}

LegendreTable lqmn(std::int64_t m, std::int64_t n, const ndarray& x) {
    const kernel::Placement here(x);
    const ndarray z = in_double(x), degree = degrees(n, dimensions(z)), order = degrees(m, dimensions(z) + 1);
    return {legendre_q_term(degree, order, z, Scalar(0)), legendre_q_term(degree, order, z, Scalar(1))};
}

LegendreTable lpmn(std::int64_t m, std::int64_t n, const ndarray& z) {
    const kernel::Placement here(z);
    const std::size_t trailing = dimensions(z);
    const std::int64_t size = m < 0 ? -m : m;
    ndarray order = degrees(size, trailing + 1);
    if (m < 0) order = negative(order);
    const ndarray degree = degrees(n, trailing), cut = where(greater(absolute(z), 1), Scalar(3), Scalar(2));
    const auto term = [&](std::int64_t derivative) {
        return assoc_legendre_term(degree, order, z, cut, Scalar(derivative), Scalar(0));
    };
    return {term(0), term(1)};
}

}  // namespace cuprum::scipy::special
