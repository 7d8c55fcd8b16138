"""The device headers of CuPy that programs include, and what its kernels have without an include."""

import numpy as np
import pytest

import cuprum as cp

HEADERS = [
    "complex.cuh", "carray.cuh", "math_constants.h", "atomics.cuh", "cuda_workaround.h", "float16.cuh", "bfloat16.cuh",
    "type_dispatcher.cuh", "swap.cuh", "tuple.cuh", "hip_workaround.cuh", "complex/complex.h",
    "complex/cuComplex_bridge.h",
]  # fmt: skip


@pytest.mark.parametrize("header", HEADERS)
def test_headers(header):
    x = cp.zeros(1, "i4")
    code = f'#include <cupy/{header}>\nextern "C" __global__ void k(int* x) {{ x[0] = 1; }}'
    cp.RawKernel(code, "k")((1,), (1,), (x,))
    assert int(x[0]) == 1


def test_what_the_headers_declare():
    code = r"""
    #include <cupy/type_dispatcher.cuh>
    #include <cupy/tuple.cuh>
    #include <cupy/swap.cuh>
    #include <cupy/cuda_workaround.h>
    struct Size { template <class T> __device__ int operator()(int add) { return sizeof(T) + add; } };
    extern "C" __global__ void k(int* x) {
        x[0] = dtype_dispatcher(CUPY_TYPE_FLOAT64, Size(), 1);
        x[1] = dtype_dispatcher(CUPY_TYPE_FLOAT16, Size(), 0);
        x[2] = dtype_dispatcher(CUPY_TYPE_BOOL, Size(), 0);
        auto t = thrust::make_tuple(3, 4.5);
        x[3] = thrust::get<0>(t) + (int)thrust::get<1>(t);
        swap_cupy(x[0], x[1]);
        x[4] = std::is_same<int, int>::value;
    }"""
    x = cp.zeros(5, "i4")
    cp.RawKernel(code, "k")((1,), (1,), (x,))
    assert x.tolist() == [2, 9, 1, 7, 1]


def test_constants_without_an_include():
    kernel = cp.ElementwiseKernel("T x", "T y", "y = x > 0 ? CUDART_INF : x < 0 ? CUDART_NAN : CUDART_PI", "constants")
    for dtype in "fd":
        y = kernel(cp.array([1, -1, 0], dtype)).get()
        np.testing.assert_array_equal(y, np.array([np.inf, np.nan, np.pi], dtype))
    assert cp.ElementwiseKernel("", "float32 y", "y = CUDART_INF_F - CUDART_PI_F", "singles")(size=1).get() == np.inf
    least = cp.ReductionKernel("T x", "T y", "x", "a < b ? a : b", "y = a", "CUDART_INF", "least_of")
    assert float(least(cp.array([1.0, -1.0]))) == -1 and float(least(cp.zeros(0))) == np.inf
    # CUDA's own header beside ours.
    code = "#include <cupy/math_constants.h>\n#include <math_constants.h>\n"
    code += 'extern "C" __global__ void k(double* x) { x[0] = CUDART_PI; }'
    x = cp.zeros(1)
    cp.RawKernel(code, "k")((1,), (1,), (x,))
    assert float(x[0]) == np.pi


ATOMICS = [("atomicAdd", dtype) for dtype in ("i4", "u4", "i8", "u8", "e", "f", "d")] + [
    (name, dtype) for name in ("atomicMax", "atomicMin") for dtype in ("i4", "u4", "i8", "u8", "f", "d")
]


@pytest.mark.parametrize("name, dtype", ATOMICS)
def test_atomics(name, dtype):
    values = np.random.default_rng(3).integers(-50 if dtype[0] not in "u" else 0, 50, 1000).astype(dtype)
    if dtype == "e":
        values = np.resize(np.arange(-2, 3), 1000).astype("e")
    start = {"atomicAdd": 0, "atomicMax": values[0], "atomicMin": values[0]}[name]
    kernel = cp.ElementwiseKernel("T x", "raw T o", f"{name}(&o[0], x)", f"{name}_of_{dtype}")
    out = cp.full(1, start, dtype)
    kernel(cp.asarray(values), out)
    expected = {"atomicAdd": values.sum(dtype=dtype), "atomicMax": values.max(), "atomicMin": values.min()}[name]
    assert out.get()[0] == expected
    old = cp.ElementwiseKernel("T x", "raw T o, T y", f"y = {name}(&o[0], x)", f"old_{name}_of_{dtype}")
    before, seen = out.get()[0], cp.zeros(1, dtype)
    old(cp.ones(1, dtype), out, seen)
    assert seen.get()[0] == before


def test_neighbours_of_a_half_stay():
    """An atomic sum of 16 bits leaves what lies beside it."""
    out = cp.arange(8, dtype="e")
    cp.ElementwiseKernel("int32 k", "raw float16 o", "atomicAdd(&o[k], float16(1))", "add_one")(
        cp.array([1, 3, 3, 6], "i4"), out
    )
    assert out.tolist() == [0, 2, 2, 5, 4, 5, 7, 7]


def test_programs_may_define_these_atomics():
    preamble = "__device__ float atomicMax(float* a, float v) { *a = 77; return v; }"
    out = cp.zeros(1, "f")
    cp.ElementwiseKernel("T x", "raw T o", "atomicMax(&o[0], x)", "own_atomic", preamble=preamble)(cp.ones(1, "f"), out)
    assert out.tolist() == [77]


def test_missing_header_names_what_is_like_it():
    for wrong, right in (("cupy/atomic.cuh", "cupy/atomics.cuh"), ("cuda_fp61.h", "cuda_fp16.h")):
        with pytest.raises(cp.cuda.compiler.CompileException) as caught:
            cp.RawKernel(f'#include <{wrong}>\nextern "C" __global__ void k() {{}}', "k").compile()
        text = str(caught.value)
        assert f"<{right}>" in text and "-I/path/to/the/folder" in text and text.count("<") < 20
