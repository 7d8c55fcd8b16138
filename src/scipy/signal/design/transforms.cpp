#include "scipy/signal/design/transforms.h"

#include <cmath>

namespace cuprum::scipy::signal::design {
namespace {

std::size_t relative_degree(const Zpk& f) {
    if (f.p.size() < f.z.size())
        throw ValueError("Improper transfer function. Must have at least as many poles as zeros, found " +
                         std::to_string(f.p.size()) + " and " + std::to_string(f.z.size()));
    return f.p.size() - f.z.size();
}

template <class Function>
List each(const List& list, Function&& function) {
    List result = list;
    for (Complex& value : result.values) value = function(value);
    return result;
}

/// The product of all less that of the others, real part.
template <class Function>
double ratio(const Zpk& f, Function&& factor) {
    Complex above = 1, below = 1;
    for (const Complex& z : f.z.values) above *= factor(z);
    for (const Complex& p : f.p.values) below *= factor(p);
    return (above / below).real();
}

/// Each root r becomes the two roots r +- sqrt(r^2 - wo^2).
List doubled(const List& list, double wo) {
    List result = list, minus;
    result.is_complex = true;
    for (Complex& value : result.values) {
        const Complex root = std::sqrt(value * value - wo * wo);
        minus.append(value - root);
        value += root;
    }
    result.values.insert(result.values.end(), minus.values.begin(), minus.values.end());
    return result;
}

/// A quotient of elements of a list. Real ones are divided as such: by zero they are infinite, not NaN, and the sign of
/// an imaginary zero, by which roots are put in order, is that of a real number.
Complex divided(const List& list, Complex a, Complex b) {
    return list.is_complex ? over(a, b) : Complex(a.real() / b.real());
}

}  // namespace

Zpk lowpass(const Zpk& f, double wo) {
    const std::size_t degree = relative_degree(f);
    Zpk result = f;
    result.z = each(f.z, [&](Complex z) { return times(z, wo); });
    result.p = each(f.p, [&](Complex p) { return times(p, wo); });
    result.k = f.k * std::pow(wo, static_cast<double>(degree));
    return result;
}

Zpk highpass(const Zpk& f, double wo) {
    const std::size_t degree = relative_degree(f);
    Zpk result = f;
    result.z = each(f.z, [&](Complex z) { return divided(f.z, wo, z); });
    result.p = each(f.p, [&](Complex p) { return divided(f.p, wo, p); });
    result.z.append(degree, 0.0);  // zeros that were at infinity
    result.k = f.k * ratio(f, [](Complex x) { return -x; });
    return result;
}

Zpk bandpass(const Zpk& f, double wo, double bw) {
    const std::size_t degree = relative_degree(f);
    Zpk result = f;
    result.z = doubled(each(f.z, [&](Complex z) { return over(times(z, bw), 2.0); }), wo);
    result.p = doubled(each(f.p, [&](Complex p) { return over(times(p, bw), 2.0); }), wo);
    result.z.append(degree, 0.0);
    result.k = f.k * std::pow(bw, static_cast<double>(degree));
    return result;
}

Zpk bandstop(const Zpk& f, double wo, double bw) {
    const std::size_t degree = relative_degree(f);
    Zpk result = f;
    result.z = doubled(each(f.z, [&](Complex z) { return divided(f.z, bw / 2, z); }), wo);
    result.p = doubled(each(f.p, [&](Complex p) { return divided(f.p, bw / 2, p); }), wo);
    result.z.append(degree, Complex(0, wo));
    result.z.append(degree, Complex(0, -wo));
    result.k = f.k * ratio(f, [](Complex x) { return -x; });
    return result;
}

Zpk bilinear(const Zpk& f, double fs) {
    const std::size_t degree = relative_degree(f);
    const double twice = 2 * checked_rate(fs);
    Zpk result = f;
    result.z = each(f.z, [&](Complex z) { return divided(f.z, twice + z, twice - z); });
    result.p = each(f.p, [&](Complex p) { return divided(f.p, twice + p, twice - p); });
    result.z.append(degree, -1.0);  // zeros that were at infinity
    result.k = f.k * ratio(f, [&](Complex x) { return twice - x; });
    return result;
}

double checked_rate(double fs) {
    if (!(fs > 0) || std::isinf(fs))
        throw ValueError("Sampling frequency fs must be a finite number above 0, found " + std::to_string(fs));
    return fs;
}

Ba to_ba(const Zpk& f) {
    Ba result{polynomial_of(f.z), polynomial_of(f.p)};
    for (Complex& value : result.b.values) value *= f.k;
    result.b.is_complex = result.b.is_complex || f.complex_gain;
    return result;
}

Transfer normalized(const Matrix& b, const List& a) {
    const List denominator = without_leading_zeros(a);
    if (denominator.empty()) throw ValueError("Denominator must have at least on nonzero element.");
    Transfer result{b, denominator};
    result.numerators.is_complex = b.is_complex || a.is_complex;
    for (Complex& value : result.numerators.values) value /= denominator[0];
    for (Complex& value : result.denominator.values) value /= denominator[0];
    std::int64_t zeros = 0;
    for (; zeros < b.columns; ++zeros) {
        bool small = true;
        for (std::int64_t i = 0; i < b.rows; ++i) small = small && std::abs(result.numerators(i, zeros)) <= 1e-14;
        if (!small) break;
    }
    if (zeros == 0) return result;
    warn(SignalWarning::bad_coefficients,
         "Badly conditioned filter coefficients (numerator): the results may be meaningless");
    zeros -= zeros == b.columns;
    result.numerators = result.numerators.block(0, zeros, b.rows, b.columns - zeros);
    return result;
}

Ba normalized(const List& b, const List& a) {
    Matrix numerator(1, static_cast<std::int64_t>(b.size()), b.is_complex);
    numerator.values = b.values;
    Transfer result = normalized(numerator, a);
    return {List(std::move(result.numerators.values), result.numerators.is_complex), std::move(result.denominator)};
}

Zpk to_zpk(const List& b, const List& a) {
    const Ba f = normalized(b, a);
    Zpk result;
    if (f.b.empty()) throw IndexError("tf2zpk: the numerator has no coefficients");
    result.k = f.b[0];
    result.complex_gain = f.b.is_complex;
    List numerator = f.b;
    for (Complex& value : numerator.values) value /= f.b[0];
    result.z = roots_of(numerator);
    result.p = roots_of(f.a);
    return result;
}

}  // namespace cuprum::scipy::signal::design
