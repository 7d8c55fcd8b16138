#include "kernel/plan/row_program.h"

#include <algorithm>

#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t shortest_range = 16;  // elements: shorter rows are better reduced side by side
constexpr std::int64_t most_row_bytes = 256
                                        << 10;  // of a row's inputs that are read again, so that they stay in a cache
constexpr std::int64_t least_rows = 32;         // fewer leave processors without work
constexpr std::int64_t least_long_rows = 128;   // likewise, where each has a multiprocessor to itself
constexpr std::size_t most_kept_long = 1;       // values that such a row computes again whenever it is read
constexpr std::int64_t row_elements_a_thread = 1 << 14;
constexpr std::size_t most_kept_in_registers = 2, most_kept_in_cache = 4;
constexpr std::size_t most_held_bytes = 256;  // of a thread: what leaves registers for two blocks of 512

// Bytes of a row's inputs; -1 where a row's elements do not lie side by side.
std::int64_t row_bytes(const RowTraits& program, const RowLayout::Axis& row) {
    std::int64_t bytes = 0;
    for (std::size_t k = 0; k < program.operands; ++k) {
        const bool moves = program.moving >> k & 1u;
        if (row.strides[k] != (moves ? program.itemsize[k] : 0)) return -1;
        if (k < program.inputs && moves) bytes += program.itemsize[k] * row.length;
    }
    return bytes;
}

// The vectors of each input that a GPU's thread holds at most.
int most_vectors(const RowTraits& program) {
    std::size_t bytes = program.kept_bytes;
    for (std::size_t k = 0; k < program.inputs; ++k)
        if (program.moving >> k & 1u) bytes += program.itemsize[k];
    const std::size_t held = bytes * static_cast<std::size_t>(program.vector) * row_vectors;
    return held <= most_held_bytes ? row_vectors : row_vectors / 2;
}

// Several vectors a thread: their loads are on their way together, and fewer threads combine what they have. But four
// threads have neighbouring vectors, where a row has as many, so that memory is read and written in whole sectors.
int held_vectors(std::int64_t length, int vector, int most) {
    return length <= vector ? 1 : length <= 8 * vector ? 2 : length < 32 * vector ? 4 : most;
}

}  // namespace

std::size_t most_kept_values(const runtime::DeviceTraits& device) {
    return device.thread_blocks ? most_kept_in_registers : most_kept_in_cache;
}

void RowLayout::append(std::vector<Axis>& axes, const Axis& axis, std::size_t operands) {
    bool merges = !axes.empty();
    for (std::size_t k = 0; merges && k < operands; ++k)
        merges = axes.back().strides[k] == axis.strides[k] * axis.length;
    if (!merges) return axes.push_back(axis);
    const std::int64_t outer = axes.back().length;
    axes.back() = axis;
    axes.back().length *= outer;
}

RowPlan plan_rows(const RowTraits& program, const RowLayout& layout, const runtime::DeviceTraits& device,
                  const RowOrder* order) {
    RowPlan plan;
    if (layout.reduced.size() != 1 || layout.kept.size() > max_row_dims) return plan;
    for (const RowLayout::Axis& axis : layout.kept) plan.rows *= axis.length;
    plan.length = layout.reduced[0].length;
    const std::int64_t bytes = row_bytes(program, layout.reduced[0]);
    if (bytes < 0) return plan;
    const int most = most_vectors(program);
    if (order) {
        plan.vectors = static_cast<int>(power_of_two_above(ceil_div(plan.length, order->threads * program.vector)));
        if (plan.rows < least_rows || plan.vectors > most) return plan;
        plan.serves = true;
        plan.threads = order->threads;
        plan.launch.block[0] = static_cast<std::uint32_t>(std::max(plan.threads, row_block));
        plan.launch.grid[0] = blocks_for(plan.rows, std::max(row_block / plan.threads, 1));
        return plan;
    }
    const bool is_long = device.thread_blocks && plan.length > row_threads * most * program.vector;
    if (plan.rows < (is_long ? least_long_rows : least_rows)) return plan;
    if (is_long && program.kept > most_kept_long) return plan;
    const bool is_read_again = is_long || !device.thread_blocks;
    if (is_read_again && bytes > most_row_bytes) return plan;
    if (!device.thread_blocks && plan.length < shortest_range) return plan;
    plan.serves = true;

    plan.vectors = is_long ? 0 : held_vectors(plan.length, program.vector, most);
    plan.threads = is_long ? long_row_threads
                           : static_cast<int>(power_of_two_above(ceil_div(plan.length, plan.vectors * program.vector)));
    plan.launch.block[0] = static_cast<std::uint32_t>(std::max(plan.threads, row_block));
    plan.launch.grid[0] = blocks_for(plan.rows, std::max(row_block / plan.threads, 1));
    plan.launch.items = plan.rows;
    plan.launch.grain = grain_of(row_elements_a_thread, plan.length);
    if (!device.thread_blocks) plan.vectors = 1;
    return plan;
}

}  // namespace cuprum::kernel
