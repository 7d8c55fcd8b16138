// What the operators take from the binding of products.
#pragma once

#include "convert.h"

namespace cuprum::python {

PyObject* matmul_operator(PyObject* left, PyObject* right);
PyObject* inplace_matmul_operator(PyObject* left, PyObject* right);

}  // namespace cuprum::python
