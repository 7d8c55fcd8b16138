// Windows as numbers of the host: what designs of filters, spectra and resampling multiply with.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cuprum::scipy::signal {

/// The values of a window of `n` points.
///
/// `name` is any that SciPy's `get_window` knows ("hann", "kaiser", "general gaussian", ...), `parameters` are those
/// that stand behind it in a tuple, none for those that have defaults. A periodic window is one of `n + 1` points
/// without the last one. Raises ValueError for names and parameters that there are not.
std::vector<double> window_values(std::string_view name, std::span<const double> parameters, std::int64_t n,
                                  bool periodic);

/// The first of the names that a window has, and the name itself where there is no such window.
std::string_view window_name(std::string_view name);

/// The discrete prolate spheroidal sequences of highest concentration, one after the other, each of length `n` and with
/// a sum of squares of 1.
std::vector<double> slepian_sequences(std::int64_t n, double half_bandwidth, std::int64_t count);

/// How they are scaled.
enum class SlepianNorm { squares, approximate, subsample };

/// SciPy's `dpss`: `count` sequences of `n` values, and how much of each one's energy lies within the band.
struct Slepians {
    std::vector<double> values;
    std::vector<double> ratios;
};
Slepians slepian_windows(std::int64_t n, double half_bandwidth, std::int64_t count, SlepianNorm norm, bool periodic,
                         bool ratios);

}  // namespace cuprum::scipy::signal
