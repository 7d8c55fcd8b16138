"""Helpers for tests that run with NumPy and with cuprum, in the manner of cupy.testing.

A test with one of the `numpy_cuprum_*` (or, by CuPy's names, `numpy_cupy_*`) decorators is called twice, with
`xp=numpy` and with `xp=cuprum`, and what it returns is compared.

>>> class TestSum:
...     @testing.for_all_dtypes()
...     @testing.numpy_cupy_allclose(rtol=1e-6)
...     def test_sum(self, xp, dtype):
...         return testing.shaped_random((3, 4), xp, dtype).sum(axis=0)

Raises
    AssertionError: what is tested does not hold.

Each group below shows its functions at work.

Comparison of arrays (assert_allclose, assert_array_almost_equal, assert_array_almost_equal_nulp, assert_array_equal,
assert_array_less, assert_array_list_equal, assert_array_max_ulp):
    >>> testing.assert_allclose(cp.array([1.0, 2.0]), np.array([1.0, 2.0 + 1e-9]))
    >>> testing.assert_array_list_equal([cp.arange(2), cp.ones(1)], [np.arange(2), np.ones(1)])
    >>> try:
    ...     testing.assert_array_equal(cp.arange(3), [0, 1, 3])
    ... except AssertionError as error:
    ...     print("Mismatched elements: 1 / 3" in str(error))
    True

Comparison of NumPy and cuprum (numpy_cupy_allclose, numpy_cupy_array_almost_equal, numpy_cupy_array_almost_equal_nulp,
numpy_cupy_array_equal, numpy_cupy_array_less, numpy_cupy_array_list_equal, numpy_cupy_array_max_ulp, numpy_cupy_equal,
numpy_cupy_raises):
    >>> @testing.numpy_cupy_allclose(rtol=1e-12)
    ... def test_sum(xp):
    ...     return xp.sin(xp.arange(4.0)).sum()
    >>> test_sum()

Loops over dtypes, orders and axes (for_all_dtypes, for_all_dtypes_combination, for_complex_dtypes, for_dtypes,
for_dtypes_combination, for_float_dtypes, for_int_dtypes, for_int_dtypes_combination, for_signed_dtypes,
for_signed_dtypes_combination, for_unsigned_dtypes, for_unsigned_dtypes_combination, for_orders, for_CF_orders,
for_contiguous_axes):
    >>> @testing.for_orders("CF")
    ... @testing.for_dtypes("fd")
    ... def test(dtype, order):
    ...     print(cp.zeros((2, 3), dtype, order).dtype, order)
    >>> test()
    float32 C
    float64 C
    float32 F
    float64 F

Data (shaped_arange, shaped_linspace, shaped_random, shaped_reverse_arange, shaped_sparse_random, generate_matrix):
    >>> testing.shaped_arange((2, 3))
    array([[1., 2., 3.],
           [4., 5., 6.]], dtype=float32)
    >>> testing.shaped_reverse_arange((3,), np, "int32")
    array([3, 2, 1], dtype=int32)
    >>> matrix = testing.generate_matrix((2, 2), dtype="float64", singular_values=[4.0, 1.0])
    >>> cp.linalg.svd(matrix, compute_uv=False).round(6)
    array([4., 1.])

Seeds (fix_random, generate_seed):
    >>> @testing.fix_random()
    ... def test():
    ...     return testing.generate_seed()
    >>> test() == test()
    True

Parameters (product, product_dict):
    >>> testing.product({"a": [1, 2], "b": [3, 4]})
    [{'a': 1, 'b': 3}, {'a': 1, 'b': 4}, {'a': 2, 'b': 3}, {'a': 2, 'b': 4}]
    >>> testing.product_dict([{"a": 1}, {"a": 2}], [{"b": 3}])
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]

Conditions (installed, numpy_satisfies, with_requires, multi_gpu, slow):
    >>> testing.installed("numpy>=2"), testing.numpy_satisfies("<1")
    (True, False)
    >>> @testing.with_requires("numpy>=2")
    ... @testing.multi_gpu(1)
    ... def test():
    ...     print("runs")
    >>> test()
    runs

Calls and warnings (AssertFunctionIsCalled, assert_warns):
    >>> import math, warnings
    >>> with testing.AssertFunctionIsCalled("math.sin", return_value=2.0):
    ...     math.sin(1.0)
    2.0
    >>> with testing.assert_warns(UserWarning):
    ...     warnings.warn("look out")

Aliases (NumpyAliasBasicTestBase, NumpyAliasValuesTestBase):
    >>> class TestIscomplexobj(testing.NumpyAliasValuesTestBase):
    ...     func = "iscomplexobj"
    ...     args = (1j,)
    >>> TestIscomplexobj("test_values").run().wasSuccessful()
    True
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
