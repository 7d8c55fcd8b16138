// Plans of sorts, of selections and of divisions by value, as tables. Nothing runs.
#include <gtest/gtest.h>

#include "kernel/plan/select.h"
#include "kernel/plan/sort.h"
#include "kernel/plan/value_ranges.h"

namespace cuprum::kernel {
namespace {

using runtime::DeviceTraits;

constexpr DeviceTraits gpu{.thread_blocks = true, .processors = 132, .ordered_items = false};
constexpr DeviceTraits cpu{.processors = 8};

TEST(SortPlans, Table) {
    struct Case {
        const char* what;
        SortLayout layout;
        const DeviceTraits& device;
        std::int64_t tile, merges, scratch, launched;
    };
    const Case cases[] = {
        {"short rows", {1000, 100}, gpu, 100, 0, 0, 63},
        {"a row of a few tiles", {1, 10000}, gpu, 2048, 3, 10000, 5},
        {"complex numbers", {1, 1'000'000, 8, false}, gpu, 2048, 9, 1'000'000, 489},
        {"several rows", {4, 60'000}, gpu, 2048, 5, 240'000, 120},
        {"short rows", {1000, 100}, cpu, 100, 0, 0, 1000},
        {"longer ones", {1000, 2000}, cpu, 2000, 0, 2'000'000, 1000},
        {"complex numbers", {1, 1'000'000, 8, false}, cpu, 131072, 3, 1'000'000, 8},
        {"keys of four bytes", {1, 1'000'000}, cpu, 131072, 3, 1'000'000, 8},
        {"keys of eight bytes with positions", {1, 1'000'000, 8, true, true}, cpu, 131072, 3, 1'000'000, 8},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(std::string(c.what) + (c.device.thread_blocks ? " on a GPU" : " on a CPU"));
        const SortPlan plan = plan_sort(c.layout, c.device);
        EXPECT_FALSE(plan.radix);
        EXPECT_EQ(plan.tile, c.tile);
        EXPECT_EQ(plan.merges, c.merges);
        EXPECT_EQ(plan.scratch, c.scratch);
        EXPECT_EQ(plan.sort.items, c.launched);
        EXPECT_EQ(plan.sort.grid[0], c.launched);
    }
}

TEST(SortPlans, Radix) {
    struct Case {
        const char* what;
        SortLayout layout;
        const DeviceTraits& device;
        std::int64_t rows, chunk, blocks, counts, statuses, scratch;
        std::int64_t counted, moved;  // blocks of the launches
    };
    const Case cases[] = {
        {"a long row", {1, 1'000'000}, gpu, 1, 4096, 123, 1024, 62'976, 1'000'000, 245, 123},
        {"a very long row", {1, 1 << 30}, gpu, 1, 2'035'712, 131'072, 1024, 67'108'864, 1 << 30, 528, 131'072},
        {"of long keys", {1, 1'000'000, 8}, gpu, 1, 4096, 218, 2048, 111'616, 1'000'000, 245, 218},
        {"with far positions",
         {1, 1 << 30, 1, true, true},
         gpu,
         1,
         2'035'712,
         233'017,
         256,
         119'304'704,
         1 << 30,
         528,
         233'017},
        {"several long rows", {4, 200'000}, gpu, 4, 4096, 25, 4096, 51'200, 800'000, 196, 100},
        {"a long row", {1, 1'000'000, 2}, cpu, 1, 32768, 31, 8192, 0, 1'000'000, 31, 31},
        {"several long rows", {4, 200'000, 2}, cpu, 1, 16384, 13, 3584, 0, 200'000, 13, 13},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(std::string(c.what) + (c.device.thread_blocks ? " on a GPU" : " on a CPU"));
        const SortPlan plan = plan_sort(c.layout, c.device);
        EXPECT_TRUE(plan.radix);
        EXPECT_EQ(plan.rows, c.rows);
        EXPECT_EQ(plan.chunk, c.chunk);
        EXPECT_EQ(plan.blocks, c.blocks);
        EXPECT_EQ(plan.counts, c.counts);
        EXPECT_EQ(plan.statuses, c.statuses);
        EXPECT_EQ(plan.scratch, c.scratch);
        EXPECT_EQ(plan.count.items, c.counted);
        EXPECT_EQ(plan.move.items, c.moved);
        EXPECT_EQ(plan.count_each_pass, !c.device.thread_blocks);
    }
}

TEST(SelectPlans, Table) {
    struct Case {
        SelectLayout layout;
        const DeviceTraits& device;
        std::int64_t chunk;
        int blocks, histograms, passes, shares;
    };
    const Case cases[] = {
        {{1, 1 << 16, 4}, gpu, 16384, 4, 1, 3, 4},
        {{1, 1 << 30, 8}, gpu, 1'016'801, 1056, 1, 6, 4},
        {{100'000, 1 << 16, 1}, gpu, 65536, 1, 1, 1, 2},
        {{1, 1 << 20, 2}, cpu, 131072, 8, 8, 2, 4},
        {{7, 1 << 20, 4}, cpu, 1 << 20, 1, 1, 3, 4},
        {{7, std::int64_t{1} << 33, 4}, cpu, std::int64_t{1} << 31, 4, 4, 3, 4},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.layout.length);
        const SelectPlan plan = plan_select(c.layout, c.device);
        EXPECT_EQ(plan.chunk, c.chunk);
        EXPECT_EQ(plan.blocks, c.blocks);
        EXPECT_EQ(plan.histograms, c.histograms);
        EXPECT_EQ(plan.passes, c.passes);
        EXPECT_EQ(plan.shares, c.shares);
        EXPECT_EQ(plan.keys.items, c.layout.rows * c.blocks);
        EXPECT_EQ(plan.digits.items, c.layout.rows);
    }
    EXPECT_EQ(plan_select({1000, 1 << 13, 2}, cpu).shares, 1);  // the counts of more would outweigh the keys
    EXPECT_TRUE(plan_selects(1 << 13, cpu));
    EXPECT_FALSE(plan_selects(1 << 13, gpu));
    // Short rows: each by one thread of a CPU, sorted on a GPU.
    EXPECT_FALSE(plan_partitions({1, 1 << 13, 8}, gpu));
    EXPECT_FALSE(plan_partitions({1, 1 << 20, 4}, gpu));  // is sorted as quickly
    EXPECT_TRUE(plan_partitions({1, 1 << 20, 8}, gpu));
    EXPECT_TRUE(plan_partitions({100, 1 << 17, 4}, gpu));
    EXPECT_TRUE(plan_partitions({1, 1 << 20, 2}, gpu));
    EXPECT_TRUE(plan_partitions({1, 1 << 13, 4}, cpu));
    EXPECT_TRUE(plan_selects_keys(1000, cpu));
    EXPECT_FALSE(plan_selects_keys(1000, gpu));
    const SelectPlan rows = plan_select({5000, 1000, 4}, cpu);
    EXPECT_TRUE(rows.whole_rows);
    EXPECT_EQ(rows.histograms, 0);
    EXPECT_EQ(rows.rows.items, 5000);
    EXPECT_EQ(rows.rows.grain, 9);
    EXPECT_EQ(rows.blocks, 1);
    EXPECT_EQ(rows.chunk, 1000);
    EXPECT_EQ(rows.keys.items, 5000);
    EXPECT_TRUE(plan_select({1, 1 << 15, 8}, cpu).whole_rows);
    EXPECT_FALSE(plan_select({1, 1 << 15, 2}, cpu).whole_rows);
    EXPECT_FALSE(plan_select({1, 1 << 20, 4}, cpu).whole_rows);
    EXPECT_TRUE(plan_select({100, 1 << 20, 4}, cpu).whole_rows);  // each thread has rows of its own
    EXPECT_FALSE(plan_select({100, 1 << 20, 2}, cpu).whole_rows);
}

TEST(ValueRangesPlans, Table) {
    const ValueRangesPlan on_gpu = plan_value_ranges(1 << 26, gpu), on_cpu = plan_value_ranges(1 << 26, cpu);
    EXPECT_EQ(on_gpu.blocks, 1 << 12);  // of 2^14 keys
    EXPECT_EQ(on_gpu.launch.grid[0], static_cast<unsigned>(on_gpu.blocks));
    EXPECT_EQ(on_cpu.blocks, cpu.processors);
    EXPECT_EQ(plan_value_ranges(1, gpu).blocks, 1);
    EXPECT_LE(plan_value_ranges(std::int64_t{1} << 40, gpu).chunk, std::int64_t{1} << 31);  // counters have 32 bits
}

}  // namespace
}  // namespace cuprum::kernel
