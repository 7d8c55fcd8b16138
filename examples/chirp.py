"""A chirp in noise: where and when it is, found by a spectrogram, a filter and its peaks.

python examples/chirp.py [folder]: prints what is found, compares it with SciPy, and writes chirp.png to the folder.
"""

import pathlib
import struct
import sys
import tempfile
import zlib

import numpy as np
import scipy.signal

import cuprum as cp
from cuprumx.scipy import signal

RATE, SECONDS = 8000, 8.0  # samples a second
START, LENGTH = 3.2, 1.5  # of the chirp, in seconds
LOW, HIGH = 600.0, 1800.0  # the frequencies that it runs through


def make_signal():
    """Noise of twice the chirp's amplitude, and the chirp in it; on the host, for both libraries."""
    rng = np.random.default_rng(7)
    t = np.arange(int(RATE * SECONDS)) / RATE
    samples = rng.normal(size=t.size)
    inside = (t >= START) & (t < START + LENGTH)
    own = t[inside] - START
    phase = 2 * np.pi * (LOW * own + (HIGH - LOW) / (2 * LENGTH) * own**2)
    samples[inside] += 0.5 * np.cos(phase)
    template = np.cos(phase)
    return t, samples, template


def find(samples, template, xp, module):
    """The spectrogram, the envelope of what matches the chirp, and its peaks."""
    band = module.butter(4, [LOW, HIGH], "bandpass", fs=RATE, output="sos")
    filtered = module.sosfiltfilt(band, samples)
    frequencies, times, power = module.spectrogram(filtered, RATE, nperseg=256, noverlap=192)
    matched = module.fftconvolve(filtered, template[::-1], mode="same")
    envelope = xp.abs(module.hilbert(matched))
    envelope /= xp.median(envelope)
    peaks, properties = module.find_peaks(envelope, height=8, distance=RATE // 2, prominence=4)
    return frequencies, times, power, envelope, peaks, properties["peak_heights"]


def write_png(path, pixels):
    """An image of bytes, (rows, columns, 3)."""
    rows, columns, _ = pixels.shape
    data = zlib.compress(np.concatenate([np.zeros((rows, 1), "u1"), pixels.reshape(rows, -1)], 1).tobytes())

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def picture(times, power, envelope, peaks):
    """The spectrogram in colours from blue to yellow, and below it the envelope with a line at each peak."""
    level = cp.log10(power[:65] + 1e-12)
    low, high = cp.percentile(level, cp.array([50.0, 99.9]))
    level = cp.clip((level - low) / (high - low), 0, 1)[::-1]
    image = cp.stack([level, level**2, 0.4 + 0.6 * level * (1 - level)], axis=-1)
    image = cp.repeat(cp.repeat(image, 4, axis=0), 2, axis=1).get()
    columns, height = image.shape[1], 120
    curve = np.full((height, columns, 3), 1.0)
    values = envelope.get()
    places = np.minimum(np.arange(columns) * values.size // columns, values.size - 1)
    tops = (values[places] / values.max() * (height - 1)).astype(int)
    for column, top in enumerate(tops):
        curve[height - 1 - top :, column] = (0.2, 0.3, 0.6)
    for peak in peaks.get():
        curve[:, min(peak * columns // values.size, columns - 1)] = (0.9, 0.1, 0.1)
    return (np.concatenate([image, curve]) * 255).astype("u1")


def main(folder):
    t, samples, template = make_signal()
    frequencies, times, power, envelope, peaks, heights = find(cp.asarray(samples), cp.asarray(template), cp, signal)
    for peak, height in zip(peaks.get(), heights.get()):
        print(f"a chirp around {t[peak]:.3f} s, {height:.1f} times the noise")
    middle = START + LENGTH / 2
    assert len(peaks) == 1 and abs(t[int(peaks[0])] - middle) < 0.01, "the chirp lies elsewhere"
    at = power[:, int(cp.abs(times - middle).argmin())]
    print(f"its frequency there: {float(frequencies[int(at.argmax())]):.0f} Hz of {(LOW + HIGH) / 2:.0f}")

    ours = (frequencies, times, power, envelope, peaks, heights)
    for own, expected in zip(ours, find(samples, template, np, scipy.signal)):
        scale = np.abs(expected).max()
        np.testing.assert_allclose(own.get(), expected, rtol=0, atol=1e-6 * scale)
    print("SciPy finds the same")
    path = pathlib.Path(folder) / "chirp.png"
    write_png(path, picture(times, power, envelope, peaks))
    print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(folder)
