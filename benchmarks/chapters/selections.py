"""Elements chosen by masks and indices, float32: 2^26 elements on a GPU, 10^7 on a CPU."""

import numpy

from harness.case import Case, equal, part, rate

TITLE = "Selections"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("cuprum",)


def cases(setting):
    n = setting.size(1 << 26, 10**7, quick=16)
    f = "float32"
    indices = lambda library: library.array(numpy.random.default_rng(1).integers(0, n, n))
    quick = [] if setting.gpu else [equal("numpy", by="cuprum, 1 thread"), equal("cuprum, 1 thread")]
    yield Case(
        "a[mask], half of them",
        lambda xp, a, m: a[m],
        ((n,), f),
        ((n,), "bool"),
        targets=[rate(2700)] if setting.gpu else quick,
    )
    yield Case(
        "nonzero of bool",
        lambda xp, m: xp.nonzero(m),
        ((n,), "bool"),
        torch=lambda torch, m: torch.nonzero(m, as_tuple=True),
        targets=[part(0.6)] if setting.gpu else quick,
    )
    yield Case("take, random int64", lambda xp, a, i: xp.take(a, i), ((n,), f), indices, targets=quick)
    yield Case("a[i], random int64", lambda xp, a, i: a[i], ((n,), f), indices, targets=quick)

    def assign(xp, a, m):
        a[m] = 0.5

    yield Case("a[mask] = value", assign, ((n,), f), ((n,), "bool"), check=False, traffic=False, targets=quick)
