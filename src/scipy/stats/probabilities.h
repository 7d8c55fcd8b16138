// p-values of test statistics.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::stats {

enum class Alternative { two_sided, less, greater };
Alternative alternative_of(std::string_view name);
std::string name_of(Alternative alternative);

/// How likely a value as extreme is, of Student's t and of the normal distribution.
ndarray p_of_t(const ndarray& t, const ndarray& df, Alternative alternative);
ndarray p_of_normal(const ndarray& z, Alternative alternative);

/// For each k the probability that the sum of numbers drawn evenly from 0 to lengths[i] - 1 is k.
std::vector<double> sums_of_even(const std::vector<std::int64_t>& lengths);

/// How likely a difference of two empirical distribution functions of n and m elements of d or more is, by counting
/// paths; where it is seen on one side alone, or on both.
double p_of_paths(std::int64_t n, std::int64_t m, double d, bool both_sides);

/// How likely a difference of an empirical distribution function of n elements from the true one of d or more is.
double p_of_kolmogorov(double n, double d);

}  // namespace cuprum::scipy::stats
