"""The main namespace as the Python array API standard describes it, 2024.12."""

import numpy as np
import pytest

import cuprum as cp
from common import assert_same

FUNCTIONS = """
e inf nan newaxis pi
arange asarray empty empty_like eye from_dlpack full full_like linspace meshgrid ones ones_like tril triu zeros zeros_like
astype broadcast_arrays broadcast_to can_cast finfo iinfo isdtype result_type
abs acos acosh add asin asinh atan atan2 atanh bitwise_and bitwise_left_shift bitwise_invert bitwise_or bitwise_right_shift
bitwise_xor ceil clip conj copysign cos cosh divide equal exp expm1 floor floor_divide greater greater_equal hypot imag isfinite
isinf isnan less less_equal log log1p log2 log10 logaddexp logical_and logical_not logical_or logical_xor maximum minimum multiply
negative nextafter not_equal positive pow real reciprocal remainder round sign signbit sin sinh square sqrt subtract tan tanh trunc
take take_along_axis matmul matrix_transpose tensordot vecdot
broadcast_to concat expand_dims flip moveaxis permute_dims repeat reshape roll squeeze stack tile unstack
argmax argmin count_nonzero nonzero searchsorted where unique_all unique_counts unique_inverse unique_values
argsort sort cumulative_prod cumulative_sum max mean min prod std sum var all any diff
bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128
__array_api_version__ __array_namespace_info__
""".split()
METHODS = """
dtype device mT ndim shape size T __abs__ __add__ __and__ __array_namespace__ __bool__ __complex__ __dlpack__ __dlpack_device__ __eq__
__float__ __floordiv__ __ge__ __getitem__ __gt__ __index__ __int__ __invert__ __le__ __lshift__ __lt__ __matmul__ __mod__ __mul__ __ne__
__neg__ __or__ __pos__ __pow__ __rshift__ __setitem__ __sub__ __truediv__ __xor__ to_device __iadd__ __imatmul__ __radd__ __rmatmul__
""".split()
CREATION = [
    ("arange", (3,)),
    ("asarray", ([1, 2],)),
    ("empty", (3,)),
    ("eye", (3,)),
    ("full", (3, 7)),
    ("linspace", (0, 1, 3)),
    ("ones", (3,)),
    ("zeros", (3,)),
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_names(name):
    assert hasattr(cp, name)


@pytest.mark.parametrize("name", METHODS)
def test_methods(name):
    assert hasattr(cp.ones((2, 2)), name)


def test_namespace():
    a = cp.ones(3)
    assert a.__array_namespace__() is cp and a.__array_namespace__(api_version="2024.12") is cp
    assert cp.__array_api_version__ == "2024.12"


def test_info():
    info = cp.__array_namespace_info__()
    assert info.capabilities() == {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}
    assert info.default_device() == cp.cuda.Device() and info.default_device() in info.devices()
    theirs = np.__array_namespace_info__()
    assert info.default_dtypes() == theirs.default_dtypes()
    kinds = [
        "bool",
        "signed integer",
        "unsigned integer",
        "integral",
        "real floating",
        "complex floating",
        "numeric",
        ("bool", "integral"),
    ]
    for kind in [None, *kinds]:
        assert info.dtypes(kind=kind) == theirs.dtypes(kind=kind)
    with pytest.raises(ValueError, match="unsupported kind"):
        info.dtypes(kind="text")


@pytest.mark.parametrize("name, arguments", CREATION, ids=[n for n, _ in CREATION])
def test_devices_of_new_arrays(name, arguments):
    device = cp.__array_namespace_info__().default_device()
    function = getattr(cp, name)
    for where in (None, device, 0):
        a = function(*arguments, device=where)
        assert a.device == device and a.shape == function(*arguments).shape
    with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
        function(*arguments, device=1000)
    with pytest.raises(TypeError):
        function(*arguments, device="somewhere")


@pytest.mark.parametrize("name", ["empty_like", "ones_like", "zeros_like"])
def test_devices_of_arrays_like_others(name):
    assert getattr(cp, name)(cp.ones(3), device=cp.cuda.Device(0)).device == cp.cuda.Device(0)
    assert cp.full_like(cp.ones(3), 2, device=0).device == cp.cuda.Device(0)


def test_to_device():
    a = cp.ones(3)
    assert a.to_device(a.device) is a and a.to_device(0) is a
    assert_same(a.to_device(a.device, stream=cp.cuda.Stream()), np.ones(3))
    with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
        a.to_device(1000)


def test_astype():
    a = cp.ones(3)
    assert cp.astype(a, cp.float64, copy=False) is a and cp.astype(a, cp.float64) is not a
    assert_same(cp.astype(a, cp.int8, device=a.device), np.ones(3, "b"))


@pytest.mark.parametrize("shape, axis", [((7,), -1), ((3, 4), 0), ((3, 4), 1), ((0,), 0)])
def test_descending_sorts(shape, axis):
    host = np.random.default_rng(0).integers(0, 4, shape)
    a = cp.asarray(host)
    assert_same(cp.sort(a, axis=axis, descending=True), np.flip(np.sort(host, axis), axis))
    assert_same(cp.sort(a, axis=axis, stable=True), np.sort(host, axis))
    assert_same(cp.argsort(a, axis=axis, stable=False), np.argsort(host, axis, stable=True))
    # Equal elements keep their order: as a stable sort of the negated numbers has them.
    assert_same(cp.argsort(a, axis=axis, descending=True), np.argsort(-host, axis, stable=True))


def test_unique_functions():
    host = np.array([3, 1, 1, 2, 3])
    a = cp.asarray(host)
    for name in ("unique_all", "unique_counts", "unique_inverse"):
        theirs, ours = getattr(np, name)(host), getattr(cp, name)(a)
        assert ours._fields == theirs._fields
        assert_same(tuple(ours), tuple(theirs))
    assert sorted(cp.unique_values(a).tolist()) == sorted(np.unique_values(host).tolist())


def test_other_libraries_agree():
    compat = pytest.importorskip("array_api_compat", reason="array_api_compat is not installed")
    xp = compat.array_namespace(cp.ones(3), cp.zeros(2))
    assert xp is cp
    assert int(xp.sum(xp.asarray([1, 2, 3]))) == 6
