"""How a time is taken."""

import statistics
import time
import timeit

LEAST, MOST = 7, 40  # repeats of a device time


def summary(samples):
    """Median, least, quartiles and number of the samples, in their unit."""
    ordered = sorted(samples)
    quartiles = statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else [ordered[0]] * 3
    return {
        "median": statistics.median(ordered),
        "least": ordered[0],
        "quartiles": [quartiles[0], quartiles[2]],
        "repeats": len(ordered),
    }


class Contender:
    """A function of one library, with the library's clock."""

    def __init__(self, clock, function):
        self.clock, self.function, self.marks = clock, function, []

    def once(self):
        self.function()
        self.clock.synchronize()

    def turn(self):
        self.clock.keep_busy()
        before = self.clock.record()
        self.function()
        self.marks.append((before, self.clock.record()))

    def times(self):
        """Milliseconds of the turns since the last call of this."""
        self.clock.synchronize()
        marks, self.marks = self.marks, []
        return [self.clock.milliseconds(before, after) for before, after in marks]


class HostContender:
    """A statement on small arrays, for what a call costs the host."""

    def __init__(self, clock, statement, names):
        self.clock, self.timer = clock, timeit.Timer(statement, globals=names)

    def once(self):
        self.timer.timeit(1)
        self.clock.synchronize()

    def batch(self, number):
        """Microseconds a call. The device is not waited for inside of the batch, which its queue holds whole."""
        seconds = self.timer.timeit(number)
        self.clock.synchronize()
        return seconds / number * 1e6


def device_times(contenders, seconds=0.25):
    """{name: summary in milliseconds} of {name: Contender}, each of which has run once.

    They take turns, so that all meet the same state of the machine, and none finds its operands in a cache that its
    last call filled.
    """
    start = time.perf_counter()
    for contender in contenders.values():
        contender.once()
    turn = time.perf_counter() - start
    for _ in range(int(min(MOST, max(LEAST, seconds / max(turn, 1e-9))))):
        for contender in contenders.values():
            contender.turn()
    return {name: summary(contender.times()) for name, contender in contenders.items()}


def host_times(contenders, number=200, batches=60, seconds=1.5):
    """{name: summary in microseconds} of {name: HostContender}; they take turns batch by batch."""
    start = time.perf_counter()
    for contender in contenders.values():
        contender.batch(number)  # fills the pool
    turn = time.perf_counter() - start
    samples = {name: [] for name in contenders}
    for _ in range(int(min(batches, max(LEAST, seconds / max(turn, 1e-9))))):
        for name, contender in contenders.items():
            samples[name].append(contender.batch(number))
    return {name: summary(times) for name, times in samples.items()}
