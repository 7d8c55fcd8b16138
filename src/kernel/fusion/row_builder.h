// One kernel for a program whose reductions run along the same axes.
#pragma once

#include "kernel/engine/reduction/row_kernel.h"
#include "kernel/fusion/program_builder.h"

namespace cuprum::kernel {

/// Whether all that the program does are reductions along the same axes, and work on whole rows and on their results;
/// then it becomes one kernel too.
class ProgramBuilder::Rows {
public:
    explicit Rows(ProgramBuilder& builder) : builder_(builder), program_(builder.program_), trace_(builder.trace_) {}

    void make(const std::vector<Output>& outputs);

private:
    /// What is written, by the axes of the space.
    struct Part {
        Access value;
        DType dtype;
        Program::Target target;
        AxisMap target_axes;
    };
    /// A value along the row that is computed once, when so many reductions are done.
    struct Kept {
        int value;
        std::size_t after;
    };

    bool is_reduced(int axis) const { return (reduced_ >> axis & 1u) != 0; }
    bool is_kept(int number) const;
    void set_kept(int number, bool kept) { builder_.stored_[static_cast<std::size_t>(number)] = kept; }

    // In this order; false where one kernel does not do.
    bool find_reductions();
    void name_axes();
    bool find_parts(const std::vector<Output>& outputs);
    bool add_results();
    void choose_kept();
    bool find_inputs();
    bool write_reductions();
    void write_kept();
    void write_parts(const std::vector<Part>& parts, Expression& expression);

    int next_kept() const;
    bool is_written(const std::vector<Part>& parts, const Program::Target& target) const;
    bool add_input(const Access& input);

    ProgramBuilder& builder_;
    Program& program_;
    const Trace& trace_;
    std::vector<int> works_;  // the reductions, in the order in which they are computed
    Shape shape_;             // of the space with which all of them begin
    std::uint64_t reduced_ = 0;
    // The kept axes of the space as axes of a row's results, with and without those of length one in the reduced ones'
    // place.
    AxisMap identity_, squeezed_, with_units_;
    Shape kept_shape_, units_shape_;
    std::vector<Part> along_, of_row_;
    std::vector<Kept> kept_;      // those that use others first
    std::vector<Access> inputs_;  // what all of it reads
    std::vector<Access> before_;  // inputs, what is kept, and results so far
    std::size_t without_results_ = 0;
    int moving_ = 0;  // inputs that have an element for each of a row's
    RowProgram rows_;
};

}  // namespace cuprum::kernel
