"""Filters of cuprumx.scipy.signal against SciPy."""

import common
import numpy as np
import pytest
import scipy.signal
from common import layouts, sample, to_device

import cuprum as cp
import cuprumx.scipy.signal

B, A = scipy.signal.butter(4, 0.2)
SOS = scipy.signal.butter(8, 0.2, output="sos")
LENGTHS = [0, 1, 3, 100, 1025, 5000, 100003]


check = common.check_of(scipy.signal, cuprumx.scipy.signal, 1e-10, single=2e-5, least=1e-300)


def refused(error, name, *arguments, **keywords):
    """Where SciPy raises another class, or computes: ours."""
    with pytest.raises(error):
        getattr(cuprumx.scipy.signal, name)(*map(common.moved, arguments), **keywords)


# ---------------------------------------------------------------------------------------------------- recursive filters


@pytest.mark.parametrize("n", LENGTHS)
def test_lengths(n):
    x = sample(n, "d", 1)
    check("lfilter", B, A, x)
    check("lfilter", B, A, x, zi=sample(4, "d", 2))
    if n == 0:  # SciPy cannot reshape such
        assert cuprumx.scipy.signal.sosfilt(to_device(SOS), to_device(x)).shape == (0,)
        return
    check("sosfilt", SOS, x)
    check("sosfilt", SOS, x, zi=sample((4, 2), "d", 3))
    check("filtfilt", B, A, x)
    check("sosfiltfilt", SOS, x)


def test_integers_alone():
    for dtype in "ie":
        for module, move in ((scipy.signal, np.asarray), (cuprumx.scipy.signal, cp.asarray)):
            with pytest.raises(NotImplementedError):
                module.lfilter(move(np.ones(2, dtype)), move(np.ones(2, dtype)), move(np.ones(9, dtype)))


@pytest.mark.parametrize("dtypes", ["ddd", "fff", "ddf", "ffd", "ddi", "dDd", "DDF", "fFf", "ffh"])
def test_dtypes(dtypes):
    b, a, x = (v.astype(t) for v, t in zip((B, A, sample(700, "d", 1)), dtypes))
    check("lfilter", b, a, x)
    check("sosfilt", SOS.astype(dtypes[0]), x)
    if a.dtype.kind != "c":  # SciPy continues signals, and has states, in their own dtypes
        check("filtfilt", b, a, x, rtol=1e-6 if "f" in dtypes else 1e-10)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_axes_and_layouts(axis):
    for _, x in layouts(sample((7, 6, 40), "d", 1)):
        check("lfilter", B, A, x, axis=axis)
        check("sosfilt", SOS, x, axis=axis)
    x = sample((5, 40, 3), "d", 2)
    check("lfilter", B, A, x, axis=1, zi=sample((5, 4, 3), "d", 3))
    check("lfilter", B, A, x, axis=1, zi=sample((1, 4, 3), "d", 3))
    check("sosfilt", SOS, x, axis=1, zi=sample((4, 5, 2, 3), "d", 3))
    check("filtfilt", B, A, x, axis=1)
    check("sosfiltfilt", SOS, x, axis=1)


@pytest.mark.parametrize("order, edge, error", [(4, 0.01, 1e-9), (8, 0.05, 1e-6), (6, 0.02, 1e-6), (8, 0.4, 1e-12)])
def test_narrow_filters_of_long_lines(order, edge, error):
    # Powers of such a filter's matrix grow by many decades before they vanish; the judge is the filter by sections.
    x = sample((2, 30011), "d", 3, low=-1, high=1)
    expected = scipy.signal.sosfilt(scipy.signal.butter(order, edge, output="sos"), x)
    b, a = scipy.signal.butter(order, edge)
    found = cuprumx.scipy.signal.lfilter(cp.asarray(b), cp.asarray(a), cp.asarray(x)).get()
    np.testing.assert_allclose(found, expected, rtol=0, atol=error)
    turned = cp.exp(0.3j * cp.arange(order + 1))  # the same poles, turned
    found = cuprumx.scipy.signal.lfilter(cp.asarray(b) * turned, cp.asarray(a) * turned, cp.asarray(x)).get()
    expected = scipy.signal.lfilter(b * turned.get(), a * turned.get(), x)
    np.testing.assert_allclose(found, expected, rtol=0, atol=error)


def test_many_lines():
    """Lines that a CPU computes side by side, cut into chunks and whole."""
    for shape in [(3, 9000), (20, 9000), (9, 1000), (17, 33)]:
        x = sample(shape, "f", 1)
        check("lfilter", B, A, x)
        check("lfilter", B.astype("f"), A.astype("f"), x, single=1e-4)
        check("sosfilt", SOS, x, zi=sample((4, shape[0], 2), "d", 3))


@pytest.mark.parametrize(
    "orders", [(0, 1), (1, 0), (3, 1), (1, 5), (8, 9), (17, 17), (32, 2), (60, 3), (3, 50), (2000, 0)]
)
def test_orders(orders):
    rng = np.random.default_rng(1)
    b, a = rng.normal(size=orders[0] + 1), np.r_[1.3, rng.normal(size=orders[1]) / (orders[1] + 1) / 2]
    x, n = sample(6000, "d", 1, -1, 1), max(orders)
    check("lfilter", b, a, x, rtol=1e-9)
    check("lfilter", b, a, x, zi=rng.normal(size=n), rtol=1e-9)
    check("lfilter", b, a, x[:5], zi=rng.normal(size=n), rtol=1e-9)


def test_state_carries_on():
    x = to_device(sample(3000, "d", 1))
    b, a, sos = map(to_device, (B, A, SOS))
    whole = cuprumx.scipy.signal.lfilter(b, a, x)
    first, state = cuprumx.scipy.signal.lfilter(b, a, x[:1100], zi=cp.zeros(4))
    second, _ = cuprumx.scipy.signal.lfilter(b, a, x[1100:], zi=state)
    np.testing.assert_allclose(cp.concatenate([first, second]).get(), whole.get(), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shape, axis", [((60,), 0), ((3, 60), -1), ((60, 3), 0), ((2, 60, 3), 1)])
def test_states_of_samples(dtype, shape, axis):
    """CuPy's states are the last inputs and outputs: chunks that are chained give what the whole gives, zeros are rest,
    and the end is told in the form of the start."""
    signal = cuprumx.scipy.signal
    x = cp.asarray(sample(shape, dtype, 1))
    tolerance = 1e-4 if dtype in "fF" else 1e-10
    near = lambda a, b: np.testing.assert_allclose(a.get(), b.get(), rtol=tolerance, atol=tolerance)  # noqa: E731
    for b, a in (
        (B, A),
        (B[:3], A),
        (B, A[:2]),
        (2 * B, 2 * A),
        (np.ones(40) / 40, A),
        (B[:2], np.r_[1, np.zeros(39), 0.1]),
    ):
        b, a = cp.asarray(b.astype(dtype)), cp.asarray(a.astype(dtype))
        whole, taps = signal.lfilter(b, a, x, axis), b.size - 1
        state = list(shape)
        state[axis] = b.size + a.size - 2
        chunks, zi, done = [], cp.zeros(state, dtype), 0
        for length in (1, 2, 17, 0, 40):
            part = cp.take(x, cp.arange(done, done + length), axis)
            y, zi = signal.lfilter(b, a, part, axis, zi=zi)
            assert zi.shape == tuple(state) and zi.dtype == x.dtype
            done += length
            chunks.append(y)
        near(cp.concatenate(chunks, axis), whole)
        inputs, outputs = (cp.moveaxis(v, axis, -1) for v in (x, whole))
        last = cp.moveaxis(zi, axis, -1)
        near(last[..., :taps], inputs[..., -taps:])
        near(last[..., taps:], outputs[..., 61 - a.size :])
    sos = cp.asarray(SOS.astype(dtype.lower()))
    whole = signal.sosfilt(sos, x, axis)
    state = list(shape)
    state[axis] = 4
    chunks, zi, done = [], cp.zeros((len(SOS), *state), dtype), 0
    for length in (1, 2, 17, 0, 40):
        part = cp.take(x, cp.arange(done, done + length), axis)
        y, zi = signal.sosfilt(sos, part, axis, zi=zi)
        assert zi.shape == (len(SOS), *state) and zi.dtype == x.dtype
        done += length
        chunks.append(y)
    near(cp.concatenate(chunks, axis), whole)
    last = cp.moveaxis(zi, axis % len(shape) + 1, -1)
    near(last[0, ..., :2], cp.moveaxis(x, axis, -1)[..., -2:])
    near(last[-1, ..., 2:], cp.moveaxis(whole, axis, -1)[..., -2:])


def test_states_that_are_either_kind():
    """Of as many numbers in both libraries a state is SciPy's; the form that fits neither is refused."""
    check("lfilter", B, np.ones(1), sample(50, "d", 1), zi=sample(B.size - 1, "d", 2))
    check("lfilter", np.ones(1), A, sample(50, "d", 1), zi=sample(A.size - 1, "d", 2))
    for length in (B.size + A.size - 1, max(B.size, A.size) + 1):
        with pytest.raises(ValueError, match="zi"):
            cuprumx.scipy.signal.lfilter(cp.asarray(B), cp.asarray(A), cp.ones(9), zi=cp.zeros(length))
    with pytest.raises(ValueError, match="zi"):
        cuprumx.scipy.signal.sosfilt(cp.asarray(SOS), cp.ones(9), zi=cp.zeros((len(SOS), 3)))


def test_chunks_of_an_unstable_filter():
    """Powers of its matrix overflow where the signal is still zero."""
    x = np.zeros(100000)
    x[-50:] = 1
    check("lfilter", np.ones(1), np.array([1.0, -1.5]), x)


def test_nan_and_infinity():
    x = sample(5000, "d", 1)
    x[4000] = np.nan
    check("lfilter", B, A, x)
    x[4000] = np.inf
    result = cuprumx.scipy.signal.sosfilt(to_device(SOS), to_device(x)).get()
    assert np.isfinite(result[:4000]).all() and not np.isfinite(result[4000:]).any()


@pytest.mark.parametrize("padtype", ["odd", "even", "constant", None])
def test_padding(padtype):
    x = sample((4, 70), "d", 1)
    for padlen in (None, 0, 5, 69):
        check("filtfilt", B, A, x, padtype=padtype, padlen=padlen)
        check("sosfiltfilt", SOS, x, padtype=padtype, padlen=padlen)
    check("filtfilt", np.array([0.5, 0.25]), np.array([1.0]), x, padtype=padtype)


@pytest.mark.parametrize("dtype", "bhiq")  # SciPy negates and wraps around others
def test_integers_filtered_both_ways(dtype):
    """They start from their steady state, which is a real number: so SciPy computes in float64."""
    x, b, a = sample((3, 70), dtype, 1), np.array([1, 2, 1]).astype(dtype), np.array([1, 0]).astype(dtype)
    for padtype in ("even", "constant", None):  # "odd" wraps around in SciPy
        check("filtfilt", b, a, x, padtype=padtype)
        check("filtfilt", b, np.array([1], dtype), x, padtype=padtype)
        check("sosfiltfilt", np.array([[1, 2, 1, 1, 0, 0]], dtype), x, padtype=padtype)
    check("filtfilt", B, A, x.astype("f"))


def test_gustafsson():
    x = sample((3, 200), "d", 1)
    for irlen in (None, 40, 150):
        check("filtfilt", B, A, x, method="gust", irlen=irlen, rtol=1e-7)
    check("filtfilt", np.array([2.0]), np.array([1.0]), x, method="gust")
    check("filtfilt", B, A, x, method="bad")


def test_states():
    check("lfilter_zi", B, A)
    check("lfilter_zi", B.astype("f"), A.astype("f"))
    if np.lib.NumpyVersion(scipy.__version__) < "1.18.0":  # later releases refuse zeros at the start
        check("lfilter_zi", B, np.r_[0.0, 0.0, A])
    check("lfilter_zi", np.array([1, 2]), np.array([2, 1]))
    check("lfilter_zi", np.ones(2), np.array([1.0, -1.0]))
    check("lfilter_zi", np.ones((2, 2)), A)
    check("sosfilt_zi", SOS)
    check("sosfilt_zi", SOS[:, :5])
    check("lfiltic", B, A, sample(3, "d", 1), sample(2, "d", 2))
    check("lfiltic", B, 2 * A, sample(9, "d", 1))
    check("lfiltic", B.astype("f"), A.astype("f"), sample(3, "f", 1), sample(2, "f", 2))


def test_deconvolve():
    check("deconvolve", sample(50, "d", 1), np.array([1.0, 0.3, 0.2]))
    check("deconvolve", np.array([1, 2, 3, 4]), np.array([1, 2]))
    check("deconvolve", np.ones((2, 2)), np.ones(2))
    quotient, remainder = cuprumx.scipy.signal.deconvolve(cp.array([1, 2]), cp.array([1, 2, 3]))
    assert quotient.size == 0 and (remainder.get() == [1, 2]).all()


def test_filter_errors():
    x = np.arange(5.0)
    check("lfilter", np.zeros(0), A, x)
    check("lfilter", B, np.zeros(0), x)
    check("lfilter", B[None], A, x)
    check("lfilter", B, A, x, axis=1)
    check("lfilter", B, A, x, zi=np.zeros(3))
    check("lfilter", B, A, np.ones((3, 5)), zi=np.zeros(4))
    check("sosfilt", SOS[:, :5], x)
    if cp.backend() == "cpu":  # a GPU is not asked for values, since the call would have to wait
        check("lfilter", np.ones(1), np.array([0.0, 1.0]), x)
        check("sosfilt", 2 * SOS, x)
    check("sosfilt_zi", 2 * SOS)
    check("sosfiltfilt", 2 * SOS, np.ones(50))
    check("sosfilt", SOS, x, zi=np.zeros((4, 3)))
    check("filtfilt", B, A, x)
    check("filtfilt", B, A, np.ones(50), padtype="bad")
    refused(TypeError, "lfilter", cp.asarray(B), cp.asarray(A))
    with pytest.raises(TypeError):
        cuprumx.scipy.signal.lfilter(cp.asarray(B), cp.asarray(A), x)


# -------------------------------------------------------------------------------------------------------------- rates


MODES = "constant symmetric reflect edge wrap smooth line antisymmetric antireflect bad".split()


@pytest.mark.parametrize("mode", MODES)
def test_upfirdn(mode):
    for up, down, taps, n in [(1, 1, 3, 6), (3, 2, 7, 10), (2, 5, 20, 6), (4, 1, 1, 5), (1, 1, 9, 2)]:
        check("upfirdn", sample(taps, "d", 1), sample((2, n), "d", 2), up, down, mode=mode, cval=3.0)


def test_upfirdn_dtypes():
    for h, x in ["ff", "fd", "ii", "hh", "fF", "Dd"]:
        check("upfirdn", sample(5, h, 1), sample((20, 3), x, 2), 3, 2, axis=0)
    check("upfirdn", np.ones(2), np.ones(3), 0, 1)
    check("upfirdn", np.ones(0), np.ones(3))
    check("upfirdn", np.ones((2, 2)), np.ones(3))


@pytest.mark.parametrize("padtype", ["mean", "median", "minimum", "maximum", *MODES])
def test_resample_poly(padtype):
    x = sample((3, 57), "d", 1)
    check("resample_poly", x, 3, 2, axis=1, padtype=padtype)
    check("resample_poly", x.astype("f"), 2, 5, axis=1, padtype=padtype)


def test_resample_poly_windows():
    x = sample(200, "d", 1)
    check("resample_poly", x, 4, 6, window="hann")
    check("resample_poly", x, 4, 3, window=("kaiser", 3.0))
    check("resample_poly", x, 4, 3, window=sample(21, "d", 2))
    check("resample_poly", x, 3, 3)
    check("resample_poly", x, 0, 3)
    check("resample_poly", x, 2, 1, cval=4.0)
    check("resample_poly", x, 2, 1, padtype="mean", cval=4.0)
    check("resample_poly", x.astype("i"), 2, 3)
    check("resample_poly", x + 1j, 2, 3)


@pytest.mark.parametrize("n", [1, 2, 7, 8, 50])
def test_resample(n):
    for num in (1, 2, 5, 8, 9, 50, 101):
        for dtype in "fdD":
            check("resample", sample((n, 2), dtype, 1), num)
        check("resample", sample((2, n), "d", 1), num, axis=1, window="hann")
        check("resample", sample(n, "D", 1), num, window=("kaiser", 2.0))


def test_resample_more():
    x = sample(20, "d", 1)
    check("resample", x, 8, t=np.linspace(1, 2, 20))
    check("resample", x, 8, window=np.ones(19))
    check("resample", x, 8, window=sample(20, "d", 2))
    check("resample", x + 0j, 8, domain="freq")
    check("resample", x, 8, domain="bad")
    check("resample", x, 0)
    check("resample", x, -1)
    check("resample", x.astype("i"), 7)
    expected = scipy.signal.resample(x, 8, window=lambda f: np.exp(-np.abs(f)))
    result = cuprumx.scipy.signal.resample(to_device(x), 8, window=lambda f: cp.exp(-cp.abs(f)))
    np.testing.assert_allclose(result.get(), expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max())


def test_decimate():
    x = sample((2, 400), "d", 1)
    for keywords in [
        {},
        {"ftype": "fir"},
        {"n": 5},
        {"ftype": "fir", "n": 13},
        {"zero_phase": False},
        {"axis": 0, "ftype": "fir"},
    ]:
        check("decimate", x, 3, **keywords, rtol=1e-9)
    check("decimate", x.astype("f"), 4)
    check("decimate", x, 4, ftype="fir", zero_phase=False)
    check("decimate", x.astype("i"), 2)
    check("decimate", x, 4, ftype="bad")
    check("decimate", x[:, :10], 3)


def test_decimate_by_one():
    """No filter by taps keeps all frequencies; sections do."""
    x = sample(50, "d", 1)
    check("decimate", x, 1, ftype="iir")
    for module, samples in ((scipy.signal, x), (cuprumx.scipy.signal, cp.asarray(x))):
        with pytest.raises(ValueError):
            module.decimate(samples, 1, ftype="fir")


# ---------------------------------------------------------------------------------------------------------- smoothing


def test_savgol_coefficients():
    for length in (1, 2, 5, 8, 31, 101):
        for order in (0, 1, 2, 5):
            for deriv in (0, 1, 3):
                check("savgol_coeffs", length, order, deriv, 0.5, rtol=1e-7)
    check("savgol_coeffs", 7, 2, pos=1, use="dot")
    check("savgol_coeffs", 7, 2, pos=7)
    check("savgol_coeffs", 7, 2, use="bad")


@pytest.mark.parametrize("mode", ["interp", "mirror", "constant", "nearest", "wrap", "bad"])
def test_savgol(mode):
    x = sample((30, 4), "d", 1)
    for length, order, deriv in [(5, 2, 0), (31, 3, 0), (8, 3, 1), (1, 0, 0), (4, 2, 0)]:
        check("savgol_filter", x, length, order, deriv, 0.5, axis=0, mode=mode, cval=2.0)
    for dtype in "fi":
        check("savgol_filter", sample(50, dtype, 1), 7, 2, mode=mode)


@pytest.mark.parametrize("dtype", "bBhiLfd")
def test_medians(dtype):
    a = sample((13, 11), dtype, 1)
    for size in (None, 1, 3, 5, [3, 7], [9, 1]):
        check("medfilt", a, size)
    check("medfilt2d", a, 5)
    check("medfilt2d", a, [3, 5])
    check("medfilt", a.ravel(), 9)
    check("order_filter", a, np.array([[1, 0, 1], [0, 1, 0], [1, 1, 1]]), 2)
    check("order_filter", a, np.ones((7, 7)), 40)


def test_more_medians():
    check("medfilt", sample((6, 5, 4), "d", 1))
    check("medfilt", np.zeros((0, 3)))
    for _, a in layouts(sample((6, 7), "d", 1)):
        check("medfilt2d", a)
    for dtype in "?eF":
        check("medfilt", np.ones(5, dtype))
        check("order_filter", np.ones(5, dtype), np.ones(3), 1)
    check("medfilt", np.ones((4, 4)), 2)
    check("medfilt2d", np.ones((4, 4)), [3, 2])
    check("medfilt2d", np.ones(4))
    check("order_filter", np.ones(4), np.ones(2), 0)
    refused(RuntimeError, "order_filter", np.ones(4), np.ones(3), 3)
    check("order_filter", sample(9, "d", 2), np.ones(3), -1)
    check("medfilt", np.float64(3))
    refused(ValueError, "medfilt", np.ones((4, 4)), [3, 3, 3])


@pytest.mark.parametrize("dtype", "fdiD")
def test_wiener(dtype):
    a = sample((12, 15), dtype, 1)
    for size, noise in [(None, None), (3, 50.0), ([3, 5], None), (4, None)]:
        check("wiener", a, size, noise, rtol=1e-5 if dtype == "f" else 1e-8)
    check("wiener", a[0], 5, rtol=1e-5 if dtype == "f" else 1e-8)
    for shape in (a.shape, (15,), (12, 1), ()):  # the noise may differ from place to place
        check("wiener", a, 3, abs(sample(shape, "d", 2)), rtol=1e-5 if dtype == "f" else 1e-8)
    with pytest.raises(ValueError):
        cuprumx.scipy.signal.wiener(cp.asarray(a), 3, cp.ones(7))


def test_numbers_as_coefficients():
    x = sample((2, 60), "d", 4)
    check("lfilter", 2.0, 4.0, x)
    check("lfilter", B, 4.0, x)
    check("lfilter", 3.0, A, x)
    check("filtfilt", B, 1.0, x)
    check("filtfilt", 2.0, A, x)
    check("filtfilt", 2.0, 4.0, x, method="gust")
    check("lfiltic", B, 2.0, x[0, :4], x[1, :4])


def test_hilbert():
    for n in (1, 2, 7, 8, 100):
        for dtype in "fdi":
            check("hilbert", sample((3, n), dtype, 1))
        check("hilbert", sample((n, 2), "d", 1), axis=0)
        check("hilbert", sample(n, "d", 1), N=9)
        check("hilbert2", sample((n, 5), "d", 1))
    check("hilbert2", sample((4, 5), "f", 1), N=(6, 3))
    check("hilbert2", sample((4, 5), "d", 1), N=3)
    volume = sample((4, 5, 6), "d", 2)
    for axes in ((0, 1), (2, 0), (-1, 1), (0, 0), (0, 1, 2)):
        check("hilbert2", volume, axes=axes)
    check("hilbert2", volume, N=(3, 7), axes=(0, 2))
    check("hilbert", np.ones(4) + 1j)
    check("hilbert", np.ones(4), N=0)
    check("hilbert2", np.ones((4, 4)), N=(3, 0))
    check("hilbert2", np.ones((2, 2, 2)) * 1j)


@pytest.mark.parametrize("dtype", "fdiDe")
def test_detrend(dtype):
    x = np.cumsum(sample((40, 6), "d", 1), 0).astype(dtype) if dtype != "e" else sample((40, 6), "e", 1)
    for axis in (0, 1, -1):
        for kind in ("linear", "constant", "l", "c", "bad"):
            check("detrend", x, axis, kind)
    if dtype != "e":
        check("detrend", x, 0, bp=[10, 20])
        check("detrend", x, 0, bp=15)
    check("detrend", x, 0, bp=[50])
    check("detrend", x, 3)


def test_times_and_derivatives_that_there_are_not():
    """They were read from outside of an array, which ended the process."""
    x = cp.arange(4.0)
    for t in (cp.array(1.5), cp.ones(0), cp.ones(1), 99):
        with pytest.raises(IndexError, match="t needs two times at least"):
            cuprumx.scipy.signal.resample(x, 2, t=t)
    with pytest.raises(ValueError, match="deriv must be 0 or more, found -1"):
        cuprumx.scipy.signal.savgol_coeffs(3, 1, deriv=-1)
    with pytest.raises(ValueError, match="deriv must be 0 or more, found -2"):
        cuprumx.scipy.signal.savgol_filter(x, 3, 1, deriv=-2)
