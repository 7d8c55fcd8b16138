"""`scipy.special`: 2^25 elements on a GPU, 10^6 on a CPU."""

from harness.case import ScipyCase, equal
from harness.libraries import distinct, positive

TITLE = "Special functions"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("cuprum",)

# Each of x in [0.1, 1.1) unless told; p is in (0, 1), y in [0.1, 1.1) again.
ONE = (
    "gamma gammaln digamma erf erfc erfinv erfcinv ndtr ndtri log_ndtr expm1 exp1 expi j0 j1 y0 y1 i0 i0e k0 zetac "
    "sinc "
    "spence lambertw ellipk ellipe logit expit entr"
).split()
TWO = (
    "gammainc gammaincc gammaincinv beta betaln xlogy xlog1py rel_entr kl_div zeta binom ellipkinc expn kn jn yn boxcox"
).split()
THREE = "betainc betaincinv".split()
IN_UNIT = {"erfinv", "erfcinv", "ndtri", "ellipk", "ellipe", "logit", "spence"}
WHOLE_FIRST = {"expn": 2, "kn": 2, "jn": 3, "yn": 3}


def unit(library, shape, dtype, seed=0):
    """In [0.01, 0.99)."""
    return distinct(library, shape, dtype, seed) * 0.98 + 0.01


def cases(setting):
    n = setting.size(1 << 25, 10**6, quick=64)
    goal = {"targets": [equal("cupy" if setting.gpu else "scipy")]}
    for t in ("float32", "float64"):
        for name in ONE:
            operand = ((n,), t, 0, unit if name in IN_UNIT else positive)
            yield ScipyCase(
                "special", f"{name} {t}", lambda s, x, f=name: getattr(s, f)(x), operand, traffic=None, **goal
            )
    x, y = ((n,), "float64"), ((n,), "float64", 1, unit)
    for name in TWO:
        if name in WHOLE_FIRST:
            call = lambda s, x, f=name: getattr(s, f)(WHOLE_FIRST[f], x)
            yield ScipyCase("special", f"{name} float64", call, x, traffic=None, **goal)
        else:
            call = lambda s, x, y, f=name: getattr(s, f)(x, y)
            yield ScipyCase("special", f"{name} float64", call, x, y, traffic=None, **goal)
    for name in THREE:
        call = lambda s, x, y, p, f=name: getattr(s, f)(x, y, p)
        yield ScipyCase("special", f"{name} float64", call, x, x, y, traffic=None, **goal)
    rows = (((max(1, n // 1000), 1000), "float32"),)
    for name in ("logsumexp", "softmax", "log_softmax"):
        call = lambda s, a, f=name: getattr(s, f)(a, axis=1)
        yield ScipyCase("special", f"{name} of rows of 1000 float32", call, *rows, traffic=None, **goal)
