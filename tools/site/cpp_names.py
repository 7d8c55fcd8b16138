"""The pages of the reference about names that C++ alone has: options, results, and what programs need around arrays.

Each entry is the comment of the declaration and the declaration itself, without function bodies and private members.
"""

import functools
import re
import textwrap
import typing

import reference
import sources

COMMENT = r"(?P<comment>(?:^///.*\n)+)"
# What may stand between a comment and the name: template heads, and macros that Python's bindings read.
HEAD = r"(?:^(?:template|    requires|CUPRUM_)[^\n]*\n)*"
TYPE = re.compile(
    COMMENT + HEAD + r"^(?:CUPRUM_NAMED_TUPLE )?(?P<kind>class|struct|enum class|using|inline constexpr [\w:<>]+) "
    r"(?P<name>\w+)(?P<rest> = |(?: final)?(?: :|\s*\{)|\{\};|\[)",
    re.MULTILINE,
)
FUNCTION = re.compile(
    COMMENT
    + r"^(?!template|class|struct|enum|using|inline constexpr|#|CUPRUM_(?:TRAITS|SIGNATURE|NAMED|UFUNC|REDUCTION))"
    r"(?P<declaration>[^;{}()=#/]*?[\s&*>](?P<name>\w+)\((?:[^;{}]|\{\})*\)(?: noexcept)?);",
    re.MULTILINE,
)
# Headers whose names serve Python's bindings, or the library's own sources.
NOT_FOR_PROGRAMS = {
    *("conversions", "finite", "fuse", "gil_release", "jit", "literal_forms", "nccl_types", "operation", "python"),
    *("prebuilt_kernels", "printing", "structured", "gufunc", "lifetime", "warnings", "nested_blocks", "cusolver"),
    *("scipy/sparse_arithmetic", "scipy/sparse_indexing", "scipy/sparse_reductions", "scipy/stats_resampling"),
}
# Pages: file, title, what is said first, and the namespaces inside of cuprum.
PAGES = [
    ("cpp-arrays", "C++: arrays and options", "Names of the namespace ``cuprum`` that Python does not have.", r"$"),
    (
        "cpp-chapters",
        "C++: linear algebra, FFT, random numbers",
        "Options and results of ``cuprum::linalg``, ``cuprum::fft``, ``cuprum::random`` and ``cuprum::polynomial``.",
        r"(linalg|fft|random|polynomial|lib)\b",
    ),
    (
        "cpp-devices",
        "C++: devices, memory, tools",
        "Names of ``cuprum::cuda``, ``cuprum::kernel``, ``cuprum::profiler`` and ``cuprum::distributed``.",
        r"(cuda|kernel|profiler|runtime|distributed|lapack)\b",
    ),
    (
        "cpp-scipy",
        "C++: options and results of SciPy's chapters",
        "Names of ``cuprum::scipy`` that Python does not have: it has them as parameters and tuples.",
        r"scipy\b",
    ),
]


class Name(typing.NamedTuple):
    space: str  # inside of cuprum
    name: str
    kind: str
    comment: str
    text: str
    header: typing.Any
    line: int

    @property
    def full(self):
        return "::".join(part for part in ("cuprum", self.space, self.name) if part)


def closing(text, start):
    """The end of the braces that open at `start`; comments do not count."""
    depth, at = 0, start
    while at < len(text):
        if text.startswith("//", at):
            at = text.index("\n", at)
        depth += (text[at] == "{") - (text[at] == "}")
        at += 1
        if depth == 0:
            return at
    return len(text)


def without_bodies(text):
    """A class without the bodies of its functions and without what is private."""
    start = text.index("{") + 1
    end = closing(text, start - 1) - 1
    label = re.search(r"^(?:private|protected):", text[start:end], re.MULTILINE)
    made, statement, at, parentheses = text[:start], "", start, 0
    stop = start + label.start() if label else end
    while at < stop:
        if text.startswith("//", at):
            after = text.index("\n", at)
            made, at = made + statement + text[at:after], after
            statement = ""
            continue
        letter = text[at]
        parentheses += (letter == "(") - (letter == ")")
        if letter == "{" and parentheses == 0:
            after = closing(text, at)
            if "(" in statement and not re.match(r"\s*(?:enum|struct|class|union)\b", statement):
                if text[after : after + 1] != ",":  # not an initialiser before another
                    head = re.split(r"\)(?:\s*(?:const|noexcept))*\s+:\s", statement + " ", maxsplit=1)
                    ends = statement[len(head[0]) :] if len(head) > 1 else ""
                    qualifiers = re.match(r"\)((?:\s*(?:const|noexcept))*)", ends)
                    made += (head[0].rstrip() + ")" + qualifiers[1] if qualifiers else statement.rstrip()) + ";"
                    statement = ""
                at = after
            else:
                statement += text[at:after]
                at = after
            continue
        statement += letter
        if letter == ";" and parentheses == 0:
            made, statement = made + statement, ""
        at += 1
    made += statement
    made = re.sub(r"^ *friend [^;]*;\n", "", made, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", made.rstrip()) + "\n};"


def words(comment):
    """The text of a comment, without its slashes."""
    return "\n".join(line.removeprefix("///").removeprefix(" ") for line in comment.splitlines())


@functools.cache
def headers():
    """The headers that cuprum.h includes and programs use, in its order."""
    text = (reference.INCLUDE / "cuprum/cuprum.h").read_text()
    return [
        reference.INCLUDE / "cuprum" / f"{name}.h"
        for name in re.findall(r'#include "cuprum/([\w/]+)\.h"', text)
        if name not in NOT_FOR_PROGRAMS
    ]


@functools.cache
def in_python():
    """(header, line of the name) of what the pages of Python's names show."""
    found = set()
    for module in ("cuprum", *(module for _, module in reference.MODULES)):
        for name in reference.public(module):
            one = reference.cpp(module, name)
            found.add((one.header, one.line))
    return found


@functools.cache
def names():
    """All names that C++ alone has, by page; overloads of a function are names of their own."""
    found = {page: [] for page, *_ in PAGES}
    for header in headers():
        text = header.read_text()
        spaces = [(match.start(), match[1] or "") for match in reference.NAMESPACE.finditer(text)]
        for match in sorted([*TYPE.finditer(text), *FUNCTION.finditer(text)], key=lambda one: one.start()):
            inside = [space for start, space in spaces if start < match.start()]
            line = sources.line_of(text, match.start("name"))
            if not inside or match["name"] in ("operator", "requires"):
                continue
            if (header, line) in in_python() and match["name"] != "ndarray":
                continue
            kind = match.groupdict().get("kind", "function")
            if kind == "function":
                if (header, sources.line_of(text, match.start("declaration"))) in in_python():
                    continue
                shown = reference.plain(match["declaration"]) + ";"
                shown = "\n".join(textwrap.wrap(shown, 76, subsequent_indent="        "))
            else:
                start = match.end("comment")
                opening = text.index("{", start) if kind in ("class", "struct", "enum class") else start
                end = text.index(";", closing(text, opening) if opening != start else start) + 1
                shown = text[start:end]
                if kind in ("class", "struct"):
                    shown = without_bodies(shown)
                shown = re.sub(r"\s*\bCUPRUM_\w+(?:\([^()]*\))?(?=\s*[,);])", "", shown)
                shown = re.sub(r"\bCUPRUM_\w+(?:\([^()]*\))?\s*", "", shown)
            for page, _, _, pattern in PAGES:
                if re.match(pattern, inside[-1]):
                    found[page].append(
                        Name(inside[-1], match["name"], kind, words(match["comment"]), shown, header, line)
                    )
                    break
    return found


@functools.cache
def types():
    """{name: Name} of classes, structs and aliases; None for a name that several namespaces have."""
    found = {}
    for one in (one for some in names().values() for one in some if one.kind != "function"):
        found[one.name] = None if one.name in found else one
    return found


def linked(declarations):
    """Links to the types of declarations, in the order in which they come."""
    found = dict.fromkeys(word for form in declarations for word in re.findall(r"\b[A-Z]\w+", form))
    return ", ".join(f":ref:`{name} <{label(types()[name])}>`" for name in found if types().get(name))


def label(one):
    """The anchor of an entry. Labels have no capitals, so that of a class tells it from a function."""
    return "cpp-" + one.full.replace("::", "-").lower() + ("" if one.kind == "function" else "-type")


def first_sentence(comment):
    text = " ".join(comment.split("\n\n")[0].split())
    return reference.escape(re.split(r"(?<=[.;:])\s", text + " ")[0].rstrip(".;:") + ".")


def entry(one):
    """The lines of an entry."""
    said, _, program = one.comment.partition("Example:\n")
    parts = reference.sections(said)
    title = f"``{one.full}``"
    made = [f".. _{label(one)}:", "", title, "-" * len(title), "", *reference.paragraphs(parts.pop("")), ""]
    made += [".. code-block:: cpp", "", *(f"   {line}" if line else "" for line in one.text.strip().splitlines()), ""]
    names = set(re.findall(r"\w+", one.text))
    made += reference.fields(parts.get("Parameters", []), names, {})
    if text := parts.get("Returns"):
        made += [":Returns:", *("   " + reference.escape(line.strip()) for line in text)]
    made += reference.raised(" ".join(parts.get("Raises", [])))
    if program:
        made += [
            "",
            ".. code-block:: cpp",
            "",
            *("   " + line for line in textwrap.dedent(program).strip().splitlines()),
        ]
    place = one.header.relative_to(reference.ROOT), one.line
    header = one.header.relative_to(reference.INCLUDE).as_posix()
    return [*made, "", f"Source: `{header} <{sources.address(place)}>`__.", ""]


def pages():
    """{file: text} of the pages."""
    written = {}
    for page, title, introduction, _ in PAGES:
        made = [title, "=" * len(title), "", introduction, ""]
        made += [".. list-table::", "   :class: summary", "   :widths: 35 65", ""]
        shown = {}
        for one in sorted(names()[page], key=lambda one: (one.full.lower(), one.line)):
            if one.full in shown:  # an overload: below the first
                text = shown[one.full]
                place = text.index(".. code-block:: cpp") + 2
                while text[place].startswith("   "):
                    place += 1
                text[place:place] = [f"   {line}" for line in one.text.splitlines()]
            else:
                shown[one.full] = entry(one)
                name = one.full.removeprefix("cuprum::").removeprefix("scipy::")
                made += [f"   * - :ref:`{name} <{label(one)}>`", f"     - {first_sentence(one.comment)}"]
        made.append("")
        for text in shown.values():
            made += text
        written[page] = "\n".join(made) + "\n"
    return written
