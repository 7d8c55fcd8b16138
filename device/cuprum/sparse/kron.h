// The Kronecker product of two sparse matrices, row by row.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// Row i of the product: row i / b_rows of a times row i % b_rows of b.
template <class Index, class T, class J, class K, class I>
CUPRUM_DEVICE void sparse_kron(Index i, const T* a, const J* a_indices, const J* a_ends, const T* b, const K* b_indices,
                               const K* b_ends, long long b_rows, long long b_columns, const I* ends, I* indices,
                               T* out) {
    const long long a_row = i / b_rows, b_row = i - a_row * b_rows, a_end = a_ends[a_row + 1], b_begin = b_ends[b_row],
                    b_end = b_ends[b_row + 1];
    long long position = ends[i];
    for (long long k = a_ends[a_row]; k < a_end; ++k) {
        const long long first = a_indices[k] * b_columns;
        const T factor = a[k];
        for (long long l = b_begin; l < b_end; ++l) {
            indices[position] = first + b_indices[l];
            out[position] = factor * b[l];
            ++position;
        }
    }
}

}  // namespace cuprum
