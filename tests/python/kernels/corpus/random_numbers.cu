// cuRAND in kernels.
#include <curand_kernel.h>

extern "C" __global__ void xorwow(unsigned* out, float* uniform, double* uniform_double, unsigned long long seed, int per_thread) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state;
    curand_init(seed, i, 5, &state);
    for (int k = 0; k < per_thread; ++k) {
        out[i * per_thread + k] = curand(&state);
        uniform[i * per_thread + k] = curand_uniform(&state);
        uniform_double[i * per_thread + k] = curand_uniform_double(&state);
    }
}

extern "C" __global__ void philox(uint4* out, float4* uniform, unsigned long long seed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 2, &state);
    out[i] = curand4(&state);
    uniform[i] = curand_uniform4(&state);
}

extern "C" __global__ void mrg32k3a(unsigned* out, double* uniform, unsigned long long seed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStateMRG32k3a state;
    curand_init(seed, i, 3, &state);
    out[i] = curand(&state);
    uniform[i] = curand_uniform_double(&state);
}

extern "C" __global__ void normals(float* single, double* wide, float* log_normal, unsigned* poisson, unsigned long long seed,
                                   int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 0, &state);
    single[i] = curand_normal(&state);
    wide[i] = curand_normal_double(&state);
    log_normal[i] = curand_log_normal(&state, 0.5f, 0.25f);
    poisson[i] = curand_poisson(&state, 7.5);
}

extern "C" __global__ void estimate_pi(unsigned long long* inside, unsigned long long seed, int samples) {
    curandState state;
    curand_init(seed, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    unsigned count = 0;
    for (int k = 0; k < samples; ++k) {
        const float x = curand_uniform(&state), y = curand_uniform(&state);
        count += x * x + y * y <= 1.0f;
    }
    atomicAdd(inside, (unsigned long long)count);
}

// States that live on between launches.
extern "C" __global__ void seed_states(curandState* states, unsigned long long seed) {
    curand_init(seed, threadIdx.x, 0, &states[threadIdx.x]);
}
extern "C" __global__ void draw(curandState* states, unsigned* out) { out[threadIdx.x] = curand(&states[threadIdx.x]); }

extern "C" __global__ void state_sizes(int* sizes) {
    sizes[0] = sizeof(curandState);
    sizes[1] = sizeof(curandStatePhilox4_32_10_t);
    sizes[2] = sizeof(curandStateMRG32k3a);
}
