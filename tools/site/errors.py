#!/usr/bin/env python3
"""Looks for errors that docstrings do not tell: calls the example of each function with one argument replaced by a
wrong one, and prints what is raised beyond the docstring's section "Raises".

    PYTHONPATH=build/python .venv/bin/python tools/site/errors.py [--module cuprum.cublas]

Errors that every function gives are told once, in the introduction of the reference (EVERYWHERE).
"""

import argparse
import ast
import collections
import contextlib
import importlib
import inspect
import io
import os
import re
import tempfile
import warnings

import dtypes
import groups
import numpy as np
import reference

import cuprum as cp
import cuprumx

WRONG = [
    "-1",
    "99",
    "'x'",
    "1.5",
    "(-3,)",
    "(7, -9)",
    "cp.ones((2, 3, 4))",
    "cp.ones((0,))",
    "cp.ones((2, 2), complex)",
]
WRONG += ["cp.float64('nan')", "2**70", "None", "[]", "object()"]
# Types that the signature does not name, integers that are too large, devices that are not there, conditions of arrays.
EVERYWHERE = re.compile(
    r"^(TypeError|OverflowError|AttributeError|NameError):|nsupported dtype|beyond 64 bits|out of bounds for int64|"
    r"InvalidDevice|truth value|convert an array of size 1|elements have no bytes|Unable to allocate|max_size"
)


def variants(node, names):
    """(parameter, wrong value, call) of a call, each with one argument replaced."""
    text = ast.unparse(node)
    for place in range(len(node.args)):
        for value in WRONG:
            call = ast.parse(text, mode="eval").body
            call.args[place] = ast.parse(value, mode="eval").body
            yield names[place] if place < len(names) else place, value, ast.unparse(call)
    for name in names[len(node.args) :]:
        for value in WRONG:
            call = ast.parse(text, mode="eval").body
            given = ast.keyword(name, ast.parse(value, mode="eval").body)
            call.keywords = [*(one for one in call.keywords if one.arg != name), given]
            yield name, value, ast.unparse(call)


def raises(module, value):
    """The names of errors that a docstring, or its module's, tells."""
    parts = reference.sections(inspect.getdoc(value) or "")
    text = " ".join(parts.get("Raises", [])) or groups.raises(module)
    return set(re.findall(r"\w+(?:Error|Exception)\b", text))


def untold(module, name, value):
    """{error: [what raised it]} of the errors that the docstring does not tell."""
    node, before = dtypes.call_of(value, {name, getattr(value, "__name__", name)})
    if node is None:
        return {}
    scope = {"cp": cp, "cuprum": cp, "cuprumx": cuprumx, "np": np, "numpy": np}
    if module != "cuprum":
        scope[module.rpartition(".")[2]] = importlib.import_module(module)
    told, found = raises(module, value), collections.defaultdict(list)
    for parameter, wrong, call in variants(node, dtypes.parameters(value)):
        inside = dict(scope)
        try:
            for line in before:
                exec(line, inside)
            with contextlib.redirect_stdout(io.StringIO()):
                result = eval(call, inside)
            if hasattr(result, "get"):
                result.get()
        except Exception as error:  # noqa: BLE001  this is what is looked for
            text = f"{type(error).__name__}: {error}"
            if not EVERYWHERE.search(text) and not told & {base.__name__ for base in type(error).__mro__}:
                found[type(error).__name__].append(f"{parameter}={wrong}: {str(error)[:80]}")
    return dict(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append")
    options = parser.parse_args()
    # Calls that join a group wait for processes that do not come.
    every = [module for _, module in reference.MODULES if not module.startswith("cuprumx.distributed")]
    os.chdir(tempfile.mkdtemp())  # some examples write files
    warnings.simplefilter("ignore")
    for module in options.module or ["cuprum", *every]:
        for name, value in reference.public(module).items():
            for error, cases in untold(module, name, value).items():
                print(f"{module}.{name} {error}: {'; '.join(cases[:3])}", flush=True)


if __name__ == "__main__":
    main()
