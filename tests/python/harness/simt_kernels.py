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
from simt_interpreter import Machine
from simt_parser import Parser
from simt_statements import Statements
from simt_values import TYPEDEFS, Undefined

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


class Kernel(Statements):
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
