// Lambert's W function, by xsf.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/lambertw.h>

namespace cuprum::special {

template <Float T>
CUPRUM_DEVICE complex<T> lambertw(complex<T> z, int64 branch, double tolerance) {
    return xsf::lambertw(wide(z), branch, tolerance);
}

}  // namespace cuprum::special
