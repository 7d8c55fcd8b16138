"""`python -m cuprum doctor`: tries what the library needs, and prints a report for a bug report."""

import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

from . import _config, _core
from ._core import _cuda_runtime


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
        driver, compiler = _cuda_runtime.driverGetVersion() // 1000, _core._compiler_version()
        libraries = re.match(r"nvrtc-(\d+)", compiler)
        if libraries and int(libraries[1]) > driver:
            raise RuntimeError(f"the driver is for CUDA {driver}, and may not run what {compiler} makes")
        return "in use"
    there = os.path.exists("/dev/nvidia0") or os.path.exists("/dev/dxg")
    asked = os.environ.get("CUPRUM_BACKEND", "")
    if asked == "cpu":
        raise Note("not used, because CUPRUM_BACKEND=cpu")
    why, good = _child("import cuprum; print(cuprum.backend())", CUPRUM_BACKEND="cuda")
    why = why.split("which cannot be used: ")[-1]  # as if this process had asked for it
    if there and not good:
        raise RuntimeError(f"there is one, and it cannot be used: {why}")
    raise Note(f"none is used: {why}")


def _settings():
    names = [name for name in sorted(os.environ) if name.startswith("CUPRUM_")]
    unknown = [name + remark for name in names if "no such setting" in (remark := _config.remark(name))]
    if unknown:
        raise RuntimeError(", ".join(unknown))
    return f"{len(names)} in the environment, all known"


def _blas_library():
    path = os.environ.get("CUPRUM_OPENBLAS", "")
    if "/" in path and not os.path.exists(path):
        raise RuntimeError(f"{path} is not there")
    return path or "NumPy's or the system's"


def _compiler_library():
    version = _core._compiler_version()
    if _core.backend() == "cpu":
        path = os.environ.get("CUPRUM_CLANG_LIBRARY") or os.path.join(
            os.path.dirname(_core.__file__), "lib/libcuprum_clang.so"
        )
        if not os.path.exists(path):
            raise RuntimeError(f"{path} is not there")
    return version


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


_AGAIN = "install cuprum again: pip install --force-reinstall cuprum-*.whl"
_DRIVER = "`nvidia-smi` must work, and show a driver of version 525 or newer; in a container use --gpus all"
_REPORT = "report this as an error of cuprum"
# What is tried, and what to do where it fails: on a CPU, on a GPU.
CHECKS = [
    ("Settings", _settings, *["correct the name, or unset it"] * 2),
    ("GPU", _gpu, _DRIVER, "update the driver, or pip install 'cuprum[cuda12]'"),
    ("Compiler", _compiler, _AGAIN, "pip install 'cuprum[cuda13]' or 'cuprum[cuda12]' brings NVRTC"),
    ("Kernel cache", _cache, *["set CUPRUM_CACHE_DIR to a folder that you can write"] * 2),
    ("Prebuilt kernels", _packs, *[_AGAIN + ", or run `python -m cuprum cache build`"] * 2),
    ("Operations", _operations, _REPORT, _REPORT),
    ("Linear algebra", _linear_algebra, "install libopenblas0", "'cuprum[cuda13]' brings cuBLAS and cuSOLVER"),
    ("Fourier transforms", _fourier, _REPORT, "'cuprum[cuda13]' brings cuFFT"),
]
# Settings that name the library which a check needs.
PATHS = {"Compiler": "CUPRUM_CLANG_LIBRARY", "Linear algebra": "CUPRUM_OPENBLAS"}
# What `info` looks at in place of checks that need a kernel or a library.
LOOKS = {"Compiler": _compiler_library, "Linear algebra": _blas_library}
QUICK = [
    (name, LOOKS.get(name, check), *advice)
    for name, check, *advice in CHECKS
    if name not in ("Operations", "Fourier transforms")
]


def _has_backend():
    """Whether there is a backend; else print what is wrong, which then is all that can be said."""
    try:
        _core.backend()
    except Exception as error:  # no driver where one is asked for, a wrong setting
        print(f"FAIL  Backend: {type(error).__name__}: {error}")
        advice = "correct the setting" if isinstance(error, ValueError) else _DRIVER
        print(f"      what to do: {advice}; or unset it in the environment")
        return False
    return True


def _print_facts():
    """Print versions, devices and settings; returns whether they are to be had."""
    try:
        print(_config.text(_config.facts()))
    except Exception as error:  # a library that is missing, a wrong setting
        print(f"{type(error).__name__}: {error}")
        return False
    return True


def _outcomes(checks):
    """(state, name, text, what to do) of each check; the state is "ok", "--" or "FAIL"."""
    first = {}  # of errors, the check that met it
    for name, check, on_cpu, on_gpu in checks:
        try:
            yield "ok", name, check(), None
        except Note as note:
            yield "--", name, str(note), None
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            if text in first:
                yield "FAIL", name, f"for the same reason as {first[text]}", None
            else:
                first[text] = name
                setting = PATHS.get(name)
                if setting and setting in os.environ:
                    advice = f"correct the path in {setting}, or unset it"
                else:
                    advice = on_gpu if _core.backend() == "cuda" else on_cpu
                yield "FAIL", name, text, advice


def run():
    """Print the report; returns how many checks failed."""
    if not _has_backend():
        return 1
    _print_facts()
    print()
    failed = 0
    for state, name, text, advice in _outcomes(CHECKS):
        failed += state == "FAIL"
        print(f"{state:<5} {name}: {text}")
        if advice:
            print(f"      what to do: {advice}")
    print(f"\n{failed} of {len(CHECKS)} checks failed" if failed else "\nAll is well")
    return failed


def info():
    """Print the facts, then what is wrong with the installation as far as a look tells; returns how many things."""
    if not _has_backend():
        return 1
    failed = 0 if _print_facts() else 1
    print()
    for state, name, text, advice in _outcomes(QUICK):
        if state == "FAIL":
            failed += 1
            print(f"{name}: {text}")
            if advice:
                print(f"  what to do: {advice}")
    print(
        f"{'' if failed else 'Nothing wrong was seen. '}`python -m cuprum doctor` tries the compiler and the libraries."
    )
    return failed
