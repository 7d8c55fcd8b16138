"""scipy.signal: linear systems, their forms and responses; design of filters by order."""

import numpy as np

from ..arrays import Array, Root
from ..compare import Near
from ..recipes import recipe
from . import Spec

NEAR = Near(1 << 26, whole=True)


def _polynomial(d, least=1, most=4):
    values = [d.choice([1.0, 2.0, -1.0, 0.5, 3.0, 0.25]) for _ in range(d.integer(least, most))]
    return Array(Root(np.array(values)))


def _roots(d, inside=False):
    """Real numbers and pairs of complex ones."""
    found = []
    for _ in range(d.integer(0, 2)):
        if d.bool():
            found.append(d.choice([0.5, -0.25, 0.75, -0.5] if inside else [1.0, -2.0, 0.5]))
        else:
            z = complex(d.choice([0.5, -0.25, 0.1]), d.choice([0.5, 0.25]))
            found += [z, z.conjugate()]
    return Array(Root(np.array(found, complex if any(isinstance(z, complex) for z in found) else float)))


def _proper(d):
    a = _polynomial(d, 2, 4)
    return _polynomial(d, 1, a.size), a


@recipe
def responses(scp, xp, b, a, w):
    """The responses of a continuous filter; of 0 dB, rounding decides the digits."""
    return scp.signal.freqs(b, a, w)[1], 10 ** (scp.signal.bode((b, a), w)[1] / 20)


@recipe
def forms(scp, xp, b, a):
    """A transfer function by way of state space and of zeros, and back."""
    A, B, C, D = scp.signal.tf2ss(b, a)
    back = scp.signal.ss2tf(A, B, C, D)
    z, p, k = scp.signal.tf2zpk(b, a)
    return A, B, C, D, *back, xp.poly(z) * k, xp.poly(p)


Spec("recipe.forms", lambda d: list(_proper(d)), NEAR, strict=True)
Spec(
    "recipe.responses",
    lambda d: [*_proper(d), Array(Root(np.array([0.1, 0.5, 1.0, 3.0])))],
    NEAR,
    strict=True,
)
Spec("zpk2tf zpk2ss", lambda d: [_roots(d), _roots(d), d.choice([1.0, 2.5])], NEAR, module="signal", strict=True)


@recipe
def sections(scp, xp, z, p, k, **options):
    """The transfer function of sections, whatever their order."""
    sos = scp.signal.zpk2sos(z, p, k, **options)
    b, a = scp.signal.sos2tf(sos)
    return xp.asarray(sos.shape), b, a


Spec(
    "recipe.sections",
    lambda d: (
        [_roots(d), _roots(d, inside=True), d.choice([1.0, 2.5])],
        d.some(pairing=lambda: d.choice(["nearest", "keep_odd", "minimal", "x"]), analog=d.bool),
    ),
    NEAR,
    strict=True,
)


@recipe
def discrete(scp, xp, b, a, dt, method, alpha):
    found = scp.signal.cont2discrete((b, a), dt, method, alpha)
    return found[0], found[1], found[2]


Spec(
    "recipe.discrete",
    lambda d: [
        *_proper(d),
        d.choice([0.1, 1.0]),
        d.choice(["zoh", "bilinear", "euler", "backward_diff", "gbt", "foh", "impulse", "x"]),
        d.choice([None, 0.3, 2.0]),
    ],
    NEAR,
    strict=True,
)


@recipe
def simulated(scp, xp, b, a, u):
    t = xp.arange(u.shape[0]) * 0.25
    return (
        scp.signal.lsim((b, a), u, t)[1],
        scp.signal.step((b, a), T=t)[1],
        scp.signal.impulse((b, a), T=t)[1],
    )


@recipe
def simulated_in_steps(scp, xp, b, a, u):
    system = (b, a, 0.5)
    t, y = scp.signal.dlsim(system, u)
    return t, y, scp.signal.dstep(system, n=4)[1][0], scp.signal.dimpulse(system, n=4)[1][0]


def _signal(d):
    return [*_proper(d), d.made("d", (d.integer(2, 9),), profile="small", plain=True)]


Spec("recipe.simulated", _signal, NEAR, strict=True)
Spec("recipe.simulated_in_steps", _signal, NEAR, strict=True)
Spec(
    "residue residuez",
    lambda d: list(_proper(d)),
    Near(1 << 30, whole=True),
    module="signal",
    strict=True,
)
Spec(
    "buttap besselap",
    lambda d: [d.integer(-1, 9)],
    NEAR,
    module="signal",
    strict=True,
)
Spec("cheb1ap", lambda d: [d.integer(-1, 7), d.choice([0.1, 1, 3])], NEAR, module="signal", strict=True)
Spec("cheb2ap", lambda d: [d.integer(-1, 7), d.choice([20, 40])], NEAR, module="signal", strict=True)


@recipe
def elliptic(scp, xp, n, rp, rs):
    z, p, k = scp.signal.ellipap(n, rp, rs)
    return z, p, xp.asarray(k)


Spec("recipe.elliptic", lambda d: [d.integer(-1, 7), d.choice([0.1, 1]), d.choice([20, 40])], NEAR, strict=True)
Spec(
    "buttord cheb1ord cheb2ord ellipord",
    lambda d: (
        [
            *d.choice(
                [(0.2, 0.3), (0.3, 0.2), ([0.2, 0.5], [0.1, 0.6]), ([0.1, 0.6], [0.2, 0.5]), (20, 30), (0.2, 1.2)]
            ),
            d.choice([0.5, 3]),
            d.choice([20, 40]),
        ],
        d.some(analog=d.bool, fs=lambda: d.choice([None, 2.0, 100])),
    ),
    Near(1 << 41, whole=True),  # SciPy looks for the edges of a band within 1e-5
    module="signal",
    strict=True,
)
Spec(
    "lp2lp_zpk lp2hp_zpk",
    lambda d: [_roots(d), _roots(d), 2.0, d.choice([0.5, 2.0])],
    NEAR,
    module="signal",
    strict=True,
)
Spec(
    "bilinear_zpk",
    lambda d: [_roots(d, inside=True), _roots(d, inside=True), 2.0, d.choice([0.5, 2.0])],
    NEAR,
    module="signal",
    strict=True,
)
Spec(
    "kaiser_beta kaiser_atten", lambda d: [d.choice([5, 25, 60]), 0.1][: d.integer(1, 2)], module="signal", strict=True
)
Spec("kaiserord", lambda d: [d.choice([5, 25, 60]), d.choice([0.1, 0.5])], module="signal", strict=True)
Spec(
    "firwin",
    lambda d: (
        [d.integer(0, 9), d.choice([0.3, [0.2, 0.5], [0.5, 0.2], [0.1, 0.3, 0.7], 0.0, 1.0])],
        d.some(
            pass_zero=lambda: d.choice([True, False, "lowpass", "highpass", "bandpass", "bandstop", "x"]),
            scale=d.bool,
            window=lambda: d.choice(["hamming", ("kaiser", 4.0), "boxcar"]),
            width=lambda: d.choice([None, 0.2]),
        ),
    ),
    NEAR,
    module="signal",
    strict=True,
)
Spec(
    "firwin2",
    lambda d: (
        [d.integer(1, 9), [0.0, 0.5, 1.0], d.choice([[1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]])],
        d.some(antisymmetric=d.bool, nfreqs=lambda: d.choice([None, 17, 33, 4])),
    ),
    NEAR,
    module="signal",
    strict=True,
)
