// Numbers of a distribution, each from an engine of its element's own, as an operation for the loops of elementwise.h.
// Its operands are the result, the seed, the number of the first element, parameters, and how far an element lies
// behind the first.
#pragma once

#include <cuprum/distributions.h>
#include <cuprum/elementwise.h>

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

#if !CUPRUM_GPU
template <class Op, class... T, int... K>
    requires requires { &Op::make; }
CUPRUM_DEVICE void elementwise_inner(long long n, char* const* operands, types<T...>, indices<K...>) {
    Op::make(n, reinterpret_cast<T*>(operands[K])...);
}
#endif

}  // namespace cuprum
