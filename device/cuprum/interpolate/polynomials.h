// One polynomial through all points, by Newton's and by the barycentric formula.
#pragma once

#include <cuprum/interpolate/intervals.h>

namespace cuprum {

/// The polynomial and its derivatives at a place: Horner's rule in Newton's basis, for all of them at once. P is the
/// type of places. What is above the degree is 0 at any place.
template <class T, class P>
CUPRUM_DEVICE void newton_values(const PolynomialArgs& args, long long i) {
    const long long place = i / args.columns, column = i - place * args.columns;
    const P x = ((const P*)args.places)[place];
    const T* c = (const T*)args.values + column;
    T* out = (T*)args.out + i;
    const long long step = args.items, last = args.count - 1;
    for (int d = 1; d < args.derivatives; ++d) out[d * step] = T(0);
    out[0] = c[last * args.columns];
    for (long long k = last - 1; k >= 0; --k) {
        const P s = x - ((const P*)args.nodes)[k];
        const int highest = args.derivatives - 1 < last - k ? args.derivatives - 1 : (int)(last - k);
        for (int d = highest; d > 0; --d) out[d * step] = out[d * step] * s + out[(d - 1) * step];
        out[0] = out[0] * s + c[k * args.columns];
    }
    double factorial = 1;
    for (int d = 1; d < args.derivatives; ++d) {
        factorial *= d;
        out[d * step] = out[d * step] * factorial;
    }
}

template <class T, class P>
CUPRUM_DEVICE void barycentric_value(const PolynomialArgs& args, long long i) {
    const long long place = i / args.columns, column = i - place * args.columns;
    const P x = ((const P*)args.places)[place];
    const T* y = (const T*)args.values + column;
    T above = T(0);
    P below = P(0);
    long long hit = -1;
    for (long long k = 0; k < args.count; ++k) {
        const P distance = x - ((const P*)args.nodes)[k];
        if (distance == P(0)) hit = k;
        const P weight = P(args.weights[k]) / distance;
        above += y[k * args.columns] * weight;
        below += weight;
    }
    ((T*)args.out)[i] = hit >= 0 ? y[hit * args.columns] : above / below;
}

}  // namespace cuprum
