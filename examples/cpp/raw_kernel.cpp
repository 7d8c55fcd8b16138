// Whole kernels of one's own in CUDA C++, with blocks, shared memory and barriers. The same text runs on a GPU and on a
// CPU.
#include <cuprum/creation.h>
#include <cuprum/logic.h>
#include <cuprum/products.h>
#include <cuprum/raw_kernel.h>
#include <cuprum/ufunc.h>

#include <cstdint>
#include <iostream>

namespace cp = cuprum;

constexpr const char* text = R"(
constexpr int tile = 16;

// A block makes one tile of the product; its threads bring tiles of both factors to shared memory, one element each.
template <class T>
__global__ void multiply(const T* a, const T* b, T* c, int n) {
    __shared__ T of_a[tile][tile], of_b[tile][tile];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
    T sum = 0;
    for (int k = 0; k < n; k += tile) {
        of_a[y][x] = row < n && k + x < n ? a[row * n + k + x] : T(0);
        of_b[y][x] = k + y < n && column < n ? b[(k + y) * n + column] : T(0);
        __syncthreads();
        for (int i = 0; i < tile; ++i) sum += of_a[y][i] * of_b[i][x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

struct Line {
    float slope, start;
};

__constant__ int stretch = 2;

extern "C" __global__ void points_of(Line line, float* y, long long n) {
    const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n) y[i] = line.slope * (i * stretch) + line.start;
}
)";

int main() {
    const cp::RawModule module(text, {.name_expressions = {"multiply<float>", "multiply<double>", "&stretch"}});

    // Arrays are passed as pointers, numbers by value: their types must be the parameters'.
    const int n = 100;
    const cp::ndarray a = cp::arange(n * n, cp::DType::float64).reshape({n, n}) % 7, b = a.transpose().copy();
    const cp::ndarray c = cp::empty({n, n}, cp::DType::float64);
    const std::uint32_t blocks = (n + 15) / 16;
    module.get_function("multiply<double>")({blocks, blocks}, {16, 16}, a, b, c, n);
    const bool right = cp::array_equal(c, cp::matmul(a, b)).item().to_bool();
    std::cout << "the product is " << (right ? "right" : "wrong") << "\n";

    // Structs are passed by value too.
    struct Line {
        float slope, start;
    };
    const cp::ndarray y = cp::empty({5}, cp::DType::float32);
    module.get_function("points_of")({1}, {32}, Line{0.5f, 1}, y, std::int64_t{5});
    std::cout << "points of a line: " << y << "\n";

    // What a device cannot do is an exception, and everything works on.
    try {
        module.get_function("points_of")({1}, {4096}, Line{}, y, std::int64_t{5});
    } catch (const cp::Error& error) {
        std::cout << "a block of 4096 threads: " << error.what() << "\n";
    }
    return right ? 0 : 1;
}
