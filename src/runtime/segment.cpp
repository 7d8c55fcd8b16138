#include "segment.h"

#include <algorithm>

#include "backend.h"
#include "cuprum/error.h"

namespace cuprum::runtime {

namespace {

// Mapping many small pieces takes long, and large pieces are rarely free as a whole.
constexpr std::size_t pieces_at_once = 32, largest_piece = std::size_t{256} << 20;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

Segment::Segment(int device, std::size_t bytes, std::shared_ptr<const cuda::MemorySource> source)
    : device_(device), source_(std::move(source)) {
    begin_ = static_cast<char*>(source_->allocate(device, bytes));
    end_ = begin_ + bytes;
}

Segment::Segment(int device, char* begin, std::size_t bytes, std::size_t unit)
    : device_(device), begin_(begin), end_(begin + bytes), unit_(unit) {}

std::unique_ptr<Segment> Segment::reserve(int device, std::size_t bytes, std::size_t unit) {
    bytes = round_up(bytes, unit);
    void* begin = backend().reserve(device, bytes);
    if (!begin) return nullptr;
    return std::unique_ptr<Segment>(new Segment(device, static_cast<char*>(begin), bytes, unit));
}

Segment::~Segment() {
    if (!grows()) {
        source_->free(device_, begin_);
        return;
    }
    for (auto [from, to] : pieces_) backend().unmap(device_, from, static_cast<std::size_t>(to - from));
    backend().unreserve(device_, begin_, static_cast<std::size_t>(end_ - begin_));
}

void Segment::map(char* from, char* to) {
    // Pieces at both ends may be there already.
    auto next = pieces_.upper_bound(from);
    if (next != pieces_.begin()) from = std::max(from, std::prev(next)->second);
    if (from >= to) return;
    char* limit = next == pieces_.end() ? end_ : next->first;
    std::size_t bytes = round_up(static_cast<std::size_t>(to - from), unit_);
    bytes = std::min(bytes, static_cast<std::size_t>(limit - from));
    const std::size_t piece = std::min(round_up(bytes / pieces_at_once, unit_), largest_piece);
    const std::size_t each = std::max(piece, unit_);
    std::map<char*, char*> made;
    for (char* at = from; at < from + bytes; at += each) made.emplace(at, std::min(at + each, from + bytes));
    backend().map(device_, from, bytes, each);
    pieces_.merge(made);
}

Segment::Range Segment::releasable(char* from, char* to, std::size_t most) const {
    if (!grows()) return from == begin_ && to == end_ ? Range{from, to} : Range{};
    auto last = pieces_.lower_bound(to);
    // The last piece that ends in the range, and those before it that begin in it.
    while (last != pieces_.begin() && std::prev(last)->second > to) --last;
    Range range;
    while (last != pieces_.begin()) {
        --last;
        if (last->first < from || (!range.empty() && last->second != range.begin)) break;
        if (range.empty()) range.end = last->second;
        range.begin = last->first;
        if (static_cast<std::size_t>(range.end - range.begin) >= most) break;
    }
    return range;
}

void Segment::unmap(Range range) noexcept {
    if (!grows()) return;
    backend().unmap(device_, range.begin, static_cast<std::size_t>(range.end - range.begin));
    pieces_.erase(pieces_.lower_bound(range.begin), pieces_.lower_bound(range.end));
}

}  // namespace cuprum::runtime
