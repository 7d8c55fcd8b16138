"""`cuprum.fuse`: writing to arguments, results, shapes and layouts."""

import numpy as np
import pytest
from common import (
    assert_same,
    layouts,
    sample,
)
from fuse_common import X, Y, check, close

import cuprum as cp

# ------------------------------------------------------------------------------------------------- writing to arguments


def test_assignment_to_arguments():
    def function(x, y):
        x += 1
        x *= y
        x -= 2
        x /= 2
        y **= 2
        return x + y

    a, b = X.astype("d"), Y.astype("d")
    x, y = cp.asarray(a), cp.asarray(b)
    expected = function(a, b)
    close(cp.fuse(function)(x, y), expected)
    close(x, a)
    close(y, b)


@pytest.mark.parametrize("operation", ["+=", "-=", "*=", "//=", "%=", "&=", "|=", "^=", "<<=", ">>=", "**="])
def test_augmented_assignment(operation):
    namespace = {}
    exec(f"def function(x, y):\n    x {operation} y\n", namespace)
    function = namespace["function"]
    a, b = sample((9,), "i", 1, 1, 20), sample((9,), "i", 2, 1, 5)
    x, y = cp.asarray(a), cp.asarray(b)
    function(a, b)
    assert cp.fuse(function)(x, y) is None
    assert_same(x, a)


def test_whole_assignment():
    def function(x, y, z):
        x[...] = y * 2
        y[:] = x + 1
        z[...] = 3
        z += x

    hosts = [X.copy(), Y.copy(), np.zeros_like(X)]
    device = [cp.asarray(h) for h in hosts]
    function(*hosts)
    cp.fuse(function)(*device)
    for d, h in zip(device, hosts):
        close(d, h)


def test_swap_and_order_of_reads():
    def swap(x, y):
        t = x.copy()
        x[...] = y
        y[...] = t

    def chain(x, y):
        before = x.sum()
        x += 1
        after = x.sum()
        y += before - after
        return before, after, x * 2

    hosts = [np.arange(6.0), np.arange(6.0) * 10]
    for function in (swap, chain):
        device = [cp.asarray(h) for h in hosts]
        expected = function(*hosts)
        actual = cp.fuse(function)(*device)
        if expected is not None:
            close(actual, expected)
        for d, h in zip(device, hosts):
            close(d, h)


def test_writing_what_others_read_otherwise():
    def transposed(x):
        x += x.T

    def broadcast(x, row):
        row *= 2
        x += row

    def shapes(x, row):
        y = x + row
        row += 1
        x -= 1
        return y, row * 2

    def reversed_(x):
        x += x[::-1, ::-1]

    square = sample((6, 6), "d", 1)
    for function in (transposed, reversed_):
        host, device = square.copy(), cp.asarray(square)
        function(host)
        cp.fuse(function)(device)
        close(device, host)
    for function in (broadcast, shapes):
        hosts = [square.copy(), sample((6,), "d", 2)]
        device = [cp.asarray(h) for h in hosts]
        expected = function(*hosts)
        actual = cp.fuse(function)(*device)
        if expected:
            close(actual, expected)
        for d, h in zip(device, hosts):
            close(d, h)


def test_arguments_that_share_memory():
    def function(x, y):
        x += 1
        return y * 2

    fused = cp.fuse(function)
    h = np.arange(8.0)
    for view in (lambda a: (a, a), lambda a: (a[1:], a[:-1]), lambda a: (a[:4], a[4:]), lambda a: (a, a[::-1])):
        host, device = h.copy(), cp.asarray(h)
        expected = function(*view(host))
        close(fused(*view(device)), expected)
        close(device, host)


def test_views_of_what_was_written():
    def function(x):
        y = x * 2
        v = y.T
        y += 1
        w = y[:, None]
        y *= 3
        return v, w, y

    check(function, sample((4, 3), "d", 1))


def test_masks_and_wheres():
    def function(x, y):
        x[x < 0] = 0
        y[y > x] = 7
        z = abs(y)
        z[z == 7] *= 1
        return z

    hosts = [sample((6, 5), "f", 1), sample((6, 5), "f", 2)]
    device = [cp.asarray(h) for h in hosts]

    def without_last(x, y):
        x[x < 0] = 0
        y[y > x] = 7
        return abs(y)

    expected = without_last(*hosts)
    close(cp.fuse(without_last)(*device), expected)
    for d, h in zip(device, hosts):
        close(d, h)


def test_out():
    x, y, out = cp.asarray(X), cp.asarray(Y), cp.zeros_like(cp.asarray(X))
    fused = cp.fuse(lambda x, y, out: cp.multiply(cp.add(x, y), 2, out=out))
    assert fused(x, y, out) is out
    close(out, (X + Y) * 2)
    fused = cp.fuse(lambda x, a, b: cp.divmod(x, 2, out=(a, b)))
    a, b = cp.empty_like(x), cp.empty_like(x)
    result = fused(x, a, b)
    assert result[0] is a and result[1] is b
    close([a, b], list(np.divmod(X, 2)))
    wide = cp.zeros(X.shape, "d")
    cp.fuse(lambda x, out: cp.sqrt(x, out=out))(x, wide)
    close(wide, cp.sqrt(x).astype("d"))
    with pytest.raises(TypeError):
        cp.fuse(lambda x, out: cp.sqrt(x, out=out))(x, cp.zeros(X.shape, "i"))


# ------------------------------------------------------------------------------------------------------------- results


def test_structures_of_results():
    x = cp.arange(4)
    fused = cp.fuse(lambda x: {"a": x + 1, "b": [x * 2, (x, None)], 3: "text"})
    result = fused(x)
    assert list(result) == ["a", "b", 3] and result[3] == "text"
    assert_same(result["a"], np.arange(4) + 1)
    assert isinstance(result["b"], list) and result["b"][1][0] is x and result["b"][1][1] is None
    assert cp.fuse(lambda x: None)(x) is None
    assert cp.fuse(lambda x: 5)(x) == 5
    assert cp.fuse(lambda x: ())(x) == ()


def test_arguments_as_results():
    x, y = cp.arange(4.0), cp.arange(4.0)
    assert cp.fuse(lambda x: x)(x) is x
    a, b, c = cp.fuse(lambda x, y: (y, x + y, x))(x, y)
    assert a is y and c is x and b is not x
    assert cp.fuse(lambda x, a: (x, a))(x, 5)[1] == 5
    scaled = cp.fuse(lambda x, a: (x * a, a * 2.5))(x, 5)[1]
    assert scaled == 12.5 and type(scaled) is float
    first, second = cp.fuse(lambda x: (x + 1,) * 2)(x)
    assert first is second
    first, second = cp.fuse(lambda x: (x + 1, (x + 1).copy()))(x)
    first += 1
    assert_same(second, np.arange(4.0) + 1)
    view = cp.fuse(lambda x: x[1:3])(x)
    view += 10
    assert_same(x, np.array([0.0, 11, 12, 3]))


def test_results_are_new_each_time():
    fused = cp.fuse(lambda x: (x.copy(), cp.zeros_like(x), x * 0 + cp.array([1, 2, 3])))
    x = cp.arange(3)
    first = fused(x)
    for a in first:
        a += 5
    for actual, expected in zip(fused(x), ([0, 1, 2], [0, 0, 0], [1, 2, 3])):
        assert actual.tolist() == expected
    constant = cp.fuse(lambda x: cp.array([1, 2, 3]))
    constant(x).fill(9)
    assert constant(x).tolist() == [1, 2, 3]


def test_new_arrays_inside():
    def function(x):
        xp = cp if isinstance(x, cp.ndarray) else np
        total = xp.zeros_like(x)
        for k in range(3):
            total += x * k
        grid = xp.arange(5.0)
        return total, total + xp.ones((7, 5), "f"), grid * x, xp.full_like(x, 3) * x, xp.array([1.0, 2, 3, 4, 5]) + x

    check(function, X)
    check(function, Y)


# ------------------------------------------------------------------------------------------------- shapes and layouts


def test_broadcasting():
    for shapes in (
        [(3, 4), (4,)],
        [(3, 1), (1, 4)],
        [(2, 3, 4), (3, 1)],
        [(5,), ()],
        [(1,), (6, 1)],
        [(2, 1, 3), (4, 1), (3,)],
        [(), ()],
    ):
        arguments = [sample(s, "f", i) for i, s in enumerate(shapes)]
        check(lambda *a: sum(a[1:], a[0] * 2), *arguments)
        check(lambda *a: [v * 2 for v in a] + [a[0] + a[1]], *arguments)


def test_layouts():
    a, b = sample((6, 8), "f", 1), sample((6, 8), "f", 2)

    def function(x, y):
        return x * 2 + y, (x - y).sum(axis=0), (x + 1).T * y.T, x[:, ::2] + 1

    for _, x in layouts(a):
        for _, y in layouts(b):
            check(function, x, y, rtol=1e-4)


def test_order_of_results():
    function = cp.fuse(lambda x: x * 2 + 1)
    for axes in [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)]:
        host = sample((3, 4, 5), "f").transpose(axes)
        device = cp.asarray(sample((3, 4, 5), "f")).transpose(axes)
        expected = host * 2 + 1
        result = function(device)
        assert result.strides == expected.strides
        close(result, expected)


def test_views():
    def function(x):
        return (x[1:] - x[:-1], x[:, None] * x[None], x.T + 1, x.reshape(-1) * 2, (x * 2)[::2], (x + 1).reshape(5, 7),
                x[2] + x[:, 1:2], x.ravel() + 1, (x * 3).T.sum(axis=0), x[..., 0], x.swapaxes(0, 1) * 1,
                x.squeeze() + 0, x.diagonal() * 2)  # fmt: skip

    check(function, X, rtol=1e-5)


def test_stencil():
    def laplace(u):
        return u[1:-1, 1:-1] * -4 + u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]

    fused = check(laplace, sample((12, 9), "d", 1))
    for shape in ((12, 9), (20, 30)):
        a = sample(shape, "d", 5)
        close(fused(cp.asarray(a)), laplace(a))


def test_one_trace_for_many_shapes():
    def function(x, y):
        s = x.sum(axis=1, keepdims=True)
        return x / s + y, s[:, 0]

    fused = cp.fuse(function)
    for n, m in [(3, 4), (100, 7), (8, 1000), (5, 6)]:
        x, y = sample((n, m), "d", 1, 1, 2), sample((m,), "d", 2)
        for actual, expected in zip(fused(cp.asarray(x), cp.asarray(y)), function(x, y)):
            assert_same(actual, expected, rtol=1e-12)
    assert fused.trace_count == 1
    fused(cp.ones((4, 4)), cp.ones(4))  # other lengths are equal
    fused(cp.ones((4, 1)), cp.ones(1))
    assert fused.trace_count == 3


def test_functions_of_lengths():
    def function(x):
        return x.sum(axis=0) / x.shape[0] + len(x) + x.size * x.ndim

    def by_size(x):
        return x * 2 if x.size > 20 else x * 3

    def repeated(x):
        for k in range(x.shape[0]):
            x = x + k
        return x

    for f in (function, by_size, repeated):
        fused = cp.fuse(f)
        for shape in [(3, 4), (6, 8), (5, 4), (6, 8), (2, 2)]:
            x = sample(shape, "d", 1)
            assert_same(fused(cp.asarray(x)), f(x), rtol=1e-13)


def test_library_functions_that_know_lengths():
    """Lengths that functions of the library use are found out by a second trace."""
    for f in (
        lambda xp, x: xp.average(x, axis=0),
        lambda xp, x: xp.ptp(x),
        lambda xp, x: xp.mean(x) * xp.ones(len(x)),
        lambda xp, x: x * xp.arange(x.shape[1]),
    ):
        fused = cp.fuse(lambda x: f(cp, x))
        for shape in [(3, 4), (6, 8), (5, 4)]:
            x = sample(shape, "d", 1)
            assert_same(fused(cp.asarray(x)), f(np, x), rtol=1e-13)


def test_empty_arrays_and_no_arrays():
    fused = cp.fuse(lambda x, y: x * 2 + y)
    assert_same(fused(cp.zeros((0, 3)), cp.zeros(3)), np.zeros((0, 3)))
    assert fused(2, 3) == 7
    host = fused(np.arange(3), 1)
    assert type(host) is np.ndarray and host.tolist() == [1, 3, 5]
    with pytest.raises(ValueError):
        cp.fuse(lambda x: x.max())(cp.zeros(0))


def test_many_operands_and_long_chains():
    arrays = [cp.asarray(sample((50,), "d", i)) for i in range(40)]
    fused = cp.fuse(lambda *a: sum(a[1:], a[0]))
    close(fused(*arrays), sum(arrays[1:], arrays[0]))
    fused = cp.fuse(lambda *a: [x * 2 for x in a])
    close(fused(*arrays), [x * 2 for x in arrays])

    def chain(x):
        for _ in range(300):
            x = x * 0.5 + 1
        return x

    close(cp.fuse(chain)(arrays[0]), chain(arrays[0]))

    def sums(x):
        for _ in range(20):
            x = x - x.mean() * 0.1
        return x

    actual, expected = cp.fuse(sums)(arrays[0]), sums(arrays[0])
    np.testing.assert_allclose(actual.get(), expected.get(), rtol=1e-12)


def test_huge():
    n = 3_000_001
    x, y = sample((n,), "f", 1, 0, 1), sample((n,), "f", 2, 0, 1)
    fused = cp.fuse(lambda x, y: cp.sqrt(x * x + y * y) * 0.5 + x)
    close(fused(cp.asarray(x), cp.asarray(y)), np.sqrt(x * x + y * y) * np.float32(0.5) + x)
