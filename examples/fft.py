"""Fourier transforms: the tones in a signal, a filter, an image that is blurred, and heat in a rod by cosines.

python examples/fft.py
"""

import cuprum as cp
from cuprumx.scipy import fft as real_fft


def tones():
    """What a second of two tones and some hum is made of; and the signal without what is above 200 Hz."""
    rate = 1000
    t = cp.arange(rate) / rate
    wanted = cp.sin(2 * cp.pi * 50 * t) + 0.5 * cp.sin(2 * cp.pi * 120 * t)
    signal = wanted + 0.2 * cp.cos(2 * cp.pi * 440 * t)
    spectrum = cp.fft.rfft(signal, norm="forward")
    frequencies = cp.fft.rfftfreq(rate, 1 / rate)
    strongest = cp.argsort(-abs(spectrum))[:3]
    print("tones:", frequencies[strongest], "Hz of strengths", 2 * abs(spectrum[strongest]))
    assert sorted(frequencies[strongest].tolist()) == [50, 120, 440]
    filtered = cp.fft.irfft(cp.where(frequencies < 200, spectrum, 0), norm="forward")
    print("the filtered signal is right to", float(abs(filtered - wanted).max()))
    assert cp.allclose(filtered, wanted)


def blur():
    """A point becomes a spot: the transform of a convolution is the product of the transforms."""
    image = cp.zeros((64, 64))
    image[20, 30] = 1
    fy, fx = cp.fft.fftfreq(64)[:, None], cp.fft.rfftfreq(64)
    spot = cp.fft.irfft2(cp.fft.rfft2(image) * cp.exp(-2 * cp.pi**2 * 9 * (fy**2 + fx**2)))
    place = divmod(int(spot.argmax()), 64)
    print("the brightest place of the spot is", place, "and its sum", float(spot.sum()))
    assert place == (20, 30)


def heat():
    """Cosines decay each at its own rate, and what there is of heat stays."""
    start = cp.where(cp.arange(100) < 50, 1.0, 0.0)
    waves = cp.arange(100) * (cp.pi / 100)
    later = real_fft.idct(real_fft.dct(start) * cp.exp(-400 * waves**2))
    print("heat:", float(later.sum()), "in all, ends at", float(later[0]), "and", float(later[-1]))
    assert abs(float(later.sum()) - 50) < 1e-9


if __name__ == "__main__":
    tones()
    blur()
    heat()
    cp.fft.config.show_plan_cache_info()
