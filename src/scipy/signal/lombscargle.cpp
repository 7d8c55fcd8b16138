// The Lomb-Scargle periodogram of unevenly sampled data, and the vector strength of events.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_spectral.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "runtime/device_traits.h"
#include "scipy/signal/plan.h"

namespace cuprum::scipy::signal {

namespace {

void check_lombscargle(const ndarray& x, const ndarray& y, const ndarray& freqs, const ndarray* weights) {
    for (const auto& [name, array] : {std::pair("x", &x), std::pair("y", &y), std::pair("freqs", &freqs)})
        if (array->ndim() != 1 || array->size() == 0)
            throw ValueError(std::string("Parameter ") + name +
                             " must be a 1-D array of non-zero length, found shape " + to_string(array->shape()));
    if (x.size() != y.size())
        throw ValueError("Input arrays do not have the same size: x and y have " + std::to_string(x.size()) + " and " +
                         std::to_string(y.size()));
    if (!weights) return;
    if (weights->shape() != y.shape()) throw ValueError("Parameters y and weights must have the same shape");
    // Nothing is waited for: a GPU is not asked.
    if (runtime::device_traits().host_reads_memory &&
        (any(less(*weights, 0)).item().to_bool() || !any(greater(*weights, 0)).item().to_bool()))
        throw ValueError("weights must not be negative, and one of them must be positive");
}

/// Six rows of sums over the samples, one of each for every frequency: of cosines, sines, squares of cosines, products
/// of both, and samples times cosines and sines. Each thread sums up some samples at one frequency; what is turned by
/// the phase afterwards needs no second pass.
ndarray sums_at_frequencies(const ndarray& times, const ndarray& samples, const ndarray& share, const ndarray& places) {
    const std::int64_t n = times.size(), count = places.size(),
                       parts = parts_of_samples(n, count, runtime::device_traits());
    static const ElementwiseKernel sums(
        "raw float64 x, raw float64 y, raw float64 w, raw float64 freqs, int64 n, int64 parts", "raw float64 out", R"(
        const long long f = i / parts, part = i - f * parts;
        const double freq = freqs[f];
        double c = 0, s = 0, cc = 0, cs = 0, yc = 0, ys = 0;
        for (long long k = part; k < n; k += parts) {
            const double angle = freq * x[k], weight = w[k], cosine = cos(angle), sine = sin(angle);
            c += weight * cosine;
            s += weight * sine;
            cc += weight * cosine * cosine;
            cs += weight * cosine * sine;
            yc += weight * y[k] * cosine;
            ys += weight * y[k] * sine;
        }
        out[i] = c;
        out[_ind.size() + i] = s;
        out[2 * _ind.size() + i] = cc;
        out[3 * _ind.size() + i] = cs;
        out[4 * _ind.size() + i] = yc;
        out[5 * _ind.size() + i] = ys;)",
        "cuprum_lombscargle_sums", {.is_long = true});
    const ndarray held = kernel::new_array({6, count, parts}, DType::float64);
    ndarray same;
    const Operand operands[] = {times, samples, share, places, Scalar(n), Scalar(parts), held};
    sums.call(operands, {.size = count * parts}, &same);
    return parts > 1 ? sum(held, {.axis = Dims{2}}) : held.reshape({6, count});
}

/// Power (mode 0), its share of the whole (1) or the amplitude's two parts (2) at each frequency.
const ElementwiseKernel& power_of_sums() {
    static const ElementwiseKernel kernel(
        "raw float64 sums, raw float64 level, raw float64 power, int64 count, float64 n, int32 mode, bool floating",
        "float64 re, float64 im", R"(
        double c = sums[i], s = sums[count + i], cc = sums[2 * count + i], cs = sums[3 * count + i],
               yc = sums[4 * count + i], ys = sums[5 * count + i], yy = power[0];
        double ss = 1 - cc;
        if (floating) {
            const double mean = level[0];
            yc -= mean * c;
            ys -= mean * s;
            cc -= c * c;
            ss -= s * s;
            cs -= c * s;
            yy -= mean * mean;
        }
        const double tau = 0.5 * atan2(2 * cs, cc - ss), a = cos(tau), b = sin(tau);
        const double turned_c = a * yc + b * ys, turned_s = a * ys - b * yc;
        double own_c = a * a * cc + 2 * a * b * cs + b * b * ss, own_s = a * a * ss - 2 * a * b * cs + b * b * cc;
        const double least = 2.220446049250313e-16;
        if (own_c < least) own_c = least;
        if (own_s < least) own_s = least;
        const double p = turned_c / own_c, q = turned_s / own_s;
        if (mode == 2) {
            re = p * a - q * b;
            im = p * b + q * a;
        } else {
            const double value = 2 * (p * turned_c + q * turned_s);
            re = mode == 0 ? value * n / 4 : value * 0.5 / yy;
            im = 0;
        })",
        "cuprum_lombscargle");
    return kernel;
}

}  // namespace

ndarray lombscargle(const ndarray& x, const ndarray& y, const ndarray& freqs, bool precenter,
                    const std::variant<bool, std::string_view>& normalization, const ndarray* weights,
                    bool floating_mean) {
    const kernel::Placement here(x, y, freqs, weights);
    const bool* is_share = std::get_if<bool>(&normalization);
    const std::string_view normalize = !is_share   ? std::get<std::string_view>(normalization)
                                       : *is_share ? "normalize"
                                                   : "power";
    int mode = 0;
    if (normalize == "normalize") mode = 1;
    else if (normalize == "amplitude") mode = 2;
    else if (normalize != "power")
        throw ValueError("Invalid value for parameter `normalize`: '" + std::string(normalize) + "'");
    check_lombscargle(x, y, freqs, weights);
    const std::int64_t n = x.size(), count = freqs.size();
    const ndarray times = ascontiguousarray(x, DType::float64), places = ascontiguousarray(freqs, DType::float64);
    ndarray samples = ascontiguousarray(y, DType::float64), share;
    if (weights) share = divide(weights->astype(DType::float64, 'C'), sum(weights->astype(DType::float64)));
    else share = full({n}, Scalar(1 / static_cast<double>(n)), DType::float64);
    if (precenter) samples = subtract(samples, mean(samples));
    const ndarray total = sums_at_frequencies(times, samples, share, places);
    const ndarray level = sum(multiply(samples, share)), power = sum(multiply(multiply(samples, samples), share));
    ndarray made[2] = {kernel::new_array({count}, DType::float64), kernel::new_array({count}, DType::float64)};
    const Operand last[] = {total,
                            level,
                            power,
                            Scalar(count),
                            Scalar(static_cast<double>(n)),
                            Scalar(static_cast<std::int64_t>(mode)),
                            Scalar(floating_mean),
                            made[0],
                            made[1]};
    ndarray results[2];
    power_of_sums().call(last, {}, results);
    if (mode == 2) return add(made[0], multiply(made[1], Scalar(std::complex<double>(0, 1))));
    return made[0];
}

std::pair<ndarray, ndarray> vectorstrength(const ndarray& events, const ndarray& period) {
    const kernel::Placement here(events, period);
    if (events.ndim() > 1) throw ValueError("events cannot have dimensions more than 1");
    if (period.ndim() > 1) throw ValueError("period cannot have dimensions more than 1");
    const ndarray times = atleast_1d(events), periods = atleast_1d(period);
    if (runtime::device_traits().host_reads_memory && any(less_equal(periods, 0)).item().to_bool())
        throw ValueError("periods must be positive");
    const ndarray turns = divide(times.reshape({1, times.size()}), periods.reshape({periods.size(), 1}));
    const ndarray angles = multiply(turns, 2 * 3.14159265358979323846);
    const ReduceOptions over{.axis = Dims{1}};
    const ndarray c = mean(cos(angles), over), s = mean(sin(angles), over);
    ndarray strength = hypot(c, s), phase = arctan2(s, c);
    if (period.ndim() == 0) {
        strength = strength.reshape({});
        phase = phase.reshape({});
    }
    return {strength, phase};
}

}  // namespace cuprum::scipy::signal
