// An image at places between its elements: sums of its neighbours, or of the coefficients of its splines, by the
// weights of B-splines.
//
//     CUPRUM_ND_RESAMPLE(name, T, U, C, order, dims)   C: of coordinates; dims: of the image, 0 for any number
#pragma once

#include <cuprum/ndimage_base.h>

namespace cuprum {

/// a * b + c, rounded twice on every processor: whether a place lies just inside may depend on it.
CUPRUM_DEVICE double nd_scaled(double a, double b, double c) {
#if CUPRUM_GPU
    return __dadd_rn(__dmul_rn(a, b), c);
#else
#pragma clang fp contract(off)
    return a * b + c;
#endif
}

/// The coordinate that stands for one outside; -1 where none does.
CUPRUM_ND_APART double nd_coordinate(double x, long long n, int mode) {
    const double length = (double)n, last = (double)(n - 1);
    if (x >= 0 && x <= last) return x;
    const auto whole = [](double v) { return CUPRUM_BUILTIN(trunc)(v); };
    if (!(x - x == 0)) return -1;  // NaN, infinity
    switch (mode) {
        case nd_mirror: {
            if (n <= 1) return 0;
            const double period = 2 * length - 2;
            if (x < 0) {
                x += period * whole(-x / period);
                return x <= 1 - length ? x + period : -x;
            }
            x -= period * whole(x / period);
            return x >= length ? period - x : x;
        }
        case nd_reflect: {
            if (n <= 1) return 0;
            const double period = 2 * length;
            if (x < 0) {
                if (x < -period) x += period * whole(-x / period);
                return x < -length ? x + period : (x > -limits<double>::epsilon() ? limits<double>::epsilon() : -x) - 1;
            }
            x -= period * whole(x / period);
            return x >= length ? period - x - 1 : x;
        }
        case nd_wrap:
            if (n <= 1) return 0;
            return x < 0 ? x + last * (whole(-x / last) + 1) : x - last * whole(x / last);
        case nd_grid_wrap:
            if (n <= 1) return 0;
            return x < 0 ? x + length * (whole((-1 - x) / length) + 1) : x - length * whole(x / length);
        default: return -1;
    }
}

/// The B-spline's weights at a place; `x` is how far it lies from the element before it, or, of even orders, from the
/// nearest one.
template <int order>
CUPRUM_DEVICE void nd_weights(double x, double* w) {
    if constexpr (order == 0) {
        w[0] = 1;
    } else if constexpr (order == 1) {
        w[0] = 1 - x;
        w[1] = x;
    } else if constexpr (order == 2) {
        w[0] = 0.5 * (0.5 - x) * (0.5 - x);
        w[1] = 0.75 - x * x;
        w[2] = 0.5 * (0.5 + x) * (0.5 + x);
    } else if constexpr (order == 3) {
        const double y = 1 - x;
        w[0] = y * y * y / 6;
        w[1] = (x * x * (x - 2) * 3 + 4) / 6;
        w[2] = (y * y * (y - 2) * 3 + 4) / 6;
        w[3] = x * x * x / 6;
    } else if constexpr (order == 4) {
        const auto inner = [](double d) { return ((-d / 6 + 5.0 / 6) * d - 1.25) * d * d + 5.0 / 24 * d + 55.0 / 96; };
        const double low = 0.5 - x, high = 0.5 + x, t = x * x;
        w[0] = low * low * low * low / 24;
        w[1] = inner(1 + x);
        w[2] = (0.25 * t - 0.625) * t + 115.0 / 192;
        w[3] = inner(1 - x);
        w[4] = high * high * high * high / 24;
    } else {
        const auto inner = [](double d) { return ((-d / 12 + 0.25) * d * d - 0.5) * d * d + 0.55; };
        const auto outer = [](double d) {
            return ((((d / 24 - 0.375) * d + 1.25) * d - 1.75) * d + 0.625) * d + 0.425;
        };
        const double y = 1 - x;
        w[0] = y * y * y * y * y / 120;
        w[1] = outer(1 + x);
        w[2] = inner(x);
        w[3] = inner(y);
        w[4] = outer(1 + y);
        w[5] = x * x * x * x * x / 120;
    }
}

/// A number as an element of the result: rounded to integers, of which those beyond the range become its ends.
template <class U>
CUPRUM_DEVICE U nd_rounded(double value) {
    if constexpr (is_integer<U>) {
        if (is_unsigned_integer<U> && value < 0) value = 0;
        return detail::saturate<U>(value > 0 ? value + 0.5 : value - 0.5);
    } else {
        return nd_result<U>(value);
    }
}

template <class C>
CUPRUM_DEVICE double nd_place_on(const ResampleArgs& args, long long item, const long long* at, int d) {
    double x;
    if (args.kind == nd_places_given) {
        x = (double)((const C*)args.places)[d * args.items + item];
    } else if (args.kind == nd_places_scaled) {
        x = (double)at[d] + args.shift[d];
        x = args.grid ? nd_scaled(x + 0.5, args.scale[d], -0.5) : x * args.scale[d];
    } else {
        x = args.shift[d];
        for (int k = 0; k < args.out_ndim; ++k) x = nd_scaled((double)at[k], args.matrix[d * args.out_ndim + k], x);
    }
    return args.before ? x + args.before : x;
}

/// The weighted elements of the axes from d on; those whose place is negative count as the value outside.
template <class T, int order, int dims, int d = 0>
CUPRUM_DEVICE double nd_weighted(const T* in, const double (*weights)[nd_taps], const long long (*places)[nd_taps],
                                 double fill) {
    if constexpr (d == dims) {
        return static_cast<double>(nd_load(in));
    } else {
        double sum = 0;
#pragma unroll
        for (int k = 0; k <= order; ++k) {
            const long long place = places[d][k];
            sum += weights[d][k] *
                   (place < 0 ? fill : nd_weighted<T, order, dims, d + 1>(in + place, weights, places, fill));
        }
        return sum;
    }
}

template <class T, class U, class C, int order, int dims>
CUPRUM_DEVICE void nd_resample(const ResampleArgs& args, long long item) {
    constexpr int most = dims ? dims : nd_axes;
    const int ndim = dims ? dims : args.ndim;
    double weights[most][nd_taps];
    long long places[most][nd_taps], at[nd_axes];
    const T* in = (const T*)args.in;
    if (args.kind != nd_places_given) {
        long long rest = item;
        if (args.batch_out) {
            long long image = item;
            rest = nd_split(image, args.batch_out);
            in += image * args.batch_in;
        }
        for (int d = args.out_ndim - 1; d > 0; --d) {
            at[d] = nd_split(rest, args.out_shape[d]);
        }
        at[0] = rest;
    }
    // Neighbours beyond the ends, of modes that have no splines of their own, are the mirror image's.
    const int beyond = args.mode == nd_constant || args.mode == nd_wrap ? nd_mirror
                       : args.mode == nd_grid_wrap                      ? nd_wrap
                       : args.mode == nd_grid_constant                  ? nd_constant
                                                                        : args.mode;
    bool outside = false;
    long long stride = 1;
#pragma unroll
    for (int d = ndim - 1; d >= 0; --d) {
        const long long n = args.shape[d];
        double x = nd_place_on<C>(args, item, at, d);
        if (args.mode == nd_grid_constant || args.mode == nd_nearest) {
            // Neighbours outside have their values. Far away all are the same; no number lies there too.
            if (!(x > -1e9 && x < (double)n + 1e9)) x = -1e9;
        } else {
            x = nd_coordinate(x, n, args.mode);
            outside |= !(x > -1);
            x = x > -1 ? x : 0;
        }
        const double nearest = CUPRUM_BUILTIN(floor)(order % 2 ? x : x + 0.5);
        const long long start = (long long)nearest - order / 2;
        nd_weights<order>(x - nearest, weights[d]);
#pragma unroll
        for (int k = 0; k <= order; ++k) {
            const long long place = nd_place(start + k, n, beyond);
            places[d][k] = place < 0 ? -1 : place * stride;
        }
        stride *= n;
    }
    double value;
    if (outside) {
        value = args.fill;
    } else if constexpr (dims > 0) {
        value = nd_weighted<T, order, dims>(in, weights, places, args.fill);
    } else {
        int taps[nd_axes] = {};
        value = 0;
        for (bool more = true; more;) {
            double weight = 1;
            long long place = 0;
            bool inside = true;
            for (int d = 0; d < ndim; ++d) {
                weight *= weights[d][taps[d]];
                inside &= places[d][taps[d]] >= 0;
                place += places[d][taps[d]];
            }
            value += weight * (inside ? static_cast<double>(nd_load(in + place)) : args.fill);
            more = false;
            for (int d = ndim - 1; d >= 0; --d) {
                if (++taps[d] <= order) {
                    more = true;
                    break;
                }
                taps[d] = 0;
            }
        }
    }
    ((U*)args.out)[item] = nd_rounded<U>(value);
}

#define CUPRUM_ND_RESAMPLE(name, T, U, C, order, dims) \
    CUPRUM_ND_ITEMS(name, ResampleArgs, cuprum::nd_resample<T, U, C, order, dims>)

}  // namespace cuprum
