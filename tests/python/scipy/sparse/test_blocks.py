"""cuprumx.scipy.sparse against SciPy: rows of blocks (bsr)."""

import functools
import io
import operator
import pickle

import ml_dtypes
import numpy as np
import pytest
import scipy.sparse
from sparse_common import check

import cuprum as cp
import cuprumx.scipy.sparse as sparse

pytestmark = pytest.mark.filterwarnings("ignore::scipy.sparse.SparseEfficiencyWarning", "ignore::DeprecationWarning")

SHAPES = [((6, 8), (2, 4)), ((6, 8), (3, 2)), ((4, 4), (1, 1)), ((6, 6), (6, 6)), ((0, 6), (2, 3)), ((8, 0), (4, 1))]


def dense(shape, block, dtype="d", seed=0):
    """With some blocks full, some partly, some empty."""
    random = np.random.default_rng(seed)
    values = random.integers(-9, 10, shape) * (random.random(shape) < 0.7)
    whole = np.kron(random.random((shape[0] // block[0], shape[1] // block[1])) < 0.5, np.ones(block, int))
    values = values * whole
    if np.dtype(dtype).kind == "c":
        values = values + 1j * values[::-1]
    return values.astype(dtype)


def pair(shape, block, dtype="d", kind="array", seed=0):
    values = dense(shape, block, dtype, seed)
    return (
        getattr(scipy.sparse, f"bsr_{kind}")(values, blocksize=block),
        getattr(sparse, f"bsr_{kind}")(cp.asarray(values), blocksize=block),
    )


same = functools.partial(check, rtol=1e-13, same_format=True)


@pytest.mark.parametrize(("shape", "block"), SHAPES)
def test_conversions(shape, block):
    theirs, mine = pair(shape, block)
    assert (mine.nnz, mine.blocksize, mine.shape) == (theirs.nnz, theirs.blocksize, theirs.shape)
    np.testing.assert_array_equal(mine.indptr.get(), theirs.indptr)
    np.testing.assert_array_equal(mine.indices.get(), theirs.indices)
    np.testing.assert_array_equal(mine.data.get(), theirs.data)
    for format in ("csr", "csc", "coo", "dia", "bsr"):
        same(mine.asformat(format), theirs.asformat(format))
        same(getattr(mine.asformat(format), "tobsr")(blocksize=block), theirs)
    same(mine.T, theirs.T)
    same(mine.T.T, theirs)
    same(mine.toarray(), theirs.toarray())
    assert mine.tocsr().nnz == theirs.tocsr().nnz  # zeros of a block stay


def test_construction():
    data = np.arange(24.0).reshape(4, 2, 3)
    indices, indptr = np.array([0, 2, 2, 3]), np.array([0, 2, 2, 4])
    for options in ({}, {"shape": (6, 12)}, {"shape": (6, 15)}, {"blocksize": (2, 3)}, {"dtype": "f"}):
        same(
            sparse.bsr_array(tuple(map(cp.asarray, (data, indices, indptr))), **options),
            scipy.sparse.bsr_array((data, indices, indptr), **options),
        )
    parts = ([1, 2, 3], ([0, 1, 1], [0, 0, 1]))
    same(sparse.bsr_array(parts, blocksize=(2, 2)), scipy.sparse.bsr_array(parts, blocksize=(2, 2)))
    same(sparse.bsr_matrix((4, 6)), scipy.sparse.bsr_matrix((4, 6)))
    same(sparse.bsr_array((4, 6), blocksize=(2, 3)), scipy.sparse.bsr_array((4, 6), blocksize=(2, 3)))
    theirs, _ = pair((6, 8), (2, 4))
    same(sparse.bsr_array(theirs), theirs)
    for other in ("lil", "dok", "csc"):
        same(sparse.bsr_array(theirs.asformat(other), blocksize=(3, 2)), theirs.tobsr(blocksize=(3, 2)))


@pytest.mark.parametrize("values", [np.kron(np.eye(6), np.ones((k, k))) for k in (1, 2, 3, 4, 6)] + [np.zeros((4, 4))])
def test_blocks_are_found(values):
    assert sparse.bsr_array(cp.asarray(values)).blocksize == scipy.sparse.bsr_array(values).blocksize


@pytest.mark.parametrize(
    "arguments",
    [
        ((np.ones(4), [0, 1], [0, 2]), {}),
        ((np.ones((2, 2, 2)), [0, 1], [0, 2]), {"blocksize": (1, 1)}),
        ((np.ones((2, 2, 2)), [0, 1], [0, 2]), {"blocksize": (1, 1, 1)}),
        (np.ones((4, 6)), {"blocksize": (3, 3)}),
        (np.ones(4), {}),
        (np.ones((2, 2, 2)), {}),
    ],
)
def test_bad_construction(arguments):
    what, options = arguments
    with pytest.raises(ValueError):
        scipy.sparse.bsr_array(what, **options)
    mine = tuple(map(cp.asarray, what)) if isinstance(what, tuple) else cp.asarray(what)
    with pytest.raises(ValueError):
        sparse.bsr_array(mine, **options)


def test_indices_out_of_bounds():
    for indices, indptr in (([0, 5], [0, 1, 2]), ([0, -1], [0, 1, 2]), ([0, 1], [0, 3, 2]), ([0, 1], [1, 1, 2])):
        with pytest.raises(ValueError, match="do not fit"):
            sparse.bsr_array((cp.ones((2, 2, 2)), cp.asarray(indices), cp.asarray(indptr)), shape=(4, 4)).tocsr()


@pytest.mark.parametrize("dtype", ["b", "l", "f", "d", "F", "D"])
def test_products(dtype):
    theirs, mine = pair((6, 8), (2, 4), dtype)
    for other in (np.arange(-3, 5), np.arange(24).reshape(8, 3) - 9, np.zeros((8, 0))):
        other = other.astype(dtype)
        same(mine @ cp.asarray(other), theirs @ other)
    left = (np.arange(18).reshape(3, 6) - 7).astype(dtype)
    same(cp.asarray(left) @ mine, left @ theirs)
    others, many = pair((8, 6), (4, 3), dtype, seed=1)
    same(mine @ many, theirs @ others)
    same(mine @ many.tocsr(), theirs @ others.tocsr())
    same(mine.tocsr() @ many, theirs.tocsr() @ others)
    with pytest.raises(ValueError, match="mismatch"):
        mine @ cp.ones(3)


@pytest.mark.parametrize("dtype", ["e", ml_dtypes.bfloat16, "h", "H"])
def test_narrow_products(dtype):
    values = dense((6, 8), (2, 4), "d").astype(dtype)
    mine = sparse.bsr_array(cp.asarray(values), blocksize=(2, 4))
    vector = np.arange(8).astype(dtype)
    product = (mine @ cp.asarray(vector)).get()
    assert product.dtype == values.dtype
    np.testing.assert_array_equal(
        product.astype("d"), (values.astype("d") @ vector.astype("d")).astype(dtype).astype("d")
    )


@pytest.mark.parametrize("operation", ["add", "sub", "mul", "eq", "ne", "lt", "gt", "le", "ge", "maximum", "minimum"])
def test_arithmetic(operation):
    theirs, mine = pair((6, 8), (2, 4))
    others, many = pair((6, 8), (2, 4), seed=1)
    for format in ("bsr", "csr"):
        a, b = many.asformat(format), others.asformat(format)
        if operation in ("maximum", "minimum"):
            actual, wanted = getattr(mine, operation)(a), getattr(theirs, operation)(b)
        else:
            actual, wanted = getattr(operator, operation)(mine, a), getattr(operator, operation)(theirs, b)
        np.testing.assert_array_equal(actual.toarray().get(), wanted.toarray())
        assert actual.dtype == wanted.dtype


def test_elements():
    theirs, mine = pair((6, 8), (2, 4))
    for function in (
        abs,
        operator.neg,
        lambda a: a * 3,
        lambda a: a / 4,
        lambda a: a.power(2),
        lambda a: a.astype("f"),
    ):
        same(function(mine), function(theirs))
    same(mine.sin(), theirs.sin())
    values = np.arange(8.0)
    np.testing.assert_array_equal(mine.multiply(cp.asarray(values)).toarray().get(), theirs.multiply(values).toarray())
    for axis in (None, 0, 1):
        np.testing.assert_allclose(mine.sum(axis).get(), theirs.sum(axis))
        np.testing.assert_allclose(mine.mean(axis).get(), theirs.mean(axis))
        largest, wanted = mine.max(axis), theirs.max(axis)
        same(largest, wanted if axis is not None else np.asarray(wanted))
    np.testing.assert_array_equal(mine.diagonal(1).get(), theirs.diagonal(1))
    assert mine.count_nonzero() == theirs.count_nonzero()


def test_indices_are_not_taken():
    _, mine = pair((6, 8), (2, 4))
    with pytest.raises(NotImplementedError):
        mine[0, 0]
    with pytest.raises(NotImplementedError):
        mine[0, 0] = 1


def test_canonical_form():
    data = np.array([[[1.0, 2]], [[3, 4]], [[5, 6]], [[0, 0]]])
    parts = data, np.array([1, 0, 1, 0]), np.array([0, 3, 4])
    mine, theirs = sparse.bsr_array(tuple(map(cp.asarray, parts))), scipy.sparse.bsr_array(parts)
    assert not mine.has_canonical_format and not mine.has_sorted_indices
    same(mine, theirs)
    ordered = mine.sorted_indices()
    np.testing.assert_array_equal(ordered.indices.get(), [0, 1, 1, 0])
    np.testing.assert_array_equal(ordered.data.get()[0], [[3, 4]])
    same(ordered, theirs)
    mine.eliminate_zeros()
    assert mine.nnz == 6
    mine.sum_duplicates()
    assert mine.has_canonical_format and mine.nnz == 4
    same(mine, theirs)
    mine.resize(4, 2)
    theirs.resize(4, 2)
    same(mine, theirs)
    with pytest.raises(ValueError):
        mine.resize(4, 3)


@pytest.mark.parametrize("kind", ["array", "matrix"])
def test_files_and_words(kind):
    theirs, mine = pair((6, 8), (2, 4), kind=kind)
    same(pickle.loads(pickle.dumps(mine)), theirs)
    file = io.BytesIO()
    sparse.save_npz(file, mine)
    file.seek(0)
    loaded = sparse.load_npz(file)
    assert type(loaded) is type(mine)
    same(loaded, theirs)
    assert repr(mine) == repr(theirs)
    assert sorted(str(mine).splitlines()) == sorted(str(theirs).splitlines())  # SciPy lists block after block
    assert type(mine.get()) is type(theirs)
    assert sparse.isspmatrix_bsr(mine) == (kind == "matrix")
