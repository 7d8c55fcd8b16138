// Plans of SciPy's chapters as tables: layouts, the traits of a GPU and of a CPU, and what is chosen for each. Nothing
// runs.
#include <gtest/gtest.h>

#include "kernel/plan/parts.h"
#include "scipy/ndimage/plan.h"
#include "scipy/signal/plan.h"
#include "scipy/sparse/plan.h"

namespace cuprum::scipy {
namespace {

using runtime::DeviceTraits;

constexpr DeviceTraits gpu{.thread_blocks = true, .processors = 132, .ordered_items = false};
constexpr DeviceTraits cpu{.processors = 8};

TEST(ScipyPlans, PartsDoNotDependOnTheNumberOfProcessors) {
    EXPECT_EQ(kernel::wanted_parts(gpu), 65536);
    EXPECT_EQ(kernel::wanted_parts({.thread_blocks = true, .processors = 8}), 65536);
    EXPECT_EQ(kernel::wanted_parts(cpu), kernel::wanted_parts({.processors = 64}));
}

TEST(ScipyPlans, ChunksOfRecursiveFilters) {
    struct Case {
        std::int64_t lines, length;
        const DeviceTraits& device;
        std::int64_t chunk;
    };
    for (const Case& c : {Case{1, 1024, gpu, 0}, Case{1, 1025, gpu, 128}, Case{1, 1 << 24, gpu, 256},
                          Case{1 << 16, 1 << 12, gpu, 0}, Case{1, 4096, cpu, 0}, Case{1, 4097, cpu, 512},
                          Case{1, 1 << 20, cpu, 1 << 14}, Case{15, 1 << 20, cpu, 1 << 18}, Case{16, 1 << 20, cpu, 0}})
        EXPECT_EQ(signal::chunk_length(c.lines, c.length, c.device), c.chunk) << c.lines << " " << c.length;
}

TEST(ScipyPlans, BlocksGoAlongManyOrShortLines) {
    EXPECT_TRUE(signal::goes_along(8, false, 128, 1 << 20, gpu));
    EXPECT_FALSE(signal::goes_along(8, true, 128, 1 << 20, gpu));
    EXPECT_FALSE(signal::goes_along(9, false, 128, 1 << 20, gpu));
    EXPECT_TRUE(signal::goes_along(2, false, 16, 1 << 16, gpu));
    EXPECT_FALSE(signal::goes_along(2, false, 16, (1 << 16) + 1, gpu));
    EXPECT_FALSE(signal::goes_along(2, false, 128, 1024, gpu));
    EXPECT_FALSE(signal::goes_along(2, false, 128, 1 << 20, cpu));
}

TEST(ScipyPlans, Coherences) {
    EXPECT_TRUE(signal::averages_at_once(128, 3, 128, gpu));
    EXPECT_FALSE(signal::averages_at_once(127, 3, 128, gpu));
    EXPECT_FALSE(signal::averages_at_once(128, 0, 128, gpu));
    EXPECT_FALSE(signal::averages_at_once(128, 3, 128, cpu));
}

TEST(ScipyPlans, SamplesOfPeriodograms) {
    EXPECT_EQ(signal::parts_of_samples(1 << 20, 1, gpu), 1 << 14);
    EXPECT_EQ(signal::parts_of_samples(1 << 20, 1 << 10, gpu), 128);
    EXPECT_EQ(signal::parts_of_samples(1 << 20, 1 << 18, gpu), 1);
    EXPECT_EQ(signal::parts_of_samples(127, 1, gpu), 1);
    EXPECT_EQ(signal::parts_of_samples(1 << 20, 16, cpu), 4);
    EXPECT_EQ(signal::parts_of_samples(1 << 20, 65, cpu), 1);
    EXPECT_EQ(signal::parts_of_samples(10, 1, cpu), 1);
}

TEST(ScipyPlans, PolyphaseTiles) {
    EXPECT_FALSE(signal::plan_polyphase(81, 4, 1, 4, cpu));
    EXPECT_FALSE(signal::plan_polyphase(81, 257, 1, 4, gpu));
    EXPECT_FALSE(signal::plan_polyphase(81, 4, 1000, 4, gpu));
    const auto plan = signal::plan_polyphase(81, 4, 1, 4, gpu);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->active, 256);
    EXPECT_EQ(plan->rows, 21);
    EXPECT_EQ(plan->samples, (3 + 256 * 8 - 1) / 4 + 21);
}

TEST(ScipyPlans, SparseRows) {
    EXPECT_TRUE(sparse::are_alike(10, 224));
    EXPECT_FALSE(sparse::are_alike(10, 225));
    EXPECT_TRUE(sparse::reads_rows_together(64, 64, gpu));
    EXPECT_FALSE(sparse::reads_rows_together(65, 65, gpu));
    EXPECT_FALSE(sparse::reads_rows_together(64, 64, cpu));
    EXPECT_TRUE(sparse::caches_values(1 << 18, 4, gpu));
    EXPECT_FALSE(sparse::caches_values(1 << 18, 2, gpu));
    EXPECT_FALSE(sparse::caches_values((1 << 18) - 1, 4, gpu));
}

TEST(ScipyPlans, WindowsOfLines) {
    WindowLineArgs args{};
    args.n = 4096, args.inner = 1, args.outer = 10, args.size = 5;
    const runtime::Launch short_windows = ndimage::plan_windows(args, 4, true, gpu);
    EXPECT_TRUE(args.staged);
    EXPECT_EQ(args.lines, 1);
    EXPECT_EQ(args.tiles, 4096 / nd_line_tile);
    EXPECT_EQ(short_windows.grid[0], 10 * args.tiles);
    args.size = 1 << 16;  // for which a block has no memory
    EXPECT_EQ(ndimage::plan_windows(args, 4, true, gpu).shared_bytes, 0u);
    EXPECT_FALSE(args.staged);
    for (const std::int64_t inner : {1, 7, 100}) {
        for (const bool sums : {false, true}) {
            args.inner = inner, args.size = 5;
            const runtime::Launch launch = ndimage::plan_windows(args, 4, sums, cpu);
            EXPECT_LE(args.columns, std::min<std::int64_t>(inner, nd_line_columns));
            EXPECT_LE(args.columns * args.size, nd_line_buffer);
            EXPECT_GE(args.tiles * args.positions, args.n);
            EXPECT_EQ(launch.items, args.outer * args.tiles * kernel::ceil_div(inner, args.columns));
        }
    }
}

TEST(ScipyPlans, TilesOfWindows) {
    const auto args_of = [](std::int64_t rows, std::int64_t columns, int box) {
        WindowArgs args{};
        args.ndim = 2;
        args.shape[0] = rows, args.shape[1] = columns;
        args.box[0] = args.box[1] = box;
        args.before[0] = args.before[1] = box / 2;
        return args;
    };
    WindowArgs args = args_of(100, 100, 3);
    const auto launch = ndimage::plan_tiles(args, 4, gpu);
    ASSERT_TRUE(launch);
    EXPECT_EQ(args.ndim, 3);
    EXPECT_EQ(args.tiles_x, kernel::ceil_div(100, nd_window_columns));
    EXPECT_EQ(launch->grid[0], args.tiles_x * args.tiles_y);
    EXPECT_EQ(launch->shared_bytes, 4u * (nd_window_columns + 2) * (nd_window_rows + 2));
    EXPECT_FALSE(ndimage::plan_tiles(args = args_of(100, 100, 3), 4, cpu));
    EXPECT_FALSE(ndimage::plan_tiles(args = args_of(7, 100, 3), 4, gpu));
    EXPECT_FALSE(ndimage::plan_tiles(args = args_of(100, 15, 3), 4, gpu));
    EXPECT_FALSE(ndimage::plan_tiles(args = args_of(1000, 1000, 301), 4, gpu));
}

TEST(ScipyPlans, PassesAndHistograms) {
    EXPECT_TRUE(ndimage::plans_pass(1, 1 << 20, nd_pass_taps, gpu));
    EXPECT_FALSE(ndimage::plans_pass(1, 1 << 20, nd_pass_taps + 1, gpu));
    EXPECT_FALSE(ndimage::plans_pass(15, 1 << 20, 3, gpu));
    EXPECT_TRUE(ndimage::plans_pass(16, 1 << 20, 3, gpu));
    EXPECT_FALSE(ndimage::plans_pass(1, 1 << 20, 3, cpu));
    EXPECT_EQ(ndimage::plan_histograms(1, gpu).axis, 0);
    EXPECT_EQ(ndimage::plan_histograms(3, gpu).axis, 1);
    EXPECT_EQ(ndimage::plan_histograms(3, cpu).axis, 2);
    EXPECT_GT(ndimage::plan_histograms(3, cpu).strip, ndimage::plan_histograms(3, gpu).strip);
}

TEST(ScipyPlans, ChamferFronts) {
    ChamferArgs args{};
    args.ndim = 3;
    args.shape[0] = 5, args.shape[1] = 7, args.shape[2] = 9;
    const ndimage::ChamferPlan blocks = ndimage::plan_chamfer(args, gpu);
    EXPECT_EQ(blocks.launch.grid[0], 5u);
    EXPECT_EQ(blocks.fronts, 7 + 4 * 2);
    EXPECT_EQ(blocks.together, 1);
    args.shape[0] = 1;
    EXPECT_EQ(ndimage::plan_chamfer(args, gpu).together, 7);  // one block needs one launch
    EXPECT_EQ(ndimage::plan_chamfer(args, cpu).fronts, 1);
}

TEST(ScipyPlans, AffineTiles) {
    ResampleArgs args{};
    args.ndim = 2, args.items = 6000;
    args.out_shape[0] = 60, args.out_shape[1] = 100;
    ndimage::plan_affine(args, 6000, cpu);
    EXPECT_EQ(args.items, 6000);
    EXPECT_EQ(args.tiles[0], 0);
    ndimage::plan_affine(args, 6000, gpu);
    EXPECT_EQ(args.tiles[0], kernel::ceil_div(100, nd_tile_columns));
    EXPECT_EQ(args.tiles[2], 1);
    EXPECT_EQ(args.items, args.tiles[0] * args.tiles[1] * nd_block);
}

}  // namespace
}  // namespace cuprum::scipy
