// The columns of distributions.def that fits of distributions by maximum likelihood use.
#pragma once

#include <optional>
#include <vector>

#include "cuprum/scipy/stats.h"

namespace cuprum::scipy::stats {

/// A sample that is fitted, its statistics, and the parameters that are held fast.
struct FitSample {
    const ndarray& x;
    double mean, deviation, least, most, skewness = 0;
    std::optional<double> shape, loc, scale;  ///< the first shape parameter

    double width() const { return most - least; }
};

namespace fits {

// Where a search begins, by moments: parameters, location and scale.
std::vector<double> guess_norm(const FitSample&);
std::vector<double> guess_uniform(const FitSample&);
std::vector<double> guess_expon(const FitSample&);
std::vector<double> guess_gamma(const FitSample&);
std::vector<double> guess_beta(const FitSample&);
std::vector<double> guess_t(const FitSample&);
std::vector<double> guess_chi2(const FitSample&);
std::vector<double> guess_f(const FitSample&);
std::vector<double> guess_lognorm(const FitSample&);

// The maximum of the likelihood in closed form; nullopt where there is none with what is held fast. ValueError for data
// outside of the support.
std::optional<std::vector<double>> fit_norm(const FitSample&);
std::optional<std::vector<double>> fit_uniform(const FitSample&);
std::optional<std::vector<double>> fit_expon(const FitSample&);
std::optional<std::vector<double>> fit_gamma(const FitSample&);
std::optional<std::vector<double>> fit_beta(const FitSample&);
std::optional<std::vector<double>> fit_lognorm(const FitSample&);

}  // namespace fits
}  // namespace cuprum::scipy::stats
