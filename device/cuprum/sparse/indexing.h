// Elements and slices of compressed matrices.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// The element of a major slice that has this index: the sum of those that are stored, which are in order and unique
/// where the matrix is canonical.
template <class T, class I>
CUPRUM_DEVICE T sparse_element(const T* data, const I* indices, const I* indptr, long long slice, long long index,
                               bool canonical) {
    long long begin = indptr[slice], end = indptr[slice + 1];
    const long long last = end;
    if (canonical) {
        while (begin < end) {
            const long long middle = (begin + end) / 2;
            if (indices[middle] < index) begin = middle + 1;
            else end = middle;
        }
        end = begin < last ? begin + 1 : begin;
    }
    T sum = T(0);
    for (long long k = begin; k < end; ++k)
        if (indices[k] == index) sum = sum + data[k];
    return sum;
}

/// The entries of the major slice i whose minor index is from start to stop.
template <class Index, class T, class I>
CUPRUM_DEVICE void sparse_across(Index i, const T* data, const I* indices, const I* indptr, const I* ends,
                                 long long start, long long stop, I* out_indices, T* out) {
    long long position = ends[i];
    for (long long k = indptr[i]; k < indptr[i + 1]; ++k) {
        if (indices[k] < start || indices[k] >= stop) continue;
        out_indices[position] = indices[k] - start;
        out[position] = data[k];
        ++position;
    }
}

}  // namespace cuprum
