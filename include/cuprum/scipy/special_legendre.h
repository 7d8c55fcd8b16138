// Legendre functions of scipy.special.
#pragma once

#include <cstdint>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::special {

/// Legendre polynomials and their derivatives.
///
/// Parameters
///     n: degrees, whole numbers that are not negative.
///     z: real or complex values.
///     diff_n: how many derivatives to give as well, 0 to 2.
/// Returns
///     An array whose first axis is that of the derivatives, of length `diff_n` + 1; then the broadcast shape of the
///     operands.
/// Raises
///     ValueError: `diff_n` is negative, or greater than 2.
/// Example
///     >>> cuprumx.scipy.special.legendre_p(2, cp.array([0.5]), diff_n=1)
///     array([[-0.125],
///            [ 1.5  ]])
/// Source
///     The recurrence in the degree, with derivatives: xsf.
CUPRUM_SIGNATURE("n, z, *, diff_n")
CUPRUM_PYTHON ndarray legendre_p(const Operand& n, const Operand& z, std::int64_t diff_n = 0);

/// All Legendre polynomials up to a degree, and their derivatives.
///
/// Parameters
///     n: the largest degree, 0 or more.
///     z: real or complex values.
///     diff_n: how many derivatives to give as well, 0 to 2.
/// Returns
///     An array whose first axis is that of the derivatives, of length `diff_n` + 1; then that of the degrees, and the
///     shape of `z`.
/// Raises
///     ValueError: `diff_n` is negative, or greater than 2.
/// Example
///     >>> cuprumx.scipy.special.legendre_p_all(2, cp.array(0.5))
///     array([[ 1.   ,  0.5  , -0.125]])
CUPRUM_SIGNATURE("n, z, *, diff_n")
CUPRUM_PYTHON ndarray legendre_p_all(std::int64_t n, const ndarray& z, std::int64_t diff_n = 0);

/// Associated Legendre functions of the first kind and their derivatives.
///
/// Parameters
///     n: degrees, whole numbers that are not negative.
///     m: orders, whole numbers; the value is 0 where abs(m) > n.
///     z: real or complex values.
///     branch_cut: 2 where the cut lies on the real axis with abs(z) > 1, 3 where on (-1, 1).
///     norm: whether to normalise: to 1 is then the integral of the square over [-1, 1].
///     diff_n: how many derivatives to give as well, 0 to 2.
/// Returns
///     An array whose first axis is that of the derivatives, of length `diff_n` + 1; then the broadcast shape of the
///     operands.
/// Raises
///     ValueError: `diff_n` is negative, or greater than 2.
/// Example
///     >>> cuprumx.scipy.special.assoc_legendre_p(2, 1, cp.array([0.5]))
///     array([[-1.29903811]])
/// Source
///     Recurrences in the order and the degree, with derivatives: xsf.
CUPRUM_SIGNATURE("n, m, z, *, branch_cut, norm, diff_n")
CUPRUM_PYTHON ndarray assoc_legendre_p(const Operand& n, const Operand& m, const Operand& z,
                                       const Operand& branch_cut = Scalar(2), bool norm = false,
                                       std::int64_t diff_n = 0);

/// All associated Legendre functions up to a degree and an order, and their derivatives.
///
/// Parameters
///     n: the largest degree, 0 or more.
///     m: the largest order.
///     z: real or complex values.
///     branch_cut: 2 where the cut lies on the real axis with abs(z) > 1, 3 where on (-1, 1).
///     norm: whether to normalise: to 1 is then the integral of the square over [-1, 1].
///     diff_n: how many derivatives to give as well, 0 to 2.
/// Returns
///     An array whose first axis is that of the derivatives, of length `diff_n` + 1; then those of the degrees and of
///     the orders 0, ..., m, -m, ..., -1, and the shape of `z`.
/// Raises
///     ValueError: `diff_n` is negative, or greater than 2.
/// Example
///     >>> cuprumx.scipy.special.assoc_legendre_p_all(1, 1, cp.array(0.5)).shape
///     (1, 2, 3)
CUPRUM_SIGNATURE("n, m, z, *, branch_cut, norm, diff_n")
CUPRUM_PYTHON ndarray assoc_legendre_p_all(std::int64_t n, std::int64_t m, const ndarray& z,
                                           const Operand& branch_cut = Scalar(2), bool norm = false,
                                           std::int64_t diff_n = 0);

/// Spherical Legendre functions, those of spherical harmonics without the azimuth, and their derivatives by the angle.
///
/// Parameters
///     n: degrees, whole numbers that are not negative.
///     m: orders, whole numbers; the value is 0 where abs(m) > n.
///     theta: polar angles in radians.
///     diff_n: how many derivatives to give as well, 0 to 2.
/// Returns
///     An array whose first axis is that of the derivatives, of length `diff_n` + 1; then the broadcast shape of the
///     operands.
/// Raises
///     ValueError: `diff_n` is negative, or greater than 2.
/// Example
///     >>> cuprumx.scipy.special.sph_legendre_p(1, 0, cp.array([0.]))
///     array([[0.48860251]])
/// Source
///     Recurrences in the order and the degree, with derivatives: xsf.
CUPRUM_SIGNATURE("n, m, theta, *, diff_n")
CUPRUM_PYTHON ndarray sph_legendre_p(const Operand& n, const Operand& m, const Operand& theta, std::int64_t diff_n = 0);

/// All spherical Legendre functions up to a degree and an order, and their derivatives by the angle.
///
/// Parameters
///     n: the largest degree, 0 or more.
///     m: the largest order; of a negative one as of -m.
///     theta: polar angles in radians.
///     diff_n: how many derivatives to give as well, 0 to 2.
/// Returns
///     An array whose first axis is that of the derivatives, of length `diff_n` + 1; then those of the degrees and of
///     the orders 0, ..., m, -m, ..., -1, and the shape of `theta`.
/// Raises
///     ValueError: `diff_n` is negative, or greater than 2.
/// Example
///     >>> cuprumx.scipy.special.sph_legendre_p_all(1, 1, cp.array(0.5)).shape
///     (1, 2, 3)
CUPRUM_SIGNATURE("n, m, theta, *, diff_n")
CUPRUM_PYTHON ndarray sph_legendre_p_all(std::int64_t n, std::int64_t m, const ndarray& theta, std::int64_t diff_n = 0);

/// Legendre functions of all degrees up to one, and their derivatives.
struct LegendreTable {
    ndarray values;
    ndarray derivatives;
};

/// Legendre functions of the second kind and their derivatives.
///
/// Parameters
///     n: the largest degree, 0 or more.
///     z: real or complex values.
/// Returns
///     The values and the derivatives: the degrees 0, ..., n along the first axis, then the shape of `z`.
/// Raises
///     ValueError: a negative degree.
/// Example
///     >>> cuprumx.scipy.special.lqn(1, cp.array(0.5))[0]
///     array([ 0.54930614, -0.72534693])
/// Source
///     The recurrence in the degree, upwards on the cut and downwards off it: DLMF 14.10.3.
CUPRUM_PYTHON LegendreTable lqn(std::int64_t n, const ndarray& z);

/// Associated Legendre functions of the second kind and their derivatives.
///
/// Parameters
///     m: the largest order, 0 or more.
///     n: the largest degree, 0 or more.
///     z: real or complex values.
/// Returns
///     The values and the derivatives: the orders 0, ..., m along the first axis, the degrees 0, ..., n along the
///     second, then the shape of `z`.
/// Raises
///     ValueError: a negative degree or order.
/// Example
///     >>> cuprumx.scipy.special.lqmn(0, 1, cp.array(0.5))[0]
///     array([[ 0.54930614, -0.72534693]])
/// Source
///     Recurrences in the degree and the order: DLMF 14.10.
CUPRUM_PYTHON LegendreTable lqmn(std::int64_t m, std::int64_t n, const ndarray& z);

/// Associated Legendre functions of the first kind and their derivatives, by the name that SciPy had until 1.16.
///
/// Parameters
///     m: the largest order; below 0 the orders 0, -1, ..., m.
///     n: the largest degree, 0 or more.
///     z: real values.
/// Returns
///     The values and the derivatives: the orders along the first axis, the degrees 0, ..., n along the second, then
///     the shape of `z`.
/// Raises
///     ValueError: a negative degree.
/// Example
///     >>> cuprumx.scipy.special.lpmn(1, 1, cp.array(0.5))[0]
///     array([[ 1.       ,  0.5      ],
///            [ 0.       , -0.8660254]])
CUPRUM_PYTHON LegendreTable lpmn(std::int64_t m, std::int64_t n, const ndarray& z);

}  // namespace cuprum::scipy::special
