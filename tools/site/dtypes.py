#!/usr/bin/env python3
"""Which dtypes functions take: calls the example of each docstring with its first argument cast to every dtype.

    PYTHONPATH=build/python .venv/bin/python tools/site/dtypes.py [--module cuprum] [--part 0/2]

writes tools/site/dtypes.json, {name: text}, which the reference shows. A function whose first parameter is no array, or
whose example does not call it, is left out. A dtype is taken if the call returns. The docstrings of ufuncs list their
loops, so those are left out, too.
"""

import argparse
import ast
import importlib
import inspect
import json
import os
import pathlib
import re
import sys
import warnings

import ml_dtypes
import numpy as np
import reference

import cuprum as cp
import cuprumx

RECORD = pathlib.Path(__file__).with_name("dtypes.json")
# Their other arguments decide which dtypes go: what is put into an array, or what it is filtered with.
OTHERS_DECIDE = {"copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask", "sepfir2d"}
GROUPS = {
    "bool": ["?"],
    "integers": ["b", "h", "i", "l", "B", "H", "I", "L"],
    "float16": ["e"],
    "bfloat16": [ml_dtypes.bfloat16],
    "float32, float64": ["f", "d"],
    "complex numbers": ["F", "D"],
}


def call_of(value, name):
    """The first call of a function among the examples of its docstring, as a syntax tree, and what runs before it."""
    text = inspect.getdoc(value) or ""
    before = []
    for line in text.splitlines():
        line = line.strip()
        if not line.startswith((">>> ", "... ")):
            continue
        try:
            tree = ast.parse(line[4:])
        except SyntaxError:
            return None, before
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name and node.args:
                return node, before
        before.append(line[4:])
    return None, before


def takes_an_array(value):
    """Whether the first parameter of a function is an array, by the signature in its docstring."""
    signature = re.match(r"\w+\((\w+): ([^=,]*)", inspect.getdoc(value) or "")
    return bool(signature) and value.__name__ not in OTHERS_DECIDE and signature[2].startswith(("ArrayLike", "ndarray"))


def cast(operand, dtype):
    """An operand of another dtype; TypeError where it is no operand of numbers."""
    host = operand.get() if isinstance(operand, cp.ndarray) else operand
    host = np.asarray(host)
    if host.dtype.kind not in "biufc" or (host.ndim == 0 and not isinstance(operand, cp.ndarray)):
        raise LookupError
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return cp.asarray(host.astype(dtype))


def taken(module, name, value):
    """The dtypes that a function takes, as a text; None where its example does not tell."""
    node, before = call_of(value, name) if takes_an_array(value) else (None, [])
    if node is None or isinstance(node.args[0], ast.Starred):
        return None
    last = module.rpartition(".")[2]
    names = {"cp": cp, "cuprum": cp, "cuprumx": cuprumx, "np": np, "numpy": np, "_cast": cast}
    if module != "cuprum":
        names[last] = importlib.import_module(module)
    call = ast.unparse(node)
    first = ast.unparse(node.args[0])
    node.args[0] = ast.parse(f"_cast({first}, _dtype)", mode="eval").body
    changed = ast.unparse(node)

    def works(code, dtype=None):
        scope = dict(names, _dtype=dtype)
        for line in before:
            exec(line, scope)
        eval(code, scope)

    try:
        works(call)
    except Exception:  # noqa: BLE001  an example of several lines
        return None
    found = []
    for group, dtypes in GROUPS.items():
        for dtype in dtypes:
            try:
                works(changed, dtype)
            except LookupError:
                return None
            except Exception:  # noqa: BLE001  an error is an answer
                found.append((group, dtype, False))
            else:
                found.append((group, dtype, True))
    return words(found) or None


def words(found):
    """[(group, dtype, taken)] as a text."""
    if all(one for *_, one in found):
        return "all numbers"
    parts = []
    for group, dtypes in GROUPS.items():
        yes = [dtype for other, dtype, one in found if other == group and one]
        if len(yes) == len(dtypes):
            parts.append(group)
        else:
            parts += [np.dtype(dtype).name for dtype in yes]
    return ", ".join(parts)


def functions(modules):
    for module in modules:
        for name, value in reference.public(module).items():
            if not isinstance(value, type) and type(value).__name__ not in ("ufunc", "_GUFunc"):
                yield module, name, value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append")
    parser.add_argument("--part", default="0/1", help="k/n: every n-th function, from the k-th")
    parser.add_argument("--output", type=pathlib.Path, default=RECORD)
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    modules = options.module or ["cuprum", *(module for _, module in reference.MODULES)]
    skipped = ("cuprum.testing", "cuprumx.jit", "cuprumx.profiler", "cuprumx.distributed", "cuprum.cuda")
    modules = [module for module in modules if not module.startswith(skipped)]
    record = json.loads(options.output.read_text()) if options.output.exists() else {}
    for place, (module, name, value) in enumerate(functions(modules)):
        if place % parts == part:
            text = taken(module, name, value)
            if text is not None:
                record[f"{module}.{name}"] = text
            print(f"{module}.{name}: {text}", flush=True)
            options.output.write_text(json.dumps(dict(sorted(record.items())), indent=0) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("CUPRUM_CPU_TARGET", "x86-64-v2-nomvec-fibers-scalar")  # what compiles soonest
    sys.exit(main())
