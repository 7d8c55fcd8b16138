#!/usr/bin/env python3
"""Write the type stubs of the extension module `cuprum._core`, from the signatures and docstrings that its functions
carry.

    PYTHONPATH=build/python python3 tools/make_stubs.py build/python/cuprum

makes _core/__init__.pyi and a file for each submodule. The bindings' signatures are the one source: what a parameter
takes is said by its C++ type (python/bindings/convert.h), in names that python/cuprum/_types.pyi defines. A result that
is told as `tuple[ndarray, ndarray] if returned else ndarray` becomes an overload for each case.
"""

import ast
import copy
import pathlib
import re
import shutil
import sys
import types

import known_types

# What the methods take and give that are no functions of nanobind's but slots of a type.
ARITHMETIC = "add sub mul mod pow lshift rshift and xor or floordiv truediv matmul".split()
OPERATORS = {
    **{f"__{side}{name}__": ("ArrayLike", "ndarray") for name in ARITHMETIC for side in ("", "r", "i")},
    **{f"__{side}divmod__": ("ArrayLike", "tuple[ndarray, ndarray]") for side in ("", "r")},
    **{f"__{name}__": ("ArrayLike", "ndarray") for name in ("lt", "le", "gt", "ge")},
    **{f"__{name}__": ("object", "ndarray") for name in ("eq", "ne")},
    **{f"__{name}__": (None, "ndarray") for name in ("neg", "pos", "abs", "invert")},
    **{f"__{name}__": (None, name) for name in ("bool", "int", "float")},
    "__len__": (None, "int"),
    "__index__": (None, "int"),
    "__iter__": (None, "Iterator[ndarray]"),
    "__contains__": ("object", "bool"),
    "__getitem__": ("Index", "ndarray"),
    "__delitem__": ("Index", "None"),
}
# A number of a traced function and another number give a third, comparisons too.
FUSED = {
    **{f"__{side}{name}__": ("complex | FusedScalar", "FusedScalar") for name in ARITHMETIC for side in ("", "r")},
    **{f"__{side}divmod__": ("complex | FusedScalar", "tuple[FusedScalar, FusedScalar]") for side in ("", "r")},
    **{f"__{name}__": ("complex | FusedScalar", "FusedScalar") for name in ("lt", "le", "gt", "ge")},
    **{f"__{name}__": ("object", "FusedScalar") for name in ("eq", "ne")},
    **{f"__{name}__": (None, "FusedScalar") for name in ("neg", "pos", "abs")},
    **{f"__{name}__": (None, name) for name in ("bool", "int", "float")},
    "__index__": (None, "int"),
}
SLOTS = {"ndarray": OPERATORS, "FusedScalar": FUSED}
# `ndarray[Shape, DType]` is generic as NumPy's class. What methods and properties keep of it, or make:
GENERIC = """
_Shape = TypeVar("_Shape", bound=tuple[int, ...], default=tuple[Any, ...], covariant=True)
_DType = TypeVar("_DType", bound=numpy.dtype[Any], default=numpy.dtype[Any], covariant=True)
_AnyDType = TypeVar("_AnyDType", bound=numpy.dtype[Any])
_Number = TypeVar("_Number", bound=numpy.generic)
"""
SAME, SAME_DTYPE = "ndarray[_Shape, _DType]", "ndarray[tuple[Any, ...], _DType]"
TRUTH, INTEGERS = (
    "ndarray[tuple[Any, ...], numpy.dtype[numpy.bool]]",
    "ndarray[tuple[Any, ...], numpy.dtype[numpy.int64]]",
)
KEPT = {
    **dict.fromkeys("copy __copy__ __deepcopy__ byteswap conj conjugate round __round__".split(), SAME),
    **dict.fromkeys("__pos__ __neg__ __invert__".split(), SAME),
    **{f"__i{name}__": SAME for name in ARITHMETIC},
    **dict.fromkeys("T mT reshape transpose swapaxes ravel flatten squeeze diagonal".split(), SAME_DTYPE),
    **dict.fromkeys("take compress choose repeat max min".split(), SAME_DTYPE),
    **dict.fromkeys("__lt__ __le__ __gt__ __ge__ __eq__ __ne__ any all".split(), TRUTH),
    **dict.fromkeys("argsort argpartition searchsorted".split(), INTEGERS),
    "nonzero": f"tuple[{INTEGERS}, ...]",
    "__iter__": f"Iterator[{SAME_DTYPE}]",
    "shape": "_Shape",
    "dtype": "_DType",
    **dict.fromkeys(["get", "asnumpy"], "numpy.ndarray[_Shape, _DType]"),
}
# Functions whose result has the dtype that they are told, by what it is otherwise: that of the first parameter, or that
# of the default.
LIKE = "array asarray asanyarray ascontiguousarray asfortranarray empty_like zeros_like ones_like full_like".split()
WITH_DTYPE = {*LIKE, *"empty zeros ones full arange eye identity tri".split()}

# What is taken by position in any number, or looked at by hand: signatures that nanobind cannot know.
WRITTEN = {
    "ndarray.reshape": "*shape: SupportsIndex | Sequence[SupportsIndex], order: Literal['C', 'F', 'A'] | None='C', "
    "copy: bool | None=None",
    "ndarray.transpose": "*axes: SupportsIndex | Sequence[SupportsIndex] | None",
    "ndarray.item": "*args: SupportsIndex | tuple[SupportsIndex, ...]",
    "ufunc.resolve_dtypes": "*args: Any",
    "atleast_1d": "*arys: ArrayLike | numpy.ndarray",
    "atleast_2d": "*arys: ArrayLike | numpy.ndarray",
    "atleast_3d": "*arys: ArrayLike | numpy.ndarray",
    "block_diag": "*arrs: ArrayLike | numpy.ndarray",
    "broadcast_arrays": "*args: ArrayLike | numpy.ndarray, subok: bool | None=False",
    "common_type": "*arrays: ndarray | numpy.ndarray",
    "ix_": "*args: ArrayLike | numpy.ndarray | Sequence[bool]",
    "meshgrid": "*xi: ArrayLike | numpy.ndarray, copy: bool | None=True, sparse: bool | None=False, "
    "indexing: Literal['xy', 'ij']='xy'",
    "result_type": "*arrays_and_dtypes: ArrayLike | numpy.ndarray | DTypeLike",
    "shares_memory": "a: ndarray | numpy.ndarray, b: ndarray | numpy.ndarray, max_work: SupportsIndex | None=None",
    "may_share_memory": "a: ndarray | numpy.ndarray, b: ndarray | numpy.ndarray, max_work: SupportsIndex | None=None",
}
# What they give.
GIVEN = {
    **dict.fromkeys(["atleast_1d", "atleast_2d", "atleast_3d"], "ndarray | tuple[ndarray, ...]"),
    "ndarray.item": "Any",  # a bool, an int, a float or a complex: the dtype of an array may not be known
    "ndarray.base": "ndarray | None",
    "ndarray.__bytes__": "bytes",
}
# Parameters that are graphs or sparse matrices, by module.
GRAPHS = {"cuprum._core._scipy_sparse_csgraph": ("csgraph", "graph", "biadjacency")}

SETITEM = ("Index", "ArrayLike | numpy.ndarray[Any, Any]")

HEAD = """\
from __future__ import annotations
import os
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO, Final, ClassVar, Generic, Literal, NamedTuple, SupportsIndex, TextIO, overload
import numpy
import numpy.typing
"""


def modules(module, name):
    """The module and those inside of it, by full name."""
    yield name, module
    for part, member in vars(module).items():
        if isinstance(member, types.ModuleType) and member.__name__.startswith("cuprum."):
            yield from modules(member, f"{name}.{part}")


def own(found):
    """Makes all classes belong to the module that they are in, and returns the names by which signatures call them.

    They show themselves under the public names, which are of Python files: `cuprum.ndarray` is `cuprum._core.ndarray`.
    """
    renamed = {}

    def claim(name, owner):
        for part, member in list(vars(owner).items()):
            if (
                isinstance(member, type)
                and not part.startswith("__")
                and member.__module__.split(".")[0] in ("cuprum", "cuprumx")
                and member not in seen
            ):
                seen.add(member)
                renamed[f"{member.__module__}.{member.__qualname__}"] = f"{name}.{member.__qualname__}"
                member.__module__, member.__name__ = name, part
                claim(name, member)

    seen = set()
    for name, module in found.items():
        module.__name__ = name
        claim(name, module)
    return renamed


def signatures(name, module, renamed):
    """What nanobind writes, with the names of classes in their places."""
    from nanobind.stubgen import StubGen

    class Generator(StubGen):
        def put_docstr(self, docstr):
            if isinstance(docstr, str):  # of ufuncs it is a property
                super().put_docstr(docstr)

        def put_function(self, fn, name=None, parent=None):
            if type(fn).__module__ != "nanobind":
                super().put_function(fn, name, parent)
            elif name and fn.__name__ and name != fn.__name__:
                self.write_ln(f"{name} = {fn.__name__}\n")
            else:
                self.put_nb_func(fn, name)

    generator = Generator(module=module, recursive=False, include_private=True, quiet=True)
    generator.put(module)
    text = generator.get()
    for old, new in sorted(renamed.items(), key=lambda pair: -len(pair[0])):
        text = re.sub(rf"(?<![\w.]){re.escape(old)}(?![\w])", new, text)
    text = re.sub("""["']cuprum::Ufunc["']""", "Any", text)  # of functions that are bound before its class
    return text.replace(name + ".", "")


# ------------------------------------------------------------------------------------------------------------ overloads


def expression(text):
    return ast.parse(text, mode="eval").body


def literal(value):
    return expression(f"Literal[{value!r}]")


def parameters(function):
    """Pairs of a parameter and its default, None where there is none."""
    given = function.args
    positional = given.posonlyargs + given.args
    yield from zip(positional, [None] * (len(positional) - len(given.defaults)) + given.defaults)
    yield from zip(given.kwonlyargs, given.kw_defaults)


def narrowed(function, name, annotation, required):
    """The function with another type for one parameter, which with `required` has no default any more."""
    result = copy.deepcopy(function)
    given = result.args
    for arg, _ in parameters(result):
        if arg.arg == name:
            arg.annotation = annotation
    if not required:
        return result
    for place, arg in enumerate(given.kwonlyargs):
        if arg.arg == name:
            given.kw_defaults[place] = None
    for place, arg in enumerate(given.args):
        first = len(given.args) - len(given.defaults)  # the first one with a default
        if arg.arg == name and place == first:
            del given.defaults[0]
        elif arg.arg == name and place > first:  # what follows is given by name, as one before it may be left out
            later = given.args[place:]
            defaults = given.defaults[place - first :]
            given.args, given.defaults = given.args[:place], given.defaults[: place - first]
            given.kwonlyargs = later + given.kwonlyargs
            given.kw_defaults = [None, *defaults[1:]] + given.kw_defaults
    return result


def case(function, test, holds):
    """The function as it is where a test of one of its parameters holds, or does not."""
    if isinstance(test, ast.Compare):
        name, value = test.left.id, test.comparators[0].value
    else:
        name, value = test.id, True
    arg, default = next((arg, default) for arg, default in parameters(function) if arg.arg == name)
    standard = isinstance(default, ast.Constant) and default.value
    if value is None:
        annotation = expression("None") if holds else without_none(arg.annotation)
    elif value is True:
        annotation = literal(holds)
    else:
        annotation = literal(value) if holds else arg.annotation
    required = default is not None and (standard == value) != holds
    return narrowed(function, name, annotation, required)


def without_none(annotation):
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.right, ast.Constant):
        return annotation.left
    return annotation


def overloads(function):
    """A function for each result of one whose result is told as `A if test else B`."""
    if not isinstance(function.returns, ast.IfExp):
        return [function]
    told = function.returns
    tests = told.test.values if isinstance(told.test, ast.BoolOp) else [told.test]
    result = []

    def add(variant, returns):
        variant.returns = returns
        result.append(variant)

    for test in tests:
        add(case(function, test, True), told.body)
    otherwise = function
    for test in tests:
        otherwise = case(otherwise, test, False)
    add(copy.deepcopy(otherwise), told.orelse)
    if all(isinstance(test, ast.Name) for test in tests):  # flags whose values are not known
        add(copy.deepcopy(function), ast.BinOp(told.body, ast.BitOr(), told.orelse))
    return marked(result)


def marked(variants):
    """Functions as overloads of one; the last has the docstring."""
    for variant in variants:
        variant.decorator_list = [*variant.decorator_list, ast.Name("overload")]
    for variant in variants[:-1]:
        variant.body = [ast.Expr(ast.Constant(...))]
    return variants


def with_dtype(function, typed):
    """A function whose parameter `dtype` tells the dtype of the result: one overload for scalar types and dtypes, one
    for the dtype that it is otherwise, one for all that is left."""
    default = next(default for arg, default in parameters(function) if arg.arg == "dtype")
    variants = []

    def add(variant, returns):
        variant.returns = expression(returns)
        variants.append(variant)

    if isinstance(default, ast.Name) and default.id == "float":
        add(
            narrowed(function, "dtype", expression("type[float] | None"), False),
            typed.replace("_Number", "numpy.float64"),
        )
    if function.name in LIKE:
        first = next(parameters(function))[0].arg
        same = narrowed(function, first, expression("ndarray[Any, _AnyDType] | numpy.ndarray[Any, _AnyDType]"), False)
        add(narrowed(same, "dtype", expression("None"), False), "ndarray[tuple[Any, ...], _AnyDType]")
    add(narrowed(function, "dtype", expression("type[_Number] | numpy.dtype[_Number]"), default is not None), typed)
    variants.append(copy.deepcopy(function))
    return marked(variants)


def of_forms(function, forms, method):
    """Overloads with these parameters and results."""
    variants = []
    for given, result in forms:
        variant = copy.deepcopy(function)
        variant.args = ast.parse(f"def f({'self, ' * method}{given}): ...").body[0].args
        variant.returns = expression(result)
        variants.append(variant)
    return marked(variants)


def of_items(function):
    """`a[...]`: the field of a structured array has a dtype of its own, everything else keeps the dtype."""
    field, other = copy.deepcopy(function), function
    field.args.posonlyargs[-1].annotation = expression("str | list[str]")
    other.args.posonlyargs[-1].annotation = expression("Index")
    other.returns = expression(SAME_DTYPE)
    return marked([field, other])


# ---------------------------------------------------------------------------------------------------------------- types


class Loosened(ast.NodeTransformer):
    """Annotations of parameters: whoever takes an int takes what can be an index; any object is of any type."""

    def visit_Subscript(self, node):
        return node if isinstance(node.value, ast.Name) and node.value.id == "Literal" else self.generic_visit(node)

    def visit_Name(self, node):
        return ast.Name({"int": "SupportsIndex", "object": "Any"}.get(node.id, node.id))


def of_any_type(node):
    return isinstance(node, ast.Name) and node.id == "object"


class Typed(ast.NodeTransformer):
    """Completes what nanobind wrote."""

    def __init__(self, module):
        self.module, self.classes = module, []
        self.told = set()  # parameters whose types known_types.py or a table of slots has, as they are there

    def visit_ClassDef(self, node):
        self.classes.append(node.name)
        self.generic_visit(node)
        self.classes.pop()
        if node.name == "ndarray" and not self.classes:
            node.bases = [expression("Generic[_Shape, _DType]")]
        return node

    def written(self, node):
        """Puts what the tables above say in place of what nanobind tells."""
        name = ".".join([*self.classes, node.name])
        if name in WRITTEN:
            given = ast.parse(f"def f({'self, ' * bool(self.classes)}{WRITTEN[name]}): ...").body[0].args
            node.args = given
        if name in GIVEN:
            node.returns = expression(GIVEN[name])
        told = known_types.RESULTS.get(self.module.__name__, {}).get(name)
        setter = any("setter" in ast.unparse(decorator) for decorator in node.decorator_list)
        if told and not setter:
            node.returns = expression(told)
        elif told:
            (node.args.posonlyargs + node.args.args)[-1].annotation = expression(told)
        if node.name in ("__repr__", "__str__"):
            node.returns = expression("str")
        known = known_types.PARAMETERS[""] | known_types.PARAMETERS.get(self.module.__name__, {})
        if node.name == "__eq__" and not hasattr(getattr(self.module, self.classes[-1], None), "object"):
            known |= {"arg": "object", "other": "object"}
        for arg, _ in parameters(node):
            if arg.arg in GRAPHS.get(self.module.__name__, ()):
                arg.annotation = expression("SparseLike")
            elif arg.arg in known and arg.annotation is not None:
                if {"object", "Any"} & {getattr(part, "id", "") for part in ast.walk(arg.annotation)}:
                    arg.annotation = expression(known[arg.arg])
                    self.told.add(arg)

    def visit_FunctionDef(self, node):
        self.written(node)
        name = ".".join([*self.classes, node.name])
        if forms := known_types.OVERLOADS.get(self.module.__name__, {}).get(name):
            return of_forms(node, forms, bool(self.classes))
        if len(self.classes) == 1 and node.returns is None and not node.decorator_list:
            self.operator(node, SLOTS.get(self.classes[0], {}))
        for arg, _ in parameters(node):
            if arg.annotation is not None and arg not in self.told:
                arg.annotation = Loosened().visit(arg.annotation)
        for arg in (node.args.vararg, node.args.kwarg):
            if arg is not None and arg.annotation is None:
                arg.annotation = ast.Name("Any")
        if node.returns is None or of_any_type(node.returns):
            node.returns = ast.Name("Any")
        for arg, _ in parameters(node):
            if arg.annotation is None and arg.arg not in ("self", "cls"):
                arg.annotation = ast.Name("Any")
        if node.name == "__hash__":
            return node
        getter = not any("setter" in ast.unparse(decorator) for decorator in node.decorator_list)
        if self.classes == ["ndarray"] and node.name in KEPT and getter:
            node.returns = expression(KEPT[node.name])
        if self.classes == ["ndarray"] and node.name == "astype":
            return with_dtype(node, "ndarray[_Shape, numpy.dtype[_Number]]")
        if self.classes == ["ndarray"] and node.name == "__getitem__":
            return of_items(node)
        if not self.classes and self.module.__name__ == "cuprum._core" and node.name in WITH_DTYPE:
            return with_dtype(node, "ndarray[tuple[Any, ...], numpy.dtype[_Number]]")
        return overloads(node)

    def operator(self, node, known):
        given = [arg for arg, _ in parameters(node) if arg.arg != "self"]
        if node.name == "__setitem__" and known is OPERATORS:
            given[0].annotation, given[1].annotation = map(expression, SETITEM)
            node.returns = ast.Name("None")
        elif node.name in known:
            taken, returned = known[node.name]
            node.returns = expression(returned)
            for arg, kind in zip(given, (taken, "None")):  # a power's third operand is none
                arg.annotation = expression(kind)
                self.told.add(arg)

    def visit_AnnAssign(self, node):
        if ast.unparse(node.annotation).removeprefix("cuprum._core.") in ("ufunc", "_GUFunc"):
            function = getattr(self.module, node.target.id)
            node.annotation = ast.Name(call_class(function)[0])
        return node


def call_class(function):
    """The name and the text of the class of ufuncs with as many operands."""
    base = type(function).__name__
    name = f"{'_' * (not base.startswith('_'))}{base}_{function.nin}_{function.nout}"
    operands = ", ".join(f"x{i + 1}: ArrayLike" for i in range(function.nin))
    result = "ndarray" if function.nout == 1 else f"tuple[{', '.join(['ndarray'] * function.nout)}]"
    outs = "ndarray | tuple[ndarray | None, ...] | None"
    return name, (
        f"class {name}({base}):\n"
        f"    def __call__(self, {operands}, /, out: {outs} = None, *, **kwargs: Any) -> {result}: ...".replace(
            "*, **kwargs", "**kwargs"
        )
        + "  # type: ignore[override]\n"
    )


# Of what Python's own classes say otherwise: comparisons are arrays, arrays have no hash, a power in place has no third
# operand, a named tuple has an item `count`.
IGNORED = [
    (r"^(\s+__hash__)(: None)? = None$", r"\1: None  # type: ignore[assignment]"),
    (r"^(\s+def __(?:eq|ne)__\(.*\).*:)( \.\.\.)?$", r"\1\2  # type: ignore[override]"),
    (r"^(    count: ndarray)$", r"\1  # type: ignore[assignment]"),
    (r"^(\s+def __ipow__\(.*\).*:)( \.\.\.)?$", r"\1\2  # type: ignore[misc]"),
]


def stub(name, module, renamed):
    tree = ast.parse(signatures(name, module, renamed))
    called = {}
    for member in vars(module).values():
        if type(member).__name__ in ("ufunc", "_GUFunc"):
            key, text = call_class(member)
            called[key] = text
    tree = ast.fix_missing_locations(Typed(module).visit(tree))
    tree.body = [node for node in tree.body if not is_import_of_typing(node) and not is_of_named_tuples(node)]
    named = vars(module).get("__named_tuples__", {})  # which are made when they are first asked for
    tree.body += [node for text in named.values() for node in ast.parse(text).body]
    text = ast.unparse(tree)
    text = re.sub(r":\n\s+\.\.\.$", ": ...", text, flags=re.MULTILINE)
    for old, new in IGNORED:
        text = re.sub(old, new, text, flags=re.MULTILINE)
    text += "\n\n" + "\n".join(called.values())
    used = set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", text))
    head = HEAD
    for source, names in sources().items():
        wanted = sorted(other for other in names & used if source != name)
        if wanted:
            head += f"from {source} import {', '.join(wanted)}\n"
    head += "".join(f"import {other}\n" for other in sorted(inner_modules(text)) if other != name)
    head += "import ctypes\n" if "ctypes." in text else ""
    if name == "cuprum._core":
        head += f"from typing_extensions import TypeVar\n{GENERIC}\n__version__: str\n"
    if name in known_types.HEADS:
        head += f"from typing_extensions import TypeVar\n\n{known_types.HEADS[name]}"
    return head + "\n" + text


def is_import_of_typing(node):
    return isinstance(node, ast.ImportFrom) and node.module in ("typing", "collections.abc")


def is_of_named_tuples(node):
    return getattr(node, "name", None) == "__getattr__" or (
        isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "__named_tuples__"
    )


def sources():
    """From where names come that signatures use without a module."""
    tree = ast.parse((pathlib.Path(__file__).parent.parent / "python/cuprum/_types.pyi").read_text())
    names = {"DTypeLike"}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, ast.ImportFrom) and node.module == "cuprum.linalg":
            names |= {alias.name for alias in node.names}
    methods = {"BootstrapMethod", "MonteCarloMethod", "PermutationMethod"}
    return {
        "cuprum._types": names,
        "cuprum._core": {"ndarray", "poly1d", "ufunc"},
        **known_types.SOURCES,
        "cuprumx.scipy.stats._resampling": methods,
    }


def inner_modules(text):
    return set(re.findall(r"\bcuprum\._core(?:\._\w+)*(?=\.\w)", text))


def main():
    package = pathlib.Path(sys.argv[1])
    try:
        import cuprum
    except ImportError as error:
        print(f"No type stubs are made, since the package cannot be imported here: {error}", file=sys.stderr)
        return
    found = dict(modules(cuprum._core, "cuprum._core"))
    renamed = own(found)
    shutil.rmtree(package / "_core", ignore_errors=True)
    for name, module in found.items():
        path = package.joinpath(*name.split(".")[1:])
        # A module that holds others is a folder.
        holds = any(other.startswith(name + ".") for other in found)
        file = path / "__init__.pyi" if holds else path.with_suffix(".pyi")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(stub(name, module, renamed))


if __name__ == "__main__":
    main()
