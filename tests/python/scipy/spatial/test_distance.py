"""cuprumx.scipy.spatial.distance beside SciPy's."""

import numpy as np
import pytest
import scipy.spatial as scipy_spatial
import scipy.spatial.distance as scipy_distance
from common import assert_same, layouts, to_device
from cuprumx.scipy import spatial
from cuprumx.scipy.spatial import distance

import cuprum as cp

NUMBERS = [
    "braycurtis",
    "canberra",
    "chebyshev",
    "cityblock",
    "correlation",
    "cosine",
    "euclidean",
    "hamming",
    "jaccard",
    "jensenshannon",
    "mahalanobis",
    "minkowski",
    "seuclidean",
    "sqeuclidean",
]
FLAGS = ["dice", "rogerstanimoto", "russellrao", "sokalsneath", "yule"]


def points(n, k, seed, metric="euclidean"):
    rng = np.random.default_rng(seed)
    if metric in FLAGS:
        return rng.random((n, k)) < 0.4
    if metric == "jensenshannon":
        return rng.random((n, k)) + 0.01
    if metric in ("hamming", "jaccard"):
        return rng.integers(0, 3, (n, k)).astype(float)
    return rng.normal(size=(n, k))


def close(actual, expected, rtol=1e-12, atol=1e-14):
    assert_same(actual, expected, rtol, atol, strict_dtype=False)


@pytest.mark.parametrize("metric", NUMBERS + FLAGS)
def test_all_pairs(metric):
    a, b = points(37, 11, 0, metric), points(70, 11, 1, metric)
    close(distance.cdist(cp.asarray(a), cp.asarray(b), metric), scipy_distance.cdist(a, b, metric))
    close(distance.pdist(cp.asarray(b), metric), scipy_distance.pdist(b, metric))


@pytest.mark.parametrize("metric", ["euclidean", "sqeuclidean", "cosine", "correlation"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("m, n, depth", [(1300, 1310, 160), (1408, 1324, 150), (700, 1312, 600)])
def test_products_of_matrices(m, n, depth, dtype, metric):
    """Many points are compared by a product; of pairs that nearly agree it would leave few digits."""
    rng = np.random.default_rng(5)
    a, b = (rng.normal(size=(count, depth)).astype(dtype) for count in (m, n))
    b[:40] = a[:40]  # equal ones,
    b[40:80] = a[40:80] + 1e-3  # near ones,
    b[500:] += 30  # and a middle far from all
    expected = scipy_distance.cdist(a.astype(float), b.astype(float), metric)
    found = distance.cdist(cp.asarray(a), cp.asarray(b), metric)
    assert found.dtype == dtype
    eps = np.finfo(dtype).eps
    # One less a cosine has the digits of one, in SciPy as well.
    close(found, expected, rtol=40 * eps, atol=8 * eps if metric in ("cosine", "correlation") else eps)
    assert (np.diag(found.get())[:40] <= eps).all()
    a[7, 3], b[600, 4] = np.nan, np.inf
    with np.errstate(all="ignore"):
        expected = scipy_distance.cdist(a[:300].astype(float), b.astype(float), metric)[:, 590:610]
    found = distance.cdist(cp.asarray(a), cp.asarray(b), metric)[:300, 590:610]
    np.testing.assert_allclose(found.get(), expected, rtol=1e-4 if dtype == "float32" else 1e-9, atol=eps)


@pytest.mark.parametrize(
    "metric", [m for m in NUMBERS + FLAGS if m not in ("jensenshannon", "mahalanobis", "seuclidean")]
)
def test_weights(metric):
    a, b = points(5, 7, 0, metric), points(6, 7, 1, metric)
    w = np.array([0.5, 0, 2, 1, 0.25, 3, 1])
    close(
        distance.cdist(cp.asarray(a), cp.asarray(b), metric, w=cp.asarray(w)), scipy_distance.cdist(a, b, metric, w=w)
    )
    if hasattr(scipy_distance, metric):
        close(
            getattr(distance, metric)(cp.asarray(a[0]), cp.asarray(b[0]), w=cp.asarray(w)),
            getattr(scipy_distance, metric)(a[0], b[0], w=w),
        )


@pytest.mark.parametrize("shape", [(1, 1, 1), (3, 2, 16), (65, 130, 17), (129, 64, 100), (2, 2, 300)])
def test_sizes(shape):
    m, n, k = shape
    a, b = points(m, k, 0), points(n, k, 1)
    close(distance.cdist(cp.asarray(a), cp.asarray(b)), scipy_distance.cdist(a, b))
    close(distance.pdist(cp.asarray(a)), scipy_distance.pdist(a))


@pytest.mark.parametrize("shape", [(0, 3, 2), (3, 0, 2), (1, 4, 2)])
def test_nothing(shape):
    m, n, k = shape
    a, b = np.ones((m, k)), np.ones((n, k))
    close(distance.cdist(cp.asarray(a), cp.asarray(b)), scipy_distance.cdist(a, b))
    assert distance.pdist(cp.ones((1, k))).shape == (0,)


@pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, 3, np.inf])
def test_orders(p):
    a, b = points(4, 5, 0), points(6, 5, 1)
    close(distance.cdist(cp.asarray(a), cp.asarray(b), "minkowski", p=p), scipy_distance.cdist(a, b, "minkowski", p=p))
    close(distance.minkowski(cp.asarray(a[0]), cp.asarray(b[0]), p), scipy_distance.minkowski(a[0], b[0], p))
    if p >= 1:
        close(spatial.distance_matrix(cp.asarray(a), cp.asarray(b), p), scipy_spatial.distance_matrix(a, b, p))
        close(
            spatial.minkowski_distance(cp.asarray(a[:4]), cp.asarray(b[:4]), p),
            scipy_spatial.minkowski_distance(a[:4], b[:4], p),
        )
        close(
            spatial.minkowski_distance_p(cp.asarray(a[:4]), cp.asarray(b[:1]), p),
            scipy_spatial.minkowski_distance_p(a[:4], b[:1], p),
        )


@pytest.mark.parametrize("p", [0.5, 1.5, 2.5, 2.7, 3, 4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_orders_by_products(dtype, p):
    """Powers by products and roots: of equal and nearly equal points, zeros, infinities and NaN, with weights."""
    a, b = points(9, 35, 0).astype(dtype), points(70, 35, 1).astype(dtype)
    a[2] = b[3] = 0
    b[:2] = a[:2]
    b[1, 5] *= 1 + 1e-3
    w = np.random.default_rng(2).random(35).astype(dtype)
    wide = [x.astype(float) for x in (a, b)]
    rtol = 8 * np.finfo(dtype).eps
    ours = [cp.asarray(x) for x in (a, b)]
    close(distance.cdist(*ours, "minkowski", p=p), scipy_distance.cdist(*wide, "minkowski", p=p), rtol, 0)
    expected = scipy_distance.cdist(*wide, "minkowski", p=p, w=w.astype(float))
    close(distance.cdist(*ours, "minkowski", p=p, w=cp.asarray(w)), expected, rtol, 0)
    a[0, 1], a[3, 4], b[7, 8], b[9, 4] = np.nan, np.inf, -np.inf, np.inf
    with np.errstate(all="ignore"):
        expected = scipy_distance.cdist(a.astype(float), b.astype(float), "minkowski", p=p)
    close(distance.cdist(cp.asarray(a), cp.asarray(b), "minkowski", p=p), expected, rtol, 0)
    with pytest.raises(ValueError):
        distance.cdist(*ours, "minkowski_3")


@pytest.mark.parametrize("metric", ["canberra", "jensenshannon"])
@pytest.mark.parametrize("depth", [1, 16, 33, 64, 131])
def test_quick_ways(metric, depth):
    """float32 has quicker ways for tiles of moderate numbers; of all other tiles the result is the metric's own."""
    a, b = points(130, depth, 0, metric).astype("f"), points(200, depth, 1, metric).astype("f")
    if depth > 1:
        a[7:60:3, depth // 2] = b[::5, depth // 2] = 0
        a[3, ::2] = 0
    for change in ("none", "equal", "near", "tiny", "huge", "peaks", "nan", "infinity", "nothing"):
        x, y = a.copy(), b.copy()
        if change == "equal":
            y[:20] = x[:20]
        if change == "near":
            y[:130] = x * (1 + 1e-3 * np.random.default_rng(4).normal(size=x.shape).astype("f"))
        if change == "tiny":
            x[5], y[9], y[70, depth // 2] = 1e-42, 3e-43, 1e-30
        if change == "huge":
            x[5], y[9] = 1e33, 1e34
        if change == "peaks":
            x[:, 0], y[:, 0] = 1e6, 1e5
        if change == "nan":
            x[5, 0], y[100, -1] = np.nan, np.nan
        if change == "infinity":
            x[5, 0], y[100, -1], y[9, 0] = np.inf, np.inf, np.inf
        if change == "nothing" and metric == "canberra":
            x[5] = y[9] = 0
        with np.errstate(all="ignore"):
            expected = scipy_distance.cdist(x.astype(float), y.astype(float), metric)
        if metric == "jensenshannon":  # SciPy has the root of -1e-17 of equal points, and 0 where neither has shares
            expected[np.isnan(expected)] = 0
            expected[~np.isfinite(x).all(1)] = expected[:, ~np.isfinite(y).all(1)] = np.nan
        # Shares of float32, each half a unit off, tell points that nearly agree apart by that much.
        atol = 3e-7 if metric == "jensenshannon" else 0
        close(distance.cdist(cp.asarray(x), cp.asarray(y), metric), expected, 2e-6, atol)


def test_negative_shares():
    """Numbers below 0, for which SciPy has an infinity, are none of the quick way's."""
    a, b = points(70, 20, 0, "jensenshannon").astype("f"), points(80, 20, 1, "jensenshannon").astype("f")
    a[3, 4] = b[5, 6] = -0.01
    found = distance.cdist(cp.asarray(a), cp.asarray(b), "jensenshannon").get()
    expected = scipy_distance.cdist(a.astype("d"), b.astype("d"), "jensenshannon")
    assert np.isinf(found[3]).all() and np.isinf(found[:, 5]).all()
    good = np.isfinite(found)
    assert good.sum() == 69 * 79
    np.testing.assert_allclose(found[good], expected[good], rtol=2e-6)


def test_float32_is_kept():
    a, b = points(40, 64, 0).astype("f"), points(30, 64, 1).astype("f")
    for metric in ("euclidean", "cosine", "correlation", "cityblock"):
        result = distance.cdist(cp.asarray(a), cp.asarray(b), metric)
        assert result.dtype == np.float32
        np.testing.assert_allclose(result.get(), scipy_distance.cdist(a, b, metric), rtol=2e-6)
    assert distance.cdist(cp.asarray(a), cp.asarray(b.astype("d"))).dtype == np.float64


@pytest.mark.parametrize("dtype", ["?", "b", "i", "L", "e"])
def test_dtypes(dtype):
    a = np.random.default_rng(0).integers(0, 2, (5, 4)).astype(dtype)
    close(distance.cdist(cp.asarray(a), cp.asarray(a), "cityblock"), scipy_distance.cdist(a, a, "cityblock"))


def test_points_that_nearly_agree():
    """A difference of one part in 10^6 leaves float32 all its digits, cosines too."""
    rng = np.random.default_rng(0)
    a = (rng.random((20, 32)) + 1).astype("f")
    b = (a * (1 + 1e-4 * rng.random((20, 32)))).astype("f")
    for metric in ("euclidean", "sqeuclidean"):
        expected = scipy_distance.cdist(a.astype("d"), b.astype("d"), metric)
        np.testing.assert_allclose(distance.cdist(cp.asarray(a), cp.asarray(b), metric).get(), expected, rtol=1e-5)
    unit = lambda x: x / np.linalg.norm(x, axis=1)[:, None]  # noqa: E731
    exact = ((unit(a.astype("d"))[:, None] - unit(b.astype("d"))[None]) ** 2).sum(-1) / 2
    found = distance.cdist(cp.asarray(a), cp.asarray(b), "cosine").get()
    np.testing.assert_allclose(np.diag(found), np.diag(exact), rtol=3e-3)


@pytest.mark.parametrize("metric", ["euclidean", "cityblock", "braycurtis"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_results_at_odd_addresses(dtype, metric):
    """Rows of results that begin at no multiple of 16 bytes, and rows of lengths that are none."""
    a, b = points(256, 40, 0).astype(dtype), points(260, 40, 1).astype(dtype)
    for n in (256, 257, 258, 260):
        expected = scipy_distance.cdist(a.astype(float), b[:n].astype(float), metric)
        for first in (0, 1, 2):
            out = cp.full(256 * n + 4, -1, dtype)
            found = distance.cdist(cp.asarray(a), cp.asarray(b[:n]), metric, out=out[first : first - 4].reshape(256, n))
            close(found, expected, rtol=60 * np.finfo(dtype).eps)
            assert (out[:first] == -1).all() and (out[first - 4 :] == -1).all()


def test_layouts():
    a, b = points(6, 4, 0), points(5, 4, 1)
    expected = scipy_distance.cdist(a, b)
    for _, x in layouts(a):
        for _, y in layouts(b):
            close(distance.cdist(to_device(x), to_device(y)), expected)


def test_out():
    a, b = points(6, 4, 0), points(5, 4, 1)
    out = cp.empty((6, 5))
    assert distance.cdist(cp.asarray(a), cp.asarray(b), out=out) is out
    close(out, scipy_distance.cdist(a, b))
    out = cp.empty(15)
    assert distance.pdist(cp.asarray(a), out=out) is out
    close(out, scipy_distance.pdist(a))
    with pytest.raises(ValueError):
        distance.cdist(cp.asarray(a), cp.asarray(b), out=cp.empty((5, 6)))


def test_variances_and_covariances():
    a, b = points(12, 3, 0), points(9, 3, 1)
    V, VI = np.array([0.5, 2.0, 1.0]), np.array([[2.0, 0.5, 0], [0.5, 1, 0.1], [0, 0.1, 3]])
    ours = [cp.asarray(x) for x in (a, b)]
    close(distance.cdist(*ours, "seuclidean", V=cp.asarray(V)), scipy_distance.cdist(a, b, "seuclidean", V=V))
    close(distance.cdist(*ours, "mahalanobis", VI=cp.asarray(VI)), scipy_distance.cdist(a, b, "mahalanobis", VI=VI))
    close(
        distance.seuclidean(cp.asarray(a[0]), cp.asarray(b[0]), cp.asarray(V)), scipy_distance.seuclidean(a[0], b[0], V)
    )
    close(
        distance.mahalanobis(cp.asarray(a[0]), cp.asarray(b[0]), cp.asarray(VI)),
        scipy_distance.mahalanobis(a[0], b[0], VI),
    )


@pytest.mark.parametrize("metric", [m for m in NUMBERS + FLAGS if m not in ("mahalanobis", "seuclidean")])
def test_vectors(metric):
    u, v = points(2, 50, 3, metric)
    close(getattr(distance, metric)(cp.asarray(u), cp.asarray(v)), getattr(scipy_distance, metric)(u, v))


def test_vectors_of_one_row():
    # CuPy's functions of two vectors take matrices of one row.
    for dtype in "fd":
        u, v = points(2, 50, 3).astype(dtype)
        rows = cp.asarray(u[None]), cp.asarray(v[None], order="F")
        for metric in ("minkowski", "canberra", "cityblock", "cosine", "hamming", "correlation", "euclidean"):
            found = getattr(distance, metric)(*rows)
            assert found.shape == ()
            close(found, getattr(scipy_distance, metric)(u, v), *((1e-5, 1e-6) if dtype == "f" else ()))
    for shape in ((2, 25), (1, 1, 50), (50, 1)):
        with pytest.raises(ValueError, match="should be 1-D"):
            distance.canberra(cp.ones(shape), cp.ones(shape))


def test_distributions():
    p, q = np.array([[0.2, 0.8], [0.5, 0.5]]), np.array([[0.3, 0.7], [1.0, 0.0]])
    for keywords in ({}, {"axis": 1}, {"axis": 1, "keepdims": True}, {"base": 2}):
        close(
            distance.jensenshannon(cp.asarray(p), cp.asarray(q), **keywords),
            scipy_distance.jensenshannon(p, q, **keywords),
        )
    u, v = cp.asarray(p[0]), cp.asarray(q[0])
    close(distance.kl_divergence(u, v), 0.2 * np.log(0.2 / 0.3) + 0.8 * np.log(0.8 / 0.7))
    close(distance.hellinger(u, v), np.sqrt(((np.sqrt(p[0]) - np.sqrt(q[0])) ** 2).sum() / 2))


@pytest.mark.parametrize("metric", FLAGS + ["jaccard", "braycurtis", "canberra", "hamming", "cosine"])
def test_zeros(metric):
    zero = np.zeros((2, 4), bool if metric in FLAGS else float)
    with np.errstate(all="ignore"):
        close(distance.cdist(cp.asarray(zero), cp.asarray(zero), metric), scipy_distance.cdist(zero, zero, metric))


def test_nan_and_infinity():
    a = np.array([[1.0, np.nan], [np.inf, 2.0], [3.0, 4.0]])
    for metric in ("euclidean", "cityblock", "canberra"):
        with np.errstate(all="ignore"):
            close(distance.cdist(cp.asarray(a), cp.asarray(a), metric), scipy_distance.cdist(a, a, metric))


def test_squareform():
    a = points(6, 4, 0)
    vector = scipy_distance.pdist(a)
    close(distance.squareform(cp.asarray(vector)), scipy_distance.squareform(vector))
    matrix = scipy_distance.squareform(vector)
    close(distance.squareform(cp.asarray(matrix)), vector)
    assert distance.squareform(cp.empty(0)).shape == (1, 1)
    for force in ("no", "tomatrix"):
        close(distance.squareform(cp.asarray(3.0), force), scipy_distance.squareform(np.array(3.0), force))
    close(distance.squareform(cp.asarray(matrix.astype("f"))), vector.astype("f"))
    for bad in (np.ones(4), np.ones((2, 3)), np.ones((2, 2)), np.array([[0, 1], [2, 0]]), np.ones((1, 1, 1))):
        with pytest.raises(ValueError):
            scipy_distance.squareform(bad)
        with pytest.raises(ValueError):
            distance.squareform(cp.asarray(bad))
    assert distance.num_obs_y(cp.asarray(vector)) == distance.num_obs_dm(cp.asarray(matrix)) == 6
    assert distance.is_valid_y(cp.asarray(vector)) and distance.is_valid_dm(cp.asarray(matrix))


def test_questions_about_lists():
    assert distance.is_valid_y([1.0, 2, 3]) and not distance.is_valid_y([1.0, 2])
    assert distance.is_valid_dm([[0, 1.0], [1, 0]]) and not distance.is_valid_dm([[0, 1.0], [2, 0]])
    assert distance.num_obs_y([1.0, 2, 3]) == 3 and distance.num_obs_dm([[0, 1.0], [1, 0]]) == 2


def test_functions_as_metrics():
    a = cp.asarray(points(4, 3, 0))
    expected = distance.cdist(a, a)
    close(distance.cdist(a, a, distance.euclidean), expected.get())
    close(distance.cdist(a, a, lambda u, v: cp.sqrt(((u - v) ** 2).sum())), expected.get())
    close(distance.pdist(a, lambda u, v: cp.sqrt(((u - v) ** 2).sum())), distance.pdist(a).get())
    for metric in (lambda u, v: u[0] * v[1], distance.dice):
        lists = [[1.0, 2.0], [0.0, 4.0]]
        close(distance.cdist(lists, lists, metric), distance.cdist(cp.asarray(lists), cp.asarray(lists), metric).get())
        close(distance.pdist(lists, metric), distance.pdist(cp.asarray(lists), metric).get())


def test_hausdorff():
    u, v = points(50, 3, 0), points(40, 3, 1)
    found, expected = distance.directed_hausdorff(cp.asarray(u), cp.asarray(v)), scipy_distance.directed_hausdorff(u, v)
    assert found[0] == pytest.approx(expected[0]) and found[1:] == tuple(expected[1:])
    assert found == distance.directed_hausdorff(u=cp.asarray(u), v=cp.asarray(v), seed=3)
    assert found == distance.directed_hausdorff(cp.asarray(u), cp.asarray(v), 3)


def test_bad_input():
    a = cp.ones((3, 2))
    for call in (
        lambda: distance.cdist(a, cp.ones((3, 3))),
        lambda: distance.cdist(a, cp.ones(3)),
        lambda: distance.cdist(cp.ones(3), a),
        lambda: distance.cdist(a, a, "no such metric"),
        lambda: distance.minkowski(a[0], a[1], 0),
        lambda: distance.minkowski(a[0], a[1], -1),
        lambda: distance.cdist(a, a, "euclidean", w=cp.array([-1.0, 1])),
        lambda: distance.cdist(a, a, "euclidean", w=cp.ones(3)),
        lambda: distance.pdist(cp.ones(3)),
        lambda: distance.pdist(a[:2], "mahalanobis"),
        lambda: distance.cdist(a, a, "seuclidean", V=cp.ones(3)),
        lambda: distance.euclidean(a, a),
        lambda: distance.euclidean(a[0], cp.ones(3)),
        lambda: spatial.distance_matrix(a, cp.ones((2, 3))),
    ):
        with pytest.raises(ValueError):
            call()
    for function in (spatial.distance_matrix, spatial.minkowski_distance):
        with pytest.raises(ZeroDivisionError):
            function(a, a, 0)
    with pytest.raises(TypeError):
        distance.seuclidean(a[0], a[1], cp.ones(3))
    with pytest.raises(TypeError):
        distance.cdist(a, a, 3)
    with pytest.raises(TypeError):
        distance.cdist(np.ones((3, 2)), np.ones((3, 2)))
    with pytest.raises(TypeError):
        distance.cdist(a, a, "euclidean", VI=a)


@pytest.mark.parametrize("dtype", ["f8", "i8", "u1"])
def test_degrees_of_truth(dtype):
    """What SciPy's dice makes of numbers that are no flags."""
    a, b = (np.random.default_rng(seed).uniform(-3 if dtype == "f8" else 0, 4, (6, 5)).astype(dtype) for seed in (1, 2))
    close(distance.cdist(cp.asarray(a), cp.asarray(b), "dice"), scipy_distance.cdist(a, b, "dice"))
    close(distance.pdist(cp.asarray(a), "dice"), scipy_distance.pdist(a, "dice"))
    close(distance.dice(cp.asarray(a[0]), cp.asarray(b[0])), scipy_distance.dice(a[0], b[0]))
    # With weights SciPy's cdist does something else than its function of two vectors.
    w = np.random.default_rng(3).random(5)
    a[0, :2] = b[0, 1:3] = 0
    for weights in (w, np.zeros(5)):
        expected = scipy_distance.cdist(a, b, "dice", w=weights)
        close(distance.cdist(cp.asarray(a), cp.asarray(b), "dice", w=cp.asarray(weights)), expected)
    for metric in FLAGS:
        for weights in (None, w):
            expected = getattr(scipy_distance, metric)(a[0], b[0], weights)
            ours = None if weights is None else cp.asarray(weights)
            close(getattr(distance, metric)(cp.asarray(a[0]), cp.asarray(b[0]), ours), expected)
        expected = scipy_distance.cdist(a, b, getattr(scipy_distance, metric))
        close(distance.cdist(cp.asarray(a), cp.asarray(b), getattr(distance, metric)), expected)
        close(
            distance.pdist(cp.asarray(a), getattr(distance, metric)),
            scipy_distance.pdist(a, getattr(scipy_distance, metric)),
        )


def test_weights_that_are_all_zero():
    a, w = np.array([[True, False, True], [False, True, True]]), np.zeros(3)
    assert float(distance.pdist(cp.asarray(a), "yule", w=cp.asarray(w))[0]) == 0 == scipy_distance.pdist(a, "yule", w=w)
    assert float(distance.yule(*cp.asarray(a), cp.asarray(w))) == 0 == scipy_distance.yule(*a, w)
    for metric in ("hamming", "rogerstanimoto", "russellrao", "yule"):
        with np.errstate(all="ignore"):
            expected = scipy_distance.cdist(a, a, metric, w=w)
        close(distance.cdist(cp.asarray(a), cp.asarray(a), metric, w=cp.asarray(w)), expected)


@pytest.mark.parametrize("p", [0.25, 0.5, -1.0, -2.5, np.nan])
def test_orders_that_give_no_norm(p):
    a, b = points(5, 3, 0), points(4, 3, 1)
    ours = cp.asarray(a), cp.asarray(b)
    close(distance.cdist(*ours, "minkowski", p=p), scipy_distance.cdist(a, b, "minkowski", p=p))
    close(distance.pdist(ours[0], "minkowski", p=p), scipy_distance.pdist(a, "minkowski", p=p))
    close(spatial.distance_matrix(*ours, p), scipy_spatial.distance_matrix(a, b, p))
    assert np.isposinf(distance.cdist(*ours, "minkowski", p=0).get()).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_what_is_no_distribution(dtype):
    """Negative numbers, and no numbers but zeros, are infinitely far from all."""
    a = np.array([[0, 0, 0], [0.1, 0.4, 0.5], [-1, -2, -3], [1, -1, 0], [np.nan, 1, -1], [1, -np.inf, 2]], dtype)
    b = np.concatenate([a, np.ones((3, 3), dtype)])
    with np.errstate(all="ignore"):
        expected = scipy_distance.cdist(a, b, "jensenshannon")
    close(distance.cdist(cp.asarray(a), cp.asarray(b), "jensenshannon"), expected, 1e-6)


def test_nothing_is_true():
    """SciPy's function of two vectors raises here, for which the host would have to wait; its cdist gives NaN, too."""
    nothing = cp.zeros((1, 4), dtype=bool)
    assert np.isnan(float(distance.sokalsneath(nothing[0], nothing[0])))
    assert np.isnan(distance.cdist(nothing, nothing, "sokalsneath").get()).all()


@pytest.mark.parametrize("shape", [(9, 8, 3), (130, 120, 12)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_mahalanobis_beside_points_far_away(shape, dtype):
    """Points that are huge or no numbers change nothing between the others."""
    m, n, k = shape
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(m, k)), rng.normal(size=(n, k))
    turn = np.eye(k) + 0.2 * rng.normal(size=(k, k))
    VI = turn @ turn.T
    b[: n // 2] += 1e7  # two crowds
    a[: m // 2] += 1e7
    for strange in (np.nan, np.inf, 1e12, 0.0):
        a[0, 0] = strange
        x, y = a.astype(dtype), b.astype(dtype)
        found = distance.cdist(cp.asarray(x), cp.asarray(y), "mahalanobis", VI=cp.asarray(VI))
        with np.errstate(invalid="ignore"):
            expected = scipy_distance.cdist(x.astype(float), y.astype(float), "mahalanobis", VI=VI)
            pairs = scipy_distance.pdist(x.astype(float), "mahalanobis", VI=VI)
        rtol = 1e-5 if dtype == "float32" else 1e-13
        close(found[1:], expected[1:], rtol)
        known = np.isfinite(expected[0])
        np.testing.assert_allclose(found[0].get()[known], expected[0, known], rtol)
        found = distance.pdist(cp.asarray(x), "mahalanobis", VI=cp.asarray(VI)).get()
        known = np.isfinite(pairs)
        np.testing.assert_allclose(found[known], pairs[known], rtol)


@pytest.mark.parametrize("name", ["euclidean", "cityblock", "chebyshev", "minkowski"])
def test_complex_vectors(name):
    u, v, w = np.array([1, 2j, 3 - 1j]), np.array([0.5, 1.0, 4]), np.array([1.0, 0.5, 2])
    ours, scipys = getattr(distance, name), getattr(scipy_distance, name)
    close(ours(cp.asarray(u), cp.asarray(v)), scipys(u, v))
    close(ours(cp.asarray(u), cp.asarray(v), w=cp.asarray(w)), scipys(u, v, w=w))
    if name == "minkowski":
        close(ours(cp.asarray(u), cp.asarray(v), 3), scipys(u, v, 3))


def test_complex_points():
    a, b = np.array([[1, 2j], [3, 4j]]), np.array([[0, 1.0], [2, 3], [1, 1]])
    for p in (1, 2, 3, np.inf):
        close(
            spatial.distance_matrix(cp.asarray(a), cp.asarray(b), p), scipy_spatial.distance_matrix(a, b, p), atol=1e-13
        )
    for call in (lambda m, x, y: m.cdist(x, y), lambda m, x, y: m.pdist(x), lambda m, x, y: m.cdist(y, x, "jaccard")):
        with pytest.raises(ValueError):
            call(scipy_distance, a, b)
        with pytest.raises(ValueError):
            call(distance, cp.asarray(a), cp.asarray(b))
    for name in ("cosine", "correlation", "jensenshannon"):
        with pytest.raises(TypeError):
            getattr(scipy_distance, name)(a[0], b[0])
        with pytest.raises(TypeError):
            getattr(distance, name)(cp.asarray(a[0]), cp.asarray(b[0]))


def test_options_that_metrics_do_not_take():
    a, w = np.array([[1.0, 2], [2, 1], [0, 1], [5, 3]]), np.array([1.0, 2])
    for module, x, weights in ((scipy_distance, a, w), (distance, cp.asarray(a), cp.asarray(w))):
        for metric in ("seuclidean", "mahalanobis", "se", "mahal"):
            with pytest.raises(TypeError):
                module.pdist(x, metric, w=weights)
            with pytest.raises(TypeError):
                module.cdist(x, x, metric, w=weights)
        with pytest.raises(TypeError):
            module.cdist(abs(x), abs(x), "jensenshannon", w=weights)
        for few in (x[:1], x[:0]):  # there are no pairs, but faults all the same
            with pytest.raises(ValueError):
                module.pdist(few, "mahalanobis")
            with pytest.raises(ValueError):
                module.pdist(few, "euclidean", w=-weights)
            with pytest.raises(ValueError):
                module.pdist(few, "euclidean", w=weights[:1])
            with pytest.raises(ValueError):
                module.pdist(few, "seuclidean", V=weights[:1])
        with pytest.raises(ValueError):
            module.cdist(x[:0], x[:2], "mahalanobis")
    VI = np.array([[1.0, 0.5], [0.5, 2]])
    close(distance.pdist(cp.asarray(a), "se", V=cp.asarray(w)), scipy_distance.pdist(a, "se", V=w))
    close(distance.pdist(cp.asarray(a), "mahal", VI=cp.asarray(VI)), scipy_distance.pdist(a, "mahal", VI=VI))
    close(distance.pdist(cp.asarray(a), "mi", p=3), scipy_distance.pdist(a, "mi", p=3))


@pytest.mark.parametrize("strange", [np.nan, np.inf])
def test_what_is_left_out_beside_numbers(strange):
    for u, v in (([strange, 1.0], [0.0, 3]), ([1.0, strange], [3.0, strange]), ([strange, 1.0], [2.0, 3])):
        u, v, w = np.array(u), np.array(v), np.array([1.0, 2])
        x, y = cp.asarray(u), cp.asarray(v)
        with np.errstate(all="ignore"):
            close(distance.canberra(x, y), scipy_distance.canberra(u, v))
            close(distance.canberra(x, y, cp.asarray(w)), scipy_distance.canberra(u, v, w))
            for metric in ("canberra", "chebyshev"):
                for weights in ({}, {"w": w}):
                    ours = {name: cp.asarray(value) for name, value in weights.items()}
                    close(
                        distance.cdist(x[None], y[None], metric, **ours),
                        scipy_distance.cdist(u[None], v[None], metric, **weights),
                    )
            close(
                spatial.distance_matrix(x[None], y[None], np.inf),
                scipy_spatial.distance_matrix(u[None], v[None], np.inf),
            )


@pytest.mark.parametrize("metric", NUMBERS + FLAGS)
def test_no_columns(metric):
    a, b = np.ones((1, 0)), np.ones((2, 0))
    close(distance.cdist(cp.asarray(a), cp.asarray(b), metric), scipy_distance.cdist(a, b, metric))
    close(distance.pdist(cp.asarray(b), metric), scipy_distance.pdist(b, metric))
    if metric not in ("seuclidean", "mahalanobis", "jensenshannon"):
        w = np.ones(0)
        close(
            distance.cdist(cp.asarray(a), cp.asarray(b), metric, w=cp.asarray(w)),
            scipy_distance.cdist(a, b, metric, w=w),
        )


def test_no_distances():
    assert distance.is_valid_y(cp.zeros(0)) is True and scipy_distance.is_valid_y(np.zeros(0))
    with pytest.raises(ValueError):
        distance.num_obs_y(cp.zeros(0))
