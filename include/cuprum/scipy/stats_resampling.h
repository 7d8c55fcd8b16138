// How tests of scipy.stats find probabilities by drawing samples anew, in place of a formula.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::stats {

/// Numbers of a shape: uniform ones from 0 to 1, and normal ones.
struct ResamplingNumbers {
    std::function<ndarray(const Shape&)> uniform, normal;
};
/// Makes the numbers of one test.
using ResamplingSource = std::function<ResamplingNumbers()>;
/// Those of a new generator for each test, from a seed or, without one, from the system's entropy.
ResamplingSource resampling_source(std::optional<std::uint64_t> seed = {});

/// The observations are shuffled.
struct PermutationMethod {
    double n_resamples = 9999;         ///< How many orders are tried; all of them where there are no more than these.
    std::optional<double> batch = {};  ///< How many of them at a time; as many as memory suits if nothing.
    ResamplingSource rng = resampling_source();
};

/// Samples are drawn from a distribution under which the hypothesis holds.
struct MonteCarloMethod {
    double n_resamples = 9999;
    std::optional<double> batch = {};
    ResamplingSource rng = resampling_source();
    /// For each sample a function that draws one of a shape; numbers of the normal distribution if there are none.
    std::vector<std::function<ndarray(const Shape&)>> rvs = {};
};

/// Observations are drawn from those of the sample.
struct BootstrapMethod {
    double n_resamples = 9999;
    std::optional<double> batch = {};
    ResamplingSource rng = resampling_source();
    std::string method = "BCa";  ///< How an interval is made of them: "BCa", "percentile" or "basic".
};

/// How a test finds its probability; nothing for its formula.
using ResamplingMethod = std::variant<std::monostate, PermutationMethod, MonteCarloMethod>;

/// How `mannwhitneyu` does: "auto", "asymptotic" or "exact", or by shuffling.
struct MannwhitneyMethod {
    MannwhitneyMethod(const char* word) : word(word) {}
    MannwhitneyMethod(std::string word) : word(std::move(word)) {}
    MannwhitneyMethod(PermutationMethod method) : resampling(std::move(method)) {}
    std::string word{};
    ResamplingMethod resampling{};
};

}  // namespace cuprum::scipy::stats
