"""Indices of cuprumx.scipy.sparse's matrices, against SciPy."""

import numpy as np
import pytest
import scipy.sparse
from sparse_common import check, device, host

import cuprum as cp
import cuprumx.scipy.sparse as sparse

pytestmark = pytest.mark.filterwarnings(
    "ignore::scipy.sparse.SparseEfficiencyWarning", "ignore::cuprumx.scipy.sparse.SparseEfficiencyWarning"
)

ROWS = [
    slice(None), slice(2, 5), slice(5, 2), slice(None, None, 2), slice(None, None, -1), slice(6, 1, -2),
    slice(-3, None), 0, -1, 3, [1, 3, 1], [], [-1, 2], np.array([True, False, True, False, False, True, False]),
]  # fmt: skip
COLUMNS = [
    slice(None), slice(2, 7), slice(7, 7), slice(None, None, 3), slice(None, None, -1), 0, -2, [8, 0, 0, 5], [],
    np.arange(9) % 2 == 0,
]  # fmt: skip


@pytest.mark.parametrize("format", ["dia"])
def test_matrices_without_indices(format):
    a = host((7, 9), format=format)
    for matrix in (a, device(a)):
        with pytest.raises(TypeError, match="not subscriptable"):
            matrix[0]


@pytest.mark.parametrize("dtype", "dF")
def test_coordinates_are_read_by_indices(dtype):
    """CuPy's coo_matrix takes indices, SciPy's does not; nothing is assigned to it in either."""
    a = host((7, 9), dtype, format="coo")
    ours, rows = device(a), a.tocsr()
    for key in (0, -1, (2, 3), (slice(1, 5, 2), 3), (slice(None), [0, 4]), [1, 3, 1], ([0, 1], [2, 5]), (..., 2)):
        expected, found = rows[key], ours[key]
        if scipy.sparse.issparse(expected):
            assert found.format == "coo" and found.shape == expected.shape
            np.testing.assert_array_equal(found.toarray().get(), expected.toarray())
        else:
            np.testing.assert_array_equal(cp.asnumpy(found), expected)
    with pytest.raises(IndexError):
        ours[7]
    with pytest.raises(TypeError):
        ours[0, 0] = 1


@pytest.mark.parametrize("format", ["csr", "csc"])
@pytest.mark.parametrize("shape", [(3, 2), (1, 2), (3, 1), (1, 1)])
def test_sparse_values_keep_stored_zeros(format, shape):
    """What was stored stays so, as a zero, and so do zeros that the values store; nothing else comes to be stored."""
    rng = np.random.default_rng(3)
    for seed in range(6):
        a = scipy.sparse.random(6, 5, 0.5, format=format, random_state=seed)
        m, n = shape
        places = np.argwhere(rng.random(shape) < 0.7)
        values = rng.integers(0, 2, len(places)).astype("d") * (1 + np.arange(len(places)))
        x = scipy.sparse.coo_matrix((values, (places[:, 0], places[:, 1])), shape=shape)
        ours = device(a)
        theirs_x = sparse.coo_matrix(
            (cp.asarray(values), (cp.asarray(places[:, 0].copy()), cp.asarray(places[:, 1].copy()))), shape=shape
        )
        a[1:4, 1:5:2] = x
        ours[1:4, 1:5:2] = theirs_x
        a.sort_indices()
        ours.sort_indices()
        np.testing.assert_array_equal(ours.toarray().get(), a.toarray())
        for part in ("data", "indices", "indptr"):
            np.testing.assert_array_equal(getattr(ours, part).get(), getattr(a, part))


@pytest.mark.parametrize("format", ["csr", "csc"])
def test_reading(format):
    a = host((7, 9), format=format)
    wanted, mine, dense = a.tocsr(), device(a), a.toarray()
    for row in ROWS:
        check(mine[row], wanted[row])
        for column in COLUMNS:
            both_lists = not isinstance(row, (slice, int)) and not isinstance(column, (slice, int))
            if both_lists:
                continue
            if isinstance(row, int) and isinstance(column, int):
                check(mine[row, column], wanted[row, column])
                continue
            # SciPy fails at a list beside a slice with steps.
            made = dense[row, column]
            if isinstance(row, int):
                made = made.reshape(1, -1)
            if isinstance(column, int):
                made = made.reshape(-1, 1)
            check(mine[row, column].toarray(), made)
    assert mine[2:5].format == format


@pytest.mark.parametrize("format", ["csr", "csc"])
def test_points(format):
    a = host((7, 9), format=format)
    mine = device(a)
    for row, column in [([1, 2, 6], [3, 0, 8]), ([1], [2]), ([-1, 0], [-2, 0]), ([3, 3, 3], [1, 1, 2])]:
        check(mine[row, column], a[row, column])
        check(mine[cp.array(row), cp.array(column)], a[row, column])
    rows, columns = np.ix_([0, 2, 2], [1, 8])
    check(mine[rows, columns], a[rows, columns])
    check(mine[np.array([[0, 1], [2, 3]]), np.array([[0, 1], [2, 3]])], a[[[0, 1], [2, 3]], [[0, 1], [2, 3]]])
    check(mine[a.toarray() > 0], a[a.toarray() > 0])
    check(mine[mine > 0], a[a > 0])
    check(mine[...], a)
    check(mine[..., 2], a[..., 2])
    check(mine[1, ...], a[1, ...])
    assert mine[2, 3].shape == () and float(mine[0, 1]) == a[0, 1]
    made = scipy.sparse.csr_array(a)
    check(device(made)[[1, 2], [3, 4]], made[[1, 2], [3, 4]])


def test_bad_indices():
    a = host((7, 9))
    mine = device(a)
    for key in [
        7, -8, (0, 9), (slice(None), -10), ([7], [0]), ([1, 2], [1, 2, 3]), "x", 1.5, (1, 2, 3), np.ones(3, bool),
        np.ones((2, 2), bool),
    ]:  # fmt: skip
        with pytest.raises(IndexError):
            a[key]
        with pytest.raises(IndexError):
            mine[key]
    with pytest.raises(IndexError):
        mine[[1.5]]


@pytest.mark.parametrize("format", ["csr", "csc"])
def test_writing(format):
    def same(key, value, mine_value=None):
        a = host((7, 9), format=format)
        mine = device(a)
        a[key] = value
        mine[key] = value if mine_value is None else mine_value
        check(mine, a)
        assert mine.format == format

    random = np.random.default_rng(0)
    same((2, 3), 5)
    same((-1, 0), 2.5)
    same((2, 3), 0)
    same(([1, 2, 6], [3, 0, 8]), 7)
    same(([1, 2, 6], [3, 0, 8]), [1, 2, 3])
    same(([1, 1, 1], [3, 3, 3]), [1, 2, 3])
    same((slice(2, 5), slice(None)), 4)
    same(
        (3, slice(None)),
        random.random(9),
        cp.asarray(random.random(9)) * 0 + cp.asarray(np.random.default_rng(0).random(9)),
    )
    block = random.random((3, 4))
    same((slice(2, 5), slice(1, 9, 2)), block, cp.asarray(block))
    same((slice(2, 5), [1, 3]), 9)
    same(slice(None, None, 3), 1)
    same(np.ix_([0, 6], [2, 3]), np.array([[1.0, 2], [3, 4]]))
    column = random.random((7, 1))
    same((slice(None), 4), column, cp.asarray(column))
    x = host((3, 4), seed=5)
    same((slice(2, 5), slice(3, 7)), x, device(x))
    row = host((1, 9), seed=6)
    same((2, slice(None)), row, device(row))
    same((slice(1, 4), slice(None)), row, device(row))
    mask = random.random((7, 9)) > 0.5
    same(mask, 3)
    mine = device(host((7, 9)))
    for key, value in [
        ((slice(2, 5), slice(None)), np.ones((2, 9))),
        (([0, 1], [0, 1]), [1, 2, 3]),
        ((slice(0, 2), slice(0, 2)), host((3, 3))),
    ]:
        with pytest.raises(ValueError):
            mine[key] = device(value) if scipy.sparse.issparse(value) else value
    with pytest.raises(IndexError):
        mine[9, 0] = 1
    with pytest.raises(TypeError):
        device(host((7, 9), format="dia"))[0, 0] = 1


def test_writing_keeps_dtypes():
    for dtype in "?ifD":
        a = host((7, 9), dtype)
        mine = device(a)
        a[1, 2] = 1
        mine[1, 2] = 1
        check(mine, a)


def test_writing_warns():
    mine = device(host((7, 9), density=0))
    with pytest.warns(sparse.SparseEfficiencyWarning):
        mine[0, 0] = 1


@pytest.mark.parametrize("format", ["csr", "csc"])
@pytest.mark.parametrize("length", [200_000, 2**40])
def test_columns_of_very_many_take_no_more_memory_than_elements(format, length):
    random = np.random.default_rng(0)
    places = np.unique(random.integers(0, length, 300))
    other = random.integers(0, 5, len(places))
    values = random.integers(1, 9, len(places)).astype(float)
    a = sparse.coo_matrix((cp.array(values), (cp.array(other), cp.array(places))), shape=(5, length)).tocsr()
    chosen = np.concatenate([places[[3, 200, 7, 3]], [0, length - 1, places[5]], places[::-9]])
    dense = np.zeros((5, len(chosen)))
    for k, column in enumerate(chosen):
        dense[other[places == column], k] = values[places == column]
    a = a if format == "csr" else a.T
    for given in (chosen, chosen.tolist(), cp.array(chosen), chosen - length):
        found = a[:, given] if format == "csr" else a[given, :].T
        np.testing.assert_array_equal(found.toarray().get(), dense)
    none = a[:, []] if format == "csr" else a[[], :].T
    assert none.shape == (5, 0)
