#!/usr/bin/env python3
"""Check that the arrows between rooms are those of docs/rooms.toml, and that docs/architecture.md lists them.

    python3 tools/rooms.py            tell of every arrow that the table does not have
    python3 tools/rooms.py --write    write the list of rooms into docs/architecture.md

An arrow is an #include of C++ or an import of Python, be it inside of a function. Besides, neither rooms nor the
modules of a package may depend on each other in a circle.
"""

import argparse
import ast
import fnmatch
import pathlib
import re
import sys

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "rooms.toml"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: written by tools/rooms.py from docs/rooms.toml -->", "<!-- end of rooms -->"
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)
KERNEL_TEXT = re.compile(r'R"\((.*?)\)"', re.DOTALL)  # includes what kernels include, and not its file
INCLUDE_FOLDERS = ("src", "include", "device")
CPP_FOLDERS = ("src", "include", "device", "python/bindings")


def load():
    """Return the table's rooms and packages."""
    table = tomllib.loads(TABLE.read_text())
    return table["room"], table["package"]


def _expanded(pattern):
    """Return a glob for each of the alternatives in braces."""
    match = re.search(r"\{([^}]*)\}", pattern)
    if not match:
        return [pattern]
    return [pattern[: match.start()] + word + pattern[match.end() :] for word in match.group(1).split(",")]


def _files(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT).as_posix()


def rooms_of_files(rooms):
    """Return which room each C++ file belongs to, and what is wrong with the table's globs."""
    globs = [(glob, room["name"]) for room in rooms for pattern in room["files"] for glob in _expanded(pattern)]
    found, problems = {}, []
    for file in _files(*CPP_FOLDERS):
        owners = {name for glob, name in globs if fnmatch.fnmatchcase(file, glob.replace("**", "*"))}
        if len(owners) != 1:
            problems.append(f"{file} belongs to {', '.join(sorted(owners)) or 'no room'}; docs/rooms.toml gives it one")
        else:
            found[file] = owners.pop()
    return found, problems


def _included(file, name):
    """Return the file of the project that an #include names, None where it is another's."""
    beside = (ROOT / file).parent / name
    folders = ["device"] if file.startswith("device/") else INCLUDE_FOLDERS
    for path in [beside, *(ROOT / folder / name for folder in folders)]:
        if path.is_file() and path.resolve().is_relative_to(ROOT):
            return path.resolve().relative_to(ROOT).as_posix()
    return None


def _late_headers(text):
    """Return the headers that are included between a file's first namespace and the end of its last one."""
    inside = text.partition("\nnamespace ")[2].rpartition("\n}  // namespace")[0]
    return [name for name in INCLUDE.findall(inside) if name.endswith(".h")]


def wrong_includes(rooms):
    """Return a line for each #include across rooms that the table does not allow, and for each that comes too late."""
    owner, problems = rooms_of_files(rooms)
    allowed = {room["name"]: {room["name"], *room["uses"]} for room in rooms}
    seen = set()
    for room in rooms:
        later = [name for name in room["uses"] if name not in seen and name != "include"]
        if later:
            problems.append(f"room {room['name']} uses {', '.join(later)}, which docs/rooms.toml names after it")
        seen.add(room["name"])
    for file, room in owner.items():
        if room == "device" and not file.startswith("device/cuprum/"):
            continue  # stands for headers of CUDA or of the C library, which include each other by name
        text = KERNEL_TEXT.sub("", (ROOT / file).read_text(encoding="utf-8"))
        if file.startswith("src/"):
            problems += [f"{file} includes {name} inside of a namespace" for name in _late_headers(text)]
        for name in INCLUDE.findall(text):
            target = _included(file, name)
            if target is None or target not in owner:
                continue
            public = target.startswith("include/") and "include" in allowed[room]
            if owner[target] not in allowed[room] and not public:
                problems.append(f"{file} ({room}) includes {target} ({owner[target]})")
    return problems


def _modules():
    """Return the path of each Python module of the packages by its dotted name."""
    modules = {}
    for file in _files("python/cuprum", "python/cuprumx"):
        if file.endswith(".py") and "/_as_cupy/" not in file:
            parts = pathlib.PurePosixPath(file).with_suffix("").parts[1:]
            modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return modules


def _when_it_runs(node):
    """The nodes below one, but for what type checkers alone read."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            for other in child.orelse:
                yield other
                yield from _when_it_runs(other)
        else:
            yield child
            yield from _when_it_runs(child)


def _imports(module, file, modules):
    """Yield the modules of the project that a module imports, wherever it does."""
    package = module if file.endswith("__init__.py") else module.rpartition(".")[0]
    for node in _when_it_runs(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in modules:
                    yield alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")
                above = above[: len(above) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                if inner in modules:
                    yield inner
                elif base in modules and inner != "cuprum._core":
                    yield base


def wrong_imports(packages):
    """Return a line for each import across packages that the table does not allow, and for each circle of imports."""
    modules = _modules()
    arrows = {name: sorted(set(_imports(name, file, modules)) - {name}) for name, file in modules.items()}

    def package_of(module):
        names = [p["name"] for p in packages if module == p["name"] or module.startswith(p["name"] + ".")]
        return max(names, key=len)

    allowed = {p["name"]: {p["name"], *p["uses"]} for p in packages}
    problems = [
        f"{modules[source]} ({package_of(source)}) imports {target} ({package_of(target)})"
        for source, targets in arrows.items()
        for target in targets
        if package_of(target) not in allowed[package_of(source)]
    ]
    return problems + [" -> ".join(circle) + ": a circle of imports" for circle in _circles(arrows)]


def _circles(arrows):
    """Return one circle for each group of modules that reach each other."""
    circles, done = [], set()

    def visit(module, path):
        if module in path:
            circles.append([*path[path.index(module) :], module])
        elif module not in done:
            for target in arrows[module]:
                visit(target, [*path, module])
            done.add(module)

    for module in sorted(arrows):
        visit(module, [])
    return circles


def listing(rooms):
    """Return the rooms as a table of Markdown, the highest first."""
    rows = ["| room | what to find there | uses |", "|---|---|---|"]
    for room in reversed(rooms):
        uses = ", ".join("public headers" if name == "include" else name for name in room["uses"]) or "nothing"
        folder = next((f.partition("**")[0] for f in room["files"] if "**" in f), room["files"][0])
        rows.append(f"| `{folder}` | {room['what']} | {uses} |")
    return "\n".join(rows)


def page_with_listing(rooms):
    """Return the architecture page with the list of rooms as the table has it."""
    page = PAGE.read_text()
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{listing(rooms)}\n{END}{tail}"


def problems():
    """Return a line for everything that is not as the table says."""
    rooms, packages = load()
    found = wrong_includes(rooms) + wrong_imports(packages)
    if PAGE.read_text() != page_with_listing(rooms):
        found.append(
            "docs/architecture.md does not list the rooms of docs/rooms.toml; run `python3 tools/rooms.py --write`"
        )
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the list of rooms into docs/architecture.md")
    if parser.parse_args().write:
        PAGE.write_text(page_with_listing(load()[0]))
    found = problems()
    print("\n".join(found) or "every arrow is one of the table")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
