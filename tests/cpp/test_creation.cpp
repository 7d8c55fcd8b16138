#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/dtype_queries.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"

namespace cuprum {
namespace {

using Doubles = std::vector<double>;

Doubles values(const ndarray& a) { return a.astype(DType::float64).to_vector<double>(); }

TEST(Creation, FillsEveryDtypeInBothOrders) {
    for (const DTypeInfo& row : dtype_table)
        for (char order : {'C', 'F'}) {
            const ndarray zero = zeros({2, 3}, row.dtype, order), one = ones({2, 3}, row.dtype, order);
            EXPECT_EQ(values(zero), Doubles(6, 0)) << row.name;
            EXPECT_EQ(values(one), Doubles(6, 1)) << row.name;
            EXPECT_EQ(one.is_f_contiguous(), order == 'F');
        }
    EXPECT_EQ(zeros({0, 3}).size(), 0);
    EXPECT_EQ(values(full({}, 2.5)), Doubles{2.5});
    EXPECT_EQ(full({2}, 7).dtype(), DType::int64);
    EXPECT_THROW(full({2}, 300, DType::uint8), OverflowError);
    EXPECT_THROW(zeros({-1}), ValueError);
}

TEST(Creation, LikeKeepsTheOrderOfAxes) {
    const ndarray a = zeros({2, 3, 4}).transpose({2, 0, 1});
    EXPECT_EQ(ones_like(a).strides(), a.strides());
    EXPECT_TRUE(ones_like(a, {}, 'C').is_c_contiguous());
    const Shape longer{4, 5, 6};
    EXPECT_EQ(empty_like(a, {}, 'K', &longer).strides(), (Strides{8, 8 * 4 * 6, 8 * 4}));
}

TEST(Creation, ArangeHasNumPysLengthAndDtype) {
    EXPECT_EQ(arange(5).to_vector<std::int64_t>(), (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(arange(5, 1, -2).to_vector<std::int64_t>(), (std::vector<std::int64_t>{5, 3}));
    EXPECT_EQ(values(arange(1, 2, 0.25)), (Doubles{1, 1.25, 1.5, 1.75}));
    EXPECT_EQ(arange(0, 3, 0.1).size(), 30);
    EXPECT_EQ(arange(3, 0).size(), 0);
    EXPECT_EQ(arange(Scalar::strong(3.0f)).dtype(), DType::float64);
    EXPECT_EQ(values(arange(0.5, 5, 1, DType::int32)), (Doubles{0, 1, 2, 3, 4}));
    EXPECT_EQ(values(arange(2, DType::bool_)), (Doubles{0, 1}));
    EXPECT_THROW(arange(5, DType::bool_), TypeError);
    EXPECT_THROW(arange(0, 5, 0), ZeroDivisionError);
    EXPECT_THROW(arange(0, 1e30), ValueError);
    EXPECT_THROW(arange(0, std::nan("")), ValueError);
    const auto many = arange(1000003).to_vector<std::int64_t>();
    for (std::size_t i = 0; i < many.size(); ++i) ASSERT_EQ(many[i], static_cast<std::int64_t>(i));
}

TEST(Creation, LinspaceReachesItsEnd) {
    EXPECT_EQ(values(linspace(0, 1, 5)), (Doubles{0, 0.25, 0.5, 0.75, 1}));
    EXPECT_EQ(values(linspace(0, 1, 4, false)), (Doubles{0, 0.25, 0.5, 0.75}));
    EXPECT_EQ(values(linspace(3, 4, 1)), Doubles{3});
    EXPECT_EQ(values(linspace(-1.5, 1.5, 3, true, DType::int64)), (Doubles{-2, 0, 1}));
    const ndarray many = linspace(zeros({2}), arange(1, 3), 3, true, {}, -1);
    EXPECT_EQ(many.shape(), (Shape{2, 3}));
    EXPECT_EQ(values(many), (Doubles{0, 0.5, 1, 0, 1, 2}));
    EXPECT_EQ(linspace_step(0, 1, 5).item().to_double(), 0.25);
    EXPECT_THROW(linspace(0, 1, -1), ValueError);
    EXPECT_EQ(values(logspace(0, 3, 4)), (Doubles{1, 10, 100, 1000}));
    EXPECT_EQ(geomspace(1, 1000, 4).to_vector<double>().back(), 1000);
    EXPECT_THROW(geomspace(0, 1), ValueError);
}

TEST(Creation, MatricesByTheirDiagonals) {
    EXPECT_EQ(values(eye(2, 3, 1)), (Doubles{0, 1, 0, 0, 0, 1}));
    EXPECT_EQ(values(eye(2, {}, 1ll << 62)), Doubles(4, 0));
    EXPECT_EQ(values(tri(2, 3)), (Doubles{1, 0, 0, 1, 1, 0}));
    const ndarray a = arange(1, 5).reshape({2, 2});
    EXPECT_EQ(values(tril(a)), (Doubles{1, 0, 3, 4}));
    EXPECT_EQ(values(triu(a.T())), (Doubles{1, 3, 0, 4}));
    EXPECT_EQ(values(triu(arange(1, 3))), (Doubles{1, 2, 0, 2}));
    EXPECT_EQ(values(diag(arange(1, 3), -1)), (Doubles{0, 0, 0, 1, 0, 0, 0, 2, 0}));
    EXPECT_EQ(diag(a).buffer().get(), a.buffer().get());
    EXPECT_EQ(values(vander(arange(2, 4), 3)), (Doubles{4, 2, 1, 9, 3, 1}));
    EXPECT_EQ(values(vander(arange(2, 4), 3, true)), (Doubles{1, 2, 4, 1, 3, 9}));
}

TEST(Creation, Grids) {
    const std::vector<ndarray> xy = meshgrid({arange(3), arange(2)});
    EXPECT_EQ(values(xy[0]), (Doubles{0, 1, 2, 0, 1, 2}));
    EXPECT_EQ(values(xy[1]), (Doubles{0, 0, 0, 1, 1, 1}));
    EXPECT_EQ(meshgrid({arange(3), arange(2)}, "ij", true)[0].shape(), (Shape{3, 1}));
    EXPECT_THROW(meshgrid({arange(3)}, "zz"), ValueError);
    EXPECT_EQ(values(indices({2, 2})), (Doubles{0, 0, 1, 1, 0, 1, 0, 1}));
    const GridAxis axes[] = {{.stop = 2, .count = {}}, {.stop = 1, .count = 3}};
    EXPECT_EQ(values(mgrid(axes)), (Doubles{0, 0, 0, 1, 1, 1, 0, 0.5, 1, 0, 0.5, 1}));
    EXPECT_EQ(ogrid(axes)[1].shape(), (Shape{1, 3}));
}

TEST(Types, LiteralsYield) {
    const ndarray small = zeros({1}, DType::int8), real = zeros({1}, DType::float32);
    EXPECT_EQ(result_type({small, 3}), DType::int8);
    EXPECT_EQ(result_type({small, 3.0}), DType::float64);
    EXPECT_EQ(result_type({real, 3.0}), DType::float32);
    EXPECT_EQ(result_type({real, std::complex<double>(1)}), DType::complex64);
    EXPECT_EQ(result_type({small, Scalar::strong(std::int16_t{3})}), DType::int16);
    EXPECT_EQ(min_scalar_type(-129), DType::int16);
    EXPECT_EQ(min_scalar_type(255), DType::uint8);
    EXPECT_EQ(finfo(DType::complex64).eps, 0x1p-23);
    EXPECT_EQ(finfo(DType::bfloat16).nmant, 7);
    EXPECT_EQ(iinfo(DType::uint64).max, ~0ull);
    EXPECT_TRUE(issubdtype(DType::bfloat16, "floating"));
    EXPECT_THROW(finfo(DType::int8), ValueError);
}

}  // namespace
}  // namespace cuprum
