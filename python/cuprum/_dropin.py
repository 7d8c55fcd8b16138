"""`cupy` and `cupyx` mean cuprum and cuprumx: for programs that were written for CuPy."""

import importlib as _importlib
import importlib.abc as _abc
import importlib.machinery as _machinery
import importlib.util as _util
import os as _os
import sys as _sys
import types as _types

# The version of CuPy whose documented names and behaviour these are: programs compare it.
CUPY_VERSION = "14.2.0"

_SHIMS = _os.path.join(_os.path.dirname(_os.path.realpath(__file__)), "_as_cupy")

# Where CuPy's inner modules, which other libraries reach into, have a counterpart under another name.
_RENAMED = {
    "cupy.core": "cuprum._core",
    "cupy.core.core": "cuprum._core",
    "cupy._core.core": "cuprum._core",
    "cupy._environment": "cuprum.cuda._environment",
    "cupy_backends.cuda.api.runtime": "cuprum.cuda.runtime",
    "cupy_backends.cuda.api.driver": "cuprum.cuda.driver",
    "cupy_backends.cuda.stream": "cuprum.cuda.stream",
}
_PACKAGES = {"cupy_backends", "cupy_backends.cuda", "cupy_backends.cuda.api", "cupy_backends.cuda.libs"}


def _our_name(name):
    """cuprum's name for a module of CuPy's; None if it is none of CuPy's."""
    top, _, rest = name.partition(".")
    if name in _RENAMED:
        return _RENAMED[name]
    if name.startswith("cupy.core."):
        return name.replace("core", "_core", 1)  # its name before CuPy 8
    if name.startswith("cupy_backends.cuda.libs."):
        return name.replace("cupy_backends.cuda.libs", "cuprum.cuda")
    if top not in ("cupy", "cupyx"):
        return None
    return top.replace("cupy", "cuprum") + (rest and "." + rest)


def _private():
    return _importlib.import_module("cuprum._private_cupy")  # which only programs for CuPy need


class _Loader(_abc.Loader):
    """Gives the very module that cuprum has, so that `cupy.ndarray is cuprum.ndarray` and `cupy is cuprum`."""

    def __init__(self, ours):
        self._ours = ours

    def create_module(self, spec):
        private = _private()
        if self._ours is None:
            if private.is_private(spec.name):
                return private.make(spec.name)
            made = _types.ModuleType(spec.name, "Stands for the modules of CuPy's that its own modules are made of.")
            made.__getattr__ = private.packages(spec.name)
            return made
        module = _importlib.import_module(self._ours)
        if spec.name in ("cupy", "cupyx", "cupyx.scipy"):
            # Programs compare `xp.__name__`, and libraries the first part of `type(x).__module__`.
            module.__name__ = spec.name
            if spec.name == "cupy":
                _importlib.import_module("cuprum.cuda")  # as CuPy's, which nearly every program uses
                module.__version__ = CUPY_VERSION
                module.ndarray.__module__ = "cupy"
                module._core._set_program_name("cupy")
        if spec.name == "cupyx.scipy.sparse":
            # Dask finds how to join and multiply matrices by their classes' package.
            for kind in vars(module).values():
                if isinstance(kind, type) and kind.__module__.startswith("cuprumx."):
                    kind.__module__ = spec.name
        private.offer(module, "cupy._core" if spec.name.endswith("core") else spec.name)
        self._was = {name: getattr(module, name, None) for name in ("__spec__", "__loader__", "__package__")}
        return module

    def exec_module(self, module):
        if self._ours is not None:
            # The import system has written this import's facts into the module; it keeps its own.
            vars(module).update(self._was)


class _Finder(_abc.MetaPathFinder):
    """Finds `cupy`, `cupyx` and all below them."""

    def find_spec(self, name, path=None, target=None):
        if not name.startswith("cupy"):
            return None
        if name in _PACKAGES or _private().is_private(name):
            return _machinery.ModuleSpec(name, _Loader(None), is_package=True)
        ours = _our_name(name)
        if ours is None:
            return None
        try:
            found = _util.find_spec(ours) if ours not in _sys.modules else True
        except ModuleNotFoundError:
            found = None
        # A package, so that the import system asks here for what is below.
        return _machinery.ModuleSpec(name, _Loader(ours), is_package=True) if found else None


def install_as_cupy(*, children=False) -> None:
    """From now on `import cupy` gives cuprum and `import cupyx` gives cuprumx, with all modules below them.

    Once imported so, the two modules, `ndarray` and the texts of errors speak of CuPy's names, which programs print and
    compare with, and `cupy.__version__` is the version of CuPy that cuprum follows. CuPy may be installed beside
    cuprum: nothing of it is changed, and other processes find it as before.

    Parameters
        children: whether Python processes that this one starts do the same. It is told to them by PYTHONPATH.
    Raises
        RuntimeError: CuPy itself has been imported already.
    Example
        >>> cuprum.install_as_cupy()
        >>> import cupy
        >>> cupy is cuprum
        True
    """
    for name in ("cupy", "cupyx"):
        loaded = _sys.modules.get(name)
        if loaded is not None and not _is_ours(loaded):
            raise RuntimeError(
                f"{name} was imported from {getattr(loaded, '__file__', None)} already; call install_as_cupy() before "
                "anything imports it"
            )
    if not any(isinstance(finder, _Finder) for finder in _sys.meta_path):
        _sys.meta_path.insert(0, _Finder())
    if children:
        inherited = list(filter(None, _os.environ.get("PYTHONPATH", "").split(_os.pathsep)))
        if _SHIMS not in inherited:
            _os.environ["PYTHONPATH"] = _os.pathsep.join([_SHIMS, *inherited])
        if _SHIMS not in _sys.path:
            _sys.path.insert(1, _SHIMS)  # multiprocessing hands this list to the processes that it spawns


def _is_ours(module):
    if any(module is _sys.modules.get(name) for name in ("cuprum", "cuprumx")):
        return True
    # In the middle of importing a file of _as_cupy.
    return _os.path.dirname(_os.path.realpath(getattr(module, "__file__", None) or "")) == _SHIMS


def _become_cupy(name):
    """What the files of _as_cupy do: the module that is being imported becomes ours."""
    install_as_cupy()
    del _sys.modules[name]
    _importlib.import_module(name)
