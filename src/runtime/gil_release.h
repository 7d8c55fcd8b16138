// Around what may take long: lets go of the lock that the program's language has on its objects, so that other threads
// go on.
#pragma once

#include <atomic>
#include <mutex>

namespace cuprum::runtime {

/// How that lock is let go (Python's interpreter lock; the binding says how).
struct CallersLock {
    void* (*let_go)();  ///< Null where the calling thread does not hold it.
    void (*take_back)(void* held);
};
extern constinit std::atomic<const CallersLock*> callers_lock;

/// While it lives, the calling thread does not hold the caller's lock. Whoever holds that lock must never wait for a
/// mutex of a thread that wants it back. So a mutex that is held while one of these lives, or when it ends, must be
/// taken by `lock_patiently`.
class Waiting {
public:
    Waiting() : lock_(callers_lock.load(std::memory_order_acquire)), held_(lock_ ? lock_->let_go() : nullptr) {}
    ~Waiting() {
        if (held_) lock_->take_back(held_);
    }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

private:
    const CallersLock* const lock_;
    void* const held_;
};

/// Locks a mutex that others hold while they take long.
template <class Mutex>
std::unique_lock<Mutex> lock_patiently(Mutex& mutex) {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (!lock) {
        const Waiting waiting;
        lock.lock();
    }
    return lock;
}

}  // namespace cuprum::runtime
