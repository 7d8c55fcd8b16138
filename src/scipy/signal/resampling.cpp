// Resampling of signals: by polyphase filters and by Fourier transforms.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_filters.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/scipy/signal_windows.h"
#include "cuprum/signal/polyphase_args.h"
#include "cuprum/sorting.h"
#include "cuprum/transfer.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/placement.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/storage.h"
#include "numpy/axes.h"
#include "numpy/convolve.h"
#include "runtime/device_traits.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/extend.h"
#include "scipy/signal/plan.h"
#include "scipy/signal/polyphase.h"
#include "scipy/signal/recursive.h"
#include "scipy/signal/window_values.h"

namespace cuprum::scipy::signal {

std::vector<double> Window::of(std::int64_t n, bool periodic) const {
    if (!values) return window_values(name, parameters, n, periodic);
    if (values->ndim() != 1 || values->size() != n)
        throw ValueError("a window of " + std::to_string(n) + " values is needed, found shape " +
                         to_string(values->shape()));
    return real_host_values(*values);
}

ndarray Window::array(std::int64_t n, bool periodic) const {
    if (!values) return get_window(name, parameters, n, periodic);
    if (values->ndim() != 1 || values->size() != n)
        throw ValueError("a window of " + std::to_string(n) + " values is needed, found shape " +
                         to_string(values->shape()));
    return ascontiguousarray(is_complex(values->dtype()) ? values->real() : *values, DType::float64);
}

ndarray from_lines(const ndarray& lines, const Shape& shape, int axis) {
    Shape moved(shape);
    moved.erase(axis);
    moved.push_back(lines.shape(1));
    return moveaxis(lines.reshape(moved), -1, axis);
}

namespace {

void run_polyphase(PolyphaseArgs args, const ndarray& x, const ndarray& taps, std::int64_t offset, const ndarray& out) {
    using kernel::KernelKey, kernel::KernelSource, kernel::KernelTable;
    const DType in = x.dtype(), dtype = out.dtype();
    kernel::DataAccess data;
    args.x = data.read(x);
    args.h = data.read(taps);
    args.out = data.write(out);
    args.n = x.shape(1);
    args.count = out.shape(1);
    args.offset = offset;
    args.tiles = kernel::ceil_div(args.count, args.active * polyphase_outputs);
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(in, dtype), [&]() -> KernelSource {
        const std::string name = std::string("cuprum_polyphase_") + info(in).name + "_" + info(dtype).name;
        return {name,
                "#include <cuprum/signal/polyphase.h>\nCUPRUM_POLYPHASE(" + name + ", " + kernel::input_type(in) +
                    ", " + kernel::storage_type(dtype) + ")\n",
                {}};
    });
    runtime::Launch launch = kernel::plan_blocks(x.shape(0) * args.tiles, polyphase_block, 1);
    launch.shared_bytes = static_cast<std::uint32_t>((args.up * (args.rows | 1) + args.samples) *
                                                     static_cast<std::int64_t>(itemsize(dtype)));
    data.launch(function, launch, args);
}

}  // namespace

ndarray polyphase(const ndarray& lines, const ndarray& h, std::int64_t up, std::int64_t down, std::int64_t offset,
                  std::int64_t count, DType dtype) {
    // j runs over the samples that taps fall upon: the first tap is h[place - up * last].
    static const ElementwiseKernel kernel(
        "raw X x, raw H h, int64 n, int64 taps, int64 up, int64 down, int64 offset, int64 count", "T y",
        R"(
        long long line, last, tap;
        if (n < (1ll << 30) && _ind.size() < (1ll << 31) && count * down + offset < (1ll << 31)) {
            const unsigned l = (unsigned)i / (unsigned)count;
            const unsigned place = ((unsigned)i - l * (unsigned)count) * (unsigned)down + (unsigned)offset;
            const unsigned q = place / (unsigned)up;
            line = l;
            last = q;
            tap = place - q * (unsigned)up;
        } else {
            line = i / count;
            const long long place = (i - line * count) * down + offset;
            last = place / up;
            tap = place - last * up;
        }
        if (last > n - 1) {
            tap += (last - (n - 1)) * up;
            last = n - 1;
        }
        long long at = line * n + last;
        const long long first = line * n;
        T sum = T(0);
        for (; tap < taps && at >= first; tap += up, --at) sum += T(h[tap]) * T(x[at]);
        y = sum;
        )",
        "cuprum_polyphase");
    const ndarray out = kernel::new_array({lines.shape(0), count}, dtype);
    if (out.size() == 0) return out;
    const ndarray x = ascontiguousarray(lines), taps = h.astype(dtype, 'C', Casting::unsafe, false);
    constexpr std::int64_t many = 1 << 14;  // results for which tiles pay
    if (const auto tiles = out.size() < many
                               ? std::nullopt
                               : plan_polyphase(h.size(), up, down, itemsize(dtype), runtime::device_traits())) {
        run_polyphase(*tiles, x, taps, offset, out);
        return out;
    }
    const Operand operands[] = {x,          taps,         Scalar(lines.shape(1)), Scalar(h.size()),
                                Scalar(up), Scalar(down), Scalar(offset),         Scalar(count),
                                out};
    ndarray same;
    kernel.call(operands, {}, &same);
    return out;
}

std::vector<double> low_pass(std::span<const double> window, double cutoff) {
    std::vector<double> taps(window.begin(), window.end());
    const double middle = 0.5 * (static_cast<double>(taps.size()) - 1);
    double sum = 0;
    for (std::size_t i = 0; i < taps.size(); ++i) {
        const double x = std::numbers::pi * cutoff * (static_cast<double>(i) - middle);
        taps[i] *= x == 0 ? cutoff : cutoff * std::sin(x) / x;
        sum += taps[i];
    }
    for (double& tap : taps) tap /= sum;
    return taps;
}

namespace {

std::int64_t output_length(std::int64_t taps, std::int64_t n, std::int64_t up, std::int64_t down) {
    return length_sum(length_product(n - 1, up), taps - 1) / down + 1;
}

/// Lines as they continue beyond their ends, and how many samples were put before the first one.
struct Continued {
    ndarray lines;
    std::int64_t before;
};
Continued continued(const ndarray& lines, std::int64_t taps, std::int64_t up, ExtendMode mode, double cval,
                    DType dtype) {
    if (mode == extend_zeros && cval == 0) return {lines, 0};
    const std::int64_t pad = taps / up + 2;
    return {extended_lines(lines, pad, mode, dtype, cval), pad};
}

ExtendMode checked_extend_mode(std::string_view mode) {
    const auto known = extend_mode(mode);
    if (!known) throw ValueError("Unknown mode: " + std::string(mode));
    return *known;
}

}  // namespace

ndarray upfirdn(const ndarray& h, const ndarray& x, std::int64_t up, std::int64_t down, std::int64_t axis,
                std::string_view mode, double cval) {
    const kernel::Placement here(h, x);
    if (h.ndim() != 1 || h.size() == 0) throw ValueError("h must be 1-D with non-zero length");
    if (up < 1 || down < 1) throw ValueError("Both up and down must be >= 1");
    const int along = checked_axis(x, axis);
    const ExtendMode extension = checked_extend_mode(mode);
    const DType dtypes[] = {h.dtype(), x.dtype(), DType::float32}, dtype = result_type(dtypes);
    const ndarray lines = lines_of(x, along);
    const std::int64_t n = lines.shape(1);
    if (n == 0) throw ValueError("upfirdn takes at least one sample along the axis");
    const Continued more = continued(lines, h.size(), up, extension, cval, dtype);
    return ascontiguousarray(
        from_lines(polyphase(more.lines, h, up, down, more.before * up, output_length(h.size(), n, up, down), dtype),
                   x.shape(), along));
}

ndarray resample_poly(const ndarray& x, std::int64_t up, std::int64_t down, std::int64_t axis, const Window& window,
                      std::string_view padtype, std::optional<double> cval) {
    const kernel::Placement here(x);
    if (up < 1 || down < 1) throw ValueError("up and down must be >= 1");
    const int along = checked_axis(x, axis);
    const bool constant = padtype == "constant";
    if (cval && !constant) throw ValueError("cval has no effect when padtype is " + std::string(padtype));
    const std::int64_t divisor = std::gcd(up, down);
    up /= divisor;
    down /= divisor;
    if (up == 1 && down == 1) return x.copy();
    const std::int64_t n = x.shape()[along], count = kernel::ceil_div(length_product(n, up), down);

    const DType tap_dtype = is_inexact(x.dtype()) ? x.dtype() : DType::float64;
    std::int64_t half;
    ndarray h;
    if (window.values) {
        if (window.values->ndim() > 1) throw ValueError("window must be 1-D");
        half = (window.values->size() - 1) / 2;
        h = multiply(*window.values, up);
    } else {
        const std::int64_t rate = std::max(up, down);
        half = length_product(10, rate);
        std::vector<double> taps =
            low_pass(window.of(length_sum(length_product(2, half), 1), false), 1.0 / static_cast<double>(rate));
        for (double& tap : taps) tap *= static_cast<double>(up);
        h = from_host(taps, {2 * half + 1}, tap_dtype);
    }
    std::optional<ndarray> background;
    ExtendMode mode = extend_zeros;
    const ReduceOptions options{.axis = Dims{along}, .keepdims = true};
    if (padtype == "mean") background = mean(x, options);
    else if (padtype == "median") background = median(x, {.axis = Dims{along}, .keepdims = true});
    else if (padtype == "minimum") background = min(x, options);
    else if (padtype == "maximum") background = max(x, options);
    else {
        const auto known = extend_mode(padtype);
        if (!known)
            throw ValueError(
                "padtype must be one of: maximum, mean, median, minimum, constant, wrap, edge, smooth, "
                "symmetric, reflect, antisymmetric, antireflect, line; found '" +
                std::string(padtype) + "'");
        mode = *known;
    }
    const DType dtypes[] = {h.dtype(), x.dtype(), DType::float32}, dtype = result_type(dtypes);
    const ndarray lines = lines_of(background ? subtract(x, *background) : x, along);
    const Continued more = continued(lines, h.size(), up, mode, cval.value_or(0), dtype);
    ndarray out =
        from_lines(polyphase(more.lines, h, up, down, half + more.before * up, count, dtype), x.shape(), along);
    return ascontiguousarray(background ? add(out, *background) : out);
}

ndarray resample(const ndarray& x, std::int64_t num, std::int64_t axis, const std::optional<Window>& window,
                 std::string_view domain) {
    const kernel::Placement here(x);
    if (domain != "time" && domain != "freq")
        throw ValueError("Parameter domain='" + std::string(domain) + "' not in ('time', 'freq')!");
    const bool frequencies = domain == "freq";
    const int along = checked_axis(x, axis);
    if (num == 0) throw ZeroDivisionError("resample to 0 samples; `num` must be at least 1");
    if (num < 0) throw ValueError("invalid number of data points (" + std::to_string(num) + ") specified");
    const std::int64_t n = x.shape()[along];
    if (n == 0) throw ValueError("resample takes at least one sample along the axis");
    const bool real = !frequencies && !is_complex(x.dtype());
    const ndarray spectrum = lines_of(
        frequencies ? x.astype(promote_types(fft_dtype(x.dtype()), DType::complex64), 'K', Casting::unsafe, false)
        : real      ? fft::rfft(x, {}, along)
                    : fft::fft(x, {}, along),
        along);
    // What the spectrum is multiplied with, both sides' mean where one side is there alone.
    std::optional<ndarray> weights;
    if (window) {
        std::vector<double> values = window->of(n);
        if (!window->values) std::rotate(values.begin(), values.begin() + (n + 1) / 2, values.end());
        if (real)
            for (std::int64_t k = 1; k <= n / 2; ++k)
                values[static_cast<std::size_t>(k)] =
                    0.5 * (values[static_cast<std::size_t>(k)] + values[static_cast<std::size_t>(n - k)]);
        weights = from_host(values, {n});
    }
    // Of an even number of samples, the highest frequency stands for both signs.
    static const ElementwiseKernel kernel(
        "raw T x, raw W w, int64 held, int64 n, int64 num, int64 wanted, bool real, bool weighted, float64 scale",
        "T y",
        R"(
        const long long line = i / wanted, k = i - line * wanted;
        const long long least = num < n ? num : n, half = least / 2;
        const bool even = least % 2 == 0;
        T sum = T(0);
        const auto take = [&](long long at, double share) {
            T value = x[line * held + at];
            if (weighted) value = value * T(w[at]);
            sum += value * T(share * scale);
        };
        if (real) {
            if (k <= half && k < held) take(k, even && k == half ? (num < n ? 2.0 : num > n ? 0.5 : 1.0) : 1.0);
        } else {
            const long long up = k, down = k - num;
            if (even && num != n && (up == half || down == -half)) {
                if (num < n) {
                    take(half, 1.0);
                    take(n - half, 1.0);
                } else {
                    take(half, 0.5);
                }
            } else if (up <= (least - 1) / 2 || (even && up == half)) {
                take(up, 1.0);
            } else if (-down <= (least - 1) / 2) {
                take(n + down, 1.0);
            }
        }
        y = sum;
        )",
        "cuprum_resample_spectrum");
    const std::int64_t wanted = real ? num / 2 + 1 : num;
    const ndarray made = kernel::new_array({spectrum.shape(0), wanted}, spectrum.dtype());
    if (made.size() > 0) {
        const ndarray held = ascontiguousarray(spectrum), factors = weights ? *weights : ones({1});
        const Operand operands[] = {held,
                                    factors,
                                    Scalar(held.shape(1)),
                                    Scalar(n),
                                    Scalar(num),
                                    Scalar(wanted),
                                    Scalar(real),
                                    Scalar(weights.has_value()),
                                    Scalar(static_cast<double>(num) / static_cast<double>(n)),
                                    made};
        ndarray same;
        kernel.call(operands, {}, &same);
    }
    return from_lines(real ? fft::irfft(made, num, 1) : fft::ifft(made, num, 1), x.shape(), along);
}

std::pair<ndarray, ndarray> resample(const ndarray& x, std::int64_t num, const ndarray& t, std::int64_t axis,
                                     const std::optional<Window>& window, std::string_view domain) {
    const kernel::Placement here(x, t);
    if (t.ndim() == 0 || t.shape(0) < 2)
        throw IndexError("resample: t needs two times at least, found shape " + cuprum::to_string(t.shape()));
    const ndarray samples = resample(x, num, axis, window, domain);
    const double ratio = static_cast<double>(x.shape(checked_axis(x, axis))) / static_cast<double>(num);
    const ndarray first = slice(t, 0, 0, 1), step = subtract(slice(t, 0, 1, 2), first);
    return {samples, add(multiply(arange(num), multiply(step, ratio)), first)};
}

}  // namespace cuprum::scipy::signal
