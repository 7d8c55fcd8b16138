// What the host hands to the kernels of distance.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int distance_threads = 256;  // of a block; it computes a square of pairs
constexpr int distance_cpu_rows = 32, distance_cpu_columns = 64;

/// How many rows and columns of pairs a GPU's thread computes: what it keeps of each pair must stay in registers,
/// and long statements must not be copied too often.
constexpr int distance_each(int state_bytes, bool is_long) { return state_bytes <= 4 && !is_long ? 8 : 4; }

struct DistanceArgs {
    const void *a, *b;  // points, one after the other
    const void* w;      // a weight for each coordinate, or null
    void* out;          // of shape (count_a, count_b), or the pairs i < j of one set, row by row
    long long count_a, count_b, depth;
    long long tiles_b;   // tiles beside each other
    double p, total;     // the order of minkowski; the sum of weights
    int one_set;         // whether b is a
    const int* marks;    // of each tile, whether it is computed; null where all are
    const void* middle;  // of the points, for products; null where differences are taken
};

}  // namespace cuprum
