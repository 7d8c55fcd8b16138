#!/usr/bin/env python3
# %% [markdown]
# # Overheads and streams
#
# How much faster a device computes, what starting kernels and moving data costs, and how streams let work overlap.
#
#     python examples/seeds/overheads.py [--small]

# %%
import os
import sys
from time import perf_counter

import numpy as np

import cuprum as cp
from cuprumx.profiler import benchmark
from timing import per_loop

small = "--small" in sys.argv or "SMALL" in os.environ or cp.backend() == "cpu"
wait = cp.cuda.Device().synchronize

# %% [markdown]
# ## The same decomposition on the host and on the device
#
# A device works on while the program goes on, so the clock must wait for it.

# %%
size = 48 if small else 512
matrix = np.random.randn(size, size)
per_loop(lambda: np.linalg.qr(matrix))

# %%
cp.random.seed(11)
matrix = cp.random.randn(size, size)
q, r = cp.linalg.qr(matrix)
print(
    "Q R is the matrix:",
    cp.allclose(q @ r, matrix),
    "and Q's columns are orthonormal:",
    cp.allclose(q.T @ q, cp.eye(size)),
)
per_loop(lambda: (cp.linalg.qr(matrix), wait()))

# %% [markdown]
# ## Arrays on the host and on the device

# %%
on_host = np.array([[1, 2, 3], [4, 5, 6]], np.int32)
print("on_host is a", type(on_host))
print("With initial values:\n", on_host)

# %%
on_device = cp.asarray(on_host)
print("on_device is a", type(on_device))
on_device = cp.square(on_device)
on_host = cp.asnumpy(on_device)
print("Squared values:\n", on_host)

# %% [markdown]
# The two kinds are not converted into each other behind the program's back: what is copied where is for the program to
# say.

# %%
try:
    cp.square(on_host)
except TypeError as error:
    print(f"{type(error).__name__}: {error}")
try:
    np.asarray(on_device)
except TypeError as error:
    print(f"{type(error).__name__}: {error}")
print(repr(cp.square(on_device)))
print(repr(np.square(on_host)))

# %% [markdown]
# ## A large product

# %%
size = 128 if small else 4096
start = perf_counter()
a = np.random.uniform(low=-1.0, high=1.0, size=(size, size)).astype(np.float32)
b = np.random.uniform(low=-1.0, high=1.0, size=(size, size)).astype(np.float32)
c = np.matmul(a, b)
print("NumPy, with random numbers: %g seconds" % (perf_counter() - start))

# %%
a = cp.random.uniform(low=-1.0, high=1.0, size=(size, size)).astype(cp.float32)
b = cp.random.uniform(low=-1.0, high=1.0, size=(size, size)).astype(cp.float32)
c = cp.matmul(a, b)  # the first call loads the library
wait()
start = perf_counter()
c = cp.matmul(a, b)
wait()
print("cuprum: %g seconds" % (perf_counter() - start))
print("as in double precision:", cp.allclose(c, a.astype(float) @ b.astype(float), atol=1e-3))
del a, b, c

# %% [markdown]
# ## What the first call costs
#
# The first call sets up the library behind the function and finds its kernels.

# %%
size = 64 if small else 512
cp.random.seed(5)
for _ in range(5):
    matrix = cp.random.randn(size, size).astype(np.float32)
    start = perf_counter()
    determinant = cp.linalg.det(matrix)
    wait()
    print("det: %.4f seconds" % (perf_counter() - start))
sign, logarithm = cp.linalg.slogdet(matrix)
print("det is sign * exp(logarithm):", cp.allclose(determinant, sign * cp.exp(logarithm), rtol=1e-3))

# %% [markdown]
# Starting a kernel takes microseconds, whatever its size: a device is worth it for large problems.

# %%
for size in [8, 16, 32] if small else [64, 128, 256, 512, 1024, 2048]:
    print("\nInput matrix size:", size, "x", size)
    for xp in [np, cp]:
        matrix = xp.random.uniform(low=-1.0, high=1.0, size=(size, size)).astype(xp.float32)
        xp.linalg.qr(matrix)
        start = perf_counter()
        xp.linalg.qr(matrix)
        wait()
        print(xp.__name__, "%f seconds" % (perf_counter() - start))
        del matrix


# %% [markdown]
# ## Fewer kernels
#
# Two operations merged into one kernel read and write memory once.


# %%
def squared_diff(x, y):
    return (x - y) * (x - y)


@cp.fuse
def fused_squared_diff(x, y):
    return (x - y) * (x - y)


size = 10000
x = cp.arange(size)
y = cp.arange(size)[::-1]
print("\nequal:", (squared_diff(x, y) == fused_squared_diff(x, y)).all(), "sum:", fused_squared_diff(x, y).sum())
print(benchmark(squared_diff, (x, y), n_repeat=10))
print(benchmark(fused_squared_diff, (x, y), n_repeat=10))

# %% [markdown]
# ## What moving data costs
#
# Vectors made on the device need not be moved. Those made on the host must be, and then the copies and the host decide.

# %%
size = 10_000 if small else int(1e8)


def on_the_host():
    a = np.random.rand(size).astype(np.float32)
    b = np.random.rand(size).astype(np.float32)
    return np.dot(a, b)


def on_the_device():
    a = cp.random.rand(size).astype(cp.float32)
    b = cp.random.rand(size).astype(cp.float32)
    return cp.dot(a, b)


def from_host_to_device():
    a = cp.asarray(np.random.rand(size).astype(np.float32))
    b = cp.asarray(np.random.rand(size).astype(np.float32))
    return cp.dot(a, b)


for program in (on_the_device, from_host_to_device):
    for i in range(3):
        start = perf_counter()
        on_the_host()
        host_time = perf_counter() - start
        start = perf_counter()
        product = program()
        wait()
        device_time = perf_counter() - start
        print(
            f"{program.__name__} {i}: NumPy {host_time:g} seconds, cuprum {device_time:g} seconds, speedup "
            f"{host_time / device_time:.2f}"
        )
        # A product of two uniform numbers is 1/4 in the mean, with a variance of 7/144.
        assert abs(float(product) / size - 1 / 4) < 6 * np.sqrt(7 / 144 / size)
print("products are those of uniform numbers")

# %% [markdown]
# ## Streams and events
#
# What is given to a stream is done in order. Here two matrices are inverted one after the other, on the default stream.

# %%
print("current stream:", cp.cuda.get_current_stream())
size = 96 if small else 6000
cp.random.seed(7)
matrix = cp.random.rand(size, size).astype(cp.float32)
cp.linalg.inv(matrix)
wait()
start = perf_counter()
first = cp.linalg.inv(matrix)
second = cp.linalg.inv(matrix)
cp.cuda.Stream.null.synchronize()
print(f"one after the other: {perf_counter() - start:.4f} seconds")

# %% [markdown]
# Two streams may work at the same time. An event tells when a stream has come to it.

# %%
start = perf_counter()
stream1, stream2 = cp.cuda.Stream(), cp.cuda.Stream()
event1, event2 = cp.cuda.Event(), cp.cuda.Event()
with stream1:
    third = cp.linalg.inv(matrix)
    event1.record(stream1)
with stream2:
    fourth = cp.linalg.inv(matrix)
    event2.record(stream2)
event1.synchronize()
event2.synchronize()
print(f"on two streams: {perf_counter() - start:.4f} seconds")
length = cp.linalg.norm
print("the same inverses:", all(length(first - other) <= 1e-2 * length(first) for other in (second, third, fourth)))
print(
    "and inverses they are:",
    length(matrix.astype(float) @ first - cp.eye(size)) <= 1e-5 * length(matrix) * length(first),
)
