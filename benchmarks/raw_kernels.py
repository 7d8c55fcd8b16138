"""Raw kernels on a CPU, beside the same loops in C++ that g++ compiles with -O3 -march=native, in one process.

    python benchmarks/raw_kernels.py [--planes 512] [--json file]

mulReg        out[y, x] = product over z of in[z, y, x], a thread an element, as a GPU's kernel is written; in C++ the loop over z is the outer one, so
              that memory is read in order. Both on all threads.
matmul        tiled with shared memory and barriers, 16x16 blocks; in C++ the same tiles, loops and order of additions.
barrier       what one more __syncthreads() costs a thread, where all meet (loops) and where only some do (fibers).
compile       the first call of a ten-line kernel with nothing in the cache, and with the kernel on disk but not in memory.
"""

import argparse
import ctypes
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

import numpy as np

import cuprum as cp

MUL = r"""
extern "C" __global__
void mulReg(const double* in, double* out, const int Z, const int Y, const int X) {
    int x = blockDim.x * blockIdx.x + threadIdx.x;
    int y = blockDim.y * blockIdx.y + threadIdx.y;
    if (x < X && y < Y) {
        double tmp = 1.;
        for (int z = 0; z < Z; z++)
            tmp = tmp * in[z*Y*X+y*X+x];
        out[y*X+x] = tmp;
    }
}"""

TILED = r"""
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int t = 0; t < n / 16; t++) {
        as[ty][tx] = a[row * n + t * 16 + tx];
        bs[ty][tx] = b[(t * 16 + ty) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}"""

# Each round has two barriers, between which a value goes to the neighbour, so that neither can be left out.
ROUNDS = """
    __shared__ float s[1024];
    const int t = threadIdx.x;
    float v = x[t];
    for (int i = 0; i < n; i++) {
        s[t] = v;
        __syncthreads();
        v += s[t ^ 1];
        __syncthreads();
    }
    x[t] = v;
}"""
BARRIERS = f"""
extern "C" __global__ void together(float* x, int n) {{ {ROUNDS}
extern "C" __global__ void apart(float* x, int n) {{ if (x[threadIdx.x] < 0) return; {ROUNDS}"""

TWIN = r"""
#include <algorithm>
#include <thread>
#include <vector>

template <class F>
static void share(long n, int threads, F f) {
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back([=] { f(n * i / threads, n * (i + 1) / threads); });
    for (auto& one : all) one.join();
}

extern "C" void mul(const double* in, double* out, long Z, long Y, long X, int threads) {
    share(Y, threads, [=](long first, long last) {
        double* __restrict to = out;
        for (long i = first * X; i < last * X; i++) to[i] = 1;
        for (long z = 0; z < Z; z++)
            for (long i = first * X; i < last * X; i++) to[i] *= in[z * Y * X + i];
    });
}

extern "C" void matmul(const float* a, const float* b, float* c, long n, int threads) {
    share(n / 16, threads, [=](long first, long last) {
        for (long by = first; by < last; ++by)
            for (long bx = 0; bx < n / 16; ++bx) {
                float as[16][16], bs[16][16], sum[16][16] = {};
                for (long t = 0; t < n / 16; ++t) {
                    for (int y = 0; y < 16; ++y)
                        for (int x = 0; x < 16; ++x) {
                            as[y][x] = a[(by * 16 + y) * n + t * 16 + x];
                            bs[y][x] = b[(t * 16 + y) * n + bx * 16 + x];
                        }
                    for (int y = 0; y < 16; ++y)
                        for (int x = 0; x < 16; ++x)
                            for (int k = 0; k < 16; ++k) sum[y][x] += as[y][k] * bs[k][x];
                }
                for (int y = 0; y < 16; ++y)
                    for (int x = 0; x < 16; ++x) c[(by * 16 + y) * n + bx * 16 + x] = sum[y][x];
            }
    });
}
"""

COMPILED = r"""
import sys, time
import cuprum as cp
code = '''
extern "C" __global__ void ten_lines(const float* x, const float* y, float* out, int n, float a) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        float u = x[i] * a + y[i];
        float v = sqrtf(u * u + 1.f);
        if (v > 2.f) v = 2.f - u;
        out[i] = u * v + %s;
    }
}'''
x = cp.zeros(8, "f")
run = lambda number: cp.RawKernel(code % number, "ten_lines")((1,), (8,), (x, x, x, 8, cp.float32(2)))
run("0.f")  # What is done once in a process: the compiler is loaded, the prelude read.
times = []
for number in range(1, 12):
    wall, own = time.perf_counter(), time.thread_time()
    run(f"{number}.f")
    times.append((time.perf_counter() - wall, time.thread_time() - own))
print(min(wall for wall, own in times), sorted(own for wall, own in times)[len(times) // 2])
"""


def turns(*functions, rounds=5):
    """The best time of each; they take turns, so that a busy machine is so for all."""
    best = [float("inf")] * len(functions)
    for _ in range(rounds):
        for i, function in enumerate(functions):
            start = time.perf_counter()
            function()
            best[i] = min(best[i], time.perf_counter() - start)
    return best


def twin():
    folder = tempfile.mkdtemp()
    source = pathlib.Path(folder, "twin.cpp")
    source.write_text(TWIN)
    subprocess.run(
        ["g++", "-O3", "-march=native", "-shared", "-fPIC", "-pthread", str(source), "-o", f"{folder}/twin.so"],
        check=True,
    )
    return ctypes.CDLL(f"{folder}/twin.so")


def pointer(array):
    return ctypes.c_void_p(array.data.ptr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--planes", type=int, default=512, help="of the stack of 512x512 doubles")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    if cp.backend() != "cpu":
        sys.exit("this is about the CPU backend: set CUPRUM_BACKEND=cpu")
    threads = int(os.environ.get("CUPRUM_NUM_THREADS", len(os.sched_getaffinity(0))))
    library = twin()
    figures = {}

    z, y, x = arguments.planes, 512, 512
    stack, out = cp.random.rand(z, y, x) + 0.5, cp.empty((y, x))
    by_twin = cp.empty((y, x))
    kernel = cp.RawKernel(MUL, "mulReg")
    run = lambda: kernel((x // 32, y // 32), (32, 32), (stack, out, z, y, x))
    plain = lambda: library.mul(
        pointer(stack),
        pointer(by_twin),
        ctypes.c_long(z),
        ctypes.c_long(y),
        ctypes.c_long(x),
        threads,
    )
    run(), plain()
    np.testing.assert_allclose(out.get(), by_twin.get(), rtol=1e-12)
    ours, theirs = turns(run, plain)
    figures["mulReg GB/s"] = {
        "kernel": stack.nbytes / ours * 1e-9,
        "C++": stack.nbytes / theirs * 1e-9,
        "ratio": theirs / ours,
    }
    stack = None  # its memory goes back

    n = 1024
    a, b, c, d = (cp.random.rand(n, n).astype("f") for _ in range(4))
    tiled = cp.RawKernel(TILED, "matmul")
    run = lambda: tiled((n // 16, n // 16), (16, 16), (a, b, c, n))
    plain = lambda: library.matmul(pointer(a), pointer(b), pointer(d), ctypes.c_long(n), threads)
    run(), plain()
    np.testing.assert_allclose(c.get(), d.get(), rtol=1e-4)
    ours, theirs = turns(run, plain)
    figures["matmul GFLOP/s"] = {"kernel": 2e-9 * n**3 / ours, "C++": 2e-9 * n**3 / theirs, "ratio": theirs / ours}

    module = cp.RawModule(code=BARRIERS)
    ones = cp.ones(1024, "f")
    for name in ("together", "apart"):
        barrier = module.get_function(name)
        barrier((1,), (1024,), (ones, 1))
        for size in (32, 1024):
            few, many = turns(lambda: barrier((1,), (size,), (ones, 100)), lambda: barrier((1,), (size,), (ones, 1100)))
            figures[f"barrier ns a thread, {name}, {size} threads"] = (many - few) / 2000 / size * 1e9

    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"CUPRUM_CACHE_DIR": folder, "PYTHONPATH": str(pathlib.Path(cp.__file__).parents[1])}
        for which in ("compiled", "from disk"):
            done = subprocess.run(
                [sys.executable, "-c", COMPILED], env=environment, capture_output=True, text=True, check=True
            )
            wall, own = (float(part) * 1e3 for part in done.stdout.split())
            figures[f"first call of a ten-line kernel, {which}, ms"] = {"shortest": wall, "of the processor": own}

    for name, figure in figures.items():
        print(
            f"{name:55}", figure if isinstance(figure, float) else "  ".join(f"{k} {v:.2f}" for k, v in figure.items())
        )
    if arguments.json:
        machine = f"{platform.machine()}, {threads} threads"
        record = {
            "date": time.strftime("%Y-%m-%d"),
            "machine": machine,
            "command": " ".join(sys.argv),
            "load": os.getloadavg()[0],
            "figures": figures,
        }
        arguments.json.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
