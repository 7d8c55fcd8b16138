// What a thread does with items of its own, as in CUB, for a CPU.
#pragma once

#include <cuprum/cuda/prelude.h>

namespace cub {

template <int Items, class T, class Operation>
__forceinline__ T ThreadReduce(T (&input)[Items], Operation operation) {
    T total = input[0];
    for (int i = 1; i < Items; ++i) total = operation(total, input[i]);
    return total;
}
template <int Items, class T, class Operation, class Prefix>
__forceinline__ T ThreadReduce(T (&input)[Items], Operation operation, Prefix prefix) {
    T total = prefix;
    for (int i = 0; i < Items; ++i) total = operation(total, input[i]);
    return total;
}

}  // namespace cub
