#include "kernel/plan/scan.h"

#include <algorithm>

#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t warps_per_block = scan_block / 32;
// A GPU of the largest size is kept busy by so many warps or threads, each with a line of its own.
constexpr std::int64_t many_warps = 132 * 16, many_threads = 132 * 1024;
// More blocks than a GPU runs at once; each works on tiles while there are any.
constexpr std::int64_t linked_blocks = 1024;
constexpr std::int64_t short_line = 32;     // elements: one thread had better take such a line
constexpr std::int64_t few_columns = 8;     // that are better scanned as rows
constexpr std::int64_t scan_grain = 16384;  // elements that are worth a thread's wake-up
constexpr std::int64_t chunks = 64;         // that are combined, and then scanned while they are still in the cache
constexpr std::int64_t many_lines = 64;     // with so many long lines each may be scanned by one thread

ScanLoop choose_loop(const ScanLayout& layout) {
    if (!layout.associative) return ScanLoop::lines;
    if (layout.inner > 1)
        return layout.outer * layout.inner >= many_threads && layout.inner >= 32 ? ScanLoop::lines : ScanLoop::columns;
    if (layout.length <= short_line) return ScanLoop::lines;
    const int vector = scan_vector(layout.in_bytes, layout.out_bytes);
    auto aligned = [&](std::uint64_t address, int bytes) {
        return address % static_cast<std::uint64_t>(std::min(16, vector * bytes)) == 0;
    };
    const bool wide = aligned(layout.in, layout.in_bytes) && aligned(layout.out, layout.out_bytes) &&
                      (layout.outer == 1 || layout.length % vector == 0);
    return layout.outer >= many_warps ? (wide ? ScanLoop::warps : ScanLoop::warps_narrow)
                                      : (wide ? ScanLoop::rows : ScanLoop::rows_narrow);
}

ScanPlan plan_blocks_of(const ScanLayout& layout) {
    ScanPlan plan;
    plan.loop = choose_loop(layout);
    std::int64_t blocks = 0, width = 1;
    switch (plan.loop) {
        case ScanLoop::rows:
        case ScanLoop::rows_narrow: {
            const int vector = plan.loop == ScanLoop::rows ? scan_vector(layout.in_bytes, layout.out_bytes) : 1;
            plan.tiles = ceil_div(layout.length, scan_block * vector * scan_rounds(vector, layout.carried_bytes));
            plan.lines = layout.outer;
            blocks = plan.lines * plan.tiles;
            if (plan.tiles > 1) blocks = std::min(blocks, linked_blocks);
            break;
        }
        case ScanLoop::columns:
            plan.transposed = layout.inner < few_columns && layout.length > 4 * scan_column_rows;
            plan.tiles = ceil_div(layout.length, scan_column_rows);
            plan.lines = layout.outer * ceil_div(layout.inner, scan_columns);
            blocks = plan.lines * plan.tiles;
            width = scan_columns;
            break;
        case ScanLoop::warps:
        case ScanLoop::warps_narrow: blocks = ceil_div(layout.outer, warps_per_block); break;
        case ScanLoop::lines: blocks = ceil_div(layout.outer * layout.inner, scan_block); break;
    }
    plan.launch.grid[0] = static_cast<std::uint32_t>(blocks);
    plan.launch.block[0] = scan_block;
    if (plan.tiles == 1) return plan;
    plan.groups = ceil_div(plan.tiles, scan_group);
    plan.supers = ceil_div(plan.groups, scan_group);
    plan.message_bytes = width * scan_message(layout.carried_bytes);
    plan.workspace_bytes =
        static_cast<std::size_t>(8 + plan.lines * (plan.tiles + plan.groups + plan.supers) * plan.message_bytes);
    return plan;
}

ScanPlan plan_ranges_of(const ScanLayout& layout) {
    ScanPlan plan;
    plan.loop = layout.associative ? ScanLoop::rows : ScanLoop::lines;
    if (layout.inner > 1) {
        plan.launch.items = layout.outer * ceil_div(layout.inner, scan_cpu_columns);
        plan.launch.grain =
            grain_of(scan_grain, layout.length * std::min<std::int64_t>(layout.inner, scan_cpu_columns));
    } else if (!layout.associative || layout.outer >= many_lines || layout.length < 4 * scan_chunk) {
        plan.launch.items = layout.outer;
        plan.launch.grain = grain_of(scan_grain, layout.length);
    } else {
        // The chunks are the same however many threads there are, and so are the results.
        plan.part = chunks * scan_chunk;
        plan.workspace_bytes = (chunks + 2) * scan_value_bytes;
    }
    return plan;
}

}  // namespace

ScanPlan plan_scan(const ScanLayout& layout, const runtime::DeviceTraits& device) {
    return device.thread_blocks ? plan_blocks_of(layout) : plan_ranges_of(layout);
}

runtime::Launch plan_scan_part(std::int64_t elements) {
    runtime::Launch launch;
    launch.items = ceil_div(elements, scan_chunk);
    launch.grain = grain_of(scan_grain, scan_chunk);
    return launch;
}

runtime::Launch plan_segments(std::int64_t results, std::int64_t elements, bool neighbours) {
    runtime::Launch launch = plan_items(results, segments_block, grain_of(scan_grain, elements));
    if (neighbours) launch.grid[0] = blocks_for(results, segments_block / 32);  // a warp each
    return launch;
}

}  // namespace cuprum::kernel
