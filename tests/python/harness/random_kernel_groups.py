"""What the threads of a block and of a warp do together in random kernels."""

from random_kernel_tree import Tree
from random_kernel_types import FLOATS, INTEGERS


class OfBlocks:
    """Statements with barriers and shared memory; the class that derives from it writes expressions."""

    def barrier(self):
        return Tree("s", self.draw.choice(["__syncthreads();\n"] * 6 + ["__syncwarp();\n"]))

    def shared(self, type="unsigned"):
        if self.kernel.dynamic and type == "unsigned" and self.chance(0.4):
            return "", f"dynamic_{self.kernel.name}"
        name = self.name("s")
        return f"__shared__ {type} {name}[{self.kernel.threads}];\n", name

    def exchange(self):
        d = self.draw
        is_real = self.chance(0.3)
        declaration, name = self.shared("float" if is_real else "unsigned")
        value = self.real() if is_real else self.integer()
        between, behind = (self.statements(True, 2) if self.chance(0.4) else [] for _ in range(2))
        whose = d.choice(
            [
                "(r + 1) % NT",
                "NT - 1 - r",
                f"(r * 3 + {d.randrange(9)}) % NT",
                "0",
                "NT - 1",
                "r ^ 1",
                "(r + (unsigned)m) % NT",
                f"{self.wrapped()} % NT",
                f"{self.wrapped()} % NT",
            ]
        )
        if whose == "r ^ 1":
            whose = "((r ^ 1) < NT ? r ^ 1 : r)"
        # Everything of it is written first, as some threads may have left.
        parts = (
            [
                f"{{ {declaration}__syncthreads(); if (r == 0) for (unsigned i = 0; i < NT; ++i) {name}[i] = 0; "
                "__syncthreads();\n"
            ]
            if self.returns_early
            else ["{ " + declaration + "__syncthreads();\n"]
        )
        parts += [f"{name}[r] = ", value, ";\n", between, "__syncthreads();\n"]
        parts += [
            self.target(FLOATS if is_real else INTEGERS),
            " = ",
            f"{name}[{whose}];\n",
            behind,
            "__syncthreads(); }\n",
        ]
        return Tree("s", *parts)

    def tree(self):
        declaration, name = self.shared()
        d = self.draw
        clear = (
            f"if (r == 0) for (unsigned i = 0; i < NT; ++i) {name}[i] = i; __syncthreads();\n"
            if self.returns_early
            else ""
        )
        return Tree(
            "s",
            f"{{ {declaration}__syncthreads(); {clear}{name}[r] = ",
            self.integer(),
            ";\n__syncthreads();\nfor (unsigned o = 1; o < NT; o *= 2) { unsigned t = ",
            d.choice(["r >= o ? " + name + "[r - o] : 0", "r + o < NT ? " + name + "[r + o] : 1"]),
            f"; __syncthreads(); {name}[r] += t; __syncthreads(); }}\n",
            self.target(INTEGERS),
            f" = {name}[{d.choice(['r', '0', 'NT - 1'])}]; __syncthreads(); }}\n",
        )

    def broadcast(self):
        name = self.name("b")
        if self.chance(0.4):
            update = Tree(
                "s", f"{self.draw.choice(['atomicAdd', 'atomicMax', 'atomicXor'])}(&{name}, ", self.integer(), ");\n"
            )
            if self.chance(0.5):
                update = Tree("s", "if ", self.condition(), " ", [update])
            return Tree(
                "s",
                f"{{ __shared__ unsigned {name}; __syncthreads(); if (r == 0) {name} = 5; __syncthreads();\n",
                update,
                "__syncthreads();\n",
                self.target(INTEGERS),
                f" = {name}; __syncthreads(); }}\n",
            )
        return Tree(
            "s",
            f"{{ __shared__ unsigned {name}; __syncthreads(); if (r == 0) {name} = ",
            self.integer(),
            ";\n__syncthreads();\n",
            self.target(INTEGERS),
            f" = {name}; __syncthreads(); }}\n",
        )

    def agree(self):
        """A number that one thread puts into shared memory decides for all where they meet."""
        d = self.draw
        name, is_array = self.name("z"), self.chance(0.3)
        value = self.integer()
        number = f"{name}[{d.choice(['m & 1', '1', 'blockIdx.x & 1'])}]" if is_array else name
        counters = [counter for counter, _ in self.counters if counter.startswith("u")]
        if is_array and counters and self.chance(0.5):
            number = f"{name}[{d.choice(counters)} & 1]"
        write = f"{{ {name}[0] = 5; {name}[1] = x; }}" if is_array else f"{name} = x;"
        self.shared_numbers.append(number)
        self.budget += 2
        inner = self.statements(True, 3)
        self.shared_numbers.pop()
        begin = f"{{ __shared__ unsigned {name}{'[2]' if is_array else ''}; __syncthreads(); {{ const unsigned x = "
        parts = [begin, value, f"; if (r == 0) {write} }} __syncthreads();\n", inner]
        if self.chance(0.3):
            # It is written anew once all have read.
            again = [self.statements(True, 2) if self.chance(0.5) else []]
            parts += [f"__syncthreads(); if (r == NT / 2) {name}{'[0]' if is_array else ''} = r + 1; ", *again]
            parts += ["__syncthreads();\n", self.target(INTEGERS), f" ^= {name}{'[0]' if is_array else ''};\n"]
        return Tree("s", *parts, "__syncthreads(); }\n")

    def rounds(self):
        """A loop that all threads leave once none wants another round, as a flag in shared memory tells."""
        d = self.draw
        name, counter = self.name("f"), self.name("u")
        most = d.choice([2, 3, 4])
        want = self.condition()
        self.counters.append((counter, most))
        inner = self.statements(True, 2)
        self.counters.pop()
        end = "break;" if self.chance(0.7) or self.returns_early else "return;"
        if self.chance(0.4):
            return Tree(
                "s",
                f"{{ int {counter} = 0; do ",
                inner,
                f" while (__syncthreads_{d.choice(['or', 'count', 'and'])}(",
                want,
                f") && ++{counter} < {most}); }}\n",
            )
        return Tree(
            "s",
            f"{{ __shared__ int {name}; for (int {counter} = 0; {counter} < {most}; ++{counter}) {{ __syncthreads(); ",
            f"if (r == 0) {name} = 0; __syncthreads();\n",
            inner,
            "if ",
            want,
            f" {name} = 1;\n__syncthreads(); const int again = {name}; __syncthreads(); if (!again) {end} }} }}\n",
        )

    def count(self):
        kind = self.draw.choice(["or", "and", "count"])
        return Tree("s", self.target(INTEGERS), f" ^= __syncthreads_{kind}(", self.condition(), ");\n")

    def shared_out(self):
        """Elements shared out among threads, some of which have none in the last round. No barrier comes behind."""
        d = self.draw
        name, counter = self.name("s"), self.name("w")
        bound = d.choice(["NT * 2", "NT * 2", "NT", "NT * m", "NT + n", "n", "NT - 1"])
        step = d.choice(["NT", "NT", "NT", "blockDim.x * (NT / blockDim.x)"])
        self.counters.append((f"({counter} / NT)", 80))
        value, inner = self.integer(), [self.assign() for _ in range(d.randrange(3))]
        behind = [self.assign() for _ in range(d.randrange(2))]
        self.counters.pop()
        parts = [
            f"{{ __shared__ unsigned {name}[{self.kernel.threads}]; __syncthreads(); if (r == 0) for (unsigned i = 0; ",
            f"i < NT; ++i) {name}[i] = i; __syncthreads();\nfor (unsigned {counter} = r; {counter} < {bound}; ",
            f"{counter} += {step}) {{ {name}[r] = ",
            value,
            ";\n",
            *inner,
            "__syncthreads();\n",
            self.target(INTEGERS),
            f" += {name}[{d.choice(['(r + 1) % NT', 'NT - 1 - r', '0', 'r'])}];\n__syncthreads();\n",
            *behind,
        ]
        if self.chance(0.3):
            parts.append(Tree("s", f"if ({counter} % {d.choice([3, 5])} == {d.randrange(3)}) break;\n"))
        return Tree("s", *parts, "} }\n")

    def own_shared(self):
        """A place of the thread's own in shared memory."""
        declaration, name = self.shared(self.draw.choice(["int", "float", "unsigned char"]))
        if not declaration:
            return self.barrier()
        return Tree(
            "s",
            f"{{ {declaration}{name}[r] = ",
            self.integer(),
            ";\n",
            self.statements(True, 2),
            self.target(INTEGERS),
            f" += (unsigned){name}[r]; }}\n",
        )


class OfWarps:
    """Statements of warps; the class that derives from it writes expressions."""

    # What a warp does together. `uniform` is "warp" where all threads of a warp come, but not all of a block.

    def of_warp(self):
        makers = [
            (self.warp_value, 4),
            (self.warp_steps, 2),
            (self.warp_branch, 2),
            (self.warp_some, 1.5),
            (self.warp_rounds, 0.7),
            (self.tile, 1.5),
            (self.warp_sync, 0.5),
        ]
        if not self.returns_early:
            makers += [(self.lockstep, 1.5), (self.lockstep_flag, 0.5)]
        makers, weights = zip(*makers, strict=True)
        return self.draw.choices(makers, weights)[0]()

    def lane(self):
        return self.draw.choice(["r + 3", "m", "31 - (r & 31)", "r ^ 5", "r / 2", "0", "r * 7 + 1", "blockIdx.x", "n"])

    def distance(self):
        return self.draw.choice(["1", "2", "5", "16", "31", "m", "(r & 3)", "blockIdx.x"])

    def warp_value(self, mask="~0u"):
        """A number from other lanes."""
        d = self.draw
        width = d.choice(["", "", "", ", 16", ", 8", ", 4", ", 2"])
        form = d.randrange(14)
        if form < 4:
            kind, lane = d.choice(
                [("", self.lane()), ("_up", self.distance()), ("_down", self.distance()), ("_xor", d.choice("1248"))]
            )
            if self.chance(0.3):
                value = Tree("f", d.choice(["(double)", ""]), self.real())
                return Tree("s", self.target(FLOATS), f" = __shfl{kind}_sync({mask}, ", value, f", {lane}{width});\n")
            cast = d.choice(["", "", "(unsigned long long)", "(int)", "(unsigned char)", "(short)"])
            return Tree(
                "s",
                self.target(INTEGERS),
                d.choice([" = ", " += ", " ^= "]),
                f"__shfl{kind}_sync({mask}, {cast}",
                self.integer(),
                f", {lane}{width});\n",
            )
        if form < 8:
            vote = d.choice(["__ballot_sync", "__any_sync", "__all_sync", "__ballot_sync"])
            return Tree("s", self.target(INTEGERS), f" = {vote}({mask}, ", self.condition(), ");\n")
        if form == 8 and mask == "~0u":
            return Tree("s", self.target(INTEGERS), " ^= __activemask();\n")
        if form < 11:
            cast = d.choice(["", "(unsigned long long)", "(unsigned short)"])
            value = Tree("u", "(", self.integer(), f" & {d.choice([1, 3, 7])})")
            if self.chance(0.4):
                name = self.name("q")
                return Tree(
                    "s",
                    f"{{ int {name}; ",
                    self.target(INTEGERS),
                    f" = __match_all_sync({mask}, {cast}",
                    value,
                    f", &{name}); ",
                    self.target(INTEGERS),
                    f" += {name}; }}\n",
                )
            return Tree("s", self.target(INTEGERS), f" = __match_any_sync({mask}, {cast}", value, ");\n")
        cast, kinds = d.choice([("", ["add", "min", "max", "and", "or", "xor"]), ("(int)", ["add", "min", "max"])])
        return Tree(
            "s", self.target(INTEGERS), f" = __reduce_{d.choice(kinds)}_sync({mask}, {cast}", self.integer(), ");\n"
        )

    def warp_steps(self):
        """Sums and scans in steps of growing or shrinking distance."""
        d = self.draw
        name = self.name("x")
        loop = d.choice(
            [
                "for (int o = 16; o > 0; o >>= 1)",
                "for (int o = 16; o > 0; o /= 2)",
                "for (int o = 1; o < 32; o *= 2)",
                "#pragma unroll\nfor (int o = 8; o; o >>= 1)",
                "for (int o = 1; o <= m; o *= 2)",
                "for (unsigned o = 1; o < NT && o < 32; o *= 2)",
            ]
        )
        step = d.choice(
            [
                f"{name} += __shfl_down_sync(~0u, {name}, o);",
                f"{name} ^= 3 * __shfl_xor_sync(~0u, {name}, o);",
                f"{{ unsigned y = __shfl_up_sync(~0u, {name}, o); if ((r & 31) >= o) {name} += y; }}",
                f"{name} = max({name}, __shfl_xor_sync(~0u, {name}, o));",
            ]
        )
        inner = [Tree("s", step + "\n")]
        if self.chance(0.3):
            inner.append(self.assign())
        return Tree(
            "s",
            f"{{ unsigned {name} = ",
            self.integer(),
            f";\n{loop} ",
            inner,
            self.target(INTEGERS),
            f" = {name}; }}\n",
        )

    def warp_branch(self):
        d = self.draw
        condition = d.choice(
            [
                Tree("c", "(r < 32)"),
                Tree("c", "(r / 32 == 1)"),
                Tree("c", "(r >> 5 & 1)"),
                Tree("c", "(r < 64 && m > 2)"),
                Tree("c", "(__any_sync(~0u, ", self.condition(), "))"),
                Tree("c", "(__all_sync(~0u, ", self.condition(), "))"),
                Tree("c", "(__popc(__ballot_sync(~0u, ", self.condition(), ")) > 9)"),
            ]
        )
        parts = ["if ", condition, " ", self.statements("warp", 3)]
        if self.chance(0.3):
            parts += [" else ", self.statements(False, 2)]
        return Tree("s", *parts)

    def warp_some(self):
        """Lanes that a vote chose exchange numbers with each other."""
        chosen, mask = self.name("c"), self.name("k")
        inner = [self.warp_value(mask) for _ in range(self.draw.randint(1, 2))]
        if self.chance(0.4):
            inner.insert(self.draw.randint(0, len(inner)), self.assign())
        return Tree(
            "s",
            f"{{ const bool {chosen} = ",
            self.condition(),
            f"; const unsigned {mask} = __ballot_sync(~0u, {chosen}); if ({chosen}) ",
            inner,
            "}\n",
        )

    def warp_rounds(self):
        """A loop that a warp leaves when no lane wants another round."""
        name = self.name("w")
        body = [self.statements(self.draw.choice(["warp", False]), 2), Tree("s", f"if ({name}) --{name};\n")]
        body = [Tree("s", *body[:1]), body[1]]
        if self.chance(0.3):
            body.append(Tree("s", "if ", self.uniform_condition(), " break;\n"))
        return Tree(
            "s", f"{{ unsigned {name} = ", self.integer(), f" & 3; while (__any_sync(~0u, {name})) ", body, "}\n"
        )

    def tile(self):
        d = self.draw
        size, name = d.choice([2, 4, 8, 16, 32]), self.name("g")
        begin = f"{{ auto {name} = cg::tiled_partition<{size}>(cg::this_thread_block());\n"
        form = d.randrange(5)
        if form == 0:
            call = d.choice([f"shfl_down(x, {d.randrange(size)})", "shfl_xor(x, 1)", "shfl(x, m)", "shfl_up(x, 1)"])
            steps = [
                "unsigned x = ",
                self.integer(),
                f"; {name}.sync(); ",
                self.target(INTEGERS),
                f" = {name}.{call};\n",
            ]
        elif form == 1:
            steps = [
                self.target(INTEGERS),
                f" = {name}.{d.choice(['ballot', 'any', 'all'])}(",
                self.condition(),
                ");\n",
            ]
        elif form == 2:
            operation = d.choice(["plus", "less", "greater", "bit_xor"])
            steps = [
                self.target(INTEGERS),
                f" = cg::reduce({name}, ",
                self.integer(),
                f", cg::{operation}<unsigned>());\n",
            ]
        elif form == 3:
            steps = [self.target(INTEGERS), f" = {name}.match_any(", self.integer(), " & 3);\n"]
        else:
            steps = [self.target(INTEGERS), f" = {name}.thread_rank() + {name}.meta_group_rank();\n"]
        return Tree("s", begin, *steps, "}\n")

    def warp_sync(self):
        return Tree("s", "__syncwarp();\n")

    def lockstep(self):
        """Shared memory of a warp without barriers, as old programs use it."""
        name = self.name("y")
        d = self.draw
        other = "((r & ~31u) + (r + {} & 31))"
        steps = []
        for _ in range(d.randint(1, 4)):
            place = other.format(d.choice(["1", "2", "16", "31", "m"]))
            step = f"if ({place} < NT) {name}[r] {d.choice(['+=', '^=', '='])} {name}[{place}];\n"
            if self.chance(0.3):
                step = f"if ((r & 31) < {d.choice(['16', '8', 'm'])}) {{ {step} }}\n"
            steps.append(Tree("s", step))
        return Tree(
            "s",
            f"{{ __shared__ volatile unsigned {name}[{self.kernel.threads}];\n{name}[r] = ",
            self.integer(),
            ";\n",
            *steps,
            self.target(INTEGERS),
            f" = {name}[r]; }}\n",
        )

    def lockstep_flag(self):
        """A number that all lanes of the only warp read, and one of them sets anew, or all that come to a branch."""
        if self.kernel.threads > 32:
            return self.warp_sync()
        name = self.name("z")
        if self.chance(0.5):
            x, y, z = "threadIdx.x", "threadIdx.y", "threadIdx.z"
            tests = [f"{x} == 0", f"{x} == 2", f"{y} == 0", f"{z} == 1", f"{x} + {y} == 2", f"{x} == 1 && {y} == 0"]
            tests += [f"{y} * blockDim.x + {x} == 3", f"({x} & 1) == 0", f"({x} & 31) == 1", "r == 1", "(r & 2) == 0"]
            return Tree(
                "s",
                f"{{ __shared__ unsigned {name}; if (r == 0) {name} = ",
                self.integer(),
                f"; __syncwarp();\nif ({self.draw.choice(tests)}) {{\n",
                self.target(INTEGERS),
                f" = {name}; {name} = 1; ",
                self.target(INTEGERS),
                f" += {name}; }} __syncwarp(); }}\n",
            )
        return Tree(
            "s",
            f"{{ __shared__ unsigned {name}; if (r == {self.draw.choice(['0', 'NT - 1'])}) {name} = ",
            self.integer(),
            ";\n",
            self.target(INTEGERS),
            f" = {name}; if (r == 0) {name} = 1; ",
            self.target(INTEGERS),
            f" += {name}; __syncwarp(); }}\n",
        )
