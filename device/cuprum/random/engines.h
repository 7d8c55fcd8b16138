// Engines of random numbers: each gives as many uniform numbers as are wanted, on a GPU to a thread, on a CPU to lanes
// (lanes.h).
#pragma once

#include <cuprum/base.h>
#include <cuprum/lanes.h>
#include <cuprum/real_math.h>

namespace cuprum {

/// What all engines give, made from their 32-bit numbers. The state of an engine is so many words.
template <class Engine, class L, int words>
struct RandomEngine {
    static constexpr int binomial_sign = -1;
    using lanes = L;
    using real = typename L::real;
    using mask = typename L::mask;
    using word = typename L::word;
    using wide = typename L::wide;
    word x[words];

    /// In [0, 1), of 53 bits.
    CUPRUM_DEVICE real uniform() { return bits_53(0x1p25, 0.5, 0.0); }

    /// A standard normal number by Marsaglia's polar method; every second one was made with the one before it.
    CUPRUM_DEVICE_LARGE real normal() {
        real result = spare;
        where(!has_spare, [&] {
            real a = 0, b = 0, square = 0;
            repeat([&] {
                const real to_right = signed_uniform(), up = signed_uniform(), sum = to_right * to_right + up * up;
                set(a, to_right);
                set(b, up);
                set(square, sum);
                return (sum < 1.0) & (sum != 0.0);
            });
            const real factor = sqrt(-2.0 * log(square) / square);
            set(spare, factor * a);
            set(result, factor * b);
        });
        has_spare = !has_spare;
        return result;
    }

    CUPRUM_DEVICE real exponential() { return -log(1.0 - uniform()); }

    /// 64 bits, the lower half of which is drawn first.
    CUPRUM_DEVICE wide next_wide() {
        const wide low = to_wide(self().next());
        return low | to_wide(self().next()) << 32;
    }

    /// Does something for lanes for which a condition holds.
    template <class Body>
    CUPRUM_DEVICE void where(mask condition, Body body) {
        if constexpr (L::count == 1) {
            if (condition) body();
        } else {
            const mask all = open, some = open & condition;
            if (!any(some)) return;
            const Engine before = self();
            open = some;
            CUPRUM_INLINED body();
            keep(before);
            open = all;
        }
    }
    /// The same, and something else for others.
    template <class Body, class Otherwise>
    CUPRUM_DEVICE void where(mask condition, Body body, Otherwise otherwise) {
        if constexpr (L::count == 1) {
            if (condition) body();
            else otherwise();
        } else {
            where(condition, body);
            where(!condition, otherwise);
        }
    }
    /// Tries of a loop before it takes the last one: enough for one in ten thousand to succeed. Parameters with which
    /// fewer do, or none, must not keep a GPU's threads for ever.
    static constexpr int32 most_rounds = 1'000'000;

    /// Does something until it says that it is done.
    template <class Body>
    CUPRUM_DEVICE void repeat(Body body) {
        int32 rounds = 0;
        if constexpr (L::count == 1) {
            while (!body() && ++rounds < most_rounds) {
            }
        } else {
            const mask all = open;
            do {
                const Engine before = self();
                mask done;
                CUPRUM_INLINED done = body();
                keep(before);
                open &= !done;
            } while (any(open) && ++rounds < most_rounds);
            open = all;
        }
    }
    /// Does something while a condition holds, which draws no numbers.
    template <class Condition, class Body>
    CUPRUM_DEVICE void loop_while(Condition condition, Body body) {
        int32 rounds = 0;
        if constexpr (L::count == 1) {
            while (condition() && rounds++ < most_rounds) body();
        } else {
            const mask all = open;
            for (open &= condition(); any(open) && rounds++ < most_rounds; open &= condition()) {
                const Engine before = self();
                CUPRUM_INLINED body();
                keep(before);
            }
            open = all;
        }
    }
    /// Whether test(log) <= 0. Rough logarithms tell, but for the few numbers whose sum of errors, which the test
    /// multiplies by up to `weight`, may decide.
    template <class Test>
    CUPRUM_DEVICE mask is_negative(real weight, Test test) {
        const real rough = test([](real x) { return rough_log(x); });
        mask result = rough <= 0;
        where(!(fabs(rough) > rough_log_error * weight),
              [&] { set(result, test([](real x) { return log(x); }) <= 0); });
        return result;
    }
    template <class T>
    CUPRUM_DEVICE void set(T& variable, T value) {
        if constexpr (L::count == 1) variable = value;
        else variable = choose(open, value, variable);
    }

private:
    real spare = 0;
    mask has_spare = mask() != mask(), open = mask() == mask();

    CUPRUM_DEVICE Engine& self() { return static_cast<Engine&>(*this); }
    /// 2 uniform() - 1, which is exact.
    CUPRUM_DEVICE real signed_uniform() { return bits_53(0x1p26, 1.0, -1.0); }
    /// A number of 53 bits from `least` on. Bits become the last places of doubles, since conversions of whole numbers
    /// are slow on a GPU; all sums are exact.
    CUPRUM_DEVICE real bits_53(double of_high, double of_low, double least) {
        const word high = self().next() >> 5, low = self().next() >> 6;
        return (with_last_places(of_high, high) - (of_high + of_low - least)) + with_last_places(of_low, low);
    }
    /// Lanes that are not open go back to an earlier state.
    CUPRUM_DEVICE void keep(const RandomEngine& before) {
        for (int k = 0; k < words; ++k) x[k] = choose(open, x[k], before.x[k]);
        spare = choose(open, spare, before.spare);
        has_spare = choose(open, has_spare, before.has_spare);
    }
};

/// Marsaglia's xorshift of 128 bits, seeded as CuPy's RandomState does: an element's seed is the state's plus its
/// number.
template <class L>
struct ElementEngine : RandomEngine<ElementEngine<L>, L, 4> {
    static constexpr int binomial_sign = 1;
    using typename RandomEngine<ElementEngine, L, 4>::word, typename RandomEngine<ElementEngine, L, 4>::wide;
    using RandomEngine<ElementEngine, L, 4>::x;

    CUPRUM_DEVICE ElementEngine(uint64 seed, wide element) {
        wide s = seed + element;
        for (int k = 1; k <= 4; ++k) {
            s = 1812433253ull * (s ^ (s >> 30)) + k;
            x[k - 1] = to_word(s);
        }
    }
    CUPRUM_DEVICE word next() {
        const word t = x[0] ^ (x[0] << 11);
        x[0] = x[1];
        x[1] = x[2];
        x[2] = x[3];
        return x[3] = (x[3] ^ (x[3] >> 19)) ^ (t ^ (t >> 8));
    }
};

/// A product of all its 64 bits.
CUPRUM_DEVICE uint64 wide_product(uint32 a, uint32 b) {
#if CUPRUM_GPU
    return static_cast<uint64>(__umulhi(a, b)) << 32 |
           a * b;  // is one instruction, where 64-bit factors leave additions of zeros
#else
    return static_cast<uint64>(a) * b;
#endif
}
#if !CUPRUM_GPU
CUPRUM_DEVICE Lanes::wide wide_product(uint32 a, Lanes::word b) { return static_cast<uint64>(a) * to_wide(b); }
#endif

/// Philox 4x32 with 10 rounds (J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011): a counter
/// becomes random bits.
template <class Word>
CUPRUM_DEVICE void philox(Word (&c)[4], const uint32 (&key)[2]) {
    uint32 k[2] = {key[0], key[1]};
#pragma unroll
    for (int round = 0; round < 10; ++round) {
        const auto p0 = wide_product(0xD2511F53u, c[0]), p1 = wide_product(0xCD9E8D57u, c[2]);
        const Word c1 = c[1], c3 = c[3];
        c[0] = to_word(p1 >> 32) ^ c1 ^ k[0];
        c[1] = to_word(p1);
        c[2] = to_word(p0 >> 32) ^ c3 ^ k[1];
        c[3] = to_word(p0);
        k[0] += 0x9E3779B9u;
        k[1] += 0xBB67AE85u;
    }
}

/// Counters of which the upper half is the element. Words of the state: four numbers, how many of them were given, and
/// the next counter.
template <class L>
struct PhiloxEngine : RandomEngine<PhiloxEngine<L>, L, 6> {
    using typename RandomEngine<PhiloxEngine, L, 6>::word, typename RandomEngine<PhiloxEngine, L, 6>::wide;
    using RandomEngine<PhiloxEngine, L, 6>::x;

    CUPRUM_DEVICE PhiloxEngine(uint64 seed, wide number)
        : key{static_cast<uint32>(seed), static_cast<uint32>(seed >> 32)},
          element{to_word(number), to_word(number >> 32)} {
        for (int k = 0; k < 6; ++k) x[k] = k == given ? 4 : 0;
    }
    CUPRUM_DEVICE word next() {
        const auto is_empty = is_equal(x[given], 4);
        if (any(is_empty)) {
            word c[4] = {x[block], 0, element[0], element[1]};
            philox(c, key);
            for (int k = 0; k < 4; ++k) x[k] = choose(is_empty, c[k], x[k]);
            x[given] = choose(is_empty, word(0), x[given]);
            x[block] = choose(is_empty, x[block] + 1, x[block]);
        }
        const word n = x[given];
        x[given] = n + 1;
        // No index into registers.
        return choose(is_equal(n, 0), x[0], choose(is_equal(n, 1), x[1], choose(is_equal(n, 2), x[2], x[3])));
    }

private:
    static constexpr int given = 4, block = 5;
    uint32 key[2];
    word element[2];
};

/// Well mixed bits of a number: the finaliser of SplitMix64 (G. Steele et al., OOPSLA 2014).
template <class Wide>
CUPRUM_DEVICE Wide mixed(Wide z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

/// Sixty-four bits after `s` of SplitMix64, and what goes on from there.
template <class Wide>
CUPRUM_DEVICE Wide next_mixed(Wide& s) {
    return mixed(s += 0x9E3779B97F4A7C15ull);
}

/// A state of XORWOW that is mixed from a number: the register's five words and the counter.
template <class Wide, class Word>
CUPRUM_DEVICE void xorwow_begin(Wide s, Word (&words)[6]) {
    for (int k = 0; k < 6; k += 2) {
        const Wide bits = next_mixed(s);
        words[k] = to_word(bits);
        words[k + 1] = to_word(bits >> 32);
    }
    words[4] |= 1;  // not all zero
}

/// XORWOW (Marsaglia 2003), begun at a state that is mixed from seed and element.
template <class L>
struct XorwowEngine : RandomEngine<XorwowEngine<L>, L, 6> {
    using typename RandomEngine<XorwowEngine, L, 6>::word, typename RandomEngine<XorwowEngine, L, 6>::wide;
    using RandomEngine<XorwowEngine, L, 6>::x;

    CUPRUM_DEVICE XorwowEngine(uint64 seed, wide element) { xorwow_begin(mixed(mixed(seed) + element), x); }
    CUPRUM_DEVICE word next() {
        const word t = x[0] ^ (x[0] >> 2);
        x[0] = x[1];
        x[1] = x[2];
        x[2] = x[3];
        x[3] = x[4];
        x[4] = (x[4] ^ (x[4] << 4)) ^ (t ^ (t << 1));
        return x[4] + (x[5] += 362437);
    }
};

/// MRG32k3a (P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
/// generators", Operations Research 47, 1999).
struct Mrg32k3a {
    static constexpr uint32 c1 = 209, c2 = 22853;  // the moduli are so much less than 2^32

    /// The states of both parts, mixed from a number: below their moduli, and not 0.
    template <class Wide, class Word>
    CUPRUM_DEVICE static void begin(Wide s, Word (&words)[6]) {
        for (int k = 0; k < 3; ++k) {
            const Wide bits = next_mixed(s);
            words[k] = not_zero<c1>(to_word(bits));
            words[3 + k] = not_zero<c2>(to_word(bits >> 32));
        }
    }
    template <class Word>
    CUPRUM_DEVICE static Word step(Word* a, Word* b) {
        const Word p = reduced<c1>(wide_product(1403580, a[1]) + wide_product(810728, 0u - c1 - a[0]));
        a[0] = a[1];
        a[1] = a[2];
        a[2] = p;
        const Word q = reduced<c2>(wide_product(527612, b[2]) + wide_product(1370589, 0u - c2 - b[0]));
        b[0] = b[1];
        b[1] = b[2];
        b[2] = q;
        return p - q - (p > q ? Word(0) : Word(c1));
    }
    /// The same in floats, where these are quick: all products and sums are whole numbers below 2^53, states lie about
    /// 0.
    CUPRUM_DEVICE static uint32 step(double* a, double* b) {
        const double p = reduced<c1>(1403580.0 * a[1] - 810728.0 * a[0]),
                     q = reduced<c2>(527612.0 * b[2] - 1370589.0 * b[0]);
        a[0] = a[1];
        a[1] = a[2];
        a[2] = p;
        b[0] = b[1];
        b[1] = b[2];
        b[2] = q;
        const uint32 u = not_negative<c1>(p), v = not_negative<c2>(q);
        return u - v - (u > v ? 0 : c1);
    }

private:
    static constexpr double shift = 0x1.8p52;  // a sum with it has whole numbers in its last places
    template <uint32 c>
    CUPRUM_DEVICE static double reduced(double x) {
        constexpr double m = 0u - c;
        const double quotient = (x * (1 / m) + shift) - shift;
        return x - quotient * m;
    }
    template <uint32 c>
    CUPRUM_DEVICE static uint32 not_negative(double x) {
        const int whole = static_cast<int>(bit_cast<uint64>(x + shift));  // half of a modulus is less than 2^31
        return static_cast<uint32>(whole) + (static_cast<uint32>(whole >> 31) & (0u - c));
    }

    template <uint32 c, class Word>
    CUPRUM_DEVICE static Word not_zero(Word x) {
        constexpr uint32 most = 0u - c - 1;
        return 1 + (x < most ? x : x - most);
    }
    /// x modulo 2^32 - c, of the sums above: 2^32 counts as c, once or twice, after which at most one modulus is too
    /// many.
    template <uint32 c, class Wide>
    CUPRUM_DEVICE static auto reduced(Wide x) {
        x = (x >> 32) * c + (x & 0xffffffff);
        if constexpr (c > 256) x = (x >> 32) * c + (x & 0xffffffff);
        const Wide more = x + c;
        return to_word((more >> 32) != 0 ? more : x);
    }
};

/// MRG32k3a, begun at a state that is mixed from seed and element.
template <class L>
struct MrgEngine : RandomEngine<MrgEngine<L>, L, 6> {
    using typename RandomEngine<MrgEngine, L, 6>::word, typename RandomEngine<MrgEngine, L, 6>::wide;
    using RandomEngine<MrgEngine, L, 6>::x;

    CUPRUM_DEVICE MrgEngine(uint64 seed, wide element) { Mrg32k3a::begin(mixed(mixed(seed) + element), x); }
    CUPRUM_DEVICE word next() { return Mrg32k3a::step(x, x + 3); }
};

/// The upper half of a product.
CUPRUM_DEVICE uint64 upper_half(uint64 a, uint64 b) {
    const uint64 a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32, low = a0 * b0;
    const uint64 middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffff);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

}  // namespace cuprum
