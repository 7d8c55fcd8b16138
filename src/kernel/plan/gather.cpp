#include "kernel/plan/gather.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t grain_bytes = 65536;  // that are worth a thread's wake-up
constexpr std::int64_t longest_run = 16384;  // bytes of an item, so that one long item is shared by the threads
constexpr std::int64_t shared_run = 1024;    // bytes: items that must be moved in order are shared in such parts

using Nest = LoopNest<max_index_arrays + 2>;

// Neighbours that lie side by side on both sides, under one index, move as one item. Returns its bytes.
std::int64_t join_neighbours(Nest& nest, const GatherLayout& layout, bool thread_blocks) {
    const std::int64_t run = layout.itemsize;
    if (nest.ndim == 0 || layout.direction == Direction::apply) return run;
    const int last = nest.ndim - 1;
    bool together = (!layout.has_packed || nest.strides[0][last] == run) && nest.strides[1][last] == run;
    for (int k = 0; together && k < layout.indices; ++k) together = nest.strides[k + 2][last] == 0;
    if (!together || !(thread_blocks || nest.shape[last] * run <= longest_run)) return run;
    --nest.ndim;
    return run * nest.shape[last];
}

// Takes long items apart, so that threads have something to share. Returns the bytes of a part.
std::int64_t divide_items(Nest& nest, const GatherLayout& layout, std::int64_t run) {
    std::int64_t parts = 1;
    while (run > shared_run && run % (2 * layout.itemsize) == 0 && nest.ndim < max_kernel_dims) run /= 2, parts *= 2;
    if (parts == 1) return run;
    nest.shape[nest.ndim] = parts;
    for (int k = 0; k < layout.indices + 2; ++k) nest.strides[k][nest.ndim] = k < 2 ? run : 0;
    ++nest.ndim;
    return run;
}

// The axes along which no index changes go outside, where threads may share them. What is left inside, and must be done
// by one thread, is returned.
std::int64_t put_indices_inside(Nest& nest, int count) {
    auto indexed = [&](int d) {
        for (int k = 0; k < count; ++k)
            if (nest.strides[k + 2][d] != 0) return true;
        return false;
    };
    std::int64_t inside = 1;
    for (int d = nest.ndim - 1, last = nest.ndim - 1; d >= 0; --d) {
        if (!indexed(d)) continue;
        inside *= nest.shape[d];
        for (int from = d; from < last; ++from) {
            std::swap(nest.shape[from], nest.shape[from + 1]);
            for (int k = 0; k < count + 2; ++k) std::swap(nest.strides[k][from], nest.strides[k][from + 1]);
        }
        --last;
    }
    return inside;
}

// The largest piece that divides all: threads of a block move one piece each, a range copies whole items.
int piece_of(const Nest& nest, const GatherLayout& layout, std::int64_t run, bool thread_blocks) {
    std::uint64_t bits = static_cast<std::uint64_t>(run) | 16;
    if (thread_blocks) {
        bits |= layout.together;
        for (int d = 0; d < nest.ndim; ++d)
            bits |= static_cast<std::uint64_t>((layout.has_packed ? nest.strides[0][d] : 0) | nest.strides[1][d]);
    } else if (run > 16) {
        bits |= static_cast<std::uint64_t>(layout.has_packed ? 1 : layout.itemsize);
    }
    return std::min(16, 1 << std::countr_zero(bits));
}

}  // namespace

GatherPlan plan_gather(const GatherLayout& layout, const runtime::DeviceTraits& device) {
    GatherPlan plan;  // not by its members: GCC would clear all of it first
    plan.nest = layout.nest;
    std::int64_t run = join_neighbours(plan.nest, layout, device.thread_blocks), inside = 1;
    if (layout.ordered) {
        run = divide_items(plan.nest, layout, run);
        inside = put_indices_inside(plan.nest, layout.indices);
    }
    // An operation takes an element whole, whatever the width of its values.
    plan.piece = layout.direction == Direction::apply ? static_cast<int>(layout.itemsize)
                                                      : piece_of(plan.nest, layout, run, device.thread_blocks);
    plan.run = run / plan.piece;
    for (int d = 0; d < plan.nest.ndim; ++d) plan.items *= plan.nest.shape[d];
    const std::int64_t pieces = plan.items * plan.run;
    plan.narrow = pieces < (1ll << 31);
    plan.launch = plan_items(pieces, gather_block, 1, gather_unroll(layout.indices));
    plan.launch.items = plan.items;
    // Whole walks over the indices.
    plan.launch.grain = inside * grain_of(grain_bytes, run * inside);
    return plan;
}

runtime::Launch plan_elements(std::int64_t elements, std::int64_t itemsize) {
    return plan_items(elements, gather_block, grain_bytes / itemsize);
}

}  // namespace cuprum::kernel
