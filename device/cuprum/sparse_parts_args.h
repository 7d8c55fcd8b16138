// What the host hands to the kernels of sparse_parts.h. Read by the host compiler and by the kernel compiler of a CPU.
#pragma once

namespace cuprum {

constexpr int sparse_most_parts = 16;
constexpr int sparse_few = 8;         // numbers that are put in order without branches
constexpr int sparse_insertion = 96;  // indices of a line that are sorted by insertion

/// Entries, each of which goes to the line that its key tells.
struct SparsePartsArgs {
    const void* keys;
    const void* others;  // the other index of each entry; or null, where it is the line in which it stands:
    const void* indptr;  // where these begin among the entries
    const void* data;    // what goes with an entry; null for its number
    void* starts;        // where each line that entries go to begins
    void* counts;        // of each part and line, and then where its next entry goes; or lengths
    long long* longest;  // the most entries of a line
    void *minors, *carried;
    long long count, lines, majors;  // entries; lines that they go to, and come from
    int parts;
};

/// Indices and where lines begin among them, or rows and columns; `found` has five or three numbers for each part.
struct SparseLookArgs {
    const void *first, *second;
    long long* found;
    long long count, lines, minor;
    int parts;
};

/// Lines whose entries were put there: sorted, and added up where an index comes twice.
struct SparseArrangeArgs {
    const void* starts;
    void *minors, *values;
    void* distinct;    // how many different indices a line has
    const void* ends;  // where lines without duplicates begin
    void *out_minors, *out;
};

/// out = A^T x, by the lines of A.
struct SparseScatterArgs {
    const void *data, *indices, *indptr, *x;
    void* sums;  // of each part
    void* out;
    long long count, lines, minor;
    int parts;
};

/// Rows of A B.
struct SparseTimesArgs {
    const void *a, *a_indices, *a_indptr, *b, *b_indices, *b_indptr;
    const long long* before;  // products of the rows before
    void *marks, *sums;       // of each part and column
    void* lengths;
    const void* ends;
    void *out_indices, *out;
    long long rows, columns, total;
    int parts;
};

}  // namespace cuprum
