#!/usr/bin/env python3
"""Collect the `///` comments above public C++ functions for the Python binding.

    python3 tools/docstrings.py include/cuprum/*.h -o docstrings

writes docstrings.h, which declares `const char* doc(Documented name)`: the comment above the first function of that name, so that
C++ and Python readers see one text; and docstrings.cpp with the texts, so that a changed comment compiles one file. A function of a
namespace inside of cuprum is `linalg::norm`; the bare name will do where no function of cuprum itself has it. An unknown name does
not compile.
"""

import argparse
import pathlib
import re

COMMENT = re.compile(r"^[ \t]*///[ ]?(.*)$")
NAME = re.compile(r"([A-Za-z_]\w*)\s*\(")
NAMESPACE = re.compile(r"^namespace cuprum(?:::([\w:]+))? \{")


def functions(text):
    """Yield (namespace inside of cuprum, name, comment) for each commented function of a header."""
    comment, namespace = [], None
    for line in text.splitlines():
        if opened := NAMESPACE.match(line):
            namespace = opened.group(1)
        match = COMMENT.match(line)
        if match:
            comment.append(match.group(1))
            continue
        if comment and line.strip() and not line.lstrip().startswith(("template", "requires", "[[")):
            name = NAME.search(line)
            if name:
                yield namespace, name.group(1), "\n".join(comment)
            comment = []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headers", nargs="+", type=pathlib.Path)
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    docs, nested = {}, {}
    for header in sorted(arguments.headers):
        for namespace, name, comment in functions(header.read_text()):
            if namespace:
                docs.setdefault(f"{namespace}::{name}", comment)
                nested.setdefault(name, comment)
            else:
                docs.setdefault(name, comment)
    docs = nested | docs
    names = sorted(docs)
    write(arguments.output.with_suffix(".h"), HEADER + "".join(f'    "{name}",\n' for name in names) + FUNCTIONS)
    write(
        arguments.output.with_suffix(".cpp"),
        MADE
        + '#include "docstrings.h"\n\nnamespace cuprum::python {\n\nconst char* const docstrings[] = {\n'
        + "".join(f'    R"doc({docs[name]})doc",\n' for name in names)
        + "};\n\n}  // namespace cuprum::python\n",
    )


MADE = "// Made by tools/docstrings.py from the comments in include/cuprum.\n"

HEADER = (
    MADE
    + """#pragma once
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace cuprum::python {

inline constexpr std::string_view documented_names[] = {
"""
)

FUNCTIONS = """};
extern const char* const docstrings[];

/// The name of a documented function.
struct Documented {
    consteval Documented(const char* name)
        : place(std::lower_bound(std::begin(documented_names), std::end(documented_names), std::string_view(name)) -
                std::begin(documented_names)) {
        if (place == std::size(documented_names) || documented_names[place] != name)
            throw "no function of this name is documented in include/cuprum";
    }
    std::size_t place;
};
inline const char* doc(Documented name) { return docstrings[name.place]; }

}  // namespace cuprum::python
"""


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


if __name__ == "__main__":
    main()
