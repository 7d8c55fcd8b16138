"""Questions about dtypes that are NumPy 1's, and dtypes of structs."""

import ast as _ast
import sys as _sys

import numpy as _np
from numpy.rec import format_parser  # noqa: F401

from . import _core

__all__ = [
    "disp",
    "find_common_type",
    "format_parser",
    "get_array_wrap",
    "issctype",
    "issubclass_",
    "issubsctype",
    "make_aligned_dtype",
    "obj2sctype",
    "safe_eval",
    "sctype2char",
    "set_string_function",
]


def _alignment(dtype):
    """Bytes, as CUDA C++ has it: complex numbers are aligned to their size."""
    base = dtype.base
    if base.fields:
        return max(_alignment(base.fields[name][0]) for name in base.names)
    return base.itemsize if base.kind == "c" else base.alignment


def make_aligned_dtype(dtype, *, alignment=-1, recurse=True):
    """A structured dtype with the offsets and the size of such a struct in CUDA C++, where complex numbers are aligned
    to their size.

    Parameters
        dtype: a structured dtype.
        alignment: bytes of which the struct's size is a multiple, a power of two; by default the largest alignment of a
            field.
        recurse: whether structs inside of it are laid out anew as well.
    Returns
        numpy.dtype
    Raises
        ValueError: a dtype without fields, or an alignment that cannot be.
    Example
        >>> cp.make_aligned_dtype("?, c8").fields["f1"][1]
        8
    """
    dtype = _np.dtype(dtype)
    if not dtype.names:
        raise ValueError(f"make_aligned_dtype() only supports structured dtypes, and {dtype} is none")
    return _laid_out(dtype, alignment, recurse)


def _field_laid_out(dtype):
    if dtype.subdtype:
        base, shape = dtype.subdtype
        return _np.dtype((_field_laid_out(base), shape))
    return _laid_out(dtype) if dtype.names else dtype


def _laid_out(dtype, alignment=-1, recurse=True):
    formats, offsets, end = [], [], 0
    for name in dtype.names:
        field = dtype.fields[name][0]
        if recurse:
            field = _field_laid_out(field)
        step = _alignment(field)
        offset = -(-end // step) * step
        formats.append(field)
        offsets.append(offset)
        end = offset + field.itemsize
    largest = max(map(_alignment, formats))
    if alignment == -1:
        alignment = largest
    elif alignment < largest or alignment & (alignment - 1):
        raise ValueError(
            f"alignment must be a power of two, and not less than that of a field, which is {largest}; found "
            f"{alignment}"
        )
    size = -(-end // alignment) * alignment
    return _np.dtype({"names": dtype.names, "formats": formats, "offsets": offsets, "itemsize": size}, align=True)


# ------------------------------------------------------------------------------------------------------------ NumPy 1's


def obj2sctype(rep, default=None) -> object:
    """The scalar type of a type, a dtype, an array or a name; `default` where there is none.

    Parameters
        rep: a type, a dtype, an array or a name.
        default: what is given where there is no scalar type.
    Example
        >>> cp.obj2sctype('float32')
        <class 'numpy.float32'>
    """
    if isinstance(rep, type) and issubclass(rep, _np.generic):
        return rep
    try:
        return _np.dtype(getattr(rep, "dtype", rep)).type
    except TypeError:
        return default


def issctype(rep) -> bool:
    """Whether an object is a scalar type or a dtype.

    Parameters
        rep: any object.
    Example
        >>> cp.issctype(np.float32), cp.issctype(3)
        (True, False)
    """
    return isinstance(rep, (type, _np.dtype)) and obj2sctype(rep, _np.object_) is not _np.object_


def issubclass_(arg1, arg2) -> bool:
    """As issubclass, but false where the first argument is no class.

    Parameters
        arg1, arg2: as of `issubclass`.
    Example
        >>> cp.issubclass_(np.int32, np.integer), cp.issubclass_(3, int)
        (True, False)
    """
    return isinstance(arg1, type) and issubclass(arg1, arg2)


def issubsctype(arg1, arg2) -> bool:
    """Whether the scalar type of the first argument is one of the second one's.

    Parameters
        arg1, arg2: types, dtypes or arrays.
    Example
        >>> cp.issubsctype('int32', np.integer)
        True
    """
    return issubclass(obj2sctype(arg1), obj2sctype(arg2))


def sctype2char(sctype) -> str:
    """The one-letter code of a scalar type.

    Parameters
        sctype: a scalar type, a dtype or an array.
    Raises
        ValueError: no type of elements.
    Example
        >>> cp.sctype2char('float32')
        'f'
    """
    found = obj2sctype(sctype)
    if found is None:
        raise ValueError(f"unrecognized type: {sctype!r}")
    return _np.dtype(found).char


def find_common_type(array_types, scalar_types) -> _np.dtype:
    """The dtype for arrays of some types beside scalars of others, of which only a higher kind counts.

    Parameters
        array_types: dtypes of arrays.
        scalar_types: dtypes of scalars.
    Example
        >>> cp.find_common_type(['int8', 'float32'], [])
        dtype('float32')
    """
    arrays, scalars = ([_np.dtype(t) for t in types] for types in (array_types, scalar_types))
    if not arrays or not scalars:
        return _np.result_type(*arrays, *scalars) if arrays or scalars else None
    array, scalar = _np.result_type(*arrays), _np.result_type(*scalars)
    return scalar if "buifc".index(scalar.kind) > "buifc".index(array.kind) else array


def safe_eval(source) -> object:
    """The value of a Python literal.

    Parameters
        source: the text.
    Raises
        ValueError: no literal.
    Example
        >>> cp.safe_eval('[1, 2]')
        [1, 2]
    """
    return _ast.literal_eval(source)


def disp(mesg, device=None, linefeed=True) -> None:
    """Write a message to a file, by default to the standard output.

    Parameters
        mesg: the message.
        device: an object with a method `write`.
        linefeed: whether a new line follows.
    Example
        >>> cp.disp('three')
        three
    """
    stream = _sys.stdout if device is None else device
    stream.write(f"{mesg}\n" if linefeed else f"{mesg}")
    stream.flush()


def get_array_wrap(*args) -> object:
    """`__array_wrap__` of the argument with the highest `__array_priority__`; None where none has one.

    Parameters
        args: any objects.
    """
    found = [a for a in args if hasattr(a, "__array_wrap__")]
    return max(found, key=lambda a: getattr(a, "__array_priority__", 0)).__array_wrap__ if found else None


_as_printed = {name: getattr(_core.ndarray, name) for name in ("__repr__", "__str__")}


def set_string_function(f, repr=True) -> None:
    """Print arrays by a function of theirs, as `repr` does or, where that is false, as `str` does; None brings back the
    usual way.

    Parameters
        f: a function of an array that gives text, or None.
        repr: whether it is for `repr`; else for `str`.
    """
    name = "__repr__" if repr else "__str__"
    setattr(_core.ndarray, name, _as_printed[name] if f is None else lambda array: f(array))
