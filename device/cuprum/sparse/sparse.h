// Products of a sparse matrix, row by row.
//
//     CUPRUM_SPARSE_VECTOR(name, T, I)   by a vector
//     CUPRUM_SPARSE_STAGED(name, T, I)   by a vector, where rows are short but not very short (GPU)
//     CUPRUM_SPARSE_MATRIX(name, T, I)   by the columns of a matrix
//     CUPRUM_SPARSE_FOLD(name, T, I)     sums and extrema of rows (GPU)
//     CUPRUM_SPARSE_DIGEST(name, W)      a digest of words, which tells whether cached values are still those of the
//                                        data (GPU)
// T is the dtype of all values, I that of the indices. On a GPU several threads share a row of a product by a vector
// and add up their sums in pairs, so that a result does not change from run to run.
#pragma once

#include <cuprum/cast.h>
#include <cuprum/sparse/sparse_args.h>

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

/// A number that is read once, and need not displace others from a GPU's caches.
template <class T>
CUPRUM_DEVICE T sparse_entry(const T* position) {
#if CUPRUM_GPU
    if constexpr (is_any_of<T, float, double, int, unsigned>) return __ldcs(position);
    else if constexpr (is_any_of<T, int64, uint64>) return (T)__ldcs((const long long*)position);
#endif
    return *position;
}

/// The part of a row's sum over every `step`-th entry.
template <class T, class I>
CUPRUM_DEVICE sparse_sum_t<T> sparse_row_sum(const SparseProductArgs& args, long long begin, long long end, int step) {
    const T *data = (const T*)args.data, *x = (const T*)args.x;
    const I *indices = (const I*)args.indices, *order = (const I*)args.order;
    sparse_sum_t<T> sum(0), second(0);
    const auto product = [&](long long k) {
        return sparse_product<T>(sparse_entry(data + k), x[sparse_entry(indices + k)]);
    };
    if (order) {
        for (long long k = begin; k < end; k += step)
            sum = sum + sparse_product<T>(data[sparse_entry(order + k)], x[sparse_entry(indices + k)]);
        return sum;
    }
    long long k = begin;
    for (; k + step < end; k += 2 * step) {
        sum = sum + product(k);
        second = second + product(k + step);
    }
    if (k < end) sum = sum + product(k);
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

/// Where a staged value lies: apart from those of rows of 16 and 32, which threads read at the same time.
CUPRUM_DEVICE constexpr int sparse_stage(int k) { return k + (k >> 4); }

/// The values of entries: in their order, or at their places in another one; or from the cache, which has them in
/// order.
template <class T, class I>
struct SparseValues {
    const T* data;
    const I* order;
    T* cached;  // where values of another order are kept, or null

    CUPRUM_DEVICE explicit SparseValues(const SparseProductArgs& args)
        : data((const T*)args.data), order((const I*)args.order), cached((T*)args.cached) {
        if (cached && args.state[2] && args.state[0] == args.state[1]) {
            data = cached;
            order = nullptr;
        }
        if (!order) cached = nullptr;
    }
    CUPRUM_DEVICE T first(long long k) const { return data[order ? (long long)order[k] : k]; }
};

/// Stages entries of rows, or their products by x, read in order and together by all threads of the block, so that many
/// loads are under way whatever the rows' lengths. A thread asks for the places of all its operands before it waits for
/// the first of them, and stores nothing in between, behind which loads could not be moved.
template <class T, class I, class S, int each, bool times_x, bool ordered>
CUPRUM_DEVICE void sparse_stage_entries(const SparseProductArgs& args, const SparseValues<T, I>& values,
                                        long long begin, long long end, S* staged) {
    const T *x = (const T*)args.x, *data = ordered ? values.data : values.data + begin;
    const I *indices = (const I*)args.indices + begin, *order = ordered ? values.order + begin : nullptr;
    const int count = (int)(end - begin);
#pragma unroll 1
    for (int base = (int)threadIdx.x; base < count; base += each * sparse_block) {
        int k[each];
        T value[each], other[each];
        I place[each], column[each];
#pragma unroll
        for (int j = 0; j < each; ++j) {
            // Threads beyond the end do as the last one: loads that depended on it would wait for each other.
            k[j] = base + j * sparse_block < count ? base + j * sparse_block : count - 1;
            if constexpr (ordered) place[j] = sparse_entry(order + k[j]);
            else value[j] = sparse_entry(data + k[j]);
            if constexpr (times_x) column[j] = sparse_entry(indices + k[j]);
        }
#pragma unroll
        for (int j = 0; j < each; ++j) {
            if constexpr (ordered) value[j] = data[place[j]];
            if constexpr (times_x) other[j] = x[column[j]];
        }
#pragma unroll
        for (int j = 0; j < each; ++j) {
            S& target = staged[sparse_stage(k[j])];
            if constexpr (times_x) target = sparse_product<T>(value[j], other[j]);
            else target = value[j];
            if (ordered && values.cached) values.cached[begin + k[j]] = value[j];
        }
    }
}

/// What the entries of a row, or their products by x, are with `sum`: staged, then folded by some threads a row, in one
/// order.
template <class T, class I, class S, int each, bool times_x, class Fold>
CUPRUM_DEVICE S sparse_staged_row(const SparseProductArgs& args, const SparseValues<T, I>& values, S sum, long long row,
                                  int lane, Fold fold) {
    constexpr int most = sparse_staged / sizeof(S);
    __shared__ S staged[sparse_stage(most) + 1];
    const I* indptr = (const I*)args.indptr;
    const long long first = (long long)blockIdx.x * args.rows_each;
    const long long last = first + args.rows_each < args.rows ? first + args.rows_each : args.rows;
    const long long begin = indptr[first], end = indptr[last], own = row < last ? indptr[row] : end,
                    own_end = row < last ? indptr[row + 1] : end;
    for (long long window = begin; window < end; window += most) {
        const long long stop = window + most < end ? window + most : end;
        if (window > begin) __syncthreads();
        if (values.order) sparse_stage_entries<T, I, S, each, times_x, true>(args, values, window, stop, staged);
        else sparse_stage_entries<T, I, S, each, times_x, false>(args, values, window, stop, staged);
        __syncthreads();
        const long long from = own > window ? own : window, to = own_end < stop ? own_end : stop;
        for (long long k = from + lane; k < to; k += args.lanes)
            sum = fold(sum, staged[sparse_stage((int)(k - window))]);
    }
    return sum;
}

template <class T, class I>
CUPRUM_DEVICE void sparse_staged_vector(const SparseProductArgs& args) {
    using S = sparse_sum_t<T>;
    const int lane = threadIdx.x & (args.lanes - 1);
    const long long row = (long long)blockIdx.x * args.rows_each + threadIdx.x / (unsigned)args.lanes;
    S sum = sparse_staged_row<T, I, S, sizeof(T) <= 8 ? 4 : 2, true>(args, SparseValues<T, I>(args), S(0), row, lane,
                                                                     [](S sum, S value) { return sum + value; });
    for (int distance = args.lanes / 2; distance > 0; distance /= 2) sum = sum + sparse_from_lane(sum, distance);
    if (lane == 0 && row < args.rows) ((T*)args.out)[row] = sparse_result<T>(sum);
}

/// Sums, and extrema in which a NaN stays, or is passed over.
template <class T>
CUPRUM_DEVICE T sparse_fold(int how, T a, T b) {
    if (how == sparse_fold_sum) return a + b;
    const bool a_nan = a != a, b_nan = b != b;
    if (a_nan || b_nan) return how < sparse_fold_nanmax ? (a_nan ? a : b) : (a_nan ? b : a);
    return how % 2 == 1 ? (a < b ? b : a) : (b < a ? b : a);
}

/// Each row's sum or extremum, among elements that are not stored too. Rows are whole before they are compared with
/// zero, so that threads without an entry of a row take its first one.
template <class T, class I>
CUPRUM_DEVICE void sparse_fold_rows(const SparseProductArgs& args) {
    const SparseValues<T, I> values(args);
    const I* indptr = (const I*)args.indptr;
    const int lane = threadIdx.x & (args.lanes - 1), how = args.fold;
    const long long row = (long long)blockIdx.x * args.rows_each + threadIdx.x / (unsigned)args.lanes;
    const bool inside = row < args.rows;
    const long long begin = inside ? indptr[row] : 0, length = inside ? indptr[row + 1] - begin : 0;
    const bool from_first = how != sparse_fold_sum && length > 0 && (args.stored || length == args.minor);
    T result = from_first ? values.first(begin) : T(0);
    result = sparse_staged_row<T, I, T, sizeof(T) <= 8 ? 8 : 4, false>(
        args, values, result, row, lane, [how](T sum, T value) { return sparse_fold<T>(how, sum, value); });
    for (int distance = args.lanes / 2; distance > 0; distance /= 2)
        result = sparse_fold<T>(how, result, sparse_from_lane(result, distance));
    if (lane == 0 && inside) ((T*)args.out)[row] = result;
}

CUPRUM_DEVICE unsigned long long sparse_mixed(unsigned long long word, long long k) {
    unsigned long long h = word + 0x9E3779B97F4A7C15ull * (unsigned long long)(k + 1);
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93ull;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93ull;
    return h ^ h >> 32;
}

template <class W>
CUPRUM_DEVICE void sparse_digest(const SparseDigestArgs& args) {
    const W* words = (const W*)args.words;
    const long long step = (long long)gridDim.x * sparse_block;
    unsigned long long sum = 0;
#pragma unroll 4
    for (long long k = (long long)blockIdx.x * sparse_block + threadIdx.x; k < args.count; k += step)
        sum += sparse_mixed(words[k], k);
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    if ((threadIdx.x & 31) == 0) atomicAdd(args.state, sum);
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
    const I* order = (const I*)args.order;
    const long long end = indptr[row + 1];
#pragma unroll 2
    for (long long k = indptr[row]; k < end; ++k) {
        const T value = data[order ? (long long)order[k] : k];
        const T* x_row = x + indices[k] * args.columns;
#pragma unroll
        for (int c = 0; c < sparse_columns_each; ++c)
            if (inside[c]) sums[c] = sums[c] + sparse_product<T>(value, x_row[c * args.lanes]);
    }
    T* out = (T*)args.out + row * args.columns + first;
#pragma unroll
    for (int c = 0; c < sparse_columns_each; ++c)
        if (inside[c]) out[c * args.lanes] = sparse_result<T>(sums[c]);
}

#define CUPRUM_SPARSE_DIGEST(name, W)                                  \
    extern "C" __global__ void __launch_bounds__(cuprum::sparse_block) \
        name(const __grid_constant__ cuprum::SparseDigestArgs args) {  \
        cuprum::sparse_digest<W>(args);                                \
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
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr, *order = (const I*)args.order;
    for (long long row = begin; row < end; ++row) {
        T* out = (T*)args.out + row * args.columns;
        for (long long first = 0; first < args.columns; first += sparse_cpu_columns) {
            const long long rest = args.columns - first, width = rest < sparse_cpu_columns ? rest : sparse_cpu_columns;
            sparse_sum_t<T> sums[sparse_cpu_columns];
            for (int c = 0; c < sparse_cpu_columns; ++c) sums[c] = sparse_sum_t<T>(0);
            for (long long k = indptr[row]; k < indptr[row + 1]; ++k) {
                const T value = data[order ? (long long)order[k] : k];
                const T* x_row = x + indices[k] * args.columns + first;
                if (width == sparse_cpu_columns) {
                    for (int c = 0; c < sparse_cpu_columns; ++c) sums[c] = sums[c] + sparse_product<T>(value, x_row[c]);
                } else {
                    for (int c = 0; c < width; ++c) sums[c] = sums[c] + sparse_product<T>(value, x_row[c]);
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
#define CUPRUM_SPARSE_STAGED(name, T, I) CUPRUM_SPARSE_ENTRY(name, (cuprum::sparse_staged_vector<T, I>))
#define CUPRUM_SPARSE_FOLD(name, T, I) CUPRUM_SPARSE_ENTRY(name, (cuprum::sparse_fold_rows<T, I>))

}  // namespace cuprum
