"""CuPy's private and former modules, of which public programs import names: what `import cupy._util` gives.

A module of CuPy's insides stands for the public modules that its functions come from (`_PRIVATE`), and for what is
defined here (`_OWN`). Only names that at least two public programs import are defined; other names of such a module are
an ImportError, as of a CuPy that has moved them.
"""

import importlib as _importlib
import math as _math
import operator as _operator
import os as _os
import random as _random
import types as _types

import numpy as _np

from . import _core
from ._memoize import clear_memo, memoize

# ------------------------------------------------------------------------------------------------------- cupy._util


class PerformanceWarning(RuntimeWarning):
    """Given by CuPy where a program could be much faster."""


def _normalize_axis_index(axis, ndim):
    return _np.lib.array_utils.normalize_axis_index(axis, ndim)


def _normalize_axis_indices(axes, ndim, sort_axes=True):
    if axes is None:
        return tuple(range(ndim))
    found = _np.lib.array_utils.normalize_axis_tuple(axes, ndim)
    return tuple(sorted(found)) if sort_axes else found


def check_array(array, arg_name):
    """Refuses what is no array on a device."""
    if not isinstance(array, _core.ndarray):
        raise TypeError(f"The argument '{arg_name}' must be cupy.ndarray. Actual type: {type(array)}")


_UTIL = {
    "PerformanceWarning": PerformanceWarning,
    "_normalize_axis_index": _normalize_axis_index,
    "_normalize_axis_indices": _normalize_axis_indices,
    "check_array": check_array,
    "clear_memo": clear_memo,
    "memoize": memoize,
}

# -------------------------------------------------------------------------------------------------------- cupy._core


def elementwise_copy(src, dst=None):
    """Copies elements, with whatever cast that takes, to an array or to a new one."""
    if dst is None:
        return _core.copy(src)
    _core.copyto(dst, src, casting="unsafe")
    return dst


class create_ufunc:  # noqa: N801  CuPy's name of a function
    """A function of elements with a loop for each of several signatures, each a kernel of its own.

    Parameters
        name: of the kernels.
        ops: signatures such as 'ff->f', each alone or before its code in a tuple; the first to which the operands can
            be cast is taken.
        routine: code of the signatures that have none: it assigns out0, ... from in0, ....
        preamble, loop_prep: code in front of the kernel and in front of its loop.
        doc: documentation.
        default_casting: the cast of operands that is allowed, 'same_kind' unless given.
    """

    def __init__(self, name, ops, routine=None, preamble="", doc="", default_casting=None, loop_prep="", out_ops=None):
        if out_ops is not None:
            raise NotImplementedError("create_ufunc takes no out_ops")
        self.name = self.__name__ = name
        self.__doc__ = doc
        self._casting = default_casting or "same_kind"
        self._loops = []
        for op in ops:
            signature, code = op if isinstance(op, tuple) else (op, routine)
            inputs, _, outputs = signature.partition("->")
            self._loops.append([signature, [*map(_np.dtype, inputs)], [*map(_np.dtype, outputs)], code, None])
        self._kernel_options = {"preamble": preamble, "loop_prep": loop_prep}
        self.nin, self.nout = len(self._loops[0][1]), len(self._loops[0][2])
        self.nargs = self.nin + self.nout

    @property
    def types(self):
        """The signatures."""
        return [loop[0] for loop in self._loops]

    def __repr__(self):
        return f"<ufunc '{self.name}'>"

    def _loop(self, operands, dtype):
        for loop in self._loops:
            if dtype is not None:
                if _np.dtype(dtype) == loop[2][0]:
                    return loop
            elif all(self._fits(x, t) for x, t in zip(operands, loop[1])):
                return loop
        raise TypeError(
            f"Wrong type {tuple(getattr(x, 'dtype', type(x)) for x in operands)} of arguments for {self.name}"
        )

    @staticmethod
    def _fits(x, dtype):
        if isinstance(x, (bool, int, float, complex)) and not isinstance(x, _np.generic):
            return _np.result_type(dtype, x) == dtype  # Python's numbers take the other operands' dtype
        return _np.can_cast(x.dtype, dtype)

    def __call__(self, *args, out=None, dtype=None, casting=None):
        if not self.nin <= len(args) <= self.nargs or (len(args) > self.nin and out is not None):
            raise TypeError(f"Wrong number of arguments for {self.name}")
        operands, given = args[: self.nin], args[self.nin :]
        out = given or (out if isinstance(out, tuple) else () if out is None else (out,))
        loop = self._loop(operands, dtype)
        signature, inputs, outputs, code, kernel = loop
        if kernel is None:
            parameters = (
                ", ".join(f"{t.name} {kind}{i}" for i, t in enumerate(types))
                for kind, types in (("in", inputs), ("out", outputs))
            )
            types = "".join(
                f"typedef {get_typename(t)} {kind}{i}_type;\n"
                for kind, found in (("in", inputs), ("out", outputs))
                for i, t in enumerate(found)
            )
            loop[4] = kernel = _core.ElementwiseKernel(
                *parameters, "{" + types + code + ";}", f"{self.name}__{signature.replace('->', '_')}",
                **self._kernel_options,
            )  # fmt: skip
        operands = [
            _core.asarray(x, t) if isinstance(x, _core.ndarray) else t.type(x) for x, t in zip(operands, inputs)
        ]
        results = [o if o.dtype == t else None for o, t in zip(out, outputs)]
        if out and None in results:
            made = self(*operands, casting=casting)
            for o, r in zip(out, made if isinstance(made, tuple) else (made,)):
                _core.copyto(o, r, casting=casting or self._casting)
            return out[0] if self.nout == 1 else out
        return kernel(*operands, *results)


def _names_of_accelerators(accelerators):
    known = {"cub": 1, "cutensor": 2, "cutensornet": 3, "cutlass": 4}
    return [known[a.lower()] if isinstance(a, str) else int(a) for a in accelerators]


class _Accelerators:
    """CuPy's lists of libraries that do part of the work; here there is one implementation of each operation."""

    def __init__(self):
        self._chosen = []

    def get(self):
        return list(self._chosen)

    def set(self, accelerators):
        self._chosen = _names_of_accelerators(accelerators)


_elementwise, _reduction, _routine = _Accelerators(), _Accelerators(), _Accelerators()
_ACCELERATORS = {
    "ACCELERATOR_CUB": 1,
    "ACCELERATOR_CUTENSOR": 2,
    "get_elementwise_accelerators": _elementwise.get,
    "set_elementwise_accelerators": _elementwise.set,
    "get_reduction_accelerators": _reduction.get,
    "set_reduction_accelerators": _reduction.set,
    "get_routine_accelerators": _routine.get,
    "set_routine_accelerators": _routine.set,
}

_CREATE = {"create_ufunc": create_ufunc, "elementwise_copy": elementwise_copy}

_COMPUTE_TYPES = {
    f"COMPUTE_TYPE_{name}": number
    for number, name in enumerate("TBD DEFAULT PEDANTIC FP16 FP32 FP64 BF16 TF32".split())
}
_compute_types = {}  # what programs have set, by the size of a real number


def _real_of(dtype):
    dtype = _np.dtype(dtype)
    if dtype.char not in "efdFD" and dtype.name != "bfloat16":
        raise TypeError(f"dtype {dtype} has no compute type")
    return dtype.name if dtype.kind == "V" else dtype.char.lower()


def get_compute_type(dtype):
    """What `set_compute_type` has set. At first it is COMPUTE_TYPE_TF32 of float32 where CUPRUM_TF32=1 is set, and else
    COMPUTE_TYPE_DEFAULT."""
    kind = _real_of(dtype)
    tf32 = kind == "f" and (_os.environ.get("CUPRUM_TF32") or _os.environ.get("CUPY_TF32") or "0") != "0"
    return _compute_types.get(kind, _COMPUTE_TYPES["COMPUTE_TYPE_TF32" if tf32 else "COMPUTE_TYPE_DEFAULT"])


def set_compute_type(dtype, compute_type):
    """Allows products to compute in a narrower type.

    Here they do so only where CUPRUM_TF32=1 is set: what a program sets is kept, and changes no result.
    """
    if compute_type not in _COMPUTE_TYPES.values():
        raise ValueError(f"Unknown compute type: {compute_type}")
    _compute_types[_real_of(dtype)] = compute_type


_COMPUTE = {"get_compute_type": get_compute_type, "set_compute_type": set_compute_type}

# ------------------------------------------------------------------------------------------------ cupy._core.internal


def prod(sequence):
    """The product of whole numbers."""
    return _math.prod(map(_operator.index, sequence))


def get_size(o):
    """A length or a sequence of lengths as a tuple."""
    if isinstance(o, _np.ndarray) and o.ndim == 0:
        o = o.item()
    return tuple(map(_operator.index, o)) if hasattr(o, "__iter__") else (_operator.index(o),)


def vector_equal(x, y):
    """Whether two sequences of whole numbers are equal."""
    return list(x) == list(y)


def is_in(args, x):
    """Whether a sequence holds this very object."""
    return any(a is x for a in args)


def infer_unknown_dimension(shape, size):
    """A shape with the one length of -1 in it replaced by what `size` elements leave for it."""
    shape = [-1 if n < 0 else n for n in shape]
    if shape.count(-1) > 1:
        raise ValueError("can only specify only one unknown dimension")
    if -1 in shape:
        known = prod(n for n in shape if n != -1)
        if known == 0 or size % known:
            raise ValueError("total size of new array must be unchanged")
        shape[shape.index(-1)] = size // known
    return shape


def get_contiguous_strides(shape, itemsize, is_c_contiguous):
    """The strides, in bytes, of an array in C or in Fortran order."""
    strides, step = [], itemsize
    for length in reversed(shape) if is_c_contiguous else shape:
        strides.append(step)
        step *= length
    return strides[::-1] if is_c_contiguous else strides


def clp2(x):
    """The least power of two that is not less."""
    return 1 << max(x - 1, 0).bit_length()


_INTERNAL = {
    "_normalize_axis_index": _normalize_axis_index,
    "_normalize_axis_indices": _normalize_axis_indices,
    "clp2": clp2,
    "get_contiguous_strides": get_contiguous_strides,
    "get_size": get_size,
    "infer_unknown_dimension": infer_unknown_dimension,
    "is_in": is_in,
    "prod": prod,
    "prod_sequence": prod,
    "vector_equal": vector_equal,
}

# ---------------------------------------------------------------------------------------- dtypes in CUDA's words

_TYPENAMES = {
    "?": "bool", "b": "signed char", "B": "unsigned char", "h": "short", "H": "unsigned short", "i": "int",
    "I": "unsigned int", "l": "long long", "L": "unsigned long long", "q": "long long", "Q": "unsigned long long",
    "e": "float16", "f": "float", "d": "double", "F": "complex<float>", "D": "complex<double>",
}  # fmt: skip
_CUDA_DTYPES = {"e": 2, "f": 0, "d": 1, "F": 4, "D": 5, "b": 3, "B": 8}  # cudaDataType's numbers


def get_dtype(t):
    """numpy.dtype of a type or a name."""
    return _np.dtype(t)


def get_typename(dtype):
    """What a kernel's text calls the elements of a dtype."""
    if dtype is None:
        raise ValueError("dtype is None")
    return _TYPENAMES[_np.dtype(dtype).char]


def to_cuda_dtype(dtype, is_half_allowed=False):
    """cudaDataType's number of a dtype."""
    char = _np.dtype(dtype).char
    if char not in _CUDA_DTYPES or (char == "e" and not is_half_allowed):
        raise TypeError(f"dtype is not supported: {_np.dtype(dtype)}")
    return _CUDA_DTYPES[char]


# ------------------------------------------------------------------------------------------------------- cupy.cuda


def compile_with_cache(
    source, options: tuple = (), arch=None, cache_dir=None, extra_source=None, backend="nvrtc", **_ignored
):
    """A module from CUDA's text, kept in the kernel cache: what `RawModule` is now."""
    return _core.RawModule(code=source, options=tuple(options), backend=backend)


_COMPILER = {"compile_with_cache": compile_with_cache, "_compile_module_with_cache": compile_with_cache}

# ----------------------------------------------------------------------------------------------------- cupy.testing

_states = []


def do_setup(deterministic=True):
    """Seeds Python's, NumPy's and our random numbers, with CuPy's seeds or at random; `do_teardown` takes it back."""
    ours = _importlib.import_module("cuprum.random")
    _states.append((_random.getstate(), _np.random.get_state(), ours.get_random_state()))
    ours.set_random_state(ours.RandomState())
    for seed, value in ((_random.seed, 99), (_np.random.seed, 100), (ours.seed, 101)):
        seed(value if deterministic else None)


def do_teardown():
    """Takes the random numbers up where `do_setup` met them."""
    python, numpy, ours = _states.pop()
    _random.setstate(python)
    _np.random.set_state(numpy)
    _importlib.import_module("cuprum.random").set_random_state(ours)


# --------------------------------------------------------------------------------------------------------- the table


def _method_of_arrays(name):
    """`cupy._core._routines_indexing._ndarray_argwhere(a)` and its like: a function of an array by its first name."""
    name = name.removeprefix("_ndarray_")
    if hasattr(_core.ndarray, name):
        return getattr(_core.ndarray, name)
    return getattr(_core, name)


# What is defined here, by the module of CuPy's that has it.
_OWN = {
    "cupy._util": _UTIL,
    "cupy.util": _UTIL,
    "cupy._core": {**_CREATE, **_ACCELERATORS, **_COMPUTE},
    "cupy._core._accelerator": _ACCELERATORS,
    "cupy._core._dtype": {"get_dtype": get_dtype, "to_cuda_dtype": to_cuda_dtype},
    "cupy._core._kernel": _CREATE,
    "cupy._core._routines_linalg": {**_COMPUTE, **_COMPUTE_TYPES},
    "cupy._core._scalar": {"get_typename": get_typename},
    "cupy._core._ufuncs": {"elementwise_copy": elementwise_copy},
    "cupy._core.core": {**_CREATE, **_ACCELERATORS, **_COMPUTE},
    "cupy._core.internal": _INTERNAL,
    "cupy.cuda": _COMPILER,
    "cupy.cuda.compiler": _COMPILER,
    "cupy.cuda.function": {"Function": _core._cuda.Function, "Module": _core._cuda.Module},
    "cupy.cuda.runtime": {"_is_hip_environment": False},
    "cupy.testing._random": {"do_setup": do_setup, "do_teardown": do_teardown},
}

_ROUTINES = "binary creation indexing linalg logic manipulation math sorting statistics"
# The modules that make up a public one, below it: their names are that one's.
_PARTS = {
    "cupy": """_core._accelerator _core._carray _core._dtype _core._kernel _core._memory_range _core._reduction
        _core._scalar _core._ufuncs _core.dlpack _core.flags _core.fusion _core.internal _core.raw _core.syncdetect
        _binary _binary.elementwise _binary.packing _creation _creation.basic _creation.from_data _creation.matrix
        _creation.ranges _functional _functional.piecewise _functional.vectorize _indexing _indexing.generate
        _indexing.indexing _indexing.insert _indexing.iterate _io _io.formatting _io.npz _io.text _logic
        _logic.comparison _logic.content _logic.ops _logic.truth _logic.type_testing _manipulation
        _manipulation.add_remove _manipulation.basic _manipulation.dims _manipulation.join _manipulation.kind
        _manipulation.rearrange _manipulation.shape _manipulation.split _manipulation.tiling _manipulation.transpose
        _math _math.arithmetic _math.explog _math.floating _math.hyperbolic _math.misc _math.rational _math.rounding
        _math.special _math.sumprod _math.trigonometric _math.window _misc _misc.byte_bounds _misc.memory_ranges
        _misc.who _padding _padding.pad _sorting _sorting.count _sorting.search _sorting.sort _statistics
        _statistics.correlation _statistics.histogram _statistics.meanvar _statistics.order _util util"""
    + "".join(f" _core._routines_{name}" for name in _ROUTINES.split()),
    "cupy.cuda": "function",
    "cupy.fft": "_fft",
    "cupy.linalg": "_decomposition _eigenvalue _einsum _norms _product _solve _util",
    "cupy.random": "_generator _generator_api _bit_generator _distributions _permutations _sample generator",
    "cupy.testing": "_helper _random _condition _bundle _attr",
    "cupyx.scipy.fft": "_fft _fftlog _helper _realtransforms",
    "cupyx.scipy.linalg": "_decomp_lu _matfuncs _special_matrices _solve_triangular _uarray",
    "cupyx.scipy.ndimage": "_filters _filters_generic _fourier _interpolation _measurements _morphology",
    "cupyx.scipy.sparse": "base coo csc csr dia _base _coo _compressed _construct _csc _csr _data _dia _extract",
    "cupyx.scipy.sparse.linalg": "_eigen _interface _iterative _lobpcg _norm _solve",
    "cupyx.scipy.special": "_basic _bessel _beta _digamma _erf _gamma _gammaln _logsoftmax _softmax _statistics _zeta",
}
_PRIVATE = {f"{public}.{part}": public for public, parts in _PARTS.items() for part in parts.split()}


_OFFERED = {"cupy._core", "cupy.core", *_PARTS, *(name for name in _OWN if name not in _PRIVATE)}


class _Module(_types.ModuleType):
    """A module of CuPy's insides."""

    def __init__(self, name):
        super().__init__(name, "Stands for a module of CuPy's insides.")
        self.__path__ = []
        self._public = _PRIVATE[name]

    def __getattr__(self, name):
        if name.startswith("__") or name == "_public":
            raise AttributeError(name)
        full = vars(self)["__name__"]
        own = _OWN.get(full, {})
        if name in own:
            return own[name]
        if f"{full}.{name}" in _PRIVATE:
            return _importlib.import_module(f"{full}.{name}")
        if name.startswith("_ndarray_"):
            try:
                return _method_of_arrays(name)
            except AttributeError:
                pass
        public = _importlib.import_module(self._public)
        if not name.startswith("_") and hasattr(public, name):
            return getattr(public, name)
        raise AttributeError(f"module {full!r} has no attribute {name!r}")


def is_private(name):
    """Whether a module is one of CuPy's insides that have no module here."""
    return name in _PRIVATE


def make(name):
    """The module that stands for one of CuPy's insides."""
    return _Module(name)


def offer(module, name):
    """Makes a module of ours, which stands for CuPy's of a name, show what CuPy's shows besides: its private modules
    and the names defined here."""
    own, usual = _OWN.get(name, {}), vars(module).get("__getattr__")
    below = any(inner.startswith(name + ".") for inner in (*_PRIVATE, *_OWN))
    if vars(module).get("__shown_as__") == name or not (own or below):
        return
    module.__shown_as__ = name

    def lookup(attribute):
        if attribute in own:
            return own[attribute]
        inner = f"{name}.{attribute}"
        if inner in _PRIVATE or inner in ("cupy.core", "cupy._core.core", "cupy._environment"):
            return _importlib.import_module(inner)
        if usual is None:
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        found = usual(attribute)
        if isinstance(found, _types.ModuleType):
            offer(found, f"{name}.{attribute}")
        return found

    module.__getattr__ = lookup
    for attribute, found in list(vars(module).items()):  # what has been imported before
        if isinstance(found, _types.ModuleType) and f"{name}.{attribute}" in _OFFERED:
            offer(found, f"{name}.{attribute}")


def packages(name):
    """What a package that holds modules alone shows: these, imported when first used."""

    def lookup(attribute):
        try:
            if not attribute.startswith("__"):  # the import system's own
                return _importlib.import_module(f"{name}.{attribute}")
        except ModuleNotFoundError:
            pass
        raise AttributeError(f"module {name!r} has no attribute {attribute!r}")

    return lookup
