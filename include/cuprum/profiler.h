// How long things take: a function that is called many times, and all that a program gives its devices to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "cuprum/cuda.h"

namespace cuprum::profiler {

struct BenchmarkOptions {
    int n_repeat = 10000;
    int n_warmup = 10;                                              ///< Calls before the measured ones.
    double max_duration = std::numeric_limits<double>::infinity();  ///< Seconds of calls after which it ends early.
    std::vector<int> devices{};  ///< Devices whose time is taken; the current one where there are none.
    /// How to wait for devices: calls what it is given, with whatever lock the caller holds let go. Nothing is let go
    /// by default.
    std::function<void(const std::function<void()>&)> waiting{};
};

/// What a benchmark measured, in seconds, an element a call.
struct BenchmarkResult {
    std::string name;
    std::vector<double> cpu_times;               ///< Until the function returned.
    std::vector<std::vector<double>> gpu_times;  ///< Until a device had done its work; one list a device.
    std::vector<int> devices;

    /// One line: mean, deviation, least and most of the host's times, and with `show_gpu` of the devices'.
    std::string to_str(bool show_gpu = false) const;
};

/// Measures a function by calling it many times. Each call is waited for before the next one starts.
///
/// Parameters
///     name: what the result is called.
///     function: what is called.
///     options: how often, and on which devices.
/// Returns
///     The times of each call on the host and on the devices.
/// Raises
///     ValueError: a count that is not positive.
/// Example
///     >>> ndarray a = random(1000);
///     >>> std::cout << profiler::benchmark("sin", [&] { sin(a); }).to_str(true);
BenchmarkResult benchmark(const std::string& name, const std::function<void()>& function,
                          const BenchmarkOptions& options = {});

/// One thing that a program gave a device to do while it was traced. Times are microseconds since the trace began.
struct TraceEvent {
    std::string kind;  ///< "kernel", "copy", "fill", "compile", "allocate", "free" or "range".
    std::string name;
    int device = 0;
    std::uintptr_t stream = 0;
    std::uint64_t thread = 0;                  ///< A number for the thread that asked for it.
    double begin = 0, duration = 0;            ///< On the device: on a GPU between two events around it.
    double call_begin = 0, call_duration = 0;  ///< Of the call that asked for it, on the host.
    std::size_t bytes = 0;                     ///< Read and written, or allocated; 0 where it is not known.
    std::string place;                         ///< "file.py:3 in f": the line that caused it.

    /// 10^9 bytes a second; 0 where bytes or time are not known.
    double gigabytes_per_second() const;
};

/// Sees all that devices are given to do by any thread, from its making until stop(); allocations are those of the
/// thread that made it, which must also be the one that stops it.
class Trace {
public:
    Trace();
    ~Trace();
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    /// Waits for the devices and collects what was seen. What follows is not seen any more.
    void stop();
    /// What was seen, in the order in which it was asked for; empty before stop().
    const std::vector<TraceEvent>& events() const;

    /// A line an event; or, `grouped`, one for all events of the same kind, name and place, those that took longest
    /// first.
    std::string table(bool grouped = false) const;
    /// Writes a file that chrome://tracing and Perfetto show.
    void write_chrome(const std::string& path) const;
    /// Writes a picture of streams and threads over time, and of the memory in use.
    void write_svg(const std::string& path) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Names a function that tells which line of the program is being run, as "file.py:3 in f"; traces show it. It is
/// called with no lock held.
void set_locator(std::function<std::string()> locator);

/// Shows in traces what the host does while this lives; the name of a part of a program.
class Range {
public:
    explicit Range(std::string name);
    ~Range();
    Range(const Range&) = delete;
    Range& operator=(const Range&) = delete;

private:
    std::string name_, place_;
    double begin_;
};

}  // namespace cuprum::profiler
