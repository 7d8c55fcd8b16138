// What the host hands to a kernel that takes rows through several reductions. Read by the host compiler and by both
// kernel compilers.
#pragma once

#include <cuprum/engine/reduction_args.h>

namespace cuprum {

constexpr int max_row_reductions = 6;
constexpr int max_row_dims = 8;         // kept dimensions, after collapsing
constexpr int row_vectors = 8;          // GPU: vectors of each input that a thread holds at most
constexpr int row_threads = 512;        // GPU: at most, for a row that they hold
constexpr int long_row_threads = 1024;  // GPU: for a row that is read again; enough that a multiprocessor has but one
constexpr int row_block = 128;          // GPU: threads of a block in which warps have rows of their own

/// GPU: elements that a thread moves at once.
constexpr int row_vector(int largest_input) { return largest_input > 2 ? 16 / largest_input : 8; }

/// Positions are counted in C order over the kept dimensions.
struct RowHeader {
    ReductionTail tails[max_row_reductions];
    long long rows;
    int length;         // elements of a row
    int threads;        // GPU: a power of two, for a row
    unsigned initials;  // bit p: reduction p starts from an initial value
    unsigned vectors;   // GPU: whether rows begin and end at the boundaries of vectors
    int kept_ndim;
    int padding;
    long long kept_shape[max_row_dims];
};

/// Strides are in bytes, the inputs' before the outputs'. Along a row, operands lie side by side or stay where they
/// are.
template <int Nin, int Nout>
struct RowArgs : RowHeader {
    const char* input[Nin];
    char* output[Nout];
    long long kept_strides[Nin + Nout][max_row_dims];
    alignas(16) unsigned long long values[Nin][2];  // of inputs that are no arrays
};

}  // namespace cuprum
