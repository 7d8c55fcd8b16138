#!/usr/bin/env python3
"""The largest error of special functions, beside SciPy's: against mpmath with 50 digits, at random and at hard points.

    PYTHONPATH=build/python .venv/bin/python benchmarks/special_accuracy.py [-o NAME.json] [--points 120] [names ...]
    .venv/bin/python benchmarks/special_accuracy.py --page docs/special.md --from NAME.json

An error is counted in units in the last place of the exact value, rounded to the dtype (of the smallest normal number,
where it is less). Operands are first rounded to the dtype. A function's value at a zero of its own is left out; what is
near one is not. At the ends of the domain (signed zeros, denormal numbers, infinities, NaN) there are no digits to
count: there the values are compared with SciPy's.
"""

import argparse
import datetime
import itertools
import json
import pathlib
import platform
import subprocess
import warnings

import mpmath as mp
import numpy as np
import scipy
import scipy.special

mp.mp.dps = 50


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


def gamma_inverse(a, p):
    return root_of(
        lambda x: incomplete_gamma(a, x, False) / p - 1, float(scipy.special.gammaincinv(float(a), float(p)))
    )


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

# Why a function is beyond the bounds: twice SciPy's error in float64, 4 units in float32.
REASONS = {
    "betainc": {"float64": "at large parameters the power x^a y^b loses digits"},
    "betaincc": {"float64": "as betainc"},
}


ENDS = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0]


def operands(ranges, hard, points, dtype):
    rng = np.random.default_rng(1)
    columns = [rng.uniform(low, high, points) for low, high in ranges]
    grid = [g.ravel() for g in np.meshgrid(*hard)]
    tiny = np.finfo(dtype).tiny
    columns = [np.concatenate([a, b]).astype(dtype) for a, b in zip(columns, grid)]
    usable = np.all([(np.abs(c) >= tiny) | (c == 0) for c in columns], axis=0)
    return [c[usable] for c in columns]


def complex_operands(ranges, size, points, dtype):
    rng = np.random.default_rng(2)
    real = {np.complex64: np.float32, np.complex128: np.float64}[dtype]
    columns = [rng.uniform(low, high, points).astype(real) for low, high in ranges]
    return [*columns, (rng.uniform(-size, size, points) + 1j * rng.uniform(-size, size, points)).astype(dtype)]


def exact_value(function, point):
    try:
        value = function(*(mp.mpmathify(x) for x in point))
    except (ValueError, ZeroDivisionError, mp.NoConvergence):
        return None
    return value if mp.isfinite(value) else None


def largest_error(values, exact, dtype):
    """In units in the last place, of the absolute value of a complex number."""
    limits = np.finfo(dtype)
    worst = 0.0
    for value, true in zip(values.tolist(), exact):
        if true is None or true == 0 or abs(true) > limits.max or not np.isfinite(value):
            continue
        exponent = max(mp.floor(mp.log(abs(true), 2)), mp.mpf(limits.minexp))
        worst = max(worst, float(abs(mp.mpmathify(value) - true) / mp.mpf(2) ** (exponent - limits.nmant)))
    return worst


def both(name, columns):
    """Our values and SciPy's."""
    import cuprum as cp
    from cuprumx.scipy import special

    name, _, which = name.partition("[")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = [getattr(special, name)(*map(cp.array, columns)), getattr(scipy.special, name)(*columns)]
    if which:
        found = [values[int(which[:-1])] for values in found]
    return found[0].get(), np.asarray(found[1])


def measured(name, exact_of, columns, dtype):
    exact = [exact_value(exact_of, point) for point in zip(*(c.tolist() for c in columns))]
    mine, theirs = both(name, columns)
    assert mine.dtype == dtype or theirs.dtype != dtype, (name, mine.dtype)
    return [largest_error(mine, exact, dtype), largest_error(theirs, exact, dtype)]


def different_ends(name, count, dtype):
    """How many of the combinations of special values give another kind of number, or another sign of 0, than
    SciPy's."""
    values = [*ENDS, np.finfo(dtype).smallest_subnormal, np.finfo(dtype).max]
    grid = np.array(list(itertools.product(values, repeat=count) if count < 3 else zip(*[values] * count)), dtype)
    mine, theirs = both(name, list(grid.T.copy()))
    kinds = [np.where(np.isnan(v), 3, np.where(np.isinf(v), np.sign(v), 0)) for v in (mine, theirs)]
    return int((kinds[0] != kinds[1]).sum())


def measure(names, points):
    for name in names or sorted({*FUNCTIONS, *COMPLEX}):
        row = {"function": name}
        if name in FUNCTIONS:
            exact_of, ranges, hard = FUNCTIONS[name]
            for dtype in (np.float32, np.float64):
                row[np.dtype(dtype).name] = measured(name, exact_of, operands(ranges, hard, points, dtype), dtype)
            row["ends"] = different_ends(name, len(ranges), np.float64)
        if name in COMPLEX:
            exact_of, ranges, size = COMPLEX[name]
            columns = complex_operands(ranges, size, points // 2, np.complex128)
            row["complex128"] = measured(name, exact_of, columns, np.complex128)
        print(line_of(row), flush=True)
        yield row


def line_of(row):
    cells = [f"{row['function']:14}"]
    for kind in ("float32", "float64", "complex128"):
        cells += [f"{x:10.3g}" for x in row[kind]] if kind in row else [" " * 10] * 2
    return " ".join([*cells, f"{row.get('ends', ''):>5}", ", ".join(beyond(row))])


def beyond(row):
    """The dtypes of which the bounds are not kept: 4 units in float32, twice SciPy's error (or 4 units) in double."""
    kinds = ["float32"] if row.get("float32", [0])[0] > 4 else []
    return kinds + [k for k in ("float64", "complex128") if k in row and row[k][0] > max(2 * row[k][1], 4)]


def page(record):
    """The record as a page of the manual."""
    number = "{:.3g}".format
    head = [
        "# Accuracy of special functions",
        "",
        "Made by `benchmarks/special_accuracy.py` from its record; the largest errors in units in the last place "
        "(ulp), beside SciPy's on the same",
        f"operands, against mpmath with {record['digits']} digits: {record['points']} random points of each "
        "function's usual domain and hard points (zeros, poles,",
        "changes of method). Ends: how many combinations of signed zeros, infinities, NaN, the smallest and the "
        "largest number give another kind of",
        "number than SciPy.",
        "",
        f"cuprum {record['commit']}, backend {record['backend']}, SciPy {record['scipy']}, {record['date']}.",
        "",
        "| function | float32 | SciPy | float64 | SciPy | complex128 | SciPy | ends |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    table, remarks = [], []
    for row in record["rows"]:
        cells = [row["function"]]
        for kind in ("float32", "float64", "complex128"):
            cells += [number(x) for x in row[kind]] if kind in row else ["", ""]
        table.append("| " + " | ".join([*cells, str(row.get("ends", ""))]) + " |")
        for kind in beyond(row):
            reason = REASONS.get(row["function"], {}).get(kind, "not looked into")
            remarks.append(
                f"- `{row['function']}`, {kind}, {number(row[kind][0])} ulp (SciPy {number(row[kind][1])}): {reason}."
            )
    bounds = [
        "",
        "## Beyond the bounds",
        "",
        "The bounds are 4 ulp in float32 and, in double, twice SciPy's error or 4 ulp.",
        "",
        *remarks,
        "",
    ]
    return "\n".join([*head, *table, *(bounds if remarks else [""])])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--points", type=int, default=120)
    parser.add_argument("-o", "--output", type=pathlib.Path, help="where to write the record")
    parser.add_argument("--page", type=pathlib.Path, help="write this page from a record instead")
    parser.add_argument("--from", dest="record", type=pathlib.Path, help="the record of the page")
    arguments = parser.parse_args()
    if arguments.page:
        arguments.page.write_text(page(json.loads(arguments.record.read_text())))
        return
    import cuprum as cp

    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    record = {
        "commit": commit, "backend": cp._core.backend(), "scipy": scipy.__version__, "numpy": np.__version__,
        "digits": mp.mp.dps, "date": str(datetime.date.today()), "machine": platform.processor() or platform.machine(),
        "points": arguments.points, "rows": [],
    }  # fmt: skip
    for row in measure(arguments.names, arguments.points):
        record["rows"].append(row)
        if arguments.output:  # after each function, so that a run that is cut off leaves what it has
            arguments.output.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
