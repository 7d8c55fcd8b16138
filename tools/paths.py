#!/usr/bin/env python3
"""Check that the paths which documents and comments name are there.

    python3 tools/paths.py            tell of every path that no file or folder of the project has

A word in capitals (`src/scipy/NAME`) stands for any name, and what `.gitignore` names need not be there.
"""

import ast
import io
import pathlib
import re
import subprocess
import sys
import tokenize

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = "benchmarks|cmake|device|docs|examples|include|python|src|tests|third_party|tools"
PATHS = re.compile(rf"(?<![\w/.<-])((?:{FOLDERS})/[\w./*-]*\w)")
PLACEHOLDER = re.compile(r"[A-Z]{4,}|\*")
COMMENTS = {".h": "//", ".cpp": "//", ".cuh": "//", ".cu": "//", ".def": "//", ".cmake": "#", ".toml": "#", ".sh": "#"}
NOT_OURS = ("third_party/", "device/standard/", "benchmarks/results/")
EXAMPLES = {"src/scipy/signal/smooth.cpp"}  # docs/adding.md adds this function


def written(file, text):
    """Yield the lines of `file` in which a person reads a path, each with its number."""
    if file.suffix == ".md":
        yield from enumerate(text.splitlines(), 1)
    elif file.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
                docstring = node.body[0].value
                yield from enumerate(docstring.value.splitlines(), docstring.lineno)
    elif mark := COMMENTS.get(file.suffix) or ("#" if file.name in ("CMakeLists.txt", "Makefile") else None):
        for number, line in enumerate(text.splitlines(), 1):
            if mark in line:
                yield number, line[line.index(mark) :]


def dead_paths(root=None):
    """Return a line for each path that is named in a file under version control and is not there."""
    root = root or ROOT
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True)
    files = {file for file in listed.stdout.split("\n") if file and (root / file).exists()}
    known = files | EXAMPLES | {str(folder) for file in files for folder in pathlib.PurePath(file).parents}
    named = []
    for file in sorted(files):
        if file.startswith(NOT_OURS) or (root / file).is_symlink():
            continue
        path = pathlib.PurePath(file)
        if path.suffix not in {".md", ".py", *COMMENTS} and path.name not in ("CMakeLists.txt", "Makefile"):
            continue
        for number, line in written(path, (root / file).read_text()):
            named += [(match[1], file, number) for match in PATHS.finditer(line)]
    dead = [name for name in named if not PLACEHOLDER.search(name[0]) and name[0] not in known]
    if dead:
        asked = "\n".join(name[0] for name in dead)
        ignored = subprocess.run(
            ["git", "check-ignore", "--stdin"], cwd=root, input=asked, capture_output=True, text=True
        )
        dead = [name for name in dead if name[0] not in ignored.stdout.split("\n")]
    return [f"{file}:{number}: {path} is not there" for path, file, number in dead]


if __name__ == "__main__":
    problems = dead_paths()
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))
