"""Errors of CUDA's libraries: each has the number and the name that the library gives the reason."""

_CUBLAS = {
    1: "NOT_INITIALIZED", 3: "ALLOC_FAILED", 7: "INVALID_VALUE", 8: "ARCH_MISMATCH", 11: "MAPPING_ERROR",
    13: "EXECUTION_FAILED", 14: "INTERNAL_ERROR", 15: "NOT_SUPPORTED", 16: "LICENSE_ERROR",
}  # fmt: skip
_CUSOLVER = dict(
    enumerate(
        "NOT_INITIALIZED ALLOC_FAILED INVALID_VALUE ARCH_MISMATCH MAPPING_ERROR EXECUTION_FAILED INTERNAL_ERROR "
        "MATRIX_TYPE_NOT_SUPPORTED NOT_SUPPORTED ZERO_PIVOT INVALID_LICENSE".split(),
        1,
    )
)
_CUSPARSE = dict(
    enumerate(
        "NOT_INITIALIZED ALLOC_FAILED INVALID_VALUE ARCH_MISMATCH MAPPING_ERROR EXECUTION_FAILED INTERNAL_ERROR "
        "MATRIX_TYPE_NOT_SUPPORTED ZERO_PIVOT NOT_SUPPORTED INSUFFICIENT_RESOURCES".split(),
        1,
    )
)
_CURAND = {
    100: "VERSION_MISMATCH", 101: "NOT_INITIALIZED", 102: "ALLOCATION_FAILED", 103: "TYPE_ERROR", 104: "OUT_OF_RANGE",
    105: "LENGTH_NOT_MULTIPLE", 106: "DOUBLE_PRECISION_REQUIRED", 201: "LAUNCH_FAILURE", 202: "PREEXISTING_FAILURE",
    203: "INITIALIZATION_FAILED", 204: "ARCH_MISMATCH", 999: "INTERNAL_ERROR",
}  # fmt: skip
_NVRTC = dict(
    enumerate(
        "OUT_OF_MEMORY PROGRAM_CREATION_FAILURE INVALID_INPUT INVALID_PROGRAM INVALID_OPTION COMPILATION "
        "BUILTIN_OPERATION_FAILURE NO_NAME_EXPRESSIONS_AFTER_COMPILATION NO_LOWERED_NAMES_BEFORE_COMPILATION "
        "NAME_EXPRESSION_NOT_VALID INTERNAL_ERROR TIME_FILE_WRITE_FAILED NO_PCH_CREATE_ATTEMPTED "
        "PCH_CREATE_HEAP_EXHAUSTED PCH_CREATE CANCELLED".split(),
        1,
    )
)


class _LibraryError(RuntimeError):
    _names, _prefix = {}, ""

    def __init__(self, status, message=""):
        self.status = int(status)
        name = self._names.get(self.status)
        self._message = message
        super().__init__(message or (self._prefix + name if name else f"unknown status {self.status}"))

    def __reduce__(self):
        return type(self), (self.status, self._message)


class CUBLASError(_LibraryError):
    """A call of cuBLAS failed. `status` is its number for the reason."""

    _names, _prefix = _CUBLAS, "CUBLAS_STATUS_"


class CUSOLVERError(_LibraryError):
    """A call of cuSOLVER failed. `status` is its number for the reason."""

    _names, _prefix = _CUSOLVER, "CUSOLVER_STATUS_"


class CuSparseError(_LibraryError):
    """A call of cuSPARSE failed. `status` is its number for the reason."""

    _names, _prefix = _CUSPARSE, "CUSPARSE_STATUS_"


class CURANDError(_LibraryError):
    """A call of cuRAND failed. `status` is its number for the reason."""

    _names, _prefix = _CURAND, "CURAND_STATUS_"


class NVRTCError(RuntimeError):
    """A call of CUDA's run-time compiler failed. `status` is its number for the reason.

    A kernel that does not compile raises `CompileException`, as in CuPy.
    """

    def __init__(self, status):
        self.status = int(status)
        name = _NVRTC.get(self.status)
        super().__init__(f"NVRTC_ERROR_{name} ({self.status})" if name else f"NVRTC_ERROR unknown ({self.status})")

    def __reduce__(self):
        return type(self), (self.status,)
