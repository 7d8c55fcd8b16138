// Pieces of memory, counted by their holders.
#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

namespace cuprum::cuda {

/// A stream as the backend knows it; null is the default stream.
using StreamHandle = void*;
/// The handle that stands for the calling thread's own default stream in CUDA's API.
inline const StreamHandle per_thread_handle = reinterpret_cast<StreamHandle>(2);

/// A piece of memory that somebody lent, counted by its holders. The last one to let go gives it back.
class Block {
public:
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    /// The one place that hands the memory out. A block that is to be computed yet has none, and may throw.
    void* pointer() const {
        if (!pointer_) [[unlikely]]
            const_cast<Block*>(this)->provide();
        return pointer_;
    }
    /// Bytes that may be used: at least those asked for.
    std::size_t bytes() const noexcept { return bytes_; }
    /// The device that holds it; -1 for memory of the host.
    int device() const noexcept { return device_; }
    /// The stream in whose order it is reused.
    StreamHandle stream() const noexcept { return stream_; }

    /// Work given to `stream` uses the memory: nobody else gets it before that work is done. Launches and copies say
    /// so.
    void used_on(StreamHandle stream) {
        // The handle of the per-thread stream is the same in all threads, its stream is not.
        if (stream != stream_ || stream == per_thread_handle) [[unlikely]]
            note_use(stream);
    }
    /// The same for a stream of another device, whose default stream has the same handle.
    void used_on_peer(StreamHandle stream) { note_use(stream); }

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
    /// Sets the pointer of a block that was lent without memory, or throws.
    virtual void provide() {}
    /// Remembers a use on the current device's `stream`. Nothing to do where freeing the memory waits for all work.
    virtual void note_use(StreamHandle) {}

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
    void* pointer() const { return block_ ? block_->pointer() : nullptr; }

private:
    Block* block_ = nullptr;
};

}  // namespace cuprum::cuda
