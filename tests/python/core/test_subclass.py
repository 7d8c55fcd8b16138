"""Subclasses of arrays, and other objects that meet arrays in ufuncs, operators and indices."""

import numpy as np
import pytest
from common import assert_same

import cuprum as cp


class Named(cp.ndarray):
    """Remembers what it was made from."""

    name = None

    def __array_finalize__(self, obj):
        self.name = getattr(obj, "name", None)
        self.made_from = type(obj).__name__


class High(Named):
    __array_priority__ = 200


def named(values, name="first", kind=Named):
    result = cp.asarray(values).view(kind)
    result.name = name
    return result


def check(result, kind, name, host, rtol=0.0):
    assert type(result) is kind
    if kind is not cp.ndarray:
        assert result.name == name
    assert_same(result.view(cp.ndarray), host, rtol=rtol)


ROUNDING = 1e-15  # of functions that no two libraries compute bit for bit alike


HOST = np.array([[1.0, 2.0, 4.0], [3.0, 5.0, 7.0]])


# -------------------------------------------------------------------------------------------------------- ufuncs, views


def test_results_of_ufuncs():
    a, plain = named(HOST), cp.asarray(HOST)
    check(cp.sin(a), Named, "first", np.sin(HOST), ROUNDING)
    check(-a, Named, "first", -HOST)
    check(abs(a), Named, "first", HOST)
    check(a + 1, Named, "first", HOST + 1)
    check(2.0**a, Named, "first", 2.0**HOST)
    check(a**2, Named, "first", HOST**2)
    check(np.float64(3) * a, Named, "first", 3 * HOST)
    check(a / np.float32(3), Named, "first", HOST / np.float32(3))
    check(a < 3, Named, "first", HOST < 3)
    check(plain + a, Named, "first", HOST + HOST)
    check(cp.add(plain, a), Named, "first", HOST + HOST)
    check(np.add(plain, a), Named, "first", HOST + HOST)
    check(cp.add(a, 1, dtype="f4"), Named, "first", HOST.astype("f4") + 1)
    check(cp.add(a, 1, subok=False), cp.ndarray, None, HOST + 1)
    check(a @ a.T, Named, "first", HOST @ HOST.T)
    check(cp.add.outer(a, a), Named, "first", np.add.outer(HOST, HOST))
    for got, wanted in zip(divmod(a, 3), divmod(HOST, 3)):
        check(got, Named, "first", wanted)
    out = cp.zeros((2, 3))
    assert cp.add(a, 1, out=out) is out and type(out) is cp.ndarray
    mine = named(np.zeros((2, 3)), "mine")
    assert cp.add(plain, 1, out=mine) is mine and mine.name == "mine"
    mine += 1
    check(mine, Named, "mine", HOST + 2)
    mine += a
    check(mine, Named, "mine", 2 * HOST + 2)
    plain += a
    check(plain, cp.ndarray, None, 2 * HOST)


def test_which_operand_gives_the_class():
    first, second, high = named(HOST), named(HOST, "second"), named(HOST, "high", High)
    check(first + second, Named, "first", 2 * HOST)
    check(cp.add(second, first), Named, "second", 2 * HOST)
    check(cp.add(first, high), High, "high", 2 * HOST)
    check(cp.add(high, first), High, "high", 2 * HOST)
    check(cp.where(first > 2, 1, 0), cp.ndarray, None, np.where(HOST > 2, 1, 0))


def test_numpy_agrees():
    class Theirs(np.ndarray):
        name = None

        def __array_finalize__(self, obj):
            self.name = getattr(obj, "name", None)

    class TheirsHigh(Theirs):
        __array_priority__ = 200

    kinds = {"n": (None, None), "s": (Named, Theirs), "h": (High, TheirsHigh)}
    for left in kinds:
        for right in kinds:
            ours, theirs = [], []
            for number, which in enumerate((left, right)):
                mine, host = kinds[which]
                ours.append(cp.asarray(HOST) if mine is None else named(HOST, str(number), mine))
                theirs.append(HOST if host is None else HOST.view(host))
                if host is not None:
                    theirs[-1].name = str(number)
            for ufunc in ("add", "less"):
                got, wanted = getattr(cp, ufunc)(*ours), getattr(np, ufunc)(*theirs)
                assert type(got).__mro__.index(cp.ndarray) == type(wanted).__mro__.index(np.ndarray)
                assert getattr(got, "name", None) == getattr(wanted, "name", None)


def test_views_and_copies():
    a = named(HOST)
    check(a[0], Named, "first", HOST[0])
    check(a[:, 1:], Named, "first", HOST[:, 1:])
    check(a[cp.array([1, 0])], Named, "first", HOST[[1, 0]])
    check(a[a > 2], Named, "first", HOST[HOST > 2])
    check(a.T, Named, "first", HOST.T)
    check(a.reshape(3, 2), Named, "first", HOST.reshape(3, 2))
    check(a.copy(), Named, "first", HOST)
    check(a.astype("f4"), Named, "first", HOST.astype("f4"))
    check(a.astype("f4", subok=False), cp.ndarray, None, HOST.astype("f4"))
    check(a.astype("f8", copy=False, subok=False), cp.ndarray, None, HOST)
    assert a.astype("f8", copy=False) is a
    check(a.ravel(), Named, "first", HOST.ravel())
    check(a.view(), Named, "first", HOST)
    check(a.view(High), High, "first", HOST)
    check(a.view("i8"), Named, "first", HOST.view("i8"))
    assert a[0].made_from == "Named" and a.view(cp.ndarray).base is not None
    assert type(cp.asarray(HOST).view(Named)) is Named
    assert Named((2, 3)).made_from == "NoneType"


def test_reductions_and_scans():
    a = named(HOST)
    check(a.sum(axis=0), Named, "first", HOST.sum(axis=0))
    check(cp.max(a, axis=1), Named, "first", HOST.max(axis=1))
    check(a.mean(axis=0), Named, "first", HOST.mean(axis=0))
    check(a.var(axis=0), Named, "first", HOST.var(axis=0))
    check(a.argmax(axis=1), Named, "first", HOST.argmax(axis=1))
    check(a.any(axis=0), Named, "first", HOST.any(axis=0))
    check(a.cumsum(axis=1), Named, "first", HOST.cumsum(axis=1))
    check(a.round(), Named, "first", HOST.round())
    check(a.take(cp.array([0, 2]), axis=1), Named, "first", HOST.take([0, 2], axis=1))
    check(cp.add.reduce(a), Named, "first", np.add.reduce(HOST))
    check(cp.multiply.accumulate(a, axis=1), Named, "first", np.multiply.accumulate(HOST, axis=1))
    out = cp.zeros(3)
    assert a.sum(axis=0, out=out) is out


def test_subok():
    a = named(HOST)
    check(cp.array(a, subok=True), Named, "first", HOST)
    check(cp.array(a), cp.ndarray, None, HOST)
    for function in (cp.zeros_like, cp.ones_like, cp.empty_like):
        assert type(function(a)) is cp.ndarray  # as CuPy's
        assert type(function(a, subok=False)) is cp.ndarray
        assert type(function(a, subok=True)) is Named and function(a, subok=True).name == "first"
    check(cp.full_like(a, 7, subok=True), Named, "first", np.full_like(HOST, 7))
    assert type(cp.broadcast_to(a, (4, 2, 3), subok=True)) is Named
    assert type(cp.broadcast_to(a, (4, 2, 3))) is cp.ndarray


# ------------------------------------------------------------------------------------------------------ __array_ufunc__


class Logged:
    """Takes part in ufuncs, and says how it was asked."""

    def __init__(self, value=10):
        self.value = value

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        order = tuple("L" if isinstance(x, Logged) else type(x).__name__ for x in inputs)
        return ufunc.__name__, method, order, sorted(kwargs)


def test_other_objects_are_asked():
    a, other = cp.asarray(HOST), Logged()
    assert a + other == ("add", "__call__", ("ndarray", "L"), [])
    assert cp.add(a, other) == ("add", "__call__", ("ndarray", "L"), [])
    assert cp.add(other, a) == ("add", "__call__", ("L", "ndarray"), [])
    assert cp.add(a, other, dtype="f4") == ("add", "__call__", ("ndarray", "L"), ["dtype"])
    assert cp.sin(other) == ("sin", "__call__", ("L",), [])
    assert (a < other) == ("less", "__call__", ("ndarray", "L"), [])
    assert (a == other) == ("equal", "__call__", ("ndarray", "L"), [])
    assert a**other == ("power", "__call__", ("ndarray", "L"), [])
    assert a @ other == ("matmul", "__call__", ("ndarray", "L"), [])
    assert cp.add(a, a, out=other) == ("add", "__call__", ("ndarray", "ndarray"), ["out"])
    assert np.add(a, other) == ("add", "__call__", ("ndarray", "L"), [])
    b = a
    b += other
    assert b == ("add", "__call__", ("ndarray", "L"), ["out"])
    assert other.__array_ufunc__(np.add, "__call__", a) and a.shape == (2, 3)


def test_refusing_objects():
    class Refusing:
        __array_ufunc__ = None

        def __radd__(self, other):
            return "radd"

        def __rmatmul__(self, other):
            return "rmatmul"

        def __lt__(self, other):
            return "lt"

        def __gt__(self, other):
            return "gt"

    a, other = cp.asarray(HOST), Refusing()
    assert a + other == "radd"
    assert a @ other == "rmatmul"
    assert (a < other) == "gt" and (a > other) == "lt"
    with pytest.raises(TypeError):
        a - other
    with pytest.raises(TypeError, match="does not support ufuncs"):
        cp.add(a, other)
    with pytest.raises(TypeError, match="does not support ufuncs"):
        a += other


def test_priority_of_other_objects():
    class Higher:
        __array_priority__ = 1000

        def __radd__(self, other):
            return "radd"

    class Lower(Higher):
        __array_priority__ = -1000
        __array_interface__ = np.zeros(3).__array_interface__

    assert cp.zeros(3) + Higher() == "radd"
    a = cp.zeros(3)
    a += Higher()
    assert a == "radd"
    with pytest.raises(TypeError):
        cp.zeros(3) + Lower()


def test_unknown_objects():
    class Unknown:
        def __radd__(self, other):
            return "radd"

    assert cp.zeros(3) + Unknown() == "radd"
    with pytest.raises(TypeError):
        cp.zeros(3) + object()
    with pytest.raises(TypeError):
        cp.add(cp.zeros(3), object())
    with pytest.raises(TypeError):
        cp.zeros(3) + np.zeros(3)
    with pytest.raises(TypeError):
        np.zeros(3) + cp.zeros(3)
    a = cp.zeros(3)
    with pytest.raises(TypeError):
        a += object()


class Overriding(cp.ndarray):
    """Computes on plain arrays, and marks its results, as NumPy's documentation shows it."""

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **kwargs):
        plain = [x.view(cp.ndarray) if isinstance(x, Overriding) else x for x in inputs]
        if out:
            kwargs["out"] = tuple(x.view(cp.ndarray) if isinstance(x, Overriding) else x for x in out)
        result = super().__array_ufunc__(ufunc, method, *plain, **kwargs)
        if result is NotImplemented:
            return result
        if out:
            return out[0]
        result = result.view(Overriding)
        result.mark = ufunc.__name__
        return result


def test_subclasses_that_override():
    a, plain = cp.asarray(HOST).view(Overriding), cp.asarray(HOST)
    for result, name, wanted in [
        (a + 1, "add", HOST + 1),
        (plain - a, "subtract", HOST - HOST),
        (3 * a, "multiply", 3 * HOST),
        (cp.sin(a), "sin", np.sin(HOST)),
        (cp.add(plain, a), "add", HOST + HOST),
        (-a, "negative", -HOST),
        (a < 2, "less", HOST < 2),
        (a @ plain.T, "matmul", HOST @ HOST.T),
    ]:
        assert type(result) is Overriding and result.mark == name
        assert_same(result.view(cp.ndarray), wanted, rtol=ROUNDING)
    kept = a
    a += 1
    assert a is kept
    assert_same(a.view(cp.ndarray), HOST + 1)


def test_the_base_method_leaves_overrides_to_their_owners():
    class Asks(cp.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            return super().__array_ufunc__(ufunc, method, *inputs, **kwargs)

    with pytest.raises(TypeError):  # as NumPy: it hands itself on
        cp.zeros(3).view(Asks) + 1


# ------------------------------------------------------------------------------------------------------ other protocols


class Holder:
    """Not an array, but has one."""

    def __init__(self, values):
        self.array = cp.asarray(values)

    def __cupy_get_ndarray__(self):
        return self.array


def test_cupy_get_ndarray():
    a, held = cp.asarray(HOST), Holder(HOST)
    assert_same(a + held, HOST + HOST)
    assert_same(held + a if hasattr(held, "__add__") else cp.add(held, a), HOST + HOST)
    assert_same(cp.sin(held), np.sin(HOST), rtol=ROUNDING)
    assert_same(cp.sum(held), np.sum(HOST))
    assert_same(cp.concatenate([held, a]), np.concatenate([HOST, HOST]))
    assert_same(cp.array(held), HOST)
    assert cp.asarray(held) is not None and cp.may_share_memory(cp.asarray(held), held.array)
    assert_same(a[Holder([1, 0])], HOST[[1, 0]])
    assert_same(a[:, Holder([True, False, True])], HOST[:, [True, False, True]])
    a[Holder([0])] = Holder(np.zeros((1, 3)))
    assert_same(a[0], np.zeros(3))
    a += held
    assert_same(a[0], HOST[0])
    assert_same(cp.where(Holder(HOST > 2), held, 0), np.where(HOST > 2, HOST, 0))

    class Lying:
        def __cupy_get_ndarray__(self):
            return [1]

    with pytest.raises(TypeError, match="__cupy_get_ndarray__"):
        cp.asarray(Lying())


@pytest.mark.skipif(cp.backend() == "cpu", reason="the CPU has no CUDA array interface")
def test_cuda_array_interface_objects():
    class Exports:
        def __init__(self, values):
            self.array = cp.asarray(values)
            self.__cuda_array_interface__ = self.array.__cuda_array_interface__

    a = cp.asarray(HOST)
    assert_same(a + Exports(HOST), HOST + HOST)
    assert_same(cp.add(Exports(HOST), 1), HOST + 1)
    assert_same(a[Exports([1, 0])], HOST[[1, 0]])
    a += Exports(HOST)
    assert_same(a, 2 * HOST)
