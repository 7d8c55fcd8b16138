"""How the programs of this folder measure."""

import statistics
import time


class Timer:
    """Adds up the seconds of named steps: `with timer("copy"): ...`"""

    def __init__(self):
        self.steps = {}

    def __call__(self, step):
        self.step = step
        return self

    def __enter__(self):
        self.start = time.perf_counter()

    def __exit__(self, *error):
        seconds = time.perf_counter() - self.start
        self.steps[self.step] = self.steps.get(self.step, 0) + seconds
        print(f"{self.step}: {seconds:.6f} seconds")


def per_loop(function, loops=5, runs=7):
    """Calls a function some times in several runs, and prints the mean time of a call as IPython's %timeit does."""
    means = []
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(loops):
            function()
        means.append((time.perf_counter() - start) / loops)
    mean, deviation = statistics.fmean(means), statistics.pstdev(means)
    print(
        f"{mean * 1e3:.3g} ms ± {deviation * 1e3:.3g} ms per loop (mean ± std. dev. of {runs} runs, {loops} loops each)"
    )
    return mean
