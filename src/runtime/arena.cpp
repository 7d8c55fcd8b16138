#include "arena.h"

#include "context.h"
#include "thread_streams.h"

namespace cuprum::runtime {

int FreeChunks::bin_of(std::size_t bytes) {
    std::size_t units = bytes / Arena::unit;
    if (units < exact_bins) return static_cast<int>(units);
    int octave = std::bit_width(units) - 1, first = std::bit_width(unsigned{exact_bins}) - 1;
    return exact_bins + (octave - first) * octave_bins + static_cast<int>((units >> (octave - 4)) & (octave_bins - 1));
}

int FreeChunks::next_bin(int from) const {
    if (from >= bin_count) return -1;
    int word = from / 64;
    if (std::uint64_t rest = filled_[word] >> (from % 64)) return from + std::countr_zero(rest);
    std::uint64_t words = word == 63 ? 0 : filled_words_ >> (word + 1) << (word + 1);
    if (!words) return -1;
    word = std::countr_zero(words);
    return word * 64 + std::countr_zero(filled_[word]);
}

void FreeChunks::insert(Chunk& chunk) {
    int bin = bin_of(chunk.bytes());
    chunk.free = true;
    chunk.bin_previous = nullptr;
    chunk.bin_next = bins_[bin];
    if (chunk.bin_next) chunk.bin_next->bin_previous = &chunk;
    bins_[bin] = &chunk;
    filled_[bin / 64] |= std::uint64_t{1} << (bin % 64);
    filled_words_ |= std::uint64_t{1} << (bin / 64);
    ++count_;
}

void FreeChunks::remove(Chunk& chunk) {
    int bin = bin_of(chunk.bytes());
    chunk.free = false;
    (chunk.bin_previous ? chunk.bin_previous->bin_next : bins_[bin]) = chunk.bin_next;
    if (chunk.bin_next) chunk.bin_next->bin_previous = chunk.bin_previous;
    if (!bins_[bin] && !(filled_[bin / 64] &= ~(std::uint64_t{1} << (bin % 64))))
        filled_words_ &= ~(std::uint64_t{1} << (bin / 64));
    --count_;
}

Chunk* FreeChunks::best_fit(std::size_t bytes, bool segments_only) const {
    // The first bin may hold chunks that are too small; all in a later bin are large enough and larger than those
    // before.
    for (int bin = next_bin(bin_of(bytes)); bin >= 0; bin = next_bin(bin + 1)) {
        Chunk* best = nullptr;
        for (Chunk* chunk = bins_[bin]; chunk; chunk = chunk->bin_next) {
            if (chunk->bytes() < bytes || (segments_only && !chunk->is_segment())) continue;
            if (!best || chunk->bytes() < best->bytes()) best = chunk;
            if (bin < exact_bins || best->bytes() == bytes) break;
        }
        if (best) return best;
    }
    return nullptr;
}

Chunk* FreeChunks::largest() const {
    if (!filled_words_) return nullptr;
    int word = 63 - std::countl_zero(filled_words_);
    Chunk* best = nullptr;
    for (Chunk* chunk = bins_[word * 64 + 63 - std::countl_zero(filled_[word])]; chunk; chunk = chunk->bin_next)
        if (!best || chunk->bytes() > best->bytes()) best = chunk;
    return best;
}

Arena::~Arena() {
    while (Chunk* chunk = spare_) {
        spare_ = chunk->next;
        delete chunk;
    }
}

Chunk* Arena::new_chunk() {
    Chunk* chunk = spare_;
    if (chunk) {
        spare_ = chunk->next;
        chunk->next = nullptr;
    } else {
        chunk = new Chunk;
    }
    chunk->arena = this;
    chunk->device_ = device;
    chunk->stream_ = stream;
    return chunk;
}

void Arena::recycle(Chunk& chunk) noexcept {
    chunk.previous = nullptr;
    chunk.next = spare_;
    spare_ = &chunk;
}

Chunk* Arena::best_fit(std::size_t bytes, bool spare_large, bool segments_only) const {
    Chunk* chunk = free_.best_fit(bytes, segments_only);
    if (chunk && spare_large && chunk->bytes() >= large && bytes < chunk->bytes() / nibble) return nullptr;
    return chunk;
}

Chunk* Arena::take(std::size_t bytes, bool spare_large) {
    if (parked_count_.load(std::memory_order_relaxed)) [[unlikely]]
        settle(false);
    std::lock_guard guard(lock_);
    Chunk* chunk = best_fit(bytes, spare_large, false);
    if (!chunk) return nullptr;
    if (chunk->bytes_ == bytes) {
        free_.remove(*chunk);
    } else {
        Chunk* rest = new_chunk();
        free_.remove(*chunk);
        rest->pointer_ = static_cast<char*>(chunk->pointer_) + bytes;
        rest->bytes_ = chunk->bytes_ - bytes;
        rest->previous = chunk;
        rest->next = chunk->next;
        if (rest->next) rest->next->previous = rest;
        chunk->next = rest;
        chunk->bytes_ = bytes;
        free_.insert(*rest);
    }
    used_bytes_ += bytes;
    free_bytes_ -= bytes;
    chunk->references_.store(1, std::memory_order_relaxed);
    return chunk;
}

void Chunk::note_use(StreamHandle stream) {
    stream = named(stream);
    if (stream == per_thread_stream && arena->thread == thread_number() && context.device == device_) return;
    StreamUses* known = uses.load(std::memory_order_acquire);
    if (!known) {
        auto made = std::make_unique<StreamUses>();
        if (uses.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) known = made.release();
    }
    known->add(context.device, stream);
}

bool Chunk::is_unused() noexcept {
    StreamUses* known = uses.load(std::memory_order_acquire);
    if (!known) return true;
    // A capture must not be disturbed by questions.
    if (context.capture || !known->done()) return false;
    delete known;
    uses.store(nullptr, std::memory_order_relaxed);
    return true;
}

void Arena::take_back(Chunk& chunk) noexcept {
    if (chunk.is_unused()) [[likely]]
        return put(chunk);
    bool orphaned;
    {
        std::lock_guard guard(lock_);
        chunk.bin_next = nullptr;
        (parked_ ? last_parked_->bin_next : parked_) = &chunk;
        last_parked_ = &chunk;
        ++parked_count_;
        orphaned = orphaned_;
        leaving_ += orphaned;  // Keeps the arena while it settles.
    }
    if (!orphaned) return;
    settle(true);
    leave();
}

void Arena::settle(bool wait) noexcept {
    for (;;) {
        Chunk* chunk;
        {
            std::lock_guard guard(lock_);
            chunk = parked_;
            if (!chunk) return;
            parked_ = chunk->bin_next;
            --parked_count_;
        }
        if (wait && !context.capture) chunk->uses.load()->wait();
        if (chunk->is_unused()) {
            put(*chunk);
            continue;
        }
        std::lock_guard guard(lock_);
        if (!parked_) last_parked_ = chunk;
        chunk->bin_next = std::exchange(parked_, chunk);
        ++parked_count_;
        return;
    }
}

void Arena::put(Chunk& given) noexcept {
    bool orphaned;
    {
        std::lock_guard guard(lock_);
        Chunk* chunk = &given;
        used_bytes_ -= chunk->bytes_;
        free_bytes_ += chunk->bytes_;
        auto absorb_next = [this](Chunk& into) {
            Chunk& gone = *into.next;
            into.bytes_ += gone.bytes_;
            into.next = gone.next;
            if (into.next) into.next->previous = &into;
            recycle(gone);
        };
        if (chunk->next && chunk->next->free) {
            free_.remove(*chunk->next);
            absorb_next(*chunk);
        }
        if (chunk->previous && chunk->previous->free) {
            chunk = chunk->previous;
            free_.remove(*chunk);
            absorb_next(*chunk);
        }
        free_.insert(*chunk);
        orphaned = orphaned_;
        leaving_ += orphaned;
    }
    if (orphaned) leave();
}

Chunk* Arena::add(void* pointer, std::size_t bytes) {
    std::lock_guard guard(lock_);
    Chunk* chunk = new_chunk();
    chunk->pointer_ = pointer;
    chunk->bytes_ = bytes;
    chunk->references_.store(1, std::memory_order_relaxed);
    used_bytes_ += bytes;
    return chunk;
}

Chunk* Arena::remove_segment(std::size_t bytes, bool spare_large) {
    std::lock_guard guard(lock_);
    Chunk* segment = best_fit(bytes, spare_large, true);
    if (!segment) return nullptr;
    free_.remove(*segment);
    free_bytes_ -= segment->bytes_;
    return segment;
}

void Arena::insert_segment(Chunk& segment) {
    std::lock_guard guard(lock_);
    segment.arena = this;
    segment.stream_ = stream;
    free_.insert(segment);
    free_bytes_ += segment.bytes_;
}

std::size_t Arena::release_free() noexcept {
    settle(false);
    Chunk* segments = nullptr;
    {
        std::lock_guard guard(lock_);
        free_.for_each([&](Chunk& chunk) {
            if (!chunk.is_segment()) return;
            free_.remove(chunk);
            free_bytes_ -= chunk.bytes_;
            chunk.next = segments;
            segments = &chunk;
        });
    }
    // Outside of the lock: giving memory back may wait for the device.
    std::size_t bytes = 0;
    for (Chunk* chunk = segments; chunk; chunk = chunk->next) {
        source_->free(device, chunk->pointer_);
        bytes += chunk->bytes_;
    }
    std::lock_guard guard(lock_);
    for (Chunk *chunk = segments, *next; chunk; chunk = next) {
        next = chunk->next;
        recycle(*chunk);
    }
    return bytes;
}

ArenaStatistics Arena::statistics() {
    settle(false);
    std::lock_guard guard(lock_);
    Chunk* largest = free_.largest();
    return {used_bytes_, free_bytes_, free_.count(), largest ? largest->bytes() : 0};
}

void Arena::orphan() noexcept {
    settle(true);
    {
        std::lock_guard guard(lock_);
        orphaned_ = true;
        ++leaving_;
    }
    leave();
}

void Arena::leave() noexcept {
    release_free();
    bool dead;
    {
        std::lock_guard guard(lock_);
        dead = --leaving_ == 0 && used_bytes_ == 0;
    }
    if (dead) delete this;
}

}  // namespace cuprum::runtime
