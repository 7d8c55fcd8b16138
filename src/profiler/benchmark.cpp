// Times of a function that is called many times.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "cuprum/error.h"
#include "cuprum/profiler.h"
#include "runtime/backend.h"

namespace cuprum::profiler {
namespace {

using runtime::backend;

// Two events on a device's current stream, and the time between them. Waiting for them spins: to be woken up takes
// longer than many of the calls that are measured.
class Stopwatch {
public:
    explicit Stopwatch(int device)
        : device_(device), stream_(cuda::get_current_stream(device)), begin_(make()), end_(make()) {}
    void start() { record(begin_); }
    void stop() { record(end_); }
    bool is_done() const { return end_.done(); }
    void wait() const { end_.synchronize(); }
    double seconds() const { return cuda::get_elapsed_time(begin_, end_) / 1000; }

private:
    cuda::Event make() const {
        cuda::DeviceGuard guard(device_);
        return cuda::Event();
    }
    void record(cuda::Event& event) {
        if (cuda::Device().id() == device_) return event.record(stream_);
        cuda::DeviceGuard guard(device_);
        event.record(stream_);
    }

    int device_;
    cuda::Stream stream_;
    cuda::Event begin_, end_;
};

void append(std::string& line, const std::string& label, const std::vector<double>& seconds) {
    double sum = 0, squares = 0;
    for (double s : seconds) sum += s;
    const double count = static_cast<double>(seconds.size()), mean = sum / count;
    for (double s : seconds) squares += (s - mean) * (s - mean);
    char text[160];
    std::snprintf(text, sizeof text, "    %s: %9.3f us", label.c_str(), mean * 1e6);
    line += text;
    if (seconds.size() < 2) return;
    const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
    std::snprintf(text, sizeof text, "   +/- %6.3f (min: %9.3f / max: %9.3f) us", std::sqrt(squares / count) * 1e6,
                  *least * 1e6, *most * 1e6);
    line += text;
}

}  // namespace

std::string BenchmarkResult::to_str(bool show_gpu) const {
    std::string line = name + std::string(name.size() < 20 ? 20 - name.size() : 0, ' ') + ":";
    append(line, "CPU", cpu_times);
    for (std::size_t i = 0; show_gpu && i < gpu_times.size(); ++i) {
        line += ' ';
        append(line, "GPU-" + std::to_string(devices.at(i)), gpu_times[i]);
    }
    return line;
}

BenchmarkResult benchmark(const std::string& name, const std::function<void()>& function,
                          const BenchmarkOptions& options) {
    if (options.n_repeat <= 0)
        throw ValueError("n_repeat is " + std::to_string(options.n_repeat) + "; it must be positive");
    if (options.n_warmup < 0)
        throw ValueError("n_warmup is " + std::to_string(options.n_warmup) + "; it must not be negative");
    if (!(options.max_duration > 0))
        throw ValueError("max_duration is " + std::to_string(options.max_duration) + "; it must be positive");
    using Clock = std::chrono::steady_clock;
    BenchmarkResult result{name, {}, {}, options.devices};
    if (result.devices.empty()) result.devices.push_back(cuda::Device().id());
    std::vector<Stopwatch> watches;
    for (int device : result.devices) watches.emplace_back(device);
    result.gpu_times.resize(watches.size());

    for (int i = 0; i < options.n_warmup; ++i) function();
    for (Stopwatch& watch : watches) watch.stop();
    const auto wait_for_devices = [&] {
        const auto wait = [&] {
            for (Stopwatch& watch : watches) watch.wait();
        };
        if (options.waiting) options.waiting(wait);
        else wait();
    };
    wait_for_devices();
    // Short calls are over before a lock that the caller holds could be let go and taken back.
    const auto wait = [&] {
        constexpr int patience = 100;
        for (int looks = 0; looks < patience; ++looks)
            if (std::ranges::all_of(watches, &Stopwatch::is_done)) return;
        wait_for_devices();
    };
    double total = 0;
    for (int i = 0; i < options.n_repeat && total < options.max_duration; ++i) {
        for (Stopwatch& watch : watches) watch.start();
        const auto begin = Clock::now();
        function();
        const auto end = Clock::now();
        for (Stopwatch& watch : watches) watch.stop();
        wait();
        result.cpu_times.push_back(std::chrono::duration<double>(end - begin).count());
        for (std::size_t k = 0; k < watches.size(); ++k) result.gpu_times[k].push_back(watches[k].seconds());
        total += result.cpu_times.back();
    }
    return result;
}

}  // namespace cuprum::profiler
