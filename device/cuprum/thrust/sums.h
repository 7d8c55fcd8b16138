// Thrust's algorithms that combine elements: reductions and scans, also of runs of equal keys.
#pragma once

#include <cuprum/thrust/policy.h>

namespace cuprum::sequential {

using ::cuda::std::adjacent_difference;
using ::cuda::std::inner_product;
using ::cuda::std::reduce;

template <class I, class Function, class T, class Operation>
__forceinline__ constexpr T transform_reduce(I first, I last, Function function, T value, Operation operation) {
    for (; first != last; ++first) value = operation(value, function(*first));
    return value;
}

template <class I, class O, class Operation = ::cuda::std::plus<>>
__forceinline__ constexpr O inclusive_scan(I first, I last, O out, Operation operation = {}) {
    return ::cuda::std::inclusive_scan(first, last, out, operation);
}
template <class I, class O, class T, class Operation>
__forceinline__ constexpr O inclusive_scan(I first, I last, O out, T value, Operation operation) {
    return ::cuda::std::inclusive_scan(first, last, out, operation, value);
}
template <class I, class O, class T, class Operation = ::cuda::std::plus<>>
__forceinline__ constexpr O exclusive_scan(I first, I last, O out, T value, Operation operation = {}) {
    return ::cuda::std::exclusive_scan(first, last, out, value, operation);
}
template <class I, class O>
__forceinline__ constexpr O exclusive_scan(I first, I last, O out) {
    return ::cuda::std::exclusive_scan(first, last, out, iter_value_t<I>{});
}
template <class I, class O, class Function, class Operation>
__forceinline__ constexpr O transform_inclusive_scan(I first, I last, O out, Function function, Operation operation) {
    return ::cuda::std::transform_inclusive_scan(first, last, out, operation, function);
}
template <class I, class O, class Function, class T, class Operation>
__forceinline__ constexpr O transform_inclusive_scan(I first, I last, O out, Function function, T value,
                                                     Operation operation) {
    return ::cuda::std::transform_inclusive_scan(first, last, out, operation, function, value);
}
template <class I, class O, class Function, class T, class Operation>
__forceinline__ constexpr O transform_exclusive_scan(I first, I last, O out, Function function, T value,
                                                     Operation operation) {
    return ::cuda::std::transform_exclusive_scan(first, last, out, value, operation, function);
}

template <class K, class V, class KeysOut, class ValuesOut, class Equal = ::cuda::std::equal_to<>,
          class Operation = ::cuda::std::plus<>>
__forceinline__ constexpr ::cuda::std::pair<KeysOut, ValuesOut> reduce_by_key(K first, K last, V values,
                                                                              KeysOut keys_out, ValuesOut values_out,
                                                                              Equal equal = {},
                                                                              Operation operation = {}) {
    while (first != last) {
        const iter_value_t<K> key = *first;
        iter_value_t<V> sum = *values;
        while (++first, ++values, first != last && equal(key, *first)) sum = operation(sum, *values);
        *keys_out = key, ++keys_out;
        *values_out = sum, ++values_out;
    }
    return {keys_out, values_out};
}
template <class K, class V, class O, class Equal = ::cuda::std::equal_to<>, class Operation = ::cuda::std::plus<>>
__forceinline__ constexpr O inclusive_scan_by_key(K first, K last, V values, O out, Equal equal = {},
                                                  Operation operation = {}) {
    while (first != last) {
        iter_value_t<K> key = *first;
        iter_value_t<V> sum = *values;
        *out = sum, ++out;
        // Neighbours are compared, as equality need not hold along a whole run. `out` may be either input.
        for (++first, ++values; first != last; ++first, ++values, ++out) {
            const iter_value_t<K> next = *first;
            if (!equal(key, next)) break;
            *out = sum = operation(sum, *values);
            key = next;
        }
    }
    return out;
}
template <class K, class V, class O, class T, class Equal = ::cuda::std::equal_to<>,
          class Operation = ::cuda::std::plus<>>
__forceinline__ constexpr O exclusive_scan_by_key(K first, K last, V values, O out, T start, Equal equal = {},
                                                  Operation operation = {}) {
    while (first != last) {
        iter_value_t<K> key = *first;
        T sum = start;
        for (bool is_first = true; first != last; ++first, ++values, ++out, is_first = false) {
            const iter_value_t<K> next = *first;
            if (!is_first && !equal(key, next)) break;
            const T before = sum;
            sum = operation(sum, *values);
            *out = before;
            key = next;
        }
    }
    return out;
}
template <class K, class V, class O>
__forceinline__ constexpr O exclusive_scan_by_key(K first, K last, V values, O out) {
    return sequential::exclusive_scan_by_key(first, last, values, out, iter_value_t<V>{});
}

}  // namespace cuprum::sequential

namespace thrust {
CUPRUM_THRUST(adjacent_difference)
CUPRUM_THRUST(exclusive_scan)
CUPRUM_THRUST(exclusive_scan_by_key)
CUPRUM_THRUST(inclusive_scan)
CUPRUM_THRUST(inclusive_scan_by_key)
CUPRUM_THRUST(inner_product)
CUPRUM_THRUST(reduce)
CUPRUM_THRUST(reduce_by_key)
CUPRUM_THRUST(transform_exclusive_scan)
CUPRUM_THRUST(transform_inclusive_scan)
CUPRUM_THRUST(transform_reduce)
}  // namespace thrust
