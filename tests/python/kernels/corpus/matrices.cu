// Matrices: tiles in shared memory.
#include <math_constants.h>

#define TILE 16

extern "C" __global__ void transpose(const float* in, float* out, int rows, int columns) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += blockDim.y)
        if (x < columns && y + k < rows) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * columns + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += blockDim.y)
        if (x < rows && y + k < columns) out[(y + k) * rows + x] = tile[threadIdx.x][threadIdx.y + k];
}

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int start = 0; start < k; start += TILE) {
        const int i = start + threadIdx.x, j = start + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < m && i < k ? a[row * k + i] : 0;
        right[threadIdx.y][threadIdx.x] = column < n && j < k ? b[j * n + column] : 0;
        __syncthreads();
        for (int t = 0; t < TILE; ++t) sum += left[threadIdx.y][t] * right[t][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}

// Each thread holds a 4 x 4 piece of a 64 x 64 tile in registers. The sizes are multiples of 64 and 16.
extern "C" __global__ void matmul_registers(const double* a, const double* b, double* c, int n, int k) {
    __shared__ double left[16][64], right[16][64];
    const int thread = threadIdx.y * 16 + threadIdx.x;
    double sum[4][4] = {};
    for (int start = 0; start < k; start += 16) {
        for (int e = thread; e < 16 * 64; e += 256) {
            left[e % 16][e / 16] = a[(blockIdx.y * 64 + e / 16) * k + start + e % 16];
            right[e / 64][e % 64] = b[(start + e / 64) * n + blockIdx.x * 64 + e % 64];
        }
        __syncthreads();
        for (int t = 0; t < 16; ++t)
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += left[t][threadIdx.y * 4 + i] * right[t][threadIdx.x * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            c[(blockIdx.y * 64 + threadIdx.y * 4 + i) * n + blockIdx.x * 64 + threadIdx.x * 4 + j] = sum[i][j];
}

// A warp for each row.
extern "C" __global__ void matrix_times_vector(const float* matrix, const float* vector, float* result, int rows, int columns) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int i = lane; i < columns; i += 32) sum += matrix[row * columns + i] * vector[i];
    for (int distance = 16; distance; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0) result[row] = sum;
}

// A block for each matrix, a thread for each row; in place.
extern "C" __global__ void cholesky(double* matrices, int n) {
    double* a = matrices + (long long)blockIdx.x * n * n;
    const int row = threadIdx.x;
    for (int k = 0; k < n; ++k) {
        if (row == k) a[k * n + k] = sqrt(a[k * n + k]);
        __syncthreads();
        if (row > k) a[row * n + k] /= a[k * n + k];
        __syncthreads();
        if (row > k)
            for (int j = k + 1; j <= row; ++j) a[row * n + j] -= a[row * n + k] * a[j * n + k];
        __syncthreads();
    }
    for (int j = row + 1; j < n; ++j) a[row * n + j] = 0;
}

// A thread for each 3 x 3 matrix.
extern "C" __global__ void determinants(const float (*m)[3][3], float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float(*a)[3] = m[i];
    out[i] = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
             a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

// One step of Jacobi's method for A x = b.
extern "C" __global__ void jacobi_step(const double* a, const double* b, const double* x, double* next, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = b[i];
    for (int j = 0; j < n; ++j)
        if (j != i) sum -= a[i * n + j] * x[j];
    next[i] = sum / a[i * n + i];
}

// Gauss-Jordan elimination without pivoting, one block, in shared memory.
extern "C" __global__ void invert(const float* in, float* out, int n) {
    extern __shared__ float work[];  // n rows of 2 n
    const int row = threadIdx.y, column = threadIdx.x, width = 2 * n;
    work[row * width + column] = in[row * n + column];
    work[row * width + n + column] = row == column;
    __syncthreads();
    for (int k = 0; k < n; ++k) {
        const float pivot = work[k * width + k], factor = work[row * width + k];
        const float left = work[k * width + column], right = work[k * width + n + column];
        __syncthreads();
        if (row == k) {
            work[row * width + column] = left / pivot;
            work[row * width + n + column] = right / pivot;
        } else {
            work[row * width + column] -= factor * left / pivot;
            work[row * width + n + column] -= factor * right / pivot;
        }
        __syncthreads();
    }
    out[row * n + column] = work[row * width + n + column];
}

// A row a thread, in compressed rows.
extern "C" __global__ void sparse_times_vector(const int* starts, const int* columns, const double* values, const double* x,
                                               double* y, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; ++k) sum += values[k] * x[columns[k]];
    y[row] = sum;
}

// A warp a row.
extern "C" __global__ void sparse_times_vector_by_warps(const int* starts, const int* columns, const double* values,
                                                        const double* x, double* y, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    double sum = 0;
    for (int k = starts[row] + lane; k < starts[row + 1]; k += 32) sum += values[k] * x[columns[k]];
#pragma unroll
    for (int distance = 16; distance > 0; distance >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, distance);
    if (lane == 0) y[row] = sum;
}

extern "C" __global__ void softmax_rows(const float* in, float* out, int columns) {
    __shared__ float shared[256];
    const float* row = in + (long long)blockIdx.x * columns;
    float largest = -CUDART_INF_F;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) largest = fmaxf(largest, row[i]);
    shared[threadIdx.x] = largest;
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) shared[threadIdx.x] = fmaxf(shared[threadIdx.x], shared[threadIdx.x + half]);
        __syncthreads();
    }
    largest = shared[0];
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += expf(row[i] - largest);
    shared[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < columns; i += blockDim.x) out[(long long)blockIdx.x * columns + i] = expf(row[i] - largest) / shared[0];
}
