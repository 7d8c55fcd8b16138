"""Typed client code. It runs, and type checkers see what it tells of its arrays (test_stubs.py)."""

from typing import TYPE_CHECKING, Any

import numpy as np

import cuprum as cp
from cuprum.typing import NDArray
from cuprumx.scipy import interpolate
from cuprumx.scipy.sparse import csgraph, linalg

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

line = cp.poly1d([1.0, 2.0])
assert_type(cp.polyadd(single, [1.0]), cp.ndarray)
assert_type(cp.polymul(line, [1.0, 0.0]), cp.poly1d)
assert_type(cp.polyval(line, single), cp.ndarray)
assert_type(line(single), cp.ndarray)
assert_type(line(line), cp.poly1d)
assert_type(cp.polyder(line), cp.poly1d)
for number in single.flat:
    assert_type(number, cp.ndarray)
with cp.cuda.Device(0) as device, cp.cuda.Stream() as stream:
    identity: int = device.id
    stream.synchronize()
kernel = cp.RawKernel('extern "C" __global__ void nothing() {}', "nothing")
assert_type(kernel.code, str)
assert_type(kernel.file_path, str | None)
tree = csgraph.minimum_spanning_tree(cp.array([[0.0, 1.0], [0.0, 0.0]]))
dense: cp.ndarray = tree.toarray()
solution, info = linalg.cg(linalg.aslinearoperator(tree + tree.T), cp.ones(2))
knots: cp.ndarray = interpolate.splder(interpolate.make_interp_spline([0.0, 1, 2, 3, 4], [0.0, 1, 2, 3, 4])).t
