"""A chapter's tables."""

import importlib
from itertools import groupby

from harness.record import moved

from .floors import primary
from .numbers import UNITS, figure, name_of, percent, ratio, spread, table

PEERS = ("floor", "cupy", "torch", "numpy", "scipy", "C++")


def beside(column, columns):
    """The column of ours that another library's is compared with: the one of the same way and number of threads."""
    first, _, way = column.partition(", ")
    same = f"cuprum, {way}" if way else "cuprum"
    return same if same in columns else "cuprum" if "cuprum" in columns else None


def against(column, columns):
    """The peer that ours on one thread is compared with: NumPy's same way."""
    way = column.removeprefix("cuprum, 1 thread").removeprefix(", ")
    for peer in ("numpy, 1 thread", "numpy", "scipy"):
        name = f"{peer}, {way}" if way else peer
        if name in columns:
            return name
    return None


def order(column):
    first = column.split(", ")[0]
    return (first in PEERS, PEERS.index(first) if first in PEERS else 0, "1 thread" in column)


def cell(row, column, columns):
    results = row["results"]
    result = results.get(column)
    if result is None:
        return ""
    if "error" in result:
        return "fails"
    text, other = figure(result["median"]), None
    if not column.startswith("cuprum"):
        other = beside(column, columns)
        other = other and results.get(other, {}).get("median")
        text += f" ({ratio(result['median'] / other)})" if other else ""
    elif "1 thread" in column:
        other = against(column, columns)
        other = other and results.get(other, {}).get("median")
        text += f" [{ratio(other / result['median'])}]" if other else ""
    return text + (" differs" if result.get("agrees") is False else "")


def tables(rows, floors):
    out, several = [], len({row["group"] for row in rows}) > 1
    key = lambda row: (row["group"], row["unit"])
    for (group, unit), some in groupby(sorted(rows, key=lambda row: first_place(rows, key(row))), key):
        some = list(some)
        columns = sorted(dict.fromkeys(name for row in some for name in row["results"]), key=order)
        bandwidth = any(moved(row) for row in some)
        shares = [floors.share(row) for row in some]
        head = ["case", *(f"{name_of(column)}, {UNITS.get(unit, unit)}" for column in columns), "spread"]
        head += ["GB/s"] if bandwidth else []
        head += ["of the floor"] if any(shares) else []
        lines = []
        for row, share in zip(some, shares, strict=True):
            main = row["results"].get(primary(row) or columns[0], {})
            line = [row["case"].replace("|", "\\|"), *(cell(row, column, columns) for column in columns)]
            line.append(spread(main) if "median" in main else "")
            if bandwidth:
                line.append(figure(moved(row) / main["median"] / 1e6) if moved(row) and "median" in main else "")
            if any(shares):
                line.append(percent(share) if share else "")
            lines.append(line)
        out += ([f"*{group[0].upper() + group[1:]}*"] if group and several else []) + [table(head, lines)]
    return "\n\n".join(out)


def first_place(rows, key):
    return next(i for i, row in enumerate(rows) if (row["group"], row["unit"]) == key)


def failures(rows):
    """What could not be measured, told once for each column and message."""
    told = {}
    for row in rows:
        for column, result in row["results"].items():
            if "error" in result:
                told.setdefault((name_of(column), result["error"].partition("\n")[0][:120]), []).append(row["case"])
    return [f"- {column} fails: {', '.join(cases)}: `{why.replace('`', '')}`" for (column, why), cases in told.items()]


def section(name, run, floors):
    module = importlib.import_module(f"chapters.{name}")
    rows = run.chapter(name)
    parts = [f"### {module.TITLE}", " ".join(module.__doc__.split()), tables(rows, floors)]
    wrong = failures(rows)
    return "\n\n".join(parts + (["\n".join(wrong)] if wrong else []))
