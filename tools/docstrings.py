#!/usr/bin/env python3
"""Collect the `///` comments above public C++ functions into a header for the Python binding.

    python3 tools/docstrings.py include/cuprum/*.h -o docstrings.h

The header defines `const char* doc(std::string_view name)`: the comment above the first function of that name, so that C++
and Python readers see one text. A function of a namespace inside of cuprum is `linalg::norm`; the bare name will do where no
function of cuprum itself has it. An unknown name does not compile.
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
    rows = "".join(f'    if (name == "{n}") return R"doc({c})doc";\n' for n, c in sorted(docs.items()))
    text = (
        "// Made by tools/docstrings.py from the comments in include/cuprum.\n#pragma once\n#include <string_view>\n"
        "namespace cuprum::python {\nconsteval const char* doc(std::string_view name) {\n"
        + rows
        + '    throw "no function of this name is documented in include/cuprum";\n}\n}  // namespace cuprum::python\n'
    )
    if not arguments.output.exists() or arguments.output.read_text() != text:
        arguments.output.write_text(text)


if __name__ == "__main__":
    main()
