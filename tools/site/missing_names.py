"""The page of the reference that tells which names of NumPy's and SciPy's modules are there, and which are not.

PYTHONPATH=build/python .venv/bin/python tools/site/missing_names.py
"""

import importlib
import types
import warnings

import numpy
import scipy

# NumPy's and SciPy's modules, and the modules here that have their names.
MODULES = {
    "numpy": "cuprum",
    "numpy.linalg": "cuprum.linalg",
    "numpy.fft": "cuprum.fft",
    "numpy.random": "cuprum.random",
    "scipy.fft": "cuprumx.scipy.fft",
    "scipy.interpolate": "cuprumx.scipy.interpolate",
    "scipy.linalg": "cuprumx.scipy.linalg",
    "scipy.ndimage": "cuprumx.scipy.ndimage",
    "scipy.signal": "cuprumx.scipy.signal",
    "scipy.signal.windows": "cuprumx.scipy.signal.windows",
    "scipy.sparse": "cuprumx.scipy.sparse",
    "scipy.sparse.csgraph": "cuprumx.scipy.sparse.csgraph",
    "scipy.sparse.linalg": "cuprumx.scipy.sparse.linalg",
    "scipy.spatial": "cuprumx.scipy.spatial",
    "scipy.spatial.distance": "cuprumx.scipy.spatial.distance",
    "scipy.special": "cuprumx.scipy.special",
    "scipy.stats": "cuprumx.scipy.stats",
}
CLASSES = {
    "numpy.ndarray": "cuprum.ndarray",
    "numpy.random.Generator": "cuprum.random.Generator",
    "numpy.random.RandomState": "cuprum.random.RandomState",
}


# Where a chapter's other functions are: SciPy repeats names of NumPy.
ELSEWHERE = {"scipy.linalg": "cuprum.linalg"}


def named(path):
    """A module or a class by its full name."""
    try:
        return importlib.import_module(path)
    except ImportError:
        module, _, name = path.rpartition(".")
        return getattr(importlib.import_module(module), name)


def names(path):
    """The functions, classes and methods of a module or class of NumPy or SciPy."""
    owner = named(path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        public = getattr(owner, "__all__", None) or dir(owner)
        found = {name: getattr(owner, name, None) for name in public if not name.startswith("_")}
    return sorted(
        name
        for name, value in found.items()
        if callable(value) and not isinstance(value, types.ModuleType) and name not in ("test", "Tester")
    )


def missing():
    """{module of NumPy or SciPy: (names that are there, names that another module has, names that are not there)}."""
    found = {}
    for other, here in (MODULES | CLASSES).items():
        every = names(other)
        there = [name for name in every if hasattr(named(here), name)]
        absent = [name for name in every if name not in there]
        second = [name for name in absent if other in ELSEWHERE and hasattr(named(ELSEWHERE[other]), name)]
        found[other] = there, second, [name for name in absent if name not in second]
    return found


def literals(some):
    return ", ".join(f"``{name}``" for name in some)


def page():
    """The page as reStructuredText."""
    title = "Which names of NumPy and SciPy are there"
    made = [title, "=" * len(title), "", INTRODUCTION.format(numpy=numpy.__version__, scipy=scipy.__version__), ""]
    made += [".. list-table::", "   :header-rows: 1", "   :widths: 26 30 10 34", ""]
    made += ["   * - module", "     - here", "     - there", "     - not there"]
    for other, (there, second, absent) in missing().items():
        count = len(there) + len(second)
        made += [f"   * - ``{other}``", f"     - ``{(MODULES | CLASSES)[other]}``"]
        if second:
            made += ["", f"       ``{ELSEWHERE[other]}`` has {literals(second)}."]
        made += [f"     - {count} of {count + len(absent)}", f"     - {literals(absent) or 'all are there'}"]
    return "\n".join(made) + "\n"


INTRODUCTION = """Functions, classes and methods of NumPy {numpy} and SciPy {scipy}, by name. For a name that is not
there, copy the array to the host: ``scipy.interpolate.griddata(points.get(), values.get(), ...)``. How functions differ
that are there: :doc:`cuprum beside CuPy, NumPy and SciPy </about/cupy>`.

These modules of SciPy are not there: ``scipy.cluster``, ``scipy.constants``, ``scipy.datasets``,
``scipy.differentiate``, ``scipy.integrate``, ``scipy.io``, ``scipy.odr``, ``scipy.optimize``. SciPy's optimizers and
integrators can call functions that compute on the device: :doc:`an example </howto/fit-a-model>`."""


if __name__ == "__main__":
    for other, (there, second, absent) in missing().items():
        count = len(there) + len(second)
        print(f"{other}: {count} of {count + len(absent)}; not there: {' '.join(absent)}")
