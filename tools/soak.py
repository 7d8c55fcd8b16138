#!/usr/bin/env python3
"""Call a random mixture of functions for some time, and say whether anything grows that should not.

    make soak [SECONDS=60]
    python tools/soak.py --seconds 300 [--seed 1] [--every 10]

Memory of the process, what the pools hold, open files and threads are printed every few seconds. The first third of
the time warms up. Afterwards each may exceed the most it was by then only by what ALLOWED says; otherwise the exit
status is 1. In C++ nothing else is called than in Python, so one soak is for both.
"""

import argparse
import gc
import os
import pathlib
import random
import sys
import threading
import time

import numpy as np

import cuprum as cp
import cuprumx.scipy.fft
import cuprumx.scipy.ndimage
import cuprumx.scipy.signal
import cuprumx.scipy.sparse
import cuprumx.scipy.special
from cuprum import cuda

MIB = 1 << 20
ALLOWED = {"resident": 24 * MIB, "held": 64 * MIB, "used": 0, "pinned": 64, "files": 2, "threads": 1}


def elementwise(draw, a, b):
    return cp.sqrt(a * a + b * b) * draw.random() + a[::-1]


def chain(draw, a, b):
    for _ in range(draw.randrange(1, 8)):
        a = draw.choice([cp.sin, cp.exp, cp.abs, cp.square])(a * 0.1) + b
    return a


def reductions(draw, a, b):
    return float(a.sum()), a.reshape(-1, 2).mean(axis=draw.randrange(2)), cp.median(b), b.argmax(), a.std()


def sorting(draw, a, b):
    return cp.sort(a), cp.argsort(b), cp.unique((a * 20).astype("i4")), cp.searchsorted(cp.sort(a), b)


def indexing(draw, a, b):
    a = a.copy()
    a[a > 0.5] = 0
    a[cp.asarray(np.arange(0, len(a), 7))] += 1
    return cp.concatenate([a, b[::3]]), cp.nonzero(a), cp.where(a > b, a, b)


def transforms(draw, a, b):
    count = draw.randrange(2, min(len(a), 4000))
    return cp.fft.rfft(a[:count]), cp.fft.ifft(b[:64]), cuprumx.scipy.fft.dct(a[: count // 2 + 1])


def algebra(draw, a, b):
    count = draw.randrange(2, 40)
    matrix = cp.asarray(np.random.default_rng(draw.randrange(1000)).random((count, count))) + count * cp.eye(count)
    return cp.linalg.solve(matrix, matrix[0]), cp.linalg.inv(matrix), cp.linalg.eigvalsh(matrix + matrix.T)


def sparse(draw, a, b):
    count = int(len(a) ** 0.5)
    dense = a[: count * count].reshape(count, count)
    matrix = cuprumx.scipy.sparse.csr_matrix(dense * (dense > 0.8))
    return matrix @ b[:count], (matrix + matrix.T).toarray(), matrix.tocsc()


def images(draw, a, b):
    count = int(len(a) ** 0.5)
    image = a[: count * count].reshape(count, count)
    ndimage = cuprumx.scipy.ndimage
    return (
        ndimage.gaussian_filter(image, draw.choice([0.5, 1, 2])),
        ndimage.label(image > 0.6),
        ndimage.zoom(image, 1.3),
    )


def signals(draw, a, b):
    return (
        cuprumx.scipy.signal.fftconvolve(a, b[: draw.randrange(1, 50)]),
        cuprumx.scipy.signal.lfilter([1, 0.5], [1, -0.2], a),
        cuprumx.scipy.special.gammaln(a + 1),
    )


double = cp.ElementwiseKernel("T x", "T y", "y = 2 * x", "soak_double")
squares = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = a", "0", "soak_squares")
raw = cp.RawKernel(
    'extern "C" __global__ void soak(double* x, int n) { int i = threadIdx.x; if (i < n) x[i] += 1; }', "soak"
)


@cp.fuse()
def fused(x, y):
    return cp.sqrt(x * x + y * y) + 1


def kernels(draw, a, b):
    c = a.copy()
    raw((1,), (64,), (c, np.int32(min(64, len(c)))))
    return double(a), squares(b), fused(a, b), c


def streams(draw, a, b):
    with cuda.Stream(non_blocking=True) as stream:
        c = a + b
    event = stream.record()
    cuda.get_current_stream().wait_event(event)
    return float(c.sum())


def graphs(draw, a, b):
    c = cp.zeros_like(a)
    with cuda.Stream(non_blocking=True) as stream:
        stream.begin_capture()
        cp.add(a, b, out=c)
        graph = stream.end_capture()
        graph.launch()
    stream.synchronize()
    return c


def transfers(draw, a, b):
    pinned = cp.asarray(np.ones(len(a))), cuda.alloc_pinned_memory(draw.randrange(1, 1 << 16))
    return a.get(), pinned, cp.from_dlpack(a), np.from_dlpack(a) if cp.backend() == "cpu" else None


def errors(draw, a, b):
    for call in (lambda: a + cp.ones(len(a) + 1), lambda: cp.linalg.inv(cp.zeros((3, 4))), lambda: a[len(a)]):
        try:
            call()
        except (ValueError, IndexError, np.linalg.LinAlgError):
            pass


def threads(draw, a, b):
    results = []
    workers = [threading.Thread(target=lambda: results.append(float((a * b).sum()))) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def numbers(draw, a, b):
    return cp.random.default_rng(draw.randrange(100)).normal(size=1000), cp.random.rand(100)


CALLS = [
    elementwise, chain, reductions, sorting, indexing, transforms, algebra, sparse, images, signals, kernels, streams,
    graphs, transfers, errors, threads, numbers,
]  # fmt: skip


def status(field):
    line = next(line for line in open("/proc/self/status") if line.startswith(field))
    return int(line.split()[1])


def readings():
    gc.collect()
    pool = cp.get_default_memory_pool()
    return {
        "resident": status("VmRSS") * 1024,
        "held": pool.total_bytes(),
        "used": pool.used_bytes(),
        "pinned": cp.get_default_pinned_memory_pool().n_free_blocks(),
        "files": len(os.listdir("/proc/self/fd")),
        "threads": status("Threads"),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--every", type=float, default=10, help="seconds between two readings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="names of calls, with commas between them")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    calls = [call for call in CALLS if not options.only or call.__name__ in options.only.split(",")]
    begin = last = time.monotonic()
    count, most, grown = 0, None, []
    while (elapsed := time.monotonic() - begin) < options.seconds:
        # Few lengths of arrays would hide what is kept for each.
        length = 2 * draw.randrange(50, draw.choice([100, 2000, 100_000]))
        a, b = cp.random.rand(length), cp.random.rand(length)
        draw.choice(calls)(draw, a, b)
        del a, b
        count += 1
        if time.monotonic() - last < options.every:
            continue
        last = time.monotonic()
        now = readings()
        print(f"{elapsed:7.0f} s {count:8} calls  " + "  ".join(f"{k} {v}" for k, v in now.items()), flush=True)
        if elapsed < options.seconds / 3:
            most = {name: max(now[name], (most or now)[name]) for name in now}
        elif most:
            grown = [name for name in now if now[name] > most[name] + ALLOWED[name]]
    for name in grown:
        print(f"{name} has grown from {most[name]} to {now[name]}")
    print(
        f"{pathlib.Path(__file__).name}: {count} calls, {'something grows' if grown else 'everything has levelled off'}"
    )
    return bool(grown)


if __name__ == "__main__":
    sys.exit(main())
