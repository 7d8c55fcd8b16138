// A traced function as a list of launches: element by element work is merged into as few kernels as can be, reductions
// take the work before them in. Run with other arguments, it does for them what the function did for those that it was
// traced with.
#pragma once

#include <string>
#include <vector>

#include "kernel/engine/elementwise/composite.h"
#include "kernel/engine/reduction/row_kernel.h"
#include "kernel/fusion/trace.h"

namespace cuprum::kernel {

/// A length that stands for the length of an argument's axis wherever it occurs in a trace.
struct KnownLength {
    std::int64_t length;
    int argument, axis;
};

struct ProgramOptions {
    /// Numbers of the function's own are a part of the kernels' text, and no arguments: the compiler makes less of
    /// `1 / x` than of `a / x`, and more fit into a kernel.
    bool literals = false;
    /// Reductions give the bits that they give of arrays in memory. `run` throws NoSuchOrder where they cannot. Values
    /// that several kernels would compute are stored where that is cheaper.
    bool exact = false;
    /// Reductions take no operations in: they read what was put into memory, in the order in which they always do.
    bool reads_memory = false;
};

class Program {
public:
    /// From a finished trace; `name` is for its kernels.
    Program(const Trace& trace, const std::string& name, std::span<const KnownLength> known,
            ProgramOptions options = {});

    /// Whether all lengths and layouts follow from the arguments': it then holds for others of the same pattern.
    bool is_general() const { return general_; }
    /// Two programs of the same fingerprint do the same. Lengths that are known do not count. Without the numbers it
    /// tells only what is done with them.
    std::string fingerprint(bool with_numbers = true) const;

    std::size_t result_count() const { return results_.size(); }
    /// Launches, where rows do not take them all at once.
    std::size_t stage_count() const { return stages_.size(); }
    /// Whether one kernel does all of it, for rows that suit it.
    bool takes_rows() const { return rows_.kernel || by_rows_; }
    /// The argument that a result is, as it is; -1 for all other results.
    int argument_of(std::size_t result) const;

    /// The values of all symbols.
    std::vector<Scalar> scalar_values(std::span<const Operand> arguments) const;
    /// Whether what was asked of scalars while tracing has the same answers now.
    bool guards_hold(std::span<const Operand> arguments) const;
    /// Whether no argument that is written to shares memory with another one: else what is written would have to be
    /// seen there at once.
    bool writes_apart(std::span<const Operand> arguments) const;

    /// Argument k is an array without memory where `lazy[k]` is not null; of `lazy` there is one for each argument, or
    /// none.
    void run(std::span<const Operand> arguments, std::span<ndarray> results,
             std::span<LazyArray* const> lazy = {}) const;

private:
    friend class ProgramBuilder;

    // Lengths are numbers into `lengths_`.
    struct Length {
        int argument, axis;  ///< Negative where it is always the same.
        std::int64_t literal;
    };
    /// What a kernel reads, and how it is seen.
    struct Source {
        enum class Kind : std::uint8_t { argument, constant, storage, scalar, counter };
        Kind kind = Kind::scalar;
        int number = 0;  ///< Of the argument, constant, storage; of a scalar its symbol, or 0.
        DType dtype = DType::float64;
        bool as_it_is = true;     ///< The array itself broadcasts to the kernel's shape.
        bool own_layout = false;  ///< `lengths` and `strides` in the place of the array's own.
        std::int64_t offset = 0;
        Dims lengths, strides;
        AxisMap axes;
        std::array<unsigned char, 16> bits{};
    };
    /// New memory.
    struct Storage {
        DType dtype;
        Dims lengths;
        Dims order;       ///< Axes, outermost first; empty for C order.
        int result = -1;  ///< Which result lies there, if one does.
    };
    struct Target {
        enum class Kind : std::uint8_t { storage, argument, outside };
        Kind kind;
        int number;
    };
    /// How an array in memory would lie that a reduction reads: as `source`, or as lengths in some order.
    struct ModelInput {
        bool is_made = false;
        Source source;
        Dims lengths, order;
        AxisMap axes;
        int itemsize = 0;
    };
    /// The reduction that another one is to equal, bit for bit; none where the kernel is null.
    struct Model {
        ReductionKernel* kernel = nullptr;
        std::vector<ModelInput> inputs;
    };
    struct Stage {
        ElementwiseKernel* elementwise = nullptr;
        ReductionKernel* reduction = nullptr;
        std::shared_ptr<const WholeKernel> whole;
        std::vector<Source> inputs;
        std::vector<Target> targets;
        Dims lengths;
        std::uint64_t reduced = 0;
        double parameter = 0;
        std::optional<Scalar> initial;
        Model model;
        std::vector<Dims> input_lengths;              ///< Of a whole kernel, as in TraceWork.
        std::vector<std::optional<Scalar>> operands;  ///< Likewise...
        std::size_t kept = 0;                         ///< ...and so is this.
    };
    /// A boolean in memory that must not be true when so many stages have run.
    struct Check {
        std::size_t stages;
        int storage;
        std::string message;
    };
    /// All stages at once, for rows that suit a RowKernel.
    struct Rows {
        RowKernel* kernel = nullptr;  ///< Null where the program is not of that kind.
        std::vector<Source> inputs;
        std::vector<Target> targets;
        std::vector<AxisMap> target_axes;  ///< The targets' axes along those of the whole space.
        Dims lengths;
        std::uint64_t reduced = 0;
        std::vector<double> parameters;
        std::vector<std::optional<Scalar>> initials;
        std::vector<Model> models;  ///< Of reductions whose order is to be kept.
    };
    struct Result {
        Target from;
        bool whole;
        Source view;
        ndarray constant;
        bool is_constant = false;
    };
    class Run;

    Program() = default;
    bool run_rows(std::span<const Operand> arguments, std::span<ndarray> results,
                  std::span<LazyArray* const> lazy) const;

    std::vector<Length> lengths_;
    std::vector<Storage> storages_;
    std::vector<Stage> stages_;
    std::vector<Check> checks_;
    Rows rows_;
    std::vector<Result> results_;
    std::vector<ndarray> constants_, outside_;
    std::vector<int> written_;
    std::vector<ScalarStep> scalar_steps_;
    std::vector<TraceGuard> guards_;
    bool general_ = true;
    std::shared_ptr<const Program> by_rows_;  // the same without stored values, as one kernel; tried first
};

}  // namespace cuprum::kernel
