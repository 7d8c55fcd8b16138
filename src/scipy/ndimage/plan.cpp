#include "scipy/ndimage/plan.h"

#include <algorithm>

#include "kernel/plan/sizes.h"

namespace cuprum::scipy::ndimage {

using runtime::DeviceTraits;

runtime::Launch plan_windows(WindowLineArgs& args, std::int64_t itemsize, bool sums, const DeviceTraits& device) {
    runtime::Launch launch;
    if (device.thread_blocks) {
        const std::int64_t each = kernel::ceil_div(args.n, nd_line_each);
        std::int64_t lines = 1;
        while (2 * lines * std::min(each, std::int64_t{nd_line_threads}) <= nd_line_threads && lines < 32) lines *= 2;
        const std::int64_t span = nd_line_tile / lines;
        const std::int64_t bytes = lines * ((span + args.size) * 17 / 16 + 3) * itemsize;
        args.staged = args.inner == 1 && bytes <= nd_line_shared;
        launch.block[0] = nd_line_threads;
        if (args.staged) {
            args.lines = static_cast<int>(lines);
            args.tiles = kernel::ceil_div(args.n, span);
            launch.grid[0] = static_cast<std::uint32_t>(kernel::ceil_div(args.outer, lines) * args.tiles);
            launch.shared_bytes = static_cast<std::uint32_t>(bytes);
        } else {
            constexpr std::int64_t few_columns = 16;  // half of a warp
            constexpr int warps = nd_line_threads / 32;
            args.tiles = each;
            if (args.inner >= few_columns) {
                args.columns = kernel::ceil_div(args.inner, 32);
                args.tiles = kernel::ceil_div(each, warps);
                launch.grid[0] = static_cast<std::uint32_t>(args.outer * args.tiles * args.columns);
            } else {
                launch.grid[0] = kernel::blocks_for(args.outer * each * args.inner, nd_line_threads);
            }
        }
        return launch;
    }
    // A buffer holds a tile and what its windows have beyond it.
    const std::int64_t most = std::min<std::int64_t>(args.inner, nd_line_columns);
    if (sums && most >= nd_line_least_columns && args.size * 2 * nd_line_least_columns <= nd_line_buffer) {
        // A tile three windows long, or longer for short windows; its results need no buffer.
        args.columns = std::clamp<std::int64_t>(nd_line_buffer / 4 / args.size, nd_line_least_columns, most);
        args.positions = std::max(nd_line_positions / args.columns,
                                  std::min(3 * args.size, nd_line_buffer / args.columns - args.size));
        args.positions = std::min(args.n, args.positions);
        launch.grain = 1;
    } else {
        args.columns = std::clamp<std::int64_t>(nd_line_buffer / 2 / args.size, 1,
                                                sums ? std::min<std::int64_t>(most, nd_line_least_columns - 1) : most);
        args.staged = args.size > nd_line_buffer / 2;
        args.positions = std::max<std::int64_t>(1, std::min(args.n, nd_line_positions / args.columns));
        launch.grain = 4;
    }
    args.tiles = kernel::ceil_div(args.n, args.positions);
    launch.items = args.outer * args.tiles * kernel::ceil_div(args.inner, args.columns);
    return launch;
}

std::optional<runtime::Launch> plan_tiles(WindowArgs& args, std::int64_t itemsize, const DeviceTraits& device) {
    constexpr std::int64_t few_rows = 8, few_columns = 16;  // most threads of a tile would have nothing to do
    if (!device.thread_blocks || args.ndim > 3 || args.far_cells) return std::nullopt;
    std::int64_t shape[3] = {1, 1, 1}, box[3] = {1, 1, 1}, before[3] = {0, 0, 0};
    const int more = 3 - args.ndim;
    for (int d = 0; d < args.ndim; ++d) {
        shape[more + d] = args.shape[d];
        box[more + d] = args.box[d];
        before[more + d] = args.before[d];
    }
    const std::int64_t pitch = nd_window_columns + box[2] - 1, high = nd_window_rows + box[1] - 1;
    runtime::Launch launch;
    const std::int64_t bytes = pitch * high * box[0] * itemsize,
                       tiles_x = kernel::ceil_div(shape[2], nd_window_columns),
                       tiles_y = kernel::ceil_div(shape[1], nd_window_rows);
    if (shape[1] < few_rows || shape[2] < few_columns || bytes > nd_window_shared ||
        tiles_x * tiles_y * shape[0] >= (std::int64_t{1} << 31))
        return std::nullopt;
    std::copy_n(shape, 3, args.shape);
    std::copy_n(box, 3, args.box);
    std::copy_n(before, 3, args.before);
    args.ndim = 3;
    args.tiles_x = tiles_x;
    args.tiles_y = tiles_y;
    for (int k = 0; k < args.count; ++k) {
        const std::int64_t cell = args.cells[k], x = cell % box[2], row = cell / box[2], y = row % box[1],
                           z = row / box[1];
        args.cells[k] = static_cast<int>((z * high + y) * pitch + x);
    }
    launch.block[0] = nd_block;
    launch.grid[0] = static_cast<std::uint32_t>(tiles_x * tiles_y * shape[0]);
    launch.shared_bytes = static_cast<std::uint32_t>(bytes);
    return launch;
}

bool plans_pass(std::int64_t inner, std::int64_t size, std::int64_t taps, const DeviceTraits& device) {
    constexpr std::int64_t least_lines = 16;    // fewer leave more than half of a warp idle
    constexpr std::int64_t least_results = 64;  // of a block
    return device.thread_blocks && taps <= nd_pass_taps && (inner == 1 || inner >= least_lines) &&
           size / least_results < (std::int64_t{1} << 31);
}

HistogramPlan plan_histograms(int ndim, const DeviceTraits& device) {
    constexpr int strip = 64;  // places of a thread's histogram
    // A GPU's neighbouring threads go along lines that lie side by side; a CPU's histogram is set up less often.
    if (device.thread_blocks) return {std::max(ndim - 2, 0), strip};
    return {ndim - 1, 4 * strip};
}

ChamferPlan plan_chamfer(const ChamferArgs& args, const DeviceTraits& device) {
    if (!device.thread_blocks) return {kernel::plan_items(1, 1, 1), 1, 1};  // which goes over all places in their order
    std::int64_t blocks = 1, fronts = args.ndim > 1 ? args.shape[args.ndim - 2] : 1;
    for (int d = args.ndim - 3, weight = 2; d >= 0; --d, weight *= 2) {
        blocks *= args.shape[d];
        fronts += (args.shape[d] - 1) * weight;
    }
    // Blocks run without a look at each other, so that each front is a launch unless one block is enough.
    return {kernel::plan_blocks(blocks, nd_chamfer_threads, 1), fronts, blocks == 1 ? fronts : 1};
}

void plan_affine(ResampleArgs& args, std::int64_t size, const DeviceTraits& device) {
    if (!device.thread_blocks || args.ndim < 2) return;
    // Neighbours in all directions are computed together, as they need the same elements.
    const int last = args.ndim - 1, planes = args.ndim - 1;
    constexpr std::int64_t enough = 1 << 20;  // results, of which fewer had better have a thread each
    args.steps = size >= enough ? 4 : 1;
    args.tiles[0] = kernel::ceil_div(args.out_shape[last], nd_tile_columns * args.steps);
    args.tiles[1] = kernel::ceil_div(args.out_shape[last - 1], nd_block / nd_tile_columns / planes);
    args.tiles[2] =
        args.ndim == 3 ? kernel::ceil_div(args.out_shape[0], planes) : size / (args.out_shape[0] * args.out_shape[1]);
    args.items = args.tiles[0] * args.tiles[1] * args.tiles[2] * nd_block;
}

}  // namespace cuprum::scipy::ndimage
