// cub::WarpMergeSort for a CPU.
#pragma once

#include <cub/block/block_merge_sort.cuh>

namespace cub {

template <class Key, int ItemsPerThread, int LogicalWarpThreads = 32, class Value = NullType>
class WarpMergeSort
    : public detail::MergeSort<Key, Value, cuprum::cuda_on_cpu::PartOfWarp<LogicalWarpThreads>, ItemsPerThread> {
    using Base = detail::MergeSort<Key, Value, cuprum::cuda_on_cpu::PartOfWarp<LogicalWarpThreads>, ItemsPerThread>;

public:
    using typename Base::TempStorage;

    WarpMergeSort() = delete;
    __forceinline__ explicit WarpMergeSort(TempStorage& storage) : Base(storage) {}
};

}  // namespace cub
