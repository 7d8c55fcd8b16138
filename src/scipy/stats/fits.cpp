// Fits of distributions by maximum likelihood.
#include "scipy/stats/fits.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/sorting.h"
#include "kernel/engine/placement.h"
#include "numerics/minimize.h"
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

/// The digamma function (order 0) or its derivative (order 1) of a > 0: DLMF 5.11.2, 5.15.8 and their recurrences.
double polygamma(int order, double a) {
    double sum = 0;
    for (; a < 20; a += 1) sum -= order ? -1 / (a * a) : 1 / a;
    const double u = 1 / (a * a);
    if (order) return sum + (1 + (0.5 + (1.0 / 6 - (1.0 / 30 - (1.0 / 42 - u / 30) * u) * u) / a) / a) / a;
    return sum + std::log(a) - 0.5 / a - (1.0 / 12 - (1.0 / 120 - (1.0 / 252 - u / 240) * u) * u) * u;
}

/// Where the gamma distribution's parameter is likeliest: log(a) - digamma(a) is the logarithm of the mean less the
/// mean of logarithms. T. P. Minka, Estimating a gamma distribution, 2002.
double gamma_parameter(double difference) {
    double a = (3 - difference + std::sqrt((difference - 3) * (difference - 3) + 24 * difference)) / (12 * difference);
    for (int step = 0; step < 50; ++step) {
        const double gap = std::log(a) - polygamma(0, a) - difference;
        const double next = 1 / (1 / a + gap / (a * a * (1 / a - polygamma(1, a))));
        if (std::fabs(next - a) <= 1e-15 * a) return next;
        a = next;
    }
    return a;
}

double inverse_digamma(double value) {
    double a = value >= -2.22 ? std::exp(value) + 0.5 : -1 / (value + 0.5772156649015329);
    for (int step = 0; step < 50; ++step) {
        const double next = a - (polygamma(0, a) - value) / polygamma(1, a);
        if (std::fabs(next - a) <= 1e-15 * a) return next;
        a = next;
    }
    return a;
}

double number(const ndarray& a) { return a.item().to_double(); }

double margin_of(const FitSample& s) { return 0.01 * (s.width() > 0 ? s.width() : 1); }
double positive(double deviation) { return deviation > 0 ? deviation : 1; }

}  // namespace

// ------------------------------------------------------------------------------------------------------- first guesses

namespace fits {

using Parameters = std::vector<double>;

Parameters guess_norm(const FitSample& s) { return {s.mean, positive(s.deviation)}; }

Parameters guess_uniform(const FitSample& s) { return {s.least - margin_of(s), s.width() + 2 * margin_of(s)}; }

Parameters guess_t(const FitSample& s) { return {5, s.mean, positive(s.deviation)}; }

Parameters guess_beta(const FitSample& s) {
    // The likelihood is unbounded where a or b is below 1 and the support ends at a datum: begin well beside the data.
    const double begin = s.loc ? *s.loc : s.least - margin_of(s),
                 length = s.scale ? *s.scale : s.most + margin_of(s) - begin, centre = (s.mean - begin) / length,
                 spread = s.deviation / length, both = centre * (1 - centre) / (spread * spread) - 1;
    if (std::isfinite(both) && both > 0) return {centre * both, (1 - centre) * both, begin, length};
    return {1, 1, begin, length};
}

Parameters guess_expon(const FitSample& s) {
    const double loc = s.least - margin_of(s);
    return {loc, s.mean - loc};
}

Parameters guess_gamma(const FitSample& s) {
    const double loc = s.least - margin_of(s), a = std::clamp(4 / (1e-8 + s.skewness * s.skewness), 0.1, 1e3);
    return {a, loc, (s.mean - loc) / a};
}

Parameters guess_chi2(const FitSample& s) {  // gamma's with a = df / 2 and twice the scale
    const Parameters gamma = guess_gamma(s);
    return {2 * gamma[0], gamma[1], gamma[2] / 2};
}

Parameters guess_lognorm(const FitSample& s) {
    const double loc = s.least - margin_of(s), above = s.mean - loc, ratio = s.deviation / above,
                 shape = std::sqrt(std::log1p(ratio * ratio));
    return {shape, loc, above / std::exp(shape * shape / 2)};
}

Parameters guess_f(const FitSample& s) {
    // The median of F is near 1; its mean may be anywhere.
    const double median = number(cuprum::median(s.x)), loc = s.loc ? *s.loc : s.least - 0.05 * (median - s.least);
    return {5, 5, loc, median > loc ? median - loc : 1};
}

// -------------------------------------------------------------------------------------------------------- closed forms

std::optional<Parameters> fit_norm(const FitSample& s) {
    const double centre = s.loc.value_or(s.mean);
    const ndarray difference = s.x - centre;
    return Parameters{centre, s.scale ? *s.scale : std::sqrt(number(mean(difference * difference)))};
}

namespace {
double checked_begin(const FitSample& s, const char* name) {
    const double begin = s.loc.value_or(s.least);
    if (s.least < begin)
        throw ValueError("Invalid values in `data`: " + std::string(name) + " needs data not below loc");
    return begin;
}

ndarray checked_above(const FitSample& s, const char* name) {
    const ndarray above = s.x - *s.loc;
    if (!(number(min(above)) > 0))
        throw ValueError("Invalid values in `data`: " + std::string(name) + " needs data above loc");
    return above;
}
}  // namespace

std::optional<Parameters> fit_uniform(const FitSample& s) {
    if (s.scale && !s.loc) {
        if (s.width() > *s.scale) throw ValueError("Invalid values in `data`: their range is above fscale");
        return Parameters{s.least - 0.5 * (*s.scale - s.width()), *s.scale};
    }
    const double begin = checked_begin(s, "uniform");
    return Parameters{begin, s.scale ? *s.scale : s.most - begin};
}

std::optional<Parameters> fit_expon(const FitSample& s) {
    const double begin = checked_begin(s, "expon");
    return Parameters{begin, s.scale ? *s.scale : s.mean - begin};
}

std::optional<Parameters> fit_lognorm(const FitSample& s) {
    if (!s.loc) return std::nullopt;
    const ndarray logs = cuprum::log(checked_above(s, "lognorm"));
    const double centre = s.scale ? std::log(*s.scale) : number(mean(logs));
    const ndarray difference = logs - centre;
    const double deviation = s.shape ? *s.shape : std::sqrt(number(mean(difference * difference)));
    return Parameters{deviation, *s.loc, s.scale ? *s.scale : std::exp(centre)};
}

std::optional<Parameters> fit_gamma(const FitSample& s) {
    if (!s.loc) return std::nullopt;
    const ndarray above = checked_above(s, "gamma");
    const double mean_of_logs = number(mean(cuprum::log(above))), average = number(mean(above)),
                 difference = std::log(average) - mean_of_logs;
    if (!s.shape && s.scale) return Parameters{inverse_digamma(mean_of_logs - std::log(*s.scale)), *s.loc, *s.scale};
    if (!s.shape && !(difference > 1e-14)) return std::nullopt;  // all data are equal
    const double a = s.shape ? *s.shape : gamma_parameter(difference);
    return Parameters{a, *s.loc, average / a};
}

std::optional<Parameters> fit_beta(const FitSample& s) {
    if (s.loc && s.scale && (s.most >= *s.loc + *s.scale || s.least <= *s.loc))
        throw ValueError("Invalid values in `data`: beta needs data between loc and loc + scale");
    return std::nullopt;
}

}  // namespace fits

// -------------------------------------------------------------------------------------------------------------- search

std::vector<double> Distribution::fit(const ndarray& data, const FitOptions& options) const {
    const kernel::Placement here(data);
    if (entry_.discrete)
        throw TypeError(std::string(entry_.name) + " is discrete: distributions of real numbers alone are fitted");
    const ndarray x = cast(data, DType::float64).ravel();
    if (x.size() == 0) throw ValueError("fit of no data");
    if (!all(isfinite(x)).item().to_bool()) throw ValueError("The data contains non-finite values.");
    const std::size_t shapes = shape_names().size(), count = shapes + 2;
    const auto given = [&](const std::vector<std::optional<double>>& values, std::size_t k) {
        return k < values.size() ? values[k] : std::nullopt;
    };
    std::size_t free = 0;
    for (std::size_t k = 0; k < count; ++k) free += !given(options.fixed, k);
    if (free == 0) throw ValueError("All parameters fixed. There is nothing to optimize.");
    const std::optional<double> loc = given(options.fixed, shapes), scale = given(options.fixed, shapes + 1);
    if (scale && !(*scale > 0)) throw ValueError("fscale must be positive, found " + std::to_string(*scale));
    FitSample s{.x = x,
                .mean = number(mean(x)),
                .deviation = number(std_(x)),
                .least = number(min(x)),
                .most = number(max(x)),
                .shape = given(options.fixed, 0),
                .loc = loc,
                .scale = scale};
    if (!options.by_moments && entry_.closed_form)
        if (const auto found = entry_.closed_form(s)) return *found;
    const double third = number(mean((x - s.mean) * (x - s.mean) * (x - s.mean)));
    s.skewness = s.deviation > 0 ? third / std::pow(s.deviation, 3) : 0;
    if (loc) s.least = *loc + 0.01 * (s.most - *loc);
    std::vector<double> parameters = entry_.first_guess(s);
    for (std::size_t k = 0; k < count; ++k) {
        if (const auto start = given(options.start, k)) parameters[k] = *start;
        if (const auto fixed = given(options.fixed, k)) parameters[k] = *fixed;
    }
    std::vector<std::size_t> free_parameters;
    std::vector<double> start;
    for (std::size_t k = 0; k < count; ++k)
        if (!given(options.fixed, k)) {
            free_parameters.push_back(k);
            start.push_back(parameters[k]);
        }
    const auto value_of = [&](What what, const Operand& at) {
        const std::vector<Operand> shape(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(shapes));
        return compute(what, at, shape, parameters[shapes], parameters[shapes + 1]);
    };
    const auto set = [&](const std::vector<double>& values) {
        if (values.size() != free_parameters.size())
            throw ValueError("a minimizer returns as many numbers as it was given");
        for (std::size_t i = 0; i < free_parameters.size(); ++i) parameters[free_parameters[i]] = values[i];
    };
    // By how much moments about a place are wrong, as many as there are parameters to find: in parts of those of data,
    // or of powers of the deviation.
    const auto moments_about = [&](double centre, bool by_deviation) -> FitOptions::Objective {
        const ndarray orders = arange(1, static_cast<std::int64_t>(free_parameters.size()) + 1, 1, DType::float64);
        const ndarray moments = mean(power(expand_dims(x - centre, 0), expand_dims(orders, 1)), {.axis = Dims{1}});
        const ndarray unit = by_deviation ? power(s.deviation, orders) : maximum(absolute(moments), 1e-8);
        return [&, centre, orders, moments, unit](const std::vector<double>& values) {
            set(values);
            parameters[shapes] -= centre;
            const ndarray apart = (value_of(What::moment, orders) - moments) / unit;
            parameters[shapes] += centre;
            const double error = std::sqrt(number(sum(apart * apart)));
            return std::isnan(error) ? HUGE_VAL : error;
        };
    };
    // More than once, from where it ended: a simplex may have become flat on the way.
    const auto search = [&](const FitOptions::Objective& f, std::vector<double> found) {
        for (int round = 0; round < 2; ++round) found = numerics::nelder_mead(f, found);
        return found;
    };
    const FitOptions::Objective likelihood = [&](const std::vector<double>& values) {
        set(values);
        return number(sum(value_of(What::penalty, x)));
    };
    const FitOptions::Objective objective = options.by_moments ? moments_about(0, false) : likelihood;
    std::vector<double> found = start;
    if (options.minimizer) {
        found = options.minimizer(objective, start);
    } else if (!options.by_moments) {
        found = search(objective, start);
    } else {
        if (!loc && !scale) {
            // Whatever the others are, there are a location and a scale under which mean and variance are those of
            // data.
            parameters[shapes] = 0;
            parameters[shapes + 1] = 1;
            const double centre = number(value_of(What::mean, 0.0)),
                         stretch = s.deviation / std::sqrt(number(value_of(What::variance, 0.0)));
            if (std::isfinite(stretch) && stretch > 0) {
                start[start.size() - 2] = s.mean - stretch * centre;
                start[start.size() - 1] = stretch;
            }
        }
        // Moments about the mean tell more of numbers that are near each other. Where not all can be those of data,
        // those about 0 are to be near them.
        const FitOptions::Objective central = moments_about(s.mean, true);
        found = central(start) < 1e-13 ? start : search(central, start);
        if (!(central(found) < 1e-9)) found = search(objective, start);
    }
    set(found);
    if (!value_of(What::valid, 0.0).item().to_bool() || !(parameters[shapes + 1] > 0))
        throw Error("Optimization converged to parameters that are outside the range allowed by the distribution.");
    if (options.by_moments && !std::isfinite(objective(found)))
        throw Error("Optimization failed: a moment of the data or of the distribution is not finite.");
    return parameters;
}

}  // namespace cuprum::scipy::stats
