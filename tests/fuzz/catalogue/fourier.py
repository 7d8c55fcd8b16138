"""Discrete Fourier transforms."""

from ..compare import Near
from . import Spec

NORMS = [None, "backward", "ortho", "forward"]


def _one(d):
    a = d.made(d.choice(d.dtypes), least=0 if d.chance(0.03) else 1, profile=d.choice(["small", "wide"]))
    return [a], d.some(n=lambda: d.integer(0, 7), axis=lambda: d.axis(a), norm=lambda: d.choice(NORMS))


def _several(d):
    a = d.made(d.choice(d.dtypes), least=2, profile=d.choice(["small", "wide"]))
    axes = d.axes(a, 1)
    kwargs = {"axes": axes} if d.bool() else {}
    if d.bool():
        kwargs["norm"] = d.choice(NORMS)
    if "axes" in kwargs and d.chance(0.3):
        kwargs["s"] = tuple(d.integer(1, 5) for _ in axes)
    return [a], kwargs


Spec("fft.fft fft.ifft fft.rfft fft.irfft fft.hfft fft.ihfft", _one, Near(128, 1))
Spec("fft.fftn fft.ifftn fft.rfftn fft.irfftn fft.fft2 fft.ifft2", _several, Near(128, 1))
Spec("fft.fftshift fft.ifftshift", lambda d: ([a := d.array()], d.some(axes=lambda: d.axis_or_axes(a))))
Spec(
    "fft.fftfreq fft.rfftfreq",
    lambda d: ([d.integer(0, 9)], d.some(d=lambda: d.choice([1.0, 0.1, 2]))),
    Near(4),
    strict=True,
)
