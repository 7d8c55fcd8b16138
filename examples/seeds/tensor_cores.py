#!/usr/bin/env python3
# %% [markdown]
# # Tensor cores and precision
#
# A decomposition with NumPy and with cuprum; large products in single precision, which GPUs can compute faster with
# fewer digits; and how to see what that costs, by the same random numbers in each process.
#
#     python examples/seeds/tensor_cores.py [--small]

# %%
import os
import subprocess
import sys
from time import perf_counter

import numpy as np

import cuprum as cp

small = "--small" in sys.argv or "SMALL" in os.environ or cp.backend() == "cpu"

# %% [markdown]
# ## The same line for both

# %%
x = np.random.randn(100, 100)
u, s, v = np.linalg.svd(x)
print("NumPy: ", u.shape, s.shape, v.shape)

# %%
x = cp.random.randn(100, 100)
u, s, v = cp.linalg.svd(x)
print("cuprum:", u.shape, s.shape, v.shape)
print("the factors make the matrix:", cp.allclose((u * s) @ v, x))

# %% [markdown]
# ## Products in single precision
#
# With `CUPRUM_TF32=1` in the environment, a GPU of compute capability 8.0 or higher rounds the factors' mantissas to 10
# bits and multiplies them by its tensor cores. Without it, float32 products are computed in float32.

# %%
size = 128 if small else 15000
timed = """
import sys
from time import perf_counter
import cuprum as cp

size = int(sys.argv[1])
x = cp.random.randn(size, size, dtype=cp.float32)
y = cp.random.randn(size, size, dtype=cp.float32)
z = cp.matmul(x, y)  # loads the library
cp.cuda.Device(0).synchronize()
times = []
for _ in range(3):
    start = perf_counter()
    for _ in range(10):
        z = cp.matmul(x, y)
        cp.cuda.Device(0).synchronize()
    times.append(perf_counter() - start)
print(min(times))
"""


def run(code, *arguments, **environment):
    """What a new process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


for tf32 in "01":
    print(f"ten products, CUPRUM_TF32={tf32}: {float(run(timed, str(size), CUPRUM_TF32=tf32)):.4f} seconds")

# %% [markdown]
# ## What it costs
#
# `CUPRUM_SEED` makes two processes draw the same numbers, so that only the products differ: in the fourth digit, where
# the tensor cores were used.

# %%
product = """
import cuprum as cp
x = cp.random.randn(3, 3, dtype=cp.float32)
print(repr(cp.matmul(x, x)))
"""
for tf32 in "01":
    print(f"CUPRUM_TF32={tf32}")
    print(run(product, CUPRUM_TF32=tf32, CUPRUM_SEED="42"), end="")

# %% [markdown]
# ## Transforms of half precision
#
# Fourier transforms take float16 as well. A wave that comes round 37 times has its largest part there.

# %%
wave = cp.sin(2 * np.pi * 37 / 1024 * cp.arange(1024)).astype(cp.float16)
spectrum = cp.fft.rfft(wave)
print("transform of", wave.dtype, "with its largest part at", abs(spectrum).argmax())
