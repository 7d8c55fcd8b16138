"""How functions that a decorator made are pickled: by their names, as Python's own functions are."""

import sys


def reduce(wrapper, function, make, arguments):
    """What `__reduce__` of a wrapper gives: its name where that leads to it, else how it is made of the function.

    Programs that are run as `__main__` have other functions there than their workers; for these cloudpickle, which Dask
    uses, takes the function by value.
    """
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
    if module != "__main__":
        found = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is wrapper:
            return name
    return make, arguments
