"""What is called: for each function of NumPy how its arguments are drawn, and how near to NumPy's the result must
be."""

from ..compare import Exact

SPECS = []


class Spec:
    """One way to call some functions.

    Parameters
        paths: the functions' names, blank separated; one is drawn for each case.
        draw: takes a Drawer and returns the arguments, or a pair of arguments and keywords.
        policy: how results are compared.
        writes: positions or names of arguments that the call changes.
        model: stands in for NumPy's function where docs/cupy.md documents a difference.
        layout: whether strides must be NumPy's.
        ignores_result: whether only what is written counts.
        strict: whether arguments are left as they were drawn, never replaced by nonsense.
    """

    kept = SPECS

    def __init__(
        self, paths, draw, policy=None, *, writes=(), model=None, layout=False, ignores_result=False, strict=False
    ):
        self.paths, self.draw, self.policy = paths.split(), draw, policy or Exact()
        self.writes, self.model, self.layout = writes, model, layout
        self.ignores_result, self.strict = ignores_result, strict
        self.kept.append(self)

    @property
    def name(self):
        return self.paths[0]


from . import (  # noqa: E402, F401
    creation,
    fourier,
    indexing,
    linear_algebra,
    logic,
    manipulation,
    polynomials,
    products,
    reductions,
    sorting,
    statistics,
    ufuncs,
)
