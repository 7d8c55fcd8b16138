"""What CuPy's programs ask for where they want reductions to be tuned."""

import contextlib as _contextlib


def optimize(*, key=None, path=None, readonly=False, **config_dict):
    """A context in which CuPy tries launch parameters of reductions and keeps the fastest. Here it changes nothing.

    Kernels of cuprum are launched as their plans say, which are chosen from the layout of the operands and from what
    the device is like, and are the same at every call: nothing is measured, and there are no records to load or to
    save. Programs written for CuPy run in this context as they do without it.

    Parameters
        key, path, readonly: for CuPy's records; accepted.
        config_dict: `max_trials`, `timeout`, `expected_total_time_per_trial` and `max_total_time_per_trial`, numbers
            that bound CuPy's search; accepted.
    Returns
        A context manager.
    Raises
        TypeError: a parameter is none of these, or is of another type.
    Example
        >>> with cuprumx.optimizing.optimize():
        ...     total = cuprum.sum(cuprum.ones((100, 100)))
        >>> total
        array(10000.)
    """
    if not (key is None or isinstance(key, str)):
        raise TypeError(f"key is a string, not {type(key).__name__}")
    if not (path is None or isinstance(path, str) or hasattr(path, "__fspath__")):
        raise TypeError(f"path is the name of a file, not {type(path).__name__}")
    known = ("max_trials", "timeout", "expected_total_time_per_trial", "max_total_time_per_trial")
    for name, value in config_dict.items():
        if name not in known:
            raise TypeError(f"optimize() takes {', '.join(known)}, not {name!r}")
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"{name} is a number, not {type(value).__name__}")
    return _contextlib.nullcontext()
