// NumPy's constants. NAN and NZERO, two more of its names, are macros of C.
#pragma once

#include <limits>
#include <numbers>

namespace cuprum {

inline constexpr double pi = std::numbers::pi, e = std::numbers::e, euler_gamma = std::numbers::egamma;
inline constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

// Names of NumPy 1.
inline constexpr double Inf = inf, Infinity = inf, infty = inf, PINF = inf, NINF = -inf, NaN = nan;
inline constexpr double PZERO = 0.0;

}  // namespace cuprum
