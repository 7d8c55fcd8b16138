"""Matrices of a warp, nvcuda::wmma, in raw kernels: against NumPy."""

import ml_dtypes
import numpy as np
import pytest

import cuprum as cp
from common import assert_same

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

# C = 2 A B + C of one tile, each matrix in a larger one.
TILE = r"""
#include <mma.h>
using namespace nvcuda;
template <class In, class Stored, class Out, int M, int N, int K, class RowsA, class RowsB>
__global__ void tile(const Stored* a, int lda, const Stored* b, int ldb, Out* c, int ldc, bool by_rows) {
    wmma::fragment<wmma::matrix_a, M, N, K, In, RowsA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, In, RowsB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Out> fc, product;
    wmma::fill_fragment(product, Out(0.0f));
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    const wmma::layout_t layout = by_rows ? wmma::mem_row_major : wmma::mem_col_major;
    wmma::load_matrix_sync(fc, c, ldc, layout);
    wmma::mma_sync(product, fa, fb, product);
    for (int i = 0; i < product.num_elements; ++i) fc.x[i] += Out(2.0f) * product.x[i];
    wmma::store_matrix_sync(c, fc, ldc, layout);
}
"""
TYPES = [
    ("half", "half", "e", "half", "e", [(16, 16, 16), (32, 8, 16), (8, 32, 16)]),
    ("half", "half", "e", "float", "f", [(16, 16, 16), (8, 32, 16)]),
    ("__nv_bfloat16", "__nv_bfloat16", BFLOAT16, "float", "f", [(16, 16, 16), (32, 8, 16)]),
    ("signed char", "signed char", "i1", "int", "i4", [(16, 16, 16), (8, 32, 16)]),
    ("unsigned char", "unsigned char", "u1", "int", "i4", [(32, 8, 16)]),
    ("wmma::precision::tf32", "float", "f", "float", "f", [(16, 16, 8)]),
    ("double", "double", "d", "double", "d", [(8, 8, 4)]),
]


def placed(matrix, by_rows):
    """The matrix at the front of a larger array, by rows or by columns, and the larger array's stride."""
    host = matrix if by_rows else matrix.T
    wide = np.zeros((host.shape[0], host.shape[1] + 16), host.dtype)
    wide[:, : host.shape[1]] = host
    return cp.asarray(wide), np.int32(wide.shape[1])


@pytest.mark.parametrize("kind, stored, dtype, out, out_dtype, shapes", TYPES)
def test_products(kind, stored, dtype, out, out_dtype, shapes):
    rng = np.random.default_rng(5)
    low = 0 if np.dtype(dtype).kind == "u" else -7
    for m, n, k in shapes:
        a, b = (rng.integers(low, 8, shape).astype(dtype) for shape in [(m, k), (k, n)])
        c = rng.integers(-9, 9, (m, n)).astype(out_dtype)
        expected = (2 * (a.astype("d") @ b.astype("d")) + c.astype("d")).astype(out_dtype)
        for rows_a, rows_b, by_rows in [(True, True, True), (True, False, False), (False, True, True)]:
            layouts = ["wmma::row_major" if rows else "wmma::col_major" for rows in (rows_a, rows_b)]
            name = f"tile<{kind}, {stored}, {out}, {m}, {n}, {k}, {layouts[0]}, {layouts[1]}>"
            target, ldc = placed(c, by_rows)
            cp.RawKernel(TILE, name)((1,), (32,), (*placed(a, rows_a), *placed(b, rows_b), target, ldc, by_rows))
            result = target[:, : c.shape[1 if by_rows else 0]]
            assert_same(result if by_rows else result.T, expected)
            assert not target.get()[:, c.shape[1 if by_rows else 0] :].any()


def test_a_product_of_many_tiles():
    """Warps of a block that share their tiles, as lessons on tensor cores have it."""
    code = r"""
    #include <mma.h>
    #include <cuda_fp16.h>
    using namespace nvcuda::wmma;
    extern "C" __global__ void matmul(const half* a, const half* b, float* c, int n) {
        const int warp = threadIdx.x / warpSize;
        const int row = 16 * (blockIdx.y * 2 + warp / 2), column = 16 * (blockIdx.x * 2 + warp % 2);
        fragment<accumulator, 16, 16, 16, float> sum;
        fill_fragment(sum, 0.0f);
        __shared__ half tiles[4][2][256];
        for (int k = 0; k < n; k += 16) {
            for (int i = threadIdx.x % 32; i < 256; i += 32) {
                tiles[warp][0][i] = a[(row + i / 16) * n + k + i % 16];
                tiles[warp][1][i] = b[(k + i / 16) * n + column + i % 16];
            }
            __syncthreads();
            fragment<matrix_a, 16, 16, 16, half, row_major> left;
            fragment<matrix_b, 16, 16, 16, half, row_major> right;
            load_matrix_sync(left, tiles[warp][0], 16);
            load_matrix_sync(right, tiles[warp][1], 16);
            mma_sync(sum, left, right, sum);
            __syncthreads();
        }
        store_matrix_sync(c + row * n + column, sum, n, mem_row_major);
    }"""
    n = 96
    rng = np.random.default_rng(6)
    a, b = rng.standard_normal((2, n, n)).astype("e")
    c = cp.full((n, n), np.nan, "f")
    cp.RawKernel(code, "matmul")((n // 32, n // 32), (128,), (cp.asarray(a), cp.asarray(b), c, np.int32(n)))
    exact = a.astype("d") @ b.astype("d")
    assert np.abs(c.get() - exact).max() < 1e-4


def test_saturation_and_rounding():
    code = r"""
    #include <mma.h>
    using namespace nvcuda;
    extern "C" __global__ void f(int* c, const float* x, float* rounded) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
        wmma::fragment<wmma::accumulator, 16, 16, 16, int> s;
        wmma::fill_fragment(a, 100);
        wmma::fill_fragment(b, 100);
        wmma::fill_fragment(s, 2147483000);
        wmma::mma_sync(s, a, b, s, true);
        wmma::store_matrix_sync(c, s, 16, wmma::mem_row_major);
        rounded[threadIdx.x] = wmma::__float_to_tf32(x[threadIdx.x]);
    }"""
    c, rounded = cp.zeros((16, 16), "i"), cp.zeros(32, "f")
    x = np.tile(np.array([1 + 2**-11, 1 + 2**-12, -1 - 2**-11, 3e38, np.inf, -np.inf, 0, 1e-30], "f"), 4)
    cp.RawKernel(code, "f")((1,), (32,), (c, cp.asarray(x), rounded))
    assert (c.get() == 2**31 - 1).all()
    got = rounded.get()[:8]
    assert got[:3].tolist() == [1 + 2**-10, 1, -1 - 2**-10] and got[4:7].tolist() == [np.inf, -np.inf, 0]
    assert not (got.view("i4")[[3, 7]] & 0x1FFF).any() and np.allclose(got[[3, 7]], x[[3, 7]], rtol=2**-11)


def test_shapes_that_are_not_there():
    code = r"""
    #include <mma.h>
    extern "C" __global__ void f() { nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, half> a;
        nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 8, half, nvcuda::wmma::row_major> b; }"""
    with pytest.raises(cp.cuda.compiler.CompileException):
        cp.RawKernel(code, "f").compile()
