// Several reductions along the same axes, and the work between and behind them, as one kernel that reads each row once.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "kernel/engine/reduction/reduction.h"
#include "kernel/plan/row_program.h"

namespace cuprum::kernel {

/// What such a kernel computes.
struct RowProgram {
    std::string name;
    std::vector<DType> inputs;            ///< As stored.
    std::uint32_t still = 0, values = 0;  ///< Bit k: input k has one element a row; is a value and no array.
    /// A value along the row that several parts use and that had better not be computed again for each. They stand
    /// behind the inputs, as inputs of all that is computed later.
    struct Kept {
        Expression value;
        std::size_t after;  ///< It is computed when so many reductions are done, from the inputs and their results.
    };
    std::vector<Kept> kept;
    std::vector<Reduction>
        reductions;             ///< Of one output each. Their maps take the inputs, then the results before them.
    int vector = 0;             ///< Of reductions whose order its own keep: the elements that they take at once.
    Expression elements, rows;  ///< From the inputs and all results to outputs along the row, and of the row.
};

/// Values for one launch. Arrays have the axes of the whole space, those along which they stay with stride 0.
struct RowCall {
    const Shape& shape;
    std::uint64_t reduced;            ///< Bit i: axis i runs along the rows.
    std::span<const ndarray> inputs;  ///< Empty ones for values.
    std::span<const ReductionValue> values;
    std::span<const ndarray> outputs;         ///< Those along the row first.
    std::span<const double> parameters;       ///< One a reduction.
    std::span<const Scalar* const> initials;  ///< Likewise; null where there is none.
    const RowOrder* order = nullptr;          ///< To be kept, where the program has a `vector`.
};

inline constexpr int most_row_reductions = max_row_reductions, most_moving_inputs = 4;

class RowKernel {
public:
    explicit RowKernel(RowProgram program);

    /// Runs where rows are such that one kernel serves them: side by side in memory, neither too short nor too long,
    /// nor too few. False where nothing was done.
    bool run(const RowCall& call);

    const RowProgram& program() const { return program_; }
    /// The whole text that is compiled, for threads that hold so many vectors (1, 2, 4, 8, or none; of no account
    /// on a CPU). `in_block` as in RowOrder.
    std::string source(int vectors, bool in_block = false) const;
    std::string entry_name(int vectors, bool in_block = false) const;

private:
    bool is_value(std::size_t operand) const {
        return operand < program_.inputs.size() && (program_.values >> operand & 1u);
    }
    RowTraits traits_of(const RowCall& call) const;
    RowLayout layout_of(const RowCall& call, const RowTraits& traits) const;
    runtime::FunctionHandle function(int vectors, bool in_block);

    RowProgram program_;
    std::array<std::array<FunctionSlot, 5>, 2> functions_;  // by the number of vectors: none, 1, 2, 4, 8
};

}  // namespace cuprum::kernel
