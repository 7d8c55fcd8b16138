// Numerical methods on the host (src/numerics).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "cuprum/error.h"
#include "numerics/fourier.h"
#include "numerics/lapack.h"
#include "numerics/minimize.h"

namespace {

using namespace cuprum;
using numerics::Complex;

constexpr double eps = std::numeric_limits<double>::epsilon();

template <class T>
std::vector<T> random_matrix(std::int64_t rows, std::int64_t columns, unsigned seed) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    std::vector<T> result(static_cast<std::size_t>(rows * columns));
    for (T& x : result) {
        if constexpr (std::is_same_v<T, double>) x = normal(engine);
        else x = {normal(engine), normal(engine)};
    }
    return result;
}

template <class T>
std::vector<T> product(const std::vector<T>& a, const std::vector<T>& b, std::int64_t n, std::int64_t m,
                       std::int64_t k) {
    std::vector<T> c(static_cast<std::size_t>(n * k));
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t l = 0; l < m; ++l)
            for (std::int64_t j = 0; j < k; ++j) c[i * k + j] += a[i * m + l] * b[l * k + j];
    return c;
}

template <class T>
std::vector<T> adjoint(const std::vector<T>& a, std::int64_t n, std::int64_t m) {
    std::vector<T> c(a.size());
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < m; ++j) {
            if constexpr (std::is_same_v<T, double>) c[j * n + i] = a[i * m + j];
            else c[j * n + i] = std::conj(a[i * m + j]);
        }
    return c;
}

template <class T>
void expect_near(const std::vector<T>& a, const std::vector<T>& b, double tolerance) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LE(std::abs(a[i] - b[i]), tolerance) << "element " << i;
}

template <class T>
class Numerics : public testing::Test {};
using Types = testing::Types<double, Complex>;
TYPED_TEST_SUITE(Numerics, Types);

TYPED_TEST(Numerics, SolvesEquations) {
    const std::int64_t n = 9, k = 3;
    const auto a = random_matrix<TypeParam>(n, n, 1), x = random_matrix<TypeParam>(n, k, 2);
    auto b = product(a, x, n, n, k);
    ASSERT_TRUE(numerics::solve(a, n, b.data(), k));
    expect_near(b, x, 1e-12);
    EXPECT_FALSE(numerics::solve(std::vector<TypeParam>(4), 2, b.data(), 1));
}

TYPED_TEST(Numerics, DeterminantIsThatOfAPermutation) {
    EXPECT_EQ(numerics::determinant<TypeParam>({0, 2, 0, 0, 0, 3, 5, 0, 0}, 3), TypeParam(30));
    EXPECT_EQ(numerics::determinant<TypeParam>({0, 2, 5, 0}, 2), TypeParam(-10));
    EXPECT_EQ(numerics::determinant<TypeParam>({1, 1, 1, 1}, 2), TypeParam(0));
}

TYPED_TEST(Numerics, QrOfTallAndWideMatrices) {
    for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{7, 4}, {4, 7}, {5, 5}, {3, 0}}) {
        const auto a = random_matrix<TypeParam>(rows, columns, 3);
        const auto f = numerics::qr(a, rows, columns);
        expect_near(product(f.q, f.r, rows, rows, columns), a, 1e-14);
        std::vector<TypeParam> one(static_cast<std::size_t>(rows * rows));
        for (std::int64_t i = 0; i < rows; ++i) one[i * rows + i] = 1;
        expect_near(product(adjoint(f.q, rows, rows), f.q, rows, rows, rows), one, 1e-14);
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < std::min(i, columns); ++j) EXPECT_EQ(f.r[i * columns + j], TypeParam(0));
    }
}

TYPED_TEST(Numerics, SvdOfTallAndWideMatrices) {
    for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{6, 3}, {3, 6}, {4, 4}}) {
        const std::int64_t k = std::min(rows, columns);
        const auto a = random_matrix<TypeParam>(rows, columns, 4);
        auto f = numerics::svd(a, rows, columns);
        for (std::int64_t j = 1; j < k; ++j) EXPECT_GE(f.s[j - 1], f.s[j]);
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < k; ++j) f.u[i * k + j] *= f.s[j];
        expect_near(product(f.u, f.vh, rows, k, columns), a, 1e-14);
    }
}

TYPED_TEST(Numerics, EighOfAHermitianMatrix) {
    const std::int64_t n = 8;
    auto a = random_matrix<TypeParam>(n, n, 5);
    const auto b = adjoint(a, n, n);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = (a[i] + b[i]) / 2.0;
    const auto f = numerics::eigh(a, n);
    auto scaled = f.vectors;
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) scaled[i * n + j] *= f.values[j];
    expect_near(product(a, f.vectors, n, n, n), scaled, 1e-13);
    EXPECT_TRUE(std::is_sorted(f.values.begin(), f.values.end()));
}

TYPED_TEST(Numerics, EigenvaluesAddUpToTheTrace) {
    const std::int64_t n = 10;
    const auto a = random_matrix<TypeParam>(n, n, 6);
    const std::vector<Complex> values = numerics::eigenvalues(a, n);
    Complex trace = 0, sum = 0;
    for (std::int64_t i = 0; i < n; ++i) trace += a[i * n + i];
    for (const Complex& value : values) sum += value;
    EXPECT_LE(std::abs(trace - sum), 1e-12);
    EXPECT_THROW(numerics::eigenvalues<TypeParam>({NAN}, 1), LinAlgError);
}

TEST(HostNumerics, EigenvaluesOfRealMatricesComeInPairs) {
    const std::vector<Complex> values = numerics::eigenvalues<double>({0, -1, 1, 0}, 2);
    EXPECT_EQ(values[0], Complex(0, 1));
    EXPECT_EQ(values[1], Complex(0, -1));
}

TEST(HostNumerics, SchurFormIsSorted) {
    const std::int64_t n = 12;
    const auto a = random_matrix<Complex>(n, n, 7);
    numerics::Schur schur(a, n);
    schur.sort([](Complex x, Complex y) { return std::abs(x) > std::abs(y); });
    for (std::int64_t k = 1; k < n; ++k)
        EXPECT_GE(std::abs(schur.eigenvalue(k - 1)), std::abs(schur.eigenvalue(k)) * (1 - 1e-12));
    const std::vector<Complex> vectors = schur.eigenvectors();
    for (std::int64_t k = 0; k < n; ++k) {
        double size = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            Complex image = 0;
            for (std::int64_t j = 0; j < n; ++j) image += a[i * n + j] * vectors[k * n + j];
            EXPECT_LE(std::abs(image - schur.eigenvalue(k) * vectors[k * n + i]), 1e-12);
            size += std::norm(vectors[k * n + i]);
        }
        EXPECT_NEAR(size, 1, 1e-14);
    }
}

TYPED_TEST(Numerics, BandedEquations) {
    for (const std::int64_t n : {1, 5, 40}) {
        const int band = 3;
        const std::int64_t columns = 2;
        numerics::BandedMatrix matrix(n, band);
        std::mt19937_64 engine(8);
        std::normal_distribution<double> normal;
        std::vector<double> full(static_cast<std::size_t>(n * n));
        for (std::int64_t i = 0; i < n; ++i)
            for (std::int64_t j = 0; j < n; ++j)
                if (matrix.holds(i, j)) matrix.at(i, j) = full[i * n + j] = normal(engine);
        const auto x = random_matrix<TypeParam>(n, columns, 9);
        std::vector<TypeParam> b(x.size());
        for (std::int64_t i = 0; i < n; ++i)
            for (std::int64_t l = 0; l < n; ++l)
                for (std::int64_t j = 0; j < columns; ++j) b[i * columns + j] += full[i * n + l] * x[l * columns + j];
        ASSERT_TRUE(matrix.factor());
        matrix.solve(b.data(), columns);
        expect_near(b, x, 1e-11);
    }
    EXPECT_FALSE(numerics::BandedMatrix(3, 1).factor());
}

TEST(HostNumerics, PositiveDefiniteAndLeastSquares) {
    std::vector<double> b{3, 3};
    EXPECT_TRUE(numerics::solve_positive_definite({2, 1, 1, 2}, 2, b));
    expect_near(b, {1, 1}, 4 * eps);
    EXPECT_FALSE(numerics::solve_positive_definite({1, 2, 2, 1}, 2, b));
    EXPECT_FALSE(numerics::solve_positive_definite({1, 1, 1, 1}, 2, b));
    expect_near(numerics::least_squares({1, 1, 1, 1}, 2, {2, 2}), {1, 1}, 4 * eps);
}

TEST(HostNumerics, TridiagonalMatrices) {
    const int n = 20;  // the second difference, of which eigenvalues are known
    const std::vector<double> diagonal(n, 2), off_diagonal(n - 1, -1);
    const std::vector<double> values = numerics::tridiagonal_eigenvalues(diagonal, off_diagonal);
    const numerics::Eigh<double> largest = numerics::largest_tridiagonal(diagonal, off_diagonal, 3);
    for (int k = 1; k <= n; ++k) {
        const double value = 2 - 2 * std::cos(k * std::numbers::pi / (n + 1));
        EXPECT_NEAR(values[static_cast<std::size_t>(k - 1)], value, 8 * eps);
        if (k > n - 3) {
            EXPECT_NEAR(largest.values[static_cast<std::size_t>(n - k)], value, 8 * eps);
        }
    }
    for (int k = 0; k < 3; ++k) {
        const double* x = largest.vectors.data() + k * n;
        for (int i = 0; i < n; ++i) {
            const double image = 2 * x[i] - (i ? x[i - 1] : 0) - (i + 1 < n ? x[i + 1] : 0);
            EXPECT_NEAR(image, largest.values[static_cast<std::size_t>(k)] * x[i], 1e-14);
        }
    }
}

TEST(HostNumerics, FourierTransformOfEveryLength) {
    for (std::size_t n : {0, 1, 2, 3, 5, 8, 30, 97, 1009}) {
        const auto x = random_matrix<Complex>(1, static_cast<std::int64_t>(n), 10);
        auto y = x;
        numerics::fft(y);
        if (n && n < 100)
            for (std::size_t k = 0; k < n; ++k) {
                Complex sum = 0;
                for (std::size_t j = 0; j < n; ++j)
                    sum += x[j] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k % n) /
                                                      static_cast<double>(n));
                EXPECT_LE(std::abs(sum - y[k]), 1e-13);
            }
        numerics::fft(y, true);
        for (Complex& value : y) value /= static_cast<double>(n);
        expect_near(y, x, 1e-14);
    }
}

TEST(HostNumerics, MinimaAndRoots) {
    const auto rosenbrock = [](const std::vector<double>& x) {
        return 100 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1 - x[0], 2);
    };
    expect_near(numerics::nelder_mead(rosenbrock, {-1.2, 1}), {1, 1}, 1e-7);
    EXPECT_NEAR(numerics::minimize_bounded([](double x) { return (x - 2) * (x - 2); }, 0, 5), 2, 1e-5);
    EXPECT_NEAR(numerics::bisect([](double x) { return 2 - x * x; }, 0, 5), std::sqrt(2), eps);
}

}  // namespace
