// Forbidding a thread to wait for devices, which shows where a program does so without meaning to.
#pragma once

#include "cuprum/error.h"

namespace cuprum::cuda {

/// The thread was about to wait for a device, and may not. Python: cuprumx.DeviceSynchronized, a RuntimeError.
class DeviceSynchronized : public Error {
public:
    using Error::Error;
};

/// Says whether the calling thread may wait for devices, as long as the guard lives. What waits: copying elements to
/// the host, `item()` and all that is made of it, and `synchronize()` of devices, streams and events.
///
/// Example:
///     const cuda::AllowSynchronize none(false);
///     ndarray b = a + 1;        // a kernel is started
///     double x = b(0).item();   // DeviceSynchronized
class AllowSynchronize {
public:
    explicit AllowSynchronize(bool allow);
    ~AllowSynchronize();
    AllowSynchronize(const AllowSynchronize&) = delete;
    AllowSynchronize& operator=(const AllowSynchronize&) = delete;

private:
    const bool previous_;
};

/// Whether the calling thread may wait for devices.
bool may_synchronize();
/// Sets it until further notice, and gives what it was before.
bool set_may_synchronize(bool allow);
/// Throws DeviceSynchronized where it may not; `what` is about to be done.
void check_may_synchronize(const char* what);

}  // namespace cuprum::cuda
