"""Sources use the words of docs/words.toml (tools/words.py)."""

import importlib.util
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def words():
    spec = importlib.util.spec_from_file_location("words", ROOT / "tools" / "words.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_word_is_allowed(words, capsys):
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    assert words.main() == 0, capsys.readouterr().out


TABLE = {
    "proper_names": ["DLPack"],
    "word": [
        {"word": "tally", "write": "count"},
        {"word": "by parts", "write": "in_chunks", "paths": ["src/scipy/**"]},
    ],
    "term": [{"term": "pack", "meaning": "a file of kernels", "paths": ["src/kernel/**"]}],
}


@pytest.mark.parametrize(
    ("file", "line", "wrong"),
    [
        ("src/a.cpp", "int tally_of(int);", True),
        ("src/a.cpp", "struct TallyOf {};", True),
        ("src/a.cpp", "#define SPARSE_TALLY", True),
        ("src/a.cpp", "int totally;", False),
        ("src/scipy/a.cpp", "starts_by_parts(x);", True),
        ("src/scipy/a.cpp", "// done by parts", True),
        ("src/numpy/a.cpp", "// done by parts", False),
        ("src/numpy/a.cpp", "Pack pack;", True),
        ("src/kernel/cache/a.cpp", "Pack pack;", False),
        ("src/numpy/a.cpp", "from_DLPack(x); unpacked", False),
    ],
)
def test_names_and_comments(words, file, line, wrong):
    assert bool(list(words.wrong_words(file, line, TABLE))) == wrong


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("word " * 30 + "end.", [31]),
        ("word " * 29 + "end.", []),
        ("word " * 20 + "end. " + "Word " * 20 + "end.", []),
        ("word " * 20 + "\n\n" + "word " * 20, []),
        ("- " + "word " * 20 + "\n- " + "word " * 20, []),
        ("| " + "word " * 20 + "| " + "word " * 31 + "|", [31]),
        ("word " * 20 + "`" + "code " * 20 + "`.", []),
        ("```\n" + "code " * 40 + "\n```", []),
        ("[" + "word " * 20 + "](docs/a.md) " + "word " * 11, [31]),
    ],
)
def test_long_sentences(words, text, lengths):
    assert [count for count, _ in words.long_sentences(text)] == lengths
