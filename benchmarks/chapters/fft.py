"""Fourier transforms: large arrays on a GPU, moderate ones on a CPU, there beside NumPy and SciPy (one thread, as its
default is)."""

from harness.case import HostCase, Ways, equal
from harness.libraries import signed

TITLE = "Fourier transforms"
LIBRARIES = ("numpy", "scipy", "cupy", "torch", "cuprum")
ONE_THREAD = ("cuprum",)
REAL = ("dct", "dst", "idct")


def module_of(library):
    return library.scipy("fft") if library.name == "scipy" else library.xp.fft


def axis(library, number):
    return {"dim" if library.name == "torch" else "axis": number}


def axes(library, numbers):
    return {"dim" if library.name == "torch" else "axes": numbers}


def case(name, call, shape, dtype, targets):
    """`call(module, library, a)`; the module is SciPy's where the transform is real."""
    real = name.startswith(("dct", "dst", "idct"))

    def ways(library):
        if real and library.name in ("torch", "numpy"):
            return {}
        module, a = library.scipy("fft") if real else module_of(library), signed(library, shape, dtype)
        return {"": lambda: call(module, library, a)}

    return Ways(name, ways, targets=targets, check=True)


def cases(setting):
    peer = "cupy" if setting.gpu else "scipy"
    long = setting.size(1 << 24, 1 << 20, quick=256)
    side = setting.size(8192, 1024, quick=16)
    cube = setting.size(256, 64, quick=4)
    square = (side, side)

    def of(name, call, shape, dtype):
        return case(name, call, shape, dtype, [equal(peer)])

    for dtype in ("complex64", "complex128"):
        yield of(f"fft {long} {dtype}", lambda f, lib, a: f.fft(a), (long,), dtype)
        yield of(f"fft {side} x {side} {dtype}", lambda f, lib, a: f.fft(a), square, dtype)
        yield of(f"fft {side} x {side} {dtype}, first axis", lambda f, lib, a: f.fft(a, **axis(lib, 0)), square, dtype)
        yield of(f"fft2 {side} x {side} {dtype}", lambda f, lib, a: f.fft2(a), square, dtype)
        yield of(f"ifft2 {side} x {side} {dtype}", lambda f, lib, a: f.ifft2(a), square, dtype)
    c8 = "complex64"
    yield of(f"fftn {cube}^3 complex64", lambda f, lib, a: f.fftn(a), (cube,) * 3, c8)
    first_two = lambda f, lib, a: f.fftn(a, **axes(lib, (0, 1)))
    yield of(f"fftn {cube}^3 complex64, first two axes", first_two, (cube,) * 3, c8)
    yield of(f"fft {cube}^3 complex64, middle axis", lambda f, lib, a: f.fft(a, **axis(lib, 1)), (cube,) * 3, c8)
    for dtype in ("float32", "float64"):
        half = "complex64" if dtype == "float32" else "complex128"
        yield of(f"rfft {side} x {side} {dtype}", lambda f, lib, a: f.rfft(a), square, dtype)
        yield of(f"rfft2 {side} x {side} {dtype}", lambda f, lib, a: f.rfft2(a), square, dtype)
        yield of(f"irfft2 {side} x {side} {dtype}", lambda f, lib, a: f.irfft2(a), (side, side // 2 + 1), half)
        yield of(f"fft {side} x {side} {dtype}", lambda f, lib, a: f.fft(a), square, dtype)
        yield of(f"fft2 {side} x {side} {dtype}", lambda f, lib, a: f.fft2(a), square, dtype)
    yield of(f"fft {side} x {side} complex64, ortho", lambda f, lib, a: f.fft(a, norm="ortho"), square, c8)
    yield of(f"fft {side} x 1021 complex64", lambda f, lib, a: f.fft(a), (side, 1021), c8)
    yield of(f"fft {side} x 1000 complex64, to 2000", lambda f, lib, a: f.fft(a, n=2000), (side, 1000), c8)
    yield of(f"fft {100 * side} x 16 complex64", lambda f, lib, a: f.fft(a), (100 * side, 16), c8)
    for name in REAL:
        for kind in (2, 4):
            call = lambda f, lib, a, name=name, kind=kind: getattr(f, name)(a, kind)
            yield of(f"{name} {kind} {side} x {side} float32", call, square, "float32")
    ortho = lambda f, lib, a: f.dctn(a, norm="ortho")
    yield of(f"dctn {side} x {side} float32, ortho", ortho, square, "float32")
    for name, statement, torch in HOST:
        yield HostCase(name, statement, names, torch=torch or statement, targets=[equal(peer)])


HOST = [
    ("fft, 64", "f.fft(a)", ""),
    ("fft, 64, ortho", "f.fft(a, norm='ortho')", ""),
    ("ifft, 64", "f.ifft(a)", ""),
    ("rfft, 64", "f.rfft(x)", ""),
    ("irfft, 33", "f.irfft(h)", ""),
    ("fft of float64, 64", "f.fft(x)", ""),
    ("fft2, 32 x 32", "f.fft2(b)", ""),
    ("fft, 32 x 32, first axis", "f.fft(b, 64, 0)", ""),
    ("fftfreq, 64", "f.fftfreq(64)", "f.fftfreq(64, device='cuda')"),
    ("fftshift, 32 x 32", "f.fftshift(b)", ""),
]


def names(library):
    return {
        "f": module_of(library),
        "a": signed(library, (64,), "complex128"),
        "x": signed(library, (64,), "float64"),
        "h": signed(library, (33,), "complex128"),
        "b": signed(library, (32, 32), "complex128"),
    }
