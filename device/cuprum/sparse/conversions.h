// Kernels that convert between coordinates, compressed axes and diagonals.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// The major index of the entry i, by bisection.
template <class Index, class I>
CUPRUM_DEVICE void sparse_major_found(Index i, const I* indptr, long long major, I* numbers) {
    long long low = 0, high = major;  // the last slice that begins at i or before
    while (high - low > 1) {
        const long long middle = (low + high) / 2;
        if (indptr[middle] <= i) low = middle;
        else high = middle;
    }
    numbers[i] = low;
}

/// Where the sorted numbers i and above begin.
template <class Index, class I>
CUPRUM_DEVICE void sparse_starts(Index i, const I* sorted, long long count, I* starts) {
    long long low = 0, high = count;
    while (low < high) {
        const long long middle = (low + high) / 2;
        if (sorted[middle] < i) low = middle + 1;
        else high = middle;
    }
    starts[i] = low;
}

/// The sum of the entries of one key, at the head of a run of equal keys.
template <class Index, class K, class O, class I, class T>
CUPRUM_DEVICE void sparse_combined(Index i, const K* keys, const O* order, const I* number, const T* data,
                                   long long minor, long long count, I* indices, T* out) {
    if (i == 0 || keys[i] != keys[i - 1]) {
        T sum = data[order[i]];
        for (long long k = i + 1; k < count && keys[k] == keys[i]; ++k) sum = sum + data[order[k]];
        const long long position = number[i] - 1;
        indices[position] = keys[i] % minor;
        out[position] = sum;
    }
}

/// Where the major slice i begins among distinct keys.
template <class Index, class K, class I>
CUPRUM_DEVICE void sparse_indptr(Index i, const K* keys, const I* number, long long minor, long long count,
                                 long long total, I* indptr) {
    long long low = 0, high = count;
    const long long key = (long long)i * minor;
    while (low < high) {
        const long long middle = (low + high) / 2;
        if (keys[middle] < key) low = middle + 1;
        else high = middle;
    }
    indptr[i] = low == count ? total : (long long)number[low] - 1;
}

/// The row i of a matrix of diagonals.
template <class Index, class O, class T, class I>
CUPRUM_DEVICE void sparse_diagonals_fill(Index i, const O* offsets, const O* positions, const T* data,
                                         long long diagonals, long long width, long long stride, long long rows,
                                         long long low, long long high, long long missing, I* starts, I* col, T* out,
                                         int* zeros) {
    bool zero = false;
    if (i >= low && i < high) {  // a row that all diagonals cross, as those before it from `low` on
        long long position = i * diagonals - missing;
        starts[i] = position;
        for (long long k = 0; k < diagonals; ++k, ++position) {
            const long long column = i + (long long)offsets[k];
            const T value = data[(long long)positions[k] * stride + column];
            col[position] = column;
            out[position] = value;
            zero |= value == T(0);
        }
    } else {
        long long position = 0;
        for (long long k = 0; k < diagonals; ++k) {
            const long long offset = offsets[k], first = offset < 0 ? -offset : 0,
                            end = rows < width - offset ? rows : width - offset, stop = i < end ? i : end;
            position += stop > first ? stop - first : 0;
        }
        starts[i] = position;
        for (long long k = 0; k < diagonals && i < rows; ++k) {
            const long long column = i + (long long)offsets[k];
            if (column < 0 || column >= width) continue;
            const T value = data[(long long)positions[k] * stride + column];
            col[position] = column;
            out[position] = value;
            zero |= value == T(0);
            ++position;
        }
    }
    if (zero) zeros[0] = 1;
}

}  // namespace cuprum
