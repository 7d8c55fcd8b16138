// Mutexes that are held over a launch, a copy, an allocation or a compilation.
#pragma once

#include <mutex>

#include "cuprum/gil_release.h"

namespace cuprum::runtime {

/// Locks a mutex that others hold while they take long.
template <class Mutex>
std::unique_lock<Mutex> lock_releasing_gil(Mutex& mutex) {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (!lock) {
        const GilRelease waiting;
        lock.lock();
    }
    return lock;
}

}  // namespace cuprum::runtime
