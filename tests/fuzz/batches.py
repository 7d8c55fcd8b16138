"""Cases by numbers: the same seed gives the same cases, whatever they do when they run."""

import random

from .catalogue import SPECS
from .compare import difference
from .cases import resolve
from .documented import documented
from .drawing import Drawer
from .unmended import unmended

GROUPS, IN_GROUP = 8, 40


def available(path):
    """Whether both libraries have a function."""
    return None not in resolve(path)


def cases(seed, only=None, dtypes=None):
    """The cases of a batch: few functions, each with many arguments out of one pool."""
    rng = random.Random(seed)
    specs = [s for s in SPECS if only is None or any(only == p or only == p.split(".")[-1] for p in s.paths)]
    weights = [len(s.paths) ** 0.5 for s in specs]
    drawer = Drawer(rng, dtypes and [rng.choice(dtypes) for _ in range(2)])
    for spec in rng.choices(specs, weights, k=GROUPS):
        paths = [p for p in spec.paths if available(p) and (only is None or only in (p, p.split(".")[-1]))]
        if not paths:
            continue
        paths = [rng.choice(paths)] if rng.random() < 0.7 else paths  # kernels take longer to compile than to run
        for _ in range(IN_GROUP):
            try:
                case = drawer.case(spec)
            except (IndexError, ValueError, TypeError, ZeroDivisionError):
                continue  # what was drawn does not go together
            case.path = rng.choice(paths)
            yield case


def judge(case):
    """What differs in a case, in words that begin with "known: " where it is to be mended; None if nothing does, or if README documents it."""
    expected, actual = case.run()
    found = difference(case, expected, actual)
    if found is None or documented(case, expected, actual, found):
        return None
    known = unmended(case, expected, actual, found)
    return f"known: {known}" if known else found
