"""`a[...]`, `a[...] = b`, and the functions that select and place elements."""

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import cuprum as cp
from common import ALL_DTYPES, BFLOAT16, NUMPY_DTYPES, assert_same, assert_same_error, layouts, sample, to_device


def on(xp, value):
    """A key for a library: NumPy arrays in it become arrays of the device."""
    if isinstance(value, tuple):
        return tuple(on(xp, v) for v in value)
    return xp.asarray(value) if isinstance(value, np.ndarray) else value


BASIC = [
    0,
    -1,
    (1, 2),
    (0, -1, 3),
    slice(None),
    slice(1, None),
    slice(None, None, -1),
    slice(None, None, 2),
    slice(5, 1, -2),
    slice(2, 2),
    (slice(None), 1),
    (..., 0),
    (0, ...),
    ...,
    None,
    (None, 0),
    (slice(None), None, slice(1, 3)),
    (..., None),
    (slice(None), slice(-1, None), slice(0, 100, 3)),
    (),
    (1, slice(None), -2),
    np.int64(1),
    (np.int8(1), np.uint8(0)),
    slice(10**30, None),
    (slice(-3, None, 2), ..., slice(None, None, -1)),
    True,
    False,
]
ADVANCED = [
    np.array([0, 2, 1]),
    [0, 1],
    ([0, 1], [2, 3]),
    (slice(None), [1, 1, 0]),
    ([0, 1], slice(None), [1, 2]),
    (0, [1, 2]),
    ([[0], [1]], [[0, 1, 2]]),
    (..., [3, 0]),
    np.zeros((0,), int),
    [],
    (np.array([[0, 1], [2, 0]]), 1),
    (None, [0, 1]),
    ([1], None, [0]),
    np.array(2),
    (slice(1, 3), np.array([0, -1])),
    np.array([True, False, True]),
    (np.array([True, False, True]), 0),
    (slice(None), np.array([True, False, True, True])),
    (np.array([True, True, False]), [0, 2]),
    (0, slice(None), np.array([True, False] * 2 + [True])),
    [True, False, True],
    np.ones((3, 4), bool),
    (np.eye(3, 4) > 0, [0, 1, 2]),
    np.array([-1, -3], "i1"),
    np.array([0, 1], "u8"),
    (True, [0, 1]),
    (slice(None), np.array([[0, 1], [1, 2]]), slice(None, None, 2)),
]


@pytest.mark.parametrize("key", BASIC + ADVANCED, ids=lambda k: repr(k).replace("\n", "")[:50])
def test_read(key):
    for _, host in layouts(np.arange(60).reshape(3, 4, 5)):
        a = to_device(host)
        got, expected = a[on(cp, key)], host[key]
        assert_same(got, expected)
        if isinstance(expected, np.ndarray) and expected.size:
            assert cp.shares_memory(got, a) == np.shares_memory(expected, host)


@pytest.mark.parametrize("key", BASIC + ADVANCED, ids=lambda k: repr(k).replace("\n", "")[:50])
def test_write(key):
    for _, host in layouts(np.arange(60).reshape(3, 4, 5)):
        host = host.copy("K")
        a = cp.asarray(host)
        shape = host[key].shape
        for value in (
            7,
            np.float64(2.5),
            sample(shape, "i8"),
            sample(shape[-1:], "f4", low=0),
            sample((1,) + shape, "u1"),
            [3],
        ):
            if shape == () and np.ndim(value):
                continue
            a[on(cp, key)] = on(cp, value)
            host[key] = value
            assert_same(a, host)


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_dtypes(dtype):
    host = sample((6, 7), dtype)
    a = cp.asarray(host)
    index, mask = np.array([5, 0, 0, -1]), sample((6, 7), "?", seed=1)
    assert_same(a[cp.asarray(index)], host[index])
    assert_same(a[:, cp.asarray(index)], host[:, index])
    assert_same(a[cp.asarray(mask)], host[mask])
    a[cp.asarray(mask)] = cp.asarray(host[mask][::-1].copy())
    host[mask] = host[mask][::-1].copy()
    assert_same(a, host)
    a[cp.asarray(index[:3])] = 1
    host[index[:3]] = 1
    assert_same(a, host)


def test_errors():
    for key in (
        3,
        -4,
        (0, 0, 0, 0),
        (..., ...),
        1.0,
        "a",
        np.array([0.5]),
        [1.0],
        slice(1.5),
        (slice(None), 9),
        np.ones((4,), bool),
        np.ones((3, 5), bool),
        np.array([[True]]),
        ([0, 1], [0, 1, 2]),
        slice(None, None, 0),
        10**30,
    ):
        assert_same_error(lambda xp: xp.zeros((3, 4, 5))[on(xp, key)])
        assert_same_error(lambda xp: xp.zeros((3, 4, 5)).__setitem__(on(xp, key), 1))
    if cp.backend() == "cpu":
        for key in ([3], [-4], (slice(None), [0, 4]), np.array([0, 99])):
            assert_same_error(lambda xp: xp.zeros((3, 4, 5))[on(xp, key)])
            assert_same_error(lambda xp: xp.zeros((3, 4, 5)).__setitem__(on(xp, key), 1))
    assert_same_error(lambda xp: xp.zeros((3, 4)).__setitem__(0, xp.zeros(5)))
    assert_same_error(lambda xp: xp.zeros((3, 4)).__setitem__(slice(None), xp.zeros((2, 4))))
    assert_same_error(lambda xp: xp.zeros((3, 4)).__setitem__(xp.ones((3, 4), bool), xp.zeros(5)))
    assert_same_error(lambda xp: xp.zeros(3, "u1").__setitem__(0, 300))
    assert_same_error(lambda xp: xp.zeros(3, "u1").__setitem__(0, -1))
    assert_same_error(lambda xp: xp.zeros(3).__setitem__(0, 1j))
    assert_same_error(lambda xp: xp.zeros(3).__delitem__(0))
    with pytest.raises((TypeError, ValueError)):
        cp.zeros(3)[0] = "text"


@st.composite
def indexed(draw):
    """A shape, a layout, and an index into it."""
    shape = draw(hnp.array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=5))
    key = draw(hnp.basic_indices(shape, allow_newaxis=True, allow_ellipsis=True))
    return shape, key, draw(st.sampled_from(["C", "F", "every second", "reversed"]))


@given(indexed())
def test_basic_indexing(case):
    shape, key, layout = case
    host = dict(layouts(np.arange(int(np.prod(shape))).reshape(shape)))[layout]
    a = to_device(host)
    assert_same(a[key], host[key])
    a, host = a.copy("K"), host.copy("K")
    a[key] = 5
    host[key] = 5
    assert_same(a, host)


@st.composite
def advanced(draw):
    """A shape and a mix of slices, integers, integer arrays and masks."""
    shape = draw(hnp.array_shapes(min_dims=1, max_dims=4, min_side=1, max_side=5))
    broadcast = draw(hnp.array_shapes(min_dims=0, max_dims=2, min_side=0, max_side=3))
    key = []
    for n in shape[: draw(st.integers(1, len(shape)))]:
        kind = draw(st.sampled_from(["array", "array", "slice", "integer", "new", "mask"]))
        if kind == "array":
            own = tuple(draw(st.sampled_from([m, 1])) for m in broadcast[draw(st.integers(0, len(broadcast))) :])
            key.append(draw(hnp.arrays("i8", own, elements=st.integers(-n, n - 1))))
        elif kind == "slice":
            key.append(draw(st.slices(n)))
        elif kind == "integer":
            key.append(draw(st.integers(-n, n - 1)))
        elif kind == "mask":
            key.append(np.arange(n) % 2 == 0)
        else:
            key.extend([None, slice(None)])
    return shape, tuple(key)


@given(advanced())
def test_advanced_indexing(case):
    shape, key = case
    host = np.arange(int(np.prod(shape))).reshape(shape)
    try:
        expected = host[key]
    except IndexError:
        with pytest.raises(IndexError):
            cp.asarray(host)[on(cp, key)]
        return
    a = cp.asarray(host)
    assert_same(a[on(cp, key)], expected)
    a[on(cp, key)] = -1
    host[key] = -1
    assert_same(a, host)


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_take(dtype):
    for _, host in layouts(sample((4, 6), dtype)):
        a = to_device(host)
        for axis in (None, 0, 1, -1):
            for indices in (np.array([0, 3, 1]), np.array([[0, -1], [2, 2]]), np.array(1), np.array([], int)):
                assert_same(cp.take(a, cp.asarray(indices), axis=axis), np.take(host, indices, axis=axis))
                assert_same(a.take(cp.asarray(indices), axis), host.take(indices, axis))
    for mode in ("wrap", "clip"):
        assert_same(cp.take(a, cp.array([9, -9]), 0, mode=mode), np.take(host, [9, -9], 0, mode=mode))
    out = cp.empty((2, 6), dtype)
    assert cp.take(a, [1, 2], 0, out) is out


@pytest.mark.parametrize("source", "?bBiqefdFD")
def test_take_casts_what_its_output_holds(source):
    for output in "?bBiqefdFD":
        for name, choice in [("take", [2, 0]), ("compress", [True, False, True])]:

            def chosen(xp):
                a, out = xp.arange(3).astype(source), xp.zeros(2, output)
                first, second = (a, xp.array(choice)) if name == "take" else (xp.array(choice), a)
                return getattr(xp, name)(first, second, out=out)

            if np.can_cast(output, source):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # complex elements into real outputs
                    assert_same(chosen(cp), chosen(np))
            elif np.lib.NumpyVersion(np.__version__) < "2.5.0":
                assert_same_error(chosen)
            else:  # NumPy casts without a rule from 2.5 on
                with pytest.raises(TypeError):
                    chosen(cp)


def test_take_errors():
    assert_same_error(lambda xp: xp.take(xp.zeros((3, 4)), xp.array([0]), 2))
    assert_same_error(lambda xp: xp.take(xp.zeros((3, 4)), xp.array([0.5])))
    assert_same_error(lambda xp: xp.take(xp.zeros((3, 4)), xp.array([0]), mode="no"))
    if cp.backend() == "cpu":
        assert_same_error(lambda xp: xp.take(xp.zeros((3, 4)), xp.array([12])))


def test_along_axis():
    host = sample((4, 5, 3), "f")
    a = cp.asarray(host)
    for axis in (0, 1, -1):
        order = np.argsort(host, axis)
        assert_same(cp.take_along_axis(a, cp.asarray(order), axis), np.take_along_axis(host, order, axis))
        b, other = a.copy(), host.copy()
        cp.put_along_axis(b, cp.asarray(order[:, :1]), 9, axis)
        np.put_along_axis(other, order[:, :1], 9, axis)
        assert_same(b, other)
    assert_same(cp.take_along_axis(a, cp.array([3, 4]), None), np.take_along_axis(host, np.array([3, 4]), None))
    assert_same_error(lambda xp: xp.take_along_axis(xp.zeros((2, 3)), xp.zeros(2, int), 0))


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_put(dtype):
    for _, host in layouts(sample((4, 6), dtype)):
        host = np.array(host, copy=True, order="K")
        a = to_device(host)
        for f in (
            lambda xp, x: xp.put(x, xp.asarray([0, 5, -1]), xp.asarray([1, 0], dtype=dtype)),
            lambda xp, x: x.put(xp.asarray([3]), 1),
            lambda xp, x: xp.put(x, xp.asarray([30, 2]), 1, mode="wrap"),
            lambda xp, x: xp.put(x, xp.asarray([30, -30]), 0, mode="clip"),
            lambda xp, x: xp.place(x, xp.asarray(sample((4, 6), "?")), xp.asarray([1, 0, 1], dtype=dtype)),
            lambda xp, x: xp.putmask(x, xp.asarray(sample((4, 6), "?", 3)), xp.asarray([0, 1], dtype=dtype)),
            lambda xp, x: xp.fill_diagonal(x, 1),
            lambda xp, x: xp.copyto(x, False, where=xp.asarray(sample((4, 6), "?", 4))),
        ):
            f(np, host)
            f(cp, a)
            assert_same(a, host)


def test_put_into_views():
    for view in (lambda x: x[:, ::2], lambda x: x[::-1, ::-1], lambda x: x.T, lambda x: x[::2]):
        a, host = cp.arange(48).reshape(6, 8), np.arange(48).reshape(6, 8)
        cp.put(view(a), cp.array([0, 3, 7]), cp.array([-1, -2, -3]))
        np.put(view(host), [0, 3, 7], [-1, -2, -3])
        assert_same(a, host)


def test_choose_compress_extract_select():
    host = sample((3, 4), "f")
    a = cp.asarray(host)
    which = np.array([[0, 1, 2, 0]] * 3)
    assert_same(
        cp.choose(cp.asarray(which), [a, a + 1, 5.0 * a]), np.choose(which, [host, host + 1, np.float32(5) * host])
    )
    assert cp.take(cp.zeros((0, 2, 1)), -6, axis=-1, mode="clip").shape == (0, 2)
    for bad in (-1, 3):
        with pytest.raises(ValueError, match="invalid entry"):
            cp.choose(cp.array([0, bad]), [cp.array([1, 2])] * 3)
    assert_same(
        cp.choose(cp.asarray(which + 2), [a, -a], mode="wrap"), np.choose(which + 2, [host, -host], mode="wrap")
    )
    for axis, condition in ((None, [True, False, True]), (0, [False, True]), (1, [True, True, False, True])):
        assert_same(cp.compress(cp.asarray(condition), a, axis), np.compress(condition, host, axis))
        assert_same(a.compress(cp.asarray(condition), axis), host.compress(condition, axis))
    assert_same(cp.extract(a > 0, a), np.extract(host > 0, host))
    assert_same(cp.select([a > 50, a < 0], [a, -a], 7), np.select([host > 50, host < 0], [host, -host], 7))
    assert_same_error(lambda xp: xp.select([xp.ones(3, bool)], []))


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_nonzero(dtype):
    for shape in ((0,), (7,), (3, 4), (2, 0, 3), (2, 3, 4), (1, 1)):
        host = sample(shape, dtype, low=-2, high=2)
        if dtype.kind in "fcV":
            host = np.where(sample(shape, "?"), host, 0).astype(dtype)
        a = cp.asarray(host)
        assert_same(cp.nonzero(a), np.nonzero(host))
        assert_same(a.nonzero(), host.nonzero())
        assert_same(cp.flatnonzero(a), np.flatnonzero(host))
        assert_same(cp.argwhere(a), np.argwhere(host))
        assert_same(cp.where(a), np.where(host))
    assert_same_error(lambda xp: xp.nonzero(xp.array(1)))


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_where(dtype):
    condition, x, y = sample((3, 4), "?"), sample((3, 4), dtype), sample((4,), dtype, 1)
    assert_same(cp.where(cp.asarray(condition), cp.asarray(x), cp.asarray(y)), np.where(condition, x, y))
    if dtype != BFLOAT16:
        for value in (1, 2.5, 1j, True, np.float32(3)):
            assert_same(cp.where(cp.asarray(condition), cp.asarray(x), value), np.where(condition, x, value))
            assert_same(cp.where(cp.asarray(condition), value, cp.asarray(x)), np.where(condition, value, x))
    assert_same_error(lambda xp: xp.where(xp.ones(3, bool), 1))
    assert_same_error(lambda xp: xp.where(xp.ones(3, bool), xp.ones(2), 1))


def test_index_makers():
    for f in (
        lambda xp: xp.ix_(xp.array([0, 2]), xp.array([True, False, True])),
        lambda xp: xp.unravel_index(xp.array([3, 7, 11]), (3, 4)),
        lambda xp: xp.unravel_index(xp.array([3, 7, 11]), (3, 4), order="F"),
        lambda xp: xp.diag_indices(3),
        lambda xp: xp.diag_indices(2, 3),
        lambda xp: xp.diag_indices_from(xp.zeros((3, 3))),
        lambda xp: xp.tril_indices(3),
        lambda xp: xp.tril_indices(3, 1, 4),
        lambda xp: xp.triu_indices(4, -1),
        lambda xp: xp.triu_indices_from(xp.zeros((3, 4)), 1),
        lambda xp: xp.tril_indices_from(xp.zeros((3, 4))),
        lambda xp: xp.mask_indices(3, xp.triu, 1),
    ):
        assert_same(f(cp), f(np))
    for mode in ("raise", "wrap", "clip", ("clip", "wrap")):
        multi = np.array([[0, 1, 2], [3, 2, 1]]) if mode == "raise" else np.array([[0, 5, -2], [3, 9, -1]])
        assert_same(
            cp.ravel_multi_index(cp.asarray(multi), (3, 4), mode=mode), np.ravel_multi_index(multi, (3, 4), mode=mode)
        )
    assert_same_error(lambda xp: xp.unravel_index(xp.array([0]), (2, -1)))
    assert_same_error(lambda xp: xp.ix_(xp.zeros((2, 2), int)))


@pytest.mark.parametrize("dtype", ["i4", "i8", "u8", "f4", "f8"])
def test_scatter(dtype):
    rng = np.random.default_rng(0)
    index = rng.integers(0, 10, 500)
    values = rng.integers(0, 100, 500).astype(dtype)
    for name, ufunc in (("add", np.add), ("max", np.maximum), ("min", np.minimum)):
        host = np.full(10, 50, dtype)
        a = cp.asarray(host)
        getattr(a, "scatter_" + name)(cp.asarray(index), cp.asarray(values))
        ufunc.at(host, index, values)
        assert_same(a, host)


@pytest.mark.parametrize("dtype", [d for d in NUMPY_DTYPES if d.kind != "b"], ids=str)
def test_large(dtype):
    n = 2**20 + 33
    host = sample(n, dtype)
    a = cp.asarray(host)
    index = np.random.default_rng(2).integers(-n, n, n)
    assert_same(a[cp.asarray(index)], host[index])
    mask = sample(n, "?")
    assert_same(a[cp.asarray(mask)], host[mask])
    assert_same(cp.flatnonzero(cp.asarray(mask)), np.flatnonzero(mask))


@pytest.mark.parametrize("dtype", NUMPY_DTYPES)
@pytest.mark.parametrize("function", ["place", "putmask", "put"])
@pytest.mark.parametrize("values", [3, [1], [1, 2], [], [[1, 2], [3, 4]], True, np.int64(2)])
def test_numbers_and_lists_become_elements(function, dtype, values):
    for mask in (np.array([True, False, True, True, False, True]), np.zeros(6, bool)):
        where = np.flatnonzero(mask) if function == "put" else mask
        for shape in ((6,), (2, 3)):
            host = sample(shape, dtype)
            device = cp.asarray(host)
            selected = where if function == "put" else where.reshape(shape)
            try:
                getattr(np, function)(host, selected, values)
            except ValueError:
                with pytest.raises(ValueError):
                    getattr(cp, function)(device, cp.asarray(selected), values)
                continue
            getattr(cp, function)(device, cp.asarray(selected), values)
            assert_same(device, host)


@pytest.mark.parametrize("function", ["place", "putmask", "put"])
@pytest.mark.parametrize("value", [300, -129, 1j, [1, 300]])
def test_what_an_element_cannot_be_is_refused(function, value):
    where = [0, 1] if function == "put" else [True, True]
    assert_same_error(lambda xp: getattr(xp, function)(xp.zeros(2, "b"), xp.asarray(where), value))


@pytest.mark.parametrize(
    "shape, mask", [((2, 3), (0,)), ((2, 3), (0, 3)), ((2, 3), (2, 0)), ((0, 3), (0,)), ((2, 3, 4), (2, 0))]
)
def test_masks_without_elements_select_nothing(shape, mask):
    host = np.ones(shape)
    device = cp.asarray(host)
    assert_same(device[cp.zeros(mask, bool)], host[np.zeros(mask, bool)])
    device[cp.zeros(mask, bool)] = 7
    device[cp.zeros(mask, bool)] = cp.zeros(shape[len(mask) :])
    assert_same(device, host)
    assert_same_error(lambda xp: xp.ones((2, 3))[xp.zeros((0, 4), bool)])


@pytest.mark.parametrize("key", [[], [[]], [[], []], ([], 0), ([[]], [0]), [[[]]]])
def test_empty_lists_are_indices(key):
    host = np.arange(6).reshape(2, 3)
    assert_same(cp.asarray(host)[key], host[key])


def test_ix_keeps_dtypes():
    for sequences in ([np.array([1, 0], "i1"), np.array([True, False])], [np.array([], "f"), np.array([1], "u2")]):
        assert_same(cp.ix_(*map(cp.asarray, sequences)), np.ix_(*sequences))
    assert_same(cp.ix_([], [1, 2]), np.ix_([], [1, 2]))


@pytest.mark.parametrize(
    "call",
    [
        lambda xp, i: xp.take(xp.arange(5), i, mode="raise"),
        lambda xp, i: xp.arange(6).reshape(2, 3).take(i, axis=1, mode="raise"),
        lambda xp, i: xp.put(xp.arange(5), i, 7, mode="raise"),
        lambda xp, i: xp.arange(5).put(i, xp.arange(3), mode="raise"),
        lambda xp, i: xp.choose(i, [xp.arange(3), xp.arange(3)], mode="raise"),
        lambda xp, i: xp.asarray(i).choose([xp.arange(3), xp.arange(3)], mode="raise"),
        lambda xp, i: xp.choose(i, [xp.arange(3), xp.arange(3)]),
        lambda xp, i: xp.asarray(i).choose([xp.arange(3), xp.arange(3)]),
        lambda xp, i: xp.unravel_index(i, (2, 2)),
        lambda xp, i: xp.ravel_multi_index((xp.zeros(3, int), i), (2, 3), mode="raise"),
        lambda xp, i: xp.ravel_multi_index((i, xp.zeros(3, int)), (3, 2), mode=("raise", "wrap")),
    ],
)
@pytest.mark.parametrize("wrong", [5, -6, 10**6])
def test_bounds_are_checked_where_the_mode_is_given(call, wrong):
    """On a GPU, too, whose kernels tell nothing of themselves; and where CuPy's function always raises."""
    assert_same_error(lambda xp: call(xp, xp.array([0, wrong, 1])))
    assert_same(cp.arange(3) + 1, np.arange(1, 4))


@pytest.mark.parametrize("dtype", ["u1", "u4", "?"])
def test_choices_by_numbers_without_a_sign(dtype):
    which = np.array([1, 0, 1]).astype(dtype)
    assert_same(cp.asarray(which).choose([cp.arange(3), -cp.arange(3)]), which.choose([np.arange(3), -np.arange(3)]))
    if dtype != "?":
        assert_same_error(lambda xp: xp.array([0, 200, 1], dtype).choose([xp.arange(3), xp.arange(3)]))


@pytest.mark.parametrize("dtype", ["?", "i1", "u1", "u8"])
def test_flat_indices_of_dtypes(dtype):
    """Booleans are numbers here, too."""
    index = np.array([1, 0, 1]).astype(dtype)
    for order in "CF":
        for mode in ("raise", "wrap", "clip"):
            assert_same(
                cp.ravel_multi_index((cp.asarray(index), cp.asarray(index)), (3, 4), mode, order),
                np.ravel_multi_index((index, index), (3, 4), mode, order),
            )
        assert_same(cp.unravel_index(cp.asarray(index), (3, 4), order), np.unravel_index(index, (3, 4), order))
    for wrong in ("f4", "F"):
        assert_same_error(lambda xp: xp.unravel_index(xp.asarray(index.astype(wrong)), (3, 4)))
        assert_same_error(lambda xp: xp.ravel_multi_index((xp.asarray(index.astype(wrong)),), (3,)))


@pytest.mark.parametrize(
    "index",
    [
        np.array([0, 1], object), np.array([None]), np.array(["a"]), np.array([b"a"]),
        np.array([True, False, True], object),
        np.array([], object), np.array(["2020-01-01"], "M8[D]"), np.array([1.0]), [None, None, "a"], ["a"], [1.5],
        {}, "a", np.array(1.5), np.float32(1),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_index(index):
    assert_same_error(lambda xp: xp.arange(3.0)[index])
    assert_same_error(lambda xp: xp.arange(3.0).__setitem__(index, 1))
    assert_same_error(lambda xp: xp.zeros((3, 3))[:, index])


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u8"])
@pytest.mark.parametrize("length", [3, 100, 300])
def test_places_of_few_bits(dtype, length):
    """Along axes that are longer than the places' dtype counts."""
    last = min(length, np.iinfo(dtype).max + 1) - 1
    places = np.array([[0, last], [last, 1], [1, 2]]).astype(dtype)
    host = np.zeros((3, length))
    device = cp.asarray(host)
    np.put_along_axis(host, places, np.arange(6.0).reshape(3, 2), 1)
    cp.put_along_axis(device, cp.asarray(places), cp.arange(6.0).reshape(3, 2), 1)
    assert_same(device, host)
    assert_same(cp.take_along_axis(device, cp.asarray(places), 1), np.take_along_axis(host, places, 1))
    flat, flat_places = np.zeros(length), places.ravel()
    ours = cp.asarray(flat)
    np.put_along_axis(flat, flat_places, 1.5, None)
    cp.put_along_axis(ours, cp.asarray(flat_places), 1.5, None)
    assert_same(ours, flat)


@pytest.mark.parametrize("mode", ["wrap", "clip"])
@pytest.mark.parametrize("dtype", ["i1", "i4", "i8", "u1"])
def test_put_beyond_the_bounds(mode, dtype):
    """Several of them at one place: the last one stays."""
    places = np.array([-1, 7, -9, 12, 3, 0, -100, 100, 4]).astype(dtype)
    for values in (np.arange(9), np.arange(2) + 5):
        host = np.zeros(5, int)
        device = cp.asarray(host)
        host.put(places, values, mode=mode)
        device.put(cp.asarray(places), cp.asarray(values), mode=mode)
        assert_same(device, host)
    assert_same_error(lambda xp: xp.zeros(0).put(xp.array([0]), xp.zeros(0)))


def test_places_are_told_before_values():
    def put(key, value, shape=()):
        def call(xp):
            xp.zeros(shape, "u8")[key] = value

        return call

    for call in (
        put((..., 1, None, 3), -2),
        put(5, -1, (3,)),
        put((0, 0), [-1], (3,)),
        put(0, -1, (3,)),
        put([0], -1, (3,)),
    ):
        assert_same_error(call)
    assert_same_error(lambda xp: xp.zeros(0, "u8").put(xp.array(1), -3))
    assert_same_error(lambda xp: xp.zeros(2, "u8").put(xp.array(1.5), -3))
    assert_same_error(lambda xp: xp.put_along_axis(xp.zeros((), "u8"), xp.zeros((), int), -2, 3))
    assert_same_error(lambda xp: xp.put_along_axis(xp.zeros(3, "u8"), xp.zeros(3, int), -2, 0))


def test_errors_of_select():
    def select(*conditions):
        return lambda xp: xp.select([xp.asarray(c) for c in conditions], [xp.arange(2)] * len(conditions))

    for call in (select([0, 1]), select([True, False], [1, 0]), select(np.ones((0,), "i8"), np.ones((2, 2), bool))):
        assert_same_error(call)
    assert_same_error(lambda xp: xp.select([xp.array([True, False])], [xp.zeros((3,))]))


BIG = 2**62


@pytest.mark.parametrize("ellipses", [(), (0,), (1,), (2,)])
def test_integers_slices_and_new_axes_in_each_order(ellipses):
    host = np.arange(24).reshape(2, 3, 4)
    ours = cp.asarray(host)
    entries = [0, -1, slice(None), slice(1, None, -1), slice(-BIG, BIG, BIG), slice(BIG, -BIG, -BIG), None]
    for key in itertools.product(entries, repeat=2):
        for place in ellipses:
            key = (*key[:place], Ellipsis, *key[place:])
        assert_same(ours[key], host[key])
        assert ours[key].base is ours


def test_wrong_integers_and_slices():
    class Odd:
        def __index__(self):
            raise RuntimeError

    for key in (
        3,
        -4,
        10**30,
        (0, 0, 0),
        (0, 4),
        (..., ...),
        slice(0, 1, 0),
        slice(1.5),
        slice("a", None),
        (0, slice(Odd(), 1)),
    ):
        assert_same_error(lambda xp, key=key: xp.zeros((3, 4))[key])
    assert_same_error(lambda xp: xp.zeros(())[0])


def test_bounds_of_slices():
    bounds = [None, 0, 1, -1, 5, -5, 10, 11, 12, -11, -12, 10**30, -(10**30), 2**63 - 1, -(2**63), True, np.int64(3)]
    for n in (0, 1, 11):
        a = np.arange(n)
        b = cp.asarray(a)
        for start, stop, step in itertools.product(bounds, bounds, [None, 1, 2, -1]):
            x = b[start:stop:step]
            assert x.shape == a[start:stop:step].shape and (x.get() == a[start:stop:step]).all(), (start, stop, step)
    with pytest.raises(TypeError):
        b[1.0:]
    with pytest.raises(ValueError):
        b[::0]
