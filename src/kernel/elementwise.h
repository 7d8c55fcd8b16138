// From an expression and its operands to a launch: broadcasting is done, here dimensions are collapsed, a plan is chosen,
// arguments are packed, and the kernel is found or made.
#pragma once

#include <array>
#include <atomic>
#include <span>
#include <string>

#include "cuprum/ndarray.h"
#include "kernel/expression.h"
#include "runtime/backend.h"

namespace cuprum::kernel {

/// The layouts for which an elementwise kernel is compiled, each a loop of device/cuprum/elementwise.h.
enum class ElementwisePlan : std::uint8_t { linear, rows, strided };
inline constexpr int elementwise_plan_count = 3;

/// One operand of a launch: an array that broadcasts to the common shape, or a value of the kernel's dtype.
struct KernelOperand {
    const ndarray* array = nullptr;
    alignas(16) unsigned char value[16];
};

/// The array to hand to an expression's counter: `start`, plus `steps[d]` for every place along axis d. It has no memory.
ndarray counter(const Shape& shape, const Dims& steps, std::int64_t start = 0);

inline constexpr int max_operands = 32;  ///< Outputs and inputs together.

/// An expression that can be run over arrays. Its kernels are compiled, or fetched from the cache, when a plan first asks.
class ElementwiseKernel {
public:
    ElementwiseKernel(std::string name, Expression expression);

    /// Runs over `shape`. Operands are outputs first; outputs are arrays of just that shape and the expression's dtypes. Inputs may be
    /// the very elements of an output, but may not overlap one otherwise.
    void run(std::span<const KernelOperand> operands, const Shape& shape);

    const Expression& expression() const { return expression_; }
    const std::string& name() const { return name_; }
    /// The whole text that is compiled for a plan.
    std::string source(ElementwisePlan plan) const;
    std::string entry_name(ElementwisePlan plan) const;

private:
    struct Loops;  // the collapsed iteration space
    runtime::FunctionHandle function(ElementwisePlan plan);
    struct Width {
        std::int64_t vector, unroll;  // elements a vector, vectors a thread
    };
    Width width() const;
    std::pair<DType, std::int64_t> operand_type(std::size_t k) const;  // dtype and bytes
    void run_linear(std::span<const KernelOperand> operands, std::int64_t size, std::uint32_t singles);
    void run_strided(std::span<const KernelOperand> operands, const Loops& loops);

    std::string name_;
    Expression expression_;
    std::array<std::array<std::atomic<runtime::FunctionHandle>, 16>, elementwise_plan_count> functions_{};  // by device
};

}  // namespace cuprum::kernel
