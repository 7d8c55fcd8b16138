"""The charts of docs/performance.md: what of the results goes into each drawing of chart.py."""

import re
import statistics
from math import log2

from chapters import NAMES

from . import results
from .chart import bars, roofline, sizes, times
from .numbers import name_of
from .overview import speed_up

TITLES = {
    "host": "host time of calls",
    "elementwise": "elementwise functions",
    "reductions": "reductions",
    "sorting": "sorting",
    "layouts": "layouts",
    "selections": "selections",
    "random_numbers": "random numbers",
    "fuse": "fused functions",
    "linalg": "linear algebra",
    "fft": "FFT",
    "convolution": "convolution",
    "special": "special functions",
    "ndimage": "ndimage",
    "signal": "signal",
    "sparse": "sparse",
    "interpolate": "interpolate",
    "spatial": "spatial",
    "stats": "stats",
}
FIRST_PEERS = {True: ("cupy",), False: ("numpy", "scipy")}


def chapter_speeds(machine, peers):
    """(chapter's title, median speed-up over its rows, all speed-ups) beside the first of `peers` that a row has."""
    found = []
    for name in NAMES:
        run = results.newest(machine, name)
        rows = run.chapter(name) if run and name in TITLES else []
        ratios = []
        for row in rows:
            if row["unit"] in ("ms", "us"):
                values = [speed_up(row, peer) for peer in peers]
                ratios += [next(value for value in values if value)] if any(values) else []
        if ratios:
            found.append((TITLES[name], statistics.median(ratios), ratios))
    return found


def speeds(machine, peers, peer):
    found = chapter_speeds(machine, peers)
    if not found:
        return None
    axis = "Median speed-up of each chapter's benchmarks, logarithmic. Higher is faster."
    return bars(f"cuprum beside {peer}: {machine[0].device}", axis, [(name, middle) for name, middle, _ in found])


# Operations of float32 whose arithmetic is known: chapter, case, column, flops and bytes of the numbers in the case's
# name. A product and a sum count as two; bytes are those that memory must move at least.
OPERATIONS = [
    ("elementwise", r"add float32", "cuprum", "add", None),
    ("fuse", r"sqrt\(x\*x\+y\*y\)\*\.5\+x float32", "cuprum, fused", "sqrt(x*x+y*y)*.5+x", None),
    ("linalg", r"matrix by vector (\d+) float32", "cuprum", "matrix @ vector", lambda n: (2 * n * n, 4 * n * n)),
    (
        "convolution",
        r"convolve (\d+) by (3|15|101) float32",
        "cuprum",
        "convolve by {1}",
        lambda n, k: (2 * n * k, 8 * n),
    ),
    (
        "convolution",
        r"convolve2d (\d+) x \d+ by (15) x 15 float32",
        "cuprum",
        "convolve2d by 15 x 15",
        lambda n, k: (2 * n * n * k * k, 8 * n * n),
    ),
    ("fft", r"fft (\d+) x \1 complex64", "cuprum", "fft of rows", lambda n: (5 * n * n * log2(n), 16 * n * n)),
    ("linalg", r"matmul (\d+) float32", "cuprum", "matrix @ matrix", lambda n: (2 * n**3, 12 * n * n)),
]
FLOPS_AN_ELEMENT = {"add": 1, "sqrt(x*x+y*y)*.5+x": 6}


def points(machine):
    """(label, flops for a byte, Gflop/s) of what was measured, and the Gflop/s of all libraries' products."""
    found, products = [], []
    for chapter, pattern, column, label, work in OPERATIONS:
        run = results.newest(machine, chapter)
        for row in run.chapter(chapter) if run else ():
            match = re.fullmatch(pattern, row["case"])
            median = row["results"].get(column, {}).get("median")
            if match and median:
                numbers = [int(text) for text in match.groups()]
                if work:
                    flops, moved = work(*numbers)
                else:
                    flops, moved = FLOPS_AN_ELEMENT[label] * row["written"] / 4, row["read"] + row["written"]
                found.append((label.format(*numbers), flops / moved, flops / median / 1e6))
                if label == "matrix @ matrix":
                    products += [flops / one["median"] / 1e6 for one in row["results"].values() if one.get("median")]
    return found, products


def bandwidth(machine):
    """GB/s of the fastest kernel of the floor that reads and writes; None where there is none."""
    run = results.newest(machine, "floor")
    rows = [row for row in run.chapter("floor") if row.get("read") and row.get("written")] if run else []
    return max(((row["read"] + row["written"]) / row["results"]["floor"]["median"] / 1e6 for row in rows), default=None)


def roof(machine):
    found, products = points(machine)
    memory = bandwidth(machine)
    if not memory or not products or len(found) < 3:
        return None
    axis = "float32, Gflop/s, both axes logarithmic. The roof: the floor's memory speed, the fastest library's product."
    return roofline(f"Roofline: {machine[0].device}", axis, "operations for each byte", memory, max(products), found)


STARTS = [
    ("import, over numpy", "import, beyond NumPy"),
    ("import and first result of a script, empty cache", "script, first time"),
    ("import and first result of a script, filled cache", "script, later"),
    ("first add, empty cache", "first add"),
    ("first hypot, empty cache", "first hypot"),
    ("compile a kernel, with loading the compiler", "first compilation"),
    ("compile a further kernel", "next compilation"),
]


def start_up(machine):
    run = results.newest(machine, "startup")
    rows = {row["case"]: row["results"] for row in run.chapter("startup")} if run else {}
    found = []
    for case, label in STARTS:
        columns = [(name, rows.get(case, {}).get(name, {}).get("median")) for name in ("cuprum", "cupy")]
        columns = [(name if name == "cuprum" else name_of(name), value) for name, value in columns if value]
        found += [(label, columns)] if columns else []
    axis = "Milliseconds of a new process; the kernel cache is empty at the first time. Shorter is better."
    return times(f"Start of a program: {machine[0].device}", axis, found) if found else None


def size_sweep(machine):
    """Times over sizes: the rows of the chapter `sizes` are named FUNCTION, SIZE."""
    run = results.newest(machine, "sizes")
    panels, peer = {}, ""
    for row in run.chapter("sizes") if run else ():
        function, _, size = row["case"].rpartition(", ")
        for column in ("cuprum", *(("cupy",) if machine[0].on_gpu else ("numpy",))):
            if median := row["results"].get(column, {}).get("median"):
                peer = name_of(column)
                panels.setdefault(function, {}).setdefault(column, []).append((int(size), median * 1e3))
    if not panels:
        return None
    axis = f"Microseconds over the number of elements, logarithmic. Solid: cuprum. Dashed: {peer}. Lower is faster."
    return sizes(f"From small to large: {machine[0].device}", axis, "elements", list(panels.items()))


def names(machine):
    """{kind of chart: (file name, text for those who do not see it)}."""
    device, slug = machine[0].device, results.slug(machine[0].facts["machine"])
    return {
        "speed": (f"speed-{slug}.svg", f"Median speed-up by chapter on {device}"),
        "torch": (f"speed-torch-{slug}.svg", f"Median speed-up over PyTorch by chapter on {device}"),
        "sizes": (f"sizes-{slug}.svg", f"Times of six functions over the number of elements on {device}"),
        "roofline": (f"roofline-{slug}.svg", f"Roofline of {device} with measured operations"),
        "start": (f"start-{slug}.svg", f"Times of import, first calls and compilations on {device}"),
    }


def of(machine):
    """{kind of chart: SVG} of one machine."""
    on_gpu = machine[0].on_gpu
    made = {
        "speed": speeds(machine, FIRST_PEERS[on_gpu], "CuPy" if on_gpu else "NumPy and SciPy"),
        "torch": speeds(machine, ("torch",), "PyTorch") if on_gpu else None,
        "sizes": size_sweep(machine),
        "roofline": roof(machine),
        "start": start_up(machine),
    }
    return {kind: text for kind, text in made.items() if text}


def files(machines):
    """{file name in docs/images: SVG}."""
    return {names(machine)[kind][0]: text for machine in machines for kind, text in of(machine).items()}
