#!/usr/bin/env python3
"""Writes device/cuprum/special/single_polynomials.h: polynomials by which special functions of float32 are computed.

    .venv/bin/python tools/make_special_polynomials.py

Each is the interpolation in Chebyshev's points of a function that mpmath gives with 40 digits, divided by what carries
its zeros, poles and growth. The text says each one's largest error before rounding, relative to the function.
"""

import pathlib

import mpmath as mp
import numpy as np

mp.mp.dps = 40
SQRT2 = mp.sqrt(2)


def zero(function, near):
    return mp.findroot(function, mp.mpf(near))


def modulus(order):
    """x -> the modulus of Bessel functions times sqrt(pi x / 2)."""

    def at(x):
        j, y = mp.besselj(order, x), mp.bessely(order, x)
        return mp.sqrt(j * j + y * y) * mp.sqrt(mp.pi * x / 2)

    return at


def of_inverse_square(function, limit):
    return lambda u: limit if u < mp.mpf(10) ** -8 else function(1 / mp.sqrt(u))


def between_zeros(function, zeros):
    """The function over the product of x less its zeros, of which the interpolation's points are none."""

    def quotient(x):
        product = mp.mpf(1)
        for at in zeros:
            product *= x - at
        return function(x) / product

    return quotient


def even_between_zeros(function, zeros):
    """The same of an even function, as a function of x^2."""

    def quotient(s):
        value = function(mp.sqrt(s))
        for at in zeros:
            value /= s - at * at
        return value

    return quotient


def inverse_normal(p):
    """The point that a normal variable exceeds with probability p < 1/2."""
    guess = mp.sqrt(-2 * mp.log(p)) - mp.log(-2 * mp.log(p) + 1) / 4
    x = guess
    for _ in range(60):
        tail = mp.erfc(x / SQRT2) / 2
        step = (mp.log(tail) - mp.log(p)) * tail / (mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi))
        x += step
        if abs(step) < mp.mpf(10) ** -36:
            break
    return x


def centre_distance(w):
    """abs(p - 1/2), where w = -log(4 p (1 - p))."""
    return mp.sqrt((1 - mp.exp(-w)) / 4)


def inverse_normal_of_log(w):
    distance = centre_distance(w)
    if w < mp.mpf("0.001"):
        return mp.erfinv(2 * distance) * SQRT2
    return inverse_normal(mp.exp(-w) / 4 / (mp.mpf(1) / 2 + distance))


def scaled_exp1(t):
    """x exp(x) exp1(x) of t = 1 / x: where x is large by its asymptotic series."""
    if t > mp.mpf("0.01"):
        return mp.exp(1 / t) * mp.e1(1 / t) / t
    term, total = mp.mpf(1), mp.mpf(0)
    for k in range(1, 40):
        total += term
        term *= -k * t
    return total


def scaled_erfc(t):
    """exp(x^2) erfc(x) / t of t = 1 / (1 + x / 2): where x is large by its asymptotic series."""
    if t > mp.mpf("0.05"):
        x = 2 / t - 2
        return mp.exp(x * x) * mp.erfc(x) / t
    inverse = t / (2 - 2 * t)
    term, total = mp.mpf(1), mp.mpf(0)
    for k in range(1, 30):
        total += term
        term *= -(2 * k - 1) * inverse * inverse / 2
    return total / (2 - 2 * t) / mp.sqrt(mp.pi)


def scaled_i(order):
    """sqrt(x) exp(-x) I of t = 1 / x: where x is large by its asymptotic series (DLMF 10.40.1)."""
    return lambda t: (
        asymptotic_series(order, t, -1) / mp.sqrt(2 * mp.pi)
        if t < mp.mpf("0.01")
        else mp.besseli(order, 1 / t) * mp.exp(-1 / t) / mp.sqrt(t)
    )


def scaled_k(order):
    """sqrt(x) exp(x) K of t = 1 / x (DLMF 10.40.2)."""
    return lambda t: (
        asymptotic_series(order, t, 1) * mp.sqrt(mp.pi / 2)
        if t < mp.mpf("0.01")
        else mp.besselk(order, 1 / t) * mp.exp(1 / t) / mp.sqrt(t)
    )


def asymptotic_series(order, t, sign):
    term, total = mp.mpf(1), mp.mpf(0)
    for k in range(1, 30):
        total += term
        term *= sign * (4 * order * order - (2 * k - 1) ** 2) * t / (8 * k)
    return total


def regular_j(order):
    """What is left of Y of the order 0 or 1 without 2 / pi log(x / 2) J and the pole."""
    pole = (lambda x: mp.mpf(0)) if order == 0 else (lambda x: -2 / (mp.pi * x))
    return lambda x: mp.bessely(order, x) - 2 / mp.pi * mp.log(x) * mp.besselj(order, x) - pole(x)


def dawson(x):
    return mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x)


def dawson_far(s):
    """2 x times Dawson's function of s = 1 / x^2: where x is large by its asymptotic series (DLMF 7.12.1)."""
    if s > mp.mpf("0.008"):
        return 2 / mp.sqrt(s) * dawson(1 / mp.sqrt(s))
    term, total = mp.mpf(1), mp.mpf(0)
    for k in range(1, 40):
        total += term
        term *= (2 * k - 1) * s / 2
    return total


def scaled_expi(t):
    """x exp(-x) expi(x) of t = 1 / x: where x is large by its asymptotic series."""
    if t > mp.mpf("0.01"):
        return mp.exp(-1 / t) * mp.ei(1 / t) / t
    term, total = mp.mpf(1), mp.mpf(0)
    for k in range(1, 40):
        total += term
        term *= k * t
    return total


def fresnel_parts(x):
    """The auxiliary functions f and g (DLMF 7.5.3 and 7.5.4)."""
    u = mp.pi * x * x / 2
    s, c = mp.mpf(1) / 2 - mp.fresnels(x), mp.mpf(1) / 2 - mp.fresnelc(x)
    return s * mp.cos(u) - c * mp.sin(u), c * mp.cos(u) + s * mp.sin(u)


def complete_log_part(p):
    """The factor of -log(p) in the second complete elliptic integral of 1 - p, over p."""
    return (mp.ellipk(p) - mp.ellipe(p)) / (mp.pi * p)


j0, j1 = (lambda x: mp.besselj(0, x)), (lambda x: mp.besselj(1, x))
y0, y1 = (lambda x: mp.bessely(0, x)), (lambda x: mp.bessely(1, x))
ZEROS = {
    "j0": [zero(j0, 2.4), zero(j0, 5.5), zero(j0, 8.6)],
    "j1": [zero(j1, 3.8), zero(j1, 7.0), zero(j1, 10.2)],
    "y0": [zero(y0, 0.9), zero(y0, 3.9), zero(y0, 7.1), zero(y0, 10.2)],
    "y1": [zero(y1, 2.2), zero(y1, 5.4), zero(y1, 8.6)],
    "digamma": [zero(mp.digamma, 1.46)],
    "expi": [zero(mp.ei, 0.37)],
    "chi": [zero(mp.chi, 0.52)],
}
modulus_0, modulus_1 = modulus(0), modulus(1)


# name: (function of the variable, lowest and highest value of the variable, centre, degree, what is approximated)
POLYNOMIALS = {
    "exp_rest": (
        lambda r: (mp.expm1(r) - r) / (r * r) if abs(r) > mp.mpf(10) ** -12 else mp.mpf(1) / 2 + r / 6,
        mp.mpf("-0.347"),
        mp.mpf("0.347"),
        0,
        5,
        "(exp(r) - 1 - r) / r^2",
    ),
    "log_rest": (
        lambda f: (mp.log1p(f) - f + f * f / 2) / f**3 if abs(f) > mp.mpf(10) ** -10 else mp.mpf(1) / 3 - f / 4,
        mp.mpf("-0.293"),
        mp.mpf("0.4143"),
        0,
        8,
        "(log(1 + f) - f + f^2 / 2) / f^3",
    ),
    "erf_near": (lambda s: mp.erf(mp.sqrt(s)) / mp.sqrt(s), 0, 1, 0, 7, "erf(x) / x of x^2"),
    "log_erfc": (lambda x: mp.log(mp.erfc(x)), 1, 4, 2, 9, "log(erfc(x)) of x - 2"),
    "normal_tail_scaled": (
        lambda t: scaled_erfc(t) / 2,
        1 / (1 + mp.mpf("14.5") / SQRT2 / 2),
        1,
        mp.mpf(5) / 16,
        10,
        "exp(x^2) erfc(x) / (2 t) of t - 5/16, for x up to 14.5 / sqrt(2)",
    ),
    "erfcx": (scaled_erfc, 0, 1, mp.mpf(5) / 16, 13, "exp(x^2) erfc(x) / t of t - 5/16, where t = 1 / (1 + x / 2)"),
    "normal_centre": (
        lambda w: inverse_normal_of_log(w) / centre_distance(w) if w > mp.mpf(10) ** -18 else mp.sqrt(2 * mp.pi),
        0,
        5,
        mp.mpf(5) / 2,
        9,
        "the inverse of ndtr over p - 1/2, of w - 5/2, where w = -log(4 p (1 - p))",
    ),
    "normal_near_tail": (
        lambda v: inverse_normal_of_log(v * v) / v,
        mp.mpf("2.2"),
        5,
        mp.mpf("3.6"),
        10,
        "the inverse of ndtr over v = sqrt(w), of v - 3.6",
    ),
    "normal_far_tail": (
        lambda t: inverse_normal_of_log(1 / (t * t)) * t,
        mp.mpf(1) / 15,
        mp.mpf(1) / mp.mpf("4.9"),
        mp.mpf("0.13"),
        8,
        "the same of 1 / v - 0.13",
    ),
    "gamma": (lambda f: mp.gamma(2 + f), mp.mpf(-1) / 2, mp.mpf(1) / 2, 0, 10, "gamma(2 + f)"),
    "log_gamma_near_1": (
        lambda t: mp.loggamma(1 + t) / t if t else -mp.euler,
        mp.mpf(-1) / 2,
        mp.mpf(1) / 2,
        0,
        13,
        "log(gamma(1 + t)) / t",
    ),
    "log_gamma_near_2": (
        lambda d: mp.loggamma(d + mp.mpf(9) / 4) / (d + mp.mpf(1) / 4),
        mp.mpf(-3) / 4,
        mp.mpf(3) / 4,
        0,
        10,
        "log(gamma(x)) / (x - 2), of x - 9/4",
    ),
    "digamma": (
        lambda d: mp.digamma(d + mp.mpf(3) / 2) / (d + mp.mpf(3) / 2 - ZEROS["digamma"][0]),
        mp.mpf(-1) / 2,
        mp.mpf(1) / 2,
        0,
        11,
        "digamma(x) / (x - its zero), of x - 3/2",
    ),
    "exp1_near": (
        lambda x: (mp.e1(x) + mp.log(x) + mp.euler) / x if x > 1e-15 else mp.mpf(1),
        0,
        1,
        0,
        7,
        "(exp1(x) + log(x) + Euler's constant) / x",
    ),
    "exp1_middle": (scaled_exp1, mp.mpf(1) / 4, 1, mp.mpf(5) / 8, 11, "x exp(x) exp1(x) of 1 / x - 5/8"),
    "exp1_far": (scaled_exp1, 0, mp.mpf(1) / 4, mp.mpf(1) / 8, 10, "the same of 1 / x - 1/8"),
    "j0_first": (
        lambda s: (j0(mp.sqrt(s)) - 1) / s if s > mp.mpf(10) ** -15 else mp.mpf(-1) / 4 + s / 64,
        0,
        mp.mpf(9) / 4,
        0,
        4,
        "(J0 - 1) / x^2 of x^2",
    ),
    "j1_first": (
        lambda s: (
            (j1(mp.sqrt(s)) / mp.sqrt(s) - mp.mpf(1) / 2) / s if s > mp.mpf(10) ** -15 else mp.mpf(-1) / 16 + s / 384
        ),
        0,
        4,
        0,
        4,
        "(J1 / x - 1 / 2) / x^2 of x^2",
    ),
    "i0_near": (lambda s: mp.besseli(0, mp.sqrt(s)), 0, 25, 0, 9, "I0 of x^2"),
    "i1_near": (
        lambda s: mp.besseli(1, mp.sqrt(s)) / mp.sqrt(s) if s else mp.mpf(1) / 2,
        0,
        25,
        0,
        9,
        "I1 / x of x^2",
    ),
    "i0_far": (scaled_i(0), 0, mp.mpf(1) / 5, mp.mpf(1) / 10, 9, "sqrt(x) exp(-x) I0 of 1 / x - 1/10"),
    "i1_far": (scaled_i(1), 0, mp.mpf(1) / 5, mp.mpf(1) / 10, 9, "sqrt(x) exp(-x) I1 of 1 / x - 1/10"),
    "k0_near": (
        lambda s: mp.besselk(0, mp.sqrt(s)) + mp.log(s) / 2 * mp.besseli(0, mp.sqrt(s)) if s else mp.log(2) - mp.euler,
        0,
        1,
        0,
        4,
        "K0 + log(x) I0 of x^2",
    ),
    "k1_near": (
        lambda s: (
            (mp.besselk(1, mp.sqrt(s)) - 1 / mp.sqrt(s) - mp.log(s) / 2 * mp.besseli(1, mp.sqrt(s))) / mp.sqrt(s)
            if s > mp.mpf(10) ** -15
            else (2 * mp.euler - 1 - 2 * mp.log(2)) / 4
        ),
        0,
        1,
        0,
        4,
        "(K1 - 1 / x - log(x) I1) / x of x^2",
    ),
    "k0_far": (scaled_k(0), 0, 1, mp.mpf(1) / 2, 10, "sqrt(x) exp(x) K0 of 1 / x - 1/2"),
    "k1_far": (scaled_k(1), 0, 1, mp.mpf(1) / 2, 11, "sqrt(x) exp(x) K1 of 1 / x - 1/2"),
    "j0_near": (even_between_zeros(j0, ZEROS["j0"][:1]), 0, 16, 8, 7, "J0 over x^2 less its zero's square, of x^2 - 8"),
    "j1_near": (
        even_between_zeros(lambda x: j1(x) / x if x else mp.mpf(1) / 2, ZEROS["j1"][:1]),
        0,
        20,
        10,
        7,
        "J1 / x over x^2 less its zero's square, of x^2 - 10",
    ),
    "y0_near": (
        lambda s: regular_j(0)(mp.sqrt(s)) if s > 0 else 2 / mp.pi * (mp.euler - mp.log(2)),
        0,
        4,
        0,
        6,
        "Y0 - 2/pi log(x) J0 of x^2",
    ),
    "y1_near": (
        lambda s: (
            regular_j(1)(mp.sqrt(s)) / mp.sqrt(s)
            if s > mp.mpf(10) ** -20
            else (2 * mp.euler - 1 - 2 * mp.log(2)) / (2 * mp.pi)
        ),
        0,
        4,
        0,
        6,
        "(Y1 - 2/pi (log(x) J1 - 1/x)) / x of x^2",
    ),
    "j0_middle": (
        lambda d: between_zeros(j0, ZEROS["j0"][1:2])(d + mp.mpf("5.5")),
        mp.mpf("-1.5"),
        mp.mpf("1.625"),
        0,
        9,
        "J0 over x less its zero, of x - 5.5",
    ),
    "j0_last": (
        lambda d: between_zeros(j0, ZEROS["j0"][2:3])(d + mp.mpf("8.625")),
        mp.mpf("-1.5"),
        mp.mpf("1.625"),
        0,
        9,
        "J0 over x less its zero, of x - 8.625",
    ),
    "j1_middle": (
        lambda d: between_zeros(j1, ZEROS["j1"][1:2])(d + mp.mpf("6.5")),
        mp.mpf("-2.05"),
        mp.mpf("2.125"),
        0,
        10,
        "J1 over x less its zero, of x - 6.5",
    ),
    "j1_last": (
        lambda d: between_zeros(j1, ZEROS["j1"][2:3])(d + mp.mpf("10.125")),
        mp.mpf("-1.5"),
        mp.mpf("1.625"),
        0,
        9,
        "J1 over x less its zero, of x - 10.125",
    ),
    "y0_first": (
        lambda d: between_zeros(y0, ZEROS["y0"][:1])(d + mp.mpf("1.25")),
        mp.mpf("-0.75"),
        mp.mpf("0.75"),
        0,
        14,
        "Y0 over x less its zero, of x - 5/4",
    ),
    "y0_middle": (
        lambda d: between_zeros(y0, ZEROS["y0"][1:2])(d + mp.mpf("3.5")),
        mp.mpf("-1.5"),
        mp.mpf("1.5"),
        0,
        11,
        "Y0 over x less its zero, of x - 7/2",
    ),
    "y0_last": (
        lambda d: between_zeros(y0, ZEROS["y0"][2:3])(d + mp.mpf("6.75")),
        mp.mpf("-1.75"),
        mp.mpf("1.875"),
        0,
        10,
        "Y0 over x less its zero, of x - 6.75",
    ),
    "y0_farther": (
        lambda d: between_zeros(y0, ZEROS["y0"][3:4])(d + mp.mpf("10.125")),
        mp.mpf("-1.5"),
        mp.mpf("1.625"),
        0,
        9,
        "Y0 over x less its zero, of x - 10.125",
    ),
    "y1_first": (
        lambda d: between_zeros(y1, ZEROS["y1"][:1])(d + mp.mpf("2.75")),
        mp.mpf("-1.25"),
        mp.mpf("1.25"),
        0,
        12,
        "Y1 over x less its zero, of x - 11/4",
    ),
    "y1_middle": (
        lambda d: between_zeros(y1, ZEROS["y1"][1:2])(d + mp.mpf("5.5")),
        mp.mpf("-1.5"),
        mp.mpf("1.625"),
        0,
        10,
        "Y1 over x less its zero, of x - 5.5",
    ),
    "y1_last": (
        lambda d: between_zeros(y1, ZEROS["y1"][2:3])(d + mp.mpf("8.625")),
        mp.mpf("-1.5"),
        mp.mpf("1.625"),
        0,
        9,
        "Y1 over x less its zero, of x - 8.625",
    ),
    "modulus_0": (
        of_inverse_square(modulus_0, mp.mpf(1)),
        0,
        mp.mpf(1) / 64,
        0,
        4,
        "the modulus of order 0 times sqrt(pi x / 2), of 1 / x^2",
    ),
    "modulus_1": (
        of_inverse_square(modulus_1, mp.mpf(1)),
        0,
        mp.mpf(1) / 64,
        0,
        4,
        "the same of order 1",
    ),
    "expi_near": (
        lambda x: (mp.ei(x) - mp.log(x / ZEROS["expi"][0])) / (x - ZEROS["expi"][0]),
        0,
        2,
        1,
        8,
        "(expi(x) - log(x / its zero)) / (x - its zero), of x - 1",
    ),
    "expi_first": (lambda x: x * mp.exp(-x) * mp.ei(x), 2, 6, 4, 13, "x exp(-x) expi(x) of x - 4"),
    "expi_second": (scaled_expi, mp.mpf(1) / 14, mp.mpf(1) / 6, mp.mpf("0.12"), 10, "the same of 1 / x - 0.12"),
    "expi_third": (scaled_expi, mp.mpf(1) / 30, mp.mpf(1) / 14, mp.mpf("0.05"), 8, "the same of 1 / x - 0.05"),
    "expi_far": (scaled_expi, 0, mp.mpf(1) / 30, 0, 6, "the same of 1 / x"),
    "dawsn_near": (
        lambda s: dawson(mp.sqrt(s)) / mp.sqrt(s),
        0,
        mp.mpf("1.5625"),
        0,
        8,
        "Dawson's function / x of x^2",
    ),
    "dawsn_first": (
        lambda d: dawson(d + mp.mpf("1.875")),
        mp.mpf("-0.625"),
        mp.mpf("0.625"),
        0,
        10,
        "Dawson's function of x - 1.875",
    ),
    "dawsn_second": (
        lambda d: dawson(d + mp.mpf("3.75")),
        mp.mpf("-1.25"),
        mp.mpf("1.25"),
        0,
        13,
        "the same of x - 3.75",
    ),
    "dawsn_far": (dawson_far, 0, mp.mpf("0.04"), 0, 7, "2 x times Dawson's function of 1 / x^2"),
    "erfi_near": (lambda s: mp.erfi(mp.sqrt(s)) / mp.sqrt(s), 0, mp.mpf("2.25"), 0, 8, "erfi(x) / x of x^2"),
    "spence_near": (
        lambda s: (mp.polylog(2, -mp.expm1(-mp.sqrt(s))) - mp.sqrt(s) + s / 4) / mp.sqrt(s) ** 3,
        0,
        2,
        0,
        4,
        "(spence(x) - u + u^2 / 4) / u^3 of u^2, where u = -log(x)",
    ),
    "spence_at_1": (lambda z: mp.polylog(2, z) / z, 0, mp.mpf(1) / 4, 0, 7, "spence(1 - z) / z of z"),
    "ellipk_near": (
        lambda m: 2 / mp.pi * mp.ellipk(m),
        0,
        mp.mpf(1) / 2,
        0,
        9,
        "2/pi times the complete elliptic integral K of m",
    ),
    "ellipk_smooth": (
        lambda p: mp.ellipk(1 - p) + mp.log(p) * mp.ellipk(p) / mp.pi,
        0,
        mp.mpf(1) / 2,
        0,
        9,
        "K(1 - p) + log(p) K(p) / pi of p",
    ),
    "ellipe_near": (
        lambda m: mp.ellipe(m),
        0,
        mp.mpf(1) / 2,
        mp.mpf(1) / 4,
        8,
        "the complete elliptic integral E of m - 1/4",
    ),
    "ellipe_log": (complete_log_part, 0, mp.mpf(1) / 2, mp.mpf(1) / 4, 9, "(K(p) - E(p)) / (pi p) of p - 1/4"),
    "ellipe_smooth": (
        lambda p: (mp.ellipe(1 - p) + mp.log(p) * p * complete_log_part(p) - 1) / p,
        0,
        mp.mpf(1) / 2,
        0,
        8,
        "(E(1 - p) + log(p) (K(p) - E(p)) / pi - 1) / p of p",
    ),
    "shi_near": (lambda s: mp.shi(mp.sqrt(s)) / mp.sqrt(s), 0, 4, 0, 5, "Shi(x) / x of x^2"),
    "chi_near": (
        lambda s: (mp.chi(mp.sqrt(s)) - mp.log(mp.sqrt(s) / ZEROS["chi"][0])) / (s - ZEROS["chi"][0] ** 2),
        0,
        4,
        0,
        5,
        "(Chi(x) - log(x / its zero)) / (x^2 less its zero's square) of x^2",
    ),
    "fresnels_near": (
        lambda q: mp.fresnels(mp.sqrt(mp.sqrt(q))) / mp.sqrt(mp.sqrt(q)) ** 3,
        0,
        mp.mpf("3.85"),
        0,
        8,
        "Fresnel's S / x^3 of x^4",
    ),
    "fresnelc_near": (
        lambda q: mp.fresnelc(mp.sqrt(mp.sqrt(q))) / mp.sqrt(mp.sqrt(q)),
        0,
        mp.mpf("3.85"),
        0,
        8,
        "Fresnel's C / x of x^4",
    ),
    "fresnel_f": (
        lambda d: (d + mp.mpf("1.9")) * fresnel_parts(d + mp.mpf("1.9"))[0],
        mp.mpf("-0.5"),
        mp.mpf("0.5"),
        0,
        9,
        "x times Fresnel's auxiliary f, of x - 1.9",
    ),
    "fresnel_g": (
        lambda d: (d + mp.mpf("1.9")) ** 3 * fresnel_parts(d + mp.mpf("1.9"))[1],
        mp.mpf("-0.5"),
        mp.mpf("0.5"),
        0,
        9,
        "x^3 times Fresnel's auxiliary g, of x - 1.9",
    ),
    "fresnel_far_f": (
        lambda q: fresnel_parts(1 / mp.sqrt(mp.sqrt(q)))[0] / mp.sqrt(mp.sqrt(q)),
        0,
        mp.mpf("0.0302"),
        0,
        7,
        "x times Fresnel's auxiliary f, of 1 / x^4",
    ),
    "fresnel_far_g": (
        lambda q: fresnel_parts(1 / mp.sqrt(mp.sqrt(q)))[1] / mp.sqrt(mp.sqrt(q)) ** 3,
        0,
        mp.mpf("0.0302"),
        0,
        8,
        "x^3 times Fresnel's auxiliary g, of 1 / x^4",
    ),
}


def interpolation(function, low, high, centre, degree):
    """Coefficients of powers of the variable less `centre`, and the largest relative error."""
    low, high, centre = mp.mpf(low), mp.mpf(high), mp.mpf(centre)
    middle, half = (low + high) / 2, (high - low) / 2
    nodes = [middle + half * mp.cos(mp.pi * (2 * k + 1) / (2 * degree + 2)) for k in range(degree + 1)]
    values = [function(x) for x in nodes]
    # Newton's divided differences, then powers.
    differences = list(values)
    for level in range(1, degree + 1):
        for k in range(degree, level - 1, -1):
            differences[k] = (differences[k] - differences[k - 1]) / (nodes[k] - nodes[k - level])
    powers = [mp.mpf(0)]
    for k in range(degree, -1, -1):
        shifted = [mp.mpf(0), *powers]
        powers = [a - (nodes[k] - centre) * b for a, b in zip(shifted, [*powers, mp.mpf(0)])]
        powers[0] += differences[k]
    powers = powers[: degree + 1]
    worst = mp.mpf(0)
    for k in range(120):
        x = low + (high - low) * (mp.mpf(k) + mp.mpf("0.37")) / 120
        true = function(x)
        worst = max(worst, abs(mp.polyval(powers[::-1], x - centre) / true - 1))
    return powers, float(worst)


def main():
    lines = [
        "// Polynomials for special functions of float32, from the lowest power on. Made by "
        "tools/make_special_polynomials.py, which says how.",
        "#pragma once",
        "",
        "#include <cuprum/complex.h>",
        "#include <cuprum/real_math.h>",
        "",
        "namespace cuprum::special::single {",
        "",
        "/// Horner's scheme.",
        "template <int count>",
        "CUPRUM_DEVICE float polynomial(float x, const float (&coefficients)[count]) {",
        "    float value = coefficients[count - 1];",
        "#pragma unroll",
        "    for (int i = count - 2; i >= 0; --i) value = fma(value, x, coefficients[i]);",
        "    return value;",
        "}",
        "",
        "// Zeros, in two parts.",
    ]
    for name, zeros in ZEROS.items():
        for k, at in enumerate(zeros):
            high = np.float32(float(at))
            low = np.float32(float(at - mp.mpf(float(high))))
            lines.append(f"inline constexpr float {name}_zero_{k}[] = {{{literal(high)}, {literal(low)}}};")
    for name, (function, low, high, centre, degree, meaning) in POLYNOMIALS.items():
        powers, worst = interpolation(function, low, high, centre, degree)
        print(f"{name:18} {worst:.2g}  {[mp.nstr(p, 3) for p in powers]}", flush=True)
        lines.append("")
        lines.append(f"/// {meaning[0].upper() + meaning[1:]}; error {worst:.1g}.")
        lines.append(f"inline constexpr float {name}[] = {{{', '.join(literal(float(p)) for p in powers)}}};")
    lines += [*FUNCTIONS.splitlines(), "", "}  // namespace cuprum::special::single", ""]
    target = pathlib.Path(__file__).parents[1] / "device/cuprum/special/single_polynomials.h"
    target.write_text("\n".join(lines))


FUNCTIONS = """
// The exponential function and the logarithm to a unit in the last place: CUDA's are, a CPU's vector functions have up
// to 4.

#if !CUPRUM_GPU
/// 2^n exp(r) for |r| <= log(2) / 2.
CUPRUM_DEVICE float exp_in_parts(float n, float r) {
    const float value = fma(r * r, polynomial(r, exp_rest), r) + 1.0f;
    // Powers of two in two steps, as one of them alone may be no normal number.
    const int32 whole = static_cast<int32>(n), half = whole / 2;
    return value * bit_cast<float>((half + 127) << 23) * bit_cast<float>((whole - half + 127) << 23);
}
#endif

CUPRUM_DEVICE float exp_of(float x) {
#if CUPRUM_GPU
    return exp(x);
#else
    const float inside = x > 90.0f ? 90.0f : x < -105.0f ? -105.0f : x, n = rint(inside * 1.44269504f);
    return exp_in_parts(n, fma(n, -1.42860677e-6f, fma(n, -0.693145752f, inside)));
#endif
}

/// 10^x.
CUPRUM_DEVICE float exp10_of(float x) {
#if CUPRUM_GPU
    return ::exp10f(x);
#else
    const float inside = x > 39.0f ? 39.0f : x < -46.0f ? -46.0f : x, n = rint(inside * 3.32192809f);
    const float rest = fma(n, -4.6050390e-6f, fma(n, -0.301025391f, inside));
    return exp_in_parts(n, 2.30258509f * rest);
#endif
}

CUPRUM_DEVICE float log_of(float x) {
#if CUPRUM_GPU
    return log(x);
#else
    const bool small = x < 0x1p-126f;
    const int32 bits = bit_cast<int32>(small ? x * 0x1p23f : x) - 0x3f3504f3;
    const float exponent = static_cast<float>((bits >> 23) - (small ? 23 : 0));
    const float f = bit_cast<float>((bits & 0x7fffff) + 0x3f3504f3) - 1.0f;
    const float rest = fma(f * f, fma(f, polynomial(f, log_rest), -0.5f), exponent * 1.42860677e-6f);
    const float value = fma(exponent, 0.693145752f, f + rest);
    return x > 0.0f && x < limits<float>::infinity() ? value
           : x == 0.0f                               ? -limits<float>::infinity()
           : x > 0.0f                                ? x
                                                     : limits<float>::nan();
#endif
}

/// log(1 + f) for f from -0.29 to 0.41.
CUPRUM_DEVICE float small_log1p(float f) { return fma(f * f, fma(f, polynomial(f, log_rest), -0.5f), f); }
"""


def literal(number):
    text = f"{np.float32(number):.9g}"
    return text + ("f" if "." in text or "e" in text else ".0f")


if __name__ == "__main__":
    main()
