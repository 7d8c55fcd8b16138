// Random numbers of a distribution, each from an engine of its own that gives as many uniform numbers as are wanted.
#pragma once

#include <cuprum/base.h>
#include <cuprum/log_factorials.h>
#include <cuprum/real_math.h>

namespace cuprum {

/// What all engines give, made from their 32-bit numbers.
template <class Engine>
struct RandomEngine {
    static constexpr int binomial_sign = -1;

    /// In [0, 1), of 53 bits.
    CUPRUM_DEVICE double uniform() {
        Engine& engine = static_cast<Engine&>(*this);
        const uint32 high = engine.next() >> 5, low = engine.next() >> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }

    /// A standard normal number by Marsaglia's polar method; every second one was made with the one before it.
    CUPRUM_DEVICE_LARGE double normal() {
        if (has_spare) {
            has_spare = false;
            return spare;
        }
        double x, y, square;
        do {
            x = 2.0 * uniform() - 1.0;
            y = 2.0 * uniform() - 1.0;
            square = x * x + y * y;
        } while (square >= 1.0 || square == 0.0);
        const double factor = sqrt(-2.0 * log(square) / square);
        spare = factor * x;
        has_spare = true;
        return factor * y;
    }

    CUPRUM_DEVICE double exponential() { return -log(1.0 - uniform()); }

    /// 64 bits, the lower half of which is drawn first.
    CUPRUM_DEVICE uint64 next_wide() {
        Engine& engine = static_cast<Engine&>(*this);
        const uint64 low = engine.next();
        return low | static_cast<uint64>(engine.next()) << 32;
    }

private:
    double spare = 0;
    bool has_spare = false;
};

/// Marsaglia's xorshift of 128 bits, seeded as CuPy's RandomState does: an element's seed is the state's plus its
/// number.
struct ElementEngine : RandomEngine<ElementEngine> {
    static constexpr int binomial_sign = 1;
    uint32 x[4];

    CUPRUM_DEVICE ElementEngine(uint64 seed, uint64 element) {
        uint64 s = seed + element;
        for (int k = 1; k <= 4; ++k) {
            s = 1812433253ull * (s ^ (s >> 30)) + k;
            x[k - 1] = static_cast<uint32>(s);
        }
    }
    CUPRUM_DEVICE uint32 next() {
        const uint32 t = x[0] ^ (x[0] << 11);
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

/// Philox 4x32 with 10 rounds (J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011): a counter
/// becomes random bits.
CUPRUM_DEVICE void philox(uint32 (&c)[4], const uint32 (&key)[2]) {
    uint32 k[2] = {key[0], key[1]};
#pragma unroll
    for (int round = 0; round < 10; ++round) {
        const uint64 p0 = wide_product(0xD2511F53u, c[0]), p1 = wide_product(0xCD9E8D57u, c[2]);
        const uint32 c1 = c[1], c3 = c[3];
        c[0] = static_cast<uint32>(p1 >> 32) ^ c1 ^ k[0];
        c[1] = static_cast<uint32>(p1);
        c[2] = static_cast<uint32>(p0 >> 32) ^ c3 ^ k[1];
        c[3] = static_cast<uint32>(p0);
        k[0] += 0x9E3779B9u;
        k[1] += 0xBB67AE85u;
    }
}

/// Counters of which the upper half is the element.
struct PhiloxEngine : RandomEngine<PhiloxEngine> {
    uint32 key[2], element[2], block = 0, numbers[4];
    int used = 4;

    CUPRUM_DEVICE PhiloxEngine(uint64 seed, uint64 number)
        : key{static_cast<uint32>(seed), static_cast<uint32>(seed >> 32)},
          element{static_cast<uint32>(number), static_cast<uint32>(number >> 32)} {}
    CUPRUM_DEVICE void fill() {
        uint32 c[4] = {block++, 0, element[0], element[1]};
        philox(c, key);
        for (int i = 0; i < 4; ++i) numbers[i] = c[i];
        used = 0;
    }
    CUPRUM_DEVICE uint32 next() {
        if (used == 4) fill();
        switch (used++) {  // no index into registers
            case 0: return numbers[0];
            case 1: return numbers[1];
            case 2: return numbers[2];
            default: return numbers[3];
        }
    }
};

/// Well mixed bits of a number: the finaliser of SplitMix64 (G. Steele et al., OOPSLA 2014).
CUPRUM_DEVICE uint64 mixed(uint64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

/// Sixty-four bits after `s` of SplitMix64, and what goes on from there.
CUPRUM_DEVICE uint64 next_mixed(uint64& s) { return mixed(s += 0x9E3779B97F4A7C15ull); }

/// A state of XORWOW that is mixed from a number: the register's five words and the counter.
CUPRUM_DEVICE void xorwow_begin(uint64 s, uint32 (&words)[6]) {
    for (int k = 0; k < 6; k += 2) {
        const uint64 bits = next_mixed(s);
        words[k] = static_cast<uint32>(bits);
        words[k + 1] = static_cast<uint32>(bits >> 32);
    }
    words[4] |= 1;  // not all zero
}

/// XORWOW (Marsaglia 2003), begun at a state that is mixed from seed and element.
struct XorwowEngine : RandomEngine<XorwowEngine> {
    uint32 v[6];

    CUPRUM_DEVICE XorwowEngine(uint64 seed, uint64 element) { xorwow_begin(mixed(mixed(seed) + element), v); }
    CUPRUM_DEVICE uint32 next() {
        const uint32 t = v[0] ^ (v[0] >> 2);
        v[0] = v[1];
        v[1] = v[2];
        v[2] = v[3];
        v[3] = v[4];
        v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
        return v[4] + (v[5] += 362437);
    }
};

/// MRG32k3a (P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
/// generators", Operations Research 47, 1999), begun at a state that is mixed from seed and element.
struct MrgEngine : RandomEngine<MrgEngine> {
    static constexpr uint32 c1 = 209, c2 = 22853;  // the moduli are so much less than 2^32
    uint32 a[3], b[3];

    CUPRUM_DEVICE MrgEngine(uint64 seed, uint64 element) {
        uint32 words[6];
        begin(mixed(mixed(seed) + element), words);
        for (int k = 0; k < 3; ++k) {
            a[k] = words[k];
            b[k] = words[3 + k];
        }
    }
    CUPRUM_DEVICE uint32 next() { return step(a, b); }

    /// The states of both parts, mixed from a number: below their moduli, and not 0.
    CUPRUM_DEVICE static void begin(uint64 s, uint32 (&words)[6]) {
        for (int k = 0; k < 3; ++k) {
            const uint64 bits = next_mixed(s);
            words[k] = not_zero<c1>(static_cast<uint32>(bits));
            words[3 + k] = not_zero<c2>(static_cast<uint32>(bits >> 32));
        }
    }
    CUPRUM_DEVICE static uint32 step(uint32 (&a)[3], uint32 (&b)[3]) {
        const uint32 p = reduced<c1>(wide_product(1403580, a[1]) + wide_product(810728, 0u - c1 - a[0]));
        a[0] = a[1];
        a[1] = a[2];
        a[2] = p;
        const uint32 q = reduced<c2>(wide_product(527612, b[2]) + wide_product(1370589, 0u - c2 - b[0]));
        b[0] = b[1];
        b[1] = b[2];
        b[2] = q;
        return p - q - (p > q ? 0 : c1);
    }
    /// The same in floats, where these are quick: all products and sums are whole numbers below 2^53, states lie about
    /// 0.
    CUPRUM_DEVICE static uint32 step(double (&a)[3], double (&b)[3]) {
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

    template <uint32 c>
    CUPRUM_DEVICE static uint32 not_zero(uint32 x) {
        constexpr uint32 most = 0u - c - 1;
        return 1 + (x < most ? x : x - most);
    }
    /// x modulo 2^32 - c, of the sums above: 2^32 counts as c, once or twice, after which at most one modulus is too
    /// many.
    template <uint32 c>
    CUPRUM_DEVICE static uint32 reduced(uint64 x) {
        x = (x >> 32) * c + (x & 0xffffffff);
        if constexpr (c > 256) x = (x >> 32) * c + (x & 0xffffffff);
        const uint64 more = x + c;
        return static_cast<uint32>(more >> 32 ? more : x);
    }
};

/// The upper half of a product.
CUPRUM_DEVICE uint64 upper_half(uint64 a, uint64 b) {
    const uint64 a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32, low = a0 * b0;
    const uint64 middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffff);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

/// A whole number in [0, count), count > 0: D. Lemire, "Fast random integer generation in an interval", 2019.
template <class E>
CUPRUM_DEVICE uint64 sample_below(E& e, uint64 count) {
    uint64 bits = e.next_wide();
    if (bits * count < count) {
        const uint64 least = (0 - count) % count;
        while (bits * count < least) bits = e.next_wide();
    }
    return upper_half(bits, count);
}

/// The place of number i in an order of [0, n) that the keys of 24 rounds choose: a Feistel cipher over `bits` bits,
/// which are enough for n - 1 and at least 4, that is repeated until its result is below n (R. Mitchell, D. Stokes, E.
/// Frank, G. Holmes, "Bandwidth-optimal random shuffling for GPUs", 2022).
template <class Keys>
CUPRUM_DEVICE_LARGE long long shuffled(uint64 i, uint64 n, int bits, const Keys& keys) {
    const int left_bits = bits / 2, right_bits = bits - left_bits;
    const uint32 left_mask = (1ull << left_bits) - 1, right_mask = (1ull << right_bits) - 1;
    do {
        uint32 left = static_cast<uint32>(i >> right_bits), right = static_cast<uint32>(i) & right_mask;
        for (int round = 0; round < 24; ++round) {
            const uint64 product = 0xd2b74407b1ce6e93ull * left;
            const uint32 low = static_cast<uint32>(product) << (right_bits - left_bits) | right >> left_bits;
            left = (static_cast<uint32>(product >> 32) ^ keys[round] ^ right) & left_mask;
            right = low & right_mask;
        }
        i = static_cast<uint64>(left) << right_bits | right;
    } while (i >= n);
    return static_cast<long long>(i);
}

/// G. Marsaglia, W. Tsang, "A simple method for generating gamma variables", ACM TOMS 26, 2000; for shapes below 1 the
/// method GS of J. Ahrens and U. Dieter, 1974.
template <class E>
CUPRUM_DEVICE_LARGE double sample_gamma(E& e, double shape) {
    if (shape == 1) return e.exponential();
    if (shape == 0) return 0;
    if (shape < 1) {
        for (;;) {
            const double u = e.uniform(), v = e.exponential();
            if (u <= 1 - shape) {
                const double x = pow(u, 1 / shape);
                if (x <= v) return x;
            } else {
                const double y = -log((1 - u) / shape), x = pow(1 - shape + shape * y, 1 / shape);
                if (x <= v + y) return x;
            }
        }
    }
    const double b = shape - 1.0 / 3, c = 1 / sqrt(9 * b);
    for (;;) {
        double x, v;
        do {
            x = e.normal();
            v = 1 + c * x;
        } while (v <= 0);
        v = v * v * v;
        const double u = e.uniform();
        if (u < 1 - 0.0331 * (x * x) * (x * x)) return b * v;
        if (log(u) < 0.5 * x * x + b * (1 - v + log(v))) return b * v;
    }
}

/// Two gamma numbers' share; for small parameters M. Jöhnk's method, 1964.
template <class E>
CUPRUM_DEVICE_LARGE double sample_beta(E& e, double a, double b) {
    if (a > 1 || b > 1) {
        const double x = sample_gamma(e, a), y = sample_gamma(e, b);
        return x / (x + y);
    }
    for (;;) {
        const double u = e.uniform(), v = e.uniform();
        const double x = pow(u, 1 / a), y = pow(v, 1 / b), sum = x + y;
        if (sum > 1) continue;
        if (sum > 0) return x / sum;
        double log_x = log(u) / a, log_y = log(v) / b;
        const double larger = log_x > log_y ? log_x : log_y;
        log_x -= larger;
        log_y -= larger;
        return exp(log_x - log(exp(log_x) + exp(log_y)));
    }
}

/// Small means: products of uniform numbers. Others: W. Hörmann, "The transformed rejection method for generating
/// Poisson random variables", 1993 (PTRS).
template <class E>
CUPRUM_DEVICE_LARGE long long sample_poisson(E& e, double mean) {
    if (mean == 0) return 0;
    if (mean < 10) {
        const double least = exp(-mean);
        long long count = 0;
        for (double product = e.uniform(); product > least; product *= e.uniform()) ++count;
        return count;
    }
    const double root = sqrt(mean), log_mean = log(mean), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
    const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        const double u = e.uniform() - 0.5, v = e.uniform(), us = 0.5 - fabs(u);
        const double k = floor((2 * a / us + b) * u + mean + 0.43);
        if (us >= 0.07 && v <= v_r) return static_cast<long long>(k);
        if (k < 0 || (us < 0.013 && v > us)) continue;
        if (log(v) + log(inverse_alpha) - log(a / (us * us) + b) <= -mean + k * log_mean - log_factorial(k))
            return static_cast<long long>(k);
    }
}

/// Binomial numbers of a small mean: the sum of probabilities is followed.
template <class E>
CUPRUM_DEVICE_LARGE long long binomial_of_few(E& e, double n, double p) {
    const double q = 1 - p, mean = n * p, none = exp(n * log(q));
    double bound = mean + 10 * sqrt(mean * q + 1);
    bound = floor(bound < n ? bound : n);
    double k = 0, share = none, u = e.uniform();
    while (u > share) {
        k += 1;
        if (k > bound) {
            k = 0;
            share = none;
            u = e.uniform();
        } else {
            u -= share;
            share = ((n - k + 1) * p * share) / (k * q);
        }
    }
    return static_cast<long long>(k);
}

/// What Stirling's approximation of log(x!) leaves out, for log((x - 1)!).
CUPRUM_DEVICE double stirling_rest(double x) {
    const double i = 1 / x, r = i * i;
    return (13860 - (462 - (132 - (99 - 140 * r) * r) * r) * r) * i / 166320;
}

/// Algorithm BTPE of V. Kachitvichyanukul and B. Schmeiser, "Binomial random variate generation", CACM 31, 1988:
/// rejection from a triangle, a parallelogram and two exponential tails. p is at most 1/2 and n * p at least 10. The
/// paper adds the last two rests, where they are to be subtracted; RandomState's streams are those of the paper.
template <class E>
CUPRUM_DEVICE_LARGE long long binomial_btpe(E& e, double n, double p) {
    const double q = 1 - p, variance = n * p * q, f_m = n * p + p, mode = floor(f_m);
    const double p1 = floor(2.195 * sqrt(variance) - 4.6 * q) + 0.5;  // half the triangle's base, and its area
    const double middle = mode + 0.5, left = middle - p1, right = middle + p1, c = 0.134 + 20.5 / (15.3 + mode);
    const double a_left = (f_m - left) / (f_m - left * p), lambda_left = a_left * (1 + a_left / 2);
    const double a_right = (right - f_m) / (right * q), lambda_right = a_right * (1 + a_right / 2);
    const double p2 = p1 * (1 + 2 * c), p3 = p2 + c / lambda_left, p4 = p3 + c / lambda_right;
    for (;;) {
        const double u = e.uniform() * p4;
        double v = e.uniform(), y;
        if (u <= p1) return static_cast<long long>(floor(middle - p1 * v + u));
        if (u <= p2) {
            const double x = left + (u - p1) / c;
            v = v * c + 1 - fabs(mode - x + 0.5) / p1;
            if (v > 1) continue;
            y = floor(x);
        } else if (u <= p3) {
            y = floor(left + log(v) / lambda_left);
            if (!(y >= 0)) continue;
            v *= (u - p2) * lambda_left;
        } else {
            y = floor(right - log(v) / lambda_right);
            if (!(y <= n)) continue;
            v *= (u - p3) * lambda_right;
        }
        // v is compared with the ratio of the probabilities of y and the mode.
        const double k = fabs(y - mode);
        if (k <= 20 || k >= variance / 2 - 1) {
            // Of four steps at once, as divisions take long.
            const double s = p / q, a = s * (n + 1), last = y < mode ? mode : y;
            double ratio = 1, i = (y < mode ? y : mode) + 1;
            for (; i + 3 <= last; i += 4)
                ratio *= (a - s * i) * (a - s * (i + 1)) * (a - s * (i + 2)) * (a - s * (i + 3)) /
                         (i * (i + 1) * (i + 2) * (i + 3));
            for (; i <= last; i += 1) ratio *= (a - s * i) / i;
            if (y < mode ? v * ratio > 1 : v > ratio) continue;
            return static_cast<long long>(y);
        }
        const double rho = (k / variance) * ((k * (k / 3 + 0.625) + 0.16666666666666666) / variance + 0.5),
                     t = -k * k / (2 * variance);
        const double log_v = log(v);
        if (log_v < t - rho) return static_cast<long long>(y);
        if (log_v > t + rho) continue;
        const double x1 = y + 1, f1 = mode + 1, z = n + 1 - mode, w = n - y + 1;
        if (log_v <= middle * log(f1 / x1) + (n - mode + 0.5) * log(z / w) + (y - mode) * log(w * p / (x1 * q)) +
                         stirling_rest(f1) + stirling_rest(z) +
                         E::binomial_sign * (stirling_rest(x1) + stirling_rest(w)))
            return static_cast<long long>(y);
    }
}

template <class E>
CUPRUM_DEVICE long long sample_binomial(E& e, double n, double p) {
    if (n == 0 || p == 0) return 0;
    if (p == 1) return static_cast<long long>(n);
    const bool turned = p > 0.5;
    if (turned) p = 1 - p;
    const long long k = n * p <= 30 ? binomial_of_few(e, n, p) : binomial_btpe(e, n, p);
    return turned ? static_cast<long long>(n) - k : k;
}

template <class E>
CUPRUM_DEVICE_LARGE long long sample_geometric(E& e, double p) {
    if (p >= 0.333333333333333333333333) {
        long long k = 1;
        double sum = p, share = p;
        const double q = 1 - p, u = e.uniform();
        while (u > sum) {
            share *= q;
            sum += share;
            ++k;
            if (share == 0) break;
        }
        return k;
    }
    const double k = ceil(log(1 - e.uniform()) / log1p(-p));
    return k < 1 ? 1 : k >= 9223372036854775807.0 ? 9223372036854775807ll : static_cast<long long>(k);
}

/// Few taken: one after the other. Others: E. Stadlober, "The ratio of uniforms approach for generating discrete random
/// variates", 1990 (HRUA).
template <class E>
CUPRUM_DEVICE_LARGE long long sample_hypergeometric(E& e, double good, double bad, double sample) {
    const double all = good + bad, fewer = good < bad ? good : bad, more = good < bad ? bad : good;
    const double m = sample < all - sample ? sample : all - sample;
    double k = 0;
    if (m <= 10) {
        double left = all, left_fewer = fewer;
        for (int i = 0; i < static_cast<int>(m) && left_fewer > 0; ++i, left -= 1)
            if (e.uniform() * left < left_fewer) {
                left_fewer -= 1;
                k += 1;
            }
    } else {
        const double share = fewer / all, centre = m * share + 0.5;
        const double spread = sqrt((all - m) * sample * share * (1 - share) / (all - 1) + 0.5);
        const double height = 1.7155277699214135 * spread + 0.8989161620588988;
        const double mode = floor((m + 1) * (fewer + 1) / (all + 2));
        const double at_mode = log_factorial(mode) + log_factorial(fewer - mode) + log_factorial(m - mode) +
                               log_factorial(more - m + mode);
        const double widest = floor(centre + 16 * spread), most = (m < fewer ? m : fewer) + 1,
                     limit = most < widest ? most : widest;
        for (;;) {
            const double x = e.uniform(), y = e.uniform(), w = centre + height * (y - 0.5) / x;
            if (w < 0 || w >= limit) continue;
            k = floor(w);
            const double t = at_mode - (log_factorial(k) + log_factorial(fewer - k) + log_factorial(m - k) +
                                        log_factorial(more - m + k));
            if (x * (4 - x) - 3 <= t) break;
            if (x * (x - t) >= 1) continue;
            if (2 * log(x) <= t) break;
        }
    }
    if (good > bad) k = m - k;
    if (m < sample) k = good - k;
    return static_cast<long long>(k);
}

/// A. Kemp, "Efficient generation of logarithmically distributed pseudo-random variables", 1981.
template <class E>
CUPRUM_DEVICE_LARGE long long sample_logseries(E& e, double p) {
    if (p == 0) return 1;
    const double r = log1p(-p);
    for (;;) {
        const double v = e.uniform();
        if (v >= p) return 1;
        const double u = e.uniform(), q = -expm1(r * u);
        if (v <= q * q) {
            const double k = floor(1 + log(v) / log(q));
            if (k < 1 || v == 0) continue;
            return static_cast<long long>(k);
        }
        return v >= q ? 1 : 2;
    }
}

template <class E>
CUPRUM_DEVICE_LARGE double sample_noncentral_chisquare(E& e, double df, double nonc) {
    if (nonc == 0) return 2 * sample_gamma(e, df / 2);
    if (nonc != nonc) return nonc;
    if (df > 1) {
        const double rest = 2 * sample_gamma(e, (df - 1) / 2), z = e.normal() + sqrt(nonc);
        return rest + z * z;
    }
    const long long more = sample_poisson(e, nonc / 2);
    return 2 * sample_gamma(e, (df + 2 * static_cast<double>(more)) / 2);
}

/// D. Best, N. Fisher, "Efficient simulation of the von Mises distribution", 1979.
template <class E>
CUPRUM_DEVICE_LARGE double sample_vonmises(E& e, double mu, double kappa) {
    if (kappa != kappa) return kappa;
    if (kappa < 1e-8) return pi * (2 * e.uniform() - 1);
    double s;
    if (kappa < 1e-5) {
        s = 1 / kappa + kappa;  // of the series of what follows
    } else {
        const double r = 1 + sqrt(1 + 4 * kappa * kappa), rho = (r - sqrt(2 * r)) / (2 * kappa);
        s = (1 + rho * rho) / (2 * rho);
    }
    double w, u;
    for (;;) {
        u = e.uniform();
        const double z = cos(pi * u);
        w = (1 + s * z) / (s + z);
        const double y = kappa * (s - w), v = e.uniform();
        if (y * (2 - y) - v >= 0 || log(y / v) + 1 - y >= 0) break;
    }
    double angle = acos(w);
    if (e.uniform() < 0.5) angle = -angle;
    angle += mu;
    const bool negative = angle < 0;
    angle = fmod(fabs(angle) + pi, 2 * pi) - pi;
    return negative ? -angle : angle;
}

/// J. Michael, W. Schucany, R. Haas, "Generating random variates using transformations with multiple roots", 1976.
template <class E>
CUPRUM_DEVICE_LARGE double sample_wald(E& e, double mean, double scale) {
    const double half = mean / (2 * scale), z = e.normal(), y = mean * z * z;
    const double x = mean + half * (y - sqrt(4 * scale * y + y * y));
    return e.uniform() <= mean / (mean + x) ? x : mean * mean / x;
}

/// L. Devroye, "Non-uniform random variate generation", 1986, chapter X.6.
template <class E>
CUPRUM_DEVICE_LARGE long long sample_zipf(E& e, double a) {
    const double b = pow(2.0, a - 1);
    for (;;) {
        const double u = 1 - e.uniform(), v = e.uniform(), x = floor(pow(u, -1 / (a - 1)));
        if (!(x >= 1 && x < 9223372036854775807.0)) continue;
        const double t = pow(1 + 1 / x, a - 1);
        if (v * x * (t - 1) / (b - 1) <= t / b) return static_cast<long long>(x);
    }
}

}  // namespace cuprum
