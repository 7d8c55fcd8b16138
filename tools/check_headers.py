#!/usr/bin/env python3
"""Compile each public header alone, without a warning, with each of the compilers that are there.

    python3 tools/check_headers.py [--jobs 2] [--include include] [COMPILER ...]

Without names: g++-12, g++-13, g++-14 and clang++-19. Also tells how long a program takes that includes cuprum.h.
"""

import argparse
import concurrent.futures
import os
import pathlib
import resource
import shutil
import subprocess
import sys

FLAGS = "-std=c++20 -Wall -Wextra -Werror -x c++ -".split()


def compile_text(compiler, include, text, *flags):
    """What the compiler prints."""
    quiet = ["-Wno-psabi"] if "g++" in compiler and "clang" not in compiler else []
    command = [compiler, f"-I{include}", *quiet, *flags, *FLAGS]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def processor_time(compiler, include):
    """Seconds of processor time for an optimised program that includes cuprum.h: the least of three tries."""
    text = "#include <cuprum/cuprum.h>\nint main() { return cuprum::arange(3).ndim() != 1; }\n"
    tries = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        problem = compile_text(compiler, include, text, "-O2", "-c", "-o", os.devnull)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        tries.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if problem:
            sys.exit(problem)
    return min(tries)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compilers", nargs="*", default=["g++-12", "g++-13", "g++-14", "clang++-19"])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--include", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent / "include")
    arguments = parser.parse_args()
    headers = sorted(path.relative_to(arguments.include) for path in arguments.include.rglob("*.h"))
    failed = 0
    for compiler in arguments.compilers:
        if not shutil.which(compiler):
            print(f"{compiler}: not installed")
            continue
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:

            def alone(header, compiler=compiler):
                return compile_text(compiler, arguments.include, f"#include <{header}>\n", "-fsyntax-only")

            problems = {header: text for header, text in zip(headers, pool.map(alone, headers)) if text}
        for header, text in problems.items():
            print(f"{compiler}, {header}:\n{text}")
        failed += len(problems)
        took = "" if problems else f"; cuprum.h in a program: {processor_time(compiler, arguments.include):.2f} s"
        print(f"{compiler}: {len(headers) - len(problems)} of {len(headers)} headers compile alone{took}", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
