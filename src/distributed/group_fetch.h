// Boxes of an array that is divided over processes, brought to the ranks that want them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cuprum/distributed_group.h"

namespace cuprum::distributed {

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
