#!/usr/bin/env python3
"""Ask Clang whether anything is kept beyond the array, text or list that it refers to.

    python3 tools/lifetimes.py --build build [--jobs 2] [PART ...]

Reads a build folder's compile_commands.json; PART is in the names of the files to look at, all by default. What
CUPRUM_LIFETIMEBOUND (include/cuprum/lifetime.h) and the C++ library's own types say of lifetimes is checked without
compiling. Vectors and optionals of `Operand` are beyond Clang 19: what is put into them must be an array with a name.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

WARNINGS = (
    "dangling dangling-field dangling-gsl dangling-assignment dangling-initializer-list return-stack-address".split()
)
KEPT = re.compile(r"^-(D|I|std=|m(avx|fma|sse))")


def arguments_for(command, compiler):
    """Clang's command line from that of another compiler; the headers that it compiles beforehand are included."""
    words, found = shlex.split(command), []
    for before, word in zip(["", *words], words):
        if KEPT.match(word):
            found.append(word)
        elif before == "-isystem":
            found += [before, word]
        elif before == "-include":
            found += [before, headers_of(word)]
    flags = [f"-Werror={name}" for name in WARNINGS]
    return [compiler, "-fsyntax-only", "-w", *found, *flags, words[-1]]


def headers_of(precompiled):
    """A copy of a precompiled header's text elsewhere, as Clang would take GCC's file beside it for one of its own."""
    source = pathlib.Path(precompiled)
    copy = source.parent / "lifetimes.h"
    if not copy.exists() or copy.stat().st_mtime < source.stat().st_mtime:
        copy.write_text(source.read_text())
    return str(copy)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--build", type=pathlib.Path, default="build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--compiler", default="clang++-19")
    options = parser.parse_args()
    if not shutil.which(options.compiler):
        sys.exit(f"{options.compiler} is not installed")
    entries = [
        entry
        for entry in json.loads((options.build / "compile_commands.json").read_text())
        if entry["file"].endswith(".cpp")
        and "third_party" not in entry["file"]
        and (not options.parts or any(part in entry["file"] for part in options.parts))
    ]

    def look(entry):
        command = arguments_for(entry["command"], options.compiler)
        done = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True)
        return done.stderr if done.returncode else ""

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        problems = [text for text in pool.map(look, entries) if text]
    for text in problems:
        print(text)
    print(f"{len(entries)} files, {len(problems)} with complaints")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
