#include "kernel/plan/correlate.h"

#include <algorithm>

#include "cuprum/engine/correlate_args.h"
#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t products_a_thread = 1 << 16;

struct Tile {
    std::int64_t height, width;
};

Tile block_tile(const CorrelateLayout& layout, int each) {
    if (layout.lines) return {1, correlate_gpu_line_threads * each};
    const int columns = correlate_gpu_columns(layout.itemsize);
    return {correlate_gpu_threads / columns * each, columns};
}

Tile range_tile(const CorrelateLayout& layout) {
    const std::int64_t width = correlate_cpu_row_bytes / layout.part_bytes;
    return layout.lines ? Tile{1, width * correlate_cpu_lines} : Tile{correlate_cpu_rows, width};
}

}  // namespace

CorrelatePlan plan_correlate(const CorrelateLayout& layout, const runtime::DeviceTraits& device) {
    CorrelatePlan plan;
    plan.each = correlate_gpu_each(layout.lines, layout.itemsize);
    Tile tile = device.thread_blocks ? block_tile(layout, plan.each) : range_tile(layout);
    const auto place = [&] {
        plan.tiles_y = ceil_div(layout.rows, tile.height);
        plan.tiles_x = ceil_div(layout.columns, tile.width);
    };
    place();
    // With few results, more threads with less work each; a product costs them some three times as much.
    if (device.thread_blocks && layout.batch * plan.tiles_y * plan.tiles_x * plan.each <= 2 * device.processors) {
        plan.few = true;
        plan.each = 1;
        tile = block_tile(layout, 1);
        place();
    }
    plan.lines = layout.batch * plan.tiles_y;
    plan.launch.items = plan.lines * plan.tiles_x;
    plan.launch.grain = grain_of(
        products_a_thread, std::min(layout.rows, tile.height) * std::min(layout.columns, tile.width) * layout.taps);
    plan.launch.grid[0] = static_cast<std::uint32_t>(plan.tiles_x);
    plan.launch.grid[1] = static_cast<std::uint32_t>(std::min<std::int64_t>(plan.lines, correlate_gpu_grid));
    plan.launch.grid[2] = static_cast<std::uint32_t>(ceil_div(plan.lines, correlate_gpu_grid));
    plan.launch.block[0] = layout.lines ? correlate_gpu_line_threads : correlate_gpu_threads;
    return plan;
}

}  // namespace cuprum::kernel
