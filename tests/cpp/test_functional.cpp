// Functions of C++ over arrays, and questions about layouts and dtypes.
#include <gtest/gtest.h>

#include <ranges>

#include "cuprum/creation.h"
#include "cuprum/dtype_queries.h"
#include "cuprum/fft_plan.h"
#include "cuprum/finite.h"
#include "cuprum/functional.h"
#include "cuprum/gufunc.h"
#include "cuprum/host.h"
#include "cuprum/layout.h"
#include "cuprum/manipulation.h"
#include "cuprum/nested_blocks.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/structured.h"
#include "cuprum/ufunc.h"

namespace cuprum {
namespace {

TEST(Axes, AreGivenAsIntegersOrLists) {
    const ndarray a = ones({2, 3, 4});
    EXPECT_EQ(sum(a, {.axis = 0}).shape(), (Shape{3, 4}));
    EXPECT_EQ(sum(a, {.axis = {0, -1}}).shape(), (Shape{3}));
    EXPECT_EQ(sum(a, {.axis = {}}).shape(), (Shape{}));
    EXPECT_EQ(sum(a, {.axis = std::nullopt}).shape(), (Shape{}));
    EXPECT_EQ(sum(a, {.axis = Dims{}}).shape(), a.shape());
    EXPECT_EQ(sum(a, {.axis = {0}, .keepdims = true}).shape(), (Shape{1, 3, 4}));
    EXPECT_EQ(flip(a, 1).shape(), a.shape());
    EXPECT_EQ(expand_dims(a, 0).shape(), (Shape{1, 2, 3, 4}));
    EXPECT_EQ(moveaxis(a, 0, -1).shape(), (Shape{3, 4, 2}));
    EXPECT_EQ(a(newaxis).squeeze(0).shape(), a.shape());
    EXPECT_EQ(a(newaxis).squeeze().shape(), a.shape());
    EXPECT_EQ(roll(a, 1, 0).shape(), a.shape());
    EXPECT_EQ(fft::fftn(a, {}, {0, 2}).shape(), a.shape());
}

TEST(Layout, WhatIsShared) {
    const ndarray a = arange(24);
    const ndarray even = a(Slice{.step = 2}), odd = a(Slice{.start = 1, .step = 2}), back = a(Slice{.step = -3});
    EXPECT_TRUE(may_share_memory(even, odd));
    EXPECT_FALSE(shares_memory(even, odd));
    EXPECT_TRUE(shares_memory(even, back));
    EXPECT_TRUE(shares_memory(a, a.view(DType::int8)(Slice(7, 8))));
    EXPECT_FALSE(shares_memory(a, a.copy()));
    EXPECT_FALSE(shares_memory(a(Slice(0, 0)), a));
    const auto [low, high] = byte_bounds(back);
    EXPECT_EQ(high - low, 22 * 8);
    using namespace lib::stride_tricks;
    EXPECT_EQ(sliding_window_view(arange(4), {3}).shape(), (Shape{2, 3}));
    EXPECT_EQ(as_strided(a, Shape{2, 2}, Strides{8, 8}).ravel().to_vector<std::int64_t>(),
              (std::vector<std::int64_t>{0, 1, 1, 2}));
    EXPECT_THROW(as_strided(a, Shape{2, 2}), ValueError);
}

TEST(Functional, FunctionsOfCpp) {
    const ndarray sums = fromfunction([](std::span<const ndarray> at) { return at[0] + at[1]; }, {2, 3}, DType::int64);
    EXPECT_EQ(sums.to_vector<std::int64_t>(), (std::vector<std::int64_t>{0, 1, 2, 1, 2, 3}));
    EXPECT_EQ(fromiter(std::views::iota(0, 4), DType::float32).to_vector<float>(), (std::vector<float>{0, 1, 2, 3}));
    const ndarray halves = apply_along_axis([](const ndarray& line) { return line(Slice(0, 2)); }, 0, ones({4, 3}));
    EXPECT_EQ(halves.shape(), (Shape{2, 3}));
    const ndarray x = arange(6);
    const ndarray y = piecewise(x, {less(x, 2), greater(x, 3)},
                                {Scalar(-1), [](const ndarray& part) { return part * 10; }, Scalar(7)});
    EXPECT_EQ(y.to_vector<std::int64_t>(), (std::vector<std::int64_t>{-1, -1, 7, 7, 40, 50}));
    const ndarray blocks = block({{ones({1, 2}), zeros({1, 1})}, {full({1, 3}, 5)}});
    EXPECT_EQ(blocks.to_vector<double>(), (std::vector<double>{1, 1, 0, 5, 5, 5}));
    EXPECT_THROW(block({ones({1}), {ones({1})}}), ValueError);
}

TEST(Gufunc, LoopsOverOtherDimensions) {
    const GeneralizedUFunc inner(
        [](std::span<const ndarray> x, const ndarray*) { return std::vector{sum(x[0] * x[1])}; }, "(n),(n)->()");
    const ndarray a = arange(6).reshape({2, 3}), b = arange(3);
    EXPECT_EQ(inner({a, b})[0].to_vector<std::int64_t>(), (std::vector<std::int64_t>{5, 14}));
    EXPECT_EQ(inner({a, a}, {.axis = 0})[0].to_vector<std::int64_t>(), (std::vector<std::int64_t>{9, 17, 29}));
    EXPECT_EQ(inner({a, a}, {.axis = 0, .keepdims = true})[0].shape(), (Shape{1, 3}));
    const ndarray out = zeros({2}, DType::int64);
    EXPECT_EQ(inner({a, b}, {.out = {&out}})[0].buffer().get(), out.buffer().get());
    EXPECT_EQ(out.to_vector<std::int64_t>(), (std::vector<std::int64_t>{5, 14}));
    EXPECT_THROW(inner({a, arange(2)}), ValueError);
    EXPECT_THROW(inner({a}), TypeError);
    for (const char* wrong : {"(n)", "n->()", "(n)->", "(n,)(m)->()", "(2n)->()", "(n->()"})
        EXPECT_THROW(CoreSignature{wrong}, ValueError) << wrong;
    const CoreSignature core("(m?, 3) , (n) -> ()");
    EXPECT_TRUE(core.inputs[0][0].optional);
    EXPECT_EQ(core.inputs[0][1].fixed, 3);
    EXPECT_TRUE(core.outputs[0].empty());
}

TEST(FftPlan, HasItsOwnLayouts) {
    const ndarray x = arange(16).astype(DType::complex128);
    // Two transforms of length 4, of every second number.
    fft::Plan plan(fft::TransformKind::c2c, DType::float64, {4}, 2);
    plan.set_layouts({{4}, 2, 8}, {{4}, 1, 4});
    const ndarray out = zeros({2, 4}, DType::complex128);
    plan.execute(x, out);
    const ndarray expected = fft::fft(x.reshape({2, 8})(all_of, Slice{.step = 2}));
    EXPECT_EQ(out.to_vector<std::complex<double>>(), expected.to_vector<std::complex<double>>());
    EXPECT_EQ(plan.extents(), (std::pair<std::int64_t, std::int64_t>{15, 8}));
    EXPECT_FALSE(plan.is_close());
    EXPECT_THROW(plan.execute(x(Slice(0, 14)), out), ValueError);
    EXPECT_THROW(plan.set_layouts({{4, 4}, 1, 4}, {{4}, 1, 4}), ValueError);
    const fft::Plan halves = fft::get_fft_plan(ones({3, 8}), {}, 1, fft::TransformKind::r2c);
    EXPECT_EQ(halves.result_shape(ones({3, 8})), (Shape{3, 5}));
    EXPECT_EQ(halves.batch(), 3);
    EXPECT_THROW(fft::Plan(fft::TransformKind::c2c, DType::float64, {1, 1, 1, 1}), ValueError);
}

TEST(DtypeQueries, FollowNumpy) {
    EXPECT_TRUE(isdtype(DType::float32, "real floating"));
    EXPECT_FALSE(isdtype(DType::bool_, "numeric"));
    EXPECT_THROW(isdtype(DType::bool_, "words"), ValueError);
    EXPECT_TRUE(issubdtype(DType::uint8, "integer"));
    EXPECT_FALSE(issubdtype(DType::uint8, "signedinteger"));
    EXPECT_EQ(mintypecode("df"), 'd');
    EXPECT_EQ(mintypecode("Fd"), 'D');
    EXPECT_EQ(mintypecode("il"), 'd');
    const DType i4[] = {DType::int32}, f8[] = {DType::float64}, i8[] = {DType::int64};
    EXPECT_EQ(find_common_type(i4, i8), DType::int32);
    EXPECT_EQ(find_common_type(i4, f8), DType::float64);
    const DType aligned = make_aligned_dtype(structured_dtype({{"a", DType::bool_}, {"b", DType::complex64}}));
    EXPECT_EQ(find_field(aligned, "b")->offset, 8);
    EXPECT_EQ(itemsize(aligned), 16);
}

TEST(Finite, RefusesWhatIsNot) {
    EXPECT_EQ(asarray_chkfinite(arange(3)).size(), 3);
    EXPECT_THROW(asarray_chkfinite(array({1.0, HUGE_VAL})), ValueError);
    EXPECT_EQ(asfarray(arange(3)).dtype(), DType::float64);
}

}  // namespace
}  // namespace cuprum
