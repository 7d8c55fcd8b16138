// A launch that fails in the middle of a program of several leaves all arrays usable, and the memory as it was.
#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/fuse.h"
#include "cuprum/memory.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "fake_backend.h"

namespace cuprum {
namespace {

TEST(FailedLaunch, InTheMiddleOfAProgram) {
    testing::FakeBackend& backend = testing::fake();
    int launches = 0, failing = 0;
    backend.launcher = [&](const runtime::Launch&, const void*) {
        if (++launches == failing) throw CUDARuntimeError(701, "too many resources requested for launch");
    };
    const ndarray x = empty({100'000}, DType::float64), y = empty({100'000}, DType::float64);
    auto fused = fuse(
        [](const ndarray& x, const ndarray& y) {
            const ndarray e = exp(x - max(x));
            return e / sum(e) + y / sum(y);
        },
        "several_launches");
    const ndarray result = fused(x, y);
    const int all = launches;
    ASSERT_GE(all, 3);
    const auto used = [] { return cuda::default_memory_pool().used_bytes(); };
    const std::size_t before = used();
    for (int number = 1; number <= all; ++number) {
        SCOPED_TRACE(number);
        launches = 0;
        failing = number;
        EXPECT_THROW(fused(x, y), CUDARuntimeError);
        EXPECT_EQ(launches, number) << "nothing is launched behind the one that failed";
        EXPECT_EQ(used(), before);
        failing = 0;
        for (const ndarray* array : {&x, &y, &result}) {
            EXPECT_EQ(array->buffer()->state(), cuda::MemoryState::ready);
            EXPECT_NO_THROW(sqrt(*array));
        }
        launches = 0;
        EXPECT_NO_THROW(fused(x, y));
        EXPECT_EQ(launches, all);
    }
    backend.launcher = {};
}

// The same where the host cannot get the memory for a result that comes later.
TEST(FailedLaunch, MemoryThatRunsOut) {
    testing::FakeBackend& backend = testing::fake();
    const ndarray x = empty({1 << 20}, DType::float64);
    auto fused = fuse([](const ndarray& x) { return (x - max(x)) / sum(x); }, "more_than_there_is");
    fused(x);
    const std::size_t before = cuda::default_memory_pool().used_bytes();
    cuda::default_memory_pool().free_all_blocks();
    const std::size_t capacity = backend.capacity;
    backend.capacity = backend.memory + 4096;
    EXPECT_THROW(fused(x), OutOfMemoryError);
    backend.capacity = capacity;
    EXPECT_EQ(cuda::default_memory_pool().used_bytes(), before);
    EXPECT_EQ(x.buffer()->state(), cuda::MemoryState::ready);
    EXPECT_NO_THROW(fused(x));
}

}  // namespace
}  // namespace cuprum
