"""The ledger: every row of the newest results, chapter by chapter, and every goal that was missed."""

from chapters import NAMES

from . import results
from .chapters import section
from .floors import Floors
from .goals import judged, not_reached

HEAD = """# Every benchmark

`benchmarks/report.py` writes this page from the files beside it; `docs/performance.md` is its summary. A test fails if
the page differs from them. `benchmarks/run.py` writes each file, and refuses to if the tree is not that of a commit.

How to read the tables:

- Times are medians, in the unit that the column's head names. `spread` is half the distance between the quartiles, as
  part of the median.
- Behind another library's time stands in round brackets how many times as fast cuprum is: above 1, cuprum is the
  quicker.
- "1 thread" is cuprum in a process with one thread, measured in turns with the others. In square brackets: how many
  times as fast as NumPy that is, in the same way.
- `out=` means that results go into memory that is in use. Otherwise each result is a new array, whose pages the system
  may have to provide first.
- "Of the floor": a kernel of a few lines with the same kind of traffic and the same number of bytes, the best of
  several variants, sets the floor. Where any library is quicker than this kernel, its time is the floor. So no share is
  above 100 %.
- The libraries of a row take turns. On a GPU, milliseconds are those between events on the device, which files since 28
  November 2026 keep busy for 0.1 ms before each call, so that what the host takes until the first kernel is queued does
  not count. Host times are taken without waiting for the device.
- Goals in milliseconds and GB/s are an H200's. On other GPUs they are not judged.
- A case that fails is named below its table. "Differs" marks a result that is not the same as another library's."""

NONE = """No run of the benchmarks is recorded for this state of the code yet. To make one:

```
python benchmarks/run.py --limit 590     # on this machine, ten minutes at most
tools/gpu/session.sh build bench=480     # on a machine with a GPU
python benchmarks/report.py              # writes the pages
```"""


def machine_part(machine):
    """A section for one kind of machine: its tables, and the targets that were not reached."""
    chapters, missing, seen = [], [], {}
    rows, floors = [], {}
    for name in NAMES:
        run = results.newest(machine, name)
        if not run:
            continue
        floor = floors.setdefault(run.path, Floors(run.chapter("floor")))
        seen.setdefault(run.path, (run, []))[1].append(name)
        chapters.append(section(name, run, floor))
        rows.append((run.chapter(name), floor))
    origins = [f"- {run.origin} Chapters: {', '.join(names)}." for run, names in seen.values()]
    for one in machine[:1]:
        missing += [f"- {name}: {why}" for name, why in one.facts["unavailable"].items()]
    parts = [f"## {machine[0].device}", "\n".join(origins)]
    parts += ["Not measured, in the newest run:\n\n" + "\n".join(missing)] if missing else []
    parts += chapters
    parts.append(f"### Not reached on {machine[0].device}")
    by_floor = {}
    for some, floor in rows:
        by_floor.setdefault(id(floor), (floor, []))[1].extend(some)
    parts += [
        not_reached(some, floor, machine[0].on_gpu) for floor, some in by_floor.values() if judged(some, floor)[1]
    ]
    return "\n\n".join(parts)


def tests(summaries):
    """The newest run of the test-suite on each kind of GPU machine."""
    parts = ["## Tests on GPUs"]
    for path, facts in summaries:
        one = lambda key: (facts.get(key) or ["not run"])[0]
        lines = [f"On {one('machine')}, commit {one('commit')[:12]}, {one('date')[:10]} (`{path}`):\n"]
        for key in ("Python tests", "C++ tests", "recorded kernels", "memcheck", "racecheck", "note"):
            if key in facts:
                lines.append(f"- {key}: {one(key)}")
        parts.append("\n".join(lines))
    return parts if len(parts) > 1 else []


def sweeps(folder):
    """The runs of benchmarks/beside_numpy.py on the newest day."""
    files = sorted(folder.glob("*-beside-numpy.txt"))
    parts = []
    for file in files:
        if file.name[:10] != files[-1].name[:10]:
            continue
        facts = dict(line.partition(": ")[::2] for line in file.read_text().splitlines() if ": " in line)
        told = "; ".join(f"{when}: {facts[when]}" for when in ("before", "after") if when in facts)
        parts.append(f"`{file.name}` lists the rows below 0.9. {told.capitalize()}.")
    return ["\n\n".join(["## Every function of NumPy on a CPU", *parts])] if parts else []


def sweep_beside_cupy(folder):
    """The newest run of benchmarks/beside_cupy.py."""
    files = sorted(folder.glob("*-beside-cupy.txt"))
    if not files:
        return []
    facts = dict(line.partition(": ")[::2] for line in files[-1].read_text().splitlines() if ": " in line)
    return [
        f"## Every function of NumPy on a GPU\n\n`{files[-1].name}`: {facts['machine']}. {facts['rows'].capitalize()}."
    ]


def first_calls(folder):
    """The newest runs of benchmarks/first_calls.py on a CPU and on a GPU."""
    parts = []
    for processor in ("CPU", "GPU"):
        files = sorted(p for p in folder.glob("*-first-calls.txt") if ("nvidia" in p.name) == (processor == "GPU"))
        if not files:
            continue
        facts = dict(line.partition(": ")[::2] for line in files[-1].read_text().splitlines() if ": " in line)
        told = "; ".join(f"{when}: {facts[when]}" for when in ("before", "after") if when in facts)
        told = told[:1].upper() + told[1:]
        parts.append(f"## First calls on a {processor}\n\n`{files[-1].name}`: {facts['machine']}. {told}.")
    return parts


def listed(folder, kind, title):
    """Records of one kind, by their names."""
    names = sorted(path.name for path in folder.glob(f"*-{kind}.txt"))
    return [f"## {title}\n\n" + "\n".join(f"- `{name}`" for name in names)] if names else []


def page(folder):
    machines = results.runs(folder)
    parts = [
        HEAD,
        *(map(machine_part, machines) if machines else [NONE]),
        *tests(results.tests(folder)),
        *sweeps(folder),
        *sweep_beside_cupy(folder),
        *first_calls(folder),
        *listed(folder, "compilation", "Compilation of kernels"),
        *listed(folder, "several-devices", "Several devices"),
        *listed(folder, "install", "Wheel, packages and site"),
    ]
    return "\n\n".join(parts) + "\n"
