"""An allocator that fails the n-th time: the error is told, nothing leaks, and the next call is right.

By default a few n of each program are tried. CUPRUM_EVERY_ALLOCATION=1 tries each.
"""

import gc
import os
import random

import numpy as np
import pytest

import cuprum as cp
import cuprumx.scipy.fft
import cuprumx.scipy.linalg
import cuprumx.scipy.ndimage
import cuprumx.scipy.signal
import cuprumx.scipy.sparse
import cuprumx.scipy.special
from cuprum import cuda

EVERY = os.environ.get("CUPRUM_EVERY_ALLOCATION") == "1"

ndimage, signal, sparse, special = (
    cuprumx.scipy.ndimage,
    cuprumx.scipy.signal,
    cuprumx.scipy.sparse,
    cuprumx.scipy.special,
)

draw = np.random.default_rng(5)
A, B = draw.random((40, 30)), draw.random((40, 30))
SQUARE = draw.random((24, 24)) + 24 * np.eye(24)
KEYS = draw.integers(0, 50, 3000)
LONG = draw.random(5000)
LABELS = (draw.random((40, 30)) > 0.5).astype("i4")
SPARSE = np.where(draw.random((30, 30)) > 0.8, draw.random((30, 30)), 0) + 30 * np.eye(30)

double = cp.ElementwiseKernel("T x", "T y", "y = 2 * x", "out_of_memory_double")
squares = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = a", "0", "out_of_memory_squares")
raw = cp.RawKernel(
    'extern "C" __global__ void k(const double* x, double* y, int n) '
    "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i] + 1; }",
    "k",
)


@cp.fuse()
def fused(x, y):
    return cp.sqrt(x * x + y * y) + 1


def run_raw(x):
    y = cp.empty_like(x)
    raw((-(-x.size // 128),), (128,), (x, y, np.int32(x.size)))
    return y


def softmax(x):
    e = cp.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def in_place(x):
    x = x.copy()
    x[::2] += x[1::2]
    return x


def filled(a):
    a = a.copy()
    cp.fill_diagonal(a, [1, 2, 3])
    return a


def deferred(function):
    """A program whose operations wait until its results are copied to the host; smaller arrays do not wait."""

    def program(a, b):
        with cp.deferred():
            return to_host(function(cp.tile(a, (3, 3)), cp.tile(b, (3, 3))))

    return program


PROGRAMS = {
    "add": lambda a, b: a + b,
    "mixed dtypes": lambda a, b: (a.astype("f4") * b).astype("i8") + 1,
    "chain": lambda a, b: cp.sqrt(a * a + b * b) * 0.5 + a,
    "divmod": lambda a, b: cp.divmod(a, b),
    "where": lambda a, b: cp.where(a > b, a, b),
    "in place": lambda a, b: in_place(a),
    "broadcast": lambda a, b: a[:, None, :] + b[None, :4].sum(1)[..., None],
    "sum": lambda a, b: a.sum(0),
    "mean, var": lambda a, b: (a.mean(), a.var(1)),
    "median": lambda a, b: cp.median(a, axis=0),
    "percentile": lambda a, b: cp.percentile(cp.asarray(LONG), [10, 50, 90]),
    "argmax": lambda a, b: a.argmax(1),
    "cumsum": lambda a, b: cp.cumsum(cp.asarray(LONG)),
    "nonzero": lambda a, b: cp.nonzero(a > 0.5),
    "boolean index": lambda a, b: a[a > 0.5],
    "fancy index": lambda a, b: a[cp.asarray(KEYS[:20] % 40), ::2],
    "take, put": lambda a, b: cp.put_along_axis(b.copy(), cp.argsort(a, 1), a, 1),
    "sort": lambda a, b: cp.sort(cp.asarray(LONG)),
    "argsort": lambda a, b: cp.argsort(cp.asarray(KEYS), kind="stable"),
    "lexsort": lambda a, b: cp.lexsort(cp.asarray(np.stack([KEYS, KEYS % 7]))),
    "partition": lambda a, b: cp.sort(cp.partition(cp.asarray(LONG), 100)[:100]),
    "unique": lambda a, b: cp.unique(cp.asarray(KEYS), return_inverse=True, return_counts=True),
    "searchsorted": lambda a, b: cp.searchsorted(cp.sort(cp.asarray(LONG)), a),
    "histogram": lambda a, b: cp.histogram(a, 10),
    "bincount": lambda a, b: cp.bincount(cp.asarray(KEYS)),
    "concatenate": lambda a, b: cp.concatenate([a, b.T.copy().T], 1),
    "pad": lambda a, b: cp.pad(a, 3, mode="reflect"),
    "roll": lambda a, b: cp.roll(a, (1, 2), (0, 1)),
    "transpose": lambda a, b: cp.ascontiguousarray(a.T),
    "einsum": lambda a, b: cp.einsum("ij,kj->ik", a, b),
    "matmul": lambda a, b: a @ b.T,
    "interp": lambda a, b: cp.interp(a, cp.linspace(0, 1, 20), cp.arange(20.0)),
    "random": lambda a, b: cp.random.RandomState(3).normal(size=100),
    "generator": lambda a, b: cp.random.default_rng(3).random(100),
    "fft": lambda a, b: cp.fft.fft(a),
    "fft of primes": lambda a, b: cp.fft.rfft2(a[:37, :29]),
    "dct": lambda a, b: cuprumx.scipy.fft.dctn(a),
    "solve": lambda a, b: cp.linalg.solve(cp.asarray(SQUARE), a[:24, :3]),
    "inv, det": lambda a, b: (cp.linalg.inv(cp.asarray(SQUARE)), cp.linalg.det(cp.asarray(SQUARE))),
    "svd": lambda a, b: cp.linalg.svd(a, compute_uv=False),
    "eigh": lambda a, b: cp.linalg.eigvalsh(cp.asarray(SQUARE + SQUARE.T)),
    "qr": lambda a, b: cp.abs(cp.linalg.qr(a, mode="r")),
    "lstsq": lambda a, b: cp.linalg.lstsq(a, b[:, 0], rcond=None)[0],
    "expm": lambda a, b: cuprumx.scipy.linalg.expm(cp.asarray(SQUARE / 100)),
    "csr": lambda a, b: sparse.csr_matrix(cp.asarray(SPARSE)) @ a[:30],
    "sparse sum": lambda a, b: (
        sparse.csr_matrix(cp.asarray(SPARSE)) + sparse.csc_matrix(cp.asarray(SPARSE)).T
    ).toarray(),
    "gaussian": lambda a, b: ndimage.gaussian_filter(a, 1.5),
    "median filter": lambda a, b: ndimage.median_filter(a, 3),
    "label": lambda a, b: ndimage.label(cp.asarray(LABELS)),
    "measurements": lambda a, b: ndimage.mean(a, cp.asarray(LABELS), [0, 1]),
    "zoom": lambda a, b: ndimage.zoom(a, 1.5, order=3),
    "fftconvolve": lambda a, b: signal.fftconvolve(a, b[:5, :5]),
    "lfilter": lambda a, b: signal.lfilter([1.0, 0.5], [1.0, -0.3], cp.asarray(LONG)),
    "special": lambda a, b: special.gammainc(a + 1, b),
    "elementwise kernel": lambda a, b: double(a),
    "reduction kernel": lambda a, b: squares(a, axis=1),
    "raw kernel": lambda a, b: run_raw(a),
    "fuse": lambda a, b: fused(a, b),
    "fill diagonal": lambda a, b: filled(a),
    "nan_to_num, isin": lambda a, b: (cp.nan_to_num(a), cp.isin(a, [0.5, 0.25])),
    "diff, gradient": lambda a, b: (cp.diff(a, axis=0), *cp.gradient(a)),
    "meshgrid, block": lambda a, b: (*cp.meshgrid(a[0], b[0]), cp.block([[a, b], [b, a]])),
    "kron, outer": lambda a, b: (cp.kron(a[:4, :4], b[:3, :3]), cp.outer(a[0], b[0])),
    "cov": lambda a, b: cp.cov(a[:5]),
    "polyfit": lambda a, b: cp.polyfit(cp.arange(30.0), b[0], 3),
    "histogram2d": lambda a, b: cp.histogram2d(a.ravel(), b.ravel(), 5),
    "convolve": lambda a, b: cp.convolve(cp.asarray(LONG), b[0]),
    "average, nanmedian": lambda a, b: (cp.average(a, 0, weights=b), cp.nanmedian(a, 1)),
    "insert, delete": lambda a, b: (cp.insert(a, [1, 3], 2.0, 0), cp.delete(a, [1, 3], 1)),
    "select, choose": lambda a, b: (cp.select([a > 0.5, b > 0.5], [a, b]), cp.choose((a > 0.5).astype(int), [a, b])),
    "deferred chain": deferred(lambda a, b: (cp.sqrt(a * a + b * b) * 0.5 + a, a - b)),
    "deferred sums": deferred(lambda a, b: ((a * b).sum(0), (a + b).sum(1), (a * a).sum())),
    "deferred softmax": deferred(lambda a, b: softmax(a)),
    "deferred mean, var": deferred(lambda a, b: ((a - a.mean(0)) / cp.sqrt(a.var(0) + 1), (b * a).std(1))),
    "deferred extremes": deferred(lambda a, b: ((a * 2).max(0) - (b + 1).min(0), (a - b).argmax(1), cp.any(a > b, 0))),
    "deferred in place": deferred(lambda a, b: in_place(a * 2 + b)),
    "deferred product": deferred(lambda a, b: (a * 2) @ (b.T + 1) + 1),
    "deferred kernels": deferred(lambda a, b: (double(a + b), squares(a - b, axis=0), run_raw(a * b))),
    "deferred index": deferred(lambda a, b: (a * b)[(a + b) > 1]),
}


class Failing:
    """Allocates from a pool of its own, except the n-th time."""

    def __init__(self):
        self.pool, self.fails_at, self.count = cuda.MemoryPool(), 0, 0

    def __call__(self, size):
        self.count += 1
        if self.count == self.fails_at:
            raise cuda.memory.OutOfMemoryError("the test allows no more")
        return self.pool.malloc(size)

    def reset(self, fails_at):
        self.fails_at, self.count = fails_at, 0


def to_host(result):
    if isinstance(result, (tuple, list)):
        return [part for each in result for part in to_host(each)]
    return [np.asarray(cp.asnumpy(result))] if result is not None else []


def assert_equal(found, expected):
    assert len(found) == len(expected)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_nth_allocation_fails(name):
    program, allocate = PROGRAMS[name], Failing()
    a, b = cp.asarray(A), cp.asarray(B)
    to_host(program(a, b))  # what the first call keeps is no leak
    gc.collect()
    with cuda.using_allocator(allocate):
        to_host(program(a, b))
        gc.collect()
        allocate.reset(0)
        baseline = allocate.pool.used_bytes()
        expected = to_host(program(a, b))
        gc.collect()
        assert allocate.pool.used_bytes() == baseline
        count = allocate.count
        assert count > 0
        chosen = range(1, count + 1)
        if not EVERY and count > 4:
            chosen = [1, count, *random.Random(name).sample(range(2, count), 2)]
        for n in chosen:
            allocate.reset(n)
            try:
                found = to_host(program(a, b))
            except MemoryError as error:
                assert isinstance(error, cuda.memory.OutOfMemoryError)
                error.__traceback__ = None
            else:  # it was done another way
                assert_equal(found, expected)
            assert allocate.count >= n
            gc.collect()
            assert allocate.pool.used_bytes() == baseline, f"allocation {n} of {count} left memory behind"
            allocate.reset(0)
            assert_equal(to_host(program(a, b)), expected)
            gc.collect()
            assert allocate.pool.used_bytes() == baseline
