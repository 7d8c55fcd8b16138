"""cuprumx.scipy.sparse.csgraph against SciPy."""

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph
from sparse_common import check, device, graphs

import cuprum as cp
import cuprumx.scipy.sparse as sparse
import cuprumx.scipy.sparse.csgraph as csgraph

theirs = scipy.sparse.csgraph


def same_parts(one, two):
    """Whether two labellings divide nodes alike."""
    pairs = {*zip(one.tolist(), two.tolist())}
    return len(pairs) == len(set(one.tolist())) == len(set(two.tolist()))


@pytest.mark.parametrize("connection", ["weak", "strong"])
def test_components(connection):
    for graph in graphs():
        for directed in (True, False):
            for matrix in (device(graph), device(graph.tocsc()), device(graph.tocoo())):
                count, labels = csgraph.connected_components(matrix, directed, connection)
                want, expected = theirs.connected_components(graph, directed, connection)
                assert count == want and labels.dtype == np.int32 and labels.shape == expected.shape
                assert same_parts(labels.get(), expected)
                if connection == "weak" and graph.shape[0]:
                    np.testing.assert_array_equal(labels.get(), expected)
                assert csgraph.connected_components(matrix, directed, connection, return_labels=False) == want


def test_bad_graphs():
    for arguments in [
        (device(scipy.sparse.csr_matrix((3, 4))),),
        (device(scipy.sparse.csr_matrix((3, 3))), True, "other"),
    ]:
        with pytest.raises(ValueError):
            csgraph.connected_components(*arguments)


def test_paths():
    for graph in list(graphs())[2:]:
        for directed in (True, False):
            for unweighted in (True, False):
                want, before = theirs.shortest_path(graph, "D", directed, True, unweighted)
                got, mine = csgraph.shortest_path(device(graph), "auto", directed, True, unweighted)
                np.testing.assert_allclose(got.get(), want, rtol=1e-12)
                np.testing.assert_array_equal(mine.get() == -9999, before == -9999)
    graph = scipy.sparse.random(60, 60, 0.1, random_state=1, format="csr")
    for indices in (3, [1, 5], [-1]):
        if indices != [-1]:
            check(csgraph.dijkstra(device(graph), indices=indices), theirs.dijkstra(graph, indices=indices))
        check(
            csgraph.bellman_ford(device(graph), indices=np.array(indices) % 60),
            theirs.bellman_ford(graph, indices=np.array(indices) % 60),
        )
    check(csgraph.dijkstra(device(graph), limit=0.5), theirs.dijkstra(graph, limit=0.5))
    for got, want in zip(
        csgraph.dijkstra(device(graph), indices=[1, 5], min_only=True, return_predecessors=True),
        theirs.dijkstra(graph, indices=[1, 5], min_only=True, return_predecessors=True),
    ):
        np.testing.assert_allclose(got.get(), want)
    negative = scipy.sparse.csr_matrix(np.array([[0, 2.0, 0], [0, 0, -1], [0, 3.0, 0]]))
    check(csgraph.bellman_ford(device(negative)), theirs.bellman_ford(negative))
    negative[2, 1] = 0.5
    with pytest.raises(csgraph.NegativeCycleError):
        csgraph.johnson(device(negative))
    with pytest.raises(ValueError):
        csgraph.dijkstra(device(graph), indices=[60])


def test_paths_of_few_nodes():
    """As many rounds as a path has edges, whatever their number."""
    for n in range(1, 14):
        path = scipy.sparse.diags([np.arange(1.0, n)], [-1], shape=(n, n), format="csr")
        for directed in (True, False):
            check(csgraph.shortest_path(device(path), directed=directed), theirs.shortest_path(path, directed=directed))
    for shape in ((2, 1), (1, 2), (2, 2)):
        nodes = np.arange(np.prod(shape)).reshape(shape)
        got, before = csgraph.dijkstra(device(path), indices=cp.asarray(nodes), return_predecessors=True)
        want, wanted = theirs.dijkstra(path, indices=nodes, return_predecessors=True)
        check(got, want)
        check(before, wanted)


def test_laplacians():
    graph = scipy.sparse.random(30, 30, 0.2, random_state=1, format="csr")
    graph = graph + graph.T
    for options in [{}, {"normed": True}, {"use_out_degree": True}, {"symmetrized": True}]:
        check(csgraph.laplacian(device(graph), **options), theirs.laplacian(graph, **options))
        check(csgraph.laplacian(cp.asarray(graph.toarray()), **options), theirs.laplacian(graph.toarray(), **options))
        for got, want in zip(
            csgraph.laplacian(device(graph), return_diag=True, **options),
            theirs.laplacian(graph, return_diag=True, **options),
        ):
            check(got, want)
    x = np.random.default_rng(2).random((30, 2))
    for form in ("function", "lo"):
        for matrix in (device(graph), cp.asarray(graph.toarray())):
            product, diagonal = csgraph.laplacian(matrix, return_diag=True, form=form)
            want, wanted = theirs.laplacian(graph, return_diag=True, form=form)
            made = product(cp.asarray(x)) if form == "function" else product @ cp.asarray(x)
            np.testing.assert_allclose(made.get(), want(x) if form == "function" else want @ x, rtol=1e-12)
            check(diagonal, wanted)
    with pytest.raises(ValueError):
        csgraph.laplacian(device(graph), form="matrix")
    with pytest.raises(ValueError):
        csgraph.laplacian(sparse.csr_matrix((3, 4)))


def test_breadth_first_order():
    for graph in graphs():
        n = graph.shape[0]
        for start in {0, n // 2, n - 1} if n else ():
            for directed in (True, False):
                got = csgraph.breadth_first_order(device(graph), start, directed)
                want = theirs.breadth_first_order(graph, start, directed)
                for one, two in zip(got, want):
                    assert one.dtype == two.dtype
                    np.testing.assert_array_equal(one.get(), two)
        for start in (-1, n):
            with pytest.raises(IndexError):
                csgraph.breadth_first_order(device(graph), start)
    with pytest.raises(ValueError):
        csgraph.breadth_first_order(sparse.csr_matrix((2, 3)), 0)


@pytest.mark.parametrize("dtype", ["b", "i4", "i8", "f4", "f8", "D"])
@pytest.mark.parametrize("given", [False, True])
def test_laplacian_has_the_dtype_that_is_wanted(dtype, given):
    a = np.array([[0, 2, 0, 1], [3, 0, 1, 0], [0, 1, 0, 5], [2, 0, 4, 0]]).astype(dtype)
    for normed in (False, True):
        options = {"normed": normed, "return_diag": True, "dtype": dtype if given else None}
        expected = scipy.sparse.csgraph.laplacian(a, **options)
        for mine in (cp.asarray(a), sparse.csr_array(cp.asarray(a))):
            for made, wanted in zip(csgraph.laplacian(mine, **options), expected):
                made = made.toarray() if sparse.issparse(made) else made
                assert made.dtype == wanted.dtype
                np.testing.assert_allclose(made.get(), wanted, rtol=1e-6)
