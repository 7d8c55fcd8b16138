"""Which elements sparse matrices share, what lies behind their elements, and duplicates of True: beside SciPy."""

import numpy as np
import pytest
import scipy.sparse

import cuprum as cp
from cuprumx.scipy import sparse

DENSE = np.array([[0, 1, 0, 2], [3, 0, 0, 0], [0, 0, 4, 5.0]])
FORMATS = ["csr", "csc", "coo", "dia", "bsr"]


@pytest.mark.parametrize("kind", ["matrix", "array"])
@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("format", FORMATS)
def test_conversions_share_nothing(format, to, kind):
    a = getattr(sparse, f"{format}_{kind}")(cp.array(DENSE))
    b = getattr(a, f"to{to}")(copy=to in (format, "coo"))  # of coo, elements that are sorted already are copied, too
    before = a.toarray()
    assert not cp.shares_memory(b.data, a.data)
    b.data[...] = -7
    assert (a.toarray() == before).all()


@pytest.mark.parametrize("name", ["csr_matrix", "csc_matrix", "coo_matrix", "csr_array", "coo_array"])
@pytest.mark.parametrize("method", ["tocsr", "tocsc"])
def test_writes_to_what_was_converted_stay_there(name, method):
    mine, theirs = getattr(sparse, name)(cp.array(DENSE)), getattr(scipy.sparse, name)(DENSE)
    for a in (mine, theirs):
        converted = getattr(a, method)()
        converted *= 10
        converted.data += 1
    np.testing.assert_array_equal(mine.toarray().get(), theirs.toarray())


@pytest.mark.parametrize("name", ["csr_matrix", "csc_matrix", "csr_array", "csc_array"])
def test_what_lies_behind_the_elements_is_not_seen(name):
    def sums(xp, module):
        parts = xp.array([1.0, 2, 3, 99, 99]), xp.array([0, 1, 2, 0, 0]), xp.array([0, 2, 3] + [3] * (name[2] == "c"))
        a = getattr(module, name)(parts, shape=(2, 3) if name[2] == "r" else (3, 3))
        return float(a.data.sum()), a.data.shape, a.indices.shape, a.nnz, a.toarray().tolist()

    assert sums(cp, sparse) == sums(np, scipy.sparse)


@pytest.mark.parametrize("end", [0, 1, 2, 3])
def test_a_row_of_one_dimension_ends_where_its_pointers_say(end):
    def made(xp, module):
        return module.csr_array((xp.array([1.0, 2, 3]), xp.array([0, 2, 4]), xp.array([0, end])), shape=(5,))

    mine, theirs = made(cp, sparse), made(np, scipy.sparse)
    assert mine.nnz == theirs.nnz
    assert mine.data.shape == theirs.data.shape
    np.testing.assert_array_equal(mine.toarray().get(), theirs.toarray())


@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 2, 3)])
def test_true_twice_is_true(shape):
    random = np.random.default_rng(3)
    places = [np.concatenate([p, p]) for p in (random.integers(0, n, 4) for n in shape)]
    a = sparse.coo_array((cp.ones(8, bool), tuple(map(cp.array, places))), shape=shape)
    dense = a.toarray().get()
    stored = a.nnz
    for axis in (None, *range(len(shape))):
        np.testing.assert_array_equal(cp.asnumpy(a.sum(axis=axis)), dense.sum(axis=axis))
        np.testing.assert_allclose(cp.asnumpy(a.mean(axis=axis)), dense.mean(axis=axis))
    assert a.nnz == stored
