"""Typed client code. It runs, and type checkers see what it tells of its arrays (test_stubs.py)."""

from typing import TYPE_CHECKING, Any

import numpy as np

import cuprum as cp
from cuprum.typing import NDArray

if TYPE_CHECKING:
    from typing_extensions import assert_type
else:

    def assert_type(value, _):
        return value


AnyShape = tuple[Any, ...]
Floats = cp.ndarray[AnyShape, np.dtype[np.float64]]
Singles = cp.ndarray[AnyShape, np.dtype[np.float32]]
Truth = cp.ndarray[AnyShape, np.dtype[np.bool]]


def scale(a: NDArray[np.float32], by: float) -> NDArray[np.float32]:
    a *= by
    return a.copy()


def image_size(a: cp.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> tuple[int, int]:
    return a.shape


zeros = cp.zeros(3)
assert_type(zeros, Floats)
single = cp.zeros((3, 3), dtype=cp.float32)
assert_type(single, Singles)
assert_type(cp.ones(3, np.dtype(np.float32)), Singles)
assert_type(cp.full(3, 1, cp.float32), Singles)
assert_type(cp.arange(3, dtype=cp.float32), Singles)
assert_type(cp.array([1, 2], dtype=cp.float32), Singles)
assert_type(cp.asarray(np.ones(3, np.float32)), Singles)
assert_type(cp.zeros_like(single, dtype=cp.float64), Floats)
assert_type(cp.array([1, 2]), cp.ndarray)
assert_type(cp.zeros(3, "f"), cp.ndarray)
assert_type(single.dtype, np.dtype[np.float32])
assert_type(single.shape, AnyShape)
assert_type(single.T, Singles)
assert_type(single[0], Singles)
assert_type(single[:, 1:], Singles)
assert_type(single.reshape(-1), Singles)
assert_type(single.astype(cp.float64), Floats)
assert_type(single.astype("d"), cp.ndarray)
assert_type(single > 0, Truth)
assert_type(single == 0, Truth)
assert_type(single.max(axis=0), Singles)
assert_type(single.argsort(), cp.ndarray[AnyShape, np.dtype[np.int64]])
assert_type(single.get(), np.ndarray[AnyShape, np.dtype[np.float32]])
for row in single:
    assert_type(row, Singles)
assert_type(scale(single, 2), Singles)
scale(cp.asarray(single), 2)
assert image_size(cp.zeros((2, 3), dtype=cp.uint8)) == (2, 3)
mixed: cp.ndarray = single + zeros
single = cp.sin(single)
assert_type(cp.array([(1, 2.0)], dtype="i4, f8")["f0"], cp.ndarray)
