// What the host hands to the kernels of correlate.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int correlate_max_axes = 16;

/// What lies outside of the array.
enum CorrelateBoundary : int {
    boundary_nothing,    // nothing: such products are left out
    boundary_constant,   // a value
    boundary_wrap,       // the array again:             a b c d | a b c d | a b c d
    boundary_symmetric,  // its mirror image:            d c b a | a b c d | d c b a
    boundary_mirror,     // that without the edge:         d c b | a b c d | c b a
    boundary_nearest,    // the element at the edge:     a a a a | a b c d | d d d d
};

// A GPU's blocks, and how many of them a processor is to hold at once. Lines and tiles of rows and columns differ.
constexpr int correlate_gpu_line_threads = 128, correlate_gpu_line_blocks = 8;
constexpr int correlate_gpu_threads = 256, correlate_gpu_blocks = 3;
// Elements that a thread of a GPU computes, along the rows' axis or along a line: a line's are neighbours, and an odd
// number of them spreads the threads' reads over all banks of the shared memory.
constexpr int correlate_gpu_each(bool lines, int bytes) { return lines ? (bytes > 8 ? 5 : 9) : (bytes > 8 ? 4 : 12); }
constexpr int correlate_gpu_grid =
    65535;  // lines of tiles go along the grid's second axis, and from there on along its third
constexpr int correlate_gpu_columns(int bytes) {
    return bytes > 8 ? 32 : 64;
}  // of a tile, whose elements have so many bytes
constexpr int correlate_gpu_taps = 120;  // of a line are staged at a time,
constexpr int correlate_gpu_side = 16;   // of a tile such a square

constexpr int correlate_cpu_row_bytes =
    1024;  // of sums (of their real parts) are a tile's columns; a line's are so many times as many
constexpr int correlate_cpu_lines = 16;
constexpr int correlate_cpu_rows = 16;
constexpr int correlate_cpu_taps = 256;
constexpr long long correlate_cpu_large = 24ll << 20;  // bytes of a result that is stored past the caches
constexpr int correlate_cpu_side = 16;

struct CorrelateAxis {
    long long in_length, in_stride;  // strides are in bytes
    long long weights_length, weights_stride;
    long long out_length, out_stride;
    long long before;  // out[i] starts with in[i - before]
};

struct CorrelateArgs {
    const void *in, *weights;
    void* out;
    CorrelateAxis outer[correlate_max_axes - 1], rows, columns;  // rows are of length 1 where the plan is lines
    int outer_axes;
    int boundary;
    long long tiles_y, tiles_x;  // for each place on the outer axes
    long long lines;             // of tiles_x tiles
    alignas(16) char fill[16];   // one element
};

}  // namespace cuprum
