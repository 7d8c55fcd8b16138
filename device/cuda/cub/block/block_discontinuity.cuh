// cub::BlockDiscontinuity for a CPU.
#pragma once

#include <cuprum/cuda/tiles.h>

namespace cub {

/// Flags the items that differ from their predecessors (heads) or successors (tails), as `flag_op(before, after)` or
/// `flag_op(before, after, place of after)` tells.
template <class T, int BlockDimX, int BlockDimY = 1, int BlockDimZ = 1>
class BlockDiscontinuity {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;

public:
    struct TempStorage {
        cuprum::cuda_on_cpu::Slots<T, Group::size> first, last;
    };

    __forceinline__ BlockDiscontinuity() : storage_(own_storage()) {}
    __forceinline__ BlockDiscontinuity(TempStorage& storage) : storage_(storage) {}

    // The tile's first item is a head unless a predecessor of it is given, its last item a tail unless a successor is.
    template <int Items, class Flag, class Op>
    __forceinline__ void FlagHeads(Flag (&heads)[Items], T (&input)[Items], Op op) {
        put(input);
        flag_heads(heads, input, op, nullptr);
    }
    template <int Items, class Flag, class Op>
    __forceinline__ void FlagHeads(Flag (&heads)[Items], T (&input)[Items], Op op, T predecessor) {
        put(input);
        flag_heads(heads, input, op, &predecessor);
    }
    template <int Items, class Flag, class Op>
    __forceinline__ void FlagTails(Flag (&tails)[Items], T (&input)[Items], Op op) {
        put(input);
        flag_tails(tails, input, op, nullptr);
    }
    template <int Items, class Flag, class Op>
    __forceinline__ void FlagTails(Flag (&tails)[Items], T (&input)[Items], Op op, T successor) {
        put(input);
        flag_tails(tails, input, op, &successor);
    }
    template <int Items, class Flag, class Op>
    __forceinline__ void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T (&input)[Items], Op op) {
        put(input);
        flag_heads(heads, input, op, nullptr);
        flag_tails(tails, input, op, nullptr);
    }
    template <int Items, class Flag, class Op>
    __forceinline__ void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T successor, T (&input)[Items],
                                           Op op) {
        put(input);
        flag_heads(heads, input, op, nullptr);
        flag_tails(tails, input, op, &successor);
    }
    template <int Items, class Flag, class Op>
    __forceinline__ void FlagHeadsAndTails(Flag (&heads)[Items], T predecessor, Flag (&tails)[Items], T (&input)[Items],
                                           Op op) {
        put(input);
        flag_heads(heads, input, op, &predecessor);
        flag_tails(tails, input, op, nullptr);
    }
    template <int Items, class Flag, class Op>
    __forceinline__ void FlagHeadsAndTails(Flag (&heads)[Items], T predecessor, Flag (&tails)[Items], T successor,
                                           T (&input)[Items], Op op) {
        put(input);
        flag_heads(heads, input, op, &predecessor);
        flag_tails(tails, input, op, &successor);
    }

private:
    template <int Items>
    __forceinline__ void put(T (&input)[Items]) {
        storage_.first.put(Group::rank(), input[0]);
        storage_.last.put(Group::rank(), input[Items - 1]);
        Group::sync();
    }
    template <class Op>
    __forceinline__ static bool apply(Op& op, const T& before, const T& after, int place) {
        if constexpr (requires { op(before, after, place); }) return op(before, after, place);
        else return op(before, after);
    }
    template <int Items, class Flag, class Op>
    __forceinline__ void flag_heads(Flag (&heads)[Items], T (&input)[Items], Op& op, const T* predecessor) {
        const int rank = Group::rank(), place = rank * Items;
        for (int i = Items - 1; i > 0; --i) heads[i] = static_cast<Flag>(apply(op, input[i - 1], input[i], place + i));
        if (rank == 0) heads[0] = static_cast<Flag>(predecessor ? apply(op, *predecessor, input[0], place) : true);
        else heads[0] = static_cast<Flag>(apply(op, storage_.last[rank - 1], input[0], place));
    }
    template <int Items, class Flag, class Op>
    __forceinline__ void flag_tails(Flag (&tails)[Items], T (&input)[Items], Op& op, const T* successor) {
        const int rank = Group::rank(), place = rank * Items;
        constexpr int end = Items - 1;
        for (int i = 0; i < end; ++i) tails[i] = static_cast<Flag>(apply(op, input[i], input[i + 1], place + i + 1));
        if (rank == Group::size - 1)
            tails[end] = static_cast<Flag>(successor ? apply(op, input[end], *successor, place + Items) : true);
        else tails[end] = static_cast<Flag>(apply(op, input[end], storage_.first[rank + 1], place + Items));
    }
    __forceinline__ static TempStorage& own_storage() {
        __shared__ TempStorage storage;
        return storage;
    }

    TempStorage& storage_;
};

}  // namespace cub
