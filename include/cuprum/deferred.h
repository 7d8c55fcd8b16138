// Deferred evaluation: elementwise operations wait until somebody needs their results, and then run as few kernels.
#pragma once

#include <cstdint>
#include <span>

#include "cuprum/ndarray.h"

namespace cuprum {

/// Whether elementwise operations of the calling thread may wait. Off unless `CUPRUM_DEFER=1` is set or a Deferred
/// lives. docs/deferred.md says what waits, and when it is evaluated. On a GPU nothing waits yet.
///
/// Example
///     >>> cp.is_deferred()
///     False
bool is_deferred();

/// While it lives, elementwise operations of the calling thread may wait, or may not.
///
/// Example:
///     cuprum::Deferred deferred;
///     ndarray y = sqrt(x * x + 1.0);  // one kernel, when y is needed
class Deferred {
public:
    explicit Deferred(bool on = true);
    ~Deferred();
    Deferred(const Deferred&) = delete;
    Deferred& operator=(const Deferred&) = delete;

private:
    const std::int8_t before_;
};

/// Gives all work of the calling thread that waits to the device.
void eval();
/// Gives what waits to the device until the elements of these arrays are computed. Does not wait for the device.
void eval(std::span<const ndarray> arrays);

/// Waits until no kernel of a deferred chain is being compiled in the background: for measurements.
void wait_for_deferred_kernels();

}  // namespace cuprum
