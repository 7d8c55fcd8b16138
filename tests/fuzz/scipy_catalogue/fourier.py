"""scipy.fft."""

from ..compare import Equal, Near
from . import Spec, samples

NORMS = [None, "backward", "ortho", "forward"]
NEAR = Near(128, 1)


def _one(d):
    a = samples(d, "fdFDlie?b", least=0 if d.chance(0.03) else 1)
    return [a], d.some(n=lambda: d.integer(-1, 9), axis=lambda: d.axis(a), norm=lambda: d.choice(NORMS))


def _several(d):
    a = samples(d, "fdFDlie?b", least=1)
    kwargs = {}
    if d.bool():
        kwargs["axes"] = d.axes(a, 1)
    if d.bool():
        kwargs["norm"] = d.choice(NORMS)
    if "axes" in kwargs and d.chance(0.3):
        kwargs["s"] = tuple(d.integer(1, 5) for _ in kwargs["axes"])
    return [a], kwargs


def _real(d):
    a = samples(d, "fdFDlie")
    return [a], d.some(
        type=lambda: d.choice([1, 2, 3, 4, 4, 5]),
        n=lambda: d.integer(0, 9),
        axis=lambda: d.axis(a),
        norm=lambda: d.choice(NORMS),
        orthogonalize=lambda: d.choice([None, True, False]),
    )


def _real_several(d):
    a = samples(d, "fdFDlie")
    kwargs = d.some(type=lambda: d.choice([1, 2, 3, 4]), norm=lambda: d.choice(NORMS))
    if d.bool():
        kwargs["axes"] = d.axes(a, 1)
        if d.chance(0.3):
            kwargs["s"] = tuple(d.integer(2, 5) for _ in kwargs["axes"])
    return [a], kwargs


Spec("fft ifft rfft irfft hfft ihfft", _one, NEAR, module="fft")
Spec("fftn ifftn rfftn irfftn hfftn ihfftn fft2 ifft2 rfft2 irfft2", _several, NEAR, module="fft")
Spec("dct idct dst idst", _real, NEAR, module="fft")
Spec("dctn idctn dstn idstn", _real_several, NEAR, module="fft")
Spec(
    "fftshift ifftshift",
    lambda d: ([a := d.array(least=1)], d.some(axes=lambda: d.axis_or_axes(a))),
    Equal(),
    module="fft",
)
Spec("next_fast_len prev_fast_len", lambda d: [d.integer(1, 5000), d.bool()], Equal(), module="fft", strict=True)
Spec(
    "fht ifht",
    lambda d: (
        [samples(d, "fd"), d.choice([0.1, 0.5]), d.choice([0.0, 0.5, 1.0])],
        d.some(offset=lambda: d.choice([0.0, 0.3]), bias=lambda: d.choice([0.0, 0.2, -0.1])),
    ),
    Near(4096, whole=True),
    module="fft",
    strict=True,
)
