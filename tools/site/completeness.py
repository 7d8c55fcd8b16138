#!/usr/bin/env python3
"""Which entries of the reference lack what an entry should tell; prints counts, and names with --names.

    PYTHONPATH=build/python .venv/bin/python tools/site/completeness.py [--names] [--module cuprum.cuda]

An entry tells parameters and results in its docstring or its signature, errors and an example in its docstring or its
module's (tools/site/groups.py). Errors that every function gives are told in the introduction of the reference: an
entry without others is complete (tools/site/errors.py looks for them). Dtypes are those of arrays: an entry whose
signature names none needs no dtypes.
"""

import argparse
import collections
import inspect
import re

import cpp_names  # noqa: F401  the reference imports it, and it the reference
import counterparts
import groups
import reference

# Errors and warnings are raised, not called.
KINDS = ("parameters", "result", "example", "dtypes", "counterpart", "source")
ARRAY = re.compile(r"\b(ArrayLike|ndarray|csr_matrix|\w+_matrix|Matrix)\b")
# What takes addresses, sizes and objects; names of a kernel, whose texts tell their dtypes.
NO_ARRAYS = ("cuprum.cuda", "cuprum.cuda.runtime", "cuprum.exceptions", "cuprumx.profiler", "cuprumx.jit")


def is_error(value):
    return isinstance(value, type) and issubclass(value, BaseException)


def signature(value):
    """The annotations of a function as a text; "" where they are not told."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError, SyntaxError):
        return ""
    return f"{[str(one.annotation) for one in found.parameters.values()]} -> {found.return_annotation}"


def takes_nothing(value):
    """Whether a function has no parameters, or a class is made by other functions alone."""
    try:
        return not [name for name in inspect.signature(value).parameters if not name.startswith("_")]
    except (TypeError, ValueError, SyntaxError):
        return isinstance(value, type)


def lacks(module, name, value):
    """What an entry does not tell."""
    doc = inspect.getdoc(value) or ""
    parts = reference.sections(doc)
    types = signature(value)
    group = groups.group_of(module, name)
    function = not isinstance(value, type)
    has_types = "->" in types and "inspect._empty" not in types.partition("->")[0]
    told = {
        "parameters": bool(parts.keys() & {"Parameters", "Further parameters"})
        or "Attributes" in parts
        or hasattr(value, "_fields")
        or takes_nothing(value)
        or has_types
        or "Parameters are those of" in doc
        or is_error(value),
        "result": bool(parts.keys() & {"Returns", "Yields"})
        or not function
        or "_empty" not in types.rpartition("->")[2],
        "example": ">>>" in doc or bool(group),
        "dtypes": bool(reference.dtypes_of(module, name, value))
        or "Types" in parts
        or module in NO_ARRAYS
        or is_error(value)
        or not ARRAY.search(types),
        "counterpart": bool(counterparts.counterpart(module, name)) or counterparts.own(module, name),
        "source": bool(reference.source(module, value, reference.cpp(module, name))) or is_error(value),
    }
    return [kind for kind in KINDS if not told[kind]]


def count(modules=None):
    """{kind: {module: [names]}} of what is not told, and how many entries there are."""
    found = {kind: collections.defaultdict(list) for kind in KINDS}
    entries = 0
    for module in modules or ["cuprum", *(module for _, module in reference.MODULES)]:
        for name, value in reference.public(module).items():
            entries += 1
            for kind in lacks(module, name, value):
                found[kind][module].append(name)
    return found, entries


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append")
    parser.add_argument("--names", action="store_true")
    options = parser.parse_args()
    found, entries = count(options.module)
    print(f"{entries} entries; without")
    for kind, modules in found.items():
        print(f"  {kind}: {sum(map(len, modules.values()))}")
        for module, names in modules.items() if options.names else ():
            print(f"    {module}: {' '.join(names)}")


if __name__ == "__main__":
    main()
