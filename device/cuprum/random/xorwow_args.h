// What the host hands to the kernels of xorwow.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int xorwow_lanes = 4096;     // streams, each 2^67 numbers from the next
constexpr int xorwow_words = 6;        // of a lane's state: five of the shift register, one of the counter
constexpr int xorwow_block = 256;      // threads
constexpr int xorwow_workers = 64;     // that share a lane, at most
constexpr int xorwow_cpu_lanes = 512;  // CPU: that a thread takes together

/// The state after so many steps is a sum of the first 160 states: where a bit is set, that state is part of it.
struct XorwowJump {
    unsigned bits[5];
};

struct XorwowArgs {
    const unsigned* state;    // words x lanes
    unsigned* next;           // the state afterwards; the same memory where there is one row
    const XorwowJump* jumps;  // of each worker; the first does not jump
    void* out;
    long long size;   // elements of out
    long long rows;   // units of the lanes that give most
    long long chunk;  // rows a worker
    int last;         // lanes that give a unit in the last row
    int start;        // the lane that gives the first unit
    int workers;
    unsigned long long low, mask;  // of masked bits: low + (bits & mask)
};

/// The states of lanes [count, 2 count) from those of [0, count).
struct XorwowSpreadArgs {
    unsigned* state;
    XorwowJump jump;
    int count;
};

}  // namespace cuprum
