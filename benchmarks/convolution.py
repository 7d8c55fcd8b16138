#!/usr/bin/env python3
"""Convolution, interpolation and polynomials: cuprum beside NumPy and SciPy on a CPU, beside CuPy and PyTorch on a GPU, in one
process and in turns.

    python benchmarks/convolution.py                          large operands on a GPU, moderate ones on a CPU
    python benchmarks/convolution.py --quick                  small ones: a trial, not a measurement
    python benchmarks/convolution.py --only convolve2d        the cases whose name has this in it
    python benchmarks/convolution.py --json results/x.json

Times are of the device, from call to call, in milliseconds; next to each stands its ratio to cuprum's: above 1 cuprum is the
quicker. Before times are taken results are compared, and a library that gives another one is left out with a remark.
"""

import importlib

import numpy

from chapter import Chapter
from measure import device_times

SIGNAL = {"numpy": "scipy.signal", "cupy": "cupyx.scipy.signal", "cuprum": "cuprumx.scipy.signal"}


def of(library, shape, dtype, seed=0):
    """Random numbers from -1 to 1, or whole ones from -9 to 9."""
    rng = numpy.random.default_rng(seed)
    if numpy.dtype(dtype).kind in "iu":
        return library.array(rng.integers(-9, 9, shape).astype(dtype))
    host = rng.uniform(-1, 1, shape).astype(dtype)
    if numpy.dtype(dtype).kind == "c":
        host.imag = rng.uniform(-1, 1, shape)
    return library.array(host)


def torch_convolve(torch, a, v):
    return torch.nn.functional.conv1d(a[None, None], v.flip(0)[None, None], padding=len(v) - 1)[0, 0]


def torch_convolve2d(torch, a, v):
    padding = (v.shape[0] - 1, v.shape[1] - 1)
    return torch.nn.functional.conv2d(a[None, None], v.flip((0, 1))[None, None], padding=padding)[0, 0]


class Case:
    """`call` is given a library's module, its module of signal processing and the operands; `torch` the module and the operands."""

    def __init__(self, name, call, *operands, torch=None):
        self.name, self.call, self.operands, self.torch = name, call, operands, torch

    def function(self, library):
        if library.name == "torch":
            return self.torch and (lambda *operands: self.torch(library.xp, *operands))
        signal = importlib.import_module(SIGNAL[library.name])
        return lambda *operands: self.call(library.xp, signal, *operands)


def cases(quick):
    many = 4_000_000 // (100 if quick else 1)
    side = 2048 // (8 if quick else 1)
    for dtype in ("float64", "float32", "int32", "complex64"):
        for taps in (3, 15, 101):
            yield Case(
                f"convolve {many} by {taps} {dtype}",
                lambda xp, s, a, v: xp.convolve(a, v),
                ((many,), dtype),
                ((taps,), dtype, 1),
                torch=torch_convolve if dtype.startswith("float") else None,
            )
    yield Case(
        f"correlate {many} by 15 float64, valid",
        lambda xp, s, a, v: xp.correlate(a, v),
        ((many,), "float64"),
        ((15,), "float64", 1),
    )
    yield Case(
        "convolve 1000 by 15 float64",
        lambda xp, s, a, v: xp.convolve(a, v),
        ((1000,), "float64"),
        ((15,), "float64", 1),
        torch=torch_convolve,
    )
    for dtype in ("float64", "float32", "complex64"):
        for taps in (3, 7, 15, 31):
            yield Case(
                f"convolve2d {side}x{side} by {taps}x{taps} {dtype}",
                lambda xp, s, a, v: s.convolve2d(a, v),
                ((side, side), dtype),
                ((taps, taps), dtype, 1),
                torch=torch_convolve2d if dtype.startswith("float") else None,
            )
    for boundary in ("wrap", "symm"):
        yield Case(
            f"convolve2d {side}x{side} by 15x15 float64, {boundary}",
            lambda xp, s, a, v, b=boundary: s.convolve2d(a, v, "same", b),
            ((side, side), "float64"),
            ((15, 15), "float64", 1),
        )
    yield Case(
        f"interp {many} between 1000 float64",
        lambda xp, s, x, p: xp.interp(x, xp.linspace(-1, 1, 1000), p),
        ((many,), "float64"),
        ((1000,), "float64", 1),
    )
    yield Case(
        f"polyval {many}, degree 10 float64",
        lambda xp, s, x, p: xp.polyval(p, x),
        ((many,), "float64"),
        ((11,), "float64", 1),
    )
    yield Case(
        f"cov 64x{many // 64} float64",
        lambda xp, s, a: xp.cov(a),
        ((64, many // 64), "float64"),
        torch=lambda torch, a: torch.cov(a),
    )
    yield Case(
        f"histogram2d {many} float64",
        lambda xp, s, x, y: xp.histogram2d(x, y, 64)[0],
        ((many,), "float64"),
        ((many,), "float64", 1),
    )
    yield Case(f"kaiser {many}", lambda xp, s: xp.kaiser(many, 8.6))


def values(library, result):
    host = library.to_host(result)
    return numpy.asarray(host).astype("complex128" if host.dtype.kind == "c" else "float64")


def main():
    chapter = Chapter(__doc__)
    found = chapter.libraries
    for case in cases(chapter.options.quick):
        if not chapter.wants(case.name):
            continue
        calls, failed, expected = {}, {}, None
        for name in sorted(found, key=lambda name: name != "cuprum"):  # the others are compared with it
            library = found[name]
            function = case.function(library)
            if not function:
                continue
            try:
                operands = [of(library, *operand) for operand in case.operands]
                result = values(library, function(*operands))
            except Exception as error:  # recorded: the other libraries go on
                failed[name] = f"{type(error).__name__}: {error}"
                continue
            if expected is None:
                expected = result
            scale = numpy.abs(expected).max()
            if result.shape != expected.shape or numpy.abs(result - expected).max() > 1e-3 * scale:
                failed[name] = "another result"
                continue
            calls[name] = (library.clock, lambda function=function, operands=operands: function(*operands))
        times = {name: median for name, (median, _) in device_times(calls).items()}
        ours = times.get("cuprum")
        parts = [
            f"{name} {t:9.3f} ms" + (f" ({t / ours:6.2f})" if ours and name != "cuprum" else "")
            for name, t in times.items()
        ]
        print(
            f"{case.name:48} "
            + "   ".join(parts + [f"{name}: {error.splitlines()[0][:60]}" for name, error in failed.items()]),
            flush=True,
        )
        chapter.keep({"case": case.name, "unit": "ms", "times": times, "errors": failed})
        chapter.free()


if __name__ == "__main__":
    main()
