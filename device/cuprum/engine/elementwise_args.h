// What the host hands to an elementwise kernel. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int max_kernel_dims = 8;  // after collapsing; what has more is launched in pieces

/// One operand: the address of its first element, or the bits of a value.
struct alignas(16) OperandRef {
    unsigned long long bits[2];
};

/// A counter's element at byte address `counter_origin + 8 * v` holds v; the origin keeps addresses of negative v
/// positive.
constexpr unsigned long long counter_origin = 1ull << 62;

/// How a linear kernel reads an operand.
enum OperandMode : unsigned { operand_array = 0, operand_value = 1, operand_single = 2 };

constexpr unsigned flag_vector = 1u << 30;  // every array is aligned for vector access
constexpr unsigned flag_stream = 1u << 31;  // outputs are too large for the cache: store around it

/// Operands (outputs first) that are contiguous in one common order, single elements in memory, or values.
template <int N>
struct LinearArgs {
    long long size;  // elements
    unsigned modes;  // two bits an operand, and the flags above
    OperandRef operand[N];
};

/// A divisor of 32-bit unsigned numbers below 2^31 as a multiplication: n / d = (umulhi(n, magic) + n) >> shift.
struct Divisor {
    unsigned divisor, magic, shift;
};

/// Up to eight dimensions, outermost first, and fewer than 2^31 items of work.
struct StridedSpace {
    int ndim;
    unsigned values;  // bit i: operand i is a value
    unsigned flags;   // as above
    // The tile plan visits the last two dimensions, y and x, in tiles of 2^log_y by 2^log_x elements; a tile is an
    // item.
    int log_x, log_y;
    unsigned transposed;  // bit i: operand i has its neighbours along y
    unsigned staged;      // bit i: operand i's tile is brought into shared memory first
    unsigned vectors;     // bit i: staged operand i is aligned for 16-byte access
    long long shape[max_kernel_dims];
    Divisor divisors[max_kernel_dims];  // of the numbers of items along each dimension
};

/// Operands with any strides over the dimensions of a space.
template <int N>
struct StridedArgs {
    StridedSpace space;
    OperandRef operand[N];
    long long strides[N][max_kernel_dims];  // bytes
};

constexpr int max_cut_dims = 4;

/// Operands with any strides that may wrap around once along each dimension, as a rolled array does.
template <int N>
struct CutArgs {
    StridedSpace space;
    OperandRef operand[N];
    long long strides[N][max_cut_dims];  // bytes
    long long jumps[N][max_cut_dims];    // bytes beyond what the strides say, from...
    int cuts[N][max_cut_dims];           // ...this index on
};

/// Bytes of one operand's tile, at most.
constexpr int elementwise_tile_bytes = 16384;

constexpr int elementwise_block = 256;  // threads

/// Neighbours that a thread of a block moves: 16 bytes of the widest operand, so that neighbouring threads move
/// neighbouring ones.
constexpr int elementwise_vector(int largest) { return 16 / largest; }
/// Rows of a tile that it takes together, so that it moves four bytes of the narrowest operand down a column.
constexpr int elementwise_rows(int smallest) { return smallest < 4 ? 4 / smallest : 1; }
/// Vectors that it has on their way at once: enough bytes, with few inputs or narrow vectors too.
constexpr int elementwise_unroll(int input_bytes, int vector) {
    return input_bytes * vector >= 64 ? 1 : input_bytes * vector >= 16 ? 2 : 4;
}

/// On a CPU the loops around a kernel are part of the library (src/backend/cpu/elementwise_loops.cpp) and serve all
/// kernels; what is compiled is only the innermost one, over operands whose elements follow one another. This precedes
/// the arguments.
struct alignas(16) CpuLoops {
    using Inner = void (*)(long long n, char* const* operands);
    enum Layout : int { linear, strided, tile };
    const unsigned char* itemsize;  // bytes an element, by operand
    int nout, count;                // operands
    unsigned counters;              // bit i: operand i counts
    Layout layout;                  // which of the arguments follow; items are elements, or tiles
    bool copies;                    // one operand to another of the same dtype: the innermost loop need not run
};

}  // namespace cuprum
