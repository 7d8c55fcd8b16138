// What the host hands to the kernels of images. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int nd_block = 256;  // threads
constexpr int nd_axes = 16;    // at most, after neighbours were merged

/// What lies outside of an array.
enum NdMode : int {
    nd_nearest,        // a a a a | a b c d | d d d d
    nd_wrap,           // a b c d | a b c d | a b c d
    nd_reflect,        // d c b a | a b c d | d c b a
    nd_mirror,         //   d c b | a b c d | c b a
    nd_constant,       // a value
    nd_grid_wrap,      // of interpolation: as nd_wrap is of filters
    nd_grid_constant,  // of interpolation: as nd_constant is of filters
};

/// Windows of neighbours on lines of contiguous (outer, n, inner).
struct WindowLineArgs {
    const void* in;
    void* out;
    long long n, inner, outer;
    long long size, before;   // the window of i is i - before, ..., i - before + size - 1
    long long tiles;          // of a line
    long long columns;        // CPU: of the inner axis that a tile has; GPU: groups of 32 of them, or 0
    long long positions;      // CPU: of the line that a tile has
    int mode, staged, lines;  // GPU: whether lines pass through shared memory, so many a block
    double factor;            // what sums are divided by
    alignas(16) char fill[16];
};
constexpr int nd_line_each = 16;      // results of a GPU's thread
constexpr int nd_line_threads = 128;  // of a block
constexpr int nd_line_tile = nd_line_each * nd_line_threads;
constexpr int nd_line_shared = 44 << 10;    // bytes at most
constexpr int nd_line_buffer = 1 << 15;     // CPU: elements of a buffer
constexpr int nd_line_least_columns = 8;    // CPU: of a tile whose sums are made of blocks
constexpr int nd_line_columns = 64;         // CPU: at most
constexpr int nd_line_positions = 1 << 12;  // CPU: elements of a tile

/// One pass of a separable filter along lines of contiguous (outer, n, inner), on a GPU.
constexpr int nd_pass_threads = 128;
constexpr int nd_fir_each = 8, nd_spline_each = 16;  // neighbours that a thread computes
constexpr int nd_pass_taps = 1024;                   // at most
struct PassArgs {
    const void* in;
    void* out;
    const double* weights;
    long long n, inner, outer;
    long long tiles, strips;  // of a line; of columns
    int taps, before;         // of a spline: how far it reaches to both sides, and that to the left
    int mode, lines;
    double fill, pole, gain;
};

/// Windows of any shape around each element of a contiguous array: those cells of a box that are marked.
constexpr int nd_cells = 160;  // that the arguments themselves hold
struct WindowArgs {
    const void* in;
    void* out;
    const void* mask;              // binary morphology: where it is false the input stays
    int* changed;                  // binary morphology: set where a result differs from the input
    const double* structure;       // a number for each cell, or null
    const int* far_cells;          // where the arguments do not hold them
    const long long* far_offsets;  // in elements, from the centre
    long long items, size;         // threads' work; elements of the array
    long long shape[nd_axes], box[nd_axes], before[nd_axes];
    long long walk, strip, walk_stride, along;  // histograms: the axis that a thread goes along, how far; its length
    int ndim, count, mode, rank;
    int border, invert, arriving, leaving;
    alignas(16) char fill[16];
    // GPU, tiles: cells are places in a tile instead, and there are three axes.
    long long tiles_x, tiles_y;
    int cells[nd_cells];  // number of each in the box, in C order
    long long offsets[nd_cells];
};

constexpr int nd_window_columns = 32, nd_window_rows = 32;  // of a tile
constexpr int nd_window_each = 4;                           // neighbouring rows that a thread computes
constexpr int nd_window_shared = 44 << 10;                  // bytes at most

/// Connected elements of a contiguous array.
constexpr int nd_run = 32;  // neighbours on the last axis that are joined at the start
constexpr int nd_neighbours =
    96;  // that stand before an element: half of a box of 3 on each axis; others are in memory
struct LabelArgs {
    const void* in;
    void* parents;  // of each element, -1 of those that are 0; in the end the first element of its part
    void* roots;    // int32: whether an element is the first of its part; then how many are up to it
    void* out;
    const signed char* far_steps;  // steps of neighbours, where the arguments do not hold them: count x ndim
    long long items;
    long long shape[nd_axes];
    int ndim, count, along_last;
    int border;                        // holes: whether what lies outside counts as marked
    const void* seeds;                 // propagation: elements from which a part is marked
    int* marks;                        // of parts: whether they are
    long long offsets[nd_neighbours];  // in elements, of the first neighbours
    signed char steps[nd_neighbours * 3];
};

/// Runs of marked elements on the last axis of a contiguous array, by strips of lines, on a CPU. A line has room for
/// `pitch` runs.
struct BitsArgs {
    const void *in, *mask;  // of bits, or bytes where these are packed; the mask may be null
    void* out;
    int* changed;                      // set where a result differs from the input
    const int* steps;                  // of each cell, on each axis
    long long items, n, lines, words;  // the words of a line, those outside not counted
    long long shape[nd_axes];
    int ndim, count, border, invert;
};
struct RunsArgs {
    const void* in;
    void *starts, *ends, *parents, *numbers;  // of each run
    void* counts;                             // of each line
    void* strips;                             // of each strip: its roots; then those of the strips before it
    void* out;
    const signed char* steps;  // groups of steps to one line: ndim - 1 of the axes, the first and the last on the line
    long long items, n, lines, strip_lines, pitch;
    long long reach;  // lines from a strip's start that have neighbours before it
    long long shape[nd_axes];
    int ndim, groups, along_last;
};

constexpr int nd_pixels = 16;  // that one thread takes

enum NdMeasure : int {
    nd_measure_sum,       // sums and counts
    nd_measure_centered,  // sums of squares of differences from the means
    nd_measure_moment,    // sums times the place on an axis
};

/// Measurements of the elements of each label. A label's slot is its place among the sorted labels that are wanted.
struct MeasureArgs {
    const void *in, *labels;
    const long long* wanted;  // sorted; null: one slot for all that are above 0
    long long* high;          // of each slot: sums in a large unit and in a small one, so that their order is all one
    long long* low;
    long long* counts;
    int* flags;  // of each slot: 1 NaN, 2 infinity, 4 minus infinity
    const double* means;
    double* out;
    unsigned long long *least, *largest;  // keys
    long long *first, *last;              // places of the least and of the largest
    const unsigned long long* scale;      // the bits of each label's largest magnitude
    unsigned long long* scale_out;
    const double* edges;  // of a histogram's bins
    long long* boxes;     // slots x ndim x 2: first place and last
    long long items, size, slots, bins;
    long long shape[nd_axes], inner;  // of an axis: elements between neighbours
    int ndim, measure, axis;
    int extra;        // moments: the exponent of the axis' length
    int prefer_last;  // of equal largest elements the last one counts
};

/// Distances to the nearest element that is 0.
constexpr int nd_segment = 32;  // elements of a line that are looked at together
enum NdMetric : int { nd_euclidean, nd_taxicab, nd_chessboard };
struct DistanceArgs {
    const void* in;        // first pass: the array; then the distances of the axes before, squared if Euclidean
    const int* segments;   // first pass: of each segment the last 0 before it and the first one behind it
    int* segments_out;     // -1 where there is none
    const void* smallest;  // of each segment along the axis
    void* out;
    const void* feature;  // the nearest element's place on the axes before
    void* feature_out;
    long long items, n, inner, count;  // the axis, what lies inside of it; segments of a line
    double step;                       // of the axis
    int finish;                        // roots are taken, and the result is of float64
    int ndim;                          // of the array, for where nothing is 0
    long long shape[nd_axes];
    double steps[nd_axes];
};

/// Distances in steps of a structure, in place: -1 where none is known.
constexpr int nd_chamfer_threads = 256;
struct ChamferArgs {
    int *distances, *features;   // features may be null
    const signed char* steps;    // of cells of other lines: count x ndim
    long long size, n;           // of the array, of a line
    long long front, front_end;  // sums of places
    long long shape[nd_axes];
    int ndim, count, along_last, backwards;
};

/// An image at places between its elements.
constexpr int nd_taps = 6;  // of the widest spline
enum NdPlaces : int {
    nd_places_given,   // an array of coordinates for each axis
    nd_places_scaled,  // (place + shift) * scale on each axis
    nd_places_affine,  // a matrix times the place, and a shift
};
struct ResampleArgs {
    const void* in;
    const void* places;  // coordinates: axes x items
    void* out;
    long long items, batch_in, batch_out;  // elements of an image where there are several; 0 for one
    long long shape[nd_axes], out_shape[nd_axes];
    double shift[nd_axes], scale[nd_axes];
    double last[nd_axes];        // places of the image's last elements
    double matrix[nd_axes * 8];  // input axes x output axes
    double fill;
    int ndim, out_ndim, mode, kind, before, grid;  // elements that were put before the image
    // GPU, affine: items are the threads of tiles, of which so many lie on each axis; 0 for none. A thread has `steps`
    // results.
    long long tiles[3];
    int steps;
    // Scaled: of each place on each axis of the result its weights, and where in the image they belong.
    double* weights;
    void* taps;
};
constexpr int nd_tile_columns = 32;  // of a tile; the others are shared out among rows, and two planes if there are
constexpr int nd_scaled_rows = 8;    // that a thread computes with the same weights on the last axis

}  // namespace cuprum
