// What the host hands to the kernel that rolls arrays. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int max_rolled = 8;    // axes of a launch
constexpr int roll_block = 256;  // threads
constexpr int roll_units_a_thread = 4;
constexpr int roll_block_units = roll_block * roll_units_a_thread;

/// Two arrays in C order of the same axes, the last of them in units of the size that the kernel moves.
struct RollArgs {
    void* target;
    const void* source;
    long long length[max_rolled];
    long long shift[max_rolled];  // how far elements move along an axis, from 0 to its length
    int ndim;
};

}  // namespace cuprum
