"""C++ prints arrays as NumPy does: its text is compared with NumPy's, to the letter."""

import ml_dtypes
import numpy as np
import pytest

import cuprum
from cuprum import _core

pytestmark = pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.4.0", reason="NumPy before 2.4 takes to exponents at other sizes"
)

DTYPES = ["?", "i1", "i4", "i8", "u1", "u8", "e", "f", "d", "F", "D", ml_dtypes.bfloat16]
SHAPES = [
    (),
    (1,),
    (0,),
    (0, 3),
    (3,),
    (40,),
    (2, 3),
    (3, 1, 2),
    (2, 2, 2, 2),
    (30, 40),
    (1001,),
    (7, 8, 20),
    (2000, 2),
]
SHAPES += [(4, 600), (1, 1, 1, 1200)]


def samples(dtype, shape):
    """Arrays of small, large and mixed magnitudes, with few digits and many, with and without non-finite values."""
    rng = np.random.default_rng(0)
    with np.errstate(all="ignore"):
        for scale in (1, 1e-6, 1e5, 1e10, 1e-3, 1e250):
            x = rng.standard_normal(shape) * scale
            if dtype.kind in "iu":
                info = np.iinfo(dtype)
                yield np.asarray(np.clip(x, max(info.min, -(2**62)), min(info.max, 2**62))).astype(dtype)
                continue
            if dtype.kind == "b":
                yield np.asarray(x > 0)
                return
            values = np.asarray(x + 1j * rng.standard_normal(shape) if dtype.kind == "c" else x).astype(dtype)
            yield values
            if dtype.kind == "V" or not values.size:
                continue
            yield np.asarray(np.round(values, 2))
            for first, last in [(np.nan, 1), (0, -np.inf), (-0.0, np.inf)]:
                special = values.copy()
                special.flat[0], special.flat[-1] = first, last
                yield special
            yield np.full(shape, np.nan, dtype)


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda d: np.dtype(d).name)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_text_is_numpys(dtype, shape):
    for host in samples(np.dtype(dtype), shape):
        array = cuprum.asarray(host)
        assert _core._repr_cpp(array) == repr(host)
        assert _core._str_cpp(array) == str(host)


@pytest.mark.parametrize("bits, dtype", [("u2", "e"), ("u4", "f"), ("u8", "d")])
def test_any_float_on_its_own(bits, dtype):
    rng = np.random.default_rng(1)
    values = rng.integers(0, np.iinfo(bits).max, 500, dtype=bits, endpoint=True).view(dtype)
    with np.errstate(over="ignore"):
        edges = np.array([0, -0.0, 1e-4, 9.9e-5, 1e3, 1e6, 1e16, 9999, 65504]).astype(dtype)
    for value in [*values, *edges]:
        assert _core._str_cpp(cuprum.asarray(value)) == str(value)
        assert _core._repr_cpp(cuprum.asarray([value])) == repr(np.array([value]))


def test_views_are_printed_as_they_are_seen():
    host = np.arange(2400.0).reshape(40, 60)
    for view in (np.s_[::-1, ::2], np.s_[3], np.s_[:, None, 5:]):
        assert _core._repr_cpp(cuprum.asarray(host)[view]) == repr(host[view])
    assert _core._repr_cpp(cuprum.asarray(host).T) == repr(host.T)


OPTIONS = [
    {"precision": 3},
    {"precision": 0},
    {"precision": 20, "floatmode": "fixed"},
    {"floatmode": "fixed", "precision": 3},
    {"floatmode": "unique"},
    {"floatmode": "maxprec_equal", "precision": 5},
    {"suppress_small": True},
    {"sign": "+"},
    {"sign": " "},
    {"separator": ", ", "prefix": "array(", "suffix": ")"},
    {"threshold": 5, "edgeitems": 1},
    {"threshold": 0, "edgeitems": 2},
    {"max_line_width": 30},
    {"nanstr": "not a number", "infstr": "endless"},
    {"precision": 2, "suppress_small": True, "sign": "+", "floatmode": "fixed"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("dtype", ["?", "i4", "u1", "e", "f", "d", "F", "D"])
def test_options_of_cpp(options, dtype):
    named = {k: v for k, v in options.items() if k in ("nanstr", "infstr")}
    rest = {k: v for k, v in options.items() if k not in named}
    for shape in [(7,), (3, 4), (2, 3, 9), (), (0,)]:
        for host in samples(np.dtype(dtype), shape):
            with np.printoptions(**named):
                expected = np.array2string(host, **rest)
            assert _core._array2string_cpp(cuprum.asarray(host), **options) == expected


@pytest.mark.parametrize("dtype", ["e", "f", "d"])
@pytest.mark.parametrize("unique", [True, False])
@pytest.mark.parametrize("trim", "k.0-")
def test_one_float_of_cpp(dtype, unique, trim):
    rng = np.random.default_rng(3)
    with np.errstate(over="ignore"):
        values = np.array(
            [0, -0.0, 1, -1, 0.1, 1 / 3, 123.456, -2.5, 0.5, 1e-5, 6.25e3, 9.995, 99.95, *rng.standard_normal(20)]
            + [1e22, 1e-300, np.inf, -np.inf, np.nan]
        ).astype(dtype)
    forms = [
        {"precision": 3},
        {"precision": 0},
        {"precision": 12},
        {"precision": 2, "sign": True},
        {"precision": 4, "pad_left": 6},
    ]
    if unique:
        forms += [{}, {"min_digits": 4}, {"precision": 6, "min_digits": 2}]
    for value in values:
        number = cuprum.asarray(value)
        for form in forms:
            form = form | {"unique": unique, "trim": trim}
            assert _core._format_float_cpp(number, False, **form) == np.format_float_positional(value, **form)
            assert _core._format_float_cpp(number, True, **form) == np.format_float_scientific(value, **form)
        form = {"unique": unique, "trim": trim, "precision": 4}
        assert _core._format_float_cpp(number, False, pad_right=6, **form) == np.format_float_positional(
            value, pad_right=6, **form
        )
        assert _core._format_float_cpp(number, True, exp_digits=3, **form) == np.format_float_scientific(
            value, exp_digits=3, **form
        )
        if np.isfinite(value):
            form["fractional"] = False
            assert _core._format_float_cpp(number, False, **form) == np.format_float_positional(value, **form)


def test_whole_numbers_of_cpp():
    for number in (0, 1, -1, 5, -128, 127, 2**62, -(2**63)):
        for base in (2, 3, 16, 36):
            assert _core._base_repr_cpp(number, base, 2) == np.base_repr(number, base, 2)
        assert _core._binary_repr_cpp(number, None) == np.binary_repr(number)
        assert _core._binary_repr_cpp(number, 64) == np.binary_repr(number, 64)
    for number, width in [(5, 2), (-5, 3), (-9, 4)]:
        with pytest.raises(ValueError):
            _core._binary_repr_cpp(number, width)


def test_html():
    """What notebooks show: all elements of small arrays, the ends of large ones, text of others."""
    small = cuprum.asarray([[1.5, 2.0], [float("nan"), -4.0]])._repr_html_()
    assert "<tr><td>1.5</td><td>2</td></tr><tr><td>nan</td><td>-4</td></tr>" in small
    assert "shape (2, 2), float64, 32 bytes" in small and "<b>ndarray</b>" in small
    large = cuprum.arange(10000).reshape(100, 100)._repr_html_()
    assert large.count("<tr>") == 11 and large.count("<td>") == 121 and "<td>…</td>" in large and "<td>⋮</td>" in large
    for value in (0, 4, 95, 99, 404, 9500, 9999):
        assert f"<td>{value}</td>" in large
    assert "<td>50</td>" not in large
    assert cuprum.arange(12)._repr_html_().count("<td>") == 11
    assert "<pre>[[[0 1]" in cuprum.arange(8).reshape(2, 2, 2)._repr_html_()
    assert "<pre>7</pre>" in cuprum.asarray(7)._repr_html_() and "<pre>[]</pre>" in cuprum.ones(0)._repr_html_()


def test_html_of_sparse_matrices():
    """What notebooks show: the facts, and the coordinates and values of the elements at both ends."""
    from cuprumx.scipy import sparse

    small = sparse.csr_matrix(cuprum.array([[0, 1.5], [0, 0]]))._repr_html_()
    assert "&lt;Compressed Sparse Row sparse matrix" in small and "<th>axis 1</th><th>value</th>" in small
    assert "<tr><td>0</td><td>1</td><td>1.5</td></tr>" in small and small.count("<tr>") == 2
    large = sparse.identity(100, format="dia")._repr_html_()
    assert large.count("<tr>") == 12 and "<tr><td>99</td><td>99</td><td>1</td></tr>" in large
    assert large.count("<td>⋮</td>") == 3 and "<td>50</td>" not in large
    cube = sparse.coo_array(cuprum.arange(8).reshape(2, 2, 2))._repr_html_()
    assert cube.count("<th>") == 4 and "<tr><td>1</td><td>0</td><td>1</td><td>5</td></tr>" in cube
    assert "<table" not in sparse.csc_array((3, 3))._repr_html_()
