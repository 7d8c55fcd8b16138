#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/random.h"
#include "cuprum/raw_kernel.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/ndimage_kernels.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/user/parameters.h"

namespace cuprum {
namespace {

ndarray sequence(const Shape& shape, DType dtype = DType::float64) {
    std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
    std::iota(values.begin(), values.end(), 0);
    return array_from_host(values.data(), DType::float64, shape).astype(dtype);
}

std::vector<double> numbers(const ndarray& a) { return a.astype(DType::float64).to_vector<double>(); }

const ElementwiseKernel squared_diff("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff");
const ReductionKernel l2norm("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm");

TEST(ElementwiseKernel, IsAFunctionOfArraysAndLiterals) {
    const ndarray x = sequence({2, 3}), row = sequence({3});
    EXPECT_EQ(numbers(squared_diff(x, row)), (std::vector<double>{0, 0, 0, 9, 9, 9}));
    EXPECT_EQ(numbers(squared_diff(x, 2)), (std::vector<double>{4, 1, 0, 1, 4, 9}));
    const ndarray halves = sequence({3}, DType::float16);
    EXPECT_EQ(squared_diff(halves, 1.0).dtype(), DType::float16);
    EXPECT_EQ(numbers(squared_diff(halves.at({Slice{{}, {}, -1}}), 1.0)), (std::vector<double>{1, 0, 1}));
}

TEST(ElementwiseKernel, WritesToOutputs) {
    const ndarray x = sequence({4}), out = zeros({4}, DType::float64);
    squared_diff(x, 1, out);
    EXPECT_EQ(numbers(out), (std::vector<double>{1, 0, 1, 4}));
    const ElementwiseKernel two("T x", "T y, int64 k", "y = -x; k = i * 10", "two");
    const Operand arguments[] = {x};
    ndarray results[2];
    two.call(arguments, {}, results);
    EXPECT_EQ(numbers(results[0]), (std::vector<double>{0, -1, -2, -3}));
    EXPECT_EQ(numbers(results[1]), (std::vector<double>{0, 10, 20, 30}));
    EXPECT_THROW(two(x), TypeError);
}

TEST(ElementwiseKernel, IndexesRawArrays) {
    const ElementwiseKernel reversed("T x, raw T y", "T z", "z = x + y[_ind.size() - i - 1]", "add_reverse");
    EXPECT_EQ(numbers(reversed(sequence({3}), sequence({3}))), (std::vector<double>{2, 2, 2}));
    const ElementwiseKernel counts("", "raw int32 counts", "atomicAdd(&counts[i % 3], 1)", "counts");
    const ndarray total = zeros({3}, DType::int32);
    const Operand arguments[] = {total};
    ndarray result;
    counts.call(arguments, {.size = 10}, &result);
    EXPECT_EQ(numbers(total), (std::vector<double>{4, 3, 3}));
}

TEST(ElementwiseKernel, TakesTextAroundTheOperation) {
    const ElementwiseKernel kernel("T x", "T y", "y = twice(x) + SHIFT", "around",
                                   {.preamble = "__device__ T twice(T x) { return x + x; }", .options = {"-DSHIFT=7"}});
    EXPECT_EQ(numbers(kernel(sequence({3}))), (std::vector<double>{7, 9, 11}));
    EXPECT_EQ(kernel.cached_codes().size(), 1u);
    EXPECT_NE(kernel.cached_codes()[0].second.find("twice(x) + SHIFT"), std::string::npos);
}

TEST(ElementwiseKernel, SaysWhatIsWrong) {
    EXPECT_THROW(ElementwiseKernel("T", "T y", "y = 0"), ValueError);
    EXPECT_THROW(ElementwiseKernel("T x", "T y", "y = x", "two words"), ValueError);
    EXPECT_THROW(squared_diff(sequence({3})), TypeError);
    EXPECT_THROW(squared_diff(sequence({3}), sequence({3}, DType::float32)), TypeError);
    EXPECT_THROW(squared_diff(sequence({3}), sequence({4})), ValueError);
    EXPECT_THROW(squared_diff(1, 2), ValueError);
    const ElementwiseKernel broken("T x", "T y", "y = nothing(x)", "broken");
    try {
        broken(sequence({3}));
        FAIL();
    } catch (const CompileException& error) {
        EXPECT_NE(std::string(error.what()).find("nothing"), std::string::npos);
        EXPECT_NE(error.source.find("y = nothing(x)"), std::string::npos);
    }
    EXPECT_EQ(numbers(squared_diff(sequence({2}), 1)), (std::vector<double>{1, 0}));
}

TEST(ReductionKernel, ReducesAlongAxes) {
    const ndarray x = sequence({2, 5}, DType::float32);
    const auto rows = numbers(l2norm(x, {.axis = 1}));
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_NEAR(rows[0], std::sqrt(30.), 1e-5);
    EXPECT_NEAR(rows[1], std::sqrt(255.), 1e-5);
    EXPECT_EQ(l2norm(x, {.axis = 0, .keepdims = true}).shape(), (Shape{1, 5}));
    EXPECT_NEAR(numbers(l2norm(x))[0], std::sqrt(285.), 1e-4);
    EXPECT_EQ(l2norm.identity(), "0");
    EXPECT_EQ(l2norm.reduce_type(), "T");
}

TEST(ReductionKernel, MeetsEveryLayoutOfTheEngine) {
    const ReductionKernel total("T x", "T y", "x", "a + b", "y = a", "0", "total");
    for (const Shape& shape : {Shape{70000}, Shape{300, 200}, Shape{2000, 5}, Shape{5, 2000}, Shape{7, 40, 30}})
        for (int axis = 0; axis < shape.size(); ++axis) {
            const ndarray x = sequence(shape, DType::int64);
            const ReduceOptions along{.axis = axis};
            EXPECT_EQ(numbers(total(x, {.axis = axis})), numbers(sum(x, along)));
            const ndarray transposed = x.transpose();
            EXPECT_EQ(numbers(total(transposed, {.axis = axis})), numbers(sum(transposed, along)));
        }
}

TEST(ReductionKernel, SeesPlacesScalarsAndRawArrays) {
    const ReductionKernel kernel("T x, raw T w, T scale", "T y", "x * w[_J] * scale + _i", "a + b",
                                 "y = a / _in_ind.size()", "0", "places");
    const ndarray x = ones({2, 3}, DType::float64), w = sequence({3});
    const Operand arguments[] = {x, w, 10};
    ndarray result;
    kernel.call(arguments, {.axis = 1}, &result);
    EXPECT_EQ(numbers(result), (std::vector<double>{30. / 6, 33. / 6}));
}

TEST(ReductionKernel, AccumulatesTypesOfTheUsers) {
    const ReductionKernel argmax(
        "T x", "int64 place", "Best{(double)x, _J}", "a.value >= b.value ? a : b", "place = a.place", std::nullopt,
        "my_argmax", {.reduce_type = "Best", .preamble = "struct Best { double value; ptrdiff_t place; };"});
    const ndarray x = remainder(sequence({40, 1000}) * 37, 1009);
    EXPECT_EQ(numbers(argmax(x, {.axis = 1})), numbers(cuprum::argmax(x, {.axis = 1})));
    EXPECT_THROW(argmax(zeros({0}, DType::float64)), ValueError);
}

TEST(Parameters, AreParsed) {
    using kernel::parse_parameters;
    const auto list = parse_parameters(" raw T x ,complex64  y,_non_const bool z ", true);
    ASSERT_EQ(list.size(), 3u);
    EXPECT_EQ(list[0], (KernelParameter{"x", "T", {}, true, true}));
    EXPECT_EQ(list[1], (KernelParameter{"y", "complex<float>", DType::complex64, false, true}));
    EXPECT_EQ(list[2], (KernelParameter{"z", "bool", DType::bool_, false, false}));
    EXPECT_TRUE(parse_parameters("  ", true).empty());
    for (const char* wrong : {"x", "T x,", "no_type x", "T x y z", ",", "T x; T y"})
        EXPECT_THROW(parse_parameters(wrong, true), ValueError) << wrong;
}

TEST(Parameters, TellWhetherOutputsKeepValues) {
    const auto out = kernel::parse_parameters("T y, T z", false);
    const auto keeps = [&](const char* statements) { return kernel::keeps_outputs(statements, out); };
    EXPECT_FALSE(keeps("y = x; z = x / 2"));
    EXPECT_FALSE(keeps("  y =x*x;\n z = y + 1;\n"));
    EXPECT_FALSE(keeps("T t = x; z = t; y = z"));
    for (const char* statements :
         {"y = x", "y += x; z = x", "z = y; y = x", "if (x) y = 1; z = 1", "y == x; z = 1; y = 2", "{ y = 1; z = 1; }",
          "y = x; // z = 1", "x && (y = 1); z = 1", "y = f(z); z = 1"})
        EXPECT_TRUE(keeps(statements)) << statements;
}

TEST(RawKernel, TakesArraysByValue) {
    const RawKernel add(R"(
        #include <cuda/std/mdspan>
        #include <cupy/carray.cuh>
        using Matrix = cuda::std::mdspan<double, cuda::std::dextents<int, 2>, cuda::std::layout_stride>;
        extern "C" __global__ void add(Matrix a, CArray<const double, 1> b) {
            a(blockIdx.x, threadIdx.x) += b[threadIdx.x];
        })",
                        "add");
    const ndarray all = sequence({2, 6}), a = all.at({Slice{}, Slice{.step = 2}}), b = sequence({3});
    add({2}, {3}, mdspan(a, DType::int32), cstruct(b.at({Slice{.step = -1}})));
    EXPECT_EQ(numbers(all), (std::vector<double>{2, 1, 3, 3, 4, 5, 8, 7, 9, 9, 10, 11}));
    EXPECT_THROW(add({2}, {3}, mdspan(a, DType::int64), cstruct(b)), TypeError);
    EXPECT_THROW(add({2}, {3}, a, cstruct(b)), TypeError);
    EXPECT_THROW(mdspan(a, DType::float32), TypeError);
    EXPECT_THROW(mdspan(b.at({Slice{.step = -1}}), DType::int32), Error);
    EXPECT_THROW(mdspan(b.at({Slice{.step = -1}}), DType::uint32, true), ValueError);
}

TEST(ElementwiseKernel, TellsItsArraysAxesUnlessTheyAreReduced) {
    const char* text = "y = _raw_y.ndim * 1000 + _raw_y.shape()[_raw_y.ndim - 1]";
    const ElementwiseKernel kept("raw X x", "Y y", text, "axes_kept", {.reduce_dims = false}),
        reduced("raw X x", "Y y", text, "axes_reduced");
    const ndarray x = sequence({3, 5});
    for (const auto& [kernel, expected] : {std::pair(&kept, 2005.0), std::pair(&reduced, 1015.0)}) {
        const ndarray out = zeros({3, 5});
        const Operand arguments[] = {x, out};
        ndarray y;
        kernel->call(arguments, {}, &y);
        EXPECT_EQ(numbers(y), std::vector<double>(15, expected));
    }
}

// What a program needs to send a kernel to another process.
TEST(Kernels, TellHowTheyWereMade) {
    const ElementwiseKernel kernel("_non_const raw T x, complex64 c, float16 h", "raw T y, uint8 z", "z = 1", "told");
    EXPECT_EQ(parameter_list(kernel.in_params(), true), "_non_const raw T x, complex64 c, float16 h");
    EXPECT_EQ(parameter_list(kernel.out_params(), false), "raw T y, uint8 z");
    const ElementwiseKernel again(parameter_list(kernel.in_params(), true), parameter_list(kernel.out_params(), false),
                                  kernel.operation(), kernel.name(), kernel.options());
    EXPECT_EQ(again.in_params(), kernel.in_params());
    EXPECT_EQ(again.out_params(), kernel.out_params());
    const ElementwiseKernel copy = squared_diff;
    EXPECT_EQ(numbers(copy(sequence({3}), 1.0)), (std::vector<double>{1, 0, 1}));
    const ReductionKernel norm = l2norm;
    EXPECT_EQ(norm(array_from_host(std::vector<double>{3, 4}.data(), DType::float64, {2})).item().to_double(), 5);

    const RawModule module("extern \"C\" __global__ void add(double* x) { x[threadIdx.x] += 1; }");
    const RawKernel add = module.get_function("add"), same = add;
    EXPECT_FALSE(same.is_alone());
    EXPECT_EQ(same.module().code(), module.code());
    const ndarray x = sequence({2});
    same({1}, {2}, x);
    EXPECT_EQ(numbers(x), (std::vector<double>{1, 2}));
    EXPECT_TRUE(RawKernel(module.code(), "add").is_alone());
}

TEST(RandomStates, GoOnFromASnapshot) {
    random::RandomState state(3);
    state.random_sample(Shape{7}, DType::float64);
    random::RandomState other(state.snapshot());
    EXPECT_EQ(numbers(other.random_sample(Shape{9}, DType::float64)),
              numbers(state.random_sample(Shape{9}, DType::float64)));
    random::Generator generator(3);
    generator.random_sample(Shape{5}, DType::float64);
    random::Generator next(generator.seed(), generator.kind(), generator.position());
    EXPECT_EQ(numbers(next.random_sample(Shape{4}, DType::float64)),
              numbers(generator.random_sample(Shape{4}, DType::float64)));
}

TEST(GenericFilters, TakeKernels) {
    const ReductionKernel mean("T x", "T y", "x", "a + b", "y = a / _in_ind.size()", "0", "mean_of_window");
    EXPECT_EQ(numbers(scipy::ndimage::generic_filter(ones({4, 5}), mean, 3)), std::vector<double>(20, 1));
    const ReductionKernel below("T x", "T y", "_raw_x[_in_ind.size() / 2] > x", "a + b", "y = a", "0", "below_middle");
    EXPECT_EQ(numbers(scipy::ndimage::generic_filter(sequence({4}), below, 3)), (std::vector<double>{0, 1, 1, 1}));
    const RawKernel pairs(R"(extern "C" __global__ void pairs(double* in, ptrdiff_t, double* out, ptrdiff_t m) {
        for (ptrdiff_t k = 0; k < m; ++k) out[k] = in[k] + in[k + 1];
    })",
                          "pairs");
    EXPECT_EQ(numbers(scipy::ndimage::generic_filter1d(sequence({3}), pairs, 2)), (std::vector<double>{0, 1, 3}));
}

}  // namespace
}  // namespace cuprum
