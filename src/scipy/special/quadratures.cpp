// Points and weights of Gauss's quadratures.
#include "cuprum/creation.h"
#include "cuprum/scipy/special.h"

namespace cuprum::scipy::special {
namespace {

constexpr double pi = 3.14159265358979323846;

void check(std::int64_t n) {
    if (n < 1) throw ValueError("n must be a positive integer, not " + std::to_string(n));
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
    return {x, Scalar(2.0) / multiply(multiply(slope, slope), rest)};
}

Quadrature roots_chebyt(std::int64_t n) {
    check(n);
    // Sines of angles about 0 are symmetric to the last digit.
    const ndarray odd = subtract(multiply(arange(double(n)), Scalar(2.0)), Scalar(double(n - 1)));
    return {sin(multiply(odd, Scalar(pi / (2 * double(n))))), full({n}, pi / double(n))};
}

Quadrature roots_chebyu(std::int64_t n) {
    check(n);
    const ndarray angle = multiply(descending(n), Scalar(pi / double(n + 1)));
    const ndarray sine = sin(angle);
    return {cos(angle), multiply(multiply(sine, sine), Scalar(pi / double(n + 1)))};
}

}  // namespace cuprum::scipy::special
