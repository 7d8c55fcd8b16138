// Elements side by side. A function that is written for lanes computes one element with OneLane, as a thread of a GPU
// does, and as many as two of a CPU's vector registers hold with Lanes. Comparisons of reals give masks, by which
// `m ? a : b` chooses for each lane. With two registers there is something to do while one's result is awaited.
#pragma once

#include <cuprum/real_math.h>

namespace cuprum {

struct OneLane {
    static constexpr int count = 1;
    using real = double;
    using mask = bool;
    using word = uint32;
    using wide = uint64;
};

CUPRUM_DEVICE bool any(bool m) { return m; }
template <class T>
CUPRUM_DEVICE T choose(bool m, T a, T b) {
    return m ? a : b;
}
CUPRUM_DEVICE bool is_equal(uint32 x, uint32 y) { return x == y; }
CUPRUM_DEVICE double to_real(uint32 x) { return x; }
/// A power of two whose last bits become those of a word.
CUPRUM_DEVICE double with_last_places(double power, uint32 bits) {
    return bit_cast<double>(bit_cast<uint64>(power) | bits);
}
CUPRUM_DEVICE int64 to_whole(double x) { return static_cast<int64>(x); }
CUPRUM_DEVICE uint32 to_word(uint64 x) { return static_cast<uint32>(x); }
CUPRUM_DEVICE uint64 to_wide(uint32 x) { return x; }
CUPRUM_DEVICE double multiply_add(double a, double b, double c) { return a * b + c; }
CUPRUM_DEVICE double look_up(const double* table, double place) { return table[static_cast<int>(place)]; }

#if CUPRUM_GPU
/// The logarithm to within rough_log_error, but for subnormal floats; -infinity of 0. Doubles are what samplers wait
/// for on a GPU.
constexpr double rough_log_error = 4e-5;
CUPRUM_DEVICE double rough_log(double x) { return __logf(static_cast<float>(x)); }
#else
constexpr double rough_log_error = 1e-5;
CUPRUM_DEVICE double rough_log(double x) { return log(x); }
#endif

#if CUPRUM_GPU
#define CUPRUM_INLINED
#else
/// In front of a call: the function becomes a part of its caller, however large it is.
#define CUPRUM_INLINED [[clang::always_inline]]

struct Lanes {
#if CUPRUM_CPU_LEVEL >= 4
    static constexpr int count = 16;
#elif CUPRUM_CPU_LEVEL >= 3
    static constexpr int count = 8;
#else
    static constexpr int count = 4;
#endif
    typedef double real __attribute__((ext_vector_type(count)));
    typedef double one_register __attribute__((ext_vector_type(count / 2)));
    typedef uint32 word __attribute__((ext_vector_type(count)));
    typedef uint64 wide __attribute__((ext_vector_type(count)));
    using mask = decltype(real() < real());  // of whole numbers: all bits are set, or none
    using narrow_mask = decltype(word() < word());
};

CUPRUM_DEVICE bool any(Lanes::mask m) { return __builtin_reduce_or(m) != 0; }
template <class T>
CUPRUM_DEVICE T choose(Lanes::mask m, T a, T b) {
    return m ? a : b;
}
CUPRUM_DEVICE Lanes::word choose(Lanes::mask m, Lanes::word a, Lanes::word b) {
    return __builtin_convertvector(m, Lanes::narrow_mask) ? a : b;
}
CUPRUM_DEVICE Lanes::mask is_equal(Lanes::word x, uint32 y) { return __builtin_convertvector(x == y, Lanes::mask); }
CUPRUM_DEVICE Lanes::real to_real(Lanes::word x) { return __builtin_convertvector(x, Lanes::real); }
CUPRUM_DEVICE Lanes::mask to_whole(Lanes::real x) { return __builtin_convertvector(x, Lanes::mask); }
CUPRUM_DEVICE Lanes::word to_word(Lanes::wide x) { return __builtin_convertvector(x, Lanes::word); }
CUPRUM_DEVICE Lanes::wide to_wide(Lanes::word x) { return __builtin_convertvector(x, Lanes::wide); }
CUPRUM_DEVICE Lanes::real with_last_places(double power, Lanes::word bits) {
    return __builtin_bit_cast(Lanes::real, to_wide(bits) | bit_cast<uint64>(power));
}
CUPRUM_DEVICE Lanes::real look_up(const double* table, Lanes::real place) {
    const Lanes::mask at = to_whole(place);
    Lanes::real result;
    for (int l = 0; l < Lanes::count; ++l) result[l] = table[at[l]];
    return result;
}

/// In one rounding or two.
CUPRUM_DEVICE Lanes::real multiply_add(Lanes::real a, Lanes::real b, Lanes::real c) {
#pragma clang fp contract(fast)
    return a * b + c;
}
CUPRUM_DEVICE Lanes::real fabs(Lanes::real x) { return __builtin_elementwise_abs(x); }
CUPRUM_DEVICE Lanes::real floor(Lanes::real x) { return __builtin_elementwise_floor(x); }
CUPRUM_DEVICE Lanes::real ceil(Lanes::real x) { return __builtin_elementwise_ceil(x); }
CUPRUM_DEVICE Lanes::real sqrt(Lanes::real x) { return __builtin_elementwise_sqrt(x); }

/// The logarithm to within rough_log_error, but for subnormal numbers; -infinity of what is not positive.
CUPRUM_DEVICE Lanes::real rough_log(Lanes::real x) {
    const auto bits = __builtin_bit_cast(Lanes::wide, x);
    const Lanes::real power = to_real(to_word(bits >> 52)) - 1023.0;
    const auto f = __builtin_bit_cast(Lanes::real, (bits & 0xfffffffffffff) | 0x3ff0000000000000) - 1.0;
    Lanes::real sum = 0.0311039978;
    constexpr double coefficients[] = {-0.133219842, 0.286706561, -0.490743129, 0.999299592, 8.69075293e-6};
    for (const double c : coefficients) sum = multiply_add(sum, f, c);
    return x <= 0.0 ? -limits<double>::infinity() : power * ln_2 + sum;
}

// The library's functions take one register. What comes of it is hidden from the compiler, which would make one
// function of both registers again, and find none in the library.
namespace detail {

template <class F>
CUPRUM_DEVICE Lanes::real by_registers(F function) {
    Lanes::one_register low = function(0);
    asm("" : "+x"(low));
    Lanes::one_register high = function(Lanes::count / 2);
    asm("" : "+x"(high));
    Lanes::real result;
    result.lo = low;
    result.hi = high;
    return result;
}

}  // namespace detail

// Lane by lane, of which the compiler makes the library's functions of registers.
#define CUPRUM_LANES_FUNCTION(name, arguments, ...)                                   \
    CUPRUM_DEVICE Lanes::real name arguments {                                        \
        return detail::by_registers([&](int first) {                                  \
            Lanes::one_register result;                                               \
            for (int l = 0; l < Lanes::count / 2; ++l) result[l] = name(__VA_ARGS__); \
            return result;                                                            \
        });                                                                           \
    }
CUPRUM_LANES_FUNCTION(exp, (Lanes::real x), double(x[first + l]))
CUPRUM_LANES_FUNCTION(expm1, (Lanes::real x), double(x[first + l]))
CUPRUM_LANES_FUNCTION(log, (Lanes::real x), double(x[first + l]))
CUPRUM_LANES_FUNCTION(log1p, (Lanes::real x), double(x[first + l]))
CUPRUM_LANES_FUNCTION(cos, (Lanes::real x), double(x[first + l]))
CUPRUM_LANES_FUNCTION(acos, (Lanes::real x), double(x[first + l]))
CUPRUM_LANES_FUNCTION(fmod, (Lanes::real x, double y), double(x[first + l]), y)
CUPRUM_LANES_FUNCTION(pow, (Lanes::real x, Lanes::real y), double(x[first + l]), double(y[first + l]))
#undef CUPRUM_LANES_FUNCTION

#endif

}  // namespace cuprum
