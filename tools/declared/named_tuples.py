"""The named tuples of Python that structs of public headers are."""

import bindings
import headers
import python_types


def members(one, structs):
    """The names and types of a tuple's items, and those of what else its objects have."""
    items, attributes = [], []
    for field in headers.fields(*structs[one.struct]):
        kind = field.type.removeprefix("CUPRUM_ATTRIBUTE ")
        (attributes if kind != field.type else items).append((field.name, kind))
    return items, attributes


def public(name):
    """Python's name of a member: `stderr_` is `stderr`, which is a macro in C++."""
    return name.removesuffix("_")


def quoted(text):
    return f'R"doc({text})doc"'


def path_of(namespace):
    """The module of Python in which the classes of a namespace are found."""
    if namespace is None:
        return "cuprum._core"
    return "cuprum.linalg" if namespace == "linalg" else "cuprum._core." + bindings.module_of(namespace)


def names_of(fields):
    return "{" + ", ".join(f'"{public(name)}"' for name, _ in fields) + "}"


def definitions(tuples, structs):
    """The functions that make the classes and their objects."""
    text = "".join(
        f"nb::object make_{one.name}(cuprum::{one.struct}&& value);\nconst NamedTuple& type_of_{one.name}();\n"
        for one in tuples
    )
    for one in tuples:
        items, attributes = members(one, structs)
        of_python = []
        for function, is_property in headers.methods(structs[one.struct][0], one.namespace, one.where):
            of_python.append(method(one, function, is_property, structs))
        if of_python:
            given = ", ".join(
                f'.{name} = nb::cast<{kind}>(self.attr("{public(name)}"))' for name, kind in items + attributes
            )
            text += f"cuprum::{one.struct} from_{one.name}(nb::handle self) {{ return {{{given}}}; }}\n"

        def values(fields):
            return ", ".join(f"nb::cast(to_python(std::move(value.{name})))" for name, _ in fields)

        module = path_of(one.namespace)  # where pickles find it
        text += (
            f"nb::object make_{one.name}(cuprum::{one.struct}&& value) {{ return type_of_{one.name}().make("
            f"{{{values(items)}}}, {{{values(attributes)}}}); }}\n"
            f"const NamedTuple& type_of_{one.name}() {{ static const NamedTuple& type = *new NamedTuple("
            f'"{module}", "{one.name}", {quoted(one.doc)}, {names_of(items)}, {names_of(attributes)}, '
            f"{{{', '.join(of_python)}}}); return type; }}\n"
        )
    return f"\nnamespace {{\n{text}}}  // namespace\n" if text else ""


def method(one, function, is_property, structs):
    """The name and the function of a method or a property."""
    arguments, passed, _ = bindings.arguments_of(function, structs)
    call = f"from_{one.name}(self.object).{function.name}({', '.join(passed)})"
    kind, result = bindings.converted(function, call, structs)
    takes = "".join(f", {argument.kind} {argument.name}" for argument in arguments)
    keywords = "".join(
        f', "{argument.name}"_a' + (f" = {argument.default}" if argument.default else "") for argument in arguments
    )
    doc = f'doc("{one.struct}::{function.name}")'
    made = (
        f'nb::cpp_function([](Arg<"tuple[Any, ...]"> self{takes}) -> Typed<"{kind}"> {{ return {result}; }}, '
        f'nb::name("{function.name}"), nb::is_method(){keywords}, {doc})'
    )
    return f'{{"{function.name}", {made}, {"true" if is_property else "false"}}}'


def bindings_of(module, own, structs):
    types = "".join(f'if (name == "{one.name}") return type_of_{one.name}().type(); ' for one in own)
    stubs = "".join(f'stubs["{one.name}"] = {quoted(stub(one, structs))}; ' for one in own)
    get = f'm.def_submodule("{module}")' if module else "m"
    path = f"cuprum._core.{module}" if module else "cuprum._core"
    return (
        f'    {{ nb::dict stubs; {stubs}{get}.attr("__named_tuples__") = stubs; }}\n'
        f'    {get}.def("__getattr__", [](const char* wanted) -> nb::object {{ '
        f"const std::string name = wanted; {types}"
        f"throw nb::attribute_error((\"module '{path}' has no attribute '\" + name + \"'\")"
        ".c_str()); });\n"
    )


def bindings_by_module(own):
    modules = {}
    for one in own:
        modules.setdefault(one.namespace and bindings.module_of(one.namespace), []).append(one)
    return modules


def stub(one, structs):
    """The class as a type checker reads it."""
    items, attributes = members(one, structs)
    lines = [f"    {public(name)}: {python_types.RESULTS[kind]}" for name, kind in items]
    more = [f"    {public(name)}: {python_types.RESULTS[kind]}" for name, kind in attributes]
    for function, is_property in headers.methods(structs[one.struct][0], one.namespace, one.where):
        arguments, _, _ = bindings.arguments_of(function, structs)
        kind = bindings.converted(function, "", structs)[0]
        given = "".join(f", {a.name}: Any" + (" = ..." if a.default else "") for a in arguments)
        if is_property:
            more.append("    @property")
        more.append(f"    def {function.name}(self{given}) -> {kind}: ...")
    if not more:
        return "\n".join([f"class {one.name}(NamedTuple):", *lines])
    return "\n".join([f"class _{one.name}(NamedTuple):", *lines, f"class {one.name}(_{one.name}):", *more])


def bindings_text(own, structs):
    return "".join(bindings_of(module, few, structs) for module, few in bindings_by_module(own).items())
