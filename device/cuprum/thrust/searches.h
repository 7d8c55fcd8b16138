// Thrust's algorithms that look for elements and compare ranges.
#pragma once

#include <cuprum/thrust/policy.h>

namespace cuprum::sequential {

using ::cuda::std::all_of;
using ::cuda::std::any_of;
using ::cuda::std::count;
using ::cuda::std::count_if;
using ::cuda::std::equal;
using ::cuda::std::find;
using ::cuda::std::find_if;
using ::cuda::std::find_if_not;
using ::cuda::std::is_partitioned;
using ::cuda::std::is_sorted;
using ::cuda::std::is_sorted_until;
using ::cuda::std::max_element;
using ::cuda::std::min_element;
using ::cuda::std::mismatch;
using ::cuda::std::none_of;
using ::cuda::std::partition_point;

/// The first smallest and the first largest element; the standard library's is the last largest.
template <class I, class Less = ::cuda::std::less<>>
__forceinline__ constexpr ::cuda::std::pair<I, I> minmax_element(I first, I last, Less less = {}) {
    return {::cuda::std::min_element(first, last, less), ::cuda::std::max_element(first, last, less)};
}

// In sorted ranges, for a value or for each of a range of values, whose places are counted from `first`.

template <class I, class T, class Less = ::cuda::std::less<>>
__forceinline__ constexpr I lower_bound(I first, I last, const T& value, Less less = {}) {
    return ::cuda::std::lower_bound(first, last, value, less);
}
template <class I, class T, class Less = ::cuda::std::less<>>
__forceinline__ constexpr I upper_bound(I first, I last, const T& value, Less less = {}) {
    return ::cuda::std::upper_bound(first, last, value, less);
}
template <class I, class T, class Less = ::cuda::std::less<>>
__forceinline__ constexpr bool binary_search(I first, I last, const T& value, Less less = {}) {
    return ::cuda::std::binary_search(first, last, value, less);
}
template <class I, class T, class Less = ::cuda::std::less<>>
__forceinline__ constexpr ::cuda::std::pair<I, I> equal_range(I first, I last, const T& value, Less less = {}) {
    return ::cuda::std::equal_range(first, last, value, less);
}
template <class I, class V, class O, class Less = ::cuda::std::less<>>
__forceinline__ constexpr O lower_bound(I first, I last, V values, V values_last, O out, Less less = {}) {
    for (; values != values_last; ++values, ++out)
        *out = ::cuda::std::lower_bound(first, last, iter_value_t<V>(*values), less) - first;
    return out;
}
template <class I, class V, class O, class Less = ::cuda::std::less<>>
__forceinline__ constexpr O upper_bound(I first, I last, V values, V values_last, O out, Less less = {}) {
    for (; values != values_last; ++values, ++out)
        *out = ::cuda::std::upper_bound(first, last, iter_value_t<V>(*values), less) - first;
    return out;
}
template <class I, class V, class O, class Less = ::cuda::std::less<>>
__forceinline__ constexpr O binary_search(I first, I last, V values, V values_last, O out, Less less = {}) {
    for (; values != values_last; ++values, ++out)
        *out = ::cuda::std::binary_search(first, last, iter_value_t<V>(*values), less);
    return out;
}

}  // namespace cuprum::sequential

namespace thrust {
CUPRUM_THRUST(all_of)
CUPRUM_THRUST(any_of)
CUPRUM_THRUST(binary_search)
CUPRUM_THRUST(count)
CUPRUM_THRUST(count_if)
CUPRUM_THRUST(equal)
CUPRUM_THRUST(equal_range)
CUPRUM_THRUST(find)
CUPRUM_THRUST(find_if)
CUPRUM_THRUST(find_if_not)
CUPRUM_THRUST(is_partitioned)
CUPRUM_THRUST(is_sorted)
CUPRUM_THRUST(is_sorted_until)
CUPRUM_THRUST(lower_bound)
CUPRUM_THRUST(max_element)
CUPRUM_THRUST(min_element)
CUPRUM_THRUST(minmax_element)
CUPRUM_THRUST(mismatch)
CUPRUM_THRUST(none_of)
CUPRUM_THRUST(partition_point)
CUPRUM_THRUST(upper_bound)
using ::cuda::std::max;
using ::cuda::std::min;
using ::cuda::std::minmax;
}  // namespace thrust
