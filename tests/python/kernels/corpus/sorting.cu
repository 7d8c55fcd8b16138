// Sorting, merging, searching, partitions.

extern "C" __global__ void bitonic_block(float* values) {
    __shared__ float shared[512];
    float* block = values + blockIdx.x * 512;
    shared[threadIdx.x] = block[threadIdx.x];
    shared[threadIdx.x + 256] = block[threadIdx.x + 256];
    for (int size = 2; size <= 512; size *= 2)
        for (int distance = size / 2; distance; distance /= 2) {
            __syncthreads();
            const int i = 2 * threadIdx.x - (threadIdx.x & (distance - 1)), j = i + distance;
            const bool descends = i & size;
            if ((shared[i] > shared[j]) != descends) {
                const float swap = shared[i];
                shared[i] = shared[j];
                shared[j] = swap;
            }
        }
    __syncthreads();
    block[threadIdx.x] = shared[threadIdx.x];
    block[threadIdx.x + 256] = shared[threadIdx.x + 256];
}

// One step of a sort of any power of two, a launch each.
extern "C" __global__ void bitonic_step(int* values, int distance, int size) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, j = i ^ distance;
    if (j <= i) return;
    const bool ascends = (i & size) == 0;
    if ((values[i] > values[j]) == ascends) {
        const int swap = values[i];
        values[i] = values[j];
        values[j] = swap;
    }
}

extern "C" __global__ void odd_even_sort(short* values, int n) {
    extern __shared__ short line[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) line[i] = values[i];
    __syncthreads();
    for (int round = 0; round < n; ++round) {
        const int i = 2 * threadIdx.x + (round & 1);
        if (i + 1 < n && line[i] > line[i + 1]) {
            const short swap = line[i];
            line[i] = line[i + 1];
            line[i + 1] = swap;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = line[i];
}

// A radix sort of one block's numbers, bit after bit: zeros first, both in order.
extern "C" __global__ void radix_sort_block(unsigned* values) {
    __shared__ unsigned numbers[256];
    __shared__ int zeros_before[257];
    const int t = threadIdx.x;
    numbers[t] = values[blockIdx.x * 256 + t];
    for (int bit = 0; bit < 32; ++bit) {
        __syncthreads();
        const unsigned mine = numbers[t];
        const int is_zero = !(mine >> bit & 1);
        zeros_before[t + 1] = is_zero;
        if (t == 0) zeros_before[0] = 0;
        __syncthreads();
        for (int distance = 1; distance < 256; distance *= 2) {
            const int before = t + 1 > distance ? zeros_before[t + 1 - distance] : 0;
            __syncthreads();
            zeros_before[t + 1] += before;
            __syncthreads();
        }
        const int zeros = zeros_before[256], rank = zeros_before[t];
        numbers[is_zero ? rank : zeros + t - rank] = mine;
    }
    __syncthreads();
    values[blockIdx.x * 256 + t] = numbers[t];
}

// Where each number belongs: how many are smaller, or equal and before it.
extern "C" __global__ void rank_sort(const double* in, double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int j = 0; j < n; ++j) rank += in[j] < in[i] || (in[j] == in[i] && j < i);
    out[rank] = in[i];
}

extern "C" __global__ void lower_bounds(const float* sorted, int n, const float* wanted, int* position, int m) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    int low = 0, high = n;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (sorted[middle] < wanted[i])
            low = middle + 1;
        else
            high = middle;
    }
    position[i] = low;
}

// Merge path: every thread finds where its share of the output begins in both inputs.
extern "C" __global__ void merge_sorted(const int* a, int na, const int* b, int nb, int* out, int share) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x, start = thread * share;
    if (start >= na + nb) return;
    int low = max(0, start - nb), high = min(start, na);
    while (low < high) {
        const int i = (low + high) / 2;
        if (a[i] <= b[start - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    int i = low, j = start - low;
    for (int k = start; k < min(start + share, na + nb); ++k)
        out[k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

// Those below the pivot in front, in no order.
extern "C" __global__ void partition(const int* in, int pivot, int* out, int* ends, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (in[i] < pivot)
        out[atomicAdd(ends, 1)] = in[i];
    else
        out[n - 1 - atomicAdd(ends + 1, 1)] = in[i];
}

extern "C" __global__ void run_starts(const int* in, unsigned char* starts, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) starts[i] = i == 0 || in[i] != in[i - 1];
}
