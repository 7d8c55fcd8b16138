// cub::BlockMergeSort for a CPU.
#pragma once

#include <cuprum/cuda/tiles.h>

#include <cub/util_type.cuh>

namespace cub {
namespace detail {

/// The merge sorts of a block and of a warp: stable, by any order.
template <class Key, class Value, class Group, int ItemsPerThread>
class MergeSort {
    using Order = cuprum::cuda_on_cpu::TileSort<Key, Group, ItemsPerThread>;
    using Keys = cuprum::cuda_on_cpu::Tile<Key, Group, ItemsPerThread>;
    using Values = cuprum::cuda_on_cpu::Tile<Value, Group, ItemsPerThread>;
    using Blocked = cuprum::cuda_on_cpu::Blocked<Group, ItemsPerThread>;
    static_assert((Group::size & (Group::size - 1)) == 0, "the number of threads must be a power of two");

public:
    struct TempStorage {
        typename Order::Storage order;
        typename Values::Storage values;
    };

    __forceinline__ unsigned get_linear_tid() const { return static_cast<unsigned>(Group::rank()); }

    template <class Compare>
    __forceinline__ void Sort(Key (&keys)[ItemsPerThread], Compare compare) {
        sort(keys, compare, all);
    }
    template <class Compare>
    __forceinline__ void Sort(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread], Compare compare) {
        sort(keys, values, compare, all);
    }
    /// Only the first `valid` items; keys behind them become `oob_default`.
    template <class Compare>
    __forceinline__ void Sort(Key (&keys)[ItemsPerThread], Compare compare, int valid, Key oob_default) {
        fill(keys, valid, oob_default);
        sort(keys, compare, valid);
    }
    template <class Compare>
    __forceinline__ void Sort(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread], Compare compare, int valid,
                              Key oob_default) {
        fill(keys, valid, oob_default);
        sort(keys, values, compare, valid);
    }
    template <class... Arguments>
    __forceinline__ void StableSort(Key (&keys)[ItemsPerThread], Arguments&&... arguments) {
        Sort(keys, arguments...);
    }

protected:
    __forceinline__ explicit MergeSort(TempStorage& storage) : storage_(storage) {}

private:
    static constexpr int all = Group::size * ItemsPerThread;

    __forceinline__ static void fill(Key (&keys)[ItemsPerThread], int valid, const Key& key) {
        for (int i = 0; i < ItemsPerThread; ++i)
            if (Blocked::place(i) >= valid) keys[i] = key;
    }
    template <class Compare>
    __forceinline__ void sort(Key (&keys)[ItemsPerThread], Compare& compare, int count) {
        Order order(storage_.order);
        order.sort(keys, count, compare);
        Keys sorted(storage_.order.keys);
        for (int i = 0; i < ItemsPerThread; ++i) keys[i] = sorted[order.source(Blocked::place(i))];
        Keys::finish();
    }
    template <class Compare>
    __forceinline__ void sort(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread], Compare& compare,
                              int count) {
        Values carried(storage_.values);
        carried.template put<Blocked>(values);
        sort(keys, compare, count);
        Order order(storage_.order);
        for (int i = 0; i < ItemsPerThread; ++i) values[i] = carried[order.source(Blocked::place(i))];
        Keys::finish();
    }

    TempStorage& storage_;
};

}  // namespace detail

template <class Key, int BlockDimX, int ItemsPerThread, class Value = NullType, int BlockDimY = 1, int BlockDimZ = 1>
class BlockMergeSort
    : public detail::MergeSort<Key, Value, cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>,
                               ItemsPerThread> {
    using Base =
        detail::MergeSort<Key, Value, cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>, ItemsPerThread>;

public:
    using typename Base::TempStorage;

    __forceinline__ BlockMergeSort() : Base(own_storage()) {}
    __forceinline__ explicit BlockMergeSort(TempStorage& storage) : Base(storage) {}

private:
    __forceinline__ static TempStorage& own_storage() {
        __shared__ TempStorage storage;
        return storage;
    }
};

}  // namespace cub
