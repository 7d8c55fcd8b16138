#!/usr/bin/env python3
"""Write pages from the newest files in benchmarks/results/: docs/performance.md with its charts in docs/images, the
ledger of all rows (benchmarks/results/LEDGER.md), and the README's table between its markers.

python benchmarks/report.py            writes them
python benchmarks/report.py --check    fails if one differs from what the files give
python benchmarks/report.py --results FOLDER --print
"""

import argparse
import pathlib
import re
import sys

from page import charts, ledger, overview, results, summary

ROOT = pathlib.Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
IMAGES = ROOT / "docs/images"


def filled(text, folder):
    """The README with a new table between its markers."""
    marked = re.compile(r"(<!-- speed: [^\n]* -->\n).*?(<!-- end of speed -->)", re.DOTALL)
    block = overview.speed(results.runs(folder))
    text, count = marked.subn(lambda found: f"{found[1]}\n{block}\n{found[2]}", text)
    if count != 1:
        raise SystemExit(f"README.md has {count} places marked 'speed', not one")
    return text


def pages(folder):
    """{path: text} of all that is written."""
    return {
        ROOT / "docs/performance.md": summary.page(folder),
        ROOT / "benchmarks/results/LEDGER.md": ledger.page(folder),
        README: filled(README.read_text(), folder),
        **{IMAGES / name: text for name, text in charts.files(results.runs(folder)).items()},
    }


def different(folder):
    return {path: text for path, text in pages(folder).items() if not path.exists() or path.read_text() != text}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "benchmarks/results")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    if options.print:
        print(ledger.page(options.results))
        return
    changed = different(options.results)
    if options.check and changed:
        names = ", ".join(str(path.relative_to(ROOT)) for path in changed)
        sys.exit(f"{names}: not what the result files give; run python benchmarks/report.py")
    for path, text in changed.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
