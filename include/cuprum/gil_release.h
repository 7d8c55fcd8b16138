// Releasing Python's global interpreter lock (GIL) around what may take long, so that other threads go on. The library
// knows the lock as two functions that the Python binding sets; in a C++ program there is none.
#pragma once

#include <atomic>

namespace cuprum::runtime {

/// How the GIL is released and acquired again.
struct GilHooks {
    void* (*release)();  ///< Null where the calling thread does not hold it.
    void (*acquire)(void* held);
};
extern constinit std::atomic<const GilHooks*> gil_hooks;

/// While it lives, the calling thread does not hold the GIL. Whoever holds the GIL must never wait for a mutex of a
/// thread that wants it back. So a mutex that is held while one of these lives, or when it ends, must be taken by
/// `lock_releasing_gil` of src/runtime.
class GilRelease {
public:
    GilRelease() : lock_(gil_hooks.load(std::memory_order_acquire)), held_(lock_ ? lock_->release() : nullptr) {}
    ~GilRelease() {
        if (held_) lock_->acquire(held_);
    }
    GilRelease(const GilRelease&) = delete;
    GilRelease& operator=(const GilRelease&) = delete;

private:
    const GilHooks* const lock_;
    void* const held_;
};

}  // namespace cuprum::runtime
