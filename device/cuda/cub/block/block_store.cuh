// cub::BlockStore for a CPU, and the functions that store a thread's items.
#pragma once

#include <cuprum/cuda/tiles.h>

#include <cub/util_type.cuh>

namespace cub {

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

// Each thread's neighbouring items; or the first `valid` of the tile.
template <class T, int Items, class Iterator>
__forceinline__ void StoreDirectBlocked(int thread, Iterator target, T (&items)[Items]) {
    for (int i = 0; i < Items; ++i) target[thread * Items + i] = items[i];
}
template <class T, int Items, class Iterator>
__forceinline__ void StoreDirectBlocked(int thread, Iterator target, T (&items)[Items], int valid) {
    for (int i = 0; i < Items; ++i)
        if (thread * Items + i < valid) target[thread * Items + i] = items[i];
}
template <class T, int Items>
__forceinline__ void StoreDirectBlockedVectorized(int thread, T* target, T (&items)[Items]) {
    StoreDirectBlocked(thread, target, items);
}
template <int BlockThreads, class T, int Items, class Iterator>
__forceinline__ void StoreDirectStriped(int thread, Iterator target, T (&items)[Items]) {
    for (int i = 0; i < Items; ++i) target[i * BlockThreads + thread] = items[i];
}
template <int BlockThreads, class T, int Items, class Iterator>
__forceinline__ void StoreDirectStriped(int thread, Iterator target, T (&items)[Items], int valid) {
    for (int i = 0; i < Items; ++i)
        if (i * BlockThreads + thread < valid) target[i * BlockThreads + thread] = items[i];
}
template <class T, int Items, class Iterator>
__forceinline__ void StoreDirectWarpStriped(int thread, Iterator target, T (&items)[Items]) {
    for (int i = 0; i < Items; ++i) target[thread / 32 * 32 * Items + i * 32 + thread % 32] = items[i];
}
template <class T, int Items, class Iterator>
__forceinline__ void StoreDirectWarpStriped(int thread, Iterator target, T (&items)[Items], int valid) {
    for (int i = 0; i < Items; ++i) {
        const int place = thread / 32 * 32 * Items + i * 32 + thread % 32;
        if (place < valid) target[place] = items[i];
    }
}

/// But for BLOCK_STORE_STRIPED a thread has neighbouring items, and the algorithm makes no difference here.
template <class T, int BlockDimX, int ItemsPerThread, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT,
          int BlockDimY = 1, int BlockDimZ = 1>
class BlockStore {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;

public:
    using TempStorage = NullType;

    __forceinline__ BlockStore() {}
    __forceinline__ BlockStore(TempStorage&) {}

    template <class Iterator, class... Bounds>
    __forceinline__ void Store(Iterator target, T (&items)[ItemsPerThread], Bounds... bounds) {
        // Where a GPU exchanges items no thread stores before all have come.
        if constexpr (Algorithm >= BLOCK_STORE_TRANSPOSE) Group::sync();
        if constexpr (Algorithm == BLOCK_STORE_STRIPED) {
            StoreDirectStriped<Group::size>(Group::rank(), target, items, bounds...);
        } else {
            StoreDirectBlocked(Group::rank(), target, items, bounds...);
        }
    }
};

}  // namespace cub
