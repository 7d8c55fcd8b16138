// What the host hands to the kernels of bits.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int bits_block = 256;  // threads

/// Rows of truth values, a byte each, and rows of bytes with eight of them. An item is a byte of bits.
struct BitsArgs {
    const void* source;
    void* target;
    long long rows;
    long long values;  // of a row
    long long bytes;   // of bits, of a row of what is read; what a row of values needs beyond them is zeros
    int little;        // the first value is the lowest bit
};

}  // namespace cuprum
