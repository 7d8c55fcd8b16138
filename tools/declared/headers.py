"""What public headers declare: functions and classes marked with CUPRUM_PYTHON, and the structs that they take and
return."""

import dataclasses
import re

NAMESPACE = re.compile(r"^namespace cuprum(?:::([\w:]+))? \{", re.MULTILINE)
FUNCTION = re.compile(
    r"^(?:CUPRUM_SIGNATURE\((?P<signature>[^()]*)\)\s+)?(?:CUPRUM_TRAITS\((?P<traits>[^()]*)\)\s+)?"
    r"(?:template <(?:FilterForm Form = Coefficients|class Where)>\s+)?"
    r"CUPRUM_PYTHON\s+(?:inline\s+)?(?P<result>[\w:<>, *]+?)\s+(?P<name>\w+)\((?P<parameters>[^;]*?)\)(?:;|\s\{)",
    re.MULTILINE,
)
STRUCT = re.compile(r"^(?:CUPRUM_NAMED_TUPLE )?struct (\w+) \{\n(.*?)^\};", re.MULTILINE | re.DOTALL)
NAMED_TUPLE = re.compile(
    r"(?P<doc>(?:^///.*\n)*)^CUPRUM_NAMED_TUPLE (?:struct (?P<name>\w+) \{|using (?P<alias>\w+) = (?P<struct>\w+);)",
    re.MULTILINE,
)
METHOD = re.compile(
    r"^ +(?P<kind>CUPRUM_PYTHON|CUPRUM_PROPERTY) (?P<result>[\w:<>, *&]+?) (?P<name>\w+)"
    r"\((?P<parameters>[^;]*?)\) const",
    re.MULTILINE,
)
CLASS = re.compile(
    r"^class (?P<name>\w+)(?: final)?(?: : public (?P<base>\w+))? \{\n(?P<text>.*?)^\};", re.MULTILINE | re.DOTALL
)
MEMBER = re.compile(
    r"^ +(?:CUPRUM_SIGNATURE\((?P<signature>[^()]*)\)\s+)?(?:CUPRUM_TRAITS\((?P<traits>[^()]*)\)\s+)?"
    r"(?P<kind>CUPRUM_PYTHON|CUPRUM_PROPERTY|CUPRUM_ATTRIBUTE)\s+(?:explicit\s+)?(?P<static>static\s+)?"
    r"(?:(?P<result>[\w:<>, *&]+?)\s+)?"
    r"(?P<name>operator\(\)|\w+)(?:\((?P<parameters>(?:[^;{}]|\{[^{};]*\})*?)\)(?P<const> const)?"
    r"(?: override)?(?=;|\s\{|\s+: )|"
    r"(?: = [^;]+)?(?=;))",
    re.MULTILINE,
)
FIELD_DOC = re.compile(
    r"^ +CUPRUM_(?:PROPERTY|ATTRIBUTE) [^;(\n]*?(?P<name>\w+)(?: = [^;\n]*)?; +(?P<doc>///< .*(?:\n +///< .*)*)",
    re.MULTILINE,
)
PROPERTY_DOC = re.compile(
    r"(?P<doc>(?:^ +/// .*\n)+)(?: +CUPRUM_TRAITS.*\n)? +CUPRUM_PROPERTY [^;(]*?(?P<name>\w+)(?:\(|;| = )", re.MULTILINE
)
PARAMETER = re.compile(r"(?P<type>.+?[\s&*>])\s*(?P<name>\w+)\s*(?:(?:=\s*)?(?P<default>(?<==).+|\{.*\}))?", re.DOTALL)


@dataclasses.dataclass
class Parameter:
    """A parameter of a function, or a field of a struct."""

    type: str
    name: str
    default: str | None  # as C++ has it


@dataclasses.dataclass
class NamedTuple:
    """A struct that is a named tuple in Python."""

    namespace: str
    name: str
    struct: str  # the full name of what it is in C++
    doc: str
    where: str
    include: str


@dataclasses.dataclass
class Class:
    """A class, with the members that Python has if its constructor is marked."""

    namespace: str
    name: str
    base: str | None
    members: dict[str, tuple[str, "Function", bool]]  # the mark, the member, whether it is a function
    docs: dict[str, str]  # of attributes and properties
    include: str
    where: str


@dataclasses.dataclass
class Function:
    namespace: str | None  # inside of cuprum
    name: str
    result: str
    parameters: list[Parameter]
    signature: str | None  # Python's order, where it is another one
    include: str
    where: str
    traits: tuple[str, ...] = ()  # what Python's function does besides: `same_class`, `method`, `also concat`
    is_static: bool = False  # a class method in Python
    owner: str | None = None  # the class that declares a method
    is_const: bool = True  # whether a method leaves its object as it is


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
        if not statement.strip() or re.match(
            r"\s*(using|operator|static|friend|CUPRUM_PYTHON|CUPRUM_PROPERTY|(?!CUPRUM_)\w+\()", statement
        ):
            continue
        kind = None
        for one in split(statement):
            if kind is None:
                first = parameter(one, where)
                kind = first.type
                yield first
            else:
                yield parameter(f"{kind} {one}", where)


def methods(text, namespace, where):
    """The methods and properties of a struct that Python has: pairs of one and whether it is a property."""
    for match in METHOD.finditer(text):
        given = [parameter(one, where) for one in split(match["parameters"])]
        result = re.sub(r"^const |&$", "", match["result"])
        function = Function(namespace, match["name"], result, given, None, "", f"{where}::{match['name']}")
        yield function, match["kind"] == "CUPRUM_PROPERTY"


def quoted_text(given):
    """The text of a macro's strings, which may stand on several lines."""
    return given and "".join(re.findall(r'"([^"]*)"', given))


def members(match, namespace, include, where):
    """The marked members of a class by name."""
    found = {}
    for member in MEMBER.finditer(match["text"]):
        name, is_function = member["name"], member["parameters"] is not None
        given = [parameter(one, where) for one in split(member["parameters"] or "")]
        result = re.sub(r"^const |&$", "", (member["result"] or "").strip())
        traits = tuple(split(quoted_text(member["traits"]) or ""))
        signature = quoted_text(member["signature"])
        is_static = bool(member["static"])
        function = Function(
            namespace, name, result, given, signature, include, f"{where}::{name}", traits, is_static, match["name"],
            bool(member["const"]) or not is_function,
        )  # fmt: skip
        found[name] = member["kind"], function, is_function
    return found


def docs(text):
    """The comments of the attributes and properties of a class by name."""
    found = [*PROPERTY_DOC.finditer(text), *FIELD_DOC.finditer(text)]
    return {match["name"]: re.sub(r"\s*///<? ", " ", match["doc"]).strip() for match in found}


def named_tuples(text, where):
    """The named tuples of a header, whose comments are theirs in Python."""
    opened = [(match.start(), match[1]) for match in NAMESPACE.finditer(text)]
    for match in NAMED_TUPLE.finditer(text):
        namespace = [name for start, name in opened if start < match.start()][-1]
        doc = "\n".join(line.removeprefix("///").removeprefix(" ") for line in match["doc"].splitlines())
        name = match["name"] or match["alias"]
        struct = f"{namespace}::{match['struct'] or name}".removeprefix("None::")
        yield NamedTuple(namespace, name, struct, doc, f"{where}: {name}", include_of(where))


def include_of(path):
    return str(path)[str(path).rindex("cuprum/") :]


def read(paths):
    """The functions by namespace and name, each with its overloads, and the fields of structs, the named tuples and the
    classes by full name."""
    functions, structs, tuples, classes = {}, {}, {}, {}
    for path in paths:
        tuples |= {
            f"{one.namespace}::{one.name}".removeprefix("None::"): one for one in named_tuples(path.read_text(), path)
        }
        text = re.sub(r"[ \t]*//.*", "", path.read_text())
        include = include_of(path)
        opened = [(match.start(), match[1]) for match in NAMESPACE.finditer(text)]

        def namespace_of(match):
            return [name for start, name in opened if start < match.start()][-1]

        for match in FUNCTION.finditer(text):
            where, namespace = f"{path}: {match['name']}", namespace_of(match)
            signature = quoted_text(match["signature"])
            traits = tuple(split(quoted_text(match["traits"]) or ""))
            given = [parameter(one, where) for one in split(match["parameters"])]
            found = Function(namespace, match["name"], match["result"], given, signature, include, where, traits)
            functions.setdefault((namespace, match["name"]), []).append(found)
        for match in STRUCT.finditer(text):
            full = f"{namespace_of(match)}::{match[1]}".removeprefix("None::")
            structs[full] = match[2], f"{path}: {match[1]}"
        comments = {match["name"]: docs(match["text"]) for match in CLASS.finditer(path.read_text())}
        for match in CLASS.finditer(text):
            namespace, where = namespace_of(match), f"{path}: {match['name']}"
            found = members(match, namespace, include, where)
            classes[f"{namespace}::{match['name']}"] = Class(
                namespace, match["name"], match["base"], found, comments[match["name"]], include, where
            )
    return functions, structs, tuples, classes
