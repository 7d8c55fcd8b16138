// Reductions and scans: trees in shared memory, warps, several blocks.
#include <math_constants.h>

extern "C" __global__ void reduce_tree(const int* in, int* sums, int n) {
    __shared__ int partial[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    partial[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

__device__ float warp_sum(float value) {
    for (int distance = 16; distance > 0; distance >>= 1) value += __shfl_down_sync(0xffffffff, value, distance);
    return value;
}

extern "C" __global__ void dot(const float* a, const float* b, float* result, int n) {
    __shared__ float warps[32];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
    sum = warp_sum(sum);
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0) warps[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < blockDim.x / 32 ? warps[lane] : 0);
        if (lane == 0) atomicAdd(result, sum);
    }
}

// The block that finishes last adds up what the others left.
__device__ unsigned finished = 0;

extern "C" __global__ void reduce_last_block(const double* in, double* partial, double* total, int n) {
    __shared__ double sums[128];
    __shared__ bool is_last;
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sums[0];
        __threadfence();
        is_last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        double all = 0;
        for (int b = 0; b < gridDim.x; ++b) all += ((volatile double*)partial)[b];
        *total = all;
    }
}

extern "C" __global__ void argmax(const float* in, int* where, float* largest, int n) {
    __shared__ float values[128];
    __shared__ int indices[128];
    float best = -CUDART_INF_F;
    int at = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (in[i] > best) {
            best = in[i];
            at = i;
        }
    values[threadIdx.x] = best;
    indices[threadIdx.x] = at;
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) {
            const int other = threadIdx.x + half;
            if (values[other] > values[threadIdx.x] ||
                (values[other] == values[threadIdx.x] && indices[other] < indices[threadIdx.x])) {
                values[threadIdx.x] = values[other];
                indices[threadIdx.x] = indices[other];
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        *where = indices[0];
        *largest = values[0];
    }
}

// Mean and variance of each row in one pass, combined as Chan et al. do.
struct Moments {
    float count, mean, squares;
};

__device__ Moments combine(Moments a, Moments b) {
    const float count = a.count + b.count;
    if (count == 0) return a;
    const float delta = b.mean - a.mean;
    return {count, a.mean + delta * b.count / count, a.squares + b.squares + delta * delta * a.count * b.count / count};
}

extern "C" __global__ void normalize_rows(const float* in, float* out, int columns) {
    __shared__ Moments shared[64];
    Moments m = {0, 0, 0};
    const float* row = in + blockIdx.x * columns;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) m = combine(m, {1, row[i], 0});
    shared[threadIdx.x] = m;
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) shared[threadIdx.x] = combine(shared[threadIdx.x], shared[threadIdx.x + half]);
        __syncthreads();
    }
    const float mean = shared[0].mean, scale = rsqrtf(shared[0].squares / columns + 1e-5f);
    for (int i = threadIdx.x; i < columns; i += blockDim.x) out[blockIdx.x * columns + i] = (row[i] - mean) * scale;
}

// A block for each segment.
extern "C" __global__ void segmented_max(const int* values, const int* starts, int* largest) {
    __shared__ int shared[64];
    int best = -2147483647 - 1;
    for (int i = starts[blockIdx.x] + threadIdx.x; i < starts[blockIdx.x + 1]; i += blockDim.x) best = max(best, values[i]);
    shared[threadIdx.x] = best;
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) shared[threadIdx.x] = max(shared[threadIdx.x], shared[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) largest[blockIdx.x] = shared[0];
}

extern "C" __global__ void scan_hillis_steele(const int* in, int* out, int n) {
    __shared__ int buffers[2][256];
    int current = 0;
    buffers[0][threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0;
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        const int* from = buffers[current];
        buffers[1 - current][threadIdx.x] = from[threadIdx.x] + (threadIdx.x >= distance ? from[threadIdx.x - distance] : 0);
        current = 1 - current;
        __syncthreads();
    }
    if (threadIdx.x < n) out[threadIdx.x] = buffers[current][threadIdx.x];
}

// Exclusive, two elements a thread, up and down a tree; the block's total goes to `sums` where there is one.
extern "C" __global__ void scan_blelloch(const int* in, int* out, int* sums, int n) {
    extern __shared__ int tree[];
    const int t = threadIdx.x, size = 2 * blockDim.x, first = blockIdx.x * size;
    tree[2 * t] = first + 2 * t < n ? in[first + 2 * t] : 0;
    tree[2 * t + 1] = first + 2 * t + 1 < n ? in[first + 2 * t + 1] : 0;
    int offset = 1;
    for (int d = size >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) {
        if (sums) sums[blockIdx.x] = tree[size - 1];
        tree[size - 1] = 0;
    }
    for (int d = 1; d < size; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, left = tree[a];
            tree[a] = tree[b];
            tree[b] += left;
        }
    }
    __syncthreads();
    if (first + 2 * t < n) out[first + 2 * t] = tree[2 * t];
    if (first + 2 * t + 1 < n) out[first + 2 * t + 1] = tree[2 * t + 1];
}

extern "C" __global__ void add_offsets(int* out, const int* offsets, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += offsets[blockIdx.x];
}

extern "C" __global__ void summed_area_rows(const float* in, float* out, int columns) {
    __shared__ float carry;
    __shared__ float tile[64];
    if (threadIdx.x == 0) carry = 0;
    for (int start = 0; start < columns; start += 64) {
        const int i = start + threadIdx.x;
        tile[threadIdx.x] = i < columns ? in[blockIdx.x * columns + i] : 0;
        __syncthreads();
        for (int distance = 1; distance < 64; distance *= 2) {
            const float before = threadIdx.x >= distance ? tile[threadIdx.x - distance] : 0;
            __syncthreads();
            tile[threadIdx.x] += before;
            __syncthreads();
        }
        if (i < columns) out[blockIdx.x * columns + i] = carry + tile[threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 63) carry += tile[63];
        __syncthreads();
    }
}
