"""Errors of CUDA's libraries, by CuPy's names."""

import copy
import pickle

import pytest

from cuprum.cuda import cublas, curand, cusolver, cusparse


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
