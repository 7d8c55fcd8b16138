// libcu++'s utilities, for a CPU: what its other headers build on.
#pragma once

// Programs use what these declare without including them, as each of libcu++'s own headers brings them along.
#include <cuda/std/bit>
#include <cuda/std/concepts>
#include <cuda/std/cstring>
#include <cuda/std/limits>

namespace cuda::std {

using ::std::forward;
using ::std::move;

template <class T>
__forceinline__ constexpr void swap(T& a, T& b) {
    T old = move(a);
    a = move(b);
    b = move(old);
}
template <class T, class U = T>
__forceinline__ constexpr T exchange(T& object, U&& value) {
    T old = move(object);
    object = forward<U>(value);
    return old;
}

template <class T, size_t N>
__forceinline__ constexpr void swap(T (&a)[N], T (&b)[N]) {
    for (size_t i = 0; i < N; ++i) swap(a[i], b[i]);
}
template <class T>
__forceinline__ constexpr const T& as_const(T& object) noexcept {
    return object;
}
template <class T>
__forceinline__ constexpr underlying_type_t<T> to_underlying(T value) noexcept {
    return static_cast<underlying_type_t<T>>(value);
}
[[noreturn]] __forceinline__ void unreachable() { __builtin_unreachable(); }

// Comparisons of integers by value, whatever their signs.
template <class A, class B>
__forceinline__ constexpr bool cmp_equal(A a, B b) noexcept {
    if constexpr (is_signed_v<A> == is_signed_v<B>) return a == b;
    else if constexpr (is_signed_v<A>) return a >= 0 && static_cast<make_unsigned_t<A>>(a) == b;
    else return b >= 0 && a == static_cast<make_unsigned_t<B>>(b);
}
template <class A, class B>
__forceinline__ constexpr bool cmp_less(A a, B b) noexcept {
    if constexpr (is_signed_v<A> == is_signed_v<B>) return a < b;
    else if constexpr (is_signed_v<A>) return a < 0 || static_cast<make_unsigned_t<A>>(a) < b;
    else return b >= 0 && a < static_cast<make_unsigned_t<B>>(b);
}
template <class A, class B>
__forceinline__ constexpr bool cmp_not_equal(A a, B b) noexcept {
    return !cuda::std::cmp_equal(a, b);
}
template <class A, class B>
__forceinline__ constexpr bool cmp_greater(A a, B b) noexcept {
    return cuda::std::cmp_less(b, a);
}
template <class A, class B>
__forceinline__ constexpr bool cmp_less_equal(A a, B b) noexcept {
    return !cuda::std::cmp_less(b, a);
}
template <class A, class B>
__forceinline__ constexpr bool cmp_greater_equal(A a, B b) noexcept {
    return !cuda::std::cmp_less(a, b);
}

template <class T, class A>
__forceinline__ constexpr bool in_range(A a) noexcept {
    return cuda::std::cmp_less_equal(numeric_limits<T>::min(), a) &&
           cuda::std::cmp_less_equal(a, numeric_limits<T>::max());
}

struct monostate {
    friend constexpr bool operator==(monostate, monostate) { return true; }
};
struct in_place_t {};
inline constexpr in_place_t in_place{};
template <class T>
struct in_place_type_t {};
template <class T>
inline constexpr in_place_type_t<T> in_place_type{};
template <size_t number>
struct in_place_index_t {};
template <size_t number>
inline constexpr in_place_index_t<number> in_place_index{};
struct piecewise_construct_t {};
inline constexpr piecewise_construct_t piecewise_construct{};

template <class A, class B>
struct pair {
    using first_type = A;
    using second_type = B;

    A first;
    B second;

    template <class C, class D>
        requires(!(is_same_v<A, C> && is_same_v<B, D>) && is_convertible_v<A, C> && is_convertible_v<B, D>)
    __forceinline__ constexpr operator pair<C, D>() const {
        return {static_cast<C>(first), static_cast<D>(second)};
    }
    __forceinline__ friend constexpr bool operator==(const pair& a, const pair& b) {
        return a.first == b.first && a.second == b.second;
    }
    __forceinline__ friend constexpr bool operator<(const pair& a, const pair& b) {
        return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
    }
    __forceinline__ friend constexpr bool operator>(const pair& a, const pair& b) { return b < a; }
    __forceinline__ friend constexpr bool operator<=(const pair& a, const pair& b) { return !(b < a); }
    __forceinline__ friend constexpr bool operator>=(const pair& a, const pair& b) { return !(a < b); }
    __forceinline__ constexpr void swap(pair& other) {
        pair old = *this;
        *this = other;
        other = old;
    }
};
template <class A, class B>
pair(A, B) -> pair<A, B>;
template <class A, class B>
__forceinline__ constexpr pair<decay_t<A>, decay_t<B>> make_pair(A&& a, B&& b) {
    return {forward<A>(a), forward<B>(b)};
}

template <class T, T... values>
struct integer_sequence {
    using value_type = T;
    static constexpr size_t size() noexcept { return sizeof...(values); }
};
template <size_t... values>
using index_sequence = integer_sequence<size_t, values...>;
template <class T, T count>
using make_integer_sequence = __make_integer_seq<integer_sequence, T, count>;
template <size_t count>
using make_index_sequence = make_integer_sequence<size_t, count>;
template <class... Types>
using index_sequence_for = make_index_sequence<sizeof...(Types)>;

}  // namespace cuda::std
