// B-splines: values and derivatives, products of splines along several axes, and equations with banded matrices.
#pragma once

#include <cuprum/interpolate/piecewise.h>

namespace cuprum {

/// The last knot at or before x, as the interval's number; negative where there is no value.
CUPRUM_DEVICE long long knot_at(const double* knots, int degree, long long count, int outside, double& x) {
    const double begin = knots[degree], end = knots[count];
    if (outside == outside_periodic) x = in_period(x, begin, end);
    if (x != x) return -1;
    if (outside != outside_continued && (x < begin || x > end)) {
        if (outside == outside_zero) return -2;
        if (outside != outside_nearest) return -1;
        x = x < begin ? begin : end;
    }
    return interval_of(knots, degree, count, x);
}

/// By de Boor's rule: `derivative` levels of differences, then levels of mixtures of neighbours.
template <class T>
CUPRUM_DEVICE void spline_value(const SplineArgs& args, long long i) {
    const long long place = i / args.columns, column = i - place * args.columns;
    const double* t = args.knots;
    const int k = args.degree;
    double x = args.places[place];
    const long long at = knot_at(t, k, args.count, args.outside, x);
    T value = not_a_number<T>();
    if (at == -2 || (at >= 0 && args.derivative > k)) {
        value = T(0);
    } else if (at >= 0) {
        T d[spline_degree + 1];
        for (int j = 0; j <= k; ++j) d[j] = ((const T*)args.coefficients)[(at - k + j) * args.columns + column];
        for (int level = 1; level <= k; ++level)
            for (int j = k; j >= level; --j) {
                const double left = t[at - k + j], right = t[at + 1 + j - level], width = right - left;
                // Only in an interval without length, at knots that are there too often; its basis is zero.
                if (width == 0) {
                    d[j] = T(0);
                } else if (level <= args.derivative) {
                    d[j] = (d[j] - d[j - 1]) * ((k - level + 1) / width);
                } else {
                    const double share = (x - left) / width;
                    d[j] = d[j - 1] * (1 - share) + d[j] * share;
                }
            }
        value = d[k];
    }
    ((T*)args.out)[i] = value;
}

/// The values at x, or of derivatives there, of the degree + 1 basis functions of an interval.
CUPRUM_DEVICE void spline_basis(const double* t, int k, long long at, double x, int derivative, double* values) {
    values[0] = derivative > k ? 0 : 1;
    for (int level = 1; level <= k; ++level) {
        const bool differs = level > k - derivative;
        values[level] = 0;
        // Each function of this degree is made of two neighbours of the degree below.
        double kept = 0;
        for (int j = 0; j < level; ++j) {
            const double left = t[at + 1 + j - level], right = t[at + 1 + j], width = right - left;
            const double share = width == 0 ? 0 : values[j] / width;
            if (differs) {
                values[j] = kept - share * level;
                kept = share * level;
            } else {
                values[j] = kept + (right - x) * share;
                kept = (x - left) * share;
            }
        }
        values[level] = kept;
    }
}

CUPRUM_DEVICE void spline_basis_values(const SplineBasisArgs& args, long long i) {
    double x = args.places[i];
    const long long at = knot_at(args.knots, args.degree, args.count, args.outside, x);
    double* values = args.values + i * (args.degree + 1);
    long long* numbers = args.numbers + i * (args.degree + 1);
    if (at >= 0) spline_basis(args.knots, args.degree, at, x, 0, values);
    for (int j = 0; j <= args.degree; ++j) {
        if (at < 0) values[j] = limits<double>::nan();
        numbers[j] = at < 0 ? j : at - args.degree + j;
    }
}

constexpr int tensor_degree = 15;  // of splines along several axes, at most

template <class T>
CUPRUM_DEVICE void tensor_spline_value(const TensorArgs& args, long long i) {
    const long long place = i / args.columns, column = i - place * args.columns;
    double basis[interpolation_axes][tensor_degree + 1];
    const T* c = (const T*)args.coefficients + column;
    bool inside = true;
    for (int a = 0; a < args.dimensions; ++a) {
        const double* t = args.axes.points[a];
        const int k = args.degrees[a];
        const long long count = args.axes.lengths[a] - k - 1;
        double x = args.places[place * args.dimensions + a];
        const long long at = knot_at(t, k, count, args.outside, x);
        inside &= at >= 0;
        if (at < 0) break;
        spline_basis(t, k, at, x, args.derivatives[a], basis[a]);
        c += (at - k) * args.axes.strides[a];
    }
    T total = not_a_number<T>();
    if (inside) {
        total = T(0);
        int index[interpolation_axes] = {};
        const int last = args.dimensions - 1;
        for (;;) {
            double weight = 1;
            long long at = 0;
            for (int a = 0; a < last; ++a) {
                weight *= basis[a][index[a]];
                at += index[a] * args.axes.strides[a];
            }
            T row = T(0);
            for (int j = 0; j <= args.degrees[last]; ++j) row += c[at + j * args.axes.strides[last]] * basis[last][j];
            total += row * weight;
            int a = last - 1;
            while (a >= 0 && index[a] == args.degrees[a]) index[a--] = 0;
            if (a < 0) break;
            ++index[a];
        }
    }
    ((T*)args.out)[i] = total;
}

/// Products of powers along several axes, each axis by Horner's rule within the one before.
template <class T>
CUPRUM_DEVICE void tensor_piecewise_value(const TensorArgs& args, long long i) {
    const long long place = i / args.columns, column = i - place * args.columns;
    double s[interpolation_axes];
    const T* c = (const T*)args.coefficients + column;
    bool inside = true, zero = false;
    for (int a = 0; a < args.dimensions; ++a) {
        s[a] = args.places[place * args.dimensions + a];
        const long long k = Pieces(args.axes.points[a], args.axes.lengths[a] - 1, args.outside).at(s[a]);
        inside &= k >= 0;
        if (k < 0) break;
        c += k * args.axes.strides[a];
        zero |= args.derivatives[a] >= args.degrees[a];
    }
    T total = no_value<T>();
    if (inside) {
        total = T(0);
        const int last = args.dimensions - 1;
        T partial[interpolation_axes];
        int index[interpolation_axes] = {};
        for (int a = 0; a <= last; ++a) partial[a] = T(0);
        const auto factor = [&](int a) {
            double product = 1;
            const int power = args.degrees[a] - 1 - index[a];
            for (int d = 0; d < args.derivatives[a]; ++d) product *= power - d;
            return product;
        };
        while (!zero) {
            long long at = 0;
            for (int a = 0; a <= last; ++a) at += index[a] * args.power_strides[a];
            T value = c[at];
            int a = last;
            for (;;) {
                partial[a] = partial[a] * s[a] + value * factor(a);
                if (++index[a] < args.degrees[a] - args.derivatives[a]) break;
                index[a] = 0;
                value = partial[a];
                partial[a] = T(0);
                if (--a < 0) {
                    total = value;
                    break;
                }
            }
            if (a < 0) break;
        }
    }
    ((T*)args.out)[i] = total;
}

/// Forwards through L, whose diagonal is one, with the exchanges of rows, and backwards through U.
template <class T>
CUPRUM_DEVICE void banded_solution(const BandedArgs& args, long long column) {
    T* values = (T*)args.values + column;
    const long long n = args.count, columns = args.items, width = 3 * args.band + 1;
    const auto element = [&](long long i, long long j) { return args.rows[i * width + j - i + args.band]; };
    for (long long j = 0; j < n; ++j) {
        const long long pivot = args.pivots[j];
        const T value = values[pivot * columns];
        if (pivot != j) {
            values[pivot * columns] = values[j * columns];
            values[j * columns] = value;
        }
        for (long long i = j + 1; i <= j + args.band && i < n; ++i) values[i * columns] -= value * element(i, j);
    }
    for (long long i = n - 1; i >= 0; --i) {
        T value = values[i * columns];
        for (long long j = i + 1; j <= i + 2 * args.band && j < n; ++j) value -= values[j * columns] * element(i, j);
        values[i * columns] = value / element(i, i);
    }
}

}  // namespace cuprum
