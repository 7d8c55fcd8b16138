// Thrust's sorts, and its algorithms for sorted ranges: merges and sets.
#pragma once

#include <cuprum/stable_sort.h>
#include <cuprum/thrust/policy.h>

namespace cuprum::sequential {

using ::cuda::std::merge;
using ::cuda::std::set_difference;
using ::cuda::std::set_intersection;
using ::cuda::std::set_symmetric_difference;
using ::cuda::std::set_union;

/// Keys alone, or with the values beside them: what sorting moves.
template <class K, class... V>
struct moved {
    K keys;
    ::cuda::std::tuple<V...> values;
    template <size_t... numbers>
    __forceinline__ constexpr void exchange(long long a, long long b, ::cuda::std::index_sequence<numbers...>) const {
        ::cuda::std::iter_swap(keys + a, keys + b);
        (::cuda::std::iter_swap(::cuda::std::get<numbers>(values) + a, ::cuda::std::get<numbers>(values) + b), ...);
    }
    __forceinline__ constexpr void exchange(long long a, long long b) const {
        exchange(a, b, ::cuda::std::index_sequence_for<V...>());
    }
};
template <class I, class Less = ::cuda::std::less<>>
__forceinline__ constexpr void stable_sort(I first, I last, Less less = {}) {
    cuprum::stable_sort(moved<I>{first, {}}, last - first, less);
}
template <class I, class Less = ::cuda::std::less<>>
__forceinline__ constexpr void sort(I first, I last, Less less = {}) {
    sequential::stable_sort(first, last, less);
}
template <class K, class V, class Less = ::cuda::std::less<>>
__forceinline__ constexpr void stable_sort_by_key(K first, K last, V values, Less less = {}) {
    cuprum::stable_sort(moved<K, V>{first, {values}}, last - first, less);
}
template <class K, class V, class Less = ::cuda::std::less<>>
__forceinline__ constexpr void sort_by_key(K first, K last, V values, Less less = {}) {
    sequential::stable_sort_by_key(first, last, values, less);
}

/// Which of two ranges an element comes from, and whether the other has its equal.
enum class source { first, second, both };

/// Goes through two sorted ranges. `take` is called with an element's source and copies it from `first` or `second`,
/// where both ranges have it from `first`.
template <class I, class J, class Less, class Take>
__forceinline__ constexpr void walk(I& first, I last, J& second, J second_last, Less less, Take take,
                                    bool pairs_equals) {
    while (first != last || second != second_last) {
        if (second == second_last || (first != last && less(*first, *second))) {
            take(source::first);
            ++first;
        } else if (first == last || less(*second, *first)) {
            take(source::second);
            ++second;
        } else {
            take(source::both);
            ++first;
            if (pairs_equals) ++second;
        }
    }
}

template <class I, class J, class V, class W, class KeysOut, class ValuesOut, class Less = ::cuda::std::less<>>
__forceinline__ constexpr ::cuda::std::pair<KeysOut, ValuesOut> merge_by_key(I first, I last, J second, J second_last,
                                                                             V values, W others, KeysOut keys_out,
                                                                             ValuesOut values_out, Less less = {}) {
    const auto take = [&](source from) {
        if (from == source::second) *keys_out = *second, *values_out = *others, ++others;
        else *keys_out = *first, *values_out = *values, ++values;
        ++keys_out, ++values_out;
    };
    sequential::walk(first, last, second, second_last, less, take, false);
    return {keys_out, values_out};
}

/// The keys that are taken are those of the sources that `of_first`, `of_second` and `of_both` say.
template <bool of_first, bool of_second, bool of_both, class I, class J, class V, class W, class KeysOut,
          class ValuesOut, class Less>
__forceinline__ constexpr ::cuda::std::pair<KeysOut, ValuesOut> set_by_key(I first, I last, J second, J second_last,
                                                                           V values, W others, KeysOut keys_out,
                                                                           ValuesOut values_out, Less less) {
    const auto take = [&](source from) {
        if (from == source::first ? of_first : from == source::second ? of_second : of_both) {
            if (from == source::second) *keys_out = *second, *values_out = *others;
            else *keys_out = *first, *values_out = *values;
            ++keys_out, ++values_out;
        }
        if (from != source::second) ++values;
        if (from != source::first) ++others;
    };
    sequential::walk(first, last, second, second_last, less, take, true);
    return {keys_out, values_out};
}
#define CUPRUM_SET_BY_KEY(name, of_first, of_second, of_both)                                                         \
    template <class I, class J, class V, class W, class KeysOut, class ValuesOut, class Less = ::cuda::std::less<>>   \
    __forceinline__ constexpr ::cuda::std::pair<KeysOut, ValuesOut> name(I first, I last, J second, J second_last,    \
                                                                         V values, W others, KeysOut keys_out,        \
                                                                         ValuesOut values_out, Less less = {}) {      \
        return sequential::set_by_key<of_first, of_second, of_both>(first, last, second, second_last, values, others, \
                                                                    keys_out, values_out, less);                      \
    }
CUPRUM_SET_BY_KEY(set_difference_by_key, true, false, false)
CUPRUM_SET_BY_KEY(set_symmetric_difference_by_key, true, true, false)
CUPRUM_SET_BY_KEY(set_union_by_key, true, true, true)
#undef CUPRUM_SET_BY_KEY
/// Values are those of the first range alone.
template <class I, class J, class V, class KeysOut, class ValuesOut, class Less = ::cuda::std::less<>>
__forceinline__ constexpr ::cuda::std::pair<KeysOut, ValuesOut> set_intersection_by_key(
    I first, I last, J second, J second_last, V values, KeysOut keys_out, ValuesOut values_out, Less less = {}) {
    return sequential::set_by_key<false, false, true>(first, last, second, second_last, values, values, keys_out,
                                                      values_out, less);
}

}  // namespace cuprum::sequential

namespace thrust {
CUPRUM_THRUST(merge)
CUPRUM_THRUST(merge_by_key)
CUPRUM_THRUST(set_difference)
CUPRUM_THRUST(set_difference_by_key)
CUPRUM_THRUST(set_intersection)
CUPRUM_THRUST(set_intersection_by_key)
CUPRUM_THRUST(set_symmetric_difference)
CUPRUM_THRUST(set_symmetric_difference_by_key)
CUPRUM_THRUST(set_union)
CUPRUM_THRUST(set_union_by_key)
CUPRUM_THRUST(sort)
CUPRUM_THRUST(sort_by_key)
CUPRUM_THRUST(stable_sort)
CUPRUM_THRUST(stable_sort_by_key)
}  // namespace thrust
