"""`scipy.sparse`: a random matrix of 2^20 rows with 16 numbers each on a GPU, of 2^16 rows on a CPU, and a Laplacian in
two dimensions; float64 unless told. Targets on a GPU are times that were set beforehand, in milliseconds.
"""

import functools

import numpy

from harness.case import Ways, equal, most

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
        self.name, self.s, self.xp, self.n = library.name, library.scipy("sparse"), library.xp, n
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
        return self.diagonals()

    @functools.cached_property
    def part(self):
        side = min(4096, self.n)
        return self.csr[:side, :side].tocsr()

    @functools.cached_property
    def tiny(self):
        return self.csr[:1000, :1000].tocsr()

    @functools.cached_property
    def parts(self):
        return self.tiny.data, self.tiny.indices, self.tiny.indptr

    @functools.cached_property
    def triangle(self):
        return self.s.tril(self.laplacian, format="csr")

    @functools.cached_property
    def equations(self):
        parts, places = [-1.0, -1.0, 4.01, -1.0, -1.0], [-64, -1, 0, 1, 64]
        return self.s.diags(parts, places, shape=(4096, 4096), format="csc")

    def diagonals(self):
        side = int(self.n**0.5)
        m = side * side
        return self.s.diags([-1.0, -1.0, 4.01, -1.0, -1.0], [-side, -1, 0, 1, side], shape=(m, m), format="csr")

    def few(self, function, **options):
        return function(self.laplacian[:65536, :65536], **options)

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
    beside = equal("cupy" if setting.gpu else "scipy")

    def of(name, call, milliseconds=None):
        def ways(library):
            if library.name in ("numpy", "torch"):
                return {}
            matrices = Matrices(library, n)
            matrices.linalg = library.scipy("sparse.linalg")
            return {"": lambda: call(matrices)}

        goals = [most(milliseconds)] if milliseconds and setting.gpu else [beside]
        return Case(name, ways, targets=goals)

    yield of("coo to csr", lambda m: m.coo().tocsr(), 3)
    yield of("csr to csc", lambda m: m.csr.copy().tocsc(), 1.0)
    yield of("csr by a vector", lambda m: m.csr @ m.x, 0.12)
    yield of("csr transposed by a vector", lambda m: m.csr.T @ m.x, 0.17)
    yield of("csr by 64 vectors", lambda m: m.csr @ m.many, 4)
    yield of("Laplacian by a vector", lambda m: m.laplacian @ m.x[: m.laplacian.shape[0]], 0.022)
    yield of("csr by csr", lambda m: m.small @ m.small)
    yield of("Laplacian squared", lambda m: m.laplacian @ m.laplacian, 0.5)
    yield of("csr + csr", lambda m: m.csr + m.csr, 0.7)
    yield of("csr times csr, by elements", lambda m: m.csr.multiply(m.csr), 0.5)
    yield of("csr > csr", lambda m: m.csr > m.csr, 0.4)
    yield of("csr * 2", lambda m: m.csr * 2.0, 0.10)
    yield of("sum", lambda m: m.csr.sum())
    for axis in (0, 1):
        yield of(f"sum over axis {axis}", lambda m, axis=axis: m.csr.sum(axis=axis))
    yield of("maximum of rows", lambda m: m.csr.max(axis=1), 0.1)
    yield of("a slice of rows", lambda m: m.csr[n // 8 : n // 4])
    yield of("a slice of columns", lambda m: m.csr[:, n // 8 : n // 4], 0.4)
    yield of("4096 rows and columns to dense", lambda m: m.part.toarray(), 0.05)
    yield of("Kronecker product", lambda m: m.s.kron(m.part, m.s.eye(64), format="csr"), 0.5)
    yield of("diagonals to csr", lambda m: m.diagonals(), 0.1)
    yield of("lower triangle", lambda m: m.s.tril(m.csr), 0.3)
    yield of("100 steps of cg", lambda m: m.solve("cg", maxiter=100, atol=0, rtol=1e-30), 6)
    # CuPy counts the steps of all restarts, SciPy and cuprum restarts.
    yield of(
        "40 steps of gmres",
        lambda m: m.solve("gmres", maxiter=40 if m.name == "cupy" else 2, restart=20, atol=0, rtol=1e-30),
        3.4,
    )
    yield of("4 eigenvalues of the Laplacian", lambda m: m.few(m.linalg.eigsh, k=4, which="LM", tol=1e-3), 15)
    yield of("triangular solve", lambda m: m.linalg.spsolve_triangular(m.triangle, m.x[: m.triangle.shape[0]]), 20)
    yield of("4096 equations by factors", lambda m: m.linalg.spsolve(m.equations, m.x[:4096]), 5)
    yield of("norm", lambda m: m.linalg.norm(m.csr), 0.06)
    yield of("1000 x 1000 by a vector", lambda m: m.tiny @ m.x[:1000])
    yield of("1000 x 1000 from its parts", lambda m: m.s.csr_matrix(m.parts, shape=(1000, 1000)))
    yield of("1000 x 1000 added", lambda m: m.tiny + m.tiny)
