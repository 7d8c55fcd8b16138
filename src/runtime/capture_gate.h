// Keeps captures and questions to other threads' streams apart. The driver spoils a capture when anybody asks or waits
// for its stream, or for the whole device, so memory pools ask only while no capture can begin.
#pragma once

#include <mutex>
#include <shared_mutex>

#include "cuprum/gil_release.h"
#include "runtime/lock_releasing_gil.h"

namespace cuprum::runtime {

class CaptureGate {
public:
    /// While the result lives, no capture begins. A thread holds one at a time.
    [[nodiscard]] static std::shared_lock<std::shared_mutex> hold() {
        std::shared_lock lock(all().lock, std::try_to_lock);
        if (!lock) {
            const GilRelease waiting;
            lock.lock();
        }
        return lock;
    }
    /// Whether a stream is being captured, as far as this library knows; to be asked while the gate is held.
    static bool has_captures() { return all().count != 0; }

    /// To be held while a capture begins, and no other lock be taken meanwhile.
    [[nodiscard]] static std::unique_lock<std::shared_mutex> open() { return lock_releasing_gil(all().lock); }
    /// A capture has begun; the gate is open.
    static void add() { ++all().count; }
    static void remove(int captures = 1) noexcept {
        const auto gate = open();
        all().count -= captures;
    }

private:
    struct All {
        std::shared_mutex lock;
        int count = 0;
    };
    static All& all() {
        static auto* made = new All;  // Threads may end after the program's static objects.
        return *made;
    }
};

}  // namespace cuprum::runtime
