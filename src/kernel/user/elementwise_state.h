// What a user's elementwise kernel is made of, and the kernels that its calls became.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/layout.h"
#include "cuprum/kernel.h"
#include "cuprum/raw_kernel.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/user/instances.h"
#include "kernel/user/parameters.h"

namespace cuprum {
namespace kernel {

/// A kernel on the common plans, and what it was made for.
struct PlannedKernel {
    PlannedKernel(std::vector<DType> inputs, const std::string& name, Expression signature, UserText text)
        : inputs(std::move(inputs)), kernel(name, std::move(signature), std::move(text)) {}
    PlannedKernel(std::vector<DType> inputs, const std::string& name, Expression expression)
        : inputs(std::move(inputs)), kernel(name, std::move(expression)) {}
    std::vector<DType> inputs;
    ElementwiseKernel kernel;
};

/// A kernel that is one loop.
struct LoopKernel {
    std::vector<DType> inputs;
    KernelSource source;
    FunctionSlot function;
    std::optional<RawKernel> threads;  ///< In place of `function` where a text sees threads, which the device has not.
};

/// How the loop of a LoopKernel sees an argument.
struct LoopArgument {
    enum Kind : std::uint8_t { scalar, array, raw } kind;
    int ndim;
    bool contiguous;
};

/// The steps of the number of an element in C order.
inline Strides number_steps(const Shape& shape) { return contiguous_strides(shape, 1); }

/// An input, or a copy of it where it lies in a given output's memory but is not the very same elements.
inline const ndarray& apart(const ndarray& input, std::span<const ndarray> given, std::list<ndarray>& copies) {
    for (const ndarray& out : given)
        if (may_share_memory(input, out) && !same_elements(input, out)) return copies.emplace_back(input.copy());
    return input;
}

}  // namespace kernel

struct ElementwiseKernel::State : kernel::Signature {
    std::string operation;
    ElementwiseKernelOptions options;
    kernel::CompilerOptions compiler;
    bool looped = false;    ///< It needs a kernel that is one loop.
    bool threaded = false;  ///< It sees the threads that run it.
    bool busy = false;      ///< An element may take long.
    bool uses_i = false;
    bool keeps = false;   ///< Outputs may keep old values.
    bool merges = false;  ///< A traced function's other work can be merged with it.
    bool waits = false;   ///< It may run later: it reads its operands, writes its outputs and does nothing else.
    kernel::Instances<kernel::PlannedKernel> planned, merged;
    kernel::Instances<kernel::LoopKernel> loops;

    State(kernel::Signature signature, const std::string& operation, ElementwiseKernelOptions options);

    bool takes_records(const DType* types) const;
    std::string preamble(const DType* types) const;

    Shape loop_shape(std::span<const Operand> arguments, std::int64_t size) const;
    void find_outputs(std::span<const Operand> arguments, const DType* types, const Shape& shape, bool sized,
                      std::span<ndarray> outputs) const;
    /// Makes the outputs of a call that brings none and whose operands wait, and has it wait too. False where it
    /// cannot: then nothing has happened.
    static bool run_later(const std::shared_ptr<State>& state, std::span<const Operand> arguments, const DType* types,
                          const Shape& shape, std::span<ndarray> outputs);

    /// On the common plans (elementwise_planned.cpp). If not `launches`, kernels are only compiled.
    void run_planned(std::span<const Operand> arguments, const DType* types, const Shape& shape,
                     std::span<ndarray> outputs, bool launches = true);
    kernel::PlannedKernel make_planned(const DType* types, bool keep, bool as_step) const;
    kernel::PlannedKernel make_step(const DType* types, kernel::Expression expression, const std::string& definition,
                                    const std::string& arguments) const;

    /// As a kernel that is one loop (elementwise_loop.cpp).
    void run_loop(std::span<const Operand> arguments, const DType* types, const Shape& shape,
                  std::span<ndarray> outputs, const ElementwiseLaunch& launch);
    kernel::LoopKernel make_loop(const DType* types, const kernel::LoopArgument* arguments, int ndim) const;
};

}  // namespace cuprum
