// Sums and products of state spaces.
#include "scipy/signal/design/state_space.h"

namespace cuprum::scipy::signal {
namespace {

using design::Matrix;
using design::Space;

/// The states of both beside each other, of which neither acts on the other.
Space side_by_side(const Space& a, const Space& b) {
    const std::int64_t n = a.a.rows, m = b.a.rows;
    Space s;
    s.a = Matrix(n + m, n + m);
    s.a.set_block(0, 0, a.a);
    s.a.set_block(n, n, b.a);
    s.b = Matrix(n + m, a.b.columns);
    s.b.set_block(0, 0, a.b);
    s.c = Matrix(a.c.rows, n + m);
    s.c.set_block(0, 0, a.c);
    return s;
}

/// NumPy's dot: a number scales, and of one list a line becomes.
Matrix times(const Matrix& matrix, const Numbers& factors) {
    if (factors.ndim() == 0) return factors.values()[0] * matrix;
    const Matrix right = design::matrix_of(factors, "a product of systems");
    return factors.ndim() == 1 ? (matrix * right.transposed()).transposed() : matrix * right;
}
Matrix times(const Numbers& factors, const Matrix& matrix) {
    if (factors.ndim() == 0) return factors.values()[0] * matrix;
    return design::matrix_of(factors, "a product of systems") * matrix;
}

StateSpaceArrays checked(const Space& s) { return design::on_device(design::fitted(s.a, s.b, s.c, s.d)); }

}  // namespace

StateSpaceArrays operator*(const StateSpace& last, const StateSpace& first) {
    const Space after = design::space_of(last, "a product of systems"),
                before = design::space_of(first, "a product of systems");
    const std::int64_t n = after.a.rows;
    Space s;
    s.a = side_by_side(after, before).a;
    s.a.set_block(0, n, after.b * before.c);
    s.b = Matrix(s.a.rows, before.b.columns);
    s.b.set_block(0, 0, after.b * before.d);
    s.b.set_block(n, 0, before.b);
    s.c = Matrix(after.c.rows, s.a.rows);
    s.c.set_block(0, 0, after.c);
    s.c.set_block(0, n, after.d * before.c);
    s.d = after.d * before.d;
    return checked(s);
}

StateSpaceArrays operator*(const StateSpace& system, const Numbers& factors) {
    const Space s = design::space_of(system, "a product of systems");
    return checked({s.a, times(s.b, factors), s.c, times(s.d, factors)});
}

StateSpaceArrays operator*(const Numbers& factors, const StateSpace& system) {
    const Space s = design::space_of(system, "a product of systems");
    return checked({s.a, s.b, times(factors, s.c), times(factors, s.d)});
}

StateSpaceArrays operator+(const StateSpace& a, const StateSpace& b) {
    const Space first = design::space_of(a, "a sum of systems"), second = design::space_of(b, "a sum of systems");
    if (first.d.rows != second.d.rows || first.d.columns != second.d.columns)
        throw ValueError("a sum of systems: they must have as many inputs and as many outputs as each other");
    Space s = side_by_side(first, second);
    s.b.set_block(first.a.rows, 0, second.b);
    s.c.set_block(0, first.a.rows, second.c);
    s.d = first.d + second.d;
    return checked(s);
}

StateSpaceArrays operator+(const StateSpace& system, const Numbers& direct) {
    const Space s = design::space_of(system, "a sum of systems");
    const Matrix added = design::matrix_of(direct, "a sum of systems");
    if (s.d.rows != added.rows || s.d.columns != added.columns) {
        const Shape there = {s.d.rows, s.d.columns}, here = {added.rows, added.columns};
        throw ValueError("Cannot add systems with incompatible dimensions (" + to_string(there) + " and " +
                         to_string(here) + ")");
    }
    return checked({s.a, s.b, s.c, s.d + added});
}

StateSpaceArrays operator-(const StateSpace& system) {
    const Space s = design::space_of(system, "a system");
    return checked({s.a, s.b, -1.0 * s.c, -1.0 * s.d});
}

}  // namespace cuprum::scipy::signal
