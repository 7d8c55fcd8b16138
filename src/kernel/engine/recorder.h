// What stands between the engines and the device while a function is traced, or one day while evaluation is deferred.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/engine/reduction/reduction.h"
#include "runtime/context.h"

namespace cuprum::kernel {

/// A kernel of a user that cannot be taken apart: it runs as it is, over arrays in memory.
class WholeKernel {
public:
    virtual ~WholeKernel() = default;
    virtual void run(std::span<const Operand> inputs, std::span<const ndarray> outputs) const = 0;
    /// Two of the same fingerprint do the same.
    virtual std::string fingerprint() const = 0;
};

/// Takes what the engines would launch. While a thread's context has one, elementwise kernels and reductions come here;
/// all other work asks for addresses, and blocks without memory answer as they see fit (Block::compute).
class Recorder : public runtime::WorkRecorder {
public:
    virtual ~Recorder() = default;
    /// As ElementwiseKernel::run.
    virtual void elementwise(const ElementwiseKernel& kernel, std::span<const KernelOperand> operands,
                             const Shape& shape) = 0;
    /// As ReductionKernel::run.
    virtual void reduction(ReductionKernel& kernel, const ReductionCall& call) = 0;
    /// As WholeKernel::run. `keeps` tells whether it reads what the outputs held before.
    virtual void whole(std::shared_ptr<const WholeKernel> kernel, std::span<const Operand> inputs,
                       std::span<const ndarray> outputs, bool keeps) = 0;
    /// What is asked for is wrong, a ValueError, where this array of one boolean is true.
    virtual void refuse_if(const ndarray& wrong, const char* message) = 0;
};

/// The calling thread's, or null.
inline Recorder* recorder() { return static_cast<Recorder*>(runtime::context.recorder); }

/// What a launch answers of which nobody knows what it reads and writes, where there is a recorder. `kernel` is its
/// kernel, as in "the raw kernel 'f'".
[[noreturn]] void refuse_launch(const std::string& kernel);

}  // namespace cuprum::kernel
