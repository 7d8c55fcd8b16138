// Arguments of functions that make arrays.
#pragma once

#include "convert.h"
#include "device_arg.h"

namespace cuprum::python {

inline char contiguous_order(const OrderArg& order) { return to_order(order.object, "CF"); }

}  // namespace cuprum::python
