// Values of any type that the lanes of a whole warp exchange (GPU).
#pragma once

#include <cuprum/base.h>

#if CUPRUM_GPU

namespace cuprum {
namespace detail {

template <class T, class Exchange>
CUPRUM_DEVICE T by_words(const T& value, Exchange exchange) {
    constexpr int words = (sizeof(T) + 3) / 4;
    unsigned word[words];
    word[words - 1] = 0;
    CUPRUM_BUILTIN(memcpy)(word, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < words; ++i) word[i] = exchange(word[i]);
    T result;
    CUPRUM_BUILTIN(memcpy)(&result, word, sizeof(T));
    return result;
}

}  // namespace detail

/// A lane's value in every lane.
template <class T>
CUPRUM_DEVICE T warp_broadcast(const T& value, int lane) {
    return detail::by_words(value, [=](unsigned word) { return __shfl_sync(0xffffffffu, word, lane); });
}

/// The value of the lane `distance` below; lanes without one keep their own.
template <class T>
CUPRUM_DEVICE T warp_up(const T& value, int distance) {
    return detail::by_words(value, [=](unsigned word) { return __shfl_up_sync(0xffffffffu, word, distance); });
}

/// The value of the lane whose number differs in the bits of `mask`.
template <class T>
CUPRUM_DEVICE T warp_xor(const T& value, int mask) {
    return detail::by_words(value, [=](unsigned word) { return __shfl_xor_sync(0xffffffffu, word, mask); });
}

}  // namespace cuprum

#endif
