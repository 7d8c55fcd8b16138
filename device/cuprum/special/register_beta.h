// The regularised incomplete beta function of a register, and its inverse, in the steps of special/beta.h: fractions of
// several numbers go on side by side until the last one has converged. No text to share: numbers of a register go all
// ways at once, by masks, and leave tiny and huge parameters to beta.h, where a number branches.
#pragma once

#include <cuprum/registers.h>
#include <cuprum/special/beta_power.h>

#if !CUPRUM_GPU

namespace cuprum::special::detail {

/// Parameters below 1e6, of which registers take no larger ones.
using RegisterParameters = BetaParameters<registers::reals>;

/// incomplete_beta of numbers: I_x(a, b) in `lower`, its complement in `upper`. Gives x^a y^b / B(a, b). Those that are
/// idle or lost get something.
CUPRUM_DEVICE_ONCE registers::reals incomplete_beta(const RegisterParameters& p, registers::reals x, registers::reals y,
                                                    registers::reals& lower, registers::reals& upper,
                                                    registers::masks& lost,
                                                    registers::masks idle = registers::masks(0)) {
    using namespace registers;
    const masks turned = x * (p.a + p.b + 2.0) > p.a + 1.0;
    masks in_range = ~masks(0);
    const reals power = beta_power(p, x, y, reals(0.0), x < 0.5 ? (1.0 - y) - x : reals(0.0), in_range);
    lost |= ~in_range;
    const reals a = turned ? p.b : p.a, b = turned ? p.a : p.b, from = turned ? y : x, to = turned ? x : y;
    masks converged = idle | lost;
    reals value = power / beta_fraction(a, b, from, to, converged);
    value = value > 1.0 ? reals(1.0) : value;
    reals rest = 1.0 - value;
    const masks again = !(idle | lost) & rest < (from < 0.05 ? reals(0.1) : reals(0.25)) & to > 0.0;
    if (any(again)) {
        converged = !again;
        const reals part = power / beta_fraction(b, a, to, from, converged);
        rest = again & converged & part < 1.0 ? part : rest;
    }
    lower = turned ? rest : value;
    upper = turned ? value : rest;
    return power;
}

/// Whether registers take the parameters.
CUPRUM_DEVICE registers::masks are_usual(registers::reals a, registers::reals b) {
    return a >= 0.01 & b >= 0.01 & a < 1e6 & b < 1e6 & (a <= 1000.0 | b <= 1000.0) & !(a == 1.0 & b == 1.0);
}

/// I_x(a, b) or its complement; what is rare by the function of numbers.
template <bool is_upper>
CUPRUM_DEVICE registers::reals beta_of_register(registers::reals a, registers::reals b, registers::reals x) {
    using namespace registers;
    const masks usual = are_usual(a, b) & x > 0.0 & x < 1.0;
    masks lost = !usual;
    reals lower = 0.0, upper = 0.0;
    if (any(usual)) {
        const reals place = usual ? x : reals(0.5);
        const RegisterParameters p = beta_parameters(usual ? a : reals(1.0), usual ? b : reals(1.0));
        incomplete_beta(p, place, 1.0 - place, lower, upper, lost);
    }
    const auto of_numbers = [](double a, double b, double x) { return beta_tail(a, b, x, is_upper); };
    return one_by_one(lost, is_upper ? upper : lower, of_numbers, a, b, x);
}

CUPRUM_DEVICE void exchange(registers::masks which, registers::reals& a, registers::reals& b) {
    const registers::reals kept = a;
    a = which ? b : a;
    b = which ? kept : b;
}

/// inverse_beta of numbers, of 0 < p < 1; `lost` where that function is to do it.
CUPRUM_DEVICE registers::reals inverse_beta(registers::reals a, registers::reals b, registers::reals p,
                                            registers::reals q, registers::masks& lost) {
    using namespace registers;
    const RegisterParameters straight = beta_parameters(a, b);
    const reals mean = a / (a + b), mean_rest = b / (a + b);
    reals lower, upper;
    const reals at_mean = incomplete_beta(straight, mean, mean_rest, lower, upper, lost);
    // Solve below the mean, where nothing cancels.
    masks turned = p > lower;
    exchange(turned, a, b);
    exchange(turned, p, q);
    const reals top = turned ? 1.0 - mean : mean;
    // The leading term of the series, x^a / (a B(a, b)), in logarithms.
    const reals log_mean = log(mean), log_rest = log(mean_rest);
    const reals log_factor = straight.a * log_mean + straight.b * log_rest - log(at_mean) + log(a);
    reals low = 0.0, high = top, x = exp((log(p) + log_factor) / a);
    // Above 1/2 by the complement, which keeps its digits where it is tiny.
    const masks large = top > 0.5;
    masks by_rest = large;
    if (any(large)) {
        masks failed = masks(0);
        incomplete_beta(straight, 0.5, 0.5, lower, upper, failed, lost | !large);
        lost |= failed & large;
        by_rest &= (turned ? upper : lower) < p;
        high = large ? reals(0.5) : high;
        exchange(by_rest, a, b);
        turned = turned ^ by_rest;
        low = by_rest ? a / (a + b) : low;
    }
    x = by_rest ? low : x < high ? x : 0.5 * high;
    masks done = lost | x == 0.0;
    RegisterParameters parameters = straight;
    parameters.a = a;
    parameters.b = b;
    parameters.ag = turned ? straight.bg : straight.ag;
    parameters.bg = turned ? straight.ag : straight.bg;
    parameters.ag_inverse = turned ? straight.bg_inverse : straight.ag_inverse;
    parameters.bg_inverse = turned ? straight.ag_inverse : straight.bg_inverse;
    parameters.a_lost = turned ? straight.b_lost : straight.a_lost;
    parameters.b_lost = turned ? straight.a_lost : straight.b_lost;
    const reals smaller = (a < b ? a : b) + 2.0;
#pragma clang loop unroll(disable)
    for (int i = 0; i < 50 && any(!done); ++i) {
        masks failed = masks(0);
        const reals power = incomplete_beta(parameters, x, 1.0 - x, lower, upper, failed, done);
        const reals density = power / (x * (1.0 - x));
        lost |= failed & !done;
        const reals value = by_rest ? upper : lower, error = value - p;
        const masks above = (error > 0.0) ^ by_rest;
        low = above ? low : x;
        high = above ? x : high;
        // A step in log(x) of log(I / p), which is nearly straight for small x; that of the complement is in x.
        const reals slope = density * x / value;
        const masks far = fabs(error) > 0.5 * p;
        reals step = (any(far) ? far ? log(value / p) : log1p(error / p) : log1p(error / p)) / slope;
        step = value > 0.0 ? step : reals(-1.0);
        const reals next = by_rest ? x + x * step : x * exp(-step);
        // The method squares a small error: what is left after this step is below rounding, of which bounds know
        // nothing.
        const masks exact = error == 0.0, last = i > 0 ? step * step * smaller < 1e-17 : masks(0);
        const reals middle = low > 0.0 & 4.0 * low < high ? sqrt(low) * sqrt(high) : 0.5 * (low + high);
        const reals bounded = next > low & next < high ? next : middle;
        const reals chosen = exact | next == x ? x : last ? next : bounded;
        const masks ends = exact | last | chosen == x | lost;
        x = done ? x : chosen;
        done |= ends;
    }
    return turned ? 1.0 - x : x;
}

/// x with I_x(a, b) = p, or with a complement of p.
template <bool is_upper>
CUPRUM_DEVICE registers::reals inverse_beta_of_register(registers::reals a, registers::reals b, registers::reals p) {
    using namespace registers;
    const masks usual = are_usual(a, b) & p > 0.0 & p < 1.0;
    masks lost = !usual;
    reals value = 0.0;
    if (any(usual)) {
        const reals of = usual ? p : reals(0.5), rest = 1.0 - of;
        value = inverse_beta(usual ? a : reals(1.0), usual ? b : reals(1.0), is_upper ? rest : of, is_upper ? of : rest,
                             lost);
    }
    return one_by_one(lost, value, inverse_beta_of_number<is_upper>, a, b, p);
}

}  // namespace cuprum::special::detail

#endif
