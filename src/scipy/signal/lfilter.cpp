// Filters given by numerator and denominator (lfilter).
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/signal.h"
#include "cuprum/scipy/signal_filters.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/correlate.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "runtime/device_traits.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/recent_samples.h"
#include "scipy/signal/recursive.h"

namespace cuprum::scipy::signal {
namespace {

constexpr std::int64_t direct_taps = 1024;  // above, products of transforms are quicker than sums of products

/// The first `count` samples of the convolution of each line with taps, in a new array of lines.
ndarray convolved_lines(const ndarray& lines, const ndarray& taps, std::int64_t count, DType dtype) {
    const ndarray weights = taps.astype(dtype, 'C').reshape({1, taps.size()});
    const std::int64_t n = lines.shape(1), m = taps.size();
    if (lines.size() == 0 || count == 0) return zeros({lines.shape(0), count}, dtype);
    const ndarray samples = lines.astype(dtype, 'K', Casting::unsafe, false);
    if (m > direct_taps && n > direct_taps)
        return slice(oaconvolve(samples, weights, "full", Dims{1}).astype(dtype, 'K', Casting::unsafe, false), 1, 0,
                     count);
    const ndarray out = kernel::new_array({lines.shape(0), count}, dtype);
    kernel::correlate(samples, reversed(weights, 1), out, {.before = Dims{0, m - 1}});
    return out;
}

void add_to(const ndarray& target, const ndarray& more) { copy_to(add(target, more), target); }

/// y[t] = w[t] - sum of a[k] y[t - k], where there are too many a[k] for a state that a thread keeps.
ndarray long_recursion(const ndarray& w, const ndarray& a) {
    static const ElementwiseKernel kernel(
        "raw T w, raw T a, int64 length, int64 order", "raw T y",
        "for (long long t = 0; t < length; ++t) {"
        "    T sum = w[i * length + t];"
        "    const long long most = t < order ? t : order;"
        "    for (long long k = 1; k <= most; ++k) sum -= a[k] * y[i * length + t - k];"
        "    y[i * length + t] = sum;"
        "}",
        "cuprum_long_recursion", {.is_long = true});
    const ndarray y = kernel::new_array(w.shape(), w.dtype());
    if (y.size() == 0) return y;
    const ndarray inputs = ascontiguousarray(w);
    const Operand operands[] = {inputs, a, Scalar(w.shape(1)), Scalar(a.size() - 1), y};
    ndarray same;
    kernel.call(operands, {.size = w.shape(0)}, &same);
    return y;
}

struct Lines {
    ndarray out;
    std::optional<ndarray> state;
};

/// With more taps in the numerator, or in the denominator, than a state of the kernels holds: first the numerator, and
/// the states' part, then the denominator.
Lines in_two_steps(const ndarray& b, const ndarray& a, const ndarray& x, const ndarray* zi, DType dtype) {
    const DType wide = is_complex(dtype) ? DType::complex128 : DType::float64;
    const std::int64_t n = std::max(b.size(), a.size()) - 1, length = x.shape(1), extended = length + (zi ? n : 0);
    const ndarray first = a.at({Slice{0, 1}}).astype(wide), numerator = divide(b.astype(wide), first),
                  denominator = divide(a.astype(wide), first);
    const bool recursive = a.size() > 1;
    const ndarray w = convolved_lines(x, numerator, extended, recursive ? wide : dtype);
    if (zi) add_to(slice(w, 1, 0, n), *zi);
    ndarray y = slice(w, 1, 0, length);
    if (a.size() - 1 > recursion_orders) {
        y = long_recursion(y, denominator);
    } else if (recursive) {
        y = kernel::new_array(y.shape(), wide);
        run_recursion({ones({1}, wide), denominator}, slice(w, 1, 0, length), y, nullptr, nullptr);
    }
    Lines result{y.astype(dtype, 'C', Casting::unsafe, false), std::nullopt};
    if (!zi) return result;
    // What the numerator and the old state still give, less what the denominator takes of the last outputs.
    result.state = slice(w, 1, length, extended).astype(dtype, 'C');
    if (recursive && length > 0) {
        const ndarray taken = convolved_lines(y, denominator, length + a.size() - 1, wide);
        const ndarray tail = slice(taken, 1, length, length + a.size() - 1),
                      state = slice(*result.state, 1, 0, a.size() - 1);
        copy_to(subtract(state, tail), state);
    }
    return result;
}

ndarray filtered(const ndarray& numerator, const ndarray& denominator, const ndarray& x, std::int64_t axis,
                 const ndarray* zi, ndarray* last) {
    const ndarray b = atleast_1d(numerator), a = atleast_1d(denominator);
    check_coefficients(b, a);
    const int along = checked_axis(x, axis);
    DType dtype = result_type({b, a, x});
    if (zi) dtype = promote_types(dtype, zi->dtype());
    check_filter_dtype(dtype);
    if (runtime::device_traits().host_reads_memory && host_values(a)[0] == 0.0 && a.size() > 1)
        throw ValueError("the filter's first coefficient a[0] is 0; leave out zeros at the start of `a`");
    const std::int64_t n = std::max(b.size(), a.size()) - 1;
    const ndarray lines = lines_of(x, along);

    const DType wide = is_complex(dtype) ? DType::complex128 : DType::float64;
    // CuPy's states are longer than SciPy's, unless the numerator or the denominator is a number.
    const std::int64_t inputs = b.size() - 1, outputs = a.size() - 1;
    const bool of_samples = zi && inputs > 0 && outputs > 0 && zi->ndim() == x.ndim() &&
                            zi->shape()[along] == inputs + outputs && inputs + outputs != n;

    Shape state_shape(x.shape());
    state_shape[along] = of_samples ? inputs + outputs : n;
    std::optional<ndarray> start, samples;
    if (zi) {
        if (zi->ndim() != x.ndim())
            throw ValueError("object of too small depth for desired array: zi has " + std::to_string(zi->ndim()) +
                             " dimensions, x has " + std::to_string(x.ndim()));
        for (int d = 0; d < x.ndim(); ++d)
            if (zi->shape()[d] != state_shape[d] && !(d != along && zi->shape()[d] == 1))
                throw ValueError("Unexpected shape for zi: expected " + to_string(state_shape) + ", found " +
                                 to_string(zi->shape()));
        start = moveaxis(zi->broadcast_to(state_shape), along, -1).reshape({lines.shape(0), state_shape[along]});
        if (of_samples) {
            samples = start;
            start = delays_after(*samples, b, a, wide);
        }
    }
    const auto state_array = [&](const ndarray& states) {
        Shape moved(x.shape());
        moved.erase(along);
        moved.push_back(states.shape(1));
        return moveaxis(states.reshape(moved), -1, along);
    };

    const auto keep_samples = [&](const ndarray& result) {
        *last = state_array(
            concatenate(std::vector<ndarray>{last_samples(slice(*samples, 1, 0, inputs), lines, dtype),
                                             last_samples(slice(*samples, 1, inputs, inputs + outputs), result, dtype)},
                        1));
    };

    const NewLines out = new_lines(x.shape(), along, dtype);
    if (a.size() == 1 || n > recursion_orders) {
        const Lines made = in_two_steps(b, a, lines, start ? &*start : nullptr, dtype);
        if (last && of_samples) keep_samples(made.out);
        else if (last) *last = state_array(*made.state);
        if (x.ndim() == 1 && made.out.is_c_contiguous()) return made.out.reshape(x.shape());
        copy_to(made.out, out.lines);
        return out.array;
    }
    const Recursion filter{b, a};
    const DType kept = state_dtype(filter, dtype);
    std::optional<ndarray> initial, state;
    if (start) initial = kept_states(filter, *start, lines.shape(0), kept);
    if (last && !of_samples) state = kernel::new_array({lines.shape(0), filter.kept()}, kept);
    run_recursion(filter, lines, out.lines, initial ? &*initial : nullptr, state ? &*state : nullptr);
    if (last && of_samples) keep_samples(out.lines);
    else if (last) *last = state_array(slice(*state, 1, 0, n).astype(dtype, 'C'));
    return out.array;
}

}  // namespace

ndarray lfilter(const ndarray& b, const ndarray& a, const ndarray& x, std::int64_t axis) {
    const kernel::Placement here(b, a, x);
    return ascontiguousarray(filtered(b, a, x, axis, nullptr, nullptr));
}

Filtered lfilter(const ndarray& b, const ndarray& a, const ndarray& x, std::int64_t axis, const ndarray& zi) {
    const kernel::Placement here(b, a, x, zi);
    Filtered result;
    result.out = ascontiguousarray(filtered(b, a, x, axis, &zi, &result.state));
    result.state = ascontiguousarray(result.state);
    return result;
}

ndarray lfiltic(const ndarray& feedforward, const ndarray& feedback, const ndarray& y, const ndarray* x) {
    const kernel::Placement here(feedforward, feedback, y, x);
    const ndarray b = atleast_1d(feedforward), a = atleast_1d(feedback);
    check_coefficients(b, a);
    const std::int64_t n = b.size() - 1, m = a.size() - 1, order = std::max(n, m);
    DType dtype = result_type({b, a, y});
    if (x) dtype = promote_types(dtype, x->dtype());
    dtype = float_dtype(dtype);
    auto numerator = host_values(b), denominator = host_values(a), outputs = host_values(y.ravel());
    auto inputs = x ? host_values(x->ravel()) : std::vector<std::complex<double>>();
    outputs.resize(static_cast<std::size_t>(std::max<std::int64_t>(m, static_cast<std::int64_t>(outputs.size()))));
    inputs.resize(static_cast<std::size_t>(std::max<std::int64_t>(n, static_cast<std::int64_t>(inputs.size()))));
    const std::complex<double> first = denominator[0];
    if (first == 0.0)
        throw ValueError("There must be at least one nonzero `a` coefficient, and the first one must be one");
    std::vector<std::complex<double>> state(static_cast<std::size_t>(order));
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t k = i + 1; k <= n; ++k)
            state[static_cast<std::size_t>(i)] +=
                numerator[static_cast<std::size_t>(k)] / first * inputs[static_cast<std::size_t>(k - i - 1)];
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t k = i + 1; k <= m; ++k)
            state[static_cast<std::size_t>(i)] -=
                denominator[static_cast<std::size_t>(k)] / first * outputs[static_cast<std::size_t>(k - i - 1)];
    return from_host(state, {order}, dtype);
}

Deconvolved deconvolve(const ndarray& signal, const ndarray& divisor) {
    const kernel::Placement here(signal, divisor);
    if (signal.ndim() > 1) throw ValueError("signal must be 1-D.");
    if (divisor.ndim() > 1) throw ValueError("divisor must be 1-D.");
    const ndarray num = atleast_1d(signal), den = atleast_1d(divisor);
    const std::int64_t n = num.size(), m = den.size();
    if (m > n) return {empty({0}), num};
    // The impulse is of float64, and so is what the filter makes of it.
    const ndarray impulse = zeros({n - m + 1}, promote_types(promote_types(num.dtype(), den.dtype()), DType::float64));
    slice(impulse, 0, 0, 1).fill(1);
    const ndarray quotient = lfilter(num.astype(impulse.dtype()), den.astype(impulse.dtype()), impulse);
    return {quotient, subtract(num, convolve(den, quotient, "full"))};
}

}  // namespace cuprum::scipy::signal
