"""Special functions: p-values, a drum's tones, probabilities of classes, and a pendulum's period.

python examples/special.py
"""

import cuprum as cp
from cuprumx.scipy import special


def p_values():
    """How likely statistics as large as these are by chance, by Student's and Fisher's distributions."""
    t = cp.array([0.5, 2.0, 3.5])
    p = 2 * special.stdtr(10.0, -t)
    print("two-sided p-values of t =", t, "are", p)
    assert cp.allclose(special.fdtrc(1.0, 10.0, t**2), p)  # the square of t is F with 1 degree of freedom
    assert cp.allclose(special.stdtrit(10.0, p / 2), -t)


def drum():
    """The tones of a drum are zeros of Bessel functions; its lowest mode is J0(2.405 r)."""
    low, high = cp.array([2.0, 5.0, 8.0]), cp.array([3.0, 6.0, 9.0])
    for _ in range(50):  # each interval is halved around its zero
        middle = (low + high) / 2
        left = special.j0(low) * special.j0(middle) <= 0
        low, high = cp.where(left, low, middle), cp.where(left, middle, high)
    print("zeros of J0:", low, "; tones:", low / low[0])
    assert cp.allclose(low, cp.array([2.404825557695773, 5.520078110286311, 8.653727912911013]))
    assert cp.allclose(special.j0(low), 0, atol=1e-14)


def classes():
    """Probabilities of classes from scores, however large, and the entropy of each row."""
    scores = cp.array([[1000.0, 1001.0, 999.0], [-5.0, 0.0, 5.0]])
    probabilities = special.softmax(scores, axis=1)
    entropy = special.entr(probabilities).sum(axis=1)
    print("probabilities:", probabilities, "of entropy", entropy)
    assert cp.allclose(probabilities.sum(axis=1), 1)
    assert cp.allclose(special.logsumexp(scores, axis=1) - (probabilities * scores).sum(axis=1), entropy)


def pendulum():
    """The period of a pendulum of length 1 m by its amplitude: a complete elliptic integral."""
    amplitude = cp.radians(cp.array([10.0, 90.0, 170.0]))
    period = 4 * (1 / 9.81) ** 0.5 * special.ellipk(cp.sin(amplitude / 2) ** 2)
    print("periods in seconds:", period)
    assert float(abs(period[0] - 2.00607 * (1 + 0.0019072)) / period[0]) < 1e-4


if __name__ == "__main__":
    p_values()
    drum()
    classes()
    pendulum()
