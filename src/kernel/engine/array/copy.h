// Copying between arrays on the device.
#pragma once

#include <span>

#include "cuprum/ndarray.h"

namespace cuprum {

/// Writes `source`, broadcast and cast, to the elements of `target`. Overlapping arrays come out right.
/// Throws ValueError where the shapes do not broadcast to the target's.
void copy_to(const ndarray& source, const ndarray& target);

namespace kernel {

/// A copy from one device to another: arrays of one dtype and shape, contiguous in one order.
struct DeviceCopy {
    ndarray source, target;
};

/// Copies between devices, all at once and asynchronously: each starts after what this thread gave to both devices
/// before, and what it gives to either device afterwards comes after all copies from or to that device. Copies in
/// opposite directions do not wait for each other.
void copy_between_devices(std::span<const DeviceCopy> copies);

}  // namespace kernel

}  // namespace cuprum
