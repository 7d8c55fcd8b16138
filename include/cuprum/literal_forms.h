// Operators whose second operand is a literal number: `a ** 2` is a square. The table is ufuncs/literal_forms.def.
#pragma once

#include <array>

#include "cuprum/ufunc.h"

namespace cuprum {

/// An entry of the table.
struct LiteralForm {
    const Ufunc* ufunc;  ///< The operator's.
    double number;
    const char* operands;                  ///< Codes of the first operand's dtypes.
    std::array<const Ufunc*, 2> ufuncs{};  ///< One after the other; one of two inputs gets the first operand as second.
};

/// The entry of the table for a first operand of a dtype and a literal number.
///
/// Parameters
///     ufunc: the operator's.
///     first: the first operand's dtype.
///     number: the literal.
/// Returns
///     The entry; null where there is none, where the number is what makes the result inexact, and on a GPU where it
///     has two ufuncs.
const LiteralForm* literal_form(const Ufunc& ufunc, DType first, const Scalar& number);

/// What Python's operator gives for an array and a literal number.
///
/// Parameters
///     ufunc: the operator's.
///     a: the first operand.
///     number: the literal.
/// Returns
///     The result, by the table's ufuncs where it has an entry.
/// Example
///     const cuprum::ndarray squares = cuprum::with_literal(cuprum::power, a, 2);
ndarray with_literal(const Ufunc& ufunc, const ndarray& a, const Scalar& number);

}  // namespace cuprum
