"""cuprum.testing, which users' test-suites stand on: that it finds what is wrong is tested as well as that it lets pass
what is right."""

import unittest

import numpy as np
import pytest

import cuprum as cp
from cuprum import testing


class TestLoops:
    def test_dtypes(self):
        seen = {}
        for name in ("all", "float", "signed", "unsigned", "int", "complex"):
            found = seen[name] = []
            getattr(testing, f"for_{name}_dtypes")()(lambda dtype, found=found: found.append(dtype))()
        assert {np.dtype(t).char for t in seen["all"]} >= set("?bhilBHILefdFD")
        assert seen["float"] == [np.float64, np.float32, np.float16]
        assert {np.dtype(t).kind for t in seen["signed"]} == {"i"} and {np.dtype(t).kind for t in seen["unsigned"]} == {
            "u"
        }
        assert {np.dtype(t).kind for t in seen["int"]} == {"i", "u", "b"}
        assert seen["complex"] == [np.complex64, np.complex128]

    def test_exclusions(self):
        seen = []
        testing.for_all_dtypes("t", no_float16=True, no_bool=True, no_complex=True)(
            lambda t: seen.append(np.dtype(t))
        )()
        assert {t.kind for t in seen} == set("iuf") and np.dtype("e") not in seen

    def test_combinations(self):
        for full in (True, False):
            seen = []
            testing.for_dtypes_combination("bhifd", ("a", "b"), full)(lambda a, b: seen.append((a, b)))()
            assert len(seen) == len(set(seen)) and (len(seen) == 25) == full
            assert {a for a, b in seen} == {b for a, b in seen} == {np.dtype(c).type for c in "bhifd"}
            assert any(a != b for a, b in seen)

    @pytest.mark.parametrize("kind", ["all", "int", "signed", "unsigned"])
    def test_named_combinations(self, kind):
        seen = []
        getattr(testing, f"for_{kind}_dtypes_combination")(names=("x", "y"))(lambda x, y: seen.append((x, y)))()
        assert len(seen) > 4

    def test_orders(self):
        seen = []
        testing.for_orders("CF")(lambda order: seen.append(order))()
        testing.for_CF_orders("o")(lambda o: seen.append(o))()
        assert seen[:2] == ["C", "F"] and None in seen[2:] and "f" in seen[2:]

    def test_axes(self):
        class Case:
            shape, order, seen = (2, 3, 4), "C", []

            @testing.for_contiguous_axes()
            def run(self, axis):
                self.seen.append(axis)

        Case().run()
        assert Case.seen == [(0, 1, 2), (1, 2), (2,)]

    def test_failures_name_the_dtype(self):
        @testing.for_dtypes([np.int8, np.float32])
        def fails(dtype):
            assert dtype != np.float32

        with pytest.raises(AssertionError) as caught:
            fails()
        assert caught.value.__notes__ == ["dtype is float32"]

    def test_nesting(self):
        calls = []

        @testing.for_orders("CF")
        @testing.for_dtypes("fd")
        @testing.numpy_cupy_array_equal()
        def test(xp, dtype, order):
            calls.append((xp, dtype, order))
            return xp.ones((2, 3), dtype, order=order)

        test()
        assert len(calls) == 8 and {xp for xp, _, _ in calls} == {np, cp}


# Of each decorator: a test that passes and one that must fail.
COMPARISONS = [
    (testing.numpy_cupy_allclose, lambda xp: xp.arange(3.0), lambda xp: xp.arange(3.0) + (xp is cp) * 1e-6),
    (testing.numpy_cupy_array_equal, lambda xp: xp.arange(3), lambda xp: xp.arange(3) + (xp is cp)),
    (
        testing.numpy_cupy_array_almost_equal,
        lambda xp: xp.ones(2) + (xp is cp) * 1e-8,
        lambda xp: xp.ones(2) + (xp is cp) * 1e-4,
    ),
    (testing.numpy_cupy_array_almost_equal_nulp, lambda xp: xp.ones(2), lambda xp: xp.ones(2) + (xp is cp) * 1e-8),
    (testing.numpy_cupy_array_max_ulp, lambda xp: xp.ones(2), lambda xp: xp.ones(2) + (xp is cp) * 1e-8),
    (testing.numpy_cupy_array_less, lambda xp: xp.ones(2) - (xp is cp), lambda xp: xp.ones(2)),
    (
        testing.numpy_cupy_array_list_equal,
        lambda xp: [xp.ones(2), xp.zeros(3)],
        lambda xp: [xp.ones(2)] * (1 + (xp is cp)),
    ),
    (testing.numpy_cupy_equal, lambda xp: xp.ones(2).shape, lambda xp: xp is cp),
    (testing.numpy_cupy_raises, lambda xp: xp.ones(2).reshape(3), lambda xp: xp.ones(2)),
]


@pytest.mark.parametrize("decorator, good, bad", COMPARISONS, ids=lambda x: getattr(x, "__name__", None))
def test_comparisons(decorator, good, bad):
    decorator()(good)()
    with pytest.raises(AssertionError):
        decorator()(bad)()


class TestComparison:
    def test_dtypes_are_compared(self):
        def test(xp):
            return xp.ones(2, "f" if xp is cp else "d")

        with pytest.raises(AssertionError, match="dtypes"):
            testing.numpy_cupy_allclose()(test)()
        testing.numpy_cupy_allclose(type_check=False)(test)()

    def test_contiguity_is_compared(self):
        def test(xp):
            return xp.ones((2, 3), order="F" if xp is cp else "C")

        with pytest.raises(AssertionError, match="contiguous"):
            testing.numpy_cupy_allclose()(test)()
        testing.numpy_cupy_allclose(contiguous_check=False)(test)()

    def test_tolerance_by_dtype(self):
        testing.numpy_cupy_allclose({np.float32: 1e-3, "default": 0})(
            lambda xp: xp.ones(2, "f") + xp.float32(1e-4) * (xp is cp)
        )()
        with pytest.raises(AssertionError):
            testing.numpy_cupy_allclose({np.float32: 1e-3, "default": 0})(lambda xp: xp.ones(2) + 1e-4 * (xp is cp))()

    def test_several_results(self):
        testing.numpy_cupy_allclose()(lambda xp: (xp.ones(2), [xp.zeros(3)]))()
        with pytest.raises(AssertionError):
            testing.numpy_cupy_allclose()(lambda xp: (xp.ones(2), xp.zeros(3) + (xp is cp)))()

    def test_errors(self):
        def raises(kinds):
            def test(xp):
                if kinds.get(xp):
                    raise kinds[xp]("told")
                return xp.ones(2)

            return test

        for kinds in ({np: ValueError}, {cp: ValueError}, {np: ValueError, cp: ValueError}):
            with pytest.raises(AssertionError, match="told"):
                testing.numpy_cupy_allclose()(raises(kinds))()
        testing.numpy_cupy_allclose(accept_error=ValueError)(raises({np: ValueError, cp: ValueError}))()
        testing.numpy_cupy_allclose(accept_error=True)(raises({np: ValueError, cp: ValueError}))()
        with pytest.raises(AssertionError):
            testing.numpy_cupy_allclose(accept_error=TypeError)(raises({np: ValueError, cp: ValueError}))()
        with pytest.raises(AssertionError, match="Different"):
            testing.numpy_cupy_raises()(raises({np: ValueError, cp: TypeError}))()

    def test_skips_go_through(self):
        @testing.numpy_cupy_allclose()
        def test(xp):
            raise unittest.SkipTest("not today")

        with pytest.raises(unittest.SkipTest):
            test()

    def test_scipy(self):
        seen = []
        testing.numpy_cupy_equal(name=None, scipy_name="scp")(lambda scp: seen.append(scp.__name__))()
        assert seen == ["cuprumx.scipy", "scipy"]


@testing.parameterize(*testing.product({"shape": [(2, 3), (0,), ()], "dtype": ["f", "i4"]}))
class TestParameterized:
    @testing.numpy_cupy_array_equal()
    def test_attributes(self, xp):
        assert self.shape in [(2, 3), (0,), ()]
        return xp.ones(self.shape, self.dtype)

    @testing.for_orders("CF")
    @testing.numpy_cupy_array_equal()
    def test_beside_fixtures(self, xp, order, tmp_path):
        assert tmp_path.exists()
        return xp.ones(self.shape, self.dtype, order)


@testing.parameterize({"value": 1}, {"value": 2})
class TestParameterizedUnittest(unittest.TestCase):
    def test_value(self):
        assert self.value in (1, 2)


def test_unittest_classes_are_made():
    made = [name for name in globals() if name.startswith("TestParameterizedUnittest_param")]
    assert len(made) == 2 and {globals()[name].value for name in made} == {1, 2}


@testing.parameterize({"call": lambda x: x + 1, "kind": int}, {"call": max, "kind": float})
class TestParameterizedByFunctions(unittest.TestCase):
    """A function is what it is, and no method that is given `self`."""

    def test_call(self):
        assert self.call(*((1,) if self.kind is int else (1, 2))) == 2


def test_tolerances_by_dtype():
    for wrong in ({"float32": 1}, {np.dtype("f"): 1}, {"f": 1, "default": 0}):
        for name in ("rtol", "atol"):
            with pytest.raises(TypeError, match="Keys of the tolerance dictionary"):
                testing.numpy_cupy_allclose(**{name: wrong})
    _run(testing.numpy_cupy_allclose(rtol={np.float64: 1, cp.float32: 0}), cp.ones(2) * 1.5, np.ones(2))
    with pytest.raises(TypeError, match="Can not find tolerance"):
        _run(testing.numpy_cupy_allclose(rtol={np.float32: 1}), cp.ones(2), np.ones(2))


@pytest.mark.parametrize("dtype", ["?", "u1", "i1", "f4", "F"])
def test_linspace_begins_where_the_dtype_does(dtype):
    for xp in (cp, np):
        made = cp.asnumpy(testing.shaped_linspace(-2, 3, (2, 3), xp, dtype))
        assert made.dtype == dtype and made.shape == (2, 3)
        assert made.ravel()[0] == {"b": False, "u": 0}.get(made.dtype.kind, -2) and made.ravel()[-1] == (
            dtype == "?" or 3
        )


def test_product():
    assert testing.product({"a": [1, 2], "b": [3]}) == [{"a": 1, "b": 3}, {"a": 2, "b": 3}]
    assert testing.product([{"a": [1, 2]}, [{"b": 3}, {"b": 4}]]) == [{"a": i, "b": j} for i in (1, 2) for j in (3, 4)]
    assert testing.product_dict([{"a": 1}], [{"b": 2}, {"b": 3}]) == [{"a": 1, "b": 2}, {"a": 1, "b": 3}]
    with pytest.raises(TypeError):
        testing.product(3)


class TestAssertions:
    def test_either_library(self):
        testing.assert_allclose(cp.ones(2), np.ones(2))
        testing.assert_array_equal(np.arange(3), cp.arange(3), strict=True)
        for a, b in ((cp.ones(2), [1, 2]), ([1, 2], cp.ones(2))):
            with pytest.raises(AssertionError):
                testing.assert_array_equal(a, b)
        with pytest.raises(AssertionError, match="Strides"):
            testing.assert_array_equal(cp.ones((2, 2)), np.ones((2, 2), order="F"), strides_check=True)


class TestData:
    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_arrays(self, xp, dtype):
        random = testing.shaped_random((3, 4), xp, dtype, order="F")
        assert random.dtype == dtype and random.flags.f_contiguous
        return random

    @testing.for_all_dtypes()
    def test_values(self, dtype):
        assert testing.shaped_arange((2, 3), np, dtype).astype(complex).ravel()[2] in (3, 3 + 3j, 0)
        assert testing.shaped_reverse_arange((2,), np, dtype).shape == (2,)
        assert testing.shaped_linspace(0, 1, (3,), np, dtype).dtype == dtype

    def test_matrix(self):
        a = testing.generate_matrix((2, 4, 3), np, np.float64, singular_values=[3, 2, 1])
        np.testing.assert_allclose(np.linalg.svd(a, compute_uv=False), [[3, 2, 1]] * 2)
        b = testing.generate_matrix((2, 4, 3), dtype=np.complex128, singular_values=cp.array([3.0, 2, 1]))
        np.testing.assert_allclose(np.linalg.svd(b.get(), compute_uv=False), [[3, 2, 1]] * 2)

    def test_sparse(self):
        import scipy.sparse

        a = testing.shaped_sparse_random((10, 20), scipy.sparse, np.float64, 0.1, "csr")
        assert a.format == "csr" and a.nnz == 20
        b = testing.shaped_sparse_random((10, 20), scipy.sparse, np.float64, 0.1, "csr")
        assert (a != b).nnz == 0


class TestConditions:
    def test_installed(self):
        assert testing.installed("numpy") and testing.installed("numpy>=2", "pytest")
        assert not testing.installed("numpy<1") and not testing.installed("no-such-package-anywhere")
        assert testing.numpy_satisfies(">=2") and not testing.numpy_satisfies("<2")

    def test_with_requires(self):
        ran = []
        testing.with_requires("numpy>=2")(lambda: ran.append(1))()
        with pytest.raises(unittest.SkipTest, match="no-such-package"):
            testing.with_requires("no-such-package-anywhere")(lambda: ran.append(2))()
        assert ran == [1]

    def test_multi_gpu(self):
        ran = []
        testing.multi_gpu(1)(lambda: ran.append(1))()
        with pytest.raises(unittest.SkipTest):
            testing.multi_gpu(1000)(lambda: ran.append(2))()
        assert ran == [1]

    def test_fix_random(self):
        seeds = []
        for _ in range(2):
            testing.fix_random()(lambda: seeds.append((testing.generate_seed(), np.random.rand())))()
        assert seeds[0] == seeds[1]

    def test_called(self):
        with testing.AssertFunctionIsCalled("numpy.sum", times_called=2):
            np.sum(1), np.sum(2)
        with pytest.raises(AssertionError, match="0 times"):
            with testing.AssertFunctionIsCalled("numpy.sum"):
                pass

    def test_warns(self):
        import warnings

        with testing.assert_warns(DeprecationWarning):
            warnings.warn("old", DeprecationWarning)
        with pytest.raises(AssertionError):
            with testing.assert_warns(DeprecationWarning):
                pass


class TestAliasBasic(testing.NumpyAliasBasicTestBase):
    func = "base_repr"


class TestAliasValues(testing.NumpyAliasValuesTestBase):
    func, args = "binary_repr", (6,)


class TestArgsDiffer(unittest.TestCase):
    def test_found(self):
        class Wrong(testing.NumpyAliasBasicTestBase):
            func = "sum"
            cupy_func = staticmethod(lambda a: a)

        with self.assertRaises(AssertionError):
            Wrong("test_argspec").test_argspec()


# ---------------------------------------------------------------------------------------- what CuPy's own decorators do


def _run(decorator, ours, theirs):
    class Case:
        @decorator
        def test(self, xp):
            result = ours if xp is cp else theirs
            if isinstance(result, Exception):
                raise result
            return result

    Case().test()


@pytest.mark.parametrize(
    "ours, theirs",
    [
        (np.ones(2), np.ones(2)),  # not cuprum's
        (None, None),
        ({"a": cp.ones(2)}, {"a": np.ones(2)}),
        (NotImplemented, NotImplemented),
        (3, 4),
        ((1, 2), (1,)),
    ],
)
def test_results_that_cannot_be_compared(ours, theirs):
    for decorator in testing.numpy_cupy_allclose(), testing.numpy_cupy_array_equal():
        with pytest.raises(AssertionError):
            _run(decorator, ours, theirs)


def test_results_that_are_compared():
    for ours, theirs in [
        (3, 3),
        (np.float32(3), np.float32(3)),
        ((cp.ones(2), 3.0), (np.ones(2), 3.0)),
        (cp.array(3.0), np.float64(3)),
        (cp.poly1d(cp.array([1.0, 2.0])), np.poly1d([1.0, 2.0])),
        ((), ()),
    ]:
        _run(testing.numpy_cupy_allclose(), ours, theirs)
    # A tolerance is that of the result's own dtype.
    with pytest.raises(AssertionError):
        _run(testing.numpy_cupy_allclose(rtol={np.float64: 1.0, "default": 0}), 3, 4)


@pytest.mark.parametrize(
    "ours, theirs, same",
    [
        (ValueError(), UnicodeError(), True),
        (ZeroDivisionError(), OverflowError(), True),
        (KeyError(), LookupError(), True),
        (RuntimeError(), KeyError(), True),
        (ValueError(), TypeError(), False),
        (ValueError(), np.exceptions.AxisError("x"), False),
        (np.exceptions.AxisError("x"), ValueError(), False),
        (IndexError(), KeyError(), False),
        (RuntimeError(), NotImplementedError(), False),
        (np.linalg.LinAlgError(), ValueError(), False),
        (AttributeError(), TypeError(), False),
    ],
)
def test_errors_of_one_kind(ours, theirs, same):
    with pytest.warns(DeprecationWarning, match="pytest.raises"):
        decorator = testing.numpy_cupy_raises()
    if same:
        _run(decorator, ours, theirs)
    else:
        with pytest.raises(AssertionError):
            _run(decorator, ours, theirs)


def test_shapes_are_compared_by_units_in_the_last_place():
    for check in testing.assert_array_almost_equal_nulp, testing.assert_array_max_ulp:
        check(cp.ones((2, 1)), np.ones((2, 1)))
        with pytest.raises(AssertionError):
            check(cp.ones(2), np.ones((2, 1)))
        with pytest.raises(AssertionError):
            check(cp.ones(1), np.ones(()))


def test_lists_of_arrays():
    testing.assert_array_list_equal([cp.ones(2)], (np.ones(2),))
    for ours, theirs in [(cp.ones(2), [np.ones(2)]), ([cp.ones(2)], 3), ([cp.ones(2)], [])]:
        with pytest.raises(AssertionError):
            testing.assert_array_list_equal(ours, theirs)


def test_what_generate_matrix_refuses():
    for error, arguments in [
        (TypeError, {}),
        (ValueError, {"singular_values": [1, -1]}),
        (ValueError, {"singular_values": 1, "shape": (3,)}),
        (TypeError, {"singular_values": 1 + 0j}),
        (TypeError, {"singular_values": 1, "dtype": np.int32}),
        (TypeError, {"singular_values": 1, "dtype": bool}),
    ]:
        with pytest.raises(error):
            testing.generate_matrix(**{"shape": (2, 2), **arguments})


def test_no_dtype_is_float64():
    seen = []
    testing.for_dtypes([None, "f"])(lambda dtype: seen.append(dtype))()
    assert seen == [np.float64, np.float32]


def test_strides_without_elements_are_not_compared():
    testing.assert_array_equal(cp.zeros((0, 3)), np.zeros((0, 3)), strides_check=True)
    with pytest.raises(AssertionError, match="Strides"):
        testing.assert_array_equal(cp.zeros((2, 3)), np.zeros((2, 3), order="F"), strides_check=True)


class TestUndefinedCasts:
    """Processors differ in what they make of negative floats as integers without a sign."""

    def test_elements_that_would_be_negative_do_not_count(self):
        @testing.for_dtypes(["f8"], name="given")
        @testing.for_dtypes(["u4", "i4"], name="wanted")
        @testing.numpy_cupy_array_equal()
        def test(xp, given, wanted):
            values = xp.array([-2.0, 3.0], given)
            return xp.where(values < 0, 1 if xp is cp else 2, values).astype(wanted) * xp.sign(values).astype("i8")

        with pytest.raises(AssertionError):  # int32 has them
            test()

        @testing.for_dtypes(["f8"], name="given")
        @testing.for_dtypes(["u4"], name="wanted")
        @testing.numpy_cupy_array_equal()
        def test_unsigned(xp, given, wanted):
            values = xp.array([-2.0, 3.0], given)
            made = values.astype("i8").astype(wanted)
            made[values < 0] = 7 if xp is cp else 8
            return made if np.dtype(wanted).kind == "u" else values.astype(wanted)

        test_unsigned()

    def test_others_count(self):
        @testing.for_dtypes(["f8"], name="given")
        @testing.for_dtypes(["u4"], name="wanted")
        @testing.numpy_cupy_array_equal()
        def test(xp, given, wanted):
            return xp.array([1.0, 3.0 if xp is cp else 4.0], given).astype(wanted)

        with pytest.raises(AssertionError):
            test()

    def test_the_inner_of_two_loops_of_one_name_counts(self):
        seen = []
        testing.for_dtypes("fd")(testing.for_dtypes("i")(lambda dtype: seen.append(dtype)))()
        assert seen == [np.int32, np.int32]


def test_classes_that_want_several_devices():
    @testing.multi_gpu(1000)
    class Many:
        def test_one(self):
            raise AssertionError

        def helper(self):
            return 1

    assert isinstance(Many, type) and Many().helper() == 1
    with pytest.raises(unittest.SkipTest):
        Many().test_one()
