"""Helpers for tests that run with NumPy and with cuprum, in the manner of cupy.testing.

A test with one of the `numpy_cuprum_*` (or, by CuPy's names, `numpy_cupy_*`) decorators is called twice, with
`xp=numpy` and with `xp=cuprum`, and what it returns is compared.

>>> class TestSum:
...     @testing.for_all_dtypes()
...     @testing.numpy_cupy_allclose(rtol=1e-6)
...     def test_sum(self, xp, dtype):
...         return testing.shaped_random((3, 4), xp, dtype).sum(axis=0)
"""

from ._array import (
    assert_allclose,
    assert_array_almost_equal,
    assert_array_almost_equal_nulp,
    assert_array_equal,
    assert_array_less,
    assert_array_list_equal,
    assert_array_max_ulp,
)
from ._compare import (
    numpy_cupy_allclose,
    numpy_cupy_array_almost_equal,
    numpy_cupy_array_almost_equal_nulp,
    numpy_cupy_array_equal,
    numpy_cupy_array_less,
    numpy_cupy_array_list_equal,
    numpy_cupy_array_max_ulp,
    numpy_cupy_equal,
    numpy_cupy_raises,
)
from ._conditions import (
    AssertFunctionIsCalled,
    assert_warns,
    fix_random,
    generate_seed,
    installed,
    multi_gpu,
    numpy_satisfies,
    slow,
    with_requires,
)
from ._data import (
    generate_matrix,
    shaped_arange,
    shaped_linspace,
    shaped_random,
    shaped_reverse_arange,
    shaped_sparse_random,
)
from ._loops import (
    for_all_dtypes,
    for_all_dtypes_combination,
    for_CF_orders,
    for_complex_dtypes,
    for_contiguous_axes,
    for_dtypes,
    for_dtypes_combination,
    for_float_dtypes,
    for_int_dtypes,
    for_int_dtypes_combination,
    for_orders,
    for_signed_dtypes,
    for_signed_dtypes_combination,
    for_unsigned_dtypes,
    for_unsigned_dtypes_combination,
)
from ._parameterized import NumpyAliasBasicTestBase, NumpyAliasValuesTestBase, parameterize, product, product_dict

__all__ = [name for name in dir() if not name.startswith("_")]
