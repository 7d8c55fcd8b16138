"""Types and values of the interpreter of kernels (simt_interpreter.py): numbers, pointers, arrays that notice races."""

import numpy as np

TYPEDEFS = """typedef signed char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short u16;
typedef int i32; typedef unsigned u32; typedef long long i64; typedef unsigned long long u64;
typedef float f32; typedef double f64; typedef __half h16; typedef __nv_bfloat16 b16;
"""

NUMPY = {
    "bool": np.bool_,
    "i8": np.int8,
    "u8": np.uint8,
    "i16": np.int16,
    "u16": np.uint16,
    "i32": np.int32,
    "u32": np.uint32,
    "i64": np.int64,
    "u64": np.uint64,
    "f32": np.float32,
    "f64": np.float64,
    "h16": np.float16,
    "b16": np.float32,
}
RANK = {name: rank for rank, name in enumerate(["i32", "u32", "i64", "u64", "f32", "f64"])}
BITS = {"bool": 1, "i8": 8, "u8": 8, "i16": 16, "u16": 16, "i32": 32, "u32": 32, "i64": 64, "u64": 64}


class Undefined(Exception):
    """The program has no defined result."""


def is_integer(type):
    return type in BITS


def round_bfloat16(values):
    bits = np.asarray(values, np.float32).view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) & np.uint32(0xFFFF0000)
    return np.where(np.isnan(values), np.float32(np.nan), rounded.view(np.float32))


class Value:
    """A number of each thread."""

    __slots__ = ("type", "data")

    def __init__(self, type, data):
        self.type, self.data = type, data


class Pointer:
    """Where each thread points to: an element of one of several arrays."""

    __slots__ = ("type", "arrays", "which", "offset")

    def __init__(self, type, arrays, which, offset):
        self.type, self.arrays, self.which, self.offset = type, arrays, which, offset


class Array:
    """Elements that each thread, each block or the grid has."""

    def __init__(self, machine, type, length, kind, data=None, is_volatile=False):
        self.machine, self.type, self.length, self.kind = machine, type, length, kind
        self.shape = (length,)
        self.finds_races = kind == "shared" and not is_volatile
        rows = {"local": machine.threads, "shared": machine.blocks, "global": 1}[kind]
        self.data = np.zeros((rows, length), NUMPY[type]) if data is None else data.reshape(1, -1)
        self.row = {"local": machine.every, "shared": machine.block_of, "global": machine.every * 0}[kind]
        self.known = None if kind == "global" else np.zeros((rows, length), bool)
        if self.finds_races:
            # Who wrote, read and updated each element, and when: epoch of the block and of the warp.
            empty = lambda fill: np.full((rows, length), fill, np.int32)  # noqa: E731
            self.write = [empty(-1), empty(-1), empty(0)]
            self.reads, self.updates = ([empty(1 << 30), empty(-1), empty(0), empty(-1)] for _ in range(2))

    def places(self, offset, mask):
        at = np.flatnonzero(mask)
        places = offset[at]
        if len(at) and (places.min() < 0 or places.max() >= self.length):
            raise Undefined("index out of range")
        return at, (self.row[at], places)

    def load(self, offset, mask):
        at, places = self.places(offset, mask)
        if self.known is not None and not self.known[places].all():
            raise Undefined("read before it was written")
        if self.finds_races:
            self.check(at, places, [self.updates])
            self.note(self.reads, at, places)
        result = np.zeros(self.machine.threads, self.data.dtype)
        result[at] = self.data[places]
        return result

    def store(self, offset, mask, values):
        at, places = self.places(offset, mask)
        if self.finds_races:
            self.check(at, places, [self.reads, self.updates])
            for kept, new in zip(self.write, self.machine.moment(at), strict=True):
                kept[places] = new
        self.data[places] = values[at]
        if self.finds_races and (self.data[places] != values[at]).any():
            raise Undefined("threads write different values")
        if self.known is not None:
            self.known[places] = True

    def update(self, offset, mask, function):
        """Atomic: one thread after another."""
        at, places = self.places(offset, mask)
        if self.known is not None and not self.known[places].all():
            raise Undefined("updated before it was written")
        if self.finds_races:
            self.check(at, places, [self.reads])
            self.note(self.updates, at, places)
        result = np.zeros(self.machine.threads, self.data.dtype)
        for i, row, place in zip(at, *places, strict=True):
            result[i] = self.data[row, place]
            self.data[row, place] = function(int(i), self.data[row, place])
        return result

    # Races.

    def check(self, at, places, others):
        thread, epoch, step = self.machine.moment(at)
        if (epoch < 0).any():
            raise Undefined("a thread that left barriers touches memory that others see")
        by, when, how = (kept[places] for kept in self.write)
        is_ordered = (by // 32 == thread // 32) & (how < step)
        if ((by >= 0) & (by != thread) & (when == epoch) & ~is_ordered).any():
            raise Undefined("race with a write")
        for first, last, how, when in ([kept[places] for kept in other] for other in others):
            is_ordered = (first // 32 == thread // 32) & (last // 32 == thread // 32) & (how < step)
            if ((when == epoch) & ((first != thread) | (last != thread)) & ~is_ordered).any():
                raise Undefined("race with a read or an update")

    def note(self, kept, at, places):
        thread, epoch, step = self.machine.moment(at)
        first, last, how, when = kept
        row, place = places
        stale = when[places] != epoch
        old = (row[stale], place[stale])
        first[old], last[old], how[old], when[old] = 1 << 30, -1, 0, epoch[stale]
        np.minimum.at(first, places, thread)
        np.maximum.at(last, places, thread)
        np.maximum.at(how, places, step)


class Struct:
    """An array of structures: an array of each member."""

    def __init__(self, type, members, length):
        self.type, self.members, self.length, self.shape = type, members, length, (length,)


class Group:
    """Lanes that do something together."""

    def __init__(self, lanes, size=None):
        self.lanes, self.tile = lanes, size


class Reference:
    """A place that can be written to."""

    __slots__ = ("array", "offset", "shape")

    def __init__(self, array, offset, shape=()):
        self.array, self.offset, self.shape = array, offset, shape
