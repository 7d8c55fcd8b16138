// What the host hands to the sort kernels. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int sort_block = 256;  // threads of every sort kernel
constexpr int sort_items = 8;    // elements a thread, where a block sorts or merges a tile
constexpr int sort_tile = sort_block * sort_items;
constexpr int radix_digits = 256;
constexpr int radix_header_bytes = 16;  // before the counts: the bits that vary
constexpr int radix_items = 16;         // elements a thread in each round of a radix pass
constexpr int sort_stack = 1024;        // CPU: rows up to this length need no scratch memory

/// Sorts tiles of `tile` neighbours, each on its own; with tile >= length, whole rows. On a GPU the tile is sort_tile.
struct SortTilesArgs {
    const void* source;  // rows x length keys
    void* keys[2];       // [0]: the sorted keys, null where nobody asks; CPU: the rest is scratch, as many elements
    void* order[2];      // [0]: the positions in the row
    void* spare;         // CPU: keys where keys[0] is null
    long long rows, length, tile;
    int wide;  // order[0] is of int64
};

/// Merges neighbouring sorted runs of `width` elements; a block or a thread makes `tile` elements of the result.
struct SortMergeArgs {
    const void* source_keys;
    const void* source_order;
    void* keys;  // null where nobody asks
    void* order;
    long long rows, length, width, tile;
    int wide;  // order is of int64
};

/// One pass of a radix sort over one row. Which passes do anything, and where each reads and writes, follows from
/// `varying`, so that the host need not wait to know: the last pass writes to buffer 0, the one before it to buffer 1,
/// and so on.
struct RadixArgs {
    const void* source;
    void* keys[2];
    void* order[2];               // order[0] is of int64 to the last pass
    unsigned long long* varying;  // bits in which any two keys differ; zero before the first pass
    void* counts;                 // radix_digits x blocks
    void* totals;                 // radix_digits
    long long length, chunk;      // elements; elements a block
    int blocks;
    int pass;       // the byte of the key, from the lowest
    int keep_keys;  // whether the last pass writes keys
};

}  // namespace cuprum
