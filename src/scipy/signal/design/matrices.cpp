// Small matrices on the host, for designs of systems: arithmetic, factors by LAPACK, and the exponential.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "numerics/lapack.h"
#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal::design {
namespace {

double norm1(const Matrix& a) {
    double largest = 0;
    for (std::int64_t j = 0; j < a.columns; ++j) {
        double sum = 0;
        for (std::int64_t i = 0; i < a.rows; ++i) sum += std::abs(a(i, j));
        largest = std::max(largest, sum);
    }
    return largest;
}

template <class Function>
Matrix element_by_element(const Matrix& a, const Matrix& b, Function&& function) {
    if (a.rows != b.rows || a.columns != b.columns)
        throw ValueError("matrices of different shapes, (" + std::to_string(a.rows) + ", " + std::to_string(a.columns) +
                         ") and (" + std::to_string(b.rows) + ", " + std::to_string(b.columns) + ")");
    Matrix result(a.rows, a.columns, a.is_complex || b.is_complex);
    for (std::size_t i = 0; i < a.values.size(); ++i) result.values[i] = function(a.values[i], b.values[i]);
    return result;
}

std::vector<double> reals_of(const Matrix& a) {
    std::vector<double> result;
    for (const Complex& value : a.values) result.push_back(value.real());
    return result;
}

template <class T>
Matrix matrix_from(const std::vector<T>& values, std::int64_t rows, std::int64_t columns) {
    Matrix result(rows, columns, std::is_same_v<T, Complex>);
    result.values.assign(values.begin(), values.end());
    return result;
}

template <class T>
Matrix solved(const std::vector<T>& a, std::int64_t n, std::vector<T> b, std::int64_t columns) {
    if (!numerics::solve(a, n, b.data(), columns)) throw LinAlgError("the matrix is singular");
    return matrix_from(b, n, columns);
}

template <class T>
QR qr_of(const std::vector<T>& values, std::int64_t rows, std::int64_t columns) {
    const numerics::Qr<T> f = numerics::qr(values, rows, columns);
    return {matrix_from(f.q, rows, rows), matrix_from(f.r, rows, columns)};
}

template <class T>
SVD svd_of(const std::vector<T>& values, std::int64_t rows, std::int64_t columns) {
    numerics::Svd<T> f = numerics::svd(values, rows, columns);
    const std::int64_t count = std::min(rows, columns);
    return {matrix_from(f.u, rows, count), std::move(f.s), matrix_from(f.vh, count, columns)};
}

}  // namespace

Matrix Matrix::identity(std::int64_t n) {
    Matrix result(n, n);
    for (std::int64_t i = 0; i < n; ++i) result(i, i) = 1;
    return result;
}

Matrix Matrix::block(std::int64_t row, std::int64_t column, std::int64_t height, std::int64_t width) const {
    Matrix result(height, width, is_complex);
    for (std::int64_t i = 0; i < height; ++i)
        for (std::int64_t j = 0; j < width; ++j) result(i, j) = (*this)(row + i, column + j);
    return result;
}

void Matrix::set_block(std::int64_t row, std::int64_t column, const Matrix& block) {
    is_complex = is_complex || block.is_complex;
    for (std::int64_t i = 0; i < block.rows; ++i)
        for (std::int64_t j = 0; j < block.columns; ++j) (*this)(row + i, column + j) = block(i, j);
}

Matrix Matrix::transposed() const {
    Matrix result(columns, rows, is_complex);
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j) result(j, i) = (*this)(i, j);
    return result;
}

Matrix Matrix::conjugate_transposed() const {
    Matrix result = transposed();
    for (Complex& value : result.values) value = std::conj(value);
    return result;
}

Matrix operator+(const Matrix& a, const Matrix& b) { return element_by_element(a, b, std::plus<>()); }
Matrix operator-(const Matrix& a, const Matrix& b) { return element_by_element(a, b, std::minus<>()); }

Matrix operator*(const Matrix& a, const Matrix& b) {
    if (a.columns != b.rows)
        throw ValueError("matrices that cannot be multiplied, of " + std::to_string(a.columns) + " columns and " +
                         std::to_string(b.rows) + " rows");
    Matrix result(a.rows, b.columns, a.is_complex || b.is_complex);
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t k = 0; k < a.columns; ++k)
            for (std::int64_t j = 0; j < b.columns; ++j) result(i, j) += a(i, k) * b(k, j);
    return result;
}

Matrix operator*(Complex factor, const Matrix& a) {
    Matrix result = a;
    result.is_complex = a.is_complex || factor.imag() != 0;
    for (Complex& value : result.values) value *= factor;
    return result;
}

Matrix solve(const Matrix& a, const Matrix& b) {
    return a.is_complex || b.is_complex ? solved(a.values, a.rows, b.values, b.columns)
                                        : solved(reals_of(a), a.rows, reals_of(b), b.columns);
}

Complex determinant(const Matrix& a) {
    return a.is_complex ? numerics::determinant(a.values, a.rows) : numerics::determinant(reals_of(a), a.rows);
}

// Scaling and squaring of the Pade approximation of order 13 (Higham 2005).
Matrix exponential(const Matrix& a) {
    if (a.rows == 0) return a;
    const double norm = norm1(a);
    const int squarings = norm > 5.371920351148152 && std::isfinite(norm)
                              ? std::max(0, static_cast<int>(std::ceil(std::log2(norm / 5.371920351148152))))
                              : 0;
    const Matrix scaled = Complex(std::ldexp(1.0, -squarings)) * a, one = Matrix::identity(a.rows);
    double coefficients[14] = {1};
    for (int k = 1; k < 14; ++k) coefficients[k] = coefficients[k - 1] * (14 - k) / (k * (27.0 - k));
    const Matrix a2 = scaled * scaled, a4 = a2 * a2, a6 = a4 * a2;
    const auto part = [&](int first) {  // the even or the odd powers
        const auto c = [&](int k) { return Complex(coefficients[first + k]); };
        const Matrix high = c(12) * a6;
        return a6 * (high + c(10) * a4 + c(8) * a2) + c(6) * a6 + c(4) * a4 + c(2) * a2 + c(0) * one;
    };
    const Matrix even = part(0), odd = scaled * part(1);
    Matrix result = solve(even - odd, even + odd);
    for (int k = 0; k < squarings; ++k) result = result * result;
    return result;
}

QR factor_qr(const Matrix& a) {
    return a.is_complex ? qr_of(a.values, a.rows, a.columns) : qr_of(reals_of(a), a.rows, a.columns);
}

SVD singular_values(const Matrix& a) {
    return a.is_complex ? svd_of(a.values, a.rows, a.columns) : svd_of(reals_of(a), a.rows, a.columns);
}

Matrix matrix_of(const Numbers& numbers, const char* function) {
    if (numbers.ndim() > 2)
        throw ValueError(std::string(function) + " takes matrices, found the shape " + to_string(numbers.shape()));
    const std::int64_t columns = numbers.ndim() ? numbers.shape()[numbers.ndim() - 1] : 1,
                       rows = numbers.ndim() == 2 ? numbers.shape()[0] : 1;
    Matrix result(rows, columns, numbers.is_complex());
    result.values = numbers.values();
    return result;
}

ndarray array_of(const Matrix& matrix) {
    return array_of(List(matrix.values, matrix.is_complex), {matrix.rows, matrix.columns});
}

}  // namespace cuprum::scipy::signal::design
