// Distributions of SciPy's families.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/random.h"

namespace cuprum::scipy::stats {

struct FitSample;
/// Device headers, as bits, of functions that expressions of distributions.def call.
namespace headers {
enum Headers : unsigned {
    none = 0,
    densities = 1,
    elementary = 2,
    entropies = 4,
    beta = 8,
    incomplete_gamma = 16,
    error_function = 32,
    inverse_error_function = 64,
    log_ndtr = 128,
    moments = 256
};
}
/// An expression of distributions.def, and the headers of the functions that it calls.
struct DistributionExpression {
    std::string_view text;
    unsigned headers;
    constexpr DistributionExpression(const char* text = "", unsigned headers = headers::none)
        : text(text), headers(headers) {}
};
/// An entry of cuprum/scipy/stats/distributions.def, where the columns are explained.
struct DistributionEntry {
    std::string_view name, about = "", shapes = "";
    bool discrete = false;
    std::string_view valid = "true", lower = "-inf", upper = "inf";
    DistributionExpression pdf{}, logpdf{}, cdf{}, sf{}, logcdf{}, logsf{}, ppf{}, isf{}, mean{}, variance{},
        skewness{}, kurtosis{}, entropy{}, moment{};
    std::string_view random = "";
    std::vector<double> (*first_guess)(const FitSample&) = nullptr;
    std::optional<std::vector<double>> (*closed_form)(const FitSample&) = nullptr;
};

/// What to hold fast while a distribution is fitted, and where to begin: its parameters, then location and scale.
/// With `by_moments` moments of the distribution are to be those of data, as many as are not held fast. `minimizer` is
/// what searches for the least value of a function of parameters from where it is to begin.
struct FitOptions {
    using Objective = std::function<double(const std::vector<double>&)>;
    using Minimizer = std::function<std::vector<double>(const Objective&, const std::vector<double>&)>;

    std::vector<std::optional<double>> fixed{}, start{};
    bool by_moments = false;
    Minimizer minimizer{};
};

/// Between which values an expectation is taken: the ends of the support if nothing. With `lb` above `ub` the sign of
/// an integral turns.
struct ExpectBounds {
    std::optional<double> lb{}, ub{};
    bool conditional = false;  ///< Divide by the probability of these values.
};

/// A distribution of a family, shifted by `loc` and stretched by `scale`. Each function is one kernel over the
/// operands, which broadcast; results are float64, NaN where a parameter is not valid.
class Distribution {
public:
    /// A distribution of a family, shifted by `loc` and stretched by `scale`.
    CUPRUM_TRAITS("not made by programs, not pickled")
    CUPRUM_PYTHON explicit constexpr Distribution(const DistributionEntry& entry) : entry_(entry) {}

    using Shapes = std::span<const Operand>;
    /// What there is to compute, of a value or a probability, or of the distribution itself.
    enum class What : std::uint8_t {
        pdf,
        logpdf,
        cdf,
        logcdf,
        sf,
        logsf,
        ppf,
        isf,
        penalty,
        mean,
        variance,
        skewness,
        kurtosis,
        entropy,
        moment,  ///< Of the order x.
        valid    ///< 1 where there is such a distribution, or where all of it is at `loc`; 0 elsewhere.
    };
    ndarray compute(What what, const Operand& x, Shapes shapes = {}, const Operand& loc = 0.0,
                    const Operand& scale = 1.0) const;

#define CUPRUM_DISTRIBUTION_FUNCTION(name)                                                               \
    ndarray name(const Operand& x, std::initializer_list<Operand> shapes = {}, const Operand& loc = 0.0, \
                 const Operand& scale = 1.0) const {                                                     \
        return compute(What::name, x, Shapes(shapes.begin(), shapes.size()), loc, scale);                \
    }
    CUPRUM_DISTRIBUTION_FUNCTION(pdf)
    CUPRUM_DISTRIBUTION_FUNCTION(logpdf)
    CUPRUM_DISTRIBUTION_FUNCTION(cdf)
    CUPRUM_DISTRIBUTION_FUNCTION(logcdf)
    CUPRUM_DISTRIBUTION_FUNCTION(sf)
    CUPRUM_DISTRIBUTION_FUNCTION(logsf)
    CUPRUM_DISTRIBUTION_FUNCTION(ppf)
    CUPRUM_DISTRIBUTION_FUNCTION(isf)
#undef CUPRUM_DISTRIBUTION_FUNCTION
    /// Of a discrete distribution.
    ndarray pmf(const Operand& k, std::initializer_list<Operand> shapes = {}, const Operand& loc = 0.0) const {
        return pdf(k, shapes, loc);
    }

    /// The bounds of the middle that has a probability of `confidence`. Throws ValueError for one that is none.
    CUPRUM_PYTHON std::pair<ndarray, ndarray> interval(const ndarray& confidence, Shapes shapes = {},
                                                       const Operand& loc = 0.0, const Operand& scale = 1.0) const;
    /// The least and the largest value; of discrete distributions integers, where all of them are whole numbers.
    CUPRUM_PYTHON std::pair<ndarray, ndarray> support(Shapes shapes = {}, const Operand& loc = 0.0,
                                                      const Operand& scale = 1.0) const;
    /// What is least where data are most likely: less the sum of logarithms of densities; infinite where data are not
    /// possible.
    CUPRUM_PYTHON ndarray nnlf(const ndarray& x, Shapes shapes = {}, const Operand& loc = 0.0,
                               const Operand& scale = 1.0) const;

    /// The expectation of a function of values, of the value itself without one. Of a continuous distribution both
    /// halves of the probability are integrated over its quantiles, where ends of the support may be infinite.
    ///
    /// Parameters
    ///     function: of arrays.
    ///     shapes, loc, scale: numbers.
    ///     bounds: between which values count, and whether to divide by their probability.
    /// Returns
    ///     NaN for parameters that there are not, and where the condition has no probability.
    Scalar expect(const std::function<ndarray(const ndarray&)>& function, Shapes shapes = {}, const Operand& loc = 0.0,
                  const Operand& scale = 1.0, const ExpectBounds& bounds = {}) const;

    /// Draws from the distribution.
    CUPRUM_PYTHON ndarray rvs(random::Source& source, const std::optional<Shape>& size = {}, Shapes shapes = {},
                              const Operand& loc = 0.0, const Operand& scale = 1.0) const;

    /// The parameters, location and scale under which data are most likely. Normal, uniform and exponential ones are
    /// known, others are searched for by Nelder and Mead's simplex. Throws ValueError for data that are not finite, and
    /// Error where a search ends at parameters that there are not.
    CUPRUM_PYTHON std::vector<double> fit(const ndarray& data, const FitOptions& options = {}) const;

    const DistributionEntry& entry() const { return entry_; }
    /// The name of the family, such as "norm".
    CUPRUM_PROPERTY std::string name() const { return std::string(entry_.name); }
    /// What the family is.
    CUPRUM_PROPERTY std::string about() const { return std::string(entry_.about); }
    /// Whether all values are whole numbers.
    CUPRUM_PROPERTY bool discrete() const { return entry_.discrete; }
    /// The names of the family's parameters.
    CUPRUM_PROPERTY std::vector<std::string> shape_names() const;

private:
    const DistributionEntry& entry_;
};

#define CUPRUM_STATS_DISTRIBUTION(name, ...) extern const Distribution name;
#include "cuprum/scipy/stats/distributions.def"
#undef CUPRUM_STATS_DISTRIBUTION

/// Every distribution.
std::span<const Distribution* const> distributions();

}  // namespace cuprum::scipy::stats
