// Page-locked host memory, kept by size.
#include <bit>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "backend.h"
#include "cuprum/error.h"
#include "cuprum/memory.h"

namespace cuprum::cuda {

using runtime::backend;

// Few sizes, so that blocks are found again: powers of two up to 1 MiB, then whole MiB.
static std::size_t size_class(std::size_t bytes) {
    constexpr std::size_t mib = std::size_t{1} << 20;
    if (bytes <= mib) return std::max<std::size_t>(512, std::bit_ceil(bytes));
    return (bytes + mib - 1) / mib * mib;
}

struct PinnedMemoryPool::State {
    ~State() { release(); }
    void release() {
        std::unordered_map<std::size_t, std::vector<void*>> gone;
        {
            std::lock_guard guard(lock);
            gone.swap(free);
            count = 0;
        }
        for (auto& [bytes, pointers] : gone)
            for (void* pointer : pointers) backend().free_pinned(pointer);
    }
    std::mutex lock;
    std::unordered_map<std::size_t, std::vector<void*>> free;
    std::size_t count = 0;
};

namespace {

class PinnedBlock final : public Block {
public:
    PinnedBlock(void* pointer, std::size_t bytes, std::shared_ptr<PinnedMemoryPool::State> pool)
        : Block(pointer, bytes, -1, nullptr), pool_(std::move(pool)) {}

private:
    void reclaim() noexcept override {
        try {
            std::lock_guard guard(pool_->lock);
            pool_->free[bytes_].push_back(pointer_);
            ++pool_->count;
        } catch (const std::bad_alloc&) {
            backend().free_pinned(pointer_);
        }
        delete this;
    }
    std::shared_ptr<PinnedMemoryPool::State> pool_;
};

}  // namespace

PinnedMemoryPool::PinnedMemoryPool() : state_(std::make_shared<State>()) {}

BlockRef PinnedMemoryPool::allocate(std::size_t bytes) {
    if (bytes == 0) return {};
    if (bytes > std::size_t{1} << 62)
        throw OutOfMemoryError("out of page-locked host memory: " + std::to_string(bytes) + " bytes asked");
    std::size_t size = size_class(bytes);
    void* pointer = nullptr;
    {
        std::lock_guard guard(state_->lock);
        auto found = state_->free.find(size);
        if (found != state_->free.end() && !found->second.empty()) {
            pointer = found->second.back();
            found->second.pop_back();
            --state_->count;
        }
    }
    if (!pointer) {
        try {
            pointer = backend().allocate_pinned(size);
        } catch (const OutOfMemoryError&) {
            state_->release();
            pointer = backend().allocate_pinned(size);
        }
    }
    return BlockRef(new PinnedBlock(pointer, size, state_));
}

std::size_t PinnedMemoryPool::n_free_blocks() const {
    std::lock_guard guard(state_->lock);
    return state_->count;
}

void PinnedMemoryPool::free_all_blocks() { state_->release(); }

PinnedMemoryPool& default_pinned_memory_pool() {
    static auto* pool = new PinnedMemoryPool;
    return *pool;
}

}  // namespace cuprum::cuda
