#!/usr/bin/env python3
# %% [markdown]
# # Blurring an image
#
# A convolution of an image with a Gaussian by SciPy on the host and by cuprum on a device; what copies between the two
# cost; what happens where arrays of the one are given to functions of the other; and NumPy's functions on arrays of the
# device.
#
#     python examples/seeds/blurring.py [--small]

# %%
import os
import sys

import numpy as np
from scipy.signal import convolve2d as convolve2d_host

import cuprum as cp
from cuprumx.scipy.signal import convolve2d as convolve2d_device
from timing import per_loop

small = "--small" in sys.argv or "SMALL" in os.environ or cp.backend() == "cpu"
wait = cp.cuda.Device().synchronize

# %% [markdown]
# ## The image: points on a grid
#
# A small image with one point in its middle, repeated in both directions.

# %%
unit = np.zeros((16, 16))
unit[8, 8] = 1
points = np.tile(unit, (4, 4) if small else (128, 128))
print("image:", points.shape)


def show(image):
    """Prints an image of values up to 1 by the blackness of characters."""
    for row in image:
        print("|" + "".join(" .:-=+*#%@"[int(min(value, 1) * 9 + 1e-9)] for value in row) + "|")


show(points[0:32, 0:32])

# %% [markdown]
# ## The filter: a Gaussian
#
# Each point of the result is a mean of the points around it, whose weights are the filter.

# %%
x, y = np.meshgrid(np.linspace(-2, 2, 15), np.linspace(-2, 2, 15))
distance = np.sqrt(x * x + y * y)
sigma = 1
gauss = np.exp(-(distance**2) / (2.0 * sigma**2))
print("filter:", gauss.shape)
show(gauss)

# %% [markdown]
# ## On the host

# %%
blurred_host = convolve2d_host(points, gauss)
host_time = per_loop(lambda: convolve2d_host(points, gauss), loops=1, runs=3)
print("blurred:", blurred_host.shape)
show(blurred_host[0:32, 0:32])

# %% [markdown]
# ## On the device
#
# The arrays must be there first.

# %%
points_device = cp.asarray(points)
gauss_device = cp.asarray(gauss)
blurred_device = convolve2d_device(points_device, gauss_device)
device_time = per_loop(lambda: (convolve2d_device(points_device, gauss_device), wait()), loops=10)
print(f"{host_time / device_time:.1f} times as fast: {device_time * 1e3:.4f} ms")

# %% [markdown]
# An array of the host is no argument for it, and an array of the device is none for SciPy.

# %%
try:
    convolve2d_device(points, gauss)
except TypeError as error:
    print(f"{type(error).__name__}: {error}")
try:
    convolve2d_host(points_device, gauss_device)
except TypeError as error:
    print(f"{type(error).__name__}: {error}")

# %% [markdown]
# ## The same result
#
# NumPy's functions take arrays of the device, alone or beside its own, and leave the work to cuprum.

# %%
print("the same:", repr(np.allclose(blurred_device, blurred_host)))
print("total:", f"{float(blurred_device.sum()):.9g}", "largest:", f"{float(blurred_device.max()):.9g}")

# %% [markdown]
# ## With the copies


# %%
def there_and_back():
    points_device = cp.asarray(points)
    gauss_device = cp.asarray(gauss)
    return cp.asnumpy(convolve2d_device(points_device, gauss_device))


copies_time = per_loop(there_and_back, loops=10)
print(f"{host_time / copies_time:.1f} times as fast with copies: {copies_time * 1e3:.4f} ms")

# %% [markdown]
# ## NumPy's convolution on the device
#
# In one dimension: the rows of the image one after another, and the diagonal of the filter. The same function of
# NumPy's is called with arrays of the host and with arrays of the device.

# %%
line = points.ravel()
weights = gauss.diagonal()
smooth_host = np.convolve(line, weights)
line_host_time = per_loop(lambda: np.convolve(line, weights))

# %%
line_device = cp.asarray(line)
weights_device = cp.asarray(weights)
smooth_device = np.convolve(line_device, weights_device)
print("np.convolve gives a", type(smooth_device))
line_device_time = per_loop(lambda: (np.convolve(line_device, weights_device), wait()))
print(f"{line_host_time / line_device_time:.1f} times as fast: {line_device_time * 1e3:.4f} ms")
print("the same line:", np.allclose(smooth_device, smooth_host), smooth_device.shape)
