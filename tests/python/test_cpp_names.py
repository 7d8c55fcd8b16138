"""What Python has under a name is in C++ under that name, too: the compiled module and cuprum's names beside the public
headers."""

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
    "classes of Python's and NumPy's that Python programs catch, derive from or iterate by": """
        DataSource ModuleDeprecationWarning RankWarning VisibleDeprecationWarning flatiter format_parser generic
        ndindex
    """,
    'second names of dtypes, which are values in C++: DType::int8, or dtype_from_name("ubyte")': """
        cdouble cfloat complex_ complexfloating csingle inexact intc intp longlong signedinteger single
        singlecomplex ubyte uintc uintp ulong ulonglong unsignedinteger ushort
    """,
    "macros of <math.h> and <limits.h>": "NAN NZERO",
    "read or keep a Python function; C++ has lambdas, fuse and jit": "iterable memoize clear_memo vectorize",
    "pickles of Python's": "dump dumps",
    "print or name Python's own objects and variables": "disp set_string_function who safe_eval",
    "questions about Python objects, whose answers C++ knows by their types": """
        get_array_module get_array_wrap isscalar issctype issubclass_ issubsctype obj2sctype require
    """,
    "Python's syntax of indices; C++ has concatenate, Slice, mgrid and ogrid": "c_ r_ s_ index_exp",
    "exchange by Python's objects; C++ has interop.h and ndarray::get": "fromDlpack toDlpack asnumpy to_device",
    "attributes, which are free functions in C++ or not needed: matrix_transpose, ravel, is_c_contiguous": """
        Flags flat mT byteswap reduced_view
    """,
    "modules and settings of the Python package": """
        disable_experimental_feature_warning exceptions show_config testing typing install_as_cupy
    """,
}
EXCEPT = {name for names in PYTHON_ONLY.values() for name in names.split()}


@pytest.fixture(scope="module")
def declared():
    """All words of the public headers that stand in no comment and in no kernel's text."""
    texts = (re.sub(r'"[^"\n]*::[^"\n]*"|//.*', "", path.read_text()) for path in HEADERS)
    return {word for text in texts for word in re.findall(r"\w+", text)}


def missing(names, declared):
    return sorted(
        name for name in names if not name.startswith("_") and not {name, name + "_"} & declared and name not in EXCEPT
    )


def test_no_exception_is_left_over(declared):
    """What has come to C++ is no exception any more."""
    assert sorted(name for name in EXCEPT if {name, name + "_"} & declared) == []
    assert sorted(EXCEPT - set(dir(cp)) - set(dir(cp.ndarray)) - {"exceptions", "testing", "typing"}) == []


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
