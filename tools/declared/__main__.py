#!/usr/bin/env python3
"""Write the Python bindings of the functions and classes that are declared with CUPRUM_PYTHON in public headers.

    python3 tools/declared include/cuprum/*.h include/cuprum/scipy/*.h --chapters functions ndimage -o folder

The types of the parameters tell how Python's arguments are converted, defaults are C++'s, and the docstring is the
comment above. docs/adding.md says what a declaration may have. Functions of cuprum::scipy::signal go to the module
cuprum._core._scipy_signal, those of cuprum itself to cuprum._core. There is one output for each chapter of SciPy
(declared_signal.cpp) and declared_functions.cpp for all else.
"""

import argparse
import pathlib

import bindings
import classes
import headers
import named_tuples


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headers", nargs="+", type=pathlib.Path)
    parser.add_argument(
        "--chapters", nargs="+", required=True, help="the outputs; a function of another one is an error"
    )
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    functions, structs, tuples, all_classes = headers.read(sorted(arguments.headers))
    bindings.tuples = tuples
    chapters = {name: [] for name in arguments.chapters}
    for overloads in functions.values():
        chapter = bindings.chapter_of_function(overloads[0].namespace, overloads[0].include)
        if chapter not in chapters:
            raise SystemExit(f"{overloads[0].where}: name the chapter '{chapter}' in python/CMakeLists.txt")
        chapters[chapter].append(overloads)
    for name, members in chapters.items():
        includes = {function.include for overloads in members for function in overloads}
        own_classes = [
            one
            for one in all_classes.values()
            if classes.is_pythons(one) and bindings.chapter_of_function(one.namespace, one.include) == name
        ]
        includes = sorted(includes | {one.include for one in own_classes})
        if name.startswith("numpy_"):
            includes.append("numpy_calls.h")
        if own_classes:
            includes.append("declared_class.h")
        args = f"{name.removeprefix('numpy_')}_args.h" if name.startswith("numpy_") else f"scipy/{name}_args.h"
        if (pathlib.Path(__file__).parents[2] / "python/bindings" / args).exists():
            includes.append(args)
        made = [classes.binding(one, all_classes, structs) for one in own_classes]
        own = [one for one in tuples.values() if bindings.chapter_of_function(one.namespace, one.include) == name]
        text = TEMPLATE.format(
            includes="".join(f'#include "{include}"\n' for include in includes),
            name=name,
            types=named_tuples.definitions(own, structs),
            bindings="".join(start for start, _ in made)
            + named_tuples.bindings_text(own, structs)
            + "".join(bindings.bindings(overloads, structs) for overloads in members)
            + "".join(rest for _, rest in made),
        )
        write(arguments.output / f"declared_{name}.cpp", text)
    calls = "".join(f"    bind_declared_{name}(m);\n" for name in chapters if name not in EARLY)
    declarations = "".join(f"void bind_declared_{name}(nb::module_& m);\n" for name in chapters)
    write(arguments.output / "declared.cpp", ALL.format(declarations=declarations, calls=calls))


# Chapters whose classes other bindings name, which call them: cuda.cpp, distributed.cpp, scipy/sparse.cpp and
# scipy/stats.cpp of python/bindings.
EARLY = {"numpy_cuda", "numpy_distributed", "sparse", "stats"}


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


TEMPLATE = """// Made by tools/declared from the declarations in include/cuprum.
#include "declared.h"
{includes}
namespace cuprum::python {{
using namespace nanobind::literals;
{types}
void bind_declared_{name}(nb::module_& m) {{
{bindings}}}

}}  // namespace cuprum::python
"""

ALL = """// Made by tools/declared.
#include "convert.h"

namespace cuprum::python {{

{declarations}
void bind_declared(nb::module_& m) {{
{calls}}}

}}  // namespace cuprum::python
"""

if __name__ == "__main__":
    main()
