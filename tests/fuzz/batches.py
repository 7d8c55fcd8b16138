"""Cases by numbers: the same seed gives the same cases, whatever they do when they run."""

import random

from .arrays import Array
from . import catalogue, scipy_catalogue
from .compare import difference
from .cases import resolve
from .documented import documented
from .drawing import PAIRS, Drawer

GROUPS, IN_GROUP = 8, 40
MORE_IN_GROUP = 160  # where kernels are used again, arguments of one function are cheap


def available(path):
    """Whether both libraries have a function."""
    return None not in resolve(path)


CATALOGUES = {"numpy": catalogue.SPECS, "scipy": scipy_catalogue.SPECS}


def cases(seed, only=None, pairs=0, library="numpy"):
    """The cases of a batch: few functions, each with many arguments out of one pool.

    `library` is whose functions are called: NumPy's, or those of SciPy's chapters. `pairs` says how many pairs of
    dtypes there are, so that kernels are soon compiled; 0 lets any dtypes meet.
    """
    rng = random.Random(seed)
    specs = [
        s for s in CATALOGUES[library] if only is None or any(only == p or only == p.split(".")[-1] for p in s.paths)
    ]
    weights = [len(s.paths) ** 0.5 for s in specs]
    dtypes = rng.choice(PAIRS[:pairs]) if pairs else None
    for spec in rng.choices(specs, weights, k=GROUPS):
        paths = [p for p in spec.paths if available(p) and (only is None or only in (p, p.split(".")[-1]))]
        if not paths:
            continue
        drawer = Drawer(rng, dtypes)
        paths = [rng.choice(paths)] if rng.random() < 0.7 else paths  # kernels take longer to compile than to run
        for _ in range(MORE_IN_GROUP if pairs else IN_GROUP):
            try:
                case = drawer.case(spec)
            except (IndexError, ValueError, TypeError, ZeroDivisionError, OverflowError):
                continue  # what was drawn does not go together
            case.path = rng.choice(paths)
            if ends_numpy(case) or wraps_for_ever(case):
                continue
            if case.nonsense and "pow" in case.path:
                continue  # NumPy computes powers to 2**70 with Python's integers, and does not come to an end
            yield case


COMPARISONS = {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"}


def ends_numpy(case):
    """Whether NumPy's own process ends here: masked comparisons with an integer that the other operand cannot be."""
    return (
        case.path in COMPARISONS
        and not isinstance(case.kwargs.get("where", True), bool)
        and any(isinstance(a, int) and not isinstance(a, bool) for a in case.args)
    )


def wraps_for_ever(case):
    """Whether NumPy wraps an index around by so many subtractions, or by none at all, that it does not come to an
    end."""
    operands = [*case.args, *case.kwargs.values()]
    if not any(isinstance(a, str) and a == "wrap" for a in operands):
        return False
    numbers = [a for a in operands if isinstance(a, int)] + [
        x for a in case.arrays() if a.dtype.kind in "iu" for x in a.both[0].ravel().tolist()
    ]
    nothing = isinstance(operands[0], Array) and operands[0].size == 0  # by whose length indices are wrapped
    return any(abs(n) > 2**36 for n in numbers) or (nothing and bool(numbers))


def judge(case):
    """What differs in a case, in words that begin with "documented: " where docs/cupy.md tells of it; None if nothing
    does."""
    expected, actual = case.run()
    found = difference(case, expected, actual)
    if found is None:
        return None
    rule = documented(case, expected, actual, found)
    return f"documented: {rule}" if rule else found


def unexplained(case):
    """What differs in a case and has no explanation; None if nothing."""
    found = judge(case)
    return None if found is None or found.startswith("documented: ") else found
