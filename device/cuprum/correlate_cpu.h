// How a CPU computes a tile of a correlation, see correlate.h: sums are vectors of neighbours on the last axis.
#pragma once

namespace cuprum {

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
    constexpr int width = correlate_cpu_row_bytes / sizeof(P) * (lines ? correlate_cpu_lines : 1),
                  height = lines ? 1 : correlate_cpu_rows;
    constexpr int chunk_x = lines ? correlate_cpu_taps : correlate_cpu_side, chunk_y = lines ? 1 : correlate_cpu_side;
    static_assert(width % block == 0);
    constexpr int pitch = width + chunk_x, part = pitch * (height + chunk_y - 1), sums_part = width * height,
                  weights_part = chunk_y * chunk_x;
    alignas(64) P staged[parts * part], sums[parts * sums_part], weights[parts * weights_part];
    for (long long number = begin; number < end; ++number) {
        CorrelateTile tile(args, number % args.tiles_x, number / args.tiles_x, height, width);
        const int rows = smaller<long long>(height, args.rows.out_length - tile.row);
        const int columns = smaller<long long>(width, args.columns.out_length - tile.column);
        const int blocks = (columns + block - 1) / block;
        const auto clear = [&] {
            for (int p = 0; p < parts; ++p)
                for (int y = 0; y < rows; ++y)
                    for (int x = 0; x < blocks * block; ++x) sums[p * sums_part + y * width + x] = 0;
        };
        // Whole tiles of the sums' own numbers need no buffer: on their way in where they lie side by side, and on
        // their way out where one square of weights is all. Large results go past the caches.
        constexpr bool same = parts == 1 && sizeof(P) == sizeof(T) && !is_half<T>;
        const bool whole = same && columns == width;
        const bool at_once =
            tile.planes == 1 && args.rows.weights_length <= chunk_y && args.columns.weights_length <= chunk_x;
        const bool into_out =
            whole && at_once && args.columns.out_stride == sizeof(T) && args.rows.out_stride % sizeof(T) == 0;
        P* const target = into_out ? reinterpret_cast<P*>(tile.out) : sums;
        const long long target_pitch = into_out ? args.rows.out_stride / static_cast<long long>(sizeof(T)) : width;
        const bool past_caches =
            into_out &&
            args.rows.out_length * args.columns.out_length * static_cast<long long>(sizeof(T)) >= correlate_cpu_large &&
            (reinterpret_cast<unsigned long long>(target) | target_pitch * sizeof(P)) % vector_bytes == 0;
        bool begun = false, done = false;  // whether anything has been summed up, and whether it is where it belongs
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
                    const long long at_y = tile.row - args.rows.before + y0,
                                    at_x = tile.column - args.columns.before + x0;
                    const int used_y = rows + taps_y - 1, used_x = columns + taps_x - 1;
                    const bool inside = tile.inside(at_y, at_x, used_y, used_x);
                    const bool in_place =
                        whole && inside && args.columns.in_stride == sizeof(T) && args.rows.in_stride % sizeof(T) == 0;
                    const P* source = staged;
                    long long source_pitch = pitch;
                    if (in_place) {
                        source = reinterpret_cast<const P*>(tile.in + at_y * args.rows.in_stride) + at_x;
                        source_pitch = args.rows.in_stride / static_cast<long long>(sizeof(T));
                    }
                    // The columns of a row that lie inside are copied, the others found one by one.
                    const long long last = args.columns.in_length - at_x;
                    const int left = at_x < 0 ? smaller<long long>(-at_x, used_x) : 0;
                    const int right = last < left ? left : smaller<long long>(last, used_x);
                    for (int y = 0; y < used_y && !in_place; ++y) {
                        P* to = staged + y * pitch;
                        const long long place =
                            tile.in ? correlate_place(at_y + y, args.rows.in_length, args.boundary) : -1;
                        if (place < 0) {
                            for (int x = 0; x < used_x; ++x) put_parts(to + x, part, correlate_load<T>(args.fill));
                        } else {
                            const char* from = tile.in + place * args.rows.in_stride + at_x * args.columns.in_stride;
                            if (args.columns.in_stride == sizeof(T))
                                for (int x = left; x < right; ++x)
                                    put_parts(to + x, part, correlate_load<T>(from + x * sizeof(T)));
                            else
                                for (int x = left; x < right; ++x)
                                    put_parts(to + x, part, correlate_load<T>(from + x * args.columns.in_stride));
                            for (int x = 0; x < left; ++x) put_parts(to + x, part, tile.element<T>(at_y + y, at_x + x));
                            for (int x = right; x < used_x; ++x)
                                put_parts(to + x, part, tile.element<T>(at_y + y, at_x + x));
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
                                        const P *from = staged + (y + ky) * pitch + x + kx,
                                                *w = weights + ky * taps_x + kx;
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
                            P* to = target + y * target_pitch + first;
                            Vector total[parts][vectors];
                            for (int p = 0; p < parts; ++p)
                                for (int v = 0; v < vectors; ++v) {
                                    if (begun)
                                        __builtin_memcpy(&total[p][v], to + p * sums_part + v * lanes, vector_bytes);
                                    else total[p][v] = Vector{};
                                }
                            for (int ky = 0; ky < taps_y; ++ky) {
                                const P *from = source + (y + ky) * source_pitch + first, *w = weights + ky * taps_x;
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
                            if (past_caches) {
                                for (int v = 0; v < vectors; ++v)
                                    __builtin_nontemporal_store(total[0][v], reinterpret_cast<Vector*>(to) + v);
                                continue;
                            }
                            for (int p = 0; p < parts; ++p)
                                for (int v = 0; v < vectors; ++v)
                                    __builtin_memcpy(to + p * sums_part + v * lanes, &total[p][v], vector_bytes);
                        }
                    begun = true;
                    done = into_out;
                    if (past_caches) __builtin_ia32_sfence();
                }
        }
        if (done) continue;
        if (!begun) clear();
        for (int y = 0; y < rows; ++y) {
            char* to = tile.out + y * args.rows.out_stride;
            for (int x = 0; x < columns; ++x) {
                const P* sum = sums + y * width + x;
                if constexpr (parts == 2)
                    correlate_store<T>(to + x * args.columns.out_stride, {sum[0], sum[sums_part]});
                else correlate_store<T>(to + x * args.columns.out_stride, sum[0]);
            }
        }
    }
}

#define CUPRUM_CORRELATE(name, T, lines, each)                                                \
    extern "C" void name(const cuprum::CorrelateArgs* args, long long begin, long long end) { \
        cuprum::correlate<T, lines>(*args, begin, end);                                       \
    }

}  // namespace cuprum
