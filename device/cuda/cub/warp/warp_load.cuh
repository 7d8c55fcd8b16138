// cub::WarpLoad for a CPU.
#pragma once

#include <cub/block/block_load.cuh>

namespace cub {

enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };

template <class T, int ItemsPerThread, WarpLoadAlgorithm Algorithm = WARP_LOAD_DIRECT, int LogicalWarpThreads = 32>
class WarpLoad {
    using Group = cuprum::cuda_on_cpu::PartOfWarp<LogicalWarpThreads>;

public:
    using TempStorage = NullType;

    __forceinline__ WarpLoad() {}
    __forceinline__ WarpLoad(TempStorage&) {}

    template <class Iterator, class... Bounds>
    __forceinline__ void Load(Iterator source, T (&items)[ItemsPerThread], Bounds... bounds) {
        if constexpr (Algorithm == WARP_LOAD_STRIPED) {
            LoadDirectStriped<LogicalWarpThreads>(Group::rank(), source, items, bounds...);
        } else {
            LoadDirectBlocked(Group::rank(), source, items, bounds...);
        }
        if constexpr (Algorithm == WARP_LOAD_TRANSPOSE) Group::sync();
    }
};

}  // namespace cub
