"""The classes of Python that classes of public headers with a marked constructor are."""

import dataclasses
import re

import bindings
import python_types
import traits

NAMES = {"operator()": "__call__"}


def is_pythons(one):
    """Whether Python has the class: its constructor is marked."""
    return one.members.get(one.name, ("",))[0] == "CUPRUM_PYTHON"


def all_members(one, classes):
    """The marked members of a class and of its bases; those of the class come last, and replace others."""
    base = classes.get(f"{one.namespace}::{one.base}") if one.base else None
    inherited = all_members(base, classes) if base else {}
    found = inherited | {name: member for name, member in one.members.items() if name != one.name}
    if one.name in one.members and "released" in one.members[one.name][1].traits:  # so are all methods
        for name, (kind, function, is_function) in found.items():
            found[name] = kind, dataclasses.replace(function, traits=(*function.traits, "released")), is_function
    return found


def bases(one, classes):
    """The class and the classes that it derives from, the nearest first."""
    base = classes.get(f"{one.namespace}::{one.base}") if one.base else None
    return [one, *(bases(base, classes) if base else [])]


def all_docs(one, classes):
    base = classes.get(f"{one.namespace}::{one.base}") if one.base else None
    return (all_docs(base, classes) if base else {}) | one.docs


def public(name):
    """Python's name of a member: `dtype_` is `dtype`, which C++ has as a type."""
    return NAMES.get(name) or name.removesuffix("_")


def name_of(one):
    """Python's name of a class."""
    return traits.names(one.members[one.name][1], one.name)[0]


def is_pickled(one):
    """Whether objects can be pickled, and have attributes of a program's."""
    return "not pickled" not in one.members[one.name][1].traits


def type_of(function):
    """What signatures call a property."""
    kind = function.result
    inner = bindings.inner_type(kind)
    members = python_types.MEMBERS
    known = members.get(f"{function.namespace}::{inner}") or members.get(inner) or python_types.RESULTS.get(inner)
    if not known:
        raise SystemExit(f"{function.where} is a '{kind}', which tools/declared does not know: bind it by hand")
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
    if bindings.is_released(function):
        values, passed = traits.locals_of(function, passed)
        before += values
    return ordered, ", ".join(passed), before, takes


def called(function, call):
    """The call of a method, without Python's lock where it may wait."""
    return f"released([&] {{ return {call}; }})" if bindings.is_released(function) else call


def constructor(one, members, structs):
    """The statements that bind the constructor and pickling.

    An object is pickled as the arguments that make it. Those that CUPRUM_TRAITS("pickled by ...") names are attributes
    of the object, or have a value there; without it they are the arguments that the object was made with, which it
    keeps. "pickled by its attributes" sets all attributes of an object that the constructor without arguments makes,
    "pickled by its state" gives such an object the arrays of another one by `set_state`.
    """
    function = one.members[one.name][1]
    if "not made by programs" in function.traits:
        return ""
    ordered, passed, before, takes = call_of(function, structs)
    names = [argument.name for argument in ordered[: ordered.index(None) if None in ordered else None]]
    words = next((trait.split()[2:] for trait in function.traits if trait.startswith("pickled by ")), names)
    by_attributes = words == ["its", "attributes"]
    becomes = become(function, "self.p->")
    init = (
        f'    type.def("__init__", [](nb::pointer_and_handle<Class> self{takes}) {{ {before}'
        f"{called(function, f'new (self.p) Class({passed})')};"
    )
    if not is_pickled(one):
        return f"{init} }}{', '.join(['', *keywords_of(ordered)])});\n"
    if words == ["its", "state"]:
        return (
            f"{init}{becomes} }}{', '.join(['', *keywords_of(ordered)])});\n"
            '    type.def("__reduce__", [](nb::pointer_and_handle<Class> self) '
            "{ return reduce_to_state(self.h, self.p->state()); });\n"
            '    type.def("__setstate__", [](nb::pointer_and_handle<Class> self, nb::tuple state) '
            "{ new (self.p) Class(); nb::inst_mark_ready(self.h); "
            "self.p->set_state(restore_state(self.h, state)); });\n"
        )
    settable = [f'"{public(name)}"' for name, member in members.items() if is_settable(name, member, members)]
    kept, arguments = [], []
    for word in [] if by_attributes else words:
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
    made_by = "nb::borrow(self.type())"
    restored = ""
    if by_attributes:
        made_by, arguments = 'nb::module_::import_("copyreg").attr("__newobj__")', ["self.type()"]
        restored = (
            '    type.def("__setstate__", [](nb::pointer_and_handle<Class> self, nb::tuple state) '
            "{ new (self.p) Class(); nb::inst_mark_ready(self.h); restore_object(self.h, state); });\n"
        )
    return (
        f"{init}{keep}{becomes} }}{given});\n"
        f'    type.def("__reduce__", [](nb::handle_t<Class> self) {{ return reduce_object(self, {made_by}, '
        f"nb::make_tuple({', '.join(arguments)}), {{{', '.join(settable)}}}); }});\n{restored}"
    )


def become(function, object_):
    """The statement by which an object becomes one of the class that a method names ("becomes METHOD")."""
    name = next((trait.split()[1] for trait in function.traits if trait.startswith("becomes ")), None)
    module = public_module(function.namespace)
    return f' become({object_.removesuffix("p->")}h, "{module}", {object_}{name}());' if name else ""


def public_module(namespace):
    if namespace == "distributed":
        return "cuprumx.distributed.array"
    package = "cuprum." if namespace.startswith("cuda") else "cuprumx."
    return package + namespace.replace("::", ".")


def is_of_this_class(function):
    """Whether a method gives an object of the class that declares it, also where a derived class calls it."""
    return "of this class" in function.traits


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
    return f"[](Class& self{takes}) {{ const decltype(Class::{name}) taken = {passed}; self.{name} = taken; }}"


def method(name, function, family, structs):
    """The statement that binds a method. Of a static one it is a class method."""
    ordered, passed, before, takes = call_of(function, structs)
    given, key = ", ".join(["", *keywords_of(ordered)]), name.removesuffix("()")
    declaring = next(one for one in family if name in one.members)
    doc = f'doc("{declaring.namespace}::{declaring.name}::{key}")'
    own = function.result in [one.name for one in family] and not is_of_this_class(function)
    is_changing = function.result == "void" and is_pickled(family[0])
    made = "cls" if function.is_static else "held.h.type()"
    call = called(function, f"Class::{name}({passed})" if function.is_static else f"self.{name}({passed})")
    self = "const Class& self" if function.is_const else "Class& self"
    names = traits.names(function, public(name))
    if own:  # of the class whose method is called, which may be one of a program's
        result, statements = f' -> Typed<"{name_of(family[0])}">', f"return made_as<Class>({made}, {call});"
    elif function.result == f"std::variant<{declaring.name}, ndarray>":
        own = True
        result = f' -> Typed<"{family[0].name} | ndarray">'
        statements = (
            f"auto found = {call}; if (auto* array = std::get_if<ndarray>(&found)) return to_python(*array); "
            f"return made_as<Class>({made}, std::get<0>(std::move(found)));"
        )
    elif is_changing:
        result, statements = "", f"{call}; forget_arrays(held.h);{become(function, 'held.p->')}"
    elif is_of_this_class(function):
        result, statements = f' -> Typed<"{function.result}">', f"return nb::cast({call});"
    else:
        result, statements = bindings.returned_by(function, call, None, structs)
    if function.is_static:
        takes = f"[[maybe_unused]] nb::handle cls{takes}"
    elif own or is_changing:
        constant = "" if is_changing else "const "
        before = f"{constant}Class& self = *held.p; {before}"
        takes = f"nb::pointer_and_handle<Class> held{takes}"
    else:
        takes = f"{self}{takes}"
    lambda_ = f"[]({takes}){result} {{ {before}{statements} }}"
    if not function.is_static:
        return "".join(f'    type.def("{one}", {lambda_}{given}, {doc});\n' for one in names)
    call = f'nb::cpp_function({lambda_}, nb::name("{names[0]}"), nb::is_method(){given}, {doc})'
    return f'    set_class_method(type, "{names[0]}", {call});\n'


def member(name, found, members, docs, family, structs):
    """The statement that binds a method, a property or an attribute."""
    kind, function, is_function = found
    if kind == "CUPRUM_PYTHON":
        property_ = name.removeprefix("set_")
        if property_ != name and property_ in members and is_settable(property_, members[property_], members):
            return ""
        return method(name, function, family, structs)
    value = f"self.{name}()" if is_function else f"self.{name}"
    if bindings.find_struct(function.result, function.namespace, structs):  # a tuple of its fields
        result, statements = bindings.returned_by(function, value, None, structs)
    else:
        result = f' -> Typed<"{type_of(function)}">'
        statements = f"return nb::cast(to_python({value}));"
    get = f"[](const Class& self){result} {{ {statements} }}"
    is_arrays = function.result == "std::vector<ndarray>" and not is_function
    if is_array := is_arrays or (function.result == "ndarray" and not is_function):  # one object until it is set
        get = f'[](nb::pointer_and_handle<Class> held) {{ return kept_array(held.h, "{public(name)}", {value}); }}'
        get = get.replace("self.", "held.p->")
    if name not in docs:
        raise SystemExit(f"{function.where} has no comment")
    doc = f'R"doc({docs[name]})doc"'
    if is_settable(name, found, members):
        set_ = setter(function, members, is_function, structs)
        if is_array:
            set_ = (
                f"[](nb::pointer_and_handle<Class> held, {'ArraysArg' if is_arrays else 'ArrayArg'} {name}) "
                f'{{ held.p->{name} = {name}; keep_array(held.h, "{public(name)}", {name}.object); }}'
            )
        return f'    type.def_prop_rw("{public(name)}", {get}, {set_}, {doc});\n'
    return f'    type.def_prop_ro("{traits.names(function, public(name))[0]}", {get}, {doc});\n'


def is_of_spline(member):
    """Whether a property has knots, coefficients and degree of a spline."""
    kind, function, is_function = member
    return kind != "CUPRUM_PYTHON" and is_function and function.result == "std::tuple<ndarray, ndarray, int>"


def in_object(expression):
    """A field or a call of a method, of the object that a device is looked for."""
    object_ = "nb::inst_ptr<Class>(nb::handle(object))->"
    return re.sub(r"(?<=[(])(?=\w)", object_, expression) if "<0>" in expression else object_ + expression


def device_of(one, members):
    """The statement by which calls find the device of an object: that of its first array. An object "of no device" has
    its numbers on the host."""
    is_of_no_device = "of no device" in one.members[one.name][1].traits
    arrays = [
        f"{name}()" if is_function else name
        for name, (kind, function, is_function) in members.items()
        if function.result == "ndarray" and kind != "CUPRUM_PYTHON"
    ]
    arrays += [f"std::get<0>({name}())" for name, member in members.items() if is_of_spline(member)]
    arrays.sort(key=lambda name: name.endswith("()"))
    if not arrays or is_of_no_device:
        return ""
    return (
        "    set_device_finder(type, [](PyObject* object) { "
        f"const cuprum::ndarray array = {in_object(arrays[0])}; "
        "return array.size() ? array.device() : -1; });\n"
    )


def binding(one, classes, structs):
    """The statements that make a class, before those that name it in signatures, and those that bind its members."""
    members, docs, full = all_members(one, classes), all_docs(one, classes), f"{one.namespace}::{one.name}"
    family = bases(one, classes)
    names = [each.name for each in family]
    has_base = len(family) > 1 and is_pythons(family[1])
    # Of a base that Python has, too, the members are inherited; what gives objects of the class does so of this one.
    own = {
        name: found
        for name, found in members.items()
        if not has_base or name in one.members or (found[1].result in names and not is_of_this_class(found[1]))
    }
    base = f", cuprum::{one.namespace}::{one.base}" if has_base else ""
    text = "".join(member(name, found, members, docs, family, structs) for name, found in own.items())
    attributes = "nb::dynamic_attr(), nb::is_weak_referenceable(), " if is_pickled(one) else ""
    return (
        f'    nb::class_<cuprum::{full}{base}> {one.name}_type(m.def_submodule("{bindings.module_of(one.namespace)}"), '
        f'"{name_of(one)}", {attributes}doc("{full}::{one.name}"));\n'
        f'    {one.name}_type.attr("__module__") = "{public_module(one.namespace)}";\n',
        f"    {{\n    using Class = cuprum::{full};\n    auto& type = {one.name}_type;\n"
        f"{'' if has_base else device_of(one, members)}{constructor(one, members, structs)}{text}    }}\n",
    )
