// Whether one kernel serves all that a function does to rows, and how it divides them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cuprum/engine/row_program_args.h"
#include "kernel/plan/reduction.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

inline constexpr std::size_t most_row_operands = 16;

/// Values along the row, computed once and kept, of one program at most.
std::size_t most_kept_values(const runtime::DeviceTraits& device);

/// What plans need to know of a program.
struct RowTraits {
    std::size_t inputs = 0, operands = 0, kept = 0;          ///< Arrays, and values that are kept.
    std::size_t kept_bytes = 0;                              ///< Of the latter, for an element of a row.
    std::uint32_t moving = 0;                                ///< Bit k: operand k has an element for each of a row's.
    std::array<std::uint8_t, most_row_operands> itemsize{};  ///< Bytes.
    int vector = 1;                                          ///< Elements that a thread of a block moves at once.
};

struct RowLayout {
    /// An axis, and how far each operand moves along it, in bytes.
    struct Axis {
        std::int64_t length = 1;
        std::array<std::int64_t, most_row_operands> strides{};
    };
    std::vector<Axis> kept, reduced;  ///< Outermost first.

    /// Appends an axis, or lengthens the last one where both are as one.
    static void append(std::vector<Axis>& axes, const Axis& axis, std::size_t operands);
};

struct RowPlan {
    bool serves = false;  ///< Otherwise nothing else counts, and the work is done by several kernels.
    std::int64_t rows = 1, length = 1;
    int vectors = 1;  ///< That a thread holds, 0 where rows are read again; what the kernel is compiled for.
    int threads = 1;  ///< A row.
    runtime::Launch launch;
};
/// With an order the threads that a row has in it hold the row, and none reads it again.
RowPlan plan_rows(const RowTraits& program, const RowLayout& layout, const runtime::DeviceTraits& device,
                  const RowOrder* order = nullptr);

}  // namespace cuprum::kernel
