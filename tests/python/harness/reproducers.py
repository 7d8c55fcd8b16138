"""What the tests of reproducers share: calls that change an array, and comparison of calls with NumPy's."""

import warnings

import numpy as np
from common import assert_same

import cuprum as cp

nan = float("nan")


def at(name, a, key, *values):
    def call(xp):
        target = xp.array(a)
        getattr(xp, name).at(target, key, *values)
        return target

    return call


def with_out(function, dtype, shape=()):
    return lambda xp: function(xp, xp.zeros(shape, dtype))


def assigned(shape, key, value):
    def call(xp):
        target = xp.ones(shape)
        target[tuple(xp.array(k) for k in key)] = value(xp)
        return target

    return call


def along_axis(shape, places, values):
    def call(xp):
        target = xp.ones(shape)
        xp.put_along_axis(target, xp.zeros(places, int), xp.zeros(values), 0)
        return target

    return call


def put_along(xp, shape, places, values):
    target = xp.ones(shape)
    xp.put_along_axis(target, xp.array(places), xp.array(values), 0)
    return target


def changed(make, change):
    def call(xp):
        target = make(xp)
        change(xp, target)
        return target

    return call


def assert_all_same(calls):
    """Each call gives the same with cuprum as with NumPy: values, dtype and shape."""
    for call in calls:
        with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
            expected = call(np)
        assert_same(call(cp), np.asarray(expected))
