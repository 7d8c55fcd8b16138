// cub::BlockReduce for a CPU.
#pragma once

#include <cuprum/cuda/collectives.h>

#include <cub/thread/thread_operators.cuh>

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
    BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};

/// The algorithm makes no difference here. Results are the first thread's.
template <class T, int BlockDimX, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int BlockDimY = 1,
          int BlockDimZ = 1>
class BlockReduce {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;
    using Collective = cuprum::cuda_on_cpu::Collective<T, Group>;

public:
    using TempStorage = typename Collective::Storage;

    __forceinline__ BlockReduce() : storage_(own_storage()) {}
    __forceinline__ BlockReduce(TempStorage& storage) : storage_(storage) {}

    template <class Operation>
    __forceinline__ T Reduce(T input, Operation operation) {
        return Reduce(input, operation, Group::size);
    }
    /// Of the first `valid` threads' values.
    template <class Operation>
    __forceinline__ T Reduce(T input, Operation operation, int valid) {
        return Collective(storage_).reduce(input, operation, valid);
    }
    template <int Items, class Operation>
    __forceinline__ T Reduce(T (&inputs)[Items], Operation operation) {
        T total = inputs[0];
        for (int i = 1; i < Items; ++i) total = operation(total, inputs[i]);
        return Reduce(total, operation);
    }
    __forceinline__ T Sum(T input) { return Reduce(input, cuprum::cuda_on_cpu::Plus()); }
    __forceinline__ T Sum(T input, int valid) { return Reduce(input, cuprum::cuda_on_cpu::Plus(), valid); }
    template <int Items>
    __forceinline__ T Sum(T (&inputs)[Items]) {
        return Reduce(inputs, cuprum::cuda_on_cpu::Plus());
    }

private:
    __forceinline__ static TempStorage& own_storage() {
        __shared__ TempStorage storage;
        return storage;
    }

    TempStorage& storage_;
};

}  // namespace cub
