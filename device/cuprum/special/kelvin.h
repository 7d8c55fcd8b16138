// Kelvin functions.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/kelvin.h>

namespace cuprum::special {

template <Float T>
CUPRUM_DEVICE_LARGE void kelvin(T x, complex<T>& be, complex<T>& ke, complex<T>& bep, complex<T>& kep) {
    xstd::complex<double> a, b, c, d;
    xsf::kelvin(wide(x), a, b, c, d);
    be = a;
    ke = b;
    bep = c;
    kep = d;
}

}  // namespace cuprum::special
