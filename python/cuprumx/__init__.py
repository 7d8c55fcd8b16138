"""What cupyx is to cupy: functions beyond NumPy's, under cuprum."""

_PINNED = {"empty_pinned", "zeros_pinned", "empty_like_pinned", "zeros_like_pinned"}


def __getattr__(name):
    # Submodules are imported when first used, as cuprum's are.
    if name == "GeneralizedUFunc":
        from ._gufunc import GeneralizedUFunc

        return GeneralizedUFunc
    if name == "rsqrt":
        from cuprum import rsqrt

        return rsqrt
    if name in ("scatter_add", "scatter_max", "scatter_min"):
        from . import _scatter

        return getattr(_scatter, name)
    if name in ("DeviceSynchronized", "allow_synchronize"):
        from . import _synchronization

        return getattr(_synchronization, name)
    if name in _PINNED:
        from . import _pinned

        return getattr(_pinned, name)
    if not name.startswith("_"):
        import importlib

        full = f"cuprumx.{name}"
        try:
            return importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
