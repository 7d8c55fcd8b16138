// Everything from many threads at once: for ThreadSanitizer (`make sanitize-threads`), and for results that would be
// wrong.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <latch>
#include <thread>
#include <vector>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/gil_release.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/profiler.h"
#include "cuprum/random.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"
#include "runtime/lock_releasing_gil.h"

namespace cuprum {
namespace {

constexpr int threads = 6, rounds = 12;

// A cache folder of its own, so that kernels are compiled and not found.
class Settings : public ::testing::Environment {
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "cuprum-threads-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        setenv("CUPRUM_CACHE_DIR", folder_.c_str(), 1);
        setenv("CUPRUM_CPU_DEVICES", "2", 0);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::string folder_;
};
const auto* const settings = ::testing::AddGlobalTestEnvironment(new Settings);

/// Calls the function on many threads that start together. What it throws is a failure.
template <class F>
void together(F function) {
    std::latch start(threads);
    std::vector<std::jthread> all;
    for (int number = 0; number < threads; ++number)
        all.emplace_back([&, number] {
            start.arrive_and_wait();
            try {
                function(number);
            } catch (const std::exception& error) {
                ADD_FAILURE() << error.what();
            }
        });
}

double value(const ndarray& a) { return a.item().to_double(); }

TEST(Threads, Operations) {
    const ndarray shared = arange(20000, DType::float64);
    const double total = 19999. * 20000 / 2;
    together([&](int number) {
        for (int i = 0; i < rounds; ++i) {
            ndarray a = shared + (number + i);
            EXPECT_EQ(value(sum(a)), total + 20000. * (number + i));
            EXPECT_EQ(value(max(sqrt(shared * shared) - shared)), 0);
            EXPECT_EQ(value(sum(less(a, 100))), std::max(100 - number - i, 0));
            EXPECT_EQ(value(sort(a)(number)), 2 * number + i);
            std::vector<double> host(20000);
            a.get(host.data());
            EXPECT_EQ(host[5], 5 + number + i);
        }
    });
}

TEST(Threads, FirstUses) {
    // All ask for the same kernels at once, so that one thread makes them and the others wait.
    const ndarray a = linspace(0.1, 0.9, 500);
    together([&](int) {
        for (const ndarray& result :
             {sin(a), cos(a), tan(a), exp(a), log(a), arcsin(a), sinh(a), tanh(a), expm1(a), log1p(a)})
            EXPECT_TRUE(std::isfinite(value(sum(result))));
        EXPECT_EQ((a.astype(DType::float32) * 2).dtype(), DType::float32);
    });
}

TEST(Threads, Pools) {
    auto pool = std::make_shared<cuda::MemoryPool>();
    pool->set_limit(std::int64_t{256} << 20);
    together([&](int number) {
        const cuda::AllocatorGuard guard(pool);
        std::vector<ndarray> kept;
        for (int i = 0; i < 40 * rounds; ++i) {
            kept.push_back(full({1 + (number * 7919 + i * 104729) % 5000}, Scalar(double(i))));
            if (kept.size() > 20) kept.erase(kept.begin() + i % 20);
            if (i % 50 == 0) pool->free_all_blocks();
            EXPECT_LE(pool->used_bytes(), pool->total_bytes() + (std::size_t{1} << 20));
        }
    });
    EXPECT_EQ(pool->used_bytes(), 0u);
    pool->free_all_blocks();
    EXPECT_EQ(pool->total_bytes(), 0u);
}

TEST(Threads, BlocksAreFreedElsewhere) {
    // Arrays are made on one thread and let go on another.
    std::vector<std::atomic<ndarray*>> slots(16);
    together([&](int number) {
        const cuda::Stream stream(true);
        const cuda::StreamGuard guard(stream);
        for (int i = 0; i < 20 * rounds; ++i) {
            auto* made = new ndarray(full({1000}, Scalar(double(number))));
            delete slots[static_cast<std::size_t>((i + number) % 16)].exchange(made);
        }
        stream.synchronize();
    });
    for (auto& slot : slots) delete slot.load();
}

TEST(Threads, StreamsAndEvents) {
    const ndarray source = arange(1000, DType::float64);
    cuda::get_current_stream().synchronize();  // a non-blocking stream does not wait for it
    together([&](int number) {
        for (int i = 0; i < rounds; ++i) {
            const cuda::Stream first(true), second;
            cuda::Event done;
            ndarray a;
            {
                const cuda::StreamGuard guard(first);
                a = source + number;
                done.record();
            }
            second.wait_event(done);
            {
                const cuda::StreamGuard guard(second);
                EXPECT_EQ(value(sum(a)), 499500 + 1000. * number);
            }
            std::atomic<int> called = 0;
            second.launch_host_func([&] { ++called; });
            second.synchronize();
            EXPECT_EQ(called, 1);
            EXPECT_EQ(cuda::get_current_stream(), cuda::Stream::null());
        }
    });
}

TEST(Threads, Graphs) {
    together([&](int number) {
        const cuda::Stream stream(true);
        const cuda::StreamGuard guard(stream);
        ndarray counter = full({100}, Scalar(0.));
        ndarray warm = counter + number;
        for (int i = 0; i < rounds; ++i) {
            stream.begin_capture();
            ndarray next = counter + number;
            const cuda::Graph graph = stream.end_capture();
            graph.launch();
            graph.launch();
            stream.synchronize();
            EXPECT_EQ(value(sum(next)), 100. * number);
        }
    });
}

TEST(Threads, Devices) {
    if (cuda::get_device_count() < 2) GTEST_SKIP() << "there is one device";
    together([&](int number) {
        const cuda::DeviceGuard guard(number % 2);
        for (int i = 0; i < rounds; ++i) {
            ndarray a = full({500}, Scalar(1.)) * i;
            EXPECT_EQ(a.device(), number % 2);
            const cuda::DeviceGuard other(1 - number % 2);
            const ndarray here = a.copy();
            EXPECT_EQ(here.device(), 1 - number % 2);
            EXPECT_EQ(value(sum(here)), 500. * i);
        }
    });
}

TEST(Threads, OneGenerator) {
    random::RandomState generator(7);
    std::atomic<double> all = 0;
    together([&](int) {
        for (int i = 0; i < rounds; ++i) all = all + value(sum(generator.random_sample(Shape{5000})));
    });
    EXPECT_GT(all, 0);
}

TEST(Threads, UsersKernels) {
    together([&](int number) {
        for (int i = 0; i < 3; ++i) {
            // Half of the threads share a kernel.
            const std::string factor = std::to_string(i * 10 + number / 2);
            const ElementwiseKernel kernel("T x", "T y", "y = x + " + factor, "threads_" + factor);
            const ndarray a = full({100}, Scalar(1.));
            const Operand operands[] = {a};
            ndarray result;
            kernel.call(operands, {}, &result);
            EXPECT_EQ(value(sum(result)), 100. * (1 + i * 10 + number / 2));
        }
    });
}

TEST(Threads, Traces) {
    together([&](int number) {
        for (int i = 0; i < rounds; ++i) {
            profiler::Trace trace;
            const ndarray a = full({100}, Scalar(1.)) + number;
            trace.stop();
            EXPECT_FALSE(trace.events().empty());
        }
    });
}

// As Python's interpreter lock: whoever holds it must not wait for a mutex whose holder wants it back.
struct Interpreter {
    static inline std::mutex lock;
    static inline thread_local bool held = false;
    static void* let_go() {
        if (!held) return nullptr;
        held = false;
        lock.unlock();
        return &lock;
    }
    static void take_back(void*) {
        lock.lock();
        held = true;
    }
    struct Held {
        Held() { take_back(nullptr); }
        ~Held() { let_go(); }
    };
    static constexpr runtime::GilHooks as_gil_hooks = {let_go, take_back};
};

TEST(Threads, TheGilHooksIsLetGo) {
    runtime::gil_hooks = &Interpreter::as_gil_hooks;
    random::RandomState generator(7);
    const ndarray large = full({1 << 20}, Scalar(2.));
    std::mutex patient;
    together([&](int number) {
        for (int i = 0; i < rounds; ++i) {
            const Interpreter::Held held;
            EXPECT_EQ(value(sum(large * number)), number * 2. * (1 << 20));
            EXPECT_TRUE(Interpreter::held);
            generator.random_sample(Shape{1 << 17});
            {
                const auto lock = runtime::lock_releasing_gil(patient);
                const runtime::GilRelease waiting;
                EXPECT_FALSE(Interpreter::held);
            }
            const std::string name = "gil_hooks_" + std::to_string(i);
            const ElementwiseKernel kernel("T x", "T y", "y = x * " + std::to_string(i), name);
            const ndarray a = full({10}, Scalar(1.));
            const Operand operands[] = {a};
            ndarray result;
            kernel.call(operands, {}, &result);
            EXPECT_TRUE(Interpreter::held);
        }
    });
    runtime::gil_hooks = nullptr;
}

}  // namespace
}  // namespace cuprum
