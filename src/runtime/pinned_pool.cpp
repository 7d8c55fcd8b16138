// Page-locked host memory, kept by size.
#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include "context.h"
#include "cuprum/error.h"
#include "cuprum/memory.h"
#include "services.h"
#include "stream_uses.h"

namespace cuprum::cuda {

using runtime::backend;
using runtime::StreamUses;

namespace {

// Few sizes, so that blocks are found again: powers of two up to 1 MiB, then whole MiB.
std::size_t size_class(std::size_t bytes) {
    constexpr std::size_t mib = std::size_t{1} << 20;
    if (bytes <= mib) return std::max<std::size_t>(512, std::bit_ceil(bytes));
    return (bytes + mib - 1) / mib * mib;
}

void refuse_nonsense(std::size_t bytes) {
    if (bytes > std::size_t{1} << 62)
        throw OutOfMemoryError("out of page-locked host memory: " + std::to_string(bytes) + " bytes asked");
}

// Host memory has no stream of its own, so each use by one is noted.
const StreamHandle no_stream = reinterpret_cast<StreamHandle>(-1);

// What has been given back, and the copies that may still be under way.
struct Kept {
    void* pointer;
    std::unique_ptr<StreamUses> uses;
};

}  // namespace

struct PinnedMemoryPool::State {
    explicit State(PinnedSource source) : source(std::move(source)) {}
    ~State() { release(); }

    void put(void* pointer, std::size_t bytes, std::unique_ptr<StreamUses> uses) noexcept {
        if (uses) uses->close();
        try {
            std::lock_guard guard(lock);
            if (!orphaned) {
                free[bytes].push_back({pointer, std::move(uses)});
                ++count;
                return;
            }
        } catch (const std::bad_alloc&) {
        }
        if (uses) uses->wait();
        source.free(pointer);
    }

    // The block that was given back first, if nothing uses it any more.
    void* take(std::size_t bytes) {
        std::unique_ptr<StreamUses> over;
        std::lock_guard guard(lock);
        auto found = free.find(bytes);
        if (found == free.end() || found->second.empty()) return nullptr;
        Kept& first = found->second.front();
        // A capture must not be disturbed by questions.
        if (first.uses && (runtime::context.capture || !first.uses->done())) return nullptr;
        void* pointer = first.pointer;
        over = std::move(first.uses);
        found->second.pop_front();
        --count;
        return pointer;
    }

    void release() noexcept {
        std::unordered_map<std::size_t, std::deque<Kept>> gone;
        {
            std::lock_guard guard(lock);
            gone.swap(free);
            count = 0;
        }
        for (auto& [bytes, blocks] : gone)
            for (Kept& kept : blocks) {
                if (kept.uses) kept.uses->wait();
                source.free(kept.pointer);
            }
    }

    const PinnedSource source;
    std::mutex lock;
    std::unordered_map<std::size_t, std::deque<Kept>> free;
    std::size_t count = 0;
    bool orphaned = false;  // The pool is gone: nobody takes what comes back.
};

namespace {

// The blocks that are lent, by address: transfers between arrays and host memory know the address alone.
struct Lent {
    std::mutex lock;
    std::map<const void*, Block*> blocks;
};
Lent& lent() {
    static auto* made = new Lent;
    return *made;
}

class HostBlock : public Block {
public:
    HostBlock(void* pointer, std::size_t bytes) : Block(pointer, bytes, -1, no_stream) {
        std::lock_guard guard(lent().lock);
        lent().blocks.emplace(pointer, this);
    }
    ~HostBlock() override {
        std::lock_guard guard(lent().lock);
        lent().blocks.erase(pointer_);
    }

protected:
    void note_use(StreamHandle stream) override {
        std::lock_guard guard(lock_);
        if (!uses_) uses_ = std::make_unique<StreamUses>();
        uses_->add(runtime::context.device, stream);
    }
    std::mutex lock_;
    std::unique_ptr<StreamUses> uses_;
};

class PooledBlock final : public HostBlock {
public:
    PooledBlock(void* pointer, std::size_t bytes, std::shared_ptr<PinnedMemoryPool::State> pool)
        : HostBlock(pointer, bytes), pool_(std::move(pool)) {}

private:
    void reclaim() noexcept override {
        const auto pool = std::move(pool_);
        const auto pointer = pointer_;
        const auto bytes = bytes_;
        auto uses = std::move(uses_);
        delete this;  // Before somebody else is lent the address.
        pool->put(pointer, bytes, std::move(uses));
    }
    std::shared_ptr<PinnedMemoryPool::State> pool_;
};

class LonePinnedBlock final : public HostBlock {
public:
    using HostBlock::HostBlock;

private:
    void reclaim() noexcept override {
        if (uses_) uses_->wait();
        void* pointer = pointer_;
        delete this;
        backend().free_pinned(pointer);
    }
};

std::atomic<PinnedAllocator*> process_allocator{nullptr};

}  // namespace

BlockRef pinned_memory(std::size_t bytes, unsigned flags) {
    if (bytes == 0) return {};
    refuse_nonsense(bytes);
    void* pointer = flags ? backend().services().allocate_host(bytes, flags) : backend().allocate_pinned(bytes);
    return BlockRef(new LonePinnedBlock(pointer, bytes));
}

PinnedMemoryPool::PinnedMemoryPool(PinnedSource source) {
    if (bool(source.allocate) != bool(source.free))
        throw ValueError("a source of page-locked memory needs both functions, allocate and free");
    if (!source.allocate)
        source = {[](std::size_t bytes) { return backend().allocate_pinned(bytes); },
                  [](void* pointer) { backend().free_pinned(pointer); }};
    state_ = std::make_shared<State>(std::move(source));
}

PinnedMemoryPool::~PinnedMemoryPool() {
    {
        std::lock_guard guard(state_->lock);
        state_->orphaned = true;
    }
    state_->release();
}

BlockRef PinnedMemoryPool::allocate(std::size_t bytes) {
    if (bytes == 0) return {};
    refuse_nonsense(bytes);
    const std::size_t size = size_class(bytes);
    void* pointer = state_->take(size);
    if (!pointer) {
        try {
            pointer = state_->source.allocate(size);
        } catch (const OutOfMemoryError&) {
            state_->release();
            pointer = state_->source.allocate(size);
        }
    }
    return BlockRef(new PooledBlock(pointer, size, state_));
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

BlockRef allocate_pinned(std::size_t bytes) {
    if (PinnedAllocator* allocator = process_allocator.load(std::memory_order_acquire))
        return allocator->allocate(bytes);
    return default_pinned_memory_pool().allocate(bytes);
}

void note_pinned_use(const void* address, StreamHandle stream) {
    std::lock_guard guard(lent().lock);
    auto after = lent().blocks.upper_bound(address);
    if (after == lent().blocks.begin()) return;
    Block* block = std::prev(after)->second;
    if (static_cast<const char*>(address) < static_cast<const char*>(block->pointer()) + block->bytes())
        block->used_on(stream);
}

void set_pinned_memory_allocator(std::shared_ptr<PinnedAllocator> allocator) {
    static std::mutex lock;
    static auto* kept = new std::set<std::shared_ptr<PinnedAllocator>>;
    std::lock_guard guard(lock);
    process_allocator.store(allocator.get(), std::memory_order_release);
    if (allocator) kept->insert(std::move(allocator));
}

}  // namespace cuprum::cuda
