// Rows of dense blocks (bsr): their elements as rows, and products by a matrix.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// The row i of the blocks, as csr.
template <class Index, class T, class I, class J>
CUPRUM_DEVICE void sparse_blocks_to_rows(Index i, const T* data, const I* block_indices, const I* block_ends,
                                         long long height, long long width, long long rows, J* indptr, J* indices,
                                         T* out) {
    if (i == rows) {
        indptr[i] = (long long)block_ends[rows / height] * height * width;
    } else {
        const long long block_row = i / height, row = i % height, begin = block_ends[block_row],
                        end = block_ends[block_row + 1];
        long long position = (begin * height + row * (end - begin)) * width;
        indptr[i] = position;
        for (long long k = begin; k < end; ++k) {
            const long long from = (k * height + row) * width, column = block_indices[k] * width;
            for (long long c = 0; c < width; ++c, ++position) {
                indices[position] = column + c;
                out[position] = data[from + c];
            }
        }
    }
}

/// The element i of the product of blocks by a matrix in C order.
template <class Index, class T, class I>
CUPRUM_DEVICE void sparse_blocks_by_matrix(Index i, const T* data, const I* indices, const I* ends, const T* x,
                                           long long height, long long width, long long columns, T* out) {
    const long long row = i / columns, column = i % columns, block_row = row / height;
    T sum = T(0);
    for (long long k = ends[block_row]; k < ends[block_row + 1]; ++k) {
        const long long from = (k * height + row % height) * width, at = indices[k] * width * columns + column;
        for (long long c = 0; c < width; ++c) sum = sum + data[from + c] * x[at + c * columns];
    }
    out[i] = sum;
}

}  // namespace cuprum
