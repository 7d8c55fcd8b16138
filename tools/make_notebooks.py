#!/usr/bin/env python3
"""Make Jupyter notebooks of programs whose cells are marked by `# %%`.

    python3 tools/make_notebooks.py examples/seeds/*.py [--check]

`# %%` begins a cell of code and `# %% [markdown]` one of text, whose lines are comments; what stands before the first
mark is left out, and so are files without marks. With --check nothing is written, and the exit status says whether the
notebooks are those of the programs.
"""

import argparse
import json
import pathlib
import sys

MARK = "# %%"


def cells(program):
    """Yield (kind, text) for each cell of a program."""
    for part in ("\n" + program).split("\n" + MARK)[1:]:
        kind, _, text = part.partition("\n")
        text = text.strip("\n")
        if kind.strip() == "[markdown]":
            yield "markdown", "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.splitlines())
        else:
            yield "code", text


def notebook(program):
    """The notebook as text."""
    made = []
    for number, (kind, text) in enumerate(cells(program)):
        cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": text.splitlines(keepends=True)}
        if kind == "code":
            cell |= {"execution_count": None, "outputs": []}
        made.append(cell)
    kernel = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return (
        json.dumps(
            {"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=False
        )
        + "\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    stale = []
    for path in arguments.programs:
        program = path.read_text(encoding="utf-8")
        if f"\n{MARK}" not in program:
            continue
        made, target = notebook(program), path.with_suffix(".ipynb")
        if target.exists() and target.read_text(encoding="utf-8") == made:
            continue
        if arguments.check:
            stale.append(str(target))
        else:
            target.write_text(made, encoding="utf-8")
    if stale:
        sys.exit(f"not made from the programs as they are: {', '.join(stale)}; run tools/make_notebooks.py")


if __name__ == "__main__":
    main()
