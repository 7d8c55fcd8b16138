"""Functions of cuprumx.scipy.sparse.csgraph that CuPy lacks, against SciPy."""

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph
from sparse_common import check, device, graphs

import cuprum as cp
import cuprumx.scipy.sparse as sparse
import cuprumx.scipy.sparse.csgraph as csgraph

theirs = scipy.sparse.csgraph


def test_spanning_trees():
    for graph in graphs():
        for matrix in (device(graph), device(graph.tocsc()), cp.asarray(graph.toarray())):
            tree = csgraph.minimum_spanning_tree(matrix)
            assert tree.format == "csr" and tree.dtype == np.float64
            np.testing.assert_array_equal(tree.toarray().get(), theirs.minimum_spanning_tree(graph).toarray())
    random = np.random.default_rng(0)
    # Weights of one size, of both signs: the tree is one of several, its weight is not.
    graph = scipy.sparse.random(300, 300, 0.05, random_state=random, format="csr")
    graph.data[:] = random.integers(-3, 4, graph.nnz) + 0.5
    tree, want = csgraph.minimum_spanning_tree(device(graph)).get(), theirs.minimum_spanning_tree(graph)
    assert tree.nnz == want.nnz == 299 and tree.sum() == want.sum()
    assert theirs.connected_components(tree, directed=False)[0] == 1
    with pytest.raises(ValueError):
        csgraph.minimum_spanning_tree(sparse.csr_matrix((2, 3)))


def test_walks():
    for graph in graphs():
        n = graph.shape[0]
        for start in {0, n // 2, n - 1} if n else ():
            for directed in (True, False):
                for name in ("depth_first_order", "breadth_first_order"):
                    got, want = (
                        getattr(csgraph, name)(device(graph), start, directed),
                        getattr(theirs, name)(graph, start, directed),
                    )
                    for one, two in zip(got, want):
                        assert one.dtype == two.dtype
                        np.testing.assert_array_equal(one.get(), two)
                for name in ("depth_first_tree", "breadth_first_tree"):
                    got, want = (
                        getattr(csgraph, name)(device(graph), start, directed),
                        getattr(theirs, name)(graph, start, directed),
                    )
                    np.testing.assert_array_equal(got.toarray().get(), want.toarray())
        with pytest.raises(IndexError):
            csgraph.depth_first_order(device(graph), n)


def test_conversions():
    random = np.random.default_rng(1)
    dense = random.integers(0, 3, (9, 9)) * random.random((9, 9))
    dense[1, 2], dense[3, 4], dense[5, 6] = np.nan, np.inf, -np.inf
    for options in ({}, {"null_value": np.inf}, {"null_value": np.nan}, {"nan_null": False}, {"infinity_null": False}):
        got, want = (
            csgraph.csgraph_from_dense(cp.asarray(dense), **options),
            theirs.csgraph_from_dense(dense, **options),
        )
        assert got.nnz == want.nnz
        check(got, scipy.sparse.csr_array(want))
        masked, wanted = csgraph.csgraph_masked_from_dense(cp.asarray(dense)), theirs.csgraph_masked_from_dense(dense)
        np.testing.assert_array_equal(masked.mask, wanted.mask)
        check(csgraph.csgraph_from_masked(wanted), scipy.sparse.csr_array(theirs.csgraph_from_masked(wanted)))
    twice = scipy.sparse.coo_matrix(([3.0, 0.0, 2.0, -1.0], ([0, 1, 0, 2], [1, 2, 1, 2])), shape=(4, 4))
    for null in (0, np.inf, -7.0):
        want = np.full((4, 4), null, float)
        want[0, 1], want[1, 2], want[2, 2] = 2, 0, -1
        np.testing.assert_array_equal(csgraph.csgraph_to_dense(device(twice), null).get(), want)
    for bad in (cp.ones((2, 3)), cp.ones(3)):
        with pytest.raises(ValueError):
            csgraph.csgraph_from_dense(bad)


def test_dense_paths():
    random = np.random.default_rng(2)
    for graph in list(graphs())[2:-1]:
        for directed in (True, False):
            for unweighted in (True, False):
                got, before = csgraph.floyd_warshall(device(graph), directed, True, unweighted)
                want, wanted = theirs.floyd_warshall(graph, directed, True, unweighted)
                np.testing.assert_allclose(got.get(), want, rtol=1e-12)
                np.testing.assert_array_equal(before.get() == -9999, wanted == -9999)
                if not unweighted:
                    sums = csgraph.construct_dist_matrix(device(graph), before, directed)
                    np.testing.assert_allclose(sums.get(), want, rtol=1e-12)
                    filled = csgraph.construct_dist_matrix(device(graph), before, directed, null_value=-1)
                    np.testing.assert_allclose(filled.get(), np.where(np.isinf(want), -1, want), rtol=1e-12)
    with pytest.raises(TypeError):
        csgraph.construct_dist_matrix(device(graph), before.astype("i8"))
    a = random.random((20, 20))
    check(csgraph.shortest_path(cp.asarray(a), "FW"), theirs.shortest_path(a, "FW"))
    a[3, 4], a[4, 3] = -2, 1
    with pytest.raises(csgraph.NegativeCycleError):
        csgraph.floyd_warshall(cp.asarray(a))
    with pytest.raises(ValueError):
        csgraph.shortest_path(cp.asarray(a), "FW", indices=0)


def test_several_paths():
    random = np.random.default_rng(3)
    for density in (0.05, 0.2, 0.8):
        graph = scipy.sparse.random(15, 15, density, random_state=random, format="csr")
        for directed in (True, False):
            for unweighted in (True, False):
                options = {"directed": directed, "unweighted": unweighted}
                got, before = csgraph.yen(device(graph), 2, 11, 6, return_predecessors=True, **options)
                want = theirs.yen(graph, 2, 11, 6, **options)
                np.testing.assert_allclose(got.get(), want, rtol=1e-12)
                assert before.shape == (len(want), 15) and before.dtype == np.int32
                for length, row in zip(want, before.get()):  # each is a path, and of that length
                    node, total, dense = 11, 0.0, graph.toarray()
                    if not directed:
                        dense = np.where(dense == 0, dense.T, np.where(dense.T == 0, dense, np.minimum(dense, dense.T)))
                    while node != 2:
                        total += 1.0 if unweighted else dense[row[node], node]
                        node = row[node]
                    np.testing.assert_allclose(total, length, rtol=1e-12)
    negative = np.array([[0, 3.0, 0, 1], [0, 0, -1, 0], [0, 0, 0, 2], [0, 0, 4, 0]])
    for source, sink in ((0, 2), (1, 3)):
        got = csgraph.yen(cp.asarray(negative), source, sink, 4)
        np.testing.assert_allclose(got.get(), theirs.yen(negative, source, sink, 4), rtol=1e-12)
    negative[2, 1] = 0.5
    with pytest.raises(csgraph.NegativeCycleError):
        csgraph.yen(cp.asarray(negative), 0, 2, 4)
    for bad in ((0, 20, 1), (-1, 2, 1), (0, 1, 0)):
        with pytest.raises(ValueError):
            csgraph.yen(device(graph), *bad)


def test_orders():
    for graph in graphs():
        n = graph.shape[0]
        for symmetric in (False, True):
            given = (graph + graph.T).tocsr() if symmetric else graph
            order = csgraph.reverse_cuthill_mckee(device(given), symmetric)
            assert order.dtype == np.int32
            np.testing.assert_array_equal(np.sort(order.get()), np.arange(n))
    for side in (3, 4):  # of so few nodes SciPy's sorting is stable, too
        n = side * side
        mesh = scipy.sparse.diags([1.0, 1.0, 1.0, 1.0], [-side, -1, 1, side], shape=(n, n), format="csr")
        np.testing.assert_array_equal(
            csgraph.reverse_cuthill_mckee(device(mesh), True).get(), theirs.reverse_cuthill_mckee(mesh, True)
        )
    with pytest.raises(TypeError):
        csgraph.reverse_cuthill_mckee(cp.eye(3))


def test_matchings():
    random = np.random.default_rng(4)
    for shape in ((0, 0), (1, 1), (30, 30), (20, 35), (35, 20)):
        for density in (0.02, 0.1, 0.5):
            graph = scipy.sparse.random(*shape, density, random_state=random, format="csr")
            assert csgraph.structural_rank(device(graph)) == (theirs.structural_rank(graph) if shape[0] else 0)
            for kind, axis in (("row", 1), ("column", 0)):
                got = csgraph.maximum_bipartite_matching(device(graph), kind)
                assert got.dtype == np.int32 and got.shape == (shape[axis],)
                got = got.get()
                taken = got >= 0
                assert taken.sum() == csgraph.structural_rank(device(graph)) == len(set(got[taken]))
                pairs = (got[taken], np.flatnonzero(taken))
                assert np.all(graph.toarray()[pairs if kind == "row" else pairs[::-1]] != 0)
    with pytest.raises(ValueError):
        csgraph.maximum_bipartite_matching(device(graph), "both")


@pytest.mark.parametrize("shape", [(1, 1), (25, 25), (20, 30), (30, 20)])
def test_matchings_of_least_weight(shape):
    random = np.random.default_rng(5)
    for density in (0.4, 1.0):
        graph = scipy.sparse.random(*shape, density, random_state=random, format="csr")
        graph = (graph + scipy.sparse.eye(*shape) * 5).tocsr()
        graph.data *= random.choice([-1, 1], graph.nnz)
        for maximize in (False, True):
            rows, columns = csgraph.min_weight_full_bipartite_matching(device(graph), maximize)
            want = theirs.min_weight_full_bipartite_matching(graph, maximize)
            np.testing.assert_array_equal(rows.get(), want[0])
            np.testing.assert_array_equal(columns.get(), want[1])
    with pytest.raises(ValueError):
        csgraph.min_weight_full_bipartite_matching(sparse.csr_matrix(cp.array([[1.0, 1], [0, 0]])))
    with pytest.raises(TypeError):
        csgraph.min_weight_full_bipartite_matching(cp.eye(2))


def test_flows():
    random = np.random.default_rng(6)
    for density in (0.1, 0.3):
        graph = scipy.sparse.random(20, 20, density, random_state=random, format="csr")
        graph.data = random.integers(1, 20, graph.nnz)
        graph = graph.astype("i4")
        for method in ("dinic", "edmonds_karp"):
            got, want = csgraph.maximum_flow(device(graph), 0, 19, method=method), theirs.maximum_flow(graph, 0, 19)
            assert got.flow_value == want.flow_value
            flow = got.flow.toarray().get()
            assert np.all(flow <= graph.toarray()) and np.array_equal(flow, -flow.T)
            assert flow[0].sum() == want.flow_value and not flow[1:-1].sum(axis=1).any()
    for bad in ((0, 0), (0, 20), (-1, 3)):
        with pytest.raises(ValueError):
            csgraph.maximum_flow(device(graph), *bad)
    with pytest.raises(ValueError):
        csgraph.maximum_flow(device(graph.astype(float)), 0, 1)
    with pytest.raises(TypeError):
        csgraph.maximum_flow(device(graph.tocsc()), 0, 1)


def test_predecessors_that_are_no_nodes():
    graph = sparse.csr_matrix(cp.eye(3))
    for before in ([0, 1, 3], [7, 1, 1]):
        with pytest.raises(IndexError):
            csgraph.reconstruct_path(graph, cp.array(before))
    for before in ([0, 1, 2, 0], [[0, 1, 2]], 1):
        with pytest.raises(ValueError):
            csgraph.reconstruct_path(graph, cp.array(before))
