// From an expression and its operands to a launch: broadcasting is done, here dimensions are collapsed, a plan is
// chosen, arguments are packed, and the kernel is found or made.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cuprum/ndarray.h"
#include "kernel/engine/launch.h"
#include "kernel/graph/expression.h"
#include "runtime/backend.h"

namespace cuprum::kernel {

/// What an elementwise kernel is compiled for, each a loop of device/cuprum/elementwise.h: a layout of the operands on
/// a GPU, or the innermost loop on a CPU.
enum class ElementwisePlan : std::uint8_t { linear, rows, strided, tile, inner };
inline constexpr int elementwise_plan_count = 5;

/// The plans that a processor uses.
std::span<const ElementwisePlan> elementwise_plans(bool gpu);

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

inline constexpr int max_operands = 32;  ///< Outputs and inputs together.

/// A user's text in the place of what is made from an expression's steps: it defines the struct called `operation` that
/// the loops of device/cuprum/elementwise.h take.
struct UserText {
    std::string text, operation;
    std::vector<std::string> options;
};

/// An expression that can be run over arrays. Its kernels are compiled, or fetched from the cache, when a plan first
/// asks.
class ElementwiseKernel {
public:
    ElementwiseKernel(std::string name, Expression expression);
    /// Of `expression` only inputs, outputs and counters count.
    ElementwiseKernel(std::string name, Expression expression, UserText text);

    /// Runs over `shape`. Operands are outputs first; outputs are arrays of just that shape and the expression's
    /// dtypes. Inputs may be the very elements of an output, but may not overlap one otherwise.
    void run(std::span<const KernelOperand> operands, const Shape& shape);

    const Expression& expression() const { return expression_; }
    const std::string& name() const { return name_; }
    /// The whole text that is compiled for a plan.
    std::string source(ElementwisePlan plan) const;
    std::string entry_name(ElementwisePlan plan) const;

private:
    struct Loops;  // the collapsed iteration space
    struct Tile;   // how its tiles are visited
    runtime::FunctionHandle function(ElementwisePlan plan);
    std::int64_t unroll(std::int64_t vector) const;
    bool is_counter(std::size_t k) const;
    CpuLoops cpu_loops(decltype(CpuLoops::run) run) const;
    void run_linear(std::span<const KernelOperand> operands, std::int64_t size, std::uint32_t singles);
    void run_strided(std::span<const KernelOperand> operands, const Loops& loops);
    void run_parts(std::span<const KernelOperand> operands, const Loops& loops);
    bool choose_rows(std::span<const KernelOperand> operands, const Loops& loops) const;
    bool choose_tile(std::span<const KernelOperand> operands, const Loops& loops, Tile& tile) const;

    std::string name_;
    Expression expression_;
    std::optional<UserText> user_;
    std::array<std::uint8_t, max_operands> itemsize_{};  // bytes an element, by operand
    std::int64_t largest_ = 1;                           // the largest of these
    std::int64_t input_bytes_ = 0;                       // of one element of every input
    std::int64_t vector_ = 1;                            // elements that a GPU's thread moves at once
    std::int64_t rows_together_ = 1;                     // rows of a tile that it takes together
    std::array<FunctionSlot, elementwise_plan_count> functions_;
};

}  // namespace cuprum::kernel
