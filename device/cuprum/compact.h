// Compaction: the elements of a mask that are true, side by side.
//
//     CUPRUM_COUNT_TRUE(name, mask_type)           how many are true in each tile
//     CUPRUM_COORDINATES(name, mask_type)          the indices along each axis of those that are true
//     CUPRUM_SELECT(name, mask_type, bytes)        the elements of another array, `bytes` wide, beside those that are true
//
// Between the first and one of the others the counts are summed up, so that each tile knows where it has to write.
#pragma once

#include <cuprum/base.h>
#include <cuprum/cast.h>
#include <cuprum/compact_args.h>
#include <cuprum/gather.h>
#include <cuprum/pack.h>

namespace cuprum {

/// Writes the coordinates of an element.
struct emit_coordinates {
    CUPRUM_DEVICE static void emit(const CompactArgs& args, long long i, long long position) {
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
/// Copies an element.
template <int bytes>
struct emit_element {
#if CUPRUM_GPU
    CUPRUM_DEVICE static piece_of<bytes> load(const CompactArgs& args, long long i) { return ((const piece_of<bytes>*)args.data)[i]; }
    CUPRUM_DEVICE static void store(const CompactArgs& args, long long position, const piece_of<bytes>& element) {
        ((piece_of<bytes>*)args.out)[position] = element;
    }
#else
    static void emit(const CompactArgs& args, long long i, long long position) {
        __builtin_memcpy((char*)args.out + position * bytes, (const char*)args.data + i * bytes, bytes);
    }
#endif
};

#if CUPRUM_GPU

constexpr int compact_block = 256, compact_warps = compact_block / 32, compact_each = compact_gpu_tile / compact_block;

template <class T>
CUPRUM_DEVICE void count_true(const CompactArgs& args) {
    __shared__ int warp_counts[compact_warps];
    const long long start = (long long)blockIdx.x * compact_gpu_tile;
    const T* mask = (const T*)args.mask;
    int count = 0;
    constexpr int width = min_of(16 / sizeof(T), compact_each);
    if (start + compact_gpu_tile <= args.size && (args.mask & (vector_alignment(width * sizeof(T)) - 1)) == 0) {
        vec<T, width> read[compact_each / width];
#pragma unroll
        for (int j = 0; j < compact_each / width; ++j)
            read[j] = *(const vec<T, width>*)(mask + start + (j * compact_block + (int)threadIdx.x) * width);
#pragma unroll
        for (int j = 0; j < compact_each / width; ++j)
#pragma unroll
            for (int k = 0; k < width; ++k) count += cast<bool>(read[j].v[k]);
    } else {
        for (long long i = start + threadIdx.x; i < args.size && i < start + compact_gpu_tile; i += compact_block)
            count += cast<bool>(mask[i]);
    }
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) count += __shfl_down_sync(~0u, count, distance);
    if ((threadIdx.x & 31) == 0) warp_counts[threadIdx.x / 32] = count;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < compact_warps; ++w) count += warp_counts[w];
        ((long long*)args.counts)[blockIdx.x] = count;
    }
}

// A warp's share of a tile, 32 neighbours a round: bit `lane` of ballots[j] tells of element j * 32 + lane.
template <class T>
CUPRUM_DEVICE void read_ballots(const CompactArgs& args, long long first, unsigned (&ballots)[compact_each]) {
    const int lane = threadIdx.x & 31;
    const T* mask = (const T*)args.mask;
    if constexpr (sizeof(T) == 1 && compact_each == 16) {
        // A lane reads 16 neighbours at once; a round's 32 bits are then with two lanes.
        if (first + compact_each * 32 <= args.size && (args.mask & 15) == 0) {
            const vec<T, 16> mine = *(const vec<T, 16>*)(mask + first + lane * 16);
            unsigned bits = 0;
#pragma unroll
            for (int k = 0; k < 16; ++k) bits |= (unsigned)cast<bool>(mine.v[k]) << k;
#pragma unroll
            for (int j = 0; j < compact_each; ++j)
                ballots[j] = __shfl_sync(~0u, bits, 2 * j) | __shfl_sync(~0u, bits, 2 * j + 1) << 16;
            return;
        }
    }
    bool mine[compact_each];
#pragma unroll
    for (int j = 0; j < compact_each; ++j) mine[j] = first + j * 32 + lane < args.size && cast<bool>(mask[first + j * 32 + lane]);
#pragma unroll
    for (int j = 0; j < compact_each; ++j) ballots[j] = __ballot_sync(~0u, mine[j]);
}

// Lanes whose elements are true write to neighbouring places.
template <class T, class Emit>
CUPRUM_DEVICE void write_true(const CompactArgs& args) {
    __shared__ int warp_counts[compact_warps];
    const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    const long long first = (long long)blockIdx.x * compact_gpu_tile + warp * (compact_each * 32);
    unsigned ballots[compact_each];
    read_ballots<T>(args, first, ballots);
    int count = 0;
#pragma unroll
    for (int j = 0; j < compact_each; ++j) count += __popc(ballots[j]);
    if (lane == 0) warp_counts[warp] = count;
    __syncthreads();
    long long position = blockIdx.x ? ((const long long*)args.counts)[blockIdx.x - 1] : 0;
    for (int w = 0; w < warp; ++w) position += warp_counts[w];
    const unsigned below = (1u << lane) - 1;
    if constexpr (requires { Emit::load(args, first); }) {
        // Eight loads are on their way before the first store, which the compiler may not move them past.
        constexpr int batch = 8;
#pragma unroll
        for (int start = 0; start < compact_each; start += batch) {
            decltype(Emit::load(args, first)) elements[batch];
#pragma unroll
            for (int j = 0; j < batch; ++j)
                if (ballots[start + j] >> lane & 1u) elements[j] = Emit::load(args, first + (start + j) * 32 + lane);
#pragma unroll
            for (int j = 0; j < batch; ++j) {
                if (ballots[start + j] >> lane & 1u) Emit::store(args, position + __popc(ballots[start + j] & below), elements[j]);
                position += __popc(ballots[start + j]);
            }
        }
    } else {
#pragma unroll
        for (int j = 0; j < compact_each; ++j) {
            if (ballots[j] >> lane & 1u) Emit::emit(args, first + j * 32 + lane, position + __popc(ballots[j] & below));
            position += __popc(ballots[j]);
        }
    }
}

#define CUPRUM_COMPACT_ENTRY(name, ...)                                                                                 \
    extern "C" __global__ void __launch_bounds__(256) name(const __grid_constant__ cuprum::CompactArgs args) {          \
        cuprum::__VA_ARGS__(args);                                                                                      \
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
        const long long start = tile * compact_cpu_tile;
        const long long stop = args.size - start < compact_cpu_tile ? args.size : start + compact_cpu_tile;
        int count = 0;
        for (long long i = start; i < stop; ++i) count += cast<bool>(mask[i]);
        ((long long*)args.counts)[tile] = count;
    }
}

template <class T, class Emit>
static void write_true(const CompactArgs& args, long long begin, long long end) {
    const T* mask = (const T*)args.mask;
    for (long long tile = begin; tile < end; ++tile) {
        const long long start = tile * compact_cpu_tile;
        const long long stop = args.size - start < compact_cpu_tile ? args.size : start + compact_cpu_tile;
        long long position = tile ? ((const long long*)args.counts)[tile - 1] : 0;
        for (long long i = start; i < stop; i += 64) {
            unsigned long long bits = true_bits(mask + i, stop - i < 64 ? stop - i : 64);
            if (bits == ~0ull) {
                for (int k = 0; k < 64; ++k) Emit::emit(args, i + k, position + k);
                position += 64;
                continue;
            }
            for (; bits; bits &= bits - 1) Emit::emit(args, i + __builtin_ctzll(bits), position++);
        }
    }
}

#define CUPRUM_COMPACT_ENTRY(name, ...)                                                                     \
    extern "C" void name(const cuprum::CompactArgs* args, long long begin, long long end) {                 \
        cuprum::__VA_ARGS__(*args, begin, end);                                                             \
    }

#endif

#define CUPRUM_COUNT_TRUE(name, mask_type) CUPRUM_COMPACT_ENTRY(name, count_true<mask_type>)
#define CUPRUM_COORDINATES(name, mask_type) CUPRUM_COMPACT_ENTRY(name, write_true<mask_type, cuprum::emit_coordinates>)
#define CUPRUM_SELECT(name, mask_type, bytes) CUPRUM_COMPACT_ENTRY(name, write_true<mask_type, cuprum::emit_element<bytes>>)

}  // namespace cuprum
