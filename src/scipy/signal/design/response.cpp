#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/kernel.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_response.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/host_numbers.h"
#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal {
namespace {

using design::Complex;
using design::List;
using std::numbers::pi;

/// Where a polynomial in x is evaluated: x = exp(-i w), of which the first coefficient is that of the lowest power, or
/// x = i w, of which it is that of the highest.
enum class Plane : std::int64_t { digital, analog };

constexpr char polynomials_text[] = R"(
    double xr = 0, xi = w;
    if (plane == 0) { xr = cos(w); xi = -sin(w); }
    double nr = 0, ni = 0, dr = 0, di = 0;
    for (long long k = 0; k < nb; ++k) {
        const complex<double> c = b[plane == 0 ? nb - 1 - k : k];
        const double t = nr * xr - ni * xi + c.real();
        ni = nr * xi + ni * xr + c.imag();
        nr = t;
    }
    for (long long k = 0; k < na; ++k) {
        const complex<double> c = a[plane == 0 ? na - 1 - k : k];
        const double t = dr * xr - di * xi + c.real();
        di = dr * xi + di * xr + c.imag();
        dr = t;
    }
    h = complex<double>(nr, ni) / complex<double>(dr, di);)";

constexpr char roots_text[] = R"(
    complex<double> x(0, w);
    if (plane == 0) x = complex<double>(cos(w), sin(w));
    complex<double> above(1, 0), below(1, 0);
    for (long long i = 0; i < nz; ++i) above = above * (x - z[i]);
    for (long long i = 0; i < np; ++i) below = below * (x - p[i]);
    h = k * above / below;)";

constexpr char sections_text[] = R"(
    const double xr = cos(w), xi = -sin(w), yr = xr * xr - xi * xi, yi = 2 * xr * xi;
    complex<double> product(1, 0);
    for (long long s = 0; s < sections; ++s) {
        complex<double> value[2];
        for (int half = 0; half < 2; ++half) {
            const complex<double> c0 = sos[6 * s + 3 * half], c1 = sos[6 * s + 3 * half + 1],
                                  c2 = sos[6 * s + 3 * half + 2];
            value[half] = c0 + c1 * complex<double>(xr, xi) + c2 * complex<double>(yr, yi);
        }
        product = product * (value[0] / value[1]);
    }
    h = product;)";

constexpr char delay_text[] = R"(
    const double xr = cos(w), xi = -sin(w);
    double nr = 0, ni = 0, dr = 0, di = 0;
    for (long long k = nc - 1; k >= 0; --k) {
        const complex<double> v = c[k];
        double t = nr * xr - ni * xi + k * v.real();
        ni = nr * xi + ni * xr + k * v.imag();
        nr = t;
        t = dr * xr - di * xi + v.real();
        di = dr * xi + di * xr + v.imag();
        dr = t;
    }
    const double value = (complex<double>(nr, ni) / complex<double>(dr, di)).real() - offset;
    const bool finite = value - value == 0;
    h = finite ? value : 0.0;
    state = !finite ? 2 : dr * dr + di * di < 4e-30 ? 1 : 0;)";

/// An array's elements one after another, as a kernel indexes them.
ndarray complex_line(const ndarray& array) {
    ndarray wide = array.astype(DType::complex128, 'C', Casting::unsafe, false).ravel();
    return wide.size() ? wide : zeros({1}, DType::complex128);
}

ndarray ratio_of_polynomials(const ndarray& w, const ndarray& b, const ndarray& a, Plane plane) {
    static const ElementwiseKernel kernel(
        "float64 w, raw complex128 b, raw complex128 a, int64 nb, int64 na, int64 plane", "complex128 h",
        polynomials_text, "cuprum_ratio_of_polynomials");
    return kernel(w, b, a, b.size(), a.size(), static_cast<std::int64_t>(plane));
}

ndarray ratio_of_roots(const ndarray& w, const ndarray& z, const ndarray& p, Complex k, Plane plane) {
    static const ElementwiseKernel kernel(
        "float64 w, raw complex128 z, raw complex128 p, complex128 k, int64 nz, int64 np, int64 plane", "complex128 h",
        roots_text, "cuprum_ratio_of_roots");
    return kernel(w, complex_line(z), complex_line(p), k, z.size(), p.size(), static_cast<std::int64_t>(plane));
}

ndarray line(const ndarray& array) { return array.ndim() ? array : array.reshape({1}); }

bool is_single(DType dtype) { return dtype == DType::float32 || dtype == DType::complex64; }

struct Angles {
    ndarray w;       // radians by sample
    ndarray scaled;  // the same in the unit of the sampling frequency
};

Angles angles_of(const FrequencyChoice& choice, const DigitalGrid& grid, DType real) {
    const double rate = design::checked_rate(grid.fs), unit = rate / (2 * pi);
    Angles result;
    if (choice.given) {
        const ndarray given = line(*choice.given);
        if (is_complex(given.dtype())) throw TypeError("frequencies must be real numbers");
        result.scaled = given.astype(real);
        result.w = given.astype(DType::float64);
        if (unit == 1) return result;
        result.w = multiply(result.w, 2 * pi);
        result.w = divide(result.w, rate);
        result.scaled = multiply(result.w, unit).astype(real);
        return result;
    }
    if (choice.count < 0) throw ValueError("worN must be nonnegative, got " + std::to_string(choice.count));
    result.w = linspace(0, grid.whole ? 2 * pi : pi, choice.count, grid.include_nyquist && !grid.whole);
    result.scaled = unit == 1 ? result.w : multiply(result.w, unit);
    result.scaled = result.scaled.astype(real, 'K', Casting::unsafe, false);
    return result;
}

/// Polynomials whose coefficients stand along the first of several axes, the lowest power first.
ndarray evaluated(const ndarray& coefficients, const ndarray& x) {
    const std::int64_t n = coefficients.shape(0);
    ndarray sum = add(coefficients(n - 1), multiply(x, 0));
    for (std::int64_t k = n - 1; k-- > 0;) sum = add(multiply(sum, x), coefficients(k));
    return sum;
}

std::vector<double> interesting_frequencies(List zeros, List poles, std::int64_t count) {
    if (poles.empty()) poles.append(-1000.0);
    double highest = 0, lowest = INFINITY;
    const auto look_at = [&](Complex root) {
        const double integrator = std::abs(root) < 1e-10 ? 1 : 0;
        highest = std::max(highest, 3 * std::abs(root.real() + integrator) + 1.5 * root.imag());
        lowest = std::min(lowest, std::abs(root.real() + integrator) + 2 * root.imag());
    };
    for (const Complex& pole : poles.values)
        if (pole.imag() >= 0) look_at(pole);
    for (const Complex& zero : zeros.values)
        if (std::abs(zero) < 1e5 && zero.imag() >= 0) look_at(zero);
    const double high = std::nearbyint(std::log10(highest) + 0.5), low = std::nearbyint(std::log10(0.1 * lowest) - 0.5);
    if (count < 0) throw ValueError("Number of samples, " + std::to_string(count) + ", must be non-negative.");
    std::vector<double> w;
    for (std::int64_t i = 0; i < count; ++i) {
        const double step = (high - low) / static_cast<double>(count - 1),
                     exponent = i && i + 1 == count ? high : low + (count > 1 ? static_cast<double>(i) * step : 0);
        w.push_back(std::pow(10, exponent));
    }
    return w;
}

/// The frequencies of an analog filter, and the same in radians by second as a kernel wants them.
ndarray analog_frequencies(const FrequencyChoice& choice, const List& zeros, const List& poles) {
    if (!choice.given) return design::array_of(List(interesting_frequencies(zeros, poles, choice.count)));
    if (is_complex(choice.given->dtype())) throw TypeError("frequencies must be real numbers");
    return line(*choice.given);
}

}  // namespace

Response freqz(const ndarray& b, const ndarray& a, const FrequencyChoice& worN, const DigitalGrid& grid) {
    const kernel::Placement here(b, a, worN);
    // SciPy transforms a numerator alone, whose precision is then the response's.
    const std::int64_t points = grid.whole ? worN.count : grid.include_nyquist ? 2 * (worN.count - 1) : 2 * worN.count;
    const bool alone = !worN.given && a.size() == 1 && (b.ndim() == 0 || points >= b.shape(0)),
               single = is_single(b.dtype()) && is_single(a.dtype()),
               single_response = single || (alone && (is_single(b.dtype()) || b.dtype() == DType::float16));
    const DType real = single ? DType::float32 : DType::float64,
                wide = single_response ? DType::complex64 : DType::complex128;
    const Angles angles = angles_of(worN, grid, real);
    const auto as_wide = [&](const ndarray& h) { return h.astype(wide, 'K', Casting::unsafe, false); };
    const ndarray numerator = line(b), denominator = line(a);
    if (numerator.ndim() > 1 || denominator.ndim() > 1) {
        const ndarray x = exp(multiply(angles.w, Complex(0, -1)));
        return {angles.scaled, as_wide(divide(evaluated(numerator, x), evaluated(denominator, x)))};
    }
    if (numerator.size() == 0 || denominator.size() == 0) throw ValueError("freqz: a polynomial has no coefficients");
    // A long numerator alone is a Fourier transform.
    constexpr double many = 1 << 24;
    const double work = static_cast<double>(numerator.size()) * static_cast<double>(angles.w.size());
    if (alone && work > many) {
        const ndarray h = fft::fft(numerator.astype(DType::complex128), points);
        return {angles.scaled, as_wide(divide(h(Slice{.start = 0, .stop = worN.count}), denominator))};
    }
    return {angles.scaled, as_wide(ratio_of_polynomials(angles.w, complex_line(numerator), complex_line(denominator),
                                                        Plane::digital))};
}

Response freqz_zpk(const ndarray& z, const ndarray& p, const Scalar& k, const FrequencyChoice& worN,
                   const DigitalGrid& grid) {
    const kernel::Placement here(z, p, worN);
    const bool single =
        is_single(z.dtype()) && is_single(p.dtype()) && !(worN.given && !is_single(worN.given->dtype()));
    const DType real = single ? DType::float32 : DType::float64;
    const Angles angles = angles_of(worN, grid, real);
    const ndarray h = ratio_of_roots(angles.w, z, p, k.to_complex(), Plane::digital);
    return {angles.scaled, h.astype(single ? DType::complex64 : DType::complex128, 'K', Casting::unsafe, false)};
}

Response freqz_sos(const ndarray& sos, const FrequencyChoice& worN, const DigitalGrid& grid) {
    const kernel::Placement here(sos, worN);
    const ndarray rows = sos.ndim() < 2 ? sos.reshape({1, sos.size()}) : sos;
    if (rows.ndim() != 2) throw ValueError("sos array must be 2D, found " + std::to_string(rows.ndim()) + " axes");
    if (rows.shape(1) != 6)
        throw ValueError("sos array must be shape (n_sections, 6), found " + to_string(rows.shape()));
    const Numbers numbers(rows);
    for (std::int64_t i = 0; i < rows.shape(0); ++i)
        if (numbers.values()[static_cast<std::size_t>(6 * i + 3)] != 1.0)
            throw ValueError("sos[:, 3] should be all ones");
    if (rows.shape(0) == 0) throw ValueError("Cannot compute frequencies with no sections");
    const bool single = is_single(sos.dtype());
    const Angles angles = angles_of(worN, grid, single ? DType::float32 : DType::float64);
    static const ElementwiseKernel kernel("float64 w, raw complex128 sos, int64 sections", "complex128 h",
                                          sections_text, "cuprum_sections");
    const ndarray h = kernel(angles.w, complex_line(rows), rows.shape(0));
    return {angles.scaled, h.astype(single ? DType::complex64 : DType::complex128, 'K', Casting::unsafe, false)};
}

Response sosfreqz(const ndarray& sos, const FrequencyChoice& worN, const DigitalGrid& grid) {
    const kernel::Placement here(sos, worN);
    return freqz_sos(sos, worN, grid);
}

Response freqs(const Numbers& b, const Numbers& a, const FrequencyChoice& worN) {
    const List numerator = design::list_of(b, "freqs"), denominator = design::list_of(a, "freqs");
    const bool chosen = !worN.given;
    const ndarray w = analog_frequencies(worN, chosen ? design::roots_of(numerator) : List(),
                                         chosen ? design::roots_of(denominator) : List());
    const ndarray h = ratio_of_polynomials(w.astype(DType::float64, 'K', Casting::unsafe, false),
                                           complex_line(design::array_of(numerator)),
                                           complex_line(design::array_of(denominator)), Plane::analog);
    return {w, h};
}

Response freqs_zpk(const Numbers& z, const Numbers& p, const Numbers& k, const FrequencyChoice& worN) {
    const kernel::Placement here(z, p, k, worN);
    if (k.size() != 1) throw ValueError("k must be a single scalar gain, found " + std::to_string(k.size()));
    const List zeros = design::list_of(z, "freqs_zpk"), poles = design::list_of(p, "freqs_zpk");
    const ndarray w = analog_frequencies(worN, zeros, poles);
    const ndarray h = ratio_of_roots(w.astype(DType::float64, 'K', Casting::unsafe, false), design::array_of(zeros),
                                     design::array_of(poles), k.values()[0], Plane::analog);
    return {w, h};
}

Response group_delay(const FilterPair& system, const FrequencyChoice& w, const DigitalGrid& grid) {
    const kernel::Placement here(system, w);
    const List numerator = design::list_of(system.first, "group_delay");
    List denominator = design::list_of(system.second, "group_delay");
    if (numerator.empty() || denominator.empty()) throw ValueError("group_delay: a polynomial has no coefficients");
    const Angles angles = angles_of(w, grid, DType::float64);
    const double offset = static_cast<double>(denominator.size()) - 1;
    std::reverse(denominator.values.begin(), denominator.values.end());
    for (Complex& value : denominator.values) value = std::conj(value);
    const List c(design::product(numerator.values, denominator.values), numerator.is_complex || denominator.is_complex);
    static const ElementwiseKernel kernel("float64 w, raw complex128 c, int64 nc, float64 offset",
                                          "float64 h, int8 state", delay_text, "cuprum_group_delay");
    const ndarray coefficients = complex_line(design::array_of(c));
    const Operand operands[] = {angles.w, coefficients, Scalar(coefficients.size()), Scalar(offset)};
    ndarray results[2];
    kernel.call(operands, {}, results);
    const std::int64_t worst = results[1].size() ? max(results[1]).item().to_int() : 0;
    if (worst == 2)
        design::warn(SignalWarning::user, "The group delay is singular at some frequencies, where it is set to 0");
    if (worst == 1)
        design::warn(SignalWarning::user,
                     "The filter's denominator is extremely small at some frequencies, around "
                     "which a singularity may be present");
    return {angles.scaled, results[0]};
}

ndarray findfreqs(const Numbers& num, const Numbers& den, std::int64_t N, std::string_view kind) {
    const kernel::Placement here(num, den);
    List zeros = design::list_of(num, "findfreqs"), poles = design::list_of(den, "findfreqs");
    if (kind == "ba") {
        zeros = design::roots_of(zeros);
        poles = design::roots_of(poles);
    } else if (kind != "zp") {
        throw ValueError("input must be one of {'ba', 'zp'}, not '" + std::string(kind) + "'");
    }
    return design::array_of(List(interesting_frequencies(zeros, poles, N)));
}

}  // namespace cuprum::scipy::signal
