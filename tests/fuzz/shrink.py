"""Smaller cases with the same difference."""

import re

import numpy as np

from .arrays import Array, Root
from .batches import unexplained
from .cases import Case


def kind_of(found):
    """A difference without the numbers in its words."""
    return re.sub(r"[-+]?\d[\d.e+-]*|'[^']*'", "#", found)[:70]


def shrink(case, found, attempts=400):
    """A case with the same kind of difference, as small as is found."""
    wanted = kind_of(found)
    changed = True
    while changed and attempts > 0:
        changed = False
        for smaller in _smaller(case):
            attempts -= 1
            if attempts <= 0:
                break
            try:
                now = unexplained(smaller)
            except Exception:  # noqa: BLE001  this one cannot be made
                continue
            if now is not None and kind_of(now) == wanted:
                case, changed = smaller, True
                break
    return case


def _with(case, args=None, kwargs=None):
    args, kwargs = case.args if args is None else args, case.kwargs if kwargs is None else kwargs
    return Case(case.path, args, kwargs, case.spec, case.writes, case.model, case.nonsense)


def _replaced(node, mapping):
    if isinstance(node, Array):
        return mapping.get(id(node), node)
    if isinstance(node, (list, tuple)):
        return type(node)(_replaced(part, mapping) for part in node)
    if isinstance(node, dict):
        return {k: _replaced(v, mapping) for k, v in node.items()}
    return node


def _smaller(case):
    for name in case.kwargs:
        if name == "out" and "where" in case.kwargs:
            continue  # without it, places that are left out hold anything
        yield _with(case, kwargs={k: v for k, v in case.kwargs.items() if k != name})
    arrays = list({id(a): a for a in case.arrays()}.values())
    roots = [id(a.root) for a in arrays]
    if len(set(roots)) == len(roots):
        yield from _smaller_arrays(case, arrays)
    yield from _simpler_values(case, arrays)
    for i, value in enumerate(case.args):
        for simple in _simpler(value):
            yield _with(case, args=case.args[:i] + [simple] + case.args[i + 1 :])
    for name, value in case.kwargs.items():
        for simple in _simpler(value):
            yield _with(case, kwargs=case.kwargs | {name: simple})


def _plain(values):
    return Array(Root(np.ascontiguousarray(values).reshape(values.shape)))


def _smaller_arrays(case, arrays):
    def changed(change):
        mapping = {}
        for a in arrays:
            new = change(a.both[0])
            if new is not None:
                mapping[id(a)] = _plain(new)
        return _with(case, _replaced(case.args, mapping), _replaced(case.kwargs, mapping)) if mapping else None

    if any(a.steps or a.root.order == "F" for a in arrays):
        yield changed(lambda v: v)
        for a in arrays:
            if a.steps:
                mapping = {id(a): _plain(a.both[0])}
                yield _with(case, _replaced(case.args, mapping), _replaced(case.kwargs, mapping))
    lengths = sorted({n for a in arrays for n in a.shape if n > 1}, reverse=True)
    for n in lengths:
        for fewer in (1, n // 2, n - 1):
            for first in (0, n - fewer):

                def cut(v, n=n, fewer=fewer, first=first):
                    key = tuple(slice(first, first + fewer) if m == n else slice(None) for m in v.shape)
                    return v[key] if any(m == n for m in v.shape) else None

                if fewer:
                    yield changed(cut)
    for axis in range(max((a.ndim for a in arrays), default=0)):
        yield changed(lambda v: v.squeeze(-axis - 1) if v.ndim > axis and v.shape[-axis - 1] == 1 else None)


def _simpler_values(case, arrays):
    roots = list({id(a.root): a.root for a in arrays}.values())
    for root in roots:
        options = [np.zeros_like(root.values), np.ones_like(root.values)] if root.values.size else []
        for k in range(min(root.values.size, 12)):
            for simple in (0, 1):
                if root.values.flat[k] != simple:
                    one = root.values.copy()
                    one.flat[k] = simple
                    options.append(one)
        for values in options:
            if np.array_equal(values, root.values):
                continue
            new = Root(values, root.order)
            mapping = {id(a): Array(new, a.steps) for a in case.arrays() if a.root is root}
            yield _with(case, _replaced(case.args, mapping), _replaced(case.kwargs, mapping))


def _simpler(value):
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return
    if isinstance(value, int) and value not in (0, 1):
        yield 0
        yield 1
    elif isinstance(value, float) and value != 1.0:
        yield 1.0
    elif isinstance(value, (list, tuple)) and value and not isinstance(value[0], Array):
        for i in range(len(value)):
            yield type(value)([*value[:i], *value[i + 1 :]])
