"""scipy.signal: filters, transforms, designs, windows, peaks."""

import numpy as np

from ..arrays import Array, Root
from ..compare import Equal, Near
from ..recipes import recipe
from . import Spec, samples

FILTERED = Near(4096, whole=True)
MODES = ["full", "same", "valid"]
WINDOWS = [
    "boxcar",
    "hann",
    "hamming",
    "blackman",
    "bartlett",
    "nuttall",
    "flattop",
    ("tukey", 0.3),
    ("kaiser", 4.0),
    ("gaussian", 2.0),
    "parzen",
    "bohman",
    "cosine",
    ("chebwin", 60),
]


def _like_ndim(d, a, codes, most=5):
    return d.made(d.code(codes), tuple(d.integer(1, most) for _ in range(a.ndim)), profile="small")


def _two(d):
    a = samples(d, "fdFDli?", longer=True)
    b = _like_ndim(d, a, "fdFDli") if d.chance(0.97) else samples(d)
    return [a, b], d.some(mode=lambda: d.choice([*MODES, "other"] if d.chance(0.05) else MODES))


def _two_method(d):
    args, kwargs = _two(d)
    return args, kwargs | d.some(method=lambda: d.choice(["auto", "direct", "fft"]))


def _two_axes(d):
    args, kwargs = _two(d)
    a, b = args
    if d.bool() and a.ndim > 1 and b.ndim == a.ndim:
        axes = d.axes(a, 1)
        along = {i % a.ndim for i in axes if -a.ndim <= i < a.ndim}
        shape = tuple(n if i in along else d.choice([a.shape[i], 1]) for i, n in enumerate(b.shape))
        return [a, d.made(b.dtype.char, shape, profile="small")], kwargs | {"axes": axes}
    return args, kwargs


def _two_planes(d):
    a = samples(d, "fdFDli", shape=(d.integer(1, 9), d.integer(1, 9)))
    return [a, _like_ndim(d, a, "fdFDli")], d.some(
        mode=lambda: d.choice(MODES),
        boundary=lambda: d.choice(["fill", "wrap", "symm"]),
        fillvalue=lambda: d.choice([0, 1, 2.5]),
    )


Spec("convolve correlate", _two_method, Near(256, 2), module="signal")
Spec("fftconvolve oaconvolve", _two_axes, Near(256, 2), module="signal")
Spec("convolve2d correlate2d", _two_planes, Near(256, 2), module="signal")
Spec(
    "correlation_lags",
    lambda d: ([d.integer(1, 6), d.integer(1, 6)], d.some(mode=lambda: d.choice(MODES))),
    Equal(),
    module="signal",
    strict=True,
)


def _taps(d, count=None, codes="fdD", monic=False):
    n = count or d.integer(1, 5)
    values = np.array([d.rng.uniform(-0.5, 0.5) for _ in range(n)])
    if monic:
        values = values / 2
        values[0] = d.choice([1.0, 1.0, 2.0])
    return Array(Root(values.astype(d.code(codes))))


def _lfilter(d):
    x = samples(d, "fdFD")
    return [_taps(d), _taps(d, monic=True), x], d.some(axis=lambda: d.axis(x))


def _state(d):
    x = samples(d, "fdFD", longer=True)
    b, a, axis = _taps(d), _taps(d, monic=True), d.axis(x)
    shape = list(x.shape)
    if -x.ndim <= axis < x.ndim:
        shape[axis] = max(b.size, a.size) - 1 + (1 if d.chance(0.03) else 0)
    return [b, a, x, axis, d.made(d.code("fdD"), tuple(shape), profile="small")]


def _sections(d, count=None):
    rows = []
    for _ in range(count or d.integer(1, 4)):
        rows.append([d.rng.uniform(-1, 1) for _ in range(3)] + [1.0] + [d.rng.uniform(-0.4, 0.4) for _ in range(2)])
    return Array(Root(np.array(rows).astype(d.code("fd"))))


def _sosfilt(d):
    x = samples(d, "fdFD")
    return [_sections(d), x], d.some(axis=lambda: d.axis(x))


def _sos_state(d):
    x, sos, axis = samples(d, "fdFD"), _sections(d), None
    axis = d.axis(x, wrong=0)
    shape = list(x.shape)
    shape[axis] = 2
    return [sos, x, axis, d.made(d.code("fd"), (sos.shape[0], *shape), profile="small")]


Spec("lfilter", _lfilter, FILTERED, module="signal")
Spec("lfilter", _state, FILTERED, module="signal")
Spec("sosfilt", _sosfilt, FILTERED, module="signal")
Spec("sosfilt", _sos_state, FILTERED, module="signal", strict=True)
Spec("lfilter_zi", lambda d: [_taps(d), _taps(d, monic=True)], FILTERED, module="signal")
Spec("sosfilt_zi", lambda d: [_sections(d)], FILTERED, module="signal")
Spec(
    "lfiltic",
    lambda d: ([_taps(d), _taps(d, monic=True), _taps(d)], d.some(x=lambda: _taps(d))),
    FILTERED,
    module="signal",
)
Spec("deconvolve", lambda d: [_taps(d, d.integer(1, 9)), _taps(d, monic=True)], FILTERED, module="signal")


def _padded(d, x):
    return d.some(
        axis=lambda: d.axis(x),
        padtype=lambda: d.choice(["odd", "even", "constant", None]),
        padlen=lambda: d.integer(0, 6),
    )


def _filtfilt(d):
    x = samples(d, "fdFD")
    kwargs = _padded(d, x)
    if d.chance(0.2):
        kwargs = {"method": "gust"} | {k: v for k, v in kwargs.items() if k == "axis"}
    return [_taps(d), _taps(d, monic=True), x], kwargs


Spec("filtfilt", _filtfilt, Near(1 << 16, whole=True), module="signal")
Spec(
    "sosfiltfilt",
    lambda d: ([_sections(d), x := samples(d, "fdFD")], _padded(d, x)),
    Near(1 << 16, whole=True),
    module="signal",
)
Spec(
    "detrend",
    lambda d: (
        [x := samples(d, "fdFDli")],
        d.some(
            axis=lambda: d.axis(x),
            type=lambda: d.choice(["linear", "constant"]),
            bp=lambda: d.choice([0, [1, 2], [2]]),
        ),
    ),
    FILTERED,
    module="signal",
)
Spec(
    "hilbert",
    lambda d: ([x := samples(d, "fdlie")], d.some(N=lambda: d.integer(0, 9), axis=lambda: d.axis(x))),
    Near(256, 1),
    module="signal",
)
Spec(
    "hilbert2",
    lambda d: ([samples(d, "fdl", least=2, most=2)], d.some(N=lambda: d.integer(1, 6))),
    Near(256, 1),
    module="signal",
)
Spec(
    "envelope",
    lambda d: (
        [x := samples(d, "fdFD")],
        d.some(
            bp_in=lambda: d.choice([(1, None), (None, None), (0, 3)]),
            squared=d.bool,
            axis=lambda: d.axis(x),
            residual=lambda: d.choice(["lowpass", "all", None]),
            n_out=lambda: d.integer(1, 12),
        ),
    ),
    FILTERED,
    module="signal",
    strict=True,
)
Spec(
    "decimate",
    lambda d: (
        [x := samples(d, "fdFD"), d.integer(1, 4)],
        d.some(
            n=lambda: d.integer(1, 5),
            ftype=lambda: d.choice(["iir", "fir"]),
            axis=lambda: d.axis(x),
            zero_phase=d.bool,
        ),
    ),
    Near(1 << 16, whole=True),
    module="signal",
)
Spec(
    "resample",
    lambda d: (
        [x := samples(d, "fdFDl"), d.integer(1, 12)],
        d.some(
            axis=lambda: d.axis(x),
            window=lambda: d.choice([None, "hann", ("kaiser", 3.0)]),
        ),
    ),
    FILTERED,
    module="signal",
    strict=True,
)
Spec(
    "resample_poly",
    lambda d: (
        [x := samples(d, "fdFDl"), d.integer(1, 4), d.integer(1, 4)],
        d.some(
            axis=lambda: d.axis(x),
            padtype=lambda: d.choice(["constant", "line", "mean", "median", "maximum", "minimum"]),
            window=lambda: d.choice([("kaiser", 5.0), "hann"]),
        ),
    ),
    FILTERED,
    module="signal",
    strict=True,
)


def _some_samples(d, codes):
    """At least two along each axis: of none, and of one that "reflect" continues, SciPy's upfirdn ends the process."""
    x = samples(d, codes)
    return x if x.size and min(x.shape) > 1 else samples(d, codes, shape=(3, 2))


Spec(
    "upfirdn",
    lambda d: (
        [_taps(d), x := _some_samples(d, "fdFDli")],
        d.some(
            up=lambda: d.integer(1, 4),
            down=lambda: d.integer(1, 4),
            axis=lambda: d.axis(x),
            mode=lambda: d.choice(
                ["constant", "symmetric", "reflect", "wrap", "edge", "smooth", "antisymmetric", "line", "antireflect"]
            ),
            cval=lambda: d.choice([0, 1.5]),
        ),
    ),
    FILTERED,
    module="signal",
    strict=True,
)


def _kernel_size(d, x):
    one = lambda: d.choice([1, 3, 5, 3, 2] if d.chance(0.1) else [1, 3, 5])  # noqa: E731
    return one() if d.bool() else tuple(one() for _ in range(x.ndim))


Spec(
    "medfilt",
    lambda d: ([x := samples(d, "fdliB")], d.some(kernel_size=lambda: _kernel_size(d, x))),
    Equal(),
    module="signal",
)
Spec(
    "medfilt2d",
    lambda d: ([x := samples(d, "fdB", least=2, most=2)], d.some(kernel_size=lambda: _kernel_size(d, x))),
    Equal(),
    module="signal",
)


def _order(d):
    x = samples(d, "fdliB")
    domain = d.made("d", tuple(d.choice([1, 3]) for _ in range(x.ndim)), profile="small")
    return [x, domain, d.integer(0, 3)]


Spec("order_filter", _order, Equal(), module="signal")
Spec(
    "wiener",
    lambda d: (
        [x := samples(d, "fdl")],
        d.some(mysize=lambda: _kernel_size(d, x), noise=lambda: d.choice([None, 0.5])),
    ),
    FILTERED,
    module="signal",
)


def _savgol(d):
    x, length = samples(d, "fdli"), d.choice([3, 5, 7, 4])
    return [x, length, d.integer(0, length)], d.some(
        deriv=lambda: d.integer(0, 3),
        delta=lambda: d.choice([1.0, 0.5]),
        axis=lambda: d.axis(x),
        mode=lambda: d.choice(["mirror", "constant", "nearest", "wrap", "interp"]),
        cval=lambda: d.choice([0.0, 1.0]),
    )


Spec("savgol_filter", _savgol, Near(1 << 16, whole=True), module="signal", strict=True)
Spec(
    "savgol_coeffs",
    lambda d: (
        [n := d.choice([3, 5, 7, 9]), d.integer(0, n)],
        d.some(
            deriv=lambda: d.integer(0, 3),
            delta=lambda: d.choice([1.0, 0.5]),
            pos=lambda: d.integer(0, n - 1),
            use=lambda: d.choice(["conv", "dot"]),
        ),
    ),
    Near(1 << 18, whole=True),
    module="signal",
    strict=True,
)

# -------------------------------------------------------------------------------------------------- windows and waves


def _window(*more):
    return lambda d: ([d.integer(0, 12), *(d.choice(values) for values in more)], d.some(sym=d.bool))


for _names, _more in {
    "barthann bartlett blackman blackmanharris bohman boxcar cosine": (),
    "flattop hamming hann lanczos nuttall parzen triang": (),
    "chebwin": ([60, 100],),
    "gaussian": ([1.0, 2.5],),
    "general_gaussian": ([1.5, 1.0], [2.0]),
    "general_hamming": ([0.5, 0.7],),
    "kaiser": ([0.0, 4.0, 14.0],),
    "tukey": ([0.0, 0.5, 1.0],),
    "general_cosine": ([[0.5, 0.5], [1.0, 0.2, 0.1]],),
}.items():
    Spec(_names, _window(*_more), Near(1 << 12, whole=True), module="signal.windows", strict=True)
Spec(
    "get_window",
    lambda d: ([d.choice(WINDOWS), d.integer(1, 12)], d.some(fftbins=d.bool)),
    Near(1 << 12, whole=True),
    module="signal",
    strict=True,
)
Spec(
    "chirp",
    lambda d: (
        [samples(d, "fd"), d.choice([0.5, 1.0]), 3.0, d.choice([2.0, 0.7])],
        d.some(
            method=lambda: d.choice(["linear", "quadratic", "logarithmic", "hyperbolic"]),
            phi=lambda: d.choice([0, 30.0]),
            vertex_zero=d.bool,
        ),
    ),
    Near(1 << 20, whole=True),
    module="signal",
    strict=True,
)
Spec(
    "sawtooth",
    lambda d: ([samples(d, "fdl")], d.some(width=lambda: d.choice([0.0, 0.3, 1.0]))),
    FILTERED,
    module="signal",
    strict=True,
)
Spec(
    "square",
    lambda d: ([samples(d, "fdl")], d.some(duty=lambda: d.choice([0.0, 0.3, 1.0]))),
    FILTERED,
    module="signal",
    strict=True,
)
Spec(
    "gausspulse",
    lambda d: (
        [samples(d, "fd")],
        d.some(fc=lambda: d.choice([1, 2.5]), bw=lambda: 0.4, retquad=d.bool, retenv=d.bool),
    ),
    Near(1 << 16, whole=True),
    module="signal",
    strict=True,
)
Spec(
    "sweep_poly",
    lambda d: [samples(d, "d"), d.choice([[0.1, 0.0, 1.0], [1.0]])],
    Near(1 << 22, whole=True),
    module="signal",
    strict=True,
)
Spec(
    "unit_impulse",
    lambda d: (
        [d.choice([3, (2, 3), (4,)])],
        d.some(idx=lambda: d.choice([None, "mid", 1]), dtype=lambda: d.choice("fdlD")),
    ),
    Equal(),
    module="signal",
    strict=True,
)
Spec(
    "max_len_seq",
    lambda d: ([d.integer(2, 5)], d.some(length=lambda: d.integer(0, 20))),
    Equal(),
    module="signal",
    strict=True,
)

# ------------------------------------------------------------------------------------------------------------- splines

Spec(
    "cspline1d qspline1d",
    lambda d: ([samples(d, "fd", most=1)], d.some(lamb=lambda: d.choice([0.0, 0.5]))),
    FILTERED,
    module="signal",
    strict=True,
)
Spec("gauss_spline", lambda d: [samples(d, "fdl"), d.integer(0, 4)], FILTERED, module="signal", strict=True)
Spec(
    "cspline1d_eval qspline1d_eval",
    lambda d: (
        [samples(d, "fd", most=1), samples(d, "d", most=1)],
        d.some(dx=lambda: d.choice([1.0, 0.5]), x0=lambda: d.choice([0, -1])),
    ),
    FILTERED,
    module="signal",
    strict=True,
)
Spec(
    "sepfir2d",
    lambda d: [
        samples(d, "fd", shape=(d.integer(4, 9), d.integer(4, 9))),
        _taps(d, d.choice([1, 3])),
        _taps(d, d.choice([1, 3])),
    ],
    FILTERED,
    module="signal",
    strict=True,
)

# ------------------------------------------------------------------------------------------------------------ spectra


def _spectral(d):
    x = samples(d, "fdFD")
    return [x], d.some(
        fs=lambda: d.choice([1.0, 10.0]),
        window=lambda: d.choice(WINDOWS),
        detrend=lambda: d.choice(["constant", "linear", False]),
        scaling=lambda: d.choice(["density", "spectrum"]),
        axis=lambda: d.axis(x),
        return_onesided=d.bool,
    )


def _segments(d):
    args, kwargs = _spectral(d)
    if d.chance(0.8):
        kwargs["nperseg"] = d.integer(1, 12)
        kwargs |= d.some(
            noverlap=lambda: d.integer(0, kwargs["nperseg"] - 1),
            nfft=lambda: d.integer(kwargs["nperseg"] - 1, kwargs["nperseg"] + 5),
        )
    return args, kwargs


def _two_signals(d):
    args, kwargs = _segments(d)
    other = d.made(args[0].dtype.char, args[0].shape, profile="small")
    return [*args, other], kwargs


def _without(draw, *names):
    def drawn(d):
        args, kwargs = draw(d)
        return args, {k: v for k, v in kwargs.items() if k not in names}

    return drawn


SPECTRA = Near(1 << 14, 2)
Spec("periodogram", _spectral, SPECTRA, module="signal", strict=True)
Spec("welch", _segments, SPECTRA, module="signal", strict=True)
Spec("csd", _two_signals, SPECTRA, module="signal", strict=True)
Spec("spectrogram", _segments, SPECTRA, module="signal", strict=True)
Spec("stft", _without(_segments, "detrend", "scaling"), SPECTRA, module="signal", strict=True)


@recipe
def stft_and_back(scp, xp, x, **options):
    f, t, z = scp.signal.stft(x, **options)
    return scp.signal.istft(z, **options)


Spec(
    "recipe.stft_and_back",
    lambda d: (
        [samples(d, "fd", shape=(d.choice([16, 33]),))],
        {"nperseg": 2 * d.integer(1, 4)} | d.some(window=lambda: d.choice(["hann", "hamming", "boxcar"])),
    ),
    SPECTRA,
    strict=True,
)
Spec(
    "vectorstrength",
    lambda d: [samples(d, "dl", most=1), d.choice([1.5, [1.0, 2.5], -1.0, 2])],
    FILTERED,
    module="signal",
    strict=True,
)


def _lomb(d):
    n = d.integer(3, 20)
    x = Array(Root(np.sort(np.array([d.rng.uniform(0, 10) for _ in range(n)]))))
    y = d.made("d", (n,), profile="small", plain=True)
    freqs = Array(Root(np.array([d.rng.uniform(0.1, 5) for _ in range(d.integer(1, 6))])))
    return [x, y, freqs], d.some(normalize=lambda: d.choice([True, False, "power", "normalize"]), floating_mean=d.bool)


Spec("lombscargle", _lomb, Near(1 << 20, whole=True), module="signal", strict=True)
Spec(
    "czt",
    lambda d: (
        [x := samples(d, "fdFD")],
        d.some(
            m=lambda: d.integer(1, 9),
            w=lambda: d.choice([0.9, complex(0.6, 0.8)]),
            a=lambda: d.choice([1.0, complex(0, 1)]),
            axis=lambda: d.axis(x),
        ),
    ),
    Near(1 << 16, whole=True),
    module="signal",
    strict=True,
)
Spec(
    "zoom_fft",
    lambda d: (
        [x := samples(d, "fdFD"), d.choice([1.0, [0.2, 0.7]])],
        d.some(m=lambda: d.integer(1, 9), fs=lambda: d.choice([2, 5.0]), endpoint=d.bool, axis=lambda: d.axis(x)),
    ),
    Near(1 << 16, whole=True),
    module="signal",
    strict=True,
)
Spec(
    "czt_points",
    lambda d: (
        [d.integer(1, 6)],
        d.some(w=lambda: d.choice([2.0, 0.5, complex(0, 1)]), a=lambda: d.choice([1.0, 2, complex(0, 1)])),
    ),
    FILTERED,
    module="signal",
    strict=True,
)

# -------------------------------------------------------------------------------------------------------------- peaks


def _bumps(d, codes="d"):
    return Array(Root(np.array([d.rng.randint(-4, 5) for _ in range(d.integer(1, 40))]).astype(d.code(codes))))


def _limits(d):
    return d.choice([0, 1, 2.5, (1, 3), (None, 2), None])


Spec(
    "find_peaks",
    lambda d: (
        [_bumps(d)],
        d.some(
            height=lambda: _limits(d),
            threshold=lambda: _limits(d),
            distance=lambda: d.choice([1, 2, 3.5]),
            prominence=lambda: _limits(d),
            width=lambda: _limits(d),
            wlen=lambda: d.choice([3, 5, 8]),
            rel_height=lambda: d.choice([0.5, 0.3]),
            plateau_size=lambda: _limits(d),
        ),
    ),
    FILTERED,
    module="signal",
    strict=True,
)


@recipe
def prominences_of_peaks(scp, xp, x, wlen, rel_height):
    peaks = scp.signal.find_peaks(x)[0]
    return (*scp.signal.peak_prominences(x, peaks, wlen), *scp.signal.peak_widths(x, peaks, rel_height, wlen=wlen))


Spec(
    "recipe.prominences_of_peaks",
    lambda d: [_bumps(d), d.choice([None, 3, 7]), d.choice([0.5, 0.2, 1.0])],
    FILTERED,
    strict=True,
)
Spec(
    "argrelmax argrelmin",
    lambda d: (
        [x := samples(d, "dl", profile="small")],
        d.some(axis=lambda: d.axis(x), order=lambda: d.integer(1, 3), mode=lambda: d.choice(["clip", "wrap"])),
    ),
    Equal(),
    module="signal",
)

# ------------------------------------------------------------------------------------------------------------ designs

BANDS = ["lowpass", "highpass", "bandpass", "bandstop"]
DESIGN = Near(1 << 22, whole=True)


def _band(d, kind):
    return d.choice([0.2, 0.5]) if kind in ("lowpass", "highpass") else d.choice([[0.2, 0.5], [0.3, 0.8]])


def _iir(*more):
    def draw(d):
        kind = d.choice(BANDS)
        return [d.integer(1, 4), *(d.choice(m) for m in more), _band(d, kind), kind], {
            "output": d.choice(["ba", "sos"])
        } | d.some(analog=d.bool)

    return draw


Spec("butter", _iir(), DESIGN, module="signal", strict=True)
Spec("cheby1", _iir([1, 0.5]), DESIGN, module="signal", strict=True)
Spec("cheby2", _iir([20, 40]), DESIGN, module="signal", strict=True)
Spec("ellip", _iir([1], [20, 40]), Near(1 << 26, whole=True), module="signal", strict=True)
Spec("bessel", _iir(), DESIGN, module="signal", strict=True)
Spec(
    "iirnotch iirpeak",
    lambda d: ([d.choice([0.2, 0.5]), d.choice([3.0, 30])], d.some(fs=lambda: 2.0)),
    DESIGN,
    module="signal",
    strict=True,
)


def _firwin(d):
    cutoff = d.choice([0.3, [0.2, 0.5], [0.1, 0.3, 0.7], 1.2])
    return [d.integer(1, 12), cutoff], d.some(
        window=lambda: d.choice(WINDOWS),
        pass_zero=lambda: d.choice([True, False, *BANDS]),
        scale=d.bool,
        fs=lambda: d.choice([2, 5.0]),
    )


Spec("firwin", _firwin, DESIGN, module="signal", strict=True)
Spec(
    "firwin2",
    lambda d: (
        [d.integer(3, 12), [0.0, 0.5, 1.0], d.choice([[1, 1, 0], [0, 1, 0], [1.0, 0.5, 0.2]])],
        d.some(window=lambda: d.choice(WINDOWS), antisymmetric=d.bool),
    ),
    DESIGN,
    module="signal",
    strict=True,
)
Spec(
    "firls",
    lambda d: (
        [d.choice([3, 5, 9, 4]), [0, 0.3, 0.5, 1], d.choice([[1, 1, 0, 0], [0, 1, 1, 0]])],
        d.some(weight=lambda: [1, 2]),
    ),
    DESIGN,
    module="signal",
    strict=True,
)


def _ba(d):
    return [_taps(d), _taps(d, monic=True)]


Spec(
    "freqz",
    lambda d: (_ba(d), d.some(worN=lambda: d.choice([5, 8, [0.1, 2.0]]), whole=d.bool, include_nyquist=d.bool)),
    DESIGN,
    module="signal",
    strict=True,
)
Spec("freqs", lambda d: (_ba(d), {"worN": d.choice([[0.1, 2.0], [1.0]])}), DESIGN, module="signal", strict=True)
Spec(
    "group_delay",
    lambda d: ([tuple(_ba(d))], d.some(w=lambda: d.choice([5, [0.1, 2.0]]))),
    Near(1 << 26, whole=True),
    module="signal",
    strict=True,
)
Spec(
    "tf2ss tf2sos",
    lambda d: [_taps(d, codes="d"), _taps(d, monic=True, codes="d")],
    DESIGN,
    module="signal",
    strict=True,
)
Spec("sos2tf sos2zpk", lambda d: [_sections(d)], DESIGN, module="signal", strict=True)
Spec("bilinear", lambda d: (_ba(d), d.some(fs=lambda: d.choice([1.0, 4.0]))), DESIGN, module="signal", strict=True)
Spec("normalize", _ba, DESIGN, module="signal", strict=True)
Spec("lp2lp lp2hp", lambda d: (_ba(d), d.some(wo=lambda: d.choice([1.0, 2.5]))), DESIGN, module="signal", strict=True)
Spec(
    "lp2bp lp2bs",
    lambda d: (_ba(d), d.some(wo=lambda: d.choice([1.0, 2.5]), bw=lambda: 0.5)),
    DESIGN,
    module="signal",
    strict=True,
)


def _integers(d, most=4):
    return [d.integer(-3, 3) for _ in range(d.integer(1, most))]


Spec(
    "invres invresz",
    lambda d: (
        [_integers(d), _integers(d), d.choice([[], _integers(d, 2)])],
        d.some(rtype=lambda: d.choice(["avg", "min", "max", "mean", "other"])),
    ),
    DESIGN,
    module="signal",
    strict=True,
)
Spec(
    "unique_roots",
    lambda d: ([_integers(d)], d.some(rtype=lambda: d.choice(["avg", "min", "max"]))),
    DESIGN,
    module="signal",
    strict=True,
)
