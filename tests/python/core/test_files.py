"""Arrays in files, as bytes and as text: what is written is NumPy's byte by byte, and what NumPy writes is read."""

import io
import zipfile

import numpy as np
import pytest
from common import ALL_DTYPES, assert_same, layouts, sample, to_device

import cuprum as cp
from cuprum import _core

SHAPES = [(), (0,), (3,), (2, 0, 3), (2, 3, 4), (1,) * 8]
STRUCTS = [
    [("x", "f4"), ("y", "i8", (2, 3))],
    [("a", "i1"), ("inner", [("u", "c8"), ("v", "?")])],
    [(("a title", "name"), "f8")],
]


@pytest.mark.parametrize("dtype", ALL_DTYPES + [np.dtype("M8[ms]"), np.dtype("V3")], ids=lambda d: d.name)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_npy_is_numpys(tmp_path, dtype, shape):
    host = sample(shape, "i4").astype("i8").view("i8")
    host = np.zeros(shape, dtype) if dtype.kind == "V" else host.astype(dtype)
    cp.save(tmp_path / "ours", cp.asarray(host))
    np.save(tmp_path / "numpys.npy", host)
    assert (tmp_path / "ours.npy").read_bytes() == (tmp_path / "numpys.npy").read_bytes()
    found, expected = cp.load(tmp_path / "numpys.npy"), np.load(tmp_path / "numpys.npy")
    assert found.get().tobytes() == expected.tobytes()
    assert found.shape == expected.shape and found.dtype == expected.dtype


def test_npy_of_layouts(tmp_path):
    for name, host in layouts(sample((4, 5, 3), "f4")):
        cp.save(str(tmp_path / name), to_device(host))
        np.testing.assert_array_equal(np.load(tmp_path / f"{name}.npy"), host)
        np.save(tmp_path / "back", host)
        assert_same(cp.load(str(tmp_path / "back.npy")), host)


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("code", ["b1", "i1", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16", "M8[s]"])
@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_npy_of_any_version_and_byte_order(tmp_path, order, code, version):
    host = np.asfortranarray(np.arange(12).reshape(3, 4).astype(order + code))
    with open(tmp_path / "x.npy", "wb") as file:
        np.lib.format.write_array(file, host, version)
    assert_same(cp.load(tmp_path / "x.npy"), host.astype(host.dtype.newbyteorder("=")))


@pytest.mark.parametrize("fields", STRUCTS, ids=str)
@pytest.mark.parametrize("align", [False, True])
def test_npy_of_structs(tmp_path, fields, align):
    dtype = np.dtype(fields, align=align)
    host = np.zeros(4, dtype)
    host.view("u1")[:] = np.arange(host.nbytes) % 2
    cp.save(tmp_path / "ours.npy", cp.asarray(host))
    np.save(tmp_path / "numpys.npy", host)
    assert (tmp_path / "ours.npy").read_bytes()[:128] == (tmp_path / "numpys.npy").read_bytes()[:128]
    np.testing.assert_array_equal(np.load(tmp_path / "ours.npy"), host)
    np.testing.assert_array_equal(cp.load(tmp_path / "numpys.npy").get(), np.load(tmp_path / "numpys.npy"))


def test_npy_errors(tmp_path):
    def both(make):
        path = tmp_path / "bad.npy"
        path.write_bytes(make)
        with pytest.raises(Exception) as expected:
            np.load(path)
        with pytest.raises(type(expected.value)):
            cp.load(path)

    np.save(tmp_path / "x.npy", np.arange(5))
    whole = (tmp_path / "x.npy").read_bytes()
    both(whole[:-1])
    both(whole[:50])
    both(whole.replace(b"fortran_order", b"fortran_ordex"))
    both(whole.replace(b"'shape'", b"'sha'pe"))
    both(whole[:6] + b"\x09" + whole[7:])
    both(b"neither one nor the other")
    both(b"")
    np.save(tmp_path / "objects.npy", np.array([{}], object))
    both((tmp_path / "objects.npy").read_bytes())
    for error, path in [(FileNotFoundError, tmp_path / "no" / "x.npy"), (IsADirectoryError, tmp_path)]:
        with pytest.raises(error):
            cp.load(path)
    with pytest.raises(FileNotFoundError) as raised:
        cp.save(tmp_path / "no" / "x.npy", cp.ones(3))
    assert raised.value.filename == str(tmp_path / "no" / "x.npy")
    np.save(tmp_path / "words.npy", np.array(["a"]))
    with pytest.raises(TypeError):
        cp.load(tmp_path / "words.npy")


def test_open_files(tmp_path):
    file = io.BytesIO()
    cp.save(file, cp.arange(3))
    file.seek(0)
    assert_same(cp.load(file), np.arange(3))
    assert_same(cp.load(_saved(tmp_path), mmap_mode="r"), np.arange(3))


def _saved(tmp_path):
    cp.save(tmp_path / "mapped.npy", cp.arange(3))
    return tmp_path / "mapped.npy"


@pytest.mark.parametrize("save, numpy_save", [(cp.savez, np.savez), (cp.savez_compressed, np.savez_compressed)])
def test_npz_both_ways(tmp_path, save, numpy_save):
    arrays = {
        "numbers": sample((50, 60), "f8"),
        "none": np.zeros((0, 2), "i4"),
        "one": np.array(2 + 1j),
        "zeros": np.zeros(100_000, "u2"),
        "text-like": np.frombuffer(b"the quick brown fox jumps over the lazy dog " * 3000, "u1"),
        "ramp": np.arange(70_000, dtype="i4"),
    }
    save(tmp_path / "ours", *[cp.asarray(a) for a in arrays.values()], **{k: cp.asarray(a) for k, a in arrays.items()})
    with zipfile.ZipFile(tmp_path / "ours.npz") as archive:
        assert archive.testzip() is None
    with np.load(tmp_path / "ours.npz") as found:
        assert found.files == [*arrays, *(f"arr_{i}" for i in range(len(arrays)))]
        for i, (name, host) in enumerate(arrays.items()):
            np.testing.assert_array_equal(found[name], host)
            np.testing.assert_array_equal(found[f"arr_{i}"], host)
    numpy_save(tmp_path / "numpys.npz", **arrays)
    with cp.load(tmp_path / "numpys.npz") as found:
        assert list(found) == found.files == list(arrays) and len(found) == len(arrays) and "one" in found
        for name, host in arrays.items():
            assert_same(found[name], host)
            assert_same(found[name + ".npy"], host)
        with pytest.raises(KeyError):
            found["missing"]
    if save is cp.savez_compressed:
        sizes = [(tmp_path / name).stat().st_size for name in ("ours.npz", "numpys.npz")]
        assert sizes[0] < 2.6 * sizes[1]  # ours has every array twice


@pytest.mark.parametrize("level", [0, 1, 6, 9])
def test_npz_of_any_level(tmp_path, level):
    host = sample((300, 40), "i2", high=20)
    file = io.BytesIO()
    np.save(file, host)
    with zipfile.ZipFile(tmp_path / "x.npz", "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        archive.comment = b"a comment, PK\x05\x06 and all"
        archive.writestr("a/b.npy", file.getvalue())
    assert_same(cp.load(tmp_path / "x.npz")["a/b"], host)


def test_npz_errors(tmp_path):
    with pytest.raises(ValueError):
        cp.savez(tmp_path / "x", cp.ones(2), arr_0=cp.ones(2))
    cp.savez_compressed(tmp_path / "x", a=cp.arange(1000))
    whole = (tmp_path / "x.npz").read_bytes()
    for damaged in (whole[:100] + b"\xff" * 8 + whole[108:], whole[: len(whole) // 2], whole[:-4]):
        (tmp_path / "bad.npz").write_bytes(damaged)
        with pytest.raises(ValueError):
            cp.load(tmp_path / "bad.npz")["a"]


def test_frombuffer():
    data = np.arange(10, dtype="i4").tobytes()
    for args in [("i4",), ("u1", 5), ("i4", -1, 8), ("f8", 2, 3), ("i4", 0)]:
        assert_same(cp.frombuffer(data, *args), np.frombuffer(data, *args))
    assert_same(cp.frombuffer(data, ">i4"), np.frombuffer(data, ">i4").astype("i4"))
    assert_same(cp.frombuffer(memoryview(data)[4:], "i4"), np.arange(1, 10, dtype="i4"))
    assert_same(cp.frombuffer(b"", "i4"), np.frombuffer(b"", "i4")) if np.__version__ >= "2" else None
    for args in [("i4", 11), ("f8", -1, 4), ("i4", -1, 41), ("i4", -1, -1)]:
        with pytest.raises(ValueError):
            np.frombuffer(data, *args)
        with pytest.raises(ValueError):
            cp.frombuffer(data, *args)
    for wrong in (3, "text", None):
        with pytest.raises(TypeError):
            cp.frombuffer(wrong, "i4")


def test_fromfile(tmp_path):
    path = tmp_path / "raw"
    host = sample(20, "f4")
    host.tofile(path)
    for kwargs in [{}, {"count": 3}, {"offset": 8}, {"count": 100}, {"count": 2, "offset": 4}]:
        assert_same(cp.fromfile(path, "f4", **kwargs), np.fromfile(path, "f4", **kwargs))
        with open(path, "rb") as file:
            assert_same(cp.fromfile(file, "f4", **kwargs), np.fromfile(path, "f4", **kwargs))
    with pytest.raises(FileNotFoundError):
        cp.fromfile(tmp_path / "missing", "f4")


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "c16"])
def test_tables_of_cpp(tmp_path, dtype):
    for shape in [(3, 4), (1, 5), (5, 1), (1, 1)]:
        host, path = sample(shape, dtype), str(tmp_path / "table")
        _core._savetxt_cpp(path, cp.asarray(host), "%.18e", " ", "a head", "a foot\nof two")
        expected = tmp_path / "numpys"
        np.savetxt(expected, host, header="a head", footer="a foot\nof two")
        assert open(path).read() == expected.read_text()
        if dtype == "i4":
            np.savetxt(path, host, fmt="%d")
        for ndmin in (0, 1, 2):
            columns = [] if shape[1] < 2 else [-1, 0]
            assert_same(
                _core._loadtxt_cpp(path, dtype, "", columns, 0, ndmin, False),
                np.loadtxt(path, dtype, ndmin=ndmin, usecols=columns or None),
            )


def test_missing_values_of_cpp(tmp_path):
    path = tmp_path / "gaps"
    path.write_text("# head\n1, 2 ,\n,nan,1e400\n\n-inf,x,3 # remark\n")
    assert_same(_core._loadtxt_cpp(str(path), "f8", ",", [], 0, 0, True), np.genfromtxt(path, delimiter=","))
    for gen in (False, True):
        path.write_text("1 2\n3\n")
        with pytest.raises(ValueError):
            _core._loadtxt_cpp(str(path), "f8", "", [], 0, 0, gen)


def test_text_of_cpp(tmp_path):
    for dtype in ("f8", "f4", "i8", "u1", "?"):
        host, path = sample(30, dtype), str(tmp_path / "text")
        _core._tofile_cpp(cp.asarray(host), path, ",")
        if dtype != "?":
            assert_same(_core._fromstring_cpp(open(path).read(), dtype, -1, ","), host)
    for text, sep in [("1 2  3\n4", " "), ("1, 2,3, 4", ","), ("", " "), ("  7", " "), ("1;  2;3", ";")]:
        assert_same(_core._fromstring_cpp(text, "f8", -1, sep), np.fromstring(text, "f8", sep=sep))
        if np.fromstring(text, "f8", sep=sep).size >= 2:  # of fewer NumPy leaves the rest as memory had it
            assert_same(_core._fromstring_cpp(text, "f8", 2, sep), np.fromstring(text, "f8", 2, sep=sep))
    for text, dtype in [("1 x", "f8"), ("300", "u1"), ("1.5", "i4")]:
        with pytest.raises(ValueError):
            _core._fromstring_cpp(text, dtype, -1, " ")
