"""Callbacks of transforms, by CuPy's names."""

import threading

from .. import _core

_entered = threading.local()  # its `managers`: what the thread has entered, the innermost last


def get_current_callback_manager():
    """The innermost `set_cufft_callbacks` whose block the calling thread is in, or None."""
    managers = getattr(_entered, "managers", None)
    return managers[-1] if managers else None


class set_cufft_callbacks:
    """Functions in CUDA C++ that the numbers of the transforms in a `with` block pass through: each number of the input
    through a load callback, each of the result through a store callback. They are kernels before and behind a
    transform, so they work on both processors and need neither nvcc nor cuFFT's static library.

    Parameters
        cb_load: the text of the load callback: a `__device__` function `cufftComplex f(void* dataIn, size_t offset,
            void* callerInfo, void* sharedPtr)`, and a variable `__device__ cufftCallbackLoadC d_loadCallbackPtr = f;`.
            The letters of the types are C, Z, R and D, by what is transformed: complex or real numbers, of single or
            double precision.
        cb_store: the text of the store callback, `void f(void* dataOut, size_t offset, cufftComplex element, void*
            callerInfo, void* sharedPtr)`, and d_storeCallbackPtr.
        cb_load_data, cb_store_data: arrays, whose addresses are the callbacks' `callerInfo`; cb_load_aux_arr and
            cb_store_aux_arr are other names for them.
        cb_ver: 'legacy', or 'jit' for texts that have only the function, whose offset is an `unsigned long long`;
            either text may be given with either.
        cb_load_name, cb_store_name: the functions, where texts have several and no variable.
    Raises
        ValueError: no text is given, one has no function, an unknown `cb_ver`, or one array under two names. TypeError:
        a text is not a str, or data not an array. In the block a transform raises CompileException where a callback
        does not fit its dtype.
    Example
        >>> code = r'''
        ... __device__ cufftComplex twice(void* data, size_t offset, void*, void*) {
        ...     cufftComplex x = ((cufftComplex*)data)[offset];
        ...     return make_float2(2 * x.x, 2 * x.y);
        ... }
        ... __device__ cufftCallbackLoadC d_loadCallbackPtr = twice;
        ... '''
        >>> with cuprum.fft.config.set_cufft_callbacks(cb_load=code):
        ...     cuprum.fft.fft(cuprum.ones(2, dtype='complex64'))
        array([4.+0.j, 0.+0.j], dtype=complex64)
    """

    def __init__(self, cb_load="", cb_store="", cb_load_data=None, cb_store_data=None, *, cb_load_aux_arr=None,
                 cb_store_aux_arr=None, cb_ver="legacy", cb_load_name="", cb_store_name=""):  # fmt: skip
        if cb_ver not in ("legacy", "jit", ""):
            raise ValueError(f"cb_ver is 'legacy' or 'jit', not {cb_ver!r}")
        for name, text in (("cb_load", cb_load), ("cb_store", cb_store)):
            if not isinstance(text, str):
                raise TypeError(f"{name} is CUDA C++ in a str, not {type(text).__name__}; machine code cannot be given")
        for old, new in ((cb_load_aux_arr, cb_load_data), (cb_store_aux_arr, cb_store_data)):
            if old is not None and new is not None:
                raise ValueError("a callback's data is given once, by cb_load_data or cb_store_data")
        self.cb_load, self.cb_store = cb_load, cb_store
        self.cb_load_aux_arr = cb_load_data if cb_load_aux_arr is None else cb_load_aux_arr
        self.cb_store_aux_arr = cb_store_data if cb_store_aux_arr is None else cb_store_aux_arr
        for data, of in ((self.cb_load_aux_arr, cb_load), (self.cb_store_aux_arr, cb_store)):
            if data is not None and not isinstance(data, _core.ndarray):
                raise TypeError(f"a callback's data is a cuprum array, not {type(data).__name__}")
            if data is not None and not of:
                raise ValueError("data is given for a callback whose text is not")
        self._callbacks = _core._fft.Callbacks(
            cb_load, cb_store, self.cb_load_aux_arr, self.cb_store_aux_arr, cb_load_name or "", cb_store_name or ""
        )

    def __enter__(self):
        self._callbacks.enter()
        if not hasattr(_entered, "managers"):
            _entered.managers = []
        _entered.managers.append(self)
        return self

    def __exit__(self, *_):
        self._callbacks.leave()
        _entered.managers.pop()
