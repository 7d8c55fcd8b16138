// Reductions over a cooperative group, for a CPU.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

/// Every thread of the group gets the values of all combined.
template <unsigned Size, class Parent, class T, class Operation>
__forceinline__ T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
    for (unsigned distance = Size / 2; distance; distance /= 2)
        value = operation(value, tile.shfl_xor(value, distance));
    return value;
}
template <class T, class Operation>
__forceinline__ T reduce(const coalesced_group& group, T value, Operation operation) {
    T total = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.size(); ++rank)
        total = operation(total, group.shfl(value, static_cast<int>(rank)));
    return total;
}

}  // namespace cooperative_groups
