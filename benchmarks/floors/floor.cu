// What the device's memory gives to kernels that do nothing else, and the host time of a bare kernel launch.
//     nvcc -O3 -std=c++17 -arch=native floor.cu -o floor && ./floor QUICK
// Five kinds of traffic, at several sizes: bytes read only, two read for one written, one for one, one for two, written only. Of
// each, kernels with one to eight vectors of 16 bytes a thread, with plain and with streaming accesses, in blocks of 256 and 512,
// and the driver's own copy and fill; the quickest counts. Prints JSON: for each kind and size the milliseconds of its repeats.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#define CHECK(call)                                                                             \
    if (cudaError_t error = (call); error != cudaSuccess) {                                     \
        std::fprintf(stderr, "%s: %s (line %d)\n", #call, cudaGetErrorString(error), __LINE__); \
        std::exit(1);                                                                           \
    }

enum Kind { Read, Add, Copy, Widen, Write };
const char* const names[] = {"read", "add", "copy", "widen", "write"};
const int reads[] = {1, 2, 1, 1, 0}, writes[] = {0, 1, 1, 2, 1};

template <bool Stream>
__device__ uint4 get(const uint4* p) {
    return Stream ? __ldcs(p) : *p;
}
template <bool Stream>
__device__ void put(uint4* p, uint4 v) {
    Stream ? __stcs(p, v) : void(*p = v);
}

// A block takes Each * blockDim.x neighbouring vectors, and all loads of a thread are under way before the first is used.
template <int K, int Each, bool Stream>
__global__ void move(const uint4* a, const uint4* b, uint4* c, uint4* d, size_t vectors) {
    size_t first = size_t(blockIdx.x) * blockDim.x * Each + threadIdx.x;
    uint4 x[Each], y[Each];
#pragma unroll
    for (int k = 0; k < Each; ++k) {
        size_t i = first + size_t(k) * blockDim.x;
        x[k] = y[k] = {1, 2, 3, 4};
        if (i < vectors) {
            if (K != Write) x[k] = get<Stream>(a + i);
            if (K == Add) y[k] = get<Stream>(b + i);
        }
    }
#pragma unroll
    for (int k = 0; k < Each; ++k) {
        size_t i = first + size_t(k) * blockDim.x;
        uint4 v = x[k];
        if (K == Add) v = {v.x + y[k].x, v.y + y[k].y, v.z + y[k].z, v.w + y[k].w};
        if (K == Read) {
            if ((v.x ^ v.y ^ v.z ^ v.w) == 0x9e3779b9u) put<false>(c, v);  // rarely; else nothing would be read
        } else if (i < vectors) {
            put<Stream>(c + i, v);
            if (K == Widen) put<Stream>(d + i, v);
        }
    }
}

// A reader that stays: one wave of blocks goes over all vectors.
template <int Each, bool Stream>
__global__ void read_on(const uint4* a, uint4* c, size_t vectors) {
    unsigned sum = 0;
    size_t step = size_t(gridDim.x) * blockDim.x;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < vectors; i += Each * step) {
        uint4 x[Each];
#pragma unroll
        for (int k = 0; k < Each; ++k) x[k] = i + k * step < vectors ? get<Stream>(a + i + k * step) : uint4{};
#pragma unroll
        for (int k = 0; k < Each; ++k) sum += x[k].x ^ x[k].y ^ x[k].z ^ x[k].w;
    }
    if (sum == 0x9e3779b9u) c[0] = {sum, 0, 0, 0};
}

__global__ void nothing(const float*, const float*, float*, size_t) {}

struct Variant {
    std::string name;
    std::function<void(int)> work;  // of one of two sets of memory, so that none finds its bytes in a cache
};

std::vector<double> times(const Variant& variant, int repeats) {
    std::vector<cudaEvent_t> marks(repeats + 1);
    for (auto& mark : marks) CHECK(cudaEventCreate(&mark));
    for (int i = 0; i < 2; ++i) variant.work(i % 2);
    for (int i = 0; i < repeats; ++i) {
        CHECK(cudaEventRecord(marks[i]));
        variant.work(i % 2);
    }
    CHECK(cudaEventRecord(marks[repeats]));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGetLastError());
    std::vector<double> found(repeats);
    for (int i = 0; i < repeats; ++i) {
        float ms;
        CHECK(cudaEventElapsedTime(&ms, marks[i], marks[i + 1]));
        found[i] = ms;
    }
    for (auto& mark : marks) CHECK(cudaEventDestroy(mark));
    return found;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

struct Memory {
    uint4 *a, *b, *c, *d;
};

template <int K, int Each, bool Stream>
void add_variants(std::vector<Variant>& found, const Memory* sets, size_t vectors) {
    for (int threads : {256, 512}) {
        auto name = std::to_string(Each) + " x 16 bytes, blocks of " + std::to_string(threads) + (Stream ? ", streaming" : "");
        unsigned blocks = unsigned((vectors + size_t(threads) * Each - 1) / (size_t(threads) * Each));
        found.push_back({name, [=](int set) {
                             const Memory& m = sets[set];
                             move<K, Each, Stream><<<blocks, threads>>>(m.a, m.b, m.c, m.d, vectors);
                         }});
        if (K == Read) {
            int processors;
            CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
            unsigned wave = unsigned(processors) * 2048 / threads;
            found.push_back({name + ", one wave", [=](int set) {
                                 read_on<Each, Stream><<<wave, threads>>>(sets[set].a, sets[set].c, vectors);
                             }});
        }
    }
}

template <int K>
void measure(const Memory* sets, size_t bytes, int repeats, bool& first) {
    size_t each = bytes / (reads[K] + writes[K]), vectors = each / 16;
    std::vector<Variant> variants;
    add_variants<K, 1, false>(variants, sets, vectors);
    add_variants<K, 2, false>(variants, sets, vectors);
    add_variants<K, 4, false>(variants, sets, vectors);
    add_variants<K, 8, false>(variants, sets, vectors);
    add_variants<K, 1, true>(variants, sets, vectors);
    add_variants<K, 4, true>(variants, sets, vectors);
    if (K == Copy)
        variants.push_back({"cudaMemcpyAsync", [=](int set) {
                                CHECK(cudaMemcpyAsync(sets[set].c, sets[set].a, each, cudaMemcpyDeviceToDevice));
                            }});
    if (K == Write)
        variants.push_back({"cudaMemsetAsync", [=](int set) { CHECK(cudaMemsetAsync(sets[set].c, 1, each)); }});
    std::vector<double> best;
    std::string name;
    for (auto& variant : variants) {
        auto found = times(variant, repeats);
        if (best.empty() || median(found) < median(best)) best = found, name = variant.name;
    }
    std::printf("%s\n {\"case\": \"%s\", \"variant\": \"%s\", \"read\": %zu, \"written\": %zu, \"samples\": [", first ? "" : ",",
                names[K], name.c_str(), each * reads[K], each * writes[K]);
    for (size_t i = 0; i < best.size(); ++i) std::printf("%s%.5f", i ? ", " : "", best[i]);
    std::printf("]}");
    first = false;
}

// Batches shorter than the queue, so that the host never waits for the device.
std::vector<double> launches(const Memory& m) {
    std::vector<double> found;
    for (int batch = 0; batch < 100; ++batch) {
        CHECK(cudaDeviceSynchronize());
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < 200; ++i) nothing<<<1, 256>>>((float*)m.a, (float*)m.b, (float*)m.c, 1000);
        found.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / 200);
    }
    CHECK(cudaGetLastError());
    return found;
}

int main(int count, char** arguments) {
    bool quick = count > 1 && std::atoi(arguments[1]);
    std::vector<int> sizes = quick ? std::vector<int>{24, 26} : std::vector<int>{27, 28, 29, 30, 31, 32};
    size_t free, total;
    CHECK(cudaMemGetInfo(&free, &total));
    while (sizes.size() > 1 && (size_t(8) << sizes.back()) > free / 2) sizes.pop_back();
    size_t largest = size_t(1) << sizes.back();
    Memory sets[2];
    for (Memory& m : sets)
        for (uint4** p : {&m.a, &m.b, &m.c, &m.d}) {
            CHECK(cudaMalloc(p, largest));
            CHECK(cudaMemset(*p, 1, largest));
        }
    bool first = true;
    std::printf("[");
    for (int size : sizes) {
        size_t bytes = (size_t(1) << size) / 96 * 96;
        int repeats = size < 30 ? 20 : 10;
        measure<Read>(sets, bytes, repeats, first);
        measure<Add>(sets, bytes, repeats, first);
        measure<Copy>(sets, bytes, repeats, first);
        measure<Widen>(sets, bytes, repeats, first);
        measure<Write>(sets, bytes, repeats, first);
    }
    std::printf(",\n {\"case\": \"launch\", \"variant\": \"an empty kernel\", \"samples\": [");
    auto found = launches(sets[0]);
    for (size_t i = 0; i < found.size(); ++i) std::printf("%s%.3f", i ? ", " : "", found[i]);
    std::printf("]}\n]\n");
}
