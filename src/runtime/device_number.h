// Whether there is a device of a number.
#pragma once

namespace cuprum::runtime {

/// The number of a device that there is; else CUDA's error of an invalid device. Objects that only name a device are
/// made without it, as programs compare devices and keep lists of them on machines that have less.
int check_device_number(int id);

}  // namespace cuprum::runtime
