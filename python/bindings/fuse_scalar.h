// The numbers that a traced function is given.
#pragma once

#include "convert.h"

namespace cuprum::python {

/// The Python type of cuprum::FusedScalar; null until it is bound.
extern PyTypeObject* fused_scalar_type;

}  // namespace cuprum::python
