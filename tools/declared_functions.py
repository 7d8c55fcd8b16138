#!/usr/bin/env python3
"""Write the Python bindings of the functions that are declared with CUPRUM_PYTHON in public headers.

    python3 tools/declared_functions.py include/cuprum/*.h include/cuprum/scipy/*.h -o folder

The types of the parameters tell how Python's arguments are converted, defaults are C++'s, and the docstring is the
comment above. Functions of cuprum::scipy::signal go to the module cuprum._core._scipy_signal, those of cuprum itself to
cuprum._core. SciPy's chapters are in declared_scipy.cpp, all else is in declared_functions.cpp.
"""

import argparse
import pathlib
import re

NAMESPACE = re.compile(r"^namespace cuprum(?:::([\w:]+))? \{", re.MULTILINE)
DECLARATION = re.compile(r"^CUPRUM_PYTHON\s+([\w:<>, ]+?)\s+(\w+)\(([^;]*)\);", re.MULTILINE)
PARAMETER = re.compile(r"(.+?[\s&*])(\w+)(?:\s*=\s*(.+))?$", re.DOTALL)

WORDS = re.compile(r"CUPRUM_WORDS\((.*)\) std::string_view")

# A parameter's type, how Python's argument is taken, and how it is passed on.
TYPES = {
    "const ndarray&": ("ArrayArg", "{}"),
    "const Operand&": ("OperandArg", "{}"),
    "const Scalar&": ("ScalarArg", "{}"),
    "bool": ("BoolArg", "{}"),
    "double": ("ScalarArg", "Scalar({}).to_double()"),
    "std::int64_t": ("AxisArg", "{}"),
    "std::optional<std::int64_t>": ("OptionalIntArg", "{}"),
    "const std::optional<Dims>&": ("AxesArg", "{}"),
    "const Axes&": ("AxesArg", "{}"),
    "const Shape&": ("ShapeArg", "{}"),
    "DType": ("DTypeArg", "{}"),
    "std::optional<DType>": ("OptionalDTypeArg", "{}"),
    "std::string_view": ('WordArg<"str">', "{}"),
    "std::span<const ndarray>": ("ArraysArg", "std::vector<ndarray>({})"),
    "char": ("OrderArg", "{}"),
}
# Types of one chapter, which python/bindings/scipy/CHAPTER_args.h has.
CHAPTER_TYPES = {
    "scipy::ndimage": {
        "const ndarray&": ("DeviceArrayArg", "{}"),
        "const ndarray& weights": ("ArrayArg", "{}"),
        "const ndarray& matrix": ("ArrayArg", "{}"),
        "const Dims&": ("AxesArg", "Axes({}).value_or(Dims())"),
        "const Output&": ("ImageOutputArg", "{}"),
        "const Modes&": ("ImageModesArg", "{}"),
        "const Numbers&": ("ImageNumbersArg", "{}"),
        "const Integers&": ("ImageIntegersArg", "{}"),
        "const std::optional<Numbers>&": ("ImageNumbersArg", "{}.optional()"),
        "const std::optional<Integers>&": ("ImageIntegersArg", "{}.optional()"),
        "Radius": ("ImageRadiusArg", "{}"),
        "const Radii&": ("ImageRadiiArg", "{}.radii()"),
        "std::string_view mode": ("ImageModeArg", "{}"),
        "const OptionalArray&": ("ImageArrayArg", "{}.optional()"),
        "const OptionalArray& labels": ("ImageLabelsArg", "{}.optional()"),
        "const ReductionKernel&": ("const ReductionKernel&", "{}"),
        "const RawKernel&": ("const RawKernel&", "{}"),
    },
}
DEFAULTS = {"{}": "nb::none()", "std::nullopt": "nb::none()", "{1, 0}": "nb::make_tuple(1, 0)"}


def arguments_of(text):
    """Split a parameter list at the commas that stand in no brackets."""
    depth, start = 0, 0
    for at, character in enumerate(text):
        depth += (character in "<({") - (character in ">)}")
        if character == "," and depth == 0:
            yield text[start:at].strip()
            start = at + 1
    if text[start:].strip():
        yield text[start:].strip()


def binding(namespace, result, name, parameters, header):
    where = f"{header}: {name}"
    takes, passes, keywords, target = [], [], [], None
    types = TYPES | CHAPTER_TYPES.get(namespace, {})
    for parameter in arguments_of(parameters):
        match = PARAMETER.fullmatch(parameter)
        kind = re.sub(r"\s+", " ", match[1].strip()) if match else parameter
        if words := WORDS.fullmatch(kind):
            literals = words[1].replace('"', "'")
            taken, passed = f'WordArg<"Literal[{literals}]">', "{}"
        elif f"{kind} {match[2]}" in types:
            taken, passed = types[f"{kind} {match[2]}"]
        elif kind not in types:
            raise SystemExit(
                f"{where} takes '{kind}', for which {pathlib.Path(__file__).name} knows no type of Python: bind it by "
                "hand"
            )
        else:
            taken, passed = types[kind]
        if kind == "const Output&":  # the call returns the very array that it was given
            target = match[2]
        takes.append(f"{taken} {match[2]}")
        passes.append(passed.format(match[2]))
        default = match[3] and match[3].replace("'", '"')
        keywords.append(f'"{match[2]}"_a' + (f" = {DEFAULTS.get(default, default)}" if default else ""))
    scope = f"{namespace}::" if namespace else ""
    call = f"cuprum::{scope}{name}({', '.join(passes)})"
    made = [
        f'"{name}"',
        f"[]({', '.join(takes)}) {{ return {f'{target}.or_new({call})' if target else call}; }}",
        *keywords,
        f'doc("{scope}{name}")',
    ]
    module = f'm.def_submodule("_{namespace.replace("::", "_")}")' if namespace else "m"
    return f"    {module}.def({', '.join(made)});\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headers", nargs="+", type=pathlib.Path)
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    made = {"functions": ([], []), "scipy": ([], [])}
    for header in sorted(arguments.headers):
        includes, bindings = made["scipy" if header.parent.name == "scipy" else "functions"]
        text = header.read_text()
        found = list(DECLARATION.finditer(text))
        for match in found:
            opened = [namespace[1] for namespace in NAMESPACE.finditer(text, 0, match.start())]
            bindings.append(binding(opened[-1], *match.groups(), header))
        if found:
            includes.append(f'#include "{str(header)[str(header).rindex("cuprum/") :]}"\n')
            if opened[-1] in CHAPTER_TYPES:
                includes.append(f'#include "scipy/{header.stem}_args.h"\n')
    for name, (includes, bindings) in made.items():
        text = TEMPLATE.format(includes="".join(includes), name=name, bindings="".join(bindings))
        output = arguments.output / f"declared_{name}.cpp"
        if not output.exists() or output.read_text() != text:
            output.write_text(text)


TEMPLATE = """// Made by tools/declared_functions.py from the declarations in include/cuprum.
#include "convert.h"
{includes}
namespace cuprum::python {{
using namespace nanobind::literals;

void bind_declared_{name}(nb::module_& m) {{
{bindings}}}

}}  // namespace cuprum::python
"""

if __name__ == "__main__":
    main()
