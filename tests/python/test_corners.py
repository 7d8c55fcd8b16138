"""Single calls that random ones beside NumPy (tests/fuzz) found to end otherwise; each stands for its kind."""

import numpy as np
import pytest

import cuprum as cp
from common import assert_same, assert_same_error


def at(name, a, key, *values):
    def call(xp):
        target = xp.array(a)
        getattr(xp, name).at(target, key, *values)
        return target

    return call


def with_out(function, dtype, shape=()):
    return lambda xp: function(xp, xp.zeros(shape, dtype))


SAME = {
    "at: literals are arrays of 64 bits": [
        at("maximum", np.array([1, 1, 1], "u8"), [0, 0, 1], -3),
        at("add", np.array([1, 1], "u1"), [0, 0], 300),
        at("add", np.array([1, 1], "f4"), [0, 0], 0.1),
        at("add", np.array([1, 2], "i4"), [0, 0], 1),
        at("minimum", np.array([1, 2], "i4"), [0, 0], -1),
        at("logical_and", np.array([1, 1], "u4"), [1, 1], -1),
    ],
    "outer: likewise": [
        lambda xp: xp.divide.outer(xp.ones(2, "f4"), 1.0),
        lambda xp: xp.power.outer(2, xp.ones(2, "f4")),
        lambda xp: xp.add.outer(xp.ones(2, "i1"), 1),
    ],
    "methods take a loop that has no other dtype": [
        lambda xp: xp.add.reduce(xp.ones(3, "i1"), dtype="i1"),
        lambda xp: xp.maximum.accumulate(xp.ones(3), dtype="l"),
        lambda xp: xp.logical_and.reduce(xp.ones(3), dtype="?"),
    ],
    "half results are rounded before they are cast": [
        with_out(lambda xp, out: xp.sinh(True, out=out), "F"),
        with_out(lambda xp, out: xp.sqrt(xp.arange(7, dtype="i1"), out=out), "d", (7,)),
        with_out(lambda xp, out: xp.sqrt(xp.arange(7, dtype="u1"), out=out, where=xp.arange(7) > 2), "f", (7,)),
    ],
    "axes of arrays without axes": [
        lambda xp: xp.array(1.0).squeeze(0),
        lambda xp: xp.array(1.0).squeeze(axis=-1),
        lambda xp: xp.mean(xp.array(1.0), axis=0, where=xp.array(True)),
    ],
    "outputs may be wider": [
        with_out(lambda xp, out: xp.mean(xp.array([1, 0], "i1"), dtype="l", out=out), "d"),
        with_out(lambda xp, out: xp.max(xp.array([1, 0], "i1"), initial=1.5, out=out), "d"),
    ],
    "the sums of no numbers": [
        lambda xp: xp.bincount(xp.zeros(0, int), xp.ones(2)),
        lambda xp: xp.gradient(xp.array([1.0, 4.0, 9.0])),
    ],
    "insert": [
        lambda xp: xp.insert(xp.zeros(3, "i1"), 1, 100),
        lambda xp: xp.insert(xp.zeros(3, "i1"), [0, 1], [1.9, -1.9]),
        lambda xp: xp.insert(xp.zeros(3, "i1"), 0, xp.array([300])),
    ],
}

ERRORS = {
    "insert: numbers have to fit": [
        lambda xp: xp.insert(xp.zeros(3, "u4"), 0, -1),
        lambda xp: xp.insert(xp.zeros(3, "i1"), [0, 1], 300),
        lambda xp: xp.insert(xp.zeros(0, "u4"), 0, [-1]),
        lambda xp: xp.zeros(0, "u1").fill(-1),
    ],
    "methods have no loop of this dtype": [
        lambda xp: xp.hypot.accumulate(xp.ones(3), dtype="l"),
        lambda xp: xp.divide.reduce(xp.ones(3, int), dtype="l"),
        lambda xp: xp.logical_or.reduce(xp.ones(3), dtype="D"),
        lambda xp: xp.equal.accumulate(xp.ones(3), dtype="l"),
        lambda xp: xp.frexp(xp.ones(3), dtype="f"),
    ],
    "an index out of bounds beside an empty one": [
        lambda xp: xp.zeros((0, 1))[xp.zeros(0, bool), xp.array(1)],
        lambda xp: xp.zeros((3, 3))[xp.array(5), xp.zeros(0, int)],
        lambda xp: xp.zeros((0, 1)).__setitem__((xp.zeros(0, bool), xp.array(1)), 0),
        lambda xp: xp.logical_and.at(xp.zeros((1, 0)), (xp.array(1), xp.zeros(0, bool)), 0),
    ],
    "masks are not cut to fit": [
        lambda xp: xp.copyto(xp.zeros(()), 1, where=xp.array([True])),
        lambda xp: xp.copyto(xp.zeros(2), 1, where=xp.ones((1, 2), bool)),
        lambda xp: xp.array(1.0).__setitem__(xp.array(True), xp.ones((1, 1))),
        lambda xp: xp.ones((2, 2)).__setitem__(xp.ones((2, 2), bool), xp.ones((1, 4))),
        lambda xp: xp.ones((1, 0)).__setitem__(xp.ones((1, 0), bool), xp.ones((1, 0))),
    ],
    "others": [
        lambda xp: xp.mgrid[(slice(1, 0),)],
        lambda xp: xp.mgrid[0:3, 5:0],
        lambda xp: xp.tril(xp.array(1)),
        lambda xp: xp.gradient(xp.array([True])),
        lambda xp: xp.gradient(xp.array([True, False])),
        lambda xp: xp.array(1.0).squeeze(1),
    ],
}


@pytest.mark.parametrize("kind", SAME)
def test_same(kind):
    for call in SAME[kind]:
        expected = call(np)
        assert_same(call(cp), np.asarray(expected))


@pytest.mark.parametrize("kind", ERRORS)
def test_errors(kind):
    if cp.backend() == "cuda" and kind == "an index out of bounds beside an empty one":
        return  # a GPU does not check indices unless it is asked to
    for call in ERRORS[kind]:
        assert_same_error(call)


def test_fft_of_times():
    for dtype in ("M8[ns]", "m8[s]"):
        for xp in (np, cp):
            with pytest.raises(TypeError):
                xp.fft.fft(xp.zeros(3, dtype))
