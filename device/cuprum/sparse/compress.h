// Coordinates to major slices: a slice's keys are ranked among each other, and equal ones are summed up. A key is
// the minor index in the upper 32 bits, and the position in the input below.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// Sorts a slice's keys, which all differ: each is compared with all others. A few threads share a slice.
/// Duplicates are subtracted from its length.
template <class Index>
CUPRUM_DEVICE void sparse_rank_slices(Index i, const int* indptr, const unsigned long long* keys, int shift,
                                      unsigned long long* sorted, int* distinct) {
    const int slice = (int)(i >> shift), step = 1 << shift, begin = indptr[slice], end = indptr[slice + 1];
    int repeated = 0;
    for (int k = begin + (int)(i & (step - 1)); k < end; k += step) {
        const unsigned long long key = keys[k];
        int position = begin;
        bool again = false;
        for (int j = begin; j < end; ++j) {
            const unsigned long long other = keys[j];
            if (other >= key) continue;
            ++position;
            again |= other >> 32 == key >> 32;
        }
        sorted[position] = key;
        repeated += again;
    }
    if (repeated) atomicAdd(&distinct[slice], -repeated);
}

/// Writes a slice's entries, duplicates summed up in the order of the input.
template <class Index, class T>
CUPRUM_DEVICE void sparse_combine_slices(Index i, const int* indptr, const int* starts, const unsigned long long* keys,
                                         const T* data, int shift, int* indices, T* out) {
    const int slice = (int)(i >> shift), step = 1 << shift, lane = (int)(i & (step - 1)), begin = indptr[slice],
              end = indptr[slice + 1];
    int position = starts[slice];
    if (starts[slice + 1] - position == end - begin) {  // nothing comes twice
        for (int k = begin + lane; k < end; k += step) {
            const unsigned long long key = keys[k];
            indices[position + k - begin] = (int)(key >> 32);
            out[position + k - begin] = data[(unsigned)key];
        }
    } else if (lane == 0) {
        for (int k = begin; k < end;) {
            const unsigned index = (unsigned)(keys[k] >> 32);
            T sum = data[(unsigned)keys[k]];
            for (++k; k < end && (unsigned)(keys[k] >> 32) == index; ++k) sum = sum + data[(unsigned)keys[k]];
            indices[position] = (int)index;
            out[position] = sum;
            ++position;
        }
    }
}

}  // namespace cuprum
