"""Random programs of a dozen statements beside NumPy, some with views of views and writes through them."""

import pytest
from numpy_programs import run


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_programs(first):
    for seed in range(first, first + 10):
        run(seed)
