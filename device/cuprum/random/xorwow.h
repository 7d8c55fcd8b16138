// Random numbers by XORWOW (G. Marsaglia, "Xorshift RNGs", J. Stat. Software 8, 2003), in the order in which cuRAND's
// generator gives them: 4096 lanes take turns, each with a stretch of the sequence of its own.
//
//     CUPRUM_XORWOW(name, unit)     numbers of a kind, one of the units below
//     CUPRUM_XORWOW_SPREAD(name)    states of further lanes
//
// A lane may be shared by several workers, who jump to where their rows begin (H. Haramoto et al., "Efficient jump
// ahead for F2-linear random number generators", INFORMS J. Computing 20, 2008).
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/turn.h>
#include <cuprum/random/xorwow_args.h>
#include <cuprum/real_math.h>

namespace cuprum {

// A thread of a GPU holds one lane in registers; a CPU holds many side by side, so that its vectors are full.
#if CUPRUM_GPU
constexpr int lanes_together = 1;
#define CUPRUM_EACH_LANE
#else
constexpr int lanes_together = xorwow_cpu_lanes;
#define CUPRUM_EACH_LANE _Pragma("clang loop vectorize(assume_safety)")
#endif

template <int lanes>
struct XorwowState {
    uint32 v[5][lanes];
    uint32 d[lanes];
    int oldest = 0;  // the word that comes to be replaced next

    CUPRUM_DEVICE void load(const unsigned* state, int first, int count) {
        for (int l = 0; l < count; ++l) {
            const int lane = (first + l) % xorwow_lanes;
            for (int k = 0; k < 5; ++k) v[k][l] = state[k * xorwow_lanes + lane];
            d[l] = state[5 * xorwow_lanes + lane];
        }
        oldest = 0;
    }

    CUPRUM_DEVICE void store(unsigned* state, int first, int begin, int end) const {
        for (int l = begin; l < end; ++l) {
            const int lane = (first + l) % xorwow_lanes;
            for (int k = 0; k < 5; ++k) state[k * xorwow_lanes + lane] = v[(oldest + k) % 5][l];
            state[5 * xorwow_lanes + lane] = d[l];
        }
    }

    /// One step of `count` lanes, the counters apart.
    CUPRUM_DEVICE void step(int count) {
#if CUPRUM_GPU
        const uint32 t = v[0][0] ^ (v[0][0] >> 2), newest = v[4][0];
        v[0][0] = v[1][0];
        v[1][0] = v[2][0];
        v[2][0] = v[3][0];
        v[3][0] = newest;
        v[4][0] = (newest ^ (newest << 4)) ^ (t ^ (t << 1));
#else
        uint32* from = v[oldest];
        oldest = oldest == 4 ? 0 : oldest + 1;
        const uint32* newest = v[(oldest + 3) % 5];
        CUPRUM_EACH_LANE
        for (int l = 0; l < count; ++l) {
            const uint32 t = from[l] ^ (from[l] >> 2);
            from[l] = (newest[l] ^ (newest[l] << 4)) ^ (t ^ (t << 1));
        }
#endif
    }

    /// The next number of each lane.
    CUPRUM_DEVICE void draw(uint32* numbers, int count) {
        step(count);
        const uint32* newest = v[CUPRUM_GPU ? 4 : (oldest + 4) % 5];
        CUPRUM_EACH_LANE
        for (int l = 0; l < count; ++l) {
            d[l] += 362437;
            numbers[l] = newest[l] + d[l];
        }
    }

    /// Leaves `draws` numbers out.
    CUPRUM_DEVICE void jump(const XorwowJump& jump, unsigned long long draws, int count) {
        uint32 sum[5][lanes];
        for (int k = 0; k < 5; ++k) {
            CUPRUM_EACH_LANE
            for (int l = 0; l < count; ++l) sum[k][l] = 0;
        }
        for (int i = 0; i < 160; ++i) {
            if (jump.bits[i / 32] >> (i % 32) & 1) {
                for (int k = 0; k < 5; ++k) {
                    const uint32* word = v[CUPRUM_GPU ? k : (oldest + k) % 5];
                    CUPRUM_EACH_LANE
                    for (int l = 0; l < count; ++l) sum[k][l] ^= word[l];
                }
            }
            step(count);
        }
        for (int k = 0; k < 5; ++k) {
            CUPRUM_EACH_LANE
            for (int l = 0; l < count; ++l) v[k][l] = sum[k][l];
        }
        oldest = 0;
        const uint32 more = static_cast<uint32>(draws * 362437u);
        CUPRUM_EACH_LANE
        for (int l = 0; l < count; ++l) d[l] += more;
    }
};

// Units: what a lane gives at its turn, of how many draws.

/// 32 bits.
struct random_bits {
    using type = uint32;
    static constexpr int draws = 1, outputs = 1;
    CUPRUM_DEVICE static void make(const uint32* x, type* out) { out[0] = x[0]; }
};

/// The lower bits of 32 as an integer T.
template <class T>
struct masked_bits {
    using type = T;
    static constexpr int draws = 1, outputs = 1;
    CUPRUM_DEVICE static void make(const uint32* x, type* out, const XorwowArgs& args) {
        out[0] = static_cast<T>(args.low + (x[0] & static_cast<uint32>(args.mask)));
    }
};

/// Uniform in (0, 1].
struct uniform_float {
    using type = float;
    static constexpr int draws = 1, outputs = 1;
    CUPRUM_DEVICE static float from(uint32 x) { return static_cast<float>(x) * 0x1p-32f + 0x1p-33f; }
    CUPRUM_DEVICE static void make(const uint32* x, type* out) { out[0] = from(x[0]); }
};
struct uniform_double {
    using type = double;
    static constexpr int draws = 2, outputs = 1;
    CUPRUM_DEVICE static double from(uint32 x, uint32 y) {
        return static_cast<double>(static_cast<long long>(x ^ (static_cast<uint64>(y) << 21))) * 0x1p-53 + 0x1p-54;
    }
    CUPRUM_DEVICE static void make(const uint32* x, type* out) { out[0] = from(x[0], x[1]); }
};

/// Uniform in [0, 1): 1 counts as 0.
template <class Closed>
struct half_open : Closed {
    using type = typename Closed::type;
    CUPRUM_DEVICE static void make(const uint32* x, type* out) {
        Closed::make(x, out);
        out[0] = out[0] == 1 ? 0 : out[0];
    }
};

/// Two normal numbers (G. Box, M. Muller, "A note on the generation of random normal deviates", 1958).
struct normal_float {
    using type = float;
    static constexpr int draws = 2, outputs = 2;
    CUPRUM_DEVICE static void make(const uint32* x, type* out) {
        const float radius = sqrt(-2.0f * log(uniform_float::from(x[0])));
        constexpr float unit = 0x1p-32f * 6.2831855f;
#if CUPRUM_GPU
        // cuRAND takes the hardware's sine, and so do its streams.
        __sincosf(fmaf(static_cast<float>(x[1]), unit, unit / 2), out, out + 1);
        out[0] *= radius;
        out[1] *= radius;
#else
        const float angle =
            static_cast<float>(static_cast<double>(static_cast<float>(x[1])) * unit + unit / 2);  // rounded once
        out[0] = radius * sin(angle);
        out[1] = radius * cos(angle);
#endif
    }
};
struct normal_double {
    using type = double;
    static constexpr int draws = 4, outputs = 2;
    CUPRUM_DEVICE static void make(const uint32* x, type* out) {
        const double radius = sqrt(-2.0 * log(uniform_double::from(x[0], x[1])));
        double sine, cosine;
        sin_cos_of_turn(uniform_double::from(x[2], x[3]), sine, cosine);
        out[0] = radius * sine;
        out[1] = radius * cosine;
    }
};

template <class Unit>
CUPRUM_DEVICE void xorwow_make(const uint32* x, typename Unit::type* out, const XorwowArgs& args) {
    if constexpr (requires { Unit::make(x, out, args); }) Unit::make(x, out, args);
    else Unit::make(x, out);
}

/// One row: a unit from each of `count` lanes, the first of which is `first` places after the one whose turn it was.
template <class Unit>
CUPRUM_DEVICE void xorwow_row(XorwowState<lanes_together>& state, const XorwowArgs& args, long long row, int first,
                              int count) {
    using T = typename Unit::type;
    uint32 numbers[Unit::draws][lanes_together];
    for (int k = 0; k < Unit::draws; ++k) state.draw(numbers[k], count);
    const long long at = (row * xorwow_lanes + first) * Unit::outputs;
    T* out = static_cast<T*>(args.out) + at;
    // The last unit may have a number too many.
    const int whole = at + count * Unit::outputs <= args.size ? count : count - 1;
    CUPRUM_EACH_LANE
    for (int l = 0; l < whole; ++l) {
        uint32 x[Unit::draws];
        for (int k = 0; k < Unit::draws; ++k) x[k] = numbers[k][l];
        T made[Unit::outputs];
        xorwow_make<Unit>(x, made, args);
#if CUPRUM_GPU
        if constexpr (Unit::outputs == 2) {
            struct alignas(2 * sizeof(T)) pair {
                T first, second;
            };
            reinterpret_cast<pair*>(out)[l] = {made[0], made[1]};
            continue;
        }
#endif
        for (int o = 0; o < Unit::outputs; ++o) out[l * Unit::outputs + o] = made[o];
    }
    for (int l = whole; l < count; ++l) {
        uint32 x[Unit::draws];
        for (int k = 0; k < Unit::draws; ++k) x[k] = numbers[k][l];
        T made[Unit::outputs];
        xorwow_make<Unit>(x, made, args);
        for (int o = 0; o < Unit::outputs && at + l * Unit::outputs + o < args.size; ++o)
            out[l * Unit::outputs + o] = made[o];
    }
}

template <class Unit>
CUPRUM_DEVICE void xorwow_fill(const XorwowArgs& args, int worker, int first) {
    constexpr int lanes = lanes_together;
    const int lane = (args.start + first) % xorwow_lanes;
    const long long begin = worker * args.chunk;
    const bool is_last = worker == args.workers - 1;
    const long long whole = is_last ? args.rows - 1 : begin + args.chunk;  // the last row may be short
    int count = is_last ? args.last - first : lanes;
    count = count < 0 ? 0 : count > lanes ? lanes : count;
    XorwowState<lanes> state;
    if (args.rows == 1) {  // of lanes whose turn does not come, nothing is known and nothing changes
        if (count == 0) return;
        state.load(args.state, lane, count);
        xorwow_row<Unit>(state, args, 0, first, count);
        state.store(args.next, lane, 0, count);
        return;
    }
    state.load(args.state, lane, lanes);
    if (worker) state.jump(args.jumps[worker], static_cast<unsigned long long>(begin) * Unit::draws, lanes);
    for (long long row = begin; row < whole; ++row) xorwow_row<Unit>(state, args, row, first, lanes);
    if (!is_last) return;
    if (count < lanes) state.store(args.next, lane, count, lanes);
    if (count) {
        xorwow_row<Unit>(state, args, whole, first, count);
        state.store(args.next, lane, 0, count);
    }
}

CUPRUM_DEVICE void xorwow_spread(const XorwowSpreadArgs& args, int first, int count) {
    XorwowState<lanes_together> state;
    state.load(args.state, first, count);
    state.jump(args.jump, 0, count);
    state.store(args.state, args.count + first, 0, count);
}

#if CUPRUM_GPU

#define CUPRUM_XORWOW(name, unit)                                                                     \
    extern "C" __global__ void __launch_bounds__(cuprum::xorwow_block)                                \
        name(const __grid_constant__ cuprum::XorwowArgs args) {                                       \
        cuprum::xorwow_fill<unit>(args, blockIdx.y, blockIdx.x * cuprum::xorwow_block + threadIdx.x); \
    }
#define CUPRUM_XORWOW_SPREAD(name)                                                           \
    extern "C" __global__ void name(const __grid_constant__ cuprum::XorwowSpreadArgs args) { \
        const int lane = blockIdx.x * cuprum::xorwow_block + threadIdx.x;                    \
        if (lane < args.count) cuprum::xorwow_spread(args, lane, 1);                         \
    }

#else

// Items: groups of lanes that go together, for each worker.
#define CUPRUM_XORWOW(name, unit)                                                                    \
    extern "C" void name(const cuprum::XorwowArgs* args, long long begin, long long end) {           \
        constexpr int groups = cuprum::xorwow_lanes / cuprum::lanes_together;                        \
        for (long long item = begin; item < end; ++item)                                             \
            cuprum::xorwow_fill<unit>(*args, item / groups, item % groups * cuprum::lanes_together); \
    }
#define CUPRUM_XORWOW_SPREAD(name)                                                                              \
    extern "C" void name(const cuprum::XorwowSpreadArgs* args, long long begin, long long end) {                \
        for (long long first = begin; first < end; first += cuprum::lanes_together) {                           \
            const long long left = end - first;                                                                 \
            cuprum::xorwow_spread(*args, first, left < cuprum::lanes_together ? left : cuprum::lanes_together); \
        }                                                                                                       \
    }

#endif

}  // namespace cuprum
