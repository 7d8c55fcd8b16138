#!/usr/bin/env python3
"""Kernels that users write: cuprum's beside its own ufuncs, CuPy's where it is there, and NumPy.

    python benchmarks/user_kernels.py            2^27 elements on a GPU, 10^7 on a CPU
    python benchmarks/user_kernels.py --quick    2^22 elements: a trial, not a measurement
    python benchmarks/user_kernels.py --json benchmarks/results/user_kernels.json

First what a call costs the host, on 1000 elements; then how long kernels take on large arrays, and the bandwidth that this is:
each operand is read once, each result written once. fuse.py measures fused functions on large arrays.
"""

import argparse
import datetime
import json
import os
import pathlib
import sys
import tempfile

import numpy

import libraries
import run
from measure import device_times, host_times, usable

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
    path = folder / f"{library.name}_scale.py"
    path.write_text(JIT.format(extensions={"cupy": "cupyx", "cuprum": "cuprumx"}[library.name]))
    names = {"__name__": path.stem, "__file__": str(path)}
    exec(compile(path.read_text(), str(path), "exec"), names)
    return names["scale"]


def squared_diff(x, y):
    return (x - y) * (x - y)


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
        "jit": jit_kernel(library),
    }


# What a call costs the host: name, statement, microseconds it may take at most on a GPU.
HOST = [
    ("x + y, a ufunc", "x + y", 4.5),
    ("elementwise kernel", "k['elementwise'](x, y)", 5),
    ("elementwise kernel, given output", "k['elementwise'](x, y, z)", 5),
    ("elementwise kernel, a raw argument", "k['raw_args'](x, y)", 5),
    ("x.sum(), a reduction of ours", "x.sum()", 4.5),
    ("reduction kernel", "k['reduction'](x)", 5),
    ("reduction kernel, axis=1", "k['reduction'](m, axis=1)", 5),
    ("raw kernel", "k['raw'](grid, block, (x, z, a, n))", 4),
    ("jit kernel", "k['jit'](grid, block, (x, z, a, n))", 5),
    ("jit kernel, k[grid, block]", "k['jit'][8, 128](x, z, a, n)", 5),
    ("fused function", "fused(x, y)", 5),
]


def measure_host(found, add, errors):
    spaces = {}
    for library in found.values():
        xp = library.xp
        x, y, z = (libraries.data(library, (1000,), "float32", seed) for seed in range(3))
        spaces[library.name] = {
            "x": x, "y": y, "z": z, "m": x.reshape(10, 100), "k": kernels(library), "a": numpy.float32(2), "n": numpy.int64(1000), "grid": (8,), "block": (128,),
            "fused": xp.fuse(squared_diff),
        }  # fmt: skip
    for name, statement, target in HOST:
        times = host_times(usable({n: (found[n].clock, statement, space) for n, space in spaces.items()}, name, errors))
        add(
            {
                "name": f"host time: {name}",
                "unit": "us",
                "target": target,
                "times": {n: median for n, (median, _, _) in times.items()},
            }
        )


def cases(n):
    """(name, operands as (shape, dtype), what each way of computing calls, array sizes moved, share of the ufunc's bandwidth that an
    elementwise kernel has to reach). Users' kernels stand behind what the library itself has for the same work."""

    def launch(kernel, size, threads, *arguments):
        kernel(((size + threads - 1) // threads,), (threads,), arguments)

    for t in ("float16", "float32", "float64"):
        yield (f"x + y, and z = (x-y)*(x-y), {t}", [((n,), t)] * 3, {
            "ufunc": lambda xp, k, x, y, z: xp.add(x, y, out=z),
            "elementwise": lambda xp, k, x, y, z: k["elementwise"](x, y, z)}, 3, 0.95)  # fmt: skip
    yield ("sqrt(x*x+y*y)*.5+x float32", [((n,), "float32")] * 3, {
        "ufuncs": lambda xp, k, x, y, z: xp.sqrt(x * x + y * y) * 0.5 + x,
        "elementwise": lambda xp, k, x, y, z: k["hypot"](x, y, z)}, 3, None)  # fmt: skip
    yield ("rows of every other element float32", [((4096, n // 4096), "float32")] * 3, {
        "ufunc": lambda xp, k, x, y, z: xp.add(x[:, ::2], y[:, ::2], out=z[:, ::2]),
        "elementwise": lambda xp, k, x, y, z: k["elementwise"](x[:, ::2], y[:, ::2], z[:, ::2])}, 3, None)  # fmt: skip
    yield ("a raw argument read backwards float32", [((n,), "float32")] * 3, {
        "ufunc": lambda xp, k, x, y, z: xp.add(x, y[::-1], out=z),
        "elementwise": lambda xp, k, x, y, z: k["raw_args"](x, y, z)}, 3, None)  # fmt: skip
    yield ("x * a float32", [((n,), "float32")] * 2, {
        "ufunc": lambda xp, k, x, y: xp.multiply(x, 2, out=y),
        "raw": lambda xp, k, x, y: launch(k["raw"], x.size, 256, x, y, numpy.float32(2), numpy.int64(x.size)),
        "jit": lambda xp, k, x, y: launch(k["jit"], x.size, 256, x, y, numpy.float32(2), numpy.int64(x.size))}, 2, None)  # fmt: skip
    for name, shape, axis in (
        ("all", (n,), None),
        ("rows of 1000", (n // 1000, 1000), 1),
        ("columns", (1000, n // 1000), 0),
    ):
        yield (f"sum and norm of {name} float32", [(shape, "float32")], {
            "sum": lambda xp, k, x, axis=axis: x.sum(axis=axis),
            "reduction": lambda xp, k, x, axis=axis: k["reduction"](x, axis=axis)}, 1, None)  # fmt: skip
    layers = (n // (1 << 18), 512, 512)
    yield (f"product of {layers[0]} layers float64", [(layers, "float64"), ((512, 512), "float64")], {
        "prod": lambda xp, k, x, y: x.prod(axis=0),
        "raw": lambda xp, k, x, y: launch(k["layers"], y.size, 256, x, y, numpy.int32(len(x)), numpy.int32(y.size))}, 1, None)  # fmt: skip
    yield ("sums of blocks, a barrier in each of 9 steps", [((n // 256 * 256,), "float32"), ((n // 256,), "float32")], {
        "sum": lambda xp, k, x, y: x.reshape(-1, 256).sum(axis=1),
        "raw": lambda xp, k, x, y: k["block_sums"]((x.size // 256,), (256,), (x, y))}, 1, None)  # fmt: skip
    side = 1024 if n > 1 << 22 else 256
    yield (f"matmul of tiles in shared memory, {side}x{side}", [((side, side), "float32")] * 3, {
        "matmul": lambda xp, k, x, y, z: xp.matmul(x, y, out=z),
        "raw": lambda xp, k, x, y, z: k["matmul"]((side // 16, side // 16), (16, 16), (x, y, z, numpy.int32(side)))}, 3, None)  # fmt: skip


def measure_kernels(found, n, only, add, errors):
    made = {name: kernels(library) for name, library in found.items()}
    for name, operands, ways, arrays, target in cases(n):
        if only not in name:
            continue
        calls = {}
        for library in found.values():
            data = [libraries.data(library, shape, dtype, seed) for seed, (shape, dtype) in enumerate(operands)]
            for way, call in ways.items():
                calls[f"{library.name} {way}"] = (
                    library.clock,
                    lambda c=call, x=library.xp, k=made[library.name], d=data: c(x, k, *d),
                )
        times = device_times(usable(calls, name, errors))
        size = int(numpy.prod(operands[0][0])) * numpy.dtype(operands[0][1]).itemsize * arrays
        record = {
            "name": name,
            "unit": "ms",
            "bytes": size,
            "times": {how: median for how, (median, _) in times.items()},
        }
        if target and {"cuprum ufunc", "cuprum elementwise"} <= times.keys():
            record |= {"target": target, "beside_ufunc": times["cuprum ufunc"][0] / times["cuprum elementwise"][0]}
        add(record)
        calls = data = None
        for library in found.values():
            library.free()


def line(record):
    text = f"{record['name']:48}"
    for how, time in record["times"].items():
        rate = f" ({record['bytes'] / time / 1e6:.0f} GB/s)" if "bytes" in record else ""
        text += f"  {how} {time:.3f} {record['unit']}{rate}"
    if "beside_ufunc" in record:
        text += f"  {record['beside_ufunc']:.0%} of the ufunc's bandwidth"
    if "target" in record:
        text += f"  (target {record['target']:g})"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--libraries", default="cupy,cuprum")
    parser.add_argument("--only", default="", help="cases with this in their names")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    errors = {}
    found = libraries.load(options.libraries.split(","), errors)
    n = 1 << 22 if options.quick else 1 << 27 if any(library.on_gpu for library in found.values()) else 10**7
    records = []
    facts = {
        "date": datetime.date.today().isoformat(),
        "command": " ".join(["python", *sys.argv]),
        "machine": run.machine(),
        "load_average": os.getloadavg()[0],  # other programs' share of the processors
        "versions": {name: library.version for name, library in found.items()},
        "elements": n,
        "errors": errors,
    }

    def add(record):
        records.append(record)
        print(line(record), flush=True)
        if options.json:
            options.json.write_text(json.dumps(facts | {"cases": records}, indent=1) + "\n")

    measure_host(found, add, errors)
    measure_kernels(found, n, options.only, add, errors)


if __name__ == "__main__":
    main()
