"""Making arrays, and questions about dtypes."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cuprum as cp
from common import ALL_DTYPES, BFLOAT16, NUMPY_DTYPES, assert_same, assert_same_error, layouts, sample, to_device

SHAPES = [(), 0, 3, (2, 3), (0, 2), [4, 1], (np.int64(2), 3)]


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_filled(dtype):
    for shape in SHAPES:
        for order in "CF":
            assert_same(cp.zeros(shape, dtype, order), np.zeros(shape, dtype, order))
            assert_same(cp.ones(shape, dtype, order), np.ones(shape, dtype, order))
            assert_same(cp.full(shape, 1, dtype, order), np.full(shape, 1, dtype, order))
            assert cp.ones(shape, dtype, order).strides == np.ones(shape, dtype, order).strides
            assert cp.empty(shape, dtype, order).shape == np.empty(shape).shape
    assert_same(cp.full((2, 3), cp.arange(3)), np.full((2, 3), np.arange(3)))
    assert cp.zeros(3, None).dtype == cp.ones(3, dtype=None).dtype == np.float64


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_like(dtype):
    for name, host in layouts(sample((4, 6), dtype)):
        a = to_device(host)
        for order in "CFAK":
            for other in (None, "f4", "?"):
                for shape in (None, (2, 3), 5):
                    for f in (
                        lambda xp, x: xp.zeros_like(x, other, order, shape=shape),
                        lambda xp, x: xp.ones_like(x, other, order, shape=shape),
                        lambda xp, x: xp.full_like(x, 1, other, order, shape=shape),
                    ):
                        assert_same(f(cp, a), f(np, host))
                        assert f(cp, a).strides == f(np, host).strides, (name, order, shape)
                    assert (
                        cp.empty_like(a, other, order, shape=shape).strides
                        == np.empty_like(host, other, order, shape=shape).strides
                    )


def test_from_python():
    for value in (
        3,
        2.5,
        1j,
        True,
        [],
        [1, 2],
        [[1, 2], [3, 4]],
        ([1, 2.5], (3, 4)),
        [True, 2],
        [1, 2j],
        [[]],
        range(4),
        np.float32(2),
        [np.int8(1), 2],
        np.arange(6)[::2],
        b"",
        bytearray(b"abc"),
        memoryview(b"abcd"),
    ):
        if isinstance(value, (bytes, str)):
            continue
        assert_same(cp.array(value), np.array(value))
        assert_same(cp.asarray(value), np.asarray(value))
    for dtype in ALL_DTYPES:
        assert_same(cp.array([[1, 0], [1, 1]], dtype), np.array([[1, 0], [1, 1]], dtype))
    a = cp.arange(3)
    assert_same(cp.array([a, a + 1]), np.array([np.arange(3), np.arange(3) + 1]))
    assert_same(cp.array([a[0], 5, a[2]]), np.array([0, 5, 2]))
    assert_same(cp.array([[a, a], [a, a]], "f"), np.array([[np.arange(3)] * 2] * 2, "f"))
    assert_same(cp.array(3, ndmin=3), np.array(3, ndmin=3))


def test_array_arguments():
    host = sample((2, 3), "f")
    a = cp.asarray(host)
    assert cp.asarray(a) is a and cp.asanyarray(a) is a and cp.asarray(a, "f4") is a and cp.asarray(a, "f8") is not a
    assert not cp.shares_memory(cp.array(a), a) and cp.shares_memory(cp.array(a, copy=False), a)
    for order in "CFAK":
        for source in (host, host.T, host[:, ::-1]):
            assert_same(cp.array(source, order=order), source)
            assert cp.array(source, order=order).strides == np.array(source, order=order).strides or order in "K"
    assert cp.asarray(a, order="F").flags.f_contiguous
    assert_same(cp.array(host, "i4"), np.array(host, "i4"))
    assert (
        cp.ascontiguousarray(a) is a
        and cp.asfortranarray(a).flags.f_contiguous
        and cp.ascontiguousarray(a.T).flags.c_contiguous
    )
    assert cp.ascontiguousarray(3).shape == (1,)
    assert_same(cp.copy(a.T), host.T.copy())
    with pytest.raises(ValueError):
        cp.asarray(a, "f8", copy=False)
    with pytest.raises(ValueError):
        cp.asarray_chkfinite([1.0, np.inf])


def test_errors():
    assert_same_error(lambda xp: xp.zeros(-1))
    assert_same_error(lambda xp: xp.zeros((2, -3)))
    assert_same_error(lambda xp: xp.zeros(2.5))
    assert_same_error(lambda xp: xp.zeros((2, "a")))
    assert_same_error(lambda xp: xp.zeros(3, order="Q"))
    assert_same_error(lambda xp: xp.zeros((1,) * 65))
    assert_same_error(lambda xp: xp.zeros((2**40, 2**40)))
    assert_same_error(lambda xp: xp.array([[1, 2], [3]]))
    assert_same_error(lambda xp: xp.array([300], "u1"))
    assert_same_error(lambda xp: xp.array([-1], "u4"))
    assert_same_error(lambda xp: xp.full(3, 300, "u1"))
    assert_same_error(lambda xp: xp.full((2, 3), xp.arange(2)))
    for value in ("text", ["a"], [None], [object()], {1: 2}):
        with pytest.raises((TypeError, ValueError)):
            cp.array(value)
    with pytest.raises(ValueError, match="byte-order of another machine"):
        cp.zeros(2, ">i4" if np.little_endian else "<i4")


@pytest.mark.parametrize(
    "arguments",
    [
        (5,),
        (2, 9),
        (9, 2),
        (1, 10, 3),
        (10, 1, -3),
        (0, 1, 0.1),
        (2.5,),
        (0,),
        (-3,),
        (1, 2, 0.25),
        (1, 1),
        (np.float32(3),),
        (0, 5, np.int8(2)),
        (10**12, 10**12 + 4),
    ],
    ids=str,
)
def test_arange(arguments):
    assert_same(cp.arange(*arguments), np.arange(*arguments))
    for dtype in NUMPY_DTYPES:
        if (
            dtype.kind == "b"
            or (dtype.kind == "u" and min(arguments) < 0)
            or max(arguments) > 1e10
            or dtype.char == "e"
        ):
            continue
        assert_same(
            cp.arange(*arguments, dtype=dtype),
            np.arange(*arguments, dtype=dtype),
            rtol=2e-7 if dtype.char in "fF" else 0,
        )


def test_arange_errors():
    assert_same_error(lambda xp: xp.arange(0, 5, 0))
    assert_same_error(lambda xp: xp.arange(0, float("nan")))
    assert_same_error(lambda xp: xp.arange(0, 5, dtype="?"))
    assert_same_error(lambda xp: xp.arange())
    assert_same_error(lambda xp: xp.arange("a"))
    assert_same_error(lambda xp: xp.arange(0, 1e30))


@pytest.mark.parametrize(
    "arguments",
    [(0, 1), (0, 1, 7), (3, -3, 11), (0, 10, 1), (0, 10, 0), (1, 1, 4), (-1j, 2 + 1j, 5), (np.float32(0), 1, 3)],
    ids=str,
)
def test_spaced(arguments):
    for endpoint in (True, False):
        assert_same(
            cp.linspace(*arguments, endpoint=endpoint),
            np.linspace(*arguments, endpoint=endpoint),
            rtol=1e-15,
            atol=1e-16,
        )
        expected = np.logspace(*arguments, endpoint=endpoint)
        assert_same(
            cp.logspace(*arguments, endpoint=endpoint), expected, rtol=3e-7 if expected.dtype.char == "f" else 1e-13
        )
        values, step = cp.linspace(*arguments, endpoint=endpoint, retstep=True)
        assert type(step) in (float, complex)  # which a kernel takes by value, as in CuPy
        np.testing.assert_allclose(step, np.linspace(*arguments, endpoint=endpoint, retstep=True)[1], rtol=1e-7)
    for dtype in ("f4", "F", "i4") if not any(isinstance(x, complex) for x in arguments) else ("F",):
        assert_same(cp.linspace(*arguments, dtype=dtype), np.linspace(*arguments, dtype=dtype), rtol=2e-7)


def test_spaced_arrays():
    start, stop = np.array([1.0, 2.0]), np.array([[5.0, 6.0], [7.0, 9.0]])
    for axis in (0, 1, -1):
        assert_same(
            cp.linspace(cp.asarray(start), cp.asarray(stop), 4, axis=axis),
            np.linspace(start, stop, 4, axis=axis),
            rtol=1e-15,
        )
        assert_same(
            cp.geomspace(cp.asarray(start), cp.asarray(stop), 4, axis=axis),
            np.geomspace(start, stop, 4, axis=axis),
            rtol=1e-13,
        )
    for arguments in ((1, 1000, 4), (-1, -1000, 4), (1000, 1, 7), (1, 256, 9)):
        assert_same(cp.geomspace(*arguments), np.geomspace(*arguments), rtol=1e-13)
    assert_same_error(lambda xp: xp.linspace(0, 1, -1))
    assert_same_error(lambda xp: xp.linspace(0, 1, 2.5))
    assert_same_error(lambda xp: xp.geomspace(0, 1, 3))


@pytest.mark.parametrize("dtype", ["e", "f", "d"])
def test_linspace_rounds_as_numpy(dtype):
    """After each operation, to the last bit; NumPy's halves too."""
    rng = np.random.default_rng(0)
    for _ in range(40):
        a, b = rng.normal(size=2).astype(dtype)
        for num in (0, 1, 2, 5, 33):
            for endpoint in (True, False):
                assert_same(cp.linspace(a, b, num, endpoint), np.linspace(a, b, num, endpoint))
        assert_same(cp.linspace(a, a, 4), np.linspace(a, a, 4))


@pytest.mark.parametrize("copy", [False, None])
def test_views_with_more_axes_have_a_base(copy):
    class Own(cp.ndarray):
        pass

    a = cp.arange(3)
    b = cp.array(a, copy=copy, ndmin=2)
    assert b.base is a and b.shape == (1, 3) and not b.flags.owndata
    own = a.view(Own)
    assert type(cp.array(own, copy=copy, ndmin=2)) is cp.ndarray
    assert type(cp.array(own, copy=copy, ndmin=2, subok=True)) is Own


def test_grids():
    for f in (
        lambda xp: xp.mgrid[0:3, 1:2:4j],
        lambda xp: xp.ogrid[0:3, 1:2:4j],
        lambda xp: xp.mgrid[0:5],
        lambda xp: xp.mgrid[0:1:5j],
        lambda xp: xp.mgrid[np.float32(0) : np.float32(3)],
        lambda xp: xp.mgrid[np.float32(0) : np.float32(3) : np.float32(0.5)],
        lambda xp: xp.mgrid[np.float32(0) : np.float32(3) : 4j],
        lambda xp: xp.mgrid[np.int8(0) : np.int8(3)],
        lambda xp: xp.mgrid[: np.float16(3)],
        lambda xp: xp.mgrid[np.float32(0) : np.float32(3), 0:2],
        lambda xp: xp.ogrid[np.float32(0) : np.float32(3)],
        lambda xp: xp.r_[np.float32(0) : np.float32(3)],
        lambda xp: xp.mgrid[5:0:-2, 0:3],
        lambda xp: xp.ogrid[0:2, 0:3, 0:4],
        lambda xp: xp.mgrid[0:2.5:0.5, 0:2],
        lambda xp: xp.mgrid[xp.zeros((4, 1)) : xp.ones((4, 1)) : 5j],
        lambda xp: xp.mgrid[xp.zeros((4, 1), "f4") : 2 : 1j],
        lambda xp: xp.mgrid[xp.zeros((3, 1)) : xp.ones((3, 1)) : 3j, 0 : xp.arange(3.0) : 3j],
        lambda xp: xp.mgrid[xp.zeros(3, "f4") : 4 : 3j, 0:3],
        lambda xp: xp.ogrid[xp.zeros((4, 1)) : xp.ones((4, 1)) : 5j],
        lambda xp: xp.ogrid[xp.zeros((3, 1)) : xp.ones((3, 1)) : 3j, 0 : xp.arange(3.0) : 3j],
        lambda xp: xp.ogrid[xp.zeros(3) : 4 : 3j, 0:6:2],
        lambda xp: xp.indices((2, 3)),
        lambda xp: xp.indices((2, 3), "f4"),
        lambda xp: xp.indices((2, 3), sparse=True),
        lambda xp: xp.indices(()),
        lambda xp: xp.fromfunction(lambda i, j: i * 10 + j, (2, 3)),
        lambda xp: xp.fromfunction(lambda i: i == 1, (3,), dtype=int),
        lambda xp: xp.r_[1, 2, 0:3],
        lambda xp: xp.r_[xp.array([1, 2]), 0, xp.array([3.5])],
        lambda xp: xp.c_[xp.array([1, 2]), xp.array([3, 4])],
        lambda xp: xp.r_["0,2", [1, 2], [3, 4]],
        lambda xp: xp.r_["1,2,0", [1, 2], [3, 4]],
        lambda xp: xp.r_[0:1:3j, 5],
    ):
        assert_same(f(cp), f(np))
    x, y, z = np.arange(3), np.arange(2.0), np.arange(4, dtype="i1")
    for indexing in ("xy", "ij"):
        for sparse in (False, True):
            for copy in (False, True):
                assert_same(
                    cp.meshgrid(*map(cp.asarray, (x, y, z)), indexing=indexing, sparse=sparse, copy=copy),
                    np.meshgrid(x, y, z, indexing=indexing, sparse=sparse, copy=copy),
                )
    assert_same(cp.meshgrid(cp.asarray(x)), np.meshgrid(x))
    assert_same_error(lambda xp: xp.meshgrid(xp.arange(2), indexing="zz"))


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_matrices(dtype):
    for f in (
        lambda xp: xp.eye(3, dtype=dtype),
        lambda xp: xp.eye(3, 5, 1, dtype),
        lambda xp: xp.eye(4, 2, -2, dtype, order="F"),
        lambda xp: xp.eye(0, dtype=dtype),
        lambda xp: xp.identity(3, dtype),
        lambda xp: xp.tri(3, dtype=dtype),
        lambda xp: xp.tri(3, 5, -1, dtype),
        lambda xp: xp.tri(2, 4, 2, dtype),
        lambda xp: xp.tril(xp.asarray(sample((2, 4, 5), dtype)), 1),
        lambda xp: xp.triu(xp.asarray(sample((4, 5), dtype)), -1),
        lambda xp: xp.tril(xp.asarray(sample((3,), dtype))),
        lambda xp: xp.diag(xp.asarray(sample((3,), dtype)), 1),
        lambda xp: xp.diag(xp.asarray(sample((3, 4), dtype)), -1),
        lambda xp: xp.diagflat(xp.asarray(sample((2, 2), dtype)), -2),
    ):
        assert_same(f(cp), f(np))
    if dtype.kind in "id":
        assert_same(cp.vander(cp.asarray(sample(4, dtype, high=5))), np.vander(sample(4, dtype, high=5)))
        assert_same(
            cp.vander(cp.asarray(sample(4, dtype, high=5)), 3, increasing=True),
            np.vander(sample(4, dtype, high=5), 3, increasing=True),
        )
    assert_same_error(lambda xp: xp.diag(xp.zeros((2, 2, 2))))
    assert_same_error(lambda xp: xp.vander(xp.zeros((2, 2))))


def test_files(tmp_path):
    a = cp.asarray(sample((3, 4), "f"))
    cp.save(tmp_path / "a.npy", a)
    assert_same(cp.load(tmp_path / "a.npy"), a.get())
    cp.savez(tmp_path / "b.npz", a, second=a + 1)
    with cp.load(tmp_path / "b.npz") as archive:
        assert_same(archive["arr_0"], a.get())
        assert_same(archive["second"], (a + 1).get())
        assert len(archive) == 2
    cp.savez_compressed(tmp_path / "c.npz", x=a)
    assert_same(cp.load(tmp_path / "c.npz")["x"], a.get())
    text = io.StringIO()
    cp.savetxt(text, a, fmt="%.9g")
    assert_same(cp.loadtxt(io.StringIO(text.getvalue()), dtype="f4"), a.get())
    a.tofile(tmp_path / "raw")
    assert_same(cp.fromfile(tmp_path / "raw", "f4").reshape(3, 4), a.get())
    assert_same(cp.frombuffer(b"\1\2\3\4", "u1", offset=1), np.frombuffer(b"\1\2\3\4", "u1", offset=1))
    assert_same(cp.fromiter(range(5), "i4"), np.fromiter(range(5), "i4"))
    assert_same(cp.fromstring("1 2 3", sep=" "), np.fromstring("1 2 3", sep=" "))
    a.dump(tmp_path / "d")
    assert_same(cp.load(tmp_path / "d", allow_pickle=True), a.get())


def test_promotion_table():
    for a in ALL_DTYPES:
        for b in ALL_DTYPES:
            try:
                expected = np.promote_types(a, b)
            except TypeError:
                assert BFLOAT16 in (a, b)  # NumPy has no dtype that holds both; here there is one
                assert cp.promote_types(a, b).kind in "fc"
                continue
            assert cp.promote_types(a, b) == expected, (a, b)
            for casting in ("no", "equiv", "safe", "same_kind", "unsafe"):
                if BFLOAT16 not in (a, b):
                    assert cp.can_cast(a, b, casting) == np.can_cast(a, b, casting), (a, b, casting)


@given(
    st.lists(
        st.sampled_from([*NUMPY_DTYPES, 1, 1.5, 2j, True, np.float32(1), np.int8(3), np.uint64(2), "i4"]),
        min_size=1,
        max_size=4,
    )
)
def test_result_type(operands):
    assert cp.result_type(*operands) == np.result_type(*operands)
    arrays = [cp.zeros(2, x) if isinstance(x, np.dtype) else x for x in operands]
    hosts = [np.zeros(2, x) if isinstance(x, np.dtype) else x for x in operands]
    assert cp.result_type(*arrays) == np.result_type(*hosts)


def test_type_questions():
    for value in (
        0,
        1,
        -1,
        255,
        256,
        -129,
        2**31,
        2**40,
        -(2**40),
        2**63,
        1.5,
        1e10,
        1e300,
        1j,
        True,
        np.float32(1),
        np.int64(3),
    ):
        assert cp.min_scalar_type(value) == np.min_scalar_type(value), value
    for dtypes in (["f4"], ["f4", "i4"], ["F", "f8"], ["i1", "u2"], ["e", "F"], []):
        assert cp.common_type(*[cp.zeros(1, d) for d in dtypes]) == np.common_type(*[np.zeros(1, d) for d in dtypes])
    assert_same_error(lambda xp: xp.common_type(xp.zeros(2, bool)))
    assert_same_error(lambda xp: xp.can_cast(3, "i4"))
    assert_same_error(lambda xp: xp.can_cast("i4", "i8", "no way"))
    assert_same_error(lambda xp: xp.result_type())
    assert_same_error(lambda xp: xp.promote_types("i4", "no such"))
    assert (
        cp.issubdtype(cp.float32, cp.floating)
        and cp.iinfo("i2").max == 32767
        and cp.finfo("f4").eps == np.finfo("f4").eps
    )
    assert cp.can_cast(cp.zeros(2, "i4"), "f8") and not cp.can_cast(cp.zeros(2, "i8"), "i4")


def test_small_questions():
    a = cp.zeros((2, 3))
    assert (
        cp.ndim(a) == 2
        and cp.shape(a) == (2, 3)
        and cp.size(a) == 6
        and cp.size(a, 1) == 3
        and cp.ndim([[1]]) == 2
        and cp.shape(3) == ()
    )
    assert cp.iterable(a) and not cp.iterable(3) and cp.isscalar(3) and cp.isfortran(a.T) and not cp.isfortran(a)
    assert (
        cp.isrealobj(a)
        and cp.iscomplexobj(a.astype("F"))
        and cp.binary_repr(5) == "101"
        and cp.base_repr(35, 36) == "Z"
    )
    b = cp.broadcast(a, cp.zeros(3))
    assert b.shape == (2, 3) and b.nd == 2 and b.size == 6 and len(b.values) == 2
    assert cp.broadcast_shapes((2, 1), (3,)) == (2, 3)
    assert cp.require(a.T, requirements=["C", "O"]).flags.c_contiguous
    assert cp.astype(a, "f4").dtype == np.float32 and cp.astype(a, a.dtype, copy=False) is a


@pytest.mark.parametrize("value", [[1, 2], 1, (1.5, 2), np.arange(3), []])
def test_what_is_on_the_host_is_moved_whatever_copy_says(value):
    """As in CuPy, whose programs write `cp.array(host, copy=False)`."""
    for copy in (False, None, True):
        assert_same(cp.asarray(value, copy=copy), np.asarray(value))
        assert_same(cp.array(value, copy=copy), np.asarray(value))


@pytest.mark.parametrize(
    "key", [("r", slice(1, 3)), ("c", slice(1, 3)), ("r", [1, 2], 3), ("c", [1, 2], [3]), ("r", [[1], [2]])]
)
def test_rows_and_columns_of_r_(key):
    assert_same(cp.r_[key], np.asarray(np.r_[key]))


@pytest.mark.parametrize("dtype", list("bBhHiIqQ"))
@pytest.mark.parametrize("source", list("efd"))
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_floats_of_the_host_become_integers_there(source, dtype):
    """What lies outside of the dtype becomes what NumPy makes of it, as for CuPy, which casts before it copies."""
    host = np.array([-1.5, 300.7, -70000.0, 2.0, 5e9 if source != "e" else 9, -0.5], source)
    for convert in (cp.array, cp.asarray):
        assert_same(convert(host, dtype=dtype), np.asarray(host, dtype))


@pytest.mark.parametrize("dtype", list("FD"))
def test_complex_linspace_rounds_as_numpy(dtype):
    start, stop = np.array([0, 120, 1 + 2j], dtype), np.array([100, 0, -3 - 7j], dtype)
    for num in (1, 2, 50, 97):
        for endpoint in (True, False):
            assert_same(
                cp.linspace(cp.asarray(start), cp.asarray(stop), num, endpoint), np.linspace(start, stop, num, endpoint)
            )


def test_diagonals_of_no_axes():
    assert cp.diag_indices(3, 0) == cp.diag_indices(3, -2) == ()


@pytest.mark.parametrize("order", ["C", "F"])
def test_copies_of_arrays_by_position_and_by_name(order):
    host = np.asarray(np.arange(12.0).reshape(3, 4), order=order)
    for a, expected in ((cp.asarray(host), host), (cp.asarray(host)[::2, ::-1], host[::2, ::-1]), (cp.array(5), 5)):
        plain = cp.array(obj=a)
        copied = cp.array(a)
        assert_same(copied, np.array(expected))
        assert copied.strides == plain.strides == np.array(expected).strides
        assert copied.base is None and not cp.shares_memory(copied, a)


def test_conditions_that_are_arrays():
    """An array of several elements is no condition: it ended in SystemError where `subok` or `copy` was one."""
    a = cp.ones((2, 3))
    for call in (
        lambda: cp.empty_like(a, subok=a),
        lambda: cp.zeros_like(a, subok=a),
        lambda: cp.array(a, copy=a),
        lambda: cp.reshape(a, (3, 2), copy=a),
    ):
        with pytest.raises(ValueError, match="truth value of an array with more than one element"):
            call()
