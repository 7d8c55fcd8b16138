#include <algorithm>
#include <cmath>

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

/// Gaussian elimination with exchanges of rows, of `a` and beside it of `b`; returns the sign of the exchanges, and 0
/// where a pivot is zero.
int eliminate(Matrix& a, Matrix& b) {
    const std::int64_t n = a.rows;
    int sign = 1;
    for (std::int64_t k = 0; k < n; ++k) {
        std::int64_t pivot = k;
        for (std::int64_t i = k + 1; i < n; ++i)
            if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
        if (a(pivot, k) == 0.0) return 0;
        if (pivot != k) {
            sign = -sign;
            for (std::int64_t j = 0; j < n; ++j) std::swap(a(k, j), a(pivot, j));
            for (std::int64_t j = 0; j < b.columns; ++j) std::swap(b(k, j), b(pivot, j));
        }
        for (std::int64_t i = k + 1; i < n; ++i) {
            const Complex factor = a(i, k) / a(k, k);
            if (factor == 0.0) continue;
            for (std::int64_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
            for (std::int64_t j = 0; j < b.columns; ++j) b(i, j) -= factor * b(k, j);
        }
    }
    return sign;
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

Matrix solve(Matrix a, Matrix b) {
    b.is_complex = b.is_complex || a.is_complex;
    if (!eliminate(a, b)) throw LinAlgError("the matrix is singular");
    for (std::int64_t i = a.rows; i-- > 0;)
        for (std::int64_t j = 0; j < b.columns; ++j) {
            Complex rest = b(i, j);
            for (std::int64_t k = i + 1; k < a.rows; ++k) rest -= a(i, k) * b(k, j);
            b(i, j) = rest / a(i, i);
        }
    return b;
}

Complex determinant(Matrix a) {
    Matrix none(a.rows, 0);
    const int sign = eliminate(a, none);
    Complex result = sign;
    for (std::int64_t i = 0; sign && i < a.rows; ++i) result *= a(i, i);
    return result;
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
    QR f{Matrix::identity(a.rows), a};
    f.q.is_complex = a.is_complex;
    for (std::int64_t k = 0; k < std::min(a.rows - (a.is_complex ? 0 : 1), a.columns); ++k) {
        double length = 0;
        for (std::int64_t i = k; i < a.rows; ++i) length += std::norm(f.r(i, k));
        length = std::sqrt(length);
        if (length == 0) continue;
        // Householder's reflection as LAPACK chooses it: the diagonal gets a real number of the other sign.
        const Complex first = f.r(k, k);
        double below = 0;
        for (std::int64_t i = k + 1; i < a.rows; ++i) below += std::norm(f.r(i, k));
        if (below == 0 && first.imag() == 0) continue;
        const double beta = first.real() > 0 ? -length : length;
        const Complex tau = (beta - first) / beta, scale = 1.0 / (first - beta);
        std::vector<Complex> v(static_cast<std::size_t>(a.rows));
        v[static_cast<std::size_t>(k)] = 1;
        for (std::int64_t i = k + 1; i < a.rows; ++i) v[static_cast<std::size_t>(i)] = f.r(i, k) * scale;
        for (std::int64_t j = k; j < a.columns; ++j) {  // H^H from the left: r
            Complex sum = 0;
            for (std::int64_t i = k; i < a.rows; ++i) sum += std::conj(v[static_cast<std::size_t>(i)]) * f.r(i, j);
            for (std::int64_t i = k; i < a.rows; ++i)
                f.r(i, j) -= std::conj(tau) * v[static_cast<std::size_t>(i)] * sum;
        }
        for (std::int64_t i = k + 1; i < a.rows; ++i) f.r(i, k) = 0;
        for (std::int64_t i = 0; i < a.rows; ++i) {  // H from the right: q
            Complex sum = 0;
            for (std::int64_t j = k; j < a.rows; ++j) sum += f.q(i, j) * v[static_cast<std::size_t>(j)];
            for (std::int64_t j = k; j < a.rows; ++j)
                f.q(i, j) -= tau * sum * std::conj(v[static_cast<std::size_t>(j)]);
        }
    }
    return f;
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
