// cub::WarpExchange for a CPU.
#pragma once

#include <cuprum/cuda/tiles.h>

namespace cub {

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

template <class T, int ItemsPerThread, int LogicalWarpThreads = 32,
          WarpExchangeAlgorithm Algorithm = WARP_EXCHANGE_SMEM>
class WarpExchange {
    using Group = cuprum::cuda_on_cpu::PartOfWarp<LogicalWarpThreads>;
    using Tile = cuprum::cuda_on_cpu::Tile<T, Group, ItemsPerThread>;
    using Blocked = cuprum::cuda_on_cpu::Blocked<Group, ItemsPerThread>;
    using Striped = cuprum::cuda_on_cpu::Striped<Group, ItemsPerThread>;
    template <class U>
    using Array = U[ItemsPerThread];

public:
    using TempStorage = typename Tile::Storage;

    WarpExchange() = delete;
    __forceinline__ explicit WarpExchange(TempStorage& storage) : storage_(storage) {}

    template <class U>
    __forceinline__ void BlockedToStriped(const Array<T>& in, Array<U>& out) {
        Tile(storage_).template exchange<Blocked, Striped>(in, out);
    }
    template <class U>
    __forceinline__ void StripedToBlocked(const Array<T>& in, Array<U>& out) {
        Tile(storage_).template exchange<Striped, Blocked>(in, out);
    }
    template <class U, class Offset>
    __forceinline__ void ScatterToStriped(const Array<T>& in, Array<U>& out, Array<Offset>& ranks) {
        Tile(storage_).template scatter<Striped>(in, out, ranks, [](int) { return true; });
    }
    template <class Offset>
    __forceinline__ void ScatterToStriped(Array<T>& items, Array<Offset>& ranks) {
        ScatterToStriped(items, items, ranks);
    }

private:
    TempStorage& storage_;
};

}  // namespace cub
