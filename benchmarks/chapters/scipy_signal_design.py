"""`scipy.signal`: designs of filters, windows and waveforms, which the host computes; and what filters do at 2^20
frequencies."""

from harness.case import HostCase, ScipyCase, most, times

TITLE = "Designs of filters"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("scipy", "cuprum")

# Statements, and how many microseconds they may cost.
STATEMENTS = (
    ("firwin(129, 0.3)", 30),
    ("butter(4, 0.2)", 30),
    ("butter(4, 0.2, output='sos')", 30),
    ("ellip(8, 1, 60, [0.2, 0.4], 'band', output='sos')", 60),
    ("bessel(6, 0.2)", None),
    ("cheb2ord(0.2, 0.3, 1, 60)", None),
    ("iirdesign(0.2, 0.3, 1, 60)", None),
    ("firls(73, [0, 0.2, 0.3, 1], [1, 1, 0, 0])", None),
    ("remez(72, [0, 0.1, 0.15, 0.5], [1, 0])", None),
    ("minimum_phase(firwin(129, 0.3))", None),
    ("freqz([1.0, 2.0, 1.0], [1.0, 0.0, 0.25])", None),
    ("get_window('hann', 1024)", None),
    ("get_window(('kaiser', 8.6), 1024)", None),
    ("residue([1.0, 2.0], [1.0, 3.0, 3.5, 1.5])", None),
    ("cont2discrete(([1.0], [1.0, 3.0, 2.0]), 0.1)", None),
    ("step(([1.0], [1.0, 3.0, 2.0]), N=200)", None),
)


def names_of(library):
    module = library.scipy("signal")
    return {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}


def cases(setting):
    for statement, microseconds in STATEMENTS:
        targets = [times(1, "cupy")] if setting.gpu else []
        if microseconds:
            targets.append(most(microseconds))
        yield HostCase(statement, statement, names_of, targets=targets)
    n = setting.size(1 << 20, 1 << 16, quick=16)
    yield ScipyCase(
        "signal",
        "freqz of an order of 4",
        lambda s, w: s.freqz([1.0, 2, 1], [1.0, 0, 0.25], w)[1],
        ((n,), "float64"),
        needs="freqz",
    )
    yield ScipyCase("signal", "chirp", lambda s, t: s.chirp(t, 1.0, 1.0, 8.0), ((n,), "float64"))
    yield ScipyCase("signal", "sawtooth", lambda s, t: s.sawtooth(t), ((n,), "float64"))
