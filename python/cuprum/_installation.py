"""What to do where the package cannot be imported: NumPy is missing, or the compiled part does not fit."""

import pathlib
import re
import sys

_FOLDER = pathlib.Path(__file__).parent


def _reason(error):
    missing = re.search(r"version `(GLIBC|GLIBCXX|CXXABI)_([\d.]+)' not found", str(error))
    if missing:
        library = "libc" if missing[1] == "GLIBC" else "libstdc++"
        return (
            f"this system's {library} is too old ({missing[1]}_{missing[2]}). cuprum's wheel needs Debian 12, Ubuntu "
            "24.04 or newer; on an older system build cuprum from source."
        )
    if isinstance(error, ModuleNotFoundError) and error.name == "numpy":
        return "NumPy is missing: pip install 'numpy>=2'"
    if error.name == "numpy":
        return str(error)
    built = sorted(path.name for path in _FOLDER.glob("_core*.so"))
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if not built:
        return (
            f"{_FOLDER} has no compiled part. In a clone of the sources run `make build`, and do not start Python in "
            f"the folder `python`. Otherwise install cuprum again: pip install --force-reinstall cuprum-*.whl"
        )
    if "_core" in str(error) and not any(f"cpython-{here.replace('.', '')}" in name for name in built):
        return (
            f"the compiled part ({', '.join(built)}) was built for another Python than this one ({here}). Install the "
            f"wheel with cp{here.replace('.', '')} in its name."
        )
    return f"{error}. Install cuprum again: pip install --force-reinstall cuprum-*.whl"


def explained(error):
    """An ImportError that says what to do about one that importing NumPy or the compiled part raised."""
    return ImportError(f"cuprum cannot be imported: {_reason(error)}", name=error.name)


def check_numpy(version):
    """Raise an ImportError for a NumPy that is too old."""
    if version.split(".")[0] == "1":
        raise ImportError(f"NumPy {version} is too old: pip install 'numpy>=2'", name="numpy")
