// An image at places between its elements: sums of its neighbours, or of the coefficients of its splines, by the
// weights of B-splines.
//
//     CUPRUM_ND_RESAMPLE(name, T, U, C, I, order, dims, filled)   C: of coordinates; I: of places
//     CUPRUM_ND_RESAMPLE_TAPS(name, I, order)                     weights and places of maps that treat axes by
//     themselves CUPRUM_ND_RESAMPLE_SCALED(name, T, U, I, order, dims, filled)   such a map
//
// dims: axes of the image, and of the result unless coordinates are given; 0 for any number. filled: what lies outside
// is a value among the neighbours.
#pragma once

#include <cuprum/ndimage/base.h>

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
    } else if constexpr (is_bool<U>) {
        // Whether at least 1, as in SciPy, but with room for the rounding of splines, which go through elements that
        // are 1.
        return nd_result<U>(value > 0 ? value + 1e-9 : value - 1e-9);
    } else {
        return nd_result<U>(value);
    }
}

template <class C, class I, int dims>
CUPRUM_DEVICE double nd_place_on(const ResampleArgs& args, long long item, const I* at, int d) {
    double x;
    if (args.kind == nd_places_given) {
        x = (double)((const C*)args.places)[d * args.items + item];
    } else if (args.kind == nd_places_scaled) {
        x = (double)at[d] + args.shift[d];
        x = args.grid ? nd_scaled(x + 0.5, args.scale[d], -0.5) : x * args.scale[d];
    } else {
        x = args.shift[d];
        const int out_ndim = dims ? dims : args.out_ndim;
#pragma unroll
        for (int k = 0; k < out_ndim; ++k) x = nd_scaled((double)at[k], args.matrix[d * out_ndim + k], x);
    }
    return args.before ? x + args.before : x;
}

/// The largest integer that is not above x, which `whole` becomes if it fits.
template <class I>
CUPRUM_DEVICE double nd_floor(double x, I& whole) {
#if CUPRUM_GPU
    if constexpr (sizeof(I) == 4) {
        // A GPU adds doubles faster than it converts them: the sum's low word is the nearest integer.
        constexpr double magic = 0x1.8p52;
        const double sum = x + magic, nearest = sum - magic;
        const bool above = nearest > x;
        whole = __double2loint(sum) - above;
        return above ? nearest - 1 : nearest;
    }
#endif
    const double value = CUPRUM_BUILTIN(floor)(x);
    whole = (I)(long long)value;
    return value;
}

/// The weights of the neighbours of a place on an axis, and how far in memory these lie from the axis' first element,
/// -1 where there is none. False where the place lies outside.
template <int order, class I>
CUPRUM_DEVICE bool nd_taps_at(const ResampleArgs& args, double x, int d, I stride, double* weights, I* places) {
    const long long length = args.shape[d];
    const double last = args.last[d];
    // Neighbours beyond the ends, of modes that have no splines of their own, are the mirror image's.
    const int beyond = args.mode == nd_constant || args.mode == nd_wrap ? nd_mirror
                       : args.mode == nd_grid_wrap                      ? nd_wrap
                       : args.mode == nd_grid_constant                  ? nd_constant
                                                                        : args.mode;
    bool inside = true;
    if (!(x >= 0 && x <= last)) {
        if (args.mode == nd_grid_constant || args.mode == nd_nearest) {
            // Neighbours outside have their values. Far away all are the same; no number lies there too.
            if (!(x > -1e9 && x < (double)length + 1e9)) x = -1e9;
        } else {
            x = nd_coordinate(x, length, args.mode);
            inside = x > -1;
            x = inside ? x : 0;
        }
    }
    I start;
    const double nearest = nd_floor(order % 2 ? x : x + 0.5, start);
    nd_weights<order>(x - nearest, weights);
    if (nearest >= order / 2 && nearest <= last - (order - order / 2)) {
        start -= order / 2;
#pragma unroll
        for (int k = 0; k <= order; ++k) places[k] = (start + k) * stride;
    } else {
        const long long first = (long long)nearest - order / 2;
#pragma unroll
        for (int k = 0; k <= order; ++k) {
            const long long place = nd_place(first + k, length, beyond);
            places[k] = place < 0 ? -1 : (I)place * stride;
        }
    }
    return inside;
}

/// The weighted elements of the axes from d on, which begin at `from`; where values are filled in, those whose place is
/// negative count as it.
template <class T, class I, int order, int dims, bool filled, int d = 0>
CUPRUM_DEVICE double nd_weighted(const T* in, const double (*weights)[nd_taps], const I (*places)[nd_taps], double fill,
                                 I from = 0) {
    if constexpr (d == dims) {
        return static_cast<double>(nd_load(in + from));
    } else {
        double sum = 0;
#pragma unroll
        for (int k = 0; k <= order; ++k) {
            const I place = places[d][k];
            if (filled && place < 0) sum += weights[d][k] * fill;
            else
                sum += weights[d][k] *
                       nd_weighted<T, I, order, dims, filled, d + 1>(in, weights, places, fill, from + place);
        }
        return sum;
    }
}

/// The same for any number of axes.
template <class T, class I, int order>
CUPRUM_DEVICE double nd_weighted_of_many(const T* in, const double (*weights)[nd_taps], const I (*places)[nd_taps],
                                         double fill, int ndim) {
    int taps[nd_axes] = {};
    double value = 0;
    for (bool more = true; more;) {
        double weight = 1;
        I place = 0;
        bool inside = true;
        for (int d = 0; d < ndim; ++d) {
            weight *= weights[d][taps[d]];
            inside &= places[d][taps[d]] >= 0;
            place += places[d][taps[d]];
        }
        value += weight * (inside ? static_cast<double>(nd_load(in + place)) : fill);
        more = false;
        for (int d = ndim - 1; d >= 0; --d) {
            if (++taps[d] <= order) {
                more = true;
                break;
            }
            taps[d] = 0;
        }
    }
    return value;
}

/// The value at a place, of which `place_on(d)` is the coordinate on the axis d.
template <class T, class U, class I, int order, int dims, bool filled, class PlaceOn>
CUPRUM_DEVICE U nd_value_at(const ResampleArgs& args, const T* in, PlaceOn place_on) {
    constexpr int most = dims ? dims : nd_axes;
    const int ndim = dims ? dims : args.ndim;
    double weights[most][nd_taps];
    I places[most][nd_taps], stride = 1;
    bool inside = true;
#pragma unroll
    for (int d = ndim - 1; d >= 0; --d) {
        inside &= nd_taps_at<order, I>(args, place_on(d), d, stride, weights[d], places[d]);
        stride *= (I)args.shape[d];
    }
    double value = args.fill;
    if (inside) {
        if constexpr (dims > 0) value = nd_weighted<T, I, order, dims, filled>(in, weights, places, args.fill);
        else value = nd_weighted_of_many<T, I, order>(in, weights, places, args.fill, ndim);
    }
    return nd_rounded<U>(value);
}

#if CUPRUM_GPU
/// An affine map's results of a thread, which lie `nd_tile_columns` apart on the last axis: what the other axes give to
/// their coordinates is computed once.
template <class T, class U, class I, int order, int dims, bool filled>
CUPRUM_DEVICE void nd_resample_tile(const ResampleArgs& args, long long item) {
    constexpr int planes = dims - 1, rows = nd_block / nd_tile_columns / planes, last = dims - 1;
    const int lane = (int)(item % nd_block), lane_row = lane / nd_tile_columns;
    const T* in = (const T*)args.in;
    U* out = (U*)args.out;
    I tile = (I)(item / nd_block), at[dims];
    at[last] = nd_take(tile, args.tiles[0]) * (nd_tile_columns * args.steps) + lane % nd_tile_columns;
    at[last - 1] = nd_take(tile, args.tiles[1]) * rows + lane_row % rows;
    if (at[last - 1] >= (I)args.out_shape[last - 1]) return;
    I place = at[last - 1] * (I)args.out_shape[last] + at[last];
    if constexpr (dims == 3) {
        at[0] = tile * planes + lane_row / rows;
        if (at[0] >= (I)args.out_shape[0]) return;
        place += at[0] * (I)args.out_shape[1] * (I)args.out_shape[2];
    } else {
        in += tile * args.batch_in;
        out += tile * args.batch_out;
    }
    double before[dims];
#pragma unroll
    for (int d = 0; d < dims; ++d) {
        before[d] = args.shift[d];
#pragma unroll
        for (int k = 0; k < last; ++k) before[d] = nd_scaled((double)at[k], args.matrix[d * dims + k], before[d]);
    }
    for (int step = 0; step < args.steps && at[last] < (I)args.out_shape[last]; ++step) {
        const double column = (double)at[last];
        out[place] = nd_value_at<T, U, I, order, dims, filled>(args, in, [&](int d) {
            const double x = nd_scaled(column, args.matrix[d * dims + last], before[d]);
            return args.before ? x + args.before : x;
        });
        at[last] += nd_tile_columns;
        place += nd_tile_columns;
    }
}
#endif

template <class T, class U, class C, class I, int order, int dims, bool filled>
CUPRUM_DEVICE void nd_resample(const ResampleArgs& args, long long item) {
#if CUPRUM_GPU
    if constexpr (dims == 2 || dims == 3) {
        if (args.tiles[0]) return nd_resample_tile<T, U, I, order, dims, filled>(args, item);
    }
#endif
    I at[dims ? dims : nd_axes];
    const T* in = (const T*)args.in;
    if (args.kind != nd_places_given) {
        I rest = (I)item;
        if (args.batch_out) {
            I image = rest;
            rest = nd_take(image, args.batch_out);
            in += image * args.batch_in;
        }
#pragma unroll
        for (int d = (dims ? dims : args.out_ndim) - 1; d > 0; --d) at[d] = nd_take(rest, args.out_shape[d]);
        at[0] = rest;
    }
    ((U*)args.out)[item] = nd_value_at<T, U, I, order, dims, filled>(
        args, in, [&](int d) { return nd_place_on<C, I, dims>(args, item, at, d); });
}

/// An item is a place on one of the result's axes, which stand one behind the other in the tables.
template <class I, int order>
CUPRUM_DEVICE void nd_resample_taps(const ResampleArgs& args, long long item) {
    I at[nd_axes], stride = 1;
    long long rest = item;
    int d = 0;
    while (rest >= args.out_shape[d]) rest -= args.out_shape[d++];
    at[d] = (I)rest;
    for (int k = args.ndim - 1; k > d; --k) stride *= (I)args.shape[k];
    const double x = nd_place_on<float, I, 0>(args, item, at, d);
    I* places = (I*)args.taps + item * (order + 1);
    const bool inside = nd_taps_at<order, I>(args, x, d, stride, args.weights + item * (order + 1), places);
    if (!inside) places[0] = -2;
}

/// Some rows of one column.
template <class T, class U, class I, int order, int dims, bool filled>
CUPRUM_DEVICE void nd_resample_scaled(const ResampleArgs& args, long long item) {
    constexpr int taps = order + 1;
    double weights[dims][nd_taps];
    I places[dims][nd_taps];
    bool inside[dims];
    const auto read = [&](int d, long long entry) {
#pragma unroll
        for (int k = 0; k < taps; ++k) {
            weights[d][k] = args.weights[entry * taps + k];
            places[d][k] = ((const I*)args.taps)[entry * taps + k];
        }
        inside[d] = places[d][0] != -2;
    };
    I group = (I)item;
    const I columns = (I)args.out_shape[dims - 1], column = nd_take(group, columns);
    long long before = 0;  // of the last axis in the tables
    I rows = 1;
    for (int d = 0; d < dims - 1; ++d) {
        before += args.out_shape[d];
        rows *= (I)args.out_shape[d];
    }
    read(dims - 1, before + column);
    for (int r = 0; r < nd_scaled_rows; ++r) {
        const I row = group * nd_scaled_rows + r;
        if (row >= rows) return;
        I plane = row;
        if constexpr (dims > 1) {
            const I y = nd_take(plane, args.out_shape[dims - 2]);
            read(dims - 2, (dims == 3 ? args.out_shape[0] : 0) + y);
        }
        if constexpr (dims == 3) read(0, plane);
        bool all = true;
#pragma unroll
        for (int d = 0; d < dims; ++d) all &= inside[d];
        const double value =
            all ? nd_weighted<T, I, order, dims, filled>((const T*)args.in, weights, places, args.fill) : args.fill;
        ((U*)args.out)[row * columns + column] = nd_rounded<U>(value);
    }
}

#define CUPRUM_ND_RESAMPLE(name, T, U, C, I, order, dims, filled) \
    CUPRUM_ND_ITEMS(name, ResampleArgs, cuprum::nd_resample<T, U, C, I, order, dims, filled>)
#define CUPRUM_ND_RESAMPLE_TAPS(name, I, order) CUPRUM_ND_ITEMS(name, ResampleArgs, cuprum::nd_resample_taps<I, order>)
#define CUPRUM_ND_RESAMPLE_SCALED(name, T, U, I, order, dims, filled) \
    CUPRUM_ND_ITEMS(name, ResampleArgs, cuprum::nd_resample_scaled<T, U, I, order, dims, filled>)

}  // namespace cuprum
