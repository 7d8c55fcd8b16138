// Eigenvalues of small matrices on the host, and by them roots of polynomials.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal::design {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// A square matrix of real or complex numbers.
template <class T>
struct Square {
    std::int64_t n;
    std::vector<T> values;
    explicit Square(std::int64_t n) : n(n), values(static_cast<std::size_t>(n * n)) {}
    T& operator()(std::int64_t i, std::int64_t j) { return values[static_cast<std::size_t>(i * n + j)]; }
};

/// Scales rows and columns by powers of two until they are about as large (Parlett and Reinsch).
template <class T>
void balance(Square<T>& a) {
    for (bool changed = true; changed;) {
        changed = false;
        for (std::int64_t i = 0; i < a.n; ++i) {
            double row = 0, column = 0;
            for (std::int64_t j = 0; j < a.n; ++j)
                if (j != i) {
                    column += std::abs(a(j, i));
                    row += std::abs(a(i, j));
                }
            if (row == 0 || column == 0 || !std::isfinite(row + column)) continue;
            double factor = 1;
            const double sum = row + column;
            for (; column < row / 2; column *= 4) factor *= 2;
            for (; column >= row * 2; column /= 4) factor /= 2;
            if (factor == 1 || (column + row) / factor >= 0.95 * sum) continue;
            changed = true;
            for (std::int64_t j = 0; j < a.n; ++j) a(i, j) /= factor;
            for (std::int64_t j = 0; j < a.n; ++j) a(j, i) *= factor;
        }
    }
}

/// Makes zeros below the first subdiagonal by Householder's reflections.
template <class T>
void reduce_to_hessenberg(Square<T>& a) {
    for (std::int64_t k = 0; k + 2 < a.n; ++k) {
        double length = 0, below = 0;
        for (std::int64_t i = k + 1; i < a.n; ++i) {
            length += std::norm(a(i, k));
            if (i > k + 1) below += std::norm(a(i, k));
        }
        if (below == 0) continue;
        length = std::sqrt(length);
        std::vector<T> v(static_cast<std::size_t>(a.n));
        const T first = a(k + 1, k);
        const T phase = std::abs(first) == 0 ? T(1) : first / std::abs(first);
        for (std::int64_t i = k + 1; i < a.n; ++i) v[static_cast<std::size_t>(i)] = a(i, k);
        v[static_cast<std::size_t>(k + 1)] += phase * length;
        double square = 0;
        for (const T& value : v) square += std::norm(value);
        const auto conjugate = [](T x) {
            if constexpr (std::is_same_v<T, double>) return x;
            else return std::conj(x);
        };
        for (std::int64_t j = 0; j < a.n; ++j) {
            T sum = 0;
            for (std::int64_t i = k + 1; i < a.n; ++i) sum += conjugate(v[static_cast<std::size_t>(i)]) * a(i, j);
            for (std::int64_t i = k + 1; i < a.n; ++i) a(i, j) -= 2.0 / square * sum * v[static_cast<std::size_t>(i)];
        }
        for (std::int64_t i = 0; i < a.n; ++i) {
            T sum = 0;
            for (std::int64_t j = k + 1; j < a.n; ++j) sum += a(i, j) * v[static_cast<std::size_t>(j)];
            for (std::int64_t j = k + 1; j < a.n; ++j)
                a(i, j) -= 2.0 / square * sum * conjugate(v[static_cast<std::size_t>(j)]);
        }
        for (std::int64_t i = k + 2; i < a.n; ++i) a(i, k) = 0;
    }
}

[[noreturn]] void fail_to_converge() { throw LinAlgError("eigenvalues did not converge"); }

/// Where the block at the end begins that does not fall apart; what is next to nothing before it becomes 0.
std::int64_t undivided(Square<double>& a, std::int64_t last, double norm) {
    for (std::int64_t first = last; first > 0; --first) {
        double scale = std::abs(a(first - 1, first - 1)) + std::abs(a(first, first));
        if (scale == 0) scale = norm;
        if (std::abs(a(first, first - 1)) <= epsilon * scale) {
            a(first, first - 1) = 0;
            return first;
        }
    }
    return 0;
}

/// The eigenvalues of a block of two rows, of which `w` is the product beside the diagonal.
std::pair<Complex, Complex> of_two(double x, double y, double w, double shifted) {
    const double p = (y - x) / 2, q = p * p + w, root = std::sqrt(std::abs(q));
    x += shifted;
    if (q < 0) return {Complex(x + p, root), Complex(x + p, -root)};
    const double z = p + std::copysign(root, p);
    return {x + z, z != 0 ? x - w / z : x + z};
}

/// What a step of the iteration begins with: its first row, and the direction of its first reflection.
struct FrancisStart {
    std::int64_t row;
    double p, q, r;
};

/// Two small subdiagonal elements let a step begin further down.
FrancisStart start_of(Square<double>& a, std::int64_t first, std::int64_t last, double x, double y, double w) {
    for (std::int64_t row = last - 2;; --row) {
        const double z = a(row, row), right = x - z, s = y - z;
        double p = (right * s - w) / a(row + 1, row) + a(row, row + 1);
        double q = a(row + 1, row + 1) - z - right - s, r = a(row + 2, row + 1);
        const double scale = std::abs(p) + std::abs(q) + std::abs(r);
        p /= scale;
        q /= scale;
        r /= scale;
        if (row == first) return {row, p, q, r};
        const double u = std::abs(a(row, row - 1)) * (std::abs(q) + std::abs(r));
        const double v = std::abs(p) * (std::abs(a(row - 1, row - 1)) + std::abs(z) + std::abs(a(row + 1, row + 1)));
        if (u <= epsilon * v) return {row, p, q, r};
    }
}

/// One step: reflections chase the bulge that the first one makes down to the block's end.
void chase(Square<double>& a, std::int64_t first, std::int64_t last, const FrancisStart& start) {
    auto [row, p, q, r] = start;
    for (std::int64_t i = row + 2; i <= last; ++i) {
        a(i, i - 2) = 0;
        if (i != row + 2) a(i, i - 3) = 0;
    }
    for (std::int64_t k = row; k < last; ++k) {
        const bool three = k != last - 1;
        double scale = 1;
        if (k != row) {
            p = a(k, k - 1);
            q = a(k + 1, k - 1);
            r = three ? a(k + 2, k - 1) : 0;
            scale = std::abs(p) + std::abs(q) + std::abs(r);
            if (scale != 0) {
                p /= scale;
                q /= scale;
                r /= scale;
            }
        }
        const double s = std::copysign(std::sqrt(p * p + q * q + r * r), p);
        if (s == 0) continue;
        if (k != row) a(k, k - 1) = -s * scale;
        else if (first != row) a(k, k - 1) = -a(k, k - 1);
        p += s;
        const double fx = p / s, fy = q / s, fz = r / s;
        q /= p;
        r /= p;
        for (std::int64_t j = k; j <= last; ++j) {
            double sum = a(k, j) + q * a(k + 1, j);
            if (three) {
                sum += r * a(k + 2, j);
                a(k + 2, j) -= sum * fz;
            }
            a(k + 1, j) -= sum * fy;
            a(k, j) -= sum * fx;
        }
        for (std::int64_t i = first; i <= std::min(last, k + 3); ++i) {
            double sum = fx * a(i, k) + fy * a(i, k + 1);
            if (three) {
                sum += fz * a(i, k + 2);
                a(i, k + 2) -= sum * r;
            }
            a(i, k + 1) -= sum * q;
            a(i, k) -= sum;
        }
    }
}

/// The double-shift QR iteration of Francis on a real Hessenberg matrix (Golub and Van Loan, 7.5). Complex eigenvalues
/// come in exactly conjugate pairs, that above the real axis first.
std::vector<Complex> francis(Square<double>& a) {
    std::vector<Complex> result(static_cast<std::size_t>(a.n));
    double norm = 0, shifted = 0;
    for (std::int64_t i = 0; i < a.n; ++i)
        for (std::int64_t j = std::max<std::int64_t>(i - 1, 0); j < a.n; ++j) norm += std::abs(a(i, j));
    int iterations = 0;
    for (std::int64_t last = a.n - 1; last >= 0;) {
        const std::int64_t first = undivided(a, last, norm);
        double x = a(last, last);
        if (first == last) {
            result[static_cast<std::size_t>(last--)] = x + shifted;
            iterations = 0;
            continue;
        }
        double y = a(last - 1, last - 1), w = a(last, last - 1) * a(last - 1, last);
        if (first == last - 1) {
            const auto place = static_cast<std::size_t>(last);
            std::tie(result[place - 1], result[place]) = of_two(x, y, w, shifted);
            last -= 2;
            iterations = 0;
            continue;
        }
        if (iterations == 120) fail_to_converge();
        if (iterations % 10 == 0 && iterations) {  // a shift of another kind where the usual one leads nowhere
            shifted += x;
            for (std::int64_t i = 0; i <= last; ++i) a(i, i) -= x;
            const double s = std::abs(a(last, last - 1)) + std::abs(a(last - 1, last - 2));
            y = x = 0.75 * s;
            w = -0.4375 * s * s;
        }
        ++iterations;
        chase(a, first, last, start_of(a, first, last, x, y, w));
    }
    return result;
}

/// The QR iteration with Wilkinson's shift on a complex Hessenberg matrix.
std::vector<Complex> wilkinson(Square<Complex>& a) {
    std::vector<Complex> result(static_cast<std::size_t>(a.n));
    std::int64_t last = a.n - 1;
    int iterations = 0;
    while (last >= 0) {
        std::int64_t first = last;
        for (; first > 0; --first) {
            double scale = std::abs(a(first - 1, first - 1)) + std::abs(a(first, first));
            if (scale == 0) scale = 1;
            if (std::abs(a(first, first - 1)) <= epsilon * scale) {
                a(first, first - 1) = 0;
                break;
            }
        }
        if (first == last) {
            result[static_cast<std::size_t>(last)] = a(last, last);
            --last;
            iterations = 0;
            continue;
        }
        if (++iterations > 200) fail_to_converge();
        const Complex half = (a(last - 1, last - 1) - a(last, last)) / 2.0,
                      beside = a(last - 1, last) * a(last, last - 1);
        Complex root = std::sqrt(half * half + beside);
        if (std::real(half * std::conj(root)) < 0) root = -root;
        Complex shift = a(last, last);
        if (half + root != 0.0) shift -= beside / (half + root);
        if (iterations % 10 == 0) shift = a(last, last) + std::abs(a(last, last - 1));
        for (std::int64_t i = first; i <= last; ++i) a(i, i) -= shift;
        std::vector<std::pair<Complex, Complex>> rotations;
        for (std::int64_t k = first; k < last; ++k) {
            const double length = std::hypot(std::abs(a(k, k)), std::abs(a(k + 1, k)));
            const Complex c = length == 0 ? 1.0 : a(k, k) / length, s = length == 0 ? 0.0 : a(k + 1, k) / length;
            rotations.emplace_back(c, s);
            for (std::int64_t j = k; j <= last; ++j) {
                const Complex up = a(k, j), down = a(k + 1, j);
                a(k, j) = std::conj(c) * up + std::conj(s) * down;
                a(k + 1, j) = c * down - s * up;
            }
        }
        for (std::int64_t k = first; k < last; ++k) {
            const auto [c, s] = rotations[static_cast<std::size_t>(k - first)];
            for (std::int64_t i = first; i <= std::min(last, k + 2); ++i) {
                const Complex left = a(i, k), right = a(i, k + 1);
                a(i, k) = left * c + right * s;
                a(i, k + 1) = std::conj(c) * right - std::conj(s) * left;
            }
        }
        for (std::int64_t i = first; i <= last; ++i) a(i, i) += shift;
    }
    return result;
}

template <class T>
std::vector<Complex> eigenvalues_of(Square<T>& a) {
    for (const T& value : a.values)
        if (!std::isfinite(std::abs(value))) throw LinAlgError("Array must not contain infs or NaNs");
    balance(a);
    reduce_to_hessenberg(a);
    if constexpr (std::is_same_v<T, double>) return francis(a);
    else return wilkinson(a);
}

/// Real where no eigenvalue is complex, as NumPy tells.
List as_list(std::vector<Complex>&& values, bool from_real) {
    const bool real =
        from_real && std::all_of(values.begin(), values.end(), [](const Complex& x) { return x.imag() == 0; });
    return {std::move(values), !real};
}

template <class T>
std::vector<Complex> companion_eigenvalues(const List& p) {
    const auto degree = static_cast<std::int64_t>(p.size()) - 1;
    Square<T> companion(degree);
    for (std::int64_t j = 0; j < degree; ++j) {
        const Complex value = -p[static_cast<std::size_t>(j + 1)] / p[0];
        if constexpr (std::is_same_v<T, double>) companion(0, j) = value.real();
        else companion(0, j) = value;
        if (j) companion(j, j - 1) = 1;
    }
    return eigenvalues_of(companion);
}

}  // namespace

List eigenvalues(const Matrix& a) {
    if (a.is_complex) {
        Square<Complex> square(a.rows);
        square.values = a.values;
        return as_list(eigenvalues_of(square), false);
    }
    Square<double> square(a.rows);
    for (std::size_t i = 0; i < a.values.size(); ++i) square.values[i] = a.values[i].real();
    return as_list(eigenvalues_of(square), true);
}

List roots_of(const List& polynomial) {
    List p = without_leading_zeros(polynomial);
    std::size_t at_zero = 0;
    for (; !p.empty() && p.values.back() == 0.0; ++at_zero) p.values.pop_back();
    if (p.size() < 2) {
        List zeros;
        // A polynomial of no root at all has an empty list of its own dtype.
        if (p.empty()) return zeros;
        zeros.append(at_zero, 0.0);
        return zeros;
    }
    std::vector<Complex> roots = p.is_complex ? companion_eigenvalues<Complex>(p) : companion_eigenvalues<double>(p);
    roots.insert(roots.end(), at_zero, 0.0);
    return as_list(std::move(roots), !p.is_complex);
}

}  // namespace cuprum::scipy::signal::design
