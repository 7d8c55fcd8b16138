// One operation that waits, and a queue's list of them.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernel/deferred/pending_block.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/engine/reduction/reduction.h"

namespace cuprum::kernel {

/// One operation: elementwise, a reduction or a call. Outputs come first, as in ElementwiseKernel::run. A gather has a
/// kernel and a call: it is elementwise where only kernels read its result, and the kernel is null where it became a
/// call.
struct WaitingOperation {
    ElementwiseKernel* kernel = nullptr;
    ReductionKernel* reduction = nullptr;
    std::unique_ptr<const WaitingCall> call;
    Shape shape;
    std::vector<ndarray> arrays;
    std::vector<KernelOperand> operands;  ///< Those that are arrays are some of `arrays`.
    std::vector<PendingBlock*> blocks;    ///< Of the queue, while it divides: the operands' that wait; null for others.
    std::uint64_t reduced = 0;            ///< Of a reduction, as those below.
    double parameter = 0;
    std::optional<Scalar> initial;
    std::uint32_t counted = 0;    ///< Bit k: operand k is counted as a waiting reader of its memory.
    std::uint32_t addresses = 0;  ///< Bit k: operand k is an array that the kernel reads by its address.
    bool is_write = false;        ///< To memory that is there: it is evaluated at once, with what it depends on.
    bool is_needed = false;       ///< Of the queue, while it evaluates, as the next.
    std::uint32_t partial = 0;    ///< Of the queue, while it divides: bit k: operand k is seen as `shows_part` tells.
    int level = 0;                ///< Of those that run later it is higher; odd for calls.
    int root = 0;   ///< Of the queue, while it divides: an earlier operation of the same group, or itself...
    int group = 0;  ///< ...and the group's number.

    /// Not done, nor left out.
    bool is_left() const { return kernel || reduction || call; }
    bool is_call() const { return call && !kernel; }
    bool is_address(std::size_t k) const { return addresses >> k & 1u; }
    /// Of a gather: it runs as the call.
    void become_call() {
        kernel = nullptr;
        addresses = 0;
    }
    std::size_t output_count() const {
        if (call) return call->outputs;
        return kernel ? kernel->expression().outputs.size() : reduction->reduction().outputs.size();
    }
    /// The one whose elements lie in a block.
    const ndarray& output_in(const cuda::Block& block) const {
        std::size_t k = 0;
        while (arrays[k].buffer().get() != &block) ++k;
        return arrays[k];
    }
    /// Calls run(call) with a reduction's call over other operands.
    template <class Run>
    void reduce(std::span<const KernelOperand> operands, Run run) const {
        const std::size_t outputs = output_count();
        std::array<const ndarray*, max_reduction_operands> arrays;
        for (std::size_t k = 0; k < operands.size(); ++k) arrays[k] = operands[k].array;
        const std::span<const ndarray* const> all(arrays.data(), operands.size());
        run(ReductionCall{all.subspan(outputs), all.first(outputs), reduced, parameter, initial ? &*initial : nullptr});
    }
    /// Forgets the operands.
    void release() noexcept;
};

/// An operand's block if it waits, else null.
inline PendingBlock* block_of(const WaitingOperation& operation, std::size_t k) {
    return operation.operands[k].array ? PendingBlock::of(*operation.operands[k].array) : nullptr;
}

/// Runs an operation as if it had never waited, over memory: lazy arrays (views.h) are put there first.
void run_over_memory(const WaitingOperation& operation);

/// Operations in a row. Those that are done stay behind the others, so that their vectors need no new memory.
class WaitingOperations {
public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::span<const WaitingOperation> all() const { return {operations_.data(), size_}; }
    std::span<WaitingOperation> all() { return {operations_.data(), size_}; }
    WaitingOperation* begin() { return operations_.data(); }
    WaitingOperation* end() { return operations_.data() + size_; }
    /// A new one, which has no operands.
    WaitingOperation& add() {
        if (size_ == operations_.size()) operations_.emplace_back();
        return operations_[size_++];
    }
    /// Those that are not done keep their order.
    void remove_done() {
        std::size_t left = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            if (!operations_[i].is_left()) continue;
            if (left != i) std::swap(operations_[left], operations_[i]);
            ++left;
        }
        size_ = left;
    }

private:
    std::vector<WaitingOperation> operations_;
    std::size_t size_ = 0;
};

}  // namespace cuprum::kernel
