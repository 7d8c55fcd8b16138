"""Kernels and generators that are pickled, copied and copied deeply, and run afterwards."""

import copy
import pickle

import numpy as np
import pytest

import cuprum as cp
from cuprumx import jit

WAYS = [
    pytest.param(lambda x: pickle.loads(pickle.dumps(x)), id="pickle"),
    pytest.param(copy.copy, id="copy"),
    pytest.param(copy.deepcopy, id="deepcopy"),
]
RAW = r"""
template <class T> __global__ void scale(T* x, T by) { x[threadIdx.x] *= by; }
__device__ int table[4];
extern "C" __global__ void add(int* x) { x[threadIdx.x] += ADDED; }
"""


def told(parameters):
    return [(repr(p), p.is_const, p.ctype) for p in parameters]


@cp.fuse()
def fused(x, y):
    return x * y + 1


@jit.rawkernel()
def doubled(x, y):
    i = jit.threadIdx.x
    y[i] = x[i] * 2


@jit.rawkernel(device=True)
def halved(x):
    return x / 2


@jit.rawkernel()
def halves(x, y):
    y[jit.threadIdx.x] = halved(x[jit.threadIdx.x])


@cp.vectorize
def clipped(x, limit):
    return x if x < limit else limit


@pytest.mark.parametrize("way", WAYS)
def test_elementwise_kernel(way):
    kernel = cp.ElementwiseKernel(
        "raw T x, float32 a", "T y, int32 k", "y = twice(x[i]) * (T)a + BASE; k = (int)i + start", "pickled",
        reduce_dims=False, preamble="template <class T> __device__ T twice(T x) { return x + x; }", return_tuple=True,
        loop_prep="const int start = 5", options=("-DBASE=3",),
    )  # fmt: skip
    kernel.remark = "kept"
    other = way(kernel)
    assert other.remark == "kept" and other.kwargs == kernel.kwargs and told(other.params) == told(kernel.params)
    for name in ("name", "operation", "preamble", "reduce_dims", "no_return", "return_tuple"):
        assert getattr(other, name) == getattr(kernel, name)
    for k in (kernel, other):
        y, count = k(cp.arange(4, dtype="f4"), 0.5, size=4)
        assert y.tolist() == [3, 4, 5, 6] and count.tolist() == [5, 6, 7, 8]


def test_parameters_of_every_kind():
    kernel = cp.ElementwiseKernel(
        "_non_const raw T x, complex64 c, float16 h, bool b, S s", "raw T y, uint8 z", "x[i] = y[i]; z = 1", "kinds"
    )
    other = pickle.loads(pickle.dumps(kernel))
    assert told(other.params) == told(kernel.params)


@pytest.mark.parametrize("way", WAYS)
def test_reduction_kernel(way):
    kernel = cp.ReductionKernel(
        "T x, T w", "T y", "x * w", "plus(a, b)", "y = a", "0", "pickled_sum", reduce_type="double",
        preamble="__device__ double plus(double a, double b) { return a + b; }",
    )  # fmt: skip
    other = way(kernel)
    for name in ("name", "map_expr", "reduce_expr", "post_map_expr", "identity", "reduce_type", "preamble", "options"):
        assert getattr(other, name) == getattr(kernel, name)
    assert float(other(cp.arange(4.0), 2.0)) == float(kernel(cp.arange(4.0), 2.0)) == 12
    least = way(cp.ReductionKernel("T x", "T y", "x", "min(a, b)", "y = a", None, "pickled_least"))
    assert least.identity is None and int(least(cp.array([3, 1, 2]))) == 1


@pytest.mark.parametrize("way", WAYS)
def test_raw_kernel(way):
    kernel = cp.RawKernel(RAW, "add", options=("-DADDED=7",))
    x = cp.zeros(4, "i4")
    other = way(kernel)
    other((1,), (4,), (x,))
    kernel((1,), (4,), (x,))
    assert x.tolist() == [14] * 4
    assert (other.name, other.code, other.options, other.backend) == ("add", RAW, ("-DADDED=7",), "nvrtc")
    by_name = way(cp.RawKernel(RAW, "scale<double>", options=("-DADDED=7",)))
    y = cp.ones(4)
    by_name((1,), (4,), (y, 3.0))
    assert y.tolist() == [3] * 4


@pytest.mark.parametrize("way", WAYS)
def test_raw_module(way):
    names = ["scale<float>", "scale<double>"]
    module = cp.RawModule(code=RAW, options=("-DADDED=2",), name_expressions=names)
    other = way(module)
    assert other.code == RAW and other.name_expressions == module.name_expressions
    kernel = way(way(other).get_function("scale<double>"))
    x = cp.ones(4)
    kernel((1,), (4,), (x, 5.0))
    assert x.tolist() == [5] * 4
    y = cp.zeros(2, "i4")
    way(module.get_function("add"))((1,), (2,), (y,))
    assert y.tolist() == [2, 2]


@pytest.mark.parametrize("way", WAYS)
def test_decorated_functions(way):
    x, y = cp.arange(4.0), cp.full(4, 2.0)
    assert way(fused)(x, y).tolist() == [1, 3, 5, 7]
    out = cp.zeros(4)
    way(doubled)((1,), (4,), (x, out))
    assert out.tolist() == [0, 2, 4, 6]
    way(halves)((1,), (4,), (x, out))
    assert out.tolist() == [0, 0.5, 1, 1.5]
    assert way(clipped)(x, 2.0).tolist() == [0, 1, 2, 2]


def test_functions_of_no_module():
    cloudpickle = pytest.importorskip("cloudpickle", reason="functions are pickled by value by cloudpickle alone")
    local = cp.fuse(lambda a: a * 3 + 1, kernel_name="local")
    kernel = cp.ElementwiseKernel("T x", "T y", "y = x + 1", "in_closure")

    def uses(x):
        return kernel(local(x))

    made = pickle.loads(cloudpickle.dumps(uses))
    assert made(cp.arange(3)).tolist() == [2, 5, 8]


def draws(state):
    return np.concatenate([np.ravel(cp.asnumpy(a)) for a in (
        state.standard_normal(5), state.gamma(2.0, size=3), state.random(3), state.poisson(4.0, size=3))])  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("engine", ["RandomState", "XORWOW", "MRG32k3a", "Philox4x3210", "default_rng"])
def test_generators_go_on_where_they_were(way, engine):
    random = cp.random
    if engine == "RandomState":
        state = random.RandomState(5)
    elif engine == "default_rng":
        state = random.default_rng(5)
    else:
        state = random.Generator(getattr(random, engine)(5))
    draws(state)
    other = way(state)
    expected = draws(state)
    if way is copy.copy and engine != "RandomState":
        return  # shares the bit generator, as NumPy's does
    assert (draws(other) == expected).all()
    assert (draws(other) == draws(state)).all()  # neither moves the other
    if engine != "RandomState":
        assert isinstance(other.bit_generator, type(state.bit_generator))


@pytest.mark.parametrize("way", WAYS)
def test_bit_generators(way):
    bits = cp.random.Philox4x3210(3)
    bits.random_raw(7)
    other = way(bits)
    assert other.state() == bits.state()
    if way is not copy.copy:
        assert other.random_raw(9).tolist() == bits.random_raw(9).tolist()


def test_damaged_state_is_refused():
    state = cp.random.RandomState(1).__getstate__()
    made = cp.random.RandomState.__new__(cp.random.RandomState)
    with pytest.raises(ValueError, match="words"):
        made.__setstate__((state[0][:-4], *state[1:]))
    with pytest.raises(ValueError, match="lane"):
        made.__setstate__((state[0], 4096, state[2]))


def test_clear_cache_of_fuse():
    calls = []

    @cp.fuse
    def counted(x):
        calls.append(1)
        return x + 1

    counted(cp.ones(3))
    counted(cp.ones(3))
    first = len(calls)
    counted.clear_cache()
    assert counted(cp.ones(3)).tolist() == [2, 2, 2] and len(calls) == 2 * first
