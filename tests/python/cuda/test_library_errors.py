"""Errors of CUDA's libraries, by CuPy's names."""

import copy
import pickle

import pytest

import cuprum as cp
from cuprum import cuda
from cuprum.cuda import cublas, curand, cusolver, cusparse, driver, nvrtc


@pytest.mark.parametrize(
    ("kind", "status", "name"),
    [
        (cublas.CUBLASError, 1, "CUBLAS_STATUS_NOT_INITIALIZED"),
        (cublas.CUBLASError, 13, "CUBLAS_STATUS_EXECUTION_FAILED"),
        (cusolver.CUSOLVERError, 3, "CUSOLVER_STATUS_INVALID_VALUE"),
        (cusparse.CuSparseError, 11, "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"),
        (curand.CURANDError, 104, "CURAND_STATUS_OUT_OF_RANGE"),
    ],
)
def test_errors_have_names(kind, status, name):
    error = kind(status)
    assert isinstance(error, RuntimeError) and error.status == status and str(error) == name
    for same in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(same) is kind and same.args == error.args and same.status == status
    told = pickle.loads(pickle.dumps(kind(status, "while multiplying")))
    assert str(told) == "while multiplying" and told.status == status
    assert "1234" in str(kind(1234))


def test_errors_of_the_compiler():
    """A number gives the reason; a kernel that does not compile raises CompileException, as in CuPy."""
    error = nvrtc.NVRTCError(1)
    assert isinstance(error, RuntimeError) and error.status == 1 and str(error) == "NVRTC_ERROR_OUT_OF_MEMORY (1)"
    assert str(pickle.loads(pickle.dumps(nvrtc.NVRTCError(6)))) == "NVRTC_ERROR_COMPILATION (6)"
    assert "(77)" in str(nvrtc.NVRTCError(77))
    with pytest.raises(cuda.compiler.CompileException):
        cp.RawKernel('extern "C" __global__ void k() { nothing; }', "k").compile()


def test_contexts_of_the_driver():
    assert driver.ctxGetDevice() == cuda.Device().id
    if cuda.is_available():
        current = driver.ctxGetCurrent()
        assert current and driver.streamGetCtx(cuda.Stream().ptr) == current == driver.streamGetCtx(0)
    else:  # a CPU has no context
        for call in (driver.ctxGetCurrent, lambda: driver.streamGetCtx(0)):
            with pytest.raises(cuda.runtime.CUDARuntimeError):
                call()
