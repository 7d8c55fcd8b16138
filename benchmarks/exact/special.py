"""Special functions at 50 digits, by mpmath: what benchmarks/special_accuracy.py measures, and on which operands."""

import mpmath as mp
import scipy.special

DIGITS = 50
mp.mp.dps = DIGITS


def incomplete_gamma(a, x, upper):
    return mp.gammainc(a, x, mp.inf, regularized=True) if upper else mp.gammainc(a, 0, x, regularized=True)


def normal(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def root_of(function, guess):
    """By the secant method, from a guess of 15 digits."""
    return mp.findroot(
        function,
        (mp.mpf(guess), mp.mpf(guess) * (1 + mp.mpf(10) ** -12)),
        solver="secant",
        tol=mp.mpf(10) ** -80,
        verify=False,
    )


def erfc_inverse(y):
    return root_of(lambda x: mp.erfc(x) / y - 1, float(scipy.special.erfcinv(float(y))))


def normal_inverse(p):
    return root_of(lambda x: normal(x) / p - 1, float(scipy.special.ndtri(float(p))))


def gamma_inverse(a, p, upper=False):
    guess = scipy.special.gammainccinv if upper else scipy.special.gammaincinv
    return root_of(lambda x: incomplete_gamma(a, x, upper) / p - 1, float(guess(float(a), float(p))))


def beta_part(a, b, low, high):
    return mp.betainc(a, b, low, high, regularized=True)


def beta_inverse(a, b, p, upper=False):
    """Where the integral from 0 is p; with `upper`, where the one to 1 of the swapped parameters is."""
    if upper:
        guess = float(scipy.special.betainccinv(float(b), float(a), float(p)))
        return root_of(lambda x: beta_part(b, a, x, 1) / p - 1, guess)
    return root_of(
        lambda x: beta_part(a, b, 0, x) / p - 1, float(scipy.special.betaincinv(float(a), float(b), float(p)))
    )


def fisher_inverse(n, d, p):
    guess = float(scipy.special.fdtri(float(n), float(d), float(p)))
    return root_of(lambda x: beta_part(n / 2, d / 2, 0, n * x / (n * x + d)) / p - 1, guess)


def student_inverse(df, p):
    guess = float(scipy.special.stdtrit(float(df), float(p)))
    return root_of(lambda t: student(df, t) / p - 1, guess)


def normal_log_inverse(y):
    guess = float(scipy.special.ndtri_exp(float(y)))
    return root_of(lambda x: mp.log(normal(x)) / y - 1, guess)


def smirnov(n, d):
    """The probability of a one-sided distance of at least d, by the sum of Birnbaum and Tingey."""
    return d * mp.fsum(
        mp.binomial(n, j) * (d + mp.mpf(j) / n) ** (j - 1) * (1 - d - mp.mpf(j) / n) ** (n - j)
        for j in range(int(mp.floor(n * (1 - d))) + 1)
    )


def tukey_lambda(x, lam):
    """The inverse of its quantile function (p^lam - (1-p)^lam) / lam."""
    if abs(x) >= 1 / lam:
        return mp.mpf(x > 0)
    return mp.findroot(
        lambda p: (p**lam - (1 - p) ** lam) / lam - x, (mp.mpf(0), mp.mpf(1)), solver="anderson", tol=1e-90
    )


def voigt(x, sigma, gamma):
    z = mp.mpc(x, gamma) / (sigma * mp.sqrt(2))
    return mp.re(mp.exp(-z * z) * mp.erfc(-1j * z)) / (sigma * mp.sqrt(2 * mp.pi))


def noncentral_student(df, nc, t):
    """By an integral over the chi distribution."""

    def part(s):
        return normal(t * s / mp.sqrt(df) - nc) * s ** (df - 1) * mp.exp(-s * s / 2)

    total = mp.quad(part, mp.linspace(0, 4, 5) + [6, 9, 14, 25])
    return total / (mp.mpf(2) ** (df / 2 - 1) * mp.gamma(df / 2))


def integral(function, x):
    """From 0 to x, in pieces of at most 4."""
    return mp.quad(function, mp.linspace(0, x, int(x / 4) + 2))


def ladder(x):
    """Points from 0 to 1 between which a function of x/u oscillates little."""
    return [0, *(x / mp.mpf(k) for k in range(int(x) + 40, int(x), -4) if k > x), 1]


def wright(a, b, x):
    return mp.nsum(lambda k: x**k / mp.factorial(k) * mp.rgamma(a * k + b), [0, mp.inf])


def student(df, t):
    tail = mp.betainc(df / 2, mp.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
    return tail if t < 0 else 1 - tail


def noncentral_chi_square(x, df, nc):
    total, j = mp.mpf(0), 0
    while True:
        term = mp.exp(-nc / 2) * (nc / 2) ** j / mp.factorial(j) * incomplete_gamma(df / 2 + j, x / 2, False)
        total += term
        if j > nc and term < mp.mpf(10) ** -45 * total:
            return total
        j += 1


# name: (exact function, lowest and highest value of each operand, hard points of each operand)
FUNCTIONS = {
    "erf": (mp.erf, [(-6, 6)], [[1e-300, 1e-20, 1e-8, 0.5, 0.99999, 1, 5.9]]),
    "erfc": (mp.erfc, [(-5, 9)], [[1e-20, 0.5, 1, 8.9]]),
    "erfcx": (lambda x: mp.exp(x * x) * mp.erfc(x), [(-4, 50)], [[1e-20, 0.5, 1, 49.5]]),
    "dawsn": (lambda x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x), [(-10, 10)], [[1e-20, 0.92, 9.5]]),
    "erfinv": (mp.erfinv, [(-0.999, 0.999)], [[1e-20, 1e-8, 0.5, 0.4999999, 0.999999]]),
    "ndtr": (normal, [(-12, 6)], [[-12, -1, 0.5, 5]]),
    "log_ndtr": (lambda x: mp.log(normal(x)), [(-30, 6)], [[-1, 0.5, 5]]),
    "expit": (lambda x: 1 / (1 + mp.exp(-x)), [(-40, 40)], [[1e-20, -30, 30]]),
    "log_expit": (lambda x: -mp.log(1 + mp.exp(-x)), [(-40, 40)], [[1e-20, -30, 30]]),
    "softplus": (lambda x: mp.log(1 + mp.exp(x)), [(-40, 40)], [[1e-20, -30, 30]]),
    "logit": (lambda p: mp.log(p / (1 - p)), [(0.001, 0.999)], [[0.3, 0.49999, 0.5001, 0.65, 1e-30]]),
    "exprel": (lambda x: mp.expm1(x) / x, [(-30, 30)], [[1e-20, 1e-8, 1]]),
    "cosm1": (lambda x: -2 * mp.sin(x / 2) ** 2, [(-3, 3)], [[1e-10, 1e-4, 3]]),
    "exp10": (lambda x: mp.mpf(10) ** x, [(-30, 30)], [[1e-20, 1, 2, 10]]),
    "cbrt": (lambda x: mp.cbrt(x), [(0.001, 1000)], [[1, 8, 27]]),
    "sindg": (lambda x: mp.sin(mp.radians(x)), [(1, 179)], [[30, 45, 90, 179.99]]),
    "tandg": (lambda x: mp.tan(mp.radians(x)), [(1, 89)], [[30, 45, 89.999]]),
    "entr": (lambda x: -x * mp.log(x), [(0.001, 0.9)], [[1e-30, 0.5]]),
    "boxcox": (lambda x, p: (x**p - 1) / p, [(0.1, 20), (0.1, 3)], [[1.001, 10], [1e-8, 2]]),
    "gamma": (mp.gamma, [(-10.5, 33)], [[1e-20, 0.5, 1, 2, -0.5, -9.9999, 33]]),
    "gammaln": (lambda x: mp.log(abs(mp.gamma(x))), [(0.01, 100)], [[1e-20, 0.5, 0.999, 1.001, 1.999, 2.001, 1e10]]),
    "loggamma": (mp.loggamma, [(0.01, 100)], [[1e-20, 0.5, 0.999, 2.001, 1e10]]),
    "rgamma": (mp.rgamma, [(-10.5, 33)], [[1e-20, 0.5, -9.9999]]),
    "psi": (mp.digamma, [(0.01, 100)], [[1e-20, 0.5, 1.4616, 1, 2]]),
    "beta": (mp.beta, [(0.1, 20), (0.1, 20)], [[1e-3, 1, 20], [1e-3, 1, 20]]),
    "gammainc": (lambda a, x: incomplete_gamma(a, x, False), [(0.1, 30), (0.1, 40)], [[0.1, 1, 30], [1e-8, 1, 30]]),
    "gammaincc": (lambda a, x: incomplete_gamma(a, x, True), [(0.1, 30), (0.1, 40)], [[0.1, 1, 30], [1e-8, 1, 30]]),
    "betainc": (
        lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True),
        [(0.1, 30), (0.1, 30), (0.01, 0.99)],
        [[0.1, 1, 30], [0.1, 1, 30], [1e-8, 0.5, 0.999]],
    ),
    "j0": (lambda x: mp.besselj(0, x), [(0, 20)], [[1e-10, 2.4048, 5.5201, 8]]),
    "j1": (lambda x: mp.besselj(1, x), [(0, 20)], [[1e-10, 3.8317, 8]]),
    "y0": (lambda x: mp.bessely(0, x), [(0.01, 20)], [[1e-10, 0.8936, 8]]),
    "y1": (lambda x: mp.bessely(1, x), [(0.01, 20)], [[1e-10, 2.1971, 8]]),
    "i0": (lambda x: mp.besseli(0, x), [(0, 40)], [[1e-10, 8, 8.001]]),
    "i1": (lambda x: mp.besseli(1, x), [(0.01, 40)], [[1e-10, 8, 8.001]]),
    "k0": (lambda x: mp.besselk(0, x), [(0.01, 40)], [[1e-10, 2, 2.001]]),
    "k1": (lambda x: mp.besselk(1, x), [(0.01, 40)], [[1e-10, 2, 2.001]]),
    "jv": (mp.besselj, [(0, 20), (0.1, 20)], [[0.5, 1, 20], [1e-3, 8]]),
    "kv": (mp.besselk, [(0, 20), (0.1, 20)], [[0.5, 1, 20], [1e-3, 8]]),
    "exp1": (mp.e1, [(0.01, 50)], [[1e-20, 1, 1.001]]),
    "expi": (mp.ei, [(0.5, 40)], [[1e-10, 0.3725, 1, 39]]),
    "ellipk": (mp.ellipk, [(-10, 0.999)], [[0, 0.5, 0.999999]]),
    "ellipe": (mp.ellipe, [(-10, 0.999)], [[0, 0.5, 0.999999]]),
    "ellipkinc": (mp.ellipf, [(0.01, 1.5), (0.01, 0.99)], [[1.57], [0.5, 0.999]]),
    "elliprf": (mp.elliprf, [(0.01, 10)] * 3, [[1e-10, 1]] * 3),
    "elliprd": (mp.elliprd, [(0.01, 10)] * 3, [[1e-10, 1]] * 3),
    "elliprj": (mp.elliprj, [(0.01, 10)] * 4, [[1e-3, 1]] * 4),
    "hyp2f1": (mp.hyp2f1, [(0.1, 3)] * 3 + [(-0.95, 0.95)], [[1, 2]] * 3 + [[-0.5, 0.5, 0.9]]),
    "struve": (mp.struveh, [(0, 10), (0.1, 20)], [[0, 1], [1e-3]]),
    "zetac": (lambda x: mp.zeta(x) - 1, [(1.1, 40)], [[2, 1.001, 40]]),
    # What SciPy and CuPy have beside these.
    "erfi": (mp.erfi, [(-5, 5)], [[1e-20, 0.5, 1]]),
    "erfcinv": (
        lambda y: -mp.erfinv(y - 1) if y > 0.5 else erfc_inverse(y),
        [(0.001, 1.99)],
        [[1e-30, 0.0625, 0.5, 0.99, 1.5]],
    ),
    "ndtri": (lambda p: normal_inverse(p), [(0.001, 0.999)], [[1e-30, 0.1, 0.13534, 0.4999, 0.8646]]),
    "expm1": (mp.expm1, [(-30, 30)], [[1e-20, 1e-5, 0.5]]),
    "log1p": (mp.log1p, [(-0.99, 50)], [[1e-20, 1e-5, 0.5]]),
    "exp2": (lambda x: mp.mpf(2) ** x, [(-30, 30)], [[1e-20, 0.5, 10]]),
    "xlogy": (lambda x, y: x * mp.log(y), [(0.1, 20), (0.1, 20)], [[1e-10, 1], [0.999, 1.001]]),
    "xlog1py": (lambda x, y: x * mp.log1p(y), [(0.1, 20), (-0.9, 20)], [[1e-10, 1], [1e-10, 0.5]]),
    "powm1": (lambda x, y: mp.powm1(x, y), [(0.1, 5), (-3, 3)], [[1.001, 0.999], [1e-5, 2]]),
    "cosdg": (lambda x: mp.cos(mp.radians(x)), [(1, 89)], [[30, 45, 89.99]]),
    "cotdg": (lambda x: mp.cot(mp.radians(x)), [(1, 89)], [[30, 45, 89.99]]),
    "boxcox1p": (lambda x, p: mp.powm1(1 + x, p) / p, [(0.1, 20), (0.1, 3)], [[1e-8, 10], [1e-8, 2]]),
    "inv_boxcox": (lambda x, p: (p * x + 1) ** (1 / p), [(0.1, 20), (0.1, 3)], [[1e-3, 1], [0.01, 2]]),
    "inv_boxcox1p": (lambda x, p: (p * x + 1) ** (1 / p) - 1, [(0.1, 20), (0.1, 3)], [[1e-8, 1], [0.01, 2]]),
    "kl_div": (lambda x, y: x * mp.log(x / y) - x + y, [(0.1, 5), (0.1, 5)], [[1, 1e-5], [1.5, 3]]),
    "rel_entr": (lambda x, y: x * mp.log(x / y), [(0.1, 5), (0.1, 5)], [[1, 1e-5], [1.001, 3]]),
    "huber": (lambda d, r: r * r / 2 if abs(r) <= d else d * (abs(r) - d / 2), [(0.1, 5), (-9, 9)], [[1], [0.5, 1, 2]]),
    "pseudo_huber": (lambda d, r: d * d * (mp.sqrt(1 + (r / d) ** 2) - 1), [(0.1, 5), (-9, 9)], [[1], [1e-8, 1]]),
    "betaln": (lambda a, b: mp.log(mp.beta(a, b)), [(0.1, 20), (0.1, 20)], [[1e-3, 1, 20], [1e-3, 20]]),
    "poch": (lambda a, m: mp.rf(a, m), [(0.1, 20), (0.1, 10)], [[1e-3, 1], [1e-3, 3]]),
    "binom": (lambda n, k: mp.binomial(n, k), [(1, 30), (0.1, 10)], [[5, 10.5], [2, 0.5]]),
    "gammaincinv": (lambda a, p: gamma_inverse(a, p), [(0.5, 20), (0.05, 0.95)], [[0.3, 1], [1e-3, 0.5]]),
    "betaincc": (
        lambda a, b, x: mp.betainc(a, b, x, 1, regularized=True),
        [(0.1, 30), (0.1, 30), (0.01, 0.99)],
        [[0.1, 1], [1, 30], [1e-8, 0.999]],
    ),
    "stdtr": (lambda df, t: student(df, t), [(0.5, 30), (-10, 10)], [[1, 30], [1e-8, -50]]),
    "fdtr": (
        lambda n, d, x: mp.betainc(n / 2, d / 2, 0, n * x / (n * x + d), regularized=True),
        [(0.5, 30)] * 2 + [(0.1, 10)],
        [[1], [2], [1e-5]],
    ),
    "chdtr": (lambda v, x: incomplete_gamma(v / 2, x / 2, False), [(0.5, 30), (0.1, 30)], [[1], [1e-5]]),
    "chdtrc": (lambda v, x: incomplete_gamma(v / 2, x / 2, True), [(0.5, 30), (0.1, 30)], [[1], [60]]),
    "gdtr": (lambda a, b, x: incomplete_gamma(b, a * x, False), [(0.1, 5), (0.5, 20), (0.1, 10)], [[1], [2], [1e-5]]),
    "pdtr": (lambda k, m: incomplete_gamma(mp.floor(k) + 1, m, True), [(0, 30), (0.1, 30)], [[0, 5], [1e-5, 10]]),
    "kolmogorov": (
        lambda y: 2 * mp.nsum(lambda k: (-1) ** (int(k) - 1) * mp.exp(-2 * k * k * y * y), [1, mp.inf]),
        [(0.4, 3)],
        [[0.82, 5]],
    ),
    "owens_t": (
        lambda h, a: mp.quad(lambda x: mp.exp(-h * h * (1 + x * x) / 2) / (1 + x * x), [0, a]) / (2 * mp.pi),
        [(0.1, 4), (0.1, 3)],
        [[0.5], [1, 0.99]],
    ),
    "chndtr": (lambda x, df, nc: noncentral_chi_square(x, df, nc), [(0.1, 30)] * 3, [[1e-3], [3], [40]]),
    "zeta": (lambda x, q: mp.zeta(x, q), [(1.1, 30), (0.1, 30)], [[1.001, 2], [0.5, 100]]),
    "kn": (lambda n, x: mp.besselk(mp.floor(n), x), [(0, 6), (0.1, 20)], [[0, 3], [1e-3]]),
    "yn": (lambda n, x: mp.bessely(mp.floor(n), x), [(0, 6), (0.1, 20)], [[0, 3], [1e-3]]),
    "yv": (mp.bessely, [(0, 20), (0.1, 20)], [[0.5, 1, 20], [1e-3, 8]]),
    "iv": (mp.besseli, [(0, 20), (0.1, 20)], [[0.5, 1, 20], [1e-3, 8]]),
    "i0e": (lambda x: mp.exp(-abs(x)) * mp.besseli(0, x), [(-40, 40)], [[1e-10, 8, 8.001, 1e5]]),
    "i1e": (lambda x: mp.exp(-abs(x)) * mp.besseli(1, x), [(-40, 40)], [[1e-10, 8, 8.001, 1e5]]),
    "k0e": (lambda x: mp.exp(x) * mp.besselk(0, x), [(0.01, 40)], [[1e-10, 1, 2, 2.001, 1e5]]),
    "k1e": (lambda x: mp.exp(x) * mp.besselk(1, x), [(0.01, 40)], [[1e-10, 1, 2, 2.001, 1e5]]),
    "modstruve": (mp.struvel, [(0, 10), (0.1, 20)], [[0, 1], [1e-3]]),
    "ber": (lambda x: mp.ber(0, x), [(0, 10)], [[1e-3, 2.8]]),
    "bei": (lambda x: mp.bei(0, x), [(0.1, 10)], [[1e-3, 5]]),
    "ker": (lambda x: mp.ker(0, x), [(0.1, 10)], [[1e-3, 1.7]]),
    "kei": (lambda x: mp.kei(0, x), [(0.1, 10)], [[1e-3, 3.9]]),
    "expn": (lambda n, x: mp.expint(mp.floor(n), x), [(0, 10), (0.1, 30)], [[1, 2], [1e-3, 1.001]]),
    "ellipkm1": (lambda p: mp.ellipk(1 - p), [(0.001, 2)], [[1e-30, 1e-5]]),
    "ellipeinc": (mp.ellipe, [(0.01, 1.5), (0.01, 0.99)], [[1.57], [0.5, 0.999]]),
    "elliprc": (mp.elliprc, [(0.01, 10)] * 2, [[1e-10, 1]] * 2),
    "elliprg": (mp.elliprg, [(0.01, 10)] * 3, [[1e-10, 1]] * 3),
    "agm": (mp.agm, [(0.01, 20)] * 2, [[1e-10, 1]] * 2),
    "hyp1f1": (mp.hyp1f1, [(0.1, 5)] * 2 + [(-10, 10)], [[1, 3]] * 2 + [[-0.5, 1e-5]]),
    "hyp0f1": (mp.hyp0f1, [(0.1, 5), (-10, 10)], [[1, 3], [1e-5, 50]]),
    "hyperu": (mp.hyperu, [(0.1, 5)] * 2 + [(0.5, 20)], [[1, 2.5]] * 2 + [[0.1]]),
    "lpmv": (lambda m, n, x: mp.legenp(n, mp.floor(m), x), [(0, 1), (0.5, 5), (-0.9, 0.9)], [[0, 1], [2, 2.5], [0.1]]),
    "eval_legendre": (mp.legendre, [(0.5, 6), (-0.9, 0.9)], [[2, 3.5], [0.1]]),
    "eval_chebyt": (mp.chebyt, [(0.5, 6), (-0.9, 0.9)], [[2, 3.5], [0.1]]),
    "eval_chebyu": (mp.chebyu, [(0.5, 6), (-0.9, 0.9)], [[2, 3.5], [0.1]]),
    "eval_laguerre": (lambda n, x: mp.laguerre(n, 0, x), [(0.5, 6), (0.1, 10)], [[2, 3.5], [0.1]]),
    "eval_jacobi": (mp.jacobi, [(0.5, 6), (0.1, 3), (0.1, 3), (-0.9, 0.9)], [[2, 3.5], [0.5], [1], [0.1]]),
    "wright_bessel": (
        lambda a, b, x: mp.nsum(lambda k: x**k / mp.factorial(k) * mp.rgamma(a * k + b), [0, mp.inf]),
        [(0.1, 3), (0.1, 5), (0.1, 10)],
        [[0.5], [1], [1e-3]],
    ),
    # Distributions and their inverses.
    "bdtr": (
        lambda k, n, p: beta_part(mp.floor(n) - mp.floor(k), mp.floor(k) + 1, 0, 1 - p),
        [(0, 9), (10, 30), (0.05, 0.95)],
        [[0, 3], [5, 9], [0.5]],
    ),
    "bdtrc": (
        lambda k, n, p: beta_part(mp.floor(k) + 1, mp.floor(n) - mp.floor(k), 0, p),
        [(0, 9), (10, 30), (0.05, 0.95)],
        [[0, 3], [5, 9], [0.5]],
    ),
    "nbdtr": (
        lambda k, n, p: beta_part(mp.floor(n), mp.floor(k) + 1, 0, p),
        [(0, 9), (1, 30), (0.05, 0.95)],
        [[0, 3], [5], [0.5, 1e-3]],
    ),
    "nbdtrc": (
        lambda k, n, p: beta_part(mp.floor(k) + 1, mp.floor(n), 0, 1 - p),
        [(0, 9), (1, 30), (0.05, 0.95)],
        [[0, 3], [5], [0.5]],
    ),
    "fdtrc": (
        lambda n, d, x: beta_part(d / 2, n / 2, 0, d / (d + n * x)),
        [(0.5, 30)] * 2 + [(0.1, 10)],
        [[1], [2], [1e-5, 100]],
    ),
    "fdtri": (lambda n, d, p: fisher_inverse(n, d, p), [(0.5, 30)] * 2 + [(0.05, 0.95)], [[1], [2], [1e-3]]),
    "gdtrc": (lambda a, b, x: incomplete_gamma(b, a * x, True), [(0.1, 5), (0.5, 20), (0.1, 10)], [[1], [2], [1e-5]]),
    "gdtrix": (lambda a, b, p: gamma_inverse(b, p) / a, [(0.1, 5), (0.5, 20), (0.05, 0.95)], [[1], [2], [1e-3]]),
    "pdtrc": (lambda k, m: incomplete_gamma(mp.floor(k) + 1, m, False), [(0, 30), (0.1, 30)], [[0, 5], [1e-5, 10]]),
    "pdtri": (lambda k, y: gamma_inverse(mp.floor(k) + 1, y, True), [(0, 30), (0.05, 0.95)], [[0, 5], [1e-3]]),
    "chdtri": (lambda v, p: 2 * gamma_inverse(v / 2, p, True), [(0.5, 30), (0.05, 0.95)], [[1, 4], [1e-10]]),
    "gammainccinv": (lambda a, p: gamma_inverse(a, p, True), [(0.5, 20), (0.05, 0.95)], [[0.3, 1], [1e-10, 0.5]]),
    "betaincinv": (
        lambda a, b, p: beta_inverse(a, b, p),
        [(0.1, 20)] * 2 + [(0.05, 0.95)],
        [[0.5, 1]] * 2 + [[1e-3, 0.5]],
    ),
    "betainccinv": (
        lambda a, b, p: beta_inverse(b, a, p, True),
        [(0.1, 20)] * 2 + [(0.05, 0.95)],
        [[0.5, 1]] * 2 + [[1e-3, 0.5]],
    ),
    "stdtrit": (lambda df, p: student_inverse(df, p), [(0.5, 30), (0.01, 0.99)], [[1, 2], [1e-4, 0.5001]]),
    "ndtri_exp": (lambda y: normal_log_inverse(y), [(-30, -0.01)], [[-1e-5, -0.6931, -2, -500]]),
    "smirnov": (lambda n, d: smirnov(int(mp.floor(n)), d), [(1, 30), (0.01, 0.99)], [[1, 5], [1e-3, 0.5]]),
    "tklmbda": (lambda x, lam: tukey_lambda(x, lam), [(-2, 2), (0.1, 3)], [[0.25], [0.5, 1]]),
    "voigt_profile": (lambda x, s, g: voigt(x, s, g), [(-5, 5), (0.1, 3), (0.1, 3)], [[0, 20], [1e-2], [1e-2, 1]]),
    "nctdtr": (lambda df, nc, t: noncentral_student(df, nc, t), [(1, 20), (-3, 5), (-2, 8)], [[3], [1], [0.5]]),
    # Bessel functions with a factor, and their integrals.
    "jve": (mp.besselj, [(0, 20), (0.1, 20)], [[0.5, 1, 20], [1e-3, 8]]),
    "yve": (mp.bessely, [(0, 20), (0.1, 20)], [[0.5, 1, 20], [1e-3, 8]]),
    "ive": (lambda v, x: mp.exp(-x) * mp.besseli(v, x), [(0, 20), (0.1, 20)], [[0.5, 1, 20], [1e-3, 500]]),
    "kve": (lambda v, x: mp.exp(x) * mp.besselk(v, x), [(0, 20), (0.1, 20)], [[0.5, 1, 20], [1e-3, 500]]),
    "jn": (lambda n, x: mp.besselj(mp.floor(n), x), [(0, 6), (0.1, 20)], [[0, 3], [1e-3]]),
    "berp": (lambda x: mp.diff(lambda t: mp.ber(0, t), x), [(0.1, 10)], [[1e-3]]),
    "keip": (lambda x: mp.diff(lambda t: mp.kei(0, t), x), [(0.1, 10)], [[1e-3]]),
    "itstruve0": (lambda x: integral(lambda t: mp.struveh(0, t), x), [(0.1, 40)], [[1e-3, 20]]),
    "itmodstruve0": (lambda x: integral(lambda t: mp.struvel(0, t), x), [(0.1, 40)], [[1e-3, 20]]),
    "it2struve0": (lambda x: mp.quad(lambda u: mp.struveh(0, x / u) / u, ladder(x)), [(0.1, 40)], [[1e-3, 20]]),
    "besselpoly": (
        lambda a, lam, nu: mp.quad(lambda t: t**lam * mp.besselj(nu, 2 * a * t), [0, 1]),
        [(0.1, 5), (0.5, 3), (0, 3)],
        [[1], [1], [0]],
    ),
    "log_wright_bessel": (
        lambda a, b, x: mp.log(wright(a, b, x)),
        [(0.1, 3), (0.1, 5), (0.1, 10)],
        [[0.5], [1], [1e-3]],
    ),
    # Orthogonal polynomials.
    "eval_chebyc": (lambda n, x: 2 * mp.chebyt(n, x / 2), [(0.5, 6), (-1.8, 1.8)], [[2, 3.5], [0.1]]),
    "eval_chebys": (lambda n, x: mp.chebyu(n, x / 2), [(0.5, 6), (-1.8, 1.8)], [[2, 3.5], [0.1]]),
    "eval_sh_chebyt": (lambda n, x: mp.chebyt(n, 2 * x - 1), [(0.5, 6), (0.05, 0.95)], [[2, 3.5], [0.1]]),
    "eval_sh_chebyu": (lambda n, x: mp.chebyu(n, 2 * x - 1), [(0.5, 6), (0.05, 0.95)], [[2, 3.5], [0.1]]),
    "eval_sh_legendre": (lambda n, x: mp.legendre(n, 2 * x - 1), [(0.5, 6), (0.05, 0.95)], [[2, 3.5], [0.1]]),
    "eval_gegenbauer": (mp.gegenbauer, [(0.5, 6), (0.1, 3), (-0.9, 0.9)], [[2, 3.5], [0.5], [0.1]]),
    "eval_genlaguerre": (mp.laguerre, [(0.5, 6), (0.1, 3), (0.1, 10)], [[2, 3.5], [0.5], [0.1]]),
    "gammasgn": (lambda x: mp.sign(mp.gamma(x)), [(-10.5, 5)], [[0.5, -0.5]]),
    "radian": (lambda d, m, s: mp.radians(d + m / 60 + s / 3600), [(0, 90), (0, 60), (0, 60)], [[1], [1], [1]]),
}
# Of several results, the one that is measured.
SEVERAL = {
    "airy": [mp.airyai, lambda z: mp.airyai(z, derivative=1), mp.airybi, lambda z: mp.airybi(z, derivative=1)],
    "sici": [mp.si, mp.ci],
    "shichi": [mp.shi, mp.chi],
    "fresnel": [mp.fresnels, mp.fresnelc],
    "ellipj": [
        lambda u, m: mp.ellipfun("sn", u, m=m),
        lambda u, m: mp.ellipfun("cn", u, m=m),
        lambda u, m: mp.ellipfun("dn", u, m=m),
    ],
}
RANGES_OF_SEVERAL = {
    "airy": [(-8, 8)],
    "sici": [(0.1, 20)],
    "shichi": [(0.1, 20)],
    "fresnel": [(0.1, 10)],
    "ellipj": [(0.1, 3), (0.05, 0.95)],
}
for _name, _functions in SEVERAL.items():
    for _k, _function in enumerate(_functions):
        FUNCTIONS[f"{_name}[{_k}]"] = (_function, RANGES_OF_SEVERAL[_name], [[1.0]] * len(RANGES_OF_SEVERAL[_name]))

# Functions of complex numbers: real and imaginary parts of the last operand from -size to size.
COMPLEX = {
    "erf": (mp.erf, [], 3), "erfc": (mp.erfc, [], 3), "erfcx": (lambda z: mp.exp(z * z) * mp.erfc(z), [], 3),
    "erfi": (mp.erfi, [], 3), "wofz": (lambda z: mp.exp(-z * z) * mp.erfc(-1j * z), [], 4), "ndtr": (normal, [], 3),
    "gamma": (mp.gamma, [], 8), "loggamma": (mp.loggamma, [], 8), "rgamma": (mp.rgamma, [], 8),
    "psi": (mp.digamma, [], 8), "exp1": (mp.e1, [], 8), "expm1": (mp.expm1, [], 4), "log1p": (mp.log1p, [], 4),
    "jv": (mp.besselj, [(0, 8)], 10), "yv": (mp.bessely, [(0, 8)], 10), "iv": (mp.besseli, [(0, 8)], 10),
    "kv": (mp.besselk, [(0, 8)], 10), "hankel1": (mp.hankel1, [(0, 8)], 10), "hankel2": (mp.hankel2, [(0, 8)], 10),
    "hyp0f1": (mp.hyp0f1, [(0.5, 5)], 10), "hyp1f1": (mp.hyp1f1, [(0.5, 5), (0.5, 5)], 6),
    "hyp2f1": (mp.hyp2f1, [(0.1, 3)] * 3, 0.9), "lambertw": (mp.lambertw, [], 10),
    "elliprf": (lambda x, y, z: mp.elliprf(x, y, z), [(0.1, 5)] * 2, 5),
    "spence": (lambda z: mp.polylog(2, 1 - z), [], 3),
}  # fmt: skip
