// What the host hands to a reduction kernel. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int max_reduction_dims = 16;   // kept dimensions, and as many reduced ones, after collapsing
constexpr int reduction_block = 256;     // threads
constexpr int reduction_tile = 512;      // CPU: outputs side by side that are accumulated at once
constexpr int reduction_group_rows = 8;  // rows that a group of lanes has in work at once

/// Neighbours that a thread of a block loads at once: 16 bytes of the widest input, but no more elements and states
/// than registers hold with ease.
constexpr int reduction_width(int largest_input, int state_bytes) {
    const int by_bytes = 16 / (largest_input < 16 ? largest_input : 16),
              by_states = 128 / (state_bytes < 128 ? state_bytes : 128),
              n = by_bytes < by_states ? by_bytes : by_states;
    return n >= 16 ? 16 : n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1;
}

enum ReductionFlag : unsigned {
    reduction_inner = 1,     // the innermost axis of the loop is contiguous in every input
    reduction_vector = 2,    // GPU: and vectors may be loaded
    reduction_flat = 4,      // CPU: a tile runs over the outer kept dimensions
    reduction_initial = 8,   // there is an initial value
    reduction_aligned = 16,  // GPU: evenly spaced rows that begin and end at the boundaries of vectors
    // GPU: of a reduction that computes the elements of an array and adds them as those of the array are added
    reduction_whole_run = 32,      // an output's elements are one run of the array
    reduction_in_vectors = 64,     // elements of the array's runs are added in vectors
    reduction_load_vectors = 128,  // inputs can be loaded in vectors: side by side, at the same boundaries
};

/// What `finish` may ask for beside the state.
struct ReductionTail {
    long long count;                // elements reduced into an output
    double parameter;               // ddof
    unsigned long long initial[2];  // the initial value, as the first mapped value's type
};

// Positions are counted in C order over the kept dimensions and over the reduced ones, outermost first. The reduced
// positions of an output are divided into `splits` runs of `piece`, the last one perhaps shorter.
struct ReductionHeader {
    ReductionTail tail;
    char* partial;      // where there are several splits: a state for each (split, output), outputs innermost
    unsigned* tickets;  // GPU: a zero for each group of outputs whose splits end together
    long long outputs, length;
    long long piece;
    long long tiles;  // columns: tiles that cover the outputs
    int splits;
    int threads;  // GPU: lanes a row (groups), threads across the outputs (columns), rows a thread (packed)
    unsigned flags;
    int kept_ndim, reduced_ndim;
    unsigned uniform;  // bit k: input k does not move along the axis that is gone through side by side
    // GPU: the first element of an output stands `phase + output * phase_step` elements behind a vector's boundary in
    // the array whose elements are computed.
    int phase, phase_step;
    long long kept_shape[max_reduction_dims], reduced_shape[max_reduction_dims];
};

/// Strides are in bytes; those of the kept dimensions are the inputs', then the outputs'.
template <int Nin, int Nout>
struct ReductionArgs : ReductionHeader {
    const char* input[Nin];
    char* output[Nout];
    long long kept_strides[Nin + Nout][max_reduction_dims];
    long long reduced_strides[Nin][max_reduction_dims];
    alignas(16) unsigned long long values[Nin][2];  // of inputs that are no arrays
};

}  // namespace cuprum
