"""The heat equation on several devices: rows of a plate are divided, and neighbours exchange their borders.

python examples/halos.py [picture.png]      CUPRUM_CPU_DEVICES=2 shows two devices on a CPU
"""

import os
import sys

os.environ.setdefault("CUPRUM_CPU_DEVICES", "2")

import cuprum as cp  # noqa: E402
import cuprumx.distributed.array as da  # noqa: E402

STEP = cp.ElementwiseKernel(
    "T here, T above, T below, T left, T right, T rate",
    "T next",
    "next = here + rate * (above + below + left + right - 4 * here)",
    "heat_step",
)


def advance(u, v, rate=0.2):
    """One step from u to v, arrays of any device; their borders stay."""
    STEP(u[1:-1, 1:-1], u[:-2, 1:-1], u[2:, 1:-1], u[1:-1, :-2], u[1:-1, 2:], rate, v[1:-1, 1:-1])


side, steps = 192, 400
devices = min(cp.cuda.runtime.getDeviceCount(), 8)
plate = cp.zeros((side, side))
plate[0] = 100  # the upper edge is hot
plate[side // 2 - 8 : side // 2 + 8, 40:60] = 80

# On one device.
u, v = plate.copy(), plate.copy()
for _ in range(steps):
    advance(u, v)
    u, v = v, u
expected = u

# On all: boxes of rows, wider by one row of each neighbour.
rows = da.Layout(devices)
boxes = da.with_halo(rows, plate.shape, (1, 0))
divided, following = da.distributed_array(plate, boxes), da.distributed_array(plate, boxes)
da.reset_traffic()
for _ in range(steps):
    da.exchange_halo(divided, rows)
    for device in divided.devices:  # the work of a chunk runs on the chunk's device
        for source, target in zip(divided.all_chunks()[device], following.all_chunks()[device]):
            advance(source, target)
    divided, following = following, divided
messages, moved = da.traffic()
da.exchange_halo(divided, rows)
difference = float(abs(divided.gather() - expected).max())
print(f"{steps} steps on {devices} devices: {messages} messages of {moved // max(messages, 1)} bytes")
print(f"largest difference from one device: {difference}")
assert difference == 0 and messages == steps * 2 * (devices - 1)

shades = " .:-=+*#%@"
for line in divided.get()[::16, ::8]:
    print("  " + "".join(shades[min(9, int(value / 10))] for value in line))

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 4))
    axes.imshow(divided.get(), cmap="inferno")
    for number in range(1, devices):
        axes.axhline(side * number // devices - 0.5, color="white", linewidth=0.5)
    axes.set_title(f"{devices} devices, a border between each two")
    figure.savefig(sys.argv[1], dpi=120)
