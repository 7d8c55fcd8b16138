// Scans over a cooperative group, for a CPU.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <class Group, class T, class Operation>
__forceinline__ T inclusive_scan(const Group& group, T value, Operation operation) {
    const unsigned rank = group.thread_rank();
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
        const T before = group.shfl_up(value, distance);
        if (rank >= distance) value = operation(before, value);
    }
    return value;
}
template <class Group, class T>
__forceinline__ T inclusive_scan(const Group& group, T value) {
    return inclusive_scan(group, value, plus<T>());
}

/// The first thread gets T().
template <class Group, class T, class Operation>
__forceinline__ T exclusive_scan(const Group& group, T value, Operation operation) {
    const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
__forceinline__ T exclusive_scan(const Group& group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
