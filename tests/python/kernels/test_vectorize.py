"""vectorize, GeneralizedUFunc and memoize."""

import math
import threading

import numpy as np
import pytest
from common import assert_same, layouts, sample, to_device

import cuprum as cp
import cuprumx

# ----------------------------------------------------------------------------------------------------------- vectorize


def clipped_sum(x, y):
    """The sum, or the difference where that is positive."""
    if x > y:
        return x - y
    return x + y


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@pytest.mark.parametrize("dtype", ["i4", "i8", "u2", "f4", "f8", "f2"])
def test_against_numpy(dtype):
    x, y = sample((4, 5), dtype, 1, 0, 50), sample((5,), dtype, 2, 0, 50)
    expected = np.vectorize(clipped_sum, otypes=[dtype])(x, y)
    for _, a in layouts(x):
        assert_same(cp.vectorize(clipped_sum)(to_device(a), cp.asarray(y)), expected)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", "u8"])
def test_ranges_count_in_python_integers(dtype):
    def sum_of_cubes(n):
        total = 0
        for i in range(n):
            total += i * i * i
        return total

    x = np.array([0, 1, 20, 30], dtype)
    assert_same(cp.vectorize(sum_of_cubes)(cp.asarray(x)), np.vectorize(sum_of_cubes, otypes=["i8"])(x))


def test_decorators():
    @cp.vectorize
    def plain(x):
        """Doubled."""
        return x * 2

    @cp.vectorize(otypes="d", doc="My own words.")
    def typed(x):
        return x * 2

    assert_same(plain(cp.arange(3)), np.arange(3) * 2)
    assert plain.__doc__ == "Doubled." and plain.__name__ == "plain" and plain.pyfunc(3) == 6
    assert_same(typed(cp.arange(3)), np.arange(3) * 2.0)
    assert typed.__doc__ == "My own words."


def test_loops_and_other_functions():
    n = np.arange(1, 200)
    assert_same(cp.vectorize(collatz)(cp.asarray(n)), np.vectorize(collatz)(n))

    def mean_of_digits(x):
        total, count = 0, 0
        for k in range(5):
            if x % 10 == 9:
                continue
            total += x % 10
            count += 1
            x //= 10
            if x == 0:
                break
        return total / count if count > 0 else -1.0

    assert_same(cp.vectorize(mean_of_digits)(cp.arange(1000) * 7), np.vectorize(mean_of_digits)(np.arange(1000) * 7))
    both = cp.vectorize(lambda x, y: clipped_sum(x, y) * 2 + inner(x))
    assert_same(both(cp.arange(5), 2), np.vectorize(lambda x, y: clipped_sum(x, y) * 2 + x + 1)(np.arange(5), 2))


@cp.vectorize
def inner(x):
    return x + 1


def test_mathematics():
    f = lambda x: math.sin(x) * np.exp(-x * x) + cp.sqrt(abs(x)) + max(x, 0.5)  # noqa: E731
    x = np.linspace(-3, 3, 101)
    assert_same(
        cp.vectorize(f)(cp.asarray(x)),
        np.sin(x) * np.exp(-x * x) + np.sqrt(abs(x)) + np.maximum(x, 0.5),
        rtol=1e-14,
        atol=1e-14,
    )


def test_complex_numbers():
    def mandelbrot(c):
        z = c
        count = 0
        for k in range(30):
            if abs(z) > 2:
                break
            z = z * z + c
            count += 1
        return count

    x, y = np.meshgrid(np.linspace(-2, 1, 40), np.linspace(-1.5, 1.5, 40))
    c = x + 1j * y
    assert_same(cp.vectorize(mandelbrot)(cp.asarray(c)), np.vectorize(mandelbrot)(c))


def test_several_outputs():
    f = cp.vectorize(lambda x: (x * 2, x / 4))
    doubled, quarter = f(cp.arange(4))
    assert_same(doubled, np.arange(4) * 2)
    assert_same(quarter, np.arange(4) / 4)
    doubled, quarter = cp.vectorize(lambda x: (x * 2, x / 4), otypes=["f4", "e"])(cp.arange(4))
    assert_same(doubled, np.arange(4, dtype="f4") * 2)
    assert_same(quarter, (np.arange(4) / 4).astype("e"))
    with pytest.raises(ValueError, match="otypes"):
        cp.vectorize(lambda x: (x, x), otypes="d")(cp.arange(3))


def test_scalars_lists_and_types():
    add = cp.vectorize(lambda x, y: x + y)
    assert_same(add(3, 4), np.asarray(7))
    assert_same(add([1, 2], 0.5), np.array([1.5, 2.5]))
    assert_same(add(cp.arange(3, dtype="f4"), 1.0), np.arange(3) + 1.0)
    assert_same(add(cp.arange(3, dtype="f4"), np.float32(1)), np.arange(3, dtype="f4") + 1)
    assert_same(add(True, True), np.asarray(True + np.True_))
    assert_same(add(cp.zeros((0, 2)), 1), np.zeros((0, 2)))
    with pytest.raises(TypeError):
        add(np.arange(3), 1)


def test_keywords_defaults_and_excluded():
    def power_sum(x, n=3, scale=1.0):
        total = 0.0
        for k in range(n):
            total += x**k
        return total * scale

    x = np.linspace(0, 1, 7)
    f = cp.vectorize(power_sum)
    assert_same(f(cp.asarray(x)), sum(x**k for k in range(3)), rtol=1e-15)
    assert_same(f(cp.asarray(x), scale=2.0), 2 * sum(x**k for k in range(3)), rtol=1e-15)
    assert_same(f(x=cp.asarray(x), n=cp.asarray(2)), sum(x**k for k in range(2)), rtol=1e-15)
    for excluded in ({"n"}, {1}):
        assert_same(
            cp.vectorize(power_sum, excluded=excluded)(cp.asarray(x), 5), sum(x**k for k in range(5)), rtol=1e-14
        )
    with pytest.raises(ValueError, match="excluded"):
        cp.vectorize(power_sum, excluded={"m"})
    with pytest.raises(TypeError):
        f(cp.asarray(x), 1, 1.0, 4)


def test_numpy_signature():
    f = cp.vectorize(lambda a, b: (a * b).sum(), signature="(n),(n)->()")
    a, b = sample((3, 4), "f8", 1), sample((4,), "f8", 2)
    assert_same(f(cp.asarray(a), cp.asarray(b)), (a * b).sum(-1), rtol=1e-13)


def test_what_vectorize_refuses():
    with pytest.raises(TypeError, match="function"):
        cp.vectorize(3)
    with pytest.raises(TypeError, match="gives no number"):

        def nothing(x):
            y = x  # noqa: F841

        cp.vectorize(nothing)(cp.arange(3))
    with pytest.raises(NotImplementedError) as caught:

        def with_list(x):
            values = [x, x]
            return values

        cp.vectorize(with_list)(cp.arange(3))
    assert "values = [x, x]" in str(caught.value)
    assert_same(cp.vectorize(clipped_sum)(cp.arange(3), 1), np.array([1, 2, 1]))


def test_bfloat16_and_float16():
    f = cp.vectorize(lambda x, y: x * y + x)
    for dtype in ("float16", "bfloat16"):
        x = cp.arange(5).astype(dtype)
        assert f(x, x).dtype == x.dtype
        assert_same(f(x, x).astype("f4"), np.arange(5, dtype="f4") ** 2 + np.arange(5, dtype="f4"))


# ---------------------------------------------------------------------------------------------------- GeneralizedUFunc

matvec = cuprumx.GeneralizedUFunc(lambda a, b: a @ b, "(m,n),(n)->(m)", name="matvec", doc="A matrix times a vector.")
euclid = cuprumx.GeneralizedUFunc(lambda a, b: cp.sqrt(((a - b) ** 2).sum()), "(i),(i)->()")
euclid_batched = cuprumx.GeneralizedUFunc(
    lambda a, b: cp.sqrt(((a - b) ** 2).sum(-1)), "(i),(i)->()", supports_batched=True
)


def test_loops_over_the_other_dimensions():
    a, b = sample((2, 3, 4, 5), "f8", 1), sample((3, 5), "f8", 2)
    expected = np.vectorize(lambda a, b: a @ b, signature="(m,n),(n)->(m)")(a, b)
    assert_same(matvec(cp.asarray(a), cp.asarray(b)), expected, rtol=1e-12)
    assert_same(matvec(cp.asarray(a[0, 0]), cp.asarray(b[0])), a[0, 0] @ b[0], rtol=1e-12)
    with pytest.raises(ValueError, match="mismatch"):
        matvec(cp.asarray(a), cp.asarray(b[:, :4]))
    with pytest.raises(ValueError, match="broadcast"):
        matvec(cp.asarray(a), cp.zeros((4, 5)))
    with pytest.raises(ValueError, match="dimensions"):
        matvec(cp.zeros(5), cp.zeros(5))


@pytest.mark.parametrize("function", [euclid, euclid_batched], ids=["looped", "batched"])
def test_axes(function):
    a, b = sample((4, 5, 6), "f8", 1), sample((4, 5, 6), "f8", 2)
    x, y = cp.asarray(a), cp.asarray(b)
    for axis in (0, 1, -1):
        assert_same(function(x, y, axis=axis), np.sqrt(((a - b) ** 2).sum(axis)), rtol=1e-12)
        assert_same(
            function(x, y, axis=axis, keepdims=True), np.sqrt(((a - b) ** 2).sum(axis, keepdims=True)), rtol=1e-12
        )
    assert_same(function(x, cp.asarray(b.transpose(1, 0, 2)), axes=[0, 1]), np.sqrt(((a - b) ** 2).sum(0)), rtol=1e-12)
    assert_same(function(x, y, axes=[(1,), (1,), ()]), np.sqrt(((a - b) ** 2).sum(1)), rtol=1e-12)
    with pytest.raises(TypeError, match="axis"):
        matvec(x, y[0], axis=0)
    with pytest.raises(TypeError, match="both"):
        function(x, y, axis=0, axes=[0, 0])
    with pytest.raises(ValueError, match="axes"):
        function(x, y, axes=[0])
    with pytest.raises(TypeError, match="keepdims"):
        matvec(x, y[0, 0], keepdims=True)


def test_axes_of_outputs():
    a, b = sample((3, 4, 5), "f8", 1), sample((3, 5), "f8", 2)
    result = matvec(cp.asarray(a.transpose(2, 0, 1)), cp.asarray(b), axes=[(2, 0), 1, 0])
    assert_same(result, np.moveaxis(np.einsum("lmn,ln->lm", a, b), -1, 0), rtol=1e-12)


def test_gufunc_outputs():
    a, b = sample((2, 3, 4), "f8", 1), sample((4,), "f8", 2)
    out = cp.empty((2, 3))
    assert matvec(cp.asarray(a), cp.asarray(b), out=out) is out
    assert_same(out, a @ b, rtol=1e-12)
    assert matvec(cp.asarray(a), cp.asarray(b), out) is out
    small = cp.empty((2, 3), "f4")
    matvec(cp.asarray(a), cp.asarray(b), out=(small,))
    assert_same(small, (a @ b).astype("f4"), rtol=1e-6)
    with pytest.raises(TypeError, match="Cannot cast output"):
        matvec(cp.asarray(a), cp.asarray(b), out=cp.empty((2, 3), int))
    with pytest.raises(ValueError, match="shape"):
        matvec(cp.asarray(a), cp.asarray(b), out=cp.empty((3, 2)))
    assert matvec(cp.asarray(a), cp.asarray(b), order="F").flags.f_contiguous
    assert matvec(cp.asarray(a), cp.asarray(b), dtype="f4").dtype == np.float32


def test_several_gufunc_outputs():
    extremes = cuprumx.GeneralizedUFunc(lambda a: (a.min(), a.max()), "(n)->(),()")
    a = sample((3, 4), "i4")
    low, high = extremes(cp.asarray(a))
    assert_same(low, a.min(-1))
    assert_same(high, a.max(-1))
    outs = cp.empty(3, "i4"), cp.empty(3, "i4")
    assert extremes(cp.asarray(a), out=outs)[1] is outs[1]
    with pytest.raises(ValueError, match="out"):
        extremes(cp.asarray(a), out=outs[0])
    wrong = cuprumx.GeneralizedUFunc(lambda a: a.min(), "(n)->(),()")
    with pytest.raises(ValueError, match="1 results"):
        wrong(cp.asarray(a))


def test_fixed_and_optional_dimensions():
    cross = cuprumx.GeneralizedUFunc(
        lambda a, b: cp.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]),
        "(3),(3)->(3)",
    )
    a, b = sample((5, 3), "f8", 1), sample((3,), "f8", 2)
    assert_same(cross(cp.asarray(a), cp.asarray(b)), np.cross(a, b), rtol=1e-12)
    with pytest.raises(ValueError, match="mismatch"):
        cross(cp.zeros((5, 4)), cp.zeros(4))
    product = cuprumx.GeneralizedUFunc(lambda a, b: a @ b, "(m?,n),(n,p?)->(m?,p?)")
    for shapes in [((2, 3), (3, 4)), ((3,), (3, 4)), ((2, 3), (3,)), ((3,), (3,))]:
        a, b = sample(shapes[0], "f8", 1), sample(shapes[1], "f8", 2)
        assert_same(product(cp.asarray(a), cp.asarray(b)), np.asarray(a @ b), rtol=1e-12)


def test_loops_by_dtype():
    seen = []

    def of(kind):
        def function(a):
            seen.append((kind, a.dtype.char))
            return a.sum()

        return function

    total = cuprumx.GeneralizedUFunc(of("any"), "(n)->()", signatures=[("f->f", of("f")), ("d->d", of("d")), "D->D"])
    assert total.types == ["f->f", "d->d", "D->D"]
    for dtype, expected in [("e", ("f", "f")), ("f", ("f", "f")), ("i4", ("d", "d")), ("F", ("any", "D"))]:
        total(cp.ones((1, 3), dtype))
        assert seen[-1] == expected
    total(cp.ones((1, 3), "f"), dtype="d")
    assert seen[-1] == ("d", "d")
    total(cp.ones((1, 3), "f"), signature="D->D")
    assert seen[-1] == ("any", "D")
    total(cp.ones((1, 3), "f"), signature=(np.float64, np.float64))
    assert seen[-1] == ("d", "d")
    with pytest.raises(TypeError, match="no loop"):
        total(cp.ones(3, "f"), signature="e->e")
    only_float = cuprumx.GeneralizedUFunc(of("f"), "(n)->()", signatures=["f->f"])
    with pytest.raises(TypeError, match="no loop"):
        only_float(cp.ones(3, "D"))
    with pytest.raises(ValueError, match="does not give"):
        cuprumx.GeneralizedUFunc(of("f"), "(n)->()", signatures=["ff->f"])


def test_empty_loops():
    assert matvec(cp.zeros((0, 3, 4)), cp.zeros(4)).shape == (0, 3)
    unknown = cuprumx.GeneralizedUFunc(lambda a: a[:2], "(n)->(k)")
    assert_same(unknown(cp.arange(8).reshape(2, 4)), np.arange(8).reshape(2, 4)[:, :2])
    with pytest.raises(ValueError, match="'k'"):
        unknown(cp.zeros((0, 4)))


def test_supports_out():
    calls = []

    def add(a, b, out=None):
        calls.append(out)
        return cp.add(a, b, out=out)

    f = cuprumx.GeneralizedUFunc(add, "(),()->()", supports_batched=True, supports_out=True)
    out = cp.empty(3)
    assert f(cp.arange(3.0), 1.0, out=out) is out and calls == [out]
    assert_same(out, np.arange(3.0) + 1)


def test_gufunc_attributes_and_signatures():
    assert (matvec.__name__, matvec.__doc__, matvec.signature, matvec.nin, matvec.nout, matvec.nargs) == (
        "matvec",
        "A matrix times a vector.",
        "(m,n),(n)->(m)",
        2,
        1,
        3,
    )
    for wrong in ("(n)", "n->()", "(n)->", "(n,)(m)->()", "(2n)->()", "(n->()"):
        with pytest.raises(ValueError, match="signature"):
            cuprumx.GeneralizedUFunc(len, wrong)
    with pytest.raises(TypeError, match="takes 2 inputs"):
        matvec(cp.zeros((2, 2)))
    with pytest.raises(ValueError, match="order"):
        matvec(cp.zeros((2, 2)), cp.zeros(2), order="Z")
    wrong = cuprumx.GeneralizedUFunc(lambda a: a, "(n)->()")
    with pytest.raises(ValueError, match="gave shape"):
        wrong(cp.zeros((2, 3)))


# ------------------------------------------------------------------------------------------------------------- memoize


def test_memoize():
    calls = []

    @cp.memoize()
    def square(x, scale=1):
        """Squared."""
        calls.append(x)
        return x * x * scale

    assert square(3) == 9 and square(3) == 9 and square(3, scale=2) == 18 and square(3.0) == 9.0
    assert calls == [3, 3, 3.0] and isinstance(square(3), int) and isinstance(square(3.0), float)
    assert square.__name__ == "square" and square.__doc__ == "Squared."
    cp.clear_memo()
    assert square(3) == 9 and len(calls) == 4
    with pytest.raises(TypeError):
        square([1])


def test_memoize_for_each_device():
    calls = []

    @cp.memoize(for_each_device=True)
    def table(n):
        calls.append(cp.cuda.Device().id)
        return cp.arange(n)

    assert table(3) is table(3) and calls == [0]
    if cp.cuda.runtime.getDeviceCount() > 1:
        with cp.cuda.Device(1):
            assert table(3) is table(3)
        assert calls == [0, 1]


def test_memoize_makes_each_result_once():
    calls = []
    gate = threading.Barrier(4)

    @cp.memoize()
    def slow(x):
        calls.append(x)
        return object()

    results = []

    def work():
        gate.wait()
        results.append(slow(1))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls == [1] and all(r is results[0] for r in results)

    @cp.memoize()
    def factorial(n):
        return 1 if n == 0 else n * factorial(n - 1)

    assert factorial(20) == math.factorial(20)
