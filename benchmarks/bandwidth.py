"""Large arrays: bytes a second, beside what the device's memory gives to a kernel of its own."""

import json
import pathlib
import shutil
import subprocess
import tempfile

import numpy

from libraries import data
from measure import agree, device_times, sample

DTYPES = ["float16", "float32", "float64", "int8", "int32", "complex64"]
WIDER = {"float16": "float32", "float32": "float64", "float64": "float32", "int8": "int16", "int32": "float32"}


class Case:
    """`call(xp, *operands)` over operands of the given (shape, dtype); what it must reach, as part of the floor."""

    def __init__(self, name, call, *operands, target=None, make=None):
        self.name = name
        self.call = call
        self.operands = operands
        self.target = target
        self.make = make or (lambda library: [data(library, s, d, seed) for seed, (s, d) in enumerate(operands)])


def elementwise(n):
    for t in DTYPES:
        two = ((n,), t), ((n,), t)
        yield Case(f"add {t}", lambda xp, a, b: xp.add(a, b), *two, target=0.95)
        yield Case(f"multiply by 3 {t}", lambda xp, a: xp.multiply(a, 3), two[0], target=0.95)
        yield Case(f"exp {t}", lambda xp, a: xp.exp(a), two[0], target=0.95)
        yield Case(f"copy {t}", lambda xp, a: a.copy(), two[0], target=0.95)
        yield Case(f"less {t}", lambda xp, a, b: xp.less(a, b), *two, target=0.95)
        to = WIDER.get(t, "complex128")
        yield Case(f"astype {t} to {to}", lambda xp, a, to=to: a.astype(to), two[0], target=0.95)


def layouts(n):
    f = "float32"
    side = int(round(n**0.5)) // 64 * 64
    cube = int(round(n ** (1 / 3))) // 32 * 32
    square, box = ((side, side), f), ((cube, cube, cube), f)
    yield Case("add a row", lambda xp, a, r: a + r, square, ((side,), f), target=0.9)
    yield Case("add a column", lambda xp, a, c: a + c, square, ((side, 1), f), target=0.9)
    yield Case("where", lambda xp, c, a, b: xp.where(c, a, b), ((n,), "bool"), ((n,), f), ((n,), f), target=0.9)
    # Every second element: memory is read by sectors of 32 bytes, so all of them are read.
    yield Case("copy of a[::2]", lambda xp, a: a[::2].copy(), ((n,), f), target=0.9)
    yield Case("copy of a[:, :-8]", lambda xp, a: a[:, :-8].copy(), square, target=0.9)
    yield Case("concatenate", lambda xp, a, b: xp.concatenate((a, b)), ((n // 2,), f), ((n // 2,), f), target=0.9)
    for t in ["float16", "float32", "float64", "complex64", "int8"]:
        yield Case(f"transposed copy {t}", lambda xp, a: xp.ascontiguousarray(a.T), ((side, side), t), target=0.8)
    for axes in [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]:
        yield Case(
            f"permuted copy {axes}",
            lambda xp, a, axes=axes: xp.ascontiguousarray(a.transpose(axes)),
            box,
            target=0.8,
        )


def reductions(n):
    functions = ["sum", "max", "mean", "var", "std", "argmax"]
    side = int(round(n**0.5)) // 64 * 64
    shapes = [
        ("full", (n,), None),
        ("axis 0", (side, side), 0),
        ("long rows", (side, side), 1),
        ("rows of 128", (n // 128, 128), 1),
        ("rows of 7", (n // 7, 7), 1),
        ("middle axis", (256, n // 65536, 256), 1),
    ]
    for name in functions:
        for layout, shape, axis in shapes:
            yield Case(
                f"{name}, {layout}",
                lambda xp, a, name=name, axis=axis: getattr(xp, name)(a, axis=axis),
                (shape, "float32"),
                target=0.9,
            )
    for t in ["float64", "float16", "int32", "int8", "complex64"]:
        yield Case(f"sum, full {t}", lambda xp, a: xp.sum(a), ((n,), t), target=0.9)
    yield Case("cumsum", lambda xp, a: xp.cumsum(a), ((n,), "float32"), target=0.8)
    yield Case("cumsum, long rows", lambda xp, a: xp.cumsum(a, axis=1), ((side, side), "float32"), target=0.8)


def selections(n):
    def with_indices(library):
        random = numpy.random.default_rng(1)
        return [data(library, (n,), "float32"), library.array(random.integers(0, n, n))]

    yield Case("a[mask]", lambda xp, a, m: a[m], ((n,), "float32"), ((n,), "bool"), target=0.6)
    yield Case("nonzero", lambda xp, m: xp.nonzero(m), ((n,), "bool"), target=0.6)
    yield Case("take, random int64", lambda xp, a, i: xp.take(a, i), make=with_indices)


GROUPS = {"elementwise": elementwise, "layouts": layouts, "reductions": reductions, "selections": selections}


def floor(elements):
    """What a kernel without any library reaches; needs nvcc."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    source = pathlib.Path(__file__).with_name("floor.cu")
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "floor"
        for command in ([nvcc, "-O3", "-arch=native", str(source), "-o", str(program)], [str(program), str(elements)]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)
            if done.returncode:
                raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout).strip()}")
        return json.loads(done.stdout)


def nbytes(array):
    return array.nbytes if hasattr(array, "nbytes") else array.element_size() * array.nelement()


def measure(case, libraries):
    """A row for each library: time and bytes a second, or the error."""
    rows, calls, samples = [], {}, {}
    for library in libraries:
        row = {"case": case.name, "library": library.name, "target": case.target}
        rows.append(row)
        try:
            operands = case.make(library)
            function = lambda xp=library.xp, operands=operands, call=case.call: call(xp, *operands)  # noqa: E731
            result = function()
            parts = result if isinstance(result, tuple) else (result,)
            row["bytes"] = sum(map(nbytes, operands)) + sum(map(nbytes, parts))
            samples[library.name] = sample(library, result)
            calls[library.name] = (library.clock, function)
            del result, parts
        except Exception as error:  # recorded: the other libraries and cases go on
            row["error"] = f"{type(error).__name__}: {error}"
    times = device_times(calls)
    for row in rows:
        if "error" in row:
            continue
        median, least = times[row["library"]]
        row.update(median_ms=median, least_ms=least, gbps=row["bytes"] / median / 1e6)
        if row["library"] == "cuprum" and len(samples) > 1:
            row["agrees"] = agree(samples["cuprum"], next(s for name, s in samples.items() if name != "cuprum"))
    return rows


def run(libraries, elements, groups, report):
    """All cases of the groups; `report(rows)` is called after each."""
    for group in groups:
        for case in GROUPS[group](elements):
            wanted = [l for name, l in libraries.items() if name != "torch" or case.name.startswith("take")]
            rows = measure(case, wanted)
            for library in wanted:
                library.free()
            report([{"group": group, "elements": elements, **row} for row in rows])
