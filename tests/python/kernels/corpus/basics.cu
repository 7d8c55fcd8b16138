// Indexing, scalars, structs, unions, pointers, recursion: the language without threads that meet.

extern "C" __global__ void saxpy(int n, float a, const float* __restrict__ x, float* __restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void grid_stride_square(const double* x, double* y, long long n) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
        y[i] = x[i] * x[i];
}

extern "C" __global__ void matrix_add(const int* a, const int* b, int* c, int rows, int columns) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns) c[row * columns + column] = a[row * columns + column] + b[row * columns + column];
}

// Where each element of a volume was computed: three-dimensional grid and blocks.
extern "C" __global__ void volume_coordinates(unsigned* out, int nx, int ny, int nz) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz) out[(z * ny + y) * nx + x] = x | y << 8 | z << 16 | threadIdx.z << 24;
}

struct Particle {
    float x, y, z;
    int id;
};

extern "C" __global__ void split_particles(const Particle* particles, float* x, float* y, float* z, int* id, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Particle p = particles[i];
    x[i] = p.x;
    y[i] = p.y;
    z[i] = p.z;
    id[i] = p.id;
}

struct Affine {
    double scale;
    float shift;
    short repeat;
};

extern "C" __global__ void apply_affine(Affine f, double* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < f.repeat; ++k) x[i] = f.scale * x[i] + f.shift;
}

extern "C" __global__ void scalars(bool flag, signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f,
                                   long long g, unsigned long long h, float i, double j, double* out) {
    out[0] = flag;
    out[1] = a;
    out[2] = b;
    out[3] = c;
    out[4] = d;
    out[5] = e;
    out[6] = f;
    out[7] = (double)g;
    out[8] = (double)h;
    out[9] = i;
    out[10] = j;
}

extern "C" __global__ void sum_of_four(const float4* x, float* sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float4 v = x[i];
        sums[i] = v.x + v.y + v.z + v.w;
    }
}

extern "C" __global__ void to_gray(const uchar3* rgb, unsigned char* gray, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) gray[i] = (unsigned char)((rgb[i].x * 77 + rgb[i].y * 150 + rgb[i].z * 29) >> 8);
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void fibonacci_numbers(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

__device__ float twice(float x) { return 2 * x; }
__device__ float square(float x) { return x * x; }
__device__ float negative(float x) { return -x; }

extern "C" __global__ void apply_by_number(const int* which, float* x, int n) {
    float (*const functions[])(float) = {twice, square, negative};
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = functions[which[i]](x[i]);
}

enum class Shape { circle, rectangle, triangle };

extern "C" __global__ void areas(const int* shape, const float* a, const float* b, float* area, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    switch (static_cast<Shape>(shape[i])) {
        case Shape::circle: area[i] = 3.14159265f * a[i] * a[i]; break;
        case Shape::rectangle: area[i] = a[i] * b[i]; break;
        case Shape::triangle: area[i] = a[i] * b[i] / 2; break;
        default: area[i] = -1;
    }
}

union Bits {
    float number;
    unsigned word;
    struct {
        unsigned mantissa : 23, exponent : 8, sign : 1;
    } parts;
};

extern "C" __global__ void take_floats_apart(const float* x, int* exponent, unsigned* mantissa, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Bits bits;
    bits.number = x[i];
    exponent[i] = (bits.parts.sign ? -1000 : 0) + (int)bits.parts.exponent - 127;
    mantissa[i] = bits.parts.mantissa;
}

// A small array of each thread's own, indexed by data.
extern "C" __global__ void most_frequent_digit(const unsigned long long* x, int* digit, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int count[10] = {};
    for (unsigned long long rest = x[i]; rest; rest /= 10) ++count[rest % 10];
    int best = 0;
    for (int d = 1; d < 10; ++d)
        if (count[d] > count[best]) best = d;
    digit[i] = best;
}

extern "C" __global__ void __launch_bounds__(64) collatz(const int* start, int* steps, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long x = start[i];
    int count = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        if (++count > 1000) break;
    }
    steps[i] = count;
}

__device__ unsigned spread(unsigned x) {
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

extern "C" __global__ void morton_codes(const unsigned short* x, const unsigned short* y, unsigned* code, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) code[i] = spread(x[i]) | spread(y[i]) << 1;
}

extern "C" __global__ void integer_intrinsics(const int* x, const int* y, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned u = x[i], v = y[i];
    int* row = out + 10 * i;
    row[0] = __popc(u);
    row[1] = __clz(x[i]);
    row[2] = __ffs(x[i]);
    row[3] = __brev(u);
    row[4] = __mulhi(x[i], y[i]);
    row[5] = __umulhi(u, v);
    row[6] = __byte_perm(u, v, 0x5410);
    row[7] = __funnelshift_l(u, v, 7);
    row[8] = min(x[i], y[i]) ^ max(x[i], y[i]);
    row[9] = __sad(x[i], y[i], 5u);
}

extern "C" __global__ void mathematics(const float* x, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float v = x[i];
    float* row = out + 16 * i;
    row[0] = sinf(v);
    row[1] = cosf(v);
    row[2] = expf(v);
    row[3] = logf(v);
    row[4] = sqrtf(v);
    row[5] = rsqrtf(v);
    row[6] = cbrtf(v);
    row[7] = erff(v);
    row[8] = tgammaf(v);
    row[9] = lgammaf(v);
    row[10] = atan2f(v, 2.0f);
    row[11] = powf(v, 1.5f);
    row[12] = fmodf(v, 0.7f);
    row[13] = hypotf(v, 3.0f);
    row[14] = fmaf(v, v, 1.0f);
    row[15] = __frcp_rn(v) + __fdividef(1.0f, v) + __saturatef(v) + truncf(v) + rintf(v);
}

extern "C" __global__ void clocks(long long* ticks) {
    const long long before = clock64();
    double x = threadIdx.x;
    for (int k = 0; k < 1000; ++k) x = x * 1.000001 + 1e-9;
    ticks[threadIdx.x] = clock64() - before + (x < 0);
}
