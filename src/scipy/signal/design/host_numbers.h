// Lists, polynomials and small matrices on the host, of which designs are made.
#pragma once

#include <complex>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "cuprum/error.h"
#include "cuprum/scipy/signal_numbers.h"

namespace cuprum::scipy::signal::design {

using Complex = std::complex<double>;
using Reals = std::vector<double>;

/// Numbers that are all real or, by type, complex: results have SciPy's dtype.
struct List {
    std::vector<Complex> values;
    bool is_complex = false, is_integer = false;

    List() = default;
    List(std::vector<Complex> values, bool is_complex, bool is_integer = false)
        : values(std::move(values)), is_complex(is_complex), is_integer(is_integer) {}
    List(const Reals& reals) : values(reals.begin(), reals.end()) {}
    List(std::initializer_list<double> reals) : values(reals.begin(), reals.end()) {}

    std::size_t size() const { return values.size(); }
    bool empty() const { return values.empty(); }
    Complex& operator[](std::size_t i) { return values[i]; }
    Complex operator[](std::size_t i) const { return values[i]; }
    void append(Complex value) { values.push_back(value); }
    void append(std::size_t count, Complex value) { values.insert(values.end(), count, value); }
};

/// The numbers of a list of at most one dimension.
List list_of(const Numbers& numbers, const char* function);
/// Their real parts where all are real.
Reals real_parts(const List& list);

struct Zpk {
    List z, p;
    Complex k = 1;
    bool complex_gain = false;
};
struct Ba {
    List b, a;
};

void warn(SignalWarning kind, const std::string& message);

/// Arrays on the device; lists of one kind come with one copy.
std::vector<ndarray> arrays_of(std::initializer_list<const List*> lists);
ndarray array_of(const List& list, const Shape& shape);
ndarray array_of(const List& list);
Scalar scalar_of(Complex value, bool is_complex);
Numbers number_of(const Scalar& scalar);

/// Products and quotients as NumPy rounds them, to the sign of a zero: it decides on which side of a branch cut a
/// square root lies, and with that the order of poles.
inline Complex times(Complex a, double b) { return {a.real() * b - a.imag() * 0.0, a.real() * 0.0 + a.imag() * b}; }
Complex over(Complex a, Complex b);

// Polynomials, the highest power first.
std::vector<Complex> product(std::span<const Complex> a, std::span<const Complex> b);
Complex value_at(std::span<const Complex> polynomial, Complex x);
List polynomial_of(const List& roots);  // real where all complex roots have their conjugates
List roots_of(const List& polynomial);
List without_leading_zeros(List polynomial);
/// Quotient and remainder; the remainder has as few coefficients as it needs, at least one.
struct Division {
    std::vector<Complex> quotient, remainder;
};
Division divide(std::span<const Complex> dividend, std::span<const Complex> divisor);

struct Matrix {
    std::int64_t rows = 0, columns = 0;
    std::vector<Complex> values;
    bool is_complex = false;

    Matrix() = default;
    Matrix(std::int64_t rows, std::int64_t columns, bool is_complex = false)
        : rows(rows), columns(columns), values(static_cast<std::size_t>(rows * columns)), is_complex(is_complex) {}
    static Matrix identity(std::int64_t n);

    Complex& operator()(std::int64_t i, std::int64_t j) { return values[static_cast<std::size_t>(i * columns + j)]; }
    Complex operator()(std::int64_t i, std::int64_t j) const {
        return values[static_cast<std::size_t>(i * columns + j)];
    }
    Matrix block(std::int64_t row, std::int64_t column, std::int64_t height, std::int64_t width) const;
    void set_block(std::int64_t row, std::int64_t column, const Matrix& block);
    Matrix transposed() const;
    Matrix conjugate_transposed() const;
};

Matrix operator+(const Matrix& a, const Matrix& b);
Matrix operator-(const Matrix& a, const Matrix& b);
Matrix operator*(const Matrix& a, const Matrix& b);
Matrix operator*(Complex factor, const Matrix& a);

/// The solution of a x = b; LinAlgError where a is singular.
Matrix solve(const Matrix& a, const Matrix& b);
Complex determinant(const Matrix& a);
Matrix exponential(const Matrix& a);
List eigenvalues(const Matrix& a);
/// The orthogonal factor and the triangular one, both whole: a = q r.
struct QR {
    Matrix q, r;
};
QR factor_qr(const Matrix& a);
/// a = u diag(s) vh, with as many singular values as the shorter side, in descending order.
struct SVD {
    Matrix u;
    std::vector<double> s;
    Matrix vh;
};
SVD singular_values(const Matrix& a);

Matrix matrix_of(const Numbers& numbers, const char* function);
ndarray array_of(const Matrix& matrix);

}  // namespace cuprum::scipy::signal::design
