// Pieces of memory, counted by their holders.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace cuprum::cuda {

/// A stream as the backend knows it; null is the default stream.
using StreamHandle = void*;
/// The handle that stands for the calling thread's own default stream in CUDA's API.
inline const StreamHandle per_thread_handle = reinterpret_cast<StreamHandle>(2);

/// What there is behind a block.
enum class MemoryState : std::uint8_t {
    ready,    ///< Memory that may be read and written in the order of streams.
    pending,  ///< Nothing yet: what it will hold is computed when somebody asks for its address.
    failed,   ///< What should have been computed could not be; asking for the address throws again.
};

/// What an address is wanted for.
enum class Access : std::uint8_t { read, write };

/// A piece of memory that somebody lent, counted by its holders. The last one to let go gives it back.
class Block {
public:
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    /// The one place that hands the memory out. Where it is not ready, it is computed first; that may throw.
    void* pointer() const {
        if (state() != MemoryState::ready) [[unlikely]]
            const_cast<Block*>(this)->compute();
        return pointer_;
    }
    MemoryState state() const noexcept { return state_.load(std::memory_order_acquire); }
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
    Block(void* pointer, std::size_t bytes, int device, StreamHandle stream, MemoryState state = MemoryState::ready)
        : pointer_(pointer), bytes_(bytes), device_(device), state_(state), stream_(stream) {}
    virtual ~Block() = default;
    /// Takes the block back; nobody holds it any more.
    virtual void reclaim() noexcept = 0;
    /// Makes a block ready that is pending, by `become_ready`; or throws, and the block is pending or failed.
    virtual void compute() {}
    /// The memory holds what it should: whoever sees the state sees it.
    void become_ready(void* pointer) noexcept {
        pointer_ = pointer;
        state_.store(MemoryState::ready, std::memory_order_release);
    }
    void fail() noexcept { state_.store(MemoryState::failed, std::memory_order_release); }
    /// Remembers a use on the current device's `stream`. Nothing to do where freeing the memory waits for all work.
    virtual void note_use(StreamHandle) {}

    void* pointer_;
    std::size_t bytes_;
    int device_;
    std::atomic<MemoryState> state_;
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
