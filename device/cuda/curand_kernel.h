// cuRAND's device interface for a CPU: the generators XORWOW, Philox4x32-10 and MRG32k3a with cuRAND's streams bit for
// bit, and its distributions. Numbers of the uniform distributions are bit for bit a GPU's; the others go through
// logarithms and sines, which may differ in the last digits.
#pragma once

#define CURAND_KERNEL_H_

#include <cuprum/cuda/prelude.h>

// Defined in src/backend/cpu/curand_jump.cpp.
extern "C" void cuprum_xorwow_jump(unsigned* words, unsigned long long n, unsigned log2_unit);
extern "C" void cuprum_mrg32k3a_jump(unsigned* first, unsigned* second, unsigned long long n, unsigned log2_unit);

// The states. Programs keep them in arrays of their own, so sizes and fields are cuRAND's.

struct curandStateXORWOW {
    unsigned int d, v[5];  ///< A Weyl sequence and the words of the xorshift.
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};

struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;  ///< Which number of `output` comes next.
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};

struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};

using curandStateXORWOW_t = curandStateXORWOW;
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;
using curandStateMRG32k3a_t = curandStateMRG32k3a;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

namespace cuprum::curand {

template <class T>
inline constexpr bool is_philox = false;
template <>
inline constexpr bool is_philox<curandStatePhilox4_32_10> = true;
template <class T>
inline constexpr bool is_mrg = false;
template <>
inline constexpr bool is_mrg<curandStateMRG32k3a> = true;
template <class T>
inline constexpr bool is_state = is_philox<T> || is_mrg<T>;
template <>
inline constexpr bool is_state<curandStateXORWOW> = true;

template <class T>
concept State = is_state<T>;
template <class T>
concept Philox = is_philox<T>;
template <class T>
concept NotMrg = is_state<T> && !is_mrg<T>;

/// The kind of the number that a state keeps for the next call.
enum Kept { nothing, normal, log_normal };

template <State S>
__forceinline__ void keep_nothing(S* state) {
    state->boxmuller_flag = state->boxmuller_flag_double = nothing;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

}  // namespace cuprum::curand

// XORWOW.

__forceinline__ unsigned int curand(curandStateXORWOW* state) {
    unsigned* v = state->v;
    unsigned t = v[0] ^ (v[0] >> 2), last = v[4];
    v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = last;
    v[4] = last ^ (last << 4) ^ t ^ (t << 1);
    state->d += 362437;
    return v[4] + state->d;
}

inline void skipahead(unsigned long long n, curandStateXORWOW* state) {
    if (n) cuprum_xorwow_jump(state->v, n, 0);
    state->d += 362437 * static_cast<unsigned>(n);
}

inline void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) {
    if (n) cuprum_xorwow_jump(state->v, n, 67);  // The Weyl sequence is back where it was.
}

inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStateXORWOW* state) {
    unsigned low = 1099087573u * (static_cast<unsigned>(seed) ^ 0xaad26b49u);
    unsigned high = 2591861531u * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu);
    state->d = 6615241u + low + high;
    state->v[0] = 123456789u + low;
    state->v[1] = 362436069u ^ low;
    state->v[2] = 521288629u + high;
    state->v[3] = 88675123u ^ high;
    state->v[4] = 5783321u + low;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    cuprum::curand::keep_nothing(state);
}

// Philox4x32-10, of J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011).

__forceinline__ uint4 curand_Philox4x32_10(uint4 counter, uint2 key) {
#pragma unroll
    for (int round = 0; round < 10; ++round) {
        unsigned long long a = 0xD2511F53ull * counter.x, b = 0xCD9E8D57ull * counter.z;
        counter = {static_cast<unsigned>(b >> 32) ^ counter.y ^ key.x, static_cast<unsigned>(b),
                   static_cast<unsigned>(a >> 32) ^ counter.w ^ key.y, static_cast<unsigned>(a)};
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return counter;
}

namespace cuprum::curand {

__forceinline__ void next_block(curandStatePhilox4_32_10* state) {
    uint4& c = state->ctr;
    if (!++c.x && !++c.y && !++c.z) ++c.w;
    state->output = curand_Philox4x32_10(c, state->key);
}

}  // namespace cuprum::curand

__forceinline__ unsigned int curand(curandStatePhilox4_32_10* state) {
    const unsigned numbers[4] = {state->output.x, state->output.y, state->output.z, state->output.w};
    unsigned number = numbers[state->STATE & 3];
    if (++state->STATE == 4) {
        cuprum::curand::next_block(state);
        state->STATE = 0;
    }
    return number;
}

__forceinline__ uint4 curand4(curandStatePhilox4_32_10* state) {
    uint4 a = state->output;
    cuprum::curand::next_block(state);
    uint4 b = state->output;
    switch (state->STATE) {
        case 0: return a;
        case 1: return {a.y, a.z, a.w, b.x};
        case 2: return {a.z, a.w, b.x, b.y};
        default: return {a.w, b.x, b.y, b.z};
    }
}

inline void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
    state->STATE += static_cast<unsigned>(n & 3);
    n /= 4;
    if (state->STATE > 3) {
        state->STATE -= 4;
        ++n;
    }
    uint4& c = state->ctr;
    unsigned low = static_cast<unsigned>(n), high = static_cast<unsigned>(n >> 32);
    c.x += low;
    high += c.x < low;
    c.y += high;
    if (c.y < high && !++c.z) ++c.w;
    state->output = curand_Philox4x32_10(c, state->key);
}

inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
    uint4& c = state->ctr;
    unsigned low = static_cast<unsigned>(n);
    c.z += low;
    c.w += static_cast<unsigned>(n >> 32) + (c.z < low);
    state->output = curand_Philox4x32_10(c, state->key);
}

inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStatePhilox4_32_10* state) {
    state->ctr = {0, 0, 0, 0};
    state->key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
    state->STATE = 0;
    cuprum::curand::keep_nothing(state);
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

// MRG32k3a.

/// A whole number of 1 to 4294967087.
__forceinline__ double curand_MRG32k3a(curandStateMRG32k3a* state) {
    constexpr unsigned long long modulus1 = 4294967087, modulus2 = 4294944443;
    unsigned *a = state->s1, *b = state->s2;
    unsigned long long p = (1403580ull * a[1] + 810728ull * (modulus1 - a[0])) % modulus1;
    unsigned long long q = (527612ull * b[2] + 1370589ull * (modulus2 - b[0])) % modulus2;
    a[0] = a[1], a[1] = a[2], a[2] = static_cast<unsigned>(p);
    b[0] = b[1], b[1] = b[2], b[2] = static_cast<unsigned>(q);
    return static_cast<double>(p <= q ? p + modulus1 - q : p - q);
}

__forceinline__ unsigned int curand(curandStateMRG32k3a* state) {
    return static_cast<unsigned>(curand_MRG32k3a(state) * 1.000000048662);  // Stretches over 32 bits.
}

inline void skipahead(unsigned long long n, curandStateMRG32k3a* state) {
    if (n) cuprum_mrg32k3a_jump(state->s1, state->s2, n, 0);
}
inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a* state) {
    if (n) cuprum_mrg32k3a_jump(state->s1, state->s2, n, 76);
}
inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a* state) {
    if (n) cuprum_mrg32k3a_jump(state->s1, state->s2, n, 127);
}

inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStateMRG32k3a* state) {
    const unsigned long long mixed[2] = {static_cast<unsigned>(seed) ^ 0x55555555u,
                                         static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaau};
    for (int i = 0; i < 3; ++i) {
        state->s1[i] = seed ? static_cast<unsigned>(mixed[i % 2] * 12345 % 4294967087) : 12345;
        state->s2[i] = seed ? static_cast<unsigned>(mixed[1 - i % 2] * 12345 % 4294944443) : 12345;
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    cuprum::curand::keep_nothing(state);
}

// The uniform distribution over (0, 1].

namespace cuprum::curand {

__forceinline__ float to_float(unsigned x) { return static_cast<float>(x) * 0x1p-32f + 0x1p-33f; }
__forceinline__ double to_double(unsigned x) { return x * 0x1p-32 + 0x1p-32; }
__forceinline__ unsigned long long join(unsigned x, unsigned y) { return x ^ static_cast<unsigned long long>(y) << 21; }
__forceinline__ double to_double(unsigned x, unsigned y) { return static_cast<double>(join(x, y)) * 0x1p-53 + 0x1p-54; }
constexpr double mrg_norm = 2.3283065498378288e-10;  ///< 1 / (modulus + 1).

}  // namespace cuprum::curand

template <cuprum::curand::State S>
__forceinline__ float curand_uniform(S* state) {
    if constexpr (cuprum::curand::is_mrg<S>)
        return static_cast<float>(curand_MRG32k3a(state) * cuprum::curand::mrg_norm);
    else return cuprum::curand::to_float(curand(state));
}

template <cuprum::curand::State S>
__forceinline__ double curand_uniform_double(S* state) {
    if constexpr (cuprum::curand::is_mrg<S>) {
        return curand_MRG32k3a(state) * cuprum::curand::mrg_norm;
    } else if constexpr (cuprum::curand::is_philox<S>) {
        return cuprum::curand::to_double(curand(state));
    } else {
        unsigned x = curand(state), y = curand(state);
        return cuprum::curand::to_double(x, y);
    }
}

__forceinline__ float4 curand_uniform4(curandStatePhilox4_32_10* state) {
    using cuprum::curand::to_float;
    uint4 x = curand4(state);
    return {to_float(x.x), to_float(x.y), to_float(x.z), to_float(x.w)};
}

__forceinline__ double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
    uint4 x = curand4(state);
    return {cuprum::curand::to_double(x.x, x.y), cuprum::curand::to_double(x.z, x.w)};
}

__forceinline__ double4 curand_uniform4_double(curandStatePhilox4_32_10* state) {
    double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return {a.x, a.y, b.x, b.y};
}

// The normal distribution: two numbers at once by Box and Muller's method, of which a state keeps the second.

namespace cuprum::curand {

__forceinline__ float2 box_muller(float u, float angle) {
    float radius = sqrtf(-2.0f * logf(u));
    return {radius * sinf(angle), radius * cosf(angle)};
}
__forceinline__ float2 box_muller(unsigned x, unsigned y) {
    constexpr float scale = 0x1p-32f * 6.2831855f;
    return box_muller(to_float(x), fmaf(static_cast<float>(y), scale, scale / 2));
}
/// `angle` counts in units of pi.
__forceinline__ double2 box_muller(double u, double angle) {
    double radius = sqrt(-2.0 * log(u)), sine, cosine;
    sincospi(angle, &sine, &cosine);
    return {radius * sine, radius * cosine};
}
__forceinline__ double2 box_muller(uint4 x) {
    return box_muller(to_double(x.x, x.y), static_cast<double>(join(x.z, x.w)) * 0x1p-52 + 0x1p-53);
}

template <State S>
__forceinline__ float2 two_normals(S* state) {
    if constexpr (is_mrg<S>) {
        float u = curand_uniform(state);
        return box_muller(u, curand_uniform(state) * 6.2831855f);
    } else {
        unsigned x = ::curand(state), y = ::curand(state);
        return box_muller(x, y);
    }
}

template <State S>
__forceinline__ double2 two_normals_double(S* state) {
    if constexpr (is_mrg<S>) {
        double u = curand_uniform_double(state);
        return box_muller(u, curand_uniform_double(state) * 2.0);
    } else if constexpr (is_philox<S>) {
        return box_muller(curand4(state));
    } else {
        unsigned x = ::curand(state), y = ::curand(state), z = ::curand(state), w = ::curand(state);
        return box_muller(uint4{x, y, z, w});
    }
}

__forceinline__ float2 exponentials(float2 v, float mean, float stddev) {
    return {expf(fmaf(stddev, v.x, mean)), expf(fmaf(stddev, v.y, mean))};
}
__forceinline__ double2 exponentials(double2 v, double mean, double stddev) {
    return {exp(fma(stddev, v.x, mean)), exp(fma(stddev, v.y, mean))};
}

}  // namespace cuprum::curand

template <cuprum::curand::State S>
__forceinline__ float2 curand_normal2(S* state) {
    return cuprum::curand::two_normals(state);
}
template <cuprum::curand::State S>
__forceinline__ double2 curand_normal2_double(S* state) {
    return cuprum::curand::two_normals_double(state);
}
template <cuprum::curand::State S>
__forceinline__ float2 curand_log_normal2(S* state, float mean, float stddev) {
    return cuprum::curand::exponentials(curand_normal2(state), mean, stddev);
}
template <cuprum::curand::State S>
__forceinline__ double2 curand_log_normal2_double(S* state, double mean, double stddev) {
    return cuprum::curand::exponentials(curand_normal2_double(state), mean, stddev);
}

__forceinline__ float4 curand_normal4(curandStatePhilox4_32_10* state) {
    uint4 x = curand4(state);
    float2 a = cuprum::curand::box_muller(x.x, x.y), b = cuprum::curand::box_muller(x.z, x.w);
    return {a.x, a.y, b.x, b.y};
}
__forceinline__ double4 curand_normal4_double(curandStatePhilox4_32_10* state) {
    double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return {a.x, a.y, b.x, b.y};
}
__forceinline__ float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean, float stddev) {
    float4 v = curand_normal4(state);
    float2 a = cuprum::curand::exponentials(float2{v.x, v.y}, mean, stddev);
    float2 b = cuprum::curand::exponentials(float2{v.z, v.w}, mean, stddev);
    return {a.x, a.y, b.x, b.y};
}
__forceinline__ double4 curand_log_normal4_double(curandStatePhilox4_32_10* state, double mean, double stddev) {
    double2 a = curand_log_normal2_double(state, mean, stddev), b = curand_log_normal2_double(state, mean, stddev);
    return {a.x, a.y, b.x, b.y};
}

namespace cuprum::curand {

/// The number that was kept, or the first of two new ones.
template <class Number, class Pair>
__forceinline__ Number one_of(int& flag, Number& kept, Kept kind, Pair&& two) {
    if (flag == kind) {
        flag = nothing;
        return kept;
    }
    auto v = two();
    flag = kind;
    kept = v.y;
    return v.x;
}

}  // namespace cuprum::curand

template <cuprum::curand::State S>
__forceinline__ float curand_normal(S* state) {
    return cuprum::curand::one_of(state->boxmuller_flag, state->boxmuller_extra, cuprum::curand::normal,
                                  [=] { return curand_normal2(state); });
}
template <cuprum::curand::State S>
__forceinline__ double curand_normal_double(S* state) {
    return cuprum::curand::one_of(state->boxmuller_flag_double, state->boxmuller_extra_double, cuprum::curand::normal,
                                  [=] { return curand_normal2_double(state); });
}
template <cuprum::curand::State S>
__forceinline__ float curand_log_normal(S* state, float mean, float stddev) {
    return cuprum::curand::one_of(state->boxmuller_flag, state->boxmuller_extra, cuprum::curand::log_normal,
                                  [=] { return curand_log_normal2(state, mean, stddev); });
}
template <cuprum::curand::State S>
__forceinline__ double curand_log_normal_double(S* state, double mean, double stddev) {
    return cuprum::curand::one_of(state->boxmuller_flag_double, state->boxmuller_extra_double,
                                  cuprum::curand::log_normal,
                                  [=] { return curand_log_normal2_double(state, mean, stddev); });
}

// The Poisson distribution.

namespace cuprum::curand {

/// Multiplies uniform numbers until the product falls below exp(-lambda), after D. E. Knuth, "The Art of Computer
/// Programming", volume 2.
template <State S>
inline unsigned poisson_by_product(S* state, float lambda) {
    unsigned count = 0;
    for (float product = expf(lambda) * curand_uniform(state); product > 1.0f; product *= curand_uniform(state))
        ++count;
    return count;
}

/// log((n - 1)!): a table, and beyond it Stirling's series as approximated by J. F. Hart et al., "Computer
/// Approximations" (1968), number 5404.
inline double log_gamma(int n) {
    constexpr double table[] = {0,
                                0,
                                6.931471805599453094e-1,
                                1.791759469228055001e0,
                                3.178053830347945620e0,
                                4.787491742782045994e0,
                                6.579251212010100995e0,
                                8.525161361065414300e0};
    if (n <= 8) return table[n < 1 ? 0 : n - 1];
    double x = n, inverse = 1 / x, square = inverse * inverse;
    double series = -0.1633436431e-2;
    series = series * square + 0.83645878922e-3;
    series = series * square - 0.5951896861197e-3;
    series = series * square + 0.793650576493454e-3;
    series = series * square - 0.277777777735865004e-2;
    series = series * square + 0.833333333333331018375e-1;
    series = series * inverse + 0.918938533204672;
    double main_term = 0.5 * log(x) * (x - 0.5);
    return (main_term - x) + (main_term + series);
}

/// An approximation of the incomplete gamma function P(a, x) that is easily inverted; cuRAND proposes from it.
struct GammaApproximation {
    float shape, scale, shift;

    __forceinline__ explicit GammaApproximation(float a)
        : shape(a),
          scale(1.43248035075540910f * rsqrtf(a - 0.12400979329415655f) + 0.00025361074907033f),
          shift(0.21096734870196546f * rsqrtf(a - 1.97381164089999420f) + 0.94201734077887530f) {}

    __forceinline__ float operator()(float x) const {
        float t = 1.0f + expf(scale * (shape - x) - shift);
        return 1.0f / (t * t);
    }
    __forceinline__ float inverse(float y) const { return shape - (shift + logf(rsqrtf(y) - 1.0f)) / scale; }
};

/// Rejection from that approximation.
template <State S>
inline unsigned poisson_by_rejection(S* state, float lambda) {
    const GammaApproximation gamma(lambda);
    const float log_lambda = logf(lambda);
    for (;;) {
        float count = floorf(gamma.inverse(curand_uniform(state)));
        float bound = (gamma(count + 1.0f) - gamma(count)) * 1.3f;
        float height = curand_uniform(state) * bound;
        float log_factorial = static_cast<float>(log_gamma(static_cast<int>(1.0f + count)));
        if (height < expf(-lambda + count * log_lambda - log_factorial) && bound >= 1e-20)
            return static_cast<unsigned>(count);
    }
}

__forceinline__ unsigned poisson_of_normal(double normal, double lambda) {
    return static_cast<unsigned>(sqrt(lambda) * normal + lambda + 0.5);
}

}  // namespace cuprum::curand

template <cuprum::curand::State S>
inline unsigned int curand_poisson(S* state, double lambda) {
    if (lambda < 64) return cuprum::curand::poisson_by_product(state, static_cast<float>(lambda));
    if (lambda > 4000) return cuprum::curand::poisson_of_normal(curand_normal_double(state), lambda);
    return cuprum::curand::poisson_by_rejection(state, static_cast<float>(lambda));
}

inline uint4 curand_poisson4(curandStatePhilox4_32_10* state, double lambda) {
    using cuprum::curand::poisson_of_normal;
    if (lambda > 4000) {
        double4 v = curand_normal4_double(state);
        return {poisson_of_normal(v.x, lambda), poisson_of_normal(v.y, lambda), poisson_of_normal(v.z, lambda),
                poisson_of_normal(v.w, lambda)};
    }
    uint4 counts;
    counts.x = curand_poisson(state, lambda);
    counts.y = curand_poisson(state, lambda);
    counts.z = curand_poisson(state, lambda);
    counts.w = curand_poisson(state, lambda);
    return counts;
}
