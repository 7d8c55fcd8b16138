"""Plans of Fourier transforms, by CuPy's names.

A plan says which transform of which arrays is meant, and runs it. What a library makes ready for it is kept by the plan
caches of `cuprum.fft.config`, so that a plan costs nothing twice whether it is kept by the program or not.
"""

import itertools as _itertools
import weakref as _weakref

import numpy as _np

from .. import _core

CUFFT_FORWARD, CUFFT_INVERSE = -1, 1
CUFFT_C2C, CUFFT_R2C, CUFFT_C2R = 0x29, 0x2A, 0x2C
CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D = 0x69, 0x6A, 0x6C

_KINDS = {
    CUFFT_C2C: ("C2C", "F", "F"), CUFFT_R2C: ("R2C", "f", "F"), CUFFT_C2R: ("C2R", "F", "f"),
    CUFFT_Z2Z: ("C2C", "D", "D"), CUFFT_D2Z: ("R2C", "d", "D"), CUFFT_Z2D: ("C2R", "D", "d"),
}  # fmt: skip
_TYPES = {(kind, given): number for number, (kind, given, _) in _KINDS.items()}
_NUMBERS = {
    (kind, given in "dD"): number for number, (kind, given, _) in _KINDS.items()
}  # by whether precision is double

# Callbacks by what they load or store.
CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE = range(4)
CUFFT_CB_ST_COMPLEX, CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE = range(4, 8)

_RESULTS = {
    0: "CUFFT_SUCCESS", 1: "CUFFT_INVALID_PLAN", 2: "CUFFT_ALLOC_FAILED", 3: "CUFFT_INVALID_TYPE",
    4: "CUFFT_INVALID_VALUE", 5: "CUFFT_INTERNAL_ERROR", 6: "CUFFT_EXEC_FAILED", 7: "CUFFT_SETUP_FAILED",
    8: "CUFFT_INVALID_SIZE", 9: "CUFFT_UNALIGNED_DATA", 10: "CUFFT_INCOMPLETE_PARAMETER_LIST",
    11: "CUFFT_INVALID_DEVICE", 12: "CUFFT_PARSE_ERROR", 13: "CUFFT_NO_WORKSPACE", 14: "CUFFT_NOT_IMPLEMENTED",
    15: "CUFFT_LICENSE_ERROR", 16: "CUFFT_NOT_SUPPORTED",
}  # fmt: skip


class CuFFTError(RuntimeError):
    """An error by the number that cuFFT has for it, in `result`."""

    def __init__(self, result, why=""):
        self.result, self._why = int(result), why
        name = _RESULTS.get(self.result, f"unknown result {self.result}")
        super().__init__(why if name in why else f"{name}: {why}" if why else name)

    def __reduce__(self):
        return type(self), (self.result, self._why)


def check_result(result):
    """Raises CuFFTError unless `result` is 0."""
    if result != 0:
        raise CuFFTError(result)


def getVersion():
    """The version of cuFFT as a number; 0 on a CPU."""
    return _core._fft.library_version()


def get_current_plan():
    """The plan whose `with` block the calling thread is in; None outside."""
    return _core._fft._current_plan()


_handle_numbers = _itertools.count(1)
_created = set()
_planned = _weakref.WeakValueDictionary()


def create():
    """A handle, which a plan takes by `prealloc_plan`."""
    handle = next(_handle_numbers)
    _created.add(handle)
    return handle


def setAutoAllocation(plan, autoAllocate):
    """Returns 0, cuFFT's word for success. Both settings mean the same: plans take memory of the pool while they
    transform and keep none."""
    if plan not in _created:
        _plan_of(plan)
    return 0


def _plan_of(handle):
    plan = _planned.get(handle)
    if plan is None:
        raise CuFFTError(1, f"no plan has the handle {handle}")
    return plan


def _array_at(address, count, dtype):
    from .memory import MemoryPointer, UnownedMemory

    size = count * _np.dtype(dtype).itemsize
    return _core.ndarray((count,), dtype, MemoryPointer(UnownedMemory(address, size, None), 0))


def _execute(handle, fft_type, idata, odata, direction):
    plan = _plan_of(handle)
    if getattr(plan, "fft_type", None) != fft_type:
        raise CuFFTError(3, "the plan is for another type of transform")
    if idata == odata and plan.value_type != "C2C":
        raise CuFFTError(16, "a transform from or to real numbers in place; give it another address for its result")
    memory = [
        _array_at(address, count, dtype)
        for address, count, dtype in zip((idata, odata), plan._geometry.extents, (plan._given, plan._made))
    ]
    plan._geometry.execute_memory(*memory, plan._is_forward(direction))


def execC2C(plan, idata, odata, direction):
    """Transforms complex64 numbers from one address to another, or in place, by a plan's handle.

    They lie as the plan says, or in C's order without gaps where it says nothing.
    """
    _execute(plan, CUFFT_C2C, idata, odata, direction)


def execR2C(plan, idata, odata):
    """Transforms float32 numbers to halves of complex64 transforms, by a plan's handle."""
    _execute(plan, CUFFT_R2C, idata, odata, CUFFT_FORWARD)


def execC2R(plan, idata, odata):
    """Transforms halves of complex64 transforms back to float32 numbers, by a plan's handle."""
    _execute(plan, CUFFT_C2R, idata, odata, CUFFT_INVERSE)


def execZ2Z(plan, idata, odata, direction):
    """`execC2C` for complex128."""
    _execute(plan, CUFFT_Z2Z, idata, odata, direction)


def execD2Z(plan, idata, odata):
    """`execR2C` for float64."""
    _execute(plan, CUFFT_D2Z, idata, odata, CUFFT_FORWARD)


def execZ2D(plan, idata, odata):
    """`execC2R` for float64."""
    _execute(plan, CUFFT_Z2D, idata, odata, CUFFT_INVERSE)


def XtExec(plan, idata, odata, direction):
    """Transforms by the handle of a plan of any type, whose dtypes the numbers at the addresses have."""
    found = _plan_of(plan)
    if isinstance(found, XtPlanNd) and found._half:
        shape = (found.batch, *found.shape[:-1], 2 * found.shape[-1])
        a = _array_at(idata, int(_np.prod(shape)), "e").reshape(shape)
        out = a if idata == odata else _array_at(odata, a.size, "e").reshape(shape)
        return found.fft(a, out, direction)
    _execute(plan, found.fft_type, idata, odata, direction)


def multi_gpu_execC2C(plan, idata, odata, direction):
    """Raises CuFFTError: `cuprum.fft.config.use_multi_gpus` shares out transforms of arrays."""
    raise CuFFTError(16, "descriptors of several GPUs; set fft.config.use_multi_gpus and transform arrays")


multi_gpu_execZ2Z = multi_gpu_execC2C


def setCallback(plan, cb_type, is_load, aux_arr: object = 0):
    """Raises CuFFTError: callbacks are given by `cuprum.fft.config.set_cufft_callbacks`."""
    raise CuFFTError(16, "a compiled callback; fft.config.set_cufft_callbacks takes its text")


def setJITCallback(plan, callback_name, callback, callback_type, caller_info):
    """Raises CuFFTError: callbacks are given by `cuprum.fft.config.set_cufft_callbacks`."""
    raise CuFFTError(16, "a compiled callback; fft.config.set_cufft_callbacks takes its text")


class _Plan:
    """Entering it makes it the current plan, which transforms in the block must fit."""

    gpus = None
    _handle = None
    _work_area = None

    @property
    def work_area(self):
        """Memory as large as a transform takes beside its arrays. Transforms take theirs from the pool as they run:
        what is seen here is made for the program that asks."""
        if self._work_area is None:
            from .memory import alloc

            self._work_area = alloc(self._geometry.workspace_bytes())
        return self._work_area

    @property
    def handle(self):
        """A number by which `execC2C` and its like find the plan, as long as it lives."""
        if self._handle is None:
            self._take(create())
        return self._handle

    def _take(self, handle):
        if handle not in _created:
            raise CuFFTError(1, f"{handle} is no handle that create() gave, or has a plan already")
        _created.discard(handle)
        self._handle = handle
        _planned[handle] = self

    def __enter__(self):
        self._outer = get_current_plan()
        _core._fft._set_current_plan(self)
        return self

    def __exit__(self, *_):
        _core._fft._set_current_plan(self._outer)

    def _set_type(self, fft_type):
        if fft_type not in _KINDS:
            raise ValueError(
                f"unknown type of transform {fft_type}; it is one of CUFFT_C2C, CUFFT_R2C, ... of this module"
            )
        self.fft_type = fft_type
        self.value_type, self._given, self._made = _KINDS[fft_type]

    def _set_geometry(self, lengths, order="C", layouts=None):
        """What the library knows of the plan; layouts as `PlanNd` has them."""
        self._shape = tuple(map(int, lengths))
        real = "d" if self._given in "dD" else "f"
        self._geometry = _core._fft._Plan(self.value_type, real, self._shape, self.batch, order)
        # As in cuFFT the numbers lie close together where one of the two is not given.
        if layouts is not None and layouts[0] is not None and layouts[3] is not None:
            inembed, istride, idist, onembed, ostride, odist = layouts
            self._geometry.set_layouts(inembed, int(istride), int(idist), onembed, int(ostride), int(odist))

    def _is_forward(self, direction):
        if direction not in (CUFFT_FORWARD, CUFFT_INVERSE):
            raise ValueError("direction is CUFFT_FORWARD or CUFFT_INVERSE")
        return direction == CUFFT_FORWARD


class Plan1d(_Plan):
    """A transform along the last axis.

    Parameters
        nx: the length, in real numbers where these are on one side.
        fft_type: CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, or Z2Z, D2Z, Z2D for double precision.
        batch: how many lines an array has.
        devices: a number of devices, which are then the first ones, or a list of them, that share out a complex
            transform.
        out: an array that the plan is to write to; the constructor raises ValueError where it cannot be the plan's
            result.
        prealloc_plan: a handle of `create`, which becomes the plan's.
    """

    def __init__(self, nx, fft_type, batch, devices=None, *, out=None, prealloc_plan=0):
        self._set_type(fft_type)
        self.nx, self.batch = int(nx), int(batch)
        self._set_geometry((nx,))
        if devices is not None:
            self.gpus = list(range(devices)) if isinstance(devices, int) else list(map(int, devices))
            if len(self.gpus) < 2:
                raise ValueError("Must use at least 2 GPUs.")
            if self.value_type != "C2C":
                raise ValueError(
                    f"several devices share out complex transforms; a plan of {self.value_type} is for one"
                )
        made = self._geometry.output_shape
        if out is not None and (out.dtype != self._made or out.size != int(_np.prod(made))):
            raise ValueError(
                f"the plan makes {self.batch} lines of {_np.dtype(self._made)}, shape {made}; "
                f"out is of {out.dtype} and has shape {out.shape}"
            )
        if prealloc_plan:
            self._take(prealloc_plan)
        if self.nx < 1 or self.batch < 1:
            raise ValueError(f"a plan of {self.batch} lines of length {self.nx} transforms nothing")

    def get_output_array(self, a):
        """A new array for the transform of `a`."""
        return _core.empty(self._geometry.result_shape(a), self._made)

    def check_output_array(self, a, out):
        """Raises ValueError unless `out` is right for the transform of `a`."""
        self._geometry.check(a, out)

    def fft(self, a, out, direction):
        """Transforms `a` into `out`, without a factor.

        Parameters
            a: the array; its last axis is transformed.
            out: an array as `get_output_array` makes it.
            direction: CUFFT_FORWARD or CUFFT_INVERSE; of transforms from and to real numbers only one is meant.
        """
        self.check_output_array(a, out)
        if out.size != self.batch * out.shape[-1]:
            raise ValueError(f"the plan is for {self.batch} lines, and out has {out.size // out.shape[-1]}")
        if self.gpus is None:
            return self._geometry.execute(a, out, self._is_forward(direction))
        settings = _core._fft.settings()
        _core._fft.set_settings(settings[0], True, self.gpus)
        try:
            self._geometry.execute(a, out, self._is_forward(direction))
        finally:
            _core._fft.set_settings(*settings)


class PlanNd(_Plan):
    """A transform along several axes: the last ones of an array in C order, the first ones of one in Fortran order.

    Parameters
        shape: the lengths, in real numbers where these are on one side.
        inembed, istride, idist, onembed, ostride, odist: cuFFT's description of the layouts: number (x, y, z) of
            transform b is element `b * idist + ((x * inembed[1] + y) * inembed[2] + z) * istride` of the input's
            memory, and alike for the output. Where inembed or onembed is None, both are taken from the arrays.
        fft_type: CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, or Z2Z, D2Z, Z2D for double precision.
        batch: how many transforms an array has.
        order: 'C' or 'F'.
        last_axis: the axis of the array that is halved where numbers are real on one side.
        last_size: the length of that axis on the result's side.
        prealloc_plan: a handle of `create`, which becomes the plan's.
    """

    def __init__(self, shape, inembed, istride, idist, onembed, ostride, odist, fft_type, batch, order, last_axis,
                 last_size, prealloc_plan=0):  # fmt: skip
        self._set_type(fft_type)
        self.shape = tuple(map(int, shape))
        self.batch, self.order, self.last_axis, self.last_size = int(batch), order, last_axis, last_size
        self._set_geometry(self.shape, order, (inembed, istride, idist, onembed, ostride, odist))
        if prealloc_plan:
            self._take(prealloc_plan)

    def get_output_array(self, a, order="C"):
        """A new array for the transform of `a`."""
        return _core.empty(self._geometry.result_shape(a), self._made, order)

    def check_output_array(self, a, out):
        """Raises ValueError unless `out` is right for the transform of `a`."""
        self._geometry.check(a, out)

    def fft(self, a, out, direction):
        """Transforms `a` into `out`, without a factor.

        Parameters
            a: the array.
            out: an array as `get_output_array` makes it.
            direction: CUFFT_FORWARD or CUFFT_INVERSE; of transforms from and to real numbers only one is meant.
        """
        self._geometry.execute(a, out, self._is_forward(direction))


class XtPlanNd(_Plan):
    """A complex transform along the last axes, of half precision too: numbers of two float16 are pairs in a float16
    array's last axis.

    Parameters
        shape: the lengths. A GPU transforms powers of two in half precision, and others through float32, as a CPU does
            all.
        inembed, istride, idist, onembed, ostride, odist: as of `PlanNd`; half precision lies close together.
        idtype, odtype, edtype: dtypes of the input, of the output and of what is computed in: 'E' for half precision,
            'F' or 'D', and of transforms from or to real numbers 'f' or 'd'.
        batch: how many transforms an array has.
        order: 'C'.
        last_axis, last_size: as of `PlanNd`.
    """

    def __init__(self, shape, inembed, istride, idist, idtype, onembed, ostride, odist, odtype, batch, edtype, *, order,
                 last_axis, last_size):  # fmt: skip
        self.shape = tuple(map(int, shape))
        self.batch, self.order, self.last_axis, self.last_size = int(batch), order, last_axis, last_size
        self.itype, self.otype, self.etype = idtype, odtype, edtype
        self._half = idtype == "E"
        if self._half:
            if odtype != "E":
                raise ValueError("half precision is on both sides of a plan, or on neither")
            self.value_type, self._given, self._made = "C2C", "F", "F"
            self._set_geometry(self.shape, "C", (inembed, istride, idist, onembed, ostride, odist))
            if not self._geometry.is_close:
                raise ValueError("numbers of half precision lie close together; this plan's layouts have gaps")
        else:
            kind = {(True, True): "C2C", (False, True): "R2C", (True, False): "C2R"}.get(
                (idtype in "FD", odtype in "FD")
            )
            if kind is None or (kind, _np.dtype(idtype).char) not in _TYPES:
                raise ValueError(f"no transform makes {odtype} of {idtype}")
            self._set_type(_TYPES[kind, _np.dtype(idtype).char])
            self._set_geometry(self.shape, "C", (inembed, istride, idist, onembed, ostride, odist))

    def get_output_array(self, a, order="C"):
        """A new array for the transform of `a`."""
        if self._half:
            return _core.empty(a.shape, "e")
        return PlanNd.get_output_array(self, a, order)

    def fft(self, a, out, direction):
        """Transforms `a` into `out`, without a factor.

        Parameters
            a: the array; of half precision a float16 array whose last axis is twice as long.
            out: an array as `get_output_array` makes it.
            direction: CUFFT_FORWARD or CUFFT_INVERSE.
        """
        forward = self._is_forward(direction)
        if not self._half:
            return self._geometry.execute(a, out, forward)
        _core._fft.transform_pairs(a, out, self.shape, forward)


def get_fft_plan(a, shape=None, axes=None, value_type="C2C"):
    """A plan for transforms of arrays like `a`, to be passed as `plan=` or entered by `with`.

    Parameters
        a: an array as it will be transformed, contiguous in C or Fortran order.
        shape: the lengths to transform, one an axis; the array's own if not given. With "C2R" the last counts real
            numbers.
        axes: the axes; all if not given, or the last ones if `shape` is.
        value_type: 'C2C', 'R2C' or 'C2R', by what is real.
    Returns
        A `Plan1d` for one axis, else a `PlanNd`.
    Raises
        ValueError: another `value_type`, an array that is not contiguous, axes that repeat or are not there, more than
        three of them, or a `shape` of another length.
    Example
        >>> x = cp.ones((2, 4), complex)
        >>> plan = cuprumx.scipy.fft.get_fft_plan(x, axes=1)
        >>> y = cuprumx.scipy.fft.fft(x, axis=1, plan=plan)
    """
    if value_type not in ("C2C", "R2C", "C2R"):
        raise ValueError(f"value_type is 'C2C', 'R2C' or 'C2R', not {value_type!r}")
    if not (a.flags.c_contiguous or a.flags.f_contiguous):
        raise ValueError("Input array a must be contiguous")
    lengths, axes = _core._fft._transform_axes(a.shape, shape, axes, value_type)
    if not 1 <= len(axes) <= 3:
        raise ValueError(f"a plan has one to three axes, not {len(axes)}")
    wide = a.dtype.char not in "efF"
    fft_type = _TYPES[value_type, ("D" if wide else "F") if value_type != "R2C" else ("d" if wide else "f")]
    batch = 1
    for axis, length in enumerate(a.shape):
        batch *= 1 if axis in axes else length
    if len(axes) == 1:
        plan = Plan1d(lengths[0], fft_type, max(batch, 1))
    else:
        last = lengths[-1] // 2 + 1 if value_type == "R2C" else lengths[-1]
        plan = PlanNd(
            lengths, None, 1, 0, None, 1, 0, fft_type, batch, "C" if a.flags.c_contiguous else "F", axes[-1], last
        )
    plan._for = (lengths, axes, a.shape)
    return plan


def check_plan(plan, a, shape, axes, value_type):
    """Raises ValueError unless a plan, or the current one, is for such a transform; RuntimeError where there are
    two."""
    current = get_current_plan()
    if plan is None:
        plan = current
    elif current is not None:
        raise RuntimeError("Use the cuFFT plan either as a context manager or as an argument.")
    if not isinstance(plan, _Plan):
        raise ValueError("plan is what get_fft_plan makes")
    lengths, axes = _core._fft._transform_axes(a.shape, shape, axes, value_type)
    wide = a.dtype.char not in "efF"
    if plan.value_type != value_type:
        raise ValueError(f"the plan is for {plan.value_type} transforms, and this one is {value_type}")
    if plan._shape != lengths:
        raise ValueError(f"the plan is for lengths {plan._shape}, and the lengths here are {lengths}")
    if (plan.fft_type > CUFFT_C2R) != wide:
        raise ValueError(
            f"the plan is for {'double' if plan.fft_type > CUFFT_C2R else 'single'} precision, and the array is of "
            f"{a.dtype}"
        )
    made_for = getattr(plan, "_for", None)
    if made_for is not None and (made_for[1] != axes or [n for i, n in enumerate(made_for[2]) if i not in axes]
                                 != [n for i, n in enumerate(a.shape) if i not in axes]):  # fmt: skip
        raise ValueError(
            f"the plan was made for axes {made_for[1]} of an array of shape {made_for[2]}, not for axes {axes} of "
            f"{a.shape}"
        )
