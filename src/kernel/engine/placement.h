// Work runs on the device of its operands, whichever is current.
#pragma once

#include <initializer_list>
#include <span>

#include "cuprum/cuda.h"
#include "cuprum/ndarray.h"
#include "runtime/context.h"

namespace cuprum::kernel {

/// The device on which operands ask for the work to be done: that of the first one, where none lies on the current
/// device; -1 where the current one is right. Null pointers and arrays without elements say nothing.
///
/// A function that begins with this calls itself with that device current:
///
///     if (const int device = other_device({&a, options.out}); device >= 0) [[unlikely]] {
///         const cuda::DeviceGuard there(device);
///         return reduce(a, options);
///     }
inline int other_device(std::initializer_list<const ndarray*> operands) {
    int first = -1;
    for (const ndarray* operand : operands) {
        if (!operand || operand->size() == 0) continue;
        const int device = operand->device();
        if (device == runtime::context.device) return -1;
        if (first < 0) first = device;
    }
    return first;
}
inline int other_device(std::span<const ndarray> arrays, const ndarray* out) {
    int first = out ? other_device({out}) : -1;
    if (out && out->size() > 0 && first < 0) return -1;
    for (const ndarray& array : arrays) {
        if (array.size() == 0) continue;
        const int device = array.device();
        if (device == runtime::context.device) return -1;
        if (first < 0) first = device;
    }
    return first;
}
inline int other_device(std::span<const Operand> operands, const ndarray* const* out = nullptr, int count = 0) {
    int first = -1;
    const auto is_here = [&](const ndarray& array) {
        if (array.size() == 0) return false;
        const int device = array.device();
        if (first < 0) first = device;
        return device == runtime::context.device;
    };
    for (const Operand& operand : operands)
        if (operand.is_array() && is_here(operand.array())) return -1;
    for (int k = 0; k < count; ++k)
        if (out[k] && is_here(*out[k])) return -1;
    return first;
}

}  // namespace cuprum::kernel
