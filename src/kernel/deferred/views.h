// Calls that only move elements, as rolls do. Operations that read their results read the elements where those lie, and
// the results are never written to memory: while the queue evaluates, such a result is lazy. It is put into memory in
// the end where that is cheaper, or where a reader needs it.
#pragma once

#include <optional>

#include "kernel/deferred/operation.h"

namespace cuprum::kernel {

/// Marks the blocks that calls write to which only waiting operations read, an elementwise one among them, where
/// nothing overwrites what the call reads. Levels and writers are known.
void find_views(std::span<WaitingOperation> operations);

/// The call whose result an array's block is, if that is lazy.
inline WaitingOperation* lazy_call(const ndarray& a) {
    const PendingBlock* const block = PendingBlock::of(a);
    return block ? block->mark.view : nullptr;
}

/// Where the elements of a lazy array lie; nothing where it has to be put into memory.
std::optional<CompositeView> view_of(const ndarray& a);

/// An operand of a program that is lazy.
class LazyOperand final : public LazyArray {
public:
    explicit LazyOperand(const ndarray& a) : array_(a) {}
    const CompositeView* view() override;
    const ndarray& array() override;

private:
    const ndarray array_;
    bool is_viewed_ = false;
    std::optional<CompositeView> view_;
    std::optional<ndarray> memory_;
};

/// Runs an elementwise operation that reads lazy arrays where their elements lie; false where it has none, or is better
/// run over memory.
bool run_through_views(const WaitingOperation& operation);

}  // namespace cuprum::kernel
