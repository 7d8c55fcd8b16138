// Copies that a group makes together, for a CPU: they are done when the call returns.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

/// The first `bytes` bytes.
template <class Group>
__forceinline__ void memcpy_async(const Group& group, void* to, const void* from, size_t bytes) {
    const size_t threads = group.num_threads(), piece = (bytes + threads - 1) / threads;
    const size_t begin = group.thread_rank() * piece, end = begin + piece < bytes ? begin + piece : bytes;
    if (begin < end)
        __builtin_memcpy(static_cast<char*>(to) + begin, static_cast<const char*>(from) + begin, end - begin);
}
/// As many elements as both have.
template <class Group, class T>
__forceinline__ void memcpy_async(const Group& group, T* to, size_t to_count, const T* from, size_t from_count) {
    memcpy_async(group, to, from, (to_count < from_count ? to_count : from_count) * sizeof(T));
}

template <class Group>
__forceinline__ void wait(const Group& group) {
    group.sync();
}
template <unsigned Stages, class Group>
__forceinline__ void wait_prior(const Group& group) {
    group.sync();
}

}  // namespace cooperative_groups
