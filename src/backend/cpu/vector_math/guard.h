// One guard (guards.h), for the registers of any level. This header is for files that are compiled for the level whose
// registers they name.
#pragma once

#include <immintrin.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "backend/cpu/vector_math/guards.h"

namespace cuprum::backend::cpu {
namespace {

template <class V>
using element_t = std::remove_cvref_t<decltype(V{}[0])>;
/// Whole numbers as wide as the elements: what comparisons give.
template <class V>
using mask_t = decltype(V{} < V{});

template <class V>
V magnitude(V x) {
    using T = element_t<V>;
    mask_t<V> bits = reinterpret_cast<mask_t<V>>(x);
    bits &= std::conditional_t < sizeof(T) == 4, std::int32_t, std::int64_t > (~0ull >> (sizeof(T) == 4 ? 33 : 1));
    return reinterpret_cast<V>(bits);
}

// What is NaN lies outside of each domain. `limit` is the result at the end of it, where that is none of the domain.
struct Positive {  // log, log2, log10
    static constexpr double inner = 1, outer = -1;
    template <class V>
    static mask_t<V> holds(V x) {
        return x > 0;
    }
    template <class V>
    static V limit(V x, V otherwise) {
        return x == 0 ? V{} - std::numeric_limits<element_t<V>>::infinity() : otherwise;
    }
};
struct AboveMinusOne {  // log1p
    static constexpr double inner = 0, outer = -2;
    template <class V>
    static mask_t<V> holds(V x) {
        return x > -1;
    }
    template <class V>
    static V limit(V x, V otherwise) {
        return x == -1 ? V{} - std::numeric_limits<element_t<V>>::infinity() : otherwise;
    }
};
struct FromOne {                                   // acosh
    static constexpr double inner = 2, outer = 0;  // 1 itself is one of those that the library computes alone
    template <class V>
    static mask_t<V> holds(V x) {
        return x >= 1;
    }
    template <class V>
    static V limit(V, V otherwise) {
        return otherwise;
    }
};
struct UpToOne {  // asin, acos
    static constexpr double inner = 0, outer = 2;
    template <class V>
    static mask_t<V> holds(V x) {
        return magnitude(x) <= 1;
    }
    template <class V>
    static V limit(V, V otherwise) {
        return otherwise;
    }
};
struct BelowOne {  // atanh
    static constexpr double inner = 0, outer = 2;
    template <class V>
    static mask_t<V> holds(V x) {
        return magnitude(x) < 1;
    }
    template <class V>
    static V limit(V x, V otherwise) {
        return magnitude(x) == 1 ? x * std::numeric_limits<element_t<V>>::infinity() : otherwise;
    }
};

/// Whether a comparison holds for all elements.
template <class M>
bool all(M mask) {
    if constexpr (sizeof(M) == 16) {
        return _mm_movemask_epi8(reinterpret_cast<__m128i>(mask)) == 0xffff;
#if defined(__AVX2__)
    } else if constexpr (sizeof(M) == 32) {
        return _mm256_movemask_epi8(reinterpret_cast<__m256i>(mask)) == -1;
#endif
#if defined(__AVX512DQ__)
    } else if constexpr (sizeof(mask[0]) == 8) {
        return _mm512_movepi64_mask(reinterpret_cast<__m512i>(mask)) == 0xff;
    } else {
        return _mm512_movepi32_mask(reinterpret_cast<__m512i>(mask)) == 0xffff;
#endif
    }
}

/// `number` tells guards of one domain apart.
template <class V, class Domain, int number>
struct GuardOf {
    using Function = V (*)(V);
    static inline std::atomic<Function> library;

    static void lead(void* function) { library.store(reinterpret_cast<Function>(function), std::memory_order_relaxed); }

    static V run(V x) {
        const mask_t<V> inside = Domain::holds(x);
        if (all(inside)) return library.load(std::memory_order_relaxed)(x);
        return mend(x, inside);
    }

    __attribute__((noinline)) static V mend(V x, mask_t<V> inside) {
        const V inner = V{} + static_cast<element_t<V>>(Domain::inner);
        const V found = library.load(std::memory_order_relaxed)(inside ? x : inner);
        const V outside = Domain::limit(x, V{} + not_a_number());
        return inside ? found : x == x ? outside : x + x;
    }

    /// What the library makes of all that lies outside: NaN of a sign that is the library's own.
    static element_t<V> not_a_number() {
        static std::atomic<element_t<V>> known = 0;
        element_t<V> result = known.load(std::memory_order_relaxed);
        if (result == 0) {
            result = library.load(std::memory_order_relaxed)(V{} + static_cast<element_t<V>>(Domain::outer))[0];
            known.store(result, std::memory_order_relaxed);
        }
        return result;
    }
};

template <class V, class Domain, int number>
constexpr Guard guard(std::string_view name) {
    using Of = GuardOf<V, Domain, number>;
    return {name, reinterpret_cast<void*>(Of::run), Of::lead};
}

/// The guards of a level whose registers hold floats as F and doubles as D, of libmvec's names.
#define CUPRUM_GUARDS(F, float_name, D, double_name)                                                 \
    guard<F, Positive, 0>(float_name "logf"), guard<D, Positive, 0>(double_name "log"),              \
        guard<F, Positive, 1>(float_name "log2f"), guard<D, Positive, 1>(double_name "log2"),        \
        guard<F, Positive, 2>(float_name "log10f"), guard<F, AboveMinusOne, 0>(float_name "log1pf"), \
        guard<D, AboveMinusOne, 0>(double_name "log1p"), guard<F, FromOne, 0>(float_name "acoshf"),  \
        guard<D, FromOne, 0>(double_name "acosh"), guard<F, UpToOne, 0>(float_name "asinf"),         \
        guard<D, UpToOne, 0>(double_name "asin"), guard<F, UpToOne, 1>(float_name "acosf"),          \
        guard<D, UpToOne, 1>(double_name "acos"), guard<F, BelowOne, 0>(float_name "atanhf"),        \
        guard<D, BelowOne, 0>(double_name "atanh")

}  // namespace
}  // namespace cuprum::backend::cpu
