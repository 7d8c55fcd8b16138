"""k-means on all devices: each assigns its points to centres, and sums of a few numbers are put together.

python examples/kmeans.py [points] [picture.png]      CUPRUM_CPU_DEVICES=2 shows two devices on a CPU
"""

import os
import sys
import time

os.environ.setdefault("CUPRUM_CPU_DEVICES", "2")

import cuprum as cp  # noqa: E402
import cuprumx.distributed.array as da  # noqa: E402

NEAREST = cp.ElementwiseKernel(
    "T x, T y, raw T cx, raw T cy, int32 k",
    "int32 nearest",
    """
    T best = (T)3e38;
    nearest = 0;
    for (int c = 0; c < k; ++c) {
        const T dx = x - cx[c], dy = y - cy[c], distance = dx * dx + dy * dy;
        if (distance < best) { best = distance; nearest = c; }
    }""",
    "nearest_centre",
)


def chunks_of(array):
    return [chunk for chunks in array.all_chunks().values() for chunk in chunks]


def moved(x, y, centres):
    """The means of the points that are nearest to each centre."""
    sums = []
    for a, b in zip(chunks_of(x), chunks_of(y)):  # all devices work at the same time
        with a.device:
            cx, cy = cp.asarray(centres[0]), cp.asarray(centres[1])
            nearest = NEAREST(a, b, cx, cy, len(centres[0]))
            count = lambda weights: cp.bincount(nearest, weights, minlength=len(centres[0]))  # noqa: E731
            sums.append((count(None), count(a), count(b)))
    n, sx, sy = (sum(part[i].get() for part in sums) for i in range(3))
    return sx / n, sy / n


count = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 200_000
devices, k = min(cp.cuda.runtime.getDeviceCount(), 8), 5
rows = da.Layout(devices)
# Clouds around k places, whose points are numbered by chance.
which = da.integers(0, k, count, rows, 1)
angle = which * (2 * cp.pi / k)
x = cp.cos(angle) * 4 + da.standard_normal(count, rows, 2)
y = cp.sin(angle) * 4 + da.standard_normal(count, rows, 3)
centres = [part[:k].get() for part in (x, y)]
start = time.perf_counter()
for step in range(50):
    new = moved(x, y, centres)
    change = max(abs(a - b).max() for a, b in zip(new, centres))
    centres = new
    if change < 1e-4:
        break
seconds = time.perf_counter() - start
print(f"{count} points on {devices} devices: {step + 1} steps in {seconds:.2f} s")
for a, b in sorted(zip(*centres)):
    print(f"  centre ({a:6.2f}, {b:6.2f}), {(a * a + b * b) ** 0.5:.2f} from the middle")
assert change < 1e-2

if len(sys.argv) > 2:
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 5))
    some = slice(0, min(count, 20_000))
    axes.scatter(x[some].get(), y[some].get(), s=1, alpha=0.3)
    axes.scatter(*centres, color="red", marker="x")
    figure.savefig(sys.argv[2], dpi=120)
