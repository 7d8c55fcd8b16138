// Indices, reductions and random numbers of sparse matrices and arrays, from C++.
#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/interpolate_functions.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/scipy/sparse_indexing.h"
#include "cuprum/scipy/sparse_random.h"
#include "cuprum/scipy/sparse_reductions.h"

namespace cuprum::scipy::sparse {
namespace {

using Numbers = std::vector<double>;

Numbers values(const SparseOrDense& found) {
    const ndarray dense = std::visit(
        []<class T>(const T& one) {
            if constexpr (std::is_same_v<T, ndarray>) return one;
            else return toarray(one);
        },
        found);
    return dense.astype(DType::float64, 'C').to_vector<double>();
}

/// [[0, 1, 2, 0], [4, 0, 6, 7], [0, 9, 0, 11]]
ndarray dense_example() {
    const std::vector<double> numbers{0, 1, 2, 0, 4, 0, 6, 7, 0, 9, 0, 11};
    return asarray(numbers).reshape({3, 4});
}

TEST(SparseIndexing, ReadsAsNumPyDoes) {
    for (const Format format : {Format::csr, Format::csc, Format::coo}) {
        const sparse_matrix a = from_dense(dense_example(), format);
        EXPECT_EQ(values(getitem(a, {1, -1})), Numbers{7});
        EXPECT_EQ(values(getitem(a, {1})), (Numbers{4, 0, 6, 7}));
        EXPECT_EQ(values(getitem(a, {ellipsis, 2})), (Numbers{2, 6, 0}));
        EXPECT_EQ(values(getitem(a, {Slice{.step = -2}, Slice{1, 3}})), (Numbers{9, 0, 1, 2}));
        EXPECT_EQ(values(getitem(a, {IndexArray(array({2, 0})), IndexArray(array({-1, 1}))})), (Numbers{11, 1}));
        EXPECT_EQ(values(getitem(a, {IndexArray(greater(dense_example(), 6))})), (Numbers{7, 9, 11}));
        EXPECT_THROW(getitem(a, {3}), IndexError);
        EXPECT_THROW(getitem(a, {0, 0, 0}), IndexError);
        EXPECT_THROW(getitem(a, {IndexArray(array({0, 4})), 0}), IndexError);
    }
}

TEST(SparseIndexing, MatricesHaveSciPysMethods) {
    const sparse_matrix a = from_dense(dense_example(), Format::coo).to_format(Format::csr);
    EXPECT_EQ(a.format(), Format::csr);
    EXPECT_EQ(values(a.sum_duplicates().sorted_indices().eliminate_zeros().toarray('F')), values(dense_example()));
    EXPECT_EQ(compressed(Format::csr, a.data(), a.indices(), a.indptr()).shape(), (Shape{3, 4}));
}

TEST(SparseIndexing, AxesCountFromTheEnd) {
    const sparse_tensor a(dense_example().reshape({3, 2, 2}));
    EXPECT_EQ(a.transpose(Dims{-1, 0, 1}).shape(), (Shape{2, 3, 2}));
    EXPECT_EQ(values(a.transpose(Dims{-1, 0, 1}).toarray()), values(transpose(a.toarray(), Dims{2, 0, 1})));
    EXPECT_EQ(values(tensordot(a, a, Dims{-1}, Dims{-1})), values(tensordot(a, a, Dims{2}, Dims{2})));
    EXPECT_THROW(a.transpose(Dims{0, 1}), ValueError);
    EXPECT_THROW(a.transpose(Dims{0, 1, -2}), ValueError);
    EXPECT_THROW(tensordot(a, a, Dims{1, -2}, Dims{1, 2}), ValueError);
    EXPECT_THROW(tensordot(a, a, Dims{3}, Dims{0}), ValueError);
}

TEST(SparseIndexing, KeepsTwoAxesOfMatrices) {
    const sparse_matrix a = from_dense(dense_example(), Format::csc);
    const SparseOrDense row = getitem(a, {1}, false), column = getitem(a, {all_of, 1}, false);
    EXPECT_EQ(std::get<sparse_matrix>(row).shape(), (Shape{1, 4}));
    EXPECT_EQ(std::get<sparse_matrix>(column).shape(), (Shape{3, 1}));
    EXPECT_EQ(std::get<sparse_matrix>(row).format(), Format::csc);
    EXPECT_THROW(getitem(a, {IndexArray(array({0.5}))}, false), IndexError);
}

TEST(SparseIndexing, SetsElements) {
    const sparse_matrix a = from_dense(dense_example(), Format::csr);
    EXPECT_EQ(values(std::get<sparse_matrix>(with_items(a, {1, Slice{0, 2}}, array({5, 3})))),
              (Numbers{0, 1, 2, 0, 5, 3, 6, 7, 0, 9, 0, 11}));
    const sparse_matrix column = from_dense(array({1, 0, 3}).reshape({3, 1}), Format::coo);
    EXPECT_EQ(values(std::get<sparse_matrix>(with_items(a, {all_of, Slice{1, 3}}, Sparse(column)))),
              (Numbers{0, 1, 1, 0, 4, 0, 0, 7, 0, 3, 3, 11}));
    EXPECT_EQ(values(with_diagonal(a, array({8, 8}), 1)), (Numbers{0, 8, 2, 0, 4, 0, 8, 7, 0, 9, 0, 11}));
    EXPECT_THROW(with_items(a, {all_of, 0}, array({1, 2})), ValueError);
}

TEST(SparseIndexing, OfThreeAxes) {
    const ndarray dense = arange(24, DType::float64).reshape({2, 3, 4});
    const sparse_tensor a(dense);
    EXPECT_EQ(values(getitem(a, {1, IndexArray(array({2, 0})), Slice{1, 3}})), (Numbers{21, 22, 13, 14}));
    EXPECT_EQ(values(getitem(a, {0, 1, 2})), Numbers{6});
    const Sparse changed = with_items(a, {all_of, 0, IndexArray(array({0, 3}))}, full({}, -1.0));
    EXPECT_EQ(values(getitem(changed, {1, 0})), (Numbers{-1, 13, 14, -1}));
}

TEST(SparseReductions, AgreeWithDense) {
    const ndarray dense = dense_example();
    const sparse_matrix a = from_dense(dense, Format::csc);
    const sparse_tensor t(dense.reshape({3, 2, 2}));
    EXPECT_EQ(values(sum(a, 0)), (Numbers{4, 10, 8, 18}));
    EXPECT_NEAR(values(mean(a))[0], 40.0 / 12, 1e-15);
    EXPECT_EQ(values(extrema(a, Fold::min, 1, true)), (Numbers{1, 4, 9}));
    EXPECT_EQ(values(extrema(t, Fold::max, {0, 2})), (Numbers{9, 11}));
    EXPECT_EQ(values(arguments(a, true, 1)), (Numbers{2, 3, 3}));
    EXPECT_EQ(values(count_nonzero(t, 0)), (Numbers{1, 2, 2, 2}));
    EXPECT_EQ(values(std::get<sparse_matrix>(power(a, 2)))[11], 121);
    EXPECT_THROW(power(a, 0), NotSupportedError);
    EXPECT_THROW(sum(a, 2), ValueError);
}

TEST(SparseRandom, HasTheDensity) {
    random::RandomState state(1);
    const sparse_matrix a = random(30, 40, 0.1, Format::csr, {}, state);
    EXPECT_EQ(a.nnz(), 120);
    EXPECT_EQ(a.format(), Format::csr);
    EXPECT_EQ(random_array({4, 5, 6}, 0.5).nnz(), 60);
    EXPECT_THROW(random(3, 3, 2), ValueError);
}

TEST(SparseConstruct, DiagonalsInAFormat) {
    const sparse_matrix a =
        diags(std::vector{array({1.0}), array({2.0})}, std::vector<std::int64_t>{0, 1}, Shape{2, 3}, Format::csr);
    EXPECT_EQ(a.format(), Format::csr);
    EXPECT_EQ(values(a), (Numbers{1, 2, 0, 0, 1, 2}));
}

TEST(InterpolateFunctions, GiveValuesAndDerivatives) {
    namespace interpolate = scipy::interpolate;
    const ndarray x = arange(3, DType::float64), at = array({3.0});
    EXPECT_EQ(values(interpolate::krogh_interpolate(x, x * x, at, 1)), Numbers{6});
    EXPECT_EQ(values(interpolate::krogh_interpolate(x, x * x, at, Dims{0, 2})), (Numbers{9, 2}));
    EXPECT_NEAR(values(interpolate::barycentric_interpolate(x, x * x, at))[0], 9, 1e-13);
    EXPECT_EQ(interpolate::pchip_interpolate(x, x, at, Dims{0, 1}).size(), 2U);
    const std::vector<ndarray> axes{x, x};
    EXPECT_EQ(values(interpolate::interpn(axes, ones({3, 3}), array({0.5, 1.0}))), Numbers{1});
    EXPECT_THROW(interpolate::interpn(axes, ones({3, 3}), at, "other"), ValueError);
}

}  // namespace
}  // namespace cuprum::scipy::sparse
