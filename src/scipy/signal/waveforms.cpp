#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/scipy/signal_waveforms.h"
#include "cuprum/transfer.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/host_numbers.h"
#include "scipy/signal/shift_register.h"

namespace cuprum::scipy::signal {
namespace {

using std::numbers::pi;

/// What is computed from times is computed in double precision.
ndarray doubles(const ndarray& t) {
    if (is_complex(t.dtype())) throw TypeError("times must be real numbers");
    return t.astype(DType::float64, 'K', Casting::unsafe, false);
}

// The phases of `chirp` by kind: t and up to three numbers that the host knows.
constexpr char phase_text[] = R"(
    double phase;
    if (kind == 0) phase = 6.283185307179586 * (p0 * t + 0.5 * p1 * t * t);
    else if (kind == 1) phase = 6.283185307179586 * (p0 * t + p1 * (t * t * t) / 3);
    else if (kind == 2) {
        const double rest = p2 - t;
        phase = 6.283185307179586 * (p0 * t + p1 * (rest * rest * rest - p2 * p2 * p2) / 3);
    } else if (kind == 3) phase = p0 * (pow(p1, t / p2) - 1.0);
    else phase = p0 * log(fabs(1 - t / p1));
    phase += phi;
)";

struct Phase {
    std::int64_t kind;
    double p0, p1 = 0, p2 = 0;
};

Phase phase_of(double f0, double t1, double f1, const ChirpOptions& o) {
    const auto is = [&](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), o.method) != names.end();
    };
    if (is({"linear", "lin", "li"})) return {0, f0, (f1 - f0) / t1};
    if (is({"quadratic", "quad", "q"})) {
        const double beta = (f1 - f0) / (t1 * t1);
        return o.vertex_zero ? Phase{1, f0, beta} : Phase{2, f1, beta, t1};
    }
    if (is({"logarithmic", "log", "lo"})) {
        if (f0 * f1 <= 0)
            throw ValueError("For a logarithmic chirp, f0 and f1 must be nonzero and have the same sign.");
        if (f0 == f1) return {0, f0};
        return {3, 2 * pi * (t1 / std::log(f1 / f0)) * f0, f1 / f0, t1};
    }
    if (is({"hyperbolic", "hyp"})) {
        if (f0 == 0 || f1 == 0) throw ValueError("For a hyperbolic chirp, f0 and f1 must be nonzero.");
        if (f0 == f1) return {0, f0};
        const double singular = -f1 * t1 / (f0 - f1);
        return {4, 2 * pi * (-singular * f0), singular};
    }
    throw ValueError("method must be 'linear', 'quadratic', 'logarithmic', or 'hyperbolic', but a value of '" +
                     std::string(o.method) + "' was given.");
}

/// The shift registers' places for the longest sequences of 2 to 32 bits.
constexpr std::int64_t longest_taps[31][3] = {
    {1, 0, 0},    {2, 0, 0},    {3, 0, 0},   {3, 0, 0},   {5, 0, 0},   {6, 0, 0},  {7, 6, 1},    {5, 0, 0},
    {7, 0, 0},    {9, 0, 0},    {11, 10, 4}, {12, 11, 8}, {13, 12, 2}, {14, 0, 0}, {15, 13, 4},  {14, 0, 0},
    {11, 0, 0},   {18, 17, 14}, {17, 0, 0},  {19, 0, 0},  {21, 0, 0},  {18, 0, 0}, {23, 22, 17}, {22, 0, 0},
    {25, 24, 20}, {26, 25, 22}, {25, 0, 0},  {27, 0, 0},  {29, 28, 7}, {28, 0, 0}, {31, 30, 10}};

std::vector<std::int64_t> taps_of(std::int64_t nbits, const std::optional<Numbers>& given) {
    std::vector<std::int64_t> taps;
    if (!given) {
        if (nbits < 2 || nbits > 32)
            throw ValueError("nbits must be between 2 and 32 if taps is None, found " + std::to_string(nbits));
        for (const std::int64_t tap : longest_taps[nbits - 2])
            if (tap) taps.push_back(tap);
        return taps;
    }
    for (const double tap : given->reals("max_len_seq")) taps.push_back(saturated(tap));
    std::sort(taps.begin(), taps.end());
    taps.erase(std::unique(taps.begin(), taps.end()), taps.end());
    if (taps.empty() || taps.front() < 0 || taps.back() > nbits)
        throw ValueError("taps must be non-empty with values between zero and nbits (inclusive)");
    return taps;
}

void check_pulse(double fc, double bw, double bwr) {
    if (fc < 0) throw ValueError("Center frequency (fc=" + std::to_string(fc) + ") must be >=0.");
    if (bw <= 0) throw ValueError("Fractional bandwidth (bw=" + std::to_string(bw) + ") must be > 0.");
    if (bwr >= 0) throw ValueError("Reference level for bandwidth (bwr=" + std::to_string(bwr) + ") must be < 0 dB");
}

/// a of the bell exp(-a t^2).
double steepness(double fc, double bw, double bwr) {
    return -(pi * fc * bw) * (pi * fc * bw) / (4 * std::log(std::pow(10, bwr / 20)));
}

/// What is made of the phase. Appended, as GCC warns of a sum.
std::string from_phase(const char* statement) {
    std::string text = phase_text;
    text += statement;
    return text;
}

}  // namespace

ndarray chirp(const ndarray& t, double f0, double t1, double f1, const ChirpOptions& options) {
    const kernel::Placement here(t);
    static const ElementwiseKernel real("float64 t, int64 kind, float64 p0, float64 p1, float64 p2, float64 phi",
                                        "float64 y", from_phase("y = cos(phase);"), "cuprum_chirp");
    static const ElementwiseKernel complex("float64 t, int64 kind, float64 p0, float64 p1, float64 p2, float64 phi",
                                           "complex128 y", from_phase("y = complex<double>(cos(phase), sin(phase));"),
                                           "cuprum_complex_chirp");
    const Phase p = phase_of(f0, t1, f1, options);
    return (options.complex ? complex : real)(doubles(t), p.kind, p.p0, p.p1, p.p2, options.phi * (pi / 180));
}

ndarray sawtooth(const ndarray& t, const Operand& width) {
    const kernel::Placement here(t, width);
    static const ElementwiseKernel kernel("float64 t, float64 w", "float64 y",
                                          "const double period = 6.283185307179586, pi = 3.141592653589793;"
                                          "double place = fmod(t, period);"
                                          "if (place < 0) place += period;"
                                          "if (place < w * period) y = place / (pi * w) - 1;"
                                          "else y = (pi * (w + 1) - place) / (pi * (1 - w));"
                                          "if (w > 1 || w < 0) y = nan(\"\");",
                                          "cuprum_sawtooth");
    if (!width.is_array()) return kernel(doubles(t), width);
    return kernel(doubles(t), doubles(width.array()));
}

ndarray square(const ndarray& t, const Operand& duty) {
    const kernel::Placement here(t, duty);
    static const ElementwiseKernel kernel("float64 t, float64 w", "float64 y",
                                          "const double period = 6.283185307179586;"
                                          "double place = fmod(t, period);"
                                          "if (place < 0) place += period;"
                                          "y = w > 1 || w < 0 ? nan(\"\") : place < w * period ? 1 : -1;",
                                          "cuprum_square_wave");
    if (!duty.is_array()) return kernel(doubles(t), duty);
    return kernel(doubles(t), doubles(duty.array()));
}

GaussPulse gausspulse(const ndarray& t, double fc, double bw, double bwr) {
    const kernel::Placement here(t);
    check_pulse(fc, bw, bwr);
    static const ElementwiseKernel kernel("float64 t, float64 a, float64 fc",
                                          "float64 in_phase, float64 quadrature, float64 envelope",
                                          "const double bell = exp(-a * t * t), angle = 6.283185307179586 * fc * t;"
                                          "in_phase = bell * cos(angle);"
                                          "quadrature = bell * sin(angle);"
                                          "envelope = bell;",
                                          "cuprum_gausspulse");
    const ndarray times = doubles(t);
    const Operand operands[] = {times, Scalar(steepness(fc, bw, bwr)), Scalar(fc)};
    ndarray results[3];
    kernel.call(operands, {}, results);
    return {results[0], results[1], results[2]};
}

double gausspulse_cutoff(double fc, double bw, double bwr, double tpr) {
    check_pulse(fc, bw, bwr);
    if (tpr >= 0) throw ValueError("Reference level for time cutoff must be < 0 dB, found " + std::to_string(tpr));
    return std::sqrt(-std::log(std::pow(10, tpr / 20)) / steepness(fc, bw, bwr));
}

ndarray sweep_poly(const ndarray& t, const Numbers& poly, double phi) {
    const kernel::Placement here(t, poly);
    static const ElementwiseKernel kernel("float64 t, raw float64 c, int64 n, float64 phi", "float64 y",
                                          "double turns = 0;"
                                          "for (long long k = 0; k < n; ++k) turns = turns * t + c[k];"
                                          "y = cos(6.283185307179586 * turns + phi);",
                                          "cuprum_sweep_poly");
    if (poly.ndim() > 1)
        throw ValueError("sweep_poly: poly must be a list, found the shape " + to_string(poly.shape()));
    std::vector<double> integral = poly.reals("sweep_poly");
    for (std::size_t k = 0; k < integral.size(); ++k) integral[k] /= static_cast<double>(integral.size() - k);
    integral.push_back(0);
    const auto count = static_cast<std::int64_t>(integral.size());
    return kernel(doubles(t), array_from_host(integral.data(), DType::float64, {count}), count, phi * (pi / 180));
}

LongestSequence max_len_seq(std::int64_t nbits, const std::optional<Numbers>& state, std::optional<std::int64_t> length,
                            const std::optional<Numbers>& taps) {
    const kernel::Placement here(state, taps);
    const std::vector<std::int64_t> places = taps_of(nbits, taps);
    if (!length && nbits > 62) throw ValueError("max_len_seq: a sequence of 2^nbits - 1 is too long; give a length");
    const std::int64_t count = length.value_or((std::int64_t(1) << std::clamp<std::int64_t>(nbits, 0, 62)) - 1);
    if (count < 0) throw ValueError("length must be greater than or equal to 0, found " + std::to_string(count));
    std::vector<std::int8_t> bits(static_cast<std::size_t>(std::max<std::int64_t>(nbits, 0)), 1);
    if (state) {
        if (state->ndim() != 1 || state->size() != nbits)
            throw ValueError("state must be a 1-D array of size nbits = " + std::to_string(nbits) + ", found " +
                             to_string(state->shape()));
        std::transform(state->values().begin(), state->values().end(), bits.begin(),
                       [](std::complex<double> x) { return static_cast<std::int8_t>(x != 0.0); });
    }
    if (std::all_of(bits.begin(), bits.end(), [](std::int8_t bit) { return bit == 0; }))
        throw ValueError("state must not be all zeros");
    return ShiftRegister(nbits, places).run(std::move(bits), count);
}

ImpulseIndex::ImpulseIndex(std::string_view word) {
    if (word != "mid") throw IndexError("unit_impulse: idx must be a number, a tuple of numbers or 'mid'");
}

Dims ImpulseIndex::of(const Shape& shape) const {
    if (!is_for_all_ && !indices_.empty()) return indices_;
    Dims result(shape.size());
    for (int d = 0; d < static_cast<int>(shape.size()); ++d) result[d] = is_for_all_ ? indices_[0] : shape[d] / 2;
    return result;
}

ndarray unit_impulse(const Shape& shape, const ImpulseIndex& idx, DType dtype) {
    const ndarray result = zeros(shape, dtype);
    const Dims indices = idx.of(shape);
    result.assign(std::vector<Index>(indices.begin(), indices.end()), Scalar(1));
    return result;
}

}  // namespace cuprum::scipy::signal
