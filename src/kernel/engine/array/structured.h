// How elements that are no numbers are moved, converted and filled: as bytes, or field by field.
#pragma once

#include "cuprum/ndarray.h"
#include "cuprum/structured.h"

namespace cuprum {

/// copy_to for structured, void and time dtypes on either side. Bytes between fields stay as they are.
void copy_described(const ndarray& source, const ndarray& target);

/// Copies whole elements, which have one size on both sides, whatever they mean and wherever they lie.
void copy_elements(const ndarray& source, const ndarray& target);

/// A 0-d array of the dtype with the number in every field.
ndarray element_of(const Scalar& value, DType dtype);

/// assign_where of such dtypes; `value` has the target's dtype, and axes.
void assign_described_where(const ndarray& target, const ndarray& mask, const ndarray& value);

/// `where` of such a dtype.
ndarray where_described(const Operand& condition, const Operand& x, const Operand& y, DType dtype);

/// Numbers and times where kernels can read them: a field of a structured array may begin anywhere, and a copy of it as
/// bytes too.
ndarray readable_numbers(const ndarray& a);

}  // namespace cuprum
