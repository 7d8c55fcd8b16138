// Legendre functions with derivatives, and all of them up to a degree and an order.
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/special.h"

namespace cuprum::scipy::special {
namespace {

void check_derivatives(std::int64_t diff_n) {
    if (diff_n < 0 || diff_n > 2)
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
    Shape shape(trailing + 1, 1);
    const std::int64_t size = m < 0 ? -m : m;
    shape[0] = 2 * size + 1;
    const ndarray falling = arange(-size, std::int64_t(0));
    return concatenate({arange(size + 1), falling}).reshape(shape);
}

std::size_t dimensions(const ndarray& a) { return static_cast<std::size_t>(a.ndim()); }

}  // namespace

ndarray legendre_p(const Operand& n, const Operand& z, std::int64_t diff_n) {
    return with_derivatives(diff_n, [&](const Scalar& order) { return legendre_term(n, z, order); });
}

ndarray legendre_p_all(std::int64_t n, const ndarray& z, std::int64_t diff_n) {
    return legendre_p(degrees(n, dimensions(z)), z, diff_n);
}

ndarray assoc_legendre_p(const Operand& n, const Operand& m, const Operand& z, const Operand& branch_cut, bool norm,
                         std::int64_t diff_n) {
    return with_derivatives(diff_n, [&](const Scalar& order) {
        return assoc_legendre_term(n, m, z, branch_cut, order, Scalar(std::int64_t(norm)));
    });
}

ndarray assoc_legendre_p_all(std::int64_t n, std::int64_t m, const ndarray& z, const Operand& branch_cut, bool norm,
                             std::int64_t diff_n) {
    return assoc_legendre_p(degrees(n, dimensions(z) + 1), orders(m, dimensions(z)), z, branch_cut, norm, diff_n);
}

ndarray sph_legendre_p(const Operand& n, const Operand& m, const Operand& theta, std::int64_t diff_n) {
    return with_derivatives(diff_n, [&](const Scalar& order) { return sph_legendre_term(n, m, theta, order); });
}

ndarray sph_legendre_p_all(std::int64_t n, std::int64_t m, const ndarray& theta, std::int64_t diff_n) {
    return sph_legendre_p(degrees(n, dimensions(theta) + 1), orders(m, dimensions(theta)), theta, diff_n);
}

LegendreTable lqn(std::int64_t n, const ndarray& z) {
    const ndarray degree = degrees(n, dimensions(z));
    return {legendre_q_term(degree, Scalar(0), z, Scalar(0)), legendre_q_term(degree, Scalar(0), z, Scalar(1))};
}

LegendreTable lqmn(std::int64_t m, std::int64_t n, const ndarray& z) {
    const ndarray degree = degrees(n, dimensions(z)), order = degrees(m, dimensions(z) + 1);
    return {legendre_q_term(degree, order, z, Scalar(0)), legendre_q_term(degree, order, z, Scalar(1))};
}

LegendreTable lpmn(std::int64_t m, std::int64_t n, const ndarray& z) {
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
