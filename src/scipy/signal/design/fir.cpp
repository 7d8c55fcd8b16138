#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "cuprum/scipy/signal_fir.h"
#include "cuprum/transfer.h"
#include "kernel/engine/placement.h"
#include "numerics/fourier.h"
#include "scipy/signal/design/host_numbers.h"
#include "scipy/signal/design/transforms.h"
#include "scipy/signal/window_values.h"

namespace cuprum::scipy::signal {
namespace {

using design::Complex;
using design::Reals;
using std::numbers::pi;

ndarray on_device(const Reals& values) {
    return array_from_host(values.data(), DType::float64, {static_cast<std::int64_t>(values.size())});
}

double sinc(double x) { return x == 0 ? 1 : std::sin(pi * x) / (pi * x); }

Reals symmetric_window(const WindowChoice& window, std::int64_t points) {
    if (points <= 0) throw ValueError("a filter needs at least one coefficient, found " + std::to_string(points));
    std::string_view name = window.name;
    bool periodic = false;
    if (name.ends_with("_symmetric")) name.remove_suffix(10);
    else if (name.ends_with("_periodic")) {
        name.remove_suffix(9);
        periodic = true;
    }
    return window_values(name, window.parameters, points, periodic);
}

bool passes_zero(const std::variant<bool, std::string_view>& choice, std::size_t edges) {
    if (const bool* flag = std::get_if<bool>(&choice)) return *flag;
    const std::string_view name = std::get<std::string_view>(choice);
    const bool one_edge = name == "lowpass" || name == "highpass";
    if (!one_edge && name != "bandpass" && name != "bandstop")
        throw ValueError("pass_zero must be True, False, 'bandpass', 'lowpass', 'highpass' or 'bandstop', not '" +
                         std::string(name) + "'");
    if (one_edge ? edges != 1 : edges < 2)
        throw ValueError("cutoff must have " + std::string(one_edge ? "one element" : "at least two elements") +
                         " if pass_zero=='" + std::string(name) + "', got " + std::to_string(edges));
    return name == "lowpass" || name == "bandstop";
}

/// numpy.interp for places in order.
Reals interpolated(const Reals& at, const Reals& x, const Reals& y) {
    Reals result;
    std::size_t j = 0;
    for (double place : at) {
        while (j + 2 < x.size() && place >= x[j + 1]) ++j;
        const double slope = (y[j + 1] - y[j]) / (x[j + 1] - x[j]);
        result.push_back(place >= x.back() ? y.back() : slope * (place - x[j]) + y[j]);
    }
    return result;
}

void check_gains(std::int64_t numtaps, const Reals& gain, bool antisymmetric) {
    const bool even = numtaps % 2 == 0;
    if (!antisymmetric && even && gain.back() != 0)
        throw ValueError("A Type II filter must have zero gain at the Nyquist frequency.");
    if (antisymmetric && !even && (gain.front() != 0 || gain.back() != 0))
        throw ValueError("A Type III filter must have zero gain at zero and Nyquist frequencies.");
    if (antisymmetric && even && gain.front() != 0)
        throw ValueError("A Type IV filter must have zero gain at zero frequency.");
}

/// Checks the frequencies of `firwin2`, and moves those that stand twice apart, so that lines go from one to the other.
void prepare_frequencies(Reals& freq, double nyquist) {
    const std::size_t n = freq.size();
    if (n < 2 || freq.front() != 0 || freq.back() != nyquist)
        throw ValueError("freq must start with 0 and end with fs/2.");
    for (std::size_t i = 0; i + 1 < n; ++i) {
        if (freq[i + 1] < freq[i]) throw ValueError("The values in freq must be nondecreasing.");
        if (i + 2 < n && freq[i + 2] == freq[i]) throw ValueError("A value in freq must not occur more than twice.");
    }
    if (freq[1] == 0) throw ValueError("Value 0 must not be repeated in freq");
    if (freq[n - 2] == nyquist) throw ValueError("Value fs/2 must not be repeated in freq");
    const double eps = std::numeric_limits<double>::epsilon() * nyquist;
    bool moved = false;
    for (std::size_t i = 0; i + 1 < n; ++i)
        if (freq[i] == freq[i + 1]) {
            freq[i] -= eps;
            freq[i + 1] += eps;
            moved = true;
        }
    for (std::size_t i = 0; moved && i + 1 < n; ++i)
        if (freq[i + 1] <= freq[i])
            throw ValueError(
                "freq cannot contain numbers that are too close (within eps * (fs/2)) to a repeated value");
}

}  // namespace

double kaiser_beta(double a) {
    if (a > 50) return 0.1102 * (a - 8.7);
    if (a > 21) return 0.5842 * std::pow(a - 21, 0.4) + 0.07886 * (a - 21);
    return 0;
}

double kaiser_atten(double numtaps, double width) { return 2.285 * (numtaps - 1) * pi * width + 7.95; }

KaiserOrder kaiserord(double ripple, double width) {
    const double a = std::abs(ripple);
    if (a < 8)
        throw ValueError("Requested maximum ripple attenuation " + std::to_string(a) +
                         " is too small for the Kaiser formula.");
    const double taps = std::ceil((a - 7.95) / 2.285 / (pi * width) + 1);
    if (!(std::abs(taps) < 9e15)) throw OverflowError("kaiserord: no finite length has a transition of this width");
    return {static_cast<std::int64_t>(taps), kaiser_beta(a)};
}

namespace {

Reals firwin_taps(std::int64_t numtaps, const Numbers& cutoff, const FirwinOptions& options) {
    const double nyquist = 0.5 * design::checked_rate(options.fs.value_or(2));
    if (cutoff.ndim() > 1) throw ValueError("The cutoff argument must be at most one-dimensional.");
    Reals edges = cutoff.reals("firwin");
    if (edges.empty()) throw ValueError("At least one cutoff frequency must be given.");
    for (std::size_t i = 0; i < edges.size(); ++i) {
        edges[i] /= nyquist;
        if (!(edges[i] > 0 && edges[i] < 1))
            throw ValueError("Invalid cutoff frequency: frequencies must be greater than 0 and less than fs/2.");
        if (i && edges[i] <= edges[i - 1])
            throw ValueError("Invalid cutoff frequencies: the frequencies must be strictly increasing.");
    }
    const bool pass_zero = passes_zero(options.pass_zero, edges.size()),
               pass_nyquist = (edges.size() % 2 == 0) == pass_zero;
    if (pass_nyquist && numtaps % 2 == 0)
        throw ValueError(
            "A filter with an even number of coefficients must have zero response at the Nyquist "
            "frequency.");
    if (pass_zero) edges.insert(edges.begin(), 0);
    if (pass_nyquist) edges.push_back(1);
    if (!options.width && !options.window)
        throw ValueError("firwin: window must be a name, a name and parameters, or a number, where there is no width");
    const Reals window = symmetric_window(
        options.width ? WindowChoice(kaiser_beta(kaiser_atten(static_cast<double>(numtaps), *options.width / nyquist)))
                      : *options.window,
        numtaps);
    const double middle = 0.5 * (static_cast<double>(numtaps) - 1);
    double center = 0;
    if (edges[0] != 0) center = edges[1] == 1 ? 1 : 0.5 * (edges[0] + edges[1]);
    Reals h(window.size());
    double sum = 0;
    // Both halves are the same, but for windows that are not.
    for (std::size_t i = 0; i < h.size(); ++i) {
        const double m = static_cast<double>(i) - middle;
        if (i > h.size() - 1 - i) h[i] = h[h.size() - 1 - i];
        else
            for (std::size_t k = 0; k < edges.size(); k += 2)
                h[i] += edges[k + 1] * sinc(edges[k + 1] * m) - (edges[k] == 0 ? 0 : edges[k] * sinc(edges[k] * m));
    }
    for (std::size_t i = 0; i < h.size(); ++i) {
        h[i] *= window[i];
        sum += center == 0 ? h[i] : h[i] * std::cos(pi * (static_cast<double>(i) - middle) * center);
    }
    if (options.scale)
        for (double& value : h) value /= sum;
    return h;
}

}  // namespace

ndarray firwin(std::int64_t numtaps, const Numbers& cutoff, const FirwinOptions& options) {
    const kernel::Placement here(cutoff);
    return on_device(firwin_taps(numtaps, cutoff, options));
}

namespace {

/// A filter of images that is about the same in all directions.
ndarray circular_filter(const Dims& hsize, const WindowChoice& window, const Numbers& fc, double fs) {
    const std::int64_t points = 8 * std::max(hsize[0], hsize[1]);
    const Reals along_radius = firwin_taps(points, fc, {.window = window, .fs = fs});
    const auto place = [](std::int64_t i, std::int64_t n) {
        return n > 1 ? -1 + 2.0 * static_cast<double>(i) / static_cast<double>(n - 1) : -1;
    };
    Reals values;
    for (std::int64_t i = 0; i < hsize[1]; ++i)
        for (std::int64_t j = 0; j < hsize[0]; ++j) {
            const double at = std::hypot(place(j, hsize[0]), place(i, hsize[1])) * static_cast<double>(points - 1);
            const std::int64_t below = std::min(static_cast<std::int64_t>(at), points - 1);
            const double value = along_radius[below], next = along_radius[std::min(below + 1, points - 1)];
            values.push_back(value + (next - value) * (at - static_cast<double>(below)));
        }
    return on_device(values).reshape({hsize[1], hsize[0]});
}

}  // namespace

ndarray firwin_2d(const Dims& hsize, const std::vector<WindowChoice>& window, const std::optional<Numbers>& fc,
                  double fs, bool circular) {
    const kernel::Placement here(fc);
    if (!fc) throw ValueError("firwin_2d: the cutoff frequency fc must be given");
    if (hsize.size() != 2) throw ValueError("hsize must be two lengths, found " + std::to_string(hsize.size()));
    if (window.size() != (circular ? 1 : 2))
        throw ValueError("window must be two windows, or one of a circular filter, found " +
                         std::to_string(window.size()));
    if (circular) return circular_filter(hsize, window[0], *fc, fs);
    const Reals rows = firwin_taps(hsize[0], *fc, {.window = window[0], .fs = fs}),
                columns = firwin_taps(hsize[1], *fc, {.window = window[1], .fs = fs});
    Reals product;
    for (double row : rows)
        for (double column : columns) product.push_back(row * column);
    return on_device(product).reshape({hsize[0], hsize[1]});
}

ndarray firwin2(std::int64_t numtaps, const Numbers& freq, const Numbers& gain, const Firwin2Options& options) {
    const kernel::Placement here(freq, gain);
    const double nyquist = 0.5 * design::checked_rate(options.nyq ? 2 * *options.nyq : options.fs.value_or(2));
    Reals f = freq.reals("firwin2");
    const Reals g = gain.reals("firwin2");
    if (f.size() != g.size()) throw ValueError("freq and gain must be of same length.");
    if (options.nfreqs && numtaps >= *options.nfreqs)
        throw ValueError("ntaps must be less than nfreqs, but firwin2 was called with ntaps=" +
                         std::to_string(numtaps) + " and nfreqs=" + std::to_string(*options.nfreqs));
    if (numtaps < 1) throw ValueError("a filter needs at least one coefficient, found " + std::to_string(numtaps));
    prepare_frequencies(f, nyquist);
    check_gains(numtaps, g, options.antisymmetric);
    const std::int64_t points = options.nfreqs.value_or(
        1 + (std::int64_t(1) << static_cast<int>(std::ceil(std::log2(static_cast<double>(numtaps))))));
    const auto count = static_cast<std::size_t>(points);
    Reals x(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = nyquist / static_cast<double>(points - 1) * static_cast<double>(i);
    x.back() = nyquist;
    const Reals response = interpolated(x, f, g);
    // The inverse transform of the response, delayed by half the length.
    std::vector<Complex> spectrum(2 * (count - 1));
    for (std::size_t i = 0; i < count; ++i) {
        Complex value = response[i] * std::polar(1.0, -(static_cast<double>(numtaps) - 1) / 2 * pi * x[i] / nyquist);
        if (options.antisymmetric) value *= Complex(0, 1);
        if (i == 0 || i + 1 == count) value = value.real();
        spectrum[i % spectrum.size()] = value;
        if (i && i + 1 < count) spectrum[spectrum.size() - i] = std::conj(value);
    }
    numerics::fft(spectrum, true);
    Reals h;
    const auto length = std::min(static_cast<std::size_t>(numtaps), spectrum.size());
    for (std::size_t i = 0; i < length; ++i) h.push_back(spectrum[i].real() / static_cast<double>(spectrum.size()));
    if (options.window) {
        const Reals window = symmetric_window(*options.window, numtaps);
        for (std::size_t i = 0; i < h.size(); ++i) h[i] *= window[i];
    }
    if (options.antisymmetric && numtaps % 2) h[h.size() / 2] = 0;
    return on_device(h);
}

}  // namespace cuprum::scipy::signal
