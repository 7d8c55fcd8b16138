// Products of a sparse matrix, row by row.
//
//     CUPRUM_SPARSE_VECTOR(name, T, I)   by a vector
//     CUPRUM_SPARSE_MATRIX(name, T, I)   by the columns of a matrix
// T is the dtype of all values, I that of the indices. On a GPU several threads share a row of a product by a vector
// and add up their sums in pairs, so that a result does not change from run to run.
#pragma once

#include <cuprum/cast.h>
#include <cuprum/sparse_args.h>

namespace cuprum {

/// In which products are added up: wider than small integers and 16-bit floats, for which both compilers have
/// instructions.
template <class T>
struct sparse_sum {
    using type = conditional_t<is_half<T>, float,
                               conditional_t<is_bool<T>, int,
                                             conditional_t<is_any_of<T, int8, int16>, int,
                                                           conditional_t<is_any_of<T, uint8, uint16>, unsigned, T>>>>;
};
template <class T>
using sparse_sum_t = typename sparse_sum<T>::type;

template <class T>
CUPRUM_DEVICE sparse_sum_t<T> sparse_product(T a, T x) {
    if constexpr (is_bool<T>) return a & x;
    else return static_cast<sparse_sum_t<T>>(a) * static_cast<sparse_sum_t<T>>(x);
}
template <class T>
CUPRUM_DEVICE T sparse_result(sparse_sum_t<T> sum) {
    if constexpr (is_bool<T>) return sum != 0;
    else if constexpr (is_integer<T>) return static_cast<T>(sum);
    else return cast<T>(sum);
}

/// The part of a row's sum over every `step`-th entry.
template <class T, class I>
CUPRUM_DEVICE sparse_sum_t<T> sparse_row_sum(const SparseProductArgs& args, long long begin, long long end, int step) {
    const T *data = (const T*)args.data, *x = (const T*)args.x;
    const I* indices = (const I*)args.indices;
    sparse_sum_t<T> sum(0), second(0);
    if (args.order) {
        for (long long k = begin; k < end; k += step) sum = sum + sparse_product<T>(data[args.order[k]], x[indices[k]]);
        return sum;
    }
    long long k = begin;
    for (; k + step < end; k += 2 * step) {
        sum = sum + sparse_product<T>(data[k], x[indices[k]]);
        second = second + sparse_product<T>(data[k + step], x[indices[k + step]]);
    }
    if (k < end) sum = sum + sparse_product<T>(data[k], x[indices[k]]);
    return sum + second;
}

#if CUPRUM_GPU

template <class S>
CUPRUM_DEVICE S sparse_from_lane(S value, int distance) {
    if constexpr (is_complex<S>) {
        return {__shfl_xor_sync(~0u, value.re, distance), __shfl_xor_sync(~0u, value.im, distance)};
    } else {
        return __shfl_xor_sync(~0u, value, distance);
    }
}

template <class T, class I>
CUPRUM_DEVICE void sparse_vector(const SparseProductArgs& args) {
    const long long thread = (long long)blockIdx.x * sparse_block + threadIdx.x;
    const long long row = thread / (unsigned)args.lanes;
    const int lane = threadIdx.x & (args.lanes - 1);
    const I* indptr = (const I*)args.indptr;
    sparse_sum_t<T> sum(0);
    if (row < args.rows) sum = sparse_row_sum<T, I>(args, (long long)indptr[row] + lane, indptr[row + 1], args.lanes);
    for (int distance = args.lanes / 2; distance > 0; distance /= 2) sum = sum + sparse_from_lane(sum, distance);
    if (lane == 0 && row < args.rows) ((T*)args.out)[row] = sparse_result<T>(sum);
}

template <class T, class I>
CUPRUM_DEVICE void sparse_matrix(const SparseProductArgs& args) {
    const int lane = threadIdx.x & (args.lanes - 1);
    const long long row = (long long)blockIdx.x * (sparse_block / args.lanes) + threadIdx.x / (unsigned)args.lanes;
    if (row >= args.rows) return;
    const long long first = (long long)blockIdx.y * args.lanes * sparse_columns_each + lane;
    const T *data = (const T*)args.data, *x = (const T*)args.x + first;
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr;
    sparse_sum_t<T> sums[sparse_columns_each];
    bool inside[sparse_columns_each];
#pragma unroll
    for (int c = 0; c < sparse_columns_each; ++c) {
        sums[c] = sparse_sum_t<T>(0);
        inside[c] = first + c * args.lanes < args.columns;
    }
    const long long end = indptr[row + 1];
#pragma unroll 2
    for (long long k = indptr[row]; k < end; ++k) {
        const T value = data[args.order ? args.order[k] : k];
        const T* line = x + indices[k] * args.columns;
#pragma unroll
        for (int c = 0; c < sparse_columns_each; ++c)
            if (inside[c]) sums[c] = sums[c] + sparse_product<T>(value, line[c * args.lanes]);
    }
    T* out = (T*)args.out + row * args.columns + first;
#pragma unroll
    for (int c = 0; c < sparse_columns_each; ++c)
        if (inside[c]) out[c * args.lanes] = sparse_result<T>(sums[c]);
}

#define CUPRUM_SPARSE_ENTRY(name, call)                                \
    extern "C" __global__ void __launch_bounds__(cuprum::sparse_block) \
        name(const __grid_constant__ cuprum::SparseProductArgs args) { \
        call(args);                                                    \
    }

#else  // CPU

template <class T, class I>
static inline void sparse_vector(const SparseProductArgs& args, long long begin, long long end) {
    const I* indptr = (const I*)args.indptr;
    for (long long row = begin; row < end; ++row)
        ((T*)args.out)[row] = sparse_result<T>(sparse_row_sum<T, I>(args, indptr[row], indptr[row + 1], 1));
}

template <class T, class I>
static inline void sparse_matrix(const SparseProductArgs& args, long long begin, long long end) {
    const T *data = (const T*)args.data, *x = (const T*)args.x;
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr;
    for (long long row = begin; row < end; ++row) {
        T* out = (T*)args.out + row * args.columns;
        for (long long first = 0; first < args.columns; first += sparse_cpu_columns) {
            const long long rest = args.columns - first, width = rest < sparse_cpu_columns ? rest : sparse_cpu_columns;
            sparse_sum_t<T> sums[sparse_cpu_columns];
            for (int c = 0; c < sparse_cpu_columns; ++c) sums[c] = sparse_sum_t<T>(0);
            for (long long k = indptr[row]; k < indptr[row + 1]; ++k) {
                const T value = data[args.order ? args.order[k] : k];
                const T* line = x + indices[k] * args.columns + first;
                if (width == sparse_cpu_columns) {
                    for (int c = 0; c < sparse_cpu_columns; ++c) sums[c] = sums[c] + sparse_product<T>(value, line[c]);
                } else {
                    for (int c = 0; c < width; ++c) sums[c] = sums[c] + sparse_product<T>(value, line[c]);
                }
            }
            for (int c = 0; c < width; ++c) out[first + c] = sparse_result<T>(sums[c]);
        }
    }
}

#define CUPRUM_SPARSE_ENTRY(name, call)                                                           \
    extern "C" void name(const cuprum::SparseProductArgs* args, long long begin, long long end) { \
        call(*args, begin, end);                                                                  \
    }

#endif

#define CUPRUM_SPARSE_VECTOR(name, T, I) CUPRUM_SPARSE_ENTRY(name, (cuprum::sparse_vector<T, I>))
#define CUPRUM_SPARSE_MATRIX(name, T, I) CUPRUM_SPARSE_ENTRY(name, (cuprum::sparse_matrix<T, I>))

}  // namespace cuprum
