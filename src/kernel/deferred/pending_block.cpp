#include "kernel/deferred/pending_block.h"

#include <mutex>
#include <utility>

#include "kernel/deferred/queue.h"
#include "runtime/lock_releasing_gil.h"

namespace cuprum::kernel {

ndarray resolved(const ndarray& a) {
    PendingBlock* block = PendingBlock::of(a);
    if (block && block->mark.view) run_over_memory(*std::exchange(block->mark.view, nullptr));
    return block ? ndarray(block->memory(), a.offset(), a.dtype(), a.shape(), a.strides()) : a;
}

const cuda::BlockRef& PendingBlock::memory() {
    if (!memory_) memory_ = cuda::allocate(bytes());
    return memory_;
}

// Of a block that nothing was recorded for, the memory is asked for before anything is in it.
void PendingBlock::compute() {
    if (Queue* writer = queue.load()) return writer->compute(*this);
    static std::mutex mutex;
    auto lock = runtime::lock_releasing_gil(mutex);
    if (state() == cuda::MemoryState::ready) return;
    memory();
    set_ready();
}

void PendingBlock::note_use(cuda::StreamHandle stream) {
    if (memory_) memory_->used_on(stream);
}

}  // namespace cuprum::kernel
