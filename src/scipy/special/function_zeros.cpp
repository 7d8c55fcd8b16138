// Zeros of special functions: Newton's steps of all zeros at once, from their expansions for late ones.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <tuple>
#include <vector>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/special.h"
#include "cuprum/scipy/special_zeros.h"

namespace cuprum::scipy::special {
namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

void check(std::int64_t nt) {
    if (nt < 1) throw ValueError("nt must be a positive integer, not " + std::to_string(nt));
}

/// Where a function of 1, 2, ..., nt puts the zeros.
template <class Guess>
ndarray guesses(std::int64_t nt, Guess guess) {
    check(nt);
    std::vector<decltype(guess(1.0))> places(static_cast<std::size_t>(nt));
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = guess(static_cast<double>(i + 1));
    return asarray(places);
}

/// Newton's steps: every guess is so close that the sixth has no digit left to mend, which asking would wait for.
template <class Step>
ndarray settled(ndarray x, Step step) {
    for (int i = 0; i < 8; ++i) x = subtract(x, step(x));
    return x;
}

/// DLMF 9.9.18 and 9.9.19.
double airy_place(double t) { return -std::pow(t, 2.0 / 3) * (1 + 5 / (48 * t * t)); }
double airy_slope_place(double t) { return -std::pow(t, 2.0 / 3) * (1 - 7 / (48 * t * t)); }

/// Zeros of the Airy function that is number `value` of what airy() gives; the zeros of Ai and of Bi' lie at `late`.
AiryZeros airy_zeros(std::int64_t nt, int value, int zero_offset, int slope_offset) {
    const ndarray zeros = settled(guesses(nt, [=](double k) { return airy_place(3 * pi * (4 * k - zero_offset) / 8); }),
                                  [=](const ndarray& x) {
                                      const auto all = airy(x);
                                      return divide(all[value], all[value + 1]);
                                  });
    // The second derivative is x times the function.
    const ndarray slope_zeros =
        settled(guesses(nt, [=](double k) { return airy_slope_place(3 * pi * (4 * k - slope_offset) / 8); }),
                [=](const ndarray& x) {
                    const auto all = airy(x);
                    return divide(all[value + 1], multiply(x, all[value]));
                });
    return {zeros, slope_zeros, airy(slope_zeros)[value], airy(zeros)[value + 1]};
}

/// Zeros of one of Fresnel's integrals, of which `root` is about the real part.
template <class Slope>
ndarray fresnel_places(std::int64_t nt, int which, double (*root)(double), Slope slope) {
    const ndarray start = guesses(nt, [=](double n) {
        const double x = root(n), a = 2 / pi * std::log(pi * x);
        return Complex(x + a * (a * pi - 4) / (8 * pi * x * x * x), a / (2 * x));
    });
    return settled(
        start, [=](const ndarray& z) { return divide(fresnel(z)[which], slope(multiply(square(z), Scalar(pi / 2)))); });
}

/// A Kelvin function: of which of kelvin()'s results, its real or its imaginary part, whether its derivative; and the
/// phase of the first zero as a fraction of pi.
struct Kelvin {
    bool second, imaginary, derivative;
    double first;
};

ndarray kelvin_places(std::int64_t nt, const Kelvin& f) {
    check(nt);
    // Beyond, values overflow; five terms have all digits there.
    constexpr double far = 700;
    std::vector<double> near, beyond;
    const double mu = f.derivative ? 4 : 0;
    for (std::int64_t i = 0; i < nt; ++i) {
        // DLMF 10.70.1: the expansion of the second kind is that of the first with t < 0.
        const double phase = (static_cast<double>(i) + f.first) * pi, t = f.second ? -phase : phase;
        const double shift = (mu - 1) / (16 * t) + (mu - 1) / (32 * t * t) +
                             (mu - 1) * (5 * mu + 19) / (1536 * t * t * t) +
                             3 * (mu - 1) * (mu - 1) / (512 * t * t * t * t);
        const double x = std::numbers::sqrt2 * std::abs(t - shift);
        (x < far ? near : beyond).push_back(x);
    }
    const ndarray found = settled(asarray(near), [&](const ndarray& x) {
        const auto all = kelvin(x);
        const ndarray w = all[f.second], slope = all[2 + f.second];
        const auto part = [&](const ndarray& z) { return f.imaginary ? z.imag() : z.real(); };
        if (!f.derivative) return divide(part(w), part(slope));
        // Kelvin's differential equation.
        return divide(part(slope), part(subtract(multiply(w, Scalar(Complex(0, 1))), divide(slope, x))));
    });
    if (beyond.empty()) return found;
    return concatenate({found, asarray(beyond)});
}

constexpr Kelvin ber_row{false, false, false, 0.625}, bei_row{false, true, false, 1.125},
    ker_row{true, false, false, 0.375}, kei_row{true, true, false, 0.875}, berp_row{false, false, true, 1.375},
    beip_row{false, true, true, 0.875}, kerp_row{true, false, true, 0.625}, keip_row{true, true, true, 1.125};

ndarray y0_of(const ndarray& z) { return yv(Scalar(0), z); }
ndarray y1_of(const ndarray& z) { return yv(Scalar(1), z); }
ndarray y1_slope(const ndarray& z) { return subtract(y0_of(z), divide(y1_of(z), z)); }

ndarray complex_of(const ndarray& a) { return a.astype(DType::complex128); }

/// Late complex zeros have the imaginary part log(3) / 2, and real parts pi apart; the first ones are told.
ndarray complex_guesses(std::int64_t nt, std::initializer_list<Complex> first, double offset) {
    return guesses(nt, [&](double n) {
        if (n <= static_cast<double>(first.size())) return first.begin()[static_cast<std::size_t>(n) - 1];
        return Complex(-(n - offset) * pi, std::log(3.0) / 2);
    });
}

/// A zero of J_n or of its derivative: where it is, whether of the derivative, the order, and which one it is.
using Zero = std::tuple<double, int, int, int>;

}  // namespace

AiryZeros ai_zeros(std::int64_t nt) { return airy_zeros(nt, 0, 1, 3); }
AiryZeros bi_zeros(std::int64_t nt) { return airy_zeros(nt, 2, 3, 1); }

ndarray erf_zeros(std::int64_t nt) {
    const ndarray start = guesses(nt, [](double n) {
        const double x = std::sqrt((n - 0.125) * pi), a = std::log(x * std::sqrt(2 * pi));
        const double second = (1 - a + a * a / 2) / (16 * x * x * x);
        return Complex(x - a / (4 * x) + second, x + a / (4 * x) + second);
    });
    return settled(
        start, [](const ndarray& z) { return multiply(multiply(erf(z), exp(square(z))), Scalar(std::sqrt(pi) / 2)); });
}

ndarray fresnelc_zeros(std::int64_t nt) {
    return fresnel_places(
        nt, 1, [](double n) { return std::sqrt(4 * n - 1); }, [](const ndarray& a) { return cos(a); });
}
ndarray fresnels_zeros(std::int64_t nt) {
    return fresnel_places(nt, 0, [](double n) { return 2 * std::sqrt(n); }, [](const ndarray& a) { return sin(a); });
}
FresnelZeros fresnel_zeros(std::int64_t nt) { return {fresnels_zeros(nt), fresnelc_zeros(nt)}; }

ndarray ber_zeros(std::int64_t nt) { return kelvin_places(nt, ber_row); }
ndarray bei_zeros(std::int64_t nt) { return kelvin_places(nt, bei_row); }
ndarray ker_zeros(std::int64_t nt) { return kelvin_places(nt, ker_row); }
ndarray kei_zeros(std::int64_t nt) { return kelvin_places(nt, kei_row); }
ndarray berp_zeros(std::int64_t nt) { return kelvin_places(nt, berp_row); }
ndarray beip_zeros(std::int64_t nt) { return kelvin_places(nt, beip_row); }
ndarray kerp_zeros(std::int64_t nt) { return kelvin_places(nt, kerp_row); }
ndarray keip_zeros(std::int64_t nt) { return kelvin_places(nt, keip_row); }

KelvinZeros kelvin_zeros(std::int64_t nt) {
    return {ber_zeros(nt),  bei_zeros(nt),  ker_zeros(nt),  kei_zeros(nt),
            berp_zeros(nt), beip_zeros(nt), kerp_zeros(nt), keip_zeros(nt)};
}

ZerosAndValues y0_zeros(std::int64_t nt, bool complex) {
    const ndarray zeros = complex ? settled(complex_guesses(nt, {}, 0.25),
                                            [](const ndarray& z) { return divide(y0_of(z), negative(y1_of(z))); })
                                  : complex_of(yn_zeros(0, nt));
    return {zeros, y1_of(zeros)};
}
ZerosAndValues y1_zeros(std::int64_t nt, bool complex) {
    const ndarray zeros = complex ? settled(complex_guesses(nt, {{-0.5, 0.79}}, 0.75),
                                            [](const ndarray& z) { return divide(y1_of(z), y1_slope(z)); })
                                  : complex_of(yn_zeros(1, nt));
    return {zeros, y0_of(zeros)};
}
ZerosAndValues y1p_zeros(std::int64_t nt, bool complex) {
    // The second derivative from Bessel's differential equation.
    const auto step = [](const ndarray& z) {
        const ndarray slope = y1_slope(z), inverse = reciprocal(z);
        return divide(slope,
                      subtract(multiply(subtract(square(inverse), Scalar(1)), y1_of(z)), multiply(slope, inverse)));
    };
    const ndarray zeros =
        complex ? settled(complex_guesses(nt, {{0.58, 0.9}, {-1.94, 0.72}}, 1.25), step) : complex_of(ynp_zeros(1, nt));
    return {zeros, y1_of(zeros)};
}

BesselZeros jnjnp_zeros(std::int64_t nt) {
    if (nt > 1200 || nt < 0) throw ValueError("nt must be an integer from 0 to 1200, not " + std::to_string(nt));
    // About x * x / 4 zeros lie below x.
    const double end = 2 * std::sqrt(static_cast<double>(nt)) + 5;
    std::vector<Zero> found = {{0, 1, 0, 0}};
    for (int n = 0; n < end; ++n) {
        // A phase of pi for each zero.
        const auto count = static_cast<std::int64_t>((std::sqrt(end * end - n * n) - n * std::acos(n / end)) / pi) + 2;
        for (int derivative = 0; derivative < 2; ++derivative) {
            const auto zeros = (derivative ? jnp_zeros(n, count) : jn_zeros(n, count)).to_vector<double>();
            for (std::size_t i = 0; i < zeros.size(); ++i)
                found.emplace_back(zeros[i], derivative, n, static_cast<int>(i) + 1);
        }
    }
    // J0' has the zeros of J1, which come first.
    std::sort(found.begin(), found.end(), [](const Zero& a, const Zero& b) {
        const double x = std::get<0>(a), y = std::get<0>(b);
        return std::abs(x - y) <= 1e-14 * x ? std::get<1>(a) < std::get<1>(b) : x < y;
    });
    const auto size = static_cast<std::size_t>(nt);
    std::vector<double> zeros(size);
    std::vector<std::int32_t> orders(size), serials(size), kinds(size);
    for (std::size_t i = 0; i < size; ++i) std::tie(zeros[i], kinds[i], orders[i], serials[i]) = found[i];
    return {asarray(zeros), asarray(orders), asarray(serials), asarray(kinds)};
}

BothBesselZeros jnyn_zeros(std::int64_t n, std::int64_t nt) {
    return {jn_zeros(n, nt), jnp_zeros(n, nt), yn_zeros(n, nt), ynp_zeros(n, nt)};
}

}  // namespace cuprum::scipy::special
