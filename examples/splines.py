"""Splines: through data, near noisy data, between scattered points; with a picture of each.

python examples/splines.py [--plot build/splines.png]
"""

import argparse
import pathlib

import cuprum as cp
from cuprumx.scipy import interpolate


def through_data():
    """Four interpolants of the same data: a spline swings past a step, the monotone one does not."""
    x = cp.arange(10.0)
    y = cp.where(x < 5, 0.0, 1.0)
    at = cp.linspace(0, 9, 400)
    curves = {
        "cubic spline": interpolate.CubicSpline(x, y)(at),
        "monotone": interpolate.PchipInterpolator(x, y)(at),
        "Akima": interpolate.Akima1DInterpolator(x, y)(at),
    }
    for name, curve in curves.items():
        print(f"{name:>12}: from {float(curve.min()):.3f} to {float(curve.max()):.3f}")
    assert float(curves["monotone"].max()) <= 1 < float(curves["cubic spline"].max())
    spline = interpolate.CubicSpline(x, cp.sin(x), bc_type=((1, 1.0), "natural"))
    print("the sine's integral from 0 to pi by a spline:", spline.integrate(0, cp.pi))
    assert abs(float(spline.integrate(0, cp.pi)) - 2) < 0.02
    print("and its zeros:", spline.roots(extrapolate=False))
    return x, y, at, curves


def near_data():
    """Noisy samples of a wave: the smoothing spline takes few knots, and its derivative is smooth as well."""
    x = cp.linspace(0, 10, 300)
    y = cp.sin(x) + 0.2 * cp.random.default_rng(1).standard_normal(300)
    spline = interpolate.UnivariateSpline(x, y, w=cp.full(300, 5.0))
    print(len(spline.get_knots()), "knots leave residuals of", spline.get_residual())
    error = abs(spline(x) - cp.sin(x))[20:-20].max()
    assert float(error) < 0.25
    at = cp.linspace(0, 10, 400)
    return x, y, at, spline(at), spline.derivative()(at)


def scattered():
    """A surface from 600 scattered points: by radial functions of the nearest 30, and by cubic patches of triangles."""

    def surface(p):
        return cp.sin(4 * p[..., 0]) * cp.cos(3 * p[..., 1])

    points = cp.random.default_rng(2).random((600, 2))
    side = cp.linspace(0.05, 0.95, 120)
    grid = cp.stack(cp.meshgrid(side, side), axis=-1)
    right = surface(grid)
    radial = interpolate.RBFInterpolator(points, surface(points), neighbors=30)(grid.reshape(-1, 2)).reshape(
        right.shape
    )
    patches = interpolate.CloughTocher2DInterpolator(points, surface(points))(grid)
    for name, found in (("radial functions", radial), ("cubic patches", patches)):
        error = float(cp.nanmax(abs(found - right)))
        print(f"{name}: an error of {error:.1e} at most")
        assert error < 0.1
    return points, radial


def plot(path, through, near, surface):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(13, 4), layout="constrained")
    x, y, at, curves = through
    axes[0].plot(x.get(), y.get(), "ko")
    for name, curve in curves.items():
        axes[0].plot(at.get(), curve.get(), label=name)
    axes[0].set_title("through data")
    x, y, at, curve, slope = near
    axes[1].plot(x.get(), y.get(), ".", color="#9aa5b1")
    axes[1].plot(at.get(), curve.get(), color="#c8553d", label="smoothing spline")
    axes[1].plot(at.get(), slope.get(), "--", label="its derivative")
    axes[1].set_title("near data")
    points, values = surface
    axes[2].imshow(values.get(), extent=(0.05, 0.95, 0.05, 0.95), origin="lower")
    axes[2].plot(points[:, 0].get(), points[:, 1].get(), "k.", markersize=2)
    axes[2].set_title("scattered points")
    for each in axes[:2]:
        each.legend()
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Splines through points, and what they cost.")
    folder = pathlib.Path("build" if pathlib.Path("build").is_dir() else ".")
    parser.add_argument("--plot", type=pathlib.Path, default=folder / "splines.png")
    options = parser.parse_args()
    pictures = through_data(), near_data(), scattered()
    try:
        plot(options.plot, *pictures)
        print(f"The picture: {options.plot}")
    except ImportError:
        print("matplotlib, which draws the picture, is not installed")
