// What the host hands to the kernel of polyphase.h. Read by the host compiler and by the kernel compiler.
#pragma once

namespace cuprum {

constexpr int polyphase_block = 256;     // threads
constexpr int polyphase_outputs = 8;     // of a thread, all of one phase
constexpr int polyphase_shared = 40960;  // bytes that a block holds, at most

/// y[m] = sum over j of h[m * down + offset - up * j] x[j], for lines of `n` samples and `count` results.
struct PolyphaseArgs {
    const void *x, *h;
    void* out;
    long long n, count, offset, tiles;  // tiles of a line
    int taps, up, down;
    int active;   // threads that compute, a multiple of `up`: a tile has `polyphase_outputs` times as many results
    int rows;     // taps of a phase, at most
    int samples;  // that a tile needs
};

}  // namespace cuprum
