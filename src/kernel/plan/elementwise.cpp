#include "kernel/plan/elementwise.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "kernel/plan/sizes.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t grain = 16384;                  // elements that are worth a thread's wake-up
constexpr std::int64_t stream_threshold = 24ll << 20;  // bytes of one output beyond which stores go around the cache,
constexpr std::int64_t all_threshold = 48ll << 20;     // or of all operands: the output's beginning has left it then
constexpr std::int64_t tile_threshold = 1 << 14;       // elements that are worth a kernel of their own,
constexpr std::int64_t cpu_tile_threshold = 1 << 11;   // or a loop that the same kernel has
constexpr std::int64_t shared_limit = 48 << 10;        // bytes that every GPU gives a block unasked
constexpr std::int64_t sector = 32;                    // bytes that a GPU fetches at once
constexpr std::int64_t most_composite = 64;            // launches that read operands in several views
constexpr std::int64_t gpu_box = 28ll << 20;           // bytes that a GPU moves while its host launches a box
constexpr std::int64_t cut_share = 2;          // looking for cuts takes this part of the time of moving operands
constexpr std::int64_t smallest_plane = 1024;  // elements of the two dimensions that tiles cover

// Whether one pass over the operands in order stores past the caches. What computes for longer has time for plain
// stores, and longer pieces suit it.
bool streams(const ElementwiseOperands& operands, std::int64_t size) {
    if (operands.expensive) return false;
    int all = operands.input_bytes, largest = 1;
    for (int k = 0; k < operands.nout; ++k) {
        all += operands.itemsize[k];
        largest = std::max<int>(largest, operands.itemsize[k]);
    }
    return size * largest >= stream_threshold || size * all >= all_threshold;
}

int ceil_log2(std::int64_t n) { return std::bit_width(static_cast<std::uint64_t>(n - 1)); }

ElementwiseLoop compiled(ElementwiseLoop loop, const runtime::DeviceTraits& traits) {
    return traits.thread_blocks ? loop : ElementwiseLoop::inner;
}

// Whether threads can take vectors along the innermost dimension.
bool takes_rows(const ElementwiseOperands& operands, const ElementwiseLayout& layout) {
    const int last = layout.ndim - 1;
    if (last < 0 || layout.shape[last] < operands.vector) return false;
    for (int k = 0; k < operands.count; ++k) {
        if (layout.values >> k & 1u) continue;
        const std::int64_t step = layout.strides[k][last];
        if (step != operands.itemsize[k] && (step != 0 || k < operands.nout)) return false;
    }
    return true;
}

// Bytes of all operands that are brought together, for one element of a tile.
struct Staged {
    std::uint32_t operands = 0;
    std::int64_t bytes = 0;
};

// Inputs that have their neighbours along another dimension than the outputs have, so that to read the one in order
// means to jump about in the other; and that dimension, -1 where there is none.
int find_transposed(const ElementwiseOperands& operands, const ElementwiseLayout& layout, Staged& transposed) {
    const int x = layout.ndim - 1;
    int y = -1;
    for (int k = operands.nout; k < operands.count; ++k) {
        if ((layout.values >> k & 1u) || operands.is_counter(k)) continue;
        const auto& strides = layout.strides[k];
        int nearest = x;
        for (int d = 0; d < x; ++d)
            if (strides[d] != 0 && std::abs(strides[d]) < std::abs(strides[nearest])) nearest = d;
        if (nearest == x || std::abs(strides[nearest]) > sector || (y >= 0 && y != nearest)) continue;
        y = nearest;
        transposed.operands |= 1u << k;
        transposed.bytes += operands.itemsize[k];
    }
    return y;
}

// Whether tiles serve, and which; fills in the plan's part for them.
bool plan_tiles(const ElementwiseOperands& operands, const ElementwiseLayout& layout,
                const runtime::DeviceTraits& traits, StridedPlan& plan) {
    if (layout.ndim < 2 || layout.size < (traits.thread_blocks ? tile_threshold : cpu_tile_threshold)) return false;
    const int x = layout.ndim - 1;
    for (int k = 0; k < operands.nout; ++k)
        if (layout.strides[k][x] != operands.itemsize[k]) return false;
    Staged staged;
    const int y = find_transposed(operands, layout, staged);
    // Tiny planes would leave most of a block idle.
    if (y < 0 || layout.shape[x] * layout.shape[y] < smallest_plane) return false;
    plan.transposed = staged.operands;
    int log_elements = std::bit_width(static_cast<std::uint64_t>(elementwise_tile_bytes / operands.largest())) - 1;
    // Operands that are in order gain by shared memory too, since all of a tile is then on its way at once.
    for (int k = operands.nout; k < operands.count; ++k) {
        if ((layout.values >> k & 1u) || operands.is_counter(k) || (plan.transposed >> k & 1u)) continue;
        if (layout.strides[k][x] != operands.itemsize[k] || layout.strides[k][y] == 0) continue;
        if ((staged.bytes + operands.itemsize[k]) << log_elements > shared_limit) continue;
        staged.operands |= 1u << k;
        staged.bytes += operands.itemsize[k];
    }
    while (staged.bytes << log_elements > shared_limit) --log_elements;
    // So many that each multiprocessor has one, while each thread has a vector.
    const int log_vectors = ceil_log2(elementwise_block * operands.vector);
    while (traits.thread_blocks && layout.size >> log_elements < traits.processors && log_elements > log_vectors)
        --log_elements;
    plan.staged = staged.operands;

    // Squares, but no longer than the array is.
    const int log_vector = ceil_log2(operands.vector);
    const int cap_x = std::max(ceil_log2(layout.shape[x]), log_vector), cap_y = ceil_log2(layout.shape[y]);
    plan.log_x = log_elements / 2;
    plan.log_y = log_elements - plan.log_x;
    if (plan.log_y > cap_y) plan.log_x = log_elements - cap_y;
    else if (plan.log_x > cap_x) plan.log_y = log_elements - cap_x;
    plan.log_x = std::max(std::min(plan.log_x, cap_x), log_vector);
    plan.log_y = std::max(std::min(plan.log_y, cap_y), ceil_log2(operands.rows_together));
    plan.launch.shared_bytes = static_cast<std::uint32_t>(staged.bytes << (plan.log_x + plan.log_y));
    // y next to x, which stays last.
    std::rotate(plan.order.begin() + y, plan.order.begin() + y + 1, plan.order.begin() + x);
    return true;
}

}  // namespace

std::span<const ElementwiseLoop> elementwise_loops(bool thread_blocks) {
    using enum ElementwiseLoop;
    static constexpr ElementwiseLoop all[] = {linear, rows, strided, tile, inner};
    return thread_blocks ? std::span(all).first(4) : std::span(all).last(1);
}

ElementwiseOperands::ElementwiseOperands(std::span<const std::uint8_t> itemsizes, int outputs, std::uint32_t counters)
    : nout(outputs), count(static_cast<int>(itemsizes.size())), counters(counters) {
    int largest = 1, smallest = 16;
    for (int k = 0; k < count; ++k) {
        const int bytes = itemsize[static_cast<std::size_t>(k)] = itemsizes[static_cast<std::size_t>(k)];
        largest = std::max(largest, bytes);
        smallest = std::min(smallest, bytes);
        input_bytes += k < nout ? 0 : bytes;
    }
    vector = elementwise_vector(largest);
    rows_together = elementwise_rows(smallest);
}

LinearPlan plan_linear(const ElementwiseOperands& operands, std::int64_t size, const runtime::DeviceTraits& traits) {
    LinearPlan plan{compiled(ElementwiseLoop::linear, traits), streams(operands, size), {}};
    plan.launch.block[0] = elementwise_block;
    plan.launch.grid[0] = blocks_for(
        size, elementwise_block * operands.vector * elementwise_unroll(operands.input_bytes, operands.vector));
    plan.launch.items = size;
    plan.launch.grain = grain;
    return plan;
}

namespace {

StridedPlan in_order(const ElementwiseLayout& layout) {
    StridedPlan plan;
    plan.ndim = std::max(layout.ndim, 1);
    for (int d = 0; d < plan.ndim; ++d) plan.order[d] = static_cast<std::int8_t>(d);
    return plan;
}

// Fills in the items of the plan's loop, and the launch.
void divide(const ElementwiseOperands& operands, const ElementwiseLayout& layout, StridedPlan& plan) {
    const int last = plan.ndim - 1;
    const bool tiles = plan.loop == ElementwiseLoop::tile, rows = plan.loop == ElementwiseLoop::rows;
    std::int64_t all_items = 1;
    for (int d = 0; d < plan.ndim; ++d) {
        plan.shape[d] = layout.ndim ? layout.shape[plan.order[d]] : 1;
        std::int64_t each = 1;
        if (rows && d == last) each = operands.vector;
        if (tiles && d >= last - 1) each = 1ll << (d == last ? plan.log_x : plan.log_y);
        all_items *= plan.items[d] = ceil_div(plan.shape[d], each);
    }
    for (int k = 0; k < operands.nout; ++k) plan.stream |= layout.size * operands.itemsize[k] >= stream_threshold;

    plan.launch.block[0] = elementwise_block;
    if (tiles) {
        plan.launch.grid[0] = static_cast<std::uint32_t>(all_items);
        plan.launch.items = all_items;
        plan.launch.grain = std::max<std::int64_t>(grain >> (plan.log_x + plan.log_y), 1);
    } else {
        const int unroll = elementwise_unroll(operands.input_bytes, rows ? operands.vector : 1);
        plan.launch.grid[0] = blocks_for(all_items, elementwise_block * unroll);
        plan.launch.items = layout.size;
        plan.launch.grain = grain;
    }
}

}  // namespace

StridedPlan plan_strided(const ElementwiseOperands& operands, const ElementwiseLayout& layout,
                         const runtime::DeviceTraits& traits) {
    StridedPlan plan = in_order(layout);
    if (plan_tiles(operands, layout, traits, plan)) plan.loop = ElementwiseLoop::tile;
    else if (takes_rows(operands, layout)) plan.loop = ElementwiseLoop::rows;
    plan.kernel = compiled(plan.loop, traits);
    divide(operands, layout, plan);
    return plan;
}

StridedPlan plan_cut(const ElementwiseOperands& operands, const ElementwiseLayout& layout) {
    StridedPlan plan = in_order(layout);
    plan.loop = plan.kernel = ElementwiseLoop::cut;
    divide(operands, layout, plan);
    return plan;
}

bool serves_cut(std::int64_t boxes, std::int64_t operands, std::int64_t bytes) {
    return (boxes - 1) * gpu_box > operands * bytes / cut_share;
}

bool serves_composite(std::int64_t launches, std::int64_t operands, std::int64_t bytes,
                      const runtime::DeviceTraits& traits) {
    // Bytes that are moved in the time of what each takes. A CPU's were measured with arrays that its caches hold. A
    // GPU's are what its host does meanwhile: 6.6 microseconds for a box. To find where an operand's elements lie takes
    // it as long as to move 512 KiB.
    const std::int64_t move = traits.thread_blocks ? -(1 << 20) : 60 << 10,
                       launch = traits.thread_blocks ? gpu_box : 124 << 10,
                       views = traits.thread_blocks ? 0 : 240 << 10;
    return launches <= most_composite && views + (launches - 1) * launch <= operands * (move + 2 * bytes);
}

}  // namespace cuprum::kernel
