// What the host hands to the kernels of sparse_chunks.h. Read by the host compiler and by the kernel compiler of a CPU.
#pragma once

namespace cuprum {

constexpr int sparse_max_chunks = 16;
constexpr int sparse_few = 8;         // numbers that are sorted without branches
constexpr int sparse_insertion = 96;  // indices of a major slice that are sorted by insertion

/// Entries; the key of each is the major slice that it goes to.
struct SparseChunksArgs {
    const void* keys;
    const void* others;  // the minor index of each entry; null where it is the major slice of the source:
    const void* indptr;  // the starts of the source's slices
    const void* data;    // the values of entries; null: their numbers are carried
    void* starts;        // the starts of the result's slices
    void* counts;        // of each chunk and slice; CURSORS turns them into positions; or lengths
    long long* longest;  // the most entries of a major slice
    void *minors, *carried;
    long long count, slices, majors;  // entries; slices of the result; slices of the source
    int chunks;
};

/// Indices and indptr, or rows and columns; `found` has five or three numbers for each chunk.
struct SparseInspectArgs {
    const void *first, *second;
    long long* found;
    long long count, slices, minor;
    int chunks;
};

/// Sorts the entries of each major slice, and adds up duplicates.
struct SparseSortArgs {
    const void* starts;
    void *minors, *values;
    void* distinct;    // how many different indices a major slice has
    const void* ends;  // the starts of slices without duplicates
    void *out_minors, *out;
};

/// out = A^T x, by the major slices of A.
struct SparseScatterArgs {
    const void *data, *indices, *indptr, *x;
    void* sums;  // of each chunk
    void* out;
    long long count, slices, minor;
    int chunks;
};

/// Rows of A B.
struct SparseMatmulArgs {
    const void *a, *a_indices, *a_indptr, *b, *b_indices, *b_indptr;
    const long long* before;  // products of the rows before
    void *marks, *sums;       // of each chunk and column
    void* lengths;
    const void* ends;
    void *out_indices, *out;
    long long rows, columns, total;
    int chunks;
};

}  // namespace cuprum
