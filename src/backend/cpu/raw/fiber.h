// Threads of a block as fibers: stacks, and the switch between them.
#pragma once

#include <cstddef>

namespace cuprum::backend::cpu {

/// Saves what the calling convention makes a function keep, goes on at the stack `to`, and stores where this one
/// stopped.
extern "C" void cuprum_switch_stack(void** from, void* to);

/// Memory for the stacks of a block's threads. Pages are the system's until they are touched.
class FiberStacks {
public:
    FiberStacks() = default;
    ~FiberStacks();
    FiberStacks(const FiberStacks&) = delete;
    FiberStacks& operator=(const FiberStacks&) = delete;

    /// Makes room for `count` stacks of at least `bytes`. Where they may run out, a guarded stack ends in a page that
    /// may not be touched, so that it does so with a signal. Throws OutOfMemoryError.
    void reserve(std::size_t count, std::size_t bytes, bool guarded);

    /// A stack on which a switch begins to run `entry`, which must not return.
    void* prepare(std::size_t index, void (*entry)()) const;

private:
    char* memory_ = nullptr;
    std::size_t count_ = 0, bytes_ = 0;
    bool guarded_ = false;
};

}  // namespace cuprum::backend::cpu
