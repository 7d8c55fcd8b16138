// NVRTC and the CUDA backend. The compiler's tests run anywhere that has NVRTC; the device's are skipped where there is
// none.
#ifdef CUPRUM_WITH_CUDA
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "backend/cuda/nvrtc.h"
#include "cuprum/error.h"
#include "runtime/backend.h"
#include "runtime/vendor_library.h"

namespace cuprum::runtime {

namespace {

constexpr const char* scale_source = R"(
struct Args {
    float* out;
    const float* in;
    float factor;
    int size;
};
extern "C" __global__ void scale(const Args a) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.size) a.out[i] = a.in[i] * a.factor;
}
)";

struct ScaleArgs {
    float* out;
    const float* in;
    float factor;
    int size;
};

bool is_cubin(const std::vector<char>& code) {
    return code.size() > 4 && std::memcmp(code.data(),
                                          "\x7f"
                                          "ELF",
                                          4) == 0;
}

class Nvrtc : public testing::Test {
protected:
    void SetUp() override {
        if (backend::cuda::nvrtc_version() == "nvrtc-none") GTEST_SKIP() << "no NVRTC is installed";
    }
};

class CudaDevice : public testing::Test {
protected:
    void SetUp() override {
        std::string why;
        backend = open_cuda_backend(why);
        if (!backend) GTEST_SKIP() << why;
        backend->set_device(0);
    }

    FunctionHandle build(const std::string& source, const std::string& name) {
        const Binary binary = backend->compile({source, {}, {name}}, backend->target(0));
        modules.push_back(backend->load(0, binary.code));
        return backend->function(modules.back(), binary.symbols.at(0));
    }

    void TearDown() override {
        for (ModuleHandle module : modules) backend->unload(module);
    }

    template <class T>
    std::vector<T> download(const void* device, std::size_t count) {
        std::vector<T> host(count);
        backend->copy(host.data(), device, count * sizeof(T), CopyKind::device_to_host, nullptr);
        backend->synchronize_stream(nullptr);
        return host;
    }

    Backend* backend = nullptr;
    std::vector<ModuleHandle> modules;
};

}  // namespace

TEST_F(Nvrtc, MakesCubins) {
    for (const char* arch : {"sm_80", "sm_90"}) {
        const Binary binary = backend::cuda::nvrtc_compile({scale_source, {}, {"scale"}}, arch);
        EXPECT_TRUE(is_cubin(binary.code)) << arch;
        EXPECT_EQ(binary.symbols, std::vector<std::string>{"scale"});
    }
}

TEST_F(Nvrtc, VersionIsMajorAndMinor) {
    const std::string before = backend::cuda::nvrtc_version();
    EXPECT_EQ(before.rfind("nvrtc-1", 0), 0u) << before;
    backend::cuda::nvrtc_compile({scale_source, {}, {"scale"}}, "sm_90");
    EXPECT_EQ(backend::cuda::nvrtc_version(), before);
}

TEST_F(Nvrtc, MakesPtxForDevicesNewerThanItself) {
    const Binary binary = backend::cuda::nvrtc_compile({scale_source, {}, {"scale"}}, "sm_990");
    EXPECT_FALSE(is_cubin(binary.code));
    EXPECT_NE(std::string(binary.code.data()).find(".entry scale("), std::string::npos);
    EXPECT_EQ(binary.symbols, std::vector<std::string>{"scale"});
}

TEST_F(Nvrtc, RefusesDevicesOlderThanItKnows) {
    EXPECT_THROW(backend::cuda::nvrtc_compile({scale_source, {}, {"scale"}}, "sm_20"), NotSupportedError);
    EXPECT_THROW(backend::cuda::nvrtc_compile({scale_source, {}, {"scale"}}, "hopper"), ValueError);
}

TEST_F(Nvrtc, ReportsErrorsWithTheSourceAroundThem) {
    const std::string source =
        "// one\n// two\nextern \"C\" __global__ void f(int* p) {\n    *p = nowhere;\n}\n// six\n// seven\n";
    try {
        backend::cuda::nvrtc_compile({source, {"-DSEEN=1"}, {"f"}}, "sm_90");
        FAIL() << "a kernel with an undeclared name compiled";
    } catch (const CompileException& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("identifier \"nowhere\" is undefined"), std::string::npos) << message;
        EXPECT_NE(message.find("-> 4 |     *p = nowhere;"), std::string::npos) << message;
        EXPECT_NE(message.find("   6 | // six"), std::string::npos) << message;
        EXPECT_EQ(message.find("// one"), std::string::npos) << message;
        EXPECT_NE(message.find("-DSEEN=1"), std::string::npos) << message;
        EXPECT_EQ(error.source, source);
    }
}

TEST_F(Nvrtc, ReportsUnknownOptionsAndNames) {
    EXPECT_THROW(backend::cuda::nvrtc_compile({scale_source, {"--nonsense"}, {"scale"}}, "sm_90"), CompileException);
    EXPECT_THROW(backend::cuda::nvrtc_compile({scale_source, {}, {"ghost"}}, "sm_90"), CompileException);
}

TEST_F(Nvrtc, ResolvesNameExpressions) {
    const std::string source =
        "template <class T, int N> __global__ void fill(T* out) { out[threadIdx.x] = N; }\n"
        "__global__ void plain(int* out) { *out = 1; }\n";
    const Binary binary =
        backend::cuda::nvrtc_compile({source, {}, {"fill<float, 3>", "fill<int, 4>", "plain"}}, "sm_90");
    EXPECT_EQ(binary.symbols, (std::vector<std::string>{"_Z4fillIfLi3EEvPT_", "_Z4fillIiLi4EEvPT_", "_Z5plainPi"}));
    EXPECT_EQ(backend::cuda::nvrtc_compile({source, {}, {"plain"}}, "sm_90").symbols.at(0), "_Z5plainPi");
}

TEST_F(Nvrtc, TakesOptions) {
    const std::string source =
        "extern \"C\" __global__ void f(int* p) { *p = VALUE; }\n#if __cplusplus != 201703L\n#error\n#endif\n";
    EXPECT_TRUE(is_cubin(backend::cuda::nvrtc_compile({source, {"-DVALUE=3", "--std=c++17"}, {"f"}}, "sm_90").code));
}

TEST_F(Nvrtc, CompilesInFullWhatItsShortcutsLeaveOut) {
    const std::string source =
        "extern \"C\" __global__ void f(cudaTextureObject_t t, float* out) { *out = tex1Dfetch<float>(t, 0); }\n";
    EXPECT_TRUE(is_cubin(backend::cuda::nvrtc_compile({source, {}, {"f"}}, "sm_90").code));
}

TEST_F(Nvrtc, CompilesInManyThreads) {
    std::vector<std::thread> threads;
    std::vector<Binary> binaries(6);
    for (std::size_t i = 0; i < binaries.size(); ++i) {
        threads.emplace_back([&, i] {
            const std::string name = "kernel_" + std::to_string(i);
            const std::string source =
                "extern \"C\" __global__ void " + name + "(int* p) { *p = " + std::to_string(i) + "; }";
            binaries[i] = backend::cuda::nvrtc_compile({source, {}, {name}}, i % 2 ? "sm_80" : "sm_90");
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < binaries.size(); ++i) {
        EXPECT_TRUE(is_cubin(binaries[i].code));
        EXPECT_EQ(binaries[i].symbols.at(0), "kernel_" + std::to_string(i));
    }
}

TEST(CudaLibrary, MissingLibrarySaysWhatWasTried) {
    try {
        Library({"The test library", {{0, "libcuprum-missing.so.1"}}, "Install it."});
        FAIL() << "a library that does not exist was found";
    } catch (const Error& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("The test library was not found"), std::string::npos) << message;
        EXPECT_NE(message.find("/usr/local/cuda/lib64/libcuprum-missing.so.1"), std::string::npos) << message;
        EXPECT_NE(message.find("Install it."), std::string::npos) << message;
    }
}

TEST_F(CudaDevice, ShowsItself) {
    EXPECT_STREQ(backend->name(), "cuda");
    EXPECT_GE(backend->device_count(), 1);
    const cuda::Properties& properties = backend->properties(0);
    EXPECT_FALSE(properties.name.empty());
    EXPECT_EQ(properties.warp_size, 32);
    EXPECT_EQ(backend->target(0).rfind("sm_", 0), 0u);
    const MemoryInfo info = backend->memory_info(0);
    EXPECT_GT(info.free, 0u);
    EXPECT_GE(info.total, info.free);
    EXPECT_THROW(backend->set_device(backend->device_count()), CUDARuntimeError);
}

TEST_F(CudaDevice, CopiesAndFills) {
    constexpr std::size_t count = 1000;
    std::vector<int> host(count);
    std::iota(host.begin(), host.end(), 7);
    void* first = backend->allocate(0, count * sizeof(int));
    void* second = backend->allocate(0, count * sizeof(int));
    backend->copy(first, host.data(), count * sizeof(int), CopyKind::host_to_device, nullptr);
    backend->copy(second, first, count * sizeof(int), CopyKind::device_to_device, nullptr);
    EXPECT_EQ(download<int>(second, count), host);
    backend->fill(second, 0xff, count * sizeof(int), nullptr);
    EXPECT_EQ(download<int>(second, count), std::vector<int>(count, -1));
    backend->copy_peer(0, second, 0, first, count * sizeof(int), nullptr);
    EXPECT_EQ(download<int>(second, count), host);
    backend->free(0, first);
    backend->free(0, second);
}

TEST_F(CudaDevice, CopiesLargePageableAndPinnedMemory) {
    constexpr std::size_t count = (std::size_t{37} << 20) / sizeof(std::uint32_t) + 3;  // No multiple of a chunk.
    const std::size_t bytes = count * sizeof(std::uint32_t);
    std::vector<std::uint32_t> host(count);
    std::uint32_t value = 1;
    for (std::uint32_t& x : host) x = value = value * 1664525u + 1013904223u;
    void* device = backend->allocate(0, bytes);
    for (int round = 0; round < 2; ++round) {
        backend->fill(device, 0xee, bytes, nullptr);
        backend->copy(device, host.data(), bytes, CopyKind::host_to_device, nullptr);
        EXPECT_TRUE(download<std::uint32_t>(device, count) == host);
    }
    void* pinned = backend->allocate_pinned(bytes);
    backend->copy(pinned, device, bytes, CopyKind::device_to_host, nullptr);
    backend->synchronize_stream(nullptr);
    EXPECT_EQ(std::memcmp(pinned, host.data(), bytes), 0);
    backend->free_pinned(pinned);
    backend->free(0, device);
}

TEST_F(CudaDevice, Launches) {
    constexpr int count = 1000;
    std::vector<float> host(count, 2.0f);
    auto* in = static_cast<float*>(backend->allocate(0, count * sizeof(float)));
    auto* out = static_cast<float*>(backend->allocate(0, count * sizeof(float)));
    backend->copy(in, host.data(), count * sizeof(float), CopyKind::host_to_device, nullptr);
    const FunctionHandle scale = build(scale_source, "scale");
    Launch launch;
    launch.grid[0] = (count + 127) / 128;
    launch.block[0] = 128;
    StreamHandle stream = backend->create_stream(0, false, 0);
    // Also from a thread that has never set a device.
    std::thread([&] {
        const ScaleArgs args{out, in, 3.0f, count};
        backend->launch(scale, launch, &args, sizeof args, nullptr);
    }).join();
    EXPECT_EQ(download<float>(out, count), std::vector<float>(count, 6.0f));
    const ScaleArgs args{out, in, 4.0f, count};
    backend->launch(scale, launch, &args, sizeof args, stream);
    backend->synchronize_stream(stream);
    EXPECT_TRUE(backend->query_stream(stream));
    EXPECT_EQ(download<float>(out, count), std::vector<float>(count, 8.0f));
    backend->destroy_stream(stream);
    backend->free(0, in);
    backend->free(0, out);
}

TEST_F(CudaDevice, LaunchesSeparateParametersLaidOutAsInC) {
    const FunctionHandle store = build(
        "extern \"C\" __global__ void store(char c, double d, int* out) { *out = c + static_cast<int>(d); }", "store");
    void* out = backend->allocate(0, sizeof(int));
    struct {
        char c;
        double d;
        void* out;
    } const args{3, 40.0, out};
    backend->launch(store, {}, &args, sizeof args, nullptr);
    EXPECT_EQ(download<int>(out, 1), std::vector<int>{43});
    const FunctionHandle nothing = build("extern \"C\" __global__ void nothing() {}", "nothing");
    backend->launch(nothing, {}, nullptr, 0, nullptr);
    backend->synchronize_device(0);
    backend->free(0, out);
}

TEST_F(CudaDevice, GivesLargeSharedMemory) {
    const FunctionHandle reverse = build(R"(
extern "C" __global__ void reverse(int* data, int count) {
    extern __shared__ int tile[];
    for (int i = threadIdx.x; i < count; i += blockDim.x) tile[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x) data[i] = tile[count - 1 - i];
}
)",
                                         "reverse");
    const std::size_t bytes = backend->properties(0).shared_per_block_optin;
    const int count = static_cast<int>(bytes / sizeof(int));
    std::vector<int> host(count);
    std::iota(host.begin(), host.end(), 0);
    void* data = backend->allocate(0, bytes);
    backend->copy(data, host.data(), bytes, CopyKind::host_to_device, nullptr);
    struct {
        void* data;
        int count;
    } const args{data, count};
    Launch launch;
    launch.block[0] = 256;
    launch.shared_bytes = static_cast<std::uint32_t>(bytes);
    backend->launch(reverse, launch, &args, sizeof(void*) + sizeof(int), nullptr);
    EXPECT_EQ(download<int>(data, count), std::vector<int>(host.rbegin(), host.rend()));
    launch.shared_bytes += 1 << 20;
    EXPECT_THROW(backend->launch(reverse, launch, &args, sizeof(void*) + sizeof(int), nullptr), CUDARuntimeError);
    backend->free(0, data);
}

TEST_F(CudaDevice, OrdersStreamsByEvents) {
    StreamHandle first = backend->create_stream(0, true, 0);
    StreamHandle second = backend->create_stream(0, true, -1);
    EventHandle start = backend->create_event(0, true, false);
    EventHandle stop = backend->create_event(0, true, true);
    constexpr std::size_t bytes = std::size_t{64} << 20;
    void* data = backend->allocate(0, bytes);
    backend->record_event(start, first);
    for (unsigned char value = 0; value < 20; ++value) backend->fill(data, value, bytes, first);
    backend->record_event(stop, first);
    backend->wait_event(second, stop);
    std::vector<unsigned char> host(16);
    backend->copy(host.data(), data, host.size(), CopyKind::device_to_host, second);
    backend->synchronize_stream(second);
    EXPECT_EQ(host, std::vector<unsigned char>(16, 19));
    EXPECT_TRUE(backend->query_event(stop));
    backend->synchronize_event(stop);
    EXPECT_GT(backend->elapsed_ms(start, stop), 0.0);
    backend->free(0, data);
    backend->destroy_event(start);
    backend->destroy_event(stop);
    backend->destroy_stream(first);
    backend->destroy_stream(second);
}

TEST_F(CudaDevice, FailsWithClearMessages) {
    EXPECT_THROW(backend->allocate(0, std::size_t{1} << 50), OutOfMemoryError);
    EXPECT_THROW(backend->load(0, std::vector<char>(100, 'x')), CUDARuntimeError);
    const FunctionHandle scale = build(scale_source, "scale");
    Launch launch;
    launch.block[0] = 4096;
    const ScaleArgs args{};
    try {
        backend->launch(scale, launch, &args, sizeof args, nullptr);
        FAIL() << "a block of 4096 threads was launched";
    } catch (const CUDARuntimeError& error) {
        EXPECT_NE(std::string(error.what()).find("'scale' with grid (1, 1, 1), block (4096, 1, 1)"), std::string::npos)
            << error.what();
    }
    const Binary binary = backend->compile({scale_source, {}, {"scale"}}, backend->target(0));
    ModuleHandle module = backend->load(0, binary.code);
    EXPECT_THROW(backend->function(module, "ghost"), CUDARuntimeError);
    backend->unload(module);
}

TEST_F(CudaDevice, RefusesToWorkInAForkedChild) {
    void* data = backend->allocate(0, 16);
    const pid_t child = fork();
    if (child == 0) {
        int outcome = 1;
        try {
            backend->allocate(0, 16);
        } catch (const Error& error) {
            outcome = std::string(error.what()).find("forked") == std::string::npos ? 2 : 0;
        }
        backend->free(0, data);
        _exit(outcome);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    backend->free(0, data);
}

}  // namespace cuprum::runtime
#endif
