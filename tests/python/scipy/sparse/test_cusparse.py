"""cuSPARSE's routines by CuPy's names: cuprumx.cusparse, and csrlsvqr of cuprumx.cusolver."""

import pickle

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg

import cuprum as cp
import cuprumx
from cuprumx import cusparse
from cuprumx.scipy import sparse

DTYPES = ["f", "d", "F", "D"]


def draw(shape, dtype, seed=0, density=0.4):
    rng = np.random.default_rng(seed)
    values = rng.integers(1, 9, shape) + (1j * rng.integers(-4, 5, shape) if dtype in "FD" else 0)
    return (values * (rng.random(shape) < density)).astype(dtype)


def device(a, format="csr", kind="matrix"):
    return getattr(sparse, f"{format}_{kind}")(cp.asarray(a))


def check(actual, expected):
    actual = actual.toarray() if sparse.issparse(actual) else actual
    assert actual.dtype == expected.dtype
    np.testing.assert_allclose(actual.get(), expected, rtol=1e-5 if expected.dtype.char in "fF" else 1e-12)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("transa", [False, True])
def test_products_by_vectors(dtype, transa):
    a = draw((6, 5), dtype)
    turned = a.T if transa else a
    x, y = draw(turned.shape[1], dtype, 1, 1), draw(turned.shape[0], dtype, 2, 1)
    for function, formats in ((cusparse.csrmv, ["csr"]), (cusparse.spmv, ["csr", "csc", "coo"])):
        for format in formats:
            mine = device(a, format)
            check(function(mine, cp.asarray(x), transa=transa), turned @ x)
            check(function(mine, cp.asarray(x), alpha=2, transa=transa), 2 * (turned @ x))
            out = cp.asarray(y)
            assert function(mine, cp.asarray(x), out, 3, 2, transa) is out
            check(out, 3 * (turned @ x) + 2 * y)
    out = cp.full(turned.shape[0], cp.nan, dtype)
    check(cusparse.spmv(device(a), cp.asarray(x), out, transa=transa), turned @ x)  # beta is zero: out is not read


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("transa", [False, True])
@pytest.mark.parametrize("transb", [False, True])
def test_products_by_matrices(dtype, transa, transb):
    a = draw((6, 5), dtype)
    left = a.T if transa else a
    right, c = draw((left.shape[1], 3), dtype, 1, 1), draw((left.shape[0], 3), dtype, 2, 1)
    b = cp.asfortranarray(cp.asarray(right.T if transb else right))
    functions = [cusparse.spmm]
    if not (transa and transb):
        functions.append(cusparse.csrmm2)
    if not transb:
        functions.append(lambda *args, transb, **options: cusparse.csrmm(*args, **options))
    for function in functions:
        made = function(device(a), b, alpha=2, transa=transa, transb=transb)
        check(made, 2 * left @ right)
        assert made.flags.f_contiguous
        out = cp.asfortranarray(cp.asarray(c))
        assert function(device(a), b, out, 3, 2, transa=transa, transb=transb) is out
        check(out, 3 * (left @ right) + 2 * c)


@pytest.mark.parametrize("dtype", DTYPES)
def test_products_and_sums_of_sparse_matrices(dtype):
    a, b, c, d = draw((6, 5), dtype), draw((5, 4), dtype, 1), draw((6, 5), dtype, 2), draw((6, 4), dtype, 3)
    mine = [device(x) for x in (a, b, c, d)]
    for kind in ("matrix", "array"):
        made = cusparse.csrgemm(device(a, kind=kind), device(b, kind=kind))
        assert type(made) is sparse.csr_matrix
        check(made, a @ b)
    check(cusparse.csrgemm(device(a.T), device(b), transa=True), a @ b)
    check(cusparse.csrgemm(device(a), device(b.T), transb=True), a @ b)
    check(cusparse.spgemm(mine[0], mine[1], 2), 2 * a @ b)
    check(cusparse.csrgemm2(*mine[:2], mine[3], 2, 3), 2 * a @ b + 3 * d)
    for function in (cusparse.csrgeam, cusparse.csrgeam2, cusparse.spgeam):
        made = function(mine[0], mine[2], 2, 3)
        check(made, 2 * a + 3 * c)
        assert made.has_canonical_format and made.nnz == ((a != 0) | (c != 0)).sum()
        assert function(mine[0], mine[0], 1, -1).nnz == mine[0].nnz  # zeros stay stored


@pytest.mark.parametrize("dtype", DTYPES)
def test_conversions(dtype):
    a = draw((6, 5), dtype)
    for function, format in ((cusparse.dense2csr, "csr"), (cusparse.dense2csc, "csc")):
        made = function(cp.asarray(a))
        assert made.format == format and made.has_canonical_format
        check(made, a)
    for format in ("csr", "csc", "coo"):
        made = cusparse.denseToSparse(cp.asarray(a), format)
        assert made.format == format and made.has_canonical_format
        dense = cusparse.sparseToDense(made)
        assert dense.flags.f_contiguous
        check(dense, a)
    out = cp.zeros(a.shape, dtype, order="F")
    assert cusparse.csr2dense(device(a), out) is out
    check(out, a)
    check(cusparse.csc2dense(device(a, "csc")), a)
    for function in (cusparse.csr2csc, cusparse.csr2cscEx2):
        made = function(device(a))
        assert made.format == "csc"
        check(made, a)
    for function in (cusparse.csc2csr, cusparse.csc2csrEx2):
        made = function(device(a, "csc"))
        assert made.format == "csr"
        check(made, a)
    rows, columns = device(a), device(a, "csc")
    check(cusparse.csr2coo(rows, rows.data * 2, rows.indices), 2 * a)
    check(cusparse.csc2coo(columns, columns.data * 2, columns.indices), 2 * a)
    check(cusparse.coo2csr(rows.tocoo()), a)
    check(cusparse.coo2csc(columns.tocoo()), a)
    check(cusparse.csr2csr_compress(rows, 4), np.where(np.abs(a) > 4, a, 0))


def test_duplicates_stay_where_coordinates_are_compressed():
    coo = sparse.coo_matrix((cp.array([1.0, 2, 3]), (cp.array([0, 0, 2]), cp.array([1, 1, 0]))), shape=(4, 2))
    made = cusparse.coo2csr(coo)
    assert made.nnz == 3 and made.indptr.tolist() == [0, 2, 2, 3, 3]
    check(made, np.array([[0, 3], [0, 0], [3, 0], [0, 0]], "d"))


@pytest.mark.parametrize("wide", [False, True])
def test_orders(wide):
    index = np.int64 if wide else np.int32
    data, inner, starts = cp.array([1.0, 2, 3]), cp.array([2, 0, 1], index), cp.array([0, 2, 3], index)
    for format, function in (("csr", cusparse.csrsort), ("csc", cusparse.cscsort)):
        made = getattr(sparse, f"{format}_array")((data, inner, starts), shape=(2, 3) if format == "csr" else (3, 2))
        before = made.toarray()
        function(made)
        assert made.indices.tolist() == [0, 2, 1] and made.indices.dtype == index
        assert (made.toarray() == before).all()
    for sort_by, rows, columns in (("r", [0, 0, 1], [0, 2, 1]), ("c", [0, 1, 0], [0, 1, 2])):
        made = sparse.coo_matrix((data.copy(), (cp.array([0, 0, 1]), inner.copy())), shape=(2, 3))
        before = made.toarray()
        cusparse.coosort(made, sort_by)
        assert made.row.tolist() == rows and made.col.tolist() == columns and (made.toarray() == before).all()
    with pytest.raises(ValueError):
        cusparse.coosort(made, "x")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("unit_diag", [False, True])
@pytest.mark.parametrize("transa", [False, True, "N", "T", "H"])
def test_triangles(dtype, lower, unit_diag, transa):
    full = draw((6, 6), dtype, 0, 0.6) + 9 * np.eye(6, dtype=dtype)  # the other side is not looked at
    triangle = np.tril(full) if lower else np.triu(full)
    if unit_diag:
        np.fill_diagonal(triangle, 1)
    turned = {"T": triangle.T, True: triangle.T, "H": triangle.conj().T}.get(transa, triangle)
    for shape in ((6,), (6, 2)):
        b = draw(shape, dtype, 1, 1)
        expected = np.linalg.solve(turned, 2 * b).astype(dtype)
        options = {"alpha": 2, "lower": lower, "unit_diag": unit_diag, "transa": transa}
        for format in ("csr", "csc", "coo"):
            made = cusparse.spsm(device(full, format), cp.asarray(b), **options)
            np.testing.assert_allclose(made.get(), expected, rtol=2e-3 if dtype in "fF" else 1e-9, atol=1e-4)
            if format != "coo":
                out = cp.asarray(b)
                assert cusparse.csrsm2(device(full, format), out, **options) is None
                assert (out == made).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_incomplete_factors(dtype):
    n = 30
    a = scipy.sparse.csr_matrix(draw((n, n), dtype, 0, 0.15) + 40 * np.eye(n, dtype=dtype))
    mine = sparse.csr_matrix(a)
    data = mine.data
    cusparse.csrilu02(mine)
    assert mine.data is data or (mine.data == data).all()  # in place
    factors = mine.toarray().get()
    expected = a.toarray().astype("D")
    stored = a.toarray() != 0
    for i in range(1, n):
        for k in range(i):
            if stored[i, k]:
                expected[i, k] /= expected[k, k]
                expected[i, k + 1 :] -= np.where(stored[i, k + 1 :], expected[i, k] * expected[k, k + 1 :], 0)
    np.testing.assert_allclose(factors, expected, rtol=1e-4 if dtype in "fF" else 1e-10, atol=1e-6)
    product = (np.tril(factors, -1) + np.eye(n)) @ np.triu(factors)
    np.testing.assert_allclose(product[stored], a.toarray()[stored], rtol=1e-4)


def test_incomplete_factors_that_are_not():
    with pytest.raises(ValueError, match=r"a\(1,1\) is missing"):
        cusparse.csrilu02(device([[1.0, 2], [3, 0]]))
    with pytest.raises(ValueError, match=r"u\(1,1\) is zero"):
        cusparse.csrilu02(device([[1.0, 2], [2, 4]]))
    with pytest.raises(ValueError):
        cusparse.csrilu02(device(np.ones((2, 3))))
    with pytest.raises(TypeError):
        cusparse.csrilu02(device(np.eye(2), "csc"))
    with pytest.raises(TypeError):
        cusparse.csrilu02(device(np.eye(2, dtype="i")))


def test_availability():
    assert all(map(cusparse.check_availability, ("spmv", "csrmv", "gthr", "csrsm2", "spgemm_int64")))
    with pytest.raises(ValueError):
        cusparse.check_availability("spxx")
    assert cusparse.getVersion() >= 12000
    for name in cusparse.__all__:
        assert callable(getattr(cusparse, name)) and getattr(cusparse, name).__doc__


@pytest.mark.parametrize("call", [
    lambda a: cusparse.csrmv(a, cp.ones(3)),
    lambda a: cusparse.spmv(a, cp.ones(3)),
    lambda a: cusparse.spmv(a, cp.ones(2), cp.ones(3)),
    lambda a: cusparse.spmm(a, cp.ones((2, 3))),  # in C order
    lambda a: cusparse.csrmm(a, cp.ones((3, 2), order="F")),
    lambda a: cusparse.csrgeam(a, device(np.ones((3, 2)))),
    lambda a: cusparse.csrgemm(a, device(np.ones((3, 2)))),
    lambda a: cusparse.csrgemm2(a, a, device(np.ones((3, 2)))),
    lambda a: cusparse.spsm(a, cp.ones(3)),
    lambda a: cusparse.spsm(a, cp.ones(2), lower=1),
    lambda a: cusparse.spsm(a, cp.ones(2), transa="X"),
    lambda a: cusparse.csrsm2(a.tocoo(), cp.ones(2)),
    lambda a: cusparse.csrsm2(a, cp.ones(2), blocking=None),
    lambda a: cusparse.csr2dense(device(np.eye(2, dtype="i"))),
    lambda a: cusparse.csr2dense(a, cp.ones((2, 2))[:, ::-1]),
    lambda a: cusparse.dense2csr(cp.ones(3)),
    lambda a: cuprumx.cusolver.csrlsvqr(a.tocsc(), cp.ones(2)),
    lambda a: cuprumx.cusolver.csrlsvqr(a, cp.ones((2, 1))),
    lambda a: cuprumx.cusolver.csrlsvqr(a, cp.ones(3)),
])  # fmt: skip
def test_what_does_not_fit(call):
    with pytest.raises(ValueError):
        call(device(np.array([[1.0, 2], [0, 3]])))


@pytest.mark.parametrize("call", [
    lambda a: cusparse.csrgeam(a.tocsc(), a),
    lambda a: cusparse.spgemm(a, a.tocoo()),
    lambda a: cusparse.spmv(a.todia(), cp.ones(2)),
    lambda a: cusparse.spsm(a, cp.ones(2, "f")),
    lambda a: cusparse.denseToSparse(cp.ones((2, 2)), "dia"),
    lambda a: cuprumx.cusolver.csrlsvqr(a, cp.ones(2, "f")),
])  # fmt: skip
def test_wrong_types(call):
    with pytest.raises(TypeError):
        call(device(np.array([[1.0, 2], [0, 3]])))


@pytest.mark.parametrize("dtype", DTYPES)
def test_equations_by_cusolver(dtype):
    assert cuprumx.cusolver.check_availability("csrlsvqr")
    a, b = draw((6, 6), dtype) + 9 * np.eye(6, dtype=dtype), draw(6, dtype, 1, 1)
    np.testing.assert_allclose(
        cuprumx.cusolver.csrlsvqr(device(a), cp.asarray(b)).get(),
        np.linalg.solve(a, b),
        rtol=1e-4 if dtype in "fF" else 1e-10,
    )
    with pytest.warns(UserWarning, match="singular"):
        cuprumx.cusolver.csrlsvqr(device(np.ones((2, 2), dtype)), cp.ones(2, dtype))


def test_descriptors_tell_of_their_arrays():
    a = device(draw((6, 5), "f"))
    csr, coo, csc = (cusparse.SpMatDescriptor.create(m) for m in (a, a.tocoo(), a.tocsc()))
    for found in (csr, coo):
        assert (found.rows, found.cols, found.nnz, found.idxBase, found.valueType) == (6, 5, a.nnz, 0, 0)
    assert (csr.rowOffsets, csr.colIdx, csr.values) == (a.indptr.data.ptr, a.indices.data.ptr, a.data.data.ptr)
    assert csr.rowOffsetType == csr.colIdxType == coo.idxType == 2  # int32
    with pytest.raises(AttributeError):
        _ = csc.rows  # cuSPARSE cannot tell, nor can CuPy
    csr.set_attribute(0, 1)
    with pytest.raises(ValueError):
        csr.set_attribute(7, 1)
    wide = cusparse.SpMatDescriptor.create(sparse.csr_array((a.data, a.indices.astype("q"), a.indptr.astype("q"))))
    assert wide.colIdxType == 3
    for wrong, error in ((cp.eye(2), TypeError), (sparse.dia_matrix(cp.eye(2)), ValueError)):
        with pytest.raises(error):
            cusparse.SpMatDescriptor.create(wrong)
    x = cp.arange(6, dtype="D")
    dense = cusparse.DnVecDescriptor.create(x)
    assert (dense.size, dense.values, dense.valueType) == (6, x.data.ptr, 5)
    vector = cusparse.SpVecDescriptor.create(cp.arange(6, dtype="i"), x)
    assert (vector.size, vector.nnz, vector.idxType, vector.values) == (6, 6, 2, x.data.ptr)
    b = cp.asfortranarray(cp.ones((3, 2)))
    matrix = cusparse.DnMatDescriptor.create(b)
    assert (matrix.rows, matrix.cols, matrix.ld, matrix.order, matrix.values) == (3, 2, 3, 1, b.data.ptr)
    for wrong in (cp.ones((3, 2)), cp.ones(3)):
        with pytest.raises(ValueError):
            cusparse.DnMatDescriptor.create(wrong)
    with pytest.raises(AttributeError):
        _ = matrix.batch
    assert len({d.desc for d in (csr, coo, csc, dense, vector, matrix)}) == 6


def test_descriptors_of_kinds_of_matrices():
    first = cusparse.MatDescriptor.create()
    second = pickle.loads(pickle.dumps(first))
    assert isinstance(second.descriptor, int) and first.descriptor != second.descriptor
    first.set_mat_type(3)
    first.set_mat_index_base(1)
    first.set_mat_fill_mode(1)
    first.set_mat_diag_type(1)
    with pytest.raises(ValueError):
        first.set_mat_type(4)


def test_descriptors_end_with_what_they_own():
    ended = []
    descriptor = cusparse.BaseDescriptor(5, lambda number: cp.ones(number), ended.append)
    assert descriptor.size == 5
    del descriptor
    assert ended == [5]
