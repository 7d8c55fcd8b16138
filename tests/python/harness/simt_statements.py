"""What warps and blocks do together in random kernels (simt_kernels.py)."""

from simt_expressions import Expressions


class Statements(Expressions):
    """Statements with scans, shuffles, barriers, atomics and groups."""

    def warp_statement(self, depth=0):
        d = self.draw
        full = "0xffffffffu"
        i = self.name_of("i")
        form = d.randrange(19)
        if form < 3:
            kind, by = d.choice(
                [
                    ("", self.u(2)),
                    ("_up", d.choice(["1u", "3u", "(m & 31u)", "lane / 2u"])),
                    ("_down", d.choice(["1u", "16u", "(lane & 3u)"])),
                    ("_xor", d.choice(["1", "7", "16", "31"])),
                ]
            )
            width = d.choice(["", "", ", 16", ", 8", ", 4"])
            kind_of = d.randrange(5)
            if kind_of == 0:
                return f"k64 = __shfl{kind}_sync({full}, k64 + {self.l(2)}, {by}{width});\n"
            if kind_of == 1:
                return f"y0 = __shfl{kind}_sync({full}, {self.f(1)}, {by}{width});\n"
            if kind_of == 2:
                return f"mx.d = __shfl{kind}_sync({full}, mx.d + (f64){self.f(2)}, {by}{width});\n"
            if kind_of == 3:
                return f"l64 = (i64)__shfl{kind}_sync({full}, (i32){d.choice(['c8', 'e16', 'f16'])}, {by}{width});\n"
            return f"{self.x()} = __shfl{kind}_sync({full}, {self.u(1)}, {by}{width});\n"
        if form == 3:
            vote = d.choice(["__ballot_sync", "(u32)__any_sync", "(u32)__all_sync", "__ballot_sync"])
            return f"{self.x()} ^= {vote}({full}, {self.condition()});\n"
        if form == 4:
            return (
                f"{self.x()} = __reduce_{d.choice(['add', 'min', 'max', 'and', 'or', 'xor'])}_sync({full}, "
                f"{self.u(1)});\n"
            )
        if form == 5:
            return f"{self.x()} ^= __match_any_sync({full}, {self.u(1)} & {d.choice([1, 3])}u);\n"
        if form == 6:
            # A loop whose bounds differ between warps.
            end = d.choice(["warp + 1u", "(warp & 1u) + 2u", "4u - (warp & 3u)", "(m + warp) % 5u"])
            leave = d.choice(
                [
                    "",
                    f"if (__any_sync({full}, {self.condition(1)})) break;\n",
                    f"if ({i} == warp) continue;\n",
                    f"if (!__all_sync({full}, x0 & 7u)) break;\n",
                ]
            )
            inner = self.warp_statement(depth + 1) if depth < 1 else self.assign()
            return (
                f"for (u32 {i} = 0u; {i} < {end}; ++{i}) {{\n{inner}{leave}x0 += __shfl_xor_sync({full}, x1, 1 << "
                f"({i} & 3u));\n{self.assign()}}}\n"
            )
        if form == 7:
            # Until no lane wants another round.
            return (
                f"{{ u32 {i} = {self.u(1)} & 3u; while (__any_sync({full}, {i} != 0u)) {{ if ({i} != 0u) {{ --{i}; "
                f"{self.assign()} }}\n{self.warp_statement(2) if depth < 1 else ''} }} }}\n"
            )
        if form == 8:
            # Each lane's work in turn, chosen by a vote.
            q = self.name_of("q")
            return (
                f"{{ u32 {q} = __ballot_sync({full}, {self.condition(1)}); while ({q} != 0u) {{ u32 {i} = "
                f"(u32)__ffs({q}) - 1u; {q} &= {q} - 1u;\n"
                f"u32 v = __shfl_sync({full}, x1, {i}); x2 = x2 * 3u + (v ^ lane); {self.assign()} }} }}\n"
            )
        if form == 9:
            name = self.name_of("v")
            op = d.choice([f"{name} + o", f"max({name}, o)", f"{name} ^ o * 3u"])
            return (
                f"{{ u32 {name} = {self.u(1)}; for (u32 d = 1u; d < 32u; d <<= 1u) {{ u32 o = __shfl_up_sync({full}, "
                f"{name}, d); if (lane >= d) {name} = {op}; }} {self.x()} += {name}; }}\n"
            )
        if form == 10:
            name, step = self.name_of("v"), d.choice(["i > 0; i >>= 1", "i > 0; i /= 2"])
            begin = d.choice(["16", "(i32)(m & 16u)", "8"])
            return (
                f"{{ i32 i = {begin}; u32 {name} = {self.u(1)}; for (; {step}) {name} += __shfl_down_sync({full}, "
                f"{name}, i); x3 ^= {name}; }}\n"
            )
        if form == 11:
            # Aggregated atomics: one lane asks for places for all.
            q, w = self.name_of("q"), self.name_of("w")
            self.unordered = True
            return (
                f"{{ const bool {w} = {self.condition(1)}; u32 {q} = __ballot_sync({full}, {w}); u32 at = 0u; if "
                f"(lane == 0u) at = atomicAdd(&cu[28], (u32)__popc({q}));\n"
                f"at = __shfl_sync({full}, at, 0); if ({w}) {{ u32 place = at + (u32)__popc({q} & ((1u << lane) - "
                f"1u)); if (place < {self.total}u * 2u) un[place] = {self.u(1)} * 2u + 1u; }} }}\n"
            )
        if form == 12:
            size, g = d.choice([2, 4, 8, 16, 32]), self.name_of("g")
            calls = [
                f"{self.x()} = {g}.{d.choice(['shfl_down', 'shfl_up'])}({self.u(1)}, {d.choice([0, 1, size // 2])});\n",
                f"{self.x()} = {g}.shfl({self.u(1)}, {d.choice(['1', '0', 'm'])});\n",
                f"{self.x()} = {g}.shfl_xor({self.u(1)}, {size // 2});\n",
                f"{self.x()} ^= (u32){g}.{d.choice(['any', 'all', 'ballot'])}({self.condition(1)});\n",
                f"{self.x()} = cg::reduce({g}, {self.u(1)}, "
                f"cg::{d.choice(['plus', 'less', 'greater', 'bit_xor', 'bit_or'])}<u32>());\n",
                f"{self.x()} += {g}.match_any({self.u(1)} & 3u);\n",
                f"{self.x()} += cg::{d.choice(['inclusive', 'exclusive'])}_scan({g}, {self.u(1)}, cg::plus<u32>());\n",
                f"{self.x()} += {g}.thread_rank() * 3u + {g}.meta_group_rank() + {g}.size();\n",
                f"for (u32 i = {g}.size() / 2u; i > 0u; i /= 2u) x0 += {g}.shfl_down(x0, i);\n",
                f"if ({g}.meta_group_rank() == {d.randrange(3)}u) {{ x1 += {g}.shfl(x2, 0); {self.assign()} }}\n",
            ]
            return (
                f"{{ auto {g} = cg::tiled_partition<{size}>(cg::this_thread_block());\n"
                + "".join(d.sample(calls, d.randint(1, 3)))
                + f"{g}.sync(); }}\n"
            )
        if form == 13:
            g = self.name_of("g")
            calls = [
                f"{self.x()} += {g}.thread_rank() + {g}.size() * 64u;\n",
                f"{self.x()} = {g}.shfl({self.u(1)}, 0);\n",
                f"{self.x()} ^= (u32){g}.{d.choice(['any', 'all', 'ballot'])}({self.condition(1)});\n",
                f"{self.x()} = {g}.{d.choice(['shfl_down', 'shfl_up'])}({self.u(1)}, {d.choice([1, 2])});\n",
                f"{self.x()} = cg::reduce({g}, {self.u(1)}, cg::{d.choice(['plus', 'less', 'greater'])}<u32>());\n",
                f"if ({g}.thread_rank() == 0u) atomicAdd(&cu[26], {g}.size());\n",
            ]
            return (
                f"if ({self.condition()}) {{ auto {g} = cg::coalesced_threads();\n"
                + "".join(d.sample(calls, d.randint(1, 3)))
                + "}\n"
            )
        if form == 14:
            g, b = self.name_of("g"), self.name_of("b")
            made = d.choice(
                [f"cg::binary_partition({g}, {self.condition(1)})", f"cg::labeled_partition({g}, {self.u(1)} & 3u)"]
            )
            return (
                f"{{ auto {g} = cg::tiled_partition<{d.choice([32, 16, 8])}>(cg::this_thread_block()); auto {b} = "
                f"{made};\n{self.x()} += {b}.thread_rank() + {b}.size() * 32u; x1 = {b}.shfl(x2, 0); x3 += "
                f"cg::reduce({b}, {self.u(2)}, cg::plus<u32>()); }}\n"
            )
        if form == 15:
            # Chosen lanes exchange numbers.
            w, k = self.name_of("w"), self.name_of("k")
            return (
                f"{{ const bool {w} = {self.condition(1)}; const u32 {k} = __ballot_sync({full}, {w}); if ({w}) {{ "
                f"{self.x()} += __reduce_add_sync({k}, {self.u(2)}); {self.x()} = __shfl_sync({k}, {self.u(2)}, "
                f"__ffs({k}) - 1); {self.assign()} {self.x()} ^= __ballot_sync({k}, {self.condition(2)}); }} }}\n"
            )
        if form == 16:
            other = (
                f" else {{\n{self.warp_statement(2) if depth < 2 else self.assign()}}}\n" if self.chance(0.5) else "\n"
            )
            return (
                f"if ({self.warp_uniform()}) {{\n"
                f"{self.warp_statement(depth + 1) if depth < 2 else self.assign()}{self.assign()}}}{other}"
            )
        if form == 17:
            # Through shared memory, warp by warp.
            s = self.name_of("s")
            return (
                f"{{ __shared__ u32 {s}[{self.threads}]; __syncwarp(); {s}[t] = {self.u(1)}; __syncwarp(); const u32 "
                f"o = (t & ~31u) + (lane * 7u + {d.randrange(32)}u & 31u); {self.x()} += o < NT ? {s}[o] : 5u; "
                f"__syncwarp(); {s}[t] ^= x0; __syncwarp(); x1 += {s}[t ^ 1u < NT ? (t ^ 1u) : t]; }}\n"
            ).replace("t ^ 1u < NT", "(t ^ 1u) < NT")
        return self.simple()

    # What blocks do.

    def block_statement(self, depth=0):
        d, T = self.draw, self.threads
        s, i = self.name_of("s"), self.name_of("i")
        clear = (
            f"if (t == {d.choice(['0', '0', 'NT - 1'])}u) for (u32 i = 0u; i < NT; ++i) {s}[i] = i;\n__syncthreads();\n"
        ).replace("NT - 1u", "NT - 1u")
        if self.returned:
            clear = clear.replace("NT - 1u)", "0u)")
        inner = lambda most=2: "".join(
            self.block_statement(depth + 1) if depth < 2 and self.chance(0.35) else self.simple()
            for _ in range(d.randint(0, most))
        )  # noqa: E731
        form = d.randrange(36)
        if form < 2:
            return self.some()
        if form < 6:
            return self.warp_statement()
        if form == 6:
            return (
                self.atomic()
                if self.chance(0.6)
                else f"if ({self.condition()}) {{ {self.atomic()} {self.assign()} }}\n"
            )
        if form == 7:
            other = d.choice(
                [
                    "(t + 1u) % NT",
                    "NT - 1u - t",
                    f"(t * 5u + {d.randrange(9)}u) % NT",
                    f"({self.u(1)}) % NT",
                    "0u",
                    "(t + m) % NT",
                ]
            )
            type, value = d.choice(
                [
                    ("u32", self.u()),
                    ("u64", self.l()),
                    ("u8", f"(u8){self.u()}"),
                    ("i16", f"(i16){self.narrow()}"),
                    ("f32", self.f()),
                ]
            )
            into = {"f32": "y1 = ", "u64": "k64 ^= "}.get(type, f"{self.x()} += (u32)")
            return (
                f"{{ __shared__ {type} {s}[{T}]; __syncthreads(); "
                + (clear.replace("= i;", f"= ({type})(i32)i;") if self.returned else "")
                + f"{s}[t] = {value};\n{inner()}__syncthreads();\n{into}{s}[{other}];\n{inner()}__syncthreads(); }}\n"
            )
        if form == 8:
            # A scan in steps.
            op = d.choice(["+", "^", "|"])
            return (
                f"{{ __shared__ u32 {s}[{T}]; __syncthreads(); {clear}{s}[t] = {self.u()};\n__syncthreads();\nfor "
                f"(u32 o = 1u; o < NT; o <<= 1u) {{ u32 v = t >= o ? {s}[t - o] : 0u; __syncthreads(); {s}[t] = "
                f"{s}[t] {op} v; __syncthreads(); }}\n{self.x()} = {s}[t]; {self.x()} += {s}[0]; __syncthreads(); }}\n"
            )
        if form == 9:
            # Two rows by turns.
            return (
                f"{{ __shared__ u32 {s}[2][{T}]; u32 a = 0u; __syncthreads(); "
                f"{clear.replace(s + '[i]', s + '[0][i]') if not self.returned else ''}{s}[0][t] = {self.u()};\n"
                f"__syncthreads();\nfor (u32 o = 1u; o < NT; o *= 2u) {{ {s}[1u - a][t] = t >= o ? {s}[a][t] + "
                f"{s}[a][t - o] : {s}[a][t]; a = 1u - a; __syncthreads(); }}\n{self.x()} ^= {s}[a][t]; "
                f"__syncthreads(); }}\n"
            )
        if form == 10:
            # Scan by warps and then over warps.
            return (
                (
                    f"{{ __shared__ u32 {s}[32]; u32 v = {self.u()}; __syncthreads(); if (t < 32u) {s}[t] = 0u; if "
                    "(NT < "
                    f"32u && t == 0u) for (u32 i = 0u; i < 32u; ++i) {s}[i] = 0u; __syncthreads();\n"
                ).replace("if (t < 32u) " + s + "[t] = 0u; if (NT < 32u && t == 0u)", "if (t == 0u)")
                + f"for (u32 o = 1u; o < 32u; o *= 2u) {{ u32 w = __shfl_up_sync(0xffffffffu, v, o); if (lane >= o) v "
                f"+= w; }}\nif (lane == 31u || t == NT - 1u) {s}[warp] = v; __syncthreads();\n"
                f"if (warp == 0u) {{ u32 w = {s}[lane]; for (u32 o = 1u; o < 32u; o *= 2u) {{ u32 y = "
                f"__shfl_up_sync(0xffffffffu, w, o); if (lane >= o) w += y; }} __syncwarp(); {s}[lane] = w; }}\n"
                f"__syncthreads();\n{self.x()} = v + (warp > 0u ? {s}[warp - 1u] : 0u); __syncthreads(); }}\n"
            )
        if form == 11:
            # A tree, whose last steps a warp does alone.
            power = 1 << (T.bit_length() - 1)
            last = d.choice(["0u", "32u"])
            tail = ""
            if last == "32u" and power >= 64:
                tail = (
                    f"if (t < 32u) {{ u32 v = {s}[t] + {s}[t + 32u]; for (u32 o = 16u; o > 0u; o >>= 1u) v += "
                    f"__shfl_down_sync(0xffffffffu, v, o); if (t == 0u) {s}[0] = v; }}\n__syncthreads();\n"
                )
            else:
                last = "0u"
            return (
                f"{{ __shared__ u32 {s}[{T}]; __syncthreads(); {clear}{s}[t] = {self.u()};\n__syncthreads();\nif (t + "
                f"{power}u < NT) {s}[t] += {s}[t + {power}u]; __syncthreads();\nfor (u32 o = {power // 2}u; o > "
                f"{last}; o >>= 1u) {{ if (t < o) {s}[t] += {s}[t + o]; __syncthreads(); }}\n{tail}{self.x()} ^= "
                f"{s}[0]; __syncthreads(); }}\n"
            )
        if form == 12:
            # A volatile reduction in a warp, without barriers.
            if T < 64 or self.returned:
                return self.warp_statement()
            steps = "".join(f"v[t] += v[t + {o}];" for o in (32, 16, 8, 4, 2, 1)[(0 if T % 64 == 0 or T > 64 else 1) :])
            return (
                f"{{ __shared__ volatile u32 {s}[{T + 64}]; __syncthreads(); {s}[t] = {self.u()}; if (t < 64u) {s}[NT "
                f"+ t] = t; __syncthreads();\nif (t < 32u) {{ {steps.replace('v[', s + '[')} }}\n__syncthreads(); "
                f"{self.x()} += {s}[0]; __syncthreads(); }}\n"
            )
        if form == 13:
            kind = d.choice(["or", "and", "count"])
            return f"{self.x()} ^= (u32)__syncthreads_{kind}({self.condition()});\n"
        if form == 14:
            # Rounds until all agree.
            kind = d.choice(["__syncthreads_or", "__syncthreads_count", "!__syncthreads_and"])
            q = self.name_of("q")
            return (
                f"{{ u32 {q} = {self.u()} & 7u; u32 {i} = 0u; while ({kind}({q} != 0u)) {{ if ({q} != 0u) {{ {q} >>= "
                f"1u; {self.assign()} }}\n{inner(1)}if (++{i} > {d.randrange(1, 5)}u) break; }} }}\n"
            ).replace("!__syncthreads_and(" + q + " != 0u)", f"!__syncthreads_and({q} == 0u)")
        if form == 15:
            # A loop with barriers, which a number in shared memory ends.
            f = self.name_of("f")
            return (
                f"{{ __shared__ u32 {f}; for (u32 {i} = 0u; {i} < {d.randrange(2, 6)}u; ++{i}) {{ if (t == 0u) {f} = "
                f"0u; __syncthreads();\nif ({self.condition(1)}) atomicMax(&{f}, {self.u(2)} | 1u);\n__syncthreads(); "
                f"const u32 z = {f}; __syncthreads();\nif (z {d.choice(['== 0u', '% 3u == 1u', '> 1000u'])}) "
                f"{d.choice(['break', 'continue'])};\n{inner(2)}x0 ^= z; }} __syncthreads(); }}\n"
            )
        if form == 16:
            # A histogram.
            b = d.choice([4, 10, 16])
            return (
                f"{{ __shared__ u32 {s}[{b}]; __syncthreads(); if (t == 0u) for (u32 i = 0u; i < {b}u; ++i) {s}[i] = "
                f"i; __syncthreads();\nfor (u32 i = t; i < n; i += NT) atomicAdd(&{s}[(u32)xi[i] % {b}u], 1u);\n"
                f"{'if (' + self.condition(1) + ') ' if self.chance(0.5) else ''}"
                f"atomic{d.choice(['Add', 'Add', 'Sub'])}(&{s}[{self.u(1)} "
                f"% {b}u], {self.u(2)});\n__syncthreads();\n{self.x()} += {s}[{self.u(2)} % {b}u]; __syncthreads(); "
                f"}}\n"
            )
        if form == 17:
            # Places from an atomic in shared memory; the sum of what lies there is the same in any order.
            c = self.name_of("c")
            return (
                f"{{ __shared__ u32 {s}[{T}], {c}; __syncthreads(); if (t == 0u) {c} = 0u; __syncthreads();\nif "
                f"({self.condition()}) {{ u32 at = atomicAdd(&{c}, 1u); {s}[at] = {self.u(1)}; }}\n__syncthreads(); "
                f"u32 v = 0u; for (u32 i = 0u; i < {c}; ++i) v {d.choice(['+=', '^='])} {s}[i]; {self.x()} += v * 3u "
                f"+ {c}; __syncthreads(); }}\n"
            )
        if form == 18:
            # A bitonic or odd-even sort.
            if self.returned:
                return self.some()
            if T & (T - 1) == 0 and self.chance(0.6):
                return (
                    f"{{ __shared__ u32 {s}[{T}]; __syncthreads(); {s}[t] = {self.u()}; __syncthreads();\nfor (u32 k = "
                    f"2u; k <= NT; k <<= 1u) for (u32 j = k >> 1u; j > 0u; j >>= 1u) {{ u32 o = t ^ j; if (o > t) "
                    f"{{ u32 "
                    f"a = {s}[t], b = {s}[o]; if ((a > b) == ((t & k) == 0u)) {{ {s}[t] = b; {s}[o] = a; }} }} "
                    f"__syncthreads(); }}\n{self.x()} = {s}[t]; __syncthreads(); }}\n"
                )
            swaps = (
                "u32 moved = 0u; const u32 a = 2u * t + (i & 1u); if (a + 1u < NT && "
                + f"{s}[a] > {s}[a + 1u]) {{ u32 b = {s}[a]; {s}[a] = {s}[a + 1u]; {s}[a + 1u] = b; moved = 1u; }}"
            )
            return (
                f"{{ __shared__ u32 {s}[{T}]; __syncthreads(); {s}[t] = {self.u()} & 255u; __syncthreads(); u32 quiet "
                f"= 0u;\nfor (u32 i = 0u; i < {d.choice([7, 20])}u; ++i) {{ {swaps}\nif (__syncthreads_or(moved != "
                f"0u) == 0) {{ if (++quiet == 2u) break; }} else quiet = 0u; }}\n{self.x()} += {s}[t]; "
                f"__syncthreads(); }}\n"
            )
        if form == 19:
            # A stencil in time.
            if self.returned:
                return self.some()
            return (
                f"{{ __shared__ f32 {s}[{T + 2}]; __syncthreads(); {s}[t + 1u] = {self.f()}; if (t == 0u) {{ {s}[0] = "
                f"1.0f; {s}[NT + 1u] = -1.0f; }} __syncthreads();\nfor (u32 i = 0u; i < {d.choice(['3u', 'm'])}; ++i) "
                f"{{ f32 v = 0.25f * {s}[t] + 0.5f * {s}[t + 1u] + 0.25f * {s}[t + 2u]; __syncthreads(); {s}[t + 1u] "
                f"= v; {self.simple() if self.chance(0.4) else ''}__syncthreads(); }}\ny{d.randrange(2)} = {s}[t + "
                f"1u]; __syncthreads(); }}\n"
            )
        if form == 20:
            # Part after part, some of which not all threads have.
            leave = f"if ({self.condition(2)}) {{ {self.assign()} }}\n"
            return (
                (
                    f"for (u32 {i} = 0u; {i} < n; {i} += NT) {{ __shared__ u32 {s}[{T}]; {s}[t] = {i} + t < n ? "
                    f"(u32)xi[{i} + t] : 0u; {'' if not self.returned else 'x0 += 1u; '}__syncthreads();\n{leave}"
                    "for (u32 "
                    f"j = 0u; j < {min(T, 6)}u; ++j) x0 += {s}[{d.choice(['j', '(t + j) % NT'])}] * (j + 1u);\n"
                    f"__syncthreads(); }}\n"
                )
                if not self.returned
                else self.some()
            )
        if form == 21:
            return f"if ({self.uniform()}) {{\n{inner(3) or self.some()}__syncthreads();\n{inner(1)}}}" + (
                f" else {{\n{inner(3) or self.some()}}}\n" if self.chance(0.5) else "\n"
            )
        if form == 22:
            leave = f"if ({self.uniform()}) {d.choice(['break', 'continue'])};\n" if self.chance(0.4) else ""
            return (
                f"for (u32 {i} = 0u; {i} < {d.choice(['2u', '3u', 'm % 4u', '(n & 3u)'])}; ++{i}) {{\n"
                f"{inner(2)}{leave}x1 += {i};\n{inner(2) or self.some()}}}\n"
            )
        if form == 23:
            # A square of threads turns a tile.
            if len(self.block) < 2 or self.returned:
                return self.some()
            bx, by = self.block[:2]
            z = self.block[2] if len(self.block) > 2 else 1
            return (
                f"{{ __shared__ u32 {s}[{z}][{by}][{bx} + 1]; __syncthreads(); "
                f"{s}[threadIdx.z][threadIdx.y][threadIdx.x] = {self.u()}; __syncthreads(); {self.x()} = "
                f"{s}[threadIdx.z][(threadIdx.x) % {by}u][(threadIdx.y) % {bx}u]; {self.x()} ^= "
                f"{s}[{z - 1}][threadIdx.y][(threadIdx.x + 1u) % {bx}u]; __syncthreads(); }}\n"
            )
        if form == 24:
            # Dynamic shared memory, divided among types.
            if self.returned:
                return self.some()
            self.dynamic = 8 * T + 4 * T + T
            return (
                f"{{ __syncthreads(); dl[t] = {self.l()}; di[t] = {self.u()}; db[t] = (u8){self.narrow()}; "
                f"__syncthreads(); const u32 o = {self.u(1)} % NT; k64 += dl[o]; {self.x()} ^= di[(o + 1u) % NT]; "
                f"{self.x()} += (u32)db[NT - 1u - o];\n__syncthreads(); }}\n"
            )
        if form == 25:
            # One thread computes for all.
            who = d.choice(["0u", "0u", "NT - 1u", "NT / 2u"]) if not self.returned else "0u"
            return (
                (
                    f"{{ __shared__ u32 {s}; __syncthreads(); if (t == {who}) {{ {self.assign()} {s} = {self.u(1)}; }} "
                    f"__syncthreads(); const u32 v = {s};\n"
                )
                + d.choice(
                    [
                        f"{self.x()} += v;\n",
                        f"if ((v & 1u) != 0u) {{\n{inner(2) or self.assign()}__syncthreads(); x2 ^= v; }}\n",
                        f"for (u32 {i} = 0u; {i} < (v & 3u); ++{i}) {{\n{inner(2) or self.assign()}"
                        "__syncthreads(); }\n",
                    ]
                )
                + "}\n"
            )
        if form == 26:
            cases = ""
            for k in range(3):
                cases += (
                    f"case {k}: "
                    f"{inner(2) or self.assign()}{d.choice(['__syncthreads(); ', ''])}"
                    f"{'break; ' if self.chance(0.7) else ''}"
                )
            return (
                f"switch ((i32)({d.choice(['m', 'n', 'm + blockIdx.x'])} & 3u)) {{ {cases} default: {self.assign()} "
                f"__syncthreads(); }}\n"
            )
        if form == 27:
            # A pointer goes through memory.
            p, step = self.name_of("p"), d.choice(["NT", "3u", "1u"])
            use = d.choice([f"x0 = x0 * 31u + (u32)*{p};", f"x1 += (u32){p}[1];", f"x2 ^= (u32)*({p} + 5u);"])
            return (
                f"{{ const i32* {p} = xi + t; for (u32 {i} = 0u; {i} < "
                f"{d.choice(['4u', 'm', '(x0 & 3u)', 'warp + 1u'])}; ++{i}) {{ {use} {p} += {step}; {self.assign()} "
                f"}} }}\n"
            )
        if form == 28:
            # Counters of 8 and 16 bits that wrap.
            type, start, step = d.choice(
                [("u8", "250", "3"), ("i8", "120", "5"), ("u16", "65530", "4"), ("u8", "(u8)t", "7")]
            )
            end = d.choice(["9u", "33u", "m + 3u", "n & 63u"])
            use = d.choice([f"x0 += (u32)w * {i};", "x1 ^= (u32)xi[(u32)(u8)w];", f"arr[(u32)w % 6u] += {i};"])
            return (
                f"{{ {type} w = ({type}){start}; for (u32 {i} = 0u; {i} < {end}; ++{i}) {{ w += {step}; {use} }} "
                "x3 += (u32)w; }\n"
            )
        if form == 29:
            if self.returned:
                return self.some()
            return (
                f"{{ __shared__ Small {s}[{T}]; __syncthreads(); {s}[t] = turned(s0, {self.u(1)}); __syncthreads(); "
                f"const u32 o = {self.u(1)} % NT; "
                f"{d.choice([f's0 = {s}[o];', f'{self.x()} += (u32){s}[o].a; y0 = {s}[NT - 1u - t].b;'])} "
                f"__syncthreads(); {s}[t].b = y1; __syncthreads(); y1 = {s}[(t + 1u) % NT].b; __syncthreads(); }}\n"
            )
        if form == 30:
            # The whole block, or whole warps, return.
            if depth or self.returned:
                return self.some()
            self.returned = True
            who = [self.uniform(), "(t >= 32u)", "(warp == 2u)", "(lane > 20u)", "(t == 3u)", self.condition(1)]
            return f"if ({d.choice(who)}) {{ x0 += 1u; ou[g * 8u] = x0; {self.assign()}return; }}\n"
        if form == 31:
            begin = f"{{ u32 {i} = 0u; do {{\n{inner(2) or self.some()}__syncthreads();\n{inner(1)}}}"
            again = f"__syncthreads_or({self.condition(1)} && {i} < 3u) != 0 && ++{i} < 4u"
            return f"{begin} while ({d.choice([f'++{i} < m', f'++{i} < 3u', again])}); }}\n"
        if form == 32:
            # Loops in loops with barriers, which go on from within.
            k = self.name_of("k")
            return (
                f"for (u32 {i} = 0u; {i} < {d.choice(['2u', '3u'])}; ++{i}) {{ for (u32 {k} = {i}; {k} < 3u; ++{k}) "
                f"{{ if (({k} & 1u) == {d.randrange(2)}u) {d.choice(['continue', 'break'])};\n"
                f"{inner(1)}__syncthreads();\n{self.assign()}}}\nif ({self.uniform()}) continue;\n"
                f"{inner(2) or self.some()}}}\n"
            )
        if form == 33:
            # What a warp does in a loop that others do not have, between barriers.
            return (
                f"__syncthreads();\nif ({self.warp_uniform()}) {{ for (u32 {i} = 0u; {i} < "
                f"{d.choice(['3u', 'm', 'warp + 1u'])}; ++{i}) {{\n{self.warp_statement()}}} }}\n__syncthreads();\n"
            )
        if form == 34:
            # A queue in shared memory: what is put in a round is taken in the next one.
            if self.returned:
                return self.some()
            c = self.name_of("c")
            return (
                f"{{ __shared__ u32 {s}[{2 * T}], {c}[2]; u32 a = 0u; __syncthreads(); if (t == 0u) {{ {c}[0] = NT; "
                f"{c}[1] = 0u; }} {s}[t] = {self.u()}; __syncthreads();\n"
                f"for (u32 {i} = 0u; {i} < {d.randrange(2, 8)}u; ++{i}) {{ const u32 e = {c}[a]; if (e == 0u) break; "
                f"u32 v = 0u; if (t < e) v = {s}[a * NT + t]; __syncthreads(); if (t == 0u) {c}[a] = 0u; x0 += e;\n"
                f"if (t < e) {{ atomicAdd(&cl[3], (u64)v); if ((v & {d.choice([1, 3, 4])}u) != 0u) {{ const u32 at = "
                f"atomicAdd(&{c}[1u - a], 1u); {s}[(1u - a) * NT + at] = v >> 1u; }} }}\n__syncthreads(); a = 1u - a; "
                f"}} __syncthreads(); }}\n"
            )
        # Each block has a matrix of its own that is multiplied.
        if self.returned or T < 16:
            return self.some()
        return (
            f"{{ __shared__ i32 {s}[4][4]; __shared__ i32 {s}b[16]; __syncthreads(); if (t < 16u) {{ {s}[t / "
            f"4u][t % 4u] = (i32)(x0 & 15u); {s}b[t] = (i32)(x1 & 15u); }} __syncthreads(); if (t < 16u) {{ i32 "
            f"a[2] = {{0, 0}}; for (u32 k = 0u; k < 4u; ++k) a[k & 1u] += {s}[t / 4u][k] * {s}b[k * 4u + t % 4u]; "
            f"x3 += (u32)(a[0] * 2 + a[1]); }} __syncthreads(); }}\n"
        )
