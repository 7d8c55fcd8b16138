"""What CUPRUM_TRAITS says of Python's function beside its parameters.

Most of it is NumPy's: arrays of a subclass give arrays of that class, arrays of other libraries are left to their own
methods, functions are methods of arrays, too, or have several names.
"""

import dataclasses
import re

WORDS = {
    "same_class",  # the result has the class of the first argument, and it as base where they share memory
    "same_class_copy",  # the same of a copy, which has no base
    "subok",  # the same if the argument `subok` is true
    "itself",  # an array that needs no change is returned itself
    "list",  # several results are a list, not a tuple
    "own_method",  # an array of another library has its own method called, with the arguments by name
    "own_method_by_position",  # the same, with the arguments by position
    "released",  # other threads may run Python meanwhile
    "polynomial",  # gives a `poly1d` where it is given one
    "method",  # arrays have it as a method, too
}


# Arrays that are divided over devices, or over processes.
DIVIDED = "const DistributedArray& | const GroupArray&"


def check(function):
    """Fail on a word that means nothing."""
    for trait in function.traits:
        if trait not in WORDS and not re.fullmatch(r"(\w+ )?also \w+|named \w+|(not )?pickled( by [\w= ]+)?", trait):
            raise SystemExit(f"{function.where}: CUPRUM_TRAITS knows no '{trait}'")


def merged(overloads, is_known):
    """Overloads that differ in the type of one parameter as one function, whose argument decides which is called, if
    there is a class of arguments that are of several types."""
    first, *others = overloads
    names = [p.name for p in first.parameters]
    if not others or any([p.name for p in other.parameters] != names for other in others):
        return overloads
    kinds = [list(dict.fromkeys(p.type for p in several)) for several in zip(*(o.parameters for o in overloads))]
    parameters = [dataclasses.replace(p, type=" | ".join(kind)) for p, kind in zip(first.parameters, kinds)]
    if not all(is_known(parameter) for parameter, kind in zip(parameters, kinds) if len(kind) > 1):
        return overloads
    results = " | ".join(dict.fromkeys(overload.result for overload in overloads))
    return [dataclasses.replace(first, parameters=parameters, result=results)]


def visited(function):
    """The parameter whose argument decides which overload is called, or None."""
    return next((p.name for p in function.parameters if " | " in p.type or p.type == "const Where&"), None)


def converted(function, call, target):
    """The result's type and the statements that return it, where a trait decides; None where none does."""
    check(function)
    if divided := [p.name for p in function.parameters if p.type == DIVIDED]:
        others = "".join(f"{name}, " for name in divided[1:])
        values = ", ".join(f"const auto& {name}_value" for name in divided)
        statement = f"return {divided[0]}.visit({others}[&]({values}) {{ return divided_object({call}); }});"
        return ' -> Typed<"Any">', statement
    first = function.parameters[0].name if function.parameters else ""
    several, traits = function.result == "std::vector<ndarray>", function.traits
    is_of_two_types = bool(visited(function) or {"own_method", "own_method_by_position"} & set(traits))
    source = f"{first}, " if "same_class" in traits else ""
    result = None
    if function.result == "ndarray | std::vector<ndarray>":
        result = ' -> Typed<"ndarray | list[ndarray]">', f"return array_or_list({call});"
    elif function.result == "double | ndarray":
        result = ' -> Typed<"float | ndarray">', f"return nb::object(nb::cast(to_python({call})));"
    elif function.result.startswith("Sparse") and visited(function):
        result = ' -> Typed<"Matrix | Tensor | ndarray">', f"return core_object({call});"
    elif several and "list" in traits:
        result = ' -> Typed<"list[ndarray]">', f"return list_of({source}{call});"
    elif several and "same_class" in traits:
        result = ' -> Typed<"tuple[ndarray, ...]">', f"return nb::tuple(list_of({first}, {call}));"
    elif target and "same_class" in traits:
        result = " -> Array", f"return {target}.or_new({call}, {first});"
    elif target and "itself" in traits:
        result = " -> Array", f"return or_same({target}, {first}, {call});"
    elif target and is_of_two_types:
        result = " -> Array", f"return {target}.or_new({call});"
    elif "polynomial" in traits:
        kind = "tuple[Any, Any]" if function.result.startswith("std::pair") else "Any"
        given = [p.name for p in function.parameters if p.type == "const ndarray&"]
        result = f' -> Typed<"{kind}">', f"return in_form_of({{{', '.join(given)}}}, {call});"
    elif {"same_class", "itself"} <= set(traits):
        result = " -> Array", f"return same_or({first}, {call}, true);"
    elif "same_class" in traits:
        result = " -> Array", f"return wrap_from_object({first}, {call});"
    elif "same_class_copy" in traits:
        result = " -> Array", f"return wrap_copied({first}, {call});"
    elif "subok" in traits:
        result = " -> Array", f"return of_class({first}, subok, {call});"
    elif "itself" in traits:
        result = " -> Array", f"return same_or({first}, {call});"
    elif is_of_two_types:
        result = " -> Array", f"return wrap_object({call});"
    if result and (name := visited(function)):
        result = result[0], f"return {name}.visit([&](const auto& {name}_value){result[0]} {{ {result[1]} }});"
    return result


def locals_of(function, passed):
    """Statements that convert all arguments while Python's lock is held, and the names of the values."""
    statements, names = "", []
    for parameter, expression in zip(function.parameters, passed):
        if parameter.type == DIVIDED:  # a value of the function that visits it
            names.append(expression)
            continue
        kind = re.sub(r"^CUPRUM_\w+(\(.*\))? |^const |&$", "", parameter.type)
        if parameter.type.endswith("const ndarray&"):
            kind = "ndarray&"
        elif parameter.type == "const ndarray*":
            kind = "ndarray*"
        elif kind.endswith("*") or not re.fullmatch(r"\w+", expression):  # or a conversion of its own
            kind = "auto"
        names.append(f"{parameter.name}_value")
        statements += f"const {kind} {parameter.name}_value = {expression}; "
    return statements, names


def before(function, ordered):
    """What comes before all else: other libraries' own methods, then checks of arguments."""
    statements, arguments = "", [argument for argument in ordered if argument]
    first = arguments[0].name if arguments else ""
    if "own_method" in function.traits:
        given = ", ".join(f'{{"{a.name}", {a.name}.object}}' for a in arguments[1:])
        statements = f'if ({first}.is_foreign()) return numpys_method("{function.name}", {first}, {{{given}}}); '
    elif "own_method_by_position" in function.traits:
        given = ", ".join(f"{a.name}.object" for a in arguments[1:])
        statements = f'if ({first}.is_foreign()) return own_method("{function.name}", {first}, {{{given}}}); '
    return statements + "".join(argument.before + " " for argument in arguments if argument.before)


def definitions(function, module, name, takes, result, statements, keywords, full):
    """The statements that bind a function under all its names."""
    also = [trait.removeprefix("also ") for trait in function.traits if trait.startswith("also ")]
    other_names = dict(trait.split(" also ") for trait in function.traits if " also " in trait)
    lambda_ = f"[]({takes}){result} {{ {statements} }}"
    if not also and not other_names and "method" not in function.traits:
        return f"    {module}.def({', '.join([chr(34) + name + chr(34), lambda_, *keywords, doc(full)])});\n"
    text = f"    {{ const auto call = {lambda_}; "
    for one in [name, *also]:
        text += f"{module}.def({', '.join([chr(34) + one + chr(34), 'call', *keywords, doc(full)])}); "
    if other_names:
        renamed = [re.sub(r'^"(\w+)"', lambda name: f'"{other_names.get(name[1], name[1])}"', one) for one in keywords]
        text += f"{module}.def({', '.join([chr(34) + name + chr(34), 'call', *renamed, doc(full)])}); "
    if "method" in function.traits:
        own = keywords[1:]
        given = [chr(34) + name + chr(34), "as_method(call)", *own, doc(full)]
        text += f"array_class().def({', '.join(given)}); "
    return text + "}\n"


def names(function, name):
    """Python's names of a method: that of a trait, or C++'s; and others."""
    own = next((trait.removeprefix("named ") for trait in function.traits if trait.startswith("named ")), name)
    return [own, *(trait.removeprefix("also ") for trait in function.traits if trait.startswith("also "))]


def doc(full):
    return f'doc("{full}")'
