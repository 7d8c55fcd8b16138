"""Calls of SciPy's chapters with arguments that nobody means: a crash or a hang is a fault, an exception is none.

    python tests/python/harness/hostile_calls.py --seconds 300 --seed 1 signal ndimage sparse.csgraph

Arguments are empty, of other dimensions than are wanted, not finite, negative or of no number. Each function is called
in processes of its own, which tell what they call before they call it; methods of the objects that result are called,
too. It prints the calls that ended or stopped a process.
"""

import argparse
import importlib
import inspect
import mmap
import os
import random
import resource
import signal
import sys
import time
import warnings

import numpy as np

import cuprum as cp
import cuprumx.scipy.sparse as sparse

CHAPTERS = [
    *("fft", "fftpack", "interpolate", "linalg", "ndimage", "signal", "signal.windows", "sparse", "sparse.linalg"),
    *("sparse.csgraph", "spatial", "spatial.distance", "special", "stats"),
]
LEFT_OUT = {"save_npz", "load_npz", "set_workers", "generate_binary_structure"}  # files; memory of any size

ARRAYS = [
    *(cp.zeros(shape) for shape in [(0,), (0, 3), (3, 0), (0, 0), (4, 1, 0)]),
    *(cp.array(x) for x in [1.0, [1.0], [3, -1, 100, 0], [1 + 1j, 2, 0, 3], [True, False, True, True], [5.0, 1, 1, 2]]),
    *(cp.full(4, np.nan), cp.array([np.inf, -np.inf, 0, 1]), cp.zeros(0, "i"), cp.arange(8, dtype="f"), cp.arange(5)),
    *(cp.ones((2, 2)), cp.eye(3), cp.arange(24.0).reshape(2, 3, 4), cp.arange(6.0)[::-2]),
    cp.arange(12.0).reshape(4, 3).T,
]
MATRICES = [
    *(sparse.csr_matrix(shape) for shape in [(0, 0), (3, 3), (0, 3), (3, 0)]),
    *(sparse.csr_matrix(cp.eye(3)), sparse.csc_matrix(cp.ones((2, 3))), sparse.dia_matrix(cp.eye(4))),
    *(sparse.coo_matrix(cp.arange(9.0).reshape(3, 3)), sparse.csr_matrix(cp.array([[0, np.nan], [np.inf, 1]]))),
]
OTHERS = [0, 1, -1, 3, 7, -5, 20, 2.5, 0.25, np.nan, 1j, None, True, (), [], (0, 1), [1, 2, 3], (2, 2), "full"]


def draw(rng, path):
    if "sparse" in path and rng.random() < 0.5:
        return rng.choice(MATRICES)
    return rng.choice(ARRAYS if rng.random() < 0.7 else OTHERS)


def text(value):
    if isinstance(value, cp.ndarray):
        return f"cp.array({value.tolist()}, {value.dtype.char!r})" if value.size else f"cp.zeros({value.shape})"
    return f"{value.format}{value.shape}" if sparse.issparse(value) else repr(value)


def parameters(function):
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None


def arguments(rng, path, function):
    found = parameters(function)
    positional = [p for p in found or () if p.kind <= p.POSITIONAL_OR_KEYWORD]
    least = sum(p.default is p.empty for p in positional)
    count = rng.randint(least, min(len(positional), least + 2)) if found is not None else rng.randint(1, 4)
    return [draw(rng, path) for _ in range(count)]


def call(note, path, function, args, seconds):
    line = f"{path}({', '.join(map(text, args))})".encode()[:4000]
    note[:] = line.ljust(4096, b"\0")
    signal.alarm(seconds)
    try:
        return function(*args)
    except Exception:  # noqa: BLE001  an exception is an answer
        return None
    finally:
        signal.alarm(0)


def calls(note, path, function, seed, count, seconds):
    """What a process of its own does."""
    rng = random.Random(seed)
    for _ in range(count):
        result = call(note, path, function, arguments(rng, path, function), seconds)
        if result is None or not type(result).__module__.startswith("cuprumx"):
            continue
        made = note[:].rstrip(b"\0").decode()
        for name in [n for n in dir(result) if not n.startswith("_")] + ["__call__"]:
            method = getattr(result, name, None)
            if callable(method) and parameters(method) is not None:
                call(note, f"{made}.{name}", method, arguments(rng, path, method), seconds)
        cp.cuda.Device().synchronize()


def hunt(chapters, seconds, seed, count=30, limit=60):
    """The calls that ended a process: pairs of the signal's number and the call."""
    functions = []
    for chapter in chapters:
        module = importlib.import_module(f"cuprumx.scipy.{chapter}")
        for name in sorted(set(dir(module)) - LEFT_OUT):
            function = getattr(module, name)
            is_error = isinstance(function, type) and issubclass(function, BaseException)
            if not name.startswith("_") and callable(function) and not is_error:
                functions.append((f"{chapter}.{name}", function))
    rng, end, found = random.Random(seed), time.time() + seconds, []
    cp.ones(3).sum()
    note = mmap.mmap(-1, 4096)
    while time.time() < end:
        path, function = rng.choice(functions)
        number = rng.random()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
            warnings.simplefilter("ignore")
            try:
                calls(note, path, function, number, count, limit)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            found.append((os.WTERMSIG(status), note[:].rstrip(b"\0").decode()))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chapters", nargs="*", default=CHAPTERS)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for number, line in hunt(options.chapters, options.seconds, options.seed):
        print(signal.Signals(number).name, line)


if __name__ == "__main__":
    main()
