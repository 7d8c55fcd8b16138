"""An interpreter of a part of CUDA C++, in NumPy: all threads of a grid execute a statement before the next one.

It shares nothing with the compiler or with the headers of cuprum, and so judges both. Programs without data races have
one result in whatever order threads run. The interpreter raises `Undefined` where a program has none: a race in shared
memory, signed overflow, an index out of range, a shuffle that not all named lanes execute.

Types are called i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, h16 (half) and b16 (bfloat16) (`TYPEDEFS`).
"""

import re

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


# Parsing.

TOKEN = re.compile(
    r"\s+|//[^\n]*|#[^\n]*"
    r"|(?P<number>0x[0-9a-fA-F]+[uUlL]*|(?:\d+\.\d*|\.\d+|\d+)(?:e[-+]?\d+)?[fFuUlL]*)"
    r"|(?P<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)"
    r"|(?P<sign><<=|>>=|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])"
)
BINARY = {
    "*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<": 7, ">": 7, "<=": 7, ">=": 7, "==": 6, "!=": 6,
    "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1,
}  # fmt: skip
WORDS = {"const", "volatile", "__shared__", "static", "__device__", "__forceinline__", "inline", "extern", "unsigned"}


def tokens_of(text):
    at, tokens = 0, []
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise SyntaxError(text[at : at + 30])
        at = match.end()
        if match.lastgroup:
            tokens.append((match.lastgroup, match[0]))
    return tokens


class Parser:
    def __init__(self, text):
        self.tokens, self.at = [*tokens_of(text), ("end", "")], 0
        self.types, self.structs, self.functions = set(NUMPY) | {"void", "auto"}, {}, {}
        while self.peek() != "":
            self.top()

    def peek(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)][1]

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1][1]

    def take(self, text):
        if self.peek() == text:
            self.at += 1
            return True
        return False

    def expect(self, text):
        if not self.take(text):
            raise SyntaxError(f"{text} expected: " + " ".join(t[1] for t in self.tokens[self.at - 8 : self.at + 6]))

    def top(self):
        names = []
        if self.take("template"):
            self.expect("<")
            while not self.take(">"):
                if self.next() in ("class", "typename"):
                    self.types.add(self.peek())
                names.append(self.next())
                self.take(",")
        if self.take("struct"):
            name, members = self.next(), []
            self.expect("{")
            while not self.take("}"):
                type = self.next()
                while True:
                    member, length = self.next(), 1
                    if self.take("["):
                        length = int(self.next())
                        self.expect("]")
                    members.append((member, type, length))
                    if self.take(";"):
                        break
                    self.expect(",")
            self.expect(";")
            self.structs[name] = members
            self.types.add(name)
            return
        while self.peek() in WORDS or self.peek() == "__global__":
            self.next()
        type, name, parameters = self.next(), self.next(), []
        self.expect("(")
        while not self.take(")"):
            while self.peek() in WORDS:
                self.next()
            of, kind = self.next(), "value"
            while self.peek() in ("const", "*", "&", "__restrict__"):
                kind = {"*": "pointer", "&": "reference"}.get(self.next(), kind)
            parameters.append((of, kind, self.next()))
            self.take(",")
        self.functions[name] = (type, parameters, self.statement(), names)

    def is_type(self, ahead=0):
        name = self.peek(ahead)
        return name in self.types or name in WORDS

    def statement(self):
        if self.take("{"):
            body = []
            while not self.take("}"):
                body.append(self.statement())
            return ("block", body)
        if self.take(";"):
            return ("block", [])
        if self.take("if"):
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            yes = self.statement()
            return ("if", condition, yes, self.statement() if self.take("else") else None)
        if self.take("for"):
            self.expect("(")
            begin = self.statement()
            condition = None if self.peek() == ";" else self.expression()
            self.expect(";")
            step = []
            while self.peek() != ")":
                step.append(self.expression())
                self.take(",")
            self.expect(")")
            return ("for", begin, condition, step, self.statement())
        if self.take("while"):
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            return ("for", None, condition, [], self.statement())
        if self.take("do"):
            body = self.statement()
            self.expect("while")
            condition = self.expression()
            self.expect(";")
            return ("do", condition, body)
        if self.take("switch"):
            self.expect("(")
            value = self.expression()
            self.expect(")")
            self.expect("{")
            cases = []
            while not self.take("}"):
                if self.take("case"):
                    cases.append((int(self.next()), []))
                    self.expect(":")
                elif self.take("default"):
                    self.expect(":")
                    cases.append((None, []))
                else:
                    cases[-1][1].append(self.statement())
            return ("switch", value, cases)
        for word in ("break", "continue"):
            if self.take(word):
                self.expect(";")
                return (word,)
        if self.take("return"):
            value = None if self.peek() == ";" else self.expression()
            self.expect(";")
            return ("return", value)
        if self.is_type() and self.peek(1) != "(":
            return self.declaration()
        value = self.expression()
        self.expect(";")
        return ("expression", value)

    def declaration(self):
        words = set()
        while self.peek() in WORDS:
            words.add(self.next())
        type, made = self.next(), []
        while True:
            kind = "value"
            while self.peek() in ("*", "&", "__restrict__", "const"):
                kind = {"*": "pointer", "&": "reference"}.get(self.next(), kind)
            name, shape, begin = self.next(), [], None
            while self.take("["):
                shape.append(None if self.peek() == "]" else self.expression())
                self.expect("]")
            if self.take("="):
                begin = self.initial()
            made.append((name, kind, shape, begin))
            if self.take(";"):
                return ("declare", words, type, made)
            self.expect(",")

    def initial(self):
        if not self.take("{"):
            return self.expression()
        values = []
        while not self.take("}"):
            values.append(self.initial())
            self.take(",")
        return ("list", values)

    def expression(self):
        left = self.choice()
        if self.peek() in ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="):
            sign = self.next()
            return ("assign", sign[:-1], left, self.expression())
        return left

    def choice(self):
        condition = self.binary(1)
        if not self.take("?"):
            return condition
        yes = self.expression()
        self.expect(":")
        return ("choice", condition, yes, self.expression())

    def binary(self, least):
        left = self.unary()
        while BINARY.get(self.peek(), 0) >= least:
            sign = self.next()
            left = ("binary", sign, left, self.binary(BINARY[sign] + 1))
        return left

    def unary(self):
        for sign in ("-", "!", "~", "+", "*", "&", "++", "--"):
            if self.take(sign):
                return ("unary", sign, self.unary())
        if self.peek() == "(" and self.is_type(1):
            self.expect("(")
            while self.peek() in WORDS:
                self.next()
            type, stars = self.next(), 0
            while self.peek() in ("*", "const"):
                stars += self.next() == "*"
            self.expect(")")
            return ("cast", type, stars, self.unary())
        return self.postfix()

    def postfix(self):
        value = self.primary()
        while True:
            if self.take("["):
                value = ("index", value, self.expression())
                self.expect("]")
            elif self.peek() in (".", "->"):
                value = ("member", self.next(), value, self.next())
            elif self.peek() == "(":
                value = ("call", value, self.arguments())
            elif self.peek() in ("++", "--"):
                value = ("after", self.next(), value)
            else:
                return value

    def arguments(self):
        self.expect("(")
        given = []
        while not self.take(")"):
            given.append(self.expression())
            self.take(",")
        return given

    def primary(self):
        if self.take("("):
            value = self.expression()
            self.expect(")")
            return value
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return ("number", *number_of(text))
        if self.peek() == "<" and (text.startswith("cg::") or self.functions.get(text, [0, 0, 0, 0])[3]):
            self.next()
            given = []
            while not self.take(">"):
                given.append(self.next())
                self.take(",")
            return ("template", text, given)
        if kind != "name":
            raise SyntaxError(text + " in " + " ".join(t[1] for t in self.tokens[self.at - 10 : self.at + 5]))
        return ("name", text)


def number_of(text):
    if text.startswith("0x"):
        value, suffix = int(text.rstrip("uUlL"), 16), re.search("[uUlL]*$", text)[0].lower()
        type = (
            "u64" if suffix in ("ull", "ul") or value >= 2**32 else "u32" if "u" in suffix or value >= 2**31 else "i32"
        )
        return type, NUMPY[type](value)
    if re.search(r"[.eE]|[fF]$", text):
        return ("f32", np.float32(text[:-1])) if text[-1] in "fF" else ("f64", np.float64(text))
    suffix = re.search("[uUlL]*$", text)[0].lower()
    value = int(text[: len(text) - len(suffix)])
    type = {"": "i32", "u": "u32", "ll": "i64", "ull": "u64"}[suffix]
    if type == "i32" and value >= 2**31:
        type = "i64"
    return type, NUMPY[type](value)


class Frame:
    def __init__(self, machine, names=None):
        self.scopes, self.left = [names or {}], np.zeros(machine.threads, bool)
        self.loops, self.result, self.templates = [], None, {}

    def find(self, name):
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None


class Machine:
    """Runs one kernel for a whole grid."""

    def __init__(self, program, block, grid, dynamic_bytes=0):
        block, grid = (tuple(x) + (1,) * (3 - len(x)) for x in (block, grid))
        self.program = program
        self.size = int(np.prod(block))
        self.blocks = int(np.prod(grid))
        self.threads = self.size * self.blocks
        self.every = np.arange(self.threads)
        self.block_of, self.rank = self.every // self.size, self.every % self.size
        self.warp_of = self.block_of * ((self.size + 31) // 32) + self.rank // 32
        self.lane = self.rank % 32
        self.epoch, self.step = np.zeros(self.threads, np.int32), np.zeros(self.threads, np.int32)
        self.ended = np.zeros(self.threads, bool)
        self.shared, self.steps, self.depth = {}, 0, 0
        x, y, z = block
        gx, gy, _ = grid
        index = lambda a: Value("u32", a.astype(np.uint32))  # noqa: E731
        self.indices = {
            "threadIdx": [index(self.rank % x), index(self.rank // x % y), index(self.rank // (x * y))],
            "blockIdx": [index(self.block_of % gx), index(self.block_of // gx % gy), index(self.block_of // (gx * gy))],
            "blockDim": [self.full("u32", n) for n in block],
            "gridDim": [self.full("u32", n) for n in grid],
        }
        # For each thread, the lanes of its warp as threads; -1 where there is none.
        lanes = self.every[:, None] - self.lane[:, None] + np.arange(32)
        inside = (self.rank[:, None] - self.lane[:, None] + np.arange(32)) < self.size
        self.lanes, self.present = np.where(inside, lanes, -1), inside

    def full(self, type, value):
        return Value(type, np.full(self.threads, value, NUMPY[type]))

    def moment(self, at):
        return self.rank[at].astype(np.int32), self.epoch[at], self.step[at]

    def run(self, name, arguments):
        """Arguments are numbers, NumPy arrays, which are written to, and dictionaries for structures."""
        _, parameters, body, _ = self.program.functions[name]
        self.frame = Frame(self)
        for (type, kind, parameter), given in zip(parameters, arguments, strict=True):
            if kind == "pointer":
                zero = np.zeros(self.threads, np.int64)
                value = Pointer(type, [Array(self, type, given.size, "global", given)], zero.astype(int), zero)
                self.frame.scopes[0][parameter] = value
            elif isinstance(given, dict):
                made = self.make(type, 1, "local")
                for member, array in made.members.items():
                    array.data[:] = np.asarray(given[member]).reshape(1, -1)
                    array.known[:] = True
                self.frame.scopes[0][parameter] = Reference(made, np.zeros(self.threads, np.int64))
            else:
                self.declare_value(parameter, self.full(type, given), type, np.ones(self.threads, bool))
        with np.errstate(all="ignore"):
            self.execute(body, np.ones(self.threads, bool))

    # Statements give which threads go on behind them.

    def execute(self, node, mask):
        self.steps += 1
        if self.steps > 60000:
            raise Undefined("takes too long")
        return getattr(self, "do_" + node[0])(node, mask)

    def do_block(self, node, mask):
        self.frame.scopes.append({})
        for statement in node[1]:
            if not mask.any():
                break
            mask = self.execute(statement, mask)
        self.frame.scopes.pop()
        return mask

    def do_expression(self, node, mask):
        self.evaluate(node[1], mask)
        return mask

    def truth(self, node, mask):
        value = self.evaluate(node, mask)
        return (value.data != 0) & mask

    def do_if(self, node, mask):
        yes = self.truth(node[1], mask)
        no = mask & ~yes
        if yes.any():
            yes = self.execute(node[2], yes)
        if node[3] and no.any():
            no = self.execute(node[3], no)
        return yes | no

    def do_for(self, node, mask):
        self.frame.scopes.append({})
        if node[1]:
            self.execute(node[1], mask)
        left = self.loop(node[2], node[3], node[4], mask, False)
        self.frame.scopes.pop()
        return left

    def do_do(self, node, mask):
        return self.loop(node[1], [], node[2], mask, True)

    def loop(self, condition, steps, body, mask, is_late):
        left = np.zeros(self.threads, bool)
        live, first = mask, True
        while live.any():
            if condition and not (is_late and first):
                goes_on = self.truth(condition, live)
                left |= live & ~goes_on
                live = goes_on
                if not live.any():
                    break
            first = False
            self.frame.loops.append([np.zeros(self.threads, bool), np.zeros(self.threads, bool)])
            live = self.execute(body, live)
            broke, continued = self.frame.loops.pop()
            left |= broke
            live = live | continued
            for step in steps:
                if live.any():
                    self.evaluate(step, live)
        return left

    def do_break(self, node, mask):
        self.frame.loops[-1][0] |= mask
        return np.zeros_like(mask)

    def do_continue(self, node, mask):
        for loop in reversed(self.frame.loops):
            if loop[1] is not None:
                loop[1] |= mask
                break
        return np.zeros_like(mask)

    def do_switch(self, node, mask):
        value = self.evaluate(node[1], mask).data
        self.frame.loops.append([np.zeros(self.threads, bool), None])
        matched, live = np.zeros(self.threads, bool), np.zeros(self.threads, bool)
        known = [number for number, _ in node[2] if number is not None]
        for number, body in node[2]:
            enters = mask & (~np.isin(value, known) if number is None else value == number)
            matched |= enters
            live = live | enters
            if live.any() and body:
                live = self.execute(("block", body), live)
        broke, _ = self.frame.loops.pop()
        return live | broke | (mask & ~matched)

    def do_return(self, node, mask):
        if node[1] is not None:
            value = self.evaluate(node[1], mask)
            frame = self.frame
            if isinstance(value, dict):
                if frame.result is None:
                    frame.result = {k: v.copy() for k, v in value.items()}
                for k, v in value.items():
                    frame.result[k][mask] = v[mask]
            else:
                value = self.convert(value, frame.type)
                if frame.result is None:
                    frame.result = Value(value.type, value.data.copy())
                frame.result.data[mask] = value.data[mask]
        if self.depth == 0:
            self.ended |= mask
        return np.zeros_like(mask)

    def type_of(self, name):
        return self.frame.templates.get(name, name)

    def make(self, type, length, kind, is_volatile=False):
        if type in self.program.structs:
            members = {
                name: Array(self, of, length * count, kind, None, is_volatile)
                for name, of, count in self.program.structs[type]
            }
            made = Struct(type, members, length)
            made.counts = {name: count for name, _, count in self.program.structs[type]}
            return made
        return Array(self, type, length, kind, None, is_volatile)

    def declare_value(self, name, value, type, mask):
        array = self.make(type, 1, "local")
        zero = np.zeros(self.threads, np.int64)
        reference = Reference(array, zero)
        self.assign(reference, value, mask)
        self.frame.scopes[-1][name] = reference

    def do_declare(self, node, mask):
        _, words, type, made = node
        type = self.type_of(type)
        zero = np.zeros(self.threads, np.int64)
        for name, kind, shape, begin in made:
            if kind == "reference":
                self.frame.scopes[-1][name] = self.place(begin, mask)
                continue
            if kind == "pointer" or (type == "auto" and begin):
                value = self.evaluate(begin, mask)
                if isinstance(value, Pointer):
                    value = Pointer(value.type, value.arrays, value.which.copy(), value.offset.copy())
                if isinstance(value, Value):
                    self.declare_value(name, value, value.type, mask)
                else:
                    self.frame.scopes[-1][name] = value
                continue
            if "extern" in words:
                continue
            sizes = tuple(int(self.evaluate(size, mask).data[np.argmax(mask)]) for size in shape)
            length = int(np.prod(sizes)) if sizes else 1
            if "__shared__" in words:
                key = id(made), name
                if key not in self.shared:
                    self.shared[key] = self.make(type, length, "shared", "volatile" in words)
                array = self.shared[key]
            else:
                array = self.make(type, length, "local")
            reference = Reference(array, zero, sizes)
            self.frame.scopes[-1][name] = reference
            if begin is None:
                continue
            if begin[0] != "list":
                self.assign(reference, self.evaluate(begin, mask), mask)
                continue
            if isinstance(array, Struct):
                for (member, of, count), value in zip(self.program.structs[type], begin[1], strict=True):
                    values = value[1] if value[0] == "list" else [value]
                    for i in range(count):
                        given = self.evaluate(values[i], mask) if i < len(values) else self.full(of, 0)
                        self.assign(Reference(array.members[member], zero + i), given, mask)
                continue
            flat = [v for row in begin[1] for v in (row[1] if row[0] == "list" else [row])]
            for i in range(length):
                given = self.evaluate(flat[i], mask) if i < len(flat) else self.full("i32", 0)
                self.assign(Reference(array, zero + i), given, mask)
        return mask

    # Places.

    def place(self, node, mask):
        kind = node[0]
        if kind == "name":
            found = self.frame.find(node[1])
            if found is None:
                raise SyntaxError(node[1] + " is not known")
            return found
        if kind == "index":
            base = self.place(node[1], mask) if node[1][0] in ("name", "index", "member") else None
            if base is None:
                base = self.evaluate(node[1], mask)
            index = self.evaluate(node[2], mask).data.astype(np.int64)
            if isinstance(base, Pointer):
                return Pointer(base.type, base.arrays, base.which, base.offset + index)
            if not base.shape:
                raise SyntaxError("no array")
            inner = int(np.prod(base.shape[1:])) if len(base.shape) > 1 else 1
            if ((index < 0) | (index >= base.shape[0]))[mask].any():
                raise Undefined("index out of range")
            return Reference(base.array, base.offset + index * inner, base.shape[1:])
        if kind == "member":
            base = self.place(node[2], mask)
            if isinstance(base, Pointer):
                struct = base.arrays[0]
                base = Reference(struct, base.offset)
            count = base.array.counts[node[3]]
            return Reference(base.array.members[node[3]], base.offset * count, (count,) if count > 1 else ())
        if kind == "unary" and node[1] == "*":
            return self.evaluate(node[2], mask)
        if kind == "unary" and node[1] in ("++", "--"):
            self.evaluate(node, mask)
            return self.place(node[2], mask)
        raise SyntaxError(f"no place: {node}")

    def read(self, place, mask):
        if isinstance(place, (Group, Value, dict)):
            return place
        if isinstance(place, Pointer):
            if len(place.arrays) == 1:
                if isinstance(place.arrays[0], Struct):
                    return self.read(Reference(place.arrays[0], place.offset), mask)
                return Value(place.arrays[0].type, place.arrays[0].load(place.offset, mask))
            result = None
            for i, array in enumerate(place.arrays):
                mine = mask & (place.which == i)
                if not mine.any():
                    continue
                loaded = array.load(place.offset, mine)
                result = loaded if result is None else np.where(mine, loaded, result)
            return Value(place.arrays[0].type, result if result is not None else np.zeros(self.threads))
        if place.shape:
            if isinstance(place.array, Struct):
                return Pointer(place.array.type, [place.array], self.every * 0, place.offset)
            return Pointer(place.array.type, [place.array], self.every * 0, place.offset)
        if isinstance(place.array, Struct):
            values = {}
            for name, array in place.array.members.items():
                count = place.array.counts[name]
                parts = [array.load(place.offset * count + i, mask) for i in range(count)]
                values[name] = np.stack(parts, 1)
            return values
        return Value(place.array.type, place.array.load(place.offset, mask))

    def assign(self, place, value, mask):
        if isinstance(place, Pointer):
            for i, array in enumerate(place.arrays):
                mine = mask & (place.which == i)
                if not mine.any():
                    continue
                if isinstance(array, Struct):
                    self.assign(Reference(array, place.offset), value, mine)
                else:
                    array.store(place.offset, mine, self.convert(value, array.type, mine).data)
        elif isinstance(place.array, Struct):
            for name, array in place.array.members.items():
                count = place.array.counts[name]
                for i in range(count):
                    array.store(place.offset * count + i, mask, value[name][:, i])
        else:
            place.array.store(place.offset, mask, self.convert(value, place.array.type, mask).data)

    # Values.

    def convert(self, value, type, mask=None):
        if value.type == type or type in ("auto", "void"):
            return value
        data = value.data
        if type == "bool":
            return Value(type, data != 0)
        if is_integer(type) and not is_integer(value.type):
            whole = np.trunc(data.astype(np.float64))
            low = 0 if type[0] == "u" else -(2.0 ** (BITS[type] - 1))
            high = 2.0 ** (BITS[type] - (type[0] != "u"))
            inside = (whole >= low) & (whole < high)
            if not inside[mask if mask is not None else slice(None)].all():
                raise Undefined("conversion out of range")
            whole = np.where(inside, whole, 0)
            return Value(type, whole.astype(NUMPY[type]))
        if type == "b16":
            return Value(type, round_bfloat16(data.astype(np.float32)))
        if value.type == "h16" and type == "bool":
            return Value(type, data != 0)
        return Value(type, data.astype(NUMPY[type]))

    def promote(self, value):
        return self.convert(value, "i32") if value.type in ("bool", "i8", "u8", "i16", "u16") else value

    def arithmetic(self, sign, a, b, mask):
        if isinstance(a, Pointer):
            offset = b.data.astype(np.int64)
            return Pointer(a.type, a.arrays, a.which, a.offset + (offset if sign == "+" else -offset))
        a, b = self.promote(a), self.promote(b)
        if sign in ("<<", ">>"):
            count = b.data.astype(np.int64)
            if ((count < 0) | (count >= BITS[a.type]))[mask].any():
                raise Undefined("shift")
            count = np.where(mask, count, 0).astype(NUMPY[a.type])
            return Value(a.type, a.data << count if sign == "<<" else a.data >> count)
        type = max(a.type, b.type, key=RANK.__getitem__)
        x, y = self.convert(a, type, mask).data, self.convert(b, type, mask).data
        if sign in ("<", ">", "<=", ">=", "==", "!="):
            compare = {"<": np.less, ">": np.greater, "<=": np.less_equal, ">=": np.greater_equal}
            compare |= {"==": np.equal, "!=": np.not_equal}
            return Value("bool", compare[sign](x, y))
        if sign in "&|^":
            return Value(type, {"&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor}[sign](x, y))
        if sign in "/%":
            if not is_integer(type):
                return Value(type, x / y)
            if (y == 0)[mask].any():
                raise Undefined("division by zero")
            y = np.where(y == 0, 1, y).astype(y.dtype)
            if type[0] == "u":
                return Value(type, x // y if sign == "/" else x % y)
            if ((x == np.iinfo(x.dtype).min) & (y == -1))[mask].any():
                raise Undefined("quotient")
            y = np.where(y == -1, 1, y).astype(y.dtype) if (x == np.iinfo(x.dtype).min).any() else y
            return Value(type, np.fix(x / y).astype(x.dtype) if False else divide(x, y, sign))
        result = {"+": np.add, "-": np.subtract, "*": np.multiply}[sign](x, y)
        if type in ("i32", "i64"):
            wide = {"+": np.add, "-": np.subtract, "*": np.multiply}[sign](x.astype(np.float64), y.astype(np.float64))
            if (np.abs(wide) >= 2.0 ** (BITS[type] - 1) * (1 if type == "i32" else 0.999))[mask].any():
                raise Undefined("signed overflow")
        return Value(type, result)

    def evaluate(self, node, mask):
        self.steps += 1
        return getattr(self, "value_of_" + node[0])(node, mask)

    def value_of_number(self, node, mask):
        return self.full(node[1], node[2])

    def value_of_name(self, node, mask):
        name = node[1]
        if name in ("true", "false"):
            return self.full("bool", name == "true")
        if name in self.frame.templates:
            return self.full("i32", int(self.frame.templates[name]))
        if name == "warpSize":
            return self.full("i32", 32)
        return (
            self.read(self.place(node, mask), mask)
            if not isinstance(self.frame.find(name), Pointer)
            else self.frame.find(name)
        )

    def value_of_index(self, node, mask):
        return self.read(self.place(node, mask), mask)

    def value_of_member(self, node, mask):
        if node[2][0] == "name" and node[2][1] in self.indices:
            return self.indices[node[2][1]]["xyz".index(node[3])]
        if node[2][0] == "call":
            given = self.evaluate(node[2], mask)
            data = given[node[3]]
            types = {name: of for members in self.program.structs.values() for name, of, _ in members}
            return Value(types[node[3]], data[:, 0])
        return self.read(self.place(node, mask), mask)

    def value_of_assign(self, node, mask):
        _, sign, left, right = node
        if left[0] == "name" and isinstance(self.frame.find(left[1]), Pointer):
            return self.assign_pointer(left[1], sign, right, mask)
        value = self.evaluate(right, mask)
        place = self.place(left, mask)
        if sign:
            value = self.arithmetic(sign, self.read(place, mask), value, mask)
        self.assign(place, value, mask)
        return value

    def assign_pointer(self, name, sign, right, mask):
        old, value = self.frame.find(name), self.evaluate(right, mask)
        if sign:
            value = self.arithmetic(sign, old, value, mask)
        new = self.choose_pointer(mask, value, old)
        old.arrays, old.which, old.offset = new.arrays, new.which, new.offset
        return old

    def choose_pointer(self, yes, a, b):
        arrays = list(a.arrays) + [x for x in b.arrays if all(x is not y for y in a.arrays)]
        places = np.array([next(i for i, y in enumerate(arrays) if y is x) for x in b.arrays])
        return Pointer(a.type, arrays, np.where(yes, a.which, places[b.which]), np.where(yes, a.offset, b.offset))

    def value_of_choice(self, node, mask):
        yes = self.truth(node[1], mask)
        no = mask & ~yes
        a = self.evaluate(node[2], yes)
        b = self.evaluate(node[3], no)
        if isinstance(a, Pointer):
            return self.choose_pointer(yes, a, b)
        if isinstance(a, dict):
            return {k: np.where(yes[:, None], a[k], b[k]) for k in a}
        if a.type != b.type:
            a, b = self.promote(a), self.promote(b)
            type = max(a.type, b.type, key=RANK.__getitem__)
            a, b = self.convert(a, type, yes), self.convert(b, type, no)
        return Value(a.type, np.where(yes, a.data, b.data))

    def value_of_binary(self, node, mask):
        _, sign, left, right = node
        if sign in ("&&", "||"):
            first = self.truth(left, mask)
            rest = first if sign == "&&" else mask & ~first
            second = self.truth(right, rest) if rest.any() else np.zeros_like(mask)
            return Value("bool", second if sign == "&&" else first | second)
        return self.arithmetic(sign, self.evaluate(left, mask), self.evaluate(right, mask), mask)

    def value_of_unary(self, node, mask):
        _, sign, inner = node
        if sign == "*":
            return self.read(self.evaluate(inner, mask), mask)
        if sign == "&":
            place = self.place(inner, mask)
            if isinstance(place, Reference):
                place = Pointer(place.array.type, [place.array], self.every * 0, place.offset)
            return place
        if sign in ("++", "--"):
            return self.value_of_assign(("assign", sign[0], inner, ("number", "i32", 1)), mask)
        value = self.evaluate(inner, mask)
        if sign == "!":
            return Value("bool", value.data == 0)
        value = self.promote(value)
        if sign == "~":
            return Value(value.type, ~value.data)
        if sign == "-":
            if value.type in ("i32", "i64") and (value.data == np.iinfo(value.data.dtype).min)[mask].any():
                raise Undefined("negation")
            return Value(value.type, (-value.data).astype(value.data.dtype))
        return value

    def value_of_after(self, node, mask):
        value = self.evaluate(node[2], mask)
        if isinstance(value, Pointer):
            value = Pointer(value.type, value.arrays, value.which, value.offset)
        self.value_of_assign(("assign", node[1][0], node[2], ("number", "i32", 1)), mask)
        return value

    def value_of_cast(self, node, mask):
        value = self.evaluate(node[3], mask)
        return value if node[2] or isinstance(value, dict) else self.convert(value, self.type_of(node[1]), mask)

    def value_of_call(self, node, mask):
        from simt_functions import FUNCTIONS, METHODS

        _, called, given = node
        if called[0] == "member":
            group = self.evaluate(called[2], mask)
            return METHODS[called[3]](self, group, [self.evaluate(x, mask) for x in given], mask)
        name = called[1]
        if name in NUMPY or name in self.frame.templates:
            return self.convert(self.evaluate(given[0], mask), self.type_of(name), mask)
        if name in self.program.functions:
            return self.call(called, given, mask)
        values = [self.evaluate(x, mask) for x in given]
        if called[0] == "template":
            return FUNCTIONS[name](self, mask, called[2], *values)
        return FUNCTIONS[name](self, mask, *values)

    def value_of_template(self, node, mask):
        return node[1]

    def call(self, called, given, mask):
        type, parameters, body, names = self.program.functions[called[1]]
        frame = Frame(self)
        if called[0] == "template":
            frame.templates.update({n: self.type_of(g) for n, g in zip(names, called[2], strict=False)})
        for n, g in frame.templates.items():
            frame.templates[n] = self.frame.templates.get(g, g)
        outer = self.frame
        for (of, kind, name), node in zip(parameters, given, strict=True):
            if kind == "reference":
                frame.scopes[0][name] = self.place(node, mask)
                continue
            value = self.evaluate(node, mask)
            if isinstance(value, Pointer):
                if of in names:
                    frame.templates.setdefault(of, value.type)
                frame.scopes[0][name] = Pointer(value.type, value.arrays, value.which.copy(), value.offset.copy())
                continue
            if of in names and isinstance(value, Value):
                frame.templates.setdefault(of, value.type)
            self.frame = frame
            of = frame.templates.get(of, of)
            self.declare_value(name, value if isinstance(value, dict) else self.convert(value, of, mask), of, mask)
            self.frame = outer
        frame.type = frame.templates.get(type, type)
        self.frame, self.depth = frame, self.depth + 1
        if self.depth > 20:
            raise Undefined("too deep")
        self.execute(body, mask)
        self.frame, self.depth = outer, self.depth - 1
        if frame.result is None and frame.type in self.program.structs:
            shapes = [(n, NUMPY[t], (self.threads, count)) for n, t, count in self.program.structs[frame.type]]
            return {name: np.zeros(shape, dtype) for name, dtype, shape in shapes}
        return self.full(frame.type, 0) if frame.result is None and frame.type != "void" else frame.result

    # What threads do together.

    def barrier(self, mask):
        here = mask & ~self.ended
        if (self.epoch[here] < 0).any():
            raise Undefined("a thread comes back to barriers")
        others = ~mask & ~self.ended
        blocks = np.zeros(self.blocks, bool)
        blocks[self.block_of[here]] = True
        self.epoch[others & blocks[self.block_of]] = -1
        self.epoch[here] += 1

    def of_block(self, function, values, mask):
        result = np.zeros(self.threads, values.dtype)
        for b in np.unique(self.block_of[mask]):
            own = mask & (self.block_of == b)
            result[own] = function(values[own])
        return result

    def lanes_active(self, wanted, mask, is_group=False):
        """Bits of the lanes that execute this; all that `wanted` names must, as far as they have not ended.

        No thread of a group may have ended.
        """
        active = self.bits(mask)
        alive = self.bits(np.ones_like(mask) if is_group else ~self.ended)
        if ((wanted & alive & ~active) != 0)[mask].any():
            raise Undefined("not all named lanes execute this")
        if ((wanted >> self.lane.astype(np.uint32)) & 1 == 0)[mask].any():
            raise Undefined("a lane that is not named executes this")
        return active & wanted

    def bits(self, flags):
        found = np.where(self.present, flags[self.lanes], False)
        return (found.astype(np.uint64) << np.arange(32, dtype=np.uint64)).sum(1).astype(np.uint32)


def divide(x, y, sign):
    quotient = np.abs(x.astype(object)) // np.abs(y.astype(object)) * np.where((x < 0) != (y < 0), -1, 1)
    quotient = quotient.astype(x.dtype)
    return quotient if sign == "/" else x - quotient * y
