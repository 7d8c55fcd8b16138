"""Sorting, selection and counting: 2^25 elements on a GPU, 5 million on a CPU, random and without order.

PyTorch's `sort` gives the order too; its `median` is the lower of the two middle elements; it has no `partition`, and
its `quantile` takes no more than 16 million elements.
"""

import numpy

from harness.case import Case, equal, most, times
from harness.libraries import distinct

TITLE = "Sorting and selection"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("cuprum",)


def few(n, values):
    return lambda library: library.array(numpy.random.default_rng(2).integers(0, values, n).astype("int32"))


def cases(setting):
    gpu = setting.gpu
    n = setting.size(1 << 25, 5_000_000, quick=64)
    rows = (n // 1000, 1000)
    random = lambda t, shape=(n,): (shape, t, 0, distinct)

    def goals(on_gpu, on_cpu=0.97):
        return {"traffic": False, "targets": on_gpu if gpu else [times(on_cpu, "numpy")]}

    level = [equal("cupy")]
    twice = [times(2, "cupy")]
    first = lambda torch, a: torch.sort(a).values
    yield Case("sort float32", lambda xp, a: xp.sort(a), random("float32"), torch=first, **goals([most(0.6)]))
    yield Case("argsort float32", lambda xp, a: xp.argsort(a), random("float32"), check=False, **goals([most(1.0)]))
    yield Case("median float32", lambda xp, a: xp.median(a), random("float32"), **goals([most(0.25)], 3))
    for t in ["float64", "int32", "int64", "uint8", "float16"]:
        yield Case(f"sort {t}", lambda xp, a: xp.sort(a), random(t), torch=first, **goals(level))
    yield Case("argsort int64", lambda xp, a: xp.argsort(a), random("int64"), check=False, **goals(level))
    yield Case(
        "sort rows of 1000 float32",
        lambda xp, a: xp.sort(a, axis=1),
        random("float32", rows),
        torch=lambda torch, a: torch.sort(a, dim=1).values,
        **goals(level),
    )
    yield Case("median float64", lambda xp, a: xp.median(a), random("float64"), **goals(twice, 3))
    yield Case(
        "median of rows of 1000 float32",
        lambda xp, a: xp.median(a, axis=1),
        random("float32", rows),
        torch=lambda torch, a: torch.median(a, dim=1).values,
        check=False,
        **goals(level, 3),
    )
    for t in ["float32", "float64"]:
        yield Case(
            f"partition at the middle {t}",
            lambda xp, a: xp.partition(a, n // 2),
            random(t),
            torch=None,
            check=False,
            **goals(twice, 3),
        )
    yield Case(
        "argpartition at the middle float32",
        lambda xp, a: xp.argpartition(a, n // 2),
        random("float32"),
        torch=None,
        check=False,
        **goals(twice, 3),
    )
    yield Case(
        "the largest 100 float32",
        lambda xp, a: xp.partition(a, n - 100)[-100:],
        random("float32"),
        torch=lambda torch, a: torch.topk(a, 100).values,
        check=False,
        **goals(twice, 3),
    )
    yield Case(
        "percentiles 25, 50, 75 float32",
        lambda xp, a: xp.percentile(a, [25, 50, 75]),
        random("float32"),
        torch=None,
        **goals(twice, 3),
    )
    yield Case(
        "quantile 0.9 float64", lambda xp, a: xp.quantile(a, 0.9), random("float64"), torch=None, **goals(twice, 3)
    )
    unique = lambda xp, a: xp.unique(a)
    yield Case("unique int32, of 10,000 values", unique, few(n, 10_000), **goals([most(0.6)]))
    yield Case("unique int32, all values", unique, random("int32"), **goals(level))
    yield Case(
        "searchsorted float32, among 10^6",
        lambda xp, a, v: xp.searchsorted(a, v),
        lambda library: library.array(numpy.sort(numpy.random.default_rng(3).random(10**6, dtype="f4"))),
        random("float32"),
        **goals(level),
    )
    yield Case("bincount int32, 10,000 bins", lambda xp, a: xp.bincount(a), few(n, 10_000), **goals(level))
    yield Case(
        "histogram float32, 100 bins",
        lambda xp, a: xp.histogram(a, 100)[0],
        random("float32"),
        torch=lambda torch, a: torch.histc(a, 100),
        check=False,
        **goals(level),
    )
