"""Expressions and simple statements of random kernels (simt_kernels.py)."""


class Expressions:
    """What a kernel computes with its variables; the class that derives from it draws."""

    def u(self, depth=0):
        d = self.draw
        if depth > 2 or self.chance(0.35):
            return d.choice(
                ["x0", "x1", "x2", "x3", "t", "lane", "m", "(u32)c8", "(u32)d8", "(u32)e16", "(u32)f16", "(u32)l64",
                 "(u32)(k64 >> 32)", "warp", "(u32)s0.a", "blockIdx.x", "threadIdx.x", "threadIdx.y", "(u32)mx.s[1]",
                 f"(u32)xi[(x{d.randrange(4)} + {d.randrange(99)}u) % 1024u]", f"(u32)xi[t + {d.randrange(200)}u]",
                 f"arr[x{d.randrange(4)} % 6u]", "arr[2]", f"nar[(x{d.randrange(4)} >> 3) % 5u]",
                 f"{d.choice([0, 1, 2, 3, 7, 31, 32, 255, 65537, 2147483648, 4294967295])}u"]
            )  # fmt: skip
        a, b = self.u(depth + 1), self.u(depth + 1)
        form = d.randrange(16)
        if form < 5:
            return f"({a} {d.choice(['+', '-', '*', '^', '&', '|', '+'])} {b})"
        if form == 5:
            return f"({a} {d.choice(['<<', '>>'])} ({b} & 31u))"
        if form == 6:
            return f"({a} {d.choice(['/', '%'])} ({b} | {d.choice([1, 3, 8, 16])}u))"
        if form == 7:
            return f"({self.condition(depth + 1)} ? {a} : {b})"
        if form == 8:
            return f"(u32){d.choice(['__popc', '__brev', '__clz', '__ffs'])}({a})"
        if form == 9:
            return (
                f"__funnelshift_{d.choice(['l', 'r', 'lc', 'rc'])}({a}, {b}, {self.u(depth + 2)} "
                f"{d.choice(['', '& 31u', '& 63u', '% 40u'])})"
            )
        if form == 10:
            return f"__byte_perm({a}, {b}, {self.u(depth + 2)})"
        if form == 11:
            f = d.choice(
                ["__umulhi", "__umul24", "__uhadd", "__urhadd", "__vadd4", "__vsub2", "__vaddus4", "__vaddss4", "min",
                 "__vsubss2", "__vsubus2", "__vavgu4", "__vmaxs2", "__vminu4", "__vabsdiffu4", "__vcmpgts4", "max",
                 "__vcmpleu2", "__vcmpeq4"]
            )  # fmt: skip
            return f"{f}({a}, {b})"
        if form == 12:
            return d.choice(
                [f"__usad({a}, {b}, x0)", f"__sad((i32){a}, (i32){b}, x1)", f"dp4a_u({a}, {b}, x2)",
                 f"(u32)__mulhi((i32){a}, (i32){b})", f"(u32)__rhadd((i32){a}, (i32){b})",
                 f"(u32)__mul24((i32){a}, (i32){b})", f"(u32)__dp4a((i32)({a}), (i32)({b}), (i32)t)",
                 f"(u32)min((i32){a}, (i32){b})", f"(u32)max((i32){a}, (i32){b})"]
            )  # fmt: skip
        if form == 13:
            return d.choice(
                [f"blend<u32>({a}, {b}, x1)", f"horner<{d.randrange(1, 6)}>({a})", f"early({a}, {d.randrange(1, 9)}u)",
                 f"(u32)((i32){a} >> ({b} & 31u))", f"(u32)((i32){a} / (i32)(({b} & 15u) + 1u))",
                 f"(u32)((i32){a} % (i32)(({b} & 255u) + 1u))", f"tally(arr, {d.choice([3, 6])}u, {a})",
                 f"tally(nar, 5u, {a})", f"(u32)turned(s0, {a}).a", f"(u32)stirred(mx, {a})"]
            )  # fmt: skip
        if form == 14:
            return f"(u32)(i32)fminf(fmaxf({self.f(depth + 1)}, -1000000.0f), 1000000.0f)"
        return d.choice(
            [f"(u32){self.l(depth + 1)}", f"(u32){self.l(depth + 1)}", f"(u32){self.narrow(depth + 1)}",
             f"(u32)__popcll({self.l(depth + 1)})", f"(u32)__clzll({self.l(depth + 1)})",
             f"(u32)__ffsll({self.l(depth + 1)})"]
        )  # fmt: skip

    def l(self, depth=0):  # noqa: E743
        d = self.draw
        if depth > 2 or self.chance(0.3):
            return d.choice(
                [
                    "k64",
                    "(u64)l64",
                    "k64",
                    f"(u64){self.u(3)}",
                    "mx.l",
                    "(u64)(i64)(i32)x0",
                    "(u64)e16",
                    "0x8000000000000001ull",
                ]
            )
        a, b = self.l(depth + 1), self.l(depth + 1)
        form = d.randrange(8)
        if form < 3:
            return f"({a} {d.choice(['+', '-', '*', '^', '&', '|'])} {b})"
        if form == 3:
            return f"({a} {d.choice(['<<', '>>'])} ({self.u(depth + 2)} & 63u))"
        if form == 4:
            return f"(u64)((i64){a} >> ({self.u(depth + 2)} & 63u))"
        if form == 5:
            return d.choice([f"__brevll({a})", f"__umul64hi({a}, {b})", f"(u64)__mul64hi((i64){a}, (i64){b})"])
        if form == 6:
            return f"({a} {d.choice(['/', '%'])} ({b} | {d.choice(['1ull', '65536ull', '4294967296ull'])}))"
        return f"({self.condition(depth + 1)} ? {a} : {b})"

    def narrow(self, depth=0):
        """An int made of numbers of 8 and 16 bits."""
        d = self.draw
        leaf = lambda: d.choice(
            ["c8", "d8", "e16", "c8", "d8", "f16", "nar[1]", "nar[x0 % 5u]", str(d.randrange(-130, 300))]
        )  # noqa: E731
        a, b = leaf(), leaf()
        if a.startswith("-"):
            a = f"({a})"
        if b.startswith("-"):
            b = f"({b})"
        form = d.randrange(6)
        if form < 3:
            return f"({a} {d.choice(['+', '-'])} {b})"
        if form == 3:
            return f"({d.choice(['c8', 'd8'])} * {d.choice(['c8', 'd8', 'e16', '37', '(-3)'])})"
        if form == 4:
            return f"({a} {d.choice(['&', '|', '^'])} {b})"
        return d.choice(
            [
                f"({a} >> {d.randrange(1, 9)})",
                f"(d8 << {d.randrange(1, 9)})",
                f"({a} < {b} ? {a} : {b})",
                f"({a} / {d.choice([3, 7, -5])})".replace("/ -5", "/ (-5)"),
                f"(~{a})",
            ]
        )

    def f(self, depth=0):
        d = self.draw
        if depth > 2 or self.chance(0.35):
            return d.choice(
                [
                    "y0",
                    "y1",
                    "s0.b",
                    "(f32)mx.d",
                    "(f32)c8",
                    "(f32)(i32)(x0 & 1023u)",
                    "0.5f",
                    "-3.25f",
                    "__half2float(h0)",
                    "__bfloat162float(b0)",
                    f"xf[(x{d.randrange(4)} + {d.randrange(99)}u) % 1024u]",
                    "xf[t]",
                ]
            )
        a, b = self.f(depth + 1), self.f(depth + 1)
        form = d.randrange(8)
        if form < 4:
            return f"({a} {d.choice(['+', '-', '*'])} {b})"
        if form == 4:
            return d.choice([f"fminf({a}, {b})", f"fmaxf({a}, {b})", f"fabsf({a})", f"floorf({a})", f"rintf({a})"])
        if form == 5:
            return f"({a} / (fabsf({b}) + 1.0f))"
        if form == 6:
            return f"({self.condition(depth + 1)} ? {a} : {b})"
        return f"sqrtf(fabsf({a}))"

    def h(self, s, depth=0):
        d, v = self.draw, {"h": "h0", "b": "b0"}[s]
        if depth > 1 or self.chance(0.3):
            cast = {"h": "__float2half", "b": "__float2bfloat16"}[s]
            return d.choice(
                [v, v, f"{cast}({self.f(2)})", f"{cast}({d.choice(['0.375f', '1000.5f', '-7.0f', '0.0001f'])})"]
            )
        a, b = self.h(s, depth + 1), self.h(s, depth + 1)
        form = d.randrange(7)
        if form < 4:
            return f"{d.choice(['add', 'sub', 'mul', 'min', 'max', 'div'])}_{s}({a}, {b})"
        if form == 4:
            return f"fma_{s}({a}, {b}, {v})"
        if form == 5:
            return f"neg_{s}({a})"
        return f"({d.choice(['lt', 'ge', 'eq'])}_{s}({a}, {b}) ? {a} : {v})"

    def condition(self, depth=0):
        d = self.draw
        form = d.randrange(7)
        if form == 0:
            return f"({self.f(depth + 1)} {d.choice(['<', '>=', '>'])} {self.f(depth + 1)})"
        if form == 1:
            return f"({self.narrow()} {d.choice(['<', '==', '>'])} {self.narrow()})"
        if form == 2:
            return f"({self.l(depth + 1)} {d.choice(['<', '>'])} {self.l(depth + 1)})"
        if form == 3:
            return (
                f"({self.condition(depth + 1)} {d.choice(['&&', '||'])} {self.condition(depth + 1)})"
                if depth < 2
                else "(x0 & 1u)"
            )
        if form == 4:
            return f"(({self.u(depth + 1)} & {d.choice([1, 2, 4, 6])}u) != 0u)"
        return f"({self.u(depth + 1)} {d.choice(['<', '!=', '>'])} {self.u(depth + 1)})"

    def uniform(self):
        return self.draw.choice(
            ["((m & 1u) != 0u)", "(m > 4u)", "(n > 100u)", "(blockIdx.x == 0u)", "((m + blockIdx.x & 2u) != 0u)"]
        )

    def warp_uniform(self):
        return self.draw.choice(
            ["(t < 32u)", "(warp == 1u)", "((warp & 1u) != 0u)", "(warp != 0u)", "(__any_sync(0xffffffffu, x0 & 4u))",
             "(__popc(__ballot_sync(0xffffffffu, x1 & 1u)) > 15)", "(warp < m)"]
        )  # fmt: skip

    def x(self):
        return f"x{self.draw.randrange(4)}"

    # Statements for which no thread waits.

    def assign(self):
        d = self.draw
        form = d.randrange(14)
        if form < 4:
            return f"{self.x()} {d.choice(['=', '+=', '^=', '-=', '*='])} {self.u()};\n"
        if form == 4:
            return (
                f"k64 {d.choice(['=', '+=', '^='])} {self.l()};\n" if self.chance(0.6) else f"l64 = (i64){self.l()};\n"
            )
        if form == 5:
            v = d.choice(["c8", "d8", "e16", "f16"])
            type = {"c8": "i8", "d8": "u8", "e16": "i16", "f16": "u16"}[v]
            return d.choice(
                [
                    f"{v} = ({type}){self.narrow()};\n",
                    f"{v} += {d.choice(['1', '(-7)', '100'])};\n",
                    f"{v} = ({type}){self.u()};\n",
                    f"++{v};\n",
                    f"{v} ^= {d.choice(['c8', 'd8', '85'])};\n",
                ]
            )
        if form == 6:
            return f"y{d.randrange(2)} = {self.f()};\n"
        if form == 7:
            s = d.choice("hb")
            return f"{s}0 = {self.h(s)};\n"
        if form == 8:
            return f"arr[{self.u(2)} % 6u] {d.choice(['=', '+=', '^='])} {self.u(1)};\n"
        if form == 9:
            return f"nar[{self.u(2)} % 5u] = (i16){self.narrow()};\n"
        if form == 10:
            return d.choice(
                [
                    f"s0 = turned(s0, {self.u(1)});\n",
                    f"s0.a = (i32){self.u(1)};\n",
                    f"mx.s[{self.u(2)} % 3u] = (i16){self.u(1)};\n",
                    f"mx.l = stirred(mx, {self.u(2)});\n",
                    f"mx.c = (u8){self.u(2)};\n",
                ]
            )
        if form == 11:
            return (
                "swap_values(x0, x2);\n" if self.chance(0.5) else f"swap_values(arr[{d.randrange(6)}], {self.x()});\n"
            )
        if form == 12:
            p = self.name_of("p")
            return (
                f"{{ u32* {p} = {self.condition(2)} ? arr : brr; {p}[{self.u(2)} % 6u] += {self.u(2)}; x1 ^= *({p} + "
                f"{d.randrange(6)}); }}\n"
            )
        return f"{self.x()} = {self.u()}, 0u;\n".replace(", 0u", "")

    def simple(self, depth=0, in_loop=False):
        """Any statement of a thread on its own."""
        d = self.draw
        form = d.randrange(12)
        if depth > 1 or form < 6:
            return self.assign()
        if form < 8:
            other = f" else {{\n{self.some(depth + 1)}}}\n" if self.chance(0.4) else "\n"
            return f"if ({self.condition()}) {{\n{self.some(depth + 1)}}}{other}"
        if form == 8:
            i = self.name_of("i")
            end = d.choice([f"{d.randrange(1, 6)}u", f"({self.x()} & 3u) + 1u", "(t % 5u)", "m"])
            leave = f"if ({self.condition(1)}) {d.choice(['break', 'continue'])};\n" if self.chance(0.5) else ""
            return (
                f"for (u32 {i} = 0u; {i} < {end}; ++{i}) {{\n{self.some(depth + 1)}{leave}{self.x()} += {i};\n"
                f"{self.assign()}}}\n"
            )
        if form == 9:
            i = self.name_of("i")
            return (
                f"{{ u32 {i} = ({self.u(1)}) & 7u; while ({i} != 0u) {{ --{i};\n{self.some(depth + 1)}if "
                f"({self.condition(1)}) {i} >>= 1u; }} }}\n"
            )
        if form == 10:
            i = self.name_of("i")
            return f"{{ u32 {i} = 0u; do {{\n{self.some(depth + 1)}}} while (++{i} < ({self.u(2)} & 3u)); }}\n"
        cases = ""
        for k in d.sample(range(4), 3):
            cases += f"case {k}: {self.some(depth + 1)}{'break; ' if self.chance(0.7) else ''}"
        return f"switch ((i32)({self.u(1)} & 3u)) {{ {cases} default: {self.assign()} }}\n"

    def some(self, depth=0, most=3):
        return "".join(self.simple(depth) for _ in range(self.draw.randint(1, most)))

    def atomic(self):
        d = self.draw
        k = d.randrange(4)
        place = d.choice(["0u", "t % 4u", "lane & 3u", "x0 & 3u"])
        return d.choice(
            [f"atomicAdd(&cu[{place}], {self.u(1)});\n", f"atomicMax(&cu[4u + ({place})], {self.u(1)});\n",
             f"atomicMin(&ci[{place}], (i32){self.u(1)});\n", f"atomicXor(&cu[8u + ({place})], {self.u(1)});\n",
             f"atomicOr(&cu[12u + ({place})], {self.u(1)} & {1 << k}u);\n", f"atomicAdd(&cl[{place}], {self.l(1)});\n",
             f"atomicMax(&cl[4u + ({place})], {self.l(1)});\n",
             f"atomicAdd(&cf[{place}], (f32)(i32)({self.u(1)} & 255u));\n",
             f"atomicAdd(&cd[{place}], (f64)(i32)({self.u(1)} & 65535u));\n", f"atomicInc(&cu[16u + ({place})], 6u);\n",
             f"atomicDec(&cu[20u + ({place})], 9u);\n",
             f"atomicSub(&ci[4u + ({place})], (i32)({self.u(1)} & 1023u));\n",
             f"{{ u32 old = 0u; u32 seen; do {{ seen = old; old = atomicCAS(&cu[25u + (t & 1u)], "
             f"seen, seen + ({self.u(2)} & 15u)); }} while (old != seen); }}\n"]
        )  # fmt: skip

    # What warps do.
