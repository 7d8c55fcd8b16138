// From a trace to the launches of a Program, as few of them as can be.
//
// Memory is slow and arithmetic is fast, so a value that is computed element by element gets no memory: whoever reads
// it computes it again. `Merger` writes a value, and all that it needs and that lies nowhere, as one expression. It
// works backwards, from what must exist at the end: the results, and the arrays of the caller that the function wrote
// to.
//
// 1. `choose_stored` finds the values that need memory after all: those that a whole kernel reads, masks of reductions,
//    and, where so much would be merged that a kernel could not take it, the widest operands on the way.
// 2. `prepare` computes, in the order of dependence, everything in memory that a value is made of. A reduction takes
// the
//    elementwise work before it into its map (`add_reduction`); other engines' work runs as it is (`add_whole`).
// 3. `write_outputs` puts outputs of one shape into one kernel. An output that would overwrite what a later kernel, or
//    another element of the same one, still reads is written to memory of its own first and copied at the end.
// A program that is to be exact has reductions that add in the order in which they would add elements in memory, and
// stores values that several kernels would compute where that is cheaper (`store_shared`).
//
// 4. `make_rows` looks at the whole once more: where all of it is reductions along the same axes and work on rows
//    between them, it also makes one kernel of everything (row_kernel.h). Which of the two is used is seen when the
//    program runs, by the length and the number of rows.
#pragma once

#include <map>
#include <set>

#include "kernel/fusion/program.h"

namespace cuprum::kernel {

class ProgramBuilder {
public:
    /// The arguments are those of Program's constructor.
    ProgramBuilder(Program& program, const Trace& trace, const std::string& name, std::span<const KnownLength> known,
                   ProgramOptions options);

    void build();
    /// Without values that are stored because several kernels would compute them: one kernel may do all.
    void build_rows();

private:
    class Merger;  // writes many pieces of work as one expression (merger.h)
    class Rows;    // makes one kernel of all where that can be (row_builder.h)
    /// Something to be computed element by element and put somewhere.
    struct Output {
        Access value;
        DType dtype;
        Shape shape;
        Program::Target target;
    };

    const TraceValue& value(int number) const { return trace_.values()[static_cast<std::size_t>(number)]; }
    const TraceWork& work(int number) const { return trace_.works()[static_cast<std::size_t>(number)]; }

    void choose_stored();
    void store_counting(int number);
    void store_shared();
    bool is_worth_storing(int number, std::size_t kernels, bool is_result) const;
    bool is_literal(int number) const;
    bool lies_in_memory(int number) const;
    void prepare(int number);
    void compute(int number);
    int compute_store(int number);
    void write_outputs(std::vector<Output> outputs);
    void add_elementwise(const std::vector<Output>& outputs);
    void add_reduction(int number);
    bool has_order(const TraceWork& work) const;
    bool has_blocks_of_several(const TraceWork& work) const;
    bool reads_memory(const TraceWork& work) const;
    Program::Model model_of(const TraceWork& work);
    void add_whole(int number);
    void store_results(int number, Program::Stage& stage);
    void add_checks();
    bool is_disturbed(const std::vector<std::vector<Output>>& groups, std::size_t group, const Output& output);
    void make_results();

    int add_storage(DType dtype, const Shape& shape, const Dims& order);
    int length_number(std::int64_t length);
    Dims length_numbers(const Shape& shape);
    Program::Source source_of(const Access& access, const Shape& domain);
    std::string next_name();

    Program& program_;
    const Trace& trace_;
    std::string name_;
    const ProgramOptions options_;
    bool stores_shared_;
    std::map<std::int64_t, int> length_numbers_;
    std::vector<int> storage_of_value_, storage_of_store_;
    std::vector<bool> stored_;  // results of elementwise work that are not computed where they are used
    std::set<int> prepared_;
    int kernels_ = 0;
    bool disturbed_ = false;  // something was written aside
};

}  // namespace cuprum::kernel
