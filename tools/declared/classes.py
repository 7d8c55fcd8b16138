"""The classes of Python that classes of public headers with a marked constructor are."""

import dataclasses
import re

import bindings
import python_types

NAMES = {"operator()": "__call__"}


def is_pythons(one):
    """Whether Python has the class: its constructor is marked."""
    return one.members.get(one.name, ("",))[0] == "CUPRUM_PYTHON"


def all_members(one, classes):
    """The marked members of a class and of its bases; those of the class come last, and replace others."""
    base = classes.get(f"{one.namespace}::{one.base}") if one.base else None
    inherited = all_members(base, classes) if base else {}
    return inherited | {name: member for name, member in one.members.items() if name != one.name}


def all_docs(one, classes):
    base = classes.get(f"{one.namespace}::{one.base}") if one.base else None
    return (all_docs(base, classes) if base else {}) | one.docs


def public(name):
    """Python's name of a member: `dtype_` is `dtype`, which C++ has as a type."""
    return NAMES.get(name) or name.removesuffix("_")


def type_of(kind, where):
    """What signatures call a property of a C++ type."""
    inner = bindings.inner_type(kind)
    known = python_types.MEMBERS.get(inner) or python_types.RESULTS.get(inner)
    if not known:
        raise SystemExit(f"{where} is a '{kind}', which tools/declared does not know: bind it by hand")
    return f"{known} | None" if bindings.is_optional(kind) else known


def keywords_of(ordered):
    return [
        "nb::kw_only()"
        if argument is None
        else f'"{argument.name.removesuffix("_")}"_a' + (f" = {argument.default}" if argument.default else "")
        for argument in ordered
    ]


def call_of(function, structs):
    """The arguments in Python's order, what C++ gets, and statements that check arguments of Python's alone."""
    arguments, passed, _ = bindings.arguments_of(function, structs)
    ordered = bindings.in_pythons_order(function, arguments)
    before = "".join(argument.before + " " for argument in ordered if argument and argument.before)
    takes = "".join(f", {argument.kind} {argument.name}" for argument in ordered if argument)
    return ordered, ", ".join(passed), before, takes


def constructor(one, members, structs):
    """The statements that bind the constructor and pickling.

    An object is pickled as the arguments that make it. Those that CUPRUM_TRAITS("pickled by ...") names are attributes
    of the object, or have a value there; without it they are the arguments that the object was made with, which it
    keeps.
    """
    function = one.members[one.name][1]
    ordered, passed, before, takes = call_of(function, structs)
    names = [argument.name for argument in ordered[: ordered.index(None) if None in ordered else None]]
    words = next((trait.split()[2:] for trait in function.traits if trait.startswith("pickled by ")), names)
    settable = [f'"{public(name)}"' for name, member in members.items() if is_settable(name, member, members)]
    kept, arguments = [], []
    for word in words:
        name, _, value = word.partition("=")
        if value:
            arguments.append(f"nb::cast({value})")
        elif "pickled by" in " ".join(function.traits) and name in members:
            arguments.append(f'self.attr("{name}")')
        else:
            arguments.append(f"kept_argument(self, {len(kept)})")
            kept.append(f"{name}.object")
    keep = f" keep_arguments(self.h, {{{', '.join(kept)}}});" if kept else ""
    given = ", ".join(["", *keywords_of(ordered)])
    return (
        f'    type.def("__init__", [](nb::pointer_and_handle<Class> self{takes}) {{ {before}'
        f"new (self.p) Class({passed});{keep} }}{given});\n"
        f'    type.def("__reduce__", [](nb::handle_t<Class> self) {{ return reduce_object(self, '
        f"nb::make_tuple({', '.join(arguments)}), {{{', '.join(settable)}}}); }});\n"
    )


def is_settable(name, member, members):
    kind, function, is_function = member
    return kind == "CUPRUM_ATTRIBUTE" or (kind == "CUPRUM_PROPERTY" and is_function and f"set_{name}" in members)


def setter(function, members, is_function, structs):
    """The function that sets an attribute, by the method `set_NAME` where the class has it."""
    name = function.name
    if is_function:
        _, passed, _, takes = call_of(members[f"set_{name}"][1], structs)
        return f"[](Class& self{takes}) {{ self.set_{name}({passed}); }}"
    parameter = bindings.headers.Parameter(function.result, name, None)
    _, passed, _, takes = call_of(dataclasses.replace(function, parameters=[parameter]), structs)
    return f"[](Class& self{takes}) {{ const {function.result} taken = {passed}; self.{name} = taken; }}"


def member(name, found, members, docs, full, structs):
    """The statement that binds a method, a property or an attribute."""
    kind, function, is_function = found
    if kind == "CUPRUM_PYTHON":
        if name.startswith("set_") and name.removeprefix("set_") in members:
            return ""
        ordered, passed, before, takes = call_of(function, structs)
        result, statements = bindings.returned_by(function, f"self.{name}({passed})", None, structs)
        given = ", ".join(["", *keywords_of(ordered)])
        constant = "" if function.result == "void" else "const "
        key = name.removesuffix("()")
        return (
            f'    type.def("{public(name)}", []({constant}Class& self{takes}){result} {{ {before}{statements} }}'
            f'{given}, doc("{full}::{key}"));\n'
        )
    value = f"self.{name}()" if is_function else f"self.{name}"
    if bindings.find_struct(function.result, function.namespace, structs):  # a tuple of its fields
        result, statements = bindings.returned_by(function, value, None, structs)
    else:
        result = f' -> Typed<"{type_of(function.result, function.where)}">'
        statements = f"return nb::cast(to_python({value}));"
    get = f"[](const Class& self){result} {{ {statements} }}"
    if name not in docs:
        raise SystemExit(f"{function.where} has no comment")
    doc = f'R"doc({docs[name]})doc"'
    if is_settable(name, found, members):
        set_ = setter(function, members, is_function, structs)
        return f'    type.def_prop_rw("{public(name)}", {get}, {set_}, {doc});\n'
    return f'    type.def_prop_ro("{public(name)}", {get}, {doc});\n'


def device_of(members):
    """The statement by which calls find the device of an object: that of its first array."""
    arrays = [
        f"{name}()" if is_function else name
        for name, (kind, function, is_function) in members.items()
        if function.result == "ndarray" and kind != "CUPRUM_PYTHON"
    ]
    arrays.sort(key=lambda name: name.endswith("()"))
    if not arrays:
        return ""
    return (
        "    set_device_finder(type, [](PyObject* object) { "
        f"const cuprum::ndarray array = nb::inst_ptr<Class>(nb::handle(object))->{arrays[0]}; "
        "return array.size() ? array.device() : -1; });\n"
    )


def binding(one, classes, structs):
    """The statements that bind a class."""
    members, docs, full = all_members(one, classes), all_docs(one, classes), f"{one.namespace}::{one.name}"
    public_module = "cuprumx." + re.sub(r"::", ".", one.namespace)
    text = "".join(member(name, found, members, docs, full, structs) for name, found in members.items())
    return (
        f"    {{\n    using Class = cuprum::{full};\n"
        f'    nb::class_<Class> type(m.def_submodule("{bindings.module_of(one.namespace)}"), "{one.name}", '
        f'nb::dynamic_attr(), nb::is_weak_referenceable(), doc("{full}::{one.name}"));\n'
        f'    type.attr("__module__") = "{public_module}";\n'
        f"{device_of(members)}{constructor(one, members, structs)}{text}    }}\n"
    )
