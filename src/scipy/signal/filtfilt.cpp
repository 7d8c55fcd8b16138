// Filters that are applied forwards and backwards (filtfilt), and the states that they start from.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/linalg.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/scipy/signal_filters.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/extend.h"
#include "scipy/signal/recursive.h"
#include "scipy/signal/steady_state.h"

namespace cuprum::scipy::signal {

std::vector<std::complex<double>> steady_state(std::vector<std::complex<double>> b,
                                               std::vector<std::complex<double>> a) {
    while (a.size() > 1 && a[0] == 0.0) a.erase(a.begin());
    if (a.empty() || a[0] == 0.0) throw ValueError("There must be at least one nonzero `a` coefficient.");
    const std::size_t n = std::max(a.size(), b.size());
    a.resize(n);
    b.resize(n);
    std::complex<double> above = 0, below = 0;
    const std::complex<double> first = a[0];
    for (std::size_t i = 0; i < n; ++i) {
        a[i] /= first;
        b[i] /= first;
        above += b[i];
        below += a[i];
    }
    if (n > 1 && below == 0.0) throw LinAlgError("Singular matrix: a filter with a pole at 1 has no steady state");
    // A state is what is left of the sums over later coefficients, as output and input no longer change.
    const std::complex<double> gain = above / below;
    std::vector<std::complex<double>> state(n - 1);
    std::complex<double> sum = 0;
    for (std::size_t i = n - 1; i > 0; --i) {
        sum += b[i] - a[i] * gain;
        state[i - 1] = sum;
    }
    return state;
}

std::vector<std::complex<double>> steady_states(const std::vector<std::complex<double>>& sections) {
    std::vector<std::complex<double>> states;
    std::complex<double> scale = 1;
    for (std::size_t s = 0; s + 6 <= sections.size(); s += 6) {
        const std::vector<std::complex<double>> b(sections.begin() + static_cast<std::ptrdiff_t>(s),
                                                  sections.begin() + static_cast<std::ptrdiff_t>(s) + 3),
            a(sections.begin() + static_cast<std::ptrdiff_t>(s) + 3,
              sections.begin() + static_cast<std::ptrdiff_t>(s) + 6);
        std::vector<std::complex<double>> own = steady_state(b, a);
        own.resize(2);
        for (const auto& value : own) states.push_back(scale * value);
        scale *= (b[0] + b[1] + b[2]) / (a[0] + a[1] + a[2]);
    }
    return states;
}

ndarray lfilter_zi(const ndarray& b, const ndarray& a) {
    const kernel::Placement here(b, a);
    if (b.ndim() > 1) throw ValueError("Numerator b must be 1-D.");
    if (a.ndim() > 1) throw ValueError("Denominator a must be 1-D.");
    const auto state = steady_state(host_values(b), host_values(a));
    return from_host(state, {static_cast<std::int64_t>(state.size())},
                     float_dtype(promote_types(b.dtype(), a.dtype())));
}

ndarray sosfilt_zi(const ndarray& sos) {
    const kernel::Placement here(sos);
    check_section_shape(sos);
    return from_host(steady_states(host_values(sos)), {sos.shape(0), 2}, float_dtype(sos.dtype()));
}

namespace {

/// Both directions over extended lines. `state` is that of a constant input of 1, for each filter of `filters`.
ndarray both_ways(const std::vector<Recursion>& filters, const std::vector<ndarray>& states, const ndarray& x, int axis,
                  std::int64_t pad, ExtendMode mode, DType dtype) {
    const ndarray lines = extended_lines(lines_of(x, axis), pad, mode, dtype);
    const std::int64_t count = lines.shape(0), length = lines.shape(1);
    for (const ndarray& way : {lines, reversed(lines, 1)}) {
        const ndarray first = ascontiguousarray(slice(way, 1, 0, 1));
        for (std::size_t i = 0; i < filters.size(); ++i) {
            const DType wide = state_dtype(filters[i], dtype);
            const ndarray initial = kept_states(
                filters[i], multiply(first.astype(wide), states[i].reshape({1, states[i].size()})), count, wide);
            run_recursion(filters[i], way, way, &initial, nullptr);
        }
    }
    const ndarray kept = slice(lines, 1, pad, length - pad);
    Shape moved(x.shape());
    moved.erase(axis);
    moved.push_back(x.shape()[axis]);
    return moveaxis(kept.reshape(moved), -1, axis);
}

struct Pad {
    std::int64_t length;
    ExtendMode mode;
};

Pad checked_pad(const Extension& extension, const ndarray& x, int axis, std::int64_t taps) {
    ExtendMode mode = extend_constant;
    if (extension.padtype) {
        if (*extension.padtype == "odd") mode = extend_odd;
        else if (*extension.padtype == "even") mode = extend_even;
        else if (*extension.padtype != "constant")
            throw ValueError("Unknown value '" + std::string(*extension.padtype) +
                             "' given to padtype. padtype must be 'even', 'odd', 'constant', or None.");
    }
    const std::int64_t pad = !extension.padtype ? 0 : extension.padlen.value_or(3 * taps);
    if (pad < 0) throw ValueError("padlen must be nonnegative, found " + std::to_string(pad));
    if (x.shape()[axis] <= pad)
        throw ValueError("The length of the input vector x must be greater than padlen, which is " +
                         std::to_string(pad) + "; it is " + std::to_string(x.shape()[axis]));
    return {pad, mode};
}

/// With the states at both ends by F. Gustafsson.
ndarray filtfilt_gust(const ndarray& numerator, const ndarray& denominator, const ndarray& x, std::int64_t axis,
                      std::optional<std::int64_t> irlen) {
    const ndarray b = atleast_1d(numerator), a = atleast_1d(denominator);
    check_coefficients(b, a);
    const int along = checked_axis(x, axis);
    const DType dtype = result_type({b, a, x});
    check_filter_dtype(dtype);
    const std::int64_t order = std::max(b.size(), a.size()) - 1;
    if (order == 0) {
        const ndarray scale = divide(b, a);
        return multiply(multiply(scale, scale), x);
    }
    // F. Gustafsson, "Determining the initial states in forward-backward filtering", IEEE Trans. Signal Processing 44
    // (1996): both orders of the directions are to give the same result, as nearly as states at both ends allow.
    const ndarray lines = lines_of(x, along).astype(dtype, 'C');
    const std::int64_t n = lines.shape(1), m = irlen && n > 2 * *irlen ? *irlen : n;
    const auto turned = [](const ndarray& array, int axis) { return reversed(array, axis); };
    const ndarray responses = zeros({m, order}, dtype), unit = zeros({order}, dtype);
    slice(unit, 0, 0, 1).fill(1);
    const ndarray response = lfilter(b, a, zeros({m}, dtype), 0, unit).out;
    for (std::int64_t k = 0; k < std::min(order, m); ++k)
        copy_to(slice(response, 0, 0, m - k), place_of(slice(responses, 0, k, m), 1, k));
    const ndarray back = lfilter(b, a, turned(responses, 0), 0), turned_back = turned(back, 0),
                  turned_responses = turned(responses, 0);
    const ndarray left = subtract(turned_back, responses), right = subtract(turned_responses, back);
    const bool whole = m == n;
    const auto beside = [&](const ndarray& p, const ndarray& q) {
        const ndarray made = zeros({whole ? m : 2 * m, 2 * order}, dtype);
        copy_to(p, slice(slice(made, 0, 0, m), 1, 0, order));
        copy_to(q, slice(whole ? made : slice(made, 0, m, 2 * m), 1, order, 2 * order));
        return made;
    };
    const ndarray forwards = turned(lfilter(b, a, turned(lfilter(b, a, lines, 1), 1), 1), 1),
                  backwards = lfilter(b, a, turned(lfilter(b, a, turned(lines, 1), 1), 1), 1);
    ndarray difference = subtract(backwards, forwards);
    if (!whole)
        difference = concatenate(std::vector<ndarray>{slice(difference, 1, 0, m), slice(difference, 1, n - m, n)}, 1);
    const ndarray solution = linalg::lstsq(beside(left, right), difference.T()).x;
    const ndarray correction = matmul(beside(turned_back, turned_responses), solution).T();
    const ndarray out = forwards.copy('C');
    if (whole) {
        copy_to(add(out, correction), out);
    } else {
        const ndarray head = slice(out, 1, 0, m), tail = slice(out, 1, n - m, n);
        copy_to(add(head, slice(correction, 1, 0, m)), head);
        copy_to(add(tail, slice(correction, 1, m, 2 * m)), tail);
    }
    Shape moved(x.shape());
    moved.erase(along);
    moved.push_back(n);
    return moveaxis(out.reshape(moved), -1, along);
}

/// The dtype of a filter that starts from its steady state, which is a real number also where all else is integers.
DType with_steady_state(DType dtype) {
    if (is_integer(dtype) || dtype == DType::bool_) return DType::float64;
    check_filter_dtype(dtype);
    return dtype;
}

}  // namespace

ndarray filtfilt(const ndarray& numerator, const ndarray& denominator, const ndarray& x, std::int64_t axis,
                 const FiltfiltOptions& options) {
    const kernel::Placement here(numerator, denominator, x);
    if (options.method != "pad" && options.method != "gust")
        throw ValueError("method must be 'pad' or 'gust', found '" + std::string(options.method) + "'");
    if (options.method == "gust") return filtfilt_gust(numerator, denominator, x, axis, options.irlen);
    const ndarray b = atleast_1d(numerator), a = atleast_1d(denominator);
    check_coefficients(b, a);
    const int along = checked_axis(x, axis);
    const DType dtype = with_steady_state(result_type({b, a, x}));
    const std::int64_t taps = std::max(b.size(), a.size());
    const Pad pad = checked_pad({options.padtype, options.padlen}, x, along, taps);
    const auto state = steady_state(host_values(b), host_values(a));
    const Recursion filter{b, a};
    if (a.size() > 1 && filter.order() <= recursion_orders)
        return both_ways({filter},
                         {from_host(state, {static_cast<std::int64_t>(state.size())}, state_dtype(filter, dtype))}, x,
                         along, pad.length, pad.mode, dtype);
    // Taps alone, or too many for a state.
    ndarray lines = extended_lines(lines_of(x, along), pad.length, pad.mode, dtype);
    const ndarray zi = from_host(state, {1, static_cast<std::int64_t>(state.size())}, dtype);
    for (int way = 0; way < 2; ++way)
        lines = reversed(lfilter(b, a, lines, 1, multiply(slice(lines, 1, 0, 1), zi)).out, 1);
    Shape moved(x.shape());
    moved.erase(along);
    moved.push_back(x.shape()[along]);
    return moveaxis(slice(lines, 1, pad.length, lines.shape(1) - pad.length).reshape(moved), -1, along);
}

ndarray sosfiltfilt(const ndarray& sos, const ndarray& x, std::int64_t axis, const Extension& extension) {
    const kernel::Placement here(sos, x);
    check_section_shape(sos);
    const int along = checked_axis(x, axis);
    const DType dtype = with_steady_state(promote_types(sos.dtype(), x.dtype()));
    const auto sections = host_values(sos);
    check_section_values(sections);
    std::int64_t zeros_of_b = 0, zeros_of_a = 0, count = sos.shape(0);
    for (std::size_t s = 0; s < sections.size(); s += 6) {
        zeros_of_b += sections[s + 2] == 0.0;
        zeros_of_a += sections[s + 5] == 0.0;
    }
    const Pad pad = checked_pad(extension, x, along, 2 * count + 1 - std::min(zeros_of_b, zeros_of_a));
    const ndarray states =
        from_host(steady_states(sections), {count, 2}, is_complex(dtype) ? DType::complex128 : DType::float64);
    std::vector<Recursion> filters;
    std::vector<ndarray> initial;
    for (std::int64_t first = 0; first < count; first += recursion_sections) {
        const std::int64_t stop = std::min(count, first + recursion_sections);
        filters.push_back({slice(sos, 0, first, stop), {}, true});
        initial.push_back(slice(states, 0, first, stop).reshape({2 * (stop - first)}));
    }
    return both_ways(filters, initial, x, along, pad.length, pad.mode, dtype);
}

}  // namespace cuprum::scipy::signal
