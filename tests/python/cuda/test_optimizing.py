"""cuprumx.optimizing: accepted, and without effect."""

import pytest

import cuprum as cp
from cuprumx.optimizing import optimize


def test_the_body_runs(tmp_path):
    path = tmp_path / "records"
    x = cp.arange(1000.0).reshape(10, 100)
    plain = cp.sum(x * 2, axis=1).get()
    for keywords in [{}, {"key": "sums", "path": str(path), "readonly": False}, {"max_trials": 5, "timeout": 0.5}]:
        with optimize(**keywords):
            assert (cp.sum(x * 2, axis=1).get() == plain).all()
    assert not path.exists()
    with pytest.raises(ZeroDivisionError):
        with optimize():
            1 / 0  # noqa: B018


@pytest.mark.parametrize("keywords", [{"trials": 3}, {"key": 3}, {"path": 4.0}, {"max_trials": "many"}])
def test_errors(keywords):
    with pytest.raises(TypeError):
        optimize(**keywords)
    with pytest.raises(TypeError):
        optimize("key")
