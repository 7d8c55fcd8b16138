"""Names and parameters that CuPy has and NumPy or SciPy lack: deprecated functions, parameters, who(), annotations."""

import contextlib
import importlib
import io
import pathlib
import re
import warnings
from typing import Any

import numpy as np
import pytest
from common import assert_same

import cuprum as cp
import cuprum.typing
import cuprumx.scipy.ndimage
import cuprumx.scipy.signal
import cuprumx.scipy.sparse
import cuprumx.scipy.spatial
from cuprum import testing


def test_annotations():
    one = cp.ndarray[tuple[Any, ...], np.dtype[np.float32]]
    assert one.__origin__ is cp.ndarray and one.__args__ == (tuple[Any, ...], np.dtype[np.float32])
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


def test_names_of_cupys_parameters():
    """Which NumPy's and SciPy's functions call otherwise, or have not."""
    matrix = cp.array([[1.0, 2], [0, 1]])
    assert_same(cp.linalg.matrix_power(M=matrix, n=3), np.linalg.matrix_power(matrix.get(), 3))
    assert cp.linalg.matrix_rank(M=matrix) == 2
    assert_same(cp.linalg.matrix_transpose(a=matrix), matrix.get().T)
    with pytest.raises(TypeError):
        cp.linalg.matrix_power(a=matrix, M=matrix, n=3)
    image = np.array([0, 1, 1, 0, 1.0])
    expected = np.array([0, 1, 1, 0, 1.0])
    distances = cuprumx.scipy.ndimage.distance_transform_edt
    assert_same(distances(image=cp.array(image), block_params=(1, 1, 2)), expected)
    assert_same(distances(cp.array(image), float64_distances=False), expected.astype("f"))
    found, places = distances(cp.array(image), return_indices=True, float64_distances=False)
    assert_same(found, expected.astype("f"))
    assert places.dtype == cp.int32
    target = cp.zeros(5)
    assert distances(cp.array(image), distances=target, float64_distances=False) is None
    assert_same(target, expected)
    for wrong in ({}, {"input": cp.array(image), "image": cp.array(image)}):
        with pytest.raises(TypeError, match=r"\(input: ArrayLike(.|\n)*\(image: ArrayLike"):  # the two ways to call it
            distances(**wrong)
    places = cuprumx.scipy.ndimage.value_indices(cp.array([[7, 3], [3, 3]]), adaptive_index_dtype=True)
    assert_same(places[3][1], np.array([1, 0, 1], "i1"))
    plain = cuprumx.scipy.ndimage.affine_transform(cp.array(image), cp.array([0.5]), order=1)
    assert_same(
        cuprumx.scipy.ndimage.affine_transform(cp.array(image), cp.array([0.5]), order=1, texture_memory=True),
        plain.get(),
    )
    p, q = cp.array([1.0, 0]), cp.array([0.5, 0.5])
    distance = cuprumx.scipy.spatial.distance
    assert_same(distance.jensenshannon(u=p, v=q), distance.jensenshannon(p, q).get())
    target = cp.zeros((1, 1))
    assert distance.cdist(matrix[:1], matrix[1:], "cityblock", target) is target
    taps = cp.array([1.0, 2, 3, 2, 1])
    phase = cuprumx.scipy.signal.minimum_phase
    assert_same(phase(taps, "homomorphic", 64, False), phase(taps, n_fft=64, half=False).get())
    sparse = cuprumx.scipy.sparse.csr_matrix(matrix)
    assert sparse.astype("d", False) is sparse
    assert sparse.astype("f", False).dtype == cp.float32


def test_private_modules_of_cupy_have_no_namesakes():
    """A module of ours by such a name would be found as an attribute of its package in its place."""
    from cuprum import _private_cupy

    ours = {name: re.sub(r"^cupy(x?)", r"cuprum\1", name) for name in _private_cupy._PRIVATE}
    found = []
    for name, own in ours.items():
        package, _, module = own.rpartition(".")
        folder = pathlib.Path(importlib.import_module(package).__file__).parent if _is_module(package) else None
        if folder and ((folder / f"{module}.py").exists() or (folder / module / "__init__.py").exists()):
            found.append(name)
    assert not found


def _is_module(name):
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True
