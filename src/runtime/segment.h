// Address space of a device that an arena divides into chunks.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "cuprum/memory.h"

namespace cuprum::runtime {

/// Addresses [begin, end). A *fixed* segment is one allocation of a memory source. A *growing* segment was only
/// reserved, and the device's memory is mapped to it in pieces where chunks need it:
///
///     begin                                                              end
///     | piece | piece | (released) | piece | piece | nothing mapped yet ... |
///     | chunk  | chunk | hole      | chunk | free chunk | hole ............ |
///
/// Chunks may end anywhere in a piece. A piece is unmapped as a whole, when no chunk needs any of it. Calls that map
/// and unmap must not overlap.
class Segment {
public:
    struct Range {
        char *begin = nullptr, *end = nullptr;
        bool empty() const { return begin == end; }
    };

    /// Allocates; throws OutOfMemoryError.
    Segment(int device, std::size_t bytes, std::shared_ptr<const cuda::MemorySource> source);
    /// Reserves at least `bytes`, with `unit` for the sizes of pieces; null where the device has no such addresses.
    static std::unique_ptr<Segment> reserve(int device, std::size_t bytes, std::size_t unit);
    ~Segment();
    Segment(const Segment&) = delete;
    Segment& operator=(const Segment&) = delete;

    char* begin() const { return begin_; }
    char* end() const { return end_; }
    bool grows() const { return unit_ != 0; }

    /// Makes [from, to) usable. The gap of what is not mapped yet must be one. Throws OutOfMemoryError.
    void map(char* from, char* to);
    /// What can be given back if [from, to) is not needed: the last pieces in it that have at least `most` bytes
    /// together, or all if they have less; a fixed segment as a whole.
    Range releasable(char* from, char* to, std::size_t most) const;
    /// Gives such a range back. Nothing is to be done for a fixed segment, which goes back when it dies.
    void unmap(Range range) noexcept;

private:
    Segment(int device, char* begin, std::size_t bytes, std::size_t unit);

    const int device_;
    char* begin_;
    char* end_;
    const std::size_t unit_ = 0;
    const std::shared_ptr<const cuda::MemorySource> source_;
    std::map<char*, char*> pieces_;  // Begin and end of each.
};

}  // namespace cuprum::runtime
