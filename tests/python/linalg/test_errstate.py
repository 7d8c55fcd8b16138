"""What is done about matrices that have no result: cuprumx.errstate, seterr and geterr."""

import threading

import numpy as np
import pytest

import cuprum as cp
import cuprumx

SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]])
SOUND = np.array([[2.0, 1.0], [1.0, 3.0]])
BATCH = np.stack([SOUND, SINGULAR, 2 * SOUND])


@pytest.fixture(autouse=True)
def default():
    assert cuprumx.geterr()["linalg"] == "raise"
    yield
    cuprumx.seterr(linalg="raise")


def test_raise_is_the_default():
    for call in (cp.linalg.inv, lambda a: cp.linalg.solve(a, a), cp.linalg.cholesky):
        with pytest.raises(cp.linalg.LinAlgError):
            call(cp.array(SINGULAR))


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_ignore_gives_nan_for_the_matrix_alone(dtype):
    a = cp.array(BATCH, dtype)
    with cuprumx.errstate(linalg="ignore"):
        inverse = cp.linalg.inv(a)
        vectors = cp.linalg.solve(a, cp.ones((3, 2, 1), dtype))
        matrices = cp.linalg.solve(a, cp.ones((3, 2, 4), dtype))
        factor = cp.linalg.cholesky(cp.array(np.stack([SOUND, -SOUND, 2 * SOUND]), dtype))
    tolerance = {"rtol": 1e-5 if dtype in "fF" else 1e-12}
    for result, wanted in ((inverse, np.linalg.inv(BATCH[::2])),
                           (vectors, np.linalg.solve(BATCH[::2], np.ones((2, 2, 1)))),
                           (matrices, np.linalg.solve(BATCH[::2], np.ones((2, 2, 4)))),
                           (factor, np.linalg.cholesky(BATCH[::2]))):  # fmt: skip
        assert result.dtype == dtype
        np.testing.assert_allclose(result[::2].get(), wanted, **tolerance)
    assert cp.isnan(inverse[1]).all() and cp.isnan(vectors[1]).all() and cp.isnan(matrices[1]).all()
    assert cp.isnan(factor[1][np.tril_indices(2)]).all() and factor[1, 0, 1] == 0


def test_one_matrix_and_a_vector():
    with cuprumx.errstate(linalg="ignore"):
        assert cp.isnan(cp.linalg.solve(cp.array(SINGULAR), cp.ones(2))).all()
        assert cp.isnan(cp.linalg.inv(cp.zeros((2, 2)))).all()
        assert cp.isnan(cp.linalg.tensorinv(cp.zeros((2, 2)), 1)).all()


def test_decompositions_of_nan():
    a = cp.full((2, 3, 3), np.nan)
    a[0] = cp.eye(3)
    with cuprumx.errstate(linalg="ignore"):
        u, s, vh = cp.linalg.svd(a)
        values, vectors = cp.linalg.eigh(cp.eye(3))
    np.testing.assert_allclose(s[0].get(), np.ones(3))
    assert cp.isnan(s[1]).all() and cp.isnan(u[1]).all() and cp.isnan(vh[1]).all()
    np.testing.assert_allclose(values.get(), np.ones(3))


def test_nothing_waits():
    a, b = cp.array(BATCH), cp.ones((3, 2, 1))
    with cuprumx.errstate(linalg="ignore"):
        cp.linalg.inv(a), cp.linalg.solve(a, b), cp.linalg.svd(a), cp.linalg.cholesky(a)  # kernels are compiled
        with cuprumx.allow_synchronize(False):
            cp.linalg.inv(a)
            cp.linalg.solve(a, b)
            cp.linalg.svd(a)
            cp.linalg.cholesky(a)


def test_triangles_and_factors():
    singular = cp.array(np.tril(np.ones((2, 2)), -1))
    from cuprumx.scipy import linalg

    with pytest.raises(np.linalg.LinAlgError):
        linalg.solve_triangular(singular, cp.ones(2), lower=True)
    with cuprumx.errstate(linalg="ignore"):
        assert not cp.isfinite(linalg.solve_triangular(singular, cp.ones(2), lower=True)).any()
        linalg.lu_factor(cp.zeros((2, 2)))  # without a warning
    with pytest.warns(RuntimeWarning):
        linalg.lu_factor(cp.zeros((2, 2)))


def test_states():
    assert cuprumx.geterr() == {"divide": None, "over": None, "under": None, "invalid": None, "linalg": "raise"}
    before = cuprumx.seterr(linalg="ignore")
    assert before["linalg"] == "raise" and cuprumx.geterr()["linalg"] == "ignore"
    assert cuprumx.seterr()["linalg"] == "ignore" and cuprumx.geterr()["linalg"] == "ignore"
    cuprumx.seterr(**before)
    assert cuprumx.geterr() == before
    with cuprumx.errstate(linalg="ignore"):
        with cuprumx.errstate(linalg="raise"):
            assert cuprumx.geterr()["linalg"] == "raise"
        assert cuprumx.geterr()["linalg"] == "ignore"
        with pytest.raises(ZeroDivisionError), cuprumx.errstate():
            raise ZeroDivisionError
        assert cuprumx.geterr()["linalg"] == "ignore"


def test_decorator():
    @cuprumx.errstate(linalg="ignore")
    def inverse(a):
        return cp.linalg.inv(a)

    assert cp.isnan(inverse(cp.zeros((2, 2)))).all()
    assert cuprumx.geterr()["linalg"] == "raise"


@pytest.mark.parametrize("name", ["divide", "over", "under", "invalid"])
def test_other_failures_are_refused(name):
    with pytest.raises(NotImplementedError, match=name):
        cuprumx.seterr(**{name: "ignore"})
    with pytest.raises(NotImplementedError, match="linalg"):
        cuprumx.seterr(linalg="print")


def test_threads_have_their_own():
    seen = []
    with cuprumx.errstate(linalg="ignore"):
        thread = threading.Thread(target=lambda: seen.append(cuprumx.geterr()["linalg"]))
        thread.start()
        thread.join()
    assert seen == ["raise"]
