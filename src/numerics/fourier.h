// Fourier transforms of a few numbers on the host, where a launch would take longer than the transform.
#pragma once

#include <complex>
#include <vector>

namespace cuprum::numerics {

/// The discrete Fourier transform in place, without a factor: y[k] = sum over j of x[j] exp(-2 pi i j k / n). `inverse`
/// has the other sign. By pocketfft, for any length.
void fft(std::vector<std::complex<double>>& x, bool inverse = false);

}  // namespace cuprum::numerics
