"""An interpreter of a part of CUDA C++, in NumPy: all threads of a grid execute a statement before the next one.

It shares nothing with the compiler or with the headers of cuprum, and so judges both. Programs without data races have
one result in whatever order threads run. The interpreter raises `Undefined` where a program has none: a race in shared
memory, signed overflow, an index out of range, a shuffle that not all named lanes execute.

Types are called i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, h16 (half) and b16 (bfloat16) (simt_values.py,
`TYPEDEFS`). simt_parser.py reads the program, simt_functions.py has CUDA's functions.
"""

import numpy as np
from simt_values import (
    BITS,
    NUMPY,
    RANK,
    Array,
    Group,
    Pointer,
    Reference,
    Struct,
    Undefined,
    Value,
    is_integer,
    round_bfloat16,
)


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
