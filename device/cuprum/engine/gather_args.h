// What the host hands to a gather or scatter kernel. Read by the host compiler and by both kernel compilers.
#pragma once

#include <cuprum/engine/elementwise_args.h>

namespace cuprum {

/// What becomes of an index outside of [-length, length).
enum IndexMode : unsigned {
    index_raise = 0,  ///< An error; on a GPU, unless checked, as `index_wrap`.
    index_wrap = 1,   ///< Taken modulo the length.
    index_clip = 2,   ///< The nearest end; negative ones are 0.
};

constexpr unsigned gather_narrow = 1u << 8;  ///< Items can be counted in 31 bits.
constexpr unsigned gather_value = 1u << 9;   ///< A scatter of the single value in `value`.

constexpr int gather_block = 256;  // threads
/// Pieces a thread: several loads in flight hide the two trips to memory.
constexpr int gather_unroll(int indices) { return indices <= 2 ? 4 : 1; }

/// An array of indices: one more moves the data by `stride` bytes.
struct IndexRef {
    unsigned long long address;
    long long stride, length;          ///< The length of the axis that the index selects from.
    long long steps[max_kernel_dims];  ///< Bytes between indices along each axis of the items.
};

/// Items lie side by side, or strided, in the packed array, and in the data at places that index arrays name:
/// data + coordinates * data_strides + sum of stride * index. An item is `run` pieces of the kernel's size.
template <int N>
struct GatherArgs {
    unsigned long long packed, data;
    unsigned long long value[2];
    unsigned long long
        error;            ///< Address of an int that is set where an index is out of bounds; 0: nobody wants to know.
    long long size, run;  ///< Items; pieces an item.
    int ndim;
    unsigned flags;  ///< IndexMode, and those above.
    long long shape[max_kernel_dims];
    Divisor divisors[max_kernel_dims], run_divisor;
    long long packed_strides[max_kernel_dims], data_strides[max_kernel_dims];  // bytes
    IndexRef index[N];  // last, so that the host fills in as many as there are
};

/// A check of `size` indices side by side against one length.
struct BoundsArgs {
    unsigned long long address, error;
    long long length, size;
};

}  // namespace cuprum
