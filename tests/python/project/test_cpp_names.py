"""What Python has under a name is in C++ under that name, too: the compiled module and cuprum's names beside the public
headers."""

import importlib
import pathlib
import re
import types

import pytest

import cuprum as cp
from cuprum import _core

INCLUDE = pathlib.Path(__file__).resolve().parents[3] / "include"
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

MODULES = sorted(name for name, value in vars(_core).items() if isinstance(value, types.ModuleType))
# What the compiled modules have beside, by names or how they begin, and what C++ has instead.
OF_MODULES = {
    "_cuda": {
        "Module": "RawModule",
        **dict.fromkeys(["BaseMemory", "Memory", "MemoryAsync", "SystemMemory", "UnownedMemory"], "BlockRef"),
        **dict.fromkeys(["MemoryPointer", "PinnedMemory", "PinnedMemoryPointer"], "BlockRef and an offset"),
        **dict.fromkeys(["CFunctionAllocator", "PythonFunctionAllocator"], "DirectAllocator"),
        "ExternalStream": "Stream::external",
        "alloc": "allocate",
        "alloc_pinned_memory": "allocate_pinned",
        "get_device_id": "Device().id()",
        "using_allocator": "AllocatorGuard",
    },
    "_distributed": {"group_": "of a GroupArray; overloads in C++"},
    "_cuda_nccl": {"NCCL_": "enumerators of DataType and Operation"},
    "_cuda_runtime": {
        "cudaDevAttr": "DeviceAttribute",
        "is_hip": "always false",
    },
    "_fft": {"get_plan_cache": "plan_cache"},
    "_profiler": {"benchmark_text": "BenchmarkResult::to_str"},
    "_scipy_sparse": {
        "tensor": "functions of sparse_tensor",
    },
}


# What SciPy's chapters have in Python alone, and why.
OF_SCIPY = {
    "fft": {"one setting, CUPRUM_NUM_THREADS": "get_workers set_workers"},
    "interpolate": {},
    "linalg": {},
    "ndimage": {
        "over a Python function": """
            labeled_comprehension
        """,
    },
    "signal": {
        "a warning of Python's": "BadCoefficients",
        "classes; C++ has the structs Coefficients, ZerosPoles and StateSpace": """
            TransferFunction ZerosPolesGain dlti lti
        """,
    },
    "signal.windows": {},
    "sparse": {
        "one class, sparse_matrix, and one of more dimensions, sparse_tensor; formats are values, Format::csr": """
            bsr_array coo_array csc_array csr_array dia_array issparse isspmatrix isspmatrix_bsr isspmatrix_coo
            isspmatrix_csc isspmatrix_csr isspmatrix_dia sparray spmatrix
        """,
        "dtypes of indices, which matrices choose by themselves": "get_index_dtype safely_cast_index_arrays",
        "files with a word of NumPy's strings inside": "load_npz save_npz",
        "warnings of Python's": "SparseEfficiencyWarning SparseWarning",
    },
    "sparse.linalg": {
        "a base class, and a warning of Python's; C++ has LinAlgError": "ArpackError MatrixRankWarning",
    },
    "sparse.csgraph": {
        "masked arrays of NumPy's": "csgraph_from_masked csgraph_masked_from_dense csgraph_to_masked",
    },
    "spatial": {},
    "spatial.distance": {},
    "special": {},
    "stats": {
        "classes of Python's": "gaussian_kde rv_continuous rv_discrete rv_frozen",
        "C++ has binned_statistic_dd": "binned_statistic binned_statistic_2d",
    },
}


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


@pytest.mark.parametrize("name", MODULES)
def test_compiled_chapters(name, declared):
    found, known = missing(vars(getattr(_core, name)), declared), OF_MODULES.get(name, {})
    assert [n for n in found if not n.startswith(tuple(known))] == []
    assert [n for n in known if not any(f.startswith(n) for f in found)] == []


@pytest.mark.parametrize("name", OF_SCIPY)
def test_chapters_of_scipy(name, declared):
    module = importlib.import_module("cuprumx.scipy." + name)
    names = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
    found = [n for n in missing(names, declared) if not isinstance(getattr(module, n), types.ModuleType)]
    assert found == [n for n in found if n in " ".join(OF_SCIPY[name].values()).split()]


def test_names_of_the_package(declared):
    assert missing(cp.__all__, declared) == []


def test_methods(declared):
    assert missing(dir(cp.ndarray), declared) == []


def test_one_header_includes_all():
    text = (INCLUDE / "cuprum" / "cuprum.h").read_text()
    included = set(re.findall(r'#include "(.*)"', text))
    assert included == {str(path.relative_to(INCLUDE)) for path in HEADERS if path.suffix == ".h"} - {"cuprum/cuprum.h"}
