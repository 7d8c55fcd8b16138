"""What cupyx is to cupy: functions beyond NumPy's, under cuprum."""

# Where names come from that are imported when first used.
_HOMES = {
    "GeneralizedUFunc": "cuprum._gufunc",
    "get_runtime_info": "cuprumx._runtime_info",
    "rsqrt": "cuprum",
    **dict.fromkeys(("scatter_add", "scatter_max", "scatter_min"), "cuprumx._scatter"),
    **dict.fromkeys(("DeviceSynchronized", "allow_synchronize"), "cuprumx._synchronization"),
    **dict.fromkeys(("errstate", "geterr", "seterr"), "cuprumx._errstate"),
    **dict.fromkeys(("empty_pinned", "zeros_pinned", "empty_like_pinned", "zeros_like_pinned"), "cuprumx._pinned"),
}


def __getattr__(name):
    import importlib

    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    if not name.startswith("_"):
        full = f"cuprumx.{name}"
        try:
            return importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
