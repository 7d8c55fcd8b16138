#!/usr/bin/env python3
# %% [markdown]
# # Measuring, merging, memory
#
# How to measure a device that works on while the program goes on, functions that become one kernel, kernels written in
# Python, what the memory pools count, where results differ from NumPy's, and streams.
#
#     python examples/seeds/measuring.py [--small]

# %%
import os
import subprocess
import sys
import time

os.environ.setdefault("CUPRUM_CPU_DEVICES", "2")  # a CPU then stands in for two devices

import numpy as np

import cuprum as cp
from cuprumx import jit
from cuprumx.profiler import benchmark

small = "--small" in sys.argv or "SMALL" in os.environ or cp.backend() == "cpu"

# %% [markdown]
# ## A first comparison, and why it is wrong
#
# The clock is stopped when the device was told what to do, not when it has done it; and the first call in a process
# also sets up the device and finds the kernel.

# %%
shape = (100, 100, 20) if small else (1000, 1000, 200)
for attempt in ("first call", "second call"):
    start = time.perf_counter()
    on_host = np.ones(shape)
    host_time = time.perf_counter() - start
    start = time.perf_counter()
    on_device = cp.ones(shape)
    device_time = time.perf_counter() - start
    print(
        f"{attempt}: NumPy {host_time:.6f} seconds, cuprum {device_time:.6f} seconds, {host_time / device_time:.1f} "
        "times as fast"
    )
print("bytes:", on_host.nbytes, on_device.nbytes)
del on_host, on_device

# %% [markdown]
# `benchmark` calls a function often, waits for the device, and tells both times.

# %%
print(benchmark(np.ones, (shape,), n_repeat=20, name="host"))
print(benchmark(cp.ones, (shape,), n_repeat=20, name="device"))

# %% [markdown]
# That is done by events: marks in the device's work, which know when they were reached.

# %%
a = cp.arange(10_000, dtype=cp.float64)
begin, end = cp.cuda.Event(), cp.cuda.Event()
begin.record()
start = time.perf_counter()
roots = cp.sqrt(a)
host_time = time.perf_counter() - start
end.record()
end.synchronize()
print(f"sqrt: {host_time * 1e3:.4f} ms on the host, {cp.cuda.get_elapsed_time(begin, end):.4f} ms on the device")
print("sum of the roots:", roots.sum())

# %% [markdown]
# ## Devices and copies

# %%
last = cp.cuda.runtime.getDeviceCount() - 1
with cp.cuda.Device(last):
    x = cp.array([1, 2, 3, 4, 5])
print("x is on the last device:", x.device == cp.cuda.Device(last), x.device)

# %%
x_host = np.array([1, 2, 3])
x = cp.asarray(x_host)  # to the current device
with cp.cuda.Device(0):
    x0 = cp.ndarray([1, 2, 3])  # of this shape
    x0.fill(7)
with cp.cuda.Device(last):
    x1 = cp.asarray(x0)  # from one device to another
print("moved:", x1.shape, x1.get().sum())
print("back on the host:", x.get(), x.asnumpy(), cp.asnumpy(x))

# %% [markdown]
# ## One function for both
#
# `get_array_module` tells whose an array is, so that a function works on the host and on the device.


# %%
def softplus(x):
    """log(1 + exp(x)), also where exp(x) would be too large."""
    xp = cp.get_array_module(x)
    return xp.maximum(0, x) + xp.log1p(xp.exp(-abs(x)))


values = np.linspace(-800, 800, 1001 if small else 100_001)
values_device = cp.asarray(values)
for array in (values, values_device):
    print("Using:", cp.get_array_module(array).__name__)
    print(benchmark(softplus, (array,), n_repeat=10))
print("equal:", np.allclose(softplus(values), softplus(values_device)))
print("softplus(-1), softplus(800):", softplus(cp.array([-1.0, 800.0])))

# %% [markdown]
# ## Merged functions
#
# Each operation is a kernel that reads and writes memory. `fuse` makes one kernel of a whole function.

# %%
a, b, c = cp.arange(10), cp.arange(10, 20), cp.arange(20, 30)


@cp.fuse()
def waves(x, y, z):
    return cp.sin(x) + cp.cos(y) / cp.sqrt(z)


@cp.fuse(kernel_name="squared_diff")
def squared_diff(x, y):
    return (x - y) * (x - y)


print("waves:", waves(a, b, c))
print("squared differences:", squared_diff(b, c))
print(benchmark(waves, (a, b, c), n_repeat=10))
print(benchmark(squared_diff, (b, c), n_repeat=10))

# %% [markdown]
# ## Kernels in Python
#
# The function is translated with the types of its first call. A thread takes every `stride`-th element. Both ways to
# start it do the same.


# %%
@jit.rawkernel()
def square(x, y, size):
    first = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    stride = jit.gridDim.x * jit.blockDim.x
    for i in range(first, size, stride):
        y[i] = x[i] * x[i]


size = cp.uint32(2**14 if small else 2**22)
x = cp.arange(size, dtype=cp.float32)
y = cp.empty((size,), dtype=cp.float32)
square((128,), (1024,), (x, y, size))
print("grid and block as arguments:", (y == x * x).all())
y.fill(0)
square[128, 1024](x, y, size)
print("grid and block as an index:", (y == x * x).all())

# %% [markdown]
# ## What the pools count
#
# Told by a new process, since this one has used its pools. Arrays of the host are none of their business; 400 bytes of
# the device's memory are a block of 512. A deleted array's block waits for the next array until `free_all_blocks`.

# %%
counts = """
import cuprum as cp, numpy as np
pool, pinned = cp.get_default_memory_pool(), cp.get_default_pinned_memory_pool()
def tell(what):
    kept = pinned.n_free_blocks()
    print(f"{what}: used {pool.used_bytes()}, total {pool.total_bytes()}, free page-locked blocks {kept}")
host = np.ndarray(100, dtype=np.float32)
tell(f"{host.nbytes} bytes on the host")
a = cp.array(host)
tell(f"{a.nbytes} bytes on the device")
del a
tell("deleted")
pool.free_all_blocks()
pinned.free_all_blocks()
tell("given back")
"""


def run(code, **environment):
    """What a new process prints."""
    return subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    ).stdout


print(run(counts), end="")

# %% [markdown]
# ## Limits
#
# From the environment, in bytes or as a share of the device's memory; or by a call, for each device, which has the last
# word.

# %%
limit = "import cuprum as cp; print(cp.get_default_memory_pool().get_limit(), cp.cuda.Device().mem_info[1])"
print("limit in bytes:", run(limit, CUPRUM_GPU_MEMORY_LIMIT="1073741824").split()[0])
half, whole = map(int, run(limit, CUPRUM_GPU_MEMORY_LIMIT="50%").split())
print("limit of 50%: that share of the memory:", half == whole // 2)

pool = cp.get_default_memory_pool()
with cp.cuda.Device(0):
    pool.set_limit(size=1024**3)
with cp.cuda.Device(last):
    pool.set_limit(size=2 * 1024**3)
    print("limit of the last device:", pool.get_limit())
    try:
        cp.empty(3 * 1024**3, dtype=cp.uint8)
    except cp.cuda.memory.OutOfMemoryError as error:
        print(f"{type(error).__name__}: {error.args[0].partition(' on <')[0]}")
for device in range(last + 1):
    with cp.cuda.Device(device):
        pool.set_limit(size=0)

# %% [markdown]
# ## Where results differ from NumPy's
#
# Floats that an integer type does not hold become its nearest value; NumPy's result depends on the processor. And
# reductions give arrays of no dimensions: a number of the host would have to wait for the device.

# %%
with np.errstate(invalid="ignore"):
    print(
        "NumPy: ",
        repr(np.array([-1], dtype=np.float32).astype(np.uint32)),
        repr(np.array([np.inf], dtype=np.float32).astype(np.int32)),
    )
print(
    "cuprum:",
    repr(cp.array([-1], dtype=np.float32).astype(np.uint32)),
    repr(cp.array([np.inf], dtype=np.float32).astype(np.int32)),
)
print(type(np.sum(np.arange(3))), type(cp.sum(cp.arange(3))))

# %% [markdown]
# ## Streams
#
# What is given to one stream is done in order; streams do not wait for each other unless they are told to: for all that
# a stream was given, or for an event.

# %%
with cp.cuda.Stream() as stream1:
    first = waves(a, b, c)
with cp.cuda.Stream() as stream2:
    second = squared_diff(b, c)
stream1.synchronize()
stream2.synchronize()
print("two streams:", first.sum(), second.sum())

# %%
stream1, stream2 = cp.cuda.Stream(), cp.cuda.Stream()
reached = cp.cuda.Event()
with stream1:
    first = waves(a, b, c)
    reached.record(stream=stream1)
    more = waves(first, b, c)
with stream2:
    stream2.wait_event(reached)
    second = squared_diff(first, c)
stream2.synchronize()
print("after the event:", second.sum(), "done:", stream2.done)
