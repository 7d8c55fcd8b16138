#include "kernel/plan/reduction.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t block = reduction_block, kib = 1024;
// Two for each multiprocessor of a large GPU, which all run at once. More blocks would wait for each other's tickets
// and leave more states to combine: of 10^7 floats an H200 takes 11 us with so many and 17 with 1024. It is not asked
// of the device, so that sums have the same bits on all.
constexpr std::int64_t blocks_at_once = 264;
constexpr std::int64_t loads_a_thread = 4;  // of a row: fused rows hold what is loaded in registers
constexpr std::int64_t elements_a_thread = 1 << 14;
constexpr std::int64_t longest_sum = 1024;  // rows of a column

/// What plans ask of the axes.
struct Order {
    bool reduced_inner = true, kept_inner = true;     // the innermost such axis is contiguous in every input
    std::uint32_t reduced_still = 0, kept_still = 0;  // inputs that do not move along that axis, and do not count there
    bool along_rows = false;                          // an output's elements lie closer together than outputs do
    std::int64_t inner_kept = 1;
};

Order order_of(const ReductionTraits& reduction, const ReductionLayout& layout, bool reads_counters) {
    Order order;
    const auto* reduced = layout.nreduced ? &layout.reduced[layout.nreduced - 1] : nullptr;
    const auto* kept = layout.nkept ? &layout.kept[layout.nkept - 1] : nullptr;
    for (int k = 0; k < reduction.inputs; ++k) {
        if (reduction.inputs > 1 && (!reduced || reduced->strides[k] == 0)) order.reduced_still |= 1u << k;
        else order.reduced_inner &= reduced && reduced->strides[k] == reduction.itemsize[k];
        if (reduction.inputs > 1 && (!kept || kept->strides[k] == 0)) order.kept_still |= 1u << k;
        else order.kept_inner &= kept && kept->strides[k] == reduction.itemsize[k];
    }
    // The first input tells where vectors begin.
    if (order.reduced_still & 1u) order.reduced_inner = false;
    if (order.kept_still & 1u) order.kept_inner = false;
    if (reduction.counters && !reads_counters) order.reduced_inner = order.kept_inner = false;
    order.along_rows =
        reduced && (!kept || std::abs(reduced->strides[0]) < std::abs(kept->strides[0]) || kept->strides[0] == 0);
    if (kept) order.inner_kept = kept->length;
    return order;
}

// At least what all states take with the padding of vector_pack.
std::size_t state_bytes(const ReductionTraits& reduction, std::int64_t states) {
    return static_cast<std::size_t>((reduction.components + 1) * 32 * states);
}

// Whether every row or column starts at the boundary of a vector, in all inputs that move.
bool is_aligned(const ReductionTraits& reduction, const ReductionLayout& layout, const Order& order,
                std::uint32_t uniform) {
    for (int k = 0; k < reduction.inputs; ++k) {
        if ((uniform | reduction.counters) >> k & 1u) continue;
        const std::int64_t mask = reduction.vector * reduction.itemsize[k] - 1;
        if (static_cast<std::int64_t>(layout.address[k]) & mask) return false;
        for (int d = 0; d < layout.nkept; ++d)
            if (!(order.kept_inner && d == layout.nkept - 1) && (layout.kept[d].strides[k] & mask)) return false;
        if (order.along_rows) continue;
        for (int d = 0; d < layout.nreduced; ++d)
            if (layout.reduced[d].strides[k] & mask) return false;
    }
    return true;
}

/// Plans for threads in blocks.
class BlockPlanner {
public:
    BlockPlanner(const ReductionTraits& reduction, const ReductionLayout& layout)
        : reduction_(reduction),
          layout_(layout),
          order_(order_of(reduction, layout, true)),
          bytes_(reduction.itemsize[0]),
          row_bytes_(layout.length * bytes_) {
        plan_.piece = layout.length;
        plan_.launch.block[0] = block;
    }

    ReductionPlan plan() {
        const bool along_rows = (order_.along_rows && !reduction_.sequential) || layout_.length == 0;
        plan_.uniform = along_rows ? order_.reduced_still : order_.kept_still;
        aligned_ = is_aligned(reduction_, layout_, order_, plan_.uniform);
        const std::int64_t blocks = !along_rows ? columns() : are_packed() ? packed() : are_short() ? groups() : rows();
        plan_.launch.grid[0] = static_cast<std::uint32_t>(blocks);
        if (plan_.splits > 1) plan_.partial_bytes = state_bytes(reduction_, layout_.outputs * plan_.splits);
        return plan_;
    }

private:
    bool is_one_run() const { return layout_.nreduced == 1 && order_.reduced_inner; }
    // Very short rows, one behind the other.
    bool are_packed() const {
        return is_one_run() && reduction_.inputs == 1 && row_bytes_ <= 128 && layout_.length <= 32 &&
               layout_.outputs >= 1024 && layout_.nkept == 1 && layout_.kept[0].strides[0] == row_bytes_;
    }
    // Rows in vectors that lie at their boundaries.
    bool are_vectors() const {
        return is_one_run() && aligned_ && layout_.length % reduction_.vector == 0 && layout_.nkept <= 1;
    }
    // Of other rows a group looks at single elements, which takes long: thousands of them had better have a block each.
    bool are_short() const {
        const std::int64_t least = are_vectors() ? 64 : 4096;
        return (row_bytes_ <= 1 * kib && layout_.outputs >= least) ||
               (row_bytes_ <= 4 * kib && layout_.outputs >= 8192);
    }

    std::int64_t packed() {
        plan_.loop = ReductionLoop::packed;
        if (!(layout_.address[0] & 15)) plan_.flags |= reduction_vector;
        plan_.threads = static_cast<int>(std::clamp<std::int64_t>(24 * kib / (block * row_bytes_), 1, 8));
        plan_.launch.shared_bytes = static_cast<std::uint32_t>(block * plan_.threads * row_bytes_);
        return ceil_div(layout_.outputs, block * plan_.threads);
    }

    std::int64_t groups() {
        plan_.loop = ReductionLoop::groups;
        if (are_vectors()) plan_.flags |= reduction_vector | reduction_aligned;
        else if (is_one_run() && reduction_.inputs == 1) plan_.flags |= reduction_vector;
        const std::int64_t wanted =
            power_of_two_above(ceil_div(layout_.length, plan_.flags & reduction_vector ? reduction_.vector : 1));
        plan_.threads = static_cast<int>(std::clamp<std::int64_t>(wanted, reduction_group_rows, 32));
        return ceil_div(layout_.outputs, block / plan_.threads * reduction_group_rows);
    }

    std::int64_t rows() {
        plan_.loop = ReductionLoop::rows;
        if (order_.reduced_inner) plan_.flags |= reduction_inner;
        // A share_total holds what a thread gets of twice a piece.
        const std::int64_t piece =
            std::clamp(layout_.outputs * row_bytes_ / blocks_at_once, 16 * kib, 128 * kib) / bytes_ / 64 * 64;
        if (layout_.length >= 2 * piece) {
            plan_.piece = piece;
            plan_.splits = static_cast<int>(ceil_div(layout_.length, piece));
        } else {
            plan_.launch.block[0] = static_cast<std::uint32_t>(threads_a_row());
        }
        plan_.tickets = layout_.outputs;
        return layout_.outputs * plan_.splits;
    }

    // More would take longer to combine what they have, and leave less room for blocks: an H200 sums the rows of
    // 1000 x 1000 floats in 5.8 us so, and in 8.2 with whole blocks.
    std::int64_t threads_a_row() const {
        const int vector = order_.reduced_inner ? reduction_.vector : 1;
        return std::clamp<std::int64_t>(power_of_two_above(ceil_div(layout_.length, loads_a_thread * vector)), 32,
                                        block);
    }

    std::int64_t columns() {
        const bool vectors =
            reduction_.vector > 1 && order_.kept_inner && aligned_ && order_.inner_kept % reduction_.vector == 0;
        plan_.loop = vectors ? ReductionLoop::columns : ReductionLoop::strided;
        const std::int64_t width = vectors ? reduction_.vector : 1, threads = ceil_div(layout_.outputs, width);
        const bool together = reduction_.sequential || layout_.length < 64;
        plan_.threads = static_cast<int>(together ? block : std::min<std::int64_t>(power_of_two_above(threads), 32));
        plan_.tiles = ceil_div(threads, plan_.threads);
        plan_.tickets = plan_.tiles;
        if (!together) {
            // Each block has enough to do, and no sum is so long that it loses digits.
            const std::int64_t down = block / plan_.threads;
            const std::int64_t least = std::max(down * 16, 16 * kib / (plan_.threads * width * bytes_));
            const std::int64_t most = reduction_.cascade ? down * 128 : down * 4096;
            plan_.piece =
                std::clamp(ceil_div(layout_.length * plan_.tiles, blocks_at_once), least, std::max(least, most));
            plan_.splits = static_cast<int>(ceil_div(layout_.length, plan_.piece));
        }
        return plan_.tiles * plan_.splits;
    }

    const ReductionTraits& reduction_;
    const ReductionLayout& layout_;
    const Order order_;
    const std::int64_t bytes_, row_bytes_;
    bool aligned_ = true;
    ReductionPlan plan_;
};

/// Plans for ranges of items. A sum that rounds is divided further, so that no state takes many additions.
class RangePlanner {
public:
    RangePlanner(const ReductionTraits& reduction, const ReductionLayout& layout)
        : reduction_(reduction), layout_(layout), order_(order_of(reduction, layout, false)) {
        plan_.piece = layout.length;
    }

    ReductionPlan plan() {
        const bool along_rows =
            order_.along_rows && !reduction_.sequential && (layout_.length >= 32 || layout_.outputs < 32);
        const std::int64_t elements = along_rows ? rows() : columns();  // of an item
        plan_.launch.grain = grain_of(elements_a_thread, elements);
        plan_.merges = plan_.splits > 1;
        if (!plan_.merges) return plan_;
        plan_.partial_bytes = state_bytes(reduction_, layout_.outputs * plan_.splits);
        plan_.merge.items = layout_.outputs;
        plan_.merge.grain = grain_of(elements_a_thread / 8, plan_.splits);
        return plan_;
    }

private:
    std::int64_t rows() {
        plan_.loop = ReductionLoop::rows;
        if (order_.reduced_inner) plan_.flags |= reduction_inner, plan_.uniform = order_.reduced_still;
        const std::int64_t piece = reduction_.cascade ? 1 << 14 : 1 << 15;
        if (layout_.length >= 2 * piece) {
            plan_.piece = piece;
            plan_.splits = static_cast<int>(ceil_div(layout_.length, piece));
        }
        plan_.launch.items = layout_.outputs * plan_.splits;
        return plan_.piece;
    }

    std::int64_t columns() {
        plan_.loop = ReductionLoop::columns;
        // What stays along the columns must do so along their elements too.
        bool direct = order_.kept_inner && (layout_.nkept == 1 || order_.inner_kept >= 32);
        for (int k = 0; k < reduction_.inputs; ++k)
            if ((order_.kept_still >> k & 1u) && layout_.nreduced > 0 &&
                layout_.reduced[layout_.nreduced - 1].strides[k] != 0)
                direct = false;
        if (direct) plan_.flags |= reduction_inner, plan_.uniform = order_.kept_still;
        else if (layout_.nkept > 1) plan_.flags |= reduction_flat;
        const std::int64_t width = plan_.flags & reduction_flat ? layout_.outputs : order_.inner_kept;
        plan_.tiles = ceil_div(width, reduction_tile) * (layout_.outputs / width);
        const std::int64_t tile = std::min<std::int64_t>(width, reduction_tile);
        if (!reduction_.sequential) {
            const std::int64_t wanted = std::min(ceil_div(32, plan_.tiles), layout_.length * tile / elements_a_thread);
            if (wanted > 1) plan_.piece = ceil_div(ceil_div(layout_.length, wanted), 8) * 8;
            if (reduction_.cascade) plan_.piece = std::min(plan_.piece, longest_sum);
            plan_.splits = static_cast<int>(
                std::max<std::int64_t>(ceil_div(layout_.length, std::max<std::int64_t>(plan_.piece, 1)), 1));
        }
        plan_.launch.items = plan_.tiles * plan_.splits;
        return plan_.piece * tile;
    }

    const ReductionTraits& reduction_;
    const ReductionLayout& layout_;
    const Order order_;
    ReductionPlan plan_;
};

}  // namespace

std::span<const ReductionLoop> reduction_loops(bool thread_blocks) {
    using enum ReductionLoop;
    static constexpr ReductionLoop in_blocks[] = {rows, groups, packed, columns, strided},
                                   in_ranges[] = {rows, columns, merge};
    return thread_blocks ? std::span<const ReductionLoop>(in_blocks) : in_ranges;
}

void ReductionLayout::collapse(Axes& axes, int& count, int operands, int inputs, bool reorder) {
    auto inside = [&](const Axis& a, const Axis& b) {
        for (int k = 0; k < inputs; ++k) {
            std::int64_t sa = std::abs(a.strides[k]), sb = std::abs(b.strides[k]);
            if (sa != sb && sa != 0 && sb != 0) return sa < sb;
        }
        return false;
    };
    if (reorder) {
        for (int i = 1; i < count; ++i)
            for (int j = i; j > 0 && inside(axes[j - 1], axes[j]); --j) std::swap(axes[j - 1], axes[j]);
        for (int i = 0; i < count; ++i)
            if (axes[i].strides[0] < 0)
                for (int k = 0; k < operands; ++k) {
                    offset[k] += axes[i].strides[k] * (axes[i].length - 1);
                    axes[i].strides[k] = -axes[i].strides[k];
                }
    }
    int merged = 0;
    for (int i = 0; i < count; ++i) {
        bool merges = merged > 0;
        for (int k = 0; merges && k < operands; ++k)
            merges = axes[merged - 1].strides[k] == axes[i].strides[k] * axes[i].length;
        const std::int64_t outer = merges ? axes[--merged].length : 1;
        if (merged != i) axes[merged] = axes[i];
        axes[merged++].length *= outer;
    }
    count = merged;
}

void ReductionLayout::leave_out(int operands) {
    const auto shift = [&](auto& of_operands) { std::shift_left(of_operands.begin(), of_operands.end(), operands); };
    for (int d = 0; d < nkept; ++d) shift(kept[d].strides);
    for (int d = 0; d < nreduced; ++d) shift(reduced[d].strides);
    shift(offset);
}

namespace {

/// How far an output's first element stands from the boundary of a vector, from the first output on. False where
/// outputs or runs of one output are apart by no regular number of elements.
bool find_phases(const ReductionTraits& model, const ReductionLayout& layout, ReductionPlan& plan) {
    const std::int64_t bytes = model.itemsize[0], whole = bytes * model.vector;
    const auto start = static_cast<std::int64_t>(layout.address[0]);
    if (start % bytes != 0) return false;
    plan.phase = static_cast<int>(start / bytes % model.vector);
    for (int d = 0; d + 1 < layout.nreduced; ++d)
        if (layout.reduced[d].strides[0] % whole != 0) return false;
    if (layout.nkept == 1) {
        const std::int64_t step = layout.kept[0].strides[0];
        if (step % bytes != 0) return false;
        plan.phase_step = static_cast<int>(step / bytes & (model.vector - 1));
        return true;
    }
    return std::all_of(layout.kept.begin(), layout.kept.begin() + layout.nkept,
                       [&](const ReductionLayout::Axis& axis) { return axis.strides[0] % whole == 0; });
}

// Whether vectors begin and end within lines of elements along an axis.
bool holds_vectors(const ReductionTraits& reduction, const ReductionLayout::Axes& axes, int count) {
    return reduction.vector == 1 || (count > 0 && axes[count - 1].length % reduction.vector == 0);
}

// Whether each line of elements that lie side by side begins at the boundary of a vector, in all inputs that move along
// the lines.
bool begin_at_boundaries(const ReductionTraits& reduction, const ReductionLayout& layout, bool along_rows,
                         std::uint32_t still) {
    for (int k = 0; k < reduction.inputs; ++k) {
        if ((still | reduction.counters) >> k & 1u) continue;
        const std::int64_t mask = reduction.vector * reduction.itemsize[k] - 1;
        if (static_cast<std::int64_t>(layout.address[k]) & mask) return false;
        for (int d = 0; d < layout.nkept - !along_rows; ++d)
            if (layout.kept[d].strides[k] & mask) return false;
        for (int d = 0; d < layout.nreduced - along_rows; ++d)
            if (layout.reduced[d].strides[k] & mask) return false;
    }
    return true;
}

// Threads take the positions that they take of the model; which inputs come in vectors changes nothing else.
std::optional<ReductionPlan> plan_blocks_as(const ReductionTraits& model, const ReductionLayout& model_layout,
                                            const ReductionTraits& reduction, const ReductionLayout& layout) {
    if (model.inputs != 1 || model.counters || model.vector != reduction.vector) return std::nullopt;
    ReductionPlan plan = BlockPlanner(model, model_layout).plan();
    const bool is_one_run = model_layout.nreduced <= 1;
    if (!is_one_run && layout.nreduced != model_layout.nreduced) return std::nullopt;
    const Order order = order_of(reduction, layout, true);
    const bool along_rows = plan.loop == ReductionLoop::rows || plan.loop == ReductionLoop::groups;
    const std::uint32_t still = along_rows ? order.reduced_still : order.kept_still;
    const auto loads_vectors = [&] {
        return (along_rows ? order.reduced_inner : order.kept_inner) &&
               begin_at_boundaries(reduction, layout, along_rows, still);
    };
    const std::uint32_t of_model = plan.flags;
    plan.flags = is_one_run ? static_cast<std::uint32_t>(reduction_whole_run) : 0;
    plan.uniform = 0;
    switch (plan.loop) {
        case ReductionLoop::rows:
            if (!(of_model & reduction_inner)) return plan;
            if (!find_phases(model, model_layout, plan)) return std::nullopt;
            plan.flags |= reduction_in_vectors;
            if (!order.reduced_inner) return plan;
            plan.flags |= reduction_inner;
            plan.uniform = still;
            if (plan.phase == 0 && plan.phase_step == 0 && holds_vectors(reduction, layout.reduced, layout.nreduced) &&
                loads_vectors())
                plan.flags |= reduction_load_vectors;
            return plan;
        case ReductionLoop::groups:
            if (!(of_model & reduction_vector)) return plan;
            if (layout.nreduced > 1 || !find_phases(model, model_layout, plan)) return std::nullopt;
            plan.flags |= of_model;
            if (loads_vectors()) plan.flags |= reduction_load_vectors, plan.uniform = still;
            return plan;
        case ReductionLoop::columns:
            if (!holds_vectors(reduction, layout.kept, layout.nkept)) return std::nullopt;
            if (loads_vectors()) plan.flags |= reduction_load_vectors, plan.uniform = still;
            return plan;
        case ReductionLoop::strided: return plan;
        default: return std::nullopt;
    }
}

}  // namespace

std::optional<ReductionPlan> plan_reduction_as(const ReductionTraits& model, const ReductionLayout& model_layout,
                                               const ReductionTraits& reduction, const ReductionLayout& layout,
                                               const runtime::DeviceTraits& device) {
    if (device.thread_blocks) return plan_blocks_as(model, model_layout, reduction, layout);
    ReductionPlan plan = RangePlanner(model, model_layout).plan();
    const Order order = order_of(reduction, layout, false);
    const auto inner = [](const ReductionLayout& of) {
        return of.nreduced ? of.reduced[of.nreduced - 1].length : std::int64_t{1};
    };
    // Elements are added in runs along the innermost reduced axis, each in groups of so many from its start on.
    const auto same_runs = [&](std::int64_t group) {
        const auto whole = [&](const ReductionLayout& of) { return of.nreduced <= 1 || inner(of) % group == 0; };
        if (model_layout.nreduced == layout.nreduced && inner(model_layout) == inner(layout)) return true;
        return whole(model_layout) && whole(layout) && (plan.splits == 1 || plan.piece % group == 0);
    };
    const bool model_is_direct = plan.flags & reduction_inner;
    plan.flags &= ~static_cast<std::uint32_t>(reduction_inner | reduction_flat);
    plan.uniform = 0;
    if (plan.loop == ReductionLoop::rows) {
        // The loop copies elements that are not side by side, so many at once, and adds them as one run.
        constexpr std::int64_t copied = reduction_tile;
        const bool is_one_run = !model_is_direct || model_layout.nreduced <= 1 || inner(model_layout) < copied / 2;
        const bool is_direct = order.reduced_inner && (layout.nreduced <= 1 || inner(layout) >= copied / 2);
        const bool is_whole =
            layout.nreduced <= 1 || (inner(layout) % copied == 0 && (plan.splits == 1 || plan.piece % copied == 0));
        if (is_direct && (is_one_run ? is_whole : same_runs(copied)))
            plan.flags |= reduction_inner, plan.uniform = order.reduced_still;
        else if (!is_one_run) return std::nullopt;
        return plan;
    }
    // Rows of elements, one for each output of a tile, are added in groups where outputs lie side by side.
    constexpr std::int64_t group = 8;
    std::int64_t width = layout.outputs;
    if (model_is_direct) {
        for (int k = 0; k < reduction.inputs; ++k)
            if ((order.kept_still >> k & 1u) && layout.nreduced > 0 &&
                layout.reduced[layout.nreduced - 1].strides[k] != 0)
                return std::nullopt;
        if (!order.kept_inner || (layout.nkept > 1 && order.inner_kept < 32) || !same_runs(group)) return std::nullopt;
        plan.flags |= reduction_inner;
        plan.uniform = order.kept_still;
        width = order.inner_kept;
    } else if (layout.nkept > 1) {
        plan.flags |= reduction_flat;
    }
    plan.tiles = ceil_div(width, reduction_tile) * (layout.outputs / width);
    plan.launch.items = plan.tiles * plan.splits;
    return plan;
}

std::optional<RowOrder> plan_row_order(const ReductionTraits& reduction, const ReductionLayout& layout,
                                       const runtime::DeviceTraits& device) {
    ReductionPlan plan = plan_reduction(reduction, layout, device);
    if (plan.splits != 1 || layout.nreduced > 1) return std::nullopt;
    if (!device.thread_blocks) return plan.loop == ReductionLoop::rows ? std::optional(RowOrder{}) : std::nullopt;
    if (reduction.inputs != 1 || reduction.counters || layout.nkept > 1 || layout.length % reduction.vector != 0)
        return std::nullopt;
    if (plan.loop == ReductionLoop::groups && (plan.flags & reduction_aligned))
        return RowOrder{reduction.vector, plan.threads, false};
    const bool is_whole = plan.loop == ReductionLoop::rows && (plan.flags & reduction_inner) &&
                          find_phases(reduction, layout, plan) && plan.phase == 0 && plan.phase_step == 0;
    return is_whole ? std::optional(RowOrder{reduction.vector, static_cast<int>(plan.launch.block[0]), true})
                    : std::nullopt;
}

ReductionPlan plan_reduction(const ReductionTraits& reduction, const ReductionLayout& layout,
                             const runtime::DeviceTraits& device) {
    return device.thread_blocks ? BlockPlanner(reduction, layout).plan() : RangePlanner(reduction, layout).plan();
}

}  // namespace cuprum::kernel
