// Where a number lies among ascending ones, and kernels of items that know nothing of each other.
//
//     CUPRUM_ITEMS(name, Args, function)     function(args, i) for each of args.items
//     CUPRUM_ITEM_GROUPS(name, Args, Work)   work(i) likewise, with a Work(args) that a thread makes once for several
#pragma once

#include <cuprum/complex.h>
#include <cuprum/interpolate/args.h>

namespace cuprum {

/// The intervals between places `first` to `last`, which ascend, or do when they are multiplied by `sign`.
struct Intervals {
    const double* breaks;
    long long first, last;
    double sign, begin, end, density;

    CUPRUM_DEVICE Intervals(const double* breaks, long long first, long long last, double sign = 1)
        : breaks(breaks), first(first), last(last), sign(sign) {
        begin = sign * breaks[first];
        end = sign * breaks[last];
        density = (double)(last - first) / (end - begin);
    }

    /// The k of `first` <= k < `last` for which breaks[k] <= x < breaks[k + 1]; the first one below all of them, the
    /// last one above. Every guess takes the places to be evenly spaced from a place that it has seen: few steps are
    /// needed where they nearly are. Then the steps double until x lies between two places, and a bisection finds
    /// which.
    CUPRUM_DEVICE long long of(double x) const {
        if (!(x >= begin)) return first;
        if (!(x < end)) return last - 1;
        const double along = (x - begin) * density;
        long long low = first, high = last,
                  guess = along < (double)(last - first) ? first + (long long)along : last - 1;
        double from = sign * breaks[guess];
        const double behind = sign * breaks[guess + 1];
        if ((from <= x) & (x < behind)) return guess;
        bool above = from <= x;
        if (above) low = guess;
        else high = guess;
        for (int turn = 0; turn < 2 && high - low > 1; ++turn) {
            const double step = (x - from) * density;
            guess += step > 0 ? (step < (double)(high - guess) ? (long long)step : high - 1 - guess)
                              : (step > (double)(low - guess) ? (long long)step - 1 : low - guess);
            guess = guess < low ? low : guess >= high ? high - 1 : guess;
            from = sign * breaks[guess];
            above = from <= x;
            if (above) {
                low = guess;
                if (x < sign * breaks[guess + 1]) return guess;
            } else {
                high = guess;
            }
        }
        for (long long step = 1; high - low > step; step *= 2) {
            const long long at = above ? low + step : high - step;
            const bool left = sign * breaks[at] <= x;
            if (left) low = at;
            else high = at;
            if (left != above) break;
        }
        while (high - low > 1) {
            const long long middle = low + (high - low) / 2;
            if (sign * breaks[middle] <= x) low = middle;
            else high = middle;
        }
        return low;
    }
};

CUPRUM_DEVICE long long interval_of(const double* breaks, long long first, long long last, double x) {
    return Intervals(breaks, first, last).of(x);
}

/// x moved into one period, as NumPy's remainder has it.
CUPRUM_DEVICE double in_period(double x, double begin, double end) {
    const double period = end - begin;
    double rest = CUPRUM_BUILTIN(fmod)(x - begin, period);
    if (rest != 0 && (rest < 0) != (period < 0)) rest += period;
    return begin + rest;
}

/// What piecewise polynomials and grids have where they have no value: the imaginary part is 0.
template <class T>
CUPRUM_DEVICE T no_value() {
    return T(limits<double>::nan());
}

/// Splines have NaN in both parts.
template <class T>
CUPRUM_DEVICE T not_a_number() {
    if constexpr (is_complex<T>) return {limits<double>::nan(), limits<double>::nan()};
    else return limits<double>::nan();
}

}  // namespace cuprum

#if CUPRUM_GPU

#define CUPRUM_ITEMS(name, Args, ...)                                                          \
    extern "C" __global__ void __launch_bounds__(cuprum::interpolation_block)                  \
        name(const __grid_constant__ cuprum::Args args) {                                      \
        const long long i = (long long)blockIdx.x * cuprum::interpolation_block + threadIdx.x; \
        if (i < args.items) cuprum::__VA_ARGS__(args, i);                                      \
    }
#define CUPRUM_ITEM_GROUPS(name, Args, ...)                                                                            \
    extern "C" __global__ void __launch_bounds__(cuprum::interpolation_block)                                          \
        name(const __grid_constant__ cuprum::Args args) {                                                              \
        const cuprum::__VA_ARGS__ work(args);                                                                          \
        long long i = (long long)blockIdx.x * cuprum::interpolation_group * cuprum::interpolation_block + threadIdx.x; \
        for (int n = 0; n < cuprum::interpolation_group && i < args.items; ++n, i += cuprum::interpolation_block)      \
            work(i);                                                                                                   \
    }

#else  // CPU

#define CUPRUM_ITEMS(name, Args, ...)                                                \
    extern "C" void name(const cuprum::Args* args, long long begin, long long end) { \
        for (long long i = begin; i < end; ++i) cuprum::__VA_ARGS__(*args, i);       \
    }
#define CUPRUM_ITEM_GROUPS(name, Args, ...)                                          \
    extern "C" void name(const cuprum::Args* args, long long begin, long long end) { \
        const cuprum::__VA_ARGS__ work(*args);                                       \
        for (long long i = begin; i < end; ++i) work(i);                             \
    }

#endif
