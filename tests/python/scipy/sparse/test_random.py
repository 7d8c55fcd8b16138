"""Random sparse matrices against SciPy: arithmetic, products, reductions, indices, assignment, over formats, dtypes and
dtypes of indices, with no rows, columns or elements, with elements stored twice, and with NaN."""

import operator

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from sparse_common import both, check, device

import cuprum as cp
import cuprumx.scipy.sparse as sparse

pytestmark = pytest.mark.filterwarnings("ignore")

FORMATS = ["csr", "csc", "coo", "dia", "bsr"]
DTYPES = ["?", "b", "d", "D"]  # few, as each has kernels of its own
VALUES = [0, 1, -1, 2, -3, 5]
SPECIAL = [0.0, -0.0, 1.5, -2.25, np.nan, np.inf, -np.inf, 3.0]


@st.composite
def matrices(draw, shape=None, formats=FORMATS, dtypes=DTYPES, finite=True):
    """SciPy's, of small whole numbers, so that sums are exact."""
    rows, columns = draw(st.tuples(st.integers(0, 6), st.integers(0, 6))) if shape is None else shape
    count = draw(st.integers(0, 14)) if rows * columns else 0
    dtype = np.dtype(draw(st.sampled_from(dtypes)))
    index = draw(st.sampled_from([np.int32, np.int64]))
    values = VALUES if finite or dtype.kind not in "fc" else SPECIAL
    data = np.array(draw(st.lists(st.sampled_from(values), min_size=count, max_size=count)), "d").astype(dtype)
    if dtype.kind == "c":
        data = data + 1j * np.array(draw(st.lists(st.sampled_from(VALUES), min_size=count, max_size=count)), "d")
    row, column = (
        np.array(draw(st.lists(st.integers(0, max(n - 1, 0)), min_size=count, max_size=count)), index)
        for n in (rows, columns)
    )
    kind = draw(st.sampled_from(["array", "matrix"]))
    format = draw(st.sampled_from(formats))
    made = getattr(scipy.sparse, f"coo_{kind}")((data.astype(dtype), (row, column)), shape=(rows, columns))
    if dtype.kind == "b":  # SciPy makes other numbers of them before it adds what is stored twice
        made.sum_duplicates()
    elif format in ("csr", "csc") and draw(st.booleans()):  # as the elements come: unsorted, and some of them twice
        major, minor = (row, column) if format == "csr" else (column, row)
        order = np.argsort(major, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(major, minlength=made.shape[format == "csc"]))])
        parts = made.data[order], minor[order], starts.astype(index)
        return getattr(scipy.sparse, f"{format}_{kind}")(parts, shape=made.shape)
    return made.asformat(format)


@st.composite
def pairs(draw, same_shape=True, **options):
    one = draw(matrices(**options))
    shape = one.shape if same_shape else (one.shape[1], draw(st.integers(0, 5)))
    return one, draw(matrices(shape=shape, **options))


OPERATIONS = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": lambda a, b: a.multiply(b),
    "maximum": lambda a, b: a.maximum(b),
    "minimum": lambda a, b: a.minimum(b),
    **{name: getattr(operator, name) for name in ("eq", "ne", "lt", "gt", "le", "ge")},
}


@pytest.mark.parametrize("name", OPERATIONS)
@settings(max_examples=20)
@given(operands=pairs())
def test_elements_of_two(name, operands):
    both(OPERATIONS[name], *operands)


@settings(max_examples=20)
@given(operands=pairs(finite=False, dtypes=["d"]), name=st.sampled_from(["add", "subtract", "ne", "lt", "gt"]))
def test_nan_and_infinities(operands, name):
    both(OPERATIONS[name], *operands)


@settings(max_examples=20)
@given(operands=pairs(same_shape=False))
def test_products(operands):
    a, b = operands
    both(operator.matmul, a, b)
    both(operator.matmul, a, b.toarray())
    both(operator.matmul, a.toarray(), b)
    both(lambda m, v: m.T @ v, a, np.arange(a.shape[0], dtype="d"))


@settings(max_examples=20)
@given(a=matrices(), number=st.sampled_from([2, -1, 0.5, 1j, True]))
def test_numbers(a, number):
    both(lambda m: m * number, a)
    both(lambda m: number * m, a)
    both(lambda m: m / 2, a)


@settings(max_examples=20)
@given(a=matrices(), axis=st.sampled_from([None, 0, 1, -1, -2, 2, (0, 1), (0,), (1, 1)]))
def test_reductions(a, axis):
    if a.format != "bsr":  # SciPy's has no extrema with bad axes of its own
        both(lambda m: m.sum(axis), a)
    if a.format in ("csr", "csc", "coo") and not isinstance(axis, tuple):
        for name in ("max", "min", "argmax", "argmin"):
            if a.format == "coo" or a.dtype.kind != "c":
                both(lambda m, name=name: getattr(m, name)(axis), a if a.dtype.kind != "c" else a.real)
        both(lambda m: m.count_nonzero(axis) * 1.0, a)


@settings(max_examples=20)
@given(a=matrices(), format=st.sampled_from(FORMATS))
def test_conversions(a, format):
    check(device(a).asformat(format), a.asformat(format))
    check(device(a).T.asformat(format), a.T.asformat(format))
    check(device(a).toarray(), a.toarray())
    check(device(a).get(), a)


def entries(length):
    """One entry of an index: some of them out of bounds."""
    numbers = st.integers(-length - 1, length)
    return st.one_of(
        numbers,
        st.slices(length),
        st.lists(numbers, max_size=4),
        st.lists(st.booleans(), min_size=length, max_size=length).map(lambda mask: np.array(mask, bool)),
    )


@settings(max_examples=20)
@given(a=matrices(formats=["csr", "csc"]), data=st.data())
def test_reading(a, data):
    key = data.draw(entries(a.shape[0])), data.draw(entries(a.shape[1]))
    if sum(isinstance(k, (list, np.ndarray)) for k in key) < 2:  # where two meet, SciPy has a form of its own for none
        both(lambda m: m[key], a)
    both(lambda m: m[key[0]], a)


@settings(max_examples=20)
@given(a=matrices(formats=["csr", "csc"], dtypes=["b", "d"]), data=st.data())
def test_assigning(a, data):
    key = data.draw(entries(a.shape[0])), data.draw(entries(a.shape[1]))
    if sum(isinstance(k, (list, np.ndarray)) for k in key) == 2:  # where two meet, SciPy and NumPy repeat differently
        key = key[0], slice(None)
    value = data.draw(st.sampled_from([0, 3, -2]))

    def assigned(m):
        m = m.copy()
        m[key] = value
        return m

    both(assigned, a)


@settings(max_examples=20)
@given(
    indices=st.lists(st.integers(-2, 5), max_size=6),
    indptr=st.lists(st.integers(-1, 7), min_size=1, max_size=5),
    count=st.integers(0, 6),
    format=st.sampled_from(["csr", "csc"]),
)
def test_indices_that_may_not_fit(indices, indptr, count, format):
    """What SciPy refuses or calls wrong is refused, at the latest when it is used; nothing is read out of bounds."""
    parts = np.arange(1.0, count + 1), np.array(indices, np.int64), np.array(indptr, np.int64)
    shape = (len(indptr) - 1, 4) if format == "csr" else (4, len(indptr) - 1)
    try:
        expected = getattr(scipy.sparse, f"{format}_array")(parts, shape=shape)
        expected.check_format(full_check=True)
    except ValueError:
        expected = None
    try:
        actual = getattr(sparse, f"{format}_array")(tuple(map(cp.asarray, parts)), shape=shape)
        dense = actual.toarray()
    except ValueError:
        assert expected is None
        return
    assert expected is not None
    np.testing.assert_array_equal(dense.get(), expected.toarray())


@settings(max_examples=20)
@given(
    row=st.lists(st.integers(-2, 5), max_size=5),
    column=st.lists(st.integers(-2, 5), max_size=5),
    count=st.integers(0, 5),
    shape=st.sampled_from([None, (4, 4), (5, 3)]),
)
def test_coordinates_that_may_not_fit(row, column, count, shape):
    parts = np.arange(1.0, count + 1), (np.array(row, np.int64), np.array(column, np.int64))
    try:
        expected = scipy.sparse.coo_array(parts, shape=shape)
    except ValueError:
        with pytest.raises(ValueError):
            sparse.coo_array((cp.asarray(parts[0]), tuple(map(cp.asarray, parts[1]))), shape=shape).toarray()
        return
    check(sparse.coo_array((cp.asarray(parts[0]), tuple(map(cp.asarray, parts[1]))), shape=shape), expected)
