// cub::BlockHistogram for a CPU.
#pragma once

#include <cuprum/cuda/tiles.h>

#include <cub/util_type.cuh>

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

/// Items are numbers of bins. The algorithm makes no difference here.
template <class T, int BlockDimX, int ItemsPerThread, int Bins, BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT,
          int BlockDimY = 1, int BlockDimZ = 1>
class BlockHistogram {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;

public:
    using TempStorage = NullType;

    __forceinline__ BlockHistogram() {}
    __forceinline__ BlockHistogram(TempStorage&) {}

    template <class Counter>
    __forceinline__ void InitHistogram(Counter histogram[Bins]) {
        for (int bin = Group::rank(); bin < Bins; bin += Group::size) histogram[bin] = 0;
    }
    template <class Counter>
    __forceinline__ void Histogram(T (&items)[ItemsPerThread], Counter histogram[Bins]) {
        InitHistogram(histogram);
        Group::sync();
        Composite(items, histogram);
    }
    /// Adds to what is counted.
    template <class Counter>
    __forceinline__ void Composite(T (&items)[ItemsPerThread], Counter histogram[Bins]) {
        for (int i = 0; i < ItemsPerThread; ++i) {
            Counter* bin = histogram + static_cast<unsigned long long>(items[i]);
            if constexpr (__is_integral(Counter)) __atomic_fetch_add(bin, Counter{1}, __ATOMIC_RELAXED);
            else atomicAdd(bin, Counter{1});
        }
    }
};

}  // namespace cub
