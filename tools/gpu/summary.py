#!/usr/bin/env python3
"""Write what a session on a GPU machine showed as a short text, to be committed beside the benchmarks' results.

    tools/gpu/summary.py FOLDER      reads FOLDER/*.log and FOLDER/summary.txt, writes FOLDER/<date>-<machine>-tests.txt

A line is `key: value`. benchmarks/report.py cites the newest in the README. Only from a clean tree is the text named as
a result; else its name ends in `-changed.txt`, and says which files differ from the commit.
"""

import datetime
import pathlib
import re
import sys
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

from harness import tree  # noqa: E402
from harness.machine import machine, slug  # noqa: E402

STAGES = {  # key, log, the line that counts
    "Python tests": ("test-python", r"^=*\s*(\d+ (?:passed|failed).* in [\d.]+s.*?)\s*=*$"),
    "C++ tests": ("test-cpp", r"^(\d+% tests passed.*)$"),
    "recorded kernels": ("recorded", r"^(\w+: \d+ of \d+ kernels compiled.*|\d+ kernels failed.*)$"),
    "memcheck": ("sanitize-memcheck", r"^=+ ((?:ERROR|LEAK) SUMMARY: .*)$"),
    "racecheck": ("sanitize-racecheck", r"^=+ (RACECHECK SUMMARY: .*)$"),
}


def last(pattern, text):
    found = re.findall(pattern, text, re.MULTILINE)
    return found[-1].strip() if found else None


def every(pattern, text):
    return "; ".join(one.strip() for one in re.findall(pattern, text, re.MULTILINE))


def outcomes(folder):
    """{stage: 'ok, 120 s'} as session.sh noted them."""
    path = folder / "summary.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(re.match(r"([\w-]+): (.*)", line).groups() for line in lines if re.match(r"[\w-]+: ", line))


def lines_of(folder):
    ended = outcomes(folder)
    for key, (stage, pattern) in STAGES.items():
        log = folder / f"{stage}.log"
        if not log.exists():
            continue
        text = log.read_text(errors="replace")
        counts = (every if stage == "recorded" else last)(pattern, text) or "no count in the log"
        if stage.startswith("sanitize"):
            counts = f"{last(STAGES['Python tests'][1], text) or 'no count of tests'}; {counts}"
        yield f"{key}: {counts} ({stage} {ended.get(stage, 'did not end')})"
    skipped, failed = Counter(), []
    for stage in ("test-python", "test-cpp"):
        log = folder / f"{stage}.log"
        text = log.read_text(errors="replace") if log.exists() else ""
        for count, reason in re.findall(r"^SKIPPED \[(\d+)\] \S+?: (.*)$", text, re.MULTILINE):
            skipped[reason.strip()[:150]] += int(count)
        failed += re.findall(r"^(?:FAILED|ERROR) (\S+)", text, re.MULTILINE)
        failed += re.findall(r"^\s*\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT).*$", text, re.MULTILINE)
    cut = folder / "failures.txt"  # of a run that was cut off before it could list them
    failed += re.findall(r"^==== (\S+)", cut.read_text(), re.MULTILINE) if cut.exists() else []
    for reason, count in skipped.most_common():
        yield f"skipped: {count} x {reason}"
    for name in sorted(set(failed)):
        yield f"failed: {name}"


def main():
    folder = pathlib.Path(sys.argv[1])
    state, here = tree.state(), machine()
    today = datetime.datetime.now(datetime.UTC)
    head = [
        f"commit: {state.commit}",
        "tree: clean" if state.clean else f"tree: changed: {', '.join(state.changed[:20])}",
        f"date: {today.isoformat(timespec='seconds')}",
        f"machine: {here['gpus']} x {here['gpu']}, driver {here['driver']}; {here['processor']}, {here['cores']} cores",
    ]
    found = list(lines_of(folder))
    if found:
        name = f"{today.date()}-{slug(here)}-tests{'' if state.clean else '-changed'}.txt"
        (folder / name).write_text("\n".join(head + found) + "\n")
        print(folder / name)


if __name__ == "__main__":
    main()
