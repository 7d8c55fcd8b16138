// Work runs on the device of its operands, whichever is current.
#pragma once

#include <initializer_list>
#include <span>

#include "cuprum/cuda.h"
#include "cuprum/ndarray.h"
#include "runtime/context.h"

namespace cuprum::kernel {

/// Where the operands of a call lie; arrays without elements lie nowhere.
struct DeviceOfOperands {
    int first = -1;

    bool is_current(const ndarray& operand) {
        if (operand.size() == 0) return false;
        const int device = operand.device();
        if (first < 0) first = device;
        return device == runtime::context.device;
    }
};

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
    DeviceOfOperands device;
    for (const ndarray* operand : operands)
        if (operand && device.is_current(*operand)) return -1;
    return device.first;
}
inline int other_device(std::span<const ndarray> arrays, const ndarray* out) {
    DeviceOfOperands device;
    if (out && device.is_current(*out)) return -1;
    for (const ndarray& array : arrays)
        if (device.is_current(array)) return -1;
    return device.first;
}
inline int other_device(std::span<const Operand> operands, const ndarray* const* out = nullptr, int count = 0) {
    DeviceOfOperands device;
    for (const Operand& operand : operands)
        if (operand.is_array() && device.is_current(operand.array())) return -1;
    for (int k = 0; k < count; ++k)
        if (out[k] && device.is_current(*out[k])) return -1;
    return device.first;
}

}  // namespace cuprum::kernel
