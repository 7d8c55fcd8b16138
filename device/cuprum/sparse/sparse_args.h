// What the host hands to the kernels of sparse.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int sparse_block = 256;       // threads
constexpr int sparse_columns_each = 4;  // of a thread in a product by a matrix
constexpr int sparse_cpu_columns = 32;  // whose sums a CPU's thread holds
constexpr int sparse_staged = 24576;    // bytes of products that a block holds

/// Folds of rows, numbered as Fold in cuprum/scipy/sparse.h.
constexpr int sparse_fold_sum = 0, sparse_fold_max = 1, sparse_fold_min = 2, sparse_fold_nanmax = 3,
              sparse_fold_nanmin = 4;

/// out = A X, where X is a vector, or a matrix in C order; or a fold of each row.
struct SparseProductArgs {
    const void *data, *indices, *indptr;
    const void* order;  // where in the data an entry lies, in the dtype of the indices, or null
    const void* x;
    void* out;
    void* cached;                     // the data in that order, as of when `state` was last validated, or null
    const unsigned long long* state;  // of what is kept: the data's digest now, its digest then, whether there was one
    long long rows, columns;          // of the result
    long long minor;                  // elements of a row, stored or not
    int lanes;      // threads that share a row, or that lie side by side in a row of the result; a power of two
    int rows_each;  // of a block that holds products; 0 where threads share rows
    int fold;
    bool stored;  // whether a fold passes over elements that are not stored
};

/// A digest of `count` words, added to state[0].
struct SparseDigestArgs {
    const void* words;
    unsigned long long* state;
    long long count;
};

}  // namespace cuprum
