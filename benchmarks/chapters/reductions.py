"""Reductions and scans: 2^27 float32 on a GPU, 10^7 float64 on a CPU, unless told."""

from harness.case import Case, equal, part

TITLE = "Reductions"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("cuprum",)
FUNCTIONS = ["sum", "max", "mean", "var", "std", "argmax"]


def of_torch(name, axis):
    def call(torch, a):
        if axis is None:
            return getattr(torch, name)(a, **({"correction": 0} if name in ("var", "std") else {}))
        if name == "max":
            return torch.amax(a, dim=axis)
        return getattr(torch, name)(a, dim=axis, **({"correction": 0} if name in ("var", "std") else {}))

    return call


def share(name, layout):
    """Of the floor; several passes over short rows leave less of it."""
    short = layout in ("rows of 128", "rows of 7")
    if layout == "rows of 7" or (name in ("var", "std") and layout not in ("full", "long rows")):
        return 0.88
    return 0.88 if name == "argmax" and short else 0.9


def on_gpu(n):
    side = int(round(n**0.5)) // 64 * 64
    shapes = [
        ("full", (n,), None),
        ("axis 0", (side, side), 0),
        ("long rows", (side, side), 1),
        ("rows of 128", (n // 128, 128), 1),
        ("rows of 7", (n // 7, 7), 1),
        ("middle axis", (256, n // 65536, 256), 1),
    ]
    for name in FUNCTIONS:
        for layout, shape, axis in shapes:
            yield Case(
                f"{name}, {layout}",
                lambda xp, a, name=name, axis=axis: getattr(xp, name)(a, axis=axis),
                (shape, "float32"),
                targets=[part(share(name, layout))],
                torch=of_torch(name, axis),
                check=name != "argmax",  # there are several greatest elements, and PyTorch gives any of their places
            )
    for t in ["float64", "float16", "int32", "int8", "complex64"]:
        goal = [part(0.88 if t == "int8" else 0.9)]
        yield Case(f"sum, full {t}", lambda xp, a: xp.sum(a), ((n,), t), targets=goal)
    scan = [part(0.8)]
    dim0, dim1 = {"torch": lambda torch, a: a.cumsum(0)}, {"torch": lambda torch, a: a.cumsum(1)}
    yield Case("cumsum", lambda xp, a: xp.cumsum(a), ((n,), "float32"), targets=scan, check=False, **dim0)
    yield Case("cumsum, long rows", lambda xp, a: xp.cumsum(a, axis=1), ((side, side), "float32"), targets=scan, **dim1)


def on_cpu(n):
    rows = (n // 1000, 1000)
    goal = {"targets": [equal("numpy", by="cuprum, 1 thread"), equal("cuprum, 1 thread")]}
    for name in FUNCTIONS:
        for layout, shape, axis in [("full", (n,), None), ("axis 0", rows, 0), ("rows of 1000", rows, 1)]:
            yield Case(
                f"{name}, {layout} float64",
                lambda xp, a, name=name, axis=axis: getattr(xp, name)(a, axis=axis),
                (shape, "float64"),
                **goal,
            )
    for name in ["sum", "max", "min", "mean", "var", "prod", "argmax"]:
        yield Case(f"{name}, full float32", lambda xp, a, name=name: getattr(xp, name)(a), ((n,), "float32"), **goal)
    yield Case("sum, full int32", lambda xp, a: xp.sum(a), ((n,), "int32"), **goal)
    yield Case("any of none, bool", lambda xp, a: xp.any(a > 2), ((n,), "float32"), **goal)
    filled = [equal("numpy, out=", by="cuprum, 1 thread, out="), equal("cuprum, 1 thread, out=", "cuprum, out=")]
    yield Case("cumsum float64", lambda xp, a, **out: xp.cumsum(a, **out), ((n,), "float64"), out=True, targets=filled)


def cases(setting):
    yield from (on_gpu if setting.gpu else on_cpu)(setting.size(1 << 27, 10**7, quick=32))
