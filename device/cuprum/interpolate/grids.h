// Functions that are known on a grid: between its points by the nearest, by straight lines, or monotonely by cubics.
#pragma once

#include <cuprum/interpolate/piecewise.h>

namespace cuprum {

template <class T, class V>
CUPRUM_DEVICE T grid_element(const V& value) {
    if constexpr (is_complex<T>) return T(value);
    else return (T)value;
}

/// Whether a place has a value that is computed; otherwise it is written.
template <class T>
CUPRUM_DEVICE bool within_grid(const GridArgs& args, const double* place, T& out) {
    bool number = true, inside = true;
    for (int a = 0; a < args.dimensions; ++a) {
        const double x = place[a];
        const bool beyond = x < args.axes.points[a][0] || x > args.axes.points[a][args.axes.lengths[a] - 1];
        number &= x == x;
        inside &= !beyond;
        if (args.outside && (beyond || x != x)) args.outside[a] = 1;
    }
    if (!number) out = no_value<T>();
    else if (args.fills && !inside) out = *(const T*)args.fill;
    return number && (inside || !args.fills);
}

/// The interval of an axis and how far into it, in its lengths.
CUPRUM_DEVICE long long grid_interval(const GridAxes& axes, int a, double x, double& share) {
    const long long n = axes.lengths[a];
    share = 0;
    if (n == 1) return 0;
    const double* points = axes.points[a];
    const long long k = interval_of(points, 0, n - 1, x);
    share = (x - points[k]) / (points[k + 1] - points[k]);
    return k;
}

/// Sums up the corners of the cell, each with the product of its weights.
template <class V, class T>
CUPRUM_DEVICE void grid_linear(const GridArgs& args, long long i) {
    const long long number = i / args.columns, column = i - number * args.columns;
    const double* place = args.places + number * args.dimensions;
    T* out = (T*)args.out + i;
    if (!within_grid<T>(args, place, *out)) return;
    double shares[interpolation_axes];
    long long steps[interpolation_axes];
    const V* values = (const V*)args.values + column;
    for (int a = 0; a < args.dimensions; ++a) {
        values += grid_interval(args.axes, a, place[a], shares[a]) * args.axes.strides[a];
        steps[a] = args.axes.lengths[a] > 1 ? args.axes.strides[a] : 0;
    }
    T total = T(0);
    for (int corner = 0; corner < 1 << args.dimensions; ++corner) {
        double weight = 1;
        long long at = 0;
        for (int a = 0; a < args.dimensions; ++a) {
            const bool far = corner >> (args.dimensions - 1 - a) & 1;
            weight *= far ? shares[a] : 1 - shares[a];
            at += far ? steps[a] : 0;
        }
        total += grid_element<T>(values[at]) * weight;
    }
    *out = total;
}

template <class V, class T>
CUPRUM_DEVICE void grid_nearest(const GridArgs& args, long long i) {
    const long long number = i / args.columns, column = i - number * args.columns;
    const double* place = args.places + number * args.dimensions;
    T* out = (T*)args.out + i;
    if (!within_grid<T>(args, place, *out)) return;
    const V* values = (const V*)args.values + column;
    for (int a = 0; a < args.dimensions; ++a) {
        double share;
        const long long k = grid_interval(args.axes, a, place[a], share);
        values += (share <= 0.5 ? k : k + 1) * args.axes.strides[a];
    }
    *out = grid_element<T>(*values);
}

/// Takes what was computed of places within, and fills in the others.
template <class V, class T>
CUPRUM_DEVICE void grid_filled(const GridArgs& args, long long i) {
    T* out = (T*)args.out + i;
    if (within_grid<T>(args, args.places + i / args.columns * args.dimensions, *out)) *out = ((const T*)args.values)[i];
}

/// A monotone cubic through four neighbours, between two of them or beyond them.
CUPRUM_DEVICE double pchip_value(const double* x, const double* y, int p, double at) {
    double h[3], m[3];
    for (int j = 0; j < 3; ++j) {
        h[j] = x[j + 1] - x[j];
        m[j] = (y[j + 1] - y[j]) / h[j];
    }
    const auto inner = [&](int j) {
        const double w0 = 2 * h[j] + h[j - 1], w1 = h[j] + 2 * h[j - 1];
        const bool flat = m[j - 1] == 0 || m[j] == 0 || (m[j - 1] < 0) != (m[j] < 0);
        return flat ? 0.0 : 1 / ((w0 / m[j - 1] + w1 / m[j]) / (w0 + w1));
    };
    const double s0 = p == 0 ? pchip_end(h[0], h[1], m[0], m[1]) : inner(p);
    const double s1 = p == 2 ? pchip_end(h[2], h[1], m[2], m[1]) : inner(p + 1);
    const double t = (s0 + s1 - 2 * m[p]) / h[p], s = at - x[p];
    return ((t / h[p] * s + ((m[p] - s0) / h[p] - t)) * s + s0) * s + y[p];
}

/// Along the last axis first, as its results are what the axis before is given.
template <class V, class T>
CUPRUM_DEVICE void grid_monotone(const GridArgs& args, long long i) {
    const long long number = i / args.columns, column = i - number * args.columns;
    const double* place = args.places + number * args.dimensions;
    double* out = (double*)args.out + i;
    if (!within_grid<double>(args, place, *out)) return;
    const V* values = (const V*)args.values + column;
    long long first[interpolation_axes];
    int inner[interpolation_axes], index[interpolation_axes];
    double y[interpolation_axes][4];
    for (int a = 0; a < args.dimensions; ++a) {
        const long long n = args.axes.lengths[a], k = interval_of(args.axes.points[a], 0, n - 1, place[a]);
        first[a] = k < 1 ? 0 : k > n - 3 ? n - 4 : k - 1;
        inner[a] = (int)(k - first[a]);
        index[a] = 0;
        values += first[a] * args.axes.strides[a];
    }
    // Four values along an axis make one value of the axis before.
    for (int a = 0; a >= 0;) {
        long long at = 0;
        for (a = 0; a < args.dimensions; ++a) at += index[a] * args.axes.strides[a];
        double value = (double)values[at];
        for (--a; a >= 0; --a) {
            y[a][index[a]] = value;
            if (++index[a] < 4) break;
            index[a] = 0;
            value = pchip_value(args.axes.points[a] + first[a], y[a], inner[a], place[a]);
        }
        if (a < 0) *out = value;
    }
}

}  // namespace cuprum
