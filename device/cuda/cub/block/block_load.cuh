// cub::BlockLoad for a CPU, and the functions that load a thread's items.
#pragma once

#include <cuprum/cuda/tiles.h>

#include <cub/util_type.cuh>

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

// Each thread's neighbouring items; the first `valid` of the tile; and something for the others.
template <class T, int Items, class Iterator>
__forceinline__ void LoadDirectBlocked(int thread, Iterator source, T (&items)[Items]) {
    for (int i = 0; i < Items; ++i) items[i] = source[thread * Items + i];
}
template <class T, int Items, class Iterator>
__forceinline__ void LoadDirectBlocked(int thread, Iterator source, T (&items)[Items], int valid) {
    for (int i = 0; i < Items; ++i)
        if (thread * Items + i < valid) items[i] = source[thread * Items + i];
}
template <class T, class Default, int Items, class Iterator>
__forceinline__ void LoadDirectBlocked(int thread, Iterator source, T (&items)[Items], int valid, Default value) {
    for (int i = 0; i < Items; ++i) items[i] = static_cast<T>(value);
    LoadDirectBlocked(thread, source, items, valid);
}
template <class T, int Items>
__forceinline__ void LoadDirectBlockedVectorized(int thread, T* source, T (&items)[Items]) {
    LoadDirectBlocked(thread, source, items);
}

// Neighbouring threads load neighbouring items.
template <int BlockThreads, class T, int Items, class Iterator>
__forceinline__ void LoadDirectStriped(int thread, Iterator source, T (&items)[Items]) {
    for (int i = 0; i < Items; ++i) items[i] = source[i * BlockThreads + thread];
}
template <int BlockThreads, class T, int Items, class Iterator>
__forceinline__ void LoadDirectStriped(int thread, Iterator source, T (&items)[Items], int valid) {
    for (int i = 0; i < Items; ++i)
        if (i * BlockThreads + thread < valid) items[i] = source[i * BlockThreads + thread];
}
template <int BlockThreads, class T, class Default, int Items, class Iterator>
__forceinline__ void LoadDirectStriped(int thread, Iterator source, T (&items)[Items], int valid, Default value) {
    for (int i = 0; i < Items; ++i) items[i] = static_cast<T>(value);
    LoadDirectStriped<BlockThreads>(thread, source, items, valid);
}

// Neighbouring threads of a warp do.
template <class T, int Items, class Iterator>
__forceinline__ void LoadDirectWarpStriped(int thread, Iterator source, T (&items)[Items]) {
    for (int i = 0; i < Items; ++i) items[i] = source[thread / 32 * 32 * Items + i * 32 + thread % 32];
}
template <class T, int Items, class Iterator>
__forceinline__ void LoadDirectWarpStriped(int thread, Iterator source, T (&items)[Items], int valid) {
    for (int i = 0; i < Items; ++i) {
        const int place = thread / 32 * 32 * Items + i * 32 + thread % 32;
        if (place < valid) items[i] = source[place];
    }
}
template <class T, class Default, int Items, class Iterator>
__forceinline__ void LoadDirectWarpStriped(int thread, Iterator source, T (&items)[Items], int valid, Default value) {
    for (int i = 0; i < Items; ++i) items[i] = static_cast<T>(value);
    LoadDirectWarpStriped(thread, source, items, valid);
}

/// But for BLOCK_LOAD_STRIPED a thread has neighbouring items, and the algorithm makes no difference here.
template <class T, int BlockDimX, int ItemsPerThread, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT,
          int BlockDimY = 1, int BlockDimZ = 1>
class BlockLoad {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;

public:
    using TempStorage = NullType;

    __forceinline__ BlockLoad() {}
    __forceinline__ BlockLoad(TempStorage&) {}

    template <class Iterator, class... Bounds>
    __forceinline__ void Load(Iterator source, T (&items)[ItemsPerThread], Bounds... bounds) {
        if constexpr (Algorithm == BLOCK_LOAD_STRIPED) {
            LoadDirectStriped<Group::size>(Group::rank(), source, items, bounds...);
        } else {
            LoadDirectBlocked(Group::rank(), source, items, bounds...);
        }
        // Where a GPU exchanges items all threads have loaded before one goes on.
        if constexpr (Algorithm >= BLOCK_LOAD_TRANSPOSE) Group::sync();
    }
};

}  // namespace cub
