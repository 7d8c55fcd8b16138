"""One run: where, when and with what it was measured, and a row for each case. All benchmarks write this and nothing
else.

A file is JSON: the facts of the run, then `rows`. A row has `chapter`, `group`, `case`, `unit`, perhaps `read` and
`written` (bytes), `moved` (bytes that pass a link rather than a memory) and `targets`, and `results`: by column, either
`median`, `least`, `quartiles` and `repeats`, or `error`. A person may add a fact `note`, which the page shows.
"""

import datetime
import json
import sys
import time

from . import tree
from .machine import load_average, machine, slug, versions
from .measure import summary

FORMAT = 1


class Record:
    def __init__(self, setting, libraries, unavailable, only="", trial=None):
        self.setting, self.trial, self._started = setting, trial, time.monotonic()
        state = tree.state()
        self.reasons = list(state.changed)  # why this is no result
        if "cuprum" in libraries:
            package = libraries["cuprum"].xp.__path__[0]
            self.reasons += filter(None, [tree.stale_library(package)])
        if setting.quick:
            self.reasons.append("--quick measures small arrays")
        if only:
            self.reasons.append("--only leaves cases out")
        self.facts = {
            "format": FORMAT,
            "trial": bool(trial),
            "commit": state.commit,
            "clean": not self.reasons,
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "command": " ".join(["python", *sys.argv]),
            "machine": machine(),
            "versions": versions(libraries),
            "backend": libraries["cuprum"].xp.backend() if "cuprum" in libraries else None,
            "load": {"start": load_average(), "end": None},
            "seconds": None,
            "quick": setting.quick,
            "complete": {},  # seconds of the chapters that were measured to their end
            "unavailable": unavailable,
        }
        self.rows, self._lines, self.path = [], [], trial

    def name(self):
        day, clock = self.facts["date"][:16].split("T")
        return f"{day}-{clock.replace(':', '')}-{slug(self.facts['machine'])}.json"

    def write_to(self, folder):
        """Rows go to a file of this folder from now on, if the tree is clean; else why not."""
        if self.reasons:
            return False
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / self.name()
        return True

    def add(self, chapter, case, results, unit="ms", group="", **more):
        """A row. `results` are summaries, lists of samples, or texts of errors, by column."""
        done = {}
        for name, result in results.items():
            if isinstance(result, str):
                result = {"error": result}
            elif not isinstance(result, dict):
                result = summary(result)
            done[name] = result
        row = {"chapter": chapter, "group": group, "case": case, "unit": unit}
        row |= {key: value for key, value in more.items() if value} | {"results": done}
        self.rows.append(row)
        self._lines.append(json.dumps(rounded(row)))
        print(line(row), flush=True)
        self.write()
        return row

    def write(self):
        self.facts["load"]["end"] = load_average()
        self.facts["seconds"] = round(time.monotonic() - self._started, 1)
        if self.path:
            lines = ",\n".join(self._lines)
            facts = json.dumps(self.facts, indent=1).removesuffix("\n}")
            temporary = self.path.with_suffix(".partial")
            temporary.write_text(f'{facts},\n "rows": [\n{lines}\n]\n}}\n')
            temporary.replace(self.path)


def rounded(value):
    """Five digits are more than a clock has."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list) else value


def moved(row):
    """Bytes, where the row counts them."""
    return row.get("moved") or row.get("read", 0) + row.get("written", 0)


def line(row):
    """A row on a terminal: times, and behind each how many times as long it is as cuprum's."""
    ours = row["results"].get("cuprum", {}).get("median")
    cells = []
    for name, result in row["results"].items():
        if "error" in result:
            cells.append(f"{name}: {result['error'].partition(chr(10))[0][:70]}")
            continue
        median = result["median"]
        note = f" ({median / ours:.2f})" if ours and not name.startswith("cuprum") else ""
        if name == "cuprum" and moved(row):
            note = f" ({moved(row) / median / 1e6:.0f} GB/s)"
        cells.append(f"{name} {median:.4g} {row['unit']}{note}" + ("" if result.get("agrees", True) else " DIFFERS"))
    return f"{row['chapter']}: {row['case']:38} " + "  ".join(cells)
