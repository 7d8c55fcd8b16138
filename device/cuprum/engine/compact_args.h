// What the host hands to a compaction kernel. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr long long compact_gpu_tile = 8192;   // elements that one block looks at
constexpr long long compact_cpu_tile = 16384;  // elements that one thread looks at at a time
constexpr int compact_dims = 64;
constexpr int compact_block = 256;  // threads

/// A contiguous mask of `size` elements, in tiles, and where what is true in it goes.
struct CompactArgs {
    unsigned long long mask;
    unsigned long long bits;  ///< Of whole tiles, one an element: whether it is true.
    unsigned long long
        counts;  ///< int64, a tile each: how many are true in it; when writing, in it and all tiles before.
    unsigned long long data, out;
    long long size;
    long long axis_step, item_step;  ///< Bytes between the coordinates of one element, and between elements, in `out`.
    int ndim;
    long long shape[compact_dims];
};

}  // namespace cuprum
