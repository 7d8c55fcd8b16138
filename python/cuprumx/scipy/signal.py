"""SciPy's signal processing for arrays on a device."""

from cuprum import _core

for _name, _function in vars(_core._signal).items():
    if not _name.startswith("_"):
        globals()[_name] = _function
