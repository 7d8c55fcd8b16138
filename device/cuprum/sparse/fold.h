// How two elements of a sparse matrix are combined by a reduction.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// Sums, and extrema in which a NaN stays, or is passed over.
template <class S>
CUPRUM_DEVICE_LARGE S sparse_fold(int how, S a, S b) {
    if (how == 0) return a + b;
    const bool a_nan = a != a, b_nan = b != b;
    if (a_nan || b_nan) return how < 3 ? (a_nan ? a : b) : (a_nan ? b : a);
    return how % 2 == 1 ? (a < b ? b : a) : (b < a ? b : a);
}

/// Folds the major slice i.
template <class Index, class T, class I, class S>
CUPRUM_DEVICE void sparse_fold_slice(Index i, const T* data, const I* indptr, const I* order, bool ordered,
                                     long long minor, int how, bool stored, S* out) {
    const long long begin = indptr[i], end = indptr[i + 1];
    S result = S(0);
    long long k = begin;
    if (how != 0 && end > begin && (stored || end - begin == minor)) {
        result = S(data[ordered ? (long long)order[k] : k]);
        ++k;
    }
    for (; k < end; ++k) result = sparse_fold<S>(how, result, S(data[ordered ? (long long)order[k] : k]));
    out[i] = result;
}

/// The index of the first largest or smallest element of the major slice i.
template <class Index, class T, class I>
CUPRUM_DEVICE void sparse_argument(Index i, const T* data, const I* indices, const I* indptr, long long minor,
                                   bool largest, bool stored, long long* out) {
    const long long begin = indptr[i], end = indptr[i + 1];
    long long best = -1, gap = 0;
    T value = T(0);
    for (long long k = begin; k < end; ++k) {
        const T x = data[k];
        gap += indices[k] == gap;
        if (best < 0 || (value == value && (x != x || (largest ? value < x : x < value)))) {
            best = indices[k];
            value = x;
        }
    }
    if (!stored && gap < minor && value == value) {
        const bool better = largest ? value < T(0) : T(0) < value;
        if (best < 0 || better || (value == T(0) && gap < best)) best = gap;
    }
    out[i] = best < 0 ? 0 : best;
}

}  // namespace cuprum
