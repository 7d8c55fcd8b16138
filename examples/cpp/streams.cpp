// Devices, streams, events, a graph, memory pools, and a trace of what was done.
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/profiler.h>
#include <cuprum/reduction.h>
#include <cuprum/ufunc.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace cp = cuprum;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

double number(const cp::ndarray& a) { return a.item().to_double(); }

// Devices: each thread has a current one, on which arrays are made.
void devices() {
    for (int i = 0; i < cp::cuda::get_device_count(); ++i) {
        const cp::cuda::Device device(i);
        const auto [free, total] = device.mem_info();
        std::cout << device.repr() << ": " << device.properties().name << ", " << (free >> 20) << " of "
                  << (total >> 20) << " MiB free\n";
    }
    const cp::cuda::DeviceGuard guard(cp::cuda::get_device_count() - 1);
    const cp::ndarray a = cp::arange(10);
    check(a.device() == cp::cuda::Device().id(), "an array is on the device that was current");
}

// Streams work beside each other; events order them where they must wait.
void streams() {
    const cp::ndarray x = cp::linspace(0, 1, 1 << 20);
    const cp::cuda::Stream first(true), second(true);
    cp::cuda::Event start, ready, stop;
    cp::ndarray a, b;
    cp::cuda::Device().synchronize();  // x is made on the default stream, for which these two do not wait
    {
        const cp::cuda::StreamGuard guard(first);
        start.record();
        a = cp::sin(x) * cp::sin(x);
        ready.record();
    }
    {
        const cp::cuda::StreamGuard guard(second);
        b = cp::cos(x) * cp::cos(x);  // does not wait for the first stream
        second.wait_event(ready);
        b += a;  // does
        stop.record();
    }
    second.synchronize();
    check(number(cp::max(cp::abs(b - 1))) < 1e-12, "the second stream saw what the first one made");
    std::cout << "two streams took " << cp::cuda::get_elapsed_time(start, stop) << " ms\n";
}

// A graph is recorded once and launched often, which costs the host one call.
void graph() {
    const cp::cuda::Stream stream(true);
    const cp::cuda::StreamGuard guard(stream);
    cp::ndarray state = cp::full({1000}, cp::Scalar(1.0));
    state * 0.5 + 1;  // kernels are compiled before they are captured
    stream.begin_capture();
    state *= 0.5;
    state += 1;
    const cp::cuda::Graph step = stream.end_capture();
    for (int i = 0; i < 40; ++i) step.launch();
    stream.synchronize();
    check(number(cp::max(cp::abs(state - 2))) < 1e-9, "forty launches come close to the fixed point");
    std::cout << "40 launches of a graph: " << number(state(0)) << "\n";
}

// A pool keeps what is freed for the next request; its limit is an exception and not a crash.
void pools() {
    const auto pool = std::make_shared<cp::cuda::MemoryPool>();
    const cp::cuda::AllocatorGuard guard(pool);
    {
        const cp::ndarray a = cp::zeros({100}, cp::DType::float32);
        check(pool->used_bytes() == 512 && pool->total_bytes() == 512, "400 bytes are lent as 512");
    }
    check(pool->used_bytes() == 0 && pool->total_bytes() == 512, "and kept when they are freed");
    pool->free_all_blocks();
    pool->set_limit(1 << 20);
    try {
        cp::zeros({1 << 20});
        check(false, "the limit holds");
    } catch (const cp::OutOfMemoryError& error) {
        std::cout << error.what() << "\n";
    }
}

// A trace lists what the devices were given to do, for people and for chrome://tracing.
void trace() {
    cp::profiler::Trace seen;
    {
        const cp::profiler::Range part("a part of the program");
        const cp::ndarray a = cp::linspace(0, 1, 1 << 16);
        number(cp::sum(cp::exp(a)));
    }
    seen.stop();
    std::cout << seen.table();
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "cuprum-streams-example.json";
    seen.write_chrome(file.string());
    check(std::filesystem::file_size(file) > 0, "the trace is written");
    std::filesystem::remove(file);
}

int main() {
    std::cout << "backend: " << cp::backend_name() << "\n";
    devices();
    streams();
    graph();
    pools();
    trace();
}
