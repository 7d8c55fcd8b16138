// cub::BlockExchange for a CPU.
#pragma once

#include <cuprum/cuda/tiles.h>

namespace cub {

template <class T, int BlockDimX, int ItemsPerThread, bool WarpTimeSlicing = false, int BlockDimY = 1,
          int BlockDimZ = 1>
class BlockExchange {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;
    using Tile = cuprum::cuda_on_cpu::Tile<T, Group, ItemsPerThread>;
    using Blocked = cuprum::cuda_on_cpu::Blocked<Group, ItemsPerThread>;
    using Striped = cuprum::cuda_on_cpu::Striped<Group, ItemsPerThread>;
    using WarpStriped = cuprum::cuda_on_cpu::WarpStriped<Group, ItemsPerThread>;
    template <class U>
    using Array = U[ItemsPerThread];

public:
    using TempStorage = typename Tile::Storage;

    __forceinline__ BlockExchange() : storage_(own_storage()) {}
    __forceinline__ BlockExchange(TempStorage& storage) : storage_(storage) {}

    template <class U>
    __forceinline__ void StripedToBlocked(const Array<T>& in, Array<U>& out) {
        Tile(storage_).template exchange<Striped, Blocked>(in, out);
    }
    template <class U>
    __forceinline__ void BlockedToStriped(const Array<T>& in, Array<U>& out) {
        Tile(storage_).template exchange<Blocked, Striped>(in, out);
    }
    template <class U>
    __forceinline__ void WarpStripedToBlocked(const Array<T>& in, Array<U>& out) {
        Tile(storage_).template exchange<WarpStriped, Blocked>(in, out);
    }
    template <class U>
    __forceinline__ void BlockedToWarpStriped(const Array<T>& in, Array<U>& out) {
        Tile(storage_).template exchange<Blocked, WarpStriped>(in, out);
    }
    __forceinline__ void StripedToBlocked(Array<T>& items) { StripedToBlocked(items, items); }
    __forceinline__ void BlockedToStriped(Array<T>& items) { BlockedToStriped(items, items); }
    __forceinline__ void WarpStripedToBlocked(Array<T>& items) { WarpStripedToBlocked(items, items); }
    __forceinline__ void BlockedToWarpStriped(Array<T>& items) { BlockedToWarpStriped(items, items); }

    // Each item to the place that its rank tells.
    template <class U, class Offset>
    __forceinline__ void ScatterToBlocked(const Array<T>& in, Array<U>& out, Array<Offset>& ranks) {
        Tile(storage_).template scatter<Blocked>(in, out, ranks, [](int) { return true; });
    }
    template <class U, class Offset>
    __forceinline__ void ScatterToStriped(const Array<T>& in, Array<U>& out, Array<Offset>& ranks) {
        Tile(storage_).template scatter<Striped>(in, out, ranks, [](int) { return true; });
    }
    /// Ranks below 0 are left out.
    template <class U, class Offset>
    __forceinline__ void ScatterToStripedGuarded(const Array<T>& in, Array<U>& out, Array<Offset>& ranks) {
        Tile(storage_).template scatter<Striped>(in, out, ranks, [&](int i) { return ranks[i] >= 0; });
    }
    template <class U, class Offset, class Flag>
    __forceinline__ void ScatterToStripedFlagged(const Array<T>& in, Array<U>& out, Array<Offset>& ranks,
                                                 Array<Flag>& is_valid) {
        Tile(storage_).template scatter<Striped>(in, out, ranks, [&](int i) { return static_cast<bool>(is_valid[i]); });
    }
    template <class Offset>
    __forceinline__ void ScatterToBlocked(Array<T>& items, Array<Offset>& ranks) {
        ScatterToBlocked(items, items, ranks);
    }
    template <class Offset>
    __forceinline__ void ScatterToStriped(Array<T>& items, Array<Offset>& ranks) {
        ScatterToStriped(items, items, ranks);
    }
    template <class Offset>
    __forceinline__ void ScatterToStripedGuarded(Array<T>& items, Array<Offset>& ranks) {
        ScatterToStripedGuarded(items, items, ranks);
    }
    template <class Offset, class Flag>
    __forceinline__ void ScatterToStripedFlagged(Array<T>& items, Array<Offset>& ranks, Array<Flag>& is_valid) {
        ScatterToStripedFlagged(items, items, ranks, is_valid);
    }

private:
    __forceinline__ static TempStorage& own_storage() {
        __shared__ TempStorage storage;
        return storage;
    }

    TempStorage& storage_;
};

}  // namespace cub
