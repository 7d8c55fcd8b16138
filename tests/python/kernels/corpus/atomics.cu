// Atomic operations, in global and in shared memory.

extern "C" __global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1u);
}

extern "C" __global__ void histogram_shared(const unsigned char* in, unsigned* bins, int n) {
    __shared__ unsigned local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(local + in[i], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (local[b]) atomicAdd(bins + b, local[b]);
}

extern "C" __global__ void all_kinds(const int* in, int* out, unsigned* counter, unsigned long long* wide, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(out + 0, in[i]);
    atomicSub(out + 1, in[i]);
    atomicMin(out + 2, in[i]);
    atomicMax(out + 3, in[i]);
    atomicAnd(out + 4, in[i] | 0xff00);
    atomicOr(out + 5, in[i]);
    atomicXor(out + 6, in[i]);
    atomicExch(out + 7, 77);
    atomicCAS(out + 8, 5, 6);
    atomicInc(counter, 9);
    atomicDec(counter + 1, 12);
    atomicAdd(wide, (unsigned long long)in[i]);
    atomicMax(wide + 1, (unsigned long long)in[i]);
}

extern "C" __global__ void float_sums(const float* x, float* sum, double* wide_sum, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(sum, x[i]);
    atomicAdd(wide_sum, (double)x[i]);
}

// The largest float by compare and swap.
__device__ float atomic_max(float* address, float value) {
    int* word = (int*)address;
    int old = *word;
    while (value > __int_as_float(old)) {
        const int assumed = old;
        old = atomicCAS(word, assumed, __float_as_int(value));
        if (old == assumed) break;
    }
    return __int_as_float(old);
}

extern "C" __global__ void largest(const float* x, float* result, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomic_max(result, x[i]);
}

// A lock for each account; money moves between two of them at a time. Locks are taken in order.
extern "C" __global__ void transfers(int* locks, int* balance, const int* from, const int* to, const int* amount, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || from[i] == to[i]) return;
    const int first = min(from[i], to[i]), second = max(from[i], to[i]);
    for (bool done = false; !done;) {
        if (atomicCAS(&locks[first], 0, 1) == 0) {
            if (atomicCAS(&locks[second], 0, 1) == 0) {
                __threadfence();
                volatile int* b = balance;
                b[from[i]] = b[from[i]] - amount[i];
                b[to[i]] = b[to[i]] + amount[i];
                __threadfence();
                atomicExch(&locks[second], 0);
                done = true;
            }
            atomicExch(&locks[first], 0);
        }
    }
}

// Blocks take work from a common queue.
extern "C" __global__ void work_queue(const int* jobs, int* results, unsigned* next, int n) {
    __shared__ unsigned job;
    for (;;) {
        if (threadIdx.x == 0) job = atomicAdd(next, 1u);
        __syncthreads();
        const unsigned mine = job;
        __syncthreads();
        if (mine >= n) return;
        if (threadIdx.x == 0) results[mine] = jobs[mine] * jobs[mine];
    }
}

// An open hash table of keys, filled by compare and swap.
extern "C" __global__ void hash_insert(const unsigned* keys, unsigned* table, unsigned capacity, unsigned* distinct, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned slot = keys[i] * 2654435761u % capacity;
    for (;;) {
        const unsigned old = atomicCAS(&table[slot], 0xffffffffu, keys[i]);
        if (old == 0xffffffffu) atomicAdd(distinct, 1u);
        if (old == 0xffffffffu || old == keys[i]) return;
        slot = (slot + 1) % capacity;
    }
}

// Lines of a list are pushed to the front of linked lists by exchange.
extern "C" __global__ void link_by_remainder(int* heads, int* next, int lists, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) next[i] = atomicExch(&heads[i % lists], i);
}
