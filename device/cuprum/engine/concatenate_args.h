// What the host hands to the kernel that joins arrays. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int max_joined = 16;          // sources a launch
constexpr int concatenate_block = 256;  // threads

/// Rows of one array, each put together from a piece of every source. Lengths are in units of the size that the kernel
/// moves.
struct ConcatenateArgs {
    void* target;
    const void* source[max_joined];   // rows lie one behind the other
    long long start[max_joined + 1];  // where in a row of this launch each source's piece starts; last the length
    long long rows, target_row;       // target_row: from row to row of the target
    int count;
};

}  // namespace cuprum
