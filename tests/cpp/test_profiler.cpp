// Benchmarks and traces from C++.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cuprum/creation.h"
#include "cuprum/profiler.h"
#include "cuprum/ufunc.h"

namespace cuprum::profiler {
namespace {

TEST(Benchmark, CallsAndTimes) {
    int calls = 0;
    const BenchmarkResult result = benchmark("sleep",
                                             [&] {
                                                 ++calls;
                                                 std::this_thread::sleep_for(std::chrono::milliseconds(2));
                                             },
                                             {.n_repeat = 5, .n_warmup = 2});
    EXPECT_EQ(calls, 7);
    ASSERT_EQ(result.cpu_times.size(), 5u);
    ASSERT_EQ(result.gpu_times.size(), 1u);
    for (double seconds : result.cpu_times) EXPECT_GE(seconds, 0.002);
    EXPECT_EQ(result.to_str().rfind("sleep               :    CPU: ", 0), 0u) << result.to_str();
    EXPECT_NE(result.to_str(true).find("     GPU-0: "), std::string::npos);
}

TEST(Benchmark, RefusesNonsense) {
    EXPECT_THROW(benchmark("", [] {}, {.n_repeat = 0}), ValueError);
    EXPECT_THROW(benchmark("", [] {}, {.n_warmup = -1}), ValueError);
    EXPECT_THROW(benchmark("", [] {}, {.max_duration = std::nan("")}), ValueError);
    EXPECT_THROW(benchmark("", [] {}, {.devices = {1000}}), CUDARuntimeError);
}

TEST(Trace, SeesKernelsCopiesAndAllocations) {
    ndarray a = ones({1000});
    sin(a);
    Trace trace;
    EXPECT_TRUE(trace.events().empty());
    {
        const Range part("part");
        ndarray b = sin(a);
        std::vector<double> host(1000);
        b.get(host.data());
    }
    trace.stop();
    std::vector<std::string> kinds;
    for (const TraceEvent& event : trace.events()) kinds.push_back(event.kind);
    EXPECT_EQ(kinds, (std::vector<std::string>{"range", "allocate", "kernel", "copy", "free"}));
    const TraceEvent& kernel = trace.events()[2];
    EXPECT_NE(kernel.name.find("sin"), std::string::npos);
    EXPECT_EQ(kernel.bytes, 16000u);
    EXPECT_GT(kernel.duration, 0);
    EXPECT_GT(kernel.gigabytes_per_second(), 0);
    EXPECT_EQ(trace.events()[3].bytes, 8000u);
    EXPECT_NE(trace.table().find(kernel.name.substr(0, 10)), std::string::npos);
    EXPECT_NE(trace.table(true).find("times"), std::string::npos);
    const std::size_t seen = trace.events().size();
    sin(a);
    trace.stop();
    EXPECT_EQ(trace.events().size(), seen);
}

TEST(Trace, WritesFiles) {
    Trace trace;
    sin(ones({10}));
    trace.stop();
    const auto folder = std::filesystem::temp_directory_path();
    const std::string json = folder / "cuprum_test_trace.json", svg = folder / "cuprum_test_trace.svg";
    trace.write_chrome(json);
    trace.write_svg(svg);
    for (const std::string& path : {json, svg}) {
        EXPECT_GT(std::filesystem::file_size(path), 500u);
        std::filesystem::remove(path);
    }
    EXPECT_THROW(trace.write_svg("/no such folder/x.svg"), Error);
}

}  // namespace
}  // namespace cuprum::profiler
