// Conversions between the forms of filters, as functions of the public header.
#include <cmath>

#include "cuprum/scipy/signal_design.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal {
namespace {

using design::Ba;
using design::Complex;
using design::List;
using design::Matrix;
using design::Zpk;

Complex gain_of(const Numbers& k) {
    if (k.size() != 1) throw ValueError("k must be a single gain, found " + std::to_string(k.size()) + " numbers");
    return k.values()[0];
}

Zpk zpk_of(const Numbers& z, const Numbers& p, const Numbers& k, const char* function) {
    return {design::list_of(z, function), design::list_of(p, function), gain_of(k), k.is_complex()};
}

ZerosPoles on_device(const Zpk& f) {
    const std::vector<ndarray> arrays = design::arrays_of({&f.z, &f.p});
    return {arrays[0], arrays[1], design::scalar_of(f.k, f.complex_gain)};
}

Coefficients on_device(const Ba& f) {
    const std::vector<ndarray> arrays = design::arrays_of({&f.b, &f.a});
    return {arrays[0], arrays[1]};
}

/// A numerator may be a matrix of one row.
List numerator_of(const Numbers& b, const char* function) {
    if (b.ndim() == 2 && b.shape()[0] == 1) return {b.values(), b.is_complex()};
    return design::list_of(b, function);
}

double power(double x, std::size_t n) { return std::pow(x, static_cast<double>(n)); }

double binomial(std::size_t n, std::size_t k) {
    double result = 1;
    for (std::size_t i = 1; i <= k; ++i) result = result * static_cast<double>(n - k + i) / static_cast<double>(i);
    return std::round(result);
}

void check_sections(const Numbers& sos, const char* function) {
    if (sos.ndim() != 2 || sos.shape()[1] != 6)
        throw ValueError(std::string(function) + ": sos array must be shape (n_sections, 6), found " +
                         to_string(sos.shape()));
}

List part_of_section(const Numbers& sos, std::int64_t section, std::int64_t first) {
    const auto start = sos.values().begin() + section * 6 + first;
    return {std::vector<Complex>(start, start + 3), sos.is_complex()};
}

/// The coefficients of a polynomial in s after s = (s^2 + wo^2) / (s bw), times (s bw)^n, divided by bw^n.
List bandpass_polynomial(const List& p, std::size_t most, double wo, double bw) {
    const std::size_t degree = p.size() - 1;
    List result;
    result.is_complex = p.is_complex;
    result.append(degree + most + 1, 0.0);
    for (std::size_t i = 0; i <= degree; ++i)
        for (std::size_t k = 0; k <= i; ++k)
            result[degree + most - (most - i + 2 * k)] +=
                binomial(i, k) * p[degree - i] * power(wo * wo, i - k) / power(bw, i);
    return result;
}

/// The same after s = s bw / (s^2 + wo^2).
List bandstop_polynomial(const List& p, std::size_t most, double wo, double bw) {
    const std::size_t degree = p.size() - 1;
    List result;
    result.is_complex = p.is_complex;
    result.append(2 * most + 1, 0.0);
    for (std::size_t i = 0; i <= degree; ++i)
        for (std::size_t k = 0; k <= most - i; ++k)
            result[2 * most - (i + 2 * k)] +=
                binomial(most - i, k) * p[degree - i] * power(wo * wo, most - i - k) * power(bw, i);
    return result;
}

Ba polynomials_of(const Numbers& b, const Numbers& a, const char* function) {
    Ba f{design::list_of(b, function), design::list_of(a, function)};
    if (f.b.empty() || f.a.empty()) throw ValueError(std::string(function) + ": a polynomial has no coefficients");
    f.b.is_complex = f.a.is_complex = f.b.is_complex || f.a.is_complex;
    return f;
}

/// A polynomial in s after s = 2 fs (z - 1) / (z + 1), times (z + 1)^n; both factors have a half of 2 fs, against
/// overflows.
List bilinear_polynomial(const List& p, std::size_t n, double fs) {
    const double factor = std::sqrt(2 * fs);
    const Complex plus[] = {1 / factor, 1 / factor}, minus[] = {factor, -factor};
    std::vector<std::vector<Complex>> powers_plus{{1.0}}, powers_minus{{1.0}};
    for (std::size_t i = 0; i < n; ++i) {
        powers_plus.push_back(design::product(powers_plus.back(), plus));
        powers_minus.push_back(design::product(powers_minus.back(), minus));
    }
    List result;
    result.is_complex = p.is_complex;
    result.append(n + 1, 0.0);
    for (std::size_t q = 0; q < p.size(); ++q) {
        const std::vector<Complex> term = design::product(powers_plus[n - q], powers_minus[q]);
        for (std::size_t i = 0; i <= n; ++i) result[i] += p[p.size() - 1 - q] * term[i];
    }
    return design::without_leading_zeros(result);
}

}  // namespace

Coefficients bilinear(const Numbers& b, const Numbers& a, double fs) {
    const kernel::Placement here(b, a);
    const List numerator = design::without_leading_zeros(design::list_of(b, "bilinear")),
               denominator = design::without_leading_zeros(design::list_of(a, "bilinear"));
    design::checked_rate(fs);
    if (numerator.empty() || denominator.empty())
        throw ValueError("bilinear: a polynomial has no coefficient other than zero");
    const std::size_t degree = std::max(numerator.size(), denominator.size()) - 1;
    return on_device(
        design::normalized(bilinear_polynomial(numerator, degree, fs), bilinear_polynomial(denominator, degree, fs)));
}

ZerosPoles bilinear_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double fs) {
    const kernel::Placement here(z, p, k);
    return on_device(design::bilinear(zpk_of(z, p, k, "bilinear_zpk"), fs));
}

Coefficients lp2lp(const Numbers& b, const Numbers& a, const Numbers& frequency) {
    const kernel::Placement here(b, a, frequency);
    const double wo = frequency.first();
    Ba f = polynomials_of(b, a, "lp2lp");
    const std::size_t d = f.a.size(), n = f.b.size(), m = std::max(d, n);
    const auto at = [&](std::size_t i) { return power(wo, m - 1 - i); };
    const std::size_t longer = n > d ? n - d : 0, shorter = d > n ? d - n : 0;
    for (std::size_t i = 0; i < n; ++i) f.b[i] = f.b[i] * at(longer) / at(shorter + i);
    for (std::size_t i = 0; i < d; ++i) f.a[i] = f.a[i] * at(longer) / at(longer + i);
    return on_device(design::normalized(f.b, f.a));
}

Coefficients lp2hp(const Numbers& b, const Numbers& a, const Numbers& frequency) {
    const kernel::Placement here(b, a, frequency);
    const double wo = frequency.first();
    Ba f = polynomials_of(b, a, "lp2hp");
    const std::size_t m = std::max(f.a.size(), f.b.size());
    for (List* p : {&f.b, &f.a}) {
        std::reverse(p->values.begin(), p->values.end());
        for (std::size_t i = 0; i < p->size(); ++i) (*p)[i] *= power(wo, i);
        p->append(m - p->size(), 0.0);
    }
    return on_device(design::normalized(f.b, f.a));
}

Coefficients lp2bp(const Numbers& b, const Numbers& a, double wo, double bw) {
    const kernel::Placement here(b, a);
    const Ba f = polynomials_of(b, a, "lp2bp");
    const std::size_t most = std::max(f.a.size(), f.b.size()) - 1;
    return on_device(
        design::normalized(bandpass_polynomial(f.b, most, wo, bw), bandpass_polynomial(f.a, most, wo, bw)));
}

Coefficients lp2bs(const Numbers& b, const Numbers& a, double wo, double bw) {
    const kernel::Placement here(b, a);
    const Ba f = polynomials_of(b, a, "lp2bs");
    const std::size_t most = std::max(f.a.size(), f.b.size()) - 1;
    return on_device(
        design::normalized(bandstop_polynomial(f.b, most, wo, bw), bandstop_polynomial(f.a, most, wo, bw)));
}

ZerosPoles lp2lp_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double wo) {
    const kernel::Placement here(z, p, k);
    return on_device(design::lowpass(zpk_of(z, p, k, "lp2lp_zpk"), wo));
}
ZerosPoles lp2hp_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double wo) {
    const kernel::Placement here(z, p, k);
    return on_device(design::highpass(zpk_of(z, p, k, "lp2hp_zpk"), wo));
}
ZerosPoles lp2bp_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double wo, double bw) {
    const kernel::Placement here(z, p, k);
    return on_device(design::bandpass(zpk_of(z, p, k, "lp2bp_zpk"), wo, bw));
}
ZerosPoles lp2bs_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double wo, double bw) {
    const kernel::Placement here(z, p, k);
    return on_device(design::bandstop(zpk_of(z, p, k, "lp2bs_zpk"), wo, bw));
}

ZerosPoles tf2zpk(const Numbers& b, const Numbers& a) {
    const kernel::Placement here(b, a);
    return on_device(design::to_zpk(numerator_of(b, "tf2zpk"), design::list_of(a, "tf2zpk")));
}

Coefficients zpk2tf(const Numbers& z, const Numbers& p, const Numbers& k) {
    const kernel::Placement here(z, p, k);
    const List poles = design::list_of(p, "zpk2tf");
    if (z.ndim() < 2) {
        if (k.size() != 1) throw ValueError("zpk2tf: k must be a single gain, found " + std::to_string(k.size()));
        return on_device(design::to_ba(zpk_of(z, p, k, "zpk2tf")));
    }
    const Matrix zeros = design::matrix_of(z, "zpk2tf");
    if (k.size() != 1 && k.size() != zeros.rows)
        throw ValueError("zpk2tf: k must have one gain or one for each of " + std::to_string(zeros.rows) +
                         " rows of z, found " + std::to_string(k.size()));
    Matrix b(zeros.rows, zeros.columns + 1);
    for (std::int64_t i = 0; i < zeros.rows; ++i) {
        const List row = design::polynomial_of({zeros.block(i, 0, 1, zeros.columns).values, zeros.is_complex});
        const Complex gain = k.values()[k.size() == 1 ? 0 : static_cast<std::size_t>(i)];
        b.is_complex = b.is_complex || row.is_complex || k.is_complex();
        for (std::size_t j = 0; j < row.size(); ++j) b(i, static_cast<std::int64_t>(j)) = gain * row[j];
    }
    return {design::array_of(b), design::array_of(design::polynomial_of(poles))};
}

ndarray tf2sos(const Numbers& b, const Numbers& a, std::optional<std::string_view> pairing, bool analog) {
    const kernel::Placement here(b, a);
    const Zpk f = design::to_zpk(numerator_of(b, "tf2sos"), design::list_of(a, "tf2sos"));
    return design::array_of(design::to_sos(f, pairing.value_or(""), analog));
}

ndarray zpk2sos(const Numbers& z, const Numbers& p, const Numbers& k, std::optional<std::string_view> pairing,
                bool analog) {
    const kernel::Placement here(z, p, k);
    return design::array_of(design::to_sos(zpk_of(z, p, k, "zpk2sos"), pairing.value_or(""), analog));
}

Coefficients sos2tf(const Numbers& sos) {
    const kernel::Placement here(sos);
    check_sections(sos, "sos2tf");
    Ba f{{1.0}, {1.0}};
    f.b.is_complex = f.a.is_complex = sos.is_complex();
    for (std::int64_t section = 0; section < sos.shape()[0]; ++section)
        for (std::int64_t half = 0; half < 2; ++half) {
            List part = design::without_leading_zeros(part_of_section(sos, section, 3 * half));
            if (part.empty()) part.append(0.0);
            List& whole = half ? f.a : f.b;
            whole.values = design::product(whole.values, part.values);
        }
    const Coefficients made = on_device(f);
    if (!sos.is_single()) return made;
    const DType dtype = sos.is_complex() ? DType::complex64 : DType::float32;
    return {made.b.astype(dtype), made.a.astype(dtype)};
}

ZerosPoles sos2zpk(const Numbers& sos) {
    const kernel::Placement here(sos);
    check_sections(sos, "sos2zpk");
    Zpk f;
    f.z.is_complex = f.p.is_complex = true;
    f.complex_gain = sos.is_complex();
    for (std::int64_t section = 0; section < sos.shape()[0]; ++section) {
        const Zpk part = design::to_zpk(part_of_section(sos, section, 0), part_of_section(sos, section, 3));
        for (const auto& [to, from] : {std::pair(&f.z, &part.z), std::pair(&f.p, &part.p)}) {
            to->values.insert(to->values.end(), from->values.begin(), from->values.end());
            to->append(2 - from->size(), 0.0);
        }
        f.k *= part.k;
    }
    return on_device(f);
}

Coefficients normalize(const NumberRows& b, const Numbers& a) {
    const kernel::Placement here(b, a);
    if (a.ndim() > 1)
        throw ValueError("Denominator polynomial must be rank-1 array, found the shape " + to_string(a.shape()));
    if (b.ndim() > 2)
        throw ValueError("Numerator polynomial must be rank-1 or rank-2 array, found the shape " +
                         to_string(b.shape()));
    const design::Transfer f = design::normalized(design::matrix_of(b, "normalize"), design::list_of(a, "normalize"));
    if (f.numerators.rows != 1) return {design::array_of(f.numerators), design::array_of(f.denominator)};
    return on_device(Ba{List(f.numerators.values, f.numerators.is_complex), f.denominator});
}

}  // namespace cuprum::scipy::signal
