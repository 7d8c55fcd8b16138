"""Questions about dtypes that are NumPy 1's, and dtypes of structs."""

import io

import numpy as np
import pytest

import cuprum as cp
import cuprumx.scipy.sparse


def test_aligned_structs():
    packed = np.dtype([("a", "i1"), ("z", "c16"), ("h", "f2")])
    found = cp.make_aligned_dtype(packed)
    assert [found.fields[n][1] for n in "azh"] == [0, 16, 32] and found.itemsize == 48
    inner = cp.make_aligned_dtype([("x", "i1"), ("p", packed), ("q", packed, (2,))])
    assert [inner.fields[n][1] for n in "xpq"] == [0, 16, 64] and inner.itemsize == 160
    assert cp.make_aligned_dtype([("a", "f4"), ("b", "f4"), ("c", "f4")], alignment=16).itemsize == 16
    assert cp.make_aligned_dtype([("x", "i1"), ("p", packed)], recurse=False).fields["p"][0] == packed
    for bad in (1, 24):
        with pytest.raises(ValueError, match="power of two"):
            cp.make_aligned_dtype(packed, alignment=bad)


def test_scalar_types():
    assert (
        cp.obj2sctype("f4") is np.float32
        and cp.obj2sctype(np.int8) is np.int8
        and cp.obj2sctype(cp.ones(2, "f")) is np.float32
    )
    assert cp.obj2sctype("nonsense", 5) == 5
    assert cp.issctype(np.int32) and cp.issctype(np.dtype("f8")) and not cp.issctype(1.1) and not cp.issctype(list)
    assert cp.issubclass_(int, object) and not cp.issubclass_(5, object)
    assert cp.issubsctype("i4", np.integer) and not cp.issubsctype("f4", np.integer)
    assert cp.sctype2char(np.float64) == "d" and cp.sctype2char("complex64") == "F"
    with pytest.raises(ValueError):
        cp.sctype2char("nonsense")


def test_common_types():
    assert cp.find_common_type([], [np.int64, np.float32]) == np.result_type(np.int64, np.float32)
    assert cp.find_common_type([np.float32], [np.int64, np.float64]) == np.float32
    assert cp.find_common_type([np.float32], [complex]) == np.complex128
    assert cp.find_common_type([], []) is None


def test_helpers(capsys):
    assert cp.safe_eval("[1, 2, (3,)]") == [1, 2, (3,)]
    with pytest.raises(ValueError):
        cp.safe_eval("open('x')")
    out = io.StringIO()
    cp.disp("text", out)
    cp.disp("more", out, linefeed=False)
    assert out.getvalue() == "text\nmore"
    assert cp.get_array_wrap(1, 2) is None and cp.get_array_wrap(np.ones(2)) is not None
    assert cp.format_parser is np.rec.format_parser
    cp.set_string_function(lambda a: "an array")
    try:
        assert repr(cp.ones(2)) == "an array" and str(cp.ones(2)) == "[1. 1.]"
    finally:
        cp.set_string_function(None)
    assert repr(cp.ones(2)) == "array([1., 1.])"


class Thing:
    """An object that NumPy knows nothing of."""

    def __repr__(self):
        return "thing"


ANYTHING = [
    None, "abc", b"ab", 5, -300, 1.5, 1e30, 1j, True, [1, 2], [[1.5], [2]], (1,), range(3), [], {}, {1}, Thing(),
    np.float32(3),
    np.arange(3), np.arange(6.0).reshape(2, 3), np.array(7), np.array(None), np.array(["a"]), [None], 10**30,
]  # fmt: skip


@pytest.mark.parametrize("value", ANYTHING, ids=lambda x: f"{type(x).__name__} {x}"[:25])
def test_questions_about_anything(value):
    for name in ("ndim", "shape", "size", "min_scalar_type"):
        assert getattr(cp, name)(value) == getattr(np, name)(value), name


def test_questions_about_arrays():
    for host in (np.arange(6.0).reshape(2, 3), np.array(300), np.array(True), np.zeros((0, 3), "i1")):
        for name in ("ndim", "shape", "size", "min_scalar_type"):
            assert getattr(cp, name)(cp.asarray(host)) == getattr(np, name)(host), name
    pair = [cp.arange(3), cp.arange(3)]
    assert cp.ndim(pair) == 2 and cp.shape(pair) == (2, 3) and cp.size(pair) == 6
    assert cp.min_scalar_type(pair) == np.int64
    with pytest.raises(ValueError):
        cp.ndim([[1], [2, 3]])


def test_modules_of_arrays():
    matrix = cuprumx.scipy.sparse.csr_matrix(cp.eye(3))

    class Own(cuprumx.scipy.sparse.csr_matrix):
        pass

    for ours in (cp.ones(2), matrix, matrix.tocoo(), Own(cp.eye(2)), cuprumx.scipy.sparse.coo_array(cp.ones(3))):
        assert cp.get_array_module(1, ours) is cp and cuprumx.scipy.get_array_module(ours, 2) is cuprumx.scipy
    for other in (1, np.ones(2), None, [cp.ones(2)]):
        assert cp.get_array_module(other) is np


@pytest.mark.parametrize("name", ["i2", "u4", "i8", "f2", "f8", "c16", "M8[s]"])
def test_the_bytes_of_another_machine(name):
    """Memory of a device has the native order: such dtypes are refused by name, and the host's arrays converted."""
    native = np.dtype(name)
    other = native.newbyteorder()
    host = np.arange(3).astype(native)
    for array in (cp.array(host.astype(other)), cp.asarray(host.astype(other)), cp.array(host.astype(other), native)):
        assert array.dtype == native and array.dtype.isnative
        assert array.get().tobytes() == host.tobytes()
    for call in (
        lambda: cp.array([1, 2], dtype=other),
        lambda: cp.zeros(2, other),
        lambda: cp.ones(2).astype(other),
        lambda: cp.ones(2).view(other),
        lambda: cp.dtype(other) and cp.empty(2, other),
    ):
        with pytest.raises(ValueError, match="another machine"):
            call()
