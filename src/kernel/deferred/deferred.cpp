#include "cuprum/deferred.h"

#include "core/layout.h"
#include "cuprum/environment.h"
#include "kernel/cache/background.h"
#include "kernel/deferred/queue.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/deferral.h"

namespace cuprum {
namespace {

class ElementwiseDeferral final : public kernel::Deferral {
public:
    ndarray new_result(const Shape& shape, DType dtype, char order) override {
        std::int64_t bytes;
        // What is made of results that wait waits too, however small it is.
        const std::int64_t least = runtime::context.waiting ? 1 : kernel::Queue::least_bytes();
        if (__builtin_mul_overflow(element_count(shape), itemsize(dtype), &bytes) || bytes < least || bytes == 0 ||
            !is_number(dtype) || !is_tried())
            return kernel::new_array(shape, dtype, order);
        return pending(static_cast<std::size_t>(bytes), shape, dtype, order);
    }

    bool take(kernel::ElementwiseKernel& kernel, std::span<const kernel::KernelOperand> operands,
              const Shape& shape) override {
        if (kernel::PendingBlock::of(*operands[0].array)) return kernel::Queue::own().take(kernel, operands, shape);
        return runtime::context.waiting && kernel::Queue::own().write(kernel, operands, shape);
    }

    bool take(kernel::ElementwiseKernel& kernel, std::span<const kernel::KernelOperand> operands, const Shape& shape,
              std::unique_ptr<const kernel::WaitingCall> call) override {
        return kernel::Queue::own().take(kernel, operands, shape, std::move(call));
    }

    bool may_reduce(const ndarray& a) override {
        if (a.size() == 0 || !a.buffer() || !is_number(a.dtype())) return false;
        if (a.buffer()->state() == cuda::MemoryState::pending) return true;
        return a.nbytes() >= kernel::Queue::least_bytes() && is_tried();
    }
    ndarray new_pending(const Shape& shape, DType dtype, char order) override {
        std::int64_t bytes;
        const bool fits = !__builtin_mul_overflow(element_count(shape), itemsize(dtype), &bytes);
        if (!fits || bytes == 0 || !is_number(dtype)) return kernel::new_array(shape, dtype, order);
        return pending(static_cast<std::size_t>(bytes), shape, dtype, order);
    }
    bool take(kernel::ReductionKernel& kernel, const kernel::ReductionCall& call) override {
        return kernel::PendingBlock::of(*call.outputs[0]) && kernel::Queue::own().take(kernel, call);
    }

    bool is_waiting(const ndarray& a) override {
        const kernel::PendingBlock* const block = kernel::PendingBlock::of(a);
        return block && block->queue == &kernel::Queue::own();
    }
    bool take(std::unique_ptr<const kernel::WaitingCall> call, std::span<const ndarray> inputs,
              std::span<const ndarray> outputs) override {
        return kernel::Queue::own().take(std::move(call), inputs, outputs);
    }

private:
    /// Whether to try waiting: always in a thread that asked for it, in others as its WaitingTrial says.
    static bool is_tried() {
        return runtime::context.waiting || runtime::context.deferred > 0 || kernel::Queue::own().trial().is_on();
    }
    static ndarray pending(std::size_t bytes, const Shape& shape, DType dtype, char order) {
        return ndarray(cuda::BlockRef(new kernel::PendingBlock(bytes)), 0, dtype, shape,
                       contiguous_strides(shape, itemsize(dtype), order));
    }
};

void enable() {
    static ElementwiseDeferral* const deferral = new ElementwiseDeferral;
    runtime::evaluate_all_waiting.store(&kernel::Queue::evaluate_all, std::memory_order_release);
    kernel::deferral_in_place.store(deferral, std::memory_order_release);
}

const bool asked_by_environment = [] {
    if (!runtime::environment_says_yes("DEFER")) return false;
    enable();
    runtime::deferred_by_default.store(true);
    return true;
}();

}  // namespace

bool is_deferred() {
    const std::int8_t own = runtime::context.deferred;
    return own < 0 ? runtime::deferred_by_default.load(std::memory_order_relaxed) : own > 0;
}

Deferred::Deferred(bool on) : before_(runtime::context.deferred) {
    if (on) enable();
    runtime::context.deferred = on ? 1 : 0;
}

Deferred::~Deferred() { runtime::context.deferred = before_; }

void eval() { runtime::evaluate_waiting(); }

void eval(std::span<const ndarray> arrays) {
    for (const ndarray& a : arrays)
        if (a.size()) a.address(cuda::Access::read);
}

void end_deferred_kernels() { kernel::end_background_compiler(); }
void wait_for_deferred_kernels() { kernel::wait_for_background_compiler(); }

}  // namespace cuprum
