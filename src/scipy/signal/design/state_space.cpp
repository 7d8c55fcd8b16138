#include "scipy/signal/design/state_space.h"

#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/scipy/signal_systems.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal {
namespace design {
namespace {

void check_shape(const char* name, const Matrix& m, std::int64_t rows, std::int64_t columns) {
    if (m.rows == rows && m.columns == columns) return;
    const auto text = [](std::int64_t r, std::int64_t c) {
        return "(" + std::to_string(r) + ", " + std::to_string(c) + ")";
    };
    throw ValueError(std::string("Parameter ") + name + " has shape " + text(m.rows, m.columns) + " but should be " +
                     text(rows, columns) + "!");
}

/// The controller canonical form.
Space canonical(const Matrix& numerators, const List& denominator) {
    const Transfer f = normalized(numerators, denominator);
    const auto k = static_cast<std::int64_t>(f.denominator.size());
    const std::int64_t outputs = f.numerators.rows, missing = k - f.numerators.columns;
    if (missing < 0) throw ValueError("Improper transfer function. `num` is longer than `den`.");
    Matrix padded(outputs, k, f.numerators.is_complex);
    padded.set_block(0, missing, f.numerators);
    Space s;
    s.d = padded.block(0, 0, outputs, 1);
    if (k == 1) {
        s.a = Matrix(1, 1);
        s.b = Matrix(1, 1);
        s.c = Matrix(outputs, 1);
        return s;
    }
    const std::int64_t n = k - 1;
    s.a = Matrix(n, n, denominator.is_complex);
    s.b = Matrix(n, 1);
    s.c = Matrix(outputs, n, padded.is_complex || denominator.is_complex);
    s.b(0, 0) = 1;
    for (std::int64_t j = 0; j < n; ++j) {
        const Complex coefficient = f.denominator[static_cast<std::size_t>(j + 1)];
        s.a(0, j) = -coefficient;
        if (j) s.a(j, j - 1) = 1;
        for (std::int64_t i = 0; i < outputs; ++i) s.c(i, j) = padded(i, j + 1) - padded(i, 0) * coefficient;
    }
    return s;
}

struct Polynomials {
    Matrix numerators;
    List denominator;
    bool numerator_is_line = false;
};

Polynomials polynomials_of(const Space& s, std::int64_t input) {
    if (input >= s.d.columns || input < -s.d.columns)
        throw ValueError("System does not have the input specified: " + std::to_string(input) + " of " +
                         std::to_string(s.d.columns));
    if (input < 0) input += s.d.columns;
    const Matrix b = s.b.block(0, input, s.b.rows, 1), d = s.d.block(0, input, s.d.rows, 1);
    const bool is_complex = s.a.is_complex || b.is_complex || s.c.is_complex || d.is_complex;
    Polynomials f;
    f.denominator = s.a.rows ? polynomial_of(eigenvalues(s.a)) : List{1.0};
    if (b.values.empty() && s.c.values.empty()) {
        f.numerators = d.transposed();
        f.numerator_is_line = true;
        return f;
    }
    f.numerators = Matrix(d.rows, s.a.rows + 1, is_complex);
    for (std::int64_t k = 0; k < d.rows; ++k) {
        const List row = polynomial_of(eigenvalues(s.a - b * s.c.block(k, 0, 1, s.c.columns)));
        for (std::size_t j = 0; j < row.size(); ++j)
            f.numerators(k, static_cast<std::int64_t>(j)) = row[j] + (d(k, 0) - 1.0) * f.denominator[j];
    }
    return f;
}

/// Between Euler's method, alpha 0, and the backward difference, alpha 1.
Space generalized_bilinear(const Space& s, double dt, double alpha) {
    const Matrix one = Matrix::identity(s.a.rows), below = one - Complex(alpha * dt) * s.a;
    Space r;
    r.a = solve(below, one + Complex((1 - alpha) * dt) * s.a);
    r.b = solve(below, Complex(dt) * s.b);
    r.c = solve(below.transposed(), s.c.transposed()).transposed();
    r.d = s.d + Complex(alpha) * (s.c * r.b);
    return r;
}

Space held(const Space& s, double dt) {
    const std::int64_t n = s.a.rows, m = s.b.columns;
    Matrix all(n + m, n + m);
    all.set_block(0, 0, s.a);
    all.set_block(0, n, s.b);
    const Matrix e = exponential(Complex(dt) * all);
    return {e.block(0, 0, n, n), e.block(0, n, n, m), s.c, s.d};
}

Space first_order_held(const Space& s, double dt) {
    const std::int64_t n = s.a.rows, m = s.b.columns;
    Matrix all(n + 2 * m, n + 2 * m);
    all.set_block(0, 0, Complex(dt) * s.a);
    all.set_block(0, n, Complex(dt) * s.b);
    all.set_block(n, n + m, Matrix::identity(m));
    const Matrix e = exponential(all), ad = e.block(0, 0, n, n), e2 = e.block(0, n, n, m), e3 = e.block(0, n + m, n, m);
    return {ad, e2 - e3 + ad * e3, s.c, s.d + s.c * e3};
}

}  // namespace

Space fitted(std::optional<Matrix> a, std::optional<Matrix> b, std::optional<Matrix> c, std::optional<Matrix> d) {
    if (!a && !b && !c) throw ValueError("Dimension n is undefined for parameters A = B = C = None!");
    if (!b && !d) throw ValueError("Dimension p is undefined for parameters B = D = None!");
    if (!c && !d) throw ValueError("Dimension q is undefined for parameters C = D = None!");
    Space s{a.value_or(Matrix()), b.value_or(Matrix()), c.value_or(Matrix()), d.value_or(Matrix())};
    const auto first = [](std::int64_t x, std::int64_t y) { return x ? x : y; };
    const std::int64_t n = first(first(s.a.rows, s.b.rows), s.c.columns), p = first(s.b.columns, s.d.columns),
                       q = first(s.c.rows, s.d.rows);
    const auto made = [](Matrix& m, std::int64_t rows, std::int64_t columns) {
        if (m.values.empty()) m = Matrix(rows, columns);
    };
    made(s.a, n, n);
    made(s.b, n, p);
    made(s.c, q, n);
    made(s.d, q, p);
    check_shape("A", s.a, n, n);
    check_shape("B", s.b, n, p);
    check_shape("C", s.c, q, n);
    check_shape("D", s.d, q, p);
    return s;
}

Space space_of(const StateSpace& system, const char* function) {
    return fitted(matrix_of(system.A, function), matrix_of(system.B, function), matrix_of(system.C, function),
                  matrix_of(system.D, function));
}

StateSpaceArrays on_device(const Space& s) { return {array_of(s.a), array_of(s.b), array_of(s.c), array_of(s.d)}; }

}  // namespace design

StateSpaceArrays tf2ss(const NumberRows& num, const Numbers& den) {
    const kernel::Placement here(num, den);
    return design::on_device(design::canonical(design::matrix_of(num, "tf2ss"), design::list_of(den, "tf2ss")));
}

StateSpaceArrays zpk2ss(const Numbers& z, const Numbers& p, const Numbers& k) {
    const kernel::Placement here(z, p, k);
    if (k.size() != 1) throw ValueError("zpk2ss: k must be a single gain, found " + std::to_string(k.size()));
    const design::Ba f =
        design::to_ba({design::list_of(z, "zpk2ss"), design::list_of(p, "zpk2ss"), k.values()[0], k.is_complex()});
    design::Matrix numerator(1, static_cast<std::int64_t>(f.b.size()), f.b.is_complex);
    numerator.values = f.b.values;
    return design::on_device(design::canonical(numerator, f.a));
}

Coefficients ss2tf(const Numbers& A, const Numbers& B, const Numbers& C, const Numbers& D, std::int64_t input) {
    const kernel::Placement here(A, B, C, D);
    const design::Space s = design::space_of({A, B, C, D}, "ss2tf");
    design::Polynomials f = design::polynomials_of(s, input);
    if (!f.numerator_is_line) return {design::array_of(f.numerators), design::array_of(f.denominator)};
    const design::List line(f.numerators.values, f.numerators.is_complex);
    if (s.d.values.empty() && s.a.values.empty()) f.denominator = {};
    return {design::array_of(line), design::array_of(f.denominator)};
}

ZerosPoles ss2zpk(const Numbers& A, const Numbers& B, const Numbers& C, const Numbers& D, std::int64_t input) {
    const kernel::Placement here(A, B, C, D);
    const design::Polynomials f = design::polynomials_of(design::space_of({A, B, C, D}, "ss2zpk"), input);
    if (f.numerators.rows != 1)
        throw ValueError("ss2zpk: the system has " + std::to_string(f.numerators.rows) +
                         " outputs; zeros, poles and gain are of one");
    return tf2zpk(
        Numbers(f.numerators.values, {f.numerators.columns}, f.numerators.is_complex),
        Numbers(f.denominator.values, {static_cast<std::int64_t>(f.denominator.size())}, f.denominator.is_complex));
}

StateSpaceArrays abcd_normalize(const std::optional<Numbers>& A, const std::optional<Numbers>& B,
                                const std::optional<Numbers>& C, const std::optional<Numbers>& D) {
    const kernel::Placement here(A, B, C, D);
    const auto given = [](const std::optional<Numbers>& numbers) {
        return numbers ? std::optional(design::matrix_of(*numbers, "abcd_normalize")) : std::nullopt;
    };
    return design::on_device(design::fitted(given(A), given(B), given(C), given(D)));
}

StateSpaceArrays cont2discrete(const StateSpace& system, double dt, std::string_view method,
                               std::optional<double> alpha) {
    const design::Space s = design::space_of(system, "cont2discrete");
    if (method == "gbt") {
        if (!alpha)
            throw ValueError("Alpha parameter must be specified for the generalized bilinear transform (gbt) method");
        if (*alpha < 0 || *alpha > 1)
            throw ValueError("Alpha parameter must be within the interval [0,1] for the gbt method, found " +
                             std::to_string(*alpha));
    } else if (method == "bilinear" || method == "tustin") alpha = 0.5;
    else if (method == "euler" || method == "forward_diff") alpha = 0;
    else if (method == "backward_diff") alpha = 1;
    else {
        alpha = {};
    }
    if (alpha) return design::on_device(design::generalized_bilinear(s, dt, *alpha));
    if (method == "zoh") return design::on_device(design::held(s, dt));
    if (method == "foh") return design::on_device(design::first_order_held(s, dt));
    if (method != "impulse") throw ValueError("Unknown transformation method '" + std::string(method) + "'");
    for (const design::Complex& value : s.d.values)
        if (std::abs(value) > 1e-8) throw ValueError("Impulse method is only applicable to strictly proper systems");
    const design::Matrix ad = design::exponential(design::Complex(dt) * s.a);
    return design::on_device({ad, design::Complex(dt) * (ad * s.b), s.c, design::Complex(dt) * (s.c * s.b)});
}

Coefficients cont2discrete(const Coefficients& system, double dt, std::string_view method,
                           std::optional<double> alpha) {
    const StateSpaceArrays s = cont2discrete(StateSpace(tf2ss(system.b, system.a)), dt, method, alpha);
    return ss2tf(s.A, s.B, s.C, s.D);
}

ZerosPoles cont2discrete(const ZerosPoles& system, double dt, std::string_view method, std::optional<double> alpha) {
    const StateSpaceArrays s =
        cont2discrete(StateSpace(zpk2ss(system.z, system.p, design::number_of(system.k))), dt, method, alpha);
    return ss2zpk(s.A, s.B, s.C, s.D);
}

}  // namespace cuprum::scipy::signal
