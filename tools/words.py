#!/usr/bin/env python3
"""Check that sources and pages use the words of docs/words.toml, and that sentences of pages are short.

Sources use no word that the table bans, and terms with one meaning only in their rooms. Pages use no banned word, and
no sentence of more than 30 words; a piece of code counts as one word.

python3 tools/words.py            tell of every word that the table does not allow, and of every long sentence
"""

import fnmatch
import pathlib
import re
import subprocess
import sys

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "words.toml"
FOLDERS = ("src/", "include/", "device/", "python/", "tests/cpp/", "tools/")
PAGES = (  # of people who work on the library, or look for what differs from CuPy
    "README.md",
    "CONTRIBUTING.md",
    "docs/accuracy.md",
    "docs/adding.md",
    "docs/architecture.md",
    "docs/cupy.md",
    "docs/deferred.md",
    "docs/dependencies.md",
    "docs/environment.md",
    "docs/glossary.md",
    "docs/random.md",
)
MOST_WORDS = 30
SUFFIXES = {".h", ".cpp", ".cuh", ".cu", ".def", ".py"}
NAME = re.compile(r"[A-Za-z]\w*")
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def spelt(name):
    """Return the words of a name, in small letters with spaces before, between and after them."""
    return " " + " ".join(word.lower() for word in WORD.findall(name)) + " "


def words_of(line):
    """Return the words of a line of text, those of names apart: "by_parts(x)" and "by parts" are " by parts ..."."""
    return "".join(spelt(name)[:-1] for name in NAME.findall(line)) + " "


def is_in(file, globs):
    """Return whether a file is one of those that globs name."""
    return any(fnmatch.fnmatchcase(file, glob.replace("**", "*")) for glob in globs)


def wrong_words(file, text, table):
    """Yield the number of a line and what is wrong with it, for each word that the table does not allow in a file."""
    banned = [(f" {entry['word']} ", entry) for entry in table["word"] if is_in(file, entry.get("paths", ["**"]))]
    terms = [(f" {entry['term']} ", entry) for entry in table["term"] if not is_in(file, entry["paths"])]
    lowered = text.lower()
    banned = [pair for pair in banned if all(word in lowered for word in pair[0].split())]
    terms = [pair for pair in terms if pair[0].strip() in lowered]
    if not banned and not terms:
        return
    proper = re.compile("|".join(table["proper_names"]), re.IGNORECASE)
    for number, line in enumerate(text.splitlines(), 1):
        words = words_of(proper.sub("", line))
        for phrase, entry in banned:
            if phrase in words:
                yield number, f"'{entry['word']}': write {entry['write']}"
        for phrase, entry in terms:
            if phrase in words:
                yield number, f"'{entry['term']}' means {entry['meaning']}"


def pages():
    """Return the pages whose words and sentences are looked at: those of PAGES, and all of the documentation site."""
    site = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "site").rglob("*.md"))
    return [*PAGES, *site]


def is_named_as_banned(file):
    """Return whether a page may name banned words, as it says what to write instead."""
    return file == "docs/glossary.md"


def long_sentences(text):
    """Yield the number of words and the beginning of each sentence of a page that is too long.

    A sentence ends at a full stop, a question mark or an exclamation mark before a space, at the end of a paragraph, of
    an entry of a list and of a cell of a table.
    """
    text = re.sub(r"```.*?```|<!--.*?-->", "\n\n", text, flags=re.S)
    text = re.sub(r"`[^`]*`", "code", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)  # where a link leads
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.)\s?)", text):
        for cell in paragraph.split("|") if paragraph.lstrip().startswith("|") else [paragraph]:
            for sentence in re.split(r"(?<=[.!?])\s+", " ".join(cell.split())):
                count = sum(bool(re.search(r"\w", word)) for word in sentence.split())
                if count > MOST_WORDS:
                    yield count, sentence[:60]


def wrong_pages(table):
    """Yield a page, the number of a line or None, and what is wrong there."""
    banned = {
        "proper_names": table["proper_names"],
        "word": [entry for entry in table["word"] if "paths" not in entry],
        "term": [],
    }
    for file in pages():
        text = (ROOT / file).read_text()
        if not is_named_as_banned(file):
            yield from ((file, number, problem) for number, problem in wrong_words(file, text, banned))
        for count, sentence in long_sentences(text):
            yield file, None, f"{count} words in a sentence, at most {MOST_WORDS}: {sentence}..."


def main():
    """Print what is wrong, and return the exit status."""
    table = tomllib.loads(TABLE.read_text())
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    found = 0
    for file in listed.stdout.split("\n"):
        path = ROOT / file
        if (
            not file.startswith(FOLDERS)
            or path.suffix not in SUFFIXES
            or not path.is_file()
            or file == "tools/words.py"
        ):
            continue
        for number, problem in wrong_words(file, path.read_text(), table):
            print(f"{file}:{number}: {problem}")
            found += 1
    for file, number, problem in wrong_pages(table):
        print(f"{file}{f':{number}' if number else ''}: {problem}")
        found += 1
    if not found:
        print("every word is one that docs/words.toml allows, and sentences of pages are short")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
