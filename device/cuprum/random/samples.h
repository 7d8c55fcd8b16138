// Numbers of a distribution, each from an engine of its element's own.
//
// `random_samples` is an operation for the loops of elementwise.h. Its operands are the result, the seed, the number of
// the first element, parameters, and how far an element lies behind the first.
//     CUPRUM_RANDOM_SAMPLES(name, type, engine, distribution, parameters)
// is a kernel for a GPU alone, where parameters are numbers, or a row that is the same for all rows of the result.
#pragma once

#include <cuprum/engine/elementwise.h>
#include <cuprum/random/distributions.h>
#include <cuprum/random/samples_args.h>

namespace cuprum {

template <class T, template <class> class Engine, template <class> class Distribution, class... P>
struct random_samples {
    static constexpr int nout = 1;
    static constexpr bool is_long = true, only_elements = true;
    using operands = types<T, uint64, uint64, P..., counter>;

#if CUPRUM_GPU
    CUPRUM_DEVICE static void apply(T& out, const uint64& seed, const uint64& first, const P&... parameters,
                                    const counter& number) {
        Engine<OneLane> engine(seed, first + static_cast<uint64>(number.value));
        out = static_cast<T>(Distribution<OneLane>(parameters...)(engine));
    }
#else
    /// Makes n numbers, some lanes of them at a time. Lanes behind the last element repeat it.
    static void make(long long n, T* out, const uint64* seed, const uint64* first, const P*... parameters,
                     const counter* numbers) {
        Parameters last{load<Lanes::real>(parameters, n)...};
        Distribution<Lanes> distribution(load<Lanes::real>(parameters, n)...);
        for (long long i = 0; i < n; i += Lanes::count) {
            const long long left = n - i;
            // Neighbours mostly have the same parameters.
            const Parameters now{load<Lanes::real>(parameters + i, left)...};
            if (now.differ(last)) {
                distribution = Distribution<Lanes>(load<Lanes::real>(parameters + i, left)...);
                last = now;
            }
            Engine<Lanes> engine(*seed, *first + load<Lanes::wide>(&numbers->value + i, left));
            const auto made = distribution(engine);
            if (left >= Lanes::count) {
                for (int l = 0; l < Lanes::count; ++l) out[i + l] = static_cast<T>(made[l]);
            } else {
                for (int l = 0; l < left; ++l) out[i + l] = static_cast<T>(made[l]);
            }
        }
    }

private:
    struct Parameters {
        Lanes::real p[sizeof...(P)];
        CUPRUM_DEVICE bool differ(const Parameters& others) const {
            Lanes::mask different = p[0] != others.p[0];
            for (int k = 1; k < static_cast<int>(sizeof...(P)); ++k) different |= p[k] != others.p[k];
            return any(different);
        }
    };
    template <class To, class From>
    CUPRUM_DEVICE static To load(const From* from, long long left) {
        To lanes;
        if (left >= Lanes::count) __builtin_memcpy(&lanes, from, sizeof lanes);
        else
            for (int l = 0; l < Lanes::count; ++l) lanes[l] = from[l < left ? l : left - 1];
        return lanes;
    }
#endif
};

#if CUPRUM_GPU

template <class Distribution, int... K>
CUPRUM_DEVICE Distribution distribution_of(const RandomSamplesArgs& args, long long place, indices<K...>) {
    return Distribution(args.vector[K] ? args.vector[K][place] : args.value[K]...);
}

/// A warp takes samples_a_thread times 32 neighbours. Where a number is one try that fails at random, a lane whose try
/// succeeds goes on to its next number: all lanes take about as many tries together, while the last of 32 numbers takes
/// several times as many as one of them does.
template <class T, template <class> class Engine, class Distribution, int parameters>
CUPRUM_DEVICE void random_samples_of(const RandomSamplesArgs& args) {
    constexpr int warp_numbers = 32 * samples_a_thread;
    const int lane = threadIdx.x & 31;
    const long long begin = ((long long)blockIdx.x * (samples_block / 32) + threadIdx.x / 32) * warp_numbers;
    const long long end = begin + warp_numbers < args.size ? begin + warp_numbers : args.size;
    long long i = begin + lane;
    T* const out = (T*)args.out;
    long long place = 0, step = 0;  // in the row of parameters
    if (args.period > 1) {
        place = i % args.period;
        step = 32 % args.period;
    }
    const auto distribution = [&] { return distribution_of<Distribution>(args, place, indices_below<parameters>()); };
    Distribution now = distribution();
    const auto next = [&] {
        i += 32;
        if (args.period == 1) return;
        place += step;
        if (place >= args.period) place -= args.period;
        now = distribution();
    };
    const auto engine = [&] { return Engine<OneLane>(args.seed, args.first + (uint64)i); };
    if constexpr (requires(Engine<OneLane>& e, double& result) { now.attempt(e, result); }) {
        Engine<OneLane> e = engine();
        // Lanes vote, as they would otherwise part for good where one of them fails first.
#pragma unroll 1
        while (__any_sync(0xffffffffu, i < end)) {
            double result;
            if (i >= end || !now.attempt(e, result)) continue;
            if constexpr (is_same<decltype(now(e)), double>) out[i] = static_cast<T>(result);
            else out[i] = static_cast<T>(to_whole(result));
            next();
            e = engine();
        }
    } else {
#pragma unroll 1
        for (; i < end; next()) {
            Engine<OneLane> e = engine();
            out[i] = static_cast<T>(now(e));
        }
    }
}

#define CUPRUM_RANDOM_SAMPLES(name, T, engine, distribution, parameters)                                       \
    extern "C" __global__ void __launch_bounds__(cuprum::samples_block, 4)                                     \
        name(const __grid_constant__ cuprum::RandomSamplesArgs args) {                                         \
        cuprum::random_samples_of<T, cuprum::engine, cuprum::distribution<cuprum::OneLane>, parameters>(args); \
    }

#else

template <class Op, class... T, int... K>
    requires requires { &Op::make; }
CUPRUM_DEVICE void elementwise_inner(long long n, char* const* operands, types<T...>, indices<K...>) {
    Op::make(n, reinterpret_cast<T*>(operands[K])...);
}
#endif

}  // namespace cuprum
