"""`scipy.sparse`: a random matrix of 2^20 rows with 16 numbers each on a GPU, of 2^16 rows on a CPU, and a Laplacian in two dimensions;
float64 unless told.
"""

import functools

import numpy

from harness.case import Ways, equal

TITLE = "Sparse matrices"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("cuprum",)


@functools.cache
def triples(n):
    random = numpy.random.default_rng(0)
    return random.random(16 * n), random.integers(0, n, 16 * n, "i4"), random.integers(0, n, 16 * n, "i4")


class Matrices:
    """What the cases compute with, made when first asked for."""

    def __init__(self, library, n):
        self.s, self.xp, self.n = library.scipy("sparse"), library.xp, n
        self.v, self.r, self.c = map(library.array, triples(n))
        self.x, self.many = library.array(numpy.ones(n)), library.array(numpy.ones((n, 64)))

    def coo(self):
        return self.s.coo_matrix((self.v, (self.r, self.c)), shape=(self.n, self.n))

    @functools.cached_property
    def csr(self):
        return self.coo().tocsr()

    @functools.cached_property
    def small(self):
        return self.csr[: self.n // 8, : self.n // 8].tocsr()

    @functools.cached_property
    def laplacian(self):
        side = int(self.n**0.5)
        m = side * side
        parts, places = [-1.0, -1.0, 4.01, -1.0, -1.0], [-side, -1, 0, 1, side]
        return self.s.diags(parts, places, shape=(m, m), format="csr")

    def solve(self, name, **options):
        matrix = self.laplacian
        return getattr(self.linalg, name)(matrix, self.x[: matrix.shape[0]], **options)


class Case(Ways):
    def there(self, library):
        try:
            return bool(library.scipy("sparse"))
        except ImportError:
            return False


def cases(setting):
    n = setting.size(1 << 20, 1 << 16, quick=16)
    goal = [equal("cupy" if setting.gpu else "scipy")]

    def of(name, call):
        def ways(library):
            if library.name in ("numpy", "torch"):
                return {}
            matrices = Matrices(library, n)
            matrices.linalg = library.scipy("sparse.linalg")
            return {"": lambda: call(matrices)}

        return Case(name, ways, targets=goal)

    yield of("coo to csr", lambda m: m.coo().tocsr())
    yield of("csr to csc", lambda m: m.csr.tocsc())
    yield of("csr by a vector", lambda m: m.csr @ m.x)
    yield of("csr transposed by a vector", lambda m: m.csr.T @ m.x)
    yield of("csr by 64 vectors", lambda m: m.csr @ m.many)
    yield of("Laplacian by a vector", lambda m: m.laplacian @ m.x[: m.laplacian.shape[0]])
    yield of("csr by csr", lambda m: m.small @ m.small)
    yield of("Laplacian squared", lambda m: m.laplacian @ m.laplacian)
    yield of("csr + csr", lambda m: m.csr + m.csr)
    yield of("csr times csr, by elements", lambda m: m.csr.multiply(m.csr))
    yield of("csr * 2", lambda m: m.csr * 2.0)
    yield of("sum", lambda m: m.csr.sum())
    for axis in (0, 1):
        yield of(f"sum over axis {axis}", lambda m, axis=axis: m.csr.sum(axis=axis))
    yield of("maximum of rows", lambda m: m.csr.max(axis=1))
    yield of("a slice of rows", lambda m: m.csr[n // 8 : n // 4])
    yield of("a slice of columns", lambda m: m.csr[:, n // 8 : n // 4])
    yield of("100 steps of cg", lambda m: m.solve("cg", maxiter=100, atol=0, rtol=1e-30))
    yield of("40 steps of gmres", lambda m: m.solve("gmres", maxiter=2, restart=20, atol=0, rtol=1e-30))
    yield of("norm", lambda m: m.linalg.norm(m.csr))
