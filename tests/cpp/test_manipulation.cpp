#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"

namespace cuprum {
namespace {

using Doubles = std::vector<double>;

Doubles values(const ndarray& a) { return a.astype(DType::float64).to_vector<double>(); }

ndarray array(Doubles elements) {
    return array_from_host(elements.data(), DType::float64, {static_cast<std::int64_t>(elements.size())});
}

bool shares(const ndarray& a, const ndarray& b) { return a.buffer().get() == b.buffer().get(); }

TEST(Manipulation, AxesMoveWithoutCopies) {
    const ndarray a = zeros({2, 3, 4});
    EXPECT_EQ(moveaxis(a, {0}, {-1}).shape(), (Shape{3, 4, 2}));
    EXPECT_EQ(rollaxis(a, 2).shape(), (Shape{4, 2, 3}));
    EXPECT_EQ(expand_dims(a, {0, 2}).shape(), (Shape{1, 2, 1, 3, 4}));
    EXPECT_EQ(matrix_transpose(a).shape(), (Shape{2, 4, 3}));
    EXPECT_TRUE(shares(a, squeeze(expand_dims(a, {1}))));
    EXPECT_TRUE(shares(a, reshape(a, {6, -1})));
    EXPECT_FALSE(shares(a, reshape(a, {24}, 'C', true)));
    EXPECT_THROW(reshape(a.T(), {24}, 'C', false), ValueError);
    EXPECT_THROW(moveaxis(a, {0, 0}, {0, 1}), ValueError);
    EXPECT_THROW(rollaxis(a, 0, 5), AxisError);
}

// Pieces of every length, so that all unit sizes and both sides of the sixteen sources of a launch are met.
TEST(Manipulation, ConcatenateJoinsManyPieces) {
    for (DType dtype : {DType::int8, DType::float16, DType::float32, DType::float64, DType::complex128})
        for (int rows : {1, 3}) {
            std::vector<ndarray> pieces;
            Doubles expected;
            for (int n = 0; n < 37; ++n)
                pieces.push_back(arange(n, 2 * n, 1, dtype).reshape({1, n}).broadcast_to({rows, n}).copy());
            for (int row = 0; row < rows; ++row)
                for (int n = 0; n < 37; ++n)
                    for (int i = n; i < 2 * n; ++i) expected.push_back(i);
            EXPECT_EQ(values(concatenate(pieces, 1)), expected) << info(dtype).name;
            for (ndarray& piece : pieces) piece = piece.T();
            EXPECT_EQ(values(concatenate(pieces, 0).T()), expected) << info(dtype).name;
        }
}

TEST(Manipulation, ConcatenateFollowsNumPysRules) {
    const ndarray a = arange(6).reshape({2, 3}), f = ones({2, 3}, DType::float32, 'F');
    EXPECT_EQ(concatenate({a, f}).dtype(), DType::float64);
    EXPECT_TRUE(concatenate({f, f}).is_f_contiguous());
    EXPECT_EQ(values(concatenate({a, a}, std::nullopt)), (Doubles{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(stack({a, a}, -1).shape(), (Shape{2, 3, 2}));
    EXPECT_EQ(vstack({arange(2), arange(2)}).shape(), (Shape{2, 2}));
    EXPECT_EQ(dstack({arange(2), arange(2)}).shape(), (Shape{1, 2, 2}));
    const ndarray out = zeros({4, 3}, DType::float32);
    concatenate({a, a}, 0, &out);
    EXPECT_EQ(values(out)[4], 4);
    EXPECT_THROW(concatenate({}), ValueError);
    EXPECT_THROW(concatenate({a, a.T()}), ValueError);
    EXPECT_THROW(concatenate({a, a}, 2), AxisError);
    EXPECT_THROW(concatenate({a, a}, 0, &out, DType::int8), TypeError);
    EXPECT_THROW(concatenate({f, f}, 0, nullptr, DType::int8), TypeError);
}

TEST(Manipulation, SplitsIntoViews) {
    const ndarray a = arange(7);
    const auto parts = array_split(a, 3);
    EXPECT_EQ(values(parts[0]), (Doubles{0, 1, 2}));
    EXPECT_EQ(values(parts[2]), (Doubles{5, 6}));
    EXPECT_TRUE(shares(a, parts[1]));
    EXPECT_EQ(values(split(a, Dims{2, -1})[1]), (Doubles{2, 3, 4, 5}));
    EXPECT_THROW(split(a, 2), ValueError);
    EXPECT_THROW(vsplit(a, 1), ValueError);
    EXPECT_EQ(unstack(ones({2, 3}), 1).size(), 3u);
}

TEST(Manipulation, RepeatsAndTiles) {
    const ndarray a = arange(4).reshape({2, 2});
    EXPECT_EQ(values(tile(a, {2})), (Doubles{0, 1, 0, 1, 2, 3, 2, 3}));
    EXPECT_EQ(tile(a, {2, 1, 3}).shape(), (Shape{2, 2, 6}));
    EXPECT_EQ(values(repeat(a, 2, 0)), (Doubles{0, 1, 0, 1, 2, 3, 2, 3}));
    EXPECT_EQ(values(repeat(a, Dims{0, 2}, 1)), (Doubles{1, 1, 3, 3}));
    EXPECT_THROW(repeat(a, -1), ValueError);
    EXPECT_THROW(repeat(a, Dims{1, 2, 3}, 1), ValueError);
    EXPECT_EQ(values(resize(arange(3), {2, 4})), (Doubles{0, 1, 2, 0, 1, 2, 0, 1}));
}

TEST(Manipulation, Rearranges) {
    const ndarray a = arange(6).reshape({2, 3});
    EXPECT_EQ(values(flip(a)), (Doubles{5, 4, 3, 2, 1, 0}));
    EXPECT_TRUE(shares(a, flip(a, 1)));
    EXPECT_EQ(values(rot90(a)), (Doubles{2, 5, 1, 4, 0, 3}));
    EXPECT_EQ(values(rot90(a, -1)), (Doubles{3, 0, 4, 1, 5, 2}));
    EXPECT_EQ(values(roll(a, {1})), (Doubles{5, 0, 1, 2, 3, 4}));
    EXPECT_EQ(values(roll(a, {1, -1}, {0, 1})), (Doubles{4, 5, 3, 1, 2, 0}));
    EXPECT_EQ(values(delete_(arange(5), Slice{{}, {}, 2})), (Doubles{1, 3}));
    EXPECT_EQ(values(delete_(a, 1, 1)), (Doubles{0, 2, 3, 5}));
    EXPECT_THROW(delete_(a, 2, 0), IndexError);
    EXPECT_EQ(values(insert(arange(3), 1, array({9}))), (Doubles{0, 9, 1, 2}));
    EXPECT_EQ(values(insert(arange(3), arange(0, 4, 3), array({8, 9}))), (Doubles{8, 0, 1, 2, 9}));
    EXPECT_EQ(values(trim_zeros(array({0, 1, 0, 2, 0}))), (Doubles{1, 0, 2}));
}

TEST(Manipulation, PadsInEveryMode) {
    const ndarray a = array({1, 2, 3});
    auto padded = [&](const char* mode, PadOptions options = {}) { return values(pad(a, {{2, 2}}, mode, options)); };
    EXPECT_EQ(padded("constant", {.constant_values = {{7, 8}}}), (Doubles{7, 7, 1, 2, 3, 8, 8}));
    EXPECT_EQ(padded("edge"), (Doubles{1, 1, 1, 2, 3, 3, 3}));
    EXPECT_EQ(padded("linear_ramp"), (Doubles{0, 0.5, 1, 2, 3, 1.5, 0}));
    EXPECT_EQ(padded("maximum"), (Doubles{3, 3, 1, 2, 3, 3, 3}));
    EXPECT_EQ(padded("minimum", {.stat_length = {{{}, 1}}}), (Doubles{1, 1, 1, 2, 3, 3, 3}));
    EXPECT_EQ(padded("mean"), (Doubles{2, 2, 1, 2, 3, 2, 2}));
    EXPECT_EQ(padded("median"), (Doubles{2, 2, 1, 2, 3, 2, 2}));
    EXPECT_EQ(padded("reflect"), (Doubles{3, 2, 1, 2, 3, 2, 1}));
    EXPECT_EQ(padded("reflect", {.odd = true}), (Doubles{-1, 0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(padded("symmetric"), (Doubles{2, 1, 1, 2, 3, 3, 2}));
    EXPECT_EQ(padded("wrap"), (Doubles{2, 3, 1, 2, 3, 1, 2}));
    EXPECT_EQ(values(pad(a, {{0, 7}}, "wrap")), (Doubles{1, 2, 3, 1, 2, 3, 1, 2, 3, 1}));
    EXPECT_THROW(padded("bogus"), ValueError);
    EXPECT_THROW(pad(a, {{-1, 0}}), ValueError);
    EXPECT_THROW(pad(zeros({0}), {{1, 1}}, "edge"), ValueError);
}

TEST(Manipulation, CopytoBroadcastsAndMasks) {
    const ndarray a = zeros({2, 3}), mask = greater(arange(3), 0);
    copyto(a, arange(3), Casting::same_kind, &mask);
    EXPECT_EQ(values(a), (Doubles{0, 1, 2, 0, 1, 2}));
    copyto(a.T(), a.T().copy() * 2);
    EXPECT_EQ(values(a)[2], 4);
    EXPECT_THROW(copyto(zeros({2}, DType::int8), 1.5), TypeError);
    EXPECT_THROW(copyto(zeros({2}, DType::int8), 300), OverflowError);
    EXPECT_THROW(copyto(zeros({2}), zeros({3})), ValueError);
}

TEST(Logic, WhereAndClip) {
    const ndarray a = arange(5);
    EXPECT_EQ(values(where(a > 2, a, -1)), (Doubles{-1, -1, -1, 3, 4}));
    EXPECT_EQ(where(a > 2, zeros({5}, DType::float32), 1.5).dtype(), DType::float32);
    EXPECT_EQ(where(true, 1, 2.0).dtype(), DType::float64);
    EXPECT_EQ(values(clip(a, 1, 3)), (Doubles{1, 1, 2, 3, 3}));
    EXPECT_EQ(values(clip(a.astype(DType::uint8), -1, 300)), (Doubles{0, 1, 2, 3, 4}));
    EXPECT_THROW(clip(a.astype(DType::uint8), 300, 400), OverflowError);
    clip(a, 1, 3, &a);
    EXPECT_EQ(values(a), (Doubles{1, 1, 2, 3, 3}));
    EXPECT_TRUE(std::isnan(values(clip(array({1}), NAN, 3))[0]));
}

TEST(Logic, Closeness) {
    const ndarray a = array({1, NAN, INFINITY}), b = array({1 + 1e-9, NAN, INFINITY});
    EXPECT_EQ(values(isclose(a, b)), (Doubles{1, 0, 1}));
    EXPECT_TRUE(allclose(a, b, 1e-5, 1e-8, true).item().to_bool());
    EXPECT_FALSE(array_equal(a, a).item().to_bool());
    EXPECT_TRUE(array_equal(a, a, true).item().to_bool());
    EXPECT_FALSE(array_equal(arange(2), arange(3)).item().to_bool());
    EXPECT_TRUE(array_equiv(ones({2, 2}), ones({2})).item().to_bool());
}

TEST(Logic, RoundsHalvesToEven) {
    EXPECT_EQ(values(round(array({0.5, 1.5, 2.5}))), (Doubles{0, 2, 2}));
    EXPECT_EQ(values(round(array({1.25, 1.75}), 1)), (Doubles{1.2, 1.8}));
    EXPECT_EQ(values(round(arange(15, 36, 10), -1)), (Doubles{20, 20, 40}));
    EXPECT_EQ(round(ones({1}, DType::bool_)).dtype(), DType::float16);
    EXPECT_EQ(values(nan_to_num(array({NAN, INFINITY, 2}), true, 0.0, 7)), (Doubles{0, 7, 2}));
    EXPECT_EQ(values(angle(full({1}, std::complex<double>(0, 1)), true)), Doubles{90});
}

}  // namespace
}  // namespace cuprum
