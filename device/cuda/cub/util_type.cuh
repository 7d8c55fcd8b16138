// CUB's small types, for a CPU.
#pragma once

#include <cuprum/cuda/prelude.h>

namespace cub {

/// Stands where there are no values.
struct NullType {
    __forceinline__ bool operator==(const NullType&) const { return true; }
    __forceinline__ bool operator!=(const NullType&) const { return false; }
};

template <class K, class V>
struct KeyValuePair {
    using Key = K;
    using Value = V;
    Key key;
    Value value;

    __forceinline__ KeyValuePair() {}
    __forceinline__ KeyValuePair(const Key& key, const Value& value) : key(key), value(value) {}
    __forceinline__ bool operator==(const KeyValuePair& other) const {
        return key == other.key && value == other.value;
    }
    __forceinline__ bool operator!=(const KeyValuePair& other) const { return !(*this == other); }
};

/// Where a thread is.
__forceinline__ unsigned LaneId() { return cuprum_thread_rank & 31; }
__forceinline__ unsigned WarpId() { return cuprum_thread_rank / 32; }
__forceinline__ int RowMajorTid(int, int, int) { return static_cast<int>(cuprum_thread_rank); }

/// A class's storage as memory that is not constructed.
template <class T>
struct Uninitialized {
    alignas(T) unsigned char bytes[sizeof(T)];
    __forceinline__ T& Alias() { return *reinterpret_cast<T*>(bytes); }
};

}  // namespace cub
