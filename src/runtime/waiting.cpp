#include "runtime/waiting.h"

namespace cuprum {

constinit std::atomic<bool> runtime::deferred_by_default{false};
constinit std::atomic<void (*)()> runtime::evaluate_all_waiting{nullptr};

// Work of any thread may read the memory, so all of it is done before the memory changes.
void cuda::Block::prepare(Access access) {
    const bool has_readers = condition_.load(std::memory_order_acquire) >= one_reader;
    if (access == Access::write && has_readers)
        if (auto evaluate = runtime::evaluate_all_waiting.load(std::memory_order_acquire)) evaluate();
    if (state() != MemoryState::ready) compute();
}

}  // namespace cuprum
