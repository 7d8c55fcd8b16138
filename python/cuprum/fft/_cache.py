"""Plans of transforms that were made ready: each thread has a cache for each device."""

from collections import namedtuple

from .._core._fft import PlanCache, get_plan_cache


def clear_plan_cache():
    """Lets go of the calling thread's plans of the current device."""
    get_plan_cache().clear()


def show_plan_cache_info():
    """Prints the limits of the calling thread's plan cache of the current device, and what it holds."""
    get_plan_cache().show_info()


def get_plan_cache_size():
    """How many plans the calling thread's cache of the current device keeps at most; -1 is no limit."""
    return get_plan_cache().get_size()


def set_plan_cache_size(size):
    """Sets how many plans the calling thread's cache of the current device keeps at most.

    Parameters
        size: a number of plans; 0 keeps none, -1 is no limit.
    Raises
        ValueError: less than -1.
    Example
        >>> before = cuprum.fft.config.get_plan_cache_size()
        >>> cuprum.fft.config.set_plan_cache_size(4)
        >>> cuprum.fft.config.get_plan_cache_size()
        4
        >>> cuprum.fft.config.set_plan_cache_size(before)
    """
    get_plan_cache().set_size(size)


def get_plan_cache_max_memsize():
    """How many bytes the plans of the calling thread's cache of the current device take at most; -1 is no limit."""
    return get_plan_cache().get_memsize()


def set_plan_cache_max_memsize(size):
    """Sets how many bytes the plans of the calling thread's cache of the current device take at most.

    Parameters
        size: a number of bytes; -1 is no limit.
    Raises
        ValueError: less than -1.
    """
    get_plan_cache().set_memsize(size)


class PlanCacheNode(namedtuple("PlanCacheNode", "key plan memsize")):
    """What a plan cache holds for a key: the plan, and how many bytes it takes."""


def _nodes(cache):
    from ..cuda import cufft

    for kind, double, lengths, batch, memsize in cache._keys():
        fft_type = cufft._NUMBERS.get((kind, double))
        if fft_type is None:  # a cosine or sine transform
            continue
        if len(lengths) == 1:
            key, plan = (lengths[0], fft_type, batch, None), cufft.Plan1d(lengths[0], fft_type, batch)
        else:
            last = lengths[-1] // 2 + 1 if kind == "R2C" else lengths[-1]
            key = (lengths, fft_type, batch, None)
            plan = cufft.PlanNd(lengths, None, 1, 0, None, 1, 0, fft_type, batch, "C", len(lengths) - 1, last)
        yield PlanCacheNode(key, plan, memsize)


def _iterate(self):
    """Pairs of a key and what is held for it, the last used first. A key is the length (of several axes a tuple), the
    type of `cuprum.cuda.cufft`, the number of transforms that are done at once, and None; plans of cosine and sine
    transforms are left out."""
    return iter([(node.key, node) for node in _nodes(self)])


def _get(self, key, default=None):
    """The plan for a key, or `default`."""
    return next((node.plan for node in _nodes(self) if node.key == key), default)


def _get_item(self, key):
    """The plan for a key. Raises KeyError where there is none."""
    plan = _get(self, key)
    if plan is None:
        raise KeyError(f"no plan is held for {key}; the keys are {[node.key for node in _nodes(self)]}")
    return plan


def _contains(self, key):
    """Whether there is a plan for a key."""
    return _get(self, key) is not None


PlanCache.__iter__, PlanCache.__getitem__, PlanCache.__contains__, PlanCache.get = _iterate, _get_item, _contains, _get
