"""What CuPy's programs meet beside the numbers: annotations, old names, comparisons with NumPy's scalars, who()."""

import contextlib
import io
import warnings
from typing import Any

import numpy as np
import pytest

import cuprum as cp
import cuprum.typing
from cuprum import testing


def test_annotations():
    one = cp.ndarray[Any, np.dtype[np.float32]]
    assert one.__origin__ is cp.ndarray and one.__args__ == (Any, np.dtype[np.float32])
    assert cuprum.typing.NDArray[np.float32] == one
    assert cp.ndarray[tuple[int, int], np.dtype[np.int8]].__origin__ is cp.ndarray

    def function(a: cuprum.typing.NDArray[np.float64]) -> "cp.ndarray[Any, Any] | None": ...

    assert function.__annotations__["a"].__origin__ is cp.ndarray


@pytest.mark.parametrize("name, advice", [
    ("product", "prod"), ("cumproduct", "cumprod"), ("round_", "round"), ("msort", "sort"), ("row_stack", "vstack"),
])  # fmt: skip
def test_deprecated_names(name, advice):
    with pytest.warns(DeprecationWarning, match=advice):
        getattr(cp, name)(cp.ones((2, 2)))


def test_old_names_compute():
    a = cp.array([[3.0, 1.0], [2.0, 5.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        testing.assert_array_equal(cp.product(a, axis=0), [6, 5])
        testing.assert_array_equal(cp.cumproduct(a, axis=1), [[3, 3], [2, 10]])
        testing.assert_array_equal(cp.msort(a), [[2, 1], [3, 5]])
        testing.assert_array_equal(cp.round_(a + 0.26, 1), [[3.3, 1.3], [2.3, 5.3]])


@pytest.mark.parametrize("scalar", [np.float32(2), np.int8(2), np.float64(2), np.array(2.0)])
def test_numpys_scalars_on_the_left(scalar):
    host = np.array([1.0, 2.0, 3.0], "f4")
    a = cp.asarray(host)
    for ours, theirs in [
        (scalar < a, scalar < host),
        (scalar >= a, scalar >= host),
        (scalar == a, scalar == host),
        (scalar != a, scalar != host),
        (scalar**a, scalar**host),
        (scalar - a, scalar - host),
    ]:
        assert type(ours) is cp.ndarray and ours.dtype == theirs.dtype
        testing.assert_allclose(ours, theirs, rtol=1e-6)


@pytest.mark.parametrize("compare", [lambda a, b: a < b, lambda a, b: b < a, lambda a, b: a == b, lambda a, b: b + a])
def test_arrays_of_numpy_stay_refused(compare):
    with pytest.raises(TypeError, match="Unsupported type"):
        compare(cp.ones(3), np.ones(3))


def who(arrays):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        cp.who(arrays)
    return printed.getvalue()


def test_who():
    a = cp.zeros((2, 3))
    assert who({"a": a, "row": a[0], "number": 3, "host": np.ones(3)}) == (
        "Name            Shape            Bytes            Type\n"
        "===========================================================\n\n"
        "a               2 x 3            48               float64\n"
        "row             3                24               float64\n\n"
        "Upper bound on total bytes  =       72\n"
    )
    assert who({"averylongname_x": cp.zeros((2,) * 9, "b"), "s": cp.array(1, "f4")}) == (
        "Name                 Shape                                   Bytes            Type\n"
        "=======================================================================================\n\n"
        "averylongname_x      2 x 2 x 2 x 2 x 2 x 2 x 2 x 2 x 2       512              int8\n"
        "s                                                            4                float32\n\n"
        "Upper bound on total bytes  =       516\n"
    )
    assert who({}) == "\nUpper bound on total bytes  =       0\n"


def test_who_of_the_caller(monkeypatch):
    """Its globals, as NumPy's and CuPy's."""
    mine = cp.zeros(2)
    monkeypatch.setitem(globals(), "shared_by_all", mine)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        cp.who()
    assert "shared_by_all " in printed.getvalue() and "mine " not in printed.getvalue()
