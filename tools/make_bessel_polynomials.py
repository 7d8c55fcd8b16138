#!/usr/bin/env python3
"""Writes device/cuprum/special/bessel_polynomials.h: polynomials of Bessel functions of float64, for GPUs.

    .venv/bin/python tools/make_bessel_polynomials.py

As in make_special_polynomials.py, with 60 digits. Between two extremes a function is the product of x less the zero
there and of a polynomial.
"""

import pathlib

import mpmath as mp
from make_special_polynomials import between_zeros, even_between_zeros, interpolation, j0, j1, regular_j, y0, y1, zero

mp.mp.dps = 60

ZEROS = {
    "j0": [zero(j0, at) for at in (2.4, 5.5, 8.6)],
    "j1": [zero(j1, at) for at in (3.8, 7.0, 10.2)],
    "y0": [zero(y0, at) for at in (3.9, 7.1, 10.2)],
    "y1": [zero(y1, at) for at in (5.4, 8.6)],
}


def around(function, at):
    """The function over x less the zero, of the distance from a centre."""
    return between_zeros(function, [at])


def of_square(function):
    return lambda s: function(mp.sqrt(s)) if s else function(mp.mpf(10) ** -25)


# name: (function of the variable, its lowest and highest value, centre, degree, what is approximated)
POLYNOMIALS = {
    "j0_near": (
        even_between_zeros(j0, ZEROS["j0"][:1]),
        0,
        15.3,
        7.5,
        10,
        "J0 over x^2 less its zero's square, of x^2 - 7.5",
    ),
    "j0_second": (around(j0, ZEROS["j0"][1]), 3.9, 7.1, 5.5, 16, "J0 over x less its zero, of x - 5.5"),
    "j0_third": (around(j0, ZEROS["j0"][2]), 7.1, 10.25, 8.625, 16, "J0 over x less its zero, of x - 8.625"),
    "j1_near": (
        even_between_zeros(lambda x: j1(x) / x, ZEROS["j1"][:1]),
        mp.mpf(10) ** -40,
        29.2,
        14.5,
        12,
        "J1 / x over x^2 less its zero's square, of x^2 - 14.5",
    ),
    "j1_second": (around(j1, ZEROS["j1"][1]), 5.4, 8.6, 7, 16, "J1 over x less its zero, of x - 7"),
    "j1_third": (around(j1, ZEROS["j1"][2]), 8.6, 11.75, 10.125, 16, "J1 over x less its zero, of x - 10.125"),
    "y0_near": (of_square(regular_j(0)), 0, 9, 4.5, 11, "Y0 less 2 / pi log(x) J0, of x^2 - 4.5"),
    "y0_second": (around(y0, ZEROS["y0"][0]), 3, 5.5, 4.25, 18, "Y0 over x less its zero, of x - 4.25"),
    "y0_third": (around(y0, ZEROS["y0"][1]), 5.5, 8.6, 7, 16, "Y0 over x less its zero, of x - 7"),
    "y0_fourth": (around(y0, ZEROS["y0"][2]), 8.6, 11.75, 10.125, 16, "Y0 over x less its zero, of x - 10.125"),
    "y1_near": (
        of_square(lambda x: regular_j(1)(x) / x),
        0,
        14.5,
        7.25,
        12,
        "(Y1 less 2 / pi (log(x) J1 - 1 / x)) / x, of x^2 - 7.25",
    ),
    "y1_second": (around(y1, ZEROS["y1"][0]), 3.8, 7, 5.375, 19, "Y1 over x less its zero, of x - 5.375"),
    "y1_third": (around(y1, ZEROS["y1"][1]), 7, 10.2, 8.625, 16, "Y1 over x less its zero, of x - 8.625"),
    "i0_wide": (
        lambda q: (mp.besseli(0, 2 * mp.sqrt(q)) - 1) / q if q else mp.mpf(1),
        0,
        56.25,
        0,
        20,
        "(I0(2 sqrt(q)) - 1) / q of q",
    ),
}


def main():
    lines = [
        "// Polynomials of Bessel functions of float64, from the highest power on. Made by "
        "tools/make_bessel_polynomials.py.",
        "#pragma once",
        "",
        "#include <cuprum/base.h>",
        "",
        "namespace cuprum::special::detail {",
        "",
        "// Zeros, in two parts.",
    ]
    for name, zeros in ZEROS.items():
        for k, at in enumerate(zeros):
            high = float(at)
            lines.append(f"inline constexpr double {name}_zero_{k}[] = {{{high!r}, {float(at - mp.mpf(high))!r}}};")
    for name, (function, low, high, centre, degree, what) in POLYNOMIALS.items():
        powers, error = interpolation(function, low, high, centre, degree)
        print(f"{name}: {error:.1e}")
        lines += ["", f"/// {what[0].upper()}{what[1:]}; error {error:.0e}."]
        lines.append(f"inline constexpr double {name}[] = {{{', '.join(repr(float(c)) for c in reversed(powers))}}};")
    lines += ["", "}  // namespace cuprum::special::detail"]
    path = pathlib.Path(__file__).parent.parent / "device/cuprum/special/bessel_polynomials.h"
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
