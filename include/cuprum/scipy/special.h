// SciPy's special functions: ufuncs, a row each, and functions made of them.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cuprum/ufunc.h"

namespace cuprum::scipy::special {

#define CUPRUM_UFUNC(name, nin, nout, ...) extern const UfuncOf<nin, nout> name;
#define CUPRUM_UFUNC_ALIAS(alias, name) inline constexpr const auto& alias = name;
#include "cuprum/scipy/special_functions.def"

/// Every ufunc of this namespace, in the order of its tables; aliases after the names they stand for.
std::span<const std::pair<const char*, const Ufunc*>> ufuncs();

/// Riemann's zeta function, the sum of n**-x, or Hurwitz' zeta function, the sum of (n + q)**-x.
///
/// Parameters
///     x: the exponent, real or complex.
///     q: where Hurwitz' sum begins; Riemann's function where it is not given.
///     out: array to put the result into.
/// Returns
///     The values, of the broadcast shape of the operands.
/// Example
///     >>> cuprumx.scipy.special.zeta(cp.array([2., 4.]))
///     array([1.64493407, 1.08232323])
/// Source
///     The formula of Euler and Maclaurin and, for complex numbers, Borwein's algorithm: xsf.
ndarray zeta(const Operand& x, const Operand* q = nullptr, const ndarray* out = nullptr);

/// Lambert's W function: w with w exp(w) = z.
///
/// Parameters
///     z: real or complex values.
///     k: the branch: 0 is the principal one; -1 is real, too, for real z in [-1/e, 0).
///     tol: how far w exp(w) may be from z, relative to w.
/// Returns
///     Complex values, of the broadcast shape of `z` and `k`.
/// Example
///     >>> cuprumx.scipy.special.lambertw(cp.array([1.]))
///     array([0.56714329+0.j])
/// Source
///     Halley's iteration from a series at the branch point, at 0 or at infinity: xsf, after R. M. Corless and others,
///     Adv. Comput. Math. 5 (1996).
ndarray lambertw(const Operand& z, const Operand& k = Scalar(0), double tol = 1e-8);

/// The n-th derivative of the digamma function.
///
/// Parameters
///     n: orders, whole numbers that are not negative.
///     x: real values.
/// Returns
///     float64 values (float32 for float32), of the broadcast shape: (-1)**(n+1) n! zeta(n+1, x), and digamma(x) where
///     n is 0.
/// Example
///     >>> cuprumx.scipy.special.polygamma(1, cp.array([1., 2.]))
///     array([1.64493407, 0.64493407])
ndarray polygamma(const Operand& n, const Operand& x);

/// The logarithm of the multivariate gamma function.
///
/// Parameters
///     a: values greater than (d - 1) / 2.
///     d: the dimension, a positive whole number.
/// Returns
///     d (d - 1) / 4 log(pi) plus the sum of gammaln(a - j / 2) for j < d, of the shape of `a`.
/// Raises
///     ValueError: `d` is no positive whole number, or an `a` is too small.
/// Example
///     >>> cuprumx.scipy.special.multigammaln(cp.array([3.]), 2)
///     array([1.05953378])
ndarray multigammaln(const ndarray& a, double d);

/// Spherical harmonics Y_n^m.
///
/// Parameters
///     n: degrees, whole numbers that are not negative.
///     m: orders; the value is 0 where abs(m) > n.
///     theta: polar angles in radians, from 0 to pi.
///     phi: azimuthal angles in radians, from 0 to 2 pi.
///     diff_n: how many derivatives to give as well; 0 alone.
/// Returns
///     Complex values, of the broadcast shape of the operands: normalised, with the phase (-1)**m of Condon and
///     Shortley.
/// Example
///     >>> cuprumx.scipy.special.sph_harm_y(1, 0, cp.array([0.]), cp.array([0.]))
///     array([0.48860251+0.j])
ndarray sph_harm_y(const Operand& n, const Operand& m, const Operand& theta, const Operand& phi);

/// Spherical Bessel functions of the first kind j_n, or their derivatives.
///
/// Parameters
///     n: orders, whole numbers that are not negative.
///     z: real or complex values.
///     derivative: whether to give the derivative.
/// Returns
///     Values of the broadcast shape.
/// Example
///     >>> cuprumx.scipy.special.spherical_jn(0, cp.array([1.]))
///     array([0.84147098])
ndarray spherical_jn(const Operand& n, const Operand& z, bool derivative = false);

/// Spherical Bessel functions of the second kind y_n, or their derivatives.
///
/// Parameters
///     n: orders, whole numbers that are not negative.
///     z: real or complex values.
///     derivative: whether to give the derivative.
/// Returns
///     Values of the broadcast shape.
/// Example
///     >>> cuprumx.scipy.special.spherical_yn(0, cp.array([1.]))
///     array([-0.54030231])
ndarray spherical_yn(const Operand& n, const Operand& z, bool derivative = false);

/// Modified spherical Bessel functions of the first kind i_n, or their derivatives.
///
/// Parameters
///     n: orders, whole numbers that are not negative.
///     z: real or complex values.
///     derivative: whether to give the derivative.
/// Returns
///     Values of the broadcast shape.
/// Example
///     >>> cuprumx.scipy.special.spherical_in(0, cp.array([1.]))
///     array([1.17520119])
ndarray spherical_in(const Operand& n, const Operand& z, bool derivative = false);

/// Modified spherical Bessel functions of the second kind k_n, or their derivatives.
///
/// Parameters
///     n: orders, whole numbers that are not negative.
///     z: real or complex values.
///     derivative: whether to give the derivative.
/// Returns
///     Values of the broadcast shape.
/// Example
///     >>> cuprumx.scipy.special.spherical_kn(0, cp.array([1.]))
///     array([0.57786367])
ndarray spherical_kn(const Operand& n, const Operand& z, bool derivative = false);

/// The number of ways to choose k of N things.
///
/// Parameters
///     N: how many things there are.
///     k: how many are chosen.
///     exact: whether to give a Python int, of any size, for two ints.
///     repetition: whether a thing may be chosen again.
/// Returns
///     float64 values of the broadcast shape; 0 where k > N, or either is negative.
/// Example
///     >>> cuprumx.scipy.special.comb(cp.array([10., 4.]), 3)
///     array([120.,   4.])
ndarray comb(const Operand& N, const Operand& k, bool repetition = false);

/// The number of ordered choices of k of N things: N! / (N - k)!.
///
/// Parameters
///     N: how many things there are.
///     k: how many are chosen.
///     exact: whether to give a Python int, of any size, for two ints.
/// Returns
///     float64 values of the broadcast shape; 0 where k > N, or either is negative.
/// Example
///     >>> cuprumx.scipy.special.perm(cp.array([10., 4.]), 3)
///     array([720.,  24.])
ndarray perm(const Operand& N, const Operand& k);

/// n! = gamma(n + 1).
///
/// Parameters
///     n: real values.
///     exact: whether to give a Python int, of any size, for an int.
/// Returns
///     float64 values, or float32 for float32; 0 where n is negative.
/// Example
///     >>> cuprumx.scipy.special.factorial(cp.array([3., 4.]))
///     array([ 6., 24.])
ndarray factorial(const Operand& n);

/// Dirichlet's function, the periodic sinc: sin(n x / 2) / (n sin(x / 2)).
///
/// Parameters
///     x: angles in radians.
///     n: the periodicity, a positive whole number.
/// Returns
///     Values of the broadcast shape; NaN where n is no positive whole number.
/// Example
///     >>> cuprumx.scipy.special.diric(cp.array([0., 1.]), 3)
///     array([1.        , 0.69353487])
ndarray diric(const Operand& x, const Operand& n);

/// The n-th derivative of the Bessel function of the first kind, by its neighbours in the order (DLMF 10.6.7).
///
/// Parameters
///     v: orders.
///     z: real or complex values.
///     n: which derivative, 0 or more.
/// Returns
///     Values of the broadcast shape.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> abs(cuprumx.scipy.special.jvp(0, cp.array([1.])) - cuprumx.scipy.special.jv(0, cp.array([1.]))) > 0
///     array([ True])
ndarray jvp(const Operand& v, const Operand& z, int n = 1);

/// The n-th derivative of the Bessel function of the second kind, by its neighbours in the order (DLMF 10.6.7).
///
/// Parameters
///     v: orders.
///     z: real or complex values.
///     n: which derivative, 0 or more.
/// Returns
///     Values of the broadcast shape.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> abs(cuprumx.scipy.special.yvp(0, cp.array([1.])) - cuprumx.scipy.special.yv(0, cp.array([1.]))) > 0
///     array([ True])
ndarray yvp(const Operand& v, const Operand& z, int n = 1);

/// The n-th derivative of the modified Bessel function of the first kind, by its neighbours in the order
/// (DLMF 10.29.5).
///
/// Parameters
///     v: orders.
///     z: real or complex values.
///     n: which derivative, 0 or more.
/// Returns
///     Values of the broadcast shape.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> abs(cuprumx.scipy.special.ivp(0, cp.array([1.])) - cuprumx.scipy.special.iv(0, cp.array([1.]))) > 0
///     array([ True])
ndarray ivp(const Operand& v, const Operand& z, int n = 1);

/// The n-th derivative of the modified Bessel function of the second kind, by its neighbours in the order
/// (DLMF 10.29.5).
///
/// Parameters
///     v: orders.
///     z: real or complex values.
///     n: which derivative, 0 or more.
/// Returns
///     Values of the broadcast shape.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> abs(cuprumx.scipy.special.kvp(0, cp.array([1.])) - cuprumx.scipy.special.kv(0, cp.array([1.]))) > 0
///     array([ True])
ndarray kvp(const Operand& v, const Operand& z, int n = 1);

/// The n-th derivative of Hankel's function of the first kind, by its neighbours in the order (DLMF 10.6.7).
///
/// Parameters
///     v: orders.
///     z: real or complex values.
///     n: which derivative, 0 or more.
/// Returns
///     Values of the broadcast shape.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> abs(cuprumx.scipy.special.h1vp(0, cp.array([1.])) - cuprumx.scipy.special.hankel1(0, cp.array([1.]))) > 0
///     array([ True])
ndarray h1vp(const Operand& v, const Operand& z, int n = 1);

/// The n-th derivative of Hankel's function of the second kind, by its neighbours in the order (DLMF 10.6.7).
///
/// Parameters
///     v: orders.
///     z: real or complex values.
///     n: which derivative, 0 or more.
/// Returns
///     Values of the broadcast shape.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> abs(cuprumx.scipy.special.h2vp(0, cp.array([1.])) - cuprumx.scipy.special.hankel2(0, cp.array([1.]))) > 0
///     array([ True])
ndarray h2vp(const Operand& v, const Operand& z, int n = 1);

/// Points and weights of Gauss's quadrature.
struct Quadrature {
    ndarray points;   ///< In ascending order.
    ndarray weights;  ///< Their sum is the integral of the weight function.
};

/// Gauss-Legendre quadrature: points in [-1, 1] for the weight 1.
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_legendre(2)
///     (array([-0.57735027,  0.57735027]), array([1., 1.]))
/// Source
///     Newton's method from Tricomi's guesses, all points at once.
Quadrature roots_legendre(std::int64_t n);

/// Gauss-Chebyshev quadrature of the first kind: points in [-1, 1] for the weight 1 / sqrt(1 - x**2).
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_chebyt(2)
///     (array([-0.70710678,  0.70710678]), array([1.57079633, 1.57079633]))
Quadrature roots_chebyt(std::int64_t n);

/// Gauss-Chebyshev quadrature of the second kind: points in [-1, 1] for the weight sqrt(1 - x**2).
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_chebyu(2)
///     (array([-0.5,  0.5]), array([0.78539816, 0.78539816]))
Quadrature roots_chebyu(std::int64_t n);

/// The logarithm of a sum of exponentials, and the sum's sign.
struct LogSum {
    ndarray log;   ///< log(abs(sum))
    ndarray sign;  ///< The sign, or the direction of a complex sum.
};

/// log(sum(b exp(a))) without overflow. Each row is read once.
///
/// Parameters
///     a: real or complex values.
///     axis: axis or axes to sum along; all where none is given.
///     b: factors, which broadcast with `a`; an element whose factor is 0 adds nothing.
///     keepdims: whether reduced axes stay in the result with length one.
///     return_sign: whether to give the logarithm of the sum's size, and its sign apart.
/// Returns
///     The logarithms, of `a`'s dtype, or float64 for integers; NaN where the sum is negative. With `return_sign` a
///     pair of the logarithm of the size and the sign.
/// Example
///     >>> cuprumx.scipy.special.logsumexp(cp.array([1000., 1000.]))
///     array(1000.69314718)
ndarray logsumexp(const ndarray& a, const Axes& axis = {}, const ndarray* b = nullptr, bool keepdims = false);
/// The same, with the sum's sign.
LogSum logsumexp_with_sign(const ndarray& a, const Axes& axis = {}, const ndarray* b = nullptr, bool keepdims = false);

/// Exponentials divided by their sum. Each row is read once.
///
/// Parameters
///     x: array.
///     axis: axis or axes along which the results add up to 1; all where none is given.
/// Returns
///     An array of the shape of `x`, and of its dtype, or float64 for integers.
/// Example
///     >>> cuprumx.scipy.special.softmax(cp.array([0., 0.]))
///     array([0.5, 0.5])
ndarray softmax(const ndarray& x, const Axes& axis = {});

/// The logarithm of `softmax`, without underflow. Each row is read once.
///
/// Parameters
///     x: array.
///     axis: axis or axes along which the exponentials of the results add up to 1; all where none is given.
/// Returns
///     An array of the shape of `x`, and of its dtype, or float64 for integers.
/// Example
///     >>> cuprumx.scipy.special.log_softmax(cp.array([0., 0.]))
///     array([-0.69314718, -0.69314718])
ndarray log_softmax(const ndarray& x, const Axes& axis = {});

}  // namespace cuprum::scipy::special
