"""Lists in place of arrays: what is made of them lives as long as the call, whatever their lengths."""

import numpy as np
import pytest

import cuprum as cp


def changed(function):
    def call(xp, a, values):
        a = a.copy()
        function(xp, a, values)
        return a

    return call


CALLS = {
    "fill_diagonal": changed(lambda xp, a, values: xp.fill_diagonal(a, values)),
    "put": changed(lambda xp, a, values: xp.put(a, [0, 1], values)),
    "putmask": changed(lambda xp, a, values: xp.putmask(a, a > 1, values)),
    "place": changed(lambda xp, a, values: xp.place(a, a > 1, values)),
    "copyto": changed(lambda xp, a, values: xp.copyto(a, [values[0]] * a.shape[1])),
    "setitem": changed(lambda xp, a, values: a.__setitem__((slice(None), 0), [values[1]] * a.shape[0])),
    "clip": lambda xp, a, values: xp.clip(a, [1] * a.shape[1], [values[0]] * a.shape[1]),
    "where": lambda xp, a, values: xp.where(a > 1, [values[0]] * a.shape[1], 0.5),
    "insert": lambda xp, a, values: xp.insert(a, 1, values, None),
    "append": lambda xp, a, values: xp.append(a, values),
    "repeat": lambda xp, a, values: xp.repeat(a, [2] * a.shape[0], 0),
    "take": lambda xp, a, values: xp.take(a, [0, 1, 0], 1),
    "delete": lambda xp, a, values: xp.delete(a, [0], 1),
    "isin": lambda xp, a, values: xp.isin(a, values),
    "isclose": lambda xp, a, values: xp.isclose(a, [values[0]] * a.shape[1]),
    "full": lambda xp, a, values: xp.full((3, len(values)), values),
    "full_like": lambda xp, a, values: xp.full_like(a, [values[0]] * a.shape[1]),
    "linspace": lambda xp, a, values: xp.linspace(values, 9, 4),
    "quantile": lambda xp, a, values: xp.quantile(a, [0.1, 0.5], axis=0),
    "histogram": lambda xp, a, values: xp.histogram(a, [0, 1, 2, 5])[0],
    "diff": lambda xp, a, values: xp.diff(a, prepend=[[values[0]]] * a.shape[0]),
    "pad": lambda xp, a, values: xp.pad(a, [[1, 1], [0, 2]], constant_values=3),
    "nan_to_num": lambda xp, a, values: xp.nan_to_num(a, nan=values[0]),
    "select": lambda xp, a, values: xp.select([a > 1, a < 0], [a, a * 2], 3),
}


@pytest.mark.parametrize("name", CALLS)
def test_lists_as_operands(name):
    rng = np.random.default_rng(0)
    for _ in range(40):
        host = rng.integers(-3, 9, rng.integers(2, 7, 2)).astype(float)
        values = rng.integers(-3, 9, rng.integers(2, 9)).tolist()
        expected, found = CALLS[name](np, host, values), CALLS[name](cp, cp.asarray(host), values)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found.get(), expected, rtol=1e-14, atol=1e-15)  # GPUs contract a * b + c
