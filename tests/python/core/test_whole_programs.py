"""The benchmarks' programs: NumPy's values, and the same bits where operations wait."""

import pathlib
import sys

import numpy as np
import pytest

import cuprum as cp
from cuprum import _core

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "benchmarks"))

from programs import NAMES, load  # noqa: E402


@pytest.mark.parametrize("name", NAMES)
def test_a_program(name):
    program = load(name)
    state = program.start(cp, program.SIZES[0])
    found = [cp.asnumpy(a) for a in program.advance(cp, state)]
    if not getattr(program, "IS_RANDOM", False):  # random numbers are a library's own
        expected = program.advance(np, program.start(np, program.SIZES[0]))
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            assert a.shape == b.shape and a.dtype == b.dtype
            if a.dtype == np.uint8:  # at a half either number is right
                assert abs(a.astype(int) - b).max() <= 1 and (a != b).mean() < 1e-3
            else:
                tolerance = 1e-3 if a.dtype in (np.float32, np.complex64) else 1e-10
                np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance * abs(b).max())
    for _ in range(4):
        with cp.deferred():
            waited = program.advance(cp, state)
            cp.eval(*waited)
        for a, b in zip(waited, found, strict=True):
            assert cp.asnumpy(a).tobytes() == b.tobytes()
        _core._wait_for_deferred_kernels()
