"""The array object: attributes, views, copies, conversions, Python's and NumPy's protocols."""

import operator
import io
import copy
import pickle
import threading
import weakref

import numpy as np
import pytest

import cuprum as cp
from common import ALL_DTYPES, BFLOAT16, NUMPY_DTYPES, assert_same, assert_same_error, layouts, sample, to_device

SHAPES = [(), (0,), (1,), (5,), (2, 3), (3, 0, 2), (2, 3, 4), (1, 3, 1)]


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_attributes(shape, dtype):
    host = sample(shape, dtype)
    a = cp.asarray(host)
    assert a.shape == shape and a.ndim == len(shape) and a.size == host.size
    assert a.dtype == dtype and a.itemsize == dtype.itemsize and a.nbytes == host.nbytes
    assert_same(a, host)
    assert a.base is None and a.flags.owndata
    assert a.flags.c_contiguous == host.flags.c_contiguous and a.flags.f_contiguous == host.flags.f_contiguous
    if host.size:
        assert a.strides == host.strides


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_layouts(dtype):
    for name, host in layouts(sample((4, 6), dtype)):
        a = to_device(host)
        assert_same(a, host)
        assert a.strides == host.strides, name
        for order in "CFAK":
            assert_same(a.copy(order), host.copy(order))
            assert a.copy(order).strides == host.copy(order).strides, (name, order)
            assert a.astype("D", order=order).strides == host.astype("D", order=order).strides, (name, order)
            assert_same(a.flatten(order), host.flatten(order))
            assert_same(a.ravel(order), host.ravel(order))
        assert str(a.flags) == str(host.copy("K").flags) or not (a.flags.c_contiguous or a.flags.f_contiguous)


def test_flags():
    a = cp.zeros((2, 3))
    assert (
        a.flags["C_CONTIGUOUS"]
        and not a.flags["F"]
        and a.flags["WRITEABLE"]
        and a.T.flags.fnc
        and not a.T.flags.owndata
    )
    assert repr(a.flags) == repr(np.zeros((2, 3)).flags)
    with pytest.raises(KeyError):
        a.flags["NO_SUCH_FLAG"]


def test_base():
    a = cp.zeros((4, 6))
    for view in (
        a[1:],
        a[0],
        a.T,
        a.reshape(6, 4),
        a.ravel(),
        a.view("i8"),
        a.swapaxes(0, 1),
        a.diagonal(),
        a[1:].T[2:],
        a.squeeze(),
        cp.broadcast_to(a, (2, 4, 6)),
        cp.moveaxis(a, 0, 1),
    ):
        assert view.base is a
    for owner in (a, a.copy(), a + 1, a[[0, 1]], a.flatten(), a.T.ravel(), a.astype("f4")):
        assert owner.base is None
    a[0][0] = 3
    assert a[0, 0] == 3
    name = weakref.ref(a)
    view = a[1:]
    del a
    assert name() is view.base


def test_shape_setter():
    a = cp.arange(6)
    a.shape = (2, 3)
    assert a.shape == (2, 3) and a.strides == (24, 8)
    a.shape = (-1,)
    assert a.shape == (6,)
    a.shape = 3, 2
    with pytest.raises(AttributeError):
        a.T.shape = (6,)
    with pytest.raises(ValueError):
        a.shape = (4,)


def test_dtype_setter_and_view():
    host = np.arange(12, dtype="i4").reshape(3, 4)
    a = cp.asarray(host)
    for dtype in ("f4", "u1", "i8", "i2"):
        assert_same(a.view(dtype), host.view(dtype))
    assert_same_error(lambda xp: xp.zeros((3, 3), "i4").view("i8"))
    assert_same_error(lambda xp: xp.zeros((), "i4").view("i2"))
    assert_same_error(lambda xp: xp.zeros((4, 4), "i4").T.view("i8"))
    b = a.copy()
    b.dtype = "f4"
    assert b.dtype == np.float32 and b.shape == (3, 4)


def test_real_imag():
    host = sample((3, 4), "D")
    a = cp.asarray(host)
    assert_same(a.real, host.real)
    assert_same(a.imag, host.imag)
    a.real = 5
    a.imag[0] = cp.arange(4)
    host.real = 5
    host.imag[0] = np.arange(4)
    assert_same(a, host)
    b = cp.arange(3.0)
    assert b.real is b
    assert_same(b.imag, np.zeros(3))
    assert_same_error(lambda xp: setattr(xp.zeros(3), "imag", 1))


def test_transposes():
    host = sample((2, 3, 4), "f")
    a = cp.asarray(host)
    for f in (
        lambda x: x.T,
        lambda x: x.mT,
        lambda x: x.transpose(),
        lambda x: x.transpose(None),
        lambda x: x.transpose(2, 0, 1),
        lambda x: x.transpose((1, 0, 2)),
        lambda x: x.transpose(-1, 0, 1),
        lambda x: x.swapaxes(0, -1),
    ):
        assert_same(f(a), f(host))
        assert f(a).strides == f(host).strides
    assert_same_error(lambda xp: xp.zeros((2, 3)).transpose(0, 0))
    assert_same_error(lambda xp: xp.zeros((2, 3)).transpose(0))
    assert_same_error(lambda xp: xp.zeros((2, 3)).swapaxes(0, 2))
    assert_same_error(lambda xp: xp.zeros(3).mT)


def test_reshape():
    for name, host in layouts(sample((4, 6), "i")):
        a = to_device(host)
        for shape in ((24,), (2, 12), (-1, 3), (2, 2, 6), (4, 6, 1), (1, 24)):
            for order in "CFA":
                assert_same(a.reshape(shape, order=order), host.reshape(shape, order=order))
                shares = np.shares_memory(host, host.reshape(shape, order=order))
                assert cp.shares_memory(a, a.reshape(shape, order=order)) == shares, (name, shape, order)
    assert_same(cp.zeros((0, 3)).reshape(3, -1), np.zeros((0, 3)).reshape(3, -1))
    assert_same_error(lambda xp: xp.zeros(6).reshape(4))
    assert_same_error(lambda xp: xp.zeros(6).reshape(-1, -1))
    assert_same_error(lambda xp: xp.zeros((0, 3)).reshape(0, -1))
    assert_same_error(lambda xp: xp.zeros((2, 3)).T.reshape(6, copy=False))


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_astype(dtype):
    host = sample((3, 5), dtype, low=-5, high=5)
    a = cp.asarray(host)
    for other in NUMPY_DTYPES:
        if dtype.kind == "c" and other.kind != "c":
            continue
        if dtype.kind in "fV" and other.kind == "u" and other.itemsize > 2:
            continue  # negative floats: saturated here, undefined in NumPy
        assert_same(a.astype(other), host.astype(other))
    assert a.astype(dtype, copy=False) is a
    assert a.astype(dtype) is not a
    assert_same(a.astype(BFLOAT16), host.astype(BFLOAT16))


def test_astype_errors():
    assert_same_error(lambda xp: xp.zeros(3).astype("i4", casting="safe"))
    assert_same_error(lambda xp: xp.zeros(3).astype("f4", casting="wrong"))
    assert_same_error(lambda xp: xp.zeros(3).astype("no such type"))
    assert_same_error(lambda xp: xp.zeros(3).astype("f4", order="Q"))
    for dtype in ("U3", "S3", "O"):
        with pytest.raises((TypeError, ValueError)):
            cp.zeros(3).astype(dtype)
        with pytest.raises((TypeError, ValueError)):
            cp.empty(3, dtype)


def test_scalars():
    for value in (3, -2.5, True, 1 + 2j):
        a, host = cp.array(value), np.array(value)
        assert a.item() == host.item() and type(a.item()) is type(host.item())
        assert bool(a) == bool(host) and complex(a) == complex(host)
        if not isinstance(value, complex):
            assert int(a) == int(host) and float(a) == float(host)
    assert (
        cp.array([[7]]).item() == 7
        and cp.arange(6).reshape(2, 3).item(4) == 4
        and cp.arange(6).reshape(2, 3).item((1, 2)) == 5
    )
    assert [10, 20, 30][cp.array(1)] == 20
    assert_same_error(lambda xp: [1, 2][xp.array(1.0)])
    assert_same_error(lambda xp: [1, 2][xp.array([0, 1])])
    assert_same_error(lambda xp: float(xp.arange(3)))
    assert_same_error(lambda xp: bool(xp.arange(3)))
    assert_same_error(lambda xp: xp.arange(3).item())
    assert_same_error(lambda xp: xp.arange(3).item(5))
    assert_same_error(lambda xp: len(xp.array(1)))
    assert_same_error(lambda xp: list(xp.array(1)))
    assert_same_error(lambda xp: hash(xp.array(1)))
    assert_same_error(lambda xp: float(xp.array(1 + 2j)))


def test_sequence():
    host = np.arange(12).reshape(4, 3)
    a = cp.asarray(host)
    assert len(a) == 4
    for x, y in zip(a, host, strict=True):
        assert_same(x, y)
    assert 5 in a and 50 not in a
    assert a.tolist() == host.tolist() and cp.array(3.5).tolist() == 3.5
    first, *rest = a
    assert_same(first, host[0])


def test_printing():
    for value in (
        np.arange(12).reshape(3, 4),
        np.array(2.5),
        np.array([], "f4"),
        np.array([True]),
        np.arange(2000.0),
        np.array([1 + 2j], "F"),
    ):
        a = cp.asarray(value)
        assert repr(a) == repr(value) and str(a) == str(value)
    assert f"{cp.array(3.14159):.2f}" == "3.14" and f"{cp.arange(3)}" == "[0 1 2]"
    assert_same_error(lambda xp: f"{xp.arange(3):.2f}")


def test_copies():
    a = cp.asarray(np.asfortranarray(sample((3, 4), "f")))
    for b in (copy.copy(a), copy.deepcopy(a), pickle.loads(pickle.dumps(a))):
        assert_same(b, a.get())
        assert b.strides == a.strides and not cp.shares_memory(a, b)
    assert_same(pickle.loads(pickle.dumps(cp.array([1, 2], BFLOAT16))), np.array([1, 2], BFLOAT16))
    assert pickle.loads(pickle.dumps(cp.sum)) is cp.sum and pickle.loads(pickle.dumps(cp.sin)) is cp.sin


def test_host_transfers():
    host = sample((3, 4), "f")
    a = cp.empty((3, 4), "f")
    a.set(host)
    assert_same(a, host)
    for order in "CFA":
        got = a.T.get(order=order)
        assert got.strides == host.T.copy(order).strides
        np.testing.assert_array_equal(got, host.T)
    out = np.empty((3, 4), "f")
    assert a.get(out=out) is out and cp.asnumpy(a, out=out) is out
    np.testing.assert_array_equal(out, host)
    wide = np.zeros((3, 8), "f")
    a.get(out=wide[:, ::2])
    np.testing.assert_array_equal(wide[:, ::2], host)
    with pytest.raises(ValueError):
        a.set(np.zeros((4, 3)))
    with pytest.raises(ValueError):
        a.get(out=np.empty((4, 3), "f"))
    with pytest.raises(TypeError):
        a.get(out=np.empty((3, 4)))
    with pytest.raises(TypeError):
        a.get(out=[1])
    assert a.tobytes() == host.tobytes() and a.tobytes("F") == host.tobytes("F")
    assert_same(a.byteswap(), host.byteswap())
    assert cp.get_array_module(a) is cp and cp.get_array_module(host) is np


def test_constructor():
    assert cp.ndarray((2, 3)).dtype == np.float64 and cp.ndarray(4, "i2").shape == (4,)
    assert cp.ndarray((2, 3), order="F").flags.f_contiguous
    a = cp.arange(6)
    assert_same(cp.ndarray((2, 2), "i8", memptr=a.data, strides=(24, 8)), np.array([[0, 1], [3, 4]]))
    with pytest.raises(TypeError):
        cp.ndarray()
    with pytest.raises(ValueError):
        cp.ndarray((2, -1))
    with pytest.raises(ValueError):
        cp.ndarray((2, 3), strides=(8,))


@pytest.mark.parametrize("strides", [(96, 32, 8), (8, 0, 8), (8, 16, 48)])
def test_constructor_with_strides(strides):
    made = cp.ndarray((2, 3, 4), strides=strides)
    assert made.strides == strides and cp.byte_bounds(made)[1] - made.data.ptr <= made.data.mem.size
    made[...] = 2
    assert_same(made, np.full((2, 3, 4), 2.0))
    assert cp.ndarray((2, 0, 4), strides=(8, -128, 1024)).size == 0


@pytest.mark.parametrize("strides", [(8, 128, 1024), (-8, 8, 8), (104, 32, 8), (2**62, 8, 8), (8, 2**63 - 1, 8)])
def test_constructor_refuses_strides_beyond_its_memory(strides):
    with pytest.raises(ValueError, match=r"ndarray\(\) with strides"):
        cp.ndarray((2, 3, 4), strides=strides)


class Named(cp.ndarray):
    def __new__(cls, values, name=None):
        self = cp.asarray(values).view(cls)
        self.name = name
        return self

    def __array_finalize__(self, source):
        self.name = getattr(source, "name", "nobody")


def test_subclass():
    a = Named([1.0, 2.0, 3.0], name="me")
    assert type(a) is Named and a.name == "me"
    assert type(a[1:]) is Named and a[1:].name == "me" and type(a.copy()) is Named and type(a.reshape(3, 1)) is Named
    assert_same(a + 1, np.array([2.0, 3.0, 4.0]))
    assert type(a.view(cp.ndarray)) is cp.ndarray and a.view(type=Named).name == "me"
    assert isinstance(cp.sum(a), cp.ndarray)

    class Plain(cp.ndarray):
        pass

    assert type(Plain((2, 3), "f4")) is Plain
    with pytest.raises(ValueError):
        a.view(type=int)


def test_attributes_and_weak_references():
    a = cp.zeros(3)
    a.note = "x"
    assert a.note == "x" and weakref.ref(a)() is a


def test_no_implicit_numpy():
    a = cp.arange(3.0)
    for f in (np.asarray, np.array, lambda x: np.float32(x), lambda x: np.array([x, x])):
        with pytest.raises(TypeError):
            f(a)
    assert not hasattr(a, "__array_interface__")
    if cp.backend() == "cpu":
        assert not hasattr(a, "__cuda_array_interface__")
    for f in (
        lambda: a + np.ones(3),
        lambda: np.ones(3) + a,
        lambda: cp.add(a, np.ones(3)),
        lambda: cp.concatenate([a, np.ones(3)]),
    ):
        with pytest.raises(TypeError, match="Unsupported type <class 'numpy.ndarray'>"):
            f()


def test_copies_on_the_host():
    a = cp.arange(6.0).reshape(2, 3).T
    for copied in (a.get(), a.asnumpy(), cp.asnumpy(a), a.asnumpy(order="F"), a.asnumpy(out=np.empty((3, 2)))):
        assert type(copied) is np.ndarray
        np.testing.assert_array_equal(copied, np.arange(6.0).reshape(2, 3).T)
    assert a.asnumpy(order="F").flags.f_contiguous


def test_numpy_calls_ours():
    a = cp.arange(6.0).reshape(2, 3)
    host = a.get()
    for f in (
        lambda x: np.sin(x),
        lambda x: np.add(x, 1),
        lambda x: np.float32(2) * x,
        lambda x: np.add.reduce(x, axis=1),
        lambda x: np.multiply.outer(x[0], x[1]),
        lambda x: np.add.accumulate(x),
        lambda x: np.sum(x, axis=0),
        lambda x: np.concatenate([x, x]),
        lambda x: np.where(x > 2, x, 0),
        lambda x: np.reshape(x, 6),
        lambda x: np.mean(x),
        lambda x: np.zeros_like(x),
        lambda x: np.clip(x, 1, 3),
        lambda x: np.stack([x, x]),
        lambda x: np.divmod(x, 2),
        lambda x: np.transpose(x),
    ):
        assert_same(f(a), f(host), rtol=1e-15)
    out = cp.empty((2, 3))
    assert np.add(a, 1, out=out) is out and np.shape(a) == (2, 3) and np.ndim(a) == 2 and np.size(a) == 6
    with pytest.raises(TypeError):
        np.busday_count(a, a)
    with pytest.raises(TypeError):
        np.add(a, 1, out=host)
    assert a.__array_namespace__() is cp and a.__array_priority__ > 0


class Deferring:
    __array_ufunc__ = None

    def __add__(self, other):
        return "mine"

    __radd__ = __add__


def test_operators_defer():
    assert cp.arange(3) + Deferring() == "mine" and Deferring() + cp.arange(3) == "mine"
    assert_same_error(lambda xp: xp.arange(3) + object())
    assert_same_error(lambda xp: xp.arange(3) + None)
    assert_same_error(lambda xp: xp.arange(3) + "a")


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_dlpack(dtype):
    host = sample((3, 4), dtype)
    a = cp.asarray(host)
    kind, device = a.__dlpack_device__()
    for view in (a, a.T, a[::2, ::-1], a[:0]):
        assert_same(cp.from_dlpack(view), view.get())
        assert_same(cp.fromDlpack(view.toDlpack()), view.get())
    if cp.backend() != "cpu":
        with pytest.raises((BufferError, RuntimeError)):
            np.from_dlpack(a)  # NumPy cannot read a device's memory
    else:
        np.testing.assert_array_equal(np.from_dlpack(a[::2, ::-1]), a[::2, ::-1].get())
        assert kind == 1
        np.from_dlpack(a)[0, 0] = 1
        assert a[0, 0] == 1
        b = cp.from_dlpack(host)
        host[0, 1] = 1
        assert b[0, 1] == 1
        host.flags.writeable = False
        assert not np.shares_memory(np.from_dlpack(cp.from_dlpack(host)), host)
    assert not cp.shares_memory(cp.from_dlpack(a, copy=True), a)


def test_dlpack_bfloat16():
    a = cp.array([1, 2], BFLOAT16)
    assert_same(cp.fromDlpack(a.toDlpack()), np.array([1, 2], BFLOAT16))


def test_dlpack_keeps_memory():
    b = cp.from_dlpack(np.arange(1000.0))
    assert float(b.sum()) == 499500
    if cp.backend() == "cpu":
        assert np.from_dlpack(cp.arange(1000.0)).sum() == 499500
    with pytest.raises(TypeError):
        cp.from_dlpack([1, 2])


def test_dump(tmp_path):
    for order in "CF":
        a = cp.array(np.arange(6).reshape(2, 3), order=order)
        stream = io.BytesIO()
        a.dump(stream)
        stream.seek(0)
        a.dump(tmp_path / "a")
        for again in (
            pickle.loads(a.dumps()),
            cp.load(stream, allow_pickle=True),
            cp.load(tmp_path / "a", allow_pickle=True),
        ):
            assert type(again) is cp.ndarray and again.strides == a.strides
            assert_same(again, a.get())


def test_flat():
    for _, host in layouts(np.arange(12).reshape(3, 4)):
        a = to_device(host)
        assert [int(x) for x in a.flat] == list(host.flat) and len(a.flat) == 12 and a.flat.base is a
        for key in (3, -1, slice(2, 9, 3), [1, 5, 2], slice(None)):
            assert_same(a.flat[key], host.flat[key])
        assert_same(a.flat.copy(), host.flat.copy())
        for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
            assert_same(compare(a.flat, a.flat.copy()), compare(host.flat, host.flat.copy()))
            assert_same(compare(a.flat, 5), compare(host.flat, 5))
            assert_same(compare(a.flat, a.T.flat), compare(host.flat, host.T.flat.copy()))
        for key, value in ((3, 50), (slice(None, None, 3), [7, 8]), ([1, 2], 9), (-1, 4)):
            a.flat[key] = cp.asarray(value)
            host.flat[key] = value
            assert_same(a, host)
        a.flat = 1
        assert int(a.sum()) == 12
    with pytest.raises(IndexError):
        cp.arange(3).flat[3]
    iterator = cp.arange(4).reshape(2, 2).flat
    next(iterator)
    assert iterator.index == 1 and iterator.coords == (0, 1)


def test_fill():
    for dtype in ALL_DTYPES:
        a, host = cp.empty((2, 3), dtype), np.empty((2, 3), dtype)
        a.fill(1)
        host.fill(1)
        assert_same(a, host)
    a = cp.zeros((4, 4))
    a[::2].fill(cp.array(3))
    assert float(a.sum()) == 24


def test_memory_questions():
    a = cp.arange(10)
    assert (
        cp.shares_memory(a, a[::2]) and not cp.shares_memory(a[::2], a[1::2]) and cp.may_share_memory(a[::2], a[1::2])
    )
    assert not cp.may_share_memory(a, a.copy()) and not cp.may_share_memory(a[:5], a[5:])
    low, high = cp.byte_bounds(a[::-1])
    assert high - low == 80


def test_overlap():
    for shift in (1, 3, -2):
        a, host = cp.arange(2000), np.arange(2000)
        for x in (a, host):
            if shift > 0:
                x[shift:] = x[:-shift]
            else:
                x[:shift] = x[-shift:]
        assert_same(a, host)
    a, host = cp.arange(25).reshape(5, 5), np.arange(25).reshape(5, 5)
    a += a.T
    host += host.T
    assert_same(a, host)
    a[:] = a[::-1]
    host[:] = host[::-1].copy()
    assert_same(a, host)


def test_in_place():
    for dtype in NUMPY_DTYPES:
        for name in ("__iadd__", "__imul__", "__isub__"):
            if dtype.kind == "b" and name == "__isub__":
                continue
            a, host = cp.asarray(sample(50, dtype)), sample(50, dtype)
            with np.errstate(all="ignore"):
                getattr(a, name)(a[::-1])
                getattr(host, name)(host[::-1].copy())
            assert_same(a, host, rtol=1e-6)
    assert_same_error(lambda xp: xp.arange(3).__iadd__(1.5))
    assert_same_error(lambda xp: xp.arange(3).__iadd__(xp.zeros((2, 3))))
    assert_same_error(lambda xp: xp.arange(3, dtype="u1").__iadd__(300))
    assert_same_error(lambda xp: xp.arange(3).__itruediv__(2))


def test_large():
    n = 2**20 + 7
    host = np.arange(n, dtype="f4")
    a = cp.asarray(host)
    assert_same(a[::-3], host[::-3])
    assert_same(a.reshape(-1, 1)[5:].T, host.reshape(-1, 1)[5:].T)
    assert_same(a.astype("i8")[1:] + a.astype("i8")[:-1], host.astype("i8")[1:] + host.astype("i8")[:-1])


@pytest.mark.parametrize("dtype", ["u1", "f2", "i4", "f8", "c16"])
def test_results_of_all_lengths_reach_the_host(dtype):
    # Few bytes and many go different ways, and so do whole words and bytes.
    whole = cp.arange(20000).astype(dtype)
    host = np.arange(20000).astype(dtype)
    for length in (
        1,
        2,
        3,
        7,
        15,
        16,
        17,
        31,
        32,
        33,
        255,
        256,
        257,
        2047,
        2048,
        2049,
        4095,
        4096,
        4097,
        8192,
        16384,
        16385,
    ):
        for offset in (0, 1, 2, 3, 5):
            assert_same(whole[offset : offset + length], host[offset : offset + length])
    out = np.zeros(100, dtype)
    whole[3:98].get(out=out[2:97])
    np.testing.assert_array_equal(out, np.concatenate([np.zeros(2, dtype), host[3:98], np.zeros(3, dtype)]))


def test_results_reach_the_host_of_each_thread():
    failures = []

    def work(number):
        try:
            with cp.cuda.Stream(non_blocking=True):
                a = cp.arange(300.0) * number
                for i in range(50):
                    assert float(a[i]) == i * number and (a + i).get().tolist() == [k * number + i for k in range(300)]
        except BaseException as error:  # noqa: BLE001  told by the main thread
            failures.append(error)

    for _ in range(2):
        threads = [threading.Thread(target=work, args=(i,)) for i in range(1, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not failures


@pytest.mark.parametrize("dtype", NUMPY_DTYPES)
def test_bytes_are_the_elements(dtype):
    for host in (
        sample((2, 3), dtype),
        sample((3,), dtype)[::-1],
        sample((2, 3), dtype).T,
        np.array(5, dtype),
        np.zeros((0, 2), dtype),
    ):
        assert bytes(to_device(host)) == bytes(host)


def test_each_element_is_an_item():
    """Of every layout, from both ends, as the number that NumPy gives; places that there are not are refused."""
    for dtype in NUMPY_DTYPES:
        for host in (sample((3, 4), dtype), sample((3, 4), dtype).T, sample((6, 8), dtype)[::-2, ::3]):
            a = to_device(host)
            for view, other in ((a, host), (a[::-1, 1:], host[::-1, 1:]), (a[1], host[1])):
                for place in range(-view.size, view.size):
                    ours, theirs = view.item(place), other.item(place)
                    assert type(ours) is type(theirs)
                    np.testing.assert_equal(ours, theirs)
    for place in (12, -13, 10**30, 1.5, "a", None, (0, 0, 0), (3, 0)):
        assert_same_error(lambda xp, place=place: xp.zeros((3, 4)).item(place))
    assert_same_error(lambda xp: xp.zeros((3, 4)).item())
    assert_same_error(lambda xp: xp.zeros(0).item(0))


def test_flags_of_views():
    """What a view says of its layout, whichever way it was made."""
    for shape in ((), (0,), (1,), (3, 4), (1, 4), (4, 1), (2, 1, 3), (2, 0, 3)):
        host = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        a = cp.asarray(host)
        views = [
            lambda x: x,
            lambda x: x.T,
            lambda x: x[::-1] if x.ndim else x,
            lambda x: x[..., None],
            lambda x: x[..., :1] if x.ndim else x,
            lambda x: x[..., ::2] if x.ndim else x,
            lambda x: x.reshape(-1),
            lambda x: x.reshape(x.shape),
            lambda x: x.T.reshape(x.T.shape),
            lambda x: x.swapaxes(0, -1) if x.ndim else x,
            lambda x: x.squeeze(),
            lambda x: x.ravel(),
        ]
        for view in views:
            ours, theirs = view(a), view(host)
            assert (ours.shape, ours.size) == (theirs.shape, theirs.size)
            for flag in ("C_CONTIGUOUS", "F_CONTIGUOUS"):
                assert ours.flags[flag] == theirs.flags[flag], (shape, flag)
            assert_same(ours, theirs)


def test_calls_the_usual_and_the_unusual_way():
    host = np.arange(12.0).reshape(3, 4)
    a = cp.asarray(host)
    usual = [
        lambda x: x.reshape(4, 3),
        lambda x: x.reshape((4, 3)),
        lambda x: x.reshape([4, -1]),
        lambda x: x.reshape(np.int64(4), True * 3),
        lambda x: x.reshape(4, 3, order="F"),
        lambda x: x.reshape(2, 1, 1, 1, 1, 1, 1, 6),
        lambda x: x[:1, :1].reshape(()),
        lambda x: x.transpose(1, 0),
        lambda x: x.transpose(None),
        lambda x: x.ravel("F"),
        lambda x: x.copy(order="F"),
        lambda x: x.astype("f4"),
        lambda x: x.astype(dtype=int, copy=False),
        lambda x: x.view("i8"),
    ]
    for call in usual:
        assert_same(call(a), call(host))
    for wrong in [
        lambda xp: xp.zeros(4).reshape(),
        lambda xp: xp.zeros(4).reshape(5),
        lambda xp: xp.zeros(4).reshape(-1, -1),
        lambda xp: xp.zeros(4).reshape(2.0, 2),
        lambda xp: xp.zeros(4).transpose(0, 1),
        lambda xp: xp.zeros(4).astype("no such dtype"),
        lambda xp: xp.ndarray.ravel(3),
        lambda xp: xp.ndarray.item(),
    ]:
        assert_same_error(wrong)


def test_an_array_used_again_starts_anew():
    """Objects that are gone leave nothing behind to those that come to be in their places."""
    for _ in range(300):
        a = cp.zeros(3)
        assert not hasattr(a, "mark") and a.base is None
        a.mark = 1
        assert a[1:].base is a and not hasattr(a[1:], "mark")
        seen = []
        weakref.finalize(a, seen.append, 1)
        del a
        assert seen == [1]


def test_what_an_array_contains():
    for value in (2, 7, 2.0, None, "a", object(), True, 1j, np.float32(2)):
        for host in (np.arange(3), np.zeros((2, 0)), np.ones((2, 2), "?")):
            assert (value in cp.asarray(host)) == (value in host)
    assert cp.array(1) in cp.arange(3)
    with pytest.raises(TypeError):
        np.arange(3) in cp.arange(3)
