#!/usr/bin/env python3
"""Kernels of one's own in CUDA C++, on a GPU or on a CPU.

    python examples/kernels.py

An operation element by element, one that looks around, a reduction, one that finds a place, and a whole kernel with
shared memory: each is checked against NumPy.
"""

import numpy as np

import cuprum as cp

# T is whatever dtype the arrays have; arrays are broadcast together.
squared_diff = cp.ElementwiseKernel("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff")

# A raw array is indexed by the text itself; i is the number of the element, n how many there are.
smooth = cp.ElementwiseKernel(
    "raw T x",
    "T y",
    """
    const ptrdiff_t left = i > 0 ? i - 1 : 0, right = i + 1 < n ? i + 1 : n - 1;
    y = (x[left] + x[i] + x[right]) / 3;
    """,
    "smooth",
)

# Functions go before the kernel; several outputs come back as a tuple.
polar = cp.ElementwiseKernel(
    "complex128 z",
    "float64 radius, float64 angle",
    "radius = length(z); angle = atan2(z.imag(), z.real())",
    "polar",
    preamble="__device__ double length(complex<double> z) { return hypot(z.real(), z.imag()); }",
)

# What an element counts for, how two such values become one, what to make of the last, and the value of no elements.
l2norm = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm")

# What is put together may be a type of one's own. _J is the place along the reduced axes.
farthest = cp.ReductionKernel(
    "T x, T y",
    "float64 distance, int64 place",
    "Found{hypot((double)x, (double)y), _J}",
    "a.distance >= b.distance ? a : b",
    "distance = a.distance; place = a.place",
    "Found{-1, -1}",
    "farthest",
    reduce_type="Found",
    preamble="struct Found { double distance; ptrdiff_t place; };",
)

# A kernel that is all one's own: blocks, threads, shared memory and barriers.
transpose = cp.RawKernel(
    r"""
    template <class T, int tile>
    __global__ void transpose(const T* from, T* to, int rows, int columns) {
        __shared__ T part[tile][tile + 1];
        int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
        if (row < rows && column < columns) part[threadIdx.y][threadIdx.x] = from[row * columns + column];
        __syncthreads();
        row = blockIdx.x * tile + threadIdx.y, column = blockIdx.y * tile + threadIdx.x;
        if (row < columns && column < rows) to[row * rows + column] = part[threadIdx.x][threadIdx.y];
    }
    """,
    "transpose<float, 16>",
)


def check(what, actual, expected):
    np.testing.assert_allclose(cp.asnumpy(actual), expected, rtol=1e-6, err_msg=what)
    print(f"{what}: right")


if __name__ == "__main__":
    print("backend:", cp.backend())
    random = np.random.default_rng(0)
    table, row = random.random((100, 30), dtype=np.float32), random.random(30, dtype=np.float32)
    x, y = cp.asarray(table), cp.asarray(row)

    check("squared differences", squared_diff(x, y), (table - row) ** 2)
    around = np.pad(row, 1, mode="edge")
    check("a smoothed row", smooth(y, size=y.size), (around[:-2] + around[1:-1] + around[2:]) / 3)
    z = random.random(50) - 0.5 + 1j * random.random(50)
    radius, angle = polar(cp.asarray(z))
    check("radii and angles", cp.stack([radius, angle]), [np.abs(z), np.angle(z)])
    check("norms of the rows", l2norm(x, axis=1), np.linalg.norm(table, axis=1))
    distance, place = farthest(x, y, axis=1)
    check("the farthest of each row", distance, np.hypot(table, row).max(axis=1))
    check("and its place", place, np.hypot(table, row).argmax(axis=1))
    turned = cp.empty((30, 100), dtype=np.float32)
    transpose((2, 7), (16, 16), (x, turned, np.int32(100), np.int32(30)))
    check("a transposed table", turned, table.T)
    try:
        cp.ElementwiseKernel("T x", "T y", "y = nothing(x)", "wrong")(x)
    except cp.cuda.compiler.CompileException as error:
        print("the compiler says:", str(error).splitlines()[1])
