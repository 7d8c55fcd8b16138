"""Functions whose kernels loop, with awkward operands in every plan, in processes that are killed when they hang.

    python tests/python/harness/watched_kernels.py --record cpu.npz           on a CPU: keeps the values
    python tests/python/harness/watched_kernels.py --compare cpu.npz          on a GPU: what hangs, what differs
    python tests/python/harness/watched_kernels.py --only yn,zeta --workers 2

A kernel that hangs on a GPU can be stopped only with its process. So each worker computes one case after the other and
says what it is about to do; the parent kills one that is silent for too long, prints the case, and starts another.

A case is a loop of a ufunc, a distribution, or an iterative routine. The operands of a loop go through it in each plan
of the elementwise engine: `linear`, `rows`, `strided` and `tile`, with operands broadcast along rows and columns, and
neighbouring threads that have ordinary numbers, zeros, NaN, infinities, huge numbers and orders. Every plan must give
what `linear` gives. These values are compared with a record, or with SciPy's, and ordinary operands closely.
"""

import argparse
import multiprocessing
import multiprocessing.connection
import os
import sys
import time
import warnings
import zlib

import numpy as np

FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, 5.5, 10.0, 37.3, 100.0, 1e3, 2.5e4, -7.25, -0.3, 1e-8, 1e-310, 1e10,
          -1e10, 2147483647.0, 2147483648.0, -2147483649.0, 3e9, -3e9, 1e300, -1e300, np.inf, -np.inf,
          np.nan]  # fmt: skip
ORDERS = [0, 1, 2, 3, 4, 5, 7, 8, 13, 50, 99, 100, 1000, -1, -2, -9, 5000, 2**31 - 1, 2**31, -(2**31), 3 * 10**9,
          2**40, 2**53 + 1, 2**62, -(2**62)]  # fmt: skip
PLANS = ("linear", "rows", "columns", "strided", "reversed", "tile")
LENGTH = 333  # of a vector: no multiple of what a thread takes


def ordinary(ufunc, position, code, rng, size):
    """Operands of the domain in which the ufunc's tests draw them."""
    terms = ufunc._domain.split(" x ")
    term = terms[position if len(terms) > 1 else 0]
    low, high = (float(end) for end in term[1:-1].split(",")) if term[0] in "[(" else (-10.0, 10.0)
    low, high = max(low, -1e3), min(high, 1e3)
    if np.dtype(code).kind in "iu":
        return rng.integers(int(np.ceil(low)), int(high) + 1, size).astype(code)
    if code == "?":
        return rng.integers(0, 2, size).astype(bool)
    real = rng.uniform(low, high, size)
    return (real + 1j * rng.uniform(low, high, size) if code in "FD" else real).astype(code)


def awkward(code):
    if code == "?":
        return np.array([True, False])
    if code in "FD":
        parts = [0.0, 1.0, -0.5, 30.0, 1e5, 1e300, np.inf, np.nan]
        return np.array([complex(a, b) for a in parts for b in parts]).astype(code)
    if np.dtype(code).kind in "iu":
        limits = np.iinfo(code)
        return np.array([n for n in ORDERS if limits.min <= n <= limits.max]).astype(code)
    return np.array(FLOATS).astype(code)


def mixed(ufunc, codes, rng, size):
    """For each operand a vector of ordinary and awkward numbers in any order; the first third is ordinary."""
    vectors = []
    for k, code in enumerate(codes):
        vector = ordinary(ufunc, k, code, rng, size)
        odd = rng.choice(awkward(code), size)
        taken = (rng.random(size) < 0.6) & (np.arange(size) >= size // 3)
        vectors.append(np.where(taken, odd, vector))
    return vectors


class UfuncCase:
    """A loop of a ufunc."""

    def __init__(self, module, name, loop, quick):
        self.module, self.ufunc, self.loop, self.quick = module, name, loop, quick
        self.name = f"{module}.{name} {loop}"

    def steps(self):
        """Plans, each with its operands, and which elements of which vectors these are."""
        import cuprum as cp

        ufunc = getattr(cp._core._special if self.module == "special" else cp, self.ufunc)
        codes = self.loop.split("->")[0]
        rng = np.random.default_rng(zlib.crc32(self.name.encode()))
        vectors = mixed(ufunc, codes, rng, LENGTH)
        yield "linear", ufunc, [cp.array(v) for v in vectors], vectors
        if self.quick:
            return
        # Rows of 24 with operands that are constant along a row or from row to row, as spherical_yn's orders were.
        grids = {}
        for plan, rows, columns in (("rows", 9, 24), ("columns", 31, 7)):
            operands = []
            for k, vector in enumerate(vectors):
                along = (k + (plan == "columns")) % 2
                operands.append(vector[-columns:][None] if along else vector[-rows:][:, None])
            if len(operands) == 1:
                operands = [np.broadcast_to(operands[0], (rows, columns))]
            grids[plan] = operands
            yield plan, ufunc, [device_view(cp, operand) for operand in operands], operands
        spread = [cp.array(np.repeat(v, 2))[::2] for v in vectors]
        yield "strided", ufunc, spread, vectors
        yield "reversed", ufunc, [cp.array(v[::-1])[::-1] for v in vectors], vectors
        if len(codes) > 1 and set(codes) <= set("fd") | {"l"}:
            side = 131
            few = [ordinary(ufunc, k, code, rng, side * side).reshape(side, side) for k, code in enumerate(codes)]
            operands = [np.asfortranarray(f) if k % 2 else f for k, f in enumerate(few)]
            yield "tile", ufunc, [cp.array(f, order="K") for f in operands], operands

    def expected(self, vectors):
        """SciPy's or NumPy's values, None where it has none or might count for long."""
        import scipy.special

        codes = self.loop.split("->")[0]
        host = getattr(scipy.special if self.module == "special" else np, self.ufunc, None)
        if not isinstance(host, np.ufunc) or self.loop not in host.types:
            return None, None
        sane = np.ones(LENGTH, bool)
        for vector, code in zip(vectors, codes):
            if code == "l" or self.ufunc in ("yn", "hyp1f1", "hyp2f1"):
                sane &= ~(np.abs(vector.astype(float)) > 1e5)
            if code in "FD":
                sane &= np.abs(vector) < 1e4
            elif set(codes) & set("FD"):
                sane &= ~(np.abs(vector) > 1e4)
        with np.errstate(all="ignore"):
            found = host(*[vector[sane] for vector in vectors])
        return sane, found if isinstance(found, tuple) else (found,)


def device_view(cp, operand):
    """On the device as it is on the host: constant along axes of stride 0."""
    base = operand[tuple(slice(0, 1) if stride == 0 else slice(None) for stride in operand.strides)]
    return cp.broadcast_to(cp.array(base), operand.shape)


class CallCase:
    """A call that is made as it is; `make` gives what to call."""

    quick = False

    def __init__(self, name, make):
        self.name, self.make = name, make

    def steps(self):
        import cuprum as cp

        yield "call", self.make(cp), [], None

    def expected(self, vectors):
        return None, None


class SleepingCase(CallCase):
    """What the tests of this file hang by."""

    def __init__(self):
        super().__init__("sleeps", None)

    def steps(self):
        yield "sleep", lambda: SleepingArray(), [], None


class SleepingArray:
    def get(self):
        time.sleep(1e4)


# Of each distribution parameters that are ordinary, extreme and just allowed.
PARAMETERS = {
    "beta": [(0.3, 2.0, 1e-300, 1e300, 5e5), (0.5, 4.0, 1e-300, 1e300, 3.0)],
    "binomial": [(0, 1, 10, 1000, 10**9, 2**40), (0.0, 1.0, 0.5, 1e-10, 0.999999)],
    "chisquare": [(1e-300, 0.5, 3.0, 1e10, 1e300)],
    "f": [(1e-300, 0.5, 3.0, 1e10), (1e-300, 7.0, 1e10, 2.0)],
    "gamma": [(0.0, 1e-300, 1e-9, 0.5, 1.0, 3.0, 1e10, 1e300)],
    "geometric": [(1.0, 0.5, 0.3333, 1e-9, 1e-300)],
    "hypergeometric": [(1, 10, 1000, 10**8), (10, 12, 10**7, 30), (0, 1, 7, 11)],
    "logseries": [(0.0, 1e-300, 0.5, 0.999999, 1 - 2**-53)],
    "negative_binomial": [(0.5, 3.0, 1e9), (1.0, 0.5, 1e-5)],
    "noncentral_chisquare": [(0.5, 1.0, 3.0, 1e10), (0.0, 1e-300, 10.0, 1e10)],
    "noncentral_f": [(0.5, 1.0, 3.0), (0.5, 7.0, 1e10), (0.0, 10.0, 1e10)],
    "pareto": [(1e-300, 0.5, 3.0, 1e300)],
    "poisson": [(0.0, 1e-300, 0.5, 9.99, 10.0, 1e9, 1e18)],
    "power": [(1e-300, 0.5, 3.0, 1e300)],
    "standard_gamma": [(0.0, 1e-300, 1e-9, 0.5, 1.0, 3.0, 1e10, 1e300)],
    "standard_t": [(1e-300, 0.5, 3.0, 1e300)],
    "vonmises": [(0.0, -3.0, 1e5), (0.0, 1e-9, 0.5, 1e6, 1e300)],
    "wald": [(1e-300, 0.5, 1e300), (1e-300, 4.0, 1e300)],
    "weibull": [(0.0, 1e-300, 0.5, 1e300)],
    "zipf": [(1 + 2**-52, 1.0001, 1.5, 3.0, 1e300)],
}


def distribution_cases():
    def parameters(cp, sets, layout):
        grids = np.meshgrid(*sets, indexing="ij")
        flat = [np.resize(g.ravel(), 301) for g in grids]
        if layout == "strided":
            return [cp.array(np.repeat(f, 2))[::2] for f in flat]
        if layout == "rows":
            return [cp.array(s[:3])[(None,) * k + (slice(None),) + (None,) * (len(sets) - 1 - k)]
                    for k, s in enumerate(map(np.array, sets))]  # fmt: skip
        return [cp.array(f) for f in flat]

    for name, sets in PARAMETERS.items():
        for layout in ("linear", "rows", "strided"):

            def make(cp, name=name, sets=sets, layout=layout):
                draw = getattr(cp.random.default_rng(5), name)
                return lambda: draw(*parameters(cp, sets, layout))

            yield CallCase(f"Generator.{name} {layout}", make)

        def make_legacy(cp, name=name, sets=sets):
            draw = getattr(cp.random.RandomState(5), name)
            return lambda: draw(*parameters(cp, sets, "linear"))

        yield CallCase(f"RandomState.{name}", make_legacy)


def iterative_cases():
    """Rotations, bisections and other work that goes on until numbers are small."""

    def matrices(kind, size=8):
        rng = np.random.default_rng(7)
        a = rng.standard_normal((12, size, size))
        a = a + a.transpose(0, 2, 1)
        if kind == "bad":
            a[0, 1, 1], a[1, 0, 0], a[2] = np.nan, np.inf, 0
            a[3] *= 1e300
            a[4] *= 1e-310
            a[5, 2], a[5, :, 2] = np.inf, np.inf
        return a

    def tried(work):
        def run():
            try:
                return work()
            except Exception as error:  # an exception is an end
                return type(error).__name__

        return run

    def case(name, work):
        return CallCase(name, lambda cp: tried(lambda: work(cp)))

    awkward_row = np.array(FLOATS * 12)
    for kind in ("good", "bad"):
        for size in (3, 8, 31, 40):
            for routine in ("eigvalsh", "svdvals", "inv", "det", "cond", "matrix_rank"):
                yield case(
                    f"linalg.{routine} {kind} {size}",
                    lambda cp, r=routine, k=kind, s=size: getattr(cp.linalg, r)(cp.array(matrices(k, s))),
                )
    for name in ("sort", "argsort", "median", "nanmedian", "unique", "cumsum", "cumprod", "ptp", "std"):
        yield case(f"{name} awkward", lambda cp, n=name: getattr(cp, n)(cp.array(awkward_row)))
    yield case("percentile awkward", lambda cp: cp.percentile(cp.array(awkward_row), [1, 50, 99]))
    yield case("partition awkward", lambda cp: cp.sort(cp.partition(cp.array(awkward_row), 40)[:40]))
    yield case(
        "searchsorted awkward",
        lambda cp: cp.searchsorted(cp.array(np.sort(awkward_row)), cp.array(awkward_row)),
    )
    yield case("interp awkward", lambda cp: cp.interp(cp.array(awkward_row), cp.arange(5.0), cp.array(awkward_row[:5])))
    yield case("histogram awkward", lambda cp: cp.histogram(cp.array(awkward_row), cp.array([-1e3, 0, 1, 1e9]))[0])

    def of_scipy(text, work):
        def run(cp):
            import cuprumx.scipy as scipy
            import cuprumx.scipy.interpolate
            import cuprumx.scipy.ndimage
            import cuprumx.scipy.signal
            import cuprumx.scipy.sparse.linalg
            import cuprumx.scipy.spatial  # noqa: F401

            return work(cp, scipy)

        return case(text, run)

    image = np.resize(awkward_row, (30, 33))
    for name in ("median_filter", "minimum_filter", "maximum_filter", "gaussian_filter", "grey_opening"):
        arguments = (2.0,) if name == "gaussian_filter" else (3,)
        yield of_scipy(
            f"ndimage.{name} awkward",
            lambda cp, sp, n=name, a=arguments: getattr(sp.ndimage, n)(cp.array(image), *a),
        )
    yield of_scipy("ndimage.label", lambda cp, sp: sp.ndimage.label(cp.array(image > 1))[0])
    for name in ("distance_transform_edt", "distance_transform_cdt"):
        for filled in (0, 1):
            yield of_scipy(
                f"ndimage.{name} all {filled}",
                lambda cp, sp, n=name, f=filled: getattr(sp.ndimage, n)(cp.full((40, 50), f)),
            )
    yield of_scipy(
        "interpolate.CubicSpline awkward",
        lambda cp, sp: sp.interpolate.CubicSpline(cp.arange(9.0), cp.array(awkward_row[:9]))(cp.array(awkward_row)),
    )
    yield of_scipy(
        "interpolate.BSpline awkward",
        lambda cp, sp: sp.interpolate.BSpline(cp.arange(12.0), cp.array(awkward_row[:8]), 3)(cp.array(awkward_row)),
    )
    yield of_scipy(
        "signal.lfilter awkward",
        lambda cp, sp: sp.signal.lfilter(cp.array([1.0, 2]), cp.array([1.0, 0.5]), cp.array(awkward_row)),
    )
    yield of_scipy("signal.medfilt awkward", lambda cp, sp: sp.signal.medfilt(cp.array(awkward_row), 5))
    yield of_scipy("signal.argrelmax awkward", lambda cp, sp: sp.signal.argrelmax(cp.array(awkward_row))[0])
    yield of_scipy(
        "spatial.KDTree awkward",
        lambda cp, sp: sp.spatial.KDTree(cp.array(np.random.default_rng(1).random((200, 2)))).query(
            cp.array(np.resize(awkward_row[np.isfinite(awkward_row)], (40, 2)))
        )[1],
    )

    def triangle(cp, sp):
        dense = np.tril(np.random.default_rng(3).random((60, 60))) + np.eye(60)
        dense[5, 2], dense[30, 30] = np.nan, np.inf
        return sp.sparse.linalg.spsolve_triangular(sp.sparse.csr_matrix(cp.array(dense)), cp.ones(60))

    yield of_scipy("sparse.linalg.spsolve_triangular awkward", triangle)
    for name in ("cg", "gmres", "minres", "bicgstab"):

        def krylov(cp, sp, name=name):
            dense = np.diag(np.arange(1.0, 31)) + 0.1
            dense[3, 3] = np.nan
            return getattr(sp.sparse.linalg, name)(cp.array(dense), cp.ones(30), maxiter=20)[1] != 0

        yield of_scipy(f"sparse.linalg.{name} of NaN", krylov)


def all_cases(only=None, sample=1):
    import cuprum as cp

    cases = []
    for module, holder in (("special", cp._core._special), ("numpy", cp)):
        for name, ufunc in sorted(vars(holder).items()):
            if not isinstance(ufunc, cp.ufunc) or ufunc.__name__ != name:
                continue
            for loop in ufunc.types:
                codes = loop.split("->")[0]
                # Of integers and single precision one plan tells enough.
                if module == "numpy" and not set(codes) <= set("dDlB"):
                    continue
                if not set(codes) <= set("fdFDlB"):
                    continue
                quick = bool(set(codes) & set("fF")) or (module == "numpy" and "d" not in codes)
                cases.append(UfuncCase(module, name, loop, quick))
    cases += [*distribution_cases(), *iterative_cases()]
    if os.environ.get("CUPRUM_TEST_HANG"):
        cases.append(SleepingCase())
    if only:
        cases = [case for case in cases if any(word in case.name for word in only)]
    # What takes a compiler longest comes first.
    cases.sort(key=lambda case: (case.quick, not any(c in case.name for c in "D"), not isinstance(case, UfuncCase)))
    return cases[::sample]


def as_host(found):
    """Numbers as a list of arrays of NumPy; words and other things as texts."""
    if isinstance(found, (tuple, list)):
        return [part for item in found for part in as_host(item)]
    found = found.get() if hasattr(found, "get") else found
    return [np.asarray(found)]


def near(found, expected, tolerance):
    """Which elements are the same numbers; small ones are compared with what is usual in the array."""
    found, expected = np.asarray(found), np.asarray(expected)
    if found.dtype.kind not in "fc" or expected.dtype.kind not in "fc":
        return found == expected
    with np.errstate(all="ignore"):
        size = np.abs(expected)
        usual = np.median(size[np.isfinite(size)]) if np.isfinite(size).any() else 0.0
        close = np.abs(found - expected) <= tolerance * np.maximum(size, min(float(usual), 1.0))
        both_nan = np.isnan(found) & np.isnan(expected)
        return close | both_nan | (found == expected)


def tolerance_of(dtypes):
    return 2e-3 if any(np.dtype(d) in (np.float32, np.complex64, np.float16) for d in dtypes) else 1e-6


def work(channel, selection, reference):
    """A worker: takes numbers of cases, tells what it does, and gives the vectors' values."""
    warnings.simplefilter("ignore")
    import cuprum as cp

    cases = all_cases(*selection)  # which hold functions that do not go from process to process

    wait = cp.cuda.get_current_stream().synchronize
    channel.send(("ready",))
    while (number := channel.recv()) is not None:
        case = cases[number]
        problems, values = [], []
        try:
            linear, vectors = None, None
            for plan, function, arguments, host in case.steps():
                channel.send(("compile", plan))
                found = function(*arguments)
                channel.send(("launch", plan))
                wait()
                found = as_host(found)
                if plan in ("linear", "call"):
                    linear, vectors, values = found, host, found
                    continue
                # The same operands one by one, in a kernel that is compiled already.
                full = np.broadcast_arrays(*host)
                channel.send(("launch", f"{plan} as linear"))
                alone = as_host(function(*[cp.array(np.ascontiguousarray(v).ravel()) for v in full]))
                for k, (a, b) in enumerate(zip(found, alone)):
                    same = near(a.ravel(order="C"), b, max(tolerance_of([b.dtype]) * 1e-3, 1e-12))
                    if not same.all():
                        at = int(np.argmin(same))
                        problems.append(
                            f"{plan}: output {k} differs from linear in {np.sum(~same)} of {same.size}, at "
                            f"{tuple(v.ravel()[at].item() for v in full)}: {a.ravel()[at]} and {b[at]}"
                        )
            if vectors is not None and reference:
                channel.send(("reference", "SciPy"))
                sane, expected = case.expected(vectors)
                for k, e in enumerate(expected or ()):
                    a = linear[k][sane]
                    same = near(a, e, tolerance_of([e.dtype]))
                    if not same.all():
                        which = np.flatnonzero(~same)
                        operands = [tuple(v[sane][i].item() for v in vectors) for i in which[:3]]
                        problems.append(
                            f"output {k} is not SciPy's in {len(which)} of {len(e)}, as at {operands[0]}: "
                            f"{a[which[0]]}, not {e[which[0]]}"
                        )
        except Exception as error:
            lines = str(error).strip().splitlines() or [""]
            problems.append(f"{type(error).__name__}: {lines[0][:200]}")
        channel.send(("done", number, problems, values))


class Worker:
    def __init__(self, context, selection, reference):
        self.channel, other = context.Pipe()
        self.process = context.Process(target=work, args=(other, selection, reference), daemon=True)
        self.process.start()
        other.close()
        self.case, self.doing, self.since = None, "start", time.monotonic()

    def kill(self):
        self.process.kill()
        self.process.join(5)
        self.channel.close()


def run(selection, workers, limits, seconds, reference=True, report=print):
    """Of the cases `all_cases(*selection)`: values by name, problems as pairs of a name and what is wrong, and the
    names of those for which there was no time."""
    cases = all_cases(*selection)
    context = multiprocessing.get_context("spawn")
    crew = [Worker(context, selection, reference) for _ in range(min(workers, len(cases)))]
    waiting, values, problems = list(range(len(cases)))[::-1], {}, []
    end = time.monotonic() + seconds

    def problem(case, text):
        problems.append((case.name, text))
        report(f"{case.name}: {text}")

    while crew:
        ready = multiprocessing.connection.wait([w.channel for w in crew], timeout=0.5)
        for worker in list(crew):
            now, died = time.monotonic(), False
            if worker.channel in ready:
                try:
                    message = worker.channel.recv()
                except (EOFError, OSError):
                    died = True
                else:
                    worker.since, worker.doing = now, " ".join(map(str, message[:2]))
                    if message[0] == "done":
                        for text in message[2]:
                            problem(cases[message[1]], text)
                        values[cases[message[1]].name] = message[3]
                    if message[0] in ("done", "ready"):
                        worker.case = waiting.pop() if waiting and now < end else None
                        worker.channel.send(worker.case)
                        if worker.case is None:
                            crew.remove(worker)
                            worker.process.join(20)
            else:
                step = worker.doing.split()[0]
                late = now - worker.since > limits.get(step, limits["compile"])
                if late or not worker.process.is_alive():
                    died = True
                    if not late and worker.channel.poll():  # its last words
                        continue
            if died:
                if worker.case is not None:
                    hung = worker.process.is_alive()
                    if worker.doing.startswith("reference"):
                        report(f"{cases[worker.case].name}: SciPy does not return")
                    else:
                        problem(cases[worker.case], f"{'does not return' if hung else 'crashes'} in {worker.doing}")
                worker.kill()
                crew.remove(worker)
                if waiting and now < end:
                    crew.append(Worker(context, selection, reference))
    return values, problems, [cases[n].name for n in waiting]


def differences(values, record):
    """What a record has otherwise, a line a case."""
    for name, found in values.items():
        kept = [record[key] for k in range(20) if (key := f"{name}|{k}") in record]
        if not kept:
            continue
        if len(kept) != len(found):
            yield name, f"{len(found)} results, the record has {len(kept)}"
        for k, (a, e) in enumerate(zip(found, kept)):
            if a.shape != e.shape or a.dtype != e.dtype:
                yield name, f"output {k} is {a.dtype}{a.shape}, the record has {e.dtype}{e.shape}"
            elif not (same := near(a, e, tolerance_of([e.dtype]))).all():
                at = int(np.argmin(same.ravel()))
                yield (
                    name,
                    f"output {k} differs from the record in {np.sum(~same)} of {same.size}, at {at}: "
                    f"{a.ravel()[at]}, not {e.ravel()[at]}",
                )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=max((os.cpu_count() or 2) - 4, 1))
    parser.add_argument("--seconds", type=float, default=150, help="no case is begun after that")
    parser.add_argument("--launch", type=float, default=20, help="seconds after which a kernel counts as hung")
    parser.add_argument("--compile", type=float, default=90, help="seconds for a step with its compilation")
    parser.add_argument("--record", help="file to write the values to")
    parser.add_argument("--compare", help="file of another run's values")
    parser.add_argument("--only", default="", help="words of which a case's name must have one, separated by commas")
    parser.add_argument("--sample", type=int, default=1, help="every so many cases")
    options = parser.parse_args()
    start = time.monotonic()
    selection = ([w for w in options.only.split(",") if w], options.sample)
    limits = {"launch": options.launch, "compile": options.compile, "reference": 20, "start": 90}
    values, problems, left = run(
        selection, options.workers, limits, options.seconds, not options.compare, lambda text: print(text, flush=True)
    )
    if options.record:
        flat = {f"{name}|{k}": array for name, found in values.items() for k, array in enumerate(found)}
        np.savez_compressed(options.record, **flat)
    if options.compare:
        with np.load(options.compare) as record:
            for name, text in differences(values, dict(record)):
                problems.append((name, text))
                print(f"{name}: {text}")
    failed = len({name for name, _ in problems})
    print(
        f"{len(values)} of {len(all_cases(*selection))} cases in {time.monotonic() - start:.0f} s, "
        f"{len(left)} not begun, {failed} with problems"
    )
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
