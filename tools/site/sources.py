"""Where a public name stands in the sources, and pages of those sources with an anchor for each line.

The reference names places as (path from the root, line). `links` of all of them are written by build.py into the file
`sources.txt` of the gathered pages, and `pages` makes HTML of these files with Pygments, which Sphinx brings.
"""

import functools
import html
import inspect
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMESPACE = re.compile(r"^namespace cuprum(?:::([\w:]+))? \{", re.MULTILINE)
DEFINITION = re.compile(
    r"^(?!return|using|static|class|struct|enum|namespace|extern|template|inline|const(?:expr|init) )"
    r"[A-Za-z_][\w:<>,&* ]*?[\s&*](\w+)\((?=[^;]*?\)[^;]*?\{)",
    re.MULTILINE,
)
BINDING = re.compile(r"(?:\bdef(?:_\w+)?\(|\bclass_<[^;(]*>(?: \w+)?\(\s*\w+,)\s*\"(\w+)\"")


def line_of(text, position):
    return text.count("\n", 0, position) + 1


@functools.cache
def definitions():
    """{(namespace inside of cuprum, name): (path, line)} of the functions that src/ defines; the first of overloads."""
    found = {}
    for path in sorted((ROOT / "src").rglob("*.cpp")):
        if "backend" in path.parts:
            continue
        text = path.read_text()
        spaces = [(match.start(), match[1] or "") for match in NAMESPACE.finditer(text)]
        for match in DEFINITION.finditer(text):
            inside = [name for start, name in spaces if start < match.start()]
            if inside:
                found.setdefault((inside[-1], match[1]), (path.relative_to(ROOT), line_of(text, match.start())))
    return found


@functools.cache
def bindings():
    """{name: (path, line)} of the functions and classes that one place of python/bindings binds by hand; where methods
    have the name, too, it is the function."""
    found, functions = {}, {}
    for path in sorted((ROOT / "python/bindings").rglob("*.cpp")):
        text = path.read_text()
        for match in BINDING.finditer(text):
            place = path.relative_to(ROOT), line_of(text, match.start(1))
            found.setdefault(match[1], []).append(place)
            if text[: match.start()].endswith("m."):
                functions.setdefault(match[1], []).append(place)
    return {name: places[0] for name, places in [*found.items(), *functions.items()] if len(places) == 1}


def of_python(value):
    """The place of a function or class that Python defines; None for a compiled one."""
    try:
        value = inspect.unwrap(value)
        path = pathlib.Path(os.path.realpath(inspect.getsourcefile(value)))
        line = inspect.getsourcelines(value)[1]
    except (TypeError, OSError, ValueError):
        return None
    return (path.relative_to(ROOT), max(line, 1)) if path.is_relative_to(ROOT / "python") else None


def address(place):
    """The page of a place, from the folder of the reference."""
    path, line = place
    return f"../source/{pathlib.PurePosixPath(path)}.html#line-{line}"


PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{path} - cuprum</title>
<style>
body {{ margin: 0; font: 14px/1.45 monospace; background: #fff; color: #24292f }}
header {{ padding: 0.7rem 1rem; border-bottom: 1px solid #8884; font-family: sans-serif }}
a {{ color: #9a4a12 }}
pre {{ margin: 0; padding: 0.5rem 0; overflow-x: auto }}
.row {{ display: inline-block; min-width: 100% }}
.row:target {{ background: #ffe8b3 }}
.number {{ display: inline-block; width: 4.5em; padding-right: 1em; text-align: right; color: #636c76;
          text-decoration: none; user-select: none }}
{light}
@media (prefers-color-scheme: dark) {{
body {{ background: #14181e; color: #e6edf3 }}
a {{ color: #e8a36b }}
.row:target {{ background: #5a4510 }}
.number {{ color: #9da7b3 }}
{dark}
}}
</style>
</head>
<body>
<header><a href="{up}index.html">cuprum</a> / <a href="{up}reference/index.html">Reference</a> / {path}</header>
<main><pre tabindex="0">{lines}</pre></main>
</body>
</html>
"""


STYLES = "a11y-high-contrast-light", "a11y-high-contrast-dark"


def page(path, styles=STYLES):
    """A source file as HTML; `styles` are Pygments' for light and for dark pages."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import CppLexer, PythonLexer

    light = HtmlFormatter(nowrap=True, style=styles[0])
    dark = HtmlFormatter(style=styles[1])
    lexer = PythonLexer(stripnl=False) if path.suffix == ".py" else CppLexer(stripnl=False)
    marked = highlight((ROOT / path).read_text(), lexer, light).splitlines()
    lines = "\n".join(
        f'<span class="row" id="line-{number}"><a class="number" href="#line-{number}">{number}</a>{line}</span>'
        for number, line in enumerate(marked, 1)
    )
    name = html.escape(pathlib.PurePosixPath(path).as_posix())
    rules = {"light": light.get_style_defs("pre"), "dark": dark.get_style_defs("pre")}
    return PAGE.format(path=name, up="../" * len(path.parts), lines=lines, **rules)


def pages(paths, target, styles=STYLES):
    """Write the pages of source files into the folder `source` of the site."""
    for path in paths:
        file = target / "source" / f"{path}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(path, styles))
