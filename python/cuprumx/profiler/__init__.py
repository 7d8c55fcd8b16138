"""How long things take, and what a program gives its devices to do."""

from ._ipython import load_ipython_extension
from ._profile import profile, time_range
from ._time import benchmark
from ._trace import trace

__all__ = ["benchmark", "load_ipython_extension", "profile", "time_range", "trace"]
