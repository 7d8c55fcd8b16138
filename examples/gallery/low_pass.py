"""A low-pass filter
A Butterworth filter, forward and backward, takes the noise and does not delay the signal."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import signal

rate = 500
t = cp.arange(2 * rate) / rate
clean = cp.sin(2 * cp.pi * 3 * t) + 0.5 * cp.sin(2 * cp.pi * 7 * t)
noisy = clean + 0.5 * cp.random.default_rng(0).standard_normal(len(t))
sections = signal.butter(4, 12, fs=rate, output="sos")
smooth = signal.sosfiltfilt(sections, noisy)

plt.plot(t.get(), noisy.get(), color="0.8", label="measured")
plt.plot(t.get(), clean.get(), label="true")
plt.plot(t.get(), smooth.get(), label="filtered")
plt.xlabel("time in seconds")
plt.legend()
plt.show()
