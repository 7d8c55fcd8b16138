#include "arena.h"

#include <algorithm>

#include "capture_gate.h"
#include "context.h"
#include "cuprum/error.h"
#include "thread_streams.h"

namespace cuprum::runtime {

FreeChunks::FreeChunks(int exact_bins)
    : exact_bins_(exact_bins),
      first_octave_(std::bit_width(static_cast<unsigned>(exact_bins)) - 1),
      bins_(static_cast<std::size_t>(exact_bins + octave_bins * (64 - 9 - first_octave_))) {}

int FreeChunks::bin_of(std::size_t bytes) const {
    std::size_t units = bytes / Arena::unit;
    if (units < static_cast<std::size_t>(exact_bins_)) return static_cast<int>(units);
    int octave = std::bit_width(units) - 1;
    return exact_bins_ + (octave - first_octave_) * octave_bins +
           static_cast<int>((units >> (octave - 4)) & (octave_bins - 1));
}

int FreeChunks::next_bin(int from) const {
    if (from >= static_cast<int>(bins_.size())) return -1;
    int word = from / 64;
    if (std::uint64_t rest = filled_[word] >> (from % 64)) return from + std::countr_zero(rest);
    std::uint64_t words = word == 63 ? 0 : filled_words_ >> (word + 1) << (word + 1);
    if (!words) return -1;
    word = std::countr_zero(words);
    return word * 64 + std::countr_zero(filled_[word]);
}

int FreeChunks::last_bin(int from) const {
    if (from < 0) return -1;
    int word = from / 64;
    if (std::uint64_t rest = filled_[word] << (63 - from % 64)) return from - std::countl_zero(rest);
    std::uint64_t words = filled_words_ & ((std::uint64_t{1} << word) - 1);
    if (!words) return -1;
    word = 63 - std::countl_zero(words);
    return word * 64 + 63 - std::countl_zero(filled_[word]);
}

void FreeChunks::insert(Chunk& chunk) {
    int bin = bin_of(chunk.bytes());
    chunk.state = Chunk::State::free;
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
    chunk.state = Chunk::State::lent;
    (chunk.bin_previous ? chunk.bin_previous->bin_next : bins_[bin]) = chunk.bin_next;
    if (chunk.bin_next) chunk.bin_next->bin_previous = chunk.bin_previous;
    if (!bins_[bin] && !(filled_[bin / 64] &= ~(std::uint64_t{1} << (bin % 64))))
        filled_words_ &= ~(std::uint64_t{1} << (bin / 64));
    --count_;
}

Chunk* FreeChunks::best_fit(std::size_t bytes) const {
    // The first bin may hold chunks that are too small; all in a later bin are large enough and larger than those
    // before.
    for (int bin = next_bin(bin_of(bytes)); bin >= 0; bin = next_bin(bin + 1)) {
        Chunk* best = nullptr;
        for (Chunk* chunk = bins_[bin]; chunk; chunk = chunk->bin_next) {
            if (chunk->bytes() < bytes) continue;
            if (!best || chunk->bytes() < best->bytes()) best = chunk;
            if (bin < exact_bins_ || best->bytes() == bytes) break;
        }
        if (best) return best;
    }
    return nullptr;
}

Chunk* FreeChunks::largest() const {
    int bin = last_bin(static_cast<int>(bins_.size()) - 1);
    if (bin < 0) return nullptr;
    Chunk* best = nullptr;
    for (Chunk* chunk = bins_[bin]; chunk; chunk = chunk->bin_next)
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
    chunk->state = Chunk::State::lent;
    return chunk;
}

// All of a segment.
Chunk* Arena::new_chunk(Segment& segment, const Space& space) {
    Chunk* chunk = new_chunk();
    chunk->segment = &segment;
    chunk->is_large = space.is_large;
    chunk->pointer_ = segment.begin();
    chunk->bytes_ = static_cast<std::size_t>(segment.end() - segment.begin());
    return chunk;
}

void Arena::recycle(Chunk& chunk) noexcept {
    chunk.previous = nullptr;
    chunk.next = spare_;
    spare_ = &chunk;
}

void Arena::unlink(Chunk& chunk) noexcept {
    if (chunk.previous) chunk.previous->next = chunk.next;
    if (chunk.next) chunk.next->previous = chunk.previous;
    recycle(chunk);
}

// Makes a chunk that is in no list end after `bytes`; `rest` is what lies behind it.
void Arena::cut(Chunk& chunk, std::size_t bytes, Chunk* rest) noexcept {
    rest->segment = chunk.segment;
    rest->is_large = chunk.is_large;
    rest->pointer_ = chunk.begin() + bytes;
    rest->bytes_ = chunk.bytes_ - bytes;
    rest->previous = &chunk;
    rest->next = chunk.next;
    if (rest->next) rest->next->previous = rest;
    chunk.next = rest;
    chunk.bytes_ = bytes;
}

Chunk* Arena::take(std::size_t bytes, bool pressed) {
    if (parked_count_.load(std::memory_order_relaxed)) [[unlikely]]
        settle(false);
    std::lock_guard guard(lock_);
    Space* space = &space_for(bytes);
    Chunk* chunk = space->free.best_fit(bytes);
    if (!pressed) {
        if (chunk && chunk->bytes_ >= spared && space->is_large && bytes < chunk->bytes_ / nibble) return nullptr;
    } else if (!chunk) {
        space = space->is_large ? &small_ : &large_;
        chunk = space->free.best_fit(bytes);
    }
    if (!chunk) return nullptr;
    if (chunk->bytes_ == bytes) {
        space->free.remove(*chunk);
    } else {
        Chunk* rest = new_chunk();
        space->free.remove(*chunk);
        cut(*chunk, bytes, rest);
        space->free.insert(*rest);
    }
    free_bytes_ -= bytes;
    lend(*chunk);
    return chunk;
}

void Arena::lend(Chunk& chunk) noexcept {
    used_bytes_ += chunk.bytes_;
    if (used_bytes_ > most_used_) most_used_ = used_bytes_;
    until_due_.store(until_due_.load(std::memory_order_relaxed) - 1 -
                         static_cast<std::int32_t>(std::min(chunk.bytes_ >> 16, std::size_t{due_after})),
                     std::memory_order_relaxed);
    chunk.stream_ = stream.load(std::memory_order_relaxed);
    chunk.begin_lending();
}

void Chunk::lend_to(StreamHandle stream) {
    note_use(stream);
    stream_ = stream;
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

// Makes one chunk of two neighbours; the second one is in no list.
void Arena::absorb_next(Chunk& into) noexcept {
    into.bytes_ += into.next->bytes_;
    unlink(*into.next);
}

// A small chunk by which the arena grew behind a spared one stays by itself: merged, it could not serve its next
// request, and the arena would grow each time.
bool Arena::stay_apart(const Chunk& first, const Chunk& second) {
    return first.is_large && first.bytes_ >= spared && second.bytes_ < first.bytes_ / nibble && second.next &&
           second.next->state == Chunk::State::hole;
}

void Arena::insert_merged(Chunk* chunk) noexcept {
    Space& space = space_of(*chunk);
    const auto is_free = [](const Chunk* neighbour) { return neighbour && neighbour->state == Chunk::State::free; };
    if (is_free(chunk->next) && !stay_apart(*chunk, *chunk->next)) {
        space.free.remove(*chunk->next);
        absorb_next(*chunk);
    }
    if (is_free(chunk->previous) && !stay_apart(*chunk->previous, *chunk)) {
        chunk = chunk->previous;
        space.free.remove(*chunk);
        absorb_next(*chunk);
    }
    space.free.insert(*chunk);
}

bool Arena::join_neighbours(Space& space) noexcept {
    bool joined = false;
    for (const Chunk* hole = space.holes; hole; hole = hole->bin_next) {
        Chunk *second = hole->previous, *first = second ? second->previous : nullptr;
        if (!first || first->state != Chunk::State::free || second->state != Chunk::State::free) continue;
        space.free.remove(*first);
        space.free.remove(*second);
        absorb_next(*first);
        space.free.insert(*first);
        joined = true;
    }
    return joined;
}

bool Arena::join_neighbours() noexcept {
    std::lock_guard guard(lock_);
    return join_neighbours(large_);
}

void Arena::put(Chunk& chunk) noexcept {
    bool orphaned;
    {
        std::lock_guard guard(lock_);
        used_bytes_ -= chunk.bytes_;
        free_bytes_ += chunk.bytes_;
        insert_merged(&chunk);
        orphaned = orphaned_;
        leaving_ += orphaned;
    }
    if (orphaned) leave();
}

// Growing.

void Arena::insert_hole(Chunk& chunk) noexcept {
    Space& space = space_of(chunk);
    chunk.state = Chunk::State::hole;
    chunk.bin_previous = nullptr;
    chunk.bin_next = space.holes;
    if (chunk.bin_next) chunk.bin_next->bin_previous = &chunk;
    space.holes = &chunk;
}

void Arena::remove_hole(Chunk& chunk) noexcept {
    (chunk.bin_previous ? chunk.bin_previous->bin_next : space_of(chunk).holes) = chunk.bin_next;
    if (chunk.bin_next) chunk.bin_next->bin_previous = chunk.bin_previous;
    chunk.state = Chunk::State::lent;
}

// The hole that serves the request with least new memory; among equals the smallest.
Arena::Growth Arena::find_growth(Space& space, std::size_t bytes) const {
    Growth best;
    for (Chunk* hole = space.holes; hole; hole = hole->bin_next) {
        Chunk* before = hole->previous;
        // A chunk before it that is large enough was spared.
        if (before && (before->state != Chunk::State::free || before->bytes_ >= bytes)) before = nullptr;
        const std::size_t missing = bytes - (before ? before->bytes_ : 0);
        if (hole->bytes_ < missing) continue;
        if (!best.hole || missing < best.missing || (missing == best.missing && hole->bytes_ < best.hole->bytes_))
            best = {hole, before, missing};
    }
    return best;
}

std::size_t Arena::missing(std::size_t bytes) {
    if (!mapping_unit_) return bytes;
    std::lock_guard mapping(mapping_);
    std::lock_guard guard(lock_);
    const Growth growth = find_growth(space_for(bytes), bytes);
    return growth.hole ? growth.missing : bytes;
}

// Addresses for this request and many more; false where the device has none.
bool Arena::reserve(Space& space, std::size_t bytes) {
    const std::size_t least = std::size_t{space.is_large ? 4096u : 256u} << 20;
    const std::size_t wanted = std::max({least, 4 * bytes, 2 * space.reserved});
    const std::size_t unit = space.is_large ? std::max(mapping_unit_, least_large_piece) : mapping_unit_;
    auto segment = Segment::reserve(device, wanted, unit);
    if (!segment) segment = Segment::reserve(device, bytes, unit);
    if (!segment) return false;
    space.segments.reserve(space.segments.size() + 1);
    std::lock_guard guard(lock_);
    Chunk* hole = new_chunk(*segment, space);
    space.reserved += hole->bytes_;
    space.segments.push_back(std::move(segment));
    insert_hole(*hole);
    return true;
}

Chunk* Arena::add_fixed(Space& space, std::size_t bytes) {
    auto segment = std::make_unique<Segment>(device, bytes, source_);
    std::lock_guard guard(lock_);
    space.segments.reserve(space.segments.size() + 1);
    Chunk* chunk = new_chunk(*segment, space);
    space.segments.push_back(std::move(segment));
    lend(*chunk);
    return chunk;
}

Chunk* Arena::extend(std::size_t bytes, const std::function<bool(std::size_t)>& admit) {
    Space& space = space_for(bytes);
    if (!mapping_unit_) return admit(bytes) ? add_fixed(space, bytes) : nullptr;

    std::lock_guard mapping(mapping_);
    Growth growth;
    Chunk* chunk;
    for (bool reserved = false;; reserved = true) {
        {
            std::lock_guard guard(lock_);
            growth = find_growth(space, bytes);
            if (growth.hole) {
                if (!admit(growth.missing)) return nullptr;
                // The chunk takes the addresses from the hole; nobody else looks at either until they are mapped.
                if (growth.before) {
                    chunk = growth.before;
                    space.free.remove(*chunk);
                    free_bytes_ -= chunk->bytes_;
                } else {
                    // The hole's object becomes the chunk, of no bytes yet.
                    Chunk* hole = new_chunk();
                    chunk = growth.hole;
                    remove_hole(*chunk);
                    cut(*chunk, 0, hole);
                    insert_hole(*hole);
                    growth.hole = hole;
                }
                break;
            }
        }
        if (reserved || !reserve(space, bytes)) return admit(bytes) ? add_fixed(space, bytes) : nullptr;
    }
    try {
        growth.hole->segment->map(growth.hole->begin(), growth.hole->begin() + growth.missing);
    } catch (...) {
        std::lock_guard guard(lock_);
        if (growth.before) {
            free_bytes_ += chunk->bytes_;
            insert_merged(chunk);
        } else {
            remove_hole(*growth.hole);
            chunk->bytes_ = growth.hole->bytes_;
            unlink(*growth.hole);
            insert_hole(*chunk);
        }
        throw;
    }
    std::lock_guard guard(lock_);
    chunk->bytes_ += growth.missing;
    growth.hole->pointer_ = growth.hole->begin() + growth.missing;
    growth.hole->bytes_ -= growth.missing;
    if (!growth.hole->bytes_) {
        remove_hole(*growth.hole);
        unlink(*growth.hole);
    }
    lend(*chunk);
    return chunk;
}

// Giving back.

std::size_t Arena::release_free(std::size_t most) noexcept {
    settle(false);
    std::size_t bytes = release_free(large_, most);
    if (bytes < most) bytes += release_free(small_, most - bytes);
    return bytes;
}

std::size_t Arena::release_free(Space& space, std::size_t most) noexcept {
    std::unique_lock mapping(mapping_, std::defer_lock);
    std::shared_lock<std::shared_mutex> gate;
    if (mapping_unit_) {
        mapping.lock();
        gate = CaptureGate::hold();
        if (CaptureGate::has_captures()) return 0;  // To unmap memory is to wait for the whole device.
    }
    struct Back {
        Chunk* chunk = nullptr;
        Segment::Range range;
    };
    std::size_t sum = 0;
    for (bool more = true; more && sum < most;) {
        // Chosen under the lock, given back outside of it, as that may wait for the device.
        Back back;
        {
            std::lock_guard guard(lock_);
            more = false;
            if (space.is_large) join_neighbours(space);
            space.free.for_each_down([&](Chunk& chunk) {
                Chunk* after = chunk.next && chunk.next->state == Chunk::State::hole ? chunk.next : nullptr;
                if (!after && chunk.bytes_ < mapping_unit_) return true;
                const auto range =
                    chunk.segment->releasable(chunk.begin(), after ? after->end() : chunk.end(), most - sum);
                if (range.empty() || range.begin >= chunk.end()) return true;
                const bool is_tail_kept = range.end<chunk.end(), is_head_kept = range.begin> chunk.begin();
                Chunk *middle = &chunk, *tail = nullptr;
                try {
                    if (is_tail_kept) tail = new_chunk();
                    if (is_head_kept) middle = new_chunk();
                } catch (const std::bad_alloc&) {
                    if (tail) recycle(*tail);
                    return false;
                }
                space.free.remove(chunk);
                if (is_tail_kept) {
                    cut(chunk, static_cast<std::size_t>(range.end - chunk.begin()), tail);
                    space.free.insert(*tail);
                }
                if (is_head_kept) {
                    cut(chunk, static_cast<std::size_t>(range.begin - chunk.begin()), middle);
                    space.free.insert(chunk);
                }
                free_bytes_ -= middle->bytes_;
                sum += middle->bytes_;
                back = {middle, range};
                more = true;
                return false;
            });
        }
        if (!back.chunk) break;
        Segment* segment = back.chunk->segment;
        segment->unmap(back.range);
        std::unique_ptr<Segment> gone;
        std::lock_guard guard(lock_);
        Chunk* hole = back.chunk;
        if (segment->grows()) {
            for (Chunk* other : {hole->next, hole->previous}) {
                if (!other || other->state != Chunk::State::hole) continue;
                remove_hole(*other);
                Chunk* first = other == hole->next ? hole : other;
                first->bytes_ += first->next->bytes_;
                unlink(*first->next);
                hole = first;
            }
        }
        if (hole->previous || hole->next) {
            insert_hole(*hole);
            continue;
        }
        space.reserved -= segment->grows() ? hole->bytes_ : 0;
        recycle(*hole);
        auto found = std::find_if(space.segments.begin(), space.segments.end(),
                                  [&](const auto& each) { return each.get() == segment; });
        gone = std::move(*found);
        *found = std::move(space.segments.back());
        space.segments.pop_back();
    }
    return sum;
}

ArenaStatistics Arena::statistics(bool reset_most) {
    settle(false);
    std::lock_guard guard(lock_);
    Chunk *small = small_.free.largest(), *large = large_.free.largest();
    const ArenaStatistics now{used_bytes_, free_bytes_, small_.free.count() + large_.free.count(),
                              std::max(small ? small->bytes() : 0, large ? large->bytes() : 0), most_used_};
    if (reset_most) most_used_ = used_bytes_;
    return now;
}

bool Arena::is_vacant() {
    settle(false);
    std::lock_guard guard(lock_);
    return used_bytes_ == 0;
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
