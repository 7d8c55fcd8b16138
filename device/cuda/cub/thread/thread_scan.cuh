// Scans of a thread's own items, as in CUB, for a CPU.
#pragma once

#include <cuprum/cuda/prelude.h>

namespace cub {

template <int Items, class T, class Operation>
__forceinline__ T ThreadScanInclusive(T (&input)[Items], T (&output)[Items], Operation operation) {
    T total = output[0] = input[0];
    for (int i = 1; i < Items; ++i) output[i] = total = operation(total, input[i]);
    return total;
}
template <int Items, class T, class Operation>
__forceinline__ T ThreadScanInclusive(T (&input)[Items], T (&output)[Items], Operation operation, T prefix,
                                      bool apply_prefix = true) {
    T total = apply_prefix ? operation(prefix, input[0]) : input[0];
    output[0] = total;
    for (int i = 1; i < Items; ++i) output[i] = total = operation(total, input[i]);
    return total;
}
template <int Items, class T, class Operation>
__forceinline__ T ThreadScanExclusive(T (&input)[Items], T (&output)[Items], Operation operation, T prefix,
                                      bool apply_prefix = true) {
    T total = apply_prefix ? operation(prefix, input[0]) : input[0];
    if (apply_prefix) output[0] = prefix;
    for (int i = 1; i < Items; ++i) {
        const T next = operation(total, input[i]);
        output[i] = total;
        total = next;
    }
    return total;
}

}  // namespace cub
