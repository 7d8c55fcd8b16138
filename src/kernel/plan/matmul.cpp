#include "kernel/plan/matmul.h"

#include <algorithm>

#include "cuprum/engine/matmul_args.h"
#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t multiply_adds_a_thread = 48 * 48 * 48;

// Large tiles read less, small ones are spread over more processors.
int rows_each(const MatmulLayout& layout, int processors) {
    // What a tile takes, in units of the work of 64 x 64 elements.
    constexpr struct {
        int each;
        double cost;
    } kinds[] = {{8, 4.0}, {4, 1.3}, {1, 0.2}};
    int best = 0;
    double least = 0;
    for (const auto [each, cost] : kinds) {
        if (each == 8 && layout.itemsize == 8) continue;  // the sums would not fit in registers
        const std::int64_t side = matmul_gpu_side * each,
                           tiles = layout.batch * ceil_div(layout.m, side) * ceil_div(layout.n, side);
        const double time = static_cast<double>(ceil_div(tiles, processors)) * cost;
        if (best && time >= least) continue;
        best = each;
        least = time;
    }
    return best;
}

}  // namespace

bool is_small_product(const MatmulLayout& layout, const runtime::DeviceTraits& device) {
    constexpr std::int64_t small = 64;
    return device.thread_blocks && layout.batch == 1 && std::max({layout.m, layout.n, layout.k}) <= small;
}

MatmulPlan plan_matmul(const MatmulLayout& layout, const runtime::DeviceTraits& device) {
    MatmulPlan plan;
    std::int64_t rows = matmul_cpu_rows, columns = matmul_cpu_row_bytes / layout.sum_bytes;
    if (device.thread_blocks) {
        plan.each = rows_each(layout, device.processors);
        rows = columns = matmul_gpu_side * plan.each;
    }
    plan.tiles_m = ceil_div(layout.m, rows);
    plan.tiles_n = ceil_div(layout.n, columns);
    plan.launch = plan_blocks(
        layout.batch * plan.tiles_m * plan.tiles_n, matmul_block,
        grain_of(multiply_adds_a_thread, std::min(layout.m, rows) * std::min(layout.n, columns) * layout.k));
    return plan;
}

}  // namespace cuprum::kernel
