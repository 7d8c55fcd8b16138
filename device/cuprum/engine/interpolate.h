// A function that is known at points, told between them by straight lines.
//
//     CUPRUM_INTERPOLATE(name, T)     T: double or complex128
#pragma once

#include <cuprum/complex.h>
#include <cuprum/engine/interpolate_args.h>
#include <cuprum/engine/sort_order.h>

namespace cuprum {

/// On the line from the left end of a stretch. Beside an infinite value that end may give NaN where the other one does
/// not.
CUPRUM_DEVICE double on_line(double x0, double x1, double y0, double y1, double x) {
    const double slope = (y1 - y0) / (x1 - x0);
    double y = slope * (x - x0) + y0;
    if (y != y) y = slope * (x - x1) + y1;
    return y != y && y0 == y1 ? y0 : y;
}
CUPRUM_DEVICE complex128 on_line(double x0, double x1, complex128 y0, complex128 y1, double x) {
    return {on_line(x0, x1, y0.re, y1.re, x), on_line(x0, x1, y0.im, y1.im, x)};
}

/// `guess` is a stretch that may be the right one, and becomes that.
template <class T>
CUPRUM_DEVICE void interpolate(const InterpolateArgs& args, long long i, long long& guess) {
    const double x = args.places[i], *points = args.points;
    const T* values = (const T*)args.values;
    const long long last = args.length - 1;
    T y;
    if (x != x && last > 0) {
        y = T(x);
    } else if (x < points[0]) {
        y = *(const T*)args.left;
    } else if (x > points[last]) {
        y = *(const T*)args.right;
    } else {
        const auto holds = [&] { return guess >= 0 && guess < last && points[guess] <= x && x < points[guess + 1]; };
        // Points are mostly evenly spaced; then a look at where the stretch would have to be spares the search.
        if (!holds()) {
            const double share = (x - points[0]) / (points[last] - points[0]);
            guess = share >= 0 && share < 1 ? (long long)(share * last) : -1;
        }
        if (!holds()) guess = lower_bound([=](long long k) { return points[k]; }, args.length, x, true) - 1;
        if (guess < 0) guess = 0;  // the points are in no order
        y = guess >= last || points[guess] == x
                ? values[guess]
                : on_line(points[guess], points[guess + 1], values[guess], values[guess + 1], x);
    }
    ((T*)args.out)[i] = y;
}

#if CUPRUM_GPU

#define CUPRUM_INTERPOLATE(name, T)                                                          \
    extern "C" __global__ void __launch_bounds__(cuprum::interpolate_block)                  \
        name(const __grid_constant__ cuprum::InterpolateArgs args) {                         \
        const long long i = (long long)blockIdx.x * cuprum::interpolate_block + threadIdx.x; \
        long long guess = -1;                                                                \
        if (i < args.count) cuprum::interpolate<T>(args, i, guess);                          \
    }

#else  // CPU

#define CUPRUM_INTERPOLATE(name, T)                                                             \
    extern "C" void name(const cuprum::InterpolateArgs* args, long long begin, long long end) { \
        long long guess = -1;                                                                   \
        for (long long i = begin; i < end; ++i) cuprum::interpolate<T>(*args, i, guess);        \
    }

#endif

}  // namespace cuprum
