// Compaction: the elements of a mask that are true, side by side.
//
//     CUPRUM_COUNT_TRUE(name, mask_type)  a bit for each element, and how many are true in each tile
//     CUPRUM_COORDINATES(name)            the indices along each axis of those that are true
//     CUPRUM_SELECT(name, bytes)          the elements of another array, `bytes` wide, beside those that are true
//
// Between the first and one of the others the counts are summed up, so that each tile knows where it has to write. The
// others read bits, an eighth of the mask or less, and need not know what it was made of.
#pragma once

#include <cuprum/base.h>
#include <cuprum/cast.h>
#include <cuprum/engine/compact_args.h>
#include <cuprum/engine/gather.h>
#include <cuprum/type_list.h>

namespace cuprum {

/// The coordinates of an element.
struct emit_coordinates {
    static constexpr int batch = 4;
    CUPRUM_DEVICE static long long load(const CompactArgs&, long long i) { return i; }
    CUPRUM_DEVICE static void store(const CompactArgs& args, long long position, long long i) {
        if (args.ndim == 1) {
            ((long long*)args.out)[position] = i;
            return;
        }
        unsigned long long target = args.out + position * args.item_step + (args.ndim - 1) * args.axis_step;
        if (args.size <= 0xffffffffll) {
            unsigned rest = (unsigned)i;
            for (int d = args.ndim - 1; d > 0; --d, target -= args.axis_step) {
                const unsigned quotient = rest / (unsigned)args.shape[d];
                *(long long*)target = rest - quotient * (unsigned)args.shape[d];
                rest = quotient;
            }
            *(long long*)target = rest;
        } else {
            for (int d = args.ndim - 1; d > 0; --d, target -= args.axis_step) {
                const long long quotient = i / args.shape[d];
                *(long long*)target = i - quotient * args.shape[d];
                i = quotient;
            }
            *(long long*)target = i;
        }
    }
};
/// A copy of an element.
template <int bytes>
struct emit_element {
    static constexpr int batch = 8;
    using piece = piece_of<bytes>;
#if CUPRUM_GPU
    CUPRUM_DEVICE static piece load(const CompactArgs& args, long long i) { return ((const piece*)args.data)[i]; }
    CUPRUM_DEVICE static void store(const CompactArgs& args, long long position, const piece& element) {
        ((piece*)args.out)[position] = element;
    }
#else
    // Elements need not be aligned as pieces are.
    static piece load(const CompactArgs& args, long long i) {
        piece element;
        __builtin_memcpy(&element, (const char*)args.data + i * bytes, bytes);
        return element;
    }
    static void store(const CompactArgs& args, long long position, const piece& element) {
        __builtin_memcpy((char*)args.out + position * bytes, &element, bytes);
    }
#endif
};

#if CUPRUM_GPU

constexpr int compact_warps = compact_block / 32;
constexpr int compact_share = compact_gpu_tile / compact_warps;  // elements of a tile that a warp looks at
static_assert(compact_share == 32 * 32, "a lane has a word of bits");

template <class T>
CUPRUM_DEVICE void count_true(const CompactArgs& args) {
    __shared__ int warp_counts[compact_warps];
    const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    const long long first = (long long)blockIdx.x * compact_gpu_tile + warp * compact_share;
    const T* mask = (const T*)args.mask + first;
    int count = 0;
    if (sizeof(T) == 1 && first + compact_share <= args.size && (args.mask & 15) == 0) {
        constexpr int pieces = compact_share / (32 * 16);
        vec<T, 16> read[pieces];
#pragma unroll
        for (int j = 0; j < pieces; ++j) read[j] = ((const vec<T, 16>*)mask)[j * 32 + lane];
#pragma unroll
        for (int j = 0; j < pieces; ++j) {
            unsigned bits = 0;
#pragma unroll
            for (int k = 0; k < 16; ++k) bits |= (unsigned)cast<bool>(read[j].v[k]) << k;
            ((unsigned short*)args.bits)[first / 16 + j * 32 + lane] = (unsigned short)bits;
            count += __popc(bits);
        }
    } else {
        // Sixteen loads are on their way at once, each of 32 neighbours, of which the warp then makes a word.
        constexpr int batch = 16;
        unsigned bits = 0;
#pragma unroll 1
        for (int start = 0; start < 32; start += batch) {
            bool found[batch];
#pragma unroll
            for (int j = 0; j < batch; ++j) {
                const int i = (start + j) * 32 + lane;
                found[j] = first + i < args.size && cast<bool>(mask[i]);
            }
#pragma unroll
            for (int j = 0; j < batch; ++j) {
                const unsigned word = __ballot_sync(~0u, found[j]);
                if (lane == start + j) bits = word;
            }
        }
        ((unsigned*)args.bits)[first / 32 + lane] = bits;
        count = __popc(bits);
    }
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) count += __shfl_down_sync(~0u, count, distance);
    if (lane == 0) warp_counts[warp] = count;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < compact_warps; ++w) count += warp_counts[w];
        ((long long*)args.counts)[blockIdx.x] = count;
    }
}

// The places of what is true in a tile are put side by side in shared memory first, so that all threads have work, and
// neighbours write to neighbouring addresses.
template <class Emit>
CUPRUM_DEVICE void write_true(const CompactArgs& args) {
    __shared__ unsigned short places[compact_gpu_tile];
    __shared__ int warp_counts[compact_warps];
    const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    const long long position = blockIdx.x ? ((const long long*)args.counts)[blockIdx.x - 1] : 0;
    const unsigned bits = ((const unsigned*)args.bits)[(long long)blockIdx.x * compact_block + threadIdx.x];
    int end = __popc(bits);
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const int below = __shfl_up_sync(~0u, end, distance);
        if (lane >= distance) end += below;
    }
    if (lane == 31) warp_counts[warp] = end;
    __syncthreads();
    int begin = end - __popc(bits), count = 0;
#pragma unroll
    for (int w = 0; w < compact_warps; ++w) {
        if (w < warp) begin += warp_counts[w];
        count += warp_counts[w];
    }
    const unsigned below = (1u << lane) - 1;
#pragma unroll 8
    for (int j = 0; j < 32; ++j) {
        const unsigned word = __shfl_sync(~0u, bits, j);
        const int first = __shfl_sync(~0u, begin, j);
        if (word >> lane & 1u)
            places[first + __popc(word & below)] = (unsigned short)(warp * compact_share + j * 32 + lane);
    }
    __syncthreads();

    const long long start = (long long)blockIdx.x * compact_gpu_tile;
    constexpr int batch = Emit::batch;  // loads on their way before the first store, which they cannot be moved past
#pragma unroll 1
    for (int i = threadIdx.x - (int)(position & 31); i < count; i += batch * compact_block) {
        decltype(Emit::load(args, start)) found[batch];
#pragma unroll
        for (int j = 0; j < batch; ++j) {
            const int k = i + j * compact_block;
            if (k >= 0 && k < count) found[j] = Emit::load(args, start + places[k]);
        }
#pragma unroll
        for (int j = 0; j < batch; ++j) {
            const int k = i + j * compact_block;
            if (k >= 0 && k < count) Emit::store(args, position + k, found[j]);
        }
    }
}

#define CUPRUM_COMPACT_ENTRY(name, ...)                                 \
    extern "C" __global__ void __launch_bounds__(cuprum::compact_block) \
        name(const __grid_constant__ cuprum::CompactArgs args) {        \
        cuprum::__VA_ARGS__(args);                                      \
    }

#else  // CPU

/// Bit k says whether element k of up to 64 is true.
template <class T>
static inline unsigned long long true_bits(const T* mask, long long n) {
    typedef unsigned char bytes64 __attribute__((ext_vector_type(64)));
    typedef bool bits64 __attribute__((ext_vector_type(64)));
    unsigned char flags[64] = {};
    if (n == 64)
        for (int k = 0; k < 64; ++k) flags[k] = cast<bool>(mask[k]);
    else
        for (int k = 0; k < n; ++k) flags[k] = cast<bool>(mask[k]);
    bytes64 all;
    CUPRUM_BUILTIN(memcpy)(&all, flags, 64);
    return __builtin_bit_cast(unsigned long long, __builtin_convertvector(all, bits64));
}

template <class T>
static void count_true(const CompactArgs& args, long long begin, long long end) {
    const T* mask = (const T*)args.mask;
    for (long long tile = begin; tile < end; ++tile) {
        int count = 0;
        for (long long i = tile * compact_cpu_tile; i < (tile + 1) * compact_cpu_tile; i += 64) {
            const long long left = args.size - i;
            const unsigned long long bits = left > 0 ? true_bits(mask + i, left < 64 ? left : 64) : 0;
            ((unsigned long long*)args.bits)[i / 64] = bits;
            count += __builtin_popcountll(bits);
        }
        ((long long*)args.counts)[tile] = count;
    }
}

template <class Emit>
static void write_true(const CompactArgs& args, long long begin, long long end) {
    for (long long tile = begin; tile < end; ++tile) {
        const auto emit = [&](long long i, long long to) { Emit::store(args, to, Emit::load(args, i)); };
        long long position = tile ? ((const long long*)args.counts)[tile - 1] : 0;
        for (long long i = tile * compact_cpu_tile; i < (tile + 1) * compact_cpu_tile; i += 64) {
            unsigned long long bits = ((const unsigned long long*)args.bits)[i / 64];
            if (bits == ~0ull) {
                for (int k = 0; k < 64; ++k) emit(i + k, position + k);
                position += 64;
                continue;
            }
            for (; bits; bits &= bits - 1) emit(i + __builtin_ctzll(bits), position++);
        }
    }
}

#define CUPRUM_COMPACT_ENTRY(name, ...)                                                     \
    extern "C" void name(const cuprum::CompactArgs* args, long long begin, long long end) { \
        cuprum::__VA_ARGS__(*args, begin, end);                                             \
    }

#endif

#define CUPRUM_COUNT_TRUE(name, mask_type) CUPRUM_COMPACT_ENTRY(name, count_true<mask_type>)
#define CUPRUM_COORDINATES(name) CUPRUM_COMPACT_ENTRY(name, write_true<cuprum::emit_coordinates>)
#define CUPRUM_SELECT(name, bytes) CUPRUM_COMPACT_ENTRY(name, write_true<cuprum::emit_element<bytes>>)

}  // namespace cuprum
