"""docs/performance.md and its charts: some rows of each machine, and the goals that were missed, by reason."""

import statistics

from chapters import NAMES

from . import charts, results
from .charts import FIRST_PEERS, TITLES, chapter_speeds
from .floors import Floors, primary
from .goals import judged, reason
from .ledger import NONE
from .numbers import UNITS, figure, percent, ratio, table
from .overview import find, speed_up

HEAD = """# How fast cuprum is

`benchmarks/report.py` writes this page from the files in `benchmarks/results/`. A test fails if the page differs from
them. [The ledger](../benchmarks/results/LEDGER.md) has every row, the machines, versions, commits and commands.

How to read the tables:

- Times are medians. All libraries of a row take turns in one process.
- A speed-up is the other library's time divided by cuprum's. Above 1, cuprum is faster.
- *Of the floor*: the share of the speed of a minimal kernel that moves the same bytes. Compute-bound rows have none.
- A goal is what a row ought to reach. The missed ones are listed with their reason.
- [First calls on a CPU](../benchmarks/results/2026-11-30-amd-epyc-2-cores-first-calls.txt): what the compiler takes,
  and where its time goes (`benchmarks/first_calls.py`).
- [First calls on a GPU](../benchmarks/results/2026-11-30-nvidia-h200-first-calls.txt): 14 of 548 took longer than a
  quarter of a second, and which kernels have joined the packs since.
- [The last sweep](../benchmarks/results/2026-11-30-avx512-beside-numpy.txt) of all NumPy functions on a CPU
  lists what is below 0.9 of NumPy's speed (`benchmarks/beside_numpy.py`).
- [Partitions, complex sorts and short calls](../benchmarks/results/2026-11-30-partitions-beside-numpy.txt):
  what changed behind that sweep, beside NumPy.
- [The same functions beside CuPy](../benchmarks/results/2026-12-01-nvidia-h200-beside-cupy.txt) on an H200, of 10^6
  and 10^7 elements: 168 of 2,980 rows were below 0.9 (`benchmarks/beside_cupy.py`). It tells which are mended since.
- [Two GPUs beside one](site/guide/several-devices.md#speed-on-two-gpus): elementwise work and products gain 2.00, a
  stencil 1.95, sums 1.89, sorts 1.46. Transforms miss their goal; the page says why.
- The same program on your machine: `python benchmarks/run.py`."""

GPU = [
    ("host", "a + b"),
    ("host", "where(c, a, b)"),
    ("elementwise", "add float32"),
    ("elementwise", "exp float32"),
    ("reductions", "sum, full"),
    ("reductions", "var, axis 0"),
    ("layouts", "transposed copy float32"),
    ("selections", "a[mask], half"),
    ("sorting", "sort float32"),
    ("sorting", "median float32"),
    ("random_numbers", "random_sample float64"),
    ("fuse", "Black-Scholes"),
    ("linalg", "matmul 8192 float32"),
    ("linalg", "svd 10000 of 16"),
    ("fft", "fft 8192 x 8192 complex64"),
    ("convolution", "convolve2d 2048 x 2048 by 15 x 15 float64"),
    ("special", "ndtr"),
    ("ndimage", "gaussian_filter"),
    ("ndimage", "label"),
    ("signal", "lfilter of order 4 float64"),
    ("sparse", "csr @ vector"),
    ("spatial", "query of 1048576"),
    ("stats", "zscore"),
]
CPU = [
    ("host", "a + b"),
    ("elementwise", "add float64"),
    ("elementwise", "exp float64"),
    ("reductions", "sum, full float64"),
    ("reductions", "var, full float64"),
    ("layouts", "transposed copy"),
    ("selections", "a[mask], half"),
    ("sorting", "sort float32"),
    ("sorting", "median float64"),
    ("random_numbers", "standard_normal float64"),
    ("linalg", "matmul 1024 float64"),
    ("fft", "fft2 1024 x 1024 complex128"),
    ("special", "ndtr"),
    ("ndimage", "gaussian_filter"),
    ("signal", "lfilter of order 4"),
]
PEERS = {True: {"cupy": "CuPy", "torch": "PyTorch"}, False: {"numpy": "NumPy", "scipy": "SciPy"}}


def rows_table(machine):
    peers = PEERS[machine[0].on_gpu]
    lines = []
    for pick in GPU if machine[0].on_gpu else CPU:
        found = find(machine, pick)
        if found:
            run, row = found
            column = primary(row)
            share = Floors(run.chapter("floor")).share(row)
            time = f"{figure(row['results'][column]['median'])} {UNITS.get(row['unit'], row['unit'])}"
            speeds = [speed_up(row, peer) for peer in peers]
            case = row["case"].replace("|", "\\|")
            lines.append([case, time, percent(share) if share else "", *(ratio(s) if s else "" for s in speeds)])
    return table(
        ["benchmark", "cuprum", "of the floor", *(f"speed-up beside {name}" for name in peers.values())], lines
    )


def missed_table(machine):
    """Missed goals by chapter and reason: how many, and an example."""
    groups, count = {}, 0
    for name in NAMES:
        run = results.newest(machine, name)
        if run:
            missed, judged_here = judged(run.chapter(name), Floors(run.chapter("floor")))
            count += judged_here
            for row, column, asked, found in missed:
                why = reason(row, machine[0].on_gpu) or "not analysed yet"
                groups.setdefault((name, why), []).append(f"{row['case']} ({column}): {asked} asked, {found} found")
    total = sum(map(len, groups.values()))
    if not count:
        return "No goals could be judged."
    text = f"{count - total} of {count} goals are reached."
    if not total:
        return text
    lines = [
        [TITLES.get(name, name.replace("_", " ")), str(len(some)), some[0].replace("|", "\\|"), why]
        for (name, why), some in groups.items()
    ]
    return f"{text} The others:\n\n" + table(["chapter", "missed", "for example", "why, and what next"], lines, False)


def counted(machine):
    ratios = [value for _, _, some in chapter_speeds(machine, FIRST_PEERS[machine[0].on_gpu]) for value in some]
    if not ratios:
        return ""
    peer = "CuPy" if machine[0].on_gpu else "NumPy or SciPy"
    slower = sum(one < 0.95 for one in ratios)
    return (
        f"{len(ratios)} benchmarks were measured beside {peer}. The median speed-up is "
        f"{ratio(statistics.median(ratios))}. cuprum is more than 5 % slower in {slower}."
    )


def pictures(machine, *kinds):
    """The charts of these kinds that the machine has, as Markdown."""
    there, names = charts.of(machine), charts.names(machine)
    return [f"![{names[kind][1]}](images/{names[kind][0]})" for kind in kinds if kind in there]


def machine_part(machine):
    parts = [f"## {machine[0].device}", *pictures(machine, "speed")]
    parts += [counts] if (counts := counted(machine)) else []
    parts += [*pictures(machine, "torch"), rows_table(machine), *pictures(machine, "sizes", "roofline", "start")]
    return "\n\n".join([*parts, "**Goals.** " + missed_table(machine)])


def page(folder):
    machines = results.runs(folder)
    return "\n\n".join([HEAD, *(map(machine_part, machines) if machines else [NONE])]) + "\n"
