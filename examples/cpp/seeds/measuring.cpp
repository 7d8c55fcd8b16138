// Measuring, merging, memory: how to measure a device that works on while the program goes on, functions that become
// one kernel, kernels that are put together while the program runs, what the memory pools count, and streams.
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/fuse.h>
#include <cuprum/host.h>
#include <cuprum/jit.h>
#include <cuprum/logic.h>
#include <cuprum/memory.h>
#include <cuprum/profiler.h>
#include <cuprum/reduction.h>
#include <cuprum/ufunc.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "steps.h"

namespace cp = cuprum;
using cp::DType;

namespace {

// What the pools count, in a process of its own, which has not used them for anything else.
int counts() {
    const cp::cuda::MemoryPool& pool = cp::cuda::default_memory_pool();
    const cp::cuda::PinnedMemoryPool& pinned = cp::cuda::default_pinned_memory_pool();
    const auto tell = [&](const std::string& what) {
        std::cout << what << ": used " << pool.used_bytes() << ", total " << pool.total_bytes()
                  << ", free page-locked blocks " << pinned.n_free_blocks() << "\n";
    };
    const std::vector<float> host(100);
    tell(std::to_string(host.size() * sizeof host[0]) + " bytes on the host");
    std::optional<cp::ndarray> a = cp::asarray(host);
    tell(std::to_string(a->nbytes()) + " bytes on the device");
    a.reset();
    tell("deleted");
    cp::cuda::default_memory_pool().free_all_blocks();
    cp::cuda::default_pinned_memory_pool().free_all_blocks();
    tell("given back");
    return 0;
}

int limit_in_bytes() {
    std::cout << "limit in bytes: " << cp::cuda::default_memory_pool().get_limit() << "\n";
    return 0;
}

int limit_as_a_share() {
    const std::size_t half = cp::cuda::default_memory_pool().get_limit(), whole = cp::cuda::Device().mem_info().second;
    std::cout << "limit of 50%: that share of the memory: " << steps::truth(half == whole / 2) << "\n";
    return 0;
}

void run(const std::string& command) {
    std::cout.flush();
    if (std::system(command.c_str()) != 0) throw std::runtime_error(command + " failed");
}

cp::ndarray softplus(const cp::ndarray& x) { return cp::maximum(0, x) + cp::log1p(cp::exp(-cp::abs(x))); }
double softplus(double x) { return std::fmax(0, x) + std::log1p(std::exp(-std::abs(x))); }

cp::ndarray waves(const cp::ndarray& x, const cp::ndarray& y, const cp::ndarray& z) {
    return cp::sin(x) + cp::cos(y) / cp::sqrt(z);
}
cp::ndarray squared_diff(const cp::ndarray& x, const cp::ndarray& y) { return (x - y) * (x - y); }

// y = x * x; a thread takes every so many elements.
void make_square(cp::jit::Builder& b, std::span<const cp::jit::Type> types) {
    const auto p = b.begin_kernel("square", {{"x", types[0]}, {"y", types[1]}, {"size", types[2]}});
    b.begin_range("i", b.thread_in_grid(0), p[2], b.threads_in_grid(0));
    const cp::jit::Value i = *b.variable("i"), x = b.index(p[0], {i});
    b.store(b.index(p[1], {i}), b.call(cp::multiply, {x, x}));
    b.end_block();
    b.end_function();
}

void measure(const cp::Shape& shape) {
    for (const char* attempt : {"first call", "second call"}) {
        const steps::Clock clock;
        cp::ones(shape);
        std::cout << attempt << ": cuprum " << clock.seconds() << " seconds\n";
    }
    std::cout << cp::profiler::benchmark("device", [&] { cp::ones(shape); }, {.n_repeat = 20}).to_str(true) << "\n";

    const cp::ndarray a = cp::arange(10'000, DType::float64);
    cp::cuda::Event begin, end;
    begin.record();
    const cp::ndarray roots = cp::sqrt(a);
    end.record();
    end.synchronize();
    std::cout << "sqrt: " << cp::cuda::get_elapsed_time(begin, end) << " ms on the device\n";
    std::cout << "sum of the roots: " << cp::sum(roots) << "\n";
}

void devices_and_copies(int last) {
    cp::ndarray x, x0, x1;
    {
        const cp::cuda::DeviceGuard guard(last);
        x = cp::array({1, 2, 3, 4, 5});
    }
    std::cout << "x is on the last device: " << steps::truth(x.device() == last) << " "
              << cp::cuda::Device(x.device()).repr() << "\n";
    {
        const cp::cuda::DeviceGuard guard(0);
        x0 = cp::empty({1, 2, 3});
        x0.fill(7);
    }
    {
        const cp::cuda::DeviceGuard guard(last);
        x1 = cp::asarray(x0);  // from one device to another
        std::cout << "moved: " << cp::to_string(x1.shape()) << " " << cp::sum(x1) << "\n";
    }
}

void limits(int last) {
    cp::cuda::MemoryPool& pool = cp::cuda::default_memory_pool();
    {
        const cp::cuda::DeviceGuard guard(0);
        pool.set_limit(std::int64_t{1} << 30);
    }
    {
        const cp::cuda::DeviceGuard guard(last);
        pool.set_limit(std::int64_t{2} << 30);
        std::cout << "limit of the last device: " << pool.get_limit() << "\n";
        try {
            cp::empty({std::int64_t{3} << 30}, DType::uint8);
        } catch (const cp::OutOfMemoryError& error) {
            const std::string message = error.what();
            std::cout << "OutOfMemoryError: " << message.substr(0, message.find(" on <")) << "\n";
        }
    }
    for (int device = 0; device <= last; ++device) {
        const cp::cuda::DeviceGuard guard(device);
        pool.set_limit(0);
    }
}

void streams(const cp::ndarray& a, const cp::ndarray& b, const cp::ndarray& c) {
    auto fused_waves = cp::fuse(waves, "waves");
    auto fused_squared_diff = cp::fuse(squared_diff, "squared_diff");
    cp::ndarray first, second;
    {
        const cp::cuda::Stream stream1, stream2;
        {
            const cp::cuda::StreamGuard guard(stream1);
            first = fused_waves(a, b, c);
        }
        {
            const cp::cuda::StreamGuard guard(stream2);
            second = fused_squared_diff(b, c);
        }
        stream1.synchronize();
        stream2.synchronize();
    }
    std::cout << "two streams: " << cp::sum(first) << " " << cp::sum(second) << "\n";

    const cp::cuda::Stream stream1, stream2;
    cp::cuda::Event reached;
    {
        const cp::cuda::StreamGuard guard(stream1);
        first = fused_waves(a, b, c);
        reached.record(stream1);
        fused_waves(first, b, c);
    }
    {
        const cp::cuda::StreamGuard guard(stream2);
        stream2.wait_event(reached);
        second = fused_squared_diff(first, c);
    }
    stream2.synchronize();
    std::cout << "after the event: " << cp::sum(second) << " done: " << steps::truth(stream2.done()) << "\n";
}

}  // namespace

int main(int argc, char** argv) {
    const std::string part = argc > 1 ? argv[1] : "";
    if (part == "--counts") return counts();
    if (part == "--limit-in-bytes") return limit_in_bytes();
    if (part == "--limit-as-a-share") return limit_as_a_share();
    steps::two_devices();
    const bool small = steps::small(argc, argv);

    measure(small ? cp::Shape{100, 100, 20} : cp::Shape{1000, 1000, 200});
    const int last = cp::cuda::get_device_count() - 1;
    devices_and_copies(last);

    // One function for both.
    const cp::ndarray values = cp::linspace(-800, 800, small ? 1001 : 100'001);
    std::vector<double> expected = values.to_vector<double>();
    for (double& value : expected) value = softplus(value);
    std::cout << "equal: " << cp::allclose(softplus(values), cp::asarray(expected)) << "\n";
    std::cout << "softplus(-1), softplus(800): " << softplus(cp::array({-1.0, 800.0})) << "\n";

    // Merged functions.
    const cp::ndarray a = cp::arange(10), b = cp::arange(10, 20), c = cp::arange(20, 30);
    auto fused_waves = cp::fuse(waves, "waves");
    auto fused_squared_diff = cp::fuse(squared_diff, "squared_diff");
    std::cout << "waves: " << fused_waves(a, b, c) << "\n";
    std::cout << "squared differences: " << fused_squared_diff(b, c) << "\n";
    std::cout << cp::profiler::benchmark("waves", [&] { fused_waves(a, b, c); }, {.n_repeat = 10}).to_str(true) << "\n";
    std::cout
        << cp::profiler::benchmark("squared_diff", [&] { fused_squared_diff(b, c); }, {.n_repeat = 10}).to_str(true)
        << "\n";

    // Kernels that are put together while the program runs.
    const cp::jit::Kernel square(make_square);
    const auto size = std::uint32_t{1} << (small ? 14 : 22);
    const cp::ndarray x = cp::arange(size, DType::float32), y = cp::empty({size}, DType::float32);
    square({128}, {1024}, x, y, cp::Scalar::strong(size));
    std::cout << "grid and block as arguments: " << cp::all(y == x * x) << "\n";

    // What the pools count, and limits from the environment: processes of their own.
    const std::string self = "'" + std::string(argv[0]) + "'";
    run(self + " --counts");
    run("CUPRUM_GPU_MEMORY_LIMIT=1073741824 " + self + " --limit-in-bytes");
    run("CUPRUM_GPU_MEMORY_LIMIT=50% " + self + " --limit-as-a-share");
    limits(last);

    // Floats that an integer type does not hold become its nearest value.
    std::cout << "cuprum: " << cp::repr(cp::array({-1.0f}).astype(DType::uint32)) << " "
              << cp::repr(cp::array({std::numeric_limits<float>::infinity()}).astype(DType::int32)) << "\n";

    streams(a, b, c);
}
