// Polynomials: in NumPy's old form, the highest power first (`poly1d` and the functions of cuprum itself), and in its
// new one, the lowest power first (namespace polynomial).
//
// Coefficients are few. Where a result's length depends on their values, or each step of an algorithm on the one
// before, they are looked at on the host; polynomials are evaluated on the device.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cuprum/array_list.h"
#include "cuprum/python.h"

namespace cuprum {

/// The coefficients of the polynomial with given zeros, the highest power first; that coefficient is 1.
///
/// Parameters
///     seq_of_zeros: the zeros (N,), repeated ones too; or a square matrix, whose eigenvalues they are.
/// Returns
///     The coefficients (N + 1,), which the host computes: real where complex zeros come in conjugate pairs.
/// Raises
///     ValueError: neither a vector nor a square matrix.
/// Example
///     >>> cuprum.poly(cuprum.array([1., 2.]))
///     array([ 1., -3.,  2.])
CUPRUM_PYTHON ndarray poly(const ndarray& seq_of_zeros);

/// The zeros of a polynomial: the eigenvalues of its companion matrix.
///
/// Parameters
///     p: the coefficients, the highest power first.
/// Returns
///     The zeros in no order: complex, or real for `[a, b]` and `[a, b, -a]`, whose matrix is symmetric.
/// Raises
///     ValueError: more than one dimension. LinAlgError: the eigenvalues do not converge.
/// Example
///     >>> cuprum.roots(cuprum.array([1., -3, 2]))
///     array([2.+0.j, 1.+0.j])
CUPRUM_PYTHON ndarray roots(const ndarray& p);

/// The sum of two polynomials.
///
/// Parameters
///     a1: coefficients, the highest power first.
///     a2: coefficients, the highest power first.
/// Returns
///     The sum's coefficients.
/// Raises
///     ValueError: coefficients have more than one axis.
/// Example
///     >>> cuprum.polyadd(cuprum.array([1, 2]), cuprum.array([9, 5, 4]))
///     array([9, 6, 6])
CUPRUM_TRAITS("polynomial")
CUPRUM_PYTHON ndarray polyadd(const ndarray& a1, const ndarray& a2);

/// The difference of two polynomials.
///
/// Parameters
///     a1: coefficients, the highest power first.
///     a2: coefficients, the highest power first.
/// Returns
///     The difference's coefficients.
/// Raises
///     ValueError: coefficients have more than one axis.
/// Example
///     >>> cuprum.polysub(cuprum.array([2, 10, -2]), cuprum.array([3, 10, -4]))
///     array([-1,  0,  2])
CUPRUM_TRAITS("polynomial")
CUPRUM_PYTHON ndarray polysub(const ndarray& a1, const ndarray& a2);

/// The product of two polynomials.
///
/// Parameters
///     a1: coefficients, the highest power first.
///     a2: coefficients, the highest power first.
/// Returns
///     The product's coefficients, without zeros in front of either factor's.
/// Raises
///     ValueError: coefficients have more than one axis.
/// Example
///     >>> cuprum.polymul(cuprum.array([1, 2, 3]), cuprum.array([9, 5, 1]))
///     array([ 9, 23, 38, 17,  3])
CUPRUM_TRAITS("polynomial")
CUPRUM_PYTHON ndarray polymul(const ndarray& a1, const ndarray& a2);

/// The quotient and the remainder of two polynomials.
///
/// Parameters
///     u: the dividend's coefficients, the highest power first.
///     v: the divisor's coefficients, the highest power first.
/// Returns
///     The coefficients of the quotient and of the remainder, in a float dtype; the host divides.
/// Raises
///     ValueError: coefficients have more than one axis, or there are none.
/// Example
///     >>> cuprum.polydiv(cuprum.array([3., 5, 2]), cuprum.array([2., 1]))
///     (array([1.5 , 1.75]), array([0.25]))
CUPRUM_TRAITS("polynomial")
CUPRUM_PYTHON std::pair<ndarray, ndarray> polydiv(const ndarray& u, const ndarray& v);

/// The values of a polynomial, by Horner's rule.
///
/// Parameters
///     p: the coefficients (N,), the highest power first; with more axes they are those of several polynomials, whose
///     axes broadcast with those of `x`.
///     x: where to evaluate it.
/// Returns
///     The values, in the shape of `x` and the dtype to which both promote; zeros of x's dtype where there are no
///     coefficients.
/// Raises
///     ValueError: shapes do not broadcast.
/// Example
///     >>> cuprum.polyval(cuprum.array([3, 0, 1]), cuprum.array([5, 0]))
///     array([76,  1])
ndarray polyval(const ndarray& p, const Operand& x);

/// A derivative of a polynomial.
///
/// Parameters
///     p: the coefficients, the highest power first.
///     m: which derivative.
/// Returns
///     Its coefficients.
/// Raises
///     ValueError: `m` is negative.
/// Example
///     >>> cuprum.polyder(cuprum.array([1, 1, 1, 1]))
///     array([3, 2, 1])
CUPRUM_TRAITS("polynomial")
CUPRUM_PYTHON ndarray polyder(const ndarray& p, std::int64_t m = 1);

/// An antiderivative of a polynomial.
///
/// Parameters
///     p: the coefficients, the highest power first.
///     m: how often to integrate.
///     k: the constants of each time, or one for all; zeros if not given.
/// Returns
///     Its coefficients.
/// Raises
///     ValueError: `m` is negative, or there are fewer constants.
/// Example
///     >>> cuprum.polyint(cuprum.array([1., 1, 1]))
///     array([0.33333333, 0.5       , 1.        , 0.        ])
CUPRUM_TRAITS("polynomial")
CUPRUM_PYTHON ndarray polyint(const ndarray& p, std::int64_t m = 1, const ndarray* k = nullptr);

/// The keyword arguments of `polyfit`.
struct PolyfitOptions {
    std::optional<double> rcond{};  ///< Singular values below this share of the largest one count as 0.
    const ndarray* w = nullptr;     ///< What the distance of each point counts, (M,).
    bool covariance = false;        ///< Compute the covariances of the coefficients,
    bool scaled = true;             ///< scaled by what is left of the distances.
};

/// A fitted polynomial and what comes with it.
struct Polyfit {
    ndarray coefficients, residuals;
    int rank;
    ndarray singular_values;
    double rcond;
    ndarray covariance;  ///< Where it was asked for.
};

/// Fit a polynomial to points such that the squared distances sum to the least.
///
/// Parameters
///     x: the points' first coordinates (M,).
///     y: their second ones (M,); or several sets of these in columns (M, K).
///     deg: the polynomial's degree.
///     rcond: singular values of the powers' matrix below this share of the largest one count as 0; the precision of
///     x's dtype by M if not given.
///     full: whether to give the residuals, the rank, the singular values and `rcond` as well.
///     w: what the distance of each point counts (M,), before it is squared.
///     cov: whether to give the coefficients' covariances as well; "unscaled" takes the weights for known deviations.
/// Returns
///     The coefficients (deg + 1,) or (deg + 1, K), the highest power first; with `full` or `cov` a tuple.
/// Raises
///     TypeError: arrays of a wrong number of dimensions, no points, or lengths that do not agree. ValueError: a
///     negative degree, or too few points to scale the covariances.
/// Warns
///     RankWarning: the powers' matrix has not full rank, as there are too few points or they are close together.
/// Example
///     >>> cuprum.polyfit(cuprum.array([0., 1, 2]), cuprum.array([1., 3, 5]), 1)
///     array([2., 1.])
Polyfit polyfit(const ndarray& x, const ndarray& y, std::int64_t deg, const PolyfitOptions& options = {});

/// A polynomial with the arithmetic of numbers, in NumPy's old form.
///
/// Example:
///     poly1d p(array({1., -3., 2.}));    // x^2 - 3 x + 2
///     p(5), p.roots(), (p * p).deriv()
class poly1d {
public:
    /// A polynomial with the arithmetic of numbers, its highest power first.
    ///
    /// `p(x)` is its value, `p[k]` the coefficient of the k-th power, `len(p)` its order. `+`, `-`, `*` and `**` work
    /// as for numbers;
    /// `/` gives the quotient and the remainder.
    ///
    /// Parameters
    ///     c_or_r: the coefficients, the highest power first; or the zeros; or another polynomial.
    ///     r: whether they are the zeros.
    ///     variable: the letter that it is printed with, "x" by default.
    /// Raises
    ///     ValueError: coefficients of several dimensions.
    /// Example
    ///     >>> print(cuprum.poly1d(cuprum.array([1, 2, 3])))
    ///        2
    ///     1 x + 2 x + 3
    explicit poly1d(const ndarray& c_or_r, bool r = false, std::string variable = "x");

    /// The coefficients, without leading zeros. The first call waits for the device and cuts the zeros off, so in C++
    /// threads that share a polynomial must not make it at the same time.
    const ndarray& coeffs() const;
    std::int64_t order() const { return coeffs().size() - 1; }
    const std::string& variable() const { return variable_; }
    poly1d with_variable(std::string name) const;  ///< The same polynomial, printed with another letter.
    ndarray roots() const { return cuprum::roots(coeffs()); }

    ndarray operator()(const Operand& x) const { return polyval(coeffs(), x); }
    poly1d operator()(const poly1d& x) const;  ///< This polynomial of that one.

    /// The coefficient of a power, 0 where there is none. An array without axes.
    ndarray coefficient(std::int64_t power) const;
    /// Sets the coefficient of a power; higher ones are made. Throws ValueError for negative powers.
    void set_coefficient(std::int64_t power, const Operand& value);

    /// A derivative of the polynomial.
    ///
    /// Parameters
    ///     m: which derivative.
    /// Returns
    ///     A polynomial.
    poly1d deriv(std::int64_t m = 1) const { return with(polyder(coeffs(), m)); }
    /// An antiderivative of the polynomial.
    ///
    /// Parameters
    ///     m: how often to integrate.
    ///     k: the constants of each time, or one for all; zeros if not given.
    /// Returns
    ///     A polynomial.
    poly1d integ(std::int64_t m = 1, const ndarray* k = nullptr) const { return with(polyint(coeffs(), m, k)); }

    poly1d operator-() const;
    poly1d pow(std::int64_t exponent) const;  ///< Throws ValueError where it is negative.
    friend poly1d operator+(const poly1d& a, const poly1d& b) { return a.with(polyadd(a.coeffs(), b.coeffs())); }
    friend poly1d operator-(const poly1d& a, const poly1d& b) { return a.with(polysub(a.coeffs(), b.coeffs())); }
    friend poly1d operator*(const poly1d& a, const poly1d& b) { return a.with(polymul(a.coeffs(), b.coeffs())); }
    std::pair<poly1d, poly1d> divided_by(const poly1d& divisor) const;  ///< The quotient and the remainder.
    bool operator==(const poly1d& other) const;

    /// As NumPy prints it: the powers on a line above the terms.
    std::string to_string() const;

private:
    poly1d with(ndarray coefficients) const { return poly1d(coefficients); }

    // Leading zeros are cut off when somebody asks how many coefficients there are, as that waits for the device.
    mutable ndarray coefficients_;
    mutable bool may_lead_with_zeros_ = true;
    std::int64_t lowest_order_ = 0;  // the highest power that was set: its coefficient stays, though it be 0
    std::string variable_;
};

}  // namespace cuprum

namespace cuprum::polynomial {

/// The powers of points: the matrices that make values of coefficients.
///
/// Parameters
///     x: the points.
///     deg: the highest power.
/// Returns
///     The powers from 0 to `deg` along a last axis; integers become float64.
/// Raises
///     ValueError: `deg` is negative.
/// Example
///     >>> cuprum.polynomial.polynomial.polyvander(cuprum.array([2., 3.]), 2)
///     array([[1., 2., 4.],
///            [1., 3., 9.]])
CUPRUM_PYTHON ndarray polyvander(const ndarray& x, std::int64_t deg);

/// The companion matrix of a polynomial, whose eigenvalues are its zeros.
///
/// Parameters
///     c: the coefficients (N + 1,), the lowest power first.
/// Returns
///     The matrix (N, N).
/// Raises
///     ValueError: fewer than two coefficients, or several dimensions.
/// Example
///     >>> cuprum.polynomial.polynomial.polycompanion(cuprum.array([2., -3, 1]))
///     array([[ 0., -2.],
///            [ 1.,  3.]])
CUPRUM_PYTHON ndarray polycompanion(const ndarray& c);

/// The values of polynomials, by Horner's rule.
///
/// Parameters
///     x: where to evaluate them.
///     c: the coefficients, the lowest power first, along the first axis; polynomials along the others.
///     tensor: whether each polynomial is evaluated at each point; otherwise polynomials and points are broadcast
///     together.
/// Returns
///     The values, of shape c.shape[1:] + x.shape with `tensor`. Integer coefficients become float64.
/// Raises
///     ValueError: shapes that do not broadcast.
/// Example
///     >>> cuprum.polynomial.polynomial.polyval(cuprum.array([0., 2.]), cuprum.array([1., 2, 3]))
///     array([ 1., 17.])
CUPRUM_PYTHON ndarray polyval(const Operand& x, const ndarray& c, bool tensor = true);

/// The values of polynomials with given zeros, whose highest coefficient is 1.
///
/// Parameters
///     x: where to evaluate them.
///     r: the zeros, along the first axis; polynomials along the others.
///     tensor: whether each polynomial is evaluated at each point; otherwise polynomials and points are broadcast
///     together.
/// Returns
///     The values, of shape r.shape[1:] + x.shape with `tensor`.
/// Raises
///     ValueError: without `tensor`, as many dimensions of points as of zeros, or shapes that do not broadcast.
/// Example
///     >>> cuprum.polynomial.polynomial.polyvalfromroots(cuprum.array([0., 3.]), cuprum.array([1., 2]))
///     array([2., 2.])
CUPRUM_PYTHON ndarray polyvalfromroots(const Operand& x, const ndarray& r, bool tensor = true);

/// Coefficients as vectors of a common float dtype.
///
/// Parameters
///     alist: arrays of one dimension at most.
///     trim: whether to leave zeros at their ends out.
/// Returns
///     A list of new arrays.
/// Raises
///     ValueError: an array is empty, has several dimensions, or there is no common dtype.
/// Example
///     >>> cuprum.polynomial.polyutils.as_series([cuprum.array([1, 2, 0])])
///     [array([1., 2.])]
CUPRUM_TRAITS("list")
CUPRUM_PYTHON std::vector<ndarray> as_series(ArrayList alist, bool trim = true);

/// Coefficients without the zeros at their end; one is left in any case.
///
/// Parameters
///     seq: a vector.
/// Returns
///     A view of it.
/// Example
///     >>> cuprum.polynomial.polyutils.trimseq(cuprum.array([1, 2, 0]))
///     array([1, 2])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray trimseq(const ndarray& seq);

/// Coefficients without the small ones at their end; a zero is left in any case.
///
/// Parameters
///     c: a vector.
///     tol: the largest magnitude that counts as small.
/// Returns
///     A new array of a float dtype.
/// Raises
///     ValueError: `tol` is negative, or `c` is empty or has several dimensions.
/// Example
///     >>> cuprum.polynomial.polyutils.trimcoef(cuprum.array([1., 2, 1e-9]), 1e-6)
///     array([1., 2.])
CUPRUM_PYTHON ndarray trimcoef(const ndarray& c, double tol = 0);

}  // namespace cuprum::polynomial
