// What the host hands to the kernels of random_rows.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int random_lanes = 64;    // engines side by side
constexpr int random_stretch = 16;  // rows that an engine gives before another takes its place
constexpr int random_block = 256;   // threads

struct RandomRowsArgs {
    void* out;
    long long size;  // elements of out
    unsigned long long seed;
    unsigned long long first;  // number of the first element
    unsigned long long strip;  // the first strip of rows
    int rows;                  // of a strip
    // Integers: low + [0, count), where 0 means 2^64; numbers are drawn anew if what the product leaves is below
    // `least`.
    unsigned long long low, count, least;
};

}  // namespace cuprum
