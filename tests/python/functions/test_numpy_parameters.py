"""Parameters that NumPy has beyond CuPy: weights of quantiles, means that are known, names of algorithms."""

import warnings

import common
import numpy as np
import pytest

import scipy.ndimage
import scipy.signal

import cuprum as cp
import cuprumx.scipy.sparse.linalg as linalg
from cuprumx.scipy import ndimage, signal, sparse

rng = np.random.default_rng(0)


check = common.check_by_name(np, cp, {"f": 1e-6, "d": 1e-12, "F": 1e-12, "D": 1e-12})


SHAPES = [((7,), None), ((7,), 0), ((4, 5), 1), ((4, 5), 0), ((4, 5), None), ((3, 4, 5), (0, 2)), ((3, 4, 5), (2, 0))]


@pytest.mark.parametrize("shape, axis", SHAPES)
@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "?"])
@pytest.mark.parametrize("q", [0, 0.3, 1, np.array([0.1, 0.9, 0.0]), np.float32(0.4)], ids=str)
def test_weighted_quantiles(shape, axis, dtype, q):
    a = (rng.random(shape) * 10).astype(dtype)
    weights = [rng.integers(0, 4, shape) + 0.5, rng.integers(0, 3, shape) + (np.arange(a.size).reshape(shape) % 3 == 1)]
    if axis is not None:
        weights.append(rng.random([shape[k] for k in np.atleast_1d(axis)]))
    for w in weights:
        for keepdims in (False, True):
            options = {"axis": axis, "weights": w, "method": "inverted_cdf", "keepdims": keepdims}
            check("quantile", a, q, **options)
            check("percentile", a, q * 50, **options)
            if dtype[0] == "f" and w.shape == a.shape:
                b = a.copy()
                b.ravel()[[1, 5]] = np.nan
                check("quantile", b, q, **options)
                check("nanquantile", b, q, **options)


def test_weights_that_do_not_fit():
    a, w = cp.arange(6.0).reshape(2, 3), cp.ones(3)
    for error, kwargs in [(ValueError, {"weights": cp.ones((2, 3))}),
                          (ValueError, {"weights": -cp.ones((2, 3)), "method": "inverted_cdf"}),
                          (ValueError, {"weights": cp.zeros((2, 3)), "method": "inverted_cdf"}),
                          (TypeError, {"weights": w, "method": "inverted_cdf"}),
                          (ValueError, {"weights": w, "method": "inverted_cdf", "axis": 0})]:  # fmt: skip
        with pytest.raises(error):
            cp.quantile(a, 0.5, **kwargs)


@pytest.mark.parametrize("shape, axis", SHAPES)
@pytest.mark.parametrize("name", ["var", "std", "nanvar", "nanstd"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "c16"])
def test_spread_about_known_means(shape, axis, name, dtype):
    a = (rng.random(shape) * 10).astype(dtype)
    if dtype[0] == "f" and "nan" in name:
        a.ravel()[2] = np.nan
    mean = (np.nanmean if "nan" in name else np.mean)(a, axis=axis, keepdims=True)
    where = rng.random(shape) < 0.8
    for kwargs in ({}, {"ddof": 1}, {"correction": 1}, {"keepdims": True}, {"where": where}, {"ddof": 60}):
        check(name, a, axis=axis, mean=mean, **kwargs)
    out = cp.empty(np.mean(a, axis=axis).shape)
    assert getattr(cp, name)(cp.asarray(a), axis=axis, mean=cp.asarray(mean), out=out) is out
    if "nan" not in name:
        np.testing.assert_allclose(
            getattr(cp.asarray(a), name)(axis=axis, mean=cp.asarray(mean)).get(),
            getattr(np, name)(a, axis=axis),
            rtol=1e-5,
        )


def test_names_of_algorithms_are_checked():
    a = cp.array([[5, 1, 4], [2, 6, 3]])
    for kind in (None, "sort", "table"):
        assert cp.isin(a, cp.array([1, 2]), kind=kind).sum() == 2
    assert cp.unique(a, sorted=False).tolist() == [1, 2, 3, 4, 5, 6]
    assert cp.partition(a, 1, kind="introselect", order=None)[0, 1] == 4
    assert a.argsort(stable=True).tolist() == [[1, 2, 0], [0, 2, 1]] and cp.sort(a, order=None)[0, 0] == 1
    for call in (lambda: cp.sort(a, order="x"), lambda: cp.partition(a, 1, kind="x"), lambda: cp.isin(a, a, kind="x"),
                 lambda: cp.isin(a * 1.0, a, kind="table"), lambda: cp.argsort(a, order="x"),
                 lambda: cp.argpartition(a, 1, order="x")):  # fmt: skip
        with pytest.raises(ValueError):
            call()


def test_rolls_along_no_axis_and_scans_of_a_number():
    a = cp.arange(6).reshape(2, 3)
    assert (cp.roll(a, 1, axis=()) == a).all() and (cp.roll(a, (), axis=0) == a).all()
    assert cp.cumulative_sum(cp.array(3)).tolist() == [3] and cp.cumulative_prod(
        cp.array(3), include_initial=True
    ).tolist() == [1, 3]


def test_subscripts_of_einsum_may_be_arrays():
    a = np.arange(9.0).reshape(3, 3)
    assert cp.einsum(cp.asarray(a), np.array([0, 0])) == 12 and cp.einsum(
        cp.asarray(a), cp.array([0, 1]), cp.array([1])
    ).tolist() == [9, 12, 15]


@pytest.mark.parametrize("name", ["gcd", "hypot", "add", "bitwise_or", "maximum", "logical_and", "logaddexp"])
def test_a_single_element_is_combined_with_the_identity(name):
    for a in (np.array([-3]), np.array([[-4], [6]]), np.array([[-4, 6]])):
        for axis in range(a.ndim):
            expected, found = getattr(np, name).reduce(a, axis=axis), getattr(cp, name).reduce(cp.asarray(a), axis=axis)
            assert expected.dtype == found.dtype
            np.testing.assert_allclose(found.get(), expected)
    with pytest.raises(TypeError):
        cp.ldexp.reduce(cp.array([1, 2, 3]))


@pytest.mark.parametrize("dtype", ["u1", "i1", "i4", "u8", "i8"])
@pytest.mark.parametrize("value", [-1, 300, 2**40, 2**64, -(10**30)])
def test_quotients_by_integers_that_the_dtype_does_not_hold(dtype, value):
    a = np.array([2, 3], dtype)
    for expected, found in [
        (a / value, cp.asarray(a) / value),
        (value / a, value / cp.asarray(a)),
        (np.divide(a, value), cp.divide(cp.asarray(a), value)),
    ]:
        assert expected.dtype == found.dtype
        np.testing.assert_allclose(found.get(), expected, rtol=1e-15)


@pytest.mark.parametrize("name", ["max", "min", "sum", "prod"])
@pytest.mark.parametrize(
    "dtype, initial", [("u1", -5), ("u1", 300), ("i1", 200), ("u8", -1), ("i8", 2**63), ("i4", 7), ("?", 3)]
)
def test_initial_values_that_the_dtype_does_not_hold(name, dtype, initial):
    a = np.array([1, 2], dtype)
    try:
        expected = getattr(np, name)(a, initial=initial)
    except OverflowError:
        with pytest.raises(OverflowError):
            getattr(cp, name)(cp.asarray(a), initial=initial)
    else:
        assert getattr(cp, name)(cp.asarray(a), initial=initial) == expected
    assert cp.bitwise_and.reduce(cp.array([5], "u1")) == 5


def test_norms_of_nothing():
    for order in (-1, -2, -0.5, 0.5, 1, 3, 0):
        np.testing.assert_array_equal(
            cp.linalg.norm(cp.zeros((0, 3)), order, axis=0).get(), np.linalg.norm(np.zeros((0, 3)), order, axis=0)
        )


@pytest.mark.parametrize("call", [
    lambda xp: xp.add(xp.arange(3), 1j, dtype="f8"), lambda xp: xp.add(xp.arange(3), 2.5, dtype="i8"),
    lambda xp: xp.add(xp.arange(3) * 1j, 1, dtype="f8"),
    lambda xp: xp.add(xp.arange(3), xp.arange(3, dtype="i4"), casting="no"),
    lambda xp: xp.sin(xp.arange(3), casting="equiv"), lambda xp: xp.add(xp.arange(3) > 1, 1, dtype="?"),
])  # fmt: skip
def test_operands_that_must_not_be_cast(call):
    for xp in (np, cp):
        with pytest.raises(TypeError, match="ast"):
            call(xp)


@pytest.mark.parametrize("call", [
    lambda xp: xp.add(xp.arange(3), 2.5, dtype="i8", casting="unsafe"),
    lambda xp: xp.add(xp.arange(3), 1, casting="no"),
    lambda xp: xp.add(xp.arange(3, dtype="u1"), 1, dtype="u1", casting="safe"),
    lambda xp: xp.add(xp.arange(3), 1, dtype="f4"), lambda xp: xp.multiply(xp.arange(3.0), True, dtype="c8"),
    lambda xp: xp.add(xp.arange(3), xp.arange(3, dtype="i4"), casting="safe"),
])  # fmt: skip
def test_operands_that_may_be_cast(call):
    expected, found = call(np), call(cp)
    assert expected.dtype == found.dtype
    np.testing.assert_array_equal(found.get(), expected)


@pytest.mark.parametrize(
    "mask",
    [
        3.2,
        0.0,
        4,
        -4,
        2**70,
        0,
        True,
        False,
        1 + 1j,
        0j,
        np.nan,
        np.float32(3),
        np.int8(0),
        np.bool_(True),
        [1.5, 0, 2, 0],
    ],
    ids=repr,
)
def test_numbers_are_masks(mask):
    """`where` takes any number for its truth, in NumPy as here; arrays have to be bool."""

    def call(xp):
        a = xp.arange(4.0)
        copied = xp.zeros(4)
        xp.copyto(copied, a, where=mask)
        yield copied
        yield xp.sum(a, where=mask)
        yield a.max(where=mask, initial=-1)
        yield xp.prod(a, where=mask)  # NumPy's `var` counts elements by the sum of the mask
        yield xp.any(a, where=mask)
        yield xp.add(a, 1, where=mask, out=xp.zeros(4))
        yield xp.negative(a, where=mask, out=xp.zeros(4))
        yield xp.multiply.reduce(a, where=mask)

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for actual, expected in zip(call(cp), call(np), strict=True):
            np.testing.assert_array_equal(actual.get(), expected)
    for array in (cp.array(3.2), cp.ones(4)):
        with pytest.raises(TypeError, match="safe"):
            cp.copyto(cp.zeros(4), cp.ones(4), where=array)


def test_arrays_without_axes_are_numbers():
    """What `a.mean()` gives on a device is a parameter like any number."""
    a = np.arange(12.0).reshape(3, 4) % 5
    mine = cp.asarray(a)
    for make in (cp.array, np.array):
        np.testing.assert_allclose(cp.cov(mine, ddof=make(0)).get(), np.cov(a, ddof=0))
        np.testing.assert_allclose(cp.linalg.norm(mine[0], make(3)).get(), np.linalg.norm(a[0], 3))
        places = signal.argrelmax(mine[0], order=make(1))[0]
        np.testing.assert_array_equal(places.get(), scipy.signal.argrelmax(a[0], order=1)[0])
        shifted = ndimage.shift(mine, 1, order=1, mode="constant", cval=make(2.5))
        np.testing.assert_allclose(shifted.get(), scipy.ndimage.shift(a, 1, order=1, mode="constant", cval=2.5))
        solution = linalg.lsqr(sparse.csr_matrix(cp.eye(3)), cp.ones(3), atol=make(1e-8))[0]
        np.testing.assert_allclose(solution.get(), np.ones(3))
    for wrong in (cp.ones(1), cp.ones(2)):
        with pytest.raises(ValueError):
            cp.cov(mine, ddof=wrong)
