"""The main namespace as the Python array API standard describes it, 2024.12 and what 2025.12 adds."""

import inspect

import numpy as np
import pytest

import cuprum as cp
from common import assert_same

FUNCTIONS = """
e inf nan newaxis pi
arange asarray empty empty_like eye from_dlpack full full_like linspace meshgrid ones ones_like tril triu zeros
zeros_like astype broadcast_arrays broadcast_to can_cast finfo iinfo isdtype result_type
abs acos acosh add asin asinh atan atan2 atanh bitwise_and bitwise_left_shift bitwise_invert bitwise_or
bitwise_right_shift bitwise_xor ceil clip conj copysign cos cosh divide equal exp expm1 floor floor_divide greater
greater_equal hypot imag isfinite isinf isnan less less_equal log log1p log2 log10 logaddexp logical_and logical_not
logical_or logical_xor maximum minimum multiply negative nextafter not_equal positive pow real reciprocal remainder
round sign signbit sin sinh square sqrt subtract tan tanh trunc take take_along_axis matmul matrix_transpose tensordot
vecdot broadcast_to concat expand_dims flip moveaxis permute_dims repeat reshape roll squeeze stack tile unstack
argmax argmin count_nonzero nonzero searchsorted where unique_all unique_counts unique_inverse unique_values
argsort sort cumulative_prod cumulative_sum max mean min prod std sum var all any diff
bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128
__array_api_version__ __array_namespace_info__
""".split()
METHODS = """
dtype device mT ndim shape size T __abs__ __add__ __and__ __array_namespace__ __bool__ __complex__ __dlpack__
__dlpack_device__ __eq__ __float__ __floordiv__ __ge__ __getitem__ __gt__ __index__ __int__ __invert__ __le__ __lshift__
__lt__ __matmul__ __mod__ __mul__ __ne__ __neg__ __or__ __pos__ __pow__ __rshift__ __setitem__ __sub__ __truediv__
__xor__ to_device __iadd__ __imatmul__ __radd__ __rmatmul__
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


# The standard's signatures of what is no elementwise function; those have one or two arrays.
SIGNATURES = """arange(start, /, stop=None, step=1, *, dtype=None, device=None)
asarray(obj, /, *, dtype=None, device=None, copy=None)
empty(shape, *, dtype=None, device=None)
empty_like(x, /, *, dtype=None, device=None)
eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None)
from_dlpack(x, /, *, device=None, copy=None)
full(shape, fill_value, *, dtype=None, device=None)
full_like(x, /, fill_value, *, dtype=None, device=None)
linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True)
meshgrid(*arrays, indexing='xy')
ones(shape, *, dtype=None, device=None)
ones_like(x, /, *, dtype=None, device=None)
tril(x, /, *, k=0)
triu(x, /, *, k=0)
zeros(shape, *, dtype=None, device=None)
zeros_like(x, /, *, dtype=None, device=None)
astype(x, dtype, /, *, copy=True, device=None)
broadcast_arrays(*arrays)
broadcast_shapes(*shapes)
broadcast_to(x, /, shape)
can_cast(from_, to, /)
finfo(type, /)
iinfo(type, /)
isdtype(dtype, kind)
result_type(*arrays_and_dtypes)
clip(x, /, min=None, max=None)
take(x, indices, /, *, axis=None)
take_along_axis(x, indices, /, *, axis=-1)
matmul(x1, x2, /)
matrix_transpose(x, /)
tensordot(x1, x2, /, *, axes=2)
vecdot(x1, x2, /, *, axis=-1)
concat(arrays, /, *, axis=0)
expand_dims(x, /, *, axis=0)
flip(x, /, *, axis=None)
moveaxis(x, source, destination, /)
permute_dims(x, /, axes)
repeat(x, repeats, /, *, axis=None)
reshape(x, /, shape, *, copy=None)
roll(x, /, shift, *, axis=None)
squeeze(x, /, axis)
stack(arrays, /, *, axis=0)
tile(x, repetitions, /)
unstack(x, /, *, axis=0)
argmax(x, /, *, axis=None, keepdims=False)
argmin(x, /, *, axis=None, keepdims=False)
count_nonzero(x, /, *, axis=None, keepdims=False)
nonzero(x, /)
searchsorted(x1, x2, /, *, side='left', sorter=None)
where(condition, x1, x2, /)
isin(x1, x2, /, *, invert=False)
unique_all(x, /)
unique_counts(x, /)
unique_inverse(x, /)
unique_values(x, /)
argsort(x, /, *, axis=-1, descending=False, stable=True)
sort(x, /, *, axis=-1, descending=False, stable=True)
cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False)
cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False)
max(x, /, *, axis=None, keepdims=False)
mean(x, /, *, axis=None, keepdims=False)
min(x, /, *, axis=None, keepdims=False)
prod(x, /, *, axis=None, dtype=None, keepdims=False)
std(x, /, *, axis=None, correction=0.0, keepdims=False)
sum(x, /, *, axis=None, dtype=None, keepdims=False)
var(x, /, *, axis=None, correction=0.0, keepdims=False)
all(x, /, *, axis=None, keepdims=False)
any(x, /, *, axis=None, keepdims=False)
diff(x, /, *, axis=-1, n=1, prepend=None, append=None)
linalg.cholesky(x, /, *, upper=False)
linalg.cross(x1, x2, /, *, axis=-1)
linalg.det(x, /)
linalg.diagonal(x, /, *, offset=0)
linalg.eig(x, /)
linalg.eigh(x, /)
linalg.eigvals(x, /)
linalg.eigvalsh(x, /)
linalg.inv(x, /)
linalg.matmul(x1, x2, /)
linalg.matrix_norm(x, /, *, keepdims=False, ord='fro')
linalg.matrix_power(x, n, /)
linalg.matrix_rank(x, /, *, rtol=None)
linalg.matrix_transpose(x, /)
linalg.outer(x1, x2, /)
linalg.pinv(x, /, *, rtol=None)
linalg.qr(x, /, *, mode='reduced')
linalg.slogdet(x, /)
linalg.solve(x1, x2, /)
linalg.svd(x, /, *, full_matrices=True)
linalg.svdvals(x, /)
linalg.tensordot(x1, x2, /, *, axes=2)
linalg.trace(x, /, *, offset=0, dtype=None)
linalg.vecdot(x1, x2, /, *, axis=-1)
linalg.vector_norm(x, /, *, axis=None, keepdims=False, ord=2)
fft.fft(x, /, *, n=None, axis=-1, norm='backward')
fft.ifft(x, /, *, n=None, axis=-1, norm='backward')
fft.fftn(x, /, *, s=None, axes=None, norm='backward')
fft.ifftn(x, /, *, s=None, axes=None, norm='backward')
fft.rfft(x, /, *, n=None, axis=-1, norm='backward')
fft.irfft(x, /, *, n=None, axis=-1, norm='backward')
fft.rfftn(x, /, *, s=None, axes=None, norm='backward')
fft.irfftn(x, /, *, s=None, axes=None, norm='backward')
fft.hfft(x, /, *, n=None, axis=-1, norm='backward')
fft.ihfft(x, /, *, n=None, axis=-1, norm='backward')
fft.fftfreq(n, /, *, d=1.0, dtype=None, device=None)
fft.rfftfreq(n, /, *, d=1.0, dtype=None, device=None)
fft.fftshift(x, /, *, axes=None)
fft.ifftshift(x, /, *, axes=None)
"""


@pytest.mark.parametrize("line", SIGNATURES.strip().splitlines(), ids=lambda line: line.partition("(")[0])
def test_signatures(line):
    name, _, rest = line.partition("(")
    scope = {}
    exec(f"def function({rest}: ...", scope)
    ours = cp
    for part in name.split("."):
        ours = getattr(ours, part)
    ours = inspect.signature(ours).parameters
    kinds = inspect.Parameter
    by_place = [p for p in ours.values() if p.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)]
    takes_more = {p.kind for p in ours.values()}
    standard = list(inspect.signature(scope["function"]).parameters.values())
    for k, wanted in enumerate(standard):
        if wanted.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD):
            assert k < len(by_place) or kinds.VAR_POSITIONAL in takes_more
        if wanted.kind in (kinds.KEYWORD_ONLY, kinds.POSITIONAL_OR_KEYWORD) and kinds.VAR_KEYWORD not in takes_more:
            assert wanted.name in ours and ours[wanted.name].kind is not kinds.POSITIONAL_ONLY
            if wanted.kind is kinds.KEYWORD_ONLY and name != "expand_dims":
                assert ours[wanted.name].default is not kinds.empty
    needed = [
        p
        for p in ours.values()
        if p.default is kinds.empty and p.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)
    ]
    assert len(needed) <= len(standard)


TWO = """
add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign divide equal floor_divide
greater greater_equal hypot less less_equal logaddexp logical_and logical_or logical_xor maximum minimum multiply
nextafter not_equal pow remainder subtract
""".split()


@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize("dtype", ["?", "i1", "u8", "f4", "f8", "c8"])
@pytest.mark.parametrize("scalar", [True, 2, 1.5, 2j])
def test_python_scalars_take_the_arrays_dtype(name, dtype, scalar):
    host = np.ones((2, 3), dtype)
    for order in ((0, 1), (1, 0)):
        both = [(host, scalar), (cp.asarray(host), scalar)]
        try:
            expected = getattr(np, name)(*(both[0][k] for k in order))
        except TypeError:
            with pytest.raises(TypeError):
                getattr(cp, name)(*(both[1][k] for k in order))
            continue
        assert_same(getattr(cp, name)(*(both[1][k] for k in order)), expected, rtol=1e-6)


@pytest.mark.parametrize("call", [
    lambda xp, a: xp.where(a > 1, a, 0), lambda xp, a: xp.where(a > 1, 2, a), lambda xp, a: xp.clip(a, 1, None),
    lambda xp, a: xp.clip(a, max=2), lambda xp, a: xp.clip(a, min=xp.asarray([1, 1, 2], dtype="f4"), max=2), lambda xp,
    a: xp.result_type(a, 1), lambda xp, a: xp.result_type(a, 1.5, xp.int8), lambda xp,
    a: xp.concat([a, a[:, :1]], axis=-1), lambda xp, a: xp.concat((a, a[0]), axis=None), lambda xp,
    a: xp.expand_dims(a, axis=(0, -1)), lambda xp, a: xp.repeat(a, xp.asarray([1, 0, 2]), axis=1), lambda xp,
    a: xp.roll(a, (1, -1), axis=(0, 1)), lambda xp, a: xp.tile(a, (2, 1, 2)), lambda xp, a: list(xp.unstack(a, axis=1)),
    lambda xp, a: xp.take_along_axis(a, xp.asarray([[0], [-1]]), axis=1), lambda xp,
    a: xp.cumulative_sum(a, axis=1, include_initial=True), lambda xp, a: xp.cumulative_prod(a, axis=0, dtype="c8"),
    lambda xp, a: xp.std(a, correction=0.5), lambda xp, a: xp.var(a, axis=(0, 1), correction=1, keepdims=True),
    lambda xp, a: xp.vecdot(a, a, axis=0), lambda xp, a: xp.searchsorted(xp.asarray([1.0, 2, 3]), a, side="right"),
    lambda xp, a: xp.searchsorted(xp.asarray([3.0, 1]), a, sorter=xp.asarray([1, 0])), lambda xp,
    a: xp.searchsorted(xp.asarray([1.0, 2]), 1.5), lambda xp, a: xp.isin(a, xp.asarray([1.0]), invert=True), lambda xp,
    a: xp.isin(a, 1), lambda xp, a: xp.diff(a, n=2, axis=0, append=a), lambda xp,
    a: xp.count_nonzero(a, axis=1, keepdims=True), lambda xp, a: xp.broadcast_shapes((2, 1), (3,)), lambda xp,
    a: xp.tensordot(a, a, axes=((0, 1), (0, 1))), lambda xp, a: xp.sign(a * (1 + 1j)), lambda xp, a: xp.round(a / 2),
    lambda xp, a: xp.reciprocal(a + 1), lambda xp, a: xp.argmax(a, axis=1, keepdims=True), lambda xp,
    a: xp.linspace(0, 1, 5, endpoint=False, dtype="f4"), lambda xp, a: xp.linspace(0, 1j, 3), lambda xp,
    a: xp.meshgrid(a[0], a[1], indexing="ij"), lambda xp, a: xp.full((2,), True), lambda xp, a: xp.full((), 1j),
    lambda xp, a: xp.arange(5, 0, -2, dtype="f4"), lambda xp, a: xp.astype(a, "i1", copy=False), lambda xp,
    a: xp.fft.rfft(a[0], n=4, norm="ortho"), lambda xp, a: xp.linalg.vector_norm(a, axis=1, ord=xp.inf), lambda xp,
    a: xp.linalg.matrix_rank(a, rtol=1e-5), lambda xp, a: xp.linalg.matrix_norm(a, ord="nuc", keepdims=True), lambda xp,
    a: xp.linalg.cross(a, a + 1, axis=-1),
])  # fmt: skip
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_results(call, dtype):
    host = np.asarray([[0, 1, 2], [3, 1, -1]], dtype)
    expected, found = call(np, host), call(cp, cp.asarray(host))
    if (
        isinstance(expected, (np.ndarray, np.generic))
        or isinstance(expected, (list, tuple))
        and isinstance(expected[0], np.ndarray)
    ):
        assert_same(list(found) if isinstance(expected, (list, tuple)) else found,
                    list(expected) if isinstance(expected, (list, tuple)) else expected,
                    rtol=1e-6 if dtype == "f4" else 1e-14)  # fmt: skip
    else:
        assert found == expected


@pytest.mark.parametrize("error, call", [
    (IndexError, lambda xp, a: xp.expand_dims(a, axis=5)), (ValueError, lambda xp, a: xp.nonzero(xp.asarray(1))),
    (ValueError, lambda xp, a: xp.squeeze(a, axis=0)), (ValueError, lambda xp, a: xp.reshape(a.T, (6,), copy=False)),
    (ValueError, lambda xp, a: xp.cumulative_sum(a)), (ValueError, lambda xp, a: xp.broadcast_to(a, (3, 2))),
    (TypeError, lambda xp, a: xp.bitwise_and(a, 1)),
    (TypeError, lambda xp, a: bool(a > 0) and xp.add(a, "x") if a.size == 1 else xp.add(a, None)),
    (ValueError, lambda xp, a: bool(a)), (TypeError, lambda xp, a: float(a)),
    (TypeError, lambda xp, a: xp.asarray(1.5).__index__()), (TypeError, lambda xp, a: float(xp.asarray(1j))),
    (ValueError, lambda xp, a: xp.asarray(1.0).mT), (IndexError, lambda xp, a: a[5]),
    (IndexError, lambda xp, a: a[0, 0, 0]),
    (ValueError, lambda xp, a: a.__array_namespace__(api_version="1999.1")),
])  # fmt: skip
def test_errors(error, call):
    host = np.asarray([[0, 1, 2], [3, 1, -1]], "f8")
    for xp, a in (np, host), (cp, cp.asarray(host)):
        with pytest.raises(error):
            call(xp, a)


def test_facts_of_dtypes():
    for dtype in ("f4", "f8", "c8", "c16"):
        for name in ("bits", "eps", "max", "min", "smallest_normal", "dtype"):
            assert getattr(cp.finfo(dtype), name) == getattr(np.finfo(dtype), name)
    for dtype in ("i1", "u2", "i8", "u8"):
        for name in ("bits", "max", "min", "dtype"):
            assert getattr(cp.iinfo(dtype), name) == getattr(np.iinfo(dtype), name)
    assert cp.can_cast(cp.ones(2, "f4"), cp.float64) and not cp.can_cast(cp.ones(2), cp.float32)
    assert cp.isdtype(cp.float32, ("integral", "real floating")) and not cp.isdtype(cp.ones(2).dtype, "bool")


@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
def test_frequencies(name):
    found = getattr(cp.fft, name)(5, d=0.5, dtype=cp.float32, device=cp.cuda.Device(0))
    assert_same(found, getattr(np.fft, name)(5, d=0.5).astype("f4"))
    assert found.device == cp.cuda.Device(0)
    with pytest.raises(ValueError, match="int64"):
        getattr(cp.fft, name)(5, dtype=cp.int64)


@pytest.mark.parametrize("version", ["2021.12", "2022.12", "2023.12", "2024.12", "2025.12", None])
def test_versions(version):
    assert cp.ones(1).__array_namespace__(api_version=version) is cp
