// Keeps captures and questions to other threads' streams apart. The driver spoils a capture when anybody asks or waits
// for its stream, or for the whole device, so memory pools ask only while no capture can begin.
#pragma once

#include <mutex>
#include <shared_mutex>

namespace cuprum::runtime {

class CaptureGate {
public:
    /// While the result lives, no capture begins. A thread holds one at a time.
    [[nodiscard]] static std::shared_lock<std::shared_mutex> hold() { return std::shared_lock(all().lock); }
    /// Whether a stream is being captured, as far as this library knows; to be asked while the gate is held.
    static bool has_captures() { return all().count != 0; }

    /// To be held while a capture begins.
    [[nodiscard]] static std::unique_lock<std::shared_mutex> open() { return std::unique_lock(all().lock); }
    /// A capture has begun; the gate is open.
    static void add() { ++all().count; }
    static void remove(int captures = 1) noexcept {
        std::lock_guard guard(all().lock);
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
