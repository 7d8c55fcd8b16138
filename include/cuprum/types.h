// Questions about dtypes: what a mix of operands computes in, what a dtype can hold.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "cuprum/array_list.h"

namespace cuprum {

/// The dtype in which operands compute together.
///
/// Arrays and NumPy scalars count with their dtypes, Python and C++ literals only with their kind: a literal integer
/// takes any dtype's side, a literal float any inexact one's (NEP 50).
///
/// Parameters
///     operands: arrays, dtypes and scalars.
/// Returns
///     The dtype.
/// Raises
///     ValueError: no operands.
/// Example
///     >>> cp.result_type(cp.arange(3, dtype='i1'), 3)
///     dtype('int8')
DType result_type(std::span<const Operand> operands);
inline DType result_type(std::initializer_list<Operand> operands) {
    return result_type(std::span(operands.begin(), operands.size()));
}
/// The same for dtypes.
DType result_type(std::span<const DType> dtypes);

/// The dtype that a literal takes beside a common dtype, or alone.
DType literal_dtype(const Scalar& literal, std::optional<DType> beside);

/// The smallest inexact dtype that all arrays share; arrays of integers count as float64.
///
/// Parameters
///     arrays: the arrays.
/// Returns
///     A floating or complex dtype.
/// Raises
///     TypeError: an array of booleans, which has no inexact counterpart.
/// Example
///     >>> cp.common_type(cp.arange(2, dtype='f4'), cp.arange(2))
///     <class 'numpy.float64'>
DType common_type(ArrayList arrays);

/// The smallest dtype that holds a value.
///
/// Parameters
///     value: a scalar. Floats count by their range, not their precision.
/// Returns
///     The dtype.
/// Example
///     >>> cp.min_scalar_type(-200)
///     dtype('int16')
DType min_scalar_type(const Scalar& value);

/// The inexact dtype in which functions of reals compute values of `dtype`: itself if inexact, else float64.
constexpr DType inexact_dtype(DType dtype) { return is_inexact(dtype) ? dtype : DType::float64; }

/// The dtype of the parts of complex numbers; any other dtype itself.
constexpr DType real_dtype(DType dtype) {
    return dtype == DType::complex64 ? DType::float32 : dtype == DType::complex128 ? DType::float64 : dtype;
}

/// What a floating dtype can hold; for a complex one, its parts.
struct FloatInfo {
    DType dtype;
    int bits;            ///< Bits a number.
    int nmant;           ///< Bits of the mantissa that are stored.
    int nexp;            ///< Bits of the exponent.
    int precision;       ///< Decimal digits that survive.
    int minexp, maxexp;  ///< The smallest normal number is 2**minexp, the first overflow 2**maxexp.
    double eps;          ///< From 1 to the next larger number.
    double epsneg;       ///< From 1 to the next smaller number.
    double min, max;     ///< The smallest and largest finite numbers.
    double smallest_normal;
    double smallest_subnormal;
    double resolution;  ///< 10**-precision.
    int machep() const { return -nmant; }
    int negep() const { return -nmant - 1; }
};

/// What a floating dtype can hold.
///
/// Parameters
///     dtype: a floating or complex dtype.
/// Returns
///     Its limits.
/// Raises
///     ValueError: the dtype is not inexact.
/// Example
///     >>> cp.finfo(cp.float32).eps
///     1.1920929e-07
FloatInfo finfo(DType dtype);

/// What an integer dtype can hold.
struct IntegerInfo {
    DType dtype;
    int bits;
    std::int64_t min;
    std::uint64_t max;
};

/// What an integer dtype can hold.
///
/// Parameters
///     dtype: an integer dtype.
/// Returns
///     Its limits.
/// Raises
///     ValueError: the dtype is not an integer.
/// Example
///     >>> cp.iinfo(cp.int8).max
///     127
IntegerInfo iinfo(DType dtype);

}  // namespace cuprum
