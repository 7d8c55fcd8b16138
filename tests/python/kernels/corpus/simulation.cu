// Physics, fractals, transforms, graphs, strings.
#include <math_constants.h>

extern "C" __global__ void mandelbrot(unsigned short* iterations, int width, int height, float x0, float y0, float step,
                                      int limit) {
    const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    const float cx = x0 + px * step, cy = y0 + py * step;
    float x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y <= 4.0f) {
        const float t = __fadd_rn(__fsub_rn(__fmul_rn(x, x), __fmul_rn(y, y)), cx);
        y = __fadd_rn(__fmul_rn(__fmul_rn(2.0f, x), y), cy);
        x = t;
        ++n;
    }
    iterations[py * width + px] = n;
}

extern "C" __global__ void nbody(const float4* bodies, float3* acceleration, int n) {
    __shared__ float4 tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 sum = {0, 0, 0};
    for (int start = 0; start < n; start += 64) {
        const int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < 64; ++k) {
            const float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            const float force = tile[k].w * inverse * inverse * inverse;
            sum.x += dx * force;
            sum.y += dy * force;
            sum.z += dz * force;
        }
        __syncthreads();
    }
    if (i < n) acceleration[i] = sum;
}

// A Fourier transform of 256 numbers a block: bits are reversed, then eight rounds of butterflies.
extern "C" __global__ void fft256(const float2* in, float2* out) {
    __shared__ float2 x[256];
    const int t = threadIdx.x;
    x[t] = in[blockIdx.x * 256 + (__brev(t) >> 24)];
    x[t + 128] = in[blockIdx.x * 256 + (__brev(t + 128) >> 24)];
    __syncthreads();
    for (int half = 1; half < 256; half *= 2) {
        const int k = t % half, i = t / half * 2 * half + k;
        float sine, cosine;
        sincospif(-(float)k / half, &sine, &cosine);
        const float2 a = x[i], b = x[i + half];
        const float2 w = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
        x[i] = make_float2(a.x + w.x, a.y + w.y);
        x[i + half] = make_float2(a.x - w.x, a.y - w.y);
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = x[t];
    out[blockIdx.x * 256 + t + 128] = x[t + 128];
}

extern "C" __global__ void walsh_hadamard(int* values) {
    __shared__ int x[256];
    x[threadIdx.x] = values[threadIdx.x];
    x[threadIdx.x + 128] = values[threadIdx.x + 128];
    for (int half = 1; half < 256; half *= 2) {
        __syncthreads();
        const int i = threadIdx.x / half * 2 * half + threadIdx.x % half;
        const int a = x[i], b = x[i + half];
        x[i] = a + b;
        x[i + half] = a - b;
    }
    __syncthreads();
    values[threadIdx.x] = x[threadIdx.x];
    values[threadIdx.x + 128] = x[threadIdx.x + 128];
}

// The edit distance along diagonals, one block: diagonal d needs the two before it.
extern "C" __global__ void levenshtein(const char* a, int na, const char* b, int nb, int* distance) {
    extern __shared__ int diagonals[];  // three of na + 1
    for (int d = 0; d <= na + nb; ++d) {
        int* now = diagonals + d % 3 * (na + 1);
        const int *last = diagonals + (d + 2) % 3 * (na + 1), *before = diagonals + (d + 1) % 3 * (na + 1);
        for (int i = threadIdx.x; i <= na; i += blockDim.x) {
            const int j = d - i;
            if (j < 0 || j > nb) continue;
            if (i == 0 || j == 0)
                now[i] = i + j;
            else
                now[i] = min(min(last[i - 1], last[i]) + 1, before[i - 1] + (a[i - 1] != b[j - 1]));
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) *distance = diagonals[(na + nb) % 3 * (na + 1) + na];
}

extern "C" __global__ void floyd_warshall(float* distance, int n, int k) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) distance[i * n + j] = fminf(distance[i * n + j], distance[i * n + k] + distance[k * n + j]);
}

// One level of a breadth-first search.
extern "C" __global__ void bfs_level(const int* starts, const int* edges, int* level, int depth, int* changed, int n) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= n || level[node] != depth) return;
    for (int e = starts[node]; e < starts[node + 1]; ++e)
        if (atomicCAS(&level[edges[e]], -1, depth + 1) == -1) *changed = 1;
}

// Labels of connected components: the smaller label wins along each edge.
extern "C" __global__ void spread_labels(const int2* edges, int* label, int* changed, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int a = label[edges[i].x], b = label[edges[i].y], low = min(a, b);
    if (a != b) {
        atomicMin(&label[edges[i].x], low);
        atomicMin(&label[edges[i].y], low);
        *changed = 1;
    }
}

extern "C" __global__ void kmeans_assign(const float2* points, const float2* centers, int k, int* cluster, float* sums,
                                         int* counts, int n) {
    extern __shared__ float2 local[];
    for (int c = threadIdx.x; c < k; c += blockDim.x) local[c] = centers[c];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int nearest = 0;
    float least = CUDART_INF_F;
    for (int c = 0; c < k; ++c) {
        const float dx = points[i].x - local[c].x, dy = points[i].y - local[c].y, d = dx * dx + dy * dy;
        if (d < least) {
            least = d;
            nearest = c;
        }
    }
    cluster[i] = nearest;
    atomicAdd(&sums[2 * nearest], points[i].x);
    atomicAdd(&sums[2 * nearest + 1], points[i].y);
    atomicAdd(&counts[nearest], 1);
}

__device__ double normal_cdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }

extern "C" __global__ void black_scholes(const double* price, const double* strike, const double* years, double rate,
                                         double volatility, double* call, double* put, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double root = sqrt(years[i]);
    const double d1 = (log(price[i] / strike[i]) + (rate + volatility * volatility / 2) * years[i]) / (volatility * root);
    const double d2 = d1 - volatility * root, discount = strike[i] * exp(-rate * years[i]);
    call[i] = price[i] * normal_cdf(d1) - discount * normal_cdf(d2);
    put[i] = discount * normal_cdf(-d2) - price[i] * normal_cdf(-d1);
}

// How far along its ray each sphere is first met; infinity where it is missed.
extern "C" __global__ void trace_spheres(const float4* spheres, int count, float* depth, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float dx = (x + 0.5f) / width - 0.5f, dy = (y + 0.5f) / height - 0.5f, dz = 1;
    const float length = sqrtf(dx * dx + dy * dy + dz * dz);
    dx /= length, dy /= length, dz /= length;
    float nearest = CUDART_INF_F;
    for (int s = 0; s < count; ++s) {
        const float4 sphere = spheres[s];
        const float along = sphere.x * dx + sphere.y * dy + sphere.z * dz;
        const float square = sphere.w * sphere.w - (sphere.x * sphere.x + sphere.y * sphere.y + sphere.z * sphere.z - along * along);
        if (square >= 0 && along - sqrtf(square) > 0) nearest = fminf(nearest, along - sqrtf(square));
    }
    depth[y * width + x] = nearest;
}

// A sieve whose bits are in shared memory; each block sieves one interval.
extern "C" __global__ void sieve(int* counts, int length) {
    __shared__ unsigned composite[64];
    const int first = blockIdx.x * length;
    for (int w = threadIdx.x; w < 64; w += blockDim.x) composite[w] = 0;
    __syncthreads();
    for (int p = 2 + threadIdx.x; p * p < first + length; p += blockDim.x)
        for (int m = max(p * p, (first + p - 1) / p * p); m < first + length; m += p)
            atomicOr(&composite[(m - first) / 32], 1u << (m - first) % 32);
    __syncthreads();
    if (threadIdx.x == 0) {
        int primes = 0;
        for (int i = 0; i < length; ++i) primes += first + i > 1 && !(composite[i / 32] >> i % 32 & 1);
        counts[blockIdx.x] = primes;
    }
}

// Text: a letter after a non-letter begins a word.
extern "C" __global__ void count_words(const char* text, int n, int* words, char* upper) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (is_letter(text[i]) && (i == 0 || !is_letter(text[i - 1]))) atomicAdd(words, 1);
    upper[i] = text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i];
}

extern "C" __global__ void find_pattern(const char* text, int n, const char* pattern, int m, int* matches) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + m > n) return;
    for (int k = 0; k < m; ++k)
        if (text[i + k] != pattern[k]) return;
    atomicAdd(matches, 1);
}

extern "C" __global__ void crc32(const unsigned char* data, int length, unsigned* sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned crc = ~0u;
    for (int k = 0; k < length; ++k) {
        crc ^= data[i * length + k];
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0u);
    }
    sums[i] = ~crc;
}

// Random walks with a generator of the program's own.
extern "C" __global__ void random_walks(const unsigned* seeds, int* positions, int steps, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned state = seeds[i];
    int position = 0;
    for (int s = 0; s < steps; ++s) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        position += state & 1 ? 1 : -1;
    }
    positions[i] = position;
}
