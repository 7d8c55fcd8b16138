// Products, einsum and linear algebra from C++; and the interface to the libraries below them.
#include <gtest/gtest.h>

#include <cmath>

#include "array_of.h"
#include "cuprum/creation.h"
#include "cuprum/cublas.h"
#include "cuprum/cuda.h"
#include "cuprum/cusolver.h"
#include "cuprum/einsum.h"
#include "cuprum/errstate.h"
#include "cuprum/lapack.h"
#include "cuprum/linalg.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/matrices/determinant.h"
#include "kernel/engine/matrices/nan_poisoning.h"
#include "runtime/backend.h"
#include "runtime/linear_algebra.h"

namespace cuprum {
namespace {

/// The largest difference between two arrays.
double distance(const ndarray& a, const ndarray& b) {
    EXPECT_EQ(a.shape(), b.shape());
    return a.size() ? max(absolute(subtract(a, b))).item().to_double() : 0;
}

/// Numbers from -1 to 1 without a pattern.
ndarray noise(const Shape& shape, DType dtype = DType::float64) {
    const ndarray places = arange(element_count(shape)).astype(DType::float64).reshape(shape);
    return sin(multiply(add(places, 1), 12.9898)).astype(dtype);
}

TEST(Products, MatricesAndVectors) {
    const ndarray a = array_of<double>({2, 3}, {1, 2, 3, 4, 5, 6}), b = array_of<double>({3, 2}, {1, 0, 0, 1, 1, 1});
    EXPECT_EQ(matmul(a, b).to_vector<double>(), (std::vector<double>{4, 5, 10, 11}));
    EXPECT_EQ(matmul(a, a.T()).to_vector<double>(), (std::vector<double>{14, 32, 32, 77}));
    EXPECT_EQ(matmul(a, array_of<double>({3}, {1, 1, 1})).to_vector<double>(), (std::vector<double>{6, 15}));
    EXPECT_EQ(dot(a, b).to_vector<double>(), matmul(a, b).to_vector<double>());
    EXPECT_EQ(inner(a, a).to_vector<double>(), matmul(a, a.T()).to_vector<double>());
    EXPECT_EQ(vdot(a, a).item().to_double(), 91);
    EXPECT_EQ(tensordot(a, a).item().to_double(), 91);
    EXPECT_EQ(outer(a, b).shape(), (Shape{6, 6}));
    EXPECT_EQ(kron(a, b).shape(), (Shape{6, 6}));
    EXPECT_EQ(trace(a).item().to_double(), 6);
    EXPECT_EQ(cross(array_of<double>({3}, {1, 0, 0}), array_of<double>({3}, {0, 1, 0})).to_vector<double>(),
              (std::vector<double>{0, 0, 1}));
}

TEST(Products, IntegersWrapAround) {
    const ndarray a = array_of<std::int8_t>({2, 2}, {100, 100, -100, 3});
    EXPECT_EQ(matmul(a, a).to_vector<std::int8_t>(),
              (std::vector<std::int8_t>{static_cast<std::int8_t>(0), static_cast<std::int8_t>(10300),
                                        static_cast<std::int8_t>(-10300), static_cast<std::int8_t>(-9991)}));
}

TEST(Products, BatchesAreBroadcastWithoutCopies) {
    const ndarray a = noise({5, 4, 3}), b = noise({3, 6});
    const ndarray product = matmul(a, b);
    ASSERT_EQ(product.shape(), (Shape{5, 4, 6}));
    for (std::int64_t i = 0; i < 5; ++i) EXPECT_LT(distance(product(i), matmul(a(i), b)), 1e-14);
    // Batches along two axes that do not merge go by addresses.
    const ndarray c = noise({2, 1, 4, 3}), d = noise({2, 3, 3, 5});
    const ndarray both = matmul(c, d);
    for (std::int64_t i = 0; i < 2; ++i)
        for (std::int64_t j = 0; j < 3; ++j) EXPECT_LT(distance(both(i, j), matmul(c(i, 0), d(i, j))), 1e-14);
}

TEST(Products, OutputsMayLieAnyhow) {
    const ndarray a = noise({4, 3}), b = noise({3, 5}), expected = matmul(a, b);
    for (const ndarray& out : {zeros({4, 5}), zeros({5, 4}).T(), zeros({8, 10})(Slice{{}, {}, 2}, Slice{{}, {}, 2})}) {
        matmul(a, b, {.out = &out});
        EXPECT_LT(distance(out, expected), 1e-14);
    }
    const ndarray square = noise({3, 3});
    const ndarray squared = matmul(square, square);
    matmul(square, square, {.out = &square});
    EXPECT_LT(distance(square, squared), 1e-14);
}

TEST(Products, ErrorsSayWhatWasFound) {
    try {
        matmul(ones({2, 3}), ones({4, 5}));
        FAIL();
    } catch (const ValueError& error) {
        EXPECT_NE(std::string(error.what()).find("size 4 is different from 3"), std::string::npos) << error.what();
    }
    EXPECT_THROW(matmul(ones({}), ones({3})), ValueError);
    EXPECT_THROW(matmul(ones({2, 3, 3}), ones({3, 3, 3})), ValueError);
    EXPECT_THROW(dot(ones({2, 3}), ones({2, 3})), ValueError);
    EXPECT_THROW(tensordot(ones({2, 3}), ones({2, 3}), 1), ValueError);
}

TEST(Einsum, IsWhatItsLettersSay) {
    const ndarray a = noise({3, 4}), b = noise({4, 5}), c = noise({5, 2});
    EXPECT_LT(distance(einsum("ij,jk->ik", {a, b}), matmul(a, b)), 1e-14);
    EXPECT_LT(distance(einsum("ij,jk->ki", {a, b}), matmul(a, b).T()), 1e-14);
    EXPECT_LT(distance(einsum("ij,jk,kl", {a, b, c}), matmul(matmul(a, b), c)), 1e-14);
    EXPECT_LT(distance(einsum("ij->", {a}), sum(a)), 1e-14);
    const ndarray square = noise({4, 4});
    EXPECT_EQ(einsum("ii->i", {square}).pointer(cuda::Access::write), square.pointer(cuda::Access::write));
    EXPECT_THROW(einsum("ij,jk", {a, a}), ValueError);
    EXPECT_THROW(einsum("ij->k", {a}), ValueError);
    const EinsumPath path = einsum_path("ij,jk,kl", {a, b, c});
    EXPECT_EQ(path.steps.size(), 2u);
    EXPECT_LT(distance(einsum("ij,jk,kl", {a, b, c}, {.optimize = {.steps = path.steps}}), matmul(matmul(a, b), c)),
              1e-14);
}

TEST(Linalg, EquationsAndInverses) {
    for (const Shape& shape : {Shape{5, 5}, Shape{3, 4, 4}}) {
        const ndarray a = add(noise(shape), multiply(eye(shape.back()), 4.0)), b = noise(shape);
        EXPECT_LT(distance(matmul(a, linalg::solve(a, b)), b), 1e-13);
        EXPECT_LT(distance(matmul(a, linalg::inv(a)), eye(shape.back()).broadcast_to(shape)), 1e-13);
        const linalg::Slogdet slogdet = linalg::slogdet(a);
        EXPECT_LT(distance(multiply(slogdet.sign, exp(slogdet.logabsdet)), linalg::det(a)), 1e-9);
    }
    EXPECT_THROW(linalg::inv(ones({3, 3})), LinAlgError);
    EXPECT_THROW(linalg::inv(ones({2, 3})), LinAlgError);
    EXPECT_EQ(linalg::det(ones({3, 3})).item().to_double(), 0);
}

TEST(Linalg, FailuresThatAreIgnored) {
    const ndarray identity = eye(3), singular = ones({3, 3});
    const ndarray both = concatenate({identity.reshape({1, 3, 3}), singular.reshape({1, 3, 3})});
    EXPECT_EQ(geterr().linalg, OnError::raise);
    {
        const errstate quiet({.linalg = OnError::ignore});
        const ndarray inverses = linalg::inv(both);
        EXPECT_EQ(distance(inverses(0), identity), 0);
        EXPECT_TRUE(all(isnan(inverses(1))).item().to_bool());
        EXPECT_TRUE(all(isnan(linalg::solve(singular, ones({3})))).item().to_bool());
        EXPECT_EQ(seterr({}).linalg, OnError::ignore);
        EXPECT_THROW(linalg::inv(singular), LinAlgError);
    }
    EXPECT_THROW(linalg::inv(singular), LinAlgError);
}

TEST(Linalg, RoutinesByTheirNames) {
    const ndarray a = noise({3, 4}), b = noise({5, 4}), x = noise({4});
    EXPECT_LT(distance(cublas::gemm('N', 'T', a, b, nullptr, 2.0), multiply(matmul(a, b.T()), 2.0)), 1e-13);
    const ndarray y = ones({3});
    cublas::gemv('N', 2.0, a, x, 0.5, y);
    EXPECT_LT(distance(y, add(multiply(matmul(a, x), 2.0), 0.5)), 1e-13);
    EXPECT_EQ(cublas::nrm2(array_of<double>({2}, {3, 4})).item().to_double(), 5);
    const cusolver::ColumnSVD parts = cusolver::gesvdj(a, false);
    EXPECT_LT(distance(matmul(multiply(parts.u, parts.s), parts.v.T()), a), 1e-13);
    const ndarray square = add(noise({4, 4}), multiply(eye(4), 4.0)), right = x.copy();
    lapack::gesv(square, right);
    EXPECT_LT(distance(matmul(square, right), x), 1e-13);
    EXPECT_THROW(lapack::posv(negative(eye(2)), ones({2})), LinAlgError);
}

TEST(Linalg, Decompositions) {
    for (const DType dtype : {DType::float64, DType::complex128}) {
        ndarray a = noise({2, 6, 4}, dtype);
        if (dtype == DType::complex128) a = add(a, multiply(flip(a, -1), std::complex<double>(0, 1)));
        const auto adjoint = [](const ndarray& x) { return conjugate(x.swapaxes(-2, -1)); };
        const linalg::QR qr = linalg::qr(a);
        EXPECT_LT(distance(matmul(qr.q, qr.r), a), 1e-13);
        EXPECT_LT(distance(matmul(adjoint(qr.q), qr.q), eye(4, {}, 0, dtype).broadcast_to({2, 4, 4})), 1e-13);
        const linalg::SVD svd = linalg::svd(a, false);
        EXPECT_LT(distance(matmul(multiply(svd.u, svd.s.reshape({2, 1, 4})), svd.vh), a), 1e-13);
        const ndarray gram = add(matmul(adjoint(a), a), eye(4, {}, 0, dtype));
        const ndarray lower = linalg::cholesky(gram);
        EXPECT_LT(distance(matmul(lower, adjoint(lower)), gram), 1e-12);
        const linalg::Eig eigh = linalg::eigh(gram);
        EXPECT_LT(
            distance(matmul(gram, eigh.eigenvectors), multiply(eigh.eigenvectors, eigh.eigenvalues.reshape({2, 1, 4}))),
            1e-12);
    }
    EXPECT_THROW(linalg::cholesky(negative(eye(3))), LinAlgError);
}

TEST(Linalg, Norms) {
    const ndarray a = array_of<double>({2, 2}, {3, 0, 4, 0});
    EXPECT_EQ(linalg::norm(a).item().to_double(), 5);
    EXPECT_EQ(linalg::norm(a, 1).item().to_double(), 7);
    EXPECT_EQ(linalg::norm(a, HUGE_VAL).item().to_double(), 4);
    EXPECT_EQ(linalg::norm(a, {}, Dims{0}).to_vector<double>(), (std::vector<double>{5, 0}));
    EXPECT_NEAR(linalg::norm(a, "nuc").item().to_double(), 5, 1e-14);
    EXPECT_THROW(linalg::norm(a, 3), ValueError);
    EXPECT_EQ(linalg::matrix_rank(a).item().to_int(), 1);
    EXPECT_TRUE(std::isinf(linalg::cond(a).item().to_double()) || linalg::cond(a).item().to_double() > 1e15);
}

TEST(Linalg, LeastSquares) {
    const ndarray a = array_of<double>({3, 2}, {1, 0, 1, 1, 1, 2}), b = array_of<double>({3}, {1, 3, 5});
    const linalg::Lstsq result = linalg::lstsq(a, b);
    EXPECT_LT(distance(result.x, array_of<double>({2}, {1, 2})), 1e-14);
    EXPECT_EQ(result.rank.item().to_int(), 2);
    EXPECT_EQ(result.residuals.size(), 1);
    EXPECT_LT(distance(matmul(linalg::pinv(a), b), result.x), 1e-14);
}

TEST(Linalg, AStreamOfOnesOwnTellsErrorsWhenItIsWaitedFor) {
    const cuda::Stream stream;
    const cuda::StreamGuard guard(stream);
    const ndarray good = linalg::inv(multiply(eye(3), 2.0));
    stream.synchronize();
    EXPECT_LT(distance(good, multiply(eye(3), 0.5)), 1e-15);
    EXPECT_THROW(
        {
            linalg::inv(zeros({3, 3}));
            stream.synchronize();
        },
        LinAlgError);
    stream.synchronize();
}

// The interface itself: every combination of stored and transposed operands, batches by strides and by addresses.
TEST(Linalg, MatricesWithNanAreMarkedAndSpoiled) {
    for (const DType dtype : {DType::float32, DType::float64, DType::complex64, DType::complex128}) {
        const ndarray matrices = noise({3, 40, 41}, dtype), marks = zeros({3}, DType::int32),
                      codes = ones({3}, DType::int32);
        matrices.assign({1, 39, 40}, full({}, std::nan(""), dtype));
        const ndarray copy = empty(matrices.shape(), dtype);
        int* const mark = static_cast<int*>(marks.pointer(cuda::Access::write));
        kernel::mark_nan(matrices, &copy, mark);
        EXPECT_EQ(marks.to_vector<std::int32_t>(), (std::vector<std::int32_t>{0, 1, 0}));
        EXPECT_EQ(distance(copy(0), matrices(0)), 0);
        EXPECT_EQ(distance(copy(2), matrices(2)), 0);
        EXPECT_EQ(count_nonzero(isnan(copy)).item().to_int(), 1);
        kernel::mark_nan(matrices, nullptr, mark);
        kernel::poison(copy, 3, mark, static_cast<int*>(codes.pointer(cuda::Access::write)));
        EXPECT_EQ(codes.to_vector<std::int32_t>(), (std::vector<std::int32_t>{1, 0, 1}));
        EXPECT_EQ(count_nonzero(isnan(copy(1))).item().to_int(), 40 * 41);
        EXPECT_EQ(distance(copy(0), matrices(0)) + distance(copy(2), matrices(2)), 0);

        // Factors that know nothing of the NaN.
        const ndarray factors = stack({eye(4, {}, 0, dtype), eye(4, {}, 0, dtype), eye(4, {}, 0, dtype)});
        const ndarray pivots = add(arange(4), zeros({3, 1}, DType::int64)) + 1, values = empty({3}, dtype);
        kernel::determinants(factors, pivots, mark, nullptr, values);
        EXPECT_EQ(isnan(values).astype(DType::int32).to_vector<std::int32_t>(), (std::vector<std::int32_t>{0, 1, 0}));
        kernel::determinants(factors, pivots, nullptr, nullptr, values);
        EXPECT_EQ(distance(values, ones({3}, dtype)), 0);
    }
}

TEST(LinearAlgebra, EveryKindOfProduct) {
    using runtime::Op;
    runtime::LinearAlgebra& library = runtime::backend().linear_algebra();
    const std::int64_t m = 3, n = 4, k = 5, batch = 2;
    const ndarray a = noise({batch, m, k}), b = noise({batch, k, n}), expected = matmul(a, b);
    for (const bool a_turned : {false, true})
        for (const bool b_turned : {false, true}) {
            const ndarray left = a_turned ? a.swapaxes(1, 2).copy() : a, right = b_turned ? b.swapaxes(1, 2).copy() : b;
            const ndarray c = zeros({batch, m, n});
            runtime::Product product{
                DType::float64,
                m,
                n,
                k,
                batch,
                {left.pointer(cuda::Access::write), a_turned ? m : k, m * k, a_turned ? Op::transpose : Op::none},
                {right.pointer(cuda::Access::write), b_turned ? k : n, k * n, b_turned ? Op::transpose : Op::none},
                {c.pointer(cuda::Access::write), n, m * n, Op::none}};
            library.multiply(product, nullptr);
            EXPECT_LT(distance(c, expected), 1e-14);
        }
}

}  // namespace
}  // namespace cuprum
