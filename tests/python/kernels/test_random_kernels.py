"""Sixty of the random kernels of `make fuzz-kernels`, in vectorised loops over threads and as their reference."""

import pytest

import cuprum as cp
import random_kernels

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="a GPU runs threads as they are")


@pytest.fixture(scope="module")
def workers():
    workers = random_kernels.Workers()
    yield workers
    workers.close()


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_loops_give_what_the_reference_gives(workers, first):
    kernels = [random_kernels.make(number) for number in range(first, first + 20)]
    assert [k.name for k, _, _ in random_kernels.differences(kernels, workers)] == []


@pytest.mark.parametrize("target", random_kernels.all_targets())
def test_all_targets_give_what_the_reference_gives(target):
    workers = random_kernels.Workers(quick=True, target=target)
    kernels = [random_kernels.make(number) for number in range(3000, 3010)]
    differing = random_kernels.differences(kernels, workers)
    workers.close()
    assert [k.name for k, _, _ in differing] == []


@pytest.mark.parametrize("check", ["memory", "races"])
def test_checks_change_nothing(check):
    workers = random_kernels.Workers(environment={"CUPRUM_CHECK": check})
    kernels = [random_kernels.Kernel(number) for number in range(1000, 1010)]
    differing = random_kernels.differences(kernels, workers)
    workers.close()
    assert [(k.name, loops) for k, loops, _ in differing] == []


def test_failures_are_made_small():
    """A kernel that fails where it has a switch is left with little else."""

    class Failing:
        def run(self, kernels):
            return {"loops": ["switch" in kernels[0].text()], "reference": [False]}

    kernel = next(k for k in map(random_kernels.Kernel, range(1000)) if "switch" in k.text() and len(k.text()) > 1500)
    before = len(kernel.text())
    random_kernels.shrink(kernel, Failing())
    assert "switch" in kernel.text() and len(kernel.text()) < before / 1.5
