// Many numbers of Generator at once: engines side by side, each of which gives a stretch of rows.
//
//     CUPRUM_RANDOM_ROWS(name, engines, unit)    numbers of a kind, one of the units below
//
// A unit is what an engine makes of four 32-bit numbers: two elements of 64 bits or four of up to 32. A row is a unit
// from each of 64 engines: its first 64 elements are the first ones of their units, and so on, so that neighbours in
// memory come from neighbouring engines. Sixteen rows are one stretch, whose engines begin at states that are mixed
// from the seed, the kind of unit, and the engine's number; Philox counts units instead. What an element is depends on
// these and on its own number alone, so rows can be made in any order, by any number of workers.
#pragma once

#include <cuprum/random/distributions.h>
#include <cuprum/random/rows_args.h>
#include <cuprum/random/xorwow.h>

namespace cuprum {

/// 64 bits, apart for each engine of each kind of unit.
CUPRUM_DEVICE uint64 first_bits(uint64 seed, int kind, uint64 engine) {
    return mixed(mixed(mixed(seed) + kind) + engine);
}

template <int lanes>
struct PhiloxLanes {
    using element_engine = PhiloxEngine<OneLane>;
    static constexpr int rows_together = 4;  // whose keys are the same
    uint32 key[2], kind;
    int lane;

    CUPRUM_DEVICE PhiloxLanes(uint64 seed, int unit_kind, uint64, int first_lane)
        : key{static_cast<uint32>(seed), static_cast<uint32>(seed >> 32)},
          kind(static_cast<uint32>(unit_kind)),
          lane(first_lane) {}

    CUPRUM_DEVICE void draw(uint64 row, uint32 (&numbers)[4][lanes]) {
        const uint32 same_key[2] = {key[0], key[1]}, same_kind = kind;
        const uint64 first = row * random_lanes + lane;
        CUPRUM_EACH_LANE
        for (int l = 0; l < lanes; ++l) {
            const uint64 unit = first + l;
            uint32 c[4] = {0, same_kind, static_cast<uint32>(unit), static_cast<uint32>(unit >> 32)};
            philox(c, same_key);
            for (int k = 0; k < 4; ++k) numbers[k][l] = c[k];
        }
    }
};

template <int lanes>
struct XorwowLanes {
    using element_engine = XorwowEngine<OneLane>;
    static constexpr int rows_together = 1;
    XorwowState<lanes> state;

    CUPRUM_DEVICE XorwowLanes(uint64 seed, int kind, uint64 stretch, int lane) {
        const uint64 base = first_bits(seed, kind, stretch);
        CUPRUM_EACH_LANE
        for (int l = 0; l < lanes; ++l) {
            uint32 words[6];
            xorwow_begin(mixed(base + lane + l), words);
            for (int k = 0; k < 5; ++k) state.v[k][l] = words[k];
            state.d[l] = words[5];
        }
    }
    CUPRUM_DEVICE void draw(uint64, uint32 (&numbers)[4][lanes]) {
        for (int k = 0; k < 4; ++k) state.draw(numbers[k], lanes);
    }
};

// A processor on which a product of doubles takes no longer than one of 64-bit integers: every CPU, and GPUs that are
// made for computing.
#if !CUPRUM_GPU || __CUDA_ARCH__ == 600 || __CUDA_ARCH__ == 700 || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || \
    __CUDA_ARCH__ == 1000
using mrg_word = double;
#else
using mrg_word = uint32;
#endif

template <int lanes>
struct MrgLanes {
    using element_engine = MrgEngine<OneLane>;
    static constexpr int rows_together = 1;
    mrg_word a[3][lanes], b[3][lanes];

    CUPRUM_DEVICE MrgLanes(uint64 seed, int kind, uint64 stretch, int lane) {
        const uint64 base = first_bits(seed, kind, stretch);
        CUPRUM_EACH_LANE
        for (int l = 0; l < lanes; ++l) {
            uint32 words[6];
            Mrg32k3a::begin(mixed(base + lane + l), words);
            for (int k = 0; k < 3; ++k) {
                a[k][l] = words[k];
                b[k][l] = words[3 + k];
            }
        }
    }
    CUPRUM_DEVICE void draw(uint64, uint32 (&numbers)[4][lanes]) {
        // Four steps of an engine at once: its state is loaded and stored once on a CPU.
        CUPRUM_EACH_LANE
        for (int l = 0; l < lanes; ++l) {
            mrg_word x[3] = {a[0][l], a[1][l], a[2][l]}, y[3] = {b[0][l], b[1][l], b[2][l]};
            for (int k = 0; k < 4; ++k) numbers[k][l] = Mrg32k3a::step(x, y);
            for (int k = 0; k < 3; ++k) {
                a[k][l] = x[k];
                b[k][l] = y[k];
            }
        }
    }
};

// Units: `make` makes elements of four numbers.

/// Multiples of 2^-53 in [0, 1).
CUPRUM_DEVICE double unit_double(uint32 low, uint32 high) {
    // The bits are put behind the exponents of 2^31 and 1/2, in whose last places they stand where they belong.
    const double upper = bit_cast<double>(0x41e0000000000000ull | high >> 11),
                 lower = bit_cast<double>(0x3fe0000000000000ull | low);
    return (upper - (0x1p31 + 0.5)) + lower;
}

template <class T, bool with_one>
struct unit_uniform {
    using type = T;
    static constexpr int kind = sizeof(T) == 4 ? 1 : 2, outputs = 16 / sizeof(T);
    CUPRUM_DEVICE static void make(const uint32* x, T* out, const RandomRowsArgs&) {
        for (int k = 0; k < outputs; ++k) {
            if constexpr (outputs == 4) {
                out[k] = static_cast<float>(static_cast<int>((x[k] >> 8) + with_one)) * 0x1p-24f;
            } else {
                out[k] = unit_double(x[2 * k], x[2 * k + 1]);
                if constexpr (with_one) out[k] = 1 - out[k];
            }
        }
    }
};

/// Pairs of normal numbers (G. Box, M. Muller, "A note on the generation of random normal deviates", 1958).
template <class T>
struct unit_normal;
template <>
struct unit_normal<float> {
    using type = float;
    static constexpr int kind = 3, outputs = 4;
    CUPRUM_DEVICE static void make(const uint32* x, float* out, const RandomRowsArgs&) {
        for (int k = 0; k < 4; k += 2) {
            const float radius = sqrt(-2.0f * log(uniform_float::from(x[k])));
            float sine, cosine;
            sin_cos_of_turn(x[k + 1], sine, cosine);
            out[k] = radius * cosine;
            out[k + 1] = radius * sine;
        }
    }
};
template <>
struct unit_normal<double> {
    using type = double;
    static constexpr int kind = 4, outputs = 2;
    CUPRUM_DEVICE static void make(const uint32* x, double* out, const RandomRowsArgs&) {
        const double radius = sqrt(-2.0 * log(1 - unit_double(x[0], x[1])));
        double sine, cosine;
        sin_cos_of_turn(unit_double(x[2], x[3]), sine, cosine);
        out[0] = radius * cosine;
        out[1] = radius * sine;
    }
};

/// Integers of up to 32 bits, of ranges of up to 2^32: D. Lemire, "Fast random integer generation in an interval",
/// 2019. T is what is stored.
template <class T>
struct unit_narrow {
    using type = T;
    static constexpr int kind = 5, outputs = 4;
    CUPRUM_DEVICE static void make(const uint32* x, T* out, const RandomRowsArgs& args) {
        for (int k = 0; k < 4; ++k) out[k] = static_cast<T>(args.low + (x[k] * args.count >> 32));
    }
    CUPRUM_DEVICE static bool is_refused(uint32 x, const RandomRowsArgs& args) {
        return x * static_cast<uint32>(args.count) < static_cast<uint32>(args.least);
    }
    /// A bit for each element.
    CUPRUM_DEVICE static uint32 refused(const uint32* x, const RandomRowsArgs& args) {
        uint32 bits = 0;
        for (int k = 0; k < 4; ++k) bits |= static_cast<uint32>(is_refused(x[k], args)) << k;
        return bits;
    }
    template <class Engine>
    CUPRUM_DEVICE static T draw(Engine& engine, const RandomRowsArgs& args) {
        uint32 x;
        do x = engine.next();
        while (is_refused(x, args));
        return static_cast<T>(args.low + (x * args.count >> 32));
    }
};

/// The same of larger ranges.
template <class T>
struct unit_wide {
    using type = T;
    static constexpr int kind = 6, outputs = 2;
    CUPRUM_DEVICE static uint64 bits(const uint32* x, int k) {
        return x[2 * k] | static_cast<uint64>(x[2 * k + 1]) << 32;
    }
    CUPRUM_DEVICE static T of(uint64 bits, const RandomRowsArgs& args) {
        return static_cast<T>(args.low + (args.count ? upper_half(bits, args.count) : bits));
    }
    CUPRUM_DEVICE static void make(const uint32* x, T* out, const RandomRowsArgs& args) {
        for (int k = 0; k < 2; ++k) out[k] = of(bits(x, k), args);
    }
    CUPRUM_DEVICE static uint32 refused(const uint32* x, const RandomRowsArgs& args) {
        return (bits(x, 0) * args.count < args.least) | (bits(x, 1) * args.count < args.least) << 1;
    }
    template <class Engine>
    CUPRUM_DEVICE static T draw(Engine& engine, const RandomRowsArgs& args) {
        uint64 x;
        do x = engine.next_wide();
        while (x * args.count < args.least);
        return of(x, args);
    }
};

/// Makes a row of what the engines gave. `at` is where its first element belongs in `out`, which may end earlier or
/// begin later unless the row is there as a whole.
template <class Unit, class ElementEngine, int lanes>
CUPRUM_DEVICE void random_row(const RandomRowsArgs& args, const uint32 (&numbers)[4][lanes], long long at, int lane,
                              bool whole) {
    using T = typename Unit::type;
    constexpr int outputs = Unit::outputs;
    T* const out = static_cast<T*>(args.out) + at;
    const auto is_inside = [&](int i) { return whole || (at + i >= 0 && at + i < args.size); };
#if CUPRUM_GPU
    const uint32 x[4] = {numbers[0][0], numbers[1][0], numbers[2][0], numbers[3][0]};
    T made[outputs];
    Unit::make(x, made, args);
    for (int o = 0; o < outputs; ++o)
        if (is_inside(o * random_lanes + lane)) out[o * random_lanes + lane] = made[o];
#else
    constexpr int width = random_lanes * outputs;
    T part[width];
    T* const to = whole ? out : part;
    CUPRUM_EACH_LANE
    for (int l = 0; l < lanes; ++l) {
        const uint32 x[4] = {numbers[0][l], numbers[1][l], numbers[2][l], numbers[3][l]};
        T made[outputs];
        Unit::make(x, made, args);
        for (int o = 0; o < outputs; ++o) to[o * random_lanes + l] = made[o];
    }
    if (!whole)
        for (int i = 0; i < width; ++i)
            if (is_inside(i)) out[i] = part[i];
#endif
    if constexpr (requires { Unit::refused(nullptr, args); }) {
        // Refused numbers are few: they are drawn anew from an engine of the element's own.
        uint32 any = 0;
        CUPRUM_EACH_LANE
        for (int l = 0; l < lanes; ++l) {
            const uint32 x[4] = {numbers[0][l], numbers[1][l], numbers[2][l], numbers[3][l]};
            any |= Unit::refused(x, args);
        }
        for (int l = 0; any && l < lanes; ++l) {
            const uint32 x[4] = {numbers[0][l], numbers[1][l], numbers[2][l], numbers[3][l]};
            uint32 refused = lanes == 1 ? any : Unit::refused(x, args);
            for (int i = lane + l; refused; refused >>= 1, i += random_lanes)
                if (refused & 1 && is_inside(i)) {
                    ElementEngine engine(args.seed, args.first + at + i);
                    out[i] = Unit::draw(engine, args);
                }
        }
    }
}

template <class Unit, class Engines, int lanes>
CUPRUM_DEVICE void random_turn(const RandomRowsArgs& args, Engines& engines, uint64 row, long long at, int lane,
                               bool whole) {
    uint32 numbers[4][lanes];
    engines.draw(row, numbers);
    if (whole || at + random_lanes * Unit::outputs > 0)
        random_row<Unit, typename Engines::element_engine>(args, numbers, at, lane, whole);
}

template <template <int> class Lanes, class Unit>
CUPRUM_DEVICE void random_strip(const RandomRowsArgs& args, uint64 strip, int lane) {
    constexpr int lanes = CUPRUM_GPU ? 1 : random_lanes, width = random_lanes * Unit::outputs,
                  together = CUPRUM_GPU ? Lanes<lanes>::rows_together : 1;
    uint64 row = strip * args.rows;
    long long at = static_cast<long long>(row * width - args.first);
    Lanes<lanes> engines(args.seed, Unit::kind, strip, lane);
    if (at >= 0 && at + args.rows * width <= args.size) {
        for (int n = 0; n < args.rows; n += together) {
#pragma unroll
            for (int k = 0; k < together; ++k, ++row, at += width)
                random_turn<Unit, Lanes<lanes>, lanes>(args, engines, row, at, lane, true);
        }
    } else {
#pragma unroll 1
        for (int n = 0; n < args.rows && at < args.size; ++n, ++row, at += width)
            random_turn<Unit, Lanes<lanes>, lanes>(args, engines, row, at, lane, at >= 0 && at + width <= args.size);
    }
}

#if CUPRUM_GPU

#define CUPRUM_RANDOM_ROWS(name, engines, ...)                                           \
    extern "C" __global__ void __launch_bounds__(cuprum::random_block)                   \
        name(const __grid_constant__ cuprum::RandomRowsArgs args) {                      \
        constexpr int strips = cuprum::random_block / cuprum::random_lanes;              \
        cuprum::random_strip<engines, __VA_ARGS__>(                                      \
            args, args.strip + blockIdx.x * strips + threadIdx.x / cuprum::random_lanes, \
            threadIdx.x % cuprum::random_lanes);                                         \
    }

#else

// Items: strips.
#define CUPRUM_RANDOM_ROWS(name, engines, ...)                                                 \
    extern "C" void name(const cuprum::RandomRowsArgs* args, long long begin, long long end) { \
        for (long long item = begin; item < end; ++item)                                       \
            cuprum::random_strip<engines, __VA_ARGS__>(*args, args->strip + item, 0);          \
    }

#endif

}  // namespace cuprum
