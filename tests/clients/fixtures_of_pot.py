"""Fixtures that POT's tests ask for, for CuPy's backend alone: its source package comes without them."""

import functools

import pytest
from ot.backend import get_backend_list


@pytest.fixture(params=[b for b in get_backend_list() if b.__name__ == "cupy"], ids=lambda backend: backend.__name__)
def nx(request):
    return request.param


def skip_arg(arg, value, reason=None, getter=lambda x: x):
    """Skips a test where its arguments have these values."""
    names, values = (arg, value) if isinstance(arg, (tuple, list)) else ((arg,), (value,))

    def wrapper(test):
        @functools.wraps(test)
        def wrapped(*args, **kwargs):
            if all(name in kwargs and getter(kwargs[name]) == v for name, v in zip(names, values)):
                pytest.skip(reason or f"{names} is {values}")
            return test(*args, **kwargs)

        return wrapped

    return wrapper


pytest.skip_arg = skip_arg
pytest.skip_backend = functools.partial(skip_arg, "nx", getter=lambda backend: backend.__name__)
