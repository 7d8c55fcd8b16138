// Choosing between values, comparing within tolerances, rounding, and the parts of complex numbers.
#pragma once

#include <optional>

#include "cuprum/array_list.h"
#include "cuprum/python.h"

namespace cuprum {

/// Elements of one operand where a condition holds, of another elsewhere.
///
/// Parameters
///     condition: array or scalar; what is not zero counts as true.
///     x: array or scalar: the values where it is true.
///     y: array or scalar: the values where it is false.
/// Returns
///     An array of the broadcast shape and the common dtype. Literal integers that this dtype does not hold wrap
///     around.
/// Raises
///     ValueError: the shapes do not broadcast.
/// Example
///     >>> cuprum.where(cuprum.arange(4) < 2, 0, cuprum.arange(4))
///     array([0, 0, 2, 3])
ndarray where(const Operand& condition, const Operand& x, const Operand& y);

/// An array with values below a bound raised to it and values above another lowered to it.
///
/// Parameters
///     a: the array.
///     a_min: lower bound, an array or a scalar; None for no bound.
///     a_max: upper bound, an array or a scalar; None for no bound. Where the bounds cross, this one counts.
///     out: array of the broadcast shape to write to; may be `a` itself.
///     dtype: dtype of the computation and of a new result.
///     casting: how far operands and result may be cast.
/// Returns
///     A new array, or `out`. A NaN among elements or bounds stays one.
/// Raises
///     OverflowError: a literal integer that the dtype does not hold and that is no harmless bound.
///     TypeError: the result does not cast to `out`. ValueError: the shapes do not broadcast.
/// Example
///     >>> cuprum.clip(cuprum.arange(5), 1, 3)
///     array([1, 1, 2, 3, 3])
ndarray clip(const ndarray& a, std::optional<Operand> a_min = {}, std::optional<Operand> a_max = {},
             const ndarray* out = nullptr, std::optional<DType> dtype = {}, Casting casting = Casting::same_kind);

/// Whether elements are equal within a tolerance: `|a - b| <= atol + rtol * |b|`.
///
/// Parameters
///     a: array or scalar.
///     b: array or scalar: the reference.
///     rtol: relative tolerance.
///     atol: absolute tolerance.
///     equal_nan: whether NaN equals NaN.
/// Returns
///     A bool array of the broadcast shape.
/// Raises
///     ValueError: the shapes do not broadcast.
/// Example
///     >>> cuprum.isclose(cuprum.array([1.0, 2.0]), cuprum.array([1.0, 2.1]))
///     array([ True, False])
CUPRUM_PYTHON ndarray isclose(const Operand& a, const Operand& b, const Operand& rtol = 1e-5,
                              const Operand& atol = 1e-8, bool equal_nan = false);

/// Whether all elements are equal within a tolerance; see `isclose`.
///
/// Parameters
///     a: array or scalar.
///     b: array or scalar: the reference.
///     rtol: relative tolerance.
///     atol: absolute tolerance.
///     equal_nan: whether NaN equals NaN.
/// Returns
///     A bool array without dimensions.
/// Raises
///     ValueError: the shapes do not broadcast.
/// Example
///     >>> bool(cuprum.allclose(cuprum.ones(3), 1))
///     True
CUPRUM_PYTHON ndarray allclose(const Operand& a, const Operand& b, const Operand& rtol = 1e-5,
                               const Operand& atol = 1e-8, bool equal_nan = false);

/// Whether two arrays have the same shape and elements.
///
/// Parameters
///     a1: one array.
///     a2: the other.
///     equal_nan: whether NaN equals NaN.
/// Returns
///     A bool array without dimensions.
/// Example
///     >>> bool(cuprum.array_equal(cuprum.arange(3), cuprum.array([0, 1, 2])))
///     True
CUPRUM_PYTHON ndarray array_equal(const ndarray& a1, const ndarray& a2, bool equal_nan = false);

/// Whether two arrays broadcast to the same shape and have the same elements there.
///
/// Parameters
///     a1: one array.
///     a2: the other.
/// Returns
///     A bool array without dimensions.
/// Example
///     >>> bool(cuprum.array_equiv(cuprum.ones((2, 2)), cuprum.ones(2)))
///     True
CUPRUM_PYTHON ndarray array_equiv(const ndarray& a1, const ndarray& a2);

/// Elements rounded to a number of decimals, halves to the even neighbour.
///
/// Parameters
///     a: the array.
///     decimals: how many; negative numbers round left of the point.
///     out: array of the same shape to write to.
/// Returns
///     A new array, or `out`.
/// Raises
///     TypeError: the result does not cast to `out`. ValueError: `out` has another shape.
/// Example
///     >>> cuprum.round(cuprum.array([1.25, 1.35]), 1)
///     array([1.2, 1.4])
CUPRUM_TRAITS("same_class, method, also around, also round_")
CUPRUM_PYTHON ndarray round(const ndarray& a, std::int64_t decimals = 0, const ndarray* out = nullptr);
inline ndarray around(const ndarray& a, std::int64_t decimals = 0, const ndarray* out = nullptr) {
    return round(a, decimals, out);
}

/// The real parts of complex numbers.
///
/// Parameters
///     val: the array.
/// Returns
///     A view; of a real array, the array.
/// Example
///     >>> cuprum.real(cuprum.array([1 + 2j]))
///     array([1.])
CUPRUM_TRAITS("same_class, itself")
CUPRUM_PYTHON ndarray real(const ndarray& val);

/// The imaginary parts of complex numbers.
///
/// Parameters
///     val: the array.
/// Returns
///     A view; of a real array, zeros.
/// Example
///     >>> cuprum.imag(cuprum.array([1 + 2j]))
///     array([2.])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray imag(const ndarray& val);

/// The angles of complex numbers with the positive real axis.
///
/// Parameters
///     z: the array.
///     deg: whether angles are in degrees; else in radians.
/// Returns
///     Angles in (-pi, pi].
/// Example
///     >>> cuprum.angle(cuprum.array([1j]), deg=True)
///     array([90.])
CUPRUM_PYTHON ndarray angle(const ndarray& z, bool deg = false);

/// The real parts of an array, if all its imaginary parts are close to zero.
///
/// Parameters
///     a: the array.
///     tol: what counts as zero: in multiples of the dtype's epsilon if above one, else as it is.
/// Returns
///     The real parts as a view, or `a`. The host waits to find out.
/// Example
///     >>> cuprum.real_if_close(cuprum.array([2 + 1e-15j]))
///     array([2.])
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray real_if_close(const ndarray& a, double tol = 100);

/// Whether elements are real: their imaginary part is zero.
///
/// Parameters
///     x: the array.
/// Returns
///     A bool array.
/// Example
///     >>> cuprum.isreal(cuprum.array([1, 1j]))
///     array([ True, False])
CUPRUM_PYTHON ndarray isreal(const ndarray& x);

/// Whether elements are complex: their imaginary part is not zero.
///
/// Parameters
///     x: the array.
/// Returns
///     A bool array.
/// Example
///     >>> cuprum.iscomplex(cuprum.array([1, 1j]))
///     array([False,  True])
CUPRUM_PYTHON ndarray iscomplex(const ndarray& x);

/// Whether an array's dtype is complex.
///
/// Parameters
///     x: array or scalar.
/// Returns
///     Whether it is.
/// Example
///     >>> cuprum.iscomplexobj(cuprum.array([1, 1j]))
///     True
CUPRUM_PYTHON inline bool iscomplexobj(const Operand& x) { return is_complex(x.dtype()); }

/// Whether an array's dtype is not complex.
///
/// Parameters
///     x: array or scalar.
/// Returns
///     Whether it is not.
/// Example
///     >>> cuprum.isrealobj(cuprum.arange(3))
///     True
CUPRUM_PYTHON inline bool isrealobj(const Operand& x) { return !is_complex(x.dtype()); }

/// Whether elements are positive infinity.
///
/// Parameters
///     x: a real array.
///     out: array to write to.
/// Returns
///     A bool array.
/// Raises
///     TypeError: the array is complex. ValueError: `out` has another shape.
/// Example
///     >>> cuprum.isposinf(cuprum.array([1, cuprum.inf, -cuprum.inf]))
///     array([False,  True, False])
CUPRUM_PYTHON ndarray isposinf(const ndarray& x, const ndarray* out = nullptr);

/// Whether elements are negative infinity.
///
/// Parameters
///     x: a real array.
///     out: array to write to.
/// Returns
///     A bool array.
/// Raises
///     TypeError: the array is complex. ValueError: `out` has another shape.
/// Example
///     >>> cuprum.isneginf(cuprum.array([1, cuprum.inf, -cuprum.inf]))
///     array([False, False,  True])
CUPRUM_PYTHON ndarray isneginf(const ndarray& x, const ndarray* out = nullptr);

/// An array with numbers in the place of NaN and infinities.
///
/// Parameters
///     x: the array.
///     copy: whether the result is a new array; else `x` is changed.
///     nan: what stands for NaN; a number, or an array that broadcasts to `x`.
///     posinf: what stands for infinity; by default the dtype's largest number.
///     neginf: what stands for negative infinity; by default the dtype's lowest number.
/// Returns
///     The array. Both parts of complex numbers are treated alike.
/// Raises
///     ValueError: `nan`, `posinf` or `neginf` do not broadcast to `x`.
/// Example
///     >>> cuprum.nan_to_num(cuprum.array([1, cuprum.nan]))
///     array([1., 0.])
CUPRUM_TRAITS("itself")
CUPRUM_PYTHON ndarray nan_to_num(const ndarray& x, bool copy = true, const Operand& nan = 0.0,
                                 const std::optional<Operand>& posinf = {}, const std::optional<Operand>& neginf = {});

}  // namespace cuprum
