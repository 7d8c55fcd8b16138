"""Distributions."""

import inspect as _inspect
import math as _math
from typing import TYPE_CHECKING as _TYPE_CHECKING

import cuprum as _cp
from cuprum import _core

_functions = _core._scipy_stats


def _source(random_state):
    """What random numbers are drawn from."""
    if random_state is None:
        return _cp.random.get_random_state()
    if isinstance(random_state, _cp.random.Generator):
        return random_state._source
    if isinstance(random_state, _cp.random.RandomState):
        return random_state
    if hasattr(random_state, "randint") or hasattr(random_state, "integers"):  # NumPy's, which give a seed
        draw = getattr(random_state, "integers", None) or random_state.randint
        random_state = int(draw((1 << 31) - 1))
    return _cp.random.RandomState(random_state)


def _named(name):
    """The distribution of a name, for pickles."""
    return globals()[name]


class _Seeded:
    """What draws from a random state of its own, or from the device's current one."""

    _random_state = None

    @property
    def random_state(self):
        """What draws come from where a call names nothing else: a RandomState or a Generator; None, a seed or one of
        these can be assigned."""
        return _source(self._random_state)

    @random_state.setter
    def random_state(self, value):
        self._random_state = None if value is None else _source(value)


def _function(name, what, argument, text):
    """A method of a distribution's parameters: a function of an argument, or a number."""

    def method(self, *args, **keywords):
        if argument is None:
            return self._value(what, 0.0, args, keywords)
        if argument in keywords:
            args = keywords.pop(argument), *args
        if not args:
            raise TypeError(f"{name}() misses {argument}")
        return self._value(what, args[0], args[1:], keywords)

    method.__name__, method.__doc__ = name, text
    return method


class _Distribution(_Seeded):
    """What continuous and discrete distributions have in common: SciPy's methods, whose arguments are those of the
    family, then `loc` and, of continuous ones, `scale`."""

    def __init__(self, core):
        self._core, self.name, self._names = core, core.name, list(core.shape_names)
        self.__doc__ = f"{core.about}\n\n{_inspect.cleandoc(type(self).__doc__)}"
        self.shapes = ", ".join(self._names) or None
        self.numargs = len(self._names)

    def __reduce__(self):
        return _named, (self.name,)

    @property
    def a(self):
        """The least value, without location and scale."""
        return self._ends()[0]

    @property
    def b(self):
        """The largest value, without location and scale; of `binom`, of which it is a parameter, infinity."""
        return self._ends()[1]

    def _ends(self):
        return [float(end) for end in self.support(*(_math.inf if name == "n" else 1.0 for name in self._names))]

    def _parse(self, args, keywords, tail):
        """Shapes, then the values of `tail`, which have defaults."""
        names = [*self._names, *tail]
        if len(args) > len(names):
            raise TypeError(f"{self.name} takes at most {len(names)} parameters, not {len(args)}")
        given = dict(zip(names, args))
        for name, value in keywords.items():
            if name not in names:
                raise TypeError(f"{self.name} has no parameter {name!r}")
            if name in given:
                raise TypeError(f"{self.name} got more than one value for {name!r}")
            given[name] = value
        if missing := [name for name in self._names if name not in given]:
            raise TypeError(f"{self.name} misses {', '.join(missing)}")
        return [given[name] for name in self._names], [given.get(name, default) for name, default in tail.items()]

    def _location(self, args, keywords):
        tail = {"loc": 0.0} if self._core.discrete else {"loc": 0.0, "scale": 1.0}
        shapes, rest = self._parse(args, keywords, tail)
        return shapes, rest[0], rest[1] if len(rest) > 1 else 1.0

    def _value(self, what, x, args, keywords):
        return getattr(self._core, what)(x, *self._location(args, keywords))

    def __call__(self, *args, **keywords):
        return (rv_discrete_frozen if self._core.discrete else rv_continuous_frozen)(self, *args, **keywords)

    def freeze(self, *args, **keywords):
        return self(*args, **keywords)

    ppf = _function("ppf", "ppf", "q", "The value up to which lies a probability of q.")
    isf = _function("isf", "isf", "q", "The value above which lies a probability of q.")
    mean = _function("mean", "mean", None, "The mean.")
    var = _function("var", "variance", None, "The variance.")

    def std(self, *args, **keywords):
        """The standard deviation."""
        return _cp.sqrt(self.var(*args, **keywords))

    def median(self, *args, **keywords):
        """The value with as much probability below as above it."""
        return self.ppf(0.5, *args, **keywords)

    entropy = _function("entropy", "entropy", None, "The entropy, in natural units.")

    def moment(self, order, *args, **keywords):
        """The expectation of a power of values, of a whole order."""
        if order != int(order):
            raise ValueError("Moment must be an integer.")
        if order < 0:
            raise ValueError("Moment must be positive.")
        return self._value("moment", float(order), args, keywords)

    def stats(self, *args, moments="mv", **keywords):
        """The mean ("m"), variance ("v"), skewness ("s") and kurtosis less 3 ("k"), as `moments` names them."""
        if args and isinstance(args[-1], str):  # behind the parameters
            *args, moments = args
        names = {"m": "mean", "v": "variance", "s": "skewness", "k": "kurtosis"}
        found = tuple(self._value(names[letter], 0.0, args, keywords) for letter in "mvsk" if letter in moments)
        return found[0] if len(found) == 1 else found

    def interval(self, confidence, *args, **keywords):
        """The bounds of the middle that has a probability of `confidence`."""
        return self._core.interval(confidence, *self._location(args, keywords))

    def support(self, *args, **keywords):
        """The least and the largest value; of discrete distributions integers, where all of them are whole numbers."""
        return self._core.support(*self._location(args, keywords))

    def nnlf(self, theta, x):
        """What is least where data are most likely: less the sum of logarithms of densities; infinite where they are
        not possible."""
        least = len(self._names) + (1 if self._core.discrete else 2)
        if len(theta) < least:
            raise ValueError("Not enough input arguments.")
        return self._core.nnlf(x, *self._location(theta, {}))

    def rvs(self, *args, size=None, random_state=None, **keywords):
        """Draws of a size from the distribution, by a RandomState, a Generator, a seed or the current state."""
        tail = {"loc": 0.0} if self._core.discrete else {"loc": 0.0, "scale": 1.0}
        if size is None:  # which may stand behind the parameters
            tail["size"] = None
        shapes, rest = self._parse(args, keywords, tail)
        if size is None:
            size = rest.pop()
        source = _source(self._random_state if random_state is None else random_state)
        return self._core.rvs(source, size, shapes, rest[0], rest[1] if len(rest) > 1 else 1.0)


class rv_continuous(_Distribution):
    """A continuous distribution. Its functions take x or q, then the family's parameters, `loc` and `scale`.

    Parameters
        x: where to evaluate; q: probabilities.
        the family's parameters, in the order of `shapes`, by place or by name.
        loc, scale: where the distribution is moved to and by what it is stretched: (x - loc) / scale stands for x.
        All are arrays or numbers that broadcast.
    Returns
        float64 arrays; NaN where a parameter is not valid.
    Raises
        TypeError: parameters that miss, that are too many, or that there are not; complex numbers.
    Example
        >>> stats.gamma.cdf(cp.array([1., 2.]), 2.0, scale=0.5).round(4)
        array([0.594 , 0.9084])
    """

    pdf = _function("pdf", "pdf", "x", "The density at x.")
    logpdf = _function("logpdf", "logpdf", "x", "The logarithm of `pdf`.")
    cdf = _function("cdf", "cdf", "x", "The probability of values up to x.")
    logcdf = _function("logcdf", "logcdf", "x", "The logarithm of `cdf`.")
    sf = _function("sf", "sf", "x", "The probability of values above x.")
    logsf = _function("logsf", "logsf", "x", "The logarithm of `sf`.")

    def expect(
        self,
        func=None,
        args: tuple = (),
        loc: float = 0,
        scale: float = 1,
        lb=None,
        ub=None,
        conditional=False,
        **quadrature,
    ):
        """The expectation of a function of values.

        Both halves of the probability are integrated over its quantiles, where ends of the support may be infinite.

        Parameters
            func: a function of arrays; the value itself if None.
            args: the family's parameters, numbers.
            loc, scale: numbers.
            lb, ub: between which values count; the ends of the support if None. With `lb` above `ub` the sign turns.
            conditional: whether to divide by the probability of these.
            quadrature: SciPy's keywords of an integral's accuracy, which are not needed.
        Returns
            A number; NaN where the condition has no probability.
        """
        self._parse(args, {}, {})  # which looks at their number
        return self._core.expect(func, args, loc, scale, lb, ub, conditional)

    def fit_loc_scale(self, data, *args):
        """The location and the scale with which mean and variance are those of data."""
        mean, variance = self.stats(*args)
        scale = _cp.sqrt(data.var() / variance)
        loc = data.mean() - scale * mean
        return (loc if bool(_cp.isfinite(loc)) else 0), (scale if bool(_cp.isfinite(scale) & (scale > 0)) else 1)

    def fit(self, data, *args, method="MLE", optimizer=None, **keywords):
        """The parameters, `loc` and `scale` under which data are most likely, or under which moments are theirs.

        Parameters
            data: numbers.
            args: where to begin with the family's parameters; `loc` and `scale` begin where keywords say.
            floc, fscale, f0, f1, and fa for a parameter a: held fast.
            method: "MLE", or "MM" for the moments of the first orders, as many as there are parameters to find.
            optimizer: what finds the least value where a search is needed: `optimizer(function, start, args=(data,),
                disp=0)` gives parameters. SciPy's `fmin` and its like do, or a name such as "powell" for `fmin_powell`,
                where SciPy is installed.
        Returns
            A tuple of floats.
        Raises
            TypeError: a keyword that there is not. ValueError: data that are not finite or not possible, all held fast.
            RuntimeError: the search ended at parameters that there are not, or moments are infinite.
        """
        if method.upper() not in ("MLE", "MM"):
            raise ValueError(f"Method '{method}' not available; must be 'MLE' or 'MM'")
        if isinstance(optimizer, str):
            optimizer = _optimizer(optimizer)
        names = [*self._names, "loc", "scale"]
        start, fixed = [None] * len(names), [None] * len(names)
        if len(args) > len(self._names):
            raise TypeError("Too many input arguments.")
        start[: len(args)] = map(float, args)
        for k, name in enumerate(names):
            keys = [f"f{name}", f"fix_{name}"] + ([f"f{k}"] if k < len(self._names) else [])
            values = [float(keywords.pop(key)) for key in keys if keywords.get(key) is not None]
            if len(values) > 1:
                raise ValueError(
                    f"fit method got multiple keyword arguments to specify the same fixed parameter: {keys}"
                )
            fixed[k] = values[0] if values else None
            if name in keywords:
                start[k] = float(keywords.pop(name))
        if keywords := {name: value for name, value in keywords.items() if value is not None}:
            raise TypeError(f"Unknown arguments: {keywords}.")
        by_moments = method.upper() == "MM"
        return tuple(self._core.fit(data, fixed, start, by_moments, optimizer and _minimizer(optimizer, data)))


def _optimizer(name):
    """SciPy's function of a name."""
    import scipy.optimize

    full = name if name.startswith("fmin_") else f"fmin_{name}"
    if not hasattr(scipy.optimize, full):
        raise ValueError(f"{full} is not a valid optimizer")
    return getattr(scipy.optimize, full)


def _minimizer(optimizer, data):
    """What gives a list where SciPy's optimizers give an array, or a number for a single one."""

    def minimizer(function, start):
        found = optimizer(lambda theta, *_: function([*map(float, theta)]), start, args=(data,), disp=0)
        return [*map(float, found if getattr(found, "ndim", 1) else [found])]

    return minimizer


class rv_discrete(_Distribution):
    """A discrete distribution. Its functions take k or q, then the family's parameters and `loc`.

    Parameters
        k: where to evaluate; q: probabilities.
        the family's parameters, in the order of `shapes`, by place or by name.
        loc: where the distribution is moved to: k - loc stands for k.
        All are arrays or numbers that broadcast.
    Returns
        float64 arrays; NaN where a parameter is not valid.
    Raises
        TypeError: parameters that miss, that are too many, or that there are not; complex numbers.
    Example
        >>> stats.poisson.pmf(cp.arange(3), 1.0).round(4)
        array([0.3679, 0.3679, 0.1839])
    """

    pmf = _function("pmf", "pdf", "k", "The probability of k.")
    logpmf = _function("logpmf", "logpdf", "k", "The logarithm of `pmf`.")
    cdf = _function("cdf", "cdf", "k", "The probability of values up to k.")
    logcdf = _function("logcdf", "logcdf", "k", "The logarithm of `cdf`.")
    sf = _function("sf", "sf", "k", "The probability of values above k.")
    logsf = _function("logsf", "logsf", "k", "The logarithm of `sf`.")

    def expect(self, func=None, args: tuple = (), loc: float = 0, lb=None, ub=None, conditional=False, **summation):
        """The expectation of a function of values.

        Parameters
            func: a function of arrays; the value itself if None.
            args: the family's parameters, numbers.
            loc: a number.
            lb, ub: the least and the largest value that count; the ends of the support if None.
            conditional: whether to divide by the probability of these.
            summation: SciPy's `maxcount`, `tolerance` and `chunksize`, which are not needed.
        Returns
            A number; NaN where the condition has no probability.
        """
        self._parse(args, {}, {})  # which looks at their number
        return self._core.expect(func, args, loc, 1.0, lb, ub, conditional)


class rv_frozen(_Seeded):
    """A distribution with its parameters, as `norm(loc=1.0)` makes it.

    Parameters
        dist: the distribution.
        args, keywords: its parameters, `loc` and `scale`.
    Raises
        TypeError: parameters that miss, that are too many, or that there are not.
    Example
        >>> stats.norm(loc=1.0).cdf(cp.array([1.]))
        array([0.5])
    """

    def __init__(self, dist, *args, **keywords):
        dist._location(args, keywords)  # which looks at them
        self.dist, self.args, self.kwds = dist, args, keywords

    def _ends(self):
        return self.dist.support(*self.dist._location(self.args, self.kwds)[0])

    a = property(lambda self: self._ends()[0], doc="The least value, without location and scale.")
    b = property(lambda self: self._ends()[1], doc="The largest value, without location and scale.")

    def rvs(self, size=None, random_state=None):
        random_state = self._random_state if random_state is None else random_state
        return self.dist.rvs(*self.args, size=size, random_state=random_state, **self.kwds)

    def stats(self, moments="mv"):
        return self.dist.stats(*self.args, moments=moments, **self.kwds)

    def moment(self, order=None):
        return self.dist.moment(order, *self.args, **self.kwds)

    def interval(self, confidence=None):
        return self.dist.interval(confidence, *self.args, **self.kwds)

    def expect(self, func=None, lb=None, ub=None, conditional=False, **keywords):
        shapes, loc, scale = self.dist._location(self.args, self.kwds)
        place = {"loc": loc} if isinstance(self.dist, rv_discrete) else {"loc": loc, "scale": scale}
        return self.dist.expect(func, tuple(shapes), lb=lb, ub=ub, conditional=conditional, **place, **keywords)


def _frozen_method(family, name, value):
    """A method of frozen distributions: of a `value`, or of the distribution alone."""
    if value is None:

        def method(self):
            return getattr(self.dist, name)(*self.args, **self.kwds)
    else:

        def method(self, *at, **named):
            if len(at) + len(named) != 1 or named.keys() - {value}:
                raise TypeError(f"{name} takes one argument, {value}")
            return getattr(self.dist, name)(*at, *named.values(), *self.args, **self.kwds)

    method.__name__ = name
    method.__doc__ = getattr(family, name).__doc__
    return method


class rv_continuous_frozen(rv_frozen):
    """A continuous distribution with its parameters."""


class rv_discrete_frozen(rv_frozen):
    """A discrete distribution with its parameters."""


for _name in ("rvs", "stats", "moment", "interval", "expect"):
    getattr(rv_frozen, _name).__doc__ = (getattr(_Distribution, _name, None) or getattr(rv_continuous, _name)).__doc__
for _name in ("mean", "var", "std", "median", "entropy", "support"):
    setattr(rv_frozen, _name, _frozen_method(_Distribution, _name, None))
for _kind, _family, _letter, _density in (
    (rv_continuous_frozen, rv_continuous, "x", "pdf"),
    (rv_discrete_frozen, rv_discrete, "k", "pmf"),
):
    for _name in ("cdf", "logcdf", "sf", "logsf"):
        setattr(_kind, _name, _frozen_method(_family, _name, "x"))
    for _name in (_density, f"log{_density}"):
        setattr(_kind, _name, _frozen_method(_family, _name, _letter))
    for _name in ("ppf", "isf"):
        setattr(_kind, _name, _frozen_method(_family, _name, "q"))


__all__ = ["rv_continuous", "rv_discrete", "rv_frozen"]
__all__ += ["beta", "binom", "chi2", "expon", "f", "gamma", "lognorm", "norm", "poisson", "t", "uniform"]
for _row in _functions.distributions():
    globals()[_row.name] = (rv_discrete if _row.discrete else rv_continuous)(_row)
if _TYPE_CHECKING:  # what that loop makes
    beta: rv_continuous
    chi2: rv_continuous
    expon: rv_continuous
    f: rv_continuous
    gamma: rv_continuous
    lognorm: rv_continuous
    norm: rv_continuous
    t: rv_continuous
    uniform: rv_continuous
    binom: rv_discrete
    poisson: rv_discrete
