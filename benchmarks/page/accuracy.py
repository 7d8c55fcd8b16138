"""docs/accuracy.md: the largest errors of special functions, from the newest record of
benchmarks/special_accuracy.py."""

import json
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/accuracy.md"
RECORDS = ROOT / "benchmarks/accuracy"
KINDS = ("float32", "float64", "complex128")

HEAD = """# Accuracy of special functions

Written by `benchmarks/special_accuracy.py --page` from the newest file in `benchmarks/accuracy/`; a test fails where it
differs.

The largest errors in units in the last place (ulp), beside SciPy's on the same operands, against mpmath with {digits}
digits. The operands are {points} random points of each function's usual domain, and hard points: near zeros and poles,
where the method changes, tiny and large ones. `[k]` is the k-th of several results. Ends: how many combinations of
signed zeros, infinities, NaN, the smallest and the largest number give another kind of number (finite, infinite, NaN)
than SciPy.

cuprum {commit}, backend {backend}, SciPy {scipy}, mpmath {mpmath}, {date} UTC.{note}
"""

NONE = """# Accuracy of special functions

No run of `benchmarks/special_accuracy.py` is recorded yet. To make one:

```
python benchmarks/special_accuracy.py --workers 32 -o benchmarks/accuracy/NAME.json
python benchmarks/special_accuracy.py --page
```
"""


def newest(folder=RECORDS):
    """The record with the latest date; None where there is none."""
    found = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    return max(found, key=lambda record: record["date"], default=None)


def beyond(found):
    """Whether the bounds are not kept: 4 ulp in float32, twice SciPy's error (or 4 ulp) in double, and no value lost
    that SciPy has."""
    ours, theirs = found["ulp"]
    bound = 4 if found["kind"] == "float32" else max(2 * theirs, 4)
    return ours > bound or found["lost"][0] > found["lost"][1]


def number(value):
    return f"{value:.2f}" if value < 10 else f"{value:.0f}" if value < 10000 else f"{value:.1e}"


def table(rows):
    """A line for each function, its dtypes beside each other."""
    lines = [
        "| function | float32 | SciPy | float64 | SciPy | complex128 | SciPy | ends |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    functions = {}
    for row in rows:
        functions.setdefault(row["function"], {})[row["kind"]] = row
    for name, kinds in sorted(functions.items()):
        cells = [name]
        for kind in KINDS:
            if kind not in kinds:
                cells += ["", ""]
                continue
            ours, theirs = map(number, kinds[kind]["ulp"])
            cells += [f"**{ours}**" if beyond(kinds[kind]) else ours, theirs]
        lines.append("| " + " | ".join([*cells, str(kinds.get("float64", {}).get("ends", ""))]) + " |")
    return "\n".join(lines)


def remark(row, reasons):
    """A line on a function that is beyond its bound."""
    ours, theirs = map(number, row["ulp"])
    why = reasons.get(row["function"].partition("[")[0], {}).get(row["kind"], "not looked into")
    lost = f", {row['lost'][0]} values lost (SciPy {row['lost'][1]})" if row["lost"][0] > row["lost"][1] else ""
    return (
        f"- `{row['function']}`, {row['kind']}, {ours} ulp (SciPy {theirs}) at ({', '.join(row['at'])}){lost}: {why}."
    )


def page(folder=RECORDS):
    """The text of docs/accuracy.md."""
    record = newest(folder)
    if not record:
        return NONE
    reasons = tomllib.loads((pathlib.Path(__file__).parent / "accuracy_reasons.toml").read_text())
    every = sorted(record["rows"], key=lambda row: (row["function"], KINDS.index(row["kind"])))
    rows = [row for row in every if "failed" not in row]
    parts = [HEAD.format(**record | {"note": f" {record['note']}" if "note" in record else ""}), table(rows)]
    far = [remark(row, reasons) for row in rows if beyond(row)]
    if far:
        bounds = "The bounds are 4 ulp in float32 and, in double, twice SciPy's error or 4 ulp. Functions beyond them:"
        parts += ["", "## Beyond the bounds", "", bounds, "", *far]
    short = [row for row in rows if row["points"] < row["of"] // 2]
    if short:
        names = ", ".join(f"`{row['function']}` {row['kind']} ({row['points']} of {row['of']})" for row in short)
        parts += ["", "Fewer than half of the points have an exact value in time or in range: " + names + "."]
    parts += [
        "",
        *(f"- `{row['function']}`, {row['kind']}, failed: {row['failed']}" for row in every if "failed" in row),
    ]
    return "\n".join(parts).rstrip() + "\n"
