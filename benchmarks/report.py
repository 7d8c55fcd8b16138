#!/usr/bin/env python3
"""Write docs/performance.md, and the tables of the README between their markers, from the newest files in
benchmarks/results/.

python benchmarks/report.py            writes both
python benchmarks/report.py --check    fails where they differ from what the files give
python benchmarks/report.py --results FOLDER --print
"""

import argparse
import pathlib
import re
import sys

from chapters import NAMES
from page import overview, results
from page.chapters import section
from page.floors import Floors
from page.goals import judged, not_reached

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/performance.md"
README = ROOT / "README.md"

HEAD = """# How fast cuprum is

This page is written by `benchmarks/report.py` from files in `benchmarks/results/`. A test fails where it differs from
them. Each file was written by `benchmarks/run.py`, which refuses to write where the files are not those of a commit.

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
python benchmarks/report.py              # writes this page
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


def page(folder):
    machines = results.runs(folder)
    return "\n\n".join([HEAD, *(map(machine_part, machines) if machines else [NONE])]) + "\n"


def filled(text, folder):
    """The README with what stands between its markers made anew."""
    blocks = {"speed": overview.speed(results.runs(folder)), "tests": overview.tests(results.tests(folder))}
    for name, block in blocks.items():
        marked = re.compile(rf"(<!-- {name}: [^\n]* -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
        text, count = marked.subn(lambda found: f"{found[1]}\n{block}\n{found[2]}", text)
        if count != 1:
            raise SystemExit(f"README.md has {count} places marked '{name}', not one")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "benchmarks/results")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    if options.print:
        print(page(options.results))
        return
    wanted = {PAGE: page(options.results), README: filled(README.read_text(), options.results)}
    different = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    if options.check and different:
        names = ", ".join(str(path.relative_to(ROOT)) for path in different)
        sys.exit(f"{names}: not what the result files give; run python benchmarks/report.py")
    for path in different:
        path.write_text(wanted[path])
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
