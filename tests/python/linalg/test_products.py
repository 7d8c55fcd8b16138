"""Products against NumPy's: values, dtypes, shapes, layouts, errors."""

import itertools
import os
import subprocess
import sys
import warnings
from functools import partial

import numpy as np
import pytest

import common
import cuprum as cp
from common import ALL_DTYPES, BFLOAT16, NUMPY_DTYPES, assert_same, assert_same_error, layouts, sample, to_device

SMALL = {"low": -4, "high": 5}
# Sums of k products in another order: a few units in the last place.
RTOL = {"f": 2e-5, "d": 1e-13, "F": 2e-5, "D": 1e-13, "e": 2e-3, "E": 2e-2}


# Of values below five.
TOLERANCE = {code: (rtol, rtol * 16) for code, rtol in RTOL.items()}


def expected_product(function, *operands, **kwargs):
    """NumPy's result; of bfloat16, which NumPy cannot multiply, that of float32, rounded."""
    if any(a.dtype == BFLOAT16 for a in operands):
        return function(*(a.astype("f") for a in operands), **kwargs).astype(BFLOAT16)
    if np.result_type(*operands) == np.float16 and not kwargs:  # with float32 sums
        return function(*(a.astype("f") for a in operands), **kwargs).astype("e")
    return function(*operands, **kwargs)


def check(function, *hosts, **kwargs):
    return common.check(
        partial(expected_product, getattr(np, function)), getattr(cp, function), hosts, TOLERANCE, **kwargs
    )


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
@pytest.mark.parametrize(
    "m,k,n", [(1, 1, 1), (3, 4, 5), (1, 7, 3), (3, 7, 1), (1, 300, 1), (70, 1, 50), (65, 130, 97), (200, 33, 17)]
)
def test_matmul(dtype, m, k, n):
    check("matmul", sample((m, k), dtype, 1, **SMALL), sample((k, n), dtype, 2, **SMALL))


@pytest.mark.parametrize("dtype", "?bLefdFD")
def test_matmul_layouts(dtype):
    a, b = sample((37, 50), dtype, 1, **SMALL), sample((50, 41), dtype, 2, **SMALL)
    for (_, left), (_, right) in itertools.product(layouts(a), layouts(b)):
        actual, expected = check("matmul", left, right)
        assert actual.strides == expected.strides
    for _, matrix in layouts(a):
        for _, vector in layouts(sample(50, dtype, 3, **SMALL)):
            check("matmul", matrix, vector)
            check("matmul", vector, matrix.T)


@pytest.mark.parametrize("dtype", "?ilefdFD")
@pytest.mark.parametrize(
    "shape_a,shape_b",
    [
        ((6, 3, 4), (6, 4, 5)),
        ((6, 3, 4), (4, 5)),
        ((3, 4), (6, 4, 5)),
        ((6, 3, 4), (4,)),
        ((4,), (6, 4, 5)),
        ((2, 1, 3, 4), (7, 4, 5)),
        ((2, 7, 3, 4), (1, 7, 4, 5)),
        ((2, 1, 3, 4), (2, 7, 4, 1)),
        ((2, 1, 1, 4), (2, 7, 4, 5)),
        ((3, 1, 2, 3, 4), (3, 5, 1, 4, 2)),
        ((1, 3, 4), (6, 4, 1)),
        ((300, 2, 2), (300, 2, 2)),
        ((6, 1, 4), (4, 5)),
    ],
)
def test_matmul_batches(dtype, shape_a, shape_b):
    check("matmul", sample(shape_a, dtype, 1, **SMALL), sample(shape_b, dtype, 2, **SMALL))


@pytest.mark.parametrize("dtype", "lefD")
def test_matmul_batches_of_views(dtype):
    a, b = sample((4, 5, 6, 7), dtype, 1, **SMALL), sample((4, 5, 7, 3), dtype, 2, **SMALL)
    for left in (
        a.transpose(1, 0, 2, 3),
        a.transpose(0, 1, 3, 2),
        a.transpose(3, 1, 2, 0),
        a[::-1],
        a[:, ::2],
        a[:, :, ::-1],
        a[..., ::2],
    ):
        for right in (b, b.transpose(1, 0, 2, 3), np.broadcast_to(b[:1, :1], b.shape), b[:, ::2], b[..., ::-1]):
            k = left.shape[-1]
            base = sample(left.shape[:1] + (1, k, 3), dtype, 3, **SMALL)
            check("matmul", left, base)
            if left.shape[:2] == right.shape[:2] and k == right.shape[2]:
                actual, expected = check("matmul", left, right)
                assert actual.strides == expected.strides


@pytest.mark.parametrize("a,b", list(itertools.product("?bBlLefdFD", repeat=2)))
def test_matmul_promotes(a, b):
    check("matmul", sample((5, 6), a, 1, **SMALL), sample((6, 7), b, 2, **SMALL))


@pytest.mark.parametrize(
    "shape_a,shape_b",
    [((0, 3), (3, 4)), ((3, 0), (0, 4)), ((3, 4), (4, 0)), ((0,), (0,)), ((2, 0, 3), (3, 4)), ((0, 2, 3), (3, 4))],
)
@pytest.mark.parametrize("dtype", "?ifD")
def test_matmul_empty(dtype, shape_a, shape_b):
    check("matmul", np.ones(shape_a, dtype), np.ones(shape_b, dtype))


@pytest.mark.parametrize("dtype", "fdFD")
def test_large_matrix_by_vector(dtype):
    """Of which a CPU's threads take some elements of the result each."""
    a, v = sample((701, 809), dtype), sample((809,), dtype, 1)
    b, w = cp.asarray(a), cp.asarray(v)
    wide, wider = np.repeat(v, 2), cp.repeat(w, 2)
    for x, y in (
        (b @ w, a @ v),
        (b @ wider[::2], a @ wide[::2]),
        (w[:701] @ b, v[:701] @ a),
        (b.T @ w[:701], a.T @ v[:701]),
        (w @ b.T, v @ a.T),
        (b[:, :800] @ w[:800], a[:, :800] @ v[:800]),
        (b.conj().T @ w[:701, None], a.conj().T @ v[:701, None]),
        (w[None] @ b.conj().T, v[None] @ a.conj().T),
    ):
        np.testing.assert_allclose(x.get(), y, rtol=0, atol=abs(y).max() * (1e-5 if dtype in "fF" else 1e-13))


def test_matmul_by_own_transpose():
    for dtype in "fdFD":
        a = sample((60, 33), dtype)
        device = cp.asarray(a)
        for actual, expected in ((device @ device.T, a @ a.T), (device.T @ device, a.T @ a)):
            assert_same(actual, expected, rtol=1e-4 if dtype in "fF" else 1e-12, atol=1e-2 if dtype in "fF" else 1e-9)


def test_matmul_out():
    a, b = sample((5, 6), "d", 1), sample((6, 7), "d", 2)
    x, y = cp.asarray(a), cp.asarray(b)
    for shape, view in (
        ((5, 7), lambda o: o),
        ((7, 5), lambda o: o.T),
        ((10, 14), lambda o: o[::2, ::2]),
        ((5, 7), lambda o: o[::-1]),
        ((3, 5, 7), lambda o: o),
    ):
        for dtype in "dD":
            host, device = np.zeros(shape, dtype), cp.zeros(shape, dtype)
            np.matmul(a, b, out=view(host))
            target = view(device)
            assert cp.matmul(x, y, out=target) is target
            assert_same(device, host, rtol=1e-13, atol=1e-9)
    square = sample((6, 6), "d", 3)
    host, device = square.copy(), cp.asarray(square)
    np.matmul(host, host, out=host)
    cp.matmul(device, device, out=device)
    assert_same(device, host, rtol=1e-12, atol=1e-9)
    half = cp.empty((5, 7), "f")
    assert_same(cp.matmul(x, y, out=half, casting="same_kind"), (a @ b).astype("f"), rtol=1e-6)
    assert_same(cp.matmul(x, y, cp.empty((5, 7))), a @ b, rtol=1e-13, atol=1e-9)


def test_operators():
    a, b = sample((3, 4), "d", 1), sample((4, 4), "d", 2)
    x, y = cp.asarray(a), cp.asarray(b)
    assert_same(x @ y, a @ b, rtol=1e-13)
    assert_same(a.tolist() @ y, a @ b, rtol=1e-13)
    assert_same(x @ b.tolist(), a @ b, rtol=1e-13)
    same = x
    x @= y
    assert x is same
    assert_same(x, a @ b, rtol=1e-13)
    assert_same(x.dot(y), (a @ b).dot(b), rtol=1e-12)
    assert_same_error(lambda xp: xp.ones((3, 3)).__imatmul__(xp.ones(3)))
    with pytest.raises(TypeError):
        x @ b  # NumPy arrays are not copied to a device silently

    class Other:
        __array_ufunc__ = None

        def __rmatmul__(self, other):
            return "mine"

        def __matmul__(self, other):
            return "mine"

    assert x @ Other() == "mine" and Other() @ x == "mine"


def test_numpy_function():
    x = cp.arange(6.0).reshape(2, 3)
    assert isinstance(np.matmul(x, x.T), cp.ndarray)
    assert isinstance(np.dot(x, x.T), cp.ndarray)
    assert isinstance(np.tensordot(x, x), cp.ndarray)


MATMUL_KEYWORDS = [
    ("matmul", (3, 4), (4, 5), {"axes": [(0, 1), (0, 1), (1, 0)]}),
    ("matmul", (4, 3), (5, 4), {"axes": [(1, 0), (1, 0), (0, 1)]}),
    ("matmul", (4, 6, 3), (5, 4, 6), {"axes": [(2, 0), (1, 0), (0, -1)]}),
    ("matmul", (3, 4), (4,), {"axes": [(0, 1), 0, 0]}),
    ("matmul", (4, 2), (4,), {"axes": [(1, 0), (0,), (0,)]}),
    ("matmul", (3, 4), (4, 5), {"order": "F"}),
    ("matmul", (3, 4), (4, 5), {"dtype": "f"}),
    ("matmul", (3, 4), (4, 5), {"dtype": "D"}),
    ("matmul", (3, 4), (4, 5), {"signature": "FF->F"}),
    ("matmul", (3, 4), (4, 5), {"sig": ("D", "D", "D")}),
    ("matmul", (3, 4), (4, 5), {"dtype": "i", "casting": "unsafe"}),
    ("vecdot", (3, 4), (3, 4), {"axis": 0}),
    ("vecdot", (3, 4), (3, 4), {"keepdims": True}),
    ("vecdot", (3, 4), (3, 4), {"axis": 0, "keepdims": True}),
    ("vecdot", (3, 4), (3, 4), {"axes": [0, 0]}),
    ("vecdot", (3, 4), (3, 4), {"axes": [0, 0, ()]}),
    ("vecdot", (3, 4), (4, 3), {"axes": [0, 1, -1], "keepdims": True}),
    ("vecdot", (2, 1, 4), (3, 4), {}),
    ("matvec", (3, 4), (4,), {}),
    ("matvec", (3, 4), (6, 4), {}),
    ("matvec", (6, 3, 4), (6, 4), {}),
    ("matvec", (2, 1, 3, 4), (6, 4), {}),
    ("matvec", (3, 4), (4, 6), {"axes": [(0, 1), 0, 0]}),
    ("vecmat", (3,), (3, 4), {}),
    ("vecmat", (6, 3), (3, 4), {}),
    ("vecmat", (6, 3), (6, 3, 4), {}),
    ("vecmat", (3, 6), (3, 4), {"axes": [0, (0, 1), 0]}),
]


@pytest.mark.parametrize("dtype", "fD")
@pytest.mark.parametrize("function,shape_a,shape_b,kwargs", MATMUL_KEYWORDS)
def test_keywords(function, shape_a, shape_b, kwargs, dtype):
    if dtype == "D" and kwargs.get("dtype") == "f":
        dtype = "d"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", np.exceptions.ComplexWarning)
        actual, expected = check(
            function, sample(shape_a, dtype, 1, **SMALL), sample(shape_b, dtype, 2, **SMALL), **kwargs
        )
    assert actual.strides == expected.strides


@pytest.mark.parametrize("function", ["vecdot", "matvec", "vecmat"])
@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_vectors(function, dtype):
    shapes = {"vecdot": ((5, 9), (5, 9)), "matvec": ((5, 8, 9), (5, 9)), "vecmat": ((5, 9), (5, 9, 4))}[function]
    hosts = [sample(shape, dtype, i, **SMALL) for i, shape in enumerate(shapes)]
    check(function, *hosts)
    for (_, left), (_, right) in itertools.product(layouts(hosts[0]), layouts(hosts[1])):
        check(function, left, right)


def test_gufunc_attributes():
    for name in ("matmul", "vecdot", "matvec", "vecmat"):
        ours, numpys = getattr(cp, name), getattr(np, name)
        assert ours.__name__ == name and ours.__doc__ and "Parameters" in ours.__doc__
        assert (ours.nin, ours.nout, ours.nargs, ours.signature) == (
            numpys.nin,
            numpys.nout,
            numpys.nargs,
            numpys.signature,
        )
        assert set(numpys.types) - set(ours.types) <= {"qq->q", "QQ->Q", "gg->g", "GG->G", "OO->O"}
        assert repr(ours) == repr(numpys)
        for method in (
            lambda f: f.reduce(np.ones((3, 3))),
            lambda f: f.accumulate(np.ones((3, 3))),
            lambda f: f.outer(1, 2),
            lambda f: f.at(np.ones(3), 0, 1),
        ):
            with pytest.raises((RuntimeError, TypeError)):
                method(ours)


SHAPES = [
    ((), ()),
    ((), (3,)),
    ((2, 3), ()),
    ((4,), (4,)),
    ((3, 4), (4,)),
    ((4,), (4, 5)),
    ((3, 4), (4, 5)),
    ((2, 3, 4), (4,)),
    ((2, 3, 4), (4, 5)),
    ((4,), (2, 4, 3)),
    ((2, 3, 4), (5, 4, 3)),
    ((0, 3), (3, 4)),
    ((3, 0), (0, 2)),
]


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
@pytest.mark.parametrize("shape_a,shape_b", SHAPES)
def test_dot(dtype, shape_a, shape_b):
    check("dot", sample(shape_a, dtype, 1, **SMALL), sample(shape_b, dtype, 2, **SMALL))


@pytest.mark.parametrize("dtype", "?blefD")
@pytest.mark.parametrize(
    "shape_a,shape_b",
    [
        ((), (3,)),
        ((4,), (4,)),
        ((3, 4), (4,)),
        ((3, 4), (5, 4)),
        ((2, 3, 4), (5, 4)),
        ((2, 3, 4), (5, 1, 4)),
        ((2, 0), (3, 0)),
    ],
)
def test_inner(dtype, shape_a, shape_b):
    check("inner", sample(shape_a, dtype, 1, **SMALL), sample(shape_b, dtype, 2, **SMALL))


@pytest.mark.parametrize("length", [1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 33, 100, 1001, 20001])
@pytest.mark.parametrize("dtype", ["F", "D"])
def test_complex_vectors(dtype, length):
    a, b = (sample((3, 2 * length), dtype, seed) for seed in (1, 2))
    x, y = cp.asarray(a), cp.asarray(b)
    tolerance = {"rtol": 3e-4 if dtype == "F" else 1e-12, "atol": length * (1e-6 if dtype == "F" else 1e-15)}
    for at in (np.s_[0, :length], np.s_[1, ::2], np.s_[2, length:], np.s_[0, ::-1]):
        for name in ("dot", "vdot", "inner", "vecdot", "matmul"):
            found, expected = getattr(cp, name)(x[at], y[at]), getattr(np, name)(a[at], b[at])
            assert_same(found, expected, **tolerance)
            assert_same(getattr(cp, name)(x[at], y[at].conj()), getattr(np, name)(a[at], b[at].conj()), **tolerance)
    for name in ("vecdot", "einsum"):
        given = ("ij,ij->i",) if name == "einsum" else ()
        assert_same(getattr(cp, name)(*given, x, y), getattr(np, name)(*given, a, b), **tolerance)
        assert_same(
            getattr(cp, name)(*given, x[:, ::2], y[:, 1::2]),
            getattr(np, name)(*given, a[:, ::2], b[:, 1::2]),
            **tolerance,
        )
    assert_same(cp.linalg.norm(x), np.linalg.norm(a), rtol=1e-5 if dtype == "F" else 1e-13)


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_vdot_outer_kron(dtype):
    a, b = sample((4, 5), dtype, 1, **SMALL), sample((5, 4), dtype, 2, **SMALL)
    check("vdot", a, b)
    check("vdot", a.T, b)
    check("outer", a, b)
    check("outer", a[::2], b.T)
    for shape_a, shape_b in (
        ((3,), (2,)),
        ((2, 3), (3, 2)),
        ((2, 3), (4,)),
        ((4,), (2, 3)),
        ((2, 1, 3), (3, 2)),
        ((), (3,)),
        ((2, 2), ()),
        ((0, 2), (3, 2)),
    ):
        check("kron", sample(shape_a, dtype, 1, **SMALL), sample(shape_b, dtype, 2, **SMALL))


NUMPY_NEEDS_THREE = np.lib.NumpyVersion(np.__version__) >= "2.5.0"


@pytest.mark.parametrize("dtype", [d for d in ALL_DTYPES if d != bool], ids=str)  # noqa: E721  NumPy scalars too
def test_cross(dtype):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for shape_a, shape_b, kwargs in [
            ((3,), (3,), {}),
            ((2,), (2,), {}),
            ((2,), (3,), {}),
            ((3,), (2,), {}),
            ((5, 3), (3,), {}),
            ((5, 3), (4, 1, 3), {}),
            ((3, 5), (3, 5), {"axis": 0}),
            ((3, 5), (5, 3), {"axisa": 0}),
            ((5, 3), (5, 3), {"axisc": 0}),
            ((3, 4, 5), (4, 5, 2), {"axisa": 0, "axisc": 1}),
            ((5, 2), (5, 2), {}),
            ((0, 3), (0, 3), {}),
        ]:
            if NUMPY_NEEDS_THREE and 2 in (
                shape_a[kwargs.get("axisa", kwargs.get("axis", -1))],
                shape_b[kwargs.get("axisb", kwargs.get("axis", -1))],
            ):
                continue  # newer NumPys have no cross products of vectors of two
            check("cross", sample(shape_a, dtype, 1, **SMALL), sample(shape_b, dtype, 2, **SMALL), **kwargs)


TENSORDOT = [
    ((3, 4), (4, 5), 1),
    ((3, 4), (3, 4), 2),
    ((3, 4), (5, 6), 0),
    ((2, 3, 4), (3, 4, 5), 2),
    ((3, 4, 5), (4, 3, 2), ([1, 0], [0, 1])),
    ((3, 4, 5), (4, 3, 2), ([0, 1], [1, 0])),
    ((4, 3, 5), (6, 5, 4), ([0, 2], [2, 1])),
    ((4,), (4,), 1),
    ((3, 4), (3,), (0, 0)),
    ((2, 3, 4, 5), (5, 3, 2), ([3, 1], [0, 1])),
    ((3, 0), (0, 2), 1),
    ((0, 3), (3, 2), 1),
    ((3, 4), (3, 4), ([-1, 0], [1, -2])),
]


@pytest.mark.parametrize("dtype", ["?", "b", "l", "e", "f", "d", "D"])
@pytest.mark.parametrize("shape_a,shape_b,axes", TENSORDOT)
def test_tensordot(dtype, shape_a, shape_b, axes):
    a, b = sample(shape_a, dtype, 1, **SMALL), sample(shape_b, dtype, 2, **SMALL)
    check("tensordot", a, b, axes=axes)
    for (_, left), (_, right) in zip(layouts(a), reversed(list(layouts(b)))):
        check("tensordot", left, right, axes=axes)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_trace(dtype):
    a = sample((3, 4, 5), dtype, 1, **SMALL)
    for kwargs in (
        {},
        {"offset": 1},
        {"offset": -2},
        {"axis1": 1, "axis2": 2},
        {"axis1": -1, "axis2": 0, "offset": 1},
        {"dtype": "D"},
    ):
        check("trace", a, **kwargs)
    assert_same(cp.asarray(a).trace(1, 0, 2), a.trace(1, 0, 2), rtol=1e-3)
    out = cp.empty(5, "D")
    assert cp.trace(cp.asarray(a), out=out) is out


def test_out_of_dot():
    a, b = sample((3, 4), "d", 1), sample((4, 5), "d", 2)
    out = cp.empty((3, 5))
    assert cp.dot(cp.asarray(a), cp.asarray(b), out=out) is out
    assert_same(out, a @ b, rtol=1e-13)
    out = cp.empty((12, 20))
    assert cp.outer(cp.asarray(a), cp.asarray(b), out=out) is out
    assert_same(out, np.outer(a, b))


ERRORS = [
    lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((4, 5))),
    lambda xp: xp.matmul(xp.ones((2, 3, 3)), xp.ones((3, 3, 3))),
    lambda xp: xp.matmul(xp.ones(()), xp.ones(3)),
    lambda xp: xp.matmul(xp.ones(3), 2.0),
    lambda xp: xp.ones(3) @ 2.0,
    lambda xp: xp.ones(3) @ xp.ones(4),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), axis=0),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), keepdims=True),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), axes=[(0, 1), (0, 1)]),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), axes=[(0, 1), (0, 1), (0, 0)]),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), axes=[(0, 1), (0, 3), (0, 1)]),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), axes=3),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), out=xp.ones((3, 4))),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), out=xp.ones((3, 5), int)),
    lambda xp: xp.matmul(xp.ones((2, 3, 4)), xp.ones((4, 5)), out=xp.ones((3, 5))),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), out=3),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), dtype="i"),
    lambda xp: xp.matmul(xp.ones((3, 4), complex), xp.ones((4, 5)), dtype="f"),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5), int), casting="no"),
    lambda xp: xp.matmul(xp.ones((3, 4)), xp.ones((4, 5)), where=True),
    lambda xp: xp.matmul(xp.ones((3, 4))),
    lambda xp: xp.matmul(xp.ones((3, 4)), "a"),
    lambda xp: xp.vecdot(xp.ones(3), xp.ones(4)),
    lambda xp: xp.vecdot(xp.ones((3, 4)), xp.ones((3, 4)), axes=[0, 0], axis=0),
    lambda xp: xp.vecdot(xp.ones((3, 4)), xp.ones((3, 4)), axis=2),
    lambda xp: xp.matvec(xp.ones(3), xp.ones(3)),
    lambda xp: xp.vecmat(xp.ones(3), xp.ones(3)),
    lambda xp: xp.dot(xp.ones((2, 3)), xp.ones((2, 3))),
    lambda xp: xp.dot(xp.ones(2), xp.ones(3)),
    lambda xp: xp.dot(xp.ones((2, 3)), xp.ones((3, 2)), out=xp.ones((2, 2), "f4")),
    lambda xp: xp.dot(xp.ones((2, 3)), xp.ones((3, 2)), out=xp.ones((2, 2), order="F")),
    lambda xp: xp.dot(xp.ones((2, 3)), xp.ones((3, 2)), out=xp.ones(4)),
    lambda xp: xp.vdot(xp.ones(2), xp.ones(3)),
    lambda xp: xp.inner(xp.ones(2), xp.ones(3)),
    lambda xp: xp.outer(xp.ones(2), xp.ones(3), out=xp.ones((3, 2))),
    lambda xp: xp.tensordot(xp.ones((2, 3)), xp.ones((2, 3)), 1),
    lambda xp: xp.tensordot(xp.ones((2, 3)), xp.ones((2, 3)), ([0], [0, 1])),
    lambda xp: xp.tensordot(xp.ones((2, 2)), xp.ones((2, 2)), ([0, 0], [0, 1])),
    lambda xp: xp.tensordot(xp.ones((2, 2)), xp.ones((2, 2)), 3),
    lambda xp: xp.tensordot(xp.ones((2, 2)), xp.ones((2, 2)), ([5], [0])),
    lambda xp: xp.cross(xp.ones(3), xp.ones(4)),
    lambda xp: xp.cross(xp.ones(()), xp.ones(3)),
    lambda xp: xp.cross(xp.ones(3), xp.ones(3), axisa=2),
    lambda xp: xp.cross(xp.ones((2, 3)), xp.ones((4, 3))),
    lambda xp: xp.trace(xp.ones(3)),
    lambda xp: xp.trace(xp.ones((3, 3)), axis1=0, axis2=0),
]


@pytest.mark.parametrize("call", ERRORS, ids=range(len(ERRORS)))
def test_errors(call):
    assert_same_error(call)


def test_one_axis_for_two_core_dimensions():
    with pytest.raises(ValueError):  # NumPy's AxisError, which is one
        cp.matmul(cp.ones((3, 4)), cp.ones((4, 5)), axes=[(0, 1), 0, (0, 1)])


def test_nan_and_infinity():
    a = np.array([[np.nan, 1.0], [np.inf, 2.0]])
    with np.errstate(all="ignore"):
        for dtype in "efdFD":
            x = a.astype(dtype)
            check("matmul", x, np.ones((2, 2), dtype))
            check("dot", x[0], np.ones(2, dtype))


@pytest.mark.parametrize("dtype", "?bBhHiIlL")
@pytest.mark.parametrize("m, k, n", [(1401, 45, 1408), (200, 131, 70), (65, 64, 200), (17, 5, 18)])
def test_integers_tile_by_tile(m, k, n, dtype):
    """Sums that wrap around, in tiles of every size and at their edges; rows and columns either way; words and odd
    bytes."""
    rng = np.random.default_rng(m)
    make = lambda *shape: (
        rng.random(shape) < 0.2
        if dtype == "?"
        else rng.integers(0, 256, (*shape, 8), "B").view("Q")[..., 0].astype(dtype)
    )
    a, b, odd = make(m, k), make(k, n), make(k + 3, n + 5)[1:-2, 2:-3]
    wanted = a @ b
    assert_same(cp.asarray(a) @ cp.asarray(b), wanted)
    assert_same(cp.asarray(np.asfortranarray(a)) @ cp.asarray(np.asfortranarray(b)), wanted)
    assert_same(cp.asarray(a) @ to_device(odd), a @ odd)
    assert_same(to_device(odd.T) @ to_device(a.T), odd.T @ a.T)


def test_integers_wrap():
    for dtype in "bBhHiIlL":
        top = np.iinfo(dtype).max
        a = np.full((20, 30), top, dtype)
        with np.errstate(all="ignore"):
            check("matmul", a, a.T)
            check("matmul", a, a[0])
            check("dot", a[0], a[0])


def test_float16_sums_in_float32():
    ones = np.full((2, 4096), 1.0, "e")
    ones[:, 0] = 2048
    assert_same(cp.asarray(ones) @ cp.asarray(ones.T * 0 + 1), np.full((2, 2), 6144, "e"), rtol=1e-3)
    long = np.full((1, 4096), 0.25, "e")
    assert_same(cp.asarray(long) @ cp.ones((4096, 3), "e"), np.full((1, 3), 1024, "e"))
    assert_same(cp.asarray(long[0]) @ cp.ones(4096, "e"), np.float16(1024))


TF32 = """
import numpy as np
import cuprum as cp
rng = np.random.default_rng(0)
a, b = rng.uniform(-1, 1, (2, 300, 300)).astype("f")
exact = a.astype("d") @ b.astype("d")
print(abs((cp.asarray(a) @ cp.asarray(b)).get() - exact).max(),
      abs(cp.einsum("ij,jk->ik", cp.asarray(a), cp.asarray(b)).get() - exact).max(),
      abs(cp.matmul(cp.asarray([a, a]), cp.asarray(b)).get() - exact).max())
"""


@pytest.mark.parametrize(
    "variables, wanted",
    [
        ({}, False),
        ({"CUPRUM_TF32": "0"}, False),
        ({"CUPRUM_TF32": "1"}, True),
        ({"CUPY_TF32": "1"}, True),
        ({"CUPY_TF32": "1", "CUPRUM_TF32": "0"}, False),
    ],
)
def test_tf32(variables, wanted):
    """Ten bits of the mantissa where they are wanted and there; else what float32 gives."""
    others = {name: value for name, value in os.environ.items() if not name.endswith("_TF32")}
    done = subprocess.run(
        [sys.executable, "-c", TF32], env=others | variables, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    there = cp.backend() == "cuda" and int(cp.cuda.Device(0).compute_capability) >= 80
    assert ("float32 products use float32" in done.stderr) == (wanted and cp.backend() == "cuda" and not there)
    for error in map(float, done.stdout.split()):
        assert (1e-4 < error < 3e-2) if wanted and there else (0 < error < 3e-5)


@pytest.mark.parametrize("size", [1200, 300])
def test_a_daemon_in_a_product_lets_the_process_end(size):
    """OpenBLAS's threads must not be asked to end while they work for somebody."""
    program = f"""
import threading, time
import cuprum as cp
a = cp.ones(({size}, {size}))
started = threading.Event()
def multiply():
    while True:
        a @ a
        started.set()
threading.Thread(target=multiply, daemon=True).start()
started.wait()
time.sleep(0.05)
"""
    for _ in range(5):
        done = subprocess.run([sys.executable, "-c", program], timeout=120, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
