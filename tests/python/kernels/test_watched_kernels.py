"""Some of watched_kernels.py: functions that looped for ever once, in every plan, with awkward operands."""

import watched_kernels

# Parts of the names of cases.
CASES = [
    "special.spherical_yn_value ld->d", "special.spherical_jn_value ld->d", "special.eval_hermite", "special.yn dd->d",
    "special.eval_chebyc dD->D", "special.riemann_zeta D->D", "special.chndtrix ddd->d", "special.smirnov dd->d",
    "special.legendre_term ldl->d", "special.ellipj dd", "special.expn ld->d", "numpy.gcd", "Generator.zipf linear",
    "Generator.vonmises rows", "Generator.poisson strided", "linalg.eigvalsh bad 8", "sort awkward",
    "ndimage.distance_transform_edt all 0",
]  # fmt: skip
LIMITS = {"launch": 120, "compile": 240, "reference": 60, "start": 240}


def test_nothing_hangs_and_all_plans_agree():
    values, problems, left = watched_kernels.run((CASES, 1), 2, LIMITS, 600, reference=False, report=print)
    assert problems == [] and left == []
    assert {name for name in CASES if not any(name in case for case in values)} == set()


def test_a_worker_that_hangs_is_replaced(monkeypatch):
    """Cases behind one that does not return are computed none the less."""
    monkeypatch.setenv("CUPRUM_TEST_HANG", "1")
    selection = (["sleeps", "sort awkward", "ptp awkward"], 1)
    limits = LIMITS | {"launch": 2}
    values, problems, left = watched_kernels.run(selection, 1, limits, 600, reference=False, report=print)
    assert [(name, text) for name, text in problems] == [("sleeps", "does not return in launch sleep")]
    assert {"sort awkward", "ptp awkward"} <= set(values) and left == []


def test_differences_from_a_record():
    import numpy as np

    values = {"a": [np.array([1.0, np.nan, 1e-300])], "b": [np.arange(3)]}
    record = {"a|0": np.array([1.0, np.nan, 0.0]), "b|0": np.array([0, 1, 3])}
    found = dict(watched_kernels.differences(values, record))
    assert list(found) == ["b"] and "1 of 3" in found["b"]
