"""Values of special functions at hard places, by mpmath with 40 digits."""

import numpy as np
import pytest

import cuprum as cp
import cuprumx.scipy.special as special

VALUES = {
    "expi": [  # about its zero, at the seams between polynomials, where exp(x) overflows and the result does not
        (0.3725074107813666, -5.1196989365556847e-17),
        (0.3725074107813667, 1.6508643146897012e-16),
        (0.375, 0.009691377209342),
        (1e-310, -713.2241631632527),
        (5.999, 85.92255201798714),
        (6.0, 85.9897621424392),
        (13.99, 92337.48641386454),
        (31.0, 969455575968.3939),
        (100.5, 4.454686429466791e41),
        (699.5, 8.806930590204667e300),
        (713.25, 8.089238088630978e306),
        (716.3, 1.70078733598698e308),
        (720.0, np.inf),
        (np.inf, np.inf),
        (0.0, -np.inf),
    ],
    "ellipk": [
        (-1e300, 3.4677405831022676e-148),
        (-3.5, 1.04156071196962),
        (-1e-300, 1.5707963267948966),
        (0.25, 1.685750354812596),
        (0.999999999999, 15.201815980070121),
        (1 - 2**-53, 19.75469464595844),
        (1.0, np.inf),
        (-np.inf, 0.0),
        (1.5, np.nan),
    ],
    "ellipe": [
        (-1e300, 1e150),
        (-3.5, 2.5312342973594326),
        (0.25, 1.4674622093394272),
        (0.999999999999, 1.0000000000073508),
        (1.0, 1.0),
        (-np.inf, np.inf),
        (1.5, np.nan),
    ],
}


@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    x, expected = np.array(VALUES[name]).T
    found = getattr(special, name)(cp.asarray(x)).get()
    np.testing.assert_allclose(found, expected, rtol=4 * np.finfo(float).eps, atol=0)
