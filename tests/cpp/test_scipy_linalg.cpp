// SciPy's linear algebra from C++.
#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::linalg {

using namespace cuprum::linalg;
namespace {

double distance(const ndarray& a, const ndarray& b) {
    EXPECT_EQ(a.shape(), b.shape());
    return a.size() ? max(absolute(subtract(a, b))).item().to_double() : 0;
}

/// Numbers from -1 to 1 without a pattern.
ndarray noise(const Shape& shape) {
    return sin(multiply(add(arange(element_count(shape)), 1), 12.9898)).reshape(shape);
}

TEST(ScipyLinalg, PartsMultiplyToTheMatrix) {
    for (const Shape& shape : {Shape{4, 4}, Shape{5, 3}, Shape{3, 5}, Shape{6, 4, 4}}) {
        const ndarray a = noise(shape);
        const Lu parts = lu(a), permuted = lu(a, true);
        EXPECT_LT(distance(matmul(matmul(*parts.p, parts.l), parts.u), a), 1e-14);
        EXPECT_LT(distance(matmul(permuted.l, permuted.u), a), 1e-14);
        const Lu indexed = lu(a, false, true, true);
        EXPECT_EQ(indexed.p->dtype(), DType::int32);
    }
}

TEST(ScipyLinalg, FactorsSolve) {
    const ndarray a = add(noise({3, 5, 5}), multiply(eye(5), 3.0)), b = noise({3, 5, 2});
    const LuFactors factors = lu_factor(a);
    EXPECT_LT(distance(matmul(a, lu_solve(factors, b)), b), 1e-13);
    EXPECT_LT(distance(matmul(a.swapaxes(-2, -1), lu_solve(factors, b, 1)), b), 1e-13);
    const ndarray vector = noise({5});
    EXPECT_LT(distance(matvec(a, lu_solve(factors, vector)), vector.broadcast_to({3, 5})), 1e-13);
    EXPECT_THROW(lu_solve(factors, noise({4})), ValueError);
    EXPECT_THROW(lu_solve(factors, b, 3), ValueError);
}

TEST(ScipyLinalg, TrianglesSolve) {
    const ndarray a = add(noise({4, 4}), multiply(eye(4), 3.0)), b = noise({4, 2});
    EXPECT_LT(distance(matmul(triu(a), solve_triangular(a, b)), b), 1e-14);
    EXPECT_LT(distance(matmul(tril(a).T(), solve_triangular(a, b, 1, true)), b), 1e-14);
    EXPECT_THROW(solve_triangular(zeros({2, 2}), ones({2})), LinAlgError);
    const ndarray positive = matmul(a, a.T()), factor = cholesky(positive);
    EXPECT_LT(distance(matmul(positive, cho_solve({factor, true}, b)), b), 1e-12);
    EXPECT_LT(distance(matmul(positive, cho_solve({cholesky(positive, true), false}, b)), b), 1e-12);
    EXPECT_LT(distance(matmul(positive, invh(positive)), eye(4)), 1e-12);
    EXPECT_THROW(invh(negative(eye(2))), LinAlgError);
}

TEST(ScipyLinalg, Exponentials) {
    const ndarray a = noise({2, 4, 4});
    for (double size : {1e-3, 0.1, 0.5, 1.5, 5.0, 40.0}) {
        const ndarray x = multiply(a, size);
        // exp(x) exp(-x) is one, up to how large both are.
        const ndarray one = matmul(expm(x), expm(negative(x)));
        const double scale =
            max(absolute(expm(x))).item().to_double() * max(absolute(expm(negative(x)))).item().to_double();
        EXPECT_LT(distance(one, eye(4).broadcast_to({2, 4, 4})), 1e-13 * scale) << size;
    }
    EXPECT_EQ(distance(expm(zeros({3, 3})), eye(3)), 0);
    EXPECT_THROW(expm(ones({2, 3})), LinAlgError);
}

TEST(ScipyLinalg, SpecialMatrices) {
    const ndarray c = arange(1, 4);
    EXPECT_EQ(toeplitz(c).to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 2, 3, 2, 1, 2, 3, 2, 1}));
    EXPECT_EQ(hankel(c).to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 2, 3, 2, 3, 0, 3, 0, 0}));
    EXPECT_EQ(circulant(c).to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 3, 2, 2, 1, 3, 3, 2, 1}));
    EXPECT_EQ(hadamard(2).to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 1, 1, -1}));
    EXPECT_EQ(block_diag({ones({1, 1}), ones({2, 1})}).to_vector<double>(), (std::vector<double>{1, 0, 0, 1, 0, 1}));
    EXPECT_EQ(khatri_rao(c.reshape({1, 3}), c.reshape({1, 3})).to_vector<std::int64_t>(),
              (std::vector<std::int64_t>{1, 4, 9}));
    EXPECT_EQ(convolution_matrix(c, 2).shape(), (Shape{4, 2}));
    EXPECT_EQ(bandwidth(eye(4, {}, -2)), (std::pair<std::int64_t, std::int64_t>(2, 0)));
    EXPECT_LT(distance(matmul(helmert(5, true), helmert(5, true).T()), eye(5)), 1e-14);
    EXPECT_EQ(hilbert(3)(2, 2).item().to_double(), 0.2);
    EXPECT_EQ(dft(4).dtype(), DType::complex128);
    EXPECT_EQ(fiedler(c).shape(), (Shape{3, 3}));
    EXPECT_EQ(companion(c).shape(), (Shape{2, 2}));
    EXPECT_EQ(fiedler_companion(c).shape(), (Shape{2, 2}));
    EXPECT_EQ(leslie(c, arange(2)).shape(), (Shape{3, 3}));
    EXPECT_THROW(hadamard(3), ValueError);
}

}  // namespace
}  // namespace cuprum::scipy::linalg
