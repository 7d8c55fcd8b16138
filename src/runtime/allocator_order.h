// What a thread has chosen to allocate from: guards and captures, the last one first. They need not end in the opposite
// order, as an exception may leave `with using_allocator(...)` while a stream is still captured.
#pragma once

#include <memory>

#include "cuprum/memory.h"

namespace cuprum::runtime {

class AllocatorOrder {
public:
    enum class Of { guard, capture };

    /// From now on the thread allocates from `allocator`, until `leave` of the same key. `before` is what it has used.
    static void choose(const void* key, std::shared_ptr<cuda::Allocator> allocator, cuda::Allocator* before, Of kind);
    /// Makes room for one more choice, so that `choose` does not fail.
    static void reserve();
    /// Does nothing for a key of another thread.
    static void leave(const void* key) noexcept;

    /// The thread's allocator behind all captures: the pool of one capture may go before another ends.
    static std::shared_ptr<cuda::Allocator> behind_captures();
};

}  // namespace cuprum::runtime
