"""What kernels see of the arrays behind their elements: `_ind`, `_raw_x`, `_in_ind`, `_out_ind`, with and without
reduce_dims, against CuPy's rules."""

import itertools

import numpy as np
import pytest
from common import assert_same, layouts, to_device

import cuprum as cp


def merged(shape, strides):
    """Axes as reduce_dims leaves them: those of length 1 go, and neighbours become one where all arrays allow it."""
    axes = [d for d, n in enumerate(shape) if n != 1]
    lengths, steps = [], [[] for _ in strides]
    for d in axes:
        if lengths and all(s[-1] == a[d] * shape[d] for s, a in zip(steps, strides)):
            lengths[-1] *= shape[d]
            for s, a in zip(steps, strides):
                s[-1] = a[d]
        else:
            lengths.append(shape[d])
            for s, a in zip(steps, strides):
                s.append(a[d])
    return lengths, steps


def report(ndim):
    """A kernel that writes what `_raw_x` and `_raw_y` tell to `out`."""
    text = "out[0] = _raw_x.ndim; out[1] = _ind.ndim; out[2] = _raw_x.size(); out[3] = _ind.size();"
    text += "for (int d = 0; d < _raw_x.ndim; ++d) { out[4 + d] = _raw_x.shape()[d]; out[12 + d] = _raw_x.strides()[d];"
    text += " out[20 + d] = _raw_y.strides()[d]; out[28 + d] = _ind.shape()[d]; }"
    return text


SHAPES = [(5,), (4, 5), (3, 4, 5), (2, 3, 4, 5), (3, 1, 5), (1, 4, 1, 3)]


@pytest.mark.parametrize("reduce_dims", [False, True])
def test_arrays_of_elementwise_kernels(reduce_dims):
    for shape in SHAPES:
        kernel = cp.ElementwiseKernel(
            "T x, T y", "raw int64 out", report(len(shape)), "report", reduce_dims=reduce_dims
        )  # fmt: skip
        for (_, a), (_, b) in itertools.product(layouts(np.zeros(shape)), layouts(np.zeros(shape))):
            x, y = to_device(a), to_device(b)
            out = cp.zeros(36, "i8")
            kernel(x, y, out)
            lengths, steps = list(shape), [list(x.strides), list(y.strides)]
            if reduce_dims and len(shape) > 1:
                lengths, steps = merged(shape, [x.strides, y.strides])
            n, got = len(lengths), out.get()
            assert got[:4].tolist() == [n, n, a.size, a.size], (shape, x.strides, y.strides)
            assert got[4 : 4 + n].tolist() == lengths == got[28 : 28 + n].tolist()
            assert got[12 : 12 + n].tolist() == steps[0] and got[20 : 20 + n].tolist() == steps[1]


def test_broadcast_arrays_have_the_loops_shape():
    text = "for (int d = 0; d < 2; ++d) { out[d] = _raw_x.shape()[d]; out[2 + d] = _raw_x.strides()[d]; }"
    kernel = cp.ElementwiseKernel("T x, T y", "raw int64 out", text, "broadcast_shape", reduce_dims=False)
    for x, strides in [
        (cp.zeros(4), (0, 8)),
        (cp.zeros((3, 1)), (8, 0)),
        (cp.zeros(()), (0, 0)),
        (cp.zeros((1, 4)), (0, 8)),
    ]:
        out = cp.zeros(4, "i8")
        kernel(x, cp.zeros((3, 4)), out)
        assert out.tolist() == [3, 4, *strides]


def test_raw_inputs_beside_a_shape_of_outputs():
    """As cucim's and CuPy's own filters have it: the output's shape, whatever the inputs are."""
    kernel = cp.ElementwiseKernel(
        "raw X x", "Y y", "y = _raw_y.ndim * 1000 + _raw_y.shape()[1]", "shape_of_y", reduce_dims=False
    )
    assert_same(kernel(cp.zeros((3, 5)), cp.zeros((3, 5))), np.full((3, 5), 2005.0))
    blur = cp.ElementwiseKernel(
        "raw X x, raw W w",
        "Y y",
        """
        const ptrdiff_t columns = _raw_y.shape()[1], row = i / columns, column = i % columns;
        const int reach = (int)w.size() / 2;
        W sum = 0;
        for (int k = -reach; k <= reach; ++k) {
            ptrdiff_t at = column + k;
            at = at < 0 ? 0 : at >= columns ? columns - 1 : at;
            sum += w[k + reach] * x[row * columns + at];
        }
        y = (Y)sum;
        """,
        "blur_rows",
        reduce_dims=False,
    )
    image = np.random.default_rng(0).random((7, 9))
    weights = np.exp(-0.5 * np.arange(-2, 3) ** 2)
    weights /= weights.sum()
    padded = np.pad(image, ((0, 0), (2, 2)), "edge")
    expected = sum(weights[k] * padded[:, k : k + 9] for k in range(5))
    out = blur(cp.asarray(image), cp.asarray(weights), cp.zeros((7, 9)))
    assert_same(out, expected, rtol=1e-12)


def test_loop_prep_and_after_loop_see_arrays():
    kernel = cp.ElementwiseKernel(
        "T x", "T y", "y = x + rows", "prepared", reduce_dims=False,
        loop_prep="const ptrdiff_t rows = _raw_x.shape()[0]", after_loop="if (_ind.ndim != 2) _raw_y[0] = -1",
    )  # fmt: skip
    assert_same(kernel(cp.zeros((3, 5))), np.full((3, 5), 3.0))


def test_macros_and_options_see_arrays():
    kernel = cp.ElementwiseKernel("T x", "T y", "y = AXES", "defined", options=("-DAXES=_ind.ndim",), reduce_dims=False)
    assert_same(kernel(cp.zeros((2, 3, 4))), np.full((2, 3, 4), 3.0))
    pasted = cp.ElementwiseKernel(
        "T x", "T y", "y = ARRAY(x).ndim", "pasted", preamble="#define ARRAY(name) _raw_##name", reduce_dims=False
    )
    assert_same(pasted(cp.zeros((2, 3))), np.full((2, 3), 2.0))


@pytest.mark.parametrize("reduce_dims", [False, True])
def test_arrays_of_reductions(reduce_dims):
    for shape in [(5,), (4, 5), (3, 4, 5)]:
        for axis in [None, *range(len(shape))]:
            kernel = cp.ReductionKernel(
                "T x", "int64 y", "_raw_x.ndim * 1000000 + _raw_x.shape()[0] * 1000 + _raw_x.strides()[0]", "max(a, b)",
                "y = a * 100 + _raw_x.size() + _in_ind.ndim", "0", "arrays", reduce_dims=reduce_dims,
            )  # fmt: skip
            for _, a in layouts(np.zeros(shape)):
                x = to_device(a)
                reduced = range(len(shape)) if axis is None else [axis]
                order = [*reduced, *(d for d in range(len(shape)) if d not in reduced)]
                lengths, strides = [shape[d] for d in order], [x.strides[d] for d in order]
                if reduce_dims and len(shape) > 1:
                    lengths, (strides,) = merged(lengths, [strides])
                expected = (len(lengths) * 1000000 + lengths[0] * 1000 + strides[0]) * 100 + a.size + len(lengths)
                assert (kernel(x, axis=axis).get() == expected).all(), (shape, axis, x.strides)


def test_outputs_arrays_of_reductions():
    kernel = cp.ReductionKernel(
        "T x", "T y", "x", "a + b", "y = a + _raw_y.size() * 100 + _raw_y.ndim", "0", "of_outputs"
    )
    assert_same(kernel(cp.ones((3, 4, 5)), axis=1), np.full((3, 5), 4.0 + 1500 + 1))
    indexed = cp.ReductionKernel(
        "T x", "T y", "x * _raw_x[_in_ind.get()]", "a + b", "y = a", "0", "squares_by_index", reduce_dims=False
    )
    a = np.random.default_rng(1).random((6, 7, 8))
    for axis in (None, 0, 1, 2):
        assert_same(indexed(cp.asarray(a), axis=axis), np.asarray((a * a).sum(axis)), rtol=1e-12)
