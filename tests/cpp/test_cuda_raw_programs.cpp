// Programs of users as RawModule hands them to NVRTC; this needs no GPU. What is run on one is in
// tests/python/test_raw_*.py.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "backend/cuda/nvrtc.h"
#include "cuprum/array_struct.h"
#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "kernel/user/parameters.h"
#include "runtime/vendor_library.h"

namespace cuprum::runtime {
namespace {

class RawPrograms : public testing::Test {
protected:
    void SetUp() override {
        if (backend::cuda::nvrtc_version() == "nvrtc-none") GTEST_SKIP() << "no NVRTC is installed";
    }

    /// Compiles a program for two generations of GPUs, and returns the symbols of what was asked for.
    static std::vector<std::string> compile(const std::string& source, std::vector<std::string> names = {},
                                            std::vector<std::string> options = {}, bool for_older = true) {
        CompileRequest request{source, std::move(options), std::move(names)};
        request.is_cuda = true;
        std::vector<std::string> symbols;
        for (const char* arch : {"sm_90", "sm_80"}) {
            if (arch == std::string("sm_80") && !for_older) continue;
            const Binary binary = backend::cuda::nvrtc_compile(request, arch);
            const std::string_view code(binary.code.data(), binary.code.size());
            for (const std::string& symbol : binary.symbols)
                EXPECT_NE(code.find(symbol), std::string_view::npos) << symbol << " is not in the code for " << arch;
            symbols = binary.symbols;
        }
        return symbols;
    }

    static std::string kernel(const std::string& body, const std::string& before = "") {
        return before + "\nextern \"C\" __global__ void f(double* x) {\n" + body + "\n}\n";
    }
};

TEST_F(RawPrograms, MacrosOfOptionsDoNotMeetOurHeaders) {
    kernel::CompilerOptions options =
        kernel::divide_options({"-DT=double", " -D A=1 ", "-Da=2", "-D", "value=3", "-DU", "-UU", "--std=c++17"});
    EXPECT_EQ(options.options, std::vector<std::string>{"--std=c++17"});
    CompileRequest request{
        "#ifndef U\nextern \"C\" __global__ void f(T* x) { x[0] = A + a + value; }\n#endif\n", options.options, {"f"}};
    request.definitions = options.definitions;
    request.is_cuda = true;
    const Binary binary = backend::cuda::nvrtc_compile(request, "sm_90");
    EXPECT_EQ(binary.symbols, std::vector<std::string>{"f"});
}

constexpr const char* several = R"(
template <typename T>
__global__ void fx3(T* arr, int N) {
    unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < N) arr[tid] = arr[tid] * 3;
}
template <typename T, int N>
__global__ void fill(T* arr) { arr[threadIdx.x] = N; }
__constant__ float coefficients[4];
static __device__ double hidden[2] = {1, 2};
namespace space {
__device__ short inside;
__global__ void nothing(int* x) { x[0] = 1; }
}
extern "C" __global__ void combine(const float* x, float* y) {
    y[threadIdx.x] = x[threadIdx.x] * coefficients[threadIdx.x % 4] + hidden[0] + space::inside;
}
)";

TEST_F(RawPrograms, OlderStandardsAreRaisedToThatOfOurHeaders) {
    const std::string source =
        "#include <cupy/complex.cuh>\nextern \"C\" __global__ void f(complex<float>* x) { x[0] = conj(x[0]) * 2.f + "
        "exp(x[1]); }\n";
    for (const char* standard : {"-std=c++11", "--std=c++14", "-std=c++17", "-std=c++20"})
        compile(source, {"f"}, {standard});
}

TEST_F(RawPrograms, NamesOfTemplatesAndVariables) {
    const std::vector<std::string> names = {"fx3<float>",    "fx3<double>",   "fill<int, 7>",
                                            "&hidden",       "space::inside", "space::nothing",
                                            "&coefficients", " coefficients", "combine"};
    const auto symbols = compile(several, names, {"-std=c++17"});
    ASSERT_EQ(symbols.size(), names.size());
    EXPECT_NE(symbols[0], symbols[1]);
    EXPECT_EQ(symbols[6], "coefficients");
    EXPECT_EQ(symbols[7], "coefficients");
    EXPECT_EQ(symbols[8], "combine");
}

TEST_F(RawPrograms, ANameThatIsNone) { EXPECT_THROW(compile(several, {"fx3<no_such_type>"}), CompileException); }

TEST_F(RawPrograms, NumbersThatAreNone) {
    const std::string body =
        "x[0] = fmin(1., NAN); x[1] = fmaxf(1.f, -INFINITY); x[2] = HUGE_VAL; x[3] = isnan(NAN) + isinf(INFINITY);";
    compile(kernel(body));
    for (const char* header : {"math.h", "cmath", "math_constants.h", "cuda_fp16.h", "cupy/complex.cuh"})
        compile(kernel(body, std::string("#include <") + header + ">"));
}

TEST_F(RawPrograms, StandardHeaders) {
    for (const char* header :
         {"stdint.h", "cstdint", "stddef.h", "cstddef", "limits.h", "climits", "float.h", "cfloat", "string.h",
          "cstring", "stdio.h", "cstdio", "stdlib.h", "cstdlib", "assert.h", "cassert", "math.h", "cmath"})
        EXPECT_NO_THROW(compile(kernel("x[0] = 1;", std::string("#include <") + header + ">"))) << header;
    compile(
        kernel("uint64_t a = UINT64_MAX; int8_t b = INT8_MIN; std::int32_t c = INT32_C(3); x[0] = a + b + c + CHAR_BIT "
               "+ FLT_MAX;",
               "#include <cstdint>\n#include <climits>\n#include <cfloat>"));
}

/// Whether a toolkit's or a wheel's headers are here.
bool has_header(const std::string& name) {
    const auto folders = header_folders("");
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string& folder) { return !access((folder + "/" + name).c_str(), R_OK); });
}

TEST_F(RawPrograms, Cub) {
    if (!has_header("cub/cub.cuh")) GTEST_SKIP() << "CUB's headers are not installed";
    const auto program = [](const std::string& headers, const std::string& type) {
        return headers + "\ntypedef " + type + R"( T;
struct First { __device__ T operator()(const T& a, const T&) const { return a; } };
extern "C" __global__ void f(T* x) {
    typedef cub::BlockReduce<T, 128> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    T sum = Reduce(storage).Reduce(x[threadIdx.x], First());
    if (threadIdx.x == 0) x[0] = sum;
}
)";
    };
    const std::string own = "#include <cstdint>\n#include <math.h>\n#include <limits.h>\n#include <float.h>\n";
    for (const char* type : {"double", "unsigned char", "float2"})
        EXPECT_NO_THROW(compile(program(own + "#include <cub/block/block_reduce.cuh>", type), {}, {}, false)) << type;
    EXPECT_NO_THROW(compile(program("#include <cub/cub.cuh>", "int64_t"), {}, {}, false));
}

TEST_F(RawPrograms, HeadersOfCuda) {
    if (!has_header("cooperative_groups.h")) GTEST_SKIP() << "CUDA's headers are not installed";
    compile(
        kernel("__half h = __float2half(x[0]); x[0] = __half2float(h * h) + __bfloat162float(__float2bfloat16(1.f));",
               "#include <cuda_fp16.h>\n#include <cuda_bf16.h>"));
    compile(kernel("auto block = cooperative_groups::this_thread_block(); block.sync(); x[block.thread_rank()] = 1;",
                   "#include <cooperative_groups.h>"));
    compile(kernel("cuDoubleComplex z = make_cuDoubleComplex(1, 2); x[0] = cuCabs(cuCmul(z, z));",
                   "#include <cuComplex.h>"));
}

TEST_F(RawPrograms, ArraysByValue) {
    if (!has_header("cuda/std/mdspan")) GTEST_SKIP() << "libcu++ with mdspan is not installed";
    // The struct has as many bytes as one of the two forms that the host writes.
    std::string text = "#include <cuda/std/mdspan>\n#include <cupy/carray.cuh>\n";
    for (int axes = 0; axes <= 4; ++axes) {
        const ndarray array = zeros(Shape(axes, 2), DType::float32);
        const std::string rank = std::to_string(axes);
        for (const auto& [index, type] : {std::pair("int", DType::int32), {"unsigned long long", DType::uint64}}) {
            const ArrayStruct view = mdspan(array, type);
            const std::string size = "sizeof(cuda::std::mdspan<float, cuda::std::dextents<" + std::string(index) +
                                     ", " + rank + ">, cuda::std::layout_stride>)";
            text += "static_assert(" + size + " == " + std::to_string(view.size()) + " || " + size +
                    " == " + std::to_string(view.largest_size()) + ");\n";
        }
        text +=
            "static_assert(sizeof(CArray<float, " + rank + ">) == " + std::to_string(cstruct(array).size()) + ");\n";
    }
    compile(kernel("x[0] = 1;", text), {}, {}, false);
}

TEST_F(RawPrograms, HeadersThatAreNotThere) {
    try {
        compile(kernel("x[0] = 1;", "#include <cuda/std/no_such_header>"));
        FAIL() << "the program compiled";
    } catch (const CompileException& error) {
        EXPECT_NE(std::string(error.what()).find("pip install nvidia-cuda-cccl"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace cuprum::runtime
