#!/usr/bin/env python3
"""The largest error of special functions, beside SciPy's: against mpmath with 50 digits, at random and at hard points.

    PYTHONPATH=build/python .venv/bin/python benchmarks/special_accuracy.py [-o benchmarks/results/NAME.txt] [--points 200] [names ...]

An error is counted in units in the last place of the exact value, rounded to the dtype (of the smallest normal number, where it is less). Operands
are first rounded to the dtype. A function's value at a zero of its own is left out; what is near one is not.
"""

import argparse
import datetime
import pathlib
import platform
import subprocess
import warnings

import mpmath as mp
import numpy as np
import scipy
import scipy.special

import cuprum as cp
from cuprumx.scipy import special

mp.mp.dps = 50


def incomplete_gamma(a, x, upper):
    return mp.gammainc(a, x, mp.inf, regularized=True) if upper else mp.gammainc(a, 0, x, regularized=True)


def normal(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


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
}


def operands(ranges, hard, points, dtype):
    rng = np.random.default_rng(1)
    columns = [rng.uniform(low, high, points) for low, high in ranges]
    grid = [g.ravel() for g in np.meshgrid(*hard)]
    tiny = np.finfo(dtype).tiny
    columns = [np.concatenate([a, b]).astype(dtype) for a, b in zip(columns, grid)]
    usable = np.all([np.abs(c) >= tiny for c in columns], axis=0) | np.all([c == 0 for c in columns], axis=0)
    return [c[usable] for c in columns]


def errors(values, exact, dtype):
    """In units in the last place."""
    limits = np.finfo(dtype)
    worst = 0.0
    for value, true in zip(values.tolist(), exact):
        if true == 0 or abs(true) > limits.max or not np.isfinite(value):
            continue
        exponent = max(mp.floor(mp.log(abs(true), 2)), mp.mpf(limits.minexp))
        worst = max(worst, float(abs(mp.mpf(value) - true) / mp.mpf(2) ** (exponent - limits.nmant)))
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("-o", "--output", type=pathlib.Path)
    arguments = parser.parse_args()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    lines = [
        f"Largest errors in units in the last place: cuprum {commit} ({cp._core.backend()}), SciPy {scipy.__version__}, against mpmath "
        f"with {mp.mp.dps} digits",
        f"{datetime.date.today()}, {platform.processor() or platform.machine()}, {arguments.points} random points and the hard ones",
        "",
        f"{'function':12} {'float32':>10} {'SciPy':>10} {'float64':>10} {'SciPy':>10}",
    ]
    print("\n".join(lines))
    for name in arguments.names or FUNCTIONS:
        exact_of, ranges, hard = FUNCTIONS[name]
        line = f"{name:12}"
        for dtype in (np.float32, np.float64):
            columns = operands(ranges, hard, arguments.points, dtype)
            exact = [mp.mpf(mp.re(exact_of(*map(mp.mpf, point)))) for point in zip(*(c.tolist() for c in columns))]
            mine = getattr(special, name)(*map(cp.array, columns)).get()
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                theirs = getattr(scipy.special, name)(*columns)
            for values in (mine, theirs):
                assert values.dtype == dtype, (name, values.dtype)
                line += f" {errors(values, exact, dtype):10.3g}"
        lines.append(line)
        print(line, flush=True)
    if arguments.output:
        arguments.output.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
