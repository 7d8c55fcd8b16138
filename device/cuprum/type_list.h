// Type lists and the few pieces of a tuple that kernels need; no standard headers are to be had here.
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/elementwise_args.h>

namespace cuprum {

template <class... T>
struct types {
    static constexpr int count = sizeof...(T);
};

template <int... K>
struct indices {};
template <int N, int... K>
struct indices_up_to : indices_up_to<N - 1, N - 1, K...> {};
template <int... K>
struct indices_up_to<0, K...> {
    using type = indices<K...>;
};
/// indices<0, ..., N - 1>
template <int N>
using indices_below = typename indices_up_to<N>::type;
template <int K>
struct index_constant {
    static constexpr int value = K;
};

template <int K, class First, class... Rest>
struct element_at {
    using type = typename element_at<K - 1, Rest...>::type;
};
template <class First, class... Rest>
struct element_at<0, First, Rest...> {
    using type = First;
};
template <int K, class... T>
using element = typename element_at<K, T...>::type;

template <class... I>
CUPRUM_DEVICE constexpr int max_of(I... values) {
    int result = 0;
    ((result = (int)values > result ? (int)values : result), ...);
    return result;
}
template <class... I>
CUPRUM_DEVICE constexpr int min_of(I... values) {
    int result = 1 << 30;
    ((result = (int)values < result ? (int)values : result), ...);
    return result;
}

CUPRUM_DEVICE constexpr int log2_of(int n) {
    int result = 0;
    while (n >>= 1) ++result;
    return result;
}

// The largest power of two that divides the size, up to 16.
CUPRUM_DEVICE constexpr int vector_alignment(int bytes) { return (bytes & 15) == 0 ? 16 : bytes & -bytes; }

/// V neighbours of one operand, aligned so that they move in pieces of up to 16 bytes.
template <class T, int V>
struct alignas((V & (V - 1)) ? alignof(T) : vector_alignment(V * sizeof(T))) vec {
    T v[V];
};

/// What moves at once, in pieces that registers hold: smaller elements are not taken apart while they are on their way.
template <int bytes>
struct alignas(vector_alignment(bytes)) words {
    unsigned_of_size<min_of(bytes, 4)> w[bytes > 4 ? bytes / 4 : 1];
};

template <class T, int V>
using words_of = words<int(V * sizeof(T))>;

/// V neighbours of every operand.
template <int V, class... T>
struct vector_pack;
template <int V>
struct vector_pack<V> {};
template <int V, class First, class... Rest>
struct vector_pack<V, First, Rest...> {
    vec<First, V> first;
    vector_pack<V, Rest...> rest;

    template <int K>
    CUPRUM_DEVICE auto& get() {
        if constexpr (K == 0) return first;
        else return rest.template get<K - 1>();
    }
    template <int K>
    CUPRUM_DEVICE const auto& get() const {
        if constexpr (K == 0) return first;
        else return rest.template get<K - 1>();
    }
    /// Applies an operation to the k-th elements.
    template <class Op>
    CUPRUM_DEVICE void call(int k) {
        call_with<Op>(k, indices_below<1 + sizeof...(Rest)>());
    }

private:
    template <class Op, int... K>
    CUPRUM_DEVICE void call_with(int k, indices<K...>) {
        Op::apply(get<K>().v[k]...);
    }
};

template <class P, int K>
struct pack_element;
template <int V, class... T, int K>
struct pack_element<vector_pack<V, T...>, K> {
    using type = element<K, T...>;
};
template <class P, int K>
using element_of = typename pack_element<P, K>::type;

#if !CUPRUM_GPU
/// How many elements a loop over float16 takes at once. What the compiler thinks of conversions to and from 32 bits
/// makes it take few; the processor converts a whole vector.
#if CUPRUM_CPU_LEVEL >= 4
constexpr int float16_width = 16;
#elif CUPRUM_CPU_LEVEL >= 3
constexpr int float16_width = 8;
#else
constexpr int float16_width = 4;
#endif
struct float16;
#endif

/// An element of an operand that counts: what looks like an array of int64 is arithmetic on its addresses, and no
/// memory.
struct counter {
    long long value;
    CUPRUM_DEVICE operator long long() const { return value; }
};

/// The element at an address.
template <class T>
CUPRUM_DEVICE T load(const void* address) {
    if constexpr (is_same<T, counter>) return {(long long)((unsigned long long)address - counter_origin) >> 3};
    else return *(const T*)address;
}

/// The value that an operand's bits hold.
template <class T>
CUPRUM_DEVICE T value_of(const OperandRef& operand) {
    return *(const T*)operand.bits;
}

/// What moves elements of this many bytes.
template <int bytes>
using unit_of_size = conditional_t<bytes == 16, vec<uint64, 2>, unsigned_of_size<bytes == 16 ? 8 : bytes>>;

}  // namespace cuprum
