#!/usr/bin/env python3
"""Check that sources use the words of docs/words.toml: none that it bans, and terms with one meaning in their rooms.

python3 tools/words.py            tell of every word that the table does not allow
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
    if not found:
        print("every word is one that docs/words.toml allows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
