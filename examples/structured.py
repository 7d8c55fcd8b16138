#!/usr/bin/env python3
"""Structured arrays, on a GPU or on a CPU.

    python examples/structured.py

Particles whose fields lie side by side in memory: taken by field, selected as a whole, moved by a kernel, and compared
with NumPy.
"""

import numpy as np

import cuprum as cp

# As a struct of CUDA C++ lies: make_aligned_dtype puts each field at a multiple of its size.
particle = cp.make_aligned_dtype([("id", "i4"), ("mass", "f8"), ("x", "f4", (3,))])
host = np.zeros(6, particle)
host["id"] = np.arange(6)
host["mass"] = [1, 5, 2, 8, 3, 1]
host["x"] = np.arange(18).reshape(6, 3)
particles = cp.array(host)
print(particles.dtype)

# A field is a view. That of a subarray has its axes behind the array's own.
particles["mass"] *= 2
particles["x"][:, 0] = 0
assert particles["x"].shape == (6, 3)
print("masses:", particles["mass"])

# Elements move as a whole, whatever selects them; several fields are a view, too.
heavy = particles[particles["mass"] > 5]
print("the heavy ones:", heavy["id"])
light = particles[["id", "mass"]][::2]
print("every second one:", light)

# In a kernel a field is told by its place.
step = cp.ElementwiseKernel(
    "T p, float32 time", "T q", "q = p; for (int k = 0; k < 3; ++k) q.at<2>()[k] += time / (float)p.at<1>()", "step"
)
moved = step(particles, 2)

host["mass"] *= 2
host["x"][:, 0] = 0
host["x"] += (2 / host["mass"].astype("f4"))[:, None]
np.testing.assert_allclose(moved["x"].get(), host["x"], rtol=1e-6)
assert (moved == particles).sum() == 0 and (moved[["id", "mass"]] == particles[["id", "mass"]]).all()

# Times are kept, moved and viewed; NumPy computes with them.
days = cp.array(np.array(["2024-02-28", "2024-02-29", "NaT"], "M8[D]"))
print("the day after:", (days.view("i8")[:2] + 1).view("M8[D]"))
