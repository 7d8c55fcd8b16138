"""A case: one call that is made in NumPy and in cuprum, and the program that shows it."""

import importlib
import operator

import numpy as np

import cuprum as cp

from . import recipes
from .arrays import Array, key_text, literal

_OPERATORS = {name: getattr(operator, name) for name in dir(operator) if not name.startswith("_")}
_BUILTIN = {f.__name__: f for f in (bool, int, float, complex, len, getattr, list, bytes, abs, divmod, round)}
_resolved = {}


def resolve(path):
    """The functions of a path: 'add.reduce', 'ndarray.sum', 'operator.iadd', 'builtins.bool', 'scipy.signal.lfilter',
    'recipe.cubic_spline'; None where one is not there."""
    found = _resolved.get(path)
    if found is None:
        head, _, name = path.partition(".")
        if head == "operator":
            found = (_OPERATORS[name],) * 2
        elif head == "builtins":
            found = (_BUILTIN[name],) * 2
        elif head == "recipe":
            found = recipes.pair(name)
        elif head == "scipy":
            module, _, function = path.rpartition(".")
            found = tuple(
                getattr(importlib.import_module(package), function, None)
                for package in (module, module.replace("scipy", "cuprumx.scipy", 1))
            )
        else:
            try:
                found = operator.attrgetter(path)(np), operator.attrgetter(path)(cp)
            except AttributeError:
                found = (None, None)
        _resolved[path] = found
    return found


class Outcome:
    """What a call gave: a value or an error, and the roots that it was allowed to write to."""

    __slots__ = ("value", "error", "written")

    def __init__(self, value, error, written=()):
        self.value, self.error, self.written = value, error, written


class Case:
    """A call with its arguments; those in `writes` are changed by it, so that their roots are made anew each time."""

    __slots__ = ("path", "args", "kwargs", "writes", "spec", "model", "nonsense")

    def __init__(self, path, args, kwargs, spec, writes=(), model=None, nonsense=False):
        self.path, self.args, self.kwargs, self.spec = path, args, kwargs, spec
        self.writes = writes  # positions or names of arguments
        self.model = model  # what stands in for NumPy's function, where a documented difference asks for it
        self.nonsense = nonsense  # whether an argument was replaced by something that no function expects

    def arrays(self):
        """All arrays among the arguments."""
        found = []
        _collect(self.args, found)
        _collect(self.kwargs, found)
        return found

    def _written_roots(self):
        found = []
        for name in self.writes:
            node = (
                self.kwargs.get(name) if isinstance(name, str) else self.args[name] if name < len(self.args) else None
            )
            _collect(node, found)
        return {id(a.root): a.root for a in found}

    def run(self, only=None):
        """The outcomes in NumPy and in cuprum; `only` makes the one call and leaves the other out."""
        functions = resolve(self.path)
        fresh = {key: (root, root.fresh()) for key, root in self._written_roots().items()} if self.writes else None
        outcomes = []
        for side in (0, 1):
            if only is not None and side != only:
                outcomes.append(None)
                continue
            function = self.model if side == 0 and self.model else functions[side]
            try:
                args = [_side(a, side, fresh) for a in self.args]
                kwargs = {k: _side(v, side, fresh) for k, v in self.kwargs.items()} if self.kwargs else {}
                outcome = Outcome(function(*args, **kwargs), None)
            except Exception as error:  # noqa: BLE001  an error is an answer
                outcome = Outcome(None, error)
            if fresh:
                outcome.written = [pair[side] for _, pair in fresh.values()]
            outcomes.append(outcome)
        return outcomes

    def call_text(self, names):
        def show(node):
            if isinstance(node, Array):
                return node.text(names[id(node.root)])
            if isinstance(node, (list, tuple)):
                inner = ", ".join(map(show, node))
                return f"[{inner}]" if isinstance(node, list) else f"({inner}{',' if len(node) == 1 else ''})"
            if isinstance(node, np.ndarray):
                return f"np.array({literal(node.tolist())}, {node.dtype.char!r})"
            if isinstance(node, np.generic):
                return f"np.{type(node).__name__}({literal(node.item())})"
            if isinstance(node, slice):
                return f"slice({show(node.start)}, {show(node.stop)}, {show(node.step)})"
            return literal(node)

        args = [show(a) for a in self.args]
        head, _, name = self.path.partition(".")
        if self.path == "operator.getitem":
            return f"{args[0]}[{_index_text(self.args[1], show)}]"
        if self.path == "operator.setitem":
            return f"{args[0]}[{_index_text(self.args[1], show)}] = {args[2]}"
        if head == "recipe":
            args = ["scp", "xp", *args]
        text = ", ".join(args + [f"{k}={show(v)}" for k, v in self.kwargs.items()])
        if head == "recipe":
            return f"{name}({text})"
        if head == "scipy":
            return f"scp.{name}({text})"
        prefix = "" if head in ("operator", "builtins") else "xp."
        return f"{prefix}{self.path if prefix or head == 'operator' else name}({text})"

    def program(self):
        """A Python program that makes the call in both libraries and prints what comes of it."""
        names, lines = {}, []
        for array in self.arrays():
            if id(array.root) not in names:
                names[id(array.root)] = "abcdefghijkl"[len(names) % 12] + ("" if len(names) < 12 else str(len(names)))
                lines.append(f"    {names[id(array.root)]} = {array.root.text()}")
        call = self.call_text(names)
        if self.path == "operator.setitem":
            body = [f"        {call}"]
        else:
            body = [f"        print(repr({call}))"]
        written = [names[key] for key in self._written_roots()]
        if written:
            body.append(f"        print({', '.join(f'{n}.tolist()' for n in written)})")
        head, _, name = self.path.partition(".")
        beginning = ["import operator", "from math import inf, nan", "import numpy as np, cuprum as cp"]
        loop = "for xp in np, cp:"
        if head in ("scipy", "recipe"):
            modules = sorted({f"scipy.{m}" for m in recipes.MODULES} | {f"cuprumx.scipy.{m}" for m in recipes.MODULES})
            beginning.append(f"import {', '.join(modules)}")
            loop = "for xp, scp in (np, scipy), (cp, cuprumx.scipy):"
        if head == "recipe":
            beginning += ["", "", recipes.text(name), ""]
        return "\n".join(
            [*beginning, "", loop, *lines,
             "    try:", *body, "    except Exception as e:", "        print(type(e).__name__, e)"]
        )  # fmt: skip


def _index_text(key, show):
    if isinstance(key, tuple):
        return ", ".join(_index_text(k, show) for k in key) + ("," if len(key) == 1 else "") if key else "()"
    return key_text(key) if isinstance(key, slice) or key is Ellipsis else show(key)


def _collect(node, found):
    kind = type(node)
    if kind is Array:
        found.append(node)
    elif kind is list or kind is tuple:
        for part in node:
            _collect(part, found)
    elif kind is dict:
        for part in node.values():
            _collect(part, found)


def _side(node, side, fresh):
    kind = type(node)
    if kind is Array:
        if fresh and id(node.root) in fresh:
            return node._view((np, cp)[side], fresh[id(node.root)][1][side])
        return node.both[side]
    if kind is tuple:
        return tuple([_side(part, side, fresh) for part in node])
    if kind is list:
        return [_side(part, side, fresh) for part in node]
    return node
