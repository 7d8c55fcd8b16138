// Partial fractions of rational functions, computed on the host.
#pragma once

#include <string_view>

#include "cuprum/python.h"
#include "cuprum/scipy/signal_numbers.h"

namespace cuprum::scipy::signal {

/// Residues, the poles that they belong to, and the polynomial that is left.
struct PartialFractions {
    ndarray r, p, k;
};
/// Numerator and denominator.
struct RationalFunction {
    ndarray b, a;
};
/// Roots without those that are about the same, and how often each came.
struct UniqueRoots {
    ndarray unique, multiplicity;
};

/// The partial fractions of b(s) / a(s), polynomials with the highest power first.
///
/// Parameters
///     b, a: numerator and denominator.
///     tol: roots that are not further apart count as one.
///     rtype: which of them stands for all: "max", "min" or "avg".
/// Returns
///     Residues, poles and the polynomial that is left. A pole of multiplicity n has n residues, of the first power to
///     the n-th.
/// Raises
///     ValueError: a denominator of zeros, or another `rtype`.
/// Example
///     >>> r, p, k = cuprumx.scipy.signal.residue([1.], [1., 3., 2.])
///     >>> r.round(3), p.round(3)
///     (array([ 1., -1.]), array([-1., -2.]))
CUPRUM_PYTHON PartialFractions residue(const Numbers& b, const Numbers& a, double tol = 1e-3,
                                       CUPRUM_WORDS("max", "min", "avg") std::string_view rtype = "avg");

/// The partial fractions of b(z) / a(z), polynomials in 1 / z with the lowest power first.
///
/// Parameters
///     b, a: numerator and denominator.
///     tol, rtype: as of `residue`.
/// Returns
///     Residues, poles and the polynomial that is left.
/// Raises
///     ValueError: a denominator whose first coefficient is zero, or another `rtype`.
/// Example
///     >>> r, p, k = cuprumx.scipy.signal.residuez([1.], [1., -0.5])
///     >>> r
///     array([1.])
CUPRUM_PYTHON PartialFractions residuez(const Numbers& b, const Numbers& a, double tol = 1e-3,
                                        CUPRUM_WORDS("max", "min", "avg") std::string_view rtype = "avg");

/// The rational function whose partial fractions these are: what `residue` came from.
///
/// Parameters
///     r, p, k: residues, poles and a polynomial.
///     tol, rtype: as of `residue`.
/// Returns
///     Numerator and denominator, the highest power first.
/// Raises
///     ValueError: another `rtype`. IndexError: no poles.
/// Example
///     >>> b, a = cuprumx.scipy.signal.invres([1., -1.], [-1., -2.], [])
///     >>> a
///     array([1., 3., 2.])
CUPRUM_PYTHON RationalFunction invres(const Numbers& r, const Numbers& p, const Numbers& k, double tol = 1e-3,
                                      CUPRUM_WORDS("max", "min", "avg") std::string_view rtype = "avg");

/// The rational function in 1 / z whose partial fractions these are: what `residuez` came from.
///
/// Parameters
///     r, p, k: residues, poles and a polynomial.
///     tol, rtype: as of `residue`.
/// Returns
///     Numerator and denominator, the lowest power first.
/// Raises
///     ValueError: another `rtype`. IndexError: no poles.
/// Example
///     >>> b, a = cuprumx.scipy.signal.invresz([1.], [0.5], [])
///     >>> a
///     array([ 1. , -0.5])
CUPRUM_PYTHON RationalFunction invresz(const Numbers& r, const Numbers& p, const Numbers& k, double tol = 1e-3,
                                       CUPRUM_WORDS("max", "min", "avg") std::string_view rtype = "avg");

/// Roots without those that are about the same.
///
/// Parameters
///     p: roots.
///     tol: those that are not further apart count as one.
///     rtype: which of them stands for all: "max", "min" or "avg".
/// Returns
///     The roots that are left, and how often each came.
/// Raises
///     ValueError: another `rtype`.
/// Example
///     >>> cuprumx.scipy.signal.unique_roots([1., 1.0001, 3.], tol=1e-2)
///     (array([1., 3.]), array([2, 1]))
CUPRUM_PYTHON UniqueRoots unique_roots(const Numbers& p, double tol = 1e-3,
                                       CUPRUM_WORDS("max", "min", "avg") std::string_view rtype = "min");

}  // namespace cuprum::scipy::signal
