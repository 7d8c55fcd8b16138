// What the host hands to the kernels of recursive.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int recursive_warps = 4;      // of a GPU's block
constexpr int recursive_lanes = 8;      // chunks that a CPU computes side by side
constexpr int recursive_group = 32;     // states that a thread puts together
constexpr int recursive_levels = 8;     // of such groups
constexpr int recursive_threads = 128;  // that put states together
constexpr int recursive_run = 32;       // samples of a thread where a block goes along a line
constexpr int recursive_along = 128;    // its threads; half as many for complex states
constexpr int recursive_steps = 6;      // powers that such a block needs, those of 1, 2, 4 to 32 runs
constexpr int recursive_prepare = 256;  // that multiply matrices

/// Coefficients, and matrices that take a state over many samples. `S` is double or a complex number of two doubles.
struct RecursivePrepareArgs {
    const void *b, *a;             // S: numerator and denominator; or `b` has sections of six and `a` is null
    void* filter;                  // S: the coefficients as the filter reads them
    void* powers;                  // S: levels x 2 x order x order: matrices, and what rounding has taken from them
    void* scratch;                 // S: 4 x order x order
    long long b_length, a_length;  // of coefficients, or of sections
    int doublings;                 // the first power is that of 2^doublings samples,
    int levels, more;              // each of the others that of 2^more times as many as the one before
};

/// Lines of samples, cut into chunks.
struct RecursiveArgs {
    const void* in;
    void* out;
    const void* filter;
    const void* powers;   // S: recursive_steps x 2 x order x order, where a block goes along a line
    void* states;         // S: lines x chunks x order: those at the ends of chunks, then those at their starts
    const void* initial;  // S: lines x order, or null for zeros; the starts where there is one chunk a line
    void* last;           // S: lines x order: the states after all samples; or null
    long long lines, length, chunk, chunks;
    long long in_line, in_step, out_line, out_step;  // elements from line to line, from sample to sample
};

/// States of chunks, put together in groups.
struct RecursiveStatesArgs {
    void* states;       // S: lines x count x order
    void* groups;       // S: lines x groups x order
    const void* power;  // S: 2 x order x order, what a chunk does to a state
    long long lines, count, groups_a_line, group;
};

}  // namespace cuprum
