// The columns of a row of a product of sparse matrices: a table of hashes, or a list in order.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

inline constexpr long long sparse_few = 48;
/// The places of a row's table: a power of two.
CUPRUM_DEVICE_LARGE long long sparse_table(long long products) {
    long long size = 64;
    while (2 * size <= 2 * products) size *= 2;
    return size;
}
CUPRUM_DEVICE_LARGE long long sparse_hash(long long column, long long size) {
    return (long long)((unsigned long long)column * 0x9E3779B97F4A7C15ull >> 32) & (size - 1);
}

/// Where a column stands, or is put, among those that are there in order; whether it was there.
template <class J>
CUPRUM_DEVICE_LARGE bool sparse_insert(J* columns, int count, J column, int& position) {
    int low = 0, high = count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (columns[middle] < column) low = middle + 1;
        else high = middle;
    }
    position = low;
    if (low < count && columns[low] == column) return true;
    for (int m = count; m > low; --m) columns[m] = columns[m - 1];
    columns[low] = column;
    return false;
}

/// The element i of the product of diagonals by a matrix in C order.
template <class Index, class T, class O>
CUPRUM_DEVICE void sparse_diagonals_by_matrix(Index i, const T* data, const O* offsets, const T* x, long long diagonals,
                                              long long width, long long stride, long long columns, T* out) {
    const long long row = i / columns, c = i % columns;
    T sum = T(0);
    for (long long d = 0; d < diagonals; ++d) {
        const long long position = row + (long long)offsets[d];
        if (position >= 0 && position < width) sum = sum + data[d * stride + position] * x[position * columns + c];
    }
    out[i] = sum;
}

/// The columns of the row i of a product, and how many there are.
template <class Index, class I, class J>
CUPRUM_DEVICE void sparse_product_columns(Index i, const I* indices, const I* indptr, const J* other, const J* others,
                                          const long long* starts, J* columns, J* lengths) {
    const long long start = 2 * starts[i], products = starts[i + 1] - starts[i];
    const bool few = products <= sparse_few;
    const long long size = few ? 0 : sparse_table(products);
    for (long long m = 0; m < size; ++m) columns[start + m] = J(-1);
    long long count = 0;
    for (long long k = indptr[i]; k < indptr[i + 1]; ++k) {
        const long long slice = indices[k], end = other[slice + 1];
        for (long long l = other[slice]; l < end; ++l) {
            const J column = others[l];
            if (few) {
                long long low = 0, high = count;
                while (low < high) {
                    const long long middle = (low + high) / 2;
                    if (columns[start + middle] < column) low = middle + 1;
                    else high = middle;
                }
                if (low < count && columns[start + low] == column) continue;
                for (long long m = count; m > low; --m) columns[start + m] = columns[start + m - 1];
                columns[start + low] = column;
                ++count;
            } else {
                long long position = sparse_hash(column, size);
                while (columns[start + position] != column && columns[start + position] != J(-1))
                    position = (position + 1) & (size - 1);
                if (columns[start + position] == column) continue;
                columns[start + position] = column;
                ++count;
            }
        }
    }
    lengths[i] = count;
}

/// The row i of a product, its columns sorted.
template <class Index, class T, class I, class J>
CUPRUM_DEVICE void sparse_product_sums(Index i, const T* values, const I* indices, const I* indptr, const T* others,
                                       const J* other_indices, const J* other, const long long* starts,
                                       const J* columns, const J* ends, J* numbers, J* out_indices, T* out) {
    const long long start = 2 * starts[i], products = starts[i + 1] - starts[i], position = ends[i],
                    count = ends[i + 1] - position;
    const bool few = products <= sparse_few;
    const long long size = few ? count : sparse_table(products);
    long long found = 0;
    for (long long m = 0; m < size; ++m) {
        if (columns[start + m] == J(-1)) continue;
        if (!few) numbers[start + m] = found;
        out_indices[position + found] = columns[start + m];
        out[position + found] = T(0);
        ++found;
    }
    for (long long k = indptr[i]; k < indptr[i + 1]; ++k) {
        const long long slice = indices[k], end = other[slice + 1];
        const T value = values[k];
        for (long long l = other[slice]; l < end; ++l) {
            const J column = other_indices[l];
            long long low = 0;
            if (few) {
                long long high = count;
                while (high - low > 1) {
                    const long long middle = (low + high) / 2;
                    if (columns[start + middle] <= column) low = middle;
                    else high = middle;
                }
            } else {
                long long at = sparse_hash(column, size);
                while (columns[start + at] != column) at = (at + 1) & (size - 1);
                low = numbers[start + at];
            }
            out[position + low] = out[position + low] + value * others[l];
        }
    }
}

/// How many columns a row has whose products are few: they are put in order in a thread's own memory.
template <class Index, class I, class J>
CUPRUM_DEVICE void sparse_short_columns(Index i, const I* indices, const I* indptr, const J* other, const J* others,
                                        J* lengths) {
    J columns[48];
    int found = 0, position = 0;
    for (long long k = indptr[i]; k < indptr[i + 1]; ++k) {
        const long long slice = indices[k], end = other[slice + 1];
        for (long long l = other[slice]; l < end; ++l) {
            const J column = others[l];
            found += !sparse_insert<J>(columns, found, column, position);
        }
    }
    lengths[i] = found;
}

/// Such a row, with its sums.
template <class Index, class T, class I, class J>
CUPRUM_DEVICE void sparse_short_sums(Index i, const T* values, const I* indices, const I* indptr, const T* others,
                                     const J* other_indices, const J* other, const J* ends, J* out_indices, T* out) {
    J columns[48];
    T sums[48];
    int found = 0, position = 0;
    for (long long k = indptr[i]; k < indptr[i + 1]; ++k) {
        const long long slice = indices[k], end = other[slice + 1];
        const T value = values[k];
        for (long long l = other[slice]; l < end; ++l) {
            const J column = other_indices[l];
            const T product = value * others[l];
            if (sparse_insert<J>(columns, found, column, position)) {
                sums[position] = sums[position] + product;
            } else {
                for (int m = found; m > position; --m) sums[m] = sums[m - 1];
                sums[position] = product;
                ++found;
            }
        }
    }
    const long long start = ends[i];
    for (int m = 0; m < found; ++m) {
        out_indices[start + m] = columns[m];
        out[start + m] = sums[m];
    }
}

/// The product i of all, and the place where it is added.
template <class Index, class T, class I, class J>
CUPRUM_DEVICE void sparse_expand(Index i, const T* values, const I* indices, const I* indptr, const T* others,
                                 const J* other_indices, const J* other, const long long* before, const I* slices,
                                 long long nnz, long long columns, long long* keys, T* products) {
    long long low = 0, high = nnz;  // the entry of a that product i belongs to
    while (high - low > 1) {
        const long long middle = (low + high) / 2;
        if (before[middle] <= i) low = middle;
        else high = middle;
    }
    const long long l = other[indices[low]] + (i - before[low]);
    keys[i] = (long long)slices[low] * columns + other_indices[l];
    products[i] = values[low] * others[l];
}

}  // namespace cuprum
