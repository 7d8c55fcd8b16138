// What the device does with no library in between: bytes a second of a vectorised add and of a device copy, and the host
// time of a bare kernel launch. Prints JSON.
//     nvcc -O3 -arch=native floor.cu -o floor && ./floor ELEMENTS
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
    if (cudaError_t error = (call); error != cudaSuccess) {                                     \
        std::fprintf(stderr, "%s: %s (line %d)\n", #call, cudaGetErrorString(error), __LINE__); \
        std::exit(1);                                                                           \
    }

// 16 bytes a load, one vector a thread.
__global__ void add(const float4* a, const float4* b, float4* c, size_t vectors) {
    size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= vectors) return;
    float4 x = a[i], y = b[i];
    c[i] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
}

__global__ void poison(float* a, size_t size, float start) {
    size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < size) a[i] = start + float(i * 2654435761u % 16777216u) / 16777216.f;
}

// As many arguments as an elementwise kernel takes; nothing to do on the device.
__global__ void nothing(const float*, const float*, float*, size_t) {}

template <class Work>
double median_ms(Work work) {
    const int warm_up = 5, repeats = 50;
    std::vector<cudaEvent_t> marks(repeats + 1);
    for (auto& mark : marks) CHECK(cudaEventCreate(&mark));
    for (int i = 0; i < warm_up; ++i) work();
    for (int i = 0; i < repeats; ++i) {
        CHECK(cudaEventRecord(marks[i]));
        work();
    }
    CHECK(cudaEventRecord(marks[repeats]));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGetLastError());
    std::vector<double> times(repeats);
    for (int i = 0; i < repeats; ++i) {
        float ms;
        CHECK(cudaEventElapsedTime(&ms, marks[i], marks[i + 1]));
        times[i] = ms;
    }
    std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
    return times[repeats / 2];
}

// Batches shorter than the queue, so that the host never waits for the device.
double launch_us(float* a, float* b, float* c) {
    std::vector<double> times;
    for (int batch = 0; batch < 200; ++batch) {
        CHECK(cudaDeviceSynchronize());
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < 200; ++i) nothing<<<1, 256>>>(a, b, c, 1000);
        times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / 200);
    }
    CHECK(cudaGetLastError());
    std::nth_element(times.begin(), times.begin() + 100, times.end());
    return times[100];
}

int main(int count, char** arguments) {
    size_t size = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : size_t(1) << 27, bytes = size * sizeof(float);
    float *a, *b, *c;
    CHECK(cudaMalloc(&a, bytes));
    CHECK(cudaMalloc(&b, bytes));
    CHECK(cudaMalloc(&c, bytes));
    unsigned blocks = unsigned((size + 255) / 256), vector_blocks = unsigned((size / 4 + 255) / 256);
    poison<<<blocks, 256>>>(a, size, 1);
    poison<<<blocks, 256>>>(b, size, 2);
    double add_ms = median_ms([&] { add<<<vector_blocks, 256>>>((float4*)a, (float4*)b, (float4*)c, size / 4); });
    double copy_ms = median_ms([&] { CHECK(cudaMemcpyAsync(c, a, bytes, cudaMemcpyDeviceToDevice)); });
    double launch = launch_us(a, b, c);
    cudaDeviceProp device;
    int driver;
    CHECK(cudaGetDeviceProperties(&device, 0));
    CHECK(cudaDriverGetVersion(&driver));
    std::printf("{\"device\": \"%s\", \"driver\": %d, \"add_gbps\": %.1f, \"copy_gbps\": %.1f, \"launch_us\": %.3f}\n",
                device.name, driver, 3 * bytes / add_ms / 1e6, 2 * bytes / copy_ms / 1e6, launch);
}
