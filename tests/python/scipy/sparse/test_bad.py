"""What does not make a sparse matrix, and what does not fit: errors beside SciPy's, and nothing read out of bounds."""

import numpy as np
import pytest
import scipy.sparse
from sparse_common import device

import cuprum as cp
import cuprumx.scipy.sparse as sparse

FORMATS = ["csr", "csc", "coo", "dia", "bsr"]
THREE = np.array([1.0, 2, 3])
UNSIGNED = np.array([0, 1, 2**63 + 1], np.uint64)


def moved(x):
    if isinstance(x, np.ndarray):
        return cp.asarray(x)
    return tuple(map(moved, x)) if isinstance(x, tuple) else x


def made(module, name, move, *arguments, **options):
    """The dense array that comes of parts, or the error, at the latest when they are used."""
    try:
        a = getattr(module, name)(*map(move, arguments), **options)
        if module is scipy.sparse and hasattr(a, "check_format"):
            a.check_format(full_check=True)
        dense = a.toarray()
    except Exception as error:  # noqa: BLE001  whatever SciPy raises is what is wanted
        return error
    return dense.get() if isinstance(dense, cp.ndarray) else dense


def check(name, *arguments, **options):
    want = made(scipy.sparse, name, lambda x: x, *arguments, **options)
    got = made(sparse, name, moved, *arguments, **options)
    if isinstance(want, Exception):
        assert isinstance(got, type(want)), (got, want)
    else:
        assert not isinstance(got, Exception), got
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("name", ["csr_array", "csc_matrix"])
@pytest.mark.parametrize(
    "indices, indptr, shape",
    [
        ([0, 1, 9], [0, 1, 2, 3], (3, 3)),
        ([0, -1, 2], [0, 1, 2, 3], (3, 3)),
        ([0, 2**31, 2], [0, 1, 2, 3], (3, 3)),
        ([0, 2**32, 2], [0, 1, 2, 3], (3, 3)),
        ([0, -(2**32), 2], [0, 1, 2, 3], (3, 3)),
        ([0, 1, 2**63 - 1], [0, 1, 2, 3], None),
        (UNSIGNED, [0, 1, 2, 3], (3, 3)),
        ([0, -1, -2], [0, 1, 2, 3], None),
        ([0, 1, 2], [0, 2, 1, 3], (3, 3)),
        ([0, 1, 2], [0, -1, 2, 3], (3, 3)),
        ([0, 1, 2], [1, 1, 2, 3], (3, 3)),
        ([0, 1, 2], [0, 1, 2, 4], (3, 3)),
        ([0, 1, 2], [0, 1, 2, 2**32 + 3], (3, 3)),
        ([0, 1, 9], [0, 1, 2, 2], (3, 3)),  # what lies behind the last entry does not count
        ([0, 1, 2], [0, 3], (3, 3)),
        ([0, 1], [0, 1, 2, 3], (3, 3)),
        ([[0, 1, 2]], [0, 1, 2, 3], (3, 3)),
        ([2, 0, 2], [0, 3, 3, 3], (3, 3)),  # neither sorted nor without duplicates
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_lines(name, indices, indptr, shape):
    check(name, (THREE, np.asarray(indices), np.asarray(indptr)), shape=shape)


@pytest.mark.parametrize("name", ["coo_array", "csr_matrix"])
@pytest.mark.parametrize(
    "row, shape",
    [
        ([0, 1, 9], (3, 3)),
        ([0, -1, 2], (3, 3)),
        ([0, 2**32, 2], (3, 3)),
        ([0, 1], (3, 3)),
        ([[0, 1, 2]], (3, 3)),
        ([0.0, 1.0, 2.0], (3, 3)),
        ([0.0, 1.0, 7.0], (3, 3)),
        ([0.0, 1.0, np.nan], (3, 3)),
        ([0.0, 1.0, np.inf], (3, 3)),
        ([0, 1, 2], (3,)),
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_coordinates(name, row, shape):
    check(name, (THREE, (np.asarray(row), np.array([0, 1, 2]))), shape=shape)


def test_coordinates_that_nothing_can_count():
    for row in (np.array([0, 1, 2**63 - 1]), UNSIGNED):
        with pytest.raises((ValueError, OverflowError)):
            sparse.coo_array((cp.asarray(THREE), (cp.asarray(row), cp.arange(3))))
    for places in ([0, 1, 5], [0, -1, 1]):
        check("coo_array", (THREE, (np.arange(3), np.array(places), np.zeros(3, int))), shape=(3, 3, 3))
    check("coo_array", (THREE, (np.arange(3), np.arange(3), np.zeros(3, int))), shape=(3, 3))


@pytest.mark.parametrize(
    "offsets, shape", [([0, 0], (3, 3)), ([0], (3, 3)), ([0, 99], (3, 3)), ([1, -99], (3, 3)), ([0, 1], None)]
)
def test_diagonals(offsets, shape):
    check("dia_array", (np.ones((2, 3)), np.array(offsets)), shape=shape)


def test_diagonals_far_outside():
    for far in (2**32, -(2**40), -(2**63), 2**63 - 1):
        a = sparse.dia_array((cp.ones((2, 3)), cp.asarray([0, far])), shape=(3, 3))
        assert a.nnz == 3
        np.testing.assert_array_equal(a.toarray().get(), np.eye(3))
        np.testing.assert_array_equal(a.tocsr().toarray().get(), np.eye(3))


@pytest.mark.parametrize(
    "indices, indptr, shape",
    [
        ([0, 1, 9], [0, 1, 2, 3], (6, 6)),
        ([0, -1, 2], [0, 1, 2, 3], (6, 6)),
        ([0, 2**32, 2], [0, 1, 2, 3], (6, 6)),
        ([0, 1, 2], [0, 2, 1, 3], (6, 6)),
        ([0, 1, 2], [0, 3], (6, 6)),
        ([0, 1], [0, 1, 2, 3], (6, 6)),
        ([0, 1, 2**63 - 1], [0, 1, 2, 3], None),
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_blocks(indices, indptr, shape):
    check("bsr_array", (np.ones((3, 2, 2)), np.asarray(indices), np.asarray(indptr)), shape=shape)


@pytest.mark.parametrize("format", FORMATS)
def test_what_makes_no_matrix(format):
    name = f"{format}_array"
    for x in (np.array([["a", "b"]]), np.array([[None, 1]], object), np.zeros((1, 2), "M8[s]"), (-1, 2), "abc"):
        check(name, x)
    for dtype in (object, "S1", "M8[s]", [("a", "i4")]):
        check(name, np.eye(2), dtype=dtype)
        with pytest.raises(ValueError, match="dtype"):
            sparse.eye(2, format=format).astype(dtype)
    check(name, np.eye(3), shape=(2, 2))
    if format != "coo":
        check(name, np.ones((2, 2, 2)))
    if format != "dia":
        check(name, (THREE, 5))


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_not_a_number_stays(format):
    dense = np.array([[np.nan, 0, -0.0], [np.inf, -np.inf, 0], [0, 0, 2.0]])
    theirs = getattr(scipy.sparse, f"{format}_array")(dense)
    mine = device(theirs)
    for use in (
        lambda a: a.toarray(),
        lambda a: (a + a).toarray(),
        lambda a: (a.tocsr() @ a.T.tocsr()).toarray(),  # without the zeros of diagonals
        lambda a: a @ (np.ones(3) if a is theirs else cp.ones(3)),
        lambda a: a.sum(axis=0),
        lambda a: a.tocsr().max(axis=1).toarray(),
        lambda a: a.tocsr().nanmax(axis=1).toarray(),
        lambda a: (a != a).toarray(),
    ):
        got = use(mine)
        np.testing.assert_array_equal(got.get(), use(theirs))


def test_more_than_int32_numbers():
    """Columns beyond int32, of which few have elements; SciPy asks for memory for each of them."""
    wide = 2**33
    places = np.array([5, 2**32 + 5, wide - 1, 2**31, 5])
    mine = sparse.coo_array(moved((np.arange(1.0, 6), (np.array([0, 1, 2, 2, 0]), places))), shape=(3, wide))
    columns = np.unique(places)
    small = np.array([[6.0, 0, 0, 0], [0, 0, 2, 0], [0, 4, 0, 3]])
    for format in ("csr", "coo", "csr"):
        mine = mine.asformat(format)
        for k, c in enumerate(columns.tolist()):
            np.testing.assert_array_equal(mine.tocsr()[:, c : c + 1].toarray().get(), small[:, k : k + 1])
        np.testing.assert_array_equal(mine.sum(axis=1).get(), small.sum(axis=1))
    assert (mine.indices.dtype, mine.shape) == (np.int64, (3, wide))
    np.testing.assert_array_equal((mine + mine).tocsr()[:, 2**32 + 5 : 2**32 + 6].toarray().get(), [[0], [4], [0]])
    assert mine[1, 2**32 + 5] == 2 and mine[2, -1] == 3 and mine[0, 2**32 + 5] == 0
    assert mine.max() == 6
    np.testing.assert_array_equal(mine.argmax(axis=1).get(), [5, 2**32 + 5, 2**31])
    with pytest.raises(IndexError):
        mine[0, wide]


@pytest.mark.filterwarnings("ignore::cuprumx.scipy.sparse.SparseEfficiencyWarning")
@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_dense_results_that_do_not_fit(format):
    a = sparse.coo_array((cp.ones(2), (cp.asarray([0, 5]), cp.asarray([7, 2**21]))), shape=(2**21, 2**22))
    a = a.asformat(format)
    for use in (lambda: a.toarray(), lambda: a.todense(order="F"), lambda: a + cp.ones((1, 1)), lambda: (a > -1).nnz):
        with pytest.raises(MemoryError):
            use()
    assert a.sum() == 2


@pytest.mark.parametrize("format", ["coo", "csr", "csc", "dia", "bsr"])
@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("count", [0, 1, 4])
def test_what_makes_no_matrix_raises_scipys_error(format, kind, count):
    def error(xp, module):
        given = (xp.ones(1),) * count if count else xp.array(3.0)
        try:
            getattr(module, f"{format}_{kind}")(given)
        except Exception as raised:
            return type(raised)

    assert error(cp, sparse) is error(np, scipy.sparse)
