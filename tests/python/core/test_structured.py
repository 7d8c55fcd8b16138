"""Structured, void and time dtypes: creation, fields, moving, casts, comparisons, kernels, exchange."""

import io
import pickle

import numpy as np
import pytest
from common import assert_same

import cuprum as cp

PLAIN = np.dtype([("x", "i4"), ("y", "f4")])
PACKED = np.dtype([("a", "i1"), ("b", "f8"), ("c", "i2")])  # fields that lie nowhere in particular
ALIGNED = np.dtype([("a", "i1"), ("b", "f8"), ("c", "i2")], align=True)
NESTED = np.dtype([("id", "i8"), ("p", [("x", "f4"), ("y", "f4")]), ("m", "f8", (2, 3))])
GAPS = np.dtype({"names": ["u", "v"], "formats": ["u2", "c8"], "offsets": [2, 8], "itemsize": 24})
WIDE = np.dtype([("q", "i8", (4,)), ("z", "c16")])
STRUCTS = [PLAIN, PACKED, ALIGNED, NESTED, GAPS, WIDE]
VOIDS = [np.dtype(f"V{n}") for n in (1, 3, 8, 12, 16, 20, 40)]
TIMES = [np.dtype("M8[ns]"), np.dtype("m8[s]"), np.dtype("M8[25D]"), np.dtype("m8")]
ALL = STRUCTS + VOIDS + TIMES


def _name(dtype):
    return str(dtype).replace(" ", "")


def values(dtype, shape=(6,), seed=0):
    """An array whose every field has values of its own, and no other bits set."""
    random = np.random.default_rng(seed)
    if dtype.names is None:
        if dtype.kind in "Mm":
            return random.integers(-10000, 10000, shape).astype(dtype)
        return random.integers(0, 256, int(np.prod(shape)) * dtype.itemsize, dtype="u1").view(dtype).reshape(shape)
    a = np.zeros(shape, dtype)
    for name in dtype.names:
        field, part = dtype[name], a[name]
        if field.base.names:
            part[...] = values(field.base, part.shape, seed + 1)
        else:
            part[...] = random.integers(-100 if field.base.kind not in "ub" else 0, 100, part.shape)
    return a


def same(ours, host):
    """Equal fields; what lies between them does not count."""
    assert ours.dtype == host.dtype and ours.shape == host.shape
    assert_equal_host(ours.get(), host)


def assert_equal_host(got, host):
    assert got.dtype == host.dtype
    if host.dtype.names is None:
        assert got.tobytes() == host.tobytes()
        return
    for name in host.dtype.names:
        assert_equal_host(np.ascontiguousarray(got[name]), np.ascontiguousarray(host[name]))


# ------------------------------------------------------------------------------------------------------- creation, get


@pytest.mark.parametrize("dtype", ALL, ids=_name)
def test_creation_and_back(dtype):
    host = values(dtype, (2, 3))
    for made in (cp.array(host), cp.asarray(host), cp.asarray(host[::-1])[::-1], cp.array(host.T).T):
        same(made, host)
    empty = cp.empty((2, 3), dtype)
    assert empty.dtype == dtype and empty.itemsize == dtype.itemsize and empty.nbytes == 6 * dtype.itemsize
    empty.set(host)
    same(empty, host)
    same(cp.zeros((3, 2), dtype), np.zeros((3, 2), dtype))
    same(cp.zeros_like(empty), np.zeros_like(host))
    same(cp.array(host[0, 0]), np.array(host[0, 0]))
    same(pickle.loads(pickle.dumps(made)), host)
    out = np.empty_like(host)
    assert made.get(out=out) is out
    assert_equal_host(out, host)
    assert repr(made) == repr(host) and str(made) == str(host)
    for ours, wanted in [(made, host), (made[1, 2], host[1, 2])]:  # some hold arrays
        assert repr(ours.tolist()) == repr(wanted.tolist())
    assert repr(made[1, 2].item()) == repr(host[1, 2].item()) and repr(made.item(1)) == repr(host.item(1))


def test_dtype_is_numpys():
    for dtype in (ALIGNED, GAPS, NESTED, np.dtype([(("title", "name"), "i4"), ("other", "f8")])):
        got = cp.zeros(2, dtype).dtype
        assert repr(got) == repr(dtype) and got.isalignedstruct == dtype.isalignedstruct
    same_again = np.dtype([("x", "i4"), ("y", "f4")])
    assert cp.zeros(1, PLAIN).dtype == same_again == cp.zeros(1, same_again).dtype
    assert cp.zeros(2, "i4, f8").dtype == np.dtype("i4, f8")
    assert cp.zeros(2, {"names": ["a"], "formats": ["f4"], "offsets": [4]}).dtype.fields["a"][1] == 4


def test_lists_of_tuples():
    same(cp.array([(1, 2.5), (3, 4.5)], dtype=PLAIN), np.array([(1, 2.5), (3, 4.5)], dtype=PLAIN))
    same(cp.array([b"12345678", b"1234"], dtype="V8"), np.array([b"12345678", b"1234"], dtype="V8"))
    same(cp.array(["2020-01-01", "NaT"], dtype="M8[D]"), np.array(["2020-01-01", "NaT"], dtype="M8[D]"))


def test_what_arrays_cannot_hold():
    for dtype in ("i4,O", [("a", "U3")], ">i4,i4"):
        with pytest.raises(ValueError, match="Unsupported dtype"):
            cp.zeros(3, dtype)
    for dtype in ("i4,O", [("a", "U3")]):
        with pytest.raises(ValueError, match="Unsupported dtype"):
            cp.array(np.zeros(3, dtype))
    with pytest.raises(ValueError, match="no bytes"):
        cp.zeros(3, "V0")


@pytest.mark.parametrize(
    "scalar", [1.0, np.int32(-1), np.void((1, 2, 3), dtype="q,q,d"), np.void((-1, 2, 3), dtype="d,d,d")]
)
def test_scalars(scalar):
    dtype = np.dtype("i4,i4,f8")
    same(cp.full(3, scalar, dtype=dtype), np.full(3, scalar, dtype=dtype))
    ours, host = cp.zeros(3, dtype), np.zeros(3, dtype)
    ours[...] = scalar
    host[...] = scalar
    same(ours, host)
    ours[1:] = 7
    host[1:] = 7
    same(ours, host)
    ours.fill(scalar)
    host.fill(scalar)
    same(ours, host)
    same(cp.ones(2, dtype), np.ones(2, dtype))


def test_a_literal_that_a_field_does_not_hold():
    with pytest.raises(OverflowError):
        cp.zeros(2, "i4,i1")[...] = 300


# --------------------------------------------------------------------------------------------------------------- fields


@pytest.mark.parametrize("dtype", [PLAIN, ALIGNED, NESTED, GAPS, WIDE], ids=_name)
def test_fields_are_views(dtype):
    host = values(dtype, (3, 4))
    ours = cp.array(host)
    for name in dtype.names:
        view, wanted = ours[name], host[name]
        assert view.base is ours and view.strides == wanted.strides
        assert view.flags.c_contiguous == wanted.flags.c_contiguous
        same(view, wanted)
        same(ours[1:, ::2][name], host[1:, ::2][name])
        same(ours.T[name], host.T[name])
        if wanted.dtype.names is None:
            ours[name] = wanted * 2
            host[name] = wanted * 2
            view += 1
            wanted += 1
            same(ours, host)
            ours[name] = 5
            host[name] = 5
            same(ours, host)
    ours["%s" % dtype.names[0]][1] = 0
    host["%s" % dtype.names[0]][1] = 0
    same(ours, host)


def test_nested_fields():
    host = values(NESTED, (5,))
    ours = cp.array(host)
    ours["p"]["y"] -= ours["id"]
    host["p"]["y"] -= host["id"]
    ours["m"][:, 1] = cp.arange(3)
    host["m"][:, 1] = np.arange(3)
    same(ours, host)
    assert_same(ours["m"].sum(axis=(1, 2)), host["m"].sum(axis=(1, 2)))


@pytest.mark.parametrize("name", ["b", "c"])
def test_fields_that_kernels_cannot_read(name):
    ours, host = cp.array(values(PACKED)), values(PACKED)
    with pytest.raises(ValueError, match="result array with.* sufficiently aligned for GPU"):
        ours[name]
    with pytest.raises(ValueError, match="result array with.* sufficiently aligned for GPU"):
        ours[name] = 1
    same(ours[:0][name], host[:0][name])
    same(ours["a"], host["a"])
    better = ours.astype(cp.make_aligned_dtype(PACKED))
    assert_same(better[name], host[name])
    same(better.astype(PACKED), host)


def test_several_fields():
    host = values(np.dtype("i4,f4,i4,f4"), (5,))
    ours = cp.array(host)
    chosen = ours[["f2", "f1"]]
    assert chosen.dtype == host[["f2", "f1"]].dtype and repr(chosen) == repr(host[["f2", "f1"]])
    assert chosen.base is ours
    same(chosen, host[["f2", "f1"]])
    # What lies between the fields stays.
    ours[["f1", "f3"]] = ours[["f3", "f1"]].copy()
    host[["f1", "f3"]] = host[["f3", "f1"]].copy()
    same(ours, host)
    ours[["f0", "f3"]] = ours[["f2", "f1"]]
    host[["f0", "f3"]] = host[["f2", "f1"]]
    same(ours, host)
    ours[["f0", "f2"]][1:3] = 9
    host[["f0", "f2"]][1:3] = 9
    same(ours, host)
    ours[["f0"]] = (4,)
    host[["f0"]] = (4,)
    same(ours, host)
    same(ours[[]], host[[]])


def test_errors_of_fields():
    ours = cp.zeros(3, PLAIN)
    with pytest.raises(ValueError, match="no field of name z"):
        ours["z"]
    with pytest.raises(ValueError, match="no field of name z"):
        ours["z"] = 1
    with pytest.raises(KeyError):
        ours[["x", "z"]]
    with pytest.raises(IndexError):
        ours["x", 0]
    with pytest.raises(IndexError):
        cp.zeros(3)["x"]
    with pytest.raises(IndexError):
        cp.zeros(3, "V8")["x"]


# --------------------------------------------------------------------------------------------------------------- moving


@pytest.mark.parametrize("dtype", ALL, ids=_name)
def test_indexing(dtype):
    host = values(dtype, (5, 4))
    ours = cp.array(host)
    mask = np.arange(20).reshape(5, 4) % 3 == 0
    rows, columns = np.array([4, 0, 0, -2]), np.array([1, 3, 0, 2])
    for index in (
        2,
        (1, -1),
        slice(None, None, -2),
        (slice(1, 4), [0, 3]),
        rows,
        (rows, columns),
        mask,
        mask[:, 0],
        (slice(None), mask[0]),
        None,
        ...,
        (rows[:, None], columns),
    ):
        same(ours[cp_index(index)], host[index])
        for value in (host[index][::-1] if np.ndim(host[index]) else host[index], host[4, 3]):
            changed, wanted = ours.copy(), host.copy()
            changed[cp_index(index)] = cp.array(value)
            wanted[index] = value
            same(changed, wanted)
    changed, wanted = ours.copy(), host.copy()
    changed[rows] = ours[:4]  # the last of those that meet stays
    wanted[rows] = host[:4]
    same(changed, wanted)
    changed[1:] = changed[:-1]  # one over the other
    wanted[1:] = wanted[:-1].copy()
    same(changed, wanted)
    with pytest.raises(IndexError):
        ours[7]


def cp_index(index):
    if isinstance(index, tuple):
        return tuple(map(cp_index, index))
    return cp.asarray(index) if isinstance(index, (np.ndarray, list)) else index


@pytest.mark.parametrize("dtype", ALL, ids=_name)
def test_moving_whole_elements(dtype):
    host, other = values(dtype, (3, 4)), values(dtype, (3, 4), 7)
    a, b = cp.array(host), cp.array(other)
    mask = np.arange(12).reshape(3, 4) % 2 == 0
    same(a.copy(), host)
    same(a.T.copy(), host.T.copy())
    same(a.T.copy("F"), host.T)
    same(a[::2, ::-1].copy(), host[::2, ::-1])
    same(a.reshape(4, 3), host.reshape(4, 3))
    same(a.T.reshape(2, 6), host.T.reshape(2, 6))
    same(a.ravel("F"), host.ravel("F"))
    same(a.flatten(), host.flatten())
    same(cp.concatenate([a, b]), np.concatenate([host, other]))
    same(cp.concatenate([a.T, b.T], axis=1), np.concatenate([host.T, other.T], axis=1))
    same(cp.stack([a, b], axis=1), np.stack([host, other], axis=1))
    same(cp.hstack([a, b[:, :1]]), np.hstack([host, other[:, :1]]))
    same(cp.take(a, cp.array([2, 0, 0]), axis=0), np.take(host, [2, 0, 0], axis=0))
    same(a.take(cp.array([[1, 11]])), host.take([[1, 11]]))
    same(cp.where(cp.array(mask), a, b), np.where(mask, host, other))
    same(cp.where(cp.array(mask[0]), a[0, 0], b), np.where(mask[0], host[0, 0], other))
    same(cp.compress(cp.array([True, False, True]), a, axis=0), np.compress([True, False, True], host, axis=0))
    same(cp.extract(cp.array(mask), a), np.extract(mask, host))
    same(cp.tile(a, (2, 1)), np.tile(host, (2, 1)))
    same(cp.repeat(a, 2, axis=1), np.repeat(host, 2, axis=1))
    same(cp.roll(a, 1, axis=0), np.roll(host, 1, axis=0))
    same(cp.flip(a, 1), np.flip(host, 1))
    same(cp.rot90(a), np.rot90(host))
    same(cp.broadcast_to(a[0], (3, 4)).copy(), np.broadcast_to(host[0], (3, 4)))
    same(a.diagonal(), host.diagonal())
    same(cp.ascontiguousarray(a.T), np.ascontiguousarray(host.T))
    same(cp.asfortranarray(a), host)
    for put in ("put", "copyto", "putmask"):
        changed, wanted = a.copy(), host.copy()
        if put == "put":
            changed.put(cp.array([1, 5]), b[0, :2])
            wanted.put([1, 5], other[0, :2])
        elif put == "copyto":
            cp.copyto(changed, b, where=cp.array(mask))
            np.copyto(wanted, other, where=mask)
        else:
            cp.putmask(changed, cp.array(mask), b)
            np.putmask(wanted, mask, other)
        same(changed, wanted)
    file = io.BytesIO()
    cp.save(file, a)
    file.seek(0)
    same(cp.load(file), host)


def test_large_arrays():
    host = np.zeros(200_000, PACKED)
    host["b"] = np.arange(200_000)
    ours = cp.array(host)
    same(ours[::-1].copy(), host[::-1])
    same(ours.reshape(400, 500).T.copy(), host.reshape(400, 500).T)
    keep = host["b"] % 7 == 0
    same(ours[cp.array(keep)], host[keep])


def test_empty_arrays():
    for dtype in ALL:
        ours, host = cp.zeros((0, 3), dtype), np.zeros((0, 3), dtype)
        same(ours.copy(), host)
        same(ours[:, [0, 1]], host[:, [0, 1]])
        same(cp.concatenate([ours, ours]), np.concatenate([host, host]))
        assert (ours == ours).shape == (0, 3)
        assert repr(ours) == repr(host)


def test_repr_of_long_arrays():
    for dtype in (PLAIN, GAPS, VOIDS[2], TIMES[0]):
        host = values(dtype, (2000,))
        assert repr(cp.array(host)) == repr(host)
    host = values(PLAIN, (2000,))
    assert repr(cp.array(host)[["y"]]) == repr(host[["y"]])


# ---------------------------------------------------------------------------------------------------------------- casts


@pytest.mark.parametrize(
    "source, target",
    [
        (PLAIN, np.dtype("f8,i8")),
        (PLAIN, np.dtype([("y", "f2"), ("x", "c8")])),
        (PACKED, ALIGNED),
        (ALIGNED, PACKED),
        (PACKED, np.dtype("f4,f4,f4")),
        (GAPS, np.dtype([("u", "i8"), ("v", "c16")])),
        (NESTED, np.dtype([("a", "f4"), ("b", "i4,i8"), ("c", "i4", (2, 3))])),
        (np.dtype([("only", "f4")]), np.dtype("i8")),
        (np.dtype("i4"), PACKED),
        (np.dtype("f8"), NESTED),
        (np.dtype([("a", "f4")]), np.dtype([("a", "f8", (3,))])),
        (np.dtype("V8"), np.dtype("V4")),
        (np.dtype("V8"), np.dtype("V12")),
        (np.dtype("i4"), np.dtype("V4")),
        (np.dtype("c16"), np.dtype("V8")),
        (np.dtype("i8"), np.dtype("M8[s]")),
        (np.dtype("i4"), np.dtype("m8[ms]")),
        (np.dtype("M8[s]"), np.dtype("i8")),
        (np.dtype("m8[s]"), np.dtype("f8")),
    ],
    ids=_name,
)
def test_casts(source, target):
    host = values(source, (2, 3)) if source.names or source.kind in "VMm" else np.arange(6).reshape(2, 3).astype(source)
    ours = cp.array(host)
    same(ours.astype(target), host.astype(target))
    same(ours.T.astype(target), host.T.astype(target))
    written = cp.zeros((2, 3), target)
    written[...] = ours
    same(written, host.astype(target))
    same(cp.array(host, dtype=target), host.astype(target))


def test_casts_that_numpy_refuses():
    two = cp.zeros(2, PLAIN)
    for target in ("i4", "i4,i4,i4", "V8", "V12"):
        with pytest.raises(TypeError):
            two.astype(target)
    with pytest.raises(TypeError):
        two.astype("i2,i2", casting="safe")
    with pytest.raises(TypeError):
        cp.copyto(two, cp.zeros(2, "f8,f8"))
    with pytest.raises(TypeError):
        cp.copyto(two, 1)
    for target in ("i8", "f4", PLAIN):  # NumPy: a ValueError, from reading the bytes as text
        with pytest.raises((TypeError, ValueError)):
            cp.zeros(2, "V8").astype(target)


def test_rules_of_casts():
    dtypes = [np.dtype(t) for t in ("i4", "f8", "V4", "V8", "i4,i4", "i8,f8", "i2,i2", "M8[s]", "m8[s]", "i4,i4,i4")]
    dtypes += [PLAIN, np.dtype([("x", "i8"), ("y", "f8")]), NESTED]
    for casting in ("no", "equiv", "safe", "same_kind", "unsafe"):
        for a in dtypes:
            for b in dtypes:
                assert cp.can_cast(a, b, casting) == np.can_cast(a, b, casting), (a, b, casting)
    for a in dtypes:
        for b in dtypes:
            try:
                wanted = np.promote_types(a, b)
            except TypeError:
                with pytest.raises(TypeError):
                    cp.promote_types(a, b)
            else:
                if "m" not in (a.kind, b.kind):  # NumPy's integers become time spans
                    assert cp.promote_types(a, b) == wanted, (a, b)
    assert cp.result_type(GAPS, GAPS) == np.result_type(GAPS, GAPS)
    assert cp.result_type(cp.zeros(2, ALIGNED), ALIGNED) == ALIGNED


def test_concatenation_promotes():
    a, b = values(PLAIN), values(PLAIN).astype([("x", "f8"), ("y", "i2")])
    same(cp.concatenate([cp.array(a), cp.array(b)]), np.concatenate([a, b]))
    with pytest.raises(TypeError):
        cp.concatenate([cp.array(a), cp.zeros(2)])


@pytest.mark.parametrize("dtype", ALL, ids=_name)
def test_views(dtype):
    host = values(dtype, (3, 4))
    ours = cp.array(host)
    as_bytes = ours.view("u1")
    assert_same(as_bytes, host.view("u1"))
    same(as_bytes.view(dtype), host)
    same(ours.view(f"V{dtype.itemsize}"), host.view(f"V{dtype.itemsize}"))
    ours.dtype = f"V{dtype.itemsize}"
    ours.dtype = dtype
    same(ours, host)
    if dtype.itemsize == 8 and dtype.kind in "Mm":
        assert_same(ours.view("i8"), host.view("i8"))
        same(cp.array(host.view("i8")).view(dtype), host)


# ---------------------------------------------------------------------------------------------------------- comparisons


@pytest.mark.parametrize("dtype", ALL, ids=_name)
def test_equality(dtype):
    host = values(dtype, (4, 5))
    other = host.copy()
    other[1] = values(dtype, (5,), 3)
    other[2, 3] = host[0, 0]
    a, b = cp.array(host), cp.array(other)
    assert_same(a == b, host == other)
    assert_same(a != b, host != other)
    assert_same(a == b[2], host == other[2])
    assert_same(a.T == b.T, host.T == other.T)
    assert_same(a[1:, ::2] != b[1:, ::2], host[1:, ::2] != other[1:, ::2])
    assert_same(a == a[0, 0], host == host[0, 0])


def test_equality_of_other_dtypes():
    host = np.array([(1, 2.0), (1, 3), (3, 2)], "i8,f8")
    ours = cp.array(host)
    assert_same(ours == ours[:1].astype("f8,i8"), host == host[:1].astype("f8,i8"))
    assert_same(ours != ours[1:2].astype("f4,f4"), host != host[1:2].astype("f4,f4"))
    nan = np.array([(1, np.nan), (2, -0.0)], PLAIN)
    zero = np.array([(1, np.nan), (2, 0.0)], PLAIN)
    assert_same(cp.array(nan) == cp.array(zero), nan == zero)
    times = np.array(["2020-01-01", "NaT"], "M8[s]")
    assert_same(cp.array(times) == cp.array(times), times == times)
    assert_same(cp.array(times) != cp.array(times), times != times)
    many = np.zeros(3, [(f"f{i}", "i1") for i in range(256)])
    assert_same(cp.array(many) == cp.array(many), many == many)
    for a, b in [
        (ours, ours[["f1", "f0"]]),
        (ours, 1),
        (ours, cp.zeros(3)),
        (ours, ours.view("V16")),
        (cp.zeros(3, "V8"), cp.zeros(3, "V4")),
        (ours, cp.zeros(3, "i8,f8,f8")),
    ]:
        with pytest.raises(TypeError):
            a == b
        with pytest.raises(TypeError):
            a != b


# NumPy compares the elements of a subarray as bytes, little ends first: these are of one byte.
SORTED = [
    np.dtype([("a", "i2"), ("b", "f8")]),
    np.dtype([("a", "u1"), ("b", "f4"), ("c", "i8")], align=True),
    np.dtype([("x", "c8"), ("y", "?")]),
    np.dtype([("n", [("p", "i2"), ("q", "f4")]), ("m", "M8[s]")]),
    np.dtype([("s", "u1", (2,)), ("t", "m8[ms]")]),
    np.dtype({"names": ["b", "a"], "formats": ["i2", "i8"], "offsets": [9, 1], "itemsize": 20}),
    np.dtype([("a", "i4")]),
    np.dtype("V3"),
    np.dtype("M8[s]"),
    np.dtype("m8[D]"),
]


def few_values(random, shape, dtype):
    """Elements of which many are equal; NaN and NaT are among them."""
    if dtype.names:
        a = np.zeros(shape, dtype)
        for name in dtype.names:
            a[name] = few_values(random, a[name].shape, dtype[name].base)
        return a
    if dtype.kind == "V":
        return random.integers(0, 2, (*shape, dtype.itemsize), dtype="u1").view(dtype).reshape(shape)
    if dtype.kind in "mM":
        return random.choice([np.iinfo("i8").min, -1, 0, 1], shape).view(dtype)
    if dtype.kind == "f":
        return random.choice([0.0, -1, 1, np.nan, np.inf], shape).astype(dtype)
    return random.integers(-1 if dtype.kind in "ic" else 0, 2, shape).astype(dtype)


@pytest.mark.parametrize("dtype", SORTED, ids=_name)
@pytest.mark.parametrize("shape", [(0,), (1,), (7,), (300,), (3, 4), (2, 3, 5)])
def test_sorting(shape, dtype):
    random = np.random.default_rng(len(shape))
    host, other = few_values(random, shape, dtype), few_values(random, shape, dtype)
    for view in (slice(None), slice(None, None, -1)):
        h, a = host[view], cp.asarray(host)[view]
        for axis in (-1, 0, None):
            same(cp.sort(a, axis), np.sort(h, axis))
            assert_same(cp.argsort(a, axis), np.argsort(h, axis, kind="stable"))
        line, others = h.ravel(), cp.asarray(other)
        for side in ("left", "right"):
            expected = np.searchsorted(np.sort(line), other, side)
            assert_same(cp.searchsorted(cp.sort(a, None), others, side), expected)
        order = np.argsort(line, kind="stable")
        expected = np.searchsorted(line, other, sorter=order)
        assert_same(cp.searchsorted(a.ravel(), others, sorter=cp.asarray(order)), expected)
        assert_same(cp.lexsort((a, others)), np.lexsort((h, other)))
    in_place = cp.asarray(host)
    in_place.sort(0)
    same(in_place, np.sort(host, 0))
    if shape[-1] > 2:
        parted, expected = cp.partition(cp.asarray(host), 2), np.sort(host)
        same(parted[..., 2], expected[..., 2])


@pytest.mark.parametrize("dtype", [dtype for dtype in SORTED if dtype.names], ids=_name)
def test_sorting_by_fields(dtype):
    host = few_values(np.random.default_rng(0), (40,), dtype)
    names = list(dtype.names)
    for order in (names[-1], names[:1], names[::-1]):
        a = cp.asarray(host)
        same(cp.sort(a, order=order), np.sort(host, order=order))
        same(cp.sort(a.reshape(5, 8), 0, order=order), np.sort(host.reshape(5, 8), 0, order=order))
        places = np.argsort(host, order=order, kind="stable")
        assert_same(cp.argsort(a, order=order), places)
        assert_same(a.argsort(order=order), places)
        same(cp.partition(a, 3, order=order)[3:4], np.sort(host, order=order)[3:4])
        same(a[cp.argpartition(a, 3, order=order)][3:4], np.sort(host, order=order)[3:4])
        a.sort(order=order)
        same(a, np.sort(host, order=order))
    for order, message in [("zz", "unknown field name: zz"), (names[:1] * 2, "duplicate field name")]:
        with pytest.raises(ValueError, match=message):
            cp.sort(cp.asarray(host), order=order)
    with pytest.raises(ValueError, match="no fields"):
        cp.argsort(cp.ones(3), order="a")


@pytest.mark.parametrize("dtype", SORTED, ids=_name)
@pytest.mark.parametrize("shape", [(0,), (1,), (7,), (200,), (3, 4)])
def test_sets(shape, dtype):
    random = np.random.default_rng(1)
    host, other = few_values(random, shape, dtype), few_values(random, shape, dtype)
    a, b = cp.asarray(host), cp.asarray(other)
    same(cp.unique(a), np.unique(host))
    asked = {"return_index": True, "return_inverse": True, "return_counts": True}
    for ours, expected in zip(cp.unique(a, **asked), np.unique(host, **asked), strict=True):
        same(ours, expected)
    for name in ("intersect1d", "union1d", "setdiff1d", "setxor1d"):
        same(getattr(cp, name)(a, b), getattr(np, name)(host, other))
    assert_same(cp.isin(a, b), np.isin(host, other))
    assert_same(cp.isin(a, b, invert=True), np.isin(host, other, invert=True))


def test_subarrays_are_sorted_element_by_element():
    a = cp.asarray(np.array([([256, 0], 1), ([-1, 5], 0), ([256, -7], 2)], [("s", "i2", (2,)), ("t", "i4")]))
    assert cp.sort(a)["s"].tolist() == [[-1, 5], [256, -7], [256, 0]]


def test_there_is_no_order_between_numbers_and_structs():
    for dtype in (PLAIN, VOIDS[2]):
        a = cp.zeros(3, dtype)
        for call in (lambda: cp.searchsorted(a, cp.zeros(3)), lambda: cp.isin(a, 1), lambda: a < a, a.max, a.argmax):
            with pytest.raises(TypeError):
                call()


def test_there_is_no_arithmetic():
    for dtype in (PLAIN, VOIDS[2], VOIDS[4], TIMES[0], TIMES[1]):
        a = cp.zeros((3, 3), dtype)
        calls = [
            lambda: a + a,
            lambda: -a,
            lambda: cp.sin(a),
            lambda: a + 1,
            lambda: cp.add(a, a, out=cp.zeros((3, 3))),
            lambda: cp.add(cp.zeros((3, 3)), 1, out=a),
            lambda: cp.add(cp.zeros((3, 3)), 1, out=a, casting="unsafe"),
            lambda: cp.add(cp.zeros(3), 1, dtype=dtype),
            lambda: cp.add.reduce(a),
            lambda: cp.add.accumulate(a),
            lambda: cp.where(a == a, a, 1),
            a.sum,
            a.mean,
            a.cumsum,
            lambda: a @ a,
            lambda: cp.dot(a, a),
            lambda: cp.linalg.det(a),
            lambda: cp.fft.fft(a),
            lambda: cp.einsum("ii", a),
            lambda: a.round(),
            lambda: cp.histogram(a),
            lambda: float(a[0, 0]),
            lambda: cp.fuse(lambda x: x + x)(a),
        ]
        if dtype.kind == "V":  # times have an order
            calls += [lambda: a < a, a.max, a.argmax, lambda: cp.clip(a, 0, 1)]
        for number, call in enumerate(calls):
            with pytest.raises((TypeError, ValueError)):
                call()
                print(number, dtype)
    assert_same(cp.zeros(3, PLAIN) == None, np.zeros(3, bool))  # noqa: E711


def test_no_function_ends_the_process():
    """Every function of the namespace is right or refuses, whatever it makes of such elements."""
    for dtype in (PLAIN, VOIDS[3], TIMES[1]):
        arguments = cp.zeros((3, 3), dtype), cp.zeros((3,), dtype)
        for name in dir(cp):
            function = getattr(cp, name)
            if name.startswith(("_", "set")) or type(function) not in (type(cp.sum), cp.ufunc):
                continue
            for count in (1, 2):
                for a in arguments:
                    try:
                        function(*([a] * count))
                    except (
                        TypeError,
                        ValueError,
                        IndexError,
                        AttributeError,
                        NotImplementedError,
                        OverflowError,
                        BufferError,
                    ):
                        pass
                    except Exception as error:
                        assert type(error).__name__ in ("LinAlgError", "AxisError", "CompileException"), (name, error)


# -------------------------------------------------------------------------------------------------------------- kernels


def test_elementwise_kernel():
    kernel = cp.ElementwiseKernel(
        "T in",
        "T out",
        'static_assert(T::field_count == 2, "two"); out.at<0>() = in.at<0>(); out.at<1>() = -in.at<1>();',
        "negate_second",
    )
    host = np.array([(1, 2), (3, 4), (5, 6)], "i4,f8")
    with pytest.raises(ValueError, match="Field f1 with offset 4 is not "):
        kernel(cp.array(host))
    aligned = host.astype(cp.make_aligned_dtype("i4,f8"))
    wanted = aligned.copy()
    wanted["f1"] *= -1
    same(kernel(cp.array(aligned)), wanted)
    same(kernel(cp.array(aligned)[::-1]), wanted[::-1])
    with pytest.raises(ValueError, match="Itemsize 9 is not a multiple"):
        kernel(cp.zeros(3, "f8,i1"))
    out = cp.zeros(3, aligned.dtype)
    assert kernel(cp.array(aligned), out) is out
    same(out, wanted)
    partly = cp.ElementwiseKernel("T in", "T out", "out.at<1>() = -in.at<0>();", "set_second")
    x, y = cp.array([1, 2, 3], dtype="i4,i4"), cp.array([4, 5, 6], dtype="i4,i4")
    partly(x, y)
    same(y, np.array([(4, -1), (5, -2), (6, -3)], "i4,i4"))


def test_kernels_of_every_field():
    dtype = cp.make_aligned_dtype(
        [("h", "f2"), ("z", "c8"), ("p", [("x", "f4"), ("y", "i1")]), ("m", "f8", (2,)), ("v", "V3"), ("t", "M8[s]")]
    )
    host = values(dtype, (4,))
    host["v"] = np.array(b"abc", "V3")
    ours = cp.array(host)
    read = cp.ElementwiseKernel(
        "raw T a",
        "float64 out",
        "out = float(a[i].at<0>()) + a[i].at<1>().imag() + a[i].at<2>().at<0>() + a[i].at<3>()[1] + "
        "a[i].at<4>().data[2] + a[i].at<5>()",
        "read_all",
    )
    wanted = (
        host["h"].astype("f8") + host["z"].imag + host["p"]["x"] + host["m"][:, 1] + ord("c") + host["t"].astype("i8")
    )
    assert_same(read(ours, size=4), wanted)
    wanted = host[::-1].copy()  # np.where would lay the fields out anew, without the kernels' alignment
    wanted[::2] = host[::2]
    same(
        cp.ElementwiseKernel("T a, bool b, T c", "T d", "d = b ? a : c", "choose")(
            ours, cp.array([True, False, True, False]), ours[::-1]
        ),
        wanted,
    )
    v = cp.array([b"abc", b"abd"], "V3")
    assert_same(
        cp.ElementwiseKernel("T a, T b", "bool e", "e = a == b", "same_bytes")(v, v[::-1]), np.array([False, False])
    )


def test_reduction_kernel():
    total = cp.ReductionKernel("raw T a, int64 k", "float64 s", "a[k].at<0>() * 2.0", "a + b", "s = a", "0", "total")
    host = values(np.dtype("f4,i4"), (50,))
    assert_same(total(cp.array(host), cp.arange(50)), np.asarray((host["f0"].astype("f8") * 2).sum()))
    with pytest.raises(TypeError, match="reductions take numbers"):
        cp.ReductionKernel("T a", "float64 s", "a.at<0>()", "a + b", "s = a", "0", "plain")(cp.array(host))


def test_raw_kernel():
    dtype = cp.make_aligned_dtype([("x", "f4"), ("n", "i8")])
    code = """
    struct item { float x; long long n; };
    extern "C" __global__ void twice(item* a, item b, int count) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < count) { a[i].x *= 2; a[i].n += b.n; }
    }"""
    host = values(np.dtype(dtype), (40,))
    ours = cp.array(host)
    cp.RawKernel(code, "twice")((2,), (32,), (ours, np.array((0, 5), dtype), 40))
    host["x"] *= 2
    host["n"] += 5
    same(ours, host)


def test_make_aligned_dtype():
    for dtype, size in [
        ("?,c8", 16),
        ("c8,?", 16),
        ("?,(3,)c8", 32),
        ("(3,)c8,?", 32),
        (np.dtype([("a", "c8,?"), ("b", "?")]), 24),
        (np.dtype([("a", "?"), ("b", "c8,?")]), 24),
        ("?,(4,)V3", 13),
    ]:
        assert cp.make_aligned_dtype(dtype).itemsize == size
    for dtype in ("c16", "V3"):
        with pytest.raises(ValueError, match="only supports structured dtypes"):
            cp.make_aligned_dtype(dtype)


# ------------------------------------------------------------------------------------------------------------- exchange


def test_dlpack_has_numbers_alone():
    with pytest.raises(BufferError):
        cp.zeros(3, PLAIN).__dlpack__()
    for dtype in (VOIDS[0], TIMES[0]):
        with pytest.raises(BufferError):
            cp.zeros(3, dtype).__dlpack__()


@pytest.mark.skipif(cp.backend() == "cpu", reason="the CPU has no CUDA array interface")
@pytest.mark.parametrize("dtype", ALL, ids=_name)
def test_cuda_array_interface(dtype):
    ours = cp.array(values(dtype, (3, 2)))
    interface = ours.__cuda_array_interface__
    assert interface["typestr"] == dtype.str

    class Other:
        __cuda_array_interface__ = interface

    again = cp.asarray(Other())
    assert cp.may_share_memory(again, ours)
    if dtype != NESTED:  # whose inner struct a descr tells as a list of its own
        assert again.dtype == dtype
    same(again.view(dtype), ours.get())
