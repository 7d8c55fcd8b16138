"""Random kernels in CUDA C++, whose threads a CPU runs in loops (thread_loops.h) that are vectorised. They must give
the same as in fibers, one thread after another, compiled without vectorisation and optimisation.

    python tests/python/harness/random_kernels.py --seconds 600 --seed 7 --record record.json

A kernel is a tree of statements, made from its number alone, that has one meaning in whatever order threads run: its
threads meet where they use what others wrote, signed numbers do not overflow, what is read was written. Taking any
statement out leaves such a kernel, so what fails can be made small (`shrink`).
"""

import argparse
import contextlib
import ctypes
import hashlib
import json
import os
import random
import select
import subprocess
import sys
import time

import numpy as np
from random_kernel_tree import Tree, block
from random_kernel_types import PLACES, ROWS
from random_kernel_writer import Writer

BLOCKS = [(64,), (32,), (1,), (7, 3), (4, 4, 4), (96,), (33, 2), (128,), (5,), (16, 2, 2), (1, 40), (40, 3), (2, 2, 9)]
GRIDS = [(1,), (2,), (3,), (2, 2), (3, 2, 2)]
OUTPUTS = {"ob": "u1", "os": "i2", "oi": "i4", "of": "f4", "od": "f8", "ol": "u8"}

PRELUDE = """
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
struct Pair { int a; float b; };
struct Mixed { unsigned char c; double d; short s[3]; };
struct Given { int n[4]; float f; };
template <class T> __device__ void bump(T* a, int length, unsigned x) { for (int i = 0; i < length; ++i) a[i] += x + i;
    }
template <class T> __device__ T pick(const T* a, int length, unsigned x) { return a[x % length]; }
__device__ Pair turn(Pair p) { Pair q; q.a = (int)p.b; q.b = p.a * 0.5f; return q; }
__device__ unsigned mix(unsigned x) { if (x & 1) return x * 2654435761u; return x >> 3; }
__device__ unsigned fold(unsigned x) { return x < 2 ? x : fold(x / 2) + 1; }
"""


class Kernel:
    """One kernel: its statements, and how it is launched."""

    def __init__(self, number):
        self.name = f"k{number}"
        draw = random.Random(f"kernel {number}")
        self.block, self.grid = draw.choice(BLOCKS), draw.choice(GRIDS)
        self.values = [draw.randrange(6), draw.randrange(1, 70)]
        self.dynamic = 4 * int(np.prod(self.block)) if draw.random() < 0.3 else 0
        self.body = Writer(draw, self).write()

    @property
    def threads(self):
        return int(np.prod(self.block))

    def text(self):
        rank = "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"
        number = "blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)"
        dynamic = f"extern __shared__ unsigned dynamic_{self.name}[];\n" if self.dynamic else ""
        outputs = ", ".join(
            f"{name} {pointer}"
            for name, pointer in zip(
                ["unsigned char*", "short*", "int*", "float*", "double*", "unsigned long long*"], OUTPUTS, strict=True
            )
        )
        return (
            f'extern "C" __global__ void {self.name}(int m, int n, Given given, const int* gi, const float* gf, '
            f"unsigned* counts, int* same, {outputs}) {{\n"
            f"{dynamic}const unsigned r = {rank}, NT = {self.threads}, g = ({number}) * NT + r, ALL = NT * gridDim.x "
            "* gridDim.y * gridDim.z;\n"
            f"{block(self.body)}}}\n"
        )


class Elementwise:
    """An ElementwiseKernel that picks elements of raw arguments, in loops as well."""

    def __init__(self, number):
        self.name = f"e{number}"
        draw = random.Random(f"elementwise {number}")
        self.block, self.grid, self.dynamic = (draw.choice([1, 7, 37, 64, 100, 128, 1000, 5000]),), (1,), 0
        self.values = [draw.randrange(6), draw.randrange(1, 70)]
        write = Writer(draw, self)
        write.bases = ["i", "(int)i", "(unsigned)i"]
        self.body = [Tree("s", f"p = gi[{write.wrapped()}];\n"), Tree("s", f"x = gf[{write.wrapped()}];\n")]
        for k in range(draw.randrange(3)):
            bound = draw.choice(["7", "16", "33", "64", "100", "n", "m * 9", "min(n, 32)"])
            type = draw.choice(["int", "unsigned", "long long", "unsigned char"])
            write.counters = [(f"k{k}", 100)]
            loop = draw.choice(
                [
                    f"p ^= gi[{write.wrapped()}] + (int)k{k};\n",
                    f"p += (gi[{write.wrapped()}] & 1023) * (gi[{write.wrapped()}] & 511);\n",
                    f"x += gf[{write.wrapped()}] * gf[{write.wrapped()}];\n",
                    f"p = min(p, gi[{write.wrapped()}]);\n",
                ]
            )
            self.body.append(Tree("s", f"for ({type} k{k} = 0; k{k} < ({type})({bound}); ++k{k}) ", [Tree("s", loop)]))

    def text(self):
        return block(self.body)


def make(number):
    return Kernel(number) if number % 10 else Elementwise(number)


class Workers:
    """Two processes that run kernels, in loops and as the reference: what one of them does to its memory stays there.

    The reference has fibers in place of loops over threads, and a compiler that neither vectorises nor optimises: the
    loops of a program's own are vectorised in fibers as well.

    `quick` ones compile with little optimisation, for vectors of 128 bits: what loops are made of is the same, and
    twice as many kernels are compared in the same time. With the target "cuda" a GPU runs them in place of the loops.
    """

    def __init__(self, seconds=120, environment=None, quick=False, target=None):
        self.seconds, self.environment, self.quick = seconds, environment or {}, quick
        self.target = target or os.environ.get("CUPRUM_CPU_TARGET") or ("x86-64-v2" if quick else best_target())
        self.processes = {}

    def start(self, kind):
        environment = {
            **os.environ,
            **self.environment,
            "CUPRUM_BACKEND": "cpu",
            "CUPRUM_CACHE_IN_MEMORY": "1",
            "CUPRUM_NUM_THREADS": "1",
        }
        if kind == "reference":
            environment["CUPRUM_CPU_TARGET"] = "x86-64-v2-nomvec-fibers-scalar"
        elif self.target == "cuda":
            environment["CUPRUM_BACKEND"] = "cuda"
        else:  # Vectors' mathematics differs in its last bits.
            environment["CUPRUM_CPU_TARGET"] = self.target.removesuffix("-nomvec") + "-nomvec"
        command = [sys.executable, os.path.abspath(__file__), "--worker"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.processes[kind] = [process, 0]

    def run(self, kernels):
        """What each kernel gives in loops and as the reference: digests, or what went wrong."""
        request = {"text": PRELUDE + "".join(kernel.text() for kernel in kernels if isinstance(kernel, Kernel))}
        request["bodies"] = {kernel.name: kernel.text() for kernel in kernels if isinstance(kernel, Elementwise)}
        request["options"] = ["-Ofast-compile=max"] if self.quick and self.target != "cuda" else []
        if self.target == "cuda":  # A CPU divides by 0 and gets 0, a GPU gets any number.
            whole = {name: text.replace(" ^ (blockDim.x >> 31)", " | 1u") for name, text in request["bodies"].items()}
            request |= {"text": request["text"].replace(" ^ (blockDim.x >> 31)", " | 1u"), "bodies": whole}
        request["kernels"] = [[k.name, k.block, k.grid, k.values, k.dynamic] for k in kernels]
        line = (json.dumps(request) + "\n").encode()
        answers = {}
        for kind in ("loops", "reference"):
            if kind not in self.processes:
                self.start(kind)
            process = self.processes[kind][0]
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(line)
                process.stdin.flush()
        for kind in ("loops", "reference"):
            answers[kind] = self.answer(kind)
            self.processes.get(kind, [0, 0])[1] += 1
            if self.processes.get(kind, [0, 0])[1] >= 100:  # Modules that were loaded stay in memory.
                self.stop(kind)
        return answers

    def answer(self, kind):
        process = self.processes[kind][0]
        ready, _, _ = select.select([process.stdout], [], [], self.seconds)
        line = process.stdout.readline() if ready else b""
        if line:
            return json.loads(line)
        self.stop(kind)
        return "takes too long" if not ready else f"ends the process ({process.returncode})"

    def stop(self, kind):
        process, _ = self.processes.pop(kind)
        process.kill()
        process.communicate()

    def close(self):
        for kind in list(self.processes):
            self.stop(kind)


def best_target():
    with open("/proc/cpuinfo") as file:
        flags = set(next(line for line in file if line.startswith("flags")).split())
    level = (
        4
        if {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"} <= flags
        else 3
        if {"avx2", "fma", "bmi2"} <= flags
        else 2
    )
    return f"x86-64-v{level}"


def all_targets():
    return [f"x86-64-v{level}" for level in range(2, int(best_target()[-1]) + 1)]


def differences(kernels, workers):
    """The kernels that do not give the same in both ways, and what they give."""
    answers = workers.run(kernels)
    loops, reference = answers["loops"], answers["reference"]
    if isinstance(loops, list) and isinstance(reference, list):
        return [(k, a, b) for k, a, b in zip(kernels, loops, reference, strict=True) if a != b]
    if len(kernels) == 1:
        return [(kernels[0], loops, reference)]
    half = len(kernels) // 2
    return differences(kernels[:half], workers) + differences(kernels[half:], workers)


# What a worker does.


def work():
    import cuprum as cp

    reals = np.random.default_rng(1)
    most = max(int(np.prod(b)) for b in BLOCKS) * max(int(np.prod(g)) for g in GRIDS)
    gi = reals.integers(-(2**31), 2**31, ROWS * most).astype("i4")
    gi[reals.random(gi.size) < 0.5] %= 9
    gf = np.round(reals.normal(size=ROWS * most) * 8).astype("f4") / 4
    gf[reals.random(gf.size) < 0.01] = -0.0
    gf[reals.random(gf.size) < 0.002] = np.inf
    inputs = [cp.asarray(gi), cp.asarray(gf)]
    given = np.array([2, 0, 5, 1, 1069547520], "i4")  # The last is the float 1.5.
    outputs = {"counts": cp.asarray(np.zeros(32, "u4")), "same": cp.asarray(np.zeros(ROWS * most, "i4"))}
    outputs |= {name: cp.asarray(np.zeros(PLACES * most, dtype)) for name, dtype in OUTPUTS.items()}
    on_cpu = cp.backend() == "cpu"
    memory = {name: host_view(a) if on_cpu else np.empty(a.shape, a.dtype) for name, a in outputs.items()}
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            options = ("--fmad=false", "-w", *request["options"])
            module = cp.RawModule(code=request["text"], options=options)
            results = []
            for name, block, grid, values, dynamic in request["kernels"]:
                digest = hashlib.blake2b(digest_size=8)
                if body := request["bodies"].get(name):
                    kernel = cp.ElementwiseKernel(
                        "raw int32 gi, raw float32 gf, int32 m, int32 n",
                        "int32 p, float32 x",
                        body,
                        name,
                        options=() if on_cpu else ("--fmad=false",),
                    )
                    for output in kernel(*inputs, *values, size=block[0]):
                        found = output.get()
                        if found.dtype.kind == "f":
                            found[np.isnan(found)] = np.nan
                        digest.update(found.tobytes())
                    results.append(digest.hexdigest())
                    continue
                text = request["text"].split(f" {name}(", 1)[1].split("__global__", 1)[0]
                threads = int(np.prod(block)) * int(np.prod(grid))
                used = {
                    o: m[: ROWS * threads if o == "same" else 32 if o == "counts" else PLACES * threads]
                    for o, m in memory.items()
                    if o + "[" in text
                }
                for o, m in used.items():
                    m[:] = np.arange(32) * 2654435761 % 2**32 if o == "counts" else 0
                    if not on_cpu:
                        outputs[o][: m.size].set(m)
                arguments = (np.int32(values[0]), np.int32(values[1]), given.view("V20")[0], *inputs, *outputs.values())
                module.get_function(name)(tuple(grid), tuple(block), arguments, shared_mem=dynamic)
                for o, m in used.items():
                    if not on_cpu:
                        outputs[o][: m.size].get(out=m)
                    if m.dtype.kind == "f":
                        m[np.isnan(m)] = np.nan
                    digest.update(m.tobytes())
                results.append(digest.hexdigest())
        except Exception as error:
            results = f"{type(error).__name__}: {error}"
        channel.write(json.dumps(results) + "\n")
        channel.flush()


def host_view(array):
    """NumPy's view of an array that a CPU has."""
    bytes = (ctypes.c_char * array.nbytes).from_address(array.data.ptr)
    return np.frombuffer(bytes, array.dtype)


# Making failures small.


def variants(parts):
    """Each way to make a tree's parts simpler by one step, done in place: the caller undoes it by calling what is
    yielded."""
    for i, part in enumerate(parts):
        if isinstance(part, list):
            for j in reversed(range(len(part))):
                kept = part[j]
                del part[j]
                yield lambda part=part, j=j, kept=kept: part.insert(j, kept)
            for j in reversed(range(len(part))):
                kept = part[j]
                inner = [x for p in kept.parts if isinstance(p, list) for x in p]
                if inner:
                    part[j : j + 1] = inner
                    yield lambda part=part, j=j, kept=kept, n=len(inner): part.__setitem__(slice(j, j + n), [kept])
            for statement in part:
                yield from variants(statement.parts)
        elif isinstance(part, Tree):
            simple = {"u": "1u", "f": "1.f", "c": "(r & 1)"}.get(part.kind)
            choices = [Tree(part.kind, simple)] if simple and part.text() != simple and len(part.parts) > 1 else []
            choices += [p for p in part.parts if isinstance(p, Tree) and p.kind == part.kind]
            for choice in choices:
                parts[i] = choice
                yield lambda parts=parts, i=i, part=part: parts.__setitem__(i, part)
            yield from variants(part.parts)


def shrink(kernel, workers, seconds=300):
    """The smallest kernel that was found to differ as this one does."""
    end = time.monotonic() + seconds

    def fails():
        answers = workers.run([kernel])
        return isinstance(answers["reference"], list) and answers["loops"] != answers["reference"]

    if kernel.grid != (1,):
        grid, kernel.grid = kernel.grid, (1,)
        if not fails():
            kernel.grid = grid
    smaller = True
    while smaller and time.monotonic() < end:
        smaller = False
        for undo in variants([kernel.body]):
            if time.monotonic() > end:
                undo()
                break
            if fails():
                smaller = True
                break
            undo()
    return kernel


def is_defined_on_gpus(kernel):
    """Whether no lane reads another one that its warp lacks: a GPU gives any number, a CPU always the same."""
    return np.prod(kernel.block) % 32 == 0 or "__shfl" not in kernel.text()


def compare(first, stride, batch, seconds, quick=False):
    """Compares batches of kernels for some seconds; gives how many kernels there were, and the names of those that
    differ."""
    workers = Workers(quick=quick)
    number, count, failures = first, 0, []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        kernels = [make(n) for n in range(number, number + batch)]
        if workers.target == "cuda":
            kernels = [kernel for kernel in kernels if is_defined_on_gpus(kernel)]
        for kernel, loops, reference in differences(kernels, workers):
            print(f"{kernel.name}: in loops {loops}, reference {reference}", flush=True)
            failures.append(kernel.name)
            if len(failures) <= 5:
                shrink(kernel, workers, min(seconds, 300))
                print(kernel.text(), f"// grid {kernel.grid}, block {kernel.block}, (m, n) {kernel.values}", flush=True)
        number += batch * stride
        count += len(kernels)
    workers.close()
    return count, failures


def compare_side_by_side(first, options, seconds):
    """`compare` in several processes, which take turns at the batches."""
    command = [sys.executable, os.path.abspath(__file__), "--seconds", str(seconds)]
    command += ["--stride", str(options.workers), "--batch", str(options.batch)] + ["--quick"] * options.quick
    processes = [
        subprocess.Popen([*command, "--seed", str(first + k * options.batch)], stdout=subprocess.PIPE, text=True)
        for k in range(options.workers)
    ]
    count, failures = 0, []
    for process in processes:
        lines = process.communicate()[0].splitlines()
        if not lines or not lines[-1].startswith("{"):
            sys.exit(f"a process ended with {process.returncode}")
        for line in lines[:-1]:
            print(line, flush=True)
        done = json.loads(lines[-1])
        count += done["kernels"]
        failures += done["failures"]
    return count, failures


def run(first, options, target, seconds):
    """Compares kernels for some seconds, says how many, and gives the names of those that differ."""
    begin = time.monotonic()
    if options.workers > 1:
        count, failures = compare_side_by_side(first, options, seconds)
    else:
        count, failures = compare(first, options.stride, options.batch, seconds, options.quick)
    done = {"kernels": count, "first": first, "seconds": round(time.monotonic() - begin), "failures": failures}
    print(json.dumps(done | {"target": target}), flush=True)
    if options.record:
        here = os.path.dirname(os.path.abspath(__file__))
        git = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=here)
        told = {
            "date": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
            "commit": os.environ.get("CUPRUM_COMMIT") or git.stdout.strip(),
            "target": target,
            "optimised": not options.quick,
            "workers": options.workers,
        }
        with open(options.record, "a") as file:
            file.write(json.dumps(told | done) + "\n")
    return failures


def main():
    parser = argparse.ArgumentParser(
        description="Compare random kernels in vectorised loops over threads with unoptimised ones, thread by thread."
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None, help="the first kernel's number; random unless given")
    parser.add_argument("--batch", type=int, default=40, help="kernels that are compiled together")
    parser.add_argument("--workers", type=int, default=1, help="pairs of processes side by side")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="with little optimisation and short vectors: twice as many kernels in a second",
    )
    parser.add_argument("--all-targets", action="store_true", help="divide the time by the targets of this machine")
    parser.add_argument("--cuda", action="store_true", help="run them on a GPU, and the reference on a CPU")
    parser.add_argument("--show", type=int, help="print one kernel and do nothing else")
    parser.add_argument("--record", help="a file to which what was done is added, as a line of JSON")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--stride", type=int, default=1, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return work()
    if options.show is not None:
        kernel = make(options.show)
        print(PRELUDE + kernel.text(), f"\n// grid {kernel.grid}, block {kernel.block}, (m, n) {kernel.values}")
        return 0
    first = random.SystemRandom().randrange(10**9) * 1000 if options.seed is None else options.seed
    own = os.environ.get("CUPRUM_CPU_TARGET") or ("x86-64-v2" if options.quick else best_target())
    targets = ["cuda"] if options.cuda else all_targets() if options.all_targets else [own]
    failures = []
    for target in targets:
        os.environ["CUPRUM_CPU_TARGET"] = target
        failures += run(first, options, target, options.seconds / len(targets))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
