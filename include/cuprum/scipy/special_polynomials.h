// Orthogonal polynomials: a family is a row of a table, and all are objects of one class.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/polynomial.h"
#include "cuprum/python.h"

namespace cuprum::scipy::special {

/// A polynomial of a family that is orthogonal for a weight function, with its quadrature.
///
/// Arithmetic with it gives a `poly1d` that knows coefficients alone.
class orthopoly1d : public poly1d {
public:
    /// An orthogonal polynomial: a `poly1d` that is computed by its recurrence, with its quadrature.
    ///
    /// Arithmetic with it gives a `poly1d` that knows coefficients alone.
    ///
    /// Parameters
    ///     family: the name of its function: "legendre", "jacobi", ...
    ///     n: the degree, 0 or more.
    ///     parameters: the family's parameters, as its function takes them.
    ///     monic: whether to divide by the leading coefficient.
    /// Raises
    ///     ValueError: `n` is negative, a parameter is out of its range, or there is no such family.
    /// Example
    ///     >>> p = cuprumx.scipy.special.legendre(2)
    ///     >>> p.weights
    ///     array([[-0.57735027,  1.        ,  1.        ],
    ///            [ 0.57735027,  1.        ,  1.        ]])
    orthopoly1d(std::string_view family, std::int64_t n, std::span<const double> parameters, bool monic = false);

    using poly1d::operator();
    /// Its value, by the recurrence of its family rather than by its coefficients, in which digits cancel.
    ndarray operator()(const Operand& x) const;

    /// The family's weight function.
    ///
    /// Parameters
    ///     x: real values.
    /// Returns
    ///     The weights, of the shape of `x`.
    ndarray weight_func(const Operand& x) const;

    /// A row a zero of the polynomial: the zero, its weight in Gauss's quadrature, and the same over the weight
    /// function.
    const ndarray& weights() const { return weights_; }
    /// Between which numbers the family is orthogonal.
    std::pair<double, double> limits() const { return limits_; }
    /// The square root of the integral of the polynomial's square times the weight function.
    double normcoef() const { return norm_; }

    std::string family() const;
    std::int64_t degree() const { return degree_; }
    const std::vector<double>& parameters() const { return parameters_; }
    bool monic() const { return monic_; }

private:
    struct Made;
    explicit orthopoly1d(Made made);

    std::size_t row_;  // the family
    std::int64_t degree_;
    std::vector<double> parameters_;
    bool monic_;
    double leading_, norm_;
    std::pair<double, double> limits_;
    ndarray weights_;
};

/// Legendre's polynomial: orthogonal over [-1, 1] for the weight 1.
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.legendre(2)(cp.array([0., 1.]))
///     array([-0.5,  1. ])
CUPRUM_PYTHON orthopoly1d legendre(std::int64_t n, bool monic = false);

/// Chebyshev's polynomial of the first kind: orthogonal over [-1, 1] for the weight 1 / sqrt(1 - x**2).
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.chebyt(2)(cp.array([0., 1.]))
///     array([-1.,  1.])
CUPRUM_PYTHON orthopoly1d chebyt(std::int64_t n, bool monic = false);

/// Chebyshev's polynomial of the second kind: orthogonal over [-1, 1] for the weight sqrt(1 - x**2).
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.chebyu(2)(cp.array([0., 1.]))
///     array([-1.,  3.])
CUPRUM_PYTHON orthopoly1d chebyu(std::int64_t n, bool monic = false);

/// Chebyshev's polynomial of the first kind of x / 2, times 2: orthogonal over [-2, 2] for the weight 1 / sqrt(1 - (x
/// / 2)**2).
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.chebyc(2)(cp.array([0., 1.]))
///     array([-2., -1.])
CUPRUM_PYTHON orthopoly1d chebyc(std::int64_t n, bool monic = false);

/// Chebyshev's polynomial of the second kind of x / 2: orthogonal over [-2, 2] for the weight sqrt(1 - (x / 2)**2).
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.chebys(2)(cp.array([0., 1.]))
///     array([-1.,  0.])
CUPRUM_PYTHON orthopoly1d chebys(std::int64_t n, bool monic = false);

/// Jacobi's polynomial: orthogonal over [-1, 1] for the weight (1 - x)**alpha (1 + x)**beta.
///
/// Parameters
///     n: the degree, 0 or more.
///     alpha: the exponent of 1 - x, greater than -1.
///     beta: the exponent of 1 + x, greater than -1.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative, or an exponent is not greater than -1.
/// Example
///     >>> cuprumx.scipy.special.jacobi(2, 0.5, 1.5)(cp.array([0., 1.]))
///     array([-0.625,  1.875])
CUPRUM_PYTHON orthopoly1d jacobi(std::int64_t n, double alpha, double beta, bool monic = false);

/// Laguerre's polynomial: orthogonal over [0, inf) for the weight exp(-x).
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.laguerre(2)(cp.array([0., 1.]))
///     array([ 1. , -0.5])
CUPRUM_PYTHON orthopoly1d laguerre(std::int64_t n, bool monic = false);

/// Laguerre's generalised polynomial: orthogonal over [0, inf) for the weight x**alpha exp(-x).
///
/// Parameters
///     n: the degree, 0 or more.
///     alpha: the exponent of x, greater than -1.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative, or `alpha` is not greater than -1.
/// Example
///     >>> cuprumx.scipy.special.genlaguerre(2, 0.5)(cp.array([0., 1.]))
///     array([ 1.875, -0.125])
CUPRUM_PYTHON orthopoly1d genlaguerre(std::int64_t n, double alpha, bool monic = false);

/// Hermite's polynomial as physicists define it: orthogonal over all numbers for the weight exp(-x**2).
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.hermite(2)(cp.array([0., 1.]))
///     array([-2.,  2.])
CUPRUM_PYTHON orthopoly1d hermite(std::int64_t n, bool monic = false);

/// Hermite's polynomial as statisticians define it: orthogonal over all numbers for the weight exp(-x**2 / 2).
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.hermitenorm(2)(cp.array([0., 1.]))
///     array([-1.,  0.])
CUPRUM_PYTHON orthopoly1d hermitenorm(std::int64_t n, bool monic = false);

/// Gegenbauer's polynomial: orthogonal over [-1, 1] for the weight (1 - x**2)**(alpha - 1/2).
///
/// Parameters
///     n: the degree, 0 or more.
///     alpha: a finite number greater than -0.5.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative, or `alpha` is not greater than -0.5 or infinite.
/// Example
///     >>> cuprumx.scipy.special.gegenbauer(2, 1.5)(cp.array([0., 1.]))
///     array([-1.5,  6. ])
CUPRUM_PYTHON orthopoly1d gegenbauer(std::int64_t n, double alpha, bool monic = false);

/// Legendre's polynomial of 2 x - 1: orthogonal over [0, 1] for the weight 1.
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.sh_legendre(2)(cp.array([0., 1.]))
///     array([1., 1.])
CUPRUM_PYTHON orthopoly1d sh_legendre(std::int64_t n, bool monic = false);

/// Chebyshev's polynomial of the first kind of 2 x - 1: orthogonal over [0, 1] for the weight 1 / sqrt(x - x**2).
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.sh_chebyt(2)(cp.array([0., 1.]))
///     array([1., 1.])
CUPRUM_PYTHON orthopoly1d sh_chebyt(std::int64_t n, bool monic = false);

/// Chebyshev's polynomial of the second kind of 2 x - 1: orthogonal over [0, 1] for the weight sqrt(x - x**2).
///
/// Parameters
///     n: the degree, 0 or more.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative.
/// Example
///     >>> cuprumx.scipy.special.sh_chebyu(2)(cp.array([0., 1.]))
///     array([3., 3.])
CUPRUM_PYTHON orthopoly1d sh_chebyu(std::int64_t n, bool monic = false);

/// Jacobi's shifted polynomial, whose leading coefficient is 1: orthogonal over [0, 1] for the weight (1 - x)**(p -
/// q) x**(q - 1).
///
/// Parameters
///     n: the degree, 0 or more.
///     p: greater than q - 1.
///     q: greater than 0.
///     monic: whether to divide by the leading coefficient.
/// Returns
///     The polynomial: a `poly1d` with `weights`, `weight_func`, `limits` and `normcoef` beside.
/// Raises
///     ValueError: `n` is negative, or a parameter is out of its range.
/// Example
///     >>> cuprumx.scipy.special.sh_jacobi(2, 2.5, 1.5)(cp.array([0., 1.]))
///     array([0.15151515, 0.24242424])
CUPRUM_PYTHON orthopoly1d sh_jacobi(std::int64_t n, double p, double q, bool monic = false);

/// Laguerre's generalised polynomials, with the places first.
///
/// Parameters
///     x: real or complex values.
///     n: degrees.
///     k: the exponents of x in the weight x**k exp(-x), greater than -1.
/// Returns
///     Values of the broadcast shape: `eval_genlaguerre(n, k, x)`.
/// Raises
///     ValueError: shapes do not broadcast.
/// Example
///     >>> cuprumx.scipy.special.assoc_laguerre(cp.array([0., 1.]), 2, 0.5)
///     array([ 1.875, -0.125])
CUPRUM_PYTHON ndarray assoc_laguerre(const Operand& x, const Operand& n, const Operand& k = 0.0);

}  // namespace cuprum::scipy::special
