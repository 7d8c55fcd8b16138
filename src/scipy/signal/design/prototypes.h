// Analog lowpass filters with a cutoff of 1, from which all others are made.
#pragma once

#include <string_view>

#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal::design {

enum class BesselNorm { phase, delay, mag };
BesselNorm bessel_norm(std::string_view name);

/// The order as a whole number; ValueError for others and for negative ones.
std::int64_t checked_order(double order);

Zpk butterworth(std::int64_t n);
Zpk chebyshev1(std::int64_t n, double ripple);
Zpk chebyshev2(std::int64_t n, double attenuation);
Zpk elliptic(std::int64_t n, double ripple, double attenuation);
Zpk bessel_thomson(std::int64_t n, BesselNorm norm);

/// The complete elliptic integral of the first kind by its parameter m, and by 1 - m.
double elliptic_integral(double m);
double elliptic_integral_complement(double one_minus_m);
/// 10^x - 1.
double power_of_ten_less_one(double x);

}  // namespace cuprum::scipy::signal::design
