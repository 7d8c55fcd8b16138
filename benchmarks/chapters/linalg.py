"""Products and linear algebra: large operands on a GPU, moderate ones on a CPU. Times of host calls are what a call on
operands of 32 x 32 costs the host.
"""

from harness.case import Case, HostCase, equal, most
from harness.libraries import definite, signed, solvable

TITLE = "Products and linear algebra"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("numpy", "cuprum")
f4, f8, c8 = "float32", "float64", "complex64"


def matrix(shape, dtype, seed=0, make=signed):
    return shape, dtype, seed, make


def products(setting, level):
    gpu = setting.gpu
    n = setting.size(8192, 1024, quick=16)
    goal = {"traffic": False, "targets": [level]}
    matmul = lambda xp, a, b: a @ b

    def two(shape, other, dtype):
        return matrix(shape, dtype), matrix(other, dtype, 1)

    for dtype in (f4, f8, c8) + (("float16",) if gpu else ()):
        yield Case(f"matmul {n} {dtype}", matmul, *two((n, n), (n, n), dtype), check=False, **goal)
    yield Case(
        f"matmul {n} float32, transposed", lambda xp, a, b: a.T @ b.T, *two((n, n), (n, n), f4), check=False, **goal
    )
    yield Case(f"matmul {n} float32 by its transpose", lambda xp, a: a @ a.T, matrix((n, n), f4), check=False, **goal)
    k = n // 4
    for dtype in ("int32", "int64", "int8"):
        yield Case(f"matmul {k} {dtype}", matmul, *two((k, k), (k, k), dtype), torch=None, **goal)
    yield Case(f"matrix by vector {n} float32", matmul, *two((n, n), (n,), f4), check=False, **goal)
    batch, m = 64 if gpu else 16, n // 16
    many = (batch, m, m)
    yield Case(f"matmul {batch} of {m} float32", matmul, *two(many, many, f4), check=False, **goal)
    yield Case(f"matmul {batch} of {m} by one float32", matmul, *two(many, (m, m), f4), check=False, **goal)
    yield Case(f"matmul one by {batch} of {m} float32", matmul, *two((m, m), many, f4), check=False, **goal)
    for subscripts in ("bij,bjk->bik", "bij,bjk->ibk"):
        yield Case(
            f"einsum {subscripts} {batch} of {m} float32",
            lambda xp, a, b, s=subscripts: xp.einsum(s, a, b),
            *two(many, many, f4),
            check=False,
            **goal,
        )
    yield Case(
        f"einsum ij,ij->i {n} float32",
        lambda xp, a, b: xp.einsum("ij,ij->i", a, b),
        *two((n, n), (n, n), f4),
        check=False,
        **goal,
    )
    yield Case("matmul 10000 of 16 float32", matmul, *two((10000, 16, 16), (10000, 16, 16), f4), check=False, **goal)
    yield Case(
        f"tensordot {m} float32",
        lambda xp, a, b: xp.tensordot(a, b, ([1, 0], [0, 1])),
        *two((m, 16, m), (16, m, m), f4),
        check=False,
        **goal,
    )
    vectors = two((n * n // 4,), (n * n // 4,), f4)
    yield Case("dot of vectors float32", lambda xp, a, b: xp.dot(a, b), *vectors, check=False, **goal)
    yield Case(f"outer {n} float32", lambda xp, a, b: xp.outer(a, b), *two((n,), (n,), f4), **goal)
    yield Case(f"norm {n} float32", lambda xp, a: xp.linalg.norm(a), matrix((n, n), f4), **goal)
    for axis in (1, 0):
        yield Case(
            f"norm(axis={axis}) {n} float32",
            lambda xp, a, axis=axis: xp.linalg.norm(a, axis=axis),
            matrix((n, n), f4),
            torch=lambda torch, a, axis=axis: torch.linalg.norm(a, dim=axis),
            **goal,
        )


def factorizations(setting, level):
    gpu = setting.gpu
    functions = {
        "inv": (lambda xp, a: xp.linalg.inv(a), solvable),
        "det": (lambda xp, a: xp.linalg.det(a), solvable),
        "cholesky": (lambda xp, a: xp.linalg.cholesky(a), definite),
        "qr": (lambda xp, a: xp.linalg.qr(a), signed),
        "svd": (lambda xp, a: xp.linalg.svd(a), signed),
        "eigh": (lambda xp, a: xp.linalg.eigh(a), definite),
        "eig": (lambda xp, a: xp.linalg.eig(a), signed),
    }

    def of(name, title, shape, dtype, targets=None):
        call, make = functions[name]
        more = {"traffic": False, "check": False, "targets": [level] if targets is None else targets}
        return Case(f"{name} {title} {dtype}", call, matrix(shape, dtype, 0, make), **more)

    def solve(title, shape, dtype):
        operands = matrix(shape, dtype, 0, solvable), matrix(shape, dtype, 1)
        call = lambda xp, a, b: xp.linalg.solve(a, b)
        return Case(f"solve {title} {dtype}", call, *operands, traffic=False, check=False, targets=[level])

    jacobi = {"inv": most(0.10), "svd": most(2), "eigh": most(0.4)}
    batches = ((10000, 16), (1000, 32), (100, 128)) if gpu else ((1000, 16), (200, 32), (20, 128))
    for count, k in batches:
        for name in ("inv", "det", "cholesky", "qr", "svd", "eigh"):
            targets = [jacobi[name]] if gpu and k == 16 and name in jacobi and not setting.quick else None
            yield of(name, f"{count} of {k}", (count, k, k), f4, targets)
        yield solve(f"{count} of {k}", (count, k, k), f4)
    sizes = (64, 512, 4096) if gpu else (16, 128, 512)
    for k in sizes[:2] if setting.quick else sizes:
        for dtype in (f4, f8):
            for name in ("inv", "det", "cholesky"):
                yield of(name, str(k), (k, k), dtype)
            yield solve(str(k), (k, k), dtype)
            if k <= 512 or dtype == f4:
                yield of("qr", str(k), (k, k), dtype)
            if k <= 512:
                yield of("svd", str(k), (k, k), dtype)
                yield of("eigh", str(k), (k, k), dtype)
    yield of("eig", str(sizes[0]), (sizes[0],) * 2, f8)
    if not setting.quick:
        if gpu:
            yield of("eigh", "2048", (2048, 2048), f4)
            yield of("svd", "2048", (2048, 2048), f8, [most(300)])
        yield of("eig", str(sizes[1]), (sizes[1],) * 2, f8)


HOST = [
    ("a @ b", "a @ b"),
    ("dot(a, b)", "xp.dot(a, b)"),
    ("matmul(a, b, out=o)", "xp.matmul(a, b, out=o)"),
    ("a @ v", "a @ v"),
    ("v @ v", "v @ v"),
    ("einsum('ij,jk->ik')", "xp.einsum('ij,jk->ik', a, b)"),
    ("tensordot", "xp.tensordot(a, b, 1)"),
    ("norm", "xp.linalg.norm(a)"),
]


def names(library):
    return {
        "xp": library.xp,
        "a": signed(library, (32, 32), f4),
        "b": signed(library, (32, 32), f4, 1),
        "v": signed(library, (32,), f4),
        "o": signed(library, (32, 32), f4),
    }


def cases(setting):
    level = equal("cupy" if setting.gpu else "numpy")
    yield from products(setting, level)
    for name, statement in HOST:
        torch = None if name.startswith("dot") else statement
        yield HostCase(name, statement, names, torch=torch, targets=[level])
    yield from factorizations(setting, level)
