"""Kernels as programs for CuPy have them, from its documents and from what is taught with it: they run as they are,
under CuPy's names, and give what NumPy gives."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

import cuprum as cp
import cuprumx
from common import assert_same

PROGRAM = """
import numpy as np
import cupy as cp
from cupyx import jit
from cupyx.profiler import benchmark

# An elementwise kernel of named types.
add_vec_elem = cp.ElementwiseKernel(
    'float64 x, float64 y',
    'float64 z',
    'z = x + y',
    'add_vec_elem')
vec_a, vec_b = cp.random.random(5000, dtype=cp.float64), cp.random.random(5000, dtype=cp.float64)
np.testing.assert_array_equal(add_vec_elem(vec_a, vec_b).get(), vec_a.get() + vec_b.get())

# Raw kernels over layers.
yx_dims, warp_size = (40, 70), 32
arr = np.random.random((5, *yx_dims))
g_size = tuple((d//warp_size+int(bool(d%warp_size)) for d in yx_dims[::-1]))
b_size = (warp_size, warp_size)
mul_kernel = cp.RawKernel(r\'\'\'
    extern "C" __global__
    void mul(const double* in, double* out, const int Z, const int Y, const int X) {
        int x = blockDim.x * blockIdx.x + threadIdx.x;
        int y = blockDim.y * blockIdx.y + threadIdx.y;
        if (x < X && y < Y) {
            double tmp = 1.;
            out[y*X+x] = 1.;
            for (int z = 0; z < Z; z++)
                out[y*X+x] = out[y*X+x] * in[z*Y*X+y*X+x];
            //out[y*X+x] = tmp;
        }
    }
    \'\'\', 'mul')
mul_kernel.compile()
mul_kernel_reg = cp.RawKernel(r\'\'\'
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
    }
    \'\'\', 'mulReg')
mul_kernel_reg.compile()
in_arr = cp.asarray(arr, dtype=cp.double)
for kernel in (mul_kernel, mul_kernel_reg):
    out_arr = cp.empty(yx_dims, dtype=cp.double)
    kernel(g_size, b_size, (in_arr, out_arr, *in_arr.shape))
    np.testing.assert_array_almost_equal(cp.asnumpy(out_arr), arr.prod(axis=0))

# Fused functions, of integers, with and without parentheses and a name.
a = cp.arange(10)
b = cp.arange(10, 20)
c = cp.arange(20, 30)

@cp.fuse()
def elementwise_computation(x, y, z):
    return cp.sin(x) + cp.cos(y) / cp.sqrt(z)

bench = benchmark(elementwise_computation, (a, b, c),
n_repeat=10)
np.testing.assert_allclose(elementwise_computation(a, b, c).get(), np.sin(a.get()) + np.cos(b.get()) / np.sqrt(c.get()))

@cp.fuse(kernel_name='squared_diff')
def squared_diff(x, y):
    return (x - y) * (x - y)

print(benchmark(squared_diff, (b, c), n_repeat=10))
assert squared_diff(b, c).tolist() == [100] * 10

@cp.fuse
def fused_squared_diff(x, y):
    return (x - y) * (x - y)

x = cp.arange(10000)
y = cp.arange(10000)[::-1]
np.testing.assert_array_equal(fused_squared_diff(x, y).get(), (x.get() - y.get()) ** 2)

with cp.cuda.Stream() as stream1:
    elementwise_computation(a, b, c)
with cp.cuda.Stream() as stream2:
    squared_diff(b, c)
stream1.synchronize()

# A kernel written in Python, in both styles of launching.
@jit.rawkernel()
def elementwise_square(x, y, size):
    tid = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    ntid = jit.gridDim.x * jit.blockDim.x
    for i in range(tid, size, ntid):
        y[i] = x[i] * x[i]

size = cp.uint32(2 ** 16)
x = cp.arange(size, dtype=cp.float32)
y = cp.empty((size,), dtype=cp.float32)
elementwise_square((128,), (1024,), (x, y, size)) # RawKernel style
assert (y == x * x).all()
y[...] = 0
elementwise_square[128, 1024](x, y, size) # Numba style
assert (y == x * x).all()
print("all right")
"""


def test_taught_kernels_run_under_cupys_names(tmp_path):
    program = tmp_path / "taught.py"
    program.write_text(PROGRAM)
    done = subprocess.run([sys.executable, "-m", "cuprum", str(program)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "squared_diff" in done.stdout and done.stdout.endswith("all right\n")


def test_elementwise_kernels_of_the_user_guide():
    x = cp.arange(10, dtype=np.float32).reshape(2, 5)
    y = cp.arange(5, dtype=np.float32)
    host = (x.get() - y.get()) ** 2
    named = cp.ElementwiseKernel("float32 x, float32 y", "float32 z", "z = (x - y) * (x - y)", "squared_diff")
    assert_same(named(x, y), host)
    assert_same(named(x, 5), (x.get() - 5) ** 2)
    z = cp.empty((2, 5), dtype=np.float32)
    assert named(x, y, z) is z
    assert_same(z, host)
    generic = cp.ElementwiseKernel("T x, T y", "T z", "T diff = x - y;\nz = diff * diff;", "squared_diff_generic")
    for dtype in "bBhHiIqQefdFD":
        assert_same(generic(x.astype(dtype), y.astype(dtype)), (x.get().astype(dtype) - y.get().astype(dtype)) ** 2)
    several = cp.ElementwiseKernel("X x, Y y", "Z z", "z = (x - y) * (x - y)", "squared_diff_super_generic")
    assert_same(several(x, y.astype("d"), cp.empty((2, 5), "d")), host.astype("d"))
    reverse = cp.ElementwiseKernel("T x, raw T y", "T z", "z = x + y[_ind.size() - i - 1]", "add_reverse")
    assert_same(reverse(y, y), np.full(5, 4, "f"))


def test_raw_arguments_indexed_by_several_numbers():
    """Of more axes than one, and the ways in which programs write the index."""
    x = np.arange(24.0).reshape(2, 3, 4)
    d = cp.asarray(x).transpose(2, 0, 1)
    for index in (
        "ptrdiff_t at[] = {i, 1, 2};\ny = x[at];",
        "const ptrdiff_t at[3] = {i, 1, 2}; y = x[at]",
        "y = x[i * 6 + 5]",
    ):
        kernel = cp.ElementwiseKernel("raw T x", "T y", index, "pick")
        assert_same(kernel(d, size=4), x.transpose(2, 0, 1)[:, 1, 2])
    shape = cp.ElementwiseKernel("raw T x", "int64 y", "y = x.shape()[i] * 1000 + x.strides()[i]", "shape_of")
    assert shape(d, size=3).tolist() == [4008, 2096, 3032]


def test_reduction_kernels_of_the_user_guide():
    l2norm = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm")
    x = cp.arange(10, dtype=np.float32).reshape(2, 5)
    assert_same(l2norm(x, axis=1), np.sqrt((x.get() ** 2).sum(axis=1)), rtol=1e-6)
    weighted = cp.ReductionKernel("T x, raw T w", "T y", "x * w[_J]", "a + b", "y = a", "0", "weighted")
    assert_same(weighted(x, cp.arange(5, dtype="f"), axis=1), x.get() @ np.arange(5, dtype="f"))


def test_kernel_fusion_of_the_user_guide():
    @cp.fuse()
    def sum_of_products(x, y):
        return cp.sum(x * y, axis=-1)

    @cp.fuse(kernel_name="squared_diff")
    def squared_diff(x, y):
        return (x - y) * (x - y)

    x, y = cp.arange(10), cp.arange(10)[::-1]
    assert sum_of_products(x, y) == 120
    assert squared_diff(x, y).tolist() == [81, 49, 25, 9, 1, 1, 9, 25, 49, 81]
    assert squared_diff(np.arange(10), np.arange(10)[::-1]).tolist() == squared_diff(x, y).tolist()
    assert squared_diff(3, 5) == 4


def test_typed_kernels_of_the_user_guide():
    """Complex numbers, scalars of Python and NumPy, structs and dynamic shared memory, as raw kernels take them."""
    source = r"""
    #include <cupy/complex.cuh>
    extern "C" __global__ void axpy(const complex<float>* x, complex<float>* y, complex<float> a, float b) {
        int i = blockDim.x * blockIdx.x + threadIdx.x;
        extern __shared__ complex<float> part[];
        part[threadIdx.x] = a * x[i];
        __syncthreads();
        y[i] = part[threadIdx.x] + b;
    }
    template <typename T> __global__ void fill(T* x, T v) { x[threadIdx.x] = v; }
    struct packed { double a; int b; };
    extern "C" __global__ void of_struct(double* out, packed p) { out[0] = p.a + p.b; }
    __constant__ int table[4];
    extern "C" __global__ void of_table(int* out) { out[threadIdx.x] = table[threadIdx.x] * 2; }
    """
    module = cp.RawModule(code=source, options=("-std=c++14",), name_expressions=["fill<float>", "fill<int>"])
    x, y = cp.arange(8, dtype="F") * (1 + 2j), cp.empty(8, "F")
    module.get_function("axpy")((2,), (4,), (x, y, np.complex64(2j), np.float32(1)), shared_mem=32)
    assert_same(y, x.get() * np.complex64(2j) + 1)
    out = cp.empty(4, "i")
    module.get_function("fill<int>")((1,), (4,), (out, 7))
    assert out.tolist() == [7] * 4
    packed = np.dtype([("a", "d"), ("b", "i")], align=True)
    total = cp.empty(1)
    module.get_function("of_struct")((1,), (1,), (total, np.array((0.5, 3), packed)))
    assert total.tolist() == [3.5]
    table = cp.ndarray(4, "i", module.get_global("table"))
    table[...] = cp.arange(4)
    module.get_function("of_table")((1,), (4,), (out,))
    assert out.tolist() == [0, 2, 4, 6]


SIGNATURES = [
    (cp.ElementwiseKernel, ("in_params", "out_params", "operation", "name", "reduce_dims", "preamble", "no_return",
    "return_tuple", "loop_prep", "after_loop", "options")),
    (cp.ReductionKernel, ("in_params", "out_params", "map_expr", "reduce_expr", "post_map_expr", "identity", "name",
    "reduce_type", "reduce_dims", "preamble", "options")),
]  # fmt: skip


@pytest.mark.parametrize("kernel,names", SIGNATURES, ids=["elementwise", "reduction"])
def test_every_parameter_may_be_named(kernel, names):
    texts = {
        "in_params": "T x", "out_params": "T y", "operation": "y = twice(x) + ONE", "map_expr": "twice(x)",
        "reduce_expr": "a + b", "post_map_expr": "y = a + ONE", "identity": "0", "name": "named", "reduce_type": "T",
        "reduce_dims": False, "preamble": "__device__ T twice(T x) { return 2 * x; }", "no_return": False,
        "return_tuple": True, "loop_prep": "", "after_loop": "", "options": ("-DONE=1",),
    }  # fmt: skip
    result = kernel(**{name: texts[name] for name in names})(cp.arange(4))
    if kernel is cp.ElementwiseKernel:
        assert result[0].tolist() == [1, 3, 5, 7]
    else:
        assert result == 13


def test_jit_kernels_with_device_functions_and_shared_memory(tmp_path):
    """Python's source has to be read, so the kernels are in a file."""
    source = textwrap.dedent("""
        import numpy as np
        from cuprumx import jit

        @jit.rawkernel(device=True)
        def square(v):
            return v * v

        @jit.rawkernel()
        def sum_of_squares(x, out, n):
            part = jit.shared_memory(np.float32, 128)
            t = jit.threadIdx.x
            part[t] = np.float32(0)
            for i in range(t, n, jit.blockDim.x):
                part[t] += square(x[i])
            jit.syncthreads()
            width = jit.blockDim.x // 2
            while width > 0:
                if t < width:
                    part[t] += part[t + width]
                jit.syncthreads()
                width //= 2
            if t == 0:
                out[0] = part[0]
    """)
    path = tmp_path / "kernels.py"
    path.write_text(source)
    names = {}
    exec(compile(source, str(path), "exec"), names)
    x, out = cp.arange(1000, dtype="f") / 1000, cp.empty(1, "f")
    names["sum_of_squares"]((1,), (128,), (x, out, np.int32(1000)))
    assert_same(out, (x.get() ** 2).sum(keepdims=True), rtol=1e-5)
    assert len(names["sum_of_squares"].cached_codes) == 1
    assert cuprumx.jit.rawkernel is names["jit"].rawkernel
