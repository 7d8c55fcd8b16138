// Deferred evaluation: elementwise operations and reductions wait until somebody needs their results, and
// then run as few kernels.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "cuprum/ndarray.h"

namespace cuprum {

/// Whether elementwise operations of the calling thread may wait. Off unless `CUPRUM_DEFER=1` is set or a Deferred
/// lives. docs/deferred.md says what waits, and when it is evaluated.
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

/// Which operations an array waits for, and how they will run.
///
/// Parameters
///     a: any array.
///     format: "text", or "svg" for a drawing.
/// Returns
///     lines, one for each operation that waits together with those that give `a`, in the order in which they were
///     asked for, and one on what becomes of them; or an SVG document. Nothing is computed.
/// Raises
///     ValueError for another format.
/// Example
///     >>> x = cp.ones((300, 300))
///     >>> with cp.deferred():
///     ...     y = cp.sqrt(x * x + 1)
///     ...     print(cp.explain(y))
///     %1 = multiply(a, a)  float64 (300, 300)
///     %2 = add(%1, 1)  float64 (300, 300)
///     %3 = sqrt(%2)  float64 (300, 300), this array
///     3 operations wait. The chain is new: they run one at a time, and as one kernel once they come again.
std::string explain(const ndarray& a, const std::string& format = "text");

/// Waits until no kernel of a deferred chain is being compiled in the background: for measurements.
void wait_for_deferred_kernels();

/// Ends the background compilation of deferred chains, for good: waits for the kernel that is being compiled, and drops
/// the others. To be called before a process ends; Python does so by itself.
void end_deferred_kernels();

}  // namespace cuprum
