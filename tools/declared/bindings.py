"""The binding of a declared function."""

import dataclasses
import pathlib
import re

import headers
import python_types
import traits

tuples = {}  # the named tuples of all headers, by full name


@dataclasses.dataclass
class Argument:
    """An argument of Python's function."""

    kind: str  # the class that takes it
    name: str
    default: str | None
    newer: str | None = None  # the argument of which this one is the earlier name
    before: str = ""  # a statement that checks the argument, or takes effect while the function runs


def chapter_of(namespace):
    """The chapter of SciPy to which a namespace belongs, or "functions"."""
    inner = (namespace or "").removeprefix("scipy::").split("::")[0]
    return inner if namespace and (namespace.startswith("scipy::") or inner == "signal") else "functions"


def chapter_of_function(namespace, include):
    """The same; functions of NumPy's chapter `sorting` belong to "numpy_sorting", which has types of its own."""
    stem = pathlib.Path(include).stem
    chapter, numpys = chapter_of(namespace), "numpy_" + python_types.SHARED.get(stem, stem)
    return numpys if chapter == "functions" and numpys in python_types.CHAPTERS else chapter


def module_of(namespace):
    """The compiled module that has the functions of a namespace."""
    renamed = {"scipy::special": "_special", "lib::stride_tricks": "_stride_tricks"}
    return renamed.get(namespace, "_" + namespace.replace("::", "_"))


def python_name(name):
    """A function's name in Python: `delete_` is `delete`, a word that C++ keeps for itself."""
    return name.removesuffix("_") if name in ("delete_",) else name


def find_struct(name, namespace, structs):
    """The full name of a struct as code in a namespace calls it, or None."""
    name = name.removeprefix("cuprum::")
    while namespace:
        if f"{namespace}::{name}" in structs:
            return f"{namespace}::{name}"
        namespace = namespace.rpartition("::")[0]
    return name if name in structs else None


def arguments_of(function, structs):
    """Python's arguments in C++'s order, the expressions that C++'s function gets, and the array that it writes to."""
    arguments, passed, target = [], [], None
    chapter = chapter_of_function(function.namespace, function.include)
    header = pathlib.Path(function.include).stem

    def take(parameter):
        found = python_types.taken(parameter, chapter, header, function.name, function.owner)
        if not found:
            raise SystemExit(
                f"{function.where} takes '{parameter.type}', for which tools/declared/python_types.py knows no type of "
                "Python: bind it by hand"
            )
        default = parameter.default and (found[2] if len(found) > 2 else python_types.default(parameter.default))
        arguments.append(Argument(found[0], parameter.name, default))
        return found[1].replace("{}", parameter.name).format(function=function.name, default=parameter.default)

    def is_taken(parameter):
        return not (function.signature and parameter.default and parameter.name not in named)

    named = re.findall(r"\w+", function.signature or "")
    for parameter in function.parameters:
        name = re.sub(r"^const |&$", "", parameter.type)
        full = find_struct(name, function.namespace, structs)
        if not full or python_types.taken(parameter, chapter, header):
            if is_taken(parameter):
                passed.append(take(parameter))
            if parameter.type == "const Output&" or parameter.name == "out":  # the call returns the array given
                target = parameter.name
            continue
        # The fields of a struct of options are parameters of Python's.
        # One that has the name of a parameter is set by C++'s function.
        names = {one.name for one in function.parameters}
        fields = [one for one in headers.fields(*structs[full]) if is_taken(one) and one.name not in names]
        target = "out" if any(field.name == "out" for field in fields) else target
        passed.append(f"cuprum::{full}{{{', '.join(f'.{field.name} = {take(field)}' for field in fields)}}}")
    return arguments, passed, target


def in_pythons_order(function, arguments):
    """The arguments in the order of CUPRUM_SIGNATURE, with None where those by keyword alone begin."""
    if function.signature is None:
        return arguments
    by_name, ordered = {argument.name: argument for argument in arguments}, []
    by_all = dict(by_name)
    for item in headers.split(function.signature):
        name, _, default = item.partition("=")
        if item == "*":
            ordered.append(None)
        elif item.startswith("*"):  # as many arrays as are given; what follows is given by keyword
            ordered += [by_name.pop(item[1:]), None]
        elif name not in by_name and (only := python_types.only(function, name)):  # of Python's alone
            before = only[1].replace("{function}", function.name)
            ordered.append(Argument(only[0], name, python_types.default(default), before=before))
        elif name == "output" and function.result == "Form":
            ordered.append(Argument("FilterFormArg", "output", '"ba"'))
        elif name not in by_name and (name.startswith("return_") or name == python_types.FLAGGED.get(function.result)):
            # whether more than the first part is returned
            ordered.append(Argument("BoolArg", name, default))
        elif name not in by_name and default in by_all:  # an earlier name
            ordered.append(Argument(by_all[default].kind, name, "nb::none()", default))
        elif name not in by_name and default in ("true", "false"):  # a flag that only Python has
            ordered.append(Argument("[[maybe_unused]] IgnoredFlagArg", name, default))
        elif name not in by_name and default:  # something else that is not looked at
            kind = "int" if default.isdigit() else "Any"
            ordered.append(Argument(f'[[maybe_unused]] Arg<"{kind}">', name, python_types.default(default)))
        elif name in by_name:
            argument = by_name.pop(name)
            ordered.append(
                dataclasses.replace(argument, default=python_types.default(default)) if default else argument
            )
        else:
            raise SystemExit(f"{function.where}: CUPRUM_SIGNATURE names '{name}', which is no parameter")
    if ordered and ordered[-1] is None:
        ordered.pop()
    if by_name:
        raise SystemExit(f"{function.where}: CUPRUM_SIGNATURE leaves out {', '.join(by_name)}")
    return ordered


def result_of(function, structs):
    """What signatures call a function's result, and the types of its parts where it is a tuple."""
    if pair := re.fullmatch(r"std::(?:pair|tuple)<(.*)>", function.result):
        parts = list(headers.split(pair[1]))
    elif function.result in python_types.RESULTS:
        return python_types.RESULTS[function.result], []
    elif tuple_of(function.result, function.namespace):
        return function.result, []
    elif full := find_struct(function.result, function.namespace, structs):
        parts = [field.type for field in headers.fields(*structs[full])]
    else:
        return None, []
    unknown = [part for part in parts if inner_type(part) not in python_types.RESULTS]
    if unknown:
        raise SystemExit(
            f"{function.where} returns '{unknown[0]}', which tools/declared does not know: bind it by hand"
        )
    kinds = [python_types.RESULTS[inner_type(part)] for part in parts]
    kind = f"tuple[{', '.join(kinds)}]"
    if any(map(is_optional, parts)):  # is left out where there is none
        kind = f"tuple[{kinds[0] if len(set(kinds)) == 1 else 'Any'}, ...]"
        if all(map(is_optional, parts[1:])) and not is_optional(parts[0]):
            kind = f"{kinds[0]} | {kind}"
    flag = part_flag(function)
    return (f"{kind} if {flag} else {kinds[0]}" if flag else kind), parts


def tuple_of(name, namespace):
    """The named tuple that a result is, or None."""
    return tuples.get(f"{namespace}::{name}".removeprefix("None::"))


def converted(function, call, structs):
    """The type and the expression of a method's result."""
    if tuple_of(function.result, function.namespace):
        return function.result, f"make_{function.result}({call})"
    return result_of(function, structs)[0], f"nb::cast(to_python({call}))"


def is_optional(kind):
    return kind.startswith("std::optional<")


def inner_type(kind):
    return kind.removeprefix("std::optional<").removesuffix(">") if is_optional(kind) else kind


def part_flag(function):
    """The flag of Python's that says whether more than the first part of a result is returned, or None."""
    names = (item.partition("=")[0] for item in headers.split(function.signature or ""))
    taken = {parameter.name for parameter in function.parameters}
    return next((name for name in names if name.startswith("return_") and name not in taken), None)


def returned(function, call, parts):
    """The statements that return what C++'s function does, a tuple of parts or one object."""
    like = next((p.name for p in function.parameters if p.type in python_types.LIKE), None)
    arrays = [f"{p.name}.is_array()" for p in function.parameters if p.type in python_types.ARRAY_OR_MATRIX]
    if function.result == "DenseOrSparse":  # of the class of the first matrix
        arrays = arrays[:1]

    def converted(kind, value):
        if pathlib.Path(function.include).stem in python_types.CORES and kind in python_types.LIKE_ARGUMENT:
            return f"core_object({value})"
        if kind not in python_types.LIKE_ARGUMENT:
            return f"{python_types.CONVERTERS.get(kind, 'to_python')}({value})"
        standard = "true" if kind == "sparse_tensor" else "false"  # of any number of dimensions, so an array
        return f"to_python({value}, {'true' if kind == 'sparse_array' else like or ' || '.join(arrays) or standard})"

    if tuple_of(function.result, function.namespace):
        return f"return make_{function.result}({call});"
    if function.result in python_types.FLAGGED:
        return f"return to_python({call}, bool({python_types.FLAGGED[function.result]}));"
    if not parts:
        return f"return {converted(function.result, call)};"
    names = [f"result{i}" for i in range(len(parts))]
    moved = [converted(kind, f"std::move({name})") for kind, name in zip(parts, names)]
    statements = f"auto [{', '.join(names)}] = {call}; "
    for changed in re.findall(r"(\w+)\.kept\(\)", call):  # a list of Python's that the call changes
        statements += f"{changed}.write_back(); "
    if flag := part_flag(function):
        statements += f"if (!bool({flag})) return nb::cast({moved[0]}); "
    if not any(map(is_optional, parts)):
        return statements + f"return nb::make_tuple({', '.join(moved)});"
    statements += "nb::list made; "  # of those that are there
    for name, kind, value in zip(names, parts, moved):
        if is_optional(kind):
            statements += f"if ({name}) made.append({converted(inner_type(kind), f'std::move(*{name})')}); "
        else:
            statements += f"made.append({value}); "
    return statements + "return one_or_tuple(made);"


def is_released(function):
    """Whether other threads may run Python while C++'s function runs."""
    return "released" in function.traits or pathlib.Path(function.include).stem in python_types.RELEASED


def called(function, passed):
    """Statements that convert arguments while Python's lock is held, and the call, without the lock where it may
    wait."""
    name = f"cuprum::{function.namespace}::{function.name}" if function.namespace else f"cuprum::{function.name}"
    if not is_released(function):
        return "", f"{name}({', '.join(passed)})"
    values, passed = traits.locals_of(function, passed)
    return values, f"released([&] {{ return {name}({', '.join(passed)}); }})"


def body(function, passed, target, structs):
    """The result's type and the statements of the function that Python calls."""
    values, call = called(function, passed)
    kind, statements = returned_by(function, call, target, structs)
    return kind, values + statements


def returned_by(function, call, target, structs):
    """The result's type and the statements that return what a call gives."""
    if converted := traits.converted(function, call, target):
        return converted
    if target:
        return "", f"return {target}.or_new({call});"
    if function.result == "Form":
        call = call.replace(f"{function.name}(", f"{function.name}<F>(", 1)
        return "", f"return in_form(output, [&]<class F>(std::type_identity<F>) {{ return {call}; }});"
    kind, parts = result_of(function, structs)
    named = {*python_types.CONVERTED, *python_types.FLAGGED}
    if parts or function.result in named or tuple_of(function.result, function.namespace):
        return f' -> Typed<"{kind}">', returned(function, call, parts)
    return "", f"return {call};"


def body_of_two(short, long, extra, structs):
    """The same of two overloads, of which the second has one parameter more, None where the first is called."""
    kinds, statements = [], []
    for function in (short, long):
        _, passed, _ = arguments_of(function, structs)
        kind, parts = result_of(function, structs)
        kinds.append(kind)
        if function is long and is_array(extra, long):  # the array is there
            passed = [f"*{extra}.pointer()" if p.name == extra else e for p, e in zip(function.parameters, passed)]
        values, call = called(function, passed)
        statements.append(values + returned(function, call, parts))
    kind = f"{kinds[0]} if {extra} is None else {kinds[1]}" if kinds[0] != kinds[1] else kinds[0]
    return f' -> Typed<"{kind}">', f"if ({extra}.is_none()) {{ {statements[0]} }} {statements[1]}"


def extra_of(overloads):
    """The name of the parameter that the second of two overloads has more than the first, or None."""
    if len(overloads) != 2:
        return None
    short, long = sorted(overloads, key=lambda one: len(one.parameters))
    extra = [p.name for p in long.parameters if p.name not in {q.name for q in short.parameters}]
    return extra[0] if len(extra) == 1 and len(long.parameters) == len(short.parameters) + 1 else None


def is_array(name, function):
    return any(p.name == name and p.type.endswith("ndarray&") for p in function.parameters)


def bindings(overloads, structs):
    """The statements that bind a function of some overloads."""
    extra = extra_of(overloads)
    if extra is None:
        chapter = chapter_of_function(overloads[0].namespace, overloads[0].include)
        merged = traits.merged(overloads, lambda parameter: python_types.taken(parameter, chapter, ""))
        return "".join(binding(function, *simple(function, structs)) for function in merged)
    short, long = sorted(overloads, key=lambda one: len(one.parameters))
    defaults = {argument.name: argument.default for argument in arguments_of(short, structs)[0]}
    arguments = arguments_of(long, structs)[0]
    for argument in arguments:
        argument.default = argument.default or defaults.get(argument.name)
        if argument.name == extra:
            argument.default = "nb::none()"
            if is_array(extra, long):
                argument.kind = "OptionalArrayArg"
    return binding(long, arguments, *body_of_two(short, long, extra, structs))


def simple(function, structs):
    arguments, passed, target = arguments_of(function, structs)
    return arguments, *body(function, passed, target, structs)


def binding(function, arguments, result, statements):
    ordered = in_pythons_order(function, arguments)
    by_name = {argument.name: argument for argument in ordered if argument}
    for argument in by_name.values():
        if argument.newer:
            standard = by_name[argument.newer].default
            statements = f"take_earlier_name({argument.newer}, {argument.name}, nb::cast({standard})); {statements}"
    keywords = [
        "nb::kw_only()"
        if argument is None
        else f'"{argument.name.removesuffix("_")}"_a' + (f" = {argument.default}" if argument.default else "")
        for argument in ordered
    ]
    takes = ", ".join(f"{argument.kind} {argument.name}" for argument in ordered if argument)
    full = f"{function.namespace}::{function.name}" if function.namespace else function.name
    statements = traits.before(function, ordered) + python_types.plan_check(function) + statements
    module = f'm.def_submodule("{module_of(function.namespace)}")' if function.namespace else "m"
    name = traits.names(function, python_name(function.name))[0]
    return traits.definitions(function, module, name, takes, result, statements, keywords, full)
