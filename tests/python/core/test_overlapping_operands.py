"""Statements whose operands share memory with what they write: the result is that of operands copied beforehand."""

import numpy as np
import pytest
from common import assert_same

import cuprum as cp

# NumPy computes these as if operands had been copied.
STATEMENTS = """
a += a.T
a[...] = a.T
a[...] = a[::-1, ::-1]
a[1:] += a[:-1]
a[:, 1:] *= a[:, :-1]
a[:] = a[:, :1]
a -= a[0]
a -= a[:, :1]
a[1:, 1:] = a[:-1, :-1]
a[:-1, :-1] = a[1:, 1:]
a[1:-1, 1:-1] = (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]) // 4
a[...] = a.reshape(-1)[::-1].reshape(n, n)
a[...] = xp.roll(a, 3, axis=(0, 1))
a[xp.arange(n)[::-1]] = a
a[:, xp.arange(n)[::-1]] = a
a[a > 1] = a[a > 1][::-1]
a[xp.arange(n), xp.arange(n)] += a[:, 0]
xp.add(a[1:], a[:-1], out=a[:-1])
xp.add(a[1:], a[:-1], out=a[1:])
xp.add(a[:-2], a[2:], out=a[1:-1])
xp.multiply(a.T, a, out=a.T)
xp.maximum(a, a.T, out=a)
xp.divmod(a.T, 3, out=(b, a)); a += b
xp.subtract.outer(a[0], a[0], out=a)
xp.copyto(a, a.T, where=a > 1)
xp.copyto(a[1:], a[:-1], where=a[:-1] > 1)
xp.putmask(a, a > 1, a.T)
xp.putmask(a[1:], a[1:] > 1, a[:-1])
xp.put(a, xp.arange(n)[::-1], a[0])
xp.fill_diagonal(a, a[0])
xp.sum(a, axis=0, out=a[0])
xp.max(a, axis=0, out=a[-1])
xp.add.reduce(a, axis=1, out=a[0])
xp.cumsum(a, axis=1, out=a.T)
xp.cumsum(a[:-1], axis=0, out=a[1:])
xp.add.accumulate(a[::-1], axis=0, out=a)
xp.minimum.accumulate(a, axis=1, out=a[:, ::-1])
xp.add.at(a, xp.arange(n)[::-1], a)
xp.add.at(a, (xp.arange(n), xp.arange(n)), a[0])
xp.matmul(a, a, out=a)
xp.matmul(a, a.T, out=a.T)
xp.take(a, xp.arange(n)[::-1], axis=1, out=a)
xp.choose(a.astype(int) % 2, [a, a.T], out=a)
xp.concatenate([a[1:], a[:1]], out=a)
xp.stack([a[0]] * n, out=a)
xp.clip(a, a.T, 5, out=a)
xp.einsum("ij,jk->ik", a, a, out=a)
xp.outer(a[0], a[0], out=a)
xp.greater(a, a.T, out=m); a[m] = a.T[m]
a[:, ::2].sort(axis=1)
a[::-1].sort(axis=0)
a.T[...] = a
""".strip().splitlines()

# Where NumPy's elements depend on those that it wrote before: what to compare with in place of it.
COPIED = {
    "a.flat = a.T": "a.flat = a.T.copy()",
    "a.flat[1:] = a.ravel()[:-1]": "a.flat[1:] = a.ravel()[:-1].copy()",
    "xp.place(a, a > 1, a[0])": "xp.place(a, a > 1, a[0].copy())",
}


def result(xp, statement, host, layout):
    n = len(host)
    a = (
        xp.zeros((2 * n, 2 * n), host.dtype)[::2, 1::2]
        if layout == "gaps"
        else xp.empty(host.shape, host.dtype, layout)
    )
    a[...] = xp.array(host)
    names = {"xp": xp, "a": a, "b": xp.zeros(host.shape, host.dtype), "m": xp.zeros(host.shape, bool), "n": n}
    exec(statement.replace("; ", "\n"), names)
    return a


@pytest.mark.parametrize("layout", ["C", "F", "gaps"])
@pytest.mark.parametrize("statement", [*STATEMENTS, *COPIED])
def test_as_if_operands_were_copied(statement, layout):
    for n, dtype in ((5, "l"), (17, "f"), (64, "l"), (130, "d")):
        host = np.random.default_rng(n).integers(0, 6, (n, n)).astype(dtype)
        expected = result(np, COPIED.get(statement, statement), host, layout)
        assert_same(result(cp, statement, host, layout), expected, rtol=1e-6 if dtype == "f" else 1e-12)
