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

    /// The one place that hands the memory out. Where it is not ready, it is computed first, and before it is written
    /// to, work that waits and reads it is done; either may throw.
    void* pointer(Access access = Access::write) const {
        if (condition_.load(std::memory_order_acquire) != 0) [[unlikely]]
            const_cast<Block*>(this)->prepare(access);
        return pointer_;
    }
    MemoryState state() const noexcept {
        return static_cast<MemoryState>(condition_.load(std::memory_order_acquire) & state_bits);
    }

    /// Counts work that was asked for, waits (runtime/waiting.h) and reads the memory.
    void add_waiting_reader() noexcept { condition_.fetch_add(one_reader, std::memory_order_acq_rel); }
    void remove_waiting_reader() noexcept { condition_.fetch_sub(one_reader, std::memory_order_acq_rel); }
    bool has_waiting_readers() const noexcept { return condition_.load(std::memory_order_acquire) >= one_reader; }
    int waiting_readers() const noexcept {
        return static_cast<int>(condition_.load(std::memory_order_acquire) / one_reader);
    }

    /// Says that somebody outside of the library keeps the address, and may read and write there at any time: no work
    /// with this memory waits from now on.
    void share_address() noexcept { shared_address_.store(true, std::memory_order_relaxed); }
    bool has_shared_address() const noexcept { return shared_address_.load(std::memory_order_relaxed); }
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
        : pointer_(pointer),
          bytes_(bytes),
          device_(device),
          condition_(static_cast<std::uint32_t>(state)),
          stream_(stream) {}
    virtual ~Block() = default;
    /// Takes the block back; nobody holds it any more.
    virtual void reclaim() noexcept = 0;
    /// Makes a block ready that is pending, by `become_ready`; or throws, and the block is pending or failed.
    virtual void compute() {}
    /// The memory holds what it should: whoever sees the state sees it.
    void become_ready(void* pointer) noexcept {
        pointer_ = pointer;
        condition_.fetch_and(~state_bits, std::memory_order_acq_rel);
    }
    /// The memory cannot be computed: asking for the address again asks `compute` to throw again.
    void fail() noexcept {
        condition_.fetch_or(state_bits, std::memory_order_relaxed);
        condition_.fetch_and(~state_bits | static_cast<std::uint32_t>(MemoryState::failed), std::memory_order_acq_rel);
    }
    /// The memory is lent anew, to one holder.
    void begin_lending() noexcept {
        references_.store(1, std::memory_order_relaxed);
        shared_address_.store(false, std::memory_order_relaxed);
    }
    /// Remembers a use on the current device's `stream`. Nothing to do where freeing the memory waits for all work.
    virtual void note_use(StreamHandle) {}

    void* pointer_;
    std::size_t bytes_;
    int device_;

private:
    static constexpr std::uint32_t state_bits = 3, one_reader = 4;
    void prepare(Access access);

    std::atomic<std::uint32_t> condition_;  // the state, and above it the number of waiting readers
    std::atomic<int> references_{1};
    std::atomic<bool> shared_address_{false};

protected:
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
