// cub::WarpScan for a CPU.
#pragma once

#include <cuprum/cuda/collectives.h>

namespace cub {

template <class T, int LogicalWarpThreads = 32>
class WarpScan : public cuprum::cuda_on_cpu::Scan<T, cuprum::cuda_on_cpu::PartOfWarp<LogicalWarpThreads>> {
    using Group = cuprum::cuda_on_cpu::PartOfWarp<LogicalWarpThreads>;
    using Base = cuprum::cuda_on_cpu::Scan<T, Group>;
    using Base::collective_;

public:
    using Base::InclusiveScan;
    using typename Base::TempStorage;

    __forceinline__ WarpScan(TempStorage& storage) : Base(storage) {}

    template <class Operation>
    __forceinline__ void InclusiveScan(T input, T& output, T initial, Operation operation) {
        T aggregate = input;
        InclusiveScan(input, output, initial, operation, aggregate);
    }
    template <class Operation>
    __forceinline__ void InclusiveScan(T input, T& output, T initial, Operation operation, T& aggregate) {
        Base::InclusiveScan(input, output, operation, aggregate);
        output = operation(initial, output);
    }

    /// Both scans at once.
    template <class Operation>
    __forceinline__ void Scan(T input, T& inclusive, T& exclusive, Operation operation) {
        T aggregate = input;
        const T before = collective_.exclusive(input, operation, aggregate);
        inclusive = Group::rank() == 0 ? input : operation(before, input);
        exclusive = before;
    }
    template <class Operation>
    __forceinline__ void Scan(T input, T& inclusive, T& exclusive, T initial, Operation operation) {
        T aggregate = input;
        const T before = collective_.exclusive(input, operation, aggregate);
        exclusive = Group::rank() == 0 ? initial : operation(initial, before);
        inclusive = operation(exclusive, input);
    }

    __forceinline__ T Broadcast(T input, unsigned source) {
        return collective_.broadcast(input, static_cast<int>(source));
    }
};

}  // namespace cub
