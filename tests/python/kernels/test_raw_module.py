"""RawModule: several kernels, templates by name expressions, variables, files."""

import pickle

import numpy as np
import pytest

import cuprum as cp
from common import assert_same, sample

CODE = r"""
template <typename T>
__global__ void fx3(T* arr, int N) {
    unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < N) arr[tid] = arr[tid] * 3;
}
template <typename T, int N>
__global__ void fill(T* arr) { arr[threadIdx.x] = N; }

__constant__ float coefficients[4];
__device__ int counter = 3;
static __device__ double hidden[2] = {1, 2};
namespace space { __device__ short inside; }

extern "C" {
__global__ void combine(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x] * coefficients[threadIdx.x % 4]; }
__global__ void count(int* out) { if (atomicAdd(&counter, 1) >= 0) out[0] = counter; }
__global__ void read_hidden(double* out) { out[0] = hidden[0]; out[1] = hidden[1]; out[2] = space::inside; }
}
"""
NAMES = ["fx3<float>", "fx3<double>", "fill<int, 7>", "&hidden", "space::inside"]


@pytest.fixture(scope="module")
def module():
    return cp.RawModule(code=CODE, options=("-std=c++17",), name_expressions=NAMES)


@pytest.mark.parametrize("name, dtype", [("fx3<float>", "f"), ("fx3<double>", "d")])
def test_name_expressions(module, name, dtype):
    a = sample(1000, dtype)
    x = cp.asarray(a)
    module.get_function(name)((8,), (128,), (x, 1000))
    assert_same(x, a * 3)


def test_template_of_a_number(module):
    x = cp.zeros(4, "i")
    module.get_function("fill<int, 7>")((1,), (4,), (x,))
    assert_same(x, np.full(4, 7, "i"))


def test_constants(module):
    pointer = module.get_global("coefficients")
    coefficients = cp.ndarray((4,), "f", pointer)
    coefficients[...] = cp.array([1, 2, 3, 4], "f")
    x, y = cp.ones(8, "f"), cp.zeros(8, "f")
    module.get_function("combine")((1,), (8,), (x, y))
    assert_same(y, np.array([1, 2, 3, 4] * 2, "f"))
    assert pointer.mem.size >= 16


def test_variables_keep_their_values(module):
    out = cp.zeros(1, "i")
    counter = cp.ndarray((1,), "i", module.get_global("counter"))
    counter[...] = 3
    for expected in (4, 5, 6):
        module.get_function("count")((1,), (1,), (out,))
        assert out.get()[0] == expected
    assert counter.get()[0] == 6


def test_variables_by_name_expressions(module):
    hidden = cp.ndarray((2,), "d", module.get_global("&hidden"))
    assert_same(hidden, np.array([1.0, 2.0]))
    hidden[...] = cp.array([5.0, 6.0])
    cp.ndarray((1,), "h", module.get_global("space::inside"))[...] = 9
    out = cp.zeros(3)
    module.get_function("read_hidden")((1,), (1,), (out,))
    assert_same(out, np.array([5.0, 6.0, 9.0]))


def test_missing_names(module):
    for get in (module.get_function, module.get_global):
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="no such|not found"):
            get("nothing_like_it")
    with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="name_expressions"):
        module.get_function("fx3<int>")


def test_bad_name_expression():
    with pytest.raises(cp.cuda.compiler.CompileException):
        cp.RawModule(code=CODE, name_expressions=["fx3<no_such_type>"]).compile()


def test_attributes(module):
    assert module.code == CODE and module.options == ("-std=c++17",) and module.backend == "nvrtc"
    assert module.file_path is None and module.name_expressions == tuple(NAMES) and not module.enable_cooperative_groups
    kernel = module.get_function("combine")
    assert isinstance(kernel, cp.RawKernel) and kernel.name == "combine" and kernel.code == CODE


def test_arguments():
    with pytest.raises(TypeError, match="code or path"):
        cp.RawModule()
    with pytest.raises(TypeError, match="code or path"):
        cp.RawModule(code="", path="x")
    with pytest.raises(ValueError, match="name_expressions"):
        cp.RawModule(code=CODE, backend="nvcc", name_expressions=["f<int>"])
    with pytest.raises(TypeError, match="name_expressions"):
        cp.RawModule(code=CODE, name_expressions="f<int>")


def test_handle():
    module = cp.RawModule(
        code="""
        __device__ int number = 5;
        extern "C" __global__ void f(int* x) { *x = number; }"""
    )
    handle, x = module.module, cp.zeros(1, "i")
    assert isinstance(handle, cp.cuda.Module) and handle.ptr == module.module.ptr != 0
    assert handle.get_function("f").ptr == module.get_function("f").kernel.ptr
    assert handle.get_global_var("number") == module.get_global("number").ptr
    handle.get_function("f")((1,), (1,), (x,))
    assert x.get()[0] == 5
    with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
        handle.get_function("g")


def test_explicit_instantiation():
    code = r"""
    template <class T> __device__ T twice(T x) { return 2 * x; }
    template <class T> __global__ void f(T* x) { *x = twice(*x); }
    template __global__ void f<float>(float*);
    """
    x = cp.array([4], "f")
    cp.RawModule(code=code).get_function("_Z1fIfEvPT_")((1,), (1,), (x,))
    assert x.get()[0] == 8


@pytest.mark.skipif(cp.backend() != "cpu", reason="a GPU can")
def test_files_are_for_gpus(tmp_path):
    path = tmp_path / "kernel.cubin"
    path.write_bytes(b"\x7fELF")
    with pytest.raises(NotImplementedError, match="GPU"):
        cp.RawModule(path=path).compile()


@pytest.mark.skipif(cp.backend() == "cpu", reason="PTX is for GPUs")
def test_ptx_file(tmp_path):
    path = tmp_path / "kernel.ptx"
    path.write_text(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry set(.param .u64 out) {\n"
        ".reg .b64 %r<3>; .reg .b32 %v;\nld.param.u64 %r1, [out]; cvta.to.global.u64 %r2, %r1; mov.u32 %v, 17; "
        "st.global.u32 [%r2], %v; ret;\n}\n"
    )
    x = cp.zeros(1, "i")
    module = cp.RawModule(path=str(path))
    module.get_function("set")((1,), (1,), (x,))
    assert x.get()[0] == 17 and module.file_path == str(path) and module.code is None


def test_structs_and_vectors_of_numpy():
    """Composite types as CuPy's documentation shows them."""
    types = {"float3": np.dtype([(c, "f4") for c in "xyz"]), "double2": np.dtype([(c, "f8") for c in "xy"])}
    code = r"""
    template <typename T> __global__ void sizes(unsigned long long* out) { out[0] = sizeof(T); }
    __global__ void scale(float3* v, float3 by) { v[threadIdx.x].x *= by.x; v[threadIdx.x].y *= by.y;
        v[threadIdx.x].z *= by.z; }
    """
    module = cp.RawModule(code=code, name_expressions=["sizes<float3>", "sizes<double2>", "scale"])
    out = cp.zeros(1, "Q")
    for name, dtype in types.items():
        module.get_function(f"sizes<{name}>")((1,), (1,), (out,))
        assert out.get()[0] == dtype.itemsize
    host = np.arange(12, dtype="f")
    device = cp.asarray(host)
    by = np.array((2, 3, 4), types["float3"])
    module.get_function("scale")((1,), (4,), (device, by))
    assert_same(device, (host.reshape(4, 3) * np.array([2, 3, 4], "f")).ravel())


TRANSLATED = r"""
#include <cuComplex.h>
extern "C" __global__ void both(const cuComplex* x, const cuDoubleComplex* y, cuComplex scale, cuDoubleComplex* out) {
    int i = threadIdx.x;
    cuComplex a = cuCadd(x[i], scale), b = cuCmulf(a, x[i]) - cuConj(scale);
    cuDoubleComplex c = cuCfma(y[i], y[i], cuComplexFloatToDouble(b));
    out[i] = c * make_cuDoubleComplex(cuCrealf(a), cuCimag(c)) + cuCabs(y[i]);
}
"""


@pytest.mark.parametrize("copies", [lambda m: m, lambda m: pickle.loads(pickle.dumps(m))], ids=["made", "pickled"])
def test_complex_numbers_in_place_of_those_of_c(copies):
    """Functions of cuComplex.h take both precisions, and operators work."""
    x, y = (np.arange(8) - 3 + 2j).astype("F"), np.linspace(-1, 2, 8) - 0.5j
    module = copies(cp.RawModule(code=TRANSLATED, translate_cucomplex=True))
    out = cp.zeros(8, "D")
    module.get_function("both")((1,), (8,), (cp.asarray(x), cp.asarray(y), np.complex64(1 - 2j), out))
    a = x + np.complex64(1 - 2j)
    c = y * y + (a * x - np.complex64(1 + 2j)).astype("D")
    np.testing.assert_allclose(out.get(), c * (a.real + 1j * c.imag) + abs(y), rtol=1e-6)
    kernel = copies(cp.RawKernel(TRANSLATED, "both", translate_cucomplex=True))
    again = cp.zeros(8, "D")
    kernel((1,), (8,), (cp.asarray(x), cp.asarray(y), np.complex64(1 - 2j), again))
    np.testing.assert_array_equal(again.get(), out.get())


def test_without_translation_the_names_are_those_of_c():
    with pytest.raises(cp.cuda.compiler.CompileException):
        cp.RawKernel(TRANSLATED, "both").compile()
