"""Calls every public function with operands in every form. Nothing is compared: a call returns or raises an exception.

    python -m fuzz.operands --seconds 600 [--workers 2] [--seed 1] [--only take] [--library FILE]

Lists, tuples, NumPy arrays of any layout, numbers, empty and broadcast arrays, objects that raise or that change an
array while they are read, wrong dtypes: what the bindings keep for a call must live as long as the call.
`make sanitize-python` runs it under AddressSanitizer (`--library` names libasan and the C++ library, whose exceptions
it watches; each worker loads them first). Workers with an odd seed allocate without a pool, so that each array has its
own surroundings.

A call has a name, such as 17/cuprum.take/3, and `--show 17/cuprum.take/3` makes it alone. The exit status is 1 where a
call ends the process, does not return, or raises one of the exceptions of C++ (std::bad_cast).
"""

import argparse
import functools
import gc
import importlib
import inspect
import mmap
import os
import pkgutil
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import types
import warnings

# They do something as often as a number says, as in NumPy and SciPy.
REPEATS = {"polyint", "polyder", "integ", "deriv", "derivative", "antiderivative", "diff", "matrix_power",
           "ynp_zeros", "yn_zeros", "jn_zeros", "jnp_zeros", "jnyn_zeros", "iterate_structure", "binary_dilation",
           "binary_erosion", "binary_opening", "binary_closing", "binary_hit_or_miss", "binary_propagation",
           "binary_fill_holes"}  # fmt: skip
HANGS_AFTER = 240  # seconds for one call
CALLS = 6  # of one function, one after the other
ROOM = 400  # bytes for the name of a call
ENDS = 77  # exit status of a worker that an exception of C++ ended

# They change what the process does or what it sees, end it, wait for others, take addresses that cannot be checked, or
# write files.
LEFT_OUT = re.compile(
    r"(^|\.)(_\w*|set_\w*|reset\w*|use\w*|install\w*|clear_memo|as_strided|who|disp|show_config|explain|getbufsize"
    r"|save\w*|tofile|dump\w*|from_pointer|frombuffer|fromfile|fromDlpack|fill_external|seterr\w*|errstate|memoize"
    r"|get_printoptions|printoptions|for_\w*|numpy_cupy_\w*|numpy_satisfies|parameterize|with_requires|fix_random)$"
    r"|^cuprum\.(cuda|typing|exceptions|testing|show_config|lib)\b|^cuprumx\.(distributed|jit|profiler|time|optimizing)"
    r"|^cuprum\.(RawKernel|RawModule|eval|safe_eval|ndarray\.(data|dump|__dlpack_device__))|workers$"
)
RAW = ("bad_cast", "bad_function_call", "bad_variant", "bad_optional", "map::at", "vector::", "basic_string", "stoi")


def modules():
    for package in ("cuprum", "cuprumx"):
        root = importlib.import_module(package)
        yield root
        for found in pkgutil.walk_packages(root.__path__, package + "."):
            if "._" not in found.name and "__main__" not in found.name and not LEFT_OUT.search(found.name):
                yield importlib.import_module(found.name)


def objects():
    """For classes whose methods are called: how an object of the class is made, from a Draws."""
    import cuprum as cp
    import cuprumx.scipy.interpolate as interpolate
    import cuprumx.scipy.signal as signal
    import cuprumx.scipy.sparse as sparse
    import cuprumx.scipy.spatial as spatial
    import cuprumx.scipy.stats as stats

    def sparse_of(kind):
        return lambda d: getattr(sparse, kind)(cp.array(d.values(d.rng.choice([(3, 3), (2, 4), (0, 3)]), "d")))

    grid = cp.arange(8.0)
    found = {
        "cuprum.ndarray": lambda d: d.array(),
        "cuprum.poly1d": lambda d: cp.poly1d(d.values((d.rng.choice([0, 1, 3]),), "d")),
        "cuprum.flatiter": lambda d: d.array().flat,
        "cuprum.random.Generator": lambda d: cp.random.default_rng(3),
        "cuprum.random.RandomState": lambda d: cp.random.RandomState(3),
        "cuprum.broadcast": lambda d: cp.broadcast(d.array((3,)), d.array((3,))),
        "cuprumx.scipy.interpolate.BSpline": lambda d: interpolate.BSpline(grid, grid[:4], 3),
        "cuprumx.scipy.interpolate.PPoly": lambda d: interpolate.PPoly(d.array((3, 7), "d"), grid),
        "cuprumx.scipy.interpolate.CubicSpline": lambda d: interpolate.CubicSpline(grid, cp.sin(grid)),
        "cuprumx.scipy.interpolate.RegularGridInterpolator": lambda d: interpolate.RegularGridInterpolator(
            (grid, grid), grid[:, None] + grid
        ),
        "cuprumx.scipy.spatial.KDTree": lambda d: spatial.KDTree(cp.arange(40.0).reshape(20, 2)),
        "cuprumx.scipy.signal.TransferFunction": lambda d: signal.TransferFunction([1.0], [1.0, 2.0]),
        "cuprumx.scipy.stats.norm": lambda d: stats.norm,
        "cuprumx.scipy.stats.gamma": lambda d: stats.gamma,
        "cuprumx.scipy.stats.binom": lambda d: stats.binom,
        "cuprumx.scipy.stats.gaussian_kde": lambda d: stats.gaussian_kde(grid),
        "cuprum.ElementwiseKernel": lambda d: cp.ElementwiseKernel("T x, S y", "T z", "z = x + y", "of_forms"),
        "cuprum.ReductionKernel": lambda d: cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "of_forms_r"),
        "cuprum.fuse": lambda d: cp.fuse(lambda x, y: x * 2 + y),
        "cuprum.vectorize": lambda d: cp.vectorize(lambda x, y: x + 2 * y),
    }
    for kind in ("csr_matrix", "csc_matrix", "coo_matrix", "dia_matrix", "bsr_matrix", "csr_array", "coo_array"):
        found[f"cuprumx.scipy.sparse.{kind}"] = sparse_of(kind)
    return found


UFUNC_METHODS = ("reduce", "accumulate", "reduceat", "outer", "at", "resolve_dtypes")
OPERATORS = [
    f"__{name}__"
    for name in "add sub mul truediv floordiv mod pow matmul divmod and or xor lshift rshift eq lt radd rsub rpow iadd "
    "imul itruediv ipow imatmul ilshift getitem setitem contains array copy deepcopy reduce reduce_ex call "
    "array_function array_ufunc int float complex bool index len iter hash repr format setstate dlpack".split()
]


@functools.cache
def functions():
    """What is called: names, and how a function is made from a Draws, which for a method makes its object."""
    found = {}

    def add(name, make):
        if not LEFT_OUT.search(name):
            found[name] = make

    for module in modules():
        for name in dir(module):
            one = getattr(module, name, None)
            path = f"{module.__name__}.{name}"
            if name.startswith("_") or not callable(one) or isinstance(one, types.ModuleType):
                continue
            if isinstance(one, type) and issubclass(one, BaseException):
                continue
            add(path, lambda d, one=one: one)
            if type(one).__name__ == "ufunc" and module.__name__ in ("cuprum", "cuprumx.scipy.special"):
                for method in UFUNC_METHODS:
                    add(f"{path}.{method}", lambda d, one=one, method=method: getattr(one, method))
    for path, make in objects().items():
        one = make(example())
        for name in [n for n in dir(one) if not n.startswith("_")] + OPERATORS:
            try:
                is_called = callable(getattr(one, name, None))
            except Exception:  # noqa: BLE001  a property that this object has no value of
                continue
            if is_called and not LEFT_OUT.search(f"{path}.{name}" if name not in OPERATORS else path):
                found[f"{path}.{name}"] = lambda d, make=make, name=name: getattr(make(d), name)
    return found


@functools.cache
def is_ufunc(path):
    one = functions()[path](example())
    return type(one).__name__ == "ufunc" or type(getattr(one, "__self__", None)).__name__ == "ufunc"


def example():
    from .operand_forms import Draws

    return Draws(random.Random(0))


@functools.cache
def parameters(path):
    """What `inspect.signature` tells of a function: (name, annotation, whether it has a default, kind)."""
    try:
        found = inspect.signature(functions()[path](example())).parameters.values()
    except (TypeError, ValueError):
        return None
    return [(p.name, text_of(p.annotation), p.default is not p.empty, p.kind) for p in found]


def text_of(annotation):
    if annotation is inspect.Parameter.empty:
        return "Any"
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))


def drawn(path, rng, dtypes):
    """A function with arguments."""
    from .operand_forms import Draws

    d = Draws(rng, dtypes)
    function = functions()[path](d)
    args, kwargs, named = [], {}, rng.random() < 0.3
    d.repeats = path.rpartition(".")[2] in REPEATS
    told = parameters(path)
    if told is None:
        return function, [d.anything() for _ in range(rng.choice([0, 1, 2, 3]))], {}
    for name, annotation, has_default, kind in told:
        if kind == inspect.Parameter.VAR_POSITIONAL:
            operands = path.startswith(("cuprum.", "cuprumx.scipy.special.")) or annotation == "Any"
            args += [
                d.array_like() if operands else d.argument(name, annotation) for _ in range(rng.choice([0, 1, 2, 2, 3]))
            ]
        elif kind == inspect.Parameter.VAR_KEYWORD:
            if rng.random() < 0.2:
                kwargs[rng.choice(["out", "where", "dtype", "axis", "casting", "nonsense"])] = d.anything()
        elif has_default and rng.random() < 0.6:
            named = True  # those that follow cannot be told by their place
        elif kind == inspect.Parameter.KEYWORD_ONLY or (named and kind != inspect.Parameter.POSITIONAL_ONLY):
            if rng.random() < 0.97 or has_default:
                kwargs[name] = d.argument(name, annotation)
        elif not named and (rng.random() < 0.99 or not d.hostile):
            args.append(d.argument(name, annotation))
    return function, args, kwargs


def evaluate(result, depth=0):
    """Computes what waits: all elements that a call gave are read."""
    import cuprum as cp

    if isinstance(result, cp.ndarray):
        cp.asnumpy(result)
    elif isinstance(result, (tuple, list)) and depth < 2:
        for one in result[:4]:
            evaluate(one, depth + 1)
    elif hasattr(type(result), "toarray"):
        evaluate(result.toarray(), 2)


def call(name, show=False):
    """Makes the call of that name; the exception's text where C++ speaks through it."""
    import cuprum as cp

    seed, path, number = name.split("/")
    rng = random.Random(name)
    dtypes = random.Random(seed).choice(["dl", "fi", "d?", "DB", "dd", "fF", "eh"])
    with cp.deferred(rng.random() < 0.3):
        try:
            function, args, kwargs = drawn(path, rng, dtypes)
        except Exception as error:  # noqa: BLE001  what was drawn makes no object
            return print(f"{path}: nothing to call: {error}") if show else None
        return call_with(path, rng, function, args, kwargs, show)


def call_with(path, rng, function, args, kwargs, show):
    if show:
        print(f"{path}(*{args!r}, **{kwargs!r})", flush=True)
    keeps = rng.random() < 0.5
    try:
        result = function(*args, **kwargs)
        if not keeps:
            del args, kwargs, function
        if rng.random() < 0.3:
            gc.collect()
        if rng.random() < 0.8:
            evaluate(result)
    except MemoryError:
        pass
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # noqa: BLE001  an exception is an answer
        if show:
            print(f"{type(error).__name__}: {error}")
        if any(word in str(error) for word in RAW):
            return f"{type(error).__name__}: {error}"
    return None


def work(options):
    """A worker: all functions in some order, until the time is over."""
    warnings.simplefilter("ignore")
    os.chdir(tempfile.mkdtemp())
    sys.setrecursionlimit(3000)
    import numpy as np

    import cuprum as cp

    np.seterr(all="ignore")
    cp.get_default_memory_pool().set_limit(size=1 << 30)
    if options.seed % 2:
        cp.cuda.set_allocator(None)  # which is no pool
    if options.show:
        print(call(options.show, show=True) or "returned")
        return
    with open(options.progress, "r+b") as file:
        note = mmap.mmap(file.fileno(), ROOM)
    seed, count = options.seed, 0
    while time.time() < options.until:
        order = [p for p in functions() if options.only is None or options.only in (p, p.split(".")[-1])]
        chosen = random.Random(seed)
        chosen.shuffle(order)
        if options.only is None:  # ufuncs are many, and what is done with their operands is the same code
            order = [p for p in order if not is_ufunc(p) or chosen.random() < 0.08]
        for path in order[options.skip :]:
            for number in range(CALLS):
                if time.time() > options.until:
                    break
                name = f"{seed}/{path}/{number}"
                note[:] = f"{count} {order.index(path)} {name}".encode().ljust(ROOM)
                count += 1
                told = call(name)
                if told:
                    print(told, file=sys.stderr, flush=True)
                    os._exit(ENDS)
        options.skip = 0
        seed += options.stride
    note[:] = f"{count} -1 finished".encode().ljust(ROOM)
    sys.stdout.flush()
    os._exit(0)


class Lane:
    """One worker after the other; each goes on behind the call that ended the one before."""

    def __init__(self, options, number):
        self.options, self.seed, self.skip, self.count = options, options.seed + number, 0, 0
        self.faults = []

    def run(self):
        while time.time() < self.options.until:
            with tempfile.NamedTemporaryFile() as progress, tempfile.TemporaryFile("w+") as errors:
                progress.write(b"0 0 started".ljust(ROOM))
                progress.flush()
                arguments = ["--progress", progress.name, "--until", self.options.until, "--seed", self.seed]
                arguments += ["--skip", self.skip, "--stride", self.options.workers]
                worker = subprocess.Popen(
                    command(self.options, arguments),
                    env=environment(self.options),
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                )
                hangs = self._watch(worker, progress.name)
                note = open(progress.name, "rb").read(ROOM).decode(errors="replace").split()
                self.count += int(note[0])
                if note[2] in ("finished", "started") and worker.returncode == 0:
                    return
                errors.seek(0)
                said = errors.read()
                begin = said.rfind("ERROR: AddressSanitizer")
                said = said[begin : begin + 6000] if begin >= 0 else said[-3000:]
                self.faults.append((note[2], "hangs" if hangs else f"ends with {worker.returncode}", said))
                print(f"--- {note[2]} {self.faults[-1][1]}\n{said}\n", flush=True)
                if note[2] == "started":
                    return
                self.seed, self.skip = int(note[2].split("/")[0]), int(note[1]) + 1

    def _watch(self, worker, path):
        last, since = None, time.time()
        while worker.poll() is None:
            time.sleep(0.3)
            now = open(path, "rb").read(ROOM)
            if now != last:
                last, since = now, time.time()
            elif time.time() - since > HANGS_AFTER:
                worker.kill()
                worker.wait()
                return True
        return False


def command(options, arguments):
    only = ["--only", options.only] if options.only else []
    return [sys.executable, "-X", "faulthandler", "-m", "fuzz.operands", "--work", *map(str, arguments), *only]


def environment(options):
    found = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "CUPRUM_NUM_THREADS": "2"}
    found |= {"CUPRUM_DEFER_BYTES": "16", "PYTHONUNBUFFERED": "1"} | os.environ  # small arrays wait, too
    if options.library:
        found["LD_PRELOAD"] = options.library
        # What Python itself keeps until its end is no leak, and a refused allocation is a MemoryError.
        found["ASAN_OPTIONS"] = (
            "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=3000:detect_stack_use_after_return=1:"
            "handle_segv=1:abort_on_error=0:exitcode=78:quarantine_size_mb=128"
        )
        found["UBSAN_OPTIONS"] = "print_stacktrace=1"
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    parser.add_argument("--only", help="the name of one function")
    parser.add_argument("--library", help="what is loaded first: 'libasan.so libstdc++.so'")
    parser.add_argument("--show", help="the name of a call, which is made alone")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--progress", help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--skip", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--stride", type=int, default=1, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options)
        return
    if options.show:
        os.execvpe(
            sys.executable,
            command(options, ["--seed", options.show.split("/")[0], "--show", options.show]),
            environment(options),
        )
    options.until = time.time() + options.seconds
    lanes = [Lane(options, number) for number in range(options.workers)]
    threads = [threading.Thread(target=lane.run) for lane in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    faults = [fault for lane in lanes for fault in lane.faults]
    print(f"{sum(lane.count for lane in lanes)} calls from seed {options.seed} on, {len(faults)} faults")
    for name, how, _ in faults:
        print(f"  {name} {how}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
