// The free and lent memory of one (device, stream) of a pool. Knows nothing of limits or of other arenas.
//
// An arena divides its segments (segment.h) into chunks. Each address of a segment belongs to one chunk, which is lent,
// free, or a hole: addresses without memory. Small and large requests have segments of their own, so that a small array
// that lives long does not divide what large arrays were freed from. In a growing segment, freed neighbours merge
// whatever they were asked for as, a request that fits nowhere is served from a free chunk and the hole behind it, and
// memory of free chunks is given back piece by piece.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "backend.h"
#include "cuprum/memory.h"
#include "segment.h"
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

/// A part of a segment. It is the very Block that is lent, so lending makes no object.
class Chunk final : public cuda::Block {
public:
    Chunk() : Block(nullptr, 0, 0, nullptr) {}

    /// Lends it in the order of another stream than its arena's.
    void lend_to(StreamHandle stream);

private:
    friend class Arena;
    friend class FreeChunks;
    friend class KeptMemory;
    void reclaim() noexcept override;
    void note_use(StreamHandle stream) override;
    /// Whether nobody works on the memory any more; it has no holders.
    bool is_unused() noexcept;

    char* begin() const { return static_cast<char*>(pointer_); }
    char* end() const { return begin() + bytes_; }

    enum class State : std::uint8_t { lent, free, hole };

    Arena* arena = nullptr;
    Segment* segment = nullptr;
    std::atomic<StreamUses*> uses{nullptr};              // By other streams; null while there are none.
    Chunk *previous = nullptr, *next = nullptr;          // Neighbours in the segment.
    Chunk *bin_previous = nullptr, *bin_next = nullptr;  // Neighbours in the bin, or in another list.
    State state = State::lent;
    bool is_large = false;  // Which of the arena's spaces it is of.
};

/// Free chunks in bins by size: one bin a size below some size, sixteen an octave above. A bitmap finds the next bin
/// that holds something, so that best fit costs no search tree and no heap.
class FreeChunks {
public:
    explicit FreeChunks(int exact_bins);
    void insert(Chunk& chunk);
    void remove(Chunk& chunk);
    /// The smallest chunk of at least `bytes`; null if none.
    Chunk* best_fit(std::size_t bytes) const;
    Chunk* largest() const;
    std::size_t count() const { return count_; }

    /// From the largest bin down; stops where `f` answers false. `f` may take the chunk out and insert smaller ones.
    template <class F>
    void for_each_down(F&& f) const {
        for (int bin = last_bin(static_cast<int>(bins_.size()) - 1); bin >= 0; bin = last_bin(bin - 1))
            for (Chunk *chunk = bins_[bin], *next; chunk; chunk = next) {
                next = chunk->bin_next;
                if (!f(*chunk)) return;
            }
    }

private:
    static constexpr int octave_bins = 16;
    int bin_of(std::size_t bytes) const;
    int next_bin(int from) const;
    int last_bin(int from) const;

    const int exact_bins_, first_octave_;
    std::vector<Chunk*> bins_;
    std::array<std::uint64_t, 64> filled_{};  // A bit a bin,
    std::uint64_t filled_words_ = 0;          // and a bit a word of those.
    std::size_t count_ = 0;
};

struct ArenaStatistics {
    std::size_t used = 0, free = 0, free_blocks = 0, largest_free = 0;
    std::size_t most_used = 0;  ///< Since somebody last asked for a reset.
};

class Arena {
public:
    static constexpr std::size_t unit = 512;
    /// Requests of this size and above are large.
    static constexpr std::size_t large = std::size_t{1} << 20;
    /// Free chunks of this size and above are not split for less than a 64th of them while memory lasts.
    static constexpr std::size_t spared = std::size_t{32} << 20, nibble = 64;

    /// With a `mapping_unit` segments grow, otherwise each is an allocation of the source.
    Arena(int device, StreamHandle stream, std::uint64_t thread, std::shared_ptr<const cuda::MemorySource> source,
          std::size_t mapping_unit)
        : device(device), stream(stream), thread(thread), mapping_unit_(mapping_unit), source_(std::move(source)) {}
    ~Arena();

    const int device;
    std::atomic<StreamHandle> stream;
    std::atomic<std::uint64_t> thread;  ///< The thread whose stream it is, if the stream is the per-thread one; else 0.
    /// How many streams have had the arena: tells those apart that remember it.
    std::atomic<std::uint64_t> tenant{0};

    /// Lends the chunk that fits best, or null. `pressed`, a spared chunk and those for large requests are split, too.
    Chunk* take(std::size_t bytes, bool pressed);
    /// Takes a chunk back and merges it with free neighbours, but for a small one at the end behind a large one. Where
    /// another stream still works on it, a later `settle` does so.
    void take_back(Chunk& chunk) noexcept;
    /// Puts the chunks back whose work on other streams is done, or waits for it.
    void settle(bool wait) noexcept;

    /// Merges free chunks for large requests that `take_back` left apart; false where there are none.
    bool join_neighbours() noexcept;
    /// Bytes that `extend` would add to the arena.
    std::size_t missing(std::size_t bytes);
    /// Lends a chunk of memory that is new, in part at least. Null if the device has no more, or `admit` refuses the
    /// number of bytes that the arena would grow by.
    Chunk* extend(std::size_t bytes, const std::function<bool(std::size_t)>& admit);

    /// Gives `most` bytes of free memory back to the device, or all that can be; tells how many bytes that were.
    std::size_t release_free(std::size_t most = ~std::size_t{0}) noexcept;
    ArenaStatistics statistics(bool reset_most = false);
    /// Whether nothing of it is lent, nor used by other streams.
    bool is_vacant();
    /// Is true once in a while, as memory is lent.
    bool is_due() const { return until_due_.load(std::memory_order_relaxed) < 0; }
    void was_due() { until_due_.store(due_after, std::memory_order_relaxed); }

    /// The pool is gone: give segments back as they become free, and then die.
    void orphan() noexcept;

    /// An event after the last work of a stream that was destroyed, kept until a new stream gets its handle or the
    /// arena; null otherwise. Guarded by the pool's lock.
    EventHandle fence = nullptr;

private:
    // The segments for small requests, or for large ones.
    struct Space {
        explicit Space(bool is_large) : is_large(is_large), free(is_large ? 16 : 2048) {}
        const bool is_large;
        FreeChunks free;
        Chunk* holes = nullptr;  // Linked by `bin_next`; changed by the holder of `mapping_` alone.
        std::vector<std::unique_ptr<Segment>> segments;
        std::size_t reserved = 0;
    };
    // A hole, with the free chunk before it if that shall be used.
    struct Growth {
        Chunk *hole = nullptr, *before = nullptr;
        std::size_t missing = 0;
    };

    Space& space_of(const Chunk& chunk) { return chunk.is_large ? large_ : small_; }
    Space& space_for(std::size_t bytes) { return bytes >= large ? large_ : small_; }
    Chunk* new_chunk();
    Chunk* new_chunk(Segment& segment, const Space& space);
    void recycle(Chunk& chunk) noexcept;
    void unlink(Chunk& chunk) noexcept;
    void cut(Chunk& chunk, std::size_t bytes, Chunk* rest) noexcept;
    void absorb_next(Chunk& into) noexcept;
    static bool stay_apart(const Chunk& first, const Chunk& second);
    void insert_merged(Chunk* chunk) noexcept;
    bool join_neighbours(Space& space) noexcept;
    void insert_hole(Chunk& chunk) noexcept;
    void remove_hole(Chunk& chunk) noexcept;
    Growth find_growth(Space& space, std::size_t bytes) const;
    Chunk* add_fixed(Space& space, std::size_t bytes);
    bool reserve(Space& space, std::size_t bytes);
    std::size_t release_free(Space& space, std::size_t most) noexcept;
    void lend(Chunk& chunk) noexcept;
    void put(Chunk& chunk) noexcept;
    void leave() noexcept;

    static constexpr std::int32_t due_after = 4096;
    static constexpr std::size_t least_large_piece = std::size_t{2} << 20;  // A huge page.

    const std::size_t mapping_unit_;
    std::shared_ptr<const cuda::MemorySource> source_;
    std::mutex mapping_;  // Held over what changes growing segments; taken before `lock_`.
    mutable SpinLock lock_;
    Space small_{false}, large_{true};
    std::size_t used_bytes_ = 0, free_bytes_ = 0, most_used_ = 0;
    Chunk* spare_ = nullptr;  // Chunk objects that stand for no memory, linked by `next`.
    Chunk *parked_ = nullptr,
          *last_parked_ = nullptr;  // Chunks that other streams may still use, linked by `bin_next`.
    std::atomic<std::size_t> parked_count_{0};
    std::atomic<std::int32_t> until_due_{due_after};
    bool orphaned_ = false;
    int leaving_ = 0;  // Threads inside leave() or on their way there; the last one may delete the arena.
};

}  // namespace cuprum::runtime
