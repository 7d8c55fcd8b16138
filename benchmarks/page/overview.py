"""What the README shows of the newest results: a table of twelve rows."""

from .floors import primary
from .numbers import ratio, table
from .results import newest

# What a reader knows; then chapter and beginning of the case's name, on a GPU and on a CPU.
ROWS = [
    ("`a + b`, large", ("elementwise", "add float32"), ("elementwise", "add float64")),
    ("`exp(a)`, large", ("elementwise", "exp float32"), ("elementwise", "exp float64")),
    ("`a.sum()`", ("reductions", "sum, full"), ("reductions", "sum, full float64")),
    ("`a.var(axis=0)`", ("reductions", "var, axis 0"), ("reductions", "var, axis 0")),
    ("`a[mask]`", ("selections", "a[mask], half"), ("selections", "a[mask], half")),
    ("`sort(a)`", ("sorting", "sort float32"), ("sorting", "sort float32")),
    ("`median(a)`", ("sorting", "median float32"), ("sorting", "median float32")),
    ("`random.random(n)`", ("random_numbers", "random_sample float64"), ("random_numbers", "random_sample float64")),
    ("`a @ b`", ("linalg", "matmul 8192 float32"), ("linalg", "matmul 1024 float64")),
    ("`fft.fft(a)`, `fft2(a)`", ("fft", "fft 8192 x 8192 complex64"), ("fft", "fft2 1024 x 1024 complex128")),
    (
        "`signal.convolve2d`",
        ("convolution", "convolve2d 2048 x 2048 by 15 x 15 float64"),
        ("convolution", "convolve2d"),
    ),
    ("`a + b` of 1000 elements, host time", ("host", "a + b"), ("host", "a + b")),
]


def find(machine, pick):
    """(run, row) of a pick; None where no run has it."""
    chapter, start = pick
    run = newest(machine, chapter)
    row = run and next((row for row in run.chapter(chapter) if row["case"].startswith(start)), None)
    return (run, row) if row and primary(row) else None


def peer_median(row, peer, column):
    """A peer's median in the same way (`out=`, one thread) as our column; else its only one."""
    way = column.removeprefix("cuprum").removeprefix(", ")
    theirs = row["results"].get(f"{peer}, {way}") or row["results"].get(peer) or {}
    return theirs.get("median")


def speed_up(row, peer):
    """How many times as fast as a peer we are; None if the peer was not measured."""
    column = primary(row)
    theirs = column and peer_median(row, peer, column)
    return theirs / row["results"][column]["median"] if theirs else None


def best(machines, on_gpu):
    """The machine for the README: of its kind the one whose newest run is the newest."""
    kind = [machine for machine in machines if machine[0].on_gpu == on_gpu]
    return max(kind, key=lambda machine: machine[0].facts["date"], default=None)


def speed(machines):
    """The README's table: speed-ups on the GPU and the CPU that were measured last."""
    gpu, cpu = best(machines, True), best(machines, False)
    if not gpu and not cpu:
        return "No run of the benchmarks is recorded for this state of the code yet."
    columns = [(gpu, 1, "cupy", "CuPy"), (gpu, 1, "torch", "PyTorch"), (cpu, 2, "numpy", "NumPy")]
    columns = [column for column in columns if column[0]]
    lines = []
    for entry in ROWS:
        cells = []
        for machine, which, peer, _ in columns:
            found = find(machine, entry[which])
            value = found and speed_up(found[1], peer)
            cells.append(ratio(value) if value else "")
        if any(cells):
            lines.append([entry[0], *cells])
    head = ["speed-up", *(f"beside {title}, {machine[0].device}" for machine, _, _, title in columns)]
    return table(head, lines)
