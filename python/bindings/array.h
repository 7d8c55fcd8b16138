// What the binding files share of `cuprum.ndarray`.
#pragma once

#include "convert.h"

namespace cuprum::python {

using namespace nanobind::literals;

/// The class `cuprum.ndarray`, to which each chapter adds its methods; made by the first call.
nb::class_<PyArray>& array_class(nb::module_* m = nullptr);

/// Printing, copying, pickling, and the ways to other libraries' arrays.
void bind_array_protocols(nb::class_<PyArray>& type);

/// Shorter ways through the methods and attributes that are called most, to be made when all of them are there.
void shorten_calls(nb::class_<PyArray>& type);

/// The element of numbers' array that lies so many bytes behind its first one, as a Python number.
nb::object number_in(const ndarray& array, std::int64_t offset = 0);

/// The elements as lists of lists of Python numbers.
nb::object to_lists(const ndarray& a);

/// The bytes of the elements of a numbers' array in C order.
nb::bytes to_bytes(const ndarray& a);

/// The slots of `a[...]` and `a[...] = b`.
const std::vector<PyType_Slot>& indexing_slots();

/// Entries of an index from `a[key]`'s key.
std::vector<Index> to_indices(PyObject* key);

/// The array without its first axis, at a place that it has.
PyObject* wrap_row(PyObject* self, std::int64_t i);

/// The elements as a NumPy array on the host, in order 'C', 'F', 'A' or 'K'; `out` is a NumPy array to write to.
/// Unless `blocking`, the caller waits for the stream before it is read.
Typed<"numpy.ndarray"> to_host(const ndarray& array, char order, nb::object out = {}, bool blocking = true);

/// Refuses NumPy's time as an element of signed integers, as NumPy does.
void refuse_time(PyObject* value, DType dtype);

/// Sets all elements to an operand, broadcast.
void assign_operand(const ndarray& target, const Operand& value);

/// Whether any element is true.
bool any_element(const ndarray& array);

}  // namespace cuprum::python
