"""`scipy.signal`: 2^24 samples on a GPU, 10^6 on a CPU, or many channels of 2^16 and 2^12; float32 unless told.
Convolution in two dimensions is in the chapter of convolutions.
"""

import numpy

from harness.case import ScipyCase, equal, most

TITLE = "Signals"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("cuprum",)

# Filters are designed once, on the host: butter(4, 0.2), and a low-pass of 129 taps.
B = [0.00482434, 0.01929737, 0.02894606, 0.01929737, 0.00482434]
A = [1.0, -2.36951301, 2.31398841, -1.05466541, 0.18737949]
SOS = [
    [0.00482434, 0.00964869, 0.00482434, 1.0, -1.04859958, 0.29614036],
    [1.0, 2.0, 1.0, 1.0, -1.32091343, 0.63273879],
]

# What an H200 ought to reach, in milliseconds.
GOALS = {
    "lfilter of order 4 float64": 0.6,
    "lfilter of order 4, channels": 0.15,
    "lfilter of 129 taps float64": 0.5,
    "sosfilt of two sections float64": 1.2,
    "sosfilt of two sections, channels": 0.3,
    "filtfilt of order 4, channels": 0.5,
    "sosfiltfilt of two sections, channels": 0.8,
    "resample_poly by 3/2": 0.3,
    "decimate by 4, channels": 0.6,
    "savgol_filter of 31": 0.15,
    "detrend of channels": 0.1,
    "istft of 512": 0.4,
    "welch of 4096": 0.4,
    "periodogram": 0.6,
    "coherence of channels": 0.8,
    "cspline2d": 0.1,
    "find_peaks": 5,
}


def cases(setting):
    n = setting.size(1 << 24, 10**6, quick=32)
    channels = (setting.size(256, 64, quick=8), setting.size(1 << 16, 1 << 12, quick=8))
    side = setting.size(2048, 512, quick=8)
    goal = [equal("cupy" if setting.gpu else "scipy")]
    f4, f8 = ((n,), "float32"), ((n,), "float64")
    many, image = (channels, "float32"), ((side, side), "float32")
    host = lambda values: lambda library: library.array(numpy.asarray(values, "f8"))
    ones = lambda library: library.array(numpy.ones((3, 3), "f4"))
    transforms = ((channels[0], 257, channels[1] // 256), "complex64")
    taps = host(numpy.sinc(numpy.arange(-64, 65) * 0.3) * numpy.hamming(129) * 0.3)
    b, a, sos = host(B), host(A), host(SOS)

    def of(name, call, *operands):
        own = [most(GOALS[name])] if setting.gpu and not setting.quick and name in GOALS else []
        return ScipyCase("signal", name, call, *operands, targets=goal + own)

    kernel = ((4096,), "float32", 1)
    yield of("fftconvolve by 4096", lambda s, x, k: s.fftconvolve(x, k), f4, kernel)
    yield of("oaconvolve by 4096", lambda s, x, k: s.oaconvolve(x, k), f4, kernel)
    yield of("lfilter of order 4 float64", lambda s, b, a, x: s.lfilter(b, a, x), b, a, f8)
    yield of("lfilter of order 4, channels", lambda s, b, a, x: s.lfilter(b, a, x), b, a, many)
    yield of("lfilter of 129 taps float64", lambda s, h, x: s.lfilter(h, h[:1] * 0 + 1, x), taps, f8)
    yield of("sosfilt of two sections float64", lambda s, f, x: s.sosfilt(f, x), sos, f8)
    yield of("sosfilt of two sections, channels", lambda s, f, x: s.sosfilt(f, x), sos, many)
    yield of("filtfilt of order 4, channels", lambda s, b, a, x: s.filtfilt(b, a, x), b, a, many)
    yield of("sosfiltfilt of two sections, channels", lambda s, f, x: s.sosfiltfilt(f, x), sos, many)
    yield of("resample to a half", lambda s, x: s.resample(x, n // 2), f4)
    yield of("resample_poly by 3/2", lambda s, x: s.resample_poly(x, 3, 2), f4)
    yield of("upfirdn by 3/2 float64", lambda s, h, x: s.upfirdn(h, x, 3, 2), taps, f8)
    yield of("decimate by 4, channels", lambda s, x: s.decimate(x, 4), many)
    yield of("savgol_filter of 31", lambda s, x: s.savgol_filter(x, 31, 3), f4)
    yield of("medfilt of 9", lambda s, x: s.medfilt(x, 9), f4)
    yield of("medfilt2d of 5", lambda s, x: s.medfilt2d(x, 5), image)
    yield of("wiener of 5", lambda s, x: s.wiener(x, 5), image)
    yield of("order_filter of 3", lambda s, x, d: s.order_filter(x, d, 4), image, ones)
    yield of("symiirorder1, channels", lambda s, x: s.symiirorder1(x, 0.5, 0.1), many)
    yield of("cspline2d", lambda s, x: s.cspline2d(x), image)
    yield of("hilbert", lambda s, x: s.hilbert(x), f4)
    yield of("detrend of channels", lambda s, x: s.detrend(x), many)
    yield of("stft of 1024", lambda s, x: s.stft(x, nperseg=1024)[2], f4)
    yield of("istft of 512", lambda s, z: s.istft(z)[1], transforms)
    yield of("spectrogram of 1024", lambda s, x: s.spectrogram(x, nperseg=1024)[2], f4)
    yield of("welch of 4096", lambda s, x: s.welch(x, nperseg=4096)[1], f4)
    yield of("csd of 4096", lambda s, x: s.csd(x, x, nperseg=4096)[1], f4)
    yield of("periodogram", lambda s, x: s.periodogram(x)[1], f4)
    yield of("coherence of channels", lambda s, x: s.coherence(x, x, nperseg=512)[1], many)
    yield of("argrelmax", lambda s, x: s.argrelmax(x)[0], f4)
    yield of("peak_prominences", lambda s, x: s.peak_prominences(x, s.find_peaks(x, height=0.99)[0], wlen=101)[0], f4)
    yield of("freqz of 2^20", lambda s, b, a: s.freqz(b, a, 1 << 20)[1], b, a)
    yield of("czt of 2^16", lambda s, x: s.czt(x[: 1 << 16]), f4)
    times = ((setting.size(10000, 1000, quick=8),), "float64")
    yield of("lombscargle", lambda s, t, y, w: s.lombscargle(t, y, w + 0.1), times, times, times)
    # CuPy drops the peaks that are too near with one thread, which takes minutes.
    yield of("find_peaks", lambda s, x: s.find_peaks(x, height=0.9, distance=50)[0], f4)
