// Plans as tables: layouts, the traits of a GPU and of a CPU, and what is chosen for each. Nothing runs.
#include <gtest/gtest.h>

#include "kernel/plan/compact.h"
#include "kernel/plan/correlate.h"
#include "kernel/plan/elementwise.h"
#include "kernel/plan/gather.h"
#include "kernel/plan/matmul.h"
#include "kernel/plan/random.h"
#include "kernel/plan/reduction.h"
#include "kernel/plan/row_program.h"
#include "kernel/plan/scan.h"
#include "kernel/plan/search.h"
#include "kernel/plan/small_matrices.h"

namespace cuprum::kernel {
namespace {

using runtime::DeviceTraits;

constexpr DeviceTraits gpu{.thread_blocks = true, .processors = 132, .ordered_items = false};
constexpr DeviceTraits cpu{.processors = 8};

// -------------------------------------------------------------------------------------------------------- elementwise

ElementwiseOperands operands(std::initializer_list<std::uint8_t> itemsizes, int nout = 1) {
    return {std::span(itemsizes.begin(), itemsizes.size()), nout, 0};
}

/// A layout of collapsed axes and the strides of each operand.
ElementwiseLayout layout(std::vector<std::int64_t> shape, std::vector<std::vector<std::int64_t>> strides) {
    ElementwiseLayout made;
    made.ndim = static_cast<int>(shape.size());
    for (std::size_t d = 0; d < shape.size(); ++d) {
        made.shape[d] = shape[d];
        made.size *= shape[d];
        for (std::size_t k = 0; k < strides.size(); ++k) made.strides[k][d] = strides[k].empty() ? 0 : strides[k][d];
    }
    for (std::size_t k = 0; k < strides.size(); ++k)
        if (strides[k].empty()) made.values |= 1u << k;
    return made;
}

TEST(ElementwisePlans, Operands) {
    struct Case {
        std::initializer_list<std::uint8_t> itemsizes;
        int vector, rows_together, input_bytes;
    };
    for (const Case& c : {Case{{4, 4, 4}, 4, 1, 8}, Case{{1, 1}, 16, 4, 1}, Case{{16, 8}, 1, 1, 8},
                          Case{{1, 8, 8}, 2, 4, 16}, Case{{2, 2}, 8, 2, 2}}) {
        const ElementwiseOperands made = operands(c.itemsizes);
        EXPECT_EQ(made.vector, c.vector);
        EXPECT_EQ(made.rows_together, c.rows_together);
        EXPECT_EQ(made.input_bytes, c.input_bytes);
    }
}

TEST(ElementwisePlans, Composite) {
    struct Case {
        std::int64_t launches, operands, bytes;
        bool on_gpu, on_cpu;
    };
    for (const Case& c : {
             Case{1, 2, 1 << 10, false, false},  // one launch
             Case{1, 2, 1 << 20, true, true},
             Case{2, 1, 1 << 10, false, false},  // one roll along an axis: a launch more, and one less
             Case{2, 1, 1 << 18, false, true}, Case{2, 1, 1 << 24, true, true}, Case{4, 1, 1 << 18, false, false},
             Case{4, 1, 1 << 25, false, true},                                    // along two
             Case{4, 1, 1 << 26, true, true}, Case{9, 4, 1 << 16, false, false},  // neighbours in a plane
             Case{9, 4, 1 << 17, false, true}, Case{9, 4, 1 << 25, true, true}, Case{9, 8, 1 << 16, false, true},
             Case{9, 8, 1 << 24, true, true}, Case{27, 6, 1 << 18, false, false},  // those along the axes of space
             Case{27, 6, 1 << 20, false, true}, Case{27, 6, 1 << 26, true, true},
             Case{65, 8, 1 << 30, false, false},  // never so many
         }) {
        EXPECT_EQ(serves_composite(c.launches, c.operands, c.bytes, gpu), c.on_gpu) << c.launches << ' ' << c.bytes;
        EXPECT_EQ(serves_composite(c.launches, c.operands, c.bytes, cpu), c.on_cpu) << c.launches << ' ' << c.bytes;
    }
}

TEST(ElementwisePlans, CutsInOneLaunch) {
    EXPECT_TRUE(serves_cut(9, 8, 1 << 20));
    EXPECT_FALSE(serves_cut(9, 8, 1ll << 30));  // boxes, whose kernel moves vectors
    const ElementwiseOperands two(std::array<std::uint8_t, 2>{8, 8}, 1, 0);
    const StridedPlan plan = plan_cut(two, layout({128, 64}, {{512, 8}, {512, 8}}));
    EXPECT_EQ(plan.kernel, ElementwiseLoop::cut);
    EXPECT_EQ(plan.ndim, 2);
    EXPECT_EQ(plan.items[0] * plan.items[1], 128 * 64);
    EXPECT_EQ(plan.launch.grid[0], 128u * 64 / (elementwise_block * elementwise_unroll(8, 1)));
}

TEST(ElementwisePlans, Linear) {
    struct Case {
        std::int64_t size;
        std::uint32_t blocks;
        bool stream;
    };
    const ElementwiseOperands add = operands({4, 4, 4});  // two vectors of four elements a thread
    for (const Case& c :
         {Case{1, 1, false}, Case{2048, 1, false}, Case{2049, 2, false}, Case{10'000'000, 4883, true}}) {
        const LinearPlan in_blocks = plan_linear(add, c.size, gpu), in_ranges = plan_linear(add, c.size, cpu);
        EXPECT_EQ(in_blocks.kernel, ElementwiseLoop::linear);
        EXPECT_EQ(in_blocks.launch.grid[0], c.blocks) << c.size;
        EXPECT_EQ(in_blocks.launch.block[0], 256u);
        EXPECT_EQ(in_blocks.stream, c.stream);
        EXPECT_EQ(in_ranges.kernel, ElementwiseLoop::inner);
        EXPECT_EQ(in_ranges.launch.items, c.size);
        EXPECT_EQ(in_ranges.launch.grain, 16384);
        EXPECT_EQ(in_ranges.stream, c.stream);
    }
}

TEST(ElementwisePlans, StoresPastTheCaches) {
    const ElementwiseOperands add = operands({4, 4, 4}), less = operands({1, 4, 4}), set = operands({4});
    EXPECT_FALSE(plan_linear(add, 4'000'000, cpu).stream);
    EXPECT_TRUE(plan_linear(add, 4'300'000, cpu).stream);
    EXPECT_FALSE(plan_linear(less, 5'000'000, cpu).stream);
    EXPECT_TRUE(plan_linear(less, 6'000'000, cpu).stream);
    EXPECT_FALSE(plan_linear(set, 6'000'000, cpu).stream);
    EXPECT_TRUE(plan_linear(set, 7'000'000, cpu).stream);
    ElementwiseOperands power = add;
    power.expensive = true;
    EXPECT_FALSE(plan_linear(power, 100'000'000, cpu).stream);
}

TEST(ElementwisePlans, Strided) {
    struct Case {
        const char* what;
        ElementwiseLayout layout;
        ElementwiseLoop loop;
        std::uint32_t blocks, shared;
        std::int64_t items, grain;  // in ranges
        std::uint32_t transposed, staged;
        int log_x, log_y;
    };
    const Case cases[] = {
        {"padded rows", layout({100, 64}, {{256, 4}, {512, 4}}), ElementwiseLoop::rows, 4, 0, 6400, 16384, 0, 0, 0, 0},
        {"a row for all rows", layout({100, 64}, {{512, 4}, {0, 4}}), ElementwiseLoop::rows, 4, 0, 6400, 16384, 0, 0, 0,
         0},
        {"a value", layout({100, 64}, {{512, 4}, {}}), ElementwiseLoop::rows, 4, 0, 6400, 16384, 0, 0, 0, 0},
        {"rows shorter than a vector", layout({100, 3}, {{12, 4}, {64, 4}}), ElementwiseLoop::strided, 1, 0, 300, 16384,
         0, 0, 0, 0},
        {"every second element", layout({100, 64}, {{256, 4}, {512, 8}}), ElementwiseLoop::strided, 7, 0, 6400, 16384,
         0, 0, 0, 0},
        {"a small transpose", layout({32, 32}, {{128, 4}, {4, 128}}), ElementwiseLoop::strided, 1, 0, 1024, 16384, 0, 0,
         0, 0},
        {"a transpose", layout({1024, 1024}, {{4096, 4}, {4, 4096}}), ElementwiseLoop::tile, 256, 16384, 256, 4, 2, 2,
         6, 6},
        {"a narrow one", layout({4, 262144}, {{1048576, 4}, {4, 16}}), ElementwiseLoop::tile, 256, 16384, 256, 4, 2, 2,
         10, 2},
    };
    const ElementwiseOperands copy = operands({4, 4});
    for (const Case& c : cases) {
        SCOPED_TRACE(c.what);
        const StridedPlan in_blocks = plan_strided(copy, c.layout, gpu), in_ranges = plan_strided(copy, c.layout, cpu);
        EXPECT_EQ(in_blocks.loop, c.loop);
        EXPECT_EQ(in_blocks.kernel, c.loop);
        EXPECT_EQ(in_blocks.launch.grid[0], c.blocks);
        EXPECT_EQ(in_blocks.launch.shared_bytes, c.shared);
        EXPECT_EQ(in_ranges.loop, c.loop);
        EXPECT_EQ(in_ranges.kernel, ElementwiseLoop::inner);
        EXPECT_EQ(in_ranges.launch.items, c.items);
        EXPECT_EQ(in_ranges.launch.grain, c.grain);
        for (const StridedPlan* plan : {&in_blocks, &in_ranges}) {
            EXPECT_EQ(plan->transposed, c.transposed);
            EXPECT_EQ(plan->staged, c.staged);
            EXPECT_EQ(plan->log_x, c.log_x);
            EXPECT_EQ(plan->log_y, c.log_y);
        }
    }
    // Tiles of a small array are smaller, so that more multiprocessors have one.
    const StridedPlan few = plan_strided(copy, layout({256, 256}, {{1024, 4}, {4, 1024}}), gpu);
    EXPECT_EQ(few.launch.grid[0], 64u);
    EXPECT_EQ(few.log_x, 5);
    EXPECT_EQ(few.log_y, 5);
    // Tiles cost a CPU no launch of their own, and are worth their while sooner.
    const auto middle = layout({64, 64}, {{256, 4}, {4, 256}});
    EXPECT_EQ(plan_strided(copy, middle, gpu).loop, ElementwiseLoop::strided);
    EXPECT_EQ(plan_strided(copy, middle, cpu).loop, ElementwiseLoop::tile);
}

TEST(ElementwisePlans, TilesStageWhatIsInOrderToo) {
    // out = a.T + b: b is read along with the tile of a.
    const StridedPlan plan =
        plan_strided(operands({4, 4, 4}), layout({1024, 1024}, {{4096, 4}, {4, 4096}, {4096, 4}}), gpu);
    EXPECT_EQ(plan.loop, ElementwiseLoop::tile);
    EXPECT_EQ(plan.transposed, 2u);
    EXPECT_EQ(plan.staged, 6u);
    EXPECT_EQ(plan.launch.shared_bytes, 32768u);
    // The axis along which it is transposed comes next to the last.
    const StridedPlan of_three =
        plan_strided(operands({4, 4}), layout({64, 32, 64}, {{8192, 256, 4}, {4, 16384, 256}}), gpu);
    EXPECT_EQ(of_three.loop, ElementwiseLoop::tile);
    EXPECT_EQ(of_three.order[0], 1);
    EXPECT_EQ(of_three.order[1], 0);
    EXPECT_EQ(of_three.order[2], 2);
}

// ---------------------------------------------------------------------------------------------------------- reductions

/// Of arrays of elements of four bytes; `kept` and `reduced` are lengths and the input's strides.
ReductionLayout reduction(std::vector<std::pair<std::int64_t, std::int64_t>> kept,
                          std::vector<std::pair<std::int64_t, std::int64_t>> reduced, std::uint64_t address = 0) {
    ReductionLayout made;
    for (auto [length, stride] : kept) {
        made.kept[made.nkept++] = {length, {stride}};
        made.outputs *= length;
    }
    for (auto [length, stride] : reduced) {
        made.reduced[made.nreduced++] = {length, {stride}};
        made.length *= length;
    }
    made.address[0] = address;
    return made;
}

ReductionTraits sum_of_floats() {
    ReductionTraits traits;
    traits.itemsize[0] = 4;
    traits.vector = 4;
    traits.components = 2;
    traits.cascade = true;
    return traits;
}

// The layout with a second input that moves so far along the innermost axes, and stays along the others.
ReductionLayout computed(ReductionLayout layout, std::int64_t kept_step, std::int64_t reduced_step) {
    for (int d = 0; d < layout.nkept; ++d) layout.kept[d].strides[1] = d == layout.nkept - 1 ? kept_step : 0;
    for (int d = 0; d < layout.nreduced; ++d)
        layout.reduced[d].strides[1] = d == layout.nreduced - 1 ? reduced_step : 0;
    return layout;
}

TEST(ReductionPlans, Blocks) {
    struct Case {
        const char* what;
        ReductionLayout layout;
        ReductionLoop loop;
        std::uint32_t blocks, shared, flags;
        int threads, splits;
        std::int64_t piece, tickets;
    };
    const Case cases[] = {
        {"all of a line", reduction({}, {{1'000'000, 4}}), ReductionLoop::rows, 245, 0, reduction_inner, 1, 245, 4096,
         1},
        {"a short line", reduction({}, {{1000, 4}}), ReductionLoop::rows, 1, 0, reduction_inner, 1, 1, 1000, 1},
        {"very short rows", reduction({{10000, 64}}, {{16, 4}}), ReductionLoop::packed, 40, 16384, reduction_vector, 1,
         1, 16, 0},
        {"that begin at odd places", reduction({{10000, 64}}, {{16, 4}}, 4), ReductionLoop::packed, 40, 16384, 0, 1, 1,
         16, 0},
        {"short rows", reduction({{10000, 256}}, {{64, 4}}), ReductionLoop::groups, 79, 0,
         reduction_vector | reduction_aligned, 16, 1, 64, 0},
        {"few that begin at odd places", reduction({{400, 250}}, {{62, 4}}), ReductionLoop::rows, 400, 0,
         reduction_inner, 1, 1, 62, 400},
        {"thousands", reduction({{5000, 250}}, {{62, 4}}), ReductionLoop::groups, 40, 0, reduction_vector, 16, 1, 62,
         0},
        {"of steps", reduction({{10000, 512}}, {{64, 8}}), ReductionLoop::groups, 157, 0, 0, 32, 1, 64, 0},
        {"long rows", reduction({{100, 400'000}}, {{100'000, 4}}), ReductionLoop::rows, 400, 0, reduction_inner, 1, 4,
         32768, 100},
        {"columns", reduction({{256, 4}}, {{1000, 1024}}), ReductionLoop::columns, 16, 0, 0, 32, 8, 128, 2},
        {"columns at odd places", reduction({{256, 4}}, {{1000, 1024}}, 4), ReductionLoop::strided, 64, 0, 0, 32, 8,
         128, 8},
        {"short columns", reduction({{256, 4}}, {{10, 1024}}), ReductionLoop::columns, 1, 0, 0, 256, 1, 10, 1},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.what);
        const ReductionPlan plan = plan_reduction(sum_of_floats(), c.layout, gpu);
        EXPECT_EQ(plan.loop, c.loop);
        EXPECT_EQ(plan.launch.grid[0], c.blocks);
        EXPECT_EQ(plan.launch.shared_bytes, c.shared);
        EXPECT_EQ(plan.flags, c.flags);
        EXPECT_EQ(plan.threads, c.threads);
        EXPECT_EQ(plan.splits, c.splits);
        EXPECT_EQ(plan.piece, c.piece);
        EXPECT_EQ(plan.tickets, c.tickets);
        EXPECT_FALSE(plan.merges);
        EXPECT_EQ(plan.partial_bytes, c.splits > 1 ? 3u * 32u * c.layout.outputs * c.splits : 0u);
    }
    // The fewer loads there are in a row, the fewer threads take it.
    const auto threads = [](std::int64_t length, std::int64_t step) {
        return plan_reduction(sum_of_floats(), reduction({{1000, step * length}}, {{length, step}}), gpu)
            .launch.block[0];
    };
    EXPECT_EQ(threads(300, 4), 32u);
    EXPECT_EQ(threads(1000, 4), 64u);
    EXPECT_EQ(threads(5000, 4), 256u);
    EXPECT_EQ(threads(300, 8), 128u);
    // Sums that round are divided further than what keeps its digits.
    ReductionTraits moments = sum_of_floats();
    moments.cascade = false;
    const ReductionLayout tall = reduction({{16384, 4}}, {{8192, 65536}});
    EXPECT_EQ(plan_reduction(sum_of_floats(), tall, gpu).splits, 8);
    EXPECT_EQ(plan_reduction(moments, tall, gpu).splits, 3);
}

TEST(ReductionPlans, Ranges) {
    struct Case {
        const char* what;
        ReductionLayout layout;
        ReductionLoop loop;
        std::int64_t items, grain;
        std::uint32_t flags;
        int splits;
        std::int64_t piece, merge_grain;
    };
    const Case cases[] = {
        {"all of a line", reduction({}, {{1'000'000, 4}}), ReductionLoop::rows, 62, 1, reduction_inner, 62, 16384, 33},
        {"a short line", reduction({}, {{1000, 4}}), ReductionLoop::rows, 1, 16, reduction_inner, 1, 1000, 0},
        {"very short rows", reduction({{10000, 64}}, {{16, 4}}), ReductionLoop::columns, 20, 2, 0, 1, 16, 0},
        {"short rows", reduction({{10000, 256}}, {{64, 4}}), ReductionLoop::rows, 10000, 256, reduction_inner, 1, 64,
         0},
        {"columns", reduction({{256, 4}}, {{1000, 1024}}), ReductionLoop::columns, 14, 1, reduction_inner, 14, 72, 146},
        {"columns of blocks", reduction({{8, 4096}, {16, 4}}, {{64, 64}}), ReductionLoop::columns, 1, 2, reduction_flat,
         1, 64, 0},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.what);
        const ReductionPlan plan = plan_reduction(sum_of_floats(), c.layout, cpu);
        EXPECT_EQ(plan.loop, c.loop);
        EXPECT_EQ(plan.launch.items, c.items);
        EXPECT_EQ(plan.launch.grain, c.grain);
        EXPECT_EQ(plan.flags, c.flags);
        EXPECT_EQ(plan.splits, c.splits);
        EXPECT_EQ(plan.piece, c.piece);
        EXPECT_EQ(plan.tickets, 0);
        EXPECT_EQ(plan.merges, c.splits > 1);
        if (c.splits > 1) {
            EXPECT_EQ(plan.merge.items, c.layout.outputs);
            EXPECT_EQ(plan.merge.grain, c.merge_grain);
        }
    }
}

// Results must not depend on how many threads there are.
// Elements that are computed are added as those of an array in memory are: what tells the plans is the array's layout.
TEST(ReductionPlans, ComputedElementsAreAddedInTheOrderOfAnArray) {
    struct Case {
        const char* what;
        ReductionLayout model, layout;
        bool is_served;
        std::uint32_t flags, uniform;
    };
    const ReductionLayout line = reduction({}, {{100'000, 4}}), table = reduction({}, {{1000, 4 * 100}, {100, 4}}),
                          wide = reduction({}, {{100, 4 * 1024}, {1024, 4}}),
                          columns = reduction({{256, 4}}, {{1000, 1024}}),
                          blocks = reduction({{256, 4}}, {{10, 102'400}, {100, 1024}}),
                          odd_blocks = reduction({{256, 4}}, {{8, 128'000}, {125, 1024}}),
                          halves = reduction({{2, 512}, {128, 4}}, {{1000, 1024}});
    const Case cases[] = {
        {"a line beside a line", line, computed(line, 0, 4), true, reduction_inner, 0},
        {"a number of each row", line, computed(table, 0, 0), true, 0, 0},
        {"of rows of whole tiles", reduction({}, {{102'400, 4}}), computed(wide, 0, 0), true, reduction_inner, 2},
        {"columns", columns, computed(columns, 4, 1024), true, reduction_inner, 0},
        {"a number of each row of columns", columns, computed(columns, 0, 4), false, 0, 0},
        {"in groups of eight rows", columns, computed(blocks, 4, 1024), false, 0, 0},
        {"rows in odd groups", columns, computed(odd_blocks, 4, 1024), false, 0, 0},
        {"columns in two parts", columns, computed(halves, 4, 1024), true, reduction_inner, 0},
    };
    ReductionTraits two = sum_of_floats();
    two.inputs = 2;
    two.itemsize = {4, 4};
    for (const Case& c : cases) {
        SCOPED_TRACE(c.what);
        const ReductionPlan wanted = plan_reduction(sum_of_floats(), c.model, cpu);
        const auto plan = plan_reduction_as(sum_of_floats(), c.model, two, c.layout, cpu);
        ASSERT_EQ(plan.has_value(), c.is_served);
        if (!plan) continue;
        EXPECT_EQ(plan->loop, wanted.loop);
        EXPECT_EQ(plan->splits, wanted.splits);
        EXPECT_EQ(plan->piece, wanted.piece);
        EXPECT_EQ(plan->flags, c.flags);
        EXPECT_EQ(plan->uniform, c.uniform);
    }
}

// In blocks threads take vectors: an array's boundaries tell which elements those are.
TEST(ReductionPlans, ComputedElementsAreAddedByTheThreadsThatAddAnArrays) {
    struct Case {
        const char* what;
        ReductionLayout model, layout;
        bool is_served;
        std::uint32_t flags, uniform;
        int phase, phase_step;
    };
    constexpr std::uint32_t whole = reduction_whole_run, in_vectors = reduction_in_vectors, inner = reduction_inner,
                            loads = reduction_load_vectors, vector = reduction_vector, aligned = reduction_aligned;
    const ReductionLayout line = reduction({}, {{100'000, 4}}), table = reduction({}, {{1000, 400}, {100, 4}}),
                          odd_table = reduction({}, {{1000, 404}, {101, 4}}), odd_line = reduction({}, {{101'000, 4}}),
                          behind = reduction({}, {{1000, 4}}, 4), rows = reduction({{20'000, 2000}}, {{500, 4}}),
                          odd_rows = reduction({{20'000, 2004}}, {{501, 4}}),
                          long_rows = reduction({{100, 20'004}}, {{5001, 4}}),
                          short_rows = reduction({{10'000, 64}}, {{16, 4}}),
                          columns = reduction({{256, 4}}, {{1000, 1024}}),
                          odd_columns = reduction({{255, 4}}, {{1000, 1020}}),
                          blocks = reduction({{256, 4}}, {{10, 102'400}, {100, 1024}}),
                          runs = reduction({}, {{100, 4000}, {500, 4}}),
                          finer_runs = reduction({}, {{100, 4000}, {5, 400}, {100, 4}});
    const Case cases[] = {
        {"a line beside a line", line, computed(line, 0, 4), true, whole | in_vectors | inner | loads, 0, 0, 0},
        {"every other number", line, computed(line, 0, 8), true, whole | in_vectors, 0, 0, 0},
        {"a number of each row", line, computed(table, 0, 0), true, whole | in_vectors | inner | loads, 2, 0, 0},
        {"of rows that hold parts of vectors", odd_line, computed(odd_table, 0, 0), true, whole | in_vectors | inner, 2,
         0, 0},
        {"from behind a boundary on", behind, computed(behind, 0, 4), true, whole | in_vectors | inner, 0, 1, 0},
        {"rows", rows, computed(rows, 2000, 4), true, whole | vector | aligned | loads, 0, 0, 0},
        {"rows beside every other number", rows, computed(rows, 4000, 8), true, whole | vector | aligned, 0, 0, 0},
        {"rows that begin anywhere", odd_rows, computed(odd_rows, 2004, 4), true, whole | vector, 0, 0, 1},
        {"long ones", long_rows, computed(long_rows, 20'004, 4), true, whole | in_vectors | inner, 0, 0, 1},
        {"rows in shared memory", short_rows, computed(short_rows, 64, 4), false, 0, 0, 0, 0},
        {"columns", columns, computed(columns, 4, 1024), true, whole | loads, 0, 0, 0},
        {"a number of each row of columns", columns, computed(columns, 0, 4), true, whole | loads, 2, 0, 0},
        {"columns beside rows", columns, computed(columns, 4000, 4), true, whole, 0, 0, 0},
        {"columns in parts", columns, computed(blocks, 4, 1024), true, whole | loads, 0, 0, 0},
        {"columns one by one", odd_columns, computed(odd_columns, 4, 1020), true, whole, 0, 0, 0},
        {"several runs", runs, computed(runs, 0, 4), true, in_vectors | inner | loads, 0, 0, 0},
        {"several runs in parts", runs, computed(finer_runs, 0, 4), false, 0, 0, 0, 0},
    };
    ReductionTraits two = sum_of_floats();
    two.inputs = 2;
    two.itemsize = {4, 4};
    for (const Case& c : cases) {
        SCOPED_TRACE(c.what);
        const ReductionPlan wanted = plan_reduction(sum_of_floats(), c.model, gpu);
        const auto plan = plan_reduction_as(sum_of_floats(), c.model, two, c.layout, gpu);
        ASSERT_EQ(plan.has_value(), c.is_served);
        if (!plan) continue;
        EXPECT_EQ(plan->loop, wanted.loop);
        EXPECT_EQ(plan->launch, wanted.launch);
        EXPECT_EQ(plan->threads, wanted.threads);
        EXPECT_EQ(plan->splits, wanted.splits);
        EXPECT_EQ(plan->piece, wanted.piece);
        EXPECT_EQ(plan->tiles, wanted.tiles);
        EXPECT_EQ(plan->tickets, wanted.tickets);
        EXPECT_EQ(plan->partial_bytes, wanted.partial_bytes);
        EXPECT_EQ(plan->flags, c.flags);
        EXPECT_EQ(plan->uniform, c.uniform);
        EXPECT_EQ(plan->phase, c.phase);
        EXPECT_EQ(plan->phase_step, c.phase_step);
    }
    two.vector = 2;  // other vectors are other threads' elements
    EXPECT_FALSE(plan_reduction_as(sum_of_floats(), line, two, computed(line, 0, 4), gpu));
}

TEST(ReductionPlans, OrderAlongRows) {
    const auto order = [](std::int64_t count, std::int64_t length, const DeviceTraits& device) {
        return plan_row_order(sum_of_floats(), reduction({{count, 4 * length}}, {{length, 4}}), device);
    };
    EXPECT_EQ(order(20'000, 500, gpu), (RowOrder{4, 32, false}));
    EXPECT_EQ(order(20'000, 48, gpu), (RowOrder{4, 16, false}));
    EXPECT_EQ(order(300, 500, gpu), (RowOrder{4, 32, true}));
    EXPECT_EQ(order(300, 3000, gpu), (RowOrder{4, 256, true}));
    EXPECT_EQ(order(300, 501, gpu), std::nullopt) << "rows begin between boundaries";
    EXPECT_EQ(order(40, 100'000, gpu), std::nullopt) << "several blocks a row";
    EXPECT_EQ(order(20'000, 16, gpu), std::nullopt) << "rows in shared memory";
    EXPECT_EQ(order(300, 501, cpu), RowOrder());
    EXPECT_EQ(order(40, 100'000, cpu), std::nullopt);
}

TEST(ReductionPlans, NumberOfProcessorsDoesNotMatter) {
    for (DeviceTraits traits : {gpu, cpu})
        for (const ReductionLayout& layout : {reduction({}, {{1'000'000, 4}}), reduction({{256, 4}}, {{1000, 1024}}),
                                              reduction({{100, 4000}}, {{1000, 4}})}) {
            DeviceTraits fewer = traits;
            fewer.processors = 1;
            const ReductionPlan one = plan_reduction(sum_of_floats(), layout, traits),
                                other = plan_reduction(sum_of_floats(), layout, fewer);
            EXPECT_EQ(one.splits, other.splits);
            EXPECT_EQ(one.piece, other.piece);
            EXPECT_EQ(one.launch, other.launch);
        }
}

TEST(ReductionPlans, SequentialOnesAreNotDivided) {
    ReductionTraits traits = sum_of_floats();
    traits.sequential = true;
    for (const DeviceTraits& device : {gpu, cpu}) {
        const ReductionPlan plan = plan_reduction(traits, reduction({}, {{1'000'000, 4}}), device);
        EXPECT_EQ(plan.splits, 1);
        EXPECT_FALSE(plan.merges);
    }
}

// ----------------------------------------------------------------------------------------------- several reductions

RowLayout rows(std::int64_t count, std::int64_t length) {
    RowLayout made;
    made.kept.push_back({count, {4 * length, 4 * length}});
    made.reduced.push_back({length, {4, 4}});
    return made;
}

RowTraits softmax_of_floats() {
    RowTraits softmax;
    softmax.inputs = 1;
    softmax.operands = 2;
    softmax.moving = 3;
    softmax.itemsize = {4, 4};
    softmax.vector = 4;
    return softmax;
}

TEST(RowPlans, ThreadsOfAnOrderHoldTheRow) {
    struct Case {
        std::int64_t count, length;
        RowOrder order;
        int vectors;
        std::uint32_t block, blocks;
    };
    const RowOrder in_group{4, 32, false}, of_few{4, 8, false}, in_block{4, 256, true};
    for (const Case& c :
         {Case{1000, 500, in_group, 4, 128, 250}, Case{1000, 32, of_few, 1, 128, 63},
          Case{1000, 1024, in_group, 8, 128, 250}, Case{1000, 8192, in_block, 8, 256, 1000},
          Case{1000, 8196, in_block, 0, 0, 0}, Case{1000, 1028, in_group, 0, 0, 0}, Case{10, 500, in_block, 0, 0, 0}}) {
        SCOPED_TRACE(std::to_string(c.count) + " x " + std::to_string(c.length));
        const RowPlan plan = plan_rows(softmax_of_floats(), rows(c.count, c.length), gpu, &c.order);
        ASSERT_EQ(plan.serves, c.vectors > 0);
        if (!plan.serves) continue;
        EXPECT_EQ(plan.vectors, c.vectors);
        EXPECT_EQ(plan.threads, c.order.threads);
        EXPECT_EQ(plan.launch.block[0], c.block);
        EXPECT_EQ(plan.launch.grid[0], c.blocks);
    }
}

TEST(RowPlans, RowsAreHeldOrReadAgain) {
    RowTraits softmax = softmax_of_floats();
    struct Case {
        std::int64_t count, length;
        bool on_gpu;
        int vectors, threads;
        std::uint32_t blocks;
        bool on_cpu;
    };
    for (const Case& c : {Case{1000, 100, true, 4, 8, 63, true}, Case{1000, 512, true, 8, 16, 125, true},
                          Case{1000, 10000, true, 8, 512, 1000, true}, Case{1000, 20000, true, 0, 1024, 1000, true},
                          Case{100, 20000, false, 0, 0, 0, true}, Case{10, 100, false, 0, 0, 0, false},
                          Case{1000, 3, true, 1, 1, 8, false}, Case{1000, 8, true, 2, 1, 8, false},
                          Case{1000, 100'000, false, 0, 0, 0, false}}) {
        SCOPED_TRACE(std::to_string(c.count) + " x " + std::to_string(c.length));
        const RowPlan in_blocks = plan_rows(softmax, rows(c.count, c.length), gpu),
                      in_ranges = plan_rows(softmax, rows(c.count, c.length), cpu);
        ASSERT_EQ(in_blocks.serves, c.on_gpu);
        EXPECT_EQ(in_ranges.serves, c.on_cpu);
        if (!c.on_gpu) continue;
        EXPECT_EQ(in_blocks.vectors, c.vectors);
        EXPECT_EQ(in_blocks.threads, c.threads);
        EXPECT_EQ(in_blocks.launch.grid[0], c.blocks);
    }
    // Rows that are apart from each other along the axis, and values that are computed twice.
    RowLayout apart = rows(1000, 100);
    apart.reduced[0].strides[0] = 8;
    EXPECT_FALSE(plan_rows(softmax, apart, gpu).serves);
    softmax.kept = 2;
    softmax.kept_bytes = 8;
    EXPECT_FALSE(plan_rows(softmax, rows(1000, 10000), gpu).serves);
    EXPECT_EQ(plan_rows(softmax, rows(1000, 1000), gpu).vectors, 4);  // as many registers as 8 of the input alone
}

// ----------------------------------------------------------------------------------------------------- gather, scatter

/// Rows of 64 elements of four bytes, taken by indices of eight bytes.
LoopNest<max_index_arrays + 2> taken_rows(std::int64_t count) {
    LoopNest<max_index_arrays + 2> nest;
    nest.ndim = 2;
    nest.size = count * 64;
    nest.shape[0] = count;
    nest.shape[1] = 64;
    nest.strides[0][0] = 256, nest.strides[0][1] = 4;
    nest.strides[1][0] = 0, nest.strides[1][1] = 4;
    nest.strides[2][0] = 8, nest.strides[2][1] = 0;
    return nest;
}

TEST(GatherPlans, NeighboursMoveTogether) {
    const auto nest = taken_rows(100);
    GatherLayout layout{.nest = nest, .indices = 1, .itemsize = 4, .together = 256};
    const GatherPlan in_blocks = plan_gather(layout, gpu), in_ranges = plan_gather(layout, cpu);
    EXPECT_EQ(in_blocks.piece, 16);
    EXPECT_EQ(in_blocks.run, 16);
    EXPECT_EQ(in_blocks.items, 100);
    EXPECT_TRUE(in_blocks.narrow);
    EXPECT_EQ(in_blocks.launch.grid[0], 2u);
    EXPECT_EQ(in_ranges.piece, 1);
    EXPECT_EQ(in_ranges.run, 256);
    EXPECT_EQ(in_ranges.launch.items, 100);
    EXPECT_EQ(in_ranges.launch.grain, 256);
    layout.together = 256 | 4;  // an address at an odd place
    EXPECT_EQ(plan_gather(layout, gpu).piece, 4);
    layout.direction = Direction::apply;  // element for element
    EXPECT_EQ(plan_gather(layout, cpu).items, 6400);
    EXPECT_EQ(plan_gather(layout, gpu).items, 6400);
    // Also where the values are narrower than the elements: each is one thread's.
    layout.together = 256 | 1;
    for (const DeviceTraits& device : {gpu, cpu}) {
        const GatherPlan plan = plan_gather(layout, device);
        EXPECT_EQ(plan.piece, 4);
        EXPECT_EQ(plan.run, 1);
    }
}

TEST(GatherPlans, OrderedItemsAreOneThreads) {
    const auto nest = taken_rows(100);
    const GatherLayout layout{
        .nest = nest, .direction = Direction::scatter, .indices = 1, .ordered = true, .itemsize = 4};
    const GatherPlan plan = plan_gather(layout, cpu);
    EXPECT_EQ(plan.launch.items, 100);
    EXPECT_EQ(plan.launch.grain % 100, 0);  // whole walks over the indices
    // Long items are taken apart, so that threads share them.
    auto wide = nest;
    wide.shape[1] = 4096;
    const GatherLayout of_wide{
        .nest = wide, .direction = Direction::scatter, .indices = 1, .ordered = true, .itemsize = 4};
    const GatherPlan parts = plan_gather(of_wide, cpu);
    EXPECT_EQ(parts.nest.ndim, 2);
    EXPECT_EQ(parts.nest.shape[0], 16);   // parts outside...
    EXPECT_EQ(parts.nest.shape[1], 100);  // ...and what must be moved in order inside
    EXPECT_EQ(parts.launch.items, 1600);
}

// --------------------------------------------------------------------------------------------------------------- scans

TEST(ScanPlans, Table) {
    struct Case {
        const char* what;
        ScanLayout layout;
        ScanLoop loop;
        std::uint32_t blocks;
        std::int64_t tiles;
        std::size_t workspace;
        bool transposed;
        std::int64_t items, part;  // in ranges
    };
    const auto floats = [](std::int64_t outer, std::int64_t length, std::int64_t inner, std::uint64_t address = 0) {
        return ScanLayout{outer, length, inner, 4, 4, 4, true, address, 0};
    };
    ScanLayout in_order = floats(10, 1000, 1);
    in_order.associative = false;
    const Case cases[] = {
        {"a line", floats(1, 1'000'000, 1), ScanLoop::rows, 123, 123, 8 + 128 * 8, false, 1, 64 * 16384},
        {"a line at an odd place", floats(1, 1'000'000, 1, 4), ScanLoop::rows_narrow, 245, 245, 8 + 254 * 8, false, 1,
         64 * 16384},
        {"many lines", floats(3000, 100, 1), ScanLoop::warps, 375, 1, 0, false, 3000, 0},
        {"of odd lengths", floats(3000, 99, 1), ScanLoop::warps_narrow, 375, 1, 0, false, 3000, 0},
        {"short lines", floats(3000, 30, 1), ScanLoop::lines, 12, 1, 0, false, 3000, 0},
        {"columns", floats(1, 1000, 100), ScanLoop::columns, 32, 8, 8 + 4 * 10 * 256, false, 1, 0},
        {"few columns", floats(1, 1000, 2), ScanLoop::columns, 8, 8, 8 + 10 * 256, true, 1, 0},
        {"in order", in_order, ScanLoop::lines, 1, 1, 0, false, 10, 0},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.what);
        const ScanPlan in_blocks = plan_scan(c.layout, gpu), in_ranges = plan_scan(c.layout, cpu);
        EXPECT_EQ(in_blocks.loop, c.loop);
        EXPECT_EQ(in_blocks.launch.grid[0], c.blocks);
        EXPECT_EQ(in_blocks.tiles, c.tiles);
        EXPECT_EQ(in_blocks.workspace_bytes, c.workspace);
        EXPECT_EQ(in_blocks.transposed, c.transposed);
        EXPECT_EQ(in_blocks.part, 0);
        EXPECT_EQ(in_ranges.loop, c.layout.associative ? ScanLoop::rows : ScanLoop::lines);
        EXPECT_EQ(in_ranges.part, c.part);
        if (!c.part) {
            EXPECT_EQ(in_ranges.launch.items, c.items);
        }
        EXPECT_FALSE(in_ranges.transposed);
    }
}

// ------------------------------------------------------------------------------------------------------- matrices

TEST(MatmulPlans, SmallProducts) {
    EXPECT_TRUE(is_small_product({1, 32, 64, 1}, gpu));
    EXPECT_FALSE(is_small_product({1, 32, 65, 32}, gpu));
    EXPECT_FALSE(is_small_product({2, 32, 32, 32}, gpu));
    EXPECT_FALSE(is_small_product({1, 32, 32, 32}, cpu));
}

TEST(SmallMatricesPlans, Table) {
    struct Case {
        SmallMatrices what;
        SmallMatricesLayout layout;
        const DeviceTraits& device;
        int team;
        std::int64_t block, blocks;
    };
    const Case cases[] = {
        {SmallMatrices::inverse, {10000, 16, 16, 4}, gpu, 16, 128, 1250},
        {SmallMatrices::inverse, {10000, 3, 3, 8}, gpu, 4, 128, 313},
        {SmallMatrices::inverse, {10000, 17, 17, 4}, gpu, 0, 0, 0},
        {SmallMatrices::inverse, {10000, 9, 9, 8, true}, gpu, 0, 0, 0},
        {SmallMatrices::eigh, {10000, 16, 16, 8}, gpu, 16, 128, 1250},
        {SmallMatrices::svd, {1000, 32, 5, 8}, gpu, 32, 64, 500},
        {SmallMatrices::svd, {1000, 5, 32, 16, true}, gpu, 32, 32, 1000},
        {SmallMatrices::svd, {7, 8, 8, 4}, gpu, 0, 0, 0},
        {SmallMatrices::svd, {1000, 33, 5, 8}, gpu, 0, 0, 0},
        {SmallMatrices::svd, {1000, 16, 16, 4}, cpu, 0, 0, 0},
        {SmallMatrices::cholesky, {10000, 16, 16, 4}, gpu, 16, 128, 1250},
        {SmallMatrices::cholesky, {1000, 33, 33, 4}, gpu, 0, 0, 0},
        {SmallMatrices::solve, {1000, 9, 1, 8}, gpu, 16, 128, 125},
        {SmallMatrices::solve, {1000, 3, 20, 8}, gpu, 32, 64, 500},
        {SmallMatrices::solve, {1000, 3, 33, 8}, gpu, 0, 0, 0},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.layout.rows);
        const SmallMatricesPlan plan = plan_small_matrices(c.what, c.layout, c.device);
        EXPECT_EQ(plan.team, c.team);
        if (c.team == 0) continue;
        EXPECT_EQ(plan.launch.block[0], c.block);
        EXPECT_EQ(plan.launch.grid[0], c.blocks);
    }
}

// -------------------------------------------------------------------------------------------------- the other engines

TEST(OtherPlans, Compact) {
    EXPECT_EQ(plan_compact(1'000'000, gpu).tiles, 123);
    EXPECT_EQ(plan_compact(1'000'000, cpu).tiles, 62);
    EXPECT_EQ(plan_compact(1, gpu).launch.grid[0], 1u);
}

TEST(OtherPlans, Bincount) {
    using Way = BincountPlan::Way;
    const BincountPlan on_gpu = plan_bincount(1'000'000, 100, false, gpu),
                       on_cpu = plan_bincount(1'000'000, 100, false, cpu);
    EXPECT_EQ(on_gpu.blocks, 16);
    EXPECT_FALSE(on_gpu.partial);
    EXPECT_EQ(on_cpu.blocks, 16);
    EXPECT_TRUE(on_cpu.partial);
    EXPECT_EQ(on_cpu.sum.items, 100);
    EXPECT_EQ(plan_bincount(1'000'000, 1'000'000, false, cpu).blocks, 1);  // counting apart would be more work
    EXPECT_EQ(plan_bincount(1'000'000, 100, true, gpu).way, Way::sorted_weights);
    EXPECT_EQ(plan_bincount(1'000'000, 100, true, gpu).count.grid[0], 100u);
    EXPECT_EQ(plan_bincount(1'000'000, 100, true, cpu).way, Way::ordered_weights);
}

TEST(OtherPlans, Matmul) {
    struct Case {
        MatmulLayout layout;
        int each;
        std::uint32_t blocks;
        std::int64_t items;  // in ranges
    };
    for (const Case& c : {Case{{1, 1024, 1024, 1024, 4, 4}, 4, 256, 176},
                          Case{{1, 4096, 4096, 64, 4, 4}, 8, 1024, 2752}, Case{{1, 64, 64, 64, 4, 4}, 1, 16, 2},
                          Case{{1, 4096, 4096, 64, 8, 8}, 4, 4096, 5504}, Case{{10, 16, 16, 16, 1, 4}, 1, 10, 10}}) {
        const MatmulPlan in_blocks = plan_matmul(c.layout, gpu), in_ranges = plan_matmul(c.layout, cpu);
        EXPECT_EQ(in_blocks.each, c.each);
        EXPECT_EQ(in_blocks.launch.grid[0], c.blocks);
        EXPECT_EQ(in_ranges.each, 1);
        EXPECT_EQ(in_ranges.launch.items, c.items);
    }
}

TEST(OtherPlans, Correlate) {
    const CorrelateLayout image{1, 1000, 1000, 9, false, 4, 4}, line{1, 1, 1000, 9, true, 4, 4};
    const CorrelatePlan of_image = plan_correlate(image, gpu), of_line = plan_correlate(line, gpu);
    EXPECT_EQ(of_image.each, 12);
    EXPECT_FALSE(of_image.few);
    EXPECT_EQ(of_image.tiles_y, 21);
    EXPECT_EQ(of_image.tiles_x, 16);
    EXPECT_EQ(of_image.launch.grid[1], 21u);
    EXPECT_TRUE(of_line.few);
    EXPECT_EQ(of_line.each, 1);
    EXPECT_EQ(of_line.tiles_x, 8);
    EXPECT_EQ(of_line.launch.block[0], 128u);
    const CorrelatePlan on_cpu = plan_correlate(image, cpu);
    EXPECT_EQ(on_cpu.tiles_y, 63);
    EXPECT_EQ(on_cpu.tiles_x, 4);
    EXPECT_EQ(on_cpu.launch.items, 252);
    EXPECT_FALSE(plan_correlate(line, cpu).few);
}

TEST(OtherPlans, Random) {
    const XorwowPlan one_row = plan_xorwow(4096, gpu), many = plan_xorwow(1'000'000, gpu);
    EXPECT_TRUE(one_row.one_row);
    EXPECT_EQ(one_row.launch.grid[0], 16u);
    EXPECT_EQ(plan_xorwow(4096, cpu).launch.items, 8);
    EXPECT_EQ(many.rows, 245);
    EXPECT_EQ(many.last, 576);
    EXPECT_EQ(many.chunk, 64);
    EXPECT_EQ(many.workers, 4);
    EXPECT_EQ(many.launch.grid[1], 4u);
    EXPECT_EQ(plan_xorwow(1'000'000, cpu).workers, 1);
    // Strips of 64 engines, 4 numbers a step and 4 or 16 rows.
    const RandomRowsPlan counts = plan_random_rows(10'000, 5000, 4, true, gpu),
                         states = plan_random_rows(10'000, 5000, 4, false, gpu);
    EXPECT_EQ(counts.rows, 4);
    EXPECT_EQ(counts.strip, 4u);
    EXPECT_EQ(counts.launch.items, 11);
    EXPECT_EQ(states.rows, 16);
    EXPECT_EQ(states.strip, 1u);
    EXPECT_EQ(states.launch.items, 3);
    EXPECT_EQ(plan_random_rows(10'000, 5000, 4, true, cpu).rows, 16);
    EXPECT_EQ(plan_random_samples(1).grid[0], 1u);
    EXPECT_EQ(plan_random_samples(1'000'000).grid[0], 489u);  // of 2048 numbers each
}

}  // namespace
}  // namespace cuprum::kernel
