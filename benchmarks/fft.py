#!/usr/bin/env python3
"""Fourier transforms: cuprum beside NumPy and SciPy on a CPU, CuPy and PyTorch on a GPU, in one process and in turns.

    python benchmarks/fft.py                          large arrays on a GPU, moderate ones on a CPU
    python benchmarks/fft.py --quick                  small ones: a trial, not a measurement
    python benchmarks/fft.py --only rfft              the cases whose name has this in it
    python benchmarks/fft.py --json results/x.json

Times are of the device, from call to call; those of host calls are what a call on a small array costs the host. Next to each time
stands its ratio to cuprum's: above 1 cuprum is the quicker.
"""

from chapter import Chapter
from linalg import Case, fails, of, show
from measure import device_times, host_times


def modules(library):
    """What has `fft`, and what has `dct`; None where there is none."""
    import importlib

    real = {"cuprum": "cuprumx.scipy.fft", "cupy": "cupyx.scipy.fft", "numpy": "scipy.fft"}.get(library.name)
    return library.xp.fft, importlib.import_module(real) if real else None


def axis(library, number):
    return {"dim" if library == "torch" else "axis": number}


def axes(library, numbers):
    return {"dim" if library == "torch" else "axes": numbers}


def cases(gpu, quick):
    scale = 1 if gpu else 16
    long = (1 << 24) // scale // (256 if quick else 1)
    side = (8192 if gpu else 1024) // (16 if quick else 1)
    for dtype in ("complex64", "complex128"):
        yield Case(f"fft {long} {dtype}", lambda f, r, lib, a: f.fft(a), ((long,), dtype))
        yield Case(f"fft {side}x{side} {dtype}", lambda f, r, lib, a: f.fft(a), ((side, side), dtype))
        yield Case(
            f"fft {side}x{side} {dtype}, first axis",
            lambda f, r, lib, a: f.fft(a, **axis(lib, 0)),
            ((side, side), dtype),
        )
        yield Case(f"fft2 {side}x{side} {dtype}", lambda f, r, lib, a: f.fft2(a), ((side, side), dtype))
        yield Case(f"ifft2 {side}x{side} {dtype}", lambda f, r, lib, a: f.ifft2(a), ((side, side), dtype))
    cube = (256 if gpu else 64) // (4 if quick else 1)
    yield Case(f"fftn {cube}^3 complex64", lambda f, r, lib, a: f.fftn(a), ((cube,) * 3, "complex64"))
    yield Case(
        f"fftn {cube}^3 complex64, first two axes",
        lambda f, r, lib, a: f.fftn(a, **axes(lib, (0, 1))),
        ((cube,) * 3, "complex64"),
    )
    yield Case(
        f"fft {cube}^3 complex64, middle axis",
        lambda f, r, lib, a: f.fft(a, **axis(lib, 1)),
        ((cube,) * 3, "complex64"),
    )
    for dtype in ("float32", "float64"):
        yield Case(f"rfft {side}x{side} {dtype}", lambda f, r, lib, a: f.rfft(a), ((side, side), dtype))
        yield Case(f"rfft2 {side}x{side} {dtype}", lambda f, r, lib, a: f.rfft2(a), ((side, side), dtype))
        yield Case(
            f"irfft2 {side}x{side} {dtype}",
            lambda f, r, lib, a: f.irfft2(a),
            ((side, side // 2 + 1), "complex64" if dtype == "float32" else "complex128"),
        )
        yield Case(f"fft {side}x{side} {dtype}", lambda f, r, lib, a: f.fft(a), ((side, side), dtype))
        yield Case(f"fft2 {side}x{side} {dtype}", lambda f, r, lib, a: f.fft2(a), ((side, side), dtype))
    yield Case(
        f"fft {side}x{side} complex64, ortho", lambda f, r, lib, a: f.fft(a, norm="ortho"), ((side, side), "complex64")
    )
    yield Case(f"fft {side}x1021 complex64", lambda f, r, lib, a: f.fft(a), ((side, 1021), "complex64"))
    yield Case(
        f"fft {side}x1000 complex64, to 2000", lambda f, r, lib, a: f.fft(a, n=2000), ((side, 1000), "complex64")
    )
    yield Case(f"fft {100 * side}x16 complex64", lambda f, r, lib, a: f.fft(a), ((100 * side, 16), "complex64"))
    for name in ("dct", "dst", "idct"):
        for kind in (2, 4):
            yield Case(
                f"{name} {kind} {side}x{side} float32",
                lambda f, r, lib, a, name=name, kind=kind: getattr(r, name)(a, kind),
                ((side, side), "float32"),
            )
    yield Case(
        f"dctn {side}x{side} float32, ortho", lambda f, r, lib, a: r.dctn(a, norm="ortho"), ((side, side), "float32")
    )


HOST = [
    ("fft, 64", "f.fft(a)"),
    ("fft, 64, ortho", "f.fft(a, norm='ortho')"),
    ("ifft, 64", "f.ifft(a)"),
    ("rfft, 64", "f.rfft(x)"),
    ("irfft, 33", "f.irfft(h)"),
    ("fft of float64, 64", "f.fft(x)"),
    ("fft2, 32x32", "f.fft2(b)"),
    ("fft, 32x32, first axis", "f.fft(b, 64, 0)"),
    ("fftfreq, 64", "f.fftfreq(64)"),
    ("fftshift, 32x32", "f.fftshift(b)"),
]


def main():
    chapter = Chapter(__doc__, "numpy,scipy,cupy,cuprum,torch")
    found, gpu = chapter.libraries, chapter.gpu
    entries = {name: (library, *modules(library)) for name, library in found.items()}
    if not gpu and "scipy" in chapter.asked and "numpy" in found:
        import scipy.fft

        entries["scipy"] = (found["numpy"], scipy.fft, scipy.fft)

    def record(name, unit, times, errors):
        show(name, unit, times, errors)
        chapter.keep({"case": name, "unit": unit, "times": times, "errors": errors})

    for case in cases(gpu, chapter.options.quick):
        if not chapter.wants(case.name):
            continue
        calls, failed = {}, {}
        for name, (library, f, r) in entries.items():
            if name == "numpy" and ("dct" in case.name or "dst" in case.name):
                continue
            operands = [f, r, name, *(of(library, *operand) for operand in case.operands)]
            error = fails(lambda xp, *o: case.call(*o), None, operands)
            if error:
                failed[name] = error
            else:
                calls[name] = (library.clock, lambda call=case.call, o=operands: call(*o))
        record(case.name, "ms", {name: median for name, (median, _) in device_times(calls).items()}, failed)
        chapter.free()
    for name, statement in HOST:
        if not chapter.wants(name):
            continue
        calls, failed = {}, {}
        for key, (library, f, _) in entries.items():
            names = {
                "f": f,
                "a": of(library, (64,), "complex128"),
                "x": of(library, (64,), "float64"),
                "h": of(library, (33,), "complex128"),
                "b": of(library, (32, 32), "complex128"),
            }
            try:
                exec(statement, names)
                calls[key] = (library.clock, statement, names)
            except Exception as error:
                failed[key] = f"{type(error).__name__}: {error}"
        record(name, "us", {key: times[0] for key, times in host_times(calls).items()}, failed)


if __name__ == "__main__":
    main()
