// Inverse short-time Fourier transforms, and the conditions on windows (COLA, NOLA).
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/signal_spectral.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal {
namespace {

void check_overlap(std::int64_t nperseg, std::int64_t noverlap) {
    if (nperseg < 1) throw ValueError("nperseg must be a positive integer");
    if (noverlap >= nperseg) throw ValueError("noverlap must be less than nperseg.");
    if (noverlap < 0) throw ValueError("noverlap must be a nonnegative integer");
}

/// The sums of a window's copies at each place of a step.
std::vector<double> sums_of_copies(const Window& window, std::int64_t nperseg, std::int64_t noverlap, bool squared) {
    check_overlap(nperseg, noverlap);
    if (window.values && window.values->ndim() != 1) throw ValueError("window must be 1-D");
    if (window.values && window.values->size() != nperseg) throw ValueError("window must have length of nperseg");
    const std::vector<double> values = window.of(nperseg);
    std::vector<double> sums(static_cast<std::size_t>(nperseg - noverlap));
    for (std::size_t i = 0; i < values.size(); ++i)
        sums[i % sums.size()] += squared ? values[i] * values[i] : values[i];
    return sums;
}

/// Whether the squares of a window's copies add up to nothing at one of the samples `first` to `stop`. The copy at the
/// end of `segments` is the last one.
bool lacks_overlap(const std::vector<double>& window, std::int64_t step, std::int64_t segments, std::int64_t first,
                   std::int64_t stop) {
    const auto n = static_cast<std::int64_t>(window.size());
    std::vector<double> sums(window.size());  // of all values whole steps before
    for (std::int64_t k = 0; k < n; ++k) {
        const double value = window[static_cast<std::size_t>(k)];
        sums[static_cast<std::size_t>(k)] = value * value + (k < step ? 0 : sums[static_cast<std::size_t>(k - step)]);
    }
    const auto lacks = [&](std::int64_t place) {
        const std::int64_t last = std::min(place / step, segments - 1), nearest = place - last * step;
        if (nearest >= n) return true;
        // Copies from `last` down to the first one, or to one that ends before the sample.
        const std::int64_t farthest = std::min(place, nearest + (n - 1 - nearest) / step * step);
        return sums[static_cast<std::size_t>(farthest)] -
                   (nearest < step ? 0 : sums[static_cast<std::size_t>(nearest - step)]) <=
               1e-10;
    };
    // In the middle all repeats with each step.
    const std::int64_t head = std::min(stop, std::max(first, n) + step), tail = std::max(head, stop - n);
    for (std::int64_t place = first; place < head; ++place)
        if (lacks(place)) return true;
    for (std::int64_t place = tail; place < stop; ++place)
        if (lacks(place)) return true;
    return false;
}

}  // namespace

bool check_COLA(const Window& window, std::int64_t nperseg, std::int64_t noverlap, double tol) {
    std::vector<double> sums = sums_of_copies(window, nperseg, noverlap, false), sorted = sums;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t n = sorted.size();
    const double middle = n % 2 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
    for (double sum : sums)
        if (!(std::abs(sum - middle) < tol)) return false;
    return true;
}

bool check_NOLA(const Window& window, std::int64_t nperseg, std::int64_t noverlap, double tol) {
    for (double sum : sums_of_copies(window, nperseg, noverlap, true))
        if (!(sum > tol)) return false;
    return true;
}

namespace {

/// The lengths that an inverse is made with.
struct InverseSizes {
    std::int64_t segments, nperseg, nfft, step;
};

InverseSizes sizes_of(const IstftOptions& options, std::int64_t held, std::int64_t segments) {
    const std::int64_t usual = options.input_onesided ? 2 * (held - 1) : held;
    const std::int64_t nperseg = options.nperseg.value_or(usual);
    if (nperseg < 1) throw ValueError("nperseg must be a positive integer");
    const std::int64_t nfft = options.nfft.value_or(options.input_onesided && nperseg == usual + 1 ? nperseg : usual);
    if (nfft < nperseg) throw ValueError("nfft must be greater than or equal to nperseg.");
    const std::int64_t noverlap = options.noverlap.value_or(nperseg / 2);
    if (noverlap >= nperseg) throw ValueError("noverlap must be less than nperseg.");
    if (options.window.values) {
        if (options.window.values->ndim() != 1) throw ValueError("window must be 1-D");
        if (options.window.values->size() != nperseg)
            throw ValueError("window must have length of " + std::to_string(nperseg));
    }
    return {segments, nperseg, nfft, nperseg - noverlap};
}

double scale_of(const IstftOptions& options, const std::vector<double>& window) {
    double sum = 0, squares = 0;
    for (double value : window) {
        sum += value;
        squares += value * value;
    }
    if (options.scaling == "spectrum") return sum;
    if (options.scaling == "psd") return std::sqrt(options.fs * squares);
    throw ValueError("Parameter scaling='" + std::string(options.scaling) + "' not in ['spectrum', 'psd']!");
}

/// Each sample is put together from the segments that hold it.
void overlap_add(const ndarray& values, const std::vector<double>& window, const InverseSizes& sizes,
                 std::int64_t skipped, double scale, const ndarray& out) {
    static const ElementwiseKernel kernel(
        "raw T values, raw float64 window, int64 segments, int64 nfft, int64 nperseg, int64 step, int64 skipped, int64 "
        "count, "
        "float64 scale",
        "T y", R"(
        long long line, place;
        if (_ind.size() < (1ll << 31)) {
            line = (unsigned)i / (unsigned)count;
            place = (unsigned)i - (unsigned)line * (unsigned)count;
        } else {
            line = i / count;
            place = i - line * count;
        }
        place += skipped;
        long long last = (unsigned long long)place / (unsigned long long)step;
        long long k = place - last * step;
        if (last > segments - 1) {
            k += (last - (segments - 1)) * step;
            last = segments - 1;
        }
        T sum = T(0);
        double norm = 0;
        for (; last >= 0 && k < nperseg; --last, k += step) {
            const double w = window[k];
            sum += values[(line * segments + last) * nfft + k] * T(w);
            norm += w * w;
        }
        y = sum * T(norm > 1e-10 ? scale / norm : scale);)",
        "cuprum_overlap_add");
    if (out.size() == 0) return;
    const ndarray weights = from_host(window, {sizes.nperseg});
    const Operand operands[] = {values,
                                weights,
                                Scalar(sizes.segments),
                                Scalar(sizes.nfft),
                                Scalar(sizes.nperseg),
                                Scalar(sizes.step),
                                Scalar(skipped),
                                Scalar(out.shape()[out.ndim() - 1]),
                                Scalar(scale),
                                out};
    ndarray same;
    kernel.call(operands, {}, &same);
}

}  // namespace

TimeSignal istft(const ndarray& Zxx, const IstftOptions& options) {
    const kernel::Placement here(Zxx);
    const int times = checked_axis(Zxx, options.time_axis), frequencies = checked_axis(Zxx, options.freq_axis);
    if (Zxx.ndim() < 2) throw ValueError("Input stft must be at least 2d!");
    if (times == frequencies) throw ValueError("Must specify differing time and frequency axes!");
    const InverseSizes sizes = sizes_of(options, Zxx.shape()[frequencies], Zxx.shape()[times]);
    const std::vector<double> window = options.window.of(sizes.nperseg);
    const double scale = scale_of(options, window);
    const ndarray moved = moveaxis(Zxx, Dims{times, frequencies}, Dims{-2, -1});
    const ndarray spectra = moved.astype(promote_types(Zxx.dtype(), DType::complex64), 'C');
    const ndarray values = ascontiguousarray(options.input_onesided ? fft::irfft(spectra, sizes.nfft, -1)
                                                                    : fft::ifft(spectra, sizes.nfft, -1));
    const std::int64_t length = sizes.nperseg + (sizes.segments - 1) * sizes.step,
                       skipped = options.boundary ? sizes.nperseg / 2 : 0,
                       count = std::max<std::int64_t>(length - 2 * skipped, 0);
    if (lacks_overlap(window, sizes.step, sizes.segments, skipped, skipped + count))
        design::warn(SignalWarning::user, std::string("NOLA condition failed, STFT may not be invertible.") +
                                              (options.boundary ? "" : " Possibly due to missing boundary"));
    Shape shape(moved.shape());
    shape.erase(moved.ndim() - 1);
    shape[moved.ndim() - 2] = count;
    const ndarray out = kernel::new_array(shape, values.dtype());
    overlap_add(values, window, sizes, skipped, scale, out);
    ndarray result = out;
    if (out.ndim() > 1 && times != Zxx.ndim() - 1) result = moveaxis(out, -1, frequencies < times ? times - 1 : times);
    // SciPy counts the first axis, whichever that is.
    return {divide(arange(result.shape()[0], DType::float64), options.fs), result};
}

}  // namespace cuprum::scipy::signal
