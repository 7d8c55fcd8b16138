"""The spectrogram of a bird
Frequencies over time of a tone that rises, falls and has an overtone."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import signal

rate = 8000
t = cp.arange(2 * rate) / rate
pitch = 1500 + 700 * cp.sin(2 * cp.pi * 1.5 * t)
phase = 2 * cp.pi * cp.cumsum(pitch) / rate
sound = cp.sin(phase) + 0.3 * cp.sin(2 * phase) + 0.05 * cp.random.default_rng(0).standard_normal(len(t))
frequency, time, power = signal.spectrogram(sound, rate, nperseg=256, noverlap=192)

plt.pcolormesh(time.get(), frequency.get(), 10 * cp.log10(power).get(), shading="auto", vmin=-90)
plt.xlabel("time in seconds")
plt.ylabel("frequency in hertz")
plt.colorbar(label="power in decibels")
plt.show()
