"""Kernels that users write, beside what the library itself has for the same: 2^27 elements on a GPU, 10^7 on a CPU; and
what a call on 1000 elements costs the host. Each operand is read once, each result written once.
"""

import atexit
import functools
import pathlib
import shutil
import tempfile
from math import prod

import numpy

from harness.case import HostCase, Ways, most, times
from harness.libraries import positive

TITLE = "Kernels of users"
LIBRARIES = ("cupy", "cuprum")

RAW = r"""
extern "C" __global__ void scale(const float* x, float* y, float a, long long n) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * a;
}
// A column of a stack of layers is a thread's.
extern "C" __global__ void multiply_layers(const double* in, double* out, int layers, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) return;
    double product = 1;
    for (int k = 0; k < layers; k++) product *= in[(long long)k * size + i];
    out[i] = product;
}
// A barrier in each step; a block adds up 256 elements.
extern "C" __global__ void block_sums(const float* x, float* sums) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * 256LL + t];
    for (int width = 128; width > 0; width /= 2) {
        __syncthreads();
        if (t < width) part[t] += part[t + width];
    }
    if (t == 0) sums[blockIdx.x] = part[0];
}
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float of_a[16][16], of_b[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        of_a[y][x] = a[row * n + k + x];
        of_b[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += of_a[y][i] * of_b[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
"""

# What warps do together; a block has 256 threads.
WARPS = r"""
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ float warp_sum(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
    return v;
}
extern "C" __global__ void warp_sums(const float* x, float* sums) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float v = warp_sum(x[i]);
    if (threadIdx.x % 32 == 0) sums[i / 32] = v;
}
extern "C" __global__ void warp_scans(const float* x, float* y) {
    const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
    float v = x[i];
    for (int o = 1; o < 32; o *= 2) {
        const float before = __shfl_up_sync(0xffffffff, v, o);
        if (lane >= o) v += before;
    }
    y[i] = v;
}
extern "C" __global__ void block_sums_by_warps(const float* x, float* sums) {
    __shared__ float parts[8];
    const int t = threadIdx.x;
    float v = warp_sum(x[blockIdx.x * 256 + t]);
    if (t % 32 == 0) parts[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = warp_sum(t < 8 ? parts[t] : 0);
        if (t == 0) sums[blockIdx.x] = v;
    }
}
extern "C" __global__ void compact(const float* x, float* kept, int* count) {
    const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
    const unsigned votes = __ballot_sync(0xffffffff, x[i] > 0.5f);
    int begin = 0;
    if (lane == 0) begin = atomicAdd(count, __popc(votes)) % (gridDim.x * 128);
    begin = __shfl_sync(0xffffffff, begin, 0);
    if (votes >> lane & 1) kept[begin + __popc(votes & ((1u << lane) - 1))] = x[i];
}
extern "C" __global__ void tile_sums(const float* x, float* sums) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const float v = cg::reduce(tile, x[i], cg::plus<float>());
    if (tile.thread_rank() == 0) sums[i / 16] = v;
}
"""

JIT = """
from {extensions} import jit

@jit.rawkernel()
def scale(x, y, a, n):
    i = jit.grid(1)
    if i < n:
        y[i] = x[i] * a
"""


def jit_kernel(library):
    """From a file, as the source has to be read."""
    folder = pathlib.Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / f"{library.name}_scale.py"
    path.write_text(JIT.format(extensions={"cupy": "cupyx", "cuprum": "cuprumx"}[library.name]))
    names = {"__name__": path.stem, "__file__": str(path)}
    exec(compile(path.read_text(), str(path), "exec"), names)
    return names["scale"]


def squared_diff(x, y):
    return (x - y) * (x - y)


@functools.cache
def kernels(library):
    xp = library.xp
    return {
        "elementwise": xp.ElementwiseKernel("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff"),
        "hypot": xp.ElementwiseKernel("T x, T y", "T z", "z = sqrt(x * x + y * y) * T(.5) + x", "half_length"),
        "raw_args": xp.ElementwiseKernel("T x, raw T y", "T z", "z = x + y[_ind.size() - 1 - i]", "add_reverse"),
        "reduction": xp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm"),
        "raw": xp.RawKernel(RAW, "scale"),
        "layers": xp.RawKernel(RAW, "multiply_layers"),
        "block_sums": xp.RawKernel(RAW, "block_sums"),
        "matmul": xp.RawKernel(RAW, "matmul"),
        **{name: xp.RawKernel(WARPS, name) for name, _ in OF_WARPS},
        "jit": jit_kernel(library),
    }


# Kernels of WARPS: name, elements of a result.
OF_WARPS = [("warp_sums", 32), ("warp_scans", 1), ("block_sums_by_warps", 256), ("compact", 1), ("tile_sums", 16)]

# name, statement, microseconds that it may take on a GPU
HOST = [
    ("x + y, a ufunc", "x + y", 4.5),
    ("elementwise kernel", "k['elementwise'](x, y)", 5),
    ("elementwise kernel, given output", "k['elementwise'](x, y, z)", 5),
    ("elementwise kernel, a raw argument", "k['raw_args'](x, y)", 5),
    ("x.sum(), a reduction of the library", "x.sum()", 4.5),
    ("reduction kernel", "k['reduction'](x)", 5),
    ("reduction kernel, axis=1", "k['reduction'](m, axis=1)", 5),
    ("raw kernel", "k['raw'](grid, block, (x, z, a, n))", 4),
    ("jit kernel", "k['jit'](grid, block, (x, z, a, n))", 5),
    ("jit kernel, k[grid, block]", "k['jit'][8, 128](x, z, a, n)", 5),
    ("fused function", "fused(x, y)", 5),
]


def names(library):
    x, y, z = (positive(library, (1000,), "float32", seed) for seed in range(3))
    return {
        "x": x,
        "y": y,
        "z": z,
        "m": x.reshape(10, 100),
        "k": kernels(library),
        "a": numpy.float32(2),
        "n": numpy.int64(1000),
        "grid": (8,),
        "block": (128,),
        "fused": library.xp.fuse(squared_diff),
    }


def launch(kernel, size, threads, *arguments):
    kernel(((size + threads - 1) // threads,), (threads,), arguments)


def large(n):
    """(name, operands as (shape, dtype), arrays read and written, what each way calls with (xp, kernels,
    *operands))."""
    for t in ("float16", "float32", "float64"):
        yield (
            f"x + y, and (x-y)*(x-y), {t}",
            [((n,), t)] * 3,
            (2, 1),
            {
                "": lambda xp, k, x, y, z: xp.add(x, y, out=z),
                "elementwise": lambda xp, k, x, y, z: k["elementwise"](x, y, z),
            },
        )
    yield (
        "sqrt(x*x+y*y)*.5+x float32",
        [((n,), "float32")] * 3,
        (2, 1),
        {
            "": lambda xp, k, x, y, z: xp.sqrt(x * x + y * y) * 0.5 + x,
            "elementwise": lambda xp, k, x, y, z: k["hypot"](x, y, z),
        },
    )
    yield (
        "rows of every other element float32",
        [((4096, n // 4096), "float32")] * 3,
        (2, 1),
        {
            "": lambda xp, k, x, y, z: xp.add(x[:, ::2], y[:, ::2], out=z[:, ::2]),
            "elementwise": lambda xp, k, x, y, z: k["elementwise"](x[:, ::2], y[:, ::2], z[:, ::2]),
        },
    )
    yield (
        "a raw argument read backwards float32",
        [((n,), "float32")] * 3,
        (2, 1),
        {
            "": lambda xp, k, x, y, z: xp.add(x, y[::-1], out=z),
            "elementwise": lambda xp, k, x, y, z: k["raw_args"](x, y, z),
        },
    )
    yield (
        "x * a float32",
        [((n,), "float32")] * 2,
        (1, 1),
        {
            "": lambda xp, k, x, y: xp.multiply(x, 2, out=y),
            "raw": lambda xp, k, x, y: launch(k["raw"], x.size, 256, x, y, numpy.float32(2), numpy.int64(x.size)),
            "jit": lambda xp, k, x, y: launch(k["jit"], x.size, 256, x, y, numpy.float32(2), numpy.int64(x.size)),
        },
    )
    shapes = ("all", (n,), None), ("rows of 1000", (n // 1000, 1000), 1), ("columns", (1000, n // 1000), 0)
    for name, shape, axis in shapes:
        yield (
            f"sum, and norm, of {name} float32",
            [(shape, "float32")],
            (1, 0),
            {
                "": lambda xp, k, x, axis=axis: x.sum(axis=axis),
                "reduction": lambda xp, k, x, axis=axis: k["reduction"](x, axis=axis),
            },
        )
    layers = (max(1, n // (1 << 18)), 512, 512)
    yield (
        f"product of {layers[0]} layers float64",
        [(layers, "float64"), ((512, 512), "float64")],
        (1, 0),
        {
            "": lambda xp, k, x, y: x.prod(axis=0),
            "raw": lambda xp, k, x, y: launch(k["layers"], y.size, 256, x, y, numpy.int32(len(x)), numpy.int32(y.size)),
        },
    )
    blocks = [((n // 256 * 256,), "float32"), ((n // 256,), "float32")]
    yield (
        "sums of blocks, a barrier in each of 9 steps",
        blocks,
        (1, 0),
        {
            "": lambda xp, k, x, y: x.reshape(-1, 256).sum(axis=1),
            "raw": lambda xp, k, x, y: k["block_sums"]((x.size // 256,), (256,), (x, y)),
        },
    )
    for name, length in OF_WARPS:
        counted = [((1,), "int32")] if name == "compact" else []
        yield (
            f"{name.replace('_', ' ')}, shuffles or votes float32",
            [((n // 256 * 256,), "float32"), ((n // 256 * 256 // length,), "float32"), *counted],
            (1, 1 if length == 1 else 0),
            {"raw": lambda xp, k, x, *out, name=name: k[name]((x.size // 256,), (256,), (x, *out))},
        )
    side = 1024 if n > 1 << 22 else 256
    grid = (side // 16, side // 16)
    yield (
        f"matmul of tiles in shared memory, {side} x {side}",
        [((side, side), "float32")] * 3,
        None,
        {
            "": lambda xp, k, x, y, z: xp.matmul(x, y, out=z),
            "raw": lambda xp, k, x, y, z: k["matmul"](grid, (16, 16), (x, y, z, numpy.int32(side))),
        },
    )


def case(name, operands, arrays, calls):
    def ways(library):
        data = [positive(library, shape, dtype, seed) for seed, (shape, dtype) in enumerate(operands)]
        xp, made = library.xp, kernels(library)
        return {way: lambda call=call: call(xp, made, *data) for way, call in calls.items()}

    size = prod(operands[0][0]) * numpy.dtype(operands[0][1]).itemsize
    traffic = (arrays[0] * size, arrays[1] * size) if arrays else False
    targets = [times(0.95, "cuprum", by="cuprum, elementwise")] if "(x-y)" in name else []
    return Ways(name, ways, traffic=traffic, targets=targets)


def cases(setting):
    for name, statement, on_gpu in HOST:
        goal = [most(on_gpu)] if setting.gpu else []
        yield HostCase(name, statement, names, targets=goal, libraries=LIBRARIES)
    for one in large(setting.size(1 << 27, 10**7, quick=32)):
        yield case(*one)
