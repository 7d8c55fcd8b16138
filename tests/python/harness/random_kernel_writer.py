"""Random statements of kernels in CUDA C++ whose meaning is the same in whatever order threads run."""

import collections

from random_kernel_groups import OfBlocks, OfWarps
from random_kernel_tree import Tree
from random_kernel_types import FLOATS, INTEGERS, PLACES, ROWS, Variable


class Writer(OfBlocks, OfWarps):
    """Writes one kernel's statements."""

    def __init__(self, draw, kernel):
        self.draw, self.kernel = draw, kernel
        self.names = collections.Counter()
        self.scalars, self.arrays, self.pointers = [], [], []
        self.counters = []  # Of the loops around, and how far they go.
        self.shared_numbers = []  # In shared memory that this kernel only reads.
        self.bases = ["threadIdx.x", "r", "g", "(int)r", "(int)g", "(int)threadIdx.x"]  # What indices are made of.
        self.budget = draw.choice([2, 3, 4, 5, 6, 8, 12])
        # A kernel without barriers may have its loops turned, and its blocks joined.
        self.has_barriers = draw.random() < 0.8
        # Short kernels of indices that wrap around: a longer one is seldom vectorised whole.
        self.gathers = draw.random() < 0.3
        if self.gathers:
            self.budget = draw.choice([1, 1, 2, 3])
            self.has_barriers = draw.random() < 0.3
            if draw.random() < 0.7:
                kernel.block = draw.choice([(64,), (128,), (96,), (37,)])
                kernel.dynamic = kernel.dynamic and 4 * kernel.threads
        self.has_warps = self.has_barriers and draw.random() < 0.35
        self.returns_early = self.has_barriers and draw.random() < 0.15
        if draw.random() < 0.2:
            self.arrays.append(Variable("given.n", "int", 4))

    def name(self, stem):
        self.names[stem] += 1
        return f"{stem}{self.names[stem]}"

    def chance(self, probability):
        return self.draw.random() < probability

    # Expressions: 'u' is unsigned, 'f' float, 'c' a condition.

    def integer(self, depth=0):
        d = self.draw
        if depth > 1 or self.chance(0.45):
            return self.integer_leaf()
        a, b = self.integer(depth + 1), self.integer(depth + 1)
        form = d.randrange(12)
        if form < 6:
            return Tree("u", "(", a, d.choice([" + ", " - ", " * ", " ^ ", " & ", " | "]), b, ")")
        if form == 6:
            return Tree("u", "(", a, d.choice([" << ", " >> "]), "(", b, " & 31))")
        if form == 7:
            # What is divided by may be 0, but not in a way that a compiler sees: that has no meaning in C++.
            return Tree("u", "(", a, d.choice([" / ", " % "]), "(", b, " ^ (blockDim.x >> 31)))")
        if form == 8:
            return Tree("u", "(", self.condition(depth + 1), " ? ", a, " : ", b, ")")
        if form == 9:
            return Tree("u", "(unsigned)(int)", self.real(depth + 1))
        if form == 10:
            return Tree("u", d.choice(["min(", "max("]), a, ", ", b, ")")
        return Tree("u", d.choice(["mix(", "mix(", "(unsigned)__popc(", "~("]), a, ")")

    def integer_leaf(self):
        d = self.draw
        form = d.randrange(10)
        if form < 4:
            variable = self.read(INTEGERS)
            if variable:
                return Tree("u", "(unsigned)" + variable)
        if form == 4 and self.counters:
            return Tree("u", "(unsigned)" + d.choice(self.counters)[0])
        if form == 5:
            return Tree("u", f"(unsigned)gi[{self.input_place()}]")
        if form == 6:
            return Tree("u", d.choice(["(unsigned)m", "(unsigned)n", "blockIdx.x", "(unsigned)given.n[2]"]))
        if form == 7:
            return Tree("u", d.choice(["r", "g", "threadIdx.x", "threadIdx.y", "threadIdx.z", "r"]))
        return Tree("u", f"{d.choice([0, 1, 2, 3, 5, 7, 100, 65537])}u")

    def wrapped(self, most=65536):
        """An index below `most` that is masked, narrowed, shifted, reversed or divided: most of them wrap around."""
        d = self.draw
        bases = self.bases + [name for name, _ in self.counters] * 3
        b, s, c = d.choice(bases), d.choice([2, 3, 5, 7, 9, 12, 16, 31, 33, 63, 100]), d.choice([0, 0, 1, 5, 8, 40])
        bits = d.choice([3, 4, 5, 6, 6, 7, 8])
        mask = 2**bits - 1
        plus = f" + {c}" if c else ""
        index = d.choice(
            [
                f"({b} * {s}{plus}) & {mask}",
                f"({b} * {s}{plus}) & {mask}",
                f"(unsigned)({b} * {s}{plus}) % {mask + 1}u",
                f"({b} * {s}{plus}) % {d.choice([3, 10, 48, 60, 64, 100])}",
                f"(unsigned char)({b} * {s}{plus})",
                f"(unsigned short)({b} * {s * d.choice([1, 37, 1024])}{plus})",
                f"{mask} - (({b} * {s}) & {mask})",
                f"(({b} * {s}) & {mask}) >> {d.choice([1, 2])}",
                f"(({b} * {s}) & {mask}) / {d.choice([2, 3, 5])}",
                f"((unsigned)({b} * {s}) << {32 - bits}) >> {32 - bits}",
                f"128 + (signed char)({b} * {s})",
                f"(({b} * {s}) & {mask}) * 2 + 1",
                f"({c} - {b} * {s}) & {mask}",
                f"(({b} >> 1) * {s}) & {mask}",
                f"({b} ^ {c}) & {mask}",
                f"(unsigned){b} * {d.choice([2, 3, 4])} + {c}",
            ]
        )
        return f"({index})" if most >= 65536 else f"((unsigned)({index}) % {most}u)"

    def input_place(self):
        if self.chance(0.8 if self.gathers else 0.2):
            return self.wrapped()
        counter = self.draw.choice([c for c, most in self.counters if most <= ROWS] + ["3"])
        return self.draw.choice(
            ["g", f"(unsigned){counter} * ALL + g", f"(unsigned){counter}", f"g * 2 + {self.draw.randrange(2)}"]
        )

    def real(self, depth=0):
        d = self.draw
        if depth > 1 or self.chance(0.45):
            variable = self.read(FLOATS)
            if variable and self.chance(0.6):
                return Tree("f", "(float)" + variable)
            return Tree("f", d.choice([f"gf[{self.input_place()}]", "0.5f", "3.f", "given.f", "(float)r", "-1.25f"]))
        if self.chance(0.2):
            return Tree("f", "(float)(int)", self.integer(depth + 1))
        a, b = self.real(depth + 1), self.real(depth + 1)
        if self.chance(0.2):
            return Tree("f", d.choice(["fminf(", "fmaxf("]), a, ", ", b, ")")
        return Tree("f", "(", a, d.choice([" + ", " - ", " * "]), b, ")")

    def condition(self, depth=0):
        if self.chance(0.25):
            return Tree(
                "c", "(", self.real(depth + 1), self.draw.choice([" < ", " >= ", " == "]), self.real(depth + 1), ")"
            )
        if self.chance(0.3):
            return Tree("c", "(", self.integer(depth + 1), f" & {self.draw.choice([1, 2, 4])})")
        return Tree(
            "c", "(", self.integer(depth + 1), self.draw.choice([" < ", " != ", " > "]), self.integer(depth + 1), ")"
        )

    def uniform_condition(self):
        d = self.draw
        counters = [name for name, _ in self.counters if name.startswith("u")]
        if self.shared_numbers and self.chance(0.5):
            return Tree("c", f"({d.choice(self.shared_numbers)} {d.choice(['& 1', '> 2', '% 3 == 1'])})")
        if self.chance(0.1):
            return Tree("c", f"(gi[{d.choice(['blockIdx.x', '0', '7', 'm'])}] & 1)")
        if counters and self.chance(0.5):
            return Tree("c", f"({d.choice(counters)} {d.choice(['& 1', '> 1', '!= m'])})")
        return Tree(
            "c",
            d.choice(["(m & 1)", "(m > 2)", "(n > 30)", "(blockIdx.x == 0)", "(m + blockIdx.y & 2)", "(given.n[1])"]),
        )

    # Variables.

    def element(self, length):
        """An index into an array."""
        d = self.draw
        inside = [name for name, most in self.counters if most <= length]
        if inside and self.chance(0.7):
            return d.choice(inside)
        if self.counters and self.chance(0.3):
            return f"{d.choice(self.counters)[0]} % {length}"
        if self.chance(0.1):
            return self.wrapped(length)
        if self.chance(0.3):
            return f"{d.choice(['r', '(unsigned)m', 'r / 3', 'blockIdx.x', 'threadIdx.y'])} % {length}"
        return str(d.randrange(length))

    def places(self, types):
        """Everything of these types that a thread can read and write."""
        found = [v.name for v in self.scalars if v.type in types]
        for v in self.arrays:
            if v.type in types:
                found += [f"{v.name}[{self.element(v.length)}]"] * 2
            elif v.type == "Pair" and v.length:
                found += [f"{v.name}[{self.element(v.length)}].{'a' if 'int' in types else 'b'}"] * 2
            elif v.type == "Pair":
                found.append(f"{v.name}.{'a' if 'int' in types else 'b'}")
            elif v.type == "Mixed" and "double" in types:
                found.append(f"{v.name}.d")
            elif v.type == "Mixed":
                found += [f"{v.name}.c", f"{v.name}.s[{self.element(3)}]"]
            elif v.type.endswith("2") and v.type[:-1] in types:
                found += [f"{v.name}[{self.element(v.length)}][{self.element(2)}]"] * 2
        for v in self.pointers:
            if v.type in types:
                found.append(f"{v.name}[{self.element(v.length)}]")
        return found

    def read(self, types):
        found = self.places(types)
        return self.draw.choice(found) if found else None

    def own_output(self, types):
        """A place in an output that is the thread's own."""
        names = ["oi", "os", "ob", "ol"] if "int" in types else ["of", "od"]
        k = self.draw.randrange(PLACES)
        return f"{self.draw.choice(names)}[g * {PLACES} + {k}]"

    def declare(self):
        d = self.draw
        form = d.randrange(10)
        if form < 4:
            types = INTEGERS if self.chance(0.7) else FLOATS
            type = d.choice(types)
            value = self.integer() if types is INTEGERS else self.real()
            name = self.name("v")
            self.scalars.append(Variable(name, type))
            return Tree("declare", f"{type} {name} = ({type})", value, ";\n")
        name, length = self.name("a"), d.choice([1, 2, 2, 2, 3, 3, 4, 5, 8])
        if form < 8:
            type = d.choice(INTEGERS + FLOATS)
            value = self.real() if type in FLOATS else self.integer()
            tail = d.choice(["i", "r", "2 * i"])
            self.arrays.append(Variable(name, type, length))
            hint = d.choice(["", "", "#pragma unroll\n", "#pragma unroll 1\n"])
            return Tree(
                "declare",
                f"{type} {name}[{length}];\n{hint}for (int i = 0; i < {length}; ++i) {name}[i] = ({type})(",
                value,
                f" + {tail});\n",
            )
        if form == 8:
            if self.chance(0.5):
                value = self.integer()
                self.arrays.append(Variable(name, "Pair", length))
                return Tree(
                    "declare",
                    f"Pair {name}[{length}];\nfor (int i = 0; i < {length}; ++i) {{ {name}[i].a = (int)",
                    value,
                    f"; {name}[i].b = i; }}\n",
                )
            if self.chance(0.5):
                self.arrays.append(Variable(name, "Mixed"))
                return Tree("declare", f"Mixed {name} = {{3, 0.5, {{1, 2, 3}}}};\n")
            self.arrays.append(Variable(name, "Pair"))
            return Tree("declare", f"Pair {name} = {{(int)r, 2.f}};\n")
        type = d.choice(["int", "float", "unsigned char"])
        self.arrays.append(Variable(name, type + "2", length))
        return Tree("declare", f"{type} {name}[{length}][2] = {{}};\n")

    # Statements.

    def target(self, types):
        return self.own_output(types) if self.chance(0.12) else self.read(types) or self.own_output(types)

    def assign(self):
        d = self.draw
        if self.chance(0.65):
            return Tree("s", self.target(INTEGERS), d.choice([" = ", " += ", " ^= ", " -= "]), self.integer(), ";\n")
        return Tree("s", self.target(FLOATS), d.choice([" = ", " += ", " -= "]), self.real(), ";\n")

    def statements(self, uniform, most=4):
        result = []
        scope = [list(kept) for kept in (self.scalars, self.arrays, self.pointers)]
        for _ in range(self.draw.randint(1, most)):
            if self.budget <= 0:
                break
            self.budget -= 1
            result.append(self.statement(uniform))
        self.scalars, self.arrays, self.pointers = scope
        return result or [self.assign()]

    def statement(self, uniform):
        d = self.draw
        forms = [(self.assign, 8), (self.declare, 2), (self.call, 1), (self.aim, 0.7), (self.atomic, 0.6)]
        forms += [
            (lambda: self.branch(uniform), 2.5),
            (lambda: self.loop(uniform), 4),
            (lambda: self.choose(uniform), 0.6),
        ]
        forms += [(self.divergent_loop, 1), (self.long_loop, 1.2)]
        forms += [(self.ring, 1.5), (self.gather, 1)]
        if self.gathers:
            forms = [(self.ring, 2), (self.gather, 3), (self.long_loop, 0.5), (self.assign, 1)]
        if uniform is True or not self.has_barriers:
            forms += [(lambda: self.leave(uniform), 0.15)]
        if uniform and self.has_warps:
            forms += [(self.of_warp, 6)]
        if uniform is True and self.has_barriers:
            forms += [
                (self.barrier, 3),
                (self.exchange, 2.5),
                (self.tree, 0.5),
                (self.broadcast, 0.7),
                (self.own_shared, 0.7),
                (self.agree, 1.5),
                (self.rounds, 0.7),
                (self.count, 0.5),
            ]
        makers, weights = zip(*forms, strict=True)
        return d.choices(makers, weights)[0]()

    def leave(self, uniform):
        return Tree("s", "if ", self.uniform_condition() if uniform else self.condition(), " return;\n")

    def call(self):
        d = self.draw
        arrays = [v for v in self.arrays if v.length and v.type in INTEGERS + FLOATS and v.type != "bool"]
        form = d.randrange(4)
        if form == 0 and arrays:
            v = d.choice(arrays)
            return Tree("s", f"bump({v.name}, {v.length}, ", self.integer(), " & 255);\n")
        if form == 1 and arrays:
            v = d.choice(arrays)
            return Tree(
                "s",
                f"{self.target([*INTEGERS] if v.type in INTEGERS else FLOATS)} = pick({v.name}, {v.length}, ",
                self.integer(),
                ");\n",
            )
        pairs = [v for v in self.arrays if v.type == "Pair"]
        if form == 2 and pairs:
            v = d.choice(pairs)
            at = f"{v.name}[{self.element(v.length)}]" if v.length else v.name
            return Tree("s", f"{at} = turn({at});\n")
        if self.chance(0.1):
            return Tree("s", f"{self.target(INTEGERS)} = fold(", self.integer(), " & 1023);\n")
        return self.assign()

    def aim(self):
        """A pointer to one of two arrays."""
        d = self.draw
        groups = collections.defaultdict(list)
        for v in self.arrays:
            if v.length and v.type in INTEGERS + FLOATS:
                groups[v.type].append(v)
        if not groups:
            return self.assign()
        type, arrays = d.choice(sorted(groups.items()))
        a, b = d.choice(arrays), d.choice(arrays)
        name = self.name("p")
        choice = None if self.chance(0.5) else self.condition()  # before the name is known, which it must not read
        self.pointers.append(Variable(name, type, min(a.length, b.length)))
        if choice is None:
            return Tree("declare", f"{type}* {name} = {a.name};\n")
        return Tree("declare", f"{type}* {name} = ", choice, f" ? {a.name} : {b.name};\n")

    def atomic(self):
        d = self.draw
        place = f"counts[{d.choice(['0', '1', 'r % 4', 'g % 8'])} + {{}}]"
        kind = d.randrange(4)
        function = ["atomicAdd", "atomicMin", "atomicMax", "atomicXor"][kind]
        return Tree("s", f"{function}(&{place.format(8 * kind)}, ", self.integer(), ");\n")

    def branch(self, uniform):
        stays = uniform if self.chance(0.5) else False
        condition = self.uniform_condition() if stays else self.condition()
        yes = self.statements(stays, 3)
        if self.chance(0.5):
            return Tree("s", "if ", condition, " ", yes)
        return Tree("s", "if ", condition, " ", yes, " else ", self.statements(stays, 3))

    def choose(self, uniform):
        stays = uniform if self.chance(0.5) else False
        value = Tree("u", self.draw.choice(["(unsigned)m", "blockIdx.x", "(unsigned)n"])) if stays else self.integer()
        parts = ["switch (", value, " & 3) { case 0: "]
        for case in ["break; case 1: ", "break; case 3: " if self.chance(0.7) else "case 3: ", "break; default: "]:
            parts += [self.statements(stays, 2), case]
        return Tree("s", *parts, self.statements(stays, 2), "}\n")

    def with_counter(self, name, most, make):
        self.counters.append((name, most))
        body = make()
        self.counters.pop()
        return body

    def loop(self, uniform):
        d = self.draw
        stays = uniform
        name = self.name("u" if stays else "i")
        most = d.choice([1, 2, 2, 2, 3, 3, 4, 5])
        bound = d.choice([str(most), str(most), f"min(m, {most})", f"(n & 1 ? {most} : m % {most})"])
        if stays and self.shared_numbers and self.chance(0.5):
            bound = f"(int)({d.choice(self.shared_numbers)} % {most + 1})"
        if not stays and self.chance(0.3):
            bound = f"(int)(r % {most} + 1)"
        hint = d.choice(["", "", "#pragma unroll\n", "#pragma unroll 1\n", "#pragma unroll 2\n"])
        body = self.with_counter(name, most, lambda: self.statements(stays, 4))
        if self.chance(0.15):
            condition = self.uniform_condition() if stays else self.condition()
            body.insert(d.randint(0, len(body)), Tree("s", "if ", condition, d.choice([" break;\n", " continue;\n"])))
        if self.chance(0.15):
            return Tree("s", f"{{ int {name} = 0; do ", body, f" while (++{name} < {bound}); }}\n")
        if self.chance(0.2):
            return Tree("s", f"for (int {name} = {most} - 1; {name} >= 0; --{name}) ", body)
        return Tree("s", f"{hint}for (int {name} = 0; {name} < {bound}; ++{name}) ", body)

    def divergent_loop(self):
        name = self.name("w")
        most = self.draw.choice([3, 7])
        body = self.with_counter(name, most + 1, lambda: self.statements(False, 3))
        if self.chance(0.3):
            body.insert(self.draw.randint(0, len(body)), Tree("s", "if ", self.condition(), " break;\n"))
        return Tree("s", f"for (unsigned {name} = ", self.integer(), f" & {most}; {name}; --{name}) ", body)

    def long_loop(self):
        """A loop along the first axis of an input, which may be turned."""
        d = self.draw
        name = self.name("u")
        bound = d.choice(["48", "40", "min(n, 48)", "min(m * 9, 48)"])
        into = self.target(FLOATS)
        inner = [Tree("s", f"{into} += gf[{name} * ALL + g] * ", self.real(2), ";\n")]
        if self.chance(0.4):
            inner.append(Tree("s", f"same[{name} % {ROWS} * ALL + g] += (int)(", self.integer(1), " & 1023);\n"))
        if self.chance(0.4):
            self.counters.append((name, ROWS))
            inner.append(self.assign())
            self.counters.pop()
        if self.chance(0.3):
            inner = [Tree("s", "if ", self.condition(), " ", inner)]
        loop = Tree("s", f"for (int {name} = 0; {name} < {bound}; ++{name}) ", inner)
        if self.chance(0.5):
            return Tree(
                "s",
                d.choice(["if (g < 40) ", "if (threadIdx.x < 5 && m < 4) ", "if (r % 3) "]),
                [self.assign(), loop, self.assign()],
            )
        return loop

    def gather(self):
        """Consecutive elements from indices that wrap around."""
        row = self.draw.randrange(ROWS)
        if self.chance(0.2):
            return Tree("s", f"same[{row} * ALL + g] = (int)(", self.integer(), ");\n")
        parts = [self.draw.choice([f"gi[{self.input_place()}]", f"(int)gf[{self.input_place()}]"])]
        for _ in range(self.draw.randrange(3)):
            parts.append(self.draw.choice([f" ^ gi[{self.input_place()}]", f" & ~gi[{self.input_place()}]"]))
        place = self.draw.choice([f"same[{row} * ALL + g]"] * 4 + [f"oi[g * {PLACES}]"])
        return Tree("s", f"{place} = " + "".join(parts) + ";\n")

    def ring(self):
        """A loop that goes through memory by indices that wrap around, or by a variable that does."""
        d = self.draw
        name = self.name("j")
        bound = d.choice(
            ["7", "8", "15", "16", "17", "31", "32", "33", "63", "64", "65", "100", "n", "n", "min(n, 64)", "m * 9"]
            + ["(int)(r % 9) + 8"]
        )
        type = d.choice(["int", "int", "unsigned", "long long", "unsigned char", "short"])
        step = d.choice([2, 3, 5, 7, 12, 16, 33, 64])
        before, after, index = "", "", None
        if self.chance(0.4):
            around = self.name("w")
            narrow = d.choice(["unsigned char", "unsigned short", "unsigned", "int"])
            start = d.choice(["0", "0", "r", "5"])
            before = f"{narrow} {around} = {start};\n"
            mask = d.choice([15, 31, 63, 255])
            after, index = {
                "int": (f"{around} = ({around} + {step}) & {mask};\n", around),
                "unsigned": (f"{around} = ({around} & {mask}) + {step};\n", around),
            }.get(narrow, (f"{around} += {step};\n", around))
        self.counters.append((name, 100))
        index = index or self.wrapped()
        into = self.target(INTEGERS)
        body = d.choice(
            [
                [Tree("s", f"{into} += (unsigned)gi[{index}];\n")],
                [Tree("s", f"same[{self.wrapped(ROWS)} * ALL + g] ^= gi[{index}];\n")],
                [
                    Tree(
                        "s",
                        f"same[{name} % {ROWS} * ALL + g] = (int)(",
                        self.integer(),
                        f" + (unsigned)gi[{index}]);\n",
                    )
                ],
                [Tree("s", f"oi[g * {PLACES} + {self.wrapped(PLACES)}] ^= gi[{index}];\n")],
                [Tree("s", f"of[g * {PLACES} + {self.wrapped(PLACES)}] = gf[{index}] * ", self.real(1), ";\n")],
            ]
        )
        if self.chance(0.3):
            body.append(self.assign())
        if self.chance(0.15):
            body = [Tree("s", "if ", self.condition(), " ", body)]
        self.counters.pop()
        loop = f"for ({type} {name} = 0; {name} < {bound}; ++{name}) "
        if self.chance(0.2):
            loop = f"for ({'int' if 'u' in type else type} {name} = {bound} - 1; {name} >= 0; --{name}) "
        if after:
            body.append(Tree("s", after))
        return Tree("s", "{ " + before + loop, body, "}\n")

    def write(self):
        body = [self.declare() for _ in range(self.draw.choice([0, 0, 1]) if self.gathers else self.draw.randint(1, 3))]
        if self.returns_early:
            body.append(
                Tree(
                    "s",
                    "if ",
                    self.draw.choice(
                        [
                            Tree("c", "(r >= NT / 2 + 1)"),
                            Tree("c", "(g >= ALL - 3 && r)"),
                            Tree("c", "(m > 3)"),
                            Tree("c", "(r / 32 == 1)"),
                            Tree("c", "(r & 32)"),
                            Tree("c", "(g >= NT + (unsigned)n)"),
                            Tree("c", "(r && gi[g] & 1)"),
                        ]
                    ),
                    " return;\n",
                )
            )
        while self.budget > 0:
            self.budget -= 1
            body.append(self.statement(True))
        if self.has_barriers and self.chance(0.15):
            body.append(self.shared_out())
        return body + self.results()

    def results(self):
        """All that the thread has goes out."""
        result = []
        for v in self.scalars:
            out = "od" if v.type in FLOATS else "ol"
            result.append(
                Tree(
                    "s",
                    f"{out}[g * {PLACES} + {self.draw.randrange(PLACES)}] {'+' if v.type in FLOATS else '^'}= "
                    f"{v.name};\n",
                )
            )
        for v in self.arrays:
            k = self.draw.randrange(PLACES)
            place = f"g * {PLACES} + (i + {k}) % {PLACES}"
            if v.type in FLOATS:
                out = self.draw.choice(["of", "od"])
                text = f"for (int i = 0; i < {v.length}; ++i) {out}[{place}] += {v.name}[i];\n"
            elif v.type in INTEGERS:
                out = self.draw.choice(["oi", "os", "ol"])
                text = f"for (int i = 0; i < {v.length}; ++i) {out}[{place}] ^= {v.name}[i];\n"
            elif v.type == "Pair" and v.length:
                text = (
                    f"for (int i = 0; i < {v.length}; ++i) {{ oi[g * {PLACES} + {k}] ^= {v.name}[i].a; "
                    f"of[g * {PLACES} + {k}] += {v.name}[i].b; }}\n"
                )
            elif v.type == "Pair":
                text = f"oi[g * {PLACES} + {k}] ^= {v.name}.a; of[g * {PLACES} + {k}] -= {v.name}.b;\n"
            elif v.type == "Mixed":
                text = f"od[g * {PLACES} + {k}] += {v.name}.d + {v.name}.c + {v.name}.s[1];\n"
            else:
                text = (
                    f"for (int i = 0; i < {v.length}; ++i) "
                    f"od[g * {PLACES} + i % {PLACES}] += (double){v.name}[i][0] - {v.name}[i][1];\n"
                )
            result.append(Tree("s", text))
        return result
