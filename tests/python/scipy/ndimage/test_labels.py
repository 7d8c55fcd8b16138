"""cuprumx.scipy.ndimage's labels, measurements, morphology and distances against SciPy."""

import warnings

import common
import numpy as np
import pytest
import scipy.ndimage
from common import layouts, sample, to_device

import cuprum as cp
import cuprumx.scipy.ndimage as ours

check = common.check_of(scipy.ndimage, ours, 1e-12)


def on_host(value):
    return value.get() if isinstance(value, cp.ndarray) else value


def blobs(shape, seed=0, share=0.5):
    smooth = scipy.ndimage.gaussian_filter(np.random.default_rng(seed).random(shape), 1.5)
    return smooth > np.quantile(smooth, share)


# ---------------------------------------------------------------------------------------------------------------- label


@pytest.mark.parametrize("shape", [(50,), (40, 37), (64, 128), (9, 10, 11), (3, 4, 5, 6), (1, 1), (70, 33)])
def test_label(shape):
    for image in (
        blobs(shape),
        np.random.default_rng(1).random(shape) < 0.45,
        np.ones(shape, bool),
        np.zeros(shape, bool),
    ):
        for connectivity in range(1, len(shape) + 1):
            structure = scipy.ndimage.generate_binary_structure(len(shape), connectivity)
            expected, count = scipy.ndimage.label(image, structure)
            labels, found = ours.label(cp.asarray(image), structure)
            assert found == count
            common.assert_same(labels, expected)


@pytest.mark.parametrize("shape", [(200000,), (500, 300), (40, 50, 61), (12, 13, 20, 31), (70000, 2)])
def test_label_of_many_lines(shape):
    """Arrays that threads share out."""
    rng = np.random.default_rng(2)
    image = np.repeat(rng.random(shape) < 0.4, 2, -1)[..., : shape[-1]]
    structures = [None, np.ones((3,) * len(shape))]
    for _ in range(3):
        half = rng.random((3,) * len(shape)) < 0.3
        structures.append(half | half[(slice(None, None, -1),) * len(shape)])
    for structure in structures:
        expected, count = scipy.ndimage.label(image, structure)
        labels, found = ours.label(cp.asarray(image), structure)
        assert found == count
        common.assert_same(labels, expected)
    out = cp.zeros(shape[::-1], "i8").T
    assert ours.label(cp.asarray(image), output=out) == scipy.ndimage.label(image)[1]
    np.testing.assert_array_equal(out.get(), scipy.ndimage.label(image)[0])
    with pytest.raises(RuntimeError):
        ours.label(cp.asarray(image), output="u1")


def test_label_arguments():
    image = blobs((30, 40))
    for dtype in "BifdD?":
        a = image.astype(dtype)
        if dtype != "D":
            common.assert_same(ours.label(cp.asarray(a))[0], scipy.ndimage.label(a)[0])
        else:
            with pytest.raises(TypeError):
                ours.label(cp.asarray(a))
    for _, a in layouts(image):
        common.assert_same(ours.label(to_device(a))[0], scipy.ndimage.label(a)[0])
    rows = np.array([[0, 0, 0], [1, 1, 1], [0, 0, 0]])
    diagonal = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    for structure in (rows, rows.T, diagonal):
        common.assert_same(ours.label(cp.asarray(image), structure)[0], scipy.ndimage.label(image, structure)[0])
    out = cp.zeros(image.shape, "l")
    assert ours.label(cp.asarray(image), output=out) == scipy.ndimage.label(image)[1]
    common.assert_same(out, scipy.ndimage.label(image, output="l")[0])
    assert ours.label(cp.asarray(image), output="B")[0].dtype == "B"
    many = np.indices((50, 50)).sum(0) % 2
    for bad in (
        lambda n, m: n.label(m(many), output="B"),
        lambda n, m: n.label(m(image), np.ones((3, 3, 3))),
        lambda n, m: n.label(m(image), np.ones((3, 5))),
    ):
        with pytest.raises(Exception) as expected:  # noqa: PT011
            bad(scipy.ndimage, np.asarray)
        with pytest.raises(expected.type):
            bad(ours, cp.asarray)
    with pytest.raises(ValueError, match="not symmetric"):  # which SciPy asserts
        ours.label(cp.asarray(image), [[1, 0, 0], [0, 1, 0], [0, 0, 0]])
    assert ours.label(cp.zeros((0, 3)))[1] == 0
    assert ours.label(cp.array(3))[1] == 1


def test_find_objects():
    for shape in ((30,), (40, 60), (9, 10, 11)):
        labels = scipy.ndimage.label(blobs(shape))[0]
        assert ours.find_objects(cp.asarray(labels)) == scipy.ndimage.find_objects(labels)
        labels[labels == 2] = 0
        assert ours.find_objects(cp.asarray(labels)) == scipy.ndimage.find_objects(labels)
        assert ours.find_objects(cp.asarray(labels), 3) == scipy.ndimage.find_objects(labels, 3)
    for value in (0, 1, 2):
        assert ours.find_objects(cp.asarray(value)) == scipy.ndimage.find_objects(np.asarray(value))
    assert ours.find_objects(cp.zeros((3, 3), int)) == []


def test_value_indices():
    a = sample((5, 6), "i", 1, low=0, high=4)
    for ignored in (None, 2):
        expected, actual = (
            scipy.ndimage.value_indices(a, ignore_value=ignored),
            ours.value_indices(cp.asarray(a), ignore_value=ignored),
        )
        assert {int(k) for k in expected} == set(actual)
        for value in expected:
            for e, o in zip(expected[value], actual[int(value)]):
                assert (e == o.get()).all()


# --------------------------------------------------------------------------------------------------------- measurements

SUMS = ["sum_labels", "sum", "mean", "variance", "standard_deviation"]
ORDERS = ["minimum", "maximum", "median"]


def same(actual, expected, rtol=1e-11):
    if isinstance(expected, (list, tuple)):
        assert len(actual) == len(expected) and isinstance(actual, type(expected))
        for a, e in zip(actual, expected):
            same(a, e, rtol)
        return
    actual = actual.get() if isinstance(actual, cp.ndarray) else np.asarray(actual)
    expected = np.asarray(expected)
    assert actual.shape == expected.shape
    np.testing.assert_allclose(actual.astype("d"), expected.astype("d"), rtol=rtol)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", list("?ifd"))
def test_measurements(dtype):
    a = sample((37, 50), dtype, 1)
    labels, count = scipy.ndimage.label(blobs((37, 50)))
    for index in (None, 2, np.arange(1, count + 1), np.array([3, 1, 3, count + 5]), [[1, 2], [0, 1]]):
        on_device = cp.asarray(index) if isinstance(index, np.ndarray) else index
        names = SUMS + ORDERS if dtype in "fdi" else ["mean", "median", "maximum"]
        names += (
            ["minimum_position", "maximum_position", "extrema", "center_of_mass"]
            if np.ndim(index) < 2 and dtype in "fd"
            else []
        )
        for name in names:
            if name == "median" and np.max(index, initial=0) > count if index is not None else False:
                continue  # what SciPy gives for labels that nothing has is not theirs
            expected = getattr(scipy.ndimage, name)(a, labels, index)
            actual = getattr(ours, name)(cp.asarray(a), cp.asarray(labels), on_device)
            same(actual, expected, 2e-5 if dtype == "f" and np.ndim(index) == 0 else 1e-11)
    for name in (
        SUMS + ORDERS + ["minimum_position", "maximum_position", "extrema", "center_of_mass"] if dtype in "fd" else []
    ):
        same(getattr(ours, name)(cp.asarray(a)), getattr(scipy.ndimage, name)(a), 2e-5 if dtype == "f" else 1e-11)


MEASUREMENTS = ["sum", "sum_labels", "mean", "variance", "standard_deviation", "minimum", "maximum", "median",
                "minimum_position", "maximum_position", "extrema", "center_of_mass"]  # fmt: skip
LABELS = [None, np.array([1, 1, 2, 2]), np.zeros(4, int)]
INDICES = [None, 1, np.array([], "i4"), np.zeros((0, 2), "i4"), np.array([]), np.array([1, 2]), np.array([9]),
           np.array([-1, 1]), np.array([[1, 2], [2, 7]])]  # fmt: skip


def outcome(function, *arguments):
    """What a call gives, as lists of arrays, or the class of its error."""
    try:
        found = function(*arguments)
    except Exception as error:
        return type(error).__name__
    parts = found if isinstance(found, (tuple, list)) else [found]
    return [np.asarray([on_host(q) for q in p] if isinstance(p, tuple) else on_host(p)) for p in parts]


def assert_same_outcome(found, expected, text):
    if isinstance(expected, str) or isinstance(found, str):
        assert found == expected, text
        return
    assert len(found) == len(expected), text
    for a, e in zip(found, expected):
        assert a.shape == e.shape, text
        np.testing.assert_allclose(a.astype(float), e.astype(float), rtol=1e-6, err_msg=text)


@pytest.mark.parametrize("name", MEASUREMENTS)
@pytest.mark.parametrize("dtype", ["f4", "i4", "u1", "?", "f2"])
def test_measurements_of_few_labels(name, dtype):
    """No labels, no label that is there, an empty index, one of several axes; errors too."""
    image = np.array([3, 0, 2, 5]).astype(dtype)
    for labels in LABELS:
        for index in INDICES:
            if name.endswith(("position", "extrema", "mass")) and np.ndim(index) == 2:
                continue  # lists of lists in SciPy
            text = f"{name} {labels} {index!r}"
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = outcome(getattr(scipy.ndimage, name), image, labels, index)
            device = [None if labels is None else cp.array(labels)]
            device.append(cp.array(index) if isinstance(index, np.ndarray) else index)
            assert_same_outcome(outcome(getattr(ours, name), cp.array(image), *device), expected, text)


def test_measurements_of_nothing():
    """An image without elements; SciPy's ValueError for an index is by chance, from the largest of no labels."""
    nothing, none = cp.zeros(0), cp.zeros(0, int)
    for name in MEASUREMENTS[:8]:
        function = getattr(ours, name)
        assert function(nothing, none, cp.array([], "i4")).shape == (0,)
        assert function(nothing, none, cp.array([1, 2])).shape == (2,)
    assert ours.sum(nothing, none, cp.array([], "i4")).dtype == np.int64  # as CuPy's
    assert ours.sum(cp.ones(4), cp.array([1, 1, 2, 2]), cp.array([], "i4")).dtype == np.int64
    assert np.isnan(ours.median(nothing, none).get()) and np.isnan(ours.mean(nothing, none).get())
    for name in ("minimum", "maximum", "extrema", "minimum_position"):
        with pytest.raises(ValueError):
            getattr(ours, name)(nothing, none)
    assert ours.histogram(cp.ones(4), 0, 2, 3, cp.array([1, 1, 2, 2]), cp.array([], "i4")).shape == (0, 3)
    empty = cp.array([], "i4")
    found = ours.labeled_comprehension(cp.ones(4), cp.array([1, 1, 2, 2]), empty, cp.mean, float, -1.0)
    assert found.shape == (0,) and found.dtype == np.float64
    assert ours.value_indices(cp.array(1)) == {1: ()} and ours.value_indices(none) == {}
    assert ours.find_objects(none) == []


@pytest.mark.parametrize("name", ["sum", "mean", "variance", "maximum", "minimum_position", "center_of_mass"])
def test_labels_between_integers(name):
    image = np.random.default_rng(8).random((3, 4))
    halves = np.array([[0, 0.5, 1, 1.5]] * 3)
    with_nan = halves.copy()
    with_nan[0, 0] = np.nan
    far = np.array([[0, 1, 2, -3]] * 3)  # SciPy compares these exactly, others as integers
    for labels in (halves, halves.astype("f"), with_nan, halves * 2, far):
        for index in ([0.5, 1.5], [1, 2], [0.0], [7, 0.5, 0.5], 1.5, None):
            if name in ("maximum", "minimum_position") and np.isscalar(index) and index not in labels:
                continue
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = getattr(scipy.ndimage, name)(image, labels, index)
            found = getattr(ours, name)(cp.asarray(image), cp.asarray(labels), index)
            if isinstance(found, (list, tuple)):
                found = [on_host(x) for x in found]
            np.testing.assert_allclose(np.array(on_host(found)), np.array(expected), rtol=1e-12)


def test_measurements_keep_half_floats():
    image, labels, index = np.array([1, 2, 3, 7], "f2"), np.array([1, 1, 2, 2]), np.array([1, 2])
    for name in ("minimum", "maximum", "median"):
        expected = getattr(scipy.ndimage, name)(image, labels, index)
        found = getattr(ours, name)(cp.array(image), cp.array(labels), cp.array(index))
        common.assert_same(found, np.asarray(expected, "f2"))


def test_measurements_of_long_and_short_runs():
    labels = np.zeros((37, 160), "i")
    labels[:, 3:70] = 1 + np.arange(37)[:, None] % 3
    labels[:, 80:] = np.random.default_rng(2).integers(0, 6, (37, 80))
    a = sample(labels.shape, "f", 1)
    a[5, 9], a[6, 9], a[7, 11], a[30, 100] = np.nan, np.inf, -np.inf, 1e3
    for name in ("sum_labels", "mean", "variance", "minimum", "maximum", "median", "center_of_mass"):
        for index in (None, 2, 3, [3, 1, 5]):
            with np.errstate(all="ignore"):
                expected = np.array(getattr(scipy.ndimage, name)(a, labels, index))
            actual = np.array(on_host(getattr(ours, name)(cp.asarray(a), cp.asarray(labels), index)))
            np.testing.assert_allclose(actual, expected, rtol=1e-6 if expected.dtype == "f" else 1e-12)
    assert ours.find_objects(cp.asarray(labels)) == scipy.ndimage.find_objects(labels)


def test_sums_are_exact_and_the_same_again():
    rng = np.random.default_rng(0)
    a = rng.standard_normal(100000) * 10.0 ** rng.integers(-3, 4, 100000)
    labels = rng.integers(0, 5, 100000)
    first = ours.sum_labels(cp.asarray(a), cp.asarray(labels), np.arange(5)).get()
    import math

    exact = [math.fsum(a[labels == k]) for k in range(5)]
    assert np.abs(first - exact).max() < 1e-12 * np.abs(a).sum()
    assert (first == ours.sum_labels(cp.asarray(a), cp.asarray(labels), np.arange(5)).get()).all()
    a[10], a[20], a[30], labels[[10, 20, 30]] = np.inf, -np.inf, np.nan, [0, 1, 2]
    found = ours.sum_labels(cp.asarray(a), cp.asarray(labels), np.arange(4)).get()
    assert found[0] == np.inf and found[1] == -np.inf and np.isnan(found[2]) and np.isfinite(found[3])
    tiny = cp.asarray(np.array([5e-324, 1e-320, 0]))
    assert ours.sum_labels(tiny, cp.ones(3, int), [1]).get()[0] == 5e-324 + 1e-320
    assert (ours.sum_labels(cp.zeros(3), cp.ones(3, int), [1]).get() == 0).all()


def test_histogram_and_comprehension():
    a, labels = sample((20, 30), "d", 1), scipy.ndimage.label(blobs((20, 30)))[0]
    a.flat[:3] = [-100, 100, 20]
    for index in (None, 1, [1, 3, 2]):
        expected = scipy.ndimage.histogram(a, -100, 100, 10, labels, index)
        actual = ours.histogram(cp.asarray(a), -100, 100, 10, cp.asarray(labels), index).get()
        assert (
            (np.stack(expected) == actual).all() if index is not None and np.ndim(index) else (expected == actual).all()
        )
    assert (ours.histogram(cp.asarray(a), 0, 50, 7).get() == scipy.ndimage.histogram(a, 0, 50, 7)).all()
    for positions in (False, True):
        function = (lambda v, p: v.sum() + p.max()) if positions else (lambda v: v.sum())
        for index in (None, 2, np.array([3, 1, 900])):
            expected = scipy.ndimage.labeled_comprehension(a, labels, index, function, float, -1.5, positions)
            actual = ours.labeled_comprehension(
                cp.asarray(a), cp.asarray(labels), index, function, float, -1.5, positions
            )
            same(actual, expected)
        for default in (0, None, 2.5):
            expected = scipy.ndimage.labeled_comprehension(a / 2, labels, [3, 900], function, None, default, positions)
            actual = ours.labeled_comprehension(
                cp.asarray(a / 2), cp.asarray(labels), [3, 900], function, None, default, positions
            )
            same(actual, expected)


# ----------------------------------------------------------------------------------------------------------- morphology


@pytest.mark.parametrize("lengths", [3, (3, 3), [5, 2], (1, 4), (2, 2, 2), (3,)])
@pytest.mark.parametrize("name", ["erosion", "dilation", "opening", "closing"])
def test_lengths_make_a_structure_that_is_true_everywhere(name, lengths):
    ndim = 2 if lengths == 3 else len(lengths)
    image = np.random.default_rng(0).random((9, 8, 7)[:ndim]) > 0.4
    whole = np.ones((3, 3) if lengths == 3 else lengths, bool)
    want = getattr(scipy.ndimage, f"binary_{name}")(image, whole)
    got = getattr(ours, f"binary_{name}")(cp.array(image), lengths)
    np.testing.assert_array_equal(got.get(), want)
    if ndim == 2:
        stack = cp.array(np.stack([image, ~image]))
        got = getattr(ours, f"binary_{name}")(stack, lengths, axes=(1, 2))
        np.testing.assert_array_equal(got[0].get(), want)


@pytest.mark.parametrize("name", ["binary_erosion", "binary_dilation", "binary_opening", "binary_closing"])
def test_binary(name):
    odd = np.array([[0, 1, 1, 0], [1, 1, 0, 1]], bool)
    for image in (blobs((20, 35)), np.random.default_rng(2).random((9, 8)) < 0.7):
        mask = np.random.default_rng(3).random(image.shape) < 0.8
        for structure in (
            None,
            np.ones((3, 3), bool),
            odd,
            np.ones((1, 5), bool),
            np.array([[0, 0, 0], [0, 1, 1], [0, 0, 0]]),
        ):
            for border in (0, 1):
                check(name, image, structure, border_value=border)
                check(name, image, structure, iterations=3, border_value=border)
            check(name, image, structure, mask=mask)
            check(name, image, structure, iterations=2, mask=mask)
        check(name, image, odd, origin=(-1, 1))
        check(name, image, odd, origin=3)
        check(name, image, np.ones((3, 3, 3)))
        check(name, image, mask=mask[:-1])
    check(name, blobs((6, 7, 8)), axes=(0, 2))
    check(name, blobs((6, 7, 8)))
    check(name, blobs((6, 7, 8)).astype("d") * 0.5)
    check(name, blobs((40,)) * 1j)
    check(name, np.zeros((0, 4), bool))
    for _, a in layouts(blobs((11, 13))):
        check(name, a)


@pytest.mark.parametrize("shape", [(63,), (7, 64), (9, 65), (5, 4, 130), (40, 200)])
def test_repeated_passes_over_words(shape):
    """Elements are bits of words, whose ends lie within lines, and steps that lead from one word to the next."""
    rng = np.random.default_rng(6)
    image, mask = rng.random(shape) < 0.6, rng.random(shape) < 0.8
    wide = np.zeros((1,) * (len(shape) - 1) + (41,), bool)
    wide[..., [0, 7, 40]] = True
    # Beyond the next word; where a structure is longer than the array, SciPy writes out of its memory.
    farther = np.ones((1,) * (len(shape) - 1) + (131 if shape[-1] > 131 else 3,), bool)
    for structure in (None, np.ones((3,) * len(shape)), wide, farther, rng.random((2,) * len(shape)) < 0.9):
        for border in (0, 1):
            for name in ("binary_erosion", "binary_dilation"):
                check(name, image, structure, iterations=2, border_value=border)
                check(name, image, structure, iterations=5, mask=mask, border_value=border)
    for origin in (-1, 1):
        check("binary_dilation", image, np.ones((3,) * len(shape)), iterations=3, origin=origin)
    # No way of connected parts: the structure is not the same from both sides.
    lean = np.zeros((3,) * len(shape), bool)
    lean[(1,) * len(shape)] = lean[(1,) * (len(shape) - 1) + (2,)] = True
    check("binary_dilation", image & mask, lean, iterations=-1, mask=mask)
    check("binary_erosion", image, lean, iterations=-1, border_value=1)


def test_until_nothing_changes():
    image = blobs((40, 50), share=0.6)
    mask = blobs((40, 50), 5)
    for structure in (None, np.ones((3, 3)), np.array([[0, 0, 0], [0, 1, 1], [0, 0, 0]])):
        check("binary_fill_holes", image, structure)
        for border in (0, 1):
            check("binary_propagation", image & mask, structure, mask=mask, border_value=border)
            check("binary_propagation", image, structure, mask=mask, border_value=border)
            check("binary_dilation", image & mask, structure, iterations=-1, mask=mask, border_value=border)
        check("binary_erosion", image, structure, iterations=-1)
    check("binary_fill_holes", blobs((12, 13, 14), share=0.7))
    check("binary_fill_holes", image, origin=1)
    check("binary_hit_or_miss", image)
    check("binary_hit_or_miss", image, np.array([[0, 0, 0], [0, 1, 1], [0, 1, 1]]))
    check(
        "binary_hit_or_miss", image, np.array([[0, 1], [1, 1]]), np.array([[1, 0], [0, 0]]), origin1=(0, -1), origin2=-1
    )
    out = cp.zeros(image.shape, bool)
    assert ours.binary_fill_holes(cp.asarray(image), output=out) is out
    assert (out.get() == scipy.ndimage.binary_fill_holes(image)).all()


def test_structures():
    for rank in (0, 1, 2, 3):
        for connectivity in (0, 1, 2, 3):
            check("generate_binary_structure", rank, connectivity)
    cross = scipy.ndimage.generate_binary_structure(2, 1)
    for iterations in (0, 1, 2, 4):
        check("iterate_structure", cross, iterations)
        check("iterate_structure", cross.astype("i4"), iterations)
        expected, actual = (
            scipy.ndimage.iterate_structure(cross, iterations, 1),
            ours.iterate_structure(cp.asarray(cross), iterations, 1),
        )
        if iterations > 1:
            assert (expected[0] == actual[0].get()).all() and expected[1] == actual[1]
        else:
            assert (expected == actual.get()).all()  # without the origin


GREY = [
    "grey_erosion",
    "grey_dilation",
    "grey_opening",
    "grey_closing",
    "morphological_gradient",
    "morphological_laplace",
]


@pytest.mark.parametrize("name", GREY + ["white_tophat", "black_tophat"])
def test_grey(name):
    odd = np.array([[0, 1, 1, 0], [1, 1, 0, 1]], bool)
    for a in (sample((9, 12), "d", 1), sample((9, 12), "B", 1)):
        check(name, a, 3)
        check(name, a, (2, 4), mode="wrap")
        check(name, a, footprint=odd, mode="constant", cval=3)
        if a.dtype == "d":
            check(name, a, structure=sample((3, 2), "d", 2))
            check(name, a, footprint=odd, structure=sample((2, 4), "d", 2), mode="nearest")
            check(name, a, (2, 4), origin=(0, 1))
            check(name, a, 3, axes=1)
            check(name, a)
    check(name, sample((9, 12), "D", 1), 3)
    out = cp.zeros((9, 12))
    assert getattr(ours, name)(cp.asarray(a), 3, output=out) is out


@pytest.mark.parametrize("dtype", list("?BHIbif"))
def test_structures_are_added_in_the_images_type(dtype):
    """SciPy adds the first cell's number in double and the others' in the image's type, whose integers wrap around."""
    a = sample((13, 40), dtype, 1, 0, 4)
    for structure in (np.array([[0, 3, -2]]), np.array([[0.5], [1.5], [-2.2]]), np.array([[0, 1], [1, 1]], bool)):
        for name in ("grey_erosion", "grey_dilation", "grey_opening", "grey_closing", "white_tophat", "black_tophat"):
            for mode in ("reflect", "constant"):
                check(name, a, structure=structure, mode=mode)


def test_erosion_and_dilation_are_dual():
    image = cp.asarray(blobs((33, 47)))
    assert (ours.binary_erosion(image, border_value=1) == ~ours.binary_dilation(~image)).all()
    many = ours.binary_dilation(~image, iterations=4)
    assert (ours.binary_erosion(image, border_value=1, iterations=4) == ~many).all()
    once = ours.binary_opening(image)
    assert (ours.binary_opening(once) == once).all() and not (once & ~image).any()
    grey = cp.asarray(sample((33, 47), "d", 1))
    assert (ours.grey_erosion(grey, 5) == -ours.grey_dilation(-grey, 5)).all()


# ------------------------------------------------------------------------------------------------------------ distances


@pytest.mark.parametrize("shape", [(50,), (33, 70), (100, 9), (9, 10, 11), (3, 4, 5, 6)])
def test_euclidean_distances(shape):
    for image in (blobs(shape), np.random.default_rng(1).random(shape) < 0.98, np.zeros(shape), np.ones(shape)):
        for sampling in (None, 2, [0.5 + d for d in range(len(shape))]):
            expected = scipy.ndimage.distance_transform_edt(image, sampling)
            actual, places = ours.distance_transform_edt(cp.asarray(image), sampling, return_indices=True)
            assert actual.dtype == np.float64 and places.dtype == np.int32
            np.testing.assert_allclose(actual.get(), expected, rtol=1e-13)
            # Any of the nearest will do.
            steps = np.ones(len(shape)) * (1 if sampling is None else sampling)
            away = (places.get() - np.indices(shape)) * steps.reshape(-1, *[1] * len(shape))
            np.testing.assert_allclose(np.sqrt((away**2).sum(0)), expected, rtol=1e-13)


def test_other_distances():
    for shape in ((40,), (20, 30), (7, 8, 9)):
        image = np.random.default_rng(1).random(shape) < 0.95
        for metric in ("euclidean", "taxicab", "chessboard", "cityblock"):
            check("distance_transform_bf", image, metric)
            if metric != "euclidean":
                check("distance_transform_cdt", image, metric)
        check("distance_transform_bf", image, sampling=0.7)
        check("distance_transform_bf", image, "no such")
        check("distance_transform_cdt", image, "no such")
        check("distance_transform_cdt", np.ones(shape))
        check("distance_transform_bf", np.ones(shape))
        check("distance_transform_cdt", image, scipy.ndimage.generate_binary_structure(len(shape), 1))


def test_labels_of_far_magnitudes():
    """Each label's sum has its own digits, however large another's elements are."""
    values = np.array([1e30, -3e30, 1.5, 0.25, 1e-40, 3e-40, 0.0, -0.0, 1e300, 1e300, -2e-300, 7.0])
    labels = np.array([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 2])
    for shuffled in (np.arange(12), np.random.default_rng(1).permutation(12)):
        for name in ("sum_labels", "mean", "variance", "standard_deviation"):
            a, which = values[shuffled], labels[shuffled]
            if name in ("variance", "standard_deviation"):
                a = np.where(np.abs(a) > 1e100, 0, a)
            actual = getattr(ours, name)(cp.asarray(a), cp.asarray(which), cp.arange(1, 8)).get()
            with np.errstate(all="ignore"):
                expected = getattr(scipy.ndimage, name)(a, which, np.arange(1, 8))
            np.testing.assert_allclose(actual, expected, rtol=1e-14, atol=0, err_msg=name)


def check_nearest(name, *arguments):
    """Distances and SciPy's choice among elements that are equally near."""
    expected = getattr(scipy.ndimage, name)(*arguments, return_indices=True)
    actual = getattr(ours, name)(*map(common.moved, arguments), return_indices=True)
    for ours_part, part in zip(actual, expected, strict=True):
        assert ours_part.dtype == part.dtype
        np.testing.assert_allclose(ours_part.get(), part, rtol=1e-13)


def test_nearest_elements():
    rng = np.random.default_rng(2)
    for shape in ((40,), (17, 30), (300, 3), (5, 7, 8), (3, 4, 3, 5)):
        image = rng.random(shape) < 0.9
        for metric in ("euclidean", "taxicab", "chessboard"):
            check_nearest("distance_transform_bf", image, metric)
            if metric != "euclidean":
                check_nearest("distance_transform_cdt", image, metric)
                check("distance_transform_cdt", image, metric, return_distances=False, return_indices=True)
    check_nearest("distance_transform_cdt", np.ones((4, 5)))
    check_nearest("distance_transform_bf", np.ones((4, 5)))
    check_nearest("distance_transform_bf", np.ones((4, 5)), "chessboard")


@pytest.mark.parametrize("shape", [(31,), (1,), (12, 19), (1, 9), (2, 700), (5, 6, 7), (3, 2, 4, 3)])
def test_distances_by_structures(shape):
    rng = np.random.default_rng(3)
    for image in (rng.random(shape) < 0.7, (rng.random(shape) < 0.97) * -2.5, np.ones(shape), np.zeros(shape)):
        for density in (0.2, 0.5, 0.9):
            structure = rng.random((3,) * len(shape)) < density
            check("distance_transform_cdt", image, structure)
            check_nearest("distance_transform_cdt", image, structure)
    distances, indices = cp.zeros(shape, "i"), cp.zeros((len(shape), *shape), "i")
    image = rng.random(shape) < 0.8
    keywords = {"return_indices": True, "distances": distances, "indices": indices}
    assert ours.distance_transform_cdt(cp.asarray(image), structure, **keywords) is None
    expected = scipy.ndimage.distance_transform_cdt(image, structure, return_indices=True)
    np.testing.assert_array_equal(distances.get(), expected[0])
    np.testing.assert_array_equal(indices.get(), expected[1])


def test_structures_of_distances():
    image = np.ones((4, 5))
    check("distance_transform_cdt", image, np.ones((3, 4), "?"))
    check("distance_transform_cdt", np.ones((0, 3)), np.ones((3, 3), "?"))
    # Any element that is not 0 is true; SciPy looks at bytes, and beyond structures of too few axes.
    for structure in (np.eye(3), [[0, 5, 0], [1, 1, 1], [0, -1, 0]]):
        expected = scipy.ndimage.distance_transform_cdt(image, np.asarray(structure) != 0)
        np.testing.assert_array_equal(ours.distance_transform_cdt(cp.asarray(image), structure).get(), expected)
    for wrong in (np.ones(3, "?"), np.ones((3, 3, 3), "?")):
        with pytest.raises(ValueError):
            ours.distance_transform_cdt(cp.asarray(image), wrong)


# ----------------------------------------------------------------------------------------------------------- watersheds


@pytest.mark.parametrize("dtype", ["u1", "u2"])
@pytest.mark.parametrize("shape", [(40,), (1, 1), (13, 17), (9, 1), (5, 6, 7), (3, 4, 2, 3)])
def test_watershed(shape, dtype):
    rng = np.random.default_rng(4)
    for levels in (1, 3, 250, 60000 if dtype == "u2" else 256):
        image = rng.integers(0, levels, shape).astype(dtype)
        for lowest in (1, -3):
            places = rng.random(shape) < 0.1
            markers = np.where(places, rng.integers(lowest, 6, shape), 0)
            check("watershed_ift", image, markers.astype(rng.choice(["i1", "i2", "i4", "i8"])))
            structure = scipy.ndimage.generate_binary_structure(len(shape), len(shape))
            check("watershed_ift", image, markers, structure)
            check("watershed_ift", image, markers, rng.random(structure.shape) < 0.5)
    image = np.asfortranarray(image)[::-1]
    check("watershed_ift", image, markers)
    out = cp.zeros(shape, "i2")
    assert ours.watershed_ift(cp.asarray(image), cp.asarray(markers), output=out) is out
    np.testing.assert_array_equal(out.get(), scipy.ndimage.watershed_ift(image, markers))


def test_watershed_of_cells():
    """Touching discs are told apart where they touch."""
    y, x = np.mgrid[:60, :90]
    image = np.minimum(np.hypot(y - 30, x - 30), np.hypot(y - 30, x - 62)).clip(0, 25).astype("u1")
    markers = np.zeros(image.shape, "i4")
    markers[30, 30], markers[30, 62], markers[0, 0] = 1, 2, -1
    check("watershed_ift", image, markers)


def test_bad_watersheds():
    image, markers = np.zeros((3, 4), "u1"), np.ones((3, 4), "i4")
    check("watershed_ift", image.astype("i4"), markers)
    check("watershed_ift", image.astype("?"), markers)
    check("watershed_ift", image, markers.astype("u1"))
    check("watershed_ift", image, markers.astype("f4"))
    check("watershed_ift", image, markers[:2])
    check("watershed_ift", image, markers, np.ones(3))
    check("watershed_ift", image, markers, np.ones((3, 4)))
    check("watershed_ift", image, markers, None, "i8")
    check("watershed_ift", image[:0], markers[:0])
    check("watershed_ift", np.zeros((), "u1"), np.ones((), "i4"))
    for wrong in (np.zeros((3, 4), "u1"), np.zeros((4, 4), "i4")):
        with pytest.raises(RuntimeError):
            ours.watershed_ift(cp.asarray(image), cp.asarray(markers), output=cp.asarray(wrong))
    with pytest.raises(TypeError):
        ours.watershed_ift(image, markers)


def test_distance_arrays():
    image = blobs((12, 13))
    distances, indices = cp.zeros((12, 13)), cp.zeros((2, 12, 13), "i")
    assert (
        ours.distance_transform_edt(cp.asarray(image), distances=distances, indices=indices, return_indices=True)
        is None
    )
    np.testing.assert_allclose(distances.get(), scipy.ndimage.distance_transform_edt(image))
    for keywords in (
        {"return_distances": False},
        {"return_distances": False, "distances": np.zeros((12, 13))},
        {"distances": np.zeros((12, 13), "f")},
        {"distances": np.zeros((12, 14))},
        {"indices": np.zeros((2, 12, 13), "d"), "return_indices": True},
        {"indices": np.zeros((2, 12, 14), "i"), "return_indices": True},
        {"indices": np.zeros((2, 12, 13), "i")},
    ):
        with pytest.raises(RuntimeError):
            scipy.ndimage.distance_transform_edt(image, **keywords)
        with pytest.raises(RuntimeError):
            ours.distance_transform_edt(cp.asarray(image), **{k: common.moved(v) for k, v in keywords.items()})


@pytest.mark.parametrize("name", ["distance_transform_edt", "distance_transform_bf", "distance_transform_cdt"])
def test_places_in_arrays_of_other_integers(name):
    """As CuPy's, an array of any integers is filled that holds the places."""
    image = blobs((12, 300))
    _, expected = getattr(ours, name)(cp.asarray(image), return_indices=True)
    for code in "lLqIhH":
        indices = cp.zeros((2, 12, 300), code)
        getattr(ours, name)(cp.asarray(image), return_distances=False, return_indices=True, indices=indices)
        np.testing.assert_array_equal(indices.get(), expected.get())
    for code in "bB?":
        with pytest.raises((RuntimeError, ValueError), match="indices array"):
            getattr(ours, name)(
                cp.asarray(image), return_distances=False, return_indices=True, indices=cp.zeros((2, 12, 300), code)
            )


@pytest.mark.parametrize("metric", ["euclidean", "taxicab", "chessboard"])
def test_distances_in_an_image_without_axes(metric):
    for value in (0.0, 3.0, True):
        image = np.asarray(value)
        found = ours.distance_transform_bf(cp.asarray(image), metric, return_indices=True)
        expected = scipy.ndimage.distance_transform_bf(image, metric, return_indices=True)
        for got, wanted in zip(found, expected, strict=True):
            assert got.dtype == wanted.dtype and got.shape == wanted.shape
            np.testing.assert_array_equal(got.get(), wanted)
        out = cp.zeros((), expected[0].dtype)
        assert ours.distance_transform_bf(cp.asarray(image), metric, distances=out) is None
        assert out.item() == expected[0].item()
    image, marks = cp.asarray(3.0), cp.asarray(1)
    assert ours.distance_transform_edt(image).shape == (1,)
    assert ours.label(image)[1] == 1 and ours.sum_labels(image, marks, 1).item() == 3
    assert ours.gaussian_filter(image, 1).shape == () and ours.median_filter(image, 3).item() == 3
