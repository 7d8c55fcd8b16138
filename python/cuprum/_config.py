"""What `show_config` tells."""

import os as _os

import numpy as _np

from . import _core
from ._core import _cuda, _cuda_runtime


# Settings of CuPy's for what cuprum does otherwise.
_NO_MEANING = {
    "CUPY_ACCELERATORS": "there is one implementation of each operation",
    "CUPY_EXPERIMENTAL_SLICE_COPY": "NumPy arrays can always be assigned to slices",
    "CUPY_COMPILE_WITH_PTX": "code for the very GPU is made",
    "CUPY_DISABLE_JITIFY_CACHE": "Jitify is not needed",
}
# docs/environment.md explains them; tests/python/core/test_config.py compares the two.
SETTINGS = """
    BACKEND NUM_THREADS CPU_DEVICES CPU_TARGET GPU_MEMORY_LIMIT MEMORY_GROWTH SEED TF32 CHECK DEFER DEFER_BYTES PROGRESS
    LOG CACHE_DIR CACHE_SIZE CACHE_TRUST CACHE_IN_MEMORY CACHE_SAVE_CUDA_SOURCE DUMP_CUDA_SOURCE_ON_ERROR
    CUDA_COMPILE_WITH_DEBUG RECORD_KERNELS CUDA_PER_THREAD_DEFAULT_STREAM CUDA_ARRAY_INTERFACE_SYNC
    CUDA_ARRAY_INTERFACE_EXPORT_VERSION CPU_ARRAY_INTERFACE DLPACK_EXPORT_VERSION CUDA_PATH DISTRIBUTED_HOST
    DISTRIBUTED_PORT DISTRIBUTED_SECRET DISTRIBUTED_TIMEOUT DISTRIBUTED_TRANSPORT CLANG_LIBRARY OPENBLAS
""".split()


def remark(variable):
    """What is to be said of a variable of the environment beside its value."""
    prefix, _, name = variable.partition("_")
    if variable in _NO_MEANING:
        return f"  (no meaning here: {_NO_MEANING[variable]})"
    if prefix != "CUPRUM" or name in SETTINGS:
        return ""
    import difflib

    close = difflib.get_close_matches(name, SETTINGS, 1)
    return f"  (no such setting{f'; did you mean CUPRUM_{close[0]}?' if close else ''})"


def megabytes(count):
    return f"{count / 2**20:.1f} MiB"


def _version(number):
    return f"{number // 1000}.{number % 1000 // 10}" if number else "none"


def facts():
    """Pairs of a name and what is to be said of it."""
    import platform  # slow to load, and only wanted here

    backend = _core.backend()
    yield "cuprum", _core.__version__
    yield "Python", f"{platform.python_version()} on {platform.platform()}"
    yield "NumPy", _np.__version__
    yield "Backend", backend
    yield "Compiler", _core._compiler_version()
    if backend == "cuda":
        yield "Driver", "for CUDA " + _version(_cuda_runtime.driverGetVersion())
    else:
        yield "Threads", _cuda_runtime.getDeviceProperties(0)["multiProcessorCount"]
    for number in range(_cuda_runtime.getDeviceCount()):
        device = _cuda.Device(number)
        name = _cuda_runtime.getDeviceProperties(number)["name"].decode()
        free, total = device.mem_info
        yield repr(device), f"{name}, {megabytes(free)} of {megabytes(total)} free"
    pool = _core.get_default_memory_pool()
    limit = pool.get_limit()
    yield (
        "Memory pool",
        f"{megabytes(pool.used_bytes())} of {megabytes(pool.total_bytes())} in use, "
        + (f"limit {megabytes(limit)}" if limit else "no limit"),
    )
    yield from cache_facts()
    for name in sorted(_os.environ):
        if name.startswith(("CUPRUM_", "CUPY_")):
            yield name, ("***" if name == "CUPRUM_DISTRIBUTED_SECRET" else _os.environ[name]) + remark(name)


def cache_facts():
    cache = _core._cache_info()
    yield (
        "Kernel cache",
        f"{cache['folder'] or 'none'}: {cache['files']} kernels, {megabytes(cache['bytes'])} of "
        f"{megabytes(cache['limit'])}",
    )
    for pack in cache["packs"]:
        yield (
            "Pack",
            f"{pack['path']}: {pack['target']}, {pack['kernels']} kernels in {pack['modules']} modules, "
            f"{megabytes(pack['bytes'])}",
        )
    yield (
        "This process",
        f"{cache['compiled']} kernels compiled in {cache['compile_ms']:.0f} ms, {cache['folder_hits']} from the "
        f"folder, {cache['pack_hits']} from packs",
    )


def text(pairs):
    return "\n".join(f"{name:<24}: {value}" for name, value in pairs)


def show_config(*, _full=False) -> None:
    """Print the versions, devices, caches, limits and settings that cuprum works with."""
    print(text(facts()))
