"""Running sums and products, differences, and ufunc.accumulate and reduceat."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import cuprum as cp
from common import (
    BFLOAT16,
    NUMPY_DTYPES,
    assert_close,
    assert_same,
    assert_same_error,
    assert_same_strides,
    layouts,
    sample,
    signed_sample,
    to_device,
)

ROUNDING = {"e": 4e-3, "f": 4e-6, "d": 1e-13, "F": 4e-6, "D": 1e-13}
SCANS = ["cumsum", "cumprod", "nancumsum", "nancumprod"]


values = signed_sample


def rtol(dtype):
    return ROUNDING.get(np.dtype(dtype).char, 0)


def compare(f, a, host, share, signs=True):
    """Rounded results may differ by a share of what they would be if nothing cancelled."""
    with np.errstate(all="ignore"):
        expected = np.asarray(f(np, host))
        bound = share * f(np, np.where(np.isfinite(host), abs(host.astype("D")), 1)).real if share else 0
    assert_close(f(cp, a), expected, bound, signs)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
@pytest.mark.parametrize("name", SCANS)
def test_axes(name, dtype):
    for _, host in layouts(values((3, 4, 5), dtype)):
        a = to_device(host)
        for axis in (None, 0, 1, 2, -1):
            compare(lambda xp, x: getattr(xp, name)(x, axis), a, host, 8 * rtol(dtype))
            # The sign of a complex product's zero depends on the order of the factors, which a GPU multiplies in a
            # tree.
            signs = cp.backend() == "cpu" or "prod" not in name
            compare(lambda xp, x: getattr(xp, name)(x, axis=axis, dtype="D"), a, host, 1e-12, signs)
    for shape in ((), (0,), (1,), (2, 0)):
        assert_same(getattr(cp, name)(cp.ones(shape, dtype)), getattr(np, name)(np.ones(shape, dtype)))


def test_keywords():
    host = values((3, 4), "f")
    a = cp.asarray(host)
    out = cp.empty((3, 4), "f")
    assert cp.cumsum(a, 1, out=out) is out and a.cumprod(0, out=out) is out
    assert_same(a.cumsum(), host.cumsum(), rtol=1e-6)
    host[1, 1:3] = np.nan
    for name in SCANS:
        assert_same(getattr(cp, name)(cp.asarray(host), 1), getattr(np, name)(host, 1), rtol=1e-5)
    for axis in (0, 1):
        for initial in (False, True):
            assert_same(
                cp.cumulative_sum(a, axis=axis, include_initial=initial),
                np.cumulative_sum(a.get(), axis=axis, include_initial=initial),
                rtol=1e-6,
            )
            assert_same(
                cp.cumulative_prod(a, axis=axis, include_initial=initial),
                np.cumulative_prod(a.get(), axis=axis, include_initial=initial),
                rtol=1e-6,
            )


@pytest.mark.parametrize("dtype", [np.dtype(c) for c in "efdFD"], ids=str)
def test_special_values(dtype):
    """Signed zeros, infinities, NaN, and slices that are all negative."""
    rng = np.random.default_rng(0)
    for parts in (
        [0.0, -0.0, 1, -2, np.inf, -np.inf, np.nan],
        [-0.0, 0.0],
        [-1, -3, -0.5],
        [-np.inf, -1],
        [np.nan, -1],
    ):
        for shape in ((5, 9), (3, 700), (700, 3)):
            host = rng.choice(np.array(parts, dtype), shape)
            a = cp.asarray(host)
            for axis in (0, 1):
                for name in ("maximum", "minimum", "fmax", "fmin"):
                    with np.errstate(all="ignore"):
                        assert_same(getattr(cp, name).accumulate(a, axis), getattr(np, name).accumulate(host, axis))
                for name in SCANS if dtype.kind == "f" else ("cumsum", "nancumsum"):
                    if dtype == np.dtype("e") and "prod" in name:
                        # NumPy's products overflow half precision on the way, where these are carried in single.
                        host = np.where(np.isfinite(host) & (host != 0), np.copysign(1, host), host).astype(dtype)
                        a = cp.asarray(host)
                    with np.errstate(all="ignore"):
                        expected = getattr(np, name)(host, axis)
                    largest = np.abs(expected[np.isfinite(expected)]).max(initial=1)  # each step rounds once
                    bound = shape[axis] * rtol(dtype) * largest if "sum" in name else None
                    if bound is None:
                        bound = np.where(np.isfinite(expected), 40 * rtol(dtype) * abs(expected), 0)
                    assert_close(getattr(cp, name)(a, axis), expected, bound)


def test_out_of_another_dtype():
    for name in SCANS:
        for source in "?bifd":
            for target in "bhilfdD":
                host = np.array([[2.5, -0.5, 0.75], [1.5, 3.25, -2.0]]).astype(source)
                for axis in (0, 1):
                    expected = getattr(np, name)(host, axis, out=np.zeros((2, 3), target))
                    assert_same(getattr(cp, name)(cp.asarray(host), axis, out=cp.zeros((2, 3), target)), expected)
    for f in (
        lambda xp: xp.add.accumulate(xp.array([0.5, 0.5]), out=xp.zeros(2, int)),
        lambda xp: xp.maximum.accumulate(xp.array([3.5, 4.5]), out=xp.zeros(2, int)),
        lambda xp: xp.logical_and.accumulate(xp.array([0.5, 0]), out=xp.zeros(2, float)),
        lambda xp: xp.multiply.accumulate(xp.array([200, 2], "u1"), out=xp.zeros(2, "u1")),
    ):
        assert_same(f(cp), f(np))


def test_errors():
    for name in SCANS:
        assert_same_error(lambda xp: getattr(xp, name)(xp.zeros((2, 3)), 2))
        assert_same_error(lambda xp: getattr(xp, name)(xp.zeros((2, 3)), 0, out=xp.zeros(3)))
        assert_same_error(lambda xp: getattr(xp, name)(xp.zeros((2, 3)), (0, 1)))
    assert_same_error(lambda xp: xp.cumulative_sum(xp.zeros((2, 3))))
    assert_same_error(lambda xp: xp.diff(xp.zeros(3), -1))
    assert_same_error(lambda xp: xp.diff(xp.array(1)))
    assert_same_error(lambda xp: xp.gradient(xp.zeros(1)))
    assert_same_error(lambda xp: xp.gradient(xp.zeros(5), 1, 2))
    assert_same_error(lambda xp: xp.gradient(xp.zeros(5), edge_order=3))


@pytest.mark.parametrize("dtype", [np.dtype(c) for c in "?bIlfdD"], ids=str)
def test_large(dtype):
    """Sums of floats are as near to the exact ones as NumPy's, which round at each step, or nearer."""
    wider = {"f": "d", "d": "longdouble", "D": "clongdouble"}.get(dtype.char)
    for shape, axis in (((2**20 + 5,), 0), ((3, 400001), 1), ((400001, 3), 0), ((300, 5, 1000), 1)):
        host = values(shape, dtype)
        a = cp.asarray(host)
        if wider:
            exact = np.cumsum(host.astype(wider), axis)
            error, numpys = abs(cp.cumsum(a, axis).get() - exact), abs(np.cumsum(host, axis) - exact)
            magnitudes = np.cumsum(abs(host.astype(wider)), axis)
            assert error.max() <= max(numpys.max(), rtol(dtype) * magnitudes.max())
        else:
            assert_same(cp.cumsum(a, axis), np.cumsum(host, axis))
        assert_same(cp.maximum.accumulate(a, axis), np.maximum.accumulate(host, axis))


def test_half_types():
    for dtype in (np.dtype("e"), BFLOAT16):
        host = np.ones(300, dtype)
        assert float(cp.cumsum(cp.asarray(host))[-1]) == 300


@given(st.data())
def test_random(data):
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=7))
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    dtype = data.draw(st.sampled_from([np.dtype(c) for c in "?bhilBHILfdFD"]))
    name = data.draw(st.sampled_from(["cumsum", "cumprod", "nancumsum"]))
    host = dict(layouts(values(shape, dtype)))[data.draw(st.sampled_from(["C", "F", "every second", "reversed"]))]
    compare(lambda xp, x: getattr(xp, name)(x, axis), to_device(host), host, 4 * rtol(dtype))


@pytest.mark.parametrize(
    "name",
    [
        "add",
        "multiply",
        "maximum",
        "minimum",
        "subtract",
        "logical_or",
        "bitwise_xor",
        "fmin",
        "power",
        "divide",
        "logaddexp",
    ],
)
def test_accumulate(name):
    for dtype in [np.dtype(c) for c in "?iLfD"]:
        host = values((4, 5, 3), dtype)
        if name == "power":
            host = abs(host) % 2 if dtype.kind in "iu" else host
        ufunc, reference = getattr(cp, name), getattr(np, name)
        try:
            with np.errstate(all="ignore"):
                reference.accumulate(host)
        except TypeError:
            with pytest.raises(TypeError):
                ufunc.accumulate(cp.asarray(host))
            continue
        for axis in (0, 1, -1):
            with np.errstate(all="ignore"):
                assert_same(
                    ufunc.accumulate(cp.asarray(host), axis),
                    reference.accumulate(host, axis),
                    rtol=8 * rtol(reference.accumulate(host, axis).dtype),
                )
    assert_same_error(lambda xp: getattr(xp, name).accumulate(xp.ones((2, 3), int), 2))
    assert_same_error(lambda xp: getattr(xp, name).accumulate(xp.array(1)))


def test_reduceat():
    for dtype in [np.dtype(c) for c in "ilfD"]:
        host = values((8, 6), dtype)
        a = cp.asarray(host)
        for axis, places in ((0, [0, 4, 1, 7]), (1, [0, 2, 5, 5]), (0, [3]), (1, [])):
            index = np.array(places, int)
            for name in ("add", "multiply", "maximum", "subtract") if dtype.char != "D" else ("add", "multiply"):
                assert_same(
                    getattr(cp, name).reduceat(a, cp.asarray(index), axis),
                    getattr(np, name).reduceat(host, index, axis),
                    rtol=4 * rtol(dtype),
                )
    assert_same_error(lambda xp: xp.add.reduceat(xp.ones(3), xp.array([[0]])))
    if cp.backend() == "cpu":
        assert_same_error(lambda xp: xp.add.reduceat(xp.ones(3), xp.array([3])))


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_differences(dtype):
    host = sample((4, 6), dtype)
    a = cp.asarray(host)
    for n in (0, 1, 2, 7):
        for axis in (0, 1):
            assert_same(cp.diff(a, n, axis), np.diff(host, n, axis), rtol=rtol(dtype))
    if dtype.kind != "b":
        assert_same(
            cp.diff(a, prepend=0, append=a[:, :2]), np.diff(host, prepend=0, append=host[:, :2]), rtol=rtol(dtype)
        )
        assert_same(cp.ediff1d(a), np.ediff1d(host), rtol=rtol(dtype))
        assert_same(
            cp.ediff1d(a, to_end=cp.asarray(host[0]), to_begin=cp.asarray(host[1])),
            np.ediff1d(host, to_end=host[0], to_begin=host[1]),
            rtol=rtol(dtype),
        )


@pytest.mark.parametrize("dtype", ["i", "f", "d", "D"])
def test_gradient(dtype):
    host = sample((5, 6), dtype)
    a = cp.asarray(host)
    tolerance = 1e-5 if dtype == "f" else 1e-12
    for arguments in ((), (2.0,), (2.0, 0.5), (np.array([0, 1, 3, 4, 8.0]), 1.0)):
        on_device = [cp.asarray(x) if isinstance(x, np.ndarray) else x for x in arguments]
        for edge_order in (1, 2):
            assert_same(
                cp.gradient(a, *on_device, edge_order=edge_order),
                np.gradient(host, *arguments, edge_order=edge_order),
                rtol=tolerance,
                atol=tolerance * 100,
            )
    assert_same(cp.gradient(a, axis=1), np.gradient(host, axis=1), rtol=tolerance, atol=tolerance)
    assert_same(cp.gradient(a[0]), np.gradient(host[0]), rtol=tolerance, atol=tolerance)


def test_layouts_of_running_sums():
    for shape, axis in (((3, 4), 0), ((3, 4), 1), ((3, 2, 4), 1)):
        for make in (
            lambda xp: xp.broadcast_to(xp.arange(4), shape),
            lambda xp: xp.broadcast_to(xp.arange(shape[-2])[:, None], shape),
            lambda xp: xp.asfortranarray(xp.ones(shape))[::-1],
            lambda xp: xp.ones(shape).swapaxes(0, 1)[:, ::2],
        ):
            if axis < make(np).ndim:
                assert_same_strides(cp.cumsum(make(cp), axis=axis), np.cumsum(make(np), axis=axis))


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_outputs_with_the_initial_value(name, dtype):
    """Whatever has an output without the initial value has one with it."""
    a = sample((3, 4, 5), dtype, 1)
    for axis in range(3):
        shape = [n + (d == axis) for d, n in enumerate(a.shape)]
        expected, out = np.zeros(shape, dtype), cp.zeros(shape, dtype)
        getattr(np, name)(a, axis=axis, out=expected, include_initial=True)
        assert getattr(cp, name)(cp.asarray(a), axis=axis, out=out, include_initial=True) is out
        np.testing.assert_allclose(out.get().astype("D"), expected.astype("D"), rtol=1e-2 if dtype == "e" else 1e-5)
    with pytest.raises(ValueError):
        getattr(cp, name)(cp.asarray(a), axis=0, out=cp.zeros(a.shape, dtype), include_initial=True)


def test_an_output_with_the_initial_value_over_what_is_summed():
    whole = cp.arange(1.0, 7)
    cp.cumulative_sum(whole[:5], out=whole, include_initial=True)
    assert_same(whole, np.array([0.0, 1, 3, 6, 10, 15]))


@pytest.mark.parametrize("dtype", list("efdFD"))
@pytest.mark.parametrize("edge_order", [1, 2])
def test_gradients_keep_the_precision_of_coordinates(dtype, edge_order):
    random = np.random.default_rng(3)
    f = (random.uniform(-9, 9, (7, 8)) + (1j if dtype in "FD" else 0)).astype(dtype)
    for kind in ("f8", "f4", "i8"):
        places = [np.cumsum(random.uniform(1, 3, n)).astype(kind) for n in f.shape]
        expected = np.gradient(f, *places, edge_order=edge_order)
        for a, b in zip(cp.gradient(cp.asarray(f), *map(cp.asarray, places), edge_order=edge_order), expected):
            assert_same(a, b)
