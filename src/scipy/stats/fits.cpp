// Fits of distributions by maximum likelihood.
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
#include "scipy/stats/sample.h"

namespace cuprum::scipy::stats {
namespace {

/// The least value of a function by a simplex of points that walks downhill. J. A. Nelder, R. Mead, A simplex method
/// for function minimization, 1965.
std::vector<double> least_of(const std::function<double(const std::vector<double>&)>& f, std::vector<double> start) {
    const std::size_t n = start.size();
    struct Corner {
        std::vector<double> x;
        double value;
    };
    std::vector<Corner> corners{{start, f(start)}};
    for (std::size_t k = 0; k < n; ++k) {
        std::vector<double> x = start;
        x[k] = x[k] != 0 ? 1.05 * x[k] : 0.00025;
        corners.push_back({x, f(x)});
    }
    const auto order = [&] {
        std::sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) { return a.value < b.value; });
    };
    for (std::size_t step = 0; step < 1000 * n; ++step) {
        order();
        double width = 0, size = 0;
        for (const Corner& corner : corners)
            for (std::size_t k = 0; k < n; ++k) {
                width = std::max(width, std::fabs(corner.x[k] - corners[0].x[k]));
                size = std::max(size, std::fabs(corners[0].x[k]));
            }
        const double drop = corners[n].value - corners[0].value;
        if (width <= 1e-9 * std::max(1.0, size) && drop <= 1e-12 * std::max(1.0, std::fabs(corners[0].value))) break;
        std::vector<double> middle(n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k) middle[k] += corners[i].x[k] / static_cast<double>(n);
        const auto along = [&](double share) {
            Corner corner{middle, 0};
            for (std::size_t k = 0; k < n; ++k) corner.x[k] += share * (middle[k] - corners[n].x[k]);
            corner.value = f(corner.x);
            return corner;
        };
        const Corner reflected = along(1);
        if (reflected.value < corners[0].value) {
            const Corner further = along(2);
            corners[n] = further.value < reflected.value ? further : reflected;
        } else if (reflected.value < corners[n - 1].value) {
            corners[n] = reflected;
        } else {
            const bool is_outside = reflected.value < corners[n].value;
            const Corner nearer = along(is_outside ? 0.5 : -0.5);
            if (nearer.value < (is_outside ? reflected.value : corners[n].value)) {
                corners[n] = nearer;
            } else {
                for (std::size_t i = 1; i <= n; ++i) {
                    for (std::size_t k = 0; k < n; ++k)
                        corners[i].x[k] = corners[0].x[k] + 0.5 * (corners[i].x[k] - corners[0].x[k]);
                    corners[i].value = f(corners[i].x);
                }
            }
        }
    }
    order();
    return corners[0].x;
}

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

struct Summary {
    double count, mean, deviation, least, most, skewness, median;
};

/// Where a search begins: parameters, location and scale by moments, and what is held fast.
std::vector<double> first_guess(const DistributionRow& row, const Summary& s, std::optional<double> fixed_loc,
                                std::optional<double> fixed_scale) {
    const double width = s.most - s.least, margin = 0.01 * (width > 0 ? width : 1);
    if (row.name == "norm") return {s.mean, s.deviation > 0 ? s.deviation : 1};
    if (row.name == "uniform") return {s.least - margin, width + 2 * margin};
    if (row.name == "t") return {5, s.mean, s.deviation > 0 ? s.deviation : 1};
    if (row.name == "beta") {
        // The likelihood is unbounded where a or b is below 1 and the support ends at a value: well inside of others.
        const double begin = fixed_loc ? *fixed_loc : s.least - margin,
                     length = fixed_scale ? *fixed_scale : s.most + margin - begin, centre = (s.mean - begin) / length,
                     spread = s.deviation / length, both = centre * (1 - centre) / (spread * spread) - 1;
        if (std::isfinite(both) && both > 0) return {centre * both, (1 - centre) * both, begin, length};
        return {1, 1, begin, length};
    }
    const double loc = s.least - margin, above = s.mean - loc;
    if (row.name == "expon") return {loc, above};
    if (row.name == "gamma" || row.name == "chi2") {
        const double a = std::clamp(4 / (1e-8 + s.skewness * s.skewness), 0.1, 1e3);
        if (row.name == "gamma") return {a, loc, above / a};
        return {2 * a, loc, above / (2 * a)};
    }
    if (row.name == "lognorm") {
        const double share = s.deviation / above, shape = std::sqrt(std::log1p(share * share));
        return {shape, loc, above / std::exp(shape * shape / 2)};
    }
    // Values of F have a median near 1, and a mean that may be anywhere.
    const double near = fixed_loc ? *fixed_loc : s.least - 0.05 * (s.median - s.least);
    return {5, 5, near, s.median > near ? s.median - near : 1};
}

/// Families whose likeliest location and scale are known; nothing for others.
std::optional<std::vector<double>> fit_place(const DistributionRow& row, const ndarray& x, const Summary& s,
                                             std::optional<double> loc, std::optional<double> scale) {
    if (row.name == "norm") {
        const double centre = loc.value_or(s.mean);
        const ndarray apart = x - centre;
        return std::vector<double>{centre, scale ? *scale : std::sqrt(number(mean(apart * apart)))};
    }
    if (row.name != "expon" && row.name != "uniform") return std::nullopt;
    if (row.name == "uniform" && scale && !loc) {
        if (s.most - s.least > *scale) throw ValueError("Invalid values in `data`: their range is above fscale");
        return std::vector<double>{s.least - 0.5 * (*scale - (s.most - s.least)), *scale};
    }
    const double begin = loc.value_or(s.least);
    if (s.least < begin)
        throw ValueError("Invalid values in `data`: " + std::string(row.name) + " needs data not below loc");
    return std::vector<double>{begin, scale ? *scale : (row.name == "expon" ? s.mean : s.most) - begin};
}

/// Families whose likeliest parameters are known once their location is: nothing for others, and where all data are at
/// one place.
std::optional<std::vector<double>> fit_beyond(const DistributionRow& row, const ndarray& x, double loc,
                                              std::optional<double> shape, std::optional<double> scale) {
    if (row.name != "gamma" && row.name != "lognorm") return std::nullopt;
    const ndarray above = x - loc;
    if (!(number(min(above)) > 0))
        throw ValueError("Invalid values in `data`: " + std::string(row.name) + " needs data above loc");
    const ndarray logs = cuprum::log(above);
    const double mean_of_logs = number(mean(logs));
    if (row.name == "lognorm") {
        const double centre = scale ? std::log(*scale) : mean_of_logs;
        const ndarray apart = logs - centre;
        const double deviation = shape ? *shape : std::sqrt(number(mean(apart * apart)));
        return std::vector<double>{deviation, loc, scale ? *scale : std::exp(centre)};
    }
    const double average = number(mean(above)), difference = std::log(average) - mean_of_logs;
    if (!shape && scale) return std::vector<double>{inverse_digamma(mean_of_logs - std::log(*scale)), loc, *scale};
    if (!shape && !(difference > 1e-14)) return std::nullopt;
    const double a = shape ? *shape : gamma_parameter(difference);
    return std::vector<double>{a, loc, average / a};
}

}  // namespace

std::vector<double> Distribution::fit(const ndarray& data, const FitOptions& options) const {
    if (row_.discrete)
        throw TypeError(std::string(row_.name) + " is discrete: distributions of real numbers alone are fitted");
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
    Summary s{static_cast<double>(x.size()), number(mean(x)), number(std_(x)), number(min(x)), number(max(x)), 0, 0};
    const std::optional<double> loc = given(options.fixed, shapes), scale = given(options.fixed, shapes + 1);
    if (scale && !(*scale > 0)) throw ValueError("fscale must be positive, found " + std::to_string(*scale));
    if (!options.by_moments) {
        if (const auto found = fit_place(row_, x, s, loc, scale)) return *found;
        if (loc)
            if (const auto found = fit_beyond(row_, x, *loc, given(options.fixed, 0), scale)) return *found;
    }
    const double third = number(mean((x - s.mean) * (x - s.mean) * (x - s.mean)));
    if (row_.name == "f") s.median = number(median(x));
    s.skewness = s.deviation > 0 ? third / std::pow(s.deviation, 3) : 0;
    if (loc && row_.name != "t") s.least = *loc + 0.01 * (s.most - *loc);
    std::vector<double> parameters = first_guess(row_, s, loc, scale);
    for (std::size_t k = 0; k < count; ++k) {
        if (const auto start = given(options.start, k)) parameters[k] = *start;
        if (const auto fixed = given(options.fixed, k)) parameters[k] = *fixed;
    }
    if (!options.by_moments && row_.name == "beta" && loc && scale &&
        (s.most >= *loc + *scale || number(min(x)) <= *loc))
        throw ValueError("Invalid values in `data`: beta needs data between loc and loc + scale");
    std::vector<std::size_t> places;
    std::vector<double> start;
    for (std::size_t k = 0; k < count; ++k)
        if (!given(options.fixed, k)) {
            places.push_back(k);
            start.push_back(parameters[k]);
        }
    const auto of_parameters = [&](What what, const Operand& at) {
        const std::vector<Operand> shape(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(shapes));
        return compute(what, at, shape, parameters[shapes], parameters[shapes + 1]);
    };
    const auto set = [&](const std::vector<double>& values) {
        if (values.size() != places.size()) throw ValueError("a minimizer returns as many numbers as it was given");
        for (std::size_t i = 0; i < places.size(); ++i) parameters[places[i]] = values[i];
    };
    // By how much moments about a place are wrong, as many as there are parameters to find: in parts of those of data,
    // or of powers of the deviation.
    const auto moments_about = [&](double place, bool by_deviation) -> FitOptions::Objective {
        const ndarray orders = arange(1, static_cast<std::int64_t>(places.size()) + 1, 1, DType::float64);
        const ndarray moments = mean(power(expand_dims(x - place, 0), expand_dims(orders, 1)), {.axis = Dims{1}});
        const ndarray unit = by_deviation ? power(s.deviation, orders) : maximum(absolute(moments), 1e-8);
        return [&, place, orders, moments, unit](const std::vector<double>& values) {
            set(values);
            parameters[shapes] -= place;
            const ndarray apart = (of_parameters(What::moment, orders) - moments) / unit;
            parameters[shapes] += place;
            const double error = std::sqrt(number(sum(apart * apart)));
            return std::isnan(error) ? HUGE_VAL : error;
        };
    };
    // More than once, from where it ended: a simplex may have become flat on the way.
    const auto search = [&](const FitOptions::Objective& f, std::vector<double> found) {
        for (int round = 0; round < 2; ++round) found = least_of(f, found);
        return found;
    };
    const FitOptions::Objective likelihood = [&](const std::vector<double>& values) {
        set(values);
        return number(sum(of_parameters(What::penalty, x)));
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
            const double centre = number(of_parameters(What::mean, 0.0)),
                         stretch = s.deviation / std::sqrt(number(of_parameters(What::variance, 0.0)));
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
    if (!of_parameters(What::valid, 0.0).item().to_bool() || !(parameters[shapes + 1] > 0))
        throw Error("Optimization converged to parameters that are outside the range allowed by the distribution.");
    if (options.by_moments && !std::isfinite(objective(found)))
        throw Error("Optimization failed: a moment of the data or of the distribution is not finite.");
    return parameters;
}

}  // namespace cuprum::scipy::stats
