"""Random kernels whose results an interpreter in NumPy tells (simt_interpreter.py), of the forms that programs have:
scans, shuffles in loops whose bounds differ between warps, atomics that give places, groups, early exits.

    python tests/python/harness/simt_kernels.py --seconds 600 --seed 7 --targets x86-64-v3,x86-64-v4

A kernel is made from its number alone. Those that have no defined result (a data race, signed overflow) are left out.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time

import numpy as np
from simt_functions import PRELUDE as FUNCTIONS_PRELUDE
from simt_interpreter import TYPEDEFS, Machine, Parser, Undefined

BLOCKS = [
    (32,),
    (64,),
    (96,),
    (128,),
    (40,),
    (33,),
    (7, 5),
    (9, 9),
    (4, 4, 4),
    (48, 2),
    (3, 11, 3),
    (1, 70),
    (5,),
    (100,),
]
GRIDS = [(1,), (1,), (2,), (2, 2), (3,)]
INPUTS = 1024
ROW = 8
INCLUDES = """#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
namespace cg = cooperative_groups;
"""
COMMON = """
struct Small { i32 a; f32 b; };
struct Mixed { u8 c; f64 d; i16 s[3]; u64 l; };
template <class T> __device__ T blend(T a, T b, u32 k) { if (k & 1u) return a; return (T)(a ^ b); }
template <int N> __device__ u32 horner(u32 x) { u32 y = 1u; for (i32 i = 0; i < N; ++i) y = y * x + (u32)i; return y; }
__device__ void swap_values(u32& a, u32& b) { u32 c = a; a = b; b = c; }
__device__ Small turned(Small s, u32 k) { Small r; r.a = (i32)((u32)s.a * 3u + k); r.b = s.b * 0.5f + 1.0f; return r; }
__device__ u64 stirred(Mixed m, u32 k) { m.l = m.l * 6364136223846793005ull + k; return m.l ^ m.c; }
template <class T> __device__ u32 tally(const T* p, u32 n, u32 k) { u32 y = 0u;
    for (u32 i = 0u; i < n; ++i) y = y * k + (u32)p[i]; return y; }
__device__ u32 early(u32 x, u32 n) {
    for (u32 i = 0u; i < n; ++i) { if ((x >> i & 1u) != 0u) return i; x = x * 5u + 1u; } return 99u; }
"""


class Kernel:
    def __init__(self, number):
        self.number, self.name = number, f"q{number}"
        self.draw = d = random.Random(f"simt {number}")
        self.block, self.grid = d.choice(BLOCKS), d.choice(GRIDS)
        self.threads = int(np.prod(self.block))
        self.total = self.threads * int(np.prod(self.grid))
        self.values = [d.randrange(1, 9), d.randrange(1, 300)]
        self.count, self.dynamic, self.returned = 0, 0, False
        self.guards = []
        self.body = self.write()

    def name_of(self, stem):
        self.count += 1
        return f"{stem}_{self.count}"

    def chance(self, p):
        return self.draw.random() < p

    # Expressions.

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

    def last_rounds(self):
        """A loop with barriers that threads leave in different rounds, none of which come to another barrier."""
        d, T, s = self.draw, self.threads, self.name_of("s")
        leave = d.choice(
            [
                f"if ({self.condition(2)}) break;\n",
                "if (i % 3u == 2u) break;\n",
                f"if ({self.condition(2)}) return;\n",
                "",
            ]
        )
        bound = d.choice(["n", "NT * 2u", "NT + m", "m * 20u", "NT - 1u"])
        own = "__syncthreads();\n"
        more = d.choice(
            [
                "",
                f"if ({self.condition(2)}) {{ {self.assign()} }}\n",
                f"x2 += (u32)__syncthreads_count({self.condition(2)});\n",
            ]
        )
        return (
            f"__shared__ u32 {s}[{T}]; __syncthreads(); if (t == 0u) for (u32 i = 0u; i < NT; ++i) {s}[i] = i;\n"
            f"__syncthreads();\nfor (u32 i = t; i < {bound}; i += NT) {{ {s}[t] = {self.u(1)};\n{own}x0 += "
            f"{s}[{d.choice(['(t + 1u) % NT', 't', '0u', 'NT - 1u - t'])}];\n{more}__syncthreads();\n"
            f"{self.assign()}{leave}}}\n{self.assign()}"
        )

    def write(self):
        d = self.draw
        body = []
        if self.chance(0.2):
            self.returned = True
            who = ["t >= NT / 2u + 1u", "warp == 1u", "(t & 32u) != 0u", "g >= 70u", "t % 3u == 1u", self.uniform()]
            body.append(f"if ({d.choice([*who, self.condition(1)])}) return;\n")
        for _ in range(d.choice([1, 2, 3, 4, 5])):
            body.append(self.block_statement())
            if self.chance(0.3):
                body.append(self.assign())
        if self.chance(0.15):
            body.append(self.last_rounds())
        return body

    def text(self):
        dynamic = (
            f"extern __shared__ u64 dl[]; u32* di = (u32*)(dl + {self.threads}); u8* db = (u8*)(di + {self.threads});\n"
            if self.dynamic
            else ""
        )
        return (
            f'extern "C" __global__ void {self.name}(u32 m, u32 n, Mixed given, const i32* __restrict__ xi, '
            "const f32* __restrict__ xf, "
            "u32* cu, i32* ci, u64* cl, f32* cf, f64* cd, u32* un, u32* ou, u64* ol, f32* of) {\n"
            + dynamic
            + self.inside()
        )

    def inside(self):
        return (
            f"const u32 NT = {self.threads}u;\n"
            "const u32 t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n"
            "const u32 g = (blockIdx.x + gridDim.x * blockIdx.y) * NT + t, lane = t & 31u, warp = t >> 5u;\n"
            "u32 x0 = t * 3u + 1u, x1 = (u32)xi[g], x2 = g ^ n, x3 = (u32)xi[g + 7u]; u32 arr[6], brr[6]; i16 nar[5];\n"
            "for (u32 i = 0u; i < 6u; ++i) { arr[i] = i * x1; brr[i] = x3 + i; }\n"
            "for (u32 i = 0u; i < 5u; ++i) nar[i] = (i16)(x1 * (i + 1u));\n"
            "i8 c8 = (i8)x1; u8 d8 = (u8)(x1 >> 8u); i16 e16 = (i16)x3; u16 f16 = (u16)(x3 >> 3u);\n"
            "i64 l64 = (i64)xi[g + 1u] * 77777ll; u64 k64 = (u64)x1 * 0x9E3779B97F4A7C15ull; f32 y0 = xf[g], y1 "
            "= xf[g + 5u];\n"
            "Small s0; s0.a = (i32)x3; s0.b = y0; Mixed mx = given; mx.c = (u8)(mx.c + t);\n"
            "h16 h0 = __float2half(y0); b16 b0 = __float2bfloat16(y1 * 1.001f);\n"
            + "".join(self.body)
            + "ou[g * 8u] = x0; ou[g * 8u + 1u] = x1; ou[g * 8u + 2u] = x2; ou[g * 8u + 3u] = x3;\n"
            "ou[g * 8u + 4u] = tally(arr, 6u, 31u); ou[g * 8u + 5u] = tally(brr, 6u, 17u); ou[g * 8u + 6u] = "
            "tally(nar, 5u, 3u);\n"
            "ou[g * 8u + 7u] = (u32)(u8)c8 + (u32)d8 * 256u + ((u32)(u16)e16 ^ (u32)f16) * 65536u;\n"
            "ol[g * 4u] = (u64)l64; ol[g * 4u + 1u] = k64; ol[g * 4u + 2u] = stirred(mx, (u32)s0.a); ol[g * 4u + "
            "3u] = (u64)(i64)mx.s[0] * 3ull + (u64)(i64)mx.s[2];\n"
            "of[g * 5u] = y0; of[g * 5u + 1u] = y1; of[g * 5u + 2u] = s0.b; of[g * 5u + 3u] = __half2float(h0); "
            "of[g * 5u + 4u] = __bfloat162float(b0);\n}\n"
        )

    def outputs(self):
        n = self.total
        return {
            "cu": (np.arange(32) * 3).astype("u4"),
            "ci": np.arange(8, dtype="i4"),
            "cl": np.arange(8, dtype="u8"),
            "cf": np.zeros(4, "f4"),
            "cd": np.zeros(4, "f8"),
            "un": np.zeros(2 * n + 200, "u4"),
            "ou": np.zeros(8 * n, "u4"),
            "ol": np.zeros(4 * n, "u8"),
            "of": np.zeros(5 * n, "f4"),
        }


GIVEN = {"c": 200, "d": 1.5, "s": [3, -4, 5], "l": 123456789012345}
GIVEN_TYPE = np.dtype(
    {"names": ["c", "d", "s", "l"], "formats": ["u1", "f8", ("i2", 3), "u8"], "offsets": [0, 8, 16, 24], "itemsize": 32}
)


def inputs():
    random = np.random.default_rng(3)
    xi = random.integers(-(2**31), 2**31, INPUTS).astype("i4")
    xi[random.random(INPUTS) < 0.4] %= 37
    xf = np.round(random.normal(size=INPUTS) * 8).astype("f4") / 4
    return xi, xf


def interpret(kernel):
    text = COMMON + FUNCTIONS_PRELUDE_PARSED + kernel.text().replace('extern "C" ', "")
    xi, xf = inputs()
    outputs = kernel.outputs()
    program = Parser(text)
    machine = Machine(program, kernel.block, kernel.grid)
    if kernel.dynamic:
        program.functions[kernel.name] = with_dynamic(program.functions[kernel.name], kernel)
    machine.run(kernel.name, [*map(np.uint32, kernel.values), GIVEN, xi, xf, *outputs.values()])
    return outputs


def with_dynamic(function, kernel):
    """The interpreter has no views of memory as another type: three arrays stand for them."""
    type, parameters, body, names = function
    text = "".join(f"__shared__ {t} {v}[{kernel.threads}];" for t, v in (("u64", "dl"), ("u32", "di"), ("u8", "db")))
    declared = Parser(f"void f() {{ {text} }}").functions["f"][2][1]
    return type, parameters, ("block", declared + body[1][2:] if False else declared + skip_views(body[1])), names


def skip_views(statements):
    return [s for s in statements if not (s[0] == "declare" and s[3][0][0] in ("dl", "di", "db"))]


FUNCTIONS_PRELUDE_PARSED = ""


def canonical(outputs):
    """What does not depend on the order of threads."""
    outputs = dict(outputs)
    outputs["un"] = np.sort(outputs["un"])
    return outputs


def differs(expected, found):
    for name in expected:
        a, b = expected[name], found[name]
        if a.dtype.kind == "f":
            wrong = ~((a == b) | (np.isnan(a) & np.isnan(b)))
        else:
            wrong = a != b
        if wrong.any():
            at = np.flatnonzero(wrong)
            return (
                f"{name}: {len(at)} differ, first at {at[:4].tolist()}: {a[at[:4]].tolist()}, found "
                f"{b[at[:4]].tolist()}"
            )
    return None


class Worker:
    def __init__(self, target, quick=False):
        self.target, self.quick, self.process = target, quick, None

    def run(self, kernels, seconds=300):
        import select

        if self.process is None:
            environment = {
                **os.environ,
                "CUPRUM_BACKEND": "cpu",
                "CUPRUM_CPU_TARGET": self.target,
                "CUPRUM_CACHE_IN_MEMORY": "1",
                "CUPRUM_NUM_THREADS": "1",
            }
            self.process = subprocess.Popen(
                [sys.executable, os.path.abspath(__file__), "--worker"] + ["--quick"] * self.quick,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
            )
            self.count = 0
        self.process.stdin.write(
            (json.dumps([k.number if isinstance(k, Kernel) else k for k in kernels]) + "\n").encode()
        )
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        line = self.process.stdout.readline() if ready else b""
        self.count += 1
        if not line:
            self.close()
            return "takes too long or ended"
        answer = json.loads(line)
        if self.count > 60:
            self.close()
        return answer

    def close(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


def work(quick):
    import pickle
    import tempfile

    import cuprum as cp

    xi, xf = map(cp.asarray, inputs())
    given = np.zeros((), GIVEN_TYPE)
    for name, value in GIVEN.items():
        given[name] = value
    given = given.view("V32")[()]
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        kernels = [Kernel(n) for n in json.loads(line)]
        try:
            code = INCLUDES + TYPEDEFS + COMMON + FUNCTIONS_PRELUDE + "".join(k.text() for k in kernels)
            module = cp.RawModule(
                code=code, options=("--fmad=false", "-w", "--std=c++17") + ("-Ofast-compile=max",) * quick
            )
            results = []
            for k in kernels:
                outputs = {name: cp.asarray(a) for name, a in k.outputs().items()}
                try:
                    module.get_function(k.name)(
                        k.grid,
                        k.block,
                        (*map(np.uint32, k.values), given, xi, xf, *outputs.values()),
                        shared_mem=k.dynamic,
                    )
                    results.append({name: a.get() for name, a in outputs.items()})
                except Exception as error:
                    results.append(f"{type(error).__name__}: {error}")
        except Exception as error:
            results = f"{type(error).__name__}: {error}"
        with tempfile.NamedTemporaryFile(delete=False) as file:
            pickle.dump(results, file)
        channel.write(json.dumps(file.name) + "\n")
        channel.flush()


def read_results(answer):
    import pickle

    if not os.path.exists(answer):
        return answer
    with open(answer, "rb") as file:
        results = pickle.load(file)  # noqa: S301
    os.remove(answer)
    return results


def compare(kernels, workers):
    """Those kernels of a list whose results differ, and how; and how many had none."""
    expected, kept = [], []
    for kernel in kernels:
        try:
            expected.append(canonical(interpret(kernel)))
            kept.append(kernel)
        except Undefined as reason:
            REASONS[str(reason)] = REASONS.get(str(reason), 0) + 1
    wrong = []
    for worker in workers:
        wrong += compare_with(worker, kept, expected)
    return wrong, len(kept)


REASONS = {}


def compare_with(worker, kernels, expected):
    if not kernels:
        return []
    results = read_results(worker.run(kernels))
    if isinstance(results, str):
        if len(kernels) == 1:
            return [(kernels[0].number, worker.target, results)]
        half = len(kernels) // 2
        return compare_with(worker, kernels[:half], expected[:half]) + compare_with(
            worker, kernels[half:], expected[half:]
        )
    found = []
    for kernel, a, b in zip(kernels, expected, results, strict=True):
        how = b if isinstance(b, str) else differs(a, canonical(b))
        if how:
            found.append((kernel.number, worker.target, how))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--targets", default="x86-64-v2,x86-64-v3,x86-64-v4")
    parser.add_argument("--quick", action="store_true", help="compile with little optimisation")
    parser.add_argument("--show", type=int)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return work(options.quick)
    if options.show is not None:
        kernel = Kernel(options.show)
        print(
            INCLUDES + TYPEDEFS + COMMON + FUNCTIONS_PRELUDE + kernel.text(),
            f"// block {kernel.block}, grid {kernel.grid}, m and n {kernel.values}",
        )
        return 0
    workers = [Worker(target, options.quick) for target in options.targets.split(",")]
    end, number, count, failures = time.monotonic() + options.seconds, options.seed, 0, []
    while time.monotonic() < end:
        wrong, kept = compare([Kernel(n) for n in range(number, number + options.batch)], workers)
        for name, target, how in wrong:
            print(f"q{name} on {target}: {how}", flush=True)
        failures += [name for name, _, _ in wrong]
        number += options.batch
        count += kept
    for worker in workers:
        worker.close()
    print(
        json.dumps(
            {
                "kernels": count,
                "left out": REASONS,
                "first": options.seed,
                "next": number,
                "targets": options.targets,
                "failures": sorted(set(failures)),
            }
        )
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
