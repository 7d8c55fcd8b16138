"""What is measured: cases, each a row of a table.

A case gives for a library its ways to compute the same: `{"": function}`, or also `"out="`, `"fused"`, ... A library
that gives none is left out of the row. Targets say what cuprum ought to reach; report.py lists those that it does not.
"""

from dataclasses import dataclass

import numpy

from .libraries import positive


@dataclass(frozen=True)
class Setting:
    gpu: bool
    quick: bool

    def size(self, gpu, cpu, quick=100):
        """Elements on a GPU and on a CPU; for a trial fewer by the factor `quick`."""
        return max(1, (gpu if self.gpu else cpu) // (quick if self.quick else 1))


# Targets are plain data, as they are recorded. `by` is the column that they are about.
def part(share, by="cuprum"):
    """At least this share of the floor's speed."""
    return {"part": share, "by": by}


def most(figure, by="cuprum"):
    """At most so much, in the row's unit."""
    return {"most": figure, "by": by}


def rate(gigabytes, by="cuprum"):
    """At least so many GB/s."""
    return {"rate": gigabytes, "by": by}


def times(factor, of, by="cuprum"):
    """At least so many times the speed of another column."""
    return {"times": factor, "of": of, "by": by}


def equal(of, by="cuprum"):
    """As fast as another column, within what two measurements of the same differ."""
    return times(0.97, of, by)


def nbytes(array):
    if hasattr(array, "nbytes"):
        return array.nbytes
    return array.element_size() * array.nelement() if hasattr(array, "nelement") else 0


def parts(result):
    return result if isinstance(result, (tuple, list)) else (result,)


class Case:
    """`call(xp, *operands)` of large arrays, timed on the device.

    operands   (shape, dtype), perhaps with a seed and a maker of libraries.py, or a function of the library
    torch      the same for PyTorch: True for the same call, a function of (torch, *operands), None where it has none
    out        `call` takes `out=`, which is measured as a way of its own on a CPU
    traffic    (bytes read, bytes written), which are otherwise counted; False where bandwidth says nothing
    check      whether results are compared
    names      libraries that take part, if not all
    """

    unit = "ms"

    def __init__(
        self, name, call, *operands, group="", torch=True, out=False, targets=(), traffic=None, check=True, names=None
    ):
        self.name, self.call, self.operands, self.group, self.torch = name, call, operands, group, torch
        self.out, self.targets, self.traffic, self.check, self.names = out, tuple(targets), traffic, check, names

    def make(self, library):
        made = []
        for position, operand in enumerate(self.operands):
            if callable(operand):
                made.append(operand(library))
            else:
                shape, dtype, *more = operand
                seed = more[0] if more else position
                made.append((more[1] if len(more) > 1 else positive)(library, shape, dtype, seed))
        return made

    def ways(self, library):
        if (self.names and library.name not in self.names) or (library.name == "torch" and not self.torch):
            return {}
        operands = self.make(library)
        call = self.torch if library.name == "torch" and self.torch is not True else self.call
        xp = library.xp

        def plain():
            return call(xp, *operands)

        plain.read = sum(map(nbytes, operands))
        found = {"": plain}
        if self.out and not library.on_gpu:
            result = plain()
            found["out="] = lambda: call(xp, *operands, out=result)
        return found

    def bytes(self, function, result):
        if self.traffic is not None:
            return self.traffic or None
        return function.read, sum(map(nbytes, parts(result)))


class Ways(Case):
    """A case whose ways are made by a function of the library."""

    def __init__(self, name, ways, **more):
        super().__init__(name, None, **{"traffic": False, "check": False, **more})
        self._ways = ways

    def ways(self, library):
        if self.names and library.name not in self.names:
            return {}
        return self._ways(library) or {}


class HostCase:
    """A statement on small arrays; what it costs the host. `names(library)` gives what is in it."""

    unit = "us"

    def __init__(self, name, statement, names, group="host time of a call", torch=None, targets=(), libraries=None):
        self.name, self.statement, self.names, self.group = name, statement, names, group
        self.torch, self.targets, self.libraries = torch, tuple(targets), libraries

    def ways(self, library):
        statement = self.torch if library.name == "torch" else self.statement
        if not statement or (self.libraries and library.name not in self.libraries):
            return {}
        return {"": (statement, self.names(library))}


def sample(library, result):
    """A few elements of a result, to see whether two libraries computed the same; None where it is no array."""
    result = parts(result)[0]
    if not hasattr(result, "shape"):
        return None
    corner = tuple(slice(None, None, max(1, n // 7)) for n in result.shape)
    return numpy.asarray(library.to_host(result[corner]))


def agree(ours, theirs):
    if ours is None or theirs is None:
        return True
    if ours.shape != theirs.shape:
        return False
    if ours.dtype.kind not in "fc":
        return bool((ours == theirs).all())
    tolerance = 2e-2 if min(ours.dtype.itemsize, theirs.dtype.itemsize) == 2 else 1e-4
    scale = numpy.abs(theirs[numpy.isfinite(theirs)]).max(initial=0)
    return bool(numpy.allclose(ours, theirs, rtol=tolerance, atol=tolerance * scale * 0.1, equal_nan=True))


class ScipyCase(Case):
    """`call(module, *operands)` of a chapter of SciPy: scipy.X, cupyx.scipy.X, cuprumx.scipy.X. The row is left out
    where cuprum has not the function `needs`, which is the first word of the name unless told."""

    def __init__(self, chapter, name, call, *operands, needs=None, **more):
        super().__init__(name, call, *operands, **{"traffic": False, "check": False, "torch": None, **more})
        self.chapter, self.needs = chapter, needs or name.split()[0]

    def there(self, library):
        try:
            return hasattr(library.scipy(self.chapter), self.needs)
        except ImportError:
            return False

    def ways(self, library):
        if library.name in ("numpy", "torch") or (self.names and library.name not in self.names):
            return {}
        operands, module = self.make(library), library.scipy(self.chapter)
        work = lambda: self.call(module, *operands)
        work.read = sum(map(nbytes, operands))
        return {"": work}
