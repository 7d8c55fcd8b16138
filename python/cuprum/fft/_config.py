"""Settings of Fourier transforms, by CuPy's names."""

import sys
import types
import warnings

from .. import _core
from . import _cache, _callback


def _warn_of_planning():
    warnings.warn(
        "enable_nd_planning is deprecated, as several axes are transformed by one plan in any case that allows it",
        DeprecationWarning,
        stacklevel=3,
    )


class _Config(types.ModuleType):
    """`cuprum.fft.config`: a module, as in CuPy, whose variables are settings of the library."""

    get_plan_cache = staticmethod(_cache.get_plan_cache)
    clear_plan_cache = staticmethod(_cache.clear_plan_cache)
    show_plan_cache_info = staticmethod(_cache.show_plan_cache_info)
    get_plan_cache_size = staticmethod(_cache.get_plan_cache_size)
    set_plan_cache_size = staticmethod(_cache.set_plan_cache_size)
    get_plan_cache_max_memsize = staticmethod(_cache.get_plan_cache_max_memsize)
    set_plan_cache_max_memsize = staticmethod(_cache.set_plan_cache_max_memsize)
    get_current_callback_manager = staticmethod(_callback.get_current_callback_manager)
    set_cufft_callbacks = _callback.set_cufft_callbacks

    @property
    def enable_nd_planning(self):
        """Whether several axes may be transformed by one plan. To read it warns as well, as in CuPy."""
        _warn_of_planning()
        return _core._fft.settings()[0]

    @enable_nd_planning.setter
    def enable_nd_planning(self, value):
        _warn_of_planning()
        _, *others = _core._fft.settings()
        _core._fft.set_settings(bool(value), *others)

    @property
    def use_multi_gpus(self):
        """Whether complex transforms along one axis are shared out among the devices of `set_cufft_gpus`."""
        return _core._fft.settings()[1]

    @use_multi_gpus.setter
    def use_multi_gpus(self, value):
        nd, _, devices = _core._fft.settings()
        _core._fft.set_settings(nd, bool(value), devices)

    @property
    def devices(self):
        """The devices that work together, as `set_cufft_gpus` named them; None while `use_multi_gpus` is not set."""
        _, several, devices = _core._fft.settings()
        return tuple(devices) if several and devices else None

    def set_cufft_gpus(self, gpus):
        """Says which devices work together while `use_multi_gpus` is set.

        Parameters
            gpus: a number of devices, which are then the first ones, or a list of their numbers.
        Raises
            ValueError: less than two devices, one that is not there, or one named twice.
        """
        devices = list(range(gpus)) if isinstance(gpus, int) else list(map(int, gpus))
        if len(devices) < 2:
            raise ValueError("Must use at least 2 GPUs.")
        nd, several, _ = _core._fft.settings()
        _core._fft.set_settings(nd, several, devices)


config = _Config("cuprum.fft.config", _Config.__doc__)
sys.modules[config.__name__] = config
