"""What the tests of sparse matrices share: matrices of SciPy's, the same on the device, comparison."""

import numpy as np
import scipy.sparse

import cuprum as cp
import cuprumx.scipy.sparse as sparse


def host(shape, dtype="d", seed=0, density=0.3, format="csr"):
    """A random matrix of SciPy's, with negative numbers and, where there is room, an empty row."""
    random = np.random.default_rng(seed)
    dense = random.integers(-8, 9, shape) * (random.random(shape) < density)
    if shape[0] > 3:
        dense[2] = 0
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        dense = dense + 1j * np.roll(dense, 1)
    elif dtype.kind == "f":
        dense = dense / 4
    return scipy.sparse.coo_matrix(dense.astype(dtype)).asformat(format)


def device(matrix):
    return getattr(sparse, type(matrix).__name__)(matrix)


def dense_of(x):
    if sparse.issparse(x):
        x = x.get()
    if scipy.sparse.issparse(x):
        x = x.toarray()
    return cp.asnumpy(x) if isinstance(x, cp.ndarray) else np.asarray(x)


def check(actual, expected, rtol=1e-12, same_dtype=True, same_format=False):
    """Values, shape, dtype, and, where it is asked for, the format and the blocks."""
    if scipy.sparse.issparse(expected):
        assert sparse.issparse(actual) or scipy.sparse.issparse(actual), type(actual)
        if same_format:
            assert actual.format == expected.format
            assert getattr(actual, "blocksize", None) == getattr(expected, "blocksize", None)
    a, e = dense_of(actual), dense_of(expected)
    assert a.shape == e.shape
    if same_dtype:
        assert a.dtype == e.dtype
    single = e.dtype.char in "fF"
    np.testing.assert_allclose(a, e, rtol=1e-5 if single else rtol, atol=1e-5 if single else 1e-12)


def both(function, *arguments):
    """What a function makes of SciPy's matrices and of ours, or which error it raises."""
    results = []
    for move in (
        lambda a: a,
        lambda a: device(a) if scipy.sparse.issparse(a) else cp.asarray(a) if isinstance(a, np.ndarray) else a,
    ):
        try:
            results.append(function(*map(move, arguments)))
        except Exception as error:  # noqa: BLE001  whatever SciPy raises is what is wanted
            results.append(error)
    expected, actual = results
    if isinstance(expected, np._core._exceptions.UFuncTypeError):
        return  # SciPy's own: it adds diagonals of integers into booleans
    if isinstance(expected, Exception):
        assert isinstance(actual, type(expected)) or isinstance(expected, type(actual)), (actual, expected)
    else:
        if isinstance(actual, Exception):
            raise actual
        check(actual, expected)


def laplacian(side, shift=0.01):
    n = side * side
    return scipy.sparse.diags([-1.0, -1.0, 4 + shift, -1.0, -1.0], [-side, -1, 0, 1, side], shape=(n, n), format="csr")


def general(n=60, dtype="d", seed=0):
    random = np.random.default_rng(seed)
    a = scipy.sparse.random(n, n, 0.15, random_state=random, format="csr") + 4 * scipy.sparse.eye(n)
    if np.dtype(dtype).kind == "c":
        a = a + 1j * scipy.sparse.random(n, n, 0.1, random_state=random)
    return a.astype(dtype).tocsr(), random.random(n).astype(dtype)


def graphs():
    random = np.random.default_rng(0)
    yield scipy.sparse.csr_matrix((0, 0))
    yield scipy.sparse.csr_matrix((5, 5))
    for n, density in [(1, 1.0), (40, 0.02), (200, 0.004), (200, 0.01), (100, 0.3)]:
        yield scipy.sparse.random(n, n, density, random_state=random, format="csr")
    path = scipy.sparse.diags([1.0], [1], shape=(300, 300), format="csr")
    order = random.permutation(300)
    yield path[order][:, order]
    ring = path.tolil()
    ring[299, 0] = 1
    yield ring.tocsr()
