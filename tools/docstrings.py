#!/usr/bin/env python3
"""Collect the `///` comments above public C++ functions for the Python binding.

    python3 tools/docstrings.py include/cuprum/*.h --used-in python/bindings/*.cpp -o docstrings.cpp

writes docstrings.cpp with `doc(name)`: the comment above the first function of that name, so that C++ and Python
readers see one text. Only that file is compiled where a comment changes or a function comes. A function of a namespace
inside of cuprum is `linalg::norm`; the bare name will do where no function of cuprum itself has it. Where classes have
methods of one name, the class tells them apart: `random::Generator::choice`. A name that the bindings ask for and that
no function has fails the build. Python's names of parameters, and those that Python alone has, come from
docstrings_of_python.py.
"""

import argparse
import pathlib
import re
import sys

import docstrings_of_python

COMMENT = re.compile(r"^[ \t]*///[ ]?(.*)$")
NAME = re.compile(r"([A-Za-z_]\w*)\s*\(")
NAMESPACE = re.compile(r"^namespace cuprum(?:::([\w:]+))? \{")
# Lines that may stand between a comment and its function.
SKIPPED = ("template", "requires", "[[", "CUPRUM_SIGNATURE", "CUPRUM_TRAITS", '"')
CLASS = re.compile(r"^(?:CUPRUM_NAMED_TUPLE )?(?:class|struct) (\w+)\b[^;]*\{$")
OF_PYTHON = ("CUPRUM_PYTHON", "CUPRUM_PROPERTY")  # before methods that tools/declared binds


def functions(text):
    """Yield (namespace inside of cuprum, class, name, comment, whether Python has it) for each commented function."""
    comment, namespace, owner, declared = [], None, None, False
    for line in text.splitlines():
        if opened := NAMESPACE.match(line):
            namespace = opened.group(1)
        if opened := CLASS.match(line):
            owner = opened.group(1)
        elif line == "};":
            owner = None
        match = COMMENT.match(line)
        if match:
            comment.append(match.group(1))
            continue
        if comment and line.strip() and not line.lstrip().startswith(SKIPPED):
            name = NAME.search(line)
            if line.lstrip().startswith(OF_PYTHON):
                declared = True
                if "(" not in line:  # the name is on the next line
                    continue
            if name:
                yield namespace, owner, name.group(1), "\n".join(comment), declared
            comment, declared = [], False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headers", nargs="+", type=pathlib.Path)
    parser.add_argument("--used-in", nargs="+", type=pathlib.Path, default=[])
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    used = {path: USE.findall(path.read_text()) for path in arguments.used_in}
    wanted = {name for names in used.values() for name in names}
    # A function comes before methods of its name, and cuprum's own before those of a namespace inside of it.
    docs, nested, methods, nested_methods = {}, {}, {}, {}
    for header in sorted(arguments.headers):
        for namespace, owner, name, comment, declared in functions(header.read_text()):
            method = "::".join(filter(None, (namespace, owner, name)))
            if owner and (declared or method in wanted):
                docs.setdefault(method, comment)
            found, inside = (methods, nested_methods) if owner else (docs, nested)
            if namespace:
                found.setdefault(f"{namespace}::{name}", comment)
                inside.setdefault(name, comment)
            else:
                found.setdefault(name, comment)
    found = nested_methods | nested | methods | docs
    docs = {name: docstrings_of_python.text(name, comment) for name, comment in found.items()}
    unknown = [
        f'{path}: no function "{name}" is documented in include/cuprum'
        for path, names in used.items()
        for name in names
        if name not in docs
    ]
    if unknown:
        sys.exit("\n".join(unknown))
    table = "".join(f'    {{"{name}", R"doc({docs[name]})doc"}},\n' for name in sorted(docs))
    text = TEXT.replace("TABLE", table)
    if not arguments.output.exists() or arguments.output.read_text() != text:
        arguments.output.write_text(text)


USE = re.compile(r"\bdoc\(\"([\w:]+)\"\)")

TEXT = """// Made by tools/docstrings.py from the comments in include/cuprum.
#include "docstrings.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace cuprum::python {
namespace {

struct Entry {
    std::string_view name;
    const char* text;
};
constexpr Entry entries[] = {
TABLE};

}  // namespace

const char* doc(std::string_view name) {
    const auto before = [](const Entry& entry, std::string_view wanted) { return entry.name < wanted; };
    const Entry* found = std::lower_bound(std::begin(entries), std::end(entries), name, before);
    if (found == std::end(entries) || found->name != name)
        throw std::logic_error("no documentation of " + std::string(name));
    return found->text;
}

}  // namespace cuprum::python
"""


if __name__ == "__main__":
    main()
