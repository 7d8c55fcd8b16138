// Guards for points at which the rounding of libmvec shows: log10(1e7) is not 7, 10 to the -4 is not 1e-4, the sine of
// a float near pi/2 exceeds 1, the cube root of a cube is not whole, and atan2(1, 1) is not pi/4. The C library
// computes those elements, each alone. This header is for files that are compiled for the level whose registers they
// name.
#pragma once

#include <math.h>

#include "backend/cpu/vector_math/guard.h"

namespace cuprum::backend::cpu {
namespace {

/// What is added and subtracted to round to a whole number.
template <class T>
constexpr T magic = sizeof(T) == 8 ? T(0x1.8p52) : T(0x1.8p23);

struct PowersOfTen {  // log10: where a result is all but whole
    template <class V>
    static mask_t<V> chosen(V, V found) {
        const V whole = (found + magic<element_t<V>>)-magic<element_t<V>>;
        return magnitude(found - whole) < magnitude(whole) * static_cast<element_t<V>>(0x1p-45);
    }
    static double of_number(double x) { return ::log10(x); }
};
struct SineOfFloat {  // where a result is all but 1
    template <class V>
    static mask_t<V> chosen(V, V found) {
        return magnitude(found) >= 0x1.fffff8p-1f;
    }
    static float of_number(float x) { return ::sinf(x); }
};
struct CosineOfFloat : SineOfFloat {
    static float of_number(float x) { return ::cosf(x); }
};
struct Cubes {  // cbrt: the C library's own is not always whole, either
    template <class V>
    static mask_t<V> chosen(V x, V found) {
        const V whole = (found + magic<element_t<V>>)-magic<element_t<V>>;
        return (whole * whole * whole == x) & (whole != found);
    }
    template <class T>
    static T of_number(T x) {
        return static_cast<T>(::nearbyint(::cbrt(static_cast<double>(x))));
    }
};
struct PowerOfTen {  // pow: 10 to a whole number
    template <class V>
    static mask_t<V> chosen(V x, V y, V) {
        return (x == 10) & ((y + magic<element_t<V>>)-magic<element_t<V>> == y);
    }
    template <class T>
    static T of_number(T x, T y) {
        if constexpr (sizeof(T) == 4) return ::powf(x, y);
        else return ::pow(x, y);
    }
};
struct Diagonals {  // atan2
    template <class V>
    static mask_t<V> chosen(V y, V x, V) {
        return magnitude(y) == magnitude(x);
    }
    static float of_number(float y, float x) { return ::atan2f(y, x); }
};

/// `inner` is the function that comes before them, if it is not the library's.
template <class V, class Points, auto inner, class... X>
struct PointsOf {
    using Function = V (*)(X...);
    static inline constinit std::atomic<Function> library{inner};

    static void lead(void* function) { library.store(reinterpret_cast<Function>(function), std::memory_order_relaxed); }

    static V run(X... x) {
        const V found = library.load(std::memory_order_relaxed)(x...);
        const mask_t<V> chosen = Points::chosen(x..., found);
        return all(~chosen) ? found : mend(found, chosen, x...);
    }

    __attribute__((noinline)) static V mend(V found, mask_t<V> chosen, X... x) {
        for (unsigned i = 0; i < sizeof(V) / sizeof(found[0]); ++i)
            if (chosen[i]) found[i] = Points::of_number(x[i]...);
        return found;
    }
};

template <class V, class Points, class... X>
constexpr Guard points(std::string_view name) {
    using Of = PointsOf<V, Points, nullptr, X...>;
    return {name, reinterpret_cast<void*>(Of::run), Of::lead};
}

/// log10 has a guard of its domain, too.
template <class V>
constexpr Guard guard_of_log10(std::string_view name) {
    using Inner = GuardOf<V, Positive, 2>;
    return {name, reinterpret_cast<void*>(PointsOf<V, PowersOfTen, &Inner::run, V>::run), Inner::lead};
}

/// The guards of a level whose registers hold floats as F and doubles as D, of libmvec's names of functions of one
/// number and of two.
#define CUPRUM_POINTS(F, float_name, D, double_name)                                                          \
    points<F, SineOfFloat, F>(float_name "v_sinf"), points<F, CosineOfFloat, F>(float_name "v_cosf"),         \
        points<F, Cubes, F>(float_name "v_cbrtf"), points<D, Cubes, D>(double_name "v_cbrt"),                 \
        points<F, PowerOfTen, F, F>(float_name "vv_powf"), points<D, PowerOfTen, D, D>(double_name "vv_pow"), \
        points<F, Diagonals, F, F>(float_name "vv_atan2f"), guard_of_log10<D>(double_name "v_log10")

}  // namespace
}  // namespace cuprum::backend::cpu
