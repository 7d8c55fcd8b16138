// What windows need of the host.
#pragma once

namespace cuprum {

/// The modified Bessel function of order 0.
double bessel_i0(double x);

}  // namespace cuprum
