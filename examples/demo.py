#!/usr/bin/env python3
"""One NumPy program, run with NumPy and with cuprum: timed side by side and compared element by element.

    python examples/demo.py [--size 2000] [--library cuprum] [--plot build/demo.png]

Every function takes the library as `xp`: nothing in it knows whether arrays are on a CPU or on a GPU.
"""

import argparse
import importlib
import pathlib
import time

import numpy as np


class Timer:
    """Collects the time of each named step; what a device still has to do is waited for."""

    def __init__(self, xp):
        self.steps = {}
        self.synchronize = (lambda: None) if xp is np else lambda: xp.cuda.Device().synchronize()

    def __call__(self, step, function, *arguments, repeats=5):
        result = function(*arguments)  # fetches the kernels, or compiles them
        times = []
        for _ in range(repeats):
            self.synchronize()
            start = time.perf_counter()
            result = function(*arguments)
            self.synchronize()
            times.append(time.perf_counter() - start)
        self.steps[step] = sorted(times)[repeats // 2]
        return result


# The program: each step is a function of the library and of arrays, and gives a dictionary of arrays.


def create(xp, n):
    """Arrays from nothing: ranges, grids, constants."""
    x, y = xp.meshgrid(xp.linspace(-8, 7.3, n), xp.linspace(-8, 7.3, n))
    return {"x": x, "y": y, "steps": xp.arange(n * n).reshape(n, n), "corner": xp.vstack([xp.eye(3), xp.ones((2, 3))])}


def waves(xp, x, y):
    """Ufuncs and broadcasting: circular waves that fade with the distance from their source."""
    distance = xp.sqrt(x * x + y * y)
    field = xp.sin(3 * distance) * xp.exp(-distance / 4)
    return {"field": field, "signs": xp.where(field > 0.01, 1, xp.where(field < -0.01, -1, 0))}


def describe(xp, field):
    """Reductions over everything, over rows and over columns."""
    return {
        "mean": field.mean(),
        "variance": field.var(),
        "largest of each row": field.max(axis=1),
        "its place": field.argmax(axis=1),
        "spread of each column": field.std(axis=0),
        "running sum of the first row": field[0].cumsum(),
    }


def standardize(xp, table):
    """A row of means against a table, an in-place operation, a clip."""
    scaled = table - table.mean(axis=0)
    scaled /= table.std(axis=0)
    return {"scaled": xp.clip(scaled, -2, 2), "single precision": scaled.astype(xp.float32)}


def blur(xp, image):
    """Views: the mean of each element's neighbours is a sum of shifted slices; the frame stays."""
    image = image.copy()
    for _ in range(4):
        around = image[:-2, 1:-1] + image[2:, 1:-1] + image[1:-1, :-2] + image[1:-1, 2:]
        image[1:-1, 1:-1] = 0.5 * image[1:-1, 1:-1] + 0.125 * around
    return {"blurred": image, "turned": xp.ascontiguousarray(image.T[::-1])}


def life(xp, cells):
    """Integers, logic, and a torus of neighbours: Conway's game of life."""
    for _ in range(4):
        neighbours = xp.zeros_like(cells)
        for rows in (-1, 0, 1):
            for columns in (-1, 0, 1):
                if rows or columns:
                    neighbours += xp.roll(cells, (rows, columns), axis=(0, 1))
        cells = ((neighbours == 3) | ((cells == 1) & (neighbours == 2))).astype(xp.uint8)
    return {"cells": cells, "alive": cells.sum()}


def select(xp, field, steps):
    """Boolean masks and arrays of indices."""
    peaks = field > 0.5
    rows, columns = xp.nonzero(peaks)
    return {
        "peaks": field[peaks],
        "their places": steps[rows, columns],
        "every third row": xp.take(field, xp.arange(0, len(field), 3), axis=0),
    }


def program(xp, to_device, n):
    """The whole program: its results by step, on the host, and the time of each step."""
    to_host = np.copy if xp is np else xp.asnumpy
    random = np.random.default_rng(seed=7)
    host_cells = (random.random((n, n)) < 0.3).astype(np.uint8)
    timer, results = Timer(xp), {}

    def step(name, function, *arguments):
        results[name] = timer(name, function, *arguments)
        return results[name]

    cells = step("to the device", lambda: {"cells": to_device(host_cells)})["cells"]
    made = step("create", create, xp, n)
    field = step("waves", waves, xp, made["x"], made["y"])["field"]
    step("describe", describe, xp, field)
    step("standardize", standardize, xp, field)
    step("blur", blur, xp, field)
    step("life", life, xp, cells)
    step("select", select, xp, field, made["steps"])
    on_host = step("to the host", lambda: {"field": to_host(field)})
    assert isinstance(on_host["field"], np.ndarray)
    return {
        name: {key: to_host(array) for key, array in arrays.items()} for name, arrays in results.items()
    }, timer.steps


def check(expected, got):
    """Compares a step's arrays with NumPy's: dtype, shape and values. Gives their number and the largest relative
    error."""
    worst = 0.0
    for key, right in expected.items():
        right, mine = np.asarray(right), np.asarray(got[key])
        assert mine.dtype == right.dtype and mine.shape == right.shape, f"{key}: {mine.dtype}{mine.shape}"
        if right.dtype.kind == "f":
            rtol = 1e-7 if right.dtype == np.float64 else 1e-6
            np.testing.assert_allclose(mine, right, rtol=rtol, atol=1e-12, err_msg=key)
            scale = np.maximum(np.abs(right), 1e-5)
            worst = max(worst, float((np.abs(mine - right) / scale).max(initial=0)))
        else:
            np.testing.assert_array_equal(mine, right, err_msg=key)
    return len(expected), worst


def plot(path, name, ours, theirs):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
    places = np.arange(len(theirs))
    axes.bar(places - 0.2, [t * 1e3 for t in theirs.values()], 0.4, label="NumPy", color="#9aa5b1")
    axes.bar(places + 0.2, [t * 1e3 for t in ours.values()], 0.4, label=name, color="#c8553d")
    axes.set_xticks(places, theirs, rotation=20)
    axes.set_ylabel("milliseconds")
    axes.set_title("The same program, step by step")
    axes.legend()
    figure.savefig(path, dpi=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=2000, help="side of the square arrays")
    parser.add_argument("--library", default="cuprum", help="what to compare with NumPy")
    default = pathlib.Path("build" if pathlib.Path("build").is_dir() else ".") / "demo.png"
    parser.add_argument("--plot", type=pathlib.Path, default=default)
    options = parser.parse_args()
    xp = importlib.import_module(options.library)
    if options.library == "cuprum":
        properties = xp.cuda.runtime.getDeviceProperties(xp.cuda.Device().id)
        print(f"cuprum {xp.__version__}, backend {xp.backend()}, {xp.cuda.Device()}: {properties['name'].decode()}")

    expected, their_times = program(np, np.array, options.size)
    got, our_times = program(xp, xp.asarray, options.size)
    print(f"\n{'step':15}{'NumPy ms':>10}{options.library + ' ms':>12}{'times as fast':>15}   compared with NumPy")
    total = 0
    for name, seconds in their_times.items():
        count, worst = check(expected[name], got[name])
        total += count
        error = f", relative error at most {worst:.0e}" if worst else ", equal"
        mine = our_times[name]
        print(f"{name:15}{seconds * 1e3:10.2f}{mine * 1e3:12.2f}{seconds / mine:15.1f}   {count} arrays{error}")
    print(f"\nAll {total} arrays have NumPy's dtype, shape and values (float64 within 1e-7, float32 within 1e-6).")
    plot(options.plot, options.library, our_times, their_times)
    print(f"The times as a bar chart: {options.plot}")


if __name__ == "__main__":
    main()
