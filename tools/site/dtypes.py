#!/usr/bin/env python3
"""Which dtypes functions take: calls the example of each docstring with its first array cast to every dtype, or with
every `dtype=` where no argument is an array.

    PYTHONPATH=build/python .venv/bin/python tools/site/dtypes.py [--module cuprum] [--part 0/2]

writes tools/site/dtypes.json, {name: text}, which the reference shows. The text begins with the parameter and a colon
unless the array is the first argument. An array may be a sparse matrix, or a list of arrays, all of which are cast.
Where all arguments are numbers and words, the text is "result: " and the dtypes of the arrays that the call gives. A
function whose example does not call it is left out. A dtype is taken if the call returns. The docstrings of ufuncs list
their loops, so those are left out, too.
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
import tempfile
import warnings

import ml_dtypes
import numpy as np
import reference

import cuprum as cp
import cuprumx

RECORD = pathlib.Path(__file__).resolve().with_name("dtypes.json")
# Their other arguments decide which dtypes go: what is put into an array, or what it is filtered with.
OTHERS_DECIDE = {"copyto", "fill_diagonal", "piecewise", "place", "put", "put_along_axis", "putmask", "sepfir2d"}
# Their arguments name files, whose contents decide.
READERS = {"fromfile", "fromstring", "genfromtxt", "load", "load_npz", "loadtxt"}
GROUPS = {
    "bool": ["?"],
    "integers": ["b", "h", "i", "l", "B", "H", "I", "L"],
    "float16": ["e"],
    "bfloat16": [ml_dtypes.bfloat16],
    "float32, float64": ["f", "d"],
    "complex numbers": ["F", "D"],
}


def call_of(value, names):
    """The first call of a function, by one of its names, among the examples of its docstring, as a syntax tree, and
    what runs before it."""
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
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in names:
                return node, before
        before.append(line[4:])
    return None, before


def parameters(value):
    """The names of the parameters of a function, by its signature or the one in its docstring, up to `*operands`."""
    try:
        found = list(inspect.signature(value).parameters.values())
        kinds = [one.kind for one in found]
        if inspect.Parameter.VAR_POSITIONAL in kinds:
            found = found[: kinds.index(inspect.Parameter.VAR_POSITIONAL) + 1]
        return [one.name for one in found]
    except (TypeError, ValueError):
        found = re.match(r"\w+\((.*)\) ->", inspect.getdoc(value) or "")
        return re.findall(r"(?:^|, )\*{0,2}(\w+)(?=:|,|$| =)", found[1]) if found else []


class NoNumbers(Exception):
    """An array of times, structs or objects."""


def is_sparse(value):
    return hasattr(value, "tocsr") and hasattr(value, "nnz")


def arrays_of(value):
    """The arrays that an argument is or holds; none where it is something else."""
    if isinstance(value, cp.ndarray) or is_sparse(value):
        return [value]
    held = list(value) if isinstance(value, (list, tuple)) else []
    return held if held and all(isinstance(one, cp.ndarray) or is_sparse(one) for one in held) else []


def cast(operand, dtype):
    """An argument of another dtype; NoNumbers where it holds none."""
    if is_sparse(operand):
        return operand.astype(dtype)
    if isinstance(operand, (list, tuple)):
        return type(operand)(cast(one, dtype) for one in operand)
    host = operand.get()
    if host.dtype.kind not in "biufc":
        raise NoNumbers
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return cp.asarray(host.astype(dtype))


def probed(node, scope, value):
    """The call with `_dtype` in place of a dtype, and whose dtype that is: "" for the first argument's; or None."""
    names = parameters(value)
    for place, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred) or getattr(value, "__name__", "") in OTHERS_DECIDE:
            return None
        if arrays_of(eval(ast.unparse(argument), dict(scope))):
            text = f"_cast({ast.unparse(argument)}, _dtype)"
            node.args[place] = ast.parse(text, mode="eval").body
            return ast.unparse(node), "" if place == 0 else names[min(place, len(names) - 1)] if names else None
    if "dtype" not in names:
        return None
    if len(node.args) > names.index("dtype"):
        node.args[names.index("dtype")] = ast.Name("_dtype")
    else:
        others = [keyword for keyword in node.keywords if keyword.arg != "dtype"]
        node.keywords = [*others, ast.keyword("dtype", ast.Name("_dtype"))]
    return ast.unparse(node), "dtype"


def taken(module, name, value):
    """The dtypes that a function takes, as a text; None where its example does not tell."""
    node, before = call_of(value, {name, getattr(value, "__name__", name)})
    if node is None:
        return None
    last = module.rpartition(".")[2]
    names = {"cp": cp, "cuprum": cp, "cuprumx": cuprumx, "np": np, "numpy": np, "_cast": cast}
    if module != "cuprum":
        names[last] = importlib.import_module(module)

    def works(code, dtype=None):
        scope = dict(names, _dtype=dtype)
        for line in before:
            exec(line, scope)
        return eval(code, scope)

    try:
        result = works(ast.unparse(node))
        scope = dict(names)
        for line in before:
            exec(line, scope)
        changed, whose = probed(node, scope, value) or (None, None)
    except Exception:  # noqa: BLE001  an example of several lines
        return None
    if whose is None:
        decides = only_numbers(node) and name not in READERS and "dtype" not in parameters(value)
        return given(result) if decides else None
    found = []
    for group, dtypes in GROUPS.items():
        for dtype in dtypes:
            try:
                works(changed, dtype)
            except NoNumbers:
                return None
            except Exception:  # noqa: BLE001  an error is an answer
                found.append((group, dtype, False))
            else:
                found.append((group, dtype, True))
    text = words(found)
    return (f"{whose}: {text}" if whose else text) if text else None


def only_numbers(node):
    """Whether all arguments of a call are numbers and words: literals that are no lists."""
    for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
        try:
            value = ast.literal_eval(argument)
        except ValueError:
            return False
        if any(isinstance(one, list) for one in (value, *(value if isinstance(value, tuple) else ()))):
            return False
    return True


def given(result):
    """ "result: " and the dtypes of the arrays of a result; None where it has none."""
    arrays = [one for part in (result if isinstance(result, tuple) else (result,)) for one in arrays_of(part)]
    names = dict.fromkeys(np.dtype(one.dtype).name for one in arrays)
    return f"result: {', '.join(names)}" if names else None


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
            is_error = isinstance(value, type) and issubclass(value, BaseException)
            if not is_error and "Types" not in reference.sections(inspect.getdoc(value) or ""):
                yield module, name, value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append")
    parser.add_argument("--part", default="0/1", help="k/n: every n-th function, from the k-th")
    parser.add_argument("--new", action="store_true", help="only what is not recorded yet")
    parser.add_argument("--output", type=lambda path: pathlib.Path(path).resolve(), default=RECORD)
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    modules = options.module or ["cuprum", *(module for _, module in reference.MODULES)]
    skipped = ("cuprum.testing", "cuprumx.jit", "cuprumx.profiler", "cuprumx.distributed", "cuprum.cuda")
    modules = [module for module in modules if not module.startswith(skipped)]
    os.chdir(tempfile.mkdtemp())  # some examples write files
    record = json.loads(options.output.read_text()) if options.output.exists() else {}
    for place, (module, name, value) in enumerate(functions(modules)):
        if place % parts == part and not (options.new and f"{module}.{name}" in record):
            text = taken(module, name, value)
            if text is not None:
                record[f"{module}.{name}"] = text
            print(f"{module}.{name}: {text}", flush=True)
            options.output.write_text(json.dumps(dict(sorted(record.items())), indent=0) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("CUPRUM_CPU_TARGET", "x86-64-v2-nomvec-fibers-scalar")  # what compiles soonest
    sys.exit(main())
