// Functions that are made of the ufuncs.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/special.h"
#include "cuprum/types.h"
#include "kernel/engine/placement.h"
#include "operands.h"

namespace cuprum::scipy::special {

ndarray zeta(const Operand& x, const Operand* q, const ndarray* out) {
    const kernel::Placement here(x, out);
    const UfuncOptions options{.out = {out}};
    return q ? hurwitz_zeta(x, *q, options) : riemann_zeta(x, options);
}

ndarray lambertw(const Operand& z, const Operand& k, double tol) {
    const kernel::Placement here(z, k);
    const bool is_float = !is_integer(k.dtype());
    return lambertw_branch(z, is_float ? Operand(as_array(k).astype(DType::int64)) : k, Scalar(tol));
}

ndarray polygamma(const Operand& n, const Operand& x) {
    const kernel::Placement here(n, x);
    const ndarray next = add(n, Scalar(1.0));
    // (-1)**next: NaN for numbers that are not whole, and 1 for infinity, as C's pow has it.
    const ndarray odd = absolute(fmod(next, Scalar(2.0)));
    const ndarray of_whole =
        where(equal(odd, floor(odd)), subtract(Scalar(1.0), multiply(odd, Scalar(2.0))), Scalar(std::nan("")));
    const ndarray sign = where(isinf(next), Scalar(1.0), of_whole);
    const ndarray values = multiply(multiply(sign, gamma(next)), hurwitz_zeta(next, x));
    return where(equal(n, Scalar(0)), digamma(x), values);
}

ndarray multigammaln(const ndarray& a, double d) {
    const kernel::Placement here(a);
    if (!(d >= 1) || d != std::floor(d))
        throw ValueError("d should be a positive integer (dimension), not " + std::to_string(d));
    if (d > 1e6) throw ValueError("d should be at most 1000000 (dimension)");
    const double bound = 0.5 * (d - 1);
    if (any(less_equal(a, bound)).item().to_bool())
        throw ValueError("condition a > 0.5 * (d-1) not met: an element of a is at most " + std::to_string(bound));
    const ndarray x = in_double(a);
    ndarray sum = add(gammaln(x), Scalar(d * (d - 1) * 0.25 * std::log(3.14159265358979323846)));
    for (double j = 1; j < d; ++j) add(sum, gammaln(subtract(x, Scalar(j / 2))), {.out = {&sum}});
    return sum;
}

namespace {

/// Orders as integers, floats without what is behind the point.
ndarray whole_order(const Operand& n) { return as_array(n).astype(DType::int64, 'K', Casting::unsafe, false); }

}  // namespace

ndarray spherical_jn(const Operand& n, const Operand& z, bool derivative) {
    const kernel::Placement here(n, z);
    return derivative ? spherical_jn_slope(whole_order(n), in_double(z))
                      : spherical_jn_value(whole_order(n), in_double(z));
}
ndarray spherical_yn(const Operand& n, const Operand& z, bool derivative) {
    const kernel::Placement here(n, z);
    return derivative ? spherical_yn_slope(whole_order(n), in_double(z))
                      : spherical_yn_value(whole_order(n), in_double(z));
}
ndarray spherical_in(const Operand& n, const Operand& z, bool derivative) {
    const kernel::Placement here(n, z);
    return derivative ? spherical_in_slope(whole_order(n), in_double(z))
                      : spherical_in_value(whole_order(n), in_double(z));
}
ndarray spherical_kn(const Operand& n, const Operand& z, bool derivative) {
    const kernel::Placement here(n, z);
    return derivative ? spherical_kn_slope(whole_order(n), in_double(z))
                      : spherical_kn_value(whole_order(n), in_double(z));
}

namespace {

/// Values where 0 <= k <= N, else 0.
ndarray where_possible(const ndarray& values, const Operand& N, const Operand& k) {
    const ndarray possible = logical_and(less_equal(k, N), logical_and(greater_equal(N, 0), greater_equal(k, 0)));
    return where(possible, values, Scalar(0.0));
}

}  // namespace

// Numbers beside arrays are int64 and float64 here, as in SciPy.
ndarray comb(const Operand& things, const Operand& chosen, bool repetition) {
    const kernel::Placement here(things, chosen);
    const ndarray N = as_array(things), k = as_array(chosen);
    if (!repetition) return where_possible(binom(N, k), N, k);
    // Of nothing, nothing is chosen in one way.
    const ndarray nothing = logical_and(equal(k, 0), greater_equal(N, 0));
    return where(nothing, Scalar(1.0), binom(subtract(add(N, k), Scalar(1)), k));
}

ndarray perm(const Operand& things, const Operand& chosen) {
    const kernel::Placement here(things, chosen);
    const ndarray N = as_array(things), k = as_array(chosen);
    return where_possible(poch(add(subtract(N, k), Scalar(1)), k), N, k);
}

ndarray factorial(const Operand& n, bool is_extended) {
    const kernel::Placement here(n);
    if (n.dtype() == DType::bool_) throw ValueError("factorial takes numbers, not bool");
    if (is_complex(n.dtype()) && !is_extended)
        throw ValueError(
            "factorial of complex numbers needs extend='complex', by which negative ones have other values");
    const ndarray values = gamma(add(is_extended ? n : Operand(in_double(n)), Scalar(1.0)));
    if (!is_extended) return where(less(n, 0), Scalar(0.0), values);
    // gamma's pole at 0 has a sign by that of zero, which a sum has lost.
    return is_complex(values.dtype()) ? values : where(equal(n, Scalar(-1)), Scalar(std::nan("")), values);
}

// Numbers are int64 and float64, as in SciPy.
ndarray diric(const Operand& angles, const Operand& period) {
    const kernel::Placement here(angles, period);
    const double pi = 3.14159265358979323846;
    const DType common = result_type({as_array(angles), as_array(period)});
    const ndarray x = in_double(angles), n = in_double(period), half = multiply(x, Scalar(0.5)), sine = sin(half);
    // At a multiple of 2 pi numerator and denominator are 0, and the value is 1 or -1.
    const ndarray odd_turns = fmod(absolute(multiply(rint(half / pi), subtract(n, Scalar(1)))), Scalar(2.0));
    const ndarray at_zero = subtract(Scalar(1.0), multiply(odd_turns, Scalar(2.0)));
    const ndarray value =
        where(less(absolute(sine), 1e-7), at_zero, true_divide(sin(multiply(half, n)), multiply(sine, n)));
    const ndarray is_whole = logical_and(greater(n, 0), equal(floor(n), n));
    const ndarray result = where(is_whole, value, Scalar(std::nan("")));
    return is_floating(common) ? result.astype(common) : result;
}

}  // namespace cuprum::scipy::special
