"""Linear systems as objects. What is computed with them is computed in C++ (cuprum/scipy/signal_systems.h)."""

import copy as _copy
import types as _types

import cuprum as _cp
from cuprum._core import _scipy_signal as _core
from cuprum._placement import placed_class


@placed_class
class LinearTimeInvariant:
    """What all systems have. Use `lti` for continuous ones and `dlti` for those of samples."""

    __class_getitem__ = classmethod(_types.GenericAlias)

    def __new__(cls, *system, **kwargs):
        if cls is LinearTimeInvariant:
            raise NotImplementedError("LinearTimeInvariant is the base of systems: make a system by `lti` or `dlti`")
        return super().__new__(cls)

    def __init__(self):
        self.inputs = None
        self.outputs = None
        self._dt = None

    @property
    def dt(self):
        """The time from one sample to the next; None for continuous systems."""
        return self._dt

    @property
    def _dt_dict(self):
        return {} if self.dt is None else {"dt": self.dt}

    @property
    def zeros(self):
        """The zeros."""
        return self.to_zpk().zeros

    @property
    def poles(self):
        """The poles."""
        return self.to_zpk().poles

    def _as_ss(self):
        return self if isinstance(self, StateSpace) else self.to_ss()

    def _as_zpk(self):
        return self if isinstance(self, ZerosPolesGain) else self.to_zpk()


def _of_form(system, kinds, name):
    """The class for so many arguments: (num, den), (zeros, poles, gain) or (A, B, C, D)."""
    if len(system) not in (2, 3, 4):
        raise ValueError(f"`system` needs to be an instance of `{name}` or have 2, 3 or 4 arguments.")
    return kinds[len(system) - 2]


@placed_class
class lti(LinearTimeInvariant):
    """A continuous system: `lti(num, den)`, `lti(zeros, poles, gain)` or `lti(A, B, C, D)`.

    Parameters
        system: two, three or four arguments, as above, or a system.
    Raises
        ValueError: arguments that are no system.
    Example
        >>> system = signal.lti([1.], [1., 1.])
        >>> system.poles
        array([-1.])
    """

    def __new__(cls, *system):
        if cls is lti:
            kinds = (TransferFunctionContinuous, ZerosPolesGainContinuous, StateSpaceContinuous)
            kind = _of_form(system, kinds, "lti")
            return kind.__new__(kind, *system)
        return super().__new__(cls)

    def __init__(self, *system):
        super().__init__(*system)

    def impulse(self, X0=None, T=None, N=None):
        """The response to an impulse, as of `impulse`."""
        return _core.impulse(self, X0=X0, T=T, N=N)

    def step(self, X0=None, T=None, N=None):
        """The response to a step, as of `step`."""
        return _core.step(self, X0=X0, T=T, N=N)

    def output(self, U, T, X0=None):
        """The response to an input, as of `lsim`."""
        return _core.lsim(self, U, T, X0=X0)

    def bode(self, w=None, n=100):
        """Gain and phase, as of `bode`."""
        return _core.bode(self, w=w, n=n)

    def freqresp(self, w=None, n=10000):
        """The complex response, as of `freqresp`."""
        return _core.freqresp(self, w=w, n=n)

    def to_discrete(self, dt, method="zoh", alpha=None):
        """A system of samples that does about the same, as of `cont2discrete`."""
        form = next((one for one in (TransferFunction, ZerosPolesGain, StateSpace) if isinstance(self, one)), None)
        if form is None:
            raise NotImplementedError("to_discrete is a method of transfer functions, of zeros and poles and of spaces")
        return form(*_core.cont2discrete(self._parts, dt, method, alpha)[:-1], dt=dt)


@placed_class
class dlti(LinearTimeInvariant):
    """A system of samples: `dlti(num, den)`, `dlti(zeros, poles, gain)` or `dlti(A, B, C, D)`, with `dt=`.

    Parameters
        system: two, three or four arguments, as above, or a system.
        dt: the time between samples; True where it is not told.
    Raises
        ValueError: arguments that are no system.
    Example
        >>> system = signal.dlti([1.], [1., -0.5], dt=0.1)
        >>> system.poles
        array([0.5])
    """

    def __new__(cls, *system, **kwargs):
        if cls is dlti:
            kind = _of_form(system, (TransferFunctionDiscrete, ZerosPolesGainDiscrete, StateSpaceDiscrete), "dlti")
            return kind.__new__(kind, *system, **kwargs)
        return super().__new__(cls)

    def __init__(self, *system, **kwargs):
        dt = kwargs.pop("dt", True)
        super().__init__(*system, **kwargs)
        self.dt = dt

    @property
    def dt(self):
        """The time from one sample to the next; True where it is not told."""
        return self._dt

    @dt.setter
    def dt(self, dt):
        self._dt = dt

    def impulse(self, x0=None, t=None, n=None):
        """The response to an impulse, as of `dimpulse`."""
        return _core.dimpulse(self, x0=x0, t=t, n=n)

    def step(self, x0=None, t=None, n=None):
        """The response to a step, as of `dstep`."""
        return _core.dstep(self, x0=x0, t=t, n=n)

    def output(self, u, t, x0=None):
        """The response to an input, as of `dlsim`."""
        return _core.dlsim(self, u, t, x0=x0)

    def bode(self, w=None, n=100):
        """Gain and phase, as of `dbode`."""
        return _core.dbode(self, w=w, n=n)

    def freqresp(self, w=None, n=10000, whole=False):
        """The complex response, as of `dfreqresp`."""
        return _core.dfreqresp(self, w=w, n=n, whole=whole)


@placed_class
class _Form(LinearTimeInvariant):
    """What the forms have in common: polynomials (tf), zeros, poles and gain (zpk), a state space (ss)."""

    _short = ""  # the form's name, by which functions convert
    _names = ()  # of the parts
    _kinds = ()  # the form's class for continuous systems, and that for systems of samples

    def __new__(cls, *system, **kwargs):
        if len(system) == 1 and isinstance(system[0], LinearTimeInvariant):
            return getattr(system[0], f"to_{cls._short}")()
        if "_kinds" in vars(cls):
            kind = cls._kinds[kwargs.get("dt") is not None]
            return kind.__new__(kind, *system, **kwargs)
        return super().__new__(cls)

    def __init__(self, *system, **kwargs):
        if isinstance(system[0], LinearTimeInvariant):
            return
        super().__init__(**kwargs)
        for name, part in zip(self._names, self._checked(*system), strict=True):
            setattr(self, name, part)

    @staticmethod
    def _checked(*parts):
        return parts

    @property
    def _parts(self):
        return tuple(getattr(self, name) for name in self._names)

    def __repr__(self):
        lines = ",\n".join(map(repr, self._parts))
        return f"{type(self).__name__}(\n{lines},\ndt: {self.dt!r}\n)"

    def _converted(self, short, form, **kwargs):
        if short == self._short:
            return _copy.deepcopy(self, **kwargs)
        return form(*getattr(_core, f"{self._short}2{short}")(*self._parts, **kwargs), **self._dt_dict)

    def to_tf(self, **kwargs):
        """The same as polynomials; of a state space `input=` tells which input is meant."""
        return self._converted("tf", TransferFunction, **kwargs)

    def to_zpk(self, **kwargs):
        """The same as zeros, poles and gain; of a state space `input=` tells which input is meant."""
        return self._converted("zpk", ZerosPolesGain, **kwargs)

    def to_ss(self):
        """The same as a state space."""
        return self._converted("ss", StateSpace)


def _part(name, doc, at_least, found=None, takes_none=False):
    """A property that is an array; `found(self, array)` tells what else follows from it."""

    def get(self):
        return getattr(self, f"_{name}")

    def set_(self, value):
        value = None if takes_none and value is None else at_least(_cp.asarray(value))
        setattr(self, f"_{name}", value)
        if found:
            found(self, value)

    return property(get, set_, doc=doc)


def _count_channels(self, array):
    self.outputs, self.inputs = array.shape if array.ndim > 1 else (1, 1)


@placed_class
class TransferFunction(_Form):
    """A system as polynomials: `TransferFunction(num, den)`; with `dt=` one of samples.

    Parameters
        system: the numerator and the denominator, coefficients of falling powers, or a system.
        dt: the time between samples; without it the system is continuous.
    Raises
        ValueError: polynomials have more axes, or the denominator is zero.
    Example
        >>> system = signal.TransferFunction([1.], [1., 3., 2.])
        >>> system.poles
        array([-2., -1.])
    """

    _short, _names = "tf", ("num", "den")
    _checked = staticmethod(_core.normalize)
    num = _part("num", "The numerator, the highest power first.", _cp.atleast_1d, _count_channels)
    den = _part("den", "The denominator, the highest power first.", _cp.atleast_1d)


@placed_class
class TransferFunctionContinuous(TransferFunction, lti):
    """A continuous system as polynomials in s."""


@placed_class
class TransferFunctionDiscrete(TransferFunction, dlti):
    """A system of samples as polynomials in z."""


@placed_class
class ZerosPolesGain(_Form):
    """A system as zeros, poles and gain; with `dt=` one of samples.

    Parameters
        system: zeros, poles and the gain, or a system.
        dt: the time between samples; without it the system is continuous.
    Raises
        ValueError: a number of arguments that is no system.
    Example
        >>> system = signal.ZerosPolesGain([], [-1., -2.], 1.)
        >>> system.to_tf().den
        array([1., 3., 2.])
    """

    _short, _names = "zpk", ("zeros", "poles", "gain")
    zeros = _part("zeros", "The zeros.", _cp.atleast_1d, _count_channels)
    poles = _part("poles", "The poles.", _cp.atleast_1d)
    gain: object  # a number


@placed_class
class ZerosPolesGainContinuous(ZerosPolesGain, lti):
    """A continuous system as zeros, poles and gain."""


@placed_class
class ZerosPolesGainDiscrete(ZerosPolesGain, dlti):
    """A system of samples as zeros, poles and gain."""


@placed_class
class StateSpace(_Form):
    """A system x' = A x + B u, y = C x + D u; with `dt=` one of samples. Systems can be added and multiplied.

    Parameters
        system: the matrices A, B, C and D, or a system.
        dt: the time between samples; without it the system is continuous.
    Raises
        ValueError: shapes of the matrices do not go together.
    Example
        >>> system = signal.StateSpace([[0., 1.], [-2., -3.]], [[0.], [1.]], [[1., 0.]], [[0.]])
        >>> system.poles
        array([-2., -1.])
    """

    __array_priority__ = 100.0  # arrays leave operators to this class
    __array_ufunc__ = None
    _short, _names = "ss", ("A", "B", "C", "D")
    _checked = staticmethod(_core.abcd_normalize)
    A = _part("A", "How the next state follows from the state.", _cp.atleast_2d, takes_none=True)
    B = _part(
        "B",
        "How the next state follows from the input.",
        _cp.atleast_2d,
        lambda s, b: setattr(s, "inputs", b.shape[-1]),
    )
    C = _part(
        "C", "How the output follows from the state.", _cp.atleast_2d, lambda s, c: setattr(s, "outputs", c.shape[0])
    )
    D = _part("D", "How the output follows from the input.", _cp.atleast_2d, takes_none=True)

    @staticmethod
    def _is_operand(other):
        if isinstance(other, StateSpace):
            return True
        return hasattr(other, "dtype") or isinstance(other, int | float | complex)

    def _made(self, *matrices):
        return StateSpace(*matrices, **self._dt_dict)

    def _check_together(self, other, verb):
        if self.dt != other.dt:
            raise TypeError(f"Cannot {verb} systems with different `dt`.")

    def __mul__(self, other):
        """Two systems one after the other, that on the right first; or an input that is scaled."""
        if not self._is_operand(other):
            return NotImplemented
        if not isinstance(other, StateSpace):
            return self._made(*_core._multiply_input(self._parts, other))
        if type(other) is not type(self):
            return NotImplemented
        self._check_together(other, "multiply")
        return self._made(*_core._multiply_spaces(self._parts, other._parts))

    def __rmul__(self, other):
        if not self._is_operand(other) or isinstance(other, StateSpace):
            return NotImplemented
        return self._made(*_core._multiply_output(other, self._parts))

    def __neg__(self):
        return self._made(self.A, self.B, -self.C, -self.D)

    def __add__(self, other):
        """Two systems beside each other, whose outputs are added; or an output that is moved."""
        if not self._is_operand(other):
            return NotImplemented
        if not isinstance(other, StateSpace):
            return self._made(*_core._add_direct(self._parts, other))
        if type(other) is not type(self):
            raise TypeError(f"Cannot add {type(self)} and {type(other)}")
        self._check_together(other, "add")
        return self._made(*_core._add_spaces(self._parts, other._parts))

    def __sub__(self, other):
        return self.__add__(-other) if self._is_operand(other) else NotImplemented

    def __radd__(self, other):
        return self.__add__(other) if self._is_operand(other) else NotImplemented

    def __rsub__(self, other):
        return (-self).__add__(other) if self._is_operand(other) else NotImplemented

    def __truediv__(self, other):
        if not self._is_operand(other) or isinstance(other, StateSpace):
            return NotImplemented
        if getattr(other, "ndim", 0) > 0:
            raise ValueError("Cannot divide StateSpace by non-scalar arrays")
        return self.__mul__(1 / other)


@placed_class
class StateSpaceContinuous(StateSpace, lti):
    """A continuous state space."""


@placed_class
class StateSpaceDiscrete(StateSpace, dlti):
    """A state space of samples."""


TransferFunction._kinds = TransferFunctionContinuous, TransferFunctionDiscrete
ZerosPolesGain._kinds = ZerosPolesGainContinuous, ZerosPolesGainDiscrete
StateSpace._kinds = StateSpaceContinuous, StateSpaceDiscrete
