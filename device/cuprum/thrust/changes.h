// Thrust's algorithms that write: copies, transforms, gathers, removals and partitions. `stencil` is a range beside the
// first one, whose elements decide in place of its own.
#pragma once

#include <cuprum/thrust/policy.h>

namespace cuprum::sequential {

using ::cuda::std::copy;
using ::cuda::std::copy_n;
using ::cuda::std::fill;
using ::cuda::std::fill_n;
using ::cuda::std::for_each_n;
using ::cuda::std::generate;
using ::cuda::std::generate_n;
using ::cuda::std::partition;
using ::cuda::std::partition_copy;
using ::cuda::std::remove;
using ::cuda::std::remove_copy;
using ::cuda::std::replace;
using ::cuda::std::replace_copy;
using ::cuda::std::reverse;
using ::cuda::std::reverse_copy;
using ::cuda::std::swap_ranges;
using ::cuda::std::transform;

// The memory of a kernel's elements is there before they are made.
template <class I, class O>
__forceinline__ constexpr O uninitialized_copy(I first, I last, O out) {
    return ::cuda::std::copy(first, last, out);
}
template <class I, class Size, class O>
__forceinline__ constexpr O uninitialized_copy_n(I first, Size count, O out) {
    return ::cuda::std::copy_n(first, count, out);
}
template <class I, class T>
__forceinline__ constexpr void uninitialized_fill(I first, I last, const T& value) {
    ::cuda::std::fill(first, last, value);
}
template <class I, class Size, class T>
__forceinline__ constexpr I uninitialized_fill_n(I first, Size count, const T& value) {
    return ::cuda::std::fill_n(first, count, value);
}

template <class I, class Function>
__forceinline__ constexpr I for_each(I first, I last, Function function) {
    for (; first != last; ++first) function(*first);
    return first;
}
template <class I, class T>
__forceinline__ constexpr void sequence(I first, I last, T start, T step) {
    for (T i{}; first != last; ++first, i = i + T(1)) *first = start + i * step;
}
template <class I, class T>
__forceinline__ constexpr void sequence(I first, I last, T start) {
    for (; first != last; ++first, start = start + T(1)) *first = start;
}
template <class I>
__forceinline__ constexpr void sequence(I first, I last) {
    sequence(first, last, iter_value_t<I>{});
}
template <class I, class Function>
__forceinline__ constexpr void tabulate(I first, I last, Function function) {
    for (iter_difference_t<I> i = 0; first != last; ++first, ++i) *first = function(i);
}

template <class Map, class I, class O>
__forceinline__ constexpr O gather(Map first, Map last, I input, O out) {
    for (; first != last; ++first, ++out) *out = input[*first];
    return out;
}
template <class Map, class S, class I, class O, class Predicate>
__forceinline__ constexpr O gather_if(Map first, Map last, S stencil, I input, O out, Predicate predicate) {
    for (; first != last; ++first, ++stencil, ++out)
        if (predicate(*stencil)) *out = input[*first];
    return out;
}
template <class Map, class S, class I, class O>
__forceinline__ constexpr O gather_if(Map first, Map last, S stencil, I input, O out) {
    return sequential::gather_if(first, last, stencil, input, out, [](const auto& x) { return bool(x); });
}
template <class I, class Map, class O>
__forceinline__ constexpr void scatter(I first, I last, Map map, O out) {
    for (; first != last; ++first, ++map) out[*map] = *first;
}
template <class I, class Map, class S, class O, class Predicate>
__forceinline__ constexpr void scatter_if(I first, I last, Map map, S stencil, O out, Predicate predicate) {
    for (; first != last; ++first, ++map, ++stencil)
        if (predicate(*stencil)) out[*map] = *first;
}
template <class I, class Map, class S, class O>
__forceinline__ constexpr void scatter_if(I first, I last, Map map, S stencil, O out) {
    sequential::scatter_if(first, last, map, stencil, out, [](const auto& x) { return bool(x); });
}

template <class I, class O, class Predicate>
__forceinline__ constexpr O copy_if(I first, I last, O out, Predicate predicate) {
    return ::cuda::std::copy_if(first, last, out, predicate);
}
template <class I, class S, class O, class Predicate>
__forceinline__ constexpr O copy_if(I first, I last, S stencil, O out, Predicate predicate) {
    for (; first != last; ++first, ++stencil)
        if (predicate(*stencil)) *out = *first, ++out;
    return out;
}
template <class I, class O, class Function, class Predicate>
__forceinline__ constexpr O transform_if(I first, I last, O out, Function function, Predicate predicate) {
    for (; first != last; ++first, ++out)
        if (predicate(*first)) *out = function(*first);
    return out;
}
template <class I, class S, class O, class Function, class Predicate>
__forceinline__ constexpr O transform_if(I first, I last, S stencil, O out, Function function, Predicate predicate) {
    for (; first != last; ++first, ++stencil, ++out)
        if (predicate(*stencil)) *out = function(*first);
    return out;
}
template <class I, class J, class S, class O, class Function, class Predicate>
__forceinline__ constexpr O transform_if(I first, I last, J other, S stencil, O out, Function function,
                                         Predicate predicate) {
    for (; first != last; ++first, ++other, ++stencil, ++out)
        if (predicate(*stencil)) *out = function(*first, *other);
    return out;
}

template <class I, class Predicate>
__forceinline__ constexpr I remove_if(I first, I last, Predicate predicate) {
    return ::cuda::std::remove_if(first, last, predicate);
}
template <class I, class O, class Predicate>
__forceinline__ constexpr O remove_copy_if(I first, I last, O out, Predicate predicate) {
    return ::cuda::std::remove_copy_if(first, last, out, predicate);
}
template <class I, class S, class O, class Predicate>
__forceinline__ constexpr O remove_copy_if(I first, I last, S stencil, O out, Predicate predicate) {
    for (; first != last; ++first, ++stencil)
        if (!predicate(*stencil)) *out = *first, ++out;
    return out;
}
template <class I, class S, class Predicate>
__forceinline__ constexpr I remove_if(I first, I last, S stencil, Predicate predicate) {
    return sequential::remove_copy_if(first, last, stencil, first, predicate);
}
template <class I, class Predicate, class T>
__forceinline__ constexpr void replace_if(I first, I last, Predicate predicate, const T& by) {
    ::cuda::std::replace_if(first, last, predicate, by);
}
template <class I, class S, class Predicate, class T>
__forceinline__ constexpr void replace_if(I first, I last, S stencil, Predicate predicate, const T& by) {
    for (; first != last; ++first, ++stencil)
        if (predicate(*stencil)) *first = by;
}
template <class I, class O, class Predicate, class T>
__forceinline__ constexpr O replace_copy_if(I first, I last, O out, Predicate predicate, const T& by) {
    return ::cuda::std::replace_copy_if(first, last, out, predicate, by);
}
template <class I, class S, class O, class Predicate, class T>
__forceinline__ constexpr O replace_copy_if(I first, I last, S stencil, O out, Predicate predicate, const T& by) {
    for (; first != last; ++first, ++stencil, ++out)
        if (predicate(*stencil)) *out = by;
        else *out = *first;
    return out;
}

/// In place and without memory: what stays in front moves there by rotations of halves.
template <class I, class Predicate>
__forceinline__ constexpr I stable_partition(I first, I last, Predicate predicate) {
    I front = ::cuda::std::find_if_not(first, last, predicate);
    for (I i = front; i != last;) {
        i = ::cuda::std::find_if(i, last, predicate);
        const I end = ::cuda::std::find_if_not(i, last, predicate);
        front = ::cuda::std::rotate(front, i, end);
        i = end;
    }
    return front;
}
template <class I, class O, class P, class Predicate>
__forceinline__ constexpr ::cuda::std::pair<O, P> stable_partition_copy(I first, I last, O yes, P no,
                                                                        Predicate predicate) {
    return ::cuda::std::partition_copy(first, last, yes, no, predicate);
}

template <class I, class Equal = ::cuda::std::equal_to<>>
__forceinline__ constexpr I unique(I first, I last, Equal equal = {}) {
    return ::cuda::std::unique(first, last, equal);
}
template <class I, class O, class Equal = ::cuda::std::equal_to<>>
__forceinline__ constexpr O unique_copy(I first, I last, O out, Equal equal = {}) {
    return ::cuda::std::unique_copy(first, last, out, equal);
}
template <class I, class Equal = ::cuda::std::equal_to<>>
__forceinline__ constexpr iter_difference_t<I> unique_count(I first, I last, Equal equal = {}) {
    iter_difference_t<I> count = 0;
    for (I before = first; first != last; before = first, ++first)
        if (count == 0 || !equal(*before, *first)) ++count;
    return count;
}
/// The first of each run of equal keys, and its value.
template <class K, class V, class KeysOut, class ValuesOut, class Equal = ::cuda::std::equal_to<>>
__forceinline__ constexpr ::cuda::std::pair<KeysOut, ValuesOut> unique_by_key_copy(K first, K last, V values,
                                                                                   KeysOut keys_out,
                                                                                   ValuesOut values_out,
                                                                                   Equal equal = {}) {
    while (first != last) {
        const iter_value_t<K> key = *first;
        *keys_out = key, ++keys_out;
        *values_out = *values, ++values_out;
        do ++first, ++values;
        while (first != last && equal(key, *first));
    }
    return {keys_out, values_out};
}
template <class K, class V, class Equal = ::cuda::std::equal_to<>>
__forceinline__ constexpr ::cuda::std::pair<K, V> unique_by_key(K first, K last, V values, Equal equal = {}) {
    return sequential::unique_by_key_copy(first, last, values, first, values, equal);
}

}  // namespace cuprum::sequential

namespace thrust {
CUPRUM_THRUST(copy)
CUPRUM_THRUST(copy_if)
CUPRUM_THRUST(copy_n)
CUPRUM_THRUST(fill)
CUPRUM_THRUST(fill_n)
CUPRUM_THRUST(for_each)
CUPRUM_THRUST(for_each_n)
CUPRUM_THRUST(gather)
CUPRUM_THRUST(gather_if)
CUPRUM_THRUST(generate)
CUPRUM_THRUST(generate_n)
CUPRUM_THRUST(partition)
CUPRUM_THRUST(partition_copy)
CUPRUM_THRUST(remove)
CUPRUM_THRUST(remove_copy)
CUPRUM_THRUST(remove_copy_if)
CUPRUM_THRUST(remove_if)
CUPRUM_THRUST(replace)
CUPRUM_THRUST(replace_copy)
CUPRUM_THRUST(replace_copy_if)
CUPRUM_THRUST(replace_if)
CUPRUM_THRUST(reverse)
CUPRUM_THRUST(reverse_copy)
CUPRUM_THRUST(scatter)
CUPRUM_THRUST(scatter_if)
CUPRUM_THRUST(sequence)
CUPRUM_THRUST(stable_partition)
CUPRUM_THRUST(stable_partition_copy)
CUPRUM_THRUST(swap_ranges)
CUPRUM_THRUST(tabulate)
CUPRUM_THRUST(transform)
CUPRUM_THRUST(transform_if)
CUPRUM_THRUST(uninitialized_copy)
CUPRUM_THRUST(uninitialized_copy_n)
CUPRUM_THRUST(uninitialized_fill)
CUPRUM_THRUST(uninitialized_fill_n)
CUPRUM_THRUST(unique)
CUPRUM_THRUST(unique_by_key)
CUPRUM_THRUST(unique_by_key_copy)
CUPRUM_THRUST(unique_copy)
CUPRUM_THRUST(unique_count)
using ::cuda::std::swap;
}  // namespace thrust
