"""What public headers declare: functions marked with CUPRUM_PYTHON, and the structs that they take and return."""

import dataclasses
import re

NAMESPACE = re.compile(r"^namespace cuprum(?:::([\w:]+))? \{", re.MULTILINE)
FUNCTION = re.compile(
    r"^(?:CUPRUM_SIGNATURE\((?P<signature>[^()]*)\)\s+)?(?:template <FilterForm Form = Coefficients>\s+)?"
    r"CUPRUM_PYTHON\s+(?:inline\s+)?(?P<result>[\w:<>, *]+?)\s+(?P<name>\w+)\((?P<parameters>[^;]*?)\)(?:;|\s\{)",
    re.MULTILINE,
)
STRUCT = re.compile(r"^struct (\w+) \{\n(.*?)^\};", re.MULTILINE | re.DOTALL)
PARAMETER = re.compile(r"(?P<type>.+?[\s&*>])\s*(?P<name>\w+)\s*(?:(?:=\s*)?(?P<default>(?<==).+|\{.*\}))?", re.DOTALL)


@dataclasses.dataclass
class Parameter:
    """A parameter of a function, or a field of a struct."""

    type: str
    name: str
    default: str | None  # as C++ has it


@dataclasses.dataclass
class Function:
    namespace: str | None  # inside of cuprum
    name: str
    result: str
    parameters: list[Parameter]
    signature: str | None  # Python's order, where it is another one
    include: str
    where: str


def split(text):
    """Split a list at the commas that stand in no brackets and in no string."""
    depth, start, quoted = 0, 0, False
    for at, character in enumerate(text):
        quoted ^= character == '"'
        if quoted:
            continue
        depth += (character in "<({") - (character in ">)}")
        if character == "," and depth == 0:
            yield text[start:at].strip()
            start = at + 1
    if text[start:].strip():
        yield text[start:].strip()


def parameter(text, where):
    match = PARAMETER.fullmatch(text)
    if not match:
        raise SystemExit(f"{where}: cannot read '{text}'")
    default = match["default"] and re.sub(r"\s+", " ", match["default"].strip())
    return Parameter(re.sub(r"\s+", " ", match["type"].strip()), match["name"], default)


def fields(text, where):
    """The fields of a struct; one declaration may have several."""
    for statement in re.split(r";\n", text):
        if not statement.strip() or re.match(r"\s*(using|operator|static|friend|(?!CUPRUM_)\w+\()", statement):
            continue
        kind = None
        for one in split(statement):
            if kind is None:
                first = parameter(one, where)
                kind = first.type
                yield first
            else:
                yield parameter(f"{kind} {one}", where)


def read(paths):
    """The functions by namespace and name, each with its overloads, and the fields of structs by full name."""
    functions, structs = {}, {}
    for path in paths:
        text = re.sub(r"[ \t]*//.*", "", path.read_text())
        include = str(path)[str(path).rindex("cuprum/") :]
        opened = [(match.start(), match[1]) for match in NAMESPACE.finditer(text)]

        def namespace_of(match):
            return [name for start, name in opened if start < match.start()][-1]

        for match in FUNCTION.finditer(text):
            where, namespace = f"{path}: {match['name']}", namespace_of(match)
            signature = match["signature"] and "".join(re.findall(r'"([^"]*)"', match["signature"]))
            given = [parameter(one, where) for one in split(match["parameters"])]
            found = Function(namespace, match["name"], match["result"], given, signature, include, where)
            functions.setdefault((namespace, match["name"]), []).append(found)
        for match in STRUCT.finditer(text):
            full = f"{namespace_of(match)}::{match[1]}".removeprefix("None::")
            structs[full] = match[2], f"{path}: {match[1]}"
    return functions, structs
