#include "kernel/plan/sort.h"

#include <algorithm>

#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

// On a GPU a radix sort costs a launch for each byte of the key and three more, and merging costs one for each doubling
// of the runs. The length from which it pays was measured for one row.
constexpr std::int64_t gpu_radix_length = 1 << 17;
// On a CPU shorter rows are not worth the threads' meeting after each pass.
constexpr std::int64_t cpu_parallel_length = 1 << 15;
constexpr std::int64_t cpu_grain = 1 << 13;  // elements that are worth a thread's wake-up
constexpr std::int64_t cpu_merge_tile = 1 << 14;
constexpr std::int64_t cpu_radix_chunk = 1 << 14;     // elements a block in a radix pass, at least
constexpr std::int64_t digit_blocks_a_processor = 4;  // that count digits, at most

runtime::Launch blocks(std::int64_t count, std::int64_t grain = 1) { return plan_blocks(count, sort_block, grain); }

// Of short rows a block sorts several, as in sort_tiles of device/cuprum/engine/sort.h.
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
    const std::int64_t parts_at_most = device.processors * digit_blocks_a_processor;
    if (device.thread_blocks) {
        plan.rows = layout.rows;
        const auto slot = std::max<std::int64_t>(layout.key_bytes, layout.indexed ? layout.position_bytes() : 0);
        plan.blocks = ceil_div(layout.length, sort_block * radix_items(static_cast<int>(slot)));
        const std::int64_t unit = sort_block * 16, units = ceil_div(layout.length, unit);
        plan.chunk = ceil_div(units, std::min(units, ceil_div(parts_at_most, layout.rows))) * unit;
        plan.counts = layout.rows * layout.key_bytes * radix_digits;
        plan.statuses = 2 * layout.rows * plan.blocks * radix_digits;
        plan.count = blocks(layout.rows * ceil_div(layout.length, plan.chunk));
        plan.scan = blocks(layout.rows * layout.key_bytes);
        plan.move = blocks(layout.rows * plan.blocks);
    } else {
        plan.rows = 1;
        plan.count_each_pass = true;
        const std::int64_t units = ceil_div(layout.length, cpu_radix_chunk);
        plan.chunk = ceil_div(units, std::min(units, parts_at_most)) * cpu_radix_chunk;
        plan.blocks = ceil_div(layout.length, plan.chunk);
        plan.counts = radix_digits * (1 + plan.blocks);
        plan.count = plan.move = blocks(plan.blocks);
        plan.scan = blocks(radix_digits, radix_digits);
    }
    plan.scratch = plan.rows * layout.length;
}

}  // namespace

SortPlan plan_sort(const SortLayout& layout, const runtime::DeviceTraits& device) {
    SortPlan plan;
    if (device.thread_blocks) {
        if (layout.length <= sort_tile) plan_tiles(plan, layout, layout.length, true);
        else if (!layout.has_digits || layout.length < gpu_radix_length) plan_tiles(plan, layout, sort_tile, true);
        else plan_radix(plan, layout, device);
    } else if (layout.rows >= device.processors || layout.length < cpu_parallel_length) {
        plan_tiles(plan, layout, layout.length, false);
        if (layout.length > sort_stack) plan.scratch = layout.rows * layout.length;
    } else if (!layout.has_digits || layout.key_bytes >= 4) {
        // Keys of 4 and 8 bytes are sorted in vector registers, with their positions too, in less time than a
        // radix sort's passes take.
        const std::int64_t share = ceil_div(layout.length, device.processors);
        plan_tiles(plan, layout, ceil_div(share, cpu_merge_tile) * cpu_merge_tile, false);
        plan.scratch = layout.rows * layout.length;
    } else {
        plan_radix(plan, layout, device);
    }
    return plan;
}

}  // namespace cuprum::kernel
