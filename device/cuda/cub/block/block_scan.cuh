// cub::BlockScan for a CPU.
#pragma once

#include <cuprum/cuda/collectives.h>

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

/// The algorithm makes no difference here.
template <class T, int BlockDimX, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int BlockDimY = 1,
          int BlockDimZ = 1>
class BlockScan
    : public cuprum::cuda_on_cpu::Scan<T, cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>> {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;
    using Base = cuprum::cuda_on_cpu::Scan<T, Group>;
    using Plus = cuprum::cuda_on_cpu::Plus;
    using Base::collective_;

public:
    using Base::ExclusiveScan;
    using Base::ExclusiveSum;
    using Base::InclusiveScan;
    using Base::InclusiveSum;
    using typename Base::TempStorage;

    __forceinline__ BlockScan() : Base(own_storage()) {}
    __forceinline__ BlockScan(TempStorage& storage) : Base(storage) {}

    // With what precedes the block: the first warp calls `callback` with the block's aggregate, and the first thread's
    // result counts.
    template <class Callback>
        requires requires(Callback callback, T aggregate) { callback(aggregate); }
    __forceinline__ void ExclusiveSum(T input, T& output, Callback& callback) {
        ExclusiveScan(input, output, Plus(), callback);
    }
    template <class Callback>
        requires requires(Callback callback, T aggregate) { callback(aggregate); }
    __forceinline__ void InclusiveSum(T input, T& output, Callback& callback) {
        InclusiveScan(input, output, Plus(), callback);
    }
    template <class Operation, class Callback>
        requires requires(Callback callback, T aggregate) { callback(aggregate); }
    __forceinline__ void ExclusiveScan(T input, T& output, Operation operation, Callback& callback) {
        T aggregate = input;
        const T before = collective_.exclusive(input, operation, aggregate);
        const T prefix = prefix_of(aggregate, callback);
        output = Group::rank() == 0 ? prefix : operation(prefix, before);
    }
    template <class Operation, class Callback>
        requires requires(Callback callback, T aggregate) { callback(aggregate); }
    __forceinline__ void InclusiveScan(T input, T& output, Operation operation, Callback& callback) {
        T before = input;
        ExclusiveScan(input, before, operation, callback);
        output = operation(before, input);
    }

    // Several consecutive items a thread.
    template <int Items>
    __forceinline__ void ExclusiveSum(T (&inputs)[Items], T (&outputs)[Items]) {
        ExclusiveScan(inputs, outputs, T(), Plus());
    }
    template <int Items>
    __forceinline__ void ExclusiveSum(T (&inputs)[Items], T (&outputs)[Items], T& aggregate) {
        ExclusiveScan(inputs, outputs, T(), Plus(), aggregate);
    }
    template <int Items, class Callback>
    __forceinline__ void ExclusiveSum(T (&inputs)[Items], T (&outputs)[Items], Callback& callback) {
        ExclusiveScan(inputs, outputs, Plus(), callback);
    }
    template <int Items>
    __forceinline__ void InclusiveSum(T (&inputs)[Items], T (&outputs)[Items]) {
        InclusiveScan(inputs, outputs, Plus());
    }
    template <int Items>
    __forceinline__ void InclusiveSum(T (&inputs)[Items], T (&outputs)[Items], T& aggregate) {
        InclusiveScan(inputs, outputs, Plus(), aggregate);
    }
    template <int Items, class Callback>
    __forceinline__ void InclusiveSum(T (&inputs)[Items], T (&outputs)[Items], Callback& callback) {
        InclusiveScan(inputs, outputs, Plus(), callback);
    }

    template <int Items, class Operation>
    __forceinline__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], T initial, Operation operation) {
        T before = total_of(inputs, operation);
        ExclusiveScan(before, before, initial, operation);
        exclusive_from(before, inputs, outputs, operation);
    }
    template <int Items, class Operation>
    __forceinline__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], T initial, Operation operation,
                                       T& aggregate) {
        T before = total_of(inputs, operation);
        ExclusiveScan(before, before, initial, operation, aggregate);
        exclusive_from(before, inputs, outputs, operation);
    }
    template <int Items, class Operation, class Callback>
        requires requires(Callback callback, T aggregate) { callback(aggregate); }
    __forceinline__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation,
                                       Callback& callback) {
        T before = total_of(inputs, operation);
        ExclusiveScan(before, before, operation, callback);
        exclusive_from(before, inputs, outputs, operation);
    }
    template <int Items, class Operation>
    __forceinline__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation) {
        T aggregate = inputs[0];
        ExclusiveScan(inputs, outputs, operation, aggregate);
    }
    template <int Items, class Operation>
    __forceinline__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation, T& aggregate) {
        T before = total_of(inputs, operation);
        ExclusiveScan(before, before, operation, aggregate);
        if (Group::rank() == 0) {
            // Nothing comes before the first item; its own output means nothing.
            T sum = inputs[0];
            for (int i = 1; i < Items; ++i) {
                const T next = operation(sum, inputs[i]);
                outputs[i] = sum;
                sum = next;
            }
        } else {
            exclusive_from(before, inputs, outputs, operation);
        }
    }

    template <int Items, class Operation>
    __forceinline__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation) {
        T aggregate = inputs[0];
        InclusiveScan(inputs, outputs, operation, aggregate);
    }
    template <int Items, class Operation>
    __forceinline__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation, T& aggregate) {
        T before = total_of(inputs, operation);
        ExclusiveScan(before, before, operation, aggregate);
        inclusive_from(before, inputs, outputs, operation, Group::rank() != 0);
    }
    template <int Items, class Operation>
    __forceinline__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], T initial, Operation operation) {
        T before = total_of(inputs, operation);
        ExclusiveScan(before, before, initial, operation);
        inclusive_from(before, inputs, outputs, operation, true);
    }
    template <int Items, class Operation>
    __forceinline__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], T initial, Operation operation,
                                       T& aggregate) {
        T before = total_of(inputs, operation);
        ExclusiveScan(before, before, initial, operation, aggregate);
        inclusive_from(before, inputs, outputs, operation, true);
    }
    template <int Items, class Operation, class Callback>
        requires requires(Callback callback, T aggregate) { callback(aggregate); }
    __forceinline__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation,
                                       Callback& callback) {
        T before = total_of(inputs, operation);
        ExclusiveScan(before, before, operation, callback);
        inclusive_from(before, inputs, outputs, operation, true);
    }

private:
    __forceinline__ static TempStorage& own_storage() {
        __shared__ TempStorage storage;
        return storage;
    }

    template <class Callback>
    __forceinline__ T prefix_of(const T& aggregate, Callback& callback) {
        return collective_.broadcast(Group::rank() < 32 ? static_cast<T>(callback(aggregate)) : aggregate, 0);
    }
    template <int Items, class Operation>
    __forceinline__ static T total_of(T (&inputs)[Items], Operation& operation) {
        T total = inputs[0];
        for (int i = 1; i < Items; ++i) total = operation(total, inputs[i]);
        return total;
    }
    /// `inputs` and `outputs` may be one array.
    template <int Items, class Operation>
    __forceinline__ static void exclusive_from(T before, T (&inputs)[Items], T (&outputs)[Items],
                                               Operation& operation) {
        for (int i = 0; i < Items; ++i) {
            const T next = operation(before, inputs[i]);
            outputs[i] = before;
            before = next;
        }
    }
    template <int Items, class Operation>
    __forceinline__ static void inclusive_from(T before, T (&inputs)[Items], T (&outputs)[Items], Operation& operation,
                                               bool has_before) {
        T sum = has_before ? operation(before, inputs[0]) : inputs[0];
        outputs[0] = sum;
        for (int i = 1; i < Items; ++i) outputs[i] = sum = operation(sum, inputs[i]);
    }
};

}  // namespace cub
