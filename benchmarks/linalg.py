#!/usr/bin/env python3
"""Products and linear algebra: cuprum beside NumPy, CuPy and PyTorch, where they are there, in one process and in turns.

    python benchmarks/linalg.py                          large operands on a GPU, moderate ones on a CPU
    python benchmarks/linalg.py --quick                  small ones: a trial, not a measurement
    python benchmarks/linalg.py --only svd               the cases whose name has this in it
    python benchmarks/linalg.py --json results/x.json

Times are of the device, from call to call; those of host calls are what a call on small operands costs the host. Next to each
time stands its ratio to cuprum's: above 1 cuprum is the quicker. With --first: what a new process needs for its first det, and
on a GPU what a bare C++ program needs for the same calls of cuSOLVER. With --streams: two inverses on two streams of a GPU, and
what they take of the time of one after the other.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from time import perf_counter

import numpy

from chapter import Chapter
from measure import device_times, host_times


def of(library, shape, dtype, seed=0, kind="any"):
    """Random matrices as NumPy makes them; `kind` makes them far from singular, or positive definite."""
    rng = numpy.random.default_rng(seed)
    if numpy.dtype(dtype).kind in "iu":
        return library.array(rng.integers(-9, 9, shape).astype(dtype))
    host = rng.uniform(-1, 1, shape).astype(dtype)
    if numpy.dtype(dtype).kind == "c":
        host.imag = rng.uniform(-1, 1, shape)
    if kind == "solvable":
        host = host + numpy.eye(shape[-1], dtype=dtype) * 2 * shape[-1] ** 0.5
    if kind == "positive":
        host = host @ host.swapaxes(-2, -1).conj() + numpy.eye(shape[-1], dtype=dtype)
    return library.array(host.astype(dtype))


class Case:
    def __init__(self, name, call, *operands):
        self.name, self.call, self.operands = name, call, operands


def cases(gpu, quick):
    n = (8192 if gpu else 1024) // (16 if quick else 1)
    f4, f8, c8 = "float32", "float64", "complex64"
    for dtype in (f4, f8, c8) + (("float16",) if gpu else ()):
        yield Case(f"matmul {n} {dtype}", lambda xp, a, b: a @ b, ((n, n), dtype), ((n, n), dtype, 1))
    yield Case(f"matmul {n} float32, transposed", lambda xp, a, b: a.T @ b.T, ((n, n), f4), ((n, n), f4, 1))
    yield Case(f"matmul {n} float32 by its transpose", lambda xp, a: a @ a.T, ((n, n), f4))
    yield Case(
        f"matmul {n // 4} int32", lambda xp, a, b: a @ b, ((n // 4, n // 4), "int32"), ((n // 4, n // 4), "int32", 1)
    )
    yield Case(
        f"matmul {n // 4} int64", lambda xp, a, b: a @ b, ((n // 4, n // 4), "int64"), ((n // 4, n // 4), "int64", 1)
    )
    yield Case(f"matrix by vector {n} float32", lambda xp, a, b: a @ b, ((n, n), f4), ((n,), f4, 1))
    batch = 64 if gpu else 16
    m = n // 16
    yield Case(f"matmul {batch}x{m} float32", lambda xp, a, b: a @ b, ((batch, m, m), f4), ((batch, m, m), f4, 1))
    yield Case(f"matmul {batch}x{m} by one float32", lambda xp, a, b: a @ b, ((batch, m, m), f4), ((m, m), f4, 1))
    yield Case(f"matmul one by {batch}x{m} float32", lambda xp, a, b: a @ b, ((m, m), f4), ((batch, m, m), f4, 1))
    yield Case(
        f"einsum bij,bjk->bik {batch}x{m} float32",
        lambda xp, a, b: xp.einsum("bij,bjk->bik", a, b),
        ((batch, m, m), f4),
        ((batch, m, m), f4, 1),
    )
    yield Case(
        f"einsum bij,bjk->ibk {batch}x{m} float32",
        lambda xp, a, b: xp.einsum("bij,bjk->ibk", a, b),
        ((batch, m, m), f4),
        ((batch, m, m), f4, 1),
    )
    yield Case(
        f"einsum ij,ij->i {n} float32", lambda xp, a, b: xp.einsum("ij,ij->i", a, b), ((n, n), f4), ((n, n), f4, 1)
    )
    yield Case("matmul 10000x16 float32", lambda xp, a, b: a @ b, ((10000, 16, 16), f4), ((10000, 16, 16), f4, 1))
    yield Case(
        f"tensordot {m} float32",
        lambda xp, a, b: xp.tensordot(a, b, ([1, 0], [0, 1])),
        ((m, 16, m), f4),
        ((16, m, m), f4, 1),
    )
    yield Case("dot of vectors float32", lambda xp, a, b: xp.dot(a, b), ((n * n // 4,), f4), ((n * n // 4,), f4, 1))
    yield Case(f"outer {n} float32", lambda xp, a, b: xp.outer(a, b), ((n,), f4), ((n,), f4, 1))
    yield Case(f"norm {n} float32", lambda xp, a: xp.linalg.norm(a), ((n, n), f4))
    yield Case(f"norm(axis=1) {n} float32", lambda xp, a: xp.linalg.norm(a, axis=1), ((n, n), f4))
    yield Case(f"norm(axis=0) {n} float32", lambda xp, a: xp.linalg.norm(a, axis=0), ((n, n), f4))
    sizes = (64, 512, 4096) if gpu else (16, 128, 512)
    for k in sizes[:2] if quick else sizes:
        for dtype in (f4, f8):
            a, s, p = ((k, k), dtype), ((k, k), dtype, 0, "solvable"), ((k, k), dtype, 0, "positive")
            yield Case(f"inv {k} {dtype}", lambda xp, a: xp.linalg.inv(a), s)
            yield Case(f"solve {k} {dtype}", lambda xp, a, b: xp.linalg.solve(a, b), s, a)
            yield Case(f"det {k} {dtype}", lambda xp, a: xp.linalg.det(a), s)
            yield Case(f"cholesky {k} {dtype}", lambda xp, a: xp.linalg.cholesky(a), p)
            yield Case(f"qr {k} {dtype}", lambda xp, a: xp.linalg.qr(a), a)
            if k <= 1024 or dtype == f4:
                yield Case(f"svd {k} {dtype}", lambda xp, a: xp.linalg.svd(a), a)
                yield Case(f"eigh {k} {dtype}", lambda xp, a: xp.linalg.eigh(a), p)
            if k <= 512:
                yield Case(f"eig {k} {dtype}", lambda xp, a: xp.linalg.eig(a), a)
    for count, k in ((10000, 16), (1000, 32), (100, 128)):
        s, p, a = ((count, k, k), f4, 0, "solvable"), ((count, k, k), f4, 0, "positive"), ((count, k, k), f4)
        yield Case(f"inv {count}x{k} float32", lambda xp, a: xp.linalg.inv(a), s)
        yield Case(f"solve {count}x{k} float32", lambda xp, a, b: xp.linalg.solve(a, b), s, a)
        yield Case(f"det {count}x{k} float32", lambda xp, a: xp.linalg.det(a), s)
        yield Case(f"cholesky {count}x{k} float32", lambda xp, a: xp.linalg.cholesky(a), p)
        yield Case(f"qr {count}x{k} float32", lambda xp, a: xp.linalg.qr(a), a)
        yield Case(f"svd {count}x{k} float32", lambda xp, a: xp.linalg.svd(a), a)
        yield Case(f"eigh {count}x{k} float32", lambda xp, a: xp.linalg.eigh(a), p)


HOST = [
    ("a @ b, 32x32", "a @ b"),
    ("dot(a, b), 32x32", "xp.dot(a, b)"),
    ("matmul(a, b, out=o), 32x32", "xp.matmul(a, b, out=o)"),
    ("a @ v, 32x32", "a @ v"),
    ("v @ v, 32", "v @ v"),
    ("einsum('ij,jk->ik'), 32x32", "xp.einsum('ij,jk->ik', a, b)"),
    ("tensordot, 32x32", "xp.tensordot(a, b, 1)"),
    ("norm, 32x32", "xp.linalg.norm(a)"),
]


def fails(call, xp, operands):
    try:
        call(xp, *operands)
    except Exception as error:  # recorded: the other libraries go on
        return f"{type(error).__name__}: {error}"


def show(name, unit, times, errors):
    ours = times.get("cuprum")
    parts = [
        f"{library} {t:10.2f} {unit}" + (f" ({t / ours:5.2f})" if ours and library != "cuprum" else "")
        for library, t in times.items()
    ]
    parts += [f"{library}: {error.splitlines()[0][:100]}" for library, error in errors.items()]
    print(f"{name:44} " + "   ".join(parts), flush=True)


FIRST = """
import time
import {module} as xp
a = xp.asarray({host})
{synchronize}
start = time.perf_counter()
xp.linalg.det(a)
{synchronize}
print((time.perf_counter() - start) * 1e3)
solvers = [line.split()[-1] for line in open("/proc/self/maps") if "/libcusolver.so" in line]
print(solvers[0] if solvers else "")
"""


def first_det(module, gpu, cache):
    """Milliseconds, and the file of the cuSOLVER that was used."""
    host = "__import__('numpy').random.default_rng(0).random((512, 512), dtype='f')"
    text = FIRST.format(module=module, host=host, synchronize="xp.cuda.Device().synchronize()" if gpu else "")
    environment = {**os.environ, "CUPRUM_CACHE_DIR": cache, "CUPY_CACHE_DIR": cache}
    time, solver = subprocess.run(
        [sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=True
    ).stdout.split("\n")[:2]
    return float(time), solver


def bare_det(solver, folder):
    """Milliseconds of the same calls in C++, and the text that says where they went."""
    program = pathlib.Path(folder) / "first_det"
    source = pathlib.Path(__file__).with_name("first_det.cpp")
    subprocess.run([shutil.which("c++") or "g++", "-std=c++20", "-O2", source, "-o", program, "-ldl"], check=True)
    time, steps = subprocess.run([program, solver], capture_output=True, text=True, check=True).stdout.splitlines()
    return float(time), steps


def measure_first(libraries, gpu, record):
    solver = ""
    for kind in ("empty cache", "full cache"):
        with tempfile.TemporaryDirectory() as folder:
            times = {}
            for name in libraries:
                if name == "torch":
                    continue
                if kind == "full cache":
                    first_det(name, gpu, folder)
                times[name], path = first_det(name, gpu, folder)
                if name == "cuprum":
                    solver = path
            record(f"first det of 512, {kind}", "ms", times, {})
    if solver:
        with tempfile.TemporaryDirectory() as folder:
            time, steps = bare_det(solver, folder)
            record("first det of 512, bare C++", "ms", {"C++": time}, {"of which": steps})


def two_inverses(xp, matrix, streams):
    """Seconds for an inverse on each of two streams."""
    xp.cuda.Device().synchronize()
    start = perf_counter()
    kept = []
    for stream in streams:
        with stream:
            kept.append(xp.linalg.inv(matrix))
    for stream in streams:
        stream.synchronize()
    return perf_counter() - start


def measure_streams(libraries, record, size=6000):
    for name, library in libraries.items():
        xp = library.xp
        if name == "torch":
            continue
        matrix = of(library, (size, size), "float32", kind="solvable")
        one, two = xp.cuda.Stream(non_blocking=True), xp.cuda.Stream(non_blocking=True)
        apart, together = (
            min(two_inverses(xp, matrix, streams) for _ in range(4)) for streams in ((one, one), (one, two))
        )
        record(
            f"2 inv {size} float32, {name}: on one stream, on two",
            "ms",
            {"one": apart * 1e3, "two": together * 1e3},
            {"share": f"{together / apart:.2f}"},
        )


def main():
    chapter = Chapter(__doc__, flags=["--first", "--streams"])
    options, found, gpu = chapter.options, chapter.libraries, chapter.gpu

    def record(name, unit, times, errors):
        show(name, unit, times, errors)
        chapter.keep({"case": name, "unit": unit, "times": times, "errors": errors})

    for case in cases(gpu, options.quick):
        if not chapter.wants(case.name):
            continue
        calls, failed = {}, {}
        for name, library in found.items():
            operands = [of(library, *operand) for operand in case.operands]
            error = fails(case.call, library.xp, operands)
            if error:
                failed[name] = error
            else:
                calls[name] = (library.clock, lambda call=case.call, xp=library.xp, o=operands: call(xp, *o))
        record(case.name, "ms", {name: median for name, (median, _) in device_times(calls).items()}, failed)
        chapter.free()
    for name, statement in HOST:
        if not chapter.wants(name):
            continue
        calls, failed = {}, {}
        for library in found.values():
            names = {
                "xp": library.xp,
                "a": of(library, (32, 32), "float32"),
                "b": of(library, (32, 32), "float32", 1),
                "v": of(library, (32,), "float32"),
                "o": of(library, (32, 32), "float32"),
            }
            try:
                exec(statement, names)
                calls[library.name] = (library.clock, statement, names)
            except Exception as error:
                failed[library.name] = f"{type(error).__name__}: {error}"
        record(name, "us", {library: times[0] for library, times in host_times(calls).items()}, failed)
    if options.first:
        measure_first(found, gpu, record)
    if options.streams and gpu:
        measure_streams(found, record)


if __name__ == "__main__":
    main()
