// Distances of all pairs of points, a tile of pairs at a time.
//
//     CUPRUM_DISTANCES(name, T, metric, weighted)     T: float or double
//
// A metric is a struct that says what is kept of a pair (`states` numbers), what a coordinate adds to it and what comes
// out in the end. Differences are taken coordinate by coordinate, so that points which nearly agree lose no digits.
// In float32 a metric may have a quicker way (`Quick`, of quick_distances.h) for tiles where it will do.
#pragma once

#include <cuprum/real_math.h>
#include <cuprum/spatial/distance_args.h>
#include <cuprum/spatial/quick_distances.h>

namespace cuprum {

CUPRUM_DEVICE bool distance_wanted(const DistanceArgs& args, long long i, long long j) {
    return i < args.count_a && j < args.count_b && (!args.one_set || i < j);
}

/// Where the result for point i and point j lies, less j.
CUPRUM_DEVICE long long distance_row(const DistanceArgs& args, long long i) {
    return args.one_set ? i * (2 * args.count_a - i - 1) / 2 - i - 1 : i * args.count_b;
}

/// What a tile does with its numbers, here with the metric as it stands: `stage` makes `numbers` of each coordinate,
/// `add` adds `at_once` coordinates to a pair, `settle` makes of the sums the metric's own states. `stage` and `settle`
/// say whether the numbers are such that the statement will do. A statement that `sums_points` has in `settle` the sums
/// of `of_point` over both points' coordinates. One may ask for coordinates that are seen `from_middle`.
template <class T, class Metric>
struct DistanceStatement {
    static constexpr int states = Metric::states, numbers = 1, at_once = 1;
    static constexpr bool sums_points = false, from_middle = false;

    CUPRUM_DEVICE static bool stage(const DistanceArgs&, T x, T (&kept)[numbers]) {
        kept[0] = x;
        return true;
    }
    CUPRUM_DEVICE static void add(const DistanceArgs& args, T (&s)[states], const T (&x)[at_once][numbers],
                                  const T (&y)[at_once][numbers], T w) {
        Metric::template add<T>(s, x[0][0], y[0][0], w, (T)args.p);
    }
    CUPRUM_DEVICE static bool settle(const DistanceArgs&, T (&)[states], T, T) { return true; }
};

/// Whether there is a quicker way. Weights have none.
template <class T, class Metric, bool weighted>
constexpr bool distance_is_quick = !weighted && sizeof(T) == 4 && !is_same<typename Metric::Quick, void>;

/// The result for a pair; whether the statement did.
template <class T, class Metric, class Statement>
CUPRUM_DEVICE bool distance_result(const DistanceArgs& args, T (&s)[Statement::states], T of_a, T of_b, T& result) {
    const bool good = Statement::settle(args, s, of_a, of_b);
    T own[Metric::states];
#pragma unroll
    for (int n = 0; n < Metric::states; ++n) own[n] = s[n];
    result = Metric::template finish<T>(own, (T)args.p, (T)args.total);
    return good;
}

#if CUPRUM_GPU

template <class T>
struct alignas(16) DistanceVector {
    T values[4];
};

/// The pairs of one block; whether the statement did for all that its thread saw.
template <class T, class Metric, bool weighted, class Statement>
CUPRUM_DEVICE bool distance_tile(const DistanceArgs& args, long long first_a, long long first_b) {
    constexpr int each = distance_each(Metric::states * sizeof(T), Metric::is_long), tile = 16 * each,
                  groups = each / 4, depth = 16, row = tile + 4, count = tile * depth / distance_threads,
                  numbers = Statement::numbers, at_once = Statement::at_once;
    __shared__ alignas(16) T staged_a[depth][numbers][row];
    __shared__ alignas(16) T staged_b[depth][numbers][row];
    __shared__ T staged_w[depth];
    __shared__ T sums[2 * tile];
    const T *a = (const T*)args.a, *b = (const T*)args.b, *w = (const T*)args.w;
    static_assert(2 * tile <= distance_threads);
    const int thread = threadIdx.x, along = thread % depth, line = thread / depth, tx = thread % 16, ty = thread / 16;
    bool good = true;
    T sum = 0;  // of the point that is this thread's in the tile: first those of a, then those of b
    T states[each][each][Statement::states];
#pragma unroll
    for (int i = 0; i < each; ++i)
#pragma unroll
        for (int j = 0; j < each; ++j)
#pragma unroll
            for (int s = 0; s < Statement::states; ++s) states[i][j][s] = 0;
    const auto load = [&](const T* points, long long first, long long points_count, long long k, int n) -> T {
        constexpr int lines = distance_threads / depth;
        const T* mine = points + (first + line) * args.depth + along;
        const bool inside = first + line + n * lines < points_count && k + along < args.depth;
        return inside ? mine[n * lines * args.depth + k] : T(0);
    };
    const auto stage = [&](T(&staged)[depth][numbers][row], int n, T x, T middle) {
        T kept[numbers];
        good &= Statement::stage(args, x - middle, kept);
#pragma unroll
        for (int m = 0; m < numbers; ++m) staged[along][m][line + n * (distance_threads / depth)] = kept[m];
    };
    T next_a[count], next_b[count];
#pragma unroll
    for (int n = 0; n < count; ++n) {
        next_a[n] = load(a, first_a, args.count_a, 0, n);
        next_b[n] = load(b, first_b, args.count_b, 0, n);
    }
    for (long long k = 0; k < args.depth; k += depth) {
        T middle = 0;
        if constexpr (Statement::from_middle)
            if (k + along < args.depth) middle = ((const T*)args.middle)[k + along];
#pragma unroll
        for (int n = 0; n < count; ++n) {
            stage(staged_a, n, next_a[n], middle);
            stage(staged_b, n, next_b[n], middle);
        }
        if (weighted && thread < depth) staged_w[thread] = k + thread < args.depth ? w[k + thread] : T(0);
        __syncthreads();
        if (k + depth < args.depth) {
#pragma unroll
            for (int n = 0; n < count; ++n) {
                next_a[n] = load(a, first_a, args.count_a, k + depth, n);
                next_b[n] = load(b, first_b, args.count_b, k + depth, n);
            }
        }
        if constexpr (Statement::sums_points) {
            if (thread < 2 * tile) {
                const T(&mine)[depth][numbers][row] = thread < tile ? staged_a : staged_b;
#pragma unroll
                for (int q = 0; q < depth; ++q) {
                    T kept[numbers];
#pragma unroll
                    for (int m = 0; m < numbers; ++m) kept[m] = mine[q][m][thread % tile];
                    sum += Statement::of_point(kept);
                }
            }
        }
        const int here = args.depth - k < depth ? (int)(args.depth - k) : depth;
        const auto step = [&](int q) {
            T x[each][at_once][numbers], y[each][at_once][numbers];
            const T factor = weighted ? staged_w[q] : T(1);
#pragma unroll
            for (int c = 0; c < at_once; ++c)
#pragma unroll
                for (int m = 0; m < numbers; ++m)
#pragma unroll
                    for (int g = 0; g < groups; ++g) {
                        const DistanceVector<T> vector_a = *reinterpret_cast<const DistanceVector<T>*>(
                                                    &staged_a[q + c][m][g * 64 + ty * 4]),
                                                vector_b = *reinterpret_cast<const DistanceVector<T>*>(
                                                    &staged_b[q + c][m][g * 64 + tx * 4]);
#pragma unroll
                        for (int i = 0; i < 4; ++i) {
                            x[g * 4 + i][c][m] = vector_a.values[i];
                            y[g * 4 + i][c][m] = vector_b.values[i];
                        }
                    }
#pragma unroll
            for (int i = 0; i < each; ++i)
#pragma unroll
                for (int j = 0; j < each; ++j) Statement::add(args, states[i][j], x[i], y[j], factor);
        };
        // What is staged behind the last coordinate are zeros.
        if (here == depth && !Metric::is_long) {
#pragma unroll 2
            for (int q = 0; q < depth; q += at_once) step(q);
        } else {
#pragma unroll 1
            for (int q = 0; q < here; q += at_once) step(q);
        }
        __syncthreads();
    }
    if constexpr (Statement::sums_points) {
        if (thread < 2 * tile) sums[thread] = sum;
        __syncthreads();
    }
    // Whole tiles are written four numbers at a time.
    const bool whole = !args.one_set && first_a + tile <= args.count_a && first_b + tile <= args.count_b &&
                       args.count_b % 4 == 0 && (unsigned long long)args.out % 16 == 0;
#pragma unroll
    for (int i = 0; i < each; ++i) {
        const int line_a = i / 4 * 64 + ty * 4 + i % 4;
        const long long at = first_a + line_a;
        T* row_out = (T*)args.out + distance_row(args, at);
#pragma unroll
        for (int g = 0; g < groups; ++g) {
            const int line_b = g * 64 + tx * 4;
            DistanceVector<T> results;
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                T of_a = 0, of_b = 0;
                if constexpr (Statement::sums_points) {
                    of_a = sums[line_a];
                    of_b = sums[tile + line_b + j];
                }
                const bool fine =
                    distance_result<T, Metric, Statement>(args, states[i][g * 4 + j], of_a, of_b, results.values[j]);
                const bool wanted = whole || distance_wanted(args, at, first_b + line_b + j);
                good &= fine || !wanted;
                if (wanted && !whole) row_out[first_b + line_b + j] = results.values[j];
            }
            if (whole) *reinterpret_cast<DistanceVector<T>*>(row_out + first_b + line_b) = results;
        }
    }
    return good;
}

template <class T, class Metric, bool weighted>
CUPRUM_DEVICE void distances(const DistanceArgs& args) {
    constexpr int tile = 16 * distance_each(Metric::states * sizeof(T), Metric::is_long);
    const long long first_a = blockIdx.x / args.tiles_b * tile, first_b = blockIdx.x % args.tiles_b * tile;
    if (args.one_set && first_a >= first_b + tile) return;  // all of them j <= i
    if (args.marks && !args.marks[blockIdx.x]) return;
    if constexpr (distance_is_quick<T, Metric, weighted>) {
        if (!Metric::Quick::from_middle || args.middle) {
            const bool good = distance_tile<T, Metric, weighted, typename Metric::Quick>(args, first_a, first_b);
            if (!__syncthreads_or(!good)) return;
        }
    }
    distance_tile<T, Metric, weighted, DistanceStatement<T, Metric>>(args, first_a, first_b);
}

/// How many blocks are to share a multiprocessor, as far as what its threads keep of their pairs leaves registers.
template <class T, class Metric>
constexpr int distance_blocks = [] {
    constexpr int each = distance_each(Metric::states * sizeof(T), Metric::is_long),
                  words = each * each * Metric::states * sizeof(T) / 4;
    return words <= 16 ? 3 : words <= 64 ? 2 : 1;
}();

#define CUPRUM_DISTANCES(name, T, metric, weighted)                                                              \
    extern "C" __global__ void __launch_bounds__(cuprum::distance_threads, (cuprum::distance_blocks<T, metric>)) \
        name(const __grid_constant__ cuprum::DistanceArgs args) {                                                \
        cuprum::distances<T, metric, weighted>(args);                                                            \
    }

#else  // CPU

/// The pairs of one tile, whose columns are turned, so that neighbours of a vector are neighbouring columns; whether
/// the statement did.
template <class T, class Metric, bool weighted, class Statement>
CUPRUM_DEVICE bool distance_tile(const DistanceArgs& args, long long first_a, long long first_b) {
    constexpr int rows = distance_cpu_rows, columns = distance_cpu_columns, depth = 64, lanes = 64 / sizeof(T),
                  numbers = Statement::numbers, at_once = Statement::at_once, kept_states = Statement::states;
    const T *a = (const T*)args.a, *b = (const T*)args.b, *w = (const T*)args.w;
    alignas(64) T turned[depth][numbers][columns];
    alignas(64) T states[rows][columns / lanes][kept_states][lanes];
    T sums_a[rows] = {}, sums_b[columns] = {};
    bool good = true;
    for (int i = 0; i < rows; ++i)
        for (int g = 0; g < columns / lanes; ++g)
            for (int s = 0; s < kept_states; ++s)
                for (int j = 0; j < lanes; ++j) states[i][g][s][j] = 0;
    const long long rows_here = args.count_a - first_a < rows ? args.count_a - first_a : rows,
                    columns_here = args.count_b - first_b < columns ? args.count_b - first_b : columns;
    for (long long k = 0; k < args.depth; k += depth) {
        const int here = args.depth - k < depth ? (int)(args.depth - k) : depth;
        const int staged = (here + at_once - 1) / at_once * at_once;  // zeros behind the last coordinate
        for (int j = 0; j < columns; ++j)
            for (int q = 0; q < staged; ++q) {
                T kept[numbers];
                const bool inside = j < columns_here && q < here;
                good &= Statement::stage(args, inside ? b[(first_b + j) * args.depth + k + q] : T(0), kept);
                for (int m = 0; m < numbers; ++m) turned[q][m][j] = kept[m];
                if constexpr (Statement::sums_points) sums_b[j] += Statement::of_point(kept);
            }
        for (int i = 0; i < rows_here; ++i) {
            T point[depth][numbers];
            for (int q = 0; q < staged; ++q) {
                good &= Statement::stage(args, q < here ? a[(first_a + i) * args.depth + k + q] : T(0), point[q]);
                if constexpr (Statement::sums_points) sums_a[i] += Statement::of_point(point[q]);
            }
            for (int g = 0; g < columns / lanes; ++g) {
                T kept[kept_states][lanes];
                for (int s = 0; s < kept_states; ++s)
                    for (int j = 0; j < lanes; ++j) kept[s][j] = states[i][g][s][j];
                for (int q = 0; q < here; q += at_once) {
                    const T factor = weighted ? w[k + q] : T(1);
                    T x[at_once][numbers];
                    for (int c = 0; c < at_once; ++c)
                        for (int m = 0; m < numbers; ++m) x[c][m] = point[q + c][m];
#pragma clang loop vectorize(enable)
                    for (int j = 0; j < lanes; ++j) {
                        T one[kept_states], y[at_once][numbers];
                        for (int s = 0; s < kept_states; ++s) one[s] = kept[s][j];
                        for (int c = 0; c < at_once; ++c)
                            for (int m = 0; m < numbers; ++m) y[c][m] = turned[q + c][m][g * lanes + j];
                        Statement::add(args, one, x, y, factor);
                        for (int s = 0; s < kept_states; ++s) kept[s][j] = one[s];
                    }
                }
                for (int s = 0; s < kept_states; ++s)
                    for (int j = 0; j < lanes; ++j) states[i][g][s][j] = kept[s][j];
            }
        }
    }
    for (int i = 0; i < rows_here; ++i)
        for (int j = 0; j < columns_here; ++j) {
            T one[kept_states];
            for (int s = 0; s < kept_states; ++s) one[s] = states[i][j / lanes][s][j % lanes];
            if (distance_wanted(args, first_a + i, first_b + j))
                good &= distance_result<T, Metric, Statement>(
                    args, one, sums_a[i], sums_b[j], ((T*)args.out)[distance_row(args, first_a + i) + first_b + j]);
        }
    return good;
}

template <class T, class Metric, bool weighted>
CUPRUM_DEVICE void distances(const DistanceArgs& args, long long number) {
    constexpr int rows = distance_cpu_rows, columns = distance_cpu_columns;
    const long long first_a = number / args.tiles_b * rows, first_b = number % args.tiles_b * columns;
    if (args.one_set && first_a >= first_b + columns) return;
    if (args.marks && !args.marks[number]) return;
    if constexpr (distance_is_quick<T, Metric, weighted>)
        if constexpr (!Metric::Quick::from_middle)  // products of matrices are BLAS's here
            if (distance_tile<T, Metric, weighted, typename Metric::Quick>(args, first_a, first_b)) return;
    distance_tile<T, Metric, weighted, DistanceStatement<T, Metric>>(args, first_a, first_b);
}

#define CUPRUM_DISTANCES(name, T, metric, weighted)                                                           \
    extern "C" void name(const cuprum::DistanceArgs* args, long long begin, long long end) {                  \
        for (long long tile = begin; tile < end; ++tile) cuprum::distances<T, metric, weighted>(*args, tile); \
    }

#endif

}  // namespace cuprum
