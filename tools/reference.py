#!/usr/bin/env python3
"""Write the reference pages from what the built package says of itself: docs/reference/ufuncs.md and functions.md.

PYTHONPATH=build/python .venv/bin/python tools/reference.py [-o docs/reference]
"""

import argparse
import inspect
import pathlib

import cuprum


def page(title, entries):
    """A page with a list of links and a section for each of `entries`: (name, aliases, text)."""
    lines = [f"# {title}", "", " · ".join(f"[{name}](#{name})" for name, _, _ in entries), ""]
    for name, aliases, text in entries:
        lines += [f"## {name}", ""]
        if aliases:
            lines += ["Also called " + ", ".join(f"`{alias}`" for alias in aliases) + ".", ""]
        lines += ["```text", text.strip(), "```", ""]
    return "\n".join(lines)


def ufuncs():
    by_name = {}
    for name, function in sorted(vars(cuprum).items()):
        if isinstance(function, cuprum.ufunc):
            by_name.setdefault(function.__name__, (function, []))[1].append(name)
    return [
        (name, [n for n in names if n != name], function.__doc__) for name, (function, names) in sorted(by_name.items())
    ]


def functions():
    for name, function in sorted(vars(cuprum).items()):
        if name.startswith("_") or isinstance(function, (cuprum.ufunc, type)) or inspect.ismodule(function):
            continue
        if callable(function) and getattr(function, "__module__", "").startswith("cuprum"):
            yield name, [], inspect.getdoc(function) or ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("docs/reference"))
    folder = parser.parse_args().output
    folder.mkdir(parents=True, exist_ok=True)
    for name, title, entries in [("ufuncs", "Ufuncs", ufuncs()), ("functions", "Functions", list(functions()))]:
        (folder / f"{name}.md").write_text(page(title, entries))
        print(f"{folder / name}.md: {len(entries)} entries")


if __name__ == "__main__":
    main()
