"""The dtype of indices, as in CuPy and SciPy.

Arrays keep int64 that is given, matrices take int32 where it fits. Results have int64 where an operand has it.
"""

import itertools
import pickle

import numpy as np
import pytest
import scipy.sparse

import cuprum as cp
from cuprumx.scipy import sparse
from cuprumx.scipy.sparse import csgraph, linalg

FORMATS = ["csr", "csc", "coo", "bsr"]


def parts_of(format, index, seed=0, shape=(6, 8)):
    rng = np.random.default_rng(seed)
    dense = (rng.random(shape) < 0.35) * rng.integers(1, 5, shape).astype(float)
    made = scipy.sparse.csr_array(dense)
    made = made.tobsr((2, 2)) if format == "bsr" else made.asformat(format)
    if format == "coo":
        return made.data, (made.row.astype(index), made.col.astype(index))
    return made.data, made.indices.astype(index), made.indptr.astype(index)


def make(module, format, index, kind="array", **options):
    xp = np if module is scipy.sparse else cp
    data, *places = parts_of(format, index, **options)
    places = tuple(map(xp.asarray, places[0] if format == "coo" else places))
    given = (xp.asarray(data), places) if format == "coo" else (xp.asarray(data), *places)
    return getattr(module, f"{format}_{kind}")(given, shape=options.get("shape", (6, 8)))


def index_dtypes(a):
    if a.format == "coo":
        return {np.dtype(c.dtype) for c in a.coords}
    return {np.dtype(a.indices.dtype), np.dtype(a.indptr.dtype)}


OPERATIONS = """
a.tocsr(); a.tocsc(); a.tocoo(); a.tobsr((2, 2)); a.T; a.copy(); a.astype("f"); a + b; a + a; a - b
a.multiply(b); a @ b.T; a.T @ b; a * 2; -a; abs(a); a > b; a != b; a.maximum(b); a.reshape(8, 6)
a.reshape((8, 6), order="F"); a.power(2); a.multiply(xp.arange(8.0)); a / 2; a.conj(); L.vstack([a, b])
L.vstack([a, b], format="csr"); L.hstack([a, b], format="csr"); L.block_array([[a, None], [None, b]])
L.block_diag([a, b]); L.kron(a, b); L.kron(a, b, format="csr"); L.tril(a); L.triu(a); L.csr_array(a)
L.csc_matrix(a); L.coo_matrix(a); a - a; a.multiply(a * 0); L.csr_array(a) @ L.csr_array((8, 3))
L.kronsum(a[:5, :5], b[:4, :4]); a[1:4]; a[:, 2:5]; a[::2]; a[:, ::2]; a[xp.array([0, 2, 3])]
a[:, xp.array([0, 2, 3])]; a[xp.array([True, False] * 3)]; a[2]; a[:, 2]; a[[2]]; a[2:2]; a.tocoo().reshape(2, 3, 8)
a.tocoo().reshape(2, 3, 8).transpose((2, 0, 1)); pickle.loads(pickle.dumps(a)); a.tocsr().sorted_indices()
"""


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("wide", itertools.product([False, True], repeat=2))
def test_operations(format, wide):
    indices = [np.int64 if one else np.int32 for one in wide]
    a, b = (make(sparse, format, index, seed=k) for k, index in enumerate(indices))
    host = [make(scipy.sparse, format, index, seed=k) for k, index in enumerate(indices)]
    assert index_dtypes(a) == {np.dtype(indices[0])}
    for operation in OPERATIONS.replace("\n", ";").split(";"):
        operation = operation.strip()
        if not operation or (
            format == "bsr" and ("[" in operation and "L." not in operation or "kronsum" in operation)
        ):
            continue
        made = eval(operation, {"a": a, "b": b, "xp": cp, "L": sparse, "pickle": pickle})
        expected = (
            np.int64 if wide[0] or (wide[1] and "b" in operation.replace("tobsr", "").replace("abs", "")) else np.int32
        )
        assert index_dtypes(made) == {np.dtype(expected)}, operation
        wanted = eval(operation, {"a": host[0], "b": host[1], "xp": np, "L": scipy.sparse, "pickle": pickle})
        np.testing.assert_allclose(made.toarray().get(), wanted.toarray(), err_msg=operation)


@pytest.mark.parametrize("format", FORMATS)
def test_changes_in_place(format):
    for index in (np.int32, np.int64):
        for change in (
            lambda a: a.sum_duplicates(),
            lambda a: a.eliminate_zeros(),
            lambda a: a.setdiag(3.0),
            lambda a: a.resize((8, 10)),
            lambda a: a.__setitem__((1, 2), 7.0),
            lambda a: a.__setitem__((slice(1, 3), slice(2, 5)), 7.0),
        ):
            a = make(sparse, format, index)
            if format == "bsr" and change.__code__.co_names[0] == "__setitem__":
                continue
            change(a)
            assert index_dtypes(a) == {np.dtype(index)}


@pytest.mark.parametrize("format", FORMATS)
def test_construction(format):
    assert index_dtypes(make(sparse, format, np.int64, kind="matrix")) == {np.dtype(np.int32)}
    for index in (np.int32, np.int64):
        host = make(scipy.sparse, format, index)
        mine = getattr(sparse, f"{format}_array")(host)
        assert index_dtypes(mine) == index_dtypes(mine.get()) == index_dtypes(host) == {np.dtype(index)}
        # A matrix keeps those of an array that is converted, and those that are assigned.
        matrix = getattr(sparse, f"{format}_matrix")(mine)
        assert index_dtypes(matrix) == {np.dtype(index)}
        assert index_dtypes(pickle.loads(pickle.dumps(matrix))) == {np.dtype(index)}
    name = "row" if format == "coo" else "indices"
    a = make(sparse, format, np.int32)
    setattr(a, name, getattr(a, name).astype(np.int64))
    a.sum()  # parts wait until a matrix is used, as others may follow
    assert index_dtypes(a) == {np.dtype(np.int64)}


def test_what_scipy_knows_of_coordinates_is_kept():
    host = make(scipy.sparse, "coo", np.int32)
    host.sum_duplicates()
    assert host.has_canonical_format and sparse.coo_array(host).has_canonical_format
    unknown = scipy.sparse.coo_array((host.data, host.coords), shape=host.shape)
    assert not unknown.has_canonical_format and not sparse.coo_array(unknown).has_canonical_format
    vector = scipy.sparse.coo_array(np.array([0.0, 1, 2]))
    vector.sum_duplicates()
    assert sparse.coo_array(vector).has_canonical_format


@pytest.mark.parametrize("cls", ["coo_matrix", "coo_array"])
@pytest.mark.parametrize("count", [0, 3])
def test_what_is_known_of_new_coordinates(cls, count):
    """Coordinates that are given may repeat, and may have any order, also where there are none."""

    def known(module, asarray):
        make = getattr(module, cls)
        places = asarray(np.zeros(count, np.int32))
        given = make((asarray(np.ones(count)), (places, places)), shape=(3, 4))
        summed = given.copy()
        summed.sum_duplicates()
        cubes = make((asarray(np.ones(count)), (places,) * 3), shape=(2, 3, 4)) if cls == "coo_array" else given
        matrices = [
            given, given.copy(), given.astype("f4"), given * 2, -given, given.T, given.reshape(4, 3), make(given),
            summed, summed.T, make((3, 4)), make(asarray(np.zeros((3, 4)))), cubes, cubes.T, cubes.reshape(4, -1),
        ]  # fmt: skip
        return [made.has_canonical_format for made in matrices]

    assert known(sparse, cp.asarray) == known(scipy.sparse, np.asarray)


@pytest.mark.parametrize("kind", ["matrix", "array"])
def test_parts_as_cupys_insides_give_them(kind):
    for index in (np.int32, np.int64):
        for format in ("csr", "csc", "coo"):
            data, *places = parts_of(format, index)
            places = places[0] if format == "coo" else places
            cls = getattr(sparse, f"{format}_{kind}")
            made = cls._from_parts(cp.asarray(data), *map(cp.asarray, places), (6, 8), has_canonical_format=True)
            assert type(made) is cls and index_dtypes(made) == {np.dtype(index)} and made.has_canonical_format
            np.testing.assert_array_equal(made.toarray().get(), make(scipy.sparse, format, index).toarray())


def test_vectors():
    for index in (np.int32, np.int64):
        places = cp.array([1, 4], index)
        for made in (
            sparse.coo_array((cp.ones(2), (places,)), shape=(6,)),
            sparse.csr_array((cp.ones(2), places, cp.array([0, 2], index)), shape=(6,)),
        ):
            assert made.indices.dtype == index if made.format == "csr" else made.coords[0].dtype == index
            assert (made + made).coords[0].dtype == made[1:].coords[0].dtype == index
            assert made.reshape(2, 3).coords[0].dtype == index


def test_given_indices_are_shared():
    data, indices, indptr = map(cp.asarray, parts_of("csr", np.int64))
    made = sparse.csr_array((data, indices, indptr), shape=(6, 8))
    assert cp.shares_memory(made.indices, indices) and cp.shares_memory(made.indptr, indptr)


def test_solvers_and_graphs():
    """Take indices of both dtypes and find the same."""
    rng = np.random.default_rng(0)
    dense = (rng.random((12, 12)) < 0.3) * rng.integers(1, 9, (12, 12)) + 20.0 * np.eye(12)
    host, b = scipy.sparse.csr_array(dense), cp.ones(12)
    calls = [
        lambda a: linalg.splu(a).solve(b),
        lambda a: linalg.spsolve(a, b),
        lambda a: linalg.spsolve_triangular(a, b),
        lambda a: linalg.gmres(a, b)[0],
        lambda a: linalg.eigsh(a + a.T, 2)[0],
        lambda a: linalg.norm(a, 1),
        lambda a: linalg.inv(a).toarray(),
        lambda a: csgraph.shortest_path(a),
        lambda a: csgraph.connected_components(a)[1],
        lambda a: csgraph.minimum_spanning_tree(a).toarray(),
        lambda a: csgraph.reverse_cuthill_mckee(a),
        lambda a: csgraph.maximum_bipartite_matching(a),
        lambda a: a.sum(0) + a.max(0).toarray(),
    ]
    for call in calls:
        found = []
        for index in (np.int32, np.int64):
            parts = cp.asarray(host.data), cp.asarray(host.indices.astype(index)), cp.asarray(host.indptr.astype(index))
            found.append(cp.asnumpy(call(sparse.csr_array(parts, shape=host.shape))))
        np.testing.assert_allclose(*found)
    factors = linalg.splu(sparse.csr_array(cp.asarray(dense)))
    assert factors.perm_r.dtype == factors.perm_c.dtype == np.int32


@pytest.mark.parametrize("kind", ["matrix", "array"])
def test_formats_of_stacks(kind):
    """As in CuPy: csr below each other and csc beside each other keep their format, others become coo."""
    for one, other in itertools.product([*FORMATS, "dia"], repeat=2):
        a, b = (getattr(sparse, f"{format}_{kind}")(cp.eye(4)) for format in (one, other))
        for format in (None, "csr", "csc", "coo"):
            for stack, kept in ((sparse.vstack, "csr"), (sparse.hstack, "csc")):
                made = stack([a, b], format=format)
                expected = kept if one == other == kept and format is None else format or "coo"
                assert type(made) is getattr(sparse, f"{expected}_{kind}")
                blocks = [[a], [b]] if stack is sparse.vstack else [[a, b]]
                assert sparse.bmat(blocks, format=format).format == expected
