"""C++ prints arrays as NumPy does: its text is compared with NumPy's, to the letter."""

import ml_dtypes
import numpy as np
import pytest

import cuprum
from cuprum import _core

pytestmark = pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.4.0", reason="NumPy before 2.4 takes to exponents at other sizes"
)

DTYPES = ["?", "i1", "i4", "i8", "u1", "u8", "e", "f", "d", "F", "D", ml_dtypes.bfloat16]
SHAPES = [
    (),
    (1,),
    (0,),
    (0, 3),
    (3,),
    (40,),
    (2, 3),
    (3, 1, 2),
    (2, 2, 2, 2),
    (30, 40),
    (1001,),
    (7, 8, 20),
    (2000, 2),
]
SHAPES += [(4, 600), (1, 1, 1, 1200)]


def samples(dtype, shape):
    """Arrays of small, large and mixed magnitudes, with few digits and many, with and without non-finite values."""
    rng = np.random.default_rng(0)
    with np.errstate(all="ignore"):
        for scale in (1, 1e-6, 1e5, 1e10, 1e-3, 1e250):
            x = rng.standard_normal(shape) * scale
            if dtype.kind in "iu":
                info = np.iinfo(dtype)
                yield np.asarray(np.clip(x, max(info.min, -(2**62)), min(info.max, 2**62))).astype(dtype)
                continue
            if dtype.kind == "b":
                yield np.asarray(x > 0)
                return
            values = np.asarray(x + 1j * rng.standard_normal(shape) if dtype.kind == "c" else x).astype(dtype)
            yield values
            if dtype.kind == "V" or not values.size:
                continue
            yield np.asarray(np.round(values, 2))
            for first, last in [(np.nan, 1), (0, -np.inf), (-0.0, np.inf)]:
                special = values.copy()
                special.flat[0], special.flat[-1] = first, last
                yield special
            yield np.full(shape, np.nan, dtype)


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda d: np.dtype(d).name)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_text_is_numpys(dtype, shape):
    for host in samples(np.dtype(dtype), shape):
        array = cuprum.asarray(host)
        assert _core._repr_cpp(array) == repr(host)
        assert _core._str_cpp(array) == str(host)


@pytest.mark.parametrize("bits, dtype", [("u2", "e"), ("u4", "f"), ("u8", "d")])
def test_any_float_on_its_own(bits, dtype):
    rng = np.random.default_rng(1)
    values = rng.integers(0, np.iinfo(bits).max, 500, dtype=bits, endpoint=True).view(dtype)
    with np.errstate(over="ignore"):
        edges = np.array([0, -0.0, 1e-4, 9.9e-5, 1e3, 1e6, 1e16, 9999, 65504]).astype(dtype)
    for value in [*values, *edges]:
        assert _core._str_cpp(cuprum.asarray(value)) == str(value)
        assert _core._repr_cpp(cuprum.asarray([value])) == repr(np.array([value]))


def test_views_are_printed_as_they_are_seen():
    host = np.arange(2400.0).reshape(40, 60)
    for view in (np.s_[::-1, ::2], np.s_[3], np.s_[:, None, 5:]):
        assert _core._repr_cpp(cuprum.asarray(host)[view]) == repr(host[view])
    assert _core._repr_cpp(cuprum.asarray(host).T) == repr(host.T)
