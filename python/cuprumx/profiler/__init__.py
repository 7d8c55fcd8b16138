"""How long things take, and what a program gives its devices to do.

Other profilers and notebooks (profile, load_ipython_extension):
    >>> with profiler.profile():  # Nsight Systems records this block
    ...     total = cp.arange(4).sum()
    >>> import importlib.util
    >>> if importlib.util.find_spec("IPython"):  # in a notebook: %load_ext cuprumx.profiler
    ...     from IPython.core.interactiveshell import InteractiveShell
    ...     profiler.load_ipython_extension(InteractiveShell())
"""

from ._ipython import load_ipython_extension
from ._profile import profile, time_range
from ._time import benchmark
from ._trace import trace

__all__ = ["benchmark", "load_ipython_extension", "profile", "time_range", "trace"]
