// What the host hands to the kernels of rank.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int rank_block = 128;  // threads
constexpr int rank_axes = 8;
constexpr int rank_few = 32;  // neighbours that are compared with each other; of more, bits are counted

struct RankArgs {
    const void* in;
    void* out;
    const int* offsets;      // neighbours x axes: how far they lie from an element
    const long long* steps;  // neighbours: that in elements
    long long count;         // of elements
    int neighbours, rank, axes;
    long long shape[rank_axes], strides[rank_axes];  // in elements
    int reach[rank_axes];                            // the farthest neighbour on each axis
};

}  // namespace cuprum
