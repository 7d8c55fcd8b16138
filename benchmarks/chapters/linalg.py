"""Products and linear algebra: large operands on a GPU, moderate ones on a CPU. Times of host calls are what a call on operands of
32 x 32 costs the host. The first `det` of a process is measured in new processes, on a GPU beside a bare C++ program that makes the
same calls of cuSOLVER; two inverses on two streams beside the same on one.
"""

import pathlib
import shutil
import subprocess
import tempfile
from time import perf_counter

from harness.case import Case, HostCase, most, times
from harness.libraries import definite, signed, solvable
from harness.processes import python

TITLE = "Products and linear algebra"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("numpy", "cuprum")
f4, f8, c8 = "float32", "float64", "complex64"


def matrix(shape, dtype, seed=0, make=signed):
    return shape, dtype, seed, make


def products(setting, level):
    gpu = setting.gpu
    n = setting.size(8192, 1024, quick=16)
    goal = {"traffic": False, "targets": [level]}
    matmul = lambda xp, a, b: a @ b

    def two(shape, other, dtype):
        return matrix(shape, dtype), matrix(other, dtype, 1)

    for dtype in (f4, f8, c8) + (("float16",) if gpu else ()):
        yield Case(f"matmul {n} {dtype}", matmul, *two((n, n), (n, n), dtype), check=False, **goal)
    yield Case(
        f"matmul {n} float32, transposed", lambda xp, a, b: a.T @ b.T, *two((n, n), (n, n), f4), check=False, **goal
    )
    yield Case(f"matmul {n} float32 by its transpose", lambda xp, a: a @ a.T, matrix((n, n), f4), check=False, **goal)
    k = n // 4
    for dtype in ("int32", "int64", "int8"):
        yield Case(f"matmul {k} {dtype}", matmul, *two((k, k), (k, k), dtype), torch=None, **goal)
    yield Case(f"matrix by vector {n} float32", matmul, *two((n, n), (n,), f4), check=False, **goal)
    batch, m = 64 if gpu else 16, n // 16
    many = (batch, m, m)
    yield Case(f"matmul {batch} of {m} float32", matmul, *two(many, many, f4), check=False, **goal)
    yield Case(f"matmul {batch} of {m} by one float32", matmul, *two(many, (m, m), f4), check=False, **goal)
    yield Case(f"matmul one by {batch} of {m} float32", matmul, *two((m, m), many, f4), check=False, **goal)
    for subscripts in ("bij,bjk->bik", "bij,bjk->ibk"):
        yield Case(
            f"einsum {subscripts} {batch} of {m} float32",
            lambda xp, a, b, s=subscripts: xp.einsum(s, a, b),
            *two(many, many, f4),
            check=False,
            **goal,
        )
    yield Case(
        f"einsum ij,ij->i {n} float32",
        lambda xp, a, b: xp.einsum("ij,ij->i", a, b),
        *two((n, n), (n, n), f4),
        check=False,
        **goal,
    )
    yield Case("matmul 10000 of 16 float32", matmul, *two((10000, 16, 16), (10000, 16, 16), f4), check=False, **goal)
    yield Case(
        f"tensordot {m} float32",
        lambda xp, a, b: xp.tensordot(a, b, ([1, 0], [0, 1])),
        *two((m, 16, m), (16, m, m), f4),
        check=False,
        **goal,
    )
    vectors = two((n * n // 4,), (n * n // 4,), f4)
    yield Case("dot of vectors float32", lambda xp, a, b: xp.dot(a, b), *vectors, check=False, **goal)
    yield Case(f"outer {n} float32", lambda xp, a, b: xp.outer(a, b), *two((n,), (n,), f4), **goal)
    yield Case(f"norm {n} float32", lambda xp, a: xp.linalg.norm(a), matrix((n, n), f4), **goal)
    for axis in (1, 0):
        yield Case(
            f"norm(axis={axis}) {n} float32",
            lambda xp, a, axis=axis: xp.linalg.norm(a, axis=axis),
            matrix((n, n), f4),
            torch=lambda torch, a, axis=axis: torch.linalg.norm(a, dim=axis),
            **goal,
        )


def factorizations(setting, level):
    gpu = setting.gpu
    functions = {
        "inv": (lambda xp, a: xp.linalg.inv(a), solvable),
        "det": (lambda xp, a: xp.linalg.det(a), solvable),
        "cholesky": (lambda xp, a: xp.linalg.cholesky(a), definite),
        "qr": (lambda xp, a: xp.linalg.qr(a), signed),
        "svd": (lambda xp, a: xp.linalg.svd(a), signed),
        "eigh": (lambda xp, a: xp.linalg.eigh(a), definite),
        "eig": (lambda xp, a: xp.linalg.eig(a), signed),
    }

    def of(name, title, shape, dtype, targets=None):
        call, make = functions[name]
        more = {"traffic": False, "check": False, "targets": [level] if targets is None else targets}
        return Case(f"{name} {title} {dtype}", call, matrix(shape, dtype, 0, make), **more)

    def solve(title, shape, dtype):
        operands = matrix(shape, dtype, 0, solvable), matrix(shape, dtype, 1)
        call = lambda xp, a, b: xp.linalg.solve(a, b)
        return Case(f"solve {title} {dtype}", call, *operands, traffic=False, check=False, targets=[level])

    jacobi = {"inv": most(0.10), "svd": most(2), "eigh": most(0.4)}
    batches = ((10000, 16), (1000, 32), (100, 128)) if gpu else ((1000, 16), (200, 32), (20, 128))
    for count, k in batches:
        for name in ("inv", "det", "cholesky", "qr", "svd", "eigh"):
            targets = [jacobi[name]] if gpu and k == 16 and name in jacobi and not setting.quick else None
            yield of(name, f"{count} of {k}", (count, k, k), f4, targets)
        yield solve(f"{count} of {k}", (count, k, k), f4)
    sizes = (64, 512, 4096) if gpu else (16, 128, 512)
    for k in sizes[:2] if setting.quick else sizes:
        for dtype in (f4, f8):
            for name in ("inv", "det", "cholesky"):
                yield of(name, str(k), (k, k), dtype)
            yield solve(str(k), (k, k), dtype)
            if k <= 512 or dtype == f4:
                yield of("qr", str(k), (k, k), dtype)
            if k <= 512:
                yield of("svd", str(k), (k, k), dtype)
                yield of("eigh", str(k), (k, k), dtype)
    yield of("eig", str(sizes[0]), (sizes[0],) * 2, f8)
    if not setting.quick:
        if gpu:
            yield of("eigh", "2048", (2048, 2048), f4)
            yield of("svd", "2048", (2048, 2048), f8, [most(300)])
        yield of("eig", str(sizes[1]), (sizes[1],) * 2, f8)


HOST = [
    ("a @ b", "a @ b"),
    ("dot(a, b)", "xp.dot(a, b)"),
    ("matmul(a, b, out=o)", "xp.matmul(a, b, out=o)"),
    ("a @ v", "a @ v"),
    ("v @ v", "v @ v"),
    ("einsum('ij,jk->ik')", "xp.einsum('ij,jk->ik', a, b)"),
    ("tensordot", "xp.tensordot(a, b, 1)"),
    ("norm", "xp.linalg.norm(a)"),
]


def names(library):
    return {
        "xp": library.xp,
        "a": signed(library, (32, 32), f4),
        "b": signed(library, (32, 32), f4, 1),
        "v": signed(library, (32,), f4),
        "o": signed(library, (32, 32), f4),
    }


def cases(setting):
    level = times(1, "cupy" if setting.gpu else "numpy")
    yield from products(setting, level)
    for name, statement in HOST:
        torch = None if name.startswith("dot") else statement
        yield HostCase(name, statement, names, torch=torch, targets=[level])
    yield from factorizations(setting, level)


FIRST = """
import time
import {module} as xp
a = xp.asarray(__import__('numpy').random.default_rng(0).random((512, 512), dtype='f'))
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
    text = FIRST.format(module=module, synchronize="xp.cuda.Device().synchronize()" if gpu else "")
    time, solver = python(text, CUPRUM_CACHE_DIR=cache, CUPY_CACHE_DIR=cache).stdout.split("\n")[:2]
    return float(time), solver


def first_dets(session, repeats=5):
    gpu, solver = session.setting.gpu, ""
    modules = [name for name in ("numpy", "cupy", "cuprum") if name in session.libraries and (gpu or name != "cupy")]
    for kind in ("empty", "filled"):
        samples = {name: [] for name in modules}
        with tempfile.TemporaryDirectory() as filled:
            for turn in range(repeats + (kind == "filled")):
                for name in modules:
                    with tempfile.TemporaryDirectory() as empty:
                        time, path = first_det(name, gpu, filled if kind == "filled" else empty)
                    if turn or kind == "empty":
                        samples[name].append(time)
                    solver = path if name == "cuprum" else solver
        if solver and kind == "filled":
            with tempfile.TemporaryDirectory() as folder:
                samples["C++"] = bare_dets(solver, folder, repeats)
        session.record.add("linalg", f"first det of 512 in a process, {kind} cache", samples, group="first calls")


def bare_dets(solver, folder, repeats):
    """Milliseconds of the same calls in C++."""
    program = pathlib.Path(folder) / "first_det"
    source = pathlib.Path(__file__).resolve().parents[1] / "floors/first_det.cpp"
    subprocess.run([shutil.which("c++") or "g++", "-std=c++20", "-O2", source, "-o", program, "-ldl"], check=True)
    runs = (subprocess.run([program, solver], capture_output=True, text=True, check=True) for _ in range(repeats))
    return [float(done.stdout.split()[0]) for done in runs]


def two_inverses(xp, matrix, streams):
    """Milliseconds for an inverse on each of two streams."""
    xp.cuda.Device().synchronize()
    start, kept = perf_counter(), []
    for stream in streams:
        with stream:
            kept.append(xp.linalg.inv(matrix))
    for stream in streams:
        stream.synchronize()
    return (perf_counter() - start) * 1e3


def on_two_streams(session, size=6000, repeats=7):
    samples = {}
    for name in ("cupy", "cuprum"):
        if name in session.libraries:
            library = session.libraries[name]
            xp = library.xp
            matrix = solvable(library, (size, size), f4)
            one, two = xp.cuda.Stream(non_blocking=True), xp.cuda.Stream(non_blocking=True)
            for streams in ((one, one), (one, two)):
                two_inverses(xp, matrix, streams)
            for label, streams in ((f"{name}, one stream", (one, one)), (name, (one, two))):
                samples[label] = [two_inverses(xp, matrix, streams) for _ in range(repeats)]
            library.free()
    session.record.add("linalg", f"two inv of {size} float32 on two streams", samples, group="streams")


def run(session):
    if session.wants("first det of 512"):
        first_dets(session)
    if session.setting.gpu and not session.setting.quick and session.wants("two inv on two streams"):
        on_two_streams(session)
