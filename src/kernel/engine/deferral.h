// What lets elementwise work and reductions wait (kernel/deferred), as the engines below it know it.
#pragma once

#include <atomic>
#include <span>

#include "cuprum/ndarray.h"
#include "kernel/engine/array/allocation.h"
#include "runtime/waiting.h"

namespace cuprum::kernel {

class ElementwiseKernel;
class ReductionKernel;
struct KernelOperand;
struct ReductionCall;

class Deferral {
public:
    /// As `new_array`, but memory comes when the elements are computed, or asked for.
    virtual ndarray new_result(const Shape& shape, DType dtype, char order) = 0;
    /// As ElementwiseKernel::run, later. False where this work cannot wait: then nothing has happened.
    virtual bool take(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape) = 0;
    /// Whether a reduction of an array may wait, and its result, an array without memory.
    virtual bool may_reduce(const ndarray& a) = 0;
    virtual ndarray new_reduced(const Shape& shape, DType dtype) = 0;
    /// As ReductionKernel::run, likewise; its kernel stays as long as the process.
    virtual bool take(ReductionKernel& kernel, const ReductionCall& call) = 0;

protected:
    ~Deferral() = default;
};

/// Set once, where work may ever wait.
extern constinit std::atomic<Deferral*> deferral_in_place;

/// Null where the calling thread's work may not wait now. Where none ever may, one load tells.
inline Deferral* deferral() {
    Deferral* const deferral = deferral_in_place.load(std::memory_order_acquire);
    return deferral && runtime::may_wait() ? deferral : nullptr;
}

/// A new array for the result of an elementwise kernel, which has memory or will have some.
inline ndarray new_result(const Shape& shape, DType dtype, char order = 'C') {
    if (Deferral* deferral = kernel::deferral()) [[unlikely]]
        return deferral->new_result(shape, dtype, order);
    return new_array(shape, dtype, order);
}

}  // namespace cuprum::kernel
