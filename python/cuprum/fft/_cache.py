"""Plans of transforms that were made ready: each thread has a cache for each device."""

from .._core._fft import PlanCache, get_plan_cache  # noqa: F401


def clear_plan_cache():
    """Lets go of the calling thread's plans of the current device."""
    get_plan_cache().clear()


def show_plan_cache_info():
    """Prints the limits of the calling thread's plan cache of the current device, and what it holds."""
    get_plan_cache().show_info()
