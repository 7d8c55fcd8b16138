"""The CPU backend beside NumPy, large arrays; small ones are in host.py."""

from bandwidth import Case, measure

N = 10**7


def cases(n):
    for t in ["float32", "float64", "int32"]:
        two = ((n,), t), ((n,), t)
        yield Case(f"add {t}", lambda xp, a, b: xp.add(a, b), *two)
        yield Case(f"multiply by 3 {t}", lambda xp, a: a * 3, two[0])
        yield Case(f"less {t}", lambda xp, a, b: a < b, *two)
    for name in ["sqrt", "exp", "log", "sin", "tanh"]:
        for t in ["float32", "float64"]:
            yield Case(f"{name} {t}", lambda xp, a, name=name: getattr(xp, name)(a), ((n,), t))
    yield Case("power float64", lambda xp, a, b: xp.power(a, b), ((n,), "float64"), ((n,), "float64"))
    yield Case("multiply complex64", lambda xp, a, b: a * b, ((n,), "complex64"), ((n,), "complex64"))
    yield Case("add float16", lambda xp, a, b: a + b, ((n,), "float16"), ((n,), "float16"))
    yield Case("floor_divide int32", lambda xp, a, b: a // b, ((n,), "int32"), ((n,), "int32"))
    yield Case("astype float64 to int32", lambda xp, a: a.astype("int32"), ((n,), "float64"))
    yield Case("copy float64", lambda xp, a: a.copy(), ((n,), "float64"))
    yield Case(
        "where float64", lambda xp, c, a, b: xp.where(c, a, b), ((n,), "bool"), ((n,), "float64"), ((n,), "float64")
    )
    rows = (n // 1000, 1000)
    yield Case("add a row float64", lambda xp, a, r: a + r, (rows, "float64"), ((1000,), "float64"))
    yield Case("add a column float64", lambda xp, a, c: a + c, (rows, "float64"), ((rows[0], 1), "float64"))
    yield Case("transposed copy float64", lambda xp, a: xp.ascontiguousarray(a.T), (rows, "float64"))
    for name in ["sum", "max", "mean", "var", "std", "argmax"]:
        yield Case(f"{name} float64", lambda xp, a, name=name: getattr(xp, name)(a), ((n,), "float64"))
        for axis in (0, 1):
            yield Case(
                f"{name} float64, axis {axis}",
                lambda xp, a, name=name, axis=axis: getattr(xp, name)(a, axis=axis),
                (rows, "float64"),
            )
    yield Case("sum float32", lambda xp, a: xp.sum(a), ((n,), "float32"))
    yield Case("cumsum float64", lambda xp, a: xp.cumsum(a), ((n,), "float64"))
    yield Case("a[mask] float64", lambda xp, a, m: a[m], ((n,), "float64"), ((n,), "bool"))
    yield Case("nonzero", lambda xp, m: xp.nonzero(m), ((n,), "bool"))


def run(libraries, elements, report):
    wanted = [library for library in libraries.values() if not library.on_gpu]
    for case in cases(elements):
        rows = measure(case, wanted)
        for library in wanted:
            library.free()
        report([{"group": "cpu", "elements": elements, **row} for row in rows])
