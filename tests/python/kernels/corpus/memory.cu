// Constant memory, globals of a module, printf.

__constant__ float weights[5];
__constant__ int offset = 3;

extern "C" __global__ void filter5(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = -2; k <= 2; ++k) {
        const int j = min(max(i + k, 0), n - 1);
        sum += weights[k + 2] * x[j];
    }
    y[i] = sum + offset;
}

__device__ int counter;
__device__ unsigned long long total = 100;
__device__ int table[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};

extern "C" __global__ void count_even(const int* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] % 2 == 0) {
        atomicAdd(&counter, 1);
        atomicAdd(&total, (unsigned long long)x[i]);
    }
}

extern "C" __global__ void change_table(int factor) { table[threadIdx.y][threadIdx.x] *= factor; }

extern "C" __global__ void report(const float* x) {
    if (threadIdx.x < 2) printf("block %d thread %d: %.2f %s\n", blockIdx.x, threadIdx.x, x[threadIdx.x], "units");
}
