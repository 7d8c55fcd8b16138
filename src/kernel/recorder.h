// What stands between the engines and the device while a function is traced, or one day while evaluation is deferred.
#pragma once

#include <span>

#include "kernel/elementwise.h"
#include "kernel/reduction.h"

namespace cuprum::kernel {

/// Takes what the engines would launch. While a thread's context has one, elementwise kernels and reductions come here; all
/// other work asks for addresses, and blocks without memory answer as they see fit (Block::provide).
class Recorder {
public:
    virtual ~Recorder() = default;
    /// As ElementwiseKernel::run.
    virtual void elementwise(const ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape) = 0;
    /// As ReductionKernel::run.
    virtual void reduction(const ReductionKernel& kernel, const ReductionCall& call) = 0;
};

}  // namespace cuprum::kernel
