// From an expression and its operands to a launch: broadcasting is done, here dimensions are collapsed, a plan is asked
// for (kernel/plan/elementwise.h), arguments are written, and the kernel is found or made.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cuprum/ndarray.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/elementwise.h"
#include "runtime/backend.h"

namespace cuprum::kernel {

/// One operand of a launch: an array that broadcasts to the common shape, or a value of the kernel's dtype.
struct KernelOperand {
    const ndarray* array = nullptr;
    int symbol = 0;                ///< Of a scalar that stands for an argument of a traced function...
    DType dtype = DType::float64;  ///< ...and what it is a value of.
    alignas(16) unsigned char value[16];

    /// The scalar as a value of the kernel's dtype.
    void set(const Scalar& scalar, DType dtype);
};

/// The array to hand to an expression's counter: `start`, plus `steps[d]` for every place along axis d. It has no
/// memory.
ndarray counter(const Shape& shape, const Dims& steps, std::int64_t start = 0);

/// Whether a step takes longer than writing its result to a cache and reading it again.
bool is_expensive(const Expression& expression);

/// Whether the expression gives the same bits as a part of a larger one. Complex and special functions do not: a CPU's
/// compiler calls a vector function from all such code of a kernel if it vectorises one loop over it.
bool is_mergeable(const Expression& expression);

/// A user's text in the place of what is made from an expression's steps: it defines the struct called `operation` that
/// the loops of device/cuprum/engine/elementwise.h take.
struct UserText {
    std::string text, operation;
    std::vector<std::string> options;
    CodeOptions code{};
};

/// An expression that can be run over arrays. Its kernels are compiled, or fetched from the cache, when a plan first
/// asks for their loops.
class ElementwiseKernel {
public:
    /// The name is part of the entry's; users see the label, or else the name.
    ElementwiseKernel(std::string name, Expression expression, std::string label = {});
    /// Of `expression` only inputs, outputs and counters count.
    ElementwiseKernel(std::string name, Expression expression, UserText text);

    /// Runs over `shape`. Operands are outputs first; outputs are arrays of just that shape and the expression's
    /// dtypes. Inputs may be the very elements of an output, but may not overlap one otherwise.
    void run(std::span<const KernelOperand> operands, const Shape& shape);
    /// Has the kernels in place that `run` would launch, and launches none.
    void prepare(std::span<const KernelOperand> operands, const Shape& shape);

    /// The same in one launch where operands wrap around: see plan_cut. Of these the arrays are what lies before the
    /// cuts.
    void run_cut(std::span<const KernelOperand> operands, const ElementwiseLayout& layout, const ElementwiseCuts& cuts,
                 bool launches);

    const Expression& expression() const { return expression_; }
    const std::string& name() const { return name_; }
    const std::string& label() const { return label_; }
    /// See is_mergeable; a user's text is not.
    bool is_mergeable() const { return is_mergeable_; }
    /// The whole text that is compiled for a loop.
    std::string source(ElementwiseLoop loop) const;
    CodeOptions code() const;
    std::string entry_name(ElementwiseLoop loop) const;

private:
    runtime::FunctionHandle function(ElementwiseLoop loop);
    CpuLoops cpu_loops(CpuLoops::Layout layout) const;
    void run_now(std::span<const KernelOperand> operands, const Shape& shape, bool launches);
    void run_linear(std::span<const KernelOperand> operands, std::int64_t size, std::uint32_t singles, bool launches);
    void run_strided(std::span<const KernelOperand> operands, const ElementwiseLayout& layout, bool launches);
    void run_parts(std::span<const KernelOperand> operands, const ElementwiseLayout& layout, bool launches);

    std::string name_, label_;
    Expression expression_;
    std::optional<UserText> user_;
    bool is_mergeable_;
    ElementwiseOperands operands_;
    std::array<FunctionSlot, elementwise_loop_count> functions_;
};

}  // namespace cuprum::kernel
