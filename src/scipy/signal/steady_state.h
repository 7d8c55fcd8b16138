// The states in which a constant input finds filters after a long time, on the host.
#pragma once

#include <complex>
#include <vector>

namespace cuprum::scipy::signal {

/// Of a filter given by numerator and denominator. Throws ValueError where the denominator is zero, LinAlgError where
/// there is no such state.
std::vector<std::complex<double>> steady_state(std::vector<std::complex<double>> b,
                                               std::vector<std::complex<double>> a);
/// Of sections of six coefficients: two numbers each.
std::vector<std::complex<double>> steady_states(const std::vector<std::complex<double>>& sections);

}  // namespace cuprum::scipy::signal
