"""Digits of special functions at the ends of their ranges; inverses, reflections and recurrences."""

import itertools
import pathlib
import zlib

import mpmath
import numpy as np
import pytest
import scipy.special as reference

import cuprum as cp
from cuprumx.scipy import special

# ------------------------------------------------------------------------------------------------------------ relations


def test_inverses():
    rng = np.random.default_rng(5)
    p = cp.array(rng.uniform(0.01, 0.99, 400))
    a, b = cp.array(rng.uniform(0.3, 30, 400)), cp.array(rng.uniform(0.3, 30, 400))
    for there, back in [
        (special.betainc, special.betaincinv),
        (special.betaincc, special.betainccinv),
        (special.fdtr, special.fdtri),
    ]:
        # Near 1 the next number stands for a probability that differs by more than rounding.
        x = back(a, b, p).get()
        room = np.abs(there(a, b, cp.array(np.nextafter(x, 2))) - there(a, b, cp.array(np.nextafter(x, 0)))).get()
        assert (np.abs(there(a, b, cp.array(x)) - p).get() <= np.maximum(room, 1e-12 * p.get())).all()
    for there, back in [
        (special.gammainc, special.gammaincinv),
        (special.gammaincc, special.gammainccinv),
        (special.stdtr, special.stdtrit),
        (special.chdtrc, special.chdtri),
    ]:
        np.testing.assert_allclose(there(a, back(a, p)).get(), p.get(), rtol=1e-12)
    for there, back in [
        (special.ndtr, special.ndtri),
        (special.erf, special.erfinv),
        (special.erfc, special.erfcinv),
        (special.expit, special.logit),
        (special.kolmogorov, special.kolmogi),
    ]:
        np.testing.assert_allclose(there(back(p)).get(), p.get(), rtol=1e-13)
    large = cp.maximum(a, 1)  # small powers less 1 have lost their digits
    np.testing.assert_allclose(special.inv_boxcox(special.boxcox(large, b), b).get(), large.get(), rtol=1e-12)


def test_reflections_and_recurrences():
    rng = np.random.default_rng(6)
    x = cp.array(rng.uniform(0.1, 0.9, 200))
    gamma, pi = special.gamma, np.pi
    np.testing.assert_allclose((gamma(x) * gamma(1 - x)).get(), (pi / cp.sin(pi * x)).get(), rtol=1e-14)
    y = cp.array(rng.uniform(0.5, 20, 200))
    np.testing.assert_allclose(gamma(y + 1).get(), (y * gamma(y)).get(), rtol=1e-14)
    np.testing.assert_allclose(special.psi(y + 1).get(), (special.psi(y) + 1 / y).get(), rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose((special.erf(x) + special.erfc(x)).get(), 1, rtol=1e-15)
    for v in (1.0, 2.5):
        left = special.jv(v - 1, y) + special.jv(v + 1, y)
        np.testing.assert_allclose(left.get(), (2 * v / y * special.jv(v, y)).get(), rtol=1e-11, atol=1e-13)
    # Wronskians of Bessel and Airy functions, Legendre's relation of elliptic integrals.
    wronskian = special.jv(1.5, y) * special.yv(0.5, y) - special.jv(0.5, y) * special.yv(1.5, y)
    np.testing.assert_allclose(wronskian.get(), (2 / (pi * y)).get(), rtol=1e-12)
    ai, aip, bi, bip = special.airy(y / 4)
    np.testing.assert_allclose((ai * bip - aip * bi).get(), 1 / pi, rtol=1e-12)
    k, e, k1, e1 = special.ellipk(x), special.ellipe(x), special.ellipk(1 - x), special.ellipe(1 - x)
    np.testing.assert_allclose((e * k1 + e1 * k - k * k1).get(), pi / 2, rtol=1e-14)
    sn, cn, dn, _ = special.ellipj(y / 5, x)
    np.testing.assert_allclose((sn * sn + cn * cn).get(), 1, rtol=1e-14)
    np.testing.assert_allclose((dn * dn + x * sn * sn).get(), 1, rtol=1e-14)
    np.testing.assert_allclose((special.elliprf(0.0, 1 - x, 1.0)).get(), k.get(), rtol=1e-14)
    w = special.lambertw(y)
    np.testing.assert_allclose((w * cp.exp(w)).get(), y.get(), rtol=1e-13)
    np.testing.assert_allclose((special.gammainc(y, x) + special.gammaincc(y, x)).get(), 1, rtol=1e-14)
    np.testing.assert_allclose((special.betainc(y, x, x) + special.betainc(x, y, 1 - x)).get(), 1, rtol=1e-13)


EXACT = {
    "erfinv": lambda y: mpmath.erfinv(y),
    "erfcinv": lambda y: mpmath.erfinv(1 - y),
    "ndtri": lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1),
    "spence": lambda x: mpmath.re(mpmath.polylog(2, 1 - x)) if x < 2 else exact_spence_beyond_2(x),
    "i0e": lambda x: mpmath.besseli(0, x) * mpmath.exp(-abs(x)),
    "i1e": lambda x: mpmath.besseli(1, x) * mpmath.exp(-abs(x)),
    "erfc": mpmath.erfc,
    "ndtr": mpmath.ncdf,
    "log_ndtr": lambda x: mpmath.log1p(-mpmath.ncdf(-x)) if x > 0 else mpmath.log(mpmath.ncdf(x)),
}


def exact_spence_beyond_2(x):
    return -(mpmath.log(x) ** 2) / 2 - mpmath.re(mpmath.polylog(2, 1 - 1 / x))


@pytest.mark.parametrize("name", EXACT)
def test_digits_at_the_ends_of_ranges(name):
    """Where a polynomial ends and the next begins, and where arguments are small, by mpmath."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    joints = {
        "erfinv": 1 - np.exp(-np.array([6.25, 16, 30])) / 2,
        "erfcinv": np.exp(-np.array([6.25, 16, 39.0625, 60])) / 2,
        "ndtri": np.exp(-np.array([6.25, 16, 39.0625, 60])) / 4,
        "spence": np.array([0.25, 1, 4]),
        "i0e": np.array([8.0]),
        "i1e": np.array([8.0]),
        "erfc": np.array([1.0, -1.0, 8.0, 26.0]),
        "ndtr": np.array([-np.sqrt(2), np.sqrt(2), -8 * np.sqrt(2), -37.5]),
        "log_ndtr": np.array([-np.sqrt(2), np.sqrt(2), -8 * np.sqrt(2), -1e5, 8]),
    }[name]
    width = {"erfinv": 0.999, "erfcinv": 2, "ndtri": 1}.get(name, 30)
    x = np.concatenate(
        [joints * (1 + k * 2.0**-50) for k in range(-2, 3)] + [rng.random(40) * width, 10.0 ** rng.uniform(-15, -1, 20)]
    )
    found = getattr(special, name)(cp.array(x)).get()
    with mpmath.workdps(60):
        exact = np.array([float(EXACT[name](mpmath.mpf(value))) for value in x.tolist()])
    # 1 - erf(x) keeps what erf(1) has of absolute error, in the last place of 0.157: some 8 ulp, as the normal's do.
    bound = 9 if name in ("erfc", "ndtr", "log_ndtr") else 4
    assert np.max(np.abs(found - exact) / np.spacing(np.abs(exact))) <= bound


def test_kn_of_whole_orders():
    """By recurrence up to order 32; each step may add a rounding. SciPy's own are up to 93 ulp there."""
    n, x = np.meshgrid(np.arange(36), [1e-5, 0.0076, 0.3, 1.99, 2.0, 2.01, 17.0, 300.0, 700.0], indexing="ij")
    found = special.kn(cp.array(n), cp.array(x)).get()
    with mpmath.workdps(40):
        exact = np.vectorize(lambda n, x: float(mpmath.besselk(int(n), mpmath.mpf(x))))(n, x)
    small = n <= 32
    error = np.abs(found - exact)[small] / np.spacing(np.abs(exact))[small]
    assert np.all(error <= 6 + n[small])
    np.testing.assert_allclose(found[x < 700], exact[x < 700], rtol=1e-13)  # Amos: 0 below 1e-305
    ends = np.array([0.0, -0.0, -1, np.inf, -np.inf, np.nan, 1e-300, 800])
    for order in (0, 1, -3, 32, 33):
        np.testing.assert_allclose(special.kn(order, cp.array(ends)).get(), reference.kn(order, ends), rtol=1e-13)


def check_values(rows, rtol):
    for name, operands, exact in rows:
        np.testing.assert_allclose(
            float(getattr(special, name)(*operands)), exact, rtol=rtol, err_msg=f"{name}{operands}"
        )


def test_incomplete_beta_of_parameters_far_apart():
    """By mpmath and SciPy: tiny values between 0 and 1 / b, what is left of 1 for tiny parameters, huge parameters."""
    rows = [
        ("betaincinv", (0.8, 1e8, 0.7), 9.432152189994508e-09),
        ("betaincinv", (0.8, 1e15, 0.7), 9.432152225045107e-16),
        ("betaincinv", (0.8, 1e17, 0.7), 9.432152225045111e-18),
        ("btdtri", (0.8, 1e300, 0.7), 9.432152225045111e-301),
        ("betainccinv", (0.63, 1e17, 0.6), 2.248882689279679e-18),
        ("betaincinv", (1e17, 0.8, 0.3), 1.0),
        ("betaincc", (1e-12, 2.0, 0.3), 5.039728043260405e-13),
        ("betaincc", (1e-9, 1e300, 3e-300), 1.304838111894277e-11),
        ("betainc", (5e-324, 9.9, 0.0775), 1.0),
        ("betainc", (0.3535, 5e299, 3.1815e-300), 0.9536662790039165),
        ("fdtr", (4.87, 1e-12, 0.713), 1.3813925805690775e-11),
        ("fdtr", (2.0, 1e-20, 0.3), 2.277043811805746e-19),
        ("fdtrc", (1e-20, 2.0, 0.3), 2.39744109223834e-19),
        ("fdtr", (0.707, 1e300, 4.5), 0.9536662790039165),
        ("fdtrc", (20.5, 1e100, 8.1), 8.715805999252411e-25),
        ("fdtrc", (1e100, 8.2, 0.47), 0.9714111344732246),
    ]
    check_values(rows, 3e-14)


def test_chndtr_of_large_noncentrality():
    """Where the lower tail underflows; the sum's terms do not overflow on the way."""
    rows = [("chndtr", (15.0, 2.0, nc), 0.0) for nc in (2e4, 5e4, 1e7, 1e10, np.inf)]
    rows += [("chndtr", (0.5, 0.8, np.inf), 0.0), ("chndtr", (15.0, 1e-20, 1e10), 0.0)]
    rows += [("chndtr", (9e3, 2.0, 1.3e4), 4.480352168712833e-82), ("chndtrix", (0.3, 2.0, 1e7), 9996684.674860362)]
    check_values(rows, 1e-12)
    assert np.isnan(float(special.chndtr(np.inf, 1.0, np.inf)))


def test_noncentral_distributions_of_long_series():
    """By mpmath: series of thousands of terms are sampled, and integrals take their place."""
    rows = [
        ("chndtr", (16371679.884447811, 16379152.465109082, 26924.746866265625), 9.6208800010543965e-10),
        ("chndtr", (918889.0, 729750.0, 198142.0), 8.8494888831901202e-10),
        ("chndtr", (2.1e6, 3.0, 2.11e6), 0.00028350900458681545),
        ("chndtr", (5e4, 1e-3, 6.5e4), 6.2354000246543522e-216),
        ("chndtr", (3.01e6, 1e6, 2e6), 0.99921014230806645),
        ("chndtr", (1e6, 0.5, 4e6), 0.0),
        ("nctdtr", (1e6, 600.0, 590.0), 1.3707825024683884e-20),
        ("nctdtr", (1e6, -600.0, -615.0), 2.3155975105351515e-43),
        ("nctdtr", (4e9, 3e4, 2.998e4), 1.7219733549690015e-80),
        ("nctdtr", (2e10, 9e4, 9.0007e4), 0.99999999991338264),
        ("nctdtr", (2e10, -9e4, -9.0007e4), 8.6617355873926143e-11),
        ("nctdtr", (1e15, 2e3, 1985.5), 6.0574960254742281e-48),
        ("nctdtr", (1e20, 1.0, 1e10), 1.0),
    ]
    check_values(rows, 4e-12)  # as their operands are rounded


def test_lower_tails_of_large_gamma_distributions():
    """By mpmath: Cephes sums up 2000 terms of a series of tens of thousands."""
    check_values(
        [
            ("gammainc", (1e8, 1e8 - 6e4), 9.7952134364735972e-10),
            ("pdtrc", (8e6, 7960001.0), 7.4732267791212805e-46),
            ("gdtr", (1.0, 1e8, 1e8 - 6e4), 9.7952134364735972e-10),
            ("chdtr", (2e8, 2e8 - 12e4), 9.7952134364735972e-10),
        ],
        2e-13,
    )


def test_chndtr_near_1_is_exact():
    """By mpmath. Inverses divide its error by the slope there, so that not an ulp may be lost."""
    rows = [
        ("chndtr", (256.7, 9.6, 173.3), 0.9947923598487685),
        ("chndtr", (124.0, 2.6, 54.6), 0.9998732046997628),
        ("chndtr", (90.0, 0.5, 20.0), 0.999999781787551),
        ("chndtr", (700.0, 300.0, 250.0), 0.9997702066412031),
        ("chndtr", (40.0, 3.0, 0.01), 0.9999999886392774),
        ("chndtr", (1e6, 1.0, 100.0), 1.0),
    ]
    check_values(rows, 2.3e-16)


def test_carlson_integrals_of_huge_operands():
    """Products of three of them overflow; SciPy's are NaN for all huge, whose values follow from homogeneity."""
    rows = [("elliprj", (0.47, 0.46, 12.1, p), 2.034182939482541 / p) for p in (1e60, 1e100, 1e200, 1e300)]
    rows += [("elliprj", (0.47, 0.46, 12.1, 1e17), 2.0341829245806587e-17)]
    one = float(special.elliprj(1.0, 2.0, 3.0, 4.0))
    rows += [("elliprj", (x, 2 * x, 3 * x, 4 * x), one * x**-1.5) for x in (1e200, 1e-200)]
    check_values(rows, 1e-14)
    for z in (
        special.elliprd(1e300 + 0j, 2e300 + 1e300j, 1e300),
        special.elliprj(1e300 + 0j, 2e300 + 1j, 1e300, 1e299),
    ):
        assert complex(z) == 0


def test_infinite_complex_integrals():
    """Signs of infinities by mpmath; SciPy's of fresnel are others, as an infinity has lost its direction there."""
    z = np.array([40 + 6j, 20 - 20j, 25 - 10j, 8 - 1000j, -40 + 6j, 6 + 40j, 1000 + 8j])
    signs = np.array(
        [[-1, 1, 1, 1], [-1, -1, 1, -1], [1, -1, 1, 1], [-1, -1, 1, -1], [1, 1, -1, 1], [-1, 1, 1, 1], [-1, 1, 1, 1]]
    )
    s, c = (part.get() for part in special.fresnel(cp.array(z)))
    np.testing.assert_array_equal(np.stack([s.real, s.imag, c.real, c.imag], 1), signs * np.inf)

    def same(found, re, im):
        assert (found.real, found.imag) == (re, im)

    inf = np.inf
    same(complex(special.exp1(-1e300 - 100j)), -inf, inf)
    same(complex(special.exp1(-1e300 + 100j)), -inf, -inf)
    same(complex(special.expi(1e300 + 100j)), inf, -inf)
    same(complex(special.erfc(0.9 - 1e300j)), inf, -inf)
    same(complex(special.erfc(-0.9 + 1e300j)), -inf, inf)


LARGE_BETA = [
    (92220716.05, 57534477.31, 0.615814379, (0.5458277921360536, 0.4541722078639464)),
    (3.492450800282866e16, 8.79924805074448e16, 0.28413084722435134, (0.695463459338673, 0.30453654066132696)),
    (1001.5, 1002.5, 0.5, (0.5089128251288367, 0.4910871748711633)),
    (1001.5, 2000000000.0, 4.9e-07, (0.2502396003731071, 0.7497603996268929)),
    (50000.0, 70000.0, 0.42, (0.9903768337928254, 0.009623166207174618)),
    (50000.0, 70000.0, 0.405, (1.014631275612485e-16, 0.9999999999999999)),
    (100000.0, 100000.0, 0.51, (1.0, 1.8571347290404196e-19)),
    (3000000000000000.0, 1200.25, 0.9999999999996, (0.4985790189688576, 0.5014209810311424)),
    (200000000.0, 10000000000.0, 0.0196, (5.521880397670587e-09, 0.9999999944781196)),
    (1e300, 1e300, 0.5, (0.5, 0.5)),
]


def test_incomplete_beta_of_large_parameters():
    """By mpmath at 60 digits; the continued fraction of these takes thousands of terms, or millions."""
    for a, b, x, expected in LARGE_BETA:
        found = special.betainc(cp.array(a), b, x).item(), special.betaincc(cp.array(a), b, x).item()
        np.testing.assert_allclose(found[0], expected[0], rtol=2e-14)
        np.testing.assert_allclose(found[1], expected[1], rtol=2e-14)
    assert special.betainc(cp.array(1e12), 1e12, 0.4).item() == 0
    assert special.betaincc(cp.array(1e12), 1e12, 0.4).item() == 1
    for a, b, p in [(1e7, 2e7, 0.3), (3e10, 5e6, 0.01), (1e6, 1e6, 0.5), (2e5, 1e15, 0.99)]:
        x = special.betaincinv(cp.array(a), b, p).item()
        np.testing.assert_allclose(x, reference.betaincinv(a, b, p), rtol=4e-16)


def test_betaincinv_of_subnormal_results():
    """By mpmath, where the first term of the series is all there is. SciPy ends at the smallest normal number."""
    cases = [
        (0.0006153185594231387, 86102.30550012934, 0.643249223118465, 2.4969648126276121e-317),
        (0.0016, 40.6, 0.3188, 7.0092354626147505e-313),
        (0.0101, 100.0, 0.0007, 2.4464187554580159e-315),
        (0.0101, 3.0, 0.00074, 2.3671501871406176e-311),
    ]
    for a, b, p, expected in cases:
        np.testing.assert_allclose(special.betaincinv(cp.array(a), b, p).item(), expected, rtol=1e-11, atol=1e-322)


def test_elliprj_of_small_and_of_far_negative_parameters():
    # mpmath's values, to 50 digits.
    cases = [
        ((1.0, 2.0, 3.0, 1e-20), 28.152588499204975),
        ((0.5903462767601013, 4.144450664520264, 0.21760837733745575, 1e-20), 92.16984619619717),
        ((1.0, 2.0, 3.0, -1e20), -2.1808378064067243e-20),
        ((1.0, 2.0, 3.0, -1e200), -2.1808378064067243e-200),
    ]
    for operands, expected in cases:
        found = special.elliprj(*map(cp.asarray, operands))
        np.testing.assert_allclose(float(found), expected, rtol=1e-13)
        complex_found = complex(special.elliprj(*(cp.asarray(complex(x)) for x in operands)))
        np.testing.assert_allclose(complex_found, expected, rtol=1e-12)
    single = special.elliprj(*(cp.asarray(np.float32(x)) for x in cases[1][0]))
    np.testing.assert_allclose(float(single), 92.16984619619717, rtol=1e-6)


def test_carlson_of_floats_that_are_far_apart():
    sizes = [1e-38, 3e-20, 0.0775, 0.251, 1.0, 7e9, 1.5e27, 1e38]
    for name, last in (("elliprd", sizes), ("elliprj", sizes)):
        columns = np.array(
            list(itertools.product(sizes, sizes, last, *([[0.251, 1e30]] if name == "elliprj" else []))), "f"
        ).T
        expected = getattr(reference, name)(*columns.astype("d"))
        for dtype in "fF":
            found = getattr(special, name)(*map(cp.asarray, columns.astype(dtype))).get()
            assert found.dtype == dtype
            # Below, a float is denormal; above, there is none.
            usual = (expected > 2e-38) & (expected < 3e38)
            np.testing.assert_allclose(found[usual], expected[usual], rtol=4e-6)


def test_ellipkinc_of_negative_zero():
    m = np.array([-3.0, -1e-3, 0.0, 1e-320, 0.5, 0.999999, 1.0, -np.inf])
    for zero in (0.0, -0.0):
        found = special.ellipkinc(zero, cp.asarray(m)).get()
        np.testing.assert_array_equal(np.signbit(found), np.signbit(reference.ellipkinc(zero, m)))
        assert not found.any()


def test_complex_carlson_integrals_on_the_cut():
    for operands in [(0, 2, -3), (-2, 3, 0), (2 + 1j, 0, -1)]:
        arrays = [cp.asarray(complex(x)) for x in operands]
        np.testing.assert_allclose(
            complex(special.elliprg(*arrays)), reference.elliprg(*map(complex, operands)), rtol=1e-13
        )
    for x, y in [(-1, -2), (-2, -1), (-1, 2)]:
        found = complex(special.elliprc(cp.asarray(complex(x)), cp.asarray(complex(y))))
        np.testing.assert_allclose(found, reference.elliprc(complex(x), complex(y)), rtol=1e-13, equal_nan=True)


def test_noncentral_t_of_few_degrees_of_freedom():
    # (df, nc, t, the distribution function by mpmath's quadrature); 1 - df / t^2 is rounded to 1 here.
    cases = [
        (0.1, 0.7, 153740383.64335054, 0.9),
        (0.07143556937423723, 7.279166845338634, 82238745471.69418, 0.8268601619894002),
        (0.3, 0.5131037965236523, 554364.7452238735, 0.99),
    ]
    for df, nc, t, p in cases:
        df, nc, t, p = map(cp.asarray, (df, nc, t, p))
        np.testing.assert_allclose(float(special.nctdtr(df, nc, t)), float(p), rtol=1e-13)
        np.testing.assert_allclose(float(special.nctdtrit(df, nc, p)), float(t), rtol=1e-11)


def test_inverses_far_out():
    for x, df, p in [(1e5, 10.0, 0.5), (1e7, 10.0, 0.25)]:
        nc = special.chndtrinc(*map(cp.asarray, (x, df, p)))
        np.testing.assert_allclose(float(nc), reference.chndtrinc(x, df, p), rtol=1e-9)
    # Far out t / nc is the root of a chi-squared variable: the median of 10 degrees of freedom.
    share = np.sqrt(reference.chdtri(10, 0.5) / 10)
    for t in (1e6, 1e50):
        nc = special.nctdtrinc(cp.asarray(10.0), cp.asarray(0.5), cp.asarray(t))
        np.testing.assert_allclose(float(nc), share * t, rtol=1e-6)
    ends = special.chndtrix(cp.asarray([0.0, 1.0, 0.2, 0.5, 0.5]), cp.asarray([2.0, 2.0, 1e-5, 2.0, np.inf]), 3.0)
    np.testing.assert_array_equal(ends.get()[[0, 1, 2, 4]], [0, np.inf, 0, np.nan])


@pytest.mark.parametrize("x", [0.5, 5.0, 50.0, np.inf])
@pytest.mark.parametrize("other", [0.5, 3.0, 20.0, np.inf])
def test_inverses_of_probabilities_that_are_none_of_a_distribution(x, other):
    for p in (0.0, 1.0) if np.isfinite([x, other]).all() else (0.0, 0.5, 1.0):
        for name, operands in (("chndtridf", (x, p, other)), ("chndtrinc", (x, other, p))):
            assert np.isnan(getattr(reference, name)(*operands))
            assert np.isnan(float(getattr(special, name)(*map(cp.asarray, operands))))


def test_exprel_and_kn_at_their_ends():
    np.testing.assert_allclose(
        special.exprel(cp.asarray([709.0, 710.0, 715.0])).get(),
        [np.expm1(709) / 709, 3.1464715016362127e305, 4.637121967338201e307],
        rtol=1e-12,
    )
    np.testing.assert_allclose(
        special.exprel(cp.asarray([80.0, 89.0, 93.25], "f")).get(),
        np.expm1([80.0, 89.0, 93.25]) / [80.0, 89.0, 93.25],
        rtol=1e-6,
    )
    for x in (np.float32([93.27, 99, 101, 1e30, np.inf]), np.array([717, 719, 721, 1e300, np.inf])):
        np.testing.assert_array_equal(special.exprel(cp.asarray(x)).get(), np.inf)
    np.testing.assert_array_equal(special.kn(cp.asarray([0, 1, 2, 9]), cp.asarray(5e-324)).get(), np.inf)


# A CPU computes these a register at a time, and some elements of it one by one.
BY_REGISTERS = dict.fromkeys("gamma gammaln digamma ndtr j0 j1 zetac zeta".split(), 1) | dict.fromkeys(
    "beta betaln gammainc jv yn ellipkinc".split(), 2
)


@pytest.mark.parametrize("name", BY_REGISTERS)
def test_values_do_not_depend_on_neighbours(name):
    rng = np.random.default_rng(5)
    ends = [0.0, -0.0, 1.0, -1.0, 2.0, np.inf, -np.inf, np.nan, 1e-310, 1e-200, 1e300, 0.5]
    columns = [
        rng.permutation(np.concatenate([ends, rng.uniform(-12, 60, 20), rng.uniform(0, 3, 31)]))
        for _ in range(BY_REGISTERS[name])
    ]
    for dtype in "df":
        with np.errstate(over="ignore"):
            operands = [cp.asarray(column.astype(dtype)) for column in columns]
        together = getattr(special, name)(*operands).get()
        alone = [getattr(special, name)(*(x[i : i + 1] for x in operands)).get()[0] for i in range(len(together))]
        np.testing.assert_array_equal(together, alone)


def test_headers_get_along_in_one_kernel():
    headers = sorted((pathlib.Path(__file__).resolve().parents[4] / "device").glob("cuprum/special/*.h"))
    assert headers
    text = "".join(f"#include <cuprum/special/{path.name}>\n" for path in headers)
    kernel = cp.RawKernel(
        "#include <cuprum/engine/elementwise.h>\n" + text + 'extern "C" __global__ void f(double* x) { *x = 7; }', "f"
    )
    x = cp.zeros(1)
    kernel((1,), (1,), (x,))
    assert float(x[0]) == 7


@pytest.mark.parametrize("dtype,large,small", [("d", 1e300, 1e-300), ("f", 1e37, 1e-37)])
def test_carlson_of_the_largest_and_smallest_numbers(dtype, large, small):
    rows = [("elliprd", (large, 1.0, 0.75)), ("elliprd", (0.5, large, 2.25)), ("elliprj", (large, 0.5, 1.0, 2.0))]
    rows += [("elliprd", (small, 2 * small, 1.0)), ("elliprc", (small, -15.0)), ("elliprc", (small, -1e10))]
    for name, row in rows:
        row = np.array(row, dtype)
        with mpmath.workdps(40):
            expected = getattr(mpmath, name)(*map(mpmath.mpf, row.tolist()))
        found = float(getattr(special, name)(*map(cp.asarray, row)))
        assert abs(found / expected - 1) < (1e-13 if dtype == "d" else 2e-6), (name, row)
