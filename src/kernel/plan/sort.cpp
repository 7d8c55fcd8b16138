#include "kernel/plan/sort.h"

#include <algorithm>

#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

// On a GPU a radix sort costs three launches for each byte of the key, and merging costs one for each doubling of the
// runs.
constexpr std::int64_t gpu_radix_length = 1 << 17, gpu_radix_row_length = 1 << 20;
// On a CPU shorter rows are not worth the threads' meeting after each pass.
constexpr std::int64_t cpu_parallel_length = 1 << 15;
constexpr std::int64_t cpu_grain = 1 << 13;  // elements that are worth a thread's wake-up
constexpr std::int64_t cpu_merge_tile = 1 << 14;
constexpr std::int64_t cpu_radix_chunk = 1 << 14;  // elements a block in a radix pass, at least
constexpr std::int64_t blocks_a_processor = 4;     // in a radix pass, at most

runtime::Launch blocks(std::int64_t count, std::int64_t grain = 1) { return plan_blocks(count, sort_block, grain); }

// Of short rows a block sorts several, as in sort_tiles of device/cuprum/sort.h.
std::int64_t rows_a_block(std::int64_t length) {
    std::int64_t slots = sort_items;
    while (slots < length) slots *= 2;
    return sort_tile / slots;
}

void plan_tiles(SortPlan& plan, const SortLayout& layout, std::int64_t tile, bool thread_blocks) {
    plan.tile = tile;
    while ((tile << plan.merges) < layout.length) ++plan.merges;
    std::int64_t tiles = layout.rows * ceil_div(layout.length, tile);
    if (thread_blocks && layout.length <= sort_tile) tiles = ceil_div(tiles, rows_a_block(layout.length));
    plan.sort = blocks(tiles, grain_of(cpu_grain, tile));
    if (plan.merges == 0) return;
    plan.scratch = layout.rows * layout.length;
    plan.piece = thread_blocks ? sort_tile : cpu_merge_tile;
    plan.merge = blocks(layout.rows * ceil_div(layout.length, plan.piece));
}

void plan_radix(SortPlan& plan, const SortLayout& layout, const runtime::DeviceTraits& device) {
    plan.radix = true;
    plan.scratch = layout.length;
    const std::int64_t unit = device.thread_blocks ? sort_block * radix_items : cpu_radix_chunk;
    const std::int64_t units = ceil_div(layout.length, unit);
    plan.chunk = ceil_div(units, std::min<std::int64_t>(units, device.processors * blocks_a_processor)) * unit;
    plan.chunks = ceil_div(layout.length, plan.chunk);
    plan.counter_bytes =
        static_cast<std::size_t>(radix_header_bytes + radix_digits * layout.position_bytes() * (1 + plan.chunks));
    plan.pass = blocks(plan.chunks);
    plan.scan = blocks(radix_digits, radix_digits);
}

}  // namespace

SortPlan plan_sort(const SortLayout& layout, const runtime::DeviceTraits& device) {
    SortPlan plan;
    if (device.thread_blocks) {
        if (layout.length <= sort_tile) plan_tiles(plan, layout, layout.length, true);
        else if (!layout.has_digits || layout.length < (layout.rows == 1 ? gpu_radix_length : gpu_radix_row_length))
            plan_tiles(plan, layout, sort_tile, true);
        else plan_radix(plan, layout, device);
    } else if (layout.rows >= device.processors || layout.length < cpu_parallel_length) {
        plan_tiles(plan, layout, layout.length, false);
        if (layout.length > sort_stack) plan.scratch = layout.rows * layout.length;
    } else if (!layout.has_digits) {
        const std::int64_t share = ceil_div(layout.length, device.processors);
        plan_tiles(plan, layout, ceil_div(share, cpu_merge_tile) * cpu_merge_tile, false);
        plan.scratch = layout.rows * layout.length;
    } else {
        plan_radix(plan, layout, device);
    }
    return plan;
}

}  // namespace cuprum::kernel
