"""cuprumx.scipy.sparse against SciPy: formats, conversions, arithmetic, products, reductions, making."""

import operator
import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse
from sparse_common import both, check, device, host

import cuprum as cp
import cuprumx.scipy.sparse as sparse

FORMATS = ["csr", "csc", "coo", "dia"]
SHAPES = [(0, 0), (0, 4), (5, 0), (1, 1), (1, 9), (7, 1), (7, 9), (33, 21)]
DTYPES = ["?", "b", "i", "l", "f", "d", "F", "D"]

pytestmark = pytest.mark.filterwarnings(
    "ignore::scipy.sparse.SparseEfficiencyWarning",
    "ignore::cuprumx.scipy.sparse.SparseEfficiencyWarning",
    "ignore::FutureWarning",
    "ignore::DeprecationWarning",
    "ignore::RuntimeWarning",
)


# --------------------------------------------------------------------------------------------------------- conversions


@pytest.mark.parametrize("shape", SHAPES)
def test_conversions(shape):
    for first in FORMATS:
        a = host(shape, format=first)
        mine = device(a)
        assert mine.format == first and mine.shape == a.shape and mine.dtype == a.dtype
        check(mine.get(), a)
        check(cp.asnumpy(mine), a)
        for second in FORMATS:
            made = mine.asformat(second)
            assert made.format == second
            check(made, a)
            check(made.asformat(first), a)
        check(mine.toarray(), a.toarray())
        assert mine.toarray("F").flags.f_contiguous
        check(mine.toarray("F"), a.toarray())
        check(mine.T, a.T)
        assert mine.T.format == a.T.format
        check(mine.copy(), a)
        check(type(mine)(a.toarray()), a)
        check(type(mine)(cp.asarray(a.toarray())), a)
        check(pickle.loads(pickle.dumps(mine)), a)


@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes(dtype):
    a = host((7, 9), dtype)
    mine = device(a)
    for second in FORMATS:
        check(mine.asformat(second), a.asformat(second))
    for other in "lfD":
        check(mine.astype(other), a.astype(other))
    check(mine.toarray(), a.toarray())
    check(mine.sum(), a.sum())
    check(mine.conj(), a.conj())
    check(mine.real, a.real)


def test_coordinates_are_summed():
    random = np.random.default_rng(1)
    for shape, count in [((4, 5), 100), ((1, 3), 50), ((2000, 3), 5000), ((50, 60), 100000), ((3, 100000), 2000)]:
        row, col = random.integers(0, shape[0], count), random.integers(0, shape[1], count)
        values = random.integers(-5, 5, count).astype("d")
        a = scipy.sparse.coo_matrix((values, (row, col)), shape=shape)
        mine = sparse.coo_matrix((cp.asarray(values), (cp.asarray(row), cp.asarray(col))), shape=shape)
        assert mine.nnz == count and not mine.has_canonical_format
        for format in ("csr", "csc"):
            expected, made = a.asformat(format), mine.asformat(format)
            assert made.nnz == expected.nnz and made.has_canonical_format
            np.testing.assert_array_equal(made.indices.get(), expected.indices)
            np.testing.assert_array_equal(made.indptr.get(), expected.indptr)
            np.testing.assert_array_equal(made.data.get(), expected.data)
        check(mine.toarray(), a.toarray())
        mine.sum_duplicates()
        assert mine.has_canonical_format and mine.nnz == a.tocsr().nnz


def test_unsorted_lines_and_duplicates():
    data, indices, indptr = np.arange(1.0, 8), np.array([3, 1, 1, 0, 2, 2, 2]), np.array([0, 3, 3, 7])
    a = scipy.sparse.csr_matrix((data, indices, indptr), shape=(3, 4))
    mine = sparse.csr_matrix(tuple(map(cp.asarray, (data, indices, indptr))), shape=(3, 4))
    assert not mine.has_sorted_indices and not mine.has_canonical_format
    check(mine.toarray(), a.toarray())
    check(mine @ cp.arange(4.0), a @ np.arange(4.0))
    check(mine + mine, a + a)
    check(mine.max(axis=1), a.copy().max(axis=1))
    check(mine[1:], a[1:])
    check(mine[:, 1:3], a[:, 1:3])
    check(mine.tocsc(), a.tocsc())
    made = mine.sorted_indices()
    assert made.has_sorted_indices and made.nnz == 7
    mine.sum_duplicates()
    assert mine.has_canonical_format and mine.nnz == 4
    check(mine, a)


def test_shape_is_inferred():
    assert sparse.csr_matrix((cp.ones(2), cp.array([0, 3]), cp.array([0, 1, 2]))).shape == (2, 4)
    assert sparse.csc_matrix((cp.ones(2), cp.array([0, 3]), cp.array([0, 1, 2]))).shape == (4, 2)
    assert sparse.coo_matrix((cp.ones(2), (cp.array([0, 3]), cp.array([5, 1])))).shape == (4, 6)
    assert sparse.csr_matrix((3, 4), dtype="f").dtype == np.float32
    assert sparse.csr_matrix((3, 4)).nnz == 0


def test_bad_parts():
    ones, three = cp.ones(2), cp.array([0, 1, 2])
    for parts, shape in [
        ((ones, cp.array([0, 1, 2]), three), (2, 3)),  # lengths
        ((ones, cp.array([0, 1]), cp.array([0, 2])), (2, 3)),  # indptr too short
        ((ones, cp.array([0, 1]), cp.array([[0, 2]])), (2, 3)),
    ]:
        with pytest.raises(ValueError):
            sparse.csr_matrix(parts, shape=shape)
    for indices, indptr in [
        ([0, 5], [0, 1, 2]),
        ([0, -1], [0, 1, 2]),
        ([0, 1], [0, 2, 1]),
        ([0, 1], [0, 1, 9]),
        ([0, 1], [1, 1, 2]),
    ]:
        made = sparse.csr_matrix((ones, cp.array(indices), cp.array(indptr)), shape=(2, 3))
        for use in (
            lambda a: a @ cp.ones(3),
            lambda a: a.toarray(),
            lambda a: a + a,
            lambda a: a.nnz,
            lambda a: a.tocsc(),
        ):
            with pytest.raises(ValueError):
                use(made)
    for row, col in [([0, 9], [0, 1]), ([0, 1], [0, 9]), ([0, -1], [0, 1]), ([0], [0, 1])]:
        with pytest.raises(ValueError):
            sparse.coo_matrix((ones, (cp.array(row), cp.array(col))), shape=(3, 3))
    with pytest.raises(ValueError):
        sparse.dia_matrix((cp.ones((2, 3)), cp.array([0, 0])), shape=(3, 3))
    with pytest.raises(ValueError):
        sparse.csr_matrix((-1, 3))
    with pytest.raises(ValueError):
        sparse.csr_matrix(cp.ones((2, 2, 2)))
    with pytest.raises(ValueError):
        sparse.csr_matrix(cp.ones((2, 2)), shape=(3, 3))


def test_attributes_and_text():
    a = host((7, 9))
    mine = device(a)
    assert str(mine) == str(a) and repr(mine) == repr(a).replace("scipy", "scipy")
    assert str(sparse.coo_array(a)) == str(scipy.sparse.coo_array(a))
    assert repr(device(a.todia())) == repr(a.todia())
    assert mine.ndim == 2 and mine.size == a.size and mine.nnz == a.nnz and mine.getformat() == "csr"
    assert (
        sparse.issparse(mine)
        and sparse.isspmatrix(mine)
        and sparse.isspmatrix_csr(mine)
        and not sparse.isspmatrix_csc(mine)
    )
    assert not sparse.isspmatrix(sparse.csr_array(a)) and isinstance(sparse.csr_array(a), sparse.sparray)
    with pytest.raises(TypeError):
        len(mine)
    with pytest.raises(ValueError):
        bool(mine)
    mine.data *= 2
    check(mine, a * 2)
    mine.data = cp.asarray(a.data)
    check(mine, a)
    for row, expected in zip(mine, a):
        check(row, expected)
    check(mine.getrow(3), a.getrow(3))
    check(mine.getcol(-1), a.getcol(-1))
    check(mine.H, a.conj().T)
    assert sparse.csr_matrix(cp.array([[True, False]])).asfptype().dtype == np.float32
    long = host((40, 40), density=0.9)
    assert str(device(long)) == str(long)


def test_zeros_are_eliminated():
    for format in ("csr", "csc", "coo"):
        a = host((7, 9)).asformat(format)
        a.data[::3] = 0
        mine = device(a)
        check(mine.count_nonzero(), a.count_nonzero())
        for axis in (0, 1):
            check(mine.count_nonzero(axis), a.count_nonzero(axis), same_dtype=False)
            check(mine.getnnz(axis), a.getnnz(axis), same_dtype=False)
        for x, y in zip(mine.nonzero(), a.nonzero()):
            np.testing.assert_array_equal(x.get(), y)
        a.eliminate_zeros()
        mine.eliminate_zeros()
        assert mine.nnz == a.nnz
        check(mine, a)


def test_shapes_change():
    a = host((6, 10))
    for format in FORMATS:
        x, y = a.asformat(format), device(a.asformat(format))
        for shape in [(10, 6), (60, 1), (3, -1), (4, 15)]:
            check(y.reshape(shape), x.reshape(shape))
            check(y.reshape(*shape, order="F"), x.reshape(*shape, order="F"))
        with pytest.raises(ValueError):
            y.reshape(7, 7)
        for shape in [(3, 12), (8, 4)]:
            one, two = x.copy(), y.copy()
            one.resize(shape)
            two.resize(shape)
            check(two, one)


# ---------------------------------------------------------------------------------------------------------- arithmetic


@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (7, 9), (33, 21)])
def test_binary(shape):
    operations = [
        lambda a, b: a + b,
        lambda a, b: a - b,
        lambda a, b: a.multiply(b),
        lambda a, b: a.maximum(b),
        lambda a, b: a.minimum(b),
        lambda a, b: a == b,
        lambda a, b: a != b,
        lambda a, b: a < b,
        lambda a, b: a > b,
        lambda a, b: a <= b,
        lambda a, b: a >= b,
    ]
    for first, second in [("csr", "csr"), ("csc", "csr"), ("coo", "dia"), ("csc", "csc")]:
        a, b = host(shape, format=first, seed=1), host(shape, format=second, seed=2)
        for operation in operations:
            both(operation, a, b)


def test_binary_dtypes():
    for one, two in [("i", "d"), ("f", "F"), ("?", "b"), ("D", "f"), ("l", "i"), ("f", "d")]:
        a, b = host((7, 9), one, 1), host((7, 9), two, 2)
        both(lambda a, b: a + b, a, b)
        both(lambda a, b: a.multiply(b), a, b)
        both(lambda a, b: a != b, a, b)
    both(lambda a, b: a + b, host((3, 4)), host((4, 3)))


@pytest.mark.parametrize("format", FORMATS)
def test_numbers(format):
    a = host((7, 9), format=format)
    for operation in [
        lambda a: a * 2,
        lambda a: 2.5 * a,
        lambda a: a / 4,
        lambda a: -a,
        lambda a: abs(a),
        lambda a: a + 0,
        lambda a: 0 - a,
        lambda a: a + 1,
        lambda a: a.power(2),
        lambda a: a.power(0),
        lambda a: a != 0,
        lambda a: a > 1,
        lambda a: a < 1,
        lambda a: a == 0.5,
        lambda a: a.maximum(1),
        lambda a: a.maximum(-1),
        lambda a: a.minimum(0),
        lambda a: a.sin(),
        lambda a: a.arctan(),
        lambda a: a.floor(),
        lambda a: a.rint(),
        lambda a: a.sign(),
        lambda a: a.expm1(),
        lambda a: a.deg2rad(),
        lambda a: a.trunc(),
        lambda a: 1 / a,
        lambda a: a.dot(3),
        lambda a: a @ 3,
        lambda a: round(a, 1),
    ]:
        both(operation, a)
    check(device(a) * cp.asarray(2.0), a * 2)
    check(cp.asarray(2.0) * device(a), a * 2)
    check(device(a.astype("f")) / 3, a.astype("f") / 3)
    check(device(a.astype("i")) / 3, a.astype("i") / 3)


def test_dense_operands():
    a, b = host((7, 9)), np.random.default_rng(0).random((7, 9))
    for operation in [
        lambda a, b: a + b,
        lambda a, b: b + a,
        lambda a, b: a - b,
        lambda a, b: b - a,
        lambda a, b: a.multiply(b),
        lambda a, b: a.multiply(b[:1]),
        lambda a, b: a.multiply(b[:, :1]),
        lambda a, b: a.multiply(b[0]),
        lambda a, b: a / b,
        lambda a, b: a > b,
        lambda a, b: a.maximum(b),
    ]:
        both(operation, a, b)
        both(operation, a.tocsc(), b)
    row, column = host((1, 9), seed=3), host((7, 1), seed=4)
    for operation in (lambda a, b: a.multiply(b), lambda a, b: b.multiply(a)):
        both(operation, a, row)
        both(operation, a, column)
        both(operation, row, column)
    both(lambda a, b: a.multiply(b), a, host((3, 3)))
    with np.errstate(all="ignore"):
        both(lambda a, b: a / b, a, host((7, 9), seed=5))


@pytest.mark.parametrize("kind", ["matrix", "array"])
def test_matrices_and_arrays_multiply(kind):
    a = getattr(scipy.sparse, f"csr_{kind}")(host((5, 5)))
    b = np.arange(5.0)
    both(lambda a, b: a * b, a, b)
    both(lambda a, b: a @ b, a, b)
    both(lambda a, b: b @ a, a, b)
    both(lambda a: a * a, a)
    both(lambda a: a**2, a)
    both(lambda a: a.sum(axis=0), a)
    both(lambda a: a.sum(axis=1), a)
    both(lambda a: a.mean(axis=0), a)
    both(lambda a: a.argmax(axis=1), a)


# ------------------------------------------------------------------------------------------------------------ products


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("shape", SHAPES)
def test_products(shape, format):
    random = np.random.default_rng(3)
    a = host(shape, format=format)
    both(lambda a, x: a @ x, a, random.random(shape[1]))
    both(lambda a, x: a @ x, a, random.random((shape[1], 3)))
    both(lambda a, x: a @ x, a, np.asfortranarray(random.random((shape[1], 70))))
    both(lambda a, x: a.T @ x, a, random.random(shape[0]))
    both(lambda a, x: x @ a, a, random.random(shape[0]))
    both(lambda a, x: x @ a, a, random.random((4, shape[0])))
    both(lambda a, x: a @ x, a, random.random(shape[1] + 1))


def test_products_of_sparse():
    for m, k, n in [(1, 1, 1), (7, 9, 5), (0, 3, 4), (3, 0, 4), (60, 50, 70)]:
        for first, second in [("csr", "csr"), ("csc", "csc"), ("csr", "csc"), ("coo", "dia")]:
            both(lambda a, b: a @ b, host((m, k), format=first, seed=1), host((k, n), format=second, seed=2))
    # Rows of one product, of many, and of so many that they are sorted otherwise.
    a = scipy.sparse.csr_matrix(np.random.default_rng(0).random((5, 300)))
    both(lambda a, b: a @ b, a, host((300, 40), density=0.5))
    both(lambda a, b: a @ b, host((7, 9)), host((7, 9)))
    both(lambda a: a.dot(a.T), host((7, 9)))


@pytest.mark.parametrize("dtype", ["?", "b", "B", "h", "i", "l", "f", "F", "D"])
def test_dtypes_of_products(dtype):
    random = np.random.default_rng(3)
    a, b = host((7, 9), dtype), host((9, 4), dtype, seed=1)
    both(lambda a, b: a @ b, a, b.toarray())
    both(lambda a, b: a @ b, a, b)
    both(lambda a, b: a @ b, a, random.random(9))
    both(lambda a, b: b @ a, a, random.random(7).astype("f"))


def test_half_products():
    a = host((20, 30), "f")
    mine = device(a).astype("e")
    assert (mine @ cp.ones(30, "e")).dtype == np.float16
    np.testing.assert_allclose((mine @ cp.ones(30, "e")).get(), a @ np.ones(30), rtol=2e-3, atol=1e-2)


def test_long_and_short_rows():
    random = np.random.default_rng(5)
    dense = np.zeros((300, 2000))
    dense[7] = random.random(2000)
    dense[::50, ::100] = random.random((6, 20))
    a = scipy.sparse.csr_matrix(dense)
    both(lambda a, x: a @ x, a, random.random(2000))
    both(lambda a, x: a.T @ x, a, random.random(300))
    both(lambda a: a @ a.T, a)


# ---------------------------------------------------------------------------------------------------------- reductions


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("dtype", ["?", "i", "f", "D"])
def test_sums(dtype, format):
    a = host((7, 9), dtype, format=format)
    for axis in (None, 0, 1, -1, -2, (0, 1)):
        both(lambda a: a.sum(axis=axis), a)
        both(lambda a: a.mean(axis=axis), a)
    both(lambda a: a.sum(axis=0, dtype="D"), a)
    both(lambda a: a.sum(axis=2), a)
    both(lambda a: a.trace(), a)
    both(lambda a: a.diagonal(2), a)


def test_extrema():
    a = host((9, 7))
    a[3] = np.nan
    full = scipy.sparse.csr_matrix(-1 - np.random.default_rng(0).random((4, 5)))
    for m in (a, full, host((1, 1)), host((5, 3), density=0), host((6, 6), "i")):
        for format in ("csr", "csc"):
            x = m.asformat(format)
            for axis in (None, 0, 1):
                for name in ("max", "min", "nanmax", "nanmin", "argmax", "argmin"):
                    if name.startswith("arg") and m is a:
                        continue  # SciPy makes nothing of a NaN's place
                    both(lambda a: getattr(a, name)(axis=axis), x)
    for shape in [(0, 3), (3, 0)]:
        for axis in (None, 0, 1):
            both(lambda a: a.max(axis=axis), host(shape))
            both(lambda a: a.argmin(axis=axis), host(shape))


# -------------------------------------------------------------------------------------------------------------- making


def module_of(a):
    return sparse if sparse.issparse(a) else scipy.sparse


def made(name, *arguments, **keywords):
    expected = getattr(scipy.sparse, name)(*arguments, **keywords)
    actual = getattr(sparse, name)(*arguments, **keywords)
    check(actual, expected)
    return actual, expected


def test_diagonals():
    made("eye", 4)
    made("eye", 4, 6, 2, dtype="f", format="csr")
    made("eye", 4, 6, -3)
    made("eye", 0)
    made("identity", 5, dtype="i", format="csc")
    made("diags", [[1.0, 2, 3], [4.0, 5, 6, 7]], [-1, 0])
    made("diags", [1.0, 2, 3])
    made("diags", [1, -2, 1], [-1, 0, 1], shape=(4, 5))
    made("diags", [[1, 2, 3]], [2], shape=(3, 9), format="csr", dtype="f")
    made("spdiags", np.arange(12.0).reshape(3, 4), np.array([0, -1, 2]), 4, 4)
    for name, arguments in [("diags", ([[1.0, 2], [1.0]], [0])), ("diags", ([[1.0, 2, 3]], [0], (5, 5)))]:
        with pytest.raises(ValueError):
            getattr(sparse, name)(*arguments)
    assert isinstance(sparse.eye_array(3), sparse.dia_array)
    assert isinstance(sparse.diags_array([1.0, 2.0]), sparse.dia_array)


def test_setdiag():
    for format in ("csr", "csc", "coo", "dia"):
        for k in (0, 2, -3):
            one, two = host((6, 8), format=format), device(host((6, 8), format=format))
            one.setdiag(5, k)
            two.setdiag(5, k)
            check(two, one)
            one.setdiag(np.arange(3.0), k)
            two.setdiag(cp.arange(3.0), k)
            check(two, one)
    with pytest.raises(ValueError):
        device(host((6, 8))).setdiag(1, 8)


def test_blocks():
    a, b, c = host((3, 4)), host((3, 2), seed=1), host((5, 4), seed=2)
    for function in [
        lambda a, b, c: module_of(a).hstack([a, b]),
        lambda a, b, c: module_of(a).vstack([a, c], format="csc"),
        lambda a, b, c: module_of(a).bmat([[a, b], [c, None]]),
        lambda a, b, c: module_of(a).block_diag([a, b, c], format="csr"),
        lambda a, b, c: module_of(a).vstack([a, b]),
        lambda a, b, c: module_of(a).bmat([[a, b], [None, None]]),
        lambda a, b, c: module_of(a).kron(a, b, format="csr"),
        lambda a, b, c: module_of(a).kron(a, b),
        lambda a, b, c: module_of(a).kron(a, c.astype("F")),
        lambda a, b, c: module_of(a).kronsum(a @ a.T, b @ b.T),
        lambda a, b, c: module_of(a).kronsum(a, b),
    ]:
        both(function, a, b, c)
    assert sparse.vstack([device(a), device(c)]).format == "csr"
    assert sparse.block_array([[device(a)], [device(c)]]).shape == (8, 4)


def test_triangles():
    a = host((7, 9))
    for k in (-20, -2, 0, 3, 20):
        for name in ("tril", "triu"):
            both(lambda a: getattr(module_of(a), name)(a, k), a)
            both(lambda a: getattr(module_of(a), name)(a, k, format="csc"), a)
    for x, y in zip(sparse.find(device(a)), scipy.sparse.find(a)):
        np.testing.assert_array_equal(x.get(), y)


def test_random():
    for density in (0, 0.01, 0.3, 0.9, 1):
        a = sparse.random(40, 50, density, random_state=1)
        assert a.format == "coo" and a.shape == (40, 50) and a.nnz == round(density * 2000)
        assert len({*zip(a.row.get().tolist(), a.col.get().tolist())}) == a.nnz
        check(a, sparse.random(40, 50, density, random_state=1))
    assert 0 <= float(a.data.min()) and float(a.data.max()) <= 1
    assert sparse.random(1 << 30, 1 << 30, 1e-15).nnz == round(1e-15 * 2**60)
    assert sparse.rand(9, 9, 0.5, dtype="f").dtype == np.float32
    assert isinstance(sparse.random_array((9, 9), density=0.5, rng=cp.random.default_rng(1)), sparse.coo_array)
    for density in (-1, 2):
        with pytest.raises(ValueError):
            sparse.random(3, 3, density)


def test_index_dtypes():
    assert sparse.get_index_dtype((cp.arange(3),)) == np.int64
    assert sparse.get_index_dtype((cp.arange(3),), check_contents=True) == np.int32
    assert sparse.get_index_dtype(maxval=2**40) == np.int64
    a = device(host((7, 9)))
    assert all(part.dtype == np.int64 for part in sparse.safely_cast_index_arrays(a, np.int64))
    wide = sparse.coo_matrix((cp.ones(2), (cp.array([0, 1 << 40]), cp.array([3, 1]))), shape=((1 << 40) + 1, 5))
    assert wide.row.dtype == np.int64
    check(wide.tocsc().sum(axis=0), np.array([[0, 1, 0, 1, 0.0]]))
    with pytest.raises(ValueError):
        sparse.safely_cast_index_arrays(wide)


def test_axes():
    a = device(host((7, 9)))
    for turned in (sparse.permute_dims(a), sparse.swapaxes(a, 0, 1), sparse.matrix_transpose(a), a.mT):
        check(turned, host((7, 9)).T)
    check(sparse.permute_dims(a, (0, 1)), host((7, 9)))
    for bad in [(0, 0), (0, 1, 2), (0, 5)]:
        with pytest.raises(ValueError):
            sparse.permute_dims(a, bad)


def test_files(tmp_path):
    for format in FORMATS:
        a = host((7, 9), format=format)
        sparse.save_npz(tmp_path / "a.npz", device(a))
        check(scipy.sparse.load_npz(tmp_path / "a.npz"), a)
        check(sparse.load_npz(tmp_path / "a.npz"), a)


def test_warnings():
    a = device(host((7, 9)))
    with pytest.warns(sparse.SparseEfficiencyWarning):
        a == 0  # noqa: B015
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        a != 0  # noqa: B015


def test_shared_places():
    """Matrices with the same indices, whose values alone are computed with."""
    a = host((9, 7))
    for ours, want in ((device(a), a), (device(a.tocsc()), a.tocsc())):
        other, theirs = ours.copy(), want.copy()
        other.data[...] = cp.arange(other.nnz)
        theirs.data[...] = np.arange(theirs.nnz)
        shared = ours * 2.0
        check(ours + ours, want + want)
        check(ours - ours, want - want)
        check(ours.multiply(shared), want.multiply(want * 2.0))
        check(ours + other, want + theirs)
        assert (ours - ours).nnz == 0 and (ours != ours).nnz == 0


def test_lines_follow_lines():
    data, indices, indptr = np.arange(1.0, 7), np.array([2, 0, 0, 1, 3, 1], "i4"), np.array([0, 3, 3, 6], "i4")
    a = scipy.sparse.csr_matrix((data, indices, indptr), shape=(3, 4))  # unsorted, and with duplicates
    b = scipy.sparse.random(5, 4, 0.5, random_state=0, format="csr", dtype="f")
    for parts in ([a], [a, b], [b, a, b], [scipy.sparse.csr_matrix((0, 4)), b], [scipy.sparse.csr_matrix((2, 4)), a]):
        ours = sparse.vstack([device(part) for part in parts])
        assert ours.format == "csr"
        check(ours, scipy.sparse.vstack(parts))
        np.testing.assert_array_equal(
            (ours @ cp.arange(4.0)).get(), scipy.sparse.vstack(parts).toarray() @ np.arange(4.0)
        )
        ours = sparse.hstack([device(part).T for part in parts])
        assert ours.format == "csc"
        check(ours, scipy.sparse.hstack([part.T for part in parts]))
        assert sparse.vstack([device(part) for part in parts], format="coo").format == "coo"


@pytest.mark.parametrize("longest", [6, 30, 90])
def test_products_of_rows(longest):
    """Rows of few products, of many, and of so many that a table of hashes holds them."""
    random = np.random.default_rng(0)
    a = scipy.sparse.random(50, 60, longest / 60, random_state=random, format="csr") if longest < 60 else None
    a = a if a is not None else scipy.sparse.csr_matrix(random.random((50, 60)))
    b = scipy.sparse.random(60, 300, 0.02, random_state=random, format="csr")
    np.testing.assert_allclose((device(a) @ device(b)).toarray().get(), (a @ b).toarray(), rtol=1e-12)
    few = scipy.sparse.diags([1.0, -2.0, 3.0], [-1, 0, 7], shape=(60, 60), format="csr")
    for dtype in ("f", "D", "i8"):
        c = few.astype(dtype)
        check(device(c) @ device(c), (c @ c).sorted_indices())


@pytest.mark.parametrize("format", ["csr", "csc"])
@pytest.mark.parametrize("axis", [0, 1, None])
def test_explicit_extrema(format, axis):
    a = host((7, 9), format=format, density=0.4)
    for name in ("max", "min", "argmax", "argmin"):
        both(lambda m, name=name: getattr(m, name)(axis=axis, explicit=True), a)


def test_diagonals_stay_diagonals():
    a, b = host((6, 8), format="dia", density=0.2), host((6, 8), format="dia", density=0.2, seed=1)
    x, y = device(a), device(b)
    for function in (lambda p, q: p + q, lambda p, q: p - q, lambda p, q: p.multiply(q), lambda p, q: p @ q.T):
        wanted, actual = function(a, b), function(x, y)
        assert actual.format == wanted.format == "dia"
        check(actual, wanted)


def test_stacks_of_vectors():
    vector, matrix = scipy.sparse.coo_array([1.0, 0, 2]), scipy.sparse.coo_array(np.eye(3))
    check(sparse.vstack([device(vector), device(matrix)]), scipy.sparse.vstack([vector, matrix]))
    check(sparse.block_diag([device(vector), 3.0]), scipy.sparse.block_diag([vector, 3.0]))


def test_long_diagonals_are_cut():
    values = np.arange(1.0, 5)
    check(
        sparse.diags_array(cp.asarray(values), offsets=2, shape=(4, 4)),
        scipy.sparse.diags_array(values, offsets=2, shape=(4, 4)),
    )
    assert sparse.diags_array([cp.ones(2, "i")], offsets=[0], dtype=None).dtype == np.int32


def test_kron_with_a_full_block():
    a, b = host((3, 4)), scipy.sparse.csr_matrix(np.arange(1.0, 7).reshape(2, 3))
    wanted, actual = scipy.sparse.kron(a, b), sparse.kron(device(a), device(b), format="bsr")
    assert actual.format == wanted.format == "bsr" and actual.blocksize == wanted.blocksize
    check(actual, wanted)
    actual = sparse.kron(device(a), device(b))  # as CuPy's, which programs ask for rows and columns
    assert actual.format == "coo" and actual.row.size == actual.col.size == actual.nnz == 6 * a.nnz
    np.testing.assert_array_equal(actual.toarray().get(), wanted.toarray())


def test_turned_products_follow_the_data():
    a = host((60, 50), density=0.2)
    mine, x = device(a), np.arange(60.0)
    for factor in (1, 2, -3):
        np.testing.assert_allclose((mine.T @ cp.asarray(x)).get(), factor * (a.T @ x))
        np.testing.assert_allclose(mine.sum(0).get(), factor * np.asarray(a.sum(0)))
        mine.data[...] = cp.asarray(a.data * {1: 2, 2: -3, -3: 0}[factor])


IN_PLACE = ["A *= 2", "A /= 2", "A *= xp.asarray(2.0)", "A /= xp.asarray(4.0)", "A *= np.float32(2)", "A *= True"]
IN_PLACE += ["A /= xp.asarray(0.0)", "A *= 1j", "A *= 2.5", "A *= B", "A += B", "A -= B", "A += 0"]


@pytest.mark.parametrize("program", IN_PLACE)
@pytest.mark.parametrize("format", [*FORMATS, "bsr"])
def test_in_place(format, program):
    """A matrix is scaled where it lies: other names of it see that, and its elements. Where their dtype does not hold
    the result, SciPy raises an error. Here and in CuPy the matrix gets other elements."""
    for dtype in ("d", "i", "F"):
        values = np.array([[1, 0, 2], [0, 3, 0], [4, 0, 5]], dtype)
        for kind in ("matrix", "array"):
            found = []
            for xp, module in ((np, scipy.sparse), (cp, sparse)):
                make = getattr(module, f"{format}_{kind}")
                first = make(xp.asarray(values))
                data = first.data
                names = {"A": first, "B": make(xp.asarray(values)), "xp": xp, "np": np}
                try:
                    exec(program, names)
                except TypeError:
                    scaled = eval(program.replace("=", "", 1), {**names, "A": make(xp.asarray(values))})
                    found.append((True, scaled.dtype, data, scaled.toarray()))
                else:
                    last = names["A"]
                    found.append((last is first, last.dtype, cp.asnumpy(data), cp.asnumpy(last.toarray())))
            ours, expected = found[1], found[0]
            assert len(ours) == len(expected) and ours[:-2] == expected[:-2]
            for got, wanted in zip(ours, expected, strict=True):
                np.testing.assert_array_equal(got, wanted)


DIVISORS = ["2", "3.0", "1 - 2j", "3j", "np.float32(3)", "np.int8(3)", "np.complex64(3 - 1j)", "np.float64(0)", "True"]
DIVISORS += ["xp.asarray(4.0)", "xp.asarray([1.0, 2, 4])", "xp.asarray([[2.0], [4], [0.5]])", "B"]


@pytest.mark.parametrize("divisor", DIVISORS)
@pytest.mark.parametrize("format", [*FORMATS, "bsr"])
def test_division(format, divisor):
    for dtype in ("d", "i1", "f", "F", "?"):
        values = np.array([[1, 0, 2], [0, 3, 0], [4, 0, 5]], dtype)
        found = []
        for xp, module in ((np, scipy.sparse), (cp, sparse)):
            make = getattr(module, f"{format}_array")
            names = {"B": make(xp.asarray(values + values)), "xp": xp, "np": np}
            with np.errstate(all="ignore"):
                made = make(xp.asarray(values)) / eval(divisor, names)
            is_sparse = module.issparse(made)
            found.append((is_sparse, made.dtype, made.toarray() if is_sparse else made))
        (*expected, wanted), (*ours, got) = found
        assert ours == expected, dtype
        np.testing.assert_allclose(cp.asnumpy(got), wanted, rtol=1e-6 if dtype in "fF" else 1e-14)


def test_division_by_a_literal_zero():
    a = sparse.csr_matrix(cp.eye(3))
    for call in (lambda: a / 0, lambda: a / 0.0, lambda: a.__itruediv__(0)):
        with pytest.raises(ZeroDivisionError):
            call()
    with pytest.raises(ValueError, match="inconsistent shapes"):
        a / sparse.csr_matrix(cp.eye(4))


def test_what_is_known_of_a_matrix_follows_its_elements():
    a = sparse.csr_matrix(cp.asarray([[1.0, 0, 2], [0, 3, 0]]))
    x, y = cp.ones(3), cp.ones(2)
    first, second, total = a @ x, a.T @ y, a.sum()
    a *= 2
    assert ((a @ x) == 2 * first).all() and ((a.T @ y) == 2 * second).all() and a.sum() == 2 * total
    b = sparse.coo_array(cp.arange(8.0).reshape(2, 2, 2))
    same = b
    b *= 3
    b /= 2
    assert same is b and b.toarray().ravel().tolist() == [1.5 * k for k in range(8)]


@pytest.mark.parametrize("form", ["csr_matrix", "csc_array", "coo_matrix", "bsr_array"])
def test_elements_are_cast_before_duplicates_are_added(form):
    places = np.zeros(4, int)
    for data, dtype in [([True, True, False, True], "d"), ([0.5, -0.5, 0.25, 0], "?"), ([0.1, 0.2, 0.3, 0.4], "f")]:
        data = np.array(data)
        expected = getattr(scipy.sparse, form)((data, (places, places)), (1, 1), dtype)
        actual = getattr(sparse, form)((cp.asarray(data), (cp.asarray(places),) * 2), (1, 1), dtype)
        check(actual.toarray(), expected.toarray())


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dia"])
@pytest.mark.parametrize("dtype", ["f", "d", "D", "i4"])
def test_rows_and_columns_are_repeated(format, dtype):
    """In extrema and comparisons, as in CuPy; SciPy refuses them."""
    a = (host((5, 4), density=0.6) * 3).astype(dtype)
    row, column = ((host(shape, density=0.6) * 3).astype(dtype) for shape in ((1, 4), (5, 1)))
    for one, other in ((a, row), (row, a), (a, column), (column, a), (row, column)):
        mine = device(one).asformat(format), device(other)
        full = one.toarray(), other.toarray()
        for name in ("maximum", "minimum"):
            made = getattr(mine[0], name)(mine[1])
            assert sparse.issparse(made) and made.dtype == dtype
            np.testing.assert_array_equal(made.toarray().get(), getattr(np, name)(*full))
        for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
            np.testing.assert_array_equal(compare(*mine).toarray().get(), compare(*full))
        for refused in (operator.add, operator.sub):
            with pytest.raises(ValueError, match="inconsistent shapes"):
                refused(*mine)
    for name in ("maximum", "__lt__", "__ge__"):
        with pytest.raises(ValueError, match="inconsistent shapes"):
            getattr(device(a), name)(device(a.T.tocsr()))
    assert (device(a) == device(a.T.tocsr())) is False and (device(a) != device(a.T.tocsr())) is True


def test_products_by_arrays_without_axes_are_refused():
    a = device(host((3, 4)))
    for product in (a.dot, lambda x: a @ x, lambda x: x @ a):
        with pytest.raises(ValueError):
            product(cp.array(2.0))
    np.testing.assert_array_equal(a.dot(2.0).toarray().get(), (a * cp.array(2.0)).toarray().get())


def test_vectors_in_a_shape():
    """A vector becomes a row, or longer, by the shape that is given, as SciPy's and CuPy's."""
    values = np.array([0.0, 1, 0, 2])
    for of in (cp.asarray, lambda x: sparse.csr_array(cp.asarray(x)), lambda x: sparse.coo_array(cp.asarray(x))):
        for shape in ((1, 4), (1, 6), (4,), (6,)):
            made = sparse.csr_array(of(values), shape=shape)
            assert made.shape == shape and made.ndim == len(shape) and made.format == "csr"
            np.testing.assert_array_equal(made.toarray().get().ravel(), np.resize([*values, 0, 0], shape[-1]))
        for shape in ((2, 4), (1, 3), (3,)):
            with pytest.raises(ValueError):
                sparse.csr_array(of(values), shape=shape)
    assert sparse.coo_array(sparse.csr_array(cp.asarray(values)), shape=(6,)).shape == (6,)
    with pytest.raises(ValueError):
        sparse.coo_array(cp.asarray(values), shape=(1, 4))


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_formats_of_products_by_vectors(format):
    a, v = np.array([[1.0, 0, 2, 0], [0, 3, 0, 1]]), np.array([1.0, 0, 3, 4])
    for kind in ("csr_array", "coo_array"):
        made = []
        for module, move in ((sparse, cp.asarray), (scipy.sparse, np.asarray)):
            x, y = getattr(module, f"{format}_array")(move(a)), getattr(module, kind)(move(v))
            made.append((x @ y, getattr(module, kind)(move(v[:2])) @ x, x.multiply(y), x * y, y[None], y[:, None]))
        for ours, theirs in zip(*made):
            assert ours.format == theirs.format and ours.shape == theirs.shape
            np.testing.assert_array_equal(ours.toarray().get(), theirs.toarray())
