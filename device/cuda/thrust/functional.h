// Thrust's function objects, for a CPU.
#pragma once

#include <cuprum/thrust/placeholders.h>

#include <cuda/std/functional>

namespace thrust {

using ::cuda::std::bit_and;
using ::cuda::std::bit_or;
using ::cuda::std::bit_xor;
using ::cuda::std::divides;
using ::cuda::std::equal_to;
using ::cuda::std::greater;
using ::cuda::std::greater_equal;
using ::cuda::std::less;
using ::cuda::std::less_equal;
using ::cuda::std::logical_and;
using ::cuda::std::logical_not;
using ::cuda::std::logical_or;
using ::cuda::std::minus;
using ::cuda::std::modulus;
using ::cuda::std::multiplies;
using ::cuda::std::negate;
using ::cuda::std::not_equal_to;
using ::cuda::std::not_fn;
using ::cuda::std::plus;

// The type of operands is named, or void: then it is theirs.

template <class T = void>
struct identity {
    __forceinline__ constexpr const T& operator()(const T& x) const { return x; }
};
template <>
struct identity<void> : ::cuda::std::identity {};

template <class T = void>
struct square {
    __forceinline__ constexpr T operator()(const T& x) const { return x * x; }
};
template <>
struct square<void> {
    template <class T>
    __forceinline__ constexpr T operator()(const T& x) const {
        return x * x;
    }
};

template <class T = void>
struct maximum {
    __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <>
struct maximum<void> {
    template <class A, class B>
    __forceinline__ constexpr auto operator()(const A& a, const B& b) const {
        return a < b ? b : a;
    }
};
template <class T = void>
struct minimum {
    __forceinline__ constexpr T operator()(const T& a, const T& b) const { return a < b ? a : b; }
};
template <>
struct minimum<void> {
    template <class A, class B>
    __forceinline__ constexpr auto operator()(const A& a, const B& b) const {
        return a < b ? a : b;
    }
};

template <class A = void, class B = void>
struct project1st {
    __forceinline__ constexpr const A& operator()(const A& a, const B&) const { return a; }
};
template <>
struct project1st<void, void> {
    template <class A, class B>
    __forceinline__ constexpr A operator()(const A& a, const B&) const {
        return a;
    }
};
template <class A = void, class B = void>
struct project2nd {
    __forceinline__ constexpr const B& operator()(const A&, const B& b) const { return b; }
};
template <>
struct project2nd<void, void> {
    template <class A, class B>
    __forceinline__ constexpr B operator()(const A&, const B& b) const {
        return b;
    }
};

/// Bases that name the types of a function object, as programs derive from them.
template <class Argument, class Result>
struct unary_function {
    using argument_type = Argument;
    using result_type = Result;
};
template <class First, class Second, class Result>
struct binary_function {
    using first_argument_type = First;
    using second_argument_type = Second;
    using result_type = Result;
};

}  // namespace thrust
