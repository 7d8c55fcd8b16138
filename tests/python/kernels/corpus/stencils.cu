// Stencils and images: halos in shared memory, several launches, clamped borders.

extern "C" __global__ void moving_average(const float* in, float* out, int n) {
    const int radius = 3;
    __shared__ float tile[128 + 2 * radius];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + radius;
    tile[t] = i < n ? in[i] : 0;
    if (threadIdx.x < radius) {
        tile[threadIdx.x] = i >= radius ? in[i - radius] : 0;
        const int after = i + blockDim.x;
        tile[t + blockDim.x] = after < n ? in[after] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0;
    for (int k = -radius; k <= radius; ++k) sum += tile[t + k];
    out[i] = sum / (2 * radius + 1);
}

extern "C" __global__ void heat2d(const float* now, float* next, int nx, int ny, float rate) {
    __shared__ float tile[18][18];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    auto at = [&](int i, int j) { return now[min(max(j, 0), ny - 1) * nx + min(max(i, 0), nx - 1)]; };
    tile[threadIdx.y + 1][threadIdx.x + 1] = at(x, y);
    if (threadIdx.x == 0) tile[threadIdx.y + 1][0] = at(x - 1, y);
    if (threadIdx.x == 15) tile[threadIdx.y + 1][17] = at(x + 1, y);
    if (threadIdx.y == 0) tile[0][threadIdx.x + 1] = at(x, y - 1);
    if (threadIdx.y == 15) tile[17][threadIdx.x + 1] = at(x, y + 1);
    __syncthreads();
    if (x >= nx || y >= ny) return;
    const float center = tile[threadIdx.y + 1][threadIdx.x + 1];
    next[y * nx + x] = center + rate * (tile[threadIdx.y][threadIdx.x + 1] + tile[threadIdx.y + 2][threadIdx.x + 1] +
                                        tile[threadIdx.y + 1][threadIdx.x] + tile[threadIdx.y + 1][threadIdx.x + 2] - 4 * center);
}

extern "C" __global__ void laplacian3d(const double* in, double* out, int nx, int ny, int nz) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    const int i = (z * ny + y) * nx + x;
    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) {
        out[i] = 0;
        return;
    }
    out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] - 6 * in[i];
}

// Many steps in one block: the rod stays in shared memory, and two buffers take turns.
extern "C" __global__ void heat1d_steps(double* rod, int steps, double rate) {
    __shared__ double buffers[2][130];
    const int t = threadIdx.x + 1;
    buffers[0][t] = rod[threadIdx.x];
    if (threadIdx.x == 0) buffers[0][0] = buffers[1][0] = buffers[0][blockDim.x + 1] = buffers[1][blockDim.x + 1] = 0;
    __syncthreads();
    for (int step = 0; step < steps; ++step) {
        const double(*now)[130] = buffers + step % 2;
        buffers[1 - step % 2][t] = (*now)[t] + rate * ((*now)[t - 1] - 2 * (*now)[t] + (*now)[t + 1]);
        __syncthreads();
    }
    rod[threadIdx.x] = buffers[steps % 2][t];
}

extern "C" __global__ void game_of_life(const unsigned char* now, unsigned char* next, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy) neighbours += now[(y + dy + height) % height * width + (x + dx + width) % width];
    next[y * width + x] = neighbours == 3 || (neighbours == 2 && now[y * width + x]);
}

extern "C" __global__ void sobel(const unsigned char* image, unsigned char* edges, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        edges[y * width + x] = 0;
        return;
    }
    const unsigned char* p = image + y * width + x;
    const int gx = -p[-width - 1] + p[-width + 1] - 2 * p[-1] + 2 * p[1] - p[width - 1] + p[width + 1];
    const int gy = -p[-width - 1] - 2 * p[-width] - p[-width + 1] + p[width - 1] + 2 * p[width] + p[width + 1];
    edges[y * width + x] = (unsigned char)min(abs(gx) + abs(gy), 255);
}

// A convolution of which tile and filter are both in dynamic shared memory.
extern "C" __global__ void convolve(const float* image, const float* filter, float* out, int width, int height, int radius) {
    extern __shared__ float shared[];
    const int side = 2 * radius + 1, tile_width = blockDim.x + 2 * radius, tile_height = blockDim.y + 2 * radius;
    float *weights = shared, *tile = shared + side * side;
    const int thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
    for (int i = thread; i < side * side; i += threads) weights[i] = filter[i];
    for (int i = thread; i < tile_width * tile_height; i += threads) {
        const int x = (int)(blockIdx.x * blockDim.x) + i % tile_width - radius;
        const int y = (int)(blockIdx.y * blockDim.y) + i / tile_width - radius;
        tile[i] = x >= 0 && y >= 0 && x < width && y < height ? image[y * width + x] : 0;
    }
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i) sum += weights[j * side + i] * tile[(threadIdx.y + j) * tile_width + threadIdx.x + i];
    out[y * width + x] = sum;
}

extern "C" __global__ void resize_bilinear(const float* in, float* out, int in_width, int in_height, int out_width,
                                           int out_height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= out_width || y >= out_height) return;
    const float u = x * (in_width - 1.0f) / (out_width - 1.0f), v = y * (in_height - 1.0f) / (out_height - 1.0f);
    const int x0 = min((int)u, in_width - 2), y0 = min((int)v, in_height - 2);
    const float fx = u - x0, fy = v - y0;
    const float* p = in + y0 * in_width + x0;
    out[y * out_width + x] = (p[0] * (1 - fx) + p[1] * fx) * (1 - fy) + (p[in_width] * (1 - fx) + p[in_width + 1] * fx) * fy;
}

extern "C" __global__ void median3x3(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float window[9];
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            window[count++] = in[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)];
    for (int i = 1; i < 9; ++i)
        for (int j = i; j > 0 && window[j] < window[j - 1]; --j) {
            const float swap = window[j];
            window[j] = window[j - 1];
            window[j - 1] = swap;
        }
    out[y * width + x] = window[4];
}
