"""What python/bindings binds by hand has a reason in docs/by_hand.toml, and does not grow."""

import collections
import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINDINGS = ROOT / "python" / "bindings"
DEFINITION = re.compile(r'\bm\.def\(\s*(?:"(?P<name>[^"]+)")?')


def bound():
    """The names that each file binds; `*` for one that it computes."""
    found = collections.Counter()
    for path in BINDINGS.rglob("*.cpp"):
        file = str(path.relative_to(BINDINGS).with_suffix(""))
        found.update((file, match["name"] or "*") for match in DEFINITION.finditer(path.read_text()))
    return found


def listed():
    table = tomllib.loads((ROOT / "docs" / "by_hand.toml").read_text())
    found = collections.Counter()
    for reason in table["reason"]:
        for entry in reason["functions"]:
            file, names = entry.split(": ")
            found.update((file, name) for name in names.split())
    return found, table["most"]


def test_what_is_bound_by_hand_has_a_reason():
    found, (expected, _) = bound(), listed()
    assert found - expected == {}, "declare it with CUPRUM_PYTHON (docs/adding.md), or give its reason"
    assert expected - found == {}, "no longer bound by hand"


def test_it_does_not_grow():
    assert sum(bound().values()) == listed()[1], "set `most` of docs/by_hand.toml to the smaller number"
