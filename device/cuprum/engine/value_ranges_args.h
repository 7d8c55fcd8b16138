// What the host hands to the kernels of value_ranges.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int value_ranges_block = 256;  // threads; each adds up one range
constexpr int most_value_ranges = value_ranges_block;

/// Keys go to ranges of values between ascending splitters.
struct ValueRangesArgs {
    const void* keys;
    const void* splitters;             // ranges - 1
    long long* counts;                 // ranges x blocks: keys of a block; for the move, of it and the blocks before it
    unsigned char* ranges_of_keys;     // the number of each key's range
    void* targets[most_value_ranges];  // of the move: where the keys of each range go
    unsigned char above[most_value_ranges];  // whether keys that equal a splitter lie above it
    long long length, chunk;                 // keys in all, and of a block
    int ranges, blocks;
};

}  // namespace cuprum
