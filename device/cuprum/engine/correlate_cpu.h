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

/// Computes tiles of results. The array's elements are staged, extended beyond its edges, for a square of weights at a
/// time, and multiplied.
template <class T, bool lines>
class CorrelateTiles {
public:
    explicit CorrelateTiles(const CorrelateArgs& args) : args_(args) {}

    void compute(long long number) {
        Place place = begin(number);
        bool begun = false, done = false;  // whether anything has been summed up, and whether it is where it belongs
        for (long long plane = 0; plane < place.tile.planes; ++plane) {
            if (!place.tile.plane(plane)) continue;
            for (long long y = 0; y < args_.rows.weights_length; y += chunk_y)
                for (long long x = 0; x < args_.columns.weights_length; x += chunk_x) {
                    const Square square = load(place, y, x);
                    // A zero that stands for nothing may be multiplied by any weight but infinity and NaN.
                    if (!square.inside && args_.boundary == boundary_nothing && !square.finite) {
                        if (!begun) clear(place);
                        add_what_is_there(place, square);
                    } else {
                        add(place, square, begun);
                        done = place.into_out;
                    }
                    begun = true;
                }
        }
        if (done) return;
        if (!begun) clear(place);
        store(place);
    }

private:
    using S = correlate_sum<T>;
    using P = typename complex_part<S>::type;
    static constexpr int parts = is_complex<S> ? 2 : 1;
#if CUPRUM_CPU_LEVEL >= 4
    static constexpr int vector_bytes = 64;
#else
    static constexpr int vector_bytes = 32;
#endif
    typedef P Vector __attribute__((vector_size(vector_bytes)));
    static constexpr int lanes = vector_bytes / sizeof(P), vectors = 8 / parts, block = vectors * lanes;
    static constexpr int width = correlate_cpu_row_bytes / sizeof(P) * (lines ? correlate_cpu_lines : 1),
                         height = lines ? 1 : correlate_cpu_rows;
    static constexpr int chunk_x = lines ? correlate_cpu_taps : correlate_cpu_side,
                         chunk_y = lines ? 1 : correlate_cpu_side;
    static_assert(width % block == 0);
    static constexpr int pitch = width + chunk_x, part = pitch * (height + chunk_y - 1), sums_part = width * height,
                         weights_part = chunk_y * chunk_x;

    /// A tile of results, and where its sums go.
    struct Place {
        CorrelateTile tile;
        int rows, columns, blocks;
        bool whole;     // of the sums' own numbers: elements that lie side by side need no buffer
        bool into_out;  // the sums are the results, at once
        bool past_caches;
        P* target;
        long long target_pitch;
    };

    /// Some weights, and the elements that they are multiplied by.
    struct Square {
        long long at_y, at_x;  // of the first element
        int taps_y, taps_x;
        bool finite;  // all weights are
        bool inside;  // all elements lie in the array
        const P* source;
        long long source_pitch;
    };

    Place begin(long long number) {
        constexpr long long size = sizeof(T);
        CorrelateTile tile(args_, number % args_.tiles_x, number / args_.tiles_x, height, width);
        const int rows = smaller<long long>(height, args_.rows.out_length - tile.row);
        const int columns = smaller<long long>(width, args_.columns.out_length - tile.column);
        const bool whole = parts == 1 && sizeof(P) == sizeof(T) && !is_half<T> && columns == width;
        const bool at_once =
            tile.planes == 1 && args_.rows.weights_length <= chunk_y && args_.columns.weights_length <= chunk_x;
        const bool into_out = whole && at_once && args_.columns.out_stride == size && args_.rows.out_stride % size == 0;
        P* const target = into_out ? reinterpret_cast<P*>(tile.out) : sums_;
        const long long target_pitch = into_out ? args_.rows.out_stride / size : width;
        // Large results go past the caches.
        const bool past_caches =
            into_out && args_.rows.out_length * args_.columns.out_length * size >= correlate_cpu_large &&
            (reinterpret_cast<unsigned long long>(target) | target_pitch * sizeof(P)) % vector_bytes == 0;
        return {tile, rows, columns, (columns + block - 1) / block, whole, into_out, past_caches, target, target_pitch};
    }

    Square load(const Place& place, long long y0, long long x0) {
        constexpr long long size = sizeof(T);
        const CorrelateTile& tile = place.tile;
        Square square;
        square.taps_y = smaller<long long>(chunk_y, args_.rows.weights_length - y0);
        square.taps_x = smaller<long long>(chunk_x, args_.columns.weights_length - x0);
        square.finite = true;
        for (int y = 0; y < square.taps_y; ++y)
            for (int x = 0; x < square.taps_x; ++x) {
                const S w = correlate_load<T>(tile.weights + (y0 + y) * args_.rows.weights_stride +
                                              (x0 + x) * args_.columns.weights_stride);
                put_parts(weights_ + y * square.taps_x + x, weights_part, w);
                square.finite &= is_finite_weight(w);
            }
        square.at_y = tile.row - args_.rows.before + y0;
        square.at_x = tile.column - args_.columns.before + x0;
        const int used_y = place.rows + square.taps_y - 1, used_x = place.columns + square.taps_x - 1;
        square.inside = tile.inside(square.at_y, square.at_x, used_y, used_x);
        square.source = staged_;
        square.source_pitch = pitch;
        if (place.whole && square.inside && args_.columns.in_stride == size && args_.rows.in_stride % size == 0) {
            square.source = reinterpret_cast<const P*>(tile.in + square.at_y * args_.rows.in_stride) + square.at_x;
            square.source_pitch = args_.rows.in_stride / size;
        } else {
            stage(place, square, used_y, used_x);
        }
        return square;
    }

    // The columns of a row that lie inside are copied, the others found one by one.
    void stage(const Place& place, const Square& square, int used_y, int used_x) {
        const CorrelateTile& tile = place.tile;
        const long long at_y = square.at_y, at_x = square.at_x, last = args_.columns.in_length - at_x;
        const int left = at_x < 0 ? smaller<long long>(-at_x, used_x) : 0;
        const int right = last < left ? left : smaller<long long>(last, used_x);
        for (int y = 0; y < used_y; ++y) {
            P* to = staged_ + y * pitch;
            const long long row = tile.in ? correlate_place(at_y + y, args_.rows.in_length, args_.boundary) : -1;
            if (row < 0) {
                for (int x = 0; x < used_x; ++x) put_parts(to + x, part, correlate_load<T>(args_.fill));
            } else {
                const char* from = tile.in + row * args_.rows.in_stride + at_x * args_.columns.in_stride;
                if (args_.columns.in_stride == sizeof(T))
                    for (int x = left; x < right; ++x) put_parts(to + x, part, correlate_load<T>(from + x * sizeof(T)));
                else
                    for (int x = left; x < right; ++x)
                        put_parts(to + x, part, correlate_load<T>(from + x * args_.columns.in_stride));
                for (int x = 0; x < left; ++x) put_parts(to + x, part, tile.template element<T>(at_y + y, at_x + x));
                for (int x = right; x < used_x; ++x)
                    put_parts(to + x, part, tile.template element<T>(at_y + y, at_x + x));
            }
            for (int p = 0; p < parts; ++p)
                for (int x = used_x; x < place.blocks * block + square.taps_x - 1; ++x) to[p * part + x] = 0;
        }
    }

    void clear(const Place& place) {
        for (int p = 0; p < parts; ++p)
            for (int y = 0; y < place.rows; ++y)
                for (int x = 0; x < place.blocks * block; ++x) sums_[p * sums_part + y * width + x] = 0;
    }

    // One product after the other, and only those of elements that lie in the array.
    void add_what_is_there(const Place& place, const Square& square) {
#pragma clang fp contract(on)
        for (int y = 0; y < place.rows; ++y)
            for (int x = 0; x < place.columns; ++x)
                for (int ky = 0; ky < square.taps_y; ++ky)
                    for (int kx = 0; kx < square.taps_x; ++kx) {
                        if (!place.tile.inside(square.at_y + y + ky, square.at_x + x + kx, 1, 1)) continue;
                        const P *from = staged_ + (y + ky) * pitch + x + kx, *w = weights_ + ky * square.taps_x + kx;
                        P* sum = sums_ + y * width + x;
                        if constexpr (parts == 2) {
                            sum[0] += w[0] * from[0] - w[weights_part] * from[part];
                            sum[sums_part] += w[0] * from[part] + w[weights_part] * from[0];
                        } else {
                            multiply_add<T>(sum[0], w[0], from[0]);
                        }
                    }
    }

    void add(const Place& place, const Square& square, bool begun) {
        for (int y = 0; y < place.rows; ++y)
            for (int first = 0; first < place.blocks * block; first += block) {
                P* to = place.target + y * place.target_pitch + first;
                Vector total[parts][vectors];
                for (int p = 0; p < parts; ++p)
                    for (int v = 0; v < vectors; ++v) {
                        if (begun) __builtin_memcpy(&total[p][v], to + p * sums_part + v * lanes, vector_bytes);
                        else total[p][v] = Vector{};
                    }
                multiply(total, square.source + y * square.source_pitch + first, square);
                if (place.past_caches) {
                    for (int v = 0; v < vectors; ++v)
                        __builtin_nontemporal_store(total[0][v], reinterpret_cast<Vector*>(to) + v);
                    continue;
                }
                for (int p = 0; p < parts; ++p)
                    for (int v = 0; v < vectors; ++v)
                        __builtin_memcpy(to + p * sums_part + v * lanes, &total[p][v], vector_bytes);
            }
        if (place.past_caches) __builtin_ia32_sfence();
    }

    // Inlined, so that the sums stay in registers.
    [[gnu::always_inline]] void multiply(Vector (&total)[parts][vectors], const P* source, const Square& square) const {
#pragma clang fp contract(on)
        for (int ky = 0; ky < square.taps_y; ++ky) {
            const P *from = source + ky * square.source_pitch, *w = weights_ + ky * square.taps_x;
            for (int kx = 0; kx < square.taps_x; ++kx, ++from) {
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
    }

    void store(const Place& place) const {
        for (int y = 0; y < place.rows; ++y) {
            char* to = place.tile.out + y * args_.rows.out_stride;
            for (int x = 0; x < place.columns; ++x) {
                const P* sum = sums_ + y * width + x;
                if constexpr (parts == 2)
                    correlate_store<T>(to + x * args_.columns.out_stride, {sum[0], sum[sums_part]});
                else correlate_store<T>(to + x * args_.columns.out_stride, sum[0]);
            }
        }
    }

    const CorrelateArgs& args_;
    alignas(64) P staged_[parts * part], sums_[parts * sums_part], weights_[parts * weights_part];
};

#define CUPRUM_CORRELATE(name, T, lines, each)                                                \
    extern "C" void name(const cuprum::CorrelateArgs* args, long long begin, long long end) { \
        cuprum::CorrelateTiles<T, lines> tiles(*args);                                        \
        for (long long number = begin; number < end; ++number) tiles.compute(number);         \
    }

}  // namespace cuprum
