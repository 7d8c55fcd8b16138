// Algorithms over ranges of elements, each run by the one thread that calls it, and the iterators that they take: what
// cuprumx.jit.thrust is made of. Names and meanings are Thrust's.
#pragma once

#include <cuprum/jit/jit.h>
#include <cuprum/jit/operations.h>
#include <cuprum/stable_sort.h>

namespace cuprum::jit {

/// A position among elements that lie `step` bytes apart.
template <class T>
struct iterator {
    using value_type = T;
    T* place;
    long long step = sizeof(T);

    CUPRUM_DEVICE T& operator[](long long i) const {
        return *reinterpret_cast<T*>(reinterpret_cast<char*>(place) + i * step);
    }
    CUPRUM_DEVICE T& operator*() const { return *place; }
    CUPRUM_DEVICE iterator operator+(long long n) const { return {&(*this)[n], step}; }
    CUPRUM_DEVICE iterator operator-(long long n) const { return {&(*this)[-n], step}; }
    CUPRUM_DEVICE long long operator-(iterator other) const {
        return (reinterpret_cast<char*>(place) - reinterpret_cast<char*>(other.place)) / step;
    }
    CUPRUM_DEVICE iterator& operator++() { return *this = *this + 1; }
    CUPRUM_DEVICE bool operator==(iterator other) const { return place == other.place; }
    CUPRUM_DEVICE bool operator!=(iterator other) const { return place != other.place; }
};

/// Counts: begin, begin + 1, ...
template <class T>
struct counting_iterator {
    using value_type = T;
    T begin;
    CUPRUM_DEVICE T operator[](long long i) const { return static_cast<T>(begin + i); }
    CUPRUM_DEVICE T operator*() const { return begin; }
    CUPRUM_DEVICE counting_iterator operator+(long long n) const { return {(*this)[n]}; }
    CUPRUM_DEVICE long long operator-(counting_iterator other) const {
        return static_cast<long long>(begin) - static_cast<long long>(other.begin);
    }
};

/// The same value at every position.
template <class T>
struct constant_iterator {
    using value_type = T;
    T value;
    long long position = 0;
    CUPRUM_DEVICE T operator[](long long) const { return value; }
    CUPRUM_DEVICE T operator*() const { return value; }
    CUPRUM_DEVICE constant_iterator operator+(long long n) const { return {value, position + n}; }
    CUPRUM_DEVICE long long operator-(constant_iterator other) const { return position - other.position; }
};

template <class It>
using value_of = typename It::value_type;

template <class T>
CUPRUM_DEVICE void exchange(T& a, T& b) {
    const T kept = a;
    a = b;
    b = kept;
}

// Writing.

template <class It, class T>
CUPRUM_DEVICE void fill(It first, It last, T value) {
    for (long long i = 0, n = last - first; i < n; ++i) first[i] = value;
}

template <class It, class T>
CUPRUM_DEVICE void sequence(It first, It last, T start, T step) {
    for (long long i = 0, n = last - first; i < n; ++i)
        first[i] = static_cast<T>(start + static_cast<T>(static_cast<T>(i) * step));
}

template <class In, class Out>
CUPRUM_DEVICE Out copy(In first, In last, Out out) {
    const long long n = last - first;
    for (long long i = 0; i < n; ++i) out[i] = static_cast<value_of<Out>>(first[i]);
    return out + n;
}

template <class In, class Out, class Operation>
CUPRUM_DEVICE Out transform(In first, In last, Out out, Operation operation) {
    const long long n = last - first;
    for (long long i = 0; i < n; ++i) out[i] = static_cast<value_of<Out>>(operation(first[i]));
    return out + n;
}

template <class A, class B, class Out, class Operation>
CUPRUM_DEVICE Out transform(A first, A last, B second, Out out, Operation operation) {
    const long long n = last - first;
    for (long long i = 0; i < n; ++i) out[i] = static_cast<value_of<Out>>(operation(first[i], second[i]));
    return out + n;
}

template <class In, class Operation>
CUPRUM_DEVICE void for_each(In first, In last, Operation operation) {
    for (long long i = 0, n = last - first; i < n; ++i) operation(first[i]);
}

template <class A, class B>
CUPRUM_DEVICE B swap_ranges(A first, A last, B second) {
    const long long n = last - first;
    for (long long i = 0; i < n; ++i) exchange(first[i], second[i]);
    return second + n;
}

template <class Map, class In, class Out>
CUPRUM_DEVICE Out gather(Map first, Map last, In in, Out out) {
    const long long n = last - first;
    for (long long i = 0; i < n; ++i) out[i] = static_cast<value_of<Out>>(in[static_cast<long long>(first[i])]);
    return out + n;
}

template <class In, class Map, class Out>
CUPRUM_DEVICE void scatter(In first, In last, Map map, Out out) {
    for (long long i = 0, n = last - first; i < n; ++i)
        out[static_cast<long long>(map[i])] = static_cast<value_of<Out>>(first[i]);
}

template <class It, class T>
CUPRUM_DEVICE void replace(It first, It last, T old_value, T new_value) {
    for (long long i = 0, n = last - first; i < n; ++i)
        if (first[i] == old_value) first[i] = new_value;
}

template <class In, class Out, class T>
CUPRUM_DEVICE Out replace_copy(In first, In last, Out out, T old_value, T new_value) {
    const long long n = last - first;
    for (long long i = 0; i < n; ++i) out[i] = static_cast<value_of<Out>>(first[i] == old_value ? new_value : first[i]);
    return out + n;
}

template <class It>
CUPRUM_DEVICE void reverse(It first, It last) {
    for (long long i = 0, j = last - first - 1; i < j; ++i, --j) exchange(first[i], first[j]);
}

template <class In, class Out>
CUPRUM_DEVICE Out reverse_copy(In first, In last, Out out) {
    const long long n = last - first;
    for (long long i = 0; i < n; ++i) out[i] = static_cast<value_of<Out>>(first[n - 1 - i]);
    return out + n;
}

// Leaving out.

template <class In, class Out, class T>
CUPRUM_DEVICE Out remove_copy(In first, In last, Out out, T value) {
    long long kept = 0;
    for (long long i = 0, n = last - first; i < n; ++i)
        if (!(first[i] == value)) out[kept++] = static_cast<value_of<Out>>(first[i]);
    return out + kept;
}

template <class It, class T>
CUPRUM_DEVICE It remove(It first, It last, T value) {
    return remove_copy(first, last, first, value);
}

template <class In, class Out>
CUPRUM_DEVICE Out unique_copy(In first, In last, Out out) {
    long long kept = 0;
    for (long long i = 0, n = last - first; i < n; ++i) {
        const auto value = first[i];
        if (i == 0 || !(value == out[kept - 1])) out[kept++] = static_cast<value_of<Out>>(value);
    }
    return out + kept;
}

template <class It>
CUPRUM_DEVICE It unique(It first, It last) {
    return unique_copy(first, last, first);
}

template <class Keys, class Values>
CUPRUM_DEVICE tuple<Keys, Values> unique_by_key(Keys first, Keys last, Values values) {
    long long kept = 0;
    for (long long i = 0, n = last - first; i < n; ++i)
        if (i == 0 || !(first[i] == first[kept - 1])) {
            first[kept] = first[i];
            values[kept++] = values[i];
        }
    return {first + kept, values + kept};
}

// Sums.

template <class In, class T, class Operation>
CUPRUM_DEVICE T reduce(In first, In last, T start, Operation operation) {
    for (long long i = 0, n = last - first; i < n; ++i)
        start = static_cast<T>(operation(start, static_cast<T>(first[i])));
    return start;
}

template <class A, class B, class T>
CUPRUM_DEVICE T inner_product(A first, A last, B second, T start) {
    for (long long i = 0, n = last - first; i < n; ++i)
        start = static_cast<T>(start + static_cast<T>(static_cast<T>(first[i]) * static_cast<T>(second[i])));
    return start;
}

template <class Keys, class Values, class KeysOut, class ValuesOut>
CUPRUM_DEVICE tuple<KeysOut, ValuesOut> reduce_by_key(Keys first, Keys last, Values values, KeysOut keys_out,
                                                      ValuesOut values_out) {
    using T = value_of<ValuesOut>;
    long long groups = 0;
    for (long long i = 0, n = last - first; i < n; ++i) {
        if (i > 0 && first[i] == first[i - 1]) {
            values_out[groups - 1] = static_cast<T>(values_out[groups - 1] + static_cast<T>(values[i]));
        } else {
            keys_out[groups] = static_cast<value_of<KeysOut>>(first[i]);
            values_out[groups++] = static_cast<T>(values[i]);
        }
    }
    return {keys_out + groups, values_out + groups};
}

template <class In, class Out, class Operation>
CUPRUM_DEVICE Out inclusive_scan(In first, In last, Out out, Operation operation) {
    using T = value_of<In>;
    const long long n = last - first;
    T sum{};
    for (long long i = 0; i < n; ++i) {
        sum = i == 0 ? static_cast<T>(first[0]) : static_cast<T>(operation(sum, static_cast<T>(first[i])));
        out[i] = static_cast<value_of<Out>>(sum);
    }
    return out + n;
}

template <class In, class Out, class T, class Operation>
CUPRUM_DEVICE Out exclusive_scan(In first, In last, Out out, T start, Operation operation) {
    const long long n = last - first;
    for (long long i = 0; i < n; ++i) {
        const T next =
            static_cast<T>(operation(start, static_cast<T>(first[i])));  // before `out`, which may be `first`
        out[i] = static_cast<value_of<Out>>(start);
        start = next;
    }
    return out + n;
}

template <class Keys, class Values, class Out>
CUPRUM_DEVICE Out inclusive_scan_by_key(Keys first, Keys last, Values values, Out out) {
    using T = value_of<Values>;
    const long long n = last - first;
    T sum{};
    for (long long i = 0; i < n; ++i) {
        sum = i > 0 && first[i] == first[i - 1] ? static_cast<T>(sum + values[i]) : static_cast<T>(values[i]);
        out[i] = static_cast<value_of<Out>>(sum);
    }
    return out + n;
}

template <class Keys, class Values, class Out, class T>
CUPRUM_DEVICE Out exclusive_scan_by_key(Keys first, Keys last, Values values, Out out, T start) {
    const long long n = last - first;
    T sum = start;
    for (long long i = 0; i < n; ++i) {
        if (i > 0 && !(first[i] == first[i - 1])) sum = start;
        const T next = static_cast<T>(sum + static_cast<T>(values[i]));
        out[i] = static_cast<value_of<Out>>(sum);
        sum = next;
    }
    return out + n;
}

template <class In, class Out>
CUPRUM_DEVICE Out adjacent_difference(In first, In last, Out out) {
    using T = value_of<In>;
    const long long n = last - first;
    T before{};
    for (long long i = 0; i < n; ++i) {
        const T value = first[i];
        out[i] = static_cast<value_of<Out>>(i == 0 ? value : static_cast<T>(value - before));
        before = value;
    }
    return out + n;
}

// Searching.

template <class In, class T>
CUPRUM_DEVICE In find(In first, In last, T value) {
    const long long n = last - first;
    for (long long i = 0; i < n; ++i)
        if (first[i] == value) return first + i;
    return last;
}

template <class In, class T>
CUPRUM_DEVICE long long count(In first, In last, T value) {
    long long found = 0;
    for (long long i = 0, n = last - first; i < n; ++i) found += first[i] == value;
    return found;
}

template <class In, class Predicate>
CUPRUM_DEVICE long long count_if(In first, In last, Predicate predicate) {
    long long found = 0;
    for (long long i = 0, n = last - first; i < n; ++i) found += predicate(first[i]) ? 1 : 0;
    return found;
}

template <class A, class B>
CUPRUM_DEVICE tuple<A, B> mismatch(A first, A last, B second) {
    long long i = 0;
    for (const long long n = last - first; i < n && first[i] == second[i];) ++i;
    return {first + i, second + i};
}

template <class A, class B>
CUPRUM_DEVICE bool equal(A first, A last, B second) {
    return get<0>(mismatch(first, last, second)) - first == last - first;
}

template <class In, class Less>
CUPRUM_DEVICE In is_sorted_until(In first, In last, Less less) {
    const long long n = last - first;
    for (long long i = 1; i < n; ++i)
        if (less(first[i], first[i - 1])) return first + i;
    return last;
}

template <class In, class Less>
CUPRUM_DEVICE bool is_sorted(In first, In last, Less less) {
    return is_sorted_until(first, last, less) - first == last - first;
}

template <class In, class Less>
CUPRUM_DEVICE In min_element(In first, In last, Less less) {
    long long best = 0;
    for (long long i = 1, n = last - first; i < n; ++i)
        if (less(first[i], first[best])) best = i;
    return first + best;
}

template <class In, class Less>
CUPRUM_DEVICE In max_element(In first, In last, Less less) {
    long long best = 0;
    for (long long i = 1, n = last - first; i < n; ++i)
        if (less(first[best], first[i])) best = i;
    return first + best;
}

template <class In, class Less>
CUPRUM_DEVICE tuple<In, In> minmax_element(In first, In last, Less less) {
    return {min_element(first, last, less), max_element(first, last, less)};
}

template <class In, class T, class Less>
CUPRUM_DEVICE In lower_bound(In first, In last, T value, Less less) {
    long long low = 0;
    for (long long high = last - first; low < high;) {
        const long long middle = low + (high - low) / 2;
        if (less(static_cast<T>(first[middle]), value)) low = middle + 1;
        else high = middle;
    }
    return first + low;
}

template <class In, class T, class Less>
CUPRUM_DEVICE In upper_bound(In first, In last, T value, Less less) {
    long long low = 0;
    for (long long high = last - first; low < high;) {
        const long long middle = low + (high - low) / 2;
        if (less(value, static_cast<T>(first[middle]))) high = middle;
        else low = middle + 1;
    }
    return first + low;
}

template <class In, class T, class Less>
CUPRUM_DEVICE tuple<In, In> equal_range(In first, In last, T value, Less less) {
    return {lower_bound(first, last, value, less), upper_bound(first, last, value, less)};
}

template <class In, class T, class Less>
CUPRUM_DEVICE bool binary_search(In first, In last, T value, Less less) {
    const In found = lower_bound(first, last, value, less);
    return found - first < last - first && !less(value, static_cast<T>(*found));
}

// The same for each of a range of values; an iterator's place is counted from `first`.

template <class In, class Values, class Out, class Less>
CUPRUM_DEVICE Out lower_bounds(In first, In last, Values values, Values values_last, Out out, Less less) {
    const long long n = values_last - values;
    for (long long i = 0; i < n; ++i)
        out[i] =
            static_cast<value_of<Out>>(lower_bound(first, last, static_cast<value_of<In>>(values[i]), less) - first);
    return out + n;
}

template <class In, class Values, class Out, class Less>
CUPRUM_DEVICE Out upper_bounds(In first, In last, Values values, Values values_last, Out out, Less less) {
    const long long n = values_last - values;
    for (long long i = 0; i < n; ++i)
        out[i] =
            static_cast<value_of<Out>>(upper_bound(first, last, static_cast<value_of<In>>(values[i]), less) - first);
    return out + n;
}

template <class In, class Values, class Out, class Less>
CUPRUM_DEVICE Out binary_searches(In first, In last, Values values, Values values_last, Out out, Less less) {
    const long long n = values_last - values;
    for (long long i = 0; i < n; ++i)
        out[i] = static_cast<value_of<Out>>(binary_search(first, last, static_cast<value_of<In>>(values[i]), less));
    return out + n;
}

// Sorted ranges.

/// Which of two sorted ranges' elements come into the result: those of the first alone, of the second alone, of both.
/// `write(k, of_second, at)` writes the k-th element of the result, element `at` of either range; returns their number.
template <bool of_first, bool of_second, bool of_both, class A, class B, class Write, class Less>
CUPRUM_DEVICE long long select_sorted(A first, A last, B second, B second_last, Write write, Less less) {
    using T = value_of<A>;
    const long long n = last - first, m = second_last - second;
    long long i = 0, j = 0, kept = 0;
    while (i < n || j < m) {
        const bool take_first = j == m || (i < n && less(static_cast<T>(first[i]), static_cast<T>(second[j])));
        const bool take_second = !take_first && (i == n || less(static_cast<T>(second[j]), static_cast<T>(first[i])));
        if (take_first ? of_first : take_second ? of_second : of_both) write(kept++, take_second, take_second ? j : i);
        i += !take_second;
        j += !take_first;
    }
    return kept;
}

template <bool of_first, bool of_second, bool of_both, class A, class B, class Out, class Less>
CUPRUM_DEVICE Out set_operation(A first, A last, B second, B second_last, Out out, Less less) {
    using T = value_of<A>;
    const auto write = [=](long long k, bool from_second, long long at) {
        out[k] = static_cast<value_of<Out>>(from_second ? static_cast<T>(second[at]) : static_cast<T>(first[at]));
    };
    return out + select_sorted<of_first, of_second, of_both>(first, last, second, second_last, write, less);
}

/// Keys as `set_operation` selects them; the value beside a key of either range goes along.
template <bool of_first, bool of_second, bool of_both, class A, class B, class V, class W, class Keys, class Values,
          class Less>
CUPRUM_DEVICE tuple<Keys, Values> set_operation_by_key(A first, A last, B second, B second_last, V values, W others,
                                                       Keys keys_out, Values values_out, Less less) {
    using T = value_of<A>;
    using U = value_of<Values>;
    const auto write = [=](long long k, bool from_second, long long at) {
        keys_out[k] = static_cast<value_of<Keys>>(from_second ? static_cast<T>(second[at]) : static_cast<T>(first[at]));
        values_out[k] = from_second ? static_cast<U>(others[at]) : static_cast<U>(values[at]);
    };
    const long long n = select_sorted<of_first, of_second, of_both>(first, last, second, second_last, write, less);
    return {keys_out + n, values_out + n};
}

template <class A, class B, class Out, class Less>
CUPRUM_DEVICE Out set_union(A first, A last, B second, B second_last, Out out, Less less) {
    return set_operation<true, true, true>(first, last, second, second_last, out, less);
}
template <class A, class B, class Out, class Less>
CUPRUM_DEVICE Out set_intersection(A first, A last, B second, B second_last, Out out, Less less) {
    return set_operation<false, false, true>(first, last, second, second_last, out, less);
}
template <class A, class B, class Out, class Less>
CUPRUM_DEVICE Out set_difference(A first, A last, B second, B second_last, Out out, Less less) {
    return set_operation<true, false, false>(first, last, second, second_last, out, less);
}
template <class A, class B, class Out, class Less>
CUPRUM_DEVICE Out set_symmetric_difference(A first, A last, B second, B second_last, Out out, Less less) {
    return set_operation<true, true, false>(first, last, second, second_last, out, less);
}
template <class A, class B, class V, class W, class Keys, class Values, class Less>
CUPRUM_DEVICE tuple<Keys, Values> set_union_by_key(A first, A last, B second, B second_last, V values, W others,
                                                   Keys keys_out, Values values_out, Less less) {
    return set_operation_by_key<true, true, true>(first, last, second, second_last, values, others, keys_out,
                                                  values_out, less);
}
template <class A, class B, class V, class W, class Keys, class Values, class Less>
CUPRUM_DEVICE tuple<Keys, Values> set_difference_by_key(A first, A last, B second, B second_last, V values, W others,
                                                        Keys keys_out, Values values_out, Less less) {
    return set_operation_by_key<true, false, false>(first, last, second, second_last, values, others, keys_out,
                                                    values_out, less);
}
template <class A, class B, class V, class W, class Keys, class Values, class Less>
CUPRUM_DEVICE tuple<Keys, Values> set_symmetric_difference_by_key(A first, A last, B second, B second_last, V values,
                                                                  W others, Keys keys_out, Values values_out,
                                                                  Less less) {
    return set_operation_by_key<true, true, false>(first, last, second, second_last, values, others, keys_out,
                                                   values_out, less);
}
template <class A, class B, class V, class Keys, class Values, class Less>
CUPRUM_DEVICE tuple<Keys, Values> set_intersection_by_key(A first, A last, B second, B second_last, V values,
                                                          Keys keys_out, Values values_out, Less less) {
    return set_operation_by_key<false, false, true>(first, last, second, second_last, values, values, keys_out,
                                                    values_out, less);
}

template <class A, class B, class Out, class Less>
CUPRUM_DEVICE Out merge(A first, A last, B second, B second_last, Out out, Less less) {
    using T = value_of<A>;
    const long long n = last - first, m = second_last - second;
    for (long long i = 0, j = 0; i + j < n + m;) {
        const long long at = i + j;
        const bool from_second = i == n || (j < m && less(static_cast<T>(second[j]), static_cast<T>(first[i])));
        if (from_second) out[at] = static_cast<value_of<Out>>(second[j++]);
        else out[at] = static_cast<value_of<Out>>(first[i++]);
    }
    return out + (n + m);
}

// Sorting.

/// Keys alone, or keys that values go along with: what sorting moves.
template <class Keys>
struct moved_keys {
    Keys keys;
    CUPRUM_DEVICE void exchange(long long a, long long b) const { jit::exchange(keys[a], keys[b]); }
};
template <class Keys, class Values>
struct moved_pairs {
    Keys keys;
    Values values;
    CUPRUM_DEVICE void exchange(long long a, long long b) const {
        jit::exchange(keys[a], keys[b]);
        jit::exchange(values[a], values[b]);
    }
};

template <class It, class Less>
CUPRUM_DEVICE void sort(It first, It last, Less less) {
    stable_sort(moved_keys<It>{first}, last - first, less);
}

template <class Keys, class Values, class Less>
CUPRUM_DEVICE void sort_by_key(Keys first, Keys last, Values values, Less less) {
    stable_sort(moved_pairs<Keys, Values>{first, values}, last - first, less);
}

}  // namespace cuprum::jit
