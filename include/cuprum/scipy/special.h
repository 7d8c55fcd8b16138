// SciPy's special functions: ufuncs, a row each, and functions made of them.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cuprum/python.h"
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
/// Raises
///     ValueError: shapes do not broadcast.
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
CUPRUM_PYTHON ndarray lambertw(const Operand& z, const Operand& k = Scalar(0), double tol = 1e-8);

/// The n-th derivative of the digamma function.
///
/// Parameters
///     n: orders, whole numbers that are not negative.
///     x: real values.
/// Returns
///     float64 values (float32 for float32), of the broadcast shape: (-1)**(n+1) n! zeta(n+1, x), and digamma(x) where
///     n is 0.
/// Raises
///     ValueError: shapes do not broadcast.
/// Example
///     >>> cuprumx.scipy.special.polygamma(1, cp.array([1., 2.]))
///     array([1.64493407, 0.64493407])
CUPRUM_PYTHON ndarray polygamma(const Operand& n, const Operand& x);

/// The logarithm of the multivariate gamma function.
///
/// Parameters
///     a: values greater than (d - 1) / 2.
///     d: the dimension, a positive whole number, at most 10**6.
/// Returns
///     d (d - 1) / 4 log(pi) plus the sum of gammaln(a - j / 2) for j < d, of the shape of `a`.
/// Raises
///     ValueError: `d` is no positive whole number or too large, or an `a` is too small.
/// Example
///     >>> cuprumx.scipy.special.multigammaln(cp.array([3.]), 2)
///     array([1.55019499])
CUPRUM_PYTHON ndarray multigammaln(const ndarray& a, double d);

/// Spherical harmonics Y_n^m.
///
/// Parameters
///     n: degrees, whole numbers that are not negative.
///     m: orders; the value is 0 where abs(m) > n.
///     theta: polar angles in radians, from 0 to pi.
///     phi: azimuthal angles in radians, from 0 to 2 pi.
///     diff_n: how many derivatives to give as well: 0, 1 or 2.
/// Returns
///     Complex values, of the broadcast shape of the operands: normalised, with the phase (-1)**m of Condon and
///     Shortley. With derivatives a tuple: the values; their derivatives by theta and phi along a last axis of two; the
///     second ones along two of them.
/// Raises
///     ValueError: a negative number of derivatives, or more than two.
/// Example
///     >>> cuprumx.scipy.special.sph_harm_y(1, 0, cp.array([0.]), cp.array([0.]))
///     array([0.48860251+0.j])
ndarray sph_harm_y(const Operand& n, const Operand& m, const Operand& theta, const Operand& phi);

/// Values, gradients (..., 2) and second derivatives (..., 2, 2), up to an order.
using Derivatives = std::vector<ndarray>;

/// The same with its derivatives up to an order.
CUPRUM_SIGNATURE("n, m, theta, phi, *, diff_n=0")
CUPRUM_PYTHON Derivatives sph_harm_y(const Operand& n, const Operand& m, const Operand& theta, const Operand& phi,
                                     std::int64_t diff_n);

/// Spherical harmonics of all degrees up to n and of all orders up to m.
///
/// Parameters
///     n: the largest degree.
///     m: the largest order; of a negative one as of -m.
///     theta, phi, diff_n: as of `sph_harm_y`.
/// Returns
///     As `sph_harm_y` gives it, (n + 1, 2 m + 1, ...): orders are 0, 1, ..., m, -m, ..., -1.
/// Raises
///     ValueError: `n` is negative, or there are more than two derivatives.
/// Example
///     >>> cuprumx.scipy.special.sph_harm_y_all(1, 0, cp.array(0.), cp.array(0.))
///     array([[0.28209479+0.j],
///            [0.48860251+0.j]])
CUPRUM_SIGNATURE("n, m, theta, phi, *, diff_n")
CUPRUM_PYTHON Derivatives sph_harm_y_all(std::int64_t n, std::int64_t m, const ndarray& theta, const ndarray& phi,
                                         std::int64_t diff_n = 0);

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
CUPRUM_PYTHON ndarray spherical_jn(const Operand& n, const Operand& z, bool derivative = false);

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
CUPRUM_PYTHON ndarray spherical_yn(const Operand& n, const Operand& z, bool derivative = false);

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
CUPRUM_PYTHON ndarray spherical_in(const Operand& n, const Operand& z, bool derivative = false);

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
CUPRUM_PYTHON ndarray spherical_kn(const Operand& n, const Operand& z, bool derivative = false);

/// The number of ways to choose k of N things.
///
/// Parameters
///     N: how many things there are.
///     k: how many are chosen.
///     exact: whether to give a Python int, of any size, for two ints, and int64 values for arrays.
///     repetition: whether a thing may be chosen again.
/// Returns
///     float64 values of the broadcast shape; 0 where k > N, or either is negative.
/// Raises
///     ValueError: shapes do not broadcast.
/// Example
///     >>> cuprumx.scipy.special.comb(cp.array([10., 4.]), 3)
///     array([120.,   4.])
CUPRUM_SIGNATURE("N, k, *, repetition")
CUPRUM_PYTHON ndarray comb(const Operand& N, const Operand& k, bool repetition = false);

/// The number of ordered choices of k of N things: N! / (N - k)!.
///
/// Parameters
///     N: how many things there are.
///     k: how many are chosen.
///     exact: whether to give a Python int, of any size, for two ints, and int64 values for arrays.
/// Returns
///     float64 values of the broadcast shape; 0 where k > N, or either is negative.
/// Raises
///     ValueError: shapes do not broadcast; arrays with `exact`.
/// Example
///     >>> cuprumx.scipy.special.perm(cp.array([10., 4.]), 3)
///     array([720.,  24.])
CUPRUM_PYTHON ndarray perm(const Operand& N, const Operand& k);

/// n! = gamma(n + 1).
///
/// Parameters
///     n: real values; with `extend='complex'` complex ones as well.
///     exact: whether to give int64 for arrays of integers, and a Python int, of any size, for an int.
///     extend: 'zero' gives 0 for negative n, 'complex' gives gamma(n + 1) everywhere.
/// Returns
///     float64 values, 0 where n is negative; with `extend='complex'` those of `gamma`, of its dtype.
/// Raises
///     ValueError: complex n without `extend='complex'`; bools; with `exact` what are no integers.
///     OverflowError: exact numbers of an array that int64 does not hold.
/// Example
///     >>> cuprumx.scipy.special.factorial(cp.array([3., 4.]))
///     array([ 6., 24.])
CUPRUM_PYTHON ndarray factorial(const Operand& n, bool is_extended = false);

/// n (n - k) (n - 2 k) ..., down to the last factor above 0: a factorial of steps of k.
///
/// Parameters
///     n: integers; with `extend='complex'` real or complex values.
///     k: the step, 1 or more; with `extend='complex'` any number but 0.
///     exact: whether to give int64 for arrays of integers, and a Python int, of any size, for an int.
///     extend: 'zero' gives 0 for negative n; 'complex' gives k^((n - 1) / k) gamma(n / k + 1) / gamma(1 / k + 1),
///     which
///         has the same values where k divides n - 1.
/// Returns
///     float64 values, or complex ones for complex n and for a k that is negative or complex.
/// Raises
///     ValueError: n or k are no integers, or k is not positive, unless `extend='complex'`; k is 0.
///     OverflowError: exact numbers of an array that int64 does not hold.
/// Example
///     >>> cuprumx.scipy.special.factorialk(cp.array([5, 6, 17]), 3)
///     array([1.0000e+01, 1.8000e+01, 2.0944e+05])
CUPRUM_PYTHON ndarray factorialk(const Operand& n, const Scalar& k, bool is_extended = false);

/// What `factorialk` gives with `exact=True` for an array.
///
/// Parameters
///     n: integers.
///     k: the step, 1 or more.
/// Returns
///     int64 values; 0 where n is negative.
/// Raises
///     ValueError: n are no integers, or k is not positive.
///     OverflowError: numbers that int64 does not hold.
/// Example
///     cuprum::scipy::special::factorialk_exact(cuprum::arange(21), 1);
CUPRUM_PYTHON ndarray factorialk_exact(const ndarray& n, std::int64_t k);

/// The double factorial n (n - 2) (n - 4) ...: `factorialk` of steps of 2.
///
/// Parameters
///     n: integers; with `extend='complex'` real or complex values.
///     exact: whether to give int64 for arrays of integers, and a Python int, of any size, for an int.
///     extend: 'zero' gives 0 for negative n; 'complex' gives sqrt(2 / pi) 2^(n / 2) gamma(n / 2 + 1).
/// Returns
///     float64 values, or complex ones for complex n.
/// Raises
///     ValueError: n are no integers, unless `extend='complex'`.
/// Example
///     >>> cuprumx.scipy.special.factorial2(cp.array([5, 6]))
///     array([15., 48.])
CUPRUM_PYTHON ndarray factorial2(const Operand& n, bool is_extended = false);

/// Stirling's numbers of the second kind: in how many ways N things are parted in K sets, none of which is empty.
///
/// Parameters
///     N: how many things there are.
///     K: how many sets.
///     exact: whether to give a Python int, of any size, for two ints, and int64 values for arrays.
/// Returns
///     float64 values of the broadcast shape; infinity where they are too large.
/// Raises
///     TypeError: operands are not integers.
/// Source
///     Recurrences of positive terms: of the numbers themselves (DLMF 26.8.22), or, for few more things than sets, of
///     the numbers of partitions without sets of one thing.
/// Example
///     >>> cuprumx.scipy.special.stirling2(cp.array([5, 6]), 3)
///     array([25., 90.])
CUPRUM_PYTHON ndarray stirling2(const Operand& N, const Operand& K);

/// What `stirling2` gives with `exact=True` for arrays.
///
/// Parameters
///     N: how many things there are.
///     K: how many sets.
/// Returns
///     int64 values of the broadcast shape.
/// Raises
///     TypeError: operands are not integers.
///     OverflowError: numbers that int64 does not hold.
/// Source
///     The recurrence DLMF 26.8.22.
/// Example
///     cuprum::scipy::special::stirling2_exact(cuprum::arange(10), Scalar(3));
CUPRUM_PYTHON ndarray stirling2_exact(const Operand& N, const Operand& K);

/// Dirichlet's function, the periodic sinc: sin(n x / 2) / (n sin(x / 2)).
///
/// Parameters
///     x: angles in radians.
///     n: the periodicity, a positive whole number.
/// Returns
///     Values of the broadcast shape; NaN where n is no positive whole number.
/// Raises
///     ValueError: shapes do not broadcast.
/// Example
///     >>> cuprumx.scipy.special.diric(cp.array([0., 1.]), 3)
///     array([1.        , 0.69353487])
CUPRUM_PYTHON ndarray diric(const Operand& x, const Operand& n);

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
///     >>> cuprumx.scipy.special.jvp(0, cp.array([1.]))
///     array([-0.44005059])
CUPRUM_PYTHON ndarray jvp(const Operand& v, const Operand& z, int n = 1);

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
///     >>> cuprumx.scipy.special.yvp(0, cp.array([1.]))
///     array([0.78121282])
CUPRUM_PYTHON ndarray yvp(const Operand& v, const Operand& z, int n = 1);

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
///     >>> cuprumx.scipy.special.ivp(0, cp.array([1.]))
///     array([0.5651591])
CUPRUM_PYTHON ndarray ivp(const Operand& v, const Operand& z, int n = 1);

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
///     >>> cuprumx.scipy.special.kvp(0, cp.array([1.]))
///     array([-0.60190723])
CUPRUM_PYTHON ndarray kvp(const Operand& v, const Operand& z, int n = 1);

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
///     >>> cuprumx.scipy.special.h1vp(0, cp.array([1.]))
///     array([-0.44005059+0.78121282j])
CUPRUM_PYTHON ndarray h1vp(const Operand& v, const Operand& z, int n = 1);

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
///     >>> cuprumx.scipy.special.h2vp(0, cp.array([1.]))
///     array([-0.44005059-0.78121282j])
CUPRUM_PYTHON ndarray h2vp(const Operand& v, const Operand& z, int n = 1);

/// Bernoulli's numbers.
///
/// Parameters
///     n: the last index, 0 or more.
/// Returns
///     B0, B1, ..., Bn in float64; B1 is -1/2.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.bernoulli(4)
///     array([ 1.        , -0.5       ,  0.16666667,  0.        , -0.03333333])
/// Source
///     DLMF 24.8.1: a multiple of Riemann's zeta function.
CUPRUM_PYTHON ndarray bernoulli(std::int64_t n);

/// Euler's numbers.
///
/// Parameters
///     n: the last index, 0 or more.
/// Returns
///     E0, E1, ..., En in float64.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.euler(4)
///     array([ 1.,  0., -1.,  0.,  5.])
/// Source
///     DLMF 24.8.4: a multiple of Dirichlet's beta function.
CUPRUM_PYTHON ndarray euler(std::int64_t n);

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
/// Raises
///     AxisError: there is no such axis. ValueError: shapes do not broadcast.
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
/// Raises
///     AxisError: there is no such axis. ValueError: an empty array.
/// Example
///     >>> cuprumx.scipy.special.softmax(cp.array([0., 0.]))
///     array([0.5, 0.5])
CUPRUM_PYTHON ndarray softmax(const ndarray& x, const Axes& axis = {});

/// The logarithm of `softmax`, without underflow. Each row is read once.
///
/// Parameters
///     x: array.
///     axis: axis or axes along which the exponentials of the results add up to 1; all where none is given.
/// Returns
///     An array of the shape of `x`, and of its dtype, or float64 for integers.
/// Raises
///     AxisError: there is no such axis. ValueError: an empty array.
/// Example
///     >>> cuprumx.scipy.special.log_softmax(cp.array([0., 0.]))
///     array([-0.69314718, -0.69314718])
CUPRUM_PYTHON ndarray log_softmax(const ndarray& x, const Axes& axis = {});

}  // namespace cuprum::scipy::special
