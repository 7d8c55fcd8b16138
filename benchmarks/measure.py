"""How a time is taken."""

import statistics
import timeit

import numpy


def usable(calls, case, errors):
    """The calls that work, in the form that `device_times` or `host_times` takes. What another raises is told and goes to
    `errors`: what one library cannot do must not end the measurement of the others."""
    found = {}
    for name, call in calls.items():
        clock, work, *names = call
        try:
            exec(work, names[0]) if names else work()
            clock.synchronize()
        except Exception as error:
            errors[f"{case}, {name}"] = f"{type(error).__name__}: {error}"
            print(
                f"{case}: {name} cannot: {type(error).__name__}: {str(error).strip().partition(chr(10))[0]}", flush=True
            )
        else:
            found[name] = call
    return found


def device_times(calls, seconds=0.4, least=7, most=40):
    """Milliseconds of each call, by library name: {name: (median, least)}.

    `calls` is {name: (clock, function)}. The libraries take turns, so that all of them meet the same state of the machine
    and none finds its operands in a cache that its last call filled.
    """
    for clock, function in calls.values():
        function()  # compiles
        clock.synchronize()
    start = timeit.default_timer()
    for clock, function in calls.values():
        function()
        clock.synchronize()
    turn = timeit.default_timer() - start
    repeats = int(min(most, max(least, seconds / max(turn, 1e-9))))
    marks = {name: [] for name in calls}
    for _ in range(repeats):
        for name, (clock, function) in calls.items():
            before = clock.record()
            function()
            marks[name].append((before, clock.record()))
    times = {}
    for name, (clock, _) in calls.items():
        clock.synchronize()
        taken = [clock.milliseconds(a, b) for a, b in marks[name]]
        times[name] = (statistics.median(taken), min(taken))
    return times


def host_times(calls, number=200, batches=60):
    """Host microseconds a call, by library name: {name: (median, least, waiting)}.

    `calls` is {name: (clock, statement, names in it)}. A batch is short enough for the device's queue to hold it whole.
    `waiting` is the part of a batch's time that the device went on after the host was done: where it is large, the device
    was the slower one, and the queue may have held the host up.
    """
    taken = {name: [] for name in calls}
    waits = {name: [] for name in calls}
    timers = {name: timeit.Timer(statement, globals=names) for name, (_, statement, names) in calls.items()}
    for name, (clock, _, _) in calls.items():
        timers[name].timeit(number)  # compiles, fills the pool
        clock.synchronize()
    for _ in range(batches):
        for name, (clock, _, _) in calls.items():
            seconds = timers[name].timeit(number)
            start = timeit.default_timer()
            clock.synchronize()
            waits[name].append((timeit.default_timer() - start) / seconds)
            taken[name].append(seconds / number * 1e6)
    return {name: (statistics.median(taken[name]), min(taken[name]), statistics.median(waits[name])) for name in calls}


def sample(library, result):
    """A few elements of a result, to see whether two libraries computed the same."""
    if isinstance(result, tuple):
        result = result[0]
    corner = tuple(slice(None, None, max(1, n // 7)) for n in result.shape)
    return numpy.asarray(library.to_host(result[corner]))


def agree(ours, theirs):
    if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        return False
    tolerance = {2: 2e-2, 4: 1e-4}.get(ours.dtype.itemsize, 1e-4) if ours.dtype.kind in "fc" else 0
    return bool(numpy.allclose(ours, theirs, rtol=tolerance, atol=0, equal_nan=True))
