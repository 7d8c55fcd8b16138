"""Groups of functions that a module's docstring shows at work together, for entries without an example of their own.

A group of a docstring has a title, the names of its members, and an example:

    Parameters (product, product_dict):
        >>> testing.product({"a": [1, 2]})
        [{'a': 1}, {'a': 2}]

A section "Raises" of such a docstring is about every function of the module that has none.
"""

import functools
import importlib
import inspect
import re
import typing

GROUP = re.compile(r"^([A-Z][^\n()]*) \(([\w,\s]+)\):\n((?:    .*\n|\n)+)", re.MULTILINE)


class Group(typing.NamedTuple):
    title: str
    names: list
    example: str
    label: str  # of the site's links


def told(module):
    return (inspect.getdoc(importlib.import_module(module)) or "") + "\n"


@functools.cache
def groups(module):
    """The groups of a module's docstring."""
    return [
        Group(
            title,
            re.findall(r"\w+", names),
            inspect.cleandoc(example),
            f"group {module} {title}".lower().replace(" ", "-").replace(",", "").replace(".", "-"),
        )
        for title, names, example in GROUP.findall(told(module))
    ]


def group_of(module, name):
    """The group that a name is a member of, or None. cuprum has names of cuprum.exceptions, too."""
    modules = [module, "cuprum.exceptions"] if module == "cuprum" else [module]
    return next((group for one in modules for group in groups(one) if name in group.names), None)


def raises(module):
    """What functions of a module raise that do not tell it themselves; "" where the module does not tell."""
    found = re.search(r"^Raises\n((?:    .*\n)+)", told(module), re.MULTILINE)
    return " ".join(found[1].split()) if found else ""
