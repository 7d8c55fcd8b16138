"""The README's table: some rows of the newest results, and how all rows are spread."""

import statistics

from chapters import NAMES

from .floors import Floors, primary
from .goals import judged
from .numbers import UNITS, figure, percent, ratio, table
from .results import newest

# On a GPU and on a CPU: chapter and beginning of the case's name.
GPU = [
    ("elementwise", "add float32"),
    ("elementwise", "exp float32"),
    ("reductions", "sum, full"),
    ("reductions", "var, axis 0"),
    ("layouts", "transposed copy float32"),
    ("selections", "a[mask], half"),
    ("sorting", "sort float32"),
    ("sorting", "median float32"),
    ("random_numbers", "random_sample float64"),
    ("linalg", "matmul 8192 float32"),
    ("linalg", "svd 10000 of 16"),
    ("fuse", "Black-Scholes"),
    ("fft", "fft 8192 x 8192 complex64"),
    ("convolution", "convolve2d 2048 x 2048 by 15 x 15 float64"),
    ("host", "a + b"),
]
CPU = [
    ("elementwise", "add float64"),
    ("elementwise", "exp float64"),
    ("reductions", "sum, full float64"),
    ("sorting", "median float64"),
    ("random_numbers", "standard_normal float64"),
    ("linalg", "matmul 1024 float64"),
    ("fft", "fft2 1024 x 1024 complex128"),
    ("host", "a + b"),
]


def picked(machine, picks):
    """(run, row) of the rows that are there."""
    for chapter, start in picks:
        run = newest(machine, chapter)
        row = run and next((row for row in run.chapter(chapter) if row["case"].startswith(start)), None)
        if row and primary(row):
            yield run, row


def beside(row, peer, column):
    way = column.removeprefix("cuprum").removeprefix(", ")
    theirs = row["results"].get(f"{peer}, {way}") or row["results"].get(peer) or {}
    return ratio(theirs["median"] / row["results"][column]["median"]) if "median" in theirs else ""


def small_table(machine):
    gpu = machine[0].on_gpu
    peers = {"cupy": "CuPy", "torch": "PyTorch"} if gpu else {"numpy": "NumPy", "scipy": "SciPy"}
    lines = []
    for run, row in picked(machine, GPU if gpu else CPU):
        column = primary(row)
        share = Floors(run.chapter("floor")).share(row)
        cells = [row["case"], f"{figure(row['results'][column]['median'])} {UNITS.get(row['unit'], row['unit'])}"]
        lines.append([*cells, percent(share) if share else "", *(beside(row, peer, column) for peer in peers)])
    used = [i for i in range(len(peers)) if any(line[3 + i] for line in lines)]
    titles = [f"times {name}'s speed" for name in peers.values()]
    head = ["", "cuprum", "of the floor", *(titles[i] for i in used)]
    return table(head, [[*line[:3], *(line[3 + i] for i in used)] for line in lines]) if lines else ""


def counted(machine):
    """A sentence on all rows of the newest results: beside the first peer, and targets."""
    gpu = machine[0].on_gpu
    peer, title = ("cupy", "CuPy") if gpu else ("numpy", "NumPy")
    ratios, missed, count = [], 0, 0
    for chapter in NAMES:
        run = newest(machine, chapter)
        if run:
            rows = run.chapter(chapter)
            wrong, judged_here = judged(rows, Floors(run.chapter("floor")))
            missed, count = missed + len(wrong), count + judged_here
            for row in rows:
                ours, theirs = (row["results"].get(name, {}).get("median") for name in ("cuprum", peer))
                if ours and theirs and row["unit"] in ("ms", "us"):
                    ratios.append(theirs / ours)
    if not ratios:
        return ""
    slower = sum(one < 0.95 for one in ratios)
    return (
        f"Of {len(ratios)} rows beside {title}, cuprum is slower by more than 5 % in {slower}; the middle one is "
        f"{ratio(statistics.median(ratios))} times as fast. {count - missed} of {count} targets are reached."
    )


def origins(machine):
    """Dates and commits of the runs that the rows come from: one, unless chapters were measured apart."""
    used = dict.fromkeys(newest(machine, chapter) for chapter in NAMES)
    told = dict.fromkeys(f"{run.facts['date'][:10]} at commit {run.facts['commit'][:12]}" for run in used if run)
    return " and ".join(told)


def speed(machines):
    if not machines:
        return "No run of the benchmarks is recorded for this state of the code yet."
    parts = []
    for machine in machines:
        parts.append(f"**{machine[0].device}**, {origins(machine)}. {counted(machine)}")
        parts.append(small_table(machine))
    return "\n\n".join(filter(None, parts))


def tests(summaries):
    if not summaries:
        return "No run of the tests on a GPU is recorded for this state of the code yet."
    parts = []
    for path, facts in summaries:
        one = lambda key: (facts.get(key) or ["not run"])[0]
        lines = [
            f"On {one('machine')}, commit {one('commit')[:12]}, {one('date')[:10]} (`benchmarks/results/{path}`):\n"
        ]
        for key in ("Python tests", "C++ tests", "recorded kernels", "memcheck", "racecheck", "note"):
            if key in facts:
                lines.append(f"- {key}: {one(key)}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
