"""Convolution, interpolation, polynomials and histograms; on a CPU beside NumPy's function, or SciPy's where NumPy has
none."""

from harness.case import Ways, equal
from harness.libraries import signed

TITLE = "Convolution and interpolation"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("cuprum",)


def torch_convolve(torch, a, v):
    return torch.nn.functional.conv1d(a[None, None], v.flip(0)[None, None], padding=len(v) - 1)[0, 0]


def torch_convolve2d(torch, a, v):
    padding = (v.shape[0] - 1, v.shape[1] - 1)
    return torch.nn.functional.conv2d(a[None, None], v.flip((0, 1))[None, None], padding=padding)[0, 0]


def case(name, call, *operands, torch=None, targets=(), check=True):
    """`call(xp, signal, *operands)`."""

    def ways(library):
        made = [signed(library, *operand) for operand in operands]
        if library.name == "torch":
            return {"": lambda: torch(library.xp, *made)} if torch else {}
        xp, signal = library.xp, library.scipy("signal")
        return {"": lambda: call(xp, signal, *made)}

    return Ways(name, ways, targets=targets, check=check)


def cases(setting):
    goal = {"targets": [equal("cupy" if setting.gpu else "numpy")]}
    many = setting.size(4_000_000, 1_000_000)
    side = setting.size(2048, 512, quick=8)
    convolve = lambda xp, s, a, v: xp.convolve(a, v)
    for dtype in ("float64", "float32", "int32", "complex64"):
        torch = torch_convolve if dtype.startswith("float") else None
        for taps in (3, 15, 101):
            operands = ((many,), dtype), ((taps,), dtype, 1)
            yield case(f"convolve {many} by {taps} {dtype}", convolve, *operands, torch=torch, **goal)
    f8 = "float64"
    correlate = lambda xp, s, a, v: xp.correlate(a, v)
    yield case(f"correlate {many} by 15 float64, valid", correlate, ((many,), f8), ((15,), f8, 1), **goal)
    small = ((1000,), f8), ((15,), f8, 1)
    yield case("convolve 1000 by 15 float64", convolve, *small, torch=torch_convolve, **goal)
    for dtype in ("float64", "float32", "complex64"):
        torch = torch_convolve2d if dtype.startswith("float") else None
        for taps in (3, 7, 15, 31) if setting.gpu else (3, 7, 15):
            operands = ((side, side), dtype), ((taps, taps), dtype, 1)
            call = lambda xp, s, a, v: s.convolve2d(a, v)
            title = f"convolve2d {side} x {side} by {taps} x {taps} {dtype}"
            yield case(title, call, *operands, torch=torch, **goal)
    for boundary in ("wrap", "symm"):
        yield case(
            f"convolve2d {side} x {side} by 15 x 15 float64, {boundary}",
            lambda xp, s, a, v, b=boundary: s.convolve2d(a, v, "same", b),
            ((side, side), f8),
            ((15, 15), f8, 1),
            **goal,
        )
    interp = lambda xp, s, x, p: xp.interp(x, xp.linspace(-1, 1, 1000), p)
    yield case(f"interp {many} between 1000 float64", interp, ((many,), f8), ((1000,), f8, 1), **goal)
    polyval = lambda xp, s, x, p: xp.polyval(p, x)
    yield case(f"polyval {many}, degree 10 float64", polyval, ((many,), f8), ((11,), f8, 1), **goal)
    cov = {"torch": lambda torch, a: torch.cov(a)}
    yield case(f"cov 64 x {many // 64} float64", lambda xp, s, a: xp.cov(a), ((64, many // 64), f8), **cov, **goal)
    histogram = lambda xp, s, x, y: xp.histogram2d(x, y, 64)[0]
    yield case(f"histogram2d {many} float64", histogram, ((many,), f8), ((many,), f8, 1), check=False, **goal)
    yield case(
        f"kaiser {many}",
        lambda xp, s: xp.kaiser(many, 8.6),
        torch=lambda torch: torch.kaiser_window(many, False, 8.6, dtype=torch.float64, device="cuda"),
        **goal,
    )
