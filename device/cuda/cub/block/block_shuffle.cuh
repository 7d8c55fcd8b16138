// cub::BlockShuffle for a CPU.
#pragma once

#include <cuprum/cuda/tiles.h>

namespace cub {

/// Items of other threads of the block.
template <class T, int BlockDimX, int BlockDimY = 1, int BlockDimZ = 1>
class BlockShuffle {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;

public:
    using TempStorage = cuprum::cuda_on_cpu::Slots<T, Group::size>;

    __forceinline__ BlockShuffle() : slots_(own_storage()) {}
    __forceinline__ BlockShuffle(TempStorage& storage) : slots_(storage) {}

    /// Of the thread `distance` further on; where there is none the output stays.
    __forceinline__ void Offset(T input, T& output, int distance = 1) {
        const int source = Group::rank() + distance;
        put(input);
        if (source >= 0 && source < Group::size) output = slots_[source];
    }
    /// The same, from the first thread on again behind the last.
    __forceinline__ void Rotate(T input, T& output, unsigned distance = 1) {
        put(input);
        output = slots_[static_cast<int>((static_cast<unsigned>(Group::rank()) + distance) % Group::size)];
    }
    /// Each item's predecessor; the first of all stays.
    template <int Items>
    __forceinline__ void Up(T (&input)[Items], T (&prev)[Items]) {
        put(input[Items - 1]);
        for (int i = Items - 1; i > 0; --i) prev[i] = input[i - 1];
        if (Group::rank() > 0) prev[0] = slots_[Group::rank() - 1];
    }
    template <int Items>
    __forceinline__ void Up(T (&input)[Items], T (&prev)[Items], T& block_suffix) {
        Up(input, prev);
        block_suffix = slots_[Group::size - 1];
    }
    /// Each item's successor; the last of all stays.
    template <int Items>
    __forceinline__ void Down(T (&input)[Items], T (&prev)[Items]) {
        put(input[0]);
        for (int i = 0; i + 1 < Items; ++i) prev[i] = input[i + 1];
        if (Group::rank() + 1 < Group::size) prev[Items - 1] = slots_[Group::rank() + 1];
    }
    template <int Items>
    __forceinline__ void Down(T (&input)[Items], T (&prev)[Items], T& block_prefix) {
        Down(input, prev);
        block_prefix = slots_[0];
    }

private:
    __forceinline__ void put(const T& value) {
        slots_.put(Group::rank(), value);
        Group::sync();
    }
    __forceinline__ static TempStorage& own_storage() {
        __shared__ TempStorage storage;
        return storage;
    }

    TempStorage& slots_;
};

}  // namespace cub
