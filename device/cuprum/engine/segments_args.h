// What the host hands to kernels over segments. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int segments_block = 256;  // threads

/// Contiguous input (outer, length, inner), result (outer, count, inner): segment s begins at index s and ends before
/// the next.
struct ReduceAtArgs {
    unsigned long long in, out, indices;
    long long outer, length, inner, count;
};

constexpr int fold_dims = 64;

/// Changes of the items of `data`, `size` elements each, in an order in which those of one place follow each other.
struct FoldArgs {
    unsigned long long data, values;
    unsigned long long places;  ///< int64: where an item lies, in bytes from `data`; ascending.
    unsigned long long order;   ///< int64: which row of the values belongs to it.
    long long count, size;
    int ndim;  ///< Of an item.
    long long shape[fold_dims], strides[fold_dims];
};

}  // namespace cuprum
