// Piecewise polynomials: values, the coefficients of cubic interpolants, and the slopes that these are made of.
#pragma once

#include <cuprum/interpolate/intervals.h>

namespace cuprum {

/// The intervals of a piecewise polynomial, and what it is beyond them.
struct Pieces {
    Intervals intervals;
    int outside;

    CUPRUM_DEVICE Pieces(const double* breaks, long long count, int outside)
        : intervals(breaks, 0, count, breaks[count] >= breaks[0] ? 1 : -1), outside(outside) {}

    /// The interval that holds a place and the place seen from its start; negative where there is no value.
    CUPRUM_DEVICE long long at(double& x) const {
        const double sign = intervals.sign;
        if (outside == outside_periodic) x = in_period(x, sign * intervals.begin, sign * intervals.end);
        const double place = sign * x;
        if (x != x || (outside != outside_continued && (place < intervals.begin || place > intervals.end))) return -1;
        const long long k = intervals.of(place);
        x -= intervals.breaks[k];
        return k;
    }
};

/// By Horner's rule; a derivative multiplies each coefficient by what is left of its power.
template <class T>
struct PiecewiseValue {
    const PiecewiseArgs& args;
    Pieces pieces;

    CUPRUM_DEVICE PiecewiseValue(const PiecewiseArgs& args)
        : args(args), pieces(args.breaks, args.intervals, args.outside) {}

    CUPRUM_DEVICE void operator()(long long i) const {
        const long long place = args.columns == 1 ? i : i / args.columns, column = i - place * args.columns;
        double s = args.places[place];
        const long long k = pieces.at(s);
        ((T*)args.out)[i] = k < 0 ? no_value<T>() : value(k, column, s);
    }

    CUPRUM_DEVICE T value(long long k, long long column, double s) const {
        const long long stride = args.intervals * args.columns;
        const T* c = (const T*)args.coefficients + k * args.columns + column;
        if (args.order == 4 && args.derivative == 0 && s - s == 0) {
            // Cubics, which are most: no coefficient waits for the one before it.
            const T cubed = c[0], squared = c[stride], once = c[2 * stride], constant = c[3 * stride];
            return ((cubed * s + squared) * s + once) * s + constant;
        }
        const auto term = [&](int power) {
            double factor = 1;
            for (int d = 0; d < args.derivative; ++d) factor *= power - d;
            return c[(args.order - 1 - power) * stride] * factor;
        };
        T value = T(0);
        if (s - s != 0) {
            // The sum of all terms, which there is not where some are inf and some -inf.
            double z = 1;
            for (int power = args.derivative; power < args.order; ++power, z *= s) value = value + term(power) * z;
        } else {
            for (int power = args.order - 1; power >= args.derivative; --power) value = value * s + term(power);
        }
        return value;
    }
};

/// In Bernstein's basis, by de Casteljau's rule without its array: the powers of s and of 1 - s are multiplied up.
template <class T>
CUPRUM_DEVICE void bernstein_value(const PiecewiseArgs& args, long long i) {
    const long long place = i / args.columns, column = i - place * args.columns;
    double s = args.places[place];
    const long long k = Pieces(args.breaks, args.intervals, args.outside).at(s);
    T value = no_value<T>();
    if (k >= 0) {
        s /= args.breaks[k + 1] - args.breaks[k];
        const long long stride = args.intervals * args.columns;
        const T* c = (const T*)args.coefficients + k * args.columns + column;
        const int degree = args.order - 1;
        const double rest = 1 - s;
        double power = 1, binomial = 1;
        value = c[0] * rest;
        if (degree == 0) value = c[0];
        for (int j = 1; j < degree; ++j) {
            power *= s;
            binomial = binomial * (degree - j + 1) / j;
            value = (value + c[j * stride] * (power * binomial)) * rest;
        }
        if (degree > 0) value = value + c[degree * stride] * (power * s);
    }
    ((T*)args.out)[i] = value;
}

template <class T>
CUPRUM_DEVICE void hermite_pieces(const HermiteArgs& args, long long i) {
    const long long k = i / args.columns;
    const double dx = args.x[k + 1] - args.x[k];
    const T *y = (const T*)args.y + i, *slopes = (const T*)args.slopes + i;
    const T y0 = y[0], s0 = slopes[0], s1 = slopes[args.columns];
    const T slope = (y[args.columns] - y0) / dx, t = (s0 + s1 - slope * 2.0) / dx;
    T* out = (T*)args.out + i;
    const long long stride = args.intervals * args.columns;
    out[0] = t / dx;
    out[stride] = (slope - s0) / dx - t;
    out[2 * stride] = s0;
    out[3 * stride] = y0;
}

/// One equation of a cubic spline's slopes: lower * s[i - 1] + diagonal * s[i] + upper * s[i + 1] = right.
template <class T>
struct SplineEquation {
    double lower, diagonal, upper;
    T right;
};

template <class T>
CUPRUM_DEVICE SplineEquation<T> spline_equation(const CubicSplineArgs& args, long long i, long long column) {
    const double* x = args.x;
    const T* y = (const T*)args.y + column;
    const long long n = args.count, c = args.columns;
    const auto slope = [=](long long k) { return (y[(k + 1) * c] - y[k * c]) / (x[k + 1] - x[k]); };
    if (args.first_kind == end_periodic) {
        i %= n - 1;
        if (i < 0) i += n - 1;
        const long long before = i ? i - 1 : n - 2;
        const double d0 = x[before + 1] - x[before], d1 = x[i + 1] - x[i];
        return {d1, 2 * (d0 + d1), d0, (slope(before) * d1 + slope(i) * d0) * 3.0};
    }
    if (i == 0) {
        const double d0 = x[1] - x[0];
        if (args.first_kind == end_slope) return {0, 1, 0, ((const T*)args.first)[column]};
        if (args.first_kind == end_curvature)
            return {0, 2 * d0, d0, ((const T*)args.first)[column] * (-0.5 * d0 * d0) + (y[c] - y[0]) * 3.0};
        const double d1 = x[2] - x[1], d = x[2] - x[0];
        return {0, d1, d, (slope(0) * ((d0 + 2 * d) * d1) + slope(1) * (d0 * d0)) / d};
    }
    if (i == n - 1) {
        const double d0 = x[n - 1] - x[n - 2];
        if (args.last_kind == end_slope) return {0, 1, 0, ((const T*)args.last)[column]};
        if (args.last_kind == end_curvature)
            return {d0, 2 * d0, 0,
                    ((const T*)args.last)[column] * (0.5 * d0 * d0) + (y[(n - 1) * c] - y[(n - 2) * c]) * 3.0};
        const double d1 = x[n - 2] - x[n - 3], d = x[n - 1] - x[n - 3];
        return {d, d1, 0, (slope(n - 3) * (d0 * d0) + slope(n - 2) * ((2 * d + d0) * d1)) / d};
    }
    const double d0 = x[i] - x[i - 1], d1 = x[i + 1] - x[i];
    return {d1, 2 * (d0 + d1), d0, (slope(i - 1) * d1 + slope(i) * d0) * 3.0};
}

/// The slopes of one chunk of knots, by elimination in the chunk and the `cubic_overlap` knots on both sides of it. An
/// equation's diagonal is twice the sum of its neighbours, so that what is wrong behind the overlap, where the other
/// slopes count as zero, is halved at least by each knot on the way: of it less than 2^-64 reaches the chunk.
template <class T>
CUPRUM_DEVICE void cubic_slopes(const CubicSplineArgs& args, long long item) {
    const long long chunk = item / args.columns, column = item - chunk * args.columns;
    const bool periodic = args.first_kind == end_periodic;
    const long long n = args.count, begin = chunk * args.chunk, end = begin + args.chunk < n ? begin + args.chunk : n;
    const long long first = periodic || begin > cubic_overlap ? begin - cubic_overlap : 0,
                    last = periodic || end + cubic_overlap < n ? end + cubic_overlap : n;
    double* uppers = args.uppers + item;
    T* rights = (T*)args.rights + item;
    double upper = 0;
    T right = T(0);
    for (long long i = first; i < last; ++i) {
        const SplineEquation<T> row = spline_equation<T>(args, i, column);
        const double lower = i == first ? 0 : row.lower, scale = 1 / (row.diagonal - lower * upper);
        upper = row.upper * scale;
        right = (row.right - right * lower) * scale;
        uppers[(i - first) * args.items] = upper;
        rights[(i - first) * args.items] = right;
    }
    T value = T(0);
    for (long long i = last - 1; i >= begin; --i) {
        value = rights[(i - first) * args.items] - value * uppers[(i - first) * args.items];
        if (i < end) ((T*)args.out)[i * args.columns + column] = value;
    }
}

/// At an end, by the parabola through three points, held back where it would not keep the shape.
CUPRUM_DEVICE double pchip_end(double h0, double h1, double m0, double m1) {
    const auto sign = [](double x) { return (x > 0) - (x < 0); };
    const double d = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1);
    if (sign(d) != sign(m0)) return 0;
    const double size = d < 0 ? -d : d, limit = 3 * (m0 < 0 ? -m0 : m0);
    return sign(m0) != sign(m1) && size > limit ? 3 * m0 : d;
}

CUPRUM_DEVICE void pchip_slopes(const PchipArgs& args, long long item) {
    const long long i = item / args.columns, n = args.count, c = args.columns;
    const double* x = args.x;
    const double* y = args.y + (item - i * c);
    const auto step = [=](long long k) { return x[k + 1] - x[k]; };
    const auto slope = [=](long long k) { return (y[(k + 1) * c] - y[k * c]) / step(k); };
    double d;
    if (n == 2) {
        d = slope(0);
    } else if (i == 0) {
        d = pchip_end(step(0), step(1), slope(0), slope(1));
    } else if (i == n - 1) {
        d = pchip_end(step(n - 2), step(n - 3), slope(n - 2), slope(n - 3));
    } else {
        const double h0 = step(i - 1), h1 = step(i), m0 = slope(i - 1), m1 = slope(i);
        const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
        const bool flat = m0 == 0 || m1 == 0 || (m0 < 0) != (m1 < 0);
        d = flat ? 0 : 1 / ((w0 / m0 + w1 / m1) / (w0 + w1));
    }
    args.out[item] = d;
}

}  // namespace cuprum
