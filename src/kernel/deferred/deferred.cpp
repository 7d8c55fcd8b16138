#include "cuprum/deferred.h"

#include "core/layout.h"
#include "cuprum/environment.h"
#include "kernel/cache/background.h"
#include "kernel/deferred/queue.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/deferral.h"

namespace cuprum {
namespace {

/// Results of fewer bytes are computed at once: there the launch costs less than waiting.
std::int64_t least_bytes() {
    static const std::int64_t bytes = [] {
        const std::string text = runtime::environment("DEFER_BYTES");
        return text.empty() ? std::int64_t{1} << 16 : std::stoll(text);
    }();
    return bytes;
}

class ElementwiseDeferral final : public kernel::Deferral {
public:
    ndarray new_result(const Shape& shape, DType dtype, char order) override {
        std::int64_t bytes;
        if (__builtin_mul_overflow(element_count(shape), itemsize(dtype), &bytes) || bytes < least_bytes() ||
            bytes == 0 || !is_number(dtype))
            return kernel::new_array(shape, dtype, order);
        const auto size = static_cast<std::size_t>(bytes);
        return ndarray(cuda::BlockRef(new kernel::PendingBlock(size)), 0, dtype, shape,
                       contiguous_strides(shape, itemsize(dtype), order));
    }

    bool take(kernel::ElementwiseKernel& kernel, std::span<const kernel::KernelOperand> operands,
              const Shape& shape) override {
        return kernel::PendingBlock::of(*operands[0].array) && kernel::Queue::own().take(kernel, operands, shape);
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
