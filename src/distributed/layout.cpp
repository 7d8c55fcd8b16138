#include <algorithm>
#include <set>

#include "cuprum/distributed_array.h"
#include "cuprum/error.h"
#include "distributed/region.h"

namespace cuprum::distributed {

Layout::Layout(Shape mesh, std::vector<int> devices, std::vector<int> partition)
    : mesh_(std::move(mesh)), devices_(std::move(devices)), partition_(std::move(partition)) {
    if (element_count(mesh_) != static_cast<std::int64_t>(devices_.size()))
        throw ValueError("a mesh of shape " + to_string(mesh_) + " has " + std::to_string(element_count(mesh_)) +
                         " devices, and " + std::to_string(devices_.size()) + " are named");
    if (devices_.empty()) throw ValueError("a layout needs at least one device");
    if (std::set<int>(devices_.begin(), devices_.end()).size() != devices_.size())
        throw ValueError("a device may be named once in a mesh");
    std::set<int> used;
    for (const int axis : partition_) {
        if (axis == whole) continue;
        if (axis < 0 || axis >= mesh_.size())
            throw ValueError("the mesh has " + std::to_string(mesh_.size()) + " axes, and no axis " +
                             std::to_string(axis));
        if (!used.insert(axis).second)
            throw ValueError("axis " + std::to_string(axis) + " of the mesh divides two axes of the array");
    }
}

Layout Layout::along(int axis, std::vector<int> devices) {
    if (axis < 0) throw ValueError("the axis of a layout is counted from the first one");
    std::vector<int> partition(static_cast<std::size_t>(axis), whole);
    partition.push_back(0);
    const auto count = static_cast<std::int64_t>(devices.size());
    return Layout({count}, std::move(devices), std::move(partition));
}

IndexMap Layout::index_map(const Shape& shape) const {
    if (partition_.size() > static_cast<std::size_t>(shape.size()) &&
        std::ranges::any_of(partition_.begin() + shape.size(), partition_.end(),
                            [](int axis) { return axis != whole; }))
        throw ValueError("a layout that divides axis " + std::to_string(partition_.size() - 1) +
                         " cannot divide an array of shape " + to_string(shape));
    IndexMap map;
    for (std::size_t number = 0; number < devices_.size(); ++number) {
        std::vector<std::int64_t> place(static_cast<std::size_t>(mesh_.size()));
        auto rest = static_cast<std::int64_t>(number);
        for (int axis = mesh_.size() - 1; axis >= 0; --axis) {
            place[static_cast<std::size_t>(axis)] = rest % mesh_[axis];
            rest /= mesh_[axis];
        }
        Region region = whole_of(shape);
        for (std::size_t axis = 0; axis < std::min(partition_.size(), region.size()); ++axis) {
            if (partition_[axis] == whole) continue;
            const std::int64_t length = region[axis].stop, blocks = mesh_[partition_[axis]];
            const std::int64_t k = place[static_cast<std::size_t>(partition_[axis])];
            region[axis] = {length * k / blocks, length * (k + 1) / blocks, 1};
        }
        map[devices_[number]].push_back(region);
    }
    return map;
}

}  // namespace cuprum::distributed
