// Real roots of polynomials in intervals.
#pragma once

#include <cuprum/interpolate/piecewise.h>

namespace cuprum {

/// A polynomial of a degree, the coefficient of the highest power first, or its derivative `level`.
CUPRUM_DEVICE double polynomial_value(const double* c, int degree, int level, double s) {
    double value = 0;
    for (int power = degree; power >= level; --power) {
        double factor = 1;
        for (int d = 0; d < level; ++d) factor *= power - d;
        value = value * s + c[degree - power] * factor;
    }
    return value;
}

/// A root between two places of which one has a negative value and the other one a positive one: Newton's steps, and
/// halves where these leave the bracket.
CUPRUM_DEVICE double bracketed_root(const double* c, int degree, int level, double low, double high, double at_low) {
    double s = low + (high - low) / 2;
    for (int turn = 0; turn < 200; ++turn) {
        const double value = polynomial_value(c, degree, level, s);
        if (value == 0) return s;
        if ((value < 0) == (at_low < 0)) low = s;
        else high = s;
        const double step = value / polynomial_value(c, degree, level + 1, s);
        double next = s - step;
        const bool inside = next > (low < high ? low : high) && next < (low < high ? high : low);
        if (!inside || turn > 60) next = low + (high - low) / 2;
        if (next == s || next == low || next == high) {
            if (inside && turn <= 60) return next;
            const double rest = polynomial_value(c, degree, level, next), other = value;
            return (rest < 0 ? -rest : rest) <= (other < 0 ? -other : other) ? next : s;
        }
        s = next;
    }
    return s;
}

/// The places where a derivative turns divide an interval into stretches on which the one below is monotone: so the
/// roots of each derivative give those of the one below, and in the end those of the polynomial.
CUPRUM_DEVICE_LARGE int roots_within(const double* c, int degree, double low, double high, double* roots,
                                     double* turns) {
    int count = 0;
    for (int level = degree - 1; level >= 0; --level) {
        for (int j = 0; j < count; ++j) turns[j] = roots[j];
        const int turned = count;
        count = 0;
        double left = low, at_left = polynomial_value(c, degree, level, low);
        if (at_left == 0) roots[count++] = left;
        for (int j = 0; j <= turned; ++j) {
            const double right = j < turned ? turns[j] : high;
            double at_right = polynomial_value(c, degree, level, right);
            // A turn whose value is what rounding leaves of zero touches it.
            if (j < turned && at_right != 0) {
                double size = 0, power = 1;
                for (int p = level; p <= degree; ++p, power *= right < 0 ? -right : right) {
                    double factor = 1;
                    for (int d = 0; d < level; ++d) factor *= p - d;
                    const double term = c[degree - p] * factor * power;
                    size += term < 0 ? -term : term;
                }
                if ((at_right < 0 ? -at_right : at_right) <= 4 * degree * 0x1p-53 * size) at_right = 0;
            }
            if (right > left) {
                if (at_left != 0 && at_right != 0 && (at_left < 0) != (at_right < 0))
                    roots[count++] = bracketed_root(c, degree, level, left, right, at_left);
                if (at_right == 0) roots[count++] = right;
            }
            left = right;
            at_left = at_right;
        }
    }
    return count;
}

CUPRUM_DEVICE void piecewise_roots(const RootArgs& args, long long i) {
    const long long column = i / args.intervals, interval = i - column * args.intervals;
    double c[spline_degree + 1], turns[spline_degree + 1], found[spline_degree + 1];
    const long long stride = args.intervals * args.columns;
    const double* from = args.coefficients + interval * args.columns + column;
    const auto value_at = [&](long long k, double s) {
        const double* row = args.coefficients + k * args.columns + column;
        double total = 0;
        for (int j = 0; j < args.order; ++j) total = total * s + row[j * stride];
        return total - args.value;
    };
    args.jumps[i] = 0;
    if (interval) {
        const double before = value_at(interval - 1, args.breaks[interval] - args.breaks[interval - 1]),
                     behind = value_at(interval, 0);
        args.jumps[i] = (before < 0 && behind > 0) || (before > 0 && behind < 0);
    }
    int skipped = 0;
    while (skipped < args.order && from[skipped * stride] == (skipped == args.order - 1 ? args.value : 0)) ++skipped;
    int count = -1;
    if (skipped < args.order) {
        const int degree = args.order - 1 - skipped;
        double bound = 0;
        for (int j = 0; j <= degree; ++j) {
            c[j] = from[(skipped + j) * stride] - (j == degree ? args.value : 0);
            const double share = c[j] / c[0];
            if (j && (share < 0 ? -share : share) > bound) bound = share < 0 ? -share : share;
        }
        bound += 1;
        const double begin = args.breaks[interval], width = args.breaks[interval + 1] - begin;
        double low = width < 0 ? width : 0, high = width < 0 ? 0 : width;
        const bool first = interval == 0, last = interval == args.intervals - 1;
        if (args.extrapolate && (width < 0 ? last : first) && low > -bound) low = -bound;
        if (args.extrapolate && (width < 0 ? first : last) && high < bound) high = bound;
        count = degree > 0 ? roots_within(c, degree, low, high, found, turns) : 0;
        // Ascending, but those of a parabola in the order that its formula with a root of -d and of +d gives them.
        const bool turned = degree == 2 && c[0] < 0;
        for (int j = 0; j < count; ++j) args.roots[i * args.order + j] = begin + found[turned ? count - 1 - j : j];
    }
    args.counts[i] = count;
}

}  // namespace cuprum
