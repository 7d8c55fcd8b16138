// What the rows of reductions.def use of elements without a value, of counts and of the places of extremes.
#pragma once

#include <cuprum/base.h>
#include <cuprum/math.h>

namespace cuprum {

/// What stands for the result where there is no element: NaN where the type has one.
template <class T>
CUPRUM_DEVICE T no_value() {
    if constexpr (is_bool<T> || is_integer<T>) return T(0);
    else return limits<T>::nan();
}

/// What a thread of a GPU counts elements with, and a sum of integers within its share: the host lets a thread take
/// less than 2^15 elements of two bytes. Signed for unsigned sums too, of which elements may be below zero.
using share_index = conditional_t<CUPRUM_GPU, int, long long>;
template <class Value, class Stored>
using share_total =
    conditional_t<CUPRUM_GPU && is_integer<Value> && (is_bool<Stored> || is_integer<Stored>) && (sizeof(Stored) <= 2),
                  int, Value>;

/// Elements that are all the least possible one leave their state without an index: one larger than every other.
template <class Index>
CUPRUM_DEVICE void clear_index(Index& index) {
    index = limits<Index>::max();
}
template <class Index>
CUPRUM_DEVICE long long moved_index(Index index, long long offset) {
    return index == limits<Index>::max() ? limits<long long>::max() : offset + index;
}
/// Where all elements are equal, the first one counts.
CUPRUM_DEVICE long long first_index(long long index) { return index == limits<long long>::max() ? 0 : index; }

/// Whether (x, i) stands before (y, j) as maximum (sign 1) or minimum (-1): NaN first, then the value, then the lower
/// index.
template <int sign, class T, class Index>
CUPRUM_DEVICE bool stands_before(T x, Index i, T y, Index j) {
    const bool x_nan = isnan(x), y_nan = isnan(y);
    const bool beyond = sign > 0 ? x > y : x < y;
    const bool equal = (x == y) | (x_nan & y_nan);
    return (beyond & !y_nan) | (x_nan & !y_nan) | (equal & (i < j));
}

}  // namespace cuprum
