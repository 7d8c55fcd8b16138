"""Polynomials by coefficients."""

from ..compare import Near
from . import Spec


def _coefficients(d):
    a = d.made(d.choice(d.dtypes), (d.integer(1, 4),), profile="small")
    return a if d.chance(0.95) else d.array()


Spec(
    "polyadd polysub polymul",
    lambda d: [_coefficients(d), _coefficients(d) if d.chance(0.8) else d.scalar()],
    Near(32, 2),
)
Spec(
    "polyval",
    lambda d: [_coefficients(d), d.made(d.choice(d.dtypes), profile="small") if d.chance(0.8) else d.scalar("if")],
    Near(64, 4),
)
Spec(
    "polynomial.polynomial.polyval",
    lambda d: [d.made(d.code("ldD"), profile="small"), d.made(d.code("ldD"), (d.integer(1, 4),), profile="small")],
    Near(64, 4),
)
Spec(
    "polynomial.polynomial.polyvander",
    lambda d: [d.made(d.choice(d.dtypes), profile="small"), d.integer(0, 3)],
    Near(32, 4),
)
