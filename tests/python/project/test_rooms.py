"""The rooms of the project use each other as docs/rooms.toml says."""

import importlib.util
import pathlib

_path = pathlib.Path(__file__).resolve().parents[3] / "tools" / "rooms.py"
_spec = importlib.util.spec_from_file_location("rooms", _path)
rooms = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(rooms)


def test_every_arrow_is_one_of_the_table():
    assert rooms.problems() == []


def test_an_arrow_that_points_up_is_found(tmp_path, monkeypatch):
    for folder, text in (("src/low", '#include "high/b.h"\n'), ("src/high", "")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / ("a.h" if folder == "src/low" else "b.h")).write_text(text)
    table = [
        {"name": "low", "files": ["src/low/**"], "uses": []},
        {"name": "high", "files": ["src/high/**"], "uses": []},
    ]
    monkeypatch.setattr(rooms, "ROOT", tmp_path)
    assert rooms.wrong_includes(table) == ["src/low/a.h (low) includes src/high/b.h (high)"]
    table[0]["uses"] = ["high"]
    assert rooms.wrong_includes(table) == ["room low uses high, which docs/rooms.toml names after it"]


def test_an_include_inside_of_a_namespace_is_found(tmp_path, monkeypatch):
    """It compiles where another file of the unity group has included the header before."""
    (tmp_path / "src").mkdir()
    text = '#include "b.h"\nnamespace c {\n#include "{}"\n}  // namespace c\n'
    for header, found in (("table.def", []), ("late.h", ["src/a.cpp includes late.h inside of a namespace"])):
        (tmp_path / "src" / "a.cpp").write_text(text.replace("{}", header))
        monkeypatch.setattr(rooms, "ROOT", tmp_path)
        assert rooms.wrong_includes([{"name": "src", "files": ["src/**"], "uses": []}]) == found


def test_a_circle_of_imports_is_found(tmp_path, monkeypatch):
    package = tmp_path / "python" / "cuprum"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from . import a\n")
    (package / "a.py").write_text("def f():\n    from .b import g\n    return g\n")
    (package / "b.py").write_text("from .a import f\ng = f\n")
    monkeypatch.setattr(rooms, "ROOT", tmp_path)
    assert rooms.wrong_imports([{"name": "cuprum", "uses": []}]) == [
        "cuprum.a -> cuprum.b -> cuprum.a: a circle of imports"
    ]
