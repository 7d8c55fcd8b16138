"""What cupyx is to cupy: functions beyond NumPy's, under cuprum."""


def __getattr__(name):
    # Submodules are imported when first used, as cuprum's are.
    if not name.startswith("_"):
        import importlib

        full = f"{__name__}.{name}"
        try:
            return importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
