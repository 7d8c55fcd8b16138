"""`compile(log_stream=)` of raw kernels and modules writes what the compiler says."""

import io
import sys

import pytest

import cuprum as cp

TEXT = r"""
extern "C" __global__ void add(const float* x, const float* y, float* z) {
    int i = threadIdx.x;
    int unused_number;
    z[i] = x[i] + y[i];
}
template <class T>
__global__ void twice(T* x) {
    int unused_too;
    x[threadIdx.x] *= 2;
}
"""


def results(kernel):
    x, z = cp.arange(8, dtype="f"), cp.zeros(8, "f")
    kernel((1,), (8,), (x, x, z))
    return z.get().tolist()


@pytest.mark.parametrize("times", [1, 2])
def test_a_kernel_writes_warnings(times):
    kernel = cp.RawKernel(TEXT, "add")
    for _ in range(times):  # also of what was compiled before
        log = io.StringIO()
        kernel.compile(log_stream=log)
    assert "warning" in log.getvalue()
    assert "unused_number" in log.getvalue()
    assert results(kernel) == [2.0 * i for i in range(8)]


def test_a_module_writes_warnings():
    module = cp.RawModule(code=TEXT, name_expressions=["twice<double>"])
    log = io.StringIO()
    module.compile(log_stream=log)
    assert "unused_number" in log.getvalue()
    assert "unused_too" in log.getvalue()
    x = cp.arange(4.0)
    module.get_function("twice<double>")((1,), (4,), (x,))
    assert x.get().tolist() == [0, 2, 4, 6]


def test_a_template_writes_warnings():
    log = io.StringIO()
    cp.RawKernel(TEXT, "twice<int>").compile(log_stream=log)
    assert "unused_too" in log.getvalue()


def test_nothing_is_written_where_nothing_is_to_be_said(capsys):
    kernel = cp.RawKernel('extern "C" __global__ void k(float* x) { x[threadIdx.x] = 1; }', "k")
    log = io.StringIO()
    kernel.compile(log)
    assert log.getvalue().strip() == ""
    kernel.compile(log_stream=sys.stdout)
    kernel.compile()
    assert capsys.readouterr().out.strip() == ""


def test_errors_are_raised():
    kernel = cp.RawKernel('extern "C" __global__ void k(float* x) { x[0] = nothing; }', "k")
    with pytest.raises(cp.cuda.compiler.CompileException, match="nothing"):
        kernel.compile(log_stream=io.StringIO())
