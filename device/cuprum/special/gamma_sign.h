// The sign of the gamma function.
#pragma once

#include <cuprum/complex.h>
#include <cuprum/real_math.h>

namespace cuprum::special {

/// NaN at the poles, but for 0, which has a sign of its own.
template <Float T>
CUPRUM_DEVICE T gammasgn(T x) {
    if (!(x < T(0))) return x == T(0) ? copysign(T(1), x) : x > T(0) ? T(1) : x;
    const T below = floor(x);
    return below == x ? limits<T>::nan() : fmod(below, T(2)) != T(0) ? T(-1) : T(1);
}

}  // namespace cuprum::special
