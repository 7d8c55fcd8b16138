// The filter of least delay by the cepstrum (Oppenheim and Schafer, Discrete-Time Signal Processing, 13.5.4), or by the
// Hilbert transform of the logarithm of its magnitude (Damera-Venkata, Evans and McCaslin 2000). The transforms are
// long, and so run on the device.
#include <cmath>
#include <numbers>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/kernel.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_fir.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal {
namespace {

ndarray by_cepstrum(const ndarray& spectrum, bool half) {
    static const ElementwiseKernel logarithm("float64 m, float64 least, float64 scale", "float64 y",
                                             "y = log(m + 1e-7 * least) * scale", "cuprum_floored_log");
    // The cepstrum's negative times go, and its positive ones count twice; zero and the middle of an even number of
    // points are both.
    static const ElementwiseKernel causal("complex128 c, int64 n", "float64 y",
                                          "y = c.real() * (i == 0 || 2 * i == n ? 1 : 2 * i < n ? 2 : 0)",
                                          "cuprum_causal_cepstrum");
    const ndarray magnitude = abs(spectrum), least = min(where(greater(magnitude, 0), magnitude, INFINITY));
    const ndarray cepstrum = fft::ifft(logarithm(magnitude, least, half ? 0.5 : 1.0));
    return fft::ifft(exp(fft::fft(causal(cepstrum, spectrum.size())))).real();
}

ndarray by_hilbert_transform(const ndarray& spectrum, std::int64_t delay) {
    static const ElementwiseKernel turned(
        "complex128 h, int64 n, int64 delay", "float64 y",
        "const double angle = i * (6.283185307179586 / n * delay); y = h.real() * cos(angle) - h.imag() * sin(angle);",
        "cuprum_without_delay");
    // The response, moved up until it is nowhere negative, and scaled so that the passband's ripple is about 1.
    static const ElementwiseKernel magnitude(
        "float64 y, float64 lowest, float64 highest", "float64 m",
        "const double dp = highest - 1, ds = -lowest, root = sqrt(1 + dp + ds) + sqrt(1 - dp + ds);"
        "m = sqrt((y + ds) * (4 / (root * root))) + 1e-10;",
        "cuprum_positive_response");
    static const ElementwiseKernel signs("complex128 c, int64 n", "complex128 y",
                                         "const double sign = i == 0 || i == n / 2 ? 0 : i < n / 2 ? 1 : -1;"
                                         "y = complex<double>(c.real() * sign, c.imag() * sign);",
                                         "cuprum_signed_times");
    const ndarray response = turned(spectrum, spectrum.size(), delay),
                  m = magnitude(response, min(response), max(response));
    return fft::ifft(multiply(m, exp(fft::fft(signs(fft::ifft(log(m)), m.size()))))).real();
}

}  // namespace

ndarray minimum_phase(const Numbers& h, std::string_view method, std::optional<std::int64_t> n_fft, bool half) {
    const kernel::Placement here(h);
    if (h.is_complex()) throw ValueError("Complex filters not supported");
    const std::int64_t length = h.size(), middle = length / 2;
    if (h.ndim() != 1 || length <= 2)
        throw ValueError("h must be 1-D and at least 3 samples long, found the shape " + to_string(h.shape()));
    const std::vector<double> taps = h.reals("minimum_phase");
    bool symmetric = false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(middle); ++i)
        symmetric = symmetric || taps[taps.size() - 1 - i] - taps[i] <= 1e-8 + 1e-6 * std::abs(taps[i]);
    if (!symmetric) design::warn(SignalWarning::runtime, "h does not appear to by symmetric, conversion may fail");
    if (method != "homomorphic" && method != "hilbert")
        throw ValueError("method must be \"homomorphic\" or \"hilbert\", got '" + std::string(method) + "'");
    if (method == "hilbert" && !half) throw ValueError("`half=False` is only supported when `method='homomorphic'`");
    const std::int64_t points = n_fft.value_or(
        std::int64_t(1) << static_cast<int>(std::ceil(std::log2(2 * static_cast<double>(length - 1) / 0.01))));
    if (points < length)
        throw ValueError("n_fft must be at least len(h)==" + std::to_string(length) + ", found " +
                         std::to_string(points));
    const ndarray spectrum = fft::fft(array_from_host(taps.data(), DType::float64, {length}), points);
    const ndarray all = method == "hilbert" ? by_hilbert_transform(spectrum, middle) : by_cepstrum(spectrum, half);
    return all(Slice{.start = 0, .stop = half ? middle + length % 2 : length}).copy();
}

}  // namespace cuprum::scipy::signal
