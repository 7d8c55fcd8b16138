// Fast Hankel transforms. Their coefficients are computed on the host, in float64.
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "core/warnings.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/fft.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::fft {

using namespace cuprum::fft;

namespace {

using Complex = std::complex<double>;
using std::numbers::ln2, std::numbers::pi;

constexpr double reflected_below = 1000;

/// The logarithm of the gamma function, continuous off the negative real axis: Stirling's series where it is precise,
/// towards which smaller arguments are moved by gamma(z + 1) = z gamma(z), and far negative ones by reflection.
Complex log_gamma(Complex z) {
    if (z.imag() == 0 && z.real() <= 0 && z.real() == std::floor(z.real())) return {INFINITY, 0};
    if (z.real() < -reflected_below) {
        // log(pi / sin(pi z)) - log_gamma(1 - z), continuous where Im z >= 0; elsewhere the value is the conjugate's.
        if (std::signbit(z.imag())) return std::conj(log_gamma(std::conj(z)));
        const double turn = 2 * pi * std::fmod(z.real(), 1.0), decay = -2 * pi * z.imag();
        const double half = std::sin(turn / 2);
        // 1 - exp(2 pi i z), with the digits that a difference near 0 would lose
        const Complex rest(2 * half * half * std::exp(decay) - std::expm1(decay), -std::exp(decay) * std::sin(turn));
        const Complex log_sine = Complex(pi * z.imag() - ln2, pi / 2 - pi * z.real()) + std::log(rest);
        return std::log(pi) - log_sine - log_gamma(1.0 - z);
    }
    Complex shift = 0;
    while (z.real() < 10) {
        // Term by term, so that the imaginary part is not wrapped around.
        shift += std::log(z);
        z += 1.0;
    }
    // Bernoulli numbers B(2k) / (2k (2k - 1))
    static constexpr double series[] = {1.0 / 12,         -1.0 / 360,        1.0 / 1260, -1.0 / 1680,
                                        1.0 / 1188,       -691.0 / 360360,   1.0 / 156,  -3617.0 / 122400,
                                        43867.0 / 244188, -174611.0 / 125400};
    const Complex inverse = 1.0 / z, square = inverse * inverse;
    Complex sum = 0;
    for (int k = static_cast<int>(std::size(series)) - 1; k >= 0; --k) sum = sum * square + series[k];
    return (z - 0.5) * std::log(z) - z + 0.5 * std::log(2 * pi) + sum * inverse - shift;
}

bool is_pole(double x) { return x <= 0 && x == std::floor(x); }

/// gamma(xp) / gamma(xm), where both may be poles.
double ratio_of_gammas(double xp, double xm) {
    if (is_pole(xp) && is_pole(xm)) {
        // The residue of gamma at -n is (-1)^n / n!.
        const double sign = std::fmod(xp - xm, 2) == 0 ? 1 : -1;
        return sign * std::tgamma(1 - xm) / std::tgamma(1 - xp);
    }
    if (is_pole(xp)) return INFINITY;
    if (is_pole(xm)) return 0;
    return std::tgamma(xp) / std::tgamma(xm);
}

ndarray coefficients(std::int64_t n, double dln, double mu, double offset, double bias, bool inverse) {
    const double xp = (mu + 1 + bias) / 2, xm = (mu + 1 - bias) / 2;
    std::vector<Complex> u(static_cast<std::size_t>(n / 2 + 1));
    for (std::size_t m = 0; m < u.size(); ++m) {
        const double y = pi * static_cast<double>(m) / (static_cast<double>(n) * dln);
        const Complex above = log_gamma({xp, y}), below = log_gamma({xm, y});
        u[m] = std::exp(
            Complex(above.real() - below.real() + ln2 * bias, above.imag() + below.imag() + 2 * y * (ln2 - offset)));
    }
    if (n % 2 == 0) u.back() = u.back().real();
    // The first one is real; and a quotient of poles is told apart by what they are poles of.
    if (is_pole(xp) || is_pole(xm)) u[0] = std::exp2(bias) * ratio_of_gammas(xp, xm);
    const int singularity = fht_singularity(mu, bias);
    if (singularity > 0 && !inverse) u[0] = 0;
    if (singularity < 0 && inverse) u[0] = INFINITY;
    ndarray result = empty({static_cast<std::int64_t>(u.size())}, DType::complex128);
    result.set(u.data());
    return result;
}

/// exp(exponent (j - middle) + constant) for each place j
ndarray power_law(std::int64_t n, double exponent, double constant) {
    const double middle = static_cast<double>(n - 1) / 2;
    return exp(subtract(arange(0, n, 1, DType::float64), middle) * exponent + constant);
}

ndarray hankel(const ndarray& given, double dln, double mu, double offset, double bias, bool inverse) {
    const std::int64_t n = given.shape(-1);
    ndarray a = given;
    if (bias != 0) a = multiply(a, inverse ? power_law(n, bias * dln, bias * offset) : power_law(n, -bias * dln, 0));
    const ndarray u = coefficients(n, dln, mu, offset, bias, inverse);
    const ndarray lines = rfft(a);
    inverse ? divide(lines, conjugate(u), {.out = {&lines}}) : multiply(lines, u, {.out = {&lines}});
    ndarray result = flip(irfft(lines, n), Dims{-1});
    if (bias != 0)
        result = multiply(result, inverse ? power_law(n, bias * dln, 0) : power_law(n, -bias * dln, -bias * offset));
    return result;
}

}  // namespace

int fht_singularity(double mu, double bias) {
    const double xp = (mu + 1 + bias) / 2, xm = (mu + 1 - bias) / 2;
    const bool above = is_pole(xp), below = is_pole(xm);
    return above == below ? 0 : above ? 1 : -1;
}

ndarray fht(const ndarray& a, double dln, double mu, double offset, double bias) {
    const kernel::Placement here(a);
    if (fht_singularity(mu, bias) > 0) warn("singular transform; consider changing the bias");
    return hankel(a, dln, mu, offset, bias, false);
}
ndarray ifht(const ndarray& A, double dln, double mu, double offset, double bias) {
    const kernel::Placement here(A);
    if (fht_singularity(mu, bias) < 0) warn("singular inverse transform; consider changing the bias");
    return hankel(A, dln, mu, offset, bias, true);
}

double fhtoffset(double dln, double mu, double initial, double bias) {
    const double xp = (mu + 1 + bias) / 2, xm = (mu + 1 - bias) / 2, y = pi / (2 * dln);
    const double turns = (ln2 - initial) / dln + (log_gamma({xp, y}).imag() + log_gamma({xm, y}).imag()) / pi;
    return initial + (turns - std::nearbyint(turns)) * dln;
}

}  // namespace cuprum::scipy::fft
