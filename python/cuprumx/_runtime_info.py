"""What a program runs on, for reports of errors."""

from cuprum import _config


class RuntimeInfo:
    """What `cuprum.show_config` prints, as text: `str(info)`."""

    def __init__(self):
        self._text = _config.text(_config.facts())

    def __str__(self):
        return self._text

    __repr__ = __str__


def get_runtime_info(*, full=True):
    """The versions, devices, caches, limits and settings that cuprum works with.

    Parameters
        full: CuPy's; everything is told in either case.
    Returns
        An object whose text, `str(info)`, is what `cuprum.show_config` prints.
    """
    return RuntimeInfo()
