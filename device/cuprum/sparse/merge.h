// Operations on two sparse matrices whose rows are merged. The numbers of operations are those of Binary
// (src/scipy/sparse/arithmetic.cpp). Where one matrix has no element, zero stands for it.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// A comparison's kernel is never asked for a sum; it need but compile.
template <class R, class T>
CUPRUM_DEVICE_LARGE R sparse_value(T x) {
    if constexpr (is_same<R, T>) return x;
    else return x != T(0);
}
template <class T, class R>
CUPRUM_DEVICE_LARGE R sparse_binary(int operation, T a, T b) {
    switch (operation) {
        case 0: return sparse_value<R, T>(a + b);
        case 1: return sparse_value<R, T>(a - b);
        case 2: return sparse_value<R, T>(a * b);
        case 4: return sparse_value<R, T>(a != a ? a : b != b ? b : a < b ? b : a);
        case 5: return sparse_value<R, T>(a != a ? a : b != b ? b : b < a ? b : a);
        case 6: return R(a == b);
        case 7: return R(a != b);
        case 8: return R(a < b);
        case 9: return R(a > b);
        case 10: return R(a <= b);
        default: return R(a >= b);
    }
}
/// Calls `place(index, value)` for each result of a row that is not zero.
template <class T, class R, class I, class Place>
CUPRUM_DEVICE_LARGE void sparse_merge(int operation, const I* a_indices, const T* a, long long a_at, long long a_end,
                                      const I* b_indices, const T* b, long long b_at, long long b_end, Place position) {
    // Which matrix has the next index is unpredictable, so the code has no branches.
    while (a_at < a_end && b_at < b_end) {
        const I p = a_indices[a_at], q = b_indices[b_at];
        const bool from_a = p <= q, from_b = q <= p;
        const T x = a[a_at], y = b[b_at];
        const R value = sparse_binary<T, R>(operation, from_a ? x : T(0), from_b ? y : T(0));
        a_at += from_a;
        b_at += from_b;
        if (value != R(0)) position(from_a ? p : q, value);
    }
    for (; a_at < a_end; ++a_at) {
        const R value = sparse_binary<T, R>(operation, a[a_at], T(0));
        if (value != R(0)) position(a_indices[a_at], value);
    }
    for (; b_at < b_end; ++b_at) {
        const R value = sparse_binary<T, R>(operation, T(0), b[b_at]);
        if (value != R(0)) position(b_indices[b_at], value);
    }
}

/// Writes the row i of the result.
template <class Index, class I, class T, class R>
CUPRUM_DEVICE void sparse_binary_fill(Index i, const I* a_indices, const I* a_ends, const T* a, const I* b_indices,
                                      const I* b_ends, const T* b, int operation, const I* ends, I* indices, R* out) {
    long long position = ends[i];
    sparse_merge<T, R, I>(operation, &a_indices[0], &a[0], a_ends[i], a_ends[i + 1], &b_indices[0], &b[0], b_ends[i],
                          b_ends[i + 1], [&](I index, R value) {
                              indices[position] = index;
                              out[position] = value;
                              ++position;
                          });
}

}  // namespace cuprum
