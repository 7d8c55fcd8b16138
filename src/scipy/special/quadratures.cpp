// Points and weights of Gauss's quadratures.
#include <cmath>
#include <numbers>

#include "cuprum/creation.h"
#include "cuprum/scipy/special_quadratures.h"
#include "recurrences.h"

namespace cuprum::scipy::special {
namespace {

using std::numbers::pi;

void check(std::int64_t n) {
    if (n < 1) throw ValueError("n must be a positive integer, not " + std::to_string(n));
}

/// A recurrence of n coefficients, whose squares `square` gives for k > 0.
template <class Diagonal, class Square>
Recurrence recurrence(std::int64_t n, Diagonal diagonal, Square square) {
    check(n);
    constexpr std::int64_t most = std::int64_t{1} << 24;
    if (n > most)
        throw ValueError("n must be at most " + std::to_string(most) +
                         " here, as the work grows with its square, not " + std::to_string(n));
    Recurrence made;
    for (std::int64_t k = 0; k < n; ++k) {
        made.diagonal.push_back(diagonal(double(k)));
        made.square.push_back(k ? square(double(k)) : 0);
    }
    return made;
}
template <class Square>
Recurrence even_recurrence(std::int64_t n, Square square) {
    Recurrence made = recurrence(n, [](double) { return 0.0; }, square);
    made.even_weight = true;
    return made;
}

/// Points in [-1, 1] moved to those that `stretch` and `shift` make of them.
Quadrature moved(const Quadrature& from, double stretch, double shift, double weight) {
    return {add(multiply(from.points, Scalar(stretch)), Scalar(shift)), multiply(from.weights, Scalar(weight)),
            from.total * weight};
}

/// n, n - 1, ..., 1: angles from these give cosines in ascending order.
ndarray descending(std::int64_t n) { return subtract(Scalar(double(n)), arange(double(n))); }

}  // namespace

Quadrature roots_legendre(std::int64_t n) {
    check(n);
    const double degree = double(n);
    ndarray x = cos(multiply(subtract(descending(n), Scalar(0.25)), Scalar(pi / (degree + 0.5))));
    const double ratio = 1 - 1 / (8 * degree * degree) + 1 / (8 * degree * degree * degree);
    x = multiply(x, Scalar(ratio));
    ndarray slope;
    // The guesses are right to 1 / n^4, and each step doubles the digits.
    for (int i = 0; i < 5; ++i) {
        const ndarray p = eval_legendre(Scalar::strong(n), x), before = eval_legendre(Scalar::strong(n - 1), x);
        slope = multiply(subtract(multiply(x, p), before), Scalar(degree)) / subtract(multiply(x, x), Scalar(1.0));
        x = subtract(x, p / slope);
    }
    // Both halves alike, to the last digit; recurrences keep more of them near 1 than near -1.
    x = multiply(subtract(x, x(Slice{.step = -1})), Scalar(0.5));
    const ndarray side = absolute(x), rest = subtract(Scalar(1.0), multiply(side, side));
    // The slope is that at the number which stands for the root, where the polynomial is not quite 0: other forms of it
    // multiply the difference by n.
    const ndarray p = eval_legendre(Scalar::strong(n), side), before = eval_legendre(Scalar::strong(n - 1), side);
    slope = multiply(subtract(before, multiply(side, p)), Scalar(degree)) / rest;
    return {x, Scalar(2.0) / multiply(multiply(slope, slope), rest), 2};
}

Quadrature roots_chebyt(std::int64_t n) {
    check(n);
    // Sines of angles about 0 are symmetric to the last digit.
    const ndarray odd = subtract(multiply(arange(double(n)), Scalar(2.0)), Scalar(double(n - 1)));
    return {sin(multiply(odd, Scalar(pi / (2 * double(n))))), full({n}, pi / double(n)), pi};
}

Quadrature roots_chebyu(std::int64_t n) {
    check(n);
    const ndarray angle = multiply(descending(n), Scalar(pi / double(n + 1)));
    const ndarray sine = sin(angle);
    return {cos(angle), multiply(multiply(sine, sine), Scalar(pi / double(n + 1))), pi / 2};
}

Quadrature roots_jacobi(std::int64_t n, double alpha, double beta) {
    check(n);
    if (!(alpha > -1 && beta > -1))
        throw ValueError("alpha and beta must be greater than -1, not " + std::to_string(alpha) + " and " +
                         std::to_string(beta));
    const double sum = alpha + beta, difference = beta - alpha;
    const auto diagonal = [=](double k) {
        const double c = 2 * k + sum;
        return k == 0 ? difference / (sum + 2) : difference * sum / (c * (c + 2));
    };
    const auto square = [=](double k) {
        const double c = 2 * k + sum;
        const double ends = k == 1 ? 1 / (c + 1) : (k + sum) / ((c + 1) * (c - 1));
        return 4 * k * (k + alpha) * (k + beta) / (c * c) * ends;
    };
    const double total =
        std::exp2(sum + 1) * std::exp(std::lgamma(alpha + 1) + std::lgamma(beta + 1) - std::lgamma(sum + 2));
    Recurrence made = recurrence(n, diagonal, square);
    made.even_weight = alpha == beta;
    return quadrature(made, total);
}

Quadrature roots_gegenbauer(std::int64_t n, double alpha) {
    check(n);
    if (!(alpha > -0.5)) throw ValueError("alpha must be greater than -0.5, not " + std::to_string(alpha));
    if (alpha == 0) return roots_chebyt(n);
    return roots_jacobi(n, alpha - 0.5, alpha - 0.5);
}

Quadrature roots_genlaguerre(std::int64_t n, double alpha) {
    check(n);
    if (!(alpha > -1)) throw ValueError("alpha must be greater than -1, not " + std::to_string(alpha));
    const auto diagonal = [=](double k) { return 2 * k + alpha + 1; };
    return quadrature(recurrence(n, diagonal, [=](double k) { return k * (k + alpha); }), std::tgamma(alpha + 1));
}
Quadrature roots_laguerre(std::int64_t n) { return roots_genlaguerre(n, 0); }

Quadrature roots_hermite(std::int64_t n) {
    return quadrature(even_recurrence(n, [](double k) { return k / 2; }), std::sqrt(pi));
}
Quadrature roots_hermitenorm(std::int64_t n) {
    return quadrature(even_recurrence(n, [](double k) { return k; }), std::sqrt(2 * pi));
}

Quadrature roots_chebyc(std::int64_t n) { return moved(roots_chebyt(n), 2, 0, 2); }
Quadrature roots_chebys(std::int64_t n) { return moved(roots_chebyu(n), 2, 0, 2); }
Quadrature roots_sh_legendre(std::int64_t n) { return moved(roots_legendre(n), 0.5, 0.5, 0.5); }
Quadrature roots_sh_chebyt(std::int64_t n) { return moved(roots_chebyt(n), 0.5, 0.5, 1); }
Quadrature roots_sh_chebyu(std::int64_t n) { return moved(roots_chebyu(n), 0.5, 0.5, 0.25); }
Quadrature roots_sh_jacobi(std::int64_t n, double p1, double q1) {
    if (!(p1 - q1 > -1 && q1 > 0))
        throw ValueError("(p - q) must be greater than -1, and q must be greater than 0, not " +
                         std::to_string(p1 - q1) + " and " + std::to_string(q1));
    return moved(roots_jacobi(n, p1 - q1, q1 - 1), 0.5, 0.5, std::exp2(-p1));
}

}  // namespace cuprum::scipy::special
