// How arrays are handed to jitted kernels.
#pragma once

#include <cstdint>

#include "cuprum/ndarray.h"

namespace cuprum::jit {

/// What of an array's layout a kernel is made for.
struct Layout {
    explicit Layout(const ndarray& a);

    bool contiguous;  ///< In C order and without gaps.
    bool small;       ///< 32 bits can count the bytes.
};

/// How many bytes the parameter has.
std::size_t parameter_size(Layout layout, int ndim);

/// Writes an array as cuprum::jit::array of device/cuprum/jit/jit.h reads it: the address, the lengths, and the strides
/// unless they follow from these. Gives the end of what was written.
char* write_parameter(Layout layout, const ndarray& a, char* target);

}  // namespace cuprum::jit
