// Work that was asked for and is not given to the device yet. Whoever orders, measures or watches the device's work
// first has it evaluated.
#pragma once

#include <atomic>

#include "runtime/context.h"
#include "runtime/peer_order.h"

namespace cuprum::runtime {

/// The waiting work of one thread.
class WaitingWork {
public:
    /// Gives it to the device. Throws what goes wrong; the work that did not run then still waits.
    virtual void evaluate() = 0;
    /// Other work is about to be given to the device, which neither reads what waits nor writes to what that reads.
    virtual void let_pass() = 0;

protected:
    ~WaitingWork() = default;
};

/// Evaluates what waits in the calling thread, and orders it with the devices whose memory it uses.
inline void evaluate_waiting() {
    if (context.waiting) [[unlikely]]
        context.waiting->evaluate();
    if (context.peers) [[unlikely]]
        order_peers_after();
}

/// The same before a launch whose addresses were asked for when `context.asked_to_wait` was so much. Asking for them
/// has evaluated what they depend on; if nothing was asked to wait since, the rest may wait on.
inline void evaluate_waiting_before_launch(std::uint64_t asked_then) {
    if (context.waiting && context.asked_to_wait == asked_then && !context.peers) context.waiting->let_pass();
    else evaluate_waiting();
}

/// Whether work of threads that do not say otherwise may wait.
extern constinit std::atomic<bool> deferred_by_default;

/// Whether work of the calling thread may wait: not while it is traced or captured, and not while somebody watches or
/// serves its allocations.
inline bool may_wait() {
    if (context.deferred == 0 || (context.deferred < 0 && !deferred_by_default.load(std::memory_order_relaxed)))
        return false;
    return !context.recorder && !context.capture && !context.hooks && !context.allocator;
}

/// Evaluates what waits in all threads: set by whoever makes work wait (kernel/deferred).
extern constinit std::atomic<void (*)()> evaluate_all_waiting;

}  // namespace cuprum::runtime
