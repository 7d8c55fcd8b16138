// The builder of kernels and its launches from C++; the texts also go to NVRTC, which needs no GPU.
#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/jit.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#if CUPRUM_WITH_CUDA
#include "backend/cuda/nvrtc.h"
#include "gpus_in_turn.h"
#endif

namespace cuprum::jit {
namespace {

/// An element of an array with one dimension.
Scalar element(const ndarray& a, std::int64_t index) { return a(index).item(); }

/// y = 2 x + shift, element by element.
void make_affine(Builder& b, std::span<const Type> types) {
    auto p = b.begin_kernel("affine", {{"x", types[0]}, {"y", types[1]}, {"shift", types[2]}});
    b.assign("i", b.thread_in_grid(0));
    const Value i = *b.variable("i");
    b.begin_if(b.call(less, {i, b.length(p[0], 0)}));
    const Value twice = b.call(multiply, {b.index(p[0], {i}), b.literal(2)});
    b.store(b.index(p[1], {i}), b.call(add, {twice, p[2]}));
    b.end_block();
    b.end_function();
}

/// Sums up rows: a device function with a loop, shared memory, a barrier, an atomic function.
void make_row_sums(Builder& b, std::span<const Type> types) {
    auto p = b.begin_kernel("row_sums", {{"x", types[0]}, {"sums", types[1]}});
    const Value row = b.index(p[0], {b.thread_in_grid(0)});
    auto q = b.begin_function("sum", std::vector<Parameter>{{"row", row.type}});
    b.assign("total", b.literal(0.0));
    b.begin_range("k", b.literal(0), b.length(q[0], 0), b.literal(1), 4);
    b.assign("total", b.call(add, {*b.variable("total"), b.index(q[0], {*b.variable("k")})}));
    b.end_block();
    b.give_back(b.variable("total"));
    const auto [name, result] = b.end_function();

    b.assign("s", b.shared_memory(Type::scalar(DType::float32), std::vector<std::int64_t>{8}));
    const Value t = b.thread_variable("threadIdx", 0), s = *b.variable("s");
    b.store(b.index(s, {t}), b.call_function(name, result, std::array{row}));
    b.evaluate(b.expression(Type(), "__syncthreads()"));
    const Value mine = b.index(s, {b.call(subtract, {b.literal(7), t})});
    b.evaluate(b.atomic(Atomic::add, b.index(p[1], {b.literal(-1)}), mine));
    b.end_function();
}

std::string text_of(const Kernel::Make& make, std::vector<Type> types) {
    Builder builder;
    make(builder, types);
    return builder.text();
}

TEST(Jit, KernelsOfEveryTypeAndLayout) {
    const Kernel affine(make_affine);
    const ndarray x = arange(10, DType::float32), y = zeros({10}, DType::float64), n = zeros({5}, DType::int32);
    affine({2}, {8}, x, y, 1);
    EXPECT_EQ(element(y, 9).to_double(), 19);
    affine({2}, {8}, x, y, 0.5);
    EXPECT_EQ(element(y, 9).to_double(), 18.5);
    affine({1}, {8}, arange(5, DType::int32), n, 3);
    EXPECT_EQ(element(n, 4).to_int(), 11);
    EXPECT_THROW(affine({1}, {8}, x, n, 3), TypeError) << "floats are not stored as integers";
    affine({1}, {8}, flip(arange(5, DType::int32)), n, 3);
    EXPECT_EQ(element(n, 0).to_int(), 11);
    EXPECT_EQ(affine.cached_codes().size(), 4u);
}

TEST(Jit, FunctionsSharedMemoryAndAtomics) {
    const Kernel row_sums(make_row_sums);
    const ndarray x = arange(80, DType::float32).reshape({8, 10}), sums = zeros({2}, DType::float32);
    row_sums({1}, {8}, x, sums);
    EXPECT_EQ(element(sums, 1).to_double(), 79 * 80 / 2);
}

TEST(Jit, TypesDescribeThemselves) {
    EXPECT_EQ(Type::array(DType::float32, 2).description(), "array of float32 with 2 dimensions");
    EXPECT_EQ(Type::tuple({Type::scalar(DType::int32), Type::scalar(DType::bool_)}).description(),
              "tuple of (int32, bool)");
    EXPECT_EQ(Type::of(zeros({3, 4}, DType::int8)), Type::array(DType::int8, 2, true, true));
    EXPECT_EQ(Type::of(zeros({3, 4}, DType::int8).transpose()), Type::array(DType::int8, 2, false, true));
}

TEST(Jit, LiteralsAndModes) {
    Builder c(Mode::cuda), n(Mode::numpy);
    EXPECT_EQ(c.literal(1).type.dtype, DType::int32);
    EXPECT_EQ(c.literal(std::int64_t{1} << 40).type.dtype, DType::int64);
    EXPECT_EQ(c.literal(1.5).type.dtype, DType::float32);
    EXPECT_EQ(n.literal(1).type.dtype, DType::int64);
    const Value half = c.expression(Type::scalar(DType::float16), "h");
    EXPECT_EQ(c.call(add, {half, c.literal(1.5)}).type.dtype, DType::float32);
    EXPECT_EQ(n.call(add, {half, n.literal(1.5)}).type.dtype, DType::float16);
    const Value small = n.expression(Type::scalar(DType::int8), "b");
    EXPECT_THROW(n.call(add, {small, n.literal(300)}), OverflowError);
    EXPECT_EQ(n.call(less, {small, n.literal(300)}).type.dtype, DType::bool_);
}

TEST(Jit, WhatCannotBeIsRefused) {
    Builder b;
    EXPECT_THROW(b.assign("x", b.literal(1)), ValueError) << "no function is open";
    auto p = b.begin_kernel("kernel", {{"x", Type::array(DType::float32, 1)}});
    EXPECT_THROW(b.break_loop(), ValueError);
    EXPECT_THROW(b.index(p[0], {b.literal(1.5)}), TypeError);
    EXPECT_THROW(b.index(p[0], {b.literal(1), b.literal(1)}), IndexError);
    EXPECT_THROW(b.call(add, {p[0], b.literal(1)}), TypeError);
    EXPECT_THROW(b.store(b.literal(1), b.literal(1)), TypeError);
    EXPECT_THROW(b.give_back(b.literal(1)), TypeError);
    EXPECT_THROW(b.atomic(Atomic::inc, b.index(p[0], {b.literal(0)}), b.literal(1)), TypeError);
    EXPECT_THROW(b.shared_memory(Type::scalar(DType::int32), std::vector<std::int64_t>{0}), ValueError);
    EXPECT_THROW(b.begin_range("k", b.literal(0), b.literal(3), b.literal(0)), ValueError);
    b.assign("v", b.literal(1));
    EXPECT_THROW(b.assign("v", b.literal(1.5)), TypeError);
    EXPECT_THROW(b.literal(Scalar::huge_integer(1e30)), OverflowError);
}

#if CUPRUM_WITH_CUDA
TEST(Jit, NvrtcTakesTheTexts) {
    if (backend::cuda::nvrtc_version() == "nvrtc-none") GTEST_SKIP() << "no NVRTC is installed";
    std::vector<std::pair<std::string, std::string>> texts = {
        {text_of(make_row_sums, {Type::array(DType::float32, 2), Type::array(DType::float32, 1)}), "jit_row_sums"}};
    for (const DTypeInfo& row : dtype_table) {
        const Type x = Type::array(row.dtype, 1, false, row.itemsize < 4), y = Type::array(row.dtype, 1);
        const DType shift = row.dtype == DType::bool_ ? DType::bool_ : DType::int8;
        if (row.dtype != DType::bool_ && row.kind != 'u')
            texts.emplace_back(text_of(make_affine, {x, y, Type::scalar(shift)}), "jit_affine");
    }
    testing::GpusInTurn gpus;
    for (const auto& [text, name] : texts)
        for (const char* arch : gpus.next()) {
            runtime::CompileRequest request{text, {"--std=c++20"}, {name}};
            request.is_cuda = true;
            EXPECT_NO_THROW(EXPECT_FALSE(backend::cuda::nvrtc_compile(request, arch).code.empty())) << text;
        }
}
#endif

}  // namespace
}  // namespace cuprum::jit
