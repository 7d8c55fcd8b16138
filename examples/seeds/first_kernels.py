#!/usr/bin/env python3
# %% [markdown]
# # First kernels
#
# Arrays on a device, the memory that they take, and two ways to write a kernel of one's own: an operation on elements,
# and a whole kernel in CUDA C++. Everything runs on a GPU, and on a CPU where there is none.
#
#     python examples/seeds/first_kernels.py [--small]

# %%
import os
import sys

os.environ.setdefault("CUPRUM_CPU_DEVICES", "2")  # a CPU then stands in for two devices

import numpy as np

import cuprum as cp
from timing import Timer

small = "--small" in sys.argv or "SMALL" in os.environ or cp.backend() == "cpu"

# %% [markdown]
# ## The same functions
#
# What NumPy does with arrays on the host, cuprum does with arrays on a device, under the same names. Five equal rows
# have no inverse, so their determinant is zero.

# %%
row = cp.array([1, 2, 3, 4, 5])
table = cp.vstack([row] * 5)
print("array:\n", table)
print("det:", cp.linalg.det(table))

# %% [markdown]
# ## The current device
#
# New arrays are made on the current device, which `use` sets for good and `with` for a while. Another device can use
# them where the hardware lets it reach their memory, else it says what is where.

# %%
print("row is on", row.device)
if cp.cuda.runtime.getDeviceCount() > 1:
    cp.cuda.Device(1).use()
    there = cp.array([1, 2, 3, 4, 5])
    with cp.cuda.Device(1):
        there = cp.array([1, 2, 3, 4, 5])
    with cp.cuda.Device(0):
        doubled = row * 2
    print("there is on", there.device, "and doubled on", doubled.device)
    with cp.cuda.Device(1):
        try:
            print("device 1 reaches it:", row * 2)
        except ValueError as error:
            print(f"{type(error).__name__}: {error}")

# %% [markdown]
# ## To the device and back

# %%
on_host = np.array([1, 2, 3])
on_device = cp.asarray(on_host)
print("back:", cp.asnumpy(on_device), on_device.get())

# %% [markdown]
# ## Memory pools
#
# Memory that arrays give back is kept for the next ones. A pool tells what it holds on the current device; each request
# is rounded up to 512 bytes.

# %%
pool = cp.get_default_memory_pool()
print("used on this device:", pool.used_bytes(), "bytes")
cp.cuda.Device(0).use()

# %% [markdown]
# ## A kernel of elements
#
# Two vectors of random numbers are added by an operation that is written down for one element.

# %%
timer = Timer()
size = 50_000 if small else int(5e7)
used_before = pool.used_bytes()
cp.random.seed(1)
with timer("random vectors, device"):
    a = cp.random.random(size, dtype=cp.float64)
    b = cp.random.random(size, dtype=cp.float64)
    c = cp.empty(size, dtype=cp.float64)
    cp.cuda.Device().synchronize()
with timer("random vectors, host"):
    a_host = np.random.random(size)
    b_host = np.random.random(size)
print("three vectors:", a.nbytes / 1024**3 * 3, "GB")

# %%
add_vectors = cp.ElementwiseKernel("float64 x, float64 y", "float64 z", "z = x + y", "add_vectors")
with timer("addition, device"):
    c = add_vectors(a, b)
    cp.cuda.Device().synchronize()
with timer("addition, host"):
    c_host = np.add(a_host, b_host)
print("as a + b:", bool((c == a + b).all()))
print("the first sums:", c[:3])

# %% [markdown]
# Deleted arrays leave their memory to the pool, which gives it back when it is told to.

# %%
del a_host, b_host, c_host
held = 3 * ((a.nbytes + 511) // 512 * 512)
used = pool.used_bytes()
del a, b, c
print("given back to the pool:", used - pool.used_bytes() == held)
print("still allocated by it:", pool.total_bytes() >= held)
pool.free_all_blocks()
print("allocated after free_all_blocks is less:", pool.total_bytes() < held)

# %% [markdown]
# ## Something larger
#
# A cube of random numbers; operations in place need no memory for results.

# %%
side = 40 if small else 1024
used_before = pool.used_bytes()
with timer("cube, device"):
    cube = cp.random.random((side, side, side))
    cp.cuda.Device().synchronize()
print("the cube:", (pool.used_bytes() - used_before) / 1024**3, "GB")
with timer("cube, host"):
    cube_host = np.random.random((side, side, side))
with timer("in place, device"):
    cube *= 3
    cube *= cube
    cp.cuda.Device().synchronize()
with timer("in place, host"):
    cube_host *= 3
    cube_host *= cube_host
print("between 0 and 9:", bool((cube >= 0).all() and (cube < 9).all()))
del cube, cube_host
pool.free_all_blocks()

# %% [markdown]
# ## Kernels in CUDA C++
#
# A pile of equal layers is multiplied up along its first axis, a thread a place. The blocks of threads cover a layer.

# %%
layers = 64 if small else 4096
shape = (64, 48) if small else (512, 512)
with timer("pile of layers, host"):
    layer = np.random.default_rng(3).random(shape) * 0.125 + 0.9375
    pile = np.stack([layer] * layers, axis=0)
warp = 32
grid = tuple(length // warp + bool(length % warp) for length in shape[::-1])
block = (warp, warp)
print("grid:", grid, "block:", block)

# %% [markdown]
# The first kernel multiplies in the output array, that is in the device's memory; the second in a variable, that is in
# a register, and writes once.

# %%
multiply_in_memory = cp.RawKernel(
    r"""
    extern "C" __global__ void multiply_in_memory(const double* in, double* out,
                                                  const int Z, const int Y, const int X) {
        const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
        if (x < X && y < Y) {
            out[y * X + x] = 1.;
            for (int z = 0; z < Z; z++) out[y * X + x] = out[y * X + x] * in[(z * Y + y) * X + x];
        }
    }""",
    "multiply_in_memory",
)
multiply_in_register = cp.RawKernel(
    r"""
    extern "C" __global__ void multiply_in_register(const double* in, double* out,
                                                    const int Z, const int Y, const int X) {
        const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
        if (x < X && y < Y) {
            double product = 1.;
            for (int z = 0; z < Z; z++) product = product * in[(z * Y + y) * X + x];
            out[y * X + x] = product;
        }
    }""",
    "multiply_in_register",
)
multiply_in_memory.compile()
multiply_in_register.compile()

# %%
with timer("copy to the device"):
    pile_device = cp.asarray(pile, dtype=cp.double)
    cp.cuda.Device().synchronize()
with timer("empty outputs, device"):
    out = cp.empty(shape, dtype=cp.double)
    out_register = cp.empty(shape, dtype=cp.double)
with timer("products in memory, device"):
    multiply_in_memory(grid, block, (pile_device, out, *pile_device.shape))
    cp.cuda.Device().synchronize()
with timer("products in a register, device"):
    multiply_in_register(grid, block, (pile_device, out_register, *pile_device.shape))
    cp.cuda.Device().synchronize()
with timer("copy to the host"):
    out_host = cp.asnumpy(out)
with timer("products, host"):
    expected = np.ones_like(layer)
    for one in pile:
        expected *= one
np.testing.assert_array_almost_equal(out_host, expected)
print(
    "both kernels and the host agree:", np.array_equal(out_host, out_register.get()) and np.allclose(out_host, expected)
)

# %%
print("All steps:")
for step, seconds in timer.steps.items():
    print(f"  {step:32} {seconds:.6f} seconds")
