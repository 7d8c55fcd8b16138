// Derivatives of Bessel functions.
#include <cmath>

#include "cuprum/scipy/special.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::special {
namespace {

/// 2^-n times the sum of binomials of n times the functions of the orders v - n, v - n + 2, ..., v + n, with signs that
/// are powers of `sign`.
ndarray derivative(const UfuncOf<2, 1>& function, const Operand& v, const Operand& z, int n, double sign) {
    if (n < 0) throw ValueError("n must be a non-negative integer, not " + std::to_string(n));
    if (n == 0) return function(v, z);
    double factor = 1;
    ndarray sum = function(subtract(v, Scalar(double(n))), z);
    for (int i = 1; i <= n; ++i) {
        factor *= sign * (n - i + 1) / i;
        sum = add(sum, multiply(function(add(v, Scalar(double(2 * i - n))), z), Scalar(factor)));
    }
    return multiply(sum, Scalar(std::ldexp(1.0, -n)));
}

}  // namespace

ndarray jvp(const Operand& v, const Operand& z, int n) { return derivative(jv, v, z, n, -1); }
ndarray yvp(const Operand& v, const Operand& z, int n) { return derivative(yv, v, z, n, -1); }
ndarray h1vp(const Operand& v, const Operand& z, int n) { return derivative(hankel1, v, z, n, -1); }
ndarray h2vp(const Operand& v, const Operand& z, int n) { return derivative(hankel2, v, z, n, -1); }
ndarray ivp(const Operand& v, const Operand& z, int n) { return derivative(iv, v, z, n, 1); }
ndarray kvp(const Operand& v, const Operand& z, int n) {
    const kernel::Placement here(v, z);
    return multiply(derivative(kv, v, z, n, 1), Scalar(n % 2 ? -1.0 : 1.0));
}

}  // namespace cuprum::scipy::special
