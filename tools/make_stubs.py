#!/usr/bin/env python3
"""Write the type stubs of the extension module `cuprum._core`, from the signatures and docstrings that its functions carry.

    PYTHONPATH=build/python python3 tools/make_stubs.py build/python/cuprum

makes _core/__init__.pyi and a file for each submodule.
"""

import pathlib
import re
import shutil
import sys
import types


def modules(module, name):
    """The module and those inside of it, by full name."""
    yield name, module
    for part, member in vars(module).items():
        if isinstance(member, types.ModuleType) and member.__name__.startswith("cuprum."):
            yield from modules(member, f"{name}.{part}")


def own(found):
    """Makes all classes belong to the module that they are in, and returns the names by which signatures call them.

    They show themselves under the public names, which are of Python files: `cuprum.ndarray` is `cuprum._core.ndarray`.
    """
    renamed = {}

    def claim(name, owner):
        for part, member in list(vars(owner).items()):
            if (
                isinstance(member, type)
                and not part.startswith("__")
                and member.__module__.split(".")[0] == "cuprum"
                and member not in seen
            ):
                seen.add(member)
                renamed[f"{member.__module__}.{member.__qualname__}"] = f"{name}.{member.__qualname__}"
                member.__module__, member.__name__ = name, part
                claim(name, member)

    seen = set()
    for name, module in found.items():
        module.__name__ = name
        claim(name, module)
    return renamed


def stub(name, module, renamed):
    from nanobind.stubgen import StubGen

    class Generator(StubGen):
        def put_docstr(self, docstr):
            if isinstance(docstr, str):  # of ufuncs it is a property
                super().put_docstr(docstr)

        def put_function(self, fn, name=None, parent=None):
            if type(fn).__module__ != "nanobind":
                super().put_function(fn, name, parent)
            elif name and fn.__name__ and name != fn.__name__:
                self.write_ln(f"{name} = {fn.__name__}\n")
            else:
                self.put_nb_func(fn, name)

    generator = Generator(module=module, recursive=False, include_private=True, quiet=True)
    generator.put(module)
    text = generator.get()
    for old, new in sorted(renamed.items(), key=lambda pair: -len(pair[0])):
        text = re.sub(rf"(?<![\w.]){re.escape(old)}(?![\w])", new, text)
    text = text.replace(name + ".", "")
    # Of which class a result is the program knows; `object` would forbid to use it.
    text = re.sub(r"-> object:", "-> typing.Any:", text)
    text = re.sub(r": object\b( \| None)?", ": typing.Any", text)
    text = re.sub(r"^(\s+__hash__)(: None)? = None$", r"\1: None  # type: ignore[assignment]", text, flags=re.MULTILINE)
    text = re.sub(
        r"^(\s+def __ipow__\(.*\).*:)$", r"\1  # type: ignore[misc]", text, flags=re.MULTILINE
    )  # no third argument
    head = "import typing\nimport numpy\n"
    others = sorted(other for other in renamed_modules(text) if other != name)
    head += "".join(f"import {other}\n" for other in others)
    if name == "cuprum._core":
        head += "\n__version__: str\n"
    return head + "\n" + text


def renamed_modules(text):
    return set(re.findall(r"\bcuprum\._core(?:\._\w+)*(?=\.\w)", text))


def main():
    package = pathlib.Path(sys.argv[1])
    try:
        import cuprum
    except ImportError as error:
        print(f"No type stubs are made, since the package cannot be imported here: {error}", file=sys.stderr)
        return
    found = dict(modules(cuprum._core, "cuprum._core"))
    renamed = own(found)
    shutil.rmtree(package / "_core", ignore_errors=True)
    for name, module in found.items():
        path = package.joinpath(*name.split(".")[1:])
        # A module that holds others is a folder.
        holds = any(other.startswith(name + ".") for other in found)
        file = path / "__init__.pyi" if holds else path.with_suffix(".pyi")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(stub(name, module, renamed))


if __name__ == "__main__":
    main()
