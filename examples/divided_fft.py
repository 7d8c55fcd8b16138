"""A Fourier transform over several devices: a picture is blurred by a product in the frequencies.

python examples/divided_fft.py [picture.png]      CUPRUM_CPU_DEVICES=2 shows two devices on a CPU
"""

import os
import sys

os.environ.setdefault("CUPRUM_CPU_DEVICES", "2")

import cuprum as cp  # noqa: E402
import cuprumx.distributed.array as da  # noqa: E402

side, width = 256, 6.0
devices = min(cp.cuda.runtime.getDeviceCount(), 8)
y, x = cp.mgrid[:side, :side]
host = ((x // 32 + y // 32) % 2 * 1.0).astype("float32")
rows, columns = da.Layout(devices), da.Layout(devices, None, (None, 0))

image = da.distributed_array(host, rows)
da.reset_traffic()
spectrum = da.fftn(image, in_place_boxes=False)  # rows, a transposition, columns: it stays divided by columns
print(f"transform on {devices} devices: {da.traffic()[0]} messages, {da.traffic()[1]} bytes")
assert spectrum.index_map == columns.index_map(image.shape) or devices == 1

frequency = cp.fft.fftfreq(side)
gauss = cp.exp(-2 * (cp.pi * width) ** 2 * (frequency[:, None] ** 2 + frequency[None, :] ** 2)).astype("float32")
filtered = spectrum * da.distributed_array(gauss, columns)  # divided alike, so nothing is sent
blurred = da.ifftn(filtered, in_place_boxes=False).real

expected = cp.fft.ifft2(cp.fft.fft2(host) * gauss).real
difference = float(abs(blurred.gather() - expected).max())
print(f"largest difference from one device: {difference:.1e}")
assert difference < 1e-5

shades = " .:-=+*#%@"
for line in blurred.get()[::16, ::8]:
    print("  " + "".join(shades[min(9, int(value * 10))] for value in line))

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(8, 4))
    for axis, shown in zip(axes, (image, blurred)):
        axis.imshow(shown.get(), cmap="gray")
        axis.axis("off")
    figure.savefig(sys.argv[1], dpi=120)
