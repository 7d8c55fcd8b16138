// cub::BlockAdjacentDifference for a CPU.
#pragma once

#include <cuprum/cuda/tiles.h>

namespace cub {

/// `op(item, neighbour)` for each item of a tile; an item without a neighbour stays as it is.
template <class T, int BlockDimX, int BlockDimY = 1, int BlockDimZ = 1>
class BlockAdjacentDifference {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;

public:
    using TempStorage = cuprum::cuda_on_cpu::Slots<T, Group::size>;

    __forceinline__ BlockAdjacentDifference() : slots_(own_storage()) {}
    __forceinline__ BlockAdjacentDifference(TempStorage& storage) : slots_(storage) {}

    template <int Items, class U, class Op>
    __forceinline__ void SubtractLeft(T (&input)[Items], U (&output)[Items], Op op) {
        left(input, output, op, Group::size * Items, nullptr);
    }
    template <int Items, class U, class Op>
    __forceinline__ void SubtractLeft(T (&input)[Items], U (&output)[Items], Op op, T predecessor) {
        left(input, output, op, Group::size * Items, &predecessor);
    }
    /// Only the first `valid` items.
    template <int Items, class U, class Op>
    __forceinline__ void SubtractLeftPartialTile(T (&input)[Items], U (&output)[Items], Op op, int valid) {
        left(input, output, op, valid, nullptr);
    }
    template <int Items, class U, class Op>
    __forceinline__ void SubtractLeftPartialTile(T (&input)[Items], U (&output)[Items], Op op, int valid,
                                                 T predecessor) {
        left(input, output, op, valid, &predecessor);
    }
    template <int Items, class U, class Op>
    __forceinline__ void SubtractRight(T (&input)[Items], U (&output)[Items], Op op) {
        right(input, output, op, Group::size * Items, nullptr);
    }
    template <int Items, class U, class Op>
    __forceinline__ void SubtractRight(T (&input)[Items], U (&output)[Items], Op op, T successor) {
        right(input, output, op, Group::size * Items, &successor);
    }
    template <int Items, class U, class Op>
    __forceinline__ void SubtractRightPartialTile(T (&input)[Items], U (&output)[Items], Op op, int valid) {
        right(input, output, op, valid, nullptr);
    }

private:
    // `input` and `output` may be one array.
    template <int Items, class U, class Op>
    __forceinline__ void left(T (&input)[Items], U (&output)[Items], Op& op, int valid, const T* predecessor) {
        const int rank = Group::rank();
        slots_.put(rank, input[Items - 1]);
        Group::sync();
        for (int i = Items - 1; i >= 0; --i) {
            const bool is_first = rank == 0 && i == 0;
            if (rank * Items + i >= valid || (is_first && !predecessor)) output[i] = input[i];
            else output[i] = op(input[i], is_first ? *predecessor : i > 0 ? input[i - 1] : slots_[rank - 1]);
        }
    }
    template <int Items, class U, class Op>
    __forceinline__ void right(T (&input)[Items], U (&output)[Items], Op& op, int valid, const T* successor) {
        const int rank = Group::rank();
        slots_.put(rank, input[0]);
        Group::sync();
        for (int i = 0; i < Items; ++i) {
            const bool is_last = rank == Group::size - 1 && i == Items - 1;
            if (is_last ? !successor : rank * Items + i + 1 >= valid) output[i] = input[i];
            else output[i] = op(input[i], is_last ? *successor : i + 1 < Items ? input[i + 1] : slots_[rank + 1]);
        }
    }
    __forceinline__ static TempStorage& own_storage() {
        __shared__ TempStorage storage;
        return storage;
    }

    TempStorage& slots_;
};

}  // namespace cub
