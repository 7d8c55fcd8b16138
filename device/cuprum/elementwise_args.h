// What the host hands to an elementwise kernel. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int max_kernel_dims = 8;  // after collapsing; what has more is launched in pieces

/// One operand: the address of its first element, or the bits of a value.
struct OperandRef {
    unsigned long long bits[2];
};

/// A counter's element at byte address `counter_origin + 8 * v` holds v; the origin keeps addresses of negative v positive.
constexpr unsigned long long counter_origin = 1ull << 62;

/// How a linear kernel reads an operand.
enum OperandMode : unsigned { operand_array = 0, operand_value = 1, operand_single = 2 };

constexpr unsigned flag_vector = 1u << 30;  // every array is aligned for vector access
constexpr unsigned flag_stream = 1u << 31;  // outputs are too large for the cache: store around it

/// Operands (outputs first) that are contiguous in one common order, single elements in memory, or values.
template <int N>
struct LinearArgs {
    OperandRef operand[N];
    long long size;   // elements
    unsigned modes;   // two bits an operand, and the flags above
};

/// A divisor of 32-bit unsigned numbers below 2^31 as a multiplication: n / d = (umulhi(n, magic) + n) >> shift.
struct Divisor {
    unsigned divisor, magic, shift;
};

/// Operands with any strides over up to eight common dimensions, outermost first.
template <int N>
struct StridedArgs {
    OperandRef operand[N];
    unsigned values;  // bit i: operand i is a value
    unsigned flags;   // bit 0: every index and offset fits 31 bits; flag_stream
    int ndim;
    long long size;   // elements
    long long shape[max_kernel_dims];
    Divisor divisors[max_kernel_dims];  // of the lengths; the innermost counts vectors
    long long strides[N][max_kernel_dims];  // bytes
};

}  // namespace cuprum
