// Feedback that places poles: the eigenvectors are chosen within the spaces that their poles allow, one or two at a
// time as orthogonal to all others as may be (Kautsky, Nichols and Van Dooren, Robust Pole Assignment in Linear State
// Feedback, 1985; Yang and Tits, Globally Convergent Algorithms for Robust Pole Assignment by State Feedback, 1992).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "scipy/signal/design/state_space.h"

namespace cuprum::scipy::signal {
namespace {

using design::Complex;
using design::List;
using design::Matrix;

bool is_real(Complex x) { return x.imag() == 0; }

Matrix column(const Matrix& m, std::int64_t j) { return m.block(0, j, m.rows, 1); }

double length(const Matrix& m) {
    double sum = 0;
    for (const Complex& value : m.values) sum += std::norm(value);
    return std::sqrt(sum);
}

bool vanishes(const Matrix& m) {
    return std::all_of(m.values.begin(), m.values.end(), [](Complex x) { return std::abs(x) <= 1e-8; });
}

bool about_equal(double a, double b) { return std::abs(a - b) <= 1e-8 + 1e-5 * std::abs(b); }

Matrix beside(const Matrix& a, const Matrix& b) {
    Matrix result(a.rows, a.columns + b.columns);
    result.set_block(0, 0, a);
    result.set_block(0, a.columns, b);
    return result;
}

Matrix above(const Matrix& a, const Matrix& b) {
    Matrix result(a.rows + b.rows, a.columns);
    result.set_block(0, 0, a);
    result.set_block(a.rows, 0, b);
    return result;
}

std::int64_t rank_of(const Matrix& a) {
    const std::vector<double> values = design::singular_values(a).s;
    if (values.empty()) return 0;
    const double smallest =
        values[0] * static_cast<double>(std::max(a.rows, a.columns)) * std::numeric_limits<double>::epsilon();
    return std::count_if(values.begin(), values.end(), [&](double value) { return value > smallest; });
}

/// Real ones first, from the least to the greatest, then the others, that below the axis before its conjugate.
std::vector<Complex> in_order(const std::vector<Complex>& poles) {
    std::vector<Complex> real, below, result;
    for (const Complex& p : poles)
        if (is_real(p)) real.push_back(p);
        else if (p.imag() < 0) below.push_back(p);
    const auto less = [](Complex a, Complex b) {
        return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
    };
    std::sort(real.begin(), real.end(), less);
    std::sort(below.begin(), below.end(), less);
    result = real;
    for (const Complex& p : below)
        if (std::find(poles.begin(), poles.end(), std::conj(p)) != poles.end()) {
            result.push_back(p);
            result.push_back(std::conj(p));
        }
    if (result.size() != poles.size()) throw ValueError("Complex poles must come with their conjugates");
    return result;
}

/// The eigenvectors of all poles, and the spaces in which they may lie. A complex pole and its conjugate have the real
/// and the imaginary part of one vector.
struct Search {
    std::vector<Complex> poles;
    std::vector<Matrix> spaces;
    Matrix vectors;

    Matrix orthogonal_to_others(std::int64_t i, std::int64_t j) const {
        Matrix others(vectors.rows, 0);
        for (std::int64_t k = 0; k < vectors.columns; ++k)
            if (k != i && k != j) others = beside(others, column(vectors, k));
        return design::factor_qr(others).q;
    }

    void improve_one(std::int64_t j) {
        const Matrix q = orthogonal_to_others(j, j), &space = spaces[static_cast<std::size_t>(j)];
        const Matrix y = space * (space.transposed() * column(q, q.columns - 1));
        if (!vanishes(y)) vectors.set_block(0, j, Complex(1 / length(y)) * y);
    }

    void improve_real_pair(std::int64_t i, std::int64_t j) {
        const Matrix q = orthogonal_to_others(i, j), u = column(q, q.columns - 2), v = column(q, q.columns - 1),
                     &si = spaces[static_cast<std::size_t>(i)], &sj = spaces[static_cast<std::size_t>(j)];
        const design::SVD m = design::singular_values(si.transposed() * (u * v.transposed() - v * u.transposed()) * sj);
        const Matrix left = m.u, right = m.vh.transposed();
        Matrix basis;
        if (m.s.size() < 2 || !about_equal(m.s[0], m.s[1])) {
            basis = above(si * column(left, 0), sj * column(right, 0));
        } else {
            const Matrix mu = beside(si * column(left, 0), si * column(left, 1)),
                         nu = beside(sj * column(right, 0), sj * column(right, 1));
            basis = above(mu, nu);
        }
        Matrix both = basis * (basis.transposed() * above(column(vectors, i), column(vectors, j)));
        both = vanishes(both) ? column(basis, 0) : Complex(std::sqrt(2.0) / length(both)) * both;
        vectors.set_block(0, i, both.block(0, 0, vectors.rows, 1));
        vectors.set_block(0, j, both.block(vectors.rows, 0, vectors.rows, 1));
    }

    void improve_complex_pair(std::int64_t i, std::int64_t j) {
        const Matrix q = orthogonal_to_others(i, j), &space = spaces[static_cast<std::size_t>(i)];
        Matrix u(q.rows, 1, true), x(q.rows, 1, true);
        for (std::int64_t k = 0; k < q.rows; ++k) {
            u(k, 0) = std::sqrt(2.0) * Complex(q(k, q.columns - 2).real(), q(k, q.columns - 1).real());
            x(k, 0) = Complex(vectors(k, i).real(), vectors(k, j).real());
        }
        const Matrix conjugate = u.conjugate_transposed().transposed();
        const Matrix m =
            space.conjugate_transposed() * (u * u.conjugate_transposed() - conjugate * u.transposed()) * space;
        // It is Hermitian, with eigenvalues that come in pairs of either sign: moved until none is negative, it has its
        // eigenvectors as singular vectors, the two that count at both ends.
        const double shift = 2 * length(m);
        const design::SVD e = design::singular_values(m + Complex(shift) * Matrix::identity(m.rows));
        const std::int64_t last = m.rows - 1;
        const double high = std::abs(e.s.front() - shift), low = std::abs(e.s.back() - shift);
        const Matrix right = e.vh.conjugate_transposed();
        Matrix basis = space * column(right, high >= low ? 0 : last);
        if (last > 0 && about_equal(high, low)) basis = beside(basis, space * column(right, high >= low ? last : 0));
        Matrix y = basis * (basis.conjugate_transposed() * x);
        y = vanishes(y) ? column(basis, 0) : Complex(1 / length(y)) * y;
        for (std::int64_t k = 0; k < y.rows; ++k) {
            vectors(k, i) = y(k, 0).real();
            vectors(k, j) = y(k, 0).imag();
        }
    }

    void improve_pair(std::int64_t i, std::int64_t j) {
        if (i == j) improve_one(i);
        else if (is_real(poles[static_cast<std::size_t>(i)])) improve_real_pair(i, j);
        else improve_complex_pair(i, j);
    }

    /// The order of Yang and Tits, in which few rounds are needed; numbers from 0.
    std::vector<std::pair<std::int64_t, std::int64_t>> rounds() const {
        const auto real = static_cast<std::int64_t>(std::count_if(poles.begin(), poles.end(), is_real)),
                   half = real / 2, count = static_cast<std::int64_t>(poles.size());
        std::vector<std::pair<std::int64_t, std::int64_t>> result;
        const auto add = [&](std::int64_t i, std::int64_t j) { result.emplace_back(i - 1, j - 1); };
        const auto add_complex = [&] {
            for (std::int64_t k = real + 1; k <= count; k += 2) add(k, k + 1);
        };
        const auto add_single = [&] {
            if (real == 1) add(1, 1);
            add_complex();
        };
        const std::int64_t top = half + real % 2;
        if (real) add(real, 1);
        for (std::int64_t k = 1; k < top; ++k) add(2 * k, 2 * k + 1);
        add_complex();
        for (std::int64_t k = 1; k <= half; ++k) add(2 * k - 1, 2 * k);
        add_single();
        for (std::int64_t j = 2; j < top; ++j)
            for (std::int64_t i = 1; i <= half; ++i) add(i, i + j);
        add_single();
        for (std::int64_t j = 2; j < top; ++j)
            for (std::int64_t i = half + 1; i <= real; ++i) add(i, i + j > real ? i + j - real : i + j);
        add_single();
        for (std::int64_t i = 1; i <= half; ++i) add(i, i + half);
        add_single();
        return result;
    }
};

struct Ending {
    bool converged = false;
    double rtol = 0, iterations = 0;
};

Ending search(Search& s, bool pairs, double rtol, std::int64_t maxiter) {
    const double least = std::sqrt(std::numeric_limits<double>::epsilon());
    const auto order = s.rounds();
    Ending end;
    while (end.iterations < static_cast<double>(maxiter) && !end.converged) {
        const double before = std::abs(design::determinant(s.vectors));
        if (pairs)
            for (const auto& [i, j] : order) s.improve_pair(i, j);
        else
            for (std::int64_t j = 0; j < s.vectors.columns; ++j) s.improve_one(j);
        const double after = std::max(least, std::abs(design::determinant(s.vectors)));
        end.rtol = std::abs((after - before) / after);
        end.converged = end.rtol < rtol && after > least;
        ++end.iterations;
    }
    return end;
}

std::vector<Complex> checked(const Matrix& a, const Matrix& b, const Numbers& poles, std::string_view method,
                             double rtol, std::int64_t maxiter, std::int64_t rank) {
    if (poles.ndim() > 1) throw ValueError("Poles must be a 1D array like.");
    const std::vector<Complex> ordered = in_order(poles.values());
    if (a.rows != a.columns) throw ValueError("A must be square");
    const auto count = static_cast<std::int64_t>(ordered.size());
    if (count > a.rows)
        throw ValueError("maximum number of poles is " + std::to_string(a.rows) + " but you asked for " +
                         std::to_string(count));
    if (count < a.rows)
        throw ValueError("number of poles is " + std::to_string(count) + " but you should provide " +
                         std::to_string(a.rows));
    if (b.rows != a.rows) throw ValueError("A and B must have the same number of rows");
    for (const Complex& p : ordered)
        if (std::count(ordered.begin(), ordered.end(), p) > rank)
            throw ValueError("at least one of the requested pole is repeated more than rank(B) times");
    if (method != "YT" && method != "KNV0")
        throw ValueError("The method keyword must be one of 'YT' or 'KNV0', not '" + std::string(method) + "'");
    if (method == "KNV0" && !std::all_of(ordered.begin(), ordered.end(), is_real))
        throw ValueError("Complex poles are not supported by KNV0");
    if (maxiter < 1) throw ValueError("maxiter must be at least equal to 1");
    if (rtol > 1) throw ValueError("rtol can not be greater than 1");
    return ordered;
}

/// K of u = K x where every vector may be an eigenvector: the poles, complex ones as blocks of two, less the system.
Matrix gain_for_any_vectors(const Matrix& a, const Matrix& b, const std::vector<Complex>& poles) {
    Matrix wanted(a.rows, a.rows);
    for (std::int64_t i = 0; i < a.rows; ++i) {
        const Complex p = poles[static_cast<std::size_t>(i)];
        wanted(i, i) = p.real();
        if (is_real(p)) continue;
        wanted(i, i + 1) = -p.imag();
        wanted(i + 1, i) = p.imag();
        wanted(i + 1, i + 1) = p.real();
        ++i;
    }
    // The shortest solution of b k = wanted - a, by the factors of b transposed.
    const design::QR f = design::factor_qr(b.transposed());
    const Matrix y = design::solve(f.r.block(0, 0, b.rows, b.rows).transposed(), wanted - a);
    return f.q.block(0, 0, b.columns, b.rows) * y;
}

Search start(const Matrix& a, const Matrix& u1, const std::vector<Complex>& poles) {
    Search s{poles, {}, Matrix(a.rows, 0)};
    for (std::size_t j = 0; j < poles.size(); ++j) {
        const Matrix allowed = (u1.transposed() * (a - poles[j] * Matrix::identity(a.rows))).transposed();
        const Matrix q = design::factor_qr(allowed).q;
        const Matrix space = q.block(0, allowed.columns, q.rows, q.columns - allowed.columns);
        Matrix sum(a.rows, 1, space.is_complex);
        for (std::int64_t k = 0; k < space.columns; ++k) sum = sum + column(space, k);
        sum = Complex(1 / length(sum)) * sum;
        s.spaces.push_back(space);
        if (is_real(poles[j])) {
            s.vectors = beside(s.vectors, sum);
            continue;
        }
        Matrix real(a.rows, 1), imaginary(a.rows, 1);
        for (std::int64_t i = 0; i < a.rows; ++i) {
            real(i, 0) = sum(i, 0).real();
            imaginary(i, 0) = sum(i, 0).imag();
        }
        s.vectors = beside(beside(s.vectors, real), imaginary);
        s.spaces.push_back(space);
        ++j;  // the conjugate
    }
    return s;
}

}  // namespace

Feedback place_poles(const Numbers& A, const Numbers& B, const Numbers& poles, std::string_view method, double rtol,
                     std::int64_t maxiter) {
    if (A.ndim() > 2) throw ValueError("A must be a 2D array/matrix.");
    if (B.ndim() > 2) throw ValueError("B must be a 2D array/matrix");
    const Matrix a = design::matrix_of(A, "place_poles"), b = design::matrix_of(B, "place_poles");
    const std::int64_t rank = rank_of(b), n = a.rows;
    const std::vector<Complex> wanted = checked(a, b, poles, method, rtol, maxiter, rank);
    Feedback result;
    Matrix vectors = Matrix::identity(n), gain;
    if (b.rows == rank) {
        gain = gain_for_any_vectors(a, b, wanted);
        result.rtol = result.nb_iter = std::nan("");
    } else {
        const design::QR f = design::factor_qr(b);
        Search s = start(a, f.q.block(0, rank, n, n - rank), wanted);
        if (rank > 1) {
            const Ending end = search(s, method == "YT", rtol, maxiter);
            result.rtol = end.rtol;
            result.nb_iter = end.iterations;
            if (!end.converged && rtol > 0)
                design::warn(SignalWarning::user,
                             "Convergence was not reached after maxiter iterations.\nYou asked for a tolerance of " +
                                 std::to_string(rtol) + ", we got " + std::to_string(end.rtol) + ".");
        }
        vectors = s.vectors;
        vectors.is_complex = true;
        for (std::int64_t j = 0; j + 1 < n; ++j) {
            if (is_real(wanted[static_cast<std::size_t>(j)])) continue;
            for (std::int64_t i = 0; i < n; ++i) {
                const double real = s.vectors(i, j).real(), imaginary = s.vectors(i, j + 1).real();
                vectors(i, j) = Complex(real, -imaginary);
                vectors(i, j + 1) = Complex(real, imaginary);
            }
            ++j;
        }
        Matrix diagonal(n, n, true);
        for (std::int64_t i = 0; i < n; ++i) diagonal(i, i) = wanted[static_cast<std::size_t>(i)];
        try {
            if (rank != b.columns) throw LinAlgError("B has columns that depend on others");
            const Matrix m = design::solve(vectors.transposed(), diagonal * vectors.transposed()).transposed();
            gain = design::solve(f.r.block(0, 0, rank, b.columns), f.q.block(0, 0, n, rank).transposed() * (m - a));
        } catch (const LinAlgError&) {
            throw ValueError(
                "The poles you've chosen can't be placed. Check the controllability matrix and try "
                "another set of poles");
        }
    }
    Matrix feedback(gain.rows, gain.columns);
    for (std::size_t i = 0; i < gain.values.size(); ++i) feedback.values[i] = -gain.values[i].real();
    const List found = design::eigenvalues(a - b * feedback);
    const auto as_list = [](const std::vector<Complex>& values) {
        return List(values, !std::all_of(values.begin(), values.end(), is_real));
    };
    result.gain_matrix = design::array_of(feedback);
    result.computed_poles = design::array_of(as_list(in_order(found.values)));
    result.requested_poles = design::array_of(as_list(wanted));
    result.X = design::array_of(vectors);
    return result;
}

}  // namespace cuprum::scipy::signal
