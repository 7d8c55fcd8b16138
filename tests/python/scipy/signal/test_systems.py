"""Systems, their conversions, simulation, feedback and partial fractions."""

import numpy as np
import pytest
import scipy.signal
from common import to_host
from signal_judge import called, judge, paired

import cuprum as cp
import cuprumx.scipy.signal as signal

A = np.array([[-1.0, 2, 0], [0, -3, 1], [0.5, 0, -2]])
B = np.array([[1.0, 0], [0, 1], [1, 1]])
C = np.array([[1.0, 0, 1], [0, 1, 0]])
D = np.array([[0.5, 0], [0, 0]])
NUM, DEN = [1.0, 3.0], [1.0, 3, 3, 1.5]
SPACE = (A, B[:, :1], C[:1], D[:1, :1])
FORMS = ((NUM, DEN), ([-3.0], [-1.0, -2 + 1j, -2 - 1j], 2.0), SPACE)


def test_names_are_there():
    names = (
        "lti dlti StateSpace TransferFunction ZerosPolesGain bode dbode freqresp dfreqresp step dstep impulse dimpulse "
        "lsim dlsim cont2discrete place_poles BadCoefficients"
    )
    assert set(names.split()) <= set(dir(signal))
    for name in names.split():
        assert getattr(signal, name).__doc__


def test_conversions():
    for num, den in (
        (NUM, DEN),
        ([1, 2, 3], [4.0, 5, 6]),
        ([[1, 2], [3, 4]], [1.0, 2, 3]),
        ([2], [4]),
        ([1 + 1j], [1, 2]),
    ):
        judge("tf2ss", num, den)
    judge("tf2ss", [1, 2, 3], [1, 2])
    judge("zpk2ss", [-3.0], [-1.0, -2.0], 2.0)
    judge("zpk2ss", [1j, -1j], [-1 + 1j, -1 - 1j], 2.0)
    for input in (0, 1, 2):
        judge("ss2tf", A, B, C, D, input, rtol=1e-9)
    judge("ss2tf", *SPACE, rtol=1e-9)
    judge("ss2tf", A.astype(complex), B, C, D, rtol=1e-9)
    judge("ss2zpk", *SPACE, rtol=1e-7, roots=True)
    judge("ss2tf", A[:2], B, C, D)


def test_abcd_normalize():
    judge("abcd_normalize", A, B, C, D)
    judge("abcd_normalize", A, B, C)
    judge("abcd_normalize", A, None, C, D)
    judge("abcd_normalize", None, B, C)
    judge("abcd_normalize", D=[5.0], A=[1.0], B=[2.0])
    judge("abcd_normalize", A)
    judge("abcd_normalize", None, None, None, D)
    judge("abcd_normalize", A[:2], B, C, D)
    judge("abcd_normalize", A, B[:2], C, D)
    judge("abcd_normalize", A, B, C[:, :2], D)


@pytest.mark.parametrize(
    "method", ["zoh", "foh", "bilinear", "tustin", "euler", "backward_diff", "gbt", "impulse", "no"]
)
def test_cont2discrete(method):
    alpha = 0.3 if method == "gbt" else None
    for system in (FORMS[0], SPACE, (A, B, C, D), (A, B, C, 0 * D)):
        judge("cont2discrete", system, 0.1, method, alpha, rtol=1e-8, atol=1e-10)
    ours, theirs = (
        called(module.cont2discrete, (FORMS[1], 0.1, method, alpha), {})[0] for module in (signal, scipy.signal)
    )
    if isinstance(theirs, Exception):
        assert type(ours) is type(theirs)
    else:
        for mine, other in zip(ours[:2], theirs[:2], strict=True):  # zeros at one place are known to half of the digits
            np.testing.assert_allclose(np.poly(mine.get()), np.poly(other), rtol=1e-8, atol=1e-8)
        np.testing.assert_allclose(ours[2], theirs[2])
        assert ours[3] == 0.1
    judge("cont2discrete", SPACE, 0.1, "gbt")
    judge("cont2discrete", SPACE, 0.1, "gbt", 2)
    judge("cont2discrete", SPACE[:1], 0.1, method)


def test_lsim():
    t = np.linspace(0, 5, 40)
    u = np.sin(t)
    for system in FORMS:
        for interp in (True, False):
            judge("lsim", system, u, t, interp=interp)
            judge("lsim", system, u, t + 0.5, interp=interp)
        judge("lsim", system, None, t, [1.0, 2, 3])
        judge("lsim", system, 0, t, [1.0, 2, 3])
        judge("lsim", system, u[:1], t[:1])
    judge("lsim", (A, B, C, D), np.stack((u, 2 * u), 1), t, [1.0, 0, 2])
    for arguments in ((u, t - 1), (u, t**2), (u[1:], t), (np.stack((u, u), 1), t), (u, t[:, None])):
        judge("lsim", SPACE, *arguments)


def test_responses_to_impulse_and_step():
    for system in FORMS:
        for name in ("impulse", "step"):
            judge(name, system, rtol=1e-9)
            judge(name, system, N=20, rtol=1e-9)
            judge(name, system, T=np.linspace(0, 3, 10))
            judge(name, system, X0=[1.0, 2.0, 0.5], T=np.linspace(0, 3, 10))
    judge("step", ([1.0], [1.0, 0.0]))


def test_samples():
    u = np.random.default_rng(0).normal(size=20)
    for system in ((NUM, DEN, 0.1), ([-0.3], [0.5, 0.2], 2.0, 0.5), (0.3 * A, B[:, :1], C[:1], D[:1, :1], 0.5)):
        judge("dlsim", system, u)
        judge("dlsim", system, u, x0=np.arange(2.0 if len(system) == 4 else 3.0))
        judge("dlsim", system, u[:5], t=[0.0, 0.4, 0.9, 1.5, 2.5])
        for name in ("dimpulse", "dstep"):
            ours, theirs = (getattr(module, name)(system, n=10) for module in (signal, scipy.signal))
            np.testing.assert_allclose(ours[0].get(), theirs[0])
            assert len(ours[1]) == len(theirs[1])
            for mine, other in zip(ours[1], theirs[1], strict=True):
                np.testing.assert_allclose(mine.get(), other)
    both = (0.3 * A, B, C, D, 0.5)
    judge("dlsim", both, np.stack((u, 2 * u), 1))
    ours, theirs = (module.dstep(both, t=np.arange(6) * 0.5) for module in (signal, scipy.signal))
    assert len(ours[1]) == 2
    np.testing.assert_allclose(ours[1][1].get(), theirs[1][1])


def test_bode():
    for system in FORMS:
        judge("freqresp", system, n=50)
        judge("freqresp", system, w=[0.1, 1, 10])
        judge("bode", system, rtol=1e-9)
        judge("bode", system, w=[0.1, 1, 10])
    for system in ((NUM, DEN, 0.1), ([-0.3], [0.5, 0.2], 2.0, 0.5), (0.3 * A, B[:, :1], C[:1], D[:1, :1], 0.5)):
        judge("dfreqresp", system, n=50, rtol=1e-9)
        judge("dfreqresp", system, n=50, whole=True, rtol=1e-9)
        judge("dfreqresp", system, w=[0.1, 1])
        judge("dbode", system, n=30, rtol=1e-8)
    judge("freqresp", (A, B, C, D))


def test_kinds_of_systems():
    for arguments in FORMS:
        ours, theirs = signal.lti(*arguments), scipy.signal.lti(*arguments)
        assert type(ours).__name__ == type(theirs).__name__
        assert ours.dt is None
        for name in ("to_tf", "to_zpk", "to_ss"):
            mine, other = getattr(ours, name)(), getattr(theirs, name)()
            assert type(mine).__name__ == type(other).__name__
            assert (mine.inputs, mine.outputs) == (other.inputs, other.outputs)
            for attribute in ("num", "den", "A", "B", "C", "D", "gain"):
                if hasattr(other, attribute):
                    np.testing.assert_allclose(
                        to_host(getattr(mine, attribute)), getattr(other, attribute), rtol=1e-9, atol=1e-12
                    )
            np.testing.assert_allclose(paired(mine.poles.get()), paired(other.poles), rtol=1e-7)
            np.testing.assert_allclose(paired(mine.zeros.get()), paired(other.zeros), rtol=1e-7)
        assert repr(ours).startswith(type(ours).__name__)
        made = signal.cont2discrete(ours, 0.1, method="bilinear")
        assert type(made).__name__ == type(scipy.signal.cont2discrete(theirs, 0.1, method="bilinear")).__name__
        mine, other = ours.to_discrete(0.1), theirs.to_discrete(0.1)
        assert type(mine).__name__ == type(other).__name__
        assert mine.dt == 0.1
        np.testing.assert_allclose(ours.step(N=10)[1].get(), theirs.step(N=10)[1], rtol=1e-9)
        np.testing.assert_allclose(ours.impulse(N=10)[1].get(), theirs.impulse(N=10)[1], rtol=1e-9)
        np.testing.assert_allclose(ours.bode(n=10)[2].get(), theirs.bode(n=10)[2], rtol=1e-9)
        np.testing.assert_allclose(ours.output([0, 1, 2], [0, 1, 2])[1].get(), theirs.output([0, 1, 2], [0, 1, 2])[1])
    system = signal.dlti(NUM, DEN, dt=0.5)
    assert isinstance(system, signal.TransferFunction)
    assert system.dt == 0.5
    assert signal.dlti(NUM, DEN).dt is True
    assert len(system.step(n=4)[0]) == len(system.impulse(n=4)[0]) == 4
    assert system.bode(n=5)[0].shape == system.freqresp(n=5)[0].shape == (5,)


def test_bad_systems():
    for name in ("lsim", "impulse", "step", "freqresp", "bode"):
        arguments = ([1, 2], [0, 1]) if name == "lsim" else ()
        for module in (signal, scipy.signal):
            with pytest.raises(AttributeError):
                getattr(module, name)(module.dlti(NUM, DEN), *arguments)
    for name in ("dlsim", "dimpulse", "dstep", "dfreqresp"):
        arguments = ([1, 2],) if name == "dlsim" else ()
        for module in (signal, scipy.signal):
            with pytest.raises(AttributeError):
                getattr(module, name)(module.lti(NUM, DEN), *arguments)
    for module in (signal, scipy.signal):
        for kind in (module.lti, module.dlti):
            with pytest.raises(ValueError):
                kind(1)
            with pytest.raises(ValueError):
                kind(1, 2, 3, 4, 5)


def test_arithmetic_of_spaces():
    for dt in (None, 0.5):
        keywords = {} if dt is None else {"dt": dt}
        pairs = []
        for module in (signal, scipy.signal):
            one, two = (
                module.StateSpace(*SPACE, **keywords),
                module.StateSpace([[-2.0]], [[1]], [[3]], [[1]], **keywords),
            )
            pairs.append((one * two, one + two, one - two, -one, one * 2, 3 * one, one / 2, one + 1, 1 - one))
        for mine, other in zip(*pairs, strict=True):
            for attribute in "ABCD":
                np.testing.assert_allclose(getattr(mine, attribute).get(), getattr(other, attribute), err_msg=attribute)
    one, other = signal.StateSpace(*SPACE, dt=0.5), signal.StateSpace(*SPACE, dt=0.1)
    for operation in (lambda: one + other, lambda: one * other, lambda: one * "text", lambda: one + "text"):
        with pytest.raises(TypeError):
            operation()
    with pytest.raises(ValueError):
        one + np.ones((3, 3))


@pytest.mark.parametrize("method", ["YT", "KNV0"])
def test_place_poles(method):
    rng = np.random.default_rng(3)
    for states, inputs, poles in (
        (2, 1, [-1.0, -2]),
        (3, 2, [-1.0, -2, -3]),
        (3, 2, [-1.0, -2 + 1j, -2 - 1j]),
        (4, 2, [-1 + 1j, -1 - 1j, -2 + 1j, -2 - 1j]),
        (5, 3, [-1.0, -2, -3, -4, -5]),
        (5, 2, [-1.0, -2, -3, -4 + 1j, -4 - 1j]),
        (4, 3, [-1.0, -1, -2, -2]),
        (3, 3, [-1.0, -2, -3]),
        (3, 4, [-1.0, -2 + 1j, -2 - 1j]),
    ):
        a, b = rng.normal(size=(states, states)), rng.normal(size=(states, inputs))
        arguments = (a, b, poles, method, -1 if inputs > 1 else 1e-3)
        theirs, _ = called(scipy.signal.place_poles, arguments, {})
        if isinstance(theirs, Exception):
            with pytest.raises(type(theirs)):
                signal.place_poles(*arguments)
            continue
        ours, _ = called(signal.place_poles, arguments, {})
        gain = ours.gain_matrix.get()
        assert gain.shape == theirs.gain_matrix.shape
        found = np.linalg.eigvals(a - b @ gain)
        np.testing.assert_allclose(paired(found.round(5)), paired(np.array(poles, complex)), atol=1e-3)
        np.testing.assert_allclose(ours.requested_poles.get(), theirs.requested_poles)
        assert ours.X.shape == theirs.X.shape
        assert np.linalg.cond(ours.X.get()) <= 1.5 * np.linalg.cond(theirs.X) + 1
        if inputs == 1:
            np.testing.assert_allclose(gain, theirs.gain_matrix)


def test_place_poles_of_bad_input():
    a, b = np.eye(2), np.ones((2, 1))
    for arguments in (
        (a, b, [-1.0]),
        (a, b, [-1.0, -2, -3]),
        (a, b, [-1 + 1j, -2]),
        (a, b, [-1.0, -1.0]),
        (a, b, [[-1.0], [-2.0]]),
        (a, b, [-1.0, -2], "other"),
        (a, b, [-1 + 1j, -1 - 1j], "KNV0"),
        (a, b, [-1.0, -2], "YT", 2),
        (a, b, [-1.0, -2], "YT", 1e-3, 0),
        (a[:1], b, [-1.0, -2]),
        (a[None], b, [-1.0, -2]),
    ):
        judge("place_poles", *arguments)


def test_residues():
    for name in ("residue", "residuez"):
        for b, a in (
            ([1.0], [1.0, 3, 2]),
            ([1.0, 2, 3], [1.0, 3, 2]),
            ([5.0, 3, -2, 7], [-4.0, 0, 8, 3]),
            ([1.0, 2], np.poly([1.0, 1, 2])),
            ([1.0, 2], np.poly([0.5, 0.5, 0.5])),
            ([1.0, 2], np.poly([1 + 1j, 1 - 1j, 0.5]).real),
            ([1 + 1j, 2], [1.0, 3, 2]),
            ([0, 0.0], [1.0, 3, 2]),
            ([1.0], [3.0]),
            ([1.0], [0.0]),
            ([1.0, 2, 3, 4, 5], [2.0, 1]),
        ):
            for rtype in ("avg", "min", "max", "other"):
                # Roots that come several times are known to a part of the digits only.
                judge(name, b, a, rtype=rtype, rtol=2e-3, atol=2e-3)


def test_inverse_of_residues():
    for name in ("invres", "invresz"):
        for r, p, k in (
            ([1.0, -1], [-1.0, -2], []),
            ([1.0, -1, 2], [-1.0, -1, -2], [3.0]),
            ([1.0, -1, 2], [-1.0, -1, -2], [3.0, 1]),
            ([1 + 1j, 1 - 1j], [2j, -2j], [0.0, 1]),
            ([1.0, 2], [-1.0, -1.0001], [1.0]),
        ):
            for rtype in ("avg", "min", "max", "other"):
                judge(name, r, p, k, rtype=rtype)
        judge(name, [], [], [])


@pytest.mark.parametrize("name", ["invres", "invresz"])
@pytest.mark.parametrize("dtype", ["l", "i", "b", "d", "?", "D"])
def test_integers_of_residues(name, dtype):
    """Poles that are integers stay so where none is a mean."""
    for rtype in ("min", "max", "avg"):
        for r, p, k in (
            (np.array([1, 2], dtype), np.array([1, 2]), np.array([1])),
            (np.array([1, 2]), np.array([1, 2], dtype), []),
            (np.array([1, 2, 3]), np.array([1, 1, 2]), np.array([1, 0], dtype)),
            ([1, 2], [1, 2.5], [1]),
            (np.array([3], dtype), [2.5], []),  # one pole has no factor that others lack
            (np.array([3], dtype), [2], [0]),
            ([3], np.array([2], dtype), [1]),
        ):
            if dtype != "?":
                judge(name, r, p, k, rtype=rtype)
        judge("unique_roots", [1, 2, 2], 1e-3, rtype)


def test_unique_roots():
    for roots in ([1.0, 1.0001, 3], [1, 1 + 0.0005j, 2j, 2j, -1], [], [3.0, 1, 3, 1]):
        for rtype in ("min", "max", "avg", "maximum", "minimum", "mean", "other"):
            judge("unique_roots", roots, 1e-2, rtype)


def test_arrays_of_the_device():
    matrices = [cp.array(matrix) for matrix in (A, B, C, D)]
    t = cp.linspace(0, 1, 5)
    ours = signal.lsim(signal.StateSpace(*matrices), cp.ones((5, 2)), t)
    theirs = scipy.signal.lsim((A, B, C, D), np.ones((5, 2)), t.get())
    for mine, other in zip(ours, theirs, strict=True):
        assert isinstance(mine, cp.ndarray)
        np.testing.assert_allclose(mine.get(), other, rtol=1e-12)
