"""sigpy carries no tests in its package: what its functions give on device 0, which is CuPy's, beside what they give on
the host."""

import numpy as np
import pytest
import sigpy
import sigpy.mri
from sigpy import alg, app, linop, prox

sp = sigpy
RNG = np.random.RandomState(0)
IMAGE = RNG.standard_normal((16, 12)) + 1j * RNG.standard_normal((16, 12))
COORD = RNG.uniform(-6, 6, (40, 2))


def on_both(function, *arrays, atol=1e-8):
    """The function's results on the device and on the host agree; gives the host's."""
    host = function(*arrays)
    device = function(*(sp.to_device(a, 0) for a in arrays))
    assert type(device).__module__.split(".")[0] in ("cupy", "cuprum"), type(device)
    np.testing.assert_allclose(sp.to_device(device, -1), host, rtol=1e-6, atol=atol)
    return host


@pytest.mark.parametrize(
    "function",
    [
        sp.fft,
        sp.ifft,
        lambda x: sp.fft(x, oshape=(20, 10), axes=(0, 1), norm=None),
        lambda x: sp.resize(x, (20, 10)),
        lambda x: sp.flip(x, axes=(0,)),
        lambda x: sp.circshift(x, (3, -2)),
        lambda x: sp.downsample(x, (2, 3)),
        lambda x: sp.upsample(x, (32, 24), (2, 2)),
        lambda x: sp.soft_thresh(0.5, x),
        lambda x: sp.hard_thresh(0.5, x),
        lambda x: sp.l1_proj(3.0, x),
        lambda x: sp.l2_proj(3.0, x),
        lambda x: sp.linf_proj(0.5, x),
        lambda x: sp.array_to_blocks(x, (4, 3), (2, 3)),
        lambda x: sp.vec([x, x]),
        lambda x: sp.rss(x, axes=(0,)),
        lambda x: [y := x.copy(), sp.axpy(y, 2.0, x)][0],
        lambda x: [y := x.copy(), sp.xpay(y, 0.5, x)][0],
        lambda x: sp.dirac((5, 5), device=sp.get_device(x)),
    ],
)
def test_functions(function):
    on_both(function, IMAGE)


def test_convolution():
    """sigpy's convolutions call cuDNN, and say so where CuPy has none."""
    image, kernel = (sp.to_device(a, 0) for a in (IMAGE, RNG.standard_normal((3, 3)) + 0j))
    with pytest.raises(RuntimeError, match="cudnn must be installed"):
        sp.convolve(image, kernel)


@pytest.mark.parametrize("kernel", ["kaiser_bessel", "spline"])
def test_interpolation(kernel):
    """Kernels that sigpy writes in CUDA: its spline takes distances by `fabsf`, so they are rounded to single
    precision."""
    options = {"kernel": kernel, "width": 2, "param": 1.0}
    atol = 2.0**-24 * 16 if kernel == "spline" else 1e-8
    on_both(lambda x, c: sp.interpolate(x, c, **options), IMAGE, COORD, atol=atol)
    on_both(lambda y, c: sp.gridding(y, c, (16, 12), **options), RNG.standard_normal(40) + 0j, COORD, atol=atol)


def test_nonuniform_transforms():
    on_both(lambda x, c: sp.nufft(x, c), IMAGE, COORD)
    on_both(lambda y, c: sp.nufft_adjoint(y, c, (16, 12)), RNG.standard_normal(40) + 0j, COORD)


def test_blocks():
    blocks = np.ascontiguousarray(sp.array_to_blocks(IMAGE, (4, 3), (2, 3)))
    on_both(lambda b: sp.blocks_to_array(b, (16, 12), (4, 3), (2, 3)), blocks)


@pytest.mark.parametrize(
    "make",
    [
        lambda: linop.FFT((16, 12)),
        lambda: linop.FiniteDifference((16, 12)),
        lambda: linop.Transpose((16, 12)) * linop.Identity((16, 12)),
        lambda: linop.Sum((16, 12), axes=(0,)),
        lambda: linop.Resize((20, 10), (16, 12)),
        lambda: linop.Circshift((16, 12), (1, 2)),
        lambda: linop.Vstack([linop.Identity((16, 12)), linop.FFT((16, 12))]),
        lambda: linop.FFT((16, 12)) + 2 * linop.Identity((16, 12)),
    ],
)
def test_linear_operators(make):
    on_both(lambda x: make()(x), IMAGE)
    on_both(lambda x: (make().H * make())(x), IMAGE)


def test_proximal_operators():
    on_both(lambda x: prox.L1Reg((16, 12), 0.3)(0.5, x), IMAGE)
    on_both(lambda x: prox.L2Reg((16, 12), 0.3)(0.5, x), IMAGE)
    on_both(lambda x: prox.BoxConstraint((16, 12), -1, 1)(0.5, x), IMAGE.real.copy())


def test_least_squares():
    matrix = RNG.standard_normal((8, 5))
    y = RNG.standard_normal((8, 1))

    def solve(m, y):
        return app.LinearLeastSquares(linop.MatMul((5, 1), m), y, max_iter=200, show_pbar=False).run()

    np.testing.assert_allclose(on_both(solve, matrix, y), np.linalg.lstsq(matrix, y, rcond=None)[0], rtol=1e-5)


def test_power_and_gradient_methods():
    matrix = np.diag([4.0, 2.0, 1.0])

    def largest(m):
        return sp.get_array_module(m).asarray(
            app.MaxEig(
                linop.MatMul((3, 1), m), dtype=float, device=sp.get_device(m), max_iter=100, show_pbar=False
            ).run()
        )

    np.testing.assert_allclose(on_both(largest, matrix), 4, rtol=1e-3)

    def descend(m):
        x = sp.get_array_module(m).zeros((3, 1))
        steps = alg.GradientMethod(lambda x: m @ x - 1, x, 0.2, max_iter=300, accelerate=False)
        while not steps.done():
            steps.update()
        return x

    np.testing.assert_allclose(on_both(descend, matrix), [[0.25], [0.5], [1]], rtol=1e-4)


def test_magnetic_resonance():
    maps = sp.mri.birdcage_maps((4, 16, 12))
    on_both(lambda m, x: sp.mri.linop.Sense(m)(x), maps, IMAGE)
    ksp = sp.mri.linop.Sense(maps)(IMAGE)
    found = on_both(
        lambda k, m: sp.mri.app.SenseRecon(k, m, device=sp.get_device(k), max_iter=30, show_pbar=False).run(), ksp, maps
    )
    np.testing.assert_allclose(found, IMAGE, rtol=1e-3, atol=1e-3)
