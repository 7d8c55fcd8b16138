"""Comparisons of whole arrays."""

from . import Spec


def _near(d):
    a = d.array()
    b = d.operand(a)
    return [a, b], d.some(
        rtol=lambda: d.choice([0.0, 1e-5, 0.37]), atol=lambda: d.choice([0.0, 1e-8, 0.83]), equal_nan=d.bool
    )


Spec("isclose allclose", _near, strict=True)
Spec(
    "array_equal array_equiv", lambda d: [a := d.array(), a if d.chance(0.3) else d.like(a) if d.bool() else d.array()]
)
Spec("array_equal", lambda d: ([a := d.array(), a if d.chance(0.4) else d.like(a)], {"equal_nan": True}))
Spec("iscomplexobj isrealobj isscalar", lambda d: [d.array() if d.bool() else d.scalar()])
Spec("shares_memory may_share_memory", lambda d: [a := d.array(), a if d.bool() else d.array()])
