"""What classes of piecewise polynomials and splines are to programs: bases, derived classes, attributes, copies."""

import copy
import inspect
import pickle

import numpy as np
import pytest

import cuprum as cp
import cuprumx.scipy.interpolate as ours

X, Y = cp.arange(6.0), cp.sin(cp.arange(6.0))


class Labelled(ours.PPoly):
    """A program's own class."""

    label = "of the class"


class OwnSpline(ours.BSpline):
    def twice(self, x):
        return 2 * self(x)


class OwnProduct(ours.NdPPoly):
    pass


def test_bases():
    for name in ("CubicSpline", "PchipInterpolator", "Akima1DInterpolator"):
        made = getattr(ours, name)(X, Y)
        assert isinstance(made, ours.CubicHermiteSpline) and isinstance(made, ours.PPoly)
        assert type(made.derivative()) is type(made) is getattr(ours, name)
        assert type(made.antiderivative()) is type(made)
    assert ours.pchip is ours.PchipInterpolator
    assert not issubclass(ours.BPoly, ours.PPoly)


def test_methods_give_objects_of_the_class_that_they_are_called_on():
    c = cp.array([[1.0, 2.0], [0.0, 1.0]])
    p = Labelled(c, cp.arange(3.0))
    assert {type(p.derivative()), type(p.antiderivative()), type(Labelled.construct_fast(c, p.x))} == {Labelled}
    assert type(Labelled.from_spline(ours.make_interp_spline(X, Y))) is Labelled
    assert type(Labelled.from_bernstein_basis(ours.BPoly(c, p.x))) is Labelled
    spline = OwnSpline.construct_fast(*ours.make_interp_spline(X, Y).tck)
    assert {type(spline.derivative()), type(spline.insert_knot(2.5)), type(OwnSpline.basis_element(X))} == {OwnSpline}
    np.testing.assert_array_equal(spline.antiderivative().twice(X).get(), 2 * spline.antiderivative()(X).get())
    product = OwnProduct(cp.ones((2, 2, 1, 1)), (cp.arange(2.0), cp.arange(2.0)))
    assert type(product.derivative([1])) is type(product.integrate_1d(0, 1, 0)) is OwnProduct
    one = product.integrate_1d(0, 1, 0)
    assert isinstance(one.integrate_1d(0, 1, 0), cp.ndarray) and len(one.x) == 1
    assert type(product.antiderivative([1, 0])) is OwnProduct


def made():
    yield ours.PPoly(cp.ones((2, 2)), cp.arange(3.0)), "c x"
    yield ours.BPoly(cp.ones((2, 2)), cp.arange(3.0)), "c x"
    yield ours.CubicSpline(X, Y), "c x"
    yield ours.make_interp_spline(X, Y), "t c"
    yield ours.NdBSpline((X, X), cp.ones((3, 3)), 2), "t c"
    yield ours.NdPPoly(cp.ones((2, 1)), (cp.arange(2.0),)), "c x"


@pytest.mark.parametrize("number", range(6))
def test_attributes_are_one_object_until_they_are_set(number):
    instance, names = list(made())[number]
    for name in names.split():
        before = getattr(instance, name)
        assert getattr(instance, name) is before
        if isinstance(before, tuple):
            setattr(instance, name, [a + 0 for a in before])
            assert getattr(instance, name) is not before
            continue
        other = before + 0
        setattr(instance, name, other)
        assert getattr(instance, name) is other
        setattr(instance, name, before.get())
        assert getattr(instance, name) is not other and getattr(instance, name) is getattr(instance, name)
    instance.note = 5
    for again in (pickle.loads(pickle.dumps(instance)), copy.deepcopy(instance), copy.copy(instance)):
        assert type(again) is type(instance) and again.note == 5 and again.extrapolate == instance.extrapolate


def test_changes_of_coefficients_count():
    p = ours.PPoly(cp.array([[1.0, 1.0], [0.0, 1.0]]), cp.arange(3.0))
    p.c += 1
    assert float(p(0.5)) == 2.0
    p.c[1, 0] = 0
    assert float(p(0.5)) == 1.0
    before = p.c
    p.extend(cp.array([[0.0], [7.0]]), cp.array([3.0]))
    assert p.c is not before and p.c.shape == (2, 3) and float(p(2.5)) == 7.0
    p.extrapolate = "periodic"
    assert p.extrapolate == "periodic" and float(p(3.5)) == float(p(0.5))
    p.extrapolate = False
    assert p.extrapolate is False and bool(cp.isnan(p(3.5)))
    assert Labelled.construct_fast(p.c, p.x).label == "of the class"


def test_roots_of_columns():
    c = cp.array([[[1.0, 1.0]], [[-0.25, -0.5]]])
    roots = ours.PPoly(c, cp.arange(2.0)).roots()
    assert isinstance(roots, np.ndarray) and roots.dtype == object and roots.shape == (2,)
    assert [float(r[0]) for r in roots] == [0.25, 0.5]


def test_objects_that_are_not_made_yet():
    for cls in (ours.PPoly, ours.BSpline, ours.NdPPoly):
        with pytest.warns(RuntimeWarning, match="uninitialized"), pytest.raises(TypeError):
            cls.__new__(cls).c


def test_signatures():
    assert list(inspect.signature(ours.PPoly.construct_fast).parameters) == ["c", "x", "extrapolate", "axis"]
    assert list(inspect.signature(ours.CubicSpline).parameters) == ["x", "y", "axis", "bc_type", "extrapolate"]
    assert inspect.signature(ours.BSpline).parameters["extrapolate"].default is True
