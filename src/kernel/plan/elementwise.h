// Which loop an elementwise kernel runs over a layout, and how its work is divided. Nothing here allocates, launches or
// reads anything but its arguments, as everywhere in this folder.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cuprum/engine/elementwise_args.h"
#include "kernel/plan/collapse.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

/// What an elementwise kernel is compiled for, each a loop of device/cuprum/engine/elementwise.h: a layout of the
/// operands where threads come in blocks, else the innermost loop.
enum class ElementwiseLoop : std::uint8_t { linear, rows, strided, tile, cut, inner };
inline constexpr int elementwise_loop_count = 6;

/// The loops that devices use whose threads come in blocks, or others; but for `cut`, which only merged operations use.
std::span<const ElementwiseLoop> elementwise_loops(bool thread_blocks);

inline constexpr int max_operands = 32;     ///< Outputs and inputs together.
inline constexpr int linear_operands = 15;  ///< Two bits of `modes` each, beside the flags.
inline constexpr std::int64_t largest_launch = (1ll << 31) - (1 << 16);  ///< Items of a strided launch: kernels number
                                                                         ///< them in 31 bits, and a block more.

/// The operands of a kernel: outputs, then inputs.
struct ElementwiseOperands {
    int nout = 0, count = 0;
    std::uint32_t counters = 0;                         ///< Bit k: operand k counts, and has no memory.
    std::array<std::uint8_t, max_operands> itemsize{};  ///< Bytes.
    int vector = 1;                                     ///< Elements that a thread of a block moves at once.
    int rows_together = 1;                              ///< Rows of a tile that it takes together.
    int input_bytes = 0;                                ///< Of one element of every input.
    bool expensive = false;                             ///< Computing takes longer than memory does.

    ElementwiseOperands() = default;
    ElementwiseOperands(std::span<const std::uint8_t> itemsizes, int outputs, std::uint32_t counters);

    bool is_counter(int k) const { return counters >> k & 1u; }
    int largest() const { return 16 / vector; }
};

/// Operands that are contiguous in one order, single elements or values.
struct LinearPlan {
    ElementwiseLoop kernel;
    bool stream;  ///< Operands are too large for the caches: outputs are stored past them.
    runtime::Launch launch;
};
LinearPlan plan_linear(const ElementwiseOperands& operands, std::int64_t size, const runtime::DeviceTraits& traits);

/// The collapsed axes of any other layout.
struct ElementwiseLayout : LoopNest<max_operands> {
    std::uint32_t values = 0;  ///< Bit k: operand k is a value.
};

/// At most `max_kernel_dims` axes and `largest_launch` elements.
struct StridedPlan {
    ElementwiseLoop loop = ElementwiseLoop::strided;  ///< Of the layout...
    ElementwiseLoop kernel;                           ///< ...and what is compiled for it.
    bool stream = false;                              ///< As in LinearPlan.
    int ndim = 1;
    std::array<std::int8_t, max_kernel_dims> order{};            ///< Axes of the layout, in the kernel's order.
    std::array<std::int64_t, max_kernel_dims> shape{}, items{};  ///< Elements, and items of work, along each.
    // As in StridedSpace, for tiles.
    int log_x = 0, log_y = 0;
    std::uint32_t transposed = 0, staged = 0;
    runtime::Launch launch;
};
StridedPlan plan_strided(const ElementwiseOperands& operands, const ElementwiseLayout& layout,
                         const runtime::DeviceTraits& traits);

/// Where rolled operands wrap around, along at most `max_cut_dims` axes of a layout. From `index` on, an operand's
/// elements lie `jump` bytes further than its strides say.
struct ElementwiseCuts {
    std::array<std::array<std::int32_t, max_cut_dims>, max_operands> index;
    std::array<std::array<std::int64_t, max_cut_dims>, max_operands> jump;  // bytes
};
/// One launch for these, where threads come in blocks; at most `largest_launch` elements.
StridedPlan plan_cut(const ElementwiseOperands& operands, const ElementwiseLayout& layout);
/// Whether that had better be one launch than one for each of so many boxes, in which no operand wraps around. Of the
/// operands that do there are so many, of at most so many bytes.
bool serves_cut(std::int64_t boxes, std::int64_t operands, std::int64_t bytes);

/// Whether a kernel with so many operands that are rolled or joined arrays, of at most so many bytes, had better take
/// so many launches that read their elements where those lie than have each operand moved to memory first.
bool serves_composite(std::int64_t launches, std::int64_t operands, std::int64_t bytes,
                      const runtime::DeviceTraits& traits);

}  // namespace cuprum::kernel
