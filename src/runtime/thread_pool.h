// The threads that share the work of a host: the CPU backend's, and what any backend leaves to the host.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace cuprum::runtime {

/// A process-wide pool. The calling thread takes part in its own work; others join it. Threads start at the first use
/// that needs them, and are made anew in a forked child.
class ThreadPool {
public:
    /// CUPRUM_NUM_THREADS, else the number of cores that this process may use. Counts the caller.
    static int threads();

    /// Calls `fn(first, last)` for sub-ranges that together cover [begin, end) once each. No sub-range but the last is
    /// shorter than `grain`, and split points are multiples of it from `begin`. Returns when all are done. Runs at once
    /// on the caller when there is no more than one grain of work, one thread, or when called from inside of `fn`. The
    /// first exception of `fn` is thrown here, after the calls in progress ended; calls not begun are left out.
    template <class Fn>
    static void parallel_for(std::int64_t begin, std::int64_t end, std::int64_t grain, Fn&& fn) {
        if (end <= begin) return;
        if (grain < 1) grain = 1;
        if (end - begin <= grain || runs_inline()) {
            fn(begin, end);
            return;
        }
        using Plain = std::remove_reference_t<Fn>;
        run([](void* self, std::int64_t first, std::int64_t last) { (*static_cast<Plain*>(self))(first, last); },
            const_cast<void*>(static_cast<const void*>(std::addressof(fn))), begin, end, grain);
    }

private:
    using Call = void (*)(void* context, std::int64_t first, std::int64_t last);

    static bool runs_inline();
    static void run(Call call, void* context, std::int64_t begin, std::int64_t end, std::int64_t grain);
};

}  // namespace cuprum::runtime
