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

}  // namespace cuprum
