// float16 and bfloat16.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

extern "C" __global__ void half_axpy(const __half* x, __half* y, float a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma(__float2half(a), x[i], y[i]);
}

extern "C" __global__ void half2_operators(const half2* x, const half2* y, half2* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const half2 sum = __hadd2_rn(x[i], y[i]);
    out[2 * i] = __hmul2_rn(sum, __float2half2_rn(0.5f));
    out[2 * i + 1] = __hmax2(x[i], -y[i]);
}

extern "C" __global__ void half_functions(const half* x, half* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    half* row = out + 8 * i;
    row[0] = hsqrt(x[i]);
    row[1] = hexp(x[i]);
    row[2] = hlog(x[i]);
    row[3] = hfloor(x[i]);
    row[4] = x[i] > __float2half(1.0f) ? __habs(__hneg(x[i])) : half(0);
    row[5] = __int2half_rn(__half2int_rz(x[i]));
    row[6] = __float2half_ru(__half2float(x[i]) * 1.001f);
    row[7] = __float2half_rz(__half2float(x[i]) * 1.001f);
}

extern "C" __global__ void half_dot(const half* a, const half* b, float* result, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32) sum += __half2float(a[i]) * __half2float(b[i]);
    for (int distance = 16; distance; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (threadIdx.x == 0) *result = sum;
}

extern "C" __global__ void half_conversions(const double* x, half* h, __nv_bfloat16* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    h[i] = __double2half(x[i]);
    b[i] = __double2bfloat16(x[i]);
}

extern "C" __global__ void bfloat16_arithmetic(const __nv_bfloat16* x, const __nv_bfloat16* y, __nv_bfloat16* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[5 * i] = __hadd_rn(x[i], y[i]);
    out[5 * i + 1] = __hmul_rn(x[i], y[i]);
    out[5 * i + 2] = __hfma(x[i], y[i], x[i]);
    out[5 * i + 3] = __hmin(x[i], y[i]);
    out[5 * i + 4] = __hsub_rn(x[i], y[i]);
}

extern "C" __global__ void bfloat16_layer_norm(const __nv_bfloat16* in, __nv_bfloat16* out, int columns) {
    __shared__ float sums[2][32];
    const __nv_bfloat16* row = in + blockIdx.x * columns;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < columns; i += 32) {
        const float v = __bfloat162float(row[i]);
        sum += v;
        squares += v * v;
    }
    sums[0][threadIdx.x] = sum;
    sums[1][threadIdx.x] = squares;
    __syncthreads();
    sum = squares = 0;
    for (int i = 0; i < 32; ++i) {
        sum += sums[0][i];
        squares += sums[1][i];
    }
    const float mean = sum / columns, scale = rsqrtf(squares / columns - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < columns; i += 32)
        out[blockIdx.x * columns + i] = __float2bfloat16((__bfloat162float(row[i]) - mean) * scale);
}

extern "C" __global__ void half_shuffle_and_atomics(const half* x, half* largest, half* sum) {
    half best = x[threadIdx.x];
    for (int mask = 16; mask; mask /= 2) best = __hmax(best, __shfl_xor_sync(0xffffffff, best, mask));
    largest[threadIdx.x] = best;
    atomicAdd(sum, x[threadIdx.x]);
}
