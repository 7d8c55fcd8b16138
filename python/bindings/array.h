// What the binding files share of `cuprum.ndarray`.
#pragma once

#include "convert.h"

namespace cuprum::python {

using namespace nanobind::literals;

/// The class `cuprum.ndarray`, to which each chapter adds its methods; made by the first call.
nb::class_<ndarray>& array_class(nb::module_* m = nullptr);

/// The slots of `a[...]` and `a[...] = b`.
const std::vector<PyType_Slot>& indexing_slots();

/// Sets all elements to an operand, broadcast.
void assign_operand(const ndarray& target, const Operand& value);

/// Whether any element is true.
bool any_element(const ndarray& array);

}  // namespace cuprum::python
