// Random numbers of a distribution, each from an engine of its own that gives as many uniform numbers as are wanted.
//
// Engines and distributions are written for lanes (lanes.h). A GPU's thread is one, and goes its own way. On a CPU
// lanes go together: what stands in a `where`, a `repeat` or a `loop_while` is done if any lane wants it, and leaves
// the others' engines and the variables that it `set`s as they were. So a number depends on its engine alone, whatever
// is beside it.
//
// A distribution that rejects numbers may also have
//     bool attempt(Engine&, real& result) const;     // GPU: one try, and whether it gave the number
// Then a thread of a GPU goes on to its next number as soon as a try succeeds. That pays where tries are all that a
// number takes; a try that is repeated inside of a longer one costs less than the others' waiting.
#pragma once

#include <cuprum/base.h>
#include <cuprum/lanes.h>
#include <cuprum/random/engines.h>
#include <cuprum/random/log_factorials.h>
#include <cuprum/real_math.h>

namespace cuprum {

/// A whole number as an int64: the largest one where none holds it.
template <class R>
CUPRUM_DEVICE auto to_saturated(R k) {
    using Whole = decltype(to_whole(k));
    return k < 9223372036854775807.0 ? to_whole(k) : Whole(9223372036854775807ll);
}

// Distributions: made of parameters, they hold what depends on these alone, and draw numbers from an engine.

/// G. Marsaglia, W. Tsang, "A simple method for generating gamma variables", ACM TOMS 26, 2000; for shapes below 1 the
/// method GS of J. Ahrens and U. Dieter, 1974.
template <class L>
struct Gamma {
    using real = typename L::real;
    using mask = typename L::mask;
    real shape, b, c = 0;

    CUPRUM_DEVICE explicit Gamma(real shape) : shape(shape), b(shape - 1.0 / 3) {
        if (any(!(shape <= 1))) c = 1 / sqrt(9 * b);
    }

    template <class E>
    CUPRUM_DEVICE_LARGE real operator()(E& e) const {
        real result = 0;
        e.where(shape == 1, [&] { e.set(result, e.exponential()); });
        e.where((shape < 1) & (shape != 0), [&] { e.repeat([&] { return try_small(e, result); }); });
        e.where(!(shape <= 1), [&] {
            e.repeat([&] {
                real x = 0, root = 0;
                e.repeat([&] {
                    const real z = e.normal();
                    e.set(x, z);
                    e.set(root, 1 + c * z);
                    return !(root <= 0);
                });
                return try_large(e, x, root, result);
            });
        });
        return result;
    }

    template <class E>
    CUPRUM_DEVICE bool attempt(E& e, real& result) const {
        if (shape < 1 && shape != 0) return try_small(e, result);
        result = (*this)(e);
        return true;
    }

private:
    template <class E>
    CUPRUM_DEVICE mask try_small(E& e, real& result) const {
        const real u = e.uniform(), v = e.exponential();
        const mask is_high = u > 1 - shape;  // rarely, if the shape is small
        real y = 0;
        e.where(is_high, [&] { e.set(y, -log((1 - u) / shape)); });
        const real x = exp(log(is_high ? 1 - shape + shape * y : u) / shape);
        e.set(result, x);
        return x <= v + y;
    }
    template <class E>
    CUPRUM_DEVICE mask try_large(E& e, real x, real root, real& result) const {
        const real v = root * root * root, u = e.uniform();
        mask done = u < 1 - 0.0331 * (x * x) * (x * x);
        e.where(!done, [&] {
            e.set(done, e.is_negative(1 + b, [&](auto log) { return log(u) - (0.5 * x * x + b * (1 - v + log(v))); }));
        });
        e.set(result, b * v);
        return done;
    }
};

/// A distribution as a part of another one. Lanes keep it, as they use it again; a thread, which has few registers and
/// may not need it, makes it when it draws.
template <template <class> class Distribution, class... P>
struct LatePart;
template <template <class> class Distribution>
struct LatePart<Distribution, double> {
    double p;

    CUPRUM_DEVICE explicit LatePart(double p) : p(p) {}
    template <class E>
    CUPRUM_DEVICE double operator()(E& e) const {
        return Distribution<OneLane>(p)(e);
    }
};
template <template <class> class Distribution>
struct LatePart<Distribution, double, double> {
    double p, q;

    CUPRUM_DEVICE LatePart(double p, double q) : p(p), q(q) {}
    template <class E>
    CUPRUM_DEVICE double operator()(E& e) const {
        return Distribution<OneLane>(p, q)(e);
    }
};
template <class L, template <class> class Distribution, class... P>
using PartOf = conditional_t<L::count == 1, LatePart<Distribution, P...>, Distribution<L>>;
template <class L>
using GammaPart = Gamma<L>;

template <class L>
struct ScaledGamma {
    using real = typename L::real;
    Gamma<L> gamma;
    real scale;

    CUPRUM_DEVICE ScaledGamma(real shape, real scale) : gamma(shape), scale(scale) {}
    template <class E>
    CUPRUM_DEVICE real operator()(E& e) const {
        return scale * gamma(e);
    }

    template <class E>
    CUPRUM_DEVICE bool attempt(E& e, real& result) const {
        const bool done = gamma.attempt(e, result);
        result *= scale;
        return done;
    }
};

template <class L>
struct ChiSquare {
    Gamma<L> gamma;

    CUPRUM_DEVICE explicit ChiSquare(typename L::real df) : gamma(df / 2) {}
    template <class E>
    CUPRUM_DEVICE typename L::real operator()(E& e) const {
        return 2 * gamma(e);
    }

    template <class E>
    CUPRUM_DEVICE bool attempt(E& e, typename L::real& result) const {
        const bool done = gamma.attempt(e, result);
        result *= 2;
        return done;
    }
};

template <class L>
struct FisherF {
    using real = typename L::real;
    real dfnum, dfden;
    GammaPart<L> upper, lower;

    CUPRUM_DEVICE FisherF(real dfnum, real dfden) : dfnum(dfnum), dfden(dfden), upper(dfnum / 2), lower(dfden / 2) {}
    template <class E>
    CUPRUM_DEVICE real operator()(E& e) const {
        const real x = upper(e) * dfden;
        return x / (lower(e) * dfnum);
    }
};

template <class L>
struct StudentT {
    using real = typename L::real;
    real root;
    GammaPart<L> gamma;

    CUPRUM_DEVICE explicit StudentT(real df) : root(sqrt(df / 2)), gamma(df / 2) {}
    template <class E>
    CUPRUM_DEVICE real operator()(E& e) const {
        const real x = e.normal() * root;
        return x / sqrt(gamma(e));
    }
};

/// Two gamma numbers' share; for small parameters M. Jöhnk's method, 1964.
template <class L>
struct Beta {
    using real = typename L::real;
    using mask = typename L::mask;
    real a, b;
    GammaPart<L> first, second;

    CUPRUM_DEVICE Beta(real a, real b) : a(a), b(b), first(a), second(b) {}

    template <class E>
    CUPRUM_DEVICE_LARGE real operator()(E& e) const {
        const mask is_large = (a > 1) | (b > 1);
        real result = 0;
        e.where(is_large, [&] {
            const real x = first(e), y = second(e);
            e.set(result, x / (x + y));
        });
        e.where(!is_large, [&] { e.repeat([&] { return try_small(e, result); }); });
        return result;
    }

    template <class E>
    CUPRUM_DEVICE bool attempt(E& e, real& result) const {
        if (!(a > 1 || b > 1)) return try_small(e, result);
        result = (*this)(e);
        return true;
    }

private:
    template <class E>
    CUPRUM_DEVICE mask try_small(E& e, real& result) const {
        const real u = e.uniform(), v = e.uniform();
        const real x = pow(u, 1 / a), y = pow(v, 1 / b), sum = x + y;
        e.set(result, x / sum);
        e.where(!(sum > 0), [&] {
            const real log_x = log(u) / a, log_y = log(v) / b, larger = log_x > log_y ? log_x : log_y;
            const real p = log_x - larger, q = log_y - larger;
            e.set(result, exp(p - log(exp(p) + exp(q))));
        });
        return !(sum > 1);
    }
};

/// Small means: products of uniform numbers. Others: W. Hörmann, "The transformed rejection method for generating
/// Poisson random variables", 1993 (PTRS).
template <class L>
struct Poisson {
    using real = typename L::real;
    using mask = typename L::mask;
    real mean;
    mask is_small;
    real least = 0, log_mean = 0, a = 0, b = 0, log_inverse_alpha = 0, v_r = 0;

    CUPRUM_DEVICE explicit Poisson(real mean) : mean(mean), is_small(mean < 10) {
        if (any(is_small)) least = exp(-mean);
        if (any(!is_small)) {
            log_mean = log(mean);
            b = 0.931 + 2.53 * sqrt(mean);
            a = -0.059 + 0.02483 * b;
            log_inverse_alpha = log(1.1239 + 1.1328 / (b - 3.4));
            v_r = 0.9277 - 3.6224 / (b - 2);
        }
    }

    template <class E>
    CUPRUM_DEVICE_LARGE real number(E& e) const {
        real k = 0;
        e.where(is_small & (mean != 0), [&] {
            real product = e.uniform();
            e.loop_while([&] { return product > least; },
                         [&] {
                             e.set(product, product * e.uniform());
                             e.set(k, k + 1);
                         });
        });
        e.where(mean >= 10, [&] { e.repeat([&] { return try_large(e, k); }); });
        return k;
    }
    template <class E>
    CUPRUM_DEVICE auto operator()(E& e) const {
        return to_whole(number(e));
    }

    template <class E>
    CUPRUM_DEVICE bool attempt(E& e, real& result) const {
        if (mean >= 10) return try_large(e, result);
        result = number(e);
        return true;
    }

private:
    template <class E>
    CUPRUM_DEVICE mask try_large(E& e, real& k) const {
        const real u = e.uniform() - 0.5, v = e.uniform(), us = 0.5 - fabs(u);
        const real there = floor((2 * a / us + b) * u + mean + 0.43);
        mask done = (us >= 0.07) & (v <= v_r);
        e.where(!done & !((there < 0) | ((us < 0.013) & (v > us))), [&] {
            const real wanted = -mean + there * log_mean - log_factorial(there);
            e.set(done, e.is_negative(real(2), [&](auto log) {
                return log(v) + log_inverse_alpha - log(a / (us * us) + b) - wanted;
            }));
        });
        e.set(k, there);
        return done;
    }
};

/// Poisson numbers of means that are gamma numbers.
template <class L>
struct NegativeBinomial {
    using real = typename L::real;
    real p;
    Gamma<L> gamma;

    CUPRUM_DEVICE NegativeBinomial(real n, real p) : p(p), gamma(n) {}
    template <class E>
    CUPRUM_DEVICE auto operator()(E& e) const {
        constexpr double largest = 9.223372006484771e18;  // of which a Poisson number is still an int64
        const real mean = gamma(e) * (1 - p) / p;
        const real number = Poisson<L>(mean < largest ? mean : real(largest)).number(e);
        return to_saturated(mean < largest ? number : real(9223372036854775808.0));
    }
};

/// Binomial numbers of a small mean: the sum of probabilities is followed.
template <class L>
struct BinomialOfFew {
    using real = typename L::real;
    real n, p, q, none, bound;

    CUPRUM_DEVICE BinomialOfFew(real n, real p) : n(n), p(p), q(1 - p), none(exp(n * log(q))) {
        const real mean = n * p, far = mean + 10 * sqrt(mean * q + 1);
        bound = floor(far < n ? far : n);
    }

    template <class E>
    CUPRUM_DEVICE_LARGE real operator()(E& e) const {
        real k = 0, share = none, u = e.uniform();
        e.loop_while([&] { return u > share; },
                     [&] {
                         e.set(k, k + 1);
                         e.set(u, u - share);
                         e.set(share, ((n - k + 1) * p * share) / (k * q));
                         e.where(k > bound, [&] {
                             e.set(k, real(0));
                             e.set(share, none);
                             e.set(u, e.uniform());
                         });
                     });
        return k;
    }
};

/// What Stirling's approximation of log(x!) leaves out, for log((x - 1)!).
template <class Real>
CUPRUM_DEVICE Real stirling_rest(Real x) {
    const Real i = 1 / x, r = i * i;
    return (13860 - (462 - (132 - (99 - 140 * r) * r) * r) * r) * i / 166320;
}

/// Algorithm BTPE of V. Kachitvichyanukul and B. Schmeiser, "Binomial random variate generation", CACM 31, 1988:
/// rejection from a triangle, a parallelogram and two exponential tails. p is at most 1/2 and n * p at least 10. The
/// paper adds the last two rests, where they are to be subtracted; RandomState's streams are those of the paper.
template <class L>
struct BinomialBtpe {
    using real = typename L::real;
    using mask = typename L::mask;
    real n, p, q, variance, inverse_variance, mode;
    real p1, p2, p3, p4;  // p1: half the triangle's base, and its area
    real middle, left, right, c, lambda_left, lambda_right;

    CUPRUM_DEVICE BinomialBtpe(real n, real p) : n(n), p(p), q(1 - p) {
        const real f_m = n * p + p;
        variance = n * p * q;
        inverse_variance = 1 / variance;
        mode = floor(f_m);
        p1 = floor(2.195 * sqrt(variance) - 4.6 * q) + 0.5;
        middle = mode + 0.5;
        left = middle - p1;
        right = middle + p1;
        c = 0.134 + 20.5 / (15.3 + mode);
        const real a_left = (f_m - left) / (f_m - left * p), a_right = (right - f_m) / (right * q);
        lambda_left = a_left * (1 + a_left / 2);
        lambda_right = a_right * (1 + a_right / 2);
        p2 = p1 * (1 + 2 * c);
        p3 = p2 + c / lambda_left;
        p4 = p3 + c / lambda_right;
    }

    template <class E>
    CUPRUM_DEVICE_LARGE real operator()(E& e) const {
        real result = 0;
        e.repeat([&] {
            const real u = e.uniform() * p4, v = e.uniform();
            mask done = u <= p1;
            real y = floor(middle - p1 * v + u);
            e.where(!done, [&] {
                const real x = left + (u - p1) / c;
                real height = v * c + 1 - fabs(mode - x + 0.5) / p1;
                mask is_inside = !(height > 1);
                e.set(y, floor(x));
                e.where(!(u <= p2), [&] {
                    const mask is_left = u <= p3;
                    const real log_v = log(v);
                    const real distance = log_v / (is_left ? lambda_left : lambda_right);
                    e.set(y, floor(is_left ? left + distance : right - distance));
                    e.set(height, v * (is_left ? (u - p2) * lambda_left : (u - p3) * lambda_right));
                    e.set(is_inside, is_left ? y >= 0 : y <= n);
                });
                e.where(is_inside, [&] { e.set(done, is_below(e, y, height)); });
            });
            e.set(result, y);
            return done;
        });
        return result;
    }

private:
    /// Whether v is below the ratio of the probabilities of y and the mode.
    template <class E>
    CUPRUM_DEVICE mask is_below(E& e, real y, real v) const {
        const real k = fabs(y - mode);
        const mask is_large = k >= variance / 2 - 1;
        mask result = is_large;
        // The ratio's logarithm lies between t - rho and t + rho where k is not large.
        const auto compare = [&] {
            e.where((k <= 20) | is_large, [&] { e.set(result, v <= ratio(e, y)); },
                    [&] {
                        const real rho =
                                       (k / variance) * ((k * (k / 3 + 0.625) + 0.16666666666666666) / variance + 0.5),
                                   t = -k * k / (2 * variance), log_v = log(v);
                        e.set(result, log_v < t - rho);
                        e.where(!result & !(log_v > t + rho), [&] { e.set(result, log_v <= log_ratio(e, y)); });
                    });
        };
        if constexpr (L::count == 1) {
            compare();
        } else {
            const real part = k * inverse_variance,
                       rho = part * ((k * (k * (1.0 / 3) + 0.625) + 0.16666666666666666) * inverse_variance + 0.5),
                       rough = rough_log(v) + 0.5 * k * part;
            result = rough < 0;
            e.where(is_large | !(fabs(rough) > rho + rough_log_error), compare);
        }
        return result;
    }
    /// The ratio, from one number to the next.
    template <class E>
    CUPRUM_DEVICE real ratio(E& e, real y) const {
        const mask is_left = y < mode;
        const real s = p / q, a = s * (n + 1), last = is_left ? mode : y;
        real product = 1, i = (is_left ? y : mode) + 1;
        // Of several steps at once, as divisions take long. Those behind the last one are of 1.
        constexpr int together = L::count == 1 ? 4 : 8;
        e.loop_while([&] { return i <= last; },
                     [&] {
                         real up = 1, down = 1;
                         for (int step = 0; step < together; ++step) {
                             up *= i <= last ? a - s * i : i;
                             down *= i;
                             i += 1;
                         }
                         e.set(product, product * (up / down));
                     });
        return is_left ? 1 / product : product;
    }
    /// Its logarithm by Stirling's series, for numbers that are far from the mode.
    template <class E>
    CUPRUM_DEVICE real log_ratio(E&, real y) const {
        const real x1 = y + 1, f1 = mode + 1, z = n + 1 - mode, w = n - y + 1;
        return middle * log(f1 / x1) + (n - mode + 0.5) * log(z / w) + (y - mode) * log(w * p / (x1 * q)) +
               stirling_rest(f1) + stirling_rest(z) + E::binomial_sign * (stirling_rest(x1) + stirling_rest(w));
    }
};

template <class L>
struct Binomial {
    using real = typename L::real;
    using mask = typename L::mask;
    real n;
    mask is_turned, is_many;
    PartOf<L, BinomialOfFew, double, double> few;
    PartOf<L, BinomialBtpe, double, double> btpe;

    CUPRUM_DEVICE Binomial(real n, real p) : Binomial(n, p > 0.5 ? 1 - p : p, p > 0.5) {}

    template <class E>
    CUPRUM_DEVICE auto operator()(E& e) const {
        real k = 0;
        e.where(is_many, [&] { e.set(k, btpe(e)); }, [&] { e.set(k, few(e)); });
        const auto count = to_whole(k);
        return is_turned ? to_whole(n) - count : count;
    }

private:
    CUPRUM_DEVICE Binomial(real n, real p, mask is_turned)
        : n(n), is_turned(is_turned), is_many(n * p > 30), few(n, p), btpe(n, p) {}
};

template <class L>
struct Geometric {
    using real = typename L::real;
    using mask = typename L::mask;
    real p, log_q;

    CUPRUM_DEVICE explicit Geometric(real p) : p(p), log_q(log1p(-p)) {}

    template <class E>
    CUPRUM_DEVICE_LARGE auto operator()(E& e) const {
        const mask is_frequent = p >= 0.333333333333333333333333;
        const real u = e.uniform(), q = 1 - p;
        real k = 1, sum = p, share = p;
        e.where(is_frequent, [&] {
            e.loop_while([&] { return (u > sum) & (share != 0); },
                         [&] {
                             e.set(share, share * q);
                             e.set(sum, sum + share);
                             e.set(k, k + 1);
                         });
        });
        e.where(!is_frequent, [&] {
            const real far = ceil(log(1 - u) / log_q);
            e.set(k, far < 1 ? real(1) : far);
        });
        return to_saturated(k);
    }
};

/// Few taken: one after the other. Others: E. Stadlober, "The ratio of uniforms approach for generating discrete random
/// variates", 1990 (HRUA).
template <class L>
struct Hypergeometric {
    using real = typename L::real;
    using mask = typename L::mask;
    real good, bad, sample, all, fewer, more, m;
    real centre, height, at_mode, limit;

    CUPRUM_DEVICE Hypergeometric(real good, real bad, real sample)
        : good(good),
          bad(bad),
          sample(sample),
          all(good + bad),
          fewer(good < bad ? good : bad),
          more(good < bad ? bad : good),
          m(sample < all - sample ? sample : all - sample) {
        const real share = fewer / all;
        const real spread = sqrt((all - m) * sample * share * (1 - share) / (all - 1) + 0.5);
        const real mode = floor((m + 1) * (fewer + 1) / (all + 2));
        centre = m * share + 0.5;
        height = 1.7155277699214135 * spread + 0.8989161620588988;
        at_mode = log_factorial(mode) + log_factorial(fewer - mode) + log_factorial(m - mode) +
                  log_factorial(more - m + mode);
        const real widest = floor(centre + 16 * spread), most = (m < fewer ? m : fewer) + 1;
        limit = most < widest ? most : widest;
    }

    template <class E>
    CUPRUM_DEVICE_LARGE auto operator()(E& e) const {
        real k = 0;
        e.where(m <= 10, [&] {
            real left = all, left_fewer = fewer, i = 0;
            e.loop_while([&] { return (i < m) & (left_fewer > 0); },
                         [&] {
                             const mask is_one = e.uniform() * left < left_fewer;
                             e.set(left_fewer, is_one ? left_fewer - 1 : left_fewer);
                             e.set(k, is_one ? k + 1 : k);
                             e.set(left, left - 1);
                             e.set(i, i + 1);
                         });
        });
        e.where(!(m <= 10), [&] {
            e.repeat([&] {
                const real x = e.uniform(), y = e.uniform(), w = centre + height * (y - 0.5) / x, there = floor(w);
                mask done = w != w;
                e.where(!((w < 0) | (w >= limit)), [&] {
                    const real t = at_mode - (log_factorial(there) + log_factorial(fewer - there) +
                                              log_factorial(m - there) + log_factorial(more - m + there));
                    e.set(done, x * (4 - x) - 3 <= t);
                    e.where(!done & !(x * (x - t) >= 1), [&] { e.set(done, 2 * log(x) <= t); });
                });
                e.set(k, there);
                return done;
            });
        });
        k = good > bad ? m - k : k;
        return to_whole(m < sample ? good - k : k);
    }
};

/// A. Kemp, "Efficient generation of logarithmically distributed pseudo-random variables", 1981.
template <class L>
struct LogSeries {
    using real = typename L::real;
    using mask = typename L::mask;
    real p, r;

    CUPRUM_DEVICE explicit LogSeries(real p) : p(p), r(log1p(-p)) {}

    template <class E>
    CUPRUM_DEVICE_LARGE auto operator()(E& e) const {
        real k = 1;
        e.where(p != 0, [&] {
            e.repeat([&] {
                const real v = e.uniform();
                mask done = v >= p;
                real there = 1;
                e.where(!done, [&] {
                    const real u = e.uniform(), q = -expm1(r * u), other = v >= q ? real(1) : real(2);
                    e.set(there, other);
                    e.set(done, q == q);
                    e.where(v <= q * q, [&] {
                        e.set(there, floor(1 + log(v) / log(q)));
                        e.set(done, !((there < 1) | (v == 0)));
                    });
                });
                e.set(k, there);
                return done;
            });
        });
        return to_whole(k);
    }
};

template <class L>
struct NoncentralChiSquare {
    using real = typename L::real;
    using mask = typename L::mask;
    real df, nonc;
    mask is_mixed;
    GammaPart<L> gamma;

    CUPRUM_DEVICE NoncentralChiSquare(real df, real nonc)
        : df(df), nonc(nonc), is_mixed((nonc > 0) & !(df > 1)), gamma(nonc > 0 ? (df - 1) / 2 : df / 2) {}

    template <class E>
    CUPRUM_DEVICE_LARGE real operator()(E& e) const {
        real result = nonc;  // where it is NaN
        e.where(!is_mixed & (nonc >= 0), [&] { e.set(result, 2 * gamma(e)); });
        e.where(!is_mixed & (nonc > 0), [&] {
            const real z = e.normal() + sqrt(nonc);
            e.set(result, result + z * z);
        });
        e.where(is_mixed, [&] {
            const real more = Poisson<L>(nonc / 2).number(e);
            e.set(result, 2 * Gamma<L>((df + 2 * more) / 2)(e));
        });
        return result;
    }
};

template <class L>
struct NoncentralF {
    using real = typename L::real;
    real dfnum, dfden;
    NoncentralChiSquare<L> upper;
    GammaPart<L> lower;

    CUPRUM_DEVICE NoncentralF(real dfnum, real dfden, real nonc)
        : dfnum(dfnum), dfden(dfden), upper(dfnum, nonc), lower(dfden / 2) {}
    template <class E>
    CUPRUM_DEVICE real operator()(E& e) const {
        const real x = upper(e) * dfden;
        return x / (2 * lower(e) * dfnum);
    }
};

/// D. Best, N. Fisher, "Efficient simulation of the von Mises distribution", 1979.
template <class L>
struct VonMises {
    using real = typename L::real;
    using mask = typename L::mask;
    real mu, kappa, s;

    CUPRUM_DEVICE VonMises(real mu, real kappa) : mu(mu), kappa(kappa) {
        const real r = 1 + sqrt(1 + 4 * kappa * kappa), rho = (r - sqrt(2 * r)) / (2 * kappa);
        s = kappa < 1e-5 ? 1 / kappa + kappa  // of the series of what follows
                         : (1 + rho * rho) / (2 * rho);
    }

    template <class E>
    CUPRUM_DEVICE_LARGE real operator()(E& e) const {
        real result = kappa;  // where it is NaN
        e.where(kappa < 1e-8, [&] { e.set(result, pi * (2 * e.uniform() - 1)); });
        e.where(kappa >= 1e-8, [&] {
            real w = 0;
            e.repeat([&] { return try_cosine(e, w); });
            e.set(result, angle_of(e, w));
        });
        return result;
    }

    template <class E>
    CUPRUM_DEVICE bool attempt(E& e, real& result) const {
        if (kappa >= 1e-8) {
            real w;
            if (!try_cosine(e, w)) return false;
            result = angle_of(e, w);
        } else {
            result = kappa < 1e-8 ? pi * (2 * e.uniform() - 1) : kappa;
        }
        return true;
    }

private:
    /// The cosine of the angle from mu.
    template <class E>
    CUPRUM_DEVICE mask try_cosine(E& e, real& w) const {
        const real z = cos(pi * e.uniform()), there = (1 + s * z) / (s + z);
        const real y = kappa * (s - there), v = e.uniform();
        mask done = y * (2 - y) - v >= 0;
        e.where(!done, [&] { e.set(done, e.is_negative(real(1), [&](auto log) { return -(log(y / v) + 1 - y); })); });
        e.set(w, there);
        return done;
    }
    template <class E>
    CUPRUM_DEVICE real angle_of(E& e, real w) const {
        const real to_one_side = acos(w), angle = (e.uniform() < 0.5 ? -to_one_side : to_one_side) + mu;
        real turned = fabs(angle) + pi;
        e.where(!(turned < 2 * pi), [&] { e.set(turned, fmod(turned, 2 * pi)); });
        turned -= pi;
        return angle < 0 ? -turned : turned;
    }
};

/// J. Michael, W. Schucany, R. Haas, "Generating random variates using transformations with multiple roots", 1976.
template <class L>
struct Wald {
    using real = typename L::real;
    real mean, half;

    CUPRUM_DEVICE Wald(real mean, real scale) : mean(mean), half(mean / (2 * scale)) {}
    template <class E>
    CUPRUM_DEVICE real operator()(E& e) const {
        // The smaller root of the method's equation, without a difference that cancels where the scale is small.
        const real z = e.normal(), t = half * z * z, x = mean / (1 + t + sqrt(t) * sqrt(t + 2));
        return e.uniform() <= mean / (mean + x) ? x : mean * (mean / x);
    }
};

/// L. Devroye, "Non-uniform random variate generation", 1986, chapter X.6.
template <class L>
struct Zipf {
    using real = typename L::real;
    using mask = typename L::mask;
    real less, step, share;  // less: the exponent less one

    // Near an exponent of 1 hardly a number is an int64: then only those are drawn that are.
    CUPRUM_DEVICE explicit Zipf(real a)
        : less(a - 1),
          step(expm1(less * 0.693147180559945309417)),
          share(less < 0.001 ? -expm1(less * -43.6682723752765511) : real(1)) {}

    template <class E>
    CUPRUM_DEVICE_LARGE auto operator()(E& e) const {
        real k = 0;
        e.repeat([&] {
            const real u = e.uniform() * share, v = e.uniform(), x = floor(exp(-log1p(-u) / less));
            mask done = (x >= 1) & (x < 9223372036854775807.0);
            e.where(done, [&] {
                const real gain = expm1(less * log1p(1 / x));
                e.set(done, v * x * gain / step <= (1 + gain) / (1 + step));
            });
            e.set(k, x);
            return done;
        });
        return to_whole(k);
    }
};

}  // namespace cuprum
