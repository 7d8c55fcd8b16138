#include "scipy/stats/probabilities.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/scipy/special.h"
#include "cuprum/ufunc.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

constexpr double pi = 3.14159265358979323846;

/// P(D < d) of few elements, as an entry of the power of a matrix. G. Marsaglia, W. W. Tsang, J. Wang, Evaluating
/// Kolmogorov's Distribution, 2003.
double by_matrix(int n, double d) {
    const int k = static_cast<int>(n * d) + 1, size = 2 * k - 1;
    const double h = k - n * d;
    using Matrix = std::vector<double>;
    Matrix base(static_cast<std::size_t>(size) * size);
    const auto at = [size](Matrix& m, int i, int j) -> double& { return m[static_cast<std::size_t>(i) * size + j]; };
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) at(base, i, j) = i - j + 1 < 0 ? 0 : 1;
    for (int i = 0; i < size; ++i) {
        at(base, i, 0) -= std::pow(h, i + 1);
        at(base, size - 1, i) -= std::pow(h, size - i);
    }
    at(base, size - 1, 0) += 2 * h - 1 > 0 ? std::pow(2 * h - 1, size) : 0;
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j)
            for (int g = 2; g <= i - j + 1; ++g) at(base, i, j) /= g;
    const auto product = [&](Matrix& a, Matrix& b) {
        Matrix c(a.size());
        for (int i = 0; i < size; ++i)
            for (int l = 0; l < size; ++l)
                for (int j = 0; j < size; ++j) at(c, i, j) += at(a, i, l) * at(b, l, j);
        return c;
    };
    Matrix result(base.size());
    for (int i = 0; i < size; ++i) at(result, i, i) = 1;
    int exponent = 0, base_exponent = 0;
    const auto tame = [&](Matrix& m, int& e) {
        if (at(m, k - 1, k - 1) > 1e140) {
            for (double& x : m) x *= 1e-140;
            e += 140;
        }
    };
    for (int left = n; left; left >>= 1) {
        if (left & 1) {
            result = product(result, base);
            exponent += base_exponent;
            tame(result, exponent);
        }
        base = product(base, base);
        base_exponent *= 2;
        tame(base, base_exponent);
    }
    double p = at(result, k - 1, k - 1);
    for (int i = 1; i <= n; ++i) {
        p = p * i / n;
        if (p < 1e-140) {
            p *= 1e140;
            exponent -= 140;
        }
    }
    return p * std::pow(10.0, exponent);
}

/// P(D >= d) of many elements: the limit and three corrections. W. Pelz, I. J. Good, Approximating the lower tail areas
/// of the Kolmogorov-Smirnov one-sample statistic, 1976.
double by_series(double n, double d) {
    const double z = std::sqrt(n) * d, z2 = z * z, z4 = z2 * z2, z6 = z4 * z2;
    const double p2 = pi * pi, p4 = p2 * p2, p6 = p4 * p2;
    double k0 = 0, k1 = 0, k2 = 0, k3 = 0, k2b = 0, k3b = 0;
    for (int k = 0; k < 20; ++k) {
        const double m = k + 0.5, m2 = m * m, e = std::exp(-m2 * p2 / (2 * z2));
        k0 += e;
        k1 += (p2 * m2 - z2) * e;
        k2 += (6 * z6 + 2 * z4 + p2 * (2 * z4 - 5 * z2) * m2 + p4 * (1 - 2 * z2) * m2 * m2) * e;
        k3 += (-30 * z6 - 90 * z4 * z4 + p2 * (135 * z4 - 96 * z6) * m2 + p4 * (212 * z4 - 60 * z2) * m2 * m2 +
               p6 * m2 * m2 * m2 * (5 - 30 * z2)) *
              e;
    }
    for (int k = 1; k < 20; ++k) {
        const double m2 = static_cast<double>(k) * k, e = std::exp(-m2 * p2 / (2 * z2));
        k2b += m2 * e;
        k3b += (3 * p2 * m2 * z2 - p4 * m2 * m2) * e;
    }
    const double root = std::sqrt(2 * pi), z3 = z2 * z;
    const double first = root / (6 * z4) * k1, second = root / (72 * z4 * z3) * k2 - root * p2 / (36 * z3) * k2b,
                 third = root / (6480 * z6 * z4) * k3 + root / (216 * z6) * k3b;
    const double below = root / z * k0 + first / std::sqrt(n) + second / n + third / (n * std::sqrt(n));
    return std::clamp(1 - below, 0.0, 1.0);
}

}  // namespace

Alternative alternative_of(std::string_view name) {
    if (name == "two-sided") return Alternative::two_sided;
    if (name == "less") return Alternative::less;
    if (name == "greater") return Alternative::greater;
    throw ValueError("`alternative` must be 'less', 'greater', or 'two-sided', found '" + std::string(name) + "'");
}

std::string name_of(Alternative alternative) {
    switch (alternative) {
        case Alternative::less: return "less";
        case Alternative::greater: return "greater";
        case Alternative::two_sided: break;
    }
    return "two-sided";
}

ndarray p_of_t(const ndarray& t, const ndarray& df, Alternative alternative) {
    refuse_complex("the distribution of Student's t", t.dtype());
    switch (alternative) {
        case Alternative::less: return special::stdtr(df, t);
        case Alternative::greater: return special::stdtr(df, -t);
        case Alternative::two_sided: break;
    }
    return special::stdtr(df, -absolute(t)) * 2.0;
}

ndarray p_of_normal(const ndarray& z, Alternative alternative) {
    switch (alternative) {
        case Alternative::less: return special::ndtr(z);
        case Alternative::greater: return special::ndtr(-z);
        case Alternative::two_sided: break;
    }
    return special::ndtr(-absolute(z)) * 2.0;
}

std::vector<double> sums_of_even(const std::vector<std::int64_t>& lengths) {
    std::vector<double> chance{1};
    for (const std::int64_t length : lengths) {
        // A running sum over the last `length` entries.
        std::vector<double> next(chance.size() + static_cast<std::size_t>(length) - 1);
        double window = 0;
        for (std::size_t k = 0; k < next.size(); ++k) {
            if (k < chance.size()) window += chance[k];
            if (k >= static_cast<std::size_t>(length)) window -= chance[k - static_cast<std::size_t>(length)];
            next[k] = std::max(window, 0.0) / static_cast<double>(length);
        }
        // Sums are as likely from above as from below; the smaller half was added up before much was taken off.
        for (std::size_t k = 0; 2 * k < next.size(); ++k) next[next.size() - 1 - k] = next[k];
        chance = std::move(next);
    }
    return chance;
}

double p_of_paths(std::int64_t n, std::int64_t m, double d, bool both_sides) {
    // The chance that a random path from (0, 0) to (n, m) leaves where |i / n - j / m| < d, added up along rows: small
    // ones keep their digits, which they would not as what is left of 1.
    const std::int64_t common = std::gcd(n, m), lcm = n / common * m, a = lcm / n, b = lcm / m;
    const auto least = static_cast<std::int64_t>(std::llround(d * static_cast<double>(lcm)));
    if (least <= 0) return 1;
    const auto inside = [&](std::int64_t i, std::int64_t j) {
        const std::int64_t apart = i * a - j * b;
        return apart < least && (!both_sides || -apart < least);
    };
    std::vector<double> chance(static_cast<std::size_t>(m) + 1);
    for (std::int64_t j = 1; j <= m; ++j) chance[j] = inside(0, j) ? chance[j - 1] : 1;
    for (std::int64_t i = 1; i <= n; ++i) {
        // Of the paths to (i, j) a share of i / (i + j) come from (i - 1, j).
        chance[0] = inside(i, 0) ? chance[0] : 1;
        for (std::int64_t j = 1; j <= m; ++j) {
            const double share = static_cast<double>(i) / static_cast<double>(i + j);
            chance[j] = inside(i, j) ? share * chance[j] + (1 - share) * chance[j - 1] : 1;
        }
    }
    return std::min(chance[m], 1.0);
}

double p_of_kolmogorov(double n, double d) {
    if (n < 1) return NAN;
    if (d >= 1) return 0;
    if (d <= 0.5 / n) return 1;
    const double size = n * d * d;
    if (size >= (n <= 140 ? 4 : 2.2)) {
        if (size > 370) return 0;
        const ndarray one_side = special::smirnov(full({}, n), full({}, d));
        return std::min(1.0, 2 * one_side.item().to_double());
    }
    return n <= 400 ? std::clamp(1 - by_matrix(static_cast<int>(n), d), 0.0, 1.0) : by_series(n, d);
}

}  // namespace cuprum::scipy::stats
