// What the lanes of a warp do together.

extern "C" __global__ void warp_reductions(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = in[i], largest = in[i];
    for (int mask = 16; mask; mask >>= 1) {
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
        largest = max(largest, __shfl_xor_sync(0xffffffff, largest, mask));
    }
    out[2 * i] = sum;
    out[2 * i + 1] = largest;
}

extern "C" __global__ void warp_scan(const double* in, double* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    double value = in[i];
    for (int distance = 1; distance < 32; distance *= 2) {
        const double before = __shfl_up_sync(0xffffffff, value, distance);
        if (lane >= distance) value += before;
    }
    out[i] = value;
}

// Segments of eight lanes.
extern "C" __global__ void warp_segments(const float* in, float* rotated, float* first) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    rotated[i] = __shfl_sync(0xffffffff, in[i], threadIdx.x + 3, 8);
    first[i] = __shfl_sync(0xffffffff, in[i], 0, 8);
}

extern "C" __global__ void warp_votes(const int* in, int* any, int* all, unsigned* ballot) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    any[i] = __any_sync(0xffffffff, in[i] > 8) != 0;
    all[i] = __all_sync(0xffffffff, in[i] > 0) != 0;
    ballot[i] = __ballot_sync(0xffffffff, in[i] & 1);
}

extern "C" __global__ void warp_matches(const int* in, unsigned* same, int* all_same) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    same[i] = __match_any_sync(0xffffffff, in[i]);
    int uniform;
    __match_all_sync(0xffffffff, in[i] / 100, &uniform);
    all_same[i] = uniform;
}

extern "C" __global__ void warp_reduce_instructions(const unsigned* in, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / 32;
    const unsigned sum = __reduce_add_sync(0xffffffff, in[i]), low = __reduce_min_sync(0xffffffff, in[i]);
    const unsigned high = __reduce_max_sync(0xffffffff, in[i]), common = __reduce_and_sync(0xffffffff, in[i]);
    const unsigned any = __reduce_or_sync(0xffffffff, in[i]), parity = __reduce_xor_sync(0xffffffff, in[i]);
    if (threadIdx.x % 32 == 0) {
        out[6 * warp] = sum;
        out[6 * warp + 1] = low;
        out[6 * warp + 2] = high;
        out[6 * warp + 3] = common;
        out[6 * warp + 4] = any;
        out[6 * warp + 5] = parity;
    }
}

// Keeps positive numbers in order: a warp counts with a ballot, blocks are told where they begin.
extern "C" __global__ void compact_positive(const int* in, const int* starts, int* out, int n) {
    __shared__ int warp_starts[8];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const bool keeps = i < n && in[i] > 0;
    const unsigned kept = __ballot_sync(0xffffffff, keeps);
    if (lane == 0) warp_starts[warp] = __popc(kept);
    __syncthreads();
    if (threadIdx.x == 0) {
        int start = starts[blockIdx.x];
        for (int w = 0; w < blockDim.x / 32; ++w) {
            const int count = warp_starts[w];
            warp_starts[w] = start;
            start += count;
        }
    }
    __syncthreads();
    if (keeps) out[warp_starts[warp] + __popc(kept & ((1u << lane) - 1))] = in[i];
}

extern "C" __global__ void block_counts(const int* in, int* counts, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int positive = __syncthreads_count(i < n && in[i] > 0);
    const int all = __syncthreads_and(i >= n || in[i] > -5), any = __syncthreads_or(i < n && in[i] > 90);
    if (threadIdx.x == 0) {
        counts[3 * blockIdx.x] = positive;
        counts[3 * blockIdx.x + 1] = all != 0;
        counts[3 * blockIdx.x + 2] = any != 0;
    }
}

// One atomic a warp for those lanes that came here together.
extern "C" __global__ void count_multiples(const int* in, int* count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0) {
        const unsigned active = __activemask();
        const int leader = __ffs(active) - 1;
        if ((threadIdx.x & 31) == leader) atomicAdd(count, __popc(active));
    }
}

// A 32 x 32 bit matrix is transposed by ballots.
extern "C" __global__ void transpose_bits(const unsigned* rows, unsigned* columns) {
    const unsigned row = rows[blockIdx.x * 32 + threadIdx.x];
    for (int bit = 0; bit < 32; ++bit) {
        const unsigned column = __ballot_sync(0xffffffff, row >> bit & 1);
        if (threadIdx.x == bit) columns[blockIdx.x * 32 + bit] = column;
    }
}

// A bitonic sort of each warp's numbers in registers.
extern "C" __global__ void warp_sort(int* values) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int value = values[i];
    for (int size = 2; size <= 32; size *= 2)
        for (int distance = size / 2; distance; distance /= 2) {
            const int other = __shfl_xor_sync(0xffffffff, value, distance);
            const bool ascends = (lane & size) == 0, is_lower = (lane & distance) == 0;
            value = ascends == is_lower ? min(value, other) : max(value, other);
        }
    values[i] = value;
}
