// Medians and quantiles of rows that are sorted.
//
//     CUPRUM_QUANTILE(name, T, Q, R)    elements of T, shares of Q, results of R
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/search_args.h>
#include <cuprum/engine/sort_order.h>

namespace cuprum {

/// Where a quantile lies among `count` sorted elements: between two of them, `weight` of the way.
template <class Q>
struct quantile_place {
    long long previous, next;
    Q weight = 0;
};

template <class Q>
CUPRUM_DEVICE Q rounded_down(Q x) {
    if constexpr (is_same<Q, float>) return CUPRUM_BUILTIN(floorf)(x);
    else return CUPRUM_BUILTIN(floor)(x);
}

template <class Q>
CUPRUM_DEVICE Q half_to_even(Q x) {
    if constexpr (is_same<Q, float>) return CUPRUM_BUILTIN(rintf)(x);
    else return CUPRUM_BUILTIN(rint)(x);
}

template <class Q>
CUPRUM_DEVICE quantile_place<Q> find_quantile(int method, long long count, Q share) {
    const auto exactly = [&](Q index) -> quantile_place<Q> {
        long long i = (long long)index;
        i = i < 0 ? 0 : i >= count ? count - 1 : i;
        return {i, i};
    };
    const Q n = (Q)count, span = rounded_product((Q)(count - 1), share), marks = rounded_product(n, share);
    const auto between = [&](Q alpha, Q beta) {
        return marks + (alpha + rounded_product(share, 1 - alpha - beta)) - 1;
    };
    // The element at the rounded-up index, or the one before it where `index` is on the mark.
    const auto step = [&](Q index, bool even_only) {
        const Q floor = rounded_down(index);
        const bool on_mark = index == floor && (!even_only || floor - 2 * rounded_down(floor / 2) == 1);
        return exactly(on_mark ? floor : floor + 1);
    };
    Q index;
    switch (method) {
        case method_inverted_cdf: return step(marks - 1, false);
        case method_closest_observation: return step(marks - 1 - Q(0.5), true);
        case method_lower: return exactly(rounded_down(span));
        case method_higher: return exactly(-rounded_down(-span));
        case method_nearest: return exactly(half_to_even(span));
        case method_averaged_inverted_cdf: index = marks - 1; break;
        case method_interpolated_inverted_cdf: index = between(0, 1); break;
        case method_hazen: index = between(Q(0.5), Q(0.5)); break;
        case method_weibull: index = between(0, 0); break;
        case method_median_unbiased: index = between(Q(1.0 / 3), Q(1.0 / 3)); break;
        case method_normal_unbiased: index = between(Q(0.375), Q(0.375)); break;
        case method_midpoint: index = Q(0.5) * (rounded_down(span) - rounded_down(-span)); break;
        default: index = span; break;
    }
    const Q floor = rounded_down(index);
    quantile_place<Q> place{(long long)floor, (long long)floor + 1, index - floor};
    if (!(index < n - 1)) place.previous = place.next = count - 1;
    else if (index < 0) place.previous = place.next = 0;
    if (method == method_averaged_inverted_cdf) place.weight = place.weight == 0 ? Q(0.5) : Q(1);
    else if (method == method_midpoint) place.weight = place.weight == 0 ? Q(0) : Q(0.5);
    return place;
}

/// As NumPy computes it in R: each step rounds, and the nearer end is the one to start from.
template <class T, class R, class Q>
CUPRUM_DEVICE R interpolate(T a, T b, Q weight) {
    using C = compute_t<R>;
    const auto round = [](C x) { return static_cast<C>(cast<R>(x)); };
    const C t = round(cast<C>(weight));
    C difference;
    if constexpr (is_integer<T>)
        difference = cast<C>(
            static_cast<T>(static_cast<unsigned_of_size<sizeof(T)>>(b) - static_cast<unsigned_of_size<sizeof(T)>>(a)));
    else difference = cast<C>(cast<T>(cast<compute_t<T>>(b) - cast<compute_t<T>>(a)));
    if (t >= C(0.5)) return cast<R>(cast<C>(b) - round(difference * round(C(1) - t)));
    return cast<R>(cast<C>(a) + round(difference * t));
}

/// What a row without elements has.
template <class R>
CUPRUM_DEVICE R no_quantile() {
    if constexpr (is_complex<R> || is_float<R> || is_half<R>) return limits<R>::nan();
    else return R(0);  // integers always come with elements
}

/// The quantile that lies at or between two neighbours among `count` sorted elements.
template <class T, class Q, class R>
CUPRUM_DEVICE R quantile_between(int method, long long count, T first, T second, Q weight) {
    if (method == method_median) {
        using C = compute_t<R>;
        if (count & 1) return cast<R>(cast<C>(second));
        return cast<R>((cast<C>(first) + cast<C>(second)) / C(2));
    }
    if constexpr (is_complex<T>) {
        return cast<R>(first);  // complex numbers have medians only
    } else if constexpr (is_same<T, R> && !is_float<T> && !is_half<T>) {
        return first;
    } else {
        const bool exact = method == method_inverted_cdf || method == method_closest_observation ||
                           method == method_lower || method == method_higher || method == method_nearest;
        if (exact) return cast<R>(first);
        return interpolate<T, R>(first, second, weight);
    }
}

template <class T, class Q, class R>
CUPRUM_DEVICE R quantile_one(const QuantileArgs& args, long long item) {
    const long long which = item / args.rows, row = item - which * args.rows;
    const T* sorted = (const T*)args.sorted + row * args.length;
    long long count = args.length;
    if constexpr (is_complex<T> || is_float<T> || is_half<T>) {
        if (count > 0 && is_nan(sorted[count - 1])) {
            if (!args.skip_nan) return cast<R>(sorted[count - 1]);
            count = partition_point(count, [&](long long k) { return !is_nan(sorted[k]); });
        }
    }
    if (count == 0) return no_quantile<R>();
    quantile_place<Q> place{count / 2 - (count > 1 && !(count & 1)), count / 2};
    if constexpr (!is_complex<T>)
        if (args.method != method_median) place = find_quantile(args.method, count, ((const Q*)args.shares)[which]);
    return quantile_between<T, Q, R>(args.method, count, sorted[place.previous], sorted[place.next], place.weight);
}

#if CUPRUM_GPU

#define CUPRUM_QUANTILE(name, T, Q, R)                                                                          \
    extern "C" __global__ void __launch_bounds__(256) name(const __grid_constant__ cuprum::QuantileArgs args) { \
        const long long item = (long long)blockIdx.x * cuprum::search_block + threadIdx.x;                      \
        if (item < args.rows * args.count) ((R*)args.out)[item] = cuprum::quantile_one<T, Q, R>(args, item);    \
    }

#else

#define CUPRUM_QUANTILE(name, T, Q, R)                                                       \
    extern "C" void name(const cuprum::QuantileArgs* args, long long begin, long long end) { \
        for (long long item = begin; item < end; ++item)                                     \
            ((R*)args->out)[item] = cuprum::quantile_one<T, Q, R>(*args, item);              \
    }

#endif

}  // namespace cuprum
