// Gauss's quadratures of scipy.special: points and weights.
#pragma once

#include <cstdint>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::special {

/// Points and weights of Gauss's quadrature.
struct Quadrature {
    ndarray points;   ///< In ascending order.
    ndarray weights;  ///< Their sum is the integral of the weight function.
    double total;     ///< This integral.
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
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also p_roots")
CUPRUM_PYTHON Quadrature roots_legendre(std::int64_t n);

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
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also t_roots")
CUPRUM_PYTHON Quadrature roots_chebyt(std::int64_t n);

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
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also u_roots")
CUPRUM_PYTHON Quadrature roots_chebyu(std::int64_t n);

/// Gauss-Jacobi quadrature: points in [-1, 1] for the weight (1 - x)**alpha (1 + x)**beta.
///
/// Parameters
///     n: how many points, 1 or more.
///     alpha: the exponent of 1 - x, greater than -1.
///     beta: the exponent of 1 + x, greater than -1.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1, or an exponent is not greater than -1.
/// Example
///     >>> cuprumx.scipy.special.roots_jacobi(2, 0.5, 1.5)
///     (array([-0.27429189,  0.60762522]), array([0.63697186, 0.93382446]))
/// Source
///     The eigenvalues of the recurrence's matrix, improved by Newton's method.
CUPRUM_SIGNATURE("n, alpha, beta, mu=false")
CUPRUM_TRAITS("also j_roots")
CUPRUM_PYTHON Quadrature roots_jacobi(std::int64_t n, double alpha, double beta);

/// Gauss-Gegenbauer quadrature: points in [-1, 1] for the weight (1 - x**2)**(alpha - 1/2).
///
/// Parameters
///     n: how many points, 1 or more.
///     alpha: greater than -0.5.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1, or `alpha` is not greater than -0.5.
/// Example
///     >>> cuprumx.scipy.special.roots_gegenbauer(2, 0.5)
///     (array([-0.57735027,  0.57735027]), array([1., 1.]))
/// Source
///     The eigenvalues of the recurrence's matrix, improved by Newton's method.
CUPRUM_SIGNATURE("n, alpha, mu=false")
CUPRUM_TRAITS("also cg_roots")
CUPRUM_PYTHON Quadrature roots_gegenbauer(std::int64_t n, double alpha);

/// Generalised Gauss-Laguerre quadrature: points in [0, inf) for the weight x**alpha exp(-x).
///
/// Parameters
///     n: how many points, 1 or more.
///     alpha: the exponent of x, greater than -1.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1, or `alpha` is not greater than -1.
/// Example
///     >>> cuprumx.scipy.special.roots_genlaguerre(2, 0.5)
///     (array([0.91886117, 4.08113883]), array([0.72336302, 0.1628639 ]))
/// Source
///     The eigenvalues of the recurrence's matrix, improved by Newton's method.
CUPRUM_SIGNATURE("n, alpha, mu=false")
CUPRUM_TRAITS("also la_roots")
CUPRUM_PYTHON Quadrature roots_genlaguerre(std::int64_t n, double alpha);

/// Gauss-Laguerre quadrature: points in [0, inf) for the weight exp(-x).
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_laguerre(2)
///     (array([0.58578644, 3.41421356]), array([0.85355339, 0.14644661]))
/// Source
///     The eigenvalues of the recurrence's matrix, improved by Newton's method.
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also l_roots")
CUPRUM_PYTHON Quadrature roots_laguerre(std::int64_t n);

/// Gauss-Hermite quadrature, of physicists' polynomials: points for the weight exp(-x**2).
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_hermite(2)
///     (array([-0.70710678,  0.70710678]), array([0.88622693, 0.88622693]))
/// Source
///     The eigenvalues of the recurrence's matrix, improved by Newton's method.
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also h_roots")
CUPRUM_PYTHON Quadrature roots_hermite(std::int64_t n);

/// Gauss-Hermite quadrature, of statisticians' polynomials: points for the weight exp(-x**2 / 2).
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_hermitenorm(2)
///     (array([-1.,  1.]), array([1.25331414, 1.25331414]))
/// Source
///     The eigenvalues of the recurrence's matrix, improved by Newton's method.
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also he_roots")
CUPRUM_PYTHON Quadrature roots_hermitenorm(std::int64_t n);

/// Gauss-Chebyshev quadrature of the first kind on a longer interval: points in [-2, 2] for the weight 1 / sqrt(1 - (x
/// / 2)**2).
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_chebyc(2)
///     (array([-1.41421356,  1.41421356]), array([3.14159265, 3.14159265]))
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also c_roots")
CUPRUM_PYTHON Quadrature roots_chebyc(std::int64_t n);

/// Gauss-Chebyshev quadrature of the second kind on a longer interval: points in [-2, 2] for the weight sqrt(1 - (x /
/// 2)**2).
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_chebys(2)
///     (array([-1.,  1.]), array([1.57079633, 1.57079633]))
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also s_roots")
CUPRUM_PYTHON Quadrature roots_chebys(std::int64_t n);

/// Shifted Gauss-Legendre quadrature: points in [0, 1] for the weight 1.
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_sh_legendre(2)
///     (array([0.21132487, 0.78867513]), array([0.5, 0.5]))
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also ps_roots")
CUPRUM_PYTHON Quadrature roots_sh_legendre(std::int64_t n);

/// Shifted Gauss-Chebyshev quadrature of the first kind: points in [0, 1] for the weight 1 / sqrt(x - x**2).
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_sh_chebyt(2)
///     (array([0.14644661, 0.85355339]), array([1.57079633, 1.57079633]))
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also ts_roots")
CUPRUM_PYTHON Quadrature roots_sh_chebyt(std::int64_t n);

/// Shifted Gauss-Chebyshev quadrature of the second kind: points in [0, 1] for the weight sqrt(x - x**2).
///
/// Parameters
///     n: how many points, 1 or more.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1.
/// Example
///     >>> cuprumx.scipy.special.roots_sh_chebyu(2)
///     (array([0.25, 0.75]), array([0.19634954, 0.19634954]))
CUPRUM_SIGNATURE("n, mu=false")
CUPRUM_TRAITS("also us_roots")
CUPRUM_PYTHON Quadrature roots_sh_chebyu(std::int64_t n);

/// Shifted Gauss-Jacobi quadrature: points in [0, 1] for the weight (1 - x)**(p1 - q1) x**(q1 - 1).
///
/// Parameters
///     n: how many points, 1 or more.
///     p1: greater than q1 - 1.
///     q1: greater than 0.
///     mu: whether to give the sum of the weights as well.
/// Returns
///     The points and the weights, float64.
/// Raises
///     ValueError: `n` is less than 1, or a parameter is out of its range.
/// Example
///     >>> cuprumx.scipy.special.roots_sh_jacobi(2, 2.5, 1.5)
///     (array([0.21981919, 0.68927172]), array([0.14808756, 0.11857911]))
CUPRUM_SIGNATURE("n, p1, q1, mu=false")
CUPRUM_TRAITS("also js_roots")
CUPRUM_PYTHON Quadrature roots_sh_jacobi(std::int64_t n, double p1, double q1);

}  // namespace cuprum::scipy::special
