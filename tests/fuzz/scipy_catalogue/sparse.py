"""scipy.sparse: matrices as dense arrays and formats, of which recipes make sparse ones on either side."""

import numpy as np

from ..arrays import Array, Root
from ..compare import Equal, Near
from ..recipes import recipe
from . import Spec

NEAR = Near(1 << 12, whole=True)
FORMATS = ["csr", "csc", "coo", "dia", "bsr"]


def dense(d, shape=None, codes="dfDl", square=False, filled=0.4):
    """Values of which most are zeros."""
    if shape is None:
        n = d.choice([1, 2, 3, 4, 6])
        shape = (n, n) if square else (n, d.choice([1, 2, 3, 5]))
        if d.chance(0.03):
            shape = (0, shape[1])
    values = np.array([d.rng.randint(-3, 4) if d.chance(filled) else 0 for _ in range(int(np.prod(shape)))], "l")
    return Array(Root(values.reshape(shape).astype(d.code(codes))))


def _kind(d):
    return d.choice(["matrix", "array"])


@recipe
def structure(scp, xp, a, format, kind, other):
    """What a conversion stores, in canonical order."""
    made = getattr(scp.sparse, f"{format}_{kind}")(a).asformat(other)
    lines = made.tocsr()
    lines.sum_duplicates()
    return lines.toarray(), lines.data, lines.indices, lines.indptr, made.shape, made.nnz, made.format


Spec(
    "recipe.structure",
    lambda d: [dense(d), d.choice(FORMATS[:4]), _kind(d), d.choice(FORMATS[:4])],
    Equal(),
    strict=True,
)


@recipe
def arithmetic(scp, xp, a, b, format, other, kind, operation):
    """An operation of two sparse matrices, dense."""
    x, y = getattr(scp.sparse, f"{format}_{kind}")(a), getattr(scp.sparse, f"{other}_{kind}")(b)
    operations = {
        "+": lambda: x + y,
        "-": lambda: x - y,
        "@": lambda: x @ y,
        "multiply": lambda: x.multiply(y),
        "maximum": lambda: x.maximum(y),
        "minimum": lambda: x.minimum(y),
        "!=": lambda: x != y,
        "<": lambda: x < y,
        ">": lambda: x > y,
    }
    found = operations[operation]()
    return found.toarray(), found.dtype.char


def _arithmetic(d):
    a = dense(d)
    operation = d.choice(["+", "-", "multiply", "@", "maximum", "minimum", "!=", "<", ">"])
    shape = (a.shape[1], d.integer(1, 4)) if operation == "@" else a.shape
    if d.chance(0.04):
        shape = (shape[0] + 1, shape[1])
    codes = "dfl" if operation in ("maximum", "minimum", "<", ">") else "dfDl"
    if operation in ("maximum", "minimum", "<", ">"):
        a = dense(d, a.shape, codes)
    formats = ["csr", "csc"] if operation in ("maximum", "minimum", "!=", "<", ">") else FORMATS[:4]
    return [a, dense(d, shape, codes), d.choice(formats), d.choice(formats), _kind(d), operation]


Spec("recipe.arithmetic", _arithmetic, NEAR, strict=True)


@recipe
def with_dense(scp, xp, a, b, format, kind, operation):
    x = getattr(scp.sparse, f"{format}_{kind}")(a)
    found = {"@": lambda: x @ b, "r@": lambda: b.T @ x.T, "dot": lambda: x.dot(b)}[operation]()
    return xp.asarray(found) if not hasattr(found, "toarray") else found.toarray()


def _with_dense(d):
    a = dense(d)
    shape = d.choice([(a.shape[1],), (a.shape[1], d.integer(1, 4))])
    return [a, d.made(d.code("dfDl"), shape, profile="small"), d.choice(FORMATS[:4]), _kind(d), d.choice(["@", "dot"])]


Spec("recipe.with_dense", _with_dense, NEAR, strict=True)


@recipe
def reduced(scp, xp, a, format, kind, name, axis):
    found = getattr(getattr(scp.sparse, f"{format}_{kind}")(a), name)(axis=axis)
    found = found.toarray() if hasattr(found, "toarray") else xp.asarray(found)
    return found.ravel()


def _reduced(d):
    name = d.choice(["sum", "mean", "max", "min", "argmax", "argmin", "count_nonzero"])
    codes = "dfl" if name in ("max", "min", "argmax", "argmin") else "dfDl"
    formats = ["csr", "csc", "coo"]
    return [
        dense(d, codes=codes),
        d.choice(formats),
        _kind(d),
        name,
        d.choice([None, 0, 1, -1, 2 if d.chance(0.1) else 0]),
    ]


Spec("recipe.reduced", _reduced, NEAR, strict=True)


@recipe
def taken(scp, xp, a, format, kind, key):
    found = getattr(scp.sparse, f"{format}_{kind}")(a)[key]
    found = found.toarray() if hasattr(found, "toarray") else xp.asarray(found)
    return found


def _one_key(d, length, slices=True):
    p = d.random()
    if p < 0.3:
        return d.integer(-length, length - 1) if length and d.chance(0.97) else length
    if p < 0.65 and slices:
        return d.slice(length)
    return [d.integer(-length, length - 1) for _ in range(d.integer(1, 4))] if length else []


def _taken(d):
    a = dense(d)
    m, n = a.shape
    key = d.choice(
        [lambda: _one_key(d, m), lambda: (_one_key(d, m), _one_key(d, n)), lambda: (d.slice(m), _one_key(d, n))]
    )()
    return [a, d.choice(["csr", "csc"]), _kind(d), key]


Spec("recipe.taken", _taken, Equal(), strict=True)


@recipe
def assigned(scp, xp, a, format, kind, key, value, stored):
    """A matrix of which elements are set, with what it stores; `stored` makes a sparse matrix of the values, of which
    zeros are stored as well."""
    made = getattr(scp.sparse, f"{format}_{kind}")(a)
    if stored:
        m, n = value.shape
        rows, columns = xp.repeat(xp.arange(m), n), xp.tile(xp.arange(n), m)
        value = scp.sparse.coo_matrix((value.ravel(), (rows, columns)), shape=(m, n))
    made[key] = value
    made.sum_duplicates()
    lines = made.tocsr()
    return lines.toarray(), lines.data, lines.indices, lines.indptr


def _assigned(d):
    a = dense(d, codes="df")
    m, n = a.shape
    if d.bool() and m and n:
        rows, columns = slice(0, d.integer(1, m)), slice(0, d.integer(1, n), d.choice([1, 1, 2]))
        shape = (len(range(m)[rows]), len(range(n)[columns]))
        if d.chance(0.3):
            shape = (d.choice([shape[0], 1]), d.choice([shape[1], 1]))
        return [a, d.choice(["csr", "csc"]), "matrix", (rows, columns), dense(d, shape, "df"), d.bool()]
    key = (_one_key(d, m), _one_key(d, n))
    return [a, d.choice(["csr", "csc"]), _kind(d), key, d.choice([0, 1, 2.5, -1.0]), False]


Spec("recipe.assigned", _assigned, Equal(), strict=True)


@recipe
def constructed(scp, xp, name, parts, format, **options):
    sparse = [scp.sparse.csr_matrix(part) for part in parts]
    functions = {
        "hstack": lambda: scp.sparse.hstack(sparse, format=format),
        "vstack": lambda: scp.sparse.vstack(sparse, format=format),
        "kron": lambda: scp.sparse.kron(*sparse[:2], format=format),
        "block_diag": lambda: scp.sparse.block_diag(sparse, format=format),
        "tril": lambda: scp.sparse.tril(sparse[0], format=format, **options),
        "triu": lambda: scp.sparse.triu(sparse[0], format=format, **options),
        "kronsum": lambda: scp.sparse.kronsum(*sparse[:2], format=format),
    }
    found = functions[name]()
    return found.toarray(), found.format, found.dtype.char


def _constructed(d):
    name = d.choice(["hstack", "vstack", "kron", "block_diag", "tril", "triu", "kronsum"])
    n = d.integer(1, 4)
    shapes = [(n, d.integer(1, 4)) if name == "hstack" else (d.integer(1, 4), n) for _ in range(d.integer(2, 3))]
    if name == "kronsum":
        shapes = [(n, n), (2, 2)]
    options = {"k": d.integer(-2, 2)} if name in ("tril", "triu") else {}
    return [name, [dense(d, s) for s in shapes], d.choice(["csr", "csc", "coo"])], options


Spec("recipe.constructed", _constructed, NEAR, strict=True)


@recipe
def diagonals(scp, xp, rows, offsets, shape, format):
    found = scp.sparse.diags(rows, offsets, shape=shape, format=format)
    return found.toarray(), found.dtype.char


def _diagonals(d):
    n = d.integer(2, 5)
    offsets = list(dict.fromkeys(d.integer(-n + 1, n - 1) for _ in range(d.integer(1, 3))))
    rows = [d.made("d", (n - abs(k),), profile="small") for k in offsets]
    return [rows, offsets, d.choice([None, (n, n), (n + 1, n)]), d.choice([None, "csr", "csc"])]


Spec("recipe.diagonals", _diagonals, Equal(), strict=True)


@recipe
def changed(scp, xp, a, format, kind, name):
    """A method of a matrix that gives another one, or a vector."""
    made = getattr(scp.sparse, f"{format}_{kind}")(a)
    methods = {
        "transpose": lambda: made.T,
        "conj": lambda: made.conj(),
        "power": lambda: made.power(2),
        "abs": lambda: abs(made),
        "neg": lambda: -made,
        "diagonal": lambda: made.diagonal(1),
        "trace": lambda: xp.asarray(made.trace()),
        "reshape": lambda: made.reshape((made.shape[1], made.shape[0])),
        "sqrt": lambda: abs(made).sqrt(),
        "sign": lambda: made.sign(),
        "times": lambda: made * 2,
        "over": lambda: made / 2,
        "nonzero": lambda: xp.stack(made.nonzero()),
        "real": lambda: made.real,
    }
    found = methods[name]()
    return found.toarray() if hasattr(found, "toarray") else found


Spec(
    "recipe.changed",
    lambda d: [
        dense(d),
        d.choice(["csr", "csc", "coo"]),
        _kind(d),
        d.choice(
            [
                "transpose",
                "conj",
                "power",
                "abs",
                "neg",
                "diagonal",
                "trace",
                "reshape",
                "sqrt",
                "times",
                "over",
                "nonzero",
                "real",
            ]
        ),
    ],
    NEAR,
    strict=True,
)

# ------------------------------------------------------------------------------------------------------- linear algebra


def _well(d, codes="dfD"):
    n = d.choice([1, 2, 4, 9])
    a = dense(d, (n, n), codes).both[0].copy()
    a[np.arange(n), np.arange(n)] += 12
    return Array(Root(a))


@recipe
def solved(scp, xp, a, b, format, name):
    made = getattr(scp.sparse, f"{format}_matrix")(a)
    functions = {
        "spsolve": lambda: scp.sparse.linalg.spsolve(made, b),
        "splu": lambda: scp.sparse.linalg.splu(made).solve(b),
        "factorized": lambda: scp.sparse.linalg.factorized(made)(b),
        "inv": lambda: scp.sparse.linalg.inv(made).toarray(),
        "expm": lambda: scp.sparse.linalg.expm(made / 20).toarray(),
        "matrix_power": lambda: scp.sparse.linalg.matrix_power(made, 3).toarray(),
    }
    return functions[name]()


def _solved(d):
    a = _well(d)
    b = d.made(d.code("dD"), d.choice([(a.shape[0],), (a.shape[0], 2)]), profile="small")
    return [a, b, "csc", d.choice(["spsolve", "splu", "factorized", "expm", "matrix_power"])]


Spec("recipe.solved", _solved, Near(1 << 16, whole=True), strict=True)


@recipe
def iterated(scp, xp, a, b, name):
    """Whether an iteration solves the system, and what is left."""
    made = scp.sparse.csr_matrix(a)
    x, info = getattr(scp.sparse.linalg, name)(made, b, rtol=1e-9)
    return info, bool(xp.linalg.norm(made @ x - b) <= 1e-6 * (1 + xp.linalg.norm(b)))


def _iterated(d):
    a = _well(d, "d")
    name = d.choice(["cg", "cgs", "bicg", "bicgstab", "gmres", "qmr", "minres" if d.chance(0) else "tfqmr"])
    if name == "cg":
        host = a.both[0]
        a = Array(Root(host + host.T))
    return [a, d.made("d", (a.shape[0],), profile="small"), name]


Spec("recipe.iterated", _iterated, Equal(), strict=True)


@recipe
def normed(scp, xp, a, format, ord, axis):
    return xp.asarray(scp.sparse.linalg.norm(getattr(scp.sparse, f"{format}_matrix")(a), ord, axis))


Spec(
    "recipe.normed",
    lambda d: [
        dense(d),
        d.choice(["csr", "csc", "coo"]),
        d.choice([None, "fro", 1, -1, np.inf, -np.inf]),
        d.choice([None, None, 0, 1]),
    ],
    NEAR,
    strict=True,
)


@recipe
def eigenvalues(scp, xp, a, k, which):
    return xp.sort(scp.sparse.linalg.eigsh(scp.sparse.csr_matrix(a), k, which=which, return_eigenvectors=False))


def _symmetric(d):
    n = d.choice([6, 9, 14])
    host = dense(d, (n, n), "d").both[0]
    return [Array(Root(host + host.T + np.diag(np.arange(n) * 3.0))), d.integer(1, 3), d.choice(["LA", "SA", "LM"])]


Spec("recipe.eigenvalues", _symmetric, Near(1 << 22, whole=True), strict=True)

# -------------------------------------------------------------------------------------------------------------- graphs


@recipe
def paths(scp, xp, graph, method, directed, unweighted):
    made = scp.sparse.csr_matrix(graph)
    return scp.sparse.csgraph.shortest_path(made, method=method, directed=directed, unweighted=unweighted)


def _graph(d, positive=True):
    n = d.integer(1, 7)
    values = np.array([d.rng.randint(1, 9) if d.chance(0.35) else 0 for _ in range(n * n)], "d").reshape(n, n)
    np.fill_diagonal(values, 0)
    return Array(Root(values))


Spec(
    "recipe.paths",
    lambda d: [_graph(d), d.choice(["auto", "FW", "D", "BF", "J"]), d.bool(), d.bool()],
    NEAR,
    strict=True,
)


@recipe
def graph_facts(scp, xp, graph, directed):
    """What does not depend on how ties are broken."""
    made = scp.sparse.csr_matrix(graph)
    csgraph = scp.sparse.csgraph
    count, labels = csgraph.connected_components(made, directed=directed)
    tree = csgraph.minimum_spanning_tree(made)
    order = csgraph.breadth_first_order(made, 0, directed=directed, return_predecessors=False)
    return (
        count,
        labels,
        tree.sum(),
        tree.nnz,
        len(order),
        csgraph.laplacian(made).toarray(),
        csgraph.structural_rank(made),
        len(csgraph.depth_first_order(made, 0, directed=directed, return_predecessors=False)),
    )


Spec("recipe.graph_facts", lambda d: [_graph(d), d.bool()], NEAR, strict=True)


@recipe
def flow(scp, xp, graph, source, sink):
    made = scp.sparse.csr_matrix(graph).astype("int32")
    return scp.sparse.csgraph.maximum_flow(made, source, sink).flow_value


def _flow(d):
    graph = _graph(d)
    n = graph.shape[0]
    return [graph, d.integer(0, n - 1), d.integer(0, n - 1)]


Spec("recipe.flow", _flow, Equal(), strict=True)
