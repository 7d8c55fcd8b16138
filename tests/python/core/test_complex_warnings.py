"""Imaginary parts are not lost without a word: ComplexWarning where NumPy gives it."""

import warnings

import numpy as np
import pytest

import cuprum as cp

UNSAFE = {"casting": "unsafe"}
CALLS = {
    "out": lambda xp: xp.add(xp.ones(3, "D"), xp.ones(3, "D"), out=xp.zeros(3), **UNSAFE),
    "out of integers": lambda xp: xp.add(xp.ones(3, "D"), xp.ones(3), out=xp.zeros(3, "i4"), **UNSAFE),
    "out of bool": lambda xp: xp.add(xp.ones(3, "D"), xp.ones(3), out=xp.zeros(3, "?"), **UNSAFE),
    "out of one operand": lambda xp: xp.sqrt(xp.ones(3, "F"), out=xp.zeros(3), **UNSAFE),
    "dtype": lambda xp: xp.add(xp.ones(3, "D"), xp.ones(3, "D"), dtype="d", **UNSAFE),
    "dtype, one complex": lambda xp: xp.add(xp.ones(3, "D"), xp.ones(3), dtype="d", **UNSAFE),
    "dtype bool": lambda xp: xp.add(xp.ones(3, "D"), xp.ones(3), dtype="?", **UNSAFE),
    "a number": lambda xp: xp.add(xp.ones(3), 1j, out=xp.zeros(3), **UNSAFE),
    "a number, dtype": lambda xp: xp.add(xp.ones(3), 1j, dtype="d", **UNSAFE),
    "nothing": lambda xp: xp.add(xp.ones(0, "D"), 1j, out=xp.zeros(0), **UNSAFE),
    "no axes": lambda xp: xp.add(xp.ones((), "D"), 1j, out=xp.zeros(()), **UNSAFE),
    "where": lambda xp: xp.add(xp.ones(3, "D"), 1j, out=xp.zeros(3), where=xp.ones(3, "?"), **UNSAFE),
    "outer": lambda xp: xp.multiply.outer(xp.ones(3, "D"), xp.ones(2), out=xp.zeros((3, 2)), **UNSAFE),
    "at": lambda xp: xp.add.at(xp.ones(3), [0], xp.ones(1, "D")),
    "clip": lambda xp: xp.clip(xp.ones(3, "D"), 0, 1, out=xp.ones(3), **UNSAFE),
    "matmul": lambda xp: xp.matmul(xp.ones((3, 3), "D"), xp.ones((3, 3)), out=xp.zeros((3, 3)), **UNSAFE),
    "linspace": lambda xp: xp.linspace(0, 1j, 3, dtype="d"),
    "logical": lambda xp: xp.logical_and(xp.ones(3, "D"), xp.ones(3, "D"), **UNSAFE),
    "same dtype": lambda xp: xp.add(xp.ones(3, "D"), 1, out=xp.zeros(3, "D"), **UNSAFE),
    "astype of nothing": lambda xp: xp.zeros((2, 0), "D").astype("d"),
    "an assignment of nothing": lambda xp: xp.zeros(0).__setitem__(slice(None), xp.zeros(0, "D")),
    "copyto of nothing": lambda xp: xp.copyto(xp.zeros(0), xp.zeros(0, "D"), **UNSAFE),
}


def count(call, xp):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        call(xp)
    assert all(w.category is np.exceptions.ComplexWarning for w in given)
    return len(given)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_warnings_of_casts(call):
    assert count(call, cp) == count(call, np)


def test_a_warning_that_is_an_error_changes_nothing():
    out = cp.zeros(3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(np.exceptions.ComplexWarning):
            cp.add(cp.ones(3, "D"), 1, out=out, casting="unsafe")
    assert not out.any()
