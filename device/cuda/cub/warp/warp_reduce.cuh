// cub::WarpReduce for a CPU.
#pragma once

#include <cuprum/cuda/collectives.h>

namespace cub {

/// Results are those of the first lane, or of the first lane of each segment.
template <class T, int LogicalWarpThreads = 32>
class WarpReduce {
    using Group = cuprum::cuda_on_cpu::PartOfWarp<LogicalWarpThreads>;
    using Collective = cuprum::cuda_on_cpu::Collective<T, Group>;
    using Plus = cuprum::cuda_on_cpu::Plus;

public:
    struct TempStorage {
        typename Collective::Storage values;
        bool flags[LogicalWarpThreads];
    };

    __forceinline__ WarpReduce(TempStorage& storage) : storage_(storage) {}

    template <class Operation>
    __forceinline__ T Reduce(T input, Operation operation) {
        return Reduce(input, operation, LogicalWarpThreads);
    }
    /// Of the first `valid` lanes' values.
    template <class Operation>
    __forceinline__ T Reduce(T input, Operation operation, int valid) {
        return Collective(storage_.values).reduce(input, operation, valid);
    }
    __forceinline__ T Sum(T input) { return Reduce(input, Plus()); }
    __forceinline__ T Sum(T input, int valid) { return Reduce(input, Plus(), valid); }
    __forceinline__ T Max(T input) { return Reduce(input, cuprum::cuda_on_cpu::Maximum()); }
    __forceinline__ T Min(T input) { return Reduce(input, cuprum::cuda_on_cpu::Minimum()); }

    /// A segment begins where the flag is set.
    template <class Flag, class Operation>
    __forceinline__ T HeadSegmentedReduce(T input, Flag head_flag, Operation operation) {
        put(input, static_cast<bool>(head_flag));
        T total = input;
        for (int i = Group::rank() + 1; i < LogicalWarpThreads && !storage_.flags[i]; ++i)
            total = operation(total, storage_.values[i]);
        Group::sync();
        return total;
    }
    /// A segment ends where the flag is set.
    template <class Flag, class Operation>
    __forceinline__ T TailSegmentedReduce(T input, Flag tail_flag, Operation operation) {
        put(input, static_cast<bool>(tail_flag));
        T total = input;
        for (int i = Group::rank(); i + 1 < LogicalWarpThreads && !storage_.flags[i]; ++i)
            total = operation(total, storage_.values[i + 1]);
        Group::sync();
        return total;
    }
    template <class Flag>
    __forceinline__ T HeadSegmentedSum(T input, Flag head_flag) {
        return HeadSegmentedReduce(input, head_flag, Plus());
    }
    template <class Flag>
    __forceinline__ T TailSegmentedSum(T input, Flag tail_flag) {
        return TailSegmentedReduce(input, tail_flag, Plus());
    }

private:
    __forceinline__ void put(const T& value, bool flag) {
        storage_.values.put(Group::rank(), value);
        storage_.flags[Group::rank()] = flag;
        Group::sync();
    }

    TempStorage& storage_;
};

}  // namespace cub
