#include "scipy/signal/design/prototypes.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace cuprum::scipy::signal::design {
namespace {

using std::numbers::pi;

/// The angles between the poles of a Butterworth filter of order n and the negative axis, from one end to the other.
Reals angles(std::int64_t n) {
    Reals result;
    for (std::int64_t m = 1 - n; m < n; m += 2)
        result.push_back(pi * static_cast<double>(m) / (2 * static_cast<double>(n)));
    return result;
}

Complex product_of_negatives(const List& list) {
    Complex result = 1;
    for (const Complex& value : list.values) result *= -value;
    return result;
}

/// Jacobi's sn, cn and dn of a real argument by the arithmetic-geometric mean (Abramowitz and Stegun, 16.4).
struct Jacobi {
    double sn, cn, dn;
};
Jacobi jacobi(double u, double m) {
    if (m < 1e-9) {
        const double s = std::sin(u), c = std::cos(u), correction = 0.25 * m * (u - s * c);
        return {s - correction * c, c + correction * s, 1 - 0.5 * m * s * s};
    }
    if (m >= 1 - 1e-10) {
        const double m1 = (1 - m) / 4, t = std::tanh(u), sech = 1 / std::cosh(u), twist = std::sinh(u) * std::cosh(u);
        return {t + m1 * (twist - u) * sech * sech, sech - m1 * (twist - u) * t * sech,
                sech + m1 * (twist + u) * t * sech};
    }
    double a[12] = {1}, c[12] = {std::sqrt(m)}, b = std::sqrt(1 - m), power = 1;
    int i = 0;
    while (std::abs(c[i] / a[i]) > std::numeric_limits<double>::epsilon() && i < 10) {
        const double before = a[i++];
        c[i] = (before - b) / 2;
        a[i] = (before + b) / 2;
        b = std::sqrt(before * b);
        power *= 2;
    }
    double phi = power * a[i] * u, above = phi;
    for (; i > 0; --i) {
        const double t = c[i] * std::sin(phi) / a[i];
        above = phi;
        phi = (std::asin(t) + phi) / 2;
    }
    const double s = std::sin(phi), cosine = std::cos(phi), difference = std::cos(phi - above);
    return {s, cosine, std::abs(difference) < 0.1 ? std::sqrt(1 - m * s * s) : cosine / difference};
}

/// The parameter m of the elliptic functions that divide the period of those of m1 by n, by the nome (Orfanidis,
/// Lecture Notes on Elliptic Filter Design, equation 49).
double divided_parameter(double n, double m1) {
    const double q = std::pow(std::exp(-pi * elliptic_integral_complement(m1) / elliptic_integral(m1)), 1 / n);
    double above = 0, below = 1;
    for (int k = 0; k < 8; ++k) {
        above += std::pow(q, k * (k + 1));
        below += 2 * std::pow(q, (k + 1) * (k + 1));
    }
    return 16 * q * std::pow(above / below, 4);
}

/// The inverse of sc = sn / cn with the complementary parameter, by descending Landen transformations of the complex
/// inverse sn (Orfanidis, equation 56).
double inverse_sc(double w, double m) {
    const auto complement = [](auto k) { return std::sqrt((1.0 - k) * (1.0 + k)); };
    double k = std::sqrt(m);
    if (k > 1) throw ValueError("ellipap: rp and rs leave no elliptic functions to design with");
    if (k == 1) return std::atan(w);
    double period = pi / 2;
    Complex x(0, w);
    for (int steps = 0; k != 0; ++steps) {
        if (steps > 10) throw ValueError("Landen transformation not converging");
        const double kc = complement(k), next = (1 - kc) / (1 + kc);
        x = 2.0 * x / ((1 + next) * (1.0 + complement(k * x)));
        period *= 1 + next;
        k = next;
    }
    const Complex result = period * (2 / pi) * std::asin(x);
    if (std::abs(result.real()) > 1e-14)
        throw ValueError("ellipap: the elliptic functions of these rp and rs have no real inverse");
    return result.imag();
}

}  // namespace

double elliptic_integral_complement(double one_minus_m) {
    if (one_minus_m == 0) return std::numeric_limits<double>::infinity();
    double a = 1, b = std::sqrt(one_minus_m);
    while (std::abs(a - b) > 4e-16 * a) {
        const double mean = (a + b) / 2;
        b = std::sqrt(a * b);
        if (mean == a) break;
        a = mean;
    }
    return pi / (a + b);
}

double elliptic_integral(double m) { return elliptic_integral_complement(1 - m); }
double power_of_ten_less_one(double x) { return std::expm1(std::numbers::ln10 * x); }

std::int64_t checked_order(double order) {
    if (!(order >= 0) || order != std::floor(order) || order > 1e6)
        throw ValueError("Filter order must be a nonnegative integer, found " + std::to_string(order));
    return static_cast<std::int64_t>(order);
}

Zpk butterworth(std::int64_t n) {
    Zpk f;
    f.p.is_complex = true;
    for (double angle : angles(n)) f.p.append(-std::polar(1.0, angle));
    return f;
}

Zpk chebyshev1(std::int64_t n, double ripple) {
    Zpk f;
    f.p.is_complex = true;
    if (n == 0) {
        f.k = std::pow(10, -ripple / 20);
        return f;
    }
    const double eps = std::sqrt(std::pow(10, 0.1 * ripple) - 1), mu = std::asinh(1 / eps) / static_cast<double>(n);
    for (double angle : angles(n)) f.p.append(-std::sinh(Complex(mu, angle)));
    f.k = product_of_negatives(f.p).real() / (n % 2 ? 1 : std::sqrt(1 + eps * eps));
    return f;
}

Zpk chebyshev2(std::int64_t n, double attenuation) {
    Zpk f;
    f.z.is_complex = f.p.is_complex = true;
    if (n == 0) return f;
    const double de = 1 / std::sqrt(std::pow(10, 0.1 * attenuation) - 1),
                 mu = std::asinh(1 / de) / static_cast<double>(n);
    for (double angle : angles(n)) {
        if (angle != 0) f.z.append(over(Complex(0, 1), std::sin(angle)));
        f.p.append(over(-1.0, std::sinh(Complex(mu, angle))));
    }
    f.k = (product_of_negatives(f.p) / product_of_negatives(f.z)).real();
    return f;
}

Zpk elliptic(std::int64_t n, double ripple, double attenuation) {
    Zpk f;
    f.z.is_complex = f.p.is_complex = true;
    if (n == 0) {
        f.k = std::pow(10, -ripple / 20);
        return f;
    }
    const double eps_squared = power_of_ten_less_one(0.1 * ripple);
    if (n == 1) {
        f.k = std::sqrt(1 / eps_squared);
        f.p.append(-f.k.real());
        return f;
    }
    constexpr double tiny = 2e-16;
    const double m1 = eps_squared / power_of_ten_less_one(0.1 * attenuation);
    if (m1 == 0) throw ValueError("Cannot design a filter with given rp and rs specifications.");
    const double order = static_cast<double>(n), m = divided_parameter(order, m1), period = elliptic_integral(m);
    const double v0 = period * inverse_sc(1 / std::sqrt(eps_squared), m1) / (order * elliptic_integral(m1));
    const Jacobi v = jacobi(v0, 1 - m);
    List above, below;
    for (std::int64_t j = 1 - n % 2; j < n; j += 2) {
        const Jacobi u = jacobi(static_cast<double>(j) * period / order, m);
        if (std::abs(u.sn) > tiny) f.z.append(Complex(0, 1 / (std::sqrt(m) * u.sn)));
        const double dv = u.dn * v.sn;
        above.append(-Complex(u.cn * u.dn * v.sn * v.cn, u.sn * v.dn) / (1 - dv * dv));
    }
    double length = 0;
    for (const Complex& pole : above.values) length += std::norm(pole);
    for (const Complex& pole : above.values)
        if (n % 2 == 0 || std::abs(pole.imag()) > tiny * std::sqrt(length)) below.append(std::conj(pole));
    f.p.values = above.values;
    f.p.values.insert(f.p.values.end(), below.values.begin(), below.values.end());
    for (std::size_t i = 0, count = f.z.size(); i < count; ++i) f.z.append(std::conj(f.z[i]));
    f.k = (product_of_negatives(f.p) / product_of_negatives(f.z)).real();
    if (n % 2 == 0) f.k /= std::sqrt(1 + eps_squared);
    return f;
}

}  // namespace cuprum::scipy::signal::design
