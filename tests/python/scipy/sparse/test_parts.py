"""Sparse matrices of so many entries that threads share them: beside SciPy, and the same from call to call."""

import numpy
import pytest
import scipy.sparse

import cuprum
from cuprumx.scipy import sparse

ROWS, COLUMNS, COUNT = 700, 500, 70_000
DTYPES = ["?", "b", "i4", "f4", "f8", "F", "D"]


def coordinates(dtype, rows=ROWS, columns=COLUMNS, count=COUNT, seed=1):
    random = numpy.random.default_rng(seed)
    values = random.integers(-3, 4, count) + (1j * random.integers(-2, 3, count) if dtype in "FD" else 0)
    # Some lines have nothing, and one has more than others.
    row = numpy.where(random.random(count) < 0.02, rows // 2, random.integers(3, rows - 3, count))
    return values.astype(dtype), row.astype("i4"), random.integers(2, columns - 5, count, "i4")


def both(format, dtype, index="i4", **options):
    values, row, col = coordinates(dtype, **options)
    shape = options.get("rows", ROWS), options.get("columns", COLUMNS)
    theirs = scipy.sparse.coo_matrix((values, (row.astype(index), col.astype(index))), shape=shape)
    mine = sparse.coo_matrix(tuple([cuprum.asarray(values), tuple(map(cuprum.asarray, (row, col)))]), shape=shape)
    return mine.asformat(format), theirs.asformat(format)


def check(mine, theirs, exact=True, counted=True):
    """Products keep zeros that sums come to, so that elements are not `counted`."""
    assert mine.dtype == theirs.dtype and mine.shape == theirs.shape
    if scipy.sparse.issparse(theirs):
        assert mine.nnz == theirs.nnz or not counted
        mine, theirs = mine.toarray(), theirs.toarray()
    compare = numpy.testing.assert_array_equal if exact else numpy.testing.assert_allclose
    compare(cuprum.asnumpy(mine), theirs)


@pytest.mark.parametrize("dtype", DTYPES)
def test_conversions(dtype):
    mine, theirs = both("csr", dtype)
    check(mine, theirs)
    assert mine.has_canonical_format
    turned, wanted = mine.tocsc(), theirs.tocsc()
    check(turned, wanted)
    for part in ("data", "indices", "indptr"):
        numpy.testing.assert_array_equal(cuprum.asnumpy(getattr(turned, part)), getattr(wanted, part))
    check(turned.tocsr(), theirs)
    check(both("csc", dtype)[0], wanted)


def test_lines_with_duplicates_and_without_order():
    values, row, col = coordinates("f8")
    order = numpy.argsort(row, kind="stable")
    indptr = numpy.searchsorted(row[order], numpy.arange(ROWS + 1)).astype("i4")
    parts = values[order], col[order], indptr
    theirs = scipy.sparse.csr_matrix(parts, shape=(ROWS, COLUMNS))
    mine = sparse.csr_matrix(tuple(map(cuprum.asarray, parts)), shape=(ROWS, COLUMNS))
    turned, wanted = mine.tocsc(), theirs.tocsc()
    for part in ("data", "indices", "indptr"):
        numpy.testing.assert_array_equal(cuprum.asnumpy(getattr(turned, part)), getattr(wanted, part))
    assert turned.has_sorted_indices and not turned.has_canonical_format
    x = numpy.random.default_rng(2).integers(-3, 4, ROWS).astype("f8")
    check(mine.T @ cuprum.asarray(x), theirs.T @ x)
    check(mine @ mine.T, theirs @ theirs.T, counted=False)
    check(mine.sum(axis=0), theirs.sum(axis=0))


@pytest.mark.parametrize("dtype", DTYPES)
def test_transposed_by_a_vector(dtype):
    mine, theirs = both("csr", dtype)
    x = coordinates(dtype, count=ROWS, seed=3)[0]
    check(mine.T @ cuprum.asarray(x), theirs.T @ x)
    check(cuprum.asarray(x) @ mine, x @ theirs)
    wide, wanted = both("csr", dtype, columns=200_000)  # too wide for parts
    check(wide.T @ cuprum.asarray(x), wanted.T @ x)


def test_transposed_by_a_vector_of_half_precision():
    mine, theirs = both("csr", "f4")
    x = coordinates("f4", count=ROWS, seed=3)[0]
    got = mine.astype("f2").T @ cuprum.asarray(x.astype("f2"))
    assert got.dtype == numpy.float16
    numpy.testing.assert_array_equal(got.get(), (theirs.T @ x).astype("f2"))


def test_not_a_number_and_infinity_go_where_they_belong():
    mine, theirs = both("csr", "f8")
    x = numpy.random.default_rng(4).standard_normal(ROWS)
    x[[5, 77, ROWS // 2]] = numpy.nan, numpy.inf, -0.0
    check(mine.T @ cuprum.asarray(x), theirs.T @ x, exact=False)


@pytest.mark.parametrize("dtype", DTYPES)
def test_products_of_matrices(dtype):
    mine, theirs = both("csr", dtype)
    check(mine @ mine.T.tocsr(), theirs @ theirs.T.tocsr(), counted=False)
    few, wanted = both("csr", dtype, count=900)
    made = few @ few.T.tocsr()
    check(made, wanted @ wanted.T.tocsr(), counted=False)
    assert made.has_canonical_format or cuprum.backend() == "cuda"  # where sums come in the order of their hashes
    check(few @ mine.T, wanted @ theirs.T, counted=False)


def test_a_wide_product_of_few_entries():
    mine, theirs = both("csr", "f8", columns=3_000_000, count=50)
    left, wanted = both("csr", "f8", rows=9, columns=ROWS, count=200)
    product, expected = (left @ mine).tocoo(), (wanted @ theirs).tocoo()
    kept = product.data.get() != 0
    ours = {(i, j): v for i, j, v in zip(product.row.get()[kept], product.col.get()[kept], product.data.get()[kept])}
    assert ours == {(i, j): v for i, j, v in zip(expected.row, expected.col, expected.data) if v}


def test_results_are_the_same_each_time():
    mine, _ = both("csr", "f4")
    x = cuprum.asarray(numpy.random.default_rng(5).standard_normal(ROWS).astype("f4"))
    first = (mine.T @ x).get()
    for _ in range(5):
        numpy.testing.assert_array_equal((mine.T @ x).get(), first)


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_kron_in_formats(format):
    a, b = numpy.array([[0, 2, -1.0], [3, 0, 0], [0, 0, 0]]), numpy.array([[1, 0], [0, -4.0], [5, 6]])
    ours = sparse.kron(sparse.csr_matrix(cuprum.asarray(a)), sparse.csc_matrix(cuprum.asarray(b)), format=format)
    wanted = scipy.sparse.kron(scipy.sparse.csr_matrix(a), scipy.sparse.csc_matrix(b), format=format)
    assert ours.format == format
    check(ours, wanted)


def test_kron_of_duplicates_in_rows():
    twice = scipy.sparse.coo_matrix(([1.0, 2.0, 3.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    mine = sparse.coo_matrix(twice)
    check(sparse.kron(mine, mine, format="csr"), scipy.sparse.kron(twice, twice, format="csr"))


def test_sums_of_matrices_with_other_places():
    (mine, theirs), (other, wanted) = both("csr", "f8"), both("csr", "f8", seed=6)
    for ours, expected in (
        (mine + other, theirs + wanted),
        (mine - other, theirs - wanted),
        (mine.multiply(other), theirs.multiply(wanted)),
        (mine.maximum(other), theirs.maximum(wanted)),
        (mine < other, theirs < wanted),
    ):
        check(ours, expected.tocsr())


@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (3, 7), (6, 6), (40, 55)])
@pytest.mark.parametrize("zeros", [False, True])
def test_diagonals_as_rows_and_back(shape, zeros):
    random = numpy.random.default_rng(7)
    for width in (1, 3, shape[1], shape[1] + 4):
        offsets = random.permutation(numpy.arange(-shape[0] - 1, shape[1] + 2))[:5]
        data = random.integers(0 if zeros else 1, 5, (len(offsets), width)) * random.choice([-1.0, 1.0])
        mine = sparse.dia_matrix((cuprum.asarray(data), cuprum.asarray(offsets)), shape=shape).tocsr()
        theirs = scipy.sparse.dia_matrix((data, offsets), shape=shape).tocsr()
        check(mine, theirs)
        for part in ("data", "indices", "indptr"):
            numpy.testing.assert_array_equal(cuprum.asnumpy(getattr(mine, part)), getattr(theirs, part))
        back, wanted = mine.todia(), theirs.todia()
        numpy.testing.assert_array_equal(back.offsets.get(), wanted.offsets)
        numpy.testing.assert_array_equal(back.data.get(), wanted.data)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("columns", [3, 500])
def test_duplicates_of_half_precision(dtype, columns):
    values, row, col = coordinates("f4", columns=columns + 7, count=9_000)
    mine = sparse.coo_array((cuprum.asarray(values).astype(dtype), (cuprum.asarray(row), cuprum.asarray(col))))
    wanted = numpy.zeros(mine.shape)
    numpy.add.at(wanted, (row, col), values)
    made = mine.tocsr()
    assert made.has_canonical_format and made.dtype == dtype and made.nnz < 9_000
    numpy.testing.assert_array_equal(made.toarray().astype("f4").get(), wanted)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("rows, density", [(30, 1.0), (300, 0.2), (2000, 0.002), (150, 1.0)])
def test_products_with_many_and_with_few_sums(rows, density, dtype):
    """Rows get room for their products, and are closed up; or are counted first, where that would be too much."""
    random = numpy.random.default_rng(8)
    theirs = scipy.sparse.csr_array(
        (random.integers(1, 4, (rows, rows)) * (random.random((rows, rows)) < density)).astype(dtype)
    )
    other = theirs[random.permutation(rows)][:, ::3].tocsr()
    got, wanted = sparse.csr_array(theirs) @ sparse.csr_array(other), theirs @ other
    check(got, wanted)
    if cuprum.backend() == "cpu":
        wanted.sort_indices()
        assert got.has_canonical_format or max(numpy.diff(wanted.indptr)) > 96
        got.sort_indices()
        for part in ("data", "indices", "indptr"):
            numpy.testing.assert_array_equal(cuprum.asnumpy(getattr(got, part)), getattr(wanted, part))
