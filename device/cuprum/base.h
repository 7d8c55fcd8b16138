// What every device header stands on: which processor compiles, names of integers, limits, and the few type traits that
// are needed where no standard header may be included. NVRTC (--std=c++20) and freestanding Clang both read it.
#pragma once

// Clang defines __CUDACC__ for raw kernels on a CPU.
#if defined(__CUDACC__) && !defined(__clang__)
#define CUPRUM_GPU 1
#define CUPRUM_DEVICE __device__ __forceinline__
// For large functions with branches, which the compiler had better not copy into every caller.
#define CUPRUM_DEVICE_LARGE __device__ inline
// Picks the GPU's or the CPU's spelling of a function.
#define CUPRUM_BUILTIN(name) ::name
#else
#define CUPRUM_GPU 0  // The compiler says by CUPRUM_CPU_LEVEL whether it compiles for x86-64-v2, -v3 or -v4.
#define CUPRUM_DEVICE inline __attribute__((always_inline))
#define CUPRUM_DEVICE_LARGE inline
#define CUPRUM_BUILTIN(name) __builtin_##name
#endif

// Before the name of a namespace, a class or a function: its functions, and those that take such objects, are scalar
// code. On a CPU their calls of exp, log and the like are not made vector calls (src/backend/cpu/clang/vector_calls.h).
#ifdef __clang__
#define CUPRUM_SCALAR_CODE [[clang::annotate("cuprum-scalar-code")]]
#else
#define CUPRUM_SCALAR_CODE
#endif

#if CUPRUM_DEEP_STACK
#include <cuprum/deep_stack.h>
#endif

namespace cuprum {

// SciPy's special functions.
namespace CUPRUM_SCALAR_CODE special {}

using int8 = signed char;
using int16 = short;
using int32 = int;
using int64 = long long;
using uint8 = unsigned char;
using uint16 = unsigned short;
using uint32 = unsigned int;
using uint64 = unsigned long long;

template <class A, class B>
inline constexpr bool is_same = false;
template <class A>
inline constexpr bool is_same<A, A> = true;

template <bool condition, class A, class B>
struct conditional_type {
    using type = A;
};
template <class A, class B>
struct conditional_type<false, A, B> {
    using type = B;
};
template <bool condition, class A, class B>
using conditional_t = typename conditional_type<condition, A, B>::type;

template <class T, class... Types>
inline constexpr bool is_any_of = (is_same<T, Types> || ...);

template <class T>
inline constexpr bool is_bool = is_same<T, bool>;
template <class T>
inline constexpr bool is_signed_integer = is_any_of<T, signed char, short, int, long, long long>;
template <class T>
inline constexpr bool is_unsigned_integer =
    is_any_of<T, unsigned char, unsigned short, unsigned int, unsigned long, unsigned long long>;
template <class T>
inline constexpr bool is_integer = is_signed_integer<T> || is_unsigned_integer<T>;
/// float and double: what the float dtypes compute in.
template <class T>
inline constexpr bool is_float = is_any_of<T, float, double>;

template <class T>
concept Integer = is_integer<T>;
template <class T>
concept Float = is_float<T>;
/// bool, integers, float and double.
template <class T>
concept Real = is_bool<T> || is_integer<T> || is_float<T>;

/// A bool as an input has it in memory: every byte but 0 is true. Views of other dtypes as bool hold any.
struct stored_bool {
    unsigned char byte;
    CUPRUM_DEVICE operator bool() const { return byte != 0; }
};

template <int bytes>
using unsigned_of_size =
    conditional_t<bytes == 1, uint8, conditional_t<bytes == 2, uint16, conditional_t<bytes == 4, uint32, uint64>>>;
template <int bytes>
using signed_of_size =
    conditional_t<bytes == 1, int8, conditional_t<bytes == 2, int16, conditional_t<bytes == 4, int32, int64>>>;

/// The bits of `from` read as a `To` of the same size.
template <class To, class From>
CUPRUM_DEVICE constexpr To bit_cast(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    if constexpr (__is_trivially_copyable(To) && __is_trivially_copyable(From)) {
        return __builtin_bit_cast(To, from);
    } else {  // a CPU's complex numbers
        To to;
        __builtin_memcpy(&to, &from, sizeof to);
        return to;
    }
}

/// The smallest and the largest value of each type; infinities where it has them.
template <class T>
struct limits;

template <class T>
    requires(is_bool<T> || is_integer<T>)
struct limits<T> {
    CUPRUM_DEVICE static constexpr T lowest() { return is_signed_integer<T> ? static_cast<T>(~max()) : T(0); }
    CUPRUM_DEVICE static constexpr T max() {
        if constexpr (is_bool<T>) return true;
        else return static_cast<T>(static_cast<unsigned_of_size<sizeof(T)>>(~0ull) >> is_signed_integer<T>);
    }
};

template <>
struct limits<float> {
    CUPRUM_DEVICE static constexpr float lowest() { return -infinity(); }
    CUPRUM_DEVICE static constexpr float max() { return infinity(); }
    CUPRUM_DEVICE static constexpr float infinity() { return bit_cast<float>(0x7f800000u); }
    CUPRUM_DEVICE static constexpr float nan() { return bit_cast<float>(0x7fc00000u); }
    CUPRUM_DEVICE static constexpr float largest_finite() { return 0x1.fffffep+127f; }
    CUPRUM_DEVICE static constexpr float epsilon() { return 0x1p-23f; }
};

template <>
struct limits<double> {
    CUPRUM_DEVICE static constexpr double lowest() { return -infinity(); }
    CUPRUM_DEVICE static constexpr double max() { return infinity(); }
    CUPRUM_DEVICE static constexpr double infinity() { return bit_cast<double>(0x7ff0000000000000ull); }
    CUPRUM_DEVICE static constexpr double nan() { return bit_cast<double>(0x7ff8000000000000ull); }
    CUPRUM_DEVICE static constexpr double largest_finite() { return 0x1.fffffffffffffp+1023; }
    CUPRUM_DEVICE static constexpr double epsilon() { return 0x1p-52; }
};

// A product that is rounded before anything is added to it, which a GPU's compiler would fuse with an addition: then
// 0.1 * 10 - 1 is not 0, and what a sum of two loses is not known.
template <class T>
CUPRUM_DEVICE T rounded_product(T a, T b) {
#if CUPRUM_GPU
    if constexpr (is_same<T, float>) return __fmul_rn(a, b);
    else return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

}  // namespace cuprum
