"""cuprumx.scipy.sparse against SciPy and NumPy: arrays of one dimension, of three and more."""

import io
import operator
import pickle

import numpy as np
import pytest
import scipy.sparse
from sparse_common import check

import cuprum as cp
import cuprumx.scipy.sparse as sparse

pytestmark = pytest.mark.filterwarnings(
    "ignore::cuprumx.scipy.sparse.SparseEfficiencyWarning",
    "ignore::scipy.sparse.SparseEfficiencyWarning",
    "ignore::RuntimeWarning",
)

SHAPES = [(7,), (0,), (3, 4, 5), (2, 0, 3), (2, 3, 1, 4, 2)]


def dense(shape, dtype="l", seed=0, density=0.5):
    random = np.random.default_rng(seed)
    values = random.integers(-9, 10, shape) * (random.random(shape) < density)
    return (values + 1j * values[::-1]).astype(dtype) if np.dtype(dtype).kind == "c" else values.astype(dtype)


def mine_of(values, format="coo"):
    return getattr(sparse, f"{format}_array")(cp.asarray(values))


def same(actual, wanted, rtol=1e-13):
    """The values of an array, sparse or dense, its dtype and its shape."""
    if sparse.issparse(actual):
        check(actual.toarray(), actual.get().toarray(), rtol=0)
    check(actual, wanted, rtol)


@pytest.mark.parametrize("dtype", ["?", "b", "f", "d", "D"])
@pytest.mark.parametrize("shape", SHAPES)
def test_construction(shape, dtype):
    values = dense(shape, dtype)
    theirs, mine = scipy.sparse.coo_array(values), mine_of(values)
    assert (mine.shape, mine.ndim, mine.nnz, mine.format) == (theirs.shape, theirs.ndim, theirs.nnz, "coo")
    assert isinstance(mine, sparse.coo_array)
    same(mine, values)
    for ours, wanted in zip(mine.coords, theirs.coords):
        np.testing.assert_array_equal(ours.get(), wanted)
        assert ours.dtype == np.int32  # SciPy makes int64 of three and more axes
    parts = cp.asarray(theirs.data), tuple(cp.asarray(c) for c in theirs.coords)
    same(sparse.coo_array(parts, shape=shape), values)
    same(sparse.coo_array(theirs), values)
    same(sparse.coo_array(mine, copy=True), values)
    same(sparse.coo_array(shape, dtype=dtype), np.zeros(shape, dtype))
    same(pickle.loads(pickle.dumps(mine)), values)
    file = io.BytesIO()
    sparse.save_npz(file, mine)
    file.seek(0)
    same(sparse.load_npz(file), values)
    assert repr(mine) == repr(theirs) and str(mine) == str(theirs)


def test_formats_of_one_dimension():
    values = np.array([0, 3, 0, -1])
    row = mine_of(values, "csr")
    assert isinstance(row, sparse.csr_array) and row.format == "csr" and row.shape == (4,)
    np.testing.assert_array_equal(row.indices.get(), [1, 3])
    np.testing.assert_array_equal(row.indptr.get(), [0, 2])
    same(row, values)
    same(row.tocoo(), values)
    same(mine_of(values).tocsr(), values)
    same(sparse.csr_array(scipy.sparse.dok_array(values)), values)
    assert type(row.get()) is scipy.sparse.csr_array
    for convert in ("tocsc", "todia", "tobsr", "tolil"):
        with pytest.raises(ValueError, match="Cannot convert"):
            getattr(row, convert)()
    for kind in ("csc", "dia", "bsr"):
        with pytest.raises(ValueError, match="1D input"):
            mine_of(values, kind)
    for kind in ("csr", "csc", "dia", "bsr"):
        with pytest.raises(ValueError, match="3D"):
            mine_of(np.ones((2, 2, 2)), kind)


@pytest.mark.parametrize(
    ("parts", "shape"),
    [
        (([1], ([2],)), (2,)),
        (([1, 3], ([0, 1], [0, 3], [1, 1])), (2, 3, 2)),
        (([1], ([-1],)), None),
        (([1], ([0], [2], [-1])), (1, 3, 1)),
        (([1, 2], ([0], [1], [2])), None),
        (([1], ([0], [1], [2])), (3, 3)),
        (([], ([], [], [])), None),
        (([1.0], ([0], [0.5], [0])), None),
    ],
)
def test_bad_construction(parts, shape):
    data, coords = parts
    mine = cp.asarray(data), tuple(map(cp.asarray, coords))
    if coords != ([0], [0.5], [0]):  # SciPy cuts fractions off
        with pytest.raises(ValueError):
            scipy.sparse.coo_array(parts, shape=shape)
        with pytest.raises(ValueError):
            sparse.coo_array(mine, shape=shape)
    with pytest.raises(ValueError):
        sparse.coo_array((-1, 2, 3))


@pytest.mark.parametrize("shape", [(7,), (3, 4, 5), (2, 3, 1, 4, 2)])
def test_shapes(shape):
    values = dense(shape)
    mine, size = mine_of(values), values.size
    for order in ("C", "F"):
        for new in ((size,), (1, size), (size, 1, 1), (-1,)):
            same(mine.reshape(new, order=order), values.reshape(new, order=order))
    same(mine.T, values.T)
    same(mine.transpose(range(len(shape))), values)
    if len(shape) > 2:
        axes = np.roll(range(len(shape)), 1).tolist()
        same(mine.transpose(axes), values.transpose(axes))
        same(sparse.permute_dims(mine, axes), values.transpose(axes))
        same(sparse.swapaxes(mine, 0, -1), values.swapaxes(0, -1))
        same(mine.mT, values.swapaxes(-1, -2))
    same(sparse.expand_dims(mine, axis=-1), values[..., None])
    smaller = [max(n - 1, 1) for n in shape]
    mine.resize(*smaller)
    same(mine, values[tuple(slice(n) for n in smaller)])
    for bad in ((5, 5, 5, 5), (-1, -1)):
        with pytest.raises(ValueError):
            mine.reshape(bad)
    with pytest.raises(ValueError, match="repeated axis"):
        mine_of(np.ones((2, 2, 2))).transpose((0, 0, 1))


@pytest.mark.parametrize("shape", [(0,), (7,), (3, 4, 5), (2, 0, 3)])
def test_arithmetic(shape):
    a, b = dense(shape), dense(shape, "d", 1)
    x, y = mine_of(a), mine_of(b)
    for function in (operator.add, operator.sub, operator.mul, operator.eq, operator.ne, operator.lt, operator.ge):
        same(function(x, y), function(a, b))
    same(x + cp.asarray(b), a + b)
    same(cp.asarray(b) - x, b - a)
    same(x.multiply(cp.asarray(b)), a * b)
    same(x.maximum(y), np.maximum(a, b))
    same(x.minimum(y), np.minimum(a, b))
    same(x / y, a / b)
    same(-x * 3, -a * 3)
    same(x / 4, a / 4)
    same(abs(x) ** 2, abs(a) ** 2)
    same(y.sin(), np.sin(b))
    same(x > 2, a > 2)
    same(x != 0, a != 0)
    with pytest.raises(ValueError, match="inconsistent shapes"):
        x + mine_of(np.ones(9))


def test_broadcast_products():
    row, column, matrix = dense((1, 4)), dense((3, 1)), dense((3, 4))
    for values in (row, column, matrix, dense((4,)), dense((2, 3, 4))):
        same(mine_of(dense((4,))).multiply(mine_of(values)), dense((4,)) * values)
    with pytest.raises(ValueError, match="inconsistent shapes"):
        mine_of(dense((4,))).multiply(mine_of(dense((3,))))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ((4,), (4,)),
        ((4,), (4, 3)),
        ((5, 4), (4,)),
        ((2, 3, 4), (4,)),
        ((4,), (2, 4, 3)),
        ((2, 3, 4), (4, 5)),
        ((2, 1, 3, 4), (5, 4, 2)),
        ((3, 0, 4), (4, 2)),
    ],
)
def test_matmul(one, two):
    a, b = dense(one), dense(two, "d", 1)
    same(mine_of(a) @ mine_of(b), a @ b)
    same(mine_of(a) @ cp.asarray(b), a @ b)
    same(cp.asarray(a) @ mine_of(b), a @ b)
    same(mine_of(a).dot(mine_of(b)), np.dot(a, b))
    same(mine_of(a).dot(cp.asarray(b)), np.dot(a, b))


@pytest.mark.parametrize(
    ("one", "two", "axes"),
    [
        ((4, 6), (6, 7), 1),
        ((5,), (6, 3, 5, 2), ([0], [2])),
        ((4, 5, 7, 6), (3, 2, 6, 4), ([0, 3], [3, 2])),
        ((2, 3, 4), (2, 3, 4), 3),
        ((2, 3), (4,), 0),
        ((2, 3, 4), (4, 5), (-1, 0)),
    ],
)
def test_tensordot(one, two, axes):
    a, b = dense(one), dense(two, seed=1)
    same(mine_of(a).tensordot(mine_of(b), axes), np.tensordot(a, b, axes))
    same(mine_of(a).tensordot(cp.asarray(b), axes), np.tensordot(a, b, axes))


def test_bad_products():
    a = mine_of(dense((2, 3, 4)))
    for bad in (mine_of(dense((5,))), mine_of(dense((3, 4, 5))), cp.ones((3, 4, 5))):
        with pytest.raises(ValueError, match="mismatch|broadcastable"):
            a @ bad
    with pytest.raises(ValueError, match="not aligned"):
        a.dot(cp.ones(5))
    with pytest.raises(ValueError, match="must match"):
        a.tensordot(cp.ones((2, 3)), ([0], [1]))
    with pytest.raises(TypeError):
        a.dot(None)
    with pytest.raises(ValueError, match="Scalar"):
        a @ 3


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (1,), (0, 1, 2)])
def test_reductions(axis):
    values = dense((3, 4, 5), "d", density=0.8)
    mine = mine_of(values)
    same(mine.sum(axis), values.sum(axis))
    same(mine.mean(axis), values.mean(axis), 1e-12)
    for name in ("max", "min"):
        same(getattr(mine, name)(axis), getattr(values, name)(axis))
        explicit = np.where(values == 0, np.nan, values)
        wanted = np.nan_to_num(getattr(np, f"nan{name}")(explicit, axis))
        same(getattr(mine, name)(axis, explicit=True), wanted)
    if axis is None or isinstance(axis, int):
        same(mine.argmax(axis), values.argmax(axis))
        same(mine.argmin(axis), values.argmin(axis))
        np.testing.assert_array_equal(cp.asnumpy(mine.count_nonzero(axis)), np.count_nonzero(values, axis))
    with pytest.raises(ValueError, match="axis out of range"):
        mine.sum(3)
    with pytest.raises(TypeError):
        mine.sum(1.5)


def test_duplicates_and_zeros():
    parts = [2, 3, 7, 0], ([1, 0, 1, 0], [0, 2, 0, 0], [1, 2, 1, 1])
    theirs = scipy.sparse.coo_array(parts)
    mine = sparse.coo_array((cp.asarray(parts[0]), tuple(map(cp.asarray, parts[1]))))
    same(mine, theirs.toarray())
    assert not mine.has_canonical_format and mine.nnz == 4
    mine.sum_duplicates()
    theirs.sum_duplicates()
    assert mine.has_canonical_format and mine.nnz == theirs.nnz == 3
    mine.eliminate_zeros()
    assert mine.nnz == 2
    same(mine, theirs.toarray())


KEYS = [
    0,
    -1,
    (1, 2, 3),
    slice(None, None, -1),
    (slice(1, 3), 2),
    (Ellipsis, 1),
    (0, slice(None), slice(None, None, 2)),
    (None, 0, Ellipsis, None),
    ([0, 2, 0],),
    ([0, 2], [1, 3]),
    ([0, 2], slice(None), [1, 3]),
    (slice(None), [1, 3], 2),
    (0, slice(1, 4, 2), [4, 0]),
    ([[0], [2]], [[1, 3]], slice(1, 3)),
    (slice(None), np.array([True, False, True, False])),
    (slice(0, 0), 1),
]


@pytest.mark.parametrize("key", KEYS)
def test_indices(key):
    values = dense((3, 4, 5))
    same(mine_of(values)[key], values[key])
    mine, changed = mine_of(values), values.copy()
    changed[key] = -33
    mine[key] = -33
    same(mine, changed)
    numbers = np.arange(changed[key].size).reshape(changed[key].shape)
    if key is not KEYS[8]:  # which sets elements twice
        changed[key] = numbers
        mine[key] = cp.asarray(numbers)
        same(mine, changed)


def test_masks():
    values = dense((3, 4, 5))
    mine = mine_of(values)
    same(mine[cp.asarray(values > 2)], values[values > 2])
    same(mine[mine > 2], values[values > 2])
    changed = values.copy()
    changed[values > 2] = 7
    mine[mine > 2] = 7
    same(mine, changed)


@pytest.mark.parametrize("key", [3, (0, 4), (0, 0, 0, 0), 1.5, "x", ([0, 1], [0, 1, 2]), np.ones(4, bool)])
def test_bad_indices(key):
    mine = mine_of(dense((3, 4, 5)))
    with pytest.raises(IndexError):
        mine[key]
    with pytest.raises(IndexError):
        mine[key] = 1


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_arrays_of_two_dimensions_lose_one(format):
    values = dense((4, 5))
    theirs, mine = scipy.sparse.coo_array(values).asformat(format), mine_of(values, format)
    for key in (0, (slice(None), 2), (1, [0, 3]), ([0, 1], 2), (1, slice(None, None, 2)), ([0, 1], [2, 3]), (None, 0)):
        wanted, actual = theirs[key], mine[key]
        assert scipy.sparse.issparse(wanted) == sparse.issparse(actual)
        same(actual, wanted.toarray() if scipy.sparse.issparse(wanted) else wanted)
    for row, wanted in zip(mine, values):
        same(row, wanted)
    same(mine.max(axis=0), values.max(0))
    mine[:, 1] = cp.arange(4)
    values[:, 1] = range(4)
    same(mine, values)


def test_random_array():
    mine = sparse.random_array((4, 5, 6), density=0.25, rng=3)
    assert mine.shape == (4, 5, 6) and mine.nnz == 30 and mine.dtype == "d"
    assert 0 <= float(mine.data.min()) and float(mine.data.max()) < 1


def test_large_axes():
    """Nothing as long as the array's size is made."""
    coords = [cp.asarray(c) for c in ([0, 9_999_999, 5], [7, 9_999_999, 1], [3, 4, 5])]
    mine = sparse.coo_array((cp.asarray([1.0, 2.0, 3.0]), coords), shape=(10_000_000, 10_000_000, 6))
    same(mine[9_999_999, 9_999_999], np.array([0, 0, 0, 0, 2.0, 0]))
    assert (mine + mine).nnz == 3
    same(mine[[0, 5], [7, 1], [3, 4]], np.array([1.0, 0]))
    assert float((mine * mine).sum()) == 14
