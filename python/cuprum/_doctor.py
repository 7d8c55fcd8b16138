"""`python -m cuprum doctor`: tries what the library needs, and prints a report for a bug report."""

import os
import subprocess
import sys
import tempfile
import time

import numpy as np

from . import _config, _core


class Note(Exception):
    """Something to know that is not an error."""


def _child(code, **settings):
    """The last line that a program prints, and whether it succeeded. A crash there does not end this process."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | settings, capture_output=True, text=True, timeout=300
    )
    lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    lines = [line for line in lines if not line.startswith("Help: ")]
    return (lines or [f"exit status {done.returncode}"])[-1], done.returncode == 0


def _gpu():
    if _core.backend() == "cuda":
        return "in use"
    there = os.path.exists("/dev/nvidia0") or os.path.exists("/dev/dxg")
    asked = os.environ.get("CUPRUM_BACKEND", "")
    if asked == "cpu":
        raise Note("not used, because CUPRUM_BACKEND=cpu")
    why, good = _child("import cuprum; print(cuprum.backend())", CUPRUM_BACKEND="cuda")
    if there and not good:
        raise RuntimeError(f"there is one, and it cannot be used: {why}")
    raise Note(f"none is used: {why}")


def _compiler():
    import cuprum as cp

    # The name is new each time, so that neither the cache nor a pack has the kernel.
    kernel = cp.ElementwiseKernel("float64 x", "float64 y", "y = x * x + 1", f"doctor_{time.time_ns()}")
    start = time.perf_counter()
    values = kernel(cp.arange(5.0)).get()
    spent = time.perf_counter() - start
    if values.tolist() != [1, 2, 5, 10, 17]:
        raise RuntimeError(f"a compiled kernel gives {values.tolist()}")
    return f"{_core._compiler_version()}, a kernel compiled and run in {spent * 1e3:.0f} ms"


def _cache():
    info = _core._cache_info()
    folder = info["folder"]
    if not folder:
        raise Note("none: each process compiles its kernels; set CUPRUM_CACHE_DIR to a folder")
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"cuprum")
    return f"{folder} can be written; {info['files']} kernels, {_config.megabytes(info['bytes'])}"


def _packs():
    packs = [pack["path"] for pack in _core._cache_info()["packs"]]
    if not packs:
        raise Note("none: first calls compile; `python -m cuprum cache build` makes one")
    return f"{len(packs)} in use"


def _operations():
    import cuprum as cp

    x = np.linspace(-4, 4, 10001)
    found = cp.asarray(x)
    np.testing.assert_allclose((cp.exp(-found * found) * cp.sin(found)).get(), np.exp(-x * x) * np.sin(x), atol=1e-14)
    np.testing.assert_allclose(float((found * found).sum()), float((x * x).sum()), rtol=1e-12)
    np.testing.assert_array_equal(cp.sort(found[::-1]).get(), x)
    return "elementwise, sum and sort agree with NumPy"


def _linear_algebra():
    import cuprum as cp

    a = np.array([[4.0, 1.0], [1.0, 3.0]])
    np.testing.assert_allclose((cp.asarray(a) @ cp.linalg.inv(cp.asarray(a))).get(), np.eye(2), atol=1e-14)
    return "products and factorizations work"


def _fourier():
    import cuprum as cp

    x = np.arange(24.0)
    np.testing.assert_allclose(cp.fft.fft(cp.asarray(x)).get(), np.fft.fft(x), atol=1e-12)
    return "transforms work"


# What is tried, and what to do where it fails.
CHECKS = [
    ("GPU", _gpu, "`nvidia-smi` must work; then pip install 'cuprum[cuda13]' or 'cuprum[cuda12]'"),
    ("Compiler", _compiler, "on a CPU: install cuprum again; on a GPU: pip install 'cuprum[cuda13]' brings NVRTC"),
    ("Kernel cache", _cache, "set CUPRUM_CACHE_DIR to a folder that you can write"),
    ("Prebuilt kernels", _packs, "install cuprum again, or run `python -m cuprum cache build`"),
    ("Operations", _operations, "report this as an error of cuprum"),
    ("Linear algebra", _linear_algebra, "on a CPU: install libopenblas0; on a GPU: 'cuprum[cuda13]' brings cuBLAS"),
    ("Fourier transforms", _fourier, "on a GPU: 'cuprum[cuda13]' brings cuFFT"),
]


# Those that need no kernel and no library: `info` makes them.
QUICK = ("GPU", "Kernel cache", "Prebuilt kernels")


def _print_facts():
    """Print versions, devices and settings; returns whether they are to be had."""
    try:
        print(_config.text(_config.facts()))
    except Exception as error:  # a driver without a device, a wrong setting
        print(f"{type(error).__name__}: {error}")
        return False
    return True


def _outcomes(names):
    """(state, name, text, what to do) of the checks with these names; the state is "ok", "--" or "FAIL"."""
    for name, check, advice in CHECKS:
        if name not in names:
            continue
        try:
            yield "ok", name, check(), None
        except Note as note:
            yield "--", name, str(note), None
        except Exception as error:
            yield "FAIL", name, f"{type(error).__name__}: {error}", advice


def run():
    """Print the report; returns how many checks failed."""
    _print_facts()
    print()
    failed = 0
    for state, name, text, advice in _outcomes([name for name, *_ in CHECKS]):
        failed += state == "FAIL"
        print(f"{state:<5} {name}: {text}")
        if advice:
            print(f"      what to do: {advice}")
    print(f"\n{failed} of {len(CHECKS)} checks failed" if failed else "\nAll is well")
    return failed


def info():
    """Print the facts, then what is wrong with the installation as far as a look tells; returns how many things."""
    failed = 0 if _print_facts() else 1
    print()
    for state, name, text, advice in _outcomes(QUICK):
        if state == "FAIL":
            failed += 1
            print(f"{name}: {text}\n  what to do: {advice}")
    print(
        f"{'' if failed else 'Nothing wrong was seen. '}`python -m cuprum doctor` tries the compiler and the libraries."
    )
    return failed
