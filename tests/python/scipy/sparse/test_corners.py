"""Forms, formats and errors of cuprumx.scipy.sparse that are SciPy's in its corners."""

import copy
import pickle

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg
from sparse_common import both, check, device, host

import cuprum as cp
import cuprumx.scipy.sparse as sparse
import cuprumx.scipy.sparse.linalg as linalg

pytestmark = pytest.mark.filterwarnings(
    "ignore::scipy.sparse.SparseEfficiencyWarning", "ignore::cuprumx.scipy.sparse.SparseEfficiencyWarning"
)
FORMATS = ["csr", "csc", "coo", "dia", "bsr"]


def tensors():
    random = np.random.default_rng(0)
    for shape in [(6,), (4, 3), (2, 3, 4), (0, 3), (1, 2, 1, 2)]:
        yield random.integers(-4, 5, shape) * (random.random(shape) < 0.6)


@pytest.mark.parametrize("first", range(5))
def test_kronecker_products_of_any_dimensions(first):
    a = [*tensors()][first]
    for b in tensors():
        got = sparse.kron(sparse.coo_array(cp.asarray(a)), sparse.coo_array(cp.asarray(b)))
        want = scipy.sparse.kron(scipy.sparse.coo_array(a), scipy.sparse.coo_array(b))
        check(got, want, same_dtype=want.nnz > 0)  # which is float64 in SciPy where there are none
        check(sparse.kron(sparse.coo_array(cp.asarray(a)), cp.asarray(b)), got.get())
    with pytest.raises(ValueError):
        sparse.kron(sparse.coo_array(cp.asarray(a)), sparse.coo_array(cp.ones((2, 2, 2))), format="csr")


@pytest.mark.parametrize("format", FORMATS)
def test_arrays_take_any_shape(format):
    a = scipy.sparse.csr_array(host((4, 6))).asformat(format)
    for shape in [(24,), (2, 3, 4), (-1,), (3, 8), (2, -1, 2)]:
        both(lambda m, shape=shape: m.reshape(shape), a)
    matrix = host((4, 6), format=format)
    for bad in [(24,), (2, 3, 4), (5, 5), (-1, -1)]:
        both(lambda m, bad=bad: m.reshape(bad), matrix)


@pytest.mark.parametrize("format", FORMATS)
def test_formats_of_results(format):
    a = host((4, 4), format=format)
    mine = device(a)
    assert mine.getrow(1).format == a.getrow(1).format and mine.getcol(1).format == a.getcol(1).format
    check(mine.getcol(-1), a.getcol(-1))
    for other in ("csr", "csc", "coo"):
        product, want = mine @ mine.asformat(other), a @ a.asformat(other)
        assert product.format == want.format
        check(product, want)


def test_diagonals_out_of_bounds():
    for k in (-4, -3, 5, 6):
        for name in ("eye", "eye_array"):
            both(
                lambda m, name=name, k=k: getattr(sparse if sparse.issparse(m) else scipy.sparse, name)(3, 5, k=k),
                host((1, 1)),
            )
    with pytest.warns(FutureWarning, match="float64"):
        assert sparse.diags([1, 2, 3]).dtype == np.float64
    assert sparse.diags([1, 2, 3], dtype=None).dtype == np.int64


@pytest.mark.parametrize("format", [None, "lil", 3])
def test_formats_that_there_are_not(format):
    core = sparse.csr_matrix(cp.eye(2))._m
    for call in (lambda: core.to_format(format), lambda: type(core)(format, 2, 2)):
        with pytest.raises(ValueError):
            call()


def test_random_sources():
    for make in (sparse.random, sparse.rand):
        one, two = (make(30, 20, 0.2, **seed) for seed in ({"rng": 3}, {"random_state": 3}))
        check(one, two.get())
        assert one.nnz == 120


def test_bad_axes():
    a = sparse.coo_array(cp.ones((2, 3)))
    b = scipy.sparse.coo_array(np.ones((2, 3)))
    for name, options in [
        ("permute_dims", {"axes": {0, 1}}),
        ("permute_dims", {"axes": (1.5, 0)}),
        ("permute_dims", {"axes": (0, 0)}),
        ("permute_dims", {"axes": (0, 2)}),
        ("permute_dims", {"axes": (0,)}),
        ("swapaxes", {"axis1": 1.2, "axis2": 0}),
        ("swapaxes", {"axis1": 0, "axis2": 3}),
        ("expand_dims", {"axis": 1.2}),
        ("expand_dims", {"axis": 4}),
    ]:
        with pytest.raises((ValueError, TypeError)) as expected:
            getattr(scipy.sparse, name)(b, **options)
        with pytest.raises(expected.type):
            getattr(sparse, name)(a, **options)


@pytest.mark.parametrize("kind", ["csr_matrix", "csr_array", "csc_matrix", "csc_array"])
@pytest.mark.parametrize(
    "key, value",
    [
        ((slice(None), 0), np.arange(5.0)),
        ((slice(1, 5, 2), 0), np.arange(2.0)[:, None]),
        ((0, slice(0, 3)), np.arange(3.0)[:, None]),
        ((slice(4), 0), np.ones((2, 2))),
        ((slice(0, 2), slice(0, 3)), np.arange(2.0)),
        ((slice(0, 2), slice(0, 3)), np.arange(2.0)[:, None]),
        ((0, 0), np.ones(3)),
        ((0, 0), 3j),
        ((0, 0), np.array([[2.0]])),
    ],
)
def test_shapes_that_are_assigned(kind, key, value):
    def assigned(m):
        m = m.copy()
        m[key] = cp.asarray(value) if sparse.issparse(m) and isinstance(value, np.ndarray) else value
        return m

    both(assigned, getattr(scipy.sparse, kind)(np.diag(np.arange(1.0, 6))))


@pytest.mark.parametrize("format", ["csr", "csc"])
@pytest.mark.parametrize("rows", [[0, -1], np.array([True, False, False, False, True])])
def test_sparse_rows_that_are_assigned_to_places_of_a_column(format, rows):
    """For SciPy's and CuPy's matrices an array of places is a row, whatever the number beside it."""

    def assigned(m):
        m = m.copy()
        m[rows, -2] = type(m)(cp.array([[0.0, 7.0]]) if sparse.issparse(m) else np.array([[0.0, 7.0]]))
        return m

    both(assigned, getattr(scipy.sparse, f"{format}_matrix")(np.diag(np.arange(1.0, 6))))


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dia"])
@pytest.mark.parametrize("copy", [True, False])
def test_other_values_at_the_same_places(format, copy):
    """`_with_data` belongs to CuPy's insides, and programs call it."""
    a = getattr(sparse, f"{format}_matrix")(cp.diag(cp.array([1.0, 2, 3])))
    b = a._with_data(a.data * 1j, copy=copy)
    assert type(b) is type(a)
    np.testing.assert_array_equal(b.toarray().get(), np.diag([1j, 2j, 3j]))
    np.testing.assert_array_equal(a.toarray().get(), np.diag([1.0, 2, 3]))


@pytest.mark.parametrize("kind", ["csr_matrix", "csr_array"])
def test_masks_of_all_elements_beside_an_ellipsis(kind):
    a = getattr(scipy.sparse, kind)(np.arange(12.0).reshape(3, 4))
    mask = np.arange(12).reshape(3, 4) % 3 == 0
    both(lambda m: m[mask, ...], a)
    both(lambda m: m[..., mask.tolist()], a)


def test_norms_of_any_dimensions():
    values = np.array([3.0, -4, 0, 0.5])
    theirs, mine = scipy.sparse.coo_array(values), sparse.coo_array(cp.asarray(values))
    counted = (
        () if np.lib.NumpyVersion(scipy.__version__) >= "1.18.0" else (0,)
    )  # SciPy 1.18 counts along two axes only
    for order in (None, "fro", 1, 2, *counted, np.inf, -np.inf, 3):
        np.testing.assert_allclose(
            np.ravel(linalg.norm(mine, order).get()), np.ravel(scipy.sparse.linalg.norm(theirs, order)), rtol=1e-14
        )
    assert linalg.norm(mine, 0) == np.count_nonzero(values)
    np.testing.assert_allclose(linalg.norm(mine, axis=0).get(), scipy.sparse.linalg.norm(theirs, axis=0), rtol=1e-14)
    with pytest.raises(ValueError):
        linalg.norm(mine, axis=1)
    whole = cp.arange(24.0).reshape(2, 3, 4)
    np.testing.assert_allclose(float(linalg.norm(sparse.coo_array(whole))), np.linalg.norm(whole.get()), rtol=1e-14)


def test_bandwidths():
    for a in (np.eye(3, k=1), np.tri(4), np.ones((3, 5)), np.eye(4, k=-2), np.diag([0.0, 1, 0])):
        theirs, mine = scipy.sparse.csr_array(a), sparse.csr_array(cp.asarray(a))
        assert linalg.spbandwidth(mine) == tuple(scipy.sparse.linalg.spbandwidth(theirs))
        if a.shape[0] == a.shape[1]:
            assert linalg.is_sptriangular(mine) == tuple(map(bool, scipy.sparse.linalg.is_sptriangular(theirs)))
    assert linalg.spbandwidth(sparse.csr_array((3, 3))) == (0, 0)
    with pytest.warns(sparse.SparseEfficiencyWarning):
        assert linalg.is_sptriangular(cp.eye(3)) == (True, True)


def test_classes_with_parameters():
    assert sparse.csr_array[np.float64].__origin__ is sparse.csr_array
    assert sparse.csr_matrix[np.float64].__origin__ is sparse.csr_matrix


def test_formats_that_are_not_on_a_device():
    for name in ("tolil", "todok"):
        for a in (sparse.eye(3), sparse.coo_array(cp.ones(3)), sparse.coo_array(cp.ones((2, 2, 2)))):
            with pytest.raises((NotImplementedError, ValueError)):
                getattr(a, name)()


def test_elements_of_lists_are_not_rounded():
    for places in (([0, 1], [0, 1]), [[0, 1], [0, 1]]):
        made = sparse.csr_array(([2**63 + 1, 1], places), dtype=np.uint64)
        assert made.toarray().get().tolist() == [[2**63 + 1, 0], [0, 1]]
    made = sparse.csr_array(([2**63 + 1, 1], [0, 1], [0, 1, 2]), dtype=np.uint64)
    assert made.toarray().get().tolist() == [[2**63 + 1, 0], [0, 1]]


def test_products_of_kronecker_take_the_room_of_their_elements():
    """A column of 2^32 rows has few elements."""
    n = 2**16
    row = scipy.sparse.diags_array([1.0], shape=(1, n), offsets=n - 1)
    for theirs in (row, row.T):
        mine = sparse.coo_array(theirs.tocoo())
        made, expected = sparse.kron(mine, mine), scipy.sparse.kron(theirs, theirs)
        assert made.shape == expected.shape and made.nnz == 1
        assert [int(c[0]) for c in made.tocoo().coords] == [int(c[0]) for c in expected.tocoo().coords]
    with pytest.raises(TypeError):
        sparse.kron(cp.ones((2, 1)), cp.ones((1, 1, 2)))


def test_arrays_of_one_dimension_do_not_grow_to_three():
    made = sparse.csr_array(cp.arange(6))
    for shape in ((1, 2, 3), (-1, 2)):
        with pytest.raises(ValueError):
            made.resize(shape)
    with pytest.raises(TypeError):
        sparse.bsr_array(cp.ones((4, 4)), (4, 4), "d", False, 2)


def test_no_factors_of_nothing():
    for factors in (linalg.splu, linalg.spilu):
        with pytest.raises(RuntimeError):
            factors(sparse.csc_array((5, 5)))


def replaced(a, parts):
    """A copy of a matrix whose parts are set one after the other."""
    made = a.copy()
    for name, values in parts.items():
        move = cp.asarray if sparse.issparse(a) else np.asarray
        setattr(made, name, tuple(map(move, values)) if name == "coords" else move(values))
    return made


LENGTHENED = {
    "csr": {"data": [1.0, 2, 3, 4, 5, 6], "indices": [2, 0, 0, 1, 1, 3], "indptr": [0, 3, 3, 6]},
    "csc": {"indptr": [0, 1, 1, 2, 3], "indices": [2, 0, 1], "data": [3.0, 4, 5]},
    "coo": {"row": [2, 2, 0], "data": [7.0, 8, 1], "col": [3, 3, 1]},
    "dia": {"offsets": [1, -2, 0], "data": [[1.0, 2, 3], [4, 5, 6], [7, 8, 9]]},
    "bsr": {"data": np.arange(12.0).reshape(3, 1, 4), "indptr": [0, 2, 2, 3], "indices": [0, 0, 0]},
}


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("format", FORMATS)
def test_parts_are_replaced_one_by_one(format, kind):
    theirs = getattr(scipy.sparse, f"{format}_{kind}")(host((3, 4)))
    if format == "bsr":
        theirs = theirs.tobsr(blocksize=(1, 4))
    mine = device(theirs)
    for a in (mine.copy(), mine):
        assert a.nnz == theirs.nnz and a.sum() is not None and a.T @ cp.ones(3) is not None  # so that facts are kept
        for parts in (LENGTHENED[format], dict(reversed(LENGTHENED[format].items()))):
            want, got = replaced(theirs, parts), replaced(a, parts)
            assert got.shape == want.shape and got.dtype == want.dtype
            np.testing.assert_array_equal(got.data.get(), want.data)
            check(got.toarray(), want.toarray())
            check(replaced(a, parts) @ cp.arange(4.0), want @ np.arange(4.0))
            check(replaced(a, parts).T @ cp.arange(3.0), want.T @ np.arange(3.0))
            check(replaced(a, parts).sum(axis=0), want.sum(axis=0))
            check(replaced(a, parts).copy(), want)
            if hasattr(got, "sum_duplicates"):
                got.sum_duplicates()
                want.sum_duplicates()
                assert got.nnz == want.nnz and got.has_canonical_format == want.has_canonical_format
            check(got, want)


@pytest.mark.parametrize("format", FORMATS)
def test_replaced_parts_that_do_not_fit(format):
    wrong = {
        "csr": [{"data": [1.0]}, {"indices": [0]}, {"indptr": [0, 1]}, {"indptr": [0, 99, 99, 99]},
                {"data": [1.0], "indices": [4], "indptr": [0, 1, 1, 1]},
                {"data": [1.0], "indices": [2**32], "indptr": [0, 1, 1, 1]},
                {"data": [1.0], "indices": [-1], "indptr": [0, 1, 1, 1]},
                {"data": [1.0], "indices": [0], "indptr": [0, 1, 0, 1]}],
        "coo": [{"data": [1.0]}, {"row": [0]}, {"col": [[0]]}, {"data": [1.0], "row": [3], "col": [0]},
                {"data": [1.0], "row": [0], "col": [2**32 + 1]}, {"data": [1.0], "row": [0], "col": [-1]}],
        "dia": [{"offsets": np.arange(8)}, {"data": np.ones((7, 7))}, {"offsets": [0, 0], "data": np.ones((2, 3))}],
    }  # fmt: skip
    wrong["csc"], wrong["bsr"] = wrong["csr"], [{"data": np.ones((1, 1, 4))}, {"indices": [0]}, {"indptr": [0]}]
    wrong["bsr"] += [{"data": np.ones((1, 1, 4)), "indices": [k], "indptr": [0, 1, 1, 1]} for k in (-1, 1, 2**32)]
    mine = sparse.csr_array(cp.arange(1.0, 13).reshape(3, 4)).asformat(format)
    if format == "csc":  # of three columns
        mine = mine.reshape(4, 3).tocsc()
    if format == "bsr":
        mine = mine.tobsr(blocksize=(1, 4))
    whole = mine.toarray()
    for parts in wrong[format]:
        made = replaced(mine, parts)
        for use in (lambda a: a @ cp.ones(a.shape[1]), lambda a: a.toarray(), lambda a: a.T.tocoo().sum()):
            with pytest.raises(ValueError):
                use(made)
        for name in ("data", "indices", "indptr", "row", "col", "offsets"):  # and may be mended
            if hasattr(type(made), name):
                setattr(made, name, getattr(mine, name))
        check(made.toarray(), whole.get())


@pytest.mark.parametrize("make", [lambda s: s.coo_array, lambda s: s.csr_array])
def test_parts_of_vectors_and_tensors_are_replaced(make):
    theirs = make(scipy.sparse)(np.array([0, 1.0, 0, 2, 0]))
    mine = device(theirs)
    for parts in ({"coords": [[4, 0, 4]], "data": [1.0, 2, 3]}, {"data": [5.0], "coords": [[2]]}):
        if theirs.format == "csr":
            parts = {"indptr": [0, len(parts["data"])], "data": parts["data"], "indices": parts["coords"][0]}
        check(replaced(mine, parts).toarray(), replaced(theirs, parts).toarray())
    mine.data = cp.ones(4)
    with pytest.raises(ValueError):
        mine.toarray()
    cube = sparse.coo_array(cp.eye(3).reshape(3, 1, 3))
    cube.col = cp.asarray([0, 0, 1])
    cube.data = cp.arange(2.0)
    cube.coords = [[1, 1], [0, 0], [2, 2]]
    assert cube.shape == (3, 1, 3) and cube.sum() == 1 and cube.toarray()[1, 0, 2] == 1
    cube.row = [0, 1]
    with pytest.raises(ValueError):
        cube.sum()


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("format", FORMATS)
def test_nothing_is_copied_unless_asked(format, kind):
    a = getattr(sparse, f"{format}_{kind}")(cp.asarray(host((3, 3)).toarray()))

    def place(m):
        return m.data.data.ptr

    same = [a.astype(a.dtype, copy=False), a.asformat(format), a.asformat(None), getattr(a, f"to{format}")()]
    same += [a.reshape(3, 3), a.conj(copy=False)]
    assert all(m is a for m in same)
    assert place(type(a)(a)) == place(a) and place(a.T) == place(a) or format in ("dia", "bsr")
    for made in (a.astype(a.dtype), a.asformat(format, copy=True), a.reshape((3, 3), copy=True), type(a)(a, copy=True)):
        assert made is not a and place(made) != place(a)
    assert type(a.asformat("array")) is cp.ndarray


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("format", FORMATS)
def test_sums_and_means_go_where_they_are_told(format, kind):
    theirs = getattr(scipy.sparse, f"{format}_{kind}")(host((3, 4)))
    mine = device(theirs)
    for name in ("sum", "mean"):
        for axis in (None, 0, 1):
            want = np.asarray(getattr(theirs, name)(axis=axis))
            out = cp.zeros(want.shape)
            assert getattr(mine, name)(axis=axis, out=out) is out
            np.testing.assert_allclose(out.get(), want, rtol=1e-15)
            for shape in ((2, 2), (7,)):
                with pytest.raises(ValueError):
                    getattr(mine, name)(axis=axis, out=cp.zeros(shape))


@pytest.mark.parametrize("format", FORMATS)
def test_pickled_and_copied_matrices(format):
    a = sparse.csr_array(cp.asarray(host((4, 4)).toarray()), maxprint=7).asformat(format)
    a.maxprint, a.name = 7, "some"
    for made in (pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a)):
        assert type(made) is type(a) and made.maxprint == 7 and made.name == "some"
        check(made, a.get())
        made.data *= 2
        check(a, sparse.csr_array(cp.asarray(host((4, 4)).toarray())).get())
    cube = sparse.coo_array(cp.eye(4).reshape(4, 2, 2))
    assert pickle.loads(pickle.dumps(cube)).shape == cube.shape


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_counts_along_axes(format):
    theirs = getattr(scipy.sparse, f"{format}_array")(host((4, 3)))
    mine = device(theirs)
    for axis in (0, 1, -1):
        want, got = theirs.count_nonzero(axis=axis), mine.count_nonzero(axis=axis)
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got.get(), want)


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("format", FORMATS)
def test_formats_beside_numbers(format, kind):
    theirs = getattr(scipy.sparse, f"{format}_{kind}")(host((3, 4)))
    mine = device(theirs)
    for use in (
        lambda a: a.maximum(2.5),
        lambda a: a.minimum(-1),
        lambda a: a.maximum(0),
        lambda a: a != np.nan,
        lambda a: a < np.nan,
        lambda a: a < 1,
        lambda a: a > 1,
    ):
        want, got = use(theirs), use(mine)
        assert got.format == want.format
        check(got, want)


@pytest.mark.parametrize("kind", ["csr_array", "csc_matrix"])
def test_no_elements_are_sparse(kind):
    theirs = getattr(scipy.sparse, kind)(host((4, 4)))
    mine = device(theirs)
    for key in (([], []), (np.zeros((2, 0), int),) * 2, (np.zeros((0, 2), int),) * 2, (np.zeros(4, bool), []), ([], 0)):
        want, got = theirs[key], mine[key]
        assert (type(got).__name__, got.shape, got.dtype) == (type(want).__name__, want.shape, want.dtype)


@pytest.mark.parametrize("first", "?fdFD")
@pytest.mark.parametrize("second", "?fdFD")
def test_quotients_of_sparse_matrices(first, second):
    """They are float64 at least, as SciPy's and CuPy's; SciPy casts complex quotients to the first dtype."""
    a, b = np.array([[1, 0, 3], [4, 1, 0]]).astype(first), np.array([[2, 1, 4], [1, 3, 5]]).astype(second)
    for form in ("csr_matrix", "csc_array", "coo_array"):
        quotient = getattr(sparse, form)(cp.asarray(a)) / getattr(sparse, form)(cp.asarray(b))
        dtype = np.result_type(a, b)
        assert quotient.dtype == (dtype if dtype.kind == "c" else np.float64)
        if dtype.kind != "c":
            expected = getattr(scipy.sparse, form)(a) / getattr(scipy.sparse, form)(b)
            assert quotient.dtype == expected.dtype
        np.testing.assert_allclose(cp.asnumpy(quotient), a / b.astype(quotient.dtype), rtol=1e-6)


@pytest.mark.parametrize("kind", ["matrix", "array"])
@pytest.mark.parametrize("seed", range(6))
def test_setdiag_keeps_the_order_of_coo(kind, seed):
    """The elements that stay come first, then the diagonal; elements that are stored twice stay so."""
    rng = np.random.default_rng(seed)
    for _ in range(10):
        shape = tuple(int(n) for n in rng.integers(1, 7, 2))
        count = int(rng.integers(0, 12))
        parts = (
            rng.integers(1, 9, count).astype("d"),
            (rng.integers(0, shape[0], count), rng.integers(0, shape[1], count)),
        )
        for k in range(-shape[0] + 1, shape[1]):
            length = min(shape[0] - max(0, -k), shape[1] - max(0, k))
            for values in (np.array(2.0), np.arange(1.0, length + 2), np.arange(1.0, length), np.zeros(0)):
                expected = getattr(scipy.sparse, f"coo_{kind}")(parts, shape)
                actual = getattr(sparse, f"coo_{kind}")((cp.asarray(parts[0]), tuple(map(cp.asarray, parts[1]))), shape)
                expected.setdiag(values, k)
                actual.setdiag(cp.asarray(values), k)
                for name in ("data", "row", "col"):
                    np.testing.assert_array_equal(getattr(actual, name).get(), getattr(expected, name))


def test_dot_of_coo_takes_an_array_without_axes():
    for kind in ("matrix", "array"):
        a = getattr(sparse, f"coo_{kind}")(cp.eye(3))
        product = a.dot(cp.array(2.0))
        assert type(product) is type(a) and (product.toarray() == 2 * cp.eye(3)).all()
    with pytest.raises(ValueError, match="Scalar operands"):
        sparse.csr_array(cp.eye(3)).dot(cp.array(2.0))
