// What the host hands to the sort kernels. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int sort_block = 256;  // threads of every sort kernel
constexpr int sort_items = 8;    // elements a thread, where a block sorts or merges a tile
constexpr int sort_tile = sort_block * sort_items;
constexpr int radix_digits = 256;
static_assert(sort_block == radix_digits);  // on a GPU each thread of a block has a digit

constexpr int sort_stack = 1024;  // CPU: rows up to this length need no scratch memory

/// Keys that a thread moves in a radix pass on a GPU, where keys, and positions if any travel, have so many bytes at
/// most: as many as the 48 KiB of a block's shared memory hold.
constexpr int radix_items(int bytes) { return bytes <= 4 ? 32 : 18; }

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

/// Partitions of rows of complex numbers on a CPU (cuprum/engine/partition_row.h).
struct PartitionRowArgs {
    const void* source;  // rows x length keys
    void* keys;          // as many, partitioned
    void* order;         // their positions in the row, int64; null where nobody asks
    long long length;
    long long kth;  // the rank to partition around; -1: as a median is found
};

/// A radix sort of rows (cuprum/radix.h), and the byte of its present pass.
struct RadixArgs {
    const void* source;
    void* keys[2];
    void* order[2];               // order[0] is of int64 to the last pass
    unsigned long long* varying;  // rows: bits in which keys of a row differ; zero at first
    void* counts;             // GPU: rows x bytes of a key x radix_digits, zero at first; CPU: radix_digits x blocks
    void* totals;             // CPU: radix_digits
    void* statuses;           // GPU: 2 x rows x blocks x radix_digits, zero at first
    unsigned* tickets;        // GPU: for each pass how many tiles have been begun; zero at first
    long long rows;           // CPU: 1
    long long length, chunk;  // of a row; keys that a block counts
    int blocks;               // of a row: GPU: tiles; CPU: those that count and move
    int pass;                 // the byte of the key, from the lowest
    int keep_keys;            // whether the last pass writes keys
};

}  // namespace cuprum
