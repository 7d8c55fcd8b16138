"""Calls a function when a module is imported, so that cuprum can make itself known to libraries that it does not load
itself."""

import sys as _sys

_waiting = {}


class _Finder:
    """Finds modules that are waited for, by all other finders, and calls what waits when they have been executed."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        functions = _waiting.pop(name, None)
        if functions is None:
            return None
        from importlib.util import find_spec  # takes a while to load, and most programs never get here

        spec = find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            for function in functions:
                function()

        spec.loader.exec_module = exec_module
        return spec


def when_imported(name, function):
    """Call `function` now if the module is there, else when it has been imported."""
    if name in _sys.modules:
        function()
        return
    if not _waiting:
        _sys.meta_path.insert(0, _Finder)
    _waiting.setdefault(name, []).append(function)
