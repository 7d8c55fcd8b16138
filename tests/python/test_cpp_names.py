"""What Python has under a name is in C++ under that name, too: the compiled module and cuprum's names beside the public headers."""

import pathlib
import re
import types

import pytest

import cuprum as cp
from cuprum import _core

INCLUDE = pathlib.Path(__file__).parents[2] / "include"
HEADERS = [path for path in sorted(INCLUDE.rglob("*")) if path.suffix in (".h", ".def")]

# What C++ has no name for, and why.
PYTHON_ONLY = {
    "NumPy's Python objects": """ComplexWarning DataSource ModuleDeprecationWarning RankWarning TooHardError
        VisibleDeprecationWarning AxisError flatiter format_parser generic ndindex nditer broadcast""",
    "names of dtypes, which C++ calls DType::int8 and so on": """byte cdouble cfloat complex_ complexfloating csingle float_ inexact
        int_ intc intp longlong signedinteger single singlecomplex ubyte uintc uintp ulong ulonglong unsignedinteger ushort""",
    "constants that <numbers> and <cmath> have, and their old names": "Inf Infinity NAN NINF NZERO NaN PINF PZERO euler_gamma infty",
    "work on Python functions, iterators and source": """apply_along_axis apply_over_axes fromfunction fromiter iterable memoize clear_memo
        piecewise vectorize mask_indices""",
    "files, strings and buffers, by NumPy": """frombuffer fromfile fromstring genfromtxt load loadtxt save savetxt savez
        savez_compressed dump dumps tobytes tofile tolist""",
    "printing by NumPy's options; C++ prints by to_string and repr": """array2string array_repr array_str base_repr binary_repr disp
        format_float_positional format_float_scientific get_printoptions printoptions set_printoptions set_string_function who""",
    "questions about Python objects and NumPy's dtypes": """find_common_type get_array_module get_array_wrap isdtype isscalar issctype
        issubclass_ issubsctype make_aligned_dtype mintypecode obj2sctype safe_eval sctype2char typename require asfarray""",
    "Python's syntax of indices": "c_ r_ s_ index_exp mgrid ogrid",
    "addresses of memory, which C++ gets from the buffer": "byte_bounds may_share_memory shares_memory",
    "NumPy 1's names": "alltrue sometrue product in1d row_stack",
    "exchange by Python's objects; C++ has interop.h": "fromDlpack toDlpack asnumpy to_device",
    "attributes that are methods or free functions in C++": "Flags flat mT byteswap reduced_view asarray_chkfinite",
    "the array API's forms of cumsum and cumprod": "cumulative_prod cumulative_sum",
    "modules and settings of the Python package": """disable_experimental_feature_warning exceptions lib show_config testing typing
        install_as_cupy""",
}  # fmt: skip
EXCEPT = {name for names in PYTHON_ONLY.values() for name in names.split()}


@pytest.fixture(scope="module")
def declared():
    """All words of the public headers that stand in no comment."""
    return {word for path in HEADERS for word in re.findall(r"\w+", re.sub(r"//.*", "", path.read_text()))}


def missing(names, declared):
    return sorted(
        name for name in names if not name.startswith("_") and not {name, name + "_"} & declared and name not in EXCEPT
    )


def test_compiled_functions(declared):
    assert missing((n for n in vars(_core) if not isinstance(getattr(_core, n), types.ModuleType)), declared) == []


@pytest.mark.parametrize(
    "name",
    [
        "_cublas",
        "_cusolver",
        "_jit",
        "_lapack",
        "_linalg",
        "_polynomial",
        "_random",
        "_scipy_linalg",
        "_scipy_signal",
        "_special",
    ],
)
def test_compiled_chapters(name, declared):
    assert missing(vars(getattr(_core, name)), declared) == []


def test_names_of_the_package(declared):
    assert missing(cp.__all__, declared) == []


def test_methods(declared):
    assert missing(dir(cp.ndarray), declared) == []


def test_one_header_includes_all():
    text = (INCLUDE / "cuprum" / "cuprum.h").read_text()
    included = set(re.findall(r'#include "(.*)"', text))
    assert included == {str(path.relative_to(INCLUDE)) for path in HEADERS if path.suffix == ".h"} - {"cuprum/cuprum.h"}
