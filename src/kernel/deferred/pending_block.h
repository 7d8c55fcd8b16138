// Memory of a result that waits: none at first, then that of another block.
#pragma once

#include <typeinfo>

#include "cuprum/block.h"
#include "cuprum/ndarray.h"
#include "runtime/context.h"

namespace cuprum::kernel {

class Queue;
struct WaitingOperation;

class PendingBlock final : public cuda::Block {
public:
    explicit PendingBlock(std::size_t bytes)
        : Block(nullptr, bytes, runtime::context.device, runtime::context.stream, cuda::MemoryState::pending) {}

    /// That of an array whose elements wait or may come to wait; null for others.
    static PendingBlock* of(const ndarray& a) {
        cuda::Block* block = a.buffer().get();
        if (!block || block->state() == cuda::MemoryState::ready) return nullptr;
        // A class of which no other is derived: one comparison, where a dynamic_cast takes 20 ns.
        return typeid(*block) == typeid(PendingBlock) ? static_cast<PendingBlock*>(block) : nullptr;
    }

    /// The memory, which is allocated at the first call.
    const cuda::BlockRef& memory();
    /// Takes the memory in which a program put the elements.
    void adopt(cuda::BlockRef memory) { memory_ = std::move(memory); }
    bool has_memory() const { return static_cast<bool>(memory_); }
    /// All work that writes to it was given to the device.
    void set_ready() {
        queue.store(nullptr, std::memory_order_relaxed);
        become_ready(memory_.pointer());
    }

    std::atomic<Queue*> queue{nullptr};  ///< Where work waits that writes to it.
    /// Of the queue, while it evaluates.
    struct Mark {
        int held = 0;        ///< References that the queue has.
        int operation = -1;  ///< One that touches it, of those that are looked at.
        int written = -1;    ///< The highest level of those that write to it...
        int read = -1;       ///< ...and of those that read it.
        bool is_live = false, is_needed = false;
        bool is_read_in_memory = false;  ///< By a call, or through its address.
        bool is_reduced = false;         ///< By a reduction, or by one of what is computed from it.
        int last_writer = -1;            ///< The last operation that writes to it...
        int writers = 0;                 ///< ...and how many there are.
        int first_use = -1;              ///< The earliest level at which it is read.
        int number = -1;                 ///< Of programs.cpp: in the chain that writes to it.
        // Of views.h:
        int last_use = -1;                 ///< The level at which its elements are read last, through views too.
        bool is_read_by_kernel = false;    ///< Elementwise, and through views too.
        WaitingOperation* view = nullptr;  ///< Writes to it if its elements are not read where they lie.
    } mark;

private:
    void compute() override;
    void note_use(cuda::StreamHandle stream) override;
    void reclaim() noexcept override { delete this; }

    cuda::BlockRef memory_;
};

/// The same elements over the memory that a pending block will have; other arrays as they are. What is left to be read
/// where it lies is put into memory.
ndarray resolved(const ndarray& a);

}  // namespace cuprum::kernel
