#!/usr/bin/env python3
"""Run the code blocks of the pages of docs/site, and compare what they print with what the pages show.

    PYTHONPATH=build/python .venv/bin/python tools/site/blocks.py docs/site/start/numpy-users.md ...
    python3 tools/site/blocks.py --cpp site_blocks.cpp docs/site    # the C++ blocks of all pages as one program

Blocks of one language and one page run one after another and share their variables. A block of the language `output`
behind a block is what it prints; an exception is its last line there, "ValueError: message". Lines of `console` blocks
that begin with "$ python" run, too. A block that imports a package which is not installed is left out. Files that the
blocks write go to the current folder, or to the one that --folder names.
"""

import argparse
import contextlib
import importlib.util
import io
import itertools
import os
import pathlib
import re
import shlex
import subprocess
import sys
import typing

FENCE = re.compile(r"^(`{3,})(\S*)[^\n]*\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
SETTING = re.compile(r"[A-Z_]+=")
IMPORT = re.compile(r"^\s*(?:import|from) (\w+)", re.MULTILINE)


class Block(typing.NamedTuple):
    language: str
    code: str
    line: int
    output: str | None


def blocks(text):
    """The blocks of a page; `output` blocks are joined to the block before."""
    found = []
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 2
        if match[2] == "output":
            found[-1] = found[-1]._replace(output=match[3])
        elif not match[2].startswith("{"):
            found.append(Block(match[2], match[3], line, None))
    return found


def lines(text):
    return [line.rstrip() for line in text.strip().splitlines()]


def difference(block, printed):
    """What differs between the output that a page shows and what was printed; "" if nothing does."""
    if block.output is None or lines(printed) == lines(block.output):
        return ""
    return f"the page shows\n{block.output}\nand the block prints\n{printed}"


def run_python(block, names, page):
    """Run a block in a namespace and return what it printed, its exception included."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile("\n" * (block.line - 1) + block.code, str(page), "exec"), names)
        except Exception as error:
            shown = None if block.output is None else (lines(block.output) or [""])[-1]
            if shown is None or (shown and not shown.startswith(type(error).__name__ + ":")):
                raise
            print(f"{type(error).__name__}: {error}")
    return printed.getvalue()


def run_console(block):
    """Run the lines that start Python, and return what they printed; None if there are none."""
    printed, ran = "", False
    for line in block.code.splitlines():
        words = shlex.split(line.removeprefix("$ "), comments=True)
        settings = dict(word.split("=", 1) for word in itertools.takewhile(SETTING.match, words))
        program, *arguments = words[len(settings) :] or [""]
        if line.startswith("$ ") and program == "python":
            printed += subprocess.run(
                [sys.executable, *arguments], env=os.environ | settings, capture_output=True, text=True, check=True
            ).stdout
            ran = True
    return printed if ran else None


def run_page(page, update=False):
    """Run the Python and console blocks of a page; returns the differences found, or with `update` writes them."""
    names, found = {"__name__": "__page__"}, []
    text = page.read_text()
    for block in blocks(text):
        printed = None
        given = ("cupy", "cupyx") if "install_as_cupy" in block.code else ()
        imported = [name for name in IMPORT.findall(block.code) if name not in given]
        missing = [name for name in imported if importlib.util.find_spec(name) is None]
        if block.language == "python" and not missing:
            printed = run_python(block, names, page)
        elif block.language == "console":
            printed = run_console(block)
        if printed is not None and (differs := difference(block, printed)):
            found.append(f"{page}:{block.line}: {differs}")
            shown = f"{block.code}```\n\n```output\n"
            text = text.replace(f"{shown}{block.output}```", f"{shown}{printed.strip()}\n```")
    if update:
        page.write_text(text)
    return found


PROGRAM = """// Made by tools/site/blocks.py from the pages of docs/site: their C++ blocks, and what they print.
#include <cuprum/cuprum.h>

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <sstream>
INCLUDES
namespace cp = cuprum;

namespace {

std::ostringstream printed;
int failed = 0;

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \\n"), last = text.find_last_not_of(" \\n");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

void check(const char* where, bool shown, const char* output) {
    const std::string found = trimmed(printed.str());
    printed.str("");
    if (!shown || found == trimmed(output)) return;
    std::fprintf(stderr, "%s: the page shows\\n%s\\nand the block prints\\n%s\\n", where, output, found.c_str());
    ++failed;
}

FUNCTIONS}  // namespace

int main() {
    const std::string name = "site-blocks-" + std::to_string(getpid());
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / name;
    std::filesystem::create_directory(folder);  // some write files
    std::filesystem::current_path(folder);
    std::streambuf* const before = std::cout.rdbuf(printed.rdbuf());
CALLS    std::cout.rdbuf(before);
    std::filesystem::current_path("/");
    std::filesystem::remove_all(folder);
    return failed != 0;
}
"""


def cpp_program(pages, root):
    """One program of the C++ blocks of all pages: a function for each page."""
    functions, calls, includes = "", "", set()
    for number, page in enumerate(pages):
        found = [block for block in blocks(page.read_text()) if block.language == "cpp"]
        if not found:
            continue
        name = page.relative_to(root).as_posix()
        functions += f"void page_{number}() {{\n"
        for block in found:
            code = re.sub(r"^(#include .*|namespace cp = cuprum;)$", "//", block.code, flags=re.MULTILINE)
            includes |= set(re.findall(r"^#include .*$", block.code, flags=re.MULTILINE))
            shown = "true" if block.output is not None else "false"
            functions += f'#line {block.line} "{name}"\n{code}'
            functions += f'    check("{name}:{block.line}", {shown}, R"out({block.output or ""})out");\n'
        functions += "}\n\n"
        calls += f"    page_{number}();\n"
    text = PROGRAM.replace("INCLUDES", "\n".join(sorted(includes - {"#include <cuprum/cuprum.h>"})))
    return text.replace("FUNCTIONS", functions).replace("CALLS", calls)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="+", type=pathlib.Path, help="pages, or folders of pages")
    parser.add_argument("--cpp", type=pathlib.Path, help="write the C++ blocks to this file instead")
    parser.add_argument("--folder", type=pathlib.Path, default=".", help="where the blocks run")
    parser.add_argument("--update", action="store_true", help="write what blocks print into the pages")
    arguments = parser.parse_args()
    given = (page.resolve() for page in arguments.pages)
    pages = [page for path in given for page in (sorted(path.rglob("*.md")) if path.is_dir() else [path])]
    if arguments.cpp:
        text = cpp_program(pages, pathlib.Path(__file__).resolve().parents[2])
        if not arguments.cpp.exists() or arguments.cpp.read_text() != text:
            arguments.cpp.write_text(text)
        return
    os.chdir(arguments.folder)
    found = [difference for page in pages for difference in run_page(page, arguments.update)]
    if found and not arguments.update:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
