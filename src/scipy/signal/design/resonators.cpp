// Filters of one frequency: notch, peak, comb and gammatone.
#include <cctype>
#include <cmath>
#include <numbers>
#include <string>

#include "core/checked_numbers.h"
#include "cuprum/scipy/signal_design.h"
#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal {
namespace {

using design::Complex;
using design::List;
using std::numbers::pi;

Coefficients on_device(const List& b, const List& a) {
    const std::vector<ndarray> arrays = design::arrays_of({&b, &a});
    return {arrays[0], arrays[1]};
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

/// A pair of poles near the unit circle (Orfanidis, Introduction to Signal Processing, 11.3).
struct Resonator {
    double gain, cosine;
    Resonator(double w0, double q, double fs) {
        const double w = 2 * w0 / design::checked_rate(fs);
        if (!(w >= 0 && w <= 1))
            throw ValueError("w0 should be such that 0 < w0 < fs / 2, found " + std::to_string(w0) +
                             " and fs = " + std::to_string(fs));
        gain = 1 / (1 + std::tan(w / q * pi / 2));
        cosine = std::cos(w * pi);
    }
    List denominator() const { return {1.0, -2 * gain * cosine, 2 * gain - 1}; }
};

void check_center(const char* what, double w, double fs) {
    if (!(w > 0 && w < fs / 2))
        throw ValueError(std::string(what) + " must be between 0 and " + std::to_string(fs / 2) +
                         " (Nyquist), but given " + std::to_string(w));
}

/// The bandwidth of the ear's filters in Hz (Glasberg and Moore).
double bandwidth(double hz) { return 1.019 * (hz / 9.26449 + 24.7); }

Coefficients gammatone_fir(double freq, std::int64_t order, std::int64_t taps, double fs) {
    if (order <= 0 || order > 24)
        throw ValueError("Invalid order: order must be > 0 and <= 24, found " + std::to_string(order));
    if (taps < 0) throw ValueError("gammatone: numtaps must not be negative, found " + std::to_string(taps));
    const double bw = bandwidth(freq);
    const double scale =
        2 * std::pow(2 * pi * bw, static_cast<double>(order)) / std::tgamma(static_cast<double>(order)) / fs;
    List b;
    b.values.reserve(static_cast<std::size_t>(taps));  // more than memory holds are refused before they are computed
    for (std::int64_t i = 0; i < taps; ++i) {
        const double t = static_cast<double>(i) / fs;
        b.append(std::pow(t, static_cast<double>(order - 1)) * std::exp(-2 * pi * bw * t) *
                 std::cos(2 * pi * freq * t) * scale);
    }
    return on_device(b, {1.0});
}

/// Four sections of second order as one filter (Slaney, An Efficient Implementation of the Patterson-Holdsworth
/// Auditory Filter Bank, 1993).
Coefficients gammatone_iir(double freq, double fs) {
    const double t = 1 / fs, bw = 2 * pi * bandwidth(freq) * t, w = 2 * pi * freq * t;
    const Complex g5 = std::polar(1.0, 2 * w), g1 = -2.0 * g5 * t, g2 = 2.0 * std::exp(Complex(-bw, w)) * t;
    Complex g = 1;
    for (const double root : {-std::sqrt(3 - std::pow(2, 1.5)), std::sqrt(3 - std::pow(2, 1.5)),
                              -std::sqrt(3 + std::pow(2, 1.5)), std::sqrt(3 + std::pow(2, 1.5))})
        g *= g1 + g2 * (std::cos(w) + root * std::sin(w));
    const Complex below = -2 / std::exp(2 * bw) - 2.0 * g5 + 2.0 * (1.0 + g5) / std::exp(bw);
    const double gain = std::abs(g / (below * below * below * below)), t4 = t * t * t * t;
    const double binomials[] = {1, -4, 6, -4, 1};
    List b, a;
    for (int k = 0; k < 5; ++k) b.append(binomials[k] * t4 * std::cos(k * w) / std::exp(k * bw) / gain);
    const double middle[] = {1, -8 * std::cos(w), 4 * (4 + 3 * std::cos(2 * w)),
                             -8 * (6 * std::cos(w) + std::cos(3 * w)),
                             2 * (18 + 16 * std::cos(2 * w) + std::cos(4 * w))};
    for (int k = 0; k < 9; ++k) a.append(middle[k < 5 ? k : 8 - k] / std::exp(k * bw));
    return on_device(b, a);
}

}  // namespace

Coefficients iirnotch(double w0, double Q, double fs) {
    const Resonator r(w0, Q, fs);
    return on_device({r.gain, -2 * r.gain * r.cosine, r.gain}, r.denominator());
}

Coefficients iirpeak(double w0, double Q, double fs) {
    const Resonator r(w0, Q, fs);
    return on_device({1 - r.gain, 0.0, -(1 - r.gain)}, r.denominator());
}

Coefficients iircomb(double w0, double Q, std::string_view ftype, double fs, bool pass_zero) {
    design::checked_rate(fs);
    const std::string type = lower(ftype);
    check_center("w0", w0, fs);
    if (type != "notch" && type != "peak")
        throw ValueError("ftype must be either notch or peak, not '" + std::string(ftype) + "'");
    const double n = std::nearbyint(fs / w0);
    if (std::abs(w0 - fs / n) / fs > 1e-14)
        throw ValueError("fs must be divisible by w0, found " + std::to_string(fs) + " and " + std::to_string(w0));
    if (!(n < 0x1p31)) throw ValueError("iircomb: fs / w0 must be below 2**31");
    const bool notch = type == "notch";
    const double beta = std::tan(n * (2 * pi * w0 / fs / Q) / 4), base = notch ? 1 : 0, peak = notch ? 0 : 1;
    const double sign = notch == pass_zero ? 1 : -1;
    List b, a;
    b.append(static_cast<std::size_t>(n) + 1, 0.0);
    a = b;
    b[0] = (base + peak * beta) / (1 + beta);
    b.values.back() = sign * (base - peak * beta) / (1 + beta);
    a[0] = 1;
    a.values.back() = sign * (1 - beta) / (1 + beta);
    return on_device(b, a);
}

Coefficients gammatone(double freq, std::string_view ftype, std::optional<std::int64_t> order,
                       std::optional<std::int64_t> numtaps, std::optional<double> fs) {
    const double rate = design::checked_rate(fs.value_or(2));
    const std::string type = lower(ftype);
    check_center("The frequency", freq, rate);
    if (type != "fir" && type != "iir")
        throw ValueError("ftype must be either fir or iir, not '" + std::string(ftype) + "'");
    if (type == "fir")
        return gammatone_fir(freq, order.value_or(4),
                             numtaps.value_or(std::max<std::int64_t>(saturated(rate * 0.015), 15)), rate);
    if (order) design::warn(SignalWarning::user, "order is not used for IIR gammatone filter.");
    if (numtaps) design::warn(SignalWarning::user, "numtaps is not used for IIR gammatone filter.");
    return gammatone_iir(freq, rate);
}

}  // namespace cuprum::scipy::signal
