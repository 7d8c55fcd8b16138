"""Files, tensors and descriptions of memory that lie: each is a clear exception, and the library works on."""

import ctypes
import io
import os
import pickle
import random
import subprocess
import sys
import time
import zipfile

import common
import numpy as np
import pytest

import cuprum as cp
from common import assert_same

ON_CPU = cp.backend() == "cpu"

# What a wrong file, tensor or description may raise; a crash, a hang or another error is a fault.
REFUSALS = (ValueError, TypeError, EOFError, OSError, MemoryError, KeyError, BufferError, OverflowError, IndexError)


def still_works():
    assert_same(cp.arange(4) + 1, np.arange(1, 5))


# ------------------------------------------------------------------------------------------------------------- .npy


def npy(descr="'<f8'", order="False", shape="(2,)", data=bytes(16), version=(1, 0), length=None, text=None):
    """A file with a header of one's own."""
    text = (text or f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n").encode("latin1")
    width = 2 if version[0] == 1 else 4
    told = len(text) if length is None else length
    return b"\x93NUMPY" + bytes(version) + told.to_bytes(width, "little") + text + data


WRONG_FILES = {
    "a huge shape": npy(shape="(1152921504606846976,)"),
    "an overflowing product": npy(shape="(4294967296, 4294967296, 4294967296)"),
    "a product that overflows to little": npy(shape="(9223372036854775807, 2, 9223372036854775807, 2)"),
    "more bytes than follow": npy(shape="(3,)"),
    "a number beyond 64 bits": npy(shape="(99999999999999999999999,)"),
    "a negative length": npy(shape="(-1,)"),
    "a shape of text": npy(shape="'abc'"),
    "a shape of nothing": npy(shape="None"),
    "a shape of floats": npy(shape="(1.5,)"),
    "too many axes": npy(shape="(" + "1," * 100 + ")"),
    "a header that goes on": npy(length=60000),
    "a header of 4 GB": npy(version=(2, 0), length=0xFFFFFFFF),
    "a header that ends early": npy(length=20),
    "no header": b"\x93NUMPY\x01\x00",
    "a version to come": npy(version=(9, 0)),
    "objects": npy(descr="'|O'"),
    "objects in a field": npy(descr="[('a', '|O')]"),
    "no such dtype": npy(descr="'<q99'"),
    "booleans of 2 bytes": npy(descr="'|b2'"),
    "a dtype of nothing": npy(descr="None"),
    "a dtype without fields": npy(descr="[]"),
    "elements of no bytes": npy(descr="'|V0'"),
    "fields of no bytes": npy(descr="[('a', '|V0')]"),
    "a field of 2**60 elements": npy(descr="[('a', '<f8', (1152921504606846976,))]"),
    "a field that overflows": npy(descr="[('a', '<f8', (4294967296, 4294967296))]"),
    "many bytes to turn round": npy(descr="[('a', '>i2', (1000000000,))]"),
    "fields beyond 2 GB": npy(descr="[('a', '|V2000000000'), ('b', '|V2000000000')]"),
    "two fields of one name": npy(descr="[('a', '<i4'), ('a', '<i4')]"),
    "an entry that is no field": npy(descr="[5]"),
    "an order that is no truth": npy(order="7"),
    "keys that are missing": npy(text="{'descr': '<f8'}\n"),
    "keys that are wrong": npy(text="{'descr': '<f8', 'fortran_order': False, 'form': (2,)}\n"),
    "a call": npy(text="__import__('os').system('true')\n"),
    "brackets without end": npy(text="(" * 5000),
    "brackets too deep": npy(descr="[('a', " * 70 + "'<f8'" + ")]" * 70),
    "a text without end": npy(text="{'descr': '<f8"),
    "bytes that are no text": npy(text="\x00\x80\xff\xfe{"),
}


@pytest.mark.parametrize("name", WRONG_FILES)
def test_npy_files(name, tmp_path):
    path = tmp_path / "file.npy"
    path.write_bytes(WRONG_FILES[name])
    with pytest.raises(REFUSALS):
        cp.load(path)
    archive = tmp_path / "file.npz"
    with zipfile.ZipFile(archive, "w") as opened:
        opened.writestr("a.npy", WRONG_FILES[name])
    with pytest.raises(REFUSALS):
        cp.load(archive)["a"]
    still_works()


def test_pickles_are_refused_by_default(tmp_path):
    path = tmp_path / "objects.npy"
    np.save(path, np.array([{"a": 1}], object), allow_pickle=True)
    plain = tmp_path / "plain.pkl"
    plain.write_bytes(pickle.dumps(np.arange(3)))
    np.savez(tmp_path / "objects.npz", a=np.array([None], object))
    for wrong in (lambda: cp.load(path), lambda: cp.load(plain), lambda: cp.load(tmp_path / "objects.npz")["a"]):
        with pytest.raises(ValueError, match="pickle"):
            wrong()
    assert_same(cp.load(plain, allow_pickle=True), np.arange(3))


def test_archives(tmp_path):
    path = tmp_path / "file.npz"
    cp.savez_compressed(path, a=cp.arange(1000), b=cp.ones((3, 4)))
    sound = path.read_bytes()
    directory = sound.rfind(b"PK\x01\x02")
    for at, field in (
        (directory + 20, 4),
        (directory + 24, 4),
        (directory + 42, 4),
        (directory + 28, 2),
        (len(sound) - 6, 4),
    ):
        for value in (0, 1, 0x7FFFFFFF, 0xFFFFFFFF):
            wrong = bytearray(sound)
            wrong[at : at + field] = (value & (256**field - 1)).to_bytes(field, "little")
            path.write_bytes(wrong)
            try:
                opened = cp.load(path)
                for name in opened.files:
                    opened[name]
            except REFUSALS:
                pass
    still_works()


def test_a_small_archive_does_not_unfold_into_much_memory(tmp_path):
    """One that says it holds 2**40 bytes is refused before they are there."""
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("a.npy", npy(data=bytes(1 << 16), shape="(8192,)"))
    wrong = bytearray(path.read_bytes())
    directory = wrong.rfind(b"PK\x01\x02")
    wrong[directory + 24 : directory + 28] = (0xFFFFFFF0).to_bytes(4, "little")
    path.write_bytes(wrong)
    with pytest.raises(ValueError):
        cp.load(path)["a"]


def mutate(rng, sound):
    """Bytes changed, taken out, doubled or cut off."""
    wrong = bytearray(sound)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        if not wrong:
            break
        at, kind = rng.randrange(len(wrong)), rng.randrange(6)
        if kind == 0:
            wrong[at] = rng.randrange(256)
        elif kind == 1:
            wrong[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            del wrong[at : at + rng.choice((1, 2, 8, 100))]
        elif kind == 3:
            wrong[at:at] = wrong[at : at + rng.choice((1, 4, 30))]
        elif kind == 4:
            wrong[at : at + 8] = rng.choice((0, 1, 2**31, 2**63 - 1, 2**64 - 1)).to_bytes(8, "little")
        else:
            del wrong[at:]
    return bytes(wrong)


def fuzz(parse, sounds, seconds):
    """Parses what mutations make of sound input, for some seconds."""
    rng, end, count = random.Random(7), time.monotonic() + seconds, 0
    while time.monotonic() < end or count < 50:
        wrong = mutate(rng, rng.choice(sounds))
        try:
            parse(wrong)
        except REFUSALS:
            pass
        except UnicodeDecodeError:
            pass
        count += 1
    still_works()


def files_of(write):
    made = []
    for array in (
        cp.arange(5), cp.ones((2, 3), "F"), cp.zeros((0, 4), "i1"), cp.array(3.0), cp.asarray(np.zeros(2, ">i4")),
        cp.asarray(np.zeros(3, [("a", "<i4"), ("b", "<f8", (2, 2))])),
    ):  # fmt: skip
        made.append(write(array))
    return made


def test_fuzz_npy(tmp_path):
    path = tmp_path / "file.npy"

    def write(array):
        buffer = io.BytesIO()
        np.save(buffer, array.get())
        return buffer.getvalue()

    def parse(wrong):
        path.write_bytes(wrong)
        cp.load(path)

    fuzz(parse, [*files_of(write), npy(descr="[('a', '>i2', (3,)), ('', '|V2')]", data=bytes(64))], 2)


@pytest.mark.parametrize("save", [cp.savez, cp.savez_compressed])
def test_fuzz_npz(tmp_path, save):
    path = tmp_path / "file.npz"

    def write(array):
        save(path, array, b=array)
        return path.read_bytes()

    def parse(wrong):
        path.write_bytes(wrong)
        opened = cp.load(path)
        for name in opened.files:
            opened[name]

    fuzz(parse, files_of(write), 2)


# ----------------------------------------------------------------------------------------------------------- DLPack


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]  # fmt: skip


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Capsule:
    """A DLPack capsule of a tensor that lies; it counts how often its deleter is called."""

    def __init__(self, shape=(2, 3), strides=None, data=0, code=2, bits=32, lanes=1, ndim=None, **fields):
        self.deleted = 0
        self._shape = (ctypes.c_int64 * max(len(shape), 1))(*shape)
        self._strides = (ctypes.c_int64 * len(strides))(*strides) if strides is not None else None
        self.managed = Managed()
        tensor = self.managed.tensor
        tensor.data, tensor.code, tensor.bits, tensor.lanes = data, code, bits, lanes
        tensor.device_type = fields.pop("device_type", 1 if ON_CPU else 2)
        tensor.ndim = len(shape) if ndim is None else ndim
        tensor.shape = ctypes.cast(self._shape, ctypes.POINTER(ctypes.c_int64))
        if self._strides is not None:
            tensor.strides = ctypes.cast(self._strides, ctypes.POINTER(ctypes.c_int64))
        for name, value in fields.items():
            setattr(tensor, name, value)
        self._deleter = DELETER(self._count)
        self.managed.deleter = ctypes.cast(self._deleter, ctypes.c_void_p)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self.capsule = new(ctypes.addressof(self.managed), b"dltensor", None)

    def _count(self, managed):
        self.deleted += 1


@pytest.fixture
def memory():
    """Memory of the device for tensors that say something true about it."""
    return cp.arange(64, dtype="f4")


WRONG_TENSORS = {
    "no memory": {"data": 0},
    "a negative length": {"shape": (-1, 3)},
    "an overflowing product": {"shape": (2**62, 2**62)},
    "an overflowing number of bytes": {"shape": (2**62,)},
    "strides that overflow as bytes": {"shape": (2, 3), "strides": (2**62, 1)},
    "strides that overflow as a reach": {"shape": (2**31, 3), "strides": (2**40, 1)},
    "strides below all memory": {"shape": (2, 3), "strides": (-(2**61), 1)},
    "an offset beyond all memory": {"byte_offset": 2**64 - 16},
    "an address between two numbers": {"byte_offset": 2},
    "an odd address of doubles": {"byte_offset": 4, "bits": 64},
    "an odd address of complex numbers": {"byte_offset": 12, "code": 5, "bits": 128},
    "too many axes": {"ndim": 65},
    "a huge number of axes": {"ndim": 2**31 - 1},
    "a negative number of axes": {"ndim": -1},
    "a shape at address 0": {"null_shape": True},
    "no such dtype": {"code": 99},
    "no such width": {"bits": 7},
    "vectors as elements": {"lanes": 4},
    "no such device": {"device_type": 77},
    "no such number of a device": {"device_type": 2, "device_id": 99},
}


@pytest.mark.parametrize("name", WRONG_TENSORS)
def test_tensors(name, memory):
    lies = {"data": memory.data.ptr, **WRONG_TENSORS[name]}
    null_shape = lies.pop("null_shape", False)
    given = Capsule(**lies)
    if null_shape:
        given.managed.tensor.shape = None
    with pytest.raises((BufferError, ValueError)):
        cp.from_dlpack(given.capsule)
    assert given.deleted == 1, "the tensor is let go once"
    still_works()


def test_a_true_tensor(memory):
    given = Capsule(data=memory.data.ptr, strides=(3, 1), byte_offset=8)
    a = cp.from_dlpack(given.capsule)
    assert_same(a, np.arange(2, 8, dtype="f4").reshape(2, 3))
    del a
    assert given.deleted == 1


def test_fuzz_dlpack(memory):
    rng = random.Random(3)
    numbers = (-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 2**31, 2**62, 2**63 - 1)
    for _ in range(2000):
        shape = tuple(rng.choice(numbers) for _ in range(rng.randrange(4)))
        strides = rng.choice((None, tuple(rng.choice(numbers) for _ in shape)))
        given = Capsule(
            shape, strides, data=rng.choice((0, memory.data.ptr)), code=rng.choice((0, 1, 2, 5, 6, 200)),
            bits=rng.choice((1, 8, 32, 64, 128)), lanes=rng.choice((0, 1, 2)),
        )  # fmt: skip
        try:
            cp.from_dlpack(given.capsule)  # what can be is not looked into: it lies about its memory
        except (BufferError, ValueError):
            pass
        assert given.deleted == 1
    still_works()


def test_capsules_of_another_name():
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    for name in (b"tensor", None, b"\xff\xfe"):
        with pytest.raises((ValueError, TypeError, UnicodeDecodeError)):
            cp.from_dlpack(new(1, name, None))


# ------------------------------------------------------------------------------------------- CUDA's array interface

INTERFACES = """
import cuprum as cp, numpy as np
a = cp.arange(6.0)

class Described:
    def __init__(self, **changes):
        self.__cuda_array_interface__ = {**dict(a.__cuda_array_interface__), **changes}

assert cp.asarray(Described()).data.ptr == a.data.ptr and hasattr(a, "__cuda_array_interface__")
assert cp.arange(10)[Described(typestr="<i8", shape=(1,), data=(cp.array([7]).data.ptr, False))].tolist() == [7]
address = a.data.ptr
wrong = [
    {"shape": (-1,)}, {"shape": (2**62, 2**62)}, {"shape": (2**62,)}, {"shape": 6}, {"shape": (1.5,)}, {"shape": None},
    {"strides": (2**62,)}, {"strides": (-(2**62),)}, {"strides": (8, 8)}, {"strides": "abc"},
    {"data": (0, False)}, {"data": (-1, False)}, {"data": (2**70, False)}, {"data": address}, {"data": None},
    {"typestr": ">f8"}, {"typestr": "<f99"}, {"typestr": "|O8"}, {"typestr": 5}, {"typestr": ""},
    {"version": "three"}, {"version": -1}, {"mask": a}, {"descr": [("a", "<f8"), ("b", "<f8")], "typestr": "|V8"},
    {"stream": 0}, {"stream": "x"}, {"data": (2**64 - 8, False)},
]
for changes in wrong:
    try:
        cp.asarray(Described(**changes))
    except (ValueError, TypeError, OverflowError) as error:
        continue
    raise SystemExit(f"{changes} raised nothing")
for gone in ("shape", "typestr", "data"):
    described = Described()
    del described.__cuda_array_interface__[gone]
    try:
        cp.asarray(described)
    except ValueError:
        continue
    raise SystemExit(f"without {gone} nothing is raised")
class Bare:
    __cuda_array_interface__ = 5
try:
    cp.asarray(Bare())
except ValueError:
    pass
assert (cp.arange(4) + 1).tolist() == [1, 2, 3, 4]
print("done")
"""


def test_array_interfaces():
    done = subprocess.run(
        [sys.executable, "-c", INTERFACES],
        capture_output=True,
        text=True,
        env=os.environ | {"CUPRUM_CPU_ARRAY_INTERFACE": "1"},
    )
    assert done.stdout.strip() == "done", done.stdout + done.stderr[-2000:]


# Input that is made by chance, in a process of its own: what crashes or hangs there is one failure here.
GENERATED = """
import os, random, sys
sys.path[:0] = sys.argv[1].split(os.pathsep)
import test_hostile_input as hostile
from test_hostile_input import *
import tempfile, pathlib

rng = random.Random(int(sys.argv[2]))
memory = cp.arange(64, dtype="f4")
base = memory.data.ptr
numbers = [-(2**63), -(2**31), -3, -1, 0, 1, 2, 3, 5, 2**31, 2**32, 2**61, 2**62, 2**63 - 1]

class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("manager", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("tensor", Tensor)]

class Exporter:
    def __init__(self, capsule, place):
        self.capsule, self.place = capsule, place
    def __dlpack__(self, **wishes):
        return self.capsule
    def __dlpack_device__(self):
        return self.place

def inside(address, shape, strides, itemsize):
    low = high = 0
    for n, step in zip(shape, strides):
        if n == 0:
            return True
        low, high = low + min((n - 1) * step, 0), high + max((n - 1) * step, 0)
    return base <= address + low and address + high + itemsize <= base + memory.nbytes

def c_strides(shape, itemsize):
    steps = []
    for n in reversed(shape):
        steps.insert(0, itemsize)
        itemsize *= n
    return steps

taken = refused = 0
for round in range(600):
    shape = tuple(rng.choice(numbers) for _ in range(rng.randrange(5)))
    strides = rng.choice((None, tuple(rng.choice(numbers) for _ in shape)))
    code, bits = rng.choice([(0, 8), (0, 32), (1, 64), (2, 16), (2, 32), (2, 64), (5, 64), (5, 128), (4, 16), (6, 8)])
    given = Capsule(shape, strides, data=rng.choice((0, base, base, base, base + 1, 2**64 - 8)), code=code, bits=bits,
                    byte_offset=rng.choice((0, 0, 0, 1, 2, 4, 8, 200, 2**63, 2**64 - 1)))
    capsule = given.capsule
    itemsize = bits // 8
    steps = [n * itemsize for n in strides] if strides is not None else c_strides(shape, itemsize)
    address = (given.managed.tensor.data or 0) + given.managed.tensor.byte_offset
    real = inside(address, shape, steps, itemsize) and all(n >= 0 for n in shape)
    if rng.random() < 0.5:
        versioned = Versioned(rng.choice((0, 1, 1, 1, 2, 2**32 - 1)), rng.randrange(3), None, given.managed.deleter,
                              rng.choice((0, 1, 2, 2**64 - 1)) if real and max((0, *shape)) < 10 else 0,
                              given.managed.tensor)
        new = ctypes.pythonapi.PyCapsule_New
        capsule = new(ctypes.addressof(versioned), b"dltensor_versioned", None)
    try:
        array = cp.from_dlpack(rng.choice((capsule, Exporter(capsule, (1 if ON_CPU else 2, 0)))))
        if real and 0 < array.size < 1000:  # else it lies about its memory, which nobody can see
            assert address % min(itemsize, 8 if code != 5 else itemsize // 2) == 0, (address, itemsize)
            (array + array).get()
        taken += 1
        del array
    except (BufferError, ValueError, MemoryError):  # what may not be written to is copied
        refused += 1
    assert given.deleted == 1, given.deleted

class Described:
    def __init__(self, description):
        self.__cuda_array_interface__ = description

odd = [None, "", "abc", -1, 2**70, 1.5, (), [], (1.5,), ("a",), {}, True, b"x", object()]
for round in range(600):
    shape = tuple(rng.choice((0, 1, 2, 3, 3, 2, *numbers[-5:], -1)) for _ in range(rng.randrange(4)))
    typestr = rng.choice(("<f4", "<f8", "<c16", "|b1", "<i2", "|V3", ">f4", "<f3", "|O8", "<M8[s]", "|S0"))
    description = {"shape": shape, "typestr": typestr, "version": rng.choice((2, 3)), "strides": None,
                   "data": (rng.choice((base, base, base + 1, base + 4, 0, 2**64 - 4)), False)}
    if rng.random() < 0.4:
        description["strides"] = tuple(rng.choice((0, 1, 4, 8, 16, -8, 2**62, -(2**62), 2**63)) for _ in shape)
    for key in list(description):
        if rng.random() < 0.06:
            description[key] = rng.choice(odd)
        elif rng.random() < 0.02:
            del description[key]
    if rng.random() < 0.1:
        description["descr"] = rng.choice([*odd, [("a", "<f4")], [("a",)], [("", "|V2"), ("b", "|u1")], [5],
                                           [("a", "<f4", (2**40, 2**40))]])
    try:
        array = cp.asarray(Described(description))
    except (ValueError, TypeError, OverflowError, BufferError, MemoryError) as error:
        refused += 1
        continue
    address = description["data"][0]
    if 0 < array.size < 1000 and inside(address, array.shape, array.strides, array.itemsize):
        (array == array).get()
        taken += 1

path = pathlib.Path(tempfile.mkdtemp()) / "x.npy"
words = ["'<f8'", "'|V3'", "'<c16'", "None", "5", "[('a', '<i4')]", "[('a', '<i4', (2, 2**40))]", "True", "False",
         "(2,)", "()", "(0, 2**63)", "(1, -1)", "(3, 4611686018427387904, 4)", "(True,)", "'" + "a" * 3000 + "'",
         "[[]]"]
for round in range(400):
    path.write_bytes(npy(descr=rng.choice(words), order=rng.choice(words), shape=rng.choice(words),
                         data=bytes(rng.choice((0, 7, 16, 64))), version=rng.choice([(1, 0), (2, 0), (3, 0), (0, 1)])))
    try:
        cp.load(path)
        taken += 1
    except REFUSALS:
        refused += 1
hostile.still_works()
print("done", taken > 20, refused > 800)
"""


FOLDERS = os.pathsep.join(os.path.dirname(os.path.abspath(file)) for file in (__file__, common.__file__))


@pytest.mark.parametrize("seed", [1, 2, int(time.strftime("%j")) + 2])
def test_generated_input(seed):
    """Hundreds of capsules, array interfaces and headers: each is an array of what there is, or a clear exception."""
    done = subprocess.run(
        [sys.executable, "-c", GENERATED, FOLDERS, str(seed)],
        capture_output=True,
        text=True,
        timeout=500,
        env=os.environ | {"CUPRUM_CPU_ARRAY_INTERFACE": "1"},
    )
    assert done.stdout.strip() == "done True True", f"{done.returncode} {done.stdout}{done.stderr[-2000:]}"


def test_arrays_beyond_their_memory():
    memory = cp.zeros(16, "f4").data
    for shape, strides in [((2**28,), None), ((2**62,), None), ((2**61, 8), None), ((2,), (2**62,)), ((3,), (2**30,))]:
        for at in (0, 8):
            with pytest.raises(ValueError):
                cp.ndarray(shape, "f4", memory + at, strides)
    with pytest.raises(ValueError):
        cp.ndarray((2,), "f4", memory, (-4,))
    assert cp.ndarray((2,), "f4", memory + 8, (-4,)).tolist() == [0, 0]
    with pytest.raises((ValueError, MemoryError)):
        cp.ndarray((4,), "f4", None, (2**62,))
    with pytest.raises(ValueError):
        cp.ndarray((1,), "f4", memory + (-8))
    assert cp.ndarray((4, 4), "f4", memory).shape == (4, 4) and cp.ndarray((0, 2**40), "f4", memory).size == 0
