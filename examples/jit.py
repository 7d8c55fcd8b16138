#!/usr/bin/env python3
"""Kernels written in Python, on a GPU or on a CPU.

    python examples/jit.py

Heat that spreads through a plate, a sum over rows that the threads of a block make together, and points of the
Mandelbrot set: each is checked against NumPy.
"""

import numpy as np

import cuprum as cp
from cuprumx import jit


@jit.rawkernel(device=True)
def laplacian(t, i, j):
    """What the four neighbours have more than the point itself: a function that kernels call."""
    return t[i - 1, j] + t[i + 1, j] + t[i, j - 1] + t[i, j + 1] - 4 * t[i, j]


@jit.rawkernel()
def spread(before, after, rate):
    j, i = jit.grid(2)
    if 0 < i < before.shape[0] - 1 and 0 < j < before.shape[1] - 1:
        after[i, j] = before[i, j] + rate * laplacian(before, i, j)


def heat(steps=50, n=96):
    a = cp.zeros((n, n), dtype=np.float32)
    a[n // 3 : n // 2, n // 3 : n // 2] = 100
    b = a.copy()
    host = a.get()
    blocks = ((n + 15) // 16, (n + 15) // 16)
    for _ in range(steps):
        spread[blocks, (16, 16)](a, b, np.float32(0.2))
        a, b = b, a
        inner = host[1:-1, 1:-1]
        around = host[:-2, 1:-1] + host[2:, 1:-1] + host[1:-1, :-2] + host[1:-1, 2:]
        host[1:-1, 1:-1] = inner + np.float32(0.2) * (around - 4 * inner)
    return a.get(), host


THREADS = 128


@jit.rawkernel()
def sum_rows(x, sums):
    """A row a block: each thread adds up a part, then half of the threads take the other half's sums, and so on."""
    parts = jit.shared_memory(np.float32, THREADS)
    row = x[jit.blockIdx.x]
    t = jit.threadIdx.x
    total = np.float32(0)
    for k in range(t, len(row), THREADS):
        total += row[k]
    parts[t] = total
    jit.syncthreads()
    active = THREADS // 2
    while active > 0:
        if t < active:
            parts[t] += parts[t + active]
        jit.syncthreads()
        active //= 2
    if t == 0:
        sums[jit.blockIdx.x] = parts[0]


def row_sums(rows=64, columns=1000):
    x = np.random.default_rng(0).random((rows, columns), dtype=np.float32)
    sums = cp.empty(rows, dtype=np.float32)
    sum_rows[rows, THREADS](cp.asarray(x), sums)
    return sums.get(), x.sum(axis=1)


@jit.rawkernel()
def mandelbrot(steps, limit):
    i, j = jit.grid(2)
    if i >= steps.shape[0] or j >= steps.shape[1]:
        return
    c = complex(3.0 * j / steps.shape[1] - 2.0, 2.0 * i / steps.shape[0] - 1.0)
    z = c
    n = 0
    while n < limit and abs(z) <= 2.0:
        z = z * z + c
        n += 1
    steps[i, j] = n


def fractal(height=48, width=96, limit=60):
    steps = cp.zeros((height, width), dtype=np.int32)
    mandelbrot[(3, 6), (16, 16)](steps, limit)
    i, j = np.mgrid[:height, :width]
    c = 3.0 * j / width - 2.0 + 1j * (2.0 * i / height - 1.0)
    z, host = c.copy(), np.zeros((height, width), dtype=np.int32)
    for _ in range(limit):
        inside = abs(z) <= 2.0
        host += inside
        z[inside] = z[inside] ** 2 + c[inside]
    return steps.get(), host


def main():
    print(f"backend: {cp.backend()}")
    for name, program, tolerance in (("heat", heat, 1e-4), ("row sums", row_sums, 1e-3), ("Mandelbrot", fractal, 0)):
        ours, numpys = program()
        np.testing.assert_allclose(ours, numpys, atol=tolerance, rtol=1e-5)
        print(f"{name:12s} as NumPy's, shape {ours.shape}")
    steps, _ = fractal(24, 72)
    for row in steps:
        print("".join(" .:-=+*#%@"[min(n // 6, 9)] for n in row))
    print("\nThe text of the first kernel:\n")
    print(spread.cached_code)


if __name__ == "__main__":
    main()
