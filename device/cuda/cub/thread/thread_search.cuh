// Searches in sorted items, as in CUB, for a CPU.
#pragma once

#include <cuprum/cuda/prelude.h>

namespace cub {

/// The first place whose item is not less.
template <class Iterator, class Offset, class T>
__forceinline__ Offset LowerBound(Iterator input, Offset count, T value) {
    Offset begin = 0;
    while (count > 0) {
        const Offset half = count >> 1;
        if (input[begin + half] < value) {
            begin += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return begin;
}
/// The first place whose item is greater.
template <class Iterator, class Offset, class T>
__forceinline__ Offset UpperBound(Iterator input, Offset count, T value) {
    Offset begin = 0;
    while (count > 0) {
        const Offset half = count >> 1;
        if (value < input[begin + half]) {
            count = half;
        } else {
            begin += half + 1;
            count -= half + 1;
        }
    }
    return begin;
}

}  // namespace cub
