"""CUDA's functions for the interpreter of kernels (simt_interpreter.py)."""

import numpy as np
from simt_values import BITS, NUMPY, RANK, Group, Undefined, Value, round_bfloat16

U32, U64, I64 = np.uint32, np.uint64, np.int64
LANES = np.arange(32, dtype=np.uint32)


def popcount(x):
    x = np.asarray(x)
    return np.unpackbits(x.view(np.uint8).reshape(*x.shape, x.itemsize), axis=-1).sum(-1).astype(np.int32)


def unpack(bits):
    return ((bits[:, None] >> LANES) & U32(1)).astype(bool)


def below(machine):
    return (U32(1) << machine.lane.astype(U32)) - U32(1)


def number(type, function, *given):
    """A function of numbers of certain types."""

    def call(machine, mask, *values):
        data = [machine.convert(v, t, mask).data for v, t in zip(values, given, strict=True)]
        result = function(*data)
        return Value(type, np.asarray(result).astype(NUMPY[type]))

    return call


def bits_of(x, width):
    return ((x[:, None] >> np.arange(width, dtype=x.dtype)) & x.dtype.type(1)).astype(bool)


def from_bits(bits):
    width = bits.shape[1]
    type = U32 if width == 32 else U64
    return (bits.astype(type) << np.arange(width, dtype=type)).sum(1).astype(type)


def leading(x, width):
    bits = bits_of(x, width)[:, ::-1]
    return np.where(bits.any(1), bits.argmax(1), width)


def first_set(x, width):
    bits = bits_of(x, width)
    return np.where(bits.any(1), bits.argmax(1) + 1, 0)


def byte_perm(x, y, s):
    both = x.astype(U64) | y.astype(U64) << U64(32)
    result = np.zeros(x.shape, U32)
    for i in range(4):
        selector = (s >> U32(4 * i)) & U32(15)
        byte = ((both >> ((selector & U32(7)).astype(U64) * U64(8))) & U64(255)).astype(U32)
        sign = np.where(byte & U32(128), U32(255), U32(0))
        result |= np.where(selector & U32(8), sign, byte) << U32(8 * i)
    return result


def funnel(left, clamps):
    def call(low, high, shift):
        both = low.astype(U64) | high.astype(U64) << U64(32)
        n = (np.minimum(shift, U32(32)) if clamps else shift & U32(31)).astype(U64)
        return (both << n) >> U64(32) if left else (both >> n) & U64(0xFFFFFFFF)

    return lambda low, high, shift: call(low, high, shift).astype(U32)


def of_bytes(type, function):
    def call(a, b):
        x, y = (np.ascontiguousarray(v).view(type).reshape(len(v), -1).astype(np.int32) for v in (a, b))
        low, high = np.iinfo(type).min, np.iinfo(type).max
        return np.ascontiguousarray(function(x, y, low, high).astype(type)).view(U32).ravel()

    return call


def compare_bytes(type, function):
    def call(a, b):
        x, y = (np.ascontiguousarray(v).view(type).reshape(len(v), -1) for v in (a, b))
        unsigned = np.dtype(type).str.replace("i", "u")
        return np.ascontiguousarray(np.where(function(x, y), -1, 0).astype(type)).view(unsigned).view(U32).ravel()

    return call


def dot4(type):
    def call(a, b, c):
        x, y = (np.ascontiguousarray(v).view(type).reshape(-1, 4).astype(np.int64) for v in (a, b))
        return (x * y).sum(1) + c.astype(np.int64)

    return call


def product_high(type, bits):
    def call(a, b):
        return ((a.astype(object) * b.astype(object)) >> bits).astype(NUMPY[type])

    return call


def half(type, function):
    def call(*values):
        wide = [np.asarray(v, np.float32) for v in values]
        result = function(*wide)
        return round_bfloat16(result) if type == "b16" else result.astype(np.float16)

    return call


def half_fma(type):
    def call(a, b, c):
        # The product of two halves and a half's sum fit into a double nearly always exactly.
        exact = a.astype(np.float64) * b.astype(np.float64) + c.astype(np.float64)
        if type == "h16":
            return exact.astype(np.float16)
        return round_from_double(exact)

    return call


def round_from_double(x):
    """To bfloat16 at once, by rounding to odd first."""
    near = x.astype(np.float32)
    back = near.astype(np.float64)
    bits = near.view(U32).copy()
    inexact = (back != x) & np.isfinite(x)
    too_far = inexact & (np.abs(back) > np.abs(x))
    bits[too_far] -= U32(1)
    bits[inexact] |= U32(1)
    return round_bfloat16(bits.view(np.float32))


FUNCTIONS = {
    "__popc": number("i32", popcount, "u32"),
    "__popcll": number("i32", popcount, "u64"),
    "__brev": number("u32", lambda x: from_bits(bits_of(x, 32)[:, ::-1]), "u32"),
    "__brevll": number("u64", lambda x: from_bits(bits_of(x, 64)[:, ::-1]), "u64"),
    "__clz": number("i32", lambda x: leading(x, 32), "u32"),
    "__clzll": number("i32", lambda x: leading(x, 64), "u64"),
    "__ffs": number("i32", lambda x: first_set(x, 32), "u32"),
    "__ffsll": number("i32", lambda x: first_set(x, 64), "u64"),
    "__byte_perm": number("u32", byte_perm, "u32", "u32", "u32"),
    "__funnelshift_l": number("u32", funnel(True, False), "u32", "u32", "u32"),
    "__funnelshift_lc": number("u32", funnel(True, True), "u32", "u32", "u32"),
    "__funnelshift_r": number("u32", funnel(False, False), "u32", "u32", "u32"),
    "__funnelshift_rc": number("u32", funnel(False, True), "u32", "u32", "u32"),
    "__mulhi": number("i32", product_high("i32", 32), "i32", "i32"),
    "__umulhi": number("u32", product_high("u32", 32), "u32", "u32"),
    "__mul64hi": number("i64", product_high("i64", 64), "i64", "i64"),
    "__umul64hi": number("u64", product_high("u64", 64), "u64", "u64"),
    "__mul24": number(
        "i32",
        lambda a, b: (((a.astype(I64) << 40) >> 40) * ((b.astype(I64) << 40) >> 40)).astype(np.int32),
        "i32",
        "i32",
    ),
    "__umul24": number("u32", lambda a, b: (a & U32(0xFFFFFF)).astype(U64) * (b & U32(0xFFFFFF)), "u32", "u32"),
    "__sad": number("u32", lambda a, b, c: np.abs(a.astype(I64) - b) + c, "i32", "i32", "u32"),
    "__usad": number("u32", lambda a, b, c: np.abs(a.astype(I64) - b.astype(I64)) + c, "u32", "u32", "u32"),
    "__uhadd": number("u32", lambda a, b: (a.astype(U64) + b) >> U64(1), "u32", "u32"),
    "__urhadd": number("u32", lambda a, b: (a.astype(U64) + b + U64(1)) >> U64(1), "u32", "u32"),
    "__rhadd": number("i32", lambda a, b: (a.astype(I64) + b + 1) >> 1, "i32", "i32"),
    "__dp4a": number("i32", dot4(np.int8), "i32", "i32", "i32"),
    "dp4a_u": number("u32", dot4(np.uint8), "u32", "u32", "u32"),
    "__vadd4": number("u32", of_bytes(np.int8, lambda x, y, low, high: x + y), "u32", "u32"),
    "__vsub2": number("u32", of_bytes(np.int16, lambda x, y, low, high: x - y), "u32", "u32"),
    "__vaddus4": number("u32", of_bytes(np.uint8, lambda x, y, low, high: np.clip(x + y, low, high)), "u32", "u32"),
    "__vaddss4": number("u32", of_bytes(np.int8, lambda x, y, low, high: np.clip(x + y, low, high)), "u32", "u32"),
    "__vsubss2": number("u32", of_bytes(np.int16, lambda x, y, low, high: np.clip(x - y, low, high)), "u32", "u32"),
    "__vsubus2": number("u32", of_bytes(np.uint16, lambda x, y, low, high: np.clip(x - y, low, high)), "u32", "u32"),
    "__vavgu4": number("u32", of_bytes(np.uint8, lambda x, y, low, high: (x + y + 1) >> 1), "u32", "u32"),
    "__vmaxs2": number("u32", of_bytes(np.int16, lambda x, y, low, high: np.maximum(x, y)), "u32", "u32"),
    "__vminu4": number("u32", of_bytes(np.uint8, lambda x, y, low, high: np.minimum(x, y)), "u32", "u32"),
    "__vabsdiffu4": number("u32", of_bytes(np.uint8, lambda x, y, low, high: np.abs(x - y)), "u32", "u32"),
    "__vcmpgts4": number("u32", compare_bytes(np.int8, np.greater), "u32", "u32"),
    "__vcmpleu2": number("u32", compare_bytes(np.uint16, np.less_equal), "u32", "u32"),
    "__vcmpeq4": number("u32", compare_bytes(np.int8, np.equal), "u32", "u32"),
    "__float_as_uint": number("u32", lambda x: x.view(U32), "f32"),
    "__uint_as_float": number("f32", lambda x: x.view(np.float32), "u32"),
    "__double2hiint": number("i32", lambda x: (x.view(U64) >> U64(32)).astype(U32), "f64"),
    "__double2loint": number("i32", lambda x: x.view(U64).astype(U32), "f64"),
    "fminf": number("f32", np.fmin, "f32", "f32"),
    "fmaxf": number("f32", np.fmax, "f32", "f32"),
    "fabsf": number("f32", np.abs, "f32"),
    "floorf": number("f32", np.floor, "f32"),
    "rintf": number("f32", np.rint, "f32"),
    "sqrtf": number("f32", np.sqrt, "f32"),
    "fma": number("f64", lambda a, b, c: a * b + c, "f64", "f64", "f64"),
    "__float2half": number("h16", lambda x: x.astype(np.float16), "f32"),
    "__half2float": number("f32", lambda x: x.astype(np.float32), "h16"),
    "__float2bfloat16": number("b16", round_bfloat16, "f32"),
    "__bfloat162float": number("f32", lambda x: x, "b16"),
}


def add_halves(type, suffix):
    two = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.fmin, "max": np.fmax, "div": np.divide}
    FUNCTIONS.update(
        {f"{name}_{suffix}": number(type, half(type, function), type, type) for name, function in two.items()}
    )
    FUNCTIONS[f"fma_{suffix}"] = number(type, half_fma(type), type, type, type)
    FUNCTIONS[f"neg_{suffix}"] = number(type, lambda x: -x, type)
    for name, function in {"lt": np.less, "ge": np.greater_equal, "eq": np.equal}.items():
        FUNCTIONS[f"{name}_{suffix}"] = number("bool", function, type, type)


add_halves("h16", "h")
add_halves("b16", "b")

PRELUDE = (
    """
__device__ inline u32 dp4a_u(u32 a, u32 b, u32 c) { return __dp4a(a, b, c); }
"""
    + "".join(
        f"__device__ inline {t} {name}_{s}({t} a, {t} b) {{ return __h{name}(a, b); }}\n"
        for t, s in (("h16", "h"), ("b16", "b"))
        for name in ("add", "sub", "mul", "min", "max")
    )
    + "".join(
        f"__device__ inline {t} div_{s}({t} a, {t} b) {{ return a / b; }}\n"
        f"__device__ inline {t} fma_{s}({t} a, {t} b, {t} c) {{ return __hfma(a, b, c); }}\n"
        f"__device__ inline {t} neg_{s}({t} a) {{ return -a; }}\n"
        f"__device__ inline bool lt_{s}({t} a, {t} b) {{ return __hlt(a, b); }}\n"
        f"__device__ inline bool ge_{s}({t} a, {t} b) {{ return a >= b; }}\n"
        f"__device__ inline bool eq_{s}({t} a, {t} b) {{ return __heq(a, b); }}\n"
        for t, s in (("h16", "h"), ("b16", "b"))
    )
)


def extreme(kind):
    def call(machine, mask, a, b):
        result = machine.value_of_choice
        del result
        a, b = machine.promote(a), machine.promote(b)
        type = max(a.type, b.type, key=RANK.__getitem__)
        x, y = machine.convert(a, type).data, machine.convert(b, type).data
        return Value(type, {"min": np.fmin, "max": np.fmax}[kind](x, y))

    return call


FUNCTIONS["min"], FUNCTIONS["max"] = extreme("min"), extreme("max")


# Barriers.


def syncthreads(machine, mask):
    machine.barrier(mask)


def syncthreads_of(kind):
    def call(machine, mask, value):
        flags = (value.data != 0) & mask
        machine.barrier(mask)
        function = {"count": np.sum, "or": np.any, "and": np.all}[kind]
        return Value("i32", machine.of_block(lambda v: np.int32(function(v)), flags.astype(np.int32), mask))

    return call


def syncwarp(machine, mask, wanted=None):
    machine.lanes_active(full_mask(machine) if wanted is None else wanted.data.astype(U32), mask)
    machine.step[mask] += 1


FUNCTIONS |= {f"__syncthreads_{kind}": syncthreads_of(kind) for kind in ("count", "or", "and")}
FUNCTIONS |= {"__syncthreads": syncthreads, "__syncwarp": syncwarp, "__threadfence": lambda m, mask: None}
FUNCTIONS |= {"__threadfence_block": lambda m, mask: None}


# Warps.


def full_mask(machine):
    return np.full(machine.threads, 0xFFFFFFFF, U32)


def gather(machine, value, source, mask, active):
    """What lane `source` has; the own value where no such lane takes part."""
    thread = np.take_along_axis(machine.lanes, (source & 31).astype(np.int64)[:, None], 1)[:, 0]
    there = ((active >> (source & 31).astype(U32)) & U32(1)).astype(bool) & (thread >= 0)
    return Value(value.type, np.where(there, value.data[np.where(there, thread, 0)], value.data))


def shuffle(kind):
    def call(machine, mask, wanted, value, by, width=None):
        active = machine.lanes_active(wanted.data.astype(U32), mask)
        value = machine.promote(value)
        w = 32 if width is None else int(width.data[0])
        lane, by = machine.lane.astype(I64), by.data.astype(I64)
        first = lane // w * w
        if kind == "":
            source = first + (by & (w - 1))
        elif kind == "_up":
            source = np.where(lane - (by & 31) >= first, lane - (by & 31), lane)
        elif kind == "_down":
            source = np.where((lane & (w - 1)) + (by & 31) < w, lane + (by & 31), lane)
        else:
            other = lane ^ (by & 31)
            source = np.where(other < first + w, other, lane)
        return gather(machine, value, source, mask, active)

    return call


def ballot_of(machine, flags, mask, active):
    return machine.bits(flags & mask) & active


def vote(kind):
    def call(machine, mask, wanted, value):
        active = machine.lanes_active(wanted.data.astype(U32), mask)
        bits = ballot_of(machine, value.data != 0, mask, active)
        if kind == "ballot":
            return Value("u32", bits)
        return Value("i32", (bits != 0 if kind == "any" else bits == active).astype(np.int32))

    return call


def match_bits(machine, value, active):
    others = value.data[machine.lanes]
    return from_bits(((others == value.data[:, None]) & machine.present)) & active


def match_any(machine, mask, wanted, value):
    active = machine.lanes_active(wanted.data.astype(U32), mask)
    return Value("u32", match_bits(machine, machine.promote(value), active))


def reduction(kind):
    functions = {"add": np.add, "min": np.minimum, "max": np.maximum}
    functions |= {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
    function = functions[kind]

    def call(machine, value, active):
        flags = unpack(active) & machine.present
        result = value.data.copy()
        for i in range(machine.threads):
            own = machine.lanes[i][flags[i]]
            if len(own):
                result[i] = function.reduce(value.data[own], dtype=value.data.dtype)
        return Value(value.type, result)

    return call


def warp_reduction(kind):
    def call(machine, mask, wanted, value):
        active = machine.lanes_active(wanted.data.astype(U32), mask)
        return reduction(kind)(machine, machine.promote(value), active)

    return call


FUNCTIONS |= {f"__shfl{kind}_sync": shuffle(kind) for kind in ("", "_up", "_down", "_xor")}
FUNCTIONS |= {f"__{kind}_sync": vote(kind) for kind in ("ballot", "any", "all")}
FUNCTIONS |= {f"__reduce_{kind}_sync": warp_reduction(kind) for kind in ("add", "min", "max", "and", "or", "xor")}
FUNCTIONS["__match_any_sync"] = match_any


# Atomics.


def atomic(function):
    def call(machine, mask, pointer, *values):
        type = pointer.arrays[0].type
        given = [machine.convert(v, type, mask).data for v in values]
        if len(pointer.arrays) != 1:
            raise Undefined("not known here")
        old = pointer.arrays[0].update(pointer.offset, mask, lambda i, before: function(before, *(v[i] for v in given)))
        return Value(type, old)

    return call


FUNCTIONS |= {
    "atomicAdd": atomic(lambda a, b: a + b),
    "atomicSub": atomic(lambda a, b: a - b),
    "atomicMin": atomic(min),
    "atomicMax": atomic(max),
    "atomicAnd": atomic(lambda a, b: a & b),
    "atomicOr": atomic(lambda a, b: a | b),
    "atomicXor": atomic(lambda a, b: a ^ b),
    "atomicExch": atomic(lambda a, b: b),
    "atomicCAS": atomic(lambda a, compared, b: b if a == compared else a),
    "atomicInc": atomic(lambda a, b: U32(0) if a >= b else a + U32(1)),
    "atomicDec": atomic(lambda a, b: b if a == 0 or a > b else a - U32(1)),
}


# Cooperative groups.


def tiled_partition(machine, mask, given, block=None):
    size = int(given[0])
    base = machine.lane // size * size
    lanes = np.where(size == 32, U32(0xFFFFFFFF), (U32(1) << U32(size % 32)) - U32(1)) << base.astype(U32)
    return Group(lanes.astype(U32), size)


def coalesced_threads(machine, mask):
    return Group(np.where(mask, machine.bits(mask), U32(0)))


def binary_partition(machine, mask, group, value):
    active = machine.lanes_active(group.lanes, mask, True)
    yes = ballot_of(machine, value.data != 0, mask, active)
    return Group(np.where(value.data != 0, yes, active & ~yes))


def labeled_partition(machine, mask, group, value):
    return Group(match_bits(machine, value, machine.lanes_active(group.lanes, mask, True)))


FUNCTIONS |= {
    "cg::this_thread_block": lambda machine, mask: Group(None),
    "cg::tiled_partition": tiled_partition,
    "cg::coalesced_threads": coalesced_threads,
    "cg::binary_partition": binary_partition,
    "cg::labeled_partition": labeled_partition,
    "cg::reduce": lambda machine, mask, group, value, kind: reduction(kind)(
        machine, value, whole(machine, group, mask)
    ),
    "cg::inclusive_scan": lambda machine, mask, group, value, kind: scan(machine, mask, group, value, kind, True),
    "cg::exclusive_scan": lambda machine, mask, group, value, kind: scan(machine, mask, group, value, kind, False),
}
for operation, kind in {"plus": "add", "less": "min", "greater": "max", "bit_xor": "xor", "bit_or": "or"}.items():
    FUNCTIONS["cg::" + operation] = lambda machine, mask, given, kind=kind: kind


def whole(machine, group, mask):
    """The lanes of a group that lacks none."""
    active = machine.lanes_active(group.lanes, mask, True)
    if (active != group.lanes)[mask].any():
        raise Undefined("a tile that lacks threads")
    return active


def scan(machine, mask, group, value, kind, is_inclusive):
    functions = {"add": np.add, "min": np.minimum, "max": np.maximum, "xor": np.bitwise_xor, "or": np.bitwise_or}
    flags = unpack(whole(machine, group, mask)) & machine.present
    result = value.data.copy()
    for i in np.flatnonzero(mask):
        own = machine.lanes[i][flags[i]]
        own = own[own <= i] if is_inclusive else own[own < i]
        result[i] = functions[kind].reduce(value.data[own], dtype=value.data.dtype) if len(own) else 0
    return Value(value.type, result)


def group_rank(machine, group, mask):
    if group.lanes is None:
        return machine.rank.astype(I64)
    if group.tile:
        return (machine.lane % group.tile).astype(I64)
    return popcount(group.lanes & below(machine)).astype(I64)


def group_size(machine, group):
    if group.lanes is None:
        return np.full(machine.threads, machine.size, I64)
    if group.tile:
        return np.full(machine.threads, group.tile, I64)
    return popcount(group.lanes).astype(I64)


def lane_of_rank(machine, group, rank):
    flags = unpack(group.lanes)
    order = np.argsort(~flags, axis=1, kind="stable")
    return np.take_along_axis(order, (rank & 31)[:, None], 1)[:, 0]


def group_shuffle(kind):
    def call(machine, group, given, mask):
        value, by = machine.promote(given[0]), given[1].data.astype(I64)
        active = machine.lanes_active(group.lanes, mask, True)
        rank, size = group_rank(machine, group, mask), group_size(machine, group)
        if kind == "":
            if group.tile is None and ((by < 0) | (by >= size))[mask].any():
                raise Undefined("no such rank")
            to = by % size if group.tile else by
        elif kind == "up":
            to = np.where(rank - by >= 0, rank - by, rank)
        elif kind == "down":
            to = np.where(rank + by < size, rank + by, rank)
        else:
            to = rank ^ by
            if (to >= size)[mask].any():
                raise Undefined("no such rank")
        return gather(machine, value, lane_of_rank(machine, group, to), mask, active)

    return call


def packed(machine, group, bits):
    """Bits of lanes as bits of ranks."""
    flags, own = unpack(bits), unpack(group.lanes)
    order = np.argsort(~own, axis=1, kind="stable")
    flags = np.take_along_axis(flags & own, order, 1)
    return from_bits(flags)


def group_vote(kind):
    def call(machine, group, given, mask):
        active = machine.lanes_active(group.lanes, mask, True)
        bits = ballot_of(machine, given[0].data != 0, mask, active)
        if kind == "ballot":
            return Value("u32", packed(machine, group, bits))
        return Value("i32", (bits != 0 if kind == "any" else bits == active).astype(np.int32))

    return call


def group_sync(machine, group, given, mask):
    if group.lanes is None:
        machine.barrier(mask)
    else:
        machine.lanes_active(group.lanes, mask, True)
        machine.step[mask] += 1


def unsigned(function):
    return lambda machine, group, given, mask: Value("u32", np.asarray(function(machine, group, mask)).astype(U32))


METHODS = {
    "sync": group_sync,
    "thread_rank": unsigned(group_rank),
    "size": unsigned(lambda machine, group, mask: group_size(machine, group)),
    "num_threads": unsigned(lambda machine, group, mask: group_size(machine, group)),
    "meta_group_rank": unsigned(lambda machine, group, mask: machine.rank // group.tile),
    "match_any": lambda machine, group, given, mask: Value(
        "u32", packed(machine, group, match_bits(machine, given[0], machine.lanes_active(group.lanes, mask, True)))
    ),
}
METHODS |= {kind: group_vote(kind) for kind in ("any", "all", "ballot")}
METHODS |= {("shfl_" + kind).rstrip("_"): group_shuffle(kind) for kind in ("", "up", "down", "xor")}
assert set(BITS) <= set(NUMPY)
