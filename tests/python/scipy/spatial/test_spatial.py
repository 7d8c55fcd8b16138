"""cuprumx.scipy.spatial beside SciPy's: trees of points, triangulations, hulls."""

import gc

import numpy as np
import pytest
import scipy.spatial as scipy_spatial
from cuprumx.scipy import spatial

import cuprum as cp


def points(n, k, seed=0):
    return np.random.default_rng(seed).random((n, k))


def trees(data, **keywords):
    return spatial.KDTree(cp.asarray(data), **keywords), scipy_spatial.KDTree(data, **keywords)


def same_neighbors(found, expected, n):
    """The same distances; the same points, where distances tell them apart."""
    distances, indices = found[0].get(), found[1].get()
    assert distances.shape == np.shape(expected[0])
    assert distances.dtype == np.float64
    assert indices.dtype == np.int64
    np.testing.assert_allclose(distances, expected[0], rtol=1e-12, atol=1e-14)
    assert (indices == expected[1]).mean() > 0.99


@pytest.mark.parametrize("k", [1, 2, 8, 20, 40])
@pytest.mark.parametrize("axes", [1, 2, 3, 7])
def test_nearest(axes, k):
    data, x = points(500, axes), points(100, axes, 1)
    ours, theirs = trees(data)
    same_neighbors(ours.query(cp.asarray(x), k=k), theirs.query(x, k=k), 500)


def lists(found):
    """Arrays of points as sorted lists."""
    return [sorted(f.tolist()) for f in found]


@pytest.mark.parametrize("p", [1, 2, 3.5, np.inf])
def test_orders(p):
    data, x = points(300, 3), points(50, 3, 1)
    ours, theirs = trees(data)
    same_neighbors(ours.query(cp.asarray(x), k=5, p=p), theirs.query(x, k=5, p=p), 300)
    found = ours.query_ball_point(cp.asarray(x), 0.2, p=p)
    expected = theirs.query_ball_point(x, 0.2, p=p)
    assert lists(found) == [sorted(e) for e in expected]


def test_orders_that_give_no_norm():
    """What compares powers of distances takes them; the nearest points do not."""
    data, x, p = points(200, 3), points(40, 3, 1), 0.5
    (ours, theirs), (other, others) = trees(data), trees(x)
    assert lists(other.query_ball_tree(ours, 0.4, p)) == [sorted(e) for e in others.query_ball_tree(theirs, 0.4, p)]
    assert ours.query_pairs(0.3, p, output_type="set") == theirs.query_pairs(0.3, p) != set()
    r = np.array([0.1, 0.5, 1.0])
    np.testing.assert_array_equal(
        ours.count_neighbors(other, cp.asarray(r), p).get(), theirs.count_neighbors(others, r, p)
    )
    found = ours.sparse_distance_matrix(other, 0.4, p).toarray().get()
    np.testing.assert_allclose(found, theirs.sparse_distance_matrix(others, 0.4, p).toarray(), rtol=1e-12)


@pytest.mark.parametrize("leafsize", [1, 3, 10, 1000])
def test_leaves(leafsize):
    data, x = points(200, 2), points(30, 2, 1)
    ours, theirs = trees(data, leafsize=leafsize)
    same_neighbors(ours.query(cp.asarray(x), k=3), theirs.query(x, k=3), 200)
    assert sorted(ours.indices.tolist()) == list(range(200))
    assert (ours.n, ours.m, ours.leafsize) == (200, 2, leafsize)
    np.testing.assert_array_equal(ours.mins.get(), theirs.mins)
    np.testing.assert_array_equal(ours.maxes.get(), theirs.maxes)
    assert spatial.cKDTree(cp.asarray(data)).leafsize == scipy_spatial.cKDTree(data).leafsize


def test_bounds_and_ranks():
    data, x = points(100, 2), points(20, 2, 1)
    ours, theirs = trees(data)
    same_neighbors(
        ours.query(cp.asarray(x), k=10, distance_upper_bound=0.1), theirs.query(x, k=10, distance_upper_bound=0.1), 100
    )
    same_neighbors(ours.query(cp.asarray(x), k=[1, 4]), theirs.query(x, k=[1, 4]), 100)
    same_neighbors(ours.query(cp.asarray(x), k=[2]), theirs.query(x, k=[2]), 100)
    same_neighbors(ours.query(cp.asarray(x), k=150), theirs.query(x, k=150), 100)
    same_neighbors(ours.query(cp.asarray(x[0])), theirs.query(x[0]), 100)
    same_neighbors(ours.query(cp.asarray(x.reshape(4, 5, 2)), k=2), theirs.query(x.reshape(4, 5, 2), k=2), 100)


def test_approximate_neighbors():
    data, x = points(1000, 3), points(100, 3, 1)
    ours, theirs = trees(data)
    exact = theirs.query(x, k=4)[0]
    found = ours.query(cp.asarray(x), k=4, eps=0.5)[0].get()
    assert (found >= exact - 1e-14).all() and (found <= exact * 1.5 + 1e-14).all()


@pytest.mark.parametrize("boxsize", [1.0, [1.0, 0, 2.0]])
def test_periodic_boxes(boxsize):
    data, x = points(300, 3), points(60, 3, 1) * 3 - 1
    ours, theirs = trees(data, boxsize=boxsize)
    same_neighbors(ours.query(cp.asarray(x), k=3), theirs.query(x, k=3), 300)
    assert lists(ours.query_ball_point(cp.asarray(x), 0.2)) == list(map(sorted, theirs.query_ball_point(x, 0.2)))
    assert ours.query_pairs(0.1, output_type="set") == theirs.query_pairs(0.1)
    assert int(ours.count_neighbors(ours, 0.3)) == theirs.count_neighbors(theirs, 0.3)


def test_boxes_without_an_end():
    data, x = points(300, 3), points(60, 3, 1)
    ours, plain = spatial.KDTree(cp.asarray(data), boxsize=np.inf), scipy_spatial.KDTree(data)
    same_neighbors(ours.query(cp.asarray(x), k=3), plain.query(x, k=3), 300)
    assert ours.query_pairs(0.1, output_type="set") == plain.query_pairs(0.1)


def test_many_places():
    """As many that they are asked for in another order."""
    data, x = points(3000, 3), points(5000, 3, 1)
    ours, theirs = trees(data)
    same_neighbors(ours.query(cp.asarray(x), k=2), theirs.query(x, k=2), 3000)
    assert lists(ours.query_ball_point(cp.asarray(x[:4500]), 0.05)) == list(
        map(sorted, theirs.query_ball_point(x[:4500], 0.05))
    )


def test_equal_points():
    data = np.zeros((100, 2))
    ours, theirs = trees(data)
    distances, indices = ours.query(cp.zeros((3, 2)), k=5)
    assert (distances.get() == 0).all()
    assert all(len(set(row)) == 5 for row in indices.tolist())
    assert len(ours.query_pairs(0.0)) == len(theirs.query_pairs(0.0))


def test_balls():
    data, x = points(400, 2), points(30, 2, 1)
    ours, theirs = trees(data)
    found, expected = ours.query_ball_point(cp.asarray(x), 0.1), theirs.query_ball_point(x, 0.1)
    assert isinstance(found, list) and all(isinstance(f, cp.ndarray) and f.dtype == np.int64 for f in found)
    assert [f.tolist() for f in found] == [sorted(e) for e in expected]
    everything = ours.query_ball_point(cp.asarray(x.reshape(5, 6, 2)), 2.0)  # as many in each array
    assert everything.shape == (5, 6) and all(each.tolist() == list(range(400)) for each in everything.ravel())
    assert gc.isenabled()
    radii = np.linspace(0, 0.3, 30)
    assert lists(ours.query_ball_point(cp.asarray(x), radii, return_sorted=True)) == list(
        theirs.query_ball_point(x, radii, return_sorted=True)
    )
    one = ours.query_ball_point(cp.asarray(x[0]), 0.2)
    assert isinstance(one, cp.ndarray) and sorted(one.tolist()) == sorted(theirs.query_ball_point(x[0], 0.2))
    # CuPy's order: return_sorted and return_length follow eps.
    assert lists(ours.query_ball_point(cp.asarray(x), 0.1, 2.0, 0, True)) == [sorted(e) for e in expected]
    lengths = ours.query_ball_point(cp.asarray(x), 0.1, 2.0, 0, False, True)
    assert lengths.tolist() == [len(e) for e in expected]
    lengths = ours.query_ball_point(cp.asarray(x.reshape(5, 6, 2)), 0.1, return_length=True)
    np.testing.assert_array_equal(lengths.get(), theirs.query_ball_point(x.reshape(5, 6, 2), 0.1, return_length=True))


def test_pairs():
    data, others = points(200, 3), points(150, 3, 1)
    (ours, theirs), (second, second_theirs) = trees(data), trees(others)
    assert ours.query_pairs(0.15, output_type="set") == theirs.query_pairs(0.15)
    found = ours.query_pairs(0.15)
    assert found.dtype == np.int64 and found.shape == (len(theirs.query_pairs(0.15)), 2)
    both = ours.query_ball_tree(second, 0.2)
    assert all(isinstance(b, cp.ndarray) for b in both)
    assert lists(both) == [sorted(e) for e in theirs.query_ball_tree(second_theirs, 0.2)]
    assert int(ours.count_neighbors(second, 0.2)) == theirs.count_neighbors(second_theirs, 0.2)
    radii = np.array([0.0, 0.1, 0.3, 2.0])
    for cumulative in (True, False):
        np.testing.assert_array_equal(
            ours.count_neighbors(second, radii, cumulative=cumulative).get(),
            theirs.count_neighbors(second_theirs, radii, cumulative=cumulative),
        )
    w, v = points(200, 1)[:, 0], points(150, 1, 1)[:, 0]
    np.testing.assert_allclose(
        ours.count_neighbors(second, radii, weights=(cp.asarray(w), cp.asarray(v))).get(),
        theirs.count_neighbors(second_theirs, radii, weights=(w, v)),
    )


def test_distances_of_trees():
    data, others = points(60, 3), points(50, 3, 1)
    (ours, theirs), (second, second_theirs) = trees(data), trees(others)
    expected = theirs.sparse_distance_matrix(second_theirs, 0.3, output_type="dict")
    found = ours.sparse_distance_matrix(second, 0.3, output_type="dict")
    assert found.keys() == expected.keys()
    np.testing.assert_allclose([found[key] for key in expected], list(expected.values()))
    table = ours.sparse_distance_matrix(second, 0.3, output_type="ndarray")
    assert set(zip(table["i"].tolist(), table["j"].tolist())) == expected.keys()


def test_trees_of_nothing_and_bad_input():
    empty = spatial.KDTree(cp.empty((0, 2)))
    distances, indices = empty.query(cp.zeros((3, 2)))
    assert np.isinf(distances.get()).all() and (indices.get() == 0).all()
    assert lists(empty.query_ball_point(cp.zeros((2, 2)), 1)) == [[], []]
    tree = spatial.KDTree(cp.ones((3, 2)))
    one = spatial.KDTree(cp.ones((1, 2)))
    assert one.query(cp.zeros(2), k=2)[1].tolist() == [0, 1]
    for call in (
        lambda: spatial.KDTree(cp.ones(3)),
        lambda: spatial.KDTree(cp.array([[1.0, np.nan]])),
        lambda: spatial.KDTree(cp.ones((3, 2)), leafsize=0),
        lambda: spatial.KDTree(cp.ones((3, 2)), boxsize=0.5),
        lambda: spatial.KDTree(-cp.ones((3, 2)), boxsize=2.0),
        lambda: spatial.KDTree(cp.ones((3, 2)), boxsize=-1.0),
        lambda: tree.query(cp.ones((2, 3))),
        lambda: tree.query(cp.array([np.nan, 1.0])),
        lambda: tree.query(cp.ones(2), k=0),
        lambda: tree.query(cp.ones(2), k=[]),
        lambda: tree.query(cp.ones(2), p=0.5),
        lambda: tree.query_ball_point(cp.ones(3), 1.0),
        lambda: tree.query_pairs(1.0, p=0),
        lambda: tree.query_pairs(1.0, output_type="list"),
        lambda: tree.query_ball_tree(spatial.KDTree(cp.ones((2, 3))), 1.0),
        lambda: tree.sparse_distance_matrix(one, 1.0, output_type="list"),
        lambda: tree.count_neighbors(tree, cp.ones((2, 2))),
        lambda: tree.count_neighbors(spatial.KDTree(cp.ones((3, 2))), 1.0, weights=cp.ones(3)),
        lambda: tree.count_neighbors(empty, 1.0, weights=(cp.ones(2), None)),
    ):
        with pytest.raises(ValueError):
            call()
    for call in (
        lambda: spatial.KDTree(cp.ones((3, 2), complex)),
        lambda: tree.query(cp.ones(2, complex)),
        lambda: tree.query_ball_point(cp.ones(2, complex), 1.0),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError):
        spatial.KDTree(np.ones((3, 2)))


# --------------------------------------------------------------------------------------------------- triangulations


def check_triangulation(made, data):
    """Triangles that cover the hull, no point inside of a circle, neighbours that are mutual."""
    simplices, neighbors = made.simplices.get(), made.neighbors.get()
    corners = data[simplices]
    u, v = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    twice = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    assert (twice > 0).all()
    assert twice.sum() / 2 == pytest.approx(scipy_spatial.ConvexHull(data).volume)
    t, k = np.nonzero(neighbors >= 0)
    other = neighbors[t, k]
    edge = np.sort(np.delete(np.indices((3, 3))[1], [0, 4, 8]).reshape(3, 2)[k], axis=1)
    ends = np.take_along_axis(simplices[t], edge, 1)
    is_far = (simplices[other][:, :, None] != ends[:, None, :]).all(-1)
    assert (is_far.sum(1) == 1).all()
    assert (neighbors[other][is_far] == t).all()
    # Lifted to a paraboloid, the other triangle's corner lies above this one's plane.
    seen = corners[t] - data[simplices[other][is_far]][:, None]
    assert (np.linalg.det(np.concatenate([seen, (seen**2).sum(-1, keepdims=True)], -1)) <= 1e-12).all()
    hull = {tuple(sorted(edge)) for edge in made.convex_hull.get()}
    assert len(hull) == (neighbors < 0).sum()


def same_triangles(made, theirs):
    ordered = [np.unique(np.sort(s, axis=1), axis=0) for s in (made.simplices.get(), theirs.simplices)]
    np.testing.assert_array_equal(*ordered)


@pytest.mark.parametrize("n", [3, 4, 10, 200, 2000])
def test_triangulation(n):
    data = points(n, 2)
    made, theirs = spatial.Delaunay(cp.asarray(data)), scipy_spatial.Delaunay(data)
    check_triangulation(made, data)
    same = lambda s: {tuple(sorted(row)) for row in np.asarray(s)}  # noqa: E731
    assert same(made.simplices.get()) == same(theirs.simplices)
    assert same(made.convex_hull.get()) == same(theirs.convex_hull)
    assert made.simplices.dtype == made.neighbors.dtype == np.int32
    assert (made.npoints, made.ndim, made.nsimplex) == (n, 2, len(theirs.simplices))


@pytest.mark.parametrize("scale", [1.0, 0.1, 1e-3])
def test_triangulation_of_a_grid(scale):
    x, y = np.meshgrid(np.arange(20.0), np.arange(15.0))
    data = np.column_stack([x.ravel(), y.ravel()]) * scale
    made = spatial.Delaunay(cp.asarray(data))
    assert made.nsimplex == 2 * 19 * 14
    check_triangulation(made, data)


# So many that they are triangulated by tiles, side by side.
@pytest.mark.parametrize("scale", [(1, 1), (1, 0.01), (2.0**200, 2.0**200)])
def test_triangulation_by_tiles(scale):
    data = points(30000, 2)
    made = spatial.Delaunay(cp.asarray(data * scale))
    if scale == (1, 0.01):
        data = data * scale
    check_triangulation(made, data)
    same_triangles(made, scipy_spatial.Delaunay(data))


def test_triangulation_by_tiles_of_hard_points():
    random = np.random.default_rng(5)
    clusters = [random.normal(size=(4000, 2)) * 10.0**-k + 10 * random.random(2) for k in range(4)]
    line = np.column_stack([np.arange(12000.0), np.zeros(12000)])
    angle = random.random(12000) * 2 * np.pi
    twice = points(12000, 2)
    for data in (
        random.standard_cauchy((20000, 2)),
        np.concatenate(clusters),
        random.integers(0, 200, (20000, 2)).astype(float),
        np.stack(np.meshgrid(np.arange(120.0), np.arange(100.0)), -1).reshape(-1, 2),
        np.concatenate([line, [[5, 3]]]),
        np.column_stack([np.cos(angle), np.sin(angle)]),
        np.concatenate([twice, twice[::3]]),
    ):
        made = spatial.Delaunay(cp.asarray(data))
        simplices, coplanar = made.simplices.get(), made.coplanar.get()
        assert set(simplices.ravel()) | set(coplanar[:, 0]) == set(range(len(data)))
        assert (data[coplanar[:, 0]] == data[coplanar[:, 2]]).all()
        assert (simplices[coplanar[:, 1]] == coplanar[:, 2:]).any(1).all()
        if np.abs(data).max() < 200:
            check_triangulation(made, data)
    with pytest.raises(spatial.QhullError, match="12000 points lie on one line"):
        spatial.Delaunay(cp.asarray(line))


def test_triangulation_of_hard_points():
    angle = np.arange(64) * np.pi / 32
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    line = np.column_stack([np.linspace(0, 1, 30), np.zeros(30)])
    for data in (circle, np.vstack([line, [[0.5, 1e-12]]]), np.vstack([line, [[0.5, 1.0]], line + [0, 2]])):
        made = spatial.Delaunay(cp.asarray(data))
        simplices = made.simplices.get()
        assert set(simplices.ravel()) == set(range(len(data)))


def test_points_at_one_place():
    data = np.vstack([points(20, 2), points(20, 2)[:5]])
    made = spatial.Delaunay(cp.asarray(data))
    assert made.coplanar.shape == (5, 3)
    same = {tuple(sorted((a, c))) for a, _, c in made.coplanar.tolist()}
    assert same == {(k, 20 + k) for k in range(5)}
    corners = made.simplices.get()[made.vertex_to_simplex.get()]
    assert all((data[c] == p).all(axis=1).any() for c, p in zip(corners, data))
    check_triangulation(made, data)


@pytest.mark.parametrize("bruteforce", [False, True])
def test_find_simplex(bruteforce):
    data = points(500, 2)
    made, theirs = spatial.Delaunay(cp.asarray(data)), scipy_spatial.Delaunay(data)
    x = points(1000, 2, 1) * 1.4 - 0.2
    found = made.find_simplex(cp.asarray(x), bruteforce=bruteforce)
    assert found.dtype == np.int32
    found, expected = found.get(), theirs.find_simplex(x)
    np.testing.assert_array_equal(found < 0, expected < 0)
    inside = found >= 0
    np.testing.assert_array_equal(
        np.sort(made.simplices.get()[found[inside]]), np.sort(theirs.simplices[expected[inside]])
    )
    # Corners and middles of edges lie in triangles, too.
    assert (made.find_simplex(cp.asarray(data)).get() >= 0).all()
    assert made.find_simplex(cp.asarray(x.reshape(10, 100, 2))).shape == (10, 100)
    assert made.find_simplex(cp.array([[np.nan, 0.5], [np.inf, 0.5]])).tolist() == [-1, -1]
    assert made.find_simplex(cp.array([[-1.0, 0.5]]), tol=1e6).tolist() != [-1]


def test_transform_and_neighbors():
    data = points(60, 2)
    made, theirs = spatial.Delaunay(cp.asarray(data)), scipy_spatial.Delaunay(data)
    transform, simplices = made.transform.get(), made.simplices.get()
    assert transform.shape == (made.nsimplex, 3, 2)
    x = data[simplices].mean(1)
    first = np.einsum("tij,tj->ti", transform[:, :2], x - transform[:, 2])
    np.testing.assert_allclose(first, 1 / 3, rtol=1e-9)
    indptr, indices = (a.get() for a in made.vertex_neighbor_vertices)
    expected_indptr, expected = theirs.vertex_neighbor_vertices
    for v in range(60):
        assert set(indices[indptr[v] : indptr[v + 1]]) == set(expected[expected_indptr[v] : expected_indptr[v + 1]])
    corner = made.vertex_to_simplex.get()
    assert all(v in simplices[corner[v]] for v in range(60))


def test_paraboloid():
    data, x = points(40, 2) * [1, 5] + [3, -2], points(7, 2, 1).reshape(7, 1, 2)
    made, theirs = spatial.Delaunay(cp.asarray(data)), scipy_spatial.Delaunay(data)
    assert made.paraboloid_scale == pytest.approx(theirs.paraboloid_scale, rel=1e-12)
    assert made.paraboloid_shift == pytest.approx(theirs.paraboloid_shift, rel=1e-12)
    assert made.furthest_site is theirs.furthest_site is False
    np.testing.assert_allclose(made.lift_points(cp.asarray(x)).get(), theirs.lift_points(x), rtol=1e-12)
    order, expected = (np.lexsort(np.sort(s, axis=1).T) for s in (made.simplices.get(), theirs.simplices))
    np.testing.assert_allclose(made.equations.get()[order], theirs.equations[expected], rtol=1e-7, atol=1e-10)
    np.testing.assert_allclose(
        made.plane_distance(cp.asarray(x)).get()[..., order], theirs.plane_distance(x)[..., expected], 1e-7, 1e-9
    )
    with pytest.raises(ValueError):
        made.plane_distance(cp.ones((3, 3)))


@pytest.mark.parametrize("name", ["Delaunay", "ConvexHull"])
def test_points_that_come_later(name):
    data = points(30, 2)
    made = getattr(spatial, name)(cp.asarray(data[:10]), incremental=True)
    for more in (data[10:11], data[11:]):
        made.add_points(cp.asarray(more))
    whole = getattr(spatial, name)(cp.asarray(data))
    assert (made.simplices == whole.simplices).all() and made.npoints == 30
    with pytest.raises(ValueError):
        made.add_points(cp.ones((3, 3)))
    made.close()
    for closed in (made, whole):
        with pytest.raises(RuntimeError):
            closed.add_points(cp.asarray(data))


def test_no_triangulation():
    for call in (
        lambda: spatial.Delaunay(cp.ones(3)),
        lambda: spatial.Delaunay(cp.ones((5, 3))),
        lambda: spatial.Delaunay(cp.empty((0, 2))),
        lambda: spatial.Delaunay(cp.array([[0, 0], [1, 0], [np.nan, 1]])),
        lambda: spatial.Delaunay(cp.asarray(points(9, 2))).find_simplex(cp.ones((2, 3))),
    ):
        with pytest.raises(ValueError):
            call()
    infinite = points(9, 2)
    infinite[4, 1] = np.inf
    for bad in (np.ones((2, 2)), np.ones((9, 2)), np.column_stack([np.arange(9.0), np.arange(9.0)]), infinite):
        with pytest.raises(scipy_spatial.QhullError):
            scipy_spatial.Delaunay(bad)
        with pytest.raises(spatial.QhullError):
            spatial.Delaunay(cp.asarray(bad))
    with pytest.raises(NotImplementedError):
        spatial.Delaunay(cp.asarray(points(9, 2)), furthest_site=True)


# --------------------------------------------------------------------------------------------------------------- hulls


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("n", [4, 20, 1000])
def test_hull(axes, n):
    data = points(n, axes)
    made, theirs = spatial.ConvexHull(cp.asarray(data)), scipy_spatial.ConvexHull(data)
    if axes == 2:
        start = made.vertices.tolist().index(theirs.vertices[0])
        np.testing.assert_array_equal(np.roll(made.vertices.get(), -start), theirs.vertices)
    else:
        np.testing.assert_array_equal(made.vertices.get(), theirs.vertices)
    assert {tuple(sorted(s)) for s in made.simplices.get()} == {tuple(sorted(s)) for s in theirs.simplices}
    assert made.volume == pytest.approx(theirs.volume)
    assert made.area == pytest.approx(theirs.area)
    order = lambda e: e[np.lexsort(e.round(6).T)]  # noqa: E731
    np.testing.assert_allclose(order(made.equations.get()), order(theirs.equations), atol=1e-9)
    simplices, neighbors = made.simplices.get(), made.neighbors.get()
    for f, beside in enumerate(neighbors):
        for k, other in enumerate(beside):
            assert set(simplices[f]) - {simplices[f][k]} <= set(simplices[other]) and f in neighbors[other]


def test_what_only_qhull_has_options_for():
    data = points(20, 2)
    made, theirs = spatial.ConvexHull(cp.asarray(data)), scipy_spatial.ConvexHull(data)
    assert made.coplanar.shape == theirs.coplanar.shape and made.coplanar.dtype == theirs.coplanar.dtype
    assert made.good is theirs.good is None
    for options in ("Qt Pp", "Qx", ""):
        spatial.ConvexHull(cp.asarray(data), qhull_options=options)
    spatial.Delaunay(cp.asarray(data), qhull_options="Qbb Qc Qz Q12")
    for make in (spatial.ConvexHull, spatial.Delaunay):
        for options in ("QJ", "Qt QG3", "Qfoo"):
            with pytest.raises(NotImplementedError):
                make(cp.asarray(data), qhull_options=options)


def test_ranks_of_neighbours_that_are_none():
    tree = spatial.KDTree(cp.ones((3, 2)))
    for k in (None, 0, [], [0], [-1, 2]):
        with pytest.raises(ValueError, match="k must be an integer"):
            tree.query(cp.ones((1, 2)), k=k)


def test_numbers_of_workers():
    tree = spatial.KDTree(cp.ones((3, 2)))
    for ask in (tree.query, lambda x, workers: tree.query_ball_point(x, 1, workers=workers)):
        for workers in (1, -1, 8):
            ask(cp.ones((1, 2)), workers=workers)
        for workers in (0, -2):
            with pytest.raises(ValueError, match="number of workers"):
                ask(cp.ones((1, 2)), workers=workers)


def test_hull_of_a_cube():
    grid = np.stack(np.meshgrid(*[np.arange(5) / 4.0] * 3), -1).reshape(-1, 3)
    made = spatial.ConvexHull(cp.asarray(grid))
    assert made.vertices.size == 8 and made.nsimplex == 12
    assert made.volume == pytest.approx(1) and made.area == pytest.approx(6)
    square = grid[grid[:, 2] == 0][:, :2]
    flat = spatial.ConvexHull(cp.asarray(np.vstack([square, square])))
    assert flat.vertices.size == 4 and flat.volume == pytest.approx(1) and flat.area == pytest.approx(4)


def test_hull_of_a_sphere():
    x = np.random.default_rng(0).normal(size=(3000, 3))
    data = x / np.linalg.norm(x, axis=1)[:, None]
    made, theirs = spatial.ConvexHull(cp.asarray(data)), scipy_spatial.ConvexHull(data)
    assert made.volume == pytest.approx(theirs.volume) and made.vertices.size == theirs.vertices.size


def test_no_hull():
    line = np.column_stack([np.arange(9.0)] * 3)
    plane = np.column_stack([points(9, 2), np.zeros(9)])
    for bad in (np.ones((2, 2)), np.ones((9, 2)), line[:, :2], line, plane, np.ones((9, 3)), points(3, 3)):
        with pytest.raises(scipy_spatial.QhullError):
            scipy_spatial.ConvexHull(bad)
        with pytest.raises(spatial.QhullError):
            spatial.ConvexHull(cp.asarray(bad))
    with pytest.raises(ValueError):
        spatial.ConvexHull(cp.ones((5, 4)))
    with pytest.raises(ValueError):
        spatial.ConvexHull(cp.array([[0, 0], [1, 0], [np.nan, 1]]))


def test_sparse_distances_have_no_dictionary_of_keys():
    tree = spatial.KDTree(cp.asarray([[0.0, 0], [1, 1]]))
    with pytest.raises(ValueError, match="'dict', 'ndarray', 'coo_matrix'"):
        tree.sparse_distance_matrix(tree, 5, output_type="dok_matrix")


def test_number_of_neighbours_as_a_float():
    points, places = np.random.default_rng(0).random((20, 2)), np.random.default_rng(1).random((4, 2))
    ours, scipys = spatial.KDTree(cp.asarray(points)), scipy_spatial.KDTree(points)
    for k in (1.0, 2.0, 1.5, np.float64(3)):
        for found, expected in zip(ours.query(cp.asarray(places), k), scipys.query(places, k)):
            np.testing.assert_allclose(found.get(), expected, rtol=1e-14)
    with pytest.raises(ValueError):
        ours.query(cp.asarray(places), 0.0)


def test_places_that_are_numbers():
    """A number alone is a place of one coordinate for a tree, but no place of a triangulation."""
    line = np.array([[0.0], [2.0], [3.0]])
    ours, scipys = spatial.KDTree(cp.asarray(line)), scipy_spatial.KDTree(line)
    for k in (1, 2):
        for found, expected in zip(ours.query(2.2, k), scipys.query(2.2, k)):
            np.testing.assert_allclose(found.get(), expected)
    assert ours.query_ball_point(2.2, 1).tolist() == scipys.query_ball_point(2.2, 1) == [1, 2]
    assert int(ours.query_ball_point(2.2, 1, return_length=True)) == 2
    with pytest.raises(ValueError):
        spatial.KDTree(cp.ones((3, 2))).query(2.2)
    with pytest.raises(IndexError):
        spatial.Delaunay(cp.asarray([[0.0, 0], [0, 1], [1, 0]])).find_simplex(1)
