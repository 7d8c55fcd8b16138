"""`scipy.special`: 2^25 elements on a GPU, 10^6 on a CPU."""

from harness.case import ScipyCase, equal, part, times
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
# On a GPU: shares of the floor's speed in float32, and times of CuPy's speed in float64.
SHARES = dict.fromkeys("erf expm1 expit logit ndtr sinc i0 j0".split(), 0.85) | dict.fromkeys(
    "gammaln digamma y1 k0".split(), 0.6
)
TIMES = dict.fromkeys("gammainc gammaincinv betainc betaincinv expn".split(), 5) | {
    "exp1": 20,
    "beta": 2,
    "betaln": 2,
    "binom": 2,
    "ellipkinc": 2,
    "expi": 2,
    "gammaincc": 2,
    "zeta": 2,
}
IN_UNIT = {"erfinv", "erfcinv", "ndtri", "ellipk", "ellipe", "logit", "spence"}
WHOLE_FIRST = {"expn": 2, "kn": 2, "jn": 3, "yn": 3}


def unit(library, shape, dtype, seed=0):
    """In [0.01, 0.99)."""
    return distinct(library, shape, dtype, seed) * 0.98 + 0.01


def cases(setting):
    n = setting.size(1 << 25, 10**6, quick=64)

    def goals(name, t="float64"):
        if not setting.gpu:
            return {"targets": [times(3, "scipy")]}
        if t == "float32" and name in SHARES:
            return {"targets": [equal("cupy"), part(SHARES[name])]}
        return {"targets": [times(TIMES[name], "cupy") if name in TIMES else equal("cupy")]}

    for t in ("float32", "float64"):
        for name in ONE:
            operand = ((n,), t, 0, unit if name in IN_UNIT else positive)
            yield ScipyCase(
                "special", f"{name} {t}", lambda s, x, f=name: getattr(s, f)(x), operand, traffic=None, **goals(name, t)
            )
    x, y = ((n,), "float64"), ((n,), "float64", 1, unit)
    for name in TWO:
        if name in WHOLE_FIRST:
            call = lambda s, x, f=name: getattr(s, f)(WHOLE_FIRST[f], x)
            yield ScipyCase("special", f"{name} float64", call, x, traffic=None, **goals(name))
        else:
            call = lambda s, x, y, f=name: getattr(s, f)(x, y)
            yield ScipyCase("special", f"{name} float64", call, x, y, traffic=None, **goals(name))
    for name in THREE:
        call = lambda s, x, y, p, f=name: getattr(s, f)(x, y, p)
        yield ScipyCase("special", f"{name} float64", call, x, x, y, traffic=None, **goals(name))
    rows = (((max(1, n // 1000), 1000), "float32"),)
    most = {"targets": [equal("cupy"), part(0.8)] if setting.gpu else [times(3, "scipy")]}  # each row read once
    for name in ("logsumexp", "softmax", "log_softmax"):
        call = lambda s, a, f=name: getattr(s, f)(a, axis=1)
        yield ScipyCase("special", f"{name} of rows of 1000 float32", call, *rows, traffic=None, **most)
