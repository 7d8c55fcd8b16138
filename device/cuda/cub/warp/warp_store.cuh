// cub::WarpStore for a CPU.
#pragma once

#include <cub/block/block_store.cuh>

namespace cub {

enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

template <class T, int ItemsPerThread, WarpStoreAlgorithm Algorithm = WARP_STORE_DIRECT, int LogicalWarpThreads = 32>
class WarpStore {
    using Group = cuprum::cuda_on_cpu::PartOfWarp<LogicalWarpThreads>;

public:
    using TempStorage = NullType;

    __forceinline__ WarpStore() {}
    __forceinline__ WarpStore(TempStorage&) {}

    template <class Iterator, class... Bounds>
    __forceinline__ void Store(Iterator target, T (&items)[ItemsPerThread], Bounds... bounds) {
        if constexpr (Algorithm == WARP_STORE_TRANSPOSE) Group::sync();
        if constexpr (Algorithm == WARP_STORE_STRIPED) {
            StoreDirectStriped<LogicalWarpThreads>(Group::rank(), target, items, bounds...);
        } else {
            StoreDirectBlocked(Group::rank(), target, items, bounds...);
        }
    }
};

}  // namespace cub
