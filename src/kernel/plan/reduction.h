// Which loop a reduction runs over a layout, and how its work is divided. The division depends on the layout and on
// which device it is, never on the number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "cuprum/engine/reduction_args.h"
#include "cuprum/shape.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

/// The loops for which a reduction kernel is compiled; device/cuprum/engine/reduction.h tells them apart.
enum class ReductionLoop : std::uint8_t { rows, groups, packed, columns, strided, merge };
inline constexpr int reduction_loop_count = 6;

/// Those that are used where threads come in blocks, or elsewhere.
std::span<const ReductionLoop> reduction_loops(bool thread_blocks);

inline constexpr int max_reduction_operands = 16;  ///< Inputs and outputs together.

/// What plans need to know of a reduction.
struct ReductionTraits {
    int inputs = 1;
    std::array<std::uint8_t, max_reduction_operands> itemsize{};  ///< Of the inputs, bytes.
    std::uint32_t counters = 0;                                   ///< Bit k: input k counts, and has no memory.
    int vector = 1;                                               ///< Elements that a thread of a block loads at once.
    int components = 1;                                           ///< Of a state, none larger than 32 bytes.
    bool sequential = false;  ///< Elements must be added one after the other, in order.
    bool cascade = false;     ///< Sums that round: no state takes many additions.
};

/// The axes that are kept and those that are reduced, each made as few as they can be.
struct ReductionLayout {
    struct Axis {
        std::int64_t length;
        std::array<std::int64_t, max_reduction_operands> strides;  ///< Bytes; inputs, then outputs.
    };
    using Axes = std::array<Axis, max_ndim>;

    Axes kept, reduced;
    int nkept = 0, nreduced = 0;
    std::int64_t outputs = 1, length = 1;
    std::array<std::int64_t, max_reduction_operands> offset{};    ///< Bytes to add to each operand's address.
    std::array<std::uint64_t, max_reduction_operands> address{};  ///< Of the inputs' first elements, those added.

    /// `operands` strides count, those of the first `inputs` for the order; `reorder` allows to sort axes and to turn
    /// them round.
    void collapse(Axes& axes, int& count, int operands, int inputs, bool reorder);
    /// Forgets the first so many operands.
    void leave_out(int operands);
};

struct ReductionPlan {
    ReductionLoop loop = ReductionLoop::rows;
    runtime::Launch launch;
    std::uint32_t flags = 0, uniform = 0;  ///< As in ReductionHeader, as those below.
    int threads = 1, splits = 1;
    std::int64_t piece = 0, tiles = 1;
    std::int64_t tickets = 0;       ///< That are needed, where there are several splits.
    std::size_t partial_bytes = 0;  ///< Of the states of all splits, likewise.
    int phase = 0, phase_step = 0;  ///< As in ReductionHeader.
    bool merges = false;            ///< They are combined by a second launch...
    runtime::Launch merge;          ///< ...of ReductionLoop::merge.
};
ReductionPlan plan_reduction(const ReductionTraits& reduction, const ReductionLayout& layout,
                             const runtime::DeviceTraits& device);

/// How a reduction takes outputs whose elements are rows of memory, each in one go.
struct RowOrder {
    int vector = 0;         ///< Elements that a thread of a block takes at once; 0 where threads do not come in blocks.
    int threads = 1;        ///< A row.
    bool in_block = false;  ///< They are a whole block.
    bool operator==(const RowOrder&) const = default;
};
/// None where it divides rows, or where they begin or end between the boundaries of vectors.
std::optional<RowOrder> plan_row_order(const ReductionTraits& reduction, const ReductionLayout& layout,
                                       const runtime::DeviceTraits& device);

/// A plan by which `reduction`, which computes its elements from others over `layout`, adds them in the order in which
/// `model` adds those of an array of `model_layout`; the axes of both layouts come in the same order, but those of
/// `layout` may be more. None where there is none.
///
/// A CPU's ranges are added in an order that layouts tell. In blocks a thread takes vectors, which begin at boundaries
/// of memory; so the addresses in `model_layout` count too, 0 for an array that would have memory of its own.
std::optional<ReductionPlan> plan_reduction_as(const ReductionTraits& model, const ReductionLayout& model_layout,
                                               const ReductionTraits& reduction, const ReductionLayout& layout,
                                               const runtime::DeviceTraits& device);

}  // namespace cuprum::kernel
