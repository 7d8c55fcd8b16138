// The parameter `device=` of functions that make arrays.
#pragma once

#include <memory>

#include "convert.h"
#include "cuprum/cuda.h"

namespace cuprum::python {

/// None for the current device, a Device, or a device's number.
struct DeviceArg : ObjectArg {
    CUPRUM_TAKES("cuprum.cuda.Device | int", true)
    cuda::Device device() const {
        if (is_none()) return cuda::Device();
        if (nb::isinstance<cuda::Device>(nb::handle(object))) return nb::cast<cuda::Device>(nb::handle(object));
        return cuda::Device(static_cast<int>(to_index(object)));
    }
    /// Makes the device current while it lives; nothing for None.
    std::unique_ptr<cuda::DeviceGuard> guard() const {
        return is_none() ? nullptr : std::make_unique<cuda::DeviceGuard>(device());
    }
};

}  // namespace cuprum::python
