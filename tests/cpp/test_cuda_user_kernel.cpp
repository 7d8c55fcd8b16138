// Kernels that users write, compiled by NVRTC for GPUs without one: a backend that calls itself a GPU's and launches
// nothing, so that every plan that a call chooses is made and compiled.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include "backend/cuda/nvrtc.h"
#include "cuprum/creation.h"
#include "cuprum/deferred.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/fuse.h"
#include "cuprum/kernel.h"
#include "cuprum/reduction.h"
#include "cuprum/structured.h"
#include "cuprum/ufunc.h"
#include "distributed/fourier.h"
#include "fake_backend.h"
#include "gpus_in_turn.h"
#include "runtime/device_headers.h"

namespace cuprum {
namespace {

class Compiling : public testing::FakeBackend {
    testing::GpusInTurn gpus_;

public:
    Compiling() {
        compiler = [this](const runtime::CompileRequest& request) {
            names.insert(request.names[0]);
            for (const char* arch : gpus_.next()) backend::cuda::nvrtc_compile(request, arch);
            return runtime::Binary{std::vector<char>(request.names[0].begin(), request.names[0].end()), request.names};
        };
    }
    std::set<std::string> names;  ///< Of what was compiled.

    // Its addresses are only numbers.
    void fill(void*, unsigned char, std::size_t, runtime::StreamHandle) override {}
    void copy(void*, const void*, std::size_t, runtime::CopyKind, runtime::StreamHandle) override {}
};

class ForGpus : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        std::string folder = (std::filesystem::temp_directory_path() / "cuprum-user-kernels-XXXXXX").string();
        setenv("CUPRUM_CACHE_DIR", mkdtemp(folder.data()), 1);
        runtime::use_backend(*backend());
    }
    static void TearDownTestSuite() { std::filesystem::remove_all(std::getenv("CUPRUM_CACHE_DIR")); }
    void SetUp() override {
        if (backend::cuda::nvrtc_version() == "nvrtc-none") GTEST_SKIP() << "no NVRTC is installed";
    }
    static Compiling* backend() {
        static auto* made = new Compiling;  // as the library's own, never destroyed
        return made;
    }

    /// Arrays of a shape in the layouts for which there are plans.
    static std::vector<ndarray> layouts(const Shape& shape, DType dtype) {
        Shape wide = shape, transposed;
        wide[wide.size() - 1] *= 2;
        for (int d = shape.size() - 1; d >= 0; --d) transposed.push_back(shape[d]);
        const ndarray all = empty(wide, dtype);
        std::vector<Index> part(static_cast<std::size_t>(shape.size()), all_of), second = part;
        part.back() = Slice{{}, shape[shape.size() - 1], {}};
        second.back() = Slice{{}, {}, 2};
        return {empty(shape, dtype), all.at(part), all.at(second), empty(transposed, dtype).transpose()};
    }
};

TEST_F(ForGpus, ElementwiseKernelsOfEveryDtype) {
    const ElementwiseKernel kernel("T x, T y", "T z, int64 k", "z = x * y + (T)3; z += x; k = i", "every_dtype");
    for (const DTypeInfo& d : dtype_table) {
        if (d.dtype == DType::bool_) continue;
        const ndarray z = empty({300, 200}, d.dtype), k = empty({300, 200}, DType::int64);
        for (const ndarray& x : layouts({300, 200}, d.dtype)) {
            const Operand arguments[] = {x, x, z, k};
            ndarray results[2];
            kernel.call(arguments, {}, results);
        }
    }
    EXPECT_EQ(kernel.cached_codes().size(), 14u);
}

TEST_F(ForGpus, KernelsOfDividedArrays) {
    const distributed::IndexMap map{{0, {{{0, 30, 1}, {0, 20, 2}}}}};
    const Shape shape{30, 20};
    for (const DType dtype : {DType::float32, DType::float64}) {
        distributed::random(shape, map, 1, dtype);
        distributed::standard_normal(shape, map, 1, dtype);
    }
    distributed::integers(shape, map, 1, -3, 4);
    for (const DType dtype : {DType::complex64, DType::complex128})
        for (const ndarray& x : layouts({30, 20}, dtype))
            distributed::twiddles()(x, std::int64_t{0}, std::int64_t{7}, std::int64_t{20}, std::int64_t{600}, -2.0);
    for (const char* name : {"cuprum_distributed_random_f", "cuprum_distributed_random_d", "cuprum_distributed_normal",
                             "cuprum_distributed_integers", "cuprum_distributed_twiddles"})
        EXPECT_TRUE(std::ranges::any_of(backend()->names, [&](const std::string& compiled) {
            return compiled.find(name) != std::string::npos;
        })) << name;
}

TEST_F(ForGpus, ElementwiseKernelsThatAreOneLoop) {
    const ElementwiseKernel raw(
        "T x, raw T y, raw int32 k, float16 h", "T z",
        "const ptrdiff_t at[] = {i % 2, i % 3}; z = x + y[at] + y[i] + y[k[i]] * (T)h + _ind.get()[0] + n", "raw",
        {.reduce_dims = false, .loop_prep = "int count = 0;", .after_loop = "if (count < 0) return;"});
    const ndarray places = empty({9}, DType::int32);
    for (DType dtype : {DType::float16, DType::float32, DType::complex128, DType::int8})
        for (const ndarray& x : layouts({30, 20}, dtype)) {
            const Operand arguments[] = {x, x, places, 2};
            ndarray result;
            raw.call(arguments, {}, &result);
        }
    const ElementwiseKernel atomics(
        "int32 x", "raw float32 y, raw uint64 k",
        "atomicAdd(&y[x], 1.0f); atomicMax(&k[0], (unsigned long long)x); if (x) return; continue", "atomics");
    const ndarray x = empty({5}, DType::int32), y = empty({5}, DType::float32), k = empty({5}, DType::uint64);
    const Operand arguments[] = {x, y, k};
    ndarray results[2];
    atomics.call(arguments, {}, results);
}

TEST_F(ForGpus, ElementwiseKernelsOfStructs) {
    const DType inner = structured_dtype({{"h", DType::float16}, {"b", DType::int8}}, true);
    const DType item = structured_dtype({{"x", DType::float32}, {"p", inner}, {"z", DType::complex64, {2}}}, true);
    const ElementwiseKernel kernel("T a, raw T b", "T c, bool same, V v",
                                   "static_assert(T::field_count == 3, \"three\"); c = a; c.at<0>() *= "
                                   "(float)b[0].at<1>().at<0>(); c.at<2>()[1] = b[i].at<2>()[0]; same = v == v",
                                   "of_structs");
    const ndarray a = empty({300, 200}, item), v = empty({300, 200}, void_dtype(3));
    for (const ndarray& x : layouts({300, 200}, item)) {
        const ndarray same = empty({300, 200}, DType::bool_);
        const Operand arguments[] = {x, a, a, same, v};
        ndarray results[3];
        kernel.call(arguments, {}, results);
    }
    // What moves and compares elements.
    const ndarray packed = empty({300, 200}, structured_dtype({{"b", DType::int8}, {"d", DType::float64}}));
    for (const ndarray& x : layouts({300, 200}, packed.dtype())) {
        x.copy();
        equal(x, packed);
        x.astype(structured_dtype({{"b", DType::int32}, {"d", DType::float32}}));
    }
}

TEST_F(ForGpus, ReductionKernels) {
    const ReductionKernel total("T x", "T y", "x * x", "a + b", "y += sqrt((float)abs(a))", "0", "total"),
        least("T x", "T y", "x", "min(a, b)", "y = a", std::nullopt, "least"),
        places("T x, raw T w, T p", "T y", "x * w[_J] * p + _j + _i + _in_ind.get()[0]", "a + b",
               "y = a + _i + _out_ind.size()", "0", "places"),
        own("T x", "int32 y", "Own<T>(x)", "a + b", "y = a.k", "", "own",
            {.reduce_type = "Own<T>",
             .preamble = "template <class T> struct Own { T x[3]; int k; __device__ Own() : k(0) {} __device__ Own(T "
                         "v) : x{v, v, v}, k(1) {} "
                         "__device__ Own operator+(const Own& o) const { Own r(*this); r.k += o.k; return r; } };"});
    const Shape shapes[] = {{100000}, {2000, 4}, {300, 200}, {20000, 40}, {3, 40000}, {5000, 30}};
    const ndarray weights = empty({100000}, DType::float16);
    for (const Shape& shape : shapes)
        for (int axis = 0; axis < shape.size(); ++axis) {
            const ReductionLaunch along{.axis = axis};
            for (const ndarray& x : layouts(shape, DType::float16)) {
                total(x, along);
                least(x, along);
                own(x, along);
                const Operand arguments[] = {x, weights, 2};
                ndarray result;
                places.call(arguments, along, &result);
            }
        }
}

TEST_F(ForGpus, KernelsMergedIntoFusedFunctions) {
    const ElementwiseKernel scaled("T x, T y, float64 a", "T z, int64 k", "z = half(x) * y + T(a); k = i", "scaled",
                                   {.preamble = "__device__ T half(T x) { return x / T(2); }"});
    auto merged = fuse(
        [&](const ndarray& x, const ndarray& y, auto a) {
            const ndarray twice = x * 2;
            const Operand arguments[] = {twice, y, a};
            ndarray results[2];
            scaled.call(arguments, {}, results);
            return std::make_tuple(results[0] + 1, sum(results[0] * results[1]));
        },
        "merged");
    for (DType dtype : {DType::float16, DType::complex64}) merged(empty({300, 200}, dtype), empty({200}, dtype), 2);
    EXPECT_FALSE(backend()->names.count("scaled_linear"));
    EXPECT_TRUE(backend()->names.count("cuprum_merged_2_rows"));
}

TEST_F(ForGpus, FusedRows) {
    auto softmax = fuse([](const ndarray& x, auto scale) {
        const ReduceOptions rows{.axis = -1, .keepdims = true};
        const ndarray e = exp(x * scale - max(x * scale, rows));
        return e / sum(e, rows);
    });
    auto normalised = fuse([](const ndarray& x, const ndarray& w) {
        const ReduceOptions rows{.axis = -1, .keepdims = true};
        const ndarray d = x - mean(x, rows), v = var(x, rows);
        return std::make_tuple(d / sqrt(v + 1e-5) * w, v);
    });
    for (DType dtype : {DType::float16, DType::float32, DType::float64})
        for (std::int64_t length : {2, 12, 100, 1000, 20000}) {  // a vector a thread, several, rows that are read again
            const ndarray x = empty({130, length}, dtype);
            softmax(x, 2.0);
            if (length >= 100) normalised(x, empty({length}, dtype));
        }
    for (const char* vectors : {"0", "1", "2", "4", "8"})
        EXPECT_TRUE(backend()->names.count(std::string("cuprum_fused_row") + vectors)) << vectors;
}

// Each loop that adds computed elements in the order of an array's, and rows in the order of both of its loops.
TEST_F(ForGpus, ReductionsThatWait) {
    using Chain = ndarray (*)(const ndarray&);
    const auto run = [](Chain chain, const Shape& shape) {
        const ndarray x = empty(shape, DType::float32);
        for (int i = 0; i < 3; ++i) {
            {
                Deferred deferred;
                const ndarray made[] = {chain(x)};
                eval(made);
            }
            wait_for_deferred_kernels();
        }
    };
    const Chain softmax = [](const ndarray& x) {
        const ReduceOptions rows{.axis = -1, .keepdims = true};
        const ndarray e = exp(x - max(x, rows));
        return e / sum(e, rows);
    };
    run([](const ndarray& x) { return sum(x * x); }, {100'000});
    run([](const ndarray& x) { return sum(x * x, {.axis = 1}); }, {2000, 100});
    run([](const ndarray& x) { return sum(x * x, {.axis = 0}); }, {1000, 256});
    run([](const ndarray& x) { return sum(x * x, {.axis = 0}); }, {1000, 255});
    run([](const ndarray& x) { return var(x * x); }, {100'000});  // briefs of float32
    run([](const ndarray& x) { return var(x * x, {.axis = 0}); }, {1000, 256});
    run(softmax, {2000, 100});
    run(softmax, {300, 500});
    for (const char* name : {"multiply_sum_rows", "multiply_sum_groups", "multiply_sum_columns", "multiply_sum_strided",
                             "multiply_var_rows", "multiply_var_columns", "max_subtract_exp_sum_divide_row1",
                             "max_subtract_exp_sum_divide_row4_block"})
        EXPECT_TRUE(backend()->names.count(std::string("cuprum_deferred_") + name)) << name;
}

/// Names that our device headers declare, which a program may use for functions of its own.
std::vector<std::string> our_names() {
    static const std::set<std::string> taken{
        "complex", "float16", "bfloat16", "polar", "CArray", "CIndexer",
        // Words of C++.
        "const", "static", "bool", "int", "void", "auto", "double", "float", "if", "for", "while", "return", "template",
        "struct", "class", "operator", "unsigned", "long", "short", "char", "inline", "constexpr", "requires",
        "explicit", "sizeof", "decltype", "alignas", "noexcept", "default", "typename", "this"};
    static const std::regex declared(R"(\bCUPRUM_DEVICE(?:_LARGE)?\b[^;{}()=]*\b([A-Za-z]\w\w+)\s*\()");
    std::set<std::string> names;
    for (const runtime::DeviceHeader& header : runtime::device_headers()) {
        const std::string_view name = header.name;
        if (!name.starts_with("cuprum/") || name.starts_with("cuprum/cuda/")) continue;
        const std::string text = header.text;
        for (std::sregex_iterator at(text.begin(), text.end(), declared), end; at != end; ++at)
            if (!taken.count((*at)[1]) && !std::string((*at)[1]).starts_with("CUPRUM")) names.insert((*at)[1]);
    }
    return {names.begin(), names.end()};
}

TEST_F(ForGpus, ProgramsMayUseOurNames) {
    const std::vector<std::string> names = our_names();
    ASSERT_GT(names.size(), 600u);
    // All are called in functions that are compiled and not run; these, to which the kernels' own text is near, are
    // run.
    const std::set<std::string> near{"cast",    "bit_cast", "apply",  "negative",   "less",  "equal",  "maximum",
                                     "minimum", "combine",  "finish", "accumulate", "start", "reduce", "multiply"};
    std::string functions, conversions, all, all_casts, calls, casts;
    for (const std::string& name : names) {
        functions += "template <class T> __device__ T " + name +
                     "(T a) { return a; }\ntemplate <class T> __device__ T " + name + "(T a, T b) { return b; }\n";
        conversions += "template <class B, class A> __device__ B " + name + "(A a) { return (B)a; }\n";
        const std::string call = "y += " + name + "(x); y += " + name + "(x, x);\n", as = "y += " + name + "<T>(x);\n";
        all += call;
        all_casts += as;
        if (!near.count(name)) continue;
        calls += call;
        casts += as;
    }
    const auto unused = [](const std::string& text) {
        return "static __device__ void of_all(T x) { T y = x;\n" + text + "}\n";
    };
    const ElementwiseKernel called("T x", "T y", "y = 0;\n" + calls, "names_called",
                                   {.preamble = functions + unused(all)}),
        cast("T x", "T y", "y = 0;\n" + casts, "names_cast", {.preamble = conversions + unused(all_casts)});
    const ReductionKernel reduced("T x", "T y", "negative(x)", "cast(a, b)", "y = apply(a)", "0", "names_reduced",
                                  {.preamble = functions + unused(all)});
    for (DType dtype : {DType::complex64, DType::float16}) {
        called(empty({100}, dtype));
        cast(empty({100}, dtype));
        reduced(empty({100}, dtype));
    }
    runtime::CompileRequest raw{"#include <cupy/complex.cuh>\ntypedef complex<float> T;\n" + functions + unused(all) +
                                    "extern \"C\" __global__ void k(T* p) { T x = *p, y = x; " + calls + " *p = y; }",
                                {},
                                {"k"}};
    raw.is_cuda = true;
    backend::cuda::nvrtc_compile(raw, "sm_90");
}

TEST_F(ForGpus, HeadersOfCuPy) {
    for (const char* header : {"complex.cuh", "carray.cuh", "math_constants.h", "atomics.cuh", "cuda_workaround.h",
                               "float16.cuh", "bfloat16.cuh", "type_dispatcher.cuh", "swap.cuh", "hip_workaround.cuh",
                               "complex/complex.h", "complex/cuComplex_bridge.h"}) {
        runtime::CompileRequest request{
            std::string("#include <cupy/") + header + ">\nextern \"C\" __global__ void k(int* x) { x[0] = 1; }",
            {},
            {"k"}};
        request.is_cuda = true;
        EXPECT_NO_THROW(backend::cuda::nvrtc_compile(request, "sm_80")) << header;
    }
    const ElementwiseKernel constants("T x", "T y", "y = x > 0 ? CUDART_INF : CUDART_NAN", "infinite"),
        summed("T x", "raw T o", "atomicAdd(&o[0], x)", "summed"),
        largest("T x", "raw T o", "atomicMax(&o[0], x); atomicMin(&o[0], x)", "largest");
    constants(empty({10}, DType::float64));
    for (DType dtype : {DType::int64, DType::uint64, DType::float16, DType::bfloat16, DType::float32, DType::float64}) {
        const ndarray x = empty({10}, dtype), out = empty({1}, dtype);
        const Operand arguments[] = {x, out};
        ndarray same;
        summed.call(arguments, {}, &same);
        if (dtype != DType::float16 && dtype != DType::bfloat16) largest.call(arguments, {}, &same);
    }
}

TEST_F(ForGpus, MissingHeaderNamesThoseThatAreLikeIt) {
    runtime::CompileRequest request{"#include <cupy/atomic.cuh>\nextern \"C\" __global__ void k() {}", {}, {"k"}};
    request.is_cuda = true;
    try {
        backend::cuda::nvrtc_compile(request, "sm_80");
        ADD_FAILURE() << "it compiled";
    } catch (const CompileException& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("Did you mean <cupy/atomics.cuh>"), std::string::npos) << text;
        EXPECT_NE(text.find("-I/path/to/the/folder"), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace cuprum
