// Vectors of Krylov spaces: updates that add up what the next step divides by, and vectors made orthogonal to others.
//
//     CUPRUM_KRYLOV(name, function, T)   one of the functions below
// Numbers that steps depend on stay on the device as sums over chunks, which each block adds up for itself and in one
// order. A block has a chunk of the vectors at a time; on a CPU an item is a chunk.
#pragma once

#include <cuprum/complex_math.h>
#include <cuprum/real_math.h>
#include <cuprum/sparse/krylov_args.h>

namespace cuprum {

/// conj(a) b
template <class T>
CUPRUM_DEVICE T krylov_inner(T a, T b) {
    if constexpr (is_complex<T>) return {a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re};
    else return a * b;
}
template <class T>
CUPRUM_DEVICE auto krylov_real(T a) {
    if constexpr (is_complex<T>) return a.re;
    else return a;
}

/// Where a chunk ends.
CUPRUM_DEVICE long long krylov_end(const KrylovArgs& args, long long chunk) {
    const long long end = (chunk + 1) * args.chunk;
    return end < args.n ? end : args.n;
}

#if CUPRUM_GPU

template <class T>
CUPRUM_DEVICE T krylov_from_lane(T value, int distance) {
    if constexpr (is_complex<T>)
        return {__shfl_xor_sync(~0u, value.re, distance), __shfl_xor_sync(~0u, value.im, distance)};
    else return __shfl_xor_sync(~0u, value, distance);
}

/// The sums of a block's numbers, known to all of its threads.
template <int count, class T>
CUPRUM_DEVICE void krylov_block_sums(T (&values)[count]) {
    __shared__ T parts[krylov_block / 32][count];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __syncthreads();  // the last ones have been read
#pragma unroll
    for (int k = 0; k < count; ++k) {
        for (int distance = 16; distance > 0; distance /= 2)
            values[k] = values[k] + krylov_from_lane(values[k], distance);
        if (lane == 0) parts[warp][k] = values[k];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < count; ++k) {
        T sum = parts[0][k];
        for (int w = 1; w < krylov_block / 32; ++w) sum = sum + parts[w][k];
        values[k] = sum;
    }
}

template <class T>
CUPRUM_DEVICE T krylov_total(const void* sums, long long count) {
    T total[1] = {T(0)};
    for (long long k = threadIdx.x; k < count; k += krylov_block) total[0] = total[0] + ((const T*)sums)[k];
    krylov_block_sums(total);
    return total[0];
}

/// Goes over a chunk: `use(i, e)` for the thread's elements i, of which e counts the ones of a tile.
template <class Use>
CUPRUM_DEVICE void krylov_each_element(const KrylovArgs& args, long long chunk, const Use& use) {
    const long long begin = chunk * args.chunk, end = krylov_end(args, chunk);
    for (long long tile = begin; tile < end; tile += krylov_tile)
#pragma unroll
        for (int e = 0; e < krylov_each; ++e) {
            const long long i = tile + e * krylov_block + threadIdx.x;
            if (i < end) use(i);
        }
}

/// Puts down a chunk's sum.
template <class T>
CUPRUM_DEVICE void krylov_put(void* sums, long long place, T value) {
    T all[1] = {value};
    krylov_block_sums(all);
    if (threadIdx.x == 0) ((T*)sums)[place] = all[0];
}

#define CUPRUM_KRYLOV_CHUNKS for (long long chunk = blockIdx.x, once = 1; once; once = 0)
#define CUPRUM_KRYLOV_FIRST (blockIdx.x == 0 && threadIdx.x == 0)
#define CUPRUM_KRYLOV_PARAMETERS const KrylovArgs& args

#else  // CPU

template <class T>
CUPRUM_DEVICE T krylov_total(const void* sums, long long count) {
    T total(0);
    for (long long k = 0; k < count; ++k) total = total + ((const T*)sums)[k];
    return total;
}

template <class Use>
CUPRUM_DEVICE void krylov_each_element(const KrylovArgs& args, long long chunk, const Use& use) {
    const long long begin = chunk * args.chunk, end = krylov_end(args, chunk);
    for (long long i = begin; i < end; ++i) use(i);
}

template <class T>
CUPRUM_DEVICE void krylov_put(void* sums, long long place, T value) {
    ((T*)sums)[place] = value;
}

/// The sum of conj(a) b over so many elements, in lanes that vectors hold: one alone would wait for each addition.
template <class T>
static inline T krylov_lanes(const T* a, const T* b, long long begin, long long end) {
    constexpr int lanes = 16;
    T sums[lanes];
    for (int e = 0; e < lanes; ++e) sums[e] = T(0);
    long long i = begin;
    for (; i + lanes <= end; i += lanes)
        for (int e = 0; e < lanes; ++e) sums[e] = sums[e] + krylov_inner(a[i + e], b[i + e]);
    for (int e = 0; i < end; ++i, ++e) sums[e] = sums[e] + krylov_inner(a[i], b[i]);
    for (int half = lanes / 2; half > 0; half /= 2)
        for (int e = 0; e < half; ++e) sums[e] = sums[e] + sums[e + half];
    return sums[0];
}

/// x less the shares of so many rows, four of them in one pass.
template <class T>
static inline void krylov_less(T* x, const T* rows, long long step, const T* shares, long long count,
                               long long length) {
    long long k = 0;
    for (; k + 4 <= count; k += 4) {
        const T *r0 = rows + k * step, *r1 = r0 + step, *r2 = r1 + step, *r3 = r2 + step;
        const T s0 = shares[k], s1 = shares[k + 1], s2 = shares[k + 2], s3 = shares[k + 3];
        for (long long i = 0; i < length; ++i) x[i] = x[i] - s0 * r0[i] - s1 * r1[i] - s2 * r2[i] - s3 * r3[i];
    }
    for (; k < count; ++k)
        for (long long i = 0; i < length; ++i) x[i] = x[i] - shares[k] * rows[k * step + i];
}

#define CUPRUM_KRYLOV_CHUNKS for (long long chunk = begin_; chunk < end_; ++chunk)
#define CUPRUM_KRYLOV_FIRST (begin_ == 0)
#define CUPRUM_KRYLOV_PARAMETERS const KrylovArgs &args, long long begin_, long long end_

#endif

/// Sums of conj(a) b.
template <class T>
CUPRUM_DEVICE void krylov_dot(CUPRUM_KRYLOV_PARAMETERS) {
    const T *a = (const T*)args.a, *b = (const T*)args.b;
    CUPRUM_KRYLOV_CHUNKS {
#if CUPRUM_GPU
        T sum(0);
        krylov_each_element(args, chunk, [&](long long i) { sum = sum + krylov_inner(a[i], b[i]); });
#else
        const T sum = krylov_lanes(a, b, chunk * args.chunk, krylov_end(args, chunk));
#endif
        krylov_put(args.made, chunk, sum);
    }
}

/// x += s a and y -= s b for the quotient s of two sums, and the sums of y's squares.
template <class T>
CUPRUM_DEVICE void krylov_advance(CUPRUM_KRYLOV_PARAMETERS) {
    const T above = krylov_total<T>(args.sums, args.chunks), below = krylov_total<T>(args.before, args.chunks);
    const T step = below == T(0) ? T(0) : above / below;
    const T *a = (const T*)args.a, *b = (const T*)args.b;
    T *x = (T*)args.x, *y = (T*)args.y;
    CUPRUM_KRYLOV_CHUNKS {
        T sum(0);
        krylov_each_element(args, chunk, [&](long long i) {
            const T rest = y[i] - step * b[i];
            x[i] = x[i] + step * a[i];
            y[i] = rest;
            sum = sum + krylov_inner(rest, rest);
        });
        krylov_put(args.made, chunk, sum);
    }
}

/// x = a + s x for the quotient s of two sums.
template <class T>
CUPRUM_DEVICE void krylov_turn(CUPRUM_KRYLOV_PARAMETERS) {
    const T above = krylov_total<T>(args.sums, args.chunks), below = krylov_total<T>(args.before, args.chunks);
    const T step = below == T(0) ? T(0) : above / below;
    const T* a = (const T*)args.a;
    T* x = (T*)args.x;
    CUPRUM_KRYLOV_CHUNKS krylov_each_element(args, chunk, [&](long long i) { x[i] = a[i] + step * x[i]; });
}

/// Whether so little of a vector is left after the first round that rounding shows: a second one is due.
template <class T>
CUPRUM_DEVICE bool krylov_due(const KrylovArgs& args) {
    if (args.threshold < 0) return true;
    const auto left = krylov_real(krylov_total<T>(args.sums, args.chunks));
    auto all = left;
    const T* first = (const T*)args.first;
    for (long long k = 0; k < args.count; ++k) all = all + krylov_real(krylov_inner(first[k], first[k]));
    return !(left > args.threshold * all);
}

/// Sums of the products of the basis' vectors by a.
template <class T>
CUPRUM_DEVICE void krylov_shares(CUPRUM_KRYLOV_PARAMETERS) {
    if (args.round == 1 && !krylov_due<T>(args)) return;
    const T *a = (const T*)args.a, *basis = (const T*)args.basis;
#if CUPRUM_GPU
    constexpr int side = krylov_rows(sizeof(T));
    const long long first = (long long)blockIdx.y * side;
    const T* rows[side];
    T sums[side];
#pragma unroll
    for (int k = 0; k < side; ++k) {
        sums[k] = T(0);
        rows[k] = basis + (first + k < args.count ? first + k : args.count - 1) * args.n;
    }
    krylov_each_element(args, blockIdx.x, [&](long long i) {
        const T value = a[i];
#pragma unroll
        for (int k = 0; k < side; ++k) sums[k] = sums[k] + krylov_inner(rows[k][i], value);
    });
    krylov_block_sums(sums);
    if (threadIdx.x == 0)
#pragma unroll
        for (int k = 0; k < side; ++k)
            if (first + k < args.count) ((T*)args.made)[(first + k) * args.chunks + blockIdx.x] = sums[k];
#else
    CUPRUM_KRYLOV_CHUNKS for (long long k = 0; k < args.count; ++k)
        krylov_put(args.made, k * args.chunks + chunk,
                   krylov_lanes(basis + k * args.n, a, chunk * args.chunk, krylov_end(args, chunk)));
#endif
}

/// The shares themselves, a block or an item for each vector, and in the second round whether they count.
template <class T>
CUPRUM_DEVICE void krylov_add_up(CUPRUM_KRYLOV_PARAMETERS) {
    const bool again = args.round == 0 || krylov_due<T>(args);
    CUPRUM_KRYLOV_CHUNKS {
        const T share = again ? krylov_total<T>((const T*)args.made + chunk * args.chunks, args.chunks) : T(0);
#if CUPRUM_GPU
        if (threadIdx.x) continue;
#endif
        ((T*)args.shares)[chunk] = share;
        T* column = (T*)args.column;
        column[chunk] = args.round == 0 || chunk < args.fresh ? share : column[chunk] + share;
    }
    if (CUPRUM_KRYLOV_FIRST) *args.again = again;
}

/// x = a less the shares of the basis' vectors, and the sums of its squares.
template <class T>
CUPRUM_DEVICE void krylov_take(CUPRUM_KRYLOV_PARAMETERS) {
    if (!*args.again) return;
    const T *a = (const T*)args.a, *basis = (const T*)args.basis, *shares = (const T*)args.shares;
    T* x = (T*)args.x;
    CUPRUM_KRYLOV_CHUNKS {
        T sum(0);
        const long long begin = chunk * args.chunk, end = krylov_end(args, chunk);
        for (long long tile = begin; tile < end; tile += krylov_tile) {
#if CUPRUM_GPU
            T rest[krylov_each];
#pragma unroll
            for (int e = 0; e < krylov_each; ++e) {
                const long long i = tile + e * krylov_block + threadIdx.x;
                rest[e] = i < end ? a[i] : T(0);
            }
            for (long long k = 0; k < args.count; ++k) {
                const T share = shares[k];
                const T* row = basis + k * args.n;
#pragma unroll
                for (int e = 0; e < krylov_each; ++e) {
                    const long long i = tile + e * krylov_block + threadIdx.x;
                    if (i < end) rest[e] = rest[e] - share * row[i];
                }
            }
#pragma unroll
            for (int e = 0; e < krylov_each; ++e) {
                const long long i = tile + e * krylov_block + threadIdx.x;
                if (i < end) x[i] = rest[e];
                sum = sum + krylov_inner(rest[e], rest[e]);
            }
#else
            const long long stop = tile + krylov_tile < end ? tile + krylov_tile : end;
            for (long long i = tile; i < stop; ++i) x[i] = a[i];
            krylov_less(x + tile, basis + tile, args.n, shares, args.count, stop - tile);
            sum = sum + krylov_lanes(x, x, tile, stop);
#endif
        }
        krylov_put(args.made, chunk, sum);
    }
}

/// x = a by its length, which goes behind the shares.
template <class T>
CUPRUM_DEVICE void krylov_normalize(CUPRUM_KRYLOV_PARAMETERS) {
    const auto length = sqrt(krylov_real(krylov_total<T>(args.sums, args.chunks)));
    const T* a = (const T*)args.a;
    T* x = (T*)args.x;
    const auto factor = length > 0 ? 1 / length : length;
    CUPRUM_KRYLOV_CHUNKS krylov_each_element(args, chunk, [&](long long i) { x[i] = a[i] * T(factor); });
    if (CUPRUM_KRYLOV_FIRST) ((T*)args.column)[args.count] = T(length);
}

#if CUPRUM_GPU
#define CUPRUM_KRYLOV(name, function, T)                               \
    extern "C" __global__ void __launch_bounds__(cuprum::krylov_block) \
        name(const __grid_constant__ cuprum::KrylovArgs args) {        \
        cuprum::function<T>(args);                                     \
    }
#else
#define CUPRUM_KRYLOV(name, function, T)                                                   \
    extern "C" void name(const cuprum::KrylovArgs* args, long long begin, long long end) { \
        cuprum::function<T>(*args, begin, end);                                            \
    }
#endif

}  // namespace cuprum
