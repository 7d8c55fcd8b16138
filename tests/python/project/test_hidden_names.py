"""A function of a chapter hides the ufunc of its name where its header comes before, without a word of the compiler:
`scipy::signal::square` is a wave. Sources of the chapter say which of the two they mean."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEADERS = ROOT / "include" / "cuprum"
CHAPTERS = sorted(path.name for path in (ROOT / "src" / "scipy").iterdir() if path.is_dir())
FUNCTION = re.compile(r"^(?!\s|return\b)(?:CUPRUM_PYTHON )?(?:inline )?[\w:<>, ]+?[ &*](\w+)\(", re.MULTILINE)


def ufuncs():
    """Objects, and not functions: no overload of another namespace is looked for."""
    tables = [*(HEADERS / "ufuncs").glob("*.def"), HEADERS / "reductions.def"]
    return {name for table in tables for name in re.findall(r"^CUPRUM_\w+\((\w+)", table.read_text(), re.MULTILINE)}


def functions(chapter):
    opened = re.compile(rf"namespace cuprum::scipy::{chapter}\b")
    texts = [path.read_text() for path in (HEADERS / "scipy").glob("*.h")]
    return {name for text in texts if opened.search(text) for name in FUNCTION.findall(text)}


def hidden_names(text, names):
    """The names that a source calls without a namespace and does not define."""
    code = re.sub(r"//.*", "", text)
    defined = set(FUNCTION.findall(code))
    return {name for name in names - defined if re.search(rf"(?<![\w:.>]){name}\(", code)}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_sources_say_which_they_mean(chapter):
    names = ufuncs() & functions(chapter)
    sources = [path for path in (ROOT / "src" / "scipy" / chapter).rglob("*") if path.suffix in (".cpp", ".h")]
    found = {path.name: hidden for path in sources if (hidden := hidden_names(path.read_text(), names))}
    assert not found, f"write cuprum::NAME or {chapter}::NAME"


def test_what_is_found():
    assert "square" in ufuncs() & functions("signal")
    assert hidden_names("return add(square(a), b);  // square(c)", {"square", "add"}) == {"square", "add"}
    assert hidden_names("return cuprum::square(a);  // square(c)", {"square"}) == set()
    assert hidden_names("ndarray square(const ndarray& a) {\n    return square(a, 1);", {"square"}) == set()
