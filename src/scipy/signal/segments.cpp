#include "scipy/signal/segments.h"

#include "cuprum/fft.h"
#include "cuprum/kernel.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/detrend.h"

namespace cuprum::scipy::signal {

namespace {

void take_window(Cut& cut, const Window& window) {
    cut.sum = cut.squares = static_cast<double>(cut.nperseg);
    if (!window.values && window.name == "boxcar") return;
    constexpr std::int64_t many = 16384;  // above, the host only learns the sums
    if (cut.nperseg > many) {
        const ndarray values = window.array(cut.nperseg);
        cut.window = values;
        cut.sum = sum(values).item().to_double();
        cut.squares = sum(multiply(values, values)).item().to_double();
        return;
    }
    const std::vector<double> values = window.of(cut.nperseg);
    cut.window = from_host(values, {cut.nperseg});
    cut.sum = cut.squares = 0;
    for (double value : values) {
        cut.sum += value;
        cut.squares += value * value;
    }
}

}  // namespace

Detrend::Detrend(std::string_view type) : type_(type) {
    if (type != "constant" && type != "linear") throw ValueError("Trend type must be 'linear' or 'constant'.");
}

Cut checked_cut(const SpectrumOptions& options, std::int64_t length) {
    if (options.nperseg && *options.nperseg < 1) throw ValueError("nperseg must be a positive integer");
    Cut cut{};
    if (options.window.values) {
        const ndarray& values = *options.window.values;
        if (values.ndim() != 1) throw ValueError("window must be 1-D");
        if (length < values.size()) throw ValueError("window is longer than input signal");
        if (options.nperseg && *options.nperseg != values.size())
            throw ValueError("value specified for nperseg is different from length of window");
        cut.nperseg = values.size();
    } else {
        cut.nperseg = std::min(options.nperseg.value_or(256), length);
    }
    take_window(cut, options.window);
    cut.nfft = options.nfft.value_or(cut.nperseg);
    if (cut.nfft < cut.nperseg) throw ValueError("nfft must be greater than or equal to nperseg.");
    cut.noverlap = options.noverlap.value_or(cut.nperseg / 2);
    if (cut.noverlap >= cut.nperseg) throw ValueError("noverlap must be less than nperseg.");
    cut.step = cut.nperseg - cut.noverlap;
    return cut;
}

ndarray transforms(const ndarray& lines, const Cut& cut, const SpectrumOptions& options, bool onesided) {
    const DType complex_dtype = promote_types(lines.dtype(), DType::complex64);
    const DType real_dtype = complex_dtype == DType::complex64 ? DType::float32 : DType::float64;
    const DType dtype = is_complex(lines.dtype()) ? complex_dtype : real_dtype;
    const ndarray x = lines.astype(lines.dtype(), 'C', Casting::unsafe, false);
    const std::int64_t count = x.shape(0), n = x.shape(1),
                       segments = n < cut.nperseg ? 0 : (n - cut.nperseg) / cut.step + 1;
    const std::int64_t item = x.itemsize();
    const ndarray views = x.with_layout({count, segments, cut.nperseg}, Strides{n * item, cut.step * item, item});

    const bool constant = options.detrend.type() == "constant";
    ndarray source = x, means;
    std::int64_t line = n, step = cut.step;
    if (constant) {
        means = mean(views, {.axis = Dims{2}, .dtype = is_complex(dtype) ? DType::complex128 : DType::float64});
    } else if (options.detrend.function() || options.detrend.type() == "linear") {
        source = options.detrend.function() ? options.detrend.function()(views)
                                            : without_trend(views.reshape({count * segments, cut.nperseg}), dtype);
        source = source.astype(dtype, 'C', Casting::unsafe, false);
        line = segments * cut.nperseg;
        step = cut.nperseg;
    }
    static const ElementwiseKernel kernel(
        "raw X x, raw M means, raw float64 window, int64 line_length, int64 segments, int64 step, int64 nperseg, int64 "
        "nfft, "
        "bool centred, bool windowed",
        "T y", R"(
        long long line, segment, k;
        if (_ind.size() < (1ll << 31)) {
            const unsigned row = (unsigned)i / (unsigned)nfft;
            k = (unsigned)i - row * (unsigned)nfft;
            line = row / (unsigned)segments;
            segment = row - (unsigned)line * (unsigned)segments;
        } else {
            const long long row = i / nfft;
            k = i - row * nfft;
            line = row / segments;
            segment = row - line * segments;
        }
        if (k >= nperseg) {
            y = T(0);
        } else {
            M value = M(x[line * line_length + segment * step + k]);
            if (centred) value -= means[line * segments + segment];
            y = windowed ? T(value * window[k]) : T(value);
        })",
        "cuprum_segments");
    const ndarray made = kernel::new_array({count, segments, cut.nfft}, dtype);
    if (made.size() > 0) {
        const bool windowed = cut.window.has_value();
        const ndarray window = windowed ? *cut.window : kernel::new_array({1}, DType::float64);
        if (!constant) means = kernel::new_array({1}, is_complex(dtype) ? DType::complex128 : DType::float64);
        const Operand operands[] = {source,
                                    means,
                                    window,
                                    Scalar(line),
                                    Scalar(segments),
                                    Scalar(step),
                                    Scalar(cut.nperseg),
                                    Scalar(cut.nfft),
                                    Scalar(constant),
                                    Scalar(windowed),
                                    made};
        ndarray same;
        kernel.call(operands, {}, &same);
    }
    if (segments == 0 || count == 0)
        return kernel::new_array({count, segments, onesided ? cut.nfft / 2 + 1 : cut.nfft}, complex_dtype);
    return onesided ? fft::rfft(made, {}, 2) : fft::fft(made, {}, 2);
}

}  // namespace cuprum::scipy::signal
