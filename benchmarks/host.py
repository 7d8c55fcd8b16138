"""Small arrays: what a call costs the host. The device is never waited for inside of a batch."""

import numpy

from libraries import data
from measure import host_times

SIZE = 1000

# name, statement, microseconds it may take at most (some may be half as much again as a bare launch, if that is more)
CASES = [
    ("a + b", "a + b", 4.5),
    ("a + 1", "a + 1", 4.5),
    ("add(a, b, out=o)", "xp.add(a, b, out=o)", 4.5),
    ("sin(a)", "xp.sin(a)", 4.5),
    ("a.sum()", "a.sum()", 4.5),
    ("a.astype('f8')", "a.astype(f8)", 4.5),
    ("a.copy()", "a.copy()", 4.5),
    ("zeros(1000)", "xp.zeros(1000, f4)", 4.5),
    ("where(c, a, b)", "xp.where(c, a, b)", 6.5),
    ("take(a, i)", "xp.take(a, i)", 6.5),
    ("concatenate((a, b))", "xp.concatenate((a, b))", 6.5),
    ("argmax(a)", "xp.argmax(a)", 6.5),
    ("empty(1000)", "xp.empty(1000, f4)", 0.5),
    ("a[1:-1]", "a[1:-1]", 0.5),
    ("a.reshape(10, 100)", "a.reshape(10, 100)", 0.5),
    ("m.transpose()", "m.transpose()", 0.5),
    ("a[7]", "a[7]", 0.5),
]
LAUNCHES = 4.5, 1.5  # calls that may take this long may also take this many bare launches


def names(library):
    xp = library.xp
    a = data(library, (SIZE,), "float32")
    return {
        "xp": xp,
        "a": a,
        "b": data(library, (SIZE,), "float32", 1),
        "c": data(library, (SIZE,), "bool"),
        "i": data(library, (SIZE,), "int64"),
        "m": data(library, (10, 100), "float32"),
        "o": a.copy(),
        "f4": numpy.dtype("float32"),
        "f8": numpy.dtype("float64"),
    }


def run(libraries, launch_us, report):
    libraries = [library for name, library in libraries.items() if name != "torch"]
    spaces = {library.name: names(library) for library in libraries}
    for case, statement, target in CASES:
        if not launch_us:
            target = None  # on a CPU the comparison is with NumPy
        elif target == LAUNCHES[0]:
            target = max(target, LAUNCHES[1] * launch_us)
        rows, calls = [], {}
        for library in libraries:
            row = {"group": "host", "case": case, "library": library.name, "elements": SIZE, "target_us": target}
            rows.append(row)
            try:
                exec(statement, spaces[library.name])
                calls[library.name] = (library.clock, statement, spaces[library.name])
            except Exception as error:  # recorded: the other libraries and cases go on
                row["error"] = f"{type(error).__name__}: {error}"
        times = host_times(calls)
        for row in rows:
            if "error" not in row:
                row["median_us"], row["least_us"], row["waiting"] = times[row["library"]]
        report(rows)
