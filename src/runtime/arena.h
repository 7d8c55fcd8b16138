// The free and lent memory of one (device, stream) of a pool. Knows nothing of limits or of other arenas.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

#include "backend.h"
#include "cuprum/memory.h"
#include "stream_uses.h"

namespace cuprum::runtime {

/// For sections of some dozens of instructions, where a mutex would cost more than the work.
class SpinLock {
public:
    void lock() noexcept {
        while (taken_.test_and_set(std::memory_order_acquire))
            while (taken_.test(std::memory_order_relaxed)) std::this_thread::yield();
    }
    void unlock() noexcept { taken_.clear(std::memory_order_release); }

private:
    std::atomic_flag taken_;
};

class Arena;

/// A piece of a segment, a segment being one allocation of the backend. It is the very Block that is lent, so lending
/// makes no object.
class Chunk final : public cuda::Block {
public:
    Chunk() : Block(nullptr, 0, 0, nullptr) {}
    bool is_segment() const { return !previous && !next; }

private:
    friend class Arena;
    friend class FreeChunks;
    void reclaim() noexcept override;
    void note_use(StreamHandle stream) override;
    /// Whether nobody works on the memory any more; it has no holders.
    bool is_unused() noexcept;

    Arena* arena = nullptr;
    std::atomic<StreamUses*> uses{nullptr};              // By other streams; null while there are none.
    Chunk *previous = nullptr, *next = nullptr;          // Neighbours in the segment.
    Chunk *bin_previous = nullptr, *bin_next = nullptr;  // Neighbours in the bin.
    bool free = false;
};

/// Free chunks in bins by size: one bin a size below 1 MiB, sixteen an octave above. A bitmap finds the next bin that
/// holds something, so that best fit costs no search tree and no heap.
class FreeChunks {
public:
    void insert(Chunk& chunk);
    void remove(Chunk& chunk);
    /// The smallest chunk of at least `bytes`, of those that are whole segments if `segments_only`; null if none.
    Chunk* best_fit(std::size_t bytes, bool segments_only) const;
    Chunk* largest() const;
    std::size_t count() const { return count_; }

    template <class F>
    void for_each(F&& f) const {
        for (int bin = next_bin(0); bin >= 0; bin = next_bin(bin + 1))
            for (Chunk *chunk = bins_[bin], *next; chunk; chunk = next) next = chunk->bin_next, f(*chunk);
    }

private:
    static constexpr int exact_bins = 2048, octave_bins = 16, bin_count = exact_bins + octave_bins * 44;
    static int bin_of(std::size_t bytes);
    int next_bin(int from) const;

    std::array<Chunk*, bin_count> bins_{};
    std::array<std::uint64_t, (bin_count + 63) / 64> filled_{};  // A bit a bin,
    std::uint64_t filled_words_ = 0;                             // and a bit a word of those.
    std::size_t count_ = 0;
};

struct ArenaStatistics {
    std::size_t used = 0, free = 0, free_blocks = 0, largest_free = 0;
};

class Arena {
public:
    static constexpr std::size_t unit = 512;
    static constexpr std::size_t large = std::size_t{32} << 20, nibble = 64;

    Arena(int device, StreamHandle stream, std::uint64_t thread, std::shared_ptr<const cuda::MemorySource> source)
        : device(device), stream(stream), thread(thread), source_(std::move(source)) {}
    ~Arena();

    const int device;
    const StreamHandle stream;
    const std::uint64_t thread;  ///< The thread whose stream it is, if the stream is the per-thread one; else 0.

    /// Lends the chunk that fits best, or null. With `spare_large`, a large chunk is not split for a small request.
    Chunk* take(std::size_t bytes, bool spare_large);
    /// Takes a chunk back and merges it with free neighbours; at once if nobody works on it, else by a later `settle`.
    void take_back(Chunk& chunk) noexcept;
    /// Puts the chunks back whose work on other streams is done, or waits for it.
    void settle(bool wait) noexcept;
    /// Lends a new segment.
    Chunk* add(void* pointer, std::size_t bytes);

    /// Hands a free segment of at least `bytes` to whom it will belong from then on; null if there is none.
    Chunk* remove_segment(std::size_t bytes, bool spare_large);
    void insert_segment(Chunk& segment);

    /// Frees segments of which nothing is lent; tells how many bytes that were.
    std::size_t release_free() noexcept;
    ArenaStatistics statistics();

    /// The pool is gone: give segments back as they become free, and then die.
    void orphan() noexcept;

    /// An event after the last work of a stream that was destroyed, kept until a new stream gets its handle; null
    /// otherwise. Guarded by the pool's lock.
    EventHandle fence = nullptr;

private:
    Chunk* best_fit(std::size_t bytes, bool spare_large, bool segments_only) const;
    Chunk* new_chunk();
    void recycle(Chunk& chunk) noexcept;
    void put(Chunk& chunk) noexcept;
    void leave() noexcept;

    std::shared_ptr<const cuda::MemorySource> source_;
    mutable SpinLock lock_;
    FreeChunks free_;
    std::size_t used_bytes_ = 0, free_bytes_ = 0;
    Chunk* spare_ = nullptr;  // Chunk objects that stand for no memory, linked by `next`.
    Chunk *parked_ = nullptr,
          *last_parked_ = nullptr;  // Chunks that other streams may still use, linked by `bin_next`.
    std::atomic<std::size_t> parked_count_{0};
    bool orphaned_ = false;
    int leaving_ = 0;  // Threads inside leave() or on their way there; the last one may delete the arena.
};

}  // namespace cuprum::runtime
