#!/usr/bin/env python3
"""Every function of NumPy that cuprum has, beside NumPy on a CPU: three sizes, five dtypes, one thread and two.

    PYTHONPATH=build/python python3 benchmarks/beside_numpy.py                 prints the rows below 0.9
    PYTHONPATH=build/python python3 benchmarks/beside_numpy.py --only "sort"   the functions with this in their names
    PYTHONPATH=build/python python3 benchmarks/beside_numpy.py --below 100     all rows

A ratio is NumPy's time divided by cuprum's: above 1, cuprum is faster. The libraries take turns, batch by batch, and
each figure is the least of its batches, so that a busy machine disturbs both alike. Each number of threads is measured
in a process of its own. Functions that read files, print settings or ask for a type have no row.
"""

import argparse
import fnmatch
import json
import math
import os
import subprocess
import sys
import time
import warnings
from functools import partial

import numpy

SIZES = (100, 10_000, 1_000_000)
DTYPES = ("uint8", "int64", "float32", "float64", "complex128")
BATCH = 3e-4  # seconds that a batch takes at least

# Functions that have no row: they read files or settings, take no array, or return a view or a type.
WITHOUT_ROWS = """
    apply_along_axis apply_over_axes asarray_chkfinite base_repr binary_repr broadcast_shapes can_cast common_type
    array2string array_repr array_str copyto einsum_path fill_diagonal format_float_positional format_float_scientific
    from_dlpack frombuffer fromfile fromfunction fromiter fromstring genfromtxt get_printoptions isdtype isfortran
    isscalar issubdtype iterable load loadtxt mask_indices may_share_memory min_scalar_type mintypecode ndim piecewise
    place poly polyadd polyder polydiv polyfit polyint polymul polysub printoptions promote_types put put_along_axis
    putmask result_type roots save savetxt savez savez_compressed set_printoptions shape shares_memory show_config size
    typename broadcast_arrays iscomplexobj isrealobj ix_ diag_indices diag_indices_from tril_indices_from
    triu_indices_from indices histogramdd
""".split()


def operand(size, dtype, seed=0):
    """Values in [0.1, 1.1), or whole numbers in [1, 100)."""
    random, dtype = numpy.random.default_rng(seed), numpy.dtype(dtype)
    if dtype.kind == "b":
        return random.random(size) < 0.5
    if dtype.kind in "iu":
        return random.integers(1, 100, size).astype(dtype)
    host = random.random(size) + 0.1
    return (host + 1j * random.random(size)).astype(dtype) if dtype.kind == "c" else host.astype(dtype)


class Operands:
    """What the rows of one size and dtype use, as arrays of one library."""

    def __init__(self, xp, size, dtype):
        self.xp, self.size, self.dtype = xp, size, dtype
        edge = math.isqrt(size)
        self.edge = edge
        self.a = self.array(operand(size, dtype))
        self.b = self.array(operand(size, dtype, 1))
        self.matrix = self.array(operand(edge * edge, dtype).reshape(edge, edge))
        self.matrix2 = self.array(operand(edge * edge, dtype, 1).reshape(edge, edge))
        self.vector = self.array(operand(edge, dtype, 2))
        self.mask = self.array(operand(size, "bool", 3))
        self.order = self.array(numpy.random.default_rng(4).permutation(size))
        self.counts = self.array(operand(size, "int64", 5))
        self.ordered = self.array(numpy.sort(operand(size, dtype)))
        self.few = self.array(operand(min(size, 500), dtype, 6))
        self.gaps = self.array(numpy.where(operand(size, "bool", 7), operand(size, dtype), numpy.dtype(dtype).type(0)))

    def array(self, host):
        return self.xp.asarray(host)


# A row: its name, and the call. One name may have several rows, as "sort: of columns".
CALLS = {
    "copy": lambda xp, o: xp.copy(o.a),
    "argpartition": lambda xp, o: xp.argpartition(o.a, o.size // 2),
    "partition": lambda xp, o: xp.partition(o.a, o.size // 2),
    "sort: stable": lambda xp, o: xp.sort(o.a, kind="stable"),
    "sort: of rows": lambda xp, o: xp.sort(o.matrix),
    "sort: of columns": lambda xp, o: xp.sort(o.matrix, axis=0),
    "argsort: stable": lambda xp, o: xp.argsort(o.a, kind="stable"),
    "lexsort": lambda xp, o: xp.lexsort((o.b, o.a)),
    "append": lambda xp, o: xp.append(o.a, o.b),
    "arange": lambda xp, o: xp.arange(o.size, dtype=o.dtype),
    "array": lambda xp, o: xp.array(o.a),
    "asfortranarray": lambda xp, o: xp.asfortranarray(o.matrix),
    "array_equal": lambda xp, o: bool(xp.array_equal(o.a, o.a)),
    "array_equiv": lambda xp, o: bool(xp.array_equiv(o.a, o.a)),
    "array_split": lambda xp, o: xp.array_split(o.a, 4),
    "astype": lambda xp, o: xp.astype(o.a, "float32" if o.dtype != "float32" else "float64"),
    "astype: to int16": lambda xp, o: o.a.astype("int16"),
    "astype: to bool": lambda xp, o: o.a.astype(bool),
    "bartlett": lambda xp, o: xp.bartlett(o.size),
    "blackman": lambda xp, o: xp.blackman(o.size),
    "hamming": lambda xp, o: xp.hamming(o.size),
    "hanning": lambda xp, o: xp.hanning(o.size),
    "kaiser": lambda xp, o: xp.kaiser(o.size, 5),
    "bincount": lambda xp, o: xp.bincount(o.counts),
    "bincount: with weights": lambda xp, o: xp.bincount(o.counts, o.a),
    "block": lambda xp, o: xp.block([[o.matrix, o.matrix2], [o.matrix2, o.matrix]]),
    "broadcast_to": lambda xp, o: xp.broadcast_to(o.a, (2, o.size)),
    "choose": lambda xp, o: xp.choose(o.mask, (o.a, o.b)),
    "clip": lambda xp, o: xp.clip(o.a, 1, 50),
    "column_stack": lambda xp, o: xp.column_stack((o.a, o.b)),
    "compress": lambda xp, o: xp.compress(o.mask, o.a),
    "concat": lambda xp, o: xp.concat((o.a, o.b)),
    "concatenate": lambda xp, o: xp.concatenate((o.a, o.b)),
    "concatenate: of rows": lambda xp, o: xp.concatenate((o.matrix, o.matrix2), axis=1),
    "convolve": lambda xp, o: xp.convolve(o.a, o.vector[:100]),
    "correlate": lambda xp, o: xp.correlate(o.a, o.vector[:100]),
    "corrcoef": lambda xp, o: xp.corrcoef(o.matrix[:100]),
    "cov": lambda xp, o: xp.cov(o.matrix[:100]),
    "cross": lambda xp, o: xp.cross(o.a[: o.size // 3 * 3].reshape(-1, 3), o.b[: o.size // 3 * 3].reshape(-1, 3)),
    "cumsum: of rows": lambda xp, o: xp.cumsum(o.matrix, axis=1),
    "cumsum: of columns": lambda xp, o: xp.cumsum(o.matrix, axis=0),
    "delete": lambda xp, o: xp.delete(o.a, o.size // 2),
    "delete: at many": lambda xp, o: xp.delete(o.a, o.order[: o.size // 10]),
    "diag": lambda xp, o: xp.diag(o.vector),
    "diagflat": lambda xp, o: xp.diagflat(o.vector),
    "diagonal": lambda xp, o: xp.diagonal(o.matrix),
    "diff": lambda xp, o: xp.diff(o.a),
    "digitize": lambda xp, o: xp.digitize(o.a, xp.sort(o.few)[:50]),
    "dot": lambda xp, o: xp.dot(o.a, o.b),
    "dot: of matrices": lambda xp, o: xp.dot(o.matrix[:300, :300], o.matrix2[:300, :300]),
    "dsplit": lambda xp, o: xp.dsplit(o.a[: o.size // 4 * 4].reshape(-1, 2, 2), 2),
    "dstack": lambda xp, o: xp.dstack((o.a, o.b)),
    "einsum": lambda xp, o: xp.einsum("ij,j->i", o.matrix, o.vector),
    "einsum: trace": lambda xp, o: xp.einsum("ii", o.matrix),
    "einsum: outer": lambda xp, o: xp.einsum("i,j->ij", o.vector, o.vector),
    "empty": lambda xp, o: xp.empty(o.size, o.dtype),
    "expand_dims": lambda xp, o: xp.expand_dims(o.a, 0),
    "extract": lambda xp, o: xp.extract(o.mask, o.a),
    "eye": lambda xp, o: xp.eye(o.edge, dtype=o.dtype),
    "full": lambda xp, o: xp.full(o.size, 3, o.dtype),
    "full_like": lambda xp, o: xp.full_like(o.a, 3),
    "geomspace": lambda xp, o: xp.geomspace(1, 100, o.size),
    "gradient": lambda xp, o: xp.gradient(o.a),
    "gradient: of a matrix": lambda xp, o: xp.gradient(o.matrix),
    "histogram": lambda xp, o: xp.histogram(o.a, 50),
    "histogram: of given edges": lambda xp, o: xp.histogram(o.a, xp.asarray([0, 0.2, 0.5, 1, 2])),
    "histogram2d": lambda xp, o: xp.histogram2d(o.a, o.b, 20),
    "histogram_bin_edges": lambda xp, o: xp.histogram_bin_edges(o.a, 50),
    "hsplit": lambda xp, o: xp.hsplit(o.a, 4),
    "vsplit": lambda xp, o: xp.vsplit(o.matrix, 2),
    "split": lambda xp, o: xp.split(o.a, 4),
    "hstack": lambda xp, o: xp.hstack((o.a, o.b)),
    "vstack": lambda xp, o: xp.vstack((o.a, o.b)),
    "row_stack": lambda xp, o: xp.vstack((o.matrix, o.matrix2)),
    "stack": lambda xp, o: xp.stack((o.a, o.b)),
    "stack: last axis": lambda xp, o: xp.stack((o.a, o.b), axis=-1),
    "identity": lambda xp, o: xp.identity(o.edge, o.dtype),
    "insert": lambda xp, o: xp.insert(o.a, o.size // 2, 1),
    "inner": lambda xp, o: xp.inner(o.matrix, o.vector),
    "interp": lambda xp, o: xp.interp(o.a, xp.linspace(0, 1, 100), xp.linspace(0, 2, 100)),
    "intersect1d": lambda xp, o: xp.intersect1d(o.a, o.few),
    "isin": lambda xp, o: xp.isin(o.a, o.few),
    "isin: few": lambda xp, o: xp.isin(o.a, o.few[:5]),
    "kron": lambda xp, o: xp.kron(o.vector, o.vector),
    "linspace": lambda xp, o: xp.linspace(0, 1, o.size),
    "logspace": lambda xp, o: xp.logspace(0, 1, o.size),
    "matmul": lambda xp, o: xp.matmul(o.matrix[:300, :300], o.matrix2[:300, :300]),
    "matvec": lambda xp, o: xp.matvec(o.matrix, o.vector),
    "vecmat": lambda xp, o: xp.vecmat(o.vector, o.matrix),
    "vecdot": lambda xp, o: xp.vecdot(o.matrix, o.matrix2),
    "matrix_transpose": lambda xp, o: xp.matrix_transpose(o.matrix),
    "meshgrid": lambda xp, o: xp.meshgrid(o.vector, o.vector),
    "moveaxis": lambda xp, o: xp.moveaxis(o.matrix, 0, 1),
    "rollaxis": lambda xp, o: xp.rollaxis(o.matrix, 1),
    "swapaxes": lambda xp, o: xp.swapaxes(o.matrix, 0, 1),
    "permute_dims": lambda xp, o: xp.permute_dims(o.matrix, (1, 0)),
    "nonzero": lambda xp, o: xp.nonzero(o.gaps),
    "argwhere": lambda xp, o: xp.argwhere(o.gaps),
    "flatnonzero": lambda xp, o: xp.flatnonzero(o.gaps),
    "count_nonzero": lambda xp, o: xp.count_nonzero(o.gaps),
    "outer": lambda xp, o: xp.outer(o.vector, o.vector),
    "packbits": lambda xp, o: xp.packbits(o.mask if o.dtype == "int64" else o.a),
    "packbits: of rows": lambda xp, o: xp.packbits(o.matrix, axis=1),
    "unpackbits": lambda xp, o: xp.unpackbits(o.a),
    "pad": lambda xp, o: xp.pad(o.a, 5),
    "pad: edge": lambda xp, o: xp.pad(o.matrix, 3, mode="edge"),
    "pad: reflect": lambda xp, o: xp.pad(o.matrix, 3, mode="reflect"),
    "percentile": lambda xp, o: xp.percentile(o.a, 30),
    "nanpercentile": lambda xp, o: xp.nanpercentile(o.a, 30),
    "quantile": lambda xp, o: xp.quantile(o.a, 0.3),
    "nanquantile": lambda xp, o: xp.nanquantile(o.a, 0.3),
    "polyval": lambda xp, o: xp.polyval(o.few[:5], o.a),
    "ravel": lambda xp, o: xp.ravel(o.matrix.T),
    "ravel_multi_index": lambda xp, o: xp.ravel_multi_index((o.counts, o.counts), (100, 100)),
    "unravel_index": lambda xp, o: xp.unravel_index(o.order, (o.size // 10, 10)),
    "repeat": lambda xp, o: xp.repeat(o.a, 3),
    "repeat: of rows": lambda xp, o: xp.repeat(o.matrix, 2, axis=1),
    "reshape": lambda xp, o: xp.reshape(o.a, (2, -1)),
    "require": lambda xp, o: xp.require(o.a, o.dtype),
    "resize": lambda xp, o: xp.resize(o.a, o.size * 2),
    "roll": lambda xp, o: xp.roll(o.a, 3),
    "roll: of rows": lambda xp, o: xp.roll(o.matrix, 3, axis=1),
    "rot90": lambda xp, o: xp.rot90(o.matrix),
    "flip": lambda xp, o: xp.flip(o.a).copy(),
    "fliplr": lambda xp, o: xp.fliplr(o.matrix).copy(),
    "flipud": lambda xp, o: xp.flipud(o.matrix).copy(),
    "transpose": lambda xp, o: xp.transpose(o.matrix).copy(),
    "round": lambda xp, o: xp.round(o.a, 2),
    "searchsorted": lambda xp, o: xp.searchsorted(o.ordered, o.few),
    "searchsorted: many": lambda xp, o: xp.searchsorted(xp.sort(o.few), o.a),
    "select": lambda xp, o: xp.select([o.mask, ~o.mask], [o.a, o.b]),
    "setdiff1d": lambda xp, o: xp.setdiff1d(o.a, o.few),
    "setxor1d": lambda xp, o: xp.setxor1d(o.a, o.few),
    "unstack": lambda xp, o: xp.unstack(o.matrix),  # of a vector NumPy gives numbers, cuprum arrays
    "union1d": lambda xp, o: xp.union1d(o.a, o.few),
    "unique": lambda xp, o: xp.unique(o.a),
    "unique: with counts": lambda xp, o: xp.unique(o.a, return_counts=True),
    "take": lambda xp, o: xp.take(o.a, o.order),
    "take: of rows": lambda xp, o: xp.take(o.matrix, o.order[: o.edge] % o.edge, axis=0),
    "take_along_axis": lambda xp, o: xp.take_along_axis(o.a, o.order, 0),
    "tensordot": lambda xp, o: xp.tensordot(o.matrix[:300, :300], o.matrix2[:300, :300], 1),
    "tile": lambda xp, o: xp.tile(o.a, 3),
    "trace": lambda xp, o: xp.trace(o.matrix),
    "tri": lambda xp, o: xp.tri(o.edge, dtype=o.dtype),
    "tril": lambda xp, o: xp.tril(o.matrix),
    "triu": lambda xp, o: xp.triu(o.matrix),
    "tril_indices": lambda xp, o: xp.tril_indices(o.edge),
    "triu_indices": lambda xp, o: xp.triu_indices(o.edge),
    "unwrap": lambda xp, o: xp.unwrap(o.a),
    "vander": lambda xp, o: xp.vander(o.vector, 10),
    "vdot": lambda xp, o: xp.vdot(o.a, o.b),
    "where": lambda xp, o: xp.where(o.mask, o.a, o.b),
    "where: with a number": lambda xp, o: xp.where(o.mask, o.a, 0),
    "zeros": lambda xp, o: xp.zeros(o.size, o.dtype),
    "ones": lambda xp, o: xp.ones(o.size, o.dtype),
    "ldexp": lambda xp, o: xp.ldexp(o.a, 3),
    "trapezoid": lambda xp, o: xp.trapezoid(o.a),
    "ediff1d": lambda xp, o: xp.ediff1d(o.a),
    "average": lambda xp, o: xp.average(o.a, weights=o.b),
    "isclose": lambda xp, o: xp.isclose(o.a, o.b),
    "allclose": lambda xp, o: bool(xp.allclose(o.a, o.a)),
    "floor_divide: by 7": lambda xp, o: o.a // 7,
    "remainder: by 7": lambda xp, o: o.a % 7,
    "divmod: by 7": lambda xp, o: divmod(o.a, 7),
    "fmod: by 7": lambda xp, o: xp.fmod(o.a, 7),
    "true_divide: by 7": lambda xp, o: o.a / 7,
    "add: a number": lambda xp, o: o.a + 1,
    "multiply: a number": lambda xp, o: o.a * 2,
    "power: squared": lambda xp, o: o.a**2,
    "power: cubed": lambda xp, o: o.a**3,
    "left_shift: by 2": lambda xp, o: o.a << 2,
    "greater: than a number": lambda xp, o: o.a > 1,
    "equal: to a number": lambda xp, o: o.a == 1,
    "str": lambda xp, o: str(o.a),
    "repr: of a matrix": lambda xp, o: repr(o.matrix),
    "index: a slice": lambda xp, o: o.a[3:9],
    "index: a step": lambda xp, o: o.a[::2].copy(),
    "index: an integer": lambda xp, o: o.a[3],
    "index: a row": lambda xp, o: o.matrix[3],
    "index: a column": lambda xp, o: o.matrix[:, 3].copy(),
    "index: by integers": lambda xp, o: o.a[o.order],
    "index: by a mask": lambda xp, o: o.a[o.mask],
    "float": lambda xp, o: float(o.a.real[3]),
    "item": lambda xp, o: o.a.item(3),
    "tolist": lambda xp, o: o.few.tolist(),
    "tobytes": lambda xp, o: o.a.tobytes(),
    "flatten": lambda xp, o: o.matrix.flatten(),
    "fill": lambda xp, o: o.xp.empty_like(o.a).fill(3),
    "iterate over rows": lambda xp, o: sum(1 for _ in o.matrix),
    "add.at": lambda xp, o: xp.add.at(xp.zeros(100, o.dtype), o.counts, o.a),
    "add.reduceat": lambda xp, o: xp.add.reduceat(o.a, xp.arange(0, o.size, 10)),
    "add.outer": lambda xp, o: xp.add.outer(o.vector, o.vector),
    "maximum.accumulate": lambda xp, o: xp.maximum.accumulate(o.a),
    "linalg.norm": lambda xp, o: xp.linalg.norm(o.a),
    "linalg.norm: of rows": lambda xp, o: xp.linalg.norm(o.matrix, axis=1),
}
REDUCTIONS = """all any amax amin argmax argmin max mean median min nanargmax nanargmin nanmax nanmean nanmedian nanmin
    nanprod nanstd nansum nanvar prod ptp std sum var""".split()


def calls():
    """Rows by name: those of the table, and functions that take one array, or as many as a ufunc has inputs."""
    import cuprum

    found = {}
    for name in dir(numpy):
        function = getattr(numpy, name)
        if name.startswith("_") or name in WITHOUT_ROWS or isinstance(function, type) or not callable(function):
            continue
        if not hasattr(cuprum, name):
            continue
        if name in CALLS:
            found[name] = CALLS[name]
        elif isinstance(function, numpy.ufunc):
            if function.signature is None:
                found[name] = (
                    (lambda xp, o, name=name: getattr(xp, name)(o.a))
                    if function.nin == 1
                    else (lambda xp, o, name=name: getattr(xp, name)(o.a, o.b))
                )
        else:
            found[name] = lambda xp, o, name=name: getattr(xp, name)(o.a)
        if name in REDUCTIONS:
            for axis, words in ((0, "columns"), (1, "rows")):
                found[f"{name}: of {words}"] = lambda xp, o, name=name, axis=axis: getattr(xp, name)(
                    o.matrix, axis=axis
                )
    return found | {name: call for name, call in CALLS.items() if name not in found}


def is_asked(name, options):
    return not options.only or any(fnmatch.fnmatch(name, pattern) for pattern in options.only.split(","))


# With one thread, the time that this thread computes: what a busy machine gives to others is left out.
clock = time.thread_time if os.environ.get("CUPRUM_NUM_THREADS") == "1" else time.perf_counter


def seconds_of(call, number):
    start = clock()
    for _ in range(number):
        call()
    return (clock() - start) / number


def compare(ours, theirs, budget):
    """Least seconds a call of each."""
    best, number, calls = [math.inf, math.inf], [1, 1], (ours, theirs)
    for k in (0, 1):
        calls[k]()
        once = min(seconds_of(calls[k], 1) for _ in range(2))
        number[k] = max(1, min(10_000, int(BATCH / once)))
    stop = time.perf_counter() + budget
    for turn in range(100):
        for k in (0, 1):
            best[k] = min(best[k], seconds_of(calls[k], number[k]))
        if turn >= 4 and time.perf_counter() > stop:
            break
    return best


def measure(options):
    import cuprum

    warnings.simplefilter("ignore")
    numpy.seterr(all="ignore")
    rows = calls()
    for size in options.sizes:
        for dtype in options.dtypes:
            ours, theirs = Operands(cuprum, size, dtype), Operands(numpy, size, dtype)
            for name, call in rows.items():
                if not is_asked(name, options):
                    continue
                try:
                    call(numpy, theirs)
                except Exception:
                    continue  # NumPy has no such loop
                both = (partial(call, cuprum, ours), partial(call, numpy, theirs))
                try:
                    times = compare(*both, options.budget)
                except Exception as error:
                    print(json.dumps([name, dtype, size, f"{type(error).__name__}: {error}"]), flush=True)
                    continue
                if times[1] / times[0] < options.below:  # once more: a neighbour may have disturbed one of the two
                    again = compare(*both, 3 * options.budget)
                    times = [min(pair) for pair in zip(times, again, strict=True)]
                print(json.dumps([name, dtype, size, *times]), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--dtypes", nargs="+", default=DTYPES)
    parser.add_argument("--only", default="", help="names of functions, with * and ?, divided by commas")
    parser.add_argument("--below", type=float, default=0.9, help="print rows with a smaller ratio")
    parser.add_argument("--budget", type=float, default=0.02, help="seconds a row")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options)
        return
    print("| row | dtype | elements | threads | cuprum, us | NumPy, us | ratio |\n|---|---|---|---|---|---|---|")
    ratios = []
    for threads in options.threads:
        names = ("CUPRUM_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
        environment = os.environ | dict.fromkeys(names, str(threads)) | {"CUPRUM_BACKEND": "cpu"}
        command = [sys.executable, __file__, "--measure", *sys.argv[1:]]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as child:
            for line in child.stdout:
                name, dtype, size, *times = json.loads(line)
                if len(times) == 1:
                    print(f"| {name} | {dtype} | {size} | {threads} | {times[0]} |", flush=True)
                    continue
                ratio = times[1] / times[0]
                ratios.append(ratio)
                if ratio < options.below:
                    figures = " | ".join(f"{seconds * 1e6:.2f}" for seconds in times)
                    print(f"| {name} | {dtype} | {size} | {threads} | {figures} | {ratio:.2f} |", flush=True)
    ratios.sort()
    below = sum(ratio < 0.9 for ratio in ratios)
    print(f"\n{len(ratios)} rows, {below} below 0.9; the median ratio is {ratios[len(ratios) // 2]:.2f}.")


if __name__ == "__main__":
    main()
