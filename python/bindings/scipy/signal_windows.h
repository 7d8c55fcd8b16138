// Windows as Python gives them: a name, a tuple of a name and parameters, the parameter of a Kaiser window, or values.
#pragma once

#include "../convert.h"
#include "cuprum/scipy/signal_resampling.h"

namespace cuprum::python {

scipy::signal::Window to_window(const ObjectArg& argument);

}  // namespace cuprum::python
