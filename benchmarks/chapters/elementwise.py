"""Ufuncs on large arrays: 2^27 elements on a GPU, 10^7 on a CPU, all contiguous."""

from harness.case import Case, equal, part, times

TITLE = "Elementwise functions"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("cuprum",)

DTYPES = ["float16", "float32", "float64", "int8", "int32", "complex64"]
WIDER = {"float16": "float32", "float32": "float64", "float64": "float32", "int8": "int16", "int32": "float32"}
EXPENSIVE = ["exp", "log", "sin", "cos", "tanh"]


def on_gpu(n):
    for t in DTYPES:
        one, two = ((n,), t), (((n,), t), ((n,), t))
        goal = [part(0.95)]
        integer = t.startswith("int")
        yield Case(f"add {t}", lambda xp, a, b: xp.add(a, b), *two, targets=goal)
        yield Case(f"multiply by 3 {t}", lambda xp, a: xp.multiply(a, 3), one, targets=goal)
        # PyTorch gives float32 for integers, where NumPy gives float16 and float64.
        yield Case(f"exp {t}", lambda xp, a: xp.exp(a), one, targets=goal, torch=not integer)
        yield Case(f"copy {t}", lambda xp, a: a.copy(), one, targets=goal, torch=lambda torch, a: a.clone())
        yield Case(f"less {t}", lambda xp, a, b: xp.less(a, b), *two, targets=goal, torch=t != "complex64")
        to = WIDER.get(t, "complex128")
        yield Case(
            f"astype {t} to {to}",
            lambda xp, a, to=to: a.astype(to),
            one,
            targets=goal,
            torch=lambda torch, a, to=to: a.to(getattr(torch, to)),
        )
    for name in EXPENSIVE[1:]:
        yield Case(f"{name} float32", lambda xp, a, f=name: getattr(xp, f)(a), ((n,), "float32"), targets=[part(0.9)])
    two = ((n,), "float32"), ((n,), "float32")
    yield Case(
        "power float32",
        lambda xp, a, b: xp.power(a, b),
        *two,
        targets=[part(0.9)],
        torch=lambda torch, a, b: torch.pow(a, b),
    )


def quick_as_numpy(expensive):
    """One thread beside NumPy's one, both into memory in use; two threads beside one."""
    return [
        equal("numpy, out=", by="cuprum, 1 thread, out="),
        times(1.8 if expensive else 0.97, "cuprum, 1 thread, out=", by="cuprum, out="),
    ]


def on_cpu(n):
    def case(name, call, *operands, expensive=False):
        return Case(name, call, *operands, out=True, targets=quick_as_numpy(expensive))

    for t in ["float32", "float64", "int32"]:
        one, two = ((n,), t), (((n,), t), ((n,), t))
        yield case(f"add {t}", lambda xp, a, b, **out: xp.add(a, b, **out), *two)
        yield case(f"multiply by 3 {t}", lambda xp, a, **out: xp.multiply(a, 3, **out), one)
        yield case(f"less {t}", lambda xp, a, b, **out: xp.less(a, b, **out), *two)
    for name in ["sqrt", *EXPENSIVE]:
        for t in ["float32", "float64"]:
            yield case(
                f"{name} {t}",
                lambda xp, a, f=name, **out: getattr(xp, f)(a, **out),
                ((n,), t),
                expensive=name != "sqrt",
            )
    for name, t, expensive in [
        ("power", "float32", True),
        ("power", "float64", True),
        ("divide", "float64", False),
        ("multiply", "complex64", False),
        ("add", "float16", False),
        ("floor_divide", "int32", False),
        ("maximum", "float64", False),
        ("hypot", "float64", True),
    ]:
        yield case(
            f"{name} {t}",
            lambda xp, a, b, f=name, **out: getattr(xp, f)(a, b, **out),
            ((n,), t),
            ((n,), t),
            expensive=expensive,
        )
    yield Case("astype float64 to int32", lambda xp, a: a.astype("int32"), ((n,), "float64"))
    yield Case("copy float64", lambda xp, a: a.copy(), ((n,), "float64"))


def cases(setting):
    n = setting.size(1 << 27, 10**7, quick=32)
    yield from (on_gpu if setting.gpu else on_cpu)(n)
