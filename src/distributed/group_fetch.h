// Boxes of an array that is divided over processes, brought to the ranks that want them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cuprum/distributed_group.h"

namespace cuprum::distributed {

/// A number that differs, but for chance, where ranks have different ideas of an exchange: 64-bit FNV-1a. Ranks that
/// disagree about its `plan` get an error; without it they would read bytes that are not theirs.
class Fingerprint {
public:
    void add(std::int64_t number) {
        for (int byte = 0; byte < 8; ++byte) {
            value_ ^= static_cast<std::uint64_t>(number) >> (8 * byte) & 0xff;
            value_ *= 0x100000001b3;
        }
    }
    void add(const Region& region) {
        for (const Range& range : region) {
            add(range.start);
            add(range.stop);
            add(range.step);
        }
    }
    void add(const Shape& shape) {
        for (const std::int64_t length : shape) add(length);
    }
    std::int64_t value() const { return static_cast<std::int64_t>(value_); }

private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

/// The ranks' boxes without repetition, each with the ranks that have it. Boxes without elements are left out.
std::vector<std::pair<Region, std::vector<int>>> owners(const std::vector<Region>& regions);
/// As many numbers of each rank, one rank behind the other, for all ranks.
std::vector<std::int64_t> numbers_of_all(ProcessGroup& group, const std::vector<std::int64_t>& mine);
/// Whether boxes, each of which counts once, are the whole array.
bool cover(const std::vector<Region>& regions, const Shape& shape);
/// Boxes that divide one axis evenly over ranks.
std::vector<Region> evenly(const Shape& shape, int axis, int ranks);
/// The boxes of a layout whose devices are the ranks of a group; throws ValueError for another one.
std::vector<Region> regions_of(const Layout& layout, const Shape& shape, int ranks);
/// Whether this rank is the first one that has its box.
bool is_first_owner(const GroupArray& a);

/// What each rank of a group has of an array: any number of boxes. Two boxes are the same, or have no element in
/// common.
struct Holdings {
    ProcessGroup& group;
    Shape shape;
    DType dtype;
    std::vector<std::vector<Region>> boxes;  // of each rank
    std::vector<ndarray> own;                // of this rank, in their order
};

/// An exchange by which each rank gets boxes of an array. All ranks know what all want, so none asks another: the
/// sender and the receiver of a message derive it from the same lists. What a rank has itself is not sent. Of several
/// ranks that have a box, number `to` modulo their count sends it to rank `to`.
class Fetch {
public:
    /// Starts it. `wanted[r]`: the boxes that rank r wants.
    Fetch(const Holdings& holdings, const std::vector<std::vector<Region>>& wanted);
    /// The same of an array in mode `replica`.
    Fetch(const GroupArray& a, const std::vector<std::vector<Region>>& wanted);
    /// The boxes that this rank wants, in their order. They may share memory with the array.
    std::vector<ndarray> finish();

private:
    std::vector<ndarray> found_;
    std::vector<std::pair<ndarray, ndarray>> arrived_;  // from messages to their places
    std::optional<PendingExchange> pending_;
};

/// One box for each rank, of an array in mode `replica`.
ndarray fetch(const GroupArray& a, const std::vector<Region>& wanted);
ndarray fetch(const Holdings& holdings, const std::vector<Region>& wanted);

}  // namespace cuprum::distributed
