"""Raw kernels on a CPU, beside the same loops in C++ (`-O3 -march=native`), both on all threads.

`mulReg` multiplies 512 x 512 doubles of many layers, a thread an element, as a GPU's kernel is written; in C++ the loop
over layers is the outer one, so that memory is read in order. The product of matrices is tiled, with shared memory and
barriers, in blocks of 16 x 16; in C++ the same tiles, loops and order of additions.
"""

import ctypes
import functools
import os
import pathlib
import subprocess
import tempfile
import time

import numpy

from harness.case import Ways, times
from harness.measure import summary
from harness.processes import python

TITLE = "Raw kernels on a CPU"
LIBRARIES = ("cuprum",)
GPU = False

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
import time
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
for number in range(1, 12):
    start = time.perf_counter()
    run(f"{number}.f")
    print((time.perf_counter() - start) * 1e3)
"""


def threads():
    return int(os.environ.get("CUPRUM_NUM_THREADS") or len(os.sched_getaffinity(0)))


@functools.cache
def twin():
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "twin.cpp")
        source.write_text(TWIN)
        options = ["-O3", "-march=native", "-shared", "-fPIC", "-pthread"]
        subprocess.run(["c++", *options, str(source), "-o", f"{folder}/twin.so"], check=True)
        return ctypes.CDLL(f"{folder}/twin.so")


def pointer(array):
    return ctypes.c_void_p(array.data.ptr)


def multiply_layers(layers):
    def ways(library):
        cp, (z, y, x) = library.xp, (layers, 512, 512)
        stack, out, by_twin = cp.random.rand(z, y, x) + 0.5, cp.empty((y, x)), cp.empty((y, x))
        kernel, sizes = cp.RawKernel(MUL, "mulReg"), (ctypes.c_long(z), ctypes.c_long(y), ctypes.c_long(x))
        raw = lambda: kernel((x // 32, y // 32), (32, 32), (stack, out, z, y, x))
        plain = lambda: twin().mul(pointer(stack), pointer(by_twin), *sizes, threads())
        raw(), plain()
        numpy.testing.assert_allclose(out.get(), by_twin.get(), rtol=1e-12)
        return {"": raw, "C++": plain}

    traffic = (layers * 512 * 512 * 8, 512 * 512 * 8)
    return Ways(f"mulReg of {layers} layers", ways, traffic=traffic, targets=[times(0.9, "cuprum, C++")])


def tiled_matmul(n):
    def ways(library):
        cp = library.xp
        a, b, c, d = (cp.random.rand(n, n).astype("f") for _ in range(4))
        kernel = cp.RawKernel(TILED, "matmul")
        raw = lambda: kernel((n // 16, n // 16), (16, 16), (a, b, c, n))
        plain = lambda: twin().matmul(pointer(a), pointer(b), pointer(d), ctypes.c_long(n), threads())
        raw(), plain()
        numpy.testing.assert_allclose(c.get(), d.get(), rtol=1e-4)
        return {"": raw, "C++": plain}

    return Ways(f"product of {n} x {n} float32 in tiles", ways, targets=[times(0.8, "cuprum, C++")])


def cases(setting):
    yield multiply_layers(setting.size(512, 512, quick=16))
    yield tiled_matmul(setting.size(1024, 1024, quick=4))


def barriers(library, rounds=9):
    """Nanoseconds that one more __syncthreads() costs a thread, by who meets there: all threads (loops), or some
    (fibers)."""
    module, ones = library.xp.RawModule(code=BARRIERS), library.xp.ones(1024, "f")
    for name, title in (("together", "all threads meet"), ("apart", "only some meet")):
        function = module.get_function(name)
        for size in (32, 1024):
            samples = []
            for _ in range(rounds + 1):
                marks = [time.perf_counter()]
                for count in (100, 1100):
                    function((1,), (size,), (ones, count))
                    marks.append(time.perf_counter())
                samples.append((marks[2] - 2 * marks[1] + marks[0]) / 2000 / size * 1e9)
            yield f"a barrier, {title}, {size} threads", summary(samples[1:])


def run(session):
    library = session.libraries["cuprum"]
    if session.wants("a barrier"):
        for title, samples in barriers(library):
            session.record.add("raw_kernels", title, {"cuprum": samples}, "ns a thread", group="barriers")
    if session.wants("first call of a ten-line kernel"):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(library.xp.__path__[0]).parent)
            for which in ("compiled", "from disk"):
                output = python(COMPILED, CUPRUM_CACHE_DIR=folder, PYTHONPATH=path).stdout
                taken = [float(line) for line in output.split()]
                title = f"first call of a ten-line kernel, {which}"
                session.record.add("raw_kernels", title, {"cuprum": taken}, "ms", group="compilation")
