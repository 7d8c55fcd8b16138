// What comes before a user's program on a GPU: what nvcc takes from the host's <math.h>, which NVRTC does not have.
#pragma once

#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef HUGE_VALF
#define HUGE_VALF INFINITY
#endif
#ifndef HUGE_VAL
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000LL)
#endif

namespace cuprum::raw {

template <class T>
struct arithmetic_rank {};
#define CUPRUM_RANK(type, value)           \
    template <>                            \
    struct arithmetic_rank<type> {         \
        static constexpr int rank = value; \
    };
CUPRUM_RANK(bool, 0)
CUPRUM_RANK(char, 0)
CUPRUM_RANK(signed char, 0)
CUPRUM_RANK(unsigned char, 0)
CUPRUM_RANK(short, 0)
CUPRUM_RANK(unsigned short, 0)
CUPRUM_RANK(int, 0)
CUPRUM_RANK(unsigned, 0)
CUPRUM_RANK(long, 0)
CUPRUM_RANK(unsigned long, 0)
CUPRUM_RANK(long long, 0)
CUPRUM_RANK(unsigned long long, 0)
CUPRUM_RANK(float, 1)
CUPRUM_RANK(double, 2)
#undef CUPRUM_RANK

/// double for two types of different kinds, as C++ computes such pairs; nothing for two of one kind, which CUDA has
/// functions for.
template <int a, int b>
struct mixed {};
template <>
struct mixed<0, 1> {
    using type = double;
};
template <>
struct mixed<1, 0> : mixed<0, 1> {};
template <>
struct mixed<0, 2> : mixed<0, 1> {};
template <>
struct mixed<2, 0> : mixed<0, 1> {};
template <>
struct mixed<1, 2> : mixed<0, 1> {};
template <>
struct mixed<2, 1> : mixed<0, 1> {};
template <class A, class B>
using mixed_t = typename mixed<arithmetic_rank<A>::rank, arithmetic_rank<B>::rank>::type;

}  // namespace cuprum::raw

#define CUPRUM_MIXED(function)                                           \
    template <class A, class B>                                          \
    __device__ inline cuprum::raw::mixed_t<A, B> function(A a, B b) {    \
        return function(static_cast<double>(a), static_cast<double>(b)); \
    }
CUPRUM_MIXED(fmin)
CUPRUM_MIXED(fmax)
CUPRUM_MIXED(fmod)
CUPRUM_MIXED(fdim)
CUPRUM_MIXED(hypot)
CUPRUM_MIXED(atan2)
CUPRUM_MIXED(copysign)
CUPRUM_MIXED(nextafter)
CUPRUM_MIXED(remainder)
CUPRUM_MIXED(pow)
#undef CUPRUM_MIXED
