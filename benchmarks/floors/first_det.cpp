// The floor of a process's first determinant: the calls of cuSOLVER that it takes and nothing else. Prints
// milliseconds, from a context and a matrix that are there to the determinant on the host, and then those of each step.
//
//     g++ -std=c++20 -O2 first_det.cpp -o first_det -ldl && ./first_det <path of libcusolver.so>
#include <dlfcn.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int side = 512;
constexpr int real_32f = 0;  // cudaDataType

void check(int status, const char* what) {
    if (status == 0) return;
    std::fprintf(stderr, "%s: status %d\n", what, status);
    std::exit(1);
}

void* open(const char* path) {
    void* library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library) std::fprintf(stderr, "%s\n", dlerror());
    check(library ? 0 : 1, path);
    return library;
}

template <class... Arguments>
void call(void* library, const char* name, Arguments... arguments) {
    auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
    if (!function) check(1, name);
    check(function(arguments...), name);
}

class Clock {
public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double passed = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return passed;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: first_det <path of libcusolver.so>\n");
        return 2;
    }
    using Address = unsigned long long;
    std::vector<float> matrix(side * side);
    std::mt19937 random(0);
    for (float& x : matrix) x = std::uniform_real_distribution<float>(0, 1)(random);

    void* driver = open("libcuda.so.1");
    void* context = nullptr;
    Address a = 0, pivots = 0, work = 0;
    call(driver, "cuInit", 0u);
    call(driver, "cuDevicePrimaryCtxRetain", &context, 0);
    call(driver, "cuCtxSetCurrent", context);
    call(driver, "cuMemAlloc_v2", &a, sizeof(float) * matrix.size());
    call(driver, "cuMemcpyHtoD_v2", a, static_cast<const void*>(matrix.data()), sizeof(float) * matrix.size());
    call(driver, "cuCtxSynchronize");

    Clock clock;
    void* solver = open(arguments[1]);
    const double opened = clock.lap();
    void *handle = nullptr, *parameters = nullptr;
    call(solver, "cusolverDnCreate", &handle);
    call(solver, "cusolverDnCreateParams", &parameters);
    const double made = clock.lap();

    std::size_t device_bytes = 0, host_bytes = 0;
    const std::int64_t n = side;
    call(solver, "cusolverDnXgetrf_bufferSize", handle, parameters, n, n, real_32f, reinterpret_cast<const void*>(a), n,
         real_32f, &device_bytes, &host_bytes);
    call(driver, "cuMemAlloc_v2", &work, (device_bytes + 15) / 16 * 16 + sizeof(int));
    call(driver, "cuMemAlloc_v2", &pivots, sizeof(std::int64_t) * side);
    std::vector<char> host(host_bytes + 1);
    call(solver, "cusolverDnXgetrf", handle, parameters, n, n, real_32f, reinterpret_cast<void*>(a), n,
         reinterpret_cast<std::int64_t*>(pivots), real_32f, reinterpret_cast<void*>(work), device_bytes,
         static_cast<void*>(host.data()), host_bytes, reinterpret_cast<int*>(work + (device_bytes + 15) / 16 * 16));
    call(driver, "cuCtxSynchronize");
    const double factorized = clock.lap();

    std::vector<std::int64_t> swaps(side);
    call(driver, "cuMemcpyDtoH_v2", static_cast<void*>(matrix.data()), a, sizeof(float) * matrix.size());
    call(driver, "cuMemcpyDtoH_v2", static_cast<void*>(swaps.data()), pivots, sizeof(std::int64_t) * side);
    double determinant = 1;
    for (int i = 0; i < side; ++i)
        determinant *=
            (swaps[static_cast<std::size_t>(i)] == i + 1 ? 1 : -1) * matrix[static_cast<std::size_t>(i * (side + 1))];
    const double copied = clock.lap();

    std::printf("%.2f\nopening the library %.2f, handle %.2f, factors %.2f, product %.2f (determinant %g)\n",
                opened + made + factorized + copied, opened, made, factorized, copied, determinant);
}
