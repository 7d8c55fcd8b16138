// Parameters of cuprumx.scipy.stats as Python gives them.
#pragma once

#include <nanobind/stl/pair.h>

#include <vector>

#include "optional_arg.h"

namespace cuprum::python {

/// Arrays, as many as are given.
inline std::vector<ndarray> device_arrays(const nb::args& given) {
    std::vector<ndarray> result;
    for (nb::handle one : given) {
        DeviceArrayArg argument;
        argument.object = one.ptr();
        result.push_back(argument.get());
    }
    return result;
}

}  // namespace cuprum::python
