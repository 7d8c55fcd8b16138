"""NumPy's constants, dtypes and classes that mean the same here."""

import numpy as _np
from numpy import (  # noqa: F401
    base_repr,
    binary_repr,
    bool_,
    broadcast_shapes,
    byte,
    cdouble,
    complex64,
    complex128,
    complexfloating,
    csingle,
    double,
    dtype,
    e,
    euler_gamma,
    finfo,
    floating,
    float16,
    float32,
    float64,
    format_float_positional,
    format_float_scientific,
    generic,
    get_printoptions,
    half,
    iinfo,
    index_exp,
    inexact,
    inf,
    int8,
    int16,
    int32,
    int64,
    int_,
    intc,
    integer,
    intp,
    isdtype,
    isscalar,
    issubdtype,
    long,
    longlong,
    mintypecode,
    nan,
    ndindex,
    newaxis,
    number,
    pi,
    printoptions,
    s_,
    set_printoptions,
    short,
    signedinteger,
    single,
    typename,
    ubyte,
    uint,
    uint8,
    uint16,
    uint32,
    uint64,
    uintc,
    uintp,
    ulong,
    ulonglong,
    unsignedinteger,
    ushort,
)
from numpy.exceptions import (
    AxisError,
    ComplexWarning,
    ModuleDeprecationWarning,
    RankWarning,
    TooHardError,
    VisibleDeprecationWarning,
)  # noqa: F401
from numpy.lib.npyio import DataSource  # noqa: F401

bool = _np.bool_  # noqa: A001  as numpy.bool
Inf = Infinity = infty = PINF = inf
NINF = -inf
NAN = NaN = nan
PZERO, NZERO = 0.0, -0.0
complex_ = cfloat = complex128
float_ = float64
singlecomplex = complex64
disable_experimental_feature_warning = False  # nothing here warns of being experimental

# Type checkers take names that come from elsewhere for a module's own only where they are listed.
__all__ = [
    "AxisError", "ComplexWarning", "DataSource", "Inf", "Infinity", "ModuleDeprecationWarning", "NAN", "NINF", "NZERO",
    "NaN", "PINF", "PZERO", "RankWarning", "TooHardError", "VisibleDeprecationWarning", "base_repr", "binary_repr",
    "bool", "bool_", "broadcast_shapes", "byte", "cdouble", "cfloat", "complex128", "complex64", "complex_",
    "complexfloating", "csingle", "disable_experimental_feature_warning", "double", "dtype", "e", "euler_gamma",
    "finfo", "float16", "float32", "float64", "float_", "floating", "format_float_positional",
    "format_float_scientific", "generic", "get_printoptions", "half", "iinfo", "index_exp", "inexact", "inf", "infty",
    "int16", "int32", "int64", "int8", "int_", "intc", "integer", "intp", "isdtype", "isscalar", "issubdtype", "long",
    "longlong", "mintypecode", "nan", "ndindex", "newaxis", "number", "pi", "printoptions", "s_", "set_printoptions",
    "short", "signedinteger", "single", "singlecomplex", "typename", "ubyte", "uint", "uint16", "uint32", "uint64",
    "uint8", "uintc", "uintp", "ulong", "ulonglong", "unsignedinteger", "ushort",
]  # fmt: skip
