#include "kernel/plan/select.h"

#include <algorithm>

#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t gpu_length = 1 << 16, cpu_length = 1 << 13;  // of rows for which the launches pay
constexpr std::int64_t gpu_sorted = 1 << 22;                        // bytes that are sorted as quickly
constexpr std::int64_t cpu_whole_row = 1 << 16;                     // of rows that one thread selects in
constexpr std::int64_t cpu_row = 1 << 5;                            // of rows that a thread looks through
constexpr std::int64_t row_grain = 1 << 13;                         // keys that are worth a thread's wake-up
constexpr std::int64_t keys_a_block = 1 << 14;                      // at least
constexpr std::int64_t most_keys = std::int64_t{1} << 31;           // counters of a block have 32 bits
constexpr std::int64_t blocks_a_processor = 8;                      // that a GPU has at a time
constexpr std::int64_t result_grain = 1 << 10;                      // results that are worth a thread's wake-up

}  // namespace

bool plan_selects(std::int64_t length, const runtime::DeviceTraits& device) {
    return length >= (device.thread_blocks ? gpu_length : cpu_length);
}

bool plan_selects_keys(std::int64_t length, const runtime::DeviceTraits& device) {
    return plan_selects(length, device) || (!device.thread_blocks && length >= cpu_row);
}

bool plan_partitions(const SelectLayout& layout, const runtime::DeviceTraits& device) {
    if (!plan_selects(layout.length, device)) return false;
    // An H200 takes 61 us to sort 10^6 int32 and 77 to select and partition; of 10^7 244 and 163, of float64 660 and
    // 317.
    return !device.thread_blocks || layout.itemsize < 4 || layout.rows * layout.length * layout.itemsize > gpu_sorted;
}

runtime::Launch plan_selected_rows(std::int64_t rows, std::int64_t length) {
    return plan_items(rows, select_block, ceil_div(row_grain, length));
}

SelectPlan plan_select(const SelectLayout& layout, const runtime::DeviceTraits& device) {
    SelectPlan plan;
    // A key of one or two bytes has so few digits that these are found sooner. Longer rows are shared by threads,
    // unless each thread has rows of its own.
    const bool has_rows = layout.itemsize >= 4 && layout.rows >= device.processors;
    if (!device.thread_blocks && (has_rows || layout.length < (layout.itemsize < 4 ? cpu_length : cpu_whole_row))) {
        plan.whole_rows = true;
        plan.shares = select_shares;
        plan.rows = plan_selected_rows(layout.rows, layout.length);
        plan.chunk = layout.length;
        plan.blocks = 1;
        plan.keys = plan_blocks(layout.rows, select_block, 1);
        return plan;
    }
    const std::int64_t at_once = device.processors * (device.thread_blocks ? blocks_a_processor : 1);
    const std::int64_t wanted = std::max<std::int64_t>(1, at_once / layout.rows);
    plan.chunk = std::clamp(ceil_div(layout.length, wanted), keys_a_block, most_keys);
    plan.blocks = static_cast<int>(ceil_div(layout.length, plan.chunk));
    plan.histograms = device.thread_blocks ? 1 : plan.blocks;
    plan.passes = static_cast<int>(ceil_div(8 * layout.itemsize, select_bits));
    // The counts of a quantile take 32 KB a row, which is to stay less than its keys.
    const std::int64_t row_bytes = layout.length * layout.itemsize, counts = 2 * select_bins * 8 * plan.histograms;
    plan.shares = static_cast<int>(std::clamp<std::int64_t>(row_bytes / counts, 1, select_shares));
    plan.keys = plan_blocks(layout.rows * plan.blocks, select_block, 1);
    plan.digits = plan_blocks(layout.rows, select_block, 1);
    return plan;
}

runtime::Launch plan_select_results(std::int64_t count) { return plan_items(count, select_block, result_grain); }

}  // namespace cuprum::kernel
