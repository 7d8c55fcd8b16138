"""NumPy's arrays and scalars as arguments: copied where CuPy copies them, given to NumPy's method where CuPy's function
is one, refused by ufuncs and operators."""

import re
from functools import partial

import numpy as np
import pytest

import cuprum as cp
import cuprumx
import cuprumx.scipy.signal
from common import assert_same, check
from cuprum import testing

x, m = np.array([3.0, 1, 2]), np.arange(9.0).reshape(3, 3)
i, mask = np.array([2, 0]), np.array([True, False, True])


def given(xp, a):
    """The array of the library whose function is called."""
    return a if xp is np else cp.asarray(a)


def changed(xp, a, change):
    a = given(xp, a.copy())
    change(a)
    return a


def compare(call):
    def tolerance(expected):
        # Sums of other orders, as of a GPU's factorisations, round differently where they cancel.
        return 1e-14, 1e-14 if cp.backend() == "cuda" and expected.dtype.kind == "f" else 0

    check(partial(call, np), partial(call, cp), (), tolerance)


COPIED = {
    **{name: lambda xp, name=name: getattr(xp, name)(m) for name in
       "zeros_like ones_like ascontiguousarray asfortranarray asarray array asanyarray diag tril triu cov corrcoef "
       "copy sort argsort "
       "median nansum nanmean cumsum cumprod any all flip nonzero argwhere flatnonzero round real imag angle "
       "nan_to_num "
       "atleast_3d count_nonzero".split()},
    **{name: lambda xp, name=name: getattr(xp, name)(x) for name in
       "diagflat vander unique diff ediff1d gradient unwrap roots poly "
       "polyder polyint histogram histogram_bin_edges trapezoid atleast_2d".split()},
    **{name: lambda xp, name=name: getattr(xp, name)([x, given(xp, x)]) for name in
       "vstack hstack dstack stack column_stack".split()},
    **{name: lambda xp, name=name: getattr(xp, name)(x, given(xp, x)) for name in
       "append isclose cross polyadd polysub polymul polyval union1d intersect1d setdiff1d setxor1d isin "
       "convolve".split()},
    **{f"{name} of a NumPy array": lambda xp, name=name: getattr(xp, name)(x, 0.5) for name in
       "quantile percentile nanquantile nanpercentile".split()},
    **{f"{name} of places": lambda xp, name=name: getattr(xp, name)(given(xp, x), np.array([0.1, 0.5])) for name in
       "quantile percentile nanquantile nanpercentile".split()},
    "full_like": lambda xp: xp.full_like(m, 3), "full_like of a value": lambda xp: xp.full_like(given(xp, m),
    np.array(3)), "full": lambda xp: xp.full(2, np.array(3)),
    "full of an array": lambda xp: xp.full((3, 2), np.array([3, 4], "i2")),
    "full of a scalar": lambda xp: xp.full(2, np.float32(3)),
    "fill": lambda xp: changed(xp, x, lambda a: a.fill(np.array(3))), "linspace": lambda xp: xp.linspace(x, x + 1, 4),
    "logspace": lambda xp: xp.logspace(np.array(0), np.array(1), 4),
    "geomspace": lambda xp: xp.geomspace(np.array(1), np.array(10), 4),
    "arange": lambda xp: xp.arange(np.array(1), np.array(7), np.array(2)),
    "tile": lambda xp: xp.tile(x, np.array([2, 1])), "average": lambda xp: xp.average(given(xp, x), weights=x),
    "average of a NumPy array": lambda xp: xp.average(x, weights=x),
    "bincount": lambda xp: xp.bincount(i, weights=np.array([1.0, 2])),
    "cov with weights": lambda xp: xp.cov(given(xp, m), aweights=x, fweights=np.array([1, 2, 3])),
    "weighted quantile": lambda xp: xp.quantile(given(xp, x), 0.5, weights=x, method="inverted_cdf"),
    "edges": lambda xp: xp.histogram(given(xp, x), bins=np.array([0, 1.5, 3])),
    "bins": lambda xp: xp.histogram(x, bins=np.array(4)),
    "range": lambda xp: xp.histogram(given(xp, x), range=np.array([0, 4]), weights=x),
    "histogram2d": lambda xp: xp.histogram2d(x, x, bins=np.array([0, 1.5, 3])),
    "histogramdd": lambda xp: xp.histogramdd(m, bins=4), "digitize": lambda xp: xp.digitize(x, np.array([0, 1.5, 3])),
    "searchsorted": lambda xp: xp.searchsorted(np.sort(x), x),
    "diff with ends": lambda xp: xp.diff(given(xp, x), prepend=np.array([1.0]), append=np.array(2.0)),
    "ediff1d with ends": lambda xp: xp.ediff1d(given(xp, x), np.array([1.0])),
    "gradient with places": lambda xp: xp.gradient(given(xp, x), np.array([0.0, 1, 3])),
    "trapezoid with steps": lambda xp: xp.trapezoid(given(xp, x), dx=np.array(2.0)),
    "interp": lambda xp: xp.interp(x, np.array([0.0, 4]), np.array([0.0, 1])),
    "polyfit": lambda xp: xp.polyfit(x, x, 1), "polydiv": lambda xp: xp.polydiv(given(xp, x), np.array([1.0, 2])),
    "take": lambda xp: xp.take(given(xp, x), i), "take, the method": lambda xp: given(xp, x).take(i),
    "take_along_axis": lambda xp: xp.take_along_axis(given(xp, x), i, 0), "extract": lambda xp: xp.extract(mask, x),
    "compress": lambda xp: given(xp, x).compress(mask),
    "place": lambda xp: changed(xp, x, lambda a: xp.place(a, mask, np.array([7.0, 8]))),
    "put": lambda xp: changed(xp, x, lambda a: a.put(i, np.array([7.0, 8]))),
    "putmask": lambda xp: changed(xp, x, lambda a: xp.putmask(a, mask, np.array([7.0, 8]))),
    "put_along_axis": lambda xp: changed(xp, x, lambda a: xp.put_along_axis(a, i, np.array([7.0, 8]), 0)),
    "copyto": lambda xp: changed(xp, x, lambda a: xp.copyto(a, np.array(5.0))),
    "copyto where": lambda xp: changed(xp, x, lambda a: xp.copyto(a, given(xp, x + 1), where=mask)),
    "fill_diagonal": lambda xp: changed(xp, m, lambda a: xp.fill_diagonal(a, x)),
    "assignment": lambda xp: changed(xp, x, lambda a: a.__setitem__(i, np.array([1.0, 2]))),
    "at": lambda xp: changed(xp, x, lambda a: xp.add.at(a, i, 1.0)),
    "choose": lambda xp: xp.choose(np.array([0, 1, 0]), [given(xp, x), x + 5]),
    "select": lambda xp: xp.select([mask], [x], 0), "ix_": lambda xp: xp.ix_(i, i),
    "unravel_index": lambda xp: xp.unravel_index(i, (2, 2)),
    "ravel_multi_index": lambda xp: xp.ravel_multi_index((i, i), (3, 3)),
    "delete": lambda xp: xp.delete(given(xp, x), i),
    "insert": lambda xp: xp.insert(given(xp, x), i, np.array([1.0, 2])),
    "pad": lambda xp: xp.pad(x, np.array([1, 2]), constant_values=np.array([5, 6])),
    "lexsort": lambda xp: xp.lexsort(np.array([[1, 0, 2], [2, 2, 1]])), "meshgrid": lambda xp: xp.meshgrid(x, x),
    "broadcast_arrays": lambda xp: xp.broadcast_arrays(x, m), "einsum": lambda xp: xp.einsum("ij->i", m),
    "packbits": lambda xp: xp.packbits(np.array([1, 0, 1], "u1")), "kaiser": lambda xp: xp.kaiser(5, np.array(2.0)),
    "piecewise": lambda xp: xp.piecewise(x, [x > 1], [1.0, 2.0]), "block": lambda xp: xp.block([[x], [x]]),
    "r_": lambda xp: xp.r_[x, x],
}  # fmt: skip


@pytest.mark.parametrize("name", COPIED)
def test_arrays_are_copied(name):
    compare(COPIED[name])


NUMBERS = {
    "shape": lambda xp: xp.zeros(np.array([2, 3])), "length": lambda xp: xp.ones(np.array(3)),
    "reshape": lambda xp: given(xp, m).reshape(np.array([9, 1])),
    "reshape to one": lambda xp: given(xp, m).reshape(np.array(9)),
    "reshape to numbers": lambda xp: given(xp, m).reshape(np.int32(9), np.int64(1)),
    "transpose": lambda xp: given(xp, m).transpose(np.array([1, 0])),
    "axis": lambda xp: given(xp, m).sum(axis=np.array(0)),
    "axes": lambda xp: given(xp, m).sum(axis=(np.int32(0), np.int8(1))),
    "broadcast_to": lambda xp: xp.broadcast_to(given(xp, x), np.array([2, 3])),
    "repeat": lambda xp: xp.repeat(given(xp, x), np.array([1, 2, 3])),
    "repeat by one": lambda xp: xp.repeat(given(xp, x), np.array(2)),
    "indices": lambda xp: xp.indices(np.array([2, 3])), "eye": lambda xp: xp.eye(np.array(3), k=np.array(1)),
    "moveaxis": lambda xp: xp.moveaxis(given(xp, m), np.array([0]), np.array([1])),
    "resize": lambda xp: xp.resize(given(xp, m), np.array([2, 2])),
    "rot90": lambda xp: xp.rot90(given(xp, m), np.array(1), axes=np.array([0, 1])),
    "roll": lambda xp: xp.roll(given(xp, m), np.array([1, 2]), axis=np.array([0, 1])),
    "split": lambda xp: xp.split(given(xp, x), np.array([1, 2])),
    "split in parts": lambda xp: xp.array_split(given(xp, x), np.array(3)),
    "partition": lambda xp: xp.partition(given(xp, x), np.array([1, 2])),
    "tensordot": lambda xp: xp.tensordot(given(xp, m), given(xp, m), axes=np.array([[0], [1]])),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_may_be_arrays(name):
    compare(NUMBERS[name])


NUMPYS = {
    **{name: lambda xp, name=name: getattr(xp, name)(m) for name in
       "sum prod max min amax amin mean var std argmin argmax trace ravel squeeze diagonal transpose".split()},
    **{f"{name} along an axis": lambda xp, name=name: getattr(xp, name)(m, axis=0, keepdims=True) for name in
       "sum prod max min mean var std argmin argmax".split()},
    "sum of some": lambda xp: xp.sum(m, where=m > 2, initial=1.5, dtype="f4"),
    "std with ddof": lambda xp: xp.std(m, 1, ddof=1), "dot": lambda xp: xp.dot(m, m),
    "clip": lambda xp: xp.clip(m, 1, 2), "take": lambda xp: xp.take(m, i, axis=1),
    "swapaxes": lambda xp: xp.swapaxes(m, 0, 1), "reshape": lambda xp: xp.reshape(m, (1, 9), order="F"),
    "transpose to axes": lambda xp: xp.transpose(m, (0, 1)), "diagonal beside": lambda xp: xp.diagonal(m, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMPYS)
def test_methods_are_numpys(name):
    expected, found = NUMPYS[name](np), NUMPYS[name](cp)
    assert type(found) is type(expected) and found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("operator", "+ - * / // % ** < <= > >= == != @".split())
def test_operators_refuse(operator):
    a = cp.arange(3.0)
    for left, right in (a, x), (x, a):
        with pytest.raises(TypeError, match="Unsupported type <class 'numpy.ndarray'>"):
            eval(f"left {operator} right", {"left": left, "right": right})
    with pytest.raises(TypeError, match="Unsupported type"):
        eval(f"left {operator} right", {"left": a, "right": x[:0]})


@pytest.mark.parametrize("operator", "< <= > >= == !=".split())
def test_comparisons_take_arrays_without_axes(operator):
    """As CuPy's, on either side; the result is of NumPy's values."""
    for host in (np.arange(3.0), np.arange(4, dtype="u1").reshape(2, 2), np.array(1), np.array(2 + 1j)):
        for other in (np.array(1), np.array(1.5), np.array(True), np.array(1 + 2j), np.array(-1, "i1")):
            for device, sides in ((cp.asarray(host), "left right"), (cp.asarray(host), "right left")):
                left, right = sides.split()
                expected = eval(f"{left} {operator} {right}", {"left": host, "right": other})
                found = eval(f"{left} {operator} {right}", {"left": device, "right": other})
                assert isinstance(found, cp.ndarray) and found.dtype == bool and found.shape == host.shape
                np.testing.assert_array_equal(found.get(), expected)
    times = np.array(["2020-01-01", "2021-01-01"], "M8[D]")
    found = eval(f"left {operator} right", {"left": cp.asarray(times), "right": np.array(times[1])})
    np.testing.assert_array_equal(found.get(), eval(f"left {operator} right", {"left": times, "right": times[1]}))
    with pytest.raises(TypeError, match="Unsupported type <class 'numpy.ndarray'>"):
        cp.arange(3) + np.array(1)


def test_ufuncs_and_where_refuse():
    a = cp.arange(3.0)
    for call in (lambda: cp.add(a, x), lambda: cp.sin(x), lambda: cp.where(mask, a, a), lambda: cp.where(a > 1, a, x),
                 lambda: a.__iadd__(x), lambda: cp.matmul(a, x), lambda: cp.dot(a, x),
                 lambda: cp.fft.fft(x), lambda: cp.concatenate([a, x]), lambda: cp.concatenate([a, x], axis=None),
                 lambda: cuprumx.scipy.signal.convolve2d(m, m)):  # fmt: skip
        with pytest.raises(TypeError, match="Unsupported type <class 'numpy.ndarray'>"):
            call()


@pytest.mark.parametrize("operator", "< <= > >= == != + *".split())
@pytest.mark.parametrize("scalar", [np.float32(1), np.int8(1), np.bool_(True)], ids=repr)
def test_scalars_may_stand_left(operator, scalar):
    a = np.arange(3.0)
    expected = eval(f"scalar {operator} a", {"a": a, "scalar": scalar})
    assert_same(eval(f"scalar {operator} a", {"a": cp.asarray(a), "scalar": scalar}), expected)


def test_parameters_of_distributions():
    r, g = cp.random, cp.random.default_rng(0)
    for drawn, shape in [(r.normal(x, x), (3,)), (r.uniform(np.array([0, 1]), np.array([1, 2])), (2,)),
                         (g.gamma(x), (3,)), (r.choice(x, 2), (2,)),
                         (r.choice(3, 2, p=np.array([0.2, 0.3, 0.5])), (2,)), (r.permutation(x), (3,)),
                         (r.dirichlet(x), (3,)), (r.multivariate_normal(x, np.eye(3)), (3,)),
                         (r.multinomial(5, np.array([0.2, 0.8])), (2,)), (g.integers(np.array([5, 6])), (2,)),
                         (r.randint(np.array([1, 2]), np.array([5, 6])), (2,)),
                         (r.normal(size=np.array([2, 3])), (2, 3)), (r.RandomState(0).poisson(x), (3,)),
                         (r.choice(np.array(5), 2), (2,))]:  # fmt: skip
        assert isinstance(drawn, cp.ndarray) and drawn.shape == shape


def test_scatter():
    for scatter in (cuprumx.scatter_add, cp.ndarray.scatter_add):
        a = cp.zeros(3)
        scatter(a, i, np.array([1.0, 2]))
        assert a.tolist() == [2, 0, 1]


@pytest.mark.parametrize("dtype", [">i4", ">f8", ">c8", ">u2", ">m8[s]", [("a", ">i4"), ("b", ">f8")]], ids=str)
def test_big_endian_becomes_native(dtype):
    a = np.arange(1, 4, dtype="i4").astype(dtype)
    native = a.astype(a.dtype.newbyteorder("="))
    for made in (cp.array(a), cp.asarray(a), cp.asarray(a[::2]), cp.frombuffer(a.tobytes(), a.dtype)):
        assert made.dtype == native.dtype
    np.testing.assert_array_equal(cp.array(a).get(), native)
    b = cp.zeros(3, native.dtype)
    b.set(a)
    np.testing.assert_array_equal(b.get(), native)


def test_big_endian_in_the_middle():
    a = np.array([1, 2, 3], ">i4")
    assert cp.array([a, a]).tolist() == [[1, 2, 3]] * 2 and (cp.arange(3) + a[1]).tolist() == [2, 3, 4]
    assert cp.arange(5)[a].tolist() == [1, 2, 3] and cp.append(cp.arange(1), a).tolist() == [0, 1, 2, 3]
    b = cp.zeros(3)
    b[:] = a
    assert b.tolist() == [1, 2, 3]


@pytest.mark.parametrize("call, place", [
    (lambda: cp.fft.fft(x), "argument 'a' of fft"), (lambda: cp.where(cp.arange(3) > 1, cp.arange(3), y=x),
    "argument 'y' of where"), (lambda: cp.sort(object()), "argument 'a' of sort"),
    (lambda: cp.isclose(1, b={}), "argument 'b' of isclose"),
    (lambda: cp.vstack([cp.arange(3), object()]), "argument 'tup' of vstack"),
    (lambda: cp.meshgrid(cp.arange(3), {}), "argument '*xi' of meshgrid"),
    (lambda: cp.arange(3).take({}), "argument 'indices' of ndarray.take"),
    (lambda: cp.vdot(cp.arange(3), x), "argument 'b' of vdot"),
])  # fmt: skip
def test_errors_name_function_and_argument(call, place):
    with pytest.raises(TypeError) as found:
        call()
    assert re.fullmatch(r"Unsupported type <class '[\w.]+'>", str(found.value))
    *helped, told = found.value.__notes__
    assert told == place
    assert helped == ["Help: python -m cuprum help numpy"] * str(found.value).endswith("'numpy.ndarray'>")


def test_other_errors_are_told_as_they_are():
    with pytest.raises(TypeError, match="Unsupported type"):
        cp.add(cp.arange(3), x)
    with pytest.raises(TypeError) as found:  # the array is not what is wrong here
        cp.sort(x, axis="x")
    assert not hasattr(found.value, "__notes__")


@pytest.mark.parametrize("name", "squeeze ravel transpose sum max mean std argmax trace".split())
def test_methods_of_other_libraries_arrays(name):
    """Functions that only call a method of their argument do so for every array of NumPy's protocol, as CuPy's do."""
    dask = pytest.importorskip("dask.array")
    host = np.arange(6.0).reshape(2, 3)
    array = dask.from_array(host)
    found = getattr(cp, name)(array)
    assert isinstance(found, dask.Array)
    np.testing.assert_array_equal(found.compute(), getattr(np, name)(host))
    np.testing.assert_array_equal(cp.reshape(array, (3, 2)).compute(), host.reshape(3, 2))


@pytest.mark.parametrize("scalar", [np.float32(2), np.int8(2), np.float64(2), np.array(2.0)])
def test_numpys_scalars_on_the_left(scalar):
    host = np.array([1.0, 2.0, 3.0], "f4")
    a = cp.asarray(host)
    for ours, theirs in [
        (scalar < a, scalar < host),
        (scalar >= a, scalar >= host),
        (scalar == a, scalar == host),
        (scalar != a, scalar != host),
        (scalar**a, scalar**host),
        (scalar - a, scalar - host),
    ]:
        assert type(ours) is cp.ndarray and ours.dtype == theirs.dtype
        testing.assert_allclose(ours, theirs, rtol=1e-6)


@pytest.mark.parametrize("compare", [lambda a, b: a < b, lambda a, b: b < a, lambda a, b: a == b, lambda a, b: b + a])
def test_arrays_of_numpy_stay_refused(compare):
    with pytest.raises(TypeError, match="Unsupported type"):
        compare(cp.ones(3), np.ones(3))
