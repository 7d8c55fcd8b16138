// What devices are given to do, noted while a profiler watches. Where nobody watches it costs one relaxed load.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backend.h"

namespace cuprum::runtime {

/// One thing that was done, or asked for.
struct Action {
    enum class Kind : std::uint8_t { kernel, copy, fill, compile, allocate, free, range };

    Kind kind = Kind::kernel;
    std::string name;                   ///< Empty for kernels, which are known by their function.
    FunctionHandle function = nullptr;  ///< Of a kernel.
    int device = 0;
    StreamHandle stream = nullptr;
    std::size_t bytes = 0;           ///< Read and written, moved, or allocated; 0 where it is not known.
    std::uint64_t thread = 0;        ///< The caller's.
    double asked = 0, returned = 0;  ///< When the call was made and returned; microseconds of the host's clock.
    double begin = 0, end = 0;       ///< When the device did it; set by stop_watching.
    std::string place;               ///< The line of the program that caused it.

    EventHandle started = nullptr, finished = nullptr;  ///< Around the work of a GPU.
};

inline const char* name_of(CopyKind kind) {
    return kind == CopyKind::host_to_device   ? "host to device"
           : kind == CopyKind::device_to_host ? "device to host"
                                              : "device to device";
}

/// Whether somebody watches.
extern constinit std::atomic<bool> watching;

/// The host's clock in microseconds.
double now_us();

/// Begins to note. May be nested; each caller gets what was noted since.
std::uint64_t start_watching();
/// Ends it, waits for the devices, and returns the actions in the order in which they were asked for.
std::vector<Action> stop_watching(std::uint64_t since);

/// Notes what is over already or takes the host's time alone. Does nothing unless somebody watches.
void note(Action action);

/// Names something that tells which line of the program is being run, as "file.py:3 in f". It is called with no lock
/// held.
void set_locator(std::function<std::string()> locator);
std::string current_place();

/// How many bytes the kernel that this thread launches next reads and writes.
extern constinit thread_local std::size_t bytes_of_next_launch;

/// Stands at the head of whatever starts work of a device, until it has been started.
class ProfilingScope {
public:
    ProfilingScope(Action::Kind kind, const char* name, std::size_t bytes, StreamHandle stream,
                   FunctionHandle function = nullptr) {
        if (watching.load(std::memory_order_relaxed)) [[unlikely]]
            start(kind, name, bytes, stream, function);
    }
    ~ProfilingScope() {
        if (action_) [[unlikely]]
            finish();
    }
    ProfilingScope(const ProfilingScope&) = delete;
    ProfilingScope& operator=(const ProfilingScope&) = delete;

private:
    void start(Action::Kind kind, const char* name, std::size_t bytes, StreamHandle stream,
               FunctionHandle function) noexcept;
    void finish() noexcept;
    std::unique_ptr<Action> action_;
};

}  // namespace cuprum::runtime
