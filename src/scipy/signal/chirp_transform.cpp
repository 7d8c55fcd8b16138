// Chirp z-transforms, to points on a spiral, and continuous wavelet transforms.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/host.h"
#include "cuprum/kernel.h"
#include "cuprum/scipy/fft.h"
#include "cuprum/scipy/signal_spectral.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/polyphase.h"
#include "scipy/signal/recursive.h"

namespace cuprum::scipy::signal {
namespace {

using complex = std::complex<double>;

/// exp(logarithm * k^power + i pi turn (k^2 / parts, taken to the whole circle where there are parts))
const ElementwiseKernel& spiral() {
    static const ElementwiseKernel kernel(
        "int64 k, float64 growth, float64 turn, int64 parts, float64 sign, bool square", "complex128 z", R"(
        const double pi = 3.14159265358979323846;
        double exponent = square ? 0.5 * (double)k * (double)k : (double)k, angle;
        if (parts > 0 && square) {
            const unsigned long long step = k;
            const long long rest = (long long)(step * step % (unsigned long long)(2 * parts));
            angle = -pi * (double)rest / (double)parts;
        } else {
            angle = exponent * turn;
        }
        const double size = exp(sign * exponent * growth);
        z = complex<double>(size * cos(angle), sign * size * sin(angle));)",
        "cuprum_spiral");
    return kernel;
}

ndarray powers(const ndarray& k, complex base, std::int64_t parts, double sign, bool square) {
    return spiral()(k, Scalar(std::log(std::abs(base))), Scalar(std::arg(base)), Scalar(parts), Scalar(sign),
                    Scalar(square));
}

void check_points(std::int64_t n, const char* name) {
    if (n < 1)
        throw ValueError("Invalid number of CZT " + std::string(name) + " (" + std::to_string(n) +
                         ") specified. It must be positive and integer type.");
}

ndarray complex_points(std::int64_t m, std::optional<complex> w, complex a) {
    check_points(m, "output points");
    const complex base = w.value_or(std::polar(1.0, -2 * std::numbers::pi / static_cast<double>(m)));
    return multiply(powers(arange(m), base, 0, -1, false), Scalar(a));
}

ndarray real_points(std::int64_t m, double w, double a) {
    check_points(m, "output points");
    static const ElementwiseKernel kernel("float64 k, float64 w, float64 a", "float64 z", "z = a * pow(w, -k)",
                                          "cuprum_real_chirp_points");
    return kernel(arange(m).astype(DType::float64), Scalar(w), Scalar(a));
}

}  // namespace

ChirpTransform::ChirpTransform(std::int64_t n, std::int64_t m, std::optional<complex> w, complex a)
    : n_(n), m_(m), a_(a) {
    check_points(n, "data points");
    check_points(m, "output points");
    if (!w) parts_ = m;
    w_ = w.value_or(std::polar(1.0, -2 * std::numbers::pi / static_cast<double>(m)));
    turn_ = std::arg(w_);
    prepare();
}

ChirpTransform ChirpTransform::zoom(std::int64_t n, double from, double to, std::int64_t m, double fs, bool endpoint) {
    check_points(n, "data points");
    check_points(m, "output points");
    ChirpTransform made;
    made.n_ = n;
    made.m_ = m;
    double step = to - from;
    if (endpoint && m == 1) throw ZeroDivisionError("one frequency cannot be the first and the last one of a band");
    if (endpoint) step *= static_cast<double>(m) / (static_cast<double>(m) - 1);
    made.turn_ = -2 * std::numbers::pi * step / (static_cast<double>(m) * fs);
    made.circle_ = true;
    made.w_ = std::polar(1.0, made.turn_);
    made.a_ = std::polar(1.0, 2 * std::numbers::pi * from / fs);
    made.prepare();
    return made;
}

void ChirpTransform::prepare() {
    const std::int64_t longest = std::max(n_, m_);
    length_ = scipy::fft::next_fast_len(n_ + m_ - 1);
    const ndarray k = arange(longest);
    // The phase of `w` may have turned more than once round where a band is zoomed into.
    const ndarray chirp = circle_ ? spiral()(k, Scalar(0.0), Scalar(turn_), Scalar(0), Scalar(1.0), Scalar(true))
                                  : powers(k, w_, parts_, 1, true),
                  inverse = circle_ ? spiral()(k, Scalar(0.0), Scalar(turn_), Scalar(0), Scalar(-1.0), Scalar(true))
                                    : powers(k, w_, parts_, -1, true);
    before_ = multiply(powers(slice(k, 0, 0, n_), a_, 0, -1, false), slice(chirp, 0, 0, n_));
    after_ = slice(chirp, 0, 0, m_).copy();
    const ndarray filter = zeros({length_}, DType::complex128);
    static const ElementwiseKernel place("raw complex128 inverse, int64 n, int64 m", "complex128 z",
                                         "const long long k = i - (n - 1); if (k < m) z = inverse[k < 0 ? -k : k];",
                                         "cuprum_chirp_filter");
    const Operand operands[] = {inverse, Scalar(n_), Scalar(m_), filter};
    ndarray same;
    place.call(operands, {}, &same);
    spectrum_ = cuprum::fft::fft(filter);
}

ndarray ChirpTransform::operator()(const ndarray& x, std::int64_t axis) const {
    const kernel::Placement here(x);
    const int along = checked_axis(x, axis);
    if (x.shape()[along] != n_)
        throw ValueError("CZT defined for length " + std::to_string(n_) + ", not " + std::to_string(x.shape()[along]));
    const ndarray lines = multiply(lines_of(x, along), before_);
    const ndarray products = multiply(cuprum::fft::fft(lines, length_, 1), spectrum_);
    const ndarray made = multiply(slice(cuprum::fft::ifft(products, {}, 1), 1, n_ - 1, n_ + m_ - 1), after_);
    return from_lines(made, x.shape(), along);
}

ndarray ChirpTransform::points() const {
    const ndarray k = arange(m_);
    if (circle_)
        return multiply(spiral()(k, Scalar(0.0), Scalar(turn_), Scalar(0), Scalar(-1.0), Scalar(false)), Scalar(a_));
    return complex_points(m_, parts_ ? std::nullopt : std::optional(w_), a_);
}

ndarray czt_points(std::int64_t m, std::optional<Scalar> w, const Scalar& a) {
    if (w && !is_complex(w->dtype()) && !is_complex(a.dtype())) return real_points(m, w->to_double(), a.to_double());
    return complex_points(m, w ? std::optional(w->to_complex()) : std::nullopt, a.to_complex());
}

CZT::CZT(std::int64_t n, std::optional<std::int64_t> m, std::optional<Scalar> w, const Scalar& a)
    : ChirpTransform(n, m.value_or(n), w ? std::optional(w->to_complex()) : std::nullopt, a.to_complex()),
      step_(w),
      first_(a) {}

ZoomFFT::ZoomFFT(std::int64_t n, const FrequencyBand& fn, std::optional<std::int64_t> m, double fs, bool endpoint)
    : CZT(zoom(n, fn.first, fn.last, m.value_or(n), fs, endpoint)), band_(fn), fs_(fs), endpoint_(endpoint) {}

std::vector<ndarray> ZoomFFT::state() const {
    return {asarray(std::vector<double>{static_cast<double>(n()), static_cast<double>(m()), f1(), f2(), fs_,
                                        endpoint_ ? 1.0 : 0.0})};
}

void ZoomFFT::set_state(const std::vector<ndarray>& state) {
    const std::vector<double> v = state.at(0).to_vector<double>();
    *this = ZoomFFT(static_cast<std::int64_t>(v.at(0)), {v.at(2), v.at(3)}, static_cast<std::int64_t>(v.at(1)), v.at(4),
                    v.at(5) != 0);
}

ndarray czt(const ndarray& x, std::optional<std::int64_t> m, std::optional<Scalar> w, const Scalar& a,
            std::int64_t axis) {
    const kernel::Placement here(x);
    return CZT(x.shape()[checked_axis(x, axis)], m, w, a)(x, axis);
}

ndarray zoom_fft(const ndarray& x, const FrequencyBand& fn, std::optional<std::int64_t> m, double fs, bool endpoint,
                 std::int64_t axis) {
    const kernel::Placement here(x);
    return ZoomFFT(x.shape()[checked_axis(x, axis)], fn, m, fs, endpoint)(x, axis);
}

ndarray morlet(std::int64_t M, double w, double s, bool complete) {
    static const ElementwiseKernel kernel(
        "float64 x, float64 w, bool complete", "complex128 y",
        "const double size = exp(-0.5 * x * x) * 0.7511255444649425, less = complete ? exp(-0.5 * w * w) : 0.0;"
        "y = complex<double>(size * (cos(w * x) - less), size * sin(w * x));",
        "cuprum_morlet");
    const double reach = s * 2 * std::numbers::pi;
    return kernel(linspace(-reach, reach, M), Scalar(w), Scalar(complete));
}

ndarray morlet2(std::int64_t M, double s, double w) {
    static const ElementwiseKernel kernel(
        "int64 k, float64 middle, float64 s, float64 w", "complex128 y",
        "const double x = ((double)k - middle) / s, size = exp(-0.5 * x * x) * 0.7511255444649425 * sqrt(1 / s);"
        "y = complex<double>(size * cos(w * x), size * sin(w * x));",
        "cuprum_morlet2");
    return kernel(arange(M), Scalar((static_cast<double>(M) - 1) / 2), Scalar(s), Scalar(w));
}

ndarray ricker(std::int64_t points, double a) {
    static const ElementwiseKernel kernel("int64 k, float64 middle, float64 a", "float64 y",
                                          "const double x = ((double)k - middle) / a; y = 2 / (sqrt(3 * a) * "
                                          "1.3313353638003897) * (1 - x * x) * exp(-0.5 * x * x);",
                                          "cuprum_ricker");
    return kernel(arange(points), Scalar((static_cast<double>(points) - 1) / 2), Scalar(a));
}

ndarray qmf(const ndarray& hk) {
    const kernel::Placement here(hk);
    if (hk.ndim() != 1) throw ValueError("qmf takes coefficients of one axis, not of " + std::to_string(hk.ndim()));
    const ndarray signs = subtract(1, multiply(2, remainder(arange(hk.size()), 2)));
    return multiply(reversed(hk, 0), signs.astype(hk.dtype()));
}

}  // namespace cuprum::scipy::signal
