// Distances of all pairs of points, a tile of pairs at a time.
//
//     CUPRUM_DISTANCES(name, T, metric, weighted)     T: float or double
//
// A metric is a struct that says what is kept of a pair (`states` numbers), what a coordinate adds to it and what comes
// out in the end. Differences are taken coordinate by coordinate, so that points which nearly agree lose no digits.
#pragma once

#include <cuprum/real_math.h>
#include <cuprum/spatial/distance_args.h>

namespace cuprum {

CUPRUM_DEVICE bool distance_wanted(const DistanceArgs& args, long long i, long long j) {
    return i < args.count_a && j < args.count_b && (!args.one_set || i < j);
}

/// Where the result for point i and point j lies, less j.
CUPRUM_DEVICE long long distance_row(const DistanceArgs& args, long long i) {
    return args.one_set ? i * (2 * args.count_a - i - 1) / 2 - i - 1 : i * args.count_b;
}

#if CUPRUM_GPU

template <class T>
struct alignas(16) DistancePack {
    T values[4];
};

template <class T, class Metric, bool weighted>
CUPRUM_DEVICE void distances(const DistanceArgs& args) {
    constexpr int each = distance_each(Metric::states * sizeof(T), Metric::is_long), tile = 16 * each,
                  groups = each / 4, depth = 16, row = tile + 4, count = tile * depth / distance_threads;
    __shared__ alignas(16) T staged_a[depth][row];
    __shared__ alignas(16) T staged_b[depth][row];
    __shared__ T staged_w[depth];
    const long long first_a = blockIdx.x / args.tiles_b * tile, first_b = blockIdx.x % args.tiles_b * tile;
    if (args.one_set && first_a >= first_b + tile) return;  // all of them j <= i
    if (args.marks && !args.marks[blockIdx.x]) return;
    const T *a = (const T*)args.a, *b = (const T*)args.b, *w = (const T*)args.w;
    const int thread = threadIdx.x, along = thread % depth, line = thread / depth, tx = thread % 16, ty = thread / 16;
    T states[each][each][Metric::states];
#pragma unroll
    for (int i = 0; i < each; ++i)
#pragma unroll
        for (int j = 0; j < each; ++j)
#pragma unroll
            for (int s = 0; s < Metric::states; ++s) states[i][j][s] = 0;
    const auto load = [&](const T* points, long long first, long long points_count, long long k, int n) -> T {
        const long long point = first + line + n * (distance_threads / depth);
        return point < points_count && k + along < args.depth ? points[point * args.depth + k + along] : T(0);
    };
    T next_a[count], next_b[count];
#pragma unroll
    for (int n = 0; n < count; ++n) {
        next_a[n] = load(a, first_a, args.count_a, 0, n);
        next_b[n] = load(b, first_b, args.count_b, 0, n);
    }
    for (long long k = 0; k < args.depth; k += depth) {
#pragma unroll
        for (int n = 0; n < count; ++n) {
            staged_a[along][line + n * (distance_threads / depth)] = next_a[n];
            staged_b[along][line + n * (distance_threads / depth)] = next_b[n];
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
        const int here = args.depth - k < depth ? (int)(args.depth - k) : depth;
        const auto step = [&](int q) {
            T x[each], y[each];
            const T factor = weighted ? staged_w[q] : T(1);
#pragma unroll
            for (int g = 0; g < groups; ++g) {
                const DistancePack<T> pack_a = *reinterpret_cast<const DistancePack<T>*>(&staged_a[q][g * 64 + ty * 4]),
                                      pack_b = *reinterpret_cast<const DistancePack<T>*>(&staged_b[q][g * 64 + tx * 4]);
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    x[g * 4 + i] = pack_a.values[i];
                    y[g * 4 + i] = pack_b.values[i];
                }
            }
#pragma unroll
            for (int i = 0; i < each; ++i)
#pragma unroll
                for (int j = 0; j < each; ++j) Metric::template add<T>(states[i][j], x[i], y[j], factor, (T)args.p);
        };
        if (here == depth && !Metric::is_long) {
#pragma unroll 2
            for (int q = 0; q < depth; ++q) step(q);
        } else {
#pragma unroll 1
            for (int q = 0; q < here; ++q) step(q);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < each; ++i) {
        const long long at = first_a + i / 4 * 64 + ty * 4 + i % 4;
        T* row_out = (T*)args.out + distance_row(args, at);
#pragma unroll
        for (int j = 0; j < each; ++j) {
            const long long bt = first_b + j / 4 * 64 + tx * 4 + j % 4;
            if (distance_wanted(args, at, bt))
                row_out[bt] = Metric::template finish<T>(states[i][j], (T)args.p, (T)args.total);
        }
    }
}

#define CUPRUM_DISTANCES(name, T, metric, weighted)                        \
    extern "C" __global__ void __launch_bounds__(cuprum::distance_threads) \
        name(const __grid_constant__ cuprum::DistanceArgs args) {          \
        cuprum::distances<T, metric, weighted>(args);                      \
    }

#else  // CPU

// The columns of a tile are turned, so that neighbours of a vector are neighbouring columns.
template <class T, class Metric, bool weighted>
CUPRUM_DEVICE void distances(const DistanceArgs& args, long long number) {
    constexpr int rows = distance_cpu_rows, columns = distance_cpu_columns, depth = 64, lanes = 64 / sizeof(T);
    const long long first_a = number / args.tiles_b * rows, first_b = number % args.tiles_b * columns;
    if (args.one_set && first_a >= first_b + columns) return;
    if (args.marks && !args.marks[number]) return;
    const T *a = (const T*)args.a, *b = (const T*)args.b, *w = (const T*)args.w;
    alignas(64) T turned[depth][columns];
    alignas(64) T states[rows][columns / lanes][Metric::states][lanes];
    for (int i = 0; i < rows; ++i)
        for (int g = 0; g < columns / lanes; ++g)
            for (int s = 0; s < Metric::states; ++s)
                for (int j = 0; j < lanes; ++j) states[i][g][s][j] = 0;
    const long long rows_here = args.count_a - first_a < rows ? args.count_a - first_a : rows,
                    columns_here = args.count_b - first_b < columns ? args.count_b - first_b : columns;
    for (long long k = 0; k < args.depth; k += depth) {
        const int here = args.depth - k < depth ? (int)(args.depth - k) : depth;
        for (int j = 0; j < columns; ++j)
            for (int q = 0; q < here; ++q)
                turned[q][j] = j < columns_here ? b[(first_b + j) * args.depth + k + q] : T(0);
        for (int i = 0; i < rows_here; ++i) {
            const T* point = a + (first_a + i) * args.depth + k;
            for (int g = 0; g < columns / lanes; ++g) {
                T kept[Metric::states][lanes];
                for (int s = 0; s < Metric::states; ++s)
                    for (int j = 0; j < lanes; ++j) kept[s][j] = states[i][g][s][j];
                for (int q = 0; q < here; ++q) {
                    const T x = point[q], factor = weighted ? w[k + q] : T(1);
#pragma clang loop vectorize(enable)
                    for (int j = 0; j < lanes; ++j) {
                        T one[Metric::states];
                        for (int s = 0; s < Metric::states; ++s) one[s] = kept[s][j];
                        Metric::template add<T>(one, x, turned[q][g * lanes + j], factor, (T)args.p);
                        for (int s = 0; s < Metric::states; ++s) kept[s][j] = one[s];
                    }
                }
                for (int s = 0; s < Metric::states; ++s)
                    for (int j = 0; j < lanes; ++j) states[i][g][s][j] = kept[s][j];
            }
        }
    }
    for (int i = 0; i < rows_here; ++i)
        for (int j = 0; j < columns_here; ++j) {
            T one[Metric::states];
            for (int s = 0; s < Metric::states; ++s) one[s] = states[i][j / lanes][s][j % lanes];
            if (distance_wanted(args, first_a + i, first_b + j))
                ((T*)args.out)[distance_row(args, first_a + i) + first_b + j] =
                    Metric::template finish<T>(one, (T)args.p, (T)args.total);
        }
}

#define CUPRUM_DISTANCES(name, T, metric, weighted)                                                           \
    extern "C" void name(const cuprum::DistanceArgs* args, long long begin, long long end) {                  \
        for (long long tile = begin; tile < end; ++tile) cuprum::distances<T, metric, weighted>(*args, tile); \
    }

#endif

}  // namespace cuprum
