// Device and host memory: blocks, the pools that lend them, and what may stand in for the pools.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace cuprum::cuda {

/// A stream as the backend knows it; null is the default stream.
using StreamHandle = void*;

/// A piece of memory that somebody lent, counted by its holders. The last one to let go gives it back.
class Block {
public:
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    void* pointer() const noexcept { return pointer_; }
    /// Bytes that may be used: at least those asked for.
    std::size_t bytes() const noexcept { return bytes_; }
    /// The device that holds it; -1 for memory of the host.
    int device() const noexcept { return device_; }
    /// The stream in whose order it is reused.
    StreamHandle stream() const noexcept { return stream_; }

    void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
    void release() noexcept {
        // A sole holder needs no read-modify-write: nobody is left who could race with it.
        if (references_.load(std::memory_order_acquire) == 1 ||
            references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
            reclaim();
    }
    int references() const noexcept { return references_.load(std::memory_order_relaxed); }

protected:
    Block(void* pointer, std::size_t bytes, int device, StreamHandle stream)
        : pointer_(pointer), bytes_(bytes), device_(device), stream_(stream) {}
    virtual ~Block() = default;
    /// Takes the block back; nobody holds it any more.
    virtual void reclaim() noexcept = 0;

    void* pointer_;
    std::size_t bytes_;
    int device_;
    std::atomic<int> references_{1};
    StreamHandle stream_;
};

/// Holds a Block, or nothing.
class BlockRef {
public:
    BlockRef() = default;
    /// Takes over the reference that `block` comes with.
    explicit BlockRef(Block* block) noexcept : block_(block) {}
    BlockRef(const BlockRef& other) noexcept : block_(other.block_) {
        if (block_) block_->retain();
    }
    BlockRef(BlockRef&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    BlockRef& operator=(BlockRef other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~BlockRef() {
        if (block_) block_->release();
    }

    explicit operator bool() const noexcept { return block_ != nullptr; }
    Block* get() const noexcept { return block_; }
    Block* operator->() const noexcept { return block_; }
    void* pointer() const noexcept { return block_ ? block_->pointer() : nullptr; }

private:
    Block* block_ = nullptr;
};

/// Lends blocks of the current device's memory. May be called from any thread.
class Allocator {
public:
    virtual ~Allocator() = default;
    /// A block of at least `bytes` bytes, to be used in the order of `stream`; nothing for zero bytes.
    /// Throws OutOfMemoryError.
    virtual BlockRef allocate(std::size_t bytes, StreamHandle stream) = 0;
};

/// Where a pool or a DirectAllocator takes raw memory from; by default the backend's allocate and free. `allocate`
/// throws OutOfMemoryError when there is none left; `free` must not throw.
struct MemorySource {
    std::function<void*(int device, std::size_t bytes)> allocate;
    std::function<void(int device, void* pointer)> free;
};

/// Keeps freed memory for the next request, with an arena for each device and stream.
///
/// Requests are rounded up to 512 bytes and served by the smallest free block that fits, which is split; freed
/// neighbours merge. Statistics are those of the current device. A large free block (32 MiB and more) is not split for
/// a request of less than a 64th of it: a small array that lives on would keep the next large one from reusing the
/// block. When memory runs short that rule is dropped, blocks of other streams are taken over, and unused memory goes
/// back to the device.
class MemoryPool final : public Allocator {
public:
    explicit MemoryPool(MemorySource source = {});
    /// Blocks still lent stay valid.
    ~MemoryPool() override;

    BlockRef allocate(std::size_t bytes, StreamHandle stream) override;

    std::size_t used_bytes() const;
    std::size_t free_bytes() const;
    std::size_t total_bytes() const;
    std::size_t n_free_blocks() const;

    /// Gives unused memory back to the device: of every stream, or of one. Memory that is in use in part stays.
    void free_all_blocks();
    void free_all_blocks(StreamHandle stream);

    /// Limits what the pool may hold on the current device: in bytes, or as a fraction of the device's memory; 0 or
    /// nothing lifts the limit. CUPRUM_GPU_MEMORY_LIMIT ("4294967296" or "50%") sets the limit that a pool starts with.
    void set_limit(std::optional<std::int64_t> size = {}, std::optional<double> fraction = {});
    /// Bytes; 0 where there is no limit.
    std::size_t get_limit() const;

    struct State;

private:
    std::unique_ptr<State> state_;
};

/// Takes each block from the device and gives it straight back: no pool.
class DirectAllocator final : public Allocator {
public:
    explicit DirectAllocator(MemorySource source = {});
    BlockRef allocate(std::size_t bytes, StreamHandle stream) override;

private:
    std::shared_ptr<const MemorySource> source_;
};

/// Keeps page-locked memory of the host, which devices copy from and to at full speed.
class PinnedMemoryPool {
public:
    PinnedMemoryPool();
    /// A block of at least `bytes` bytes; nothing for zero bytes. Whoever starts an asynchronous copy must hold it
    /// until the copy is done.
    BlockRef allocate(std::size_t bytes);
    std::size_t n_free_blocks() const;
    void free_all_blocks();

    struct State;

private:
    std::shared_ptr<State> state_;
};

/// The pools that everything uses unless told otherwise. They live until the process ends.
MemoryPool& default_memory_pool();
PinnedMemoryPool& default_pinned_memory_pool();

/// Memory of the current device, from the current allocator, in the current stream's order.
BlockRef allocate(std::size_t bytes);

/// Makes every thread allocate from `allocator`; null means the default pool. It is kept alive from then on, since
/// another thread may be inside it when it is replaced.
void set_allocator(std::shared_ptr<Allocator> allocator);
/// The calling thread's allocator.
Allocator& get_allocator();

/// Makes the calling thread allocate from `allocator` while the guard lives; null means the default pool.
class AllocatorGuard {
public:
    explicit AllocatorGuard(std::shared_ptr<Allocator> allocator);
    ~AllocatorGuard();
    AllocatorGuard(const AllocatorGuard&) = delete;
    AllocatorGuard& operator=(const AllocatorGuard&) = delete;

private:
    std::shared_ptr<Allocator> allocator_;
    Allocator* previous_;
};

/// Names something that frees memory held by garbage (Python's collector). It is called before an allocation fails,
/// with no lock held.
void set_collector(std::function<void()> collector);

/// What a MemoryHook is told. Fields that are not known yet are zero.
struct MemoryEvent {
    int device = 0;
    std::size_t size = 0;      ///< Bytes asked for.
    std::size_t mem_size = 0;  ///< Bytes lent.
    void* pointer = nullptr;
    const Block* block = nullptr;  ///< Tells blocks apart.
};

/// Watches the calling thread's allocations while registered. `malloc` is a request to a pool, `alloc` one from a pool
/// to the device. What the free_ functions throw is lost.
class MemoryHook {
public:
    virtual ~MemoryHook() = default;
    virtual void alloc_preprocess(const MemoryEvent&) {}
    virtual void alloc_postprocess(const MemoryEvent&) {}
    virtual void malloc_preprocess(const MemoryEvent&) {}
    virtual void malloc_postprocess(const MemoryEvent&) {}
    virtual void free_preprocess(const MemoryEvent&) {}
    virtual void free_postprocess(const MemoryEvent&) {}
};

/// The hook must live until it is removed by the same thread.
void add_memory_hook(MemoryHook& hook);
void remove_memory_hook(MemoryHook& hook);

}  // namespace cuprum::cuda
