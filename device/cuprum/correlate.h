// Correlation over any number of axes: each result is the sum of the weights by the part of an array that begins at its place. What
// lies outside of the array is told by a boundary.
//
//     CUPRUM_CORRELATE(name, T, lines, each)     lines: the weights have one row. each: on a GPU, elements a thread
//
// The array is brought, extended as the boundary says, to shared memory or to a buffer, a tile at a time with a square of weights (a
// stretch of them for lines); sums stay in registers. The last two axes make tiles; on the others, planes are added up one by one.
#pragma once

#include <cuprum/cast.h>
#include <cuprum/correlate_args.h>

namespace cuprum {

/// What is summed up: integers without a sign in 32 bits, or 64 for those of that size; for bool, `or` of `and`.
template <class T>
using correlate_sum = conditional_t<is_bool<T>, uint8, conditional_t<is_integer<T>, conditional_t<sizeof(T) == 8, uint64, uint32>, compute_t<T>>>;

template <class T>
CUPRUM_DEVICE correlate_sum<T> correlate_load(const char* p) {
    return static_cast<correlate_sum<T>>(*reinterpret_cast<const T*>(p));
}

#if CUPRUM_GPU

/// From global memory that the kernel does not write: the compiler may start many such loads before it stores the first one's value.
template <class T>
CUPRUM_DEVICE T load_global(const char* p) {
    if constexpr (is_complex<T>) {
        using P = typename T::value_type;
        return {load_global<P>(p), load_global<P>(p + sizeof(P))};
    } else {
        return bit_cast<T>(__ldg(reinterpret_cast<const unsigned_of_size<sizeof(T)>*>(p)));
    }
}

#endif

template <class T>
CUPRUM_DEVICE void correlate_store(char* p, correlate_sum<T> sum) {
    if constexpr (is_half<T>) *reinterpret_cast<T*>(p) = cast<T>(sum);
    else *reinterpret_cast<T*>(p) = static_cast<T>(sum);
}

template <class T, class S>
CUPRUM_DEVICE void multiply_add(S& sum, S a, S b) {
    if constexpr (is_bool<T>) {
        sum |= a & b;
    } else if constexpr (is_complex<S>) {
        sum.re += a.re * b.re;
        sum.re -= a.im * b.im;
        sum.im += a.re * b.im;
        sum.im += a.im * b.re;
    } else {
        sum += a * b;
    }
}

template <class S>
CUPRUM_DEVICE bool is_finite_weight(S w) {
    if constexpr (is_complex<S>) return (w.re - w.re == 0) & (w.im - w.im == 0);
    else if constexpr (is_float<S>) return w - w == 0;
    else return true;
}

/// The place of the array's element that stands at `i`, -1 where none does.
CUPRUM_DEVICE_LARGE long long correlate_place(long long i, long long length, int boundary) {
    if (i >= 0 && i < length) return i;
    if (boundary == boundary_wrap) {
        i %= length;
        return i < 0 ? i + length : i;
    }
    if (boundary == boundary_symmetric) {
        i = (i < 0 ? -i - 1 : i) % (2 * length);
        return i < length ? i : 2 * length - 1 - i;
    }
    if (boundary == boundary_mirror) {
        if (length == 1) return 0;
        i = (i < 0 ? -i : i) % (2 * length - 2);
        return i < length ? i : 2 * length - 2 - i;
    }
    if (boundary == boundary_nearest) return i < 0 ? 0 : length - 1;
    return -1;
}

/// One tile, and the planes of the array and of the weights that count for it.
struct CorrelateTile {
    const CorrelateArgs& args;
    long long row, column;                     // where it begins
    long long place[correlate_max_axes - 1];   // on the outer axes
    char* out;
    long long planes = 1;
    const char *in, *weights;                  // of the plane that `plane` found

    /// A GPU counts its blocks in 32 bits, which divide faster.
    template <class N>
    CUPRUM_DEVICE CorrelateTile(const CorrelateArgs& args, N number, int height, int width)
        : args(args), out((char*)args.out), in(nullptr), weights(nullptr) {
        const auto next = [&](long long length) {
            const N rest = number % static_cast<N>(length);
            number /= static_cast<N>(length);
            return static_cast<long long>(rest);
        };
        column = next(args.tiles_x) * width;
        row = next(args.tiles_y) * height;
        for (int d = args.outer_axes - 1; d >= 0; --d) {
            place[d] = next(args.outer[d].out_length);
            out += place[d] * args.outer[d].out_stride;
            planes *= args.outer[d].weights_length;
        }
        out += row * args.rows.out_stride + column * args.columns.out_stride;
    }
    /// Finds a plane; `in` is null where it lies outside. False where nothing is there to multiply.
    CUPRUM_DEVICE bool plane(long long number) {
        in = (const char*)args.in;
        weights = (const char*)args.weights;
        for (int d = args.outer_axes - 1; d >= 0; --d) {
            const CorrelateAxis& axis = args.outer[d];
            const long long k = number % axis.weights_length;
            number /= axis.weights_length;
            weights += k * axis.weights_stride;
            const long long i = correlate_place(place[d] - axis.before + k, axis.in_length, args.boundary);
            if (i < 0) in = nullptr;
            else if (in) in += i * axis.in_stride;
        }
        return in || args.boundary != boundary_nothing;
    }
    /// The element at a place that may lie outside.
    template <class T>
    CUPRUM_DEVICE correlate_sum<T> element(long long y, long long x) const {
        if (in) {
            y = correlate_place(y, args.rows.in_length, args.boundary);
            x = correlate_place(x, args.columns.in_length, args.boundary);
            if (y >= 0 && x >= 0) return correlate_load<T>(in + y * args.rows.in_stride + x * args.columns.in_stride);
        }
        return correlate_load<T>(args.fill);
    }
    /// Whether a part of the plane lies inside.
    CUPRUM_DEVICE bool inside(long long y, long long x, long long height, long long width) const {
        return in && y >= 0 && x >= 0 && y + height <= args.rows.in_length && x + width <= args.columns.in_length;
    }
};

template <class T>
CUPRUM_DEVICE T smaller(T a, T b) {
    return a < b ? a : b;
}

#if CUPRUM_GPU

template <class T, bool lines, int each>
CUPRUM_DEVICE void correlate(const CorrelateArgs& args) {
    using S = correlate_sum<T>;
    // A thread's elements follow one another on an axis `a`: the rows', or the columns' where there are only lines. Neighbouring
    // threads of a tile are neighbours on the other axis, `b`.
    constexpr int lanes_b = lines ? 1 : correlate_gpu_columns, lanes_a = correlate_gpu_threads / lanes_b;
    constexpr int chunk_a = lines ? correlate_gpu_taps : correlate_gpu_side, chunk_b = lines ? 1 : correlate_gpu_side;
    constexpr int pitch = lanes_b + chunk_b - 1, depth = lanes_a * each + chunk_a;  // one more than is used: the window reads ahead
    static_assert(chunk_a * chunk_b <= correlate_gpu_threads);
    __shared__ S staged[depth * pitch], weights[chunk_a * chunk_b];
    CorrelateTile tile(args, blockIdx.x, lines ? 1 : lanes_a * each, lines ? lanes_a * each : lanes_b);
    const CorrelateAxis &axis_a = lines ? args.columns : args.rows, &axis_b = lines ? args.rows : args.columns;
    const long long first_a = lines ? tile.column : tile.row, first_b = lines ? tile.row : tile.column;
    const int thread = threadIdx.x, b = thread % lanes_b, a = thread / lanes_b * each;
    S sums[each] = {};
    for (long long number = 0; number < tile.planes; ++number) {
        if (!tile.plane(number)) continue;
        for (long long chunk = 0; chunk < axis_a.weights_length; chunk += chunk_a)
            for (long long chunk_of_b = 0; chunk_of_b < axis_b.weights_length; chunk_of_b += chunk_b) {
                const int taps_a = smaller<long long>(chunk_a, axis_a.weights_length - chunk);
                const int taps_b = smaller<long long>(chunk_b, axis_b.weights_length - chunk_of_b);
                const long long at_a = first_a - axis_a.before + chunk, at_b = first_b - axis_b.before + chunk_of_b;
                const int used_a = lanes_a * each + taps_a - 1, used_b = lanes_b + taps_b - 1;
                __syncthreads();
                // Each thread brings one weight, which is on its way while the tile is.
                const bool brings = thread < taps_a * taps_b;
                const int ka = thread / taps_b, kb = thread % taps_b;
                S brought{};
                if (brings)
                    brought = static_cast<S>(load_global<T>(tile.weights + (chunk + ka) * axis_a.weights_stride +
                                                            (chunk_of_b + kb) * axis_b.weights_stride));
                const bool inside = lines ? tile.inside(at_b, at_a, used_b, used_a) : tile.inside(at_a, at_b, used_a, used_b);
                if (inside) {
                    // As many rows as there are sums come first, without a test.
                    const int row = thread / lanes_b;
                    const char* from = tile.in + (at_a + row) * axis_a.in_stride + (at_b + b) * axis_b.in_stride;
                    const long long step = lanes_a * axis_a.in_stride, aside = lanes_b * axis_b.in_stride;
                    S* to = staged + row * pitch + b;
#pragma unroll
                    for (int k = 0; k < each; ++k)
                        to[k * lanes_a * pitch] = static_cast<S>(load_global<T>(from + k * step));
                    if (!lines && b + lanes_b < used_b) {
#pragma unroll
                        for (int k = 0; k < each; ++k)
                            to[k * lanes_a * pitch + lanes_b] = static_cast<S>(load_global<T>(from + k * step + aside));
                    }
                    for (int y = row + each * lanes_a; y < used_a; y += lanes_a)
                        for (int x = b; x < used_b; x += lanes_b)
                            staged[y * pitch + x] =
                                static_cast<S>(load_global<T>(from + (y - row) * axis_a.in_stride + (x - b) * axis_b.in_stride));
                } else {
                    for (int y = thread / lanes_b; y < used_a; y += lanes_a)
                        for (int x = b; x < used_b; x += lanes_b)
                            staged[y * pitch + x] = lines ? tile.element<T>(at_b + x, at_a + y) : tile.element<T>(at_a + y, at_b + x);
                }
                if (brings) weights[kb * chunk_a + ka] = brought;
                // A zero that stands for nothing may be multiplied by any weight but infinity and NaN.
                const bool plain = __syncthreads_and(inside || args.boundary != boundary_nothing || is_finite_weight(brought));
                const S* mine = staged + a * pitch + b;
                if (plain) {
                    for (int kb = 0; kb < taps_b; ++kb, ++mine) {
                        const S* w = weights + kb * chunk_a;
                        S window[each];  // turns: its element at (r + k) % each is multiplied for the sum r
#pragma unroll
                        for (int r = 0; r < each; ++r) window[r] = mine[r * pitch];
                        for (int k0 = 0; k0 < taps_a; k0 += each) {
#pragma unroll
                            for (int k = 0; k < each; ++k) {
                                if (k0 + k >= taps_a) break;
                                const S weight = w[k0 + k];
#pragma unroll
                                for (int r = 0; r < each; ++r) multiply_add<T>(sums[r], weight, window[(r + k) % each]);
                                window[k] = mine[(k0 + k + each) * pitch];
                            }
                        }
                    }
                } else {
                    for (int kb = 0; kb < taps_b; ++kb) {
                        const long long place_b = at_b + b + kb;
                        if (place_b < 0 || place_b >= axis_b.in_length) continue;
                        for (int k = 0; k < taps_a; ++k)
#pragma unroll
                            for (int r = 0; r < each; ++r) {
                                const long long place_a = at_a + a + r + k;
                                if (place_a >= 0 && place_a < axis_a.in_length)
                                    multiply_add<T>(sums[r], weights[kb * chunk_a + k], mine[(r + k) * pitch + kb]);
                            }
                    }
                }
            }
    }
    if constexpr (lines) {
        // Through shared memory, so that neighbouring threads write neighbours.
        __syncthreads();
#pragma unroll
        for (int r = 0; r < each; ++r) staged[a + r] = sums[r];
        __syncthreads();
        for (int i = thread; i < lanes_a * each && first_a + i < axis_a.out_length; i += correlate_gpu_threads)
            correlate_store<T>(tile.out + i * axis_a.out_stride, staged[i]);
    } else {
#pragma unroll
        for (int r = 0; r < each; ++r)
            if (first_a + a + r < axis_a.out_length && first_b + b < axis_b.out_length)
                correlate_store<T>(tile.out + (a + r) * axis_a.out_stride + b * axis_b.out_stride, sums[r]);
    }
}

#define CUPRUM_CORRELATE(name, T, lines, each)                                                                      \
    extern "C" __global__ void __launch_bounds__(256, 3) name(const __grid_constant__ cuprum::CorrelateArgs args) { \
        cuprum::correlate<T, lines, each>(args);                                                                    \
    }

#else  // CPU

template <class S>
struct complex_part {
    using type = S;
};
template <class P>
struct complex_part<complex<P>> {
    using type = P;
};

/// One number of a sum, taken apart: real numbers have one part, complex ones two.
template <class S, class P>
static inline void put_parts(P* parts, long long distance, S value) {
    if constexpr (is_complex<S>) {
        parts[0] = value.re;
        parts[distance] = value.im;
    } else {
        parts[0] = value;
    }
}

template <class T, bool lines>
static inline void correlate(const CorrelateArgs& args, long long begin, long long end) {
#pragma clang fp contract(on)
    using S = correlate_sum<T>;
    using P = typename complex_part<S>::type;
    constexpr int parts = is_complex<S> ? 2 : 1;
#if defined(__AVX512F__)
    constexpr int vector_bytes = 64;
#else
    constexpr int vector_bytes = 32;
#endif
    typedef P Vector __attribute__((vector_size(vector_bytes)));
    constexpr int lanes = vector_bytes / sizeof(P), vectors = 8 / parts, block = vectors * lanes;
    constexpr int width = correlate_cpu_row_bytes / sizeof(P) * (lines ? correlate_cpu_lines : 1), height = lines ? 1 : correlate_cpu_rows;
    constexpr int chunk_x = lines ? correlate_cpu_taps : correlate_cpu_side, chunk_y = lines ? 1 : correlate_cpu_side;
    static_assert(width % block == 0);
    constexpr int pitch = width + chunk_x, part = pitch * (height + chunk_y - 1), sums_part = width * height,
                  weights_part = chunk_y * chunk_x;
    alignas(64) P staged[parts * part], sums[parts * sums_part], weights[parts * weights_part];
    for (long long number = begin; number < end; ++number) {
        CorrelateTile tile(args, number, height, width);
        const int rows = smaller<long long>(height, args.rows.out_length - tile.row);
        const int columns = smaller<long long>(width, args.columns.out_length - tile.column);
        const int blocks = (columns + block - 1) / block;
        const auto clear = [&] {
            for (int p = 0; p < parts; ++p)
                for (int y = 0; y < rows; ++y)
                    for (int x = 0; x < blocks * block; ++x) sums[p * sums_part + y * width + x] = 0;
        };
        bool begun = false;  // whether anything has been summed up
        for (long long plane = 0; plane < tile.planes; ++plane) {
            if (!tile.plane(plane)) continue;
            for (long long y0 = 0; y0 < args.rows.weights_length; y0 += chunk_y)
                for (long long x0 = 0; x0 < args.columns.weights_length; x0 += chunk_x) {
                    const int taps_y = smaller<long long>(chunk_y, args.rows.weights_length - y0);
                    const int taps_x = smaller<long long>(chunk_x, args.columns.weights_length - x0);
                    bool finite = true;
                    for (int y = 0; y < taps_y; ++y)
                        for (int x = 0; x < taps_x; ++x) {
                            const S w = correlate_load<T>(tile.weights + (y0 + y) * args.rows.weights_stride +
                                                              (x0 + x) * args.columns.weights_stride);
                            put_parts(weights + y * taps_x + x, weights_part, w);
                            finite &= is_finite_weight(w);
                        }
                    const long long at_y = tile.row - args.rows.before + y0, at_x = tile.column - args.columns.before + x0;
                    const int used_y = rows + taps_y - 1, used_x = columns + taps_x - 1;
                    const bool inside = tile.inside(at_y, at_x, used_y, used_x);
                    // The columns of a row that lie inside are copied, the others found one by one.
                    const long long last = args.columns.in_length - at_x;
                    const int left = at_x < 0 ? smaller<long long>(-at_x, used_x) : 0;
                    const int right = last < left ? left : smaller<long long>(last, used_x);
                    for (int y = 0; y < used_y; ++y) {
                        P* to = staged + y * pitch;
                        const long long place = tile.in ? correlate_place(at_y + y, args.rows.in_length, args.boundary) : -1;
                        if (place < 0) {
                            for (int x = 0; x < used_x; ++x) put_parts(to + x, part, correlate_load<T>(args.fill));
                        } else {
                            const char* from = tile.in + place * args.rows.in_stride + at_x * args.columns.in_stride;
                            if (args.columns.in_stride == sizeof(T))
                                for (int x = left; x < right; ++x) put_parts(to + x, part, correlate_load<T>(from + x * sizeof(T)));
                            else
                                for (int x = left; x < right; ++x) put_parts(to + x, part, correlate_load<T>(from + x * args.columns.in_stride));
                            for (int x = 0; x < left; ++x) put_parts(to + x, part, tile.element<T>(at_y + y, at_x + x));
                            for (int x = right; x < used_x; ++x) put_parts(to + x, part, tile.element<T>(at_y + y, at_x + x));
                        }
                        for (int p = 0; p < parts; ++p)
                            for (int x = used_x; x < blocks * block + taps_x - 1; ++x) to[p * part + x] = 0;
                    }
                    // A zero that stands for nothing may be multiplied by any weight but infinity and NaN.
                    if (!inside && args.boundary == boundary_nothing && !finite) {
                        if (!begun) clear();
                        begun = true;
                        for (int y = 0; y < rows; ++y)
                            for (int x = 0; x < columns; ++x)
                                for (int ky = 0; ky < taps_y; ++ky)
                                    for (int kx = 0; kx < taps_x; ++kx) {
                                        if (!tile.inside(at_y + y + ky, at_x + x + kx, 1, 1)) continue;
                                        const P *from = staged + (y + ky) * pitch + x + kx, *w = weights + ky * taps_x + kx;
                                        P* sum = sums + y * width + x;
                                        if constexpr (parts == 2) {
                                            sum[0] += w[0] * from[0] - w[weights_part] * from[part];
                                            sum[sums_part] += w[0] * from[part] + w[weights_part] * from[0];
                                        } else {
                                            multiply_add<T>(sum[0], w[0], from[0]);
                                        }
                                    }
                        continue;
                    }
                    for (int y = 0; y < rows; ++y)
                        for (int first = 0; first < blocks * block; first += block) {
                            P* target = sums + y * width + first;
                            Vector total[parts][vectors];
                            for (int p = 0; p < parts; ++p)
                                for (int v = 0; v < vectors; ++v) {
                                    if (begun) __builtin_memcpy(&total[p][v], target + p * sums_part + v * lanes, vector_bytes);
                                    else total[p][v] = Vector{};
                                }
                            for (int ky = 0; ky < taps_y; ++ky) {
                                const P *from = staged + (y + ky) * pitch + first, *w = weights + ky * taps_x;
                                for (int kx = 0; kx < taps_x; ++kx, ++from) {
#pragma clang loop unroll(full)
                                    for (int v = 0; v < vectors; ++v) {
                                        Vector re;
                                        __builtin_memcpy(&re, from + v * lanes, vector_bytes);
                                        if constexpr (parts == 2) {
                                            Vector im;
                                            __builtin_memcpy(&im, from + part + v * lanes, vector_bytes);
                                            const P w_im = w[weights_part + kx];
                                            total[0][v] += w[kx] * re;
                                            total[0][v] -= w_im * im;
                                            total[1][v] += w[kx] * im;
                                            total[1][v] += w_im * re;
                                        } else if constexpr (is_bool<T>) {
                                            total[0][v] |= w[kx] & re;
                                        } else {
                                            total[0][v] += w[kx] * re;
                                        }
                                    }
                                }
                            }
                            for (int p = 0; p < parts; ++p)
                                for (int v = 0; v < vectors; ++v)
                                    __builtin_memcpy(target + p * sums_part + v * lanes, &total[p][v], vector_bytes);
                        }
                    begun = true;
                }
        }
        if (!begun) clear();
        for (int y = 0; y < rows; ++y) {
            char* to = tile.out + y * args.rows.out_stride;
            for (int x = 0; x < columns; ++x) {
                const P* sum = sums + y * width + x;
                if constexpr (parts == 2) correlate_store<T>(to + x * args.columns.out_stride, {sum[0], sum[sums_part]});
                else correlate_store<T>(to + x * args.columns.out_stride, sum[0]);
            }
        }
    }
}

#define CUPRUM_CORRELATE(name, T, lines, each) \
    extern "C" void name(const cuprum::CorrelateArgs* args, long long begin, long long end) { cuprum::correlate<T, lines>(*args, begin, end); }

#endif

}  // namespace cuprum
