// Fourier transforms of a few numbers on the host, where a launch would take longer than the transform.
#pragma once

#include <complex>
#include <vector>

namespace cuprum::scipy::signal {

/// Transforms in place, for any length: sums over j of x[j] exp(-+2 pi i j k / n), without a factor.
void host_fourier(std::vector<std::complex<double>>& x, bool inverse = false);

}  // namespace cuprum::scipy::signal
