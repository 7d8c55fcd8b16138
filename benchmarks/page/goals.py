"""Targets of rows: which are reached, and a table of those that are not."""

import pathlib
import tomllib
from fnmatch import fnmatchcase

from harness.record import moved

from .numbers import UNITS, figure, name_of, percent, ratio, table

REASONS = tomllib.loads(pathlib.Path(__file__).with_name("reasons.toml").read_text())["reason"]


def median(row, column):
    return row["results"].get(column, {}).get("median")


def judge(target, row, floors):
    """(reached, what was asked, what was found); None where the figures for it are not there."""
    by = target["by"]
    ours = median(row, by)
    unit = UNITS.get(row["unit"], row["unit"])
    if not ours:
        error = row["results"].get(by, {}).get("error")
        return (False, "to run", error.partition("\n")[0][:80]) if error else None
    if "part" in target:
        share = floors.share(row, by)
        return share and (
            round(share, 2) >= target["part"],
            f"{percent(target['part'])} of the floor",
            percent(share),
        )
    if "most" in target:
        return ours <= target["most"] * 1.005, f"{figure(target['most'])} {unit}", f"{figure(ours)} {unit}"
    if "rate" in target:
        found = moved(row) / ours / 1e6
        return found >= target["rate"], f"{figure(target['rate'])} GB/s", f"{figure(found)} GB/s"
    theirs = median(row, target["of"])
    if not theirs:
        return None
    found = theirs / ours
    return round(found, 2) >= target["times"], f"{ratio(target['times'])} times {name_of(target['of'])}", ratio(found)


def judged(rows, floors):
    """(row, column, asked, found) of the targets that are missed, and how many were judged."""
    missed, count = [], 0
    for row in rows:
        for target in row.get("targets", []):
            verdict = judge(target, row, floors)
            if verdict:
                count += 1
                if not verdict[0]:
                    missed.append((row, name_of(target["by"]), *verdict[1:]))
    return missed, count


def reason(row, on_gpu):
    for entry in REASONS:
        where = entry.get("on", "both")
        if where in ("both", "gpu" if on_gpu else "cpu") and entry["chapter"] == row["chapter"]:
            if any(fnmatchcase(row["case"], pattern) for pattern in entry["cases"]):
                return entry["why"]
    return ""


def not_reached(rows, floors, on_gpu):
    missed, count = judged(rows, floors)
    if not count:
        return "No targets could be judged."
    if not missed:
        return f"All {count} targets are reached."
    text = f"{count - len(missed)} of {count} targets are reached. The others:"
    head = ["chapter", "case", "column", "asked", "found", "why, and what next"]
    lines = [
        [row["chapter"], row["case"].replace("|", "\\|"), *column_asked_found, reason(row, on_gpu)]
        for row, *column_asked_found in missed
    ]
    return text + "\n\n" + table(head, lines, figures=False)
