"""NumPy's functions and ufuncs called with cuprum arrays, and what is refused."""

import numpy as np
import pytest
import scipy.signal
from numpy.testing.overrides import get_overridable_numpy_array_functions, get_overridable_numpy_ufuncs

import cuprum as cp
from cuprum import _protocols
from common import assert_same

REFUSED = (
    r"Implicit conversion to a NumPy array is not allowed\. "
    r"Please use `\.get\(\)` to construct a NumPy array explicitly\."
)


class TestArrayFunction:
    def test_all_that_we_have_are_found(self):
        # Of every function that NumPy would hand over, the one of the same name.
        for func in get_overridable_numpy_array_functions():
            target = cp
            for part in func.__module__.split(".")[1:]:
                target = getattr(target, part, None)
            ours = getattr(target, func.__name__, None)
            if ours is not None and ours is not func:
                assert _protocols._our_function(func) is ours

    CALLS = [
        ("sum", lambda np, a: np.sum(a, axis=0, keepdims=True)),
        ("concatenate", lambda np, a: np.concatenate((a, a), axis=1)),
        ("where", lambda np, a: np.where(a > 3, a, -a)),
        ("sort", lambda np, a: np.sort(a, axis=None)),
        ("linspace", lambda np, a: np.linspace(a[0], a[1], 5)),
        ("zeros_like", lambda np, a: np.zeros_like(a, dtype="f")),
        ("take", lambda np, a: np.take(a, [1, 0], axis=1)),
        ("allclose", lambda np, a: np.allclose(a, a + 1e-12)),
        ("tile", lambda np, a: np.tile(a, (2, 1))),
        ("unique", lambda np, a: np.unique(a)),
        ("meshgrid", lambda np, a: np.meshgrid(a[0], a[1])),
        ("histogram", lambda np, a: np.histogram(a, bins=4, range=(0, 6))[0]),
        ("median", lambda np, a: np.median(a)),
        ("array_equal", lambda np, a: np.array_equal(a, a)),
        ("nan_to_num", lambda np, a: np.nan_to_num(a / 0)),
        ("searchsorted", lambda np, a: np.searchsorted(np.sort(a.ravel()), a)),
    ]

    @pytest.mark.parametrize("call", [c for _, c in CALLS], ids=[n for n, _ in CALLS])
    def test_results(self, call):
        host = np.array([[3.0, 1.0, 4.0], [1.0, 5.0, 2.0]])
        with np.errstate(all="ignore"):
            expected = call(np, host)
        actual = call(np, cp.asarray(host))
        if isinstance(expected, (bool, np.bool_)):
            assert isinstance(actual, cp.ndarray) and bool(actual) == expected
        else:
            assert_same(actual, expected, rtol=1e-14)

    def test_like(self):
        assert_same(np.ones((2, 3), like=cp.empty(())), np.ones((2, 3)))
        assert_same(np.asarray([1, 2], like=cp.empty(())), np.asarray([1, 2]))
        assert_same(np.arange(3, dtype="f", like=cp.empty(())), np.arange(3, dtype="f"))

    @pytest.mark.parametrize("swap", [False, True])
    def test_numpy_arrays_beside_ours(self, swap):
        host = np.arange(6.0).reshape(2, 3)
        pair = (host, cp.asarray(host))[:: -1 if swap else 1]
        close = np.allclose(*pair)
        assert isinstance(close, cp.ndarray) and close.dtype == bool and bool(close)
        assert_same(np.concatenate(pair), np.concatenate((host, host)))
        assert_same(np.stack(list(pair)), np.stack([host, host]))
        assert_same(np.where(pair[0] > 2, *pair), np.where(host > 2, host, host))

    def test_writing_goes_where_it_was_told(self):
        ours, host = cp.zeros(3), np.zeros(3)
        np.copyto(ours, np.arange(3.0))
        assert_same(ours, np.arange(3.0))
        with pytest.raises(TypeError):
            np.copyto(host, ours)
        with pytest.raises(TypeError):
            np.sum(ours, out=np.empty(()))
        assert not host.any()

    def test_what_we_lack(self):
        with pytest.raises(TypeError, match="no implementation found"):
            np.busday_count(cp.ones(2), cp.ones(2))

    def test_other_classes(self):
        class Other:
            def __array_function__(self, func, types, args, kwargs):
                return "other"

        assert np.concatenate((cp.ones(2), Other())) == "other"
        with pytest.raises(TypeError, match="no implementation found"):
            np.concatenate((cp.ones(2), np.ma.ones(2)))


class TestArrayUfunc:
    def test_all(self):
        for ufunc in get_overridable_numpy_ufuncs():
            ours = getattr(cp, ufunc.__name__, None)
            if isinstance(ours, cp.ufunc):
                assert (ours.nin, ours.nout) == (ufunc.nin, ufunc.nout), ufunc

    def test_calls(self):
        a = cp.arange(6.0).reshape(2, 3)
        assert_same(np.add(a, 1), a.get() + 1)
        assert_same(np.add.reduce(a, axis=1), np.add.reduce(a.get(), axis=1))
        assert_same(np.multiply.outer(a, a), np.multiply.outer(a.get(), a.get()))
        out = cp.empty((2, 3))
        assert np.sin(a, out=out) is out
        assert_same(np.float64(2) * a, 2 * a.get())
        assert_same(np.subtract(5, a, dtype="f"), np.subtract(5, a.get(), dtype="f"))

    @pytest.mark.parametrize(
        "call", [lambda a, h: a + h, lambda a, h: h + a, lambda a, h: np.add(a, h), lambda a, h: cp.add(a, h)]
    )
    def test_numpy_arrays_are_refused(self, call):
        with pytest.raises(TypeError) as found:
            call(cp.ones(3), np.ones(3))
        assert str(found.value) == "Unsupported type <class 'numpy.ndarray'>"

    def test_numpy_output(self):
        with pytest.raises(TypeError):
            np.add(cp.ones(3), 1, out=np.empty(3))


class TestRefusals:
    @pytest.mark.parametrize(
        "call",
        [
            np.asarray,
            np.array,
            lambda a: np.asarray(a, dtype="f"),
            lambda a: np.ones(3)[a.astype(int)],
            lambda a: np.add(np.ones(3), [a, a]),
            lambda a: scipy.signal.convolve2d(a[None], a[None]),
            lambda a: np.frombuffer(a.__array__()),
        ],
    )
    def test_implicit_conversion(self, call):
        with pytest.raises(TypeError, match=REFUSED):
            call(cp.ones(3))

    def test_memory_stays_whole(self):
        host = np.zeros(3)
        with pytest.raises(TypeError):
            host[:] = cp.ones(3)
        with pytest.raises(ValueError):
            cp.ones(3)[:] = "text"
        assert not host.any()


class TestSubclasses:
    class Marked(cp.ndarray):
        def __array_finalize__(self, source):
            self.mark = getattr(source, "mark", "new")

    def test_views_keep_the_class(self):
        a = cp.arange(6).view(self.Marked)
        assert a.mark == "new"
        a.mark = "set"
        for b in (a[1:], a.reshape(2, 3), a.T, a.copy(), np.reshape(a, (3, 2))):
            assert type(b) is self.Marked and b.mark == "set"
        assert type(cp.asarray(a)) in (self.Marked, cp.ndarray)

    def test_protocols(self):
        a = cp.arange(6).view(self.Marked)
        assert int(np.sum(a)) == 15 and isinstance(np.add(a, 1), cp.ndarray)
        assert cp.get_array_module(a) is cp and a.__array_priority__ == 100

    def test_own_protocols_win(self):
        class Own(cp.ndarray):
            def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
                return f"own {ufunc.__name__}"

        assert np.add(np.ones(3), cp.ones(3).view(Own)) == "own add"


def test_array_modules():
    import cuprumx.scipy
    import scipy

    assert cp.get_array_module(np.ones(1)) is np and cp.get_array_module() is np
    assert cp.get_array_module(np.ones(1), cp.ones(1)) is cp and cp.get_array_module(3, [1]) is np
    assert cuprumx.scipy.get_array_module(cp.ones(1)) is cuprumx.scipy
    assert cuprumx.scipy.get_array_module(np.ones(1)) is scipy


def test_repr_of_large_arrays_fetches_what_is_shown():
    host = np.arange(4_000_000.0).reshape(2000, 2000)
    a = cp.asarray(host)
    from cuprumx.profiler import trace

    with trace(show=False) as seen:
        text, string = repr(a), str(a)
    assert (text, string) == (repr(host), str(host))
    moved = sum(e.bytes for e in seen.events if e.kind == "copy")
    assert 0 < moved < 2000


PRINT_OPTIONS = [
    {},
    {"threshold": 10},
    {"threshold": 10, "edgeitems": 2, "linewidth": 40},
    {"precision": 3, "suppress": True},
    {"threshold": 0},
]


@pytest.mark.parametrize("options", PRINT_OPTIONS, ids=str)
@pytest.mark.parametrize("shape", [(), (0, 3), (7,), (8,), (1001,), (7, 8, 20), (2000, 2), (2, 2000)], ids=str)
def test_text_follows_numpys_options(options, shape):
    rng = np.random.default_rng(0)
    for dtype in "dfi?F":
        host = np.asarray(rng.standard_normal(shape) * 1000).astype(dtype)
        a = cp.asarray(host)
        with np.printoptions(**options):
            assert (repr(a), str(a), f"{a}") == (repr(host), str(host), f"{host}")
            assert cp.array2string(a, threshold=4, edgeitems=1) == np.array2string(host, threshold=4, edgeitems=1)
    with pytest.raises(TypeError):
        format(cp.ones(3), ".2f")
    assert f"{cp.array(3.14159):.2f}" == "3.14"


def test_notebooks_and_help():
    assert "<table" in cp.ones((2, 3))._repr_html_()
    assert {"sum", "shape", "get", "T"} <= set(dir(cp.ones(3)))
    assert {"sum", "cuda", "testing", "install_as_cupy"} <= set(dir(cp))
    assert "Parameters" in cp.sum.__doc__ and "axis" in cp.sum.__doc__
